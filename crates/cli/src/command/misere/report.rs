//! What is said about a quotient, for people and for programs.

use super::Args;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::{Afterwards, Terminal, Within};
use grundy_answer::{Progress, Standing, Stop, Watch};
use grundy_heap::Code;
use grundy_misere::{
    Bounds, Failure as CheckFailure, Forms, Growth, Halt, Leaves, Move, Outcome as Winner, Search, Solution, check,
    compare, losing_heaps,
};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Direct search: all sums of so many beans, and random ones.
const BOUNDS: Bounds = Bounds { beans: 16, random: 100, random_beans: 32, positions: 300_000 };

/// Sums remembered when a sum goes beyond the quotient.
const BEYOND: usize = 2_000_000;

/// Sums remembered to decide single heaps beyond the quotient.
const BEYOND_HEAPS: usize = 100_000;

/// Canonical forms may take so many bytes; they grow fast.
const FORM_BYTES: u64 = 1 << 30;

/// Seconds for the check of a quotient whose growth was stopped.
const CHECKED: f64 = 5.0;

/// The widest multiplication table shown as text.
const WIDEST_TABLE: u32 = 64;

/// The answer, after the check.
pub fn reply(args: &Args, code: &Code, growth: &Growth, halt: Option<Halt>, watch: &Terminal) -> Outcome {
    let solution = growth.solution();
    let standing = standing(code, solution, halt, watch)?;
    let mut answer =
        Answer { text: String::new(), json: Map::new(), exit: if halt.is_some() { Exit::Limit } else { Exit::Fine } };
    answer.quotient(code, solution, halt, &Afterwards::new(watch));
    if args.table {
        answer.table(solution);
    }
    if args.genus {
        answer.genus(code, solution.reach(), watch);
    }
    if let Some(sum) = &args.sum {
        // Only the sum was asked for: how far the quotient goes does not matter once it is decided.
        answer.exit = match (answer.sum(code, solution, &sum.0), args.to) {
            (Verdict::Open, _) => Exit::Limit,
            (Verdict::Decided, None) => Exit::Fine,
            (Verdict::Decided, Some(_)) => answer.exit,
        };
    }
    let (seconds, bytes) = (watch.seconds(), growth.bytes());
    let _ = writeln!(answer.text, "{standing}\n{seconds:.2} s, {:.1} MB of tables", bytes as f64 / 1e6);
    answer.put("seconds", json!((seconds * 1e3).round() / 1e3));
    answer.put("bytes", json!(bytes));
    answer.put("standing", json!({ "kind": standing.kind(), "reason": standing.reason() }));
    Ok(Reply { text: answer.text, json: Value::Object(answer.json), exit: answer.exit })
}

/// How sure the quotient is: the check must accept it, and direct search agree.
pub fn standing(code: &Code, solution: &Solution, halt: Option<Halt>, watch: &dyn Watch) -> Result<Standing, Failure> {
    let refuted = |failure: CheckFailure| match failure {
        CheckFailure::Stopped(stop) => Ok(stop),
        CheckFailure::Refuted(reason) => Err(Failure {
            code: "refuted".into(),
            message: format!("the quotient that was found is wrong: {reason}"),
            span: None,
            remedy: Some("please report this code: it is a defect of the program".into()),
            exit: Exit::Refuted,
            mistakes: None,
        }),
    };
    // A limit ends the search for more heaps; what was found is still checked, for a while.
    let bounded = Within::new(watch, if halt.is_some() { CHECKED } else { f64::INFINITY });
    let grace = Afterwards::new(&bounded);
    let reach = solution.reach();
    let accepted = match check(code.rule(), solution, &grace) {
        Ok(accepted) => accepted,
        Err(failure) => {
            let stop = refuted(failure)?;
            return Ok(Standing::Checked(format!(
                "the P-positions of all sums of heaps to {reach} were computed exactly; {stop} before the check was done"
            )));
        }
    };
    let compared = match compare(code.rule(), solution, BOUNDS, &grace) {
        Ok(compared) => format!(
            "; direct search agrees on all {} sums of at most {} beans and {} random larger ones",
            compared.small, BOUNDS.beans, compared.random
        ),
        Err(failure) => format!("; direct search was cut short ({})", refuted(failure)?),
    };
    let scope = match solution.period {
        Some(period) => format!(
            "for all heaps: the values repeat to heap {reach}, as far as the periodicity theorem asks (preperiod {}, period {})",
            period.preperiod, period.period
        ),
        None => format!("for all sums of heaps to {reach}"),
    };
    Ok(Standing::Proved(format!("{scope}; the check went through {} states and accepts{compared}", accepted.states)))
}

