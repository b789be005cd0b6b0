//! Near misses: games that are symmetric, sums of their parts, heaps, impartial or without return, but for one cell, one
//! parameter, one order or one number; and the same games undisturbed.

use super::{Sample, bodies, defaults, more, nothing, numbers, pieces, reaching, turns, wide};
use crate::dice::Dice;

/// One of them.
pub fn any(dice: &mut Dice) -> Sample {
    match dice.below(40) {
        0..=2 => taken(dice),
        3 => lines(dice),
        4 => row(dice),
        5 | 6 => parts(dice),
        7 | 8 => heap(dice),
        9 => players(dice),
        10 => returning(dice),
        11 => endings(dice),
        12 => several(dice),
        13 => more::points(dice),
        14 => more::joined(dice),
        15 => more::paired(dice),
        16 => more::ordered(dice),
        17 => more::undefined(dice),
        18 | 19 => more::wholes(dice),
        20 | 21 => reaching::rays(dice),
        22 => reaching::graphs(dice),
        23 => turns::jumps(dice),
        24 => turns::takings(dice),
        25 | 26 => pieces::pieces(dice),
        27 | 28 => numbers::any(dice),
        29 => wide::any(dice),
        30 | 31 => defaults::any(dice),
        32..=34 => bodies::any(dice),
        35 | 36 => nothing::any(dice),
        _ => sizes(dice),
    }
}

/// A picture of so many rows and columns, of which few are present.
fn picture(dice: &mut Dice, (rows, columns): (usize, usize), present: usize) -> String {
    let mut cells = vec![vec!['.'; columns]; rows];
    for _ in 0..present {
        cells[dice.below(rows)][dice.below(columns)] = '#';
    }
    cells.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|")
}

/// One of these in half of the cases, else the plain one: what is sound must be met often enough to be proved.
pub fn disturbed(dice: &mut Dice, plain: &'static str, list: &[&'static str]) -> &'static str {
    if dice.below(2) == 0 { plain } else { dice.pick(list) }
}

pub fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| text.to_string()).collect()
}

fn board(dice: &mut Dice) -> (usize, usize) {
    [(1, 3), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (1, 5)][dice.below(7)]
}

fn some_cells(dice: &mut Dice) -> String {
    dice.pick(&[
        "{(0, 1)}",
        "{(0, 0)}",
        "{(0, 0), (0, C - 1)}",
        "{(0, 0), (R - 1, C - 1)}",
        "all",
        "{c in grid(R, C) if c.col == 0}",
        "{c in grid(R, C) if (c.row + c.col) % 2 == 0}",
        "{c in grid(R, C) if c.row == 0 or c.row == R - 1}",
    ])
    .to_string()
}

