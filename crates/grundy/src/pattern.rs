//! The pattern of the lost positions or of the values, found and proved without a claim; or what shows in a table.

mod guessed;

use crate::budget::Budget;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::report::{Ended, Language, Report};
use crate::subject::Subject;
use crate::table::{Range, Show, TableAnswer, table};
use crate::text::Text;
use crate::unsolved::Unsolved;
use crate::words::{Say, say};
use grundy_answer::{Message, Standing, message};
use grundy_automata::Digits;
use grundy_prove::Kind;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

pub use guessed::{GuessedLaw, GuessedPattern, RunnerUp};
use guessed::{Sought, guessed, guessed_over_parameters};

/// What to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternOf {
    /// The lost positions; of a game that splits, the values.
    Outcomes,
    /// The Grundy values.
    Grundy,
}

/// What is found.
pub enum PatternAnswer {
    /// The rules are outside arithmetic.
    Outside {
        /// Why.
        reason: String,
        /// Where, as `file:line:column`.
        span: String,
        /// In words, with the construct.
        said: String,
    },
    /// No pattern.
    None {
        /// What was looked for.
        of: &'static str,
        /// States of the last automaton.
        states: usize,
        /// Digits of the numbers it was learned from.
        digits: usize,
        /// Why.
        reason: String,
        /// The same in one line.
        said: String,
        /// Seconds since the question was asked.
        seconds: f64,
    },
    /// A pattern, proved for all sizes.
    Found(Box<FoundPattern>),
    /// Laws that hold on a table of solved positions.
    Guessed {
        /// The laws.
        guessed: Box<GuessedPattern>,
        /// Seconds since the question was asked.
        seconds: f64,
    },
    /// What shows in start positions over some parameters.
    Observed(Observed),
    /// Start positions that could not be solved.
    Unsolved(Unsolved),
}

/// A pattern, proved for all sizes.
pub struct FoundPattern {
    /// The game.
    pub game: String,
    /// The parameters that are fixed, with their values: what is proved is proved for all sizes at these.
    pub scope: Option<String>,
    /// Laws that hold where number parameters vary too, checked to a bound.
    pub parameters: Vec<GuessedLaw>,
    /// What was looked for.
    pub kind: Kind,
    /// Its name, where it has a short one.
    pub name: Option<String>,
    /// States of its automata.
    pub states: usize,
    /// Digits of the numbers it was learned from.
    pub digits: usize,
    /// The digit system.
    pub system: Digits,
    /// Its certificate.
    pub certificate: Option<String>,
    /// Where the door wrote the certificate, if one was asked for.
    pub file: Option<Option<String>>,
    /// Its automata in the language of Graphviz, if they were asked for.
    pub dot: Option<Vec<String>>,
    /// Seconds since the question was asked.
    pub seconds: f64,
}

/// What shows in start positions over some parameters; nothing is proved of others.
pub struct Observed {
    /// What the values are.
    pub of: String,
    /// The parameters.
    pub over: Vec<String>,
    /// The values.
    pub values: Vec<String>,
    /// The pattern, if one shows.
    pub name: Option<String>,
    /// Seconds since the question was asked.
    pub seconds: f64,
}

/// Finds and proves the pattern of a game at the parameters of a position or at the defaults.
pub fn pattern(
    subject: &Subject,
    position: Option<&Text>,
    (of, states): (PatternOf, usize),
    engine: Engine,
    budget: &Budget,
) -> Result<PatternAnswer, Problem> {
    let provable = subject.provable(position, engine)?;
    let text = &subject.ruleset().text;
    let translated = match grundy_proof::translate(provable.rules(), &provable.params) {
        Ok(translated) => translated,
        Err(refused) => {
            let (row, column) = grundy_rule::line_and_column(&text.text, refused.span.start);
            let span = format!("{}:{row}:{column}", text.name);
            let sought = if of == PatternOf::Grundy { Sought::Values } else { Sought::Both };
            let why = format!("outside arithmetic: {}", refused.reason);
            return Ok(match guesses(&provable, sought, (why, Some(span.clone())), budget) {
                Ok(answer) => answer,
                Err(nothing) => PatternAnswer::Outside {
                    said: format!("{refused}; {nothing}"),
                    reason: format!("{}; {nothing}", refused.reason),
                    span,
                },
            });
        }
    };
    let sums = !translated.game.splits.is_empty();
    let kind = if of == PatternOf::Grundy || sums { Kind::Grundy } else { Kind::Outcome };
    let result = grundy_prove::pattern(&provable, &translated, kind, states.clamp(1, 1 << 24), budget);
    Ok(match result {
        Err(none) => {
            let sought = if kind == Kind::Grundy { Sought::Values } else { Sought::Both };
            match guesses(&provable, sought, (none.reason.clone(), None), budget) {
                Ok(answer) => answer,
                Err(nothing) => PatternAnswer::None {
                    of: of_word(kind),
                    states: none.states,
                    digits: none.digits,
                    said: format!("{none}; {nothing}"),
                    reason: format!("{}; {nothing}", none.reason),
                    seconds: budget.seconds(),
                },
            }
        }
        Ok(found) => PatternAnswer::Found(Box::new(FoundPattern {
            game: provable.rules().name.clone(),
            parameters: match provable.fixed_parameters() {
                Some(_) => {
                    let sought = if kind == Kind::Grundy { Sought::Values } else { Sought::Both };
                    guessed_over_parameters(&provable, sought, budget)
                }
                None => Vec::new(),
            },
            scope: provable.fixed_parameters(),
            kind,
            name: found.name.clone(),
            states: found.states,
            digits: found.digits,
            system: found.system,
            certificate: found.certificate(&provable, &translated, &text.text).map(|certificate| certificate.text()),
            file: None,
            dot: Some(found.pattern.rels().iter().map(|rel| grundy_automata::dot(rel, &[])).collect()),
            seconds: budget.seconds(),
        })),
    })
}

