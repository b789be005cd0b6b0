//! Powers of a game `{0|H}` and uptimals (*Winning Ways* ch. 8; Siegel, *CGT* II.4): sums of a number, a nimber and powers of up.
//!
//! `G^n = {0 | H - G^[n-1]}` and `G^[n] = {G^[n-1] | H}`, the sum of the first `n` powers; `G^[0] = 0`. Each power of up is
//! infinitesimal beside the one before it, so the digits of an uptimal can be found one after the other.

use crate::{Dyadic, Game, Halt, Nimber, Relation, Side, Values};

/// `number + *star + digits[0] . ^ + digits[1] . ^<2> + ...`; the last digit is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptimal {
    /// The number part.
    pub number: Dyadic,
    /// The nimber part.
    pub star: u128,
    /// How many of each power of up.
    pub digits: Vec<i64>,
}

/// Digits are looked for up to this power, this size and beside nimbers up to this one.
const MOST: (u32, i64, u128) = (12, 12, 16);

impl Values<'_> {
    /// `H`, if the value is `{0|H}` in canonical form.
    fn after_zero(self, g: Game) -> Result<Option<Game>, Halt> {
        let (left, right) = (self.options(g, Side::Left)?, self.options(g, Side::Right)?);
        Ok(match (&left[..], &right[..]) {
            ([Game::ZERO], [only]) => Some(*only),
            _ => None,
        })
    }

    /// `g^n`; `None` unless `g` is `{0|H}` in canonical form. `g^0` is `-H`.
    pub fn power(self, g: Game, n: u32) -> Result<Option<Game>, Halt> {
        let Some(h) = self.after_zero(g)? else { return Ok(None) };
        let Some(before) = n.checked_sub(1) else { return self.negative(h).map(Some) };
        let sum = self.power_sum(h, before)?;
        self.game(vec![Game::ZERO], vec![self.difference(h, sum)?]).map(Some)
    }

    /// The sum of the first `n` powers of `g`; `None` unless `g` is `{0|H}` in canonical form.
    pub fn power_to(self, g: Game, n: u32) -> Result<Option<Game>, Halt> {
        let h = self.after_zero(g)?;
        h.map(|h| self.power_sum(h, n)).transpose()
    }

    fn power_sum(self, h: Game, n: u32) -> Result<Game, Halt> {
        (0..n).try_fold(Game::ZERO, |sum, _| {
            self.tick_now()?;
            self.game(vec![sum], vec![h])
        })
    }

    /// Up-nth: up, up-second = `{0 | v*}`, ...; 0 for `n = 0`.
    pub fn up_power(self, n: u32) -> Result<Game, Halt> {
        if n == 0 {
            return Ok(Game::ZERO);
        }
        self.power(Game::UP, n).map(|power| power.expect("up is {0|*}"))
    }

    /// The sum of the first `n` powers of up.
    pub fn up_power_to(self, n: u32) -> Result<Game, Halt> {
        self.power_sum(Game::STAR, n)
    }

    /// The uptimal with these digits: `digits[0]` ups, `digits[1]` up-seconds, and so on.
    pub fn uptimal(self, digits: &[Dyadic]) -> Result<Game, Halt> {
        let mut total = Game::ZERO;
        for (at, digit) in digits.iter().enumerate() {
            total = self.sum(total, self.multiple(self.up_power(at as u32 + 1)?, digit)?)?;
        }
        Ok(total)
    }

    /// The expansion of a value that is an uptimal with small digits; `None` for others.
    pub fn uptimal_expansion(self, g: Game) -> Result<Option<Uptimal>, Halt> {
        if let Some(nus) = self.as_nus(g) {
            let digits = if nus.ups == 0 { Vec::new() } else { vec![nus.ups] };
            return Ok(Some(Uptimal { number: nus.number, star: nus.star, digits }));
        }
        if !self.is_numberish(g) {
            return Ok(None);
        }
        let number = self.stop(g, Side::Left);
        let small = self.difference(g, number)?;
        let weight = self.atomic_weight(small)?.and_then(|weight| self.as_number(weight)?.to_i64());
        let Some(ups) = weight.filter(|ups| ups.abs() <= MOST.1) else { return Ok(None) };
        let rest = self.difference(small, self.multiple(Game::UP, &Dyadic::from(ups))?)?;
        for star in 0..MOST.2 {
            let rest = self.sum(rest, self.nimber(Nimber(star))?)?;
            // Sums of powers of up alone are totally ordered.
            if self.compare(rest, Game::ZERO)? == Relation::Confused {
                continue;
            }
            if let Some(mut digits) = self.digits(rest)? {
                digits.insert(0, ups);
                while digits.last() == Some(&0) {
                    digits.pop();
                }
                let number = self.as_number(number).expect("a stop is a number");
                return Ok(Some(Uptimal { number, star, digits }));
            }
        }
        Ok(None)
    }

    /// The digits from the second power on, of a sum of those powers.
    fn digits(self, mut rest: Game) -> Result<Option<Vec<i64>>, Halt> {
        let mut digits = Vec::new();
        for n in 2..=MOST.0 {
            if rest == Game::ZERO {
                return Ok(Some(digits));
            }
            let power = self.up_power(n)?;
            let sign = if self.at_most(Game::ZERO, rest)? { 1 } else { -1 };
            let mut found = None;
            for digit in (0..=MOST.1).map(|digit| sign * digit) {
                let left = self.difference(rest, self.multiple(power, &Dyadic::from(digit))?)?;
                // What is left counts less than half a power.
                let twice = self.sum(left, left)?;
                if self.at_most(twice, power)? && self.at_most(self.negative(power)?, twice)? {
                    found = Some((digit, left));
                    break;
                }
            }
            let Some((digit, left)) = found else { return Ok(None) };
            digits.push(digit);
            rest = left;
        }
        Ok((rest == Game::ZERO).then_some(digits))
    }
}
