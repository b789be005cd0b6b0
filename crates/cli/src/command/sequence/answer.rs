//! The answer in both forms, grown part by part.

use crate::number::spaced;
use grundy_answer::Standing;
use grundy_heap::{Code, Halt, Outcomes, Period, Sequence, Statistics, Values};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// How many winning moves, exceptions and lines of statistics are shown.
const SHOWN: usize = 20;

/// Text for people and keys for programs.
pub struct Answer {
    pub text: String,
    pub json: Map<String, Value>,
    /// A limit was reached, or something asked has no answer yet.
    pub limited: bool,
}

impl Answer {
    pub fn new(code: &Code, seconds: f64) -> Answer {
        let mut json = Map::new();
        json.insert("code".into(), json!(code.text()));
        json.insert("rule".into(), json!(code.rule().to_string()));
        json.insert("seconds".into(), json!((seconds * 1000.0).round() / 1000.0));
        Answer { text: format!("{code}\n"), json, limited: false }
    }

    fn put(&mut self, key: &str, value: Value) {
        self.json.insert(key.into(), value);
    }

    fn line(&mut self, title: &str, text: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{title:<12}{text}");
    }

    pub fn sequence(&mut self, sequence: &Sequence, print: u64) {
        let wanted = print.min(sequence.computed().max(1_000_000) as u64);
        let values: Vec<u64> = (0..wanted).map_while(|n| sequence.value_at(n).map(|(value, _)| value as u64)).collect();
        let text: Vec<String> = values.iter().map(u64::to_string).collect();
        self.line("values", text.join(" "));
        self.put("values", json!(values));
        self.period(sequence.period(), sequence.computed());
        let exceptions = sequence.exceptions();
        if sequence.period().is_some() {
            self.put("exceptions", json!(exceptions.iter().take(1000).collect::<Vec<_>>()));
            self.put("exception_count", json!(exceptions.len()));
            if !exceptions.is_empty() {
                let shown = exceptions.iter().take(SHOWN).map(|(n, value)| format!("g({n})={value}"));
                let more = exceptions.len().saturating_sub(SHOWN);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                self.line("exceptions", format!("{}{more}", shown.collect::<Vec<_>>().join(" ")));
            }
        }
        self.work(sequence.computed(), &sequence.method().to_string(), sequence.halt(), sequence.standing());
    }

    pub fn outcomes(&mut self, outcomes: &Outcomes, method: &str, print: u64) {
        let letters = |values: &Values| -> Vec<&str> {
            values.iter().take(print as usize).map(|value| if value == 0 { "P" } else { "N" }).collect()
        };
        let letters = letters(outcomes.values());
        self.line("outcomes", letters.join(" "));
        self.put("play", json!("misere"));
        self.put("outcomes", json!(letters));
        self.period(outcomes.period(), outcomes.values().len());
        let standing = outcomes.period().map_or_else(
            || Standing::Checked(format!("no period proved to {}", outcomes.values().len())),
            |period| period.standing.clone(),
        );
        self.work(outcomes.values().len(), method, outcomes.halt(), standing);
    }

    fn period(&mut self, period: Option<&Period>, computed: usize) {
        let Some(period) = period else {
            self.line("period", format!("no period proved to {}", spaced(computed as u64)));
            return;
        };
        self.put("period", json!(period.period));
        self.put("preperiod", json!(period.preperiod()));
        self.put("saltus", json!(period.saltus));
        let last = match period.last_exception {
            Some(last) => {
                self.put("last_exception", json!(last));
                format!("last exception {last}")
            }
            None => "no exception".to_string(),
        };
        let saltus = if period.saltus > 0 { format!(", saltus {}", period.saltus) } else { String::new() };
        self.line("period", format!("{}{saltus}, preperiod {}, {last}", period.period, period.preperiod()));
        self.put("facts", json!(period.facts));
        for fact in &period.facts {
            self.line("fact", fact);
        }
    }

    fn work(&mut self, computed: usize, method: &str, halt: Option<Halt>, standing: Standing) {
        self.line("computed", format!("{} values: {method}", spaced(computed as u64)));
        self.put("computed", json!(computed));
        self.put("method", json!(method));
        if let Some(halt) = halt {
            self.limited = true;
            self.line("stopped", halt);
            self.put("stopped", json!(halt.to_string()));
        }
        self.line(standing.kind(), standing.reason());
        self.put("standing", standing_json(&standing));
    }

