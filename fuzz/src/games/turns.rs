//! Turns of several steps: jumps that go on, steps that are given something, turns that may stop.

use super::Sample;
use super::near::{disturbed, texts};
use crate::dice::Dice;

/// How a turn goes on after a jump to `t`.
fn jumps_on(dice: &mut Dice) -> &'static str {
    dice.pick(&[
        "then jump(t)",
        "then jump(t)",
        "then jump(t) or stop",
        "then jump",
        "then crown(t)",
        "then crown(t) or jump(t)",
        "then jump(t, -d) or crown(c) or stop",
        "if t in cells: then jump(t)\n    else: again",
        "if board[c] == none: pass\n    else: then crown(c)",
        "then crown(c + d)",
        "then crown(t + d) or stop",
        "again\n    then jump(t)",
    ])
}

/// Men who jump over others on a strip.
pub fn jumps(dice: &mut Dice) -> Sample {
    let over = disturbed(dice, "board[c + d] == opp", &["board[c + d] != none", "board[c + d] == me", "true"]);
    let taken = disturbed(dice, "board[c + d] = none", &["pass", "if c > 0: board[c + d] = none"]);
    let gain = dice.pick(&["", "", "gain 1\n    ", "gain c\n    "]);
    let points = !gain.is_empty();
    let crown = dice.pick(&["step", "step", "move", "left step"]);
    let crowned = dice.pick(&["board[c] = none", "board[c] = opp", "score -= 0", "board[c] = me\n    again"]);
    let crowned = if crowned.starts_with("score") { "pass" } else { crowned };
    let goes_on = jumps_on(dice);
    let text = format!(
        "game G\n  param m = 4\n  def cells = 0..m\n  state board: player?[cells] = none show \".XO\"\n  \
         move jump(c in cells, d in {{1, -1}}, t = c + 2 * d) if board[c] == me and {over} and board[t] == none:\n    \
         board[c] = none\n    board[t] = me\n    {taken}\n    {gain}{goes_on}\n  \
         {crown} crown(c in cells) if board[c] != {}:\n    {crowned}\n{}{}{}",
        dice.pick(&["none", "none", "me", "opp"]),
        if goes_on.contains("crown") { "" } else { "  move other: pass; then crown(0)\n" },
        dice.pick(&[
            "",
            "  move walk(c in 0..m-1) if board[c] == me and board[c + 1] == none: swap board[c], board[c + 1]\n"
        ]),
        if points {
            "  score when stuck\n"
        } else {
            dice.pick(&["", "", "  misere play\n", "  me loses when board[0] == opp\n"])
        },
    );
    let positions = texts(&[
        "G(\"XO.O.\")",
        "G(\"XOXO.\")",
        "G(\".OX.O\")",
        "G(\"XO.X.\") + G(\"XO..X\")",
        "G(m = 5, board = \"XO.O.X\")",
    ]);
    Sample { text, positions }
}

/// Heaps and sets from which one takes several times.
pub fn takings(dice: &mut Dice) -> Sample {
    let goes_on = dice.pick(&[
        "then more(k)",
        "then more(k) or stop",
        "then more(k + 1) or stop",
        "then more(k, 1) or more(1)",
        "then pick",
        "then pick(k) or more(2) or stop",
        "if n > 1: then more(k)",
        "if n % 2 == 0:\n      then pick(k - 1)\n    else: then more(k) or stop",
    ]);
    let more = disturbed(dice, "n -= j", &["n -= j; then pick(j)", "n -= j; then more(j)", "n = 0", "n -= j; gain 1"]);
    let text = format!(
        "game G\n  param m = 3\n  state n: 0..5 = 4, free: set of 0..m = all\n  \
         move take(k in {}) if k <= n{}:\n    n -= k\n    {goes_on}\n  \
         step more(k in 1..m, j in 1..{}) if j <= n: {more}\n  \
         {} pick(x in free{}): free -= {{x}}{}\n{}{}",
        dice.pick(&["1..m", "{1, 2}", "1..n"]),
        dice.pick(&["", " and k in free"]),
        dice.pick(&["k", "2", "m"]),
        if goes_on.contains("pick") || more.contains("pick") { "step" } else { "move" },
        dice.pick(&["", ", y in free if x < y"]),
        dice.pick(&["", "; if x > 1: then pick(x - 1)", "; then pick or stop", "; again"]),
        if goes_on.contains("more") { "" } else { "  move begin: n = n // 2; free = free - {0}; then more(1)\n" },
        dice.pick(&["", "", "  misere play\n", "  score when stuck\n", "  draw when n == 1 and free == {}\n"]),
    );
    let positions = texts(&["G()", "G(n = 2)", "G(3, {1, 2})", "G(n = 1, m = 1) + G(2, {1})"]);
    Sample { text, positions }
}
