//! Every engine asked about a position, and its answers compared with the definitions.

use super::certificate::{About, Certified, certified};
use super::graph::{self, Graph, both, grundy};
use super::independent::Reader;
use crate::certificate::Checking;
use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_rule::syntax::Query;
use grundy_rule::{Convention, Facts, VerdictResult};
use grundy_run::{Component, Game, Position, Side};
use grundy_solve::{Answer, Class, Grundy, Play, Question, Refusal, Winner, solve};
use grundy_value::{Arena, Calculator, NoPositions, Values};
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
    /// Moves to the end, where somebody wins by an ending; nothing where points decide.
    plies: Option<Vec<Option<u32>>>,
    margins: Option<Vec<i64>>,
    /// The same moves under misère play, and their results.
    misere: Option<(Graph, Vec<i8>)>,
    /// The Grundy value, or what infinity can be moved to.
    grundy: Option<Result<u64, Vec<u64>>>,
    value: Option<String>,
    pub cyclic: bool,
}

/// Labels of graphs with play that returns are computed up to so many nodes.
const MOST_LABELLED: usize = 300;

impl Truth {
    /// `None` if the position is too large for the definitions.
    pub fn of(position: &Position) -> Option<Truth> {
        let graph = Graph::of(both(position))?;
        let cyclic = graph.order().is_none();
        let convention = position.parts.first().map(|part| Convention::of(&part.game.rules));
        let normal = convention == Some(Convention::Normal);
        // Where points decide, margins say who wins.
        let scoring = position.parts.iter().any(scores);
        let results = if scoring { None } else { graph.results() };
        let plies = results.is_some().then(|| graph.plies());
        let margins = graph.margins(scoring);
        let misere = normal.then(|| graph.misere()).and_then(|graph| {
            let results = graph.results()?;
            Some((graph, results))
        });
        let free = graph.edges.iter().flatten().all(|edge| edge.turn == grundy_run::Turn::Passes && edge.gain == 0);
        let mut memo = HashMap::new();
        let impartial = || graph.games().iter().all(|game| is_impartial(game));
        let grundy = match normal && free && impartial() {
            true if !cyclic => Some(Ok(position.parts.iter().fold(0, |sum, part| sum ^ grundy(part, &mut memo)))),
            true if graph.nodes.len() <= MOST_LABELLED && graph.all_end_normally() => Some(graph.label()),
            _ => None,
        };
        let value = if normal && !cyclic && free && graph.nodes.len() < 400 { canonical(position) } else { None };
        Some(Truth { graph, results, plies, margins, misere, grundy, value, cyclic })
    }

