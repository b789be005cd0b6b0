//! The one search of the checker: is there a tuple that satisfies a formula?
//!
//! Breadth first over the states of the formula, so a tuple found has the fewest digits. The search is complete:
//! states are finitely many and all are visited.

use crate::lower::Plain;
use crate::reader::{NEVER, Reader, Trouble};
use crate::{Digits, Var};
use rustc_hash::FxHashMap;

/// The result of a search.
pub struct Searched {
    /// A tuple that satisfies the formula, in the order of its free variables; `None` if there is none.
    pub found: Option<Vec<(Var, u128)>>,
    /// How many states were visited.
    pub states: usize,
}

/// Looks for a tuple that satisfies `formula`.
pub fn search(reader: &mut Reader, digits: Digits, formula: &Plain) -> Result<Searched, Trouble> {
    let vars = formula.free();
    let root = reader.add(formula)?;
    let start = (reader.first(root), 0u32);
    let mut seen: FxHashMap<(u32, u32), usize> = FxHashMap::from_iter([(start, 0)]);
    let mut reached = vec![(start, 0usize, 0u32)];
    let mut done = 0;
    while done < reached.len() {
        let ((state, last), _, _) = reached[done];
        if reader.accepts(root, state) {
            let mut columns = Vec::new();
            let mut at = done;
            while at != 0 {
                columns.push(reached[at].2);
                at = reached[at].1;
            }
            let value = |j: usize| digits.read(columns.iter().rev().map(|column| column >> j & 1 == 1));
            let found = vars.iter().enumerate().map(|(j, &var)| (var, value(j))).collect();
            return Ok(Searched { found: Some(found), states: reached.len() });
        }
        for column in (0..1u32 << vars.len()).filter(|column| column & last == 0) {
            let after = reader.after(root, state, column)?;
            if after == NEVER {
                continue;
            }
            let next = (after, if digits == Digits::Zeckendorf { column } else { 0 });
            seen.entry(next).or_insert_with(|| {
                reached.push((next, done, column));
                reached.len() - 1
            });
        }
        done += 1;
    }
    Ok(Searched { found: None, states: reached.len() })
}
