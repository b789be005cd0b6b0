//! Nimbers below 2^128: the field of Conway's nim sum and nim product (*On Numbers and Games*, ch. 6).
//!
//! Invariant used everywhere: with the Fermat power `F = 2^(2^k)`, the nimbers below `F*F` are `a*F + b` with
//! `a, b < F`, where `F` times `b` is the ordinary product and `F` squared is `F + F/2`.

use std::fmt;
use std::ops::{Add, Mul};
use std::sync::OnceLock;

/// A nimber below 2^128. These form a field of that many elements; sums and products never leave it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(pub u128);

impl Nimber {
    /// The nimber whose product with this one is 1; `None` for 0.
    pub fn inverse(self) -> Option<Nimber> {
        (self.0 != 0).then(|| Nimber(inverse(self.0, level(self.0))))
    }

    /// The one nimber whose square is this one (every nimber has one: the field has characteristic 2).
    pub fn square_root(self) -> Nimber {
        Nimber(square_root(self.0, level(self.0)))
    }

    /// This nimber multiplied by itself `exponent` times; `0^0` is 1.
    pub fn power(self, mut exponent: u128) -> Nimber {
        let (mut base, mut result) = (self, Nimber(1));
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = result * base;
            }
            base = base * base;
            exponent >>= 1;
        }
        result
    }
}

/// Nim sum: exclusive or.
impl Add for Nimber {
    type Output = Nimber;
    #[allow(clippy::suspicious_arithmetic_impl)]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

/// Nim product.
impl Mul for Nimber {
    type Output = Nimber;
    fn mul(self, other: Nimber) -> Nimber {
        Nimber(product(self.0, other.0, level(self.0).max(level(other.0))))
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}

/// The least `k` with `value < 2^(2^k)`.
fn level(value: u128) -> u32 {
    let bits = 128 - value.leading_zeros();
    if bits <= 1 { 0 } else { 32 - (bits - 1).leading_zeros() }
}

fn halves(value: u128, level: u32) -> (u128, u128, u32) {
    let half = 1 << (level - 1);
    (value >> half, value & ((1 << half) - 1), half)
}

/// The product of two nimbers below 2^(2^level).
fn product(a: u128, b: u128, level: u32) -> u128 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    if level <= 3 {
        return bytes()[(a as usize) << 8 | b as usize] as u128;
    }
    let ((a1, a0, half), (b1, b0, _)) = (halves(a, level), halves(b, level));
    let high = product(a1, b1, level - 1);
    let low = product(a0, b0, level - 1);
    let cross = product(a1 ^ a0, b1 ^ b0, level - 1);
    ((cross ^ low) << half) | (low ^ product(high, 1 << (half - 1), level - 1))
}

/// The inverse of `a != 0` below 2^(2^level): the conjugate of `a1*F + a0` is `a1*F + (a0 + a1)`, and their product
/// `a0*(a0 + a1) + a1*a1*(F/2)` lies in the field below.
fn inverse(a: u128, level: u32) -> u128 {
    if a <= 1 {
        return a;
    }
    let (a1, a0, half) = halves(a, level);
    let square = product(a1, a1, level - 1);
    let norm = product(a0, a0 ^ a1, level - 1) ^ product(square, 1 << (half - 1), level - 1);
    product(a1 << half | (a0 ^ a1), inverse(norm, level - 1), level)
}

/// `(x1*F + x0)` squared is `x1*x1*F + (x1*x1*(F/2) + x0*x0)`.
fn square_root(a: u128, level: u32) -> u128 {
    if a <= 1 {
        return a;
    }
    let (a1, a0, half) = halves(a, level);
    let x1 = square_root(a1, level - 1);
    let x0 = square_root(a0 ^ product(a1, 1 << (half - 1), level - 1), level - 1);
    x1 << half | x0
}

/// Products of all pairs of nimbers below 256, by the same recursion down to bits.
fn bytes() -> &'static [u8; 1 << 16] {
    static TABLE: OnceLock<Box<[u8; 1 << 16]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Box::new([0; 1 << 16]);
        for (at, entry) in table.iter_mut().enumerate() {
            *entry = small((at >> 8) as u8, at as u8, 4);
        }
        table
    })
}

fn small(a: u8, b: u8, half: u32) -> u8 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let (high, low) = (small(a1, b1, half / 2), small(a0, b0, half / 2));
    let cross = small(a1 ^ a0, b1 ^ b0, half / 2);
    (cross ^ low) << half | (low ^ small(high, 1 << (half - 1), half / 2))
}
