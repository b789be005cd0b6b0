//! More near misses: points, graphs that fall apart, boards that pair, and what depends on an order.

use super::Sample;
use super::near::{disturbed, texts};
use crate::dice::Dice;

/// Points for moves and at the end, from a row of cards that has two ends.
pub fn points(dice: &mut Dice) -> Sample {
    let worth = disturbed(
        dice,
        "W[i]",
        &[
            "W[i] - 1",
            "if me == Left then W[i] else 1",
            "count(x in cards if x < i)",
            "if i == 0 then 0 else W[i]",
            "W[i] * (len(cards) % 2)",
            "-W[i]",
        ],
    );
    let guard = disturbed(
        dice,
        "(i == min(x in cards: x) or i == max(x in cards: x))",
        &["true", "i - 1 not in cards", "i + 1 not in cards or W[i] > 1", "W[i + 1] > 0", "not (W[i + 1] == 2)"],
    );
    let after = disturbed(
        dice,
        "",
        &[
            "\n    if W[i] == 1: again",
            "\n    if len(cards) == 2: again",
            "\n    if i in T: again",
            "\n    cards -= {i + 1}",
        ],
    );
    let ends = disturbed(
        dice,
        "  score when stuck\n",
        &[
            "  score len(cards) when stuck\n",
            "  score W[len(cards)] when stuck\n",
            "  score 1 when len(cards) == 1\n  score when stuck\n",
            "  score (if me == Left then 2 else 0) when stuck\n",
            "  score W[9] when stuck\n  score when stuck\n",
        ],
    );
    let text = format!(
        "game G\n  param m = 4, W: list of int = {}, T: set of 0..m-1 = {}\n  state cards: set of 0..m-1 = all\n  \
         move take(i in cards) if {guard}:\n    cards -= {{i}}\n    gain {worth}{after}\n{ends}{}",
        dice.pick(&["[1, 2, 2, 1]", "[1, 1, 1, 1]", "[2, 1, 1, 2, 3]", "[0, 3, 1, 2]", "[1, m, 1, 2]"]),
        dice.pick(&["{0}", "{}", "{0, m - 1}", "all"]),
        dice.pick(&[
            "",
            "  symmetry mirror cards\n",
            "  symmetry permute cards\n",
            "  symmetry swap players\n",
            "  split cards by (x, y) => abs(x - y) == 1\n",
        ]),
    );
    let positions =
        texts(&["G()", "G(m = 3)", "G({0, 2})", "G({1, 2, 3})", "G(m = 2) + G(m = 3)", "G({0, 1}) + G({3})"]);
    Sample { text, positions }
}

/// Vertices or edges taken off a graph that is given as a list, a set or a digraph.
pub fn joined(dice: &mut Dice) -> Sample {
    let edges = dice.pick(&[
        "[(0, 1), (1, 2), (2, 3)]",
        "[(0, 1), (2, 3), (3, 4)]",
        "[(0, 1), (1, 2), (2, 0)]",
        "[(0, 1), (0, 1), (3, 3)]",
        "[(1, 0), (m - 1, m - 2)]",
    ]);
    let near = disturbed(
        dice,
        "(x, y) in E or (y, x) in E",
        &[
            "(x, y) in E",
            "(x, y) in E or (y, x) in E or x + y == m",
            "exists(e in E if e.0 == x: e.1 == y)",
            "y in next(D, x)",
        ],
    )
    .replace("e.0", "e.u")
    .replace("e.1", "e.v");
    let mut text = format!(
        "game G\n  param m = {}, E: list of (u: nat, v: nat) = {edges}, D: digraph = \"0->1;1->2;2->;3->4;4->\"\n  \
         state up: set of 0..m-1 = all\n  def near(x, y) = {near}\n",
        4 + dice.below(2)
    );
    for number in 0..1 + dice.below(2) {
        let guard = disturbed(
            dice,
            "true",
            &[
                "exists(w in up: near(v, w))",
                "not exists(w in up: near(v, w))",
                "count(w in up if near(v, w)) % 2 == 0",
                "v in reach({0}, {e in E if e.u in up and e.v in up: (e.u, e.v)})",
                "0 in up",
                "E[v].u != v",
                "v != m - 1",
            ],
        );
        let body = disturbed(
            dice,
            "up -= {w in up if w == v or near(v, w)}",
            &[
                "up -= {v}",
                "up = {w in up - {v} if w in reach({0}, {e in E if e.u in up - {v}: e})}",
                "up = reach({0}, {e in E if e.u != v and e.v != v: (e.u, e.v)}) & up - {v}",
                "\n    up -= {v}\n    for w in up:\n      if near(v, w): up -= {w}",
                "\n    up -= {v}\n    if v == 0: again",
                "up -= {v} + {w in up if near(v, w) and 0 in up}",
            ],
        );
        text +=
            &format!("  {}move m{number}(v in up) if {guard}: {body}\n", dice.pick(&["", "", "", "left ", "right "]));
    }
    text +=
        dice.pick(&["  split up by (x, y) => near(x, y)\n", "  split up by (x, y) => near(x, y) or near(y, x)\n", ""]);
    text += dice.pick(&["", "", "  symmetry permute up\n", "  symmetry mirror up\n", "  misere play\n"]);
    let positions = texts(&[
        "G()",
        "G(m = 4)",
        "G({0, 1, 3})",
        "G(E = [(0, 1), (1, 2)])",
        "G({0, 1}) + G({2, 3})",
        "G({1}, m = 5)",
    ]);
    Sample { text, positions }
}

