//! Grundy values of impartial components under normal play: the least number no option has, a sum being worth the
//! exclusive or of its parts (Sprague 1935, Grundy 1939). Depth first on an explicit stack; parts are valued once.

use crate::parts::{Column, Opt, PartId, Parts};
use crate::work::{Halted, Work};
use grundy_run::{Flow, Side};

/// A value not yet known.
const UNKNOWN: u32 = u32::MAX;
/// A value being computed: the part lies on the current path.
const OPEN: u32 = u32::MAX - 1;

/// Options of a part on the path are kept up to this many and listed again beyond.
const KEPT_OPTIONS: usize = 1 << 12;

/// Grundy values found so far.
pub struct GrundyTable {
    values: Column<u32>,
    /// How many parts have a value.
    pub solved: u64,
}

struct Frame {
    part: PartId,
    /// Its options, if they were few enough to keep.
    options: Option<Vec<Opt>>,
}

/// What listing the options of a part led to.
enum Opened {
    Frame(Frame),
    /// An option lies on the path.
    Cycle,
    /// The watch said stop.
    Stopped,
}

impl Default for GrundyTable {
    fn default() -> GrundyTable {
        GrundyTable { values: Column::new(UNKNOWN), solved: 0 }
    }
}

impl GrundyTable {
    /// The value of a part, if it has been computed.
    pub fn known(&self, part: PartId) -> Option<u32> {
        let value = self.values.at(part);
        (value < OPEN).then_some(value)
    }

    /// The value of a sum, if all its parts have been computed.
    pub fn sum(&self, parts: &[PartId]) -> Option<u32> {
        parts.iter().try_fold(0, |sum, &part| Some(sum ^ self.known(part)?))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.values.bytes()
    }

    /// Computes the value of a part and of everything below it. Stops with `Halted::Cycle` if play can return to a
    /// position: then there is no Grundy value in this sense.
    pub fn value(&mut self, parts: &mut Parts, root: PartId, work: &mut Work) -> Result<u32, Halted> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut waiting = vec![root];
        let mut seen: Vec<u64> = Vec::new();
        // `waiting` holds parts still to be opened; a frame is closed when all that it opened has been.
        let mut marks: Vec<usize> = Vec::new();
        loop {
            if let Some(&mark) = marks.last()
                && waiting.len() == mark
            {
                let frame = stack.pop().expect("one mark per frame");
                marks.pop();
                self.close(parts, frame, &mut seen)?;
                if work.tick(self.solved, parts.bytes() + self.bytes()) {
                    return self.abandon(stack, work);
                }
                continue;
            }
            let Some(part) = waiting.pop() else { break };
            match self.values.at(part) {
                UNKNOWN => {}
                OPEN => {
                    self.abandon(stack, work).ok();
                    return Err(Halted::Cycle);
                }
                _ => continue,
            }
            self.values.set(part, OPEN);
            marks.push(waiting.len());
            let opened = self.open(parts, part, &mut waiting, work);
            if let Ok(Opened::Frame(frame)) = opened {
                stack.push(frame);
                continue;
            }
            stack.push(Frame { part, options: None });
            let stopped = self.abandon(stack, work);
            return match opened {
                Err(halted) => Err(halted),
                Ok(Opened::Cycle) => Err(Halted::Cycle),
                Ok(_) => stopped,
            };
        }
        Ok(self.known(root).expect("the root was closed"))
    }

    /// Lists the options of a part and puts those without a value on the pile. Many options are not kept: they are
    /// listed again when the part is closed.
    fn open(
        &self,
        parts: &mut Parts,
        part: PartId,
        waiting: &mut Vec<PartId>,
        work: &mut Work,
    ) -> Result<Opened, Halted> {
        let mut options = Some(Vec::new());
        let mut trouble = None;
        let bytes = parts.bytes() + self.bytes();
        parts.each_option(part, Side::Left, &mut |option| {
            for &child in &option.parts {
                match self.values.at(child) {
                    UNKNOWN => waiting.push(child),
                    OPEN => trouble = Some(Opened::Cycle),
                    _ => {}
                }
            }
            match &mut options {
                Some(kept) if kept.len() < KEPT_OPTIONS => kept.push(option),
                _ => {
                    options = None;
                    if work.tick(self.solved, bytes + waiting.capacity() as u64 * 16) {
                        trouble = Some(Opened::Stopped);
                    }
                }
            }
            if trouble.is_some() { Flow::Stop } else { Flow::On }
        })?;
        Ok(trouble.unwrap_or(Opened::Frame(Frame { part, options })))
    }

    fn close(&mut self, parts: &mut Parts, frame: Frame, seen: &mut Vec<u64>) -> Result<(), Halted> {
        seen.iter_mut().for_each(|word| *word = 0);
        let mut see = |values: &GrundyTable, option: &Opt| {
            let value = values.sum(&option.parts).expect("options are closed first") as usize;
            if value / 64 >= seen.len() {
                seen.resize(value / 64 + 1, 0);
            }
            seen[value / 64] |= 1 << (value % 64);
        };
        match frame.options {
            Some(options) => options.iter().for_each(|option| see(self, option)),
            None => parts.each_option(frame.part, Side::Left, &mut |option| {
                see(self, &option);
                Flow::On
            })?,
        }
        self.values.set(frame.part, mex(seen));
        self.solved += 1;
        Ok(())
    }

    /// Forgets the parts of an unfinished path, so that the table stays true.
    fn abandon(&mut self, stack: Vec<Frame>, work: &Work) -> Result<u32, Halted> {
        for frame in stack {
            self.values.set(frame.part, UNKNOWN);
        }
        Err(Halted::Stopped(work.stopped.unwrap_or(grundy_answer::Stop::Cancelled)))
    }
}

/// The least number whose bit is not set.
fn mex(seen: &[u64]) -> u32 {
    let word = seen.iter().position(|&word| word != u64::MAX).unwrap_or(seen.len());
    let bits = seen.get(word).copied().unwrap_or(0);
    word as u32 * 64 + bits.trailing_ones()
}

#[cfg(test)]
mod tests {
    use super::mex;

    #[test]
    fn least_missing() {
        assert_eq!(mex(&[]), 0);
        assert_eq!(mex(&[0b1011]), 2);
        assert_eq!(mex(&[u64::MAX, 1]), 65);
        assert_eq!(mex(&[u64::MAX]), 64);
    }
}
