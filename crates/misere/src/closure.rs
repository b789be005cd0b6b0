//! The closed set that positions of any kind span: what is reached from them by moves, numbered so that options come first.
//!
//! This is how games other than codes get their quotients and forms: a position is whatever can be compared and hashed,
//! an option is the list of components it leaves.

use crate::ruleset::Positions;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

/// A closed set of positions with their numbers.
#[derive(Clone, Debug)]
pub struct Closure<P> {
    /// The options of each number.
    pub positions: Positions,
    /// The number of each position, from 1.
    pub numbers: HashMap<P, u32>,
}

/// Why positions span no finite closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unclosed {
    /// A position comes back after some moves.
    Loop,
    /// More positions than this are reached.
    TooMany(usize),
}

impl fmt::Display for Unclosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unclosed::Loop => write!(f, "a position comes back after some moves"),
            Unclosed::TooMany(most) => write!(f, "more than {most} positions are reached"),
        }
    }
}

impl std::error::Error for Unclosed {}

impl<P: Clone + Eq + Hash> Closure<P> {
    /// Everything reached from `starts`, at most `most` positions. `options` gives each option as the components it
    /// leaves; it is asked once for each position. Memory, not the stack, holds the path.
    pub fn of(
        starts: impl IntoIterator<Item = P>,
        most: usize,
        mut options: impl FnMut(&P) -> Vec<Vec<P>>,
    ) -> Result<Closure<P>, Unclosed> {
        /// A position whose options are being numbered: the next component to look at is the last of `open`.
        struct Frame<P> {
            position: P,
            options: Vec<Vec<P>>,
            open: Vec<P>,
        }
        // 0 marks a position on the path.
        let mut numbers: HashMap<P, u32> = HashMap::new();
        let mut lists: Vec<Vec<Vec<u32>>> = Vec::new();
        let mut path: Vec<Frame<P>> = Vec::new();
        for start in starts {
            let mut next = Some(start);
            loop {
                if let Some(position) = next.take() {
                    match numbers.get(&position) {
                        Some(0) => return Err(Unclosed::Loop),
                        Some(_) => {}
                        None if numbers.len() >= most => return Err(Unclosed::TooMany(most)),
                        None => {
                            numbers.insert(position.clone(), 0);
                            let options = options(&position);
                            let open = options.iter().flatten().cloned().collect();
                            path.push(Frame { position, options, open });
                        }
                    }
                }
                let Some(frame) = path.last_mut() else { break };
                next = frame.open.pop();
                if next.is_none() {
                    let frame = path.pop().expect("the last frame");
                    let list = frame.options.iter().map(|option| option.iter().map(|part| numbers[part]).collect());
                    lists.push(list.collect());
                    numbers.insert(frame.position, lists.len() as u32);
                }
            }
        }
        let positions = Positions::new(lists).expect("options are numbered before the positions that have them");
        Ok(Closure { positions, numbers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Growth, MisereOutcome};
    use grundy_answer::Unwatched;

    /// Kayles on rows of pins: knocking down one pin or two neighbours may leave two rows.
    #[test]
    fn rows_of_pins_are_the_code() {
        let rows = |n: &u32| {
            let knock = |k: u32| (0..=(*n + 1).saturating_sub(k).saturating_sub(1)).map(move |left| (left, k));
            let moves = knock(1).chain(knock(2)).filter(|(left, k)| left + k <= *n);
            moves.map(|(left, k)| [left, n - k - left].into_iter().filter(|part| *part > 0).collect()).collect()
        };
        let closure = Closure::of([30u32], 1000, rows).unwrap();
        let mut growth = Growth::new(&closure.positions, 200);
        growth.grow(u32::MAX, &Unwatched).unwrap();
        let solution = growth.solution();
        assert_eq!((solution.quotient.order(), solution.quotient.losing_order()), (40, 9));
        // Misère Kayles is lost at rows 1, 4, 9, 12, 20 (Sibert and Conway 1992).
        let lost = |n: &u32| solution.outcome(&[closure.numbers[n]]) == Some(MisereOutcome::P);
        assert_eq!((1..=24).filter(lost).collect::<Vec<u32>>(), [1, 4, 9, 12, 20]);
    }

    #[test]
    fn loops_and_floods_are_refused() {
        let turn = Closure::of([0u32], 100, |n| vec![vec![(n + 1) % 5]]);
        assert_eq!(turn.err(), Some(Unclosed::Loop));
        let up = Closure::of([0u32], 100, |n| vec![vec![n + 1]]);
        assert_eq!(up.err(), Some(Unclosed::TooMany(100)));
        let deep = Closure::of([300_000u32], 1_000_000, |n| if *n == 0 { vec![] } else { vec![vec![n - 1]] });
        assert_eq!(deep.unwrap().numbers[&0], 1);
    }
}
