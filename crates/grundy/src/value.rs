//! Canonical values: of positions, and of expressions of the calculator.

mod answer;
mod functions;
mod lines;
mod positions;

use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use crate::text::Text;
use grundy_rule::Convention;
use grundy_run::Position;
use grundy_value::{Arena, Calculator, Fault, Function};

pub use answer::{GameProperties, PlotSeries, ThermographWalls, ValueAnswer, ValueKind, WallCorner};
pub use functions::FunctionList;
pub use grundy_value::{functions as value_functions, statements as value_statements};
pub use lines::{LineAnswer, ValueLines};
pub use positions::LibraryPositions;

/// Whether a position is one of normal play whose value is not known to be a nimber.
pub fn is_partizan(position: &Position) -> bool {
    position.parts.iter().all(|part| Convention::of(&part.game.rules) == Convention::Normal)
        && position.parts.iter().any(|part| !part.game.facts().impartial.is_proved())
}

/// Where the rules that `load` names come from.
pub trait RuleFiles {
    /// The text of a file.
    fn read(&self, name: &str) -> Result<Text, Problem>;
}

/// There are no files here.
pub struct NoRuleFiles;

impl RuleFiles for NoRuleFiles {
    fn read(&self, name: &str) -> Result<Text, Problem> {
        Err(Problem::bad_input("file", format!("`{name}` cannot be loaded here")))
    }
}

/// How much an answer tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The value alone.
    Short,
    /// What else is worth knowing of it too.
    Full,
}

/// A calculation: statements that share variables, functions and tables.
pub struct ValueSession<'p> {
    arena: Arena,
    positions: &'p LibraryPositions,
    files: &'p dyn RuleFiles,
    calculator: Calculator<'p>,
}

/// A mistake in a statement.
pub struct ValueMistake {
    /// Its column in the statement, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Box<Problem>,
}

impl<'p> ValueSession<'p> {
    /// A calculation without variables, in which positions of these games have values, and `load` reads these files.
    pub fn new(positions: &'p LibraryPositions, files: &'p dyn RuleFiles) -> ValueSession<'p> {
        ValueSession { arena: Arena::new(), positions, files, calculator: Calculator::new(positions) }
    }

    /// What a statement comes to. Besides those of the calculator: `load FILE`, `time STATEMENT` and `help`.
    pub fn answer(&mut self, text: &str, detail: Detail, budget: &Budget) -> Result<ValueAnswer, ValueMistake> {
        if let Some(name) = after_word(text, "load") {
            let name = text[name..].trim().trim_matches('"');
            return self.load(name).map(ValueAnswer::said).map_err(|problem| ValueMistake { column: 1, problem });
        }
        if text.trim() == "help" {
            return Ok(ValueAnswer::said(value_help()));
        }
        if let Some(name) = after_word(text, "help") {
            let names = text[name..].trim();
            let found = grundy_value::functions().iter().filter(|one| one.name.eq_ignore_ascii_case(names));
            let lines: Vec<String> = found.map(usage).collect();
            if !lines.is_empty() {
                return Ok(ValueAnswer::said(lines.join("\n")));
            }
        }
        let start = after_word(text, "time");
        let began = budget.seconds();
        let values = self.arena.values(budget);
        let answer = self.calculator.evaluate(values, &text[start.unwrap_or(0)..]);
        match answer {
            Ok(answer) => {
                let mut told = ValueAnswer::of(&answer, values, detail);
                told.seconds = start.map(|_| budget.seconds() - began);
                Ok(told)
            }
            Err(mut fault) => {
                let before = start.unwrap_or(0);
                fault.span = fault.span.start + before..fault.span.end + before;
                Err(ValueMistake::of(&fault, text))
            }
        }
    }

    /// Adds the rules of a file.
    fn load(&mut self, name: &str) -> Result<String, Box<Problem>> {
        let games = self.files.read(name).and_then(|text| self.positions.load(text))?;
        self.calculator.forget();
        Ok(format!("{name}: {}", games.join(", ")))
    }

    /// The names that were given values.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.calculator.variables()
    }
}

/// Where what follows a first word begins, if the text begins with it and more follows that could be its operand.
fn after_word(text: &str, word: &str) -> Option<usize> {
    let rest = text.trim_start().strip_prefix(word)?;
    let operand = rest.trim_start();
    let is_operand =
        rest.starts_with(char::is_whitespace) && !operand.starts_with([':', '=', '+', '/', '<', '>', '.', ')']);
    (is_operand && !operand.is_empty()).then(|| text.len() - operand.len())
}

/// What can be written, every function with its example.
pub fn value_help() -> String {
    let mut text = String::from(HELP);
    for function in grundy_value::functions() {
        text.push('\n');
        text.push_str(&usage(function));
    }
    text
}

fn usage(function: &Function) -> String {
    let usage = if function.usage.contains('(') { function.usage.to_string() } else { function.name.to_string() };
    let example = function.example;
    format!("  {usage}\n      {} = {}", example.0, example.1)
}

const HELP: &str = "\
Values: 3/4, *2, ^2*, v, ^<2>, ^[3], +-1, {1|-1}, {0||0|-2}, Tiny(2), on, over, {0|pass}, a position such as Domineering(R=2, C=3).
Operators: + - (sum), +- (switch), n * G (multiple), : (ordinal sum), ^ (power of a number), < <= == >= > != <| |> || (comparisons),
  and, or, not, in, if a < b then c else d, a .. b (whole numbers), xs[n], [n, f(n) for n in 1..5 if n != 3].
Statements, one a line or separated by ; and # begins a remark:
  G := {1|-1}                      keeps a value
  f(n) := Nim(n) + f(n - 1)        defines a function; f(x) := a + b where a := 2 * x, b := 1
  print G, f(3)                    values beside each other; print n, f(n) for n in 1..5
  table Mean(f(n)), f(n) for n in 1..5
  plot Temperature(f(n)) for n in 1..10
  time f(10)                       and how long it took
  load my.game                     games of a file of rules
  help Mean                        one function
Functions, as Name(G) or G.Name; of one value also as Name(list):";

impl ValueMistake {
    fn of(fault: &Fault, text: &str) -> ValueMistake {
        ValueMistake { column: fault.column(text), problem: Box::new(value_problem(fault, text)) }
    }
}

/// The value of one statement.
pub fn value(text: &str, positions: &LibraryPositions, budget: &Budget) -> Result<ValueAnswer, Problem> {
    let mut session = ValueSession::new(positions, &NoRuleFiles);
    session.answer(text.trim_end(), Detail::Full, budget).map_err(|mistake| *mistake.problem)
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
        let positions = LibraryPositions::new(Library::standard(), Engine::Interpreted);
        let budget = Budget::unlimited();
        let answer = value("{1|-1} + *", &positions, &budget).expect("a value");
        assert_eq!(serde_json::to_value(&answer).expect("JSON")["temperature"], "1");
        let mut session = ValueSession::new(&positions, &NoRuleFiles);
        let lines = ValueLines::of("x := ^\n# a remark\nx + x\n1 +\n", &mut session, Detail::Short, &budget);
        assert_eq!((lines.answers.len(), lines.ended()), (3, Ended::BadInput));
        let LineAnswer::Wrong(problem) = &lines.answers[2] else { panic!("the last line is cut off") };
        assert_eq!(problem.place.as_deref(), Some("line 4, column 4"));
    }
}
