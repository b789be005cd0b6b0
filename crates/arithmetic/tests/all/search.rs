//! Whether a formula has a solution, against its definition on generated formulas.

use grundy_answer::Unwatched;
use grundy_arithmetic::{Digits, Formula, Lowering, Plain, Reader, Relation, Term, Trouble, Var, search, simplified};
use proptest::prelude::*;

const X: Var = Var(0);
const Y: Var = Var(1);
/// Bound by `exists`, up to [`BOUND`].
const Z: Var = Var(2);
const BOUND: i64 = 6;

/// The value of a term from its definition; `None` where it has none.
fn value(term: &Term, at: &[i128; 3]) -> Option<i128> {
    Some(match term {
        Term::Constant(n) => (*n).into(),
        Term::Var(var) => at[var.0 as usize],
        Term::Sum(terms) => terms.iter().map(|term| value(term, at)).sum::<Option<i128>>()?,
        Term::Times(by, term) => i128::from(*by) * value(term, at)?,
        Term::Quotient(term, d) => value(term, at)?.div_euclid((*d).into()),
        Term::Remainder(term, d) => value(term, at)?.rem_euclid((*d).into()),
        Term::Xor(terms) => terms.iter().try_fold(0, |xor, term| {
            let value = value(term, at)?;
            (value >= 0).then_some(xor ^ value)
        })?,
        Term::Choose(formula, a, b) => value(if holds(formula, at) { a } else { b }, at)?,
    })
}

fn holds(formula: &Formula, at: &[i128; 3]) -> bool {
    match formula {
        Formula::All(parts) => parts.iter().all(|part| holds(part, at)),
        Formula::Any(parts) => parts.iter().any(|part| holds(part, at)),
        Formula::Not(part) => !holds(part, at),
        Formula::Exists(_, part) => (0..=BOUND).any(|z| holds(part, &[at[0], at[1], z.into()])),
        Formula::Compare(a, relation, b) => match (value(a, at), value(b, at)) {
            (Some(a), Some(b)) => match relation {
                Relation::Equal => a == b,
                Relation::Unequal => a != b,
                Relation::Less => a < b,
                Relation::LessOrEqual => a <= b,
                Relation::Greater => a > b,
                Relation::GreaterOrEqual => a >= b,
            },
            _ => false,
        },
        Formula::Golden(..) => unreachable!("no rule speaks of the golden ratio"),
    }
}

fn relations() -> impl Strategy<Value = Relation> {
    use Relation::*;
    prop::sample::select(vec![Equal, Unequal, Less, LessOrEqual, Greater, GreaterOrEqual])
}

fn terms(xor: bool) -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        prop_oneof![-4..5i64, -40..41i64].prop_map(Term::Constant),
        prop::sample::select(vec![X, Y, Z]).prop_map(Term::Var),
    ];
    leaf.prop_recursive(2, 6, 2, move |inner| {
        let simple = relations();
        let choose = (inner.clone(), simple, inner.clone()).prop_map(|(a, relation, b)| {
            Term::Choose(Box::new(Formula::Compare(a.clone(), relation, b.clone())), Box::new(a), Box::new(b))
        });
        let xors = prop::collection::vec(inner.clone(), 2);
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 2).prop_map(Term::Sum),
            2 => (-3..4i64, inner.clone()).prop_map(|(by, term)| Term::Times(by, Box::new(term))),
            1 => (inner.clone(), 1..5u32).prop_map(|(term, d)| Term::Quotient(Box::new(term), d)),
            1 => (inner.clone(), 1..5u32).prop_map(|(term, d)| Term::Remainder(Box::new(term), d)),
            1 => choose,
            1 => xors.prop_map(move |terms| if xor { Term::Xor(terms) } else { Term::Sum(terms) }),
        ]
    })
}

fn formulas(xor: bool) -> impl Strategy<Value = Formula> {
    let atom = (terms(xor), relations(), terms(xor)).prop_map(|(a, relation, b)| Formula::Compare(a, relation, b));
    atom.prop_recursive(2, 4, 2, |inner| {
        let bounded = |part: Formula| {
            let bound = Term::Var(Z).is(Relation::LessOrEqual, BOUND.into());
            Formula::Exists(vec![Z], Box::new(Formula::All(vec![bound, part])))
        };
        prop_oneof![
            prop::collection::vec(inner.clone(), 2).prop_map(Formula::All),
            prop::collection::vec(inner.clone(), 2).prop_map(Formula::Any),
            inner.clone().prop_map(|part| Formula::Not(Box::new(part))),
            inner.clone().prop_map(bounded),
        ]
    })
}

fn agrees(digits: Digits, formula: &Formula) -> Result<(), TestCaseError> {
    for (x, y) in [(0, 0), (1, 0), (0, 1), (2, 3), (5, 5), (7, 2), (6, 11), (12, 4)] {
        // Z is 3 where it is free.
        let fixed = |var: Var, n: i64| Term::Var(var).is(Relation::Equal, n.into());
        let whole = Formula::All(vec![formula.clone(), fixed(X, x), fixed(Y, y), fixed(Z, 3)]);
        let plain = Lowering::new(digits).formula(&whole).unwrap();
        let mut reader = Reader::new(digits, &[], 200_000, &Unwatched);
        let searched = match search(&mut reader, digits, &plain) {
            Ok(searched) => searched,
            Err(Trouble::Budget | Trouble::Variables(_)) => return Ok(()),
            Err(other) => return Err(TestCaseError::fail(format!("{other:?}"))),
        };
        let expected = holds(formula, &[x.into(), y.into(), 3]);
        prop_assert_eq!(searched.found.is_some(), expected, "{:?} at {} {}", formula, x, y);
        if digits == Digits::Base2 {
            // The same after it was made simpler: with the point fixed within, and outside.
            let outside = |formula: &Formula| simplified(&Lowering::new(digits).formula(formula).unwrap());
            let mut parts = vec![outside(formula)];
            parts.extend([fixed(X, x), fixed(Y, y), fixed(Z, 3)].iter().map(outside));
            for simpler in [simplified(&plain), Plain::All(parts)] {
                match search(&mut Reader::new(digits, &[], 200_000, &Unwatched), digits, &simpler) {
                    Ok(searched) => prop_assert_eq!(searched.found.is_some(), expected, "{:?}", simpler),
                    Err(Trouble::Budget | Trouble::Variables(_)) => {}
                    Err(other) => return Err(TestCaseError::fail(format!("{other:?}"))),
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn reading_agrees_with_the_definition_in_base_2(formula in formulas(true)) {
        agrees(Digits::Base2, &formula)?;
    }

    #[test]
    fn reading_agrees_with_the_definition_in_zeckendorf(formula in formulas(false)) {
        agrees(Digits::Zeckendorf, &formula)?;
    }
}

#[test]
fn the_shortest_solution_is_found() {
    // 3x = 5y + 1 with x > 100
    let equal =
        Term::Times(3, Box::new(X.into())).is(Relation::Equal, Term::Times(5, Box::new(Y.into())).plus(1.into()));
    let large = Term::Var(X).is(Relation::Greater, 100.into());
    let plain = Lowering::new(Digits::Base2).formula(&Formula::All(vec![equal, large])).unwrap();
    let mut reader = Reader::new(Digits::Base2, &[], 100_000, &Unwatched);
    let found = search(&mut reader, Digits::Base2, &plain).unwrap().found.unwrap();
    let (x, y) = (found[0].1, found[1].1);
    assert!(3 * x == 5 * y + 1 && x > 100 && x < 128);
}
