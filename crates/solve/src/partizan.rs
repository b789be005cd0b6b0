//! Partizan games under normal play, by their canonical values.

pub(crate) mod canonical;
pub(crate) mod hot;
