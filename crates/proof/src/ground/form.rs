//! Conditions on the bits of a position: conjunctions of bits are one mask and one value in each word.

use smallvec::SmallVec;
use std::sync::Arc;

/// A condition on the words of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// It never holds.
    No,
    /// It always holds.
    Yes,
    /// These bits are so.
    Cube(Bits),
    /// These bits, at least two, are not all so.
    Miss(Bits),
    /// All of these hold, at least two: cubes first, one for each word.
    All(Arc<[Form]>),
    /// One of these holds, at least two.
    Any(Arc<[Form]>),
    /// The points of those that hold are at least so many.
    AtLeast(Arc<[(i64, Form)]>, i64),
    /// They are fewer.
    Fewer(Arc<[(i64, Form)]>, i64),
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

impl Form {
    /// Bit `at` of a position is set.
    pub fn bit(at: usize) -> Form {
        let mask = 1 << (at % 64);
        Form::Cube(Bits { word: (at / 64) as u32, mask, value: mask })
    }

    /// Whether it holds.
    #[inline]
    pub fn holds(&self, words: &[u64]) -> bool {
        match self {
            Form::No => false,
            Form::Yes => true,
            Form::Cube(bits) => words[bits.word as usize] & bits.mask == bits.value,
            Form::Miss(bits) => words[bits.word as usize] & bits.mask != bits.value,
            Form::All(parts) => parts.iter().all(|part| part.holds_here(words)),
            Form::Any(parts) => parts.iter().any(|part| part.holds_here(words)),
            Form::AtLeast(terms, least) => points(terms, words) >= *least,
            Form::Fewer(terms, least) => points(terms, words) < *least,
        }
    }

    /// The same, bits being looked at on the spot.
    #[inline(always)]
    pub fn holds_here(&self, words: &[u64]) -> bool {
        match self {
            Form::Cube(bits) => words[bits.word as usize] & bits.mask == bits.value,
            Form::Miss(bits) => words[bits.word as usize] & bits.mask != bits.value,
            other => other.holds(words),
        }
    }

    /// Both hold.
    pub fn and(&self, other: &Form) -> Form {
        match (self, other) {
            (Form::No, _) | (_, Form::No) => Form::No,
            (Form::Yes, form) | (form, Form::Yes) => form.clone(),
            (a, b) if a == b => a.clone(),
            (a, b) => Form::all([a.clone(), b.clone()]),
        }
    }

    /// One of the two holds.
    pub fn or(&self, other: &Form) -> Form {
        match (self, other) {
            (Form::Yes, _) | (_, Form::Yes) => Form::Yes,
            (Form::No, form) | (form, Form::No) => form.clone(),
            (a, b) if a == b => a.clone(),
            (a, b) => Form::any([a.clone(), b.clone()]),
        }
    }

    /// It does not hold.
    pub fn not(&self) -> Form {
        match self {
            Form::No => Form::Yes,
            Form::Yes => Form::No,
            Form::Cube(bits) => missed(*bits),
            Form::Miss(bits) => Form::Cube(*bits),
            Form::All(parts) => Form::any(parts.iter().map(Form::not)),
            Form::Any(parts) => Form::all(parts.iter().map(Form::not)),
            Form::AtLeast(terms, least) => Form::Fewer(terms.clone(), *least),
            Form::Fewer(terms, least) => Form::AtLeast(terms.clone(), *least),
        }
    }

