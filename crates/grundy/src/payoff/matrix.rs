//! Matrix games, solved exactly: the value and optimal mixes of zero-sum games, the equilibria of bimatrix games.

mod bimatrix;
mod choice;
mod domination;
mod explain;
mod zerosum;

use super::{PayoffList, ending, problem, unmarked};
use crate::budget::Budget;
use crate::json;
use crate::library::MATRICES;
use crate::problem::Problem;
use crate::report::{Ended, Language, Report};
use crate::text::Text;
use crate::words::Say;
use choice::Names;
use grundy_answer::Standing;
use grundy_payoff::heatmap;
use grundy_payoff::matrix::Side;
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::table::{Game, Table, parse_mix};
use grundy_payoff::zerosum::certificate::Certificate;
use serde::Serialize;

pub use bimatrix::{
    BimatrixGame, ExtremeEquilibria, FirstEquilibrium, MixedEquilibrium, NumberedEquilibrium, PureEquilibrium,
};
pub use choice::{Choice, Mix, Weighted};
pub use domination::{DominatedChoice, Domination, Eliminations, Remaining};
pub use zerosum::{ExtremeMixes, Guarantees, SaddlePoint, ZeroSumGame, ZeroSumSolution};

/// Letters of a number told in words.
const NUMBER_LETTERS: usize = 24;

/// What to tell of a matrix game.
#[derive(Clone, Debug)]
pub struct MatrixWant {
    /// Whether all extreme optimal mixes or equilibria are wanted, whatever the size of the game.
    pub all: bool,
    /// Whether the way to the answer is wanted.
    pub explain: bool,
    /// Whether choices dominated by mixes are wanted, whatever the size of the game.
    pub dominated: bool,
    /// A mix of the row player to which the column player's best replies are wanted; its name is for messages.
    pub against_row: Option<Text>,
    /// A mix of the column player to which the row player's best replies are wanted; its name is for messages.
    pub against_column: Option<Text>,
    /// The label that the Lemke-Howson path drops first: 1 is the first row, and after the rows come the columns.
    pub label: usize,
}

/// A matrix game, solved.
#[derive(Serialize)]
pub struct MatrixAnswer {
    /// `zero-sum` or `bimatrix`.
    pub kind: &'static str,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// What is found.
    #[serde(flatten)]
    pub found: MatrixFound,
    /// The dominated choices.
    #[serde(flatten)]
    pub domination: Option<Domination>,
    /// The best replies that were asked for.
    #[serde(skip_serializing_if = "BestReplies::is_empty")]
    pub best_reply: BestReplies,
    /// Dominated choices removed one after another, if the way was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eliminations: Option<Eliminations>,
    /// The game with its solution in LaTeX; nothing where a zero-sum game was not solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// How sure it is.
    pub standing: Standing,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// The way to the answer, in lines, if it was asked for.
    #[serde(skip)]
    pub explanation: Vec<String>,
    /// The game.
    #[serde(skip)]
    pub table: Table,
    /// The solution of a zero-sum game.
    #[serde(skip)]
    pub certificate: Option<Certificate>,
    /// Whether something was stopped.
    #[serde(skip)]
    is_cut: bool,
}

/// What is found of a matrix game.
#[derive(Serialize)]
#[serde(untagged)]
pub enum MatrixFound {
    /// Of a zero-sum game.
    ZeroSum(Box<ZeroSumGame>),
    /// Of a bimatrix game.
    Bimatrix(Box<BimatrixGame>),
}

/// Best replies to given mixes.
#[derive(Default, Serialize)]
pub struct BestReplies {
    /// Of the row player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<BestReply>,
    /// Of the column player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<BestReply>,
}

/// The best replies of one player.
#[derive(Serialize)]
pub struct BestReply {
    /// The choices, all of them best.
    pub choices: Vec<Choice>,
    /// What they are worth.
    #[serde(serialize_with = "json::words")]
    pub payoff: Rational,
}

/// Solves the matrix game of a text.
pub fn matrix(text: &Text, want: &MatrixWant, budget: &Budget) -> Result<MatrixAnswer, Problem> {
    let table = Table::parse(unmarked(text)).map_err(|fault| problem(text, fault))?;
    match &table.game {
        Game::ZeroSum(matrix) => zerosum::answer(&table, matrix, want, budget),
        Game::Bimatrix(game) => bimatrix::answer(&table, game, want, budget),
    }
}

/// The matrix games of the library.
pub fn matrices() -> PayoffList {
    PayoffList::new(MATRICES, |text| Table::parse(text).ok().and_then(|table| table.title))
}

impl MatrixAnswer {
    fn new(table: &Table, kind: &'static str, found: MatrixFound, standing: Standing) -> MatrixAnswer {
        let (rows, columns) = table.shape();
        MatrixAnswer {
            kind,
            rows: (0..rows).map(|row| table.name(Side::Row, row)).collect(),
            columns: (0..columns).map(|column| table.name(Side::Column, column)).collect(),
            found,
            domination: None,
            best_reply: BestReplies::default(),
            eliminations: None,
            latex: None,
            standing,
            seconds: 0.0,
            explanation: Vec::new(),
            table: table.clone(),
            certificate: None,
            is_cut: false,
        }
    }

