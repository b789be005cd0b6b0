//! Proof numbers, depth first: can one player force a win? Every position has two numbers, how many positions must at
//! least be won for him to prove it and lost to refute it; the search always goes where the least is missing, so it
//! follows threats to which few answers are left. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002; thresholds
//! with a margin: Pawlewicz and Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2007; the weak sum, the greatest
//! number and one for each other option, where positions are reached in many ways: Ueda, Hashimoto, Hashimoto and Iida,
//! "Weak proof-number search", 2008.
//!
//! A number is 0 only where the question is settled, whatever was left out on the way; so an answer does not depend on
//! what the numbers of other positions are guessed to be.

use crate::outcome::search::goal::Wdl;
use crate::outcome::search::space::{Glance, Moves, SearchSpace};
use crate::work::{Halted, Work};
use grundy_run::{Ending, Side};
use rustc_hash::FxHashMap;

/// Words of a key, at most.
pub const WORDS: usize = 2;

/// What is missing to prove and to refute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    refutation: u32,
}

/// Never: more than any sum of numbers.
const NEVER: u32 = 1 << 28;

const PROVED: Numbers = Numbers { proof: 0, refutation: NEVER };
const REFUTED: Numbers = Numbers { proof: NEVER, refutation: 0 };
const NEW: Numbers = Numbers { proof: 1, refutation: 1 };

type Key = [u64; WORDS];

/// Bytes of an entry of the table, with the room it keeps free.
const ENTRY: u64 = 2 * (size_of::<(Key, Numbers)>() as u64 + 1);

/// What is known of the wins of one player.
pub struct Proof {
    player: Side,
    table: FxHashMap<Key, Numbers>,
    moves: Moves,
    /// Options of the positions on the path, one position after the other.
    options: Vec<(Key, Numbers)>,
    nodes: u64,
}

/// What a search for a proof came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The player wins.
    Proved,
    /// He does not.
    Refuted,
    /// Not yet, and a proof seems nearer than a refutation.
    Promising,
    /// Not yet.
    Open,
}

impl Proof {
    /// Nothing is known of a player's wins.
    pub fn of(player: Side) -> Proof {
        Proof { player, table: FxHashMap::default(), moves: Moves::default(), options: Vec::new(), nodes: 0 }
    }

