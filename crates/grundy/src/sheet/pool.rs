//! Positions for a sheet, each solved: the entries of the tables, the one to work through, the ones to ask about.
//!
//! Games of one or two numbers give all small positions; boards give the positions of a few plays, chosen by a fixed
//! sequence, so that the same game gives the same sheet.

use crate::words::solve::{class_letter, grundy_text};
use grundy_answer::Watch;
use grundy_draw::{Drawn, Lang, Phrase, ValueTable, Worked};
use grundy_prove::Subject;
use grundy_run::{Component, Game, Position, Shape, Side, State, Stored, Stuck, Turn, Universe, Value};
use grundy_solve::{Answer, Grundy, Question, Winner, solve};
use std::sync::Arc;

/// One number goes up to this, two up to the other.
const ONE: i64 = 24;
const TWO: i64 = 9;

/// A table goes no farther for the position that was asked for.
const FARTHEST: i64 = 60;

/// Plays looked at.
const PLAYS: usize = 12;

/// Moves of a position that is worked through.
const FEWEST: usize = 3;
const MOST: usize = 10;

/// A position with its answer.
pub struct Solved {
    /// The position.
    pub position: Position,
    /// Who is to move.
    pub mover: Side,
    /// Who wins, and how.
    pub answer: Answer,
    /// How many moves there are.
    pub moves: usize,
}

/// Solved positions.
pub struct Pool {
    /// The positions.
    pub all: Vec<Solved>,
    worked: Option<(usize, Vec<[String; 4]>)>,
    /// The players' names, where it matters who is to move.
    pub named: Option<[String; 2]>,
    /// Whether sums are decided by Grundy values.
    pub impartial: bool,
    /// The numbers of the position that was asked for, where it consists of one or two.
    asked: Vec<i64>,
}

impl Pool {
    /// Positions of a game, about as many as time allows.
    pub fn new(subject: &Subject, start: Option<&Position>, watch: &dyn Watch) -> Pool {
        let mut all = Vec::new();
        let places = places(subject);
        let mut numbers = Vec::new();
        if let Some((game, places)) = &places {
            numbers = start.map(|start| numbers_of(start, places)).unwrap_or_default();
            let ends = ends(&numbers, places.len());
            for a in 0..=ends[0] {
                for b in 0..=ends[1] {
                    let Some(position) = at(game, places, &[a, b]) else { continue };
                    all.extend(solved(position, Side::Left, watch));
                }
            }
        } else if let Some(start) = start {
            for (position, mover) in plays(start) {
                all.extend(solved(position, mover, watch));
            }
        }
        let rules = subject.rules();
        let facts = grundy_rule::Facts::of(rules);
        let mover_free = facts.mover_free.is_proved();
        let impartial =
            facts.impartial.is_proved() && grundy_rule::Convention::of(rules) == grundy_rule::Convention::Normal;
        let mut pool =
            Pool { all, worked: None, named: (!mover_free).then(|| rules.players.clone()), impartial, asked: numbers };
        pool.choose_worked(watch);
        pool
    }

    /// A lost position with a handful of moves, all of them refuted.
    fn choose_worked(&mut self, watch: &dyn Watch) {
        let lost = |one: &Solved| loses(&one.answer, one.mover) && (FEWEST..=MOST).contains(&one.moves);
        let mut fit: Vec<usize> = (0..self.all.len()).filter(|&number| lost(&self.all[number])).collect();
        fit.sort_by_key(|&number| (self.all[number].moves.abs_diff(6), number));
        self.worked = fit.into_iter().take(4).find_map(|number| {
            let one = &self.all[number];
            refuted(&one.position, one.mover, watch).map(|lines| (number, lines))
        });
        if self.worked.is_none()
            && let Some(sum) = self.lost_sum()
            && let Some(lines) = refuted(&sum, Side::Left, watch)
            && let Ok(answer) = solve(&sum, Question::default(), watch)
        {
            self.all.push(Solved { position: sum, mover: Side::Left, answer, moves: lines.len() });
            self.worked = Some((self.all.len() - 1, lines));
        }
    }

