//! Layers of positions that play passes through in one direction: positions of one signature (how often each value
//! stands in each array and set) form a class, and classes between which play can go back and forth form a stratum.
//! Which classes lead to which is guessed from samples; who uses a stratum finds out whether a guess was wrong, says
//! so, and the order is found anew.

use crate::outcome::retrograde::filling::{Counts, Filling};
use crate::outcome::retrograde::radix::Radix;
use std::collections::{BTreeSet, HashMap};

/// Arrays and sets whose values are counted have at most this many signatures, each.
const MOST_SIGNATURES: usize = 2_000;

/// The number of a class.
pub type ClassId = usize;

/// All classes of the positions of a game.
pub struct Strata {
    /// The group of each digit; digits of single values have none.
    groups: Vec<Option<usize>>,
    /// How often each value of each group occurs, class by class.
    pub classes: Vec<Counts>,
    /// The positions of each class.
    pub filling: Filling,
    numbers: HashMap<Counts, ClassId>,
    leads: Vec<BTreeSet<ClassId>>,
    done: Vec<bool>,
}

impl Strata {
    /// The classes of a game's positions.
    pub fn new(radix: &Radix) -> Strata {
        let mut fields: Vec<(usize, usize, usize)> = Vec::new();
        for digit in &radix.digits {
            match fields.iter_mut().find(|(field, ..)| *field == digit.place.0) {
                Some((_, cells, _)) => *cells += 1,
                None => fields.push((digit.place.0, 1, digit.radix as usize)),
            }
        }
        let counted = |&(_, cells, values): &(usize, usize, usize)| {
            cells > 1 && values > 1 && compositions(cells, values, MOST_SIGNATURES).is_some()
        };
        let fields: Vec<_> = fields.into_iter().filter(counted).collect();
        let groups =
            radix.digits.iter().map(|digit| fields.iter().position(|(field, ..)| *field == digit.place.0)).collect();
        let mut classes: Vec<Counts> = vec![Vec::new()];
        for &(_, cells, values) in &fields {
            let each = compositions(cells, values, MOST_SIGNATURES).expect("it was counted");
            if classes.len() * each.len() > MOST_SIGNATURES * 4 {
                return Strata::one(radix);
            }
            classes = classes
                .iter()
                .flat_map(|before| each.iter().map(move |counts| [&before[..], std::slice::from_ref(counts)].concat()))
                .collect();
        }
        Strata::of(radix, groups, classes)
    }

    /// Everything is one class.
    pub fn one(radix: &Radix) -> Strata {
        Strata::of(radix, vec![None; radix.digits.len()], vec![Vec::new()])
    }

    fn of(radix: &Radix, groups: Vec<Option<usize>>, classes: Vec<Counts>) -> Strata {
        let values: Vec<usize> = classes[0].iter().map(Vec::len).collect();
        let filling = Filling::new(radix, &groups, &values);
        let numbers = classes.iter().cloned().zip(0..).collect();
        let (leads, done) = (vec![BTreeSet::new(); classes.len()], vec![false; classes.len()]);
        Strata { groups, classes, filling, numbers, leads, done }
    }

    /// The class of a number.
    pub fn class(&self, radix: &Radix, number: u64) -> ClassId {
        let mut counts: Counts = self.classes[0].iter().map(|counts| vec![0; counts.len()]).collect();
        for (at, group) in self.groups.iter().enumerate() {
            if let Some(group) = group {
                counts[*group][radix.digit(number, at) as usize] += 1;
            }
        }
        self.numbers[&counts]
    }

    /// Play can go from one class to another; whether that was not known.
    pub fn leads(&mut self, from: ClassId, to: ClassId) -> bool {
        self.leads[from].insert(to)
    }

    /// The classes of the next stratum on the way to deciding this class: all they lead to is done or among themselves. None
    /// when it is done itself.
    pub fn next(&self, start: ClassId) -> Option<Vec<ClassId>> {
        if self.done[start] {
            return None;
        }
        // Tarjan's algorithm, stopped at the first component it completes: nothing open lies below it.
        let mut low: HashMap<ClassId, usize> = HashMap::new();
        let mut open = Vec::new();
        let mut stack: Vec<(ClassId, Vec<ClassId>)> = Vec::new();
        let enter = |class: ClassId, open: &mut Vec<ClassId>, low: &mut HashMap<ClassId, usize>| {
            low.insert(class, open.len());
            open.push(class);
            let next: Vec<ClassId> = self.leads[class].iter().copied().filter(|&to| !self.done[to]).collect();
            (class, next)
        };
        stack.push(enter(start, &mut open, &mut low));
        loop {
            let (class, next) = stack.last_mut().expect("a component is completed before the stack is empty");
            let class = *class;
            match next.pop() {
                Some(to) if !low.contains_key(&to) => stack.push(enter(to, &mut open, &mut low)),
                Some(to) => {
                    let least = low[&class].min(low[&to]);
                    low.insert(class, least);
                }
                None => {
                    let first = open.iter().position(|&one| one == class).expect("it is open");
                    if low[&class] == first {
                        return Some(open.split_off(first));
                    }
                    stack.pop();
                    let (above, _) = stack.last().expect("the lowest class completes a component");
                    let least = low[above].min(low[&class]);
                    low.insert(*above, least);
                }
            }
        }
    }

    /// These classes are done.
    pub fn finish(&mut self, classes: &[ClassId]) {
        classes.iter().for_each(|&class| self.done[class] = true);
    }
}

/// All ways to write `total` as a sum of `parts` numbers in order, if there are at most so many.
fn compositions(total: usize, parts: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    if parts == 1 {
        return Some(vec![vec![total]]);
    }
    let mut all = Vec::new();
    for first in 0..=total {
        for rest in compositions(total - first, parts - 1, most)? {
            all.push([&[first][..], &rest].concat());
            if all.len() > most {
                return None;
            }
        }
    }
    Some(all)
}
