//! Programs as text. What the languages share is written here once; a [`Backend`] spells the rest.

mod cpp;
mod python;
mod rust;

use crate::program::{Constant, Data, E, Function, Input, Memory, Op, Program, Read, S, Ty};
use std::collections::{HashMap, HashSet};

/// A language to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// C++17 with the standard library.
    Cpp,
    /// Python 3.8.
    Python,
    /// Rust, edition 2021, with the standard library.
    Rust,
}

impl Lang {
    /// All of them.
    pub const ALL: [Lang; 3] = [Lang::Cpp, Lang::Python, Lang::Rust];

    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Lang::Cpp => "cpp",
            Lang::Python => "python",
            Lang::Rust => "rust",
        }
    }

    fn backend(self) -> &'static dyn Backend {
        match self {
            Lang::Cpp => &cpp::Cpp,
            Lang::Python => &python::Python,
            Lang::Rust => &rust::Rust,
        }
    }
}

/// A program in three pieces, so that several can share a file.
pub struct Printed {
    /// Imports.
    pub preamble: String,
    /// Constants and functions; `failures()` counts the cases that come out wrong.
    pub body: String,
    /// The entry of a program of its own.
    pub main: String,
}

impl Printed {
    /// The whole text.
    pub fn text(&self) -> String {
        format!("{}{}{}", self.preamble, self.body, self.main)
    }
}

/// Writes a program.
pub fn print(program: &Program, lang: Lang) -> Printed {
    let backend = lang.backend();
    let functions = program.functions.iter().map(|function| (function.name.as_str(), function)).collect();
    let printer = Printer { backend, functions };
    let comment = backend.comment();
    let mut head: Vec<String> =
        program.header.iter().map(|line| format!("{comment} {line}").trim_end().to_string()).collect();
    head.push(String::new());
    let mut body = Vec::new();
    for constant in &program.constants {
        if !constant.doc.is_empty() {
            body.push(format!("{comment} {}", constant.doc));
        }
        body.extend(wrapped(&backend.constant(constant)));
    }
    if !program.constants.is_empty() {
        body.push(String::new());
    }
    body.extend(backend.declarations(&program.functions));
    for function in &program.functions {
        if !matches!(function.memory, Memory::Table(_)) {
            body.extend(function.doc.iter().map(|line| format!("{comment} {line}")));
        }
        let assigned = assigned(&function.body);
        let lines = printer.block(&function.body, 1, &assigned);
        body.extend(match &function.memory {
            Memory::Table(axes) => {
                let print = |expr: &E| printer.expr(expr);
                let axes: Vec<Side> = axes
                    .iter()
                    .map(|axis| Side {
                        low: print(&axis.low),
                        high: axis.high.as_ref().map(print),
                        falling: axis.order == crate::program::Order::Falling,
                        depth: axis.depth,
                    })
                    .collect();
                backend.table(function, &axes, lines)
            }
            _ => backend.function(function, lines),
        });
        body.extend(vec![String::new(); backend.gap()]);
    }
    if let (Some(function), false) = (program.functions.last(), program.tests.is_empty()) {
        let cases = program.tests.iter().map(|(arguments, answer)| {
            (printer.expr(&E::Call(function.name.clone(), arguments.clone())), answer.to_string())
        });
        body.extend(backend.failures(&cases.collect::<Vec<_>>()));
    }
    let main = match (&program.input, program.functions.last()) {
        (Some(input), Some(function)) => printer.whole(input, function),
        _ if program.tests.is_empty() => Vec::new(),
        _ => backend.main(),
    };
    let text = body.join("\n");
    let mut preamble = head;
    preamble.extend(backend.imports());
    let mut helpers = Vec::new();
    let used = format!("{text}{}", main.join("\n"));
    for (name, lines) in backend.helpers() {
        if used.contains(&format!("{name}(")) {
            helpers.extend(lines.lines().map(str::to_string));
            helpers.extend(vec![String::new(); backend.gap()]);
        }
    }
    let joined = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut whole = helpers;
    whole.extend(body);
    while whole.last().is_some_and(String::is_empty) {
        whole.pop();
    }
    Printed { preamble: joined(&preamble), body: joined(&whole), main: joined(&main) }
}

