//! Positions that can be reached, each with its board, its moves and what they are worth: a game that is played without a
//! solver. What does not fit is left out, the positions farthest from the start first.

use crate::board::{BoardPart, MovePlaces, Owner, Place};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::picture::{Lookup, Step};
use crate::problem::Problem;
use crate::question::Question;
use crate::subject::Subject;
use crate::text::Text;
use crate::turn::TurnFinish;
use grundy_answer::{Message, Progress, Standing, Stop, Watch, message};
use grundy_run::{Position, Side};
use grundy_solve::{Finish, Playing, Wdl};
use serde::Serialize;
use serde::ser::{SerializeTuple, Serializer};
use std::collections::HashMap;

/// Places of a move that are told: enough to tell moves apart.
const MOST_PLACES: usize = 8;

/// Positions of a table, whatever it may hold.
const MOST_POSITIONS: usize = 100_000;

/// A game as positions and moves.
#[derive(Serialize)]
pub struct PlayTable {
    /// The start, as one line.
    pub start: String,
    /// The name of the game.
    pub game: String,
    /// The players' names.
    pub players: [String; 2],
    /// Boards without what stands on them; each once.
    pub frames: Vec<BoardPart>,
    /// What can stand on a place; each once.
    pub signs: Vec<Sign>,
    /// Moves as they are written; each once.
    pub texts: Vec<String>,
    /// The positions; the first is the start.
    pub positions: Vec<TablePosition>,
    /// Whether every position is here.
    pub whole: bool,
    /// How sure the worth of the moves is.
    pub standing: Standing,
    /// Why values are missing, if some are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
}

/// What stands on a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Sign {
    /// As text; empty for nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    piece: String,
    /// Whose it is: 0 is the first-named player.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<u8>,
    /// Whether the place is gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    gone: bool,
}

/// One position.
#[derive(Serialize)]
pub struct TablePosition {
    /// Who is about to move: 0 is the first-named player.
    pub mover: usize,
    /// The first-named player's points less the other's.
    #[serde(skip_serializing_if = "is_zero")]
    pub lead: i64,
    /// How the game ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish: Option<TurnFinish>,
    /// For each summand the number of its frame, and of each of its signs.
    pub board: Vec<(usize, Vec<usize>)>,
    /// Its moves.
    pub moves: Vec<TableMove>,
}

fn is_zero(points: &i64) -> bool {
    *points == 0
}

/// One move: `[text, component, places, to, worth]`, where `to` is -1 for a position that is not here.
pub struct TableMove {
    text: usize,
    component: usize,
    places: Vec<usize>,
    to: i64,
    worth: Option<TableWorth>,
}

/// What a move is worth to who makes it.
#[derive(Serialize)]
pub struct TableWorth {
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

impl Serialize for TableMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(5)?;
        tuple.serialize_element(&self.text)?;
        tuple.serialize_element(&self.component)?;
        tuple.serialize_element(&self.places)?;
        tuple.serialize_element(&self.to)?;
        tuple.serialize_element(&self.worth)?;
        tuple.end()
    }
}

