//! The laws: all of them tried on one text.

use super::engines::{Found, Truth, ask, certify};
use super::exported::Programs;
use super::graph::{Graph, both};
use super::independent::Reader;
use super::table::{Engine, Table};
use super::{facts, native, prove, written};
use crate::certificate::Checking;
use grundy_fuzz::constructs;
use grundy_jit::Native;
use grundy_prove::Subject;
use grundy_rule::{Facts, check_position, parse_expression, read};
use grundy_run::{Component, Position, Side, World};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A text, and positions of it.
pub struct Case<'a> {
    pub id: &'a str,
    pub text: &'a str,
    pub positions: &'a [String],
    pub seed: u64,
    /// One text of so many is tried by laws that need another process.
    pub sampled: u64,
}

impl Case<'_> {
    /// Whether a law that is tried on one text of so many is tried on this one.
    fn is_one_in(&self, many: u64) -> bool {
        self.seed % many == 0
    }
}

/// Where nothing is claimed a pattern is looked for, and where there are heaps a period, in one text of so many.
const PATTERNS: u64 = 8;

/// Certificates are interpreted, and in every other text confirmed by the moves written out too.
const BOTH: [Checking; 2] = [Checking::Interpretation, Checking::WrittenOut];

/// A broken law, and how.
pub type Wrong = Vec<(&'static str, String)>;

/// A position of a text.
pub fn at(world: &Arc<World>, query: &str) -> Option<Position> {
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
    let mut reader = reader.as_mut().filter(|_| case.is_one_in(case.sampled));
    let mut wrong = Wrong::new();
    let (mut looked, mut engines) = (BTreeSet::new(), BTreeSet::new());
    for (number, query) in case.positions.iter().enumerate() {
        let Some(position) = at(&plain, query) else { continue };
        // Native code is made for one position of a text, or for all of a kept text.
        let turn = number as u64 == case.seed / 2 % case.positions.len() as u64 || case.sampled == 1;
        let native = at(&compiled, query).filter(|_| turn);
        for part in native.iter().flat_map(|native| &native.parts) {
            if !looked.insert(part.game.id) {
                continue;
            }
            let packed = table.timed("definitions", |_| known(part));
            let packed: Vec<&[u64]> = packed.iter().map(|words| &words[..]).collect();
            if let Some(how) = table.timed("native", |_| native::difference(&part.game, &packed)) {
                wrong.push(("native", how));
            }
            match table.timed("written out", |_| written::difference(&part.game, &packed)) {
                Ok(true) => _ = engines.insert(Engine::WrittenOut),
                Ok(false) => {}
                Err(how) => wrong.push(("written out", how)),
            }
            if matches!(part.game.found(), grundy_run::Found::Natively(_)) {
                engines.insert(Engine::Native);
            }
        }
        if let [only] = &position.parts[..]
            && looked.insert(only.game.id)
        {
            let facts = Facts::of(only.game.source());
            wrong.extend(table.timed("facts", |_| facts::wrong(&only.game, &facts)));
        }
        let Some(truth) = table.timed("definitions", |_| Truth::of(&position)) else { continue };
        table.positions += 1;
        let mut found = Found::default();
        table.timed("answers", |_| {
            ask(&position, &truth, ("interpreted", 1), !turn || case.sampled == 1, &mut found);
            if let Some(native) = &native {
                ask(native, &truth, ("native", 1 + case.seed as usize / 2 % 2), true, &mut found);
            }
        });
        if found.answers > 0 {
            engines.insert(Engine::Solved);
        }
        wrong.extend(table.timed("strategies", |table| prove::seen(&position, &truth, table)));
        if let Some(reader) = &mut reader
            && table.timed("independent answers", |_| found.reads(reader, &truth, case.text, query))
        {
            table.independent += 1;
            engines.insert(Engine::Independent);
        }
        // Certificates are written for the same one.
        if turn {
            let mut checker = reader.as_deref_mut();
            let among = (case.sampled > 1).then_some(case.seed / 2);
            let checks = if case.is_one_in(2) { &BOTH[..] } else { &BOTH[..1] };
            let what = if checker.is_some() { "independent checker" } else { "certificates" };
            table.timed(what, |_| certify(&position, &truth, case.text, &mut checker, (checks, among), &mut found));
        }
        if found.certificates > 0 {
            engines.insert(Engine::Certified);
        }
        table.answers += found.answers;
        table.certificates += found.certificates;
        table.checked += found.independent;
        wrong.extend(found.wrong);
    }
    if let Some(game) = case.positions.iter().find_map(|query| Some(at(&plain, query)?.parts.first()?.game.clone())) {
        let form = |table: &mut Table| {
            prove::heap_form(&plain, &game, case.text, &mut reader, case.is_one_in(case.sampled.min(PATTERNS)), table)
        };
        wrong.extend(table.timed("heaps", form));
    }
    if let Ok(subject) = Subject::by_default(&plain, (0, 0)) {
        let translated = grundy_proof::translate(subject.rules(), &subject.params).ok();
        if let Some(translated) = &translated {
            engines.insert(Engine::Arithmetic);
            if case.is_one_in(case.sampled.min(2)) {
                let how = table.timed("arithmetic", |_| prove::arithmetic(&subject, translated));
                wrong.extend(how.map(|how| ("arithmetic", how)));
            }
        }
        wrong.extend(table.timed("claims", |table| {
            prove::claimed(&subject, case.text, translated.as_ref(), case.is_one_in(case.sampled.min(PATTERNS)), table)
        }));
        if case.is_one_in(case.sampled) && table.timed("export", |_| programs.write(case.id, case.text, &subject)) {
            table.exported += 1;
            engines.insert(Engine::Exported);
        }
    }
    engines.iter().for_each(|&engine| table.met(engine, &used));
    wrong
}

/// Positions reached from a component, and some that its fields allow.
fn known(part: &Component) -> Vec<grundy_run::Packed> {
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
    if let Some(graph) = Graph::of(both(&position)) {
        let reached = graph.nodes.iter().flat_map(|(sum, _)| sum);
        packed.extend(reached.filter(|other| other.game.id == game.id).take(200).map(|other| other.packed.clone()));
    }
    packed.sort();
    packed.dedup();
    packed
}

/// `expect` lines that the definitions do not bear out: a kept text is wrong itself.
pub fn unexpected(text: &str) -> Wrong {
    let module = Arc::new(read(text).module);
    let world = World::new(vec![module.clone()]);
    let mut wrong = Wrong::new();
    for expected in &module.expects {
        let Ok(position) = grundy_run::position(&world, 0, &expected.position) else {
            wrong.push(("expect", format!("no position: {}", expected.answer)));
            continue;
        };
        let Some(truth) = Truth::of(&position) else { continue };
        let Some(said) = truth.spelt(expected.query, Side::Left) else { continue };
        if said != expected.answer {
            wrong.push(("expect", format!("{position}: {:?} is {said}, not {}", expected.query, expected.answer)));
        }
    }
    wrong
}
