//! One string for all that differ in names, in the order of regions and boundaries, in where a walk begins, and in the side from
//! which a region is seen.
//!
//! Names are told apart by what surrounds them, round after round, as vertices of a graph by colour refinement; while some look
//! alike, one of them is marked and the rounds go on. Where those that look alike are no images of each other the string depends on
//! the choice, so that a land may have more than one string. It is the same game all the same: only the table is larger.
//!
//! A land with two lives is a single move, wherever they are: `22.}`.

use crate::position::{BOUNDARY, FIRST_NAME, LAST, Land, REGION, lives};
use crate::simplify::simplify;

/// The lands of a position, each in canonical form, in order.
pub fn lands(mut string: Vec<u8>) -> Vec<Land> {
    simplify(&mut string);
    let regions: Vec<&[u8]> = string.split_inclusive(|&symbol| symbol == REGION).collect();
    let mut lands = Vec::new();
    let mut taken = vec![false; regions.len()];
    for first in 0..regions.len() {
        if taken[first] {
            continue;
        }
        taken[first] = true;
        let (mut land, mut next) = (vec![regions[first]], 0);
        let mut names = [false; 256];
        while next < land.len() {
            land[next].iter().filter(|&&vertex| is_name(vertex)).for_each(|&name| names[usize::from(name)] = true);
            next += 1;
            for (other, region) in regions.iter().enumerate() {
                if !taken[other] && region.iter().any(|&vertex| is_name(vertex) && names[usize::from(vertex)]) {
                    taken[other] = true;
                    land.push(region);
                }
            }
        }
        lands.push(match lives(&land.concat()) {
            // One move, and then none.
            2 => Land([LAST, LAST, BOUNDARY, REGION].into()),
            _ => Shape::of(&land).canonical(),
        });
    }
    lands.sort_unstable();
    lands
}

fn is_name(vertex: u8) -> bool {
    (FIRST_NAME..BOUNDARY).contains(&vertex)
}

/// A land with numbered names.
struct Shape {
    /// Vertices: below `FIRST_NAME` their kinds, from there on numbers of names.
    vertices: Vec<u8>,
    boundaries: Vec<Boundary>,
    /// The boundaries of each region.
    regions: Vec<std::ops::Range<usize>>,
    /// Where each name is met.
    met: Vec<[u8; 2]>,
    colours: Vec<u64>,
}

/// A boundary, seen from both sides: what its walk and its region look like.
struct Boundary {
    from: usize,
    to: usize,
    /// The walk with the region on the left hand and on the right, wherever it begins.
    walks: [u64; 2],
}

/// What is seen of a land with its colours.
struct View {
    /// Walks that begin at each vertex, with the region on the left hand and on the right.
    from: Vec<[u64; 2]>,
    /// The regions, seen from both sides.
    regions: Vec<[u64; 2]>,
}

const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

fn mix(number: u64) -> u64 {
    let folded = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (folded ^ folded >> 29).wrapping_mul(BASE) ^ folded >> 32
}

impl Shape {
    fn of(regions: &[&[u8]]) -> Shape {
        let mut shape = Shape {
            vertices: Vec::with_capacity(64),
            boundaries: Vec::with_capacity(16),
            regions: Vec::with_capacity(regions.len()),
            met: Vec::with_capacity(16),
            colours: Vec::new(),
        };
        let mut number = [u8::MAX; 256];
        for region in regions {
            let first = shape.boundaries.len();
            let mut from = shape.vertices.len();
            for &symbol in *region {
                match symbol {
                    REGION => {}
                    BOUNDARY => {
                        let to = shape.vertices.len();
                        shape.boundaries.push(Boundary { from, to, walks: [0; 2] });
                        from = to;
                    }
                    name if is_name(name) => {
                        let at = shape.vertices.len() as u8;
                        let known = &mut number[usize::from(name)];
                        if *known == u8::MAX {
                            *known = shape.met.len() as u8;
                            shape.met.push([at, at]);
                        } else {
                            shape.met[usize::from(*known)][1] = at;
                        }
                        shape.vertices.push(FIRST_NAME + *known);
                    }
                    kind => shape.vertices.push(kind),
                }
            }
            shape.regions.push(first..shape.boundaries.len());
        }
        shape.colours = shape.first_colours();
        shape
    }

    /// A name is told from others at once by how many names its two regions have in common: rounds alone do not see that.
    fn first_colours(&self) -> Vec<u64> {
        let of_region = |region: &std::ops::Range<usize>| {
            let walks = self.boundaries[region.clone()].iter().flat_map(|walk| &self.vertices[walk.from..walk.to]);
            walks.filter_map(|vertex| vertex.checked_sub(FIRST_NAME)).fold(0u128, |names, name| names | 1 << name)
        };
        let names: Vec<u128> = self.regions.iter().map(of_region).collect();
        let common = |name: usize| {
            let around = names.iter().filter(|names| **names >> name & 1 == 1);
            around.fold(u128::MAX, |common, names| common & names).count_ones()
        };
        (0..self.met.len()).map(|name| mix(16 + u64::from(common(name)))).collect()
    }

    fn canonical(mut self) -> Land {
        let view = self.told_apart();
        self.written(&view)
    }

