//! Whether a map of positions is a symmetry of a game: it carries the moves of each player, with their conditions,
//! changes, points and who moves next, onto those of the same player, or of the other where players change places,
//! and the endings onto each other. That is decided on the bits of all positions, reached or not; so products of
//! symmetries are symmetries.

use crate::canonical::{Id, Numbers, Renamed};
use crate::condition::Condition;
use crate::game::{Explicit, ExplicitMove, Says};
use crate::graph::Graph;
use crate::symbol::Count;
use grundy_run::{Ending, Game, Image, Shape, Side, Values, image_of_side};
use rustc_hash::FxHashMap;

/// A move in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveKey {
    /// When it is legal.
    pub when: Id,
    /// Each bit that is written, with when it is set.
    pub writes: Vec<(usize, Id)>,
    /// Points for the mover.
    pub gain: CountKey,
    /// When the mover moves again.
    pub stays: Id,
    /// When the rules are wrong.
    pub fault: Id,
}

/// What is certain, and the points of every condition that holds.
pub type CountKey = (i64, Vec<(i64, Id)>);

/// The endings of one kind in order.
pub type EndingKeys = Vec<(Id, EndingKey)>;

/// What an ending says, in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingKey {
    /// The game is over in this way.
    Ends(Ending),
    /// So many points more go to the player about to move.
    Scores(CountKey),
}

/// All moves of each player, with how often each occurs, and all endings.
pub struct Keys {
    /// Of Left, of Right.
    pub moves: [FxHashMap<MoveKey, usize>; 2],
    /// Of Left about to move, of Right: before moves are known, where there is none, of play for ever.
    pub endings: [[EndingKeys; 3]; 2],
}

/// What every move and ending of a game is, in canonical form.
pub struct Symmetries<'a> {
    game: &'a Game,
    explicit: &'a Explicit,
    numbers: Numbers,
    keys: Keys,
}

impl<'a> Symmetries<'a> {
    /// Of a game and the same game written out.
    pub fn of(game: &'a Game, explicit: &'a Explicit) -> Symmetries<'a> {
        let mut numbers = Numbers::new(game.layout.words() * 64);
        let stay = |bit: usize| (bit, false);
        let moves = [0, 1].map(|side| move_keys(&mut numbers, &explicit.moves[side], &stay));
        let endings = [0, 1]
            .map(|side| [0, 1, 2].map(|kind| ending_keys(&mut numbers, &explicit.endings[side][kind], &stay, false)));
        Symmetries { game, explicit, numbers, keys: Keys { moves, endings } }
    }

    /// The graph of the game.
    pub fn graph(&self) -> Graph {
        Graph::of(self.game, &self.numbers, &self.keys)
    }

    /// The graph of the game with the players in each other's places; nothing if that does not act on bits.
    pub fn exchanged_graph(&mut self) -> Option<Graph> {
        let to = renamed_bits(self.game, &exchange(self.game))?;
        let rename = |bit: usize| to[bit];
        let moves = [1, 0].map(|side| move_keys(&mut self.numbers, &self.explicit.moves[side], &rename));
        let endings = [1, 0].map(|side: usize| {
            [0, 1, 2].map(|kind| ending_keys(&mut self.numbers, &self.explicit.endings[side][kind], &rename, true))
        });
        Some(Graph::of(self.game, &self.numbers, &Keys { moves, endings }))
    }

    /// Whether a map is a symmetry; a map that does not act on bits is none.
    pub fn contains(&mut self, image: &Image) -> bool {
        let Some(to) = renamed_bits(self.game, image) else { return false };
        let rename = |bit: usize| to[bit];
        [Side::Left, Side::Right].into_iter().all(|side| {
            let target = image_of_side(image, side) as usize;
            let side = side as usize;
            move_keys(&mut self.numbers, &self.explicit.moves[side], &rename) == self.keys.moves[target]
                && (0..3).all(|kind| {
                    let endings = &self.explicit.endings[side][kind];
                    ending_keys(&mut self.numbers, endings, &rename, image.swaps) == self.keys.endings[target][kind]
                })
        })
    }

    /// Whether all reorderings of the cells of a field are symmetries: those of neighbours generate them.
    pub fn permutes(&mut self, field: usize) -> bool {
        exchanges(self.game, field).all(|image| self.contains(&image))
    }
}

/// The map that exchanges the players and moves no cell.
pub fn exchange(game: &Game) -> Image {
    Image { cells: vec![None; game.shapes.len()], swaps: true }
}

