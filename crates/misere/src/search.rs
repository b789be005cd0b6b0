//! Direct misère search: the outcome of a sum from the definition, remembering sums already seen.
//!
//! A sum without moves is won by the player to move; any other is lost by the player to move exactly when every option
//! is won by the next. With a solution as [`Leaves`], sums within its reach are read off instead, which decides single
//! heaps somewhat beyond it.

use crate::check::{Failure, Refuted};
use crate::hash::FastMap;
use crate::quotient::MisereOutcome;
use crate::ruleset::Ruleset;
use crate::solution::{Move, Solution};
use grundy_answer::{Progress, Watch};

/// Sums of more beans than this are refused: the search goes one level deeper with every move.
const MOST_BEANS: u64 = 4000;

/// Where the search ends.
#[derive(Clone, Copy)]
pub enum Leaves<'a> {
    /// At sums without moves.
    Definition,
    /// At sums whose heaps all lie within the reach of the solution.
    Solution(&'a Solution),
}

/// A search with its memory.
pub struct Search<'a> {
    rules: &'a dyn Ruleset,
    leaves: Leaves<'a>,
    options: FastMap<u32, Vec<Vec<u32>>>,
    seen: FastMap<Vec<u32>, MisereOutcome>,
    most: usize,
    /// Options still to be looked at, so that heaps with very many moves end too.
    left: usize,
}

impl<'a> Search<'a> {
    /// Remembers at most `most` sums.
    pub fn new(rules: &'a dyn Ruleset, leaves: Leaves<'a>, most: usize) -> Search<'a> {
        Search {
            rules,
            leaves,
            options: FastMap::default(),
            seen: FastMap::default(),
            most,
            left: most.saturating_mul(64),
        }
    }

    /// The outcome of a sum; `None` when it would take more memory than allowed.
    pub fn outcome(&mut self, heaps: &[u32]) -> Option<MisereOutcome> {
        let beans: u64 = heaps.iter().map(|heap| u64::from(*heap)).sum();
        if beans > MOST_BEANS {
            return None;
        }
        let mut sum: Vec<u32> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
        sum.sort_unstable();
        self.visit(sum)
    }

    /// All winning moves of a sum, equal summands each with their own; `None` as for the outcome.
    pub fn winning_moves(&mut self, heaps: &[u32]) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        for (component, heap) in heaps.iter().enumerate().filter(|(_, heap)| **heap > 0) {
            for leaves in self.rules.options(*heap) {
                let rest = heaps[..component].iter().chain(&heaps[component + 1..]);
                let to: Vec<u32> = rest.chain(&leaves).copied().collect();
                if self.outcome(&to)? == MisereOutcome::P {
                    moves.push(Move { component, leaves });
                }
            }
        }
        Some(moves)
    }

    /// How many sums are remembered.
    pub fn positions(&self) -> usize {
        self.seen.len()
    }

    fn visit(&mut self, sum: Vec<u32>) -> Option<MisereOutcome> {
        if let Leaves::Solution(solution) = self.leaves
            && sum.last().is_none_or(|largest| *largest <= solution.reach() || solution.period.is_some())
        {
            return solution.outcome(&sum);
        }
        if let Some(outcome) = self.seen.get(&sum) {
            return Some(*outcome);
        }
        if self.seen.len() >= self.most || self.left == 0 {
            return None;
        }
        let (mut outcome, mut moves) = (MisereOutcome::P, 0);
        for (at, heap) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == *heap {
                continue;
            }
            let options = self.options.entry(*heap).or_insert_with(|| self.rules.options(*heap)).clone();
            moves += options.len();
            for option in options {
                self.left = self.left.saturating_sub(1);
                let mut to = sum.clone();
                to.remove(at);
                to.extend(option);
                to.sort_unstable();
                if self.visit(to)? == MisereOutcome::P {
                    outcome = MisereOutcome::N;
                    break;
                }
            }
            if outcome == MisereOutcome::N {
                break;
            }
        }
        if moves == 0 {
            outcome = MisereOutcome::N;
        }
        self.seen.insert(sum, outcome);
        Some(outcome)
    }
}

