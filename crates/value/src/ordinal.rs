//! Ordinals below epsilon_0 with their arithmetic (Cantor; Hessenberg for the natural operations; *ONAG* ch. 2 for ordinals as games).
//!
//! Invariant: Cantor's normal form `w^a * m + w^b * n + ...`, exponents strictly decreasing, coefficients from 1 to 2^128 - 1. So equal
//! ordinals are equal field by field, and the derived order is the order of ordinals.

use crate::Halt;
use std::fmt;

/// An ordinal below epsilon_0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal {
    terms: Vec<(Ordinal, u128)>,
}

/// How deep exponents nest when an ordinal is read, and how long sums may be.
const DEEPEST: usize = 32;
const LONGEST: usize = 1 << 12;

fn too_large() -> Halt {
    Halt::TooLarge("an ordinal with more than 4096 terms or a coefficient of more than 128 bits")
}

impl Ordinal {
    /// 0.
    pub const ZERO: Ordinal = Ordinal { terms: Vec::new() };

    /// A natural number.
    pub fn finite(n: u128) -> Ordinal {
        Ordinal::ZERO.power_of_omega(n)
    }

    /// omega.
    pub fn omega() -> Ordinal {
        Ordinal::finite(1).power_of_omega(1)
    }

    /// `w^self * n`.
    pub fn power_of_omega(self, n: u128) -> Ordinal {
        Ordinal { terms: if n == 0 { Vec::new() } else { vec![(self, n)] } }
    }

    /// The terms of the normal form: exponents and coefficients.
    pub fn terms(&self) -> &[(Ordinal, u128)] {
        &self.terms
    }

    /// The natural number it is.
    pub fn to_finite(&self) -> Option<u128> {
        match &self.terms[..] {
            [] => Some(0),
            [(exponent, n)] if exponent.terms.is_empty() => Some(*n),
            _ => None,
        }
    }

    /// `self + other`, the second after the first.
    pub fn plus(&self, other: &Ordinal) -> Result<Ordinal, Halt> {
        let Some((lead, n)) = other.terms.first() else { return Ok(self.clone()) };
        let kept = self.terms.partition_point(|term| term.0 > *lead);
        let mut terms = self.terms[..kept].to_vec();
        let same = self.terms.get(kept).filter(|term| term.0 == *lead).map_or(0, |term| term.1);
        terms.push((lead.clone(), same.checked_add(*n).ok_or_else(too_large)?));
        terms.extend_from_slice(&other.terms[1..]);
        Ordinal::checked(terms)
    }

    /// `self * other`: `other` copies of `self`, one after the other.
    pub fn times(&self, other: &Ordinal) -> Result<Ordinal, Halt> {
        let Some((lead, n)) = self.terms.first() else { return Ok(Ordinal::ZERO) };
        let mut terms = Vec::new();
        for (exponent, m) in &other.terms {
            if exponent.terms.is_empty() {
                terms.push((lead.clone(), n.checked_mul(*m).ok_or_else(too_large)?));
                terms.extend_from_slice(&self.terms[1..]);
            } else {
                terms.push((lead.plus(exponent)?, *m));
            }
        }
        Ordinal::checked(terms)
    }

    /// `self ^ other`.
    pub fn power(&self, other: &Ordinal) -> Result<Ordinal, Halt> {
        let (limit, finite) = match other.terms.split_last() {
            Some((last, before)) if last.0.terms.is_empty() => (before, last.1),
            _ => (&other.terms[..], 0),
        };
        let limit = Ordinal { terms: limit.to_vec() };
        match (self.to_finite(), limit.terms.is_empty()) {
            (Some(0), _) => return Ok(Ordinal::finite(u128::from(other.terms.is_empty()))),
            (Some(1), _) => return Ok(Ordinal::finite(1)),
            _ => {}
        }
        let mut result = Ordinal::finite(1);
        if !limit.terms.is_empty() {
            let exponent = match self.to_finite() {
                // n^(w*c) = w^c.
                Some(_) => limit.divided_by_omega(),
                None => self.terms[0].0.times(&limit)?,
            };
            result = exponent.power_of_omega(1);
        }
        let mut base = self.clone();
        let mut left = finite;
        let mut tail = Ordinal::finite(1);
        while left > 0 {
            if left & 1 == 1 {
                tail = tail.times(&base)?;
            }
            left >>= 1;
            if left > 0 {
                base = base.times(&base)?;
            }
        }
        result.times(&tail)
    }

    /// The `c` with `w * c = self`, for an ordinal without a finite term.
    fn divided_by_omega(&self) -> Ordinal {
        let less = |exponent: &Ordinal| match exponent.to_finite() {
            Some(n) => Ordinal::finite(n - 1),
            None => exponent.clone(),
        };
        Ordinal { terms: self.terms.iter().map(|(exponent, n)| (less(exponent), *n)).collect() }
    }

