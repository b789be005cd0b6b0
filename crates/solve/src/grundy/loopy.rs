//! Generalised Grundy values of loopy impartial games (Smith, "Graphs and composite games", 1966; Fraenkel and Yesha,
//! "The generalized Sprague-Grundy function", 1986). A value is a nimber, or infinity with the set of nimbers among
//! the options. A position may take the value m, the mex of the labels of its options, once every option without a
//! label that could spoil it (one whose label might still be m) has an option labelled m: such a move can be reverted.
//!
//! Labels are given in increasing order, each in one walk over the arcs with counters: of every position, how many of
//! its options without a label cannot be reverted yet. A graph with e arcs has no label above the root of 2e.
//!
//! Sums: nimbers add by exclusive or; infinity K plus nimber g is infinity K xor g; infinities add to infinity of nothing.

use crate::answer::{Answer, Class, Grundy, LineMove, Winner};
use crate::parts::{Named, PartId, Parts};
use crate::work::{Halted, Work};
use crate::writing::{LONGEST_LINE, line_move, winning_move};
use grundy_answer::{Standing, message};
use grundy_run::Side;
use rustc_hash::{FxHashMap, FxHashSet};

/// The whole graph below some components, labelled.
pub struct Loopy {
    /// The components.
    pub parts: Parts,
    /// Options of each part as sums; loopy play inside one component only leads to single components.
    options: Vec<Vec<usize>>,
    numbers: FxHashMap<PartId, usize>,
    labels: Vec<Option<u64>>,
    /// When each label was given: play that always moves to earlier ones ends.
    since: Vec<u64>,
}

impl Loopy {
    /// An empty graph.
    pub fn new(parts: Parts) -> Loopy {
        Loopy { parts, options: Vec::new(), numbers: FxHashMap::default(), labels: Vec::new(), since: Vec::new() }
    }

    /// Adds a component and all that can be reached from it. A loopy component that breaks into several is beyond this
    /// theory's finite labelling here and halts with `Halted::Cycle`.
    pub fn add(&mut self, root: PartId, work: &mut Work) -> Result<(), Halted> {
        let mut waiting = vec![root];
        while let Some(part) = waiting.pop() {
            let number = self.number(part);
            if !self.options[number].is_empty() {
                continue;
            }
            let mut next = Vec::new();
            for option in self.parts.options(part, Side::Left)? {
                let [to] = option.parts[..] else { return Err(Halted::Cycle) };
                let fresh = !self.numbers.contains_key(&to);
                next.push(self.number(to));
                if fresh {
                    waiting.push(to);
                }
            }
            next.sort_unstable();
            next.dedup();
            self.options[number] = next;
            if work.tick(self.options.len() as u64, self.parts.bytes()) {
                return Err(work.halted());
            }
        }
        Ok(())
    }

    fn number(&mut self, part: PartId) -> usize {
        let next = self.options.len();
        let number = *self.numbers.entry(part).or_insert(next);
        if number == next {
            self.options.push(Vec::new());
        }
        number
    }

    /// Labels every position that has a nimber.
    pub fn label(&mut self) {
        (self.labels, self.since) = labels(&self.options);
    }

    /// Whether the last labelling saw this part.
    pub fn is_labelled(&self, part: PartId) -> bool {
        self.numbers.get(&part).is_some_and(|&number| number < self.labels.len())
    }

    fn value(&self, part: PartId) -> Grundy {
        let number = self.numbers[&part];
        match self.labels[number] {
            Some(label) => Grundy::Finite(label),
            None => {
                let mut set: Vec<u64> = self.options[number].iter().filter_map(|&option| self.labels[option]).collect();
                set.sort_unstable();
                set.dedup();
                Grundy::Infinite(set)
            }
        }
    }

