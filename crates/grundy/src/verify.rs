//! Whether the small checkers accept a certificate.

use crate::budget::Budget;
use crate::certificate::{MOST_LAWS, in_words};
use crate::library::Library;
use crate::problem::Problem;
use crate::question::players;
use crate::report::{Ended, Language, Report};
use crate::subject::Subject;
use crate::text::Text;
use crate::words::Say;
use flate2::bufread::GzDecoder;
use grundy_answer::{Message, Standing, message};
use grundy_certify::written_out;
use grundy_kernel::{FIRST_LINE, Likeness, Proves, Unproved, Verified};
use grundy_proof::{Law, LawCertificate, Statement, Unlawful};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;
use std::io::{BufRead, BufReader, Read};

/// Certificates of laws with more bytes are refused unread.
const MAX_LAW_BYTES: u64 = 64 << 20;

/// How moves are made while the certificate of a solved position is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checking {
    /// Every move and ending is interpreted.
    Interpretation,
    /// By the explicit game; one entry in 1021 is interpreted too.
    WrittenOut,
}

/// What is verified and how.
pub struct Verification<'a> {
    /// What the certificate is called.
    pub place: String,
    /// The rules it speaks of; otherwise the games of the library that it names.
    pub rules: Option<&'a Subject>,
    /// How moves are made.
    pub by: Checking,
    /// The most transitions that the checker of laws may follow.
    pub transitions: u64,
}

/// Whether a certificate is accepted, and of what.
pub struct VerifyAnswer {
    /// What the certificate is called.
    pub place: String,
    /// What the checker says.
    pub verdict: VerifyVerdict,
    /// Seconds since the question was asked.
    pub seconds: f64,
}

/// What a checker says.
pub enum VerifyVerdict {
    /// A solved position: accepted.
    Solved {
        /// The position.
        position: String,
        /// What holds of it.
        claims: Vec<String>,
        /// Entries that were checked.
        entries: u64,
        /// The rule files with their digests.
        rules: Vec<(String, String)>,
        /// Why it holds, and what was trusted.
        reason: Message,
    },
    /// A solved position: refused, or not decided.
    Unproved {
        /// The position.
        position: String,
        /// What is claimed of it.
        claims: Vec<String>,
        /// Why.
        reason: String,
        /// The line that is wrong.
        line: Option<usize>,
        /// Whether a limit was reached.
        limit: bool,
    },
    /// A law: accepted.
    Lawful(Box<Lawful>),
    /// A law: refused, or not decided.
    Unlawful {
        /// The game.
        game: Option<String>,
        /// Why.
        reason: String,
        /// Whether a limit was reached.
        limit: bool,
    },
    /// Several laws, one after the other.
    Several(Vec<VerifyAnswer>),
}

/// An accepted law.
pub struct Lawful {
    law: Law,
    /// The rule file and its digest.
    rules: Option<(String, String)>,
}

/// Verifies a certificate of any kind, text or gzip.
pub fn verify<'r>(
    library: &Library,
    certificate: Box<dyn Read + 'r>,
    how: &Verification,
    budget: &Budget,
) -> Result<VerifyAnswer, Problem> {
    let trouble =
        |error: std::io::Error| Problem::bad_input("file", format!("`{}` cannot be read: {error}", how.place));
    let mut bytes = BufReader::new(certificate);
    let packed = bytes.fill_buf().map_err(trouble)?.starts_with(&[0x1f, 0x8b]);
    let mut text: Box<dyn BufRead + 'r> =
        if packed { Box::new(BufReader::new(GzDecoder::new(bytes))) } else { Box::new(bytes) };
    let first = FIRST_LINE.rsplit_once(' ').map_or(FIRST_LINE, |(word, _)| word);
    let is_solution = text.fill_buf().is_ok_and(|start| start.starts_with(first.as_bytes()));
    // What is packed and something else is refused by its first line.
    if is_solution || packed {
        return solved(library, text, how, budget);
    }
    let mut laws = Vec::new();
    text.take(MAX_LAW_BYTES + 1).read_to_end(&mut laws).map_err(trouble)?;
    if laws.len() as u64 > MAX_LAW_BYTES {
        return Err(crate::subject::too_long(&how.place, MAX_LAW_BYTES as usize));
    }
    let laws = String::from_utf8(laws)
        .map_err(|_| Problem::bad_input("E54", format!("`{}` is not UTF-8", how.place)).remedy("save it as UTF-8"))?;
    let several = certificates(&laws);
    if several.len() < 2 {
        return law(library, &laws, how, budget);
    }
    if several.len() > MOST_LAWS {
        return Err(Problem::bad_input("certificate", format!("more than {MOST_LAWS} certificates")));
    }
    let each = several.into_iter().enumerate().map(|(number, text)| {
        let place = format!("{}, certificate {}", how.place, number + 1);
        law(library, text, &Verification { place, ..*how }, budget)
    });
    let verdict = VerifyVerdict::Several(each.collect::<Result<_, _>>()?);
    Ok(VerifyAnswer { place: how.place.clone(), verdict, seconds: budget.seconds() })
}

