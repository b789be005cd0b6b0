//! What rules mean: how a position lies in machine words, which moves there are, how a game ends. By plain
//! interpretation; everything faster is compared with this.
#![forbid(unsafe_code)]

mod bits;
mod builtin;
mod candidates;
mod current;
mod engine;
mod eval;
mod fault;
mod game;
mod heap;
mod kept;
mod keys;
mod layout;
mod looked;
mod moves;
mod operators;
mod position;
mod prepared;
mod reduce;
mod setup;
mod shape;
mod split;
mod state;
mod steps;
mod symmetry;
mod text;
mod turn;
mod universe;
mod value;
mod walk;
mod world;

pub use bits::Moved;
pub use engine::{Compiler, Engine, Faulted, Found, OptionForm, Options, Room, Uses};
pub use eval::{Flow, Machine};
pub use fault::{Eval, Halt, defined};
pub use game::{Bounds, Game, free_locals};
pub use grundy_rule::Graph;
pub use kept::Kept;
pub use keys::{ByWord, Keys, hash as key_hash, make_room};
pub use layout::{FieldBits, Layout, Packed, count, rank, unrank};
pub use moves::{Ending, Faulty, Led, Move, Stuck, Successor, Turn, Visit};
pub use position::{Component, Position};
pub use reduce::Reducer;
pub use setup::{are_parameters, default_game, joined, parameters, position, start_given, start_with};
pub use shape::{Shape, Values};
pub use split::Adjacency;
pub use state::{State, Stored, is_one, ones};
pub use symmetry::{Blocks, Claimed, Image, MOST_MAPS, generated, image_of_side};
pub use text::{picture, value as value_text};
pub use turn::stuck_sum;
pub use universe::Universe;
pub use value::{Array, Elements, Side, Value};
pub use world::World;

/// No set or board may have more elements than this.
pub const MOST_ELEMENTS: usize = 1 << 22;

/// No position may need more elements walked than this, for its moves or for its ending: about a second.
pub const MOST_STEPS: usize = 1 << 24;
