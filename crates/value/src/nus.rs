//! Number + ups + nimber: the values on which sums need no option lists (Siegel, *CGT* II.4; *Winning Ways* ch. 2).
//!
//! Canonical options used here: `n^ + *m = {0 | (n-1)^ + *(m xor 1)}` for `n > 0`, except `^* = {0, * | 0}`; a
//! number is added to every option (number translation).

use crate::{Dyadic, Game, Halt, Nimber, Side};
use std::cmp::Ordering;
use std::fmt;

/// `number + ups * ^ + *star`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nus {
    /// The number.
    pub number: Dyadic,
    /// How many ups; negative for downs.
    pub ups: i64,
    /// The nimber.
    pub star: u128,
}

/// Option lists of nimbers are written out up to this size.
const STAR_LIMIT: u128 = 1 << 20;

impl Nus {
    /// A number alone.
    pub fn number(number: Dyadic) -> Nus {
        Nus { number, ups: 0, star: 0 }
    }

    /// A nimber alone.
    pub fn nimber(nimber: Nimber) -> Nus {
        Nus { number: Dyadic::ZERO, ups: 0, star: nimber.0 }
    }

    /// Whether there are no ups and no nimber.
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.star == 0
    }

    /// The sum, refused when the count of ups leaves 64 bits.
    pub fn plus(&self, other: &Nus) -> Result<Nus, Halt> {
        Ok(Nus {
            number: &self.number + &other.number,
            ups: self.ups.checked_add(other.ups).ok_or(Halt::TooLarge("more than 2^63 ups"))?,
            star: self.star ^ other.star,
        })
    }

    /// The negative.
    pub fn negative(&self) -> Nus {
        Nus { number: -&self.number, ups: self.ups.saturating_neg(), star: self.star }
    }

    /// `self <= other`.
    pub fn at_most(&self, other: &Nus) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => {
                Nus::infinitesimal_at_least_zero(other.ups.saturating_sub(self.ups), self.star ^ other.star)
            }
        }
    }

    /// `ups * ^ + *star >= 0`: only `^*` among the positive multiples fails (*Winning Ways* ch. 2).
    pub(crate) fn infinitesimal_at_least_zero(ups: i64, star: u128) -> bool {
        match ups.cmp(&0) {
            Ordering::Greater => !(ups == 1 && star == 1),
            Ordering::Equal => star == 0,
            Ordering::Less => false,
        }
    }

    /// The canonical options of one side; refused for nimbers of more than 2^20 options.
    pub fn options(&self, side: Side) -> Result<Vec<Nus>, Halt> {
        let with = |ups, star| Nus { number: self.number.clone(), ups, star };
        if self.is_number() {
            return Ok(self.number_option(side).into_iter().map(Nus::number).collect());
        }
        if self.ups == 0 {
            if self.star > STAR_LIMIT {
                return Err(Halt::TooLarge("a nimber with more than 2^20 options"));
            }
            return Ok((0..self.star).map(|star| with(0, star)).collect());
        }
        let up_star = self.ups.abs() == 1 && self.star == 1;
        let owner = if self.ups > 0 { Side::Left } else { Side::Right };
        Ok(match (side == owner, up_star) {
            (true, true) => vec![with(0, 0), with(0, 1)],
            (true, false) | (false, true) => vec![with(0, 0)],
            (false, false) => vec![with(self.ups - owner.sign(), self.star ^ 1)],
        })
    }

    fn number_option(&self, side: Side) -> Option<Dyadic> {
        let step = Dyadic::new(-side.sign(), self.number.exponent());
        let exists = match (self.number.is_integer(), side) {
            (false, _) => true,
            (true, Side::Left) => self.number.sign() == Ordering::Greater,
            (true, Side::Right) => self.number.sign() == Ordering::Less,
        };
        exists.then(|| &self.number + &step)
    }

    /// Recognises the canonical options of a value that is not a number as number + ups + nimber. Only packed
    /// and interned sums appear in such lists, given here unpacked.
    pub(crate) fn recognise(left: &[Nus], right: &[Nus]) -> Option<Nus> {
        let number = &left.first()?.number;
        if left.iter().chain(right).any(|option| option.number != *number) {
            return None;
        }
        let found = |ups, star| Some(Nus { number: number.clone(), ups, star });
        if left.len() == right.len() && Nus::is_run(left) && Nus::is_run(right) {
            return found(0, left.len() as u128);
        }
        for owner in Side::BOTH {
            let (mine, theirs) = owner.order(left, right);
            match (mine, theirs) {
                ([zero], [reply]) if zero.is_number() && reply.ups * owner.sign() >= 0 => {
                    return found(reply.ups.checked_add(owner.sign())?, reply.star ^ 1);
                }
                ([_, _], [zero]) if zero.is_number() && Nus::is_run(mine) => return found(owner.sign(), 1),
                _ => {}
            }
        }
        None
    }

    /// Whether the options are number + `*0, *1, ..., *(m-1)` in some order.
    fn is_run(options: &[Nus]) -> bool {
        let mut seen = vec![false; options.len()];
        options.iter().all(|option| {
            option.ups == 0
                && option.star < seen.len() as u128
                && !std::mem::replace(&mut seen[option.star as usize], true)
        })
    }

    /// The day this value is born: the number's, and then the ups' and the nimber's.
    ///
    /// From the options: `n^ + *m` is one day younger than `(n-1)^ + *(m xor 1)`, down to a nimber, but `^*` is born on day 2.
    pub fn birthday(&self) -> Dyadic {
        let ups = self.ups.unsigned_abs() as u128;
        let last = self.star ^ (ups.wrapping_sub(1) & 1);
        let days = if ups > 0 && last == 1 { ups + 1 } else { ups + (self.star ^ (ups & 1)) };
        &self.number.birthday() + &Dyadic::from_big(days.into(), 0)
    }

    pub(crate) fn pack(&self) -> Option<Game> {
        let (numerator, exponent) = self.number.small()?;
        Game::pack(numerator as i128, exponent, self.ups, self.star)
    }
}

/// CGSuite's notation: `3/4`, `^2*`, `1v*3`; `2+^3` where `2^3` would read as a power.
impl fmt::Display for Nus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number != Dyadic::ZERO || self.is_number() {
            write!(f, "{}", self.number)?;
            if self.ups > 1 {
                f.write_str("+")?;
            }
        }
        match self.ups {
            0 => {}
            1 => f.write_str("^")?,
            -1 => f.write_str("v")?,
            n if n > 0 => write!(f, "^{n}")?,
            n => write!(f, "v{}", n.unsigned_abs())?,
        }
        match self.star {
            0 => Ok(()),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}
