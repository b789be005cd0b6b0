//! Exact solutions of square integer systems by p-adic lifting: one inverse modulo a prime, then one cheap step for
//! every 58 bits of the answer.
//!
//! Invariant of the lifting loop: `M (d_0 + d_1 p + ... + d_(t-1) p^(t-1)) + p^t r = b`. When `p^t` exceeds twice the
//! product of Hadamard's bounds on numerator and denominator, the rational solution is determined.
//! Source: Dixon, *Exact solution of linear equations using p-adic expansions*, Numer. Math. 40 (1982).

use super::field::{Field, Independent, SUMMANDS};
use dashu_base::{Abs, BitTest, DivRem, RemEuclid, Signed};
use dashu_int::{IBig, UBig};
use grundy_answer::{Progress, Stop, Watch};

/// A vector of fractions over one positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fractions {
    /// The numerators, not reduced.
    pub above: Vec<IBig>,
    /// The denominator, positive.
    pub below: IBig,
}

impl Fractions {
    /// `n` zeros.
    pub fn zeros(n: usize) -> Fractions {
        Fractions { above: vec![IBig::ZERO; n], below: IBig::ONE }
    }
}

/// A non-singular square matrix, ready to solve systems with.
#[derive(Clone, Debug)]
pub struct Lift {
    k: usize,
    field: Field,
    entries: Entries,
    inverse: Vec<u64>,
}

/// Machine integers where every intermediate sum fits 128 bits, else big ones.
#[derive(Clone, Debug)]
enum Entries {
    Small(Vec<i64>),
    Big(Vec<IBig>),
}

impl Lift {
    /// Prepares the `k` by `k` matrix (row after row). `Err` is a largest part that is non-singular modulo every
    /// one of `primes` primes; that part is non-singular over the integers too.
    pub fn new(matrix: &[IBig], k: usize, primes: usize) -> Result<Lift, Independent> {
        let largest = matrix.iter().map(BitTest::bit_len).max().unwrap_or(0);
        let room = 62 - (usize::BITS - k.leading_zeros()) as usize;
        let mut best = Independent { rows: Vec::new(), columns: Vec::new() };
        for field in Field::all().take(primes) {
            let residues = matrix.iter().map(|entry| field.element(residue(entry, field.prime()))).collect();
            match field.invert(residues, k) {
                Ok(inverse) => {
                    let entries = if largest < room {
                        Entries::Small(matrix.iter().map(|entry| i64::try_from(entry).expect("62 bits")).collect())
                    } else {
                        Entries::Big(matrix.to_vec())
                    };
                    return Ok(Lift { k, field, entries, inverse });
                }
                Err(part) if part.rows.len() >= best.rows.len() => best = part,
                Err(_) => {}
            }
        }
        Err(best)
    }

    /// The transposed matrix.
    pub fn transposed(&self) -> Lift {
        let entries = match &self.entries {
            Entries::Small(entries) => Entries::Small(transposed(entries, self.k)),
            Entries::Big(entries) => Entries::Big(transposed(entries, self.k)),
        };
        Lift { k: self.k, field: self.field, entries, inverse: transposed(&self.inverse, self.k) }
    }

    /// The `z` with `M z = right`.
    pub fn solve(&self, right: &[IBig], watch: &dyn Watch) -> Result<Fractions, Stop> {
        let (determinant, columns) = self.hadamard_bits();
        let length = right.iter().map(BitTest::bit_len).max().unwrap_or(0) as f64 + 0.5 * (self.k.max(1) as f64).log2();
        let numerator = (columns + length).ceil() as usize + 1;
        let steps = (numerator + determinant.ceil() as usize + 2) / 57 + 1;
        let digits = self.digits(right, steps, watch)?;
        let modulus = IBig::from(self.field.prime()).pow(steps);
        let mut found = Fractions { above: Vec::with_capacity(self.k), below: IBig::ONE };
        let bound = IBig::ONE << numerator;
        for place in 0..self.k {
            if let Some(stop) = tick(watch, "entries", place, self.k) {
                return Err(stop);
            }
            let value = assemble(digits.iter().map(|digit| digit[place]), self.field.prime());
            let value = symmetric((value * &found.below).rem_euclid(&modulus).into(), &modulus);
            if (&value).abs() <= bound {
                found.above.push(value);
                continue;
            }
            let (above, below) = reconstruct(value.rem_euclid(&modulus).into(), &modulus, &bound);
            for entry in &mut found.above {
                *entry *= &below;
            }
            found.below *= below;
            found.above.push(above);
        }
        Ok(found)
    }

