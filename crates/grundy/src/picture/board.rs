//! A position as a board, each cell or move marked with the value it leads to.
//!
//! The form follows from the fields: a field with a picture is a grid or strip, a cell of a grid is a token on it, a
//! digraph parameter is a digraph, a list of edges or of pairs over which a set or array lies is drawn on the corners of a polygon,
//! a set of numbers is a strip, a number whose moves part it is a row of pins, other numbers are heaps. A position of none of these forms, or with most moves not to be
//! shown on it, is a table of its moves. A pairing that is proved is told in words; it is drawn instead of the values where that is
//! asked for, or where there are too many positions for values.

mod form;
mod placed;

use super::lookup::{self, Lookup, Modest, Step};
use super::{PictureAnswer, PictureFacts};
use crate::board::{MovePlaces, PlayLook, play_board};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::question::Question;
use crate::strategy::{self, StrategyAnswer};
use crate::subject::Subject;
use crate::text::Text;
use form::{form, grid, numbered, pair, pictured, token};
pub use form::{named_edges, numbers};
use grundy_answer::{Message, Piece, Standing, message};
use grundy_draw::{
    Background, Board, BoardLook, Cell, Entry, Grid, Heap, Links, Mark, MatrixTable, MovesShown, Picture, Says, Shade,
};
use grundy_run::{Component, Position, Side, Stored, Value, is_one};
use grundy_solve::{Evaluation, Wdl};
use grundy_value::Arena;

/// The longest row of pins, and the most numbers of pins a move may take, to be drawn as a row.
const MOST_PINS: u64 = 60;
const MOST_KINDS: usize = 8;

/// A position as a board with its moves; with `pairs`, or where there are too many positions for values, the pairs of a strategy.
pub fn board_picture(
    subject: &Subject,
    position: Option<&Text>,
    (first, pairs): (Option<&str>, bool),
    title: Option<&str>,
    engine: Engine,
    budget: &Budget,
) -> Result<PictureAnswer, Problem> {
    let asked = subject.question(position, engine);
    let paired = strategy::paired(subject, position, engine);
    let instead = pairs || asked.as_ref().map_or(true, |asked| grundy_solve::is_huge(&asked.position));
    match (paired.as_ref().filter(|_| instead).map(|seen| (seen, seen.picture())), &asked) {
        (Some((seen, Ok(picture))), _) => return Ok(drawn_pairs(seen, picture, title)),
        (Some((_, Err(problem))), Ok(_)) if pairs => return Err(problem),
        (None, Ok(_)) if pairs => return Err(strategy::undrawn()),
        _ => {}
    }
    let asked = asked?;
    let position = &asked.position;
    let mover = asked.mover(first)?.side;
    let (arena, modest) = (Arena::new(), Modest(budget));
    let mut lookup = Lookup::new(position, budget)?.valued(position, arena.values(&modest));
    let mut moves = Vec::new();
    for step in lookup.moves(position, mover)? {
        let worth = lookup.worth_of(&step)?;
        let value = lookup.value(&step.to)?.filter(|value| value.chars().count() <= SHORT_VALUE);
        moves.push(Marked {
            mark: mark(position, &step, worth.as_ref(), value),
            pointed: worth.as_ref().is_some_and(|worth| worth.margin.is_some()),
            won: worth.is_some_and(|w| w.result == Wdl::Win),
            step,
        });
    }
    let standing = lookup.standing();
    // A title that was given is the whole of it.
    let turn = (title.is_none() && says_turn(&asked)).then(|| asked.players()[mover as usize].to_string());
    let title = title.map_or_else(|| in_words(&asked), str::to_string);
    let placed = pins(position, &moves)
        .or_else(|| placed::placed(&asked, mover, &moves))
        .or_else(|| form(position).map(|form| laid(form, &asked, mover, &moves)));
    let enough = |(_, marked): &(BoardLook, usize)| 2 * marked >= moves.len();
    let placed = placed.filter(enough).or_else(|| placed::tokens(&asked, mover, &moves).filter(enough));
    let (count, marked) = (moves.len(), placed.as_ref().map_or(0, |(_, marked)| *marked));
    let shown = match placed {
        Some(_) => message!("{} moves, {} of them on the board", count, marked),
        None => message!("{} moves, as a table", count),
    };
    let mut words = vec![shown, standing.piece()];
    let explanation = paired.and_then(|seen| seen.strategy).map(|strategy| strategy.words);
    if let Some(explanation) = &explanation {
        words.push(message!("{} (--pairs draws it)", lines(explanation)));
    }
    let facts = PictureFacts::Board { explanation, moves: count, placed: marked, standing: standing.clone() };
    let picture = match placed {
        Some((form, _)) => {
            let shown = (marked < count).then_some(MovesShown { shown: marked, all: count });
            Picture::Board(Board { title, turn, moves: shown, standing: Some(standing), says: says(&moves), form })
        }
        None => Picture::Matrix(MatrixTable { title, turn, standing: Some(standing), ..table(position, &moves) }),
    };
    Ok(PictureAnswer { picture, words: lines(&words), facts, stopped: lookup.stop })
}

