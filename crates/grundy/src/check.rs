//! Rule files checked: diagnostics, splits and symmetries, expectations, claims.

use crate::budget::Budget;
use crate::engine::Engine;
use crate::facts::GameFacts;
use crate::problem::Placed;
use crate::question::players;
use crate::report::{Ended, Language, Report};
use crate::text::Text;
use crate::words::solve::{class_letter, grundy_text, winner_word};
use grundy_answer::Watch;
use grundy_rule::syntax::MapKind;
use grundy_rule::syntax::Query;
use grundy_rule::{Diagnostic, Expectation, Reading, read};
use grundy_run::{Position, World, position};
use grundy_solve::{
    Audited, Claimed, Question as Asked, Refusal, audit, canonical_value, check_claims, map_word, solve,
};
use grundy_value::Answer::Game;
use grundy_value::{Arena, Calculator, NoPositions};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::sync::Arc;
use std::time::Duration;

/// Splits and symmetries are checked on instances of at most this many positions.
const AUDITED_POSITIONS: usize = 6_000;

/// More candidate binders a turn than this are worth a warning.
const MANY_CANDIDATES: u128 = 10_000_000;

/// How much work goes into each file.
#[derive(Clone, Copy, Debug)]
pub struct CheckEffort {
    /// Claims are compared with the solver on at most this many positions.
    pub positions: usize,
    /// How long each expectation, audit or set of claims may take.
    pub each: Duration,
}

/// What is found in rule files.
#[derive(Serialize)]
pub struct CheckAnswer {
    /// One report per file.
    pub files: Vec<FileReport>,
    /// Whether there is no error and nothing is refuted.
    pub ok: bool,
}

/// What is found in one file.
pub struct FileReport {
    /// The file.
    pub text: Text,
    /// What is wrong with it, refuted claims among that.
    pub diagnostics: Vec<Diagnostic>,
    /// Lines for people: what was checked, and what is left open.
    pub notes: Vec<String>,
    /// Expectations that hold.
    pub expectations: usize,
    /// What has no verdict.
    pub open: usize,
    /// What became of the claims of each game.
    pub claims: Vec<CheckedClaims>,
    /// What is proved of each game.
    pub facts: Vec<GameFacts>,
}

/// What became of the claims of a game.
#[derive(Serialize)]
#[serde(tag = "verdict")]
pub enum CheckedClaims {
    /// They hold as far as they were compared.
    #[serde(rename = "checked")]
    Checked {
        /// The game.
        game: String,
        /// Positions compared.
        positions: usize,
        /// How far that is.
        bound: String,
    },
    /// One is false.
    #[serde(rename = "refuted")]
    Refuted {
        /// The game.
        game: String,
        /// Where.
        counterexample: String,
        /// What is claimed there.
        claimed: String,
        /// What is true there.
        actual: String,
    },
    /// They were not compared.
    #[serde(rename = "no verdict")]
    Open {
        /// The game.
        game: String,
        /// Why.
        reason: String,
    },
}

/// Diagnostics, audits, expectations and claims of every file.
pub fn check(texts: Vec<Text>, effort: CheckEffort, engine: Engine, budget: &Budget) -> CheckAnswer {
    let files: Vec<FileReport> = texts.into_iter().map(|text| check_file(text, effort, engine, budget)).collect();
    let ok = files.iter().all(|file| file.errors() == 0);
    CheckAnswer { files, ok }
}

impl FileReport {
    /// Errors, refuted claims among them.
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|one| one.is_error()).count()
    }

    /// Claims that are refuted.
    pub fn refuted(&self) -> usize {
        self.diagnostics.iter().filter(|one| is_refutation(one)).count()
    }
}

impl CheckAnswer {
    /// How many mistakes, refuted claims and open questions there are.
    fn counts(&self) -> (usize, usize, usize) {
        let sum = |count: fn(&FileReport) -> usize| self.files.iter().map(count).sum::<usize>();
        let refuted = sum(FileReport::refuted);
        (sum(FileReport::errors) - refuted, refuted, sum(|file| file.open))
    }

    /// The last line for people.
    pub fn summary(&self) -> String {
        let (wrong, refuted, open) = self.counts();
        format!("{} files, {wrong} errors, {refuted} refuted, {open} left open\n", self.files.len())
    }
}

