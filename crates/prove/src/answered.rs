//! Positions beyond search, answered by the claims of their rules: the answer has the standing of the claim.
//!
//! A claim gives who wins, a Grundy value, or a length. A sum is answered where each of its parts has a Grundy value, by a
//! claim or by search. Winning moves are found by asking the claim of every option, as far as options are listed.

use crate::Subject;
use crate::claims::{DecidedClaims, Effort, Verdict, accepts, claims};
use crate::pattern::{Found, Pattern};
use crate::subject::values;
use grundy_answer::{Message, Standing, Watch, message};
use grundy_proof::{Translated, translate};
use grundy_rule::{ClaimSays, Convention, Domain};
use grundy_run::{Component, Flow, Game, Position, Side, Stored, Value};
use grundy_solve::{Answer, Grundy, Laws, Question, Winner, WinningMove};
use grundy_solve::{about_parameters, applicable, is_too_large_to_search};
use std::collections::HashMap;
use std::sync::Arc;

/// At most about this many options are asked about, of all parts together.
const ASKED: usize = 20_000;

/// What speaks of a position beside search. Games whose heaps are valued by a code need no law.
pub fn laws(position: &Position) -> Laws {
    // Whether a law is looked for is a question about the game of a part: each game is asked once.
    let mut games: HashMap<u64, bool> = HashMap::new();
    let mut beyond = |part: &Component| {
        let asked = || is_beyond_search(part) && grundy_solve::heap_rule(&part.game).is_none();
        *games.entry(part.game.id).or_insert_with(asked)
    };
    let claims = || position.parts.iter().any(|part| !part.game.rules.claims.is_empty());
    match position.parts.iter().any(&mut beyond) {
        true if claims() => Laws::Claims,
        true => Laws::Pattern,
        false if position.parts.iter().any(is_claimed_start) => Laws::Start,
        false => Laws::None,
    }
}

/// Whether a component has too many positions to search, and claims may speak of it or, where there are none, a pattern.
fn is_beyond_search(component: &Component) -> bool {
    let game = &component.game;
    let arithmetic = || !game.rules.claims.is_empty() || translate(game.source(), &game.params).is_ok();
    !about_parameters(game.source()) && is_too_large_to_search(game) && arithmetic()
}

/// Whether a claim of its rules says who wins a component because it is the start at its parameters, and it is large.
fn is_claimed_start(part: &Component) -> bool {
    let game = &part.game;
    let told = || match applicable(game, &game.unpack(&part.packed)) {
        Ok(Some((claim, _))) => !matches!(claim.says, ClaimSays::Rounds(_)),
        _ => false,
    };
    let speaks = !game.rules.claims.is_empty() && about_parameters(game.source());
    speaks && is_too_large_to_search(game) && is_start(part) && told()
}

/// Whether a position is the one its parameters begin with; parameters that are no numbers have their defaults, and those
/// without a set are sizes: of sizes below 1 nothing was decided.
fn is_start(component: &Component) -> bool {
    let game = &component.game;
    let is_below = |(param, value): (&grundy_rule::Declared, &Value)| {
        matches!((&param.domain, value), (Domain::Nat | Domain::Int, Value::Int(..=0)))
    };
    if game.source().params.iter().zip(&game.params).any(is_below) {
        return false;
    }
    let numbers = game.params.iter().enumerate().filter_map(|(number, value)| match value {
        Value::Int(value) => Some((number, *value)),
        _ => None,
    });
    let start = grundy_run::start_with(game.world(), game.key, &numbers.collect::<Vec<_>>());
    start.is_ok_and(|start| match &start.parts[..] {
        [start] => {
            let same = start.game.unpack(&start.packed) == game.unpack(&component.packed);
            same && start.game.params == game.params
        }
        _ => false,
    })
}

/// Whether it does not matter which of the players is about to move: claims speak of who is.
fn is_same_for_both(component: &Component) -> bool {
    let (game, facts) = (&component.game, component.game.facts());
    let is_player = |value: &Value| matches!(value, Value::Player(_) | Value::Tuple(_));
    let holds_players = |stored: &Stored| match stored {
        Stored::One(value) => is_player(value),
        Stored::Array(cells) => cells.iter().any(is_player),
        Stored::Set(_) => false,
    };
    facts.impartial.is_proved()
        || facts.mover_free.is_proved()
        || facts.player_symmetric.is_proved() && !game.unpack(&component.packed).fields.iter().any(holds_players)
}

/// What the claims of its rules say of a position, with their standing; `None` if they say nothing, or nothing that stands.
pub fn answered(position: &Position, effort: Effort, watch: &dyn Watch) -> Option<Answer> {
    let mut speakers: Vec<Speaker> = Vec::new();
    let mut told = Vec::new();
    for part in &position.parts {
        let same = |speaker: &&Speaker| speaker.is_of(part);
        if speakers.iter().find(same).is_none() && (is_claimed_start(part) || is_beyond_search(part)) {
            speakers.push(Speaker::new(part, effort, watch));
        }
        told.push(speakers.iter().find(same).and_then(|speaker| speaker.says(part)));
    }
    match &told[..] {
        [Some((says, standing))] => one(&position.parts[0], &speakers[0], *says, standing.clone()),
        [_, _, ..] => sum(position, &speakers, told, watch),
        _ => None,
    }
}

