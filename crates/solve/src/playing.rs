//! A game being played: a sum, whose turn it is, the points so far; and how it ended.

use grundy_rule::Convention;
use grundy_run::{Component, Ending, Faulty, Move, Position, Side, Stuck, Successor, Turn};

/// A position in play.
#[derive(Clone)]
pub struct Playing {
    /// The summands.
    pub position: Position,
    /// Who is about to move.
    pub mover: Side,
    /// Left's points less Right's.
    pub lead: i64,
    convention: Convention,
}

/// One legal move.
#[derive(Clone)]
pub struct Step {
    /// In which summand.
    pub component: usize,
    /// As it is written; in a sum with the number of the summand: `0: take(3)`.
    pub text: String,
    /// What the summand becomes.
    to: Successor,
}

/// How a game in play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// This player has won.
    Won(Side),
    /// Nobody has.
    Drawn,
}

impl Playing {
    /// A game that begins here.
    pub fn new(position: Position, mover: Side) -> Playing {
        let convention = position.parts.first().map_or(Convention::Normal, |part| Convention::of(&part.game.rules));
        Playing { position, mover, lead: 0, convention }
    }

    /// Every legal move; none once the game is over.
    pub fn steps(&self) -> Faulty<Vec<Step>> {
        let parts = &self.position.parts;
        if let [only] = &parts[..]
            && only.game.ending(&only.packed, self.mover, Stuck::No)?.is_some()
        {
            return Ok(Vec::new());
        }
        let mut steps = Vec::new();
        for (component, part) in parts.iter().enumerate() {
            for (one, to) in part.game.moves(&part.packed, self.mover)? {
                steps.push(Step { component, text: text(parts, component, &one), to });
            }
        }
        Ok(steps)
    }

    /// The game after a move of `steps`.
    pub fn after(&self, step: &Step) -> Playing {
        let mut next = self.clone();
        next.position.parts.splice(step.component..=step.component, step.to.parts.iter().cloned());
        next.lead += sign(self.mover) * step.to.gain;
        if step.to.turn == Turn::Passes {
            next.mover = self.mover.other();
        }
        next
    }

    /// How it ended, given that there is no step.
    pub fn finish(&self) -> Faulty<Finish> {
        let ending = match &self.position.parts[..] {
            [only] => match only.game.ending(&only.packed, self.mover, Stuck::No)? {
                None => only.game.ending(&only.packed, self.mover, Stuck::Yes)?,
                ended => ended,
            },
            _ => None,
        };
        Ok(match ending {
            Some(Ending::Won(side)) => Finish::Won(side),
            Some(Ending::Drawn) => Finish::Drawn,
            Some(Ending::Scored(points)) => by_points(self.lead + sign(self.mover) * points),
            None => match self.convention {
                Convention::Misere => Finish::Won(self.mover),
                Convention::Score => by_points(self.lead),
                Convention::Normal | Convention::Own => Finish::Won(self.mover.other()),
            },
        })
    }
}

fn by_points(lead: i64) -> Finish {
    match lead.signum() {
        1 => Finish::Won(Side::Left),
        0 => Finish::Drawn,
        _ => Finish::Won(Side::Right),
    }
}

fn sign(side: Side) -> i64 {
    if side == Side::Left { 1 } else { -1 }
}

fn text(parts: &[Component], component: usize, one: &Move) -> String {
    let text = parts[component].game.move_text(one);
    if parts.len() > 1 { format!("{component}: {text}") } else { text }
}
