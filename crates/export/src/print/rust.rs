use super::{Backend, Side, data, nested};
use crate::program::{Constant, E, Function, Memory, Ty};

/// Rust 2021.
pub struct Rust;

fn owned(of: &Ty) -> String {
    match of {
        Ty::Int => "i64".into(),
        Ty::Bool => "bool".into(),
        Ty::Tuple(size) => format!("[i64; {size}]"),
        Ty::Mask => "u64".into(),
        Ty::Array => "Vec<i64>".into(),
        Ty::Set(inner) => format!("BTreeSet<{}>", owned(inner)),
        Ty::List(inner) => format!("&'static [{}]", owned(inner)),
    }
}

fn borrowed(of: &Ty) -> String {
    match of {
        Ty::Array => "&[i64]".into(),
        Ty::Set(_) => format!("&{}", owned(of)),
        _ => owned(of),
    }
}

fn head(function: &Function, name: &str) -> String {
    let params: Vec<String> = function.params.iter().map(|(name, of)| format!("{name}: {}", borrowed(of))).collect();
    format!("pub fn {name}({}) -> {}", params.join(", "), owned(&function.result))
}

impl Backend for Rust {
    fn imports(&self) -> Vec<String> {
        let lines =
            ["#[allow(unused_imports)]", "use std::{cell::RefCell, collections::BTreeSet, collections::HashMap};", ""];
        lines.map(str::to_string).to_vec()
    }

