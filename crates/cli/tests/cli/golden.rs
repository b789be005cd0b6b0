//! tests/golden/NAME.txt for every file of the library: what is proved, how positions lie in machine words, by which
//! methods the start is solved, a seeded playthrough with all legal moves, first values. Behaviour that changes shows as a difference to review;
//! `GRUNDY_UPDATE=1` writes the files anew.

use super::library::{Entry, Play, Seed, entries, root};
use grundy_answer::{Progress, Stop, Watch};
use grundy_explicit::ClaimFacts;
use grundy_rule::{Domain, Fact, Facts};
use grundy_run::{Position, Shape, Side, Stuck, Turn};
use grundy_solve::{Grundy, Question, Session, Wish, solve};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions of a playthrough whose moves are written out.
const POSITIONS: usize = 6;

/// Moves written out per position; of more there is the number and a checksum of all.
const MOVES: usize = 40;

/// First values, from size 0.
const VALUES: i64 = 20;

#[test]
fn the_library_behaves_as_recorded() {
    let update = std::env::var_os("GRUNDY_UPDATE").is_some();
    let folder = root().join("tests/golden");
    let mut different = Vec::new();
    for entry in entries() {
        let text = golden(&entry);
        let path = folder.join(format!("{}.txt", entry.stem));
        if update {
            std::fs::write(&path, &text).expect("writable");
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            different.push(entry.stem);
        }
    }
    assert!(different.is_empty(), "run with GRUNDY_UPDATE=1 and review the difference: {different:?}");
}

#[test]
fn every_recorded_file_is_of_a_game() {
    let stems: Vec<String> = entries().into_iter().map(|entry| entry.stem).collect();
    for file in std::fs::read_dir(root().join("tests/golden")).expect("the folder").flatten() {
        let path = file.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            assert!(stems.contains(&stem), "tests/golden/{stem}.txt is of no game of the library");
        }
    }
}

fn golden(entry: &Entry) -> String {
    let mut text = String::new();
    for (number, rules) in entry.module().games.iter().enumerate() {
        let _ = writeln!(text, "game {}\n\nfacts", rules.name);
        let game = entry.start(number).and_then(|start| start.parts.into_iter().find(|part| part.game.key.1 == number));
        let claims = ClaimFacts::of(rules, game.as_ref().map(|part| &*part.game));
        let heap = grundy_solve::heap_fact(rules, game.as_ref().map(|part| &*part.game));
        let facts = game.as_ref().map_or_else(|| Arc::new(Facts::of(rules)), |part| part.game.facts());
        for (name, fact) in named(&facts, &claims, &heap) {
            let word = if fact.is_proved() { "proved" } else { "unknown" };
            let _ = writeln!(text, "  {name:18} {word:8} {}", fact.reason());
        }
        if let Some(start) = entry.start(number) {
            layout(&start, number, &mut text);
            plan(&start, &mut text);
            playthrough(start, &mut text);
        }
        let one_heap = matches!(&rules.fields[..], [only] if matches!(only.domain, Domain::Nat));
        if one_heap {
            values(entry, number, &mut text);
        }
        text.push('\n');
    }
    text
}

fn named<'a>(facts: &'a Facts, claims: &'a ClaimFacts, heap: &'a Fact) -> [(&'static str, &'a Fact); 9] {
    [
        ("impartial", &facts.impartial),
        ("mover free", &facts.mover_free),
        ("player-symmetric", &facts.player_symmetric),
        ("acyclic", &facts.acyclic),
        ("bounds", &facts.bounds),
        ("independent axes", &facts.independent_axes),
        ("heap form", heap),
        ("split sound", &claims.split_sound),
        ("symmetry sound", &claims.symmetry_sound),
    ]
}

fn layout(start: &Position, number: usize, text: &mut String) {
    let Some(part) = start.parts.iter().find(|part| part.game.key.1 == number) else { return };
    let game = &part.game;
    let count = grundy_run::count(&game.shapes).map_or("too many to rank".to_string(), |count| count.to_string());
    let _ = writeln!(text, "\nlayout of the start: {} bits, {count} states", game.layout.bits);
    for (field, shape) in game.rules.fields.iter().zip(&game.shapes) {
        let (bits, places) = match shape {
            Shape::One(values) => (values.bits(), 1),
            Shape::Array(universe, values) => (values.bits(), universe.len()),
            Shape::Set(universe) => (1, universe.len()),
        };
        let _ = writeln!(text, "  {}: {places} x {bits} bits", field.name);
    }
}

