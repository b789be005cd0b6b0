//! Moves and endings of one component: the turn of the language, step by step.

use crate::current::{Current, Subset};
use crate::eval::{Flow, Machine};
use crate::fault::{Eval, Halt, defined};
use crate::game::Game;
use crate::layout::Packed;
use crate::position::Component;
use crate::prepared::{Branch, Copied, Next, Prepared};
use crate::setup;
use crate::shape::Shape;
use crate::universe::Universe;
use crate::value::{Side, Value};
use grundy_rule::syntax::{AssignOp, Mover, Stop};
use grundy_rule::{Diagnostic, Expr, Place, Source, Stmt, StmtKind, Verdict, VerdictResult};
use smallvec::SmallVec;
use std::sync::Arc;

/// A move of one component: which kind, the values of its `in` binders, and the steps by which the turn goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The number of the move clause.
    pub number: usize,
    /// What its `in` binders are.
    pub values: SmallVec<[Value; 2]>,
    /// The step that follows it.
    pub then: Option<Box<Move>>,
}

/// What a move leads to.
#[derive(Clone, Debug)]
pub struct Successor {
    /// What the component becomes.
    pub parts: Vec<Component>,
    /// Points for the mover.
    pub gain: i64,
    /// Who moves next.
    pub turn: Turn,
}

/// What a component becomes by a move.
pub enum Led<'a> {
    /// Another position of the same game, in its words.
    Words(&'a [u64]),
    /// These components, by `become`.
    Components(Vec<Component>),
}

/// Told of a move: its name if that is asked for, what it leads to, the points it gains, and who moves then.
pub type Visit<'v> = dyn FnMut(&dyn Fn() -> Move, Led<'_>, i64, Turn) -> Flow + 'v;

/// Who moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The other player.
    Passes,
    /// The same player again.
    Stays,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// This player has won.
    Won(Side),
    /// Nobody has.
    Drawn,
    /// Points decide; the player about to move gets these more.
    Scored(i64),
}

/// A mistake in the rules that only a position brings to light.
pub type Faulty<T> = Result<T, Box<Diagnostic>>;

impl Game {
    /// Calls `visit` with every legal move of `mover` and what it leads to, in the order of the language, until it
    /// breaks. Verdict lines are not tried: see `ending`.
    pub fn each_move(
        self: &Arc<Game>,
        packed: &[u64],
        mover: Side,
        visit: &mut dyn FnMut(Move, Successor) -> Flow,
    ) -> Faulty<()> {
        self.each_led(packed, mover, &mut |one, led, gain, turn| {
            let parts = match led {
                Led::Words(words) => vec![Component { game: self.clone(), packed: words.into() }],
                Led::Components(parts) => parts,
            };
            visit(one(), Successor { parts, gain, turn })
        })
    }

    /// The same, without names and components that are not asked for.
    pub fn each_led(self: &Arc<Game>, packed: &[u64], mover: Side, visit: &mut Visit<'_>) -> Faulty<()> {
        self.each_by(self.prepared(), packed, mover, visit)
    }

    /// The same by prepared rules of this game.
    pub(crate) fn each_by(
        self: &Arc<Game>,
        prepared: &Prepared,
        packed: &[u64],
        mover: Side,
        visit: &mut Visit<'_>,
    ) -> Faulty<()> {
        let mut machine = self.machine_at(prepared, packed);
        machine.mover = mover;
        self.each_on(&mut machine, prepared, visit)
    }

