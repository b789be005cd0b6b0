//! Boards whose places are elements of a set: cells of a grid, or numbers in a row; and the fields that lie on them.

use super::graph::holds_vertices;
use super::shown::{Fits, PlaceKind, ShownBoard};
use super::{BoardPart, Owner, Place, PlaceForm, PlayLook};
use grundy_rule::{Declared, Domain, Expr, Kind, Whole};
use grundy_run::{Game, Shape, State, Stored, Universe, Value, is_one};
use std::collections::HashMap;

/// The most numbers of a strip.
const LONGEST_STRIP: usize = 120;

/// The height of a row of hexagons.
const HEX_ROW: f32 = 0.866_025_4;

/// A board of cells, where some field lies on cells or holds one.
pub fn cells(game: &Game, state: &State) -> Fits {
    let of_cells = |universe: &Universe| {
        !universe.is_empty()
            && universe.elements().all(|one| matches!(one, Value::Cell(row, column) if row >= 0 && column >= 0))
    };
    let chords = |universe: &Universe| {
        universe.elements().all(|one| matches!(one, Value::Cell(from, to) if from < to))
            && !matches!(universe, Universe::Grid { .. })
    };
    let index = game.shapes.iter().find_map(|shape| shape.universe().filter(|set| of_cells(set) && !chords(set)));
    let value = || {
        game.shapes.iter().find_map(|shape| match shape {
            Shape::One(values) | Shape::Array(_, values) if of_cells(&values.universe) => Some(&values.universe),
            _ => None,
        })
    };
    let universe: &Universe = match index {
        Some(index) => index,
        None => value()?,
    };
    let lone_set = matches!(&state.fields[..], [Stored::Set(_)]);
    let odd = |one: &Value| matches!(one, Value::Cell(row, column) if (row + column) % 2 == 1);
    if lone_set
        && universe.len() >= 4
        && universe.elements().all(|one| odd(&one))
        && game.rules.fields[0].show.is_none()
    {
        return lay(game, state, lines(universe));
    }
    let slant = slant(game);
    let form = if slant == 0.0 { PlaceForm::Cell } else { PlaceForm::Hexagon };
    let at = |row: i32, column: i32| match form {
        PlaceForm::Hexagon => [column as f32 + slant * row as f32, HEX_ROW * row as f32],
        _ => [column as f32, row as f32],
    };
    let mut places = Vec::with_capacity(universe.len());
    let mut meaning = HashMap::new();
    for one in universe.elements() {
        let Value::Cell(row, column) = one else { continue };
        meaning.insert(one.clone(), places.len());
        places.push(Place { name: format!("({row}, {column})"), form, at: at(row, column), ..Place::default() });
    }
    walls(game, universe, &mut places);
    let look = if slant == 0.0 { PlayLook::Grid } else { PlayLook::Hex };
    let margin = if look == PlayLook::Hex { 0.62 } else { 0.5 };
    lay(game, state, ShownBoard { board: framed(look, places, margin), kind: PlaceKind::Elements(meaning) })
}

/// Places moved so that the board begins at (0, 0), with room of `margin` around their middles.
pub fn framed(look: PlayLook, mut places: Vec<Place>, margin: f32) -> BoardPart {
    let ends = |place: &Place| [Some(place.at), place.to].into_iter().flatten().collect::<Vec<_>>();
    let points: Vec<[f32; 2]> = places.iter().flat_map(ends).collect();
    let least = |axis: usize| points.iter().map(|point| point[axis]).fold(f32::INFINITY, f32::min);
    let most = |axis: usize| points.iter().map(|point| point[axis]).fold(f32::NEG_INFINITY, f32::max);
    if points.is_empty() {
        return BoardPart { look, ..BoardPart::default() };
    }
    let low = [least(0) - margin, least(1) - margin];
    let (width, height) = (most(0) + margin - low[0], most(1) + margin - low[1]);
    for place in &mut places {
        place.at = [place.at[0] - low[0], place.at[1] - low[1]];
        place.to = place.to.map(|to| [to[0] - low[0], to[1] - low[1]]);
    }
    BoardPart { look, width, height, places, ..BoardPart::default() }
}

/// How far each row of a board of hexagons stands to the right of the one above; 0 for squares. Rules that speak of six
/// neighbours of a cell are about hexagons.
fn slant(game: &Game) -> f32 {
    let six = |across: (i32, i32)| {
        let mut six: Vec<Value> =
            [(0, 1), (1, 0), across].into_iter().flat_map(|(r, c)| [Value::Cell(r, c), Value::Cell(-r, -c)]).collect();
        six.sort();
        Value::Set(six.into())
    };
    if game.constants.contains(&six((1, -1))) {
        0.5
    } else if game.constants.contains(&six((1, 1))) {
        -0.5
    } else {
        0.0
    }
}

