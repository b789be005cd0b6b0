mod session;

use crate::door::{self, door};
use crate::reply::{Replied, Reply};
use grundy::{
    Detail, FunctionList, LibraryPositions, MAX_POSITION_BYTES, MAX_RULE_BYTES, Problem, RuleFiles, Text, ValueLines,
    ValueSession,
};
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  grundy value '{1|-1} + *2 + ^'          the canonical form, outcome, mean, temperature, stops, birthday
  grundy value '{2||1|0}.Temperature'     functions as G.Name or Name(G); --functions lists them
  grundy value '^ <> *'                   comparisons: < <= == >= > != <| |> and <> or || (confused)
  grundy value -1/2                       an expression may begin with a minus
  grundy value 'on + off'                 loopy values: on, off, over, under, upon, dud, a{0|a}, {0|pass}
  grundy value 'Domineering(R=3, C=4) - 1/2'   positions of the library as values
  grundy value --rules my.game 'PSub(5) - 1/2 + Domineering(\"..|#.\")'   and of your own rules
  grundy value -e 'f(n) := if n < 2 then n else f(n-1) + f(n-2)' -e '[f(n) for n in 1..10]'
  grundy value 'table Mean(G), Temperature(G) for G in [{3|-1}, {2||1|0}]'
  grundy value 'plot Temperature(Domineering(R=2, C=n)) for n in 1..10'
  grundy value 'variant impartial Domineering(R=2, C=3)'   either player may make any move
  grundy value experiment.calc            the statements of a file, one a line or separated by ;
  grundy value @game.txt                  the expression in a file; - reads standard input
  grundy value                            a session with history and completion; type help";

/// What to compute.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The expression, or a file of statements (*.calc); without it, lines of standard input are statements.
    #[arg(allow_hyphen_values = true)]
    expr: Option<String>,
    /// A statement; several share their variables.
    #[arg(
        short = 'e',
        long = "evaluate",
        value_name = "STATEMENT",
        allow_hyphen_values = true,
        conflicts_with = "expr"
    )]
    statements: Vec<String>,
    /// A file of rules whose games have values too; may be given several times.
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// List every function with an example.
    #[arg(long, conflicts_with_all = ["expr", "statements", "rules"])]
    functions: bool,
}

/// The answer to one statement, or to several.
pub fn run(args: Args) -> Replied {
    if args.functions {
        return Ok(Reply::of(&FunctionList::default()));
    }
    let positions = positions();
    for path in &args.rules {
        positions.load(door::read(path, MAX_RULE_BYTES)?)?;
    }
    if !args.statements.is_empty() {
        return several(&args.statements.join("\n"), &positions, Path::new(""));
    }
    match args.expr.as_deref() {
        None if std::io::stdin().is_terminal() => session::run(&positions),
        None => several(&standard_input()?, &positions, Path::new("")),
        Some("-") => one(&standard_input()?, &positions),
        Some(text) => match text.strip_prefix('@') {
            Some(path) => one(&file(path)?, &positions),
            None if text.ends_with(".calc") => {
                let path = Path::new(text);
                let text = door::read(path, MAX_POSITION_BYTES)?;
                several(&text.text, &positions, path.parent().unwrap_or(Path::new("")))
            }
            None => one(text, &positions),
        },
    }
}

/// The games whose positions have values.
pub fn positions() -> LibraryPositions {
    LibraryPositions::new(door().library.clone(), door().engine)
}

/// Rules named relative to a folder.
pub struct Beside<'a>(pub &'a Path);

impl RuleFiles for Beside<'_> {
    fn read(&self, name: &str) -> Result<Text, Problem> {
        door::read(&self.0.join(name), MAX_RULE_BYTES)
    }
}

/// One statement in full; several separated by semicolons as lines are.
fn one(text: &str, positions: &LibraryPositions) -> Replied {
    let terminal = door().watch();
    let files = Beside(Path::new(""));
    let mut session = ValueSession::new(positions, &files);
    // A semicolon ends no expression, so a text with one is several statements.
    if text.contains(';') {
        let lines = ValueLines::of(text, &mut session, Detail::Full, &terminal.budget());
        return match lines.single() {
            Ok(only) => Ok(Reply::of(&only?)),
            Err(lines) => Ok(Reply::of(&lines)),
        };
    }
    match session.answer(text.trim_end(), Detail::Full, &terminal.budget()) {
        Ok(answer) => Ok(Reply::of(&answer)),
        Err(mistake) => Err(*mistake.problem),
    }
}

/// Statements that share their variables; in full where a program reads them.
fn several(text: &str, positions: &LibraryPositions, folder: &Path) -> Replied {
    let terminal = door().watch();
    let files = Beside(folder);
    let mut session = ValueSession::new(positions, &files);
    let detail = if door().json { Detail::Full } else { Detail::Short };
    Ok(Reply::of(&ValueLines::of(text, &mut session, detail, &terminal.budget())))
}

fn standard_input() -> Result<String, Problem> {
    let mut text = String::new();
    match std::io::stdin().read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(Problem::bad_input("file", format!("standard input: {error}"))),
    }
}

fn file(path: &str) -> Result<String, Problem> {
    std::fs::read_to_string(path).map_err(|error| Problem::bad_input("file", format!("{path}: {error}")))
}
