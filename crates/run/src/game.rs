use crate::current::Current;
use crate::engine::Found;
use crate::eval::Machine;
use crate::fault::{Eval, Halt, defined};
use crate::kept::Kept;
use crate::layout::{Layout, Packed};
use crate::prepared::Prepared;
use crate::shape::{Shape, Values};
use crate::state::State;
use crate::universe::Universe;
use crate::value::Value;
use crate::world::World;
use grundy_rule::{
    Binder, Claim, ClaimSays, Code, Declared, Def, Diagnostic, Domain, Expr, Facts, Kind, Rules, SplitBy, Uses,
    VerdictResult,
};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Rules with their parameters fixed: all sets are known, and what depends on parameters alone is computed.
pub struct Game {
    /// Unique among all games of the process that still exist.
    pub id: u64,
    /// Where it comes from: module and game.
    pub key: (usize, usize),
    /// The checked rules with constants folded in.
    pub rules: Rules,
    /// Values of the parameters.
    pub params: Vec<Value>,
    /// What the fields are.
    pub shapes: Vec<Shape>,
    /// Where they lie.
    pub layout: Layout,
    /// The guard of each move, cut into conjuncts, each at the number of binders it needs.
    pub guards: Vec<Vec<Vec<Expr>>>,
    /// Values computed once, which `Kind::Const` numbers.
    pub constants: Vec<Value>,
    /// The constants that are sets, their elements numbered.
    pub(crate) sets: Vec<Option<Universe>>,
    /// What others found out about it.
    pub kept: Kept,
    pub(crate) world: Arc<World>,
    pub(crate) found: OnceLock<Found>,
    /// A position that was asked about.
    begun_at: OnceLock<Packed>,
    /// What is proved about its rules and not contradicted by the first positions from there on.
    believed: OnceLock<Arc<Facts>>,
    /// Its moves and endings prepared: plain, and with copies.
    prepared: [OnceLock<Prepared>; 2],
    /// How often the plain ones were asked for.
    asked: AtomicU32,
}

/// Copies are made once so many positions have been asked for; in tests soon, so that they are tried on every game.
const WORTH_COPYING: u32 = if cfg!(debug_assertions) { 2 } else { 64 };

/// The greatest value of each `nat` field (the greatest cell of each `nat` array); ignored for other fields.
pub type Bounds = Vec<i64>;

impl Game {
    /// Fixes the parameters. `bounds` says how large the `nat` fields can become.
    pub(crate) fn new(
        world: Arc<World>,
        key: (usize, usize),
        params: Vec<Value>,
        bounds: &Bounds,
    ) -> Result<Game, Box<Diagnostic>> {
        let mut rules = world.rules(key).clone();
        let mut folder = Folder { params: &params, rules: &rules, constants: Vec::new() };
        let (defs, moves, verdicts, splits, claims) = folder.everything().map_err(fault)?;
        let invariants = rules.invariants.iter().map(|code| folder.code(code)).collect::<Eval<_>>().map_err(fault)?;
        let measure = rules.measure.as_ref().map(|code| folder.code(code)).transpose().map_err(fault)?;
        let constants = folder.constants;
        (rules.defs, rules.moves, rules.verdicts, rules.splits, rules.claims) = (defs, moves, verdicts, splits, claims);
        (rules.invariants, rules.measure) = (invariants, measure);
        let mut shapes = Vec::new();
        for (number, field) in rules.fields.iter().enumerate() {
            let mut machine = Machine::new(&params, &constants, &rules.defs, &rules.enums);
            let bound = bounds.get(number).copied().unwrap_or(i64::MAX - 1);
            // Beyond its limit a field would have the rules read what is not there: no position is made there.
            let limit = most(&mut machine, world.rules(key), number).map_err(fault)?;
            shapes
                .push(shape(&mut machine, field, limit.map_or(bound, |limit| bound.min(limit.max(0)))).map_err(fault)?);
        }
        let layout = Layout::new(&shapes);
        let guards = rules.moves.iter().map(|of| hoist(of.guard.as_ref(), &of.binders)).collect();
        let sets = constants.iter().map(Universe::of_set).collect();
        Ok(Game {
            id: next_id(),
            key,
            rules,
            params,
            shapes,
            layout,
            guards,
            constants,
            sets,
            kept: Kept::default(),
            world,
            found: OnceLock::new(),
            begun_at: OnceLock::new(),
            believed: OnceLock::new(),
            prepared: [OnceLock::new(), OnceLock::new()],
            asked: AtomicU32::new(0),
        })
    }

