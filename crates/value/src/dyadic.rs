//! Dyadic rationals of any size: the numbers among short games (*ONAG* ch. 0-1; Siegel, *CGT* II.3).
//!
//! Invariant: the numerator is odd or the exponent of the denominator is 0, and a numerator that fits in 64 bits is
//! held in 64 bits. So equal numbers are equal bit for bit.

use crate::Halt;
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The largest number of bits in a numerator or exponent of a denominator that products, powers and literals make.
pub const BITS_LIMIT: usize = 1 << 20;

/// A dyadic rational, `numerator / 2^exponent`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small(i64, u32),
    Big(Box<(IBig, u32)>),
}

/// One end of an interval of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// No bound.
    Unbounded,
    /// The bound itself is outside.
    Open(Dyadic),
    /// The bound itself is inside.
    Closed(Dyadic),
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Form::Small(0, 0));
    /// One.
    pub const ONE: Dyadic = Dyadic(Form::Small(1, 0));

    /// `numerator / 2^exponent`, brought to lowest terms.
    pub fn new(numerator: i64, exponent: u32) -> Dyadic {
        if numerator == 0 {
            return Dyadic::ZERO;
        }
        let shift = numerator.trailing_zeros().min(exponent);
        Dyadic(Form::Small(numerator >> shift, exponent - shift))
    }

    /// The same from a big numerator.
    pub fn from_big(numerator: IBig, exponent: u32) -> Dyadic {
        let zeros = numerator.trailing_zeros().unwrap_or(usize::MAX).min(exponent as usize);
        let (numerator, exponent) = (numerator >> zeros, exponent - zeros as u32);
        match i64::try_from(&numerator) {
            Ok(small) => Dyadic::new(small, exponent),
            Err(_) => Dyadic(Form::Big(Box::new((numerator, exponent)))),
        }
    }

    /// Numerator and exponent, where the numerator fits.
    pub fn small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Form::Small(numerator, exponent) => Some((numerator, exponent)),
            Form::Big(_) => None,
        }
    }

    /// The numerator in lowest terms.
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Form::Small(numerator, _) => IBig::from(*numerator),
            Form::Big(both) => both.0.clone(),
        }
    }

    /// The exponent of two in the denominator in lowest terms.
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Form::Small(_, exponent) => *exponent,
            Form::Big(both) => both.1,
        }
    }

    /// Whether the denominator is 1.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// The integer as a machine word, if it is one.
    pub fn to_i64(&self) -> Option<i64> {
        self.small().and_then(|(numerator, exponent)| (exponent == 0).then_some(numerator))
    }

    /// The nearest machine number, for pictures; infinite where it is too large.
    pub fn to_f64(&self) -> f64 {
        let scale = |mantissa: f64, exponent: u32| mantissa * 2f64.powi(-(exponent.min(1 << 20) as i32));
        match &self.0 {
            Form::Small(numerator, exponent) => scale(*numerator as f64, *exponent),
            Form::Big(both) => scale(both.0.to_f64().value(), both.1),
        }
    }

    /// -1, 0 or 1 as an ordering against zero.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Form::Small(numerator, _) => numerator.cmp(&0),
            Form::Big(both) => both.0.cmp(&IBig::ZERO),
        }
    }

    /// Exact half.
    pub fn half(&self) -> Dyadic {
        self.scaled_down(1)
    }

    /// Divided by `2^bits`.
    pub fn scaled_down(&self, bits: u32) -> Dyadic {
        match &self.0 {
            Form::Small(numerator, exponent) => Dyadic::new(*numerator, exponent + bits),
            Form::Big(both) => Dyadic::from_big(both.0.clone(), both.1 + bits),
        }
    }

    /// Exact product, refused above [`BITS_LIMIT`] bits.
    pub fn times(&self, other: &Dyadic) -> Result<Dyadic, Halt> {
        let exponent = self.exponent() as usize + other.exponent() as usize;
        if let (Some((a, _)), Some((b, _))) = (self.small(), other.small())
            && let Some(numerator) = a.checked_mul(b)
            && exponent <= BITS_LIMIT
        {
            return Ok(Dyadic::new(numerator, exponent as u32));
        }
        let (a, b) = (self.numerator(), other.numerator());
        if exponent > BITS_LIMIT || a.bit_len() + b.bit_len() > BITS_LIMIT {
            return Err(Halt::TooLarge("a number of more than 2^20 bits"));
        }
        Ok(Dyadic::from_big(a * b, exponent as u32))
    }

    /// Exact power with an integer exponent, negative ones for powers of two only (`None` otherwise).
    pub fn power(&self, exponent: &Dyadic) -> Result<Option<Dyadic>, Halt> {
        if !exponent.is_integer() {
            return Ok(None);
        }
        if exponent.sign() == Ordering::Less {
            let Some(inverse) = self.reciprocal() else { return Ok(None) };
            return inverse.power(&-exponent);
        }
        if *self == Dyadic::ONE || exponent.sign() == Ordering::Equal {
            return Ok(Some(Dyadic::ONE));
        }
        if self.sign() == Ordering::Equal {
            return Ok(Some(Dyadic::ZERO));
        }
        let mut left = match exponent.to_i64() {
            Some(small) => small,
            None if *self == Dyadic::new(-1, 0) => exponent.numerator().bit(0) as i64,
            None => return Err(Halt::TooLarge("a number of more than 2^20 bits")),
        };
        let (mut base, mut result) = (self.clone(), Dyadic::ONE);
        while left > 0 {
            if left & 1 == 1 {
                result = result.times(&base)?;
            }
            left >>= 1;
            if left > 0 {
                base = base.times(&base)?;
            }
        }
        Ok(Some(result))
    }

    /// `1 / self` where that is dyadic: `self` is a power of two, or its negative.
    pub fn reciprocal(&self) -> Option<Dyadic> {
        let numerator = self.numerator();
        let zeros = numerator.trailing_zeros()?;
        let odd = numerator >> zeros;
        if odd != IBig::ONE && odd != IBig::NEG_ONE {
            return None;
        }
        Some(Dyadic::from_big(odd << self.exponent() as usize, u32::try_from(zeros).ok()?))
    }

    /// The greatest integer at most this.
    pub fn floor(&self) -> Dyadic {
        match &self.0 {
            Form::Small(numerator, exponent) => Dyadic::new(numerator >> (*exponent).min(63), 0),
            Form::Big(both) => Dyadic::from_big(&both.0 >> both.1 as usize, 0),
        }
    }

    /// The least integer at least this.
    pub fn ceiling(&self) -> Dyadic {
        -&(-self).floor()
    }

    /// The absolute value.
    pub fn abs(&self) -> Dyadic {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// The steps of its birth (*ONAG* ch. 3): `+` where it lies to the right of the number made before, `-` where to the left.
    /// Refused where there are more than four thousand.
    pub fn sign_expansion(&self) -> Result<String, Halt> {
        let days = self.birthday().to_i64().filter(|&days| days <= 4096);
        let days = days.ok_or(Halt::TooLarge("a number of more than 4096 steps"))?;
        let mut signs = String::new();
        let (mut here, mut low, mut high) = (Dyadic::ZERO, End::Unbounded, End::Unbounded);
        for _ in 0..days {
            if *self > here {
                signs.push('+');
                low = End::Open(here);
            } else {
                signs.push('-');
                high = End::Open(here);
            }
            here = Dyadic::simplest(&low, &high).expect("the number itself lies between");
        }
        Ok(signs)
    }

    /// The day this number is born: `|n|` for an integer, else `floor + 1 + exponent` of the absolute value.
    pub fn birthday(&self) -> Dyadic {
        let size = self.abs();
        if size.is_integer() { size } else { &(&size.floor() + &Dyadic::ONE) + &Dyadic::new(self.exponent() as i64, 0) }
    }

    /// The simplest (earliest born) number inside the interval, `None` if the interval is empty.
    ///
    /// *ONAG* Theorem 11; it is 0, else the integer nearest to 0, else the dyadic of least denominator.
    pub fn simplest(low: &End, high: &End) -> Option<Dyadic> {
        if low.admits(&Dyadic::ZERO, Ordering::Greater) && high.admits(&Dyadic::ZERO, Ordering::Less) {
            return Some(Dyadic::ZERO);
        }
        if !low.admits(&Dyadic::ZERO, Ordering::Greater) {
            return simplest_above(low, high);
        }
        simplest_above(&high.negative(), &low.negative()).map(|found| -&found)
    }
}

