//! The checker and the automata library, which share no code, say the same of every formula, for all naturals.
//!
//! A game without moves turns a certificate into a comparison: with domain F, "claimed exactly if no move leads
//! anywhere" says that the table holds everywhere on F; with domain "not F" under misère play, that it holds nowhere.

use grundy_answer::Unwatched;
use grundy_automata::{Arith, Comparison, OutOfBudget, Rel};
use grundy_proof::*;
use proptest::prelude::*;

const X: Var = Var(0);
const Y: Var = Var(1);
const Z: Var = Var(2);

/// A formula as a relation.
struct Builder<'a> {
    arith: &'a Arith<'a>,
    fresh: u32,
}

/// A linear form with the variables made for it and what makes them what they are.
#[derive(Default)]
struct Form {
    terms: Vec<(grundy_automata::Var, i64)>,
    constant: i64,
    fresh: Vec<grundy_automata::Var>,
    sides: Vec<Rel>,
}

fn var(var: Var) -> grundy_automata::Var {
    grundy_automata::Var(var.0)
}

impl Builder<'_> {
    fn fresh(&mut self, form: &mut Form) -> grundy_automata::Var {
        self.fresh += 1;
        form.fresh.push(grundy_automata::Var(self.fresh));
        grundy_automata::Var(self.fresh)
    }

    fn formula(&mut self, formula: &Formula) -> Result<Rel, OutOfBudget> {
        let arith = self.arith;
        let mut all = |parts: &[Formula]| parts.iter().map(|part| self.formula(part)).collect::<Result<Vec<_>, _>>();
        match formula {
            Formula::All(parts) => arith.and(&all(parts)?.iter().collect::<Vec<_>>()),
            Formula::Any(parts) => arith.or(&all(parts)?.iter().collect::<Vec<_>>()),
            Formula::Not(part) => arith.not(&self.formula(part)?),
            Formula::Exists(vars, part) => {
                arith.exists(&self.formula(part)?, &vars.iter().copied().map(var).collect::<Vec<_>>())
            }
            Formula::Compare(a, relation, b) => {
                let mut form = Form::default();
                self.term(a, 1, &mut form)?;
                self.term(b, -1, &mut form)?;
                self.close(form, *relation)
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
            Term::Constant(n) => form.constant += by * n,
            Term::Var(v) => form.terms.push((var(*v), by)),
            Term::Sum(terms) => terms.iter().try_for_each(|term| self.term(term, by, form))?,
            Term::Times(factor, term) => self.term(term, by * factor, form)?,
            Term::Quotient(inner, d) | Term::Remainder(inner, d) => {
                // inner = d (up - down) + rest
                let mut part = Form::default();
                self.term(inner, 1, &mut part)?;
                let (up, down, rest) = (self.fresh(form), self.fresh(form), self.fresh(form));
                let d = i64::from(*d);
                part.terms.extend([(up, -d), (down, d), (rest, -1)]);
                form.sides.push(self.close(part, Relation::Equal)?);
                form.sides.push(arith.linear(&[(rest, 1)], Comparison::Le, d - 1)?);
                form.sides.push(arith.or(&[&arith.constant(up, 0)?, &arith.constant(down, 0)?])?);
                match term {
                    Term::Quotient(..) => form.terms.extend([(up, by), (down, -by)]),
                    _ => form.terms.push((rest, by)),
                }
            }
            Term::Xor(terms) => {
                let total = self.fresh(form);
                let mut vars = vec![total];
                for term in terms {
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
                let (up, down) = (self.fresh(form), self.fresh(form));
                let condition = self.formula(condition)?;
                let mut value = |term: &Term| {
                    let mut part = Form::default();
                    self.term(term, 1, &mut part)?;
                    part.terms.extend([(up, -1), (down, 1)]);
                    self.close(part, Relation::Equal)
                };
                let (first, second) = (value(first)?, value(second)?);
                form.sides.push(arith.combine(&[&condition, &first, &second], |t| if t[0] { t[1] } else { t[2] })?);
                form.sides.push(arith.or(&[&arith.constant(up, 0)?, &arith.constant(down, 0)?])?);
                form.terms.extend([(up, by), (down, -by)]);
            }
        }
        Ok(())
    }
}

fn relations() -> impl Strategy<Value = Relation> {
    use Relation::*;
    prop::sample::select(vec![Equal, Unequal, Less, LessOrEqual, Greater, GreaterOrEqual])
}

fn terms(xor: bool) -> impl Strategy<Value = Term> {
    let leaf =
        prop_oneof![(-30..31i64).prop_map(Term::Constant), prop::sample::select(vec![X, Y, Z]).prop_map(Term::Var)];
    leaf.prop_recursive(2, 5, 2, move |inner| {
        let choose = (inner.clone(), relations(), inner.clone()).prop_map(|(a, relation, b)| {
            Term::Choose(Box::new(Formula::Compare(a.clone(), relation, b.clone())), Box::new(a), Box::new(b))
        });
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 2).prop_map(Term::Sum),
            2 => (-3..4i64, inner.clone()).prop_map(|(by, term)| Term::Times(by, Box::new(term))),
            1 => (inner.clone(), 1..4u32).prop_map(|(term, d)| Term::Quotient(Box::new(term), d)),
            1 => (inner.clone(), 1..4u32).prop_map(|(term, d)| Term::Remainder(Box::new(term), d)),
            1 => choose,
            1 => prop::collection::vec(inner.clone(), 2)
                .prop_map(move |terms| if xor { Term::Xor(terms) } else { Term::Sum(terms) }),
        ]
    })
}

