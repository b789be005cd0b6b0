//! Twenty games of the library in three languages: each text is compiled and run, and its answers are the solver's.

use grundy_answer::{Unwatched, Watch};
use grundy_export::{Asked, Exported, Lang, Method, Parameters, Untranslated, export, print};
use grundy_prove::Subject;
use grundy_run::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn step<'w>() -> Box<dyn Watch + 'w> {
    Box::new(Unwatched)
}

fn library(stem: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{stem}.game"));
    std::fs::read_to_string(path).expect("the library has it")
}

fn subject(text: &str, params: &[(&str, i64)]) -> Subject {
    let world = grundy_kit::world(text);
    let mut subject = Subject::by_default(&world, (0, 0)).expect("defaults");
    for (name, value) in params {
        let number = subject.rules().params.iter().position(|param| param.name == *name).expect("a parameter");
        subject.params[number] = Value::Int(*value);
    }
    subject
}

fn exported(
    stem: &str,
    params: &[(&str, i64)],
    method: Option<Method>,
    bound: i64,
    parameters: Parameters,
) -> Result<Exported, Untranslated> {
    let text = library(stem);
    let subject = subject(&text, params);
    export(
        &Asked { subject: &subject, text: &text, method, tests: 24, bound, budget: 2000, parameters, main: None },
        &step,
    )
}

