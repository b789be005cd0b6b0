//! Moves: a curve between two places of one region, with a new vertex on it.
//!
//! A curve between two boundaries joins them to one. A curve between two places of one boundary, or from a place back to it, cuts the
//! region in two, and every other boundary of the region lies in one or the other.

use crate::canonical::lands;
use crate::position::{BOUNDARY, END, FIRST_NAME, Land, REGION, SPOT};

/// Calls `lead` with the lands that each move in a land leaves; several moves may leave the same.
pub fn moves(land: &Land, lead: &mut dyn FnMut(Vec<Land>)) {
    let string = land.string();
    let new = string.iter().filter(|&&vertex| vertex < BOUNDARY).max().map_or(0, |&last| last + 1).max(FIRST_NAME);
    let mut from = 0;
    for region in string.split_inclusive(|&symbol| symbol == REGION) {
        let rest = [&string[..from], &string[from + region.len()..]];
        from += region.len();
        let mut boundaries: Vec<(&[u8], usize)> = Vec::new();
        for boundary in region[..region.len() - 1].split(|&symbol| symbol == BOUNDARY).filter(|walk| !walk.is_empty()) {
            match boundaries.iter_mut().find(|(other, _)| *other == boundary) {
                Some((_, count)) => *count += 1,
                None => boundaries.push((boundary, 1)),
            }
        }
        let mut move_in = Region { rest, boundaries, new, lead };
        move_in.joins();
        move_in.cuts();
    }
}

/// A region in which a curve is drawn.
struct Region<'a> {
    /// The other regions.
    rest: [&'a [u8]; 2],
    /// Different boundaries, and how many there are of each: more than one only where no vertex has a name.
    boundaries: Vec<(&'a [u8], usize)>,
    /// The first name that is free.
    new: u8,
    lead: &'a mut dyn FnMut(Vec<Land>),
}

/// One end of a curve: a vertex with as many lives as its kind says.
#[derive(Clone, Copy)]
struct Place {
    vertex: u8,
    /// What the vertex is called from now on if one life is left: it has two sides then.
    name: u8,
}

impl Place {
    /// What is met at a vertex that has one side only, being the end of its first curve.
    fn end(self) -> &'static [u8] {
        match self.vertex {
            SPOT => &[END],
            _ => &[],
        }
    }

    /// What is met on either side of the curve; nothing if the vertex is dead.
    fn side(&self) -> &[u8] {
        match self.vertex {
            END => std::slice::from_ref(&self.name),
            _ => &[],
        }
    }
}

impl Region<'_> {
    fn joins(&mut self) {
        for first in 0..self.boundaries.len() {
            let (one, count) = self.boundaries[first];
            let from = if count > 1 { first } else { first + 1 };
            for second in from..self.boundaries.len() {
                let (other, _) = self.boundaries[second];
                for at in 0..one.len() {
                    for to in 0..other.len() {
                        self.join((first, one, at), (second, other, to));
                    }
                }
            }
        }
    }

    fn join(&mut self, (first, one, at): (usize, &[u8], usize), (second, other, to): (usize, &[u8], usize)) {
        if one[at] >= FIRST_NAME && one[at] == other[to] {
            return;
        }
        let middle = self.new;
        let mut string = self.others(&[one[at], other[to]]);
        let dead = [one[at], other[to]];
        for (walk, at, name) in [(one, at, self.new + 1), (other, to, self.new + 2)] {
            let place = Place { vertex: walk[at], name };
            string.extend(place.end());
            string.extend(place.side());
            let around = walk[at + 1..].iter().chain(&walk[..at]);
            string.extend(around.filter(|vertex| !is_dead(**vertex, &dead)));
            string.extend(place.side());
            string.push(middle);
        }
        string.push(BOUNDARY);
        for (number, &(boundary, count)) in self.boundaries.iter().enumerate() {
            let used = usize::from(number == first) + usize::from(number == second);
            for _ in used..count {
                push(&mut string, boundary, &dead);
            }
        }
        string.push(REGION);
        (self.lead)(lands(string));
    }

    fn cuts(&mut self) {
        for number in 0..self.boundaries.len() {
            let (walk, _) = self.boundaries[number];
            for at in 0..walk.len() {
                if walk[at] <= END {
                    self.cut(number, at, at);
                }
                for to in at + 1..walk.len() {
                    if walk[at] < FIRST_NAME || walk[at] != walk[to] {
                        self.cut(number, at, to);
                    }
                }
            }
        }
    }

    /// Cuts along a curve between two places of a boundary, with the other boundaries on either side in every way.
    fn cut(&mut self, number: usize, at: usize, to: usize) {
        let (walk, _) = self.boundaries[number];
        let (middle, names) = (self.new, [self.new + 1, self.new + 2]);
        let dead = [walk[at], walk[to]];
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        let alive = |vertex: &&u8| !is_dead(**vertex, &dead);
        if at == to {
            // From a vertex back to it: a spot keeps one life on either side, an end is dead.
            let kept: &[u8] = if walk[at] == SPOT { &names[..1] } else { &[] };
            inner.extend(kept);
            outer.extend(kept);
            outer.extend(walk[at + 1..].iter().chain(&walk[..at]).filter(alive));
        } else {
            let places = [at, to].map(|at| walk[at]);
            let [one, other] = [0, 1].map(|end| Place { vertex: places[end], name: names[end] });
            inner.extend(one.side());
            inner.extend(walk[at + 1..to].iter().filter(alive));
            inner.extend(other.side());
            outer.extend(other.side());
            outer.extend(walk[to + 1..].iter().chain(&walk[..at]).filter(alive));
            outer.extend(one.side());
        }
        inner.extend([middle, BOUNDARY]);
        outer.extend([middle, BOUNDARY]);
        let left: Vec<(&[u8], usize)> = self
            .boundaries
            .iter()
            .enumerate()
            .map(|(other, &(walk, count))| (walk, count - usize::from(other == number)))
            .collect();
        let rest = self.others(&dead);
        // How many of each lie inside: counted up like a number with several digits.
        let mut inside = vec![0; left.len()];
        loop {
            let mut string = rest.clone();
            string.extend(&inner);
            for (&(walk, _), &count) in left.iter().zip(&inside) {
                (0..count).for_each(|_| push(&mut string, walk, &dead));
            }
            string.push(REGION);
            string.extend(&outer);
            for (&(walk, count), &within) in left.iter().zip(&inside) {
                (within..count).for_each(|_| push(&mut string, walk, &dead));
            }
            string.push(REGION);
            (self.lead)(lands(string));
            let Some(digit) = (0..left.len()).find(|&digit| inside[digit] < left[digit].1) else { return };
            inside[digit] += 1;
            inside[..digit].fill(0);
        }
    }

    /// The other regions, without vertices that die.
    fn others(&self, dead: &[u8; 2]) -> Vec<u8> {
        let mut string = Vec::with_capacity(self.rest[0].len() + self.rest[1].len() + 64);
        for part in self.rest {
            string.extend(part.iter().filter(|vertex| !is_dead(**vertex, dead)));
        }
        string
    }
}

/// Whether a vertex dies by a curve between these two: a vertex with a name has one life.
fn is_dead(vertex: u8, ends: &[u8; 2]) -> bool {
    (FIRST_NAME..BOUNDARY).contains(&vertex) && ends.contains(&vertex)
}

fn push(string: &mut Vec<u8>, walk: &[u8], dead: &[u8; 2]) {
    string.extend(walk.iter().filter(|vertex| !is_dead(**vertex, dead)));
    string.push(BOUNDARY);
}
