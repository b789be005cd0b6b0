//! Clobber on a 4x4 board: a stone moves onto an orthogonally adjacent stone of the other colour. Stones of Left and Right are 16-bit masks.

use grundy_value::{Game, Values};
use std::collections::HashMap;

const LEFT_EDGE: u16 = 0x1111;
const RIGHT_EDGE: u16 = 0x8888;

fn neighbours(mask: u16) -> u16 {
    mask << 4 | mask >> 4 | (mask & !RIGHT_EDGE) << 1 | (mask & !LEFT_EDGE) >> 1
}

fn mirrored(mask: u16) -> u16 {
    (mask & 0x1111) << 3 | (mask & 0x2222) << 1 | (mask & 0x4444) >> 1 | (mask & 0x8888) >> 3
}

fn flipped(mask: u16) -> u16 {
    mask.swap_bytes() >> 4 & 0x0F0F | mask.swap_bytes() << 4 & 0xF0F0
}

fn transposed(mask: u16) -> u16 {
    (0..16).filter(|at| mask >> at & 1 == 1).map(|at| 1 << (at % 4 * 4 + at / 4)).sum()
}

/// The least image of a position under the symmetries of the square.
fn normal(left: u16, right: u16) -> (u16, u16) {
    let turned = [(left, right), (transposed(left), transposed(right))];
    let images = turned.into_iter().flat_map(|(left, right)| {
        let mirror = (mirrored(left), mirrored(right));
        [(left, right), mirror, (flipped(left), flipped(right)), (flipped(mirror.0), flipped(mirror.1))]
    });
    images.min().expect("eight images")
}

pub struct Solver<'a> {
    pub values: Values<'a>,
    pub known: HashMap<(u16, u16), Game>,
}

impl Solver<'_> {
    /// The value of a position, component by component.
    pub fn value(&mut self, left: u16, right: u16) -> Game {
        let (mut total, mut rest) = (Game::ZERO, left | right);
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let grown = (part | neighbours(part)) & rest;
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest ^= part;
            if left & part != 0 && right & part != 0 {
                let value = self.connected(left & part, right & part);
                total = self.values.sum(total, value).expect("fits");
            }
        }
        total
    }

    fn connected(&mut self, left: u16, right: u16) -> Game {
        let (left, right) = normal(left, right);
        if let Some(&known) = self.known.get(&(left, right)) {
            return known;
        }
        if let Some(&known) = self.known.get(&normal(right, left)) {
            return self.values.negative(known).expect("fits");
        }
        let mut options = |mine: u16, theirs: u16, swapped: bool| -> Vec<Game> {
            let mut after = Vec::new();
            for from in (0..16).map(|at| 1u16 << at).filter(|from| mine & from != 0) {
                let targets = neighbours(from) & theirs;
                for to in (0..16).map(|at| 1u16 << at).filter(|to| targets & to != 0) {
                    let (mine, theirs) = (mine ^ from | to, theirs ^ to);
                    after.push(if swapped { self.value(theirs, mine) } else { self.value(mine, theirs) });
                }
            }
            after
        };
        let (lefts, rights) = (options(left, right, false), options(right, left, true));
        let value = self.values.game(lefts, rights).expect("fits");
        self.known.insert((left, right), value);
        value
    }
}