/// The certificates of a text, one after the other: each ends with a line `end` and the next begins with its kind.
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

/// The rule texts that a position of a certificate names, in order.
fn texts(library: &Library, position: &str, rules: Option<&Subject>) -> Result<Vec<Text>, Problem> {
    let of = |subject: &Subject| subject.files().iter().map(|file| file.text.clone()).collect();
    match rules {
        Some(subject) => Ok(of(subject)),
        None => library.subject(position).map(|subject| of(&subject)),
    }
}

fn solved(
    library: &Library,
    text: Box<dyn BufRead + '_>,
    how: &Verification,
    budget: &Budget,
) -> Result<VerifyAnswer, Problem> {
    let malformed = |malformed: grundy_kernel::Malformed| {
        Problem::bad_input("certificate", malformed.to_string()).at(format!("{}:{}", how.place, malformed.line))
    };
    let opened = grundy_kernel::open(text).map_err(malformed)?;
    let header = opened.header.clone();
    let files = texts(library, &header.position, how.rules)?;
    let rules: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
    let maker = (how.by == Checking::WrittenOut).then_some(&written_out as &grundy_kernel::Maker);
    let position = header.position.clone();
    let verdict = match grundy_proof::verify_solved(opened, &rules, maker, budget) {
        Ok(verified) => VerifyVerdict::Solved {
            position,
            claims: in_words(header.play, &header.proves, &players(&verified.position)),
            entries: verified.entries,
            rules: files.into_iter().map(|file| file.name).zip(header.rules).collect(),
            reason: reason(&verified, how.by),
        },
        Err(Unproved::Malformed(wrong)) => return Err(malformed(wrong)),
        Err(refusal) => VerifyVerdict::Unproved {
            position,
            claims: in_words(header.play, &header.proves, &["Left".to_string(), "Right".to_string()]),
            limit: matches!(refusal, Unproved::Stopped { .. }),
            line: match refusal {
                Unproved::False { line, .. } => Some(line),
                _ => None,
            },
            reason: refusal.to_string(),
        },
    };
    Ok(VerifyAnswer { place: how.place.clone(), verdict, seconds: budget.seconds() })
}

/// Why an accepted certificate is true, and what was trusted.
fn reason(verified: &Verified, by: Checking) -> Message {
    let entries = verified.entries;
    let follows = match verified.header.proves {
        Proves::Loopy(_) => {
            message!("the labels of all {} positions fit by the rules, as only the true ones do", entries)
        }
        _ => message!("every one of {} entries follows from earlier ones by the rules", entries),
    };
    let how = match by {
        Checking::Interpretation => message!("by interpretation"),
        Checking::WrittenOut => message!("by the moves written out; one in 1021 by interpretation too"),
    };
    let split = verified.likenesses.iter().any(|(_, line)| matches!(line, Likeness::Split(_)));
    let symmetric = verified.likenesses.iter().any(|(_, line)| matches!(line, Likeness::Symmetry(_)));
    let split = split.then(|| match by {
        Checking::Interpretation => {
            message!("positions are sums of their parts, because every move lies within one part")
        }
        Checking::WrittenOut => message!("positions are sums of their parts, decided on the moves written out"),
    });
    let symmetric = symmetric.then(|| match by {
        Checking::Interpretation => message!("the moves of all images of every entry were compared"),
        Checking::WrittenOut => message!("symmetries were decided on the moves written out"),
    });
    Message::row("; ", [message!("{}, {}", follows, how)].into_iter().chain(split).chain(symmetric).collect())
}

