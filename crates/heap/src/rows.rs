//! Bit rows: for each frequent value, which of the latest positions have it.
//!
//! A row is eight planes of [`STRIDE`] bytes: bit `b` of plane `s` is position `base + s + b`, so the bits of any run of
//! positions begin at a whole byte of one plane. Of the `8 * STRIDE` positions at least [`KEPT`] are always there.
//!
//! A *pool* is a list of sources laid out for these rows: where the bits of `g(n - offset)` lie for a whole front of `n`.

use crate::lane::{self, Covered, FRONT, Lane, Level};

/// Bytes of one plane.
const STRIDE: usize = 4096;

/// Positions that are always there.
pub(crate) const KEPT: usize = 8 * STRIDE / 2;

/// The largest offset of a source in a pool.
pub(crate) const REACH: usize = KEPT - 2 * FRONT;

/// The most rows, if they are enough for every value;
const MOST: usize = 192;

/// otherwise only so many most frequent values have one.
const FREQUENT: usize = 64;

/// The rows and the place of their window.
pub(crate) struct Rows {
    /// For each value, the number of its row, or [`MOST`].
    row: Vec<usize>,
    planes: Vec<u8>,
    base: usize,
    /// The value of each row, the most frequent first.
    ranked: Vec<u16>,
    /// Whether every value in the window has a row.
    pub complete: bool,
}

/// Sources by mark: where their bits lie in a row, relative to the beginning of the front.
#[derive(Default)]
pub(crate) struct Pool {
    /// `(mark, end)`: the places of the mark end before `end`, where those of the next begin.
    pub marks: Vec<(u16, u32)>,
    pub places: Vec<u32>,
}

impl Rows {
    /// The rows after `values`, of which there are at least [`KEPT`] and all are below `bound`.
    pub fn new<T: Lane>(values: &[T], bound: usize) -> Rows {
        let latest = &values[values.len() - KEPT..];
        let mut often: Vec<(u32, u16)> = (0..=u16::MAX).take(bound).map(|value| (0, value)).collect();
        latest.iter().for_each(|value| often[Into::<u32>::into(*value) as usize].0 += 1);
        often.sort_unstable_by(|a, b| b.cmp(a));
        often.retain(|(count, _)| *count > 0);
        let complete = often.len() <= MOST;
        let ranked: Vec<u16> =
            often.iter().take(if complete { MOST } else { FREQUENT }).map(|(_, value)| *value).collect();
        let mut row = vec![MOST; bound];
        ranked.iter().enumerate().for_each(|(at, value)| row[*value as usize] = at);
        let base = (values.len() - KEPT) / 8 * 8;
        let mut rows = Rows { row, planes: vec![0; ranked.len() * 8 * STRIDE], base, ranked, complete };
        for (n, value) in values.iter().enumerate().skip(base) {
            rows.mark(n, (*value).into());
        }
        rows
    }

    /// Notes the value of position `n`.
    pub fn mark(&mut self, n: usize, value: u32) {
        let row = self.row[value as usize];
        let row = match row {
            MOST if self.complete && self.ranked.len() < MOST => {
                self.row[value as usize] = self.ranked.len();
                self.ranked.push(value as u16);
                self.planes.resize(self.ranked.len() * 8 * STRIDE, 0);
                self.ranked.len() - 1
            }
            MOST => {
                self.complete = false;
                return;
            }
            row => row,
        };
        let bit = n - self.base;
        for (shift, plane) in self.planes[row * 8 * STRIDE..][..8 * STRIDE].chunks_exact_mut(STRIDE).enumerate() {
            if let Some(bit) = bit.checked_sub(shift) {
                plane[bit / 8] |= 1 << (bit % 8);
            }
        }
    }

    /// Makes room for the positions before `end`, and keeps [`KEPT`] positions before `start`.
    pub fn slide(&mut self, start: usize, end: usize) {
        if end <= self.base + 8 * STRIDE {
            return;
        }
        let base = (start - KEPT) / 8 * 8;
        let gone = (base - self.base) / 8;
        for plane in self.planes.chunks_exact_mut(STRIDE) {
            plane.copy_within(gone.., 0);
            plane[STRIDE - gone..].fill(0);
        }
        self.base = base;
    }

    /// The pool of sources `(offset, mark)` with offsets up to [`REACH`], for fronts that begin a multiple of 8 after `start`.
    pub fn pool(&self, start: usize, sources: impl Iterator<Item = (u32, u16)>) -> Pool {
        let mut sources: Vec<(u16, u32)> = sources
            .map(|(offset, mark)| {
                let back = (start - self.base) % 8 + KEPT - offset as usize;
                (mark, (back % 8 * STRIDE + back / 8) as u32)
            })
            .collect();
        sources.sort_unstable();
        let mut pool = Pool::default();
        for run in sources.chunk_by(|one, next| one.0 == next.0) {
            pool.places.extend(run.iter().map(|(_, place)| place));
            pool.marks.push((run[0].0, pool.places.len() as u32));
        }
        pool
    }

    /// Adds to the lanes of `x` those of the front at `start` for which a source of the pool gives the option `x`. Values
    /// that at most `few` lanes lack are left. Only so many `rows` are looked at.
    pub fn cover(&self, level: Level, start: usize, pool: &Pool, few: u32, rows: usize, covered: &mut Covered) {
        // The pool was laid out for a beginning `KEPT` positions after the base, give or take less than a byte.
        let origin = (start - self.base) / 8 - KEPT / 8;
        for (planes, value) in self.planes.chunks_exact(8 * STRIDE).zip(&self.ranked).take(rows) {
            lane::cover(level, &planes[origin..], *value, pool, few, covered);
        }
    }
}