/// Its words leave out the diagnostics, which a door draws.
impl Report for CheckAnswer {
    fn words(&self, _: Language) -> String {
        self.files.iter().map(FileReport::words).chain([self.summary()]).collect()
    }

    fn ended(&self) -> Ended {
        match self.counts() {
            (0, 0, 0) => Ended::Fine,
            (0, 0, _) => Ended::Limit,
            (0, _, _) => Ended::Refuted,
            _ => Ended::BadInput,
        }
    }
}

impl CheckAnswer {
    /// One line for each diagnostic, for editors and scripts: `file:line:column: error[E07]: cause: remedy`.
    pub fn short(&self) -> String {
        let files =
            self.files.iter().flat_map(|file| file.diagnostics.iter().map(move |one| Placed::new(&file.text, one)));
        files.map(|placed| format!("{placed}\n")).collect()
    }
}

impl FileReport {
    /// Its lines for people, without the diagnostics.
    pub fn words(&self) -> String {
        let word = if self.errors() > 0 { "wrong" } else { "ok" };
        let head = format!("{}: {word}, {} expectations hold\n", self.text.name, self.expectations);
        self.notes.iter().fold(head, |text, note| text + &format!("  {note}\n"))
    }
}

impl Serialize for FileReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let placed: Vec<Placed> = self.diagnostics.iter().map(|one| Placed::new(&self.text, one)).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("file", &self.text.name)?;
        map.serialize_entry("ok", &(self.errors() == 0))?;
        map.serialize_entry("diagnostics", &placed)?;
        map.serialize_entry("expectations", &self.expectations)?;
        map.serialize_entry("open", &self.open)?;
        map.serialize_entry("claims", &self.claims)?;
        map.serialize_entry("facts", &self.facts)?;
        map.serialize_entry("notes", &self.notes)?;
        map.end()
    }
}

/// Whether a diagnostic refutes a claim of the file, as opposed to a mistake in it.
fn is_refutation(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, "E31" | "E32" | "E33" | "E34" | "E41" | "E42")
}

fn check_file(text: Text, effort: CheckEffort, engine: Engine, budget: &Budget) -> FileReport {
    let Reading { module, diagnostics, .. } = read(&text.text);
    let mut report = FileReport {
        text,
        diagnostics,
        notes: Vec::new(),
        expectations: 0,
        open: 0,
        claims: Vec::new(),
        facts: Vec::new(),
    };
    if report.diagnostics.iter().any(Diagnostic::is_error) {
        report.diagnostics.sort_by_key(|one| one.span);
        return report;
    }
    let world = engine.world(vec![Arc::new(module)]);
    let module = world.modules()[0].clone();
    let step = || budget.within(effort.each);
    for game in 0..module.games.len() {
        facts(&world, game, &mut report);
        candidates(&world, game, &mut report);
        audits(&world, game, &mut report, &step());
        claims(&world, game, effort.positions, &mut report, &step());
    }
    for expectation in &module.expects {
        expect(&world, expectation, &mut report, &step());
    }
    report.diagnostics.sort_by_key(|one| one.span);
    report
}

/// Warns of moves that try very many assignments of their binders before a guard can drop them.
fn candidates(world: &Arc<World>, game: usize, report: &mut FileReport) {
    let Some(sample) = sample(world, game) else { return };
    let Some(component) = sample.parts.iter().find(|part| part.game.key.1 == game) else { return };
    for (number, of) in component.game.rules.moves.iter().enumerate() {
        if let Some(count) = component.game.candidates(number).filter(|count| *count > MANY_CANDIDATES) {
            let cause = format!("{count} candidate binders per turn");
            let remedy = "bind less before filtering; consider `t = c + d`";
            report.diagnostics.push(Diagnostic::new("W06", of.span, cause, remedy));
        }
    }
}

/// What is proved of a game, by name; `grundy facts` gives the reasons.
fn facts(world: &Arc<World>, game: usize, report: &mut FileReport) {
    let rules = world.rules((0, game));
    let sample = sample(world, game);
    let component = sample.as_ref().and_then(|sample| sample.parts.iter().find(|part| part.game.key.1 == game));
    let instance = component.map(|component| component.game.clone());
    let instance = instance.or_else(|| crate::facts::nameless_heap(world, (0, game)));
    let known = GameFacts::of(rules, instance.as_ref());
    report.notes.push(format!("{} is proved {}", rules.name, known.proved().join(", ")));
    report.facts.push(known);
}

