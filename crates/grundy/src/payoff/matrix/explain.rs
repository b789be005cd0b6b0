//! The way to the answer, step by step, for students.

use super::choice::Names;
use super::domination::{self, Eliminations};
use super::{MatrixAnswer, NUMBER_LETTERS};
use crate::budget::Budget;
use grundy_answer::Stop;
use grundy_payoff::bimatrix::{Bimatrix, Equilibrium};
use grundy_payoff::dominance::{self, Elimination, Strength, Views};
use grundy_payoff::matrix::{Matrix, Side};
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::zerosum::{Solution, saddle};

/// Choices of one side that are told one by one; larger games are explained without what is left of them.
const LEGIBLE_CHOICES: usize = 12;

/// Equations of one side that are told.
const LEGIBLE_EQUATIONS: usize = 6;

/// Letters of a cell of what is left.
const CELL_LETTERS: usize = 10;

/// Letters of a coefficient of an equation.
const COEFFICIENT_LETTERS: usize = 12;

/// The lines of an explanation.
struct Lines<'t> {
    names: Names<'t>,
    lines: Vec<String>,
}

impl Lines<'_> {
    fn add(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Says how many of `all` choices were left out.
    fn add_rest(&mut self, all: usize, after: &str) {
        if all > LEGIBLE_CHOICES {
            self.add(format!("  and {} more{after}", all - LEGIBLE_CHOICES));
        }
    }
}

fn short(number: &Rational) -> String {
    brief(number, NUMBER_LETTERS)
}

/// Explains a zero-sum game: pure guarantees, eliminations, equations, check.
pub(super) fn zero_sum(answer: &mut MatrixAnswer, matrix: &Matrix, solution: &Solution, budget: &Budget) {
    let table = answer.table.clone();
    let mut lines = Lines { names: Names(&table), lines: Vec::new() };
    guarantees(&mut lines, matrix);
    lines.add("Step 2, dominated choices (some optimal mix never needs them):");
    let reach = domination::reach(matrix.cells().len());
    let steps = dominance::iterated(&Views::zero_sum(matrix), Strength::Weak, reach, budget);
    if let Some(elimination) = eliminations(answer, &mut lines, steps) {
        let small = elimination.rows.len() <= LEGIBLE_CHOICES && elimination.columns.len() <= LEGIBLE_CHOICES;
        if !elimination.steps.is_empty() && small {
            lines.add("  what is left:");
            rest(&mut lines, matrix, &elimination);
        }
    }
    equations(&mut lines, matrix, solution);
    lines.add("Step 4, the check:");
    let certificate = &solution.certificate;
    for (side, mix, relation) in [(Side::Row, &certificate.row, ">="), (Side::Column, &certificate.column, "<=")] {
        let payoffs = matrix.against(side.other(), mix);
        for (choice, payoff) in payoffs.iter().enumerate().take(LEGIBLE_CHOICES) {
            let sign = if *payoff == certificate.value { "=" } else { relation };
            let against = lines.names.sided(side.other(), choice);
            let (payoff, value) = (short(payoff), short(&certificate.value));
            lines.add(format!("  the {} mix against {against}: {payoff} {sign} {value}", side.word()));
        }
        lines.add_rest(payoffs.len(), ", all checked");
    }
    lines.add("");
    answer.explanation = lines.lines;
}

/// Explains a bimatrix game: eliminations, best replies, check.
pub(super) fn bimatrix(
    answer: &mut MatrixAnswer,
    game: &Bimatrix,
    views: &Views,
    found: Option<&Equilibrium>,
    budget: &Budget,
) {
    let table = answer.table.clone();
    let mut lines = Lines { names: Names(&table), lines: Vec::new() };
    lines.add("\nStep 1, strictly dominated choices (no equilibrium uses them):");
    let reach = domination::reach(game.payoffs(Side::Row).cells().len());
    eliminations(answer, &mut lines, dominance::iterated(views, Strength::Strict, reach, budget));
    lines.add("Step 2, best replies to single choices:");
    for side in [Side::Row, Side::Column] {
        let others = game.payoffs(side).choices(side.other());
        for choice in 0..others.min(LEGIBLE_CHOICES) {
            let unit: Vec<Rational> =
                (0..others).map(|other| if other == choice { Rational::ONE } else { Rational::ZERO }).collect();
            let (payoff, replies) = game.best_replies(side, &unit);
            let replies: Vec<String> = replies.iter().map(|&reply| lines.names.sided(side, reply)).collect();
            let against = lines.names.sided(side.other(), choice);
            lines.add(format!("  against {against}, {} is best: worth {}", replies.join(" or "), short(&payoff)));
        }
        lines.add_rest(others, "");
    }
    if let Some(found) = found {
        lines.add("Step 3, the check of the equilibrium found:");
        for (side, mix) in [(Side::Row, &found.column), (Side::Column, &found.row)] {
            let best = &found.payoffs[side as usize];
            let payoffs = game.payoffs(side).against(side, mix);
            for (choice, payoff) in payoffs.iter().enumerate().take(LEGIBLE_CHOICES) {
                let sign = if payoff == best { "=" } else { "<=" };
                let choice = lines.names.sided(side, choice);
                lines.add(format!("  {choice} yields {} {sign} {}", short(payoff), short(best)));
            }
        }
        lines.add("");
    }
    answer.explanation = lines.lines;
}

