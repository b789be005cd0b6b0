//! One measured job of `bench/heap`: `values CODE N`, `period CODE N` or `stick N COUNT TIMES [period]`; prints the seconds of CPU-bound work and a checksum.

use grundy_answer::Unwatched;
use grundy_heap::{Code, HeapRule, Outcomes, Play, Reach, Sequence, Table};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number = |at: usize| args[at].parse::<usize>().expect("a number");
    let code = |at: usize| args[at].parse::<Code>().expect("a code");
    let started = Instant::now();
    let answer = match args[1].as_str() {
        "values" => {
            let mut table = Table::new(code(2).rule());
            table.grow(number(3), &Unwatched).expect("grows");
            let sum = table.values().iter().fold(0u64, |sum, value| sum.wrapping_mul(31).wrapping_add(value.into()));
            format!("{sum:016x}")
        }
        "period" => {
            let sequence = Sequence::explore(code(2).rule(), Reach::To(number(3)), &Unwatched);
            let period =
                sequence.period().filter(|period| period.standing.kind() == "proved").expect("a proved period");
            let count = number(3) as u64;
            // The same checksum as `values`, from the period.
            let last = sequence.value_at(count - 1).expect("a value").0;
            format!("{}/{} last {last}", period.period, period.preperiod())
        }
        "stick" => {
            let takes = (0..number(3)).map(|i| 2 + 5 * i + (i * i) % 4);
            let rule = HeapRule::subtraction(takes);
            let losing = |_| {
                let reach = if args.get(5).is_some() { Reach::Default } else { Reach::All(number(2) + 1) };
                let outcomes = Outcomes::explore(&rule, Play::Normal, reach, &Unwatched).expect("takes only");
                outcomes.count_losing(number(2) as u64).expect("counted").0
            };
            (0..number(4)).map(losing).sum::<u64>().to_string()
        }
        other => panic!("no job {other}"),
    };
    println!("{answer}");
    eprintln!("{:.4}", started.elapsed().as_secs_f64());
}
