//! What is undefined, in the three languages: the table of the language, operator by operator, as programs that are
//! compiled and run. An eighth of a round; Python takes all of that, the others a part: they are printed from the same small program.

use grundy_answer::{Unwatched, Watch};
use grundy_export::{Asked, E, Lang, Method, Parameters, Program, export, print};
use grundy_fuzz::undefined::{self, At, Condition, Sample};
use grundy_prove::Subject;
use std::collections::BTreeMap;
use std::process::Command;

fn step<'w>() -> Box<dyn Watch + 'w> {
    Box::new(Unwatched)
}

/// Where conditions stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Guard,
    /// The filter of a set that a body writes.
    Body,
}

/// The program of some conditions, or why there is none.
fn program(conditions: &[Condition], place: Place) -> Result<Program, String> {
    let text = match place {
        Place::Guard => Sample::chosen(conditions),
        Place::Body => Sample::chosen_in_body(conditions),
    };
    let world = grundy_kit::world(&text);
    let subject = Subject::by_default(&world, (0, 0)).expect("defaults");
    let method = Some(Method::Recursion);
    let asked = Asked {
        subject: &subject,
        text: &text,
        method,
        tests: 0,
        bound: 3,
        budget: 10,
        parameters: Parameters::Fixed,
        main: None,
    };
    export(&asked, &step).map(|made| made.program).map_err(|refused| refused.reason)
}

/// The programs of conditions: of all together, or of each that can be written.
fn programs(
    conditions: &[Condition],
    place: Place,
    refused: &mut BTreeMap<String, usize>,
) -> Vec<(Vec<Condition>, Program)> {
    match (program(conditions, place), conditions) {
        (Ok(program), _) => vec![(conditions.to_vec(), program)],
        (Err(reason), [_]) => {
            *refused.entry(reason).or_default() += 1;
            Vec::new()
        }
        _ => conditions.chunks(1).flat_map(|one| programs(one, place, refused)).collect(),
    }
}

/// Calls at every position, for every condition and both values of `i`, with what the table says.
fn calls(conditions: &[Condition], place: Place) -> Vec<(Vec<E>, i64)> {
    let mut calls = Vec::new();
    for at in undefined::positions() {
        for (c, condition) in conditions.iter().enumerate() {
            for i in 0..2 {
                let array = |list: [i64; 2]| E::Array(list.iter().map(|&number| E::Int(number)).collect());
                let tag = E::Int(4 * c as i64 + i + 1);
                let mut arguments =
                    vec![E::Int(at.n), array(at.p), array(at.q), E::Mask(at.s.into()), E::Int(at.u.unwrap_or(-1)), tag];
                let holds = i64::from(condition.holds(&At { i, ..at }));
                let value = match place {
                    Place::Guard => holds,
                    Place::Body => {
                        arguments.push(E::Mask(0));
                        1 - holds
                    }
                };
                calls.push((arguments, value));
            }
        }
    }
    calls
}

fn run(program: &str, arguments: &[&str]) -> (bool, String) {
    let output = Command::new(program).args(arguments).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), said + &String::from_utf8_lossy(&output.stderr))
}

#[test]
fn every_operator_keeps_what_is_undefined() {
    let folder = std::env::temp_dir().join(format!("grundy-undefined-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let at = |name: &str| folder.join(name).display().to_string();
    let conditions: Vec<Condition> =
        undefined::round(0).into_iter().flat_map(|sample| sample.conditions).step_by(8).collect();
    let (mut refused, mut written, mut made) = (BTreeMap::new(), 0, Vec::new());
    for (number, some) in conditions.chunks(12).enumerate() {
        let place = if number % 3 == 2 { Place::Body } else { Place::Guard };
        for (conditions, mut program) in programs(some, place, &mut refused) {
            written += conditions.len();
            program.tests = calls(&conditions, place);
            made.push((conditions, program));
        }
    }
    println!("{written} of {} conditions are written; {refused:#?}", conditions.len());
    assert!(written * 10 > conditions.len() * 8, "{written} of {}", conditions.len());
    let mut python = String::from("wrong = 0\n");
    for (number, (_, program)) in made.iter().enumerate() {
        std::fs::write(at(&format!("g{number}.py")), print(program, Lang::Python).text()).expect("written");
        python += &format!("import g{number}\nif g{number}.failures(): print('g{number}'); wrong += 1\n");
    }
    std::fs::write(at("all.py"), python + "raise SystemExit(wrong != 0)\n").expect("written");
    let (fine, said) = run("python3", &[&at("all.py")]);
    let texts = |number: usize| made[number].0.iter().map(|one| one.text.clone()).collect::<Vec<_>>().join("\n  ");
    let wrong: Vec<String> = said.lines().filter_map(|line| line.strip_prefix('g')?.parse().ok()).map(&texts).collect();
    assert!(fine, "python: {said}\nin one of each\n{}", wrong.join("\n"));
    let (mut cpp, mut rust, mut mains) = (String::new(), String::new(), [String::new(), String::new()]);
    for (number, (_, program)) in made.iter().enumerate().step_by(4) {
        let text = print(program, Lang::Cpp);
        let preamble = if number == 0 { text.preamble } else { String::new() };
        cpp += &format!("{preamble}namespace g{number} {{\n{}}}\n", text.body);
        mains[0] += &format!("if (g{number}::failures()) {{ printf(\"g{number}\\n\"); w = 1; }}\n");
        let text = print(program, Lang::Rust);
        rust += &format!("mod g{number} {{\n{}{}}}\n", text.preamble, text.body);
        mains[1] += &format!("if g{number}::failures() > 0 {{ println!(\"g{number}\"); w = 1; }}\n");
    }
    std::fs::write(at("all.cpp"), format!("{cpp}int main() {{ int w = 0;\n{}return w; }}\n", mains[0]))
        .expect("written");
    let main = format!("fn main() {{ let mut w = 0;\n{}std::process::exit(w); }}\n", mains[1]);
    std::fs::write(at("all.rs"), rust + &main).expect("written");
    for (compiler, arguments) in [
        ("g++", vec!["-std=c++17", "-O0", "-o", &at("cpp"), &at("all.cpp")]),
        ("rustc", vec!["--edition", "2021", "-A", "warnings", "-o", &at("rust"), &at("all.rs")]),
    ] {
        let (fine, said) = run(compiler, &arguments);
        assert!(fine, "{compiler}: {said}");
    }
    for binary in ["cpp", "rust"] {
        let (fine, said) = run(&at(binary), &[]);
        assert!(fine, "{binary}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("removed");
}
