//! Bit rows: for each frequent value, which of the latest positions have it.
//!
//! A row is eight planes of [`ROOM`] bytes: bit `b` of plane `s` is position `base + s + b`, so the bits of any run of
//! positions begin at a whole byte of one plane. Of the `8 * ROOM` positions at least `kept` are always there.
//!
//! A *pool* is a list of sources laid out for these rows: where the bits of `g(n - offset)` lie for a whole front of `n`.

use crate::lane::{self, Covered, FRONT, Lane, Level};

/// Bytes of one plane.
const ROOM: usize = 8192;

/// From one plane to the next: no power of two, or the same places of all planes would share one set of the cache.
const STRIDE: usize = ROOM + 9 * 64;

/// The most positions that are always there,
const MOST_KEPT: usize = 1 << 14;

/// and the least number of values from which rows can be made.
pub(crate) const LEAST_KEPT: usize = 1 << 12;

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
    /// So many positions before the front are always there; a multiple of 8.
    kept: usize,
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
    /// The rows after `values`, of which there are at least [`LEAST_KEPT`] and all are below `bound`.
    pub fn new<T: Lane>(values: &[T], bound: usize) -> Rows {
        let kept = MOST_KEPT.min(values.len() / 8 * 8);
        let latest = &values[values.len() - kept..];
        let mut often: Vec<(u32, u16)> = (0..=u16::MAX).take(bound).map(|value| (0, value)).collect();
        latest.iter().for_each(|value| often[Into::<u32>::into(*value) as usize].0 += 1);
        often.sort_unstable_by(|a, b| b.cmp(a));
        often.retain(|(count, _)| *count > 0);
        let complete = often.len() <= MOST;
        let ranked: Vec<u16> =
            often.iter().take(if complete { MOST } else { FREQUENT }).map(|(_, value)| *value).collect();
        let mut row = vec![MOST; bound];
        ranked.iter().enumerate().for_each(|(at, value)| row[*value as usize] = at);
        let base = (values.len() - kept) / 8 * 8;
        let mut rows = Rows { row, planes: vec![0; ranked.len() * 8 * STRIDE], base, kept, ranked, complete };
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

    /// The largest offset of a source in a pool.
    pub fn reach(&self) -> usize {
        self.kept - 2 * FRONT
    }

    /// Makes room for the positions before `end`, and keeps `kept` positions before `start`.
    pub fn slide(&mut self, start: usize, end: usize) {
        if end <= self.base + 8 * ROOM {
            return;
        }
        let base = (start - self.kept) / 8 * 8;
        let gone = (base - self.base) / 8;
        for plane in self.planes.chunks_exact_mut(STRIDE) {
            plane.copy_within(gone.., 0);
            plane[STRIDE - gone..].fill(0);
        }
        self.base = base;
    }

    /// The pool of sources `(offset, mark)` with offsets up to the reach, for fronts that begin a multiple of 8 after `start`.
    pub fn pool(&self, start: usize, sources: impl Iterator<Item = (u32, u16)>) -> Pool {
        let mut sources: Vec<(u16, u32)> = sources
            .map(|(offset, mark)| {
                let back = (start - self.base) % 8 + self.kept - offset as usize;
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
        // The pool was laid out for a beginning `kept` positions after the base, give or take less than a byte.
        let origin = (start - self.base - self.kept) / 8;
        let each = self.planes.chunks_exact(8 * STRIDE);
        for ((planes, value), next) in
            each.clone().zip(&self.ranked).zip(each.skip(1).map(Some).chain([None])).take(rows)
        {
            for plane in next.into_iter().flat_map(|next| next.chunks_exact(STRIDE)) {
                lane::fetch(&plane[origin..][..(self.kept + FRONT) / 8]);
            }
            lane::cover(level, &planes[origin..], *value, pool, few, covered);
        }
    }
}
