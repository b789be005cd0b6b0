//! Blocks of cells that symmetries put in any order, seen in maps that exchange two blocks and move nothing else. Blocks joined by
//! such exchanges can be put in any order: exchanges along a tree generate all reorderings.

use crate::automorphism::cells_of;
use grundy_run::{Blocks, Game, Image};
use std::collections::BTreeSet;

/// So many exchanges are looked at.
const MOST: usize = 128;

/// Families of at least three blocks, no two of which share a cell, with how many reorderings each has. The maps keep the
/// players in their places.
pub fn families(game: &Game, maps: &[Image]) -> Vec<(Blocks, u128)> {
    let maps: Vec<Vec<u32>> = maps.iter().map(|map| cells_of(game, map)).collect();
    let exchanges = exchanges(&maps);
    let mut all: Vec<Vec<Vec<u32>>> = Vec::new();
    for (at, one) in exchanges.iter().enumerate() {
        for other in &exchanges[at + 1..] {
            if let Some(family) = three(one, other) {
                let known = |known: &Vec<Vec<u32>>| known.iter().flatten().any(|cell| family[0].contains(cell));
                if !all.iter().any(known) {
                    all.push(grown(family, &exchanges));
                }
            }
        }
    }
    all.sort_by_key(|family| std::cmp::Reverse(family.len()));
    let mut used: BTreeSet<u32> = BTreeSet::new();
    all.retain(|family| {
        let free = !family.iter().flatten().any(|cell| used.contains(cell));
        if free {
            used.extend(family.iter().flatten());
        }
        free
    });
    let places: Vec<(usize, usize)> = (game.layout.places.iter().enumerate())
        .flat_map(|(field, place)| (0..place.count).map(move |index| (field, index)))
        .collect();
    let described = |mut family: Vec<Vec<u32>>| {
        family.sort();
        let orders = (1..=family.len() as u128).fold(1u128, |product, size| product.saturating_mul(size));
        let cells = |block: Vec<u32>| block.into_iter().map(|cell| places[cell as usize]).collect();
        (Blocks(family.into_iter().map(cells).collect()), orders)
    };
    all.into_iter().map(described).collect()
}

/// Maps that are their own inverses, those given and what these carry them to.
fn exchanges(maps: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let is_exchange =
        |map: &Vec<u32>| map.iter().enumerate().all(|(cell, to)| map[*to as usize] as usize == cell) && moves(map);
    let mut all: Vec<Vec<u32>> = maps.iter().filter(|map| is_exchange(map)).cloned().collect();
    let mut next = 0;
    while next < all.len() && all.len() < MOST {
        for map in maps {
            // Cell map[i] goes to i: first back, then the exchange, then forth.
            let mut carried = vec![0; map.len()];
            for (cell, from) in map.iter().enumerate() {
                carried[*from as usize] = cell as u32;
            }
            let back = carried.clone();
            for cell in 0..map.len() {
                carried[back[cell] as usize] = back[all[next][cell] as usize];
            }
            if !all.contains(&carried) {
                all.push(carried);
            }
        }
        next += 1;
    }
    all.sort_by_key(|map| support(map).count());
    all
}

fn moves(map: &[u32]) -> bool {
    support(map).next().is_some()
}

/// The cells that a map moves.
fn support(map: &[u32]) -> impl Iterator<Item = u32> {
    map.iter().zip(0..).filter(|(to, cell)| *to != cell).map(|(_, cell)| cell)
}

/// Three blocks, the first of which one map exchanges with the second, the other with the third.
fn three(one: &[u32], other: &[u32]) -> Option<Vec<Vec<u32>>> {
    let shared: Vec<u32> = support(one).filter(|cell| other[*cell as usize] != *cell).collect();
    let half = |map: &[u32]| {
        support(map).count() == 2 * shared.len() && shared.iter().all(|cell| !shared.contains(&map[*cell as usize]))
    };
    let carried = |map: &[u32]| shared.iter().map(|cell| map[*cell as usize]).collect();
    (!shared.is_empty() && half(one) && half(other)).then(|| vec![shared.clone(), carried(one), carried(other)])
}

/// The family with every block that an exchange with one of its blocks leads to.
fn grown(mut family: Vec<Vec<u32>>, exchanges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut covered: BTreeSet<u32> = family.iter().flatten().copied().collect();
    loop {
        let size = family.len();
        for map in exchanges {
            let touched: Vec<u32> = support(map).filter(|cell| covered.contains(cell)).collect();
            let from = family.iter().find(|block| {
                touched.len() == block.len()
                    && support(map).count() == 2 * block.len()
                    && block.iter().all(|cell| touched.contains(cell) && !covered.contains(&map[*cell as usize]))
            });
            if let Some(block) = from.map(|block| block.iter().map(|cell| map[*cell as usize]).collect::<Vec<u32>>()) {
                covered.extend(&block);
                family.push(block);
            }
        }
        if family.len() == size {
            return family;
        }
    }
}
