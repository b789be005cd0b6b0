use crate::diagnose::{self, Colour};
use crate::library;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::source::{self, Source};
use crate::terminal::{self, Within};
use grundy_answer::Watch;
use grundy_rule::syntax::Query;
use grundy_rule::{Diagnostic, Expectation, Reading, read};
use grundy_run::{Position, World, position};
use grundy_solve::{Audited, Claimed, Question, Refusal, audit, canonical_value, check_claims, map_word, solve};
use grundy_value::Answer::Game;
use grundy_value::{Arena, Calculator, NoPositions};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// Which files.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy check games
  grundy check my.game other.game
  grundy check kayles --json")]
pub struct Args {
    /// Rule files, folders of them, or names of the library.
    #[arg(required = true)]
    files: Vec<String>,
    /// Compare claims with the solver on at most this many positions.
    #[arg(long, default_value_t = 300)]
    positions: usize,
    /// Seconds for each expectation, audit or set of claims.
    #[arg(long, default_value_t = 10.0)]
    each: f64,
}

/// Splits and symmetries are checked on instances of at most this many positions.
const AUDITED: usize = 6_000;

/// More candidate binders a turn than this are worth a warning.
const MANY_CANDIDATES: u128 = 10_000_000;

/// What is found in one file.
struct Report {
    source: Source,
    diagnostics: Vec<Diagnostic>,
    /// Lines for people: what was checked, and what is left open.
    notes: Vec<String>,
    expectations: usize,
    /// What has no verdict.
    open: usize,
    claims: Vec<Value>,
    facts: Vec<Value>,
}

/// Diagnostics, audits, expectations and claims of every file.
pub fn run(args: Args) -> Outcome {
    let watch = terminal::watch();
    let mut sources = Vec::new();
    for name in &args.files {
        sources.extend(named(name)?);
    }
    let mut text = String::new();
    let mut files = Vec::new();
    let (mut refuted, mut wrong, mut open) = (0, 0, 0);
    let colour = Colour::of(&std::io::stdout());
    for source in sources {
        let report = check(source, &args, &watch);
        let errors = report.diagnostics.iter().filter(|one| one.is_error()).count();
        let false_claims = report.diagnostics.iter().filter(|one| is_refutation(one)).count();
        refuted += false_claims;
        wrong += errors - false_claims;
        open += report.open;
        text.push_str(&diagnose::draw(&report.source.name, &report.source.text, &report.diagnostics, colour));
        let word = if errors > 0 { "wrong" } else { "ok" };
        let _ = writeln!(text, "{}: {word}, {} expectations hold", report.source.name, report.expectations);
        for note in &report.notes {
            let _ = writeln!(text, "  {note}");
        }
        let diagnostics: Vec<Value> = report
            .diagnostics
            .iter()
            .map(|one| diagnose::json(&report.source.name, &report.source.text, one))
            .collect();
        files.push(json!({
            "file": report.source.name,
            "ok": errors == 0,
            "diagnostics": diagnostics,
            "expectations": report.expectations,
            "open": report.open,
            "claims": report.claims,
            "facts": report.facts,
            "notes": report.notes,
        }));
    }
    let exit = match (wrong, refuted, open) {
        (0, 0, 0) => Exit::Fine,
        (0, 0, _) => Exit::Limit,
        (0, _, _) => Exit::Refuted,
        _ => Exit::BadInput,
    };
    let _ = writeln!(text, "{} files, {wrong} errors, {refuted} refuted, {open} left open", files.len());
    Ok(Reply { text, json: json!({ "files": files, "ok": wrong + refuted == 0 }), exit })
}

/// Whether a diagnostic refutes a claim of the file, as opposed to a mistake in it.
fn is_refutation(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, "E31" | "E32" | "E33" | "E34" | "E41" | "E42")
}

/// The sources that an argument names.
fn named(name: &str) -> Result<Vec<Source>, Failure> {
    let path = Path::new(name);
    if name != "-" && !path.exists() {
        if let Some(entry) = library::find(name) {
            return Ok(vec![source::of_library(entry)]);
        }
    }
    if name == "-" {
        return Ok(vec![source::within_limit(source::read_stdin()?)?]);
    }
    source::rule_files(path)?.iter().map(|file| source::read(file, grundy_rule::MAX_BYTES)).collect()
}

