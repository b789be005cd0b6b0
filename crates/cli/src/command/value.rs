//! `grundy value`: the calculator, for one expression, for lines from a pipe, or as a session at a terminal.

mod positions;
mod report;
mod session;

use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal;
use grundy_rule::{Convention, Facts};
use grundy_run::Position;
use grundy_value::{Arena, Calculator, Fault, Positions};
use serde_json::json;
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
pub fn run(args: Args) -> Outcome {
    match args.expr.as_deref() {
        None if std::io::stdin().is_terminal() => session::run(positions()),
        None => lines(),
        Some("-") => one(&standard_input()?),
        Some(text) => match text.strip_prefix('@') {
            Some(path) => one(&file(path)?),
            None => one(text),
        },
    }
}

/// The games whose positions have values.
pub fn positions() -> &'static dyn Positions {
    &positions::Library
}

/// Whether a position is one of normal play whose value is not known to be a nimber.
pub fn is_partizan(position: &Position) -> bool {
    position.parts.iter().all(|part| Convention::of(&part.game.rules) == Convention::Normal)
        && position.parts.iter().any(|part| !Facts::of(part.game.source()).impartial.is_proved())
}

fn one(text: &str) -> Outcome {
    let text = text.trim_end();
    let (arena, watch) = (Arena::new(), terminal::watch());
    let values = arena.values(&watch);
    match Calculator::new(positions()).evaluate(values, text) {
        Ok(answer) => Ok(report::full(&answer, values)),
        Err(fault) => Err(failure(&fault, text)),
    }
}

/// Every line is an expression of one calculation; a line with a mistake is reported and the rest goes on.
fn lines() -> Outcome {
    let input = standard_input()?;
    let (arena, watch) = (Arena::new(), terminal::watch());
    let values = arena.values(&watch);
    let mut calculator = Calculator::new(positions());
    let (mut text, mut answers, mut exit) = (String::new(), Vec::new(), Exit::Fine);
    for (number, line) in input.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        match calculator.evaluate(values, line) {
            Ok(answer) => {
                let short = report::short(&answer, values);
                answers.push(short.json);
                text.push_str(&short.text);
            }
            Err(fault) => {
                let failure = failure(&fault, line);
                let place = format!("line {}, {}", number + 1, failure.span.unwrap_or_default());
                answers.push(json!({ "error": { "code": failure.code, "message": failure.message, "span": place } }));
                text.push_str(&format!("error[{}] at {place}: {}", failure.code, failure.message));
                exit = failure.exit;
            }
        }
        text.push('\n');
    }
    Ok(Reply { text, json: json!({ "answers": answers }), exit })
}

/// A mistake in an expression, and where it is.
pub fn failure(fault: &Fault, text: &str) -> Failure {
    let mut failure = Failure::bad_input(fault.code, &fault.message).at(format!("column {}", fault.column(text)));
    if let Some(remedy) = &fault.remedy {
        failure = failure.remedy(remedy);
    }
    if fault.code == "limit" {
        failure.exit = Exit::Limit;
    }
    failure
}

fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    match std::io::stdin().read_to_string(&mut text) {
        Ok(_) => Ok(text),
        Err(error) => Err(Failure::bad_input("file", format!("standard input: {error}"))),
    }
}

fn file(path: &str) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::bad_input("file", format!("{path}: {error}")))
}