/// Cells taken off a board that turns, mirrors or exchanges onto itself.
fn taken(dice: &mut Dice) -> Sample {
    let (rows, columns) = board(dice);
    let mut text = format!(
        "game G\n  param R = {rows}, C = {columns}, B: set of grid(R, C) = {}\n  \
         state free: set of grid(R, C) = all show \".#\"\n",
        some_cells(dice)
    );
    let owners: &[&str] = match dice.below(4) {
        0 => &["left ", "right "],
        1 => &["", "left "],
        _ => &[""],
    };
    for (number, owner) in owners.iter().enumerate() {
        let from = disturbed(dice, "free", &["free & B", "{x in free if x in B}", "grid(R, C)", "grid(R, C - 1)"]);
        let inside = if from.starts_with("grid") { "c in free" } else { "true" };
        let guard = disturbed(
            dice,
            "true",
            &[
                "c != (0, 0)",
                "c in B",
                "c not in B",
                "c.row == 0",
                "c.row <= c.col",
                "exists(d in orth: c + d in free)",
                "all(d in {(0, 1)}: c + d not in free)",
                "c + (0, 1) in free",
                "all(d in king: c + d not in free)",
                "count(x in free if x.row == c.row) % 2 == 1",
                "exists(L in lines(grid(R, C) - {(0, 0)}, 2): c in L and all(x in L: x in free))",
                "exists(L in lines(grid(R, C), 2): c in L and all(x in L: x in free))",
                "(0, 0) in free",
                "c == min(x in free: x.row) * (1, 0) + (0, c.col)",
            ],
        );
        let body = match dice.below(9) {
            0 => "free -= {c} + {d in orth: c + d}".to_string(),
            1 => "free -= {c} + {d in {(0, 1)}: c + d}".to_string(),
            2 => "free -= {x in free if x.row >= c.row and x.col >= c.col}".to_string(),
            3 => format!(
                "\n    free -= {{c}}\n    for x in free:\n      if {}: free -= {{x}}",
                dice.pick(&["exists(d in orth: x + d in free)", "x + (0, 1) in free", "x in B", "x.row == c.row"])
            ),
            4 => format!(
                "\n    if {}: free -= {{c}} + {{d in orth: c + d}}\n    else: free -= {{c}}",
                dice.pick(&["c in B", "c == (0, 0)", "(0, 0) in free", "exists(d in diag: c + d in free)"])
            ),
            5 => "free -= {c, c + (0, 1)}".to_string(),
            6 => "free -= {x in free if x == c or (x in B and x.row == c.row)}".to_string(),
            _ => "free -= {c}".to_string(),
        };
        text += &format!("  {owner}move m{number}(c in {from}) if {inside} and {guard}: {body}\n");
    }
    text += dice.pick(&[
        "  symmetry mirror free\n",
        "  symmetry mirror free, flip free\n",
        "  symmetry rotate free\n",
        "  symmetry rotate free, mirror free\n",
        "  symmetry transpose free\n",
        "  symmetry transpose free swapping players\n",
        "  symmetry mirror free swapping players\n",
        "  symmetry free by c => (R - 1 - c.row, C - 1 - c.col)\n",
        "  symmetry free by c => (c.row, (c.col + 1) % C)\n",
        "  symmetry free by c => (0, 0)\n",
        "  symmetry flip free, swap players\n",
        "  symmetry permute free\n",
    ]);
    text += dice.pick(&["", "", "", "  misere play\n", "  Left wins when stuck\n", "  draw when free == B\n"]);
    let mut positions = texts(&["G()", "G(R = 1, C = 3)", "G(R = 2, C = 2)"]);
    positions.push("G(R = 2, C = 2) + G(R = 1, C = 2)".to_string());
    // Few cells of a large board: normal forms are used where the fields allow many positions.
    let size = [(3, 5), (4, 4), (5, 3)][dice.below(3)];
    positions.push(format!("G(\"{}\")", picture(dice, size, 6)));
    Sample { text, positions }
}