/// What is guessed from a table, where nothing is proved for this reason; else why nothing is guessed.
fn guesses(
    subject: &grundy_prove::Subject,
    sought: Sought,
    (reason, span): (String, Option<String>),
    budget: &Budget,
) -> Result<PatternAnswer, String> {
    let laws = guessed(subject, sought, budget)?;
    let (rules, params) = (subject.rules(), &subject.params);
    let each = rules.params.iter().zip(params);
    let scope: Vec<String> =
        each.map(|(param, value)| format!("{} = {}", param.name, grundy_run::value_text(value, None))).collect();
    let scope = (!scope.is_empty()).then(|| scope.join(", "));
    let parameters = guessed_over_parameters(subject, sought, budget);
    let guessed = Box::new(GuessedPattern { game: rules.name.clone(), scope, laws, parameters, reason, span });
    Ok(PatternAnswer::Guessed { guessed, seconds: budget.seconds() })
}

/// What shows in the solved start positions over one or two parameters.
pub fn observe(
    subject: &Subject,
    position: Option<&Text>,
    over: &[Range],
    engine: Engine,
    budget: &Budget,
) -> Result<PatternAnswer, Problem> {
    let TableAnswer { cells, words, show, .. } = match table(subject, position, (over, None), engine, budget)? {
        Ok(table) => table,
        Err(unsolved) => return Ok(PatternAnswer::Unsolved(unsolved)),
    };
    let names: Vec<&str> = over.iter().map(|range| range.name.as_str()).collect();
    let seen = grundy_prove::observe(&names, &cells[..words.len()], &words);
    Ok(PatternAnswer::Observed(Observed {
        of: Show::name(show).to_string(),
        over: names.into_iter().map(str::to_string).collect(),
        name: seen.map(|seen| seen.name),
        values: words,
        seconds: budget.seconds(),
    }))
}

fn of_word(kind: Kind) -> &'static str {
    if kind == Kind::Outcome { "outcome" } else { "grundy" }
}

impl FoundPattern {
    fn system_name(&self) -> &'static str {
        if self.system == Digits::Base2 { "base 2" } else { "Zeckendorf's system" }
    }
}

impl Observed {
    fn reason(&self) -> Message {
        message!("{} start positions were solved; nothing is proved of others", self.values.len())
    }
}

/// A law of the lost positions or of the values, in words.
fn told(is_of_outcomes: bool, law: &str, language: Language) -> String {
    match is_of_outcomes {
        true => say!(language, "lost exactly where {}", law),
        false => say!(language, "Grundy value: {}", law),
    }
}

impl Report for PatternAnswer {
    fn words(&self, language: Language) -> String {
        match self {
            PatternAnswer::Outside { span, said, .. } => {
                say!(language, "no pattern: outside arithmetic at {}: {}", span.to_string(), said) + "\n"
            }
            PatternAnswer::None { said, .. } => say!(language, "no pattern found: {}", said) + "\n",
            PatternAnswer::Unsolved(unsolved) => unsolved.words(language),
            PatternAnswer::Observed(observed) => {
                let listed = observed.values.join(" ");
                match &observed.name {
                    Some(name) => {
                        let observed_how = say!(language, "observed: {}", observed.reason().say(language));
                        format!("{}: {name}\n  {observed_how}\n  {listed}\n", observed.of)
                    }
                    None => {
                        let none = say!(language, "no pattern shows in {} start positions", observed.values.len());
                        format!("{none}: {listed}\n")
                    }
                }
            }
            PatternAnswer::Guessed { guessed, .. } => {
                let game = match &guessed.scope {
                    Some(scope) => say!(language, "{} at {}", guessed.game, scope),
                    None => guessed.game.clone(),
                };
                let mut text = String::new();
                for law in &guessed.laws {
                    text.push_str(&law.words(&game, language));
                }
                for law in &guessed.parameters {
                    text.push_str(&law.words(&guessed.game, language));
                }
                let _ = writeln!(text, "{}", say!(language, "no proof: {}", guessed.reason));
                text
            }
            PatternAnswer::Found(found) => {
                let nameless = || say!(language, "an automaton without a short name (--dot draws it)");
                let law = found.name.clone().unwrap_or_else(nameless);
                let mut text = format!("{}: {}\n", found.game, told(found.kind == Kind::Outcome, &law, language));
                let sizes = match &found.scope {
                    Some(scope) => say!(language, "proved for all sizes at {}", scope),
                    None => say!(language, "proved for all sizes"),
                };
                let (states, system, digits) = (found.states, found.system_name(), found.digits);
                let learned =
                    say!(language, "{} states in {}, learned from numbers of {} digits", states, system, digits);
                let _ = writeln!(text, "  {sizes}; {learned}");
                for law in &found.parameters {
                    text.push_str(&law.words(&found.game, language));
                }
                found.dot.iter().flatten().for_each(|one| text.push_str(one));
                if let Some(Some(file)) = &found.file {
                    let _ = writeln!(text, "{}", say!(language, "certificate: {}", file));
                }
                text
            }
        }
    }

