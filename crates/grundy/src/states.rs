//! The positions that play can reach, each once, with what they are worth and the moves between them: the graph of a game as data.
//!
//! States come in the order in which they are first reached, the start first, so that what a limit cuts off lies farthest away. In
//! sums parts in which nobody can move are left out.

use crate::budget::Budget;
use crate::moves::MoveWorth;
use crate::picture::lookup::{Lookup, move_text};
use crate::problem::Problem;
use crate::question::Question;
use crate::report::{Ended, Language, Report};
use crate::words::say;
use grundy_answer::{Progress, Standing, Stop, Watch};
use grundy_run::{Position, Side, Turn};
use serde::Serialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A graph of positions.
#[derive(Serialize)]
pub struct StatesAnswer {
    /// The position that play starts from.
    pub position: String,
    /// The positions.
    pub states: Vec<StateNode>,
    /// The moves, those of one position together, in the order of the rules.
    pub moves: Vec<StateMove>,
    /// Whether nothing that can be reached is left out.
    pub whole: bool,
    /// Why it is not whole, where a limit of the budget ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// How sure the worth of the positions is.
    pub standing: Standing,
}

/// A position that play can reach.
#[derive(Serialize)]
pub struct StateNode {
    /// As one line.
    pub position: String,
    /// Its board, a text for each row, where it is one component with a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Vec<String>>,
    /// Who is about to move, by name; nobody where that does not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<String>,
    /// Whether there is no move to make.
    pub over: bool,
    /// What it is worth to who is about to move; nothing where a limit was reached.
    #[serde(flatten)]
    pub worth: Option<MoveWorth>,
}

/// A move between two of the positions.
#[derive(Serialize)]
pub struct StateMove {
    /// The number of the position it is made at.
    pub from: usize,
    /// The number of the position it leads to; nothing where that one is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// As it is written; in a sum with the number of the summand.
    #[serde(rename = "move")]
    pub text: String,
    /// Points for the mover.
    #[serde(skip_serializing_if = "is_zero")]
    pub gain: i64,
    /// Whether the same player moves again.
    #[serde(skip_serializing_if = "is_false")]
    pub again: bool,
}

fn is_zero(points: &i64) -> bool {
    *points == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// The positions that play can reach from a question with `mover` about to move, at most so many.
// Positions compare by their game's number and their words, neither of which changes.
#[allow(clippy::mutable_key_type)]
pub fn states(question: &Question, mover: Side, most: usize, budget: &Budget) -> Result<StatesAnswer, Problem> {
    let mut lookup = Lookup::new(&question.position, budget)?;
    let players = question.players();
    let start = (question.position.clone().canonical(), mover);
    let mut order: Vec<(Position, Side)> = vec![start.clone()];
    let mut numbers: HashMap<(Position, Side), usize> = HashMap::from([(start, 0)]);
    let (mut states, mut moves, mut whole, mut stopped) = (Vec::new(), Vec::new(), true, None);
    while let Some((position, mover)) = order.get(states.len()).cloned() {
        let steps = lookup.moves(&position, mover)?;
        let number = states.len();
        let worth = lookup.evaluate(&position, mover)?.map(MoveWorth::of);
        let board = match &position.parts[..] {
            [part] => part.game.board(&part.packed),
            _ => None,
        };
        let told = lookup.tells_movers_apart().then(|| players[mover as usize].clone());
        states.push(StateNode { position: position.to_string(), board, mover: told, over: steps.is_empty(), worth });
        let progress = Progress { what: "positions", done: number as u64, total: None, bytes: 0 };
        stopped = stopped.or(budget.tick(progress));
        for step in steps {
            let next = if lookup.tells_movers_apart() { step.mover } else { order[0].1 };
            let (text, gain, again) = (move_text(&position, &step), step.gain, step.turn == Turn::Stays);
            let room = order.len() < most && stopped.is_none();
            let to = match numbers.entry((step.to.canonical(), next)) {
                Entry::Occupied(known) => Some(*known.get()),
                Entry::Vacant(place) if room => {
                    order.push(place.key().clone());
                    Some(*place.insert(order.len() - 1))
                }
                Entry::Vacant(_) => None,
            };
            whole &= to.is_some();
            moves.push(StateMove { from: number, to, text, gain, again });
        }
    }
    stopped = stopped.or(lookup.stop);
    let (position, standing) = (question.position.to_string(), lookup.standing());
    Ok(StatesAnswer { position, states, moves, whole, stopped, standing })
}

impl Report for StatesAnswer {
    fn words(&self, language: Language) -> String {
        let (states, moves) = (self.states.len(), self.moves.len());
        say!(language, "{}: {} positions, {} moves", self.position, states, moves) + "\n"
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::library::Library;

    fn graph(game: &str, position: &str, most: usize) -> StatesAnswer {
        let subject = Library::standard().subject(game).expect("it is in the library");
        let question = subject.question(Some(&crate::Text::position(position)), Engine::Native).expect("a position");
        states(&question, Side::Left, most, &Budget::unlimited()).expect("a graph")
    }

    /// A heap of n has the heaps 0 to n below it, and n (n + 1) / 2 moves.
    #[test]
    fn every_position_comes_once() {
        let nim = graph("nim", "5", 1000);
        assert_eq!((nim.states.len(), nim.moves.len(), nim.whole), (6, 15, true));
        assert!(nim.states.iter().all(|state| state.worth.is_some()));
        assert_eq!(nim.states.iter().filter(|state| state.over).count(), 1);
    }

    #[test]
    fn what_is_cut_off_is_told() {
        let nim = graph("nim", "5", 3);
        assert_eq!((nim.states.len(), nim.whole, nim.stopped), (3, false, None));
        assert!(nim.moves.iter().any(|one| one.to.is_none()));
    }
}
