//! Laws that are found, and sequences whose law breaks late.

use grundy_guess::{Known, Samples, Shown, guess};
use std::sync::Arc;

fn sequence(to: i64, of: impl Fn(i64) -> i64) -> Vec<i64> {
    (0..to).map(of).collect()
}

fn found(shown: Shown, values: &[i64]) -> String {
    let (best, _) = guess(&Samples::sequence("n", shown, values), &[]);
    best.map_or("none".to_string(), |guess| {
        assert!(guess.tested >= 10 * guess.fitted);
        guess.text
    })
}

fn squared(side: i64, shown: Shown, of: impl Fn(i64, i64) -> i64) -> String {
    let entries = (0..side).flat_map(|x| (0..side).map(move |y| (x, y))).map(|(x, y)| (vec![x, y], of(x, y)));
    let samples = Samples::new(vec!["x".into(), "y".into()], shown, entries);
    guess(&samples, &[]).0.map_or("none".to_string(), |guess| guess.text)
}

#[test]
fn sequences_of_one_number() {
    use Shown::{Property, Values};
    let v2 = |n: i64| if n == 0 { 0 } else { i64::from(n.trailing_zeros()) };
    assert_eq!(found(Values, &sequence(1100, |n| n % 4)), "n % 4");
    assert_eq!(found(Values, &sequence(1100, |n| n % 6 / 2)), "n % 6 // 2");
    assert_eq!(found(Values, &sequence(1100, |n| n)), "n");
    assert_eq!(found(Values, &sequence(1100, |n| n / 2)), "n // 2");
    assert_eq!(found(Values, &sequence(1100, v2)), "v2(n)");
    assert_eq!(found(Values, &sequence(1100, |n| i64::from(n.count_ones()))), "ones(n)");
    assert_eq!(found(Values, &sequence(1100, |n| i64::from(n.count_ones()) % 2)), "ones(n) % 2");
    assert_eq!(found(Values, &sequence(1100, |n| n * n)), "n * n");
    assert_eq!(found(Property, &sequence(1100, |n| i64::from(n % 7 == 0 || n % 7 == 2))), "n % 7 in {0, 2}");
    assert_eq!(found(Property, &sequence(1100, |n| i64::from(n > 0 && n & (n - 1) == 0))), "n is a power of 2");
    assert_eq!(found(Property, &sequence(1100, |n| v2(n) % 2)), "v2(n) % 2 = 1");
    let phi = |k: i64| (k + (5 * k * k).isqrt()) / 2;
    let lower: Vec<i64> = (0..1100).map(phi).collect();
    let text = found(Property, &sequence(1100, |n| i64::from(lower.contains(&n))));
    assert!(text.contains("sqrt(5)"), "{text}");
    let mixed = sequence(1100, |n| if n % 2 == 0 { n / 2 } else { v2(n + 1) });
    assert_eq!(found(Values, &mixed), "n // 2 if n % 2 == 0, else v2(n + 1)");
}

#[test]
fn tables_of_two_numbers() {
    use Shown::{Property, Values};
    assert_eq!(squared(60, Values, |x, y| x ^ y), "x ^^ y");
    assert_eq!(squared(60, Values, |x, y| (x + y) % 3), "(x + y) % 3");
    assert_eq!(squared(60, Values, i64::min), "min(x, y)");
    assert_eq!(squared(60, Property, |x, y| i64::from(x == y)), "x ^^ y = 0");
    assert_eq!(squared(60, Property, |k, n| i64::from(n % (k + 1) == 0)), "y % (x + 1) = 0");
    let product = |x: i64, y: i64| i64::from(grundy_guess::nim_product(x as u32 + 1, y as u32 + 1));
    assert_eq!(squared(60, Values, product), "nim_product(x + 1, y + 1)");
    let phi = |k: i64| (k + (5 * k * k).isqrt()) / 2;
    let wythoff = |x: i64, y: i64| i64::from(x.min(y) == phi((x - y).abs()));
    let text = squared(110, Property, wythoff);
    assert!(text.contains("sqrt(5)"), "{text}");
}

#[test]
fn another_table_is_recognised() {
    let odd = sequence(2000, |n| (n * n * 7 + n * 13) % 101 % 9);
    let known = Known { name: "another".to_string(), values: Arc::new(odd.clone()) };
    let samples = Samples::sequence("n", Shown::Values, &odd[1..1101]);
    assert_eq!(guess(&samples, &[known]).0.expect("a law").text, "the same as another of n + 1");
}

/// A law that breaks inside the table is not given; one that breaks beyond it is given with the bound of the table, and no
/// type says more.
#[test]
fn laws_that_break_late_are_checked_to_a_bound_and_no_more() {
    let mut tried = 0;
    for law in 0..20i64 {
        for cut in 0..10i64 {
            let of = |n: i64| match law % 5 {
                0 => n % (law + 2),
                1 => (n + law) / 3,
                2 => i64::from(n.count_ones()) % (law / 5 + 2),
                3 => i64::from((n + 1).trailing_zeros()) + law,
                _ => i64::from(n > 0 && n & (n - 1) == 0) + law,
            };
            // The first five breaks lie inside the table, beyond what is fitted; the others beyond the table.
            let break_at = if cut < 5 { 150 + 190 * cut + law } else { 1100 + 300 * (cut - 5) + law };
            let values = sequence(1100, |n| if n == break_at { of(n) + 1 } else { of(n) });
            let (best, failure) = guess(&Samples::sequence("n", Shown::Values, &values), &[]);
            match best {
                Some(guess) if break_at < 1100 => {
                    let points: Vec<Vec<i64>> = (0..1100).map(|n| vec![n]).collect();
                    let said = guess.law.entries(&points);
                    let wrong = (0..1100).filter(|&n| said[n] != Some(values[n])).count();
                    assert_eq!(wrong, guess.exceptions.len(), "{}", guess.text);
                }
                Some(guess) => assert_eq!(guess.fitted + guess.tested, 1100, "the bound is that of the table"),
                None => assert!(break_at < 1100, "law {law} is not found"),
            }
            if break_at < 1100 {
                let failure = failure.expect("the law that breaks is the runner-up");
                assert!(failure.at[0] <= break_at);
            }
            tried += 1;
        }
    }
    assert_eq!(tried, 200);
}
