//! Checked expressions as text, for messages and reasons.

use crate::rules::{ArithOp, Binder, Builtin, Comparison, Expr, Kind, Rules, SetOp, Source, Who, Whole};
use crate::syntax::FOLDS;
use crate::types::Type;
use std::cell::RefCell;
use std::collections::HashMap;

/// Text of expressions of one game.
pub struct Printer<'a> {
    rules: &'a Rules,
    /// Names of locals met so far, those of binders inside expressions included; unknown ones print as `x3`.
    names: RefCell<HashMap<usize, String>>,
}

impl<'a> Printer<'a> {
    /// A printer that knows the names of one move's binders and `let`s.
    pub fn new(rules: &'a Rules, binders: &[Binder]) -> Printer<'a> {
        let names = binders.iter().map(|binder| (binder.local, binder.name.clone())).collect();
        Printer { rules, names: RefCell::new(names) }
    }

    /// Gives a local a name.
    pub fn name(&self, local: usize, name: &str) {
        self.names.borrow_mut().insert(local, name.to_string());
    }

    fn list(&self, parts: &[Expr]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.expr(part)).collect();
        parts.join(", ")
    }

    fn binders(&self, binders: &[Binder]) -> String {
        let parts: Vec<String> = binders
            .iter()
            .map(|binder| {
                let text = match &binder.source {
                    Source::In(set) => format!("{} in {}", binder.name, self.expr(set)),
                    Source::Is(value) => format!("{} = {}", binder.name, self.expr(value)),
                };
                self.name(binder.local, &binder.name);
                text
            })
            .collect();
        parts.join(", ")
    }

    fn tight(&self, expr: &Expr) -> String {
        let loose = matches!(
            expr.kind,
            Kind::Arith(..) | Kind::SetOp(..) | Kind::Compare(..) | Kind::And(..) | Kind::Or(..) | Kind::If(..)
        );
        let text = self.expr(expr);
        if loose { format!("({text})") } else { text }
    }

