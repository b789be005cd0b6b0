//! Laws of two arguments made of laws of one: nim-sums, sums, and nim-products of their values (the Tartan theorem of
//! Winning Ways, chapter 14, has values of that form).

use crate::expression::Join;
use crate::fit::{Candidate, Part};
use crate::law::Law;

/// So many laws of each row are tried.
const TRIED: usize = 3;

/// Laws joined from those of one row and one column.
pub fn products(part: Part) -> Vec<Candidate> {
    let value = |x: i64, y: i64| {
        let place = part.points.iter().position(|point| point[..] == [x, y])?;
        Some(part.values[place])
    };
    let side = part.points.iter().map(|point| point[0].min(point[1])).max().unwrap_or(0);
    let mut found = Vec::new();
    if value(0, 0) == Some(0) {
        let (first, second) = (rows(part, 0, 0), rows(part, 1, 0));
        for join in [Join::Xor, Join::Sum] {
            found.extend(joined(part, join, &first, &second));
        }
    }
    // Where the value at (u, u) is 1, the factor of u is 1, and the row of u shows the other factor.
    if let Some(unit) = (0..=side).find(|&u| value(u, u) == Some(1)) {
        let (first, second) = (rows(part, 0, unit), rows(part, 1, unit));
        found.extend(joined(part, Join::NimProduct, &first, &second));
    }
    found
}

/// Laws of the entries where the other argument has this value.
fn rows(part: Part, axis: usize, other: i64) -> Vec<Law> {
    let chosen = part.points.iter().zip(part.values).filter(|(point, _)| point[1 - axis] == other);
    let mut entries: Vec<(i64, i64)> = chosen.map(|(point, &value)| (point[axis], value)).collect();
    entries.sort_unstable();
    let points: Vec<Vec<i64>> = entries.iter().map(|(at, _)| vec![*at]).collect();
    let values: Vec<i64> = entries.iter().map(|(_, value)| *value).collect();
    let laws = Part { points: &points, values: &values }.simple(1);
    laws.into_iter().filter(|one| one.exceptions.is_empty()).take(TRIED).map(|one| one.law).collect()
}

fn joined(part: Part, join: Join, first: &[Law], second: &[Law]) -> Vec<Candidate> {
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    let law = |(a, b): (&Law, &Law)| Law::Joined { join, first: Box::new(a.clone()), second: Box::new(b.clone()) };
    pairs.map(law).filter_map(|law| part.candidate(law)).collect()
}
