use super::{Backend, data};
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
