//! Games in which cells only lose what they hold: a move asks that certain cells hold certain things, changes some of
//! these cells or empties others, and asks for nothing else. The moves are written out once, as masks.
//!
//! Why it is sound. The explicit game shows it: every thing that a cell may hold is one bit of the packed position, an empty
//! cell has none. A move is legal exactly if all bits that it needs are set; it puts something only in cells of which it needs
//! something, so an empty cell stays empty for ever.
//!
//! From the masks alone: let everything that can ever be there grow from what is there by all moves of both players,
//! nothing being taken. A move that then lacks something is never made again, and a cell needed by no other
//! move may be emptied. (In planning this is the delete relaxation: Bonet and Geffner, Planning as heuristic search, 2001.)

use crate::grundy::taking::lattice::Map;
use grundy_explicit::Explicit;
use grundy_run::{Game, Shape, Side};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

/// The written-out moves of a game of at most 64 bits.
pub struct Written {
    families: [Vec<Family>; 2],
    /// Whether some move puts something somewhere.
    puts: bool,
}

/// What becomes of the players when a position is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// They stay.
    Stay,
    /// They change places.
    Change,
}

/// One move: what must be there, what goes, what comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rewrite {
    need: u64,
    take: u64,
    put: u64,
}

/// Moves that are shifts of one another: the first bit of any of them is bit 0 here.
struct Family {
    /// By how much.
    shifts: u64,
    needs: SmallVec<[u8; 4]>,
    takes: SmallVec<[u8; 4]>,
    one: Rewrite,
}

/// What is left of a part and where its moves are, shifted to the first bit: moves only take, so parts that agree in this are
/// the same game.
pub type PartShape = SmallVec<[u64; 4]>;

impl Family {
    /// The shifts at which the move is legal.
    #[inline]
    fn legal(&self, word: u64) -> u64 {
        self.needs.iter().fold(self.shifts, |legal, need| legal & word >> need)
    }

    /// Its moves.
    fn each(&self) -> impl Iterator<Item = Rewrite> {
        let Rewrite { need, take, put } = self.one;
        bits(self.shifts).map(move |shift| Rewrite { need: need << shift, take: take << shift, put: put << shift })
    }

    /// What those of the legal moves need that need some of these cells.
    #[inline]
    fn meeting(&self, cells: u64, legal: u64) -> u64 {
        let meeting = legal & self.needs.iter().fold(0, |meeting, need| meeting | cells >> need);
        self.needs.iter().fold(0, |needed, need| needed | meeting << need)
    }

    #[inline]
    fn after(&self, word: u64, shift: u32) -> u64 {
        word & !(self.one.take << shift) | self.one.put << shift
    }
}

impl Written {
    /// The written-out form of a game, if its rules are seen to have one.
    pub fn of(game: &Game) -> Option<Written> {
        if !(1..=64).contains(&game.layout.bits) || game.layout.words() != 1 {
            return None;
        }
        let cells = cells(game)?;
        let explicit = Explicit::shared(game).ok()?;
        let mut all = [BTreeSet::new(), BTreeSet::new()];
        for (moves, all) in explicit.moves.iter().zip(&mut all) {
            for one in moves {
                let masks = one.rewrite()?;
                let (need, put) = (masks.ones[0], masks.put[0]);
                let whole = cells.iter().filter(|cell| *cell & need != 0).fold(0, |whole, cell| whole | cell);
                // That a cell holds nothing else is no news where it holds something.
                if need == 0 || (masks.zeros[0] | put) & !whole != 0 {
                    return None;
                }
                all.insert(Rewrite { need, take: masks.take[0] | put, put });
            }
        }
        let puts = all.iter().flatten().any(|one| one.put != 0);
        Some(Written { families: all.each_ref().map(families), puts })
    }

    /// Whether every move leaves fewer things than there were, so that play ends.
    pub fn falls(&self) -> bool {
        let falls = |one: &Rewrite| (one.need & one.take & !one.put).count_ones() > (one.put & !one.need).count_ones();
        self.families.iter().flatten().all(|family| falls(&family.one))
    }

    /// Whether a map carries the moves of each player exactly onto his own, or onto the other's: then a position and its
    /// image, the players staying or changing places, are the same.
    pub fn carries(&self, map: &Map, players: Players) -> bool {
        let moves = |side: usize| self.families[side].iter().flat_map(Family::each);
        let image = |one: Rewrite| Rewrite { need: map.of(one.need), take: map.of(one.take), put: map.of(one.put) };
        (0..2).all(|side| {
            let to = if players == Players::Change { 1 - side } else { side };
            moves(side).map(image).collect::<BTreeSet<_>>() == moves(to).collect()
        })
    }

    /// How many moves a player has.
    #[inline]
    pub fn count(&self, word: u64, side: Side) -> u32 {
        self.families[side as usize].iter().map(|family| family.legal(word).count_ones()).sum()
    }

