//! The values or outcomes of a game in heap form, and what is asked of them.

use crate::json;
use crate::number::spaced;
use crate::report::{Ended, Language, Report};
use crate::words::{Say, kind, say};
use grundy_answer::{Standing, message};
use grundy_heap::{Code, Halt, Outcomes, Period, Sequence, Statistics, Values};
use serde::ser::{Serialize, Serializer};
use std::fmt::{Display, Write};

/// Winning moves, exceptions and entries of statistics that are told in words.
const SHOWN: usize = 20;

/// Exceptions that are listed for programs.
const LISTED_EXCEPTIONS: usize = 1000;

/// Values of a proved period that may be listed beyond those computed.
const LISTED_VALUES: usize = 1_000_000;

/// The values or outcomes of a game in heap form.
#[derive(serde::Serialize)]
pub struct HeapSequence {
    /// The code as it was written, or the game with its code.
    pub code: String,
    /// The code as the program writes it.
    pub rule: String,
    /// Seconds since the question was asked; in JSON to the millisecond.
    #[serde(serialize_with = "json::milliseconds")]
    pub seconds: f64,
    /// The first values or outcomes, as many as were to be listed.
    #[serde(flatten)]
    pub terms: Terms,
    /// The period, if one is proved.
    #[serde(flatten)]
    pub period: Option<FoundPeriod>,
    /// What does not follow the period; of values that have one.
    #[serde(flatten)]
    pub exceptions: Option<Exceptions>,
    /// How many values were computed.
    pub computed: usize,
    /// How they were computed.
    pub method: String,
    /// Why no more were.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::words_if_any")]
    pub stopped: Option<Halt>,
    /// How sure it is.
    pub standing: Standing,
    /// The heap that was asked for.
    #[serde(skip_serializing_if = "Far::is_unknown")]
    pub at: Option<Far<SizeAnswer>>,
    /// How many heaps are lost, to the bound that was asked for.
    #[serde(skip_serializing_if = "Far::is_unknown")]
    pub losing: Option<Far<LosingCount>>,
    /// Statistics of all values computed, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<SequenceStatistics>,
    /// The certificate of the period, or why there is none, if it was asked for.
    #[serde(skip)]
    pub certificate: Option<Result<String, String>>,
    /// Where the door wrote the certificate, if it was asked for.
    #[serde(rename = "certificate", skip_serializing_if = "Option::is_none")]
    pub file: Option<Option<String>>,
    /// All that was computed; of outcomes nothing.
    #[serde(skip)]
    pub sequence: Option<Sequence>,
    #[serde(skip)]
    title: String,
}

/// What is listed, from heap 0.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub enum Terms {
    /// Grundy values: the last move wins.
    Values {
        /// The values.
        values: Vec<u64>,
    },
    /// Outcomes of single heaps: the last move loses.
    Outcomes {
        /// `misere`.
        play: &'static str,
        /// `N` where the first player wins, `P` where the second does.
        outcomes: Vec<&'static str>,
    },
}

/// A proved period.
#[derive(serde::Serialize)]
pub struct FoundPeriod {
    /// The period.
    pub period: u64,
    /// The first heap from which it holds.
    pub preperiod: u64,
    /// What is added at each turn.
    pub saltus: u64,
    /// The last heap that does not follow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_exception: Option<u64>,
    /// What the proof rests on.
    pub facts: Vec<String>,
}

/// The heaps that do not follow the period.
#[derive(serde::Serialize)]
pub struct Exceptions {
    /// The first of them, each with its value.
    pub exceptions: Vec<(u64, u32)>,
    /// How many there are.
    #[serde(rename = "exception_count")]
    pub count: usize,
}

/// What was asked far out.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub enum Far<T> {
    /// What is known.
    Known(T),
    /// Nothing is known: the heap is beyond what was computed, and no period is proved.
    Beyond {
        /// The heap.
        n: u64,
    },
}

