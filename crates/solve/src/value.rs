//! Canonical values of partizan games under normal play.

pub(crate) mod canonical;
pub(crate) mod hot;
pub(crate) mod reached;
