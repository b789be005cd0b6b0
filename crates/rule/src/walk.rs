//! Visiting expressions and statements, written once for every analysis.

use crate::rules::{Binder, Expr, Follow, Kind, Move, Place, Source, Stmt, StmtKind};

impl Expr {
    /// The condition that this one is false.
    pub fn negated(self) -> Expr {
        let span = self.span;
        Expr { kind: Kind::Not(Box::new(self)), ty: crate::types::Type::Bool, span }
    }

    /// Calls `visit` on each direct part, in the order of evaluation.
    pub fn parts<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        let over = |binders: &'a [Binder], visit: &mut dyn FnMut(&'a Expr)| {
            for binder in binders {
                visit(binder.source.expr());
            }
        };
        match &self.kind {
            Kind::There(a) | Kind::Neg(a) | Kind::Not(a) | Kind::Dot(a, _) => visit(a),
            Kind::Arith(_, a, b)
            | Kind::SetOp(_, a, b)
            | Kind::Compare(_, a, b)
            | Kind::In(a, b)
            | Kind::And(a, b)
            | Kind::Or(a, b)
            | Kind::Range(a, b)
            | Kind::Index(a, b) => {
                visit(a);
                visit(b);
            }
            Kind::If(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Kind::Call(_, parts)
            | Kind::Tuple(parts)
            | Kind::List(parts)
            | Kind::Set(parts)
            | Kind::Builtin(_, parts)
            | Kind::Sum(parts) => parts.iter().for_each(visit),
            Kind::Build(binders, filter, body) | Kind::Fold(_, binders, filter, body) => {
                over(binders, visit);
                if let Some(filter) = filter {
                    visit(filter);
                }
                visit(body);
            }
            Kind::Game(_, arguments) => arguments.iter().for_each(|(_, argument)| visit(argument)),
            Kind::Int(_)
            | Kind::Bool(_)
            | Kind::None
            | Kind::Text(_)
            | Kind::EnumValue(..)
            | Kind::Who(_)
            | Kind::Stuck
            | Kind::Forever
            | Kind::Param(_)
            | Kind::Field(_)
            | Kind::Local(_)
            | Kind::Const(_)
            | Kind::Whole(_)
            | Kind::Broken => {}
        }
    }

    /// The same expression with each direct part replaced.
    pub fn map_parts(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
        Expr { kind: self.kind.map_parts(change), ty: self.ty.clone(), span: self.span }
    }

    /// Calls `visit` on this expression and everything below it, outermost first.
    pub fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        self.parts(&mut |part| part.each(visit));
    }

    /// Whether this expression or anything below it satisfies `test`.
    pub fn any(&self, test: &dyn Fn(&Expr) -> bool) -> bool {
        let mut found = test(self);
        if !found {
            self.parts(&mut |part| found = found || part.any(test));
        }
        found
    }
}

