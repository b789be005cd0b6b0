//! Options laid out flat are those of `each_move`, one by one.

use grundy_run::{Component, Options, Side};

fn start(text: &str, query: &str) -> Component {
    grundy_kit::position(&grundy_kit::world(text), query).parts.remove(0)
}

/// Every position within `depth` moves.
fn same_everywhere(here: &Component, mover: Side, depth: usize, options: &mut Options) {
    let game = &here.game;
    assert!(game.stays_inside());
    game.options(&here.packed, mover, options).unwrap();
    let moves = game.moves(&here.packed, mover).unwrap();
    assert_eq!(options.len(), moves.len());
    for (i, (_, to)) in moves.iter().enumerate() {
        let parts: Vec<&[u64]> = options.parts(i).collect();
        let expected: Vec<&[u64]> = to.parts.iter().map(|part| &part.packed[..]).collect();
        assert_eq!((parts, options.gain(i), options.turn(i)), (expected, to.gain, to.turn));
    }
    for part in moves.iter().flat_map(|(_, to)| &to.parts) {
        if depth > 0 {
            same_everywhere(part, mover.other(), depth - 1, options);
        }
    }
}

#[test]
fn sums_gains_and_turns_lie_in_their_places() {
    let games = [
        (
            "game Kayles\n  state n: nat\n  move whole if n <= 2: become sum(x in 1..n-1: Kayles(0))\n  move knock(k in 1..2, a in 0..n-k): become Kayles(a) + Kayles(n - k - a)\n",
            "Kayles(7)",
        ),
        (
            "game Cards\n  param a: list of int = [3, 9, 0, 2]\n  state lo: nat = 0, hi: nat = len(a)\n  move pass_by if lo < hi: lo += 1\n  move front if lo < hi: gain a[lo]; lo += 1\n  move back if lo < hi:\n    gain a[hi - 1]\n    hi -= 1\n    if hi == 2: again\n  score when stuck\n",
            "Cards",
        ),
    ];
    for (text, query) in games {
        same_everywhere(&start(text, query), Side::Left, 4, &mut Options::default());
    }
}

#[test]
fn a_game_that_leads_elsewhere_says_so() {
    let text = "game Pile\n  state n: nat\n  move take(k in 1..n): n -= k\n\ngame Two\n  state n: nat\n  move cut(k in 1..n): become Pile(k) + Pile(n - k)\n";
    assert!(!start(text, "Two(3)").game.stays_inside());
    assert!(start(text, "Pile(3)").game.stays_inside());
}
