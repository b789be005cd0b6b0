//! Runs the code of an expression on a stack of answers.

use super::answer::Answer;
use super::code::{Op, Step, compile};
use super::fault::Fault;
use super::function::{self, Call};
use super::token::{divide, not_dyadic};
use crate::{Dyadic, Game, Halt, Relation, Values};
use std::collections::HashMap;
use std::ops::Range;

/// Positions of games described elsewhere, as values: what stands behind `Name(arguments)` when `Name` is no function
/// of the calculator. The arguments come as they were written.
pub trait Positions {
    /// The value of a position; `Ok(None)` if there is no game of that name. A fault's span counts from the start of the
    /// arguments.
    fn value(&self, values: Values<'_>, game: &str, arguments: &str) -> Result<Option<Answer>, Fault>;
}

/// No games are known.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPositions;

impl Positions for NoPositions {
    fn value(&self, _: Values<'_>, _: &str, _: &str) -> Result<Option<Answer>, Fault> {
        Ok(None)
    }
}

/// Variables, and where positions come from.
pub struct Calculator<'p> {
    positions: &'p dyn Positions,
    variables: HashMap<String, Answer>,
}

impl<'p> Calculator<'p> {
    /// A calculator without variables.
    pub fn new(positions: &'p dyn Positions) -> Calculator<'p> {
        Calculator { positions, variables: HashMap::new() }
    }

    /// The names that have been given values.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().map(String::as_str)
    }

    /// What an expression or assignment comes to. Never panics, whatever the text; an assignment takes place only when
    /// its right side has a value. Answers belong to the arena of `values`; use one arena per calculator.
    pub fn evaluate(&mut self, values: Values<'_>, text: &str) -> Result<Answer, Fault> {
        let code = compile(text)?;
        let mut machine = Machine { values, calculator: self, stack: Vec::new() };
        for step in code {
            machine.step(step)?;
        }
        machine.pop(&(0..text.len()))
    }
}

struct Machine<'a, 'c, 'p> {
    values: Values<'a>,
    calculator: &'c mut Calculator<'p>,
    stack: Vec<Answer>,
}

