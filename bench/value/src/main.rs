//! Canonical values of Domineering with `grundy-value` and with a plain program, in one run.

mod board;
mod clobber;
mod day;
mod plain;

use board::Free;
use grundy_answer::Unwatched;
use grundy_value::{Arena, Calculator, Game, NoPositions, Values};
use std::collections::HashMap;
use std::time::Duration;

/// Time this thread spent on a processor, so that other work on the machine does not count.
struct Cpu(u64);

impl Cpu {
    fn nanoseconds() -> u64 {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux keeps this file");
        text.split(' ').next().and_then(|first| first.parse().ok()).expect("nanoseconds come first")
    }

    fn start() -> Cpu {
        Cpu(Cpu::nanoseconds())
    }

    fn elapsed(&self) -> Duration {
        Duration::from_nanos(Cpu::nanoseconds() - self.0)
    }
}

struct Solver<'a> {
    values: Values<'a>,
    known: HashMap<Free, Game>,
}

impl Solver<'_> {
    fn value(&mut self, free: Free) -> Game {
        let mut total = Game::ZERO;
        for part in board::components(free) {
            let value = self.connected(part);
            total = self.values.sum(total, value).expect("fits");
        }
        total
    }

    fn connected(&mut self, part: Free) -> Game {
        let (normal, swapped) = board::normal(part);
        let value = match self.known.get(&normal) {
            Some(&known) => known,
            None => {
                let left = board::moves(normal, 8).map(|after| self.value(after)).collect();
                let right = board::moves(normal, 1).map(|after| self.value(after)).collect();
                let value = self.values.game(left, right).expect("fits");
                self.known.insert(normal, value);
                value
            }
        };
        if swapped { self.values.negative(value).expect("fits") } else { value }
    }
}

fn ours(rows: u32, columns: u32) -> (Duration, String) {
    let arena = Arena::new();
    let started = Cpu::start();
    let mut solver = Solver { values: arena.values(&Unwatched), known: HashMap::new() };
    let value = solver.value(board::rectangle(rows, columns));
    let time = started.elapsed();
    let text = solver.values.text(value).unwrap_or_else(|halt| halt.to_string());
    let text: String = text.chars().take(100).collect();
    println!(
        "  grundy {rows}x{columns}: {time:?}, {} shapes, {} values, {:.1} MB; {text}",
        solver.known.len(),
        arena.len(),
        arena.bytes() as f64 / 1e6
    );
    (time, text)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = |what: &str| arguments.iter().any(|argument| argument == what);

    if asked("day") {
        day::run();
        println!("best move in a sum");
        day::sums();
        return;
    }
    println!("CPU times. Domineering, canonical value of the empty board");
    if asked("6x6") {
        ours(6, 6);
        return;
    }
    for (rows, columns) in [(4, 5), (5, 5)] {
        let (ours, _) = ours(rows, columns);
        let started = Cpu::start();
        let mut plain = plain::Plain::default();
        let tree = plain.value(board::rectangle(rows, columns));
        let time = started.elapsed();
        let mut text = String::new();
        plain::write(&tree, &mut text);
        println!("  plain  {rows}x{columns}: {time:?}, {} shapes", plain.known.len());
        let arena = Arena::new();
        let values = arena.values(&Unwatched);
        let same = Calculator::new(&NoPositions).evaluate(values, &text).expect("a game").text(values).expect("short");
        println!(
            "  ratio {:.1}; plain's value read back: {}",
            time.as_secs_f64() / ours.as_secs_f64(),
            &same[..same.len().min(60)]
        );
    }

    let arena = Arena::new();
    let started = Cpu::start();
    let mut solver = Solver { values: arena.values(&Unwatched), known: HashMap::new() };
    let mut distinct = std::collections::HashSet::new();
    for code in 0u64..1 << 20 {
        let free = (code & 31) | (code >> 5 & 31) << 8 | (code >> 10 & 31) << 16 | (code >> 15) << 24;
        distinct.insert(solver.value(free));
    }
    println!("all 2^20 positions on 4x5: {:?}, {} distinct values", started.elapsed(), distinct.len());

    if asked("5x6") {
        ours(5, 6);
    }

    let arena = Arena::new();
    let started = Cpu::start();
    let mut solver = clobber::Solver { values: arena.values(&Unwatched), known: HashMap::new() };
    let value = solver.value(0xA5A5, 0x5A5A);
    let (time, text) = (started.elapsed(), solver.values.text(value).unwrap_or_else(|halt| halt.to_string()));
    println!(
        "Clobber 4x4: {time:?}, {} shapes, {} values; {}",
        solver.known.len(),
        arena.len(),
        &text[..text.len().min(80)]
    );

    println!("*n heated by 1, mean of 100 runs");
    for n in [10, 12, 14] {
        let started = Cpu::start();
        let mut values = 0;
        for _ in 0..100 {
            let arena = Arena::new();
            arena.values(&Unwatched).heat(Game::nimber(n), Game::ONE).expect("fits");
            values = arena.len();
        }
        println!("  *{n}: {:?}, {values} values", started.elapsed() / 100);
    }
    day::run();
    println!("best move in a sum");
    day::sums();
}
