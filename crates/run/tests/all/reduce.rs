//! Normal forms on packed words are those by the definition, for every split and symmetry that the library claims.

use grundy_run::{Blocks, Claimed, Component, Options, Reducer, Side, generated};
use std::path::PathBuf;

fn starts(text: &str) -> Vec<Component> {
    let world = grundy_kit::world(text);
    let module = world.modules()[0].clone();
    let written = module.starts.iter().chain(module.expects.iter().map(|expectation| &expectation.position));
    let positions = written.filter_map(|closed| grundy_run::position(&world, 0, closed).ok());
    let defaults = (0..module.games.len()).filter_map(|game| grundy_run::start_with(&world, (0, game), &[]).ok());
    positions.chain(defaults).flat_map(|position| position.parts).collect()
}

/// Along one seeded play, every claimed map by itself, then all that holds together.
fn compare(start: &Component) -> usize {
    let game = &start.game;
    let Ok(adjacencies) = game.adjacencies() else { return 0 };
    let claimed = game.claimed_symmetries();
    let images = claimed.iter().filter_map(|claim| match claim {
        Claimed::Map(image) => Some(image.clone()),
        _ => None,
    });
    let images: Vec<_> = images.collect();
    let sorted: Vec<Blocks> = claimed
        .iter()
        .filter_map(|claim| match claim {
            Claimed::Permute(field) => Some(Blocks::cells(*field, game.layout.places[*field].count)),
            _ => None,
        })
        .collect();
    let mut reducers = vec![Reducer::new(game, adjacencies.first(), &generated(&images), &sorted)];
    reducers.extend(images.iter().map(|image| Reducer::new(game, None, std::slice::from_ref(image), &[])));
    reducers.retain(|reducer| !reducer.is_identity());
    let (mut options, mut packed, mut mover, mut seed) = (Options::default(), start.packed.to_vec(), Side::Left, 5u64);
    let mut compared = 0;
    for _ in 0..12 {
        for reducer in &reducers {
            let (mut quick, mut plain) = (Vec::new(), Vec::new());
            reducer.reduce(&packed, &mut quick);
            reducer.reduce_by_fields(&packed, &mut plain);
            assert_eq!(quick, plain, "{}", Component { game: game.clone(), packed: packed[..].into() });
            compared += 1;
        }
        if reducers.is_empty() || game.makes_sums() || game.interpreted_options(&packed, mover, &mut options).is_err() {
            break;
        }
        if options.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        packed = options.key((seed >> 33) as usize % options.len()).to_vec();
        mover = mover.other();
    }
    compared
}

#[test]
fn moved_bits_are_moved_cells() {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut compared = 0;
    for file in std::fs::read_dir(games).expect("games/").flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        // Positions of amazons have very many moves.
        if text.contains("symmetry") || text.contains("split") && !text.contains("game Amazons") {
            compared += starts(&text).iter().map(compare).sum::<usize>();
        }
    }
    assert!(compared > 1_000, "{compared}");
}