/// What a claim says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    First,
    Second,
    Grundy(u64),
    /// So many moves under best play, and who wins by that.
    Plies(u64, Winner),
}

impl Told {
    fn winner(self) -> Winner {
        match self {
            Told::First => Winner::First,
            Told::Second | Told::Grundy(0) => Winner::Second,
            Told::Grundy(_) => Winner::First,
            Told::Plies(_, winner) => winner,
        }
    }

    /// A length tells who wins where players move in turn and all that ends play is that one cannot.
    fn plies(game: &Arc<Game>, plies: u64) -> Option<Told> {
        if !game.facts().impartial.is_proved() {
            return None;
        }
        let winner = match (Convention::of(&game.rules), plies % 2 == 0) {
            (Convention::Normal, true) | (Convention::Misere, false) => Winner::Second,
            (Convention::Normal, false) | (Convention::Misere, true) => Winner::First,
            _ => return None,
        };
        Some(Told::Plies(plies, winner))
    }
}

/// The claims of a game at its parameters, decided.
struct Speaker {
    key: (usize, usize),
    params: Vec<Value>,
    outcome: DecidedClaims,
    translated: Option<Translated>,
    /// The parameters at which that is so, where they are fixed.
    fixed: Option<String>,
    /// Whether who loses tells a Grundy value: impartial by proof, and who cannot move loses.
    has_nimbers: bool,
}

impl Speaker {
    fn new(component: &Component, effort: Effort, watch: &dyn Watch) -> Speaker {
        let game = &component.game;
        let subject = Subject { world: game.world().clone(), key: game.key, params: game.params.clone() };
        let outcome = claims(&subject, "", effort, watch);
        let translated = outcome.found.as_ref().and_then(|_| translate(subject.rules(), &subject.params).ok());
        let has_nimbers = Convention::of(&game.rules) == Convention::Normal && game.facts().impartial.is_proved();
        Speaker {
            key: game.key,
            params: game.params.clone(),
            outcome,
            translated,
            fixed: subject.fixed_parameters(),
            has_nimbers,
        }
    }

    fn is_of(&self, component: &Component) -> bool {
        component.game.key == self.key && component.game.params == self.params
    }

    /// What is claimed, with its standing. A position that is lost for whoever moves is worth 0.
    fn says(&self, component: &Component) -> Option<(Told, Standing)> {
        let (told, standing) = self.claim_of(component)?;
        Some((if self.has_nimbers && told == Told::Second { Told::Grundy(0) } else { told }, standing))
    }

    /// What the first claim that applies says, with its standing.
    fn claim_of(&self, component: &Component) -> Option<(Told, Standing)> {
        if !self.is_of(component) || !is_same_for_both(component) {
            return None;
        }
        let game = &component.game;
        if about_parameters(game.source()) && !is_start(component) {
            return None;
        }
        if game.rules.claims.is_empty() {
            return self.by_pattern(component);
        }
        let state = game.unpack(&component.packed);
        let Ok(found) = applicable(game, &state) else {
            // The claim overflows; what is proved of all sizes does not.
            return self.by_pattern(component);
        };
        let (claim, value) = found?;
        let decided = self.outcome.decided.iter().find(|one| one.span == claim.span)?;
        let name = &game.rules.name;
        let standing = match decided.verdict {
            Verdict::Proved => Standing::Proved(match &self.fixed {
                None => message!("a claim of {}, for all sizes: {}", name, decided.reason),
                Some(fixed) => message!("a claim of {}, for all sizes at {}: {}", name, fixed, decided.reason),
            }),
            Verdict::Checked => {
                if let Some(proved) = self.by_pattern(component) {
                    return Some(proved);
                }
                let bound = decided.bound.clone().unwrap_or_default();
                Standing::Checked(message!("a claim of {}, checked to {}; {}", name, bound, decided.reason))
            }
            Verdict::Refuted | Verdict::Open => return None,
        };
        let number = value.and_then(|value| u64::try_from(value).ok());
        let told = match &claim.says {
            ClaimSays::FirstWins => Told::First,
            ClaimSays::SecondWins => Told::Second,
            ClaimSays::Grundy(_) => Told::Grundy(number?),
            ClaimSays::Plies(_) => Told::plies(game, number?)?,
            ClaimSays::Rounds(_) => return None,
        };
        Some((told, standing))
    }

