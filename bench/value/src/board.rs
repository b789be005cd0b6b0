//! Domineering on bit masks: cell (row, column) is bit `8 * row + column`. Left places dominoes upright, Right flat.

/// The free cells of a position.
pub type Free = u64;

pub fn rectangle(rows: u32, columns: u32) -> Free {
    (0..rows).map(|row| ((1u64 << columns) - 1) << (8 * row)).sum()
}

/// What is free after each move of one player: `step` is 8 for upright dominoes, 1 for flat ones.
pub fn moves(free: Free, step: u32) -> impl Iterator<Item = Free> {
    let mut places = free & (free >> step) & if step == 1 { !0x8080_8080_8080_8080 } else { !0 };
    std::iter::from_fn(move || {
        (places != 0).then(|| {
            let place = places & places.wrapping_neg();
            places ^= place;
            free & !(place | place << step)
        })
    })
}

/// The connected parts with room for a domino.
pub fn components(mut free: Free) -> impl Iterator<Item = Free> {
    std::iter::from_fn(move || {
        while free != 0 {
            let mut part = free & free.wrapping_neg();
            loop {
                let grown = (part
                    | part << 8
                    | part >> 8
                    | (part & !0x8080_8080_8080_8080) << 1
                    | (part & !0x0101_0101_0101_0101) >> 1)
                    & free;
                if grown == part {
                    break;
                }
                part = grown;
            }
            free ^= part;
            if part & (part - 1) != 0 {
                return Some(part);
            }
        }
        None
    })
}

fn corner(mut free: Free) -> Free {
    free >>= free.trailing_zeros() & !7;
    while free & 0x0101_0101_0101_0101 == 0 {
        free >>= 1;
    }
    free
}

fn mirrored(free: Free) -> Free {
    let free = ((free >> 1) & 0x5555_5555_5555_5555) | ((free & 0x5555_5555_5555_5555) << 1);
    let free = ((free >> 2) & 0x3333_3333_3333_3333) | ((free & 0x3333_3333_3333_3333) << 2);
    ((free >> 4) & 0x0F0F_0F0F_0F0F_0F0F) | ((free & 0x0F0F_0F0F_0F0F_0F0F) << 4)
}

fn transposed(mut x: Free) -> Free {
    for (shift, mask) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let t = (x ^ (x >> shift)) & mask;
        x ^= t ^ (t << shift);
    }
    x
}

/// The least of the shape's images, and whether it is one of those in which the players have changed places.
pub fn normal(free: Free) -> (Free, bool) {
    let images = |free: Free| {
        let turned = free.swap_bytes();
        [free, mirrored(free), turned, mirrored(turned)].map(corner).into_iter().min().unwrap()
    };
    let (same, swapped) = (images(free), images(transposed(free)));
    if swapped < same { (swapped, true) } else { (same, false) }
}
