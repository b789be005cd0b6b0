//! Pictures of games: trees, state graphs, boards, maps, sequences, tables of nimbers. What is drawn is decided here; how it is
//! drawn, in `grundy-draw`.

mod board;
mod diagram;
mod heat;
mod label;
pub(crate) mod lookup;
mod nimbers;
mod sequence;
mod thermograph;

pub use board::{board_picture, plain_board};
pub(crate) use board::{named_edges, numbers};
pub use diagram::{DiagramOptions, diagram_picture};
pub use heat::{HeatShow, heat_picture};
pub(crate) use lookup::{Lookup, Step};
pub use nimbers::{NimTable, nimber_picture};
pub use sequence::sequence_picture;
pub use thermograph::thermograph_picture;

use grundy_answer::{Message, Standing, Stop};
use grundy_draw::Picture;
use serde::Serialize;

/// A picture, and what is said of it beside it.
pub struct PictureAnswer {
    /// The picture.
    pub picture: Picture,
    /// For people: `53 positions, 52 moves`.
    pub words: Message,
    /// For programs.
    pub facts: PictureFacts,
    /// Why it is not whole, if it is not.
    pub stopped: Option<Stop>,
}

/// What is said of a picture, by its kind.
#[derive(Serialize)]
#[serde(untagged)]
pub enum PictureFacts {
    /// A tree or a graph.
    Diagram {
        /// Positions drawn.
        nodes: usize,
        /// Moves drawn.
        edges: usize,
        /// Positions not drawn, where they are counted.
        hidden: u64,
        /// Whether everything is drawn.
        whole: bool,
        /// How sure the values are.
        standing: Standing,
    },
    /// A board with its moves.
    Board {
        /// A strategy seen without a search, in words.
        #[serde(skip_serializing_if = "Option::is_none")]
        explanation: Option<Vec<Message>>,
        /// Moves there are.
        moves: usize,
        /// Moves that have a place on the board.
        placed: usize,
        /// How sure the values are.
        standing: Standing,
    },
    /// A board with the pairs of a strategy.
    Pairs {
        /// The strategy in words.
        explanation: Vec<Message>,
        /// How sure it is.
        standing: Standing,
        /// The map that makes the pairs.
        #[serde(skip_serializing_if = "Option::is_none")]
        pairing: Option<&'static str>,
    },
    /// A map of values over one or two axes.
    Heat {
        /// Cells of the map.
        cells: usize,
        /// Cells with a value.
        solved: u64,
        /// How sure they are.
        standing: Standing,
    },
    /// Values over the size of a heap.
    Sequence {
        /// Values drawn.
        computed: usize,
        /// The period, where one is seen.
        #[serde(flatten)]
        period: Option<PeriodFacts>,
        /// How sure that is.
        #[serde(skip_serializing_if = "Option::is_none")]
        standing: Option<Standing>,
    },
    /// A table of nimbers.
    Nimbers {
        /// The numbers below this one.
        size: u64,
        /// How sure it is.
        standing: Standing,
    },
    /// A thermograph.
    Thermograph {
        /// The mean value.
        mean: String,
        /// The temperature.
        temperature: String,
        /// How sure both are.
        standing: Standing,
    },
}

/// The period of a sequence that is drawn.
#[derive(Serialize)]
pub struct PeriodFacts {
    /// Its length.
    pub period: u64,
    /// Where it begins.
    pub preperiod: u64,
    /// What each turn adds.
    pub saltus: u64,
    /// Values before it that do not follow it.
    pub exceptions: usize,
}
