//! Quotients heap by heap.
//!
//! Each new heap is first compared with what is there (the *mex rule*, below); only a heap that fails is added as a kind
//! of its own to the exact computation of [`losing`](crate::losing), which starts from what it knew before.
//!
//! The mex rule. For a sum Y of kinds let x be its element and D the set of elements of its options. Let E be the set of
//! elements of the options of the new heap. If D is a subset of E, and no losing residual of an element of E meets that
//! of x (no z makes both x z and e z losing), then the heap may be taken for Y: a sum with the heap in it has all the
//! winning moves that the same sum with Y would have, and no move from a losing sum to a losing one. So the bipartite
//! monoid stays correct. (Plambeck and Siegel 2008 call the largest such E the meximal set of x. Y must not be the
//! empty sum, from which no move is needed to win; a heap without options is the empty sum.)
//!
//! As long as all heaps are [tame](crate::tame) none of this is needed: the quotient is that of misère Nim. At the first
//! heap that is not, the growth begins again with the first.
//!
//! When a kind is added the elements change and every heap taken for a sum is compared again; one that fails becomes a
//! kind itself and the growth is repeated, so the kept heaps only increase and the result is always proved.

use crate::diagram::{Diagrams, NOTHING, Set};
use crate::hash::FastMap;
use crate::losing::{Halt, Losing};
use crate::period::Periods;
use crate::quotient::{Element, IDENTITY, Quotient};
use crate::ruleset::Ruleset;
use crate::solution::Solution;
use crate::tame::{Novelty, TameHeaps};
use grundy_answer::{Progress, Watch};
use std::collections::BTreeSet;

/// Above this order new heaps are compared only with single kinds.
const TRY_UP_TO: u32 = 4096;

/// Elements of a quotient visited between two ticks of the watch.
const VISITS_PER_TICK: u64 = 256;

/// A partial quotient that can be carried further.
pub struct Growth<'a> {
    rules: &'a dyn Ruleset,
    /// All heaps so far, while they are all tame.
    tame: Option<TameHeaps>,
    pub(crate) losing: Losing,
    /// Heaps that must be kinds of their own.
    pub(crate) forced: BTreeSet<u32>,
    /// At `kind - 1`: the heap.
    kinds: Vec<u32>,
    /// At `heap`: the sum of kinds it is taken for.
    stands: Vec<Vec<u32>>,
    /// A kind was added whose quotient is not yet known.
    unsettled: bool,
    current: Current,
    periods: Periods,
    solution: Solution,
}

/// Whether all heaps so far are tame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tameness {
    Tame,
    Wild,
}

/// The quotient of the kinds, seen from its diagrams.
struct Current {
    quotient: Quotient,
    /// At an element: the sums that lose together with it.
    residuals: Vec<Set>,
    /// At `kind - 1`: its element.
    kinds: Vec<Element>,
    /// At `kind - 1`: the kind with the elements of its options.
    singles: Vec<Pair>,
    letters: Vec<u32>,
}

/// A sum of kinds with its element and the elements of its options.
#[derive(Clone)]
struct Pair {
    sum: Vec<u32>,
    element: Element,
    options: Vec<Element>,
}

