//! `grundy matrix`: zero-sum and bimatrix games.

mod bimatrix;
mod explain;
mod zerosum;

use crate::library;
use crate::payoffs::{Inline, Source};
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::{self, Terminal};
use grundy_answer::Standing;
use grundy_payoff::dominance::Dominated;
use grundy_payoff::matrix::Side;
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::table::{self, Game, Table};
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  grundy matrix \"0 -1 1; 1 0 -1; -1 1 0\"
  grundy matrix rock-paper-scissors -o heat.svg
  grundy matrix games.csv --all --explain
  grundy matrix \"4 1; 2 3\" --against-column \"1/2 1/2\"
  grundy matrix \"(3,3) (0,5); (5,0) (1,1)\"
  grundy matrix chicken --json
  cat matrix.csv | grundy matrix -

A cell is a number (3, -1/2, 0.25): what the row player receives and the column player pays; or
(a,b): what each of them receives. See docs/matrix.md.";

/// What is asked.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file (rows on lines, cells between blanks or commas), `-`, a name of the library, or the rows themselves.
    #[arg(value_name = "MATRIX", allow_hyphen_values = true, required_unless_present = "list")]
    input: Option<String>,

    /// All extreme optimal mixes; of a bimatrix game all extreme equilibria, whatever its size.
    #[arg(long)]
    all: bool,

    /// Show the way: pure guarantees, each elimination, the equations, the check.
    #[arg(long)]
    explain: bool,

    /// Look for choices dominated by mixes in large games too (small ones always are searched).
    #[arg(long)]
    dominated: bool,

    /// The column player's best replies to this mix of the row player: "1/2 1/2".
    #[arg(long, value_name = "MIX")]
    against_row: Option<String>,

    /// The row player's best replies to this mix of the column player.
    #[arg(long, value_name = "MIX")]
    against_column: Option<String>,

    /// The label the Lemke-Howson path drops first: 1 is the first row, and after the rows come the columns.
    #[arg(long, value_name = "N", default_value_t = 1)]
    label: usize,

    /// Print LaTeX instead of text.
    #[arg(long)]
    latex: bool,

    /// Also write a picture (.svg) or LaTeX (.tex).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The names of the library.
    #[arg(long)]
    list: bool,
}

/// Solves the game.
pub fn run(args: Args) -> Outcome {
    let Some(input) = args.input.as_deref().filter(|_| !args.list) else { return Ok(list()) };
    let source = Source::find(input, library::MATRICES, Inline::Allowed)?;
    let table = Table::parse(&source.text).map_err(|fault| source.failure(fault))?;
    let watch = terminal::watch();
    match &table.game {
        Game::ZeroSum(matrix) => zerosum::run(&args, &table, matrix, &watch),
        Game::Bimatrix(game) => bimatrix::run(&args, &table, game, &watch),
    }
}

fn list() -> Reply {
    let games = library::MATRICES.iter().map(|(name, text)| (name, Table::parse(text)));
    let titled: Vec<(&str, String)> =
        games.map(|(name, table)| (*name, table.ok().and_then(|table| table.title).unwrap_or_default())).collect();
    let text = titled.iter().map(|(name, title)| format!("{name:24} {title}\n")).collect::<String>();
    let json: Vec<Value> = titled.iter().map(|(name, title)| json!({ "name": name, "title": title })).collect();
    Reply::fine(text, json!({ "games": json }))
}

/// The report under construction: text and JSON grow together.
struct Report<'a> {
    table: &'a Table,
    text: String,
    json: Value,
    exit: Exit,
}

