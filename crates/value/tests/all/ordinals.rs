//! Ordinal arithmetic by the recursions that define it, and nim products of ordinals by the laws of a field and by roots.

use grundy_value::{Ordinal, alpha};
use proptest::prelude::*;

fn ordinal(text: &str) -> Ordinal {
    Ordinal::read(text).unwrap().unwrap_or_else(|| panic!("{text}"))
}

/// Every textbook: sums and products do not commute, powers of two reach omega.
#[test]
fn facts_of_ordinals() {
    for (text, expected) in [
        ("1 + w", "w"),
        ("w + 1", "w+1"),
        ("2 * w", "w"),
        ("w * 2", "w*2"),
        ("(w + 1) * 2", "w*2+1"),
        ("(w + 1) * w", "w^2"),
        ("(w + 1)^2", "w^2+w+1"),
        ("2^w", "w"),
        ("2^(w + 1)", "w*2"),
        ("2^(w^2)", "w^w"),
        ("2^(w^w)", "w^(w^w)"),
        ("3^(w*2+1)", "w^2*3"),
        ("w^w^w", "w^(w^w)"),
        ("(w*2)^w", "w^w"),
        ("(w^2+w)^(w+1)", "w^(w+2)+w^(w+1)"),
        ("0^0", "1"),
        ("0^w", "0"),
        ("1^w", "1"),
        ("w^0", "1"),
    ] {
        assert_eq!(ordinal(text).to_string(), expected, "{text}");
    }
    for text in ["", "w+", "w^", "(w", "x", "w w"] {
        assert_eq!(Ordinal::read(text), Ok(None), "{text}");
    }
}

fn any_ordinal(depth: u32) -> BoxedStrategy<Ordinal> {
    let exponent = if depth == 0 { (0u128..3).prop_map(Ordinal::finite).boxed() } else { any_ordinal(depth - 1) };
    let term = (exponent, 0u128..4).prop_map(|(exponent, n)| exponent.power_of_omega(n));
    let sum = |terms: Vec<Ordinal>| terms.iter().fold(Ordinal::ZERO, |total, term| total.natural_sum(term).unwrap());
    prop::collection::vec(term, 0..3).prop_map(sum).boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    // The recursions at successors and the laws that limits bring with them.
    #[test]
    fn ordinals_add_multiply_and_rise(a in any_ordinal(1), b in any_ordinal(1), c in any_ordinal(1)) {
        let one = Ordinal::finite(1);
        let (sum, product) = (|x: &Ordinal, y: &Ordinal| x.plus(y).unwrap(), |x: &Ordinal, y: &Ordinal| x.times(y).unwrap());
        prop_assert_eq!(sum(&a, &sum(&b, &one)), sum(&sum(&a, &b), &one));
        prop_assert_eq!(sum(&sum(&a, &b), &c), sum(&a, &sum(&b, &c)));
        prop_assert_eq!(product(&a, &sum(&b, &one)), sum(&product(&a, &b), &a));
        prop_assert_eq!(product(&a, &sum(&b, &c)), sum(&product(&a, &b), &product(&a, &c)));
        prop_assert_eq!(product(&product(&a, &b), &c), product(&a, &product(&b, &c)));
        prop_assert_eq!(b < c, sum(&a, &b) < sum(&a, &c));
        if a > Ordinal::ZERO {
            prop_assert_eq!(b < c, product(&a, &b) < product(&a, &c));
        }
        if let (Ok(x), Ok(y), Ok(both)) = (a.power(&b), a.power(&c), a.power(&sum(&b, &c))) {
            prop_assert_eq!(product(&x, &y), both);
        }
        prop_assert_eq!(Ordinal::read(&a.to_string()), Ok(Some(a.clone())));
        prop_assert!(a.natural_sum(&b).unwrap() >= sum(&a, &b));
        prop_assert_eq!(a.natural_product(&b), b.natural_product(&a));
    }

    #[test]
    fn transfinite_nimbers_are_a_field(a in nimber(), b in nimber(), c in nimber()) {
        let product = |x: &Ordinal, y: &Ordinal| x.nim_product(y).unwrap();
        prop_assert_eq!(product(&a, &b), product(&b, &a));
        prop_assert_eq!(product(&product(&a, &b), &c), product(&a, &product(&b, &c)));
        let sum = b.nim_sum(&c).unwrap();
        prop_assert_eq!(product(&a, &sum), product(&a, &b).nim_sum(&product(&a, &c)).unwrap());
        prop_assert_eq!(product(&a, &b) == Ordinal::ZERO, a == Ordinal::ZERO || b == Ordinal::ZERO);
    }
}