    /// How many positions were opened.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.table.capacity() as u64 * ENTRY
    }

    /// Whether the player wins a position, as far as `most` more positions tell. Play must end, and soon: the search goes
    /// as deep as play is long.
    pub fn search<G: SearchSpace>(
        &mut self,
        space: &mut G,
        key: &[u64],
        most: u64,
        work: &mut Work,
    ) -> Result<Found, Halted> {
        let key = whole(key);
        let numbers = match self.known(space, &key)? {
            Some(known) if known.proof == 0 || known.refutation == 0 => known,
            _ => {
                self.options.clear();
                let limits = Limits { nodes: self.nodes + most, bytes: work.watch().table_bytes() / 8 };
                self.open(space, &key, Numbers { proof: NEVER, refutation: NEVER }, &limits, work)?
            }
        };
        Ok(match numbers {
            Numbers { proof: 0, .. } => Found::Proved,
            Numbers { refutation: 0, .. } => Found::Refuted,
            Numbers { proof, refutation } if refutation >= proof + proof / 4 => Found::Promising,
            _ => Found::Open,
        })
    }

    /// What the table or the position itself says.
    fn known<G: SearchSpace>(&self, space: &mut G, key: &Key) -> Result<Option<Numbers>, Halted> {
        if let Some(known) = self.table.get(key) {
            return Ok(Some(*known));
        }
        let key = &key[..space.words()];
        let mover = space.mover(key);
        let won = match space.glance(key) {
            Glance::Wins => Some(mover),
            Glance::Loses => Some(mover.other()),
            Glance::Open => space.winner(key),
        };
        let ending = match won {
            Some(side) => Some(Ending::Won(side)),
            None if space.ends_early() => space.ending(key)?,
            None => None,
        };
        Ok(ending.map(|ending| self.over(ending)))
    }

    fn over(&self, ending: Ending) -> Numbers {
        if Wdl::of(ending, self.player) == Wdl::Win { PROVED } else { REFUTED }
    }

    /// The numbers of a position that is not over, once one of them has reached its threshold.
    fn open<G: SearchSpace>(
        &mut self,
        space: &mut G,
        key: &Key,
        until: Numbers,
        limits: &Limits,
        work: &mut Work,
    ) -> Result<Numbers, Halted> {
        self.nodes += 1;
        if work.tick(self.nodes, self.bytes() + space.bytes()) {
            return Err(work.halted());
        }
        let words = space.words();
        let view = if space.mover(&key[..words]) == self.player { View::Own } else { View::Other };
        let first = self.options.len();
        self.moves.keys.clear();
        self.moves.effects.clear();
        space.options(&key[..words], &mut self.moves)?;
        if self.moves.effects.is_empty() {
            let numbers = self.over(space.stuck(&key[..words])?);
            self.table.insert(*key, numbers);
            return Ok(numbers);
        }
        for at in 0..self.moves.effects.len() {
            let option = whole(&self.moves.keys[at * words..][..words]);
            let numbers = self.known(space, &option)?.unwrap_or(NEW);
            self.options.push((option, numbers));
        }
        let numbers = loop {
            let sight = view.sight(&self.options[first..]);
            let here = view.numbers(sight.least, sight.other);
            let (most, most_other) = view.seen(until);
            let settled = sight.least == 0 || sight.other == 0;
            if settled || sight.least >= most || sight.other >= most_other || limits.are_reached(self) {
                break here;
            }
            let (chosen, numbers) = self.options[first + sight.at];
            let (least, other) = view.seen(numbers);
            // A quarter more than the next best asks for, so that the search does not go to and fro.
            let margin = sight.second.saturating_add(sight.second / 4).max(sight.second.saturating_add(1));
            let least = most.min(margin).max(least + 1);
            let other = (most_other - sight.other).saturating_add(other).min(NEVER).max(other + 1);
            let found = match self.table.get(&chosen) {
                Some(known) if known.proof == 0 || known.refutation == 0 => *known,
                _ => self.open(space, &chosen, view.numbers(least, other), limits, work)?,
            };
            self.options[first + sight.at].1 = found;
        };
        self.options.truncate(first);
        self.table.insert(*key, numbers);
        Ok(numbers)
    }
}

/// When a search gives up.
struct Limits {
    nodes: u64,
    bytes: u64,
}

impl Limits {
    fn are_reached(&self, proof: &Proof) -> bool {
        proof.nodes >= self.nodes || proof.bytes() > self.bytes
    }
}

/// Who moves: the player needs one option that he can prove, the other one that refutes.
#[derive(Clone, Copy)]
enum View {
    Own,
    Other,
}

/// What the options of a position come to.
struct Sight {
    /// The option of which least is missing for the player to move, how much, and how much in the next best.
    at: usize,
    least: u32,
    second: u32,
    /// What is missing for the other player.
    other: u32,
}

impl View {
    /// What is missing for the player to move, then for the other.
    fn seen(self, numbers: Numbers) -> (u32, u32) {
        match self {
            View::Own => (numbers.proof, numbers.refutation),
            View::Other => (numbers.refutation, numbers.proof),
        }
    }

    /// Undoes `seen`.
    fn numbers(self, own: u32, other: u32) -> Numbers {
        match self {
            View::Own => Numbers { proof: own, refutation: other },
            View::Other => Numbers { proof: other, refutation: own },
        }
    }

    fn sight(self, options: &[(Key, Numbers)]) -> Sight {
        let mut sight = Sight { at: 0, least: NEVER, second: NEVER, other: 0 };
        let mut open = 0;
        for (at, (_, numbers)) in options.iter().enumerate() {
            let (own, other) = self.seen(*numbers);
            if own < sight.least {
                (sight.second, sight.least, sight.at) = (sight.least, own, at);
            } else {
                sight.second = sight.second.min(own);
            }
            sight.other = sight.other.max(other);
            open += u32::from(other > 0);
        }
        sight.other = match sight.least {
            0 => NEVER,
            NEVER => 0,
            _ => (sight.other + open.saturating_sub(1)).min(NEVER - 1),
        };
        sight
    }
}

fn whole(key: &[u64]) -> Key {
    let mut whole = [0; WORDS];
    whole[..key.len()].copy_from_slice(key);
    whole
}
