//! The moves of a game as formulas: what the checker is given besides the certificate.

use crate::{Formula, Var};

/// A move to one position.
#[derive(Clone, Debug)]
pub struct Move {
    /// The changed fields, each with its variable after the move; other fields stay as they are.
    pub changed: Vec<(Var, Var)>,
    /// When the move is legal. Variables that are neither fields nor after-variables are chosen by the mover.
    pub legal: Formula,
}

/// A move to a sum of positions.
#[derive(Clone, Debug)]
pub struct Split {
    /// The variables of each part, one for each field, in order.
    pub parts: Vec<Vec<Var>>,
    /// When the move is legal.
    pub legal: Formula,
}

/// All moves there are.
#[derive(Clone, Debug)]
pub struct Game {
    /// The fields of a position.
    pub fields: Vec<Var>,
    /// Which tuples are positions; `None`: all.
    pub domain: Option<Formula>,
    /// Moves to one position.
    pub moves: Vec<Move>,
    /// Steps that a player repeats any number of times, at least once, in one move.
    pub repeats: Vec<Move>,
    /// Moves to sums.
    pub splits: Vec<Split>,
}

/// Who wins when there is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}