    /// A game by other rules with the same constants, which have more fields than this one.
    pub(crate) fn extended(&self, rules: Rules, more: Vec<Shape>) -> Game {
        let layout = self.layout.extended(&more);
        let guards = rules.moves.iter().map(|of| hoist(of.guard.as_ref(), &of.binders)).collect();
        Game {
            id: next_id(),
            key: self.key,
            rules,
            params: self.params.clone(),
            shapes: self.shapes.iter().cloned().chain(more).collect(),
            layout,
            guards,
            constants: self.constants.clone(),
            sets: self.sets.clone(),
            kept: Kept::default(),
            world: self.world.clone(),
            found: OnceLock::new(),
            begun_at: OnceLock::new(),
            believed: OnceLock::new(),
            prepared: [OnceLock::new(), OnceLock::new()],
            asked: AtomicU32::new(0),
        }
    }

    /// The rules as they were checked, parameters still open: what facts are about.
    pub fn source(&self) -> &Rules {
        self.world.rules(self.key)
    }

    /// What is proved about its rules, whatever its parameters are, and not contradicted by the first positions of it.
    pub fn facts(self: &Arc<Game>) -> Arc<Facts> {
        let proved = || self.world.facts(self.key);
        match self.begun_at.get() {
            None => proved(),
            Some(start) => self.believed.get_or_init(|| crate::looked::not_contradicted(self, start, proved())).clone(),
        }
    }

    /// Says that play begins at a position; the first one counts.
    pub fn begin_at(&self, start: &[u64]) {
        self.begun_at.get_or_init(|| Packed::from_slice(start));
    }

    /// The world it belongs to.
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The index set of an array field, or the elements a set field may hold.
    pub fn universe(&self, field: usize) -> Option<&Arc<Universe>> {
        self.shapes[field].universe()
    }

    /// A machine that sees this game.
    pub fn machine(&self, state: State) -> Machine<'_> {
        let mut machine = Machine::new(&self.params, &self.constants, &self.rules.defs, &self.rules.enums);
        machine.game = Some(self);
        machine.sets = &self.sets;
        machine.state = state;
        machine
    }

    /// A machine that sees this game at a position, to follow prepared rules of it.
    pub(crate) fn machine_at<'a>(&'a self, prepared: &'a Prepared, packed: &[u64]) -> Machine<'a> {
        let mut machine = self.machine(State { fields: Vec::new() });
        machine.current = Some(Current::new(packed));
        (machine.constants, machine.sets, machine.masks) = (&prepared.constants, &prepared.sets, &prepared.masks);
        machine
    }

    /// Its moves and endings prepared for a few positions.
    pub(crate) fn prepared_plainly(&self) -> &Prepared {
        self.prepared[0].get_or_init(|| Prepared::plain(self))
    }

    /// Its moves and endings prepared.
    pub(crate) fn prepared(&self) -> &Prepared {
        let [plain, copied] = &self.prepared;
        match copied.get() {
            Some(prepared) => prepared,
            None if self.asked.fetch_add(1, Relaxed) < WORTH_COPYING => plain.get_or_init(|| Prepared::plain(self)),
            None => copied.get_or_init(|| Prepared::copied(self)),
        }
    }

    /// A position as rules read it.
    pub fn unpack(&self, packed: &[u64]) -> State {
        self.layout.unpack(&self.shapes, packed)
    }

    /// A position in machine words; `None` if some value lies outside its set.
    pub fn pack(&self, state: &State) -> Option<Packed> {
        self.layout.pack(&self.shapes, state)
    }
}

