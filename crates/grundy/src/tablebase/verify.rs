//! Whether a tablebase is right, from the file alone: every position, or a sample of them, is compared with its moves by
//! plain interpretation of the rules in the file. Nothing of what built it is used.
//!
//! If every position agrees with its moves, and every length is one more than that of the option it comes from, then by
//! induction on lengths every win and every loss is forced, and what is neither is drawn. Where symmetries stand in the
//! header, all images of a position are compared, so that they need not be believed.

use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use crate::report::{Ended, Language, Report};
use crate::tablebase::game::TableGame;
use crate::tablebase::lookup::{OpenTable, TableFile};
use crate::words::Say;
use grundy_answer::{Message, Progress, Standing, Stop, Watch, message};
use grundy_run::{Ending, Flow, Led, Packed, Side, Stuck, Turn};
use grundy_solve::tablebase::TableKind;
use serde::Serialize;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Mismatches that are named.
const MOST_NAMED: usize = 10;

/// Positions that a thread looks at between two looks at the watch.
const SLICE: u64 = 256;

/// Random numbers tried for each position of a sample at most: most numbers may stand for no position.
const TRIES: u64 = 4096;

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub enum TableSample {
    /// Every position.
    All,
    /// So many positions, by chance from this seed.
    Some(u64, u64),
}

/// Whether a tablebase is right.
#[derive(Serialize)]
pub struct VerifyTableAnswer {
    /// The file.
    pub file: String,
    /// `accepted`, `refuted` or `open`.
    pub verdict: TableChecked,
    /// Positions that were compared with their moves, images counted each.
    pub positions: u64,
    /// What does not agree, the first ones.
    pub mismatches: Vec<TableMismatch>,
    /// Blocks that are damaged.
    pub damaged: Vec<String>,
    /// Why not all was compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// How sure it is.
    pub standing: Standing,
}

/// The verdict of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TableChecked {
    /// All that was compared agrees.
    Accepted,
    /// Something does not.
    Refuted,
    /// A limit was reached first.
    Open,
}

/// A position that does not agree.
#[derive(Clone, Debug, Serialize)]
pub struct TableMismatch {
    /// The position.
    pub position: String,
    /// Who is to move.
    pub mover: String,
    /// The code in the file.
    pub says: u32,
    /// The code that its moves give, or in the other file; nothing where an option is not in the file.
    pub expected: Option<u32>,
}

/// Compares positions with their moves.
pub fn verify_table(table: &OpenTable, sample: TableSample, budget: &Budget) -> Result<VerifyTableAnswer, Problem> {
    let codes = match sample {
        TableSample::All => Codes::load(&*table.file, budget)?,
        TableSample::Some(..) => Codes::File(&*table.file),
    };
    if let Codes::Damaged(damaged) = codes {
        return Ok(VerifyTableAnswer::damaged(table, damaged, budget));
    }
    let checker = Checker {
        game: &table.game,
        codes: &codes,
        compared: AtomicU64::new(0),
        found: Mutex::new(Vec::new()),
        problem: Mutex::new(None),
        halt: AtomicBool::new(false),
    };
    let stopped = checker.run(table, sample, budget);
    if let Some(problem) = checker.problem.into_inner().ok().flatten() {
        return match problem.code == "damaged" {
            true => Ok(VerifyTableAnswer::damaged(table, vec![problem.message], budget)),
            false => Err(problem),
        };
    }
    let mut mismatches = checker.found.into_inner().unwrap_or_default();
    mismatches.sort_by_key(|(number, _): &(u64, TableMismatch)| *number);
    let mut mismatches: Vec<TableMismatch> = mismatches.into_iter().map(|(_, mismatch)| mismatch).collect();
    mismatches.truncate(MOST_NAMED);
    let positions = checker.compared.load(Relaxed);
    let start = table.game.start.position.parts.first().and_then(|part| table.game.number_of(part, Side::Left));
    let begins = match start {
        Some(start) => table.file.code(start)? != 0,
        None => false,
    };
    let verdict = match () {
        () if !mismatches.is_empty() => TableChecked::Refuted,
        () if stopped.is_some() => TableChecked::Open,
        () => TableChecked::Accepted,
    };
    let header = table.file.header();
    let lengths = header.kind == "plies" && header.by_result.iter().sum::<u64>() > 0;
    let ends = table.game.game.facts().acyclic.is_proved() || (lengths && !checker_has_endless(&codes));
    let standing = match (verdict, sample) {
        (TableChecked::Refuted, _) => {
            Standing::Proved(message!("the rules contradict the tablebase at the positions named"))
        }
        (TableChecked::Open, _) => {
            Standing::Checked(message!("{} positions agree with their moves by interpretation", positions))
        }
        (TableChecked::Accepted, TableSample::All) if ends && begins => Standing::Proved(message!(
            "all {} positions agree with their moves by interpretation, and lengths fall on the way to the end",
            positions
        )),
        (TableChecked::Accepted, TableSample::All) => Standing::Checked(message!(
            "all {} positions agree with their moves by interpretation; play can return, so that this is no proof",
            positions
        )),
        (TableChecked::Accepted, TableSample::Some(..)) => {
            Standing::Checked(message!("{} positions agree with their moves by interpretation", positions))
        }
    };
    Ok(VerifyTableAnswer {
        file: table.file.name(),
        verdict,
        positions,
        mismatches,
        damaged: Vec::new(),
        stopped,
        seconds: budget.seconds(),
        standing,
    })
}