/// How far a comparison with direct search goes.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// All sums of at most so many beans (numbers of positions).
    pub beans: u32,
    /// So many random larger sums.
    pub random: u32,
    /// Each of at most so many beans.
    pub random_beans: u32,
    /// Sums remembered.
    pub positions: usize,
}

/// What a comparison looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// All sums up to the bound.
    pub small: u64,
    /// Random larger sums.
    pub random: u64,
}

/// Compares outcomes read off a solution with direct search. Sums too large for the search are passed over.
pub fn compare(
    rules: &dyn Ruleset,
    solution: &Solution,
    bounds: Bounds,
    watch: &dyn Watch,
) -> Result<Compared, Failure> {
    let mut comparison =
        Comparison { search: Search::new(rules, Leaves::Definition, bounds.positions), solution, done: 0, watch };
    let mut compared = Compared::default();
    comparison.all(&mut Vec::new(), bounds.beans.min(solution.reach()), bounds.beans)?;
    compared.small = comparison.done;
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let reach = u64::from(solution.reach());
    let random_sums = if reach == 0 { 0 } else { bounds.random };
    for _ in 0..random_sums {
        let (mut sum, mut left) = (Vec::new(), u64::from(bounds.random_beans));
        while left > 0 && sum.len() < 12 {
            random = crate::hash::fold(random, sum.len() as u64);
            let heap = 1 + random % reach.min(left);
            left -= heap;
            sum.push(heap as u32);
        }
        comparison.one(&sum)?;
    }
    compared.random = comparison.done - compared.small;
    Ok(compared)
}

struct Comparison<'a> {
    search: Search<'a>,
    solution: &'a Solution,
    done: u64,
    watch: &'a dyn Watch,
}

impl Comparison<'_> {
    /// All sums of heaps up to `largest` with at most `beans`, added to `sum`.
    fn all(&mut self, sum: &mut Vec<u32>, largest: u32, beans: u32) -> Result<(), Failure> {
        self.one(sum)?;
        for heap in 1..=largest.min(beans) {
            sum.push(heap);
            self.all(sum, heap, beans - heap)?;
            sum.pop();
        }
        Ok(())
    }

    fn one(&mut self, sum: &[u32]) -> Result<(), Failure> {
        let progress = Progress { what: "sums compared", done: self.done, total: None, bytes: self.bytes() };
        if let Some(stop) = self.watch.tick(progress) {
            return Err(Failure::Stopped(stop));
        }
        let Some(outcome) = self.search.outcome(sum) else { return Ok(()) };
        self.done += 1;
        if self.solution.outcome(sum) != Some(outcome) {
            return Err(Failure::Refuted(Refuted::MisereOutcome(sum.to_vec(), outcome)));
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.search.positions() as u64 * 80
    }
}

/// The single heaps up to `to` that the player to move loses, as far as they are decided; and how far that is.
pub fn losing_heaps(
    rules: &dyn Ruleset,
    solution: &Solution,
    to: u32,
    most: usize,
    watch: &dyn Watch,
) -> (Vec<u32>, u32) {
    let mut search = Search::new(rules, Leaves::Solution(solution), most);
    let mut losing = Vec::new();
    let to = rules.last().map_or(to, |last| last.min(to));
    for heap in 1..=to {
        let progress = Progress { what: "heaps", done: heap.into(), total: Some(to.into()), bytes: 0 };
        let told = if heap > solution.reach() { watch.tick(progress) } else { None };
        match search.outcome(&[heap]).filter(|_| told.is_none()) {
            Some(MisereOutcome::P) => losing.push(heap),
            Some(MisereOutcome::N) => {}
            None => return (losing, heap - 1),
        }
    }
    (losing, to)
}