/// A number that no other game of the process has.
fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Relaxed)
}

/// Something undefined where a value is needed is a mistake in the rules.
fn fault(halt: Halt) -> Box<Diagnostic> {
    match halt {
        Halt::Fault(diagnostic) => diagnostic,
        Halt::Undefined => Box::new(Diagnostic::new(
            "E22",
            grundy_rule::Span::default(),
            "a set of this game is undefined for these parameters",
            "check the parameters",
        )),
    }
}

/// The most that the rules allow a field to begin with, where they limit it.
pub(crate) fn most(machine: &mut Machine, rules: &Rules, field: usize) -> Eval<Option<i64>> {
    rules.limits.iter().find(|(limited, _)| *limited == field).map(|(_, limit)| machine.int(limit)).transpose()
}

/// The shape of a field; `bound` is the upper end of a `nat`.
fn shape(machine: &mut Machine, field: &Declared, bound: i64) -> Eval<Shape> {
    Ok(match &field.domain {
        Domain::Array { element, index } => {
            Shape::Array(Arc::new(universe(machine, index)?), values(machine, element, bound)?)
        }
        Domain::SetOf(inner) => match &**inner {
            Domain::Of(set) => Shape::Set(Arc::new(universe(machine, set)?)),
            _ => return Err(Halt::Undefined),
        },
        other => Shape::One(values(machine, other, bound)?),
    })
}

fn values(machine: &mut Machine, domain: &Domain, bound: i64) -> Eval<Values> {
    Ok(match domain {
        Domain::Nat => Values { none: false, universe: Universe::Range { low: 0, high: bound } },
        Domain::Optional(inner) => Values { none: true, ..values(machine, inner, bound)? },
        Domain::Of(set) => Values { none: false, universe: universe(machine, set)? },
        _ => return Err(Halt::Undefined),
    })
}

/// A set as a universe; ranges and grids are not written out.
pub(crate) fn universe(machine: &mut Machine, set: &Expr) -> Eval<Universe> {
    if let Kind::Range(low, high) = &set.kind {
        let (low, high) = (machine.int(low)?, machine.int(high)?);
        if high < low {
            return Ok(Universe::Range { low, high: low - 1 });
        }
        // How many there are is a number too.
        if high.checked_sub(low).is_none_or(|more| more == i64::MAX) {
            return Err(Halt::too_wide(set.span));
        }
        return Ok(Universe::Range { low, high });
    }
    match machine.value(set)? {
        Value::Set(elements) => Ok(Universe::of(elements)),
        _ => Err(Halt::Undefined),
    }
}

/// Cuts a guard at its `and`s; conjunct `c` stands at the least number of binders that bind all its names.
/// Legal because something undefined is false, whatever the order.
fn hoist(guard: Option<&Expr>, binders: &[Binder]) -> Vec<Vec<Expr>> {
    let mut levels = vec![Vec::new(); binders.len() + 1];
    let mut waiting: Vec<&Expr> = guard.into_iter().collect();
    while let Some(expr) = waiting.pop() {
        if let Kind::And(left, right) = &expr.kind {
            waiting.push(right);
            waiting.push(left);
            continue;
        }
        let free = free_locals(expr);
        let level = binders.iter().rposition(|binder| free.contains(&binder.local)).map_or(0, |last| last + 1);
        levels[level].push(expr.clone());
    }
    levels
}

/// Locals an expression reads but does not bind itself. Slots of one frame are never reused, so the order is irrelevant.
pub fn free_locals(expr: &Expr) -> HashSet<usize> {
    let (mut read, mut bound) = (HashSet::new(), HashSet::new());
    expr.each(&mut |part| match &part.kind {
        Kind::Local(slot) => {
            read.insert(*slot);
        }
        Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) => {
            bound.extend(binders.iter().map(|binder| binder.local))
        }
        _ => {}
    });
    read.difference(&bound).copied().collect()
}

