//! Nimbers of games that fall apart, without valuing every option.
//!
//! A position c has nimber v exactly when c + *v is lost, which asks of each option only whether its nimber is v, and
//! of c itself whether it is some u < v (Lemoine and Viennot, Nimbers are inevitable, 2012). Of a sum all components but
//! the largest are valued and the last is asked one question. The mex is pruned as by Beling and Rogalski (On pruning
//! search trees of impartial games, 2020): what the table already says of the options is used before any is
//! searched, a value that some option is known to have is excluded without a question, a value above the number of options needs none.
//! Three questions of four end at an option that is known already: so options are made a few at a time, and those moves first that often led there.
//! That is depth first, and good for components with little to do; questions about the others are chosen by
//! proof numbers (`proving`).
//!
//! Invariant of the table: the mark of a component is its nimber, or the set of values it is proved not to have.

mod proving;

use crate::grundy::marks::Marks;
use crate::grundy::nimbers::proving::Costs;
use crate::grundy::taking::{Options, Taking};
use crate::work::{Halted, Work};
use smallvec::SmallVec;

/// Set in the mark of a component whose nimber is known; the other bits are the nimber, or else the excluded values.
pub const EXACT: u32 = 1 << 31;

/// What has been found of one game.
pub struct Nimbers {
    taking: Taking,
    marks: Marks,
    costs: Costs,
    /// Components with less to do are searched depth first.
    shallow: u32,
    history: History,
    /// Lists to be used again.
    spare: Vec<Options>,
}

/// In which order the moves of a component are looked at: those first that were often enough.
struct History {
    order: Vec<u32>,
    worth: Vec<u32>,
    /// Components until the moves are put in order again.
    countdown: u32,
}

/// So often are moves put in order.
const SEASON: u32 = 1 << 12;

/// Options made before the table is asked about them: so the answers come together.
const AHEAD: usize = 4;

impl Nimbers {
    /// Nothing is known yet.
    pub fn new(taking: Taking) -> Nimbers {
        let marks = Marks::new(if taking.moves() < 1 << 15 { taking.elements() } else { 64 });
        let moves = taking.moves();
        let history = History { order: (0..moves as u32).collect(), worth: vec![0; moves], countdown: SEASON };
        Nimbers { taking, marks, costs: Costs::default(), shallow: proving::LEAST_EFFORT, history, spare: Vec::new() }
    }

    /// Components met.
    pub fn positions(&self) -> u64 {
        self.marks.len() as u64
    }

    /// The nimber of a position.
    pub fn value(&mut self, position: u64, work: &mut Work) -> Result<u32, Halted> {
        let sum = self.taking.pieces(position);
        let mut total = 0;
        for &piece in sum.at(0) {
            total ^= self.resolve(piece, ALL, work)?.expect("asked for all");
        }
        Ok(total)
    }

    /// Whether a position has this nimber.
    pub fn has(&mut self, position: u64, value: u32, work: &mut Work) -> Result<bool, Halted> {
        let sum = self.taking.pieces(position);
        self.sum_has(sum.at(0), value, work)
    }

    /// One of these positions that has this nimber, the easiest to tell; its number among them.
    pub fn one_with(&mut self, positions: &[u64], value: u32, work: &mut Work) -> Result<Option<usize>, Halted> {
        let mut options = Options::default();
        positions.iter().for_each(|&position| self.taking.split(position, &mut options));
        self.option_with(&options, value, &mut 0, work)
    }

    fn known(&self, piece: u64) -> Option<u32> {
        let mark = self.marks.at(piece);
        (mark & EXACT != 0).then_some(mark & !EXACT)
    }

    /// Whether a sum has a value: every component but the one with most to do is valued, the last is asked.
    fn sum_has(&mut self, sum: &[u64], value: u32, work: &mut Work) -> Result<bool, Halted> {
        let open = sum.iter().enumerate().filter(|(_, piece)| self.known(**piece).is_none());
        let last = open.max_by_key(|(_, piece)| self.taking.effort(**piece)).map(|(at, _)| at);
        let mut rest = value;
        for (at, &piece) in sum.iter().enumerate() {
            if Some(at) != last {
                rest ^= self.resolve(piece, ALL, work)?.expect("asked for all");
            }
        }
        match last {
            None => Ok(rest == 0),
            Some(last) => Ok(self.resolve(sum[last], rest, work)? == Some(rest)),
        }
    }

