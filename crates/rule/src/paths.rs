//! Symbolic execution: the ways through a move's body with what is known on each. After a loop, what it writes is unknown;
//! one round of it is followed from an unknown point. Where there are too many ways, an `if` is followed like a loop of one
//! round.

use crate::reason::Context;
use crate::rules::{ArithOp, Expr, Kind, Move, Place, Rules, SetOp, Source, Stmt, StmtKind};
use crate::span::Span;
use crate::syntax::AssignOp;
use crate::types::Type;
use crate::walk::each_in_body;

/// More ways through one move than this are not followed one by one.
const MOST_PATHS: usize = 64;

/// Locals that contexts invent are numbered from here.
const INVENTED: usize = 1 << 20;

/// One write of a body; all expressions speak of the fields before the move.
#[derive(Clone)]
pub struct Write {
    /// The field.
    pub field: usize,
    /// The cell, for one cell of an array.
    pub index: Option<Expr>,
    /// How it was written.
    pub op: AssignOp,
    /// What was written, added or taken away.
    pub operand: Expr,
    /// What the place held.
    pub old: Expr,
    /// What the place holds afterwards.
    pub new: Expr,
    /// Where it stands.
    pub span: Span,
}

/// One way through a move, at its end.
#[derive(Clone)]
pub struct Path<'a> {
    /// What is known there.
    pub context: Context<'a>,
    /// The conditions that lead this way, over the fields before the move.
    pub branches: Vec<Expr>,
    /// What was written, in order.
    pub writes: Vec<Write>,
    /// The loops on the way, in order.
    pub loops: Vec<Loop<'a>>,
    /// What the component becomes, if it does.
    pub becomes: Option<Expr>,
}

/// A loop of a body, or an `if` that is not followed way by way.
#[derive(Clone)]
pub struct Loop<'a> {
    /// What it walks through.
    pub set: Expr,
    /// The ways through one round, from an unknown point of the loop; only the writes of the round.
    pub rounds: Vec<Path<'a>>,
}

impl Path<'_> {
    /// Whether its writes are all that happens.
    pub fn is_straight(&self) -> bool {
        self.loops.is_empty()
    }
}

impl Loop<'_> {
    /// Whether some round ends the game's own play: by `become`, here or in an inner loop.
    pub fn becomes(&self) -> bool {
        self.rounds.iter().any(|round| round.becomes.is_some() || round.loops.iter().any(Loop::becomes))
    }

    /// Whether a round writes a field.
    pub fn writes(&self, field: usize) -> bool {
        let writes = |round: &Path| {
            round.writes.iter().any(|write| write.field == field) || round.loops.iter().any(|inner| inner.writes(field))
        };
        self.rounds.iter().any(writes)
    }
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
    let mut walker = Walker { rules, observer, ended: 0, rounds: None };
    let body: Vec<&Stmt> = of.body.iter().collect();
    walker.run(Path::new(context), &body);
}

/// What statements change: the places that they write, and the names that they bind.
struct Changed<'s> {
    places: Vec<&'s Place>,
    lets: Vec<usize>,
}

impl<'s> Changed<'s> {
    fn by<const N: usize>(bodies: [&'s [Stmt]; N]) -> Changed<'s> {
        let mut changed = Changed { places: Vec::new(), lets: Vec::new() };
        let mut statement = |stmt: &'s Stmt| match &stmt.kind {
            StmtKind::Assign(place, ..) => changed.places.push(place),
            StmtKind::Swap(a, b) => changed.places.extend([a, b]),
            StmtKind::Let(local, ..) => changed.lets.push(*local),
            // What stands inside is visited too; an inner loop binds its own name anew.
            StmtKind::If(..) | StmtKind::For(..) => {}
            StmtKind::Gain(_) | StmtKind::Again | StmtKind::Become(_) | StmtKind::Then(..) | StmtKind::Pass => {}
        };
        bodies.into_iter().for_each(|body| each_in_body(body, &mut statement, &mut |_| {}));
        changed
    }

    fn forget(&self, path: &mut Path) {
        for place in &self.places {
            let unknown = path.context.unknown_field(place.field);
            path.context.set_field(place.field, unknown);
        }
        self.lets.iter().for_each(|local| path.context.forget_local(*local));
    }
}

impl<'a> Path<'a> {
    /// What is known here, with nothing written yet.
    fn round(&self) -> Path<'a> {
        Path { branches: self.branches.clone(), ..Path::new(self.context.clone()) }
    }

    /// Goes one way of an `if`; whether that can be.
    fn enter(&mut self, condition: &Expr, truth: bool) -> bool {
        let condition = self.context.now(condition);
        if truth {
            self.context.assume(&condition);
        } else {
            self.context.assume_fails(&condition);
        }
        self.branches.push(if truth { condition } else { condition.negated() });
        !self.context.is_impossible()
    }