type Folded = (Vec<Def>, Vec<grundy_rule::Move>, Vec<grundy_rule::Verdict>, Vec<grundy_rule::Split>, Vec<Claim>);

/// Computes once what depends on parameters alone.
pub(crate) struct Folder<'a> {
    pub params: &'a [Value],
    pub rules: &'a Rules,
    /// Values computed, which `Kind::Const` numbers.
    pub constants: Vec<Value>,
}

impl Folder<'_> {
    fn everything(&mut self) -> Eval<Folded> {
        let rules = self.rules;
        let mut defs = rules.defs.clone();
        for def in &mut defs {
            def.code = self.code(&def.code)?;
        }
        let mut failure = None;
        let mut change = |expr: &Expr| {
            self.expr(expr).unwrap_or_else(|halt| {
                failure.get_or_insert(halt);
                expr.clone()
            })
        };
        let moves = rules.moves.iter().map(|of| of.map(&mut change)).collect();
        failure.map_or(Ok(()), Err)?;
        let mut verdicts = rules.verdicts.clone();
        for verdict in &mut verdicts {
            verdict.when = self.code(&verdict.when)?;
            if let VerdictResult::Score(Some(points)) = &mut verdict.result {
                *points = self.code(points)?;
            }
        }
        let mut splits = rules.splits.clone();
        for split in &mut splits {
            match &mut split.by {
                SplitBy::Steps(code) | SplitBy::Relation(code) => *code = self.code(code)?,
            }
        }
        let mut claims = rules.claims.clone();
        for claim in &mut claims {
            if let Some(when) = &mut claim.when {
                *when = self.code(when)?;
            }
            if let ClaimSays::Grundy(code) | ClaimSays::Plies(code) | ClaimSays::Rounds(code) = &mut claim.says {
                *code = self.code(code)?;
            }
        }
        Ok((defs, moves, verdicts, splits, claims))
    }

    fn code(&mut self, code: &Code) -> Eval<Code> {
        Ok(Code { expr: self.expr(&code.expr)?, locals: code.locals })
    }

    /// An expression with every part that depends on parameters alone computed.
    pub fn expr(&mut self, expr: &Expr) -> Eval<Expr> {
        let trivial = matches!(
            expr.kind,
            Kind::Int(_)
                | Kind::Bool(_)
                | Kind::None
                | Kind::Text(_)
                | Kind::Who(_)
                | Kind::EnumValue(..)
                | Kind::Const(_)
                | Kind::Broken
        );
        let is_position = expr.ty == grundy_rule::Type::Position;
        if !trivial && !is_position && self.is_fixed(expr) {
            let mut machine = Machine::new(self.params, &self.constants, &self.rules.defs, &self.rules.enums);
            if let Some(value) = defined(machine.value(expr))? {
                let kind = match value {
                    Value::Int(number) => Kind::Int(number),
                    Value::Bool(value) => Kind::Bool(value),
                    value => {
                        self.constants.push(value);
                        Kind::Const(self.constants.len() - 1)
                    }
                };
                return Ok(Expr { kind, ty: expr.ty.clone(), span: expr.span });
            }
            return Ok(expr.clone());
        }
        let mut failure = None;
        let mapped = expr.map_parts(&mut |part| match self.expr(part) {
            Ok(folded) => folded,
            Err(halt) => {
                failure = Some(halt);
                part.clone()
            }
        });
        failure.map_or(Ok(mapped), Err)
    }

    fn is_fixed(&self, expr: &Expr) -> bool {
        let calls_itself =
            expr.any(&|part| matches!(part.kind, Kind::Call(number, _) if self.rules.defs[number].recursive));
        !calls_itself && Uses::of(expr, &self.rules.defs).is_fixed() && free_locals(expr).is_empty()
    }
}
