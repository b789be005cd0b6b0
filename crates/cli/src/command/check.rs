use crate::diagnose::{self, Colour};
use crate::door::{self, door};
use crate::limits::process;
use crate::reply::{Replied, Reply};
use grundy::{CheckAnswer, CheckEffort, MAX_RULE_BYTES, Problem, Text, too_long};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Which files.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy check games
  grundy check my.game other.game
  grundy check kayles --json
  grundy check my.game --watch              check it again whenever it changes, until Ctrl-C
  grundy check games --format short         one line for each diagnostic: file:line:column: error[E07]: ...")]
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
    /// How it is written: full, short (one line for each diagnostic), json (as `--json`).
    #[arg(long, value_name = "FORMAT", default_value = "full", value_parser = super::choice(&FORMATS))]
    format: Format,
    /// Check again whenever a file changes, until Ctrl-C.
    #[arg(long)]
    watch: bool,
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// Diagnostics under their lines, then what holds.
    Full,
    /// One line for each diagnostic.
    Short,
    /// One JSON object.
    Json,
}

const FORMATS: [(&str, Format); 3] = [("full", Format::Full), ("short", Format::Short), ("json", Format::Json)];

/// How often files are looked at with `--watch`.
const EVERY: Duration = Duration::from_millis(200);

/// Diagnostics, audits, expectations and claims of every file.
pub fn run(args: Args) -> Replied {
    if args.watch {
        return watch(&args);
    }
    let answer = check(&args, texts(&args)?);
    Ok(replied(&args, &answer))
}

fn texts(args: &Args) -> Result<Vec<Text>, Problem> {
    let mut texts = Vec::new();
    for name in &args.files {
        texts.extend(named(name)?);
    }
    Ok(texts)
}

fn check(args: &Args, texts: Vec<Text>) -> CheckAnswer {
    let terminal = door().watch();
    let effort = CheckEffort { positions: args.positions, each: Duration::from_secs_f64(args.each.clamp(0.0, 1e9)) };
    grundy::check(texts, effort, door().engine, &terminal.budget())
}

fn replied(args: &Args, answer: &CheckAnswer) -> Reply {
    let mut reply = Reply::of(answer);
    reply.text = match args.format {
        Format::Json => format!("{}\n", reply.json).into(),
        Format::Short => answer.short().into(),
        Format::Full => {
            let colour = Colour::of(&std::io::stdout(), door().color);
            let file =
                |file: &grundy::FileReport| diagnose::draw(&file.text, &file.diagnostics, colour) + &file.words();
            answer.files.iter().map(file).chain([answer.summary()]).collect::<String>().into()
        }
    };
    reply
}

/// Checks the files whenever one of them is not as it was. A file that cannot be read is told once, and waited for. `--time` is for each
/// check; the reply is that of the last one.
fn watch(args: &Args) -> Replied {
    if args.files.iter().any(|name| name == "-") {
        let cause = "standard input does not change";
        return Err(Problem::bad_input("usage", cause).remedy("name a file or a folder beside --watch"));
    }
    if crate::Program::said("--json") {
        let cause = "--json prints one object, and --watch goes on";
        return Err(Problem::bad_input("usage", cause).remedy("--format json prints one object for each check"));
    }
    let mut last: Option<Result<Vec<Text>, String>> = None;
    let mut reply = None;
    loop {
        let found = texts(args);
        let known = found.clone().map_err(|problem| problem.to_string());
        if last.as_ref() != Some(&known) {
            process().start_question();
            let shown = match found {
                Ok(texts) => {
                    let checked = replied(args, &check(args, texts));
                    let shown = checked.text.text().to_string();
                    reply = Some(checked);
                    shown
                }
                Err(problem) => format!("{problem}\n"),
            };
            // An interruption of the check is one of the watch.
            let interrupted = process().interrupted().is_some();
            process().end_question();
            let again = if last.is_some() && args.format == Format::Full { "\n" } else { "" };
            let mut out = std::io::stdout().lock();
            let written = out.write_all(format!("{again}{shown}").as_bytes()).and_then(|()| out.flush());
            if written.is_err() || interrupted {
                break;
            }
            last = Some(known);
        }
        if process().interrupted().is_some() {
            break;
        }
        std::thread::sleep(EVERY);
    }
    match reply {
        // It was written already.
        Some(reply) => Ok(Reply { text: String::new().into(), ..reply }),
        None => texts(args).map(|_| Reply::fine("", serde_json::Value::Null)),
    }
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
