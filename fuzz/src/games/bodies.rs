//! Bodies whose meaning hangs on when something is read and whose name it is: cells under a binder after a write, fields
//! in a sum before and after it, sets of fields that bind names of their own, definitions that do not need an argument
//! which may have no value.

use super::Sample;
use super::near::{disturbed, texts};
use crate::dice::Dice;

/// What is read of cells once one of them is written: a set or a truth of all or some of them.
const READ: [(&str, &str); 6] = [
    ("let s = {i in 0..1 if a[i] == i}", "0 in s and 1 in s"),
    ("let s = {i in 0..1 if a[i] == 1 - i}", "s == {0, 1}"),
    ("let s = count(i in 0..1 if a[i] != i: true)", "s == 0"),
    ("let s = sum(i in 0..1: a[i])", "s == 1"),
    ("let s = all(i in 0..1: a[i] == i)", "s"),
    ("let s = exists(i in 0..1: a[i] == a[1 - i])", "not s"),
];

/// One of them.
pub fn any(dice: &mut Dice) -> Sample {
    match dice.below(3) {
        0 => tests(dice),
        _ => written(dice),
    }
}

/// Cells that are all tested at once, by one name or by several, in loops that may end early; places that may be none.
fn tests(dice: &mut Dice) -> Sample {
    let cells = 4 + dice.below(5);
    let mut text = format!(
        "game G\n  state s: set of 0..{cells} = all, b: player?[0..{cells}] = none, n: 0..{cells} = {}, at: grid(3, 3)? = none\n",
        dice.below(4)
    );
    for number in 0..1 + dice.below(2) {
        let one = dice.pick(&["i in s", "b[i] == none", "b[i] == me", "b[i] != opp"]);
        let other =
            dice.pick(&["n in s", "i == n", "i == 5 - k", "i == k", "b[n] == none", "k in s", "n == i and k in s"]);
        let range = dice.pick(&["0..n", "1..k", "k..4", "0..CELLS", "{1, 3}"]);
        let all = disturbed(
            dice,
            "all(i in RANGE: ONE or OTHER)",
            &[
                "all(i in RANGE: OTHER or ONE)",
                "all(i in RANGE: ONE)",
                "exists(i in RANGE: ONE and not (OTHER))",
                "all(i in RANGE, j in 0..1: ONE or j == k - 1)",
                "not exists(i in RANGE: not (ONE or OTHER))",
            ],
        );
        let place = disturbed(
            dice,
            "",
            &[" and at != (n % 3, k % 3)", " and (at == none or at == (k % 3, 1))", " and not (at == (n % 3, 1))"],
        );
        let guard =
            format!("k in s and {all}{place}").replace("RANGE", range).replace("ONE", one).replace("OTHER", other);
        let body =
            dice.pick(&["s -= {k}", "s -= {k}; b[k] = me", "s -= {k}; at = (k % 3, 1)", "s -= {k}; n = k; at = none"]);
        let set = dice.pick(&["1..4", "0..CELLS", "s", "2..CELLS"]);
        let more = dice.pick(&["", "", "j in 0..1, "]);
        text +=
            &format!("  move m{number}({more}k in {set}) if {guard}: {body}\n").replace("CELLS", &cells.to_string());
    }
    text += dice.pick(&["", "", "  misere play\n"]);
    let position = |dice: &mut Dice| {
        let set: Vec<String> = (0..=cells).filter(|_| dice.below(3) > 0).map(|cell| cell.to_string()).collect();
        let at = dice.pick(&["none", "(0, 1)", "(2, 1)"]);
        format!("G({{{}}}, n = {}, at = {at})", set.join(", "), dice.below(cells + 1))
    };
    let mut positions = texts(&["G()"]);
    positions.extend((0..5).map(|_| position(dice)));
    Sample { text, positions }
}

