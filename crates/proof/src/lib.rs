//! Certificates and the checker that accepts or refuses them.
//!
//! A certificate holds a claim about a game as tables of finite automata. The checker is given the moves of the
//! game as [`Formula`]s, rebuilt from the rule text and never taken from the certificate, and decides by one
//! kind of breadth-first search whether the claim is true for all positions. It shares no code with the
//! programs that find claims. The format is specified in `docs/certificates.md`.
#![forbid(unsafe_code)]

mod certificate;
mod check;
mod pairing;
mod parse;
mod period;
mod sentence;
mod sha256;
mod solution;

pub use certificate::{Certificate, Claim};
pub use check::{Accepted, Limit, Refusal, check};
pub use grundy_arithmetic::{
    Called, Claimed, Convention, Definition, Digits, Formula, Game, Move, NotDefinable, Parameters, Places, Relation,
    Says, Slot, Split, Table, Term, Translated, Var, named, parameters, translate,
};
pub use pairing::{
    Board, Cell, Extent, PAIRING_FIRST_LINE, Pairing, PairingCertificate, Placed, Reflection, Shape, Sizes, Start,
    check_pairing,
};
pub use parse::{Malformed, parse};
pub use period::{HeapDigits, PERIOD_FIRST_LINE, PeriodCertificate, PeriodOf, Theorem, check_period};
pub use sha256::sha256;
pub use solution::{
    Bound, Checking, Confirmed, FIRST_LINE as SOLUTION_FIRST_LINE, Header, Known, Measure, NotWritten, Opened, Oracle,
    PlayedBy, Proves, SolvedClaim, Unproved, canonical, loopy, open, write,
};
