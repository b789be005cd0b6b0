//! Digit systems, most significant digit first.
//!
//! Invariant: every natural number has exactly one word without leading zeros, leading zeros never change
//! the number, and for words of one length the numeric order is the lexicographic one. In base 2 every word
//! is valid; in Zeckendorf's system (Zeckendorf 1972; digit i, from the right and from 0, weighs F(i+2) = 1,
//! 2, 3, 5, 8, ...) exactly the words without two neighbouring ones are.

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Digits {
    /// Powers of two.
    Base2,
    /// Fibonacci numbers, no two neighbours used.
    Zeckendorf,
}

impl Digits {
    /// The digits of `n`, most significant first, none for 0.
    pub fn write(self, mut n: u128) -> Vec<bool> {
        match self {
            Digits::Base2 => (0..128 - n.leading_zeros()).rev().map(|i| n >> i & 1 == 1).collect(),
            Digits::Zeckendorf => {
                let weights = fibonacci_up_to(n);
                let digit = |&weight: &u128| {
                    let taken = weight <= n;
                    if taken {
                        n -= weight;
                    }
                    taken
                };
                weights.iter().rev().map(digit).collect()
            }
        }
    }

    /// The number written by `word`, most significant digit first; `None` when it does not fit in 128 bits.
    pub fn read(self, word: impl IntoIterator<Item = bool>) -> Option<u128> {
        let mut digits = word.into_iter().map(u128::from).skip_while(|&digit| digit == 0);
        match self {
            Digits::Base2 => digits.try_fold(0u128, |n, digit| n.checked_mul(2)?.checked_add(digit)),
            // With r digits to come the number is high * F(r+2) + low * F(r+1).
            Digits::Zeckendorf => {
                let step = |(high, low): (u128, u128), digit| Some((high.checked_add(low)?.checked_add(digit)?, high));
                let (high, low) = digits.try_fold((0, 0), step)?;
                high.checked_add(low)
            }
        }
    }

    /// The name used in certificates and messages.
    pub fn name(self) -> &'static str {
        match self {
            Digits::Base2 => "base-2",
            Digits::Zeckendorf => "zeckendorf",
        }
    }
}

/// The weights 1, 2, 3, 5, ... not above `n`.
fn fibonacci_up_to(n: u128) -> Vec<u128> {
    let (mut weights, mut next, mut after) = (Vec::new(), 1u128, 2u128);
    while next <= n {
        weights.push(next);
        let Some(sum) = next.checked_add(after) else {
            if after <= n {
                weights.push(after);
            }
            break;
        };
        (next, after) = (after, sum);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::Digits::{self, *};

    #[test]
    fn every_number_is_written_once_and_read_back() {
        for system in [Base2, Zeckendorf] {
            for n in (0..5000).chain([u128::from(u64::MAX), u128::MAX / 3, u128::MAX]) {
                let word = system.write(n);
                assert_eq!(system.read(word.iter().copied()), Some(n));
                assert!(word.first() != Some(&false));
                assert!(system == Base2 || word.windows(2).all(|pair| pair != [true, true]));
            }
        }
    }

    #[test]
    fn zeckendorf_of_one_hundred_is_89_8_3() {
        let word: String = Digits::Zeckendorf.write(100).iter().map(|&digit| if digit { '1' } else { '0' }).collect();
        assert_eq!(word, "1000010100");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(Base2.read([true; 129]), None);
        assert_eq!(Zeckendorf.read((0..400).map(|i| i % 2 == 0)), None);
    }
}
