//! A table of numbers by one to three natural arguments, in the order in which it is fitted and tested: small arguments first.

use crate::TESTED;

/// What the entries of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Numbers.
    Values,
    /// 1 where a property holds, 0 elsewhere.
    Property,
}

/// A table of numbers by natural arguments.
#[derive(Clone, Debug)]
pub struct Samples {
    /// What the arguments are called.
    pub names: Vec<String>,
    /// What the entries are.
    pub shown: Shown,
    points: Vec<Vec<i64>>,
    values: Vec<i64>,
}

impl Samples {
    /// A table of these entries, whatever their order.
    pub fn new(names: Vec<String>, shown: Shown, entries: impl IntoIterator<Item = (Vec<i64>, i64)>) -> Samples {
        let mut entries: Vec<(Vec<i64>, i64)> = entries.into_iter().collect();
        // Boxes inside each other: the largest argument first, then the others in order.
        entries.sort_by_cached_key(|(point, _)| (point.iter().max().copied(), point.clone()));
        entries.dedup_by(|a, b| a.0 == b.0);
        let (points, values) = entries.into_iter().unzip();
        Samples { names, shown, points, values }
    }

    /// A sequence from 0 on.
    pub fn sequence(name: &str, shown: Shown, values: &[i64]) -> Samples {
        let entries = values.iter().enumerate().map(|(n, &value)| (vec![n as i64], value));
        Samples::new(vec![name.to_string()], shown, entries)
    }

    /// How many arguments there are.
    pub fn arity(&self) -> usize {
        self.names.len()
    }

    /// The arguments of each entry.
    pub fn points(&self) -> &[Vec<i64>] {
        &self.points
    }

    /// The entries.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// How many entries laws are fitted to: the others are at least [`TESTED`] times as many.
    pub fn fitted(&self) -> usize {
        self.values.len() / (TESTED + 1)
    }

    /// The largest value of each argument.
    pub fn bounds(&self) -> Vec<i64> {
        (0..self.arity()).map(|axis| self.points.iter().map(|point| point[axis]).max().unwrap_or(0)).collect()
    }

    /// The entry at a point, if it is in the table; the cost is that of a binary search.
    pub fn at(&self, point: &[i64]) -> Option<i64> {
        let key = (point.iter().max().copied(), point);
        let found = self.points.binary_search_by(|other| (other.iter().max().copied(), &other[..]).cmp(&key));
        found.ok().map(|place| self.values[place])
    }
}