/// The pairs: cells of equal numbers.
fn drawn_pairs(seen: &StrategyAnswer, mut picture: Picture, title: Option<&str>) -> PictureAnswer {
    if let (Some(given), Picture::Board(board)) = (title, &mut picture) {
        board.title = given.to_string();
    }
    let (mut words, mut explanation, mut pairing) = (Message::default(), Vec::new(), None);
    let mut standing = Standing::Assumed(message!("no strategy is seen"));
    if let Some(strategy) = &seen.strategy {
        words = lines(&[&strategy.words[..], &[strategy.standing.piece()]].concat());
        explanation.clone_from(&strategy.words);
        standing = strategy.standing.clone();
        pairing = strategy.pairing.map(|pairing| pairing.by.name());
    }
    PictureAnswer { picture, words, facts: PictureFacts::Pairs { explanation, standing, pairing }, stopped: None }
}

/// A position of one pictured component as a grid without marks; `None` where it has no picture.
pub fn plain_board(position: &Position) -> Option<Board> {
    let [part] = &position.parts[..] else { return None };
    let places = play_board(position).parts.into_iter().next().and_then(|board| placed::plain(&board));
    let state = part.game.unpack(&part.packed);
    let rows = || pictured(&part.game, &state.fields).map(|(_, rows)| rows);
    let form = places.or_else(|| rows().map(|rows| BoardLook::Grid(grid(&part.game, &state.fields, rows))))?;
    Some(Board { form, ..Board::default() })
}

/// Whether a board is drawn of the position, and it matters who is to move.
fn says_turn(asked: &Question) -> bool {
    asked.position.parts.len() == 1 && !is_its_text(&asked.position) && !asked.is_impartial()
}

/// Whether a position is its numbers, which are its title too.
fn is_its_text(position: &Position) -> bool {
    let look = play_board(position).parts.into_iter().next().map(|board| board.look);
    matches!(look, Some(PlayLook::Heaps | PlayLook::Pins | PlayLook::Fields))
}

/// What a picture is of: the game and its sizes; positions that are not drawn as text.
fn in_words(asked: &Question) -> String {
    let text = asked.position.to_string();
    let [part] = &asked.position.parts[..] else { return text };
    let is_number = |value: &Value| matches!(value, Value::Int(_));
    let sizes: Vec<String> = part
        .game
        .params
        .iter()
        .zip(&part.game.rules.params)
        .filter(|(value, _)| is_number(value))
        .map(|(value, param)| format!("{} = {}", param.name, part.game.value_text(value, None)))
        .collect();
    if is_its_text(&asked.position) {
        return text;
    }
    [vec![spaced_name(&part.game.rules.name)], sizes].concat().join(", ")
}

/// `DotsAndBoxes` as `Dots and boxes`.
fn spaced_name(name: &str) -> String {
    let mut spaced = String::new();
    let signs: Vec<char> = name.chars().collect();
    let is_small = |number: usize| signs.get(number).is_some_and(|sign| sign.is_lowercase());
    for (number, &sign) in signs.iter().enumerate() {
        let begins = number > 0 && sign.is_uppercase() && (is_small(number - 1) || is_small(number + 1));
        if begins {
            spaced.push(' ');
        }
        // A word of one letter keeps it large.
        match begins && is_small(number + 1) {
            true => spaced.extend(sign.to_lowercase()),
            false => spaced.push(sign),
        }
    }
    spaced
}

/// What the marks of moves say.
fn says(moves: &[Marked]) -> Says {
    let is_number = |one: &Marked| one.mark.shade.number().is_some();
    let text = |one: &Marked| one.mark.text.trim_start_matches(['+', '-']).parse::<u64>().is_ok();
    let letter = |one: &Marked| matches!(one.mark.text.as_str(), "W" | "D" | "L" | "?");
    match moves {
        [] => Says::Nothing,
        moves if moves.iter().all(letter) => Says::Outcome,
        moves if moves.iter().any(is_number) => Says::Grundy,
        moves if moves.iter().all(|one| one.pointed && text(one)) => Says::Margin,
        _ => Says::Value,
    }
}

/// A move and what it is worth.
struct Marked {
    step: Step,
    mark: Mark,
    won: bool,
    /// Whether the game is one of points.
    pointed: bool,
}

/// A canonical value of more characters does not fit a cell: the mark then says who wins.
const SHORT_VALUE: usize = 6;