    /// The natural sum: the sum of the ordinals as games.
    pub fn natural_sum(&self, other: &Ordinal) -> Result<Ordinal, Halt> {
        self.merged(other, |a, b| a.checked_add(b))
    }

    /// The natural product: the product of the ordinals as numbers.
    pub fn natural_product(&self, other: &Ordinal) -> Result<Ordinal, Halt> {
        let mut total = Ordinal::ZERO;
        for (a, m) in &self.terms {
            for (b, n) in &other.terms {
                let term = a.natural_sum(b)?.power_of_omega(m.checked_mul(*n).ok_or_else(too_large)?);
                total = total.natural_sum(&term)?;
            }
        }
        Ok(total)
    }

    /// The nim sum: without carries, so term by term.
    pub fn nim_sum(&self, other: &Ordinal) -> Result<Ordinal, Halt> {
        self.merged(other, |a, b| Some(a ^ b))
    }

    /// Both lists of terms as one; coefficients of the same exponent are joined.
    fn merged(&self, other: &Ordinal, join: impl Fn(u128, u128) -> Option<u128>) -> Result<Ordinal, Halt> {
        let mut all: Vec<(Ordinal, u128)> = self.terms.iter().chain(&other.terms).cloned().collect();
        all.sort_by(|a, b| b.0.cmp(&a.0));
        let mut terms: Vec<(Ordinal, u128)> = Vec::new();
        for (exponent, n) in all {
            match terms.last_mut() {
                Some(last) if last.0 == exponent => last.1 = join(last.1, n).ok_or_else(too_large)?,
                _ => terms.push((exponent, n)),
            }
        }
        terms.retain(|term| term.1 != 0);
        Ordinal::checked(terms)
    }

    fn checked(terms: Vec<(Ordinal, u128)>) -> Result<Ordinal, Halt> {
        if terms.len() > LONGEST { Err(too_large()) } else { Ok(Ordinal { terms }) }
    }

    /// Reads `w^(w+1)*2 + w*3 + 1`; `None` if it is not written so. Sums and powers are those of ordinals: `1 + w` is `w`.
    pub fn read(text: &str) -> Result<Option<Ordinal>, Halt> {
        let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut reader = Reader { symbols: &symbols, at: 0 };
        let found = reader.sum(0)?;
        Ok(found.filter(|_| reader.at == symbols.len()))
    }
}

struct Reader<'a> {
    symbols: &'a [char],
    at: usize,
}

impl Reader<'_> {
    fn takes(&mut self, symbol: char) -> bool {
        let found = self.symbols.get(self.at) == Some(&symbol);
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self, depth: usize) -> Result<Option<Ordinal>, Halt> {
        let mut total = Ordinal::ZERO;
        loop {
            let Some(mut term) = self.power(depth)? else { return Ok(None) };
            while self.takes('*') {
                let Some(factor) = self.power(depth)? else { return Ok(None) };
                term = term.times(&factor)?;
            }
            total = total.plus(&term)?;
            if !self.takes('+') {
                return Ok(Some(total));
            }
        }
    }

    fn power(&mut self, depth: usize) -> Result<Option<Ordinal>, Halt> {
        if depth > DEEPEST {
            return Err(Halt::TooLarge("an ordinal whose exponents nest more than 32 deep"));
        }
        let base = if self.takes('w') || self.takes('ω') {
            Some(Ordinal::omega())
        } else if self.takes('(') {
            let inside = self.sum(depth + 1)?;
            inside.filter(|_| self.takes(')'))
        } else {
            let start = self.at;
            while self.symbols.get(self.at).is_some_and(char::is_ascii_digit) {
                self.at += 1;
            }
            let digits: String = self.symbols[start..self.at].iter().collect();
            digits.parse().ok().map(Ordinal::finite)
        };
        let Some(base) = base else { return Ok(None) };
        if !self.takes('^') {
            return Ok(Some(base));
        }
        let Some(exponent) = self.power(depth + 1)? else { return Ok(None) };
        base.power(&exponent).map(Some)
    }
}

/// `w^(w+1)*2+w*3+1`, as it is read.
impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (at, (exponent, n)) in self.terms.iter().enumerate() {
            if at > 0 {
                f.write_str("+")?;
            }
            match exponent.to_finite() {
                Some(0) => {
                    write!(f, "{n}")?;
                    continue;
                }
                Some(1) => f.write_str("w")?,
                Some(m) => write!(f, "w^{m}")?,
                None if *exponent == Ordinal::omega() => f.write_str("w^w")?,
                None => write!(f, "w^({exponent})")?,
            }
            if *n > 1 {
                write!(f, "*{n}")?;
            }
        }
        Ok(())
    }
}
