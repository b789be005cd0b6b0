//! The check that does not trust the finder: from a quotient, its pretending function and the moves of the heaps alone,
//! whether the quotient gives the right outcome of every sum of its heaps, and is as small as can be.
//!
//! Let F be the pretending function, extended to sums. By induction over the moves, F gives every outcome if and only if
//! for every sum X that has a move
//!
//! 1. F(X) losing implies that no option of X has a losing value, and
//! 2. F(X) not losing implies that some option of X has a losing value;
//!
//! and sums without moves do not have a losing value. Both are decided on the finite monoid (the transition algebra of
//! Plambeck and Siegel 2008 and of Siegel, *Combinatorial Game Theory*, section V.4, without building it):
//!
//! 1 holds when, for every heap h and option o, no element z makes both z F(h) and z F(o) losing.
//!
//! For 2 heaps are laid down one kind after the other. What matters of the sum X laid down so far is its element x and
//! its *open* set: the elements q such that x q is not losing and no move in X makes x q losing. Laying down a heap h
//! with option values E turns (x, Q) into (x h, { q : q h in Q, and x e q not losing for all e in E }). An empty open
//! set stays empty; of two sums with the same element the one with the larger open set is the harder one; and only the
//! values that the heaps still to come can make need be kept. Condition 2 holds if and only if no open set is left when
//! all heaps have been laid down, other than that of the sum without moves. Everything is finite, so the check ends.

use crate::hash::FastMap;
use crate::quotient::{Element, IDENTITY, MisereOutcome, Quotient};
use crate::ruleset::Ruleset;
use crate::solution::Solution;
use grundy_answer::{Progress, Stop, Watch};
use std::collections::{BTreeSet, VecDeque};
use std::fmt;

/// What an accepted check went through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Heaps whose moves were compared.
    pub heaps: u32,
    /// Pairs of an element and an open set that were met.
    pub states: u64,
}

/// What is wrong with a quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// Two letters do not commute.
    NotCommutative(String),
    /// Two elements have the same outcomes in all company.
    NotReduced(String, String),
    /// A sum without moves has a losing value, or a heap without moves is not the identity.
    End(u32),
    /// A losing value has a losing option.
    LosingOption {
        /// The heap.
        heap: u32,
        /// Its option.
        option: Vec<u32>,
        /// In company of this element both lose.
        company: String,
    },
    /// A sum whose value is not losing, and none of whose options has a losing value.
    NoWinningMove(Vec<u32>),
    /// The values do not repeat as far as the periodicity theorem asks.
    NotPeriodic(u32),
    /// Direct search finds another outcome.
    MisereOutcome(Vec<u32>, MisereOutcome),
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refuted::NotCommutative(x) => write!(f, "letters do not commute on {x}"),
            Refuted::NotReduced(x, y) => write!(f, "{x} and {y} have the same outcomes in all company"),
            Refuted::End(heap) => write!(f, "heap {heap} has no move but is not the identity, or the identity loses"),
            Refuted::LosingOption { heap, option, company } => {
                write!(f, "heap {heap} and its option {option:?} both lose in company of {company}")
            }
            Refuted::NoWinningMove(sum) => {
                write!(f, "the sum {sum:?} is said to be won, but no option is said to lose")
            }
            Refuted::NotPeriodic(heap) => write!(f, "the period does not hold at heap {heap}, or not far enough"),
            Refuted::MisereOutcome(sum, outcome) => write!(f, "the sum {sum:?} has outcome {outcome} by direct search"),
        }
    }
}

/// Why there is no acceptance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The quotient is wrong.
    Refuted(Refuted),
    /// The watch stopped the check.
    Stopped(Stop),
}

/// Accepts a solution if it is right for all sums of all its heaps.
pub fn check(rules: &dyn Ruleset, solution: &Solution, watch: &dyn Watch) -> Result<Checked, Failure> {
    let quotient = &solution.quotient;
    laws(quotient).map_err(Failure::Refuted)?;
    period(rules, solution).map_err(Failure::Refuted)?;
    let mut sweep = Sweep { quotient, losing: FastMap::default(), states: 0, bytes: 0 };
    let kinds = sweep.kinds(rules, solution, watch)?;
    sweep.lay_down(kinds, watch)?;
    Ok(Checked { heaps: solution.reach(), states: sweep.states })
}

