//! `grundy sequence CODE`: the values, the period with its proof, answers far out, statistics and exports.

mod answer;
mod misere;

use crate::asked;
use crate::number::number;
use crate::periods;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::{self, Terminal};
use crate::whole;
use answer::Answer;
use grundy_answer::Standing;
use grundy_heap::{Code, Outcomes, Play, Reach, Sequence, Table, save};
use grundy_run::{Component, Game, Position, State, Stored, Value};
use grundy_solve::{Answer as Solved, Grundy, Question, Refusal};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// The most values that are ever computed at once.
const MOST: u64 = 4_000_000_000;

/// What to compute and what to show.
#[derive(clap::Args)]
#[command(after_help = "Codes:
  S{1,3,4}      take 1, 3 or 4              AllBut{2}    take any number but 2
  0.77, 4.137   octal digits                0x0.3f       hexadecimal digits
  0.3...        the last digit repeats      0.1[37]...   the bracket repeats
  4.0u          split into unequal parts    0.(31)       one digit of any width

Examples:
  grundy sequence 0.77
  grundy sequence kayles --at 1e18
  grundy sequence subtraction 'S = {2, 5, 7}' --at 1e18
  grundy sequence 'S{1,3,4}' --at 1e18 --count-losing 1e9
  grundy sequence 0.16 --stats
  grundy sequence 0.6 --to 1e6 --save officers.heap --bfile b000000.txt")]
pub struct Args {
    /// The code of a heap game (quote braces for the shell: 'S{1,3,4}'), or a rule file or library name, and its parameters.
    #[arg(required = true, value_name = "CODE")]
    code: Vec<String>,

    /// Compute at most this many values (1e6); without it, until a period is proved or some seconds passed.
    #[arg(long, value_name = "N", value_parser = number)]
    to: Option<u64>,

    /// Compute all values to --to, even when a period is proved earlier.
    #[arg(long, requires = "to")]
    all: bool,

    /// Print this many values, from heap 0.
    #[arg(long, value_name = "N", value_parser = number, default_value = "40")]
    print: u64,

    /// The value of a heap of N, who wins it, and winning moves.
    #[arg(long, value_name = "N", value_parser = number)]
    at: Option<u64>,

    /// How many heaps 1..N the player to move loses.
    #[arg(long, value_name = "N", value_parser = number)]
    count_losing: Option<u64>,

    /// The last move loses; who wins one heap alone.
    #[arg(long, conflicts_with_all = ["stats", "save", "bfile", "csv"])]
    misere: bool,

    /// Histogram, records, rare and common values.
    #[arg(long)]
    stats: bool,

    /// Go on from this file if it is there, and keep the values in it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Write the values as an OEIS b-file.
    #[arg(long, value_name = "FILE")]
    bfile: Option<PathBuf>,

    /// Write the values as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a certificate of the proved period, for `grundy verify`.
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    certificate: Option<PathBuf>,
}

/// Computes and answers.
pub fn run(args: Args) -> Outcome {
    let code = match subject(&args.code)? {
        Subject::Code(code) => code,
        Subject::Searched(game) => return searched(&game, &args),
    };
    let reach = reach(&args)?;
    let watch = terminal::watch();
    if args.misere {
        return last_loses(&code, reach, &args, &watch);
    }
    let sequence = match &args.save {
        None => Sequence::explore(code.rule(), reach, &watch),
        Some(path) => saved(&code, reach, path, &watch)?,
    };
    for (path, separator, title) in [(&args.bfile, " ", ""), (&args.csv, ",", "n,value\n")] {
        if let Some(path) = path {
            let lines = (0u64..).zip(sequence.table().values().iter());
            let text: String = lines.map(|(n, value)| format!("{n}{separator}{value}\n")).collect();
            whole::write(path, (title.to_string() + &text).as_bytes())?;
        }
    }
    let mut answer = Answer::new(&code, watch.seconds());
    answer.sequence(&sequence, args.print);
    if let Some(n) = args.at {
        answer.at(&sequence, n);
    }
    if let Some(n) = args.count_losing {
        answer.losing(sequence.count_losing(n), n, sequence.computed());
    }
    if args.stats {
        answer.statistics(&sequence);
    }
    if let Some(path) = &args.certificate {
        let both = (&mut answer.text, &mut answer.json);
        periods::certify(&args.code, code.rule(), &sequence, path, &watch, both)?;
    }
    Ok(answer.finish())
}