/// Cells between dots: those of even rows lie, the others stand.
fn lines(universe: &Universe) -> ShownBoard {
    let mut places = Vec::new();
    let mut meaning = HashMap::new();
    let mut dots = Vec::new();
    for one in universe.elements() {
        let Value::Cell(row, column) = one else { continue };
        let (x, y) = (column as f32 / 2.0, row as f32 / 2.0);
        let (from, to) = if row % 2 == 0 { ([x - 0.5, y], [x + 0.5, y]) } else { ([x, y - 0.5], [x, y + 0.5]) };
        meaning.insert(one.clone(), places.len());
        for end in [from, to] {
            if !dots.contains(&end) {
                dots.push(end);
            }
        }
        let name = format!("({row}, {column})");
        places.push(Place { name, form: PlaceForm::Line, at: from, to: Some(to), ..Place::default() });
    }
    const MARGIN: f32 = 0.3;
    let mut board = framed(PlayLook::Lines, places, MARGIN);
    board.dots = dots.into_iter().map(|[x, y]| [x + MARGIN, y + MARGIN]).collect();
    ShownBoard { board, kind: PlaceKind::Elements(meaning) }
}

/// Cells of a parameter that is drawn as `#` are walls.
fn walls(game: &Game, universe: &Universe, places: &mut [Place]) {
    for (value, param) in game.params.iter().zip(&game.rules.params) {
        let Some(show) = param.show.as_deref() else { continue };
        for one in value.elements().unwrap_or_default().iter() {
            let Some(place) = universe.rank(one).and_then(|rank| places.get_mut(rank)) else { continue };
            match show.get(1) {
                Some('#') => place.gone = true,
                Some(sign) => place.piece.push(*sign),
                None => {}
            }
        }
    }
}

/// Numbers in a row, where some field lies on a stretch of them.
pub fn strip(game: &Game, state: &State) -> Fits {
    let short = |universe: &&std::sync::Arc<Universe>| {
        (1..=LONGEST_STRIP).contains(&universe.len()) && universe.elements().all(|one| !matches!(one, Value::Cell(..)))
    };
    let universe = game.shapes.iter().find_map(|shape| shape.universe().filter(short))?;
    let wide = if universe.len() > 40 { 20 } else { universe.len() };
    let mut meaning = HashMap::new();
    let mut places = Vec::new();
    for (rank, one) in universe.elements().enumerate() {
        let at = [(rank % wide) as f32, (rank / wide) as f32];
        meaning.insert(one.clone(), rank);
        places.push(Place { name: game.value_text(&one, None), at, ..Place::default() });
    }
    lay(game, state, ShownBoard { board: framed(PlayLook::Strip, places, 0.5), kind: PlaceKind::Elements(meaning) })
}

/// Puts on the places what the fields hold there; tells which fields are shown.
pub fn lay(game: &Game, state: &State, mut shown_board: ShownBoard) -> Fits {
    let PlaceKind::Elements(meaning) = &shown_board.kind else { return None };
    let is_strip = shown_board.board.look == PlayLook::Strip;
    let is_graph = shown_board.board.look == PlayLook::Graph;
    let places = &mut shown_board.board.places;
    let mut shown = vec![false; state.fields.len()];
    // Tokens stand on what lies on the places.
    let lies = |number: &usize| match &game.shapes[*number] {
        Shape::One(_) => false,
        Shape::Set(universe) | Shape::Array(universe, _) => universe.elements().all(|one| meaning.contains_key(&one)),
    };
    let (below, above): (Vec<usize>, Vec<usize>) = (0..state.fields.len()).partition(lies);
    for number in below.into_iter().chain(above) {
        let stored = &state.fields[number];
        let show = game.rules.fields[number].show.as_deref();
        let on_board = |universe: &Universe| universe.elements().all(|one| meaning.contains_key(&one));
        let letters = letters(game, number);
        let is_token = !is_graph || holds_vertices(game, number);
        let laid = match (stored, &game.shapes[number]) {
            (Stored::Array(cells), Shape::Array(universe, values)) if on_board(universe) => {
                for (one, cell) in universe.elements().zip(cells) {
                    let sign = values.rank(cell).and_then(|rank| show?.get(rank as usize)).copied();
                    let text = sign.map_or_else(|| plain(game, cell, held(game, number)), String::from);
                    put(&mut places[meaning[&one]], &text, cell);
                }
                true
            }
            (Stored::Array(tokens), Shape::Array(_, values)) if is_token && on_board(&values.universe) => {
                for (side, token) in [Owner::Left, Owner::Right].into_iter().zip(tokens) {
                    if let Some(&place) = meaning.get(token) {
                        let player = &game.rules.players[if side == Owner::Left { 0 } else { 1 }];
                        stand(&mut places[place], &initial(player), Some(side));
                    }
                }
                tokens.len() == 2
            }
            (Stored::Set(bits), Shape::Set(universe)) if on_board(universe) => {
                // A set of vertices or edges that begins whole is what is left of the graph.
                let several = state.fields.len() > 1 && show.is_none() && !(is_graph && begins_whole(game, number));
                for (rank, one) in universe.elements().enumerate() {
                    let place = &mut places[meaning[&one]];
                    match (is_one(bits, rank), show) {
                        (there, Some(show)) => member(place, there, show),
                        (true, None) if several => place.piece.push_str(&letters),
                        (true, None) if is_strip => place.piece = place.name.clone(),
                        (true, None) => {}
                        (false, None) if several => {}
                        (false, None) => place.gone = true,
                    }
                }
                true
            }
            (Stored::One(token), Shape::One(values))
                if is_token && on_board(&values.universe) && !values.universe.is_empty() =>
            {
                if let Some(&place) = meaning.get(token) {
                    match state.fields.len() {
                        1 => places[place].piece.push('●'),
                        _ => stand(&mut places[place], &letters, None),
                    }
                }
                true
            }
            _ => false,
        };
        shown[number] = laid;
    }
    shown.contains(&true).then_some((shown_board, shown))
}

