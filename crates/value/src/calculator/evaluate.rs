//! The calculator: what has been given a name, and what a statement comes to.

use super::answer::{Answer, Grid, Plot};
use super::code::Step;
use super::fault::Fault;
use super::function;
use super::machine::Machine;
use super::parse::{self, Rows};
use super::statement::Statement;
use crate::{Dyadic, Game, Graph, Values};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// Positions of games described elsewhere, as values: what stands behind `Name(arguments)` when `Name` is no function
/// of the calculator. The arguments come as they were written, names of the calculator replaced by their values.
pub trait Positions {
    /// The value of a position; `Ok(None)` if there is no game of that name. A fault's span counts from the start of the
    /// arguments.
    fn value(&self, values: Values<'_>, game: &str, arguments: &str) -> Result<Option<Answer>, Fault>;

    /// The value of a variant of a position, as `variant impartial Name(arguments)`; the same, and a fault for variants that are not known.
    fn variant(&self, _: Values<'_>, variant: &str, _: &str, _: &str) -> Result<Option<Answer>, Fault> {
        Err(Fault::new("name", 0..0, format!("no variant is called `{variant}`")))
    }
}

/// No games are known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPositions;

impl Positions for NoPositions {
    fn value(&self, _: Values<'_>, _: &str, _: &str) -> Result<Option<Answer>, Fault> {
        Ok(None)
    }
}

/// Variables, functions, and where positions come from.
pub struct Calculator<'p> {
    positions: &'p dyn Positions,
    variables: HashMap<String, Answer>,
    functions: HashMap<String, Definition>,
    /// What calls came to; forgotten whenever a name gets another meaning.
    known: HashMap<Known, Answer>,
    /// What positions are worth: by variant, game and arguments.
    positions_known: HashMap<PositionKey, Answer>,
}

/// The variant, if it is one, the game, and the arguments.
pub(super) type PositionKey = (Option<String>, String, String);

/// A function that was defined.
pub(super) struct Definition {
    pub(super) parameters: Vec<String>,
    /// The statement, and where in it the value stands.
    text: String,
    body: Range<usize>,
    pub(super) code: Rc<[Step]>,
}

/// A call: the function and its arguments.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Known(String, Vec<Argument>);

#[derive(PartialEq, Eq, Hash)]
enum Argument {
    Game(Game),
    Text(String),
    Truth(bool),
}

/// Results that are remembered; all are forgotten when there are more.
const REMEMBERED: usize = 1 << 16;

impl Known {
    /// `None` if an argument is of a kind whose results are not remembered.
    pub(super) fn of(name: &str, arguments: &[Answer]) -> Option<Known> {
        let argument = |answer: &Answer| match answer {
            Answer::Game(game) => Some(Argument::Game(*game)),
            Answer::Text(text) => Some(Argument::Text(text.clone())),
            other => other.truth().map(Argument::Truth),
        };
        arguments.iter().map(argument).collect::<Option<Vec<_>>>().map(|all| Known(name.to_string(), all))
    }
}

impl<'p> Calculator<'p> {
    /// A calculator without variables.
    pub fn new(positions: &'p dyn Positions) -> Calculator<'p> {
        Calculator {
            positions,
            variables: HashMap::new(),
            functions: HashMap::new(),
            known: HashMap::new(),
            positions_known: HashMap::new(),
        }
    }

    /// The names that have been given values, and the functions defined.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().chain(self.functions.keys()).map(String::as_str)
    }

