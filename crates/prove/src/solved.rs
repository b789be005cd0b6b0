//! Positions solved one by one from the rules, as `run` plays them: the tables that automata are learned from.

use crate::Subject;
use crate::subject::{state, values};
use grundy_answer::{Progress, Stop, Watch};
use grundy_proof::{Convention, Slot};
use grundy_run::{Component, Flow, Game, Side};
use std::collections::HashMap;
use std::sync::Arc;

/// The mark of tuples that are no positions.
pub const NO_POSITION: u32 = u32::MAX - 1;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// 1 for P-positions, 0 for others.
    Outcome(Convention),
    /// The Grundy value.
    Grundy,
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// Told to stop.
    Stopped(Stop),
    /// Play does not stay among positions that can be solved this way.
    Unfit(String),
}

/// Values of positions, kept.
pub struct Solved<'a> {
    subject: &'a Subject,
    slots: &'a [Slot],
    asked: Asked,
    bound: i64,
    known: HashMap<Vec<u64>, u32>,
    games: HashMap<Vec<u64>, Arc<Game>>,
    watch: &'a dyn Watch,
    work: u64,
}

impl<'a> Solved<'a> {
    /// Nothing known yet; number fields stay up to `bound`.
    pub fn new(subject: &'a Subject, slots: &'a [Slot], asked: Asked, bound: i64, watch: &'a dyn Watch) -> Self {
        let (known, games) = (HashMap::new(), HashMap::new());
        Solved { subject, slots, asked, bound, known, games, watch, work: 0 }
    }

    /// How many moves were looked at.
    pub fn moves(&self) -> u64 {
        self.work
    }

    /// The value of the position with these values of the slots.
    pub fn value(&mut self, at: &[u64]) -> Result<u32, Unsolved> {
        if let Some(&known) = self.known.get(at) {
            return Ok(known);
        }
        let mut waiting = vec![at.to_vec()];
        while let Some(next) = waiting.last().cloned() {
            if self.known.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let before = waiting.len();
            if let Some(value) = self.visit(&next, &mut waiting)? {
                self.known.insert(next, value);
                waiting.truncate(before - 1);
            }
            if waiting.len() > 1 << 22 {
                return Err(Unsolved::Unfit("play from a position is too long".to_string()));
            }
        }
        Ok(self.known[at])
    }

    fn game(&mut self, at: &[u64]) -> Option<Arc<Game>> {
        let params = self.slots.iter().zip(at).filter(|(slot, _)| matches!(slot, Slot::Param { .. }));
        let key: Vec<u64> = params.map(|(_, &value)| value).collect();
        if let Some(game) = self.games.get(&key) {
            return Some(game.clone());
        }
        let game = self.subject.game(self.slots, at, self.bound)?;
        self.games.insert(key, game.clone());
        Some(game)
    }

    /// The value if all options are known; else those that are not are pushed.
    fn visit(&mut self, at: &[u64], waiting: &mut Vec<Vec<u64>>) -> Result<Option<u32>, Unsolved> {
        let Some(game) = self.game(at) else { return Ok(Some(NO_POSITION)) };
        let packed = state(&game, self.slots, at).and_then(|state| game.pack(&state));
        let Some(packed) = packed else { return Ok(Some(NO_POSITION)) };
        let outcome = matches!(self.asked, Asked::Outcome(_));
        let before = waiting.len();
        let mut seen: Vec<bool> = Vec::new();
        let mut won = false;
        let mut alive = false;
        let mut trouble = None;
        let mut count = 0u64;
        let result = game.each_move(&packed, Side::Left, &mut |_, to| {
            alive = true;
            count += 1;
            let mut sum = 0u32;
            let mut complete = true;
            if outcome && to.parts.len() != 1 {
                trouble = Some("moves to sums need Grundy values".to_string());
                return Flow::Stop;
            }
            for part in &to.parts {
                let Some(there) = self.place(&game, part) else {
                    trouble = Some("a move leads to another game".to_string());
                    return Flow::Stop;
                };
                match self.known.get(&there) {
                    Some(&value) => sum ^= value,
                    None => {
                        complete = false;
                        waiting.push(there);
                    }
                }
            }
            if complete && outcome && sum == 1 {
                won = true;
                return Flow::Stop;
            }
            if complete && !outcome {
                let place = sum as usize;
                if place >= seen.len() {
                    seen.resize(place + 1, false);
                }
                seen[place] = true;
            }
            Flow::On
        });
        self.work += count;
        let progress = Progress { what: "moves", done: self.work, total: None, bytes: self.known.len() as u64 * 64 };
        if let Some(stop) = self.watch.tick(progress) {
            return Err(Unsolved::Stopped(stop));
        }
        if let Some(trouble) = trouble {
            return Err(Unsolved::Unfit(trouble));
        }
        result.map_err(|diagnostic| Unsolved::Unfit(diagnostic.cause.clone()))?;
        if won {
            waiting.truncate(before);
            return Ok(Some(0));
        }
        if waiting.len() > before {
            return Ok(None);
        }
        Ok(Some(match self.asked {
            Asked::Outcome(Convention::Normal) => 1,
            Asked::Outcome(Convention::Misere) => u32::from(alive),
            Asked::Grundy => seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u32,
        }))
    }

    fn place(&self, game: &Arc<Game>, part: &Component) -> Option<Vec<u64>> {
        if part.game.key != game.key {
            return None;
        }
        values(&part.game, self.slots, &part.game.unpack(&part.packed))
    }
}
