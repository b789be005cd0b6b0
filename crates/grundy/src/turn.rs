//! A game as it is played on a board: its start, the moves made so far, and what the next player can do.

use crate::board::{MovePlaces, PlayBoard};
use crate::budget::Budget;
use crate::moves::legal_moves;
use crate::problem::Problem;
use crate::question::Question;
use grundy_run::Side;
use grundy_solve::{Finish, Playing, Step};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A move, by its number in the order of the rules or as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum MoveName {
    /// Its number, from 0.
    Number(usize),
    /// As it is written; of several moves that are written alike, the first.
    Text(String),
}

/// The position that a game has come to.
pub struct Replayed {
    /// The position, whose turn it is, and the points.
    pub playing: Playing,
    /// The same position as a question.
    pub question: Question,
    /// Every move made.
    pub made: Vec<MadeMove>,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub struct MadeMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// Its number in the order of the rules.
    pub number: usize,
    /// By whom: 0 is the first-named player.
    pub by: usize,
}

/// A position to play on.
#[derive(Serialize)]
pub struct TurnAnswer {
    /// The position as one line.
    pub position: String,
    /// The players' names.
    pub players: [String; 2],
    /// Who is about to move: 0 is the first-named player.
    pub mover: usize,
    /// The first-named player's points less the other's.
    pub lead: i64,
    /// Every move made.
    pub made: Vec<MadeMove>,
    /// How the game ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish: Option<TurnFinish>,
    /// The board.
    pub board: PlayBoard,
    /// The moves, in the order of the rules.
    pub moves: Vec<PlacedMove>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TurnFinish {
    /// Who won: 0 is the first-named player; nobody if it is a draw.
    pub winner: Option<usize>,
}

/// A legal move and where it is on the board.
#[derive(Serialize)]
pub struct PlacedMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// In which summand.
    pub component: usize,
    /// The places of the summand that name it, in the order in which a person would point at them.
    pub places: Vec<usize>,
    /// Points for the mover.
    #[serde(skip_serializing_if = "is_zero")]
    pub gain: i64,
    /// Whether the same player moves again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

fn is_zero(points: &i64) -> bool {
    *points == 0
}

impl MoveName {
    fn find(&self, steps: &[Step]) -> Option<usize> {
        match self {
            MoveName::Number(number) => (*number < steps.len()).then_some(*number),
            MoveName::Text(text) => {
                let bare = |step: &Step| step.text.rsplit_once(": ").is_some_and(|(_, bare)| bare == text);
                let exact = steps.iter().position(|step| step.text == *text);
                exact.or_else(|| steps.iter().position(bare))
            }
        }
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveName::Number(number) => write!(f, "{number}"),
            MoveName::Text(text) => write!(f, "`{text}`"),
        }
    }
}

impl Question {
    /// The game that begins here, after some moves.
    pub fn replay(&self, mover: Side, moves: &[MoveName]) -> Result<Replayed, Problem> {
        let fault = |diagnostic: Box<grundy_rule::Diagnostic>| Problem::of_position(&diagnostic);
        let mut playing = Playing::new(self.position.clone(), mover);
        let mut made = Vec::with_capacity(moves.len());
        for name in moves {
            let steps = playing.steps().map_err(fault)?;
            let Some(number) = name.find(&steps) else {
                let cause = format!("{} has no move {name}", playing.position);
                return Err(Problem::bad_input("move", cause).remedy("moves are numbered from 0"));
            };
            let step = &steps[number];
            made.push(MadeMove { text: step.text.clone(), number, by: playing.mover as usize });
            playing = playing.after(step);
        }
        let question = Question { position: playing.position.clone(), texts: self.texts.clone(), origin: self.origin };
        Ok(Replayed { playing, question, made })
    }
}

impl Replayed {
    /// The position as a board, with every legal move.
    pub fn turn(&self, budget: &Budget) -> Result<TurnAnswer, Problem> {
        let playing = &self.playing;
        let listed = legal_moves(&self.question, playing.mover, budget)?;
        let places = MovePlaces::new(&self.question, playing.mover);
        let several = playing.position.parts.len() > 1;
        let moves: Vec<PlacedMove> = listed
            .moves
            .into_iter()
            .map(|one| PlacedMove {
                places: places.of(one.component, &one.one, &one.becomes.parts),
                text: if several { format!("{}: {}", one.component, one.text) } else { one.text },
                component: one.component,
                gain: one.gain,
                again: one.again,
            })
            .collect();
        let finish = match moves.is_empty() && listed.stopped.is_none() {
            true => {
                let finish = playing.finish().map_err(|diagnostic| Problem::of_position(&diagnostic))?;
                let winner = if let Finish::Won(side) = finish { Some(side as usize) } else { None };
                Some(TurnFinish { winner })
            }
            false => None,
        };
        Ok(TurnAnswer {
            position: playing.position.to_string(),
            players: self.question.players(),
            mover: playing.mover as usize,
            lead: playing.lead,
            made: self.made.clone(),
            finish,
            board: places.board(),
            moves,
        })
    }
}