/// Whether a sum was decided.
enum Verdict {
    Decided,
    Open,
}

struct Answer {
    text: String,
    json: Map<String, Value>,
    exit: Exit,
}

impl Answer {
    fn put(&mut self, key: &str, value: Value) {
        self.json.insert(key.to_string(), value);
    }

    fn quotient(&mut self, code: &Code, solution: &Solution, halt: Option<Halt>, watch: &dyn Watch) {
        let quotient = &solution.quotient;
        let reach = solution.reach();
        let state = if solution.period.is_some() { "complete" } else { "partial" };
        let _ = writeln!(
            self.text,
            "misère {code}: {state} quotient, order {}, {} losing",
            quotient.order(),
            quotient.losing_order()
        );
        if let Some(halt) = halt {
            let _ = writeln!(self.text, "stopped after heap {reach}: {halt}");
            self.put("stopped", json!(halt.to_string()));
        }
        if let Some(period) = solution.period {
            let _ = writeln!(self.text, "period {} from heap {}", period.period, period.preperiod);
        }
        let letters: Vec<(String, u32)> =
            solution.letters.iter().map(|heap| (quotient.name(solution.pretending[*heap as usize]), *heap)).collect();
        let named: Vec<String> = letters.iter().map(|(letter, heap)| format!("{letter} = heap {heap}")).collect();
        let _ = writeln!(self.text, "letters: {}", named.join(", "));
        let relations = quotient.relations();
        let written: Vec<String> = relations.iter().take(60).map(|(left, right)| format!("{left}={right}")).collect();
        let more = relations.len() - written.len();
        let more = if more > 0 { format!(" and {more} more (--json has all)") } else { String::new() };
        let _ = writeln!(self.text, "relations: {}{more}", written.join(" "));
        let losing: Vec<String> =
            quotient.elements().filter(|x| quotient.outcome(*x) == Winner::P).map(|x| quotient.name(x)).collect();
        let _ = writeln!(
            self.text,
            "losing: {}{}",
            losing[..losing.len().min(60)].join(" "),
            if losing.len() > 60 { " ..." } else { "" }
        );
        let pretending: Vec<String> = solution.pretending.iter().map(|x| quotient.name(*x)).collect();
        let _ = writeln!(self.text, "pretending function:");
        for (row, names) in pretending[1..].chunks(10).enumerate() {
            let _ = writeln!(self.text, "{:>6}+ {}", row * 10, names.join(" "));
        }
        let (losing_heaps, decided) = losing_heaps(code.rule(), solution, reach * 2 + 3, BEYOND_HEAPS, watch);
        let list: Vec<String> = losing_heaps.iter().map(u32::to_string).collect();
        let _ = writeln!(self.text, "P-heaps to {decided}: {}", list.join(" "));
        self.put("code", json!(code.text()));
        self.put("to", json!(reach));
        self.put("order", json!(quotient.order()));
        self.put("p_order", json!(quotient.losing_order()));
        self.put("complete", json!(solution.period.is_some()));
        if let Some(period) = solution.period {
            self.put("period", json!(period.period));
            self.put("preperiod", json!(period.preperiod));
        }
        let by_heap = pretending.iter().enumerate().skip(1).map(|(heap, name)| (heap.to_string(), json!(name)));
        self.put("pretending", Value::Object(by_heap.collect()));
        self.put("letters", Value::Object(letters.into_iter().map(|(letter, heap)| (letter, json!(heap))).collect()));
        self.put("relations", json!(relations));
        self.put("losing", json!(losing));
        self.put("p_heaps", json!(losing_heaps));
        self.put("p_heaps_to", json!(decided));
    }

