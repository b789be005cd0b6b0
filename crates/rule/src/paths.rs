//! Symbolic execution: every way through a move's body with what is known on it. Loops forget what they write.

use crate::reason::Context;
use crate::rules::{ArithOp, Expr, Kind, Move, Place, Rules, SetOp, Source, Stmt, StmtKind};
use crate::span::Span;
use crate::syntax::AssignOp;
use crate::types::Type;
use crate::walk::each_in_body;

/// More ways through one move than this are not followed.
const MOST_PATHS: usize = 64;

/// Locals that contexts invent are numbered from here.
const INVENTED: usize = 1 << 20;

/// One write of a body; all expressions speak of the fields before the move.
pub struct Write {
    /// The field.
    pub field: usize,
    /// The cell, for one cell of an array.
    pub index: Option<Expr>,
    /// How it was written.
    pub op: AssignOp,
    /// What was written, added or taken away.
    pub operand: Expr,
    /// What the place held, where that is known.
    pub old: Option<Expr>,
    /// What the place holds afterwards.
    pub new: Expr,
    /// Where it stands.
    pub span: Span,
}

/// One way through a move, at its end.
pub struct Path<'a> {
    /// What is known there.
    pub context: Context<'a>,
    /// The conditions that lead this way, over the fields before the move.
    pub branches: Vec<Expr>,
    /// What was written, in order.
    pub writes: Vec<Write>,
    /// What the component becomes, if it does.
    pub becomes: Option<Expr>,
    /// Whether a loop or too many cases make this only part of the truth.
    pub exact: bool,
    /// Fields that a loop has written.
    pub blurred: Vec<usize>,
}

/// What an analysis wants to be told.
pub trait Observer {
    /// A value is computed in a body, at this point.
    fn value(&mut self, _: &mut Context, _: &Expr) {}
    /// A place is written.
    fn write(&mut self, _: &mut Context, _: &Write) {}
    /// A way through the move ends.
    fn end(&mut self, _: &mut Path) {}
}

/// What is known where the body of a move begins.
pub fn entry<'a>(rules: &'a Rules, of: &Move) -> Context<'a> {
    let mut context = Context::new(rules, INVENTED);
    for binder in &of.binders {
        match &binder.source {
            Source::In(set) => {
                let set = context.now(set);
                let ty = set.ty.element().cloned().unwrap_or(Type::Any);
                let local = Expr { kind: Kind::Local(binder.local), ty, span: binder.span };
                context.assume_member(&local, &set);
            }
            Source::Is(value) => {
                let value = context.now(value);
                context.was_evaluated(&value);
                context.bind(binder.local, value);
            }
        }
    }
    if let Some(guard) = &of.guard {
        let guard = context.now(guard);
        context.assume(&guard);
    }
    context
}

/// Follows every way through a move of inlined rules.
pub fn walk<'a>(rules: &'a Rules, of: &Move, context: Context<'a>, observer: &mut dyn Observer) {
    let path =
        Path { context, branches: Vec::new(), writes: Vec::new(), becomes: None, exact: true, blurred: Vec::new() };
    let mut walker = Walker { rules, observer, ended: 0 };
    let body: Vec<&Stmt> = of.body.iter().collect();
    walker.run(path, &body);
}

struct Walker<'r, 'o> {
    rules: &'r Rules,
    observer: &'o mut dyn Observer,
    ended: usize,
}