    /// What a file of this name is to hold, by its ending; nothing where a zero-sum game was not solved.
    pub fn file(&self, name: &str) -> Result<Option<String>, Problem> {
        match (&self.found, ending(name).as_str()) {
            (MatrixFound::ZeroSum(game), _) if game.solution.is_none() => Ok(None),
            (_, "tex") => Ok(self.latex.clone()),
            (MatrixFound::ZeroSum(_), "svg") => {
                Ok(self.certificate.as_ref().and_then(|certificate| heatmap::svg(&self.table, certificate)))
            }
            (MatrixFound::ZeroSum(_), _) => {
                Err(Problem::bad_input("usage", format!("{name} ends neither with .svg nor with .tex")))
            }
            (MatrixFound::Bimatrix(_), _) => {
                Err(Problem::bad_input("usage", "a bimatrix game can only be written as .tex"))
            }
        }
    }
}

impl BestReplies {
    /// The best replies to the mixes that are given; `best` finds them.
    fn of(
        table: &Table,
        want: &MatrixWant,
        best: impl Fn(Side, &[Rational]) -> (Rational, Vec<usize>),
    ) -> Result<BestReplies, Problem> {
        let names = Names(table);
        let reply = |side: Side, mix: Option<&Text>| {
            let Some(text) = mix else { return Ok(None) };
            let mix = parse_mix(&text.text, names.count(side.other())).map_err(|fault| problem(text, fault))?;
            let (payoff, choices) = best(side, &mix);
            let choices = choices.into_iter().map(|choice| names.choice(side, choice)).collect();
            Ok(Some(BestReply { choices, payoff }))
        };
        Ok(BestReplies {
            row: reply(Side::Row, want.against_column.as_ref())?,
            column: reply(Side::Column, want.against_row.as_ref())?,
        })
    }

    fn is_empty(&self) -> bool {
        self.row.is_none() && self.column.is_none()
    }

    fn tell(&self, text: &mut String) {
        for (side, reply) in [(Side::Row, &self.row), (Side::Column, &self.column)] {
            let Some(BestReply { choices, payoff }) = reply else { continue };
            let names: Vec<String> = choices.iter().map(Choice::text).collect();
            let worth = brief(payoff, NUMBER_LETTERS);
            text.push_str(&format!("best reply of {}: {}, worth {worth}\n", side.word(), names.join(" or ")));
        }
    }
}

impl Report for MatrixAnswer {
    fn words(&self, language: Language) -> String {
        let title = self.table.title.as_deref().map(|title| format!("{title}: ")).unwrap_or_default();
        let mut text = format!("{title}{} game, {} x {}\n", self.kind, self.rows.len(), self.columns.len());
        match &self.found {
            MatrixFound::ZeroSum(game) => game.tell(&mut text),
            MatrixFound::Bimatrix(game) => game.tell(&mut text),
        }
        self.domination.iter().for_each(|domination| domination.tell(&mut text));
        self.best_reply.tell(&mut text);
        for line in &self.explanation {
            text.push_str(line);
            text.push('\n');
        }
        if text.contains('~') {
            text.push_str("(~ marks numbers too long to print; --json has them exactly)\n");
        }
        format!("{text}{}\n", self.standing.say(language))
    }

    fn ended(&self) -> Ended {
        if self.is_cut { Ended::Limit } else { Ended::Fine }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(text: &str) -> Result<MatrixAnswer, Problem> {
        let mix = Some(Text::new("mix", "1/2 1/2"));
        let want = MatrixWant {
            all: true,
            explain: true,
            dominated: true,
            against_row: mix.clone(),
            against_column: mix,
            label: 1,
        };
        matrix(&Text::new("", text), &want, &Budget::unlimited())
    }

    #[test]
    fn both_kinds_are_solved() {
        let zero_sum = serde_json::to_value(solved("4 1; 2 3").expect("a game")).expect("JSON");
        assert_eq!((&zero_sum["value"], &zero_sum["row"][0]), (&"5/2".into(), &"1/4".into()));
        assert_eq!(zero_sum["best_reply"]["row"]["choices"].as_array().map(Vec::len), Some(2));
        let bimatrix = serde_json::to_value(solved("(3,3) (0,5); (5,0) (1,1)").expect("a game")).expect("JSON");
        assert_eq!(bimatrix["pure"][0]["payoffs"], serde_json::to_value(["1", "1"]).expect("JSON"));
        assert_eq!(bimatrix["eliminations"]["steps"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn faults_have_their_place() {
        assert_eq!(solved("1 2; 3").err().and_then(|problem| problem.place).as_deref(), Some("line 1, column 6"));
        assert_eq!(solved("1 2 3; 4 5 6").err().and_then(|problem| problem.place).as_deref(), Some("mix:1:1"));
    }
}