    /// Colours the names until all have different colours.
    fn told_apart(&mut self) -> View {
        let mut view = View { from: vec![[0; 2]; self.vertices.len()], regions: vec![[0; 2]; self.regions.len()] };
        let mut sorted = Vec::with_capacity(self.colours.len());
        let mut different = 0;
        loop {
            self.look(&mut view);
            if different == self.colours.len() {
                return view;
            }
            self.recolour(&view);
            sorted.clone_from(&self.colours);
            sorted.sort_unstable();
            let now = 1 + sorted.windows(2).filter(|pair| pair[0] != pair[1]).count();
            if now <= different {
                let alike = sorted.windows(2).find(|pair| pair[0] == pair[1]).expect("not all differ")[0];
                let one = self.colours.iter().position(|&colour| colour == alike).expect("it is a colour");
                self.colours[one] = mix(alike.wrapping_add(BASE));
                different = now + 1;
            } else {
                different = now;
            }
        }
    }

    fn look(&mut self, view: &mut View) {
        let colours = &self.colours;
        let colour = |vertex: u8| match vertex.checked_sub(FIRST_NAME) {
            Some(name) => colours[usize::from(name)],
            None => u64::from(vertex) + 2,
        };
        for boundary in &mut self.boundaries {
            let walk = &self.vertices[boundary.from..boundary.to];
            let (mut forth, mut back, mut power) = (0u64, 0u64, 1u64);
            for (at, &vertex) in walk.iter().enumerate() {
                forth = forth.wrapping_mul(BASE).wrapping_add(colour(vertex));
                // The walk back from the last vertex to the first.
                back = back.wrapping_mul(BASE).wrapping_add(colour(walk[walk.len() - 1 - at]));
                power = power.wrapping_mul(BASE);
            }
            // A walk that begins one vertex later: its first colour goes to the end.
            let whole = power.wrapping_sub(1);
            boundary.walks = [0; 2];
            for at in 0..walk.len() {
                view.from[boundary.from + at][0] = forth;
                boundary.walks[0] = boundary.walks[0].wrapping_add(mix(forth));
                forth = forth.wrapping_mul(BASE).wrapping_sub(colour(walk[at]).wrapping_mul(whole));
                let at = walk.len() - 1 - at;
                view.from[boundary.from + at][1] = back;
                boundary.walks[1] = boundary.walks[1].wrapping_add(mix(back));
                back = back.wrapping_mul(BASE).wrapping_sub(colour(walk[at]).wrapping_mul(whole));
            }
        }
        for (region, seen) in self.regions.iter().zip(&mut view.regions) {
            *seen = [0, 1].map(|side| {
                let all = self.boundaries[region.clone()].iter();
                all.fold(0u64, |sum, boundary| sum.wrapping_add(mix(boundary.walks[side])))
            });
        }
    }

    fn recolour(&mut self, view: &View) {
        let mut around = Vec::with_capacity(self.vertices.len());
        for (region, seen) in self.regions.iter().zip(&view.regions) {
            for boundary in &self.boundaries[region.clone()] {
                around.extend(view.from[boundary.from..boundary.to].iter().map(|walks| {
                    let side =
                        |side: usize| mix(walks[side] ^ mix(boundary.walks[side]).rotate_left(17) ^ mix(seen[side]));
                    mix(side(0).wrapping_add(side(1)))
                }));
            }
        }
        for (colour, met) in self.colours.iter_mut().zip(&self.met) {
            let [a, b] = met.map(|at| around[usize::from(at)]);
            *colour = mix(colour.wrapping_mul(3).wrapping_add(a).wrapping_add(b));
        }
    }

    /// The string, once no two names look alike: what looks alike is alike.
    fn written(&self, view: &View) -> Land {
        let side = |region: usize| usize::from(view.regions[region][0] < view.regions[region][1]);
        let size = |range: &std::ops::Range<usize>| {
            self.boundaries[range.clone()].iter().map(|boundary| boundary.to - boundary.from).sum::<usize>()
        };
        let mut order: Vec<usize> = (0..self.regions.len()).collect();
        order.sort_unstable_by_key(|&region| (size(&self.regions[region]), view.regions[region][side(region)]));
        let mut string = Vec::with_capacity(self.vertices.len() + self.boundaries.len() + self.regions.len());
        let (mut names, mut last) = (vec![0; self.met.len()], FIRST_NAME);
        for region in order {
            let side = side(region);
            let mut boundaries: Vec<&Boundary> = self.boundaries[self.regions[region].clone()].iter().collect();
            boundaries.sort_unstable_by_key(|boundary| {
                let walk = &self.vertices[boundary.from..boundary.to];
                let named = walk.iter().any(|&vertex| vertex >= FIRST_NAME);
                (named, walk.len(), boundary.walks[side])
            });
            for boundary in boundaries {
                let walk = &self.vertices[boundary.from..boundary.to];
                let first = (0..walk.len()).max_by_key(|&at| view.from[boundary.from + at][side]).unwrap_or(0);
                for step in 0..walk.len() {
                    let at = if side == 0 { first + step } else { first + walk.len() - step };
                    let vertex = walk[at % walk.len()];
                    string.push(match vertex.checked_sub(FIRST_NAME) {
                        None => vertex,
                        Some(name) => {
                            let known = &mut names[usize::from(name)];
                            if *known == 0 {
                                *known = last;
                                last += 1;
                            }
                            *known
                        }
                    });
                }
                string.push(BOUNDARY);
            }
            string.push(REGION);
        }
        Land(string.into())
    }
}
