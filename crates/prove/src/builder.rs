//! Formulas of rules as relations: each quotient, remainder, nim-sum or choice inside a term becomes a variable that is
//! its value (where that may be negative, the difference of two), bound on the spot.

use grundy_automata::{Arith, Comparison, OutOfBudget, Rel};
use grundy_proof::{Formula, Relation, Term, Var};

/// Variables that the builder makes are numbered from here.
const FRESH: u32 = 1 << 25;

/// Turns formulas into relations.
pub struct Builder<'a, 'w> {
    arith: &'a Arith<'w>,
    fresh: u32,
    /// Variables that other variables determine, and how; later ones may depend on earlier ones.
    determined: Vec<(grundy_automata::Var, Rel)>,
}

/// A linear form with the variables made for it and what makes them what they are.
#[derive(Default)]
struct Form {
    terms: Vec<(grundy_automata::Var, i64)>,
    constant: i64,
    fresh: Vec<grundy_automata::Var>,
    sides: Vec<Rel>,
}

/// The same variable of the automata.
pub(crate) fn var(var: Var) -> grundy_automata::Var {
    grundy_automata::Var(var.0)
}

impl<'a, 'w> Builder<'a, 'w> {
    /// Within the budget of `arith`.
    pub fn new(arith: &'a Arith<'w>) -> Self {
        Builder { arith, fresh: FRESH, determined: Vec::new() }
    }

    /// Says how the variables before it determine a variable: for all their values there is exactly one of it.
    pub fn determine(&mut self, of: grundy_automata::Var, by: Rel) {
        self.determined.push((of, by));
    }

    /// Whether other variables determine this one.
    pub fn is_determined(&self, var: grundy_automata::Var) -> bool {
        self.determined.iter().any(|(of, _)| *of == var)
    }

    /// The relation of a formula, determined variables gone.
    pub fn closed(&mut self, formula: &Formula) -> Result<Rel, OutOfBudget> {
        let mut rel = self.formula(formula)?;
        for (var, by) in self.determined.iter().rev() {
            if rel.vars().contains(var) {
                rel = self.arith.and_exists(&[&rel, by], &[*var])?;
            }
        }
        Ok(rel)
    }

    fn fresh(&mut self, form: &mut Form) -> grundy_automata::Var {
        self.fresh += 1;
        form.fresh.push(grundy_automata::Var(self.fresh));
        grundy_automata::Var(self.fresh)
    }

    /// The relation of a formula over its free variables.
    pub fn formula(&mut self, formula: &Formula) -> Result<Rel, OutOfBudget> {
        let arith = self.arith;
        let mut all = |parts: &[Formula]| parts.iter().map(|part| self.formula(part)).collect::<Result<Vec<_>, _>>();
        match formula {
            Formula::All(parts) => arith.and(&all(parts)?.iter().collect::<Vec<_>>()),
            Formula::Any(parts) => arith.or(&all(parts)?.iter().collect::<Vec<_>>()),
            Formula::Not(part) => arith.not(&self.formula(part)?),
            Formula::Exists(vars, part) => {
                let vars: Vec<_> = vars.iter().copied().map(var).collect();
                match &**part {
                    Formula::All(parts) => arith.and_exists(&all(parts)?.iter().collect::<Vec<_>>(), &vars),
                    part => arith.exists(&self.formula(part)?, &vars),
                }
            }
            Formula::Compare(a, relation, b) => {
                let mut form = Form::default();
                self.term(a, 1, &mut form)?;
                self.term(b, -1, &mut form)?;
                self.close(form, *relation)
            }
            Formula::Golden(a, b) => {
                // a = up - down; what is less than 0 is less than anything that is not.
                let mut form = Form::default();
                let (up, down, of) = (self.fresh(&mut form), self.fresh(&mut form), self.fresh(&mut form));
                self.term(a, 1, &mut form)?;
                form.terms.extend([(up, -1), (down, 1)]);
                let mut other = Form::default();
                self.term(b, 1, &mut other)?;
                other.terms.push((of, -1));
                form.sides.push(self.close(other, Relation::Equal)?);
                form.sides.push(arith.or(&[&arith.constant(up, 0)?, &arith.constant(down, 0)?])?);
                let negative = arith.not(&arith.constant(down, 0)?)?;
                form.sides.push(arith.or(&[&negative, &arith.golden_less(up, of)?])?);
                self.close(form, Relation::Equal)
            }
        }
    }

