//! Linear equations and inequalities with constant coefficients.
//!
//! Invariant: with r digits to come, the left side is `high * F + low * E` plus what the digits to come add,
//! where in base 2 (F, E) = (2^r, 0) and in Zeckendorf's system (F(r+2), F(r+1)). What is to come adds, for
//! each variable, between 0 and F - 1. A state is given up as soon as that settles the comparison, which
//! leaves finitely many: `high` is below the sum of the coefficients in base 2, and in Zeckendorf's system the
//! expanding part `phi * high + low` is bounded likewise while the other part shrinks by itself.

use super::{collected, dot};
use crate::arith::Arith;
use crate::{Digits, OutOfBudget, Rel, Var};

/// How the left side of a linear relation stands to the constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Less or equal.
    Le,
}

/// Larger constants are written digit by digit beside the variables instead of being counted through.
const COUNTED: i128 = 24;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Open {
        high: i128,
        low: i128,
    },
    /// Settled: below the constant whatever follows.
    Below,
}

impl Arith<'_> {
    /// `sum of coefficient * variable` compared with `constant`. Repeated variables are added up.
    pub fn linear(&self, terms: &[(Var, i64)], comparison: Comparison, constant: i64) -> Result<Rel, OutOfBudget> {
        self.wide(&widened(terms), comparison, constant.into())
    }

    /// `a = b`.
    pub fn equal(&self, a: Var, b: Var) -> Result<Rel, OutOfBudget> {
        self.linear(&[(a, 1), (b, -1)], Comparison::Eq, 0)
    }

    /// `a < b`.
    pub fn less(&self, a: Var, b: Var) -> Result<Rel, OutOfBudget> {
        self.linear(&[(a, 1), (b, -1)], Comparison::Le, -1)
    }

    /// `quotient = floor((terms + constant) / divisor)`, where `terms + constant` is not negative.
    ///
    /// Panics unless `divisor` is positive.
    pub fn quotient(
        &self,
        terms: &[(Var, i64)],
        constant: i64,
        divisor: i64,
        quotient: Var,
    ) -> Result<Rel, OutOfBudget> {
        assert!(divisor > 0, "a positive divisor");
        // 0 <= terms + constant - divisor * quotient <= divisor - 1
        let (constant, divisor) = (i128::from(constant), i128::from(divisor));
        let up: Vec<_> = widened(terms).into_iter().chain([(quotient, -divisor)]).collect();
        let down: Vec<_> = up.iter().map(|&(var, by)| (var, -by)).collect();
        let low = self.wide(&down, Comparison::Le, constant)?;
        let high = self.wide(&up, Comparison::Le, divisor - 1 - constant)?;
        self.and(&[&low, &high])
    }

    /// The same with wider numbers.
    pub(crate) fn wide(
        &self,
        terms: &[(Var, i128)],
        comparison: Comparison,
        constant: i128,
    ) -> Result<Rel, OutOfBudget> {
        if constant.abs() <= COUNTED {
            return self.counted(terms, comparison, constant);
        }
        let written = Var::inner(0);
        let terms = [terms, &[(written, -constant.signum())]].concat();
        let left = self.counted(&terms, comparison, 0)?;
        let right = self.constant(written, constant.unsigned_abs())?;
        self.and_exists(&[&left, &right], &[written])
    }

    fn counted(&self, terms: &[(Var, i128)], comparison: Comparison, constant: i128) -> Result<Rel, OutOfBudget> {
        let (vars, by) = collected(terms);
        let plus: i128 = by.iter().filter(|&&by| by > 0).sum();
        let minus: i128 = -by.iter().filter(|&&by| by < 0).sum::<i128>();
        let digits = self.digits();
        let settle = |high: i128, low: i128| {
            if always_above(digits, high - minus, low, constant - minus) {
                None
            } else if always_above(digits, -high - plus, -low, -constant - plus) {
                (comparison == Comparison::Le).then_some(State::Below)
            } else {
                Some(State::Open { high, low })
            }
        };
        let step = |&state: &State, column| match (state, digits) {
            (State::Below, _) => Some(State::Below),
            (State::Open { high, .. }, Digits::Base2) => settle(2 * high + dot(&by, column), 0),
            (State::Open { high, low }, Digits::Zeckendorf) => settle(high + low + dot(&by, column), high),
        };
        let accept = |&state: &State| match (state, comparison) {
            (State::Below, _) => true,
            (State::Open { high, low }, Comparison::Eq) => high + low == constant,
            (State::Open { high, low }, Comparison::Le) => high + low <= constant,
        };
        // The first state may be settled too (0 <= 5 without variables that count): it stays as it is.
        self.explored(
            vars,
            State::Open { high: 0, low: 0 },
            |state, column| {
                if column == 0 && *state == (State::Open { high: 0, low: 0 }) {
                    Some(*state)
                } else {
                    step(state, column)
                }
            },
            accept,
        )
    }
}

fn widened(terms: &[(Var, i64)]) -> Vec<(Var, i128)> {
    terms.iter().map(|&(var, by)| (var, by.into())).collect()
}

/// Whether `high * F + low * E > bound` for every number of digits to come.
fn always_above(digits: Digits, high: i128, low: i128, bound: i128) -> bool {
    match digits {
        Digits::Base2 => high >= 0 && high > bound,
        Digits::Zeckendorf => {
            // u(0), u(1), u(2) = u(0) + u(1), ...: once two neighbours are not negative it only grows.
            let (mut now, mut next) = (high + low, 2 * high + low);
            loop {
                if now <= bound || (now < 0 && next < 0) {
                    return false;
                }
                if now >= 0 && next >= 0 {
                    return next > bound;
                }
                (now, next) = (next, now + next);
            }
        }
    }
}
