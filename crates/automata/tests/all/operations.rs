//! Every operation against its definition, on boxes: brute force is the source of truth.

use grundy_automata::{Arith, Comparison, Digits, Order, OutOfBudget, Periodic, Rel, Var};
use proptest::prelude::*;

const X: Var = Var(0);
const Y: Var = Var(1);
const Z: Var = Var(2);
/// Hidden variables are looked for up to here.
const BOX: u128 = 20;

fn arith(digits: Digits) -> Arith<'static> {
    Arith::new(digits, 200_000)
}

fn systems() -> impl Strategy<Value = Digits> {
    prop_oneof![Just(Digits::Base2), Just(Digits::Zeckendorf)]
}

/// The relation has exactly the tuples of the box for which `holds`.
fn same(rel: &Rel, most: u128, holds: impl Fn(&[u128]) -> bool) {
    let arity = rel.vars().len();
    let mut tuple = vec![0; arity];
    loop {
        assert_eq!(rel.accepts(&tuple), holds(&tuple), "{tuple:?}");
        let Some(j) = (0..arity).find(|&j| tuple[j] < most) else { return };
        tuple[j] += 1;
        tuple[..j].fill(0);
    }
}

fn sum(terms: &[i64], tuple: &[u128]) -> i128 {
    terms.iter().zip(tuple).map(|(&by, &value)| i128::from(by) * value as i128).sum()
}

fn terms(by: &[i64]) -> Vec<(Var, i64)> {
    by.iter().enumerate().map(|(j, &by)| (Var(j as u32), by)).collect()
}

/// A relation over x and y with its definition.
#[derive(Clone, Debug)]
enum Atom {
    Linear(i64, i64, bool, i64),
    Modulo(i64, i64, u32, u32),
}

impl Atom {
    fn build(&self, arith: &Arith) -> Rel {
        match *self {
            Atom::Linear(a, b, equal, c) => {
                let comparison = if equal { Comparison::Eq } else { Comparison::Le };
                arith.linear(&[(X, a), (Y, b)], comparison, c)
            }
            Atom::Modulo(a, b, m, r) => arith.modulo(&[(X, a), (Y, b)], 0, m, &[r % m]),
        }
        .unwrap()
    }

    fn holds(&self, x: u128, y: u128) -> bool {
        match *self {
            Atom::Linear(a, b, true, c) => sum(&[a, b], &[x, y]) == c.into(),
            Atom::Linear(a, b, false, c) => sum(&[a, b], &[x, y]) <= c.into(),
            Atom::Modulo(a, b, m, r) => sum(&[a, b], &[x, y]).rem_euclid(m.into()) == i128::from(r % m),
        }
    }
}