impl Machine<'_, '_, '_> {
    fn pop(&mut self, span: &Range<usize>) -> Result<Answer, Fault> {
        self.stack.pop().ok_or_else(|| Fault::new("syntax", span.clone(), "a value is expected here"))
    }

    fn pop_game(&mut self, span: &Range<usize>) -> Result<Game, Fault> {
        let answer = self.pop(span)?;
        game(&answer, span)
    }

    fn step(&mut self, (op, span): Step) -> Result<(), Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let answer = match op {
            Op::Push(nus) => Answer::Game(self.values.nus(&nus).map_err(halt)?),
            Op::Name(name) => self.named(&name, &span)?,
            Op::Position(name, arguments) => self.position(&name, &arguments, &span)?,
            Op::Negative => {
                let operand = self.pop_game(&span)?;
                Answer::Game(self.values.negative(operand).map_err(halt)?)
            }
            Op::Switch => {
                let operand = self.pop_game(&span)?;
                Answer::Game(self.values.switch(operand).map_err(halt)?)
            }
            Op::Binary(operator) => {
                let right = self.pop(&span)?;
                let left = self.pop(&span)?;
                self.binary(operator, &left, &right, &span)?
            }
            Op::Call(function, given) => {
                let arguments = self.stack.split_off(self.stack.len().saturating_sub(given));
                function::apply(function, &Call { values: self.values, arguments, span })?
            }
            Op::Enter(None) => return Ok(()),
            Op::Enter(Some(name)) => {
                return Err(Fault::new("loopy", span, format!("`{name}` would make this game loopy")));
            }
            Op::Brace { counts, bars } => self.brace(&counts, &bars, &span)?,
            Op::Assign(name) => {
                if function::function(&name).is_some() {
                    return Err(Fault::new("name", span, format!("`{name}` is a function")));
                }
                let answer = self.pop(&span)?;
                self.calculator.variables.insert(name, answer.clone());
                answer
            }
        };
        self.stack.push(answer);
        Ok(())
    }

    fn named(&self, name: &str, span: &Range<usize>) -> Result<Answer, Fault> {
        if let Some(answer) = self.calculator.variables.get(name) {
            return Ok(answer.clone());
        }
        match self.calculator.positions.value(self.values, name, "") {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(function::unknown(name, span.clone())),
            Err(fault) => Err(Fault { span: span.clone(), ..fault }),
        }
    }

    fn position(&self, name: &str, arguments: &str, span: &Range<usize>) -> Result<Answer, Fault> {
        let name_span = span.start..span.start + name.len();
        match self.calculator.positions.value(self.values, name, arguments) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(function::unknown(name, name_span)),
            Err(fault) => {
                let start = span.end - 1 - arguments.len();
                Err(Fault { span: start + fault.span.start..start + fault.span.end, ..fault })
            }
        }
    }

    fn binary(&self, operator: &str, left: &Answer, right: &Answer, span: &Range<usize>) -> Result<Answer, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let (g, h) = (game(left, span)?, game(right, span)?);
        let values = self.values;
        let result = match operator {
            "+" => values.sum(g, h),
            "-" => values.difference(g, h),
            "+-" => values.switch(h).and_then(|switch| values.sum(g, switch)),
            ":" => values.ordinal_sum(g, h),
            "*" => return self.product(g, h, span),
            "/" | "^" => return self.number_operation(operator, g, h, span),
            _ => {
                let relation = values.compare(g, h).map_err(halt)?;
                return Ok(Answer::Comparison { relation, holds: holds(operator, relation) });
            }
        };
        result.map(Answer::Game).map_err(halt)
    }

    /// Numbers multiply; an integer and a game give a multiple.
    fn product(&self, g: Game, h: Game, span: &Range<usize>) -> Result<Answer, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let (a, b) = (self.values.as_number(g), self.values.as_number(h));
        let result = match (a, b) {
            (Some(a), Some(b)) => a.times(&b).and_then(|product| self.values.number(&product)),
            (Some(count), None) if count.is_integer() => self.values.multiple(h, &count),
            (None, Some(count)) if count.is_integer() => self.values.multiple(g, &count),
            _ => {
                return Err(Fault::new("kind", span.clone(), "only a multiple by an integer is defined here")
                    .remedy("see Norton(G, U) and NimProduct(*a, *b)"));
            }
        };
        result.map(Answer::Game).map_err(halt)
    }

    fn number_operation(&self, operator: &str, g: Game, h: Game, span: &Range<usize>) -> Result<Answer, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let number = |game: Game| -> Result<Dyadic, Fault> {
            self.values.as_number(game).ok_or_else(|| {
                let what = if operator == "/" { "division" } else { "a power" };
                Fault::new("kind", span.clone(), format!("{what} needs numbers on both sides"))
            })
        };
        let (a, b) = (number(g)?, number(h)?);
        let result = match operator {
            "/" if b == Dyadic::ZERO => return Err(Fault::new("dyadic", span.clone(), "division by zero")),
            "/" => divide(&a, &b),
            _ => a.power(&b).map_err(halt)?,
        };
        let result = result.ok_or_else(|| match operator {
            "/" => not_dyadic(span.clone(), &format!("{}{a}/{b}", " ".repeat(span.start))),
            _ => Fault::new("dyadic", span.clone(), "this power is not a dyadic number"),
        })?;
        self.values.number(&result).map(Answer::Game).map_err(halt)
    }

    /// Builds the game of a brace: among its bars the fewest bind tightest, and equal ones may not compete.
    fn brace(
        &mut self,
        counts: &[usize],
        bars: &[(usize, Range<usize>)],
        span: &Range<usize>,
    ) -> Result<Answer, Fault> {
        let total: usize = counts.iter().sum();
        let mut operands = self.stack.split_off(self.stack.len().saturating_sub(total)).into_iter();
        let mut segment = |count: usize| -> Vec<Answer> { operands.by_ref().take(count).collect() };
        let mut segments = vec![segment(counts[0])];
        let mut open: Vec<usize> = Vec::new();
        for (&count, (bar, at)) in counts[1..].iter().zip(bars) {
            while open.last().is_some_and(|last| last < bar) {
                open.pop();
                self.join(&mut segments, span)?;
            }
            if open.last() == Some(bar) {
                return Err(Fault::new("brace", at.clone(), "two bars of the same length compete")
                    .remedy("write {0||0|-2}, or put braces around the inner game"));
            }
            open.push(*bar);
            segments.push(segment(count));
        }
        for _ in open {
            self.join(&mut segments, span)?;
        }
        segments
            .pop()
            .and_then(|mut only| only.pop())
            .ok_or_else(|| Fault::new("syntax", span.clone(), "an empty game"))
    }

    /// Replaces the last two segments by the game with those options.
    fn join(&mut self, segments: &mut Vec<Vec<Answer>>, span: &Range<usize>) -> Result<(), Fault> {
        let (right, left) = (segments.pop().unwrap_or_default(), segments.pop().unwrap_or_default());
        let games =
            |answers: Vec<Answer>| answers.iter().map(|answer| game(answer, span)).collect::<Result<Vec<_>, _>>();
        let made = self.values.game(games(left)?, games(right)?).map_err(|halt| Fault::halt(span.clone(), halt))?;
        segments.push(vec![Answer::Game(made)]);
        Ok(())
    }
}

pub(super) fn game(answer: &Answer, span: &Range<usize>) -> Result<Game, Fault> {
    match answer {
        Answer::Game(game) => Ok(*game),
        other => Err(Fault::new("kind", span.clone(), format!("a game is expected here, this is {}", other.kind()))),
    }
}

fn holds(operator: &str, relation: Relation) -> bool {
    use Relation::{Confused, Equal, Greater, Less};
    match operator {
        "==" => relation == Equal,
        "!=" => relation != Equal,
        "<" => relation == Less,
        ">" => relation == Greater,
        "<=" => matches!(relation, Less | Equal),
        ">=" => matches!(relation, Greater | Equal),
        "<|" => matches!(relation, Less | Confused),
        "|>" => matches!(relation, Greater | Confused),
        _ => relation == Confused,
    }
}
