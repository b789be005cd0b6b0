use crate::evidence::{self, Checking};
use crate::provable::provable;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal;
use grundy_proof::{Formula, Refusal, Translated, check, parse, translate};
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// Which certificate, about which rules.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy prove laskers-nim --certificate lasker.cert
  grundy verify lasker.cert
  grundy solve tic-tac-toe --certificate draw.cert
  grundy verify draw.cert --fast
  grundy sequence 0.77 --certificate kayles.cert
  grundy verify kayles.cert
  grundy verify my.cert --rules my.game")]
pub struct Args {
    /// The certificate.
    file: PathBuf,
    /// The rule file it speaks of; otherwise the game of that name in the library.
    #[arg(long, value_name = "GAME")]
    rules: Option<String>,
    /// Check a solved position by its moves written out, and interpret one entry in 1021 only: faster, and more is trusted.
    #[arg(long)]
    fast: bool,
    /// The most transitions the checker may follow.
    #[arg(long, value_name = "TRANSITIONS", default_value_t = 50_000_000)]
    budget: u64,
}

/// Whether the checker, which shares no code with the provers, accepts a certificate.
pub fn run(args: Args) -> Outcome {
    let place = args.file.display().to_string();
    if let Ok(Some(text)) = evidence::solution(&args.file) {
        let by = if args.fast { Checking::WrittenOut } else { Checking::Interpretation };
        return evidence::verify(&args.file, text, args.rules.as_deref(), by, &terminal::watch());
    }
    let text = crate::source::read(&args.file, 64 << 20)?.text;
    let several = certificates(&text);
    if several.len() < 2 {
        return one(&args, &place, &text);
    }
    if several.len() > evidence::MOST_LAWS {
        return Err(Failure::bad_input("certificate", format!("more than {} certificates", evidence::MOST_LAWS)));
    }
    let (mut said, mut answers, mut exit) = (String::new(), Vec::new(), Exit::Fine);
    for (number, text) in several.into_iter().enumerate() {
        let reply = one(&args, &format!("{place}, certificate {}", number + 1), text)?;
        said.push_str(&reply.text);
        answers.push(reply.json);
        exit = match (exit, reply.exit) {
            (Exit::Fine, other) | (Exit::Limit, other @ Exit::Refuted) => other,
            (worse, _) => worse,
        };
    }
    let verdict = match exit {
        Exit::Fine => "accepted",
        Exit::Limit => "no verdict",
        _ => "refused",
    };
    let standing = if exit == Exit::Fine { "proved" } else { "assumed" };
    let reason = format!("{verdict}: {} certificates, one after the other", answers.len());
    let json = json!({
        "verdict": verdict, "certificates": answers, "standing": { "kind": standing, "reason": reason },
    });
    Ok(Reply { text: said, json, exit })
}

/// The certificates of a file, one after the other: each ends with a line `end` and the next begins with its kind.
fn certificates(text: &str) -> Vec<&str> {
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some(end) = rest.find("\nend\ngrundy ") {
        let (one, next) = rest.split_at(end + "\nend\n".len());
        all.push(one);
        rest = next;
    }
    all.push(rest);
    all
}

/// Checks one certificate.
fn one(args: &Args, place: &str, text: &str) -> Outcome {
    if text.lines().next() == Some(grundy_proof::PERIOD_FIRST_LINE) {
        let watch = terminal::watch();
        return crate::periods::verify(place, text, args.rules.as_deref(), args.budget.saturating_mul(40), &watch);
    }
    if text.lines().next() == Some(grundy_proof::PAIRING_FIRST_LINE) {
        return super::strategy::verify(place, text, args.rules.as_deref());
    }
    let certificate = match parse(text) {
        Ok(certificate) => certificate,
        Err(malformed) => {
            let at = format!("{place}:{}", malformed.line);
            return Err(Failure::bad_input("certificate", malformed.to_string()).at(at));
        }
    };
    let named = certificate.game.split('(').next().unwrap_or_default().trim().to_string();
    let rules = args.rules.clone().unwrap_or(named);
    let position = certificate.game.contains('(').then_some(certificate.game.as_str());
    let asked = provable(&rules, position)?;
    let watch = terminal::watch();
    let refused = |reason: String, verdict: &str, exit: Exit| {
        let text = format!("{place}: {verdict}: {reason}\n");
        let json = json!({ "verdict": verdict, "game": certificate.game, "reason": reason });
        Ok(Reply { text, json, exit })
    };
    let translated = match translate(asked.subject.rules(), &asked.subject.params) {
        Ok(translated) => translated,
        Err(reason) => return refused(format!("the rules are outside arithmetic: {reason}"), "refused", Exit::Refuted),
    };
    let mut within = "all positions";
    let mut result = check(&certificate, &asked.source.text, &translated.game, args.budget, &watch);
    if let (Err(Refusal::False { .. }), Some(covered)) = (&result, covered(&translated)) {
        let mut game = translated.game.clone();
        game.domain = Some(Formula::All(game.domain.into_iter().chain([covered]).collect()));
        if let Ok(accepted) = check(&certificate, &asked.source.text, &game, args.budget, &watch) {
            within = "all positions that the claims of the file speak of";
            result = Ok(accepted);
        }
    }
    match result {
        Ok(accepted) => {
            let kind = certificate.claim.kind();
            let mut text = format!("{place}: accepted: {kind} of {}, {within}\n", certificate.game);
            for (sentence, states) in &accepted.sentences {
                let _ = writeln!(text, "  {sentence} ({states} states searched)");
            }
            let sentences: Vec<_> =
                accepted.sentences.iter().map(|(name, states)| json!({ "sentence": name, "states": states })).collect();
            Ok(Reply::fine(
                text,
                json!({
                    "verdict": "accepted", "game": certificate.game, "claim": kind, "of": within,
                    "sentences": sentences, "seconds": watch.seconds(),
                    "standing": { "kind": "proved", "reason": "every sentence of the certificate was searched for an exception" },
                }),
            ))
        }
        Err(refusal @ Refusal::NoVerdict { .. }) => refused(refusal.to_string(), "no verdict", Exit::Limit),
        Err(refusal) => refused(refusal.to_string(), "refused", Exit::Refuted),
    }
}

/// Where some claim of the file applies, if all of them are arithmetic.
fn covered(translated: &Translated) -> Option<Formula> {
    let each: Option<Vec<Formula>> = translated
        .claims
        .iter()
        .map(|claim| claim.as_ref().ok().filter(|one| one.calls.is_empty()).map(|one| one.when.clone()))
        .collect();
    each.filter(|each| !each.is_empty()).map(Formula::Any)
}
