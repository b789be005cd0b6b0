//! Where fields lie: after the last bit nothing lies, whatever gaps are before it.

use grundy_kit::world;
use grundy_run::{Layout, Shape, Value, default_game};

/// The layout of a board of stones with a flag beside it.
fn board(cells: usize) -> Layout {
    let text = format!(
        "game A\n  state board: player?[0..{}] = none, flag: bool = false\n  move m: flag = true; pass\n",
        cells - 1
    );
    default_game(&world(&text), (0, 0), 1).expect("a game").layout.clone()
}

#[test]
fn no_field_has_a_bit_after_the_last_one() {
    for cells in 1..=130 {
        let layout = board(cells);
        let is_used = |bit: usize| layout.used().get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1);
        assert!(is_used(layout.bits - 1), "{cells}");
        assert!((layout.bits..64 * (layout.words() + 1)).all(|bit| !is_used(bit)), "{cells}");
    }
    // Two planes of 36 cells: the second begins with the second word, and the flag follows it.
    assert_eq!(board(36).bits, 64 + 36 + 1);
}

/// What is counted has to fit a number: a wider range is refused, not read as an empty one.
#[test]
fn ranges_that_cannot_be_numbered_are_refused() {
    let game = |range: &str| {
        let text = format!("game A\n  state n: {range} = 7\n  move m if n > 6: n = 5\n");
        default_game(&world(&text), (0, 0), 1).map(|game| game.shapes[0].clone())
    };
    for range in ["0..9223372036854775806", "-4000000000000000000..4000000000000000000"] {
        let Ok(Shape::One(values)) = game(range) else { panic!("{range} is a set of numbers") };
        assert!(values.rank(&Value::Int(7)).is_some(), "{range}");
    }
    for range in ["0..9223372036854775807", "-5000000000000000000..5000000000000000000"] {
        assert_eq!(game(range).map_err(|refused| refused.code), Err("E22"), "{range}");
    }
}

/// A field that may not begin beyond a limit has no larger numbers, however large the others are.
#[test]
fn fields_end_at_what_the_rules_allow() {
    let text = "game A\n  param a: list of int = [3, 9]\n  state lo: nat = 0, hi: nat = len(a)\n  \
        move m if lo < hi: gain a[hi - 1]; hi -= 1\n  move l if lo < hi: lo += 1\n  score when stuck\n";
    let game = default_game(&world(text), (0, 0), 50).expect("a game");
    let most = |field: usize| match &game.shapes[field] {
        Shape::One(values) => values.len(),
        _ => panic!("a number"),
    };
    assert_eq!((most(0), most(1)), (51, 3));
}
