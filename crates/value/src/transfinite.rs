//! Nim products of ordinals (*ONAG* ch. 6; Lenstra, "On the algebraic closure of two", 1977; DiMuro, "On On_p", 2015).
//!
//! The odd primes are 3, 5, 7, ..., numbered from 0. With `p` the prime numbered `k`, `w^(w^k * p^j)` is a root of degree `p`: its `p`th
//! power is `w^(w^k * p^(j-1))` for `j > 0`, and for `j = 0` the number `alpha_p`, the least without a `p`th root among the smaller ones. All
//! other products of powers of omega are ordinary as long as each of these roots occurs less than `p` times; finite nimbers multiply among
//! themselves, and with powers of omega as ordinals do.
//!
//! The `alpha_p` are those of Lenstra's table; the tests show for each that it has no root and that all smaller ones do.

use crate::{Halt, Nimber, Ordinal};
use std::collections::BTreeMap;

/// The odd primes whose `alpha_p` is held, each with the power of omega and the finite nimber it is the sum of; 0 stands for no power.
const ROOTS: [(u64, &[u64], u128); 13] = [
    (3, &[], 2),
    (5, &[], 4),
    (7, &[1], 1),
    (11, &[0, 1], 1),
    (13, &[1], 4),
    (17, &[], 16),
    (19, &[3], 4),
    (23, &[0, 0, 0, 1], 1),
    (29, &[0, 0, 1], 4),
    (31, &[0, 1], 1),
    (37, &[3], 4),
    (41, &[0, 1], 1),
    (43, &[0, 0, 1], 1),
];

/// An exponent of omega below `w^w`: `c_0 + w * c_1 + ...`, without zeros at the end.
type Exponent = Vec<u64>;

/// A sum of powers of omega, each times a finite nimber.
type Terms = BTreeMap<Exponent, Nimber>;

/// More terms than this are refused.
const LONGEST: usize = 1 << 14;

impl Ordinal {
    /// The nim product. Refused where an `alpha_p` beyond the table would be needed: for exponents from `w^13` on.
    pub fn nim_product(&self, other: &Ordinal) -> Result<Ordinal, Halt> {
        product(&terms(self)?, &terms(other)?).map(|found| ordinal(&found))
    }

    /// The nim product of `exponent` copies.
    pub fn nim_power(&self, mut exponent: u128) -> Result<Ordinal, Halt> {
        let (mut base, mut result) = (terms(self)?, Terms::from([(Vec::new(), Nimber(1))]));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = product(&result, &base)?;
            }
            exponent >>= 1;
            if exponent > 0 {
                base = product(&base, &base)?;
            }
        }
        Ok(ordinal(&result))
    }
}

/// The least number without a root of degree `p` among the smaller ones, where it is known here.
pub fn alpha(p: u64) -> Option<Ordinal> {
    let root = ROOTS.iter().find(|root| root.0 == p)?;
    Some(ordinal(&alpha_terms(root)))
}

fn alpha_terms(root: &(u64, &[u64], u128)) -> Terms {
    let mut terms = Terms::from([(Vec::new(), Nimber(root.2))]);
    if !root.1.is_empty() {
        terms.insert(root.1.to_vec(), Nimber(1));
    }
    terms
}

fn terms(number: &Ordinal) -> Result<Terms, Halt> {
    let beyond = || Halt::TooLarge("a nim product of ordinals from w^(w^13) on");
    let mut terms = Terms::new();
    for (exponent, n) in number.terms() {
        let mut digits: Exponent = Vec::new();
        for (place, digit) in exponent.terms() {
            let place = place.to_finite().and_then(|place| usize::try_from(place).ok()).filter(|&at| at < ROOTS.len());
            let place = place.ok_or_else(beyond)?;
            digits.resize(digits.len().max(place + 1), 0);
            digits[place] = u64::try_from(*digit).ok().filter(|&digit| digit < 1 << 32).ok_or_else(beyond)?;
        }
        terms.insert(digits, Nimber(*n));
    }
    Ok(terms)
}

fn ordinal(terms: &Terms) -> Ordinal {
    let mut total = Ordinal::ZERO;
    for (digits, nimber) in terms {
        let mut exponent = Ordinal::ZERO;
        for (place, &digit) in digits.iter().enumerate() {
            let term = Ordinal::finite(place as u128).power_of_omega(digit.into());
            exponent = exponent.natural_sum(&term).expect("a few terms");
        }
        let term = exponent.power_of_omega(nimber.0);
        total = total.natural_sum(&term).expect("no more terms than were made");
    }
    total
}

/// In characteristic 2 the square of a sum is the sum of the squares.
fn square(a: &Terms) -> Result<Terms, Halt> {
    let mut total = Terms::new();
    for (x, m) in a {
        for (exponent, nimber) in product_of_powers(x, x)? {
            let entry = total.entry(exponent).or_default();
            *entry = *entry + nimber * *m * *m;
        }
    }
    total.retain(|_, nimber| *nimber != Nimber(0));
    Ok(total)
}

fn product(a: &Terms, b: &Terms) -> Result<Terms, Halt> {
    if a == b {
        return square(a);
    }
    let mut total = Terms::new();
    for (x, m) in a {
        for (y, n) in b {
            for (exponent, nimber) in product_of_powers(x, y)? {
                let entry = total.entry(exponent).or_default();
                *entry = *entry + nimber * *m * *n;
            }
            if total.len() > LONGEST {
                return Err(Halt::TooLarge("a nim product of more than 2^14 terms"));
            }
        }
    }
    total.retain(|_, nimber| *nimber != Nimber(0));
    Ok(total)
}

/// The product of two powers of omega. It ends: an `alpha_p` has roots of smaller primes only.
fn product_of_powers(x: &Exponent, y: &Exponent) -> Result<Terms, Halt> {
    let mut exponent: Exponent = Vec::new();
    // The places whose alpha_p comes in as a factor.
    let mut factors: Vec<usize> = Vec::new();
    for (place, root) in ROOTS.iter().enumerate().take(x.len().max(y.len())) {
        let digit = |of: &Exponent| of.get(place).copied().unwrap_or(0);
        let (sum, carried) = added(digit(x), digit(y), root.0);
        exponent.push(sum);
        factors.extend((0..carried).map(|_| place));
    }
    while exponent.last() == Some(&0) {
        exponent.pop();
    }
    let mut result = Terms::from([(exponent, Nimber(1))]);
    for place in factors {
        result = product(&result, &alpha_terms(&ROOTS[place]))?;
    }
    Ok(result)
}

/// Two numbers in base `p`, added digit by digit with carries that go down: `p` of one place are one of the place below. What is carried
/// out of the lowest place comes second.
fn added(x: u64, y: u64, p: u64) -> (u64, u64) {
    let digits = |mut number: u64| {
        let mut digits = Vec::new();
        while number > 0 {
            digits.push(number % p);
            number /= p;
        }
        digits
    };
    let (x, y) = (digits(x), digits(y));
    let (mut sum, mut carried) = (0, 0);
    for place in (0..x.len().max(y.len())).rev() {
        let digit = |of: &[u64]| of.get(place).copied().unwrap_or(0);
        let here = digit(&x) + digit(&y) + carried;
        carried = here / p;
        sum += here % p * p.pow(place as u32);
    }
    (sum, carried)
}
