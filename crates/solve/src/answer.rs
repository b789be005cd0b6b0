use crate::work::Halted;
use grundy_answer::{Message, Standing, Stop};
use grundy_rule::Diagnostic;
use grundy_run::{Component, Move, Side};
use grundy_value::CanonicalForm;

/// All that is known of a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Who wins if the asked player starts.
    pub winner: Option<Winner>,
    /// The outcome class, where one of the five fits.
    pub outcome: Option<Class>,
    /// Who wins when Left and when Right starts, where that was asked of a game in which it may matter.
    pub by_starter: Option<[Winner; 2]>,
    /// The Grundy value.
    pub grundy: Option<Grundy>,
    /// The canonical value under normal play.
    pub value: Option<CanonicalForm>,
    /// The first player's points less the other's.
    pub margin: Option<i64>,
    /// Moves to the end, the winner hurrying and the loser delaying.
    pub plies: Option<u32>,
    /// Every winning move (in scoring games: every best move) of the player who starts.
    pub winning_moves: Vec<WinningMove>,
    /// How many there are, equal summands counted each.
    pub winning_move_count: u64,
    /// Whether every winning move was looked for; large heaps that split may have more.
    pub winning_moves_complete: bool,
    /// Why moves were no longer looked for, or a line, if a limit was the reason. What is said is true all the same.
    pub stopped: Option<Stop>,
    /// One line of best play.
    pub line: Vec<LineMove>,
    /// Positions looked at.
    pub positions: u64,
    /// How sure all this is.
    pub standing: Standing,
}

impl Answer {
    /// Nothing is known, so surely.
    pub fn unknown(standing: Standing) -> Answer {
        Answer {
            winner: None,
            outcome: None,
            by_starter: None,
            grundy: None,
            value: None,
            margin: None,
            plies: None,
            winning_moves: Vec::new(),
            winning_move_count: 0,
            winning_moves_complete: true,
            stopped: None,
            line: Vec::new(),
            positions: 0,
            standing,
        }
    }
}

/// Who wins, with a starter in mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// Who starts.
    First,
    /// Who does not.
    Second,
    /// Nobody.
    Draw,
    /// This player, whoever starts.
    Player(Side),
}

/// The five outcome classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// The next player wins.
    N,
    /// The previous player wins.
    P,
    /// Left wins whoever starts.
    L,
    /// Right wins whoever starts.
    R,
    /// Nobody can force a win, whoever starts.
    D,
}

/// A Grundy value; loopy positions may have an infinite one with the values of their finite options.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Grundy {
    /// A nimber.
    Finite(u64),
    /// Infinity with the set of values it can be moved to (Smith 1966; Fraenkel and Yesha 1986).
    Infinite(Vec<u64>),
}

/// One winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// As it is written.
    pub text: String,
    /// In which summand.
    pub component: usize,
    /// The position it leads to, as text; long sums are cut.
    pub to: String,
    /// The move itself.
    pub one: Move,
    /// What the summand becomes.
    pub becomes: Vec<Component>,
}

/// One move of a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// As it is written, with its summand where there are several.
    pub text: String,
    /// The summand that it is made in.
    pub part: Component,
    /// The move itself.
    pub one: Move,
}

/// Why there is no answer, or not a whole one.
#[derive(Debug)]
pub enum Refusal {
    /// The position or its rules are wrong.
    Wrong(Box<Diagnostic>),
    /// The parts cannot be added, or the question makes no sense for this game.
    Unfit(String),
    /// No method reaches this far; the text says how far was looked.
    OutOfReach(String),
    /// It was told to stop, after so much.
    Stopped(Stop, Done),
}

impl Refusal {
    /// Of a computation that halted after so many positions.
    pub(crate) fn of(halted: Halted, positions: u64) -> Refusal {
        match halted {
            Halted::Fault(diagnostic) => Refusal::Wrong(diagnostic),
            Halted::Stopped(stop) => Refusal::Stopped(stop, positions.into()),
            Halted::Cycle => Refusal::Unfit(
                "play can go on for ever, which is not decided where points count or moves lead to sums".to_string(),
            ),
            Halted::OutOfReach(why) => Refusal::OutOfReach(why),
        }
    }
}

/// How far a stopped computation came; written as its number of positions.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// Positions looked at.
    pub positions: u64,
    /// What is proved all the same, in words.
    pub known: Option<Message>,
}

impl From<u64> for Done {
    fn from(positions: u64) -> Done {
        Done { positions, known: None }
    }
}

impl std::fmt::Display for Done {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.positions.fmt(f)
    }
}
