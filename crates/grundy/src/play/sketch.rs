//! A board drawn with characters. The form follows from the look of its parts, never from a game.

use super::canvas::Canvas;
use super::coordinates::{Coordinates, cell, letters};
use crate::board::{BoardPart, Owner, Place, PlaceForm, PlayBoard, PlayLook};
use crate::report::{Styled, Tone};
use std::collections::BTreeMap;

/// Columns of a terminal.
const WIDEST: usize = 78;

/// Boards of more rows are drawn without lines between the cells.
const MOST_FRAMED_ROWS: usize = 10;

/// Places where the last move was made: a part and the numbers of its places.
pub type LastPlaces<'a> = Option<(usize, &'a [usize])>;

/// A board, its parts side by side as far as there is room; `numbered` as in [`Coordinates`].
pub fn sketch(board: &PlayBoard, last: LastPlaces, numbered: bool) -> Styled {
    let several = board.parts.len() > 1;
    let heaps = all_heaps(board);
    let mut text = Styled::default();
    let (mut row, mut at, mut stacks) = (Vec::new(), 0, 0);
    for (number, part) in board.parts.iter().enumerate() {
        let marked = last.filter(|(part, _)| *part == number).map_or(&[][..], |(_, places)| places);
        let name = (several && !heaps).then(|| letters(number).to_uppercase());
        let lettered = heaps.then_some(stacks);
        stacks += part.places.iter().filter(|place| place.form == PlaceForm::Base).count();
        let drawn = drawn(part, marked, numbered, lettered, name.as_deref());
        if at > 0 && at + drawn.width() > WIDEST {
            text.extend(&beside(&row).text(2));
            (row, at) = (Vec::new(), 0);
        }
        at += drawn.width() + 3;
        row.push(drawn);
    }
    text.extend(&beside(&row).text(2));
    text
}

/// Whether every part is stacks, of which there are several: then each has a letter.
pub fn all_heaps(board: &PlayBoard) -> bool {
    let bases = |part: &BoardPart| part.places.iter().filter(|place| place.form == PlaceForm::Base).count();
    board.parts.iter().all(|part| part.look == PlayLook::Heaps) && board.parts.iter().map(bases).sum::<usize>() > 1
}

/// Sheets side by side, standing on one line.
fn beside(sheets: &[Canvas]) -> Canvas {
    let height = sheets.iter().map(Canvas::height).max().unwrap_or(0);
    let (mut all, mut column) = (Canvas::default(), 0);
    for sheet in sheets {
        all.lay(sheet, column, height - sheet.height());
        column += sheet.width() + 3;
    }
    all
}

fn drawn(part: &BoardPart, last: &[usize], numbered: bool, lettered: Option<usize>, name: Option<&str>) -> Canvas {
    let names = Coordinates::of(part, numbered);
    let mut canvas = match part.look {
        PlayLook::Grid => grid(part, last, &names),
        PlayLook::Hex => hexagons(part, last, &names),
        PlayLook::Strip => row(part, last, 0),
        PlayLook::Cards => row(part, last, 1),
        PlayLook::Pins => pins(part, last),
        PlayLook::Lines => lines(part, last, &names),
        PlayLook::Graph => graph(part, last, &names).cropped(),
        PlayLook::Heaps => heaps(part, last, lettered),
        PlayLook::Fields => Canvas::default(),
    };
    if part.places.is_empty() && part.fields.is_empty() {
        canvas.write(0, 0, "-", Some(Tone::Faint));
    }
    for (field, text) in &part.fields {
        let row = canvas.height();
        canvas.write(0, row, &format!("{field} = "), Some(Tone::Faint));
        canvas.write(field.chars().count() + 3, row, text, None);
    }
    if let Some(name) = name {
        let row = canvas.height();
        canvas.centre(canvas.width().saturating_sub(1) / 2, row, name, Some(Tone::Faint));
    }
    canvas
}

