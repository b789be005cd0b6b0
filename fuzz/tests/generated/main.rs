//! Games made by chance, and texts that were answered wrongly once: every engine agrees with the definitions on them, and
//! what is proved of their rules holds at every position.
//!
//! Seeds from 0 on, a bounded number of them; `GRUNDY_FUZZ_SECONDS=600` goes on for ten minutes from `GRUNDY_FUZZ_SEED`.
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
mod table;

use exported::Programs;
use grundy_fuzz::dice::Dice;
use grundy_fuzz::games;
use grundy_rule::Diagnostic;
use independent::Reader;
use laws::Case;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use table::Table;

/// How many seeds are tried where no time is given: about a minute.
const SEEDS: u64 = 600;

/// How many failures are printed.
const SHOWN: usize = 400;

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
            self.fresh.push(format!("{id}: {law}: {how}\n{text}"));
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
    let mut failures = Failures { open: open(), ..Failures::default() };
    let (mut reader, mut programs) = (Reader::start(), Programs::new("generated"));
    let (mut table, mut texts, mut slow) = (Table::default(), BTreeSet::new(), Vec::new());
    for seed in first.. {
        if until.map_or(seed >= first + SEEDS, |until| Instant::now() >= until) {
            break;
        }
        let begun = Instant::now();
        let sample = games::any(&mut Dice::new(seed));
        let id = format!("seed {seed}");
        texts.insert(id.clone());
        table.seeds += 1;
        let reading = grundy_rule::read(&sample.text);
        if reading.diagnostics.iter().any(Diagnostic::is_error) {
            continue;
        }
        let case = Case { id: &id, text: &sample.text, positions: &sample.positions, seed };
        let wrong = laws::broken(&case, &mut table, &mut reader, &mut programs);
        failures.add(&id, &sample.text, &wrong);
        slow.push((begun.elapsed(), id));
    }
    slow.sort();
    slow.iter().rev().take(5).for_each(|(time, id)| println!("{id} took {time:?}"));
    println!("{table}");
    for (id, text, how) in programs.wrong() {
        failures.add(&id, &text, &[("export", how)]);
    }
    failures.end(&texts);
    table.suffices(until.is_none() && first == 0);
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
        let case = Case { id: &id, text: &text, positions: &positions, seed: 0 };
        let mut wrong = laws::broken(&case, &mut table, &mut reader, &mut programs);
        wrong.extend(laws::unexpected(&text));
        failures.add(&id, &text, &wrong);
        texts.insert(id);
    }
    for (id, text, how) in programs.wrong() {
        failures.add(&id, &text, &[("export", how)]);
    }
    failures.end(&texts);
}