    pub fn at(&mut self, sequence: &Sequence, n: u64) {
        let Some((value, standing)) = sequence.value_at(n) else {
            return self.beyond("at", n, sequence.computed());
        };
        let value_json = u64::try_from(value).map_or_else(|_| json!(value.to_string()), |value| json!(value));
        let winner = if value == 0 { "second" } else { "first" };
        let mut at = json!({ "n": n, "value": value_json, "winner": winner, "standing": standing_json(&standing) });
        self.line("at", format!("g({}) = {value}: the {winner} player wins ({standing})", spaced(n)));
        if let Some(found) = sequence.winning_moves(n, SHOWN).filter(|_| value != 0) {
            let moves: Vec<Vec<u64>> = found.moves.iter().map(|parts| parts.to_vec()).collect();
            let text: Vec<String> = moves
                .iter()
                .map(|parts| {
                    let taken = n - parts.iter().sum::<u64>();
                    let left: Vec<String> = parts.iter().map(|part| spaced(*part)).collect();
                    match left.len() {
                        0 => format!("take {taken}, leaving nothing"),
                        _ => format!("take {taken}, leaving {}", left.join(" and ")),
                    }
                })
                .collect();
            let more = if found.complete { "" } else { "; and others" };
            if !text.is_empty() {
                self.line("win by", format!("{}{more}", text.join("; ")));
            }
            at["winning_moves"] = json!(
                moves
                    .iter()
                    .map(|parts| json!({ "take": n - parts.iter().sum::<u64>(), "leave": parts }))
                    .collect::<Vec<_>>()
            );
            at["winning_moves_complete"] = json!(found.complete);
        }
        self.put("at", at);
    }

    pub fn winner_at(&mut self, found: Option<(bool, Standing)>, n: u64, computed: usize) {
        let Some((wins, standing)) = found else { return self.beyond("at", n, computed) };
        let (winner, outcome) = if wins { ("first", "N") } else { ("second", "P") };
        self.line("at", format!("{}: the {winner} player wins ({standing})", spaced(n)));
        self.put("at", json!({ "n": n, "winner": winner, "outcome": outcome, "standing": standing_json(&standing) }));
    }

    pub fn losing(&mut self, found: Option<(u64, Standing)>, n: u64, computed: usize) {
        let Some((count, standing)) = found else { return self.beyond("losing", n, computed) };
        self.line("losing", format!("{} of the heaps 1..{} ({standing})", spaced(count), spaced(n)));
        self.put("losing", json!(count));
    }

    fn beyond(&mut self, title: &str, n: u64, computed: usize) {
        self.limited = true;
        self.line(
            title,
            format!("{} is beyond the {} values computed, and no period is proved", spaced(n), spaced(computed as u64)),
        );
    }

    pub fn statistics(&mut self, sequence: &Sequence) {
        let found = Statistics::of(sequence.table().rule(), sequence.table().values());
        let mut often = found.histogram.clone();
        often.sort_by_key(|(value, count, _)| (std::cmp::Reverse(*count), *value));
        let most: Vec<String> = often.iter().take(SHOWN).map(|(value, count, _)| format!("{value}:{count}")).collect();
        self.line("histogram", format!("{} values; {}", found.histogram.len(), most.join(" ")));
        let records: Vec<String> =
            found.records.iter().rev().take(SHOWN).map(|(n, value)| format!("g({n})={value}")).collect();
        self.line("records", format!("{}; the last {}", found.records.len(), records.join(" ")));
        let mut json = json!({
            "histogram": found.histogram.iter().map(|(value, count, first)| json!({ "value": value, "count": count, "first": first })).collect::<Vec<_>>(),
            "records": found.records.iter().map(|(n, value)| json!({ "n": n, "value": value })).collect::<Vec<_>>(),
        });
        if let Some(space) = &found.space {
            let twist = if space.twisted { ", twisted by position" } else { "" };
            let last = space.last_rare.map_or("none".to_string(), spaced);
            self.line(
                "rare",
                format!("{} heaps by mask {}{twist}; the last is {last}", spaced(space.rare), space.mask),
            );
            json["space"] = json!({ "mask": space.mask, "twisted": space.twisted, "rare": space.rare, "last_rare": space.last_rare });
        }
        self.put("statistics", json);
    }
}

fn standing_json(standing: &Standing) -> Value {
    json!({ "kind": standing.kind(), "reason": standing.reason() })
}
