use super::{Backend, data};
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
        let names = ["algorithm", "array", "cstdio", "map", "set", "tuple", "vector"];
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
                format!("    static map<tuple<{}>, {}> memo;", types.join(", "), ty(&function.result)),
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