/// The colour of what stands on a place: its owner's, or the one it is called by.
fn tone(place: &Place) -> Option<Tone> {
    match (place.owner, place.piece.to_lowercase().as_str()) {
        (Some(Owner::Left), _) | (None, "blue") => Some(Tone::Blue),
        (Some(Owner::Right), _) | (None, "red") => Some(Tone::Red),
        (None, "green") => Some(Tone::Green),
        _ => None,
    }
}

/// What stands in a cell of so many columns, between brackets where the last move was made.
fn fill(canvas: &mut Canvas, (column, row): (usize, usize), width: usize, place: &Place, is_last: bool) {
    let piece: String = place.piece.chars().filter(|sign| !is_wall(*sign)).collect();
    if place.gone {
        canvas.write(column, row, &"▒".repeat(width), Some(if is_last { Tone::Last } else { Tone::Faint }));
    } else {
        let left = (width - piece.chars().count().min(width)) / 2;
        canvas.write(column + left, row, &piece, tone(place));
        if is_last && width >= 3 {
            let from = left.saturating_sub(1);
            let to = (left + piece.chars().count().max(1)).min(width - 1);
            canvas.write(column + from, row, "[", Some(Tone::Last));
            canvas.write(column + to, row, "]", Some(Tone::Last));
        }
    }
}

/// Signs of a wall below a cell and on its right.
fn is_wall(sign: char) -> bool {
    sign == '_' || sign == 'I'
}

/// Cells in rows, with the names of columns above and of rows on the left.
fn grid(part: &BoardPart, last: &[usize], names: &Coordinates) -> Canvas {
    let mut canvas = Canvas::default();
    let cells = || part.places.iter().enumerate().filter_map(|(number, place)| Some((number, place, cell(place)?)));
    let (mut rows, mut columns) = (BTreeMap::new(), BTreeMap::new());
    for (_, _, (row, column)) in cells() {
        rows.insert(row, 0);
        columns.insert(column, 0);
    }
    let (top, first) = (rows.keys().next().copied().unwrap_or(0), columns.keys().next().copied().unwrap_or(0));
    let widest = part.places.iter().map(|place| place.piece.chars().count()).max().unwrap_or(0);
    let framed = rows.len() <= MOST_FRAMED_ROWS && columns.len() * (widest.max(1) + 3) < WIDEST;
    let (inner, step) = if framed { (widest.max(1) + 2, widest.max(1) + 3) } else { (widest.max(3), widest.max(3)) };
    let high = if framed { 2 } else { 1 };
    let left = 1 + rows.keys().map(|row| names.row(*row).len()).max().unwrap_or(0);
    let at = |row: i32, column: i32| (left + step * (column - first) as usize, 1 + high * (row - top) as usize);
    for column in columns.keys() {
        let (x, _) = at(top, *column);
        canvas.centre(x + usize::from(framed) + inner / 2, 0, &names.column(*column), Some(Tone::Faint));
    }
    for row in rows.keys() {
        let (_, y) = at(*row, first);
        let name = names.row(*row);
        canvas.write(left - 1 - name.len(), y + usize::from(framed), &name, Some(Tone::Faint));
    }
    for (_, _, (row, column)) in cells().filter(|_| framed) {
        let (x, y) = at(row, column);
        canvas.frame((x, y), (x + step, y + 2));
    }
    for (number, place, (row, column)) in cells() {
        let (x, y) = at(row, column);
        let place = &dotted(place, framed);
        let (x, y) = if framed { (x + 1, y + 1) } else { (x, y) };
        fill(&mut canvas, (x, y), inner, place, last.contains(&number));
        if framed && place.piece.contains('_') {
            canvas.write(x, y + 1, &"━".repeat(inner), None);
        }
        if framed && place.piece.contains('I') {
            canvas.write(x + inner, y, "┃", None);
        }
    }
    canvas
}

/// A place whose emptiness is seen: where no lines tell the cells apart, a dot.
fn dotted(place: &Place, framed: bool) -> Place {
    match framed || !place.piece.is_empty() {
        true => place.clone(),
        false => Place { piece: "·".into(), ..place.clone() },
    }
}

