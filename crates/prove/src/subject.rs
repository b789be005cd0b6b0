//! Which game is asked about: rules, the values of its parameters, and positions of it.

use grundy_proof::{Slot, parameters, translate};
use grundy_rule::{Diagnostic, Kind, Rules};
use grundy_run::{Component, Game, State, Stored, Value, World};
use grundy_solve::about_parameters;
use std::sync::Arc;

/// A game of a file with its parameters.
#[derive(Clone)]
pub struct Subject {
    /// The files.
    pub world: Arc<World>,
    /// Which game.
    pub key: (usize, usize),
    /// The values of its parameters.
    pub params: Vec<Value>,
}

impl Subject {
    /// The game at its default parameters.
    pub fn by_default(world: &Arc<World>, key: (usize, usize)) -> Result<Subject, Box<Diagnostic>> {
        let game = grundy_run::default_game(world, key, 1)?;
        Ok(Subject { world: world.clone(), key, params: game.params.clone() })
    }

    /// Its rules, parameters open.
    pub fn rules(&self) -> &Rules {
        self.world.rules(self.key)
    }

    /// The game with number fields up to `bound`, and these values of the open parameters among `slots`.
    pub fn game(&self, slots: &[Slot], values: &[u64], bound: i64) -> Option<Arc<Game>> {
        let mut params = self.params.clone();
        for (slot, &value) in slots.iter().zip(values) {
            if let Slot::Param { param, .. } = slot {
                params[*param] = Value::Int(i64::try_from(value).ok()?);
            }
        }
        let rules = self.rules();
        let fields = rules.fields.len();
        grundy_run::are_parameters(rules, &params)
            .then(|| self.world.game(self.key, params, vec![bound; fields]).ok())?
    }

    /// The position with these values, one for each slot; `None` if it is none, or too large.
    pub fn component(&self, slots: &[Slot], values: &[u64], bound: i64) -> Option<Component> {
        let game = self.game(slots, values, bound)?;
        let packed = game.pack(&state(&game, slots, values)?)?;
        Some(Component { game, packed })
    }

    /// The parameters that are fixed where something is proved for all sizes, with their values: `w = 3`. Nothing if all of
    /// them stay open.
    pub fn fixed_parameters(&self) -> Option<String> {
        let (rules, fixed) = (self.rules(), self.fixed());
        let text = |number: &usize| {
            format!("{} = {}", rules.params[*number].name, grundy_run::value_text(&self.params[*number], None))
        };
        (!fixed.is_empty()).then(|| fixed.iter().map(text).collect::<Vec<_>>().join(", "))
    }

    /// Whether a parameter that is fixed follows those that stay open, by its default: what is proved of its one value is not
    /// proved of the others.
    pub(crate) fn fixes_what_follows(&self) -> bool {
        let (rules, fixed) = (self.rules(), self.fixed());
        fixed.iter().filter_map(|&number| rules.params[number].default.as_ref()).any(|default| {
            default.expr.any(&|part| match &part.kind {
                Kind::Param(number) => !fixed.contains(number),
                Kind::Call(..) => true,
                _ => false,
            })
        })
    }

    /// The numbers of those parameters.
    fn fixed(&self) -> Vec<usize> {
        let rules = self.rules();
        if rules.params.is_empty() {
            return Vec::new();
        }
        let open: Vec<usize> = if about_parameters(rules) {
            let said = parameters(rules, &self.params).map(|said| said.open).unwrap_or_default();
            said.into_iter().map(|(param, _)| param).collect()
        } else {
            let slots = translate(rules, &self.params).map(|translated| translated.slots).unwrap_or_default();
            let open = |slot: &Slot| if let Slot::Param { param, .. } = slot { Some(*param) } else { None };
            slots.iter().filter_map(open).collect()
        };
        (0..rules.params.len()).filter(|number| !open.contains(number)).collect()
    }

    /// A position that names the game with its fixed parameters, to paste back.
    pub fn text(&self) -> String {
        let named = || {
            let game = self.world.game(self.key, self.params.clone(), vec![1; self.rules().fields.len()]).ok()?;
            grundy_run::count(&game.shapes).filter(|&count| count > 0)?;
            let packed = game.pack(&grundy_run::unrank(&game.shapes, 0))?;
            Some(Component { game, packed }.text_naming(&self.fixed()))
        };
        named().unwrap_or_else(|| self.rules().name.clone())
    }
}

/// The state with these values.
pub(crate) fn state(game: &Game, slots: &[Slot], values: &[u64]) -> Option<State> {
    let mut fields: Vec<Stored> = Vec::new();
    for number in 0..game.rules.fields.len() {
        let mut numbers = Vec::new();
        let mut cells = false;
        for (slot, &value) in slots.iter().zip(values) {
            match slot {
                Slot::Field { field, .. } if *field == number => numbers.push(Value::Int(i64::try_from(value).ok()?)),
                Slot::Cell { field, .. } if *field == number => {
                    cells = true;
                    numbers.push(Value::Int(i64::try_from(value).ok()?));
                }
                _ => {}
            }
        }
        fields.push(match (cells, numbers.len()) {
            (true, _) => Stored::Array(numbers),
            (false, 0) => Stored::Array(Vec::new()),
            (false, 1) => Stored::One(numbers.remove(0)),
            (false, _) => Stored::One(Value::tuple(numbers)),
        });
    }
    Some(State { fields })
}

/// The values of a state, in the order of the slots.
pub(crate) fn values(game: &Game, slots: &[Slot], state: &State) -> Option<Vec<u64>> {
    let number = |value: &Value| match value {
        Value::Int(number) => u64::try_from(*number).ok(),
        _ => None,
    };
    let of = |slot: &Slot| match slot {
        Slot::Field { field, entry } => match (&state.fields[*field], entry) {
            (Stored::One(value), None) => number(value),
            (Stored::One(value), Some(entry)) => value.entry(*entry).as_ref().and_then(number),
            _ => None,
        },
        Slot::Cell { field, rank } => match &state.fields[*field] {
            Stored::Array(cells) => cells.get(*rank).and_then(number),
            _ => None,
        },
        Slot::Param { param, .. } => number(&game.params[*param]),
    };
    slots.iter().map(of).collect()
}
