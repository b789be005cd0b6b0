//! All positions of a class, in which each value occurs a given number of times in each array: the digits that count
//! most are filled in one by one, the others all at once from lists made beforehand.

use crate::outcome::retrograde::radix::Radix;
use grundy_run::Packed;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// How often each value of each group occurs.
pub type Counts = Vec<Vec<usize>>;

/// The lists hold at most so many fillings.
const MOST_LISTED: u64 = 1 << 13;

/// Fillings of the digits that count least, by what occurs in them.
pub struct Filling {
    /// The group of each digit; digits of single values have none.
    groups: Vec<Option<usize>>,
    /// How many digits the lists fill.
    low: usize,
    lists: HashMap<Counts, Vec<(u64, Packed)>>,
}

impl Filling {
    /// The fillings for these groups of digits, which have so many values.
    pub fn new(radix: &Radix, groups: &[Option<usize>], values: &[usize]) -> Filling {
        let (mut low, mut count) = (0, 1);
        while low < groups.len() && count * radix.digits[low].radix <= MOST_LISTED {
            count *= radix.digits[low].radix;
            low += 1;
        }
        let mut lists: HashMap<Counts, Vec<(u64, Packed)>> = HashMap::new();
        for number in 0..count {
            let mut counts: Counts = values.iter().map(|&values| vec![0; values]).collect();
            for (at, group) in groups[..low].iter().enumerate() {
                if let Some(group) = group {
                    counts[*group][radix.digit(number, at) as usize] += 1;
                }
            }
            lists.entry(counts).or_default().push((number, radix.unrank(number)));
        }
        Filling { groups: groups.to_vec(), low, lists }
    }

    /// Calls `visit` with the positions in which value `v` of group `g` occurs `counts[g][v]` times, in pieces and in increasing
    /// order of their numbers, until it breaks off; digits without a group are free.
    pub fn each<'a>(
        &'a self,
        radix: &Radix,
        counts: &Counts,
        visit: &mut dyn FnMut(Piece<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.fill(radix, self.groups.len(), &mut counts.clone(), &mut radix.unrank(0), 0, visit)
    }

    fn fill<'a>(
        &'a self,
        radix: &Radix,
        left: usize,
        counts: &mut Counts,
        words: &mut Packed,
        number: u64,
        visit: &mut dyn FnMut(Piece<'a>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == self.low {
            let Some(rest) = self.lists.get(counts) else { return ControlFlow::Continue(()) };
            return visit(Piece { words: words.clone(), number, rest });
        }
        let digit = &radix.digits[left - 1];
        for value in 0..digit.radix {
            if let Some(group) = self.groups[left - 1] {
                if counts[group][value as usize] == 0 {
                    continue;
                }
                counts[group][value as usize] -= 1;
            }
            digit.put(words, value);
            let flow = self.fill(radix, left - 1, counts, words, number + value * digit.weight, visit);
            digit.put(words, 0);
            if let Some(group) = self.groups[left - 1] {
                counts[group][value as usize] += 1;
            }
            flow?;
        }
        ControlFlow::Continue(())
    }
}

/// Positions whose digits that count most are the same.
pub struct Piece<'a> {
    words: Packed,
    number: u64,
    rest: &'a [(u64, Packed)],
}

impl Piece<'_> {
    /// Calls `visit` with the words and the number of every position, until it breaks off.
    pub fn each(&self, visit: &mut impl FnMut(&[u64], u64) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut words = self.words.clone();
        for (number, bits) in self.rest {
            for word in 0..words.len() {
                words[word] = self.words[word] | bits[word];
            }
            visit(&words, self.number + number)?;
        }
        ControlFlow::Continue(())
    }
}