/// One number of a table, its ends as text.
struct Side {
    low: String,
    high: Option<String>,
    falling: bool,
    depth: usize,
}

/// The axes in the order of the loops that fill a table, the outermost first.
fn nested(axes: &[Side]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by_key(|&axis| axes[axis].depth);
    order
}

/// What a language spells in its own way; what C++ and Rust share is written here.
trait Backend {
    fn comment(&self) -> &'static str {
        "//"
    }
    /// Empty lines between functions.
    fn gap(&self) -> usize {
        1
    }
    fn imports(&self) -> Vec<String>;
    /// Small functions of the program's own, written where they are used.
    fn helpers(&self) -> &'static [(&'static str, &'static str)];
    fn constant(&self, constant: &Constant) -> String;
    fn declarations(&self, functions: &[Function]) -> Vec<String>;
    fn function(&self, function: &Function, body: Vec<String>) -> Vec<String>;
    /// A function that fills a table, and the one that does the work for one entry.
    fn table(&self, function: &Function, axes: &[Side], body: Vec<String>) -> Vec<String>;
    /// The entry of a table.
    fn known(&self, parts: &[String]) -> String;
    fn clear_marks(&self) -> String;
    fn mark(&self, value: &str) -> String;
    fn unmarked(&self) -> String;
    /// The program that reads cases: lines for one case are given, indented twice.
    fn reading(&self, case: Vec<String>) -> Vec<String>;
    fn read_number(&self, name: &str) -> Vec<String>;
    fn read_numbers(&self, name: &str, count: &str) -> Vec<String>;
    /// A loop that runs so many times.
    fn open_times(&self, count: &str) -> String;
    fn say(&self, value: &str, words: Option<&[String; 3]>) -> Vec<String>;
    fn failures(&self, cases: &[(String, String)]) -> Vec<String>;
    fn main(&self) -> Vec<String>;
    /// `&&` and its like, with blanks around it, or nothing if the operator is a function.
    fn infix(&self, op: Op) -> Option<&'static str> {
        Some(match op {
            Op::Add => " + ",
            Op::Sub => " - ",
            Op::Mul => " * ",
            Op::Xor => " ^ ",
            Op::Eq => " == ",
            Op::Ne => " != ",
            Op::Lt => " < ",
            Op::Le => " <= ",
            Op::And => " && ",
            Op::Or => " || ",
            _ => return None,
        })
    }
    fn not(&self, inner: &str) -> String {
        format!("!{inner}")
    }
    fn truth(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }
    fn choose(&self, condition: &str, yes: &str, no: &str) -> String;
    fn tuple(&self, parts: &[String]) -> String;
    fn array(&self, parts: &[String]) -> String;
    fn entry(&self, base: &str, index: &str) -> String {
        format!("{base}[{index}]")
    }
    fn length(&self, of: &str) -> String;
    fn set_of(&self, ty: &Ty, parts: &[String]) -> String;
    fn mask(&self, bits: u64) -> String;
    /// How a value of a type is handed to a function.
    fn passed(&self, value: String, _: &Ty) -> String {
        value
    }
    /// A table or set whose entries are looked at one by one.
    fn walked(&self, value: String) -> String {
        value
    }
    fn frozen(&self, value: String) -> String {
        value
    }
    fn bind(&self, name: &str, ty: &Ty, value: &E, printed: String, changes: bool) -> String;
    fn set_entry(&self, name: &str, index: &str, value: &str) -> String {
        format!("{} = {value}{}", self.entry(name, index), self.stop())
    }
    fn assign(&self, name: &str, value: &str) -> String {
        format!("{name} = {value}{}", self.stop())
    }
    fn insert(&self, name: &str, value: &str) -> String {
        format!("{name}.insert({value});")
    }
    fn next_round(&self) -> &'static str {
        "continue;"
    }
    fn leave(&self) -> &'static str {
        "break;"
    }
    fn give(&self, value: &str) -> String {
        format!("return {value}{}", self.stop())
    }
    fn open_if(&self, condition: &str) -> String;
    fn open_else(&self) -> &'static str {
        "} else {"
    }
    fn open_range(&self, name: &str, low: &str, high: &str) -> String;
    fn open_each(&self, name: &str, set: &str) -> String;
    fn open_bits(&self, name: &str, mask: &str) -> String;
    /// What closes a block, if anything does.
    fn close(&self) -> Option<&'static str> {
        Some("}")
    }
    /// What ends a statement.
    fn stop(&self) -> &'static str {
        ";"
    }
}

