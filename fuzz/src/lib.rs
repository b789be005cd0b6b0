//! Laws that hold for every text, and texts to try them on. Two ways to run them: seeded and bounded, as tests on
//! stable Rust (`cargo test -p grundy-fuzz`; `GRUNDY_FUZZ_SECONDS=600` goes on for ten minutes), and guided by
//! coverage with cargo-fuzz (`cargo fuzz run text --features libfuzzer`), which needs a nightly compiler or
//! `RUSTC_BOOTSTRAP=1`.
#![forbid(unsafe_code)]

pub mod constructs;
/// Reproducible chance.
pub mod dice;
pub mod games;
pub mod laws;
pub mod texts;
pub mod undefined;
