//! Claimed symmetries as maps of positions: a reordering of the cells of some fields, with or without the players
//! changing places. Whether they are symmetries of the rules is proved by `rule` or checked by `solve`; this file only
//! applies them.

use crate::game::Game;
use crate::shape::Shape;
use crate::state::{State, Stored, is_one};
use crate::universe::Universe;
use crate::value::{Side, Value};
use grundy_rule::Code;
use grundy_rule::syntax::MapKind;

/// At most this many maps are composed, the identity among them; fewer are a group.
pub const MOST_MAPS: usize = 64;

/// One symmetry of a game's positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Image {
    /// For each field, which cell goes where: the cell numbered `i` of the image is cell `cells[i]` of the position.
    pub cells: Vec<Option<Vec<u32>>>,
    /// Whether the players change places.
    pub swaps: bool,
}

/// What a `symmetry` line claims of a game with its parameters fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// This map.
    Map(Image),
    /// Every reordering of this field.
    Permute(usize),
    /// Nothing at these sizes: a quarter turn of an oblong board leads to another board.
    Nothing,
}

impl Game {
    /// What the symmetry lines claim, in order.
    pub fn claimed_symmetries(&self) -> Vec<Claimed> {
        self.rules
            .symmetries
            .iter()
            .map(|symmetry| {
                let mut cells = vec![None; self.shapes.len()];
                if let Some((kind, field)) = symmetry.field {
                    if kind == MapKind::Permute {
                        return Claimed::Permute(field);
                    }
                    let Some(universe) = self.universe(field) else { return Claimed::Nothing };
                    let moved = match &symmetry.by {
                        Some(by) => self.moved_by(universe, by),
                        None => moved_cells(universe, kind),
                    };
                    let Some(moved) = moved else { return Claimed::Nothing };
                    cells[field] = Some(moved);
                }
                Claimed::Map(Image { cells, swaps: symmetry.swaps_players })
            })
            .collect()
    }

    /// For each cell of the image, the cell it comes from by what is said of where cells go; `None` if that is no reordering.
    fn moved_by(&self, universe: &Universe, by: &Code) -> Option<Vec<u32>> {
        let mut machine = self.machine(State { fields: Vec::new() });
        let mut from = vec![u32::MAX; universe.len()];
        for rank in 0..universe.len() {
            machine.locals.clear();
            machine.locals.resize(by.locals, Value::None);
            machine.bind(0, universe.element(rank));
            let to = universe.rank(&machine.value(&by.expr).ok()?)?;
            if from[to] != u32::MAX {
                return None;
            }
            from[to] = u32::try_from(rank).ok()?;
        }
        Some(from)
    }

    /// The image of a state.
    pub fn image(&self, image: &Image, state: &State) -> State {
        let fields = state.fields.iter().enumerate().map(|(field, stored)| {
            let cells = image.cells[field].as_deref();
            match stored {
                Stored::One(value) => Stored::One(swapped(value, image.swaps)),
                Stored::Array(values) => {
                    let at = |i: usize| cells.map_or(i, |cells| cells[i] as usize);
                    Stored::Array((0..values.len()).map(|i| swapped(&values[at(i)], image.swaps)).collect())
                }
                Stored::Set(bits) => match cells {
                    None => stored.clone(),
                    Some(cells) => {
                        let mut moved = vec![0u64; bits.len()];
                        for (i, &from) in cells.iter().enumerate() {
                            moved[i / 64] |= u64::from(is_one(bits, from as usize)) << (i % 64);
                        }
                        Stored::Set(moved)
                    }
                },
            }
        });
        State { fields: fields.collect() }
    }
}

/// The mover after a map.
pub fn image_of_side(image: &Image, side: Side) -> Side {
    if image.swaps { side.other() } else { side }
}

fn swapped(value: &Value, swaps: bool) -> Value {
    if swaps { value.exchanged() } else { value.clone() }
}

