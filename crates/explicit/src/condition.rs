//! Conditions on the bits of a position: conjunctions of bits are one mask and one value in each word.

use smallvec::SmallVec;
use std::sync::Arc;

/// A condition on the words of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// It never holds.
    No,
    /// It always holds.
    Yes,
    /// These bits are so.
    Cube(Bits),
    /// These bits, at least two, are not all so.
    Miss(Bits),
    /// All of these hold, at least two: cubes first, one for each word.
    All(Arc<[Condition]>),
    /// One of these holds, at least two.
    Any(Arc<[Condition]>),
    /// The points of those that hold are at least so many.
    AtLeast(Arc<[(i64, Condition)]>, i64),
    /// They are fewer.
    Fewer(Arc<[(i64, Condition)]>, i64),
}

/// Some bits of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits {
    /// Which word.
    pub word: u32,
    /// Which bits.
    pub mask: u64,
    /// Their values.
    pub value: u64,
}

impl Bits {
    /// Each bit of the position with its value.
    pub fn literals(self) -> impl Iterator<Item = (usize, bool)> {
        let Bits { word, mut mask, value } = self;
        std::iter::from_fn(move || {
            let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
            mask &= mask - 1;
            Some((word as usize * 64 + bit, value >> bit & 1 == 1))
        })
    }
}

impl Condition {
    /// Bit `at` of a position is set.
    pub fn bit(at: usize) -> Condition {
        let mask = 1 << (at % 64);
        Condition::Cube(Bits { word: (at / 64) as u32, mask, value: mask })
    }

    /// Whether it holds.
    #[inline]
    pub fn holds(&self, words: &[u64]) -> bool {
        match self {
            Condition::No => false,
            Condition::Yes => true,
            Condition::Cube(bits) => words[bits.word as usize] & bits.mask == bits.value,
            Condition::Miss(bits) => words[bits.word as usize] & bits.mask != bits.value,
            Condition::All(parts) => parts.iter().all(|part| part.holds_here(words)),
            Condition::Any(parts) => parts.iter().any(|part| part.holds_here(words)),
            Condition::AtLeast(terms, least) => points(terms, words) >= *least,
            Condition::Fewer(terms, least) => points(terms, words) < *least,
        }
    }

    /// The same, bits being looked at on the spot.
    #[inline(always)]
    pub fn holds_here(&self, words: &[u64]) -> bool {
        match self {
            Condition::Cube(bits) => words[bits.word as usize] & bits.mask == bits.value,
            Condition::Miss(bits) => words[bits.word as usize] & bits.mask != bits.value,
            other => other.holds(words),
        }
    }

    /// Both hold.
    pub fn and(&self, other: &Condition) -> Condition {
        match (self, other) {
            (Condition::No, _) | (_, Condition::No) => Condition::No,
            (Condition::Yes, form) | (form, Condition::Yes) => form.clone(),
            (Condition::Cube(a), Condition::Cube(b)) if a.word == b.word => match (a.value ^ b.value) & a.mask & b.mask
            {
                0 => Condition::Cube(Bits { word: a.word, mask: a.mask | b.mask, value: a.value | b.value }),
                _ => Condition::No,
            },
            (a, b) if a == b => a.clone(),
            (a, b) => Condition::all([a.clone(), b.clone()]),
        }
    }

    /// One of the two holds.
    pub fn or(&self, other: &Condition) -> Condition {
        match (self, other) {
            (Condition::Yes, _) | (_, Condition::Yes) => Condition::Yes,
            (Condition::No, form) | (form, Condition::No) => form.clone(),
            (a, b) if a == b => a.clone(),
            (a, b) => Condition::any([a.clone(), b.clone()]),
        }
    }

