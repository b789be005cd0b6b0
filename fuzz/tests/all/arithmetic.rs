//! What is undefined, in rules translated into arithmetic: the table of the language, operator by operator. Formulas are
//! evaluated here, with numbers up to a bound for what they quantify.

use grundy_fuzz::undefined::{At, Condition, Sample, positions, round};
use grundy_proof::{Formula, Relation, Slot, Term, Var, translate};
use grundy_prove::Subject;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers up to this are tried for a variable.
const BOUND: i64 = 12;
/// No formula is looked at for longer.
const MOST_STEPS: usize = 2_000_000;

struct Evaluator {
    values: BTreeMap<Var, i64>,
    steps: usize,
}

impl Evaluator {
    fn term(&mut self, term: &Term) -> Option<i64> {
        Some(match term {
            Term::Constant(number) => *number,
            Term::Var(var) => *self.values.get(var)?,
            Term::Sum(terms) => terms.iter().map(|term| self.term(term)).sum::<Option<i64>>()?,
            Term::Times(by, term) => by * self.term(term)?,
            Term::Quotient(term, by) => self.term(term)?.div_euclid(i64::from(*by)),
            Term::Remainder(term, by) => self.term(term)?.rem_euclid(i64::from(*by)),
            Term::Xor(terms) => {
                let mut sum = 0;
                for term in terms {
                    let number = self.term(term)?;
                    if number < 0 {
                        return None;
                    }
                    sum ^= number;
                }
                sum
            }
            Term::Choose(condition, yes, no) => {
                let chosen = if self.holds(condition) { yes } else { no };
                self.term(chosen)?
            }
        })
    }

    fn holds(&mut self, formula: &Formula) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        match formula {
            Formula::Compare(a, relation, b) => {
                let (Some(a), Some(b)) = (self.term(a), self.term(b)) else { return false };
                match relation {
                    Relation::Equal => a == b,
                    Relation::Unequal => a != b,
                    Relation::Less => a < b,
                    Relation::LessOrEqual => a <= b,
                    Relation::Greater => a > b,
                    Relation::GreaterOrEqual => a >= b,
                }
            }
            Formula::Golden(..) => false,
            Formula::All(parts) => parts.iter().all(|part| self.holds(part)),
            Formula::Any(parts) => parts.iter().any(|part| self.holds(part)),
            Formula::Not(inner) => !self.holds(inner),
            Formula::Exists(vars, inner) => self.some(vars, inner),
        }
    }

    /// Whether some values of these variables make a formula true.
    fn some(&mut self, vars: &[Var], inner: &Formula) -> bool {
        let Some((first, rest)) = vars.split_first() else { return self.holds(inner) };
        let before = self.values.get(first).copied();
        let found = (0..=BOUND).any(|value| {
            self.values.insert(*first, value);
            self.some(rest, inner)
        });
        match before {
            Some(before) => self.values.insert(*first, before),
            None => self.values.remove(first),
        };
        found
    }
}

/// Variables that are free in a formula.
fn free(formula: &Formula, bound: &mut Vec<Var>, found: &mut BTreeSet<Var>) {
    fn of(term: &Term, bound: &mut Vec<Var>, found: &mut BTreeSet<Var>) {
        match term {
            Term::Constant(_) => {}
            Term::Var(var) => {
                if !bound.contains(var) {
                    found.insert(*var);
                }
            }
            Term::Sum(terms) | Term::Xor(terms) => terms.iter().for_each(|term| of(term, bound, found)),
            Term::Times(_, term) | Term::Quotient(term, _) | Term::Remainder(term, _) => of(term, bound, found),
            Term::Choose(condition, yes, no) => {
                free(condition, bound, found);
                of(yes, bound, found);
                of(no, bound, found);
            }
        }
    }
    match formula {
        Formula::Compare(a, _, b) | Formula::Golden(a, b) => {
            of(a, bound, found);
            of(b, bound, found);
        }
        Formula::All(parts) | Formula::Any(parts) => parts.iter().for_each(|part| free(part, bound, found)),
        Formula::Not(inner) => free(inner, bound, found),
        Formula::Exists(vars, inner) => {
            let known = bound.len();
            bound.extend(vars);
            free(inner, bound, found);
            bound.truncate(known);
        }
    }
}

#[test]
fn every_operator_keeps_what_is_undefined() {
    let conditions: Vec<Condition> = round(2).into_iter().flat_map(|sample| sample.conditions).collect();
    let numbers: Vec<&Condition> = conditions.iter().filter(|one| one.is_of_numbers()).collect();
    let (mut translated, mut compared, mut wrong) = (0, 0, Vec::new());
    let mut kinds: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for condition in &numbers {
        let text = Sample::of_numbers(&[(*condition).clone()]);
        let world = grundy_kit::world(&text);
        let Ok(subject) = Subject::by_default(&world, (0, 0)) else { panic!("{text}") };
        let rules = match translate(subject.rules(), &subject.params) {
            Ok(rules) => rules,
            Err(reason) => {
                *refused.entry(reason.reason).or_default() += 1;
                continue;
            }
        };
        translated += 1;
        for position in positions() {
            for i in 0..2 {
                let at = At { i, ..position };
                let mut values = BTreeMap::new();
                for (slot, var) in rules.slots.iter().zip(&rules.game.fields) {
                    let value = match slot {
                        Slot::Field { field: 0, .. } => at.n,
                        Slot::Field { .. } => i + 1,
                        Slot::Cell { field: 1, rank } => at.p[*rank],
                        Slot::Cell { rank, .. } => at.q[*rank],
                        Slot::Param { .. } => panic!("no parameter is a number"),
                    };
                    values.insert(*var, value);
                }
                let mut evaluator = Evaluator { values, steps: 0 };
                let found = rules.game.moves.iter().any(|step| {
                    let mut vars = BTreeSet::new();
                    free(&step.legal, &mut Vec::new(), &mut vars);
                    let vars: Vec<Var> = vars.into_iter().filter(|var| !rules.game.fields.contains(var)).collect();
                    evaluator.some(&vars, &step.legal)
                });
                if evaluator.steps > MOST_STEPS {
                    continue;
                }
                compared += 1;
                if found != condition.holds(&at) {
                    *kinds.entry(condition.question()).or_default() += 1;
                    wrong.push(format!("{} at {}, i = {i}: {found}", condition.text, at.text()));
                }
            }
        }
    }
    println!("{translated} of {} conditions are translated, {compared} compared; {refused:#?}", numbers.len());
    assert!(
        wrong.is_empty(),
        "{} differ, by what is asked {kinds:#?}\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
    assert!(translated > 300, "{translated}");
}