/// Verifies the certificate of one law.
fn law(library: &Library, text: &str, how: &Verification, budget: &Budget) -> Result<VerifyAnswer, Problem> {
    let malformed = |malformed: grundy_proof::Malformed| {
        Problem::bad_input("certificate", malformed.to_string()).at(format!("{}:{}", how.place, malformed.line))
    };
    let certificate = LawCertificate::parse(text).map_err(malformed)?;
    let file = match certificate.game() {
        Some(game) => texts(library, game, how.rules)?.into_iter().next(),
        None => None,
    };
    let rules = file.as_ref().map(|file| file.text.as_str());
    let unlawful = |reason: String, limit: bool| {
        let game = certificate.game().map(str::to_string);
        VerifyVerdict::Unlawful { game, reason, limit }
    };
    let verdict = match certificate.verify(rules, how.transitions, budget) {
        Ok(law) => {
            let rules = file.map(|file| file.name).zip(law.rules.clone());
            VerifyVerdict::Lawful(Box::new(Lawful { law, rules }))
        }
        Err(Unlawful::NoVerdict(reason)) => unlawful(reason, true),
        Err(Unlawful::Refused(reason)) => unlawful(reason, false),
    };
    Ok(VerifyAnswer { place: how.place.clone(), verdict, seconds: budget.seconds() })
}

impl Lawful {
    fn said(&self) -> String {
        let law = &self.law;
        match &law.statement {
            Statement::Claim { kind, of } => format!("{kind} of {}, {of}", law.game),
            Statement::Period { law: repeats, .. } => format!("the period of {}, all heaps: {repeats}", law.game),
            Statement::Pairing { law } => law.clone(),
        }
    }

    /// What is counted in its sentences.
    fn looked_at(&self) -> &'static str {
        if matches!(self.law.statement, Statement::Claim { .. }) { "states" } else { "looked_at" }
    }

    fn reason(&self) -> Message {
        match &self.law.statement {
            Statement::Claim { .. } => message!("every sentence of the certificate was searched for an exception"),
            Statement::Period { .. } => message!("every fact that the theorem needs was looked at"),
            Statement::Pairing { law } => law.as_str().into(),
        }
    }
}

impl VerifyAnswer {
    fn verdict_word(&self) -> &'static str {
        match self.ended() {
            Ended::Fine => "accepted",
            Ended::Limit => "no verdict",
            _ => "refused",
        }
    }
}

impl VerifyAnswer {
    fn text(&self, language: Language) -> String {
        let place = &self.place;
        match &self.verdict {
            VerifyVerdict::Solved { position, claims, rules, reason, .. } => {
                let mut text = format!("{place}: accepted: {position}: {}\n", claims.join("; "));
                for (file, digest) in rules {
                    let _ = writeln!(text, "rules {file} (sha256 {digest})");
                }
                let _ = writeln!(text, "{}", Standing::Proved(reason.clone()).say(language));
                text
            }
            VerifyVerdict::Unproved { reason, .. } | VerifyVerdict::Unlawful { reason, .. } => {
                format!("{place}: {}: {reason}\n", self.verdict_word())
            }
            VerifyVerdict::Lawful(lawful) => {
                let mut text = format!("{place}: accepted: {}\n", lawful.said());
                if let Some((file, digest)) = &lawful.rules {
                    let _ = writeln!(text, "rules {file} (sha256 {digest})");
                }
                let unit = if lawful.looked_at() == "states" { "states searched" } else { "looked at" };
                for (sentence, count) in &lawful.law.sentences {
                    let _ = writeln!(text, "  {sentence} ({count} {unit})");
                }
                text
            }
            VerifyVerdict::Several(answers) => answers.iter().map(|answer| answer.text(language)).collect(),
        }
    }
}

impl Report for VerifyAnswer {
    fn words(&self, language: Language) -> String {
        self.text(language)
    }

