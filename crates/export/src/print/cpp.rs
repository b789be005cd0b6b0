use super::{Backend, Side, data, nested};
use crate::program::{Constant, E, Function, Memory, Ty};

/// C++17.
pub struct Cpp;

fn ty(of: &Ty) -> String {
    match of {
        Ty::Int => "long long".into(),
        Ty::Bool => "bool".into(),
        Ty::Tuple(size) => format!("array<long long, {size}>"),
        Ty::Mask => "unsigned long long".into(),
        Ty::Array => "vector<long long>".into(),
        Ty::Set(inner) => format!("set<{}>", ty(inner)),
        Ty::List(inner) => format!("vector<{}>", ty(inner)),
    }
}

fn is_large(of: &Ty) -> bool {
    matches!(of, Ty::Array | Ty::Set(_) | Ty::List(_))
}

fn head(function: &Function, name: &str) -> String {
    let params: Vec<String> = function
        .params
        .iter()
        .map(|(name, of)| if is_large(of) { format!("const {}& {name}", ty(of)) } else { format!("{} {name}", ty(of)) })
        .collect();
    format!("{} {name}({})", ty(&function.result), params.join(", "))
}

impl Backend for Cpp {
    fn imports(&self) -> Vec<String> {
        let names = ["algorithm", "array", "cstdio", "set", "tuple", "unordered_map", "vector"];
        let mut lines: Vec<String> = names.iter().map(|name| format!("#include <{name}>")).collect();
        lines.extend(["using namespace std;".to_string(), String::new()]);
        lines
    }

