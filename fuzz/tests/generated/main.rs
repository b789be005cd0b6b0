//! Games made by chance, and texts that were answered wrongly once: every engine agrees with the definitions on them, and
//! what is proved of their rules holds at every position.
//!
//! Seeds from 0 on, a bounded number of them; `GRUNDY_FUZZ_SECONDS=600` goes on for ten minutes from `GRUNDY_FUZZ_SEED`,
//! `GRUNDY_FUZZ_GAMES=200000` until so many texts are tried. Every law is tried on every game, except that one or two
//! positions of a game are looked at ([`POSITIONS`]), one of them by native code and by certificates; that one game of
//! [`SAMPLED`] is given to other processes: the independent reading and checker, and the programs to take away; and what
//! `laws` says of its own ratios.
//! A failure that is known stands in `tests/generated/open.tsv` (text, law, finding) until it is mended; `GRUNDY_FUZZ_FOUND`
//! names a file to which new ones are written in that form.

mod certificate;
mod engines;
mod exported;
mod facts;
mod graph;
mod independent;
mod laws;
mod native;
mod patience;
mod prove;
mod table;
mod written;

use exported::Programs;
use grundy_fuzz::dice::Dice;
use grundy_fuzz::games;
use grundy_rule::Diagnostic;
use independent::Reader;
use laws::Case;
use std::collections::BTreeSet;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use table::Table;

/// How many seeds are tried where no time is given: about a minute.
const SEEDS: u64 = 900;

/// How many failures are printed.
const SHOWN: usize = 400;

/// Positions of a game that are looked at, chosen by chance: of every other game one more.
const POSITIONS: usize = 1;

/// One game of so many is given to other processes: of a few games, and of many.
const SAMPLED: [u64; 2] = [5, 64];

/// A game that takes longer is told at once.
const LONG: Duration = Duration::from_secs(3);

/// Progress is told every so many texts.
const TOLD: usize = 5_000;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/generated")
}

/// Failures that are known: text and law.
fn open() -> BTreeSet<(String, String)> {
    let text = std::fs::read_to_string(folder().join("open.tsv")).unwrap_or_default();
    let rows = text.lines().skip(1).filter_map(|line| {
        let mut entries = line.split('\t');
        Some((entries.next()?.to_string(), entries.next()?.to_string()))
    });
    rows.collect()
}

/// What was found in all texts, with what is known already taken out.
#[derive(Default)]
struct Failures {
    open: BTreeSet<(String, String)>,
    met: BTreeSet<(String, String)>,
    fresh: Vec<String>,
    rows: String,
}

