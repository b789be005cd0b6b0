//! Turns of several steps for an engine that makes one step at a time. The stepped game of a game has fields that no
//! position of the game has: which `then` a turn has come to (0 between turns), and what it gives the move that goes on. Its
//! moves are single steps, which a compiler knows how to make; [`Turns`] follows them to the ends of turns, in the order
//! in which interpretation does.

use crate::engine::{Engine, Faulted, Options};
use crate::game::{Game, free_locals};
use crate::layout::{FieldBits, Packed};
use crate::moves::{Ending, Stuck, Turn};
use crate::shape::{Shape, Values};
use crate::universe::Universe;
use crate::value::Side;
use grundy_rule::syntax::{AssignOp, Stop};
use grundy_rule::{
    Comparison, Declared, Domain, Expr, Follow, Kind, Move, Place, Rules, Source, Span, Stmt, StmtKind, Type,
};
use std::sync::Arc;

/// The stepped game of a game, and for each `then` whether the turn may stop there; or what cannot be stepped.
pub(crate) fn stepped(game: &Game) -> Result<(Game, Vec<Stop>), String> {
    if game.makes_sums() {
        return Err("a turn of several steps with `become`".to_string());
    }
    let mut stepper =
        Stepper { game, rules: game.rules.clone(), shapes: Vec::new(), stops: Vec::new(), follow: Vec::new() };
    stepper.hide("turn", Type::Int, Universe::Range { low: 0, high: 0 }, false);
    let moves: Vec<Move> = game.rules.moves.iter().map(|of| stepper.step(of)).collect::<Result<_, _>>()?;
    let mut made: Vec<Move> = Vec::new();
    for of in moves.iter().filter(|of| !of.is_step) {
        let guard = Some(stepper.both(stepper.is_at(0), of.guard.clone()));
        made.push(Move { guard, ..of.clone() });
    }
    for (number, given, at) in &stepper.follow {
        let of = &moves[*number];
        let mut binders = of.binders.clone();
        for (binder, field) in binders.iter_mut().zip(given) {
            binder.source = Source::Is(stepper.given(*field));
        }
        let mut body = vec![stepper.write(stepper.turn(), stepper.number(0))];
        body.extend(stepper.given_at(*at).map(|field| stepper.write(field, stepper.none(field))));
        body.extend(of.body.iter().cloned());
        let guard = Some(stepper.both(stepper.is_at(*at), of.guard.clone()));
        made.push(Move { is_step: false, binders, guard, body, ..of.clone() });
    }
    // The turn is one of as many values as there are places at which it goes on.
    let sites = stepper.stops.len() as i64;
    stepper.shapes[0] = Shape::One(Values { none: false, universe: Universe::Range { low: 0, high: sites } });
    let Stepper { mut rules, shapes, stops, .. } = stepper;
    rules.moves = made;
    Ok((game.extended(rules, shapes), stops))
}

struct Stepper<'g> {
    game: &'g Game,
    /// The rules with the fields that were added.
    rules: Rules,
    /// What those are.
    shapes: Vec<Shape>,
    /// For each `then`, counted from 1, whether the turn may stop.
    stops: Vec<Stop>,
    /// The moves that go on: which, the fields that hold what it is given, and after which `then`.
    follow: Vec<(usize, Vec<usize>, usize)>,
}

