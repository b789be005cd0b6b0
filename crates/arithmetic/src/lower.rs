//! Formulas with rich terms, rewritten into atoms that can be read digit by digit.
//!
//! A quotient, remainder, nim-sum or choice inside a term becomes a new variable that is its value; where the
//! value may be negative, the difference of two. Each new variable has exactly one value, or none where the
//! term has none, so it may be quantified on the spot, under negations too.

use crate::{Digits, Formula, Relation, Term, Var};

/// Deeper formulas are refused: the checker descends into them.
const DEPTH: usize = 120;

/// In Zeckendorf's system constants up to this are counted through; in base 2 a constant has few states of its own.
const COUNTED: i128 = 16;

/// Variables above this number are the checker's own.
pub const RESERVED: u32 = 1 << 24;

/// A formula of atoms.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plain {
    /// The sum of coefficient * variable equals the constant.
    Equal(Vec<(Var, i128)>, i128),
    /// The sum is at most the constant.
    AtMost(Vec<(Var, i128)>, i128),
    /// The variable is this number.
    Is(Var, u128),
    /// The sum has this remainder: terms, modulus, remainder.
    Remainder(Vec<(Var, i128)>, u32, u32),
    /// The nim-sum of the variables is 0.
    XorZero(Vec<Var>),
    /// The table of this number accepts the variables.
    Claimed(usize, Vec<Var>),
    /// All of them; of none: true.
    All(Vec<Plain>),
    /// At least one of them; of none: false.
    Any(Vec<Plain>),
    /// Not.
    Not(Box<Plain>),
    /// For some naturals.
    Exists(Vec<Var>, Box<Plain>),
}

impl Plain {
    /// The opposite.
    pub fn negated(self) -> Plain {
        Plain::Not(Box::new(self))
    }

    /// Its free variables, ascending.
    pub fn free(&self) -> Vec<Var> {
        let mut vars: Vec<Var> = match self {
            Plain::Equal(terms, _) | Plain::AtMost(terms, _) | Plain::Remainder(terms, _, _) => {
                terms.iter().map(|&(var, _)| var).collect()
            }
            Plain::Is(var, _) => vec![*var],
            Plain::XorZero(vars) | Plain::Claimed(_, vars) => vars.clone(),
            Plain::All(parts) | Plain::Any(parts) => parts.iter().flat_map(Plain::free).collect(),
            Plain::Not(part) => part.free(),
            Plain::Exists(bound, part) => part.free().into_iter().filter(|var| !bound.contains(var)).collect(),
        };
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// Free variables replaced by others, which must not be bound inside.
    pub fn renamed(&self, map: &[(Var, Var)]) -> Plain {
        let new = |var: &Var| map.iter().find(|(old, _)| old == var).map_or(*var, |&(_, new)| new);
        let terms = |terms: &[(Var, i128)]| terms.iter().map(|(var, by)| (new(var), *by)).collect();
        let each = |parts: &[Plain]| parts.iter().map(|part| part.renamed(map)).collect();
        match self {
            Plain::Equal(sum, constant) => Plain::Equal(terms(sum), *constant),
            Plain::AtMost(sum, constant) => Plain::AtMost(terms(sum), *constant),
            Plain::Is(var, number) => Plain::Is(new(var), *number),
            Plain::Remainder(sum, modulus, wanted) => Plain::Remainder(terms(sum), *modulus, *wanted),
            Plain::XorZero(vars) => Plain::XorZero(vars.iter().map(new).collect()),
            Plain::Claimed(table, vars) => Plain::Claimed(*table, vars.iter().map(new).collect()),
            Plain::All(parts) => Plain::All(each(parts)),
            Plain::Any(parts) => Plain::Any(each(parts)),
            Plain::Not(part) => part.renamed(map).negated(),
            Plain::Exists(bound, body) => {
                let inner: Vec<(Var, Var)> = map.iter().copied().filter(|(old, _)| !bound.contains(old)).collect();
                Plain::Exists(bound.clone(), Box::new(body.renamed(&inner)))
            }
        }
    }

    /// For some values of all free variables but `kept`.
    pub fn project(self, kept: &[Var]) -> Plain {
        let hidden: Vec<Var> = self.free().into_iter().filter(|var| !kept.contains(var)).collect();
        if hidden.is_empty() { self } else { Plain::Exists(hidden, Box::new(self)) }
    }
}

/// Rewrites formulas; keeps count of new variables.
pub struct Lowering {
    digits: Digits,
    fresh: u32,
}

impl Lowering {
    /// Nothing lowered yet; the atoms will be read in these digits.
    pub fn new(digits: Digits) -> Lowering {
        Lowering { digits, fresh: RESERVED }
    }