/// The position a game is audited at: its `start`, else its defaults.
fn sample(world: &Arc<World>, game: usize) -> Option<Position> {
    let module = &world.modules()[0];
    for start in &module.starts {
        if let Ok(found) = position(world, 0, start)
            && found.parts.iter().any(|part| part.game.key.1 == game)
        {
            return Some(found);
        }
    }
    grundy_run::start_with(world, (0, game), &[]).ok()
}

fn audits(world: &Arc<World>, game: usize, report: &mut FileReport, watch: &dyn Watch) {
    let rules = world.rules((0, game));
    if rules.splits.is_empty() && rules.symmetries.is_empty() && rules.measure.is_none() && rules.invariants.is_empty()
    {
        return;
    }
    let Some(sample) = sample(world, game) else {
        report.notes.push(format!("{}: splits and symmetries not looked at, it has no start position", rules.name));
        return;
    };
    let Some(component) = sample.parts.iter().find(|part| part.game.key.1 == game) else { return };
    let Ok(audit) = audit(component, AUDITED_POSITIONS, watch) else { return };
    let splits = rules
        .splits
        .iter()
        .zip(&audit.splits)
        .map(|(split, audited)| ("E31", split.span, format!("split {}", rules.fields[split.field].name), audited));
    let symmetries = rules.symmetries.iter().zip(&audit.symmetries).map(|(symmetry, audited)| {
        let what = match symmetry.field {
            Some((MapKind::By, field)) => format!("symmetry {} by", rules.fields[field].name),
            Some((kind, field)) => format!("symmetry {} {}", map_word(kind), rules.fields[field].name),
            None => "symmetry swap players".to_string(),
        };
        ("E32", symmetry.span, what, audited)
    });
    let measure = rules.measure.iter().zip(&audit.measure);
    let measure = measure.map(|(code, audited)| ("E33", code.expr.span, "measure".to_string(), audited));
    let invariants = rules.invariants.iter().zip(&audit.invariants);
    let invariants = invariants.map(|(code, audited)| ("E34", code.expr.span, "invariant".to_string(), audited));
    for (code, span, what, audited) in splits.chain(symmetries).chain(measure).chain(invariants) {
        match audited {
            Audited::Holds(standing) => report.notes.push(format!("{what}: {standing}")),
            Audited::Refused(cause) => {
                report.diagnostics.push(Diagnostic::new(code, span, format!("{what} is wrong"), cause))
            }
            Audited::Undecided(cause) => report.notes.push(format!("{what}: not decided, {cause}")),
            Audited::Idle => report.notes.push(format!("{what}: says nothing at these sizes")),
        }
    }
}

fn claims(world: &Arc<World>, game: usize, most: usize, report: &mut FileReport, watch: &dyn Watch) {
    let rules = world.rules((0, game));
    if rules.claims.is_empty() {
        return;
    }
    let name = &rules.name;
    match check_claims(world, (0, game), None, most, watch) {
        Ok(Claimed::Stands { positions, bound }) => {
            report.notes.push(format!("claims of {name}: checked on {positions} positions, {bound}"));
            report.claims.push(CheckedClaims::Checked { game: name.clone(), positions, bound: bound.to_string() });
        }
        Ok(Claimed::Refuted { position, claimed, actual, span }) => {
            let cause = format!("smallest counterexample: {position} is {actual}, not {claimed}");
            report.diagnostics.push(Diagnostic::new("E41", span, "this claim is wrong", cause));
            report.claims.push(CheckedClaims::Refuted {
                game: name.clone(),
                counterexample: position,
                claimed,
                actual,
            });
        }
        Ok(Claimed::Unchecked(reason)) => {
            report.notes.push(format!("claims of {name}: not compared, {reason}"));
            report.claims.push(CheckedClaims::Open { game: name.clone(), reason });
        }
        Err(diagnostic) => report.diagnostics.push(*diagnostic),
    }
}

