//! Systems of digits in which numbers are read.

/// How numbers are written; most significant digit first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// Powers of two.
    Base2,
    /// Fibonacci numbers 1, 2, 3, 5, 8, ..., no two neighbours.
    Zeckendorf,
}

impl Digits {
    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            Digits::Base2 => "base-2",
            Digits::Zeckendorf => "zeckendorf",
        }
    }

    /// The digits of `number`, most significant first, none for 0.
    pub fn write(self, mut number: u128) -> Vec<bool> {
        let mut weights = vec![1u128];
        while let Some(next) = match (self, &weights[..]) {
            (Digits::Zeckendorf, [.., a, b]) => a.checked_add(*b),
            (_, [.., last]) => last.checked_mul(2),
            _ => None,
        } {
            weights.push(next);
        }
        let take = |weight: u128| {
            let taken = weight <= number;
            number -= if taken { weight } else { 0 };
            taken
        };
        weights.into_iter().rev().map(take).skip_while(|taken| !taken).collect()
    }

    /// The number written by `word`, capped at the largest that fits.
    pub fn read(self, word: impl Iterator<Item = bool>) -> u128 {
        let (mut high, mut low) = (0u128, 0u128);
        for digit in word.map(u128::from) {
            let next = match self {
                Digits::Base2 => high.saturating_mul(2),
                Digits::Zeckendorf => high.saturating_add(std::mem::replace(&mut low, high)),
            };
            high = next.saturating_add(digit);
        }
        high.saturating_add(low)
    }
}
