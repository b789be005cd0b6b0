//! Rules written out for one game: every move that can ever be made, as the bits it asks for and the bits it changes,
//! and every ending as a condition on bits. Positions stay in their words, and nothing is looked up by name.
//!
//! Moves come in the order of the language: the values of a binder in increasing order, each with the condition under
//! which it is one of them. Whatever is not written out (numbers of a large range, `reach`, `become`, the least of
//! something) makes the whole game one for interpretation, and so does a position in which the rules are wrong.

mod body;
mod eval;
mod form;
mod symbol;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod undefined;

use body::Effect;
use eval::{Evaluator, Field};
use form::{Form, points, terms_under};
use grundy_rule::VerdictResult;
use grundy_rule::syntax::Mover;
use grundy_run::{Ending, Flow, Game, Packed, Shape, Side, Stuck, Turn};
use smallvec::SmallVec;
use symbol::{Beyond, Count};

/// The most moves that are written out.
const MOST_MOVES: usize = 1 << 14;

/// A game written out.
pub struct Ground {
    words: usize,
    moves: [Vec<Way>; 2],
    /// For each mover the endings before moves are known, where there is none, and of play for ever.
    endings: [[Vec<(Form, Says)>; 3]; 2],
}

/// The rules are wrong in this position: interpretation says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong;

/// One move.
struct Way {
    when: Form,
    keep: Packed,
    put: Packed,
    /// Bits that depend on others.
    late: Vec<(usize, u64, Form)>,
    gain: Count,
    stays: Form,
    fault: Form,
}

/// Whether play goes on for ever.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Play {
    Ending,
    Endless,
}

enum Says {
    Ends(Ending),
    Scores(Count),
}

