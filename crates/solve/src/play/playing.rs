//! A game being played: a sum, whose turn it is, the points so far; and how it ended.

use crate::solve::Play;
use grundy_rule::{Convention, Verdict, VerdictResult};
use grundy_run::{Component, Ending, Faulty, Flow, Move, Position, Side, Stuck, Successor, Turn};

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

    /// The same game under misère play, where `play` says so; only for games that end when nobody can move.
    pub fn under(self, play: Play) -> Playing {
        match play {
            Play::AsWritten => self,
            Play::Misere => Playing { convention: Convention::Misere, ..self },
        }
    }

    /// Every legal move; none once the game is over.
    pub fn steps(&self) -> Faulty<Vec<Step>> {
        Ok(self.few_steps(usize::MAX)?.expect("as many as there are"))
    }

    /// Every legal move, unless there are more than `most`.
    pub fn few_steps(&self, most: usize) -> Faulty<Option<Vec<Step>>> {
        let parts = &self.position.parts;
        if let [only] = &parts[..]
            && only.game.ending(&only.packed, self.mover, Stuck::No)?.is_some()
        {
            return Ok(Some(Vec::new()));
        }
        let mut steps = Vec::new();
        let mut few = true;
        for (component, part) in parts.iter().enumerate() {
            part.game.each_move(&part.packed, self.mover, &mut |one, to| {
                few = steps.len() < most;
                if !few {
                    return Flow::Stop;
                }
                steps.push(Step { component, text: text(parts, component, &one), to });
                Flow::On
            })?;
            if !few {
                return Ok(None);
            }
        }
        Ok(Some(steps))
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
        let parts = &self.position.parts;
        if self.convention == Convention::Score {
            // Points that are undefined are not added.
            let mut points = self.lead;
            for part in parts {
                if let Some(Ending::Scored(more)) = part.game.ending(&part.packed, self.mover, Stuck::Yes)? {
                    points += sign(self.mover) * more;
                }
            }
            return Ok(by_points(points));
        }
        let scores = |verdict: &Verdict| matches!(verdict.result, VerdictResult::Score(_));
        let scoring = parts.iter().any(|part| part.game.rules.verdicts.iter().any(scores));
        let ending = match &parts[..] {
            [only] if self.convention == Convention::of(&only.game.rules) => {
                match only.game.ending(&only.packed, self.mover, Stuck::No)? {
                    None => only.game.ending(&only.packed, self.mover, Stuck::Yes)?,
                    ended => ended,
                }
            }
            _ => None,
        };
        Ok(match ending {
            // In a game with points they decide, and other endings add none.
            Some(Ending::Won(_) | Ending::Drawn) if scoring => by_points(self.lead),
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
