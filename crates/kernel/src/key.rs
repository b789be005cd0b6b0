//! Positions as numbers: the words of a position, the last the most significant, written in hexadecimal as the
//! difference to the position before. Sorted positions have short differences.

/// Adds a step to `key`; `None` if it is none or goes too far.
pub fn add_step(key: &mut [u64], text: &str) -> Option<Stepped> {
    let bytes = text.as_bytes();
    let short = bytes.len() == 1 || bytes.first().is_some_and(|&byte| byte != b'0');
    if !short || bytes.len().div_ceil(16) > key.len() {
        return None;
    }
    let (mut carry, mut digits) = (0, bytes.rchunks(16));
    for word in key.iter_mut() {
        let mut add = 0;
        for byte in digits.next().unwrap_or_default() {
            let digit = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'f' => byte - b'a' + 10,
                _ => return None,
            };
            add = add << 4 | u64::from(digit);
        }
        let sum = u128::from(*word) + u128::from(add) + carry;
        (*word, carry) = (sum as u64, sum >> 64);
    }
    let stepped = if text == "0" { Stepped::Nowhere } else { Stepped::Up };
    (carry == 0).then_some(stepped)
}

/// Whether a step led to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// It did.
    Up,
    /// It did not.
    Nowhere,
}