/// The positions that can be reached, as many as fit in so many bytes of JSON.
pub fn play_table(
    subject: &Subject,
    position: Option<&Text>,
    most_bytes: usize,
    engine: Engine,
    budget: &Budget,
) -> Result<PlayTable, Problem> {
    let question = subject.example(position, engine)?;
    let mover = question.mover(None)?.side;
    let start = Playing::new(question.position.clone(), mover);
    let mut builder = Builder {
        lookup: Lookup::new(&question.position, budget)?,
        frames: Vec::new(),
        frame_numbers: HashMap::new(),
        signs: Numbered::default(),
        texts: Numbered::default(),
        numbers: HashMap::new(),
        waiting: Vec::new(),
    };
    builder.number(start);
    let mut positions: Vec<TablePosition> = Vec::new();
    let mut bytes = 0;
    while positions.len() < builder.waiting.len() && positions.len() < MOST_POSITIONS {
        let done = positions.len() as u64;
        if budget.tick(Progress { what: "positions", done, total: None, bytes: bytes as u64 }).is_some() {
            break;
        }
        let one = builder.position(positions.len(), &question)?;
        bytes += serde_json::to_vec(&one).map_or(0, |json| json.len()) + 1;
        if bytes + builder.bytes() > most_bytes {
            break;
        }
        positions.push(one);
    }
    let whole = positions.len() == builder.waiting.len();
    let here = positions.len() as i64;
    for one in positions.iter_mut().flat_map(|one| &mut one.moves) {
        one.to = if one.to < here { one.to } else { -1 };
    }
    Ok(PlayTable {
        start: question.position.to_string(),
        game: question.position.parts.first().map(|part| part.game.rules.name.clone()).unwrap_or_default(),
        players: question.players(),
        standing: builder.lookup.standing(),
        stopped: builder.lookup.stop.or(budget.told()),
        frames: builder.frames,
        signs: builder.signs.all,
        texts: builder.texts.all,
        positions,
        whole,
    })
}

impl PlayTable {
    /// How much of the game a file holds that may have so many bytes.
    pub fn inside(&self, file: &str, most_bytes: usize) -> Message {
        match self.whole {
            true => message!("{}: {} positions, all there are", file, self.positions.len()),
            false => {
                let megabytes = most_bytes >> 20;
                let positions = self.positions.len();
                message!(
                    "{}: the first {} positions; all of them would have more than {} MB",
                    file,
                    positions,
                    megabytes
                )
            }
        }
    }
}

struct Builder<'a> {
    lookup: Lookup<'a>,
    frames: Vec<BoardPart>,
    /// Numbers of frames by their JSON.
    frame_numbers: HashMap<String, usize>,
    signs: Numbered<Sign>,
    texts: Numbered<String>,
    numbers: HashMap<(Position, Side, i64), usize>,
    /// Every position that was met, in the order in which it was.
    waiting: Vec<Playing>,
}

/// Things with numbers, each once.
struct Numbered<T> {
    all: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { all: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    fn number(&mut self, one: T) -> usize {
        let Numbered { all, numbers } = self;
        *numbers.entry(one).or_insert_with_key(|one| {
            all.push(one.clone());
            all.len() - 1
        })
    }
}

impl Builder<'_> {
    fn number(&mut self, playing: Playing) -> usize {
        let key = (playing.position.clone(), playing.mover, playing.lead);
        let Builder { numbers, waiting, .. } = self;
        *numbers.entry(key).or_insert_with(|| {
            waiting.push(playing);
            waiting.len() - 1
        })
    }

    /// Bytes of what positions name.
    fn bytes(&self) -> usize {
        let frames: usize = self.frame_numbers.keys().map(String::len).sum();
        frames + self.texts.all.iter().map(|text| text.len() + 3).sum::<usize>() + 40 * self.signs.all.len()
    }

    fn position(&mut self, number: usize, asked: &Question) -> Result<TablePosition, Problem> {
        let playing = self.waiting[number].clone();
        let question =
            Question { position: playing.position.clone(), texts: asked.texts.clone(), origin: asked.origin };
        let places = MovePlaces::new(&question, playing.mover);
        let steps = self.lookup.moves(&playing.position, playing.mover)?;
        let finish = match steps.is_empty() {
            true => {
                let finish = playing.finish().map_err(|diagnostic| Problem::of_position(&diagnostic))?;
                Some(TurnFinish { winner: if let Finish::Won(side) = finish { Some(side as usize) } else { None } })
            }
            false => None,
        };
        let mut moves = Vec::with_capacity(steps.len());
        for step in steps {
            let mut named = places.of(step.component, &step.one, &step.made);
            named.truncate(MOST_PLACES);
            let worth = self.worth(&step)?;
            let game = &playing.position.parts[step.component].game;
            let text = self.texts.number(game.move_text(&step.one));
            let mut next = Playing::new(step.to, step.mover);
            let sign = if playing.mover == Side::Left { 1 } else { -1 };
            next.lead = playing.lead.saturating_add(sign * step.gain);
            let to = self.number(next) as i64;
            moves.push(TableMove { text, component: step.component, places: named, to, worth });
        }
        let board = places.board().parts.into_iter().map(|part| self.framed(part)).collect();
        Ok(TablePosition { mover: playing.mover as usize, lead: playing.lead, finish, board, moves })
    }

