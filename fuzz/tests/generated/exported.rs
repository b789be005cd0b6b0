//! Programs to take away, run in Python: what they give at positions spread over all that the fields allow is what the
//! definitions say.

use super::engines::Truth;
use grundy_answer::{Unwatched, Watch};
use grundy_export::{Asked, E, Lang, Method, Parameters, export, print};
use grundy_prove::Subject;
use grundy_rule::syntax::Query;
use grundy_run::{Component, Position, Side, Stored, Value};
use std::path::PathBuf;
use std::process::Command;

/// Positions of each game.
const POSITIONS: u128 = 10;

/// So many programs are run together.
const TOGETHER: usize = 200;

/// A text whose program is wrong, and how.
type Found = (String, String, String);

/// Programs written so far, each in a file of its own.
pub struct Programs {
    folder: PathBuf,
    ids: Vec<(String, String)>,
    wrong: Vec<Found>,
}

impl Programs {
    /// In a folder of this name.
    pub fn new(name: &str) -> Programs {
        let folder = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        Programs { folder, ids: Vec::new(), wrong: Vec::new() }
    }

    /// Writes the program of a game with calls and their answers, if it can be written; whether it was.
    pub fn write(&mut self, id: &str, text: &str, subject: &Subject) -> bool {
        let method = Some(Method::Recursion);
        let parameters = Parameters::Fixed;
        let asked = Asked { subject, text, method, tests: 0, bound: 4, budget: 100, parameters, main: None };
        let Ok(mut made) = export(&asked, &|| -> Box<dyn Watch> { Box::new(Unwatched) }) else { return false };
        let Some(function) = made.program.functions.last() else { return false };
        let told = function.params.iter().any(|(name, _)| name == "mover");
        let query = match function.doc.first().map(String::as_str) {
            Some(doc) if doc.starts_with("The Grundy value") => Query::Grundy,
            Some(doc) if doc.starts_with("Points") => Query::Margin,
            _ => Query::Winner,
        };
        let bounds = vec![4; subject.rules().fields.len()];
        let Ok(game) = subject.world.game(subject.key, subject.params.clone(), bounds) else { return false };
        let Some(count) = grundy_run::count(&game.shapes).filter(|&count| count > 0) else { return false };
        for number in 0..POSITIONS.min(count) {
            let state = grundy_run::unrank(&game.shapes, number * count / POSITIONS.min(count));
            let Some(packed) = game.pack(&state) else { continue };
            let position = Position { parts: vec![Component { game: game.clone(), packed }] };
            let Some(truth) = Truth::of(&position) else { continue };
            for mover in [Side::Left, Side::Right] {
                let Some(said) = truth.spelt(query, mover) else { continue };
                let answer = match said.as_str() {
                    "first" => 1,
                    "second" => -1,
                    "draw" => 0,
                    number => number.parse().expect("a number"),
                };
                let Some(mut arguments) = state.fields.iter().map(argument).collect::<Option<Vec<E>>>() else {
                    continue;
                };
                if told {
                    arguments.push(E::Int(mover as i64));
                }
                made.program.tests.push((arguments, answer));
            }
        }
        if made.program.tests.is_empty() {
            return false;
        }
        std::fs::create_dir_all(&self.folder).expect("a folder");
        let file = self.folder.join(format!("g{}.py", self.ids.len()));
        std::fs::write(file, print(&made.program, Lang::Python).text()).expect("written");
        self.ids.push((id.to_string(), text.to_string()));
        if self.ids.len() == TOGETHER {
            self.run();
        }
        true
    }

    /// Runs what is left; the texts whose programs give something else, with what Python says.
    pub fn wrong(mut self) -> Vec<Found> {
        self.run();
        self.wrong
    }

    /// Runs all programs.
    fn run(&mut self) {
        if self.ids.is_empty() {
            return;
        }
        let mut main = String::from("import traceback\n");
        for number in 0..self.ids.len() {
            main += &format!(
                "try:\n    import g{number}\n    f = g{number}.failures()\n    if f: print('wrong', {number}, f)\n\
                 except Exception as e: print('wrong', {number}, repr(e))\n"
            );
        }
        std::fs::write(self.folder.join("all.py"), main).expect("written");
        let output = Command::new("python3").arg("all.py").current_dir(&self.folder).output().expect("python runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        std::fs::remove_dir_all(&self.folder).expect("removed");
        let rows = said.lines().filter_map(|line| line.strip_prefix("wrong ")).filter_map(|row| row.split_once(' '));
        for (number, how) in rows {
            let (id, text) = self.ids[number.parse::<usize>().expect("a number")].clone();
            self.wrong.push((id, text, how.to_string()));
        }
        self.ids.clear();
    }
}

/// A field as an argument: none is -1, players are 0 and 1, sets are masks.
fn argument(stored: &Stored) -> Option<E> {
    let scalar = |value: &Value| {
        Some(match value {
            Value::None => -1,
            Value::Int(number) => *number,
            Value::Bool(truth) => i64::from(*truth),
            Value::Player(side) => *side as i64,
            Value::Name(number) => i64::from(*number),
            _ => return None,
        })
    };
    Some(match stored {
        Stored::One(Value::Bool(truth)) => E::Bool(*truth),
        Stored::One(Value::Cell(row, column)) => E::Tuple(vec![E::Int((*row).into()), E::Int((*column).into())]),
        Stored::One(value) => E::Int(scalar(value)?),
        Stored::Array(cells) => E::Array(cells.iter().map(|cell| scalar(cell).map(E::Int)).collect::<Option<_>>()?),
        Stored::Set(bits) => E::Mask(bits.first().copied().unwrap_or(0)),
    })
}
