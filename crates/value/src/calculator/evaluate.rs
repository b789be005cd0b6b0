//! Runs the code of an expression on a stack of answers.

use super::answer::Answer;
use super::code::{Op, Step, compile};
use super::draft::{Draft, Item};
use super::fault::Fault;
use super::function::{self, Call};
use super::token::{divide, not_dyadic};
use crate::{Dyadic, Game, Halt, Named, Relation, Sided, Values};
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
        let mut machine = Machine { values, calculator: self, stack: Vec::new(), draft: Draft::default() };
        for step in code {
            machine.step(step)?;
        }
        machine.pop(&(0..text.len()))
    }
}

struct Machine<'a, 'c, 'p> {
    values: Values<'a>,
    calculator: &'c mut Calculator<'p>,
    stack: Vec<Item>,
    draft: Draft,
}

impl Machine<'_, '_, '_> {
    fn pop(&mut self, span: &Range<usize>) -> Result<Answer, Fault> {
        let item = self.stack.pop().ok_or_else(|| Fault::new("syntax", span.clone(), "a value is expected here"))?;
        item.answer(span)
    }

    fn step(&mut self, (op, span): Step) -> Result<(), Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let answer = match op {
            Op::Push(nus) => Answer::Game(self.values.nus(&nus).map_err(halt)?),
            Op::Name(name) => {
                let item = self.named(&name, &span)?;
                self.stack.push(item);
                return Ok(());
            }
            Op::Position(name, arguments) => self.position(&name, &arguments, &span)?,
            Op::Negative => {
                let operand = self.pop(&span)?;
                self.negative(&operand, &span)?
            }
            Op::Switch => {
                let operand = self.pop(&span)?;
                self.switch(&operand, &span)?
            }
            Op::Binary(operator) => {
                let right = self.pop(&span)?;
                let left = self.pop(&span)?;
                self.binary(operator, &left, &right, &span)?
            }
            Op::Call(function, given) => {
                let items = self.stack.split_off(self.stack.len().saturating_sub(given));
                let arguments = items.into_iter().map(|item| item.answer(&span)).collect::<Result<Vec<_>, _>>()?;
                function::apply(function, &Call { values: self.values, arguments, span })?
            }
            Op::Enter(label) => {
                self.draft.enter(label);
                return Ok(());
            }
            Op::Brace { counts, bars } => {
                let item = self.brace(&counts, &bars, &span)?;
                self.stack.push(item);
                return Ok(());
            }
            Op::Assign(name) => {
                if function::function(&name).is_some() || name == "pass" {
                    return Err(Fault::new("name", span, format!("`{name}` already means something")));
                }
                let answer = self.pop(&span)?;
                self.calculator.variables.insert(name, answer.clone());
                answer
            }
        };
        self.stack.push(Item::Answer(answer));
        Ok(())
    }

    fn named(&mut self, name: &str, span: &Range<usize>) -> Result<Item, Fault> {
        if let Some(open) = self.draft.named(name) {
            return Ok(open);
        }
        if name == "pass" {
            return Err(Fault::new("name", span.clone(), "`pass` means something only among the options of a game"));
        }
        if let Some(answer) = self.calculator.variables.get(name) {
            return Ok(Item::Answer(answer.clone()));
        }
        if let Some((_, named)) = Named::ALL.into_iter().find(|(known, _)| *known == name) {
            let sided = Sided::of_graph(self.values, &named.graph());
            let answer = sided.and_then(|sided| Answer::loopy(self.values, sided));
            return answer.map(Item::Answer).map_err(|halt| Fault::halt(span.clone(), halt));
        }
        match self.calculator.positions.value(self.values, name, "") {
            Ok(Some(answer)) => Ok(Item::Answer(answer)),
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
        let values = self.values;
        let loopy = |answer: &Answer| matches!(answer, Answer::Loopy(_));
        if operator == "&" || loopy(left) || loopy(right) {
            return self.loopy_binary(operator, left, right, span);
        }
        let (g, h) = (game(left, span)?, game(right, span)?);
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

    fn negative(&self, operand: &Answer, span: &Range<usize>) -> Result<Answer, Fault> {
        if let Answer::Loopy(sided) = operand {
            return Ok(Answer::Loopy(Box::new(sided.negative())));
        }
        let negative = self.values.negative(game(operand, span)?);
        negative.map(Answer::Game).map_err(|halt| Fault::halt(span.clone(), halt))
    }

    fn switch(&mut self, operand: &Answer, span: &Range<usize>) -> Result<Answer, Fault> {
        let negative = self.negative(operand, span)?;
        self.draft.enter(None);
        let mut segments = vec![vec![Item::Answer(operand.clone())], vec![Item::Answer(negative)]];
        self.draft.join(self.values, &mut segments, span)?;
        self.draft.leave(self.values, segments, span)?.answer(span)
    }

    /// Sums, comparisons, multiples and `&` where a value is loopy.
    fn loopy_binary(
        &self,
        operator: &str,
        left: &Answer,
        right: &Answer,
        span: &Range<usize>,
    ) -> Result<Answer, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let values = self.values;
        let sided = |answer: &Answer| -> Result<Sided, Fault> {
            let kind = || format!("a game is expected here, this is {}", answer.kind());
            answer.sided(values).map_err(halt)?.ok_or_else(|| Fault::new("kind", span.clone(), kind()))
        };
        let (g, h) = (sided(left)?, sided(right)?);
        let result = match operator {
            "+" => g.sum(values, &h).map_err(halt)?,
            "-" => g.sum(values, &h.negative()).map_err(halt)?,
            "&" => Sided::joined(values, &g, &h)
                .map_err(halt)?
                .ok_or_else(|| Fault::new("loopy", span.clone(), "an onside cannot be less than its offside"))?,
            "*" => {
                let count = |answer: &Answer| match answer {
                    Answer::Game(game) => values.as_number(*game).and_then(|number| number.to_i64()),
                    _ => None,
                };
                let (count, game) = match (count(left), count(right)) {
                    (Some(count), _) => (count, &h),
                    (None, Some(count)) => (count, &g),
                    (None, None) => {
                        return Err(Fault::new("kind", span.clone(), "only a multiple by an integer is defined here"));
                    }
                };
                self.loopy_multiple(game, count, span)?
            }
            "/" | "^" | ":" | "+-" => {
                return Err(Fault::new(
                    "loopy",
                    span.clone(),
                    format!("`{operator}` is not defined for loopy values here"),
                ));
            }
            _ => {
                let relation = g.compare(values, &h).map_err(halt)?;
                return Ok(Answer::Comparison { relation, holds: holds(operator, relation) });
            }
        };
        Answer::loopy(values, result).map_err(halt)
    }

    fn loopy_multiple(&self, game: &Sided, count: i64, span: &Range<usize>) -> Result<Sided, Fault> {
        const LIMIT: u64 = 1000;
        if count.unsigned_abs() > LIMIT {
            return Err(Fault::new("limit", span.clone(), "a multiple of a loopy value by more than 1000"));
        }
        let one = if count < 0 { game.negative() } else { game.clone() };
        let zero = Sided::of_game(self.values, Game::ZERO);
        let total = zero.and_then(|zero| (0..count.abs()).try_fold(zero, |total, _| total.sum(self.values, &one)));
        total.map_err(|halt| Fault::halt(span.clone(), halt))
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
    fn brace(&mut self, counts: &[usize], bars: &[(usize, Range<usize>)], span: &Range<usize>) -> Result<Item, Fault> {
        let total: usize = counts.iter().sum();
        let mut operands = self.stack.split_off(self.stack.len().saturating_sub(total)).into_iter();
        let mut segment = |count: usize| -> Vec<Item> { operands.by_ref().take(count).collect() };
        let mut segments = vec![segment(counts[0])];
        let mut open: Vec<usize> = Vec::new();
        for (&count, (bar, at)) in counts[1..].iter().zip(bars) {
            while open.last().is_some_and(|last| last < bar) {
                open.pop();
                self.draft.join(self.values, &mut segments, span)?;
            }
            if open.last() == Some(bar) {
                return Err(Fault::new("brace", at.clone(), "two bars of the same length compete")
                    .remedy("write {0||0|-2}, or put braces around the inner game"));
            }
            open.push(*bar);
            segments.push(segment(count));
        }
        for _ in open {
            self.draft.join(self.values, &mut segments, span)?;
        }
        self.draft.leave(self.values, segments, span)
    }
}

pub(super) fn game(answer: &Answer, span: &Range<usize>) -> Result<Game, Fault> {
    match answer {
        Answer::Game(game) => Ok(*game),
        Answer::Loopy(_) => {
            Err(Fault::new("loopy", span.clone(), "a short game is expected here, this value is loopy")
                .remedy("Onside(G) and Offside(G) may be short; sums and comparisons take loopy values"))
        }
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