/// Stones, and the lines or goals that win.
fn lines(dice: &mut Dice) -> Sample {
    let (rows, columns) = [(2, 2), (2, 3), (1, 5), (3, 2)][dice.below(4)];
    let where_ =
        dice.pick(&["grid(R, C)", "grid(R, C)", "grid(R, C) - {(0, 0)}", "grid(R, C) - goal", "grid(R, C - 1)"]);
    let wins = dice.pick(&[
        "exists(L in lines(WHERE, 2): all(c in L: board[c] == opp))",
        "exists(L in lines(WHERE, 2): all(c in L: board[c] == opp))",
        "all(c in goal: board[c] == opp)",
        "exists(c in WHERE, d in {(0, 1), (1, 0)}: board[c] == opp and board[c + d] == opp)",
        "count(c in WHERE if board[c] == opp) >= 2",
    ]);
    let text = format!(
        "game G\n  param R = {rows}, C = {columns}, goal: set of grid(R, C) = {}\n  \
         state board: player?[grid(R, C)] = none show \".XO\"\n  \
         move put(c in {}) if board[c] == none{}: board[c] = {}\n  {} when {}\n{}  symmetry {}\n",
        some_cells(dice),
        dice.pick(&["grid(R, C)", "grid(R, C)", "grid(R, C)", "grid(R, C) - goal"]),
        dice.pick(&["", "", " and (c.row == R - 1 or board[c + (1, 0)] != none)", " and board[c + (0, 1)] != opp"]),
        dice.pick(&["me", "me", "me", "opp", "Left"]),
        dice.pick(&["opp wins", "opp wins", "me wins", "draw", "Left wins"]),
        wins.replace("WHERE", where_),
        dice.pick(&[
            "  draw when stuck\n",
            "  draw when stuck\n",
            "",
            "  Left wins when stuck\n",
            "  me wins when stuck\n"
        ]),
        dice.pick(&[
            "mirror board",
            "flip board",
            "rotate board, mirror board",
            "mirror board, swap players",
            "mirror board swapping players",
            "swap players",
            "transpose board"
        ]),
    );
    let mut positions = texts(&["G()", "G(\"X.|.O\")", "G(\".X.\")", "G(\"X.O.\")", "G(\"..|XO\")", "G(\"OX.|...\")"]);
    let full = |dice: &mut Dice| ['X', 'O', 'X', 'O', '.'][dice.below(5)];
    let rows: Vec<String> = (0..3).map(|_| (0..3).map(|_| full(dice)).collect()).collect();
    positions.push(format!("G(\"{}\")", rows.join("|")));
    Sample { text, positions }
}

/// Rows of heaps that any reordering keeps.
fn row(dice: &mut Dice) -> Sample {
    let over = dice.pick(&["0..m-1", "0..m-1", "0..m-2", "1..m-1", "T", "{i in 0..m-1 if i not in T}"]);
    let guard = disturbed(
        dice,
        "true",
        &[
            "i not in T",
            "p[i] >= p[(i + 1) % m]",
            "p[i] > p[i + 1]",
            "all(j in 0..m-1: p[j] <= p[i])",
            "all(j in 0..i-1: p[j] == 0)",
            "exists(j in 0..m-1 if j != i: p[j] == p[i])",
            "sum(j in 0..m-1: p[j]) % 2 == 0",
            "xor(j in 0..m-1: p[j]) != 0",
            "i != 0 or p[0] == 1",
            "W[i] > 0",
        ],
    );
    let body = match dice.below(6) {
        0 => "p[i] = 0",
        1 => "\n    p[i] -= 1\n    for j in 0..m-1:\n      if p[j] > p[i]: p[i] = 0",
        2 => "\n    p[i] -= 1\n    if i in T: again",
        3 => "\n    p[i] -= 1\n    if exists(j in 0..m-1 if j != i: p[j] == p[i]): p[i] = 0",
        _ => "p[i] -= 1",
    };
    let text = format!(
        "game G\n  param m = 3, T: set of 0..m-1 = {}, W: list of int = [1, {}, 1, 1]\n  state p: nat[m]\n  \
         {}move one(i in {over}) if p[i] > 0 and {guard}: {body}\n{}  symmetry {}\n{}",
        dice.pick(&["{0}", "{}", "{m - 1}", "all", "{0, m - 1}"]),
        dice.pick(&["0", "1"]),
        dice.pick(&["", "", "left "]),
        dice.pick(&["", "", "  right move two(i in 0..m-1) if p[i] > 1: p[i] -= 2\n"]),
        dice.pick(&["permute p", "permute p", "mirror p", "permute p, mirror p"]),
        dice.pick(&["", "", "  misere play\n", "  me wins when stuck and p[0] == 0\n"]),
    );
    let mut positions = texts(&["G([2, 0, 0])", "G([1, 2, 1])", "G([0, 1, 2])", "G([2, 2, 1])", "G([1, 3])"]);
    let mut many = ["0"; 9];
    (0..5).for_each(|_| many[dice.below(9)] = dice.pick(&["1", "2"]));
    positions.push(format!("G([{}])", many.join(", ")));
    Sample { text, positions }
}