    /// Upper bounds on log2 of the determinant, and of the product of the column norms.
    fn hadamard_bits(&self) -> (f64, f64) {
        let (mut rows, mut columns) = (vec![0.0f64; self.k], vec![0.0f64; self.k]);
        let mut add = |row: usize, column: usize, square: f64| {
            rows[row] += square;
            columns[column] += square;
        };
        let mut extra = 0.0;
        match &self.entries {
            Entries::Small(entries) => {
                for (place, &entry) in entries.iter().enumerate() {
                    add(place / self.k, place % self.k, (entry as f64) * (entry as f64));
                }
            }
            Entries::Big(entries) => {
                let shift = entries.iter().map(BitTest::bit_len).max().unwrap_or(0).saturating_sub(500);
                extra = (shift + 1) as f64;
                for (place, entry) in entries.iter().enumerate() {
                    let entry = (entry >> shift).to_f64().value();
                    add(place / self.k, place % self.k, entry * entry + 1.0);
                }
            }
        }
        let bits = |norms: &[f64]| norms.iter().map(|norm| norm.max(1.0).log2() / 2.0 + 1e-6 + extra).sum::<f64>();
        let (rows, columns) = (bits(&rows), bits(&columns));
        (rows.min(columns), columns)
    }

    /// The first `steps` digits of the solution, each a vector of residues.
    fn digits(&self, right: &[IBig], steps: usize, watch: &dyn Watch) -> Result<Vec<Vec<u64>>, Stop> {
        let mut digits = Vec::with_capacity(steps);
        let prime = self.field.prime();
        let every = 1 + 2_000_000 / (self.k * self.k + 1);
        let mut small: Option<Vec<i128>> = right.iter().map(|entry| i128::try_from(entry).ok()).collect();
        small = small.filter(|rests| rests.iter().all(|rest| rest.unsigned_abs() < 1 << 120));
        if let (Entries::Small(entries), Some(mut rests)) = (&self.entries, small) {
            for step in 0..steps {
                if let (0, Some(stop)) = (step % every, tick(watch, "digits", step, steps)) {
                    return Err(stop);
                }
                let digit =
                    self.digit(rests.iter().map(|&rest| rest.rem_euclid(i128::from(prime)) as u64).collect::<Vec<_>>());
                for (row, rest) in rests.iter_mut().enumerate() {
                    let row = &entries[row * self.k..(row + 1) * self.k];
                    let sum: i128 = row.iter().zip(&digit).map(|(&entry, &d)| i128::from(entry) * i128::from(d)).sum();
                    *rest = (*rest - sum) / i128::from(prime);
                }
                digits.push(digit);
            }
            return Ok(digits);
        }
        let big;
        let entries = match &self.entries {
            Entries::Big(entries) => entries,
            Entries::Small(entries) => {
                big = entries.iter().map(|&entry| IBig::from(entry)).collect::<Vec<_>>();
                &big
            }
        };
        let mut rests = right.to_vec();
        for step in 0..steps {
            if let (0, Some(stop)) = (step % (1 + every / 50), tick(watch, "digits", step, steps)) {
                return Err(stop);
            }
            let digit = self.digit(rests.iter().map(|rest| residue(rest, prime)).collect());
            for (row, rest) in rests.iter_mut().enumerate() {
                let row = &entries[row * self.k..(row + 1) * self.k];
                let sum = row.iter().zip(&digit).fold(IBig::ZERO, |sum, (entry, &d)| sum + entry * d);
                *rest = (&*rest - sum) / IBig::from(prime);
            }
            digits.push(digit);
        }
        Ok(digits)
    }

    fn digit(&self, rests: Vec<u64>) -> Vec<u64> {
        (0..self.k)
            .map(|row| {
                let row = &self.inverse[row * self.k..(row + 1) * self.k];
                let parts = row.chunks(SUMMANDS).zip(rests.chunks(SUMMANDS)).map(|(row, rests)| {
                    let sum = row.iter().zip(rests).map(|(&left, &right)| u128::from(left) * u128::from(right)).sum();
                    self.field.reduce(sum)
                });
                parts.fold(0, |sum, part| (sum + part) % self.field.prime())
            })
            .collect()
    }
}

