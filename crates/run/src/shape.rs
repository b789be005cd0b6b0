use crate::universe::Universe;
use crate::value::Value;
use std::sync::Arc;

/// Which values one place may take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Values {
    /// Whether `none` is one of them; then it is numbered 0.
    pub none: bool,
    /// The others.
    pub universe: Universe,
}

/// What a field is, its parameters fixed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One value.
    One(Values),
    /// One value per element.
    Array(Arc<Universe>, Values),
    /// A subset.
    Set(Arc<Universe>),
}

impl Values {
    /// How many.
    pub fn len(&self) -> u128 {
        self.universe.len() as u128 + u128::from(self.none)
    }

    /// Whether there are none at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a value, if it belongs.
    pub fn rank(&self, value: &Value) -> Option<u64> {
        if *value == Value::None {
            return self.none.then_some(0);
        }
        self.universe.rank(value).map(|rank| rank as u64 + u64::from(self.none))
    }

    /// The value numbered `rank`.
    #[inline(always)]
    pub fn value(&self, rank: u64) -> Value {
        match (self.none, rank) {
            (true, 0) => Value::None,
            (true, rank) => self.universe.element(rank as usize - 1),
            (false, rank) => self.universe.element(rank as usize),
        }
    }

    /// Bits that hold every number below `len`.
    pub fn bits(&self) -> u32 {
        match self.len() {
            0 | 1 => 0,
            len => 128 - (len - 1).leading_zeros(),
        }
    }
}

impl Shape {
    /// The index set of an array, or the elements a set may hold.
    #[inline]
    pub fn universe(&self) -> Option<&Arc<Universe>> {
        match self {
            Shape::One(_) => None,
            Shape::Array(universe, _) | Shape::Set(universe) => Some(universe),
        }
    }
}
