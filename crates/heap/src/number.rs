//! Numbers as people write them: `1000`, `1_000`, `1e12`, `10^18`.

/// Why a text is not a number that can be used here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// It is not written as a number.
    Form,
    /// It is above the largest that fits.
    Large,
}

/// Reads a number up to 9223372036854775807.
pub fn parse_number(text: &str) -> Result<u64, NumberError> {
    let text = text.trim();
    let whole = |digits: &str| -> Result<u128, NumberError> {
        let digits: String = digits.chars().filter(|c| *c != '_').collect();
        if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
            return Err(NumberError::Form);
        }
        digits.parse().map_err(|_| NumberError::Large)
    };
    let power = |base: u128, exponent: u128| {
        u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)).ok_or(NumberError::Large)
    };
    let value = if let Some((base, exponent)) = text.split_once('^') {
        power(whole(base)?, whole(exponent)?)?
    } else if let Some((factor, exponent)) = text.split_once(['e', 'E']) {
        whole(factor)?.checked_mul(power(10, whole(exponent)?)?).ok_or(NumberError::Large)?
    } else {
        whole(text)?
    };
    u64::try_from(value).ok().filter(|value| *value <= i64::MAX as u64).ok_or(NumberError::Large)
}

impl std::fmt::Display for NumberError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NumberError::Form => f.write_str("this is not a number; write 1000, 1e12 or 10^18"),
            NumberError::Large => write!(f, "the number is above {}", i64::MAX),
        }
    }
}

impl std::error::Error for NumberError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_write_them() {
        assert_eq!(parse_number("1e12"), Ok(1_000_000_000_000));
        assert_eq!(parse_number("10^18"), Ok(1_000_000_000_000_000_000));
        assert_eq!(parse_number("1_000"), Ok(1000));
        assert_eq!(parse_number("1e30"), Err(NumberError::Large));
        assert_eq!(parse_number("10^99999999999"), Err(NumberError::Large));
        for wrong in ["", "-1", "1.5", "e3", "ten", "1e", "^2"] {
            assert_eq!(parse_number(wrong), Err(NumberError::Form), "{wrong}");
        }
    }
}