    /// What the table says: the nimber of a sum, or whether it can be `value` at all, or how hard it is to tell.
    fn glance(&self, sum: &[u64], value: u32) -> Glance {
        let (mut rest, mut open, mut hard) = (0, 0, 0);
        let mut excluded = 0;
        for &piece in sum {
            let mark = self.marks.at(piece);
            if mark & EXACT != 0 {
                rest ^= mark & !EXACT;
            } else {
                open += 1;
                excluded = mark;
                hard = hard.max(self.hardness(piece, mark));
            }
        }
        match open {
            0 => Glance::Known(rest),
            1 if is_excluded(excluded, rest ^ value) => Glance::Not,
            _ => Glance::Open(hard),
        }
    }

    /// How hard it is to tell something of a component that is not known.
    fn hardness(&self, piece: u64, mark: u32) -> i32 {
        self.taking.effort(piece) as i32 - EASED * mark.count_ones() as i32
    }

    /// The nimber of a component if it is `most`, or if it is found on the way; `None` if it is not `most` and no more
    /// is known. Recursion ends: every option is smaller, and a component has at most 64 elements.
    fn resolve(&mut self, piece: u64, most: u32, work: &mut Work) -> Result<Option<u32>, Halted> {
        let mark = self.marks.at(piece);
        if mark & EXACT != 0 {
            return Ok(Some(mark & !EXACT));
        }
        if is_excluded(mark, most) {
            return Ok(None);
        }
        if work.tick(self.positions(), self.marks.bytes() + self.costs.bytes()) {
            return Err(work.halted());
        }
        if self.taking.effort(piece) >= self.shallow {
            return self.prove(piece, most, work);
        }
        let mut options = self.spare.pop().unwrap_or_default();
        options.clear();
        let found = self.expand(piece, most, mark, &mut options, work);
        self.spare.push(options);
        found
    }

    /// The same, by its options depth first: `excluded` is what the table says.
    fn expand(
        &mut self,
        piece: u64,
        most: u32,
        mut excluded: u32,
        options: &mut Options,
        work: &mut Work,
    ) -> Result<Option<u32>, Halted> {
        let stand = self.taking.stand(piece);
        self.history.advance();
        let order = self.history.order.iter().map(|&number| number as usize);
        let legal: SmallVec<[usize; 128]> = order.filter(|&number| self.taking.is_legal(&stand, number)).collect();
        if most != ALL && most as usize > legal.len() {
            self.marks.set(piece, exclude(excluded, most));
            return Ok(None);
        }
        // The value asked about comes first: if some option has it, nothing else need be known, nor made.
        for some in legal.chunks(AHEAD) {
            let first = options.len();
            some.iter().for_each(|&number| self.taking.option(&stand, number, options));
            if most == ALL {
                continue;
            }
            let mut found = None;
            for (&number, at) in some.iter().zip(first..) {
                if let Some(known) = self.sum_known(options.at(at)) {
                    excluded = exclude(excluded, known);
                    found = found.or((known == most).then_some(number));
                }
            }
            if let Some(number) = found {
                self.history.worth[number] += 1;
                self.marks.set(piece, exclude(excluded, most));
                return Ok(None);
            }
        }
        if most != ALL && self.option_with(options, most, &mut excluded, work)?.is_some() {
            self.marks.set(piece, exclude(excluded, most));
            return Ok(None);
        }
        for value in 0.. {
            if is_excluded(excluded, value) {
                continue;
            }
            if value == most || self.option_with(options, value, &mut excluded, work)?.is_none() {
                self.marks.set(piece, EXACT | value);
                return Ok(Some(value));
            }
            excluded = exclude(excluded, value);
        }
        unreachable!("some value is no option's")
    }

    fn sum_known(&self, sum: &[u64]) -> Option<u32> {
        sum.iter().try_fold(0, |total, &piece| Some(total ^ self.known(piece)?))
    }