    fn helpers(&self) -> &'static [(&'static str, &'static str)] {
        &[
            (
                "floor_div",
                "fn floor_div(a: i64, b: i64) -> i64 {\n    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))\n}",
            ),
            (
                "floor_mod",
                "fn floor_mod(a: i64, b: i64) -> i64 {\n    let r = a % b;\n    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }\n}",
            ),
            ("least", "fn least(a: i64, b: i64) -> i64 {\n    a.min(b)\n}"),
            ("greatest", "fn greatest(a: i64, b: i64) -> i64 {\n    a.max(b)\n}"),
            ("magnitude", "fn magnitude(a: i64) -> i64 {\n    a.abs()\n}"),
            ("has", "fn has(m: u64, i: i64) -> bool {\n    i >= 0 && m >> i & 1 == 1\n}"),
            ("added", "fn added(m: u64, i: i64) -> u64 {\n    if i < 0 { m } else { m | 1 << i }\n}"),
            ("cleared", "fn cleared(m: u64, i: i64) -> u64 {\n    if i < 0 { m } else { m & !(1 << i) }\n}"),
            ("bit_count", "fn bit_count(m: u64) -> i64 {\n    i64::from(m.count_ones())\n}"),
            ("bits", "fn bits(m: u64) -> impl Iterator<Item = i64> {\n    (0..64).filter(move |i| m >> i & 1 == 1)\n}"),
            (
                "contains",
                "fn contains<'a, T: PartialEq + 'a>(mut s: impl Iterator<Item = &'a T>, x: T) -> bool {\n    s.any(|y| *y == x)\n}",
            ),
            (
                "place_of",
                "fn place_of<'a, T: PartialEq + 'a>(mut s: impl Iterator<Item = &'a T>, x: T) -> i64 {\n    s.position(|y| *y == x).map_or(-1, |i| i as i64)\n}",
            ),
            ("ones", "fn ones(k: i64) -> u64 {\n    if k >= 64 { u64::MAX } else { (1 << k) - 1 }\n}"),
            (
                "Table::new",
                "/// Values of all positions of a box, where it begins, and the numbers that are marked.\nstruct Table<const D: usize> {\n    values: Vec<i64>,\n    low: [i64; D],\n    size: [i64; D],\n    marks: Vec<u32>,\n    round: u32,\n}\n\nimpl<const D: usize> Table<D> {\n    fn new() -> Self {\n        Table { values: Vec::new(), low: [0; D], size: [0; D], marks: vec![0; 64], round: 0 }\n    }\n\n    fn place(&self, at: [i64; D]) -> usize {\n        (0..D).fold(0, |place, axis| place * self.size[axis] + at[axis] - self.low[axis]) as usize\n    }\n\n    fn at(&self, at: [i64; D]) -> i64 {\n        self.values[self.place(at)]\n    }\n\n    #[allow(dead_code)]\n    fn clear(&mut self) {\n        self.round += 1;\n    }\n\n    #[allow(dead_code)]\n    fn mark(&mut self, value: i64) {\n        let value = value as usize;\n        if value >= self.marks.len() {\n            self.marks.resize(2 * value, 0);\n        }\n        self.marks[value] = self.round;\n    }\n\n    #[allow(dead_code)]\n    fn least(&self) -> i64 {\n        self.marks.iter().position(|mark| *mark != self.round).unwrap_or(self.marks.len()) as i64\n    }\n}",
            ),
            (
                "as_set",
                "fn as_set<'a, T: Ord + Copy + 'a>(s: impl Iterator<Item = &'a T>) -> BTreeSet<T> {\n    s.copied().collect()\n}",
            ),
            ("mex", "fn mex(s: &BTreeSet<i64>) -> i64 {\n    (0..).find(|v| !s.contains(v)).unwrap_or(0)\n}"),
            ("united", "fn united<T: Ord + Copy>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {\n    a | b\n}"),
            ("less", "fn less<T: Ord + Copy>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {\n    a - b\n}"),
            ("common", "fn common<T: Ord + Copy>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> BTreeSet<T> {\n    a & b\n}"),
        ]
    }

    fn constant(&self, constant: &Constant) -> String {
        let value = data(&constant.data, ["[", "]"], ["&[", "]"]);
        format!("const {}: {} = {value};", constant.name, owned(&constant.ty).replace("'static ", ""))
    }

    fn declarations(&self, _: &[Function]) -> Vec<String> {
        Vec::new()
    }

    fn function(&self, function: &Function, body: Vec<String>) -> Vec<String> {
        let kept = function.memory == Memory::Kept;
        let name = if kept { format!("{}_of", function.name) } else { function.name.clone() };
        let mut lines = vec![format!("{} {{", head(function, &name))];
        lines.extend(body);
        lines.push("}".into());
        if kept {
            let types: String = function.params.iter().map(|(_, of)| format!("{}, ", owned(of))).collect();
            let key: String = function
                .params
                .iter()
                .map(|(name, of)| match of {
                    Ty::Array => format!("{name}.to_vec(), "),
                    Ty::Set(_) => format!("{name}.clone(), "),
                    _ => format!("{name}, "),
                })
                .collect();
            let names: Vec<&str> = function.params.iter().map(|(name, _)| name.as_str()).collect();
            lines.extend([
                String::new(),
                format!("{} {{", head(function, &function.name)),
                "    thread_local! {".into(),
                format!(
                    "        static MEMO: RefCell<HashMap<({types}), {}>> = RefCell::default();",
                    owned(&function.result)
                ),
                "    }".into(),
                format!("    let key = ({key});"),
                "    if let Some(known) = MEMO.with(|memo| memo.borrow().get(&key).copied()) {".into(),
                "        return known;".into(),
                "    }".into(),
                format!("    let result = {name}({});", names.join(", ")),
                "    MEMO.with(|memo| memo.borrow_mut().insert(key, result));".into(),
                "    result".into(),
                "}".into(),
            ]);
        }
        lines
    }

    fn table(&self, function: &Function, axes: &[Side], body: Vec<String>) -> Vec<String> {
        let name = &function.name;
        let (numbers, params) = function.params.split_at(axes.len());
        let many = axes.len();
        let given: Vec<String> = function.params.iter().map(|(name, of)| format!("{name}: {}", borrowed(of))).collect();
        let rest: String = params.iter().map(|(name, _)| format!(", {name}")).collect();
        let names: Vec<&str> = numbers.iter().map(|(name, _)| name.as_str()).collect();
        let mut lines = vec![format!("fn {name}_of(table: &mut Table<{many}>, {}) -> i64 {{", given.join(", "))];
        lines.extend(body);
        lines.extend(["}".into(), String::new()]);
        lines.extend(function.doc.iter().map(|line| format!("// {line}")));
        lines.push(format!("{} {{", head(function, name)));
        let types: String = params.iter().map(|(_, of)| format!("{}, ", owned(of))).collect();
        lines.push("    thread_local! {".into());
        lines.push(format!(
            "        static KNOWN: RefCell<(Option<({types})>, Table<{many}>)> = RefCell::new((None, Table::new()));"
        ));
        lines.push("    }".into());
        lines.push("    KNOWN.with(|known| {".into());
        lines.push("        let (last, table) = &mut *known.borrow_mut();".into());
        let key: String = params
            .iter()
            .map(|(name, of)| if matches!(of, Ty::Array) { format!("{name}.to_vec(), ") } else { format!("{name}, ") })
            .collect();
        lines.push(format!("        let given = Some(({key}));"));
        lines.push("        if *last != given {".into());
        lines.push("            *last = given;".into());
        lines.push("            table.values.clear();".into());
        lines.push("        }".into());
        if let [Side { low, high: None, falling: false, .. }] = axes {
            lines.push(format!("        table.low[0] = {low};"));
            lines.push(format!("        while table.values.len() as i64 + {low} <= {} {{", names[0]));
            lines.push(format!("            let at = table.values.len() as i64 + {low};"));
            lines.push(format!("            let value = {name}_of(table, at{rest});"));
            lines.push("            table.values.push(value);".into());
            lines.push("        }".into());
        } else {
            let outside: Vec<String> =
                (0..many).map(|axis| format!("{} >= table.low[{axis}] + table.size[{axis}]", names[axis])).collect();
            lines.push(format!("        if table.values.is_empty() || {} {{", outside.join(" || ")));
            lines.push("            let fresh = table.values.is_empty();".into());
            for (axis, side) in axes.iter().enumerate() {
                let n = names[axis];
                let high = side.high.clone().unwrap_or(n.to_string());
                // A box never shrinks: what one number may become depends on the others of earlier questions too.
                let known = format!("if fresh {{ {n} }} else {{ table.low[{axis}] + table.size[{axis}] - 1 }}");
                lines.push(format!("            let high{axis}: i64 = i64::max({high}, {known});"));
            }
            for (axis, side) in axes.iter().enumerate() {
                lines.push(format!("            table.low[{axis}] = {};", side.low));
                lines.push(format!("            table.size[{axis}] = high{axis} - table.low[{axis}] + 1;"));
            }
            lines.push("            let all: i64 = table.size.iter().product();".into());
            lines.push("            table.values = vec![0; all as usize];".into());
            for (depth, axis) in nested(axes).into_iter().enumerate() {
                let (side, pad) = (&axes[axis], "    ".repeat(depth + 3));
                let range = format!("table.low[{axis}]..=high{axis}");
                lines.push(match side.falling {
                    false => format!("{pad}for at{axis} in {range} {{"),
                    true => format!("{pad}for at{axis} in ({range}).rev() {{"),
                });
            }
            let pad = "    ".repeat(many + 3);
            let at: Vec<String> = (0..many).map(|axis| format!("at{axis}")).collect();
            let at = at.join(", ");
            lines.push(format!("{pad}let value = {name}_of(table, {at}{rest});"));
            lines.push(format!("{pad}let place = table.place([{at}]);"));
            lines.push(format!("{pad}table.values[place] = value;"));
            lines.extend((0..many).rev().map(|axis| format!("{}}}", "    ".repeat(axis + 3))));
            lines.push("        }".into());
        }
        lines.push(format!("        table.at([{}])", names.join(", ")));
        lines.push("    })".into());
        lines.push("}".into());
        lines
    }

    fn known(&self, parts: &[String]) -> String {
        format!("table.at([{}])", parts.join(", "))
    }

    fn clear_marks(&self) -> String {
        "table.clear();".into()
    }

    fn mark(&self, value: &str) -> String {
        format!("table.mark({value});")
    }

    fn unmarked(&self) -> String {
        "table.least()".into()
    }

    fn reading(&self, case: Vec<String>) -> Vec<String> {
        let mut lines: Vec<String> = [
            "",
            "fn main() {",
            "    let text = std::io::read_to_string(std::io::stdin()).expect(\"cases\");",
            "    let mut given = text.split_ascii_whitespace().map(|word| word.parse::<i64>().expect(\"a number\"));",
            "    let mut read_number = || given.next().unwrap_or(0);",
            "    for _ in 0..read_number() {",
        ]
        .map(str::to_string)
        .to_vec();
        lines.extend(case);
        lines.extend(["    }".into(), "}".into()]);
        lines
    }

    fn read_number(&self, name: &str) -> Vec<String> {
        vec![format!("let {name} = read_number();")]
    }

    fn read_numbers(&self, name: &str, count: &str) -> Vec<String> {
        vec![format!("let {name}: Vec<i64> = (0..{count}).map(|_| read_number()).collect();")]
    }

    fn open_times(&self, count: &str) -> String {
        format!("for _ in 0..{count} {{")
    }

    fn say(&self, value: &str, words: Option<&[String; 3]>) -> Vec<String> {
        match words {
            None => vec![format!("println!(\"{{{value}}}\");")],
            Some([won, lost, drawn]) => {
                let drawn = format!("if {value} < 0 {{ \"{lost}\" }} else {{ \"{drawn}\" }}");
                vec![format!("println!(\"{{}}\", if {value} > 0 {{ \"{won}\" }} else {{ {drawn} }});")]
            }
        }
    }

    fn failures(&self, cases: &[(String, String)]) -> Vec<String> {
        let mut lines = vec!["// How many of the cases come out wrong.".into(), "pub fn failures() -> i32 {".into()];
        lines.push("    let mut wrong = 0;".into());
        lines.extend(cases.iter().map(|(call, answer)| format!("    wrong += i32::from({call} != {answer});")));
        lines.extend(["    wrong".into(), "}".into(), String::new()]);
        lines
    }

    fn main(&self) -> Vec<String> {
        vec![
            String::new(),
            "fn main() {".into(),
            "    let wrong = failures();".into(),
            "    println!(\"{wrong} wrong\");".into(),
            "    std::process::exit(i32::from(wrong != 0));".into(),
            "}".into(),
        ]
    }

    fn choose(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("(if {condition} {{ {yes} }} else {{ {no} }})")
    }

    fn tuple(&self, parts: &[String]) -> String {
        format!("[{}]", parts.join(", "))
    }

    fn array(&self, parts: &[String]) -> String {
        format!("[{}]", parts.join(", "))
    }

    fn entry(&self, base: &str, index: &str) -> String {
        if index.bytes().all(|digit| digit.is_ascii_digit()) {
            format!("{base}[{index}]")
        } else if index.contains(' ') {
            format!("{base}[({index}) as usize]")
        } else {
            format!("{base}[{index} as usize]")
        }
    }

    fn length(&self, of: &str) -> String {
        format!("({of}.len() as i64)")
    }

    fn set_of(&self, of: &Ty, parts: &[String]) -> String {
        if parts.is_empty() {
            format!("BTreeSet::<{}>::new()", owned(of))
        } else {
            format!("BTreeSet::from([{}])", parts.join(", "))
        }
    }

    fn mask(&self, bits: u64) -> String {
        bits.to_string()
    }

    fn passed(&self, value: String, ty: &Ty) -> String {
        if matches!(ty, Ty::Array | Ty::Set(_)) { format!("&{value}") } else { value }
    }

    fn walked(&self, value: String) -> String {
        format!("{value}.iter()")
    }

    fn bind(&self, name: &str, ty: &Ty, value: &E, printed: String, changes: bool) -> String {
        let word = if changes { "let mut" } else { "let" };
        let copied = match (ty, value) {
            (Ty::Array, E::Var(_)) => format!("{printed}.to_vec()"),
            (Ty::Set(_), E::Var(_)) => format!("{printed}.clone()"),
            _ => printed,
        };
        format!("{word} {name}: {} = {copied};", owned(ty))
    }

    fn open_if(&self, condition: &str) -> String {
        format!("if {condition} {{")
    }

    fn open_range(&self, name: &str, low: &str, high: &str) -> String {
        format!("for {name} in {low}..={high} {{")
    }

    fn open_each(&self, name: &str, set: &str) -> String {
        format!("for &{name} in {set}.iter() {{")
    }

    fn open_bits(&self, name: &str, mask: &str) -> String {
        format!("for {name} in bits({mask}) {{")
    }
}
