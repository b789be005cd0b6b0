//! Positions as numbers: the words of a position, the last the most significant, written in hexadecimal as the
//! difference to the position before. Sorted positions have short differences.

/// Adds a step to `key`; `None` if it is none or goes too far.
pub fn add_step(key: &mut [u64], text: &str) -> Option<Stepped> {
    let bytes = text.as_bytes();
    let short = bytes.len() == 1 || bytes.first().is_some_and(|&byte| byte != b'0');
    if !short || bytes.len().div_ceil(16) > key.len() {
        return None;
    }
    let stepped = if bytes == b"0" { Stepped::Nowhere } else { Stepped::Up };
    if let [word] = key {
        *word = word.checked_add(hexadecimal(bytes)?)?;
        return Some(stepped);
    }
    let (mut carry, mut digits) = (0, bytes.rchunks(16));
    for word in key.iter_mut() {
        let add = hexadecimal(digits.next().unwrap_or_default())?;
        let sum = u128::from(*word) + u128::from(add) + carry;
        (*word, carry) = (sum as u64, sum >> 64);
    }
    (carry == 0).then_some(stepped)
}

/// What each byte is as a digit.
const DIGITS: [u8; 256] = {
    let (mut digits, mut digit) = ([NO_DIGIT; 256], 0);
    while digit < 16 {
        digits[b"0123456789abcdef"[digit] as usize] = digit as u8;
        digit += 1;
    }
    digits
};
const NO_DIGIT: u8 = u8::MAX;

/// The number of at most 16 digits.
fn hexadecimal(digits: &[u8]) -> Option<u64> {
    let mut number = 0;
    for &byte in digits {
        let digit = DIGITS[byte as usize];
        if digit == NO_DIGIT {
            return None;
        }
        number = number << 4 | u64::from(digit);
    }
    Some(number)
}

/// Whether a step led to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// It did.
    Up,
    /// It did not.
    Nowhere,
}