    fn helpers(&self) -> &'static [(&'static str, &'static str)] {
        &[
            (
                "floor_div",
                "long long floor_div(long long a, long long b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }",
            ),
            (
                "floor_mod",
                "long long floor_mod(long long a, long long b) { long long r = a % b; return r != 0 && (r < 0) != (b < 0) ? r + b : r; }",
            ),
            ("least", "long long least(long long a, long long b) { return min(a, b); }"),
            ("greatest", "long long greatest(long long a, long long b) { return max(a, b); }"),
            ("magnitude", "long long magnitude(long long a) { return a < 0 ? -a : a; }"),
            ("has", "bool has(unsigned long long m, long long i) { return i >= 0 && (m >> i & 1); }"),
            (
                "added",
                "unsigned long long added(unsigned long long m, long long i) { return i < 0 ? m : m | 1ULL << i; }",
            ),
            (
                "cleared",
                "unsigned long long cleared(unsigned long long m, long long i) { return i < 0 ? m : m & ~(1ULL << i); }",
            ),
            ("bit_count", "long long bit_count(unsigned long long m) { return __builtin_popcountll(m); }"),
            (
                "bits",
                "vector<long long> bits(unsigned long long m) {\n    vector<long long> found;\n    for (; m; m &= m - 1) found.push_back(__builtin_ctzll(m));\n    return found;\n}",
            ),
            (
                "contains",
                "template <class S, class T> bool contains(const S& s, const T& x) { return find(s.begin(), s.end(), x) != s.end(); }",
            ),
            (
                "place_of",
                "template <class S, class T> long long place_of(const S& s, const T& x) {\n    auto at = find(s.begin(), s.end(), x);\n    return at == s.end() ? -1 : at - s.begin();\n}",
            ),
            (
                "mex",
                "long long mex(const set<long long>& s) {\n    long long v = 0;\n    while (s.count(v)) v++;\n    return v;\n}",
            ),
            (
                "KeyHash",
                "struct KeyHash {\n    static void mix(size_t& h, unsigned long long x) { h = (h ^ x) * 0x9e3779b97f4a7c15ULL; h ^= h >> 32; }\n    template <class T, size_t N> static void mix(size_t& h, const array<T, N>& x) { for (auto& y : x) mix(h, y); }\n    template <class T> static void mix(size_t& h, const vector<T>& x) { for (auto& y : x) mix(h, y); }\n    template <class... T> size_t operator()(const tuple<T...>& key) const {\n        size_t h = 0;\n        apply([&](auto&... x) { (mix(h, x), ...); }, key);\n        return h;\n    }\n};",
            ),
            (
                "all_marks",
                "struct Marks {\n    vector<unsigned> at = vector<unsigned>(64);\n    unsigned round = 0;\n    void clear() { round++; }\n    void add(long long v) {\n        if (v >= (long long)at.size()) at.resize(2 * v);\n        at[v] = round;\n    }\n    long long least() const {\n        long long v = 0;\n        while (v < (long long)at.size() && at[v] == round) v++;\n        return v;\n    }\n};\n\nMarks& all_marks() {\n    static Marks marks;\n    return marks;\n}",
            ),
            ("ones", "unsigned long long ones(long long k) { return k >= 64 ? ~0ULL : (1ULL << k) - 1; }"),
            (
                "read_number",
                "long long read_number() {\n    long long number = 0;\n    if (scanf(\"%lld\", &number) != 1) return 0;\n    return number;\n}",
            ),
            (
                "as_set",
                "template <class S> set<typename S::value_type> as_set(const S& s) { return {s.begin(), s.end()}; }",
            ),
            ("united", "template <class S> S united(S a, const S& b) { a.insert(b.begin(), b.end()); return a; }"),
            ("less", "template <class S> S less(S a, const S& b) { for (auto& x : b) a.erase(x); return a; }"),
            (
                "common",
                "template <class S> S common(const S& a, const S& b) { S c; for (auto& x : a) if (b.count(x)) c.insert(x); return c; }",
            ),
        ]
    }

    fn constant(&self, constant: &Constant) -> String {
        let value = data(&constant.data, ["{{", "}}"], ["{", "}"]);
        format!("const {} {} = {value};", ty(&constant.ty), constant.name)
    }

    fn declarations(&self, functions: &[Function]) -> Vec<String> {
        if functions.len() < 2 && functions.iter().all(|function| function.memory == Memory::None) {
            return Vec::new();
        }
        let mut lines: Vec<String> =
            functions.iter().map(|function| format!("{};", head(function, &function.name))).collect();
        lines.push(String::new());
        lines
    }

    fn function(&self, function: &Function, body: Vec<String>) -> Vec<String> {
        let kept = function.memory == Memory::Kept;
        let name = if kept { format!("{}_of", function.name) } else { function.name.clone() };
        let mut lines = vec![format!("{} {{", head(function, &name))];
        lines.extend(body);
        lines.push("}".into());
        if kept {
            let types: Vec<String> = function.params.iter().map(|(_, of)| ty(of)).collect();
            let names: Vec<&str> = function.params.iter().map(|(name, _)| name.as_str()).collect();
            let names = names.join(", ");
            lines.extend([
                String::new(),
                format!("{} {{", head(function, &function.name)),
                format!(
                    "    static unordered_map<tuple<{}>, {}, KeyHash> memo(0, KeyHash());",
                    types.join(", "),
                    ty(&function.result)
                ),
                format!("    auto key = make_tuple({names});"),
                "    auto known = memo.find(key);".into(),
                "    if (known != memo.end()) return known->second;".into(),
                format!("    {} result = {name}({names});", ty(&function.result)),
                "    return memo[key] = result;".into(),
                "}".into(),
            ]);
        }
        lines
    }

    fn table(&self, function: &Function, axes: &[Side], body: Vec<String>) -> Vec<String> {
        let name = &function.name;
        let (numbers, params) = function.params.split_at(axes.len());
        let index = |at: &dyn Fn(usize) -> String| {
            (1..axes.len()).fold(at(0), |so_far, axis| format!("({so_far}) * {name}_size[{axis}] + {}", at(axis)))
        };
        let from_low = |axis: usize| format!("{} - {name}_low[{axis}]", numbers[axis].0);
        let bracketed = |axis: usize| if axis == 0 { from_low(0) } else { format!("({})", from_low(axis)) };
        let given: Vec<String> = numbers.iter().map(|(one, _)| format!("long long {one}")).collect();
        let rest: String = params.iter().map(|(name, _)| format!(", {name}")).collect();
        let many = axes.len();
        let mut lines = vec![
            "// Values of all positions of a box, and where it begins.".to_string(),
            format!("vector<long long> {name}_known;"),
            format!("long long {name}_low[{many}], {name}_size[{many}];"),
            String::new(),
            format!("inline long long {name}_at({}) {{", given.join(", ")),
            format!("    return {name}_known[{}];", index(&bracketed)),
            "}".into(),
            String::new(),
            format!("{} {{", head(function, &format!("{name}_of"))),
        ];
        lines.extend(body.iter().map(|line| line.replace("KNOWN_AT", &format!("{name}_at"))));
        lines.extend(["}".into(), String::new()]);
        lines.extend(function.doc.iter().map(|line| format!("// {line}")));
        lines.push(format!("{} {{", head(function, name)));
        if !params.is_empty() {
            let types: Vec<String> = params.iter().map(|(_, of)| ty(of)).collect();
            let names: Vec<&str> = params.iter().map(|(name, _)| name.as_str()).collect();
            lines.push(format!("    static tuple<{}> last;", types.join(", ")));
            lines.push(format!("    if ({name}_known.empty() || tie({}) != last) {{", names.join(", ")));
            lines.push(format!("        {name}_known.clear();"));
            lines.push(format!("        last = make_tuple({});", names.join(", ")));
            lines.push("    }".into());
        }
        if let [Side { low, high: None, falling: false, .. }] = axes {
            let n = &numbers[0].0;
            lines.push(format!("    {name}_low[0] = {low};"));
            lines.push(format!("    while ((long long){name}_known.size() + {low} <= {n}) {{"));
            lines.push(format!("        long long next = {name}_of((long long){name}_known.size() + {low}{rest});"));
            lines.push(format!("        {name}_known.push_back(next);"));
            lines.push("    }".into());
        } else {
            let outside: Vec<String> = (0..many)
                .map(|axis| format!("{} >= {name}_low[{axis}] + {name}_size[{axis}]", numbers[axis].0))
                .collect();
            lines.push(format!("    if ({name}_known.empty() || {}) {{", outside.join(" || ")));
            for (axis, side) in axes.iter().enumerate() {
                let n = &numbers[axis].0;
                let high = side.high.as_ref().unwrap_or(n);
                // A box never shrinks: what one number may become depends on the others of earlier questions too.
                let known = format!("{name}_known.empty() ? {n} : {name}_low[{axis}] + {name}_size[{axis}] - 1");
                lines.push(format!("        long long high{axis} = max<long long>({high}, {known});"));
            }
            for (axis, side) in axes.iter().enumerate() {
                lines.push(format!("        {name}_low[{axis}] = {};", side.low));
                lines.push(format!("        {name}_size[{axis}] = high{axis} - {name}_low[{axis}] + 1;"));
            }
            let sizes: Vec<String> = (0..many).map(|axis| format!("{name}_size[{axis}]")).collect();
            lines.push(format!("        {name}_known.assign({}, 0);", sizes.join(" * ")));
            for (depth, axis) in nested(axes).into_iter().enumerate() {
                let (side, pad) = (&axes[axis], "    ".repeat(depth + 2));
                let (n, low) = (format!("at{axis}"), format!("{name}_low[{axis}]"));
                lines.push(match side.falling {
                    false => format!("{pad}for (long long {n} = {low}; {n} <= high{axis}; {n}++)"),
                    true => format!("{pad}for (long long {n} = high{axis}; {n} >= {low}; {n}--)"),
                });
            }
            let pad = "    ".repeat(many + 2);
            let place = |axis: usize| {
                let text = format!("at{axis} - {name}_low[{axis}]");
                if axis == 0 { text } else { format!("({text})") }
            };
            let given: Vec<String> = (0..many).map(|axis| format!("at{axis}")).collect();
            lines.push(format!("{pad}{name}_known[{}] = {name}_of({}{rest});", index(&place), given.join(", ")));
            lines.push("    }".into());
        }
        let names: Vec<&str> = numbers.iter().map(|(name, _)| name.as_str()).collect();
        lines.push(format!("    return {name}_at({});", names.join(", ")));
        lines.push("}".into());
        lines
    }

    fn known(&self, parts: &[String]) -> String {
        format!("KNOWN_AT({})", parts.join(", "))
    }

    fn clear_marks(&self) -> String {
        "all_marks().clear();".into()
    }

    fn mark(&self, value: &str) -> String {
        format!("all_marks().add({value});")
    }

    fn unmarked(&self) -> String {
        "all_marks().least()".into()
    }

    fn reading(&self, case: Vec<String>) -> Vec<String> {
        let mut lines: Vec<String> = vec![
            String::new(),
            "int main() {".into(),
            "    for (long long cases = read_number(); cases > 0; cases--) {".into(),
        ];
        lines.extend(case);
        lines.extend(["    }".into(), "}".into()]);
        lines
    }

    fn read_number(&self, name: &str) -> Vec<String> {
        vec![format!("long long {name} = read_number();")]
    }

    fn read_numbers(&self, name: &str, count: &str) -> Vec<String> {
        vec![
            format!("vector<long long> {name}({count});"),
            format!("for (auto& entry : {name}) entry = read_number();"),
        ]
    }

    fn open_times(&self, count: &str) -> String {
        format!("for (long long part = 0; part < {count}; part++) {{")
    }

    fn say(&self, value: &str, words: Option<&[String; 3]>) -> Vec<String> {
        match words {
            None => vec![format!("printf(\"%lld\\n\", {value});")],
            Some([won, lost, drawn]) => {
                vec![format!("puts({value} > 0 ? \"{won}\" : {value} < 0 ? \"{lost}\" : \"{drawn}\");")]
            }
        }
    }

    fn failures(&self, cases: &[(String, String)]) -> Vec<String> {
        let mut lines = vec!["// How many of the cases come out wrong.".into(), "int failures() {".into()];
        lines.push("    int wrong = 0;".into());
        lines.extend(cases.iter().map(|(call, answer)| format!("    wrong += {call} != {answer};")));
        lines.extend(["    return wrong;".into(), "}".into(), String::new()]);
        lines
    }

    fn main(&self) -> Vec<String> {
        vec![
            String::new(),
            "int main() {".into(),
            "    int wrong = failures();".into(),
            "    printf(\"%d wrong\\n\", wrong);".into(),
            "    return wrong != 0;".into(),
            "}".into(),
        ]
    }

    fn choose(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("({condition} ? {yes} : {no})")
    }

    fn tuple(&self, parts: &[String]) -> String {
        format!("array<long long, {}>{{{}}}", parts.len(), parts.join(", "))
    }

    fn array(&self, parts: &[String]) -> String {
        format!("vector<long long>{{{}}}", parts.join(", "))
    }

    fn length(&self, of: &str) -> String {
        format!("(long long){of}.size()")
    }

    fn set_of(&self, of: &Ty, parts: &[String]) -> String {
        format!("set<{}>{{{}}}", ty(of), parts.join(", "))
    }

    fn mask(&self, bits: u64) -> String {
        format!("{bits}ULL")
    }

    fn bind(&self, name: &str, of: &Ty, _: &E, printed: String, _: bool) -> String {
        format!("{} {name} = {printed};", ty(of))
    }

    fn open_if(&self, condition: &str) -> String {
        format!("if ({condition}) {{")
    }

    fn open_range(&self, name: &str, low: &str, high: &str) -> String {
        format!("for (long long {name} = {low}; {name} <= {high}; {name}++) {{")
    }

    fn open_each(&self, name: &str, set: &str) -> String {
        format!("for (auto {name} : {set}) {{")
    }

    fn open_bits(&self, name: &str, mask: &str) -> String {
        format!("for (long long {name} : bits({mask})) {{")
    }
}
