//! The automaton of a relation as a drawing, in the DOT language.

use crate::{Rel, Var};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The automaton as DOT text: accepting states have a double ring; edges that lead to the same state are one,
/// labelled by their columns (one digit for each variable, in the order of `names`, `*` for either digit); the state
/// from which nothing is accepted is left out. `names` gives the variables their names, in their order.
pub fn dot(rel: &Rel, names: &[(Var, &str)]) -> String {
    let name =
        |var: &Var| names.iter().find(|(other, _)| other == var).map_or_else(|| format!("x{}", var.0), |n| n.1.into());
    let listed: Vec<String> = rel.vars().iter().map(name).collect();
    let dead = rel.dead().map(|state| state as usize);
    let mut text = String::from("digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n");
    let title = format!("{}, most significant digit first; columns: {}", rel.digits().name(), listed.join(" "));
    let _ = writeln!(text, "  label=\"{}\";\n  start [shape=point];\n  start -> 0;", escaped(&title));
    for state in (0..rel.states()).filter(|&state| Some(state) != dead) {
        if rel.accepting(state) {
            let _ = writeln!(text, "  {state} [shape=doublecircle];");
        }
        let mut edges: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for column in 0..1 << rel.vars().len() {
            edges.entry(rel.after(state, column)).or_default().push(column as u32);
        }
        for (after, columns) in edges.iter().filter(|(after, _)| Some(**after) != dead) {
            let label = cubes(columns, rel.vars().len()).join("\\n");
            let _ = writeln!(text, "  {state} -> {after} [label=\"{label}\"];");
        }
    }
    text.push_str("}\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Patterns with `*` that cover exactly the columns: pairs that differ in one digit are merged while there are
/// any, then a pattern is dropped if the others cover it.
fn cubes(columns: &[u32], arity: usize) -> Vec<String> {
    // (digits, which are either)
    let mut layer: Vec<(u32, u32)> = columns.iter().map(|&column| (column, 0)).collect();
    let mut prime = Vec::new();
    while !layer.is_empty() {
        let mut merged = vec![false; layer.len()];
        let mut next = Vec::new();
        for i in 0..layer.len() {
            for j in i + 1..layer.len() {
                let differ = layer[i].0 ^ layer[j].0;
                if layer[i].1 == layer[j].1 && differ.is_power_of_two() {
                    (merged[i], merged[j]) = (true, true);
                    next.push((layer[i].0 & !differ, layer[i].1 | differ));
                }
            }
        }
        prime.extend(layer.iter().zip(&merged).filter(|(_, merged)| !**merged).map(|(cube, _)| *cube));
        next.sort_unstable();
        next.dedup();
        layer = next;
    }
    let covers = |cube: &(u32, u32), column: u32| column & !cube.1 == cube.0;
    let mut kept = prime.clone();
    for cube in prime {
        let rest: Vec<(u32, u32)> = kept.iter().copied().filter(|other| *other != cube).collect();
        if columns.iter().all(|&column| rest.iter().any(|cube| covers(cube, column))) {
            kept = rest;
        }
    }
    let digit = |cube: &(u32, u32), j: usize| match (cube.1 >> j & 1, cube.0 >> j & 1) {
        (1, _) => '*',
        (_, 1) => '1',
        _ => '0',
    };
    kept.iter().map(|cube| (0..arity).map(|j| digit(cube, j)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arith, Digits};

    #[test]
    fn nim_of_two_piles() {
        let arith = Arith::new(Digits::Base2, 100);
        let rel = arith.xor(&[Var(0), Var(1)]).unwrap();
        let expected = "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n  label=\"base-2, most significant \
            digit first; columns: a \\\"b\";\n  start [shape=point];\n  start -> 0;\n  0 [shape=doublecircle];\n  \
            0 -> 0 [label=\"00\\n11\"];\n}\n";
        assert_eq!(dot(&rel, &[(Var(0), "a"), (Var(1), "\"b")]), expected);
    }

    #[test]
    fn cubes_cover_exactly_their_columns() {
        for set in 0u32..256 {
            let columns: Vec<u32> = (0..8).filter(|column| set >> column & 1 == 1).collect();
            let matches = |cube: &str, column: u32| {
                cube.chars().enumerate().all(|(j, c)| c == '*' || (c == '1') == (column >> j & 1 == 1))
            };
            let cubes = cubes(&columns, 3);
            for column in 0..8 {
                assert_eq!(cubes.iter().any(|cube| matches(cube, column)), columns.contains(&column));
            }
        }
    }
}
