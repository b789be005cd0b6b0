//! The calculator: statements over values, in CGSuite's notation, with variables, functions, lists and loops over them.
//!
//! Reading keeps its own stacks, so no nesting overflows the machine's; every refusal names its place.

mod answer;
mod arithmetic;
mod code;
mod draft;
mod evaluate;
mod fault;
mod function;
mod grid;
mod machine;
mod parse;
mod position;
mod statement;
mod token;

pub use answer::{Answer, Grid, Plot};
pub use evaluate::{Calculator, NoPositions, Positions};
pub use fault::Fault;
pub use function::{Function, functions};
pub use statement::{Piece, statements};
