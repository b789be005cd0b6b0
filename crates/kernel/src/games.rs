//! The games of a certificate, numbered: those of the position first, then those that some move leads to; and one turn in
//! them. Positions are the same where the certificate says so and that is seen to hold: a position is the sum of its
//! parts, an image under a symmetry is the position itself.
//!
//! A split holds at all positions, which [`Moves::knows`] decides. A symmetry may hold by the moves met alone: what is listed
//! of a position is shown of each of its images too, by their own moves and endings ([`Games::images`]); where moves are
//! collected for sums, those of all images must be the same. By induction over the levels, or as long as play goes on, what
//! is proved of a position holds for its images then.

use crate::moves::{Likeness, Maker, Moves};
use grundy_rule::syntax::Mover;
use grundy_rule::{Convention, Uses, Verdict, VerdictResult, each_in_body};
use grundy_run::{
    Claimed, Component, Ending, Faulty, Flow, Game, Led, MOST_MAPS, Packed, Position, Reducer, Side, Stuck, generated,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A component of a game of the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The number of its game.
    pub game: u32,
    /// Its words.
    pub packed: Packed,
}

/// What a component falls into.
pub type Parts = SmallVec<[Part; 2]>;

/// What one move of a component leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// What the component becomes, in order.
    pub parts: Parts,
    /// Who moves then.
    pub mover: Side,
    /// Points for the player who moved.
    pub gain: i64,
}

/// The games met.
pub struct Games<'m> {
    entries: Vec<Entry>,
    numbers: FxHashMap<u64, u32>,
    make: &'m Maker<'m>,
}

struct Entry {
    game: Arc<Game>,
    convention: Convention,
    moves: Box<dyn Moves>,
    /// Takes positions apart, and to their least images.
    reducer: Reducer,
    /// Whether the maps of the reducer are known to be symmetries at every position.
    known: bool,
}

