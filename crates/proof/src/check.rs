//! The checker: every sentence of a certificate, searched for an exception.

use crate::sentence::sentences;
use crate::{Certificate, Claim, Game, Var, sha256};
use grundy_answer::{Stop, Watch};
use grundy_arithmetic::{Reader, Searched, Trouble, search};
use std::fmt;

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The sentences, each with the number of states its search visited.
    pub sentences: Vec<(String, usize)>,
}

/// Why nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// More transitions than allowed.
    Transitions,
    /// So many variables at once, more than the checker reads.
    Variables(usize),
    /// The watch said so.
    Stopped(Stop),
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It belongs to another rule text.
    OtherRules {
        /// The digest of the text given.
        given: String,
    },
    /// It does not fit the game.
    Unfit(String),
    /// A sentence is false.
    False {
        /// The sentence.
        sentence: String,
        /// Where it fails: the fields, and the other variables the sentence speaks of.
        at: Vec<(Var, u128)>,
    },
    /// Nothing is known.
    NoVerdict {
        /// The sentence reached.
        sentence: String,
        /// What ran out.
        limit: Limit,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::OtherRules { given } => write!(f, "made for another rule text (this one has sha256 {given})"),
            Refusal::Unfit(reason) => f.write_str(reason),
            Refusal::False { sentence, at } => {
                let values: Vec<String> = at.iter().map(|(_, value)| value.to_string()).collect();
                write!(f, "false: \"{sentence}\" fails at ({})", values.join(", "))
            }
            Refusal::NoVerdict { sentence, limit: Limit::Transitions } => {
                write!(f, "no verdict: the budget ended at \"{sentence}\"")
            }
            Refusal::NoVerdict { sentence, limit: Limit::Variables(met) } => {
                write!(f, "no verdict: {met} variables at once in \"{sentence}\"")
            }
            Refusal::NoVerdict { sentence, limit: Limit::Stopped(stop) } => {
                write!(f, "no verdict: {stop} at \"{sentence}\"")
            }
        }
    }
}

/// Checks the certificate against the moves that `rules`, the rule text, gives. `budget` is in transitions, about
/// a hundred bytes each.
pub fn check(
    certificate: &Certificate,
    rules: &str,
    game: &Game,
    budget: u64,
    watch: &dyn Watch,
) -> Result<Accepted, Refusal> {
    let given = sha256(rules.as_bytes());
    if given != certificate.rules {
        return Err(Refusal::OtherRules { given });
    }
    let tables: Vec<_> = certificate.claim.tables().into_iter().cloned().collect();
    let extra = usize::from(matches!(certificate.claim, Claim::Grundy(_) | Claim::Plies(_)));
    if tables.iter().any(|table| table.arity() != game.fields.len() + extra) {
        return Err(Refusal::Unfit(format!("its tables do not read the {} fields of the game", game.fields.len())));
    }
    let mut reader = Reader::new(certificate.digits, &tables, budget, watch);
    let mut checked = Vec::new();
    for sentence in sentences(certificate, game).map_err(Refusal::Unfit)? {
        match search(&mut reader, certificate.digits, &sentence.none) {
            Ok(Searched { found: None, states }) => checked.push((sentence.name, states)),
            Ok(Searched { found: Some(at), .. }) => return Err(Refusal::False { sentence: sentence.name, at }),
            Err(Trouble::Formula(reason)) => return Err(Refusal::Unfit(reason)),
            Err(Trouble::Variables(met)) => {
                return Err(Refusal::NoVerdict { sentence: sentence.name, limit: Limit::Variables(met) });
            }
            Err(Trouble::Budget) => {
                return Err(Refusal::NoVerdict { sentence: sentence.name, limit: Limit::Transitions });
            }
            Err(Trouble::Stopped(stop)) => {
                return Err(Refusal::NoVerdict { sentence: sentence.name, limit: Limit::Stopped(stop) });
            }
        }
    }
    Ok(Accepted { sentences: checked })
}