/// Boards that fall apart.
fn parts(dice: &mut Dice) -> Sample {
    let strip = dice.below(2) == 0;
    let (state, element, near) = match strip {
        true => ("set of 0..m-1", "v", "near(v, w)"),
        false => ("set of grid(1, m)", "v", "w in {d in orth: v + d}"),
    };
    let first = if strip { "0" } else { "(0, 0)" };
    let next = if strip { "v + 1" } else { "v + (0, 1)" };
    let mut text = format!("game G\n  param m = {}\n", 3 + dice.below(4));
    let second = dice.below(5) == 0;
    let more = if second { dice.pick(&[", n: 0..9 = 2", ", b: bool = false", ", n: nat = 3"]) } else { "" };
    text += &format!("  state free: {state} = all{more}\n  def near(x, y) = abs(x - y) == 1\n");
    if !strip {
        text = text.replace("  def near(x, y) = abs(x - y) == 1\n", "");
    }
    for number in 0..1 + dice.below(2) {
        let guard = disturbed(
            dice,
            "true",
            &[
                "NEXT in free",
                "exists(w in free: NEAR)",
                "not exists(w in free: NEAR)",
                "FIRST in free",
                "v != FIRST",
                "count(w in free) % 2 == 1",
                "count(w in free if NEAR) == 1",
                "NEXT not in free or FIRST in free",
            ],
        );
        let plain = dice.pick(&["free -= {v}", "free -= {w in free if w == v or NEAR}"]);
        let body = disturbed(
            dice,
            plain,
            &[
                "free -= {v, NEXT}",
                "free -= {w in free if w == v or NEAR}",
                "free -= {w in free if w == v or (NEAR and FIRST in free)}",
                "free -= {v} + ({NEXT} & {x in free if FIRST in free})",
                "\n    if FIRST in free: free -= {v}\n    else: free -= {v, NEXT}",
                "\n    if count(w in free) > 2: free -= {v}\n    else: free -= {v, NEXT}",
                "\n    free -= {v}\n    if FIRST in free: again",
                "\n    free -= {v}\n    for x in free:\n      if x == NEXT: free -= {x}",
                "\n    free -= {v}\n    free -= {x in free if count(y in free) == 1}",
            ],
        );
        let mut line = format!(
            "  {}move m{number}({element} in free) if {guard}: {body}\n",
            dice.pick(&["", "", "left ", "right "])
        );
        if second && dice.below(2) == 0 && more.contains('n') {
            line = line.replace(" if ", " if n > 0 and ");
            if !body.starts_with('\n') {
                line = format!("{}; n -= 1\n", line.trim_end());
            }
        }
        text += &line.replace("NEXT", next).replace("FIRST", first).replace("NEAR", near);
    }
    text += match strip {
        true => "  split free by (v, w) => near(v, w)\n",
        false => dice.pick(&["  split free by orth\n", "  split free by orth\n", "  split free by {(0, 1)}\n"]),
    };
    text += dice.pick(&["", "", "", "  misere play\n", "  score when stuck\n"]);
    let mut positions = texts(&["G()", "G(m = 4)", "G(m = 5)", "G(m = 3) + G(m = 2)"]);
    let some: Vec<String> = (0..7)
        .map(|_| dice.below(15))
        .map(|at| match strip {
            true => at.to_string(),
            false => format!("(0, {at})"),
        })
        .collect();
    positions.push(format!("G({{{}}}, m = 15)", some.join(", ")));
    Sample { text, positions }
}