/// Formulas over x and y: z is bound, by what it is.
fn formulas(xor: bool) -> impl Strategy<Value = Formula> {
    let atom = (terms(xor), relations(), terms(xor)).prop_map(|(a, relation, b)| Formula::Compare(a, relation, b));
    let tree = atom.prop_recursive(2, 3, 2, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2).prop_map(Formula::All),
            prop::collection::vec(inner.clone(), 2).prop_map(Formula::Any),
            inner.prop_map(|part| Formula::Not(Box::new(part))),
        ]
    });
    tree.prop_map(|body| Formula::Exists(vec![Z], Box::new(body)))
}

fn agree(digits: Digits, formula: Formula) -> Result<(), TestCaseError> {
    let system = match digits {
        Digits::Base2 => grundy_automata::Digits::Base2,
        Digits::Zeckendorf => grundy_automata::Digits::Zeckendorf,
    };
    let arith = Arith::new(system, 3_000);
    let built = Builder { arith: &arith, fresh: 1000 }.formula(&formula);
    // Out of budget is no disagreement.
    let Ok(rel) = built.and_then(|rel| arith.widen(&rel, &[var(X), var(Y)])) else { return Ok(()) };
    let next = (0..rel.states()).flat_map(|s| (0..4).map(|c| rel.after(s, c) as u32).collect::<Vec<_>>()).collect();
    let table = Table::new(2, next, (0..rel.states()).map(|s| rel.accepting(s)).collect()).unwrap();
    for (convention, domain) in
        [(Convention::Normal, formula.clone()), (Convention::Misere, Formula::Not(Box::new(formula.clone())))]
    {
        let game = Game { fields: vec![X, Y], domain: Some(domain), moves: vec![], repeats: vec![], splits: vec![] };
        let claim = Claim::Outcome { convention, p: table.clone(), repeats: vec![] };
        let rules = sha256(b"");
        let certificate = Certificate { game: "none".into(), rules, digits, weights: vec![1, 1], claim };
        match check(&certificate, "", &game, 60_000, &Unwatched) {
            Ok(_) | Err(Refusal::NoVerdict { .. }) => {}
            Err(other) => prop_assert!(false, "{:?} {}: {}", formula, convention == Convention::Normal, other),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn in_base_2(formula in formulas(true)) {
        agree(Digits::Base2, formula)?;
    }

    #[test]
    fn in_zeckendorf(formula in formulas(false)) {
        agree(Digits::Zeckendorf, formula)?;
    }
}
