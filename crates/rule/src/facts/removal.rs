//! Games in which a move takes some cells off a grid and asks for nothing but that certain cells, at fixed steps from one
//! another, are still there. Where on the board the cells lie then does not matter, nor how large it is.

use crate::convention::Convention;
use crate::rules::{ArithOp, Builtin, Domain, Expr, Kind, Move, Rules, Source, StmtKind};
use crate::syntax::{AssignOp, Mover};
use std::collections::BTreeSet;

/// One shape of move: who may make it, which cells must be there, and which go. Cells are rows and columns from a first
/// needed one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Removal {
    /// Who may make it.
    pub mover: Mover,
    /// Cells that must be there, in order.
    pub needed: Vec<(i64, i64)>,
    /// Cells that go, whether they were there or not, in order.
    pub taken: Vec<(i64, i64)>,
}

/// Longer steps, and more shapes, are not looked at.
const LONGEST: i64 = 64;
const MOST: usize = 4096;

/// The shapes of all moves, or why they are not seen to be of this form. Definitions must be written out.
pub(super) fn removals(rules: &Rules) -> Result<Vec<Removal>, &'static str> {
    if !matches!(Convention::of(rules), Convention::Normal | Convention::Misere) {
        return Err("the game does not end when nobody can move");
    }
    let [field] = &rules.fields[..] else { return Err("a position is more than one set") };
    let Domain::SetOf(inner) = &field.domain else { return Err("a position is not a set") };
    if !matches!(&**inner, Domain::Of(Expr { kind: Kind::Builtin(Builtin::Grid, _), .. })) {
        return Err("the set is not one of cells of a whole grid");
    }
    let mut all = BTreeSet::new();
    for of in &rules.moves {
        let mut shape = Shape { of, known: vec![None; of.locals], anchored: false };
        shape.bind(0, &mut all)?;
    }
    Ok(all.into_iter().collect())
}

/// What a pair of numbers is, as far as it is known.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    /// This far from the anchor.
    Cell(i64, i64),
    Step(i64, i64),
}

struct Shape<'a> {
    of: &'a Move,
    known: Vec<Option<Sort>>,
    /// Whether some local is the anchor already.
    anchored: bool,
}

