//! Games in the manner of the library: heaps, places on boards, stones, arrays. Most are sound, some nearly so.

use super::Sample;
use crate::dice::Dice;

/// One of them.
pub fn any(dice: &mut Dice) -> Sample {
    match dice.below(8) {
        0 | 6 => heap(dice),
        1 => pair(dice),
        2 | 3 => board(dice),
        4 => stones(dice),
        5 => hits(dice),
        _ => array(dice),
    }
}

/// One heap that shrinks and may split.
fn heap(dice: &mut Dice) -> Sample {
    let mut text = "game G\n  state n: nat\n".to_string();
    for number in 0..1 + dice.below(3) {
        let who = owner(dice);
        let guard = guard(dice, &["n", "k"]);
        text += &match dice.below(8) {
            0 => {
                format!("  {who}move a{number}(k in 1..{}){guard}: n -= k\n", dice.pick(&["n", "3", "n - 1", "n // 2"]))
            }
            1 => format!("  {who}move a{number}(k in {{1, {}}}) if k <= n: n -= k\n", 2 + dice.below(4)),
            2 => {
                let rest = dice.pick(&["n - k - i", "n - i - k", "max(0, n - k - i)", "max(0, n - i - k - 1)"]);
                format!(
                    "  {who}move a{number}(k in 1..{}, i in 0..n-k){guard}: become G(i) + G({rest})\n",
                    1 + dice.below(3)
                )
            }
            3 => format!("  {who}move a{number}(k in 1..n-1){guard}: become G(k) + G(n - k)\n"),
            4 => format!("  {who}move a{number}(k in 0..n-1){guard}: become G(k)\n"),
            5 => format!(
                "  {who}move a{number}(k in 1..n): become G({}) + G({})\n",
                dice.pick(&["k - 1", "max(0, k - 2)", "max(k - 3, 0)", "min(k - 1, 2)", "if k == 1 then 0 else k - 2"]),
                dice.pick(&["n - k", "max(0, n - k - 1)", "max(n - k - 2, 0)", "min(3, n - k)", "0"])
            ),
            6 => format!(
                "  {who}move a{number}(k in 1..{}) if k <= n:\n    if n > {}: n -= k\n    else: n = {}\n",
                1 + dice.below(4),
                2 + dice.below(3),
                dice.pick(&["0", "n - k", "n - 1"])
            ),
            _ => {
                format!("  {who}move a{number}{}: n = {}\n", half(dice), dice.pick(&["0", "n // 2", "n - 1", "n // 3"]))
            }
        };
    }
    text += dice.pick(&[
        "",
        "",
        "",
        "  misere play\n",
        "  me wins when n == 1\n",
        "  draw when stuck and n == 1\n",
        "  opp loses when stuck\n",
    ]);
    let positions =
        (0..9).map(|n| format!("G({n})")).chain(["G(3) + G(4)".to_string(), "G(2) + G(2) + G(5)".to_string()]);
    Sample { text, positions: positions.collect() }
}

fn half(dice: &mut Dice) -> &'static str {
    dice.pick(&[" if n > 0", " if n % 2 == 1", " if n >= 2 and n % 2 == 0", " if n > 1"])
}

/// Two numbers, one of them perhaps growing.
fn pair(dice: &mut Dice) -> Sample {
    let mut text = "game G\n  state a: nat, b: nat\n".to_string();
    for number in 0..1 + dice.below(3) {
        let who = owner(dice);
        let (x, y) = if dice.below(2) == 0 { ("a", "b") } else { ("b", "a") };
        let more = guard(dice, &["a", "b", "k"]).replace(" if ", " and ");
        let few = dice.pick(&["1..2", "1..3", "{1, 3}"]);
        text += &match dice.below(7) {
            0 => format!("  {who}move m{number}(k in {few}) if k <= {x}{more}: {x} -= k\n"),
            1 => format!("  {who}move m{number}(k in {few}) if k <= {x} and k <= {y}: {x} -= k; {y} -= k\n"),
            2 => format!("  {who}move m{number}(k in 1..{x}): {x} -= k\n"),
            3 => format!(
                "  {who}move m{number}(k in 1..2) if k <= {x} and {y} < 4: {x} -= k; {y} += {}\n",
                dice.pick(&["1", "k"])
            ),
            4 => format!("  {who}move m{number} if {x} > 0:\n    if {x} > {y}: {x} -= 1\n    else: {x} = 0\n"),
            5 => format!("  {who}move m{number} if {x} > {y}: swap a, b\n"),
            _ => format!(
                "  {who}move m{number}(k in {few}) if k <= {x}{more}: {x} -= k; gain {}\n",
                dice.pick(&["k", "1", "b"])
            ),
        };
    }
    if text.contains("gain") {
        text += "  score when stuck\n";
    } else {
        text += dice.pick(&[
            "",
            "",
            "",
            "  misere play\n",
            "  me wins when a == b and a > 0\n",
            "  draw when a + b == 3\n",
        ]);
    }
    if dice.below(4) == 0 {
        text += dice.pick(&["  measure a + b\n", "  measure 2 * a + b\n", "  invariant a >= b\n"]);
    }
    let positions = (0..16).map(|i| format!("G({}, {})", i / 4, i % 4)).chain(["G(2, 1) + G(1, 2)".to_string()]);
    Sample { text, positions: positions.collect() }
}

