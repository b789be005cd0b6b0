//! The extreme rays of a pointed cone given by inequalities, and so the vertices of a bounded polyhedron.
//!
//! Invariant: after each inequality the list holds exactly the extreme rays of the inequalities so far, each a
//! primitive integer vector with the set of inequalities it meets with equality. Two rays are adjacent when no third
//! ray is tight wherever both are; ties need no special care.
//! Source: Motzkin, Raiffa, Thompson and Thrall, *The double description method* (1953); Fukuda and Prodon (1996).

use super::tableau::Tableau;
use dashu_base::{Gcd, Signed, UnsignedAbs};
use dashu_int::{IBig, UBig};
use grundy_answer::{Progress, Stop, Watch};
use std::cmp::Ordering;

/// An extreme ray.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// A primitive integer vector.
    pub entries: Vec<IBig>,
    /// The inequalities that hold with equality.
    pub tight: Places,
}

/// A set of small numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places(Vec<u64>);

impl Places {
    /// The empty set, with room for numbers below `size`.
    pub fn new(size: usize) -> Places {
        Places(vec![0; size.div_ceil(64)])
    }

    /// Adds a number.
    pub fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    /// Whether a number is in the set.
    pub fn contains(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// Whether every number below `size` is in one of the two sets.
    pub fn complete(&self, other: &Places, size: usize) -> bool {
        let words = self.0.iter().zip(&other.0).map(|(left, right)| (left | right).count_ones() as usize);
        words.sum::<usize>() == size
    }

    fn common(&self, other: &Places) -> Places {
        Places(self.0.iter().zip(&other.0).map(|(left, right)| left & right).collect())
    }

    fn covers(&self, other: &Places) -> bool {
        self.0.iter().zip(&other.0).all(|(left, right)| right & !left == 0)
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The extreme rays of `{z : inequality . z >= 0 for all}` in `dimension` at least 1. The cone must be pointed: the
/// inequalities have full rank. Rays come in an order that depends on the input alone.
pub fn rays(dimension: usize, inequalities: &[Vec<IBig>], watch: &dyn Watch) -> Result<Vec<Ray>, Stop> {
    let transposed = (0..dimension).map(|place| inequalities.iter().map(|row| row[place].clone()).collect());
    let first = Tableau::new(transposed, inequalities.len()).eliminate(inequalities.len());
    assert_eq!(first.len(), dimension, "the cone is pointed");
    let mut rays = corner(dimension, inequalities, &first);
    for (place, inequality) in inequalities.iter().enumerate() {
        if !first.contains(&place) {
            rays = cut(rays, place, inequality, dimension, watch)?;
        }
    }
    Ok(rays)
}

/// The rays of the cone of as many independent inequalities as dimensions: the columns of their inverse.
fn corner(dimension: usize, inequalities: &[Vec<IBig>], first: &[usize]) -> Vec<Ray> {
    let unit = |row: usize| (0..dimension).map(move |place| IBig::from(u8::from(place == row)));
    let rows = first.iter().enumerate().map(|(row, &at)| inequalities[at].iter().cloned().chain(unit(row)).collect());
    let mut tableau = Tableau::new(rows, 2 * dimension);
    tableau.eliminate(dimension);
    (0..dimension)
        .map(|column| {
            let entries = primitive((0..dimension).map(|row| tableau.at(row, dimension + column).clone()).collect());
            let mut tight = Places::new(inequalities.len());
            first.iter().enumerate().filter(|(other, _)| *other != column).for_each(|(_, &at)| tight.insert(at));
            Ray { entries, tight }
        })
        .collect()
}

fn cut(
    mut rays: Vec<Ray>,
    place: usize,
    inequality: &[IBig],
    dimension: usize,
    watch: &dyn Watch,
) -> Result<Vec<Ray>, Stop> {
    let values: Vec<IBig> = rays.iter().map(|ray| dot(inequality, &ray.entries)).collect();
    let signs: Vec<Ordering> = values.iter().map(|value| value.cmp(&IBig::ZERO)).collect();
    let of = |sign: Ordering| (0..signs.len()).filter(|&at| signs[at] == sign).collect::<Vec<_>>();
    let (above, below) = (of(Ordering::Greater), of(Ordering::Less));
    let mut new = Vec::new();
    let mut work = 0;
    for &up in &above {
        for &down in &below {
            work += 64;
            let common = rays[up].tight.common(&rays[down].tight);
            if common.count() + 2 < dimension {
                continue;
            }
            work += rays.len();
            if work > 1_000_000 {
                work = 0;
                let held = (rays.len() + new.len()) as u64;
                let progress = Progress { what: "rays", done: held, total: None, bytes: held * 48 * dimension as u64 };
                if let Some(stop) = watch.tick(progress) {
                    return Err(stop);
                }
            }
            let third = |at: usize| at != up && at != down && rays[at].tight.covers(&common);
            if (0..rays.len()).any(third) {
                continue;
            }
            let entries = rays[up].entries.iter().zip(&rays[down].entries);
            let entries = entries.map(|(high, low)| low * &values[up] - high * &values[down]).collect();
            let mut tight = common;
            tight.insert(place);
            new.push(Ray { entries: primitive(entries), tight });
        }
    }
    for (ray, value) in rays.iter_mut().zip(&values) {
        if value.is_zero() {
            ray.tight.insert(place);
        }
    }
    let mut kept = values.iter().map(|value| !value.is_negative());
    rays.retain(|_| kept.next() == Some(true));
    rays.append(&mut new);
    Ok(rays)
}

fn dot(left: &[IBig], right: &[IBig]) -> IBig {
    left.iter().zip(right).fold(IBig::ZERO, |sum, (left, right)| sum + left * right)
}

fn primitive(mut entries: Vec<IBig>) -> Vec<IBig> {
    let mut shared = UBig::ZERO;
    for entry in entries.iter().filter(|entry| !entry.is_zero()) {
        shared = if shared.is_zero() { entry.unsigned_abs() } else { shared.gcd(entry.unsigned_abs()) };
        if shared.is_one() {
            return entries;
        }
    }
    if !shared.is_zero() {
        let shared = IBig::from(shared);
        entries.iter_mut().for_each(|entry| *entry = &*entry / &shared);
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;

    fn big(rows: &[&[i64]]) -> Vec<Vec<IBig>> {
        rows.iter().map(|row| row.iter().map(|&entry| entry.into()).collect()).collect()
    }

    #[test]
    fn a_square_pyramid_has_four_rays_though_its_apex_is_degenerate() {
        let faces = big(&[&[1, 0, 1], &[-1, 0, 1], &[0, 1, 1], &[0, -1, 1], &[0, 0, 1]]);
        let found = rays(3, &faces, &Unwatched).expect("not stopped");
        let mut corners: Vec<Vec<IBig>> = found.into_iter().map(|ray| ray.entries).collect();
        corners.sort();
        assert_eq!(corners, big(&[&[-1, -1, 1], &[-1, 1, 1], &[1, -1, 1], &[1, 1, 1]]));
    }

    #[test]
    fn the_cube_of_dimension_six_has_64_corners() {
        let mut faces = Vec::new();
        for place in 0..6 {
            for sign in [1, -1] {
                let mut face = vec![IBig::ZERO; 7];
                face[place] = sign.into();
                face[6] = IBig::ONE;
                faces.push(face);
            }
        }
        let found = rays(7, &faces, &Unwatched).expect("not stopped");
        assert_eq!(found.len(), 64);
        assert!(found.iter().all(|ray| ray.tight.count() == 6));
    }
}
