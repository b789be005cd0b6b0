//! `--time`, `--memory` and Ctrl-C hold for every command, also where a single step of the work is long. What the inputs
//! have in common is that nothing inside them asks for the time often enough. Strict figures: `bench/limits/run`.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How a run ended.
struct Run {
    code: Option<i32>,
    out: String,
    took: Duration,
    /// Kilobytes at the most.
    peak: u64,
}

/// The tests share the machine with each other; the program alone keeps to half a second.
const SLACK: Duration = Duration::from_secs(2);

/// Runs the program; after `interrupt`, if given, as if the user had typed Ctrl-C.
fn run(arguments: &[&str], interrupt: Option<Duration>) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    let (mut peak, mut interrupt) = (0, interrupt);
    let mut pipe = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut out = String::new();
        pipe.read_to_string(&mut out).map(|_| out).unwrap_or_default()
    });
    let status = loop {
        let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let now = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(now.unwrap_or(0));
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if interrupt.is_some_and(|after| started.elapsed() > after) {
            interrupt = None;
            let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(sent.is_ok_and(|status| status.success()));
        }
        if started.elapsed() > Duration::from_secs(60) {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    Run { code: status.code(), out: reader.join().expect("it reads"), took: started.elapsed(), peak }
}

/// A file of rules for one test.
fn rules(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("grundy-limits-{}-{name}.game", std::process::id()));
    std::fs::write(&path, text).expect("writable");
    path.to_str().expect("a path").to_string()
}

