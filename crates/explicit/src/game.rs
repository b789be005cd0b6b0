//! The explicit game: at given parameters, every move that can ever be made, as a condition on the bits of a position and
//! the bits it changes, and every ending as a condition on bits. Positions stay in their words, and nothing is looked up by
//! name.
//!
//! Moves come in the order of the language: the values of a binder in increasing order, each with the condition under
//! which it is one of them. What cannot be written out (numbers of a large range, `reach`, `become`, the least of
//! something) makes the whole game one for interpretation, and so does a position in which the rules are wrong.

use crate::body::Effect;
use crate::condition::{Bits, Condition, points, terms_under};
use crate::eval::Evaluator;
use crate::fields::Field;
use crate::symbol::{Beyond, Cases, Count};
use grundy_rule::syntax::Mover;
use grundy_rule::{Expr, Verdict, VerdictResult, each_in_body};
use grundy_run::{Ending, Flow, Game, Packed, Shape, Side, Stuck, Turn};
use smallvec::SmallVec;
use std::sync::Arc;

/// The most moves that are written out.
const MOST_MOVES: usize = 1 << 14;

/// Expressions and bodies looked at, and parts of conditions made, at most.
const MOST_WORK: usize = 1 << 18;

/// A game written out.
pub struct Explicit {
    pub(crate) words: usize,
    /// The moves of each player.
    pub moves: [Vec<ExplicitMove>; 2],
    /// For each mover the endings before moves are known, where there is none, and of play for ever.
    pub(crate) endings: [[Vec<(Condition, Says)>; 3]; 2],
}

/// The rules are wrong in this position: interpretation says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong;

/// One move with its binders bound.
#[derive(Clone)]
pub struct ExplicitMove {
    /// When it is legal.
    pub when: Condition,
    /// The bits that stay as they are.
    pub keep: Packed,
    /// The bits that are set.
    pub put: Packed,
    /// Bits of neither kind that are set under a condition on the position before the move; the others are cleared.
    pub late: Vec<(usize, Condition)>,
    /// Points for the mover.
    pub gain: Count,
    /// When the mover moves again.
    pub stays: Condition,
    /// When the rules are wrong.
    pub fault: Condition,
}

impl ExplicitMove {
    /// Every bit that is written, with when it is set.
    pub fn writes(&self) -> impl Iterator<Item = (usize, Condition)> {
        let written = |word: usize, mask: u64| Bits { word: word as u32, mask, value: mask }.literals();
        let late = |bit: &usize| self.late.iter().any(|(other, _)| other == bit);
        let fixed = self.keep.iter().enumerate().flat_map(move |(word, keep)| written(word, !keep));
        let fixed = fixed.map(|(bit, _)| bit).filter(move |bit| !late(bit)).map(|bit| {
            let set = self.put[bit / 64] >> (bit % 64) & 1 == 1;
            (bit, if set { Condition::Yes } else { Condition::No })
        });
        fixed.chain(self.late.iter().cloned())
    }
}

/// What an ending says.
#[derive(Clone, Debug, PartialEq)]
pub enum Says {
    /// The game is over in this way.
    Ends(Ending),
    /// So many points more go to the player about to move.
    Scores(Count),
}

/// What is kept with a game.
struct WrittenOut(Result<Arc<Explicit>, Beyond>);

impl Explicit {
    /// A game written out once, however often it is asked for: it is kept with the game.
    pub fn shared(game: &Game) -> Result<Arc<Explicit>, Beyond> {
        game.kept.get_or_make(|| WrittenOut(Explicit::of(game).map(Arc::new))).0.clone()
    }

    /// The same if that takes at most so much work for the moves of each player, and for each kind of endings.
    pub fn brief(game: &Game, most: usize) -> Result<Arc<Explicit>, Beyond> {
        if let Some(known) = game.kept.get::<WrittenOut>() {
            return known.0.clone();
        }
        let made = Arc::new(Explicit::within(game, most)?);
        game.kept.get_or_make(|| WrittenOut(Ok(made))).0.clone()
    }

    /// A game, or the construct because of which it cannot be written out.
    pub fn of(game: &Game) -> Result<Explicit, Beyond> {
        Explicit::within(game, MOST_WORK)
    }

