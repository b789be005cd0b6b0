//! Move generation and random play from rule files, compiled, beside programs written by hand, in one run. Each row is
//! the least time of many short rounds over the same positions; the numbers of options are compared first.
//!
//! ```text
//!   native                              the table
//!   native ROW compile|ours|hand N      only that, N times: for a tool that counts instructions
//! ```

mod plain;

use grundy_jit::Native;
use grundy_run::{Compiler, Component, Engine, Found, Game, Options, Side, Stuck, Turn, World};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const ROUNDS: usize = 60;

fn start(file: &str, query: &str) -> Component {
    let path = format!("{}/../../games/{file}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a rule file");
    let world = World::with_compiler(vec![Arc::new(grundy_rule::read(&text).module)], Some(Arc::new(Native)));
    let expr = grundy_rule::parse_expression(query, 1 << 20).expect("a position");
    let closed = grundy_rule::check_position(&expr, &[&world.modules()[0]]).expect("a position");
    grundy_run::position(&world, 0, &closed).expect("a position").parts.remove(0)
}

struct Seed(u64);

impl Seed {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (((self.0 >> 32) * bound as u64) >> 32) as usize
    }
}

fn engine(game: &Game) -> &Arc<dyn Engine> {
    match game.found() {
        Found::Natively(engine) => engine,
        Found::Interpreted(reason) => panic!("{}: {reason}", game.rules.name),
    }
}

/// Positions of seeded plays with who moves.
fn positions(start: &Component, count: usize) -> Vec<(Vec<u64>, Side)> {
    let engine = engine(&start.game);
    let (mut all, mut options, mut seed) = (Vec::new(), Options::default(), Seed(3));
    while all.len() < count {
        let (mut packed, mut mover) = (start.packed.to_vec(), Side::Left);
        loop {
            engine.options(&packed, mover, &mut options).expect("no fault");
            if options.is_empty() || engine.ending(&packed, mover, Stuck::No).expect("no fault").is_some() {
                break;
            }
            all.push((packed.clone(), mover));
            let chosen = seed.below(options.len());
            packed = options.key(chosen).to_vec();
            mover = if options.turn(chosen) == Turn::Stays { mover } else { mover.other() };
        }
    }
    all.truncate(count);
    all
}

/// Seconds this thread has computed; other programs on the machine do not count.
fn computed() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

/// The least seconds of many rounds.
fn least(mut round: impl FnMut() -> usize) -> (f64, usize) {
    let (mut best, mut count) = (f64::MAX, 0);
    for _ in 0..ROUNDS {
        let from = Instant::now();
        count = black_box(round());
        best = best.min(from.elapsed().as_secs_f64());
    }
    (best, count)
}

/// What is asked: one row, what of it, and how often.
fn asked() -> Option<(String, String, usize)> {
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let (row, what, times) = (args.next()?, args.next()?, args.next()?);
    Some((row, what, times.parse().expect("a number")))
}

/// One row: the rule file beside the hand-written program, which sees each position as `read` gives it.
fn row<P>(name: &str, file: &str, query: &str, read: impl Fn(&[u64], Side) -> P, mut by_hand: impl FnMut(&P) -> usize) {
    let asked = asked();
    if asked.as_ref().is_some_and(|(row, ..)| row != name) {
        return;
    }
    let start = start(file, query);
    if let Some((_, what, times)) = &asked
        && what == "compile"
    {
        return (0..*times).for_each(|_| assert!(black_box(Native.compile(&start.game).is_ok())));
    }
    let from = computed();
    for _ in 0..if asked.is_some() { 0 } else { 10 } {
        black_box(Native.compile(&start.game).is_ok());
    }
    let compile = (computed() - from) / 10.0;
    let engine = engine(&start.game);
    let positions = positions(&start, 2_000);
    let mine: Vec<P> = positions.iter().map(|(packed, mover)| read(packed, *mover)).collect();
    let mut options = Options::default();
    let mut all = || {
        positions
            .iter()
            .map(|(packed, mover)| {
                engine.options(packed, *mover, &mut options).expect("no fault");
                options.len()
            })
            .sum::<usize>()
    };
    let mut by_hand = || mine.iter().map(&mut by_hand).sum::<usize>();
    if let Some((_, what, times)) = asked {
        let count = (0..times).map(|_| if what == "ours" { all() } else { by_hand() }).last();
        return println!("{}", count.unwrap_or(0));
    }
    let (ours, count) = least(all);
    let (plain, wanted) = least(by_hand);
    assert_eq!(count, wanted, "{name}: as many options");
    let per = |seconds: f64| seconds / count as f64 * 1e9;
    println!(
        "{name:14} {:9.2} {:9.2} {:8.2} {:10.2} {:10.1}",
        per(ours),
        per(plain),
        ours / plain,
        compile * 1e3,
        count as f64 / positions.len() as f64
    );
}

