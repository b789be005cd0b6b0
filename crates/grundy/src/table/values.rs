//! Cells that show canonical values or what is known of them, from one table of values for all cells, and how they repeat.

use super::{Show, TableAnswer};
use crate::report::Language;
use crate::words::say;
use grundy_answer::Watch;
use grundy_run::Position;
use grundy_solve::{CanonicalTable, Refusal};
use grundy_value::{Arena, Game, Halt, Side, Values};
use serde::Serialize;

/// From `from` on, the value of `n + period` was that of `n` plus `saltus`, wherever both were computed.
#[derive(Serialize)]
pub struct ObservedPeriod {
    /// The first `n` it holds from.
    pub from: i64,
    /// How often it comes back.
    pub period: i64,
    /// What is added each time: number + ups + nimber.
    pub saltus: String,
    /// The last `n` that was computed.
    pub seen_to: i64,
}

impl ObservedPeriod {
    /// In words; it is seen, not proved.
    pub(super) fn say(&self, language: Language) -> String {
        say!(
            language,
            "seen, not proved: from {} to {} the values repeat with period {}, {} more each time",
            self.from,
            self.seen_to,
            self.period,
            &self.saltus
        )
    }
}

/// What is found for one board serves the others.
pub(super) fn fill(table: &mut TableAnswer, positions: &[Position], watch: &dyn Watch) -> Result<(), Refusal> {
    let arena = Arena::new();
    let values = arena.values(watch);
    let known = CanonicalTable::new(values);
    let mut column = Vec::new();
    for position in positions {
        let value = match known.value(position) {
            Ok(value) => value,
            Err(Refusal::Stopped(stop, _)) => {
                table.stopped = Some(stop);
                break;
            }
            Err(other) => return Err(other),
        };
        let cell = shown(values, value, table.show);
        let (text, latex) = match &cell {
            Ok(Some(cell)) => (values.text(*cell), values.latex(*cell)),
            Ok(None) => (Ok("-".to_string()), Ok("-".to_string())),
            Err(halt) => (Err(*halt), Err(*halt)),
        };
        if let Err(Halt::Stopped(stop)) = text {
            table.stopped = Some(stop);
            break;
        }
        table.words.push(text.unwrap_or_else(|halt| format!("({halt})")));
        table.latex.push(latex.unwrap_or_default());
        column.push(cell.ok().flatten());
    }
    table.positions = known.positions();
    if let ([range], Some(column)) = (&table.over[..], column.into_iter().collect::<Option<Vec<Game>>>()) {
        table.period = repeats(values, &column).ok().flatten().map(|(from, period, saltus)| ObservedPeriod {
            from: range.low + from as i64,
            period: period as i64,
            saltus,
            seen_to: range.low + column.len() as i64 - 1,
        });
    }
    Ok(())
}

/// What a cell shows of a value; `None` where that has no such thing.
fn shown(values: Values<'_>, value: Game, show: Show) -> Result<Option<Game>, Halt> {
    match show {
        Show::Mean => values.number(&values.mean(value)?).map(Some),
        Show::Temperature => values.number(&values.temperature(value)?).map(Some),
        Show::Atomic => values.atomic_weight(value),
        Show::Reduced => values.reduced(value).map(Some),
        Show::Birthday => values.number(&values.birthday(value)?).map(Some),
        _ => Ok(Some(value)),
    }
}

/// The least period with the first place it holds from and its saltus, if it was seen at least three times over at least half the column.
fn repeats(values: Values<'_>, column: &[Game]) -> Result<Option<(usize, usize, String)>, Halt> {
    let count = column.len();
    for period in 1..=count / 3 {
        let (last, before) = (column[count - 1], column[count - 1 - period]);
        // A saltus of number + ups + nimber moves both stops alike; others are not looked for.
        let [left, right] =
            [Side::Left, Side::Right].map(|side| values.difference(values.stop(last, side), values.stop(before, side)));
        if left? != right? {
            continue;
        }
        let saltus = values.difference(last, before)?;
        if values.as_nus(saltus).is_none() {
            continue;
        }
        let mut from = count - period;
        while from > 0 && values.sum(column[from - 1], saltus)? == column[from - 1 + period] {
            from -= 1;
        }
        if count - from >= 3 * period && from <= count / 2 {
            return Ok(Some((from, period, values.text(saltus)?)));
        }
    }
    Ok(None)
}
