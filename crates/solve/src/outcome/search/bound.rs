//! What a table knows of a position: one side of its value, or both where they meet; the best move so far; and how
//! much work that was.
//!
//! ```text
//!   | effort (4) | value, shifted to be positive (b) | kind (2) | move (8) |
//! ```

/// Which side of a value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is at least this.
    AtLeast,
    /// It is at most this.
    AtMost,
    /// It is this.
    Exactly,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The value known.
    pub value: i64,
    /// How it bounds.
    pub kind: Kind,
    /// The number of the move it came from; `NO_MOVE` if there is none.
    pub best: u8,
}

/// No move, or one whose number is too large to be kept.
pub const NO_MOVE: u8 = u8::MAX;

/// Bits of an entry for values below two to `bits`.
pub const fn entry_bits(bits: u32) -> u32 {
    bits + 1 + 2 + 8 + 4
}

impl Bound {
    /// The number that stands for it; `nodes` positions were searched for it.
    pub fn entry(self, bits: u32, nodes: u64) -> u64 {
        let effort = u64::from((64 - nodes.leading_zeros()) / 2).min(15);
        let value = (self.value + (1 << bits)) as u64;
        ((effort << (bits + 1) | value) << 2 | self.kind as u64) << 8 | u64::from(self.best)
    }

    /// Undoes `entry`.
    pub fn of(entry: u64, bits: u32) -> Bound {
        let kind = match entry >> 8 & 3 {
            0 => Kind::AtLeast,
            1 => Kind::AtMost,
            _ => Kind::Exactly,
        };
        let value = (entry >> 10 & ((1 << (bits + 1)) - 1)) as i64 - (1 << bits);
        Bound { value, kind, best: entry as u8 }
    }

    /// The value, if the bound decides a search with this window.
    pub fn decides(self, (low, high): (i64, i64)) -> Option<i64> {
        let decided = match self.kind {
            Kind::Exactly => true,
            Kind::AtLeast => self.value >= high,
            Kind::AtMost => self.value <= low,
        };
        decided.then_some(self.value)
    }

    /// What a search with this window has found; `before` was known already.
    pub fn found(value: i64, (low, high): (i64, i64), best: u8, before: Option<Bound>) -> Bound {
        let kind = match () {
            _ if value <= low => Kind::AtMost,
            _ if value >= high => Kind::AtLeast,
            _ => Kind::Exactly,
        };
        let meets = before.is_some_and(|known| known.value == value && known.kind != kind);
        let best = match before {
            Some(known) if best == NO_MOVE => known.best,
            _ => best,
        };
        Bound { value, kind: if meets { Kind::Exactly } else { kind }, best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_undone() {
        for bits in [1, 25, 41] {
            let far = (1i64 << bits) - 1;
            for (value, best) in [(0, 0), (1, 200), (-1, NO_MOVE), (far, 3), (-far, 9)] {
                for kind in [Kind::AtLeast, Kind::AtMost, Kind::Exactly] {
                    let bound = Bound { value, kind, best };
                    let entry = bound.entry(bits, 12345);
                    assert_eq!(Bound::of(entry, bits), bound);
                    assert!(entry >> entry_bits(bits) == 0 && entry < bound.entry(bits, 1 << 20));
                }
            }
        }
    }
}
