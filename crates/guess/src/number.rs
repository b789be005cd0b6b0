//! Functions of one natural number that number theory names, and the product of nimbers. Each is `None` where it is not defined.

/// The exponent of 2 in a positive number.
pub fn valuation(n: i64) -> Option<i64> {
    (n > 0).then(|| i64::from(n.trailing_zeros()))
}

/// The smallest prime that divides a number from 2 on.
pub fn least_prime(n: i64) -> Option<i64> {
    if n < 2 {
        return None;
    }
    Some((2..).take_while(|p| p * p <= n).find(|p| n % p == 0).unwrap_or(n))
}

/// The primes of a positive number with their exponents.
fn factors(mut n: i64) -> Option<Vec<(i64, i64)>> {
    if n < 1 {
        return None;
    }
    let mut found = Vec::new();
    let mut p = 2;
    while p * p <= n {
        let mut exponent = 0;
        while n % p == 0 {
            n /= p;
            exponent += 1;
        }
        if exponent > 0 {
            found.push((p, exponent));
        }
        p += 1;
    }
    if n > 1 {
        found.push((n, 1));
    }
    Some(found)
}

/// How many primes a positive number has, each as often as it divides.
pub fn prime_factors(n: i64) -> Option<i64> {
    factors(n).map(|primes| primes.iter().map(|(_, exponent)| exponent).sum())
}

/// How many different primes divide a positive number.
pub fn distinct_primes(n: i64) -> Option<i64> {
    factors(n).map(|primes| primes.len() as i64)
}

/// How many numbers divide a positive number.
pub fn divisors(n: i64) -> Option<i64> {
    factors(n).map(|primes| primes.iter().map(|(_, exponent)| exponent + 1).product())
}

/// Whether a number is prime.
pub fn is_prime(n: i64) -> bool {
    least_prime(n) == Some(n)
}

/// How many primes there are up to the smallest prime of a number: 1 for even numbers, 2 for odd multiples of 3.
pub fn least_prime_index(n: i64) -> Option<i64> {
    let least = least_prime(n)?;
    // Numbers above have no small index, so counting stops early for most.
    Some((2..=least).filter(|&p| is_prime(p)).count() as i64)
}

/// The largest number whose square is at most this one.
pub fn root(n: i64) -> Option<i64> {
    u64::try_from(n).ok().map(|n| n.isqrt() as i64)
}

/// Whether a number is a square.
pub fn is_square(n: i64) -> bool {
    root(n).is_some_and(|root| root * root == n)
}

/// Whether a number is 1, 2, 3, 5, 8, ...
pub fn is_fibonacci(n: i64) -> bool {
    let (mut a, mut b) = (1, 2);
    while a < n {
        (a, b) = (b, a + b);
    }
    a == n
}

/// The greatest common divisor, 0 of two zeros.
pub fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The product of nimbers below 2^16 (Conway, On Numbers and Games, chapter 6), by Karatsuba's scheme on Fermat powers of two.
pub fn nim_product(a: u32, b: u32) -> u32 {
    fn times(a: u64, b: u64, level: u32) -> u64 {
        if a < 2 || b < 2 {
            return a * b;
        }
        let half = 1u32 << (level - 1);
        let low = (1u64 << half) - 1;
        let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
        let high = times(a1, b1, level - 1);
        let both = times(a1 ^ a0, b1 ^ b0, level - 1);
        let plain = times(a0, b0, level - 1);
        // The square of 2^half is 2^half xor 2^(half - 1).
        (both ^ plain) << half ^ plain ^ times(high, 1 << (half - 1), level - 1)
    }
    times(u64::from(a), u64::from(b), 5) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_have_the_values_of_the_tables() {
        // OEIS A001222, A001221, A000005, A020639 from 1 on.
        let row = |of: fn(i64) -> Option<i64>| (1..=12).filter_map(of).collect::<Vec<_>>();
        assert_eq!(row(prime_factors), [0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]);
        assert_eq!(row(distinct_primes), [0, 1, 1, 1, 1, 2, 1, 1, 1, 2, 1, 2]);
        assert_eq!(row(divisors), [1, 2, 2, 3, 2, 4, 2, 4, 3, 4, 2, 6]);
        assert_eq!(row(least_prime), [2, 3, 2, 5, 2, 7, 2, 3, 2, 11, 2]);
        assert_eq!(row(least_prime_index), [1, 2, 1, 3, 1, 4, 1, 2, 1, 5, 1]);
        assert_eq!((1..30).filter(|&n| is_fibonacci(n)).collect::<Vec<_>>(), [1, 2, 3, 5, 8, 13, 21]);
    }

    /// The definition: the least number that is no a' b ^ a b' ^ a' b' with a' < a and b' < b.
    #[test]
    fn nim_products_are_those_of_the_definition() {
        let mut table = vec![vec![0u32; 20]; 20];
        for a in 0..20 {
            for b in 0..20 {
                let mut seen = std::collections::BTreeSet::new();
                for x in 0..a {
                    for y in 0..b {
                        seen.insert(table[x][b] ^ table[a][y] ^ table[x][y]);
                    }
                }
                table[a][b] = (0..).find(|value| !seen.contains(value)).unwrap_or(0);
                assert_eq!(nim_product(a as u32, b as u32), table[a][b], "{a} {b}");
            }
        }
    }
}
