//! Ranges over which a map of a game is worth looking at.

use crate::question::Question;
use grundy_rule::{Domain, Type};
use grundy_run::{Shape, Universe, Value};

/// The last number of a range of a field, alone and beside another, and of a parameter.
const ALONE: i64 = 60;
const BESIDE: i64 = 24;
const SIZE: i64 = 6;

impl Question {
    /// One or two ranges as `n=0..60` or `p[0]=0..24,p[1]=0..24`: numbers of the fields, else the place of a token, else numbers that
    /// are parameters. `None` where there are none.
    pub fn usual_ranges(&self) -> Option<String> {
        let game = &self.position.parts.first()?.game;
        let rules = game.source();
        let mut names: Vec<String> = Vec::new();
        for (field, shape) in rules.fields.iter().zip(&game.shapes) {
            match (&field.domain, shape) {
                (Domain::Nat, _) => names.push(field.name.clone()),
                (Domain::Array { element, .. }, Shape::Array(universe, _)) if matches!(**element, Domain::Nat) => {
                    names.extend((0..universe.len().min(2)).map(|place| format!("{}[{place}]", field.name)));
                }
                (_, Shape::One(values)) => {
                    if let Universe::Grid { rows, columns } = values.universe {
                        let name = &field.name;
                        return Some(format!("{name}.row=0..{},{name}.col=0..{}", rows - 1, columns - 1));
                    }
                }
                _ => {}
            }
        }
        let over = |names: &[String], low: i64, high: i64| {
            names.iter().take(2).map(|name| format!("{name}={low}..{high}")).collect::<Vec<_>>().join(",")
        };
        if !names.is_empty() {
            return Some(over(&names, 0, if names.len() == 1 { ALONE } else { BESIDE }));
        }
        let sizes = rules.params.iter().zip(&game.params);
        let sizes: Vec<String> = sizes
            .filter(|(param, value)| matches!(value, Value::Int(_)) && param.domain.ty() == Type::Int)
            .map(|(param, _)| param.name.clone())
            .collect();
        (!sizes.is_empty()).then(|| over(&sizes, 1, SIZE))
    }
}