/// What is known of one heap.
#[derive(serde::Serialize)]
pub struct SizeAnswer {
    /// Its size.
    pub n: u64,
    /// Its Grundy value; a text where it does not fit 64 bits.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_number")]
    pub value: Option<u128>,
    /// `first` or `second`.
    pub winner: &'static str,
    /// `N` or `P`, where the last move loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    /// How sure it is.
    pub standing: Standing,
    /// Winning moves, where the last move wins and the first player does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Vec<WinningTake>>,
    /// Whether these are all winning moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves_complete: Option<bool>,
}

/// A winning move.
#[derive(serde::Serialize)]
pub struct WinningTake {
    /// What is taken.
    pub take: u64,
    /// The heaps that are left.
    pub leave: Vec<u64>,
}

/// How many of the heaps `1..n` the player to move loses. Its JSON is the number alone.
pub struct LosingCount {
    /// How many.
    pub count: u64,
    /// To which heap.
    pub n: u64,
    /// How sure it is.
    pub standing: Standing,
}

/// Statistics of values.
#[derive(serde::Serialize)]
pub struct SequenceStatistics {
    /// Every value that appears, ascending.
    pub histogram: Vec<HistogramRow>,
    /// Each heap whose value is larger than all before it.
    pub records: Vec<RecordRow>,
    /// Rare and common values, of rules that leave at most two heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<RareValues>,
}

/// How often a value appears.
#[derive(serde::Serialize)]
pub struct HistogramRow {
    /// The value.
    pub value: u32,
    /// How often.
    pub count: u64,
    /// At which heap first.
    pub first: u64,
}

/// A value larger than all before it.
#[derive(serde::Serialize)]
pub struct RecordRow {
    /// The heap.
    pub n: u64,
    /// Its value.
    pub value: u32,
}

/// A division of the values into rare and common ones.
#[derive(serde::Serialize)]
pub struct RareValues {
    /// The parity mask.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub twisted: bool,
    /// How many heaps have a rare value.
    pub rare: u64,
    /// The last of them.
    pub last_rare: Option<u64>,
}

/// Values to `count`, each what the one a period before it was and the saltus.
fn continued(values: Values, period: usize, saltus: u64, count: usize) -> Values {
    match values {
        Values::Narrow(mut values) if saltus == 0 => {
            while values.len() < count {
                let begin = values.len() - period;
                values.extend_from_within(begin..begin + period.min(count - values.len()));
            }
            Values::Narrow(values)
        }
        values => {
            let mut wide: Vec<u16> = values.iter().map(|value| value as u16).collect();
            while wide.len() < count {
                let next = u64::from(wide[wide.len() - period]) + saltus;
                let Ok(next) = u16::try_from(next) else { break };
                wide.push(next);
            }
            Values::Wide(wide)
        }
    }
}

impl HeapSequence {
    /// Takes out the values of all heaps below `count`: those computed and, where a period is proved, those that follow from it. They
    /// are fewer where neither reaches so far, or where a value passes what is stored.
    pub fn take_values(&mut self, count: usize) -> Option<Values> {
        let sequence = self.sequence.take()?;
        let law = sequence.period().filter(|law| law.standing.kind() == "proved");
        let law = law.map(|law| (law.period as usize, law.preperiod() as usize, law.saltus));
        let mut values = sequence.into_table().into_values();
        if let Some((period, preperiod, saltus)) = law
            && values.len() >= preperiod + period
        {
            values = continued(values, period, saltus, count);
        }
        match &mut values {
            Values::Narrow(values) => values.truncate(count),
            Values::Wide(values) => values.truncate(count),
        }
        Some(values)
    }

    /// The values of a game in which the last move wins, the first `print` of them listed.
    pub(super) fn of_values(code: &Code, sequence: &Sequence, print: u64, seconds: f64) -> HeapSequence {
        let wanted = print.min(sequence.computed().max(LISTED_VALUES) as u64);
        let values = (0..wanted).map_while(|n| sequence.value_at(n).map(|(value, _)| value as u64)).collect();
        let mut answer = HeapSequence::new(code, Terms::Values { values }, sequence.standing(), seconds);
        answer.period = sequence.period().map(FoundPeriod::of);
        if answer.period.is_some() {
            let mut exceptions = sequence.exceptions();
            let count = exceptions.len();
            exceptions.truncate(LISTED_EXCEPTIONS);
            answer.exceptions = Some(Exceptions { exceptions, count });
        }
        (answer.computed, answer.method) = (sequence.computed(), sequence.method().to_string());
        answer.stopped = sequence.halt();
        answer
    }

