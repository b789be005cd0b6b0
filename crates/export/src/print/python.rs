use super::{Backend, Side, data, nested};
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
            ("ones", "def ones(k):\n    return (1 << k) - 1"),
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

    fn table(&self, function: &Function, axes: &[Side], body: Vec<String>) -> Vec<String> {
        let name = &function.name;
        let (numbers, params) = function.params.split_at(axes.len());
        let many = axes.len();
        let all: Vec<&str> = function.params.iter().map(|(name, _)| name.as_str()).collect();
        let names: Vec<&str> = numbers.iter().map(|(name, _)| name.as_str()).collect();
        let place = |given: &dyn Fn(usize) -> String| {
            (1..many).fold(format!("{} - {name}_low[0]", given(0)), |so_far, axis| {
                format!("({so_far}) * {name}_size[{axis}] + {} - {name}_low[{axis}]", given(axis))
            })
        };
        let given = |axis: usize| names[axis].to_string();
        let rest: String = params.iter().map(|(name, _)| format!(", {name}")).collect();
        let mut lines = vec![
            "# Values of all positions of a box, where it begins, and for which parameters.".to_string(),
            format!("{name}_known, {name}_low, {name}_size, {name}_last = [], [0] * {many}, [0] * {many}, [None]"),
            String::new(),
            String::new(),
            format!("def {name}_at({}):", names.join(", ")),
            format!("    return {name}_known[{}]", place(&given)),
            String::new(),
            String::new(),
            format!("def {name}_of({}):", all.join(", ")),
        ];
        lines.extend(body.iter().map(|line| line.replace("KNOWN_AT", &format!("{name}_at"))));
        lines.extend([String::new(), String::new()]);
        lines.extend(function.doc.iter().map(|line| format!("# {line}")));
        lines.push(format!("def {name}({}):", all.join(", ")));
        if !params.is_empty() {
            let last: String = params.iter().map(|(name, _)| format!("{name}, ")).collect();
            lines.push(format!("    if {name}_last[0] != ({last}):"));
            lines.push(format!("        {name}_last[0] = ({last})"));
            lines.push(format!("        {name}_known.clear()"));
        }
        if let [Side { low, high: None, falling: false, .. }] = axes {
            lines.push(format!("    {name}_low[0] = {low}"));
            lines.push(format!("    while len({name}_known) + {low} <= {}:", names[0]));
            lines.push(format!("        {name}_known.append({name}_of(len({name}_known) + {low}{rest}))"));
        } else {
            let outside: Vec<String> =
                (0..many).map(|axis| format!("{} >= {name}_low[{axis}] + {name}_size[{axis}]", names[axis])).collect();
            lines.push(format!("    if not {name}_known or {}:", outside.join(" or ")));
            for (axis, side) in axes.iter().enumerate() {
                let n = names[axis];
                let high = side.high.clone().unwrap_or(n.to_string());
                // A box never shrinks: what one number may become depends on the others of earlier questions too.
                let known = format!("{name}_low[{axis}] + {name}_size[{axis}] - 1 if {name}_known else {n}");
                lines.push(format!("        high{axis} = max({high}, {known})"));
            }
            for (axis, side) in axes.iter().enumerate() {
                lines.push(format!("        {name}_low[{axis}] = {}", side.low));
                lines.push(format!("        {name}_size[{axis}] = high{axis} - {name}_low[{axis}] + 1"));
            }
            let sizes: Vec<String> = (0..many).map(|axis| format!("{name}_size[{axis}]")).collect();
            lines.push(format!("        {name}_known[:] = [0] * ({})", sizes.join(" * ")));
            for (depth, axis) in nested(axes).into_iter().enumerate() {
                let (side, pad) = (&axes[axis], "    ".repeat(depth + 2));
                let low = format!("{name}_low[{axis}]");
                lines.push(match side.falling {
                    false => format!("{pad}for at{axis} in range({low}, high{axis} + 1):"),
                    true => format!("{pad}for at{axis} in range(high{axis}, {low} - 1, -1):"),
                });
            }
            let pad = "    ".repeat(many + 2);
            let at = |axis: usize| format!("at{axis}");
            let all: Vec<String> = (0..many).map(at).collect();
            lines.push(format!("{pad}{name}_known[{}] = {name}_of({}{rest})", place(&at), all.join(", ")));
        }
        lines.push(format!("    return {name}_at({})", names.join(", ")));
        lines
    }

    fn known(&self, parts: &[String]) -> String {
        format!("KNOWN_AT({})", parts.join(", "))
    }

    fn clear_marks(&self) -> String {
        "marks = set()".into()
    }

    fn mark(&self, value: &str) -> String {
        format!("marks.add({value})")
    }

    fn unmarked(&self) -> String {
        "mex(marks)".into()
    }

    fn leave(&self) -> &'static str {
        "break"
    }

    fn reading(&self, case: Vec<String>) -> Vec<String> {
        let mut lines: Vec<String> =
            ["", "", "if __name__ == \"__main__\":", "    given = iter(map(int, sys.stdin.buffer.read().split()))"]
                .map(str::to_string)
                .to_vec();
        lines.push("    for _ in range(next(given)):".into());
        lines.extend(case);
        lines
    }

    fn read_number(&self, name: &str) -> Vec<String> {
        vec![format!("{name} = next(given)")]
    }

    fn read_numbers(&self, name: &str, count: &str) -> Vec<String> {
        vec![format!("{name} = tuple(next(given) for _ in range({count}))")]
    }

    fn open_times(&self, count: &str) -> String {
        format!("for _ in range({count}):")
    }

    fn say(&self, value: &str, words: Option<&[String; 3]>) -> Vec<String> {
        match words {
            None => vec![format!("print({value})")],
            Some([won, lost, drawn]) => {
                vec![format!("print(\"{won}\" if {value} > 0 else \"{lost}\" if {value} < 0 else \"{drawn}\")")]
            }
        }
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
