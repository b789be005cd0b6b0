//! Whether a position is the sum of the parts that a `split` line makes of a set field.
//!
//! With the binders of a move bound, its guard and body are walked once for the elements of the field that they can read or
//! take away, whatever the position. It holds if for every such move: the elements that must be present are at least one
//! and connected by the relation, each other element it can read or take away is related to one of those, nothing else of
//! the position is read or written, and no element appears. Then a move finds all that it needs in one part, an element
//! that it reads besides is in that part or absent, and the other parts are left alone. As nothing appears, parts never
//! grow together.
//!
//! What is understood is listed here, in `require`, `reads`, `members` and `body`; a move that says anything else is not
//! understood, and the split is not used.

use grundy_rule::syntax::{AssignOp, FoldOp, Mover};
use grundy_rule::{Binder, Convention, Expr, Kind, SetOp, Source, Stmt, StmtKind, Uses};
use grundy_run::{Adjacency, Flow, Game, Machine, Shape, Side, State, Universe, Value, defined};
use std::collections::BTreeSet;

/// The most moves that are looked at.
const MOST_MOVES: usize = 1 << 16;

/// Not understood, or more than a split allows.
struct Unknown;

type Known<T> = Result<T, Unknown>;

/// Looks at what stands below bound names.
type Then<'t, 'a> = &'t mut dyn FnMut(&mut Look<'a>, &mut Machine<'a>, &mut BTreeSet<usize>) -> Known<()>;

/// Whether every position of the game is the sum of its parts by the `split` line of this number.
pub fn is_sum_of_parts(game: &Game, line: usize) -> bool {
    let Some(adjacency) = game.adjacencies().ok().and_then(|all| all.into_iter().nth(line)) else { return false };
    let Shape::Set(universe) = &game.shapes[adjacency.field] else { return false };
    let stuck = matches!(Convention::of(&game.rules), Convention::Normal | Convention::Misere);
    stuck
        && [Side::Left, Side::Right].into_iter().all(|mover| {
            let mut machine = game.machine(State { fields: Vec::new() });
            machine.mover = mover;
            let mut look = Look { game, adjacency: &adjacency, universe, moves: 0 };
            game.rules.moves.iter().enumerate().all(|(number, of)| {
                let other = if mover == Side::Left { Mover::Right } else { Mover::Left };
                machine.locals = vec![Value::None; of.locals];
                of.mover == other || look.bind(&mut machine, number, 0, &mut Touched::default()).is_ok()
            })
        })
}

/// What a move does with the elements of the field, by their numbers.
#[derive(Clone, Default)]
struct Touched {
    /// Present, or the move is not legal.
    needed: BTreeSet<usize>,
    /// Possibly read or taken away.
    beside: BTreeSet<usize>,
}

struct Look<'a> {
    game: &'a Game,
    adjacency: &'a Adjacency,
    universe: &'a Universe,
    moves: usize,
}

impl<'a> Look<'a> {
    /// Binds the names of a move from `level` on, in all ways.
    fn bind(&mut self, machine: &mut Machine<'a>, number: usize, level: usize, touched: &mut Touched) -> Known<()> {
        let of = &self.game.rules.moves[number];
        for conjunct in &self.game.guards[number][level] {
            if !self.require(machine, conjunct, touched)? {
                return Ok(());
            }
        }
        let Some(binder) = of.binders.get(level) else {
            self.moves += 1;
            self.body(machine, &of.body, &mut touched.beside)?;
            return if self.moves <= MOST_MOVES && self.is_local(touched) { Ok(()) } else { Err(Unknown) };
        };
        match &binder.source {
            Source::In(set) if self.is_field(set) => {
                for element in 0..self.universe.len() {
                    machine.bind(binder.local, self.universe.element(element));
                    let mut with = touched.clone();
                    with.needed.insert(element);
                    self.bind(machine, number, level + 1, &mut with)?;
                }
                Ok(())
            }
            _ => self.each(machine, binder, &mut |look, machine| {
                look.bind(machine, number, level + 1, &mut touched.clone())
            }),
        }
    }

