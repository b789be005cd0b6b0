//! Answers in words, in three languages: each kind of answer in one file.

pub mod solve;
