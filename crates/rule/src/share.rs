//! Definitions that call another one several times, made to call it once: `d + d` becomes `max(x = d: x + x)`, which is the
//! same, also where `d` is undefined. Used where rules would otherwise be too long with their definitions written out.

use crate::rules::{Binder, Builtin, Comparison, Def, Expr, Kind, Source};
use crate::syntax::FoldOp;
use crate::types::Type;

/// The same definitions, each of which calls another with the same arguments once wherever that is seen to change nothing:
/// the value is a number or a truth value, and is undefined in any case if the call is.
pub(crate) fn shared(defs: &[Def]) -> Vec<Def> {
    defs.iter().map(|def| if def.recursive { def.clone() } else { sharing(def, defs) }).collect()
}

/// The definitions of an expression that stands alone: as they are unless that is too long written out.
pub(crate) fn fitting(expr: &Expr, defs: Vec<Def>) -> Vec<Def> {
    if crate::extent::fits(expr, &defs) { defs } else { shared(&defs) }
}

fn sharing(def: &Def, defs: &[Def]) -> Def {
    let mut def = def.clone();
    if !matches!(def.code.expr.ty, Type::Int | Type::Bool) {
        return def;
    }
    while let Some(call) = repeated(&def.code.expr, def.arguments, defs) {
        let local = def.code.locals;
        def.code.locals += 1;
        let name = Expr { kind: Kind::Local(local), ty: call.ty.clone(), span: call.span };
        let body = replaced(&def.code.expr, &call, &name);
        def.code.expr = with(Binder { name: def.name.clone(), local, span: call.span, source: Source::Is(call) }, body);
    }
    def
}

/// `body` where a name is bound: undefined where the value of the name is, or the body.
fn with(binder: Binder, body: Expr) -> Expr {
    let (span, ty) = (body.span, body.ty.clone());
    let at = |kind: Kind, ty: Type| Expr { kind, ty, span };
    let number = |number: i64| Box::new(at(Kind::Int(number), Type::Int));
    let max = |body: Expr| at(Kind::Fold(FoldOp::Max, vec![binder], None, Box::new(body)), Type::Int);
    match ty {
        Type::Bool => {
            let coded = at(Kind::If(Box::new(body), number(1), number(0)), Type::Int);
            at(Kind::Compare(Comparison::Eq, Box::new(max(coded)), number(1)), Type::Bool)
        }
        _ => max(body),
    }
}

/// A call that occurs more than once, without which the whole has no value.
fn repeated(body: &Expr, arguments: usize, defs: &[Def]) -> Option<Expr> {
    needed(body).into_iter().find(|call| {
        let Kind::Call(number, _) = call.kind else { return false };
        let outside = |part: &Expr| matches!(part.kind, Kind::Local(slot) if slot >= arguments);
        let mut times = 0;
        body.each(&mut |part| times += usize::from(part == call));
        times > 1 && !defs[number].recursive && !call.any(&outside)
    })
}

/// Calls of definitions that are evaluated whenever the expression has a value.
fn needed(expr: &Expr) -> Vec<Expr> {
    let both = |a: &Expr, b: &Expr| {
        let others = needed(b);
        needed(a).into_iter().filter(|call| others.contains(call)).collect::<Vec<_>>()
    };
    match &expr.kind {
        Kind::Call(..) => vec![expr.clone()],
        Kind::There(a) | Kind::Neg(a) | Kind::Not(a) => needed(a),
        Kind::Arith(_, a, b) | Kind::Compare(_, a, b) => [needed(a), needed(b)].concat(),
        Kind::Builtin(Builtin::Min | Builtin::Max | Builtin::Abs, parts) => parts.iter().flat_map(needed).collect(),
        Kind::And(a, b) | Kind::Or(a, b) => both(a, b),
        Kind::If(condition, yes, no) => [needed(condition), both(yes, no)].concat(),
        _ => Vec::new(),
    }
}

fn replaced(expr: &Expr, call: &Expr, name: &Expr) -> Expr {
    if expr == call {
        return Expr { span: expr.span, ..name.clone() };
    }
    expr.map_parts(&mut |part| replaced(part, call, name))
}
