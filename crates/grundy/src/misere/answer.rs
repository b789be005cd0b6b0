//! A misère quotient, and what is read off it.

use super::QuotientWant;
use crate::budget::Budget;
use crate::json;
use crate::report::{Ended, Language, Report};
use crate::words::Say;
use grundy_answer::{Progress, Standing, Stop, Watch};
use grundy_heap::Code;
use grundy_misere::{Forms, Growth, Halt, Leaves, MisereOutcome, Search, Solution, losing_heaps};
use serde::Serialize;
use serde::ser::Serializer;
use std::fmt::Write;

/// Sums remembered when a sum goes beyond the quotient.
const REMEMBERED_SUMS: usize = 2_000_000;

/// Sums remembered to decide single heaps beyond the quotient.
const REMEMBERED_SUMS_OF_HEAPS: usize = 100_000;

/// Bytes that canonical forms may take; they grow fast.
const FORM_BYTES: u64 = 1 << 30;

/// Letters after which the text of a canonical form is cut.
const FORM_LETTERS: usize = 60;

/// The widest multiplication table told in words.
const WIDEST_TABLE: usize = 64;

/// Relations and losing elements told in words.
const SHOWN: usize = 60;

/// Heaps on one line of the pretending function.
const HEAPS_A_LINE: usize = 10;

/// The quotient of a game.
#[derive(Serialize)]
pub struct QuotientAnswer {
    /// Why the growth ended early.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::words_if_any")]
    pub stopped: Option<Halt>,
    /// The code as it was written, or the game with its code.
    pub code: String,
    /// The largest heap.
    pub to: u32,
    /// The order of the quotient.
    pub order: u32,
    /// How many elements are lost.
    pub p_order: u32,
    /// Whether it is proved to be the quotient of all heaps.
    pub complete: bool,
    /// The period of a complete quotient.
    #[serde(flatten)]
    pub period: Option<QuotientPeriod>,
    /// The element of each heap, from heap 1.
    #[serde(serialize_with = "by_heap")]
    pub pretending: Vec<String>,
    /// Each letter and the smallest heap whose element it is.
    #[serde(serialize_with = "by_letter")]
    pub letters: Vec<(String, u32)>,
    /// Words that are equal.
    pub relations: Vec<(String, String)>,
    /// The elements that the player to move loses.
    pub losing: Vec<String>,
    /// The heaps that the player to move loses.
    pub p_heaps: Vec<u32>,
    /// The largest heap for which that is decided.
    pub p_heaps_to: u32,
    /// The multiplication table, if it was asked for.
    #[serde(flatten)]
    pub table: Option<MultiplicationTable>,
    /// Genus and canonical form of each heap, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<Genera>,
    /// The sum that was asked for.
    #[serde(flatten)]
    pub sum: Option<SumAnswer>,
    /// Seconds since the question was asked; in JSON to the millisecond.
    #[serde(serialize_with = "json::milliseconds")]
    pub seconds: f64,
    /// Bytes of the tables.
    pub bytes: u64,
    /// How sure it is.
    pub standing: Standing,
    #[serde(skip)]
    title: String,
    #[serde(skip)]
    ended: Ended,
}

/// The period of the elements of heaps.
#[derive(Serialize)]
pub struct QuotientPeriod {
    /// The period.
    pub period: u32,
    /// The first heap from which it holds.
    pub preperiod: u32,
}

/// All products of two elements.
#[derive(Serialize)]
pub struct MultiplicationTable {
    /// The elements.
    pub elements: Vec<String>,
    /// At `x` and `y`: the number of the product.
    pub table: Vec<Vec<u32>>,
}

/// Genus, species and canonical form of heaps. Their JSON is the list.
pub struct Genera {
    /// One row for each heap, from heap 1.
    pub heaps: Vec<HeapGenus>,
    /// Why there are no more.
    pub stopped: Option<Stop>,
}

/// Genus, species and canonical form of one heap.
#[derive(Serialize)]
pub struct HeapGenus {
    /// The heap.
    pub heap: usize,
    /// Its genus.
    pub genus: String,
    /// Its species.
    pub species: String,
    /// Its canonical form, cut where it is long.
    pub form: String,
}

/// What is known of a sum.
#[derive(Serialize)]
#[serde(untagged)]
pub enum SumAnswer {
    /// Who wins it.
    Decided {
        /// The heaps.
        #[serde(rename = "sum")]
        heaps: Vec<u32>,
        /// `N` where the first player wins, `P` where the second does.
        #[serde(serialize_with = "json::words")]
        outcome: MisereOutcome,
        /// All winning moves.
        #[serde(rename = "winning_moves")]
        moves: Vec<SumMove>,
        /// How many there are.
        #[serde(rename = "winning_move_count")]
        count: usize,
    },
    /// It goes too far beyond the quotient.
    Open {
        /// The heaps.
        #[serde(skip)]
        heaps: Vec<u32>,
    },
}