fn check(source: Source, args: &Args, watch: &dyn Watch) -> Report {
    let Reading { module, diagnostics, .. } = read(&source.text);
    let mut report = Report {
        source,
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
    let world = crate::native::world(vec![Arc::new(module)]);
    let module = world.modules()[0].clone();
    for game in 0..module.games.len() {
        facts(&world, game, &mut report);
        candidates(&world, game, &mut report);
        audits(&world, game, &mut report, &Within::new(watch, args.each));
        claims(&world, game, args.positions, &mut report, &Within::new(watch, args.each));
    }
    for expectation in &module.expects {
        expect(&world, expectation, &mut report, &Within::new(watch, args.each));
    }
    report.diagnostics.sort_by_key(|one| one.span);
    report
}

/// Warns of moves that try very many assignments of their binders before a guard can drop them.
fn candidates(world: &Arc<World>, game: usize, report: &mut Report) {
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
fn facts(world: &Arc<World>, game: usize, report: &mut Report) {
    let rules = world.rules((0, game));
    let sample = sample(world, game);
    let component = sample.as_ref().and_then(|sample| sample.parts.iter().find(|part| part.game.key.1 == game));
    let instance = component.map(|component| &*component.game);
    let (_, json) = super::facts::describe(rules, instance);
    let known = super::facts::Known::of(rules, instance);
    let proved: Vec<&str> =
        known.rows().into_iter().filter(|(_, fact)| fact.is_proved()).map(|(name, _)| name).collect();
    report.notes.push(format!("{} is proved {}", rules.name, proved.join(", ")));
    report.facts.push(json);
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

fn audits(world: &Arc<World>, game: usize, report: &mut Report, watch: &dyn Watch) {
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
    let Ok(audit) = audit(component, AUDITED, watch) else { return };
    let splits = rules
        .splits
        .iter()
        .zip(&audit.splits)
        .map(|(split, audited)| ("E31", split.span, format!("split {}", rules.fields[split.field].name), audited));
    let symmetries = rules.symmetries.iter().zip(&audit.symmetries).map(|(symmetry, audited)| {
        let what = match symmetry.field {
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

fn claims(world: &Arc<World>, game: usize, most: usize, report: &mut Report, watch: &dyn Watch) {
    let rules = world.rules((0, game));
    if rules.claims.is_empty() {
        return;
    }
    let name = &rules.name;
    match check_claims(world, (0, game), None, most, watch) {
        Ok(Claimed::Stands { positions, bound }) => {
            report.notes.push(format!("claims of {name}: checked on {positions} positions, {bound}"));
            report.claims.push(json!({ "game": name, "verdict": "checked", "positions": positions, "bound": bound }));
        }
        Ok(Claimed::Refuted { position, claimed, actual, span }) => {
            let cause = format!("smallest counterexample: {position} is {actual}, not {claimed}");
            report.diagnostics.push(Diagnostic::new("E41", span, "this claim is wrong", cause));
            report.claims.push(json!({
                "game": name, "verdict": "refuted", "counterexample": position, "claimed": claimed, "actual": actual,
            }));
        }
        Ok(Claimed::Unchecked(reason)) => {
            report.notes.push(format!("claims of {name}: not compared, {reason}"));
            report.claims.push(json!({ "game": name, "verdict": "no verdict", "reason": reason }));
        }
        Err(diagnostic) => report.diagnostics.push(*diagnostic),
    }
}

fn expect(world: &Arc<World>, expectation: &Expectation, report: &mut Report, watch: &dyn Watch) {
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
fn expect_value(position: &Position, expectation: &Expectation, report: &mut Report, watch: &dyn Watch) {
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

fn unanswered(position: &Position, refusal: Refusal, report: &mut Report) {
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
    let answer = solve(position, Question { plies, ..Question::default() }, watch)?;
    let players = super::solve::players(position);
    let missing = |what: &str| Err(Refusal::Unfit(format!("there is no {what} here")));
    Ok(match query {
        Query::Grundy => match &answer.grundy {
            Some(grundy) => vec![super::solve::grundy_text(grundy)],
            None => return missing("Grundy value"),
        },
        Query::Winner => {
            let mut words: Vec<String> =
                answer.winner.iter().map(|&winner| super::solve::winner_word(winner, &players)).collect();
            if let Some([left, _]) = answer.by_starter {
                words.push(super::solve::winner_word(left, &players));
                words.push(match left {
                    grundy_solve::Winner::First => players[0].clone(),
                    grundy_solve::Winner::Second => players[1].clone(),
                    _ => "draw".to_string(),
                });
            }
            words
        }
        Query::Outcome => match answer.outcome {
            Some(class) => vec![super::solve::class_letter(class).to_string()],
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
        Query::Value => answer.value.into_iter().collect(),
    })
}