/// The simplest number in an interval whose lower end excludes 0.
fn simplest_above(low: &End, high: &End) -> Option<Dyadic> {
    let (End::Open(bound) | End::Closed(bound)) = low else { return None };
    let deepest = match high {
        End::Unbounded => 0,
        End::Open(other) | End::Closed(other) => bound.exponent().max(other.exponent()) + 1,
    };
    for exponent in 0..=deepest {
        // The least multiple of 2^-exponent at or above the lower end.
        let scaled = bound.scaled_up(exponent);
        let mut candidate = scaled.ceiling();
        if candidate == scaled && matches!(low, End::Open(_)) {
            candidate = &candidate + &Dyadic::ONE;
        }
        let candidate = candidate.scaled_down(exponent);
        if high.admits(&candidate, Ordering::Less) {
            return Some(candidate);
        }
    }
    None
}

impl Dyadic {
    /// Multiplied by `2^bits`.
    pub fn scaled_up(&self, bits: u32) -> Dyadic {
        if let Form::Small(numerator, exponent) = self.0 {
            if exponent >= bits {
                return Dyadic::new(numerator, exponent - bits);
            }
            let shift = bits - exponent;
            if shift < 63 && numerator.unsigned_abs().leading_zeros() > shift + 1 {
                return Dyadic::new(numerator << shift, 0);
            }
        }
        let (numerator, exponent) = (self.numerator(), self.exponent());
        if exponent >= bits {
            return Dyadic::from_big(numerator, exponent - bits);
        }
        Dyadic::from_big(numerator << (bits - exponent) as usize, 0)
    }
}