/// Where an operand stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Left,
    Right,
}

struct Printer<'a> {
    backend: &'static dyn Backend,
    functions: HashMap<&'a str, &'a Function>,
}

impl Printer<'_> {
    fn block(&self, body: &[S], depth: usize, assigned: &HashSet<String>) -> Vec<String> {
        let mut lines = Vec::new();
        for statement in body {
            self.statement(statement, depth, assigned, &mut lines);
        }
        if lines.is_empty() && self.backend.close().is_none() {
            lines.push(format!("{}pass", "    ".repeat(depth)));
        }
        lines
    }

    fn statement(&self, statement: &S, depth: usize, assigned: &HashSet<String>, lines: &mut Vec<String>) {
        let backend = self.backend;
        let pad = "    ".repeat(depth);
        let mut line = |text: String| lines.push(format!("{pad}{text}"));
        let (opening, inner) = match statement {
            S::Let(name, ty, value) => {
                return line(backend.bind(name, ty, value, self.expr(value), assigned.contains(name)));
            }
            S::Set(name, value) => return line(backend.assign(name, &self.bare(value))),
            S::SetAt(name, index, value) => {
                return line(backend.set_entry(name, &self.bare(index), &self.bare(value)));
            }
            S::SetBit(name, index, bit) => {
                let change = if *bit == crate::program::Bit::On { "added" } else { "cleared" };
                return line(backend.assign(name, &format!("{change}({name}, {})", self.bare(index))));
            }
            S::Insert(name, value) => return line(backend.insert(name, &self.bare(value))),
            S::ClearMarks => return line(backend.clear_marks()),
            S::Mark(value) => return line(backend.mark(&self.bare(value))),
            S::Break => return line(backend.leave().to_string()),
            S::Continue => return line(backend.next_round().to_string()),
            S::Return(value) => return line(backend.give(&self.bare(value))),
            S::If(condition, yes, no) => {
                line(backend.open_if(&self.bare(condition)));
                lines.extend(self.block(yes, depth + 1, assigned));
                if !no.is_empty() {
                    lines.push(format!("{pad}{}", backend.open_else()));
                    lines.extend(self.block(no, depth + 1, assigned));
                }
                lines.extend(backend.close().map(|close| format!("{pad}{close}")));
                return;
            }
            S::Range(name, low, high, body) => (backend.open_range(name, &self.expr(low), &self.expr(high)), body),
            S::Each(name, _, set, body) => (backend.open_each(name, &self.expr(set)), body),
            S::EachBit(name, mask, body) => (backend.open_bits(name, &self.bare(mask)), body),
        };
        line(opening);
        lines.extend(self.block(inner, depth + 1, assigned));
        lines.extend(backend.close().map(|close| format!("{pad}{close}")));
    }

    /// Without parentheses around the whole.
    fn bare(&self, expr: &E) -> String {
        let text = self.expr(expr);
        match expr {
            E::Int(number) => number.to_string(),
            E::Bin(op, ..) if self.backend.infix(*op).is_some() => text[1..text.len() - 1].to_string(),
            _ => text,
        }
    }

    /// Safe as an operand of anything.
    fn expr(&self, expr: &E) -> String {
        let backend = self.backend;
        match expr {
            E::Int(number) if *number < 0 => format!("({number})"),
            E::Int(number) => number.to_string(),
            E::Bool(value) => backend.truth(*value).to_string(),
            E::Var(name) => name.clone(),
            E::Neg(inner) => format!("(-{})", self.expr(inner)),
            E::Not(inner) => backend.not(&self.expr(inner)),
            E::Abs(inner) => format!("magnitude({})", self.bare(inner)),
            E::Bin(op, a, b) => match backend.infix(*op) {
                Some(word) => {
                    format!("({}{word}{})", self.operand(*op, a, Place::Left), self.operand(*op, b, Place::Right))
                }
                None => {
                    let name = match op {
                        Op::Div => "floor_div",
                        Op::Mod => "floor_mod",
                        Op::Min => "least",
                        Op::Max => "greatest",
                        Op::Union => "united",
                        Op::Minus => "less",
                        _ => "common",
                    };
                    let ty = match op {
                        Op::Union | Op::Minus | Op::Meet => Ty::Set(Box::new(Ty::Int)),
                        _ => Ty::Int,
                    };
                    let pass = |part: &E| backend.passed(self.bare(part), &ty);
                    format!("{name}({}, {})", pass(a), pass(b))
                }
            },
            E::If(condition, yes, no) => backend.choose(&self.expr(condition), &self.expr(yes), &self.expr(no)),
            E::Call(name, arguments) => {
                let types = self.functions.get(name.as_str()).map(|function| &function.params[..]).unwrap_or(&[]);
                let printed = arguments.iter().enumerate().map(|(number, argument)| match types.get(number) {
                    Some((_, ty)) => backend.passed(self.bare(argument), ty),
                    None => self.bare(argument),
                });
                format!("{name}({})", printed.collect::<Vec<_>>().join(", "))
            }
            E::Tuple(parts) => backend.tuple(&self.each(parts)),
            E::Array(parts) => backend.array(&self.each(parts)),
            E::Item(base, number) => format!("{}[{number}]", self.expr(base)),
            E::At(base, index) => backend.entry(&self.expr(base), &self.bare(index)),
            E::Has(mask, index) => format!("has({}, {})", self.bare(mask), self.bare(index)),
            E::Bits(mask) => format!("bit_count({})", self.bare(mask)),
            E::Len(of) => backend.length(&self.expr(of)),
            E::Contains(set, element) => {
                format!("contains({}, {})", backend.walked(self.bare(set)), self.bare(element))
            }
            E::Find(list, element) => format!("place_of({}, {})", backend.walked(self.bare(list)), self.bare(element)),
            E::ToSet(list) => format!("as_set({})", backend.walked(self.bare(list))),
            E::Mex(set) => format!("mex({})", backend.passed(self.bare(set), &Ty::Array)),
            E::SetOf(ty, parts) => backend.set_of(ty, &self.each(parts)),
            E::Full(bits) => backend.mask(if *bits >= 64 { u64::MAX } else { (1 << bits) - 1 }),
            E::Mask(bits) => backend.mask(*bits),
            E::Frozen(array) => backend.frozen(self.expr(array)),
            E::Ones(count) => format!("ones({})", self.bare(count)),
            E::Known(parts) => backend.known(&self.each(parts)),
            E::Unmarked => backend.unmarked(),
        }
    }

    /// The program around the last function.
    fn whole(&self, input: &Input, function: &Function) -> Vec<String> {
        let backend = self.backend;
        let mut lines = Vec::new();
        let line = |depth: usize, text: String| format!("{}{text}", "    ".repeat(depth));
        let read = |read: &Read, depth: usize, lines: &mut Vec<String>| {
            let texts = match read {
                Read::Number(name) => backend.read_number(name),
                Read::Numbers(name, count) => backend.read_numbers(name, &self.bare(count)),
                Read::Counted(name) => {
                    let count = format!("{name}_count");
                    let mut texts = backend.read_number(&count);
                    texts.extend(backend.read_numbers(name, &count));
                    texts
                }
                Read::Follows(name, ty, value) => vec![backend.bind(name, ty, value, self.expr(value), false)],
            };
            lines.extend(texts.into_iter().map(|text| line(depth, text)));
        };
        input.parameters.iter().for_each(|one| read(one, 2, &mut lines));
        let mut arguments: Vec<E> = function.params.iter().map(|(name, _)| E::var(name.clone())).collect();
        if input.mover {
            if let Some(place) = function.params.iter().position(|(name, _)| name == "mover") {
                arguments[place] = E::Int(0);
            }
        }
        let call = E::Call(function.name.clone(), arguments);
        if input.sum {
            lines.push(line(2, backend.bind("result", &Ty::Int, &E::Int(0), "0".into(), true)));
            lines.extend(backend.read_number("parts").into_iter().map(|text| line(2, text)));
            lines.push(line(2, backend.open_times("parts")));
            input.fields.iter().for_each(|one| read(one, 3, &mut lines));
            let sum = E::bin(Op::Xor, E::var("result"), call);
            lines.push(line(3, backend.assign("result", &self.bare(&sum))));
            lines.extend(backend.close().map(|close| line(2, close.to_string())));
        } else {
            input.fields.iter().for_each(|one| read(one, 2, &mut lines));
            lines.push(line(2, backend.bind("result", &Ty::Int, &call, self.expr(&call), false)));
        }
        lines.extend(backend.say("result", input.words.as_ref()).into_iter().map(|text| line(2, text)));
        backend.reading(lines)
    }

    /// An operand, without parentheses where all three languages read it the same way.
    fn operand(&self, op: Op, part: &E, place: Place) -> String {
        let E::Bin(inner, ..) = part else { return self.expr(part) };
        let arithmetic = matches!(inner, Op::Add | Op::Sub | Op::Mul);
        let comparison = |op: Op| matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le);
        let plain = match op {
            Op::And => comparison(*inner) || (*inner == Op::And),
            Op::Or => comparison(*inner) || (*inner == Op::Or && place == Place::Left),
            Op::Eq | Op::Ne | Op::Lt | Op::Le => arithmetic,
            Op::Add => *inner == Op::Mul || (arithmetic && place == Place::Left),
            Op::Sub => *inner == Op::Mul || (arithmetic && place == Place::Left),
            Op::Xor => *inner == Op::Xor && place == Place::Left,
            _ => false,
        };
        if plain && self.backend.infix(*inner).is_some() { self.bare(part) } else { self.expr(part) }
    }

    fn each(&self, parts: &[E]) -> Vec<String> {
        parts.iter().map(|part| self.bare(part)).collect()
    }
}