/// Compares two tablebases of the same game, entry by entry.
pub fn compare_tables(table: &OpenTable, other: &OpenTable, budget: &Budget) -> Result<VerifyTableAnswer, Problem> {
    let (mine, its) = (table.file.header(), other.file.header());
    if (&mine.rules.sha256, &mine.game, &mine.parameters) != (&its.rules.sha256, &its.game, &its.parameters) {
        let cause = format!("{} and {} are of different rules or parameters", table.file.name(), other.file.name());
        return Err(Problem::bad_input("tablebase", cause));
    }
    if mine.kind != its.kind {
        let cause = format!("one holds {}, the other {}", mine.kind, its.kind);
        return Err(Problem::bad_input("tablebase", cause).remedy("build both with the same `--holds`"));
    }
    let (mut positions, mut mismatches, mut stopped) = (0, Vec::new(), None);
    for block in 0..table.file.blocks() {
        let progress = Progress { what: "positions", done: positions, total: Some(mine.entries), bytes: 0 };
        stopped = budget.tick(progress);
        if stopped.is_some() {
            break;
        }
        for (number, code) in table.file.block(block)? {
            if code == 0 {
                continue;
            }
            let (words, mover) = table.game.position(number);
            let part = table.game.component(words);
            let expected = match other.game.number_of(&part, mover) {
                Some(number) => other.file.code(number)?,
                None => 0,
            };
            positions += 1;
            // What only one of them holds is no contradiction.
            if expected != 0 && expected != code && mismatches.len() < MOST_NAMED {
                let mover = table.game.game.rules.players[mover as usize].clone();
                let position = part.to_string();
                mismatches.push(TableMismatch { position, mover, says: code, expected: Some(expected) });
            }
        }
    }
    let verdict = match () {
        () if !mismatches.is_empty() => TableChecked::Refuted,
        () if stopped.is_some() => TableChecked::Open,
        () => TableChecked::Accepted,
    };
    Ok(VerifyTableAnswer {
        file: table.file.name(),
        verdict,
        positions,
        mismatches,
        damaged: Vec::new(),
        stopped,
        seconds: budget.seconds(),
        standing: Standing::Checked(message!("{} positions were compared with {}", positions, other.file.name())),
    })
}

/// Where codes are looked up.
enum Codes<'a> {
    /// One for each number, a byte each.
    Bytes(Vec<u8>),
    /// Numbers and their codes.
    Listed(Vec<u64>, Vec<u32>),
    /// In the file.
    File(&'a dyn TableFile),
    /// Nowhere: these blocks are damaged.
    Damaged(Vec<String>),
}