/// The exchanges of neighbouring cells of a field: they generate all reorderings.
pub fn exchanges(game: &Game, field: usize) -> impl Iterator<Item = Image> + use<> {
    let (fields, size) = (game.shapes.len(), game.universe(field).map_or(0, |universe| universe.len()));
    (1..size).map(move |place| {
        let mut cells: Vec<u32> = (0..size as u32).collect();
        cells.swap(place - 1, place);
        let mut all = vec![None; fields];
        all[field] = Some(cells);
        Image { cells: all, swaps: false }
    })
}

fn move_keys(
    numbers: &mut Numbers,
    moves: &[ExplicitMove],
    rename: &dyn Fn(usize) -> Renamed,
) -> FxHashMap<MoveKey, usize> {
    let mut keys = FxHashMap::default();
    for one in moves {
        *keys.entry(move_key(numbers, one, rename)).or_default() += 1;
    }
    keys
}

fn move_key(numbers: &mut Numbers, one: &ExplicitMove, rename: &dyn Fn(usize) -> Renamed) -> MoveKey {
    let mut writes: Vec<(usize, Id)> = Vec::new();
    for (bit, set) in one.writes() {
        let (to, turned) = rename(bit);
        let id = if turned { numbers.of(&set.not(), rename) } else { numbers.of(&set, rename) };
        writes.push((to, id));
    }
    writes.sort_unstable();
    MoveKey {
        when: numbers.of(&one.when, rename),
        writes,
        gain: count_key(numbers, &one.gain, rename),
        stays: numbers.of(&one.stays, rename),
        fault: numbers.of(&one.fault, rename),
    }
}

fn count_key(numbers: &mut Numbers, count: &Count, rename: &dyn Fn(usize) -> Renamed) -> CountKey {
    let mut terms: Vec<(i64, Id)> =
        count.terms.iter().map(|(points, term)| (*points, numbers.of(term, rename))).collect();
    terms.sort_unstable();
    (count.base, terms)
}

fn ending_keys(
    numbers: &mut Numbers,
    endings: &[(Condition, Says)],
    rename: &dyn Fn(usize) -> Renamed,
    swaps: bool,
) -> EndingKeys {
    let key = |(when, says): &(Condition, Says)| {
        let says = match says {
            Says::Ends(Ending::Won(side)) if swaps => EndingKey::Ends(Ending::Won(side.other())),
            Says::Ends(ending) => EndingKey::Ends(*ending),
            Says::Scores(count) => EndingKey::Scores(count_key(numbers, count, rename)),
        };
        (numbers.of(when, rename), says)
    };
    endings.iter().map(key).collect()
}

/// For each bit of a position the bit of its image that tells it, and whether that one says the opposite; `None` if the
/// map does not act on bits.
fn renamed_bits(game: &Game, image: &Image) -> Option<Vec<Renamed>> {
    let mut to: Vec<Renamed> = (0..game.layout.words() * 64).map(|bit| (bit, false)).collect();
    for (field, shape) in game.shapes.iter().enumerate() {
        let place = &game.layout.places[field];
        let across = match shape {
            Shape::One(values) | Shape::Array(_, values) if image.swaps => exchanged(values, place.width as usize)?,
            _ => (0..place.width as usize).map(|bit| (bit, false)).collect(),
        };
        for index in 0..place.count {
            let from = image.cells[field].as_ref().map_or(index, |cells| cells[index] as usize);
            for (bit, (target, turned)) in across.iter().enumerate() {
                to[place.bit(from, bit)] = (place.bit(index, *target), *turned);
            }
        }
    }
    Some(to)
}

/// What exchanging the players does to the bits of a value's number.
fn exchanged(values: &Values, width: usize) -> Option<Vec<Renamed>> {
    let size = u64::try_from(values.len()).ok().filter(|size| *size <= 1 << 16)?;
    let mut pairs: Vec<(u64, u64)> = Vec::new();
    for rank in 0..size {
        pairs.push((rank, values.rank(&values.value(rank).exchanged())?));
    }
    if pairs.iter().all(|(rank, image)| rank == image) {
        return Some((0..width).map(|bit| (bit, false)).collect());
    }
    let found: Vec<Renamed> = (0..width)
        .map(|bit| {
            let choices = (0..width).flat_map(|target| [(target, false), (target, true)]);
            choices
                .into_iter()
                .find(|(target, turned)| {
                    pairs.iter().all(|(rank, image)| (rank >> bit & 1 == 1) == ((image >> target & 1 == 1) != *turned))
                })
                .ok_or(())
        })
        .collect::<Result<_, ()>>()
        .ok()?;
    let mut targets: Vec<usize> = found.iter().map(|(target, _)| *target).collect();
    targets.sort_unstable();
    targets.dedup();
    (targets.len() == width).then_some(found)
}