/// Whether a set has all it may have unless something else is said.
fn begins_whole(game: &Game, field: usize) -> bool {
    let Some(declared) = game.source().fields.get(field) else { return false };
    match (&declared.domain, &declared.default) {
        (Domain::SetOf(inner), Some(default)) => matches!(&**inner, Domain::Of(all) if all.kind == default.expr.kind),
        _ => false,
    }
}

/// A token on a place, before what lies there; where it stands there is a place.
fn stand(place: &mut Place, letters: &str, owner: Option<Owner>) {
    place.piece.insert_str(0, letters);
    place.owner = owner.or(place.owner);
    (place.token, place.gone) = (true, false);
}

/// An element of a set that is drawn by two characters: a set drawn as `.#` is the matter itself, elsewhere `#` is no cell.
fn member(place: &mut Place, there: bool, show: &[char]) {
    let sign = show.get(usize::from(there)).copied().unwrap_or(' ');
    let matter = show.get(1) == Some(&'#');
    match sign {
        '#' if matter => {}
        '.' if matter => place.gone = true,
        '#' => place.gone = true,
        '.' | ' ' => {}
        sign => place.piece.push(sign),
    }
}

fn put(place: &mut Place, text: &str, value: &Value) {
    match (text, value) {
        ("." | " " | "", _) | (_, Value::None) => {}
        ("#", _) => place.gone = true,
        (text, value) => {
            place.piece = text.to_string();
            let player = |value: &Value| if let Value::Player(side) = value { Some((*side).into()) } else { None };
            place.owner = match value {
                Value::Tuple(entries) => entries.iter().find_map(player),
                value => player(value),
            };
        }
    }
}

/// A value that has no character of its own: a player's initial, a number but not 0, a name but not the first. A tuple is a
/// piece: the initials of its entries, a ring for a condition that holds.
fn plain(game: &Game, value: &Value, domain: Option<&Domain>) -> String {
    match value {
        Value::None | Value::Int(0) | Value::Name(0) | Value::Bool(false) => String::new(),
        Value::Player(side) => initial(&game.rules.players[*side as usize]),
        Value::Bool(true) => "●".to_string(),
        Value::Tuple(entries) if entries.iter().any(|entry| !matches!(entry, Value::Int(_))) => {
            let domains: &[(Option<String>, Domain)] = if let Some(Domain::Tuple(of)) = domain { of } else { &[] };
            let entry = |(number, entry): (usize, &Value)| match entry {
                Value::Bool(true) => "○".to_string(),
                Value::Name(_) => initial(&game.value_text(entry, domains.get(number).and_then(|of| names_of(&of.1)))),
                entry => plain(game, entry, None),
            };
            entries.iter().enumerate().map(entry).collect()
        }
        value => game.value_text(value, domain.and_then(names_of)),
    }
}

/// What an array holds, apart from `none`.
fn held(game: &Game, field: usize) -> Option<&Domain> {
    let Domain::Array { element, .. } = &game.rules.fields[field].domain else { return None };
    Some(if let Domain::Optional(inner) = &**element { inner } else { element })
}

/// The enumeration whose values a domain is.
fn names_of(domain: &Domain) -> Option<usize> {
    match domain {
        Domain::Of(Expr { kind: Kind::Whole(Whole::Enum(number)), .. }) => Some(*number),
        _ => None,
    }
}

/// The letters of a field's pieces: the first of its name, and the second where another field begins alike.
fn letters(game: &Game, field: usize) -> String {
    let name = &game.rules.fields[field].name;
    let same = |other: &Declared| other.name != *name && initial(&other.name) == initial(name);
    match game.rules.fields.iter().any(same) {
        // `K` and `k` are told apart as they are written.
        true if name.chars().count() == 1 => name.clone(),
        true => initial(name) + &name.chars().skip(1).take(1).collect::<String>(),
        false => initial(name),
    }
}

/// The first letter of a name, large.
pub fn initial(name: &str) -> String {
    name.chars().take(1).flat_map(char::to_uppercase).collect()
}
