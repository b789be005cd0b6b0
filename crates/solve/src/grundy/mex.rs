//! The mex rule: a component is worth the least number that no option has, a sum the exclusive or of its parts (Sprague
//! 1935, Grundy 1939). Depth first on an explicit stack; every component is valued once, and most options are looked
//! at once: those known when a component is opened mark their values at once, only the others wait.

use crate::grundy::components::{BLANK, ComponentTable, FIRST, Listed, Moved, OPEN, Slot};
use crate::work::{Halted, Work};

/// Parts of one component that wait together; the others are listed again.
const MOST_WAITING: usize = 1 << 12;

/// Where so many wait in all, components further down let one wait at a time, and are listed again after it.
const CROWD: usize = 1 << 22;

/// Marks of more options than this are not kept while parts wait: the options are listed again.
const MOST_MARKED: usize = 1 << 12;

/// Values the component at `root` and all below it that are not valued yet; says how many that were. `Halted::Cycle` if
/// play can return to a position.
pub fn value<S: ComponentTable>(
    table: &mut S,
    root: S::Slot,
    solved: &mut u64,
    held: u64,
    work: &mut Work,
) -> Result<u32, Halted> {
    let mut walk = Walk { table, frames: Vec::new(), waiting: Vec::new(), sums: Vec::new(), seen: Vec::new() };
    let mut listed = Listed::default();
    let result = walk.run(root, &mut listed, solved, held, work);
    // The components of an unfinished path are as they were.
    for frame in &walk.frames {
        walk.table.put(frame.place, BLANK);
    }
    result
}

/// An option some of whose parts wait: the exclusive or of the others, and how many wait.
type Rest = (u32, u32);

/// A component whose value waits for others.
struct Frame<P> {
    place: P,
    /// Where its waiting parts begin, which of them is next, where its options and its marks begin. Memory ends long
    /// before these numbers do.
    waiting: u32,
    next: u32,
    sums: u32,
    seen: u32,
    how: How,
}

/// What waits for a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Options of one part each, without entries among the sums.
    Plain,
    /// Options of several parts.
    Sums,
    /// It is listed again when its parts are valued: not all of them wait.
    Again,
}

struct Walk<'a, S: ComponentTable> {
    table: &'a mut S,
    frames: Vec<Frame<S::Slot>>,
    waiting: Vec<S::Slot>,
    sums: Vec<Rest>,
    /// Bits of the values of options; no value above the number of options matters.
    seen: Vec<u64>,
}