/// Nimbers below w^(w^3) with small exponents.
fn nimber() -> impl Strategy<Value = Ordinal> {
    let exponent = (0u128..5, 0u128..5, 0u128..3).prop_map(|(a, b, c)| {
        let term = |place: u128, digit| Ordinal::finite(place).power_of_omega(digit);
        term(2, c).plus(&term(1, b)).unwrap().plus(&term(0, a)).unwrap()
    });
    let term = (exponent, 0u128..20).prop_map(|(exponent, n)| exponent.power_of_omega(n));
    prop::collection::vec(term, 0..3)
        .prop_map(|terms| terms.iter().fold(Ordinal::ZERO, |total, term| total.nim_sum(term).unwrap()))
}

/// How many squarings lead back: the degree of the field it lies in.
fn degree(x: &Ordinal) -> u64 {
    let mut power = x.nim_product(x).unwrap();
    let mut degree = 1;
    while power != *x {
        power = power.nim_product(&power).unwrap();
        degree += 1;
    }
    degree
}

fn order_of_two(p: u64) -> u64 {
    (1..).find(|&f| (0..f).fold(1, |power, _| power * 2 % p) == 1).unwrap()
}

/// Whether `x` has a `p`th root in the finite field of `x` and the `p`th roots of 1, whose degree is `m`: whether `x^((2^m - 1)/p) = 1`.
/// With `f` the order of 2 modulo `p` that is the norm, the product of `x^(2^(f*i))`, to the power `(2^f - 1)/p`. Larger fields among the
/// smaller nimbers have degrees without new factors `p`, so they bring no root.
fn has_root(x: &Ordinal, p: u64) -> bool {
    let (f, d) = (order_of_two(p), degree(x));
    let m = (1..).map(|k| k * d).find(|m| m % f == 0).unwrap();
    let (mut norm, mut conjugate) = (x.clone(), x.clone());
    for _ in 1..m / f {
        for _ in 0..f {
            conjugate = conjugate.nim_product(&conjugate).unwrap();
        }
        norm = norm.nim_product(&conjugate).unwrap();
    }
    norm.nim_power(((1u128 << f) - 1) / u128::from(p)).unwrap() == Ordinal::finite(1)
}

/// Lenstra's table by its definition. With q the prime power of the leading term (2^n for finite ones), all nimbers below the leading
/// term lie in fields whose degree q does not divide, while q divides the order of 2 modulo p: they have roots. The others are tried.
#[test]
fn the_least_nimbers_without_roots() {
    for (p, expected) in [
        (3, "2"),
        (5, "4"),
        (7, "w+1"),
        (11, "w^w+1"),
        (13, "w+4"),
        (17, "16"),
        (19, "w^3+4"),
        (23, "w^(w^3)+1"),
        (29, "w^(w^2)+4"),
        (31, "w^w+1"),
        (37, "w^3+4"),
        (41, "w^w+1"),
        (43, "w^(w^2)+1"),
    ] {
        let found = alpha(p).unwrap();
        assert_eq!(found.to_string(), expected);
        assert!(!has_root(&found, p), "{p}: {found}");
        let (lead, finite) = match found.terms() {
            [only] => (Ordinal::ZERO, only.1),
            [lead, last] => (lead.0.clone().power_of_omega(1), last.1),
            _ => panic!("two terms at most"),
        };
        let q = match lead.to_string().as_str() {
            "w" => 3,
            "w^3" => 9,
            "w^w" => 5,
            "w^(w^2)" => 7,
            "w^(w^3)" => 11,
            _ => 1,
        };
        assert_eq!(order_of_two(p) % q, 0);
        for n in 0..finite {
            let smaller = lead.nim_sum(&Ordinal::finite(n)).unwrap();
            assert!(smaller == Ordinal::ZERO || has_root(&smaller, p), "{p}: {smaller}");
        }
    }
}

/// The roots themselves (ONAG ch. 6): w is a cube root of 2, w^w a fifth root of 4, w^3 a cube root of w.
#[test]
fn roots() {
    for (root, p, of) in [("w", 3, "2"), ("w^w", 5, "4"), ("w^3", 3, "w"), ("w^(w^2)", 7, "w+1"), ("w^(w*5)", 5, "w^w")]
    {
        assert_eq!(ordinal(root).nim_power(p).unwrap(), ordinal(of), "{root}");
    }
    assert!(ordinal("w^(w^13)").nim_product(&ordinal("w")).is_err());
}
