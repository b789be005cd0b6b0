//! Checkers of the certificates beyond the kernel's: claims for all sizes, periods, pairings, and values other than Grundy
//! values.
//!
//! A certificate of a claim holds tables of finite automata. The checker is given the moves of the game as [`Formula`]s,
//! rebuilt from the rule text and never taken from the certificate, and decides by one kind of breadth-first search whether
//! the claim is true for all positions. It shares no code with the programs that find claims. The formats are specified
//! in `docs/certificates-format.md`.
#![forbid(unsafe_code)]

mod certificate;
mod check;
mod law;
mod pairing;
mod parse;
mod period;
mod sentence;
mod small;
mod values;

pub use certificate::{Certificate, Claim};
pub use check::{Accepted, Limit, Refusal, check};
pub use grundy_arithmetic::{
    Called, Claimed, Convention, Definition, Digits, Formula, Game, Move, NotDefinable, Parameters, Places, Relation,
    Says, Slot, Split, Table, Term, Translated, Var, named, parameters, translate,
};
pub use grundy_kernel::Malformed;
pub use grundy_rule::sha256;
pub use law::{Law, LawCertificate, Statement, Unlawful, begins_full};
pub use pairing::{
    Board, Cell, Extent, PAIRING_FIRST_LINE, Pairing, PairingCertificate, Placed, Reflection, Shape, Sizes, Start,
    check_pairing,
};
pub use parse::parse;
pub use period::{HeapDigits, PERIOD_FIRST_LINE, PeriodCertificate, PeriodOf, Theorem, check_period};
pub use values::{Beyond, Forms, Id, Ids, LoopyValue, verify_solved};
