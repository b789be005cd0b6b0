//! `grundy survey octal --digits 3`: all codes of a few digits as a table; it can be stopped and taken up again.

use crate::number::number;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal;
use crate::whole;
use grundy_answer::{Progress, Stop, Watch};
use grundy_heap::survey::{COMPARED, Class, Kin, classify, kin, octal_codes};
use grundy_heap::{HeapRule, Table, Values};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Codes done between two writings of the file.
const KEEP_EVERY: usize = 16;

/// Which codes, how far, and where to keep what is done.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy survey octal --digits 2
  grundy survey octal --digits 3 --to 1e5 --save survey.tsv")]
pub struct Args {
    /// The family of codes.
    #[arg(value_name = "FAMILY")]
    family: Family,

    /// Codes of up to this many digits after the point.
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u32).range(1..=4))]
    digits: u32,

    /// Compute at most this many values of each code.
    #[arg(long, value_name = "N", value_parser = number, default_value = "16384")]
    to: u64,

    /// Go on from this file if it is there, and keep what is done in it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Families that can be surveyed.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Family {
    /// `0.d1d2d3` with digits 0 to 7.
    Octal,
}

/// Classifies, compares, and prints the table.
pub fn run(args: Args) -> Outcome {
    let Family::Octal = args.family;
    if !(64..=100_000_000).contains(&args.to) {
        return Err(Failure::bad_input("number", "--to lies between 64 and 100000000 here"));
    }
    let limit = args.to as usize;
    let watch = terminal::watch();
    let codes = octal_codes(args.digits);
    let done = match &args.save {
        Some(path) => kept(path, limit)?,
        None => HashMap::new(),
    };
    let (classes, stopped) = classify_all(&codes, limit, done, args.save.as_deref(), &watch)?;
    let ready: Vec<usize> = (0..codes.len()).filter(|at| classes[*at].is_some()).collect();
    let rules: Vec<&HeapRule> = ready.iter().map(|at| &codes[*at]).collect();
    let known: Vec<Class> = ready.iter().filter_map(|at| classes[*at].clone()).collect();
    let values: Vec<Values> = rules.iter().map(|rule| first_values(rule)).collect();
    let relatives = kin(&known, &values);
    Ok(reply(&rules, &known, &relatives, codes.len(), stopped))
}

