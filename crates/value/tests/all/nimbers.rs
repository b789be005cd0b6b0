//! Nim arithmetic against its definition by excluded values, and the laws of a field up to 128 bits.

use grundy_value::Nimber;
use proptest::prelude::*;

/// The nim products below `size` by Conway's definition: `ab` is the least nimber not of the form `a'b + ab' + a'b'`.
fn by_definition(size: usize) -> Vec<Vec<u128>> {
    let mut table = vec![vec![0u128; size]; size];
    for a in 0..size {
        for b in 0..size {
            let mut excluded: Vec<u128> = (0..a)
                .flat_map(|x| (0..b).map(move |y| (x, y)))
                .map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y])
                .collect();
            excluded.sort_unstable();
            excluded.dedup();
            let least = excluded.iter().enumerate().position(|(at, &value)| at as u128 != value);
            table[a][b] = least.unwrap_or(excluded.len()) as u128;
        }
    }
    table
}

#[test]
fn products_are_the_least_not_excluded() {
    let table = by_definition(48);
    for (a, row) in table.iter().enumerate() {
        for (b, &product) in row.iter().enumerate() {
            assert_eq!(Nimber(a as u128) * Nimber(b as u128), Nimber(product), "{a} * {b}");
        }
    }
}

#[test]
fn fermat_powers() {
    // ONAG ch. 6: a Fermat power times a smaller one is the ordinary product, and its square is 3/2 of it.
    for k in 0..7u32 {
        let fermat = 1u128 << (1u32 << k);
        assert_eq!(Nimber(fermat) * Nimber(fermat), Nimber(fermat / 2 * 3));
        for j in 0..k {
            let smaller = 1u128 << (1u32 << j);
            if let Some(product) = fermat.checked_mul(smaller) {
                assert_eq!(Nimber(fermat) * Nimber(smaller), Nimber(product));
            }
        }
    }
}

proptest! {
    #[test]
    fn a_field(a: u128, b: u128, c: u128, bits in 0u32..128) {
        let [a, b, c] = [a >> bits, b >> (bits / 2), c].map(Nimber);
        prop_assert_eq!(a * b, b * a);
        prop_assert_eq!((a * b) * c, a * (b * c));
        prop_assert_eq!(a * (b + c), a * b + a * c);
        prop_assert_eq!(a * Nimber(1), a);
        if a != Nimber(0) {
            prop_assert_eq!(a * a.inverse().unwrap(), Nimber(1));
        }
        prop_assert_eq!(a.square_root() * a.square_root(), a);
        prop_assert_eq!(a.power(5), a * a * a * a * a);
    }
}
