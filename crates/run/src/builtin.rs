//! Grids, steps, lines, reachability: the functions of the language over finished values.

use crate::MOST_ELEMENTS;
use crate::fault::{Eval, Halt};
use crate::value::Value;
use grundy_rule::{Builtin, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Applies a built-in function other than `min`, `max` and `abs`, which stay with the arithmetic.
pub fn apply(builtin: Builtin, arguments: &[Value], span: Span) -> Eval<Value> {
    let int = |index: usize| match &arguments[index] {
        Value::Int(number) => Ok(*number),
        _ => Err(Halt::Undefined),
    };
    Ok(match builtin {
        Builtin::Orth => steps(|row, col| row.abs() + col.abs() == 1),
        Builtin::Diag => steps(|row, col| row.abs() + col.abs() == 2),
        Builtin::King => steps(|row, col| (row, col) != (0, 0)),
        Builtin::Grid => grid(int(0)?, int(1)?, span)?,
        Builtin::Lines => lines(&arguments[0], int(1)?, span)?,
        Builtin::Reach => reach(&arguments[0], &arguments[1]),
        Builtin::Next => match &arguments[0] {
            Value::Graph(graph) => {
                let vertex = usize::try_from(int(1)?).map_err(|_| Halt::Undefined)?;
                let next = graph.next.get(vertex).ok_or(Halt::Undefined)?;
                Value::Set(next.iter().map(|&vertex| Value::Int(vertex)).collect())
            }
            _ => return Err(Halt::Undefined),
        },
        Builtin::Nodes => match &arguments[0] {
            Value::Graph(graph) => Value::Set((0..graph.next.len() as i64).map(Value::Int).collect()),
            _ => return Err(Halt::Undefined),
        },
        Builtin::Len => Value::Int(arguments[0].elements().map_or(0, <[Value]>::len) as i64),
        Builtin::Min | Builtin::Max | Builtin::Abs => return Err(Halt::Undefined),
    })
}

fn steps(keep: fn(i32, i32) -> bool) -> Value {
    let mut steps = Vec::new();
    for row in -1..=1 {
        for col in -1..=1 {
            if keep(row, col) {
                steps.push(Value::Cell(row, col));
            }
        }
    }
    Value::set(steps)
}

fn grid(rows: i64, columns: i64, span: Span) -> Eval<Value> {
    let size = i128::from(rows.max(0)) * i128::from(columns.max(0));
    if size > MOST_ELEMENTS as i128 {
        return Err(Halt::too_large(span, "this grid"));
    }
    Ok(Value::Set((0..rows).flat_map(|row| (0..columns).map(move |col| Value::pair(row, col))).collect()))
}

/// All straight runs of `length` cells inside the set, each once; a run of one cell has no direction.
fn lines(cells: &Value, length: i64, span: Span) -> Eval<Value> {
    let set = cells.elements().ok_or(Halt::Undefined)?;
    let directions: &[(i32, i32)] = if length == 1 { &[(0, 1)] } else { &[(0, 1), (1, -1), (1, 0), (1, 1)] };
    let mut runs = Vec::new();
    if length < 1 || length > set.len() as i64 {
        return Ok(Value::set(runs));
    }
    for cell in set {
        let Value::Cell(row, col) = *cell else { return Err(Halt::Undefined) };
        for &(down, right) in directions {
            let run: Vec<Value> = (0..length as i32)
                .map(|step| {
                    Value::pair(i64::from(row) + i64::from(step * down), i64::from(col) + i64::from(step * right))
                })
                .take_while(|cell| set.binary_search(cell).is_ok())
                .collect();
            if run.len() as i64 == length {
                runs.push(Value::set(run));
                if runs.len() * length as usize > MOST_ELEMENTS {
                    return Err(Halt::too_large(span, "this set of lines"));
                }
            }
        }
    }
    Ok(Value::set(runs))
}

/// All that can be reached from `start`, itself included, along the pairs in either direction.
fn reach(start: &Value, pairs: &Value) -> Value {
    let mut neighbours: BTreeMap<Value, Vec<Value>> = BTreeMap::new();
    for pair in pairs.elements().unwrap_or(&[]) {
        if let (Some(from), Some(to)) = (pair.entry(0), pair.entry(1)) {
            neighbours.entry(from.clone()).or_default().push(to.clone());
            neighbours.entry(to).or_default().push(from);
        }
    }
    let mut found: BTreeSet<Value> = start.elements().unwrap_or(&[]).iter().cloned().collect();
    let mut waiting: Vec<Value> = found.iter().cloned().collect();
    while let Some(here) = waiting.pop() {
        for next in neighbours.get(&here).into_iter().flatten() {
            if found.insert(next.clone()) {
                waiting.push(next.clone());
            }
        }
    }
    Value::set(found.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_lines_of_three() {
        let board = grid(3, 3, Span::default()).unwrap();
        let Value::Set(runs) = lines(&board, 3, Span::default()).unwrap() else { panic!() };
        assert_eq!(runs.len(), 8);
        let Value::Set(single) = lines(&board, 1, Span::default()).unwrap() else { panic!() };
        assert_eq!(single.len(), 9);
    }

    #[test]
    fn a_grid_too_large_is_refused() {
        assert!(matches!(grid(1_000_000, 1_000_000, Span::default()), Err(Halt::Fault(_))));
        assert_eq!(grid(-1, 5, Span::default()).unwrap(), Value::Set([].into()));
    }
}
