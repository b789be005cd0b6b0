use crate::asked;
use crate::evidence::{self, Checking};
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal;
use grundy_proof::{Law, LawCertificate, Statement, Unlawful};
use serde_json::{Map, json};
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

/// Checks one certificate of a law.
fn one(args: &Args, place: &str, text: &str) -> Outcome {
    let malformed = |malformed: grundy_proof::Malformed| {
        Failure::bad_input("certificate", malformed.to_string()).at(format!("{place}:{}", malformed.line))
    };
    let certificate = LawCertificate::parse(text).map_err(malformed)?;
    let source = match certificate.game() {
        Some(game) => asked::sources(game, args.rules.as_deref())?.into_iter().next(),
        None => None,
    };
    let rules = source.as_ref().map(|source| source.text.as_str());
    let watch = terminal::watch();
    let refused = |reason: String, verdict: &str, exit: Exit| {
        let text = format!("{place}: {verdict}: {reason}\n");
        let json = json!({ "verdict": verdict, "game": certificate.game(), "reason": reason });
        Ok(Reply { text, json, exit })
    };
    let law = match certificate.verify(rules, args.budget, &watch) {
        Ok(law) => law,
        Err(Unlawful::NoVerdict(reason)) => return refused(reason, "no verdict", Exit::Limit),
        Err(Unlawful::Refused(reason)) => return refused(reason, "refused", Exit::Refuted),
    };
    let mut text = format!("{place}: accepted: {}\n", in_words(&law));
    let mut json = Map::new();
    json.insert("verdict".into(), json!("accepted"));
    json.insert("game".into(), json!(law.game));
    if let (Some(source), Some(digest)) = (&source, &law.rules) {
        let _ = writeln!(text, "rules {} (sha256 {digest})", source.name);
        json.insert("rules".into(), json!([{ "file": source.name, "sha256": digest }]));
    }
    let (looked_at, reason) = match &law.statement {
        Statement::Claim { kind, of } => {
            json.insert("claim".into(), json!(kind));
            json.insert("of".into(), json!(of));
            ("states", "every sentence of the certificate was searched for an exception".to_string())
        }
        Statement::Period { law, theorem } => {
            json.insert("claim".into(), json!("period"));
            json.insert("law".into(), json!(law));
            json.insert("theorem".into(), json!(theorem));
            json.insert("of".into(), json!("all heaps"));
            ("looked_at", "every fact that the theorem needs was looked at".to_string())
        }
        Statement::Pairing { law } => {
            json.insert("claim".into(), json!("pairing"));
            json.insert("reason".into(), json!(law));
            ("looked_at", law.clone())
        }
    };
    let unit = if looked_at == "states" { "states searched" } else { "looked at" };
    for (sentence, count) in &law.sentences {
        let _ = writeln!(text, "  {sentence} ({count} {unit})");
    }
    if !law.sentences.is_empty() {
        let sentence = |(name, count): &(String, usize)| json!({ "sentence": name, looked_at: count });
        json.insert("sentences".into(), law.sentences.iter().map(sentence).collect());
    }
    json.insert("seconds".into(), json!(watch.seconds()));
    json.insert("standing".into(), json!({ "kind": "proved", "reason": reason }));
    Ok(Reply::fine(text, json.into()))
}

/// What a law says.
fn in_words(law: &Law) -> String {
    match &law.statement {
        Statement::Claim { kind, of } => format!("{kind} of {}, {of}", law.game),
        Statement::Period { law: repeats, .. } => format!("the period of {}, all heaps: {repeats}", law.game),
        Statement::Pairing { law } => law.clone(),
    }
}