    /// The outcomes of a game in which the last move loses, found by `method`, the first `print` of them listed.
    pub(super) fn of_outcomes(
        code: &Code,
        outcomes: &Outcomes,
        (method, print): (&str, u64),
        seconds: f64,
    ) -> HeapSequence {
        let letter = |value: u32| if value == 0 { "P" } else { "N" };
        let letters = outcomes.values().iter().take(print as usize).map(letter).collect();
        let computed = outcomes.values().len();
        let standing = match outcomes.period() {
            Some(period) => period.standing.clone(),
            None => Standing::Checked(message!("no period proved to {}", computed)),
        };
        let terms = Terms::Outcomes { play: "misere", outcomes: letters };
        let mut answer = HeapSequence::new(code, terms, standing, seconds);
        answer.period = outcomes.period().map(FoundPeriod::of);
        (answer.computed, answer.method) = (computed, method.to_string());
        answer.stopped = outcomes.halt();
        answer
    }

    fn new(code: &Code, terms: Terms, standing: Standing, seconds: f64) -> HeapSequence {
        HeapSequence {
            code: code.text().to_string(),
            rule: code.rule().to_string(),
            seconds,
            terms,
            period: None,
            exceptions: None,
            computed: 0,
            method: String::new(),
            stopped: None,
            standing,
            at: None,
            losing: None,
            statistics: None,
            certificate: None,
            file: None,
            sequence: None,
            title: code.to_string(),
        }
    }

    /// All values computed as an OEIS b-file.
    pub fn b_file(&self) -> String {
        self.rows(" ")
    }

    /// Whether it holds Grundy values, not only who wins.
    pub fn holds_values(&self) -> bool {
        self.sequence.is_some()
    }

    /// All values computed as comma-separated values.
    pub fn csv(&self) -> String {
        format!("n,value\n{}", self.rows(","))
    }

    /// One line for each value computed: the heap, the separator, the value.
    fn rows(&self, separator: &str) -> String {
        let values = self.sequence.iter().flat_map(|sequence| sequence.table().values().iter());
        (0u64..).zip(values).map(|(n, value)| format!("{n}{separator}{value}\n")).collect()
    }
}

impl FoundPeriod {
    fn of(period: &Period) -> FoundPeriod {
        FoundPeriod {
            period: period.period,
            preperiod: period.preperiod(),
            saltus: period.saltus,
            last_exception: period.last_exception,
            facts: period.facts.clone(),
        }
    }
}

/// The value of a heap, who wins it, and some winning moves.
pub(super) fn value_at(sequence: &Sequence, n: u64) -> Far<SizeAnswer> {
    let Some((value, standing)) = sequence.value_at(n) else { return Far::Beyond { n } };
    let winner = if value == 0 { "second" } else { "first" };
    let mut at = SizeAnswer {
        n,
        value: Some(value),
        winner,
        outcome: None,
        standing,
        winning_moves: None,
        winning_moves_complete: None,
    };
    if let Some(found) = sequence.winning_moves(n, SHOWN).filter(|_| value != 0) {
        let take = |leave: Vec<u64>| WinningTake { take: n - leave.iter().sum::<u64>(), leave };
        at.winning_moves = Some(found.moves.iter().map(|parts| take(parts.to_vec())).collect());
        at.winning_moves_complete = Some(found.complete);
    }
    Far::Known(at)
}

/// Who wins a heap when the last move loses; `found` says whether the first player does.
pub(super) fn winner_at(found: Option<(bool, Standing)>, n: u64) -> Far<SizeAnswer> {
    let Some((wins, standing)) = found else { return Far::Beyond { n } };
    let (winner, outcome) = if wins { ("first", "N") } else { ("second", "P") };
    Far::Known(SizeAnswer {
        n,
        value: None,
        winner,
        outcome: Some(outcome),
        standing,
        winning_moves: None,
        winning_moves_complete: None,
    })
}

