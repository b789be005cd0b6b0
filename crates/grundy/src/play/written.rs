//! A turn at the terminal: the board, and moves as people write them.
//!
//! A move is written by the fewest of its places that tell it from the others (`b3`, `a1-b1`), on stacks by what it takes
//! (`3`, of several stacks `B3`), else by its name and values (`split 2`). Every writing shown is read back as its move. A
//! person may also write the values (`0,1`), the text of the rules, a column, more places than needed, or `#3` for the third
//! of the list.

use super::coordinates::{Coordinates, cell, letters};
use super::sketch::{all_heaps, sketch};
use crate::board::{BoardPart, MovePlaces, PlaceForm, PlayBoard, PlayLook};
use crate::budget::Budget;
use crate::moves::{LegalMove, legal_moves};
use crate::picture::numbers;
use crate::problem::Problem;
use crate::question::Question;
use crate::report::Styled;
use grundy_run::{Component, Side};
use std::collections::HashMap;

/// Places of a move that its writing may name.
const MOST_WRITTEN: usize = 4;

/// A position in play, with its moves in the order of the rules.
pub struct PlayTurn {
    board: PlayBoard,
    moves: Vec<TurnMove>,
    /// Where the last move was made.
    last: Option<(usize, Vec<usize>)>,
    /// Whether moves name columns by numbers.
    numbered: bool,
}

struct TurnMove {
    component: usize,
    /// As the rules write it, without its component.
    text: String,
    name: String,
    /// Its values, taken apart into words: a cell is its row and its column.
    values: Vec<String>,
    places: Vec<usize>,
    /// The one stack that falls, counted over all components, and by how many.
    taken: Option<(usize, u64)>,
    written: String,
}

/// What a line means.
#[derive(Debug, PartialEq, Eq)]
pub enum Meant {
    /// This move.
    One(usize),
    /// One of these.
    Several(Vec<usize>),
    /// None.
    Nothing,
}

impl PlayTurn {
    /// The turn of a player, after move `number` of an earlier turn.
    pub fn new(question: &Question, mover: Side, after: Option<(&PlayTurn, usize)>) -> Result<PlayTurn, Problem> {
        let listed = legal_moves(question, mover, &Budget::unlimited())?;
        let places = MovePlaces::new(question, mover);
        let board = places.board();
        let parts = &question.position.parts;
        let moves: Vec<TurnMove> = listed
            .moves
            .into_iter()
            .map(|one| {
                let places = places.of(one.component, &one.one, &one.becomes.parts);
                turn_move(one, parts, places)
            })
            .collect();
        let numbered = names_columns(&board, &moves);
        let last = after.and_then(|(turn, number)| turn.places_in(number, &board));
        let mut turn = PlayTurn { board, moves, last, numbered };
        turn.write();
        Ok(turn)
    }

    /// How many moves there are.
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// A move as people write it.
    pub fn written(&self, number: usize) -> &str {
        &self.moves[number].written
    }

    /// The board with the last move marked.
    pub fn sketch(&self) -> Styled {
        let last = self.last.as_ref().map(|(part, places)| (*part, &places[..]));
        sketch(&self.board, last, self.numbered)
    }

    /// The places of a move on the board that it led to; `None` where it changed what the board consists of.
    fn places_in(&self, number: usize, board: &PlayBoard) -> Option<(usize, Vec<usize>)> {
        let one = &self.moves[number];
        let (old, new) = (self.board.parts.get(one.component)?, board.parts.get(one.component)?);
        if self.board.parts.len() != board.parts.len() || old.look != new.look {
            return None;
        }
        if old.look == PlayLook::Heaps {
            let stacks: Vec<Option<usize>> = one.places.iter().map(|&place| old.places[place].stack).collect();
            let bases = new.places.iter().enumerate().filter(|(_, place)| place.form == PlaceForm::Base);
            let bases = bases.filter(|(_, place)| stacks.contains(&place.stack)).map(|(at, _)| at);
            return Some((one.component, bases.collect()));
        }
        (old.places.len() == new.places.len()).then(|| (one.component, one.places.clone()))
    }