    /// The same on a machine that stands at the position.
    pub(crate) fn each_on<'a>(
        self: &'a Arc<Game>,
        machine: &mut Machine<'a>,
        prepared: &'a Prepared,
        visit: &mut Visit<'_>,
    ) -> Faulty<()> {
        let mover = machine.mover;
        for (number, (of, branch)) in self.rules.moves.iter().zip(&prepared.moves).enumerate() {
            if of.is_step || !makes(mover, of) {
                continue;
            }
            machine.locals.clear();
            machine.locals.resize(of.locals, Value::None);
            let mut generator =
                Generator { game: self, prepared, number, of, visit: &mut *visit, turns: 0, made: Vec::new() };
            let flow = generator.bind(machine, branch, &[]).map_err(only_faults)?;
            if flow == Flow::Stop {
                break;
            }
        }
        Ok(())
    }

    /// All legal moves of `mover` with what they lead to.
    pub fn moves(self: &Arc<Game>, packed: &[u64], mover: Side) -> Faulty<Vec<(Move, Successor)>> {
        let mut moves = Vec::new();
        self.each_move(packed, mover, &mut |one, to| {
            moves.push((one, to));
            Flow::On
        })?;
        Ok(moves)
    }

    /// The first verdict line that holds with `mover` about to move. `Stuck::Yes` is the second trial, when there is
    /// no move: then there is always an ending.
    pub fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Faulty<Option<Ending>> {
        if self.rules.verdicts.is_empty() {
            return Ok(match stuck {
                Stuck::No => None,
                Stuck::Yes => Some(Ending::Won(mover.other())),
            });
        }
        self.ending_by(self.prepared(), packed, mover, stuck)
    }

    /// The same by prepared rules of this game.
    pub(crate) fn ending_by(
        &self,
        prepared: &Prepared,
        packed: &[u64],
        mover: Side,
        stuck: Stuck,
    ) -> Faulty<Option<Ending>> {
        let mut machine = self.machine_at(prepared, packed);
        machine.mover = mover;
        self.ending_on(&mut machine, prepared, stuck)
    }

    /// The same on a machine that stands at the position.
    pub(crate) fn ending_on(&self, machine: &mut Machine, prepared: &Prepared, stuck: Stuck) -> Faulty<Option<Ending>> {
        machine.stuck = stuck == Stuck::Yes;
        let verdicts = self.rules.verdicts.iter().zip(&prepared.verdicts);
        let found = first_that_holds(machine, verdicts).map_err(only_faults)?;
        Ok(match (found, stuck) {
            (None, Stuck::Yes) => Some(Ending::Won(machine.mover.other())),
            (found, _) => found,
        })
    }

    /// How infinite play through this position ends; a draw unless a verdict line asks for `forever`. Other lines end play
    /// where they hold, and say nothing of play that does not end.
    pub fn forever(&self, packed: &[u64], mover: Side) -> Faulty<Ending> {
        let prepared = self.prepared();
        let mut machine = self.machine_at(prepared, packed);
        machine.mover = mover;
        machine.forever = true;
        let of = |verdict: &(&Verdict, &Expr)| verdict.0.is_about_endless_play(&self.rules.defs);
        let verdicts = self.rules.verdicts.iter().zip(&prepared.verdicts).filter(of);
        let found = first_that_holds(&mut machine, verdicts).map_err(only_faults)?;
        Ok(found.unwrap_or(Ending::Drawn))
    }

    /// The move as it is written: `take(3)`, `vertical((0, 1))`, `whole`, `jump(0) then jump(2)`.
    pub fn move_text(&self, one: &Move) -> String {
        let name = &self.rules.moves[one.number].name;
        let values = one.values.iter().zip(self.binder_enums(one.number));
        let values: Vec<String> = values.map(|(value, of)| self.value_text(value, of)).collect();
        let text = if values.is_empty() { name.clone() } else { format!("{name}({})", values.join(", ")) };
        match &one.then {
            None => text,
            Some(next) => format!("{text} then {}", self.move_text(next)),
        }
    }

    fn binder_enums(&self, number: usize) -> impl Iterator<Item = Option<usize>> + '_ {
        let binders = self.rules.moves[number].binders.iter();
        let chosen = binders.filter(|binder| matches!(binder.source, Source::In(_)));
        chosen.map(|binder| binder.source.expr().ty.element().and_then(crate::text::enum_of))
    }
}

/// Which trial of the verdict lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The first, before the moves are known.
    No,
    /// The second, when there is no move.
    Yes,
}

/// What the first verdict line says whose condition holds.
fn first_that_holds<'v>(
    machine: &mut Machine,
    verdicts: impl Iterator<Item = (&'v Verdict, &'v Expr)>,
) -> Eval<Option<Ending>> {
    for (verdict, when) in verdicts {
        machine.locals.clear();
        machine.locals.resize(verdict.when.locals, Value::None);
        if !machine.holds(when)? {
            continue;
        }
        return Ok(Some(match &verdict.result {
            VerdictResult::Wins(who) => Ending::Won(machine.player(*who)),
            VerdictResult::Loses(who) => Ending::Won(machine.player(*who).other()),
            VerdictResult::Draw => Ending::Drawn,
            VerdictResult::Score(None) => Ending::Scored(0),
            VerdictResult::Score(Some(points)) => {
                machine.locals.resize(points.locals.max(machine.locals.len()), Value::None);
                match defined(machine.int(&points.expr))? {
                    Some(points) => Ending::Scored(points),
                    None => continue,
                }
            }
        }));
    }
    Ok(None)
}

