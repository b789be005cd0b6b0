//! The set of all misère P-positions of a finite closed set of heaps, computed exactly.
//!
//! Kinds are ordered so that every option of a kind is a sum of lower kinds. Let `solve(d, W)` be the set of sums of
//! kinds up to `d` from which the player to move loses when every sum in `W` is declared won beforehand. Slice it by the
//! number `k` of heaps of kind `d`: a move in one of them leads to slice `k - 1`, every other move stays in slice `k`, so
//!
//! ```text
//! slice 0 = solve(d-1, W_0)
//! slice k = solve(d-1, W_k  or  { X : X + o lies in slice k-1 for an option o of kind d })
//! solve(0, W) = the empty sum, unless W holds it
//! ```
//!
//! Slice `k` is a function of slice `k - 1` and `W_k`, and `W_k` is periodic, so when the pair (slice, place in the
//! loop of `W`) comes back the loop is proved. Under misère play the empty sum is won by the player to move: the
//! P-positions are `solve(n, {empty sum})`. All slices met are slices of the answer, so the recursion ends if and only
//! if the answer is recognisable, which is to say that the misère quotient is finite.

use crate::diagram::{Diagrams, EVERYTHING, NOTHING, Set};
use crate::hash::FastMap;
use grundy_answer::{Progress, Stop, Watch};
use std::fmt;

/// The recursion goes one level deeper for every kind.
const MOST_KINDS: u32 = 1000;

/// Solves growing lists of kinds; what was computed for the first kinds is the start for the next.
pub(crate) struct Losing {
    pub diagrams: Diagrams,
    /// Options of kind `d` (counted from 1) at `d - 1`: sums of lower kinds, each sorted downwards.
    pub kinds: Vec<Vec<Vec<u32>>>,
    /// At level and won set: what `solve` gives.
    pub solved: FastMap<u64, Set>,
    reached: FastMap<u64, Set>,
    /// At `d`: the sums of the first `d` kinds that have no move.
    ended: Vec<Set>,
    most_copies: u32,
    work: u64,
}

/// Why a quotient was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The watch said so.
    Told(Stop),
    /// So many copies of a heap gave no repetition: the quotient may be infinite.
    Unrepeated {
        /// The heap.
        heap: u32,
        /// How many copies were tried.
        copies: u32,
    },
    /// More different kinds of heaps than this.
    Kinds(u32),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Told(stop) => stop.fmt(f),
            Halt::Kinds(most) => write!(f, "there are more than {most} different kinds of heaps"),
            Halt::Unrepeated { heap, copies } => {
                write!(f, "{copies} copies of heap {heap} gave no repetition, so the quotient may be infinite")
            }
        }
    }
}

impl Halt {
    /// The same, with the number of a kind replaced by that of its heap.
    pub(crate) fn in_heaps(self, heaps: &[u32]) -> Halt {
        match self {
            Halt::Unrepeated { heap, copies } => Halt::Unrepeated { heap: heaps[heap as usize - 1], copies },
            other => other,
        }
    }
}

impl Losing {
    /// No kinds. A kind of which `most_copies` copies give no repetition ends the computation.
    pub fn new(most_copies: u32) -> Losing {
        Losing {
            diagrams: Diagrams::new(),
            kinds: Vec::new(),
            solved: FastMap::default(),
            reached: FastMap::default(),
            ended: vec![EVERYTHING],
            most_copies,
            work: 0,
        }
    }

    /// Adds a kind of heap whose options are sums of the kinds already there, counted from 1.
    pub fn add_kind(&mut self, mut options: Vec<Vec<u32>>) {
        for option in &mut options {
            option.sort_unstable_by(|a, b| b.cmp(a));
        }
        options.sort_unstable();
        options.dedup();
        let below = self.ended[self.kinds.len()];
        let more = if options.is_empty() { below } else { NOTHING };
        self.kinds.push(options);
        let ended = self.diagrams.make(self.kinds.len() as u32, vec![below, more], 1);
        self.ended.push(ended);
    }

    /// Begins again with no kinds.
    pub fn forget_kinds(&mut self) {
        *self = Losing::new(self.most_copies);
    }

    /// The P-positions among all sums of the kinds added so far.
    pub fn losing(&mut self, watch: &dyn Watch) -> Result<Set, Halt> {
        let level = self.kinds.len() as u32;
        if level > MOST_KINDS {
            return Err(Halt::Kinds(MOST_KINDS));
        }
        self.solve(level, self.ended[level as usize], watch)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.diagrams.bytes() + ((self.solved.capacity() + self.reached.capacity()) * 17 * 8 / 7) as u64
    }

    fn solve(&mut self, level: u32, won: Set, watch: &dyn Watch) -> Result<Set, Halt> {
        if won == EVERYTHING {
            return Ok(NOTHING);
        }
        if level == 0 {
            return Ok(if won == NOTHING { EVERYTHING } else { NOTHING });
        }
        let key = u64::from(level) << 32 | u64::from(won.0);
        if let Some(set) = self.solved.get(&key) {
            return Ok(*set);
        }
        let (len, start) = self.diagrams.lasso(won, level);
        let mut slices: Vec<Set> = Vec::new();
        let mut seen: FastMap<u64, u32> = FastMap::default();
        let loop_start = loop {
            let k = slices.len() as u32;
            let mut won_here = self.diagrams.slice(won, level, k);
            if let Some(last) = slices.last() {
                let reached = self.reached(level, *last);
                won_here = self.diagrams.union(won_here, reached);
            }
            if self.diagrams.too_long {
                return Err(Halt::Unrepeated { heap: level, copies: k });
            }
            let slice = self.solve(level - 1, won_here, watch)?;
            let place = if k < len { k } else { start + (k - start) % (len - start) };
            let state = u64::from(place) << 32 | u64::from(slice.0);
            if let Some(earlier) = seen.get(&state) {
                break *earlier;
            }
            seen.insert(state, k);
            slices.push(slice);
            if k >= self.most_copies {
                return Err(Halt::Unrepeated { heap: level, copies: k });
            }
            self.tick(watch)?;
        };
        let set = self.diagrams.make(level, slices, loop_start);
        self.solved.insert(key, set);
        Ok(set)
    }

    /// Sums `X` such that some option of kind `level` added to `X` lies in `set`.
    fn reached(&mut self, level: u32, set: Set) -> Set {
        let key = u64::from(level) << 32 | u64::from(set.0);
        if let Some(reached) = self.reached.get(&key) {
            return *reached;
        }
        let mut all = NOTHING;
        for option in &self.kinds[level as usize - 1] {
            let shifted = option.iter().fold(set, |set, kind| self.diagrams.shift(set, *kind));
            all = self.diagrams.union(all, shifted);
        }
        self.reached.insert(key, all);
        all
    }

    fn tick(&mut self, watch: &dyn Watch) -> Result<(), Halt> {
        self.work += 1;
        if self.work % 64 != 0 {
            return Ok(());
        }
        let progress = Progress { what: "slices", done: self.work, total: None, bytes: self.bytes() };
        watch.tick(progress).map_or(Ok(()), |stop| Err(Halt::Told(stop)))
    }
}
