//! Digits of numbers.

use grundy_arithmetic::Digits;

#[test]
fn numbers_are_written_and_read() {
    for n in (0..3000).chain([u128::from(u64::MAX), u128::MAX]) {
        for digits in [Digits::Base2, Digits::Zeckendorf] {
            let word = digits.write(n);
            assert_eq!(digits.read(word.iter().copied()), n);
            assert!(digits == Digits::Base2 || word.windows(2).all(|pair| pair != [true, true]));
        }
    }
}