const NESTED: &str = "game A
  state a: nat
  move m(k in 1..a-1) if k <= a and all(q in 1..(a + k): (a // 2) <= (7 + a) < (3 % q)): a -= k
  claim second wins
";

const VAST: &str = "game A
  state s: set of grid(1000, 1000) = all
  move take(c in s) if exists(d in king: c + d in s): s -= {c}
";

const CHAIN: &str = "game A
  state x: 0..1000000000 = 1000000000
  move go if x > 0: x -= 1
  Left wins when stuck
";

const SUM: &str = "sum(i in 1..100000: Nim(i))";

fn is_stopped(run: &Run, why: &str, arguments: &[&str]) {
    assert_eq!(run.code, Some(3), "{arguments:?}: {}", run.out);
    assert!(run.out.contains(why), "{arguments:?}: {}", run.out);
}

#[test]
fn time_holds_in_every_command() {
    let (nested, vast) = (rules("nested", NESTED), rules("vast", VAST));
    let cases: [&[&str]; 7] = [
        &["prove", &nested],
        &["solve", &vast],
        &["perft", &vast, "--depth", "3"],
        &["solve", "walls", "R=1000000, C=1000000"],
        &["solve", SUM, "--plies"],
        &["moves", SUM],
        &["misere", "survey"],
    ];
    for case in cases {
        let limit = 0.4;
        let arguments = [case, &["--time", "0.4", "--json"]].concat();
        let run = run(&arguments, None);
        is_stopped(&run, "the time limit was reached", &arguments);
        assert!(run.took < Duration::from_secs_f64(limit) + SLACK, "{arguments:?}: {:?}", run.took);
    }
}

#[test]
fn memory_holds_in_every_command() {
    let chain = rules("chain", CHAIN);
    for case in [&["solve", &chain][..], &["solve", &chain, "--interpret"], &["moves", SUM]] {
        let arguments = [case, &["--memory", "100M", "--time", "50", "--json"]].concat();
        let run = run(&arguments, None);
        is_stopped(&run, "the memory limit was reached", &arguments);
        assert!(run.peak < 120 << 10, "{arguments:?}: {} kB", run.peak);
    }
}

#[test]
fn an_interruption_is_heard() {
    let (nested, vast) = (rules("nested-too", NESTED), rules("vast-too", VAST));
    for case in [["prove", &nested], ["solve", &vast]] {
        let after = Duration::from_millis(500);
        let run = run(&case, Some(after));
        is_stopped(&run, "interrupted", &case);
        assert!(run.took < after + SLACK, "{case:?}: {:?}", run.took);
    }
}

/// Rules with a definition `d0`, and 25 more that each call the one before twice.
fn doubling(name: &str, first: &str, next: &str, guard: &str) -> String {
    let mut text = format!("game A\n  state n: nat\n  def d0 = {first}\n");
    for number in 1..=25 {
        let body = next.replace('@', &format!("d{}", number - 1));
        text.push_str(&format!("  def d{number} = {body}\n"));
    }
    text.push_str(&format!("  move take(k in 1..2) if k <= n and {guard}: n -= k\n"));
    rules(name, &text)
}

/// Definitions that double are shared, not written out: the same moves as with what they come to, by every engine, also
/// where something is undefined.
#[test]
fn definitions_that_double_are_shared() {
    let cases = [
        ("n", "@ + @", "d25 >= 33554432 * 2", "n >= 2"),
        ("10 // (n - 3)", "@ + @", "not d25 < 0", "not 10 // (n - 3) < 0"),
        ("10 // (n - 3) > 0", "@ and @", "d25", "10 // (n - 3) > 0"),
        ("10 // (n - 3) > 0", "@ or @", "not d25", "not 10 // (n - 3) > 0"),
        ("n", "if @ > 2 then @ else min(@, 2)", "d25 > 2", "n > 2"),
    ];
    for (number, (first, next, guard, plain)) in cases.into_iter().enumerate() {
        let long = doubling(&format!("long-{number}"), first, next, guard);
        let short = rules(
            &format!("short-{number}"),
            &format!("game A\n  state n: nat\n  move take(k in 1..2) if k <= n and {plain}: n -= k\n"),
        );
        let asked: [&[&str]; 4] = [&["moves", "3"], &["moves", "9"], &["solve", "9"], &["solve", "9", "--interpret"]];
        for of in asked {
            let answer = |file: &str| {
                let run = run(&[&[of[0], file], &of[1..]].concat(), None);
                assert_eq!(run.code, Some(0), "{of:?}, {first}, {next}: {}", run.out);
                assert!(run.took < SLACK, "{of:?}, {first}, {next}: {:?}", run.took);
                // How an answer was found may differ, and is told after the answer.
                run.out.lines().take(if of[0] == "solve" { 3 } else { 9 }).map(str::to_string).collect::<Vec<_>>()
            };
            assert_eq!(answer(&long), answer(&short), "{of:?}, {first}, {next}");
        }
        let facts = run(&["facts", &long], None);
        assert!(facts.code == Some(0) && facts.took < SLACK, "{first}, {next}: {:?}", facts.took);
    }
}

/// The same in a position that stands outside its game.
#[test]
fn definitions_of_a_start_are_shared() {
    let doubled = |number: usize| format!("def d{number} = d{0} + d{0}\n", number - 1);
    let defs: String = (1..=25).map(doubled).collect();
    let game = "game A\n  state n: nat\n  move take(k in 1..2) if k <= n: n -= k\n";
    let file = rules("start", &format!("def d0 = 1\n{defs}{game}start A(d25 // 33554432 + 3)\n"));
    let run = run(&["moves", &file], None);
    assert!(run.code == Some(0) && run.took < SLACK, "{:?} {}", run.took, run.out);
    assert!(run.out.starts_with("A(4): 2 moves"), "{}", run.out);
}

/// Where sharing would change what is undefined, a text that is too long written out is refused.
#[test]
fn definitions_too_long_to_write_out_are_refused_at_once() {
    let sets = doubling("sets", "{n}", "@ + @", "n in d25");
    for command in ["facts", "solve", "sequence", "check", "prove", "moves"] {
        let run = run(&[command, &sets, "--json"], None);
        assert_eq!(run.code, Some(2), "{command}: {}", run.out);
        assert!(run.out.contains("E04") && run.took < SLACK, "{command}: {:?} {}", run.took, run.out);
    }
}
