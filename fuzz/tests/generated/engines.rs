//! Every engine asked about a position, and its answers compared with the definitions.

use super::certificate::{About, Certified, certified};
use super::graph::{self, Graph, both, grundy};
use super::independent::Reader;
use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_rule::syntax::Query;
use grundy_rule::{Convention, Facts};
use grundy_run::{Component, Ending, Position, Side};
use grundy_solve::{Answer, Class, Grundy, Play, Question, Refusal, Winner, solve};
use grundy_value::{Arena, Values};
use std::collections::HashMap;

/// Two threads, and no limits.
struct Two;

impl Watch for Two {
    fn tick(&self, _: Progress) -> Option<Stop> {
        None
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }

    fn threads(&self) -> usize {
        2
    }
}

/// What the definitions say of a position.
pub struct Truth {
    graph: Graph,
    /// What it is worth to Left, when Left and when Right starts.
    results: Option<Vec<i8>>,
    plies: Option<Vec<u32>>,
    margins: Option<Vec<i64>>,
    misere: Option<Vec<i8>>,
    grundy: Option<u64>,
    value: Option<String>,
    pub cyclic: bool,
}

impl Truth {
    /// `None` if the position is too large for the definitions.
    pub fn of(position: &Position, facts: &Facts) -> Option<Truth> {
        let graph = Graph::of(both(position), graph::Play::AsWritten)?;
        let cyclic = graph.order().is_none();
        let convention = position.parts.first().map(|part| Convention::of(&part.game.rules));
        let normal = convention == Some(Convention::Normal);
        // Where points decide, margins say who wins.
        let points = graph.over.iter().any(|over| matches!(over, Some(Ending::Scored(_))));
        let results = if points { None } else { graph.results() };
        let plies = results.as_ref().and_then(|results| graph.plies(results));
        let margins = graph.margins();
        let misere = normal.then(|| Graph::of(both(position), graph::Play::Misere)).flatten();
        let misere = misere.and_then(|graph| graph.results());
        let free = graph.edges.iter().flatten().all(|edge| edge.turn == grundy_run::Turn::Passes && edge.gain == 0);
        let mut memo = HashMap::new();
        let grundy = (normal && !cyclic && free && facts.impartial.is_proved())
            .then(|| position.parts.iter().fold(0, |sum, part| sum ^ grundy(part, &mut memo)));
        let value = if normal && !cyclic && free && graph.nodes.len() < 400 { canonical(position) } else { None };
        Some(Truth { graph, results, plies, margins, misere, grundy, value, cyclic })
    }

    /// An answer as it is spelt after `expect`.
    pub fn spelt(&self, query: Query, start: Side) -> Option<String> {
        let node = usize::from(start == Side::Right);
        Some(match query {
            Query::Winner => match Truth::winner(self.results.as_ref()?, start) {
                Winner::First => "first".to_string(),
                Winner::Second => "second".to_string(),
                _ => "draw".to_string(),
            },
            Query::Outcome => format!("{:?}", Truth::class(self.results.as_ref()?)?),
            Query::Grundy => self.grundy?.to_string(),
            Query::Value => self.value.clone()?,
            Query::Margin => self.margins.as_ref()?[node].to_string(),
            Query::Plies => self.plies.as_ref()?[node].to_string(),
            Query::Rounds => self.plies.as_ref()?[node].div_ceil(2).to_string(),
        })
    }

    /// Who wins when `start` begins, by results of both starters.
    fn winner(results: &[i8], start: Side) -> Winner {
        let worth = if start == Side::Left { results[0] } else { -results[1] };
        match worth {
            1 => Winner::First,
            0 => Winner::Draw,
            _ => Winner::Second,
        }
    }

    fn class(results: &[i8]) -> Option<Class> {
        match results[..2] {
            [1, -1] => Some(Class::N),
            [-1, 1] => Some(Class::P),
            [1, 1] => Some(Class::L),
            [-1, -1] => Some(Class::R),
            [0, 0] => Some(Class::D),
            _ => None,
        }
    }
}

