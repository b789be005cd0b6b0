//! A bimatrix game: its equilibria.

use super::choice::{Choice, Mix, Names};
use super::domination::{self, Domination};
use super::{BestReplies, MatrixAnswer, MatrixFound, MatrixWant, NUMBER_LETTERS, explain};
use crate::budget::Budget;
use crate::json;
use crate::problem::Problem;
use grundy_answer::{Standing, Stop, message};
use grundy_payoff::bimatrix::{Bimatrix, Equilibrium, extreme, lemke};
use grundy_payoff::dominance::{self, Reach, Views};
use grundy_payoff::latex;
use grundy_payoff::matrix::Side;
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::table::Table;
use serde::Serialize;
use std::fmt::Write;

/// Up to this many choices of both players together, all equilibria are enumerated without being asked.
const SMALL_CHOICES: usize = 14;

/// Pure equilibria told in words.
const SHOWN_PURE: usize = 30;

/// Extreme equilibria told in words.
const SHOWN_EXTREME: usize = 100;

/// A bimatrix game.
#[derive(Serialize)]
pub struct BimatrixGame {
    /// All equilibria in pure strategies.
    pub pure: Vec<PureEquilibrium>,
    /// One equilibrium.
    #[serde(flatten)]
    pub first: FirstEquilibrium,
    /// All extreme equilibria.
    #[serde(flatten)]
    pub extreme: ExtremeEquilibria,
    /// What the payoffs of all cells sum to, where that is the same.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::words_if_any")]
    pub constant_sum: Option<Rational>,
}

/// An equilibrium of single choices.
#[derive(Serialize)]
pub struct PureEquilibrium {
    /// The row.
    pub row: Choice,
    /// The column.
    pub column: Choice,
    /// What each player gets.
    #[serde(serialize_with = "pair")]
    pub payoffs: [Rational; 2],
}

/// An equilibrium of mixes.
#[derive(Serialize)]
pub struct MixedEquilibrium {
    /// The row player's mix.
    pub row: Mix,
    /// The column player's mix.
    pub column: Mix,
    /// What each player gets.
    #[serde(serialize_with = "pair")]
    pub payoffs: [Rational; 2],
}

/// The equilibrium at the end of a Lemke-Howson path.
#[derive(Serialize)]
#[serde(untagged)]
pub enum FirstEquilibrium {
    /// It was found.
    Found {
        /// The equilibrium.
        #[serde(flatten)]
        equilibrium: Box<MixedEquilibrium>,
        /// Pivots on the path.
        pivots: usize,
        /// The label that was dropped first.
        #[serde(skip)]
        label: usize,
    },
    /// The path was stopped.
    Stopped {
        /// Why.
        #[serde(skip)]
        stop: Stop,
    },
}

/// The extreme equilibria.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ExtremeEquilibria {
    /// All of them.
    Found {
        /// The equilibria.
        equilibria: Vec<NumberedEquilibrium>,
        /// In how many connected sets they lie.
        connected_sets: usize,
    },
    /// The search was stopped.
    Stopped {
        /// Why.
        #[serde(skip)]
        stop: Stop,
    },
    /// The game is large, and they were not asked for.
    Unasked {},
}

/// An extreme equilibrium with its connected set.
#[derive(Serialize)]
pub struct NumberedEquilibrium {
    /// The equilibrium.
    #[serde(flatten)]
    pub equilibrium: MixedEquilibrium,
    /// The connected set, counted from 1.
    pub set: usize,
}

/// Solves a bimatrix game.
pub(super) fn answer(
    table: &Table,
    game: &Bimatrix,
    want: &MatrixWant,
    budget: &Budget,
) -> Result<MatrixAnswer, Problem> {
    let names = Names(table);
    let (rows, columns) = table.shape();
    let labels = rows + columns;
    if want.label == 0 || want.label > labels {
        let message = format!("there is no label {}; there are {labels}", want.label);
        return Err(Problem::bad_input("usage", message).remedy("rows are numbered first, then columns"));
    }
    let mut standing = Standing::Proved(message!(
        "no player gains by any single choice against the other's mix, checked in exact arithmetic"
    ));
    let (first, mixes) = match lemke::equilibrium(game, want.label - 1, budget) {
        Ok((found, pivots)) => {
            assert_eq!(game.refute(&found), None, "a completely labelled pair is an equilibrium");
            let equilibrium = Box::new(MixedEquilibrium::of(&names, &found));
            (FirstEquilibrium::Found { equilibrium, pivots, label: want.label }, Some(found))
        }
        Err(stop) => {
            standing = Standing::Checked(message!("the pure equilibria are all; {}", stop));
            (FirstEquilibrium::Stopped { stop }, None)
        }
    };
    let extreme = match want.all || labels <= SMALL_CHOICES {
        true => ExtremeEquilibria::of(&names, game, budget),
        false => ExtremeEquilibria::Unasked {},
    };
    let is_cut = mixes.is_none() || matches!(extreme, ExtremeEquilibria::Stopped { .. });
    let found = BimatrixGame { pure: pure(&names, game), first, extreme, constant_sum: game.constant_sum() };
    let mut answer = MatrixAnswer::new(table, "bimatrix", MatrixFound::Bimatrix(Box::new(found)), standing);
    answer.is_cut = is_cut;
    let views = Views::bimatrix(game.payoffs(Side::Row), game.payoffs(Side::Column));
    let reach = if want.dominated { Reach::Mixed } else { domination::reach(rows * columns) };
    let dominated = Domination::of(&names, dominance::all(&views, reach, budget), reach);
    answer.is_cut |= dominated.is_stopped();
    answer.domination = Some(dominated);
    answer.best_reply = BestReplies::of(table, want, |side, mix| game.best_replies(side, mix))?;
    if want.explain {
        explain::bimatrix(&mut answer, game, &views, mixes.as_ref(), budget);
    }
    let mixes = mixes.as_ref().map(|found| (found.row.as_slice(), found.column.as_slice()));
    answer.latex = Some(latex::array(table, mixes, None));
    answer.seconds = budget.seconds();
    Ok(answer)
}

