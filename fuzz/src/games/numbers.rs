//! Games of a few numbers whose rules are arithmetic, with bodies that read what they have changed: sets, arrays and conditions
//! that are bound before a field is written and asked for after it, lists that hold a value twice, elements and cells that may
//! be undefined, parameters that may be negative.

use super::Sample;
use crate::dice::Dice;

/// One of them: an array `a`, a bit `b` and a heap `n`.
pub fn any(dice: &mut Dice) -> Sample {
    let list = dice.pick(&["[1, 1]", "[1, 2, 1]", "[0, 2]", "[2]", "[1, 2, 3]", "[3, 0, 0]"]);
    let k = dice.pick(&["1", "2", "0", "-1"]);
    let start = dice.pick(&["1..", "0..", "-1.."]);
    let mut text =
        format!("game G\n  param L: list of int = {list}, k: int = {k}, m = {}, j: {start} = 1\n", 1 + dice.below(3));
    text += "  state a: (0..1)[3], b: 0..1, n: nat\n";
    for number in 0..1 + dice.below(2) {
        let mut names = Names::default();
        let binders = binders(dice, &mut names);
        let guard = condition(dice, &names);
        text += &format!("  move m{number}{binders} if n > 0 and {guard}:\n    n -= 1\n");
        for _ in 0..1 + dice.below(4) {
            text += &statement(dice, &mut names, "    ");
        }
    }
    if dice.below(2) == 0 {
        text += &format!("  claim second wins when {}\n  claim first wins\n", claimed(dice));
    } else {
        text += &format!("  claim grundy == {}\n", dice.pick(&["n % 2", "(n + b) % 2", "min(n, 1)", "n % 3"]));
    }
    let position = |dice: &mut Dice| {
        let [x, y, z] = [0; 3].map(|_| dice.below(2));
        let k = [String::new(), ", k = -1".to_string(), ", k = 2".to_string()][dice.below(3)].clone();
        format!("G([{x}, {y}, {z}], {}, {}{k})", dice.below(2), dice.below(5))
    };
    let positions = (0..6).map(|_| position(dice)).collect();
    Sample { text, positions }
}

fn claimed(dice: &mut Dice) -> &'static str {
    dice.pick(&[
        "n % 2 == 0",
        "n == 0",
        "n % 3 == 0",
        "(n + b) % 2 == 0",
        "n % 2 == 0 or b == 1",
        "n == 0 or a[0] == 0",
    ])
}

/// The names at hand: sets of numbers, arrays, numbers.
#[derive(Default)]
struct Names {
    sets: Vec<String>,
    arrays: Vec<String>,
    numbers: Vec<String>,
}

impl Names {
    fn one(list: &[String], dice: &mut Dice, others: &[&str]) -> String {
        let number = dice.below(list.len() + others.len());
        list.get(number).cloned().unwrap_or_else(|| others[number - list.len()].to_string())
    }
}

/// A number that may be undefined.
fn number(dice: &mut Dice, names: &Names) -> String {
    match dice.below(9) {
        0 | 1 => Names::one(&names.numbers, dice, &["n", "b", "m"]),
        2 => dice.pick(&["0", "1", "2", "3"]).to_string(),
        3 => dice.pick(&["k", "j", "m"]).to_string(),
        4 | 5 => {
            let index = dice.pick(&["0", "1", "2", "b", "n", "b + 1", "n - 1", "m"]);
            format!("{}[{index}]", Names::one(&names.arrays, dice, &["a"]))
        }
        6 => format!("L[{}]", dice.pick(&["0", "1", "n", "b", "n + b", "m"])),
        7 => {
            let set = set(dice, names);
            let what =
                dice.pick(&["sum(z in SET: z)", "count(z in SET)", "count(z in SET if z > b)", "max(z in SET: z)"]);
            what.replace("SET", &set)
        }
        _ => {
            format!("{}({}, {})", dice.pick(&["min", "max"]), number(dice, names), dice.pick(&["n", "b", "2", "a[b]"]))
        }
    }
}