impl<'a> Codes<'a> {
    /// All codes in memory, if there is room.
    fn load(file: &'a dyn TableFile, budget: &Budget) -> Result<Codes<'a>, Problem> {
        let header = file.header();
        let room = budget.table_bytes().min(budget.room()) / 2;
        let bytes = !header.is_list() && header.width <= 8;
        let needed = if bytes { header.slots } else { header.entries.saturating_mul(12) };
        let mut damaged = Vec::new();
        let mut codes = match (needed <= room, bytes) {
            (false, _) => Codes::File(file),
            (true, true) => Codes::Bytes(Vec::new()),
            (true, false) => Codes::Listed(Vec::new(), Vec::new()),
        };
        for block in 0..file.blocks() {
            let progress = Progress { what: "blocks", done: block, total: Some(file.blocks()), bytes: 0 };
            if let Some(stop) = budget.tick(progress) {
                return Err(Problem::bad_input("limit", stop.to_string()).of_kind(ProblemKind::Limit));
            }
            match file.block(block) {
                Ok(entries) => match &mut codes {
                    Codes::Bytes(bytes) => bytes.extend(entries.iter().map(|(_, code)| *code as u8)),
                    Codes::Listed(numbers, codes) => {
                        for (number, code) in entries.into_iter().filter(|(_, code)| *code != 0) {
                            if numbers.last().is_some_and(|last| *last >= number) {
                                return Err(Problem::bad_input("tablebase", "its numbers do not increase"));
                            }
                            numbers.push(number);
                            codes.push(code);
                        }
                    }
                    _ => {}
                },
                Err(problem) if problem.code == "damaged" => damaged.push(problem.message),
                Err(problem) => return Err(problem),
            }
        }
        Ok(if damaged.is_empty() { codes } else { Codes::Damaged(damaged) })
    }

    fn get(&self, number: u64) -> Result<u32, Problem> {
        Ok(match self {
            Codes::Bytes(bytes) => bytes.get(number as usize).map_or(0, |code| u32::from(*code)),
            Codes::Listed(numbers, codes) => numbers.binary_search(&number).map_or(0, |at| codes[at]),
            Codes::File(file) => file.code(number)?,
            Codes::Damaged(_) => 0,
        })
    }
}

/// Whether some position is won or lost without an end; where that is not in memory, it may be.
fn checker_has_endless(codes: &Codes) -> bool {
    match codes {
        Codes::Bytes(bytes) => bytes.iter().any(|code| [WON_ENDLESS as u8, LOST_ENDLESS as u8].contains(code)),
        Codes::Listed(_, codes) => codes.iter().any(|code| [WON_ENDLESS, LOST_ENDLESS].contains(code)),
        Codes::File(_) | Codes::Damaged(_) => true,
    }
}

const WON_ENDLESS: u32 = 1;
const DRAWN: u32 = 2;
const LOST_ENDLESS: u32 = 3;

struct Checker<'a> {
    game: &'a TableGame,
    codes: &'a Codes<'a>,
    compared: AtomicU64,
    found: Mutex<Vec<(u64, TableMismatch)>>,
    problem: Mutex<Option<Problem>>,
    halt: AtomicBool,
}

