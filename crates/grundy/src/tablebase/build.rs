//! Builds a tablebase: all positions by number where that fits into memory, else those that play leads to. What is done
//! is kept piece by piece, so that a build that was ended goes on.

use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use crate::question::Question;
use crate::report::{Ended, Language, Report};
use crate::tablebase::game::parameters;
use crate::tablebase::header::{TableHeader, TableRules, TableStratum};
use crate::words::Say;
use grundy_answer::{Message, Progress, Standing, Stop, Watch, message};
use grundy_rule::{Convention, Verdict, VerdictResult};
use grundy_run::{Component, Packed, Side};
use grundy_solve::Halted;
use grundy_solve::tablebase::{
    Exchange, Movers, Numbering, Pieces, Solution, TableKind, Unbuilt, Whole, build_reached, build_whole,
};
use serde::Serialize;
use std::fmt::Write;
use std::io;
use std::sync::Arc;

/// Which positions a tablebase is to hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chosen {
    /// All by number where these are few, else those that play leads to.
    #[default]
    Fitting,
    /// All by number.
    Numbers,
    /// Those that play leads to.
    Reached,
}

/// What a tablebase is to hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableWant {
    /// What of each position; margins of games that points decide, else moves to the end.
    pub kind: Option<TableKind>,
    /// Which positions.
    pub chosen: Chosen,
}

/// What takes the entries of a finished build, in increasing order of numbers.
pub type TakeEntry<'a> = dyn FnMut(u64, u32) -> io::Result<()> + 'a;

/// Where a tablebase is put, and the pieces of its build until then.
pub trait TablePlace {
    /// What it is called.
    fn name(&self) -> String;

    /// The header and the bytes of the whole tablebase that is there already.
    fn finished(&self) -> Result<Option<(TableHeader, u64)>, Problem>;

    /// The pieces of the build that this text describes. Those of another build are refused, not replaced.
    fn pieces(&mut self, plan: &str) -> Result<Arc<dyn Pieces>, Problem>;

    /// Writes the tablebase; `entries` hands over all entries. How many bytes it has.
    fn write(
        &mut self,
        header: &TableHeader,
        entries: &mut dyn FnMut(&mut TakeEntry) -> io::Result<()>,
    ) -> Result<u64, Problem>;

    /// The pieces are no longer needed.
    fn clear(&mut self) -> Result<(), Problem>;
}

/// A tablebase that was built, or how far its build is.
#[derive(Serialize)]
pub struct BuildAnswer {
    /// The file.
    pub file: String,
    /// The position that play begins with.
    pub position: String,
    /// What is held of each position.
    pub kind: &'static str,
    /// `numbers` or `list`.
    pub holds: String,
    /// Numbers that positions can have.
    pub slots: u64,
    /// Positions, symmetric ones once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// How many are lost, drawn and won by the player to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_result: Option<[u64; 3]>,
    /// Bytes of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Why it is not finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// How sure it is.
    pub standing: Standing,
}

/// Builds the tablebase of a position's game, or goes on with it.
pub fn build_table(
    question: &Question,
    want: &TableWant,
    place: &mut dyn TablePlace,
    budget: &Budget,
) -> Result<BuildAnswer, Problem> {
    let [part] = &question.position.parts[..] else {
        let cause = "a tablebase is of one game, not of a sum";
        return Err(Problem::bad_input("E23", cause).remedy("build one for each summand"));
    };
    let kind = kind_of(part, want)?;
    let numbering = numbering(part)?;
    // What is chosen does not depend on memory: the same command gives the same file.
    let whole = match want.chosen {
        Chosen::Fitting => Whole::fits(&numbering, kind) && numbering.slots() <= MOST_BY_NUMBER,
        Chosen::Numbers => true,
        Chosen::Reached => false,
    };
    if whole && !Whole::fits(&numbering, kind) {
        let cause = "its positions cannot be decided all by number";
        let remedy = "`--positions reached` decides those that play leads to";
        return Err(Problem::bad_input("tablebase", cause).remedy(remedy));
    }
    if whole && Whole::bytes(&numbering) > budget.table_bytes() {
        let cause = format!("the {} numbers of its positions need more memory", numbering.slots());
        let remedy = format!(
            "`--memory {}M`, or `--positions reached` for those that play leads to",
            Whole::bytes(&numbering).div_ceil(1 << 20)
        );
        return Err(Problem::bad_input("limit", cause).remedy(remedy).of_kind(ProblemKind::Limit));
    }
    let mut header = header(question, part, &numbering, kind, whole);
    if let Some((finished, bytes)) = place.finished()? {
        if finished.plan() != header.plan() {
            let cause = format!("{} is the tablebase of something else", place.name());
            return Err(Problem::bad_input("tablebase", cause).remedy("name another file, or move that one away"));
        }
        place.clear()?;
        return Ok(BuildAnswer::of(&finished, place.name(), kind, Some(bytes), budget));
    }
    let plan = serde_json::to_string(&header.plan()).expect("a header can be written");
    let pieces = place.pieces(&plan)?;
    let starts: Vec<(Packed, Side)> = [Side::Left, Side::Right].map(|side| (part.packed.clone(), side)).to_vec();
    let unbuilt = |unbuilt: Unbuilt| failed(unbuilt, place.name());
    let built = match whole {
        true => build_whole(&numbering, &starts, kind, &*pieces, budget).map(|whole| Built::Whole(Box::new(whole))),
        false => build_reached(&numbering, &starts, kind, &*pieces, budget).map(Built::Reached),
    };
    let built = match built {
        Err(Unbuilt::Halted(Halted::Stopped(stop))) if stop != Stop::Memory || !whole => {
            return Ok(BuildAnswer::stopped(&header, place.name(), kind, stop, budget));
        }
        built => built.map_err(unbuilt)?,
    };
    built.finish(&mut header, kind);
    let mut stop = None;
    let mut entries = |take: &mut TakeEntry| {
        let mut done = 0u64;
        built.each(&*pieces, &mut |number, code| {
            done += 1;
            if done % (1 << 16) == 0 {
                let progress = Progress { what: "entries", done, total: Some(header.entries), bytes: 0 };
                stop = budget.tick(progress);
                if stop.is_some() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
            }
            take(number, code)
        })
    };
    let written = place.write(&header, &mut entries);
    match (written, stop) {
        (_, Some(stop)) => Ok(BuildAnswer::stopped(&header, place.name(), kind, stop, budget)),
        (Ok(bytes), None) => {
            place.clear()?;
            Ok(BuildAnswer::of(&header, place.name(), kind, Some(bytes), budget))
        }
        (Err(problem), None) => Err(problem),
    }
}