    /// A variable that nobody else uses.
    pub fn fresh(&mut self) -> Var {
        self.fresh += 1;
        Var(self.fresh)
    }

    /// The formula in atoms; what is wrong with it otherwise.
    pub fn formula(&mut self, formula: &Formula) -> Result<Plain, String> {
        self.at_depth(formula, 0)
    }

    fn at_depth(&mut self, formula: &Formula, depth: usize) -> Result<Plain, String> {
        if depth > DEPTH {
            return Err(format!("a formula nested more than {DEPTH} deep"));
        }
        let mut all = |parts: &[Formula]| -> Result<Vec<Plain>, String> {
            parts.iter().map(|part| self.at_depth(part, depth + 1)).collect()
        };
        Ok(match formula {
            Formula::All(parts) => Plain::All(all(parts)?),
            Formula::Any(parts) => Plain::Any(all(parts)?),
            Formula::Not(part) => self.at_depth(part, depth + 1)?.negated(),
            Formula::Exists(vars, part) => {
                // Bound variables get names of their own, so that none is ever taken for another.
                let map: Vec<(Var, Var)> = vars.iter().map(|&var| (var, self.fresh())).collect();
                let body = self.at_depth(part, depth + 1)?.renamed(&map);
                Plain::Exists(map.into_iter().map(|(_, fresh)| fresh).collect(), Box::new(body))
            }
            Formula::Compare(left, relation, right) => self.compare(left, *relation, right, depth)?,
            Formula::Golden(..) => return Err("the golden ratio in a rule".to_string()),
        })
    }

    fn compare(&mut self, left: &Term, relation: Relation, right: &Term, depth: usize) -> Result<Plain, String> {
        use Relation::*;
        // t mod m = r needs no new variable.
        if let (Term::Remainder(term, modulus), Equal | Unequal, Term::Constant(wanted)) = (left, relation, right) {
            let mut sum = Sum::default();
            self.collect(term, 1, &mut sum, depth + 1)?;
            if *modulus == 0 {
                return Err("a remainder by 0".to_string());
            }
            let here = match u32::try_from(*wanted) {
                Ok(wanted) if wanted < *modulus => {
                    let shifted = (i128::from(wanted) - sum.constant).rem_euclid(i128::from(*modulus)) as u32;
                    Plain::Remainder(sum.terms, *modulus, shifted)
                }
                _ => Plain::Any(vec![]),
            };
            let here = if relation == Equal { here } else { here.negated() };
            return Ok(within(sum.fresh, sum.sides, here));
        }
        let mut sum = Sum::default();
        self.collect(left, 1, &mut sum, depth + 1)?;
        self.collect(right, -1, &mut sum, depth + 1)?;
        // A large constant becomes a variable too: its digits are read, not counted through.
        if self.digits == Digits::Zeckendorf && sum.constant.abs() > COUNTED {
            let written = self.fresh();
            sum.fresh.push(written);
            sum.sides.push(Plain::Is(written, sum.constant.unsigned_abs()));
            sum.add(written, sum.constant.signum());
            sum.constant = 0;
        }
        // terms + constant compared with 0
        let (terms, constant) = (sum.terms, sum.constant);
        let negated: Vec<(Var, i128)> = terms.iter().map(|&(var, by)| (var, -by)).collect();
        let here = match relation {
            Equal => Plain::Equal(terms, -constant),
            Unequal => Plain::Equal(terms, -constant).negated(),
            Less => Plain::AtMost(terms, -constant - 1),
            LessOrEqual => Plain::AtMost(terms, -constant),
            Greater => Plain::AtMost(negated, constant - 1),
            GreaterOrEqual => Plain::AtMost(negated, constant),
        };
        Ok(within(sum.fresh, sum.sides, here))
    }

