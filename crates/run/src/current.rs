use crate::game::Game;
use crate::layout::{FieldBits, Packed};
use crate::shape::{Shape, Values};
use crate::state::{Stored, ones};
use crate::universe::Universe;
use crate::value::Value;
use smallvec::SmallVec;
use std::sync::Arc;

/// A set as the ranks of its elements: bit `i` of word `i / 64`.
pub type Ranks = SmallVec<[u64; 2]>;

/// The fields of a position as expressions read them and bodies write them, in its machine words: what `State` is,
/// without being written out for every position and copied for every move.
pub struct Current {
    words: Packed,
    /// Cells that hold a value outside its set, each once: field, rank, value. Only the middle of a body has any, and
    /// what stands in the words there is not read.
    strays: Vec<(usize, usize, Value)>,
}

impl Current {
    /// A position as it stands before a move.
    pub fn new(packed: &[u64]) -> Current {
        Current { words: Packed::from_slice(packed), strays: Vec::new() }
    }

    /// The words, if every value lies in its set.
    pub fn packed(&self) -> Option<&Packed> {
        self.strays.is_empty().then_some(&self.words)
    }

    /// The words, to be handed back to `restore`.
    pub fn keep(&self) -> Packed {
        Packed::from_slice(&self.words)
    }

    /// Undoes what was written since `keep`.
    pub fn restore(&mut self, words: &[u64]) {
        self.words.copy_from_slice(words);
        self.strays.clear();
    }

    /// A field as a value that stands by itself.
    pub fn field(&self, game: &Game, number: usize) -> Value {
        let place = &game.layout.places[number];
        match &game.shapes[number] {
            Shape::One(values) => values.value(place.take(&self.words, 0)),
            Shape::Array(universe, _) => {
                let cells = (0..universe.len()).map(|rank| self.cell(game, number, rank));
                Value::array(universe.clone(), cells.collect())
            }
            Shape::Set(universe) => Value::Set(ones(&self.ranks(place)).map(|rank| universe.element(rank)).collect()),
        }
    }

    /// A cell of an array.
    #[inline(always)]
    pub fn cell(&self, game: &Game, number: usize, rank: usize) -> Value {
        let Shape::Array(_, values) = &game.shapes[number] else { unreachable!("only arrays have cells") };
        if !self.strays.is_empty()
            && let Some((_, _, value)) = self.strays.iter().find(|stray| (stray.0, stray.1) == (number, rank))
        {
            return value.clone();
        }
        values.value(game.layout.places[number].take(&self.words, rank))
    }

    /// The value of a cell where it stands among those of its set; `None` if it does not stand there.
    #[inline(always)]
    pub fn stored_cell<'v>(&self, place: &FieldBits, values: &'v Values, rank: usize) -> Option<&'v Value> {
        let Universe::Listed(elements) = &values.universe else { return None };
        if !self.strays.is_empty() {
            return None;
        }
        match (values.none, place.take(&self.words, rank) as usize) {
            (true, 0) => Some(&Value::None),
            (none, number) => elements.get(number - usize::from(none)),
        }
    }

    /// The elements of a set.
    pub fn ranks(&self, place: &FieldBits) -> Ranks {
        let mut ranks = Ranks::new();
        for word in 0..place.count.div_ceil(64) {
            ranks.push(place.take_word(&self.words, word));
        }
        ranks
    }

    /// Whether a set has an element.
    pub fn has(&self, place: &FieldBits, rank: usize) -> bool {
        let bit = place.bit(rank, 0);
        self.words[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Writes a cell of an array, whether or not its set has the value.
    pub fn write_cell(&mut self, game: &Game, number: usize, rank: usize, value: Value) {
        let Shape::Array(_, values) = &game.shapes[number] else { unreachable!("only arrays have cells") };
        if !self.strays.is_empty() {
            self.strays.retain(|stray| (stray.0, stray.1) != (number, rank));
        }
        match values.rank(&value) {
            Some(value) => game.layout.places[number].replace(&mut self.words, rank, value),
            None => self.strays.push((number, rank, value)),
        }
    }

    /// Writes a set.
    pub fn write_ranks(&mut self, place: &FieldBits, ranks: &[u64]) {
        place.clear(&mut self.words);
        for (word, &bits) in ranks.iter().enumerate() {
            place.put_word(&mut self.words, word, bits);
        }
    }

    /// Writes a field that is one value, by its number among them.
    pub fn write_one(&mut self, place: &FieldBits, value: u64) {
        place.replace(&mut self.words, 0, value);
    }

    /// Writes a whole field; `stored` has its shape.
    pub fn write(&mut self, game: &Game, number: usize, stored: Stored) {
        let place = &game.layout.places[number];
        match (stored, &game.shapes[number]) {
            (Stored::One(value), Shape::One(values)) => {
                self.write_one(place, values.rank(&value).expect("stored values lie in their sets"));
            }
            (Stored::Array(cells), Shape::Array(..)) => {
                for (rank, cell) in cells.into_iter().enumerate() {
                    self.write_cell(game, number, rank, cell);
                }
            }
            (Stored::Set(ranks), Shape::Set(_)) => self.write_ranks(place, &ranks),
            _ => unreachable!("what is stored has the shape of its field"),
        }
    }
}

/// A set in the making, of which the elements of one universe count.
pub struct Subset<'u> {
    universe: &'u Universe,
    /// Those it has.
    pub ranks: Ranks,
    /// Whether it has others.
    pub outside: bool,
}

