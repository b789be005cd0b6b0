use crate::value::{Elements, Value};

/// A finite set whose elements are numbered in increasing order: the index set of an array, the elements a set
/// field may hold, the values a field may take.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Universe {
    /// `low..=high`, element `low + i` numbered `i`; empty if `high < low`.
    Range {
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// Cells `(r, c)` numbered `r * columns + c`.
    Grid {
        /// How many rows.
        rows: i32,
        /// How many columns.
        columns: i32,
    },
    /// Any other sorted elements.
    Listed(Elements),
}

impl Universe {
    /// From sorted elements; ranges and grids are recognised.
    pub fn of(elements: Elements) -> Universe {
        if let Some(Value::Int(low)) = elements.first() {
            let straight = elements.iter().enumerate().all(|(i, element)| *element == Value::Int(low + i as i64));
            if straight {
                return Universe::Range { low: *low, high: low + (elements.len() as i64 - 1) };
            }
        }
        if let (Some(Value::Cell(0, 0)), Some(Value::Cell(row, column))) = (elements.first(), elements.last()) {
            let (rows, columns) = (row.saturating_add(1), column.saturating_add(1));
            let grid = Universe::Grid { rows, columns };
            let fits = *column >= 0
                && (rows as usize).checked_mul(columns as usize) == Some(elements.len())
                && elements.iter().enumerate().all(|(i, element)| grid.rank(element) == Some(i));
            if fits {
                return grid;
            }
        }
        Universe::Listed(elements)
    }

    /// A value that is a set.
    pub(crate) fn of_set(value: &Value) -> Option<Universe> {
        match value {
            Value::Set(elements) => Some(Universe::of(elements.clone())),
            _ => None,
        }
    }

    /// How many elements.
    pub fn len(&self) -> usize {
        match self {
            Universe::Range { low, high } => (high - low + 1).max(0) as usize,
            Universe::Grid { rows, columns } => (*rows as usize) * (*columns as usize),
            Universe::Listed(elements) => elements.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of an element, if it belongs.
    #[inline(always)]
    pub fn rank(&self, value: &Value) -> Option<usize> {
        match (self, value) {
            (Universe::Range { low, high }, Value::Int(number)) if (low..=high).contains(&number) => {
                Some((number - low) as usize)
            }
            (Universe::Grid { rows, columns }, Value::Cell(row, column))
                if (0..*rows).contains(row) && (0..*columns).contains(column) =>
            {
                Some(*row as usize * *columns as usize + *column as usize)
            }
            (Universe::Listed(elements), value) => value.place_in(elements),
            _ => None,
        }
    }

    /// The element numbered `rank`, which is below `len`.
    #[inline(always)]
    pub fn element(&self, rank: usize) -> Value {
        match self {
            Universe::Range { low, .. } => Value::Int(low + rank as i64),
            Universe::Grid { columns, .. } => {
                let (rank, columns) = (rank as u32, columns.cast_unsigned());
                Value::Cell((rank / columns).cast_signed(), (rank % columns).cast_signed())
            }
            Universe::Listed(elements) => elements[rank].clone(),
        }
    }

    /// All elements in order.
    pub fn elements(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len()).map(|rank| self.element(rank))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_undoes_element() {
        let cells: Vec<Value> = (0..3).flat_map(|r| (0..4).map(move |c| Value::Cell(r, c))).collect();
        for universe in [
            Universe::of(cells.clone().into()),
            Universe::of(vec![Value::Int(-2), Value::Int(-1), Value::Int(0)].into()),
            Universe::of(vec![Value::Int(1), Value::Int(3)].into()),
            Universe::of(cells[1..].to_vec().into()),
            Universe::of(vec![].into()),
        ] {
            for rank in 0..universe.len() {
                assert_eq!(universe.rank(&universe.element(rank)), Some(rank));
            }
            assert_eq!(universe.rank(&Value::Int(77)), None);
        }
        assert_eq!(Universe::of(cells.into()), Universe::Grid { rows: 3, columns: 4 });
    }
}
