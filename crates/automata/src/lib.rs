//! Sets of tuples of naturals as minimal automata over digit columns, and what can be decided with them.
//!
//! [`Arith`] builds relations ([`Rel`]) from linear arithmetic, residues and bitwise operations in a digit
//! system ([`Digits`]), within a budget; equal sets are equal tables. [`sentence`] decides the sentences which
//! say that a set is the set of P-positions, or a relation the Grundy function, of given moves. [`learn()`] guesses
//! an automaton from a table; [`name()`] says in words what set it is; [`dot()`] draws it.
//!
//! ```
//! use grundy_automata::{Arith, Digits, Var};
//! # fn main() -> Result<(), grundy_automata::OutOfBudget> {
//! let arith = Arith::new(Digits::Base2, 10_000);
//! let (x, y) = (Var(0), Var(1));
//! let equal = arith.equal(x, y)?;
//! assert_eq!(equal, arith.xor(&[x, y])?); // x = y exactly if the nim-sum is 0
//! assert!(equal.accepts(&[1_000_000_007, 1_000_000_007]));
//! # Ok(()) }
//! ```
#![forbid(unsafe_code)]

mod adder;
mod arith;
mod atom;
mod digits;
mod dot;
mod golden;
mod intern;
mod learn;
mod least;
mod logic;
mod minimise;
mod name;
mod product;
mod project;
mod rel;
pub mod sentence;
mod table;
mod word;

pub use adder::Step;
pub use arith::{Arith, MAX_VARIABLES, OutOfBudget};
pub use atom::{Comparison, Periodic};
pub use digits::Digits;
pub use dot::dot;
pub use learn::{Learning, Machine, NoClosure, learn};
pub use least::Order;
pub use name::{name, name_function};
pub use rel::{Rel, Var};
pub use table::{MAX_CELLS, Table};
pub use word::Word;
