//! Values as bytes: a file that is half written, damaged or of another version is refused.
//!
//! ```text
//! "grundy heap\n"   12 bytes
//! version           u32, little-endian, now 1
//! code              u32 length, then the rule's code in UTF-8
//! width             u8: 1 or 2 bytes a value
//! count             u64
//! values            count * width bytes, little-endian
//! checksum          u64: FNV-1a of all bytes before it
//! ```

use crate::code::Code;
use crate::rule::HeapRule;
use crate::values::Values;
use std::fmt;

const MAGIC: &[u8; 12] = b"grundy heap\n";
const VERSION: u32 = 1;

/// Why bytes are not saved values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// They do not begin as they should.
    Foreign,
    /// They were written by another version.
    Version(u32),
    /// They end too early, or go on too long.
    Length,
    /// The checksum differs.
    Checksum,
    /// The code inside is not one.
    Code(String),
}

/// The bytes of a file.
pub fn to_bytes(rule: &HeapRule, values: &Values) -> Vec<u8> {
    let code = rule.to_string();
    let mut bytes = Vec::with_capacity(48 + code.len() + values.bytes() as usize);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(code.len() as u32).to_le_bytes());
    bytes.extend_from_slice(code.as_bytes());
    match values {
        Values::Narrow(values) => {
            bytes.push(1);
            bytes.extend_from_slice(&(values.len() as u64).to_le_bytes());
            bytes.extend_from_slice(values);
        }
        Values::Wide(values) => {
            bytes.push(2);
            bytes.extend_from_slice(&(values.len() as u64).to_le_bytes());
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// The rule and its values, if every byte is as it was written.
pub fn from_bytes(bytes: &[u8]) -> Result<(HeapRule, Values), SaveError> {
    let mut rest = bytes.strip_prefix(MAGIC).ok_or(SaveError::Foreign)?;
    let version = u32::from_le_bytes(take(&mut rest)?);
    if version != VERSION {
        return Err(SaveError::Version(version));
    }
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or(SaveError::Length)?;
    let length = u32::from_le_bytes(take(&mut rest)?) as usize;
    let (code, mut rest) = rest.split_at_checked(length).ok_or(SaveError::Length)?;
    let [width] = take(&mut rest)?;
    let count = u64::from_le_bytes(take(&mut rest)?) as usize;
    let size = count.checked_mul(width.into()).and_then(|size| size.checked_add(8));
    if !matches!(width, 1 | 2) || size != Some(rest.len()) {
        return Err(SaveError::Length);
    }
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(SaveError::Checksum);
    }
    let code = std::str::from_utf8(code).map_err(|error| SaveError::Code(error.to_string()))?;
    let code: Code = code.parse().map_err(|error: crate::CodeError| SaveError::Code(error.to_string()))?;
    let stored = &rest[..rest.len() - 8];
    let values = if width == 1 {
        Values::Narrow(stored.to_vec())
    } else {
        Values::Wide(stored.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
    };
    Ok((code.rule().clone(), values))
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], SaveError> {
    let (bytes, after) = rest.split_first_chunk::<N>().ok_or(SaveError::Length)?;
    *rest = after;
    Ok(*bytes)
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ *byte as u64).wrapping_mul(0x0000_0100_0000_01B3))
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaveError::Foreign => f.write_str("this is not a file of saved heap values"),
            SaveError::Version(version) => {
                write!(f, "the file has version {version}; this program reads version {VERSION}")
            }
            SaveError::Length => f.write_str("the file is cut short or has bytes too many"),
            SaveError::Checksum => f.write_str("the checksum differs: the file is damaged"),
            SaveError::Code(error) => write!(f, "the code in the file is wrong: {error}"),
        }
    }
}

impl std::error::Error for SaveError {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn saved_values_are_read_back_and_damage_is_refused(
            values in prop::collection::vec(0u16..600, 0..40),
            at in 0usize..200,
            bit in 0u32..8,
        ) {
            let rule = "0.77".parse::<Code>().unwrap().rule().clone();
            let values = Values::Wide(values);
            let mut bytes = to_bytes(&rule, &values);
            prop_assert_eq!(from_bytes(&bytes), Ok((rule, values)));
            let at = at % bytes.len();
            prop_assert!(from_bytes(&bytes[..at]).is_err());
            bytes[at] ^= 1 << bit;
            prop_assert!(from_bytes(&bytes).is_err());
        }

        #[test]
        fn reading_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let mut file = MAGIC.to_vec();
            file.extend(&bytes);
            prop_assert!(from_bytes(&file).is_err());
        }
    }
}