/// How many heaps to `n` are lost.
pub(super) fn losing(found: Option<(u64, Standing)>, n: u64) -> Far<LosingCount> {
    match found {
        Some((count, standing)) => Far::Known(LosingCount { count, n, standing }),
        None => Far::Beyond { n },
    }
}

impl SequenceStatistics {
    /// Of all values of a sequence that were computed.
    pub(super) fn of(sequence: &Sequence) -> SequenceStatistics {
        let found = Statistics::of(sequence.table().rule(), sequence.table().values());
        let row = |(value, count, first)| HistogramRow { value, count, first };
        SequenceStatistics {
            histogram: found.histogram.into_iter().map(row).collect(),
            records: found.records.into_iter().map(|(n, value)| RecordRow { n, value }).collect(),
            space: found.space.map(|space| RareValues {
                mask: space.mask,
                twisted: space.twisted,
                rare: space.rare,
                last_rare: space.last_rare,
            }),
        }
    }
}

impl<T> Far<T> {
    fn is_unknown(far: &Option<Far<T>>) -> bool {
        !matches!(far, Some(Far::Known(_)))
    }
}

impl Serialize for LosingCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.count)
    }
}

/// A number where it fits 64 bits, else its digits.
fn as_number<S: Serializer>(value: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    match value.map(|value| u64::try_from(value).map_err(|_| value.to_string())) {
        None => serializer.serialize_none(),
        Some(Ok(small)) => serializer.serialize_u64(small),
        Some(Err(digits)) => serializer.serialize_str(&digits),
    }
}

/// Lines of a title and what is told under it.
struct Lines {
    text: String,
    language: Language,
}

impl Lines {
    fn add(&mut self, title: &str, text: impl Display) {
        // Letters that are not of the first blocks are two columns wide.
        let width: usize = title.chars().map(|letter| if letter < '\u{1100}' { 1 } else { 2 }).sum();
        let _ = writeln!(self.text, "{title}{:pad$}{text}", "", pad = 12_usize.saturating_sub(width).max(1));
    }
}

impl Report for HeapSequence {
    fn words(&self, language: Language) -> String {
        let mut lines = Lines { text: format!("{}\n", self.title), language };
        match &self.terms {
            Terms::Values { values } => lines.add(&say!(language, "values"), joined(values)),
            Terms::Outcomes { outcomes, .. } => lines.add(&say!(language, "outcomes"), outcomes.join(" ")),
        }
        let computed = spaced(self.computed as u64);
        match &self.period {
            Some(period) => period.tell(&mut lines),
            None => lines.add(&say!(language, "period"), say!(language, "no period proved to {}", computed)),
        }
        self.exceptions.iter().for_each(|exceptions| exceptions.tell(&mut lines));
        lines.add(&say!(language, "computed"), say!(language, "{} values: {}", computed, self.method));
        if let Some(halt) = self.stopped {
            let why = match halt {
                Halt::Stopped(stop) => stop.say(language),
                Halt::Full => halt.to_string(),
            };
            lines.add(&say!(language, "stopped"), why);
        }
        lines.add(&kind(&self.standing, language), self.standing.reason().say(language));
        let beyond = |n: u64| {
            say!(language, "{} is beyond the {} values computed, and no period is proved", spaced(n), computed)
        };
        match &self.at {
            Some(Far::Known(at)) => at.tell(&mut lines, language),
            Some(Far::Beyond { n }) => lines.add(&say!(language, "at"), beyond(*n)),
            None => {}
        }
        match &self.losing {
            Some(Far::Known(LosingCount { count, n, standing })) => {
                let standing = standing.say(language);
                let said = say!(language, "{} of the heaps 1..{} ({})", spaced(*count), spaced(*n), standing);
                lines.add(&say!(language, "losing"), said);
            }
            Some(Far::Beyond { n }) => lines.add(&say!(language, "losing"), beyond(*n)),
            None => {}
        }
        self.statistics.iter().for_each(|statistics| statistics.tell(&mut lines));
        let mut text = lines.text;
        match (&self.certificate, &self.file) {
            (Some(Err(reason)), _) => {
                let _ = writeln!(text, "{}", say!(language, "no certificate: {}", reason));
            }
            (_, Some(Some(file))) => {
                let _ = writeln!(text, "{}", say!(language, "certificate: {}", file));
            }
            _ => {}
        }
        text
    }