/// One heap, and moves that a code describes but for one number.
fn heap(dice: &mut Dice) -> Sample {
    let odd = 2 + dice.below(5);
    let mut text = format!(
        "game G\n  param t = {}, S: set of 0..9 = {}\n  state n: nat\n",
        1 + dice.below(2),
        dice.pick(&["{1, 2}", "{0, 1, 3}", "{t, 3}", "{2}"])
    );
    for number in 0..1 + dice.below(2) {
        let guard = disturbed(
            dice,
            "true",
            &[
                "(10 // (n - ODD) >= -100 or t == 1)",
                "(t == 1 or 10 // (n - ODD) >= -100)",
                "n != ODD",
                "n >= ODD",
                "k != ODD",
                "not (10 % (n - ODD) == 77)",
                "n % 2 == 0",
                "(n % 3 == 1 or t == 2)",
                "k < n",
                "n - k != ODD",
                "10 // (n - ODD) not in {99}",
                "(if n == ODD then t == 2 else t >= 1)",
            ],
        )
        .replace("ODD", &odd.to_string());
        text += &match dice.below(9) {
            0 => format!(
                "  move a{number}(k in 0..1, i in 1..n-k-1) if k <= n and {guard}: become G(i) + G(n - k - i)\n"
            ),
            1 => format!(
                "  move a{number}(k in S, i in 0..n-k) if k <= n and {guard} and (k > 0 or 0 < i < n): become G(i) + G(n - k - i)\n"
            ),
            2 => format!("  move a{number}(k in 1..2, i in 0..n-k) if {guard}: become G(i) + G(n - k - i)\n"),
            3 => format!("  move a{number}(k in 1..n) if {guard}: n -= k\n"),
            4 => format!("  move a{number}(k in 1..t) if k <= n and {guard}: n -= k\n"),
            5 => format!("  move a{number}(k in 1..n) if {guard}: become G(max(0, k - 2)) + G(max(0, n - k - 1))\n"),
            6 => format!("  move a{number}(k in 1..n // 2) if {guard}: n -= k\n"),
            7 => format!("  move a{number}(k in 1..n-1) if {guard} and 2 * k != n: become G(k) + G(n - k)\n"),
            _ => format!("  move a{number}(k in S) if 0 < k <= n and {guard}: n -= k\n"),
        };
    }
    text += dice.pick(&["", "", "", "", "  misere play\n"]);
    let mut positions: Vec<String> = (0..9).map(|n| format!("G({n})")).collect();
    positions.extend(texts(&["G(3) + G(4)", "G(6, t = 2)", "G(5, S = {1, 4})"]));
    Sample { text, positions }
}

/// Players that are told apart, hardly.
fn players(dice: &mut Dice) -> Sample {
    let guard = disturbed(
        dice,
        "true",
        &[
            "me == Left or n != 2",
            "last != me or n != 3",
            "exists(q in player: last == q)",
            "all(q in {me, opp}: last != q) or n > 1",
            "last != Left",
            "purse[me] > 0",
            "purse[opp] > 0",
            "min(q in player if purse[q] > 0: purse[q]) == 1",
        ],
    );
    let body = dice.pick(&[
        "n -= 1; last = me",
        "n -= 1; last = opp",
        "\n    n -= 1\n    for q in {me, opp}: last = q",
        "\n    n -= 1\n    for q in player: last = q",
        "\n    n -= 1\n    if last == me: last = none\n    else: last = me",
        "n -= 1; last = Left",
        "\n    n -= 1\n    for q in player:\n      if purse[q] > 0: last = q",
    ]);
    let text = format!(
        "game G\n  state last: player? = none, n: nat = 3, purse: 0..1[player] = 1\n  move m if n > 0 and {guard}: {body}\n{}{}{}",
        dice.pick(&[
            "",
            "",
            "  move pay if purse[me] > 0: purse[me] -= 1\n",
            "  left move pay if purse[opp] > 0: purse[opp] -= 1\n"
        ]),
        dice.pick(&[
            "",
            "  me wins when stuck and last == me\n",
            "  opp wins when last == opp and n == 1\n",
            "  Left wins when stuck and last == Left\n",
            "  Left wins when stuck\n",
            "  misere play\n",
            "  draw when n == 1 and last == none\n",
        ]),
        dice.pick(&["", "", "  symmetry swap players\n"]),
    );
    let positions = texts(&["G()", "G(n = 2)", "G(Left, 2)", "G(Right, 3)", "G(none, 4)"]);
    Sample { text, positions }
}

