//! Symmetries and splits that are found, beside those that a search through all reorderings of the cells of small boards
//! finds by interpretation, and beside those that the library claims.

use grundy_explicit::{Explicit, Found, Held, Players, Reductions};
use grundy_run::{Blocks, Claimed, Game, Image, Side, State, Stuck, Turn, generated, image_of_side, position};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

const ENOUGH: usize = 1 << 24;

fn game(text: &str) -> Arc<Game> {
    grundy_kit::game(text)
}

/// All that a player sees of a position, after a map.
fn seen(game: &Arc<Game>, state: &State, mover: Side, image: Option<&Image>) -> impl PartialEq {
    let packed = game.pack(state).unwrap();
    let carried = |state: &State| image.map_or(state.clone(), |image| game.image(image, state));
    let moves: Vec<_> = game.moves(&packed, mover).unwrap();
    let mut moves: Vec<_> = moves
        .into_iter()
        .map(|(_, to)| (game.pack(&carried(&game.unpack(&to.parts[0].packed))), to.gain, to.turn == Turn::Stays))
        .collect();
    moves.sort();
    let side = |side: Side| if image.is_some_and(|image| image.swaps) { side.other() } else { side };
    let endings = [Stuck::No, Stuck::Yes].map(|stuck| {
        game.ending(&packed, mover, stuck).unwrap().map(|ending| match ending {
            grundy_run::Ending::Won(winner) => grundy_run::Ending::Won(side(winner)),
            other => other,
        })
    });
    (moves, endings)
}

/// Whether a map carries all that both players see, at every position.
fn is_symmetry(game: &Arc<Game>, image: &Image) -> bool {
    let states = grundy_run::count(&game.shapes).unwrap();
    (0..states).all(|rank| {
        let state = grundy_run::unrank(&game.shapes, rank);
        let there = game.image(image, &state);
        [Side::Left, Side::Right].into_iter().all(|mover| {
            seen(game, &there, image_of_side(image, mover), None) == seen(game, &state, mover, Some(image))
        })
    })
}

