//! Grundy values of set games on a grid in which every position is a staircase: with a cell, all cells above it in its
//! column and before it in its row. Staircases of R rows and C columns are numbered by C(R + C, R) numbers in the order of
//! Lehmer's combinatorial number system, "The machine tools of combinatorics", 1964; they are valued from the empty one up.
//!
//! Why every position is one. The moves do nothing but take, so a move takes from any set what it takes from
//! the full one, as far as it is there (`taking`). All these masks are looked at: with a cell each takes all cells after
//! it in its row and below it in its column. A staircase less such a set is a staircase.
//!
//! ```text
//!   lengths of rows   4 4 1 0      number  = sum over rows i of C(length + R - 1 - i, R - i)
//!                                          = sum over cells (i, j) of C(j + R - 1 - i, R - 1 - i): bytes are looked up
//! ```

mod bites;

use crate::grundy::staircase::bites::Bites;
use crate::grundy::taking::removals;
use crate::work::{Halted, Work};
use grundy_rule::Facts;
use grundy_run::{Faulty, Game, Options, Packed, Shape, Side, Universe};
use std::sync::Arc;

/// There are at most so many staircases.
const MOST: u64 = 1 << 28;

/// And at most so many cells.
const MOST_CELLS: usize = 512;

/// Of all staircases up to one, at least one in so many lies below it, or they are not valued all.
const SPARSE: u64 = 4;

/// The staircases of a game with their values, as far as they were valued.
pub struct Staircase {
    game: Arc<Game>,
    columns: usize,
    /// Per word of a position, byte of the word and value of the byte: its share of the number.
    shares: Vec<Shares>,
    /// The moves, if they need one cell each.
    bites: Option<Bites>,
    /// Values by number.
    values: Vec<u16>,
    /// How many staircases there are.
    count: u64,
    /// The next one to be valued: the lengths of its rows, and its words.
    lengths: Vec<usize>,
    words: Packed,
    options: Options,
}

/// The board of a game, and how many staircases it has.
struct Extent {
    rows: usize,
    columns: usize,
    count: u64,
}

impl Extent {
    /// Of a game whose moves lead from staircases to staircases.
    fn of(game: &Arc<Game>, facts: &Facts) -> Option<Extent> {
        let [Shape::Set(universe)] = &game.shapes[..] else { return None };
        let Universe::Grid { rows, columns } = **universe else { return None };
        let (rows, columns) = (rows as usize, columns as usize);
        let count = choose(rows + columns, rows)?;
        if rows * columns > MOST_CELLS || !facts.impartial.is_proved() {
            return None;
        }
        let mut full: Packed = smallvec::smallvec![0; game.layout.words()];
        (0..rows * columns).for_each(|cell| full[cell / 64] |= 1 << (cell % 64));
        let left = |taken: &Packed| -> Packed { full.iter().zip(taken).map(|(full, taken)| full & !taken).collect() };
        let fits = removals(game)?.iter().all(|(_, taken)| is_staircase(&left(taken), rows, columns));
        fits.then_some(Extent { rows, columns, count })
    }
}

impl Staircase {
    /// Whether all positions that play reaches from a staircase are such.
    pub fn fits(game: &Arc<Game>, facts: &Facts) -> bool {
        Extent::of(game, facts).is_some()
    }

    /// The staircases of a game, if all positions that play reaches from one are such.
    pub fn of(game: &Arc<Game>, facts: &Facts) -> Faulty<Option<Staircase>> {
        let Some(Extent { rows, columns, count }) = Extent::of(game, facts) else { return Ok(None) };
        let options = Options::default();
        let words: Packed = smallvec::smallvec![0; game.layout.words()];
        let weight = |cell: usize| match cell / columns {
            row if row < rows => {
                choose(cell % columns + rows - 1 - row, rows - 1 - row).expect("at most `count`") as u32
            }
            _ => 0,
        };
        let share = |byte: usize, value: usize| {
            (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| weight(byte * 8 + bit)).fold(0, u32::wrapping_add)
        };
        let shares = (0..words.len())
            .map(|word| std::array::from_fn(|byte| std::array::from_fn(|value| share(word * 8 + byte, value))))
            .collect();
        let bites = Bites::of(game, rows, columns, weight)?;
        let lengths = vec![0; rows];
        let game = game.clone();
        Ok(Some(Staircase { game, columns, shares, bites, values: Vec::new(), count, lengths, words, options }))
    }

