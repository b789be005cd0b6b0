//! What may be nothing: the least of an empty set, neighbours of what is no vertex, entries of what an empty set would hold,
//! fields that may not begin beyond what a list is read at, and players called by their own names in a position.

use super::Sample;
use super::near::{disturbed, texts};
use crate::dice::Dice;

/// One of them.
pub fn any(dice: &mut Dice) -> Sample {
    match dice.below(3) {
        0 => chosen(dice),
        1 => limited(dice),
        _ => named(dice),
    }
}

/// Bodies that choose the least or greatest of a set, and that ask for neighbours; guards that say that there is something.
fn chosen(dice: &mut Dice) -> Sample {
    let mut text = format!(
        "game G\n  param H: {} = \"{}\"\n  state n: 0..3 = 3, s: set of 0..3 = all, at: nodes(H) = 0\n",
        ["graph", "digraph"][dice.below(2)],
        "HERE"
    );
    let graph = if text.contains("digraph") { "0->1 2;1->2;2->" } else { "0-1-2" };
    text = text.replace("HERE", graph);
    for number in 0..1 + dice.below(2) {
        let (read, found) = [
            ("max(x in s if x < i: x)", "exists(x in s if x < i)"),
            ("min(x in s: x)", "s != {}"),
            ("min(x in 0..n-1: x)", "n > 0"),
            ("max(x in {i, 2} if x > 1: x)", "exists(x in {i, 2} if x > 1)"),
            ("min(x in s, y in s if x < y: y)", "i in s"),
            ("max(x in near(H, at): x)", "near(H, at) != {}"),
        ][dice.below(6)];
        let (near, vertex) = [
            ("near(H, n)", "n in nodes(H)"),
            ("near(H, i)", "near(H, i) != {}"),
            ("before(H, at)", "true"),
            ("next(H, i)", "i in nodes(H)"),
        ][dice.below(4)];
        let less = disturbed(
            dice,
            "n -= 1",
            &["n -= 1; if c: n = 0", "n = (n + 2) % 4", "n -= 1; for x in s: if x == i + 1: s -= {x}"],
        );
        let empty = disturbed(
            dice,
            "n > 0",
            &[
                "n > 0 and not exists(x in {}: x.col == 1)",
                "n > 0 and sum(x in {}: x.row) == 0",
                "n > 0 and all(t in {{}}, x in t: x.row > n)",
            ],
        );
        let tested = match dice.below(4) {
            0 => empty.to_string(),
            1 => format!("{empty} and {found}"),
            2 => format!("{empty} and {vertex}"),
            _ => format!("{empty} and {found} and {vertex}"),
        };
        let write = match dice.below(3) {
            0 => format!("s -= {{{read}}}"),
            1 => format!("s -= {near}"),
            _ => format!("s -= {near} + {{{read}}}"),
        };
        let less = less.replace("if c:", &format!("if {found}:"));
        text +=
            &format!("  move m{number}(i in 0..3) if {tested}:\n    {write}\n    {}\n", less.replace("; ", "\n    "));
    }
    let positions = texts(&["G()", "G(2, {1})", "G(1, {})", "G(3, {0, 3}, at = 2)", "G(2, {0, 1, 2})"]);
    Sample { text, positions }
}

/// Two ends of a list, which may not begin beyond it, and claims about them.
fn limited(dice: &mut Dice) -> Sample {
    let list = dice.pick(&["[3, 9, 1, 2]", "[1, 1]", "[2]", "[0, 4, 2]"]);
    let front = disturbed(dice, "lo += 1", &["lo += 1; hi = max(lo, hi - 1)", "lo = hi"]);
    let back = disturbed(dice, "hi -= 1", &["hi -= a[hi - 1] - a[hi - 1] + 1", "hi = lo"]);
    let first = disturbed(dice, "lo < hi", &["lo < hi and a[lo] > 1", "lo < hi and a[lo] != a[hi - 1]"]);
    let last = disturbed(dice, "lo < hi", &["lo < hi and a[hi - 1] > 1"]);
    let points = dice.below(2) == 0;
    let (won, end) = if points { ("gain a[hi - 1]; ", "  score when stuck\n") } else { ("", "") };
    let claims = if points {
        ""
    } else {
        dice.pick(&["", "  claim second wins when lo >= hi\n", "  claim first wins when lo + 1 == hi\n"])
    };
    let text = format!(
        "game G\n  param a: list of int = {list}\n  state lo: nat = 0, hi: nat = len(a)\n  move front if {first}: {front}\n  \
         move back if {last}: {won}{back}\n{end}{claims}"
    );
    Sample { text, positions: texts(&["G()", "G(0, 1)", "G(1, 2, a = [1, 2, 3])", "G(5, 1)", "G(0, 9)"]) }
}

/// Players with names of their own, in fields and positions.
fn named(dice: &mut Dice) -> Sample {
    let guard = disturbed(dice, "last != q", &["last != me", "last == none or last != q", "last == Ann"]);
    let body = disturbed(dice, "last = q; n -= 1", &["last = opp; n -= 1", "last = none; n -= 1", "last = Bo; n = 0"]);
    let end = dice.pick(&["", "  Ann wins when stuck\n", "  misere play\n", "  Bo loses when last == Bo and n == 0\n"]);
    let text = format!(
        "game G\n  players Ann, Bo\n  state last: player? = Ann, n: 0..3 = 3, b: (player?)[2] = none\n  \
         move m(q in player, i in 0..1) if {guard} and n > 0: {body}; b[i] = q\n{end}"
    );
    Sample { text, positions: texts(&["G(Ann)", "G(Bo, 2)", "G(none, 1, [Ann, none])", "G(Right, 2, [Bo, Left])"]) }
}