/// Play that cannot return, but for one move.
fn returning(dice: &mut Dice) -> Sample {
    let back = dice.pick(&[
        "",
        "",
        "  move back if n == 1 and x > 0: n += 1; x -= 1\n",
        "  move back if n == 1: n += 1\n",
        "  move back if n < 4 and x > 0: n += 1; x = 0\n",
        "  left move back if n == 2: n = 3\n",
        "  move turn: x = 2 - x\n",
        "  move swap_them if n != x and x <= 4 and n <= 2: swap n, x\n",
        "  move stay if x == 2: pass\n",
    ]);
    let ends = dice.pick(&[
        "",
        "",
        "  Left wins when forever\n",
        "  Right wins when forever\n",
        "  draw when n == 3\n  Left wins when forever\n",
        "  misere play\n",
        "  me wins when stuck and x == 1\n",
        "  Left wins when n == 0\n  Right wins when forever\n",
        "  draw when forever\n",
        "  Left wins when stuck\n",
    ]);
    let text = format!(
        "game G\n  state n: 0..4 = 3, x: 0..2 = 1\n  {}move down(k in 1..2) if k <= n{}: n -= k\n  {}move less if x > 0: x -= 1\n{back}{ends}{}",
        dice.pick(&["", "", "left "]),
        dice.pick(&["", " and x != 1", " and n % 2 == x % 2"]),
        dice.pick(&["", "right ", "right "]),
        dice.pick(&["", "", "  measure 2 * n + x\n", "  measure n\n"]),
    );
    let positions = texts(&["G()", "G(1, 1)", "G(2, 2)", "G(4, 0)", "G(0, 2)", "G(1, 0) + G(2, 1)"]);
    Sample { text, positions }
}

/// Endings that name a player, when stuck or before; lengths of play.
fn endings(dice: &mut Dice) -> Sample {
    let mut text = format!(
        "game G\n  state a: nat, b: nat = {}\n  {}move m(k in {}) if k <= a{}: a -= k\n",
        dice.below(3),
        dice.pick(&["", "", "left "]),
        dice.pick(&["1..2", "{1}", "{1, 3}", "1..3"]),
        dice.pick(&["", " and b != 1", " and (a != 2 or b > 0)"]),
    );
    text += dice.pick(&[
        "",
        "  move o if b > 0: b -= 1\n",
        "  right move o if b > 0: b -= 1\n",
        "  move o if b > 0:\n    b -= 1\n    again\n",
    ]);
    for _ in 0..1 + dice.below(2) {
        text += &format!(
            "  {} when {}\n",
            dice.pick(&["Left wins", "Right wins", "me wins", "opp wins", "draw", "Left loses", "me loses"]),
            dice.pick(&[
                "stuck",
                "stuck",
                "stuck and b == 0",
                "stuck and a == 0",
                "a == 1 and b == 1",
                "stuck and a + b == 1",
                "a == 2"
            ])
        );
    }
    let positions =
        (0..7).map(|a| format!("G({a})")).chain([(2, 2), (3, 1), (4, 2)].map(|(a, b)| format!("G({a}, {b})")));
    Sample { text, positions: positions.collect() }
}