impl Failures {
    fn add(&mut self, id: &str, text: &str, wrong: &[(&'static str, String)]) {
        let mut laws = BTreeSet::new();
        for (law, how) in wrong {
            let key = (id.to_string(), law.to_string());
            if !laws.insert(*law) {
                continue;
            }
            if self.open.contains(&key) {
                self.met.insert(key);
                continue;
            }
            self.rows += &format!("{id}\t{law}\t\n");
            let failure = format!("{id}: {law}: {how}\n{text}");
            println!("{failure}");
            self.fresh.push(failure);
        }
    }

    fn end(self, texts: &BTreeSet<String>) {
        for (id, law) in self.open.difference(&self.met).filter(|(id, _)| texts.contains(id)) {
            println!("mended, to be deleted from open.tsv: {id}, {law}");
        }
        if let Some(file) = std::env::var_os("GRUNDY_FUZZ_FOUND") {
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).expect("a file");
            file.write_all(self.rows.as_bytes()).expect("written");
        }
        let many = self.fresh.len();
        assert!(many == 0, "{many} laws are broken\n\n{}", self.fresh[..many.min(SHOWN)].join("\n\n"));
    }
}

#[test]
fn every_engine_agrees_on_generated_games() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let until = number("GRUNDY_FUZZ_SECONDS").map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let first = number("GRUNDY_FUZZ_SEED").unwrap_or(0);
    let asked = number("GRUNDY_FUZZ_GAMES");
    let usual = until.is_none() && asked.is_none();
    let last = asked.or((until.is_none()).then_some(SEEDS)).map_or(u64::MAX, |many| first + many);
    let mut failures = Failures { open: open(), ..Failures::default() };
    let (mut reader, mut programs) = (Reader::start(), Programs::new("generated"));
    let (mut table, mut texts, mut slow) = (Table::default(), BTreeSet::new(), Vec::new());
    let now = AtomicU64::new(first);
    let (now, ended) = (Arc::new(now), Arc::new(AtomicBool::new(false)));
    let watchdog = {
        let (now, ended) = (now.clone(), ended.clone());
        std::thread::spawn(move || {
            let mut last = (u64::MAX, Instant::now());
            while !ended.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(200));
                let here = now.load(Ordering::Relaxed);
                if here != last.0 {
                    last = (here, Instant::now());
                } else if last.1.elapsed() > LONG * 5 {
                    println!("seed {here} is still tried");
                    last.1 = Instant::now();
                }
            }
        })
    };
    for seed in first..last {
        now.store(seed, Ordering::Relaxed);
        if until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        let begun = Instant::now();
        let mut dice = Dice::new(seed);
        let mut sample = games::any(&mut dice);
        while sample.positions.len() > POSITIONS + seed as usize % 2 {
            sample.positions.remove(dice.below(sample.positions.len()));
        }
        let id = format!("seed {seed}");
        // What one seed makes is shown before it is tried, as it may end the program.
        if asked == Some(1) {
            println!("{}", sample.text);
        }
        texts.insert(id.clone());
        table.seeds += 1;
        let reading = grundy_rule::read(&sample.text);
        if reading.diagnostics.iter().any(Diagnostic::is_error) {
            continue;
        }
        let sampled = SAMPLED[usize::from(!usual)];
        let case = Case { id: &id, text: &sample.text, positions: &sample.positions, seed, sampled };
        let wrong = tried(&case, &mut table, &mut reader, &mut programs);
        failures.add(&id, &sample.text, &wrong);
        if begun.elapsed() > LONG {
            println!("{id} took {:?}", begun.elapsed());
        }
        slow.push((begun.elapsed(), id));
        if table.seeds % TOLD == 0 {
            slow.sort();
            slow.reverse();
            slow.truncate(5);
            println!("to seed {seed}: {} failures; slowest {slow:?}\n{table}", failures.fresh.len());
        }
    }
    ended.store(true, Ordering::Relaxed);
    watchdog.join().expect("it ends");
    slow.sort();
    slow.iter().rev().take(5).for_each(|(time, id)| println!("{id} took {time:?}"));
    println!("{table}");
    for (id, text, how) in programs.wrong() {
        failures.add(&id, &text, &[("export", how)]);
    }
    failures.end(&texts);
    table.suffices(usual && first == 0);
}

/// All that is wrong about a text; a panic is.
fn tried(case: &Case, table: &mut Table, reader: &mut Option<Reader>, programs: &mut Programs) -> laws::Wrong {
    let work = AssertUnwindSafe(|| laws::broken(case, table, reader, programs));
    catch_unwind(work).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or(panic.downcast_ref::<&str>().map(|said| said.to_string()));
        vec![("panic", said.unwrap_or_default())]
    })
}

/// Texts that were answered wrongly once. Their `expect` lines are the right answers, derived by hand or by another program.
#[test]
fn every_engine_agrees_on_kept_texts() {
    let mut failures = Failures { open: open(), ..Failures::default() };
    let (mut table, mut texts, mut reader) = (Table::default(), BTreeSet::new(), Reader::start());
    let mut programs = Programs::new("kept");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("kept texts").flatten().map(|file| file.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    for path in files {
        let id = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("text");
        let reading = grundy_rule::read(&text);
        let errors: Vec<_> = reading.diagnostics.iter().filter(|one| one.is_error()).collect();
        assert!(errors.is_empty(), "{id}: {errors:?}");
        let positions: Vec<String> = text
            .lines()
            .filter_map(|line| line.strip_prefix("expect "))
            .filter_map(|line| Some(line.split_once(' ')?.1.rsplit_once(" == ")?.0.to_string()))
            .collect();
        assert!(!positions.is_empty(), "{id} expects nothing");
        let case = Case { id: &id, text: &text, positions: &positions, seed: 0, sampled: 1 };
        let mut wrong = tried(&case, &mut table, &mut reader, &mut programs);
        wrong.extend(laws::unexpected(&text));
        failures.add(&id, &text, &wrong);
        texts.insert(id);
    }
    for (id, text, how) in programs.wrong() {
        failures.add(&id, &text, &[("export", how)]);
    }
    failures.end(&texts);
}
