//! Solves positions of Sprouts: `cargo run --release -p grundy-sprouts -- 8 --misere`.

use clap::Parser;
use grundy::{Play, Progress, Standing, Stop, Sums, Unexplored, Watch, Winner};
use grundy_sprouts::{Land, Sprouts, read, text};
use serde::Serialize;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Who wins at Sprouts, by which moves, and the nimber.
#[derive(Parser)]
struct Arguments {
    /// A number of spots, or a position such as `0*2.AB.}AB.} + 0.1.}`; `-` with --moves reads one from each line of the input.
    position: String,

    /// Who makes the last move loses.
    #[arg(long)]
    misere: bool,

    /// Do not look for all winning moves, nor for the nimber of a position that is won.
    #[arg(long)]
    outcome: bool,

    /// Only list the positions that one move leads to.
    #[arg(long)]
    moves: bool,

    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,

    /// Stop before the tables take more than this many megabytes.
    #[arg(long, value_name = "MEGABYTES", default_value_t = 4096)]
    memory: u64,

    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// The limits of one run.
struct Limits {
    until: Option<Instant>,
    bytes: u64,
}

impl Watch for Limits {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Some(Stop::Time);
        }
        (progress.bytes > self.bytes).then_some(Stop::Memory)
    }

    fn table_bytes(&self) -> u64 {
        self.bytes / 2
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

/// What is printed.
#[derive(Serialize)]
struct Report {
    position: String,
    misere: bool,
    /// `first` or `second`; nothing if a limit was reached.
    winner: Option<&'static str>,
    nimber: Option<u32>,
    /// The positions that winning moves lead to.
    winning_moves: Option<Vec<String>>,
    /// The limit that was reached.
    stopped: Option<String>,
    /// Positions reached, and those whose moves were made.
    positions: u64,
    expanded: u64,
    seconds: f64,
    standing: Standing,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.moves && arguments.position == "-" {
        return list_all();
    }
    let sum = match read(&arguments.position) {
        Ok(sum) => sum,
        Err(mistake) => {
            eprintln!("error: {mistake}");
            return ExitCode::from(2);
        }
    };
    if arguments.moves {
        options(&sum).iter().for_each(|option| println!("{option}"));
        return ExitCode::SUCCESS;
    }
    let report = report(&sum, &arguments);
    if arguments.json {
        println!("{}", serde_json::to_string(&report).expect("a report is JSON"));
    } else {
        print(&report);
    }
    ExitCode::from(if report.stopped.is_some() { 3 } else { 0 })
}

fn report(sum: &[Land], arguments: &Arguments) -> Report {
    let started = Instant::now();
    let time = arguments.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let limits = Limits { until: time.map(|time| started + time), bytes: arguments.memory << 20 };
    let play = if arguments.misere { Play::Misere } else { Play::AsWritten };
    let mut sums = Sums::new(Sprouts, &limits);
    let (mut winner, mut nimber, mut winning_moves) = (None, None, None);
    let mut found = || {
        winner = Some(sums.winner(sum, play)?);
        if winner == Some(Winner::Second) {
            (nimber, winning_moves) = (Some(0), Some(Vec::new()));
        } else if !arguments.outcome {
            if !arguments.misere {
                nimber = Some(sums.nimber(sum)?);
            }
            let winning = sums.winning_moves(sum, play)?;
            winning_moves = Some(winning.iter().map(|to| text(to)).collect());
        }
        if arguments.misere {
            nimber = None;
        }
        Ok(())
    };
    let stopped = match found() {
        Ok(()) => None,
        Err(Unexplored::Stopped(stop, _)) => Some(stop.to_string()),
        Err(Unexplored::Failed(never)) => match never {},
    };
    Report {
        position: text(sum),
        misere: arguments.misere,
        winner: winner.map(|winner| if winner == Winner::First { "first" } else { "second" }),
        nimber,
        winning_moves,
        stopped,
        positions: sums.positions(),
        expanded: sums.expanded(),
        seconds: started.elapsed().as_secs_f64(),
        standing: sums.standing(),
    }
}

fn print(report: &Report) {
    let play = if report.misere { ", misère play" } else { "" };
    match report.winner {
        Some(winner) => println!("{}{play}: the {winner} player wins", report.position),
        None => println!("{}{play}: not decided", report.position),
    }
    if let Some(nimber) = report.nimber {
        println!("nimber: {nimber}");
    }
    for to in report.winning_moves.iter().flatten() {
        println!("winning move to: {to}");
    }
    if let Some(stopped) = &report.stopped {
        println!("{stopped}");
    }
    println!("positions: {} reached, {} looked at, {:.2} s", report.positions, report.expanded, report.seconds);
    println!("{}", report.standing);
}

/// The positions that one move leads to, each once, in order.
fn options(sum: &[Land]) -> Vec<String> {
    let mut options = Vec::new();
    for (at, land) in sum.iter().enumerate() {
        let mut lead = |lands: Vec<Land>| {
            let mut to = [&sum[..at], &lands[..], &sum[at + 1..]].concat();
            to.sort_unstable();
            options.push(text(&to));
        };
        match grundy::Impartial::moves(&mut Sprouts, land, &mut lead) {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }
    options.sort_unstable();
    options.dedup();
    options
}

/// For each line of the input one line: the position, and those that one move leads to, with tabs between.
fn list_all() -> ExitCode {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return ExitCode::from(2) };
        let written = match read(&line) {
            Ok(sum) => writeln!(out, "{}", [vec![text(&sum)], options(&sum)].concat().join("\t")),
            Err(mistake) => writeln!(out, "error: {mistake}"),
        };
        if written.and_then(|()| out.flush()).is_err() {
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
