//! What a move leaves unsaid: fields that `become` gives their defaults, where these name a player or other fields; values
//! that may be `none` asked for in whole types; arrays whose cells are named in another order than they lie; points that ask
//! who moves; positions that definitions give.

use super::Sample;
use super::near::{disturbed, texts};
use crate::dice::Dice;

/// One of them.
pub fn any(dice: &mut Dice) -> Sample {
    match dice.below(6) {
        0 | 1 => left_out(dice),
        2 => wholes(dice),
        3 => named(dice),
        _ => called(dice),
    }
}

/// Heaps that become heaps with some of their fields left to defaults.
fn left_out(dice: &mut Dice) -> Sample {
    let owner = dice.pick(&["player?", "player?", "player"]);
    let first = if owner == "player" { "Left" } else { dice.pick(&["Left", "none", "Right"]) };
    let (a, b) = (dice.pick(&["2", "1", "m"]), dice.pick(&["a", "2 - a", "1", "min(a, n)"]));
    let mut text = format!(
        "game G\n  param m = {}\n  state n: nat, w: {owner} = {first}, a: {} = {a}, b: {} = {b}\n",
        dice.below(3),
        dice.pick(&["0..2", "nat"]),
        dice.pick(&["0..2", "0..2", "nat"]),
    );
    for number in 0..1 + dice.below(2) {
        let guard = dice.pick(&["w == me", "w != opp", "a <= b", "b > 0", "w in player", "w == none", "true"]);
        let joined = dice.pick(&["and", "and", "or k == 1 and"]);
        let rest = dice.pick(&["", "", ", w", ", a = b", ", b = 0", ", w = opp", ", a = a, b = b"]);
        let more = dice.pick(&["", "", "", " + G(n - k, w)"]);
        text += &format!("  move m{number}(k in 1..2) if k <= n {joined} ({guard}): become G(n - k{rest}){more}\n");
    }
    text += dice.pick(&[
        "",
        "",
        "  misere play\n",
        "  me wins when a > b\n",
        "  score (if me == Left then 2 else 0 - 1) when stuck\n",
        "  score (if w == me then 1 else 0) when stuck\n",
    ]);
    if dice.below(3) == 0 {
        text += dice.pick(&["  claim first wins\n", "  claim first wins when n % 3 != 0\n  claim second wins\n"]);
    }
    let position = |dice: &mut Dice| {
        let n = 1 + dice.below(4);
        let w = if owner == "player" { dice.pick(&["Left", "Right"]) } else { dice.pick(&["none", "none", "Left"]) };
        match dice.below(4) {
            0 => format!("G({n})"),
            1 | 2 => format!("G({n}, {w})"),
            _ => format!("G({n}, {w}, {}, {})", dice.below(3), dice.below(3)),
        }
    };
    Sample { text, positions: (0..6).map(|_| position(dice)).collect() }
}

/// Heaps that become what definitions give, their arguments being reckoned: a call that is written out has to keep both the
/// position and that its arguments have values. Most of them fall; some stand still or rise.
fn called(dice: &mut Dice) -> Sample {
    let body = dice.pick(&[
        "G(i)",
        "G(i)",
        "G(i) + G(i // 2)",
        "if i > 1 then G(i) else G(0)",
        "sum(j in 0..1: G(i // (j + 1)))",
        "G(i // 2) + G(0)",
    ]);
    let mut text = format!(
        "game G\n  state n: {}\n  def there(i) = {body}\n  def further(i, x) = there(i)\n",
        dice.pick(&["nat", "0..6", "0..6"])
    );
    for number in 0..1 + dice.below(3) {
        let who = dice.pick(&["", "", "left ", "right "]);
        let guard = dice.pick(&["true", "n != 3", "n % 2 == 0", "n > 2"]);
        let to = dice.pick(&[
            "there((2 * n - 2 * k) // 2)",
            "there(n - k)",
            "further(n - k, 6 // k)",
            "further((n - k) // 1, k)",
            "there((n - k) % 7)",
            "there(abs(k - n))",
            "there((2 * n) // 2)",
            "there(min(6, (2 * n + k) // 2))",
            "there(if n == 1 then 4 else (2 * n - 2 * k) // 2)",
        ]);
        text += &format!("  {who}move m{number}(k in 1..2) if k <= n and {guard}: become {to}\n");
    }
    text += dice.pick(&["", "", "", "  misere play\n"]);
    Sample { text, positions: (0..7).map(|n| format!("G({n})")).chain(texts(&["G(3) + G(2)"])).collect() }
}

