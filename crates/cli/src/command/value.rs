mod session;

use crate::door::door;
use crate::reply::{Replied, Reply};
use grundy::{LibraryPositions, Problem};
use std::io::{IsTerminal, Read};

const EXAMPLES: &str = "\
Examples:
  grundy value '{1|-1} + *2 + ^'          the canonical form, outcome, mean, temperature, stops, birthday
  grundy value '{2||1|0}.Temperature'     functions as G.Name or Name(G)
  grundy value '^ <> *'                   comparisons: < <= == >= > != <| |> and <> or || (confused)
  grundy value -1/2                       an expression may begin with a minus
  grundy value 'on + off'                 loopy values: on, off, over, under, upon, dud, a{0|a}, {0|pass}
  grundy value 'Domineering(R=3, C=4) - 1/2'   positions of the library as values
  grundy value @game.txt                  the expression in a file; - reads standard input
  grundy value                            a session with history and completion; type help";

/// What to compute.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The expression; without it, lines of standard input are expressions.
    #[arg(allow_hyphen_values = true)]
    expr: Option<String>,
}

/// The answer to one expression, or to every line.
pub fn run(args: Args) -> Replied {
    match args.expr.as_deref() {
        None if std::io::stdin().is_terminal() => session::run(&positions()),
        None => {
            let (text, terminal) = (standard_input()?, door().watch());
            Ok(Reply::of(&grundy::value_lines(&text, &positions(), &terminal.budget())))
        }
        Some("-") => one(&standard_input()?),
        Some(text) => match text.strip_prefix('@') {
            Some(path) => one(&file(path)?),
            None => one(text),
        },
    }
}

/// The games whose positions have values.
pub fn positions() -> LibraryPositions {
    LibraryPositions { library: door().library.clone(), engine: door().engine }
}

fn one(text: &str) -> Replied {
    let terminal = door().watch();
    Ok(Reply::of(&grundy::value(text, &positions(), &terminal.budget())?))
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