    /// `form relation 0`, the fresh variables gone.
    fn close(&mut self, form: Form, relation: Relation) -> Result<Rel, OutOfBudget> {
        let arith = self.arith;
        let negated: Vec<_> = form.terms.iter().map(|&(var, by)| (var, -by)).collect();
        let here = match relation {
            Relation::Equal => arith.linear(&form.terms, Comparison::Eq, -form.constant)?,
            Relation::Unequal => arith.not(&arith.linear(&form.terms, Comparison::Eq, -form.constant)?)?,
            Relation::Less => arith.linear(&form.terms, Comparison::Le, -form.constant - 1)?,
            Relation::LessOrEqual => arith.linear(&form.terms, Comparison::Le, -form.constant)?,
            Relation::Greater => arith.linear(&negated, Comparison::Le, form.constant - 1)?,
            Relation::GreaterOrEqual => arith.linear(&negated, Comparison::Le, form.constant)?,
        };
        let rels: Vec<&Rel> = form.sides.iter().chain([&here]).collect();
        arith.and_exists(&rels, &form.fresh)
    }

    fn term(&mut self, term: &Term, by: i64, form: &mut Form) -> Result<(), OutOfBudget> {
        let arith = self.arith;
        match term {
            Term::Constant(n) => {
                let more = by.checked_mul(*n).and_then(|n| form.constant.checked_add(n));
                form.constant = more.filter(|n| n.unsigned_abs() < 1 << 62).ok_or(OutOfBudget::Numbers)?;
            }
            Term::Var(v) => form.terms.push((var(*v), by)),
            Term::Sum(terms) => terms.iter().try_for_each(|term| self.term(term, by, form))?,
            Term::Times(factor, term) => {
                let by = by.checked_mul(*factor).filter(|by| by.unsigned_abs() < 1 << 62);
                self.term(term, by.ok_or(OutOfBudget::Numbers)?, form)?
            }
            Term::Quotient(inner, d) | Term::Remainder(inner, d) => {
                // inner = d (up - down) + rest
                let mut part = Form::default();
                self.term(inner, 1, &mut part)?;
                let whole = self.integer(form, inner.is_natural())?;
                let rest = self.fresh(form);
                let d = i64::from(*d);
                part.terms.extend(whole.iter().map(|&(var, sign)| (var, -sign * d)).chain([(rest, -1)]));
                form.sides.push(self.close(part, Relation::Equal)?);
                form.sides.push(arith.linear(&[(rest, 1)], Comparison::Le, d - 1)?);
                match term {
                    Term::Quotient(..) => form.terms.extend(whole.iter().map(|&(var, sign)| (var, sign * by))),
                    _ => form.terms.push((rest, by)),
                }
            }
            Term::Xor(terms) => {
                let total = self.fresh(form);
                let mut vars = vec![total];
                for term in terms {
                    if let Term::Var(v) = term
                        && !vars.contains(&var(*v))
                    {
                        vars.push(var(*v));
                        continue;
                    }
                    let value = self.fresh(form);
                    let mut part = Form::default();
                    self.term(term, 1, &mut part)?;
                    part.terms.push((value, -1));
                    form.sides.push(self.close(part, Relation::Equal)?);
                    vars.push(value);
                }
                form.sides.push(arith.xor(&vars)?);
                form.terms.push((total, by));
            }
            Term::Choose(condition, first, second) => {
                let chosen = self.integer(form, first.is_natural() && second.is_natural())?;
                let condition = self.formula(condition)?;
                let mut value = |term: &Term| {
                    let mut part = Form::default();
                    self.term(term, 1, &mut part)?;
                    part.terms.extend(chosen.iter().map(|&(var, sign)| (var, -sign)));
                    self.close(part, Relation::Equal)
                };
                let (first, second) = (value(first)?, value(second)?);
                form.sides.push(arith.combine(&[&condition, &first, &second], |t| if t[0] { t[1] } else { t[2] })?);
                form.terms.extend(chosen.iter().map(|&(var, sign)| (var, sign * by)));
            }
        }
        Ok(())
    }

    /// Variables for an integer, with their signs: the difference of two, one of them 0, unless it is natural.
    fn integer(&mut self, form: &mut Form, natural: bool) -> Result<Vec<(grundy_automata::Var, i64)>, OutOfBudget> {
        let up = self.fresh(form);
        if natural {
            return Ok(vec![(up, 1)]);
        }
        let down = self.fresh(form);
        form.sides.push(self.arith.or(&[&self.arith.constant(up, 0)?, &self.arith.constant(down, 0)?])?);
        Ok(vec![(up, 1), (down, -1)])
    }
}
