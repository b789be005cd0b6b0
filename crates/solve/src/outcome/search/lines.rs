//! Lines of cells, and which cells one player's stones lack to fill one: found for all lines of a direction at once.
//!
//! A direction is lines whose cells lie a fixed number of places apart. Its lines are shifted onto their first cells and
//! met; for each place of the line the meet leaves that one out, and what remains is shifted back onto it.

/// Lines of at most 64 cells.
pub struct Lines {
    directions: Vec<Direction>,
    /// Lines of no direction.
    odd: Vec<u64>,
}

struct Direction {
    length: u32,
    step: u32,
    /// First cells.
    first: u64,
}

/// Longer lines are looked at one by one.
const LONGEST: usize = 8;

impl Lines {
    /// Sorts lines, none of them empty, into directions.
    pub fn new(lines: &[u64]) -> Lines {
        let (mut directions, mut odd): (Vec<Direction>, Vec<u64>) = (Vec::new(), Vec::new());
        for &line in lines {
            let (length, first) = (line.count_ones(), line.trailing_zeros());
            let after = line & (line - 1);
            let step = if after == 0 { 1 } else { after.trailing_zeros() - first };
            let straight = (0..length).try_fold(0u64, |mask, i| Some(mask | 1u64.checked_shl(first + i * step)?));
            if straight != Some(line) || length as usize > LONGEST {
                odd.push(line);
                continue;
            }
            match directions.iter_mut().find(|direction| (direction.length, direction.step) == (length, step)) {
                Some(direction) => direction.first |= 1 << first,
                None => directions.push(Direction { length, step, first: 1 << first }),
            }
        }
        odd.sort_unstable();
        odd.dedup();
        Lines { directions, odd }
    }

    /// The cells each of which is all that these stones lack to fill a line, and perhaps cells of filled ones.
    #[inline]
    pub fn lacking(&self, stones: u64) -> u64 {
        let mut cells = 0;
        for direction in &self.directions {
            cells |= match direction.length {
                3 => direction.lacking::<3>(stones),
                4 => direction.lacking::<4>(stones),
                5 => direction.lacking::<5>(stones),
                _ => direction.lacking_of_any(stones),
            };
        }
        for line in &self.odd {
            let lacking = line & !stones;
            if lacking & lacking.wrapping_sub(1) == 0 {
                cells |= lacking;
            }
        }
        cells
    }
}

impl Direction {
    #[inline]
    fn lacking<const LENGTH: usize>(&self, stones: u64) -> u64 {
        // The meet of all places after each.
        let mut after = [u64::MAX; LENGTH];
        for place in (1..LENGTH).rev() {
            after[place - 1] = after[place] & stones >> (place as u32 * self.step);
        }
        let (mut before, mut cells) = (self.first, 0);
        for (place, after) in after.iter().enumerate() {
            let by = place as u32 * self.step;
            cells |= (before & after) << by;
            before &= stones >> by;
        }
        cells
    }

    fn lacking_of_any(&self, stones: u64) -> u64 {
        let mut cells = 0;
        for place in 0..self.length {
            let others = (0..self.length).filter(|other| *other != place);
            let met = others.fold(self.first, |met, other| met & stones >> (other * self.step));
            cells |= met << (place * self.step);
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against the definition, line by line.
        #[test]
        fn lacking_is_as_defined(
            straight in prop::collection::vec((0u32..64, 1u32..12, 1u32..10), 0..12),
            any in prop::collection::vec(1u64.., 0..4),
            stones: u64,
        ) {
            let mut lines: Vec<u64> = straight
                .into_iter()
                .filter_map(|(first, step, length)| (0..length).try_fold(0u64, |mask, i| Some(mask | 1u64.checked_shl(first + i * step)?)))
                .collect();
            lines.extend(any);
            let one = |line: &u64| if (line & !stones).count_ones() == 1 { line & !stones } else { 0 };
            let expected = lines.iter().fold(0, |cells, line| cells | one(line));
            prop_assert_eq!(Lines::new(&lines).lacking(stones) & !stones, expected);
        }
    }
}
