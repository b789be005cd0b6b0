use super::{Backend, data};
use crate::program::{Constant, E, Function, Memory, Op, Ty};

/// Python 3.
pub struct Python;

impl Backend for Python {
    fn comment(&self) -> &'static str {
        "#"
    }

    fn gap(&self) -> usize {
        2
    }

    fn imports(&self) -> Vec<String> {
        let lines = ["import sys", "from functools import lru_cache", "", "sys.setrecursionlimit(1 << 20)", ""];
        lines.map(str::to_string).to_vec()
    }

    fn helpers(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("least", "least = min"),
            ("greatest", "greatest = max"),
            ("magnitude", "magnitude = abs"),
            ("has", "def has(m, i):\n    return i >= 0 and m >> i & 1 == 1"),
            ("added", "def added(m, i):\n    return m if i < 0 else m | 1 << i"),
            ("cleared", "def cleared(m, i):\n    return m if i < 0 else m & ~(1 << i)"),
            ("bit_count", "def bit_count(m):\n    return bin(m).count(\"1\")"),
            ("bits", "def bits(m):\n    return [i for i in range(64) if m >> i & 1]"),
            ("contains", "def contains(s, x):\n    return x in s"),
            ("place_of", "def place_of(s, x):\n    return s.index(x) if x in s else -1"),
            ("mex", "def mex(s):\n    v = 0\n    while v in s:\n        v += 1\n    return v"),
            ("as_set", "as_set = set"),
            ("united", "def united(a, b):\n    return set(a) | set(b)"),
            ("less", "def less(a, b):\n    return set(a) - set(b)"),
            ("common", "def common(a, b):\n    return set(a) & set(b)"),
        ]
    }

    fn constant(&self, constant: &Constant) -> String {
        format!("{} = {}", constant.name, data(&constant.data, ["(", ")"], ["[", "]"]))
    }

    fn declarations(&self, functions: &[Function]) -> Vec<String> {
        if functions.is_empty() { Vec::new() } else { vec![String::new()] }
    }

    fn function(&self, function: &Function, body: Vec<String>) -> Vec<String> {
        let mut lines = Vec::new();
        if function.memory == Memory::Kept {
            lines.push("@lru_cache(maxsize=None)".to_string());
        }
        let params: Vec<&str> = function.params.iter().map(|(name, _)| name.as_str()).collect();
        lines.push(format!("def {}({}):", function.name, params.join(", ")));
        lines.extend(body);
        lines
    }

    fn failures(&self, cases: &[(String, String)]) -> Vec<String> {
        let mut lines = vec!["# How many of the cases come out wrong.".to_string(), "def failures():".to_string()];
        lines.push("    wrong = 0".to_string());
        lines.extend(cases.iter().map(|(call, answer)| format!("    wrong += {call} != {answer}")));
        lines.extend(["    return wrong".to_string(), String::new(), String::new()]);
        lines
    }

    fn main(&self) -> Vec<String> {
        let lines = [
            "",
            "",
            "if __name__ == \"__main__\":",
            "    wrong = failures()",
            "    print(wrong, \"wrong\")",
            "    sys.exit(wrong != 0)",
        ];
        lines.map(str::to_string).to_vec()
    }

    fn infix(&self, op: Op) -> Option<&'static str> {
        Some(match op {
            Op::Add => " + ",
            Op::Sub => " - ",
            Op::Mul => " * ",
            Op::Div => " // ",
            Op::Mod => " % ",
            Op::Xor => " ^ ",
            Op::Eq => " == ",
            Op::Ne => " != ",
            Op::Lt => " < ",
            Op::Le => " <= ",
            Op::And => " and ",
            Op::Or => " or ",
            _ => return None,
        })
    }

    fn not(&self, inner: &str) -> String {
        format!("(not {inner})")
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "True" } else { "False" }
    }

    fn choose(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("({yes} if {condition} else {no})")
    }

    fn tuple(&self, parts: &[String]) -> String {
        if let [only] = parts { format!("({only},)") } else { format!("({})", parts.join(", ")) }
    }

    fn array(&self, parts: &[String]) -> String {
        self.tuple(parts)
    }

    fn length(&self, of: &str) -> String {
        format!("len({of})")
    }

    fn set_of(&self, _: &Ty, parts: &[String]) -> String {
        if parts.is_empty() { "set()".to_string() } else { format!("{{{}}}", parts.join(", ")) }
    }

    fn mask(&self, bits: u64) -> String {
        bits.to_string()
    }

    fn frozen(&self, value: String) -> String {
        format!("tuple({value})")
    }

    fn bind(&self, name: &str, ty: &Ty, _: &E, printed: String, changes: bool) -> String {
        match ty {
            Ty::Array if changes => format!("{name} = list({printed})"),
            _ => format!("{name} = {printed}"),
        }
    }

    fn insert(&self, name: &str, value: &str) -> String {
        format!("{name}.add({value})")
    }

    fn next_round(&self) -> &'static str {
        "continue"
    }

    fn open_if(&self, condition: &str) -> String {
        format!("if {condition}:")
    }

    fn open_else(&self) -> &'static str {
        "else:"
    }

    fn open_range(&self, name: &str, low: &str, high: &str) -> String {
        format!("for {name} in range({low}, {high} + 1):")
    }

    fn open_each(&self, name: &str, set: &str) -> String {
        format!("for {name} in {set}:")
    }

    fn open_bits(&self, name: &str, mask: &str) -> String {
        format!("for {name} in bits({mask}):")
    }

    fn close(&self) -> Option<&'static str> {
        None
    }

    fn stop(&self) -> &'static str {
        ""
    }
}
