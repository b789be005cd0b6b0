//! Positions for a sheet, each solved: the entries of the tables, the one to work through, the ones to ask about.
//!
//! Games of one or two numbers give all small positions; boards give the positions of a few plays, chosen by a fixed
//! sequence, so that the same game gives the same sheet.

use crate::words::solve::{class_letter, grundy_text};
use grundy_answer::Watch;
use grundy_draw::{Drawn, Exercise, Lang, Phrase, ValueTable, Worked};
use grundy_prove::Subject;
use grundy_run::{Component, Game, Position, Shape, Side, State, Stored, Stuck, Turn, Universe, Value};
use grundy_solve::{Answer, Question, Winner, solve};
use std::sync::Arc;

/// One number goes up to this, two up to the other.
const ONE: i64 = 24;
const TWO: i64 = 9;

/// Plays looked at, and exercises asked.
const PLAYS: usize = 12;
const ASKED: usize = 6;

/// Moves of a position that is worked through.
const FEWEST: usize = 3;
const MOST: usize = 10;

struct Solved {
    position: Position,
    mover: Side,
    answer: Answer,
    moves: usize,
}

/// Solved positions.
pub struct Pool {
    all: Vec<Solved>,
    worked: Option<(usize, Vec<[String; 4]>)>,
    asked: Vec<usize>,
    /// Whether it matters who is to move.
    named: Option<[String; 2]>,
}

impl Pool {
    /// Positions of a game, about as many as time allows.
    pub fn new(subject: &Subject, start: Option<&Position>, watch: &dyn Watch) -> Pool {
        let mut all = Vec::new();
        let places = places(subject);
        if let Some((game, places)) = &places {
            let last = if places.len() == 1 { ONE } else { TWO };
            let second = if places.len() == 1 { 0 } else { last };
            for a in 0..=last {
                for b in 0..=second {
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
        let mover_free = grundy_rule::Facts::of(rules).mover_free.is_proved();
        let mut pool =
            Pool { all, worked: None, asked: Vec::new(), named: (!mover_free).then(|| rules.players.clone()) };
        pool.choose_worked(watch);
        pool.choose_asked();
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

    /// Positions with one or two winning moves, and lost ones between them.
    fn choose_asked(&mut self) {
        let worked = self.worked.as_ref().map(|(number, _)| *number);
        let other = |number: &usize| Some(*number) != worked && self.all[*number].moves >= 2;
        let won = |number: &usize| {
            let answer = &self.all[*number].answer;
            (1..=2).contains(&answer.winning_move_count) && !loses(answer, self.all[*number].mover)
        };
        let lost = |number: &usize| loses(&self.all[*number].answer, self.all[*number].mover);
        let spread = |numbers: Vec<usize>, many: usize| -> Vec<usize> {
            let step = (numbers.len() / many.max(1)).max(1);
            numbers.into_iter().rev().step_by(step).take(many).collect()
        };
        let won = spread((0..self.all.len()).filter(other).filter(won).collect(), ASKED - 2);
        let lost = spread((0..self.all.len()).filter(other).filter(lost).collect(), ASKED - won.len());
        self.asked = won.into_iter().chain(lost).take(ASKED).collect();
        let rest = (0..self.all.len()).filter(other).filter(|number| !self.asked.contains(number)).collect();
        let more = spread(rest, ASKED - self.asked.len());
        self.asked.extend(more.into_iter().take(ASKED - self.asked.len()));
        self.asked.sort_unstable();
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

    /// The positions asked about.
    pub fn asked(&self) -> impl Iterator<Item = &Position> {
        self.asked.iter().map(|&number| &self.all[number].position)
    }

    /// Questions and answers, without pictures.
    pub fn exercises(&self, lang: Lang) -> Vec<Exercise> {
        let one = |&number: &usize| {
            let Solved { position, mover, answer, .. } = &self.all[number];
            let text = position.to_string();
            let question = match &self.named {
                Some(names) => Phrase::AskOf.with(lang, &[&text, &names[*mover as usize]]),
                None => Phrase::Ask.with(lang, &[&text]),
            };
            let moves: Vec<&str> = answer.winning_moves.iter().take(3).map(|one| one.text.as_str()).collect();
            let mut said = match answer.winner {
                Some(Winner::Draw) => Phrase::Draw.text(lang).to_string(),
                _ if loses(answer, *mover) => Phrase::Loses.text(lang).to_string(),
                _ => Phrase::Wins.with(lang, &[&moves.join("`, `")]),
            };
            if let Some(grundy) = &answer.grundy {
                said.push(' ');
                said.push_str(&Phrase::Grundy.with(lang, &[&grundy_text(grundy)]));
            }
            Exercise { position: text, drawn: Drawn::default(), question, answer: said }
        };
        self.asked.iter().map(one).collect()
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
            return match &places[..] {
                [only] => (0..=ONE)
                    .collect::<Vec<i64>>()
                    .chunks(13)
                    .map(|part| ValueTable {
                        caption: caption.clone(),
                        corner: name(only),
                        columns: part.iter().map(i64::to_string).collect(),
                        rows: vec![(String::new(), part.iter().map(|&n| entry(&[n, 0])).collect())],
                    })
                    .collect(),
                [a, b] => vec![ValueTable {
                    caption,
                    corner: format!("{} \\ {}", name(a), name(b)),
                    columns: (0..=TWO).map(|n| n.to_string()).collect(),
                    rows: (0..=TWO).map(|a| (a.to_string(), (0..=TWO).map(|b| entry(&[a, b])).collect())).collect(),
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
    match params[..] {
        [only] => {
            let entries: Vec<String> = (1..=6).map(|n| said(value(&[(only, n)]))).collect();
            Some(ValueTable {
                caption: String::new(),
                corner: rules.params[only].name.clone(),
                columns: (1..=6).map(|n| n.to_string()).collect(),
                rows: vec![(String::new(), entries)],
            })
        }
        [a, b] => Some(ValueTable {
            caption: String::new(),
            corner: format!("{} \\ {}", rules.params[a].name, rules.params[b].name),
            columns: (1..=5).map(|n| n.to_string()).collect(),
            rows: (1..=5).map(|m| (m.to_string(), (1..=5).map(|n| said(value(&[(a, m), (b, n)]))).collect())).collect(),
        }),
        _ => None,
    }
    .filter(|table| table.rows.iter().any(|(_, entries)| entries.iter().any(|entry| entry != "?")))
}

/// The places of one or two numbers that make up a position.
type Places = Vec<(usize, Option<usize>)>;

fn places(subject: &Subject) -> Option<(Arc<Game>, Places)> {
    let bounds = vec![ONE.max(TWO); subject.rules().fields.len()];
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
fn loses(answer: &Answer, mover: Side) -> bool {
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