/// A set of numbers, or a list.
fn set(dice: &mut Dice, names: &Names) -> String {
    match dice.below(9) {
        0 | 1 => Names::one(&names.sets, dice, &["1..2", "0..m"]),
        2 => dice.pick(&["1..3", "0..b", "{1, 2}", "{b, 1}", "L", "0..L[n]"]).to_string(),
        3 => format!("{{x in {} if {}}}", dice.pick(&["1..3", "0..2", "L"]), simple(dice, "x")),
        4 => format!("{{x in L if {}}}", simple(dice, "x")),
        5 => format!("{{x in 0..2: {}}}", dice.pick(&["L[n + x]", "L[x]", "a[x]", "x + 1", "10 // (x - b)"])),
        6 => format!("{{x in 0..2 if {}: {}}}", simple(dice, "x"), dice.pick(&["x + 1", "a[x]", "L[x + b]"])),
        7 => format!("({{1, 2}} - {{x in 1..2 if {}}})", simple(dice, "x")),
        _ => format!("({{x in 1..2 if {}}} & {{1, b}})", simple(dice, "x")),
    }
}

/// A condition on an element and the fields.
fn simple(dice: &mut Dice, of: &str) -> String {
    let text =
        dice.pick(&["b == 1", "X > b", "X != n", "a[0] == 1", "X <= m", "L[X] > 0", "a[X] == b", "k > 0", "true"]);
    text.replace('X', of)
}

fn condition(dice: &mut Dice, names: &Names) -> String {
    match dice.below(9) {
        0 => format!("{} == {}", number(dice, names), number(dice, names)),
        1 => format!("{} > {}", number(dice, names), number(dice, names)),
        2 | 3 => {
            format!("{} {} {}", number(dice, names), dice.pick(&["in", "not in"]), set(dice, names))
        }
        4 => format!("exists(y in {}: {})", set(dice, names), simple(dice, "y")),
        5 => format!("all(y in {}: {})", set(dice, names), simple(dice, "y")),
        6 => format!("not ({})", condition(dice, names)),
        7 => format!("({} or {})", condition(dice, names), condition(dice, names)),
        _ => dice.pick(&["b == 0", "b == 1", "k >= 0", "j > 0", "a[0] > 0"]).to_string(),
    }
}

fn binders(dice: &mut Dice, names: &mut Names) -> String {
    let mut all = Vec::new();
    for number in 0..dice.below(3) {
        all.push(match dice.below(5) {
            0 => {
                names.sets.push(format!("s{number}"));
                format!("s{number} = {}", written(dice))
            }
            1 => {
                names.numbers.push(format!("v{number}"));
                format!("v{number} = {}", dice.pick(&["a[b]", "a[0]", "n - b", "L[b]"]))
            }
            2 => {
                names.numbers.push(format!("v{number}"));
                format!("v{number} in L")
            }
            _ => {
                names.numbers.push(format!("v{number}"));
                format!("v{number} in {}", dice.pick(&["1..2", "0..b", "{b, 1}", "{x in 1..2 if b == 1}"]))
            }
        });
    }
    if all.is_empty() { String::new() } else { format!("({})", all.join(", ")) }
}

/// A set that is bound: not a list, which keeps what it holds twice.
fn written(dice: &mut Dice) -> String {
    let condition = simple(dice, "x");
    match dice.below(3) {
        0 => format!("{{x in L if {condition}}}"),
        1 => format!("{{x in 0..2 if {condition}}}"),
        _ => format!("{{x in 0..2 if {condition}: x + 1}}"),
    }
}

fn statement(dice: &mut Dice, names: &mut Names, indent: &str) -> String {
    let line = match dice.below(12) {
        0 => format!("b = {}", dice.below(2)),
        1 => format!("a[{}] = {}", dice.below(3), dice.below(2)),
        2 => dice.pick(&["swap a[0], a[1]", "swap a[1], a[2]", "a[0] = a[1]", "a[2] = b"]).to_string(),
        3 => {
            let name = format!("t{}", names.arrays.len());
            names.arrays.push(name.clone());
            format!("let {name} = a")
        }
        4 => {
            let (name, set) = (format!("w{}", names.sets.len()), written(dice));
            names.sets.push(name.clone());
            format!("let {name} = {set}")
        }
        5 => {
            let (name, value) = (format!("c{}", names.numbers.len()), dice.pick(&["b", "a[0]", "a[2]", "n"]));
            names.numbers.push(name.clone());
            format!("let {name} = {value}")
        }
        6 => {
            let over = dice.pick(&["L", "{x in L if x > 0}", "{1, 0}", "1..m"]);
            return format!("{indent}for z in {over}:\n{indent}  if n >= 1: n -= 1\n");
        }
        7 => {
            let (first, second) = (dice.below(2), dice.below(2));
            let condition = condition(dice, names);
            return format!("{indent}if {condition}: b = {first}\n{indent}else: a[1] = {second}\n");
        }
        _ => {
            let condition = condition(dice, names);
            return format!("{indent}if n > 0 and {condition}: n -= 1\n");
        }
    };
    format!("{indent}{line}\n")
}