/// What the word stands for: a code, or rules with one heap.
enum Subject {
    /// A code, written or read off rules.
    Code(Code),
    /// Rules with one `nat` field that have no heap form, at their parameters.
    Searched(Arc<Game>),
}

/// A code, or the code read off rules.
pub fn code_or_rules(word: &str) -> Result<Code, Failure> {
    match subject(&[word.to_string()])? {
        Subject::Code(code) => Ok(code),
        Subject::Searched(game) => {
            let cause = format!("no code can be read off the rules of {}", game.rules.name);
            Err(Failure::bad_input("code", cause).remedy("`grundy facts` says why; `grundy solve` searches"))
        }
    }
}

fn subject(words: &[String]) -> Result<Subject, Failure> {
    let refused = match code(words) {
        Ok(code) => return Ok(Subject::Code(code)),
        Err(failure) => failure,
    };
    let (name, settings) = match words {
        [name] => (name, None),
        [name, settings] => (name, Some(settings.as_str())),
        _ => return Err(refused),
    };
    let looks_like_code = name.starts_with(|first: char| first.is_ascii_digit() || first == '.') || name.contains('{');
    if looks_like_code && !std::path::Path::new(name).is_file() {
        return Err(refused);
    }
    let ruled = match asked::rules(name) {
        Ok(ruled) => ruled,
        Err(_) if settings.is_some() => return Err(refused),
        Err(failure) => return Err(failure),
    };
    let rules = &ruled.module.games[ruled.game];
    let [only] = &rules.fields[..] else { return Err(no_heap(&rules.name)) };
    if !matches!(only.domain, grundy_rule::Domain::Nat) {
        return Err(no_heap(&rules.name));
    }
    let (game, title) = match settings {
        None => {
            let title = rules.name.clone();
            let key = (0, ruled.game);
            let world = crate::native::world(vec![Arc::new(ruled.module)]);
            (grundy_run::default_game(&world, key, 0).map_err(|diagnostic| asked::fault(&diagnostic))?, title)
        }
        Some(settings) => {
            let empty = format!("{settings}, {} = 0", only.name);
            let asked = asked::position(name, Some(&empty)).or_else(|_| asked::position(name, Some(settings)))?;
            let Some(part) = asked.position.parts.first() else { return Err(no_heap(&rules.name)) };
            (part.game.clone(), format!("{}, {settings}", rules.name))
        }
    };
    Ok(match grundy_solve::heap_rule(&game) {
        Some(rule) => Subject::Code(Code::named(format!("{title} ({rule})"), rule)),
        None => Subject::Searched(game),
    })
}

fn no_heap(name: &str) -> Failure {
    let cause = format!("{name} is not a game with one heap");
    Failure::bad_input("code", cause).remedy("`grundy table` lists values over fields and parameters")
}

/// Values found by search, with no theorem behind what lies beyond them.
fn searched(of: &Game, args: &Args) -> Outcome {
    let watch = terminal::watch();
    let count = args.to.unwrap_or(args.print).clamp(1, 100_000);
    let rules = &of.rules;
    let mut values: Vec<u64> = Vec::new();
    for size in 0..count {
        let game = of.world().game(of.key, of.params.clone(), vec![size as i64]);
        let game = game.map_err(|diagnostic| asked::fault(&diagnostic))?;
        let state = State { fields: vec![Stored::One(Value::Int(size as i64))] };
        let packed = game.pack(&state).expect("the bound holds the heap");
        let position = Position { parts: vec![Component { game, packed }] };
        match grundy_solve::solve(&position, Question::default(), &watch) {
            Ok(Solved { grundy: Some(Grundy::Finite(value)), .. }) => values.push(value),
            Ok(_) => {
                let cause = format!("{} has no Grundy values", rules.name);
                return Err(Failure::bad_input("code", cause).remedy("`grundy table` lists outcomes"));
            }
            Err(Refusal::Stopped(..)) => break,
            Err(refusal) => return super::solve::refused(refusal, watch.seconds()),
        }
    }
    let standing = Standing::Checked(format!("searched to {}; no theorem is offered for this game", values.len()));
    let shown: Vec<u64> = values.iter().copied().take(args.print as usize).collect();
    let text: Vec<String> = shown.iter().map(u64::to_string).collect();
    let stopped = (values.len() as u64) < count;
    let json = json!({
        "code": rules.name,
        "values": shown,
        "computed": values.len(),
        "method": "search",
        "standing": { "kind": standing.kind(), "reason": standing.reason() },
    });
    let exit = if stopped { Exit::Limit } else { Exit::Fine };
    Ok(Reply { text: format!("{}: {}\n{standing}\n", rules.name, text.join(" ")), json, exit })
}

