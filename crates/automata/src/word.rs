//! One accepted word: a tuple of naturals, however large, as the columns of its digits.

use crate::{Digits, Var};
use std::fmt;

/// A tuple of natural numbers, one for each variable, read from the digits of an accepted word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub(crate) digits: Digits,
    pub(crate) vars: Vec<Var>,
    /// Bit j of a column is the digit of `vars[j]`; most significant column first.
    pub(crate) columns: Vec<u32>,
}

impl Word {
    /// The variables, ascending; the other methods follow this order.
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The values, if all of them fit in 128 bits.
    pub fn values(&self) -> Option<Vec<u128>> {
        (0..self.vars.len()).map(|j| self.digits.read(self.digits_of(j))).collect()
    }

    /// The value of `var`, if it is one of the variables and fits in 128 bits.
    pub fn value(&self, var: Var) -> Option<u128> {
        let j = self.vars.iter().position(|&other| other == var)?;
        self.digits.read(self.digits_of(j))
    }

    /// The values in decimal, whatever their size.
    pub fn decimals(&self) -> Vec<String> {
        (0..self.vars.len()).map(|j| decimal(self.digits, self.digits_of(j))).collect()
    }

    /// How many digits the longest value has.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Whether all values are 0.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    fn digits_of(&self, j: usize) -> impl Iterator<Item = bool> + '_ {
        self.columns.iter().map(move |column| column >> j & 1 == 1)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.decimals()[..] {
            [one] => f.write_str(one),
            many => write!(f, "({})", many.join(", ")),
        }
    }
}

/// Little-endian limbs below 10^9 are enough: words have at most as many digits as an automaton has states.
fn decimal(digits: Digits, word: impl Iterator<Item = bool>) -> String {
    const LIMB: u64 = 1_000_000_000;
    let plus = |a: &[u64], b: &[u64], carry: u64| {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len().max(b.len()) + 1);
        for i in 0..a.len().max(b.len()) {
            carry += a.get(i).unwrap_or(&0) + b.get(i).unwrap_or(&0);
            sum.push(carry % LIMB);
            carry /= LIMB;
        }
        if carry > 0 {
            sum.push(carry);
        }
        sum
    };
    let (mut high, mut low): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    for digit in word {
        match digits {
            Digits::Base2 => high = plus(&high, &high, digit.into()),
            Digits::Zeckendorf => {
                let next = plus(&high, &low, digit.into());
                low = std::mem::replace(&mut high, next);
            }
        }
    }
    let limbs = plus(&high, &low, 0);
    let Some((top, rest)) = limbs.split_last() else { return "0".to_string() };
    let mut text = top.to_string();
    for limb in rest.iter().rev() {
        text.push_str(&format!("{limb:09}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::decimal;
    use crate::Digits;

    #[test]
    fn decimals_of_large_values() {
        for digits in [Digits::Base2, Digits::Zeckendorf] {
            for n in [0, 1, 999_999_999, 1_000_000_000, u128::from(u64::MAX), u128::MAX] {
                assert_eq!(decimal(digits, digits.write(n).into_iter()), n.to_string());
            }
        }
        let two_to_the_200 = std::iter::once(true).chain([false; 200]);
        let expected = "1606938044258990275541962092341162602522202993782792835301376";
        assert_eq!(decimal(Digits::Base2, two_to_the_200), expected);
    }
}