    /// Two different positions of one Grundy value, with a handful of moves together.
    fn lost_sum(&self) -> Option<Position> {
        let mut best: Option<(usize, Position)> = None;
        for (number, a) in self.all.iter().enumerate() {
            for b in &self.all[..number] {
                let moves = a.moves + b.moves;
                let fits = a.moves > 0 && b.moves > 0 && (FEWEST..=MOST).contains(&moves);
                let equal = a.answer.grundy.is_some() && a.answer.grundy == b.answer.grundy;
                if fits && equal && best.as_ref().is_none_or(|(least, _)| moves.abs_diff(6) < *least) {
                    let parts = b.position.parts.iter().chain(&a.position.parts).cloned().collect();
                    best = Some((moves.abs_diff(6), Position { parts }));
                }
            }
        }
        best.map(|(_, position)| position)
    }

    /// The position that is worked through.
    pub fn worked_position(&self) -> Option<&Position> {
        self.worked.as_ref().map(|(number, _)| &self.all[*number].position)
    }

    /// The worked position, without its picture.
    pub fn worked(&self) -> Option<Worked> {
        let (number, lines) = self.worked.as_ref()?;
        let position = self.all[*number].position.to_string();
        Some(Worked { position, drawn: Drawn::default(), lines: lines.clone() })
    }

    /// Values over the numbers of a position, or over the sizes of the start position.
    pub fn tables(&self, subject: &Subject, lang: Lang, watch: &dyn Watch) -> Vec<ValueTable> {
        if let Some((game, places)) = places(subject) {
            let name = |&(field, rank): &(usize, Option<usize>)| {
                let name = &game.rules.fields[field].name;
                rank.map_or(name.clone(), |rank| format!("{name}[{rank}]"))
            };
            let entry = |numbers: &[i64]| {
                let position = at(&game, &places, numbers);
                let known = position.and_then(|position| self.all.iter().find(|one| one.position == position));
                known.map_or("?".to_string(), |one| short(&one.answer))
            };
            let caption = self.caption(lang);
            let ends = ends(&self.asked, places.len());
            let asked = |numbers: &[i64]| self.asked == numbers;
            return match &places[..] {
                [only] => (0..=ends[0])
                    .collect::<Vec<i64>>()
                    .chunks(13)
                    .map(|part| ValueTable {
                        caption: caption.clone(),
                        corner: name(only),
                        columns: part.iter().map(i64::to_string).collect(),
                        rows: vec![(String::new(), part.iter().map(|&n| entry(&[n, 0])).collect())],
                        asked: part.iter().position(|&n| asked(&[n])).map(|column| (0, column)),
                    })
                    .collect(),
                [a, b] => vec![ValueTable {
                    caption,
                    corner: format!("{} \\ {}", name(a), name(b)),
                    columns: (0..=ends[1]).map(|n| n.to_string()).collect(),
                    rows: (0..=ends[0])
                        .map(|a| (a.to_string(), (0..=ends[1]).map(|b| entry(&[a, b])).collect()))
                        .collect(),
                    asked: match self.asked[..] {
                        [a, b] if a <= ends[0] && b <= ends[1] => Some((a as usize, b as usize)),
                        _ => None,
                    },
                }],
                _ => Vec::new(),
            };
        }
        sizes(subject, watch).map(|table| ValueTable { caption: self.caption(lang), ..table }).into_iter().collect()
    }

    fn caption(&self, lang: Lang) -> String {
        let grundy = self.all.first().is_none_or(|one| one.answer.grundy.is_some());
        if grundy { Phrase::GrundyTable } else { Phrase::OutcomeTable }.text(lang).to_string()
    }
}

