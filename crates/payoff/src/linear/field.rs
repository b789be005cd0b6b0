//! Arithmetic modulo a prime just below 2^58, in Montgomery form, and the inverse of a square matrix there.
//!
//! 58 bits leave room to add 2^10 products of two residues in 128 bits before reducing.
//! Source: Montgomery, *Modular multiplication without trial division*, Math. Comp. 44 (1985).

/// How many products of two residues may be summed in a `u128` without overflow.
pub const SUMMANDS: usize = 1 << 10;

/// The integers modulo a prime below 2^58. Elements are kept as `x * 2^64 mod p`.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    prime: u64,
    negated_inverse: u64,
    square: u64,
}

impl Field {
    /// The fields of the primes below 2^58, largest first; endless for every practical purpose.
    pub fn all() -> impl Iterator<Item = Field> {
        (1..(1u64 << 57)).map(|step| (1 << 58) - (2 * step - 1)).filter(|&number| is_prime(number)).map(Field::new)
    }

    fn new(prime: u64) -> Field {
        let mut inverse = prime;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let radix = ((1u128 << 64) % u128::from(prime)) as u64;
        let square = (u128::from(radix) * u128::from(radix) % u128::from(prime)) as u64;
        Field { prime, negated_inverse: inverse.wrapping_neg(), square }
    }

    /// The prime.
    pub fn prime(self) -> u64 {
        self.prime
    }

    /// `sum / 2^64 mod p`, for sums of at most [`SUMMANDS`] products of residues. Less than `p`.
    pub fn reduce(self, sum: u128) -> u64 {
        let quotient = (sum as u64).wrapping_mul(self.negated_inverse);
        let high = ((u128::from(quotient) * u128::from(self.prime)) >> 64) as u64;
        let carry = u64::from(sum as u64 != 0);
        ((sum >> 64) as u64 + high + carry) % self.prime
    }

    fn multiply(self, left: u64, right: u64) -> u64 {
        let product = u128::from(left) * u128::from(right);
        let quotient = (product as u64).wrapping_mul(self.negated_inverse);
        let sum = (product + u128::from(quotient) * u128::from(self.prime)) >> 64;
        let sum = sum as u64;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    /// The element of a residue.
    pub fn element(self, residue: u64) -> u64 {
        self.multiply(residue, self.square)
    }

    fn power(self, base: u64, mut exponent: u64) -> u64 {
        let (mut base, mut result) = (base, self.element(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.multiply(result, base);
            }
            base = self.multiply(base, base);
            exponent >>= 1;
        }
        result
    }

    fn subtract_multiple(self, from: &mut [u64], what: &[u64], factor: u64) {
        for (entry, &other) in from.iter_mut().zip(what) {
            let product = self.multiply(other, factor);
            *entry = if *entry >= product { *entry - product } else { *entry + self.prime - product };
        }
    }

    /// The inverse of a `k` by `k` matrix of elements, or the largest set of independent rows and the columns in
    /// which they are independent. Cost: `2 k^3` multiplications.
    pub fn invert(self, mut matrix: Vec<u64>, k: usize) -> Result<Vec<u64>, Independent> {
        let one = self.element(1);
        let mut inverse = vec![0; k * k];
        for place in 0..k {
            inverse[place * k + place] = one;
        }
        let mut rows_at: Vec<usize> = (0..k).collect();
        let mut independent = Independent { rows: Vec::new(), columns: Vec::new() };
        let mut done = 0;
        for column in 0..k {
            let Some(pivot) = (done..k).find(|&row| matrix[row * k + column] != 0) else { continue };
            if pivot != done {
                for other in 0..k {
                    matrix.swap(pivot * k + other, done * k + other);
                    inverse.swap(pivot * k + other, done * k + other);
                }
                rows_at.swap(pivot, done);
            }
            let factor = self.power(matrix[done * k + column], self.prime - 2);
            for entry in &mut matrix[done * k..(done + 1) * k] {
                *entry = self.multiply(*entry, factor);
            }
            for entry in &mut inverse[done * k..(done + 1) * k] {
                *entry = self.multiply(*entry, factor);
            }
            let (pivot_row, pivot_inverse) =
                (matrix[done * k..(done + 1) * k].to_vec(), inverse[done * k..(done + 1) * k].to_vec());
            for row in (0..k).filter(|&row| row != done) {
                let factor = matrix[row * k + column];
                if factor != 0 {
                    self.subtract_multiple(&mut matrix[row * k + column..(row + 1) * k], &pivot_row[column..], factor);
                    self.subtract_multiple(&mut inverse[row * k..(row + 1) * k], &pivot_inverse, factor);
                }
            }
            independent.rows.push(rows_at[done]);
            independent.columns.push(column);
            done += 1;
        }
        if done == k { Ok(inverse) } else { Err(independent) }
    }
}

/// A non-singular part of a singular matrix, as places in it.
#[derive(Clone, Debug)]
pub struct Independent {
    /// Its rows.
    pub rows: Vec<usize>,
    /// Its columns, as many as rows.
    pub columns: Vec<usize>,
}

/// Miller and Rabin's test with the bases that decide every number below 2^64 (Sorenson and Webster 2015).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number % base == 0) {
        return BASES.contains(&number);
    }
    let multiply = |left: u64, right: u64| (u128::from(left) * u128::from(right) % u128::from(number)) as u64;
    let power = |mut base: u64, mut exponent: u64| {
        let mut result = 1;
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = multiply(result, base);
            }
            base = multiply(base, base);
            exponent >>= 1;
        }
        result
    };
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let mut witness = power(base, (number - 1) >> twos);
        witness == 1
            || (0..twos).any(|_| {
                let found = witness == number - 1;
                witness = multiply(witness, witness);
                found
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_by_trial_division() {
        for number in 0..2000u64 {
            let plain = number > 1 && (2..number).all(|divisor| number % divisor != 0);
            assert_eq!(is_prime(number), plain, "{number}");
        }
        assert!(is_prime((1 << 61) - 1), "Mersenne");
    }

    #[test]
    fn multiplication_agrees_with_plain_remainders() {
        let field = Field::all().next().expect("a prime");
        let mut seed = 12345u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed % field.prime
        };
        for _ in 0..1000 {
            let (left, right) = (next(), next());
            let product = field.reduce(u128::from(field.element(left)) * u128::from(right));
            assert_eq!(u128::from(product), u128::from(left) * u128::from(right) % u128::from(field.prime));
        }
        let largest = u128::from(field.prime - 1) * u128::from(field.prime - 1) * SUMMANDS as u128;
        let plain = largest % u128::from(field.prime);
        assert_eq!(field.multiply(field.reduce(largest), field.square), plain as u64);
    }

    #[test]
    fn a_singular_matrix_shows_its_rank() {
        let field = Field::all().next().expect("a prime");
        let matrix = [1, 2, 3, 2, 4, 6, 1, 0, 1].map(|entry| field.element(entry)).to_vec();
        let independent = field.invert(matrix, 3).expect_err("rank 2");
        assert_eq!(independent.rows.len(), 2);
        assert_eq!(independent.columns, vec![0, 1]);
    }
}
