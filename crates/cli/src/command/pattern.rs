use crate::provable::{Provable, provable};
use crate::reply::{Exit, Outcome, Reply};
use crate::terminal;
use crate::whole;
use grundy_automata::Digits;
use grundy_prove::{Kind, pattern};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Which game, which pattern, how hard.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy pattern subtraction
  grundy pattern wythoff
  grundy pattern cram 'R = 2' --over C=1..8
  grundy pattern kayles --grundy --certificate kayles.cert
  grundy pattern 'Subtraction(0, S = {2, 5, 8})' --json")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position that names the parameters.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// A position whose parameters are meant; otherwise the defaults.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Look for the Grundy function, not for the lost positions.
    #[arg(long)]
    grundy: bool,
    /// Write a certificate of what is proved, for `grundy verify`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// The most states any automaton may have.
    #[arg(long, value_name = "STATES", default_value_t = grundy_prove::BUDGET)]
    budget: usize,
    /// Look at start positions over one or two parameters instead: `n=1..20`, `R=1..4,C=1..6`. What is seen is not proved.
    #[arg(long, value_delimiter = ',', value_parser = super::table::parse_range, conflicts_with_all = ["certificate", "dot"])]
    over: Vec<super::table::Range>,
    /// Draw the automata too, in the language of Graphviz.
    #[arg(long)]
    dot: bool,
}

/// The pattern of the lost positions or of the values, found and proved without a claim.
pub fn run(args: Args) -> Outcome {
    if !args.over.is_empty() {
        return observed(&args);
    }
    let Provable { source, subject } = provable(&args.game, args.position.as_deref())?;
    let translated = match grundy_proof::translate(subject.rules(), &subject.params) {
        Ok(translated) => translated,
        Err(refused) => {
            let (row, column) = grundy_rule::line_and_column(&source.text, refused.span.start);
            let place = format!("{}:{row}:{column}", source.name);
            let text = format!("no pattern: outside arithmetic at {place}: {refused}\n");
            let json = json!({ "found": false, "verdict": "no verdict", "reason": refused.reason, "span": place });
            return Ok(Reply { text, json, exit: Exit::Limit });
        }
    };
    let watch = terminal::watch();
    let sums = !translated.game.splits.is_empty();
    let kind = if args.grundy || sums { Kind::Grundy } else { Kind::Outcome };
    let result = pattern(&subject, &translated, kind, args.budget.clamp(1, 1 << 24), &watch);
    let of = if kind == Kind::Outcome { "outcome" } else { "grundy" };
    match result {
        Err(none) => Ok(Reply {
            text: format!("no pattern found: {none}\n"),
            json: json!({
                "found": false, "of": of, "states": none.states, "digits": none.digits, "verdict": "no verdict",
                "reason": none.reason, "seconds": watch.seconds(),
            }),
            exit: Exit::Limit,
        }),
        Ok(found) => {
            let system = if found.system == Digits::Base2 { "base 2" } else { "Zeckendorf's system" };
            let name = found.name.clone();
            let what = if kind == Kind::Outcome { "lost exactly where" } else { "Grundy value:" };
            let said = name.clone().unwrap_or_else(|| "an automaton without a short name (--dot draws it)".to_string());
            let mut text = format!("{}: {what} {said}\n", subject.rules().name);
            let _ = writeln!(
                text,
                "  proved for all sizes; {} states in {system}, learned from numbers of {} digits",
                found.states, found.digits
            );
            let mut json = json!({
                "found": true, "of": of, "name": name, "states": found.states, "digits": found.digits,
                "system": system, "verdict": "proved", "seconds": watch.seconds(),
            });
            if args.dot {
                let drawn: Vec<String> =
                    found.pattern.rels().iter().map(|rel| grundy_automata::dot(rel, &[])).collect();
                drawn.iter().for_each(|one| text.push_str(one));
                json["dot"] = json!(drawn);
            }
            if let Some(path) = &args.certificate {
                match found.certificate(&subject, &translated, &source.text) {
                    Some(certificate) => {
                        whole::write(path, certificate.text().as_bytes())?;
                        let _ = writeln!(text, "certificate: {}", path.display());
                        json["certificate"] = json!(path.display().to_string());
                    }
                    None => json["certificate"] = Value::Null,
                }
            }
            Ok(Reply::fine(text, json))
        }
    }
}

/// What shows in the solved start positions over some parameters.
fn observed(args: &Args) -> Outcome {
    let watch = terminal::watch();
    let words = match super::table::words(&args.game, args.position.as_deref(), &args.over, &watch)? {
        Ok(words) => words,
        Err(refusal) => return super::solve::refused(refusal, watch.seconds()),
    };
    let names: Vec<&str> = args.over.iter().map(|range| range.name.as_str()).collect();
    let solved = words.words.len();
    let seen = grundy_prove::observe(&names, &words.cells[..solved], &words.words);
    let listed = words.words.join(" ");
    let reason = format!("{solved} start positions were solved; nothing is proved of others");
    let mut json = json!({
        "found": seen.is_some(), "of": words.show, "over": names, "values": words.words, "seconds": watch.seconds(),
    });
    match seen {
        Some(seen) => {
            json["name"] = json!(seen.name);
            json["verdict"] = json!("observed");
            json["standing"] = json!({ "kind": "checked", "reason": reason });
            let text = format!("{}: {}\n  observed: {reason}\n  {listed}\n", words.show, seen.name);
            Ok(Reply::fine(text, json))
        }
        None => {
            json["verdict"] = json!("no verdict");
            let text = format!("no pattern shows in {solved} start positions: {listed}\n");
            Ok(Reply { text, json, exit: Exit::Limit })
        }
    }
}