fn pure(names: &Names, game: &Bimatrix) -> Vec<PureEquilibrium> {
    let cells = game.pure_equilibria().into_iter();
    let cell = |(row, column)| PureEquilibrium {
        row: names.choice(Side::Row, row),
        column: names.choice(Side::Column, column),
        payoffs: [Side::Row, Side::Column].map(|side| game.payoffs(side).at(row, column).clone()),
    };
    cells.map(cell).collect()
}

fn pair<S: serde::Serializer>(payoffs: &[Rational; 2], serializer: S) -> Result<S::Ok, S::Error> {
    json::each_in_words(payoffs, serializer)
}

impl MixedEquilibrium {
    fn of(names: &Names, found: &Equilibrium) -> MixedEquilibrium {
        MixedEquilibrium {
            row: names.mix(Side::Row, &found.row),
            column: names.mix(Side::Column, &found.column),
            payoffs: found.payoffs.clone(),
        }
    }

    fn text(&self) -> String {
        let [a, b] = self.payoffs.each_ref().map(|payoff| brief(payoff, NUMBER_LETTERS));
        format!("{} | {}: ({a}, {b})", self.row.text(), self.column.text())
    }
}

impl ExtremeEquilibria {
    fn of(names: &Names, game: &Bimatrix, budget: &Budget) -> ExtremeEquilibria {
        let found = match extreme::equilibria(game, budget) {
            Ok(found) => found,
            Err(stop) => return ExtremeEquilibria::Stopped { stop },
        };
        let numbered = |(equilibrium, set): (&Equilibrium, &usize)| NumberedEquilibrium {
            equilibrium: MixedEquilibrium::of(names, equilibrium),
            set: set + 1,
        };
        let equilibria = found.equilibria.iter().zip(&found.component).map(numbered).collect();
        ExtremeEquilibria::Found { equilibria, connected_sets: found.components }
    }

    fn tell(&self, text: &mut String) {
        let (equilibria, connected_sets) = match self {
            ExtremeEquilibria::Found { equilibria, connected_sets } => (equilibria, *connected_sets),
            ExtremeEquilibria::Stopped { stop } => {
                let _ = writeln!(text, "all extreme equilibria: not found, {stop}");
                return;
            }
            ExtremeEquilibria::Unasked {} => {
                let _ = writeln!(text, "all extreme equilibria: ask with --all");
                return;
            }
        };
        let count = equilibria.len();
        let sets = match connected_sets {
            1 => "in one connected set".to_string(),
            sets => format!("in {sets} connected sets"),
        };
        let _ = writeln!(text, "all extreme equilibria: {count}, {sets}");
        for NumberedEquilibrium { equilibrium, set } in equilibria.iter().take(SHOWN_EXTREME) {
            let set = if connected_sets < count { format!(" [set {set}]") } else { String::new() };
            let _ = writeln!(text, "  {}{set}", equilibrium.text());
        }
        if count > SHOWN_EXTREME {
            let _ = writeln!(text, "  and {} more (all are in --json)", count - SHOWN_EXTREME);
        }
    }
}

impl BimatrixGame {
    pub(super) fn tell(&self, text: &mut String) {
        let _ = match self.pure.len() {
            0 => writeln!(text, "pure equilibria: none"),
            count => writeln!(text, "pure equilibria: {count}"),
        };
        for PureEquilibrium { row, column, payoffs: [a, b] } in self.pure.iter().take(SHOWN_PURE) {
            let _ = writeln!(text, "  {} and {}: ({a}, {b})", row.text(), column.text());
        }
        if self.pure.len() > SHOWN_PURE {
            let _ = writeln!(text, "  and {} more", self.pure.len() - SHOWN_PURE);
        }
        let _ = match &self.first {
            FirstEquilibrium::Found { equilibrium, pivots, label } => {
                let shown = equilibrium.text();
                writeln!(text, "one equilibrium (Lemke-Howson from label {label}, {pivots} pivots): {shown}")
            }
            FirstEquilibrium::Stopped { stop } => writeln!(text, "one equilibrium: not found, {stop}"),
        };
        self.extreme.tell(text);
        if let Some(sum) = &self.constant_sum {
            let _ =
                writeln!(text, "the payoffs always sum to {sum}: all equilibria pay the same, as in a zero-sum game");
        }
    }
}
