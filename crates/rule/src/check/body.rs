use super::names::Symbol;
use super::{Checker, Place as Where};
use crate::rules::{ArithOp, Domain, Expr, Follow, Kind, Place, Stmt, StmtKind};
use crate::syntax::{self, AssignOp, ExprKind};
use crate::types::Type;

impl Checker<'_> {
    /// Checks the statements of a body; `let`s stay bound to its end.
    pub(super) fn body(&mut self, body: &[syntax::Stmt], fields: &[Domain]) -> Vec<Stmt> {
        let depth = self.locals.len();
        let mut checked: Vec<Stmt> = Vec::new();
        for stmt in body {
            match checked.last().map(|stmt| &stmt.kind) {
                Some(StmtKind::Become(_)) => {
                    self.report("E20", stmt.span, "nothing can follow `become`", "write it above `become`");
                }
                Some(last) if goes_on(last) => {
                    self.report("E20", stmt.span, "nothing can follow `then`", "write it above `then`");
                }
                _ => {}
            }
            if let Some(kind) = self.statement(stmt, fields) {
                checked.push(Stmt { kind, span: stmt.span });
            }
        }
        self.unbind(depth);
        checked
    }

    fn statement(&mut self, stmt: &syntax::Stmt, fields: &[Domain]) -> Option<StmtKind> {
        self.place = Where::Rule;
        Some(match &stmt.kind {
            syntax::StmtKind::Assign(syntax::Expr { kind: ExprKind::Dot(base, entry), .. }, op, value) => {
                self.entry_written(base, entry, *op, value)?
            }
            syntax::StmtKind::Assign(place, op, value) => {
                let place = self.writable(place)?;
                let domain = place_domain(&place, fields)?;
                let value = match op {
                    AssignOp::Set => self.expr_for(value, &domain),
                    AssignOp::Add | AssignOp::Sub => {
                        let checked = self.expr(value);
                        let ty = domain.ty();
                        let fits = match (&ty, &checked.ty) {
                            (_, Type::Any) | (Type::Int, Type::Int) => true,
                            (Type::Set(a), Type::Set(b)) => a.join(b).is_some(),
                            (cell, step) => cell.is_vector() && step.is_vector() && cell.join(step).is_some(),
                        };
                        if !fits {
                            let remedy = if matches!(ty, Type::Set(_)) {
                                "write a set: `{x}`"
                            } else {
                                "write something of the same kind"
                            };
                            self.report(
                                "E10",
                                checked.span,
                                format!("{} cannot be added to {ty} or taken from it", checked.ty),
                                remedy,
                            );
                        }
                        checked
                    }
                };
                StmtKind::Assign(place, *op, value)
            }
            syntax::StmtKind::Swap(a, b) => {
                let (a, b) = (self.writable(a)?, self.writable(b)?);
                let alike = match (place_domain(&a, fields), place_domain(&b, fields)) {
                    (Some(x), Some(y)) => x.ty() == y.ty(),
                    _ => true,
                };
                if !alike {
                    self.report(
                        "E10",
                        stmt.span,
                        "these two hold different kinds of things",
                        "swap places of one kind",
                    );
                }
                StmtKind::Swap(a, b)
            }
            syntax::StmtKind::Let(name, value) => {
                let value = self.expr(value);
                let local = self.bind(name, value.ty.clone());
                StmtKind::Let(local, name.text.clone(), value)
            }
            syntax::StmtKind::If(condition, yes, no) => {
                let condition = self.condition(condition);
                StmtKind::If(condition, self.body(yes, fields), self.body(no, fields))
            }
            syntax::StmtKind::For(name, set, inner) => {
                let set = self.expr(set);
                let ty = set.ty.element().cloned().unwrap_or_else(|| {
                    self.report(
                        "E15",
                        set.span,
                        format!("`for` cannot walk {}", set.ty),
                        "write a set, a range or a list",
                    );
                    Type::Any
                });
                let depth = self.locals.len();
                let local = self.bind(name, ty);
                let inner = self.body(inner, fields);
                self.unbind(depth);
                if inner.last().is_some_and(|stmt| goes_on(&stmt.kind)) {
                    self.report("E20", stmt.span, "a loop cannot go on with a turn", "write `then` below the loop");
                }
                StmtKind::For(local, name.text.clone(), set, inner)
            }
            syntax::StmtKind::Gain(points) => StmtKind::Gain(self.number(points)),
            syntax::StmtKind::Again => StmtKind::Again,
            syntax::StmtKind::Become(position) => StmtKind::Become(self.position(position)),
            syntax::StmtKind::Then(follows, stop) => {
                let mut checked = Vec::new();
                for follow in follows {
                    let values = follow.values.iter().map(|value| self.expr(value)).collect();
                    checked.push(Follow { moves: self.moves_named(&follow.name), values });
                }
                StmtKind::Then(checked, *stop)
            }
            syntax::StmtKind::Pass => StmtKind::Pass,
        })
    }

    /// `place.entry = value`: the tuple that lies there with one entry replaced.
    fn entry_written(
        &mut self,
        base: &syntax::Expr,
        entry: &syntax::Name,
        op: AssignOp,
        value: &syntax::Expr,
    ) -> Option<StmtKind> {
        let place = self.writable(base)?;
        let whole = self.operand(base);
        let Type::Tuple(entries) = whole.ty.clone() else {
            self.report("E10", base.span, format!("{} has no entries", whole.ty), "write it as a whole");
            return None;
        };
        let Some(number) = whole.ty.entry(&entry.text) else {
            let cause = format!("{} has no entry `{}`", whole.ty, entry.text);
            self.report("E08", entry.span, cause, "write an entry that its set names");
            return None;
        };
        let read = |number: usize| {
            let ty = entries[number].ty.clone();
            Expr { kind: Kind::Dot(Box::new(whole.clone()), number), ty, span: base.span }
        };
        let value = self.operand(value);
        let ty = &entries[number].ty;
        let adds = op != AssignOp::Set;
        if ty.join(&value.ty).is_none() || adds && *ty != Type::Int {
            let cause = format!("{} stands where {ty} is wanted", value.ty);
            self.report("E10", value.span, cause, "write something of the same kind");
            return None;
        }
        let span = value.span;
        let value = match op {
            AssignOp::Set => value,
            AssignOp::Add | AssignOp::Sub => {
                let op = if op == AssignOp::Add { ArithOp::Add } else { ArithOp::Sub };
                Expr { kind: Kind::Arith(op, Box::new(read(number)), Box::new(value)), ty: Type::Int, span }
            }
        };
        let parts = (0..entries.len()).map(|other| if other == number { value.clone() } else { read(other) }).collect();
        let tuple = Expr { kind: Kind::Tuple(parts), ty: whole.ty.clone(), span };
        Some(StmtKind::Assign(place, AssignOp::Set, tuple))
    }

    fn writable(&mut self, place: &syntax::Expr) -> Option<Place> {
        let (name, indices, span) = match &place.kind {
            ExprKind::Name(name) => (name, None, place.span),
            ExprKind::Index(base, indices) => match &base.kind {
                ExprKind::Name(name) => (name, Some(indices), place.span),
                _ => {
                    self.report("E18", place.span, "only a field or a cell of one can be changed", "write `a[i]`");
                    return None;
                }
            },
            ExprKind::Dot(..) => {
                self.report("E18", place.span, "an entry of a tuple is changed by `=`", "write `a[i].name = value`");
                return None;
            }
            _ => return None,
        };
        if self.locals.iter().any(|local| local.name == *name) {
            self.report(
                "E18",
                span,
                format!("`{name}` is bound, not a field; it cannot be changed"),
                "change a field instead",
            );
            return None;
        }
        let field = match self.symbols.get(name) {
            Some(Symbol::Field(number)) => *number,
            Some(_) => {
                self.report(
                    "E18",
                    span,
                    format!("`{name}` is not a field; it cannot be changed"),
                    "declare it with `state`",
                );
                return None;
            }
            None => {
                self.unknown_name(name, span);
                return None;
            }
        };
        let index = match (indices, &self.fields[field].1.clone()) {
            (None, _) => None,
            (Some(indices), Type::Array(of, _)) => {
                let index = self.index_value(indices, span);
                if of.join(&index.ty).is_none() {
                    let cause = format!("this array is indexed by {of}, not by {}", index.ty);
                    self.report("E10", index.span, cause, "use an element of its index set");
                }
                Some(index)
            }
            (Some(_), Type::Any) => return None,
            (Some(_), other) => {
                self.report("E10", span, format!("{other} has no cells"), "only arrays are indexed");
                return None;
            }
        };
        Some(Place { field, index, span })
    }
}

/// Whether a turn may go on after a statement.
fn goes_on(stmt: &StmtKind) -> bool {
    let last = |body: &[Stmt]| body.last().is_some_and(|stmt| goes_on(&stmt.kind));
    match stmt {
        StmtKind::Then(..) => true,
        StmtKind::If(_, yes, no) => last(yes) || last(no),
        _ => false,
    }
}

/// What a place may hold.
fn place_domain(place: &Place, fields: &[Domain]) -> Option<Domain> {
    let domain = fields.get(place.field)?;
    match (&place.index, domain) {
        (Some(_), Domain::Array { element, .. }) => Some((**element).clone()),
        (Some(_), _) => None,
        (None, domain) => Some(domain.clone()),
    }
}