    /// Adds `by * term` to the sum.
    fn collect(&mut self, term: &Term, by: i128, sum: &mut Sum, depth: usize) -> Result<(), String> {
        if depth > DEPTH {
            return Err(format!("a term nested more than {DEPTH} deep"));
        }
        match term {
            Term::Constant(number) => sum.constant += by * i128::from(*number),
            Term::Var(var) if var.0 > RESERVED => return Err(format!("variable {} is reserved", var.0)),
            Term::Var(var) => sum.add(*var, by),
            Term::Sum(terms) => {
                for term in terms {
                    self.collect(term, by, sum, depth + 1)?;
                }
            }
            Term::Times(factor, term) => {
                let by = by.checked_mul((*factor).into()).filter(|by| by.abs() < 1 << 80);
                let by = by.ok_or("a coefficient beyond 80 bits")?;
                self.collect(term, by, sum, depth + 1)?;
            }
            Term::Quotient(inner, divisor) | Term::Remainder(inner, divisor) => {
                if *divisor == 0 {
                    return Err("a division by 0".to_string());
                }
                let d = i128::from(*divisor);
                let mut part = Sum::default();
                self.collect(inner, 1, &mut part, depth + 1)?;
                // inner = d * quotient + remainder, 0 <= remainder < d
                let quotient = self.integer(part.never_negative(), sum);
                let remainder = self.fresh();
                let mut terms = part.terms;
                terms.extend(quotient.iter().map(|&(var, sign)| (var, -d * sign)));
                terms.push((remainder, -1));
                sum.fresh.extend(part.fresh);
                sum.fresh.push(remainder);
                sum.sides.extend(part.sides);
                sum.sides.push(Plain::Equal(terms, -part.constant));
                sum.sides.push(Plain::AtMost(vec![(remainder, 1)], d - 1));
                match term {
                    Term::Quotient(..) => quotient.iter().for_each(|&(var, sign)| sum.add(var, by * sign)),
                    _ => sum.add(remainder, by),
                }
            }
            Term::Xor(terms) => {
                let mut vars = Vec::new();
                for term in terms {
                    let value = self.fresh();
                    let mut part = Sum::default();
                    self.collect(term, 1, &mut part, depth + 1)?;
                    part.add(value, -1);
                    sum.sides.extend(part.sides);
                    sum.sides.push(Plain::Equal(part.terms, -part.constant));
                    sum.fresh.extend(part.fresh);
                    vars.push(value);
                }
                let total = self.fresh();
                sum.fresh.extend(vars.iter().copied().chain([total]));
                sum.sides.push(Plain::XorZero(vars.into_iter().chain([total]).collect()));
                sum.add(total, by);
            }
            Term::Choose(condition, first, second) => {
                let condition = self.at_depth(condition, depth + 1)?;
                let value = self.integer(false, sum);
                let mut branch = |term: &Term, when: Plain| -> Result<Plain, String> {
                    let mut part = Sum::default();
                    self.collect(term, 1, &mut part, depth + 1)?;
                    value.iter().for_each(|&(var, sign)| part.add(var, -sign));
                    let equal = Plain::Equal(part.terms, -part.constant);
                    Ok(Plain::All(vec![when, within(part.fresh, part.sides, equal)]))
                };
                let first = branch(first, condition.clone())?;
                let second = branch(second, condition.negated())?;
                sum.sides.push(Plain::Any(vec![first, second]));
                value.iter().for_each(|&(var, sign)| sum.add(var, by * sign));
            }
        }
        Ok(())
    }

    /// New variables whose signed sum is an integer: one if it is never negative, else two of which one is 0.
    fn integer(&mut self, never_negative: bool, sum: &mut Sum) -> Vec<(Var, i128)> {
        let up = self.fresh();
        sum.fresh.push(up);
        if never_negative {
            return vec![(up, 1)];
        }
        let down = self.fresh();
        sum.fresh.push(down);
        let zero = |var| Plain::Equal(vec![(var, 1)], 0);
        sum.sides.push(Plain::Any(vec![zero(up), zero(down)]));
        vec![(up, 1), (down, -1)]
    }
}

/// A linear form, the new variables in it, and what makes them what they are.
#[derive(Default)]
struct Sum {
    terms: Vec<(Var, i128)>,
    constant: i128,
    fresh: Vec<Var>,
    sides: Vec<Plain>,
}

impl Sum {
    fn add(&mut self, var: Var, by: i128) {
        match self.terms.iter_mut().find(|(other, _)| *other == var) {
            Some((_, sum)) => *sum += by,
            None => self.terms.push((var, by)),
        }
    }

    fn never_negative(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|&(_, by)| by >= 0)
    }
}

fn within(fresh: Vec<Var>, mut sides: Vec<Plain>, here: Plain) -> Plain {
    if sides.is_empty() {
        return here;
    }
    sides.push(here);
    Plain::Exists(fresh, Box::new(Plain::All(sides)))
}