fn orders(size: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for next in 0..size as u32 {
        let grown = |order: &Vec<u32>| {
            (0..=order.len()).map(|at| [&order[..at], &[next], &order[at..]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(grown).collect();
    }
    all
}

/// Every reordering of the cells of every field.
fn reorderings(game: &Game, swaps: bool) -> Vec<Image> {
    let mut all = vec![Vec::new()];
    for place in &game.layout.places {
        let orders = orders(place.count);
        all = all
            .iter()
            .flat_map(|cells: &Vec<_>| orders.iter().map(|o| [&cells[..], &[Some(o.clone())]].concat()))
            .collect();
    }
    all.into_iter().map(|cells| Image { cells, swaps }).collect()
}

/// What is found is what all reorderings tried on all positions leave: as many, and each of them.
fn compare(text: &str) -> u128 {
    let game = game(text);
    let found = Found::with(&game, Players::Different, ENOUGH).unwrap();
    let all: Vec<Image> = reorderings(&game, false).into_iter().filter(|image| is_symmetry(&game, image)).collect();
    assert_eq!(found.symmetries.order, Some(all.len() as u128), "{text}");
    let plain = |image: &Image| {
        let cells = image.cells.iter().zip(&game.layout.places);
        let full = |(cells, place): (&Option<Vec<u32>>, &grundy_run::FieldBits)| {
            Some(cells.clone().unwrap_or_else(|| (0..place.count as u32).collect()))
        };
        Image { cells: cells.map(full).collect(), swaps: image.swaps }
    };
    assert!(found.symmetries.maps.iter().all(|map| all.contains(&plain(map))), "{text}");
    let exchanging = reorderings(&game, true).into_iter().any(|image| is_symmetry(&game, &image));
    let held = Held::of(&game).unwrap();
    assert_eq!(found.symmetries.exchanging.is_some() || held.exchange, exchanging, "{text}");
    assert!(found.symmetries.exchanging.iter().all(|map| is_symmetry(&game, map)), "{text}");
    // What is used of it stays in the orbit: every normal form is an image.
    let reductions = Reductions::found(&game, Players::Different);
    let reducer = grundy_run::Reducer::new(&game, None, &reductions.images, &reductions.sorted);
    let mut forms = BTreeSet::new();
    for rank in 0..grundy_run::count(&game.shapes).unwrap() {
        let state = grundy_run::unrank(&game.shapes, rank);
        let orbit: BTreeSet<Vec<u64>> =
            all.iter().map(|image| game.pack(&game.image(image, &state)).unwrap().to_vec()).collect();
        let mut form = Vec::new();
        reducer.reduce(&game.pack(&state).unwrap(), &mut form);
        assert!(orbit.contains(&form), "{text}");
        forms.insert((form, orbit));
    }
    let orbits: BTreeSet<&BTreeSet<Vec<u64>>> = forms.iter().map(|(_, orbit)| orbit).collect();
    // Groups of up to eight, and those that reorder blocks, are used whole.
    let orders = |blocks: &Blocks| (1..=blocks.0.len()).product::<usize>();
    let whole = all.len() <= 8 || reductions.sorted.iter().map(orders).product::<usize>() == all.len();
    assert!(!whole || forms.len() == orbits.len(), "each orbit has one normal form: {text}");
    all.len() as u128
}

const FREE: &str = "game A\n  param R = 2, C = 3\n  state free: set of grid(R, C) = all\n";

#[test]
fn boards() {
    let one = "  move take(c in free): free -= {c}\n";
    assert_eq!(compare(&format!("{FREE}{one}")), 720, "cells that nothing joins are put in any order");
    let cram = "  move lay(c in free, d in orth, t = c + d) if t in free: free -= {c, t}\n";
    assert_eq!(compare(&format!("{FREE}{cram}")), 4);
    assert_eq!(compare(&format!("{}{cram}", FREE.replace("C = 3", "C = 2"))), 8);
    let flat = "  move lay(c in free, t = c + (0, 1)) if t in free: free -= {c, t}\n";
    assert_eq!(
        compare(&format!("{FREE}{flat}")),
        8,
        "rows that nothing joins turn round one by one, and change places"
    );
    let domineering = "  left move up(c in free, t = c + (1, 0)) if t in free: free -= {c, t}\n  right move across(c in free, t = c + (0, 1)) if t in free: free -= {c, t}\n";
    assert_eq!(compare(&format!("{FREE}{domineering}")), 4);
    assert_eq!(compare(&format!("{}{domineering}", FREE.replace("C = 3", "C = 2"))), 4);
}

/// One cell, one order, one player that differs.
#[test]
fn near_misses() {
    let but = "  move lay(c in free, d in orth, t = c + d) if t in free and c != (0, 0): free -= {c, t}\n";
    assert_eq!(compare(&format!("{}{but}", FREE.replace("C = 3", "C = 2"))), 2);
    let order = "  move take(c in free) if all(d in free: d.row > c.row or d == c or d.row == c.row and d.col > c.col): free -= {c}\n";
    assert_eq!(compare(&format!("{FREE}{order}")), 1, "the first one alone is taken");
    let points = "game A\n  state free: set of 0..3 = all\n  move take(i in free): free -= {i}; gain (if i == 2 then 2 else 1)\n  score when stuck\n";
    assert_eq!(compare(points), 6);
    let again =
        "game A\n  state free: set of 0..3 = all\n  move take(i in free):\n    free -= {i}\n    if i == 0: again\n";
    assert_eq!(compare(again), 6);
    let ends = "game A\n  state free: set of 0..3 = all\n  move take(i in free): free -= {i}\n  me loses when 1 not in free and 3 not in free\n";
    assert_eq!(compare(ends), 4);
    let sides = "game A\n  state free: set of 0..3 = all\n  left move take(i in free) if i < 2: free -= {i}\n  right move pick(i in free) if i > 1: free -= {i}\n";
    assert_eq!(compare(sides), 4);
    let uneven = "game A\n  state free: set of 0..4 = all\n  left move take(i in free) if i < 2: free -= {i}\n  right move pick(i in free) if i > 1: free -= {i}\n";
    assert_eq!(compare(uneven), 12);
}

#[test]
fn piles() {
    let nim = "game A\n  state p: 0..2[3] = 2\n  move take(i in 0..2, k in 1..2) if k <= p[i]: p[i] -= k\n";
    assert_eq!(compare(nim), 6);
    let blocks = "game A\n  state a: 0..1[3] = 1\n  state b: set of 0..2 = all\n  move low(i in 0..2) if a[i] == 1: a[i] = 0\n  move off(i in b) if a[i] == 0: b -= {i}\n";
    assert_eq!(compare(blocks), 6, "two fields are reordered together");
    let stairs = "game A\n  state p: 0..1[4] = 1\n  move down(i in 1..3) if p[i] == 1 and p[i - 1] == 0:\n    p[i] = 0\n    p[i - 1] = 1\n  move out if p[0] == 1: p[0] = 0\n";
    assert_eq!(compare(stairs), 1);
}

/// The lines of a text that claim nothing.
fn stripped(text: &str) -> String {
    let claims = |line: &&str| !line.trim_start().starts_with("symmetry ") && !line.trim_start().starts_with("split ");
    text.lines().filter(claims).map(|line| format!("{line}\n")).collect()
}

/// What the library claims and what holds is found without the lines: all symmetries, and a split that takes positions
/// at least as far apart. `FOUND_TABLE=1` prints what is found in every game, and how long that takes.
#[test]
fn the_library_without_its_lines() {
    let folder = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    let shown = std::env::var_os("FOUND_TABLE").is_some();
    let (mut claiming, mut finding, mut missed) = (0, 0, Vec::new());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let [with, without] = [text.clone(), stripped(&text)].map(|text| grundy_kit::world(&text));
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut met: BTreeSet<Vec<String>> = BTreeSet::new();
        for expected in &with.modules()[0].expects {
            let [Ok(with), Ok(without)] = [&with, &without].map(|world| position(world, 0, &expected.position)) else {
                continue;
            };
            for (with, without) in with.parts.iter().zip(&without.parts) {
                let game = &without.game;
                let sizes: Vec<String> = game.params.iter().map(|value| grundy_run::value_text(value, None)).collect();
                if game.makes_sums() || !met.insert(sizes.clone()) || met.len() > 6 {
                    continue;
                }
                let begun = Instant::now();
                let Ok(explicit) = Explicit::shared(game) else { continue };
                let written = begun.elapsed();
                let begun = Instant::now();
                let found = Found::of(game, Players::Different).unwrap();
                let reductions = Reductions::of(game, Players::Different);
                let taken = begun.elapsed();
                let claimed = Reductions::claimed(&with.game, Players::Different);
                let held = Held::of(&with.game).unwrap_or_default();
                let mut maps: Vec<Image> = Vec::new();
                let mut piles: u128 = 1;
                for (claim, _) in
                    with.game.claimed_symmetries().into_iter().zip(&held.symmetries).filter(|(_, holds)| **holds)
                {
                    match claim {
                        Claimed::Map(image) if !image.swaps => maps.push(image),
                        Claimed::Permute(field) => {
                            piles *= (1..=game.layout.places[field].count as u128).product::<u128>()
                        }
                        _ => {}
                    }
                }
                let plain = |image: &Image| -> Vec<Vec<u32>> {
                    let cells = image.cells.iter().zip(&game.layout.places);
                    cells.map(|(cells, place)| cells.clone().unwrap_or((0..place.count as u32).collect())).collect()
                };
                let identity = Image { cells: vec![None; game.shapes.len()], swaps: false };
                let all: BTreeSet<_> = generated(&maps).iter().chain([&identity]).map(plain).collect();
                let least = all.len() as u128 * piles;
                claiming += usize::from(least > 1 || claimed.split.is_some());
                finding += usize::from(found.symmetries.order.is_some_and(|order| order > 1) || found.split.is_some());
                if shown {
                    let order = found.symmetries.order.map_or("?".to_string(), |order| order.to_string());
                    let moves = explicit.moves[0].len() + explicit.moves[1].len();
                    let split = |split: bool| if split { "split" } else { "-" };
                    println!(
                        "| {name} {} | {moves} | {least} {} | {order} {} {} | {} + {} | {written:.1?} | {taken:.1?} |",
                        sizes.join(", "),
                        split(claimed.split.is_some()),
                        split(found.split.is_some()),
                        if found.symmetries.exchanging.is_some() || Held::of(game).unwrap().exchange {
                            "exchange"
                        } else {
                            "-"
                        },
                        reductions.images.len(),
                        reductions.sorted.len(),
                    );
                }
                let few = grundy_run::count(&game.shapes).is_some_and(|states| states <= 1 << 12);
                if !few && found.symmetries.order.unwrap_or(1) < least {
                    missed.push(format!("{name} {sizes:?}: {:?} of {least}", found.symmetries.order));
                }
                if let Some(split) = &claimed.split {
                    // Nothing is found where every pair is needed.
                    let pairs = |of: &grundy_run::Adjacency| of.neighbours.iter().map(Vec::len).sum::<usize>();
                    let size = split.neighbours.len();
                    let few = found.split.as_ref().map_or(size * (size - 1), pairs);
                    assert!(few <= pairs(split), "{name}: {few} pairs of {}", pairs(split));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    assert!(claiming >= 20 && finding >= 40, "{claiming} games claim something that holds, {finding} have something");
}
