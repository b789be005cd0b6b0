//! Who wins, by which moves, how soon, by how much. Nothing here parses, prints or opens files; every long computation
//! runs under a watch and, told to stop, says what it knows.
#![forbid(unsafe_code)]

mod answer;
mod audit;
mod bound;
mod boxes;
mod canonical;
mod claims;
mod column;
mod court;
mod dense;
mod goal;
mod ground;
mod grundy;
mod heaps;
mod hot;
mod impartial;
mod lattice;
mod loopy;
mod marks;
mod misere;
mod nimbers;
mod nodes;
mod opponent;
mod parts;
mod playing;
mod radix;
mod retrograde;
mod search;
mod session;
mod solve;
mod strata;
mod table;
mod taking;
mod verdict;
mod work;
mod writing;

pub use answer::{Answer, Class, Done, Grundy, Refusal, Winner, WinningMove};
pub use audit::{Audit, Audited, Reductions, audit, map_word};
pub use canonical::{CanonicalTable, canonical_value};
pub use claims::{Claimed, SEARCHED, about_parameters, applicable, check_claims};
pub use column::{GrundyColumn, grundy_column};
pub use dense::Dense;
pub use goal::Result3;
pub use heaps::heap_rule;
pub use opponent::{Choice, Strength, choose};
pub use playing::{Finish, Playing, Step};
pub use session::{Session, Telling, Worth};
pub use solve::{Play, Question, solve};
pub use work::Halted;

/// At most this many winning moves are listed; all are counted.
pub const MOST_LISTED: usize = 10_000;
