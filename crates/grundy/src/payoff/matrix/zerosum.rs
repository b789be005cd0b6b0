//! A zero-sum game: its value, optimal mixes, saddle points.

use super::choice::{Choice, Mix, Names};
use super::domination::{self, Domination};
use super::{BestReplies, MatrixAnswer, MatrixFound, MatrixWant, explain};
use crate::budget::Budget;
use crate::json;
use crate::problem::Problem;
use grundy_answer::{Standing, Stop, message};
use grundy_payoff::dominance::{self, Reach, Views};
use grundy_payoff::latex;
use grundy_payoff::matrix::{Matrix, Side};
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::table::Table;
use grundy_payoff::zerosum::{self, Solution, extreme, saddle};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

/// Saddle points told in words.
const SHOWN_SADDLE_POINTS: usize = 10;

/// Extreme mixes told in words.
const SHOWN_MIXES: usize = 100;

/// Letters of the value told in words.
const VALUE_LETTERS: usize = 60;

/// A zero-sum game.
#[derive(Serialize)]
pub struct ZeroSumGame {
    /// What single rows guarantee.
    #[serde(serialize_with = "json::words")]
    pub maxmin: Rational,
    /// What single columns guarantee.
    #[serde(serialize_with = "json::words")]
    pub minmax: Rational,
    /// The solution, if the time was enough.
    #[serde(flatten)]
    pub solution: Option<ZeroSumSolution>,
}

/// The solution of a zero-sum game.
#[derive(Serialize)]
pub struct ZeroSumSolution {
    /// The value to the row player.
    #[serde(serialize_with = "json::words")]
    pub value: Rational,
    /// An optimal mix of the row player.
    pub row: Mix,
    /// An optimal mix of the column player.
    pub column: Mix,
    /// All saddle points.
    pub saddle_points: Vec<SaddlePoint>,
    /// All extreme optimal mixes, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extreme: Option<ExtremeMixes>,
    /// What the mixes guarantee.
    pub certificate: Guarantees,
}

/// A cell that is best for both.
#[derive(Serialize)]
pub struct SaddlePoint {
    /// The row.
    pub row: Choice,
    /// The column.
    pub column: Choice,
}

/// The extreme optimal mixes of each player, or why they were not found.
pub struct ExtremeMixes {
    /// Of the row player.
    pub row: Result<Vec<Mix>, Stop>,
    /// Of the column player.
    pub column: Result<Vec<Mix>, Stop>,
}

/// What the mixes guarantee, checked.
#[derive(Serialize)]
pub struct Guarantees {
    /// What the row player gains at least.
    #[serde(serialize_with = "json::words")]
    pub row_gains_at_least: Rational,
    /// What the column player loses at most.
    #[serde(serialize_with = "json::words")]
    pub column_loses_at_most: Rational,
    /// How that was checked.
    pub checked: &'static str,
    /// Exact pivots after the guess in floating point.
    pub exact_pivots: usize,
}

/// Solves a zero-sum game.
pub(super) fn answer(
    table: &Table,
    matrix: &Matrix,
    want: &MatrixWant,
    budget: &Budget,
) -> Result<MatrixAnswer, Problem> {
    let names = Names(table);
    let (maxmin, minmax) = saddle::bracket(matrix);
    let found = |solution| {
        MatrixFound::ZeroSum(Box::new(ZeroSumGame { maxmin: maxmin.clone(), minmax: minmax.clone(), solution }))
    };
    let solution = match zerosum::solve(matrix, budget) {
        Ok(solution) => solution,
        Err(unfinished) => {
            let reason =
                message!("{} before a solution; the bounds are those of single rows and columns", unfinished.stop);
            let mut answer = MatrixAnswer::new(table, "zero-sum", found(None), Standing::Checked(reason));
            (answer.is_cut, answer.seconds) = (true, budget.seconds());
            return Ok(answer);
        }
    };
    let certificate = &solution.certificate;
    let mut solved = ZeroSumSolution::of(&names, matrix, &solution);
    solved.extreme = want.all.then(|| ExtremeMixes::of(&names, matrix, &solution, budget));
    let is_cut = solved.extreme.as_ref().is_some_and(|extreme| extreme.row.is_err() || extreme.column.is_err());
    let mut answer = MatrixAnswer::new(table, "zero-sum", found(Some(solved)), solution.standing.clone());
    answer.is_cut = is_cut;
    let reach = if want.dominated { Reach::Mixed } else { domination::reach(matrix.cells().len()) };
    let dominated = Domination::of(&names, dominance::all(&Views::zero_sum(matrix), reach, budget), reach);
    answer.is_cut |= dominated.is_stopped();
    answer.domination = Some(dominated);
    answer.best_reply = BestReplies::of(table, want, |side, mix| zerosum::best_replies(matrix, side, mix))?;
    if want.explain {
        explain::zero_sum(&mut answer, matrix, &solution, budget);
    }
    answer.latex = Some(latex::array(table, Some((&certificate.row, &certificate.column)), Some(&certificate.value)));
    answer.certificate = Some(certificate.clone());
    answer.seconds = budget.seconds();
    Ok(answer)
}

