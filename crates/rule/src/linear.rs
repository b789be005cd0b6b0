//! Linear inequalities over the integers, decided by Fourier-Motzkin elimination with tightened constants
//! (Pugh, "The Omega test", 1991, the real shadow). Sound and incomplete: "follows" is a proof, its absence is not.

use std::collections::BTreeMap;

/// A number that the reasoning treats as one symbol.
pub type Atom = usize;

/// `sum of factor * atom + constant`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Linear {
    /// Factors, none of them 0.
    pub terms: BTreeMap<Atom, i128>,
    /// The constant.
    pub constant: i128,
}

/// Elimination gives up beyond this many inequalities.
const MOST: usize = 600;

/// Factors beyond this size are given up, far from overflow.
const HUGE: i128 = 1 << 60;

impl Linear {
    /// A constant.
    pub fn number(constant: i128) -> Linear {
        Linear { terms: BTreeMap::new(), constant }
    }

    /// One atom.
    pub fn atom(atom: Atom) -> Linear {
        Linear { terms: BTreeMap::from([(atom, 1)]), constant: 0 }
    }

    /// `self + factor * other`.
    pub fn plus(&self, factor: i128, other: &Linear) -> Linear {
        let mut sum = self.clone();
        for (&atom, &term) in &other.terms {
            let entry = sum.terms.entry(atom).or_insert(0);
            *entry += factor * term;
            if *entry == 0 {
                sum.terms.remove(&atom);
            }
        }
        sum.constant += factor * other.constant;
        sum
    }

    /// `self - other`.
    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus(-1, other)
    }

    /// `self + number`.
    pub fn shifted(&self, number: i128) -> Linear {
        Linear { constant: self.constant + number, ..self.clone() }
    }

    /// The constant, if there is nothing else.
    pub fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Divides `self >= 0` by the common factor of its atoms, rounding the constant down: the same integer solutions.
    fn tightened(mut self) -> Linear {
        let common = self.terms.values().fold(0i128, |gcd, term| greatest_common_divisor(gcd, term.abs()));
        if common > 1 {
            for term in self.terms.values_mut() {
                *term /= common;
            }
            self.constant = self.constant.div_euclid(common);
        }
        self
    }

    /// Whether it is near what numbers hold: nothing is reckoned with it.
    pub fn is_huge(&self) -> bool {
        self.constant.abs() > HUGE || self.terms.values().any(|term| term.abs() > HUGE)
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Whether the inequalities `each >= 0` have no integer solution. `false` means "not shown".
pub fn is_impossible(inequalities: &[Linear]) -> bool {
    project(inequalities, |_| false).is_none()
}

/// All inequalities over the atoms that `keep` names which elimination of the others yields; `None` if they
/// contradict one another. Giving up yields fewer of them, never a wrong one.
pub fn project(inequalities: &[Linear], keep: impl Fn(Atom) -> bool) -> Option<Vec<Linear>> {
    let mut system: Vec<Linear> = inequalities.iter().cloned().map(Linear::tightened).collect();
    loop {
        system.retain(|one| !one.is_huge());
        system.sort();
        system.dedup();
        strongest_only(&mut system);
        if system.iter().any(|one| one.terms.is_empty() && one.constant < 0) {
            return None;
        }
        system.retain(|one| !one.terms.is_empty());
        let mut counts: BTreeMap<Atom, (usize, usize)> = BTreeMap::new();
        for one in &system {
            for (&atom, &term) in one.terms.iter().filter(|&(&atom, _)| !keep(atom)) {
                let count = counts.entry(atom).or_default();
                if term > 0 { count.0 += 1 } else { count.1 += 1 }
            }
        }
        let cheapest = counts.into_iter().min_by_key(|(_, (lower, upper))| lower * upper);
        let Some((atom, (lower, upper))) = cheapest else { return Some(system) };
        let (with, mut rest): (Vec<Linear>, Vec<Linear>) =
            system.into_iter().partition(|one| one.terms.contains_key(&atom));
        if rest.len() + lower * upper <= MOST {
            let (lowers, uppers): (Vec<&Linear>, Vec<&Linear>) = with.iter().partition(|one| one.terms[&atom] > 0);
            for low in &lowers {
                for high in &uppers {
                    let (a, b) = (low.terms[&atom], -high.terms[&atom]);
                    let zero = Linear::default();
                    rest.push(zero.plus(b, low).plus(a, high).tightened());
                }
            }
        }
        system = rest;
    }
}

/// Keeps, of inequalities that differ in the constant alone, the one that says most. The system is sorted.
fn strongest_only(system: &mut Vec<Linear>) {
    system.dedup_by(|later, earlier| later.terms == earlier.terms);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(terms: &[(Atom, i128)], constant: i128) -> Linear {
        Linear { terms: terms.iter().copied().collect(), constant }
    }

    #[test]
    fn contradictions_are_found() {
        // x <= y, y <= z, z < x
        let chain = [form(&[(0, -1), (1, 1)], 0), form(&[(1, -1), (2, 1)], 0), form(&[(2, -1), (0, 1)], -1)];
        assert!(is_impossible(&chain));
        assert!(!is_impossible(&chain[..2]));
        // 2x >= 1 and 2x <= 1 have a real solution but no integer one
        assert!(is_impossible(&[form(&[(0, 2)], -1), form(&[(0, -2)], 1)]));
    }

    #[test]
    fn projection_keeps_what_follows() {
        // x <= n - 1 and x >= y give y <= n - 1
        let left = project(&[form(&[(0, -1), (1, 1)], -1), form(&[(0, 1), (2, -1)], 0)], |atom| atom != 0).unwrap();
        assert_eq!(left, vec![form(&[(1, 1), (2, -1)], -1)]);
    }

    /// Against trial of all points of a small box.
    #[test]
    fn never_claims_impossible_what_has_a_solution() {
        let mut seed = 7u64;
        let mut next = |range: i128| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as i128 % (2 * range + 1) - range
        };
        for _ in 0..2000 {
            let system: Vec<Linear> = (0..4)
                .map(|_| {
                    let terms: Vec<(Atom, i128)> =
                        (0..3).map(|atom| (atom, next(2))).filter(|term| term.1 != 0).collect();
                    form(&terms, next(4))
                })
                .collect();
            let solvable = (-6..=6).any(|x| {
                (-6..=6).any(|y| {
                    (-6..=6).any(|z| {
                        let point = [x, y, z];
                        system.iter().all(|one| {
                            one.constant + one.terms.iter().map(|(&atom, term)| term * point[atom]).sum::<i128>() >= 0
                        })
                    })
                })
            });
            assert!(!(solvable && is_impossible(&system)), "{system:?}");
        }
    }
}
