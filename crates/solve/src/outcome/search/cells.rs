//! The space of games whose cells only lose what they hold (see `written`): a position is one word, its moves are shifted
//! masks. Cells that no move will ever need are dropped, players that can be exchanged are, and the least image is the key.
//!
//! ```text
//!   key   | position, at most 64 bits | Right is to move, unless players are exchanged |
//! ```
//!
//! A move promises the moves that it leaves to its mover, less twice those it leaves to the other.

use crate::grundy::taking::lattice::Map;
use crate::outcome::search::cuts::{self, Cuts};
use crate::outcome::search::space::{Effect, Moves, SearchSpace};
use crate::outcome::written::{Players, Written};
use crate::work::Halted;
use grundy_rule::{Convention, Facts};
use grundy_run::{Component, Ending, Game, Image, Side, Turn, Universe};
use std::sync::Arc;

/// Positions of such a game.
pub struct Cells {
    form: Arc<Form>,
    /// Where moves stay within the cells that they need.
    cuts: Option<Box<Cuts>>,
}

struct Form {
    /// The number of the game.
    game: u64,
    written: Written,
    bits: usize,
    convention: Convention,
    /// Images that change nothing.
    images: Vec<Map>,
    /// An image that exchanges the players.
    exchange: Option<Map>,
}

/// What a move that leaves the other player none promises.
const LAST: i64 = 1 << 10;

impl Cells {
    /// The positions of a game, if it is of this kind, play is seen to end, and it matters who moves.
    pub fn new(game: &Arc<Game>, facts: &Facts, convention: Convention) -> Option<Cells> {
        let plain = matches!(convention, Convention::Normal | Convention::Misere);
        if !plain || facts.mover_free.is_proved() {
            return None;
        }
        let written = Written::of(game).filter(|written| written.falls() || facts.acyclic.is_proved())?;
        let maps = |players| -> Vec<Map> {
            let swaps = players == Players::Change;
            let maps = (0..8).filter_map(|code| bit_map(game, &turned(game, code, swaps)?));
            maps.filter(|map| written.carries(map, players)).collect()
        };
        let (images, exchange) = (maps(Players::Stay), maps(Players::Change).into_iter().next());
        let form = Form { game: game.id, written, bits: game.layout.bits, convention, images, exchange };
        Some(Cells::over(Arc::new(form)))
    }

    fn over(form: Arc<Form>) -> Cells {
        let cuts = form.convention == Convention::Normal && form.written.stays_within_needs();
        Cells { form, cuts: cuts.then(Box::default) }
    }

    fn push(&self, word: u64, mover: Side, keys: &mut Vec<u64>) {
        let form = &*self.form;
        let mut word = form.written.live(word);
        let mut right = mover == Side::Right;
        if let Some(exchange) = form.exchange.as_ref().filter(|_| right) {
            word = exchange.of(word);
            right = false;
        }
        let least = form.images.iter().fold(word, |least, image| least.min(image.of(word)));
        match form.bits {
            64 => keys.extend([least, right.into()]),
            bits => keys.push(least | u64::from(right) << bits),
        }
    }

    fn unfold(&self, key: &[u64]) -> (u64, Side) {
        let side = |right: u64| if right == 1 { Side::Right } else { Side::Left };
        match self.form.bits {
            64 => (key[0], side(key[1])),
            bits => (key[0] & ((1 << bits) - 1), side(key[0] >> bits)),
        }
    }
}

/// The board turned: transposed if bit 2 of the code is set, then upside down, then mirrored.
fn turned(game: &Game, code: u32, swaps: bool) -> Option<Image> {
    let cells = game.shapes.iter().map(|shape| {
        let universe = shape.universe()?;
        let (rows, columns) = match **universe {
            Universe::Grid { rows, columns } => (rows, columns),
            Universe::Range { .. } => (1, universe.len() as i32),
            Universe::Listed(_) => return (code == 0).then_some(None),
        };
        let from = |at: i32| {
            let (mut row, mut column) = (at / columns, at % columns);
            row = if code & 2 != 0 { rows - 1 - row } else { row };
            column = if code & 1 != 0 { columns - 1 - column } else { column };
            (if code & 4 != 0 { column * columns + row } else { row * columns + column }) as u32
        };
        (code & 4 == 0 || rows == columns).then(|| Some((0..rows * columns).map(from).collect()))
    });
    Some(Image { cells: cells.collect::<Option<_>>()?, swaps })
}

