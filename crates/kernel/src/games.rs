//! The games of a certificate, numbered: those of the position first, then those that some move leads to; and one turn in
//! them. Positions are the same where the certificate says so and that is seen to hold: a position is the sum of its
//! parts, an image under a symmetry is the position itself.
//!
//! A split holds at all positions, which [`Moves::knows`] decides. A symmetry may hold by the moves met alone: wherever moves
//! or endings of a listed position are asked for, those of all its images are made too and must be the same. By induction
//! over the levels, or as long as play goes on, what is proved of a position holds for its images then.

use crate::moves::{Led, Likeness, Maker, Moves};
use grundy_rule::syntax::Mover;
use grundy_rule::{Convention, Uses, Verdict, VerdictResult, each_in_body};
use grundy_run::{
    Claimed, Component, Ending, Faulty, Flow, Game, Image, MOST_MAPS, Packed, Position, Reducer, Side, Stuck, Turn,
    generated,
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
    /// The maps under which moves and endings have to be compared: all that the listed symmetries generate.
    images: Vec<Image>,
    reducer: Reducer,
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
                images: Vec::new(),
                reducer: Reducer::new(game, None, &[], &[]),
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
        entry.images = if known { Vec::new() } else { images };
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

    /// Whether two parts are the same position: where one may stand for its images they need not be.
    pub fn are_same(&self, one: &Part, other: &Part) -> bool {
        one == other && !self.entries[one.game as usize].reducer.has_images()
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
            return parts.push(Part { game, packed: packed.into() });
        }
        words.clear();
        entry.reducer.reduce(packed, words);
        parts.extend(words.chunks_exact(packed.len()).map(|packed| Part { game, packed: packed.into() }));
    }

    /// Calls `visit` with every move of `mover` in a component, in order, until it stops.
    pub fn each_option(&self, part: &Part, mover: Side, visit: &mut dyn FnMut(&Step) -> Flow) -> Result<(), String> {
        if self.entries[part.game as usize].images.is_empty() {
            return self.each_at(part.game, &part.packed, mover, 0, visit);
        }
        let collected = |packed: &[u64]| {
            let mut options = Vec::new();
            self.each_at(part.game, packed, mover, 0, &mut |option| {
                options.push(option.clone());
                Flow::On
            })?;
            Ok::<_, String>(options)
        };
        let options = collected(&part.packed)?;
        let here: BTreeSet<&Step> = options.iter().collect();
        for image in self.images(part) {
            if collected(&image)?.iter().collect::<BTreeSet<&Step>>() != here {
                return Err("a symmetry does not carry its moves onto moves".to_string());
            }
        }
        let _ = options.iter().find(|option| visit(option) == Flow::Stop);
        Ok(())
    }

    /// What one move leads to, counted from 0.
    pub fn option(&self, part: &Part, mover: Side, number: u64) -> Result<Option<Step>, String> {
        let mut found = None;
        self.each_at(part.game, &part.packed, mover, number, &mut |option| {
            found = Some(option.clone());
            Flow::Stop
        })?;
        let Some(option) = &found else { return Ok(None) };
        for image in self.images(part) {
            let mut has = false;
            self.each_at(part.game, &image, mover, 0, &mut |other| {
                has = other == option;
                if has { Flow::Stop } else { Flow::On }
            })?;
            if !has {
                return Err("a symmetry does not carry its moves onto moves".to_string());
            }
        }
        Ok(found)
    }

    /// Calls `visit` with the moves at one position but the first `skip`.
    fn each_at(
        &self,
        game: u32,
        packed: &[u64],
        mover: Side,
        mut skip: u64,
        visit: &mut dyn FnMut(&Step) -> Flow,
    ) -> Result<(), String> {
        let mut step = Step { parts: Parts::new(), mover, gain: 0 };
        let (mut unlisted, mut words) = (None, Vec::new());
        let made = self.entries[game as usize].moves.each(packed, mover, &mut |led, gain, turn| {
            if skip > 0 {
                skip -= 1;
                return Flow::On;
            }
            step.parts.clear();
            match led {
                Led::Words(to) => self.reduce(game, to, &mut words, &mut step.parts),
                Led::Components(all) => {
                    for component in all {
                        if let Err(game) = self.land(component, &mut step.parts) {
                            unlisted = Some(format!("a move leads to {}, a game that is not listed", game.rules.name));
                            return Flow::Stop;
                        }
                    }
                }
            }
            step.parts.sort_unstable();
            step.mover = if turn == Turn::Stays { mover } else { mover.other() };
            step.gain = gain;
            visit(&step)
        });
        told(made)?;
        unlisted.map_or(Ok(()), Err)
    }

    /// The images of a position under which everything has to be compared.
    fn images(&self, part: &Part) -> Vec<Packed> {
        let Entry { game, images, .. } = &self.entries[part.game as usize];
        if images.is_empty() {
            return Vec::new();
        }
        let state = game.unpack(&part.packed);
        let image = |image| game.pack(&game.image(image, &state)).expect("an image of a position is one");
        images.iter().map(image).collect()
    }

    /// The text of a move, counted from 0.
    pub fn move_text(&self, part: &Part, mover: Side, number: u64) -> String {
        let (mut count, mut text) = (0, format!("move {number}"));
        let _ = self.game(part.game).each_move(&part.packed, mover, &mut |one, _| {
            if count == number {
                text = self.game(part.game).move_text(&one);
                return Flow::Stop;
            }
            count += 1;
            Flow::On
        });
        text
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
            Convention::Own => self.agreed(part, |moves, packed| moves.ending(packed, mover, Stuck::No)),
            _ => Ok(None),
        }
    }

    /// How play for ever through a component that is the whole game ends.
    pub fn forever(&self, part: &Part, mover: Side) -> Result<Ending, String> {
        self.agreed(part, |moves, packed| moves.forever(packed, mover))
    }

    /// How the game has ended where nobody can move in any part.
    pub fn stuck(&self, convention: Convention, parts: &[Part], mover: Side) -> Result<Ending, String> {
        let ending = |part: &Part| self.agreed(part, |moves, packed| moves.ending(packed, mover, Stuck::Yes));
        match (convention, parts) {
            (Convention::Normal, _) => Ok(Ending::Won(mover.other())),
            (Convention::Misere, _) => Ok(Ending::Won(mover)),
            (Convention::Own, [only]) => ending(only)?.ok_or_else(|| "a stuck position has no verdict".to_string()),
            (Convention::Own, _) => Err("a game with verdicts of its own is no sum".to_string()),
            (Convention::Score, parts) => {
                let mut points = 0i64;
                for part in parts {
                    match ending(part)? {
                        Some(Ending::Scored(more)) => points = points.saturating_add(more),
                        _ => return Err("a stuck part has no points".to_string()),
                    }
                }
                Ok(Ending::Scored(points))
            }
        }
    }

    /// What is said of a position, if the same is said of its images.
    fn agreed<T: PartialEq>(&self, part: &Part, say: impl Fn(&dyn Moves, &[u64]) -> Faulty<T>) -> Result<T, String> {
        let moves = &*self.entries[part.game as usize].moves;
        let said = told(say(moves, &part.packed))?;
        for image in self.images(part) {
            if told(say(moves, &image))? != said {
                return Err("a symmetry does not keep how play ends".to_string());
            }
        }
        Ok(said)
    }
}

fn told<T>(result: Faulty<T>) -> Result<T, String> {
    result.map_err(|diagnostic| format!("[{}] {}", diagnostic.code, diagnostic.cause))
}
