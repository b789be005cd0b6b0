//! What a visitor asks. Every text of it comes from a stranger.

use grundy::{Language, MoveName};
use serde::{Deserialize, Serialize};

/// The largest question in bytes: rules may have a mebibyte, and JSON writes some characters as two.
pub const MOST_BYTES: usize = (1 << 20) + (1 << 19);

/// What is asked about.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Matter {
    /// Rules, or a sum of positions of games of the library.
    pub rules: String,
    /// The position the game begins with; empty for what the rules say.
    pub position: String,
    /// Who begins: a player's name; empty for what the board tells.
    pub first: String,
    /// The moves made since.
    pub moves: Vec<MoveName>,
    /// The language of the answer: `en`, `ko`, `zh`.
    pub lang: String,
}

impl Matter {
    /// The language of the answer.
    pub fn language(&self) -> Language {
        Language::of_tag(&self.lang).unwrap_or_default()
    }
}

/// A question.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Ask {
    /// What about.
    #[serde(flatten)]
    pub wish: Wish,
    /// What is asked about.
    pub matter: Matter,
    /// Seconds that may be spent; the server has a limit of its own.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// What is wanted.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Wish {
    /// What is wrong with the rules; the board, every move and its worth; who wins.
    Look,
    /// A move of the program's.
    Reply {
        /// `perfect`, a number of moves to look ahead, or `mcts:PLAYOUTS`.
        strength: String,
        /// Chance.
        #[serde(default)]
        seed: u64,
    },
    /// Why, and the plan that solved it.
    Why,
    /// What is proved of the rules.
    Facts,
    /// A picture.
    Picture(PictureWish),
    /// A table over one or two ranges.
    Table {
        /// `n=0..20`, or two of them with a comma between.
        over: String,
        /// What the cells show; empty for what fits.
        #[serde(default)]
        show: String,
    },
    /// The values of a heap game with their period.
    Sequence,
    /// The pattern for all sizes.
    Pattern {
        /// Of the values instead of who wins.
        #[serde(default)]
        grundy: bool,
    },
    /// The claims of the rules.
    Prove,
    /// A certificate to take away.
    Certificate,
    /// The rules in their one layout.
    Format,
    /// What can be written at a place of the rules.
    Complete {
        /// The place, in bytes.
        at: usize,
    },
    /// The game as a page of its own.
    Page,
}

/// Which picture.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct PictureWish {
    /// `tree`, `graph`, `board`, `heat`, `sequence`, `thermograph`.
    pub what: String,
    /// Whether it is dark.
    #[serde(default)]
    pub dark: bool,
    /// Trees and graphs: at most so many moves from the position.
    #[serde(default)]
    pub depth: Option<usize>,
    /// Trees and graphs: at most so many positions.
    #[serde(default)]
    pub most: Option<u64>,
    /// Trees and graphs: only the strategy.
    #[serde(default)]
    pub best: bool,
    /// Maps: over which ranges.
    #[serde(default)]
    pub over: String,
    /// Sequences: how far.
    #[serde(default)]
    pub to: Option<u64>,
}
