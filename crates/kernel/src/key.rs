//! Positions as numbers: the words of a position, the last the most significant, written in hexadecimal as the
//! difference to the position before. Sorted positions have short differences.

/// Adds a step to `key`; `None` if it is none or goes too far.
pub fn add_step(key: &mut [u64], text: &str) -> Option<Stepped> {
    let bytes = text.as_bytes();
    let plain = bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let short = bytes.len() == 1 || bytes.first() != Some(&b'0');
    if bytes.is_empty() || !plain || !short || bytes.len().div_ceil(16) > key.len() {
        return None;
    }
    let (mut carry, mut end, mut moved) = (false, bytes.len(), Stepped::Nowhere);
    for word in key.iter_mut() {
        let start = end.saturating_sub(16);
        let digits = std::str::from_utf8(&bytes[start..end]).ok()?;
        let add = if digits.is_empty() { 0 } else { u64::from_str_radix(digits, 16).ok()? };
        if add != 0 {
            moved = Stepped::Up;
        }
        let (sum, over) = word.overflowing_add(add);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over || over_again;
        *word = sum;
        end = start;
    }
    (!carry).then_some(moved)
}

/// Whether a step led to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stepped {
    /// It did.
    Up,
    /// It did not.
    Nowhere,
}
