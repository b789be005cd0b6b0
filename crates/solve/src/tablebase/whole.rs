//! All positions by number: dense retrograde analysis, whose strata are kept one by one, so that a build that was ended
//! goes on from the last whole one.

use crate::outcome::retrograde::dense::Dense;
use crate::tablebase::code::{Solution, TableKind};
use crate::tablebase::numbering::{Numbering, counts_points};
use crate::tablebase::pieces::{Pieces, read_all, write_all};
use crate::tablebase::reached::Unbuilt;
use crate::work::{Halted, Work};
use grundy_answer::{Stop, Watch};
use grundy_run::{Packed, Side};
use std::io;

/// A finished build.
pub struct Whole {
    dense: Dense,
    kind: TableKind,
}

impl Whole {
    /// Bytes of memory that the numbers need.
    pub fn bytes(numbering: &Numbering) -> u64 {
        numbering.slots().saturating_mul(4)
    }

    /// Whether positions of this game can be decided by number.
    pub fn fits(numbering: &Numbering, kind: TableKind) -> bool {
        matches!(kind, TableKind::Outcome | TableKind::Plies)
            && numbering.slots() <= u32::MAX.into()
            && Dense::fits(&numbering.game)
            && !counts_points(&numbering.game)
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.dense.codes().len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code of each number; 0 where play does not lead to its class, or another number stands for it.
    pub fn codes(&self) -> impl Iterator<Item = u32> + '_ {
        self.dense.codes().iter().map(|&code| match (self.kind, Solution::of(TableKind::Plies, code.into())) {
            (TableKind::Outcome, Some(solution)) => Solution::Outcome(solution.result()).code().unwrap_or(0),
            _ => code.into(),
        })
    }

    /// The greatest code.
    pub fn greatest(&self) -> u32 {
        self.codes().max().unwrap_or(0)
    }
}

/// Decides these positions, all of their classes, and all that play leads to from there.
pub fn build_whole(
    numbering: &Numbering,
    starts: &[(Packed, Side)],
    kind: TableKind,
    pieces: &dyn Pieces,
    watch: &dyn Watch,
) -> Result<Whole, Unbuilt> {
    let mut work = Work::new(watch);
    let facts = numbering.game.facts();
    let mut dense = Dense::new(&numbering.game, &facts, &numbering.images, &mut work)?;
    let mut next = 0;
    while let Some(bytes) = read_all(pieces, &stratum(next))? {
        let (classes, states) = read(&bytes).ok_or(io::ErrorKind::InvalidData)?;
        if !dense.restore(&classes, &states, watch.threads()) {
            return Err(io::Error::from(io::ErrorKind::InvalidData).into());
        }
        next += 1;
    }
    let mut outside = None;
    for (words, mover) in starts {
        let decided = dense.decide_keeping(words, *mover, &mut work, &mut |classes, states| {
            let kept = write_all(pieces, &stratum(next), &written(classes, states));
            next += 1;
            kept.map_err(|error| {
                outside = Some(error);
                Halted::Stopped(Stop::Cancelled)
            })
        });
        if let Some(error) = outside {
            return Err(error.into());
        }
        decided?;
    }
    Ok(Whole { dense, kind })
}

fn stratum(number: usize) -> String {
    format!("stratum.{number:06}")
}

/// How many classes, their numbers in four bytes each, then two bytes for each member.
fn written(classes: &[usize], states: &mut dyn Iterator<Item = u16>) -> Vec<u8> {
    let mut bytes = (classes.len() as u32).to_le_bytes().to_vec();
    classes.iter().for_each(|&class| bytes.extend((class as u32).to_le_bytes()));
    states.for_each(|state| bytes.extend(state.to_le_bytes()));
    bytes
}

fn read(bytes: &[u8]) -> Option<(Vec<usize>, Vec<u16>)> {
    let number = |bytes: &[u8]| bytes.try_into().ok().map(|bytes| u32::from_le_bytes(bytes) as usize);
    let count = number(bytes.get(..4)?)?;
    let (classes, states) = bytes[4..].split_at_checked(count.checked_mul(4)?)?;
    let classes = classes.chunks(4).map(number).collect::<Option<_>>()?;
    Some((classes, states.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()))
}
