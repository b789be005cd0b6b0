//! Thermographs: the walls of a game and its mast (Conway, *On Numbers and Games*, ch. 9; Siegel, *CGT*, II.5).
//!
//! Invariant: the corners of a wall are listed from the lowest temperature up; the last corner of each is the foot of
//! the mast. Coordinates are exact as text; the number beside it only places it.

use grundy_answer::Standing;

/// An exact number: as text, and about where it lies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exact {
    /// Where it lies.
    pub at: f64,
    /// What it is: `-1/2`.
    pub text: String,
}

impl Exact {
    /// The fraction `numerator / denominator`, written in lowest terms. The denominator must not be zero.
    pub fn fraction(numerator: i64, denominator: i64) -> Exact {
        let gcd = |mut a: u64, mut b: u64| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let common = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i64 * denominator.signum();
        let (numerator, denominator) = (numerator / common, denominator / common);
        let text = if denominator == 1 { numerator.to_string() } else { format!("{numerator}/{denominator}") };
        Exact { at: numerator as f64 / denominator as f64, text }
    }
}

/// A corner of a wall.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corner {
    /// The value there.
    pub value: Exact,
    /// The temperature there.
    pub temperature: Exact,
}

/// A thermograph to be drawn: Left's wall is on the left, where values are larger.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thermograph {
    /// What the picture is of; empty for none.
    pub title: String,
    /// How sure it is.
    pub standing: Option<Standing>,
    /// Left's wall.
    pub left: Vec<Corner>,
    /// Right's wall.
    pub right: Vec<Corner>,
}

impl Thermograph {
    /// The foot of the mast: mean and temperature.
    pub fn foot(&self) -> Option<&Corner> {
        self.left.last().or(self.right.last())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(Exact::fraction(6, -4), Exact { at: -1.5, text: "-3/2".into() });
        assert_eq!(Exact::fraction(4, 2).text, "2");
    }
}
