//! Claims of rules proved or refuted for all sizes; heap games by their period.

use crate::budget::Budget;
use crate::engine::Engine;
use crate::period;
use crate::problem::Problem;
use crate::report::{Ended, Language, Report, Styled};
use crate::subject::Subject;
use crate::text::Text;
use crate::words::{Say, Toned, say};
use grundy_answer::{Message, Stop, message};
use grundy_heap::{Reach, Sequence};
use grundy_prove::{Counterexample, Decided, Effort, Subject as Provable, Verdict};
use grundy_rule::line_and_column;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

/// What became of the claims of a game.
pub struct ProveAnswer {
    /// The game with its parameters.
    pub game: String,
    /// The parameters that are fixed, with their values: what is proved is proved for all sizes at these.
    pub scope: Option<String>,
    /// Every claim, in the order of the rules.
    pub claims: Vec<DecidedClaim>,
    /// The certificate of what is proved, or why there is none.
    pub certificate: Result<String, Message>,
    /// Where the door wrote the certificate, if one was asked for.
    pub file: Option<Option<String>>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// Why the work was stopped, if it was.
    pub stopped: Option<Stop>,
    ended: Ended,
}

/// A claim and its verdict.
#[derive(Serialize)]
pub struct DecidedClaim {
    /// As written.
    pub claim: Message,
    /// On which line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The verdict.
    #[serde(serialize_with = "verdict_word")]
    pub verdict: Verdict,
    /// Why.
    pub reason: Message,
    /// How far it was compared, where that is all that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Message>,
    /// Where it fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<CounterexampleJson>,
}

/// Where a claim fails.
#[derive(Serialize)]
pub struct CounterexampleJson {
    /// The position.
    pub position: String,
    /// What is claimed of it.
    pub claimed: Message,
    /// What is true of it.
    pub actual: Message,
    /// Its moves and what they are worth.
    pub moves: Vec<String>,
}

impl From<&Counterexample> for CounterexampleJson {
    fn from(found: &Counterexample) -> CounterexampleJson {
        CounterexampleJson {
            position: found.position.clone(),
            claimed: found.claimed.clone(),
            actual: found.actual.clone(),
            moves: found.moves.clone(),
        }
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::Checked => "checked",
        Verdict::Open => "no verdict",
    }
}

fn verdict_word<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(word(*verdict))
}

/// Proves or refutes every claim of a game, at the parameters of a position or at the defaults.
pub fn prove(
    subject: &Subject,
    position: Option<&Text>,
    effort: Effort,
    engine: Engine,
    budget: &Budget,
) -> Result<ProveAnswer, Problem> {
    let provable = subject.provable(position, engine)?;
    let text = &subject.ruleset().text;
    if provable.rules().claims.is_empty() {
        return by_period(&provable, text, budget).ok_or_else(|| {
            let cause = format!("{} claims nothing", provable.rules().name);
            Problem::bad_input("E56", cause).remedy("write a `claim` line, or ask `grundy pattern` to find one")
        });
    }
    let outcome = grundy_prove::claims(&provable, &text.text, effort, budget);
    let told = budget.told();
    let claims: Vec<DecidedClaim> = outcome.decided.iter().map(|one| decided(one, text)).collect();
    let certificate = match &outcome.certificate {
        Some(certificate) => Ok(certificate.text()),
        None if claims.iter().any(|one| one.verdict == Verdict::Proved) => {
            Err(message!("`grundy strategy` certifies the pairing of one board"))
        }
        None => Err(message!("nothing is proved for all sizes")),
    };
    let any = |verdict| claims.iter().any(|one| one.verdict == verdict);
    // A claim that was compared only as far as a limit allowed has no verdict of its own.
    let ended = match () {
        () if any(Verdict::Refuted) => Ended::Refuted,
        () if any(Verdict::Open) || any(Verdict::Checked) && told.is_some() => Ended::Limit,
        () => Ended::Fine,
    };
    let seconds = budget.seconds();
    let scope = provable.fixed_parameters();
    Ok(ProveAnswer { game: provable.text(), scope, claims, certificate, file: None, seconds, stopped: told, ended })
}

