//! Positions and values as text that can be pasted back.

use crate::game::Game;
use crate::position::Component;
use crate::shape::{Shape, Values};
use crate::state::{Stored, is_one};
use crate::universe::Universe;
use crate::value::{Side, Value};
use grundy_rule::{Domain, EnumType, Graph};

/// A value as it is written; `names` are the values of its enumeration, if it has one.
pub fn value(value: &Value, names: Option<&EnumType>) -> String {
    let list = |elements: &[Value]| {
        let parts: Vec<String> = elements.iter().map(|element| self::value(element, names)).collect();
        parts.join(", ")
    };
    match value {
        Value::None => "none".to_string(),
        Value::Int(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Player(Side::Left) => "Left".to_string(),
        Value::Player(Side::Right) => "Right".to_string(),
        Value::Name(number) => match names.and_then(|names| names.values.get(*number as usize)) {
            Some(name) => name.clone(),
            None => format!("value {number}"),
        },
        Value::Cell(row, col) => format!("({row}, {col})"),
        Value::Tuple(entries) => format!("({})", list(entries)),
        Value::Set(elements) => format!("{{{}}}", list(elements)),
        Value::List(elements) => format!("[{}]", list(elements)),
        Value::Array(array) => format!("[{}]", list(&array.cells)),
        Value::Graph(graph) => format!("\"{graph}\""),
        Value::Text(text) => format!("\"{text}\""),
    }
}

/// A component as `Game(arguments)`; parameters that differ from their defaults are named, and those of `always`, unless a
/// picture shows them.
pub fn component(component: &Component, always: &[usize]) -> String {
    let game = &component.game;
    let state = game.unpack(&component.packed);
    let mut arguments = Vec::new();
    for (number, stored) in state.fields.iter().enumerate() {
        let field = &game.rules.fields[number];
        arguments.push(game.stored_text(stored, &game.shapes[number], field.show.as_deref(), &field.domain));
    }
    let shown = game.params_shown_by_fields();
    for (number, param) in game.rules.params.iter().enumerate() {
        if shown.contains(&number) || game.is_default(number) && !always.contains(&number) {
            continue;
        }
        let names = enum_of(&param.domain.ty());
        let names = names.and_then(|number| game.rules.enums.get(number));
        arguments.push(format!("{} = {}", param.name, value(&game.params[number], names)));
    }
    if arguments.is_empty() {
        return game.rules.name.clone();
    }
    format!("{}({})", game.rules.name, arguments.join(", "))
}

/// The enumeration that values of a type, or their entries, are of.
pub fn enum_of(ty: &grundy_rule::Type) -> Option<usize> {
    use grundy_rule::Type;
    match ty {
        Type::Enum(number) => Some(*number),
        Type::Optional(inner) | Type::Set(inner) | Type::List(inner) | Type::Array(_, inner) => enum_of(inner),
        Type::Tuple(entries) => entries.iter().find_map(|entry| enum_of(&entry.ty)),
        _ => None,
    }
}

impl Game {
    /// A value of enumeration `of` (if any) as it is written.
    pub fn value_text(&self, one: &Value, of: Option<usize>) -> String {
        if let Value::Player(side) = one {
            return self.rules.players[*side as usize].clone();
        }
        value(one, of.and_then(|number| self.rules.enums.get(number)))
    }

    fn stored_text(&self, stored: &Stored, shape: &Shape, show: Option<&[char]>, domain: &Domain) -> String {
        if let Some(rows) = picture(stored, shape, show) {
            return format!("\"{}\"", rows.join("|"));
        }
        // Players are `Left` and `Right` here: a position is read without knowing whose names are meant.
        let names = enum_of(&domain.ty()).and_then(|number| self.rules.enums.get(number));
        match stored {
            Stored::One(one) => value(one, names),
            Stored::Array(cells) => {
                let cells: Vec<String> = cells.iter().map(|cell| value(cell, names)).collect();
                format!("[{}]", cells.join(", "))
            }
            Stored::Set(_) => value(&stored.to_value(shape.universe()), names),
        }
    }

    /// The board of a position, one text per row, for the first field that has a picture.
    pub fn board(&self, packed: &[u64]) -> Option<Vec<String>> {
        let state = self.unpack(packed);
        state.fields.iter().enumerate().find_map(|(number, stored)| {
            picture(stored, &self.shapes[number], self.rules.fields[number].show.as_deref())
        })
    }

    /// Every field with its name and text.
    pub fn fields_text(&self, packed: &[u64]) -> Vec<(String, String)> {
        let state = self.unpack(packed);
        let fields = state.fields.iter().enumerate();
        fields
            .map(|(number, stored)| {
                let field = &self.rules.fields[number];
                (
                    field.name.clone(),
                    self.stored_text(stored, &self.shapes[number], field.show.as_deref(), &field.domain),
                )
            })
            .collect()
    }

    /// Parameters that a printed picture or list gives back, because they are its size.
    fn params_shown_by_fields(&self) -> Vec<usize> {
        let original = self.world.rules(self.key);
        let mut shown = Vec::new();
        for (number, field) in original.fields.iter().enumerate() {
            let pictured = field.show.is_some()
                && matches!(self.universe(number).map(|u| &**u), Some(Universe::Grid { .. } | Universe::Range { .. }));
            let empty = self.universe(number).is_some_and(|universe| universe.is_empty());
            let index = match &field.domain {
                Domain::Array { index, .. } => index,
                Domain::SetOf(inner) => match &**inner {
                    Domain::Of(set) if pictured => set,
                    _ => continue,
                },
                _ => continue,
            };
            if !pictured && !matches!(field.domain, Domain::Array { .. }) || empty {
                continue;
            }
            let nested = matches!(self.universe(number).map(|u| &**u), Some(Universe::Grid { .. })) && !pictured;
            if !nested {
                shown.extend(crate::setup::size_params(index, original));
            }
        }
        shown
    }

    fn is_default(&self, param: usize) -> bool {
        let original = self.world.rules(self.key);
        let Some(default) = &original.params[param].default else { return false };
        let mut machine = crate::eval::Machine::new(&self.params[..param], &[], &original.defs, &original.enums);
        machine.locals.resize(default.locals, Value::None);
        match machine.value(&default.expr) {
            Ok(Value::Text(text)) => match &self.params[param] {
                Value::Graph(graph) => Graph::parse(&text, graph.kind).is_ok_and(|parsed| parsed == **graph),
                _ => false,
            },
            Ok(value) => value == self.params[param],
            Err(_) => false,
        }
    }
}

/// The rows of a picture, if the field has characters for its values and a board or strip for an index set.
pub fn picture(stored: &Stored, shape: &Shape, show: Option<&[char]>) -> Option<Vec<String>> {
    let show = show?;
    let universe = shape.universe()?;
    let width = match &**universe {
        Universe::Grid { columns, .. } => *columns as usize,
        Universe::Range { .. } => universe.len(),
        Universe::Listed(_) => return None,
    };
    let digits: Vec<char> = match (stored, shape) {
        (Stored::Array(cells), Shape::Array(_, values)) => {
            cells.iter().map(|cell| digit(values, cell, show)).collect::<Option<_>>()?
        }
        (Stored::Set(bits), _) => {
            (0..universe.len()).map(|rank| show.get(usize::from(is_one(bits, rank))).copied()).collect::<Option<_>>()?
        }
        _ => return None,
    };
    if digits.is_empty() {
        return None;
    }
    Some(digits.chunks(width).map(|row| row.iter().collect()).collect())
}

fn digit(values: &Values, cell: &Value, show: &[char]) -> Option<char> {
    show.get(values.rank(cell)? as usize).copied()
}