/// The canonical value from the definition, by the arithmetic of values alone; `None` where a player who moves several
/// times in a row can return.
fn canonical(position: &Position) -> Option<String> {
    type Known = HashMap<Component, Option<grundy_value::Game>>;
    fn of(part: &Component, values: Values, known: &mut Known) -> Option<grundy_value::Game> {
        if let Some(&found) = known.get(part) {
            return found;
        }
        if known.len() > 2_000 {
            return None;
        }
        known.insert(part.clone(), None);
        let mut sides = [Vec::new(), Vec::new()];
        for mover in [Side::Left, Side::Right] {
            for (_, to) in part.game.moves(&part.packed, mover).ok()? {
                let mut sum = values.game(Vec::new(), Vec::new()).ok()?;
                for part in &to.parts {
                    let value = of(part, values, known)?;
                    sum = values.sum(sum, value).ok()?;
                }
                sides[mover as usize].push(sum);
            }
        }
        let [left, right] = sides;
        let value = values.game(left, right).ok()?;
        known.insert(part.clone(), Some(value));
        Some(value)
    }
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let mut memo = HashMap::new();
    let mut sum = values.game(Vec::new(), Vec::new()).ok()?;
    for part in &position.parts {
        let value = of(part, values, &mut memo)?;
        sum = values.sum(sum, value).ok()?;
    }
    values.text(sum).ok()
}

/// What the comparisons found: laws that are broken, each with where and how, and how many were made.
#[derive(Default)]
pub struct Found {
    pub wrong: Vec<(&'static str, String)>,
    pub answers: usize,
    pub certificates: usize,
}

impl Found {
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, law: &'static str, at: &str, found: T, truth: T) {
        if found != truth {
            self.wrong.push((law, format!("{at}: {found:?}, by the definition {truth:?}")));
        }
    }
}

impl Found {
    /// Asks the independent reading, if it can answer: the definitions are read the same way by both.
    pub fn reads(&mut self, reader: &mut Reader, truth: &Truth, text: &str, position: &str) -> bool {
        let want = ["moves", "winner", "plies", "margin", "grundy"];
        let Some(said) = reader.ask(text, position, "Left", &want) else { return false };
        let at = format!("{position}, independent reading");
        if let Some(error) = said.get("error").and_then(|error| error.as_str()) {
            if error.contains("E23") {
                return false;
            }
            self.wrong.push(("independent", format!("{at}: {error}")));
            return true;
        }
        if let Some(moves) = said["moves"].as_array() {
            let listed = moves.iter().map(|one| {
                (one["component"].as_u64().unwrap_or(0) as usize, one["move"].as_str().unwrap_or("").to_string())
            });
            let own: Vec<(usize, String)> = truth.graph.edges[0].iter().map(|edge| edge.name.clone()).collect();
            self.same("independent", &at, listed.collect::<Vec<_>>(), own);
        }
        if said.get("winner").is_none() {
            return false;
        }
        let spelt = |query: Query| truth.spelt(query, Side::Left);
        if let (Some(winner), None, Some(own)) = (said["winner"].as_str(), &truth.margins, spelt(Query::Winner)) {
            self.same("independent", &at, winner.to_string(), own);
        }
        for (key, query) in [("plies", Query::Plies), ("margin", Query::Margin), ("grundy", Query::Grundy)] {
            let drawn = query == Query::Plies && spelt(Query::Winner).is_none_or(|winner| winner == "draw");
            if let (Some(number), Some(own), false) = (said[key].as_i64(), spelt(query), drawn) {
                self.same("independent", &at, number.to_string(), own);
            }
        }
        true
    }
}

/// Asks the solver about a position in a world that is compiled or interpreted.
pub fn ask(position: &Position, truth: &Truth, engine: &str, threads: usize, found: &mut Found) {
    for start in [Side::Left, Side::Right] {
        let watch: &dyn Watch = if threads == 2 { &Two } else { &Unwatched };
        // Who starts is Left also where nobody says so.
        let first = Some(start).filter(|&side| side == Side::Right || threads == 2);
        let question = Question { first, plies: !truth.cyclic, value: truth.value.is_some(), ..Question::default() };
        let at = format!("{position}, {start:?} starts, {engine}, {threads} threads");
        let answer = match solve(position, question, watch) {
            Ok(answer) => answer,
            Err(Refusal::Unfit(_) | Refusal::OutOfReach(_)) => continue,
            Err(other) => {
                found.wrong.push(("refusal", format!("{at}: {other:?}")));
                continue;
            }
        };
        found.answers += 1;
        compare(truth, &answer, start, &at, found);
        if let Some(misere) = &truth.misere {
            let question = Question { first: Some(start), play: Play::Misere, ..Question::default() };
            if let Ok(answer) = solve(position, question, watch) {
                found.answers += 1;
                found.same("misère", &at, seen(answer.winner, start), Some(Truth::winner(misere, start)));
            }
        }
    }
}