impl<'a> Report<'a> {
    fn new(table: &'a Table, kind: &str) -> Report<'a> {
        let (m, n) = table.shape();
        let title = table.title.as_deref().map(|title| format!("{title}: ")).unwrap_or_default();
        let names = |side| (0..if side == Side::Row { m } else { n }).map(move |choice| table.name(side, choice));
        let json = json!({
            "kind": kind,
            "rows": names(Side::Row).collect::<Vec<_>>(),
            "columns": names(Side::Column).collect::<Vec<_>>(),
        });
        Report { table, text: format!("{title}{kind} game, {m} x {n}\n"), json, exit: Exit::Fine }
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// The standing and the time, which end every report.
    fn finish(mut self, standing: &Standing, watch: &Terminal) -> Reply {
        if self.text.contains('~') {
            self.line("(~ marks numbers too long to print; --json has them exactly)");
        }
        self.line(standing.to_string());
        self.json["standing"] = json!({ "kind": standing.kind(), "reason": standing.reason() });
        self.json["seconds"] = json!(watch.seconds());
        Reply { text: self.text, json: self.json, exit: self.exit }
    }

    /// `1/3 Rock + 2/3 Paper`: the choices used.
    fn mix(&self, side: Side, mix: &[Rational]) -> String {
        let used: Vec<usize> = (0..mix.len()).filter(|&choice| !mix[choice].is_zero()).collect();
        let part = |&choice: &usize| match mix[choice].is_one() {
            true => self.choice(side, choice),
            false => format!("{} {}", brief(&mix[choice], 24), self.choice(side, choice)),
        };
        let shown: Vec<String> = used.iter().take(20).map(part).collect();
        let rest = used.len().saturating_sub(20);
        if rest > 0 { format!("{} + {rest} more", shown.join(" + ")) } else { shown.join(" + ") }
    }

    /// A choice's name; a bare number gets its side's word.
    fn choice(&self, side: Side, choice: usize) -> String {
        let name = self.table.name(side, choice);
        if self.table.is_named(side) { name } else { format!("{} {name}", side.word()) }
    }

    /// A choice's name after its side's word, where both sides are spoken of.
    fn sided(&self, side: Side, choice: usize) -> String {
        format!("{} {}", side.word(), self.table.name(side, choice))
    }

    /// Why a choice is dominated, in one sentence.
    fn reason(&self, dominated: &Dominated) -> String {
        let side = dominated.side;
        let mut mix = vec![Rational::ZERO; side_len(self.table, side)];
        dominated.by.iter().for_each(|(choice, weight)| mix[*choice] = weight.clone());
        let by = self.mix(side, &mix);
        let by = if dominated.by.len() > 1 { format!("the mix {by}") } else { by };
        format!("{} is {} dominated by {by}", self.sided(side, dominated.choice), dominated.strength.adverb())
    }

    fn dominated(&mut self, found: &[Dominated], complete: bool) {
        let reach = if complete { "" } else { " by single choices (--dominated tries mixes too)" };
        match found {
            [] => self.line(format!("dominated: none{reach}")),
            _ => {
                self.line(format!("dominated{reach}:"));
                for dominated in found.iter().take(30) {
                    let reason = self.reason(dominated);
                    self.line(format!("  {reason}"));
                }
                if found.len() > 30 {
                    self.line(format!("  and {} more", found.len() - 30));
                }
            }
        }
        self.json["dominated"] = found.iter().map(|dominated| self.dominated_json(dominated)).collect();
        self.json["mixes_tried"] = json!(complete);
    }

    fn dominated_json(&self, dominated: &Dominated) -> Value {
        let name = |choice: usize| self.table.name(dominated.side, choice);
        let by = dominated.by.iter();
        json!({
            "side": dominated.side.word(),
            "choice": name(dominated.choice),
            "how": dominated.strength.adverb(),
            "by": by.map(|(choice, weight)| json!({ "choice": name(*choice), "weight": weight.to_string() })).collect::<Vec<_>>(),
        })
    }

    fn best_reply(&mut self, side: Side, payoff: &Rational, choices: &[usize]) {
        let names: Vec<String> = choices.iter().map(|&choice| self.choice(side, choice)).collect();
        self.line(format!("best reply of {}: {}, worth {}", side.word(), names.join(" or "), brief(payoff, 24)));
        let names: Vec<String> = choices.iter().map(|&choice| self.table.name(side, choice)).collect();
        self.json["best_reply"][side.word()] = json!({ "choices": names, "payoff": payoff.to_string() });
    }
}

fn side_len(table: &Table, side: Side) -> usize {
    let (m, n) = table.shape();
    if side == Side::Row { m } else { n }
}

fn texts(mix: &[Rational]) -> Vec<String> {
    mix.iter().map(Rational::to_string).collect()
}

/// The mix given for the opponent of `side`, if any.
fn opposing_mix(args: &Args, table: &Table, side: Side) -> Result<Option<Vec<Rational>>, Failure> {
    let (text, flag) = match side {
        Side::Row => (&args.against_column, "--against-column"),
        Side::Column => (&args.against_row, "--against-row"),
    };
    let Some(text) = text else { return Ok(None) };
    let source = Source { name: flag.to_string(), text: text.clone() };
    let mix = table::parse_mix(text, side_len(table, side.other())).map_err(|fault| source.failure(fault))?;
    Ok(Some(mix))
}
