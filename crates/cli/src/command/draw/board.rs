//! `grundy draw board`: a position as a board, each cell or move marked with the value it leads to.
//!
//! The form follows from the fields: a field with a picture is a grid or strip, a cell of a grid is a token on it, a
//! digraph parameter is a digraph, a list of pairs over which a set or array lies is drawn on the corners of a polygon,
//! a set of numbers is a strip, numbers are heaps. A position of none of these forms, or with most moves not to be
//! shown on it, is a table of its moves.

use super::lookup::{self, Lookup, Step};
use super::output::{Account, Output};
use crate::asked;
use crate::reply::Outcome;
use grundy_draw::scene::Dash;
use grundy_draw::{Board, Cell, Entry, Form, Grid, Ground, Heap, Link, Links, Mark, MatrixTable, Picture, Shade};
use grundy_run::{Component, Game, Position, Shape, Side, Stored, Universe, Value, Values, is_one};
use grundy_solve::{Result3, Worth};
use serde_json::json;
use std::sync::Arc;

/// Which position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw board tic-tac-toe 'XX.|OO.|...' -o board.svg
  grundy draw board 'Nim(3) + Nim(5) + Nim(7)' -o heaps.svg
  grundy draw board chomp 'R = 3, C = 4' -o chomp.png")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// An expression, the game's arguments, a bare picture, `-`, or `@FILE`.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Who is about to move: a player's name.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    #[command(flatten)]
    output: Output,
}

/// Draws it.
pub fn run(args: Args) -> Outcome {
    args.output.format()?;
    let asked = asked::position(&args.game, args.position.as_deref())?;
    let position = &asked.position;
    let mover = match args.first.as_deref() {
        Some(name) => crate::command::solve::starter(name, &crate::command::solve::players(position))?,
        None => Side::Left,
    };
    let watch = args.output.watch();
    let mut lookup = Lookup::new(position, &watch)?;
    let mut moves = Vec::new();
    for step in lookup.moves(position, mover)? {
        let worth = lookup.worth_of(&step)?;
        moves.push(Marked {
            mark: mark(position, &step, worth.as_ref()),
            won: worth.is_some_and(|w| w.result == Result3::Win),
            step,
        });
    }
    let standing = lookup.standing();
    let title = args.output.title.clone().unwrap_or_else(|| position.to_string());
    let placed = form(position).map(|form| place(form, position, &moves));
    let placed = placed.filter(|(_, marked)| 2 * marked >= moves.len());
    let mut account = Account { stop: lookup.stop, ..Account::default() };
    let (count, marked) = (moves.len(), placed.as_ref().map_or(0, |(_, marked)| *marked));
    account.text = match placed {
        Some(_) => format!("{count} moves, {marked} of them on the board\n{standing}"),
        None => format!("{count} moves, as a table\n{standing}"),
    };
    account.json.insert("moves".into(), json!(count));
    account.json.insert("placed".into(), json!(marked));
    account.json.insert("standing".into(), json!({ "kind": standing.kind(), "reason": standing.reason() }));
    let picture = match placed {
        Some((form, _)) => {
            let title = if marked < count { format!("{title}: {marked} of {count} moves") } else { title };
            Picture::Board(Board { title, standing: Some(standing), form })
        }
        None => Picture::Matrix(MatrixTable { title, standing: Some(standing), ..table(position, &moves) }),
    };
    args.output.finish(&picture, account, &watch)
}

/// A position of one pictured component as a grid without marks; `None` where it has no picture.
pub fn plain(position: &Position) -> Option<Board> {
    let [part] = &position.parts[..] else { return None };
    let state = part.game.unpack(&part.packed);
    let (_, rows) = pictured(&part.game, &state.fields)?;
    Some(Board { form: Form::Grid(grid(&part.game, &state.fields, rows)), ..Board::default() })
}

/// A move and what it is worth.
struct Marked {
    step: Step,
    mark: Mark,
    won: bool,
}

fn mark(position: &Position, step: &Step, worth: Option<&Worth>) -> Mark {
    let title = lookup::move_text(position, step);
    let Some(worth) = worth else { return Mark { text: "?".into(), shade: Shade::Blank, title } };
    let text = match (&worth.grundy, worth.margin) {
        (None, None) => match worth.result {
            Result3::Win => "W".to_string(),
            Result3::Loss => "L".to_string(),
            Result3::Draw => "D".to_string(),
        },
        _ => lookup::text(worth),
    };
    Mark { text, shade: lookup::shade(worth), title }
}

/// What a position looks like.
fn form(position: &Position) -> Option<Form> {
    if let [part] = &position.parts[..] {
        let state = part.game.unpack(&part.packed);
        let found = pictured(&part.game, &state.fields)
            .map(|(_, rows)| Form::Grid(grid(&part.game, &state.fields, rows)))
            .or_else(|| walk(&part.game, &state.fields).map(Form::Grid))
            .or_else(|| digraph(&part.game, &state.fields))
            .or_else(|| polygon(&part.game, &state.fields))
            .or_else(|| strip(&part.game, &state.fields).map(Form::Grid));
        if found.is_some() {
            return found;
        }
    }
    heaps(position).map(Form::Heaps)
}

