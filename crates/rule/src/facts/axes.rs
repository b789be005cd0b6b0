//! An array whose cells never interact: every use of it in a move is at one and the same binder, nothing else is read or
//! written, and the game ends by `stuck`. Then a position is the sum of its cells.

use super::Fact;
use crate::convention::Convention;
use crate::rules::{Domain, Expr, Kind, Rules, Source, StmtKind};
use crate::walk::each_in_body;

/// Whether the game's only field is such an array; `rules` are inlined.
pub(super) fn independent(rules: &Rules) -> Fact {
    let [field] = rules.fields.as_slice() else {
        return Fact::Unknown("there is not exactly one field".to_string());
    };
    if !matches!(field.domain, Domain::Array { .. }) {
        return Fact::Unknown(format!("{} is no array", field.name));
    }
    if Convention::of(rules) != Convention::Normal {
        return Fact::Unknown("the game does not end by normal play".to_string());
    }
    for of in &rules.moves {
        let mut used: Option<usize> = None;
        let mut trouble = None;
        let mut look = |expr: &Expr| {
            let mut reads = 0;
            let mut at_binder = 0;
            expr.each(&mut |part| match &part.kind {
                Kind::Field(_) => reads += 1,
                Kind::Index(base, index) if matches!(base.kind, Kind::Field(_)) => match index.kind {
                    Kind::Local(slot) if used.is_none_or(|known| known == slot) => {
                        used = Some(slot);
                        at_binder += 1;
                    }
                    _ => trouble = Some("two cells are used together"),
                },
                _ => {}
            });
            if reads != at_binder {
                trouble = Some("the array is used as a whole, or at several places");
            }
        };
        for binder in &of.binders {
            look(binder.source.expr());
        }
        if let Some(guard) = &of.guard {
            look(guard);
        }
        let mut writes: Vec<Expr> = Vec::new();
        each_in_body(
            &of.body,
            &mut |stmt| match &stmt.kind {
                StmtKind::Assign(place, ..) if place.index.is_some() => writes.extend(place.index.clone()),
                StmtKind::Assign(..)
                | StmtKind::Swap(..)
                | StmtKind::Become(_)
                | StmtKind::Then(..)
                | StmtKind::For(..) => {
                    writes.push(Expr { kind: Kind::Broken, ty: crate::types::Type::Any, span: stmt.span });
                }
                StmtKind::Let(..) | StmtKind::If(..) | StmtKind::Gain(_) | StmtKind::Again | StmtKind::Pass => {}
            },
            &mut look,
        );
        for index in &writes {
            match index.kind {
                Kind::Local(slot) if used.is_none_or(|known| known == slot) => used = Some(slot),
                _ => trouble = Some("a cell other than the one read is written"),
            }
        }
        if let Some(trouble) = trouble {
            return Fact::Unknown(format!("move {}: {trouble}", of.name));
        }
        // The binder must range over the whole index set, whatever the position, and nothing else may depend on it.
        let Some(slot) = used else { return Fact::Unknown(format!("move {} changes no cell", of.name)) };
        let binder = of.binders.iter().find(|binder| binder.local == slot);
        let Domain::Array { index, .. } = &field.domain else { unreachable!("checked above") };
        let whole = binder.is_some_and(|binder| matches!(&binder.source, Source::In(set) if set == index));
        if !whole {
            return Fact::Unknown(format!("move {} does not range over all cells", of.name));
        }
        let (mut elsewhere, mut named) = (false, 0);
        let mut others = |expr: &Expr| {
            let mut all = 0;
            let mut inside = 0;
            expr.each(&mut |part| match &part.kind {
                Kind::Local(found) if *found == slot => all += 1,
                Kind::Index(base, index) if matches!(base.kind, Kind::Field(_)) && index.kind == Kind::Local(slot) => {
                    inside += 1
                }
                _ => {}
            });
            elsewhere |= all != inside;
        };
        for binder in &of.binders {
            others(binder.source.expr());
        }
        if let Some(guard) = &of.guard {
            others(guard);
        }
        // Of the expressions of a body, the index of the cell that is written alone may be the binder.
        let mut indices = 0;
        each_in_body(
            &of.body,
            &mut |stmt| {
                indices += usize::from(matches!(&stmt.kind, StmtKind::Assign(place, ..) if place.index.is_some()))
            },
            &mut |expr| match expr.kind == Kind::Local(slot) {
                true => named += 1,
                false => others(expr),
            },
        );
        elsewhere |= named != indices;
        if elsewhere {
            return Fact::Unknown(format!("move {} depends on which cell it is", of.name));
        }
    }
    Fact::Proved(format!("every move reads and writes one cell of {}, and the same wherever it lies", field.name))
}

#[cfg(test)]
mod tests {
    use crate::{Facts, read};

    #[test]
    fn cells_that_change_together_are_no_sum() {
        let proved = |body: &str| {
            let text =
                format!("game A\n  param m = 3\n  state a: nat[m] = 2\n  move t(i in 0..m-1) if a[i] > 0: {body}\n");
            Facts::of(&read(&text).module.games[0]).independent_axes.is_proved()
        };
        assert!(proved("a[i] -= 1"));
        for body in [
            "let x = i; a[i] = min(x, a[i] - 1)",
            "a[i] = 0; gain i",
            "a = 0",
            "a = a",
            "swap a[i], a[0]",
            "a[0] = 0",
            "a[i] = a[0]",
            "a[i] = 0; a = 0",
        ] {
            assert!(!proved(body), "{body}");
        }
    }
}
