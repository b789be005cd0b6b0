//! Positions as numbers: the words of a position, the last the most significant, written in hexadecimal as the
//! difference to the position before. Sorted positions have short differences.

use grundy_run::Packed;
use std::fmt::Write;

/// The order of positions in a certificate: by their number.
pub fn number_order(a: &[u64], b: &[u64]) -> std::cmp::Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Writes how much `key` is above `before`, which is not above it; both have as many words.
pub fn write_step(before: &[u64], key: &[u64], text: &mut String) {
    let mut borrow = false;
    let mut step = Packed::new();
    for (&key, &before) in key.iter().zip(before) {
        let (less, under) = key.overflowing_sub(before);
        let (less, under_again) = less.overflowing_sub(u64::from(borrow));
        borrow = under || under_again;
        step.push(less);
    }
    let top = step.iter().rposition(|&word| word != 0).unwrap_or(0);
    let _ = write!(text, "{:x}", step[top]);
    for word in step[..top].iter().rev() {
        let _ = write!(text, "{word:016x}");
    }
}

/// Adds a step, as `write_step` writes it, to `key`; `None` if it is none or goes too far.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn steps_are_undone(a in prop::collection::vec(any::<u64>(), 3), b in prop::collection::vec(0u64..3, 3)) {
            let sorted = |mut both: [Vec<u64>; 2]| {
                both.sort_by(|a, b| number_order(a, b));
                both
            };
            let c: Vec<u64> = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b)).collect();
            for [low, high] in [sorted([a.clone(), b]), sorted([a.clone(), c]), [a.clone(), a]] {
                let mut text = String::new();
                write_step(&low, &high, &mut text);
                let mut key = low.clone();
                let stepped = add_step(&mut key, &text);
                prop_assert_eq!(&key, &high);
                prop_assert_eq!(stepped, Some(if low == high { Stepped::Nowhere } else { Stepped::Up }));
            }
        }
    }

    #[test]
    fn what_is_no_step_is_refused() {
        for wrong in ["", "g", "+1", "-1", "01", "00", "10000000000000000", "1 ", "A", "é"] {
            assert_eq!(add_step(&mut [5], wrong), None, "{wrong}");
        }
        assert_eq!(add_step(&mut [5], "fffffffffffffffb"), None, "it goes too far");
        assert_eq!(add_step(&mut [5, 0], "fffffffffffffffb"), Some(Stepped::Up));
    }
}
