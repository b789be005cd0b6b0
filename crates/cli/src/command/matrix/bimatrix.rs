//! The report on a bimatrix game.

use super::{Args, Report, explain, opposing_mix, texts};
use crate::payoffs;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::Terminal;
use grundy_answer::Standing;
use grundy_payoff::bimatrix::{Bimatrix, Equilibrium, extreme, lemke};
use grundy_payoff::dominance::{self, Reach, Views};
use grundy_payoff::latex;
use grundy_payoff::matrix::Side;
use grundy_payoff::number::brief;
use grundy_payoff::table::Table;
use serde_json::{Value, json};

/// Up to this many choices of both players together, all equilibria are enumerated without being asked.
const SMALL: usize = 14;

/// Solves and reports.
pub fn run(args: &Args, table: &Table, game: &Bimatrix, watch: &Terminal) -> Outcome {
    let (m, n) = table.shape();
    if args.label == 0 || args.label > m + n {
        let message = format!("there is no label {}; there are {}", args.label, m + n);
        return Err(Failure::bad_input("usage", message).remedy("rows are numbered first, then columns"));
    }
    let mut report = Report::new(table, "bimatrix");
    pure(&mut report, game);
    let mut standing = Standing::Proved(
        "no player gains by any single choice against the other's mix, checked in exact arithmetic".into(),
    );
    let mut mixes = None;
    match lemke::equilibrium(game, args.label - 1, watch) {
        Ok((found, pivots)) => {
            assert_eq!(game.refute(&found), None, "a completely labelled pair is an equilibrium");
            let line = format!(
                "one equilibrium (Lemke-Howson from label {}, {pivots} pivots): {}",
                args.label,
                shown(&report, &found)
            );
            report.line(line);
            let entry = equilibrium_json(&found);
            for key in ["row", "column", "payoffs"] {
                report.json[key] = entry[key].clone();
            }
            report.json["pivots"] = json!(pivots);
            mixes = Some(found);
        }
        Err(stop) => {
            report.line(format!("one equilibrium: not found, {stop}"));
            report.exit = Exit::Limit;
            standing = Standing::Checked(format!("the pure equilibria are all; {stop}"));
        }
    }
    if args.all || m + n <= SMALL {
        extremes(&mut report, game, watch);
    } else {
        report.line("all extreme equilibria: ask with --all");
    }
    if let Some(sum) = game.constant_sum() {
        report.line(format!("the payoffs always sum to {sum}: all equilibria pay the same, as in a zero-sum game"));
        report.json["constant_sum"] = json!(sum.to_string());
    }
    let views = Views::bimatrix(game.payoffs(Side::Row), game.payoffs(Side::Column));
    let mixed = args.dominated || m * n <= 900;
    match dominance::all(&views, if mixed { Reach::Mixed } else { Reach::Pure }, watch) {
        Ok(found) => report.dominated(&found, mixed),
        Err(stop) => {
            report.line(format!("dominated: not found, {stop}"));
            report.exit = Exit::Limit;
        }
    }
    for side in [Side::Row, Side::Column] {
        if let Some(mix) = opposing_mix(args, table, side)? {
            let (payoff, choices) = game.best_replies(side, &mix);
            report.best_reply(side, &payoff, &choices);
        }
    }
    if args.explain {
        explain::bimatrix(&mut report, game, &views, mixes.as_ref(), watch);
    }
    let tex = latex::array(table, mixes.as_ref().map(|found| (found.row.as_slice(), found.column.as_slice())), None);
    report.json["latex"] = json!(tex);
    if let Some(path) = &args.output {
        match path.extension().unwrap_or_default().to_string_lossy().to_lowercase().as_str() {
            "tex" => payoffs::write(path, &tex)?,
            _ => return Err(Failure::bad_input("usage", "a bimatrix game can only be written as .tex")),
        }
    }
    let reply = report.finish(&standing, watch);
    Ok(if args.latex { Reply { text: tex, ..reply } } else { reply })
}

fn pure(report: &mut Report, game: &Bimatrix) {
    let cells = game.pure_equilibria();
    let payoffs =
        |row: usize, column: usize| [Side::Row, Side::Column].map(|side| game.payoffs(side).at(row, column).clone());
    if cells.is_empty() {
        report.line("pure equilibria: none");
    } else {
        report.line(format!("pure equilibria: {}", cells.len()));
        for &(row, column) in cells.iter().take(30) {
            let [a, b] = payoffs(row, column);
            let line =
                format!("  {} and {}: ({a}, {b})", report.choice(Side::Row, row), report.choice(Side::Column, column));
            report.line(line);
        }
        if cells.len() > 30 {
            report.line(format!("  and {} more", cells.len() - 30));
        }
    }
    let table = report.table;
    let entry = |&(row, column): &(usize, usize)| {
        let payoffs = payoffs(row, column).map(|payoff| payoff.to_string());
        json!({ "row": table.name(Side::Row, row), "column": table.name(Side::Column, column), "payoffs": payoffs })
    };
    report.json["pure"] = cells.iter().map(entry).collect::<Vec<Value>>().into();
}

fn extremes(report: &mut Report, game: &Bimatrix, watch: &Terminal) {
    let found = match extreme::equilibria(game, watch) {
        Ok(found) => found,
        Err(stop) => {
            report.line(format!("all extreme equilibria: not found, {stop}"));
            report.exit = Exit::Limit;
            return;
        }
    };
    let sets = match found.components {
        1 => "in one connected set".to_string(),
        count => format!("in {count} connected sets"),
    };
    report.line(format!("all extreme equilibria: {}, {sets}", found.equilibria.len()));
    for (equilibrium, set) in found.equilibria.iter().zip(&found.component).take(100) {
        let shown = shown(report, equilibrium);
        let set = if found.components < found.equilibria.len() { format!(" [set {}]", set + 1) } else { String::new() };
        report.line(format!("  {shown}{set}"));
    }
    if found.equilibria.len() > 100 {
        report.line(format!("  and {} more (all are in --json)", found.equilibria.len() - 100));
    }
    let entry = |(equilibrium, set): (&Equilibrium, &usize)| {
        let mut entry = equilibrium_json(equilibrium);
        entry["set"] = json!(set + 1);
        entry
    };
    report.json["equilibria"] = found.equilibria.iter().zip(&found.component).map(entry).collect::<Vec<_>>().into();
    report.json["connected_sets"] = json!(found.components);
}

fn shown(report: &Report, found: &Equilibrium) -> String {
    let [a, b] = &found.payoffs;
    let mixes = [(Side::Row, &found.row), (Side::Column, &found.column)].map(|(side, mix)| report.mix(side, mix));
    format!("{} | {}: ({}, {})", mixes[0], mixes[1], brief(a, 24), brief(b, 24))
}

fn equilibrium_json(found: &Equilibrium) -> Value {
    json!({ "row": texts(&found.row), "column": texts(&found.column), "payoffs": texts(&found.payoffs) })
}