/// A move in a sum.
#[derive(Serialize)]
pub struct SumMove {
    /// As text.
    #[serde(rename = "move")]
    pub text: String,
    /// In which summand, counted from 0.
    pub component: usize,
    /// The heaps it becomes.
    pub leaves: Vec<u32>,
    /// The sum it leads to.
    pub to: Vec<u32>,
}

impl QuotientAnswer {
    /// What is wanted of a quotient that was grown and checked.
    pub(super) fn new(
        code: &Code,
        want: &QuotientWant,
        (growth, halt): (&Growth, Option<Halt>),
        standing: Standing,
        budget: &Budget,
    ) -> QuotientAnswer {
        let solution = growth.solution();
        let quotient = &solution.quotient;
        let reach = solution.reach();
        let name = |heap: &u32| quotient.name(solution.pretending[*heap as usize]);
        let lost = quotient.elements().filter(|x| quotient.outcome(*x) == MisereOutcome::P);
        let beyond = reach * 2 + 3;
        let late = budget.afterwards();
        let (p_heaps, p_heaps_to) = losing_heaps(code.rule(), solution, beyond, REMEMBERED_SUMS_OF_HEAPS, &late);
        let table = want.table.then(|| MultiplicationTable::of(solution));
        let genus = want.genus.then(|| Genera::of(code, reach, budget));
        let sum = want.sum.as_ref().map(|sum| SumAnswer::of(code, solution, &sum.0));
        let is_cut = halt.is_some() || genus.as_ref().is_some_and(|genus| genus.stopped.is_some());
        let ended = match (&sum, want.to) {
            (Some(SumAnswer::Open { .. }), _) => Ended::Limit,
            // Only the sum was asked for: how far the quotient goes does not matter once it is decided.
            (Some(SumAnswer::Decided { .. }), None) => Ended::Fine,
            _ if is_cut => Ended::Limit,
            _ => Ended::Fine,
        };
        QuotientAnswer {
            stopped: halt,
            code: code.text().to_string(),
            to: reach,
            order: quotient.order(),
            p_order: quotient.losing_order(),
            complete: solution.period.is_some(),
            period: solution.period.map(|law| QuotientPeriod { period: law.period, preperiod: law.preperiod }),
            pretending: solution.pretending[1..].iter().map(|x| quotient.name(*x)).collect(),
            letters: solution.letters.iter().map(|heap| (name(heap), *heap)).collect(),
            relations: quotient.relations(),
            losing: lost.map(|x| quotient.name(x)).collect(),
            p_heaps,
            p_heaps_to,
            table,
            genus,
            sum,
            seconds: budget.seconds(),
            bytes: growth.bytes(),
            standing,
            title: code.to_string(),
            ended,
        }
    }
}

impl MultiplicationTable {
    fn of(solution: &Solution) -> MultiplicationTable {
        let quotient = &solution.quotient;
        let row = |x| quotient.products(x).iter().map(|product| product.0).collect();
        MultiplicationTable {
            elements: quotient.elements().map(|x| quotient.name(x)).collect(),
            table: quotient.elements().map(row).collect(),
        }
    }

    fn tell(&self, text: &mut String) {
        if self.elements.len() > WIDEST_TABLE {
            let _ = writeln!(text, "the table has {} rows: --json prints it", self.table.len());
            return;
        }
        let width = self.elements.iter().map(String::len).max().unwrap_or(1);
        for row in &self.table {
            let cells: Vec<String> = row.iter().map(|x| format!("{:>width$}", self.elements[*x as usize])).collect();
            let _ = writeln!(text, "{}", cells.join(" "));
        }
    }
}

impl Genera {
    fn of(code: &Code, to: u32, budget: &Budget) -> Genera {
        let capped = Capped(budget);
        let mut forms = Forms::new(&capped);
        let (heaps, stopped) = forms.heaps(code.rule(), to);
        let row = |(heap, form): (usize, _)| HeapGenus {
            heap,
            genus: forms.genus(form).to_string(),
            species: forms.species(form).to_string(),
            form: forms.text(form, FORM_LETTERS),
        };
        Genera { heaps: heaps.into_iter().enumerate().skip(1).map(row).collect(), stopped }
    }

    fn tell(&self, text: &mut String) {
        for HeapGenus { heap, genus, species, form } in &self.heaps {
            let _ = writeln!(text, "{heap:>4}  {genus}  {species}  {form}");
        }
        if let Some(stop) = self.stopped {
            let _ = writeln!(text, "canonical forms end at heap {}: {stop}", self.heaps.len());
        }
    }
}

impl Serialize for Genera {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.heaps.serialize(serializer)
    }
}

