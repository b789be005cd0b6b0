use crate::game::Game;
use crate::value::Value;
use grundy_rule::{Kind, Source};

impl Game {
    /// At most how many assignments of its binders a move can have, guards aside; `None` if some set depends on the
    /// position in a way that is not bounded here.
    pub fn candidates(&self, number: usize) -> Option<u128> {
        let mut product: u128 = 1;
        for binder in &self.rules.moves[number].binders {
            let Source::In(set) = &binder.source else { continue };
            let size = match &set.kind {
                Kind::Const(constant) => elements(&self.constants[*constant])?,
                Kind::Param(param) => elements(&self.params[*param])?,
                Kind::Field(field) => self.universe(*field)?.len() as u128,
                Kind::Range(low, high) => match (&low.kind, &high.kind) {
                    (Kind::Int(low), Kind::Int(high)) => {
                        u128::try_from(i128::from(*high) - i128::from(*low) + 1).unwrap_or(0)
                    }
                    _ => return None,
                },
                _ => return None,
            };
            product = product.saturating_mul(size);
        }
        Some(product)
    }
}

fn elements(set: &Value) -> Option<u128> {
    set.elements().map(|elements| elements.len() as u128)
}
