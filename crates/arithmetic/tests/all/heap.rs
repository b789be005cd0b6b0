//! Codes of heap games decided.

use grundy_answer::Unwatched;
use grundy_arithmetic::{Code, Undecided, decides};
use grundy_run::{World, default_game};
use std::sync::Arc;

fn decided(moves: &str, head: &[u16], tail: &[u16], unequal: bool) -> Result<(), Undecided> {
    let text = format!("game A\n  state n: nat\n  {moves}\n");
    let world = World::new(vec![Arc::new(grundy_rule::read(&text).module)]);
    let game = default_game(&world, (0, 0), 1).expect("rules without parameters");
    decides(&game, &Code { head: head.to_vec(), tail: tail.to_vec(), unequal }, &Unwatched)
}

#[test]
fn codes_of_the_literature_are_decided() {
    assert_eq!(decided("move take(k in {1, 3}) if k <= n: n -= k", &[0, 3, 0, 3], &[], false), Ok(()));
    assert_eq!(decided("move take(k in 1..n): n -= k", &[0], &[3], false), Ok(()));
    let kayles = "move knock(k in 1..2, a in 0..n-k): become A(a) + A(n - k - a)";
    assert_eq!(decided(kayles, &[0, 7, 7], &[], false), Ok(()));
    let unequal = "move cut(a in 1..n-1) if a < n - a: become A(a) + A(n - a)";
    assert_eq!(decided(unequal, &[4], &[], true), Ok(()));
    let dawson = "move place(i in 1..n): become A(max(0, i - 2)) + A(max(0, n - i - 1))";
    assert_eq!(decided(dawson, &[0, 1, 3, 7], &[], false), Ok(()));
    let odd = "move some(k in 1..n-1) if k % 2 == 0: n -= k";
    assert_eq!(decided(odd, &[0, 0], &[2, 0], false), Ok(()));
}

#[test]
fn one_heap_that_differs_is_found() {
    let but_one = "move take(k in 1..2) if k <= n and n != 100: n -= k";
    assert_eq!(decided(but_one, &[0, 3, 3], &[], false), Err(Undecided::Differs(100)));
    let cut = "move cut(k in 0..1, a in 1..n-k-1) if k <= n: become A(a) + A(n - k - a)";
    assert_eq!(decided(cut, &[0, 4], &[], false), Err(Undecided::Differs(2)));
    assert_eq!(decided(cut, &[4, 4], &[], false), Ok(()));
}

#[test]
fn rules_that_are_not_arithmetic_are_undecided() {
    let divided = "move take(k in 1..2) if k <= n and (10 // (n - 5) >= -100 or k >= 1): n -= k";
    assert!(matches!(decided(divided, &[0, 3, 3], &[], false), Err(Undecided::Unknown(_))));
}