    /// Notes what a condition that must hold needs present, or can read; whether it can hold at all.
    fn require(&mut self, machine: &mut Machine<'a>, condition: &'a Expr, touched: &mut Touched) -> Known<bool> {
        if self.is_free(condition) {
            return machine.holds(condition).map_err(|_| Unknown);
        }
        if let Some(element) = self.element(machine, condition)? {
            // Off its set it is never a member.
            touched.needed.extend(element);
            return Ok(element.is_some());
        }
        match &condition.kind {
            Kind::Fold(FoldOp::All, binders, None, body) if matches!(&binders[..], [one] if self.is_free(one.source.expr())) =>
            {
                let mut can = true;
                self.each(machine, &binders[0], &mut |look, machine| {
                    can &= look.require(machine, body, touched)?;
                    Ok(())
                })?;
                Ok(can)
            }
            _ => self.reads(machine, condition, &mut touched.beside).map(|()| true),
        }
    }

    /// Runs `then` with each value of a binder that does not depend on the position.
    fn each(
        &mut self,
        machine: &mut Machine<'a>,
        binder: &'a Binder,
        then: &mut dyn FnMut(&mut Look<'a>, &mut Machine<'a>) -> Known<()>,
    ) -> Known<()> {
        let mut values = Vec::new();
        match &binder.source {
            source if !self.is_free(source.expr()) => return Err(Unknown),
            Source::Is(value) => values.extend(defined(machine.value(value)).map_err(|_| Unknown)?),
            Source::In(set) => {
                let walked = machine.each(set, |_, element| {
                    values.push(element);
                    Ok(Flow::On)
                });
                walked.map_err(|_| Unknown)?;
            }
        }
        values.into_iter().try_for_each(|value| {
            machine.bind(binder.local, value);
            then(self, machine)
        })
    }

    /// Whether an expression says the same at every position.
    fn is_free(&self, expr: &Expr) -> bool {
        !Uses::of(expr, &self.game.rules.defs).field
    }

    fn is_field(&self, expr: &Expr) -> bool {
        expr.kind == Kind::Field(self.adjacency.field)
    }

    /// The element that `e in field` asks for, `Some(None)` if it is no element; nothing for any other condition.
    fn element(&self, machine: &mut Machine<'a>, condition: &Expr) -> Known<Option<Option<usize>>> {
        match &condition.kind {
            Kind::In(element, set) if self.is_field(set) && self.is_free(element) => {
                let value = defined(machine.value(element)).map_err(|_| Unknown)?;
                Ok(Some(value.and_then(|value| self.universe.rank(&value))))
            }
            _ => Ok(None),
        }
    }

    /// Adds the elements that a condition or a number can depend on.
    fn reads(&mut self, machine: &mut Machine<'a>, expr: &'a Expr, into: &mut BTreeSet<usize>) -> Known<()> {
        if self.is_free(expr) {
            // What is wrong with it is wrong at every position, and interpretation says so.
            return Ok(());
        }
        if let Some(element) = self.element(machine, expr)? {
            into.extend(element);
            return Ok(());
        }
        match &expr.kind {
            Kind::Not(inner) => self.reads(machine, inner, into),
            Kind::And(left, right) | Kind::Or(left, right) | Kind::Compare(_, left, right) => {
                self.reads(machine, left, into)?;
                self.reads(machine, right, into)
            }
            Kind::Fold(FoldOp::Exists | FoldOp::All | FoldOp::Count, binders, filter, body) => {
                self.walked(machine, binders, filter.as_deref(), into, &mut |look, machine, into| {
                    look.reads(machine, body, into)
                })
            }
            _ => Err(Unknown),
        }
    }