/// A winner with the starter in mind.
fn seen(winner: Option<Winner>, start: Side) -> Option<Winner> {
    winner.map(|winner| match winner {
        Winner::Player(side) if side == start => Winner::First,
        Winner::Player(_) => Winner::Second,
        other => other,
    })
}

fn compare(truth: &Truth, answer: &Answer, start: Side, at: &str, found: &mut Found) {
    let node = usize::from(start == Side::Right);
    if let Some(margin) = answer.margin {
        if let Some(margins) = &truth.margins {
            found.same("margin", at, margin, margins[node]);
            moves(truth, answer, node, at, found, |edge| {
                let rest = match edge.turn {
                    grundy_run::Turn::Stays => margins[edge.to],
                    grundy_run::Turn::Passes => -margins[edge.to],
                };
                edge.gain + rest == margins[node]
            });
        }
        return;
    }
    let Some(results) = &truth.results else { return };
    found.same("winner", at, seen(answer.winner, start), Some(Truth::winner(results, start)));
    if let Some(class) = answer.outcome {
        found.same("class", at, Some(class), Truth::class(results));
    }
    if let Some(by) = answer.by_starter {
        let truth = [Truth::winner(results, Side::Left), Truth::winner(results, Side::Right)];
        let by = [seen(Some(by[0]), Side::Left), seen(Some(by[1]), Side::Right)];
        found.same("by starter", at, by, truth.map(Some));
    }
    let own = if start == Side::Left { results[0] } else { -results[1] };
    if let (Some(plies), Some(truth), true) = (answer.plies, &truth.plies, own != 0) {
        found.same("plies", at, plies, truth[node]);
    }
    if let (Some(Grundy::Finite(value)), Some(truth)) = (&answer.grundy, truth.grundy) {
        found.same("grundy", at, *value, truth);
    }
    if let (Some(value), Some(truth)) = (&answer.value, &truth.value) {
        found.same("value", at, value.clone(), truth.clone());
    }
    let side = if start == Side::Left { 1 } else { -1 };
    if own == 1 {
        moves(truth, answer, node, at, found, |edge| results[edge.to] * side == 1);
    } else {
        found.same("winning moves", at, answer.winning_moves.len(), 0);
    }
}

fn moves(
    truth: &Truth,
    answer: &Answer,
    node: usize,
    at: &str,
    found: &mut Found,
    good: impl Fn(&graph::Edge) -> bool,
) {
    if !answer.winning_moves_complete {
        return;
    }
    let edges = if truth.graph.over[node].is_some() { &[] } else { &truth.graph.edges[node][..] };
    let wanted: Vec<(usize, String)> = edges.iter().filter(|edge| good(edge)).map(|edge| edge.name.clone()).collect();
    let listed: Vec<(usize, String)> =
        answer.winning_moves.iter().map(|one| (one.component, one.text.clone())).collect();
    found.same("winning moves", at, listed, wanted);
}

/// Certificates of every kind that fits: each is accepted, and says what the definitions say.
pub fn certify(position: &Position, truth: &Truth, text: &str, found: &mut Found) {
    let mut kinds = Vec::new();
    if truth.margins.is_some() {
        kinds.push(About::Margin);
    } else {
        kinds.push(About::Outcome);
        if truth.plies.is_some() {
            kinds.push(About::Plies);
        }
    }
    if truth.grundy.is_some() {
        kinds.push(About::Grundy);
    }
    if truth.value.is_some() {
        kinds.push(About::Value);
    }
    for about in kinds {
        let at = format!("{position}, {about:?}");
        match certified(position, text, about) {
            Certified::Unwritten => {}
            Certified::Refused(reason) => found.wrong.push(("certificate refused", format!("{at}: {reason}"))),
            Certified::Accepted(said) => {
                found.certificates += 1;
                for (start, worth) in said {
                    let node = usize::from(start == Side::Right);
                    let side = if start == Side::Left { 1 } else { -1 };
                    let truth = match about {
                        About::Margin => truth.margins.as_ref().map(|list| list[node]),
                        About::Grundy => truth.grundy.map(|value| value as i64),
                        About::Value => None,
                        _ => truth.results.as_ref().map(|list| i64::from(list[node] * side)),
                    };
                    if let Some(truth) = truth {
                        found.same("certificate of a false answer", &at, worth, truth);
                    }
                }
            }
        }
    }
}