impl Subset<'_> {
    /// The empty set.
    pub fn new(universe: &Universe) -> Subset<'_> {
        Subset { universe, ranks: smallvec::smallvec![0; universe.len().div_ceil(64)], outside: false }
    }

    /// Whether its elements are numbered by this universe.
    pub fn is_of(&self, universe: Option<&Arc<Universe>>) -> bool {
        universe.is_some_and(|universe| std::ptr::eq(&**universe, self.universe))
    }

    /// Adds an element.
    pub fn add(&mut self, element: &Value) {
        match self.universe.rank(element) {
            Some(rank) => self.ranks[rank / 64] |= 1 << (rank % 64),
            None => self.outside = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;

    #[test]
    fn what_is_written_is_read_and_undone() {
        let text = "game G\n  state n: 0..9 = 4, a: 0..5[3] = 2, b: bool?[grid(2, 2)] = none, s: set of 0..69 = {3, 68}\n  move m if n > 0: n -= 1\n";
        let world = World::new(vec![Arc::new(grundy_rule::read(text).module)]);
        let start = crate::start_with(&world, (0, 0), &[]).unwrap().parts.remove(0);
        let (game, mut now) = (&start.game, Current::new(&start.packed));
        let before = now.keep();
        let field = |now: &Current, number: usize| now.field(game, number);
        let state = game.unpack(&start.packed);
        for number in 0..4 {
            assert_eq!(field(&now, number), state.fields[number].to_value(game.universe(number)));
        }
        now.write_one(&game.layout.places[0], 7);
        now.write_cell(game, 1, 1, Value::Int(5));
        now.write_cell(game, 2, 3, Value::Bool(true));
        now.write_ranks(&game.layout.places[3], &[1 << 63, 1]);
        let state = game.unpack(now.packed().unwrap());
        assert_eq!(state.fields[0], Stored::One(Value::Int(7)));
        assert_eq!(state.fields[1], Stored::Array([2, 5, 2].map(Value::Int).into()));
        assert_eq!(state.fields[2], Stored::Array(vec![Value::None, Value::None, Value::None, Value::Bool(true)]));
        assert_eq!(state.fields[3], Stored::Set(vec![1 << 63, 1]));
        for number in 0..4 {
            assert_eq!(field(&now, number), state.fields[number].to_value(game.universe(number)));
        }
        now.write_cell(game, 1, 1, Value::Int(99));
        assert_eq!((now.cell(game, 1, 1), now.cell(game, 1, 2)), (Value::Int(99), Value::Int(2)));
        assert!(now.packed().is_none(), "99 is not in its set");
        now.write_cell(game, 1, 1, Value::Int(0));
        assert_eq!(now.cell(game, 1, 1), Value::Int(0));
        assert!(now.packed().is_some(), "mended");
        now.write_cell(game, 1, 0, Value::Int(-1));
        now.restore(&before);
        assert_eq!(now.packed(), Some(&start.packed));
    }
}