impl<'m> Games<'m> {
    /// The games of a position, in order of appearance; `make` makes their moves.
    pub fn of(position: &Position, make: &'m Maker<'m>) -> Games<'m> {
        let mut games = Games { entries: Vec::new(), numbers: FxHashMap::default(), make };
        for part in &position.parts {
            games.add(&part.game);
        }
        games
    }

    /// The number of a game, new or old.
    pub fn add(&mut self, game: &Arc<Game>) -> u32 {
        let next = self.entries.len() as u32;
        let number = *self.numbers.entry(game.id).or_insert(next);
        if number == next {
            self.entries.push(Entry {
                game: game.clone(),
                convention: Convention::of(&game.rules),
                moves: (self.make)(game),
                reducer: Reducer::new(game, None, &[], &[]),
                known: true,
            });
        }
        number
    }

    /// From now on takes positions of a game for one by these lines of its rules, or says why that cannot be.
    pub fn liken(&mut self, number: u32, lines: &[Likeness]) -> Result<(), String> {
        let entry = &mut self.entries[number as usize];
        let game = &entry.game;
        let (mut split, mut maps, mut known) = (None, Vec::new(), true);
        for &line in lines {
            match line {
                Likeness::Split(place) => {
                    let adjacency = game.adjacencies().ok().and_then(|all| all.into_iter().nth(place));
                    let adjacency = adjacency.filter(|_| split.is_none() && entry.moves.knows(line));
                    split = Some(adjacency.ok_or("a split that is not seen to hold")?);
                }
                Likeness::Symmetry(place) => match game.claimed_symmetries().into_iter().nth(place) {
                    Some(Claimed::Map(image)) if !image.swaps => {
                        known &= entry.moves.knows(line);
                        maps.push(image);
                    }
                    _ => return Err("not a symmetry that leaves the players in their places".to_string()),
                },
            }
        }
        let images = generated(&maps);
        // Fewer are a group: then the least image of a position is one of its images, and the position one of the least's.
        if images.len() + 1 >= MOST_MAPS {
            return Err("too many symmetries".to_string());
        }
        entry.reducer = Reducer::new(game, split.as_ref(), &images, &[]);
        entry.known = known;
        Ok(())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// One of them.
    pub fn game(&self, number: u32) -> &Arc<Game> {
        &self.entries[number as usize].game
    }

    /// How its play ends.
    pub fn convention(&self, number: u32) -> Convention {
        self.entries[number as usize].convention
    }

    /// Whether points decide some game.
    pub fn scores(&self) -> bool {
        let scores = |verdict: &Verdict| matches!(verdict.result, VerdictResult::Score(_));
        self.entries.iter().any(|entry| entry.game.rules.verdicts.iter().any(scores))
    }

    /// Whether both players have the same moves at every position of every game: no move belongs to a player, and none asks
    /// who moves.
    pub fn are_impartial(&self) -> bool {
        self.entries.iter().all(|entry| {
            let rules = &entry.game.rules;
            rules.moves.iter().all(|of| {
                let mut asks = of.mover != Mover::Either;
                let mut look = |expr: &grundy_rule::Expr| asks |= Uses::of(expr, &rules.defs).mover;
                of.binders.iter().for_each(|binder| look(binder.source.expr()));
                of.guard.iter().for_each(&mut look);
                each_in_body(&of.body, &mut |_| {}, &mut look);
                !asks
            })
        })
    }

    /// A part as a component again.
    pub fn component(&self, part: &Part) -> Component {
        Component { game: self.game(part.game).clone(), packed: part.packed.clone() }
    }

    /// What a component falls into, each part as its least image; `Err` with a game that is not in the list.
    pub fn land(&self, component: &Component, parts: &mut Parts) -> Result<(), Arc<Game>> {
        let number = self.numbers.get(&component.game.id).ok_or_else(|| component.game.clone())?;
        self.reduce(*number, &component.packed, &mut Vec::new(), parts);
        Ok(())
    }

    /// Adds what a position falls into, each part as its least image; `words` is room for that.
    fn reduce(&self, game: u32, packed: &[u64], words: &mut Vec<u64>, parts: &mut Parts) {
        let entry = &self.entries[game as usize];
        if entry.reducer.is_identity() {
            return parts.push(Part { game, packed: Packed::from_slice(packed) });
        }
        words.clear();
        entry.reducer.reduce(packed, words);
        for packed in words.chunks_exact(packed.len()) {
            parts.push(Part { game, packed: Packed::from_slice(packed) });
        }
    }

    /// The positions at which everything that is said of a part has to be shown: itself, and its images unless the
    /// symmetries are known.
    pub fn images(&self, part: &Part) -> SmallVec<[Part; 2]> {
        let Entry { reducer, known, .. } = &self.entries[part.game as usize];
        let mut all = SmallVec::from_iter([part.clone()]);
        if !known {
            let image = |packed: &[u64]| all.push(Part { game: part.game, packed: Packed::from_slice(packed) });
            reducer.each_image(&part.packed, image);
            all.dedup();
        }
        all
    }

    /// Calls `visit` with every move of `mover` in a component, in order, until it stops, if all images have the same.
    pub fn each_option(&self, part: &Part, mover: Side, visit: &mut dyn FnMut(&Step) -> Flow) -> Result<(), String> {
        let images = self.images(part);
        if images.len() == 1 {
            return self.each(part, mover, 0, visit);
        }
        let mut options: Vec<Vec<Step>> = vec![Vec::new(); images.len()];
        for (at, options) in images.iter().zip(&mut options) {
            self.each(at, mover, 0, &mut |option| {
                options.push(option.clone());
                Flow::On
            })?;
        }
        let sorted = |options: &Vec<Step>| options.iter().cloned().collect::<BTreeSet<Step>>();
        let here = sorted(&options[0]);
        if options[1..].iter().any(|options| sorted(options) != here) {
            return Err("a symmetry does not carry its moves onto moves".to_string());
        }
        let _ = options[0].iter().find(|option| visit(option) == Flow::Stop);
        Ok(())
    }

    /// What one move leads to, counted from 0, if all images have its like.
    pub fn option(&self, part: &Part, mover: Side, number: u64) -> Result<Option<Step>, String> {
        let mut found = None;
        self.each(part, mover, number, &mut |option| {
            found = Some(option.clone());
            Flow::Stop
        })?;
        let Some(option) = &found else { return Ok(None) };
        for image in &self.images(part)[1..] {
            let mut has = false;
            self.each(image, mover, 0, &mut |other| {
                has = other == option;
                if has { Flow::Stop } else { Flow::On }
            })?;
            if !has {
                return Err("a symmetry does not carry its moves onto moves".to_string());
            }
        }
        Ok(found)
    }

    /// The words that the moves of Left lead to, if all that a move does is to lead to one position of one word that is
    /// taken for no other, and to pass the turn; nothing if some move does more, or if that is not known.
    pub fn words_led_to<'w>(&self, part: &Part, into: &'w mut Vec<u64>) -> Option<&'w [u64]> {
        let alone = self.entries[part.game as usize].reducer.is_identity();
        let &[word] = &part.packed[..] else { return None };
        let count = if alone { self.moves(part).words_led_to(word, Side::Left, into)? } else { return None };
        into.get(..count)
    }

    /// Calls `visit` with the moves at one position but the first `skip`, in order, until it stops.
    pub fn each(
        &self,
        part: &Part,
        mover: Side,
        mut skip: u64,
        visit: &mut dyn FnMut(&Step) -> Flow,
    ) -> Result<(), String> {
        let mut step = Step { parts: Parts::new(), mover, gain: 0 };
        let (mut unlisted, mut words) = (None, Vec::new());
        let made = self.moves(part).each(&part.packed, mover, &mut |led, gain, turn| {
            if skip > 0 {
                skip -= 1;
                return Flow::On;
            }
            step.parts.clear();
            match led {
                Led::Words(to) => self.reduce(part.game, to, &mut words, &mut step.parts),
                Led::Components(all) => {
                    for component in &all {
                        if let Err(game) = self.land(component, &mut step.parts) {
                            unlisted = Some(format!("a move leads to {}, a game that is not listed", game.rules.name));
                            return Flow::Stop;
                        }
                    }
                }
            }
            step.parts.sort_unstable();
            step.mover = turn.next(mover);
            step.gain = gain;
            visit(&step)
        });
        told(made)?;
        unlisted.map_or(Ok(()), Err)
    }

    /// The text of a move, counted from 0.
    pub fn move_text(&self, part: &Part, mover: Side, number: u64) -> String {
        let game = self.game(part.game);
        let moves = game.moves(&part.packed, mover).unwrap_or_default();
        moves.get(number as usize).map_or_else(|| format!("move {number}"), |(one, _)| game.move_text(one))
    }

    /// Whether nobody can move in a part: then it adds nothing to a sum that ends when every part is stuck.
    pub fn is_dead(&self, part: &Part) -> Result<bool, String> {
        let mut alive = false;
        for mover in [Side::Left, Side::Right] {
            self.each_option(part, mover, &mut |_| {
                alive = true;
                Flow::Stop
            })?;
        }
        Ok(!alive)
    }

    /// How a component that is the whole game has ended before anybody looks for a move.
    pub fn ended(&self, part: &Part, mover: Side) -> Result<Option<Ending>, String> {
        match self.convention(part.game) {
            Convention::Own => told(self.moves(part).ending(&part.packed, mover, Stuck::No)),
            _ => Ok(None),
        }
    }

    /// How play for ever through a component that is the whole game ends.
    pub fn forever(&self, part: &Part, mover: Side) -> Result<Ending, String> {
        told(self.moves(part).forever(&part.packed, mover))
    }

    /// How the game has ended where nobody can move in any part.
    pub fn stuck(&self, convention: Convention, parts: &[Part], mover: Side) -> Result<Ending, String> {
        let ending = |part: &Part| told(self.moves(part).ending(&part.packed, mover, Stuck::Yes));
        match (convention, parts) {
            (Convention::Normal, _) => Ok(Ending::Won(mover.other())),
            (Convention::Misere, _) => Ok(Ending::Won(mover)),
            (Convention::Own, [only]) => ending(only)?.ok_or_else(|| "a stuck position has no verdict".to_string()),
            (Convention::Own, _) => Err("a game with verdicts of its own is no sum".to_string()),
            (Convention::Score, parts) => {
                let mut points = 0i64;
                for part in parts {
                    // Points that are undefined are not added.
                    let said = ending(part)?;
                    if self.images(part)[1..].iter().any(|image| ending(image) != Ok(said)) {
                        return Err("a symmetry does not keep how play ends".to_string());
                    }
                    if let Some(Ending::Scored(more)) = said {
                        points = points.saturating_add(more);
                    }
                }
                Ok(Ending::Scored(points))
            }
        }
    }

    fn moves(&self, part: &Part) -> &dyn Moves {
        &*self.entries[part.game as usize].moves
    }
}

fn told<T>(result: Faulty<T>) -> Result<T, String> {
    result.map_err(|diagnostic| format!("[{}] {}", diagnostic.code, diagnostic.cause))
}
