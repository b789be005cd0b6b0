//! The order of the items on each level, with few crossings.
//!
//! Sweeps by barycentres (Sugiyama, Tagawa and Toda 1981), then exchanges of neighbours where the graph is
//! small; the best order seen is kept. Crossings are counted with an accumulator tree (Barth, Mutzel and
//! Jünger, *Simple and Efficient Bilayer Cross Counting*, 2004) in O(e log v).

use super::layered::Levels;
use grundy_answer::{Progress, Watch};

const SMALL: usize = 3_000;

/// Reorders `levels`. When the watch says stop, the order is the best found so far.
pub fn reduce_crossings(levels: &mut Levels, watch: &dyn Watch) {
    let items = levels.items();
    let rounds = if items <= SMALL {
        24
    } else if items <= 30_000 {
        10
    } else {
        4
    };
    let mut best = (crossings(levels), levels.rows.clone());
    let mut stale = 0;
    for round in 0..rounds {
        let progress = Progress { what: "sweeps", done: round, total: Some(rounds), bytes: 64 * items as u64 };
        if best.0 == 0 || stale == 4 || watch.tick(progress).is_some() {
            break;
        }
        sweep(levels, if round % 2 == 0 { Way::Down } else { Way::Up });
        if items <= SMALL {
            exchange(levels);
        }
        let count = crossings(levels);
        if count < best.0 {
            best = (count, levels.rows.clone());
            stale = 0;
        } else {
            stale += 1;
        }
    }
    levels.rows = best.1;
    levels.renumber();
}

/// How many pairs of edges cross.
pub fn crossings(levels: &Levels) -> u64 {
    levels.rows.windows(2).map(|pair| between(levels, &pair[0], pair[1].len())).sum()
}

fn between(levels: &Levels, row: &[u32], width: usize) -> u64 {
    let size = width.next_power_of_two();
    let mut tree = vec![0u32; 2 * size];
    let mut count = 0;
    let mut ends = Vec::new();
    for &item in row {
        ends.clear();
        ends.extend(levels.below[item as usize].iter().map(|&to| levels.position[to as usize]));
        ends.sort_unstable();
        // Of the edges seen before, those that end further right are crossed.
        for &end in &ends {
            let mut at = size + end as usize;
            while at > 1 {
                if at % 2 == 0 {
                    count += u64::from(tree[at + 1]);
                }
                at /= 2;
            }
        }
        for &end in &ends {
            let mut at = size + end as usize;
            while at > 0 {
                tree[at] += 1;
                at /= 2;
            }
        }
    }
    count
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Down,
    Up,
}

fn sweep(levels: &mut Levels, way: Way) {
    let count = levels.rows.len();
    for step in 1..count {
        let row = if way == Way::Down { step } else { count - 1 - step };
        let fixed = if way == Way::Down { &levels.above } else { &levels.below };
        let mut keyed: Vec<(f64, u32)> = Vec::with_capacity(levels.rows[row].len());
        for &item in &levels.rows[row] {
            let ends = &fixed[item as usize];
            let key = if ends.is_empty() {
                // Without neighbours an item stays where it is, relative to the length of its row.
                let share = f64::from(levels.position[item as usize]) / levels.rows[row].len() as f64;
                let other = if way == Way::Down { row - 1 } else { row + 1 };
                share * levels.rows[other].len() as f64
            } else {
                ends.iter().map(|&end| f64::from(levels.position[end as usize])).sum::<f64>() / ends.len() as f64
            };
            keyed.push((key, item));
        }
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (position, (_, item)) in keyed.into_iter().enumerate() {
            levels.rows[row][position] = item;
            levels.position[item as usize] = position as u32;
        }
    }
}

/// Exchanges neighbours while that removes crossings; each exchange lowers the count, so it ends.
fn exchange(levels: &mut Levels) {
    for _ in 0..4 {
        let mut better = false;
        for row in 0..levels.rows.len() {
            for at in 1..levels.rows[row].len() {
                let (left, right) = (levels.rows[row][at - 1], levels.rows[row][at]);
                let now = pair(levels, left, right);
                let then = pair(levels, right, left);
                if then < now {
                    levels.rows[row].swap(at - 1, at);
                    levels.position.swap(left as usize, right as usize);
                    better = true;
                }
            }
        }
        if !better {
            break;
        }
    }
}

/// The crossings between the edges of two items of one row, the first standing left of the second.
fn pair(levels: &Levels, left: u32, right: u32) -> u64 {
    let cross = |sides: &[Vec<u32>]| {
        let mut count = 0;
        for &a in &sides[left as usize] {
            for &b in &sides[right as usize] {
                count += u64::from(levels.position[a as usize] > levels.position[b as usize]);
            }
        }
        count
    };
    cross(&levels.above) + cross(&levels.below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn two_rows(upper: usize, lower: usize, edges: &[(usize, usize)]) -> Levels {
        let mut levels = Levels::new(2);
        for _ in 0..upper {
            levels.push(0, (10.0, 10.0));
        }
        for _ in 0..lower {
            levels.push(1, (10.0, 10.0));
        }
        for &(a, b) in edges {
            levels.join(a as u32, (upper + b) as u32);
        }
        levels
    }

    proptest! {
        #[test]
        fn the_tree_counts_what_all_pairs_count(edges in prop::collection::vec((0usize..9, 0usize..7), 0..30)) {
            let levels = two_rows(9, 7, &edges);
            let mut plain = 0;
            for (i, a) in edges.iter().enumerate() {
                for b in &edges[..i] {
                    plain += u64::from((a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1));
                }
            }
            prop_assert_eq!(crossings(&levels), plain);
            let mut reduced = levels.clone();
            reduce_crossings(&mut reduced, &grundy_answer::Unwatched);
            prop_assert!(crossings(&reduced) <= plain);
        }
    }
}