/// Places taken from a board of a few cells.
fn board(dice: &mut Dice) -> Sample {
    let (rows, columns) = dice_size(dice);
    let mut text =
        format!("game G\n  param R = {rows}, C = {columns}\n  state free: set of grid(R, C) = all show \"#.\"\n");
    for number in 0..1 + dice.below(2) {
        let who = owner(dice);
        let step = dice.pick(&["(0, 1)", "(1, 0)", "(1, 1)", "(0, 2)", "(-1, 1)"]);
        let more = dice.pick(&["", "", "", " and c.row >= c.col", " and c.row == 0", " and (c.row + c.col) % 2 == 0"]);
        text += &match dice.below(5) {
            0 => format!("  {who}move p{number}(c in free, t = c + {step}) if t in free{more}: free -= {{c, t}}\n"),
            1 => {
                let near = dice.pick(&["orth", "diag", "{(0, 1), (0, -1)}", "{(0, 1)}", "{(1, 1), (-1, -1)}"]);
                format!("  {who}move p{number}(c in free): free -= {{c}} + {{d in {near}: c + d}}\n")
            }
            2 => format!(
                "  {who}move p{number}(c in free, d in {{(0, 1), (1, 0)}}, t = c + d) if t in free: free -= {{c, t}}\n"
            ),
            3 => {
                format!("  {who}move p{number}(c in free) if all(d in orth: c + d not in free){more}: free -= {{c}}\n")
            }
            _ => format!(
                "  {who}move p{number}(c in free) if c != (0, 0): free -= {{d in free if d.row >= c.row and d.col >= c.col}}\n"
            ),
        };
    }
    text += dice.pick(&[
        "",
        "",
        "  split free by orth\n",
        "  split free by king\n",
        "  split free by diag\n",
        "  split free by (x, y) => x.row == y.row\n",
    ]);
    text += dice.pick(&[
        "",
        "  symmetry mirror free\n",
        "  symmetry mirror free, flip free\n",
        "  symmetry transpose free\n",
        "  symmetry transpose free swapping players\n",
        "  symmetry rotate free\n",
    ]);
    text += dice.pick(&["", "", "", "  misere play\n"]);
    Sample {
        text,
        positions: vec![
            "G()".into(),
            "G(R=2, C=2)".into(),
            "G(R=1, C=4)".into(),
            "G(R=2, C=3)".into(),
            "G(R=1, C=2) + G(R=2, C=1)".into(),
        ],
    }
}

fn dice_size(dice: &mut Dice) -> (usize, usize) {
    [(1, 5), (2, 3), (3, 2), (2, 2), (3, 3)][dice.below(5)]
}

/// Stones set on a board of a few cells, and lines of them.
fn stones(dice: &mut Dice) -> Sample {
    let (rows, columns) = dice_size(dice);
    let long = 2 + dice.below(2);
    let needs = dice.pick(&[
        "",
        "",
        " and (c.row == R - 1 or board[c + (1, 0)] != none)",
        " and (c.col == 0 or board[c + (0, -1)] != none)",
        " and (c == (0, 0) or board[0, 0] != none)",
        " and board[c + (0, 1)] != opp",
    ]);
    let ends = dice.pick(&[
        "  opp wins when has(opp)\n  draw when stuck\n",
        "  opp wins when has(opp)\n  draw when stuck\n",
        "  opp wins when has(opp)\n",
        "  me wins when has(opp)\n  draw when stuck\n",
        "  opp wins when has(opp)\n  me wins when stuck\n",
        "  Left wins when has(Left)\n  Right wins when stuck\n",
        "  Left wins when has(Left)\n  Right wins when has(Right)\n  draw when stuck\n",
        "  me wins when has(me)\n  draw when stuck\n",
    ]);
    let alike =
        dice.pick(&["", "", "  symmetry mirror board\n", "  symmetry swap players\n", "  symmetry flip board\n"]);
    let text = format!(
        "game G\n  param R = {rows}, C = {columns}\n  state board: player?[grid(R, C)] = none show \".XO\"\n  \
         def has(p: player) = exists(L in lines(grid(R, C), {long}): all(c in L: board[c] == p))\n  \
         move put(c in grid(R, C)) if board[c] == none{needs}: board[c] = {}\n{ends}{alike}",
        dice.pick(&["me", "me", "me", "me", "opp"])
    );
    let mut positions = vec!["G()".to_string(), "G(R=2, C=2)".into(), "G(R=2, C=3)".into()];
    positions.extend(["X..|.O.", "...|X.O", "OX|..", ".X.O.", "XX.|OO."].map(|board| format!("G(\"{board}\")")));
    Sample { text, positions }
}