    /// It does not hold.
    pub fn not(&self) -> Condition {
        match self {
            Condition::No => Condition::Yes,
            Condition::Yes => Condition::No,
            Condition::Cube(bits) => missed(*bits),
            Condition::Miss(bits) => Condition::Cube(*bits),
            Condition::All(parts) => Condition::any(parts.iter().map(Condition::not)),
            Condition::Any(parts) => Condition::all(parts.iter().map(Condition::not)),
            Condition::AtLeast(terms, least) => Condition::Fewer(terms.clone(), *least),
            Condition::Fewer(terms, least) => Condition::AtLeast(terms.clone(), *least),
        }
    }

    /// All of these hold.
    pub fn all(parts: impl IntoIterator<Item = Condition>) -> Condition {
        let mut cubes: SmallVec<[Bits; 2]> = SmallVec::new();
        let mut others: Vec<Condition> = Vec::new();
        for part in parts {
            let each = match &part {
                Condition::Yes => continue,
                Condition::No => return Condition::No,
                Condition::All(parts) => &parts[..],
                _ => std::slice::from_ref(&part),
            };
            for one in each {
                match one {
                    Condition::Cube(bits) => match cubes.iter_mut().find(|known| known.word == bits.word) {
                        Some(known) if (known.value ^ bits.value) & known.mask & bits.mask != 0 => {
                            return Condition::No;
                        }
                        Some(known) => {
                            known.mask |= bits.mask;
                            known.value |= bits.value;
                        }
                        None => cubes.push(*bits),
                    },
                    other if others.contains(other) => {}
                    other => others.push(other.clone()),
                }
            }
        }
        if let (&[only], []) = (&cubes[..], &others[..]) {
            return Condition::Cube(only);
        }
        cubes.sort_unstable_by_key(|bits| bits.word);
        let mut all: Vec<Condition> = cubes.into_iter().map(Condition::Cube).collect();
        all.append(&mut others);
        match all.len() {
            0 => Condition::Yes,
            1 => all.remove(0),
            _ => Condition::All(all.into()),
        }
    }

    /// One of these holds.
    pub fn any(parts: impl IntoIterator<Item = Condition>) -> Condition {
        let mut all: Vec<Condition> = Vec::new();
        for part in parts {
            let each = match &part {
                Condition::No => continue,
                Condition::Yes => return Condition::Yes,
                Condition::Any(parts) => &parts[..],
                _ => std::slice::from_ref(&part),
            };
            for one in each {
                if let Condition::Cube(bits) = one
                    && bits.mask.is_power_of_two()
                    && all.contains(&missed(*bits))
                {
                    return Condition::Yes;
                }
                if !all.contains(one) {
                    all.push(one.clone());
                }
            }
        }
        match all.len() {
            0 => Condition::No,
            1 => all.remove(0),
            _ => Condition::Any(all.into()),
        }
    }

    /// The points of those that hold, beside `base`, are at least 1.
    pub fn positive(base: i64, terms: &[(i64, Condition)]) -> Option<Condition> {
        let more = terms.iter().try_fold(base, |sum, (points, _)| sum.checked_add((*points).max(0)))?;
        let fewer = terms.iter().try_fold(base, |sum, (points, _)| sum.checked_add((*points).min(0)))?;
        Some(match terms {
            _ if more < 1 => Condition::No,
            _ if fewer >= 1 => Condition::Yes,
            [(points, only)] => {
                if *points > 0 {
                    only.clone()
                } else {
                    only.not()
                }
            }
            _ if terms.iter().all(|(points, _)| base + points >= 1 && *points >= 0) => {
                Condition::any(terms.iter().map(|(_, term)| term.clone()))
            }
            _ => Condition::AtLeast(terms.into(), 1i64.checked_sub(base)?),
        })
    }