/// What each side keeps the payoff to by one choice.
fn guarantees(lines: &mut Lines, matrix: &Matrix) {
    lines.add("\nStep 1, one choice each:");
    for (side, what) in [(Side::Row, "at least"), (Side::Column, "at most")] {
        let guarantees = saddle::guarantees(matrix, side);
        for (choice, guarantee) in guarantees.iter().enumerate().take(LEGIBLE_CHOICES) {
            let choice = lines.names.sided(side, choice);
            lines.add(format!("  {choice} keeps the payoff to {what} {}", short(guarantee)));
        }
        lines.add_rest(guarantees.len(), "");
    }
    let (lower, upper) = saddle::bracket(matrix);
    lines.add(match lower == upper {
        true => format!("  both meet at {lower}: a saddle point, and the value"),
        false => format!("  {lower} < {upper}: no saddle point, so at least one side must mix"),
    });
}

/// Tells each elimination and notes them in the answer.
fn eliminations(
    answer: &mut MatrixAnswer,
    lines: &mut Lines,
    outcome: Result<Elimination, Stop>,
) -> Option<Elimination> {
    let elimination = match outcome {
        Ok(elimination) => elimination,
        Err(stop) => {
            lines.add(format!("  not finished, {stop}"));
            answer.is_cut = true;
            return None;
        }
    };
    let found = Eliminations::of(&lines.names, &elimination);
    if found.steps.is_empty() {
        lines.add("  none");
    }
    for (number, step) in found.steps.iter().enumerate() {
        lines.add(format!("  {}. {}: removed", number + 1, step.reason()));
    }
    answer.eliminations = Some(found);
    Some(elimination)
}

/// Tells the cells that are left.
fn rest(lines: &mut Lines, matrix: &Matrix, elimination: &Elimination) {
    let cell = |text: String| format!("{text:>12}");
    let columns = elimination.columns.iter();
    let header: String = columns.map(|&column| cell(lines.names.sided(Side::Column, column))).collect();
    lines.add(format!("  {:12}{header}", ""));
    for &row in &elimination.rows {
        let columns = elimination.columns.iter();
        let cells: String = columns.map(|&column| cell(brief(matrix.at(row, column), CELL_LETTERS))).collect();
        lines.add(format!("  {:12}{cells}", lines.names.sided(Side::Row, row)));
    }
}

/// Tells the square part of rows and columns whose equations determine both mixes.
fn equations(lines: &mut Lines, matrix: &Matrix, solution: &Solution) {
    let (rows, columns) = &solution.kernel;
    lines.add(format!(
        "Step 3, the {0} x {0} part that determines the mixes: against each choice in it the other side's mix yields exactly the value v",
        rows.len()
    ));
    if rows.len() > LEGIBLE_EQUATIONS {
        lines.add("  (too many equations to print)");
        return;
    }
    for (side, own, other) in [(Side::Row, rows, columns), (Side::Column, columns, rows)] {
        for &reply in other {
            let term = |&choice: &usize| {
                let cell = match side {
                    Side::Row => matrix.at(choice, reply),
                    Side::Column => matrix.at(reply, choice),
                };
                format!("({}) {}", brief(cell, COEFFICIENT_LETTERS), lines.names.choice(side, choice).text())
            };
            let terms: Vec<String> = own.iter().map(term).collect();
            let against = lines.names.sided(side.other(), reply);
            lines.add(format!("  against {against}: {} = v", terms.join(" + ")));
        }
    }
    let value = short(&solution.certificate.value);
    lines.add(format!("  the weights sum to 1; the solution is the one above, v = {value}"));
}
