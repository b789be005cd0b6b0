//! Rules in arithmetic: moves, domains and claims as formulas over natural numbers, and the decision whether a formula
//! has a solution, by reading the digits of all variables side by side (Buechi 1960; Wolper and Boigelot 2000). What a
//! rule means as a formula is decided by `translate`, which refuses every construct that it does not know.
#![forbid(unsafe_code)]

mod digits;
mod formula;
mod game;
mod heap;
mod lower;
mod reader;
mod search;
mod simplify;
mod table;
mod translate;

pub use digits::Digits;
pub use formula::{Formula, Relation, Term, Var};
pub use game::{Convention, Game, Move, Split};
pub use heap::{Code, Undecided, decides};
pub use lower::{Lowering, Plain, RESERVED};
pub use reader::{Reader, Trouble};
pub use search::{Searched, search};
pub use simplify::simplified;
pub use table::Table;
pub use translate::{
    Called, Claimed, Definition, NotDefinable, Parameters, Places, Says, Slot, Translated, named, parameters, translate,
};
