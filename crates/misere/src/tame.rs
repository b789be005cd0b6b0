//! Tame games: sums of them play like misère Nim (Conway, *On Numbers and Games* ch. 12, theorem 73).
//!
//! A tame game is *fickle*, like Nim positions of heaps of one (genus 0^1 or 1^0), or *firm*, like those with a larger
//! heap (genus n^n). A sum is fickle if all summands are, else firm; either way Grundy values add without carry. The
//! player to move loses a fickle sum of value 1 and a firm sum of value 0. A game is tame when all its options are and
//! its genus is that of a tame game, so tameness is found heap by heap with numbers alone.

use crate::genus::Genus;
use crate::hash::FastMap;
use crate::quotient::{Element, IDENTITY, MisereOutcome, Quotient};
use crate::ruleset::Ruleset;

/// What a tame game may be replaced by in sums of tame games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tame {
    /// Like 0 or 1 heaps of one.
    Fickle(u32),
    /// Like Nim heaps of this sum, one of which is above 1.
    Firm(u32),
}

impl Tame {
    /// The game without moves.
    pub const ZERO: Tame = Tame::Fickle(0);

    /// What a genus stands for, where it is that of a tame game.
    pub fn of(genus: &Genus) -> Option<Tame> {
        let value = genus.grundy();
        genus.is_tame().then(|| if genus.misere(0) == value { Tame::Firm(value) } else { Tame::Fickle(value) })
    }

    /// The Grundy value.
    pub fn value(self) -> u32 {
        match self {
            Tame::Fickle(value) | Tame::Firm(value) => value,
        }
    }

    /// The genus of all games that this stands for.
    pub fn genus(self) -> Genus {
        match self {
            Tame::Fickle(0) => Genus::of([]),
            Tame::Fickle(_) => Genus::of([&Genus::of([])]),
            Tame::Firm(value) => Genus::firm(value),
        }
    }

    /// Who wins.
    pub fn outcome(self) -> MisereOutcome {
        if self == Tame::Fickle(1) || self == Tame::Firm(0) { MisereOutcome::P } else { MisereOutcome::N }
    }
}

impl std::ops::Add for Tame {
    type Output = Tame;

    #[allow(clippy::suspicious_arithmetic_impl)] // Nim values add without carry.
    fn add(self, other: Tame) -> Tame {
        let value = self.value() ^ other.value();
        match (self, other) {
            (Tame::Fickle(_), Tame::Fickle(_)) => Tame::Fickle(value),
            _ => Tame::Firm(value),
        }
    }
}

/// The heaps of a game, as long as they are all tame.
///
/// The first heap that is not fickle has both fickle values among its options and so is firm of value 2; hence the firm
/// sums are told apart by each other, and the sums of the heaps are the reduced quotient as they stand.
#[derive(Clone, Debug)]
pub(crate) struct TameHeaps {
    heaps: Vec<Tame>,
    /// The values that are no sums of values of earlier heaps, with their heaps.
    letters: Vec<(Tame, u32)>,
    elements: Vec<Tame>,
    place: FastMap<Tame, u32>,
    /// The element of each value in the quotient last given.
    numbers: Vec<Element>,
}

impl TameHeaps {
    /// Only the empty heap.
    pub fn new() -> TameHeaps {
        let mut place = FastMap::default();
        place.insert(Tame::ZERO, 0);
        TameHeaps {
            heaps: vec![Tame::ZERO],
            letters: Vec::new(),
            elements: vec![Tame::ZERO],
            place,
            numbers: vec![IDENTITY],
        }
    }

    /// Takes in the next heap, and says whether its value is a sum of earlier ones; `None` when it is not tame.
    pub fn push(&mut self, rules: &dyn Ruleset) -> Option<Novelty> {
        let sum = |option: Vec<u32>| option.iter().fold(Tame::ZERO, |sum, part| sum + self.heaps[*part as usize]);
        let mut options: Vec<Tame> = rules.options(self.heaps.len() as u32).into_iter().map(sum).collect();
        options.sort_unstable();
        options.dedup();
        let genera: Vec<Genus> = options.into_iter().map(Tame::genus).collect();
        let value = Tame::of(&Genus::of(&genera))?;
        self.heaps.push(value);
        if let Some(place) = self.place.get(&value) {
            return Some(Novelty::Old(self.numbers[*place as usize]));
        }
        self.letters.push((value, self.heaps.len() as u32 - 1));
        let mut at = 0;
        while at < self.elements.len() {
            for (letter, _) in &self.letters {
                let to = self.elements[at] + *letter;
                let next = self.elements.len() as u32;
                if *self.place.entry(to).or_insert(next) == next {
                    self.elements.push(to);
                }
            }
            at += 1;
        }
        Some(Novelty::New)
    }

    /// The quotient, the heap of each letter, and the element of each heap.
    pub fn quotient(&mut self) -> (Quotient, Vec<u32>, Vec<Element>) {
        let products = self.elements.iter().flat_map(|x| self.letters.iter().map(move |(letter, _)| *x + *letter));
        let steps: Vec<u32> = products.map(|product| self.place[&product]).collect();
        let losing: Vec<bool> = self.elements.iter().map(|x| x.outcome() == MisereOutcome::P).collect();
        let quotient = Quotient::new(self.letters.len(), &steps, &losing).expect("every element is a sum of letters");
        self.numbers = vec![IDENTITY; self.elements.len()];
        for x in quotient.elements() {
            let copies = quotient.word(x).into_iter().zip(&self.letters);
            let letters = copies.flat_map(|(count, (letter, _))| std::iter::repeat_n(*letter, count as usize));
            let value = letters.fold(Tame::ZERO, |sum, letter| sum + letter);
            self.numbers[self.place[&value] as usize] = x;
        }
        let heaps = self.heaps.iter().map(|value| self.numbers[self.place[value] as usize]).collect();
        (quotient, self.letters.iter().map(|(_, heap)| *heap).collect(), heaps)
    }
}

/// Whether a heap enlarges the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Novelty {
    /// Its value was there: this element of the quotient last given.
    Old(Element),
    /// It is a new letter: the quotient must be asked for again.
    New,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canonical::{Forms, ZERO};
    use crate::genus::Species;
    use grundy_answer::Unwatched;

    /// Theorem 73 against canonical forms: the genus of every sum of two tame heaps of some games.
    #[test]
    fn sums_of_tame_games() {
        for code in ["AllBut{}", "0.77", "0.73", "4.u", "S{1,3,4}", "0.52"] {
            let code: grundy_heap::Code = code.parse().unwrap();
            let mut forms = Forms::new(&Unwatched);
            let (heaps, _) = forms.heaps(code.rule(), 9);
            let mut sums = vec![ZERO];
            for a in &heaps {
                for b in &heaps {
                    sums.push(forms.sum(*a, *b).unwrap());
                }
            }
            sums.retain(|form| forms.species(*form) == Species::Tame);
            sums.truncate(40);
            for a in &sums {
                for b in &sums {
                    let both = forms.sum(*a, *b).unwrap();
                    let (a, b) = (Tame::of(forms.genus(*a)).unwrap(), Tame::of(forms.genus(*b)).unwrap());
                    assert_eq!(Some(a + b), Tame::of(forms.genus(both)));
                    assert_eq!((a + b).outcome(), forms.outcome(both));
                    assert_eq!((a + b).genus(), *forms.genus(both));
                }
            }
        }
    }
}