    /// All of these hold.
    pub fn all(parts: impl IntoIterator<Item = Form>) -> Form {
        let mut cubes: SmallVec<[Bits; 2]> = SmallVec::new();
        let mut others: Vec<Form> = Vec::new();
        for part in parts {
            let each = match &part {
                Form::Yes => continue,
                Form::No => return Form::No,
                Form::All(parts) => &parts[..],
                _ => std::slice::from_ref(&part),
            };
            for one in each {
                match one {
                    Form::Cube(bits) => match cubes.iter_mut().find(|known| known.word == bits.word) {
                        Some(known) if (known.value ^ bits.value) & known.mask & bits.mask != 0 => return Form::No,
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
        cubes.sort_unstable_by_key(|bits| bits.word);
        let mut all: Vec<Form> = cubes.into_iter().map(Form::Cube).collect();
        all.append(&mut others);
        match all.len() {
            0 => Form::Yes,
            1 => all.remove(0),
            _ => Form::All(all.into()),
        }
    }

    /// One of these holds.
    pub fn any(parts: impl IntoIterator<Item = Form>) -> Form {
        let mut all: Vec<Form> = Vec::new();
        for part in parts {
            let each = match &part {
                Form::No => continue,
                Form::Yes => return Form::Yes,
                Form::Any(parts) => &parts[..],
                _ => std::slice::from_ref(&part),
            };
            for one in each {
                if let Form::Cube(bits) = one
                    && bits.mask.is_power_of_two()
                    && all.contains(&missed(*bits))
                {
                    return Form::Yes;
                }
                if !all.contains(one) {
                    all.push(one.clone());
                }
            }
        }
        match all.len() {
            0 => Form::No,
            1 => all.remove(0),
            _ => Form::Any(all.into()),
        }
    }

    /// The points of those that hold, beside `base`, are at least 1.
    pub fn positive(base: i64, terms: &[(i64, Form)]) -> Option<Form> {
        let more = terms.iter().try_fold(base, |sum, (points, _)| sum.checked_add((*points).max(0)))?;
        let fewer = terms.iter().try_fold(base, |sum, (points, _)| sum.checked_add((*points).min(0)))?;
        Some(match terms {
            _ if more < 1 => Form::No,
            _ if fewer >= 1 => Form::Yes,
            [(points, only)] => {
                if *points > 0 {
                    only.clone()
                } else {
                    only.not()
                }
            }
            _ if terms.iter().all(|(points, _)| base + points >= 1 && *points >= 0) => {
                Form::any(terms.iter().map(|(_, term)| term.clone()))
            }
            _ => Form::AtLeast(terms.into(), 1i64.checked_sub(base)?),
        })
    }

    /// What remains of it where these bits are known.
    pub fn under(&self, known: &[Bits]) -> Form {
        if known.is_empty() {
            return self.clone();
        }
        match self {
            Form::No | Form::Yes => self.clone(),
            Form::Cube(bits) => {
                let mut left = *bits;
                for one in known.iter().filter(|one| one.word == bits.word) {
                    if (one.value ^ bits.value) & one.mask & bits.mask != 0 {
                        return Form::No;
                    }
                    left.mask &= !one.mask;
                    left.value &= !one.mask;
                }
                if left.mask == 0 { Form::Yes } else { Form::Cube(left) }
            }
            Form::Miss(bits) => Form::Cube(*bits).under(known).not(),
            Form::All(parts) => Form::all(parts.iter().map(|part| part.under(known))),
            Form::Any(parts) => Form::any(parts.iter().map(|part| part.under(known))),
            Form::AtLeast(terms, least) => {
                let (base, terms) = terms_under(terms, known);
                let base = base.checked_sub(*least).and_then(|base| base.checked_add(1));
                base.and_then(|base| Form::positive(base, &terms)).unwrap_or_else(|| self.clone())
            }
            Form::Fewer(terms, least) => Form::AtLeast(terms.clone(), *least).under(known).not(),
        }
    }

    /// The bits that are known where it holds.
    pub fn known(&self) -> SmallVec<[Bits; 2]> {
        let of = |form: &Form| match form {
            Form::Cube(bits) => Some(*bits),
            _ => None,
        };
        match self {
            Form::All(parts) => parts.iter().filter_map(of).collect(),
            other => of(other).into_iter().collect(),
        }
    }

    /// How many parts it has.
    pub fn size(&self) -> usize {
        match self {
            Form::All(parts) | Form::Any(parts) => parts.iter().map(Form::size).sum(),
            Form::AtLeast(terms, _) | Form::Fewer(terms, _) => terms.iter().map(|(_, term)| term.size()).sum(),
            _ => 1,
        }
    }
}

fn missed(bits: Bits) -> Form {
    if bits.mask.is_power_of_two() {
        return Form::Cube(Bits { value: bits.mask & !bits.value, ..bits });
    }
    Form::Miss(bits)
}

/// The points of the terms that hold.
#[inline]
pub fn points(terms: &[(i64, Form)], words: &[u64]) -> i64 {
    terms.iter().filter(|(_, term)| term.holds(words)).map(|(points, _)| *points).sum()
}

/// What remains of terms where these bits are known: what is certain, and the others.
pub fn terms_under(terms: &[(i64, Form)], known: &[Bits]) -> (i64, Vec<(i64, Form)>) {
    let mut base = 0;
    let mut left = Vec::new();
    for (points, term) in terms {
        match term.under(known) {
            Form::No => {}
            Form::Yes => base += points,
            term => left.push((*points, term)),
        }
    }
    (base, left)
}
