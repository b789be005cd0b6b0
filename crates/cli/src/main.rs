//! The `grundy` program.
#![deny(unsafe_code)]

use grundy_cli::{Program, meter::Meter, run};
use std::process::ExitCode;

#[global_allocator]
static METER: Meter = Meter;

fn main() -> ExitCode {
    let path = std::env::current_exe().unwrap_or_else(|_| "grundy".into());
    ExitCode::from(run(Program { path, prefix: Vec::new(), words: std::env::args_os().skip(1).collect() }))
}
