//! Impartial sums under normal play: each component is valued by the method that fits it, values add by exclusive or
//! (Sprague 1935, Grundy 1939).
//!
//! A large heap goes by its sequence, a large set game by the nimber search, everything else by the mex rule. What was
//! valued once is kept for later questions.

pub(crate) mod boxes;
pub(crate) mod column;
pub(crate) mod components;
pub(crate) mod heaps;
pub(crate) mod loopy;
pub(crate) mod marks;
pub(crate) mod mex;
pub(crate) mod nimbers;
pub(crate) mod staircase;
pub(crate) mod table;
pub(crate) mod taking;

use crate::answer::{Answer, Class, Grundy, LineMove, Winner};
use crate::grundy::heaps::{Found, Heaps};
use crate::grundy::nimbers::Nimbers;
use crate::grundy::table::GrundyTable;
use crate::grundy::taking::Taking;
use crate::parts::{Named, PartId, Parts};
use crate::plan::{COMPONENT_METHODS, Method, takes_from_large_set};
use crate::question::Aim;
use crate::work::{Halted, Work};
use crate::writing::{LONGEST_LINE, line_move, winning_move};
use grundy_answer::{Standing, message};
use grundy_run::{Flow, Side};
use grundy_value::{Nimber, Nus};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// At most so many reasons are kept of values that were told.
const MOST_TOLD: usize = 64;

/// Sums of more parts get no line of play.
const LONGEST_SUM: usize = 2_000;

/// Components of impartial games and all that is known of them.
#[derive(Default)]
pub struct Impartial {
    /// The components.
    pub parts: Parts,
    table: GrundyTable,
    heaps: Heaps,
    /// By the number of the game.
    nimbers: FxHashMap<usize, Option<Box<Nimbers>>>,
    /// How sure the values are that were told so far and not found by the tables, each standing once.
    told: Vec<Standing>,
}

/// How a component is valued.
#[derive(Clone, Debug)]
enum Way {
    Heap(u64),
    Taken,
    Searched,
}

/// The value of a component, how it was found and, unless by the tables, how sure it is.
#[derive(Clone, Debug)]
struct Valued {
    value: u64,
    way: Way,
    sure: Option<Standing>,
}

/// How many moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    One,
    All,
}

impl Impartial {
    /// Components of these parts.
    pub fn new(parts: Parts) -> Impartial {
        Impartial { parts, ..Impartial::default() }
    }

    /// Positions valued so far.
    pub fn positions(&self) -> u64 {
        self.table.solved + self.nimbers.values().flatten().map(|nimbers| nimbers.positions()).sum::<u64>()
    }

    /// The value of a sum. Stops with `Halted::Cycle` if play can return to a position.
    pub fn value(&mut self, root: &[PartId], work: &mut Work) -> Result<u64, Halted> {
        let valued = self.valued(root, work)?;
        for sure in valued.values().filter_map(|known| known.sure.as_ref()) {
            if self.told.contains(sure) {
                continue;
            }
            // Of many reasons those are kept that prove less.
            if self.told.len() < MOST_TOLD {
                self.told.push(sure.clone());
            } else if !matches!(sure, Standing::Proved(_)) {
                self.told[0] = sure.clone();
            }
        }
        Ok(root.iter().fold(0, |sum, part| sum ^ valued[part].value))
    }

    /// Why the values told so far hold.
    pub fn standing_so_far(&self) -> Standing {
        let positions = self.positions();
        let mut all = self.told.clone();
        if positions > 0 || all.is_empty() {
            all.push(Standing::Proved(message!("{} positions were valued by the mex rule", positions)));
        }
        all.into_iter().reduce(Standing::and).expect("one at least")
    }

    /// The same, if it follows from the rules alone: no claim is believed, no pattern assumed.
    pub fn proved_value(&mut self, root: &[PartId], work: &mut Work) -> Result<Option<u64>, Halted> {
        let valued = self.valued(root, work)?;
        let believed =
            valued.values().filter_map(|known| known.sure.as_ref()).any(|sure| !matches!(sure, Standing::Proved(_)));
        Ok((!believed).then(|| root.iter().fold(0, |sum, part| sum ^ valued[part].value)))
    }

