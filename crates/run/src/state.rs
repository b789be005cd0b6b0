use crate::universe::Universe;
use crate::value::Value;
use std::sync::Arc;

/// A position of one component, field by field, as rules read and write it. `Packed` is the same in machine words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// One per field, in order of declaration.
    pub fields: Vec<Stored>,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stored {
    /// One value.
    One(Value),
    /// One value per element of the index set, in order.
    Array(Vec<Value>),
    /// Which elements are present: bit `i` of word `i / 64`.
    Set(Vec<u64>),
}

impl Stored {
    /// As a value that stands by itself; `universe` is the field's index set.
    pub fn to_value(&self, universe: Option<&Arc<Universe>>) -> Value {
        match (self, universe) {
            (Stored::One(value), _) => value.clone(),
            (Stored::Array(cells), Some(universe)) => Value::array(universe.clone(), cells.clone()),
            (Stored::Array(cells), None) => Value::List(cells.clone().into()),
            (Stored::Set(bits), Some(universe)) => Value::Set(ones(bits).map(|rank| universe.element(rank)).collect()),
            (Stored::Set(_), None) => Value::Set([].into()),
        }
    }
}

/// The ranks of the bits that are set, in increasing order.
pub fn ones(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let mut rest = bits;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(word * 64 + bit)
        })
    })
}

/// Whether bit `rank` is set.
pub fn is_one(bits: &[u64], rank: usize) -> bool {
    bits[rank / 64] >> (rank % 64) & 1 == 1
}