impl Checker<'_> {
    /// Looks at all numbers that are to be looked at; why it stopped before, if it did.
    fn run(&self, table: &OpenTable, sample: TableSample, budget: &Budget) -> Option<Stop> {
        let header = table.file.header();
        let (tasks, total) = match (sample, self.codes) {
            (TableSample::Some(count, _), _) => (count, count),
            (TableSample::All, Codes::Listed(numbers, _)) => (numbers.len() as u64, numbers.len() as u64),
            (TableSample::All, _) if header.is_list() => (table.file.blocks(), table.file.blocks()),
            (TableSample::All, _) => (header.slots, header.slots),
        };
        let next = AtomicU64::new(0);
        let stopped = Mutex::new(None);
        let by_block = matches!((sample, self.codes), (TableSample::All, Codes::File(_))) && header.is_list();
        let step = if by_block { 1 } else { SLICE };
        let work = || {
            loop {
                let from = next.fetch_add(step, Relaxed);
                if from >= tasks || self.halt.load(Relaxed) {
                    return;
                }
                if let Some(stop) =
                    budget.tick(Progress { what: "positions", done: from, total: Some(total), bytes: 0 })
                {
                    self.halt.store(true, Relaxed);
                    if let Ok(mut stopped) = stopped.lock() {
                        *stopped = Some(stop);
                    }
                    return;
                }
                for task in from..(from + step).min(tasks) {
                    let done = match (sample, self.codes) {
                        (TableSample::Some(_, seed), _) => self.by_chance(table, seed.wrapping_add(task)),
                        (TableSample::All, Codes::Listed(numbers, codes)) => {
                            self.images(numbers[task as usize], codes[task as usize])
                        }
                        (TableSample::All, _) if by_block => table.file.block(task).and_then(|entries| {
                            entries.into_iter().try_for_each(|(number, code)| self.images(number, code))
                        }),
                        (TableSample::All, _) => self.number(task),
                    };
                    if let Err(problem) = done {
                        self.halt.store(true, Relaxed);
                        if let Ok(mut known) = self.problem.lock() {
                            known.get_or_insert(problem);
                        }
                        return;
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..budget.threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
        stopped.into_inner().ok().flatten()
    }

    /// The position of a number, whether another number stands for it or not.
    fn number(&self, number: u64) -> Result<(), Problem> {
        for (words, mover) in self.game.meant(number) {
            let least = self.game.number(&words, mover);
            let code = self.codes.get(least)?;
            if code != 0 {
                self.compare(number, &words, mover, code)?;
            }
        }
        Ok(())
    }

    /// All positions that a number stands for.
    fn images(&self, number: u64, code: u32) -> Result<(), Problem> {
        if code == 0 {
            return Ok(());
        }
        for image in self.game.images(number) {
            for (words, mover) in self.game.meant(image) {
                self.compare(number, &words, mover, code)?;
            }
        }
        Ok(())
    }

    /// Some position, by chance.
    fn by_chance(&self, table: &OpenTable, seed: u64) -> Result<(), Problem> {
        let mut state = seed;
        let header = table.file.header();
        for _ in 0..TRIES {
            let chance = splitmix(&mut state);
            if header.is_list() {
                let entries = table.file.block(chance % table.file.blocks().max(1))?;
                if let Some(&(number, code)) = entries.get(splitmix(&mut state) as usize % entries.len().max(1)) {
                    return self.images(number, code);
                }
            } else {
                let number = chance % header.slots;
                let (words, mover) = self.game.position(number);
                if self.codes.get(self.game.number(&words, mover))? != 0 {
                    return self.number(number);
                }
            }
        }
        Ok(())
    }

    /// Compares a position with its moves.
    fn compare(&self, number: u64, words: &Packed, mover: Side, says: u32) -> Result<(), Problem> {
        let expected = self.expected(words, mover)?;
        self.compared.fetch_add(1, Relaxed);
        if expected == Some(says) {
            return Ok(());
        }
        if let Ok(mut found) = self.found.lock() {
            let position = self.game.component(words.clone()).to_string();
            let mover = self.game.game.rules.players[mover as usize].clone();
            found.push((number, TableMismatch { position, mover, says, expected }));
            if found.len() >= MOST_NAMED {
                self.halt.store(true, Relaxed);
            }
        }
        Ok(())
    }

    /// The code that the moves of a position give; nothing if an option is not in the file.
    fn expected(&self, words: &Packed, mover: Side) -> Result<Option<u32>, Problem> {
        let fault = |diagnostic: Box<grundy_rule::Diagnostic>| Problem::of_position(&diagnostic);
        let (game, kind) = (&self.game.game, self.game.kind);
        let over = |ending: Ending| match kind {
            TableKind::Outcome => Some(match result(ending, mover) {
                -1 => 1,
                0 => 2,
                _ => 3,
            }),
            TableKind::Plies => Some(match result(ending, mover) {
                -1 => 4,
                0 => DRAWN,
                _ => 5,
            }),
            TableKind::Margin => match ending {
                Ending::Scored(points) => margin_code(points),
                _ => margin_code(0),
            },
            TableKind::Grundy => Some(1),
        };
        if let Some(ending) = game.ending(words, mover, Stuck::No).map_err(fault)? {
            return Ok(over(ending));
        }
        let mut worths: Vec<i64> = Vec::new();
        let (mut missing, mut problem) = (false, None);
        let mut look = |led: Led, gain: i64, turn: Turn| -> Result<Flow, Problem> {
            let Led::Words(to) = led else { return Ok(Flow::Stop) };
            let next = if turn == Turn::Stays { mover } else { mover.other() };
            let code = self.codes.get(self.game.number(to, next))?;
            if code == 0 {
                missing = true;
                return Ok(Flow::Stop);
            }
            worths.push(worth(kind, code, turn, gain));
            Ok(Flow::On)
        };
        game.each_led(words, mover, &mut |_, led, gain, turn| {
            look(led, gain, turn).unwrap_or_else(|why| {
                problem = Some(why);
                Flow::Stop
            })
        })
        .map_err(fault)?;
        if let Some(problem) = problem {
            return Err(problem);
        }
        if missing {
            return Ok(None);
        }
        if worths.is_empty() {
            return Ok(game.ending(words, mover, Stuck::Yes).map_err(fault)?.and_then(over));
        }
        let best = worths.iter().copied().max().unwrap_or(0);
        Ok(match kind {
            TableKind::Outcome => Some((best + 2) as u32),
            TableKind::Plies => Some(length_code(best)),
            TableKind::Margin => margin_code(best),
            TableKind::Grundy => (0..).find(|value| !worths.contains(value)).map(|value| value as u32 + 1),
        })
    }
}

/// The next number of a sequence by chance (Steele, Lea and Flood 2014).
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// 1 where the mover has won, -1 where he has lost, 0 else.
fn result(ending: Ending, mover: Side) -> i64 {
    match ending {
        Ending::Won(side) if side == mover => 1,
        Ending::Won(_) => -1,
        Ending::Drawn => 0,
        Ending::Scored(points) => points.signum(),
    }
}

/// A win after n moves is worth this less n.
const FAR: i64 = 1 << 40;

/// What an option with this code is worth to who takes it: more is better. A win now is more than one later, a win that
/// never ends less than any that ends.
fn worth(kind: TableKind, code: u32, turn: Turn, gain: i64) -> i64 {
    let seen = |child: i64| if turn == Turn::Stays { child } else { -child };
    let code = i64::from(code);
    match kind {
        TableKind::Outcome => seen(code - 2),
        TableKind::Grundy => code - 1,
        TableKind::Margin => gain + seen(if code % 2 == 1 { code / 2 } else { -(code / 2) }),
        TableKind::Plies => seen(match code as u32 {
            WON_ENDLESS => 1,
            DRAWN => 0,
            LOST_ENDLESS => -1,
            // One move more than from there.
            code if code % 2 == 1 => FAR - i64::from((code - 4) / 2) - 1,
            code => -(FAR - i64::from((code - 4) / 2) - 1),
        }),
    }
}

fn length_code(worth: i64) -> u32 {
    match worth {
        1 => WON_ENDLESS,
        0 => DRAWN,
        -1 => LOST_ENDLESS,
        worth if worth > 0 => 5 + 2 * (FAR - worth) as u32,
        worth => 4 + 2 * (FAR + worth) as u32,
    }
}

fn margin_code(margin: i64) -> Option<u32> {
    u32::try_from(margin.unsigned_abs() * 2 + u64::from(margin >= 0)).ok()
}

impl VerifyTableAnswer {
    fn damaged(table: &OpenTable, damaged: Vec<String>, budget: &Budget) -> VerifyTableAnswer {
        VerifyTableAnswer {
            file: table.file.name(),
            verdict: TableChecked::Refuted,
            positions: 0,
            mismatches: Vec::new(),
            damaged,
            stopped: None,
            seconds: budget.seconds(),
            standing: Standing::Proved(message!("the bytes are not those that were written")),
        }
    }
}

impl Report for VerifyTableAnswer {
    fn words(&self, language: Language) -> String {
        let mut text = format!("{}: ", self.file);
        let mut line = |message: Message| {
            let _ = writeln!(text, "{}", message.say(language));
        };
        line(match self.verdict {
            TableChecked::Accepted => message!("accepted"),
            TableChecked::Refuted => message!("refuted"),
            TableChecked::Open => message!("no verdict"),
        });
        for block in &self.damaged {
            line(Message::from(block.as_str()));
        }
        for row in &self.mismatches {
            line(match row.expected {
                Some(expected) => {
                    message!("{}, {} to move: it says {}, not {}", row.position, row.mover, row.says, expected)
                }
                None => message!("{}, {} to move: an option is not in it", row.position, row.mover),
            });
        }
        if let Some(stop) = self.stopped {
            line(message!("stopped: {}", stop));
        }
        let _ = writeln!(text, "{}", self.standing.say(language));
        text
    }

    fn ended(&self) -> Ended {
        match self.verdict {
            TableChecked::Accepted => Ended::Fine,
            TableChecked::Refuted => Ended::Refuted,
            TableChecked::Open => Ended::Limit,
        }
    }
}
