//! Loops over a range that end early: once a condition that can only become false has become false, no later round does
//! anything.

use crate::program::{E, Op, S};

/// Adds an end to every loop whose only statement stands under such a condition.
pub fn cut_loops(body: &mut [S]) {
    for statement in body {
        match statement {
            S::If(_, yes, no) => {
                cut_loops(yes);
                cut_loops(no);
            }
            S::Each(.., inner) | S::EachBit(.., inner) => cut_loops(inner),
            S::Range(name, low, _, inner) => {
                cut_loops(inner);
                let from_zero = matches!(low, E::Int(low) if *low >= 0);
                let end = match &inner[..] {
                    [S::If(condition, _, no)] if no.is_empty() && from_zero => ending(condition, name),
                    _ => None,
                };
                if let Some(end) = end {
                    inner.insert(0, S::If(end.negated(), vec![S::Break], Vec::new()));
                }
            }
            _ => {}
        }
    }
}

/// The first of the conditions joined by `and` that stays false once it is false, as a number grows from 0 on.
fn ending(condition: &E, name: &str) -> Option<E> {
    match condition {
        E::Bin(Op::And, a, b) => ending(a, name).or_else(|| ending(b, name)),
        E::Bin(Op::Le | Op::Lt, a, b) if mentions(a, name) && grows(a, name) && is_fixed(b, name) => {
            Some(condition.clone())
        }
        _ => None,
    }
}

fn mentions(expr: &E, name: &str) -> bool {
    match expr {
        E::Var(other) => other == name,
        E::Bin(_, a, b) => mentions(a, name) || mentions(b, name),
        E::Int(_) => false,
        _ => true,
    }
}

/// Whether an expression is always defined and the same in every round. Variables of rounds inside are not bound here.
fn is_fixed(expr: &E, name: &str) -> bool {
    match expr {
        E::Var(other) => other != name,
        E::Int(_) => true,
        E::Bin(Op::Add | Op::Sub | Op::Mul, a, b) => is_fixed(a, name) && is_fixed(b, name),
        _ => false,
    }
}

/// Whether an expression never falls as the number grows from 0 on: sums and products of it and of numbers from 0 on.
fn grows(expr: &E, name: &str) -> bool {
    match expr {
        E::Var(other) => other == name,
        E::Int(number) => *number >= 0,
        E::Bin(Op::Add, a, b) => (grows(a, name) || is_fixed(a, name)) && (grows(b, name) || is_fixed(b, name)),
        E::Bin(Op::Mul, a, b) => grows(a, name) && grows(b, name),
        _ => false,
    }
}