    /// Walks binders: over fixed sets, or over the field, whose elements count as read where the filter lets them pass.
    fn walked(
        &mut self,
        machine: &mut Machine<'a>,
        binders: &'a [Binder],
        filter: Option<&'a Expr>,
        into: &mut BTreeSet<usize>,
        body: Then<'_, 'a>,
    ) -> Known<()> {
        let Some((binder, rest)) = binders.split_first() else {
            return match filter {
                Some(filter) if self.is_free(filter) && !machine.holds(filter).map_err(|_| Unknown)? => Ok(()),
                Some(filter) => {
                    self.reads(machine, filter, into)?;
                    body(self, machine, into)
                }
                None => body(self, machine, into),
            };
        };
        if !matches!(&binder.source, Source::In(set) if self.is_field(set)) {
            return self.each(machine, binder, &mut |look, machine| look.walked(machine, rest, filter, into, body));
        }
        for element in 0..self.universe.len() {
            machine.bind(binder.local, self.universe.element(element));
            let passes = match filter {
                Some(filter) if rest.is_empty() && self.is_free(filter) => {
                    machine.holds(filter).map_err(|_| Unknown)?
                }
                _ => true,
            };
            if passes {
                into.insert(element);
                self.walked(machine, rest, filter, into, body)?;
            }
        }
        Ok(())
    }

    /// Adds the elements that a set can hold, and those that this depends on.
    fn members(&mut self, machine: &mut Machine<'a>, set: &'a Expr, into: &mut BTreeSet<usize>) -> Known<()> {
        if self.is_free(set) {
            let value = machine.value(set).map_err(|_| Unknown)?;
            into.extend(value.elements().ok_or(Unknown)?.iter().filter_map(|element| self.universe.rank(element)));
            return Ok(());
        }
        match &set.kind {
            Kind::SetOp(SetOp::Union | SetOp::Minus | SetOp::Meet, left, right) => {
                self.members(machine, left, into)?;
                self.members(machine, right, into)
            }
            Kind::Build(binders, filter, body) => {
                self.walked(machine, binders, filter.as_deref(), into, &mut |look, machine, into| {
                    if !look.is_free(body) {
                        return Err(Unknown);
                    }
                    let value = defined(machine.value(body)).map_err(|_| Unknown)?;
                    into.extend(value.and_then(|value| look.universe.rank(&value)));
                    Ok(())
                })
            }
            _ => Err(Unknown),
        }
    }

    /// Adds what the statements of a move can read and take away.
    fn body(&mut self, machine: &mut Machine<'a>, body: &'a [Stmt], into: &mut BTreeSet<usize>) -> Known<()> {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Assign(place, AssignOp::Sub, value)
                    if place.field == self.adjacency.field && place.index.is_none() =>
                {
                    self.members(machine, value, into)?;
                }
                StmtKind::If(condition, yes, no) => {
                    self.reads(machine, condition, into)?;
                    self.body(machine, yes, into)?;
                    self.body(machine, no, into)?;
                }
                StmtKind::Gain(points) => self.reads(machine, points, into)?,
                StmtKind::Again | StmtKind::Pass => {}
                _ => return Err(Unknown),
            }
        }
        Ok(())
    }

    /// Whether what a move touches lies in one part, wherever it is legal.
    fn is_local(&self, touched: &Touched) -> bool {
        let related = |a: usize, b: usize| self.adjacency.neighbours[a].contains(&(b as u32));
        let mut waiting: Vec<usize> = touched.needed.first().copied().into_iter().collect();
        let mut reached: BTreeSet<usize> = waiting.iter().copied().collect();
        while let Some(here) = waiting.pop() {
            let next = touched.needed.iter().filter(|&&next| related(here, next) && reached.insert(next));
            waiting.extend(next);
        }
        let near = |other: &usize| touched.needed.iter().any(|&needed| needed == *other || related(needed, *other));
        !reached.is_empty() && reached.len() == touched.needed.len() && touched.beside.iter().all(near)
    }
}
