//! Impartial games that code describes and whose positions fall apart: sums of parts, solved part by part.
//!
//! Normal play is decided by nimbers of parts, asked one at a time (Lemoine and Viennot, Nimbers are inevitable, 2012), misère play by
//! whole sums in which small parts are replaced by their canonical forms (the same, Analysis of misère Sprouts game with reduced
//! canonical trees, 2009). Both choose what to look at next by proof numbers. What comes out is as true as the functions that
//! describe the game: they are asked about a part when it is looked at, and again where its options had to be forgotten.

mod misere;
mod nimbers;
mod proving;
mod table;
mod whole;

pub use whole::Whole;

use crate::answer::Winner;
use crate::graph::Unexplored;
use crate::question::Play;
use crate::work::Work;
use grundy_answer::{Standing, Stop, Watch, message};
use misere::Misere;
use nimbers::Nimbers;
use std::hash::Hash;
use table::Table;

/// An impartial game that code describes: both players have the same moves, play ends, and who cannot move loses, or wins in
/// misère play. A position is a sum of parts, and a move is made in one of them.
pub trait Impartial {
    /// A position that does not fall apart. Parts that are equal are the same game; the more games that are the same are written as
    /// equal parts, the less there is to do.
    type Part: Clone + Eq + Hash;
    /// Why a question about a part has no answer.
    type Failure;

    /// Calls `lead` for each move in a part with the parts that stand in its place: none, one or several. The same may be led to twice.
    fn moves(&mut self, part: &Self::Part, lead: &mut dyn FnMut(Vec<Self::Part>)) -> Result<(), Self::Failure>;

    /// How many moves can still be made in a part at most, where that is known at once. It decides what is looked at first, so that a
    /// number that is too small or too large costs time and changes no answer.
    fn most_moves(&self, _part: &Self::Part) -> Option<u32> {
        None
    }
}

/// An impartial game with what has been found of it: later questions use what earlier ones found.
pub struct Sums<'w, G: Impartial> {
    table: Table<G>,
    nimbers: Nimbers,
    misere: Misere<'w>,
    work: Work<'w>,
}

/// All about a sum.
#[derive(Clone, Debug)]
pub struct SumsAnswer<P> {
    /// Who wins.
    pub winner: Winner,
    /// The nimber, under normal play.
    pub nimber: Option<u32>,
    /// Every move that wins, as the sum it leads to; different moves to the same sum once.
    pub winning_moves: Vec<Vec<P>>,
    /// Parts, or under misère play sums, that were looked at or reached.
    pub positions: u64,
    /// How sure it is.
    pub standing: Standing,
}

/// Why a search has no result.
pub(crate) enum Halt<F> {
    Failed(F),
    Stopped(Stop),
}

