//! A question about one position, answered once.

use crate::answer::{Answer, Refusal};
use crate::session::Session;
use grundy_answer::Watch;
use grundy_run::{Position, Side};

/// What is asked of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// Who starts; Left if nobody says otherwise.
    pub first: Option<Side>,
    /// Whether moves to the end are wanted even if that is expensive.
    pub plies: bool,
    /// Whether the canonical value is wanted even if that is expensive.
    pub value: bool,
    /// Who wins when nobody can move.
    pub play: Play,
    /// How much is told.
    pub aim: Aim,
}

/// How much is told of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Who wins, every winning move, a line of best play, and what costs little beside them.
    #[default]
    Moves,
    /// Who wins, and nothing that costs more.
    Winner,
}

/// Who wins when nobody can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// As the rules say.
    #[default]
    AsWritten,
    /// The player who cannot move: the same rules under misère play.
    Misere,
}

/// Answers a question about a position.
pub fn solve(position: &Position, question: Question, watch: &dyn Watch) -> Result<Answer, Refusal> {
    Session::under(position, question.play)?.solve(position, question, watch)
}