impl Ground {
    /// A game, if it can be written out.
    pub fn of(game: &Game) -> Option<Ground> {
        let write = || -> Result<Ground, Beyond> {
            let moves = [moves(game, Side::Left)?, moves(game, Side::Right)?];
            let both = |mover: Side| -> Result<_, Beyond> {
                let forever = endings(game, mover, Stuck::No, Play::Endless)?;
                Ok([
                    endings(game, mover, Stuck::No, Play::Ending)?,
                    endings(game, mover, Stuck::Yes, Play::Ending)?,
                    forever,
                ])
            };
            let endings = [both(Side::Left)?, both(Side::Right)?];
            Ok(Ground { words: game.layout.words(), moves, endings })
        };
        write().ok()
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
            if way.fault != Form::No && way.fault.holds(packed) {
                return Err(Wrong);
            }
            left -= 1;
        }
        Ok(false)
    }

    #[inline]
    fn make(
        &self,
        way: &Way,
        packed: &[u64],
        visit: &mut impl FnMut(&[u64], i64, Turn) -> Flow,
    ) -> Result<Flow, Wrong> {
        if !matches!(way.fault, Form::No) && way.fault.holds(packed) {
            return Err(Wrong);
        }
        let mut to: Packed = SmallVec::from_slice(packed);
        for word in 0..self.words {
            to[word] = packed[word] & way.keep[word] | way.put[word];
        }
        for (word, bit, when) in &way.late {
            if when.holds(packed) {
                to[*word] |= bit;
            }
        }
        let gain = way.gain.base + points(&way.gain.terms, packed);
        let turn = if way.stays.holds_here(packed) { Turn::Stays } else { Turn::Passes };
        Ok(visit(&to, gain, turn))
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
fn said(endings: &[(Form, Says)], packed: &[u64]) -> Option<Ending> {
    let (_, says) = endings.iter().find(|(when, _)| when.holds_here(packed))?;
    Some(match says {
        Says::Ends(ending) => *ending,
        Says::Scores(count) => Ending::Scored(count.base + points(&count.terms, packed)),
    })
}

fn moves(game: &Game, mover: Side) -> Result<Vec<Way>, Beyond> {
    let mut ways = Vec::new();
    let mut evaluator = Evaluator::new(game, mover);
    for (number, of) in game.rules.moves.iter().enumerate() {
        let allowed = match of.mover {
            Mover::Either => true,
            Mover::Left => mover == Side::Left,
            Mover::Right => mover == Side::Right,
        };
        if allowed {
            evaluator.restart(of.locals, SmallVec::new());
            assign(&mut evaluator, number, 0, Form::Yes, &mut ways)?;
        }
    }
    Ok(ways)
}

/// Assigns the binders of a move from `level` on.
fn assign(
    evaluator: &mut Evaluator,
    number: usize,
    level: usize,
    mut when: Form,
    ways: &mut Vec<Way>,
) -> Result<(), Beyond> {
    let game = evaluator.game;
    for conjunct in &game.guards[number][level] {
        when = when.and(&evaluator.truth(conjunct)?.yes);
        if when == Form::No {
            return Ok(());
        }
    }
    let of = &game.rules.moves[number];
    match of.binders.get(level) {
        Some(binder) => evaluator.assignments(binder, &mut |evaluator, case| {
            let when = when.and(&case);
            if when == Form::No { Ok(()) } else { assign(evaluator, number, level + 1, when, ways) }
        }),
        None => {
            ways.push(way(evaluator, number, when)?);
            if ways.len() > MOST_MOVES { Err(Beyond) } else { Ok(()) }
        }
    }
}

/// Runs the body of a move whose binders are bound.
fn way(evaluator: &mut Evaluator, number: usize, when: Form) -> Result<Way, Beyond> {
    let game = evaluator.game;
    let guarded = std::mem::replace(&mut evaluator.bits, when.known());
    let read = std::mem::replace(&mut evaluator.fields, vec![Field::Untouched; game.shapes.len()]);
    let mut effect = Effect::none();
    evaluator.run(&game.rules.moves[number].body, &mut effect)?;
    let words = game.layout.words();
    let mut way = Way {
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
        if evaluator.fields[field] == Field::Untouched {
            continue;
        }
        let place = &game.layout.places[field];
        let before = evaluator.original(field)?;
        let mut change = |index: usize, bit: usize, form: Form| {
            let at = place.bit(index, bit);
            let (word, mask) = (at / 64, 1u64 << (at % 64));
            way.keep[word] &= !mask;
            match form.under(&evaluator.bits) {
                Form::Yes => way.put[word] |= mask,
                Form::No => {}
                form => way.late.push((word, mask, form)),
            }
        };
        let mut fault = Form::No;
        let mut rewrite = |index: usize, cases: &symbol::Cases, values: &grundy_run::Values| {
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
            bits.into_iter().enumerate().for_each(|(bit, forms)| change(index, bit, Form::any(forms)));
        };
        match (&evaluator.fields[field], &before, shape) {
            (Field::One(after), Field::One(before), Shape::One(values)) => {
                if after != before {
                    rewrite(0, after, values);
                }
            }
            (Field::Array(after), Field::Array(before), Shape::Array(_, values)) => {
                for (index, (after, before)) in after.iter().zip(before).enumerate() {
                    if after != before {
                        rewrite(index, after, values);
                    }
                }
            }
            (Field::Set(after), Field::Set(before), Shape::Set(_)) => {
                for (index, (after, before)) in after.iter().zip(before).enumerate() {
                    if after != before {
                        change(index, 0, after.clone());
                    }
                }
            }
            _ => return Err(Beyond),
        }
        way.fault = way.fault.or(&fault.under(&evaluator.bits));
    }
    evaluator.spend(way.late.iter().map(|(_, _, form)| form.size()).sum::<usize>() + way.gain.terms.len())?;
    (evaluator.bits, evaluator.fields) = (guarded, read);
    Ok(way)
}

fn endings(game: &Game, mover: Side, stuck: Stuck, play: Play) -> Result<Vec<(Form, Says)>, Beyond> {
    let mut evaluator = Evaluator::new(game, mover);
    evaluator.machine.stuck = stuck == Stuck::Yes;
    evaluator.machine.forever = play == Play::Endless;
    let mut endings = Vec::new();
    for verdict in &game.rules.verdicts {
        let locals = match &verdict.result {
            VerdictResult::Score(Some(points)) => points.locals.max(verdict.when.locals),
            _ => verdict.when.locals,
        };
        evaluator.restart(locals, SmallVec::new());
        let when = evaluator.truth(&verdict.when.expr)?.yes;
        if when == Form::No {
            continue;
        }
        let says = match &verdict.result {
            VerdictResult::Wins(who) => Says::Ends(Ending::Won(evaluator.machine.player(*who))),
            VerdictResult::Loses(who) => Says::Ends(Ending::Won(evaluator.machine.player(*who).other())),
            VerdictResult::Draw => Says::Ends(Ending::Drawn),
            VerdictResult::Score(None) => Says::Ends(Ending::Scored(0)),
            VerdictResult::Score(Some(points)) => Says::Scores(evaluator.value(&points.expr)?.count()?),
        };
        let certain = when == Form::Yes;
        endings.push((when, says));
        if certain {
            break;
        }
    }
    Ok(endings)
}
