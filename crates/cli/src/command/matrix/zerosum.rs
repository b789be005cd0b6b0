//! The report on a zero-sum game.

use super::{Args, Report, explain, opposing_mix, texts};
use crate::payoffs;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::Terminal;
use grundy_answer::Standing;
use grundy_payoff::dominance::{self, Reach, Views};
use grundy_payoff::matrix::{Matrix, Side};
use grundy_payoff::number::brief;
use grundy_payoff::table::Table;
use grundy_payoff::zerosum::{self, Solution, extreme, saddle};
use grundy_payoff::{heatmap, latex};
use serde_json::{Value, json};

/// Up to this many cells, domination by mixes is looked for without being asked.
const SMALL: usize = 900;

/// Solves and reports.
pub fn run(args: &Args, table: &Table, matrix: &Matrix, watch: &Terminal) -> Outcome {
    let mut report = Report::new(table, "zero-sum");
    let (lower, upper) = saddle::bracket(matrix);
    report.json["maxmin"] = json!(lower.to_string());
    report.json["minmax"] = json!(upper.to_string());
    let solution = match zerosum::solve(matrix, watch) {
        Ok(solution) => solution,
        Err(unfinished) => {
            report.line(format!("value: between {lower} and {upper}"));
            report.exit = Exit::Limit;
            let reason =
                format!("{} before a solution; the bounds are those of single rows and columns", unfinished.stop);
            return Ok(report.finish(&Standing::Checked(reason), watch));
        }
    };
    let certificate = &solution.certificate;
    let tex = latex::array(table, Some((&certificate.row, &certificate.column)), Some(&certificate.value));
    write_output(args, table, &solution, &tex)?;
    report.line(format!("value: {}", brief(&certificate.value, 60)));
    report.json["value"] = json!(certificate.value.to_string());
    for (side, mix) in [(Side::Row, &certificate.row), (Side::Column, &certificate.column)] {
        let line = format!("{}: {}", side.word(), report.mix(side, mix));
        report.line(line);
        report.json[side.word()] = json!(texts(mix));
    }
    saddle_points(&mut report, matrix);
    if args.all {
        extremes(&mut report, matrix, &solution, watch);
    }
    domination(&mut report, args, matrix, watch);
    for side in [Side::Row, Side::Column] {
        if let Some(mix) = opposing_mix(args, table, side)? {
            let (payoff, choices) = zerosum::best_replies(matrix, side, &mix);
            report.best_reply(side, &payoff, &choices);
        }
    }
    if args.explain {
        explain::zero_sum(&mut report, matrix, &solution, watch);
    }
    report.json["latex"] = json!(tex);
    report.json["certificate"] = json!({
        "row_gains_at_least": certificate.value.to_string(),
        "column_loses_at_most": certificate.value.to_string(),
        "checked": "exact arithmetic, from the matrix alone",
        "exact_pivots": solution.repairs,
    });
    let reply = report.finish(&solution.standing, watch);
    Ok(if args.latex { Reply { text: tex, ..reply } } else { reply })
}

fn write_output(args: &Args, table: &Table, solution: &Solution, tex: &str) -> Result<(), Failure> {
    let Some(path) = &args.output else { return Ok(()) };
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        "svg" => payoffs::write(path, &heatmap::svg(table, &solution.certificate).expect("a zero-sum game")),
        "tex" => payoffs::write(path, tex),
        _ => Err(Failure::bad_input("usage", format!("{} ends neither with .svg nor with .tex", path.display()))),
    }
}

fn saddle_points(report: &mut Report, matrix: &Matrix) {
    let points = saddle::points(matrix);
    let named = |&(row, column): &(usize, usize)| (report.choice(Side::Row, row), report.choice(Side::Column, column));
    let named: Vec<(String, String)> = points.iter().map(named).collect();
    let shown: Vec<String> = named.iter().take(10).map(|(row, column)| format!("{row} and {column}")).collect();
    let rest = if named.len() > 10 { format!("; and {} more", named.len() - 10) } else { String::new() };
    let (lower, upper) = saddle::bracket(matrix);
    let text = if points.is_empty() {
        format!("none (single rows guarantee {lower}, single columns {upper})")
    } else {
        shown.join("; ")
    };
    report.line(format!("saddle points: {text}{rest}"));
    let table = report.table;
    let point = |&(row, column): &(usize, usize)| json!({ "row": table.name(Side::Row, row), "column": table.name(Side::Column, column) });
    report.json["saddle_points"] = points.iter().map(point).collect::<Vec<Value>>().into();
}

fn extremes(report: &mut Report, matrix: &Matrix, solution: &Solution, watch: &Terminal) {
    for side in [Side::Row, Side::Column] {
        match extreme::mixes(matrix, solution, side, watch) {
            Ok(corners) => {
                report.line(format!("extreme optimal mixes of {}: {}", side.word(), corners.len()));
                for corner in corners.iter().take(100) {
                    let line = format!("  {}", report.mix(side, corner));
                    report.line(line);
                }
                if corners.len() > 100 {
                    report.line(format!("  and {} more (all are in --json)", corners.len() - 100));
                }
                let all: Vec<Vec<String>> = corners.iter().map(|corner| texts(corner)).collect();
                report.json["extreme"][side.word()] = json!(all);
            }
            Err(stop) => {
                report.line(format!("extreme optimal mixes of {}: not found, {stop}", side.word()));
                report.exit = Exit::Limit;
            }
        }
    }
}

fn domination(report: &mut Report, args: &Args, matrix: &Matrix, watch: &Terminal) {
    let mixed = args.dominated || matrix.cells().len() <= SMALL;
    let reach = if mixed { Reach::Mixed } else { Reach::Pure };
    match dominance::all(&Views::zero_sum(matrix), reach, watch) {
        Ok(found) => report.dominated(&found, mixed),
        Err(stop) => {
            report.line(format!("dominated: not found, {stop}"));
            report.exit = Exit::Limit;
        }
    }
}