fn only_faults(halt: Halt) -> Box<Diagnostic> {
    match halt {
        Halt::Fault(diagnostic) => diagnostic,
        Halt::Undefined => Box::new(Diagnostic::new(
            "E14",
            grundy_rule::Span::default(),
            "something undefined was read in a body",
            "test it in the guard",
        )),
    }
}

/// Whether a player may make moves of a kind.
fn makes(mover: Side, of: &grundy_rule::Move) -> bool {
    match of.mover {
        Mover::Either => true,
        Mover::Left => mover == Side::Left,
        Mover::Right => mover == Side::Right,
    }
}

/// Makes the turns of a position.
struct Generator<'a, 'v> {
    game: &'a Arc<Game>,
    prepared: &'a Prepared,
    /// The move or step whose binders are being bound.
    number: usize,
    of: &'a grundy_rule::Move,
    visit: &'v mut Visit<'v>,
    /// How many turns have been visited.
    turns: usize,
    /// The steps of this turn before it.
    made: Vec<Made>,
}

/// A step that the turn goes on after.
struct Made {
    one: Move,
    /// What it led to.
    after: Packed,
    gain: i64,
    turn: Turn,
}

impl<'a> Generator<'a, '_> {
    /// Assigns the binders that are left, the first of them as given, trying each conjunct of the guard as soon as its names
    /// are bound.
    fn bind(&mut self, machine: &mut Machine<'a>, branch: &Branch, given: &[Value]) -> Eval<Flow> {
        for conjunct in &branch.guards {
            if !machine.holds(conjunct)? {
                return Ok(Flow::On);
            }
        }
        match &branch.next {
            Next::Play(body) => self.play(machine, body),
            Next::Copies { local, field, span, copies } => {
                let (wanted, given) = first(given);
                for Copied { rank, element, then } in copies {
                    let other = wanted.is_some_and(|wanted| wanted != element);
                    if other || field.is_some_and(|field| !machine.field_has(field, *rank)) {
                        continue;
                    }
                    machine.step(*span)?;
                    machine.bind(*local, element.clone());
                    if self.bind(machine, then, given)? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                }
                Ok(Flow::On)
            }
            Next::Bind(binder, then) => match &binder.source {
                Source::Is(value) => match defined(machine.value(value))? {
                    None => Ok(Flow::On),
                    Some(value) => {
                        machine.bind(binder.local, value);
                        self.bind(machine, then, given)
                    }
                },
                Source::In(set) => {
                    let (wanted, given) = first(given);
                    machine.each(set, |machine, element| {
                        if wanted.is_some_and(|wanted| *wanted != element) {
                            return Ok(Flow::On);
                        }
                        machine.bind(binder.local, element);
                        self.bind(machine, then, given)
                    })
                }
            },
        }
    }

    fn play(&mut self, machine: &mut Machine<'a>, body: &[Stmt]) -> Eval<Flow> {
        let before = current(machine).keep();
        let (gain, turn) = self.made.last().map_or((0, Turn::Passes), |made| (made.gain, made.turn));
        let mut effect = Effect { gain, turn, parts: None, follows: Vec::new(), stop: Stop::Allowed };
        let result = run_body(self.game, machine, body, &mut effect);
        let after = current(machine).packed().map(|packed| Packed::from_slice(packed));
        current(machine).restore(&before);
        if let Err(Halt::Undefined) = result {
            return Err(self.fault(machine, "E14", "reads something undefined in its body", "test it in the guard"));
        }
        result?;
        let led = match (effect.parts.take(), after) {
            (Some(parts), _) => Led::Components(parts),
            (None, Some(words)) if !effect.follows.is_empty() => {
                current(machine).restore(&words);
                let flow = self.go_on(machine, &effect, words);
                current(machine).restore(&before);
                return flow;
            }
            (None, Some(ref words)) => return Ok(self.end(machine, Led::Words(words), effect.gain, effect.turn)),
            (None, None) => {
                let remedy = "bound it in the guard, or make the set larger";
                return Err(self.fault(machine, "E07", "takes a field out of its set", remedy));
            }
        };
        Ok(self.end(machine, led, effect.gain, effect.turn))
    }

    /// Visits a turn that ends with the move as it is bound.
    fn end(&mut self, machine: &Machine, led: Led, gain: i64, turn: Turn) -> Flow {
        self.turns += 1;
        let (of, number, locals, made) = (self.of, self.number, &machine.locals, &self.made);
        let name = || {
            let then = |next: Move, made: &Made| Move { then: Some(Box::new(next)), ..made.one.clone() };
            made.iter().rev().fold(chosen(of, number, locals), then)
        };
        (self.visit)(&name, led, gain, turn)
    }

    /// Goes on with a turn, from the position that the move as it is bound leads to.
    fn go_on(&mut self, machine: &mut Machine<'a>, effect: &Effect, after: Packed) -> Eval<Flow> {
        let (number, of) = (self.number, self.of);
        let one = chosen(of, number, &machine.locals);
        if self.made.iter().any(|made| made.one == one && made.after == after) {
            return Err(self.fault(
                machine,
                "E29",
                "can be made again and again in one turn",
                "let a step use something up",
            ));
        }
        self.made.push(Made { one, after: after.clone(), gain: effect.gain, turn: effect.turn });
        let locals = std::mem::take(&mut machine.locals);
        let (turns, mut flow) = (self.turns, Flow::On);
        for (next, given) in &effect.follows {
            for &number in next {
                let of = &self.game.rules.moves[number];
                if flow == Flow::On && makes(machine.mover, of) {
                    (self.number, self.of) = (number, of);
                    machine.locals.clear();
                    machine.locals.resize(of.locals, Value::None);
                    flow = self.bind(machine, &self.prepared.moves[number], given)?;
                }
            }
        }
        self.made.pop();
        (self.number, self.of, machine.locals) = (number, of, locals);
        let ends = effect.stop == Stop::Allowed || self.turns == turns;
        if flow == Flow::On && ends {
            flow = self.end(machine, Led::Words(&after), effect.gain, effect.turn);
        }
        Ok(flow)
    }

    /// What the move with the binders as they are does wrong at the position.
    fn fault(&self, machine: &mut Machine, code: &'static str, wrong: &str, remedy: &str) -> Halt {
        let text = self.game.move_text(&chosen(self.of, self.number, &machine.locals));
        let cause = match current(machine).packed() {
            Some(packed) => {
                let at = Component { game: self.game.clone(), packed: Packed::from_slice(packed) };
                format!("`{text}` at {at} {wrong}")
            }
            None => format!("`{text}` {wrong}"),
        };
        Halt::Fault(Box::new(Diagnostic::new(code, self.of.span, cause, remedy)))
    }
}