    fn ended(&self) -> Ended {
        match &self.verdict {
            VerifyVerdict::Solved { .. } | VerifyVerdict::Lawful(_) => Ended::Fine,
            VerifyVerdict::Unproved { limit, .. } | VerifyVerdict::Unlawful { limit, .. } => {
                if *limit {
                    Ended::Limit
                } else {
                    Ended::Refuted
                }
            }
            VerifyVerdict::Several(answers) => {
                let any = |ended| answers.iter().any(|answer| answer.ended() == ended);
                match () {
                    () if any(Ended::Refuted) => Ended::Refuted,
                    () if any(Ended::Limit) => Ended::Limit,
                    () => Ended::Fine,
                }
            }
        }
    }
}

#[derive(Serialize)]
struct RuleFileJson<'a> {
    file: &'a str,
    sha256: &'a str,
}

/// A sentence and how much was looked at, under a name that depends on the kind of law.
struct SentenceJson<'a>(&'a str, &'static str, usize);

impl Serialize for SentenceJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("sentence", self.0)?;
        map.serialize_entry(self.1, &self.2)?;
        map.end()
    }
}

impl Serialize for VerifyAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.verdict {
            VerifyVerdict::Solved { position, claims, entries, rules, reason } => {
                let files: Vec<RuleFileJson> =
                    rules.iter().map(|(file, sha256)| RuleFileJson { file, sha256 }).collect();
                map.serialize_entry("position", position)?;
                map.serialize_entry("verdict", "accepted")?;
                map.serialize_entry("claims", claims)?;
                map.serialize_entry("positions", entries)?;
                map.serialize_entry("rules", &files)?;
                map.serialize_entry("standing", &Standing::Proved(reason.clone()))?;
                map.serialize_entry("seconds", &self.seconds)?;
            }
            VerifyVerdict::Unproved { position, claims, reason, line, .. } => {
                map.serialize_entry("position", position)?;
                map.serialize_entry("verdict", self.verdict_word())?;
                map.serialize_entry("claims", claims)?;
                map.serialize_entry("reason", reason)?;
                if let Some(line) = line {
                    map.serialize_entry("line", line)?;
                }
                map.serialize_entry("seconds", &self.seconds)?;
            }
            VerifyVerdict::Unlawful { game, reason, .. } => {
                map.serialize_entry("verdict", self.verdict_word())?;
                map.serialize_entry("game", game)?;
                map.serialize_entry("reason", reason)?;
            }
            VerifyVerdict::Lawful(lawful) => {
                map.serialize_entry("verdict", "accepted")?;
                map.serialize_entry("game", &lawful.law.game)?;
                if let Some((file, sha256)) = &lawful.rules {
                    map.serialize_entry("rules", &[RuleFileJson { file, sha256 }])?;
                }
                match &lawful.law.statement {
                    Statement::Claim { kind, of } => {
                        map.serialize_entry("claim", kind)?;
                        map.serialize_entry("of", of)?;
                    }
                    Statement::Period { law, theorem } => {
                        map.serialize_entry("claim", "period")?;
                        map.serialize_entry("law", law)?;
                        map.serialize_entry("theorem", theorem)?;
                        map.serialize_entry("of", "all heaps")?;
                    }
                    Statement::Pairing { law } => {
                        map.serialize_entry("claim", "pairing")?;
                        map.serialize_entry("reason", law)?;
                    }
                }
                if !lawful.law.sentences.is_empty() {
                    let looked_at = lawful.looked_at();
                    let sentences = lawful.law.sentences.iter();
                    let sentences: Vec<SentenceJson> =
                        sentences.map(|(name, count)| SentenceJson(name, looked_at, *count)).collect();
                    map.serialize_entry("sentences", &sentences)?;
                }
                map.serialize_entry("seconds", &self.seconds)?;
                map.serialize_entry("standing", &Standing::Proved(lawful.reason()))?;
            }
            VerifyVerdict::Several(answers) => {
                let reason = message!("{}: {} certificates, one after the other", self.verdict_word(), answers.len());
                let standing = match self.ended() {
                    Ended::Fine => Standing::Proved(reason),
                    _ => Standing::Assumed(reason),
                };
                map.serialize_entry("verdict", self.verdict_word())?;
                map.serialize_entry("certificates", answers)?;
                map.serialize_entry("standing", &standing)?;
            }
        }
        map.end()
    }
}
