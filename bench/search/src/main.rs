//! Decides positions of a rule file and says how long that took.
//!
//! ```text
//!   bench-search outcome FILE THREADS < POSITIONS     who wins, one position a line; times at the end
//!   bench-search all FILE POSITION THREADS            every position of that game, by number
//!   bench-search solve FILE POSITION THREADS          all about one position
//! ```
//!
//! `interpreted` after the other arguments leaves native code out.

use grundy_answer::{Progress, Stop, Watch};
use grundy_rule::{check_file, check_position, parse_expression, parse_file};
use grundy_run::{Component, Position, Side, World, position};
use grundy_solve::{Dense, Wdl, Session};
use std::io::BufRead;
use std::sync::Arc;
use std::time::Instant;

struct Threads(usize);

impl Watch for Threads {
    fn tick(&self, _: Progress) -> Option<Stop> {
        None
    }

    fn threads(&self) -> usize {
        self.0
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let interpreted = args.last().is_some_and(|last| last == "interpreted");
    if interpreted {
        args.pop();
    }
    let world = world(&args[1], interpreted);
    match &*args[0] {
        "outcome" => outcomes(&world, &Threads(args[2].parse().expect("a number of threads"))),
        "all" => all(&at(&world, &args[2]).parts[0], &Threads(args[3].parse().expect("a number of threads"))),
        "solve" => solve(&at(&world, &args[2]), &Threads(args[3].parse().expect("a number of threads"))),
        other => panic!("{other}?"),
    }
}

fn outcomes(world: &Arc<World>, watch: &Threads) {
    let (mut count, mut positions, start) = (0, 0, Instant::now());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line");
        let (mover, query) = line.split_once(' ').expect("a player and a position");
        let position = at(world, query);
        let mover = if mover == "X" { Side::Left } else { Side::Right };
        let mut session = Session::new(&position).expect("positions of one kind");
        let worth = session.evaluate(&position, mover, watch).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        positions += session.positions();
        count += 1;
        match worth.margin {
            Some(margin) => println!("{margin}"),
            None => println!("{}", worth.result as i32 - 1),
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    eprintln!(
        "{count} questions, {positions} positions, {seconds:.3} s, {:.0} positions/s",
        positions as f64 / seconds
    );
}

fn solve(position: &Position, watch: &Threads) {
    let start = Instant::now();
    let answer = grundy_solve::solve(position, grundy_solve::Question::default(), watch);
    let answer = answer.unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let (seconds, moves) = (start.elapsed().as_secs_f64(), answer.winning_move_count);
    println!("{:?} {:?} {:?} {:?}, {moves} winning moves", answer.winner, answer.grundy, answer.margin, answer.plies);
    eprintln!("{} positions, {seconds:.3} s", answer.positions);
}

fn all(component: &Component, watch: &Threads) {
    let start = Instant::now();
    let dense = Dense::of(component, watch).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let seconds = start.elapsed().as_secs_f64();
    let (result, plies) = dense.result(&component.packed, Side::Left);
    let word = match result {
        Wdl::Win => "first",
        Wdl::Draw => "draw",
        Wdl::Loss => "second",
    };
    println!("{word} {}", plies.map_or("-".to_string(), |plies| plies.to_string()));
    eprintln!("{} numbers, {seconds:.3} s, {:.0} numbers/s", dense.count(), dense.count() as f64 / seconds);
}

fn world(file: &str, interpreted: bool) -> Arc<World> {
    let text = std::fs::read_to_string(file).expect("a rule file");
    let (module, diagnostics) = check_file(&parse_file(&text).file);
    assert!(diagnostics.iter().all(|one| one.severity() != grundy_rule::Severity::Error), "{diagnostics:?}");
    let compiler: Option<Arc<dyn grundy_run::Compiler>> =
        if interpreted { None } else { Some(Arc::new(grundy_jit::Native)) };
    World::with_compiler(vec![Arc::new(module)], compiler)
}

fn at(world: &Arc<World>, query: &str) -> Position {
    let parsed = parse_expression(query, 1 << 20).expect("a position");
    let closed = check_position(&parsed, &[&world.modules()[0]]).expect("a position of this file");
    position(world, 0, &closed).unwrap_or_else(|fault| panic!("{query}: {fault}"))
}
