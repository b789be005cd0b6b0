//! Quotients, periods and losing heaps that were published: Plambeck, "Taming the wild in impartial combinatorial games"
//! (Integers 5, 2005); Plambeck and Siegel, "Misère quotients for impartial games" (JCTA 115, 2008) with its supplement
//! (arXiv 0705.2404); Weimerskirch in *Games of No Chance 4*; Conway, *On Numbers and Games* ch. 12.

use grundy_answer::Unwatched;
use grundy_heap::Code;
use grundy_misere::{Bounds, Growth, Halt, Period, check, compare, losing_heaps};

const COPIES: u32 = 200;

fn code(text: &str) -> Code {
    text.parse().expect("a code")
}

/// Order, losing elements, preperiod and period of a complete quotient.
fn complete(text: &str) -> (u32, u32, Period) {
    let code = code(text);
    let mut growth = Growth::new(code.rule(), COPIES);
    growth.grow(2000, &Unwatched).expect("the quotient is finite");
    let solution = growth.solution();
    let accepted = check(code.rule(), solution, &Unwatched).expect("the check accepts");
    assert_eq!(accepted.heaps, solution.reach());
    let bounds = Bounds { beans: 14, random: 20, random_beans: 24, positions: 200_000 };
    compare(code.rule(), solution, bounds, &Unwatched).expect("direct search agrees");
    (solution.quotient.order(), solution.quotient.losing_order(), solution.period.expect("a complete quotient"))
}

#[test]
fn complete_quotients() {
    for (text, order, losing) in [
        ("0.75", 8, 2),
        ("0.123", 20, 5),
        ("0.15", 42, 12),
        ("0.115", 42, 12),
        ("0.77", 40, 9),
        ("0.53", 16, 3),
        ("0.152", 34, 6),
        ("0.351", 22, 6),
    ] {
        let (found, found_losing, _) = complete(text);
        assert_eq!((found, found_losing), (order, losing), "{text}");
    }
}

/// Kayles has the period 12 in both kinds of play and 70 as its last exception in normal play (Guy and Smith 1956);
/// misère 0.123 has period 5 (Plambeck 2005).
#[test]
fn periods() {
    assert_eq!(complete("0.77").2, Period { preperiod: 71, period: 12 });
    assert_eq!(complete("0.123").2.period, 5);
}

#[test]
fn partial_quotients_of_0_07() {
    let code = code("0.07");
    let mut growth = Growth::new(code.rule(), COPIES);
    for (heap, order) in [(20, 24), (26, 144), (30, 360), (33, 638)] {
        growth.grow(heap, &Unwatched).expect("finite");
        assert_eq!(growth.solution().quotient.order(), order, "heap {heap}");
        check(code.rule(), growth.solution(), &Unwatched).expect("the check accepts");
    }
    let (losing, to) = losing_heaps(code.rule(), growth.solution(), 36, 10_000, &Unwatched);
    assert_eq!(losing, [2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31, 35, 36]);
    assert_eq!(to, 36);
}

/// The quotient of 0.3122 is finite to heap 6 and infinite to heap 7 (Weimerskirch).
#[test]
fn the_first_infinite_quotient() {
    let code = code("0.3122");
    let mut growth = Growth::new(code.rule(), COPIES);
    assert!(matches!(growth.grow(7, &Unwatched), Err(Halt::Unrepeated { .. })));
    assert_eq!(growth.solution().reach(), 6);
}

#[test]
fn hard_codes_to_heap_12() {
    for text in ["0.06", "0.16", "0.6", "0.74"] {
        let code = code(text);
        let mut growth = Growth::new(code.rule(), COPIES);
        growth.grow(12, &Unwatched).expect("finite");
        assert_eq!(growth.solution().reach(), 12, "{text}");
        check(code.rule(), growth.solution(), &Unwatched).expect("the check accepts");
        let bounds = Bounds { beans: 16, random: 30, random_beans: 30, positions: 200_000 };
        compare(code.rule(), growth.solution(), bounds, &Unwatched).expect("direct search agrees");
    }
}

/// Misère Nim with heaps to 2^k - 1 has the tame quotient of order 2^k + 2 (Plambeck and Siegel 2008, section 3).
#[test]
fn nim_is_tame() {
    let code = code("AllBut{}");
    let mut growth = Growth::new(code.rule(), COPIES);
    for (heap, order) in [(1, 2), (2, 6), (3, 6), (4, 10), (7, 10), (8, 18)] {
        growth.grow(heap, &Unwatched).expect("finite");
        assert_eq!(growth.solution().quotient.order(), order, "heaps to {heap}");
    }
}

/// Grundy thought that misère Grundy's game is lost exactly at multiples of 3; 48 is won and 50 is lost (*ONAG*).
#[test]
fn grundys_conjecture_fails_at_48_and_50() {
    let code = code("4.u");
    let mut growth = Growth::new(code.rule(), COPIES);
    let _ = growth.grow(28, &Unwatched);
    let (losing, to) = losing_heaps(code.rule(), growth.solution(), 50, 4_000_000, &Unwatched);
    assert_eq!(to, 50);
    let multiples: Vec<u32> = (1..48).filter(|heap| heap % 3 == 0).collect();
    assert_eq!(losing.iter().filter(|heap| **heap < 48).copied().collect::<Vec<_>>(), multiples);
    assert!(!losing.contains(&48) && losing.contains(&50));
}