    fn names(&self, component: usize) -> Coordinates {
        Coordinates::of(&self.board.parts[component], self.numbered)
    }

    /// Gives every move its writing.
    fn write(&mut self) {
        let lettered = all_heaps(&self.board);
        let several = self.board.parts.len() > 1;
        let lone = self.moves.iter().all(|one| one.name == self.moves[0].name);
        let depth = self.depths();
        let mut written: Vec<String> = Vec::with_capacity(self.moves.len());
        for (number, one) in self.moves.iter().enumerate() {
            let names = self.names(one.component);
            let part = &self.board.parts[one.component];
            let by_places = || {
                let named: Option<Vec<String>> =
                    one.places.iter().take(depth[number]).map(|&place| names.name(&part.places[place])).collect();
                named.filter(|named| !named.is_empty()).map(|named| named.join("-"))
            };
            let prefix = if several && !lettered { letters(one.component).to_uppercase() + ":" } else { String::new() };
            let plain = match one.values.is_empty() || !lone {
                true => [std::slice::from_ref(&one.name), &one.values[..]].concat().join(" "),
                false => one.values.join(","),
            };
            let best = match (part.look, one.taken) {
                (PlayLook::Grid, _) if self.numbered => one.values[0].clone(),
                (PlayLook::Heaps, Some((stack, taken))) if lettered => {
                    format!("{}{taken}", letters(stack).to_uppercase())
                }
                (PlayLook::Heaps, Some((_, taken))) if one.values.len() != 1 || !lone => taken.to_string(),
                (PlayLook::Heaps | PlayLook::Cards | PlayLook::Fields, _) => plain.clone(),
                _ if depth[number] > 0 => by_places().unwrap_or_else(|| plain.clone()),
                _ => plain.clone(),
            };
            written.push(prefix + &best);
        }
        let mut times: HashMap<&str, usize> = HashMap::new();
        for one in &written {
            *times.entry(one).or_default() += 1;
        }
        let unique: Vec<bool> = written.iter().map(|one| times[one.as_str()] == 1).collect();
        for (number, text) in written.into_iter().enumerate() {
            let exact = if several { self.exact(number) } else { self.moves[number].text.clone() };
            self.moves[number].written = if unique[number] { text } else { exact };
        }
        // A writing that would be read as another move gives way to the text of the rules.
        for number in 0..self.moves.len() {
            if self.meant(&self.moves[number].written) != Meant::One(number) {
                self.moves[number].written = if several { self.exact(number) } else { self.moves[number].text.clone() };
            }
        }
    }

    /// The text of a move in a sum.
    fn exact(&self, number: usize) -> String {
        format!("{}: {}", self.moves[number].component, self.moves[number].text)
    }

    /// For each move how many of its places tell it from the others; alike for moves of one name. 0 where they do not.
    fn depths(&self) -> Vec<usize> {
        let mut by_name: HashMap<(usize, &str), usize> = HashMap::new();
        for one in &self.moves {
            let others = || self.moves.iter().filter(|other| other.component == one.component);
            let alike = |depth: usize| {
                let own = &one.places[..depth];
                others().filter(|other| other.places.get(..depth) == Some(own)).count()
            };
            let most = one.places.len().min(MOST_WRITTEN);
            let whole = others().filter(|other| other.places == one.places).count() == 1;
            let needed = (1..=most).find(|&depth| alike(depth) == 1).or((whole && most > 0).then_some(most));
            let known = by_name.entry((one.component, &one.name)).or_insert(1);
            *known = match needed {
                Some(needed) if *known > 0 => needed.max(*known),
                _ => 0,
            };
        }
        self.moves.iter().map(|one| by_name[&(one.component, one.name.as_str())].min(one.places.len())).collect()
    }