    fn table(&mut self, solution: &Solution) {
        let quotient = &solution.quotient;
        let names: Vec<String> = quotient.elements().map(|x| quotient.name(x)).collect();
        let rows: Vec<Vec<u32>> =
            quotient.elements().map(|x| quotient.products(x).iter().map(|product| product.0).collect()).collect();
        if quotient.order() <= WIDEST_TABLE {
            let width = names.iter().map(String::len).max().unwrap_or(1);
            for row in &rows {
                let cells: Vec<String> = row.iter().map(|x| format!("{:>width$}", names[*x as usize])).collect();
                let _ = writeln!(self.text, "{}", cells.join(" "));
            }
        } else {
            let _ = writeln!(self.text, "the table has {} rows: --json prints it", rows.len());
        }
        self.put("elements", json!(names));
        self.put("table", json!(rows));
    }

    fn genus(&mut self, code: &Code, to: u32, watch: &Terminal) {
        let capped = Capped(watch);
        let mut forms = Forms::new(&capped);
        let (heaps, stopped) = forms.heaps(code.rule(), to);
        let mut list = Vec::new();
        for (heap, form) in heaps.iter().enumerate().skip(1) {
            let (genus, species, text) = (forms.genus(*form), forms.species(*form), forms.text(*form, 60));
            let _ = writeln!(self.text, "{heap:>4}  {genus}  {species}  {text}");
            list.push(
                json!({ "heap": heap, "genus": genus.to_string(), "species": species.to_string(), "form": text }),
            );
        }
        if let Some(stop) = stopped {
            let _ = writeln!(self.text, "canonical forms end at heap {}: {stop}", heaps.len() - 1);
            self.exit = Exit::Limit;
        }
        self.put("genus", json!(list));
    }

    fn sum(&mut self, code: &Code, solution: &Solution, heaps: &[u32]) -> Verdict {
        let read = solution.outcome(heaps).zip(solution.winning_moves(code.rule(), heaps));
        let found = read.or_else(|| {
            let mut search = Search::new(code.rule(), Leaves::Solution(solution), BEYOND);
            search.outcome(heaps).zip(search.winning_moves(heaps))
        });
        let written: Vec<String> = heaps.iter().map(u32::to_string).collect();
        let Some((outcome, moves)) = found else {
            let _ =
                writeln!(self.text, "{}: not decided, the sum goes too far beyond the quotient", written.join(" + "));
            return Verdict::Open;
        };
        let who = if outcome == Winner::N { "first" } else { "second" };
        let _ = writeln!(
            self.text,
            "{}: {outcome}, the {who} player wins; winning moves: {}",
            written.join(" + "),
            moves.len()
        );
        let mut list = Vec::new();
        for Move { component, leaves } in &moves {
            let parts: Vec<String> = leaves.iter().map(u32::to_string).collect();
            let left = if parts.is_empty() { "0".to_string() } else { parts.join(" + ") };
            let _ = writeln!(self.text, "  summand {}: {} -> {left}", component + 1, heaps[*component]);
            let to: Vec<u32> =
                heaps[..*component].iter().chain(leaves).chain(&heaps[component + 1..]).copied().collect();
            list.push(json!({
                "move": format!("{} -> {left}", heaps[*component]), "component": component, "leaves": leaves, "to": to,
            }));
        }
        self.put("sum", json!(heaps));
        self.put("outcome", json!(outcome.to_string()));
        self.put("winning_moves", json!(list));
        self.put("winning_move_count", json!(moves.len()));
        Verdict::Decided
    }
}

/// The same watch, with a limit for canonical forms of its own.
struct Capped<'a>(&'a Terminal);

impl Watch for Capped<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        self.0.tick(progress).or((progress.bytes > FORM_BYTES).then_some(Stop::Memory))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.0)
    }
}
