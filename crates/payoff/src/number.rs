//! Exact numbers as people write them: `3`, `-1/2`, `0.25`, `1e-3`, `1.5/2`. A decimal is the fraction it spells.

use dashu_int::{IBig, UBig};
pub use dashu_ratio::RBig as Rational;

/// Digits and exponents above this are refused, so that a short text cannot ask for a huge number.
const LONGEST: usize = 10_000;

/// Reads one number. The error is a sentence about `text`.
pub fn parse(text: &str) -> Result<Rational, String> {
    let shown = || if text.chars().count() > 40 { "this".to_string() } else { format!("`{text}`") };
    if matches!(text.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str(), "nan" | "inf" | "infinity") {
        return Err(format!("{} is not a number a payoff can have", shown()));
    }
    let (above, below) = match text.split_once('/') {
        Some((above, below)) => (above, Some(below)),
        None => (text, None),
    };
    let above = decimal(above.trim()).ok_or_else(|| format!("{} is not a number", shown()))?;
    let Some(below) = below else { return Ok(above) };
    let below = decimal(below.trim()).ok_or_else(|| format!("{} is not a fraction", shown()))?;
    if below.is_zero() {
        return Err(format!("{} divides by zero", shown()));
    }
    Ok(above / below)
}

fn decimal(text: &str) -> Option<Rational> {
    let text = text.replace('\u{2212}', "-");
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(&text)),
    };
    let (mantissa, exponent) = match rest.find(['e', 'E']) {
        Some(at) => (&rest[..at], rest[at + 1..].parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    let size = digits.len() + exponent.unsigned_abs() as usize;
    if digits.is_empty() || size > LONGEST || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut value = Rational::from(IBig::from_str_radix(&digits, 10).ok()?);
    let shift = exponent - part.len() as i32;
    let power = UBig::from(10u8).pow(shift.unsigned_abs() as usize);
    value = if shift < 0 { value / Rational::from(power) } else { value * Rational::from(power) };
    Some(if negative { -value } else { value })
}

/// The nearest double, for pictures and for numbers too long to read.
pub fn approximate(value: &Rational) -> f64 {
    value.to_f64().value()
}

/// The exact text where it is at most `width` characters, else a decimal marked with `~`.
pub fn brief(value: &Rational, width: usize) -> String {
    let exact = value.to_string();
    if exact.len() <= width { exact } else { format!("~{:.6}", approximate(value)) }
}

/// The least common multiple of the denominators; 1 for none.
pub fn common_denominator<'a>(values: impl IntoIterator<Item = &'a Rational>) -> UBig {
    use dashu_base::Gcd;
    let mut common = UBig::ONE;
    for value in values {
        let below = value.denominator();
        if !(&common % below).is_zero() {
            let shared = (&common).gcd(below);
            common *= below / shared;
        }
    }
    common
}

/// `value * scale` for a scale that clears the denominator.
pub fn scaled(value: &Rational, scale: &UBig) -> IBig {
    value.numerator() * IBig::from(scale / value.denominator())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_written() {
        let ratio = |above: i32, below: u32| Rational::from_parts(above.into(), below.into());
        for (text, value) in [
            ("3", ratio(3, 1)),
            ("-1/2", ratio(-1, 2)),
            ("0.25", ratio(1, 4)),
            (".5", ratio(1, 2)),
            ("2.", ratio(2, 1)),
            ("1e-3", ratio(1, 1000)),
            ("1.5/-3", ratio(-1, 2)),
            ("+7", ratio(7, 1)),
            ("\u{2212}4", ratio(-4, 1)),
            ("2E2", ratio(200, 1)),
        ] {
            assert_eq!(parse(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_number() {
        for text in ["", "-", "x", "1/0", "0/0", "NaN", "-inf", "1e999999999", "1/2/3", "--1", "1e", ".", "/", "1_000"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