    /// What a line means here.
    pub fn meant(&self, line: &str) -> Meant {
        let plain = |text: &str| text.chars().filter(|sign| !sign.is_whitespace()).collect::<String>().to_lowercase();
        let line = line.trim();
        let asked = plain(line);
        let all = || 0..self.moves.len();
        if let Some(number) = line.strip_prefix('#') {
            let number = number.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            return number.filter(|number| all().contains(number)).map_or(Meant::Nothing, Meant::One);
        }
        if asked.is_empty() {
            return Meant::Nothing;
        }
        let exact: Vec<usize> = all().filter(|&number| plain(&self.exact(number)) == asked).collect();
        let bare = || all().filter(|&number| plain(&self.moves[number].text) == asked).collect::<Vec<_>>();
        let written = || all().filter(|&number| plain(&self.moves[number].written) == asked).collect::<Vec<_>>();
        let readings: [&dyn Fn() -> Vec<usize>; 4] = [&|| exact.clone(), &written, &bare, &|| self.read(line)];
        for reading in readings {
            match &reading()[..] {
                [] => {}
                [one] => return Meant::One(*one),
                several => return Meant::Several(several.to_vec()),
            }
        }
        Meant::Nothing
    }

    /// Moves that a line may mean, by the first reading that any fits.
    fn read(&self, line: &str) -> Vec<usize> {
        let (component, line) = self.component(line);
        let here = |number: &usize| component.is_none_or(|part| self.moves[*number].component == part);
        let mut words: Vec<String> = line
            .split(|sign: char| !sign.is_alphanumeric() && sign != '_')
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        let name = words.first().filter(|word| self.moves.iter().any(|one| one.name.to_lowercase() == **word)).cloned();
        if name.is_some() {
            words.remove(0);
        }
        let fits_name =
            |number: &usize| name.as_ref().is_none_or(|name| self.moves[*number].name.to_lowercase() == *name);
        let able: Vec<usize> = (0..self.moves.len()).filter(here).filter(fits_name).collect();
        if words.is_empty() {
            return if name.is_some() { able } else { Vec::new() };
        }
        let by = |fits: &dyn Fn(&TurnMove, &Reading) -> bool| -> Vec<usize> {
            able.iter()
                .copied()
                .filter(|&number| {
                    let one = &self.moves[number];
                    let part = &self.board.parts[one.component];
                    let reading = Reading { words: &words, part, names: self.names(one.component) };
                    fits(one, &reading)
                })
                .collect()
        };
        let is_pins = self.board.parts.iter().any(|part| part.look == PlayLook::Pins);
        let stack = |one: &TurnMove, reading: &Reading| one.taken.is_some_and(|taken| reading.takes(taken));
        let values = |one: &TurnMove, reading: &Reading| reading.values() == one.values;
        let whole = |one: &TurnMove, reading: &Reading| reading.places().is_some_and(|places| places == one.places);
        let start =
            |one: &TurnMove, reading: &Reading| reading.places().is_some_and(|places| one.places.starts_with(&places));
        let within = |one: &TurnMove, reading: &Reading| {
            reading.places().is_some_and(|places| places.iter().all(|place| one.places.contains(place)))
        };
        let column = |one: &TurnMove, reading: &Reading| reading.is_column_of(one);
        let begins = |one: &TurnMove, reading: &Reading| one.values.starts_with(&reading.values());
        // On a row of pins a number is a pin, unless the move is named.
        let first: [Fit; 2] = if is_pins && name.is_none() { [&whole, &stack] } else { [&stack, &values] };
        let rest: [Fit; 6] = [&values, &whole, &start, &within, &column, &begins];
        first.into_iter().chain(rest).map(by).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The component that a line begins with, `0:` or `B:`, and what follows.
    fn component<'a>(&self, line: &'a str) -> (Option<usize>, &'a str) {
        let Some((head, rest)) = line.split_once(':') else { return (None, line) };
        let head = head.trim().to_lowercase();
        let parts = 0..self.board.parts.len();
        let number = head.parse::<usize>().ok().or_else(|| parts.clone().find(|&part| letters(part) == head));
        match number.filter(|number| parts.contains(number)) {
            Some(number) => (Some(number), rest),
            None => (None, line),
        }
    }
}

