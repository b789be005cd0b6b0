use super::names::Symbol;
use super::{Checker, Place};
use crate::graph::{Graph, GraphKind};
use crate::rules::{ArithOp, Binder, Builtin, Comparison, Domain, Expr, Kind, SetOp, Source, Who, Whole};
use crate::span::Span;
use crate::syntax::{self, BinaryOp, CompareOp, ExprKind, FoldOp};
use crate::types::{Entry, Type};
use crate::uses::Uses;

/// A built-in function: its name, the least and the greatest number of its arguments, what it is.
type Function = (&'static str, usize, usize, Builtin);

/// Built-in functions whose names no file may declare.
const FUNCTIONS: &[Function] = &[
    ("grid", 2, 2, Builtin::Grid),
    ("lines", 2, 3, Builtin::Lines),
    ("reach", 2, 2, Builtin::Reach),
    ("next", 2, 2, Builtin::Next),
    ("nodes", 1, 1, Builtin::Nodes),
    ("len", 1, 1, Builtin::Len),
    ("abs", 1, 1, Builtin::Abs),
    ("min", 1, usize::MAX, Builtin::Min),
    ("max", 1, usize::MAX, Builtin::Max),
];

/// Those whose names a file may declare: its own meaning counts then.
const OPEN_FUNCTIONS: &[Function] = &[
    ("near", 2, 2, Builtin::Next),
    ("before", 2, 2, Builtin::Before),
    ("edges", 1, 1, Builtin::Edges),
    ("ray", 3, 3, Builtin::Ray),
    ("subsets", 1, 2, Builtin::Subsets),
    ("gcd", 2, 2, Builtin::Gcd),
];

impl Checker<'_> {
    /// Checks an expression that fills something of the given domain, which says what `all` and texts mean.
    pub(super) fn expr_for(&mut self, expr: &syntax::Expr, domain: &Domain) -> Expr {
        let checked = match (&expr.kind, domain) {
            (ExprKind::Name(name), Domain::SetOf(inner)) if name == "all" => match &**inner {
                Domain::Of(set) => Expr { span: expr.span, ..set.clone() },
                _ => {
                    self.report("E15", expr.span, "`all` of an endless set", "write the elements");
                    self.broken(expr.span)
                }
            },
            (ExprKind::Text(text), Domain::SetOf(_) | Domain::Array { .. } | Domain::Graph(_)) => {
                if let Domain::Graph(kind) = domain
                    && let Err(cause) = Graph::parse(text, *kind)
                {
                    let remedy = match kind {
                        GraphKind::Directed => "write `0->1 2;1->2`: from each vertex, where its edges lead",
                        GraphKind::Undirected => "write `0-1-2-0, 2-3`: walks along its edges",
                    };
                    self.report("E10", expr.span, cause, remedy);
                }
                Expr { kind: Kind::Text(text.clone()), ty: domain.ty(), span: expr.span }
            }
            _ => self.expr(expr),
        };
        self.must_fill(&checked, domain);
        checked
    }

    /// Reports a value whose type cannot fill the domain. A scalar fills an array by repetition, a list in order.
    fn must_fill(&mut self, value: &Expr, domain: &Domain) {
        let want = domain.ty();
        let fits = match (&value.ty, &want) {
            (Type::List(inner), Type::Array(_, element)) => fills(inner, element),
            (scalar, Type::Array(_, element)) if !matches!(scalar, Type::Array(..)) => scalar.join(element).is_some(),
            (Type::Optional(_), Type::Optional(_)) => value.ty.join(&want).is_some(),
            (Type::Optional(inner), other) => **inner != Type::Any && inner.join(other).is_some(),
            (Type::List(inner), Type::Set(element)) => inner.join(element).is_some(),
            (have, want) => have.join(want).is_some(),
        };
        if !fits {
            let cause = format!("{} stands where {want} is wanted", value.ty);
            self.report("E10", value.span, cause, format!("write {want}"));
        }
    }

    pub(super) fn broken(&self, span: Span) -> Expr {
        Expr { kind: Kind::Broken, ty: Type::Any, span }
    }

    /// An expression whose value is reckoned with, which `none` is not: it is undefined then.
    pub(super) fn operand(&mut self, expr: &syntax::Expr) -> Expr {
        let checked = self.expr(expr);
        there(checked)
    }

    /// Checks a condition.
    pub(super) fn condition(&mut self, expr: &syntax::Expr) -> Expr {
        let checked = self.operand(expr);
        self.want(&checked, &Type::Bool, "a condition compares something: `n > 0`");
        checked
    }

    /// Checks a number.
    pub(super) fn number(&mut self, expr: &syntax::Expr) -> Expr {
        let checked = self.operand(expr);
        self.want(&checked, &Type::Int, "write a number here");
        checked
    }

    /// Wants a value of a type, or of one that joins it: names of entries do not matter.
    fn want_alike(&mut self, expr: &Expr, ty: &Type, remedy: &str) {
        if expr.ty.join(ty).is_none() {
            self.report("E10", expr.span, format!("{} stands where {ty} is wanted", expr.ty), remedy);
        }
    }

    fn want(&mut self, expr: &Expr, ty: &Type, remedy: &str) -> bool {
        let fits = expr.ty == *ty || expr.ty == Type::Any;
        if !fits {
            self.report("E10", expr.span, format!("{} stands where {ty} is wanted", expr.ty), remedy);
        }
        fits
    }

    /// Checks any expression.
    pub(super) fn expr(&mut self, expr: &syntax::Expr) -> Expr {
        let span = expr.span;
        let (kind, ty) = match &expr.kind {
            ExprKind::Int(number) => (Kind::Int(*number), Type::Int),
            ExprKind::Text(text) => (Kind::Text(text.clone()), Type::Text),
            ExprKind::Name(name) => return self.name_expr(name, span),
            ExprKind::Neg(inner) => {
                let inner = self.operand(inner);
                if !inner.ty.is_vector() {
                    self.want(&inner, &Type::Int, "only numbers and steps have a negative");
                }
                let ty = inner.ty.clone();
                (Kind::Neg(Box::new(inner)), ty)
            }
            ExprKind::Not(inner) => (Kind::Not(Box::new(self.condition(inner))), Type::Bool),
            ExprKind::Binary(BinaryOp::And, left, right) => {
                (Kind::And(Box::new(self.condition(left)), Box::new(self.condition(right))), Type::Bool)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) => {
                (Kind::Or(Box::new(self.condition(left)), Box::new(self.condition(right))), Type::Bool)
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.operand(left), self.operand(right));
                return self.binary(*op, left, right, span);
            }
            ExprKind::Sum(terms) => return self.long_sum(terms, span),
            ExprKind::Chain(first, rest) => return self.chain(first, rest, span),
            ExprKind::Range(low, Some(high)) => {
                let (low, high) = (self.number(low), self.number(high));
                (Kind::Range(Box::new(low), Box::new(high)), Type::Set(Box::new(Type::Int)))
            }
            ExprKind::Range(_, None) => {
                self.report("E15", span, "an endless range cannot be walked", "write its upper end: `0..n`");
                return self.broken(span);
            }
            ExprKind::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let (yes, no) = (self.expr(yes), self.expr(no));
                let Some(ty) = yes.ty.join(&no.ty) else {
                    self.report(
                        "E10",
                        span,
                        format!("one branch is {}, the other {}", yes.ty, no.ty),
                        "make them alike",
                    );
                    return self.broken(span);
                };
                (Kind::If(Box::new(condition), Box::new(yes), Box::new(no)), ty)
            }
            ExprKind::Index(base, indices) => return self.index(base, indices, span),
            ExprKind::Dot(base, name) => return self.dot(base, name, span),
            ExprKind::Call(name, arguments) => return self.call_expr(name, arguments, span),
            ExprKind::List(entries) => {
                let (entries, ty) = self.alike(entries, "entries of a list");
                (Kind::List(entries), Type::List(Box::new(ty)))
            }
            ExprKind::Entries(binder, value) => return self.entries(binder, value, span),
            ExprKind::Tuple(entries) => {
                let entries: Vec<Expr> = entries.iter().map(|(_, entry)| self.expr(entry)).collect();
                let ty = Type::Tuple(entries.iter().map(|entry| Entry { name: None, ty: entry.ty.clone() }).collect());
                (Kind::Tuple(entries), ty)
            }
            ExprKind::Set(entries) => {
                let (entries, ty) = self.alike(entries, "elements of a set");
                (Kind::Set(entries), Type::Set(Box::new(ty)))
            }
            ExprKind::Build(binders, filter, body) => return self.build(binders, filter, body, span),
            ExprKind::Fold(op, binders, filter, body) => return self.fold(*op, binders, filter, body, span),
            ExprKind::Optional(_) | ExprKind::Arrays(..) | ExprKind::SetOf(_) | ExprKind::ListOf(_) => {
                self.report("E15", span, "this set of values cannot be walked", "only declarations take such sets");
                return self.broken(span);
            }
            ExprKind::Broken => return self.broken(span),
        };
        Expr { kind, ty, span }
    }

    fn name_expr(&mut self, name: &str, span: Span) -> Expr {
        if let Some(local) = self.locals.iter().rev().find(|local| local.name == name) {
            return Expr { kind: Kind::Local(local.slot), ty: local.ty.clone(), span };
        }
        let steps = Type::Set(Box::new(Type::cell()));
        let (kind, ty) = match name {
            "me" => (Kind::Who(Who::Me), Type::Player),
            "opp" => (Kind::Who(Who::Opp), Type::Player),
            "none" => (Kind::None, Type::Optional(Box::new(Type::Any))),
            "true" => (Kind::Bool(true), Type::Bool),
            "false" => (Kind::Bool(false), Type::Bool),
            "stuck" => (Kind::Stuck, Type::Bool),
            "forever" => (Kind::Forever, Type::Bool),
            "orth" => (Kind::Builtin(Builtin::Orth, Vec::new()), steps),
            "diag" => (Kind::Builtin(Builtin::Diag, Vec::new()), steps),
            "king" if !self.symbols.contains_key(name) => (Kind::Builtin(Builtin::King, Vec::new()), steps),
            "bool" => (Kind::Whole(Whole::Bool), Type::Set(Box::new(Type::Bool))),
            "player" => (Kind::Whole(Whole::Player), Type::Set(Box::new(Type::Player))),
            "all" => {
                self.report("E15", span, "`all` of what?", "`all` fills a field that is a `set of` something");
                return self.broken(span);
            }
            "nat" | "int" | "digraph" => {
                self.report("E15", span, format!("`{name}` cannot be walked"), "write a range: `0..n`");
                return self.broken(span);
            }
            _ => match self.symbol(name) {
                Some(Symbol::Param(number)) => (Kind::Param(number), self.params[number].1.clone()),
                Some(Symbol::Field(number)) => (Kind::Field(number), self.fields[number].1.clone()),
                Some(Symbol::Def(number)) => return self.call(number, Vec::new(), span),
                Some(Symbol::Enum(number)) => {
                    (Kind::Whole(Whole::Enum(number)), Type::Set(Box::new(Type::Enum(number))))
                }
                Some(Symbol::EnumValue(number, index)) => {
                    let (number, index) = self.meant_value(name).unwrap_or((number, index));
                    (Kind::EnumValue(number, index), Type::Enum(number))
                }
                Some(Symbol::Player(who)) => (Kind::Who(who), Type::Player),
                None if self.signatures.iter().any(|signature| signature.name == name) => {
                    return self.game_position(&syntax::Name { text: name.to_string(), span }, &[], span);
                }
                None => {
                    self.unknown_name(name, span);
                    return self.broken(span);
                }
            },
        };
        let expr = Expr { kind, ty, span };
        self.check_place(&expr, name);
        expr
    }

    /// The value of that name in an enumeration that is wanted here, if there is one.
    fn meant_value(&self, name: &str) -> Option<(usize, usize)> {
        self.wanted_enums.iter().find_map(|&number| {
            let index = self.shared.enums[number].values.iter().position(|value| value == name)?;
            Some((number, index))
        })
    }

    /// Reports an expression that may not be used where it stands.
    pub(super) fn check_place(&mut self, expr: &Expr, name: &str) {
        let uses = Uses::of(expr, &self.defs);
        let (cause, remedy) = if uses.field && self.place == Place::Fixed {
            (
                "depends on the position; sets depend on parameters alone",
                "make it a parameter, or bound it in the guards",
            )
        } else if uses.mover && matches!(self.place, Place::Fixed | Place::Initial) {
            ("asks who is about to move, but nobody is yet", "name a player, or leave it to the moves")
        } else if (uses.stuck || uses.forever) && !matches!(self.place, Place::Verdict | Place::Def) {
            ("can be asked only in verdict lines", "leave it out: moves are listed before anybody is stuck")
        } else {
            return;
        };
        self.report("E13", expr.span, format!("`{name}` {cause}"), remedy);
    }

    pub(super) fn binary(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        if left.ty == Type::Any || right.ty == Type::Any {
            let known = if left.ty == Type::Any { right.ty.clone() } else { left.ty.clone() };
            if matches!(known, Type::Any | Type::Int) {
                return self.arith(op, left, right, Type::Int, span);
            }
        }
        match (&left.ty, &right.ty, op) {
            (Type::Int, Type::Int, op) if op != BinaryOp::Meet => self.arith(op, left, right, Type::Int, span),
            (a, b, BinaryOp::Add | BinaryOp::Sub) if a.is_vector() && b.is_vector() && a.join(b).is_some() => {
                let ty = left.ty.clone();
                self.arith(op, left, right, unnamed(ty), span)
            }
            (Type::Int, b, BinaryOp::Mul) if b.is_vector() => {
                let ty = right.ty.clone();
                self.arith(op, left, right, ty, span)
            }
            (a, Type::Int, BinaryOp::Mul) if a.is_vector() => {
                let ty = left.ty.clone();
                self.arith(op, right, left, ty, span)
            }
            (Type::Position, Type::Position, BinaryOp::Add) => {
                let mut parts = Vec::new();
                for side in [left, right] {
                    match side.kind {
                        Kind::Sum(inner) => parts.extend(inner),
                        _ => parts.push(side),
                    }
                }
                Expr { kind: Kind::Sum(parts), ty: Type::Position, span }
            }
            (Type::Set(a), Type::Set(b), BinaryOp::Add | BinaryOp::Sub | BinaryOp::Meet) if a.join(b).is_some() => {
                let ty = Type::Set(Box::new(a.join(b).expect("just joined")));
                let op = match op {
                    BinaryOp::Add => SetOp::Union,
                    BinaryOp::Sub => SetOp::Minus,
                    _ => SetOp::Meet,
                };
                Expr { kind: Kind::SetOp(op, Box::new(left), Box::new(right)), ty, span }
            }
            (Type::Any, _, _) | (_, Type::Any, _) => self.broken(span),
            (a, b, _) => {
                let cause = format!("`{}` cannot join {a} and {b}", spelling(op));
                self.report("E10", span, cause, "both sides must be numbers, cells or sets of the same things");
                self.broken(span)
            }
        }
    }

    fn arith(&mut self, op: BinaryOp, left: Expr, right: Expr, ty: Type, span: Span) -> Expr {
        let op = match op {
            BinaryOp::Add => ArithOp::Add,
            BinaryOp::Sub => ArithOp::Sub,
            BinaryOp::Mul => ArithOp::Mul,
            BinaryOp::Div => ArithOp::Div,
            BinaryOp::Mod => ArithOp::Mod,
            BinaryOp::Xor => ArithOp::Xor,
            BinaryOp::Meet | BinaryOp::And | BinaryOp::Or => return self.broken(span),
        };
        Expr { kind: Kind::Arith(op, Box::new(left), Box::new(right)), ty, span }
    }

    fn long_sum(&mut self, terms: &[syntax::Expr], span: Span) -> Expr {
        let mut checked: Vec<Expr> = terms.iter().map(|term| self.operand(term)).collect();
        if checked.iter().all(|term| matches!(term.ty, Type::Position | Type::Any)) {
            return Expr { kind: Kind::Sum(checked), ty: Type::Position, span };
        }
        if checked.len() > crate::parse::MAX_CHAIN {
            self.report("E04", span, "this sum has too many terms", "use sum(...) or a set");
            return self.broken(span);
        }
        let first = checked.remove(0);
        checked.into_iter().fold(first, |left, right| {
            let span = left.span.to(right.span);
            self.binary(BinaryOp::Add, left, right, span)
        })
    }

    fn chain(&mut self, first: &syntax::Expr, rest: &[(CompareOp, syntax::Expr)], span: Span) -> Expr {
        let mut left = self.expr(first);
        let mut all: Option<Expr> = None;
        for (op, right) in rest {
            let right = self.expr(right);
            let link_span = left.span.to(right.span);
            let link = self.compare(*op, left, right.clone(), link_span);
            all = Some(match all {
                None => link,
                Some(before) => Expr { kind: Kind::And(Box::new(before), Box::new(link)), ty: Type::Bool, span },
            });
            left = right;
        }
        all.unwrap_or_else(|| self.broken(span))
    }

    pub(super) fn compare(&mut self, op: CompareOp, left: Expr, right: Expr, span: Span) -> Expr {
        let boolean = |kind| Expr { kind, ty: Type::Bool, span };
        match op {
            CompareOp::In | CompareOp::NotIn => {
                match right.ty.element() {
                    None => {
                        let cause = format!("`in` wants a set, not {}", right.ty);
                        self.report("E15", right.span, cause, "write a set, a range or a list");
                    }
                    Some(element) if element.join(&left.ty).is_none() => {
                        let cause = format!("{} can never be in a set of {element}", left.ty);
                        self.report("E10", span, cause, "compare things of one kind");
                    }
                    Some(_) => {}
                }
                let inside = boolean(Kind::In(Box::new(left), Box::new(right)));
                if op == CompareOp::In { inside } else { boolean(Kind::Not(Box::new(inside))) }
            }
            CompareOp::Eq | CompareOp::Ne => {
                if left.ty.join(&right.ty).is_none() {
                    let cause = format!("{} can never equal {}", left.ty, right.ty);
                    self.report("E10", span, cause, "compare things of one kind");
                }
                let comparison = if op == CompareOp::Eq { Comparison::Eq } else { Comparison::Ne };
                boolean(Kind::Compare(comparison, Box::new(left), Box::new(right)))
            }
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => {
                let (left, right) = (there(left), there(right));
                for side in [&left, &right] {
                    self.want(side, &Type::Int, "only numbers have an order");
                }
                let (comparison, left, right) = match op {
                    CompareOp::Lt => (Comparison::Lt, left, right),
                    CompareOp::Le => (Comparison::Le, left, right),
                    CompareOp::Gt => (Comparison::Lt, right, left),
                    _ => (Comparison::Le, right, left),
                };
                boolean(Kind::Compare(comparison, Box::new(left), Box::new(right)))
            }
        }
    }

    fn index(&mut self, base: &syntax::Expr, indices: &[syntax::Expr], span: Span) -> Expr {
        let base = self.expr(base);
        let index = self.index_value(indices, span);
        let ty = match &base.ty {
            Type::Array(of, element) => {
                if of.join(&index.ty).is_none() {
                    let cause = format!("this array is indexed by {of}, not by {}", index.ty);
                    self.report("E10", index.span, cause, "use an element of its index set");
                }
                (**element).clone()
            }
            Type::List(element) => {
                self.want(&index, &Type::Int, "lists are indexed by numbers from 0");
                (**element).clone()
            }
            Type::Any => Type::Any,
            other => {
                self.report("E10", base.span, format!("{other} has no entries"), "only arrays and lists are indexed");
                Type::Any
            }
        };
        Expr { kind: Kind::Index(Box::new(base), Box::new(index)), ty, span }
    }

    /// `i` or `i, j` as one index.
    pub(super) fn index_value(&mut self, indices: &[syntax::Expr], span: Span) -> Expr {
        let mut checked: Vec<Expr> = indices.iter().map(|index| self.operand(index)).collect();
        match checked.len() {
            0 => {
                self.report("E05", span, "an index is missing", "write `a[i]`");
                self.broken(span)
            }
            1 => checked.remove(0),
            _ => {
                let ty = Type::Tuple(checked.iter().map(|entry| Entry { name: None, ty: entry.ty.clone() }).collect());
                let whole = checked[0].span.to(checked[checked.len() - 1].span);
                Expr { kind: Kind::Tuple(checked), ty, span: whole }
            }
        }
    }

    fn dot(&mut self, base: &syntax::Expr, name: &syntax::Name, span: Span) -> Expr {
        let base = self.operand(base);
        if base.ty == Type::Any {
            return self.broken(span);
        }
        let Some(entry) = base.ty.entry(&name.text) else {
            let cause = format!("{} has no entry `{}`", base.ty, name.text);
            self.report("E08", name.span, cause, "cells have `row` and `col`; tuples have the names their set gives");
            return self.broken(span);
        };
        let ty = match &base.ty {
            Type::Tuple(entries) => entries[entry].ty.clone(),
            _ => Type::Any,
        };
        Expr { kind: Kind::Dot(Box::new(base), entry), ty, span }
    }

    /// `[i in S: e]`: the pairs of an index and what an array holds there.
    fn entries(&mut self, binder: &syntax::Binder, value: &syntax::Expr, span: Span) -> Expr {
        if !matches!(self.place, Place::Initial | Place::Fixed) {
            self.report(
                "E10",
                span,
                "an array is built as a start value or a parameter only",
                "write cells one by one: `for i in S: a[i] = e`",
            );
            return self.broken(span);
        }
        let depth = self.locals.len();
        let binders = self.binders(std::slice::from_ref(binder));
        let value = self.expr(value);
        self.unbind(depth);
        let index = binders[0].source.expr().ty.element().cloned().unwrap_or(Type::Any);
        let ty = Type::Array(Box::new(index.clone()), Box::new(value.ty.clone()));
        let pair = [index.clone(), value.ty.clone()].map(|ty| Entry { name: None, ty });
        let index = Expr { kind: Kind::Local(binders[0].local), ty: index, span };
        let pair = Expr { kind: Kind::Tuple(vec![index, value]), ty: Type::Tuple(pair.to_vec()), span };
        Expr { kind: Kind::Build(binders, None, Box::new(pair)), ty, span }
    }

    fn alike(&mut self, entries: &[syntax::Expr], what: &str) -> (Vec<Expr>, Type) {
        let mut ty = Type::Any;
        let mut checked = Vec::with_capacity(entries.len());
        for entry in entries {
            let entry = self.expr(entry);
            match ty.join(&entry.ty) {
                Some(joined) => ty = joined,
                None => {
                    let cause = format!("{what} must be alike: {} stands among others of another kind", entry.ty);
                    self.report("E10", entry.span, cause, "keep to one kind");
                }
            }
            checked.push(entry);
        }
        (checked, ty)
    }

    /// Binds the names of `binders` one after the other; the caller unbinds them.
    pub(super) fn binders(&mut self, binders: &[syntax::Binder]) -> Vec<Binder> {
        binders
            .iter()
            .map(|binder| {
                let (source, ty) = match &binder.source {
                    syntax::Source::In(set) => {
                        let set = self.expr(set);
                        let ty = set.ty.element().cloned();
                        if ty.is_none() {
                            let cause = format!("`{}` cannot range over {}", binder.name.text, set.ty);
                            self.report("E15", set.span, cause, "write a set, a range or a list after `in`");
                        }
                        (Source::In(set), ty.unwrap_or(Type::Any))
                    }
                    syntax::Source::Is(value) => {
                        let value = self.expr(value);
                        let ty = value.ty.clone();
                        (Source::Is(value), ty)
                    }
                };
                let local = self.bind(&binder.name, ty);
                Binder { name: binder.name.text.clone(), local, source, span: binder.name.span }
            })
            .collect()
    }

    fn build(
        &mut self,
        binders: &[syntax::Binder],
        filter: &Option<Box<syntax::Expr>>,
        body: &Option<Box<syntax::Expr>>,
        span: Span,
    ) -> Expr {
        let depth = self.locals.len();
        let bound = self.binders(binders);
        let filter = filter.as_ref().map(|filter| Box::new(self.condition(filter)));
        let body = match body {
            Some(body) => self.expr(body),
            None => {
                let value = self.locals.get(depth).cloned();
                if bound.iter().filter(|binder| matches!(binder.source, Source::In(_))).count() > 1 {
                    self.report("E05", span, "which value goes into the set?", "write `{x in A, y in B: value}`");
                }
                match value {
                    Some(local) => Expr { kind: Kind::Local(local.slot), ty: local.ty, span },
                    None => self.broken(span),
                }
            }
        };
        self.unbind(depth);
        let ty = Type::Set(Box::new(body.ty.clone()));
        Expr { kind: Kind::Build(bound, filter, Box::new(body)), ty, span }
    }

    fn fold(
        &mut self,
        op: FoldOp,
        binders: &[syntax::Binder],
        filter: &Option<Box<syntax::Expr>>,
        body: &Option<Box<syntax::Expr>>,
        span: Span,
    ) -> Expr {
        let depth = self.locals.len();
        let bound = self.binders(binders);
        let filter = filter.as_ref().map(|filter| Box::new(self.condition(filter)));
        let checked = match (op, body) {
            (FoldOp::Exists | FoldOp::All | FoldOp::Count, Some(body)) => self.condition(body),
            (_, Some(body)) => self.operand(body),
            (FoldOp::Exists | FoldOp::Count, None) => Expr { kind: Kind::Bool(true), ty: Type::Bool, span },
            (FoldOp::All, None) => {
                self.report("E05", span, "`all` has no condition", "write it after `:`, as in all(x in S: x > 0)");
                self.broken(span)
            }
            (_, None) => match self.locals.get(depth).cloned() {
                Some(local) => there(Expr { kind: Kind::Local(local.slot), ty: local.ty, span }),
                None => self.broken(span),
            },
        };
        self.unbind(depth);
        let ty = match op {
            FoldOp::Exists | FoldOp::All => Type::Bool,
            FoldOp::Count => Type::Int,
            FoldOp::Sum if checked.ty == Type::Position => Type::Position,
            _ => {
                self.want(&checked, &Type::Int, "only numbers can be folded like this");
                Type::Int
            }
        };
        Expr { kind: Kind::Fold(op, bound, filter, Box::new(checked)), ty, span }
    }

    fn call_expr(&mut self, name: &syntax::Name, arguments: &[syntax::Argument], span: Span) -> Expr {
        let open = OPEN_FUNCTIONS.iter().filter(|_| !self.is_declared(&name.text));
        let own = matches!(self.symbols.get(&name.text), Some(Symbol::Def(_)));
        let known = FUNCTIONS.iter().filter(|_| !own).chain(open);
        if let Some(&(word, least, most, builtin)) = known.into_iter().find(|(word, ..)| *word == name.text) {
            let checked: Vec<Expr> = arguments.iter().map(|argument| self.operand(&argument.value)).collect();
            if !(least..=most).contains(&checked.len()) {
                let wanted = match most {
                    usize::MAX => "at least one".to_string(),
                    _ if least == most => least.to_string(),
                    _ => format!("{least} or {most}"),
                };
                self.report(
                    "E11",
                    span,
                    format!("`{word}` takes {wanted} arguments, not {}", checked.len()),
                    "see docs/language.md",
                );
                return self.broken(span);
            }
            return self.builtin(builtin, checked, span);
        }
        if !self.is_declared(&name.text)
            && let Some(made) = self.composed(name, arguments, span)
        {
            return made;
        }
        if self.signatures.iter().any(|signature| signature.name == name.text) {
            return self.game_position(name, arguments, span);
        }
        if let Some(Symbol::Def(number)) = self.symbols.get(&name.text).cloned() {
            if let Some(named) = arguments.iter().find_map(|argument| argument.name.as_ref()) {
                self.report("E11", named.span, "arguments of a definition have no names", "write the values in order");
            }
            let checked = arguments.iter().map(|argument| self.expr(&argument.value)).collect();
            return self.call(number, checked, span);
        }
        for argument in arguments {
            self.expr(&argument.value);
        }
        if self.symbols.contains_key(&name.text) || self.locals.iter().any(|local| local.name == name.text) {
            self.report("E10", name.span, format!("`{}` is no function", name.text), "arrays are indexed with `[...]`");
        } else {
            self.unknown_name(&name.text, name.span);
        }
        self.broken(span)
    }

    pub(super) fn builtin(&mut self, builtin: Builtin, arguments: Vec<Expr>, span: Span) -> Expr {
        let set = |ty: Type| Type::Set(Box::new(ty));
        let wanted: &[Type] = match builtin {
            Builtin::Grid => &[Type::Int, Type::Int],
            Builtin::Next | Builtin::Before => &[Type::Graph, Type::Int],
            Builtin::Nodes | Builtin::Edges => &[Type::Graph],
            Builtin::Gcd => &[Type::Int, Type::Int],
            Builtin::Abs => &[Type::Int],
            _ => &[],
        };
        for (argument, ty) in arguments.iter().zip(wanted) {
            self.want(argument, ty, "see docs/language.md for what it takes");
        }
        let element = arguments.first().and_then(|first| first.ty.element().cloned());
        let ty = match builtin {
            Builtin::Orth | Builtin::Diag | Builtin::King | Builtin::Grid => set(Type::cell()),
            Builtin::Lines => {
                let cell = element.filter(Type::is_vector).unwrap_or_else(Type::cell);
                if arguments.len() == 2 {
                    self.want(&arguments[0], &set(Type::cell()), "`lines(S, k)` wants a set of cells");
                } else {
                    let remedy = "`lines(S, k, D)` wants a set of cells or tuples and a set of such steps";
                    self.want_alike(&arguments[0], &set(cell.clone()), remedy);
                    self.want_alike(&arguments[2], &set(cell.clone()), remedy);
                }
                self.want(&arguments[1], &Type::Int, "`lines(S, k)` wants a number");
                set(set(cell))
            }
            Builtin::Ray => {
                let cell = arguments[0].ty.clone();
                let cell = if cell.is_vector() { cell } else { Type::cell() };
                let remedy = "`ray(c, d, S)` wants a cell, a step and a set of cells";
                for (argument, ty) in arguments.iter().zip([cell.clone(), cell.clone(), set(cell.clone())]) {
                    self.want_alike(argument, &ty, remedy);
                }
                set(cell)
            }
            Builtin::Subsets => {
                if element.is_none() || matches!(arguments[0].ty, Type::List(_)) {
                    let cause = format!("`subsets` wants a set, not {}", arguments[0].ty);
                    self.report("E10", span, cause, "write subsets(S), subsets(S, k) or subsets(S, a..b)");
                }
                if let Some(sizes) = arguments.get(1)
                    && sizes.ty != Type::Int
                {
                    self.want_alike(sizes, &set(Type::Int), "the sizes are a number or a range");
                }
                set(set(element.unwrap_or(Type::Any)))
            }
            Builtin::Edges => set(Type::cell()),
            Builtin::Gcd => Type::Int,
            Builtin::Reach => {
                let pairs = arguments[1].ty.element().cloned();
                let ok = match (&element, &pairs) {
                    (Some(start), Some(Type::Tuple(entries))) => {
                        entries.len() >= 2 && entries[..2].iter().all(|entry| entry.ty.join(start).is_some())
                    }
                    (Some(_), Some(Type::Any)) => true,
                    _ => false,
                };
                if !ok {
                    self.report(
                        "E10",
                        span,
                        "`reach` wants a set and a set of pairs",
                        "write reach({start}, {x in S: (x, y)})",
                    );
                }
                let joined = match (element, pairs) {
                    (Some(start), Some(Type::Tuple(entries))) if ok => start.join(&entries[0].ty).unwrap_or(Type::Any),
                    (Some(start), _) => start,
                    _ => Type::Any,
                };
                set(joined)
            }
            Builtin::Next | Builtin::Before | Builtin::Nodes => set(Type::Int),
            Builtin::Len => {
                if element.is_none() {
                    self.report(
                        "E10",
                        span,
                        format!("`len` wants a list or set, not {}", arguments[0].ty),
                        "count with count(...)",
                    );
                }
                Type::Int
            }
            Builtin::Abs => Type::Int,
            Builtin::Min | Builtin::Max => {
                for argument in &arguments {
                    self.want(argument, &Type::Int, "only numbers have a least one");
                }
                Type::Int
            }
        };
        Expr { kind: Kind::Builtin(builtin, arguments), ty, span }
    }
}

/// The expression, which is undefined where its value is `none`.
fn there(expr: Expr) -> Expr {
    match &expr.ty {
        Type::Optional(inner) if **inner != Type::Any => {
            let (ty, span) = ((**inner).clone(), expr.span);
            Expr { kind: Kind::There(Box::new(expr)), ty, span }
        }
        _ => expr,
    }
}

/// `1 argument`, `2 arguments`.
pub(super) fn arguments_text(count: usize) -> String {
    if count == 1 { "1 argument".to_string() } else { format!("{count} arguments") }
}

/// Whether a list of `entry`s can fill an array of `element`s, row by row if nested.
fn fills(entry: &Type, element: &Type) -> bool {
    entry.join(element).is_some() || matches!(entry, Type::List(inner) if inner.join(element).is_some())
}

fn unnamed(ty: Type) -> Type {
    match ty {
        Type::Tuple(entries) => {
            Type::Tuple(entries.into_iter().map(|entry| Entry { name: None, ty: entry.ty }).collect())
        }
        other => other,
    }
}

fn spelling(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "//",
        BinaryOp::Mod => "%",
        BinaryOp::Meet => "&",
        BinaryOp::Xor => "^^",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
    }
}
