//! The automaton of a claim, as the certificate gives it.
//!
//! Invariant, checked on construction: every state has a successor for every column, and the first state is
//! its own successor on the zero column, so leading zeros change nothing.

/// A deterministic automaton over columns of digits, most significant column first; state 0 is the first. Bit j
/// of a column is the digit of number j.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    arity: usize,
    next: Vec<u32>,
    accept: Vec<bool>,
}

impl Table {
    /// The most numbers a table may read.
    pub const MAX_ARITY: usize = 12;

    /// The table with these rows of `2^arity` successors, if it keeps the invariant; else what is wrong.
    pub fn new(arity: usize, next: Vec<u32>, accept: Vec<bool>) -> Result<Table, String> {
        if arity > Table::MAX_ARITY {
            return Err(format!("a table of {arity} numbers, more than {}", Table::MAX_ARITY));
        }
        if accept.is_empty() || next.len() != accept.len() << arity {
            return Err("a state without its row".to_string());
        }
        if let Some(missing) = next.iter().find(|&&after| after as usize >= accept.len()) {
            return Err(format!("state {missing} does not exist"));
        }
        if next[0] != 0 {
            return Err("leading zeros leave the first state".to_string());
        }
        Ok(Table { arity, next, accept })
    }

    /// How many numbers it reads.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.accept.len()
    }

    /// Whether words that end in `state` are accepted.
    pub fn accepting(&self, state: usize) -> bool {
        self.accept[state]
    }

    /// If no column leaves `state`: whether everything that leads there is accepted.
    pub(crate) fn settled(&self, state: usize) -> Option<bool> {
        let row = &self.next[state << self.arity..][..1 << self.arity];
        row.iter().all(|&after| after as usize == state).then_some(self.accept[state])
    }

    /// The state after `state` and a column.
    pub fn after(&self, state: usize, column: usize) -> usize {
        self.next[state << self.arity | column] as usize
    }
}
