//! Positions as numbers, written as steps.

use grundy_certify::{number_order, write_step};
use grundy_kernel::{Stepped, add_step};
use proptest::prelude::*;

proptest! {
    #[test]
    fn steps_are_undone(a in prop::collection::vec(any::<u64>(), 3), b in prop::collection::vec(0u64..3, 3)) {
        let sorted = |mut both: [Vec<u64>; 2]| {
            both.sort_by(|a, b| number_order(a, b));
            both
        };
        let c: Vec<u64> = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b)).collect();
        for [low, high] in [sorted([a.clone(), b]), sorted([a.clone(), c]), [a.clone(), a]] {
            let mut text = String::new();
            write_step(&low, &high, &mut text);
            let mut key = low.clone();
            let stepped = add_step(&mut key, &text);
            prop_assert_eq!(&key, &high);
            prop_assert_eq!(stepped, Some(if low == high { Stepped::Nowhere } else { Stepped::Up }));
        }
    }
}

#[test]
fn what_is_no_step_is_refused() {
    for wrong in ["", "g", "+1", "-1", "01", "00", "10000000000000000", "1 ", "A", "é"] {
        assert_eq!(add_step(&mut [5], wrong), None, "{wrong}");
    }
    assert_eq!(add_step(&mut [5], "fffffffffffffffb"), None, "it goes too far");
    assert_eq!(add_step(&mut [5, 0], "fffffffffffffffb"), Some(Stepped::Up));
}