    /// Calls `visit` with what each move of a player leads to.
    #[inline]
    pub fn each(&self, word: u64, side: Side, mut visit: impl FnMut(u64)) {
        for family in &self.families[side as usize] {
            let mut legal = family.legal(word);
            while legal != 0 {
                visit(family.after(word, legal.trailing_zeros()));
                legal &= legal - 1;
            }
        }
    }

    /// Who wins under normal play where counting shows it, in games that only take. A move is safe if nothing that it needs
    /// can be taken by the other player; safe moves that leave each other alone can all be made. The other player's
    /// moves each take some of what these moves need, so there are only so many. (Bullock, Domineering: solving large
    /// combinatorial search spaces, 2002, has such bounds for one game.)
    pub fn counted(&self, word: u64, mover: Side) -> Option<Side> {
        if self.puts {
            return None;
        }
        let other = mover.other();
        if self.safe(word & !self.taken(word, other), mover) > self.most(word, other)? {
            return Some(mover);
        }
        (self.safe(word & !self.taken(word, mover), other) >= self.most(word, mover)?).then_some(other)
    }

    /// What the moves of a player may take.
    fn taken(&self, word: u64, side: Side) -> u64 {
        let mut taken = 0;
        for family in &self.families[side as usize] {
            let legal = family.legal(word);
            taken = family.takes.iter().fold(taken, |taken, take| taken | legal << take);
        }
        taken
    }

    /// Whether every move takes only of what it needs, and puts nothing: it is made within the cells that it needs.
    pub fn stays_within_needs(&self) -> bool {
        let families = self.families.iter().flatten();
        !self.puts && families.map(|family| family.one).all(|one| one.take & !one.need == 0)
    }

    /// The cells that moves of these players join to `from`, in games whose moves stay within what they need.
    pub fn joined(&self, word: u64, from: u64, sides: &[Side]) -> u64 {
        let families = || sides.iter().flat_map(|&side| &self.families[side as usize]);
        let legal: SmallVec<[u64; 8]> = families().map(|family| family.legal(word)).collect();
        let mut all = from;
        loop {
            let before = all;
            for (family, legal) in families().zip(&legal) {
                all |= family.meeting(all, *legal);
            }
            if all == before {
                return all;
            }
        }
    }

    /// All that moves need that need some of these cells.
    pub fn touched(&self, word: u64, cells: u64, side: Side) -> u64 {
        let families = self.families[side as usize].iter();
        families.fold(0, |touched, family| touched | family.meeting(cells, family.legal(word)))
    }

    /// What a part is, wherever it lies.
    pub fn shape(&self, part: u64) -> PartShape {
        let down = part.trailing_zeros();
        let mut shape = PartShape::new();
        shape.push(part >> down);
        for family in self.families.iter().flatten() {
            shape.push(family.legal(part) >> down);
        }
        shape
    }

    /// A player makes no more moves than this; nothing is known where a move leaves all that it needs.
    fn most(&self, word: u64, side: Side) -> Option<u32> {
        let (mut needed, mut least) = (0, u32::MAX);
        for family in &self.families[side as usize] {
            let legal = family.legal(word);
            needed = family.needs.iter().fold(needed, |needed, need| needed | legal << need);
            least = least.min((family.one.need & family.one.take).count_ones());
        }
        (least > 0).then(|| u64::count_ones(needed) / least)
    }

    /// So many moves, one after the other, can all be made of this alone.
    fn safe(&self, word: u64, side: Side) -> u32 {
        let (mut needed, mut taken, mut count) = (0u64, 0u64, 0);
        for family in &self.families[side as usize] {
            let mut legal = family.legal(word);
            while legal != 0 {
                let shift = legal.trailing_zeros();
                let (need, take) = (family.one.need << shift, family.one.take << shift);
                if need & taken == 0 && take & needed == 0 {
                    (needed, taken, count) = (needed | need, taken | take, count + 1);
                }
                legal &= legal - 1;
            }
        }
        count
    }

    /// The position without the cells that no move needs, now or later.
    #[inline]
    pub fn live(&self, word: u64) -> u64 {
        let mut ever = word;
        loop {
            let (mut needed, mut grown) = (0, ever);
            for family in self.families.iter().flatten() {
                let legal = family.legal(ever);
                needed = family.needs.iter().fold(needed, |needed, need| needed | legal << need);
                if self.puts && legal != 0 {
                    let mut puts = family.one.put;
                    while puts != 0 {
                        grown |= legal << puts.trailing_zeros();
                        puts &= puts - 1;
                    }
                }
            }
            if grown == ever {
                return word & needed;
            }
            ever = grown;
        }
    }
}

