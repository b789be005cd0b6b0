//! Quotients: of the positions below a sum, or of the heaps of one game.

use super::{PATIENCE, Values};
use crate::grundy::heaps::{Heaps, size};
use crate::parts::{PartId, Parts, Sum};
use crate::work::{Halted, Work};
use grundy_answer::{Allowance, Standing, message};
use grundy_misere::{Closure, Element, Growth, Halt, IDENTITY, MisereOutcome, Ruleset, Solution};

/// A kind of position of which so many copies give no repetition has no finite quotient, as far as is tried.
const MOST_COPIES: u32 = 64;

/// A quotient, and whose it is.
pub struct Monoid<'a> {
    solution: Solution,
    of: Of<'a>,
}

/// What the numbers of a solution stand for.
enum Of<'a> {
    /// All positions below a sum.
    Positions(&'a Closure<PartId>),
    /// The heaps of the game with this number.
    Heaps(usize),
}

impl<'a> Monoid<'a> {
    /// The quotient of all positions below a sum, if it is found with little work.
    pub fn of_positions(closure: &'a Closure<PartId>, work: &Work) -> Result<Option<Monoid<'a>>, Halted> {
        let last = closure.positions.last().unwrap_or(0);
        let solution = grown(&closure.positions, last, work)?;
        Ok((solution.reach() >= last).then_some(Monoid { solution, of: Of::Positions(closure) }))
    }

    /// The quotient to the largest heap, if all parts are heaps of one game and some are too large to search.
    pub fn of_heaps(
        parts: &mut Parts,
        root: &[PartId],
        heaps: &mut Heaps,
        work: &Work,
    ) -> Result<Option<Monoid<'a>>, Halted> {
        let Some(&first) = root.first() else { return Ok(None) };
        if root.iter().any(|part| part.game() != first.game()) {
            return Ok(None);
        }
        let Some(largest) = root.iter().filter_map(|&part| heaps.large(parts, part)).max() else { return Ok(None) };
        let Some(rule) = heaps.rule(parts.game(first)) else { return Ok(None) };
        let solution = grown(rule, u32::try_from(largest).unwrap_or(u32::MAX - 1), work)?;
        Ok(solution.value(largest).is_some().then_some(Monoid { solution, of: Of::Heaps(first.game()) }))
    }
}

/// The quotient of the first heaps, as far as little work reaches.
fn grown(rules: &dyn Ruleset, to: u32, work: &Work) -> Result<Solution, Halted> {
    let allowance = Allowance::new(work.watch(), PATIENCE);
    let mut growth = Growth::new(rules, MOST_COPIES);
    match growth.grow(to, &allowance) {
        Err(Halt::Told(stop)) if !allowance.is_used_up() => Err(Halted::Stopped(stop)),
        _ => Ok(growth.solution().clone()),
    }
}

impl Values for Monoid<'_> {
    type Value = Element;

    fn zero(&self) -> Element {
        IDENTITY
    }

    fn add(&mut self, a: Element, b: Element) -> Result<Element, Halted> {
        Ok(self.solution.quotient.product(a, b))
    }

    fn of(&mut self, parts: &mut Parts, part: PartId, _: &mut Work) -> Result<Option<Element>, Halted> {
        let closure = match self.of {
            Of::Heaps(game) if part.game() != game => return Ok(None),
            Of::Heaps(_) => return Ok(size(parts, part).and_then(|size| self.solution.value(size))),
            Of::Positions(closure) => closure,
        };
        let mut pieces = Sum::new();
        let component = parts.component(part);
        parts.land(&component, &mut pieces);
        Ok(pieces.iter().try_fold(IDENTITY, |x, piece| {
            let value = self.solution.value((*closure.numbers.get(piece)?).into())?;
            Some(self.solution.quotient.product(x, value))
        }))
    }

    fn is_lost(&self, value: Element) -> bool {
        self.solution.quotient.outcome(value) == MisereOutcome::P
    }

    fn standing(&self) -> Standing {
        let order = self.solution.quotient.order();
        Standing::Proved(match (&self.of, self.solution.period) {
            (Of::Positions(closure), _) => {
                let positions = closure.numbers.len();
                message!("read off the misère quotient of the {} positions below it, of order {}", positions, order)
            }
            (Of::Heaps(_), Some(period)) => message!(
                "read off the complete misère quotient, of order {}, whose pretending function has period {} by the theorem of Plambeck and Siegel",
                order,
                period.period
            ),
            (Of::Heaps(_), None) => {
                message!("read off the misère quotient to heap {}, of order {}", self.solution.reach(), order)
            }
        })
    }
}
