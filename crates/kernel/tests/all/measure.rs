//! Bounds as certificates write them.

use grundy_kernel::{Bound, Measure};

#[test]
fn bounds_are_written_and_read() {
    for (measure, bounds) in [
        (Measure::Outcome, vec![-1, 0, 1]),
        (Measure::Plies, vec![1 << 30, (1 << 30) - 7, 0, 100 - (1 << 30)]),
        (Measure::Margin, vec![-5, 0, 12]),
    ] {
        for bound in bounds.into_iter().map(Bound) {
            assert_eq!(measure.bound(&measure.text(bound)), Some(bound));
        }
    }
    for wrong in ["", "w", "w07", "x3", "W3", "d0", "w-1", "w99999999999", "l", "é", "wé"] {
        assert_eq!(Measure::Plies.bound(wrong), None, "{wrong}");
    }
    assert_eq!(Measure::Margin.bound("=+3"), None);
    assert_eq!(Measure::Margin.bound("=2147483647"), None);
}

#[test]
fn a_move_brings_the_end_nearer() {
    let plies = Measure::Plies;
    let (win, loss) = (Bound::decided(plies, 1, 3), Bound::decided(plies, -1, 4));
    assert_eq!(plies.after(win, 0), Some(Bound::decided(plies, 1, 2)));
    assert_eq!(plies.after(loss, 0), Some(Bound::decided(plies, -1, 3)));
    assert!(loss < Bound::DRAW && Bound::decided(plies, -1, 3) < loss, "a later loss is better");
    assert_eq!(Measure::Margin.after(Bound(3), 2), Some(Bound(1)));
}