fn mark(position: &Position, step: &Step, worth: Option<&Evaluation>, value: Option<String>) -> Mark {
    let title = lookup::move_text(position, step);
    let Some(worth) = worth else { return Mark { text: "?".into(), shade: Shade::Blank, title } };
    let text = match (&worth.grundy, worth.margin) {
        (None, None) if value.is_some() => value.unwrap_or_default(),
        (None, None) => match worth.result {
            Wdl::Win => "W".to_string(),
            Wdl::Loss => "L".to_string(),
            Wdl::Draw => "D".to_string(),
        },
        _ => lookup::text(worth),
    };
    Mark { text, shade: lookup::shade(worth), title }
}

/// The form with as many moves marked as have a place on it, and how many those are.
fn laid(mut form: BoardLook, asked: &Question, mover: Side, moves: &[Marked]) -> (BoardLook, usize) {
    let (position, places) = (&asked.position, MovePlaces::new(asked, mover));
    if let BoardLook::Grid(grid) = &mut form
        && position.parts.len() == 1
        && let Some(dominoes) = moves.iter().map(|one| placed::domino(&places, grid, one)).collect::<Option<Vec<_>>>()
    {
        grid.dominoes = dominoes;
        return (form, moves.len());
    }
    let mut marked = 0;
    // Won moves first, so that they colour a cell that several moves share.
    let mut order: Vec<&Marked> = moves.iter().collect();
    order.sort_by_key(|one| !one.won);
    for one in order {
        let done = match &mut form {
            BoardLook::Grid(grid) => on_grid(grid, &position.parts[0], one),
            BoardLook::Heaps(heaps) => on_heaps(heaps, position, one),
            BoardLook::Digraph(links) | BoardLook::Polygon(links) => on_links(links, &position.parts[0], one),
            BoardLook::Placed(_) => None,
        };
        marked += usize::from(done.is_some());
    }
    (form, marked)
}

/// A row of pins whose moves may part it: one line of marks for each number of pins taken, a mark at the first pin of each
/// move. `None` if the position is no single number, or no move parts it.
fn pins(position: &Position, moves: &[Marked]) -> Option<(BoardLook, usize)> {
    let [part] = &position.parts[..] else { return None };
    let size = |part: &Component| match &numbers(part)?[..] {
        [(_, size)] => Some(*size),
        _ => None,
    };
    let count = size(part).filter(|&count| (1..=MOST_PINS).contains(&count))?;
    // Where a move begins, and how many pins it takes.
    let mut taken: Vec<(u64, u64)> = Vec::new();
    let mut parts = false;
    for one in moves {
        let left: Vec<u64> = one.step.made.iter().map(size).collect::<Option<_>>()?;
        let rest = left.iter().sum::<u64>();
        parts |= left.len() == 2;
        taken.push((*left.first()?, count.checked_sub(rest).filter(|_| left.len() <= 2)?));
    }
    let mut kinds: Vec<u64> = taken.iter().map(|&(_, taken)| taken).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if !parts || kinds.len() > MOST_KINDS {
        return None;
    }
    let hole = Cell { background: Background::Hole, ..Cell::default() };
    let mut rows = vec![(0..count).map(|_| Cell::of("●")).collect::<Vec<Cell>>()];
    rows.extend(kinds.iter().map(|_| vec![hole.clone(); count as usize]));
    let mut marked = 0;
    for (one, (first, taken)) in moves.iter().zip(taken) {
        let row = 1 + kinds.iter().position(|&kind| kind == taken).expect("just listed");
        let Some(cell) = rows[row].get_mut(first as usize) else { continue };
        cell.background = Background::Plain;
        join(&mut cell.mark, &one.mark);
        marked += 1;
    }
    let row_names = std::iter::once(String::new()).chain(kinds.iter().map(|kind| format!("−{kind}"))).collect();
    let column_names = (0..count).map(|pin| pin.to_string()).collect();
    Some((BoardLook::Grid(Grid { rows, row_names, column_names, ..Grid::default() }), marked))
}

/// Adds a mark to one that is there: the texts are listed, the first colour stays.
fn join(place: &mut Option<Mark>, mark: &Mark) {
    match place {
        None => *place = Some(mark.clone()),
        Some(known) => {
            if !known.text.split(' ').any(|text| text == mark.text || text == "…") {
                let many = known.text.split(' ').count() >= 3;
                known.text.push_str(&if many { " …".to_string() } else { format!(" {}", mark.text) });
            }
            known.title.push_str(&format!("; {}", mark.title));
        }
    }
}

