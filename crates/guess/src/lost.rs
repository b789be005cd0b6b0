//! Laws of where a property holds, by listing the places: floors of multiples of a surd (Beatty 1926; Wythoff 1907 for pairs), and
//! sequences whose gaps have a law.

use crate::fit::{Candidate, Part, surds};
use crate::law::Law;

/// Fewer places than this show nothing.
const FEWEST: usize = 8;

/// Laws of the numbers where a property holds.
pub fn numbers(part: Part) -> Vec<Candidate> {
    let ones: Vec<i64> =
        part.points.iter().zip(part.values).filter(|(_, value)| **value == 1).map(|(point, _)| point[0]).collect();
    if ones.len() < FEWEST {
        return Vec::new();
    }
    let mut laws: Vec<Law> = surds(&ones).into_iter().map(Law::Floors).collect();
    let gaps: Vec<i64> = ones.windows(2).map(|two| two[1] - two[0]).collect();
    let points: Vec<Vec<i64>> = (0..gaps.len() as i64).map(|k| vec![k]).collect();
    let of_gaps = Part { points: &points, values: &gaps }.simple(1);
    let whole = of_gaps.into_iter().filter(|candidate| candidate.exceptions.is_empty());
    laws.extend(whole.take(4).map(|gap| Law::Gaps { first: ones[0], gaps: Box::new(gap.law) }));
    laws.into_iter().filter_map(|law| part.candidate(law)).collect()
}

/// Laws of the pairs where a property holds that does not tell the two numbers apart.
pub fn pairs(part: Part) -> Vec<Candidate> {
    let mut ones: Vec<(i64, i64)> = part
        .points
        .iter()
        .zip(part.values)
        .filter(|(point, value)| **value == 1 && point[0] <= point[1])
        .map(|(point, _)| (point[0], point[1]))
        .collect();
    ones.sort_unstable();
    let gaps: Vec<i64> = ones.iter().map(|(a, b)| b - a).collect();
    if ones.len() < FEWEST / 2 || gaps[1] <= gaps[0] {
        return Vec::new();
    }
    let (first, step) = (gaps[0], gaps[1] - gaps[0]);
    if (0..).zip(&gaps).any(|(k, &gap)| gap != first + step * k) {
        return Vec::new();
    }
    let least: Vec<i64> = ones.iter().map(|(a, _)| *a).collect();
    let laws = surds(&least).into_iter().map(|least| Law::Pairs { step, first, least });
    laws.filter_map(|law| part.candidate(law)).collect()
}