    /// What remains of it where these bits are known.
    pub fn under(&self, known: &[Bits]) -> Condition {
        if known.is_empty() {
            return self.clone();
        }
        match self {
            Condition::No | Condition::Yes => self.clone(),
            Condition::Cube(bits) => {
                let mut left = *bits;
                for one in known.iter().filter(|one| one.word == bits.word) {
                    if (one.value ^ bits.value) & one.mask & bits.mask != 0 {
                        return Condition::No;
                    }
                    left.mask &= !one.mask;
                    left.value &= !one.mask;
                }
                if left.mask == 0 { Condition::Yes } else { Condition::Cube(left) }
            }
            Condition::Miss(bits) => Condition::Cube(*bits).under(known).not(),
            Condition::All(parts) => Condition::all(parts.iter().map(|part| part.under(known))),
            Condition::Any(parts) => Condition::any(parts.iter().map(|part| part.under(known))),
            Condition::AtLeast(terms, least) => {
                let (base, terms) = terms_under(terms, known);
                let base = base.checked_sub(*least).and_then(|base| base.checked_add(1));
                base.and_then(|base| Condition::positive(base, &terms)).unwrap_or_else(|| self.clone())
            }
            Condition::Fewer(terms, least) => Condition::AtLeast(terms.clone(), *least).under(known).not(),
        }
    }

    /// The bits that are known where it holds.
    pub fn known(&self) -> SmallVec<[Bits; 2]> {
        let of = |form: &Condition| match form {
            Condition::Cube(bits) => Some(*bits),
            _ => None,
        };
        match self {
            Condition::All(parts) => parts.iter().filter_map(of).collect(),
            other => of(other).into_iter().collect(),
        }
    }

    /// Calls `visit` with every bit it reads, some perhaps more than once.
    pub fn each_bit(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Condition::No | Condition::Yes => {}
            Condition::Cube(bits) | Condition::Miss(bits) => bits.literals().for_each(|(bit, _)| visit(bit)),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.each_bit(visit)),
            Condition::AtLeast(terms, _) | Condition::Fewer(terms, _) => {
                terms.iter().for_each(|(_, term)| term.each_bit(visit));
            }
        }
    }

    /// Conditions that together are this one.
    pub fn conjuncts(&self) -> &[Condition] {
        match self {
            Condition::All(parts) => parts,
            Condition::Yes => &[],
            other => std::slice::from_ref(other),
        }
    }

    /// Conditions of which one holds exactly if this one does.
    pub fn disjuncts(&self) -> &[Condition] {
        match self {
            Condition::Any(parts) => parts,
            Condition::No => &[],
            other => std::slice::from_ref(other),
        }
    }

    /// Whether it has more parts than this. Parts that are shared count each time: so often they are walked later.
    pub fn is_larger_than(&self, most: usize) -> bool {
        fn count(condition: &Condition, left: &mut usize) -> bool {
            match condition {
                Condition::All(parts) | Condition::Any(parts) => parts.iter().all(|part| count(part, left)),
                Condition::AtLeast(terms, _) | Condition::Fewer(terms, _) => {
                    terms.iter().all(|(_, term)| count(term, left))
                }
                _ => {
                    *left = left.saturating_sub(1);
                    *left > 0
                }
            }
        }
        !count(self, &mut (most + 1))
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().map(Condition::size).sum(),
            Condition::AtLeast(terms, _) | Condition::Fewer(terms, _) => {
                terms.iter().map(|(_, term)| term.size()).sum()
            }
            _ => 1,
        }
    }
}

fn missed(bits: Bits) -> Condition {
    if bits.mask.is_power_of_two() {
        return Condition::Cube(Bits { value: bits.mask & !bits.value, ..bits });
    }
    Condition::Miss(bits)
}

/// The points of the terms that hold.
#[inline]
pub fn points(terms: &[(i64, Condition)], words: &[u64]) -> i64 {
    terms.iter().filter(|(_, term)| term.holds(words)).map(|(points, _)| *points).sum()
}

/// What remains of terms where these bits are known: what is certain, and the others.
pub fn terms_under(terms: &[(i64, Condition)], known: &[Bits]) -> (i64, Vec<(i64, Condition)>) {
    let mut base = 0;
    let mut left = Vec::new();
    for (points, term) in terms {
        match term.under(known) {
            Condition::No => {}
            Condition::Yes => base += points,
            term => left.push((*points, term)),
        }
    }
    (base, left)
}
