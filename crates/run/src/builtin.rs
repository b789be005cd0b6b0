//! Grids, steps, lines, reachability: the functions of the language over finished values.

use crate::MOST_ELEMENTS;
use crate::fault::{Eval, Halt};
use crate::operators::{arity, contains};
use crate::value::Value;
use grundy_rule::{Builtin, Graph, Span};
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
        Builtin::Lines => lines(&arguments[0], int(1)?, arguments.get(2), span)?,
        Builtin::Ray => ray(&arguments[0], &arguments[1], &arguments[2], span)?,
        Builtin::Subsets => subsets(&arguments[0], arguments.get(1), span)?,
        Builtin::Gcd => Value::Int(gcd(int(0)?, int(1)?, span)?),
        Builtin::Reach => reach(&arguments[0], &arguments[1]),
        Builtin::Next => {
            let next = graph(&arguments[0])?.next_of(int(1)?).ok_or(Halt::Undefined)?;
            Value::Set(next.iter().map(|&vertex| Value::Int(vertex)).collect())
        }
        Builtin::Before => {
            let before = graph(&arguments[0])?.before(int(1)?).ok_or(Halt::Undefined)?;
            Value::Set(before.into_iter().map(Value::Int).collect())
        }
        Builtin::Nodes => Value::Set((0..graph(&arguments[0])?.next.len() as i64).map(Value::Int).collect()),
        Builtin::Edges => {
            let edges = graph(&arguments[0])?.edges().into_iter();
            Value::set(edges.map(|(from, to)| Value::pair(from, to)).collect())
        }
        Builtin::Len => Value::Int(arguments[0].elements().map_or(0, <[Value]>::len) as i64),
        Builtin::Min | Builtin::Max | Builtin::Abs => return Err(Halt::Undefined),
    })
}

fn graph(value: &Value) -> Eval<&Graph> {
    match value {
        Value::Graph(graph) => Ok(graph),
        _ => Err(Halt::Undefined),
    }
}

fn gcd(a: i64, b: i64, span: Span) -> Eval<i64> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).map_err(|_| Halt::overflow(span))
}

/// The cell so many steps further.
fn along(cell: &Value, by: i64, step: &Value, span: Span) -> Eval<Value> {
    let size = arity(cell);
    let entry = |value: &Value, index: usize| match value.entry(index) {
        Some(Value::Int(number)) => Ok(number),
        _ => Err(Halt::Undefined),
    };
    let mut entries = Vec::with_capacity(size);
    for index in 0..size {
        let far = entry(step, index)?.checked_mul(by);
        let sum = far.and_then(|far| far.checked_add(entry(cell, index).ok()?));
        entries.push(Value::Int(sum.ok_or_else(|| Halt::overflow(span))?));
    }
    Ok(Value::tuple(entries))
}

/// Whether a step leads away.
fn leads(step: &Value) -> bool {
    (0..arity(step)).any(|index| step.entry(index) != Some(Value::Int(0)))
}

/// The cells one step after the other while they are in the set.
fn ray(cell: &Value, step: &Value, cells: &Value, span: Span) -> Eval<Value> {
    let mut found = Vec::new();
    if leads(step) {
        let mut at = along(cell, 1, step, span)?;
        while contains(cells, &at) {
            let next = along(&at, 1, step, span)?;
            found.push(std::mem::replace(&mut at, next));
        }
    }
    Ok(Value::set(found))
}

/// All subsets of a set, of any size, of one size or of those of a range; a set of sets, in its order.
fn subsets(set: &Value, sizes: Option<&Value>, span: Span) -> Eval<Value> {
    let elements = set.elements().ok_or(Halt::Undefined)?;
    let wanted: Vec<i64> = match sizes {
        None => (0..=elements.len() as i64).collect(),
        Some(Value::Int(size)) => vec![*size],
        Some(sizes) => {
            let sizes = sizes.elements().ok_or(Halt::Undefined)?.iter();
            sizes.filter_map(|size| if let Value::Int(size) = size { Some(*size) } else { None }).collect()
        }
    };
    let (mut all, mut held) = (Vec::new(), 0);
    for size in wanted.into_iter().filter_map(|size| usize::try_from(size).ok()).filter(|&size| size <= elements.len())
    {
        // The places of the elements chosen, in increasing order.
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            held += size + 1;
            if held > MOST_ELEMENTS {
                return Err(Halt::too_large(span, "this set of subsets"));
            }
            all.push(Value::Set(chosen.iter().map(|&place| elements[place].clone()).collect()));
            let movable = |&at: &usize| chosen[at] < elements.len() - size + at;
            let Some(last) = (0..size).rev().find(movable) else { break };
            chosen[last] += 1;
            for at in last + 1..size {
                chosen[at] = chosen[at - 1] + 1;
            }
        }
    }
    Ok(Value::set(all))
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
fn lines(cells: &Value, length: i64, steps: Option<&Value>, span: Span) -> Eval<Value> {
    let set = cells.elements().ok_or(Halt::Undefined)?;
    if let Some(steps) = steps {
        return runs(set, length, steps.elements().ok_or(Halt::Undefined)?, span);
    }
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

/// The runs by given steps, in any dimension, each once.
fn runs(set: &[Value], length: i64, steps: &[Value], span: Span) -> Eval<Value> {
    let mut runs = Vec::new();
    if length < 1 || length > set.len() as i64 {
        return Ok(Value::set(runs));
    }
    for cell in set {
        for step in steps.iter().filter(|step| length == 1 || leads(step)) {
            let mut run = vec![cell.clone()];
            while (run.len() as i64) < length {
                let next = along(cell, run.len() as i64, step, span)?;
                if set.binary_search(&next).is_err() {
                    break;
                }
                run.push(next);
            }
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
        let Value::Set(runs) = lines(&board, 3, None, Span::default()).unwrap() else { panic!() };
        assert_eq!(runs.len(), 8);
        let Value::Set(single) = lines(&board, 1, None, Span::default()).unwrap() else { panic!() };
        assert_eq!(single.len(), 9);
    }

    #[test]
    fn a_grid_too_large_is_refused() {
        assert!(matches!(grid(1_000_000, 1_000_000, Span::default()), Err(Halt::Fault(_))));
        assert_eq!(grid(-1, 5, Span::default()).unwrap(), Value::Set([].into()));
    }
}