    fn worth(&mut self, step: &Step) -> Result<Option<TableWorth>, Problem> {
        Ok(self.lookup.worth_of(step)?.map(|worth| TableWorth {
            result: match worth.result {
                Wdl::Win => "win",
                Wdl::Draw => "draw",
                Wdl::Loss => "loss",
            },
            grundy: worth.grundy.and_then(|grundy| match grundy {
                grundy_solve::Grundy::Finite(value) => Some(value),
                grundy_solve::Grundy::Infinite(_) => None,
            }),
            margin: worth.margin,
            plies: worth.plies.map(|plies| plies + 1),
        }))
    }

    /// A board as the number of its frame and of its signs.
    fn framed(&mut self, mut part: BoardPart) -> (usize, Vec<usize>) {
        let sign = |place: &mut Place| Sign {
            piece: std::mem::take(&mut place.piece),
            owner: place.owner.take().map(|owner| u8::from(owner == Owner::Right)),
            gone: std::mem::take(&mut place.gone),
        };
        let signs: Vec<Sign> = part.places.iter_mut().map(sign).collect();
        let signs = signs.into_iter().map(|sign| self.signs.number(sign)).collect();
        let key = serde_json::to_string(&part).expect("a board can be written as JSON");
        let Builder { frames, frame_numbers, .. } = self;
        let frame = *frame_numbers.entry(key).or_insert_with(|| {
            frames.push(part);
            frames.len() - 1
        });
        (frame, signs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;

    fn table(game: &str, most_bytes: usize) -> PlayTable {
        let subject = Library::standard().subject(game).expect("a game of the library");
        play_table(&subject, None, most_bytes, Engine::Interpreted, &Budget::unlimited()).expect("a table")
    }

    /// A position is won for its mover exactly when some move of the table leads to one that is lost for the next.
    #[test]
    fn worth_follows_from_the_table() {
        for game in ["Nim(2) + Nim(3)", "tac-tix", "Domineering(R=2, C=3)", "can-i-win"] {
            let table = table(game, 1 << 22);
            assert!(table.whole, "{game}");
            let won = |position: &TablePosition| {
                position.moves.iter().any(|one| one.worth.as_ref().is_some_and(|worth| worth.result == "win"))
            };
            for position in &table.positions {
                for one in &position.moves {
                    let next = &table.positions[one.to as usize];
                    let lost = match &next.finish {
                        Some(finish) => finish.winner == Some(position.mover),
                        None => {
                            !won(next)
                                && next
                                    .moves
                                    .iter()
                                    .all(|one| one.worth.as_ref().is_some_and(|worth| worth.result == "loss"))
                        }
                    };
                    assert_eq!(one.worth.as_ref().is_some_and(|worth| worth.result == "win"), lost, "{game}");
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let part = table("tic-tac-toe", 100_000);
        assert!(!part.whole && part.positions.len() > 10);
        let json = serde_json::to_string(&part).expect("JSON");
        assert!(json.len() < 110_000, "{}", json.len());
        let count = part.positions.len() as i64;
        let moves: Vec<i64> =
            part.positions.iter().flat_map(|position| position.moves.iter().map(|one| one.to)).collect();
        assert!(moves.iter().all(|to| (-1..count).contains(to)) && moves.contains(&-1));
    }
}