fn tick(watch: &dyn Watch, what: &'static str, done: usize, total: usize) -> Option<Stop> {
    watch.tick(Progress { what, done: done as u64, total: Some(total as u64), bytes: 0 })
}

fn residue(entry: &IBig, prime: u64) -> u64 {
    match i64::try_from(entry) {
        Ok(entry) => entry.rem_euclid(prime as i64) as u64,
        Err(_) => u64::try_from(entry.rem_euclid(&IBig::from(prime))).expect("less than the prime"),
    }
}

fn transposed<T: Clone>(entries: &[T], k: usize) -> Vec<T> {
    (0..k).flat_map(|column| (0..k).map(move |row| entries[row * k + column].clone())).collect()
}

/// `d_0 + d_1 p + d_2 p^2 + ...`, by halves.
fn assemble(digits: impl Iterator<Item = u64>, prime: u64) -> IBig {
    let mut parts: Vec<UBig> = digits.map(UBig::from).collect();
    let mut power = UBig::from(prime);
    while parts.len() > 1 {
        let mut halves = Vec::with_capacity(parts.len() / 2 + 1);
        for pair in parts.chunks(2) {
            halves.push(match pair {
                [low, high] => low + high * &power,
                _ => pair[0].clone(),
            });
        }
        parts = halves;
        power = &power * &power;
    }
    parts.pop().unwrap_or(UBig::ZERO).into()
}

/// The representative of least absolute value.
fn symmetric(value: IBig, modulus: &IBig) -> IBig {
    if (&value << 1usize) > *modulus { value - modulus } else { value }
}

/// The fraction `n / d` with `n = d value` modulo `modulus` and `|n|` at most `bound` (Wang 1981): the first
/// remainder of Euclid's algorithm that is small enough. `d` is positive.
fn reconstruct(value: IBig, modulus: &IBig, bound: &IBig) -> (IBig, IBig) {
    let (mut before, mut rest) = (modulus.clone(), value);
    let (mut before_factor, mut factor) = (IBig::ZERO, IBig::ONE);
    while rest > *bound {
        let (quotient, next) = (&before).div_rem(&rest);
        before = std::mem::replace(&mut rest, next);
        let next_factor = before_factor - &factor * quotient;
        before_factor = std::mem::replace(&mut factor, next_factor);
    }
    if factor.is_negative() { (-rest, -factor) } else { (rest, factor) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;

    /// Multiplies back: `M above = below * right`.
    fn check(matrix: &[IBig], k: usize, right: &[IBig]) {
        let Ok(lift) = Lift::new(matrix, k, 1) else { return };
        let found = lift.solve(right, &Unwatched).expect("not stopped");
        assert!(found.below.is_positive());
        for (row, wanted) in right.iter().enumerate() {
            let sum = (0..k).fold(IBig::ZERO, |sum, column| sum + &matrix[row * k + column] * &found.above[column]);
            assert_eq!(sum, wanted * &found.below);
        }
        let transposed = lift.transposed().solve(right, &Unwatched).expect("not stopped");
        for (column, wanted) in right.iter().enumerate() {
            let sum = (0..k).fold(IBig::ZERO, |sum, row| sum + &matrix[row * k + column] * &transposed.above[row]);
            assert_eq!(sum, wanted * &transposed.below);
        }
    }

    #[test]
    fn solutions_multiply_back() {
        let mut seed = 7u64;
        let mut next = |bits: usize| {
            let mut number = IBig::ZERO;
            for _ in 0..bits.div_ceil(32) {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                number = (number << 32usize) + IBig::from(seed >> 32);
            }
            let number = number >> (bits.div_ceil(32) * 32 - bits);
            if seed & (1 << 20) == 0 { number } else { -number }
        };
        for k in [0, 1, 2, 3, 5, 8, 13] {
            for bits in [1, 3, 20, 55, 61, 64, 100, 700] {
                let matrix: Vec<IBig> = (0..k * k).map(|_| next(bits)).collect();
                let right: Vec<IBig> = (0..k).map(|_| next(bits)).collect();
                check(&matrix, k, &right);
                check(&matrix, k, &(0..k).map(|_| next(300)).collect::<Vec<_>>());
            }
        }
    }
}
