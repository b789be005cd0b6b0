//! The checker and the automata library, which share no code, say the same of every formula, for all naturals.
//!
//! A game without moves turns a certificate into a comparison: with domain F, "claimed exactly if no move leads
//! anywhere" says that the table holds everywhere on F; with domain "not F" under misère play, that it holds nowhere.

use grundy_answer::Unwatched;
use grundy_automata::Arith;
use grundy_proof::*;
use grundy_prove::{Builder, certificate_table};
use proptest::prelude::*;

const X: Var = Var(0);
const Y: Var = Var(1);
const Z: Var = Var(2);

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
    let built = Builder::new(&arith).formula(&formula);
    // Out of budget is no disagreement.
    let Ok(rel) = built.and_then(|rel| arith.widen(&rel, &[grundy_automata::Var(0), grundy_automata::Var(1)])) else {
        return Ok(());
    };
    let table = certificate_table(&rel).unwrap();
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