fn atoms() -> impl Strategy<Value = Atom> {
    prop_oneof![
        (-3..4i64, -3..4i64, any::<bool>(), -40..40i64).prop_map(|(a, b, e, c)| Atom::Linear(a, b, e, c)),
        (-3..4i64, -3..4i64, 1..7u32, 0..7u32).prop_map(|(a, b, m, r)| Atom::Modulo(a, b, m, r)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn linear(digits in systems(), by in prop::collection::vec(-5..6i64, 1..4), c in -60..60i64, equal: bool) {
        let comparison = if equal { Comparison::Eq } else { Comparison::Le };
        let rel = arith(digits).linear(&terms(&by), comparison, c).unwrap();
        same(&rel, 12, |t| if equal { sum(&by, t) == c.into() } else { sum(&by, t) <= c.into() });
    }

    #[test]
    fn modulo(digits in systems(), by in prop::collection::vec(-5..6i64, 1..4), c in -20..20i64, m in 1..9u32, r in 0..9u32) {
        let rel = arith(digits).modulo(&terms(&by), c, m, &[r % m, 0]).unwrap();
        same(&rel, 12, |t| {
            let residue = (sum(&by, t) + i128::from(c)).rem_euclid(m.into());
            residue == 0 || residue == i128::from(r % m)
        });
    }

    #[test]
    fn quotient(digits in systems(), a in -3..4i64, b in -3..4i64, c in -30..30i64, d in 1..6i64) {
        let rel = arith(digits).quotient(&[(X, a), (Y, b)], c, d, Z).unwrap();
        same(&rel, 16, |t| {
            let n = sum(&[a, b], t) + i128::from(c);
            n >= 0 && n / i128::from(d) == t[2] as i128
        });
    }

    #[test]
    fn bitwise(table in prop::array::uniform8(any::<bool>())) {
        let rel = arith(Digits::Base2).bitwise(&[Z, X, Y], |column| table[column as usize]).unwrap();
        same(&rel, 9, |t| (0..8).all(|i| table[((t[2] >> i & 1) | (t[0] >> i & 1) << 1 | (t[1] >> i & 1) << 2) as usize]));
    }

    #[test]
    fn periodic(digits in systems(), values in prop::collection::vec(0..4u64, 1..20), period in 1..20usize) {
        let period = period.min(values.len());
        let periodic = Periodic { values: values.clone(), period };
        let preperiod = values.len() - period;
        let at = |n: u128| values[if n < preperiod as u128 { n as usize } else { preperiod + (n as usize - preperiod) % period }];
        let arith = arith(digits);
        same(&arith.eventually(X, &periodic, |v| v == 1).unwrap(), 150, |t| at(t[0]) == 1);
        same(&arith.eventually_function(X, Y, &periodic).unwrap(), 50, |t| u128::from(at(t[0])) == t[1]);
        same(&arith.eventually_function(Y, X, &periodic).unwrap(), 50, |t| u128::from(at(t[1])) == t[0]);
    }

    #[test]
    fn connectives_and_quantifiers(digits in systems(), a in atoms(), b in atoms()) {
        let arith = arith(digits);
        let (p, q) = (a.build(&arith), b.build(&arith));
        let both = arith.and(&[&p, &q]).unwrap();
        same(&both, 12, |t| a.holds(t[0], t[1]) && b.holds(t[0], t[1]));
        same(&arith.or(&[&p, &q]).unwrap(), 12, |t| a.holds(t[0], t[1]) || b.holds(t[0], t[1]));
        same(&arith.not(&p).unwrap(), 12, |t| !a.holds(t[0], t[1]));
        same(&arith.iff(&p, &q).unwrap(), 12, |t| a.holds(t[0], t[1]) == b.holds(t[0], t[1]));
        same(&arith.implies(&p, &q).unwrap(), 12, |t| !a.holds(t[0], t[1]) || b.holds(t[0], t[1]));
        // Bounded quantifiers, so that brute force sees every witness.
        let bound = arith.linear(&[(Y, 1)], Comparison::Le, BOX as i64).unwrap();
        let some = arith.and_exists(&[&p, &q, &bound], &[Y]).unwrap();
        same(&some, 15, |t| (0..=BOX).any(|y| a.holds(t[0], y) && b.holds(t[0], y)));
        let every = arith.forall(&arith.implies(&bound, &p).unwrap(), &[Y]).unwrap();
        same(&every, 15, |t| (0..=BOX).all(|y| a.holds(t[0], y)));
        // Laws that need no box: equal sets are equal tables.
        let not = |r: &Rel| arith.not(r).unwrap();
        prop_assert_eq!(not(&arith.or(&[&not(&p), &not(&q)]).unwrap()), both);
        prop_assert_eq!(not(&not(&p)), p);
    }

    #[test]
    fn renaming_and_substitution(digits in systems(), a in atoms(), s in -3..4i64, t in -3..4i64, c in -5..30i64) {
        let arith = arith(digits);
        let p = a.build(&arith);
        same(&arith.rename(&p, &[(X, Y), (Y, X)]).unwrap(), 12, |t| a.holds(t[1], t[0]));
        same(&arith.rename(&p, &[(X, Z)]).unwrap(), 12, |t| a.holds(t[1], t[0]));
        same(&arith.rename(&p, &[(X, Y)]).unwrap(), 30, |t| a.holds(t[0], t[0]));
        let substituted = arith.substitute(&p, X, &[(X, s), (Z, t)], c).unwrap();
        prop_assert_eq!(substituted.vars(), &[X, Y, Z]);
        same(&substituted, 7, |v| {
            let x = sum(&[s, t], &[v[0], v[2]]) + i128::from(c);
            x >= 0 && a.holds(x as u128, v[1])
        });
        same(&arith.fix(&p, &[(X, 5)]).unwrap(), 20, |t| a.holds(5, t[0]));
        same(&arith.widen(&p, &[Z]).unwrap(), 6, |t| a.holds(t[0], t[1]));
    }

    #[test]
    fn witnesses(digits in systems(), a in atoms(), b in atoms()) {
        let arith = arith(digits);
        let (p, q) = (a.build(&arith), b.build(&arith));
        let set = arith.and(&[&p, &q]).unwrap();
        let holds = |t: &[u128]| a.holds(t[0], t[1]) && b.holds(t[0], t[1]);
        let elements = || (0..60).flat_map(|x| (0..60).map(move |y| [x, y])).filter(|t| holds(t));
        let length = |t: &[u128]| t.iter().map(|&n| digits.write(n).len()).max();
        let found = set.witness().map(|word| word.values().unwrap());
        prop_assert_eq!(arith.find_common(&[&p, &q]).unwrap().map(|word| word.values().unwrap()), found.clone());
        prop_assert_eq!(arith.find(&[&p, &q], |t| t[0] && t[1]).unwrap().map(|word| word.values().unwrap()), found.clone());
        match found {
            None => { prop_assert!(set.is_empty()); prop_assert!(elements().next().is_none()) }
            Some(shortest) => {
                prop_assert!(holds(&shortest));
                prop_assert!(elements().all(|t| length(&t) >= length(&shortest)));
                let least = arith.least(&set, Order::Lexicographic, &[]).unwrap().unwrap().values().unwrap();
                prop_assert!(holds(&least) && elements().all(|t| t[..] >= least[..]));
                let least = arith.least(&set, Order::Lexicographic, &[Y]).unwrap().unwrap().values().unwrap();
                prop_assert!(holds(&least) && elements().all(|t| (t[1], t[0]) >= (least[1], least[0])));
                let least = arith.least(&set, Order::Total, &[]).unwrap().unwrap().values().unwrap();
                prop_assert!(holds(&least) && elements().all(|t| (t[0] + t[1], t[0]) >= (least[0] + least[1], least[0])));
            }
        }
    }

    #[test]
    fn finite_or_not(digits in systems(), values in prop::collection::vec(0..2u64, 1..20), period in 1..20usize) {
        let period = period.min(values.len());
        let periodic = Periodic { values: values.clone(), period };
        let rel = arith(digits).eventually(X, &periodic, |v| v == 1).unwrap();
        prop_assert_eq!(rel.is_finite(), values[values.len() - period..].iter().all(|&v| v == 0));
    }
}

#[test]
fn large_constants_cost_their_digits() {
    for digits in [Digits::Base2, Digits::Zeckendorf] {
        let arith = Arith::new(digits, 20_000);
        let rel = arith.linear(&[(X, 3), (Y, -2)], Comparison::Eq, 1_000_000_000_000).unwrap();
        assert!(rel.accepts(&[500_000_000_000, 250_000_000_000]));
        assert!(!rel.accepts(&[500_000_000_000, 250_000_000_001]));
        let rel = arith.linear(&[(X, i64::MIN)], Comparison::Le, -1).unwrap();
        assert!(rel.accepts(&[1]) && !rel.accepts(&[0]));
        let least = arith.least(&arith.linear(&[(X, -1)], Comparison::Le, -123_456_789).unwrap(), Order::Total, &[]);
        assert_eq!(least.unwrap().unwrap().to_string(), "123456789");
    }
}

#[test]
fn budgets_are_kept() {
    let arith = Arith::new(Digits::Base2, 50);
    assert_eq!(arith.modulo(&[(X, 1)], 0, 101, &[3]), Err(OutOfBudget::States(50)));
    assert!(arith.largest() > 50);
    let many: Vec<Var> = (0..20).map(Var).collect();
    assert_eq!(arith.xor(&many), Err(OutOfBudget::Variables(20)));
    let (a, b) = (arith.modulo(&[(X, 1)], 0, 13, &[3]).unwrap(), arith.modulo(&[(X, 1)], 0, 17, &[3]).unwrap());
    assert_eq!(arith.and(&[&a, &b]), Err(OutOfBudget::States(50)));
    assert_eq!(arith.find(&[&a, &b], |_| false), Err(OutOfBudget::States(50)));
}

#[test]
fn a_watch_stops_the_work() {
    struct Impatient;
    impl grundy_answer::Watch for Impatient {
        fn tick(&self, _: grundy_answer::Progress) -> Option<grundy_answer::Stop> {
            Some(grundy_answer::Stop::Cancelled)
        }

        fn outer(&self) -> Option<&dyn grundy_answer::Watch> {
            None
        }
    }
    let arith = Arith::watched(Digits::Base2, 1 << 20, &Impatient);
    let stopped = arith.modulo(&[(X, 1)], 0, 400_001, &[3]);
    assert_eq!(stopped, Err(OutOfBudget::Stopped(grundy_answer::Stop::Cancelled)));
}

#[test]
fn sentences_have_no_variables() {
    let arith = arith(Digits::Zeckendorf);
    let every = arith.exists(&arith.less(X, Y).unwrap(), &[Y]).unwrap();
    let sentence = arith.forall(&every, &[X]).unwrap();
    assert!(sentence.vars().is_empty() && sentence.accepts(&[]));
    assert_eq!(sentence, arith.all(&[]).unwrap());
    assert!(arith.or(&[]).unwrap().is_empty());
    assert!(!arith.and(&[]).unwrap().is_empty());
}

#[test]
#[should_panic(expected = "different digit systems")]
fn digit_systems_do_not_meet() {
    let rel = arith(Digits::Zeckendorf).equal(X, Y).unwrap();
    let _ = arith(Digits::Base2).not(&rel);
}