/// The values of the start position over one or two number parameters.
fn sizes(subject: &Subject, watch: &dyn Watch) -> Option<ValueTable> {
    let rules = subject.rules();
    let number = |at: &usize| matches!(subject.params[*at], Value::Int(_));
    let params: Vec<usize> = (0..rules.params.len()).filter(number).take(2).collect();
    let value = |numbers: &[(usize, i64)]| {
        let position = grundy_run::start_with(&subject.world, subject.key, numbers).ok()?;
        let few = grundy_run::count(&position.parts.first()?.game.shapes).is_some_and(|count| count <= 1 << 26);
        let answer = few.then(|| solve(&position, Question::default(), watch).ok())??;
        Some(short(&answer))
    };
    let said = |entry: Option<String>| entry.unwrap_or_else(|| "?".to_string());
    // The instance that was asked for is in its table.
    let own = |param: usize| match subject.params[param] {
        Value::Int(own) => own.clamp(1, MOST_SIZE),
        _ => 1,
    };
    match params[..] {
        [only] => {
            let last = own(only).max(6);
            let entries: Vec<String> = (1..=last).map(|n| said(value(&[(only, n)]))).collect();
            Some(ValueTable {
                corner: rules.params[only].name.clone(),
                columns: (1..=last).map(|n| n.to_string()).collect(),
                rows: vec![(String::new(), entries)],
                asked: Some((0, own(only) as usize - 1)),
                ..ValueTable::default()
            })
        }
        [a, b] => {
            let (down, across) = (own(a).max(5), own(b).max(5));
            let row = |m: i64| (m.to_string(), (1..=across).map(|n| said(value(&[(a, m), (b, n)]))).collect());
            Some(ValueTable {
                corner: format!("{} \\ {}", rules.params[a].name, rules.params[b].name),
                columns: (1..=across).map(|n| n.to_string()).collect(),
                rows: (1..=down).map(row).collect(),
                asked: Some((own(a) as usize - 1, own(b) as usize - 1)),
                ..ValueTable::default()
            })
        }
        _ => None,
    }
    .filter(|table| table.rows.iter().any(|(_, entries)| entries.iter().any(|entry| entry != "?")))
}

/// The largest size of a table.
const MOST_SIZE: i64 = 12;

/// How far the one or two numbers of a table go: as far as the position that was asked for, within limits.
fn ends(asked: &[i64], places: usize) -> [i64; 2] {
    let to = |number: usize, usual: i64, most: i64| asked.get(number).map_or(usual, |&own| own.clamp(usual, most));
    if places == 1 { [to(0, ONE, FARTHEST), 0] } else { [to(0, TWO, 2 * TWO), to(1, TWO, 2 * TWO)] }
}

/// The numbers of a position of one component.
fn numbers_of(position: &Position, places: &Places) -> Vec<i64> {
    let [part] = &position.parts[..] else { return Vec::new() };
    let state = part.game.unpack(&part.packed);
    let number = |&(field, rank): &(usize, Option<usize>)| match (state.fields.get(field)?, rank) {
        (Stored::One(Value::Int(number)), None) => Some(*number),
        (Stored::Array(values), Some(rank)) => match values.get(rank)? {
            Value::Int(number) => Some(*number),
            _ => None,
        },
        _ => None,
    };
    places.iter().map(number).collect::<Option<Vec<i64>>>().unwrap_or_default()
}

/// The Grundy values of the positions that the moves of a position of one component lead to, in the order of the rules.
pub fn option_values(position: &Position, watch: &dyn Watch) -> Option<Vec<u64>> {
    let [part] = &position.parts[..] else { return None };
    let mut values = Vec::new();
    for (_, to) in part.game.moves(&part.packed, Side::Left).ok()? {
        let answer = solve(&Position { parts: to.parts }, Question::default(), watch).ok()?;
        match answer.grundy {
            Some(Grundy::Finite(value)) => values.push(value),
            _ => return None,
        }
    }
    Some(values)
}

/// The places of one or two numbers that make up a position.
type Places = Vec<(usize, Option<usize>)>;

fn places(subject: &Subject) -> Option<(Arc<Game>, Places)> {
    let bounds = vec![FARTHEST; subject.rules().fields.len()];
    let game = subject.world.game(subject.key, subject.params.clone(), bounds).ok()?;
    let mut places = Vec::new();
    for (field, shape) in game.shapes.iter().enumerate() {
        let number = |values: &grundy_run::Values| {
            !values.none && matches!(values.universe, Universe::Range { low: 0, high } if high >= TWO)
        };
        match shape {
            Shape::One(values) if number(values) => places.push((field, None)),
            Shape::Array(cells, values) if number(values) => {
                places.extend((0..cells.len()).map(|at| (field, Some(at))))
            }
            _ => return None,
        }
    }
    (1..=2).contains(&places.len()).then_some((game, places))
}