/// The cell of a move: where its token goes; the element it names, with several the last, which is where a piece goes;
/// with none the first cell that changes.
fn on_grid(grid: &mut Grid, part: &Component, one: &Marked) -> Option<()> {
    let game = &part.game;
    let state = game.unpack(&part.packed);
    let width = grid.rows.first()?.len().max(1);
    let named = |field: usize| {
        let universe = game.universe(field)?;
        one.step.one.values.iter().rev().find_map(|value| universe.rank(value))
    };
    let rank = match (pictured(game, &state.fields), token(game)) {
        (Some((field, before)), _) => named(field).or_else(|| changed(&before, one))?,
        (None, Some((field, _, _))) => {
            let [after] = &one.step.made[..] else { return None };
            let Stored::One(Value::Cell(row, column)) = after.game.unpack(&after.packed).fields[field] else {
                return None;
            };
            usize::try_from(row).ok()? * width + usize::try_from(column).ok()?
        }
        (None, None) => named(numbered(game, &state.fields)?)?,
    };
    let cell = grid.rows.get_mut(rank / width)?.get_mut(rank % width)?;
    join(&mut cell.mark, &one.mark);
    Some(())
}

/// The first cell of a picture that a move fills, or else changes.
fn changed(before: &[String], one: &Marked) -> Option<usize> {
    let [after] = &one.step.made[..] else { return None };
    let after = after.game.board(&after.packed)?;
    let cells = |rows: &[String]| rows.iter().flat_map(|row| row.chars().collect::<Vec<_>>()).collect::<Vec<_>>();
    let (before, after) = (cells(before), cells(&after));
    let changed = || before.iter().zip(&after).enumerate().filter(|(_, (a, b))| a != b);
    Some(changed().find(|(_, (_, b))| **b != '.').or_else(|| changed().next())?.0)
}

/// The one heap that a move makes smaller.
fn on_heaps(heaps: &mut [Heap], position: &Position, one: &Marked) -> Option<()> {
    let part = &position.parts[one.step.component];
    let first: usize =
        position.parts[..one.step.component].iter().map(|part| numbers(part).map_or(0, |n| n.len())).sum();
    let mut changed = None;
    let [after] = &one.step.made[..] else { return None };
    for (place, (before, after)) in numbers(part)?.into_iter().zip(numbers(after)?).enumerate() {
        if before.1 != after.1 && (after.1 > before.1 || changed.replace((place, after.1)).is_some()) {
            return None;
        }
    }
    let (place, left) = changed?;
    let heap = heaps.get_mut(first + place)?;
    match heap.marks.iter_mut().find(|(size, _)| *size == left) {
        Some((_, mark)) => {
            let mut joined = Some(mark.clone());
            join(&mut joined, &one.mark);
            *mark = joined.expect("a mark was there");
        }
        None => heap.marks.push((left, one.mark.clone())),
    }
    Some(())
}

/// The link or the vertex a move names.
fn on_links(links: &mut Links, part: &Component, one: &Marked) -> Option<()> {
    let value = one.step.one.values.last()?;
    if let Some((a, b)) = pair(value) {
        let link = links.links.iter_mut().find(|link| (link.from, link.to) == (a, b))?;
        join(&mut link.mark, &one.mark);
        return Some(());
    }
    let Value::Int(vertex) = value else { return None };
    let vertex = usize::try_from(*vertex).ok()?;
    let state = part.game.unpack(&part.packed);
    if let (Some(Stored::Set(bits)), Some(places)) = (state.fields.first(), part.game.universe(0))
        && named_edges(&part.game, places).is_some()
    {
        let number = (0..vertex).filter(|&edge| is_one(bits, edge)).count();
        let known = links.links.get_mut(number)?.mark.get_or_insert_default();
        known.text = format!("{} {}", known.text, one.mark.text);
        (known.shade, known.title) = (one.mark.shade, format!("{}; {}", known.title, one.mark.title));
        return Some(());
    }
    let from = state.fields.iter().find_map(|stored| match stored {
        Stored::One(Value::Int(at)) => usize::try_from(*at).ok(),
        _ => None,
    });
    if let Some(link) = links.links.iter_mut().find(|link| Some(link.from) == from && link.to == vertex) {
        join(&mut link.mark, &one.mark);
        return Some(());
    }
    join(&mut links.cells.get_mut(vertex)?.mark, &one.mark);
    Some(())
}

/// The moves as a table.
fn table(position: &Position, moves: &[Marked]) -> MatrixTable {
    let row = |one: &Marked| {
        vec![
            Entry { text: one.mark.text.clone(), shade: one.mark.shade },
            Entry {
                text: one.step.to.parts.iter().map(lookup::short).collect::<Vec<_>>().join(" + "),
                shade: Shade::Blank,
            },
        ]
    };
    MatrixTable {
        corner: format!("{} moves", moves.len()),
        columns: vec!["value".into(), "to".into()],
        rows: moves.iter().map(|one| lookup::move_text(position, &one.step)).collect(),
        cells: moves.iter().map(row).collect(),
        ..MatrixTable::default()
    }
}

/// Messages, one below the other.
fn lines(messages: &[Message]) -> Message {
    Message::row("\n", messages.to_vec())
}
