//! Certificates of periods, written and verified: what `grundy sequence`, `grundy prove` and `grundy verify` share.

use crate::provable::{Provable, provable};
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::Terminal;
use crate::whole;
use grundy_answer::Watch;
use grundy_heap::{Code, HeapRule, Reach, Sequence};
use grundy_proof::{HeapDigits, PeriodCertificate, PeriodOf};
use grundy_prove::Subject;
use grundy_run::Game;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// Writes the certificate of the period of what words on the command line name: a code, or rules and perhaps their
/// parameters; the answer says where it is, or why there is none.
pub fn certify(
    words: &[String],
    rule: &HeapRule,
    sequence: &Sequence,
    path: &Path,
    watch: &dyn Watch,
    answer: (&mut String, &mut Map<String, Value>),
) -> Result<(), Failure> {
    let made = match words[0].parse::<Code>() {
        Ok(_) => {
            let code = rule.to_string();
            HeapDigits::of_code(&code).map(|digits| (PeriodOf::Code(code), digits))
        }
        Err(_) => of_rules(&heaps(&words[0], words.get(1).map(String::as_str))?),
    };
    written(made, rule, sequence, path, watch, answer)
}

/// The rules of a game with one heap, at these parameters.
fn heaps(game: &str, parameters: Option<&str>) -> Result<Provable, Failure> {
    let Some(parameters) = parameters else { return provable(game, None) };
    let ruled = crate::asked::rules(game)?;
    let Some(heap) = ruled.module.games[ruled.game].fields.first() else { return provable(game, Some(parameters)) };
    let empty = format!("{parameters}, {} = 0", heap.name);
    provable(game, Some(&empty)).or_else(|_| provable(game, Some(parameters)))
}

/// The same of heaps whose digits are known.
fn written(
    of: Result<(PeriodOf, HeapDigits), String>,
    rule: &HeapRule,
    sequence: &Sequence,
    path: &Path,
    watch: &dyn Watch,
    answer: (&mut String, &mut Map<String, Value>),
) -> Result<(), Failure> {
    let made = of.and_then(|(of, digits)| grundy_prove::period_certificate(of, &digits, rule, sequence, watch));
    let (text, json) = answer;
    match made {
        Ok(certificate) => {
            whole::write(path, certificate.text().as_bytes())?;
            let _ = writeln!(text, "certificate: {}", path.display());
            json.insert("certificate".into(), json!(path.display().to_string()));
        }
        Err(reason) => {
            let _ = writeln!(text, "no certificate: {reason}");
            json.insert("certificate".into(), Value::Null);
        }
    }
    Ok(())
}

/// The certificate of the period of rules that have heap form.
pub fn of_heaps(asked: &Provable, rule: &HeapRule, watch: &dyn Watch) -> Result<PeriodCertificate, String> {
    let sequence = Sequence::explore(rule, Reach::Default, watch);
    let (of, digits) = of_rules(asked)?;
    grundy_prove::period_certificate(of, &digits, rule, &sequence, watch)
}

/// The heaps of rules, as a certificate names them, and their digits.
fn of_rules(asked: &Provable) -> Result<(PeriodOf, HeapDigits), String> {
    let game = game(&asked.subject).ok_or("the game cannot be set up")?;
    let rules = grundy_proof::sha256(asked.source.text.as_bytes());
    Ok((PeriodOf::Rules { game: asked.subject.text(), rules }, HeapDigits::of_game(&game)?))
}

fn game(subject: &Subject) -> Option<Arc<Game>> {
    let bounds = vec![1; subject.rules().fields.len()];
    subject.world.game(subject.key, subject.params.clone(), bounds).ok()
}

/// The period of rules that claim nothing but have heap form; `None` if they have none.
pub fn prove(asked: &Provable, certificate: Option<&Path>, watch: &Terminal) -> Option<Outcome> {
    let rule = grundy_solve::heap_rule(&*game(&asked.subject)?)?;
    let sequence = Sequence::explore(&rule, Reach::Default, watch);
    let name = asked.subject.text();
    let claim = format!("the Grundy values of {name}, which is {rule}");
    let (verdict, said, exit) = match sequence.period() {
        Some(period) if period.standing.kind() == "proved" => {
            let (turn, saltus, start) = (period.period, period.saltus, period.preperiod());
            let said =
                format!("g(n + {turn}) = g(n) + {saltus} for all n from {start} on: {}", period.standing.reason());
            ("proved", said, Exit::Fine)
        }
        _ => ("no verdict", sequence.standing().reason().to_string(), Exit::Limit),
    };
    let mut text = format!("{claim}\n  {verdict}\n  {said}\n");
    let mut json = Map::new();
    json.insert("game".into(), json!(name));
    json.insert("claims".into(), json!([{ "claim": claim, "verdict": verdict, "reason": said }]));
    if let Some(path) = certificate {
        if let Err(failure) = written(of_rules(asked), &rule, &sequence, path, watch, (&mut text, &mut json)) {
            return Some(Err(failure));
        }
    }
    json.insert("seconds".into(), json!(watch.seconds()));
    Some(Ok(Reply { text, json: Value::Object(json), exit }))
}
