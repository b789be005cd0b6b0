use crate::provable::{Provable, provable};
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal;
use crate::whole;
use grundy_answer::Stop;
use grundy_prove::{Decided, Effort, Verdict, claims};
use grundy_rule::line_and_column;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// Which claims, how hard, and where the certificate goes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy prove laskers-nim
  grundy prove moore-nim 'MooreNim([0, 0, 0, 0])'
  grundy prove my.game --certificate my.cert
  grundy prove mats --json")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position that names the parameters.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// A position whose parameters are meant; otherwise the defaults.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Write a certificate of what is proved, for `grundy verify`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// The most states any automaton may have.
    #[arg(long, value_name = "STATES", default_value_t = grundy_prove::BUDGET)]
    budget: usize,
    /// The most positions a claim is compared on where it cannot be proved.
    #[arg(long, value_name = "N", value_parser = crate::number::number, default_value_t = Effort::default().positions as u64)]
    positions: u64,
}

/// Every claim of the file, proved, refuted, or as far as it was checked.
pub fn run(args: Args) -> Outcome {
    let asked = provable(&args.game, args.position.as_deref())?;
    if asked.subject.rules().claims.is_empty()
        && let Some(outcome) = crate::periods::prove(&asked, args.certificate.as_deref(), &terminal::watch())
    {
        return outcome;
    }
    let Provable { source, subject } = asked;
    if subject.rules().claims.is_empty() {
        let cause = format!("{} claims nothing", subject.rules().name);
        let remedy = "write a `claim` line, or ask `grundy pattern` to find one";
        return Err(Failure::bad_input("E56", cause).remedy(remedy));
    }
    let watch = terminal::watch();
    let effort = Effort { states: args.budget.clamp(1, 1 << 24), positions: args.positions.clamp(1, 1 << 26) as usize };
    let outcome = claims(&subject, &source.text, effort, &watch);
    let mut text = String::new();
    let mut list = Vec::new();
    for one in &outcome.decided {
        let line = source.text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default().trim();
        let (row, _) = line_and_column(&source.text, one.span.start);
        describe(&mut text, line, one);
        list.push(to_json(line, row, one));
    }
    let mut answer = json!({ "game": subject.text(), "claims": list, "seconds": watch.seconds() });
    if let Some(path) = &args.certificate {
        match &outcome.certificate {
            Some(certificate) => {
                whole::write(path, certificate.text().as_bytes())?;
                let _ = writeln!(text, "certificate: {}", path.display());
                answer["certificate"] = json!(path.display().to_string());
            }
            None => {
                let proved = outcome.decided.iter().any(|one| one.verdict == Verdict::Proved);
                let reason = match proved {
                    true => "`grundy strategy` certifies the pairing of one board",
                    false => "nothing is proved for all sizes",
                };
                let _ = writeln!(text, "no certificate: {reason}");
                answer["certificate"] = Value::Null;
            }
        }
    }
    if let Some(stop) = watch.told() {
        let _ = writeln!(text, "{stop}");
        answer["stopped"] = json!(stop.to_string());
    }
    Ok(Reply { text, json: answer, exit: exit(&outcome.decided, watch.told()) })
}

/// A claim that was compared only as far as a limit allowed has no verdict of its own.
fn exit(decided: &[Decided], told: Option<Stop>) -> Exit {
    let any = |verdict| decided.iter().any(|one| one.verdict == verdict);
    match () {
        () if any(Verdict::Refuted) => Exit::Refuted,
        () if any(Verdict::Open) || any(Verdict::Checked) && told.is_some() => Exit::Limit,
        () => Exit::Fine,
    }
}

/// The word of the JSON answers.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::Checked => "checked",
        Verdict::Open => "no verdict",
    }
}

fn describe(text: &mut String, line: &str, one: &Decided) {
    let all = if one.verdict == Verdict::Proved { " for all sizes" } else { "" };
    let bound = one.bound.as_ref().map(|bound| format!(" to a bound: {bound}")).unwrap_or_default();
    let _ = writeln!(text, "{line}\n  {}{all}{bound}\n  {}", word(one.verdict), one.reason);
    if let Some(found) = &one.counterexample {
        for option in &found.moves {
            let _ = writeln!(text, "    {option}");
        }
        if found.moves.is_empty() {
            let _ = writeln!(text, "    (play ends there, or its moves are not listed)");
        }
    }
}

fn to_json(line: &str, row: usize, one: &Decided) -> Value {
    let mut json = json!({ "claim": line, "line": row, "verdict": word(one.verdict), "reason": one.reason });
    if let Some(bound) = &one.bound {
        json["bound"] = json!(bound);
    }
    if let Some(found) = &one.counterexample {
        json["counterexample"] = json!({
            "position": found.position,
            "claimed": found.claimed,
            "actual": found.actual,
            "moves": found.moves,
        });
    }
    json
}