    /// The text of an expression.
    pub fn expr(&self, expr: &Expr) -> String {
        let pair = |a: &Expr, op: &str, b: &Expr| format!("{} {op} {}", self.tight(a), self.tight(b));
        match &expr.kind {
            Kind::Int(number) => number.to_string(),
            Kind::Bool(value) => value.to_string(),
            Kind::None => "none".into(),
            Kind::Text(text) => format!("{text:?}"),
            Kind::EnumValue(number, value) => {
                self.rules.enums.get(*number).map_or("?".into(), |of| of.values[*value].clone())
            }
            Kind::Who(who) => match who {
                Who::Me => "me".into(),
                Who::Opp => "opp".into(),
                Who::Left => self.rules.players[0].clone(),
                Who::Right => self.rules.players[1].clone(),
            },
            Kind::Stuck => "stuck".into(),
            Kind::Forever => "forever".into(),
            Kind::Param(number) => self.rules.params[*number].name.clone(),
            Kind::Field(number) => self.rules.fields[*number].name.clone(),
            Kind::Local(slot) => {
                let known = self.names.borrow().get(slot).cloned();
                known.unwrap_or_else(|| format!("x{slot}"))
            }
            Kind::Const(number) => format!("constant {number}"),
            Kind::Call(number, arguments) => {
                let name = &self.rules.defs[*number].name;
                if arguments.is_empty() { name.clone() } else { format!("{name}({})", self.list(arguments)) }
            }
            Kind::There(inner) => self.expr(inner),
            Kind::Neg(inner) => format!("-{}", self.tight(inner)),
            Kind::Not(inner) => format!("not {}", self.tight(inner)),
            Kind::Arith(op, a, b) => {
                let op = match op {
                    ArithOp::Add => "+",
                    ArithOp::Sub => "-",
                    ArithOp::Mul => "*",
                    ArithOp::Div => "//",
                    ArithOp::Mod => "%",
                    ArithOp::Xor => "^^",
                };
                pair(a, op, b)
            }
            Kind::SetOp(op, a, b) => {
                let op = match op {
                    SetOp::Union => "+",
                    SetOp::Minus => "-",
                    SetOp::Meet => "&",
                };
                pair(a, op, b)
            }
            Kind::Compare(op, a, b) => {
                let op = match op {
                    Comparison::Eq => "==",
                    Comparison::Ne => "!=",
                    Comparison::Lt => "<",
                    Comparison::Le => "<=",
                };
                pair(a, op, b)
            }
            Kind::In(a, b) => pair(a, "in", b),
            Kind::And(a, b) => pair(a, "and", b),
            Kind::Or(a, b) => pair(a, "or", b),
            Kind::If(c, a, b) => format!("if {} then {} else {}", self.expr(c), self.expr(a), self.expr(b)),
            Kind::Range(a, b) => format!("{}..{}", self.tight(a), self.tight(b)),
            Kind::Index(base, index) => match &index.kind {
                Kind::Tuple(parts) => format!("{}[{}]", self.tight(base), self.list(parts)),
                _ => format!("{}[{}]", self.tight(base), self.expr(index)),
            },
            Kind::Dot(base, entry) => format!("{}.{}", self.tight(base), entry_name(&base.ty, *entry)),
            Kind::Tuple(parts) => format!("({})", self.list(parts)),
            Kind::List(parts) => format!("[{}]", self.list(parts)),
            Kind::Set(parts) => format!("{{{}}}", self.list(parts)),
            Kind::Build(binders, filter, body) => {
                let binders = self.binders(binders);
                let filter = filter.as_ref().map_or(String::new(), |filter| format!(" if {}", self.expr(filter)));
                format!("{{{binders}{filter}: {}}}", self.expr(body))
            }
            Kind::Fold(op, binders, filter, body) => {
                let name = FOLDS.iter().find(|(_, fold)| fold == op).map_or("fold", |(name, _)| name);
                let binders = self.binders(binders);
                let filter = filter.as_ref().map_or(String::new(), |filter| format!(" if {}", self.expr(filter)));
                format!("{name}({binders}{filter}: {})", self.expr(body))
            }
            Kind::Builtin(builtin, parts) => {
                let name = match builtin {
                    Builtin::Orth => "orth",
                    Builtin::Diag => "diag",
                    Builtin::King => "king",
                    Builtin::Grid => "grid",
                    Builtin::Lines => "lines",
                    Builtin::Reach => "reach",
                    Builtin::Ray => "ray",
                    Builtin::Subsets => "subsets",
                    Builtin::Next => "next",
                    Builtin::Before => "before",
                    Builtin::Edges => "edges",
                    Builtin::Gcd => "gcd",
                    Builtin::Nodes => "nodes",
                    Builtin::Len => "len",
                    Builtin::Abs => "abs",
                    Builtin::Min => "min",
                    Builtin::Max => "max",
                };
                if parts.is_empty() { name.into() } else { format!("{name}({})", self.list(parts)) }
            }
            Kind::Whole(Whole::Player) => "player".into(),
            Kind::Whole(Whole::Bool) => "bool".into(),
            Kind::Whole(Whole::Enum(number)) => self.rules.enums.get(*number).map_or("?".into(), |of| of.name.clone()),
            Kind::Game(_, arguments) => {
                let parts: Vec<String> = arguments.iter().map(|(_, argument)| self.expr(argument)).collect();
                format!("{}({})", self.rules.name, parts.join(", "))
            }
            Kind::Sum(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.expr(part)).collect();
                parts.join(" + ")
            }
            Kind::Broken => "?".into(),
        }
    }
}

/// What an entry of a tuple is called.
fn entry_name(ty: &Type, entry: usize) -> String {
    let name = match ty {
        Type::Tuple(entries) => entries.get(entry).and_then(|entry| entry.name.clone()),
        _ => None,
    };
    let cell = ["row", "col"].get(entry).filter(|name| ty.entry(name) == Some(entry));
    name.or(cell.map(|name| name.to_string())).unwrap_or_else(|| entry.to_string())
}
