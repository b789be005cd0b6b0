//! Sums of partizan games under normal play, decided part by part: each part is worth its canonical value, and who wins the
//! sum follows from the values side by side, without adding them up and without walking the product of their positions
//! (*Winning Ways* ch. 6). Where even that is too much, the thermographs name a move that is nearly best.

use crate::answer::{Answer, Class, LineMove, Refusal, Winner};
use crate::parts::{Named, PartId, Parts};
use crate::question::{Aim, Question};
use crate::value::canonical::CanonicalTable;
use crate::writing::{LONGEST_LINE, line_move, winning_move};
use grundy_answer::{Progress, Standing, Stop, Watch, message};
use grundy_run::{Component, Side};
use grundy_value::{Arena, CanonicalForm, Company, Dyadic, Game, Halt, Values};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Parts of more positions, and values of more bytes, are left to a search of the whole.
const MOST_POSITIONS: u64 = 300_000;
const MOST_BYTES: u64 = 1 << 30;

/// Sums of values searched before the thermographs are asked, unless said otherwise.
pub const MOST_SUMS: u64 = 30_000;

/// The value of the sum is given unasked if its text is no longer.
const SHORT: usize = 400;

/// Answers for a sum of several parts; `None` if its parts are too large to be valued.
pub fn hot_sum(
    parts: &mut Parts,
    root: &[PartId],
    start: Side,
    question: Question,
    most_sums: u64,
    watch: &dyn Watch,
) -> Result<Option<Answer>, Refusal> {
    let arena = Arena::new();
    let bounded = Bounded { inner: watch, most_bytes: MOST_BYTES, ticks: AtomicU64::new(0), most_ticks: u64::MAX };
    let table = CanonicalTable::new(arena.values(&bounded)).most(MOST_POSITIONS);
    for &part in root {
        table.reduce(&parts.component(part), parts.reductions(part).clone());
    }
    let components: Vec<Component> = root.iter().map(|&part| parts.component(part)).collect();
    if table.part_count(&components) < 2 {
        return Ok(None);
    }
    let counted = Bounded { inner: watch, most_bytes: u64::MAX, ticks: AtomicU64::new(0), most_ticks: most_sums };
    let values = arena.values(&counted);
    let mut sum = Sum { parts, table: &table, company: Company::new(values), values, most_sums };
    match sum.answer(root, start, question) {
        Ok(answer) => Ok(Some(answer)),
        Err(Refusal::Stopped(Stop::Memory, _)) => sum.orthodox(root, start),
        Err(Refusal::OutOfReach(_) | Refusal::Unfit(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Stops by the limits of this method, as if memory had run out, besides those of the watch.
struct Bounded<'a> {
    inner: &'a dyn Watch,
    most_bytes: u64,
    ticks: AtomicU64,
    most_ticks: u64,
}

impl Watch for Bounded<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let many = self.ticks.fetch_add(1, Relaxed) >= self.most_ticks || progress.bytes > self.most_bytes;
        self.inner.tick(progress).or(many.then_some(Stop::Memory))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.inner)
    }
}

struct Sum<'p, 't, 'a> {
    parts: &'p mut Parts,
    table: &'t CanonicalTable<'a>,
    company: Company<'t>,
    values: Values<'t>,
    most_sums: u64,
}

