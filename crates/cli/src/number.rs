//! Numbers as arguments, and as people read them.

pub use grundy::number;