impl Kind {
    /// The same with each direct part replaced, in the order of evaluation. Parts are not copied before they are replaced.
    fn map_parts(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Kind {
        type Change<'a> = dyn FnMut(&Expr) -> Expr + 'a;
        let one = |part: &Expr, change: &mut Change| Box::new(change(part));
        let all = |parts: &[Expr], change: &mut Change| parts.iter().map(change).collect();
        let binders = |binders: &[Binder], change: &mut Change| {
            let map = |binder: &Binder| Binder {
                name: binder.name.clone(),
                local: binder.local,
                source: match &binder.source {
                    Source::In(set) => Source::In(change(set)),
                    Source::Is(value) => Source::Is(change(value)),
                },
                span: binder.span,
            };
            binders.iter().map(map).collect()
        };
        let filtered = |filter: Option<&Expr>, change: &mut Change| filter.map(|part| one(part, change));
        match self {
            Kind::There(a) => Kind::There(one(a, change)),
            Kind::Neg(a) => Kind::Neg(one(a, change)),
            Kind::Not(a) => Kind::Not(one(a, change)),
            Kind::Dot(a, entry) => Kind::Dot(one(a, change), *entry),
            Kind::Arith(op, a, b) => Kind::Arith(*op, one(a, change), one(b, change)),
            Kind::SetOp(op, a, b) => Kind::SetOp(*op, one(a, change), one(b, change)),
            Kind::Compare(op, a, b) => Kind::Compare(*op, one(a, change), one(b, change)),
            Kind::In(a, b) => Kind::In(one(a, change), one(b, change)),
            Kind::And(a, b) => Kind::And(one(a, change), one(b, change)),
            Kind::Or(a, b) => Kind::Or(one(a, change), one(b, change)),
            Kind::Range(a, b) => Kind::Range(one(a, change), one(b, change)),
            Kind::Index(a, b) => Kind::Index(one(a, change), one(b, change)),
            Kind::If(a, b, c) => Kind::If(one(a, change), one(b, change), one(c, change)),
            Kind::Call(number, parts) => Kind::Call(*number, all(parts, change)),
            Kind::Tuple(parts) => Kind::Tuple(all(parts, change)),
            Kind::List(parts) => Kind::List(all(parts, change)),
            Kind::Set(parts) => Kind::Set(all(parts, change)),
            Kind::Builtin(builtin, parts) => Kind::Builtin(*builtin, all(parts, change)),
            Kind::Sum(parts) => Kind::Sum(all(parts, change)),
            Kind::Build(names, filter, body) => {
                Kind::Build(binders(names, change), filtered(filter.as_deref(), change), one(body, change))
            }
            Kind::Fold(op, names, filter, body) => {
                Kind::Fold(*op, binders(names, change), filtered(filter.as_deref(), change), one(body, change))
            }
            Kind::Game(game, arguments) => {
                let map = |(target, argument): &(_, Expr)| (Clone::clone(target), change(argument));
                Kind::Game(*game, arguments.iter().map(map).collect())
            }
            Kind::Int(_)
            | Kind::Bool(_)
            | Kind::None
            | Kind::Text(_)
            | Kind::EnumValue(..)
            | Kind::Who(_)
            | Kind::Stuck
            | Kind::Forever
            | Kind::Param(_)
            | Kind::Field(_)
            | Kind::Local(_)
            | Kind::Const(_)
            | Kind::Whole(_)
            | Kind::Broken => self.clone(),
        }
    }
}

/// Calls `visit` on every expression of a body, and `statement` on every statement, in order.
pub fn each_in_body<'a>(body: &'a [Stmt], statement: &mut dyn FnMut(&'a Stmt), visit: &mut dyn FnMut(&'a Expr)) {
    for stmt in body {
        statement(stmt);
        match &stmt.kind {
            StmtKind::Assign(place, _, value) => {
                if let Some(index) = &place.index {
                    visit(index);
                }
                visit(value);
            }
            StmtKind::Swap(a, b) => {
                for place in [a, b] {
                    if let Some(index) = &place.index {
                        visit(index);
                    }
                }
            }
            StmtKind::Let(_, _, value) | StmtKind::Gain(value) | StmtKind::Become(value) => visit(value),
            StmtKind::If(condition, yes, no) => {
                visit(condition);
                each_in_body(yes, statement, visit);
                each_in_body(no, statement, visit);
            }
            StmtKind::For(_, _, set, inner) => {
                visit(set);
                each_in_body(inner, statement, visit);
            }
            StmtKind::Then(follows, _) => follows.iter().flat_map(|follow| &follow.values).for_each(&mut *visit),
            StmtKind::Again | StmtKind::Pass => {}
        }
    }
}

impl Move {
    /// The same move with each whole expression in it replaced.
    pub fn map(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Move {
        let mut copy = self.clone();
        copy.binders = self.binders.iter().map(|binder| binder.map(change)).collect();
        copy.guard = self.guard.as_ref().map(&mut *change);
        copy.body = map_body(&self.body, change);
        copy
    }
}

impl Binder {
    /// The same binder with its whole expression replaced.
    pub fn map(&self, change: &mut dyn FnMut(&Expr) -> Expr) -> Binder {
        let mut copy = self.clone();
        match &mut copy.source {
            Source::In(expr) | Source::Is(expr) => *expr = change(expr),
        }
        copy
    }
}

/// The same body with each whole expression in it replaced.
pub fn map_body(body: &[Stmt], change: &mut dyn FnMut(&Expr) -> Expr) -> Vec<Stmt> {
    fn place(of: &Place, change: &mut dyn FnMut(&Expr) -> Expr) -> Place {
        Place { index: of.index.as_ref().map(change), ..of.clone() }
    }
    let mut each = |stmt: &Stmt| {
        let kind = match &stmt.kind {
            StmtKind::Assign(to, op, value) => StmtKind::Assign(place(to, change), *op, change(value)),
            StmtKind::Swap(a, b) => StmtKind::Swap(place(a, change), place(b, change)),
            StmtKind::Let(local, name, value) => StmtKind::Let(*local, name.clone(), change(value)),
            StmtKind::If(condition, yes, no) => {
                StmtKind::If(change(condition), map_body(yes, change), map_body(no, change))
            }
            StmtKind::For(local, name, set, inner) => {
                StmtKind::For(*local, name.clone(), change(set), map_body(inner, change))
            }
            StmtKind::Gain(points) => StmtKind::Gain(change(points)),
            StmtKind::Become(position) => StmtKind::Become(change(position)),
            StmtKind::Then(follows, stop) => {
                let mut mapped = |follow: &Follow| Follow {
                    moves: follow.moves.clone(),
                    values: follow.values.iter().map(&mut *change).collect(),
                };
                StmtKind::Then(follows.iter().map(&mut mapped).collect(), *stop)
            }
            StmtKind::Again => StmtKind::Again,
            StmtKind::Pass => StmtKind::Pass,
        };
        Stmt { kind, span: stmt.span }
    };
    body.iter().map(&mut each).collect()
}