/// Cells that may be nowhere or nobody's, asked for in a whole type.
fn wholes(dice: &mut Dice) -> Sample {
    let (domain, whole, value) =
        [("player?", "player", "Left"), ("Hue?", "Hue", "Red"), ("Hue", "Hue", "Blue")][dice.below(3)];
    let start = if domain.ends_with('?') { dice.pick(&["none", "none", value]) } else { value };
    let test = disturbed(dice, "a[d] in WHOLE", &["a[d] not in WHOLE", "not (a[d] not in WHOLE)", "a[d] == VALUE"]);
    let test = test.replace("WHOLE", whole).replace("VALUE", value);
    let who = dice.pick(&["", "", "left "]);
    let body = dice.pick(&[
        "s -= {d in s if TEST and d == c}",
        "s -= {d in s if TEST}",
        "if TESTC: s -= {c}\n    else: again",
        "if TESTC: s -= {c}",
        "a[c] = VALUE; s -= {c}",
    ]);
    let body = body.replace("TESTC", &test.replace("[d]", "[c]")).replace("TEST", &test).replace("VALUE", value);
    let mut text = format!(
        "type Hue = Red | Blue\ngame G\n  param m = 2\n  state s: set of 0..m = all, a: {domain}[0..m] = {start}\n  \
         {who}move take(c in s):\n    {body}\n"
    );
    if !who.is_empty() || dice.below(2) == 0 {
        let guard = test.replace("[d]", "[c]");
        text += &format!("  {}move other(c in s) if {guard}: s -= {{c}}\n", if who.is_empty() { "" } else { "right " });
    }
    text += dice.pick(&["", "", "  misere play\n", "  draw when s == {0}\n"]);
    let list = format!("[{value}, {start}, {value}]");
    let positions = vec![
        "G()".to_string(),
        "G({0, 1})".to_string(),
        format!("G({{0, 1}}, {list})"),
        format!("G({{0, 2}}, {list})"),
        format!("G(all, {list})"),
    ];
    Sample { text, positions }
}

/// Arrays whose cells are named by sets that are not written in their order.
fn named(dice: &mut Dice) -> Sample {
    let names = dice.pick(&["{3, 1}", "{2, 0, 1}", "{x in 0..1: 3 - 2 * x}", "({3} + 1..2)", "{x in 1..3 if x != k}"]);
    let (low, high) = [("1", "3"), ("1", "3"), ("0", "2")][usize::from(names.contains('0') && names.contains('2'))];
    let (low, high) = if names.contains("x in 0..1") { ("1", "3") } else { (low, high) };
    let domain = dice.pick(&["nat", "nat", "0..2"]);
    let mut text = format!("game G\n  param k = 2\n  state p: {domain}[{names}] = 1\n");
    for number in 0..1 + dice.below(2) {
        let cell = dice.pick(&[low, high, low, high]);
        let (guard, body) = [
            ("t <= p[CELL]", "p[CELL] -= t"),
            ("t <= p[CELL] and p[1] == 0", "p[CELL] -= t"),
            ("t <= p[CELL]", "p[CELL] -= t; swap p[LOW], p[HIGH]"),
            ("p[CELL] > 0", "for x in NAMES:\n      if p[x] > 0: p[CELL] = 0"),
        ][dice.below(4)];
        let put =
            |text: &str| text.replace("CELL", cell).replace("LOW", low).replace("HIGH", high).replace("NAMES", names);
        text += &format!("  move m{number}(t in 1..2) if {}:\n    {}\n", put(guard), put(body));
    }
    text += &match dice.below(4) {
        0 => format!("  claim first wins when p[{low}] > 0\n  claim second wins\n"),
        1 => format!("  claim second wins when p[{high}] % 3 == 0\n  claim first wins\n"),
        2 => format!("  claim grundy == p[{low}] % 3\n"),
        _ => dice.pick(&["", "  misere play\n"]).to_string(),
    };
    let cells = if names == "{2, 0, 1}" || names.starts_with("({3}") { 3 } else { 2 };
    let mut positions = texts(&["G()"]);
    for _ in 0..5 {
        let list: Vec<usize> = (0..cells).map(|_| dice.below(3)).collect();
        positions.push(format!("G({list:?})"));
    }
    Sample { text, positions }
}