impl Sum<'_, '_, '_> {
    fn answer(&mut self, root: &[PartId], start: Side, question: Question) -> Result<Answer, Refusal> {
        let worth = self.worth(root)?;
        let all: Vec<Game> = worth.concat();
        let by_left = [self.wins(&all, Side::Left)?, self.wins(&all, Side::Right)?];
        let outcome = match by_left {
            [true, true] => Class::N,
            [false, false] => Class::P,
            [true, false] => Class::L,
            [false, true] => Class::R,
        };
        let seen = |wins: bool| if wins { Winner::First } else { Winner::Second };
        let winner = match (question.first, outcome) {
            (None, Class::L) => Winner::Player(Side::Left),
            (None, Class::R) => Winner::Player(Side::Right),
            _ => seen(by_left[start as usize]),
        };
        let tells_moves = question.aim == Aim::Moves;
        let winning = if tells_moves { self.winning(root, &worth, start)? } else { Vec::new() };
        let listed = winning.iter().take(crate::MOST_LISTED);
        let winning_moves = listed.map(|(number, named)| winning_move(self.parts, root, *number, named)).collect();
        let line = if tells_moves { self.line(root, start)? } else { Vec::new() };
        let value = self.form(&all, question)?;
        let positions = self.table.positions();
        let reason = message!(
            "{} parts by their canonical values, {} positions in all; the sum by comparison, stops and search of values",
            all.len(),
            positions
        );
        Ok(Answer {
            winner: Some(winner),
            outcome: Some(outcome),
            by_starter: Some(by_left.map(seen)),
            value,
            winning_move_count: winning.len() as u64,
            winning_moves,
            winning_moves_complete: tells_moves,
            line,
            positions,
            ..Answer::unknown(Standing::Proved(reason))
        })
    }

    /// The values of what each component falls into.
    fn worth(&self, sum: &[PartId]) -> Result<Vec<Vec<Game>>, Refusal> {
        sum.iter().map(|&part| self.table.part_values(&[self.parts.component(part)])).collect()
    }

    fn wins(&mut self, values: &[Game], side: Side) -> Result<bool, Refusal> {
        let table = self.table;
        self.company.wins(values, value_side(side)).map_err(|halt| refused(halt, table))
    }

    /// Every move of `side` after which the other, to move, loses.
    fn winning(&mut self, sum: &[PartId], worth: &[Vec<Game>], side: Side) -> Result<Vec<(usize, Named)>, Refusal> {
        let mut winning = Vec::new();
        for (number, &part) in sum.iter().enumerate() {
            let others: Vec<Game> = worth
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != number)
                .flat_map(|(_, games)| games.clone())
                .collect();
            for named in self.parts.moves(part, side).map_err(Refusal::Wrong)? {
                let mut after = others.clone();
                after.extend(self.table.part_values(&named.exactly)?);
                if !self.wins(&after, side.other())? {
                    winning.push((number, named));
                }
            }
        }
        Ok(winning)
    }

    /// One line of play: a winning move where there is one, else the first.
    fn line(&mut self, root: &[PartId], start: Side) -> Result<Vec<LineMove>, Refusal> {
        let (mut sum, mut mover, mut line) = (root.to_vec(), start, Vec::new());
        while line.len() < LONGEST_LINE {
            let worth = self.worth(&sum)?;
            let mut chosen = self.winning(&sum, &worth, mover)?.into_iter().next();
            for (number, &part) in sum.iter().enumerate() {
                if chosen.is_none() {
                    let first = self.parts.moves(part, mover).map_err(Refusal::Wrong)?.into_iter().next();
                    chosen = first.map(|named| (number, named));
                }
            }
            let Some((number, named)) = chosen else { break };
            line.push(line_move(self.parts, &sum, number, &named.one));
            let exactly: Vec<PartId> = named.exactly.iter().map(|component| self.parts.intern(component)).collect();
            sum.splice(number..=number, exactly);
            mover = mover.other();
        }
        Ok(line)
    }

    /// The value of the sum, where it was asked for or its text is short.
    fn form(&self, all: &[Game], question: Question) -> Result<Option<CanonicalForm>, Refusal> {
        let total = all.iter().try_fold(Game::ZERO, |total, &value| self.values.sum(total, value));
        match total.and_then(|total| self.values.form(total)) {
            Ok(form) => Ok(Some(form).filter(|form| question.value || form.text().len() <= SHORT)),
            Err(halt) if question.value => Err(refused(halt, self.table)),
            Err(_) => Ok(None),
        }
    }

    /// The move the thermographs name, when who wins is out of reach.
    fn orthodox(&mut self, root: &[PartId], start: Side) -> Result<Option<Answer>, Refusal> {
        let Ok(worth) = self.worth(root) else { return Ok(None) };
        // Thermographs tick the watch of the table, which has not run out.
        let values = self.table.values();
        let halted = |halt| refused(halt, self.table);
        let place: Vec<usize> =
            worth.iter().enumerate().flat_map(|(at, games)| games.iter().map(move |_| at)).collect();
        let all = worth.concat();
        let side = value_side(start);
        let Some((at, t)) = values.thermostatic_component(&all, side).map_err(halted)? else { return Ok(None) };
        let number = place[at];
        let mut best: Option<(Dyadic, Named)> = None;
        for named in self.parts.moves(root[number], start).map_err(Refusal::Wrong)? {
            let promised = values.promised(&self.table.part_values(&named.exactly)?, side, &t).map_err(halted)?;
            if best.as_ref().is_none_or(|(most, _)| promised > *most) {
                best = Some((promised, named));
            }
        }
        let Some((_, named)) = best else { return Ok(None) };
        let mut hottest = Dyadic::ZERO;
        for &value in &all {
            hottest = hottest.max(values.temperature(value).map_err(halted)?);
        }
        let reason = message!(
            "the sum was not decided within {} sums of values; the move is the thermographs' choice, at most {} short of best play",
            self.most_sums,
            hottest.to_string()
        );
        Ok(Some(Answer {
            winning_moves_complete: false,
            line: vec![line_move(self.parts, root, number, &named.one)],
            positions: self.table.positions(),
            ..Answer::unknown(Standing::Assumed(reason))
        }))
    }
}

/// The same player, as values name him.
pub fn value_side(side: Side) -> grundy_value::Side {
    match side {
        Side::Left => grundy_value::Side::Left,
        Side::Right => grundy_value::Side::Right,
    }
}

fn refused(halt: Halt, table: &CanonicalTable<'_>) -> Refusal {
    match halt {
        Halt::Stopped(stop) => Refusal::Stopped(stop, table.positions().into()),
        other => Refusal::Unfit(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;

    /// {2|-1/2}, +-1 and -1: the stops alone leave it open, and the first is hotter than the second.
    #[test]
    fn thermographs_advise_where_the_search_may_not() {
        let text = grundy_kit::library_text("domineering");
        let world = grundy_kit::world(&text);
        let query = "Domineering(R=2, C=3) + Domineering(R=2, C=2) + Domineering(R=1, C=2)";
        let sum = grundy_kit::position(&world, query);
        for (start, wanted) in [(Side::Left, "vertical((0, 1))"), (Side::Right, "horizontal((0, ")] {
            let mut parts = Parts::default();
            let root: Vec<PartId> = sum.parts.iter().map(|component| parts.intern(component)).collect();
            let answer = hot_sum(&mut parts, &root, start, Question::default(), 0, &Unwatched).unwrap().unwrap();
            assert_eq!((answer.winner, answer.winning_moves_complete), (None, false));
            assert!(matches!(&answer.standing, Standing::Assumed(reason) if reason.contains("at most 5/4")));
            assert!(
                matches!(&answer.line[..], [only] if only.text.contains("...|...") && only.text.contains(wanted)),
                "{answer:?}"
            );
            let exact = hot_sum(&mut parts, &root, start, Question::default(), MOST_SUMS, &Unwatched).unwrap().unwrap();
            assert!(exact.winner.is_some());
        }
    }
}