impl Stepper<'_> {
    /// Adds a field.
    fn hide(&mut self, name: &str, ty: Type, universe: Universe, none: bool) -> usize {
        let span = self.rules.span;
        let whole = Domain::Of(Expr { kind: Kind::Broken, ty: Type::Set(Box::new(ty)), span });
        let domain = if none { Domain::Optional(Box::new(whole)) } else { whole };
        self.rules.fields.push(Declared { name: format!("then {name}"), span, domain, default: None, show: None });
        self.shapes.push(Shape::One(Values { none, universe }));
        self.rules.fields.len() - 1
    }

    /// A move that stops at each `then`.
    fn step(&mut self, of: &Move) -> Result<Move, String> {
        Ok(Move { body: self.body(&of.body)?, ..of.clone() })
    }

    fn body(&mut self, body: &[Stmt]) -> Result<Vec<Stmt>, String> {
        let mut made = Vec::new();
        for stmt in body {
            match &stmt.kind {
                StmtKind::Then(follows, stop) => {
                    self.stops.push(*stop);
                    let at = self.stops.len();
                    made.push(self.write(self.turn(), self.number(at as i64)));
                    for follow in follows {
                        self.go_on(follow, at, &mut made)?;
                    }
                }
                StmtKind::If(condition, yes, no) => {
                    let kind = StmtKind::If(condition.clone(), self.body(yes)?, self.body(no)?);
                    made.push(Stmt { kind, span: stmt.span });
                }
                // No loop goes on with a turn.
                _ => made.push(stmt.clone()),
            }
        }
        Ok(made)
    }

    /// Writes what a move that goes on is given, where that lies in the sets of its first binders, and notes the move.
    fn go_on(&mut self, follow: &Follow, at: usize, made: &mut Vec<Stmt>) -> Result<(), String> {
        for &number in &follow.moves {
            let binders = &self.game.rules.moves[number].binders;
            let mut given = Vec::new();
            for (value, binder) in follow.values.iter().zip(binders) {
                let set = binder.source.expr();
                let universe = self.universe(set)?;
                let field = self.hide(&binder.name, value.ty.clone(), universe, true);
                let inside = Kind::In(Box::new(value.clone()), Box::new(set.clone()));
                let inside = Expr { kind: inside, ty: Type::Bool, span: value.span };
                let write = self.write(field, value.clone());
                made.push(Stmt { kind: StmtKind::If(inside, vec![write], Vec::new()), span: value.span });
                given.push(field);
            }
            self.follow.push((number, given, at));
        }
        Ok(())
    }

    /// What a binder may be, whatever the position.
    fn universe(&self, set: &Expr) -> Result<Universe, String> {
        let known = match set.kind {
            _ if !free_locals(set).is_empty() => None,
            Kind::Const(number) => Universe::of_set(&self.game.constants[number]),
            Kind::Field(field) => self.game.universe(field).map(|universe| (**universe).clone()),
            _ => None,
        };
        known.ok_or_else(|| "what a step is given ranges over a set that changes".to_string())
    }

    fn turn(&self) -> usize {
        self.game.rules.fields.len()
    }

    /// The fields that hold what is given after a `then`.
    fn given_at(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.follow.iter().filter(move |(.., other)| *other == at).flat_map(|(_, given, _)| given.iter().copied())
    }

    fn number(&self, number: i64) -> Expr {
        Expr { kind: Kind::Int(number), ty: Type::Int, span: self.rules.span }
    }

    fn field(&self, field: usize) -> Expr {
        let of = &self.rules.fields[field];
        Expr { kind: Kind::Field(field), ty: of.domain.ty(), span: of.span }
    }

    /// What a field that may be `none` holds.
    fn given(&self, field: usize) -> Expr {
        let read = self.field(field);
        let (ty, span) = (read.ty.clone(), read.span);
        let ty = if let Type::Optional(inner) = ty { *inner } else { ty };
        Expr { kind: Kind::There(Box::new(read)), ty, span }
    }

    fn none(&self, field: usize) -> Expr {
        let read = self.field(field);
        Expr { kind: Kind::None, ty: read.ty, span: read.span }
    }

    fn is_at(&self, at: usize) -> Expr {
        let (turn, at) = (self.field(self.turn()), self.number(at as i64));
        let kind = Kind::Compare(Comparison::Eq, Box::new(turn), Box::new(at));
        Expr { kind, ty: Type::Bool, span: self.rules.span }
    }

    fn both(&self, first: Expr, second: Option<Expr>) -> Expr {
        let Some(second) = second else { return first };
        let span = second.span;
        Expr { kind: Kind::And(Box::new(first), Box::new(second)), ty: Type::Bool, span }
    }

    fn write(&self, field: usize, value: Expr) -> Stmt {
        let span: Span = value.span;
        let place = Place { field, index: None, span };
        Stmt { kind: StmtKind::Assign(place, AssignOp::Set, value), span }
    }
}

/// An engine that makes whole turns by one that makes steps.
pub(crate) struct Turns {
    steps: Arc<dyn Engine>,
    words: usize,
    stepped_words: usize,
    /// Where it is written at which `then` a turn is, and everything that is written there.
    turn: FieldBits,
    hidden: Packed,
    stops: Vec<Stop>,
}

/// A turn on its way.
struct Begun {
    mover: Side,
    /// What each step has led to.
    path: Vec<Packed>,
    /// The options after as many steps, to be used again.
    options: Vec<Options>,
}

impl Turns {
    pub fn new(game: &Game, stepped: &Game, stops: Vec<Stop>, steps: Arc<dyn Engine>) -> Turns {
        let turn = stepped.layout.places[game.layout.places.len()];
        let mut hidden = Packed::from_slice(stepped.layout.used());
        hidden.iter_mut().zip(game.layout.used()).for_each(|(all, used)| *all &= !used);
        let (words, stepped_words) = (game.layout.words(), stepped.layout.words());
        Turns { steps, words, stepped_words, turn, hidden, stops }
    }

    fn begun(&self, packed: &[u64]) -> Packed {
        let mut words = Packed::from_slice(packed);
        words.resize(self.stepped_words, 0);
        words
    }

    /// Adds the turns that go on from `at`.
    fn go_on(&self, at: &[u64], gain: i64, turn: Turn, begun: &mut Begun, out: &mut Options) -> Result<(), Faulted> {
        let depth = begun.path.len();
        if begun.options.len() == depth {
            begun.options.push(Options::default());
        }
        let mut options = std::mem::take(&mut begun.options[depth]);
        self.steps.options(at, begun.mover, &mut options)?;
        for i in 0..options.len() {
            let key = options.key(i);
            let gain = gain.checked_add(options.gain(i)).ok_or(Faulted)?;
            let turn = if options.turn(i) == Turn::Stays { Turn::Stays } else { turn };
            let before = out.len();
            let stop = match self.turn.take(key, 0) {
                0 => Stop::Allowed,
                then => {
                    let key = Packed::from_slice(key);
                    if begun.path.contains(&key) {
                        return Err(Faulted);
                    }
                    begun.path.push(key.clone());
                    self.go_on(&key, gain, turn, begun, out)?;
                    begun.path.pop();
                    self.stops[then as usize - 1]
                }
            };
            if stop == Stop::Allowed || out.len() == before {
                let mut ended = Packed::from_slice(&key[..self.words]);
                ended.iter_mut().zip(&self.hidden).for_each(|(word, hidden)| *word &= !hidden);
                out.push(std::iter::once(&ended[..]), gain, turn);
            }
        }
        begun.options[depth] = options;
        Ok(())
    }
}

impl Engine for Turns {
    fn options(&self, packed: &[u64], mover: Side, out: &mut Options) -> Result<(), Faulted> {
        out.clear(self.words);
        let mut begun = Begun { mover, path: Vec::new(), options: Vec::new() };
        self.go_on(&self.begun(packed), 0, Turn::Passes, &mut begun, out)
    }

    fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Result<Option<Ending>, Faulted> {
        self.steps.ending(&self.begun(packed), mover, stuck)
    }
}