    fn new(context: Context<'a>) -> Path<'a> {
        Path { context, branches: Vec::new(), writes: Vec::new(), loops: Vec::new(), becomes: None }
    }
}

struct Walker<'r, 'o> {
    rules: &'r Rules,
    observer: &'o mut dyn Observer,
    ended: usize,
    /// In a loop: the ways through a round, which no observer sees the end of.
    rounds: Option<Vec<Path<'r>>>,
}

impl<'r> Walker<'r, '_> {
    fn run(&mut self, mut path: Path<'r>, body: &[&Stmt]) {
        let Some((stmt, rest)) = body.split_first() else {
            self.ended += 1;
            match &mut self.rounds {
                Some(rounds) => rounds.push(path),
                None => self.observer.end(&mut path),
            }
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
            StmtKind::If(condition, yes, no) if self.ended < MOST_PATHS => {
                return self.branch(path, condition, yes, no, rest);
            }
            StmtKind::If(condition, yes, no) => self.choose(&mut path, condition, yes, no),
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
            StmtKind::Then(follows, _) => {
                follows.iter().flat_map(|follow| &follow.values).for_each(|value| self.value(&mut path, value));
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
            let mut branch = path.clone();
            if !branch.enter(condition, truth) {
                continue;
            }
            let body: Vec<&Stmt> = body.iter().chain(rest.iter().copied()).collect();
            self.run(branch, &body);
        }
    }

    /// One round of a loop from an unknown point of it; afterwards everything it writes is unknown.
    fn repeat(&mut self, path: &mut Path<'r>, local: usize, set: &Expr, inner: &[Stmt]) {
        let set = path.context.now(set);
        let ty = set.ty.element().cloned().unwrap_or(Type::Any);
        let element = Expr { kind: Kind::Local(local), ty, span: set.span };
        let changed = Changed::by([inner]);
        let places = &changed.places;
        // Each element of a set comes once: where every round writes its own cell alone, that cell is as before the loop.
        path.context.forget_local(local);
        let is_own = |place: &&Place| place.index.as_ref().is_some_and(|index| index.kind == element.kind);
        let mut own: Vec<(usize, Expr)> = Vec::new();
        for place in places.iter().filter(|_| matches!(set.ty, Type::Set(_))) {
            let alone = places.iter().filter(|other| other.field == place.field).all(is_own);
            if alone && own.iter().all(|(field, _)| *field != place.field) {
                own.push((place.field, path.context.now(&read_of(place, self.rules))));
            }
        }
        changed.forget(path);
        let mut round = path.round();
        round.context.assume_member(&element, &set);
        for (field, value) in own {
            round.context.set_cell(field, element.clone(), value);
        }
        let rounds = self.follow(round, inner);
        path.loops.push(Loop { set, rounds });
        changed.forget(path);
    }

    /// An `if` whose two ways are not followed to the end of the move; afterwards everything it writes is unknown.
    fn choose(&mut self, path: &mut Path<'r>, condition: &Expr, yes: &[Stmt], no: &[Stmt]) {
        let mut rounds = Vec::new();
        for (body, truth) in [(yes, true), (no, false)] {
            let mut round = path.round();
            if round.enter(condition, truth) {
                rounds.append(&mut self.follow(round, body));
            }
        }
        let one = || Box::new(Expr { kind: Kind::Int(1), ty: Type::Int, span: condition.span });
        let once = Kind::Range(one(), one());
        let set = Expr { kind: once, ty: Type::Set(Box::new(Type::Int)), span: condition.span };
        path.loops.push(Loop { set, rounds });
        Changed::by([yes, no]).forget(path);
    }

    /// The ways through one round.
    fn follow(&mut self, round: Path<'r>, body: &[Stmt]) -> Vec<Path<'r>> {
        let mut walker =
            Walker { rules: self.rules, observer: self.observer, ended: self.ended, rounds: Some(Vec::new()) };
        walker.run(round, &body.iter().collect::<Vec<_>>());
        self.ended = walker.ended;
        walker.rounds.unwrap_or_default()
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
        let write = Write { field: place.field, index, op, operand, old, new, span };
        self.observer.write(&mut path.context, &write);
        // What has grown too long is forgotten: every read would copy it.
        let long = is_long(&write.new) || write.index.as_ref().is_some_and(is_long);
        match &write.index {
            _ if long => {
                let unknown = path.context.unknown_field(place.field);
                path.context.set_field(place.field, unknown);
            }
            Some(index) => path.context.set_cell(place.field, index.clone(), write.new.clone()),
            None => path.context.set_field(place.field, write.new.clone()),
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

#[cfg(test)]
mod tests {
    use crate::{Diagnostic, Facts, read};

    /// Whether every play is proved to end; nothing if the rules are refused.
    fn ends(text: &str) -> Option<bool> {
        let reading = read(text);
        let accepted = !reading.diagnostics.iter().any(Diagnostic::is_error);
        accepted.then(|| Facts::of(&reading.module.games[0]).acyclic.is_proved())
    }

    /// Play goes round in each of these.
    #[test]
    fn play_that_returns_is_not_proved_to_end() {
        for body in [
            "  state n: 0..9 = 3\n  move m if n > 0:\n    n -= 1\n    for k in 0..1: become A(5)\n",
            "  state n: 0..9 = 3\n  move m if n > 0:\n    n -= 1\n    for k in 0..1:\n      for j in 0..1: become A(5)\n",
            "  state n: 0..9 = 3, a: 0..3[4] = 3, b: 0..3[4] = 0\n  move m(i in 0..3) if n >= 3 and a[i] > 0:\n    \
             let t = a\n    a = b\n    n -= a[i]\n    a = t\n",
            "  state n: 0..9 = 3, a: player?[3] = none, z: player?[3] = none\n  move fill(c in 0..2) if a[c] == none:\n    \
             a[c] = me\n    n = 9\n  move reset if n > 0:\n    a = z\n    n -= 1\n",
            "  state n: 0..9 = 3, a: 0..3[4] = 1\n  move m(i in 0..2) if a[i] > 0:\n    a[i + 1] = 0\n    \
             for j in 0..3: a[j] = 1\n",
            "  state n: 0..9 = 3, a: 0..3[4] = 1\n  move m(i in 0..2) if a[i] > 0:\n    for j in 0..3: a[j] = 0\n    a = 1\n",
        ] {
            assert_eq!(ends(&format!("game A\n{body}")), Some(false), "{body}");
        }
    }

    /// Loops that lower a total by at least what the rest adds.
    #[test]
    fn totals_over_loops_are_seen() {
        for body in [
            "  state a: nat[4] = 1\n  move m(i in 0..3) if all(j in 0..i: a[j] > 0):\n    for j in 0..i: a[j] -= 1\n",
            "  state a: nat[4] = 1, n: nat = 3\n  move m(i in 0..3) if n > 0:\n    n -= 1\n    \
             for j in 0..i:\n      if a[j] > 0: a[j] -= 1\n",
            "  state a: nat[4] = 1, n: nat = 3\n  move m(i in 0..2) if n > 0:\n    n -= 1\n    \
             for j in 0..i:\n      if a[j + 1] > 0: a[j + 1] -= 1\n",
            "  state a: 0..3[4] = 1, b: 0..3[4] = 2, n: nat = 3\n  move m if n > 0:\n    n -= 1\n    a = b\n",
        ] {
            assert_eq!(ends(&format!("game A\n{body}")), Some(true), "{body}");
        }
    }

    /// Sowing keeps the total: the cells are bounded, though cells grow.
    #[test]
    fn sown_cells_are_bounded_by_their_total() {
        let sow = |amount: &str| {
            format!(
                "game A\n  param m: 1.. = 4\n  state h: nat[m] = 2\n  move sow(i in 0..m - 1) if h[i] > 0:\n    let s = h[i]\n    \
                 h[i] = 0\n    for k in 1..s: h[(i + k) % m] += {amount}\n"
            )
        };
        assert_eq!(ends(&sow("1")), Some(false));
        assert_eq!(ends(&sow("2")), None, "the total grows");
    }

    /// Writes that a body makes of whole arrays stay in the set of each cell, and reads of them are looked at.
    #[test]
    fn whole_arrays_are_looked_at() {
        for body in [
            "  state a: 0..3[4] = 1, b: 0..9[4] = 7, n: nat = 3\n  move m if n > 0:\n    a = b\n    n -= 1\n",
            "  state a: 0..3[4] = 1, b: 0..3[5] = 0, n: nat = 3\n  move m if n > 0:\n    a = b\n    n -= 1\n",
            "  state a: 0..3[4] = 1, b: 0..3[4] = 2, n: 0..9 = 3\n  move m(i in 0..9) if n > 0:\n    for k in 0..1: a = b\n    \
             let v = a\n    n = v[i]\n",
        ] {
            assert_eq!(ends(&format!("game A\n{body}")), None, "{body}");
        }
    }

    /// What is not known is told as the rules write it.
    #[test]
    fn unknowns_are_told_as_the_rules_write_them() {
        let text = "game A\n  state a: 0..3[4] = 1, n: 0..9 = 3\n  move m(i in 0..3) if n > 0:\n    for k in 0..1: a[k] = 2\n    n -= a[i]\n";
        let reading = read(text);
        let said: Vec<&str> = reading.diagnostics.iter().map(|diagnostic| diagnostic.cause.as_str()).collect();
        assert_eq!(said, ["`n -= a[i]` may take n below 0"]);
    }

    /// Many choices in a row are not followed one by one.
    #[test]
    fn many_choices_end_soon() {
        let ifs: String = (0..20).map(|k| format!("    if a[{}] > {}: a[{}] -= 1\n", k % 4, k % 3, k % 4)).collect();
        let text = format!("game A\n  state a: nat[4] = 9, n: nat = 3\n  move m if n > 0:\n    n -= 1\n{ifs}");
        assert_eq!(ends(&text), Some(true));
    }
}
