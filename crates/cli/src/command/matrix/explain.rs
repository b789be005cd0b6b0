//! The way to the answer, step by step, for students.

use super::Report;
use crate::reply::Exit;
use crate::terminal::Terminal;
use grundy_payoff::bimatrix::{Bimatrix, Equilibrium};
use grundy_payoff::dominance::{self, Elimination, Reach, Strength, Views};
use grundy_payoff::matrix::{Matrix, Side};
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::zerosum::{Solution, saddle};
use serde_json::{Value, json};

/// Larger games are explained without mixes that dominate, and without equations.
const LEGIBLE: usize = 12;

/// A zero-sum game: pure guarantees, eliminations, equations, check.
pub fn zero_sum(report: &mut Report, matrix: &Matrix, solution: &Solution, watch: &Terminal) {
    report.line("\nStep 1, one choice each:");
    for (side, what) in [(Side::Row, "at least"), (Side::Column, "at most")] {
        let guarantees = saddle::guarantees(matrix, side);
        for (choice, guarantee) in guarantees.iter().enumerate().take(LEGIBLE) {
            let line = format!("  {} keeps the payoff to {what} {}", report.sided(side, choice), brief(guarantee, 24));
            report.line(line);
        }
        if guarantees.len() > LEGIBLE {
            report.line(format!("  and {} more", guarantees.len() - LEGIBLE));
        }
    }
    let (lower, upper) = saddle::bracket(matrix);
    report.line(match lower == upper {
        true => format!("  both meet at {lower}: a saddle point, and the value"),
        false => format!("  {lower} < {upper}: no saddle point, so at least one side must mix"),
    });
    report.line("Step 2, dominated choices (some optimal mix never needs them):");
    let reach = if matrix.cells().len() <= 900 { Reach::Mixed } else { Reach::Pure };
    let steps = dominance::iterated(&Views::zero_sum(matrix), Strength::Weak, reach, watch);
    if let Some(elimination) = eliminations(report, steps) {
        let small = elimination.rows.len() <= LEGIBLE && elimination.columns.len() <= LEGIBLE;
        if !elimination.steps.is_empty() && small {
            report.line("  what is left:");
            rest(report, matrix, &elimination);
        }
    }
    equations(report, matrix, solution);
    report.line("Step 4, the check:");
    let certificate = &solution.certificate;
    for (side, mix, relation) in [(Side::Row, &certificate.row, ">="), (Side::Column, &certificate.column, "<=")] {
        let payoffs = matrix.against(side.other(), mix);
        for (choice, payoff) in payoffs.iter().enumerate().take(LEGIBLE) {
            let sign = if *payoff == certificate.value { "=" } else { relation };
            let line = format!(
                "  the {} mix against {}: {} {sign} {}",
                side.word(),
                report.sided(side.other(), choice),
                brief(payoff, 24),
                brief(&certificate.value, 24)
            );
            report.line(line);
        }
        if payoffs.len() > LEGIBLE {
            report.line(format!("  and {} more, all checked", payoffs.len() - LEGIBLE));
        }
    }
    report.line("");
}