/// Stones that take others.
fn hits(dice: &mut Dice) -> Sample {
    let mut text = "game G\n  param R = 2, C = 3\n  state board: player?[grid(R, C)] show \".XO\"\n".to_string();
    for number in 0..1 + dice.below(2) {
        let who = owner(dice);
        let steps = dice.pick(&["orth", "orth", "{(0, 1)}", "{(0, 1), (1, 0)}", "diag"]);
        let other = dice.pick(&["opp", "opp", "opp", "none", "me"]);
        let more = dice.pick(&["", "", " and c.row == 0", " and board[c - d] != opp", " and (c.row + c.col) % 2 == 0"]);
        let after = dice.pick(&[
            "board[c] = none; board[c + d] = me",
            "board[c] = none; board[c + d] = me",
            "board[c + d] = none",
            "board[c] = none; board[c + d] = none",
            "board[c + d] = me",
        ]);
        text += &format!(
            "  {who}move m{number}(c in grid(R, C), d in {steps}) if board[c] == me and board[c + d] == {other}{more}: \
             {after}\n"
        );
    }
    text += dice.pick(&["", "", "  symmetry mirror board\n", "  symmetry mirror board swapping players\n"]);
    text += dice.pick(&["", "", "  misere play\n"]);
    let boards = ["XOX|OXO", "XO|OX", "X.O|OX.", "XXOO", "OX.XO", "O|X|O", "XOO|X.O|OXX"];
    Sample { text, positions: boards.map(|board| format!("G(\"{board}\")")).to_vec() }
}

/// A row of small heaps, or of pieces.
fn array(dice: &mut Dice) -> Sample {
    if dice.below(2) == 0 {
        let mut text = "game G\n  param m = 3\n  state a: nat[m]\n".to_string();
        let guard = dice.pick(&[
            "",
            " if all(i in 0..j-1: a[i] == 0)",
            " if j == 0 or a[j - 1] == 0",
            " if a[j] % 2 == 1 or k == 1",
        ]);
        let body = dice.pick(&["a[j] -= k", "a[j] -= k", "a[j] = a[j] - k", "a[j] = 0"]);
        text += &format!("  {}move cut(j in 0..m-1, k in 1..a[j]){guard}: {body}\n", owner(dice));
        if dice.below(3) == 0 {
            text += "  move both(j in 0..m-2) if a[j] > 0 and a[j + 1] > 0: a[j] -= 1; a[j + 1] -= 1\n";
        }
        text += dice.pick(&["", "", "  symmetry permute a\n", "  symmetry mirror a\n", "  misere play\n"]);
        let positions = ["[1, 2, 1]", "[0, 3, 1]", "[2, 0, 2]", "[3]", "[1, 1, 1, 1]"].map(|list| format!("G({list})"));
        return Sample { text, positions: positions.into() };
    }
    let mut text = "game G\n  param N = 4\n  state row: player?[N] = none show \".XO\"\n".to_string();
    let guard = dice.pick(&[
        "",
        "",
        " and all(j in 0..N-1 if abs(i - j) == 1: row[j] != me)",
        " and all(j in 0..N-1 if abs(i - j) == 1: row[j] != opp)",
        " and (i == 0 or row[i - 1] != opp)",
    ]);
    text += &format!(
        "  move mark(i in 0..N-1) if row[i] == none{guard}: row[i] = {}\n",
        dice.pick(&["me", "me", "opp", "Left"])
    );
    text += dice.pick(&[
        "",
        "  opp wins when exists(i in 0..N-2: row[i] == opp and row[i + 1] == opp)\n  draw when stuck\n",
        "  me loses when row[0] == opp\n",
        "  misere play\n",
    ]);
    text += dice.pick(&[
        "",
        "  symmetry mirror row\n",
        "  symmetry swap players\n",
        "  symmetry mirror row swapping players\n",
        "  symmetry mirror row, swap players\n",
    ]);
    let positions = ["G()", "G(\"X..O\")", "G(\".X..\")", "G(N=3)", "G(\"O.X.X\")"].map(str::to_string);
    Sample { text, positions: positions.into() }
}

fn owner(dice: &mut Dice) -> &'static str {
    dice.pick(&["", "", "", "", "left ", "right "])
}

/// Nothing, or a condition on these names.
fn guard(dice: &mut Dice, names: &[&str]) -> String {
    if dice.below(2) == 0 {
        return String::new();
    }
    let (x, y) = (dice.pick(names), dice.pick(names));
    let one = format!("{x} {} {}", dice.pick(&["<=", "<", "!=", "==", ">="]), dice.pick(&["1", "2", "3", y]));
    let two = format!("{y} % {} {} {}", 2 + dice.below(2), dice.pick(&["==", "!="]), dice.below(2));
    match dice.below(5) {
        0 => format!(" if {one}"),
        1 => format!(" if {two}"),
        2 => format!(" if ({one} or {two})"),
        3 => format!(" if not ({one} and {two})"),
        _ => format!(" if {one} and {two}"),
    }
}