/// The first field with a picture, and its rows.
fn pictured(game: &Game, fields: &[Stored]) -> Option<(usize, Vec<String>)> {
    fields.iter().enumerate().find_map(|(number, stored)| {
        let show = game.rules.fields[number].show.as_deref();
        grundy_run::picture(stored, &game.shapes[number], show).map(|rows| (number, rows))
    })
}

fn grid(game: &Game, fields: &[Stored], rows: Vec<String>) -> Grid {
    let (number, _) = pictured(game, fields).expect("rows come from a picture");
    let show = game.rules.fields[number].show.as_deref().unwrap_or_default();
    // A set drawn as `.#` is the matter itself: what is absent is a hole. Elsewhere `#` is no cell.
    let matter = matches!(game.shapes[number], Shape::Set(_)) && show.get(1) == Some(&'#');
    let cell = |character: char| match character {
        '#' if matter => Cell::default(),
        '.' if matter => Cell { ground: Ground::Hole, ..Cell::default() },
        '#' => Cell { ground: Ground::Hole, ..Cell::default() },
        '.' | ' ' => Cell::default(),
        other => Cell::of(other),
    };
    Grid { rows: rows.iter().map(|row| row.chars().map(cell).collect()).collect(), ..Grid::default() }
}

/// The field that holds one cell of a grid: where a token stands.
fn token(game: &Game) -> Option<(usize, i32, i32)> {
    game.shapes.iter().enumerate().find_map(|(number, shape)| match shape {
        Shape::One(Values { universe: Universe::Grid { rows, columns }, .. }) => Some((number, *rows, *columns)),
        _ => None,
    })
}

/// A token on a grid; cells of a parameter shown as `#` are holes.
fn walk(game: &Game, fields: &[Stored]) -> Option<Grid> {
    let (number, rows, columns) = token(game)?;
    let blocked = |cell: &Value| {
        game.params.iter().zip(&game.rules.params).any(|(value, param)| {
            param.show.as_deref().is_some_and(|show| show.get(1) == Some(&'#'))
                && value.elements().is_some_and(|cells| cells.contains(cell))
        })
    };
    let cell = |row, column| {
        let here = Value::Cell(row, column);
        let piece = if fields[number] == Stored::One(here.clone()) { "●" } else { "" };
        let ground = if blocked(&here) { Ground::Hole } else { Ground::Plain };
        Cell { piece: piece.into(), ground, mark: None }
    };
    let rows = (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect());
    Some(Grid { rows: rows.collect(), ..Grid::default() })
}

/// The first set of numbers: all it may hold in a row, what is gone as holes.
fn numbered(game: &Game, fields: &[Stored]) -> Option<usize> {
    fields.iter().enumerate().position(|(number, stored)| {
        let few = |universe: &Arc<Universe>| !universe.is_empty() && universe.len() <= 100;
        matches!(stored, Stored::Set(_))
            && game.universe(number).is_some_and(|of| few(of) && matches!(of.element(0), Value::Int(_)))
    })
}

fn strip(game: &Game, fields: &[Stored]) -> Option<Grid> {
    let number = numbered(game, fields)?;
    let (Stored::Set(bits), Some(universe)) = (&fields[number], game.universe(number)) else { return None };
    let cell = |rank: usize| match is_one(bits, rank) {
        true => Cell::of(grundy_run::value_text(&universe.element(rank), None)),
        false => Cell { ground: Ground::Hole, ..Cell::default() },
    };
    Some(Grid { rows: vec![(0..universe.len()).map(cell).collect()], ..Grid::default() })
}

/// The vertices of a digraph parameter with the tokens that stand on them.
fn digraph(game: &Game, fields: &[Stored]) -> Option<Form> {
    let graph = game.params.iter().find_map(|param| match param {
        Value::Graph(graph) => Some(graph),
        _ => None,
    })?;
    let mut cells: Vec<Cell> = (0..graph.next.len()).map(|vertex| Cell::of(vertex.to_string())).collect();
    for (number, stored) in fields.iter().enumerate() {
        match stored {
            Stored::One(Value::Int(at)) => {
                if let Some(cell) = usize::try_from(*at).ok().and_then(|at| cells.get_mut(at)) {
                    cell.piece = format!("{at}●");
                }
            }
            Stored::Set(bits) if game.universe(number).is_some_and(|set| set.len() == cells.len()) => {
                for (vertex, cell) in cells.iter_mut().enumerate().filter(|(vertex, _)| is_one(bits, *vertex)) {
                    cell.ground = if cell.piece == vertex.to_string() { Ground::Dark } else { cell.ground };
                }
            }
            _ => {}
        }
    }
    let arcs = graph.next.iter().enumerate().flat_map(|(from, next)| next.iter().map(move |&to| (from, to)));
    let links = arcs.filter_map(|(from, to)| {
        let to = usize::try_from(to).ok().filter(|&to| to < graph.next.len())?;
        Some(Link { from, to, ..Link::default() })
    });
    Some(Form::Digraph(Links { links: links.collect(), cells }))
}

