//! Who wins, how soon, by how much: by search where play ends, by retrograde analysis where it can return.

pub(crate) mod answers;
pub(crate) mod decider;
pub(crate) mod placing;
pub(crate) mod retrograde;
pub(crate) mod search;
pub(crate) mod written;
