//! What a tablebase holds, counted: results, lengths, strata, and the longest wins with their positions.

use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use crate::report::{Language, Report};
use crate::tablebase::build::results;
use crate::tablebase::header::TableStratum;
use crate::tablebase::lookup::OpenTable;
use crate::words::Say;
use grundy_answer::{Message, Progress, Standing, Watch, message};
use grundy_solve::Wdl;
use grundy_solve::tablebase::Solution;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Positions named for the longest win, and for the longest loss.
const LONGEST_NAMED: usize = 3;

/// Rows of lengths that are written out; the rest is in the JSON answer.
const SHOWN_LENGTHS: usize = 60;

/// Counts of a tablebase.
#[derive(Serialize)]
pub struct StatsAnswer {
    /// The file.
    pub file: String,
    /// Positions, symmetric ones once.
    pub positions: u64,
    /// How many are lost, drawn and won by the player to move.
    pub by_result: [u64; 3],
    /// How many are won and lost after each number of moves; margins and Grundy values likewise.
    pub lengths: Vec<LengthRow>,
    /// The longest wins and losses.
    pub longest: Vec<LongestRow>,
    /// The strata of a list, from the highest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strata: Vec<TableStratum>,
    /// Positions that play leads to, with all images; only of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u64>,
    /// How sure all this is.
    pub standing: Standing,
}

/// How many positions end alike.
#[derive(Serialize)]
pub struct LengthRow {
    /// `win`, `draw`, `loss`, `margin` or `grundy`.
    pub result: &'static str,
    /// Moves to the end, the margin or the Grundy value; nothing where play is drawn or never ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    /// How many positions.
    pub positions: u64,
}

/// A position that takes longest.
#[derive(Serialize)]
pub struct LongestRow {
    /// `win` or `loss`.
    pub result: &'static str,
    /// Moves to the end.
    pub plies: u32,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub mover: String,
}

/// Counts everything that a tablebase holds.
pub fn table_stats(table: &OpenTable, budget: &Budget) -> Result<StatsAnswer, Problem> {
    let header = table.file.header();
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    // By loss and win: the greatest code so far, and the first numbers that have it.
    let mut longest: [(u32, Vec<u64>); 2] = Default::default();
    let mut done = 0;
    for block in 0..table.file.blocks() {
        let progress = Progress { what: "positions", done, total: Some(header.entries), bytes: 0 };
        if let Some(stop) = budget.tick(progress) {
            return Err(Problem::bad_input("limit", stop.to_string()).of_kind(ProblemKind::Limit));
        }
        for (number, code) in table.file.block(block)? {
            done += 1;
            if code == 0 {
                continue;
            }
            *counts.entry(code).or_default() += 1;
            if let Some(Solution::Plies(result, Some(_))) = Solution::of(table.game.kind, code) {
                let (most, numbers) = &mut longest[usize::from(result == Wdl::Win)];
                if code > *most {
                    (*most, *numbers) = (code, Vec::new());
                }
                if code == *most && numbers.len() < LONGEST_NAMED {
                    numbers.push(number);
                }
            }
        }
    }
    let mut by_result = [0; 3];
    let mut lengths = Vec::new();
    for (&code, &positions) in &counts {
        let Some(solution) = Solution::of(table.game.kind, code) else {
            let cause = format!("{}: {code} is no code of its kind", table.file.name());
            return Err(Problem::bad_input("tablebase", cause));
        };
        by_result[solution.result() as usize] += positions;
        let (result, number) = match solution {
            Solution::Outcome(result) | Solution::Plies(result, None) => (word(result), None),
            Solution::Plies(result, Some(plies)) => (word(result), Some(i64::from(plies))),
            Solution::Margin(margin) => ("margin", Some(margin)),
            Solution::Grundy(value) => ("grundy", Some(value as i64)),
        };
        lengths.push(LengthRow { result, number, positions });
    }
    lengths.sort_by_key(|row| (row.result, row.number));
    let mut rows = Vec::new();
    for (code, numbers) in longest.iter().rev() {
        for &number in numbers {
            let Some(Solution::Plies(result, Some(plies))) = Solution::of(table.game.kind, *code) else { continue };
            let (words, mover) = table.game.position(number);
            let mover = table.game.game.rules.players[mover as usize].clone();
            let position = table.game.component(words).to_string();
            rows.push(LongestRow { result: word(result), plies, position, mover });
        }
    }
    Ok(StatsAnswer {
        file: table.file.name(),
        positions: by_result.iter().sum(),
        by_result,
        lengths,
        longest: rows,
        reached: header.is_list().then(|| header.strata.iter().map(|stratum| stratum.images).sum()),
        strata: header.strata.clone(),
        standing: Standing::Assumed(message!("as the tablebase {} says", table.file.name())),
    })
}

pub(super) fn word(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

impl Report for StatsAnswer {
    fn words(&self, language: Language) -> String {
        let mut text = String::new();
        let mut line = |message: Message| {
            let _ = writeln!(text, "{}", message.say(language));
        };
        line(message!("{} positions, symmetric ones once: {}", self.positions, results(self.by_result)));
        if let Some(reached) = self.reached {
            line(message!("{} positions with all their images", reached));
        }
        for row in self.lengths.iter().filter(|row| row.number.is_some()).take(SHOWN_LENGTHS) {
            let number = row.number.unwrap_or_default().to_string();
            line(match row.result {
                "win" => message!("  won in {}: {}", number, row.positions),
                "loss" => message!("  lost in {}: {}", number, row.positions),
                "margin" => message!("  margin {}: {}", number, row.positions),
                _ => message!("  Grundy value {}: {}", number, row.positions),
            });
        }
        for row in &self.longest {
            line(match row.result {
                "win" => message!("longest win, {} moves: {}, {} to move", row.plies, row.position, row.mover),
                _ => message!("longest loss, {} moves: {}, {} to move", row.plies, row.position, row.mover),
            });
        }
        for stratum in &self.strata {
            line(message!(
                "stratum {}: {} positions, {} with images; {}",
                stratum.level,
                stratum.positions,
                stratum.images,
                results(stratum.by_result)
            ));
        }
        let _ = writeln!(text, "{}", self.standing.say(language));
        text
    }
}