type Row = (&'static str, &'static [(&'static str, i64)], Option<Method>, i64, Method);

/// Game, parameters, method asked, bound of numbers, method expected.
const GAMES: &[Row] = &[
    ("nim", &[], None, 1_000_000, Method::Formula),
    ("laskers-nim", &[], None, 200, Method::Formula),
    ("odd-even-nim", &[], None, 200, Method::Formula),
    ("kayles", &[], None, 200, Method::Period),
    ("subtraction", &[], None, 100_000, Method::Period),
    ("dawsons-kayles", &[], None, 200, Method::Period),
    ("wythoff", &[], None, 60, Method::Automaton),
    ("kayles", &[], Some(Method::Recursion), 40, Method::Recursion),
    ("grundys-game", &[], Some(Method::Recursion), 30, Method::Recursion),
    ("fibonacci-nim", &[], Some(Method::Recursion), 20, Method::Recursion),
    ("mats", &[], Some(Method::Recursion), 12, Method::Recursion),
    ("row", &[], Some(Method::Recursion), 5, Method::Recursion),
    ("nim-without-zero", &[("m", 3)], Some(Method::Recursion), 5, Method::Recursion),
    ("misere-nim", &[], Some(Method::Recursion), 20, Method::Recursion),
    ("chomp", &[("R", 3), ("C", 4)], None, 1, Method::Recursion),
    ("cram", &[("R", 3), ("C", 3)], None, 1, Method::Recursion),
    ("domineering", &[("R", 3), ("C", 3)], None, 1, Method::Recursion),
    ("knights", &[("N", 3)], None, 1, Method::Recursion),
    ("can-i-win", &[("n", 6), ("total", 13)], None, 1, Method::Recursion),
    ("tic-tac-toe", &[], None, 1, Method::Recursion),
    ("connect4", &[("R", 3), ("C", 3), ("K", 3)], None, 1, Method::Recursion),
    ("dots-and-boxes", &[("R", 1), ("C", 2)], None, 1, Method::Recursion),
    ("card-ends", &[], None, 4, Method::Recursion),
    ("even-addicts", &[], None, 6, Method::Recursion),
    ("walk", &[], None, 1, Method::Recursion),
    ("walls", &[], None, 1, Method::Recursion),
    ("toads-and-frogs", &[], None, 1, Method::Recursion),
    ("node-kayles", &[], None, 1, Method::Recursion),
    ("hex", &[("N", 2)], None, 1, Method::Recursion),
    ("game-of-y", &[("N", 2)], None, 1, Method::Recursion),
    ("shannon-switching", &[], None, 1, Method::Recursion),
    ("no-go", &[], None, 1, Method::Recursion),
];

/// The same with the parameters as arguments: numbers, a set, a list, the size of an array and of a set.
const OPEN: &[Row] = &[
    ("subtraction", &[], None, 60, Method::Recursion),
    ("card-ends", &[], None, 4, Method::Recursion),
    ("can-i-win", &[("n", 6), ("total", 13)], None, 1, Method::Recursion),
    ("nim-without-zero", &[("m", 3)], None, 5, Method::Recursion),
    ("row", &[("m", 3)], None, 4, Method::Recursion),
];

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-export-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the texts");
    folder
}

fn run(program: &Path, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{program:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn all_three_languages_agree_with_the_solver() {
    let folder = folder();
    let (mut cpp, mut rust, mut python) = (String::new(), String::new(), String::from("wrong = 0\n"));
    let mut calls = [String::new(), String::new()];
    let fixed = GAMES.iter().map(|row| (row, Parameters::Fixed));
    let open = OPEN.iter().map(|row| (row, Parameters::Arguments));
    for (number, ((stem, params, method, bound, expected), parameters)) in fixed.chain(open).enumerate() {
        let made = exported(stem, params, *method, *bound, parameters)
            .unwrap_or_else(|refused| panic!("{stem}: {}", refused.reason));
        assert_eq!(made.method, *expected, "{stem}: {:?}", made.passed);
        assert!(made.program.tests.len() >= 4, "{stem} has {} cases", made.program.tests.len());
        assert_eq!(made.standing.kind(), "proved", "{stem}");
        let text = print(&made.program, Lang::Cpp);
        let preamble = if number == 0 { text.preamble } else { String::new() };
        cpp.push_str(&format!("{preamble}namespace g{number} {{\n{}}}\n", text.body));
        calls[0].push_str(&format!(
            "    {{ int f = g{number}::failures(); if (f) printf(\"{stem} %d\\n\", f); w += f; }}\n"
        ));
        let text = print(&made.program, Lang::Rust);
        rust.push_str(&format!("mod g{number} {{\n{}{}}}\n", text.preamble, text.body));
        calls[1].push_str(&format!(
            "    let f = g{number}::failures(); if f > 0 {{ println!(\"{stem} {{f}}\"); }} w += f;\n"
        ));
        let text = print(&made.program, Lang::Python);
        std::fs::write(folder.join(format!("g{number}.py")), text.text()).expect("written");
        python.push_str(&format!("import g{number}\nf = g{number}.failures()\nwrong += f\nif f: print('{stem}', f)\n"));
    }
    cpp.push_str(&format!("int main() {{\n    int w = 0;\n{}    return w != 0;\n}}\n", calls[0]));
    rust.push_str(&format!(
        "fn main() {{\n    let mut w = 0;\n{}    std::process::exit((w != 0) as i32);\n}}\n",
        calls[1]
    ));
    python.push_str("raise SystemExit(wrong != 0)\n");
    std::fs::write(folder.join("all.cpp"), cpp).expect("written");
    std::fs::write(folder.join("all.rs"), rust).expect("written");
    std::fs::write(folder.join("all.py"), python).expect("written");
    let at = |name: &str| folder.join(name).display().to_string();
    run(Path::new("g++"), &["-std=c++17", "-O0", "-o", &at("cpp"), &at("all.cpp")]);
    run(&folder.join("cpp"), &[]);
    run(Path::new("rustc"), &["--edition", "2021", "-A", "warnings", "-o", &at("rust"), &at("all.rs")]);
    run(&folder.join("rust"), &[]);
    run(Path::new("python3"), &[&at("all.py")]);
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// What is refused says where and why; nothing panics.
#[test]
fn every_game_of_the_library_is_written_or_refused_with_a_reason() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let (mut written, mut refused) = (0, Vec::new());
    for entry in std::fs::read_dir(games).expect("the library") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "game") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let world = grundy_kit::world(&text);
        let Ok(subject) = Subject::by_default(&world, (0, 0)) else { continue };
        let asked = Asked {
            subject: &subject,
            text: &text,
            method: Some(Method::Recursion),
            tests: 0,
            bound: 10,
            budget: 100,
            parameters: Parameters::Fixed,
            main: None,
        };
        match export(&asked, &step) {
            Ok(made) => {
                written += 1;
                for lang in Lang::ALL {
                    assert!(print(&made.program, lang).text().contains(&made.program.functions.last().unwrap().name));
                }
            }
            Err(why) => {
                assert!(!why.reason.is_empty());
                refused.push(format!("{}: {}", path.file_stem().unwrap().to_string_lossy(), why.reason));
            }
        }
    }
    refused.sort();
    println!("{written} written\n{}", refused.join("\n"));
    assert!(written >= 70, "{written} written; refused:\n{}", refused.join("\n"));
}

/// Names that mean something in one of the languages, and branches that do nothing.
#[test]
fn awkward_names_and_empty_branches_run_too() {
    let text = "game Odd\n  state found: nat, best: 0..3 = 2\n  \
                move value(range in 1..found, options = range % 3):\n    found -= range\n    \
                if options == 0: pass\n    else: best = options\n";
    assert!(grundy_rule::read(text).diagnostics.is_empty());
    let subject = subject(text, &[]);
    let asked = Asked {
        subject: &subject,
        text,
        method: Some(Method::Recursion),
        tests: 20,
        bound: 9,
        budget: 100,
        parameters: Parameters::Fixed,
        main: None,
    };
    let made = export(&asked, &step).unwrap_or_else(|refused| panic!("{}", refused.reason));
    assert_eq!(made.program.tests.len(), 20);
    let file = std::env::temp_dir().join(format!("grundy-odd-{}.py", std::process::id()));
    std::fs::write(&file, print(&made.program, Lang::Python).text()).expect("written");
    run(Path::new("python3"), &[&file.display().to_string()]);
    std::fs::remove_file(&file).expect("removed");
}

/// A field is called what another is called once it is written; what a binder is called, the program calls a table of its own.
#[test]
fn names_of_the_rules_are_not_those_of_the_program() {
    let texts = [
        "game A\n  state n: nat, new_n: nat\n  move t if n > 0 and new_n > 0: n -= 1; new_n -= 1\n",
        "game A\n  state n: nat, new_n: nat, async: 0..3 = 0\n  move int(marks in 1..2, best in 1..2) if marks <= n and best <= new_n: n -= marks; new_n -= best; async = (async + marks) % 4\n  move fn(grundy_at in 1..2) if grundy_at <= new_n: new_n -= grundy_at\n",
        "game A\n  state n: nat, grundy_at: nat, typename: 0..1 = 0\n  move t(await in 1..2, inline in 1..2) if await <= n and inline <= grundy_at: n -= await; grundy_at -= inline; typename = 1\n",
    ];
    let folder = std::env::temp_dir().join(format!("grundy-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (number, text) in texts.iter().enumerate() {
        let reading = grundy_rule::read(text);
        assert!(reading.diagnostics.iter().all(|found| !found.is_error()), "{:?}", reading.diagnostics);
        let subject = subject(text, &[]);
        let asked = Asked {
            subject: &subject,
            text,
            method: Some(Method::Recursion),
            tests: 40,
            bound: 4,
            budget: 100,
            parameters: Parameters::Fixed,
            main: None,
        };
        let made = export(&asked, &step).unwrap_or_else(|refused| panic!("{}", refused.reason));
        assert!(made.program.tests.len() >= 20, "{} cases", made.program.tests.len());
        let at = |name: String| folder.join(name).display().to_string();
        let [cpp, rust, python] = ["cpp", "rs", "py"].map(|ending| at(format!("n{number}.{ending}")));
        for (lang, file) in [(Lang::Cpp, &cpp), (Lang::Rust, &rust), (Lang::Python, &python)] {
            std::fs::write(file, print(&made.program, lang).text()).expect("written");
        }
        let (of_cpp, of_rust) = (at(format!("c{number}")), at(format!("r{number}")));
        run(Path::new("g++"), &["-std=c++17", "-O0", "-o", &of_cpp, &cpp]);
        run(Path::new("rustc"), &["--edition", "2021", "-A", "warnings", "-o", &of_rust, &rust]);
        for program in [&of_cpp, &of_rust] {
            run(Path::new(program), &[]);
        }
        run(Path::new("python3"), &[&python]);
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// Where values are not added a move to several parts is refused, however the position is written.
#[test]
fn sums_that_are_not_added_are_refused() {
    let refused = |to: &str| {
        let text = format!(
            "game A\n  state n: nat\n  move t if n > 0: n -= 1\n  move s if n > 3: become {to}\n  misere play\n"
        );
        let subject = subject(&text, &[]);
        let (method, parameters) = (Some(Method::Recursion), Parameters::Fixed);
        let asked =
            Asked { subject: &subject, text: &text, method, tests: 0, bound: 9, budget: 2000, parameters, main: None };
        export(&asked, &step).is_err_and(|why| why.reason.contains("a sum"))
    };
    for to in [
        "A(n - 3) + A(1)",
        "if n > 5 then A(n - 3) + A(1) else A(0)",
        "if n > 5 then A(0) else sum(i in 0..1: A(i))",
        "sum(i in 0..1 if i > 0: A(i))",
    ] {
        assert!(refused(to), "{to}");
    }
    assert!(!refused("if n > 5 then A(n - 3) else A(0)"));
}