fn at(game: &Arc<Game>, places: &Places, numbers: &[i64]) -> Option<Position> {
    let mut fields: Vec<Stored> = Vec::new();
    for field in 0..game.shapes.len() {
        let own = places.iter().zip(numbers).filter(|((of, _), _)| *of == field);
        let values: Vec<Value> = own.map(|(_, &number)| Value::Int(number)).collect();
        fields.push(match &game.shapes[field] {
            Shape::Array(..) => Stored::Array(values),
            _ => Stored::One(values.into_iter().next()?),
        });
    }
    let packed = game.pack(&State { fields })?;
    Some(Position { parts: vec![Component { game: game.clone(), packed }] })
}

fn solved(position: Position, mover: Side, watch: &dyn Watch) -> Option<Solved> {
    let [part] = &position.parts[..] else { return None };
    let moves = part.game.moves(&part.packed, mover).ok()?.len();
    let answer = solve(&position, Question { first: Some(mover), ..Question::default() }, watch).ok()?;
    Some(Solved { position, mover, answer, moves })
}

/// The positions of a few plays from a start of one component, the last first.
fn plays(start: &Position) -> Vec<(Position, Side)> {
    let [part] = &start.parts[..] else { return Vec::new() };
    let mut found: Vec<(Position, Side)> = Vec::new();
    let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
    for _ in 0..PLAYS {
        let (mut here, mut mover) = (part.clone(), Side::Left);
        let mut line = Vec::new();
        while line.len() < 200 {
            let ended = here.game.ending(&here.packed, mover, Stuck::No).ok().flatten().is_some();
            let Ok(moves) = here.game.moves(&here.packed, mover) else { break };
            if ended || moves.is_empty() {
                break;
            }
            line.push((Position { parts: vec![here.clone()] }, mover));
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (_, to) = &moves[(seed >> 33) as usize % moves.len()];
            let [next] = &to.parts[..] else { break };
            here = next.clone();
            if to.turn == Turn::Passes {
                mover = mover.other();
            }
        }
        line.reverse();
        for (position, mover) in line.into_iter().take(7) {
            if !found.iter().any(|(known, side)| *known == position && *side == mover) {
                found.push((position, mover));
            }
        }
    }
    found
}

/// Every move with the answer that beats it; `None` if some move has none to show.
fn refuted(position: &Position, mover: Side, watch: &dyn Watch) -> Option<Vec<[String; 4]>> {
    let mut lines = Vec::new();
    for (number, part) in position.parts.iter().enumerate() {
        for (one, to) in part.game.moves(&part.packed, mover).ok()? {
            if to.turn == Turn::Stays {
                return None;
            }
            let mut parts = position.parts.clone();
            parts.splice(number..=number, to.parts);
            let after = Position { parts };
            let question = Question { first: Some(mover.other()), ..Question::default() };
            let answer = solve(&after, question, watch).ok()?;
            let (reply, leaves) = match answer.winning_moves.first() {
                Some(reply) => (reply.text.clone(), reply.to.clone()),
                // The game is over, and won.
                None if !loses(&answer, mover.other()) => ("-".to_string(), "-".to_string()),
                None => return None,
            };
            let text = part.game.move_text(&one);
            let text = if position.parts.len() > 1 { format!("{part}: {text}") } else { text };
            lines.push([text, after.to_string(), reply, leaves]);
        }
    }
    Some(lines)
}

/// Whether the player to move loses.
pub fn loses(answer: &Answer, mover: Side) -> bool {
    match answer.winner {
        Some(Winner::Second) => true,
        Some(Winner::Player(side)) => side != mover,
        _ => false,
    }
}

/// An answer in a cell of a table.
fn short(answer: &Answer) -> String {
    match (&answer.grundy, answer.margin, answer.outcome, answer.winner) {
        (Some(grundy), ..) => grundy_text(grundy),
        (_, Some(margin), ..) => margin.to_string(),
        (_, _, Some(class), _) => class_letter(class).to_string(),
        (.., Some(Winner::First)) => "N".to_string(),
        (.., Some(Winner::Second)) => "P".to_string(),
        (.., Some(Winner::Draw)) => "D".to_string(),
        _ => "?".to_string(),
    }
}