fn expect(world: &Arc<World>, expectation: &Expectation, report: &mut FileReport, watch: &dyn Watch) {
    let span = expectation.span;
    let position = match position(world, 0, &expectation.position) {
        Ok(position) => position,
        Err(diagnostic) => return report.diagnostics.push(Diagnostic { span, ..*diagnostic }),
    };
    if expectation.query == Query::Value {
        return expect_value(&position, expectation, report, watch);
    }
    match found(&position, expectation.query, watch) {
        Ok(found) if found.contains(&expectation.answer) => report.expectations += 1,
        Ok(found) => {
            let actual = found.first().cloned().unwrap_or_else(|| "nothing".to_string());
            let cause = format!("{position} has {actual}, not {}", expectation.answer);
            report.diagnostics.push(Diagnostic::new("E42", span, "this expectation is wrong", cause));
        }
        Err(refusal) => unanswered(&position, refusal, report),
    }
}

/// Values are compared as values: `{1|-1}` and `+-1` are the same.
fn expect_value(position: &Position, expectation: &Expectation, report: &mut FileReport, watch: &dyn Watch) {
    let arena = Arena::new();
    let values = arena.values(watch);
    let span = expectation.span;
    let wanted = match Calculator::new(&NoPositions).evaluate(values, &expectation.answer) {
        Ok(Game(wanted)) => wanted,
        Ok(_) => {
            let cause = format!("`{}` is no value of a finite game", expectation.answer);
            return report.diagnostics.push(Diagnostic::new("E42", span, cause, "write a value such as {1|-1} or *2"));
        }
        Err(fault) => {
            let remedy = fault.remedy.unwrap_or_else(|| "write a value such as {1|-1} or *2".to_string());
            return report.diagnostics.push(Diagnostic::new("E42", span, fault.message, remedy));
        }
    };
    match canonical_value(position, values, watch) {
        Ok(value) if value == wanted => report.expectations += 1,
        Ok(value) => {
            let actual = values.text(value).unwrap_or_else(|halt| halt.to_string());
            let cause = format!("{position} has {actual}, not {}", expectation.answer);
            report.diagnostics.push(Diagnostic::new("E42", span, "this expectation is wrong", cause));
        }
        Err(refusal) => unanswered(position, refusal, report),
    }
}

fn unanswered(position: &Position, refusal: Refusal, report: &mut FileReport) {
    let reason = match refusal {
        Refusal::Wrong(diagnostic) => return report.diagnostics.push(*diagnostic),
        Refusal::Unfit(reason) | Refusal::OutOfReach(reason) => reason,
        Refusal::Stopped(stop, positions) => format!("{stop} after {positions} positions"),
    };
    report.open += 1;
    report.notes.push(format!("{position}: {reason}"));
}

/// The answers to a query, each as it may be spelt; the first is how we spell it.
fn found(position: &Position, query: Query, watch: &dyn Watch) -> Result<Vec<String>, Refusal> {
    let plies = matches!(query, Query::Plies | Query::Rounds);
    let answer = solve(position, Asked { plies, ..Asked::default() }, watch)?;
    let players = players(position);
    let missing = |what: &str| Err(Refusal::Unfit(format!("there is no {what} here")));
    Ok(match query {
        Query::Grundy => match &answer.grundy {
            Some(grundy) => vec![grundy_text(grundy)],
            None => return missing("Grundy value"),
        },
        Query::Winner => {
            let mut words: Vec<String> = answer.winner.iter().map(|&winner| winner_word(winner, &players)).collect();
            if let Some([left, _]) = answer.by_starter {
                words.push(winner_word(left, &players));
                words.push(match left {
                    grundy_solve::Winner::First => players[0].clone(),
                    grundy_solve::Winner::Second => players[1].clone(),
                    _ => "draw".to_string(),
                });
            }
            words
        }
        Query::Outcome => match answer.outcome {
            Some(class) => vec![class_letter(class).to_string()],
            None => return missing("outcome class"),
        },
        Query::Margin => match answer.margin {
            Some(margin) => vec![margin.to_string()],
            None => return missing("margin"),
        },
        Query::Plies | Query::Rounds => match answer.plies {
            Some(plies) if query == Query::Plies => vec![plies.to_string()],
            Some(plies) => vec![plies.div_ceil(2).to_string()],
            None => return missing("length"),
        },
        Query::Value => answer.value.iter().map(|value| value.to_string()).collect(),
    })
}