/// Parameters that depend on sizes, and claims about every size.
fn sizes(dice: &mut Dice) -> Sample {
    if dice.below(2) == 0 {
        return closed_form(dice);
    }
    let list =
        dice.pick(&["", "", ", W: list of int = [N, 1]", ", W: list of int = [N % 2, 1]", ", W: list of int = [2, 1]"]);
    let guard = if list.is_empty() { "" } else { dice.pick(&["", " and c >= W[0] - 1", " and d <= W[0]"]) };
    let text = format!(
        "game G\n  param N = 4, S: set of 1.. = {}{list}\n  state free: set of 0..N-1 = all\n  \
         move take(c in free, d in S) if c + d in free{guard}: free -= {{c, c + d}}\n{}  claim {}\n{}",
        disturbed(dice, "{1}", &["{N // 2}", "{N - 1, 1}", "{x in 1..N if x % 2 == 1}", "{1, 2}", "{1, 3}"]),
        dice.pick(&["", "", "  split free by (v, w) => abs(v - w) in S\n", "  symmetry mirror free\n"]),
        dice.pick(&["second wins when N % 2 == 0", "first wins when N % 2 == 0", "first wins"]),
        dice.pick(&["", "  claim second wins\n", "  claim first wins\n"]),
    );
    let positions = texts(&["G()", "G(N = 2)", "G(N = 3)", "G(N = 5)", "G(N = 6)"]);
    Sample { text, positions }
}

/// A heap and a closed form of its values, which may be wrong at one size.
fn closed_form(dice: &mut Dice) -> Sample {
    let most = 1 + dice.below(3);
    let odd = 2 + dice.below(6);
    let guard = disturbed(
        dice,
        "true",
        &["n != ODD", "10 // (n - ODD) != 77", "n - k != ODD", "n in 0..100 // (n - ODD)", "n >= ODD"],
    );
    let form = dice.pick(&["n % MOD", "n % MOD", "if n == ODD then 0 else n % MOD", "min(n, MOD)", "n"]);
    let claims = match dice.below(3) {
        0 => format!("  claim grundy == {form}\n"),
        1 => "  claim second wins when n % MOD == 0\n  claim first wins\n".to_string(),
        _ => "  claim second wins when n % MOD == 0 and n != ODD\n  claim first wins\n".to_string(),
    };
    let text = format!(
        "game G\n  param t = {most}\n  state n: nat\n  move take(k in {}) if k <= n and {guard}: n -= k\n{claims}{}",
        dice.pick(&["1..MOST", "1..MOST", "1..t", "1..n", "{1, MOST}"]).replace("MOST", &most.to_string()),
        dice.pick(&["", "", "", "  misere play\n"]),
    );
    let text = text.replace("MOD", &(most + 1).to_string()).replace("ODD", &odd.to_string());
    let positions = (0..9).map(|n| format!("G({n})")).chain(texts(&["G(7, t = 2)"]));
    Sample { text, positions: positions.collect() }
}

/// Two games in one file, moves of the first leading to the second: what holds of one need not hold of the other.
fn several(dice: &mut Dice) -> Sample {
    let ends = disturbed(
        dice,
        "",
        &["  misere play\n", "  draw when stuck\n", "  opp wins when n == 1\n", "  score when stuck\n"],
    );
    let other = disturbed(dice, ends, &["", "  misere play\n", "  draw when n == 2\n", "  score n when stuck\n"]);
    let text = format!(
        "game G\n  state n: 0..4 = 4\n  def there(k) = H(k)\n  {}move t(k in 1..2) if k <= n{}: {}\n  {}move s if n > 1: n -= 2\n{ends}\
         game H\n  state n: 0..4, x: 0..1 = 0\n  {}move t(k in 1..2) if k <= n{}: n -= k{}\n{other}",
        dice.pick(&["", "", "left "]),
        dice.pick(&["", "", " and n != 3"]),
        dice.pick(&[
            "become H(n - k)",
            "become H(n - k, 1)",
            "become there(n - k)",
            "become G(n - k) + there(n - k)",
            "become G(n - k) + H(n - k)",
            "become H(0) + H(n - k)",
            "become G(n - k)",
        ]),
        dice.pick(&["", "", "right "]),
        dice.pick(&["", "left ", "right "]),
        dice.pick(&["", "", " and (x == 0 or me == Left)", " and x == 0"]),
        dice.pick(&["", "", "; again", "; gain k"]),
    );
    let positions = texts(&["G()", "G(3)", "G(2)", "H(3)", "H(4, 1)", "G(2) + H(3)", "G(3) + G(1)", "H(2) + H(2, 1)"]);
    Sample { text, positions }
}
