//! Rules that almost take cells at fixed steps: each is refused, or what is read off is what interpretation does at every
//! position of small boards; and rules that a size changes are refused for all sizes together.

use grundy_proof::{Board, Sizes, Start};
use grundy_rule::syntax::Mover;
use grundy_run::{Game, Side, Stored, Value, World, default_game};
use std::collections::BTreeSet;
use std::sync::Arc;

fn world(text: &str) -> Arc<World> {
    grundy_kit::world(text)
}

/// Cells as rows and columns.
fn cells(game: &Arc<Game>, packed: &[u64], board: &Board) -> BTreeSet<[i64; 2]> {
    let Stored::Set(bits) = &game.unpack(packed).fields[0] else { panic!("a set") };
    let universe = game.universe(0).unwrap();
    let there = (0..universe.len()).filter(|index| bits[index / 64] >> (index % 64) & 1 == 1);
    there.map(|index| board.extent.cell(&universe.element(index)).unwrap()).collect()
}

/// Whether what is read off makes the moves that interpretation makes, at every position of the default board.
fn agrees(game: &Arc<Game>, board: &Board) -> bool {
    let states = grundy_run::count(&game.shapes).unwrap();
    (0..states).all(|rank| {
        let packed = game.pack(&grundy_run::unrank(&game.shapes, rank)).unwrap();
        let here = cells(game, &packed, board);
        [Side::Left, Side::Right].into_iter().all(|side| {
            let told: Vec<_> = game.moves(&packed, side).unwrap();
            let told: BTreeSet<_> = told.iter().map(|(_, to)| cells(game, &to.parts[0].packed, board)).collect();
            let mut read = BTreeSet::new();
            for shape in &board.shapes {
                if matches!((shape.mover, side), (Mover::Left, Side::Right) | (Mover::Right, Side::Left)) {
                    continue;
                }
                for base in (0..board.extent.rows).flat_map(|r| (0..board.extent.columns).map(move |c| [r, c])) {
                    let at = |step: &[i64; 2]| [base[0] + step[0], base[1] + step[1]];
                    if shape.needs.iter().all(|step| here.contains(&at(step))) {
                        let taken: BTreeSet<_> = shape.takes.iter().map(at).collect();
                        read.insert(here.difference(&taken).copied().collect::<BTreeSet<_>>());
                    }
                }
            }
            read == told
        })
    })
}

/// What is said of rules at their default parameters, and of all sizes together.
fn said(text: &str) -> (bool, bool) {
    let world = world(text);
    let game = default_game(&world, (0, 0), 0).unwrap();
    let rules = world.rules((0, 0));
    let board = Board::new(rules, &game.params, Start::Full);
    if let Ok(board) = &board {
        assert!(agrees(&game, board), "{text}");
    }
    (board.is_ok(), Sizes::new(rules, &game.params).is_ok())
}

#[test]
fn near_misses() {
    let free = "game A\n  param R = 2, C = 3\n  state free: set of grid(R, C) = all\n";
    let lay = "  move lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free: free -= {c, t}\n";
    assert_eq!(said(&format!("{free}{lay}")), (true, true), "the plain rules are understood");
    let row = "game A\n  param R = 2, C = 3\n";
    for (text, at_sizes, at_all) in [
        // A default that depends on a size, in a step.
        (format!("{row}  param S: set of 1..9 = {{C}}\n  state free: set of grid(R, C) = all\n  move lay(c in free, s in S, t = c + (0, s - 2)) if t in free: free -= {{c, t}}\n"), true, false),
        // A number as a step.
        (format!("{row}  param K = 2\n  state free: set of grid(R, C) = all\n  move lay(c in free, t = c + (0, K)) if t in free: free -= {{c, t}}\n"), true, false),
        // A parameter set over a set of sizes.
        (format!("{row}  param S: set of 1..C = {{1}}\n  state free: set of grid(R, C) = all\n  move lay(c in free, s in S, t = c + (0, s)) if t in free: free -= {{c, t}}\n"), true, false),
        // A definition that reads a size.
        (format!("{row}  def far = C - 1\n  state free: set of grid(R, C) = all\n  move lay(c in free, t = c + (0, far)) if t in free: free -= {{c, t}}\n"), true, false),
        // A smaller board than its sizes say.
        (format!("{row}  state free: set of grid(R, C - 1) = all\n{lay}"), true, true),
        // Who moves decides.
        (format!("{free}  move lay(c in free, t = c + (0, 1)) if t in free and me == Left: free -= {{c, t}}\n"), false, false),
        // A cell that matters.
        (format!("{free}  move lay(c in free, t = c + (0, 1)) if t in free and c != (0, 0): free -= {{c, t}}\n"), false, false),
        (format!("{free}  move lay(c in free, t = c + (0, 1)) if t in free and (0, 0) in free: free -= {{c, t}}\n"), false, false),
        // A cell that must be gone.
        (format!("{free}  move lay(c in free, t = c + (0, 1)) if t not in free: free -= {{c}}\n"), false, false),
        // One of two.
        (format!("{free}  move lay(c in free) if c + (0, 1) in free or c + (1, 0) in free: free -= {{c}}\n"), false, false),
        // The order of a loop.
        (format!("{free}  move lay(c in free):\n    for d in orth:\n      if c + d in free: free -= {{c + d}}\n    free -= {{c}}\n"), false, false),
        // What is taken depends on what is there.
        (format!("{free}  move lay(c in free): free -= {{d in free if d.row == c.row}}\n"), false, false),
        // Undefined under `not`, and in a filter.
        (format!("{free}  move lay(c in free) if not (1 // (C - 3) == 1): free -= {{c}}\n"), false, false),
        (format!("{free}  move lay(c in free) if all(d in {{c, c + (0, 1)}} if 1 // (C - 3) == 0: d in free): free -= {{c}}\n"), false, false),
        // Something comes back.
        (format!("{free}  move lay(c in free) if c + (0, 1) in grid(R, C): free -= {{c}}; free += {{c + (0, 1)}}\n"), false, false),
        // The same player again.
        (format!("{free}  move lay(c in free):\n    free -= {{c}}\n    again\n"), false, false),
        // A board with a hole, and one of the cells of a parameter.
        ("game A\n  param R = 2, C = 3\n  state free: set of {c in grid(R, C) if c != (0, 1)} = all\n  move take(c in free): free -= {c}\n".to_string(), false, false),
        // Round the edge.
        (format!("{free}  move lay(c in free, t = (c.row, (c.col + 1) % C)) if t in free: free -= {{c, t}}\n"), false, false),
        // A strip that begins elsewhere.
        ("game A\n  param n = 5\n  state free: set of 2..n = all\n  move take(c in free, t = c + 1) if t in free: free -= {c, t}\n".to_string(), true, true),
        ("game A\n  param n = 5\n  state free: set of 2..n = all\n  move take(c in free, t = 2 * c) if t in free: free -= {c, t}\n".to_string(), false, false),
        ("game A\n  param n = 5\n  state free: set of 2..n = all\n  move take(c in free, t = n - c) if t in free: free -= {c, t}\n".to_string(), false, false),
    ] {
        assert_eq!(said(&text), (at_sizes, at_all), "{text}");
    }
    assert!(Board::new(world("game A\n  param n = 3\n  state free: set of 0..n = all\n  move take(c in free): free -= {c}\n  me wins when stuck\n").rules((0, 0)), &[Value::Int(3)], Start::Full).is_err());
}