    /// The value of a position, if it has been computed.
    pub fn known(&self, words: &[u64]) -> Option<u32> {
        is_staircase(words, self.lengths.len(), self.columns)
            .then(|| self.values.get(number(&self.shares, words) as usize).map(|&value| value.into()))?
    }

    /// The value of a position; `None` if it is none of these or they are too many above those below it.
    pub fn value(
        &mut self,
        words: &[u64],
        solved: &mut u64,
        held: u64,
        work: &mut Work,
    ) -> Result<Option<u32>, Halted> {
        if !is_staircase(words, self.lengths.len(), self.columns) {
            return Ok(None);
        }
        let root = number(&self.shares, words) as usize;
        if self.values.len() <= root && self.below(words).saturating_mul(SPARSE) <= root as u64 {
            return Ok(None);
        }
        self.values.reserve_exact((root + 1).saturating_sub(self.values.len()));
        while self.values.len() <= root {
            let value = self.next()?;
            self.values.push(value);
            *solved += 1;
            self.step();
            if work.tick(*solved, held + self.bytes()) {
                return Err(work.halted());
            }
        }
        Ok(Some(self.values[root].into()))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let moves = self.bites.as_ref().map_or(0, Bites::bytes);
        (self.values.capacity() * 2 + self.shares.len() * size_of::<Shares>() + moves) as u64
    }

    /// The value of the next staircase: those it leads to have lower numbers.
    fn next(&mut self) -> Result<u16, Halted> {
        let mut seen = [0u64; MOST_CELLS / 64 + 1];
        // No more options than cells, and no value above their number.
        let mut see = |value: u16| seen[usize::from(value / 64) % (MOST_CELLS / 64 + 1)] |= 1 << (value % 64);
        match &mut self.bites {
            Some(bites) => {
                let here = self.values.len();
                bites.each(&self.lengths, |lower| see(self.values[here - lower as usize]));
            }
            None => {
                self.game.options(&self.words, Side::Left, &mut self.options)?;
                for option in self.options.keys() {
                    see(*self.values.get(number(&self.shares, option) as usize).ok_or(Halted::Cycle)?);
                }
            }
        }
        let word = seen.iter().position(|&word| word != u64::MAX).expect("more bits than options");
        Ok(word as u16 * 64 + seen[word].trailing_ones() as u16)
    }

    /// From one staircase to the next: the last row that can be longer is, and those after it are empty.
    fn step(&mut self) {
        for row in (0..self.lengths.len()).rev() {
            let most = if row == 0 { self.columns } else { self.lengths[row - 1] };
            let cell = row * self.columns + self.lengths[row];
            if self.lengths[row] < most {
                self.lengths[row] += 1;
                self.words[cell / 64] |= 1 << (cell % 64);
                return;
            }
            for cell in row * self.columns..cell {
                self.words[cell / 64] &= !(1 << (cell % 64));
            }
            self.lengths[row] = 0;
        }
        debug_assert_eq!(self.values.len() as u64, self.count, "after the full one comes the empty one");
    }

    /// How many staircases lie in one, itself included.
    fn below(&self, words: &[u64]) -> u64 {
        // By the length of the last row looked at: how many ways there are above it.
        let mut ways = vec![0u64; self.columns + 1];
        ways[self.columns] = 1;
        for row in 0..self.lengths.len() {
            let length = (0..self.columns).take_while(|column| has(words, row * self.columns + column)).count();
            let mut sum = 0u64;
            for at in (0..=self.columns).rev() {
                sum = sum.saturating_add(ways[at]);
                ways[at] = if at <= length { sum } else { 0 };
            }
        }
        ways.iter().fold(0, |sum: u64, &ways| sum.saturating_add(ways))
    }
}

/// What the bytes of a word add to a number.
type Shares = [[u32; 256]; 8];

/// The number of a staircase. All bytes of a word are looked up, without a loop.
#[inline]
fn number(shares: &[Shares], words: &[u64]) -> u32 {
    let mut number = 0u32;
    for (shares, word) in shares.iter().zip(words) {
        for (share, byte) in shares.iter().zip(word.to_le_bytes()) {
            number = number.wrapping_add(share[usize::from(byte)]);
        }
    }
    number
}

fn has(words: &[u64], cell: usize) -> bool {
    words[cell / 64] >> (cell % 64) & 1 == 1
}