/// The fields of the position that moves are made from.
fn current<'m>(machine: &'m mut Machine) -> &'m mut Current {
    machine.current.as_mut().expect("moves are made from a position")
}

/// What the first binder is given, and the others.
fn first(given: &[Value]) -> (Option<&Value>, &[Value]) {
    given.split_first().map_or((None, given), |(first, rest)| (Some(first), rest))
}

/// The move that the values of its `in` binders name.
fn chosen(of: &grundy_rule::Move, number: usize, locals: &[Value]) -> Move {
    let named = of.binders.iter().filter(|binder| matches!(binder.source, Source::In(_)));
    Move { number, values: named.map(|binder| locals[binder.local].clone()).collect(), then: None }
}

/// What the steps of a turn come to.
struct Effect {
    gain: i64,
    turn: Turn,
    parts: Option<Vec<Component>>,
    /// The moves that may follow, by number, with what their first binders are.
    follows: Vec<(Vec<usize>, Vec<Value>)>,
    /// Whether the turn may end though there are such.
    stop: Stop,
}

fn run_body<'a>(game: &'a Arc<Game>, machine: &mut Machine<'a>, body: &[Stmt], effect: &mut Effect) -> Eval<()> {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Assign(place, op, value) => assign(game, machine, place, *op, value)?,
            StmtKind::Swap(a, b) => {
                let (x, y) = (read(machine, a)?, read(machine, b)?);
                write(game, machine, a, y)?;
                write(game, machine, b, x)?;
            }
            StmtKind::Let(local, _, value) => {
                let value = machine.value(value)?;
                machine.bind(*local, value);
            }
            StmtKind::If(condition, yes, no) => {
                let body = if machine.holds(condition)? { yes } else { no };
                run_body(game, machine, body, effect)?;
            }
            StmtKind::For(local, _, set, inner) => {
                let mut elements = Vec::new();
                machine.each(set, |_, element| {
                    elements.push(element);
                    Ok(Flow::On)
                })?;
                for element in elements {
                    machine.bind(*local, element);
                    run_body(game, machine, inner, effect)?;
                }
            }
            StmtKind::Gain(points) => {
                let points = machine.int(points)?;
                effect.gain = effect.gain.checked_add(points).ok_or_else(|| Halt::overflow(stmt.span))?;
            }
            StmtKind::Again => effect.turn = Turn::Stays,
            StmtKind::Become(position) => effect.parts = Some(setup::parts_of(game, machine, position)?),
            StmtKind::Then(follows, stop) => {
                effect.stop = *stop;
                for follow in follows {
                    let values: Eval<Vec<Value>> = follow.values.iter().map(|value| machine.value(value)).collect();
                    effect.follows.push((follow.moves.clone(), values?));
                }
            }
            StmtKind::Pass => {}
        }
    }
    Ok(())
}

