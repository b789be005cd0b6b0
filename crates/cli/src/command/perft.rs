use crate::asked;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal;
use grundy_answer::{Progress, Stop, Watch};
use grundy_run::{Component, Flow, Game, Options, Side, Stuck, Turn};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// Which position, how deep.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy perft tic-tac-toe --depth 9
  grundy perft reversi --depth 5
  grundy perft amazons --depth 1 --json")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// An expression, the game's arguments, a bare picture, `-`, or `@FILE`.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Count sequences of up to this many moves.
    #[arg(long, default_value_t = 4)]
    depth: usize,
}

/// Sequences of moves per depth, and those after which the game is over.
pub fn run(args: Args) -> Outcome {
    if args.depth > 1_000 {
        return Err(Failure::bad_input("usage", "the depth is at most 1000").remedy("ask for less"));
    }
    let asked = asked::position(&args.game, args.position.as_deref())?;
    let watch = terminal::watch();
    let mut counter = Counter {
        watch: &watch,
        rows: vec![Row::default(); args.depth + 1],
        visited: 0,
        stop: None,
        options: Vec::new(),
    };
    let position = asked.position.parts.clone();
    let counted = match &position[..] {
        [only] if only.game.stays_inside() && !only.game.makes_sums() => {
            counter.options.resize_with(args.depth + 1, Options::default);
            counter.visit_one(&only.game, &only.packed, Side::Left, 0)
        }
        _ => counter.visit(&position, Side::Left, 0),
    };
    counted.map_err(|diagnostic| asked::fault(&diagnostic))?;
    let mut text = String::from("depth        nodes     finished\n");
    let mut rows: Vec<Value> = Vec::new();
    for (depth, row) in counter.rows.iter().enumerate() {
        let _ = writeln!(text, "{depth:5} {:12} {:12}", row.nodes, row.finished);
        rows.push(json!({ "depth": depth, "nodes": row.nodes, "finished": row.finished }));
    }
    let finished: u64 = counter.rows.iter().map(|row| row.finished).sum();
    let _ = writeln!(text, "finished plays in all: {finished}");
    let mut json = json!({ "position": asked.position.to_string(), "depths": rows, "finished": finished });
    let mut exit = Exit::Fine;
    if let Some(stop) = counter.stop {
        let _ = writeln!(text, "stopped early, the counts are incomplete: {stop}");
        json["stopped"] = json!(stop.to_string());
        exit = Exit::Limit;
    }
    Ok(Reply { text, json, exit })
}

#[derive(Clone, Default)]
struct Row {
    nodes: u64,
    finished: u64,
}

struct Counter<'a> {
    watch: &'a dyn Watch,
    rows: Vec<Row>,
    visited: u64,
    stop: Option<Stop>,
    /// What the moves lead to, per depth.
    options: Vec<Options>,
}

impl Counter<'_> {
    /// Counts a node; whether to go on.
    fn enter(&mut self, depth: usize) -> Flow {
        self.visited += 1;
        if self.visited.is_multiple_of(256) {
            let progress = Progress { what: "nodes", done: self.visited, total: None, bytes: 0 };
            self.stop = self.stop.or(self.watch.tick(progress));
        }
        if self.stop.is_some() {
            return Flow::Stop;
        }
        self.rows[depth].nodes += 1;
        Flow::On
    }

    /// One component of a game whose moves lead to one component of it.
    fn visit_one(&mut self, game: &Arc<Game>, packed: &[u64], mover: Side, depth: usize) -> grundy_run::Faulty<()> {
        if self.enter(depth) == Flow::Stop {
            return Ok(());
        }
        if game.ended(packed, mover, Stuck::No)?.is_some() {
            self.rows[depth].finished += 1;
            return Ok(());
        }
        let mut options = std::mem::take(&mut self.options[depth]);
        game.options(packed, mover, &mut options)?;
        if options.is_empty() {
            self.rows[depth].finished += 1;
        } else if depth + 1 < self.rows.len() {
            for i in 0..options.len() {
                let turn = if options.turn(i) == Turn::Stays { mover } else { mover.other() };
                self.visit_one(game, options.key(i), turn, depth + 1)?;
            }
        }
        self.options[depth] = options;
        Ok(())
    }

    fn visit(&mut self, parts: &[Component], mover: Side, depth: usize) -> grundy_run::Faulty<()> {
        if self.enter(depth) == Flow::Stop {
            return Ok(());
        }
        let ended = match parts {
            [only] => only.game.ending(&only.packed, mover, Stuck::No)?.is_some(),
            _ => false,
        };
        let mut any = false;
        if !ended {
            let deepest = depth + 1 == self.rows.len();
            for (number, part) in parts.iter().enumerate() {
                if deepest {
                    part.game.each_move(&part.packed, mover, &mut |_, _| {
                        any = true;
                        Flow::Stop
                    })?;
                    continue;
                }
                for (_, to) in part.game.moves(&part.packed, mover)? {
                    any = true;
                    let mut next = parts.to_vec();
                    next.splice(number..=number, to.parts);
                    let turn = if to.turn == Turn::Stays { mover } else { mover.other() };
                    self.visit(&next, turn, depth + 1)?;
                }
            }
        }
        self.rows[depth].finished += u64::from(!any);
        Ok(())
    }
}
