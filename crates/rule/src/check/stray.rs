//! Where positions may stand: after `become`, `start` and `expect`, in definitions that give positions, added there, or chosen
//! by `if`. Nothing else is done with positions: they are no values that a name keeps, a set holds or a test compares.

use crate::diagnostic::Diagnostic;
use crate::extent::each_whole;
use crate::rules::{Def, Expr, Kind, Rules, StmtKind};
use crate::syntax::FoldOp;
use crate::types::Type;
use crate::walk::each_in_body;

/// Reports positions of a game that stand where a value is wanted.
pub(super) fn check(rules: &Rules) -> Vec<Diagnostic> {
    let mut followed: Vec<*const Expr> = Vec::new();
    for of in &rules.moves {
        let mut statement = |stmt: &crate::rules::Stmt| {
            if let StmtKind::Become(position) = &stmt.kind {
                followed.push(position);
            }
        };
        each_in_body(&of.body, &mut statement, &mut |_| {});
    }
    let mut found = Vec::new();
    each_whole(rules, &mut |expr| look(expr, followed.contains(&std::ptr::from_ref(expr)), &mut found));
    in_definitions(&rules.defs, &mut found);
    found
}

/// The same of an expression that is written alone, a position or a value, with the definitions that it calls.
pub(super) fn check_closed(expr: &Expr, is_position: bool, defs: &[Def]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    look(expr, is_position, &mut found);
    in_definitions(defs, &mut found);
    found
}

fn in_definitions(defs: &[Def], found: &mut Vec<Diagnostic>) {
    defs.iter().for_each(|def| look(&def.code.expr, true, found));
}

/// Looks at an expression where a position may stand or not.
fn look(expr: &Expr, may_stand: bool, found: &mut Vec<Diagnostic>) {
    let is_position = expr.ty == Type::Position;
    match &expr.kind {
        Kind::Sum(parts) if is_position && may_stand => parts.iter().for_each(|part| look(part, true, found)),
        Kind::If(condition, yes, no) if is_position && may_stand => {
            look(condition, false, found);
            look(yes, true, found);
            look(no, true, found);
        }
        Kind::Fold(FoldOp::Sum, binders, filter, body) if is_position && may_stand => {
            binders.iter().for_each(|binder| look(binder.source.expr(), false, found));
            filter.iter().for_each(|filter| look(filter, false, found));
            look(body, true, found);
        }
        Kind::Game(..) | Kind::Call(..) if is_position && may_stand => {
            expr.parts(&mut |part| look(part, false, found));
        }
        _ if is_position => {
            let cause = "a position stands where a value is wanted";
            let remedy = "write it after `become`, alone or added to others";
            found.push(Diagnostic::new("E10", expr.span, cause, remedy));
        }
        _ => expr.parts(&mut |part| look(part, false, found)),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Diagnostic, read};

    fn refused(body: &str) -> bool {
        let reading = read(&format!("game A\n  state n: 0..9 = 5\n{body}"));
        reading.diagnostics.iter().any(Diagnostic::is_error)
    }

    #[test]
    fn positions_are_no_values() {
        for body in [
            "  move m if n > 0:\n    let p = A(0)\n    become p\n",
            "  move m(p = A(1)) if n > 0: become p\n",
            "  move m if A(n) == A(n): n = 0\n",
            "  move m if A(n) in {A(1)}: n = 0\n",
            "  move m if n > len([A(0)]): n = 0\n",
            "  move m if (A(0), 1).1 == 1: n = 0\n",
            "  move m if exists(p = A(0) if n > 0): n = 0\n",
            "  move m if n > 0: become (A(0), A(1)).0\n",
            "  def same(p) = p\n  move m if n > 0: become same(A(0))\n",
            "  def p = A(0)\n  move m if p == p: n = 0\n",
            "  def p = {A(0)}\n  move m if n > 0: n = 0\n  claim first wins when len(p) == 1\n",
            "  move m if n > 0: n = 0\nexpect grundy A(len({A(0)})) == 1\n",
        ] {
            assert!(refused(body), "{body}");
        }
    }

    #[test]
    fn positions_are_added_and_chosen() {
        for body in [
            "  def two(k) = A(k) + A(0)\n  move m(k in 0..n-1) if n > 0: become two(k)\n",
            "  move m if n > 0: become if n > 3 then A(n - 1) else A(0) + A(n - 1)\n",
            "  move m if n > 0: become sum(i in 0..1: if n > 3 then A(i) else A(0))\n",
            "  move m if n > 0: become A(0)\nstart A(1) + sum(i in 0..1: A(i))\nexpect grundy A(0) + A(0) == 0\n",
        ] {
            assert!(!refused(body), "{body}: {:?}", read(&format!("game A\n  state n: 0..9 = 5\n{body}")).diagnostics);
        }
    }

    #[test]
    fn expressions_that_stand_alone_are_values() {
        let file = crate::parse_file("game A\n  state n: 0..9 = 5\n  move m if n > 0: n = 0\n").file;
        for (text, is_value) in [("n + 1", true), ("A(n) == A(n)", false), ("A(n)", false)] {
            let expr = crate::parse_expression(text, 100).expect("an expression");
            assert_eq!(crate::check_expression(&expr, &file, 0).is_ok(), is_value, "{text}");
        }
    }
}
