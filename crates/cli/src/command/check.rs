use crate::diagnose::{self, Colour};
use crate::door::{self, door};
use crate::reply::{Replied, Reply};
use grundy::{CheckEffort, MAX_RULE_BYTES, Problem, Text, too_long};
use std::path::Path;
use std::time::Duration;

/// Which files.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy check games
  grundy check my.game other.game
  grundy check kayles --json")]
pub struct Args {
    /// Rule files, folders of them, or names of the library.
    #[arg(required = true)]
    files: Vec<String>,
    /// Compare claims with the solver on at most this many positions.
    #[arg(long, default_value_t = 300)]
    positions: usize,
    /// Seconds for each expectation, audit or set of claims.
    #[arg(long, default_value_t = 10.0)]
    each: f64,
}

/// Diagnostics, audits, expectations and claims of every file.
pub fn run(args: Args) -> Replied {
    let mut texts = Vec::new();
    for name in &args.files {
        texts.extend(named(name)?);
    }
    let terminal = door().watch();
    let effort = CheckEffort { positions: args.positions, each: Duration::from_secs_f64(args.each.clamp(0.0, 1e9)) };
    let answer = grundy::check(texts, effort, door().engine, &terminal.budget());
    let colour = Colour::of(&std::io::stdout(), door().color);
    let mut reply = Reply::of(&answer);
    let file = |file: &grundy::FileReport| diagnose::draw(&file.text, &file.diagnostics, colour) + &file.words();
    reply.text = answer.files.iter().map(file).chain([answer.summary()]).collect::<String>().into();
    Ok(reply)
}

/// The texts that an argument names.
fn named(name: &str) -> Result<Vec<Text>, Problem> {
    let path = Path::new(name);
    if name == "-" {
        let text = door().standard_input()?;
        return if text.text.len() > MAX_RULE_BYTES {
            Err(too_long(&text.name, MAX_RULE_BYTES))
        } else {
            Ok(vec![text])
        };
    }
    if !path.exists() {
        if let Some(entry) = door().library.find(name) {
            return Ok(vec![entry.text.clone()]);
        }
    }
    door::rule_files(path)?.iter().map(|file| door::read(file, MAX_RULE_BYTES)).collect()
}