impl ZeroSumSolution {
    fn of(names: &Names, matrix: &Matrix, solution: &Solution) -> ZeroSumSolution {
        let certificate = &solution.certificate;
        let point = |(row, column)| SaddlePoint {
            row: names.choice(Side::Row, row),
            column: names.choice(Side::Column, column),
        };
        ZeroSumSolution {
            value: certificate.value.clone(),
            row: names.mix(Side::Row, &certificate.row),
            column: names.mix(Side::Column, &certificate.column),
            saddle_points: saddle::points(matrix).into_iter().map(point).collect(),
            extreme: None,
            certificate: Guarantees {
                row_gains_at_least: certificate.value.clone(),
                column_loses_at_most: certificate.value.clone(),
                checked: "exact arithmetic, from the matrix alone",
                exact_pivots: solution.repairs,
            },
        }
    }
}

impl ExtremeMixes {
    fn of(names: &Names, matrix: &Matrix, solution: &Solution, budget: &Budget) -> ExtremeMixes {
        let mixes = |side| {
            let corners = extreme::mixes(matrix, solution, side, budget)?;
            Ok(corners.iter().map(|corner| names.mix(side, corner)).collect())
        };
        ExtremeMixes { row: mixes(Side::Row), column: mixes(Side::Column) }
    }

    fn sides(&self) -> [(Side, &Result<Vec<Mix>, Stop>); 2] {
        [(Side::Row, &self.row), (Side::Column, &self.column)]
    }

    fn tell(&self, text: &mut String) {
        for (side, mixes) in self.sides() {
            let side = side.word();
            let mixes = match mixes {
                Ok(mixes) => mixes,
                Err(stop) => {
                    let _ = writeln!(text, "extreme optimal mixes of {side}: not found, {stop}");
                    continue;
                }
            };
            let _ = writeln!(text, "extreme optimal mixes of {side}: {}", mixes.len());
            for mix in mixes.iter().take(SHOWN_MIXES) {
                let _ = writeln!(text, "  {}", mix.text());
            }
            if mixes.len() > SHOWN_MIXES {
                let _ = writeln!(text, "  and {} more (all are in --json)", mixes.len() - SHOWN_MIXES);
            }
        }
    }
}

/// The players whose mixes were found.
impl Serialize for ExtremeMixes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (side, mixes) in self.sides() {
            if let Ok(mixes) = mixes {
                map.serialize_entry(side.word(), mixes)?;
            }
        }
        map.end()
    }
}

impl ZeroSumGame {
    pub(super) fn tell(&self, text: &mut String) {
        let ZeroSumGame { maxmin, minmax, solution } = self;
        let Some(solution) = solution else {
            let _ = writeln!(text, "value: between {maxmin} and {minmax}");
            return;
        };
        let _ = writeln!(text, "value: {}", brief(&solution.value, VALUE_LETTERS));
        let _ = writeln!(text, "row: {}\ncolumn: {}", solution.row.text(), solution.column.text());
        let points = &solution.saddle_points;
        let shown = points.iter().take(SHOWN_SADDLE_POINTS);
        let shown: Vec<String> =
            shown.map(|point| format!("{} and {}", point.row.text(), point.column.text())).collect();
        let rest = points.len().saturating_sub(SHOWN_SADDLE_POINTS);
        let rest = if rest > 0 { format!("; and {rest} more") } else { String::new() };
        let shown = match points.is_empty() {
            true => format!("none (single rows guarantee {maxmin}, single columns {minmax})"),
            false => shown.join("; "),
        };
        let _ = writeln!(text, "saddle points: {shown}{rest}");
        solution.extreme.iter().for_each(|extreme| extreme.tell(text));
    }
}
