//! Who wins, by which moves, how soon, by how much. Nothing here parses, prints or opens files; every long computation
//! runs under a watch and, told to stop, says what it knows.
#![forbid(unsafe_code)]

mod answer;
mod check;
mod graph;
mod grundy;
mod misere;
mod outcome;
mod parts;
mod plan;
mod play;
mod question;
mod session;
mod sums;
pub mod tablebase;
mod value;
mod work;
mod writing;

pub use answer::{Answer, Class, Done, Grundy, LineMove, Refusal, Winner, WinningMove};
pub use check::audit::{Audit, Audited, audit, map_word};
pub use check::claims::{Claimed, Spoken, about_parameters, applicable, check_claims, check_claims_at, spoken};
pub use graph::{Graph, GraphAnswer, Playable, Unexplored};
pub use grundy::column::{GrundyColumn, grundy_column};
pub use grundy::heaps::{heap_fact, heap_rule, heap_values, valued_by_code};
pub use outcome::decider::AtLeast;
pub use outcome::retrograde::dense::Dense;
pub use outcome::search::goal::Wdl;
pub use plan::{
    CLAIMED_SEARCH_TICKS, Laws, Limit, Method, Plan, Space, Step as PlanStep, Wish, is_huge, is_too_large_to_search,
};
pub use play::opponent::{Basis, Choice, Opponent, Strength};
pub use play::playing::{Finish, Playing, Step};
pub use question::{Aim, Play, Question, solve};
pub use session::{Evaluation, Session, Wanted};
pub use sums::{Impartial, Sums, SumsAnswer, Whole};
pub use value::canonical::{CanonicalTable, canonical_value};
pub use value::reached::{PositionValue, Variant, position_value, variant_value};
pub use work::Halted;

/// At most this many winning moves are listed; all are counted.
pub const MOST_LISTED: usize = 10_000;
