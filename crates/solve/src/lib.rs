//! Who wins, by which moves, how soon, by how much. Nothing here parses, prints or opens files; every long computation
//! runs under a watch and, told to stop, says what it knows.
#![forbid(unsafe_code)]

mod answer;
mod audit;
mod claims;
mod court;
mod heaps;
mod impartial;
mod misere;
mod partizan;
mod parts;
mod placing;
mod play;
mod retrograde;
mod search;
mod session;
mod solve;
mod taking;
mod verdict;
mod work;
mod writing;
mod written;

pub use answer::{Answer, Class, Done, Grundy, Refusal, Winner, WinningMove};
pub use audit::{Audit, Audited, audit, map_word};
pub use claims::{Claimed, SEARCHED, about_parameters, applicable, check_claims};
pub use court::AtLeast;
pub use heaps::{heap_fact, heap_rule, valued_by_code};
pub use impartial::column::{GrundyColumn, grundy_column};
pub use partizan::canonical::{CanonicalTable, canonical_value};
pub use play::opponent::{Choice, Opponent, Strength};
pub use play::playing::{Finish, Playing, Step};
pub use retrograde::dense::Dense;
pub use search::goal::Result3;
pub use session::{Session, Telling, Worth};
pub use solve::{Play, Question, solve};
pub use work::Halted;

/// At most this many winning moves are listed; all are counted.
pub const MOST_LISTED: usize = 10_000;