    /// The value of a sum.
    pub fn sum(&self, parts: &[PartId]) -> Grundy {
        parts.iter().map(|&part| self.value(part)).fold(Grundy::Finite(0), |total, value| match (total, value) {
            (Grundy::Finite(a), Grundy::Finite(b)) => Grundy::Finite(a ^ b),
            (Grundy::Infinite(set), Grundy::Finite(b)) | (Grundy::Finite(b), Grundy::Infinite(set)) => {
                let mut moved: Vec<u64> = set.iter().map(|a| a ^ b).collect();
                moved.sort_unstable();
                Grundy::Infinite(moved)
            }
            (Grundy::Infinite(_), Grundy::Infinite(_)) => Grundy::Infinite(Vec::new()),
        })
    }

    /// All about a sum.
    pub fn answer(mut self, root: &[PartId], work: &mut Work) -> Result<Answer, Halted> {
        for &part in root {
            self.add(part, work)?;
        }
        self.label();
        let total = self.sum(root);
        let outcome = self.outcome(&total);
        let mut winning_moves = Vec::new();
        for (number, named, after) in self.moves(root, root)? {
            if self.outcome(&self.sum(&after)) == Class::P {
                winning_moves.push(winning_move(&self.parts, root, number, &named));
            }
        }
        let line = self.line(root)?;
        let positions = self.parts.len() as u64;
        Ok(Answer {
            winner: Some(match outcome {
                Class::P => Winner::Second,
                Class::N => Winner::First,
                _ => Winner::Draw,
            }),
            outcome: Some(outcome),
            grundy: Some(total),
            winning_move_count: winning_moves.len() as u64,
            winning_moves,
            line,
            positions,
            ..Answer::unknown(Standing::Proved(message!(
                "all {} positions below it were labelled with Smith and Fraenkel's generalised values",
                positions
            )))
        })
    }

    /// Every move of a sum: the summand, the move, and the sum after it, in normal form if `normal` is that of the sum.
    fn moves(&mut self, sum: &[PartId], normal: &[PartId]) -> Result<Vec<(usize, Named, Vec<PartId>)>, Halted> {
        let mut moves = Vec::new();
        for (number, &part) in sum.iter().enumerate() {
            for named in self.parts.moves(part, Side::Left)? {
                let mut after = normal.to_vec();
                after.splice(number..=number, named.option.parts.iter().copied());
                moves.push((number, named, after));
            }
        }
        Ok(moves)
    }

    /// One line of best play, on the positions as they lie: the winner moves to lost positions labelled as early as can
    /// be, so that play ends; a drawn game is followed until it repeats.
    fn line(&mut self, root: &[PartId]) -> Result<Vec<LineMove>, Halted> {
        let mut line = Vec::new();
        let (mut sum, mut normal) = (root.to_vec(), root.to_vec());
        let mut seen = FxHashSet::default();
        while line.len() < LONGEST_LINE && seen.insert(sum.clone()) {
            let best = self.moves(&sum, &normal)?.into_iter().min_by_key(|(_, _, after)| {
                let rank = match self.outcome(&self.sum(after)) {
                    Class::P => 0u8,
                    Class::D => 1,
                    _ => 2,
                };
                let since = after.iter().map(|part| self.since[self.numbers[part]]);
                // Who loses delays: late labels first.
                let late = since.fold(0u64, |late, since| late.saturating_add(since));
                (rank, if rank == 2 { u64::MAX - late } else { late })
            });
            let Some((number, named, after)) = best else { break };
            line.push(line_move(&self.parts, &sum, number, &named.one));
            let exactly: Vec<PartId> = named.exactly.iter().map(|component| self.parts.intern(component)).collect();
            sum.splice(number..=number, exactly);
            normal = after;
        }
        Ok(line)
    }

    /// Who wins: 0 is lost, other nimbers and infinities with a 0 are won, the rest are drawn.
    pub fn outcome(&self, value: &Grundy) -> Class {
        match value {
            Grundy::Finite(0) => Class::P,
            Grundy::Finite(_) => Class::N,
            Grundy::Infinite(set) if set.contains(&0) => Class::N,
            Grundy::Infinite(_) => Class::D,
        }
    }
}