    fn ended(&self) -> Ended {
        let is_open = self.stopped.is_some()
            || matches!(self.at, Some(Far::Beyond { .. }))
            || matches!(self.losing, Some(Far::Beyond { .. }));
        if is_open { Ended::Limit } else { Ended::Fine }
    }
}

impl FoundPeriod {
    fn tell(&self, lines: &mut Lines) {
        let language = lines.language;
        let last = match self.last_exception {
            Some(last) => say!(language, "last exception {}", last),
            None => say!(language, "no exception"),
        };
        let saltus = if self.saltus > 0 { say!(language, ", saltus {}", self.saltus) } else { String::new() };
        let said = say!(language, "{}{}, preperiod {}, {}", self.period, saltus, self.preperiod, last);
        lines.add(&say!(language, "period"), said);
        self.facts.iter().for_each(|fact| lines.add(&say!(language, "fact"), fact));
    }
}

impl Exceptions {
    fn tell(&self, lines: &mut Lines) {
        if self.count == 0 {
            return;
        }
        let shown: Vec<String> =
            self.exceptions.iter().take(SHOWN).map(|(n, value)| format!("g({n})={value}")).collect();
        let more = self.count.saturating_sub(SHOWN);
        let more = if more > 0 { say!(lines.language, " and {} more", more) } else { String::new() };
        lines.add(&say!(lines.language, "exceptions"), format!("{}{more}", shown.join(" ")));
    }
}

impl SizeAnswer {
    fn tell(&self, lines: &mut Lines, language: Language) {
        let (size, winner, standing) = (spaced(self.n), self.winner, self.standing.say(language));
        let wins = if winner == "first" {
            say!(language, "the first player wins")
        } else {
            say!(language, "the second player wins")
        };
        let value = self.value.map_or(size.clone(), |value| format!("g({size}) = {value}"));
        lines.add(&say!(language, "at"), format!("{value}: {wins} ({standing})"));
        let moves: Vec<String> = self.winning_moves.iter().flatten().map(WinningTake::text).collect();
        if !moves.is_empty() {
            let more = if self.winning_moves_complete == Some(false) { "; and others" } else { "" };
            lines.add("win by", format!("{}{more}", moves.join("; ")));
        }
    }
}

impl WinningTake {
    fn text(&self) -> String {
        let left: Vec<String> = self.leave.iter().map(|part| spaced(*part)).collect();
        let left = if left.is_empty() { "nothing".to_string() } else { left.join(" and ") };
        format!("take {}, leaving {left}", self.take)
    }
}

impl SequenceStatistics {
    fn tell(&self, lines: &mut Lines) {
        let mut often: Vec<&HistogramRow> = self.histogram.iter().collect();
        often.sort_by_key(|row| (std::cmp::Reverse(row.count), row.value));
        let most: Vec<String> = often.iter().take(SHOWN).map(|row| format!("{}:{}", row.value, row.count)).collect();
        lines.add("histogram", format!("{} values; {}", self.histogram.len(), most.join(" ")));
        let records: Vec<String> =
            self.records.iter().rev().take(SHOWN).map(|row| format!("g({})={}", row.n, row.value)).collect();
        lines.add("records", format!("{}; the last {}", self.records.len(), records.join(" ")));
        if let Some(space) = &self.space {
            let twist = if space.twisted { ", twisted by position" } else { "" };
            let last = space.last_rare.map_or("none".to_string(), spaced);
            let rare = spaced(space.rare);
            lines.add("rare", format!("{rare} heaps by mask {}{twist}; the last is {last}", space.mask));
        }
    }
}

fn joined(values: &[u64]) -> String {
    values.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}