/// The variables that a body changes after they are made.
fn assigned(body: &[S]) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut waiting: Vec<&S> = body.iter().collect();
    while let Some(statement) = waiting.pop() {
        match statement {
            S::Set(name, _) | S::SetAt(name, ..) | S::SetBit(name, ..) | S::Insert(name, _) => {
                found.insert(name.clone());
            }
            S::If(_, yes, no) => waiting.extend(yes.iter().chain(no)),
            S::Range(.., body) | S::Each(.., body) | S::EachBit(.., body) => waiting.extend(body),
            _ => {}
        }
    }
    found
}

/// Constant data with the brackets of a language.
fn data(of: &Data, tuple: [&str; 2], list: [&str; 2]) -> String {
    match of {
        Data::Int(number) => number.to_string(),
        Data::Tuple(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            format!("{}{}{}", tuple[0], numbers.join(", "), tuple[1])
        }
        Data::List(entries) => {
            let entries: Vec<String> = entries.iter().map(|entry| data(entry, tuple, list)).collect();
            format!("{}{}{}", list[0], entries.join(", "), list[1])
        }
    }
}

/// A long line broken after commas.
fn wrapped(line: &str) -> Vec<String> {
    const WIDTH: usize = 110;
    let mut lines = Vec::new();
    let mut rest = line;
    while rest.chars().count() > WIDTH {
        let cut = rest.char_indices().take(WIDTH).filter(|(_, letter)| *letter == ' ').map(|(at, _)| at);
        let after_comma = cut.filter(|&at| rest[..at].ends_with(','));
        let Some(at) = after_comma.last() else { break };
        lines.push(rest[..at].to_string());
        rest = rest[at..].trim_start();
    }
    lines.push(rest.to_string());
    let indented = |(number, line): (usize, String)| if number == 0 { line } else { format!("    {line}") };
    lines.into_iter().enumerate().map(indented).collect()
}