    /// The same with so much work for the moves of each player, and for each kind of endings.
    fn within(game: &Game, most: usize) -> Result<Explicit, Beyond> {
        if game.makes_sums() {
            return Err(Beyond("`become`"));
        }
        if game.rules.has_steps() {
            return Err(Beyond("`then`"));
        }
        let mut evaluator = Evaluator::new(game, most);
        let left = moves(&mut evaluator, Side::Left)?;
        let right = if is_alike(&evaluator) { left.clone() } else { moves(&mut evaluator, Side::Right)? };
        let moves = [left, right];
        let endings = [endings(&mut evaluator, Side::Left)?, endings(&mut evaluator, Side::Right)?];
        Ok(Explicit { words: game.layout.words(), moves, endings })
    }

    /// Calls `visit` with what every move of `mover` leads to, the points it gains, and who moves then.
    pub fn each(
        &self,
        packed: &[u64],
        mover: Side,
        visit: &mut impl FnMut(&[u64], i64, Turn) -> Flow,
    ) -> Result<Flow, Wrong> {
        for way in &self.moves[mover as usize] {
            if way.when.holds_here(packed) && self.make(way, packed, visit)? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::On)
    }

    /// Calls `visit` with what one move leads to; whether there is such a move.
    pub fn nth(
        &self,
        packed: &[u64],
        mover: Side,
        number: u64,
        visit: &mut impl FnMut(&[u64], i64, Turn) -> Flow,
    ) -> Result<bool, Wrong> {
        let mut left = number;
        for way in self.moves[mover as usize].iter().filter(|way| way.when.holds_here(packed)) {
            if left == 0 {
                return self.make(way, packed, visit).map(|_| true);
            }
            if way.fault != Condition::No && way.fault.holds(packed) {
                return Err(Wrong);
            }
            left -= 1;
        }
        Ok(false)
    }

    /// Calls `visit` with what a move that is legal leads to.
    #[inline]
    pub fn make(
        &self,
        way: &ExplicitMove,
        packed: &[u64],
        visit: &mut impl FnMut(&[u64], i64, Turn) -> Flow,
    ) -> Result<Flow, Wrong> {
        if !matches!(way.fault, Condition::No) && way.fault.holds(packed) {
            return Err(Wrong);
        }
        let mut to: Packed = SmallVec::from_slice(packed);
        for word in 0..self.words {
            to[word] = packed[word] & way.keep[word] | way.put[word];
        }
        for (bit, when) in &way.late {
            if when.holds(packed) {
                to[bit / 64] |= 1 << (bit % 64);
            }
        }
        let gain = way.gain.base + points(&way.gain.terms, packed);
        let turn = if way.stays.holds_here(packed) { Turn::Stays } else { Turn::Passes };
        Ok(visit(&to, gain, turn))
    }

    /// The endings that a player about to move finds, before moves are looked for or where there is none: the first
    /// that holds counts.
    pub fn endings(&self, mover: Side, stuck: Stuck) -> &[(Condition, Says)] {
        &self.endings[mover as usize][stuck as usize]
    }

    /// The first ending that holds, as `Game::ending`.
    pub fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Option<Ending> {
        match said(&self.endings[mover as usize][stuck as usize], packed) {
            None if stuck == Stuck::Yes => Some(Ending::Won(mover.other())),
            found => found,
        }
    }

    /// How play for ever through a position ends, as `Game::forever`.
    pub fn forever(&self, packed: &[u64], mover: Side) -> Ending {
        said(&self.endings[mover as usize][2], packed).unwrap_or(Ending::Drawn)
    }
}

/// The first ending that holds.
fn said(endings: &[(Condition, Says)], packed: &[u64]) -> Option<Ending> {
    let (_, says) = endings.iter().find(|(when, _)| when.holds_here(packed))?;
    Some(match says {
        Says::Ends(ending) => *ending,
        Says::Scores(count) => Ending::Scored(count.base + points(&count.terms, packed)),
    })
}