impl<S: ComponentTable> Walk<'_, S> {
    fn run(
        &mut self,
        root: S::Slot,
        listed: &mut Listed<S::Slot>,
        solved: &mut u64,
        held: u64,
        work: &mut Work,
    ) -> Result<u32, Halted> {
        let mut last = match self.table.state(root) {
            known if known >= FIRST => return Ok(known - FIRST),
            _ => self.open(root, listed)?,
        };
        let steps = self.table.option_steps();
        loop {
            if last.is_some() {
                *solved += 1;
            }
            if work.is_due_after(1 + listed.parts.len() * steps / 2) {
                work.report(*solved, held + self.table.bytes() + self.bytes());
            }
            if work.stopped.is_some() {
                return Err(work.halted());
            }
            let Some(frame) = self.frames.last_mut() else {
                return Ok(last.expect("the component at the root is valued last"));
            };
            let next = frame.next as usize;
            last = match self.waiting[next..].iter().position(|&part| self.table.state(part) < FIRST) {
                Some(skipped) => {
                    frame.next = (next + skipped) as u32;
                    self.open(self.waiting[next + skipped], listed)?
                }
                None if frame.how == How::Again => {
                    let frame = self.frames.pop().expect("it is the last");
                    self.drop_waiting(&frame);
                    self.open(frame.place, listed)?
                }
                None => Some(self.close()),
            };
        }
    }

    fn bytes(&self) -> u64 {
        let frames = self.frames.capacity() * size_of::<Frame<S::Slot>>();
        let waiting = self.waiting.capacity() * size_of::<S::Slot>();
        (frames + waiting + (self.sums.capacity() + self.seen.capacity()) * 8) as u64
    }

    /// Lists a component; its value, if all it leads to has one, else a frame is left for it.
    fn open(&mut self, place: S::Slot, listed: &mut Listed<S::Slot>) -> Result<Option<u32>, Halted> {
        self.table.put(place, OPEN);
        let (waiting, sums, seen) = (self.waiting.len(), self.sums.len(), self.seen.len());
        self.frames.push(Frame {
            place,
            waiting: waiting as u32,
            next: waiting as u32,
            sums: sums as u32,
            seen: seen as u32,
            how: How::Plain,
        });
        if let Some(moved) = self.table.list(place, listed)? {
            self.follow(&moved);
        }
        let plain = listed.ends.is_empty();
        let count = if plain { listed.parts.len() } else { listed.ends.len() };
        self.seen.resize(seen + count / 64 + 1, 0);
        let crowded = waiting > CROWD || seen > CROWD;
        let most = if crowded { 1 } else { MOST_WAITING };
        let how = if plain { self.list_plain(&listed.parts, most)? } else { self.list_sums(listed, most)? };
        let frame = self.frames.last_mut().expect("it was pushed");
        frame.how = how;
        if how != How::Again && self.waiting.len() == waiting {
            return Ok(Some(self.close()));
        }
        if how == How::Again || crowded || count > MOST_MARKED {
            frame.how = How::Again;
            self.sums.truncate(sums);
            self.seen.truncate(seen);
        }
        Ok(None)
    }

    fn list_plain(&mut self, parts: &[S::Slot], most: usize) -> Result<How, Halted> {
        let (waiting, seen) = (self.waiting.len(), self.frames.last().expect("it was pushed").seen as usize);
        for &part in parts {
            match self.table.state(part) {
                BLANK => {
                    if self.waiting.len() - waiting == most {
                        return Ok(How::Again);
                    }
                    self.waiting.push(part);
                }
                OPEN => return Err(Halted::Cycle),
                known => see(&mut self.seen[seen..], known - FIRST),
            }
        }
        Ok(How::Plain)
    }

    fn list_sums(&mut self, listed: &Listed<S::Slot>, most: usize) -> Result<How, Halted> {
        let (waiting, seen) = (self.waiting.len(), self.frames.last().expect("it was pushed").seen as usize);
        let mut from = 0;
        for &end in &listed.ends {
            let (mut total, mut open) = (0, 0);
            for &part in &listed.parts[from..end as usize] {
                match self.table.state(part) {
                    BLANK => {
                        self.waiting.push(part);
                        open += 1;
                    }
                    OPEN => return Err(Halted::Cycle),
                    known => total ^= known - FIRST,
                }
            }
            from = end as usize;
            match open {
                0 => see(&mut self.seen[seen..], total),
                _ if self.waiting.len() - waiting > most => return Ok(How::Again),
                _ => self.sums.push((total, open)),
            }
        }
        Ok(How::Sums)
    }

    /// The value of the last component, nothing of which waits any more.
    fn close(&mut self) -> u32 {
        let frame = self.frames.pop().expect("a component is closed");
        let seen = &mut self.seen[frame.seen as usize..];
        let mut parts = self.waiting[frame.waiting as usize..].iter().map(|&part| self.table.state(part) - FIRST);
        if frame.how == How::Plain {
            parts.for_each(|value| see(seen, value));
        } else {
            for &(total, open) in &self.sums[frame.sums as usize..] {
                see(seen, parts.by_ref().take(open as usize).fold(total, |total, value| total ^ value));
            }
        }
        let value = mex(seen);
        self.drop_waiting(&frame);
        self.table.put(frame.place, value + FIRST);
        value
    }

    fn drop_waiting(&mut self, frame: &Frame<S::Slot>) {
        self.waiting.truncate(frame.waiting as usize);
        self.sums.truncate(frame.sums as usize);
        self.seen.truncate(frame.seen as usize);
    }

    fn follow(&mut self, moved: &Moved) {
        self.frames.iter_mut().for_each(|frame| frame.place = frame.place.moved(moved));
        self.waiting.iter_mut().for_each(|place| *place = place.moved(moved));
    }
}

#[inline]
fn see(seen: &mut [u64], value: u32) {
    if let Some(word) = seen.get_mut(value as usize / 64) {
        *word |= 1 << (value % 64);
    }
}

/// The least number whose bit is not set; some bit is not.
fn mex(seen: &[u64]) -> u32 {
    let word = seen.iter().position(|&word| word != u64::MAX).expect("one more bit than options");
    word as u32 * 64 + seen[word].trailing_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_missing() {
        assert_eq!(mex(&[0]), 0);
        assert_eq!(mex(&[0b1011]), 2);
        assert_eq!(mex(&[u64::MAX, 1]), 65);
        assert_eq!(mex(&[u64::MAX, 0]), 64);
    }
}