/// Six-sided cells, each row half a cell beside the one above.
fn hexagons(part: &BoardPart, last: &[usize], names: &Coordinates) -> Canvas {
    let mut canvas = Canvas::default();
    let at = |place: &Place| {
        let (row, _) = cell(place).unwrap_or_default();
        (3 + (place.at[0] * 4.0).round() as usize, 1 + row as usize)
    };
    let mut firsts: BTreeMap<i32, usize> = BTreeMap::new();
    for (number, place) in part.places.iter().enumerate() {
        let Some((row, column)) = cell(place) else { continue };
        let (x, y) = at(place);
        if row == 0 {
            canvas.centre(x + 1 - 2 * usize::from(x > 2), 0, &names.column(column), Some(Tone::Faint));
        }
        let first = firsts.entry(row).or_insert(x);
        *first = x.min(*first);
        fill(&mut canvas, (x - 1, y), 3, &dotted(place, false), last.contains(&number));
    }
    for (row, x) in firsts {
        let name = names.row(row);
        canvas.write(x.saturating_sub(2 + name.len()), 1 + row as usize, &name, Some(Tone::Faint));
    }
    canvas
}

/// Cells side by side, their names above those that are not named by what stands there.
fn row(part: &BoardPart, last: &[usize], gap: usize) -> Canvas {
    let mut canvas = Canvas::default();
    let width = |place: &Place| place.piece.chars().count().max(place.name.chars().count()).max(1);
    let inner = part.places.iter().map(width).max().unwrap_or(1) + 2;
    let wide = ((WIDEST - 1) / (inner + 1 + gap)).max(1);
    for (number, place) in part.places.iter().enumerate() {
        let (x, y) = ((number % wide) * (inner + 1 + gap), 4 * (number / wide));
        if !(gap > 0 && place.gone) {
            canvas.frame((x, y + 1), (x + inner + 1, y + 3));
        }
        if place.name != place.piece {
            canvas.centre(x + 1 + inner / 2, y, &place.name, Some(Tone::Faint));
        }
        let empty = Place { piece: " ".into(), gone: false, ..place.clone() };
        let shown = if gap > 0 && place.gone { &empty } else { place };
        fill(&mut canvas, (x + 1, y + 2), inner, shown, last.contains(&number));
    }
    canvas
}

/// Pins in a row, with their numbers below.
fn pins(part: &BoardPart, last: &[usize]) -> Canvas {
    let mut canvas = Canvas::default();
    let step = part.places.len().to_string().len() + 2;
    let wide = (WIDEST / step).max(1);
    for (number, place) in part.places.iter().enumerate() {
        let (x, y) = (step * (number % wide) + step / 2, 3 * (number / wide));
        let tone = if last.contains(&number) { Tone::Last } else { Tone::Blue };
        canvas.write(x, y, "●", Some(tone));
        canvas.write(x, y + 1, "┃", Some(tone));
        canvas.centre(x, y + 2, &place.name, Some(Tone::Faint));
    }
    canvas
}

/// Dots, the lines between them that are drawn, and the names of those that are not.
fn lines(part: &BoardPart, last: &[usize], names: &Coordinates) -> Canvas {
    const ACROSS: f32 = 6.0;
    const DOWN: f32 = 2.0;
    let mut canvas = Canvas::default();
    let least = |axis: usize| part.dots.iter().map(|dot| dot[axis]).fold(f32::INFINITY, f32::min);
    let (left, top) = (least(0), least(1));
    let at = |[x, y]: [f32; 2]| (1 + ((x - left) * ACROSS).round() as usize, ((y - top) * DOWN).round() as usize);
    for (number, place) in part.places.iter().enumerate() {
        let (from, to) = (at(place.at), at(place.to.unwrap_or(place.at)));
        let tone = last.contains(&number).then_some(Tone::Last);
        match names.name(place).filter(|_| !place.gone) {
            Some(name) => {
                canvas.centre((from.0 + to.0) / 2, (from.1 + to.1) / 2, &name, Some(Tone::Faint));
            }
            None => canvas.line(from, to, tone.or(Some(Tone::Blue))),
        }
    }
    for dot in &part.dots {
        let (x, y) = at(*dot);
        canvas.write(x, y, "●", None);
    }
    canvas
}

