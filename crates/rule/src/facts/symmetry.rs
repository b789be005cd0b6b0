//! A map of the board is a symmetry of the rules when cells are used only through equality, membership in sets the map
//! keeps, and steps from sets the map keeps: then the image of every move is a move.

use super::Fact;
use super::players;
use crate::rules::{ArithOp, Binder, Builtin, Domain, Expr, Kind, Rules, Source, Symmetry, VerdictResult};
use crate::syntax::MapKind;
use crate::types::Type;
use std::collections::HashSet;

/// Whether every `symmetry` of inlined rules is seen to be one.
pub(super) fn sound(rules: &Rules) -> Fact {
    if rules.symmetries.is_empty() {
        return Fact::Unknown("there is no `symmetry`".to_string());
    }
    for symmetry in &rules.symmetries {
        if let Err(why) = one(rules, symmetry) {
            return Fact::Unknown(why);
        }
    }
    Fact::Proved("cells are used only through equality, membership and steps that the maps keep".to_string())
}

fn one(rules: &Rules, symmetry: &Symmetry) -> Result<(), String> {
    if symmetry.swaps_players {
        let fact = players::symmetric(rules);
        if !fact.is_proved() {
            return Err(format!("players may not be exchanged: {}", fact.reason()));
        }
    }
    let Some((kind, field)) = symmetry.field else { return Ok(()) };
    if kind == MapKind::Permute {
        return Err("reorderings are checked position by position".to_string());
    }
    let board = match &rules.fields[field].domain {
        Domain::Array { index, .. } => index,
        Domain::SetOf(inner) => match &**inner {
            Domain::Of(set) => set,
            _ => return Err("the field has no board".to_string()),
        },
        _ => return Err("the field has no board".to_string()),
    };
    if !is_kept(board, kind) {
        return Err("the board is not a plain grid".to_string());
    }
    let others =
        rules.fields.iter().enumerate().any(|(number, other)| number != field && mentions_cells(&other.domain.ty()));
    if others {
        return Err("another field holds cells too".to_string());
    }
    let steps = step_locals(rules);
    let reader = Reader { kind, steps: &steps };
    reader.rules(rules).map_err(|why| format!("a rule {why}"))
}

fn mentions_cells(ty: &Type) -> bool {
    match ty {
        Type::Tuple(_) => true,
        Type::Optional(inner) | Type::Set(inner) | Type::List(inner) => mentions_cells(inner),
        Type::Array(index, inner) => mentions_cells(index) || mentions_cells(inner),
        _ => false,
    }
}

/// Whether the map carries a set of cells or steps onto itself. Quarter turns and transposition ask for a square, which
/// is left to the instance: on an oblong board the line says nothing.
fn is_kept(set: &Expr, kind: MapKind) -> bool {
    match &set.kind {
        Kind::Builtin(Builtin::Grid | Builtin::Orth | Builtin::Diag | Builtin::King, _) => true,
        Kind::Builtin(Builtin::Lines, parts) => is_kept(&parts[0], kind),
        Kind::Field(_) => true,
        Kind::SetOp(_, a, b) => is_kept(a, kind) && is_kept(b, kind),
        Kind::Set(parts) => {
            let steps: Option<Vec<(i64, i64)>> = parts.iter().map(step).collect();
            let Some(steps) = steps else { return false };
            steps.iter().all(|&(row, col)| {
                let image = match kind {
                    MapKind::Mirror => (row, -col),
                    MapKind::Flip => (-row, col),
                    MapKind::Transpose => (col, row),
                    MapKind::Rotate => (col, -row),
                    MapKind::Permute => return false,
                };
                steps.contains(&image)
            })
        }
        _ => false,
    }
}