/// The pairs of an array field as chords, or a set of vertices with a list of edges beside it.
fn polygon(game: &Game, fields: &[Stored]) -> Option<Form> {
    for (number, stored) in fields.iter().enumerate() {
        let universe = game.universe(number)?;
        match stored {
            Stored::Array(owners) => {
                let pairs: Vec<(usize, usize)> =
                    universe.elements().map(|element| pair(&element)).collect::<Option<_>>()?;
                if matches!(**universe, Universe::Grid { .. }) {
                    return None;
                }
                let corners = pairs.iter().map(|&(a, b)| a.max(b) + 1).max()?;
                let links = pairs.iter().zip(owners).map(|(&(from, to), owner)| match owner {
                    Value::None => Link { from, to, dash: Dash::Dashed, mark: None },
                    owner => Link { from, to, dash: Dash::Solid, mark: Some(owned(game, owner)) },
                });
                let links = links.collect();
                let cells = (0..corners).map(|corner| Cell::of(corner.to_string())).collect();
                return Some(Form::Polygon(Links { cells, links }));
            }
            Stored::Set(bits) => {
                let edges = game.params.iter().find_map(edges)?;
                let cells = (0..universe.len()).map(|rank| Cell {
                    piece: grundy_run::value_text(&universe.element(rank), None),
                    ground: if is_one(bits, rank) { Ground::Plain } else { Ground::Hole },
                    mark: None,
                });
                let cells: Vec<Cell> = cells.collect();
                let place = |vertex: usize| universe.rank(&Value::Int(vertex as i64));
                let links = edges.into_iter().filter_map(|(from, to)| {
                    let (from, to) = (place(from)?, place(to)?);
                    let stands = is_one(bits, from) && is_one(bits, to);
                    stands.then_some(Link { from, to, ..Link::default() })
                });
                return Some(Form::Polygon(Links { links: links.collect(), cells }));
            }
            Stored::One(_) => {}
        }
    }
    None
}

fn owned(game: &Game, owner: &Value) -> Mark {
    let outcome = match owner {
        Value::Player(Side::Left) => grundy_draw::Outcome::Left,
        Value::Player(Side::Right) => grundy_draw::Outcome::Right,
        _ => grundy_draw::Outcome::Unknown,
    };
    let name = game.value_text(owner, None);
    Mark { text: name.chars().take(1).collect(), shade: Shade::Outcome(outcome), title: name }
}

/// A parameter that is a list of pairs of numbers.
fn edges(param: &Value) -> Option<Vec<(usize, usize)>> {
    match param {
        Value::List(elements) | Value::Set(elements) if !elements.is_empty() => elements.iter().map(pair).collect(),
        _ => None,
    }
}

fn pair(value: &Value) -> Option<(usize, usize)> {
    match value.numbers()?[..] {
        [a, b] => Some((usize::try_from(a).ok()?, usize::try_from(b).ok()?)),
        _ => None,
    }
}

/// Every number of every component as a heap; `None` if something is not a number.
fn heaps(position: &Position) -> Option<Vec<Heap>> {
    let several = position.parts.len() > 1;
    let mut heaps = Vec::new();
    for part in &position.parts {
        for (name, size) in numbers(part)? {
            let name = if several && part.game.rules.fields.len() == 1 { part.game.rules.name.clone() } else { name };
            heaps.push(Heap { size, name, marks: Vec::new() });
        }
    }
    (!heaps.is_empty() && heaps.len() <= 64 && heaps.iter().all(|heap| heap.size <= 200)).then_some(heaps)
}

/// The numbers of a component with their names, if it has nothing else.
fn numbers(part: &Component) -> Option<Vec<(String, u64)>> {
    let mut numbers = Vec::new();
    let number = |value: &Value| match value {
        Value::Int(number) => u64::try_from(*number).ok(),
        _ => None,
    };
    for (field, stored) in part.game.rules.fields.iter().zip(part.game.unpack(&part.packed).fields) {
        match stored {
            Stored::One(value) => numbers.push((field.name.clone(), number(&value)?)),
            Stored::Array(cells) => {
                for (place, value) in cells.iter().enumerate() {
                    numbers.push((format!("{}[{place}]", field.name), number(value)?));
                }
            }
            Stored::Set(_) => return None,
        }
    }
    Some(numbers)
}

/// The form with as many moves marked as have a place on it, and how many those are.
fn place(mut form: Form, position: &Position, moves: &[Marked]) -> (Form, usize) {
    let mut marked = 0;
    // Won moves first, so that they colour a cell that several moves share.
    let mut order: Vec<&Marked> = moves.iter().collect();
    order.sort_by_key(|one| !one.won);
    for one in order {
        let done = match &mut form {
            Form::Grid(grid) => on_grid(grid, &position.parts[0], one),
            Form::Heaps(heaps) => on_heaps(heaps, position, one),
            Form::Digraph(links) | Form::Polygon(links) => on_links(links, &position.parts[0], one),
        };
        marked += usize::from(done.is_some());
    }
    (form, marked)
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
