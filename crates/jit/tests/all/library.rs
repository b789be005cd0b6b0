//! Native code and interpretation agree on every game of the library: the same options in the same order, gains,
//! turns and endings, along seeded plays from every position its file writes down.

use grundy_jit::Native;
use grundy_run::{Component, Found, Game, Options, Side, Stuck, Turn, World};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Numbers that look random and are the same in every run (Knuth's MMIX generator).
struct Seed(u64);

impl Seed {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

const CHECKSUM: u64 = 0xef85_2fb6_c121_3996;

fn files() -> Vec<(String, String)> {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut files: Vec<PathBuf> = std::fs::read_dir(games).expect("games/").flatten().map(|file| file.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    assert!(files.len() >= 100, "the library is there");
    let stem = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    files.iter().map(|path| (stem(path), std::fs::read_to_string(path).expect("readable"))).collect()
}

/// The components of every position a file writes down.
fn starts(world: &Arc<World>) -> Vec<Component> {
    let module = world.modules()[0].clone();
    let written = module.starts.iter().chain(module.expects.iter().map(|expectation| &expectation.position));
    let mut positions: Vec<_> = written.filter_map(|closed| grundy_run::position(world, 0, closed).ok()).collect();
    positions.extend((0..module.games.len()).filter_map(|game| grundy_run::start_with(world, (0, game), &[]).ok()));
    let mut known = HashSet::new();
    positions.into_iter().flat_map(|position| position.parts).filter(|part| known.insert(part.clone())).collect()
}

fn world(text: &str) -> Arc<World> {
    let module = grundy_rule::read(text).module;
    World::with_compiler(vec![Arc::new(module)], Some(Arc::new(Native)))
}

/// Compares both engines here; the options, or nothing where the game is over.
fn compare(game: &Arc<Game>, packed: &[u64], mover: Side, native: &mut Options, plain: &mut Options) {
    let Found::Natively(engine) = game.found() else { panic!("it is compiled") };
    let here = || Component { game: game.clone(), packed: packed.into() }.to_string();
    for stuck in [Stuck::No, Stuck::Yes] {
        let expected = game.ending(packed, mover, stuck).ok();
        assert_eq!(engine.ending(packed, mover, stuck).ok(), expected, "ending of {} for {mover:?}, {stuck:?}", here());
    }
    let expected = game.interpreted_options(packed, mover, plain).is_ok();
    let found = engine.options(packed, mover, native).is_ok();
    assert_eq!(found, expected, "faults of {} for {mover:?}", here());
    if !found {
        return;
    }
    let rows = |options: &Options| -> Vec<(Vec<Vec<u64>>, i64, Turn)> {
        let parts = |i| options.parts(i).map(<[u64]>::to_vec).collect();
        (0..options.len()).map(|i| (parts(i), options.gain(i), options.turn(i))).collect()
    };
    assert_eq!(rows(native), rows(plain), "options of {} for {mover:?}", here());
}

/// Plays `plays` times from a position, at most `budget` options in all.
fn play(start: &Component, plays: usize, budget: usize, seed: &mut Seed) -> u64 {
    let game = &start.game;
    let (mut native, mut plain) = (Options::default(), Options::default());
    let (mut spent, mut sum) = (0, 0u64);
    for number in 0..plays {
        let mut packed = start.packed.to_vec();
        let mut mover = if number % 2 == 0 { Side::Left } else { Side::Right };
        for _ in 0..60 {
            compare(game, &packed, mover, &mut native, &mut plain);
            compare(game, &packed, mover.other(), &mut native, &mut plain);
            game.interpreted_options(&packed, mover, &mut plain).expect("no fault");
            spent += plain.len() * 2 + 10;
            for i in 0..plain.len() {
                for word in plain.parts(i).flatten() {
                    sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                }
            }
            let ended = game.ending(&packed, mover, Stuck::No).expect("no fault").is_some();
            if plain.is_empty() || ended || spent > budget {
                break;
            }
            let chosen = seed.below(plain.len());
            let parts = plain.parts(chosen).len();
            if parts == 0 {
                break;
            }
            mover = if plain.turn(chosen) == Turn::Stays { mover } else { mover.other() };
            packed = plain.parts(chosen).nth(seed.below(parts)).expect("a part").to_vec();
        }
        if spent > budget {
            break;
        }
    }
    sum
}

/// Plays all games of the library, or one; how many are compiled.
fn check(plays: usize, budget: usize, only: Option<&str>) -> usize {
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut compiled, mut games) = (0, 0);
    for (stem, text) in files() {
        if only.is_some_and(|only| only != stem) {
            continue;
        }
        let world = world(&text);
        let mut seed = Seed(7);
        let mut refused = None;
        let starts = starts(&world);
        for start in &starts {
            match start.game.found() {
                Found::Natively(_) => {
                    play(start, plays, budget / starts.len(), &mut seed);
                }
                Found::Interpreted(reason) => refused = Some(format!("{}: {reason}", start.game.rules.name)),
            }
        }
        games += 1;
        match refused {
            None => compiled += 1,
            Some(reason) => {
                let (game, reason) = reason.split_once(": ").expect("two parts");
                reasons.entry(reason.to_string()).or_default().push(game.to_string());
            }
        }
    }
    println!("{compiled} of {games} compiled");
    for (reason, games) in &reasons {
        println!("{reason}: {}", games.join(", "));
    }
    compiled
}

#[test]
fn the_library_plays_the_same() {
    assert!(check(4, 2_000, None) >= 110, "no game falls back to interpretation that did not before");
}

/// Lanes that are filled from one end have a way of their own: from either end, on boards of one word and of two, filled
/// as they should be, with holes, and at random; and guards that only look like it.
#[test]
fn lanes_with_and_without_holes() {
    let guards = [
        "board[r, c] == none and (r == R - 1 or board[r + 1, c] != none)",
        "(board[r + 1, c] != none or r == R - 1) and board[r, c] == none",
        "board[r, c] == none and (r == 0 or board[r - 1, c] != none)",
        "board[r, c] == none and (r == R - 1 or board[r + 1, c] != none) and r != 1",
        "board[r, c] == none and (r == 1 or board[r + 1, c] != none)",
        "board[r, c] == none and (r == R - 1 or board[r + 1, c] != me)",
        "board[r, c] == opp and (r == R - 1 or board[r + 1, c] != opp)",
    ];
    let (mut native, mut plain, mut seed) = (Options::default(), Options::default(), Seed(5));
    for (guard, size) in guards.iter().flat_map(|guard| [(guard, (4, 5)), (guard, (6, 7))]) {
        let (rows, columns) = size;
        let text = format!(
            "game G\n  param R = {rows}, C = {columns}\n  state board: player?[grid(R, C)] = none\n  \
             move drop(c in 0..C-1, r in 0..R-1) if {guard}: board[r, c] = me\n"
        );
        let start = &starts(&world(&text))[0];
        let place = start.game.layout.places[0];
        for trial in 0..150 {
            let mut packed = vec![0u64; start.game.layout.words()];
            let heights: Vec<usize> = (0..columns).map(|_| seed.below(rows + 1)).collect();
            for cell in 0..rows * columns {
                let (row, height) = (cell / columns, heights[cell % columns]);
                let filled = match trial % 3 {
                    0 => row + height >= rows,
                    1 => row < height,
                    _ => seed.below(2) == 0,
                };
                let holed = trial % 5 == 0 && seed.below(20) == 0;
                if filled != holed {
                    let bit = place.bit(cell, seed.below(2));
                    packed[bit / 64] |= 1 << (bit % 64);
                }
            }
            let mover = if seed.below(2) == 0 { Side::Left } else { Side::Right };
            compare(&start.game, &packed, mover, &mut native, &mut plain);
        }
    }
}

/// What plays of a fixed suite look like, in one number. It changes with the rules of these games, the order of moves and
/// the layout of positions, and with nothing else: change it here when one of those was meant to change.
#[test]
fn behaviour_has_a_checksum() {
    let suite = ["amazons", "chomp", "connect4", "cram", "dots-and-boxes", "hex", "kalah", "quixo", "reversi", "walls"];
    let mut sum = 0u64;
    for (_, text) in files().into_iter().filter(|(stem, _)| suite.contains(&stem.as_str())) {
        let world = world(&text);
        let start = &starts(&world)[0];
        sum = sum.rotate_left(7) ^ play(start, 2, 1_000, &mut Seed(11));
    }
    assert_eq!(sum, CHECKSUM, "{sum:#x}");
}

/// The same at length: `GRUNDY_JIT_GAME=hex cargo test --release -p grundy-jit -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn the_library_plays_the_same_for_long() {
    check(200, 2_000_000, std::env::var("GRUNDY_JIT_GAME").ok().as_deref());
}