    /// All about a sum. Stops with `Halted::Cycle` if play can return to a position.
    pub fn answer(&mut self, root: &[PartId], aim: Aim, work: &mut Work) -> Result<Answer, Halted> {
        if let (Aim::Winner, &[part]) = (aim, root)
            && let Some(is_lost) = self.is_lost(part, work)?
        {
            let searched: u64 = self.nimbers.values().flatten().map(|nimbers| nimbers.positions()).sum();
            let reason = message!("position-plus-nimber search of {} components", searched);
            return Ok(self.winner(is_lost, Standing::Proved(reason)));
        }
        let earlier = self.table.solved;
        let valued = self.valued(root, work)?;
        let total = root.iter().fold(0, |sum, part| sum ^ valued[part].value);
        let standing = self.standing(&valued, earlier);
        if aim == Aim::Winner {
            let (grundy, nimber) = (Grundy::Finite(total), Nus::nimber(Nimber(total.into())).into());
            return Ok(Answer { grundy: Some(grundy), value: Some(nimber), ..self.winner(total == 0, standing) });
        }
        let mut winning_moves = Vec::new();
        let (mut count, mut complete) = (0u64, true);
        if total != 0 {
            let mut by_part: FxHashMap<PartId, Found> = FxHashMap::default();
            for (&part, known) in &valued {
                let found = self.moves_to(part, known, known.value ^ total, Wanted::All, work)?;
                complete &= found.complete;
                by_part.insert(part, found);
            }
            for (number, part) in root.iter().enumerate() {
                let found = &by_part[part];
                count = count.saturating_add(found.count);
                for named in found.moves.iter().take(crate::MOST_LISTED - winning_moves.len()) {
                    winning_moves.push(winning_move(&self.parts, root, number, named));
                }
            }
        }
        let line = self.line(root, work)?;
        Ok(Answer {
            winner: Some(if total == 0 { Winner::Second } else { Winner::First }),
            outcome: Some(if total == 0 { Class::P } else { Class::N }),
            grundy: Some(Grundy::Finite(total)),
            value: Some(Nus::nimber(Nimber(total.into())).into()),
            winning_moves,
            winning_move_count: count,
            line,
            winning_moves_complete: complete,
            stopped: work.stopped,
            positions: self.positions(),
            ..Answer::unknown(standing)
        })
    }

    /// Who wins, and nothing else.
    fn winner(&self, is_lost: bool, standing: Standing) -> Answer {
        Answer {
            winner: Some(if is_lost { Winner::Second } else { Winner::First }),
            outcome: Some(if is_lost { Class::P } else { Class::N }),
            winning_moves_complete: is_lost,
            positions: self.positions(),
            ..Answer::unknown(standing)
        }
    }

    /// Whether a part that is taken from is lost to who moves: its nimber may cost far more. `None` if it is valued otherwise.
    fn is_lost(&mut self, part: PartId, work: &mut Work) -> Result<Option<bool>, Halted> {
        let is_valued = self.table.known(&self.parts, part).is_some() || self.heaps.large(&self.parts, part).is_some();
        if is_valued {
            return Ok(None);
        }
        let set = self.parts.words(part)[0];
        match self.nimbers(part)? {
            Some(nimbers) => nimbers.has(set, 0, work).map(Some),
            None => Ok(None),
        }
    }

    /// Every distinct part with its value.
    fn valued(&mut self, root: &[PartId], work: &mut Work) -> Result<FxHashMap<PartId, Valued>, Halted> {
        let mut valued = FxHashMap::default();
        for &part in root {
            if let Entry::Vacant(place) = valued.entry(part) {
                place.insert(self.part(part, work)?);
            }
        }
        Ok(valued)
    }

    fn part(&mut self, part: PartId, work: &mut Work) -> Result<Valued, Halted> {
        if let Some(value) = self.table.known(&self.parts, part) {
            return Ok(Valued { value: value.into(), way: Way::Searched, sure: None });
        }
        for method in COMPONENT_METHODS {
            if let Some(valued) = self.part_by(method, part, work)? {
                return Ok(valued);
            }
        }
        Err(Halted::OutOfReach("no method values a component".to_string()))
    }

    /// The value of a part by one method; `None` if it is not of its kind.
    fn part_by(&mut self, method: Method, part: PartId, work: &mut Work) -> Result<Option<Valued>, Halted> {
        let searched = |value: u32| Valued { value: value.into(), way: Way::Searched, sure: None };
        match method {
            Method::HeapCode => {
                let Some(size) = self.heaps.large(&self.parts, part) else { return Ok(None) };
                let (value, sure) = self.heaps.value(self.parts.game(part), size, work)?;
                Ok(Some(Valued { value, way: Way::Heap(size), sure: Some(sure) }))
            }
            // On at most 64 cells there are at most C(16, 8) of them.
            Method::Staircase if self.parts.words(part).len() == 1 => {
                Ok(self.table.staircase(&self.parts, part, work)?.map(searched))
            }
            Method::NimberSearch => {
                let set = self.parts.words(part)[0];
                let Some(nimbers) = self.nimbers(part)? else { return Ok(None) };
                let value = nimbers.value(set, work)?.into();
                Ok(Some(Valued { value, way: Way::Taken, sure: None }))
            }
            Method::Mex => Ok(Some(searched(self.table.value(&mut self.parts, part, work)?))),
            _ => Ok(None),
        }
    }

    /// The nimber search of a part's game, if it is a set game large enough for it.
    fn nimbers(&mut self, part: PartId) -> Result<Option<&mut Nimbers>, Halted> {
        if !self.nimbers.contains_key(&part.game()) {
            let game = self.parts.game(part).clone();
            let taking = if takes_from_large_set(&game) { Taking::of(&game, self.parts.facts(part)) } else { None };
            self.nimbers.insert(part.game(), taking.map(|taking| Box::new(Nimbers::new(taking))));
        }
        Ok(self.nimbers.get_mut(&part.game()).and_then(Option::as_deref_mut))
    }

