//! A game being played: a sum, whose turn it is, the points so far; and how it ended.

use crate::question::Play;
use grundy_rule::{Convention, Verdict, VerdictResult};
use grundy_run::{Component, Ending, Faulty, Flow, Move, Position, Side, Successor};

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
    /// The move itself.
    pub one: Move,
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
        let convention = position.convention();
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
        let mut steps = Vec::new();
        let mut few = true;
        self.position.each_step(self.mover, &mut |component, one, to| {
            few = steps.len() < most;
            if !few {
                return Flow::Stop;
            }
            let text = text(&self.position.parts, component, &one);
            steps.push(Step { component, text, one, to });
            Flow::On
        })?;
        Ok(few.then_some(steps))
    }

    /// The game after a move of `steps`.
    pub fn after(&self, step: &Step) -> Playing {
        Playing {
            position: self.position.after(step.component, &step.to.parts),
            mover: step.to.turn.next(self.mover),
            lead: self.lead.saturating_add(sign(self.mover) * step.to.gain),
            convention: self.convention,
        }
    }

    /// How it ended, given that there is no step.
    pub fn finish(&self) -> Faulty<Finish> {
        let ending = match self.position.ended(self.mover)? {
            Some(ended) if self.convention == self.position.convention() => ended,
            _ => self.position.stuck(self.convention, self.mover)?,
        };
        let scores = |verdict: &Verdict| matches!(verdict.result, VerdictResult::Score(_));
        let scoring = self.position.parts.iter().any(|part| part.game.rules.verdicts.iter().any(scores));
        Ok(match ending {
            // In a game with points they decide, and other endings add none.
            Ending::Won(_) | Ending::Drawn if scoring => by_points(self.lead),
            Ending::Won(side) => Finish::Won(side),
            Ending::Drawn => Finish::Drawn,
            Ending::Scored(points) => by_points(self.lead.saturating_add(sign(self.mover) * points)),
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