fn decided(one: &Decided, text: &Text) -> DecidedClaim {
    let claim = text.text.get(one.span.start as usize..one.span.end as usize).unwrap_or_default().trim();
    DecidedClaim {
        claim: claim.into(),
        line: Some(line_and_column(&text.text, one.span.start).0),
        verdict: one.verdict,
        reason: one.reason.clone(),
        bound: one.bound.clone(),
        counterexample: one.counterexample.as_ref().map(CounterexampleJson::from),
    }
}

/// The period of rules that claim nothing but have heap form; `None` if they have none.
fn by_period(provable: &Provable, text: &Text, budget: &Budget) -> Option<ProveAnswer> {
    let rule = grundy_solve::heap_values(&*period::game(provable)?)?;
    let sequence = Sequence::explore(&rule, Reach::Default, budget);
    let game = provable.text();
    let (verdict, reason) = match sequence.period() {
        Some(period) if period.standing.kind() == "proved" => {
            let (turn, saltus, start) = (period.period, period.saltus, period.preperiod());
            let reason = period.standing.reason();
            let law = format!("g(n + {turn}) = g(n) + {saltus}");
            (Verdict::Proved, message!("{} for all n from {} on: {}", law, start, reason))
        }
        _ => (Verdict::Open, sequence.standing().reason().clone()),
    };
    let claim = DecidedClaim {
        claim: message!("the Grundy values of {}, which is {}", game, rule.to_string()),
        line: None,
        verdict,
        reason,
        bound: None,
        counterexample: None,
    };
    let certificate = period::of_rules(text, provable, &rule, &sequence, budget)
        .map(|certificate| certificate.text())
        .map_err(Message::from);
    let ended = if verdict == Verdict::Proved { Ended::Fine } else { Ended::Limit };
    let seconds = budget.seconds();
    let scope = provable.fixed_parameters();
    Some(ProveAnswer { game, scope, claims: vec![claim], certificate, file: None, seconds, stopped: None, ended })
}

impl DecidedClaim {
    /// What became of it, in words.
    fn told(&self, scope: Option<&str>) -> Message {
        let verdict = match (self.verdict, scope) {
            (Verdict::Proved, Some(scope)) if self.line.is_some() => message!("proved for all sizes at {}", scope),
            (Verdict::Proved, None) if self.line.is_some() => message!("proved for all sizes"),
            (Verdict::Proved, _) => message!("proved"),
            (Verdict::Refuted, _) => message!("refuted"),
            (Verdict::Checked, _) => message!("checked"),
            (Verdict::Open, _) => message!("no verdict"),
        };
        match &self.bound {
            Some(bound) => message!("{} to a bound: {}", verdict, bound),
            None => verdict,
        }
    }
}

impl Report for ProveAnswer {
    fn words(&self, language: Language) -> String {
        self.styled(language).into_text()
    }

    fn styled(&self, language: Language) -> Styled {
        let mut text = Styled::default();
        for one in &self.claims {
            let _ = write!(text, "{}\n  ", one.claim.say(language));
            text.push(one.verdict.tone(), &one.told(self.scope.as_deref()).say(language));
            let _ = writeln!(text, "\n  {}", one.reason.say(language));
            if let Some(found) = &one.counterexample {
                for option in &found.moves {
                    let _ = writeln!(text, "    {option}");
                }
                if found.moves.is_empty() {
                    let unlisted = say!(language, "(play ends there, or its moves are not listed)");
                    let _ = writeln!(text, "    {unlisted}");
                }
            }
        }
        match (&self.file, &self.certificate) {
            (Some(Some(file)), _) => {
                let _ = writeln!(text, "{}", say!(language, "certificate: {}", file));
            }
            (Some(None), Err(reason)) => {
                let _ = writeln!(text, "{}", say!(language, "no certificate: {}", reason));
            }
            _ => {}
        }
        if let Some(stop) = self.stopped {
            let _ = writeln!(text, "{}", stop.say(language));
        }
        text
    }

    fn ended(&self) -> Ended {
        self.ended
    }
}

impl Serialize for ProveAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", &self.game)?;
        if let Some(scope) = &self.scope {
            map.serialize_entry("scope", scope)?;
        }
        map.serialize_entry("claims", &self.claims)?;
        map.serialize_entry("seconds", &self.seconds)?;
        if let Some(file) = &self.file {
            map.serialize_entry("certificate", file)?;
        }
        if let Some(stop) = self.stopped {
            map.serialize_entry("stopped", &stop)?;
        }
        map.end()
    }
}
