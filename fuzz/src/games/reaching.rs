//! Near misses of boards and graphs: rays, floods, subsets, lines by steps, edges, and a cell that may be nowhere.

use super::Sample;
use super::near::{disturbed, texts};
use crate::dice::Dice;

/// Cells taken along rays and floods, with a token that may be nowhere.
pub fn rays(dice: &mut Dice) -> Sample {
    let mut moves = String::new();
    for number in 0..1 + dice.below(2) {
        let guard = disturbed(
            dice,
            "true",
            &[
                "(at == none or at + (0, 1) in free)",
                "(at + (0, 1) in free or at == none)",
                "not (at.row == c.row)",
                "not (at.row == c.row and c in B)",
                "(at.col < c.col or c in B)",
                "until(c, (0, 1), free) in cells",
                "until(c, (1, 0), free).row == R",
                "len(ray(c, (1, 0), free)) > 0",
                "c not in ray(at, (0, 1), cells)",
                "(c in ray(at, (0, 1), free) or at == none)",
                "gcd(c.row, c.col) < 2",
                "len(flood({c}, free, orth)) > 1",
                "len(parts(free, orth)) < 2",
                "{c} in parts(free, king)",
                "exists(P in shapes(free, {(0, 0), (1, 1)}): c in P)",
                "len(shapes(cells, B)) > 1",
                "exists(s in subsets(B, 1..2): c in s)",
                "free not in subsets(cells, 1)",
                "all(L in lines(free, 2, {(0, 1)}): c not in L)",
                "h[at] == 0",
                "not (h[at] > 0)",
            ],
        );
        let set = disturbed(
            dice,
            "{d in king, x in ray(c, d, free): x}",
            &[
                "ray(c, (0, 1), free)",
                "ray(c, (1, 1), cells - B)",
                "ray(c, (0, 0), cells)",
                "{d in orth, x in ray(c, d, cells): x}",
                "{d in orth if c + d in free, x in ray(c + d, d, free): x}",
                "flood({c}, free - B, orth)",
                "flood(B, free, diag)",
                "{until(c, (0, 1), free)}",
                "{d in orth: until(c, d, free) - d}",
                "{L in lines(cells, 2, {(0, 1), (1, 0)}), x in L if c in L: x}",
                "{s in subsets(B, 2), x in s: x}",
                "{at + (0, 1)}",
                "{d in orth: at + d}",
                "{}",
            ],
        );
        let after = dice.pick(&[
            "at = c",
            "at = none",
            "at = if c in B then none else c",
            "h[c] = 1",
            "if at != none: h[at] = 0",
            "if at == c: at = none\n    else: h[c] = 0",
            "pass",
        ]);
        let mover = dice.pick(&["", "", "", "left ", "right "]);
        moves += &format!("  {mover}move m{number}(c in free) if {guard}:\n    free -= {{c}} + {set}\n    {after}\n");
    }
    let text = format!(
        "game G\n  param R = 2, C = {}, B: set of grid(R, C) = {}\n  def cells = grid(R, C)\n  \
         state free: set of cells = all show \".#\", at: cells? = {}, h: 0..1[cells] = {}\n{moves}{}{}",
        2 + dice.below(2),
        dice.pick(&["{}", "{(0, 0)}", "{(0, 1), (1, 0)}", "{(1, 1)}"]),
        dice.pick(&["none", "none", "(0, 0)", "(1, 1)"]),
        dice.below(2),
        dice.pick(&["", "", "  misere play\n", "  draw when at.row == 1 and stuck\n", "  me wins when at == (0, 1)\n"]),
        dice.pick(&["", "", "  symmetry mirror free\n", "  symmetry flip free\n", "  split free by orth\n"]),
    );
    let positions =
        texts(&["G()", "G(C = 2)", "G(at = (0, 1))", "G(\"#.|##\")", "G({(0, 0), (1, 1)}, none)", "G(C = 1)"]);
    Sample { text, positions }
}

/// Vertices and edges of a graph.
pub fn graphs(dice: &mut Dice) -> Sample {
    let guard = disturbed(
        dice,
        "true",
        &[
            "exists(w in near(H, v): w in free)",
            "not exists(w in near(H, v): w in free)",
            "len(near(H, v) & free) % 2 == 0",
            "len(before(D, v)) < 2",
            "v in next(D, v - 1)",
            "exists(e in cut if v in ends(e))",
            "all(e in cut, f in cut if touch(e, f): v not in ends(e) & ends(f))",
            "(0, v) in edges(H)",
            "len(flood({v}, free, H)) > 1",
            "len(parts(free, H)) == 1",
            "flood({v}, free, D) == free",
        ],
    );
    let taken = disturbed(
        dice,
        "{v} + near(H, v)",
        &["{v}", "{v} + before(D, v)", "{v} + {e in cut, w in ends(e) if v in ends(e): w}", "{w in free if w >= v}"],
    );
    let snip = disturbed(
        dice,
        "f == e or touch(e, f)",
        &["f == e", "f == e or touch(e, f) and 1 in ends(f)", "ends(f) & ends(e) != {}", "f == e or f in edges(D)"],
    );
    let text = format!(
        "game G\n  param H: graph = \"{}\", D: digraph = \"0->1;1->2;2->3 0;3->\"\n  \
         state free: set of nodes(H) = all, cut: set of edges(H) = {}\n  \
         move take(v in free) if {guard}: free -= {taken}\n{}{}",
        dice.pick(&["0-1-2-3", "0-1-2-0, 3", "0-1, 2-3", "0-1-2-3-0", "0-1, 0-2, 0-3"]),
        dice.pick(&["all", "{}", "{(0, 1)}"]),
        match dice.below(2) {
            0 => format!("  move snip(e in cut): cut -= {{f in cut if {snip}}}\n"),
            _ => String::new(),
        },
        dice.pick(&["", "", "  misere play\n", "  split free by (v, w) => w in near(H, v)\n"]),
    );
    let positions = texts(&["G()", "G({0, 1})", "G({1, 3}, {})", "G(H = \"0-1-2\")", "G({0}, {}) + G({1, 2}, {})"]);
    Sample { text, positions }
}