impl<'w, G: Impartial> Sums<'w, G> {
    /// Nothing is known yet. Every question is answered under this watch.
    pub fn new(game: G, watch: &'w dyn Watch) -> Sums<'w, G> {
        let table = Table::new(game, watch.table_bytes());
        Sums { table, nimbers: Nimbers::default(), misere: Misere::new(watch), work: Work::new(watch) }
    }

    /// Who wins a sum.
    pub fn winner(&mut self, sum: &[G::Part], play: Play) -> Result<Winner, Unexplored<G::Failure>> {
        let numbers = self.numbers(sum);
        let lost = self.is_lost(&numbers, play)?;
        Ok(if lost { Winner::Second } else { Winner::First })
    }

    /// The nimber of a sum under normal play.
    pub fn nimber(&mut self, sum: &[G::Part]) -> Result<u32, Unexplored<G::Failure>> {
        let mut total = 0;
        for alike in self.numbers(sum).chunk_by(|a, b| a == b) {
            if alike.len() % 2 == 1 {
                let found = self.nimbers.value(alike[0], &mut self.table, &mut self.work);
                total ^= found.map_err(|halt| self.unexplored(halt))?;
            }
        }
        Ok(total)
    }

    /// Every move that wins, as the sum it leads to.
    pub fn winning_moves(&mut self, sum: &[G::Part], play: Play) -> Result<Vec<Vec<G::Part>>, Unexplored<G::Failure>> {
        let numbers = self.numbers(sum);
        let mut winning: Vec<Vec<u32>> = Vec::new();
        for at in 0..numbers.len() {
            if at > 0 && numbers[at] == numbers[at - 1] {
                continue;
            }
            let options = self.table.options(numbers[at]).map_err(Unexplored::Failed)?;
            for option in options.iter() {
                let mut to = [&numbers[..at], option, &numbers[at + 1..]].concat();
                to.sort_unstable();
                if !winning.contains(&to) && self.is_lost(&to, play)? {
                    winning.push(to);
                }
            }
        }
        let parts = |to: Vec<u32>| to.into_iter().map(|number| self.table.part(number).clone()).collect();
        Ok(winning.into_iter().map(parts).collect())
    }

    /// All about a sum. Told to stop, it has no answer; the single questions may have one.
    pub fn solve(&mut self, sum: &[G::Part], play: Play) -> Result<SumsAnswer<G::Part>, Unexplored<G::Failure>> {
        let winner = self.winner(sum, play)?;
        let nimber = if play == Play::Misere { None } else { Some(self.nimber(sum)?) };
        let winning_moves = self.winning_moves(sum, play)?;
        let (positions, standing) = (self.positions(), self.standing());
        Ok(SumsAnswer { winner, nimber, winning_moves, positions, standing })
    }

    /// Parts reached, and sums of misère play.
    pub fn positions(&self) -> u64 {
        self.table.len() as u64 + self.misere.len() as u64
    }

    /// Parts that the game was asked about.
    pub fn expanded(&self) -> u64 {
        self.table.expanded()
    }

    /// How sure the answers are.
    pub fn standing(&self) -> Standing {
        let (positions, expanded) = (self.positions(), self.expanded());
        Standing::Checked(message!(
            "computed from the functions that describe the game: {} positions reached, the moves of {} asked for",
            positions,
            expanded
        ))
    }

    /// The numbers of parts, sorted.
    fn numbers(&mut self, sum: &[G::Part]) -> Vec<u32> {
        let mut numbers: Vec<u32> = sum.iter().map(|part| self.table.number(part.clone())).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Whether who is about to move loses a sorted sum.
    fn is_lost(&mut self, sum: &[u32], play: Play) -> Result<bool, Unexplored<G::Failure>> {
        let found = match play {
            Play::AsWritten => self.nimbers.has(sum, 0, &mut self.table, &mut self.work),
            Play::Misere => self.misere.is_lost(sum, &mut self.table, &mut self.work),
        };
        found.map_err(|halt| self.unexplored(halt))
    }

    fn unexplored(&self, halt: Halt<G::Failure>) -> Unexplored<G::Failure> {
        match halt {
            Halt::Failed(failure) => Unexplored::Failed(failure),
            Halt::Stopped(stop) => Unexplored::Stopped(stop, self.positions()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::outcome::search::goal::Wdl;
    use grundy_answer::{Progress, Unwatched};
    use grundy_run::Side;

    /// Heaps of which some counters are taken, what is left being divided into at most two: the codes of Winning Ways ch. 4.
    struct Octal {
        digits: &'static [u8],
        /// Whether the number of moves left is said.
        bounded: bool,
        /// A heap that cannot be asked about.
        broken: Option<u32>,
    }

    fn octal(digits: &'static [u8]) -> Octal {
        Octal { digits, bounded: true, broken: None }
    }

    impl Impartial for Octal {
        type Part = u32;
        type Failure = u32;

        fn moves(&mut self, &heap: &u32, lead: &mut dyn FnMut(Vec<u32>)) -> Result<(), u32> {
            if self.broken == Some(heap) {
                return Err(heap);
            }
            for (&digit, taken) in self.digits.iter().zip(1..=heap) {
                let left = heap - taken;
                if left == 0 && digit & 1 != 0 {
                    lead(vec![]);
                }
                if left > 0 && digit & 2 != 0 {
                    lead(vec![left]);
                }
                if digit & 4 != 0 {
                    (1..=left / 2).for_each(|one| lead(vec![one, left - one]));
                }
            }
            Ok(())
        }

        fn most_moves(&self, &heap: &u32) -> Option<u32> {
            self.bounded.then_some(heap)
        }
    }

    const KAYLES: &[u8] = &[7, 7];
    const DAWSON: &[u8] = &[1, 3, 7];

    fn nimbers(mut game: Octal, bounded: bool, heaps: u32) -> Vec<u32> {
        game.bounded = bounded;
        let mut sums = Sums::new(game, &Unwatched);
        (1..=heaps).map(|heap| sums.nimber(&[heap]).ok().unwrap()).collect()
    }

    /// Winning Ways ch. 4: Kayles and Dawson's chess.
    #[test]
    fn nimbers_as_published() {
        let kayles = [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4];
        let dawson = [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0];
        for bounded in [false, true] {
            assert_eq!(nimbers(octal(KAYLES), bounded, 24), kayles);
            assert_eq!(nimbers(octal(DAWSON), bounded, 20), dawson);
        }
    }

    /// Against the whole graph of every sum, all positions reached: winner, winning moves, normal and misère.
    #[test]
    fn sums_as_wholes() {
        let starts: [&[u32]; 6] = [&[], &[9], &[4, 7], &[5, 5, 3], &[1, 2, 3, 4], &[12]];
        for (digits, bounded) in [(KAYLES, true), (KAYLES, false), (DAWSON, true)] {
            for play in [Play::AsWritten, Play::Misere] {
                let mut sums = Sums::new(Octal { bounded, ..octal(digits) }, &Unwatched);
                for start in starts {
                    let mut sorted = start.to_vec();
                    sorted.sort_unstable();
                    let mut whole = Whole(octal(digits));
                    let graph = Graph::explore(&mut whole, vec![(sorted, Side::Left)], play, &Unwatched).ok().unwrap();
                    let answer = sums.solve(start, play).ok().unwrap();
                    assert_eq!(answer.winner, graph.answer().winner, "{start:?} {play:?}");
                    let lost = |&&to: &&u32| graph.result(to as usize).0 == Wdl::Loss;
                    let mut wanted: Vec<Vec<u32>> =
                        graph.options(0).iter().filter(lost).map(|&to| graph.node(to as usize).0.clone()).collect();
                    let mut found: Vec<Vec<u32>> = answer.winning_moves;
                    found.iter_mut().for_each(|sum| sum.sort_unstable());
                    for all in [&mut wanted, &mut found] {
                        all.sort_unstable();
                    }
                    wanted.dedup();
                    assert_eq!(found, wanted, "{start:?} {play:?}");
                }
            }
        }
    }

    /// Misère Kayles, rows that lose for who is about to move (Sibert and Conway 1992): 1, 4, 9, 12, 20 and no other up to 20.
    #[test]
    fn misere_kayles() {
        let mut sums = Sums::new(octal(KAYLES), &Unwatched);
        let lost = |heap: &u32| sums.winner(&[*heap], Play::Misere).ok() == Some(Winner::Second);
        assert_eq!((1..=20).filter(lost).collect::<Vec<u32>>(), [1, 4, 9, 12, 20]);
    }

    /// A heap from which any number may be taken: nimbers that do not fit with a part.
    #[test]
    fn large_nimbers() {
        struct Nim;
        impl Impartial for Nim {
            type Part = u32;
            type Failure = ();

            fn moves(&mut self, &heap: &u32, lead: &mut dyn FnMut(Vec<u32>)) -> Result<(), ()> {
                (0..heap).for_each(|left| lead(vec![left]));
                Ok(())
            }
        }
        let mut sums = Sums::new(Nim, &Unwatched);
        assert_eq!(sums.nimber(&[70, 100, 3]).ok(), Some(70 ^ 100 ^ 3));
        assert_eq!(sums.winner(&[70, 100, 70 ^ 100], Play::AsWritten).ok(), Some(Winner::Second));
    }

    /// Long games need no deep stack.
    #[test]
    fn long_play() {
        for play in [Play::AsWritten, Play::Misere] {
            let mut sums = Sums::new(Octal { bounded: false, ..octal(&[3]) }, &Unwatched);
            let odd = if play == Play::Misere { Winner::Second } else { Winner::First };
            assert_eq!(sums.winner(&[100_001], play).ok(), Some(odd));
        }
    }

    #[test]
    fn failures_and_limits_are_handed_on() {
        struct Never;
        impl Watch for Never {
            fn tick(&self, _: Progress) -> Option<Stop> {
                Some(Stop::Time)
            }

            fn outer(&self) -> Option<&dyn Watch> {
                None
            }
        }
        for play in [Play::AsWritten, Play::Misere] {
            let broken = Octal { broken: Some(7), ..octal(KAYLES) };
            assert!(matches!(Sums::new(broken, &Unwatched).winner(&[7], play), Err(Unexplored::Failed(7))));
            let stopped = Sums::new(octal(KAYLES), &Never).winner(&[30], play);
            assert!(matches!(stopped, Err(Unexplored::Stopped(Stop::Time, _))));
        }
    }
}