/// Whether no move speaks of who makes it: then both players have the same.
fn is_alike(evaluator: &Evaluator) -> bool {
    let game = evaluator.game;
    game.rules.moves.iter().zip(&game.guards).all(|(of, guards)| {
        let mut speaks = of.mover != Mover::Either;
        let mut look = |expr: &Expr| speaks |= evaluator.speaking.names_players_by_turn(expr);
        guards.iter().flatten().chain(&of.guard).for_each(&mut look);
        of.binders.iter().for_each(|binder| look(binder.source.expr()));
        each_in_body(&of.body, &mut |_| {}, &mut look);
        !speaks
    })
}

fn moves(evaluator: &mut Evaluator, mover: Side) -> Result<Vec<ExplicitMove>, Beyond> {
    let mut ways = Vec::new();
    evaluator.begin(mover, Stuck::No, false);
    let game = evaluator.game;
    for (number, of) in game.rules.moves.iter().enumerate() {
        let allowed = match of.mover {
            Mover::Either => true,
            Mover::Left => mover == Side::Left,
            Mover::Right => mover == Side::Right,
        };
        if allowed {
            evaluator.restart(of.locals, SmallVec::new());
            assign(evaluator, number, 0, Condition::Yes, &mut ways)?;
        }
    }
    Ok(ways)
}

/// Assigns the binders of a move from `level` on.
fn assign(
    evaluator: &mut Evaluator,
    number: usize,
    level: usize,
    mut when: Condition,
    ways: &mut Vec<ExplicitMove>,
) -> Result<(), Beyond> {
    let game = evaluator.game;
    for conjunct in &game.guards[number][level] {
        when = when.and(&evaluator.truth(conjunct)?.yes);
        if when == Condition::No {
            return Ok(());
        }
    }
    let of = &game.rules.moves[number];
    match of.binders.get(level) {
        Some(binder) => evaluator.assignments(binder, &mut |evaluator, case| {
            let when = when.and(&case);
            if when == Condition::No { Ok(()) } else { assign(evaluator, number, level + 1, when, ways) }
        }),
        None => {
            ways.push(way(evaluator, number, when)?);
            if ways.len() > MOST_MOVES { Err(Beyond("too many moves")) } else { Ok(()) }
        }
    }
}

/// Runs the body of a move whose binders are bound.
fn way(evaluator: &mut Evaluator, number: usize, when: Condition) -> Result<ExplicitMove, Beyond> {
    let game = evaluator.game;
    let guarded = std::mem::replace(&mut evaluator.bits, when.known());
    let read = std::mem::replace(&mut evaluator.fields, vec![Field::Untouched; game.shapes.len()]);
    let mut effect = Effect::none();
    evaluator.run(&game.rules.moves[number].body, &mut effect)?;
    let words = game.layout.words();
    let mut way = ExplicitMove {
        when,
        keep: SmallVec::from_elem(u64::MAX, words),
        put: SmallVec::from_elem(0, words),
        late: Vec::new(),
        gain: effect.gain,
        stays: effect.stays.under(&evaluator.bits),
        fault: effect.fault.under(&evaluator.bits),
    };
    let (base, terms) = terms_under(&way.gain.terms, &evaluator.bits);
    way.gain = Count::of(way.gain.base + base, terms)?;
    for (field, shape) in game.shapes.iter().enumerate() {
        let place = &game.layout.places[field];
        // The values and elements that differ from what they were.
        let (mut values_after, mut present_after) = (Vec::new(), Vec::new());
        match std::mem::replace(&mut evaluator.fields[field], Field::Untouched) {
            Field::Untouched => continue,
            Field::One(after) => values_after.extend((evaluator.original(field, 0)? != after).then_some((0, after))),
            Field::Array(cells) => {
                for (index, after) in cells.into_iter().enumerate() {
                    if let Some(after) = after
                        && evaluator.original(field, index)? != after
                    {
                        values_after.push((index, after));
                    }
                }
            }
            Field::Set(present) => {
                let touched = present.into_iter().enumerate().filter_map(|(index, after)| Some((index, after?)));
                present_after.extend(touched.filter(|(index, after)| evaluator.was_present(field, *index) != *after));
            }
        }
        let mut change = |index: usize, bit: usize, form: Condition| {
            let at = place.bit(index, bit);
            let (word, mask) = (at / 64, 1u64 << (at % 64));
            way.keep[word] &= !mask;
            match form.under(&evaluator.bits) {
                Condition::Yes => way.put[word] |= mask,
                Condition::No => {}
                form => way.late.push((at, form)),
            }
        };
        let mut fault = Condition::No;
        let mut rewrite = |index: usize, cases: &Cases, values: &grundy_run::Values| {
            let mut bits = vec![Vec::new(); place.width as usize];
            for (case, value) in &cases.each {
                match values.rank(value) {
                    None => fault = fault.or(case),
                    Some(rank) => {
                        let set = bits.iter_mut().enumerate().filter(|(bit, _)| rank >> bit & 1 == 1);
                        set.for_each(|(_, forms)| forms.push(case.clone()));
                    }
                }
            }
            bits.into_iter().enumerate().for_each(|(bit, forms)| change(index, bit, Condition::any(forms)));
        };
        if let Shape::One(values) | Shape::Array(_, values) = shape {
            values_after.iter().for_each(|(index, after)| rewrite(*index, after, values));
        }
        present_after.into_iter().for_each(|(index, after)| change(index, 0, after));
        way.fault = way.fault.or(&fault.under(&evaluator.bits));
    }
    evaluator.spend(way.late.iter().map(|(_, form)| form.size()).sum::<usize>() + way.gain.terms.len())?;
    (evaluator.bits, evaluator.fields) = (guarded, read);
    Ok(way)
}