/// The letters commute, the identity does not lose, and no two elements have the same outcomes in all company.
fn laws(quotient: &Quotient) -> Result<(), Refuted> {
    if quotient.outcome(IDENTITY) == MisereOutcome::P {
        return Err(Refuted::End(0));
    }
    for x in quotient.elements() {
        for a in 0..quotient.letters() {
            for b in 0..a {
                if quotient.step(quotient.step(x, a), b) != quotient.step(quotient.step(x, b), a) {
                    return Err(Refuted::NotCommutative(quotient.name(x)));
                }
            }
        }
    }
    let mut class: Vec<u32> = quotient.elements().map(|x| (quotient.outcome(x) == MisereOutcome::P) as u32).collect();
    let mut classes = class.iter().collect::<BTreeSet<_>>().len();
    loop {
        let mut number: FastMap<Vec<u32>, u32> = FastMap::default();
        let refined: Vec<u32> = quotient
            .elements()
            .map(|x| {
                let steps = (0..quotient.letters()).map(|a| class[quotient.step(x, a).0 as usize]);
                let signature = std::iter::once(class[x.0 as usize]).chain(steps).collect();
                let next = number.len() as u32;
                *number.entry(signature).or_insert(next)
            })
            .collect();
        class = refined;
        if number.len() == classes {
            break;
        }
        classes = number.len();
    }
    let mut seen: FastMap<u32, Element> = FastMap::default();
    for x in quotient.elements() {
        if let Some(y) = seen.insert(class[x.0 as usize], x) {
            return Err(Refuted::NotReduced(quotient.name(y), quotient.name(x)));
        }
    }
    Ok(())
}

/// The hypothesis of the periodicity theorem.
fn period(rules: &dyn Ruleset, solution: &Solution) -> Result<(), Refuted> {
    let Some(period) = solution.period else { return Ok(()) };
    let needed = rules.free_takes().map(|takes| period.needed(&takes));
    if period.preperiod == 0 || period.period == 0 || needed.is_none_or(|needed| needed > solution.reach().into()) {
        return Err(Refuted::NotPeriodic(solution.reach()));
    }
    let values = &solution.pretending;
    let repeats = |heap: &u32| values[*heap as usize] == values[(*heap + period.period) as usize];
    match (period.preperiod..=solution.reach() - period.period).find(|heap| !repeats(heap)) {
        Some(heap) => Err(Refuted::NotPeriodic(heap)),
        None => Ok(()),
    }
}

/// With more options than this their moves are looked up together.
const GATHER_ABOVE: usize = 48;

/// One bit for each element.
type Bits = Vec<u64>;

/// A heap as the check sees it.
struct Kind {
    heap: u32,
    element: Element,
    options: Vec<Element>,
    /// The elements q such that e q loses for the value e of some option.
    moves: Bits,
}

struct Open {
    sum: Vec<u32>,
    element: Element,
    open: Bits,
}

struct Sweep<'a> {
    quotient: &'a Quotient,
    /// At x: the elements z such that x z loses.
    losing: FastMap<u32, Bits>,
    states: u64,
    bytes: u64,
}