/// For each cell of the image, the cell it comes from; `None` if the index set does not map onto itself.
fn moved_cells(universe: &Universe, kind: MapKind) -> Option<Vec<u32>> {
    let target = |value: &Value| -> Option<Value> {
        let (rows, columns) = extent(universe)?;
        Some(match (value, kind) {
            (Value::Int(number), MapKind::Mirror | MapKind::Flip) => {
                let Universe::Range { low, high } = universe else { return None };
                Value::Int(low + high - number)
            }
            (Value::Cell(row, col), MapKind::Mirror) => Value::Cell(*row, columns - 1 - col),
            (Value::Cell(row, col), MapKind::Flip) => Value::Cell(rows - 1 - row, *col),
            (Value::Cell(row, col), MapKind::Transpose) if rows == columns => Value::Cell(*col, *row),
            (Value::Cell(row, col), MapKind::Rotate) if rows == columns => Value::Cell(*col, rows - 1 - row),
            _ => return None,
        })
    };
    let mut from = vec![u32::MAX; universe.len()];
    for rank in 0..universe.len() {
        let to = universe.rank(&target(&universe.element(rank))?)?;
        from[to] = rank as u32;
    }
    (!from.contains(&u32::MAX)).then_some(from)
}

/// Rows and columns of the smallest grid that holds the index set.
fn extent(universe: &Universe) -> Option<(i32, i32)> {
    match universe {
        Universe::Grid { rows, columns } => Some((*rows, *columns)),
        Universe::Range { .. } => Some((1, universe.len() as i32)),
        Universe::Listed(elements) => elements.iter().try_fold((0, 0), |(rows, columns), element| match element {
            Value::Cell(row, col) if *row >= 0 && *col >= 0 => Some((rows.max(row + 1), columns.max(col + 1))),
            _ => None,
        }),
    }
}

/// All maps that the given ones generate, the identity excluded.
pub fn generated(maps: &[Image]) -> Vec<Image> {
    let Some(first) = maps.first() else { return Vec::new() };
    let identity = Image { cells: vec![None; first.cells.len()], swaps: false };
    let mut all = vec![identity.clone()];
    let mut next = 0;
    while next < all.len() && all.len() < MOST_MAPS {
        for map in maps {
            let composed = compose(&all[next], map);
            if !all.contains(&composed) {
                all.push(composed);
            }
        }
        next += 1;
    }
    all.retain(|map| *map != identity);
    all
}

/// First `a`, then `b`.
fn compose(a: &Image, b: &Image) -> Image {
    let cells = a.cells.iter().zip(&b.cells).map(|(a, b)| match (a, b) {
        (None, None) => None,
        (Some(cells), None) | (None, Some(cells)) => Some(cells.clone()),
        (Some(a), Some(b)) => {
            let both: Vec<u32> = b.iter().map(|&i| a[i as usize]).collect();
            let stays = both.iter().enumerate().all(|(i, &from)| i as u32 == from);
            (!stays).then_some(both)
        }
    });
    Image { cells: cells.collect(), swaps: a.swaps != b.swaps }
}

/// Blocks of cells that may be put in any order: each lists its cells, by field and place in it. Cells at one place of
/// the lists are of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks(pub Vec<Vec<(usize, usize)>>);

impl Blocks {
    /// Every cell of a field by itself.
    pub fn cells(field: usize, count: usize) -> Blocks {
        Blocks((0..count).map(|index| vec![(field, index)]).collect())
    }

    /// The field, if each of its cells is a block by itself, in order.
    pub fn field(&self, shapes: &[Shape]) -> Option<usize> {
        let &(field, _) = self.0.first()?.first()?;
        let size = shapes[field].universe().map_or(0, |universe| universe.len());
        let plain = self.0.iter().enumerate().all(|(index, block)| block[..] == [(field, index)]);
        (plain && self.0.len() == size).then_some(field)
    }

    /// The state with its blocks in increasing order; elements of a set that are present come before those that are not.
    pub fn sorted(&self, state: &mut State) {
        let value = |&(field, index): &(usize, usize)| match &state.fields[field] {
            Stored::One(value) => value.clone(),
            Stored::Array(values) => values[index].clone(),
            Stored::Set(bits) => Value::Bool(!is_one(bits, index)),
        };
        let mut blocks: Vec<Vec<Value>> = self.0.iter().map(|block| block.iter().map(value).collect()).collect();
        blocks.sort();
        for (places, values) in self.0.iter().zip(blocks) {
            for (&(field, index), value) in places.iter().zip(values) {
                match (&mut state.fields[field], value) {
                    (Stored::Set(bits), Value::Bool(absent)) => {
                        bits[index / 64] = bits[index / 64] & !(1 << (index % 64)) | u64::from(!absent) << (index % 64);
                    }
                    (Stored::Array(values), value) => values[index] = value,
                    (Stored::One(one), value) => *one = value,
                    (Stored::Set(_), _) => unreachable!("a set has been read as one"),
                }
            }
        }
    }
}