/// An image as a map of bits; every nonzero value is one bit, so this is all of it if it leaves nothing at nothing.
fn bit_map(game: &Game, image: &Image) -> Option<Map> {
    let of = |word: u64| game.pack(&game.image(image, &game.unpack(&[word]))).map(|packed| packed[0]);
    let single = |bit: u32| of(1 << bit).filter(|to| to.is_power_of_two());
    let to: Vec<u32> =
        (0..game.layout.bits as u32).map(|bit| single(bit).map(u64::trailing_zeros)).collect::<Option<_>>()?;
    (of(0)? == 0).then(|| Map::new(to.len() as u32, |bit| Some(to[bit as usize])))
}

impl SearchSpace for Cells {
    fn words(&self) -> usize {
        self.bits().div_ceil(64)
    }

    fn bits(&self) -> usize {
        self.form.bits + usize::from(self.form.exchange.is_none() || self.form.bits == 64)
    }

    fn mover(&self, key: &[u64]) -> Side {
        self.unfold(key).1
    }

    fn ends_early(&self) -> bool {
        false
    }

    fn is_acyclic(&self) -> bool {
        true
    }

    fn ending(&mut self, _: &[u64]) -> Result<Option<Ending>, Halted> {
        Ok(None)
    }

    fn stuck(&mut self, key: &[u64]) -> Result<Ending, Halted> {
        let mover = self.mover(key);
        Ok(Ending::Won(if self.form.convention == Convention::Misere { mover } else { mover.other() }))
    }

    fn stuck_may_win(&self) -> bool {
        self.form.convention == Convention::Misere
    }