fn read(machine: &mut Machine, place: &Place) -> Eval<Value> {
    match &place.index {
        None => Ok(machine.field(place.field)),
        Some(index) => machine.cell(place.field, index),
    }
}

fn write(game: &Arc<Game>, machine: &mut Machine, place: &Place, value: Value) -> Eval<()> {
    if let Some(index) = &place.index {
        let universe = game.universe(place.field).ok_or(Halt::Undefined)?;
        let rank = machine.rank(universe, index)?.ok_or(Halt::Undefined)?;
        current(machine).write_cell(game, place.field, rank, value);
        return Ok(());
    }
    let shape = &game.shapes[place.field];
    if let Shape::One(values) = shape
        && let Some(number) = values.rank(&value)
    {
        current(machine).write_one(&game.layout.places[place.field], number);
        return Ok(());
    }
    let stored = setup::store(&value, shape, None)
        .map_err(|cause| Halt::Fault(Box::new(Diagnostic::new("E07", place.span, cause, "bound it in the guard"))))?;
    current(machine).write(game, place.field, stored);
    Ok(())
}

fn assign(game: &Arc<Game>, machine: &mut Machine, place: &Place, op: AssignOp, value: &Expr) -> Eval<()> {
    if let (Shape::Set(universe), AssignOp::Add | AssignOp::Sub) = (&game.shapes[place.field], op) {
        return amend(machine, place, universe, op, value);
    }
    let right = machine.value(value)?;
    let sign = match op {
        AssignOp::Set => return write(game, machine, place, right),
        AssignOp::Add => 1,
        AssignOp::Sub => -1,
    };
    let left = read(machine, place)?;
    let result = match (&left, &right) {
        (Value::Int(a), Value::Int(b)) => Value::Int(
            if sign == 1 { a.checked_add(*b) } else { a.checked_sub(*b) }.ok_or_else(|| Halt::overflow(place.span))?,
        ),
        _ => {
            let (Some(a), Some(b)) = (left.numbers(), right.numbers()) else { return Err(Halt::Undefined) };
            Value::tuple(a.iter().zip(b).map(|(a, b)| Value::Int(a + sign * b)).collect())
        }
    };
    write(game, machine, place, result)
}

/// Adds the elements of a set to a set field, or takes them away; those outside its universe cannot be added.
fn amend(machine: &mut Machine, place: &Place, universe: &Universe, op: AssignOp, value: &Expr) -> Eval<()> {
    let mut amount = Subset::new(universe);
    machine.gather(value, &mut amount)?;
    if op == AssignOp::Add && amount.outside {
        let cause = "an element outside its set is added here";
        let fault = Diagnostic::new("E07", place.span, cause, "test it with `in` first");
        return Err(Halt::Fault(Box::new(fault)));
    }
    let mut ranks = machine.ranks(place.field).expect("the field is a set");
    for (word, more) in ranks.iter_mut().zip(&amount.ranks) {
        match op {
            AssignOp::Sub => *word &= !more,
            _ => *word |= more,
        }
    }
    let place = &machine.game.expect("moves belong to a game").layout.places[place.field];
    current(machine).write_ranks(place, &ranks);
    Ok(())
}
