//! Operators on answers: sums, products, comparisons; where one side is loopy, by the two sides of each.

use super::answer::Answer;
use super::fault::Fault;
use super::token::{divide, not_dyadic};
use crate::{Dyadic, Game, Halt, Relation, Sided, Values};
use std::ops::Range;

/// The longest list.
pub(super) const LONGEST: usize = 1 << 20;

impl Values<'_> {
    /// What an operator makes of two answers.
    pub(super) fn binary(
        self,
        operator: &str,
        left: &Answer,
        right: &Answer,
        span: &Range<usize>,
    ) -> Result<Answer, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let values = self;
        if let Some(answer) = self.binary_of_lists(operator, left, right, span)? {
            return Ok(answer);
        }
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

    /// Ranges, membership, and what is defined for lists, texts and truths; `None` for values.
    fn binary_of_lists(
        self,
        operator: &str,
        left: &Answer,
        right: &Answer,
        span: &Range<usize>,
    ) -> Result<Option<Answer>, Fault> {
        let fault = |code: &'static str, message: &str| Fault::new(code, span.clone(), message);
        let too_long = || fault("limit", "a list of more than 2^20 elements");
        let is_value = |answer: &Answer| matches!(answer, Answer::Game(_) | Answer::Loopy(_));
        Ok(Some(match (operator, left, right) {
            ("..", Answer::Game(g), Answer::Game(h)) => {
                let ends = [*g, *h].map(|end| self.as_number(end).and_then(|number| number.to_i64()));
                let [Some(low), Some(high)] = ends else {
                    return Err(fault("kind", "a range goes from a whole number to another below 2^63"));
                };
                if i128::from(high) - i128::from(low) >= LONGEST as i128 {
                    return Err(too_long());
                }
                let numbers = (low..=high).map(|n| self.number(&Dyadic::from(n)).map(Answer::Game));
                Answer::List(numbers.collect::<Result<_, Halt>>().map_err(|halt| Fault::halt(span.clone(), halt))?)
            }
            ("in", one, Answer::List(all)) => {
                let mut found = false;
                for other in all {
                    found = found || self.same(one, other, span)?;
                }
                Answer::Truth(found)
            }
            ("in", ..) => return Err(fault("kind", "a list is expected after `in`")),
            ("==" | "!=", left, right) if !(is_value(left) && is_value(right)) => {
                Answer::Truth(self.same(left, right, span)? == (operator == "=="))
            }
            ("+", Answer::List(left), Answer::List(right)) => {
                if left.len() + right.len() > LONGEST {
                    return Err(too_long());
                }
                Answer::List([&left[..], &right[..]].concat())
            }
            ("+", Answer::Text(_), other) | ("+", other, Answer::Text(_)) if !matches!(other, Answer::List(_)) => {
                let text = |answer: &Answer| answer.text(self).map_err(|halt| Fault::halt(span.clone(), halt));
                Answer::Text(text(left)? + &text(right)?)
            }
            _ => return Ok(None),
        }))
    }

    /// Whether two answers are equal: values as values, lists element by element, different kinds never.
    pub(super) fn same(self, left: &Answer, right: &Answer, span: &Range<usize>) -> Result<bool, Fault> {
        Ok(match (left, right) {
            (Answer::Game(g), Answer::Game(h)) => g == h,
            (Answer::Game(_) | Answer::Loopy(_), Answer::Game(_) | Answer::Loopy(_)) => {
                matches!(self.loopy_binary("==", left, right, span)?, Answer::Comparison { holds: true, .. })
            }
            (Answer::Text(a), Answer::Text(b)) => a == b,
            (Answer::List(a), Answer::List(b)) => {
                let mut all = a.len() == b.len();
                for (one, other) in a.iter().zip(b) {
                    all = all && self.same(one, other, span)?;
                }
                all
            }
            _ => left.truth().is_some() && left.truth() == right.truth(),
        })
    }

    pub(super) fn negative_answer(self, operand: &Answer, span: &Range<usize>) -> Result<Answer, Fault> {
        if let Answer::Loopy(sided) = operand {
            return Ok(Answer::Loopy(Box::new(sided.negative())));
        }
        let negative = self.negative(game(operand, span)?);
        negative.map(Answer::Game).map_err(|halt| Fault::halt(span.clone(), halt))
    }

    /// Sums, comparisons, multiples and `&` where a value is loopy.
    fn loopy_binary(self, operator: &str, left: &Answer, right: &Answer, span: &Range<usize>) -> Result<Answer, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let values = self;
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

    fn loopy_multiple(self, game: &Sided, count: i64, span: &Range<usize>) -> Result<Sided, Fault> {
        const LIMIT: u64 = 1000;
        if count.unsigned_abs() > LIMIT {
            return Err(Fault::new("limit", span.clone(), "a multiple of a loopy value by more than 1000"));
        }
        let one = if count < 0 { game.negative() } else { game.clone() };
        let zero = Sided::of_game(self, Game::ZERO);
        let total = zero.and_then(|zero| (0..count.abs()).try_fold(zero, |total, _| total.sum(self, &one)));
        total.map_err(|halt| Fault::halt(span.clone(), halt))
    }

    /// Numbers multiply; an integer and a game give a multiple.
    fn product(self, g: Game, h: Game, span: &Range<usize>) -> Result<Answer, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let (a, b) = (self.as_number(g), self.as_number(h));
        let result = match (a, b) {
            (Some(a), Some(b)) => a.times(&b).and_then(|product| self.number(&product)),
            (Some(count), None) if count.is_integer() => self.multiple(h, &count),
            (None, Some(count)) if count.is_integer() => self.multiple(g, &count),
            _ => {
                return Err(Fault::new("kind", span.clone(), "only a multiple by an integer is defined here")
                    .remedy("see Norton(G, U) and NimProduct(*a, *b)"));
            }
        };
        result.map(Answer::Game).map_err(halt)
    }

    fn number_operation(self, operator: &str, g: Game, h: Game, span: &Range<usize>) -> Result<Answer, Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let number = |game: Game| -> Result<Dyadic, Fault> {
            self.as_number(game).ok_or_else(|| {
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
        self.number(&result).map(Answer::Game).map_err(halt)
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