    /// The number of an option that has a value; the values of options that are known are excluded.
    fn option_with(
        &mut self,
        options: &Options,
        value: u32,
        excluded: &mut u32,
        work: &mut Work,
    ) -> Result<Option<usize>, Halted> {
        let mut open: SmallVec<[(i32, u32); 64]> = SmallVec::new();
        let mut found = None;
        for (number, sum) in options.iter().enumerate() {
            match self.glance(sum, value) {
                Glance::Known(known) => {
                    *excluded = exclude(*excluded, known);
                    found = found.or((known == value).then_some(number));
                }
                Glance::Not => {}
                Glance::Open(hard) => open.push((hard, number as u32)),
            }
        }
        if found.is_some() {
            return Ok(found);
        }
        open.sort_unstable();
        for (_, number) in open {
            if self.sum_has(options.at(number as usize), value, work)? {
                return Ok(Some(number as usize));
            }
        }
        Ok(None)
    }
}

impl History {
    /// Counts a component, and puts the moves in order at the end of a season.
    fn advance(&mut self) {
        self.countdown -= 1;
        if self.countdown == 0 {
            self.countdown = SEASON;
            let worth = &self.worth;
            self.order.sort_by_key(|&number| std::cmp::Reverse(worth[number as usize]));
            self.worth.iter_mut().for_each(|worth| *worth /= 2);
        }
    }
}

enum Glance {
    Known(u32),
    Not,
    Open(i32),
}

/// Asks for the nimber whatever it is.
const ALL: u32 = u32::MAX;

/// A value already excluded makes a component as much easier to ask as this many moves fewer.
const EASED: i32 = 6;

fn is_excluded(mark: u32, value: u32) -> bool {
    value < 31 && mark >> value & 1 == 1
}

/// Values too large for the mark are not remembered.
fn exclude(mark: u32, value: u32) -> u32 {
    if value < 31 { mark | 1 << value } else { mark }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;
    use grundy_rule::Facts;

    /// By proof numbers as depth first: dominoes, stones with their neighbours, squares, and a pile whose nimbers are too
    /// large for a mark; from every component of small boards, without what others found, and a few in one table.
    #[test]
    fn proof_numbers_change_the_order_alone() {
        let dominoes = "grid(4, 4): lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free: free -= {c, t}";
        let stones = "grid(4, 4): set(c in free): free -= {c} + {d in orth: c + d}";
        let squares =
            "grid(4, 4): lay(c in free, s = {c, c + (0, 1), c + (1, 1)}) if all(x in s: x in free): free -= s";
        let pile = "0..40: cut(i in free): free -= {j in free if j >= i}";
        for rule in [dominoes, stones, squares, pile] {
            let (universe, rule) = rule.split_once(": ").unwrap();
            let text = format!("game Board\n  state free: set of {universe} = all\n  move {rule}\n");
            let world = grundy_kit::world(&text);
            let game = grundy_kit::position(&world, "Board").parts[0].game.clone();
            let search = || Nimbers::new(Taking::of(&game, &Facts::of(game.source())).unwrap());
            let (mut plain, mut together) = (search(), search());
            (plain.shallow, together.shallow) = (u32::MAX, 0);
            let mut work = Work::new(&Unwatched);
            let full = (1u64 << plain.taking.elements()) - 1;
            for trial in 0..60u64 {
                let gone = (trial.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) & (trial * 0x1f1f1);
                let set = full & !gone;
                let wanted = plain.value(set, &mut work).unwrap();
                let mut alone = search();
                alone.shallow = (trial % 3) as u32 * 8;
                assert_eq!(alone.value(set, &mut work).unwrap(), wanted, "{rule} at {set:b}");
                assert_eq!(together.value(set, &mut work).unwrap(), wanted, "{rule} at {set:b}");
                let asked = (trial % 5) as u32;
                assert_eq!(alone.has(set, asked, &mut work).unwrap(), asked == wanted);
                assert_eq!(search().has(set, wanted, &mut work).ok(), Some(true));
            }
        }
    }
}