    /// What a statement comes to: an expression, a definition, or what is to be shown. Never panics, whatever the text; a
    /// definition takes place only when its right side has a value. Answers belong to the arena of `values`; use one arena per
    /// calculator.
    pub fn evaluate(&mut self, values: Values<'_>, text: &str) -> Result<Answer, Fault> {
        match Statement::of(text)? {
            Statement::Expression(body) => self.expression(values, text, body),
            Statement::Value(name, body) => {
                self.may_be_named(&name, text)?;
                let answer = self.expression(values, text, body)?;
                self.known.clear();
                self.functions.remove(&name);
                self.variables.insert(name, answer.clone());
                Ok(answer)
            }
            Statement::Function(name, parameters, body) => self.define(text, name, parameters, body),
            Statement::Print(body) => {
                let rows = self.rows(text, body)?;
                let words = self.shown(values, text, &rows)?;
                let words = words.iter().map(|word| word.text(values)).collect::<Result<Vec<_>, _>>();
                let words = words.map_err(|halt| Fault::halt(0..text.len(), halt))?;
                Ok(Answer::Text(words.join(if rows.names.is_empty() { " " } else { "\n" })))
            }
            Statement::Table(body) => self.grid(values, text, body).map(|grid| Answer::Table(Box::new(grid))),
            Statement::Plot(body) => {
                let grid = self.grid(values, text, body)?;
                plot(values, grid, text).map(|plot| Answer::Plot(Box::new(plot)))
            }
        }
    }

    fn expression(&mut self, values: Values<'_>, text: &str, body: Range<usize>) -> Result<Answer, Fault> {
        let code = parse::expression(text, body, &|name| self.parameters(name))?;
        Machine::run(values, self, code.into(), 0..text.len())
    }

    /// The graph of a game as it is written, loopy or not, without simplification of what is loopy.
    pub fn graph(&mut self, values: Values<'_>, text: &str) -> Result<Graph, Fault> {
        let code = parse::expression(text, 0..text.len(), &|name| self.parameters(name))?;
        Machine::graph(values, self, code.into(), 0..text.len())
    }

    fn parameters(&self, name: &str) -> Option<usize> {
        self.functions.get(name).map(|function| function.parameters.len())
    }

    fn may_be_named(&self, name: &str, text: &str) -> Result<(), Fault> {
        let taken = function::function(name).is_some() || matches!(name, "pass" | "true" | "false");
        let start = text.find(name).unwrap_or_default();
        let fault = || Fault::new("name", start..start + name.len(), format!("`{name}` already means something"));
        if taken { Err(fault()) } else { Ok(()) }
    }

    /// Defines a function. The others are read again, as they may call it.
    fn define(
        &mut self,
        text: &str,
        name: String,
        parameters: Vec<String>,
        body: Range<usize>,
    ) -> Result<Answer, Fault> {
        for new in parameters.iter().chain([&name]) {
            self.may_be_named(new, text)?;
        }
        let head = format!("{name}({})", parameters.join(", "));
        let count = parameters.len();
        let defined = |other: &str| if other == name { Some(count) } else { self.parameters(other) };
        let code = parse::expression(text, body.clone(), &defined)?.into();
        let definition = Definition { parameters, text: text.to_string(), body, code };
        self.variables.remove(&name);
        self.functions.insert(name, definition);
        self.known.clear();
        let reread: Vec<(String, Rc<[Step]>)> = self
            .functions
            .iter()
            .filter_map(|(name, function)| {
                let code = parse::expression(&function.text, function.body.clone(), &|name| self.parameters(name));
                code.ok().map(|code| (name.clone(), code.into()))
            })
            .collect();
        for (name, code) in reread {
            if let Some(function) = self.functions.get_mut(&name) {
                function.code = code;
            }
        }
        Ok(Answer::Defined(head))
    }

    fn rows(&self, text: &str, body: Range<usize>) -> Result<Rows, Fault> {
        parse::rows(text, body, &|name| self.parameters(name))
    }

