//! Which `split` lines the kernel sees to hold, by itself: those of the library whose moves it understands, and none of their
//! near misses.

use grundy_kernel::{Interpreted, Likeness, Moves};
use grundy_run::{default_game, start_with};

fn holds(rules: &str) -> bool {
    let world = grundy_kit::world(rules);
    let game = match start_with(&world, (0, 0), &[]) {
        Ok(position) => position.parts[0].game.clone(),
        Err(_) => default_game(&world, (0, 0), 9).expect("a game"),
    };
    Interpreted(game).knows(Likeness::Split(0))
}

#[test]
fn splits_of_the_library_hold() {
    for name in ["cram", "domineering", "knights", "node-kayles", "arc-kayles", "table-coins"] {
        let path = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
        assert!(holds(&std::fs::read_to_string(&path).expect("a game of the library")), "{name}");
    }
}

fn strip(moves: &str, split: &str) -> bool {
    holds(&format!("game A\n  param C = 6\n  state free: set of grid(1, C) = all\n{moves}\n  split free by {split}\n"))
}

#[test]
fn moves_within_one_part_are_seen() {
    for moves in [
        "  move take(c in free): free -= {c}",
        "  move take(c in free): free -= {c, c + (0, 1)}",
        "  move take(c in free): free -= {c} + {d in orth: c + d}",
        "  move take(c in free) if c + (0, 1) not in free: free -= {c}",
        "  move take(c in free) if exists(d in orth: c + d in free): free -= {c}",
        "  move take(c in free, t = c + (0, 1)) if t in free:\n    if t + (0, 1) in free: free -= {c}\n    else: free -= {c, t}",
        "  move take(c in grid(1, C)) if c in free: free -= {w in free if w == c or w == c + (0, 1)}",
    ] {
        assert!(strip(moves, "orth"), "{moves}");
    }
}

#[test]
fn moves_that_look_elsewhere_are_not() {
    for moves in [
        "  move take(c in free) if (0, 0) in free: free -= {c}",
        "  move take(c in free) if c + (0, 2) in free: free -= {c}",
        "  move take(c in free) if count(x in free) > 2: free -= {c}",
        "  move take(c in free): free -= {c, c + (0, 2)}",
        "  move take(c in free): free -= {w in free if w.col >= c.col}",
        "  move take(c in free):\n    if (0, 0) in free: free -= {c}\n    else: free -= {c, c + (0, 1)}",
        "  move take(c in free): free -= {c} + ({c + (0, 1)} & {x in grid(1, C) if (0, 0) in free})",
        "  move take(c in free): free -= {c} + {d in orth if (0, 0) in free: c + d}",
        "  move put(c in grid(1, C)) if c not in free: free += {c}",
        "  move move(c in free) if c + (0, 1) not in free and c.col < C - 1: free -= {c}; free += {c + (0, 1)}",
        "  move take(c in grid(1, C)) if c not in free: free -= {c + (0, 1)}",
        "  move take(c in free):\n    free -= {c}\n    for x in free:\n      if x + (0, 1) in free: free -= {x}",
        "  move pass if exists(c in free: c.col == 0): free -= {(0, 0)}",
    ] {
        assert!(!strip(moves, "orth"), "{moves}");
    }
    assert!(!strip("  move take(c in free): free -= {c, c + (0, 1)}", "{(0, 2)}"));
    let field = "game A\n  param m = 6\n  state free: set of 0..m-1 = all, n: 0..9 = 2\n  move take(v in free) if n > 0: free -= {v}; n -= 1\n  split free by (v, w) => abs(v - w) == 1\n";
    assert!(!holds(field));
    let points = "game A\n  param m = 6\n  state free: set of 0..m-1 = all\n  move take(v in free): free -= {v}\n  me wins when 0 not in free\n  split free by (v, w) => abs(v - w) == 1\n";
    assert!(!holds(points));
}