impl Shape<'_> {
    /// Goes through the binders from number `at` on; each choice of steps is a shape of its own.
    fn bind(&mut self, at: usize, all: &mut BTreeSet<Removal>) -> Result<(), &'static str> {
        if all.len() > MOST {
            return Err("there are too many shapes of moves");
        }
        let Some(binder) = self.of.binders.get(at) else {
            all.insert(self.removal()?);
            return Ok(());
        };
        let slot = binder.local;
        if slot >= self.known.len() {
            self.known.resize(slot + 1, None);
        }
        match &binder.source {
            Source::In(set) if matches!(set.kind, Kind::Field(_)) => {
                if std::mem::replace(&mut self.anchored, true) {
                    return Err("a move chooses several cells");
                }
                self.known[slot] = Some(Sort::Cell(0, 0));
                let result = self.bind(at + 1, all);
                self.anchored = false;
                result
            }
            Source::In(set) => {
                for (row, column) in steps(set).ok_or("a move walks something other than the set and fixed steps")? {
                    self.known[slot] = Some(Sort::Step(row, column));
                    self.bind(at + 1, all)?;
                }
                Ok(())
            }
            Source::Is(value) => {
                self.known[slot] = Some(self.sort(value).ok_or("a name stands for no cell or step")?);
                self.bind(at + 1, all)
            }
        }
    }

    fn removal(&self) -> Result<Removal, &'static str> {
        if !self.anchored {
            return Err("a move chooses no cell of the set");
        }
        let (mut needed, mut taken) = (BTreeSet::from([(0, 0)]), BTreeSet::new());
        let mut waiting: Vec<&Expr> = self.of.guard.iter().collect();
        while let Some(one) = waiting.pop() {
            match &one.kind {
                Kind::And(a, b) => waiting.extend([&**a, &**b]),
                Kind::In(element, set) if matches!(set.kind, Kind::Field(_)) => {
                    needed.insert(self.cell(element)?);
                }
                _ => return Err("a guard asks for more than that cells are there"),
            }
        }
        for stmt in &self.of.body {
            let StmtKind::Assign(place, AssignOp::Sub, Expr { kind: Kind::Set(cells), .. }) = &stmt.kind else {
                return Err("a move does more than take cells away");
            };
            if place.index.is_some() {
                return Err("a move does more than take cells away");
            }
            for cell in cells {
                taken.insert(self.cell(cell)?);
            }
        }
        let (row, column) = needed.first().copied().expect("the anchor is needed");
        let from_first = |cells: BTreeSet<(i64, i64)>| cells.into_iter().map(|(r, c)| (r - row, c - column)).collect();
        Ok(Removal { mover: self.of.mover, needed: from_first(needed), taken: from_first(taken) })
    }

    fn cell(&self, expr: &Expr) -> Result<(i64, i64), &'static str> {
        match self.sort(expr) {
            Some(Sort::Cell(row, column)) => Ok((row, column)),
            _ => Err("something is not seen to be a cell a fixed step away"),
        }
    }

    fn sort(&self, expr: &Expr) -> Option<Sort> {
        let sort = match &expr.kind {
            Kind::Local(slot) => (*self.known.get(*slot)?)?,
            Kind::Tuple(_) => {
                let (row, column) = pair(expr)?;
                Sort::Step(row, column)
            }
            Kind::Neg(inner) => match self.sort(inner)? {
                Sort::Step(row, column) => Sort::Step(-row, -column),
                Sort::Cell(..) => return None,
            },
            Kind::Arith(ArithOp::Mul, factor, inner) => match (&factor.kind, self.sort(inner)?) {
                (Kind::Int(k), Sort::Step(row, column)) => Sort::Step(k.checked_mul(row)?, k.checked_mul(column)?),
                _ => return None,
            },
            Kind::Arith(op @ (ArithOp::Add | ArithOp::Sub), a, b) => {
                let (a, b) = (self.sort(a)?, self.sort(b)?);
                let sign = if *op == ArithOp::Add { 1 } else { -1 };
                match (a, b) {
                    (Sort::Cell(r, c), Sort::Step(y, x)) => Sort::Cell(r + sign * y, c + sign * x),
                    (Sort::Step(y, x), Sort::Cell(r, c)) if sign == 1 => Sort::Cell(r + y, c + x),
                    (Sort::Step(r, c), Sort::Step(y, x)) => Sort::Step(r + sign * y, c + sign * x),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let (Sort::Cell(row, column) | Sort::Step(row, column)) = sort;
        (row.abs().max(column.abs()) <= LONGEST).then_some(sort)
    }
}

/// The steps of a set that does not depend on parameters.
fn steps(set: &Expr) -> Option<Vec<(i64, i64)>> {
    let king = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
    match &set.kind {
        Kind::Builtin(Builtin::Orth, _) => Some(king.filter(|(row, column)| (row + column) % 2 != 0).collect()),
        Kind::Builtin(Builtin::Diag, _) => Some(king.filter(|(row, column)| row * column != 0).collect()),
        Kind::Builtin(Builtin::King, _) => Some(king.filter(|&step| step != (0, 0)).collect()),
        Kind::Set(parts) => parts.iter().map(pair).collect(),
        _ => None,
    }
}

fn pair(expr: &Expr) -> Option<(i64, i64)> {
    let number = |expr: &Expr| match &expr.kind {
        Kind::Int(number) => Some(*number),
        Kind::Neg(inner) => match inner.kind {
            Kind::Int(number) => number.checked_neg(),
            _ => None,
        },
        _ => None,
    };
    match &expr.kind {
        Kind::Tuple(parts) if parts.len() == 2 => Some((number(&parts[0])?, number(&parts[1])?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(moves: &str) -> Option<Vec<Removal>> {
        let text = format!("game A\n  param R = 3, C = 3\n  state free: set of grid(R, C) = all\n  {moves}\n");
        crate::removals(&crate::read(&text).module.games[0]).ok()
    }

    #[test]
    fn shapes_are_read_off() {
        let upright = shapes("left move lay(c in free, t = c + (1, 0)) if t in free: free -= {c, t}").unwrap();
        let cells = vec![(0, 0), (1, 0)];
        assert_eq!(upright, [Removal { mover: Mover::Left, needed: cells.clone(), taken: cells }]);
        let cram = shapes("move lay(c in free, d in orth) if c + d in free: free -= {c, c + d}").unwrap();
        assert_eq!(cram.len(), 2, "two directions, each from either end: {cram:?}");
        assert_eq!(shapes("move take(c in free): free -= {c}").unwrap().len(), 1);
    }

    #[test]
    fn other_rules_are_not() {
        assert_eq!(shapes("move take(c in free) if c.row == 0: free -= {c}"), None);
        assert_eq!(shapes("move take(c in free) if c != (0, 0): free -= {c}"), None);
        assert_eq!(shapes("move take(c in free) if (0, 0) in free: free -= {c}"), None);
        assert_eq!(shapes("move take(c in free) if c + (1, 0) not in free: free -= {c}"), None);
        assert_eq!(shapes("move take(c in grid(R, C)) if c in free: free -= {c}"), None);
        assert_eq!(shapes("move take(c in free): free = {}"), None);
        assert_eq!(shapes("move take(c in free): free -= {d in free if d.row >= c.row}"), None);
    }
}