    /// An answer as it is spelt after `expect`.
    pub fn spelt(&self, query: Query, start: Side) -> Option<String> {
        let node = usize::from(start == Side::Right);
        Some(match query {
            Query::Winner => match &self.margins {
                Some(margins) => winner_text(&[margins[0].signum() as i8, -margins[1].signum() as i8], start),
                None => winner_text(self.results.as_ref()?, start),
            },
            Query::Outcome => format!("{:?}", Truth::class(self.results.as_ref()?)?),
            Query::Grundy => self.grundy.as_ref()?.as_ref().ok()?.to_string(),
            Query::Value => self.value.clone()?,
            Query::Margin => self.margins.as_ref()?[node].to_string(),
            Query::Plies => self.plies.as_ref()?[node]?.to_string(),
            Query::Rounds => self.plies.as_ref()?[node]?.div_ceil(2).to_string(),
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

/// Whether points decide a component.
fn scores(part: &Component) -> bool {
    let mut verdicts = part.game.rules.verdicts.iter();
    verdicts.any(|verdict| matches!(verdict.result, VerdictResult::Score(_)))
}

/// Whether a game is impartial by proof, decided once.
pub fn is_impartial(game: &Game) -> bool {
    struct Impartial(bool);
    game.kept.get_or_make(|| Impartial(Facts::of(game.source()).impartial.is_proved())).0
}

/// Who wins when `start` begins, as it is spelt.
fn winner_text(results: &[i8], start: Side) -> String {
    let text = match Truth::winner(results, start) {
        Winner::First => "first",
        Winner::Second => "second",
        _ => "draw",
    };
    text.to_string()
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

/// A value in the one way in which we write it: options may be listed in any order.
fn same_form(text: &str) -> Option<String> {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let mut calculator = Calculator::new(&NoPositions);
    // Elsewhere a number and ups or a star are written without a sign between them.
    let mut signed = String::new();
    let mut number = false;
    for (at, letter) in text.char_indices() {
        let before = text[..at].chars().last();
        let digit = letter.is_ascii_digit() || letter == '/';
        let begins = digit && !before.is_some_and(|before| before.is_ascii_digit() || before == '/');
        if begins {
            number = !before.is_some_and(|before| "^v*".contains(before));
        }
        if "^v*".contains(letter) && number && before.is_some_and(|before| before.is_ascii_digit()) {
            signed.push('+');
        }
        signed.push(letter);
    }
    calculator.evaluate(values, &signed).ok()?.text(values).ok()
}

/// What the comparisons found: laws that are broken, each with where and how, and how many were made.
#[derive(Default)]
pub struct Found {
    pub wrong: Vec<(&'static str, String)>,
    pub answers: usize,
    pub certificates: usize,
    /// Certificates that the independent checker accepted.
    pub independent: usize,
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
        let want = ["moves", "winner", "winning_moves", "plies", "margin", "grundy", "value", "misere"];
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
        if let (Some(winner), Some(own)) = (said["winner"].as_str(), spelt(Query::Winner)) {
            self.same("independent", &at, winner.to_string(), own);
        }
        for (key, query) in [("plies", Query::Plies), ("margin", Query::Margin), ("grundy", Query::Grundy)] {
            if let (Some(number), Some(own)) = (said[key].as_i64(), spelt(query)) {
                self.same("independent", &at, number.to_string(), own);
            }
        }
        if let (Some(value), Some(own)) = (said["value"].as_str(), spelt(Query::Value)) {
            self.same("independent", &at, same_form(value), same_form(&own));
        }
        if let (Some(values), Some(Err(own))) = (said["grundy"]["infinity"].as_array(), &truth.grundy) {
            let values: Vec<u64> = values.iter().filter_map(|value| value.as_u64()).collect();
            self.same("independent", &at, values, own.clone());
        }
        if let (Some(winner), Some((_, results))) = (said["misere"]["winner"].as_str(), &truth.misere) {
            self.same("independent", &at, winner.to_string(), winner_text(results, Side::Left));
        }
        true
    }
}

/// Asks the solver about a position in a world that is compiled or interpreted.
pub fn ask(position: &Position, truth: &Truth, (engine, threads): (&str, usize), misere: bool, found: &mut Found) {
    for start in [Side::Left, Side::Right] {
        let watch: &dyn Watch = if threads == 2 { &Two } else { &Unwatched };
        // Who starts is Left also where nobody says so.
        let first = Some(start).filter(|&side| side == Side::Right || threads == 2);
        // The value is the same whoever starts.
        let value = truth.value.is_some() && start == Side::Left;
        let question = Question { first, plies: true, value, ..Question::default() };
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
        line(position, &answer, start, &at, found);
        if let Some((graph, results)) = truth.misere.as_ref().filter(|_| misere) {
            let question = Question { first: Some(start), play: Play::Misere, plies: true, ..Question::default() };
            if let Ok(answer) = solve(position, question, watch) {
                found.answers += 1;
                found.same("misère", &at, seen(answer.winner, start), Some(Truth::winner(results, start)));
                winning(graph, results, &answer, start, &at, found);
                if let (Some(plies), Some(truth)) = (answer.plies, graph.plies()[usize::from(start == Side::Right)]) {
                    found.same("plies", &at, plies, truth);
                }
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
            moves(&truth.graph, answer, node, at, found, |edge| {
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
    let plies = truth.plies.as_ref().and_then(|plies| plies[node]);
    if let (Some(plies), Some(truth)) = (answer.plies, plies) {
        found.same("plies", at, plies, truth);
    }
    if let (Some(value), Some(truth)) = (&answer.grundy, &truth.grundy) {
        let value = match value {
            Grundy::Finite(value) => Ok(*value),
            Grundy::Infinite(values) => Err(values.clone()),
        };
        found.same("grundy", at, value, truth.clone());
    }
    if let (Some(value), Some(truth)) = (&answer.value, &truth.value) {
        found.same("value", at, value.to_string(), truth.clone());
    }
    winning(&truth.graph, results, answer, start, at, found);
}

/// The winning moves are those that the results say.
fn winning(graph: &Graph, results: &[i8], answer: &Answer, start: Side, at: &str, found: &mut Found) {
    let (node, side) = if start == Side::Left { (0, 1) } else { (1, -1) };
    if results[node] * side == 1 {
        moves(graph, answer, node, at, found, |edge| results[edge.to] * side == 1);
    } else {
        found.same("winning moves", at, answer.winning_moves.len(), 0);
    }
}

fn moves(
    graph: &Graph,
    answer: &Answer,
    node: usize,
    at: &str,
    found: &mut Found,
    good: impl Fn(&graph::Edge) -> bool,
) {
    if !answer.winning_moves_complete {
        return;
    }
    let edges = if graph.over[node].is_some() { &[] } else { &graph.edges[node][..] };
    let wanted: Vec<(usize, String)> = edges.iter().filter(|edge| good(edge)).map(|edge| edge.name.clone()).collect();
    let listed: Vec<(usize, String)> =
        answer.winning_moves.iter().map(|one| (one.component, one.text.clone())).collect();
    found.same("winning moves", at, listed, wanted);
}

/// The line of best play can be played, each move in the part that it names, from the position that the one before left.
fn line(position: &Position, answer: &Answer, start: Side, at: &str, found: &mut Found) {
    let (mut sum, mut mover) = (position.parts.clone(), start);
    for step in &answer.line {
        let text = step.part.game.move_text(&step.one);
        let played = sum.iter().position(|part| *part == step.part).and_then(|place| {
            let part = &sum[place];
            let moves = part.game.moves(&part.packed, mover).ok()?;
            let (_, to) = moves.into_iter().find(|(one, _)| part.game.move_text(one) == text)?;
            Some((place, to))
        });
        let Some((place, to)) = played else {
            found.wrong.push(("line", format!("{at}: {} cannot be played", step.text)));
            return;
        };
        sum.splice(place..=place, to.parts);
        if to.turn == grundy_run::Turn::Passes {
            mover = mover.other();
        }
    }
}

/// Certificates of every kind that fits: each is accepted in these ways of checking, and by the independent reading if it
/// is there, and says what the definitions say. Who wins, or by how many points, and of the other kinds all, or the one of
/// this number.
pub fn certify(
    position: &Position,
    truth: &Truth,
    text: &str,
    reader: &mut Option<&mut Reader>,
    (checks, among): (&[Checking], Option<u64>),
    found: &mut Found,
) {
    let (mut kinds, mut plies) = (Vec::new(), false);
    if truth.margins.is_some() {
        // The checker gives points to endings by points alone.
        if truth.graph.margins(false).is_some() && truth.graph.all_have_points() {
            kinds.push(About::Margin);
        }
    } else if !position.parts.iter().any(scores) {
        // Who wins a game of points is shown by its margin alone.
        kinds.push(About::Outcome);
        plies = truth.results.is_some();
    }
    let mut more = Vec::new();
    if plies {
        more.push(About::Plies);
    }
    match &truth.grundy {
        Some(_) if truth.cyclic => more.push(About::Loopy),
        Some(Ok(_)) => more.push(About::Grundy),
        _ => {}
    }
    if truth.value.is_some() {
        more.push(About::Value);
    }
    if truth.misere.is_some() {
        more.push(About::Misere);
    }
    match among {
        Some(number) if !more.is_empty() => kinds.push(more[number as usize % more.len()]),
        Some(_) => {}
        None => kinds.extend(more),
    }
    for about in kinds {
        let at = format!("{position}, {about:?}");
        match certified(position, text, about, checks) {
            Certified::Unwritten => {}
            Certified::Refused(reason) => found.wrong.push(("certificate refused", format!("{at}: {reason}"))),
            Certified::Accepted(said, written) => {
                found.certificates += 1;
                for (start, worth) in said {
                    let node = usize::from(start == Side::Right);
                    let side = if start == Side::Left { 1 } else { -1 };
                    let truth = match about {
                        About::Margin => truth.margins.as_ref().map(|list| list[node]),
                        About::Grundy => truth.grundy.as_ref().and_then(|value| Some(*value.as_ref().ok()? as i64)),
                        About::Value | About::Loopy => None,
                        About::Misere => truth.misere.as_ref().map(|(_, list)| i64::from(list[node] * side)),
                        _ => truth.results.as_ref().map(|list| i64::from(list[node] * side)),
                    };
                    if let Some(truth) = truth {
                        found.same("certificate of a false answer", &at, worth, truth);
                    }
                }
                if let Some(reader) = reader
                    && let Some(refused) = reader.check(Some(text), &written, &mut found.independent)
                {
                    found.wrong.push(("certificate refused by the independent checker", format!("{at}: {refused}")));
                }
            }
        }
    }
}
