//! A map of the board is a symmetry of the rules when cells are used only through equality, membership in sets the map
//! keeps, and steps from sets the map keeps: then the image of every move is a move.

use super::Fact;
use super::players;
use crate::rules::{ArithOp, Builtin, Domain, Expr, Kind, Rules, Symmetry};
use crate::syntax::MapKind;
use crate::types::Type;

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
    let mut trouble = None;
    players::each_expr(rules, &mut |expr| {
        if let Err(why) = look(expr, kind) {
            trouble = Some(why);
        }
    });
    trouble.map_or(Ok(()), |why| Err(format!("a rule {why}")))
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

/// Refuses every use of cells that the map might change.
fn look(expr: &Expr, kind: MapKind) -> Result<(), &'static str> {
    let is_cells = |ty: &Type| matches!(ty, Type::Set(inner) if mentions_cells(inner));
    match &expr.kind {
        Kind::Dot(base, _) if mentions_cells(&base.ty) => return Err("asks for a row or column"),
        Kind::Tuple(_) if mentions_cells(&expr.ty) => return Err("names a cell or step by its numbers"),
        Kind::Builtin(Builtin::Reach, _) => return Err("uses reach"),
        Kind::Set(_) if is_cells(&expr.ty) && is_kept(expr, kind) => return Ok(()),
        Kind::Builtin(Builtin::Grid | Builtin::Orth | Builtin::Diag | Builtin::King | Builtin::Lines, _) => {
            return if is_kept(expr, kind) { Ok(()) } else { Err("uses a set that the map does not keep") };
        }
        Kind::Arith(ArithOp::Mul, factor, _) if mentions_cells(&expr.ty) && factor.ty != Type::Int => {
            return Err("multiplies cells");
        }
        Kind::Call(..) => return Err("calls itself"),
        _ => {}
    }
    let mut trouble = Ok(());
    expr.parts(&mut |part| {
        if let Err(why) = look(part, kind) {
            trouble = Err(why);
        }
    });
    trouble
}
