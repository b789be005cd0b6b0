//! Choices of a matrix game by their names, and mixes of them.

use grundy_payoff::matrix::Side;
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::table::Table;
use serde::ser::{Serialize, Serializer};

/// Choices of a mix told in words.
const SHOWN: usize = 20;

/// A row or a column. Its JSON is its name.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Whose it is.
    pub side: Side,
    /// Which, counted from 0.
    pub number: usize,
    /// Its name; a number, counted from 1, where the text gives none.
    pub name: String,
    is_named: bool,
}

/// A choice with its probability.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Weighted {
    /// The choice.
    pub choice: Choice,
    /// Its probability.
    #[serde(serialize_with = "crate::json::words")]
    pub weight: Rational,
}

/// A mix of the choices of one player. Its JSON is the list of all probabilities.
#[derive(Clone, Debug)]
pub struct Mix {
    /// The probability of each choice.
    pub weights: Vec<Rational>,
    /// The choices that are used.
    pub used: Vec<Weighted>,
}

impl Choice {
    /// Its name; a bare number gets its side's word.
    pub(super) fn text(&self) -> String {
        if self.is_named { self.name.clone() } else { self.sided() }
    }

    /// Its name after its side's word, where both sides are spoken of.
    pub(super) fn sided(&self) -> String {
        format!("{} {}", self.side.word(), self.name)
    }
}

/// `1/3 Rock + 2/3 Paper`.
pub(super) fn mix_text(used: &[Weighted]) -> String {
    let part = |part: &Weighted| match part.weight.is_one() {
        true => part.choice.text(),
        false => format!("{} {}", brief(&part.weight, super::NUMBER_LETTERS), part.choice.text()),
    };
    let shown: Vec<String> = used.iter().take(SHOWN).map(part).collect();
    let rest = used.len().saturating_sub(SHOWN);
    if rest > 0 { format!("{} + {rest} more", shown.join(" + ")) } else { shown.join(" + ") }
}

impl Mix {
    /// The choices used, in words.
    pub(super) fn text(&self) -> String {
        mix_text(&self.used)
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

impl Serialize for Mix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::json::each_in_words(&self.weights, serializer)
    }
}

/// The names that a game gives its choices.
pub(super) struct Names<'t>(pub &'t Table);

impl Names<'_> {
    /// How many choices a player has.
    pub fn count(&self, side: Side) -> usize {
        let (rows, columns) = self.0.shape();
        if side == Side::Row { rows } else { columns }
    }

    /// A choice with its name.
    pub fn choice(&self, side: Side, number: usize) -> Choice {
        Choice { side, number, name: self.0.name(side, number), is_named: self.0.is_named(side) }
    }

    /// Several choices with their names.
    pub fn choices(&self, side: Side, numbers: &[usize]) -> Vec<Choice> {
        numbers.iter().map(|&number| self.choice(side, number)).collect()
    }

    /// A choice's name after its side's word.
    pub fn sided(&self, side: Side, number: usize) -> String {
        self.choice(side, number).sided()
    }

    /// A mix with its names.
    pub fn mix(&self, side: Side, weights: &[Rational]) -> Mix {
        let used = weights.iter().enumerate().filter(|(_, weight)| !weight.is_zero());
        let used = used.map(|(number, weight)| Weighted { choice: self.choice(side, number), weight: weight.clone() });
        Mix { used: used.collect(), weights: weights.to_vec() }
    }
}
