//! A sequence of values and what is known of its period.
//!
//! Invariant: `values[i]` belongs to `n = start + i`; exceptions are given by `n`, in any order.

use grundy_answer::Standing;

/// The end of a sequence: from `preperiod` on, the value of `n + period` is that of `n` plus `saltus`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period {
    /// The first `n` it holds from.
    pub preperiod: u64,
    /// How often it comes back.
    pub period: u64,
    /// What is added each time.
    pub saltus: u64,
}

/// A sequence to be plotted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SequencePlot {
    /// What the picture is of; empty for none.
    pub title: String,
    /// How sure its period is.
    pub standing: Option<Standing>,
    /// The `n` of the first value.
    pub start: u64,
    /// The values.
    pub values: Vec<u64>,
    /// Its period.
    pub period: Option<Period>,
    /// The `n` whose values do not follow the period.
    pub exceptions: Vec<u64>,
}

/// A sequence counted into a grid: `columns` of equal numbers of values by `rows` of equal heights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins {
    /// How many columns there are.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
    /// How many values each column counts; the last may count fewer.
    pub each: usize,
    /// How many values a row spans.
    pub span: u64,
    /// `counts[row * columns + column]`, rows from the bottom.
    pub counts: Vec<u32>,
}

impl SequencePlot {
    /// The largest value.
    pub fn most(&self) -> u64 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    /// The values counted into at most `columns` by at most `rows` bins. Linear.
    pub fn binned(&self, columns: usize, rows: usize) -> Bins {
        let each = self.values.len().div_ceil(columns.max(1)).max(1);
        let columns = self.values.len().div_ceil(each).max(1);
        let span = (self.most() / rows.max(1) as u64).saturating_add(1);
        let rows = (self.most() / span) as usize + 1;
        let mut counts = vec![0; rows * columns];
        for (column, values) in self.values.chunks(each).enumerate() {
            for value in values {
                counts[(value / span) as usize * columns + column] += 1;
            }
        }
        Bins { columns, rows, each, span, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bins_count_every_value_once(values in prop::collection::vec(0u64..5000, 1..400), columns in 1usize..50, rows in 1usize..40) {
            let plot = SequencePlot { values: values.clone(), ..SequencePlot::default() };
            let bins = plot.binned(columns, rows);
            prop_assert!(bins.columns <= columns && bins.rows <= rows);
            prop_assert_eq!(bins.counts.iter().map(|&count| count as usize).sum::<usize>(), values.len());
            for (i, value) in values.iter().enumerate() {
                let cell = (value / bins.span) as usize * bins.columns + i / bins.each;
                prop_assert!(bins.counts[cell] > 0);
            }
        }
    }

    #[test]
    fn the_largest_values_do_not_overflow() {
        let plot = SequencePlot { values: vec![u64::MAX, 0], ..SequencePlot::default() };
        assert!(plot.binned(1, 1).rows <= 2);
    }
}