    /// What the proved pattern says.
    fn by_pattern(&self, component: &Component) -> Option<(Told, Standing)> {
        let (found, translated) = (self.outcome.found.as_ref()?, self.translated.as_ref()?);
        let game = &component.game;
        let at = values(game, &translated.slots, &game.unpack(&component.packed))?;
        let tuple: Vec<u128> = at.iter().map(|&number| u128::from(number)).collect();
        let told = match found {
            Found { pattern: Pattern::Outcome(claim), .. } => match accepts(&claim.p, translated, &tuple, None) {
                true => Told::Second,
                false => Told::First,
            },
            Found { pattern: Pattern::Values(sets), .. } => {
                let value = sets.iter().position(|set| accepts(set, translated, &tuple, None))?;
                Told::Grundy(value as u64)
            }
            Found { pattern: Pattern::Graph(..), .. } => return None,
        };
        let name = found.name.clone().map(Message::from);
        let name = name.unwrap_or_else(|| message!("an automaton of {} states", found.states));
        let reason = match &self.fixed {
            None => message!("the pattern of {} is proved for all sizes: {}", game.rules.name, name),
            Some(fixed) => {
                message!("the pattern of {} is proved for all sizes at {}: {}", game.rules.name, fixed, name)
            }
        };
        Some((told, Standing::Proved(reason)))
    }
}

/// A single component.
fn one(component: &Component, speaker: &Speaker, says: Told, standing: Standing) -> Option<Answer> {
    let mut answer = Answer::claimed(says.winner(), standing);
    match says {
        Told::Grundy(value) => answer.grundy = Some(Grundy::Finite(value)),
        Told::Plies(plies, _) => answer.plies = u32::try_from(plies).ok(),
        Told::First | Told::Second => {}
    }
    if says.winner() == Winner::First {
        let lost = |parts: &[Component]| match parts {
            [part] => speaker.says(part).map(|(says, _)| says.winner() == Winner::Second),
            parts => nim_sum(parts, &|part| speaker.says(part).map(|(says, _)| says)).map(|sum| sum == 0),
        };
        winning(&mut answer, component, 0, ASKED, &|_| String::new(), &lost);
    }
    Some(answer)
}

/// The nim-sum of parts whose Grundy values are told.
fn nim_sum(parts: &[Component], says: &dyn Fn(&Component) -> Option<Told>) -> Option<u64> {
    parts.iter().try_fold(0, |sum, part| match says(part)? {
        Told::Grundy(value) => Some(sum ^ value),
        _ => None,
    })
}

/// A sum: each part by a claim or, where it can be searched, by search.
fn sum(
    position: &Position,
    speakers: &[Speaker],
    told: Vec<Option<(Told, Standing)>>,
    watch: &dyn Watch,
) -> Option<Answer> {
    let mut worth: Vec<u64> = Vec::new();
    let mut standing: Option<Standing> = None;
    if told.iter().all(Option::is_none) {
        return None;
    }
    for (part, told) in position.parts.iter().zip(told) {
        let (value, sure) = match told {
            Some((Told::Grundy(value), sure)) => (value, sure),
            Some(_) => return None,
            None => {
                let alone = Position { parts: vec![part.clone()] };
                let answer = grundy_solve::solve(&alone, Question::default(), watch).ok()?;
                match answer.grundy {
                    Some(Grundy::Finite(value)) => (value, answer.standing),
                    _ => return None,
                }
            }
        };
        worth.push(value);
        standing = Some(match standing.take() {
            Some(before) => before.and(sure),
            None => sure,
        });
    }
    let total = worth.iter().fold(0, |sum, value| sum ^ value);
    let winner = if total == 0 { Winner::Second } else { Winner::First };
    let mut answer = Answer::claimed(winner, standing?);
    answer.grundy = Some(Grundy::Finite(total));
    if total != 0 {
        let share = ASKED / position.parts.len() + 1;
        for (number, part) in position.parts.iter().enumerate() {
            let Some(speaker) = speakers.iter().find(|speaker| speaker.is_of(part)) else {
                answer.winning_moves_complete = false;
                continue;
            };
            let wanted = worth[number] ^ total;
            let wins = |parts: &[Component]| {
                nim_sum(parts, &|part| speaker.says(part).map(|(says, _)| says)).map(|sum| sum == wanted)
            };
            let others = |_: usize| {
                let others = position.parts.iter().enumerate().filter(|(other, _)| *other != number);
                others.map(|(_, part)| format!(" + {part}")).collect()
            };
            winning(&mut answer, part, number, share, &others, &wins);
        }
    }
    Some(answer)
}

/// Adds the winning moves of a component, each option asked about once, as far as they are listed.
fn winning(
    answer: &mut Answer,
    component: &Component,
    number: usize,
    most: usize,
    others: &dyn Fn(usize) -> String,
    wins: &dyn Fn(&[Component]) -> Option<bool>,
) {
    let mut asked = 0;
    let listed = component.game.each_move(&component.packed, Side::Left, &mut |one, to| {
        asked += 1;
        if asked > most {
            answer.winning_moves_complete = false;
            return Flow::Stop;
        }
        match wins(&to.parts) {
            None => answer.winning_moves_complete = false,
            Some(false) => {}
            Some(true) => {
                let parts: Vec<String> = to.parts.iter().map(Component::to_string).collect();
                let text_to = if parts.is_empty() { "nothing".to_string() } else { parts.join(" + ") };
                let text = component.game.move_text(&one);
                answer.winning_move_count += 1;
                answer.winning_moves.push(WinningMove {
                    text,
                    component: number,
                    to: text_to + &others(number),
                    one,
                    becomes: to.parts,
                });
            }
        }
        Flow::On
    });
    answer.winning_moves_complete &= listed.is_ok();
}
