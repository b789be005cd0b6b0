//! What of a string matters for play: everything else is taken away.
//!
//! - A vertex that is met once in the whole string, or twice in a row, is a `2`.
//! - A boundary without a vertex is nothing, nor is a region in which no move can be made: one life or none.
//! - In a region with at most three lives it does not matter how the vertices lie: they are one boundary, in order (Lemoine and
//!   Viennot, Computer analysis of Sprouts with nimbers, 2010). What is left there is at most two moves, whoever makes them and
//!   wherever the curve runs.
//!
//! Each of these keeps the tree of play as it is, up to moves that lead to the same; so both normal and misère play.

use crate::position::{BOUNDARY, FIRST_NAME, LAST, REGION, lives};

/// Simplifies a string in place.
pub fn simplify(string: &mut Vec<u8>) {
    let mut from = std::mem::take(string);
    let mut to = Vec::with_capacity(from.len());
    loop {
        to.clear();
        let changed = once(&from, &mut to);
        std::mem::swap(&mut from, &mut to);
        if !changed {
            *string = from;
            return;
        }
    }
}

/// One pass; whether it changed what another region may depend on. It ends: every change takes a symbol or a name away.
fn once(from: &[u8], to: &mut Vec<u8>) -> bool {
    let mut met = [0u8; 256];
    from.iter().for_each(|&vertex| met[usize::from(vertex)] = met[usize::from(vertex)].saturating_add(1));
    let mut changed = false;
    for region in from.split_inclusive(|&symbol| symbol == REGION) {
        let start = to.len();
        for boundary in region[..region.len() - 1].split_inclusive(|&symbol| symbol == BOUNDARY) {
            let first = to.len();
            for &vertex in &boundary[..boundary.len() - 1] {
                match vertex >= FIRST_NAME {
                    true if met[usize::from(vertex)] == 1 => to.push(LAST),
                    true if to.len() > first && to[to.len() - 1] == vertex => *to.last_mut().expect("not empty") = LAST,
                    _ => to.push(vertex),
                }
            }
            if to.len() > first + 1 && to[first] >= FIRST_NAME && to[first] == to[to.len() - 1] {
                to.pop();
                to[first] = LAST;
            }
            if to.len() > first {
                to.push(BOUNDARY);
            }
        }
        let here = &to[start..];
        match lives(here) {
            0 | 1 => {
                changed |= here.iter().any(|&vertex| (FIRST_NAME..BOUNDARY).contains(&vertex));
                to.truncate(start);
            }
            2 | 3 => {
                merge(to, start);
                to.push(REGION);
            }
            _ => to.push(REGION),
        }
    }
    changed
}

/// Makes the region from here on one boundary in order; a vertex that is met twice in it is met once.
fn merge(string: &mut Vec<u8>, start: usize) {
    let region = &mut string[start..];
    region.sort_unstable();
    for at in 1..region.len() {
        if (FIRST_NAME..BOUNDARY).contains(&region[at]) && region[at] == region[at - 1] {
            region[at - 1] = LAST;
            region[at] = BOUNDARY;
        }
    }
    region.sort_unstable();
    let length = region.iter().position(|&vertex| vertex == BOUNDARY).expect("a region has a boundary");
    string.truncate(start + length + 1);
}