    /// Why these values hold. The table held `earlier` positions of other questions before.
    fn standing(&self, valued: &FxHashMap<PartId, Valued>, earlier: u64) -> Standing {
        let mut all: Vec<Standing> = Vec::new();
        let mut sorted: Vec<_> = valued.iter().collect();
        sorted.sort_unstable_by_key(|(part, _)| **part);
        for sure in sorted.iter().filter_map(|(_, known)| known.sure.clone()) {
            if !all.contains(&sure) && all.len() < 4 {
                all.push(sure);
            }
        }
        let searched: u64 = self.nimbers.values().flatten().map(|nimbers| nimbers.positions()).sum();
        if valued.values().any(|known| matches!(known.way, Way::Taken)) {
            all.push(Standing::Proved(message!("position-plus-nimber search of {} components", searched)));
        }
        if valued.values().any(|known| matches!(known.way, Way::Searched)) || all.is_empty() {
            let solved = self.table.solved;
            all.push(Standing::Proved(match earlier {
                0 => message!("all {} positions below it were valued by the mex rule", solved),
                _ => message!("all positions below it are among {} valued by the mex rule", solved),
            }));
        }
        all.into_iter().reduce(Standing::and).expect("one at least")
    }

    /// Moves of a part to positions of value `wanted`. A search that has to stop gives what it found.
    fn moves_to(
        &mut self,
        part: PartId,
        known: &Valued,
        wanted: u64,
        how_many: Wanted,
        work: &mut Work,
    ) -> Result<Found, Halted> {
        let mut found = Found::default();
        match known.way {
            Way::Heap(size) => return Ok(self.heaps.moves_to(self.parts.game(part), size, wanted)),
            Way::Taken => {
                let moves = self.parts.moves(part, Side::Left)?;
                for named in moves {
                    let nimbers = self.nimbers.get_mut(&part.game()).and_then(Option::as_deref_mut);
                    let nimbers = nimbers.expect("the part was valued by it");
                    let after = named.exactly[0].packed[0];
                    match nimbers.has(after, wanted as u32, work) {
                        Ok(false) => {}
                        Ok(true) => found.push(named),
                        Err(Halted::Stopped(_)) => {
                            found.complete = false;
                            break;
                        }
                        Err(other) => return Err(other),
                    }
                    if how_many == Wanted::One && !found.moves.is_empty() {
                        break;
                    }
                }
            }
            Way::Searched => {
                for named in self.parts.moves(part, Side::Left)? {
                    if self.table.sum(&self.parts, &named.option.parts).map(u64::from) == Some(wanted) {
                        found.push(named);
                    }
                }
            }
        }
        Ok(found)
    }

    /// One line of best play, on the positions as they lie; shorter where a search has to stop or no move is known.
    fn line(&mut self, root: &[PartId], work: &mut Work) -> Result<Vec<LineMove>, Halted> {
        let mut line = Vec::new();
        let mut sum = root.to_vec();
        while line.len() < LONGEST_LINE && sum.len() <= LONGEST_SUM {
            let (number, named) = match self.step(&sum, work) {
                Ok(Some(step)) => step,
                Ok(None) | Err(Halted::Stopped(_)) => break,
                Err(other) => return Err(other),
            };
            line.push(line_move(&self.parts, &sum, number, &named.one));
            let exactly: Vec<PartId> = named.exactly.iter().map(|component| self.parts.intern(component)).collect();
            sum.splice(number..=number, exactly);
        }
        Ok(line)
    }

    /// A winning move, or any if there is none.
    fn step(&mut self, sum: &[PartId], work: &mut Work) -> Result<Option<(usize, Named)>, Halted> {
        // Of one part that is taken from, only the lost options are asked for: its nimber may cost far more.
        if let [part] = *sum
            && self.heaps.large(&self.parts, part).is_none()
            && self.nimbers(part)?.is_some()
        {
            let mut moves = self.parts.moves(part, Side::Left)?;
            let after: Vec<u64> = moves.iter().map(|named| named.exactly[0].packed[0]).collect();
            let nimbers = self.nimbers(part)?.expect("just seen");
            let lost = nimbers.one_with(&after, 0, work)?.unwrap_or(0);
            return Ok((lost < moves.len()).then(|| (0, moves.swap_remove(lost))));
        }
        let valued = self.valued(sum, work)?;
        let total = sum.iter().fold(0, |total, part| total ^ valued[part].value);
        for (number, &part) in sum.iter().enumerate() {
            let known = &valued[&part];
            let good = match total {
                0 => self.any_move(part)?,
                _ => self.moves_to(part, known, known.value ^ total, Wanted::One, work)?.moves.into_iter().next(),
            };
            if let Some(named) = good {
                return Ok(Some((number, named)));
            }
        }
        Ok(None)
    }

    fn any_move(&mut self, part: PartId) -> Result<Option<Named>, Halted> {
        let mut first = None;
        self.parts.each_named(part, Side::Left, &mut |named| {
            first = Some(named);
            Flow::Stop
        })?;
        Ok(first)
    }
}
