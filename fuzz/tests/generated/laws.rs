//! The laws: all of them tried on one text.

use super::engines::{Found, Truth, ask, certify};
use super::exported::Programs;
use super::graph::{Graph, Play, both, grundy};
use super::independent::Reader;
use super::table::{Engine, Table};
use super::{facts, native};
use grundy_answer::Unwatched;
use grundy_fuzz::constructs;
use grundy_jit::Native;
use grundy_prove::{Effort, Subject, Verdict, claims};
use grundy_rule::{ClaimSays, Convention, Facts, check_position, parse_expression, read};
use grundy_run::{Component, Game, Position, Side, World};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A text, and positions of it.
pub struct Case<'a> {
    pub id: &'a str,
    pub text: &'a str,
    pub positions: &'a [String],
    pub seed: u64,
}

/// The independent reading is slow: one text of so many is read by it.
const SAMPLED: u64 = 5;

/// Programs are run for one text of so many.
const EXPORTED: u64 = 3;

/// A broken law, and how.
type Wrong = Vec<(&'static str, String)>;

fn at(world: &Arc<World>, query: &str) -> Option<Position> {
    let parsed = parse_expression(query, 1 << 20).ok()?;
    let closed = check_position(&parsed, &[&world.modules()[0]]).ok()?;
    grundy_run::position(world, 0, &closed).ok()
}

/// Everything that is wrong about a text.
pub fn broken(case: &Case, table: &mut Table, reader: &mut Option<Reader>, programs: &mut Programs) -> Wrong {
    let module = Arc::new(read(case.text).module);
    let used = constructs::of(&module);
    let facts = Facts::of(&module.games[0]);
    table.games += 1;
    table.met(Engine::Interpreted, &used);
    for (name, fact) in [
        ("impartial", &facts.impartial),
        ("mover free", &facts.mover_free),
        ("player-symmetric", &facts.player_symmetric),
        ("acyclic", &facts.acyclic),
        ("axes", &facts.independent_axes),
    ] {
        *table.proved.entry(name).or_default() += usize::from(fact.is_proved());
    }
    let plain = World::new(vec![module.clone()]);
    let compiled = World::with_compiler(vec![module.clone()], Some(Arc::new(Native)));
    let mut wrong = Wrong::new();
    let (mut looked, mut engines) = (BTreeSet::new(), BTreeSet::new());
    for (number, query) in case.positions.iter().enumerate() {
        let (Some(position), Some(native)) = (at(&plain, query), at(&compiled, query)) else { continue };
        for part in &native.parts {
            if looked.insert(part.game.id)
                && let Some(how) = table.timed("native", |_| differs(part))
            {
                wrong.push(("native", how));
            }
            if matches!(part.game.found(), grundy_run::Found::Natively(_)) {
                engines.insert(Engine::Native);
            }
        }
        if let [only] = &position.parts[..]
            && looked.insert(only.game.id)
        {
            wrong.extend(table.timed("facts", |_| facts::wrong(&only.game, &facts)));
        }
        let Some(truth) = table.timed("definitions", |_| Truth::of(&position, &facts)) else { continue };
        let mut found = Found::default();
        table.timed("answers", |_| {
            ask(&position, &truth, "interpreted", 1, &mut found);
            ask(&native, &truth, "native", 1 + (case.seed as usize + number) % 2, &mut found);
        });
        if found.answers > 0 {
            engines.insert(Engine::Solved);
        }
        if let Some(reader) = reader
            && case.seed % SAMPLED == 0
            && table.timed("independent", |_| found.reads(reader, &truth, case.text, query))
        {
            table.independent += 1;
            engines.insert(Engine::Independent);
        }
        if (case.seed as usize + number) % 2 == 0 || case.positions.len() < 3 {
            table.timed("certificates", |_| certify(&position, &truth, case.text, &mut found));
        }
        if found.certificates > 0 {
            engines.insert(Engine::Certified);
        }
        table.answers += found.answers;
        table.certificates += found.certificates;
        wrong.extend(found.wrong);
    }
    if let Some(game) = case.positions.iter().find_map(|query| Some(at(&plain, query)?.parts.first()?.game.clone())) {
        wrong.extend(table.timed("heaps", |table| heap_form(&plain, &game, &facts, table)));
    }
    wrong.extend(table.timed("claims", |table| claimed(&plain, case.text, table)));
    if let Ok(subject) = Subject::by_default(&plain, (0, 0)) {
        if grundy_proof::translate(subject.rules(), &subject.params).is_ok() {
            engines.insert(Engine::Arithmetic);
        }
        if case.seed % EXPORTED == 0 && table.timed("export", |_| programs.write(case.id, case.text, &subject, &facts))
        {
            engines.insert(Engine::Exported);
        }
    }
    engines.iter().for_each(|&engine| table.met(engine, &used));
    wrong
}

/// Where native code differs at positions reached from a component, or at any that its fields allow.
fn differs(part: &Component) -> Option<String> {
    let game = &part.game;
    let mut packed: Vec<grundy_run::Packed> = Vec::new();
    if let Some(count) = grundy_run::count(&game.shapes).filter(|&count| count > 0) {
        let step = (count / 60).max(1);
        packed.extend(
            (0..60)
                .map(|i| i * step)
                .filter(|&rank| rank < count)
                .filter_map(|rank| game.pack(&grundy_run::unrank(&game.shapes, rank))),
        );
    }
    let position = Position { parts: vec![part.clone()] };
    if let Some(graph) = Graph::of(both(&position), Play::AsWritten) {
        let reached = graph.nodes.iter().flat_map(|(sum, _)| sum);
        packed.extend(reached.filter(|other| other.game.id == game.id).take(200).map(|other| other.packed.clone()));
    }
    let packed: Vec<&[u64]> = packed.iter().map(|words| &words[..]).collect();
    native::difference(game, &packed)
}

/// The values of a heap game are those of the code that was read off its rules.
fn heap_form(world: &Arc<World>, game: &Arc<Game>, facts: &Facts, table: &mut Table) -> Wrong {
    let Some(rule) = grundy_solve::heap_rule(game) else { return Wrong::new() };
    if !facts.impartial.is_proved() || Convention::of(&game.rules) != Convention::Normal {
        return Wrong::new();
    }
    table.heaps += 1;
    let sequence = grundy_heap::Sequence::explore(&rule, grundy_heap::Reach::All(64), &Unwatched);
    let mut memo = HashMap::new();
    for n in 0..=14u64 {
        let Some(position) = at(world, &format!("{}({n})", game.rules.name)) else { break };
        if position.parts[0].game.params != game.params {
            break;
        }
        let Some(graph) = Graph::of(both(&position), Play::AsWritten) else { break };
        if graph.order().is_none() {
            return vec![("heap form", format!("play returns at {n}"))];
        }
        let truth = grundy(&position.parts[0], &mut memo);
        let found = sequence.value_at(n).map(|found| found.0);
        if found != Some(truth.into()) {
            return vec![("heap form", format!("heap {n}: {found:?}, by the definition {truth}"))];
        }
    }
    Wrong::new()
}

/// Claims that are proved hold at every position that the definitions reach, at several sizes.
fn claimed(world: &Arc<World>, text: &str, table: &mut Table) -> Wrong {
    let Ok(subject) = Subject::by_default(world, (0, 0)) else { return Wrong::new() };
    let rules = subject.rules();
    if rules.claims.is_empty() {
        return Wrong::new();
    }
    let outcome = claims(&subject, text, Effort { states: 2_000, positions: 300 }, &Unwatched);
    if !outcome.decided.iter().all(|one| one.verdict == Verdict::Proved) {
        return Wrong::new();
    }
    table.claims += 1;
    let name = &rules.name;
    let sizes: Vec<String> = match grundy_solve::about_parameters(rules) {
        true => {
            let param = &rules.params[0].name;
            (1..=7).map(|size| format!("{name}({param} = {size})")).collect()
        }
        false => (0..=9).map(|n| format!("{name}({n})")).collect(),
    };
    for query in sizes {
        let Some(position) = at(world, &query) else { continue };
        let [only] = &position.parts[..] else { continue };
        let Some(graph) = Graph::of(both(&position), Play::AsWritten) else { continue };
        let Some(results) = graph.results() else { continue };
        let state = only.game.unpack(&only.packed);
        let Ok(Some((claim, value))) = grundy_solve::applicable(&only.game, &state) else { continue };
        let plies = graph.plies(&results);
        let truth = match claim.says {
            ClaimSays::FirstWins => results[0] == 1,
            ClaimSays::SecondWins => results[0] == -1,
            ClaimSays::Grundy(_) if graph.order().is_some() => {
                value == i64::try_from(grundy(only, &mut HashMap::new())).ok()
            }
            ClaimSays::Plies(_) => plies.is_none_or(|plies| value == Some(plies[0].into())),
            ClaimSays::Rounds(_) => plies.is_none_or(|plies| value == Some(plies[0].div_ceil(2).into())),
            _ => true,
        };
        if !truth {
            return vec![("proved claim", format!("false at {query}"))];
        }
    }
    Wrong::new()
}

/// `expect` lines that the definitions do not bear out: a kept text is wrong itself.
pub fn unexpected(text: &str) -> Wrong {
    let module = Arc::new(read(text).module);
    let facts = Facts::of(&module.games[0]);
    let world = World::new(vec![module.clone()]);
    let mut wrong = Wrong::new();
    for expected in &module.expects {
        let Ok(position) = grundy_run::position(&world, 0, &expected.position) else {
            wrong.push(("expect", format!("no position: {}", expected.answer)));
            continue;
        };
        let Some(truth) = Truth::of(&position, &facts) else { continue };
        let Some(said) = truth.spelt(expected.query, Side::Left) else { continue };
        if said != expected.answer {
            wrong.push(("expect", format!("{position}: {:?} is {said}, not {}", expected.query, expected.answer)));
        }
    }
    wrong
}
