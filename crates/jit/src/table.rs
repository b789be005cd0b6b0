//! What expressions are while code is made. Parameters are known, so every expression that depends on bound names
//! alone is a finite function: it is computed now for all of them and laid down as constant data.

use crate::word::Word;
use grundy_run::Value;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// A number below `size` that stands for a bound name.
#[derive(Clone, Debug)]
pub struct Var {
    /// Two with the same number are the same.
    pub id: u32,
    /// How many values it has.
    pub size: usize,
    /// Where it is when the code runs; none for one that exists while code is made.
    pub word: Option<Word>,
    /// Which values it takes, if not all: what a function is for the others does not matter.
    pub domain: Option<Rc<Vec<bool>>>,
    /// The word with this bit alone, if it counts bits.
    pub bit: Option<Word>,
}

/// A function of some variables, the last one fastest; `None` where it is undefined.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it depends on; nothing for a known value.
    pub vars: Vec<Var>,
    /// One per assignment.
    pub cells: Rc<Vec<Option<Value>>>,
}

/// A number that only the running code knows, between `low` and `high`.
#[derive(Clone, Debug)]
pub struct Number {
    pub word: Word,
    pub low: i64,
    pub high: i64,
    /// The same counted from `low`, if there are few.
    pub var: Option<Var>,
}

/// Elements that a set may have, sorted: bit `i` of its words says whether element `i` is in it.
pub type Hull = Arc<[Value]>;

/// A set as bits.
#[derive(Clone, Debug)]
pub struct Set {
    pub hull: Hull,
    pub words: Vec<Word>,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum Val {
    Table(Table),
    Number(Number),
    Set(Set),
    Tuple(Vec<Val>),
}

impl Table {
    /// A known value.
    pub fn known(value: Value) -> Table {
        Table { vars: Vec::new(), cells: Rc::new(vec![Some(value)]) }
    }

    /// The value that a variable numbers.
    pub fn of(var: Var, values: Vec<Value>) -> Table {
        Table { vars: vec![var], cells: Rc::new(values.into_iter().map(Some).collect()) }
    }

    /// Its only value.
    pub fn only(&self) -> Option<&Option<Value>> {
        if self.vars.is_empty() { self.cells.first() } else { None }
    }

    /// Whether it depends on this variable.
    pub fn uses(&self, id: u32) -> bool {
        self.vars.iter().any(|var| var.id == id)
    }

    /// All values it takes, sorted.
    pub fn image(&self) -> BTreeSet<Value> {
        self.cells.iter().flatten().cloned().collect()
    }

    /// Another function of the same variables.
    pub fn map(&self, f: impl Fn(&Value) -> Option<Value>) -> Table {
        let cells = self.cells.iter().map(|cell| cell.as_ref().and_then(&f)).collect();
        Table { vars: self.vars.clone(), cells: Rc::new(cells) }
    }

    /// A function of two others.
    pub fn combine(a: &Table, b: &Table, f: impl Fn(&Value, &Value) -> Option<Value>) -> Table {
        if let Some(b) = b.only() {
            return a.map(|a| b.as_ref().and_then(|b| f(a, b)));
        }
        if let Some(a) = a.only() {
            return b.map(|b| a.as_ref().and_then(|a| f(a, b)));
        }
        let vars = joined(&a.vars, &b.vars);
        let (at_a, at_b) = (a.over(&vars), b.over(&vars));
        let cells = at_a.iter().zip(&at_b).map(|(&i, &j)| match (&a.cells[i], &b.cells[j]) {
            (Some(x), Some(y)) => f(x, y),
            _ => None,
        });
        Table { cells: Rc::new(cells.collect()), vars }
    }

    /// Whether it depends on none but these variables.
    pub fn speaks_of(&self, vars: &[Var]) -> bool {
        self.vars.iter().all(|own| vars.iter().any(|var| var.id == own.id))
    }

    /// Its cells at each assignment of `vars`, which hold all of its own.
    pub fn over(&self, vars: &[Var]) -> Vec<usize> {
        debug_assert!(self.speaks_of(vars), "another variable would be taken for its first value");
        let mut places = vec![0usize];
        for var in vars {
            let at = self.vars.iter().position(|own| own.id == var.id);
            let stride = at.map_or(0, |at| self.vars[at + 1..].iter().map(|var| var.size).product());
            places = places.iter().flat_map(|&place| (0..var.size).map(move |i| place + i * stride)).collect();
        }
        places
    }

    /// For each assignment the number of its value in a sorted list.
    pub fn ranks(&self, hull: &[Value]) -> Vec<Option<u32>> {
        let number = numbering(hull);
        self.cells.iter().map(|cell| cell.as_ref().and_then(&number).map(|rank| rank as u32)).collect()
    }

    /// The set of what each function is, at every assignment; where one of them is undefined, so is the set.
    pub fn set_of(parts: &[Table]) -> Table {
        let vars = parts.iter().fold(Vec::new(), |vars, part| joined(&vars, &part.vars));
        let places: Vec<Vec<usize>> = parts.iter().map(|part| part.over(&vars)).collect();
        let size = vars.iter().map(|var| var.size).product();
        let cells = (0..size).map(|at| {
            let elements = parts.iter().zip(&places).map(|(part, places)| part.cells[places[at]].clone());
            elements.collect::<Option<Vec<Value>>>().map(Value::set)
        });
        Table { cells: Rc::new(cells.collect()), vars }
    }
}

/// The number of a value in a sorted list, computed where that is all numbers between two or a whole grid.
pub fn numbering(hull: &[Value]) -> impl Fn(&Value) -> Option<usize> {
    let form = match (hull.first(), hull.last()) {
        (Some(Value::Int(low)), Some(Value::Int(high))) => Some((*low, high - low + 1)),
        (Some(Value::Cell(0, 0)), Some(Value::Cell(_, last))) => Some((0, i64::from(*last) + 1)),
        _ => None,
    };
    // Where a value would be if the list were whole.
    let place = move |value: &Value| match (value, form?) {
        (Value::Int(number), (low, _)) => usize::try_from(number - low).ok(),
        (Value::Cell(row, column), (_, columns)) if (0..columns).contains(&i64::from(*column)) => {
            usize::try_from(i64::from(*row) * columns + i64::from(*column)).ok()
        }
        _ => None,
    };
    let whole = form.is_some() && hull.iter().enumerate().all(|(number, value)| place(value) == Some(number));
    move |value| match whole {
        true => place(value).filter(|number| hull.get(*number) == Some(value)),
        false => hull.binary_search(value).ok(),
    }
}

/// Whether a function's cell `i` is ever looked at.
pub fn matters(vars: &[Var], i: usize) -> bool {
    match vars {
        [Var { domain: Some(domain), .. }] => domain[i],
        _ => true,
    }
}

/// The variables of both, each once.
pub fn joined(a: &[Var], b: &[Var]) -> Vec<Var> {
    let mut all = a.to_vec();
    for var in b {
        if !all.iter().any(|known| known.id == var.id) {
            all.push(var.clone());
        }
    }
    all
}

/// Bits as words.
pub fn words_of(size: usize, bits: impl IntoIterator<Item = usize>) -> Vec<u64> {
    let mut words = vec![0u64; size.div_ceil(64).max(1)];
    for bit in bits {
        words[bit / 64] |= 1 << (bit % 64);
    }
    words
}
