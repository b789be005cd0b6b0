//! All octal codes of a few digits: which have a proved period, and which have the same values.

use crate::budget::Budget;
use crate::keeping::Keeping;
use crate::problem::Problem;
use crate::report::{Ended, Language, Report};
use crate::words::Say;
use grundy_answer::{Progress, Standing, Stop, Unwatched, Watch, message};
use grundy_heap::survey::{COMPARED, Class, Kin, classify, kin, octal_codes};
use grundy_heap::{HeapRule, Table, Values};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Codes done between two times the work is kept.
const KEPT_CODES: usize = 16;

/// Values of each code that may be computed.
const VALUES: RangeInclusive<u64> = 64..=100_000_000;

/// How what is kept begins, before the limit of values.
const HEADER: &str = "grundy survey 1\t";

/// The codes that were classified.
#[derive(Serialize)]
pub struct SurveyAnswer {
    /// One row for each code done.
    pub codes: Vec<SurveyRow>,
    /// How many codes are done.
    pub done: usize,
    /// How many codes there are.
    pub all: usize,
    /// How many have a proved period.
    pub periodic: usize,
    /// How many have none within the values computed.
    pub unknown: usize,
    /// How many have values that no code before them has.
    pub different: usize,
    /// Why not all codes are done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// One code.
#[derive(Serialize)]
pub struct SurveyRow {
    /// Its octal digits.
    pub code: String,
    /// The period, if one is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The first heap from which it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// How sure it is.
    pub standing: Standing,
    /// An earlier code with the same values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<Kinship>,
    /// Values computed.
    #[serde(skip)]
    pub computed: Option<u64>,
}

/// That a code has the values of another.
#[derive(Serialize)]
pub struct Kinship {
    /// The other code.
    pub code: String,
    /// By how many heaps the values are shifted.
    pub shift: i64,
    /// How sure it is.
    pub standing: Standing,
}

/// Classifies all octal codes of at most `digits` digits by at most `values` values of each.
pub fn survey(digits: u32, values: u64, keeping: Option<Keeping>, budget: &Budget) -> Result<SurveyAnswer, Problem> {
    if !VALUES.contains(&values) {
        let (least, most) = (VALUES.start(), VALUES.end());
        return Err(Problem::bad_input("number", format!("--to lies between {least} and {most} here")));
    }
    let limit = values as usize;
    let codes = octal_codes(digits);
    let done = match &keeping {
        Some(keeping) => kept(keeping, limit)?,
        None => HashMap::new(),
    };
    let classes = codes.iter().map(|rule| done.get(&rule.to_string()).cloned()).collect();
    let (classes, stopped) = classify_all(&codes, limit, classes, keeping, budget)?;
    let ready: Vec<(&HeapRule, Class)> =
        codes.iter().zip(classes).filter_map(|(rule, class)| class.map(|class| (rule, class))).collect();
    let values: Vec<Values> = ready.iter().map(|(rule, _)| first_values(rule)).collect();
    let (rules, classes): (Vec<&HeapRule>, Vec<Class>) = ready.into_iter().unzip();
    let relatives = kin(&classes, &values);
    let rows = classes.iter().zip(&relatives).enumerate();
    let rows: Vec<SurveyRow> = rows.map(|(at, (class, kin))| SurveyRow::new(&rules, at, class, kin.as_ref())).collect();
    let periodic = rows.iter().filter(|row| row.period.is_some()).count();
    Ok(SurveyAnswer {
        done: rows.len(),
        all: codes.len(),
        periodic,
        unknown: rows.len() - periodic,
        different: relatives.iter().filter(|kin| kin.is_none()).count(),
        stopped,
        codes: rows,
    })
}

/// All threads take the codes in turn; the work is kept every few codes and at the end.
fn classify_all(
    codes: &[HeapRule],
    limit: usize,
    classes: Vec<Option<Class>>,
    keeping: Option<Keeping>,
    budget: &Budget,
) -> Result<(Vec<Option<Class>>, Option<Stop>), Problem> {
    let classes = Mutex::new(classes);
    let stopped = Mutex::new(None);
    let failed = Mutex::new(None);
    let keeping = Mutex::new(keeping);
    let keep = |classes: &[Option<Class>]| match keeping.lock().expect("no panic").as_mut() {
        Some(keeping) => (keeping.keep)(text(codes, classes, limit).as_bytes()),
        None => Ok(()),
    };
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let at = next.fetch_add(1, Relaxed);
            if at >= codes.len() || stopped.lock().expect("no panic").is_some() {
                return;
            }
            if classes.lock().expect("no panic")[at].is_none() {
                let (class, _) = classify(&codes[at], limit, budget);
                let done = finished.fetch_add(1, Relaxed);
                let progress = Progress { what: "codes", done: at as u64, total: Some(codes.len() as u64), bytes: 0 };
                if let Some(stop) = budget.tick(progress) {
                    *stopped.lock().expect("no panic") = Some(stop);
                    return;
                }
                let mut classes = classes.lock().expect("no panic");
                classes[at] = Some(class);
                if done % KEPT_CODES == KEPT_CODES - 1
                    && let Err(problem) = keep(&classes)
                {
                    *failed.lock().expect("no panic") = Some(problem);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        (1..budget.threads()).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let classes = classes.into_inner().expect("no panic");
    keep(&classes)?;
    match failed.into_inner().expect("no panic") {
        Some(problem) => Err(problem),
        None => Ok((classes, stopped.into_inner().expect("no panic"))),
    }
}

fn first_values(rule: &HeapRule) -> Values {
    let mut table = Table::new(rule);
    let _ = table.grow(COMPARED, &Unwatched);
    table.values().clone()
}

/// What is kept, one line per code: `code`, `period` and `preperiod`, or `unknown` and how far; the last line tells that the text is
/// whole.
fn text(codes: &[HeapRule], classes: &[Option<Class>], limit: usize) -> String {
    let mut text = format!("{HEADER}{limit}\n");
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
    text + "end\n"
}

/// The classes that an earlier run kept, by code.
fn kept(keeping: &Keeping, limit: usize) -> Result<HashMap<String, Class>, Problem> {
    let Some(bytes) = &keeping.before else { return Ok(HashMap::new()) };
    let damaged = || {
        Problem::bad_input("save", format!("{}: this is not a whole file of a survey", keeping.name))
            .remedy("give another file, or remove this one to begin anew")
    };
    let text = std::str::from_utf8(bytes).map_err(|_| damaged())?;
    let mut lines = text.lines();
    let head = lines.next().and_then(|line| line.strip_prefix(HEADER)).ok_or_else(damaged)?;
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

impl SurveyRow {
    /// The row of the code at a place of a list.
    fn new(rules: &[&HeapRule], at: usize, class: &Class, kin: Option<&Kin>) -> SurveyRow {
        let (period, preperiod, computed, standing) = match class {
            Class::Periodic { period, preperiod } => {
                let reason = message!("Guy and Smith's theorem, or a repeated window");
                (Some(*period), Some(*preperiod), None, Standing::Proved(reason))
            }
            Class::Unknown { to } => (None, None, Some(*to), Standing::Checked(message!("no period proved to {}", to))),
        };
        let same_as = kin.map(|kin| Kinship {
            code: octal_text(rules[kin.other]),
            shift: kin.shift,
            standing: match kin.proved {
                true => Standing::Proved(message!("proved")),
                false => Standing::Checked(message!("to {}", COMPARED)),
            },
        });
        SurveyRow { code: octal_text(rules[at]), period, preperiod, standing, same_as, computed }
    }
}

impl Report for SurveyAnswer {
    fn words(&self, language: Language) -> String {
        let mut text = format!("{:<8} {:>8} {:>9}  same as\n", "code", "period", "preperiod");
        for row in &self.codes {
            let period = row.period.map_or("-".to_string(), |period| period.to_string());
            let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
            let preperiod = row.computed.map_or_else(|| number(row.preperiod), |computed| format!(">{computed}"));
            let same = row.same_as.as_ref().map(|kinship| kinship.text(language)).unwrap_or_default();
            let _ = writeln!(text, "{:<8} {period:>8} {preperiod:>9}  {same}", row.code);
        }
        let _ = writeln!(
            text,
            "{} of {} codes: {} with a proved period, {} unknown; {} different sequences",
            self.done, self.all, self.periodic, self.unknown, self.different
        );
        if let Some(stop) = self.stopped {
            let _ = writeln!(text, "stopped: {stop}; the rest is left");
        }
        text
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}

impl Kinship {
    fn text(&self, language: Language) -> String {
        let shift = if self.shift == 0 { String::new() } else { format!(" shifted by {}", self.shift) };
        format!("{}{shift} ({})", self.code, self.standing.reason().say(language))
    }
}

/// The octal digits, also where the rule has a shorter name.
fn octal_text(rule: &HeapRule) -> String {
    rule.head().iter().skip(1).fold("0.".to_string(), |text, digit| format!("{text}{digit}"))
}