    fn ended(&self) -> Ended {
        match self {
            PatternAnswer::Found(_) | PatternAnswer::Guessed { .. } => Ended::Fine,
            PatternAnswer::Observed(observed) if observed.name.is_some() => Ended::Fine,
            _ => Ended::Limit,
        }
    }
}

impl Serialize for PatternAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let PatternAnswer::Unsolved(unsolved) = self {
            return unsolved.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        match self {
            PatternAnswer::Unsolved(_) => {}
            PatternAnswer::Outside { reason, span, .. } => {
                map.serialize_entry("found", &false)?;
                map.serialize_entry("verdict", "no verdict")?;
                map.serialize_entry("reason", reason)?;
                map.serialize_entry("span", span)?;
            }
            PatternAnswer::None { of, states, digits, reason, seconds, .. } => {
                map.serialize_entry("found", &false)?;
                map.serialize_entry("of", of)?;
                map.serialize_entry("states", states)?;
                map.serialize_entry("digits", digits)?;
                map.serialize_entry("verdict", "no verdict")?;
                map.serialize_entry("reason", reason)?;
                map.serialize_entry("seconds", seconds)?;
            }
            PatternAnswer::Guessed { guessed, seconds } => {
                let first = guessed.laws.first();
                map.serialize_entry("found", &true)?;
                map.serialize_entry("of", &first.map(|law| law.of))?;
                map.serialize_entry("name", &first.map(|law| &law.name))?;
                if let Some(scope) = &guessed.scope {
                    map.serialize_entry("scope", scope)?;
                }
                map.serialize_entry("verdict", "checked")?;
                map.serialize_entry("standing", &first.map(|law| &law.standing))?;
                map.serialize_entry("laws", &guessed.laws)?;
                if !guessed.parameters.is_empty() {
                    map.serialize_entry("parameters", &guessed.parameters)?;
                }
                map.serialize_entry("reason", &guessed.reason)?;
                if let Some(span) = &guessed.span {
                    map.serialize_entry("span", span)?;
                }
                map.serialize_entry("seconds", seconds)?;
            }
            PatternAnswer::Found(found) => {
                map.serialize_entry("found", &true)?;
                map.serialize_entry("of", of_word(found.kind))?;
                map.serialize_entry("name", &found.name)?;
                if let Some(scope) = &found.scope {
                    map.serialize_entry("scope", scope)?;
                }
                map.serialize_entry("states", &found.states)?;
                map.serialize_entry("digits", &found.digits)?;
                map.serialize_entry("system", found.system_name())?;
                map.serialize_entry("verdict", "proved")?;
                if !found.parameters.is_empty() {
                    map.serialize_entry("parameters", &found.parameters)?;
                }
                map.serialize_entry("seconds", &found.seconds)?;
                if let Some(dot) = &found.dot {
                    map.serialize_entry("dot", dot)?;
                }
                if let Some(file) = &found.file {
                    map.serialize_entry("certificate", file)?;
                }
            }
            PatternAnswer::Observed(observed) => {
                map.serialize_entry("found", &observed.name.is_some())?;
                map.serialize_entry("of", &observed.of)?;
                map.serialize_entry("over", &observed.over)?;
                map.serialize_entry("values", &observed.values)?;
                map.serialize_entry("seconds", &observed.seconds)?;
                if let Some(name) = &observed.name {
                    map.serialize_entry("name", name)?;
                    map.serialize_entry("verdict", "observed")?;
                    map.serialize_entry("standing", &Standing::Checked(observed.reason()))?;
                } else {
                    map.serialize_entry("verdict", "no verdict")?;
                }
            }
        }
        map.end()
    }
}