/// A finished build of either way.
enum Built {
    Whole(Box<Whole>),
    Reached(grundy_solve::tablebase::Reached),
}

/// Entries of a block, by the bits of a code; a block is some kilobytes.
const BLOCKS: [(u32, u64); 4] = [(2, 1 << 15), (8, 1 << 13), (16, 1 << 12), (32, 1 << 11)];

/// Entries of a block of a list, whatever the codes.
const LIST_BLOCK: u64 = 1 << 12;

impl Built {
    /// Fills in what only a finished build knows.
    fn finish(&self, header: &mut TableHeader, kind: TableKind) {
        match self {
            Built::Whole(whole) => {
                for code in whole.codes() {
                    if let Some(solution) = Solution::of(kind, code) {
                        header.by_result[solution.result() as usize] += 1;
                    }
                }
                header.entries = whole.len();
                header.greatest = whole.greatest();
            }
            Built::Reached(reached) => {
                for stratum in &reached.strata {
                    header.strata.push(TableStratum {
                        level: stratum.level,
                        positions: stratum.positions,
                        images: stratum.images,
                        by_result: stratum.by_result,
                    });
                    for (all, more) in header.by_result.iter_mut().zip(stratum.by_result) {
                        *all += more;
                    }
                }
                header.entries = header.strata.iter().map(|stratum| stratum.positions).sum();
                header.greatest = reached.greatest();
            }
        }
        header.positions = header.by_result.iter().sum();
        let bits = |width: u32| width == 32 || u64::from(header.greatest) < 1 << width;
        let (width, block) = *BLOCKS.iter().find(|(width, _)| bits(*width)).expect("32 bits hold every code");
        header.width = width;
        header.block = if header.is_list() { LIST_BLOCK } else { block };
    }

    fn each(&self, pieces: &dyn Pieces, take: &mut TakeEntry) -> io::Result<()> {
        match self {
            Built::Whole(whole) => (0..).zip(whole.codes()).try_for_each(|(number, code)| take(number, code)),
            Built::Reached(reached) => reached.each(pieces, take),
        }
    }
}

/// What is held of each position.
fn kind_of(part: &Component, want: &TableWant) -> Result<TableKind, Problem> {
    let convention = Convention::of(&part.game.rules);
    let is_score = |verdict: &Verdict| matches!(verdict.result, VerdictResult::Score(_));
    let scoring = part.game.rules.verdicts.iter().any(is_score);
    let kind = want.kind.unwrap_or(if scoring { TableKind::Margin } else { TableKind::Plies });
    let values = convention == Convention::Normal && part.game.facts().impartial.is_proved();
    let (fits, why) = match kind {
        TableKind::Margin => (scoring, "points do not decide this game"),
        TableKind::Grundy => (values, "Grundy values are of impartial games in which who cannot move loses"),
        TableKind::Outcome | TableKind::Plies => (!scoring, "points decide this game: its tablebase holds margins"),
    };
    if !fits {
        return Err(Problem::bad_input("E23", why).remedy("leave `--holds` out"));
    }
    if part.game.makes_sums() {
        let cause = "moves of this game lead to sums, which have no numbers";
        return Err(Problem::bad_input("E23", cause).remedy("`grundy solve` values such games part by part"));
    }
    Ok(kind)
}

