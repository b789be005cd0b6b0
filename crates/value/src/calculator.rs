//! The calculator: expressions over values, in CGSuite's notation, with variables and functions.
//!
//! Reading keeps its own stacks, so no nesting overflows the machine's; every refusal names its place.

mod answer;
mod code;
mod draft;
mod evaluate;
mod fault;
mod function;
mod token;

pub use answer::Answer;
pub use evaluate::{Calculator, NoPositions, Positions};
pub use fault::Fault;
pub use function::{Function, functions};
