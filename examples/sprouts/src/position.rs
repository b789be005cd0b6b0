//! Positions of Sprouts as strings (Applegate, Jacobson and Sleator, Computer Analysis of Sprouts, CMU-CS-91-144, 1991).
//!
//! A position is a list of regions, a region a list of boundaries, a boundary the vertices met on a walk along it with the region
//! on the left hand, cyclically. A vertex with three curves is dead and not written. What is left of a vertex is its kind:
//!
//! ```text
//! 0         three lives: a boundary by itself, in one region
//! 1         two lives: met once on its walk
//! 2         one life, met once: its other side is dead, or nothing alive lies between its two sides
//! 3, 4, ... one life, met twice, on one boundary or in two regions: the name of the vertex
//! ```
//!
//! Regions share nothing but vertices, so each may be turned over by itself. Regions without a common vertex are independent: the
//! position is the sum of its lands.
//!
//! Invariant of a [`Land`]: simplified, connected, in canonical form as far as `canonical` finds it. Equal lands are the same game.

/// A vertex with three lives.
pub const SPOT: u8 = 0;
/// A vertex with two lives.
pub const END: u8 = 1;
/// A vertex with one life that is met once.
pub const LAST: u8 = 2;
/// The first name of a vertex that is met twice.
pub const FIRST_NAME: u8 = 3;
/// After each boundary.
pub const BOUNDARY: u8 = 254;
/// After each region.
pub const REGION: u8 = 255;

/// Regions connected by common vertices, as one string.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(pub(crate) Box<[u8]>);

impl Land {
    /// The string: vertices, and a mark after each boundary and region.
    pub fn string(&self) -> &[u8] {
        &self.0
    }

    /// Lives of its vertices. Every move takes two and gives one, so that there is one move fewer than lives at most.
    pub fn lives(&self) -> u32 {
        lives(&self.0)
    }
}

/// The start: so many spots in one region, at most [`crate::MOST`].
pub fn start(spots: usize) -> Vec<Land> {
    let mut string = Vec::with_capacity(2 * spots + 1);
    for _ in 0..spots {
        string.extend([SPOT, BOUNDARY]);
    }
    string.push(REGION);
    crate::canonical::lands(string)
}

/// Lives of the vertices of a string, or of a part of it.
pub(crate) fn lives(string: &[u8]) -> u32 {
    let mut seen = [0u64; 4];
    let mut total = 0;
    for &vertex in string {
        match vertex {
            SPOT => total += 3,
            END => total += 2,
            LAST => total += 1,
            BOUNDARY | REGION => {}
            name => {
                let bit = 1 << (name & 63);
                total += u32::from(seen[usize::from(name >> 6)] & bit == 0);
                seen[usize::from(name >> 6)] |= bit;
            }
        }
    }
    total
}
