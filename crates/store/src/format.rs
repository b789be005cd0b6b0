//! Where things lie in a tablebase file; all numbers begin with the byte that counts least.
//!
//! ```text
//!   0      8   "GRUNDYTB"
//!   8      4   the version, 1
//!   12     4   H, the bytes of the header
//!   16     4   the CRC-32 of the header
//!   20     H   the header: JSON in UTF-8
//!   20+H       the blocks, one after the other, each a zlib stream
//!   I     24B  the index: of each of the B blocks where it begins (8), how many bytes it has (4), their CRC-32 (4),
//!              and its first number (8)
//!   end-32 8   I
//!   end-24 8   B
//!   end-16 4   the CRC-32 of the index
//!   end-12 4   the CRC-32 of the twenty bytes before
//!   end-8  8   "GRUNDYTE"
//! ```

use flate2::Crc;

/// What a file begins with, and ends with.
pub const MAGIC: &[u8; 8] = b"GRUNDYTB";
pub const END: &[u8; 8] = b"GRUNDYTE";

/// The version that is written and read.
pub const VERSION: u32 = 1;

/// Bytes before the header, of an entry of the index, and of what follows the index.
pub const HEAD: usize = 20;
pub const ENTRY: usize = 24;
pub const FOOT: usize = 32;

/// No header has more bytes.
pub const MOST_HEADER: usize = 64 << 20;

/// The checksum of some bytes.
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The number that begins at a place.
pub fn number4(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

/// The number that begins at a place.
pub fn number8(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}

/// An entry of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where the block begins.
    pub offset: u64,
    /// Its bytes.
    pub bytes: u32,
    /// Their checksum.
    pub checksum: u32,
    /// Its first number.
    pub first: u64,
}

impl Entry {
    /// As it lies in the file.
    pub fn written(&self) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.offset.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.bytes.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.checksum.to_le_bytes());
        bytes[16..].copy_from_slice(&self.first.to_le_bytes());
        bytes
    }

    /// Undoes `written`.
    pub fn read(bytes: &[u8]) -> Entry {
        Entry {
            offset: number8(bytes, 0),
            bytes: number4(bytes, 8),
            checksum: number4(bytes, 12),
            first: number8(bytes, 16),
        }
    }
}