    /// The elements of the list that rows come to.
    fn shown(&mut self, values: Values<'_>, text: &str, rows: &Rows) -> Result<Vec<Answer>, Fault> {
        match Machine::run(values, self, rows.code.clone().into(), 0..text.len())? {
            Answer::List(list) if !rows.names.is_empty() => {
                // Printed lines begin with what was asked for, not with what is bound.
                let bound = rows.names.len();
                let line = |row: Answer| match row {
                    Answer::List(mut row) => {
                        row.drain(..bound.min(row.len()));
                        Answer::Row(row)
                    }
                    other => other,
                };
                Ok(list.into_iter().map(line).collect())
            }
            Answer::List(list) => Ok(list),
            other => Ok(vec![other]),
        }
    }

    /// The table of `a, b for n in ...`, or of lists side by side.
    fn grid(&mut self, values: Values<'_>, text: &str, body: Range<usize>) -> Result<Grid, Fault> {
        let rows = self.rows(text, body)?;
        let heads: Vec<String> = rows
            .names
            .iter()
            .cloned()
            .chain(rows.operands.iter().map(|at| text[at.clone()].trim().to_string()))
            .collect();
        let Answer::List(found) = Machine::run(values, self, rows.code.into(), 0..text.len())? else {
            return Ok(Grid { heads, rows: Vec::new() });
        };
        let cells = |row: Answer| if let Answer::List(row) = row { row } else { vec![row] };
        let columns: Vec<Vec<Answer>> = found.into_iter().map(cells).collect();
        if !rows.names.is_empty() {
            return Ok(Grid { heads, rows: columns });
        }
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
        let nothing = || Answer::Text(String::new());
        let row = |at: usize| columns.iter().map(|column| column.get(at).cloned().unwrap_or_else(nothing)).collect();
        Ok(Grid { heads, rows: (0..longest).map(row).collect() })
    }

    pub(super) fn positions(&self) -> &'p dyn Positions {
        self.positions
    }

    pub(super) fn variable(&self, name: &str) -> Option<&Answer> {
        self.variables.get(name)
    }

    pub(super) fn defined(&self, name: &str) -> Option<&Definition> {
        self.functions.get(name)
    }

    pub(super) fn remembered(&self, known: &Known) -> Option<Answer> {
        self.known.get(known).cloned()
    }

    pub(super) fn valued(&self, key: &PositionKey) -> Option<Answer> {
        self.positions_known.get(key).cloned()
    }

    pub(super) fn keep_value(&mut self, key: PositionKey, answer: &Answer) {
        if self.positions_known.len() >= REMEMBERED {
            self.positions_known.clear();
        }
        self.positions_known.insert(key, answer.clone());
    }

    /// Games may have got other rules: forgets what positions and calls came to.
    pub fn forget(&mut self) {
        self.known.clear();
        self.positions_known.clear();
    }

    pub(super) fn remember(&mut self, known: Known, answer: &Answer) {
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        self.known.insert(known, answer.clone());
    }
}

/// A table of numbers as points: the first column goes along, or the row's number where it is none; the others go up.
fn plot(values: Values<'_>, grid: Grid, text: &str) -> Result<Plot, Fault> {
    let number = |answer: &Answer| match answer {
        Answer::Game(game) => values.as_number(*game),
        _ => None,
    };
    let along = (grid.heads.len() > 1).then(|| grid.heads[0].clone());
    let mut points = Vec::new();
    for (at, row) in grid.rows.iter().enumerate() {
        let (first, others) = if along.is_some() { (row.first(), &row[1.min(row.len())..]) } else { (None, &row[..]) };
        let x = first.and_then(number).unwrap_or_else(|| Dyadic::from(at as i64 + 1));
        for (series, other) in others.iter().enumerate() {
            let y = number(other).ok_or_else(|| {
                let shown = other.text(values).unwrap_or_default();
                Fault::new("kind", 0..text.len(), format!("a plot is of numbers, this is {}: {shown}", other.kind()))
                    .remedy("plot Mean(G) or Temperature(G)")
            })?;
            points.push((series, x.clone(), y));
        }
    }
    let heads = grid.heads[usize::from(along.is_some())..].to_vec();
    Ok(Plot { along: along.unwrap_or_default(), heads, points })
}
