//! Tame components: valued bottom up by their genus alone. Nim heaps need no search, whatever their size.

use super::Values;
use crate::grundy::heaps::{Found, Heaps};
use crate::parts::{PartId, Parts, Sum};
use crate::work::{Halted, Work};
use grundy_answer::{Standing, message};
use grundy_misere::{Genus, Tame};
use grundy_run::Side;
use rustc_hash::FxHashMap;

/// More positions below a component are not looked at.
const MOST_TAME: usize = 200_000;

/// What a tame component may be replaced by: Nim heaps of one or none, or heaps with a larger one among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TameValue {
    firm: bool,
    value: u64,
}

impl TameValue {
    const ZERO: TameValue = TameValue { firm: false, value: 0 };

    fn heap(size: u64) -> TameValue {
        TameValue { firm: size > 1, value: size }
    }

    fn and(self, other: TameValue) -> TameValue {
        TameValue { firm: self.firm || other.firm, value: self.value ^ other.value }
    }

    /// The value of a game whose options are tame, if it is tame.
    fn of_options(mut options: Vec<TameValue>) -> Option<TameValue> {
        options.sort_unstable();
        options.dedup();
        let tame = |worth: TameValue| {
            let value = u32::try_from(worth.value).ok()?;
            Some(if worth.firm { Tame::Firm(value) } else { Tame::Fickle(value) }.genus())
        };
        let genera: Vec<Genus> = options.into_iter().map(tame).collect::<Option<_>>()?;
        Some(match Tame::of(&Genus::of(&genera))? {
            Tame::Fickle(value) => TameValue { firm: false, value: value.into() },
            Tame::Firm(value) => TameValue { firm: true, value: value.into() },
        })
    }
}

/// Values of tame components.
#[derive(Default)]
pub struct TameSums {
    heaps: Heaps,
    /// `None` on the path.
    worth: FxHashMap<PartId, Option<TameValue>>,
}

/// A component whose options are being valued.
struct Frame {
    part: PartId,
    options: Vec<Sum>,
    open: Vec<PartId>,
}

impl TameSums {
    /// The size of a component that is a heap from which any number may be taken.
    fn nim_heap(&mut self, parts: &Parts, part: PartId) -> Option<u64> {
        let size = self.heaps.large(parts, part)?;
        self.heaps.is_nim(parts.game(part)).then_some(size)
    }

    /// Values a component and all below it; whether they are all tame.
    fn search(&mut self, parts: &mut Parts, root: PartId, work: &mut Work) -> Result<bool, Halted> {
        let mut path: Vec<Frame> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(part) = next.take() {
                match self.worth.get(&part) {
                    Some(Some(_)) => {}
                    Some(None) => return Err(Halted::Cycle),
                    None => {
                        if self.heaps.large(parts, part).is_some() || self.worth.len() > MOST_TAME {
                            return Ok(false);
                        }
                        if work.tick(self.worth.len() as u64, parts.bytes()) {
                            return Err(work.halted());
                        }
                        self.worth.insert(part, None);
                        let options: Vec<Sum> =
                            parts.options(part, Side::Left)?.into_iter().map(|option| option.parts).collect();
                        let open = options.iter().flatten().copied().collect();
                        path.push(Frame { part, options, open });
                    }
                }
            }
            let Some(frame) = path.last_mut() else { return Ok(true) };
            next = frame.open.pop();
            if next.is_none() {
                let frame = path.pop().expect("the last frame");
                let sum = |option: &Sum| {
                    let known = option.iter().map(|part| self.worth[part].expect("options are valued first"));
                    known.fold(TameValue::ZERO, TameValue::and)
                };
                let worth = TameValue::of_options(frame.options.iter().map(sum).collect());
                let Some(worth) = worth else { return Ok(false) };
                self.worth.insert(frame.part, Some(worth));
            }
        }
    }
}

impl Values for TameSums {
    type Value = TameValue;

    fn zero(&self) -> TameValue {
        TameValue::ZERO
    }

    fn add(&mut self, a: TameValue, b: TameValue) -> Result<TameValue, Halted> {
        Ok(a.and(b))
    }

    fn of(&mut self, parts: &mut Parts, part: PartId, work: &mut Work) -> Result<Option<TameValue>, Halted> {
        if let Some(Some(worth)) = self.worth.get(&part) {
            return Ok(Some(*worth));
        }
        if let Some(size) = self.nim_heap(parts, part) {
            return Ok(Some(TameValue::heap(size)));
        }
        let mut pieces = Sum::new();
        let component = parts.component(part);
        parts.land(&component, &mut pieces);
        let mut total = TameValue::ZERO;
        for piece in pieces {
            if !self.search(parts, piece, work)? {
                return Ok(None);
            }
            total = total.and(self.worth[&piece].expect("just valued"));
        }
        Ok(Some(total))
    }

    fn is_lost(&self, value: TameValue) -> bool {
        value.value == u64::from(!value.firm)
    }

    fn jump(
        &mut self,
        parts: &mut Parts,
        part: PartId,
        rest: TameValue,
        work: &mut Work,
    ) -> Result<Option<Found>, Halted> {
        let Some(size) = self.nim_heap(parts, part) else { return Ok(None) };
        // Beside a firm rest the heap must equal it; beside a fickle one it must leave an odd number of heaps of one.
        let wanted = if rest.firm { rest.value } else { rest.value ^ 1 };
        if wanted >= size {
            return Ok(Some(Found::default()));
        }
        let game = parts.game(part).clone();
        self.heaps.value(&game, size, work)?;
        Ok(Some(self.heaps.moves_to(&game, size, wanted)))
    }

    fn standing(&self) -> Standing {
        let positions = self.worth.len();
        let below = match positions {
            0 => message!("every part is a Nim heap"),
            _ => message!("all {} positions below it are tame", positions),
        };
        Standing::Proved(message!("{}, so that the sum plays like misère Nim", below))
    }
}