/// One code; several words are what a shell makes of unquoted braces.
pub fn code(words: &[String]) -> Result<Code, Failure> {
    let [text] = words else {
        return Err(Failure::bad_input("code", format!("{} codes were given, one is wanted", words.len()))
            .remedy("quote a set for the shell: 'S{1,3,4}'"));
    };
    text.parse().map_err(|error: grundy_heap::CodeError| {
        let failure =
            Failure::bad_input("code", format!("`{text}`: {}", error.message)).at(format!("{}", error.column));
        match error.remedy {
            Some(remedy) => failure.remedy(remedy),
            None => failure,
        }
    })
}

fn reach(args: &Args) -> Result<Reach, Failure> {
    match args.to {
        Some(to) if to > MOST => {
            Err(Failure::bad_input("number", format!("--to is above {MOST}, the most values kept"))
                .remedy("--at and --count-losing go to 9e18 once a period is proved"))
        }
        Some(to) if args.all => Ok(Reach::All(to as usize)),
        Some(to) => Ok(Reach::To(to as usize)),
        None => Ok(Reach::Default),
    }
}

/// Computes in legs, and writes the file after each, so that at most one leg is ever lost.
fn saved(code: &Code, reach: Reach, path: &std::path::Path, watch: &Terminal) -> Result<Sequence, Failure> {
    const LEG: usize = 1 << 24;
    let refused = |message: String| {
        Failure::bad_input("save", format!("{}: {message}", path.display()))
            .remedy("give another file, or remove this one to begin anew; nothing was changed")
    };
    let mut table = match whole::read(path)? {
        None => Table::new(code.rule()),
        Some(bytes) => {
            let (rule, values) = save::from_bytes(&bytes).map_err(|error| refused(error.to_string()))?;
            if rule != *code.rule() {
                return Err(refused(format!("the file holds values of {rule}, not of {code}")));
            }
            Table::resume(code.rule(), values)
        }
    };
    let (Reach::To(aim) | Reach::All(aim)) = reach else {
        let sequence = Sequence::continued(table, reach, watch);
        whole::write(path, &save::to_bytes(code.rule(), sequence.table().values()))?;
        return Ok(sequence);
    };
    loop {
        let leg = aim.min((2 * table.values().len()).clamp(1 << 20, table.values().len() + LEG));
        let part = if matches!(reach, Reach::All(_)) { Reach::All(leg) } else { Reach::To(leg) };
        let sequence = Sequence::continued(table, part, watch);
        whole::write(path, &save::to_bytes(code.rule(), sequence.table().values()))?;
        let proved = sequence.period().is_some_and(|period| period.standing.kind() == "proved");
        if sequence.halt().is_some() || sequence.computed() >= aim || (proved && matches!(reach, Reach::To(_))) {
            return Ok(sequence);
        }
        table = sequence.into_table();
    }
}

fn last_loses(code: &Code, reach: Reach, args: &Args, watch: &Terminal) -> Outcome {
    let (outcomes, method) = match Outcomes::explore(code.rule(), Play::Misere, reach, watch) {
        Some(outcomes) => (outcomes, "bit-parallel outcomes"),
        None => (misere::outcomes(code.rule(), reach, watch)?, "misere quotient"),
    };
    let mut answer = Answer::new(code, watch.seconds());
    answer.outcomes(&outcomes, method, args.print);
    if let Some(n) = args.at {
        answer.winner_at(outcomes.wins_at(n), n, outcomes.values().len());
    }
    if let Some(n) = args.count_losing {
        answer.losing(outcomes.count_losing(n), n, outcomes.values().len());
    }
    Ok(answer.finish())
}

impl Answer {
    fn finish(self) -> Reply {
        let exit = if self.limited { Exit::Limit } else { Exit::Fine };
        Reply { text: self.text, json: serde_json::Value::Object(self.json), exit }
    }
}