impl<'a> Growth<'a> {
    /// No heaps yet. A kind of which `most_copies` copies give no repetition ends the growth.
    pub fn new(rules: &'a dyn Ruleset, most_copies: u32) -> Growth<'a> {
        let quotient = Quotient::new(0, &[], &[false]).expect("the trivial monoid");
        let solution =
            Solution { quotient: quotient.clone(), pretending: vec![IDENTITY], letters: Vec::new(), period: None };
        Growth {
            rules,
            tame: Some(TameHeaps::new()),
            losing: Losing::new(most_copies),
            forced: BTreeSet::new(),
            kinds: Vec::new(),
            stands: vec![Vec::new()],
            unsettled: false,
            current: Current::trivial(quotient),
            periods: Periods::default(),
            solution,
        }
    }

    /// What is known: the quotient of the heaps done so far.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// How many heaps have a kind of their own.
    pub fn kept(&self) -> usize {
        self.kinds.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.losing.bytes()
    }

    /// Goes on to heap `to`, or until the quotient is proved complete. After a halt the solution is that of the heaps
    /// done, and the same call goes on where the work stopped.
    pub fn grow(&mut self, to: u32, watch: &dyn Watch) -> Result<(), Halt> {
        let to = self.rules.last().map_or(to, |last| to.min(last));
        while self.solution.reach() < to && self.solution.period.is_none() {
            if self.advance_tame(watch)? == Tameness::Wild {
                self.advance(watch)?;
                self.publish();
            }
            self.solution.period = self.rules.free_takes().and_then(|takes| self.periods.proved(&takes));
        }
        Ok(())
    }

    /// Gives the next heap its element if all heaps to it are tame.
    fn advance_tame(&mut self, watch: &dyn Watch) -> Result<Tameness, Halt> {
        let Some(tame) = &mut self.tame else { return Ok(Tameness::Wild) };
        let done = u64::from(self.solution.reach());
        if done % 16 == 15 {
            let progress = Progress { what: "tame heaps", done, total: None, bytes: 0 };
            watch.tick(progress).map_or(Ok(()), |stop| Err(Halt::Told(stop)))?;
        }
        let Some(novelty) = tame.push(self.rules) else {
            self.tame = None;
            return Ok(Tameness::Wild);
        };
        match novelty {
            Novelty::Old(value) => {
                self.solution.pretending.push(value);
                self.periods.push(value.0);
            }
            Novelty::New => {
                (self.solution.quotient, self.solution.letters, self.solution.pretending) = tame.quotient();
                self.periods = Periods::default();
                self.solution.pretending[1..].iter().for_each(|value| self.periods.push(value.0));
            }
        }
        Ok(Tameness::Tame)
    }

    /// Gives the next heap its element.
    fn advance(&mut self, watch: &dyn Watch) -> Result<(), Halt> {
        let heap = self.solution.pretending.len() as u32;
        while (self.stands.len() as u32) <= heap || self.unsettled {
            if self.unsettled {
                self.settle(watch)?;
                continue;
            }
            let next = self.stands.len() as u32;
            let options = self.in_kinds(next);
            let sum = if self.forced.contains(&next) { None } else { self.current.find(&options, &mut self.losing) };
            match sum {
                Some(sum) => self.stands.push(sum),
                None => {
                    self.losing.add_kind(options);
                    self.kinds.push(next);
                    self.stands.push(vec![self.kinds.len() as u32]);
                    self.unsettled = true;
                }
            }
        }
        Ok(())
    }

    /// The options of a heap as sorted sums of kinds, each once.
    fn in_kinds(&self, heap: u32) -> Vec<Vec<u32>> {
        let translate = |option: Vec<u32>| {
            let mut sum: Vec<u32> =
                option.iter().flat_map(|part| self.stands[*part as usize].iter().copied()).collect();
            sum.sort_unstable_by(|a, b| b.cmp(a));
            sum
        };
        let mut options: Vec<Vec<u32>> = self.rules.options(heap).into_iter().map(translate).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Computes the quotient of the kinds and compares again every heap taken for a sum.
    fn settle(&mut self, watch: &dyn Watch) -> Result<(), Halt> {
        let losing = self.losing.losing(watch).map_err(|halt| halt.in_heaps(&self.kinds))?;
        self.current = Current::read(&mut self.losing, losing, watch)?;
        self.unsettled = false;
        for heap in 1..self.stands.len() as u32 {
            let sum = &self.stands[heap as usize];
            if self.kinds.binary_search(&heap).is_ok() {
                continue;
            }
            let options = self.in_kinds(heap);
            if !self.current.holds(sum, &options, &mut self.losing) {
                self.forced.insert(heap);
                self.losing.forget_kinds();
                self.kinds.clear();
                self.stands.truncate(1);
                let quotient = Quotient::new(0, &[], &[false]).expect("the trivial monoid");
                self.current = Current::trivial(quotient);
                break;
            }
        }
        Ok(())
    }

    /// Makes what was computed the solution.
    fn publish(&mut self) {
        let letters: Vec<u32> = self.current.letters.iter().map(|kind| self.kinds[*kind as usize - 1]).collect();
        let same = self.solution.quotient == self.current.quotient && self.solution.letters == letters;
        let from = if same { self.solution.pretending.len() } else { 0 };
        self.solution.pretending.truncate(from);
        for sum in &self.stands[from..] {
            self.solution.pretending.push(self.current.value(sum));
        }
        if !same {
            self.solution.quotient = self.current.quotient.clone();
            self.solution.letters = letters;
            self.periods = Periods::default();
        }
        for value in &self.solution.pretending[from.max(1)..] {
            self.periods.push(value.0);
        }
    }
}

impl Current {
    fn trivial(quotient: Quotient) -> Current {
        Current { quotient, residuals: vec![NOTHING], kinds: Vec::new(), singles: Vec::new(), letters: Vec::new() }
    }

    /// The syntactic monoid of the losing set: its elements are the different residuals.
    fn read(losing: &mut Losing, set: Set, watch: &dyn Watch) -> Result<Current, Halt> {
        let diagrams = &mut losing.diagrams;
        let kinds = losing.kinds.len() as u32;
        let mut number: FastMap<u32, u32> = FastMap::default();
        let mut residuals = vec![set];
        let mut letters: Vec<u32> = Vec::new();
        let mut visited = 0;
        let mut visit = |diagrams: &Diagrams, elements: usize| {
            visited += 1;
            if visited % VISITS_PER_TICK != 0 {
                return Ok(());
            }
            let progress = Progress { what: "elements", done: elements as u64, total: None, bytes: diagrams.bytes() };
            watch.tick(progress).map_or(Ok(()), |stop| Err(Halt::Told(stop)))
        };
        number.insert(set.0, 0);
        for kind in 1..=kinds {
            let to = diagrams.shift(set, kind);
            if number.contains_key(&to.0) {
                continue;
            }
            letters.push(kind);
            let old = residuals.len();
            let mut at = 0;
            while at < residuals.len() {
                visit(diagrams, residuals.len())?;
                let fresh = if at < old { &letters[letters.len() - 1..] } else { &letters[..] };
                for letter in fresh {
                    let to = diagrams.shift(residuals[at], *letter);
                    number.entry(to.0).or_insert_with(|| {
                        residuals.push(to);
                        residuals.len() as u32 - 1
                    });
                }
                at += 1;
            }
        }
        let mut steps = Vec::with_capacity(residuals.len() * letters.len());
        for residual in &residuals {
            visit(diagrams, residuals.len())?;
            for letter in &letters {
                steps.push(number[&diagrams.shift(*residual, *letter).0]);
            }
        }
        let outcomes: Vec<bool> = residuals.iter().map(|residual| diagrams.holds_empty(*residual)).collect();
        let quotient = Quotient::new(letters.len(), &steps, &outcomes).expect("residuals are products of letters");
        let mut ordered = vec![set; residuals.len()];
        let mut place: FastMap<u32, Element> = FastMap::default();
        for element in quotient.elements() {
            visit(diagrams, residuals.len())?;
            let word = quotient.word(element);
            let copies =
                word.iter().zip(&letters).flat_map(|(count, kind)| std::iter::repeat_n(*kind, *count as usize));
            let residual = copies.fold(set, |residual, kind| diagrams.shift(residual, kind));
            ordered[element.0 as usize] = residual;
            place.insert(residual.0, element);
        }
        let elements = (1..=kinds).map(|kind| place[&diagrams.shift(set, kind).0]).collect();
        let mut current = Current { quotient, residuals: ordered, kinds: elements, singles: Vec::new(), letters };
        let single = |(kind, options): (u32, &Vec<Vec<u32>>)| Pair {
            sum: vec![kind],
            element: current.kinds[kind as usize - 1],
            options: current.values(options),
        };
        current.singles = (1..).zip(&losing.kinds).map(single).collect();
        Ok(current)
    }

    fn value(&self, sum: &[u32]) -> Element {
        sum.iter().fold(IDENTITY, |x, kind| self.quotient.product(x, self.kinds[*kind as usize - 1]))
    }

    fn values(&self, options: &[Vec<u32>]) -> Vec<Element> {
        sorted(options.iter().map(|option| self.value(option)).collect())
    }

    /// A sum of kinds that a heap with these options may be taken for: one kind, or one of the sums tried for each
    /// element that the options allow (its least word, or two kinds).
    fn find(&self, options: &[Vec<u32>], losing: &mut Losing) -> Option<Vec<u32>> {
        if options.is_empty() {
            return Some(Vec::new());
        }
        let values = self.values(options);
        if let Some(pair) = self.singles.iter().find(|pair| self.fits(pair, &values, losing)) {
            return Some(pair.sum.clone());
        }
        if self.quotient.order() > TRY_UP_TO {
            return None;
        }
        let allowed = self.quotient.elements().filter(|x| self.allows(*x, &values, losing)).collect::<Vec<_>>();
        let words = allowed.iter().filter(|x| **x != IDENTITY).map(|x| self.word_in_kinds(*x));
        let kinds = self.singles.len() as u32;
        let pairs = (1..=kinds).flat_map(|a| (1..=a).map(move |b| vec![a, b]));
        let pairs = pairs.filter(|sum| allowed.contains(&self.value(sum)));
        words.chain(pairs).find(|sum| is_subset(&self.pair(sum).options, &values))
    }

    /// Whether a heap with these options may be taken for this sum.
    fn holds(&self, sum: &[u32], options: &[Vec<u32>], losing: &mut Losing) -> bool {
        if options.is_empty() || sum.is_empty() {
            return options.is_empty() && sum.is_empty();
        }
        self.fits(&self.pair(sum), &self.values(options), losing)
    }

    /// The pair of a sum that is not empty.
    fn pair(&self, sum: &[u32]) -> Pair {
        let mut pairs = sum.iter().map(|kind| &self.singles[*kind as usize - 1]);
        let first = pairs.next().expect("a sum that is not empty").clone();
        pairs.fold(first, |sum, pair| add(&self.quotient, &sum, pair))
    }

    fn word_in_kinds(&self, x: Element) -> Vec<u32> {
        let word = self.quotient.word(x);
        let copies = self.letters.iter().zip(word);
        let mut sum: Vec<u32> = copies.flat_map(|(kind, count)| std::iter::repeat_n(*kind, count as usize)).collect();
        sum.reverse();
        sum
    }

    /// Whether no company makes both the element and one of the values lose.
    fn allows(&self, x: Element, values: &[Element], losing: &mut Losing) -> bool {
        let own = self.residuals[x.0 as usize];
        values.iter().all(|value| losing.diagrams.disjoint(own, self.residuals[value.0 as usize]))
    }

    fn fits(&self, pair: &Pair, values: &[Element], losing: &mut Losing) -> bool {
        is_subset(&pair.options, values) && self.allows(pair.element, values, losing)
    }
}

/// The pair of the sum of two sums: a move is made in one or in the other.
fn add(quotient: &Quotient, a: &Pair, b: &Pair) -> Pair {
    let in_a = a.options.iter().map(|option| quotient.product(*option, b.element));
    let in_b = b.options.iter().map(|option| quotient.product(a.element, *option));
    Pair {
        sum: a.sum.iter().chain(&b.sum).copied().collect(),
        element: quotient.product(a.element, b.element),
        options: sorted(in_a.chain(in_b).collect()),
    }
}

fn sorted(mut elements: Vec<Element>) -> Vec<Element> {
    elements.sort_unstable();
    elements.dedup();
    elements
}

fn is_subset(small: &[Element], large: &[Element]) -> bool {
    small.len() <= large.len() && small.iter().all(|element| large.binary_search(element).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;
    use grundy_heap::Code;

    /// Every heap a kind of its own, nothing taken for tame: the bare computation of the P-positions.
    #[test]
    fn the_short_cuts_change_nothing() {
        for (text, to) in
            [("0.77", 30), ("0.07", 27), ("0.123", 14), ("4.u", 22), ("0.15", 30), ("0x0.8", 20), ("0.73", 12)]
        {
            let code: Code = text.parse().unwrap();
            let mut short = Growth::new(code.rule(), 200);
            let mut bare = Growth::new(code.rule(), 200);
            bare.tame = None;
            bare.forced = (1..=to).collect();
            short.grow(to, &Unwatched).unwrap();
            bare.grow(to, &Unwatched).unwrap();
            assert!(bare.kept() > short.kept(), "{text}");
            assert_eq!(bare.solution.quotient, short.solution.quotient, "{text}");
            let common = bare.solution.pretending.len().min(short.solution.pretending.len());
            assert_eq!(bare.solution.pretending[..common], short.solution.pretending[..common], "{text}");
        }
    }
}