impl SumAnswer {
    fn of(code: &Code, solution: &Solution, heaps: &[u32]) -> SumAnswer {
        let read = solution.outcome(heaps).zip(solution.winning_moves(code.rule(), heaps));
        let found = read.or_else(|| {
            let mut search = Search::new(code.rule(), Leaves::Solution(solution), REMEMBERED_SUMS);
            search.outcome(heaps).zip(search.winning_moves(heaps))
        });
        let Some((outcome, moves)) = found else { return SumAnswer::Open { heaps: heaps.to_vec() } };
        let one = |one: grundy_misere::Move| SumMove {
            text: format!("{} -> {}", heaps[one.component], sum_text(&one.leaves)),
            component: one.component,
            to: [&heaps[..one.component], &one.leaves, &heaps[one.component + 1..]].concat(),
            leaves: one.leaves,
        };
        let moves: Vec<SumMove> = moves.into_iter().map(one).collect();
        SumAnswer::Decided { heaps: heaps.to_vec(), outcome, count: moves.len(), moves }
    }

    fn tell(&self, text: &mut String) {
        let (heaps, outcome, moves) = match self {
            SumAnswer::Decided { heaps, outcome, moves, .. } => (heaps, outcome, moves),
            SumAnswer::Open { heaps } => {
                let _ = writeln!(text, "{}: not decided, the sum goes too far beyond the quotient", joined(heaps));
                return;
            }
        };
        let who = if *outcome == MisereOutcome::N { "first" } else { "second" };
        let count = moves.len();
        let _ = writeln!(text, "{}: {outcome}, the {who} player wins; winning moves: {count}", joined(heaps));
        for one in moves {
            let _ = writeln!(text, "  summand {}: {}", one.component + 1, one.text);
        }
    }
}

/// A sum of heaps as text; `0` if there are none.
fn sum_text(heaps: &[u32]) -> String {
    if heaps.is_empty() { "0".to_string() } else { joined(heaps) }
}

fn joined(heaps: &[u32]) -> String {
    heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ")
}

/// `{"1": "a", "2": "b"}`.
fn by_heap<S: Serializer>(names: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map((1usize..).zip(names).map(|(heap, name)| (heap.to_string(), name)))
}

/// `{"a": 1, "b": 2}`.
fn by_letter<S: Serializer>(letters: &[(String, u32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(letters.iter().map(|(letter, heap)| (letter, heap)))
}

impl Report for QuotientAnswer {
    fn words(&self, language: Language) -> String {
        let state = if self.complete { "complete" } else { "partial" };
        let mut text =
            format!("misère {}: {state} quotient, order {}, {} losing\n", self.title, self.order, self.p_order);
        if let Some(halt) = self.stopped {
            let _ = writeln!(text, "stopped after heap {}: {halt}", self.to);
        }
        if let Some(QuotientPeriod { period, preperiod }) = self.period {
            let _ = writeln!(text, "period {period} from heap {preperiod}");
        }
        let letters: Vec<String> =
            self.letters.iter().map(|(letter, heap)| format!("{letter} = heap {heap}")).collect();
        let _ = writeln!(text, "letters: {}", letters.join(", "));
        let relations: Vec<String> =
            self.relations.iter().take(SHOWN).map(|(left, right)| format!("{left}={right}")).collect();
        let more = self.relations.len() - relations.len();
        let more = if more > 0 { format!(" and {more} more (--json has all)") } else { String::new() };
        let _ = writeln!(text, "relations: {}{more}", relations.join(" "));
        let losing = self.losing[..self.losing.len().min(SHOWN)].join(" ");
        let _ = writeln!(text, "losing: {losing}{}", if self.losing.len() > SHOWN { " ..." } else { "" });
        let _ = writeln!(text, "pretending function:");
        for (row, names) in self.pretending.chunks(HEAPS_A_LINE).enumerate() {
            let _ = writeln!(text, "{:>6}+ {}", row * HEAPS_A_LINE, names.join(" "));
        }
        let heaps: Vec<String> = self.p_heaps.iter().map(u32::to_string).collect();
        let _ = writeln!(text, "P-heaps to {}: {}", self.p_heaps_to, heaps.join(" "));
        self.table.iter().for_each(|table| table.tell(&mut text));
        self.genus.iter().for_each(|genus| genus.tell(&mut text));
        self.sum.iter().for_each(|sum| sum.tell(&mut text));
        let megabytes = self.bytes as f64 / 1e6;
        let _ = writeln!(text, "{}\n{:.2} s, {megabytes:.1} MB of tables", self.standing.say(language), self.seconds);
        text
    }

    fn ended(&self) -> Ended {
        self.ended
    }
}

/// The same watch, with a limit for canonical forms of its own.
struct Capped<'a>(&'a Budget<'a>);

impl Watch for Capped<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        self.0.tick(progress).or((progress.bytes > FORM_BYTES).then_some(Stop::Memory))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.0)
    }
}
