//! Where fields lie: after the last bit nothing lies, whatever gaps are before it.

use grundy_kit::world;
use grundy_run::{Layout, default_game};

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
