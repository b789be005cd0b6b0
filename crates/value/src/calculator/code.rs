//! Expressions as postfix code. Jumps are relative to their own place, so a piece of code can be moved as a whole.

use super::function::Function;
use super::token::Reach;
use crate::{Nus, Side};
use std::ops::Range;

/// One instruction; operands are on the evaluator's stack.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Push(Nus),
    Power(Side, u32, Reach),
    Text(String),
    Name(String),
    Call(&'static Function, usize),
    /// A function that was defined, with so many arguments.
    Apply(String, usize),
    /// A position of a game described elsewhere: its name and its argument text.
    Position(String, String),
    /// The same in a variant, which comes first.
    Variant(String, String, String),
    Negative,
    Switch,
    Not,
    Binary(&'static str),
    /// Opens the scope of a brace, so that its name and `pass` may stand inside.
    Enter(Option<String>),
    /// `{...}`: how many operands stand between the separators, and the separators with their places.
    Brace {
        counts: Vec<usize>,
        bars: Vec<(usize, Range<usize>)>,
    },
    /// A list of so many operands.
    List(usize),
    /// `list[number]`, counted from 1.
    Index,
    /// Goes on so many instructions away.
    Jump(isize),
    /// Takes a truth; goes on so many instructions further if it is false.
    Unless(isize),
    /// Leaves a truth that decides `and` or `or`, and goes on so many instructions further; takes it otherwise.
    Decided(bool, isize),
    /// The operand must be a truth.
    Truth,
    /// Begins a list that [`Op::Append`] adds to.
    Gather,
    /// Takes a list to go through.
    Each,
    /// Binds the next element; when there is none, unbinds and goes on so many instructions further.
    Next(String, isize),
    /// Takes an operand into the list being gathered.
    Append,
    /// Ends the list being gathered, as an operand.
    Gathered,
    /// Takes an operand as the local value of a name.
    Bind(String),
    /// Forgets so many local values.
    Unbind(usize),
}

/// An instruction and the text it is for.
pub(crate) type Step = (Op, Range<usize>);

/// How strongly an operator binds; see [`super::parse`].
pub(crate) fn strength(operator: &str) -> u8 {
    match operator {
        "or" => 1,
        "and" => 2,
        ".." => 5,
        "&" => 6,
        "+" | "-" | "+-" => 7,
        "*" | "/" => 8,
        ":" => 9,
        "^" => 11,
        _ => COMPARISON,
    }
}

/// Of `not`.
pub(crate) const NOT: u8 = 3;
/// Of comparisons.
pub(crate) const COMPARISON: u8 = 4;
/// Of prefixed `-` and `+-`.
pub(crate) const PREFIX: u8 = 10;
