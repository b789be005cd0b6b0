//! Canonical values: of positions, and of expressions of the calculator.

mod answer;
mod lines;
mod positions;

use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use grundy_rule::Convention;
use grundy_run::Position;
use grundy_value::{Arena, Calculator, Fault};

pub use answer::{GameProperties, ShortValue, ThermographWalls, ValueAnswer, ValueKind, WallCorner};
pub use grundy_value::functions as value_functions;
pub use lines::{LineAnswer, ValueLines};
pub use positions::LibraryPositions;

/// Whether a position is one of normal play whose value is not known to be a nimber.
pub fn is_partizan(position: &Position) -> bool {
    position.parts.iter().all(|part| Convention::of(&part.game.rules) == Convention::Normal)
        && position.parts.iter().any(|part| !part.game.facts().impartial.is_proved())
}

/// A calculation: expressions that share variables and tables.
pub struct ValueSession<'p> {
    arena: Arena,
    calculator: Calculator<'p>,
}

/// A mistake in an expression.
pub struct ValueMistake {
    /// Its column in the expression, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Box<Problem>,
}

impl<'p> ValueSession<'p> {
    /// A calculation without variables, in which positions of these games have values.
    pub fn new(positions: &'p LibraryPositions) -> ValueSession<'p> {
        ValueSession { arena: Arena::new(), calculator: Calculator::new(positions) }
    }

    /// The value of an expression, with what else is worth knowing of it.
    pub fn full(&mut self, text: &str, budget: &Budget) -> Result<ValueAnswer, ValueMistake> {
        let values = self.arena.values(budget);
        match self.calculator.evaluate(values, text) {
            Ok(answer) => Ok(ValueAnswer::of(&answer, values)),
            Err(fault) => Err(ValueMistake::of(&fault, text)),
        }
    }

    /// The value of an expression alone.
    pub fn short(&mut self, text: &str, budget: &Budget) -> Result<ShortValue, ValueMistake> {
        let values = self.arena.values(budget);
        match self.calculator.evaluate(values, text) {
            Ok(answer) => Ok(ShortValue::of(&answer, values)),
            Err(fault) => Err(ValueMistake::of(&fault, text)),
        }
    }

    /// The names that were given values.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.calculator.variables()
    }
}

impl ValueMistake {
    fn of(fault: &Fault, text: &str) -> ValueMistake {
        ValueMistake { column: fault.column(text), problem: Box::new(value_problem(fault, text)) }
    }
}

/// The value of one expression.
pub fn value(text: &str, positions: &LibraryPositions, budget: &Budget) -> Result<ValueAnswer, Problem> {
    ValueSession::new(positions).full(text.trim_end(), budget).map_err(|mistake| *mistake.problem)
}

/// The values of the lines of a text: expressions of one calculation. A line with a mistake is told, and the others are answered.
pub fn value_lines(text: &str, positions: &LibraryPositions, budget: &Budget) -> ValueLines {
    ValueLines::of(text, positions, budget)
}

/// The problem of a mistake in an expression.
pub fn value_problem(fault: &Fault, text: &str) -> Problem {
    let mut problem = Problem::bad_input(fault.code, &fault.message).at(format!("column {}", fault.column(text)));
    if let Some(remedy) = &fault.remedy {
        problem = problem.remedy(remedy);
    }
    if fault.code == "limit" { problem.of_kind(ProblemKind::Limit) } else { problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::library::Library;
    use crate::report::{Ended, Report};

    #[test]
    fn expressions_and_lines_have_values() {
        let positions = LibraryPositions { library: Library::standard(), engine: Engine::Interpreted };
        let budget = Budget::unlimited();
        let answer = value("{1|-1} + *", &positions, &budget).expect("a value");
        assert_eq!(serde_json::to_value(&answer).expect("JSON")["temperature"], "1");
        let lines = value_lines("x := ^\n# a remark\nx + x\n1 +\n", &positions, &budget);
        assert_eq!((lines.answers.len(), lines.ended()), (3, Ended::BadInput));
        let LineAnswer::Wrong(problem) = &lines.answers[2] else { panic!("the last line is cut off") };
        assert_eq!(problem.place.as_deref(), Some("line 4, column 4"));
    }
}