/// Vertices and edges; an edge that moves name has its name in its middle.
fn graph(part: &BoardPart, last: &[usize], names: &Coordinates) -> Canvas {
    let mut canvas = Canvas::default();
    let at = |[x, y]: [f32; 2]| ((x * 7.0).round() as usize, (y * 3.2).round() as usize);
    for &(from, to, _) in &part.lines {
        canvas.line(at(from), at(to), Some(Tone::Faint));
    }
    for (number, place) in part.places.iter().enumerate() {
        let Some(to) = place.to.filter(|_| !place.gone) else { continue };
        let tone = if last.contains(&number) { Some(Tone::Last) } else { tone(place) };
        let (from, to) = (at(place.at), at(to));
        canvas.line(from, to, tone);
    }
    for (number, place) in part.places.iter().enumerate() {
        let is_last = last.contains(&number);
        match place.to {
            Some(to) if !place.gone => {
                let (from, to) = (at(place.at), at(to));
                let name = names.name(place).unwrap_or_default();
                canvas.centre((from.0 + to.0) / 2, (from.1 + to.1) / 2, &name, tone(place));
            }
            Some(_) => {}
            None => {
                let (x, y) = at(place.at);
                let inside = if place.gone { "·".to_string() } else { format!("{}{}", place.name, place.piece) };
                let shown = if is_last { format!("[{inside}]") } else { format!("({inside})") };
                let tone = if is_last { Some(Tone::Last) } else { tone(place) };
                canvas.centre(x, y, &shown, if place.gone { Some(Tone::Faint) } else { tone });
            }
        }
    }
    for dot in &part.dots {
        let (x, y) = at(*dot);
        canvas.write(x, y, "●", Some(Tone::Faint));
    }
    canvas
}

/// Stacks of counters with their sizes below, and their letters from `lettered` on.
fn heaps(part: &BoardPart, last: &[usize], lettered: Option<usize>) -> Canvas {
    let mut canvas = Canvas::default();
    let bases: Vec<(usize, &Place)> =
        part.places.iter().enumerate().filter(|(_, place)| place.form == PlaceForm::Base).collect();
    let counters = |stack: Option<usize>| {
        part.places.iter().filter(move |place| place.form == PlaceForm::Counter && place.stack == stack)
    };
    let bottom = bases.first().map_or(0.0, |(_, base)| base.at[1]);
    let tallest = part.places.iter().map(|place| (bottom - place.at[1]).round() as usize).max().unwrap_or(0);
    let mut x = 0;
    for (number, (at, base)) in bases.iter().enumerate() {
        let least = counters(base.stack).map(|place| place.at[0]).fold(f32::INFINITY, f32::min);
        let columns = counters(base.stack).map(|place| (place.at[0] - least).round() as usize + 1).max().unwrap_or(1);
        let width = (2 * columns + 1).max(base.piece.chars().count());
        let is_last = last.iter().any(|&place| part.places[place].stack == base.stack) || last.contains(at);
        let left = x + (width - (2 * columns - 1)) / 2;
        for place in counters(base.stack) {
            let across = (place.at[0] - least).round() as usize;
            let up = (bottom - place.at[1]).round() as usize;
            canvas.write(left + 2 * across, tallest - up, "●", Some(Tone::Blue));
        }
        canvas.write(x, tallest, &"─".repeat(width), Some(if is_last { Tone::Last } else { Tone::Faint }));
        canvas.centre(x + (width - 1) / 2, tallest + 1, &base.piece, None);
        if let Some(first) = lettered {
            let letter = letters(first + number).to_uppercase();
            let letter = if is_last { format!("[{letter}]") } else { letter };
            canvas.centre(
                x + (width - 1) / 2,
                tallest + 2,
                &letter,
                Some(if is_last { Tone::Last } else { Tone::Faint }),
            );
        }
        x += width + 2;
    }
    canvas
}