/// So many numbers at most are all decided unless something else is asked for.
const MOST_BY_NUMBER: u64 = 1 << 27;

/// No number is larger.
const MOST_NUMBERS: u64 = 1 << 62;

fn numbering(part: &Component) -> Result<Numbering, Problem> {
    Numbering::of(&part.game, MOST_NUMBERS).ok_or_else(|| {
        let cause = "its positions have no numbers of 62 bits";
        Problem::bad_input("tablebase", cause).remedy("choose smaller parameters").of_kind(ProblemKind::Limit)
    })
}

fn header(question: &Question, part: &Component, numbering: &Numbering, kind: TableKind, whole: bool) -> TableHeader {
    let text = &question.texts[part.game.key.0];
    let movers = match numbering.movers {
        Movers::One => "one",
        Movers::Exchanged => "exchanged",
        Movers::Apart => "apart",
    };
    let exchange = |exchange: &Exchange| match exchange {
        Exchange::Never => "never".to_string(),
        Exchange::Always => "always".to_string(),
        Exchange::Optional => "optional".to_string(),
    };
    TableHeader {
        rules: TableRules {
            file: text.name.clone(),
            sha256: grundy_proof::sha256(text.text.as_bytes()),
            text: text.text.clone(),
        },
        game: part.game.rules.name.clone(),
        position: part.to_string(),
        parameters: parameters(&part.game),
        kind: kind.name().to_string(),
        holds: if whole { "numbers" } else { "list" }.to_string(),
        movers: movers.to_string(),
        digits: numbering.digits(),
        exchange: numbering.exchange.iter().map(exchange).collect(),
        images: numbering.images.iter().map(|image| image.cells.clone()).collect(),
        count: numbering.count(),
        slots: numbering.slots(),
        width: 0,
        block: 0,
        entries: 0,
        positions: 0,
        by_result: [0; 3],
        greatest: 0,
        strata: Vec::new(),
    }
}

/// The problem of a build that cannot be finished.
fn failed(unbuilt: Unbuilt, name: String) -> Problem {
    match unbuilt {
        Unbuilt::Halted(Halted::Fault(diagnostic)) => Problem::of_position(&diagnostic),
        Unbuilt::Halted(Halted::OutOfReach(why)) => Problem::bad_input("limit", why).of_kind(ProblemKind::Limit),
        Unbuilt::Halted(Halted::Cycle) => {
            Problem::bad_input("limit", "play can return to a position").of_kind(ProblemKind::Limit)
        }
        Unbuilt::Halted(Halted::Stopped(stop)) => Problem::bad_input("limit", stop.to_string())
            .remedy("`--positions reached` needs less memory; what is done is kept")
            .of_kind(ProblemKind::Limit),
        Unbuilt::Outside(error) => Problem::bad_input("file", format!("{name}: {error}"))
            .remedy("what is done is kept: the same command goes on once this is mended"),
    }
}

impl BuildAnswer {
    fn of(header: &TableHeader, file: String, kind: TableKind, bytes: Option<u64>, budget: &Budget) -> BuildAnswer {
        BuildAnswer {
            file,
            position: header.position.clone(),
            kind: kind.name(),
            holds: header.holds.clone(),
            slots: header.slots,
            positions: Some(header.positions),
            by_result: Some(header.by_result),
            bytes,
            stopped: None,
            seconds: budget.seconds(),
            standing: Standing::Proved(message!(
                "all {} positions were decided backwards from the endings",
                header.positions
            )),
        }
    }

    fn stopped(header: &TableHeader, file: String, kind: TableKind, stop: Stop, budget: &Budget) -> BuildAnswer {
        BuildAnswer {
            file,
            position: header.position.clone(),
            kind: kind.name(),
            holds: header.holds.clone(),
            slots: header.slots,
            positions: None,
            by_result: None,
            bytes: None,
            stopped: Some(stop),
            seconds: budget.seconds(),
            standing: Standing::Assumed(message!("nothing is known: {}", stop)),
        }
    }
}

/// `12 lost, 3 drawn, 40 won by the player to move`.
pub(super) fn results(by_result: [u64; 3]) -> Message {
    let [lost, drawn, won] = by_result;
    message!("{} won, {} drawn, {} lost by the player to move", won, drawn, lost)
}

impl Report for BuildAnswer {
    fn words(&self, language: Language) -> String {
        let mut text = format!("{}\n", self.position);
        let mut line = |message: Message| {
            let _ = writeln!(text, "{}", message.say(language));
        };
        if let (Some(positions), Some(by_result)) = (self.positions, self.by_result) {
            line(message!("{} positions, symmetric ones once: {}", positions, results(by_result)));
        }
        if let Some(bytes) = self.bytes {
            line(message!("{}: {} bytes, {} of each position", self.file, bytes, self.kind));
        }
        if let Some(stop) = self.stopped {
            line(message!("not finished: {}; what is done is kept, and the same command goes on", stop));
        }
        let _ = writeln!(text, "{}", self.standing.say(language));
        text
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}