    fn options(&mut self, key: &[u64], out: &mut Moves) -> Result<(), Halted> {
        let (word, mover) = self.unfold(key);
        let written = &self.form.written;
        written.each(word, mover, |after| {
            let moves = |side| i64::from(written.count(after, side));
            let (own, other) = (moves(mover), moves(mover.other()));
            let promise = if other == 0 { LAST } else { own - 2 * other };
            let promise = if self.form.convention == Convention::Misere { -promise } else { promise };
            let mark = ((word ^ after).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as u16;
            out.effects.push(Effect { gain: 0, turn: Turn::Passes, mark, promise });
            self.push(after, mover.other(), &mut out.keys);
        });
        Ok(())
    }

    fn winner(&self, key: &[u64]) -> Option<Side> {
        let (word, mover) = self.unfold(key);
        if self.form.convention == Convention::Normal { self.form.written.counted(word, mover) } else { None }
    }

    fn foreseen(&mut self, key: &[u64]) -> Option<Side> {
        let (word, mover) = self.unfold(key);
        let Form { written, images, .. } = &*self.form;
        self.cuts.as_mut()?.winner(cuts::Moves { written, images }, word, mover)
    }

    fn bytes(&self) -> u64 {
        self.cuts.as_ref().map_or(0, |cuts| cuts.bytes())
    }

    fn fork(&self) -> Option<Cells> {
        Some(Cells::over(self.form.clone()))
    }

    fn holds(&self, sum: &[Component]) -> bool {
        matches!(sum, [only] if only.game.id == self.form.game)
    }

    fn place(&mut self, sum: &[Component], mover: Side) -> Result<Vec<u64>, Halted> {
        let mut key = Vec::new();
        self.push(sum[0].packed[0], mover, &mut key);
        Ok(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::search::Search;
    use crate::outcome::search::goal::{FAR, Goal, LengthGoal, OutcomeGoal, Wdl, length};
    use crate::parts::Parts;
    use crate::work::Work;
    use grundy_answer::Unwatched;

    use std::collections::HashMap;

    fn start(file: &str, query: &str) -> Component {
        let world = grundy_kit::library(file);
        grundy_kit::position(&world, query).parts.remove(0)
    }

    /// Moves to the end, the winner hurrying: positive for the player to move, from the rules alone.
    fn plies(game: &Arc<Game>, word: u64, mover: Side, stuck: i64, memo: &mut HashMap<(u64, Side), i64>) -> i64 {
        if let Some(&known) = memo.get(&(word, mover)) {
            return known;
        }
        let moves = game.moves(&[word], mover).unwrap();
        let after = moves.iter().map(|(_, to)| -plies(game, to.parts[0].packed[0], mover.other(), stuck, memo));
        let best = after.max().map_or(stuck, |best| best - best.signum());
        memo.insert((word, mover), best);
        best
    }

    /// Every position of small boards, for either player, under both conventions: who wins, and after how many moves.
    #[test]
    fn every_small_position_is_decided_as_by_the_rules() {
        let (normal, misere) = ((Convention::Normal, -FAR), (Convention::Misere, FAR));
        for (file, query, (convention, stuck)) in [
            ("domineering", "Domineering(R=3, C=3)", normal),
            ("domineering", "Domineering(R=3, C=3)", misere),
            ("domineering", "Domineering(R=2, C=4)", normal),
            ("clobber", "Clobber(\"XO|OX|XO\")", misere),
            ("clobber", "Clobber(\"XOX|OXO\")", normal),
        ] {
            let start = start(file, query);
            let game = &start.game;
            let mut parts = Parts::default();
            let part = parts.intern(&start);
            let cells = Cells::new(game, parts.facts(part), convention);
            let mut cells = cells.unwrap();
            let (mut outcomes, mut lengths) =
                (Search::new(OutcomeGoal, &cells), Search::new(LengthGoal::on(&cells), &cells));
            let mut memo = HashMap::new();
            for word in (0..1u64 << game.layout.bits).filter(|&word| game.layout.holds(&game.shapes, &[word])) {
                for mover in [Side::Left, Side::Right] {
                    let here = Component { packed: grundy_run::Packed::from_slice(&[word]), ..start.clone() };
                    let key = cells.place(&[here], mover).unwrap();
                    let work = &mut Work::new(&Unwatched);
                    let truth = plies(game, word, mover, stuck, &mut memo);
                    let outcome = outcomes.exact(&mut cells, &key, 1, work).unwrap();
                    assert_eq!(Wdl::of_sign(outcome), Wdl::of_sign(truth), "{query} at {word:b}, {mover:?}");
                    let guess = lengths.goal().most();
                    let found = lengths.exact(&mut cells, &key, guess, work).unwrap();
                    assert_eq!(length(found), length(truth), "{query} at {word:b}, {mover:?}");
                }
            }
        }
    }

    /// A board of 64 cells has keys of two words; blocked, it is the small board that is left.
    #[test]
    fn the_largest_boards_are_like_small_ones() {
        // 3 x 3, 2 x 4 and 3 x 4: bench/boards.
        for (rows, columns, truth) in [(3, 3, [1, 1]), (2, 4, [-1, 1]), (3, 4, [-1, 1])] {
            let mut lines = vec![format!("{:#<8}", ".".repeat(columns)); rows];
            lines.resize(8, "########".to_string());
            let start = start("domineering", &format!("Domineering(\"{}\")", lines.join("|")));
            let mut parts = Parts::default();
            let part = parts.intern(&start);
            let mut cells = Cells::new(&start.game, parts.facts(part), Convention::Normal).unwrap();
            assert_eq!(cells.words(), 2);
            for (mover, truth) in [Side::Left, Side::Right].into_iter().zip(truth) {
                let mut search = Search::new(OutcomeGoal, &cells);
                let key = cells.place(std::slice::from_ref(&start), mover).unwrap();
                let found = search.exact(&mut cells, &key, 1, &mut Work::new(&Unwatched)).unwrap();
                assert_eq!(found, truth, "{rows} x {columns}, {mover:?}");
            }
        }
    }

    struct Threads(usize);

    impl grundy_answer::Watch for Threads {
        fn tick(&self, _: grundy_answer::Progress) -> Option<grundy_answer::Stop> {
            None
        }

        fn threads(&self) -> usize {
            self.0
        }

        fn outer(&self) -> Option<&dyn grundy_answer::Watch> {
            None
        }
    }

    /// Expected: bench/boards, and the class of 4 x 5 Domineering by Breuker, Uiterwijk and van den Herik (2000).
    #[test]
    fn any_number_of_threads_finds_the_same() {
        for (file, query, by_starter) in
            [("domineering", "Domineering(R=4, C=5)", [1, -1]), ("clobber", "Clobber(\"XOXO|OXOX|XOXO\")", [-1, -1])]
        {
            let start = start(file, query);
            let mut parts = Parts::default();
            let part = parts.intern(&start);
            for threads in [1, 2, 5] {
                let mut cells = Cells::new(&start.game, parts.facts(part), Convention::Normal).unwrap();
                for (mover, truth) in [Side::Left, Side::Right].into_iter().zip(by_starter) {
                    let mut search = Search { alone: 0, ..Search::new(OutcomeGoal, &cells) };
                    let key = cells.place(std::slice::from_ref(&start), mover).unwrap();
                    let found = search.exact(&mut cells, &key, 1, &mut Work::new(&Threads(threads))).unwrap();
                    assert_eq!(found, truth, "{query}, {threads} threads, {mover:?}");
                }
            }
        }
    }
}