/// Boards whose cells pair under a turn or a reflection, and claims about their sides.
pub fn paired(dice: &mut Dice) -> Sample {
    let steps = disturbed(
        dice,
        "{(0, 1), (1, 0)}",
        &["{(0, 1)}", "{(0, 1), (1, 0), (1, 1)}", "{(0, 2), (1, 0)}", "{(R - 1, 0), (0, 1)}", "{(0, C // 2)}", "D"],
    );
    let guard = disturbed(
        dice,
        "",
        &[" and c != (0, 0)", " and c.row <= C", " and (c.row + c.col) % 2 == 0", " and c not in B", " and t.col > 0"],
    );
    let one = dice.below(4) == 0;
    let act = match one {
        true => format!("move m(c in free) if true{guard}: free -= {{c}} + {{d in {steps}: c + d}}")
            .replace("t.col", "c.col"),
        false => format!("move m(c in free, d in {steps}, t = c + d) if t in free{guard}: free -= {{c, t}}"),
    };
    let text = format!(
        "game G\n  param R = 2, C = {}, B: set of grid(R, C) = {}, D: set of grid(2, 2) = {}\n  \
         state free: set of grid(R, C) = {} show \"#.\"\n  {act}\n  claim {}\n  claim {}\n{}",
        2 + dice.below(2),
        dice.pick(&["{}", "{(0, 0)}", "{(0, 0), (R - 1, C - 1)}", "{c in grid(R, C) if c.row == 0}"]),
        dice.pick(&["{(0, 1), (1, 0)}", "{(1, 1)}", "{(0, 1)}"]),
        dice.pick(&["all", "all", "grid(R, C) - {(0, 0)}", "grid(R, C) - B"]),
        dice.pick(&[
            "second wins when R % 2 == 0 and C % 2 == 0",
            "second wins when (R * C) % 2 == 0",
            "second wins when C == R"
        ]),
        dice.pick(&["first wins when (R + C) % 2 == 1", "first wins", "second wins"]),
        dice.pick(&[
            "",
            "  split free by orth\n",
            "  symmetry mirror free, flip free\n",
            "  symmetry transpose free\n",
            "  misere play\n"
        ]),
    );
    let positions =
        texts(&["G()", "G(R = 1, C = 4)", "G(R = 2, C = 2)", "G(R = 3, C = 2)", "G(R = 1, C = 5)", "G(R = 3, C = 3)"]);
    Sample { text, positions }
}

