//! Two equal parts are worth nothing together only if play in them ends: nobody is believed that it does. The values are worked
//! out by hand.

use grundy_answer::Unwatched;
use grundy_kernel::{Unproved, verify};
use grundy_rule::sha256;

/// What the kernel says of the lines after the digest, separated by slashes.
fn verdict(rules: &str, position: &str, lines: &str) -> Result<(), Unproved> {
    let (digest, lines) = (sha256(rules.as_bytes()), lines.replace('/', "\n"));
    let text = format!("grundy solution 2\nposition {position}\nrules sha256 {digest}\n{lines}\n");
    verify(text.as_bytes(), &[rules], &Unwatched).map(|_| ())
}

/// From A(0) the only move leads to two parts in which play never ends: a draw.
const ENDLESS: &str = "game A\n  state x: 0..2 = 0\n  move part if x == 0: become A(1) + A(1)\n  move go if x == 1: x = 2\n  move back if x == 2: x = 1\n";

/// The same with play that ends: A(1) and A(2) are worth 1 and 0.
const ENDING: &str =
    "game A\n  state x: 0..2 = 0\n  move part if x == 0: become A(1) + A(1)\n  move go if x == 1: x = 2\n";

const HEAD: &str = "play rules/proves grundy/claim 1/games 0/alike 0/parts 0";

#[test]
fn equal_parts_need_values() {
    let alone = format!("{HEAD}/values nodes 1/level/of 0/0 1/end");
    assert!(matches!(verdict(ENDLESS, "A(0)", &alone), Err(Unproved::False { .. })));
    assert!(matches!(verdict(ENDING, "A(0)", &alone), Err(Unproved::False { .. })));
    let listed = format!("{HEAD}/values nodes 3/level/of 0/2 0/level/of 0/1 1/level/of 0/0 1/end");
    assert_eq!(verdict(ENDING, "A(0)", &listed), Ok(()));
    assert!(matches!(verdict(ENDLESS, "A(0)", &listed), Err(Unproved::False { .. })));
}
