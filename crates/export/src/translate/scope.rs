use crate::program::{E, Ty};
use grundy_rule::Expr;
use std::collections::{BTreeSet, HashMap};

/// A bound name.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What it is called.
    pub name: String,
    /// What it holds.
    pub ty: Ty,
    /// The least and the greatest of each of its numbers, where they are known.
    pub limits: Vec<(i64, i64)>,
}

/// What names mean at a place.
#[derive(Clone, Debug)]
pub struct Scope {
    /// Bound names by their place in the frame.
    pub locals: HashMap<usize, Bound>,
    /// The variable of each field.
    pub fields: Vec<String>,
    /// The variable of the player about to move.
    pub mover: String,
    /// Bodies and recursive definitions read only what is there.
    pub safe: bool,
}

impl Scope {
    /// Only the fields.
    pub fn new(fields: Vec<String>) -> Scope {
        Scope { locals: HashMap::new(), fields, mover: "mover".into(), safe: false }
    }

    /// The same, reading only what is there.
    pub fn safe(&self) -> Scope {
        Scope { safe: true, ..self.clone() }
    }

    /// A condition of definedness, unless everything is known to be there.
    pub fn needed(&self, condition: E) -> E {
        if self.safe { E::Bool(true) } else { condition }
    }
}

/// Locals an expression reads but does not bind, in order.
pub fn free(expr: &Expr) -> BTreeSet<usize> {
    grundy_run::free_locals(expr).into_iter().collect()
}