/// A bimatrix game: eliminations, best replies, check.
pub fn bimatrix(report: &mut Report, game: &Bimatrix, views: &Views, found: Option<&Equilibrium>, watch: &Terminal) {
    report.line("\nStep 1, strictly dominated choices (no equilibrium uses them):");
    let reach = if game.payoffs(Side::Row).cells().len() <= 900 { Reach::Mixed } else { Reach::Pure };
    eliminations(report, dominance::iterated(views, Strength::Strict, reach, watch));
    report.line("Step 2, best replies to single choices:");
    for side in [Side::Row, Side::Column] {
        let others = game.payoffs(side).choices(side.other());
        for choice in 0..others.min(LEGIBLE) {
            let unit: Vec<Rational> =
                (0..others).map(|other| if other == choice { Rational::ONE } else { Rational::ZERO }).collect();
            let (payoff, replies) = game.best_replies(side, &unit);
            let names: Vec<String> = replies.iter().map(|&reply| report.sided(side, reply)).collect();
            let line = format!(
                "  against {}, {} is best: worth {}",
                report.sided(side.other(), choice),
                names.join(" or "),
                brief(&payoff, 24)
            );
            report.line(line);
        }
        if others > LEGIBLE {
            report.line(format!("  and {} more", others - LEGIBLE));
        }
    }
    let Some(found) = found else { return };
    report.line("Step 3, the check of the equilibrium found:");
    for (side, mix) in [(Side::Row, &found.column), (Side::Column, &found.row)] {
        let payoffs = game.payoffs(side).against(side, mix);
        for (choice, payoff) in payoffs.iter().enumerate().take(LEGIBLE) {
            let best = &found.payoffs[side as usize];
            let sign = if payoff == best { "=" } else { "<=" };
            let line =
                format!("  {} yields {} {sign} {}", report.sided(side, choice), brief(payoff, 24), brief(best, 24));
            report.line(line);
        }
    }
    report.line("");
}

fn eliminations(report: &mut Report, outcome: Result<Elimination, grundy_answer::Stop>) -> Option<Elimination> {
    let elimination = match outcome {
        Ok(elimination) => elimination,
        Err(stop) => {
            report.line(format!("  not finished, {stop}"));
            report.exit = Exit::Limit;
            return None;
        }
    };
    if elimination.steps.is_empty() {
        report.line("  none");
    }
    for (number, step) in elimination.steps.iter().enumerate() {
        let line = format!("  {}. {}: removed", number + 1, report.reason(step));
        report.line(line);
    }
    let steps: Vec<Value> = elimination.steps.iter().map(|step| report.dominated_json(step)).collect();
    let names = |side, choices: &[usize]| choices.iter().map(|&at| report.table.name(side, at)).collect::<Vec<_>>();
    let left =
        json!({ "rows": names(Side::Row, &elimination.rows), "columns": names(Side::Column, &elimination.columns) });
    report.json["eliminations"] = json!({ "steps": steps, "left": left });
    Some(elimination)
}

fn rest(report: &mut Report, matrix: &Matrix, elimination: &Elimination) {
    let cell = |text: String| format!("{text:>12}");
    let header: String = elimination.columns.iter().map(|&column| cell(report.sided(Side::Column, column))).collect();
    report.line(format!("  {:12}{header}", ""));
    for &row in &elimination.rows {
        let cells: String = elimination.columns.iter().map(|&at| cell(brief(matrix.at(row, at), 10))).collect();
        let line = format!("  {:12}{cells}", report.sided(Side::Row, row));
        report.line(line);
    }
}

/// The square part of rows and columns whose equations determine both mixes.
fn equations(report: &mut Report, matrix: &Matrix, solution: &Solution) {
    let (rows, columns) = &solution.kernel;
    report.line(format!(
        "Step 3, the {0} x {0} part that determines the mixes: against each choice in it the other side's mix yields exactly the value v",
        rows.len()
    ));
    if rows.len() > 6 {
        report.line("  (too many equations to print)");
        return;
    }
    for (side, own, other) in [(Side::Row, rows, columns), (Side::Column, columns, rows)] {
        for &reply in other {
            let term = |&choice: &usize| {
                let cell = match side {
                    Side::Row => matrix.at(choice, reply),
                    Side::Column => matrix.at(reply, choice),
                };
                format!("({}) {}", brief(cell, 12), report.choice(side, choice))
            };
            let terms: Vec<String> = own.iter().map(term).collect();
            let line = format!("  against {}: {} = v", report.sided(side.other(), reply), terms.join(" + "));
            report.line(line);
        }
    }
    report.line(format!(
        "  the weights sum to 1; the solution is the one above, v = {}",
        brief(&solution.certificate.value, 24)
    ));
}
