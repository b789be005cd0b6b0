//! What an expression comes to.

use crate::{Dyadic, Game, Halt, KoThermograph, Relation, Sided, Thermograph, Values};

/// A value, a comparison, or something that describes a value.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A short game.
    Game(Game),
    /// A loopy value that is not a short game.
    Loopy(Box<Sided>),
    /// How two values compare, and whether that is what was claimed.
    Comparison {
        /// The relation between the two sides.
        relation: Relation,
        /// Whether the comparison asked for holds.
        holds: bool,
    },
    /// Yes or no.
    Truth(bool),
    /// A text, such as LaTeX.
    Text(String),
    /// Several answers.
    List(Vec<Answer>),
    /// Several answers printed beside each other.
    Row(Vec<Answer>),
    /// Rows under heads.
    Table(Box<Grid>),
    /// Points.
    Plot(Box<Plot>),
    /// A function that was defined, as `f(n)`.
    Defined(String),
    /// A thermograph.
    Thermograph(Box<Thermograph>),
    /// A thermograph of a position with kos, one player being komaster.
    KoThermograph(Box<KoThermograph>),
}

/// A table.
#[derive(Clone, Debug)]
pub struct Grid {
    /// What stands above each column.
    pub heads: Vec<String>,
    /// The rows, each as long as there are heads.
    pub rows: Vec<Vec<Answer>>,
}

/// Numbers over numbers.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What goes along; empty if rows are counted.
    pub along: String,
    /// What goes up, one for each series.
    pub heads: Vec<String>,
    /// Which series, how far along, how far up.
    pub points: Vec<(usize, Dyadic, Dyadic)>,
}

impl Answer {
    /// A loopy value, or the short game it turns out to be.
    pub fn loopy(values: Values<'_>, sided: Sided) -> Result<Answer, Halt> {
        Ok(match sided.as_game(values)? {
            Some(game) => Answer::Game(game),
            None => Answer::Loopy(Box::new(sided)),
        })
    }

    /// The value as a loopy one; `None` if this is no value.
    pub fn sided(&self, values: Values<'_>) -> Result<Option<Sided>, Halt> {
        match self {
            Answer::Game(game) => Sided::of_game(values, *game).map(Some),
            Answer::Loopy(sided) => Ok(Some((**sided).clone())),
            _ => Ok(None),
        }
    }

    /// What kind of thing this is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Answer::Game(_) => "a game",
            Answer::Loopy(_) => "a loopy value",
            Answer::Comparison { .. } | Answer::Truth(_) => "true or false",
            Answer::Text(_) => "a text",
            Answer::List(_) | Answer::Row(_) => "a list",
            Answer::Thermograph(_) | Answer::KoThermograph(_) => "a thermograph",
            Answer::Table(_) => "a table",
            Answer::Plot(_) => "a plot",
            Answer::Defined(_) => "a definition",
        }
    }

    /// Yes or no, if this says so.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Answer::Truth(truth) | Answer::Comparison { holds: truth, .. } => Some(*truth),
            _ => None,
        }
    }

    /// The answer on one line, values as the calculator reads them.
    pub fn text(&self, values: Values<'_>) -> Result<String, Halt> {
        Ok(match self {
            Answer::Game(game) => values.text(*game)?,
            Answer::Loopy(loopy) => loopy.text(values)?,
            Answer::Comparison { relation, holds } => format!("{holds} ({})", relation.symbol()),
            Answer::Truth(truth) => truth.to_string(),
            Answer::Text(text) => text.clone(),
            Answer::List(answers) => {
                let texts: Result<Vec<String>, Halt> = answers.iter().map(|answer| answer.text(values)).collect();
                format!("[{}]", texts?.join(", "))
            }
            Answer::Row(answers) => {
                let texts: Result<Vec<String>, Halt> = answers.iter().map(|answer| answer.text(values)).collect();
                texts?.join(" ")
            }
            Answer::Defined(head) => head.clone(),
            Answer::Table(grid) => grid.text(values)?,
            Answer::Plot(plot) => plot.text(),
            Answer::KoThermograph(thermograph) => thermograph.to_string(),
            Answer::Thermograph(thermograph) => {
                let wall = |wall: &crate::Wall| {
                    let corners = wall.corners().iter().map(|(t, value)| format!("{value} at {t}"));
                    corners.collect::<Vec<_>>().join(", ")
                };
                format!(
                    "mean {}, temperature {}; left wall {}; right wall {}",
                    thermograph.mean,
                    thermograph.temperature,
                    wall(&thermograph.left),
                    wall(&thermograph.right)
                )
            }
        })
    }
}