fn playouts(name: &str, file: &str, query: &str, bar: f64) {
    let start = start(file, query);
    let engine = engine(&start.game);
    let (mut options, mut seed, mut best) = (Options::default(), Seed(9), 0f64);
    let mut packed = start.packed.to_vec();
    for _ in 0..4 {
        let (from, mut plays) = (computed(), 0);
        while computed() - from < 0.2 {
            for _ in 0..200 {
                packed.copy_from_slice(&start.packed);
                let mut mover = Side::Left;
                while engine.ending(&packed, mover, Stuck::No).expect("no fault").is_none() {
                    engine.options(&packed, mover, &mut options).expect("no fault");
                    if options.is_empty() {
                        break;
                    }
                    packed.copy_from_slice(options.key(seed.below(options.len())));
                    mover = mover.other();
                }
                plays += 1;
            }
        }
        best = best.max(plays as f64 / (computed() - from));
    }
    println!("{name:14} {best:12.0} {bar:12.0} {:8.2}", best / bar);
}

fn main() {
    let asked = asked().is_some();
    if !asked {
        println!(
            "{:14} {:>9} {:>9} {:>8} {:>10} {:>10}",
            "moves", "ns/option", "by hand", "ratio", "compile ms", "options"
        );
    }
    let mut out = Vec::with_capacity(4096);
    row(
        "cram 8x8",
        "cram",
        "Cram(R=8, C=8)",
        |p, _| p[0],
        |free| {
            out.clear();
            plain::cram(*free, &mut out);
            black_box(&out).len()
        },
    );
    let (chomp, mut out) = (plain::Chomp::default(), Vec::with_capacity(4096));
    row(
        "chomp 8x8",
        "chomp",
        "Chomp(R=8, C=8)",
        |p, _| p[0],
        |bar| {
            out.clear();
            chomp.moves(*bar, &mut out);
            black_box(&out).len()
        },
    );
    let mut out = Vec::with_capacity(4096);
    row(
        "can-i-win 20",
        "can-i-win",
        "CanIWin(n=20, total=200)",
        |p, _| p[0],
        |free| {
            out.clear();
            plain::can_i_win(*free, &mut out);
            black_box(&out).len()
        },
    );
    let mut out = Vec::with_capacity(4096);
    row("connect-4", "connect4", "Connect4", columns, |&(mine, all)| {
        out.clear();
        plain::connect4(mine, all, &mut out);
        black_box(&out).len()
    });
    let (amazons, mut out) = (plain::Amazons::default(), Vec::with_capacity(4096));
    let six = "Amazons(\"..B...|.....B|......|......|W.....|...W..\")";
    row("amazons 6x6", "amazons", six, queens, |&[mine, other, burnt]| {
        out.clear();
        amazons.moves(mine, other, burnt, &mut out);
        black_box(&out).len()
    });
    let mut out = Vec::with_capacity(4096);
    let reversi = "Reversi(\"........|........|........|...OX...|...XO...|........|........|........\")";
    let men = |p: &[u64], mover: Side| if mover == Side::Left { (p[0], p[1]) } else { (p[1], p[0]) };
    row("reversi 8x8", "reversi", reversi, men, |&(mine, other)| {
        out.clear();
        plain::reversi(mine, other, &mut out);
        black_box(&out).len()
    });
    if asked {
        return;
    }
    println!("\n{:14} {:>12} {:>12} {:>8}", "random plays", "per second", "bar", "of bar");
    playouts("tic-tac-toe", "tic-tac-toe", "TicTacToe", 2e6);
    playouts("connect-4", "connect4", "Connect4", 0.9e6);
    playouts("reversi", "reversi", reversi, 30e3);
}

/// Rows from the top in a word for each player, as columns from the bottom: the mover's men and all.
fn columns(packed: &[u64], mover: Side) -> (u64, u64) {
    let turned = |men: u64| -> u64 {
        let cells = (0..42).filter(|cell| men >> cell & 1 == 1);
        cells.map(|cell| 1u64 << (cell % 7 * 7 + (5 - cell / 7))).sum()
    };
    let (left, right) = (turned(packed[0]), turned(packed[1]));
    (if mover == Side::Left { left } else { right }, left | right)
}

/// Two planes, a word each: White is 1, Black 2, Burnt 3.
fn queens(packed: &[u64], mover: Side) -> [u64; 3] {
    let (low, high) = (packed[0], packed[1]);
    let (white, black, burnt) = (low & !high, high & !low, low & high);
    if mover == Side::Left { [white, black, burnt] } else { [black, white, burnt] }
}