/// What depends on the order in which something is walked or listed, or on something listed twice.
pub fn ordered(dice: &mut Dice) -> Sample {
    let list = dice.pick(&["[1, 2]", "[2, 1]", "[1, 1]", "[1, 1, 3]", "[0, 1]", "[3, 0, 1]", "[m, 1]"]);
    let body = dice.pick(&[
        "    for x in L:\n      if 0 < x <= n: n -= x\n",
        "    for x in {2, 1}:\n      if x <= n: n -= x\n",
        "    for i in 0..m-1:\n      if a[i] > 0 and n > 0:\n        n -= 1\n        a[i] = 0\n",
        "    for i in 0..m-1: a[i] = a[m - 1 - i]\n",
        "    for i in 0..m-2: swap a[i], a[i + 1]\n",
        "    for i in T:\n      if n > i: n = i\n",
        "    let last = a[m - 1]\n    for i in 0..m-2: swap a[i], a[m - 1]\n    if last == 0: again\n",
    ]);
    let guard = disturbed(dice, "true", &["a[0] <= a[m - 1]", "n >= L[0]", "L[k] > 0", "(n in L or n > 2)"]);
    let binder = dice.pick(&["k in L", "k in 0..1", "k in {2, 1}", "k in T"]);
    let text = format!(
        "game G\n  param m = 3, L: list of int = {list}, T: set of 0..m-1 = {}\n  state n: 0..4 = {}, a: 0..1[m] = {}\n  \
         move walk({binder}) if n > 0 and {guard}:\n    n -= 1\n{body}  move less(k in L) if 0 < k <= n: n -= k\n{}{}",
        dice.pick(&["{0, 1}", "{1}", "all"]),
        2 + dice.below(3),
        dice.pick(&["1", "[1, 0, 1]", "[0, 0, 1]"]),
        dice.pick(&[
            "",
            "",
            "  misere play\n",
            "  draw when stuck and a[0] == 1\n",
            "  me wins when stuck and a[0] == a[m - 1]\n"
        ]),
        dice.pick(&["", "  symmetry mirror a\n", "  symmetry permute a\n"]),
    );
    let positions = texts(&["G()", "G(3, [0, 1, 1])", "G(4, [1, 0, 0])", "G(2, L = [1, 2, 2])", "G(4, m = 2)"]);
    Sample { text, positions }
}

/// Sets that lose their elements and numbers that fall, but where a filter or the condition of an `if` may be undefined:
/// then the filter drops its element, `or` does not look to its right, and `else` is run.
pub fn undefined(dice: &mut Dice) -> Sample {
    let mut text = "game G\n  state s: set of 0..3 = all, n: 0..4 = 4, x: 0..2 = 1, p: 0..2[3] = 1\n".to_string();
    let owners: &[&str] = match dice.below(3) {
        0 => &["left ", "right "],
        _ => &["", ""],
    };
    for (number, owner) in owners.iter().enumerate() {
        // Of an element `d`, a chosen one `c`, and the fields.
        let filter = dice.pick(&[
            "6 // (d - 1) > 2",
            "6 // x == 3",
            "p[d] == 1",
            "p[d - 1] == 1",
            "p[c + 1] > d",
            "d // x == c // x",
            "max(y in s if y > d: y) == 3",
            "d % x == 0",
            "d < 2",
            "L(d)",
        ]);
        let asked = dice.pick(&["6 // x > 3", "p[n] > 0", "p[x] == 1", "max(y in s: y) > 1", "n % x == 0", "n > 2"]);
        let body = match dice.below(7) {
            0 => format!("(c in s): s -= {{d in s if {filter} or d == c}}"),
            1 => format!("(c in s): s -= {{d in s if d == c or {filter}}}"),
            2 => format!("(c in s): s -= {{c}} + {{d in s if not ({filter})}}"),
            3 => format!("(c in s): s = {{d in s if d < c and {filter}}}"),
            4 => format!(
                " if n > 0:\n    if {asked} or n < 2: n -= 1\n    else: n = {}",
                dice.pick(&["1", "n - 1", "n"])
            ),
            5 => format!(" if n > 0:\n    if not ({asked}): n -= 1\n    else:\n      n -= 1\n      x = 0"),
            _ => format!("(c in s) if {asked} or c > 1: s -= {{c}}; x = {}", dice.pick(&["0", "x", "1"])),
        };
        text += &format!("  {owner}move m{number}{body}\n");
    }
    text = text.replace("L(d)", "p[p[d]] == 2");
    text += dice.pick(&["", "", "  misere play\n", "  Left wins when stuck\n", "  draw when s == {1}\n"]);
    let set = |dice: &mut Dice| dice.pick(&["{0, 1, 2, 3}", "{1}", "{0, 1}", "{0, 2, 3}", "{1, 3}"]);
    let positions = (0..3)
        .map(|_| {
            let (set, n, x) = (set(dice), dice.below(5), dice.below(3));
            let p: Vec<usize> = (0..3).map(|_| dice.below(3)).collect();
            format!("G({set}, {n}, {x}, {p:?})")
        })
        .collect();
    Sample { text, positions }
}