fn families(moves: &BTreeSet<Rewrite>) -> Vec<Family> {
    let mut shifts: BTreeMap<Rewrite, u64> = BTreeMap::new();
    for &Rewrite { need, take, put } in moves {
        let first = (need | take | put).trailing_zeros();
        let one = Rewrite { need: need >> first, take: take >> first, put: put >> first };
        *shifts.entry(one).or_default() |= 1 << first;
    }
    let family = |(one, shifts): (Rewrite, u64)| Family {
        shifts,
        needs: bits(one.need).collect(),
        takes: bits(one.take).collect(),
        one,
    };
    shifts.into_iter().map(family).collect()
}

fn bits(mut word: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as u8);
        word &= word.wrapping_sub(1);
        bit
    })
}

/// The bits of each cell: sets, and arrays of at most three values each, in which every value but the first is one bit.
fn cells(game: &Game) -> Option<Vec<u64>> {
    let mut cells = Vec::new();
    for (shape, place) in game.shapes.iter().zip(&game.layout.places) {
        match shape {
            Shape::One(_) => return None,
            Shape::Array(_, values) if !(1..=3).contains(&values.len()) => return None,
            Shape::Array(..) | Shape::Set(_) => cells.extend(
                (0..place.count)
                    .map(|index| (0..place.width as usize).fold(0u64, |cell, bit| cell | 1 << place.bit(index, bit))),
            ),
        }
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rule::{check_position, parse_expression};
    use grundy_run::position;
    use std::sync::Arc;

    fn game(text: &str, query: &str) -> Arc<Game> {
        let world = grundy_kit::world(text);
        grundy_kit::position(&world, query).parts[0].game.clone()
    }

    fn library(name: &str, query: &str) -> Arc<Game> {
        game(&grundy_kit::library_text(name), query)
    }

    /// Moves by interpretation, as a set.
    fn options(game: &Arc<Game>, word: u64, side: Side) -> BTreeSet<u64> {
        game.moves(&[word], side).unwrap().into_iter().map(|(_, to)| to.parts[0].packed[0]).collect()
    }

    /// On every position of small boards: the moves are those of the rules, and what is dropped never mattered, which
    /// is seen by dropping it before each move of any play.
    #[test]
    fn masks_make_the_moves_of_the_rules() {
        let striped = "game Striped\n  param R = 2, C = 3\n  state free: set of grid(R, C) = all\n  \
            left move corner(c in free) if c + (1, 0) in free: free -= {c, c + (1, 0), c + (0, 1)}\n  \
            right move row(r in 0..R-1) if all(k in 0..C-1: (r, k) in free): free -= {k in 0..C-1: (r, k)}\n";
        for game in [
            library("domineering", "Domineering(R=3, C=3)"),
            library("domineering", "Domineering(R=2, C=5)"),
            library("clobber", "Clobber(\"XOX|OXO\")"),
            library("clobber", "Clobber(\"XOXOX\")"),
            game(striped, "Striped(R=3, C=3)"),
        ] {
            let written = Written::of(&game).unwrap_or_else(|| panic!("{}", game.rules.name));
            for word in (0..1u64 << game.layout.bits).filter(|&word| game.layout.holds(&game.shapes, &[word])) {
                for side in [Side::Left, Side::Right] {
                    let mut found = BTreeSet::new();
                    written.each(word, side, |after| {
                        found.insert(after);
                    });
                    assert_eq!(found, options(&game, word, side), "{} at {word:b}", game.rules.name);
                    assert!(written.count(word, side) as usize >= found.len());
                    let lived = |words: BTreeSet<u64>| -> BTreeSet<u64> {
                        words.into_iter().map(|word| written.live(word)).collect()
                    };
                    assert_eq!(lived(found), lived(options(&game, written.live(word), side)), "{word:b}");
                }
            }
        }
    }

    #[test]
    fn other_rules_are_refused() {
        for (name, query) in [
            ("konane", "Konane(\"XO.|OX.\")"),
            ("toads-and-frogs", "ToadsAndFrogs(\"T.F\")"),
            ("snort", "Snort(\"...\")"),
        ] {
            let world = grundy_kit::library(name);
            let expression = parse_expression(query, 1 << 10).unwrap();
            let Ok(closed) = check_position(&expression, &[&world.modules()[0]]) else { panic!("{query}") };
            let Ok(start) = position(&world, 0, &closed) else { panic!("{query}") };
            assert!(Written::of(&start.parts[0].game).is_none(), "{name}");
        }
    }

    #[test]
    fn stones_that_nobody_can_reach_are_dropped() {
        let game = library("clobber", "Clobber(\"XXXOX\")");
        let written = Written::of(&game).unwrap();
        let word = |text: &str| {
            let plane = |stone| text.chars().rev().fold(0u64, |plane, c| plane << 1 | u64::from(c == stone));
            plane('X') | plane('O') << 5
        };
        assert_eq!(written.live(word("XX.OX")), word("...OX"));
        assert_eq!(written.live(word("XXOX.")), word("XXOX."), "the left stone may be reached");
        assert_eq!(written.live(word("XXX.O")), 0);
    }
}