impl Sweep<'_> {
    /// The different heaps, after condition 1 was found true for all of them. Of two heaps with one element, where the
    /// options of one include those of the other, only the other matters for condition 2.
    fn kinds(&mut self, rules: &dyn Ruleset, solution: &Solution, watch: &dyn Watch) -> Result<Vec<Kind>, Failure> {
        let mut kinds: Vec<Kind> = Vec::new();
        for heap in 1..=solution.reach() {
            self.tick(watch)?;
            let element = solution.pretending[heap as usize];
            let moves = rules.options(heap);
            if moves.is_empty() {
                if element != IDENTITY {
                    return Err(Failure::Refuted(Refuted::End(heap)));
                }
                continue;
            }
            let values: Vec<Element> =
                moves.iter().map(|option| solution.sum(option).expect("options are smaller heaps")).collect();
            let mut options = values.clone();
            options.sort_unstable();
            options.dedup();
            if kinds.iter().any(|kind| kind.element == element && kind.options == options) {
                continue;
            }
            let own = self.losing_with(element).clone();
            for option in &options {
                let both = own.iter().zip(self.losing_with(*option)).position(|(a, b)| a & b != 0);
                if let Some(word) = both {
                    let common = own[word] & self.losing_with(*option)[word];
                    let company = Element(word as u32 * 64 + common.trailing_zeros());
                    let at = values.iter().position(|value| value == option).expect("an option");
                    let company = self.quotient.name(company);
                    let option = moves[at].clone();
                    return Err(Failure::Refuted(Refuted::LosingOption { heap, option, company }));
                }
            }
            let mut moves: Bits = vec![0; own.len()];
            for option in &options {
                moves.iter_mut().zip(self.losing_with(*option)).for_each(|(word, losing)| *word |= losing);
            }
            kinds.push(Kind { heap, element, options, moves });
        }
        let includes = |a: &Kind, b: &Kind| b.options.iter().all(|option| a.options.binary_search(option).is_ok());
        let needed: Vec<bool> = kinds
            .iter()
            .map(|kind| {
                let harder = |other: &&Kind| other.element == kind.element && other.heap != kind.heap;
                !kinds.iter().filter(harder).any(|other| includes(kind, other))
            })
            .collect();
        let mut needed = needed.into_iter();
        kinds.retain(|_| needed.next().expect("one for each"));
        // Kinds with late letters are laid down first, so that the values still to come are soon few.
        let last_letter = |x: Element| self.quotient.word(x).iter().rposition(|count| *count > 0);
        kinds.sort_by_key(|kind| (last_letter(kind.element), kind.element, kind.heap));
        Ok(kinds)
    }

    /// Condition 2.
    fn lay_down(&mut self, mut kinds: Vec<Kind>, watch: &dyn Watch) -> Result<(), Failure> {
        let order = self.quotient.order() as usize;
        let mut nothing: Bits = vec![0; order.div_ceil(64)];
        for x in self.quotient.elements() {
            if self.quotient.outcome(x) == MisereOutcome::N {
                nothing[x.0 as usize / 64] |= 1 << (x.0 % 64);
            }
        }
        let mut laid: Vec<Open> = Vec::new();
        while let Some(kind) = kinds.pop() {
            let times = self.quotient.products(kind.element);
            let start = Open { sum: Vec::new(), element: IDENTITY, open: nothing.clone() };
            let mut found: FastMap<u32, Vec<Open>> = FastMap::default();
            let mut queue: VecDeque<(u32, usize)> = VecDeque::new();
            for state in laid.drain(..) {
                insert(&mut found, &mut queue, state);
            }
            if let Some(next) = self.add(&start, &kind, &times) {
                insert(&mut found, &mut queue, next);
            }
            while let Some((element, at)) = queue.pop_front() {
                self.tick(watch)?;
                if let Some(next) = self.add(&found[&element][at], &kind, &times) {
                    insert(&mut found, &mut queue, next);
                }
            }
            self.states += found.values().map(|states| states.len() as u64).sum::<u64>();
            let rest = self.generated(&kinds);
            let restrict = |open: &mut Bits| open.iter_mut().zip(&rest).for_each(|(word, mask)| *word &= mask);
            restrict(&mut nothing);
            let mut restricted: FastMap<u32, Vec<Open>> = FastMap::default();
            let mut states: Vec<Open> = found.into_values().flatten().collect();
            states.sort_by(|a, b| (a.element, &a.sum).cmp(&(b.element, &b.sum)));
            for mut state in states {
                restrict(&mut state.open);
                insert(&mut restricted, &mut VecDeque::new(), state);
            }
            laid = largest(restricted);
            self.bytes = (laid.len() * order / 8) as u64;
        }
        match laid.into_iter().next() {
            Some(state) => Err(Failure::Refuted(Refuted::NoWinningMove(state.sum))),
            None => Ok(()),
        }
    }

    /// The state with one more heap; `None` when nothing is open.
    fn add(&mut self, state: &Open, kind: &Kind, times: &[Element]) -> Option<Open> {
        let mut open: Bits = vec![0; state.open.len()];
        for (q, to) in times.iter().enumerate() {
            let bit = state.open[to.0 as usize / 64] >> (to.0 % 64) & 1;
            open[q / 64] |= bit << (q % 64);
        }
        if kind.options.len() > GATHER_ABOVE {
            for (q, to) in self.quotient.products(state.element).into_iter().enumerate() {
                let bit = kind.moves[to.0 as usize / 64] >> (to.0 % 64) & 1;
                open[q / 64] &= !(bit << (q % 64));
            }
        }
        for option in kind.options.iter().filter(|_| kind.options.len() <= GATHER_ABOVE) {
            if open.iter().all(|word| *word == 0) {
                return None;
            }
            let to = self.quotient.product(state.element, *option);
            open.iter_mut().zip(self.losing_with(to)).for_each(|(word, losing)| *word &= !losing);
        }
        let empty = open.iter().all(|word| *word == 0);
        let mut sum = state.sum.clone();
        sum.push(kind.heap);
        (!empty).then(|| Open { sum, element: self.quotient.product(state.element, kind.element), open })
    }

    /// The submonoid that kinds generate.
    fn generated(&self, kinds: &[Kind]) -> Bits {
        let order = self.quotient.order() as usize;
        let mut reached: Bits = vec![0; order.div_ceil(64)];
        let letters: BTreeSet<Element> = kinds.iter().map(|kind| kind.element).collect();
        let mut queue = vec![IDENTITY];
        reached[0] = 1;
        while let Some(x) = queue.pop() {
            for letter in &letters {
                let to = self.quotient.product(x, *letter);
                let (word, bit) = (to.0 as usize / 64, 1u64 << (to.0 % 64));
                if reached[word] & bit == 0 {
                    reached[word] |= bit;
                    queue.push(to);
                }
            }
        }
        reached
    }

    fn losing_with(&mut self, x: Element) -> &Bits {
        let quotient = self.quotient;
        self.losing.entry(x.0).or_insert_with(|| {
            let mut bits = vec![0; (quotient.order() as usize).div_ceil(64)];
            for (z, to) in quotient.products(x).into_iter().enumerate() {
                if quotient.outcome(to) == MisereOutcome::P {
                    bits[z / 64] |= 1 << (z % 64);
                }
            }
            bits
        })
    }

    fn tick(&mut self, watch: &dyn Watch) -> Result<(), Failure> {
        let bytes = self.bytes + (self.losing.len() * self.quotient.order() as usize / 8) as u64;
        let progress = Progress { what: "states of the check", done: self.states, total: None, bytes };
        watch.tick(progress).map_or(Ok(()), |stop| Err(Failure::Stopped(stop)))
    }
}

/// Adds a state unless nothing is open in it or one with the same element is at least as open.
fn insert(found: &mut FastMap<u32, Vec<Open>>, queue: &mut VecDeque<(u32, usize)>, state: Open) {
    let states = found.entry(state.element.0).or_default();
    let within = |a: &Bits, b: &Bits| a.iter().zip(b).all(|(a, b)| a & !b == 0);
    let empty = state.open.iter().all(|word| *word == 0);
    if !empty && !states.iter().any(|other| within(&state.open, &other.open)) {
        queue.push_back((state.element.0, states.len()));
        states.push(state);
    }
}

/// The states that no other with the same element includes, in a fixed order.
fn largest(found: FastMap<u32, Vec<Open>>) -> Vec<Open> {
    let mut all: Vec<Open> = Vec::new();
    for (_, mut states) in found {
        states.reverse();
        let mut kept: FastMap<u32, Vec<Open>> = FastMap::default();
        for state in states {
            insert(&mut kept, &mut VecDeque::new(), state);
        }
        all.extend(kept.into_values().flatten());
    }
    all.sort_by(|a, b| (a.element, &a.sum).cmp(&(b.element, &b.sum)));
    all
}