/// Whole arrays that are copied, kept and put back, cells that a loop walks through, and `become` inside loops and choices:
/// numbers fall and cells are filled, but for what one such statement does.
pub fn wholes(dice: &mut Dice) -> Sample {
    let stones = dice.below(3) == 0;
    let statement = |dice: &mut Dice| match stones {
        true => dice.pick(&[
            "a = b",
            "b = a",
            "a[i] = me",
            "a[i] = opp",
            "swap a[i], b[i]",
            "let t = a\na = b\nb = t",
            "for j in 0..m - 1: a[j] = b[j]",
            "for j in 0..i: a[j] = me",
            "if n == 2: a = b",
            "a = none",
        ]),
        false => dice.pick(&[
            "a = b",
            "b = a",
            "a = 1",
            "a = [0, 2, 1]",
            "let t = a\na = b\nif a[i] < n: n -= a[i]\na = t",
            "a = b\nif a[i] <= n: n -= a[i]",
            "for j in 0..m - 1: a[j] = b[j]",
            "for j in 0..i:\n  if a[j] > 0: a[j] -= 1",
            "for j in 0..m - 2:\n  if a[j + 1] > 0: a[j + 1] -= 1",
            "for j in 0..i: a[j] = 0",
            "for j in L:\n  if a[j] > 0: a[j] -= 1",
            "swap a[i], b[i]",
            "a = if n > 1 then b else a",
            "let v = b[i]\na[i] = v",
        ]),
    };
    let becomes = dice.pick(&[
        "for j in 0..1: become G(n = 1)",
        "for j in 0..1:\n  if n > j: become G(a = b, b = a, n = n - 1)",
        "if n > 1: become G(a = a, b = b, n = n - 1)",
        "for j in 0..0:\n  if a[i] == b[i]: become G(a = b, b = a, n = n)",
        "become G(a = b, b = a, n = n - 1)",
        "become G(a = b, b = b, n = n - 1) + G(n = 0)",
    ]);
    let mut moves = String::new();
    for number in 0..1 + dice.below(2) {
        let mut lines = vec![dice.pick(&["n -= 1", "n -= 1", "n -= 1", "n = 2", "pass"])];
        lines.extend((0..1 + dice.below(2)).map(|_| statement(dice)));
        if dice.below(4) == 0 {
            lines.push(becomes);
        }
        let cell = dice.pick(match stones {
            true => &["a[i] == none", "b[i] == none", "a[i] != me", "true"],
            false => &["a[i] > 0", "all(j in 0..i: a[j] > 0)", "a[i] >= b[i]", "true"],
        });
        let more = match (stones, dice.below(4)) {
            (true, 0) => "a[i] = me",
            (false, 0) if cell == "a[i] > 0" => "a[i] -= 1",
            (false, _) if cell.starts_with("all") => "for j in 0..i: a[j] -= 1",
            _ => "pass",
        };
        lines.insert(0, more);
        let body: String = lines.iter().map(|line| format!("    {}\n", line.replace('\n', "\n    "))).collect();
        moves += &format!("  move m{number}(i in 0..m - 1) if n > 0 and {cell}:\n{body}");
    }
    let domain = if stones { "player?" } else { dice.pick(&["0..2", "0..2", "nat"]) };
    let value = |dice: &mut Dice| match stones {
        true => dice.pick(&["none", "[none, Left, none]", "[Right, none, Left]"]),
        false => dice.pick(&["1", "2", "[2, 0, 1]", "[0, 1, 1]"]),
    };
    let (a, b) = (value(dice), value(dice));
    let ends = dice.pick(&["", "", "  misere play\n", "  draw when stuck and n == 0\n", "  me wins when stuck\n"]);
    let text = format!(
        "game G\n  param m = 3, L: list of 0..2 = {}\n  state a: {domain}[m] = {a}, b: {domain}[m] = {b}, n: 0..3 = {}\n{moves}{ends}",
        dice.pick(&["[0, 2]", "[1, 1]", "[2, 0, 0]"]),
        1 + dice.below(3),
    );
    let positions = texts(&["G()", "G(n = 1)", "G(n = 2)", &format!("G(a = {b}, b = {a})"), "G(n = 1) + G(n = 0)"]);
    Sample { text, positions }
}