impl<'r> Walker<'r, '_> {
    fn run(&mut self, mut path: Path<'r>, body: &[&Stmt]) {
        let Some((stmt, rest)) = body.split_first() else {
            self.ended += 1;
            self.observer.end(&mut path);
            return;
        };
        match &stmt.kind {
            StmtKind::Assign(place, op, value) => {
                if let Some(index) = &place.index {
                    self.value(&mut path, index);
                }
                self.value(&mut path, value);
                self.assign(&mut path, place, *op, value, stmt.span);
            }
            StmtKind::Swap(a, b) => {
                let (x, y) = (read_of(a, self.rules), read_of(b, self.rules));
                self.value(&mut path, &x);
                self.value(&mut path, &y);
                let (x, y) = (path.context.now(&x), path.context.now(&y));
                self.write(&mut path, a, AssignOp::Set, y.clone(), y, stmt.span);
                self.write(&mut path, b, AssignOp::Set, x.clone(), x, stmt.span);
            }
            StmtKind::Let(local, _, value) => {
                self.value(&mut path, value);
                let value = path.context.now(value);
                path.context.was_evaluated(&value);
                if is_long(&value) {
                    path.context.forget_local(*local);
                } else {
                    path.context.bind(*local, value);
                }
            }
            StmtKind::If(condition, yes, no) => return self.branch(path, condition, yes, no, rest),
            StmtKind::For(local, _, set, inner) => {
                self.value(&mut path, set);
                self.repeat(&mut path, *local, set, inner);
            }
            StmtKind::Gain(points) => self.value(&mut path, points),
            StmtKind::Again => {}
            StmtKind::Become(position) => {
                self.value(&mut path, position);
                path.becomes = Some(path.context.now(position));
            }
            StmtKind::Pass => {}
        }
        self.run(path, rest);
    }

    fn value(&mut self, path: &mut Path<'r>, value: &Expr) {
        let value = path.context.now(value);
        self.observer.value(&mut path.context, &value);
    }

    fn branch(&mut self, path: Path<'r>, condition: &Expr, yes: &[Stmt], no: &[Stmt], rest: &[&Stmt]) {
        for (body, truth) in [(yes, true), (no, false)] {
            let writes = path.writes.iter().map(copy_write).collect();
            let mut branch = Path {
                context: path.context.clone(),
                branches: path.branches.clone(),
                writes,
                becomes: path.becomes.clone(),
                exact: path.exact && self.ended < MOST_PATHS,
                blurred: path.blurred.clone(),
            };
            let condition = branch.context.now(condition);
            if truth {
                branch.context.assume(&condition);
            } else {
                branch.context.assume_fails(&condition);
            }
            let assumed = if truth { condition } else { condition.negated() };
            if branch.context.is_impossible() {
                continue;
            }
            branch.branches.push(assumed);
            let body: Vec<&Stmt> = body.iter().chain(rest.iter().copied()).collect();
            self.run(branch, &body);
        }
    }

    /// One round of a loop from an unknown point of it; afterwards everything it writes is unknown.
    fn repeat(&mut self, path: &mut Path<'r>, local: usize, set: &Expr, inner: &[Stmt]) {
        let set = path.context.now(set);
        let forget = |path: &mut Path<'r>| {
            each_in_body(
                inner,
                &mut |stmt| match &stmt.kind {
                    StmtKind::Assign(place, ..) => forget_place(path, place),
                    StmtKind::Swap(a, b) => {
                        forget_place(path, a);
                        forget_place(path, b);
                    }
                    StmtKind::Let(local, ..) => path.context.forget_local(*local),
                    _ => {}
                },
                &mut |_| {},
            );
        };
        forget(path);
        path.exact = false;
        let writes = path.writes.iter().map(copy_write).collect();
        let mut round = Path {
            context: path.context.clone(),
            branches: path.branches.clone(),
            writes,
            becomes: None,
            exact: false,
            blurred: path.blurred.clone(),
        };
        let ty = set.ty.element().cloned().unwrap_or(Type::Any);
        let element = Expr { kind: Kind::Local(local), ty, span: set.span };
        round.context.forget_local(local);
        round.context.assume_member(&element, &set);
        let body: Vec<&Stmt> = inner.iter().collect();
        let mut quiet = Walker { rules: self.rules, observer: &mut Quiet(self.observer), ended: 0 };
        quiet.run(round, &body);
        forget(path);
    }

    fn assign(&mut self, path: &mut Path<'r>, place: &Place, op: AssignOp, value: &Expr, span: Span) {
        let operand = path.context.now(value);
        let old = path.context.now(&read_of(place, self.rules));
        let is_set = matches!(old.ty, Type::Set(_));
        let join = |arith: ArithOp, set: SetOp| {
            let (a, b) = (Box::new(old.clone()), Box::new(operand.clone()));
            let kind = if is_set { Kind::SetOp(set, a, b) } else { Kind::Arith(arith, a, b) };
            Expr { kind, ty: old.ty.clone(), span }
        };
        let new = match op {
            AssignOp::Set => operand.clone(),
            AssignOp::Add => join(ArithOp::Add, SetOp::Union),
            AssignOp::Sub => join(ArithOp::Sub, SetOp::Minus),
        };
        self.write(path, place, op, operand, new, span);
    }

    fn write(&mut self, path: &mut Path<'r>, place: &Place, op: AssignOp, operand: Expr, new: Expr, span: Span) {
        let old = path.context.now(&read_of(place, self.rules));
        let index = place.index.as_ref().map(|index| path.context.now(index));
        let known = index.is_none() || path.context.field(place.field).is_some();
        let write = Write { field: place.field, index, op, operand, old: known.then_some(old), new, span };
        self.observer.write(&mut path.context, &write);
        // What has grown too long is forgotten: every read would copy it.
        let long = is_long(&write.new) || write.index.as_ref().is_some_and(is_long);
        match &write.index {
            Some(_) if long => path.context.set_field(place.field, None),
            Some(index) => path.context.set_cell(place.field, index.clone(), write.new.clone()),
            None if long => {
                let unknown = path.context.unknown_field(place.field);
                path.context.set_field(place.field, Some(unknown));
            }
            None => path.context.set_field(place.field, Some(write.new.clone())),
        }
        path.writes.push(write);
    }
}

/// Whether an expression has more than a few hundred parts.
fn is_long(expr: &Expr) -> bool {
    let mut parts = 0;
    expr.each(&mut |_| parts += 1);
    parts > 300
}

fn forget_place(path: &mut Path, place: &Place) {
    path.blurred.push(place.field);
    let value = if place.index.is_some() { None } else { Some(path.context.unknown_field(place.field)) };
    path.context.set_field(place.field, value);
}

/// Passes on everything but the end of a loop's round.
struct Quiet<'a>(&'a mut dyn Observer);

impl Observer for Quiet<'_> {
    fn value(&mut self, context: &mut Context, value: &Expr) {
        self.0.value(context, value);
    }

    fn write(&mut self, context: &mut Context, write: &Write) {
        self.0.write(context, write);
    }
}

fn copy_write(write: &Write) -> Write {
    Write {
        field: write.field,
        index: write.index.clone(),
        op: write.op,
        operand: write.operand.clone(),
        old: write.old.clone(),
        new: write.new.clone(),
        span: write.span,
    }
}

/// The place as an expression that reads it.
pub fn read_of(place: &Place, rules: &Rules) -> Expr {
    let ty = rules.fields[place.field].domain.ty();
    let field = Expr { kind: Kind::Field(place.field), ty: ty.clone(), span: place.span };
    match (&place.index, ty) {
        (Some(index), Type::Array(_, element)) => {
            Expr { kind: Kind::Index(Box::new(field), Box::new(index.clone())), ty: *element, span: place.span }
        }
        _ => field,
    }
}