fn step(expr: &Expr) -> Option<(i64, i64)> {
    match &expr.kind {
        Kind::Tuple(parts) => match (&parts[0].kind, &parts[1].kind) {
            (Kind::Int(row), Kind::Int(col)) if parts.len() == 2 => Some((*row, *col)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a set holds steps, and not cells: the built-in directions, and sets of steps written out.
fn is_directions(set: &Expr) -> bool {
    match &set.kind {
        Kind::Builtin(Builtin::Orth | Builtin::Diag | Builtin::King, _) => true,
        Kind::Set(parts) => !parts.is_empty() && parts.iter().all(|part| step(part).is_some()),
        Kind::SetOp(_, a, b) => is_directions(a) && is_directions(b),
        _ => false,
    }
}

/// Every local that ranges over directions.
fn step_locals(rules: &Rules) -> HashSet<usize> {
    let mut steps = HashSet::new();
    let note = |binders: &[Binder], steps: &mut HashSet<usize>| {
        for binder in binders {
            if matches!(&binder.source, Source::In(set) if is_directions(set)) {
                steps.insert(binder.local);
            }
        }
    };
    for of in &rules.moves {
        note(&of.binders, &mut steps);
    }
    players::each_expr(rules, &mut |expr| {
        expr.each(&mut |part| {
            if let Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) = &part.kind {
                note(binders, &mut steps);
            }
        });
    });
    steps
}

/// What a pair of numbers stands for. A map moves cells by its whole and steps by its linear part, so the two must not
/// be taken for one another.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Cell,
    Step,
    Neither,
}

/// Refuses every use of cells that a map might change.
struct Reader<'a> {
    kind: MapKind,
    steps: &'a HashSet<usize>,
}

impl Reader<'_> {
    fn rules(&self, rules: &Rules) -> Result<(), &'static str> {
        let mut result = Ok(());
        let mut look = |expr: &Expr| {
            if let Err(why) = self.look(expr) {
                result = Err(why);
            }
        };
        for of in &rules.moves {
            if let Some(guard) = &of.guard {
                look(guard);
            }
            crate::walk::each_in_body(&of.body, &mut |_| {}, &mut look);
        }
        for verdict in &rules.verdicts {
            look(&verdict.when.expr);
            if let VerdictResult::Score(Some(points)) = &verdict.result {
                look(&points.expr);
            }
        }
        for of in &rules.moves {
            self.binders(&of.binders)?;
        }
        result
    }

    fn binders(&self, binders: &[Binder]) -> Result<(), &'static str> {
        for binder in binders {
            match &binder.source {
                Source::In(set) if is_directions(set) => {
                    if !is_kept(set, self.kind) {
                        return Err("uses steps that the map does not keep");
                    }
                }
                source => self.look(source.expr())?,
            }
        }
        Ok(())
    }

    fn sort(&self, expr: &Expr) -> Sort {
        match &expr.kind {
            Kind::Local(slot) if self.steps.contains(slot) => Sort::Step,
            Kind::Local(_) | Kind::Field(_) | Kind::Index(..) => Sort::Cell,
            Kind::Neg(inner) if self.sort(inner) == Sort::Step => Sort::Step,
            Kind::Arith(ArithOp::Mul, _, inner) if self.sort(inner) == Sort::Step => Sort::Step,
            Kind::Arith(op @ (ArithOp::Add | ArithOp::Sub), a, b) => match (op, self.sort(a), self.sort(b)) {
                (_, Sort::Cell, Sort::Step) | (ArithOp::Add, Sort::Step, Sort::Cell) => Sort::Cell,
                (_, Sort::Step, Sort::Step) | (ArithOp::Sub, Sort::Cell, Sort::Cell) => Sort::Step,
                _ => Sort::Neither,
            },
            _ => Sort::Neither,
        }
    }

    fn must_be_cell(&self, expr: &Expr) -> Result<(), &'static str> {
        if mentions_cells(&expr.ty) && matches!(expr.ty, Type::Tuple(_)) && self.sort(expr) != Sort::Cell {
            return Err("uses something that is not seen to be a cell as one");
        }
        Ok(())
    }

    fn are_comparable(&self, a: &Expr, b: &Expr) -> bool {
        let pairs = matches!(a.ty, Type::Tuple(_)) || matches!(b.ty, Type::Tuple(_));
        !pairs || (self.sort(a) == self.sort(b) && self.sort(a) != Sort::Neither)
    }

    fn look(&self, expr: &Expr) -> Result<(), &'static str> {
        match &expr.kind {
            Kind::Dot(base, _) if mentions_cells(&base.ty) => return Err("asks for a row or column"),
            Kind::Tuple(_) if mentions_cells(&expr.ty) => return Err("names a cell or step by its numbers"),
            Kind::Builtin(Builtin::Reach, _) => return Err("uses reach"),
            Kind::Builtin(Builtin::Orth | Builtin::Diag | Builtin::King, _) => return Err("uses steps as cells"),
            Kind::Builtin(Builtin::Grid | Builtin::Lines, _) => {
                return if is_kept(expr, self.kind) { Ok(()) } else { Err("uses a set that the map does not keep") };
            }
            Kind::Call(..) => return Err("calls itself"),
            Kind::Index(_, index) => self.must_be_cell(index)?,
            Kind::In(element, set) => {
                self.must_be_cell(element)?;
                if is_directions(set) {
                    return Err("looks for a cell among steps");
                }
            }
            Kind::Compare(_, a, b) if !self.are_comparable(a, b) => return Err("compares cells with something else"),
            Kind::Set(parts) => {
                for part in parts {
                    self.must_be_cell(part)?;
                }
            }
            Kind::Build(binders, filter, body) | Kind::Fold(_, binders, filter, body) => {
                self.binders(binders)?;
                if let Some(filter) = filter {
                    self.look(filter)?;
                }
                if matches!(expr.kind, Kind::Build(..)) {
                    self.must_be_cell(body)?;
                }
                return self.look(body);
            }
            _ => {}
        }
        let mut trouble = Ok(());
        expr.parts(&mut |part| {
            if let Err(why) = self.look(part) {
                trouble = Err(why);
            }
        });
        trouble
    }
}

#[cfg(test)]
mod tests {
    fn is_proved(rule: &str) -> bool {
        let text = format!("game A\n  state free: set of grid(3, 3) = all\n  {rule}\n  symmetry mirror free\n");
        let module = crate::read(&text).module;
        crate::Facts::of(&module.games[0]).symmetry_sound.is_proved()
    }

    #[test]
    fn cells_are_not_taken_for_steps() {
        assert!(is_proved("move take(c in free): free -= {c} + {d in orth: c + d}"));
        assert!(!is_proved("move take(c in free) if c not in {(0, 0), (1, 0)}: free -= {c}"));
        assert!(!is_proved("move take(c in free) if c not in orth: free -= {c}"));
        assert!(!is_proved("move take(c in free, d in orth) if d in free: free -= {c}"));
        assert!(!is_proved("move take(c in free): free -= {c, (0, 0)}"));
        assert!(!is_proved("move take(c in free, d in {(0, 1)}) if c + d in free: free -= {c}"));
    }
}
