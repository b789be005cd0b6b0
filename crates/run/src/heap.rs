//! The heap form of a game's rules at its parameters: what depends on parameters alone is what it evaluates to.

use crate::eval::Machine;
use crate::game::Game;
use crate::value::Value;
use grundy_rule::{HeapForm, Settled};

impl Game {
    /// The heap form of the rules; where they have none for all parameters, that at the parameters of this game.
    pub fn heap_form(&self) -> Option<HeapForm> {
        let source = self.source();
        grundy_rule::heap_form_at(source, &|expr| match Machine::new(&self.params, &[], &source.defs, &source.enums)
            .value(expr)
            .ok()?
        {
            Value::Int(number) => Some(Settled::Number(number)),
            Value::Bool(truth) => Some(Settled::Truth(truth)),
            Value::Set(elements) => {
                let number = |element: &Value| if let Value::Int(number) = element { Some(*number) } else { None };
                elements.iter().map(number).collect::<Option<_>>().map(Settled::Numbers)
            }
            _ => None,
        })
    }
}