impl End {
    /// Whether `number` is on the side `wanted` of this end (`Greater`: this is a lower end).
    fn admits(&self, number: &Dyadic, wanted: Ordering) -> bool {
        match self {
            End::Unbounded => true,
            End::Open(bound) => number.cmp(bound) == wanted,
            End::Closed(bound) => number.cmp(bound) != wanted.reverse(),
        }
    }

    fn negative(&self) -> End {
        match self {
            End::Unbounded => End::Unbounded,
            End::Open(bound) => End::Open(-bound),
            End::Closed(bound) => End::Closed(-bound),
        }
    }
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Dyadic {
        Dyadic::new(integer, 0)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            Form::Small(numerator, exponent) if *numerator != i64::MIN => Dyadic(Form::Small(-numerator, *exponent)),
            _ => Dyadic::from_big(-self.numerator(), self.exponent()),
        }
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Form::Small(a, p), Form::Small(b, q)) = (&self.0, &other.0) {
            let common = *p.max(q);
            if common < 64 {
                let sum = ((*a as i128) << (common - p)).checked_add((*b as i128) << (common - q));
                if let Some(sum) = sum {
                    let shift = if sum == 0 { common } else { sum.trailing_zeros().min(common) };
                    if let Ok(numerator) = i64::try_from(sum >> shift) {
                        return Dyadic(Form::Small(numerator, common - shift));
                    }
                }
            }
        }
        let common = self.exponent().max(other.exponent());
        let lift = |number: &Dyadic| number.numerator() << (common - number.exponent()) as usize;
        Dyadic::from_big(lift(self) + lift(other), common)
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let (Form::Small(a, p), Form::Small(b, q)) = (&self.0, &other.0) {
            let common = *p.max(q);
            if common < 64 {
                return ((*a as i128) << (common - p)).cmp(&((*b as i128) << (common - q)));
            }
        }
        match self.sign().cmp(&other.sign()) {
            Ordering::Equal => (self - other).sign(),
            decided => decided,
        }
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Small(numerator, 0) => write!(f, "{numerator}"),
            Form::Small(numerator, exponent) if *exponent < 64 => write!(f, "{numerator}/{}", 1u64 << exponent),
            _ if self.is_integer() => write!(f, "{}", self.numerator()),
            _ => write!(f, "{}/{}", self.numerator(), IBig::ONE << self.exponent() as usize),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