/// Whether a move is what the words of a line say, in one way to read them.
type Fit<'a> = &'a dyn Fn(&TurnMove, &Reading) -> bool;

/// Words of a line, as read for one component.
struct Reading<'a> {
    words: &'a [String],
    part: &'a BoardPart,
    names: Coordinates,
}

impl Reading<'_> {
    fn place(&self, word: &str) -> Option<usize> {
        let named = |place| self.names.name(place).is_some_and(|name| name.to_lowercase() == word);
        self.part.places.iter().position(named)
    }

    /// The words as places, if all of them are.
    fn places(&self) -> Option<Vec<usize>> {
        self.words.iter().map(|word| self.place(word)).collect()
    }

    /// The words as values: the name of a cell is its row and column.
    fn values(&self) -> Vec<String> {
        let mut values = Vec::new();
        for word in self.words {
            let cell = self.place(word).and_then(|place| cell(&self.part.places[place]));
            match cell.filter(|_| word.parse::<i64>().is_err()) {
                Some((row, column)) => values.extend([row.to_string(), column.to_string()]),
                None => values.push(word.clone()),
            }
        }
        values
    }

    /// Whether the words say that a stack loses so many: `b3`, or `b 3`.
    fn takes(&self, (stack, taken): (usize, u64)) -> bool {
        self.words.concat() == format!("{}{taken}", letters(stack))
    }

    /// Whether the words name the column in which a move is made.
    fn is_column_of(&self, one: &TurnMove) -> bool {
        let [word] = self.words else { return false };
        let column = |&place: &usize| cell(&self.part.places[place]).map(|(_, column)| letters(column as usize));
        one.places.first().and_then(column).is_some_and(|column| column == *word)
    }
}

/// Whether the first value of every move is the number of the column of the one cell in which it is made.
fn names_columns(board: &PlayBoard, moves: &[TurnMove]) -> bool {
    let [part] = &board.parts[..] else { return false };
    let names = |one: &TurnMove| match &one.places[..] {
        [place] => {
            let column = cell(&part.places[*place]).map(|(_, column)| column.to_string());
            one.values.len() < 3 && column.is_some() && one.values.first() == column.as_ref()
        }
        _ => false,
    };
    let mut columns: Vec<&String> = moves.iter().filter_map(|one| one.values.first()).collect();
    columns.sort();
    columns.dedup();
    part.look == PlayLook::Grid && columns.len() == moves.len() && moves.len() > 1 && moves.iter().all(names)
}

fn turn_move(one: LegalMove, parts: &[Component], places: Vec<usize>) -> TurnMove {
    let name = parts[one.component].game.rules.moves[one.one.number].name.clone();
    let inside = one.text.strip_prefix(&name).unwrap_or_default();
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '-';
    let values = inside.split(|sign| !is_word(sign)).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let taken = taken(&one, parts);
    TurnMove { component: one.component, text: one.text, name, values, places, taken, written: String::new() }
}

/// The one number of a position that a move makes smaller while all others stay: its place among all, and by how much.
fn taken(one: &LegalMove, parts: &[Component]) -> Option<(usize, u64)> {
    let [after] = &one.becomes.parts[..] else { return None };
    let count = |part: &Component| numbers(part).map(|numbers| numbers.len());
    let before: usize = parts[..one.component].iter().map(count).sum::<Option<usize>>()?;
    let (old, new) = (numbers(&parts[one.component])?, numbers(after)?);
    let mut changed = old.iter().zip(&new).enumerate().filter(|(_, ((_, old), (_, new)))| old != new);
    let (place, ((_, old), (_, new))) = changed.next()?;
    (changed.next().is_none() && new < old).then(|| (before + place, old - new))
}
