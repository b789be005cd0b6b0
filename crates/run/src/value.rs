use crate::universe::Universe;
use grundy_rule::Graph;
use std::ops::Deref;
use std::sync::Arc;

/// One of the two players. `Left` starts unless asked otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first-named player.
    Left,
    /// The second-named player.
    Right,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// Anything an expression can be. The derived order is the language's: `none` first, numbers up, cells row by row,
/// tuples by first entry, names as declared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u64)]
pub enum Value {
    /// `none`.
    None,
    /// A number.
    Int(i64),
    /// A condition.
    Bool(bool),
    /// A player.
    Player(Side),
    /// A value of an enumeration.
    Name(u32),
    /// A pair of numbers that fit 32 bits; every such pair has this form.
    Cell(i32, i32),
    /// Any other tuple.
    Tuple(Elements),
    /// Sorted, each once.
    Set(Elements),
    /// In order.
    List(Elements),
    /// An array with its index set.
    Array(Arc<Array>),
    /// A digraph: where the edges of each vertex lead, sorted.
    Graph(Arc<Graph>),
    /// A text that a field or parameter will give a meaning.
    Text(Arc<String>),
}

/// Interpretation hands values about: they stay two words, as large as a pair of numbers.
const _: () = assert!(size_of::<Value>() == 16 && size_of::<crate::Eval<Value>>() == 16);

/// Values that are shared, not copied.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Elements(Arc<Vec<Value>>);

impl Deref for Elements {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl From<Vec<Value>> for Elements {
    fn from(elements: Vec<Value>) -> Elements {
        Elements(Arc::new(elements))
    }
}

impl<const N: usize> From<[Value; N]> for Elements {
    fn from(elements: [Value; N]) -> Elements {
        Vec::from(elements).into()
    }
}

impl FromIterator<Value> for Elements {
    fn from_iter<I: IntoIterator<Item = Value>>(elements: I) -> Elements {
        elements.into_iter().collect::<Vec<Value>>().into()
    }
}

/// One value per element of an index set.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Array {
    /// The index set.
    pub universe: Arc<Universe>,
    /// The values, in its order.
    pub cells: Vec<Value>,
}

impl Value {
    /// A tuple in its one form.
    pub fn tuple(entries: Vec<Value>) -> Value {
        if let [Value::Int(row), Value::Int(col)] = entries[..]
            && let (Ok(row), Ok(col)) = (i32::try_from(row), i32::try_from(col))
        {
            return Value::Cell(row, col);
        }
        Value::Tuple(entries.into())
    }

    /// The value with the two players exchanged in it.
    pub fn exchanged(&self) -> Value {
        match self {
            Value::Player(side) => Value::Player(side.other()),
            Value::Tuple(entries) => Value::tuple(entries.iter().map(Value::exchanged).collect()),
            other => other.clone(),
        }
    }

    /// An array.
    pub fn array(universe: Arc<Universe>, cells: Vec<Value>) -> Value {
        Value::Array(Arc::new(Array { universe, cells }))
    }

    /// The pair of numbers in its one form.
    pub fn pair(row: i64, col: i64) -> Value {
        match (i32::try_from(row), i32::try_from(col)) {
            (Ok(row), Ok(col)) => Value::Cell(row, col),
            _ => Value::Tuple([Value::Int(row), Value::Int(col)].into()),
        }
    }

    /// A set of these elements.
    pub fn set(mut elements: Vec<Value>) -> Value {
        if !elements.is_sorted_by(|a, b| a < b) {
            elements.sort_unstable();
            elements.dedup();
        }
        Value::Set(elements.into())
    }

    /// Where an element stands among sorted ones.
    #[inline(never)]
    pub(crate) fn place_in(&self, sorted: &[Value]) -> Option<usize> {
        let Value::Cell(row, col) = *self else { return sorted.binary_search(self).ok() };
        let key = cell_key(row, col);
        let found = sorted.binary_search_by(|element| match *element {
            Value::Cell(row, col) => cell_key(row, col).cmp(&key),
            ref other => other.cmp(self),
        });
        found.ok()
    }

    /// Entry `index` of a tuple.
    pub fn entry(&self, index: usize) -> Option<Value> {
        match self {
            Value::Cell(row, _) if index == 0 => Some(Value::Int((*row).into())),
            Value::Cell(_, col) if index == 1 => Some(Value::Int((*col).into())),
            Value::Tuple(entries) => entries.get(index).cloned(),
            _ => None,
        }
    }

    /// The numbers of a tuple of numbers.
    pub fn numbers(&self) -> Option<Vec<i64>> {
        match self {
            Value::Cell(row, col) => Some(vec![(*row).into(), (*col).into()]),
            Value::Tuple(entries) => entries
                .iter()
                .map(|entry| match entry {
                    Value::Int(number) => Some(*number),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }

    /// The elements of a set or list.
    pub fn elements(&self) -> Option<&[Value]> {
        match self {
            Value::Set(elements) | Value::List(elements) => Some(elements),
            _ => None,
        }
    }
}

/// Cells have the order of their keys.
fn cell_key(row: i32, col: i32) -> i64 {
    i64::from(row) << 32 | i64::from(col.cast_unsigned() ^ 1 << 31)
}