/// All threads take the codes in turn; the file is written whole every few codes and at the end.
fn classify_all(
    codes: &[HeapRule],
    limit: usize,
    done: HashMap<String, Class>,
    path: Option<&Path>,
    watch: &dyn Watch,
) -> Result<(Vec<Option<Class>>, Option<Stop>), Failure> {
    let classes = Mutex::new(codes.iter().map(|rule| done.get(&rule.to_string()).cloned()).collect::<Vec<_>>());
    let stopped = Mutex::new(None);
    let failed = Mutex::new(None);
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let at = next.fetch_add(1, Relaxed);
            if at >= codes.len() || stopped.lock().expect("no panic").is_some() {
                return;
            }
            if classes.lock().expect("no panic")[at].is_none() {
                let (class, _) = classify(&codes[at], limit, watch);
                let done = finished.fetch_add(1, Relaxed);
                let progress = Progress { what: "codes", done: at as u64, total: Some(codes.len() as u64), bytes: 0 };
                if let Some(stop) = watch.tick(progress) {
                    *stopped.lock().expect("no panic") = Some(stop);
                    return;
                }
                let mut classes = classes.lock().expect("no panic");
                classes[at] = Some(class);
                if let Some(path) = path.filter(|_| done % KEEP_EVERY == KEEP_EVERY - 1) {
                    if let Err(failure) = keep(path, codes, &classes, limit) {
                        *failed.lock().expect("no panic") = Some(failure);
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        (1..watch.threads()).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let classes = classes.into_inner().expect("no panic");
    if let Some(path) = path {
        keep(path, codes, &classes, limit)?;
    }
    match failed.into_inner().expect("no panic") {
        Some(failure) => Err(failure),
        None => Ok((classes, stopped.into_inner().expect("no panic"))),
    }
}

fn first_values(rule: &HeapRule) -> Values {
    let mut table = Table::new(rule);
    let _ = table.grow(COMPARED, &grundy_answer::Unwatched);
    table.values().clone()
}

/// One line per code: `code`, `period` and `preperiod`, or `unknown` and how far; the last line tells that the file is whole.
fn keep(path: &Path, codes: &[HeapRule], classes: &[Option<Class>], limit: usize) -> Result<(), Failure> {
    let mut text = format!("grundy survey 1\t{limit}\n");
    for (rule, class) in codes.iter().zip(classes) {
        match class {
            Some(Class::Periodic { period, preperiod }) => {
                let _ = writeln!(text, "{rule}\t{period}\t{preperiod}");
            }
            Some(Class::Unknown { to }) => {
                let _ = writeln!(text, "{rule}\tunknown\t{to}");
            }
            None => {}
        }
    }
    text.push_str("end\n");
    whole::write(path, text.as_bytes())
}

fn kept(path: &Path, limit: usize) -> Result<HashMap<String, Class>, Failure> {
    let Some(bytes) = whole::read(path)? else { return Ok(HashMap::new()) };
    let damaged = || {
        Failure::bad_input("save", format!("{}: this is not a whole file of a survey", path.display()))
            .remedy("give another file, or remove this one to begin anew")
    };
    let text = String::from_utf8(bytes).map_err(|_| damaged())?;
    let mut lines = text.lines();
    let head = lines.next().and_then(|line| line.strip_prefix("grundy survey 1\t")).ok_or_else(damaged)?;
    let same = head.parse::<usize>().map_err(|_| damaged())? == limit;
    let mut done = HashMap::new();
    for line in lines {
        if line == "end" {
            return Ok(done);
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let [code, first, second] = fields[..] else { return Err(damaged()) };
        let second = second.parse().map_err(|_| damaged())?;
        let class = match first {
            // Another limit may settle it.
            "unknown" if !same => continue,
            "unknown" => Class::Unknown { to: second },
            period => Class::Periodic { period: period.parse().map_err(|_| damaged())?, preperiod: second },
        };
        done.insert(code.to_string(), class);
    }
    Err(damaged())
}

fn reply(
    rules: &[&HeapRule],
    classes: &[Class],
    relatives: &[Option<Kin>],
    all: usize,
    stopped: Option<Stop>,
) -> Reply {
    let mut text = format!("{:<8} {:>8} {:>9}  same as\n", "code", "period", "preperiod");
    let mut rows: Vec<Value> = Vec::new();
    let code = |rule: &HeapRule| octal_text(rule);
    for ((rule, class), relative) in rules.iter().zip(classes).zip(relatives) {
        let (first, second, mut row) = match class {
            Class::Periodic { period, preperiod } => (
                period.to_string(),
                preperiod.to_string(),
                json!({ "code": code(rule), "period": period, "preperiod": preperiod, "standing": { "kind": "proved", "reason": "Guy and Smith's theorem, or a repeated window" } }),
            ),
            Class::Unknown { to } => (
                "-".to_string(),
                format!(">{to}"),
                json!({ "code": code(rule), "standing": { "kind": "checked", "reason": format!("no period proved to {to}") } }),
            ),
        };
        let same = relative.as_ref().map_or(String::new(), |kin| {
            let how = if kin.proved { "proved".to_string() } else { format!("to {COMPARED}") };
            row["same_as"] = json!({ "code": code(rules[kin.other]), "shift": kin.shift, "standing": { "kind": if kin.proved { "proved" } else { "checked" }, "reason": how } });
            let shift = if kin.shift == 0 { String::new() } else { format!(" shifted by {}", kin.shift) };
            format!("{}{shift} ({how})", code(rules[kin.other]))
        });
        let _ = writeln!(text, "{:<8} {first:>8} {second:>9}  {same}", code(rule));
        rows.push(row);
    }
    let periodic = classes.iter().filter(|class| matches!(class, Class::Periodic { .. })).count();
    let alone = relatives.iter().filter(|kin| kin.is_none()).count();
    let _ = writeln!(
        text,
        "{} of {all} codes: {periodic} with a proved period, {} unknown; {alone} different sequences",
        rules.len(),
        rules.len() - periodic
    );
    let mut json = json!({ "codes": rows, "done": rules.len(), "all": all, "periodic": periodic, "unknown": rules.len() - periodic, "different": alone });
    let mut exit = Exit::Fine;
    if let Some(stop) = stopped {
        let _ = writeln!(text, "stopped: {stop}; the rest is left");
        json["stopped"] = json!(stop.to_string());
        exit = Exit::Limit;
    }
    Reply { text, json, exit }
}

/// The octal digits, also where the rule has a shorter name.
fn octal_text(rule: &HeapRule) -> String {
    rule.head().iter().skip(1).fold("0.".to_string(), |text, digit| format!("{text}{digit}"))
}