/// The label of every position that has a nimber, given in increasing order (Fraenkel's algorithm), and when it was given. No
/// position lists an option twice.
pub fn labels(all: &[Vec<usize>]) -> (Vec<Option<u64>>, Vec<u64>) {
    let size = all.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); size];
    for (position, options) in all.iter().enumerate() {
        options.iter().for_each(|&option| before[option].push(position as u32));
    }
    let (mut labels, mut since) = (vec![None; size], vec![u64::MAX; size]);
    // The least number not yet among the labels of the options: all smaller ones have been given.
    let mut missing = vec![0u64; size];
    let mut clock = 0;
    for value in 0.. {
        // Options without a label that have no option labelled `value` yet.
        let open = |options: &Vec<usize>| options.iter().filter(|&&option| labels[option].is_none()).count();
        let mut irreversible: Vec<usize> = all.iter().map(open).collect();
        let mut reverts = vec![false; size];
        let fits = |position: usize, irreversible: &[usize], missing: &[u64]| {
            missing[position] == value && irreversible[position] == 0
        };
        let unlabelled = (0..size).filter(|&position| labels[position].is_none());
        let mut ready: Vec<usize> = unlabelled.filter(|&position| fits(position, &irreversible, &missing)).collect();
        let some = !ready.is_empty();
        while let Some(position) = ready.pop() {
            if labels[position].is_some() || reverts[position] {
                continue;
            }
            labels[position] = Some(value);
            since[position] = clock;
            clock += 1;
            for &reverting in &before[position] {
                let reverting = reverting as usize;
                if std::mem::replace(&mut reverts[reverting], true) || labels[reverting].is_some() {
                    continue;
                }
                for &earlier in &before[reverting] {
                    let earlier = earlier as usize;
                    irreversible[earlier] -= 1;
                    if labels[earlier].is_none() && fits(earlier, &irreversible, &missing) {
                        ready.push(earlier);
                    }
                }
            }
        }
        for (position, reverts) in reverts.into_iter().enumerate() {
            if reverts && missing[position] == value {
                missing[position] += 1;
            }
        }
        let open = labels.iter().zip(&missing).any(|(label, missing)| label.is_none() && *missing > value);
        if !some || !open {
            break;
        }
    }
    (labels, since)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, tried on every position until nothing changes: value after value.
    fn plainly(options: &[Vec<usize>]) -> Vec<Option<u64>> {
        let mut labels: Vec<Option<u64>> = vec![None; options.len()];
        for value in 0..options.len() as u64 {
            loop {
                let fits = |position: &usize| {
                    let has = |position: usize, value: u64| {
                        options[position].iter().any(|&option| labels[option] == Some(value))
                    };
                    labels[*position].is_none()
                        && !has(*position, value)
                        && (0..value).all(|smaller| has(*position, smaller))
                        && options[*position].iter().all(|&option| labels[option].is_some() || has(option, value))
                };
                let Some(next) = (0..options.len()).find(fits) else { break };
                labels[next] = Some(value);
            }
        }
        labels
    }

    #[test]
    fn labels_are_those_of_the_definition() {
        let mut seed = 3u64;
        let mut chance = |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        let (mut finite, mut infinite) = (0, 0);
        for trial in 0..400 {
            let size = 2 + trial % 14;
            let mut loopy = Loopy::new(Parts::default());
            for _ in 0..size {
                let mut options: Vec<usize> = (0..chance(5)).map(|_| chance(size)).collect();
                options.sort_unstable();
                options.dedup();
                loopy.options.push(options);
            }
            loopy.label();
            let plain = plainly(&loopy.options);
            assert_eq!(loopy.labels, plain, "{:?}", loopy.options);
            infinite += plain.iter().filter(|label| label.is_none()).count();
            finite += plain.iter().filter(|label| label.is_some_and(|label| label > 1)).count();
        }
        assert!(finite > 100 && infinite > 100, "{finite} {infinite}");
    }
}