/// Bodies that write and read.
fn written(dice: &mut Dice) -> Sample {
    let filter = dice.pick(&[
        "all(d in 1..2: c != d)",
        "exists(d in 0..2: c == d)",
        "count(d in 0..1, e in 0..1 if c == d + e: true) > 0",
        "c != 2",
    ]);
    let mut text = format!(
        "game G\n  param t = {}, S: set of {{c in 0..3 if {filter}}} = {}\n  state n: 0..3 = 2, m: 0..4 = 3, a: (0..1)[2] = {}\n",
        1 + dice.below(2),
        dice.pick(&["{0}", "{3}", "{0, 3}"]),
        dice.pick(&["[0, 1]", "[1, 0]", "[0, 0]"]),
    );
    text +=
        "  def first(x, y) = x\n  def either(x, y) = if x > 1 then y else x\n  def both(x: bool, y: bool) = x or y\n";
    for number in 0..1 + dice.below(2) {
        let who = disturbed(dice, "", &["left ", "right "]);
        let guard = disturbed(
            dice,
            "m > 0",
            &[
                "n > 0",
                "first(m, 5 // n) > 0",
                "either(m, 7 // (n - 1)) > 0",
                "both(m > 0, 5 // n > 9)",
                "b != k or m > 0",
            ],
        );
        text += &format!("  {who}move t{number}(k in 0..1, b in S) if {guard}:\n");
        for _ in 0..1 + dice.below(3) {
            text += &statement(dice);
        }
    }
    text += dice.pick(&["", "", "  misere play\n", "  draw when n == 3 and m == 0\n"]);
    let positions = texts(&["G()", "G(1, 2)", "G(0, 4, [1, 1])", "G(3, 1, [1, 0])", "G(2, 2, S = {0})", "G(0, 0)"]);
    Sample { text, positions }
}

fn statement(dice: &mut Dice) -> String {
    let less = |dice: &mut Dice| {
        disturbed(
            dice,
            "m = max(0, m - 1)",
            &[
                "m = max(0, min(4, m - 1 - sum(i in 0..0: n - 2)))",
                "m = max(0, min(4, m - 1 - sum(i in 0..0, j = n: j - 2)))",
                "m = max(0, min(4, m - max(i in 0..1: a[i])))",
                "m = max(0, min(4, first(m - 1, 5 // n)))",
                "m = max(0, min(4, either(m - 1, m)))",
                "m = max(0, min(4, m - count(c in S if c != b: true)))",
                "m = min(4, m + k)",
            ],
        )
    };
    match dice.below(10) {
        8 => {
            let (yes, no) = (less(dice), less(dice));
            let read = dice.pick(&[
                "a[m - 2] <= 1",
                "a[n] >= 0",
                "not (a[k] > 1 or m in S)",
                "not (k != b or n in S) or m > 1",
            ]);
            format!("    a[k] = 1\n    if {read}: {yes}\n    else: {no}\n")
        }
        9 => "    m = max(0, m - count(d in 0..1 if not (d != k or n in S): true))\n".to_string(),
        0 | 1 => format!("    {}\n", less(dice)),
        2 => format!("    n = {}\n", dice.pick(&["k", "b", "2", "(n + 1) % 4", "first(n, 3 // k)", "max(0, n - 1)"])),
        3 => format!("    a[k] = {}\n", dice.pick(&["k", "1 - k", "a[1 - k]", "first(k, 3 // n)", "min(1, n)"])),
        4 => "    swap a[0], a[1]\n".to_string(),
        5 => format!("    for i in 0..1: a[i] = {}\n", dice.pick(&["i", "k", "a[1 - i]", "1 - a[i]"])),
        _ => {
            let (read, holds) = READ[dice.below(READ.len())];
            let name = ["s", "u", "v"][dice.below(3)];
            let named = |text: &str| {
                let mut out = String::new();
                for word in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
                    let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
                    out += &if bare == "s" { word.replacen('s', name, 1) } else { word.to_string() };
                }
                out
            };
            let (yes, no) = (less(dice), less(dice));
            let write = dice.pick(&["a[k] = k", "a[k] = 1 - k", "n = b"]);
            format!(
                "    {write}\n    if true:\n      {}\n      if {}: {yes}\n      else: {no}\n",
                named(read),
                named(holds)
            )
        }
    }
}
