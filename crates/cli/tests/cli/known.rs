//! The rows of tests/known/ against the solver; the sources are named in the files. Light rows by interpretation, each within
//! a budget of work; heavy ones, of which bench/reach runs all, by native code. Rows of the weight `bench` are run there alone.

use super::library::{entries, root};
use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_prove::Effort;
use grundy_rule::{Module, check_position, parse_expression};
use grundy_run::{Compiler, Position, Side, World};
use grundy_solve::{Answer, Class, Grundy, Laws, Question, Refusal, Winner, canonical_value, solve};
use grundy_value::{Answer as Calculated, Arena, Calculator, NoPositions};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// What one row may cost, in ticks of the watch; the dearer rows are for the slow run.
const TICKS: u64 = 5;

/// One row in so many is tried, of each file and query.
const EVERY: usize = 7;

/// What a heavy row may cost.
const HEAVY_TICKS: u64 = 8_000;

/// A row's budget.
struct Budget(AtomicU64);

impl Budget {
    fn of(ticks: u64) -> Budget {
        Budget(AtomicU64::new(ticks))
    }
}

impl Watch for Budget {
    fn tick(&self, _: Progress) -> Option<Stop> {
        let left = self.0.load(Relaxed);
        self.0.store(left.saturating_sub(1), Relaxed);
        (left == 0).then_some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

/// Positions of each file and game that are asked for their heavy rows; the last is always one of them.
const HEAVY: usize = 3;

struct Row {
    file: String,
    query: String,
    position: String,
    answer: String,
}

impl Row {
    fn game(&self) -> &str {
        self.position.split('(').next().unwrap_or_default()
    }
}

fn rows(weight: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for entry in std::fs::read_dir(root().join("tests/known")).expect("tests/known").flatten() {
        let text = std::fs::read_to_string(entry.path()).expect("readable");
        let file = entry.file_name().to_string_lossy().into_owned();
        for line in text.lines() {
            // Counts of sequences are compared in tests/moves.rs.
            let counted = ["perft", "plays", "positions"].iter().any(|query| line.starts_with(query));
            if let [query, position, answer, _, of] = line.split('\t').collect::<Vec<_>>()[..]
                && of == weight
                && !counted
            {
                let [file, query, position, answer] = [&file, query, position, answer].map(str::to_string);
                rows.push(Row { file, query, position, answer });
            }
        }
    }
    rows.sort_by(|a, b| (&a.file, &a.query).cmp(&(&b.file, &b.query)));
    rows
}

/// The library as one world of the files that a position names.
struct Library {
    modules: Vec<(Vec<String>, Arc<Module>)>,
    compiler: Option<Arc<dyn Compiler>>,
    /// What was asked last, and the answer: rows about one position follow each other.
    last: Mutex<Option<(Asked, Option<Answer>)>>,
}

/// A position, who starts, and whether the length is asked for.
type Asked = (String, Option<Side>, bool);

impl Library {
    fn whole(compiler: Option<Arc<dyn Compiler>>) -> Library {
        let modules = entries().into_iter().map(|entry| {
            let module = entry.world.modules()[0].clone();
            (module.games.iter().map(|rules| rules.name.clone()).collect(), module)
        });
        Library { modules: modules.collect(), compiler, last: Mutex::new(None) }
    }

    /// The answer to a question; nothing if it costs more than the watch allows.
    fn answer(&self, asked: Asked, position: &Position, watch: &dyn Watch) -> Result<Option<Answer>, String> {
        let mut last = self.last.lock().expect("no panic inside");
        if let Some((_, answer)) = last.as_ref().filter(|(before, _)| *before == asked) {
            return Ok(answer.clone());
        }
        // As `grundy solve` does, the claims of rules are asked first where a search is out of reach.
        if !asked.2 && matches!(grundy_prove::laws(position), Laws::Claims) {
            let effort = Effort { positions: 1 << 18, ..Effort::default() };
            if let Some(answer) = grundy_prove::answered(position, effort, watch) {
                return Ok(Some(answer));
            }
        }
        let question = Question { first: asked.1, plies: asked.2, ..Question::default() };
        let answer = match solve(position, question, watch) {
            Ok(answer) => Some(answer).filter(|answer| answer.stopped.is_none()),
            Err(Refusal::Stopped(..)) => None,
            Err(other) => return Err(format!("{other:?}")),
        };
        *last = Some((asked, answer.clone()));
        Ok(answer)
    }

    fn position(&self, text: &str) -> Result<Position, String> {
        let expr = parse_expression(text, 1 << 26).map_err(|mistakes| format!("{mistakes:?}"))?;
        let names_it = |name: &String| {
            text.match_indices(name.as_str()).any(|(at, _)| {
                let before = text[..at].chars().next_back();
                let after = text[at + name.len()..].chars().next();
                !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
            })
        };
        let named = self.modules.iter().filter(|(names, _)| names.iter().any(names_it));
        let world = World::with_compiler(named.map(|(_, module)| module.clone()).collect(), self.compiler.clone());
        let modules: Vec<&Module> = world.modules().iter().map(|module| &**module).collect();
        let closed = check_position(&expr, &modules).map_err(|mistakes| format!("{mistakes:?}"))?;
        grundy_run::position(&world, 0, &closed).map_err(|mistake| format!("{mistake:?}"))
    }
}

#[test]
fn light_rows_hold() {
    let library = Library::whole(None);
    let mut wrong = Vec::new();
    let mut tried: HashMap<(String, String), usize> = HashMap::new();
    let (mut held, mut dear) = (0, 0);
    for row in rows("light") {
        let number = tried.entry((row.file.clone(), row.query.clone())).or_default();
        *number += 1;
        if *number % EVERY != 1 && *number > 20 {
            continue;
        }
        match found(&library, &row, &Budget::of(TICKS)) {
            Ok(None) => dear += 1,
            Ok(Some(found)) if found.contains(&row.answer) => held += 1,
            Ok(Some(found)) => {
                wrong.push(format!("{} {} {}: {found:?}, not {}", row.file, row.query, row.position, row.answer))
            }
            Err(mistake) => wrong.push(format!("{} {} {}: {mistake}", row.file, row.query, row.position)),
        }
    }
    println!("{held} rows hold, {dear} are too dear for this test");
    never_fewer("light", held);
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// That at least as many rows of a weight hold as tests/known/held.txt records; `GRUNDY_UPDATE=1` records that there are more.
fn never_fewer(weight: &str, held: u64) {
    static RECORD: Mutex<()> = Mutex::new(());
    let _alone = RECORD.lock();
    let path = root().join("tests/known/held.txt");
    let record = std::fs::read_to_string(&path).expect("readable");
    let number = |line: &str| line.strip_prefix(weight).and_then(|number| number.trim().parse::<u64>().ok());
    let recorded = record.lines().find_map(number).expect("a number of rows");
    assert!(held >= recorded, "{held} {weight} rows hold, where {recorded} did");
    if held > recorded && std::env::var_os("GRUNDY_UPDATE").is_some() {
        let kept = record.lines().filter(|line| number(line).is_none());
        let mut lines: Vec<String> = kept.map(str::to_string).chain([format!("{weight} {held}")]).collect();
        lines.sort();
        std::fs::write(&path, lines.join("\n") + "\n").expect("writable");
    }
}

/// Boards, piles and strips as large as they are promised, through native code, with all moves that are recorded.
#[test]
fn heavy_rows_hold() {
    let library = Library::whole(Some(Arc::new(grundy_jit::Native)));
    let mut games: BTreeMap<(String, String), Vec<Row>> = BTreeMap::new();
    for row in rows("heavy") {
        games.entry((row.game().to_string(), row.file.clone())).or_default().push(row);
    }
    // Questions that are the same stand together.
    let length = |row: &Row| matches!(row.query.as_str(), "plies" | "rounds");
    games.values_mut().for_each(|rows| rows.sort_by_key(|row| (row.position.clone(), !length(row), row.query.clone())));
    let mut wrong = Vec::new();
    let (mut held, mut dear) = (0, Vec::new());
    for rows in games.values() {
        let mut positions: Vec<&str> = rows.iter().map(|row| &*row.position).collect();
        positions.sort_by_key(|position| (position.len(), *position));
        positions.dedup();
        let step = positions.len().div_ceil(HEAVY);
        let chosen: Vec<&str> = positions.into_iter().rev().step_by(step).collect();
        for row in rows.iter().filter(|row| chosen.contains(&&*row.position)) {
            let told = || format!("{} {} {:.80}", row.file, row.query, row.position);
            match found(&library, row, &Budget::of(HEAVY_TICKS)) {
                Ok(None) => dear.push(told()),
                Ok(Some(found)) if found.contains(&row.answer) => held += 1,
                Ok(Some(found)) => wrong.push(format!("{}: {found:?}, not {}", told(), row.answer)),
                Err(mistake) => wrong.push(format!("{}: {mistake}", told())),
            }
        }
    }
    println!("{held} rows hold; left to bench/reach: {dear:#?}");
    never_fewer("heavy", held);
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every row of the published theorems, values and outcomes of positions of eight games.
#[test]
fn every_theorem_holds() {
    let library = Library::whole(None);
    let rows: Vec<Row> = rows("light").into_iter().filter(|row| row.file == "theorems.tsv").collect();
    assert!(rows.len() >= 300, "{} rows", rows.len());
    let wrong = rows.iter().filter_map(|row| {
        let position = library.position(&row.position).expect("a position");
        let found = match row.query.as_str() {
            "value" => value(&position, &row.answer, &Unwatched),
            _ => Ok(spelt(&position, &solve(&position, Question::default(), &Unwatched).expect("small"), &row.query)),
        };
        let holds = matches!(&found, Ok(Some(found)) if found.contains(&row.answer));
        (!holds).then(|| format!("{}: {found:?}, not {}", row.position, row.answer))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new());
}

/// The answers as they may be spelt, `None` if they cost more than the budget or the query is not one of the solver.
fn found(library: &Library, row: &Row, watch: &dyn Watch) -> Result<Option<Vec<String>>, String> {
    let position = library.position(&row.position)?;
    if row.query == "value" {
        return value(&position, &row.answer, watch);
    }
    let plies = matches!(row.query.as_str(), "plies" | "rounds");
    let starter = row.query.strip_prefix("starting_").map(|name| {
        let [left, _] = &position.parts[0].game.rules.players;
        if left.eq_ignore_ascii_case(name) { Side::Left } else { Side::Right }
    });
    let Some(answer) = library.answer((row.position.clone(), starter, plies), &position, watch)? else {
        return Ok(None);
    };
    if let Some(starter) = starter {
        let players = &position.parts[0].game.rules.players;
        return Ok(Some(vec![match answer.winner {
            Some(Winner::First) => players[starter as usize].clone(),
            Some(Winner::Second) => players[starter.other() as usize].clone(),
            other => format!("{other:?}"),
        }]));
    }
    if matches!(row.query.as_str(), "winning_moves" | "best_moves") {
        return Ok(Some(if moves(&position, &answer) == sorted(&row.answer) {
            vec![row.answer.clone()]
        } else {
            moves(&position, &answer)
        }));
    }
    Ok(spelt(&position, &answer, &row.query))
}

/// The listed moves as they are recorded: `take(3)`, in a sum `0:take(3)`.
fn moves(position: &Position, answer: &Answer) -> Vec<String> {
    let mut moves: Vec<String> = answer
        .winning_moves
        .iter()
        .map(|one| if position.parts.len() > 1 { format!("{}:{}", one.component, one.text) } else { one.text.clone() })
        .collect();
    moves.sort();
    moves
}

fn sorted(recorded: &str) -> Vec<String> {
    let mut moves: Vec<String> = recorded.split("; ").filter(|one| !one.is_empty()).map(str::to_string).collect();
    moves.sort();
    moves
}

fn value(position: &Position, wanted: &str, watch: &dyn Watch) -> Result<Option<Vec<String>>, String> {
    let arena = Arena::new();
    let values = arena.values(watch);
    let Ok(Calculated::Game(wanted_value)) = Calculator::new(&NoPositions).evaluate(values, wanted) else {
        return Err(format!("{wanted} is no value"));
    };
    match canonical_value(position, values, watch) {
        Ok(value) if value == wanted_value => Ok(Some(vec![wanted.to_string()])),
        Ok(value) => Ok(Some(vec![values.text(value).map_err(|halt| halt.to_string())?])),
        Err(Refusal::Stopped(..)) => Ok(None),
        Err(other) => Err(format!("{other:?}")),
    }
}

fn spelt(position: &Position, answer: &Answer, query: &str) -> Option<Vec<String>> {
    let one = |text: Option<String>| Some(text.into_iter().collect());
    match query {
        "grundy" => one(answer.grundy.as_ref().map(|grundy| match grundy {
            Grundy::Finite(value) => value.to_string(),
            Grundy::Infinite(set) => format!("{set:?}"),
        })),
        "loopy_grundy" => one(answer.grundy.as_ref().map(|grundy| match grundy {
            Grundy::Finite(value) => value.to_string(),
            Grundy::Infinite(set) => {
                let set: Vec<String> = set.iter().map(u64::to_string).collect();
                format!("inf({})", set.join(", "))
            }
        })),
        "outcome" => one(answer.outcome.map(|class: Class| format!("{class:?}"))),
        "margin" => one(answer.margin.map(|margin| margin.to_string())),
        "plies" => one(answer.plies.map(|plies| plies.to_string())),
        "rounds" => one(answer.plies.map(|plies| plies.div_ceil(2).to_string())),
        "winning_move_count" => one(Some(answer.winning_move_count.to_string())),
        "winner" => {
            let players = &position.parts.first()?.game.rules.players;
            let word = |winner: Winner| match winner {
                Winner::First => "first".to_string(),
                Winner::Second => "second".to_string(),
                Winner::Draw => "draw".to_string(),
                Winner::Player(side) => players[side as usize].clone(),
            };
            let mut words: Vec<String> = answer.winner.into_iter().map(word).collect();
            if let Some([left, _]) = answer.by_starter {
                words.push(word(left));
                words.push(match left {
                    Winner::First => players[0].clone(),
                    Winner::Second => players[1].clone(),
                    other => word(other),
                });
            }
            Some(words)
        }
        _ => None,
    }
}