fn plan(start: &Position, text: &mut String) {
    let Ok(mut session) = Session::new(start) else { return };
    let plan = session.plan(start, Question::default()).expect("a session that was opened has a plan");
    let plan = plan.with_laws(start, Question::default(), grundy_prove::laws(start), Wish::Winner);
    let _ = writeln!(text, "\nplan of the start");
    for line in grundy::plan_lines(&plan.for_position(start)) {
        let _ = writeln!(text, "  {line}");
    }
}

fn playthrough(start: Position, text: &mut String) {
    let mut seed = Seed(1);
    let mut play = Play { parts: start.parts, mover: Side::Left };
    for step in 0..POSITIONS {
        let position = Position { parts: play.parts.clone() };
        let _ = writeln!(text, "\nposition {step}: {position}");
        if let [only] = &play.parts[..] {
            for row in only.game.board(&only.packed).unwrap_or_default() {
                let _ = writeln!(text, "  {row}");
            }
        }
        let moves = play.moves();
        if moves.is_empty() {
            let _ = writeln!(text, "over: {}", ending(&play));
            return;
        }
        let names: Vec<String> = moves.iter().map(|(number, one, _)| play.parts[*number].game.move_text(one)).collect();
        let _ = writeln!(text, "{} has {} moves", player(&play), moves.len());
        for line in names[..names.len().min(MOVES)].chunks(8) {
            let _ = writeln!(text, "  {}", line.join(" "));
        }
        if names.len() > MOVES {
            let _ = writeln!(text, "  ... all of them: {:016x}", checksum(&names.join(" ")));
        }
        let chosen = seed.below(moves.len());
        let (number, _, to) = &moves[chosen];
        let gain = if to.gain != 0 { format!(", gains {}", to.gain) } else { String::new() };
        let again = if to.turn == Turn::Stays { ", moves again" } else { "" };
        let _ = writeln!(text, "plays {}{gain}{again}", names[chosen]);
        play = play.after(*number, to);
    }
}

fn player(play: &Play) -> String {
    match play.parts.first() {
        Some(part) => part.game.rules.players[play.mover as usize].clone(),
        None => format!("{:?}", play.mover),
    }
}

fn ending(play: &Play) -> String {
    match &play.parts[..] {
        [only] => format!("{:?}", only.game.ending(&only.packed, play.mover, Stuck::Yes).expect("no fault")),
        _ => format!("{} cannot move", player(play)),
    }
}

/// FNV-1a.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf29ce484222325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3))
}

/// Stops after so many ticks, whatever the clock says.
struct Ticks(AtomicU64);

impl Watch for Ticks {
    fn tick(&self, _: Progress) -> Option<Stop> {
        (self.0.fetch_add(1, Relaxed) > 8).then_some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

fn values(entry: &Entry, number: usize, text: &mut String) {
    let name = &entry.module().games[number].name;
    let mut words = Vec::new();
    for size in 0..=VALUES {
        let written = format!("{name}({size})");
        let Ok(expr) = grundy_rule::parse_expression(&written, 1 << 20) else { break };
        let Ok(closed) = grundy_rule::check_position(&expr, &[entry.module()]) else { break };
        let Ok(position) = grundy_run::position(&entry.world, 0, &closed) else { break };
        let Ok(answer) = solve(&position, Question::default(), &Ticks(AtomicU64::new(0))) else { break };
        words.push(match (&answer.grundy, answer.outcome, answer.margin) {
            (Some(Grundy::Finite(value)), ..) => value.to_string(),
            (Some(Grundy::Infinite(set)), ..) => format!("inf{set:?}"),
            (None, Some(class), _) => format!("{class:?}"),
            (None, None, Some(margin)) => format!("{margin:+}"),
            (None, None, None) => format!("{:?}", answer.winner),
        });
    }
    let _ = writeln!(text, "\nvalues from 0: {}", words.join(" "));
}