/// The endings that a player about to move finds: before moves are looked for, where there is none, of play for ever. What
/// speaks of neither of these is evaluated once.
fn endings(evaluator: &mut Evaluator, mover: Side) -> Result<[Vec<(Condition, Says)>; 3], Beyond> {
    let game = evaluator.game;
    let mut known: Vec<Option<(Condition, Says)>> = vec![None; game.rules.verdicts.len()];
    let mut kind = |stuck: Stuck, endless: bool| -> Result<Vec<(Condition, Says)>, Beyond> {
        evaluator.begin(mover, stuck, endless);
        let mut endings = Vec::new();
        for (verdict, known) in game.rules.verdicts.iter().zip(&mut known) {
            // What is said of play that does not end is said by lines that ask for it alone.
            if endless && !verdict.is_about_endless_play(&game.rules.defs) {
                continue;
            }
            let (when, says) = match known {
                Some(known) => known.clone(),
                None => {
                    let found = ending(evaluator, verdict)?;
                    let points = match &verdict.result {
                        VerdictResult::Score(points) => points.as_ref(),
                        _ => None,
                    };
                    let mut codes = points.into_iter().chain([&verdict.when]);
                    if !codes.any(|code| evaluator.speaking.asks_how_play_ends(&code.expr)) {
                        *known = Some(found.clone());
                    }
                    found
                }
            };
            let certain = when == Condition::Yes;
            if when != Condition::No {
                endings.push((when, says));
            }
            if certain {
                break;
            }
        }
        Ok(endings)
    };
    Ok([kind(Stuck::No, false)?, kind(Stuck::Yes, false)?, kind(Stuck::No, true)?])
}

/// When a verdict is given, and what it says; what it says does not matter where it is never given.
fn ending(evaluator: &mut Evaluator, verdict: &Verdict) -> Result<(Condition, Says), Beyond> {
    let locals = match &verdict.result {
        VerdictResult::Score(Some(points)) => points.locals.max(verdict.when.locals),
        _ => verdict.when.locals,
    };
    evaluator.restart(locals, SmallVec::new());
    let when = evaluator.truth(&verdict.when.expr)?.yes;
    let says = match &verdict.result {
        VerdictResult::Wins(who) => Says::Ends(Ending::Won(evaluator.machine.player(*who))),
        VerdictResult::Loses(who) => Says::Ends(Ending::Won(evaluator.machine.player(*who).other())),
        VerdictResult::Score(Some(points)) if when != Condition::No => {
            Says::Scores(evaluator.value(&points.expr)?.count()?)
        }
        VerdictResult::Draw => Says::Ends(Ending::Drawn),
        VerdictResult::Score(_) => Says::Ends(Ending::Scored(0)),
    };
    Ok((when, says))
}