fn is_staircase(words: &[u64], rows: usize, columns: usize) -> bool {
    (0..rows * columns)
        .filter(|&cell| has(words, cell))
        .all(|cell| (cell % columns == 0 || has(words, cell - 1)) && (cell < columns || has(words, cell - columns)))
}

/// A binomial coefficient, if it is not too large.
fn choose(n: usize, k: usize) -> Option<u64> {
    let mut product = 1u64;
    for i in 0..k.min(n - k) {
        product = product.checked_mul((n - i) as u64)? / (i as u64 + 1);
        if product > MOST {
            return None;
        }
    }
    Some(product)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Parts;
    use grundy_answer::Unwatched;

    use grundy_run::Component;
    use std::collections::HashMap;

    fn start(text: &str, query: &str) -> Component {
        let world = grundy_kit::world(text);
        grundy_kit::position(&world, query).parts.remove(0)
    }

    fn shape(component: &Component) -> Option<Staircase> {
        let mut parts = Parts::default();
        let part = parts.intern(component);
        let (game, _) = parts.inside(part).unwrap();
        Staircase::of(game, parts.facts(part)).unwrap()
    }

    fn mex(here: &Component, memo: &mut HashMap<Component, u32>) -> u32 {
        if let Some(&known) = memo.get(here) {
            return known;
        }
        let moves = here.game.moves(&here.packed, Side::Left).unwrap();
        let values: Vec<u32> = moves.iter().map(|(_, to)| mex(&to.parts[0], memo)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        memo.insert(here.clone(), value);
        value
    }

    /// Every staircase is numbered once, and its value is the mex of its options by the definition.
    #[test]
    fn staircases_are_valued_by_number() {
        let chomp = grundy_kit::library_text("chomp");
        let game = |rule: &str| format!("game G\n  state s: set of grid(3, 4) = all\n  move bite(c in s{rule}\n");
        let slanted = game("): s -= {d in s if d.row + d.col >= c.row + c.col}");
        let in_pairs = game(", t = c + (0, 1)) if t in s: s -= {d in s if d.row >= c.row and d.col >= c.col}");
        for (text, query, one_cell_each) in [
            (&chomp, "Chomp(R = 3, C = 5)", true),
            (&chomp, "Chomp(R = 5, C = 2)", true),
            (&chomp, "Chomp(R = 1, C = 6)", true),
            (&chomp, "Chomp(\"####|##..|#...\")", true),
            (&slanted, "G(s = all)", true),
            (&in_pairs, "G(s = all)", false),
        ] {
            let root = start(text, query);
            let mut shape = shape(&root).unwrap();
            assert_eq!(shape.bites.is_some(), one_cell_each, "{query}");
            let (mut memo, mut solved) = (HashMap::new(), 0);
            let wanted = mex(&root, &mut memo);
            let found = shape.value(&root.packed, &mut solved, 0, &mut Work::new(&Unwatched)).unwrap();
            assert_eq!(found, Some(wanted), "{query}");
            for (here, value) in &memo {
                assert_eq!(shape.known(&here.packed), Some(*value), "{query}: {here}");
            }
            let full = text == &chomp && &query[query.len() - 2..] != "\")";
            assert!(!full || solved == shape.count, "{query}: as many as C(R + C, R)");
        }
    }

    /// Games whose moves leave other sets, or look at the set in another way, are not taken for such.
    #[test]
    fn other_shapes_are_refused() {
        let game = |rule: &str| format!("game G\n  state s: set of grid(3, 4) = all\n  move bite(c in s){rule}\n");
        let rules = [
            (": s -= {d in s if d.row >= c.row and d.col >= c.col}", true),
            (": s -= {d in s if d.row + d.col >= c.row + c.col}", true),
            (": s -= {d in s if d.row >= c.row and d.col <= c.col}", false),
            (": s -= {c}", false),
            (" if count(d in s if d.row == c.row) > 1: s -= {d in s if d.row >= c.row and d.col >= c.col}", false),
        ];
        for (rule, wanted) in rules {
            let root = start(&game(rule), "G");
            assert_eq!(shape(&root).is_some(), wanted, "{rule}");
        }
    }

    #[test]
    fn binomials() {
        assert_eq!(
            [choose(20, 10), choose(5, 0), choose(7, 6), choose(80, 40)],
            [Some(184_756), Some(1), Some(7), None]
        );
    }
}
