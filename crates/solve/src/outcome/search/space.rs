//! What a search walks on: positions as keys of machine words, the player to move being part of the key.

use crate::outcome::search::goal::Soonest;
use crate::work::Halted;
use grundy_explicit::Reductions;
use grundy_rule::{Convention, Facts, Rules, Stmt, StmtKind, Uses, VerdictResult, Who};
use grundy_run::{Component, Ending, Game, Options, Reducer, Side, Stuck, Turn};
use std::sync::Arc;

/// Positions that a search can walk on.
pub trait SearchSpace {
    /// Words of a key.
    fn words(&self) -> usize;

    /// Bits of a key that are not always zero.
    fn bits(&self) -> usize;

    /// Who is about to move.
    fn mover(&self, key: &[u64]) -> Side;

    /// Whether a verdict that `glance` does not foresee can end the game while there are moves.
    fn ends_early(&self) -> bool;

    /// Whether it is proved that play cannot return.
    fn is_acyclic(&self) -> bool;

    /// The verdict of the first trial.
    fn ending(&mut self, key: &[u64]) -> Result<Option<Ending>, Halted>;

    /// The verdict where there is no move.
    fn stuck(&mut self, key: &[u64]) -> Result<Ending, Halted>;

    /// Whether a player to move who has no move may win by that.
    fn stuck_may_win(&self) -> bool;

    /// Appends every option, in an order that depends on the position alone. Where `glance` leaves it open, options
    /// after which it would say that the other player wins may be missing.
    fn options(&mut self, key: &[u64], out: &mut Moves) -> Result<(), Halted>;

    /// Whether a player, were it `side`'s turn, is seen to end the game at once by winning it. Play may never come there with
    /// that player to move, so what the rules do wrong there is no fault: nothing is seen then.
    fn wins_at_once(&mut self, _key: &[u64], _side: Side) -> bool {
        false
    }

    /// Who wins within two moves, where that is seen without playing on.
    fn glance(&mut self, _key: &[u64]) -> Glance {
        Glance::Open
    }

    /// How soon either player can win under best play, in a position that `glance` leaves open.
    fn soonest(&self, _key: &[u64]) -> Soonest {
        Soonest::AT_ONCE
    }

    /// Who wins, however late, where that is seen without playing on.
    fn winner(&self, _key: &[u64]) -> Option<Side> {
        None
    }

    /// The same by a method that costs more, for positions of which the table knows nothing.
    fn foreseen(&mut self, _key: &[u64]) -> Option<Side> {
        None
    }

    /// Whether threats leave a player few replies, so that branching is uneven.
    fn is_forcing(&self) -> bool {
        false
    }

    /// Bytes held.
    fn bytes(&self) -> u64 {
        0
    }

    /// Another walker on the same space, for another thread, where there can be several.
    fn fork(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The same positions with their edges kept, where it is made of such.
    fn into_nodes(self) -> Option<crate::outcome::retrograde::nodes::Nodes>
    where
        Self: Sized,
    {
        None
    }

    /// Whether a sum is a position of this space.
    fn holds(&self, sum: &[Component]) -> bool;

    /// The key of a sum that it holds.
    fn place(&mut self, sum: &[Component], mover: Side) -> Result<Vec<u64>, Halted>;
}

/// Options of positions, one after the other, each with its key, points, turn and mark.
#[derive(Default)]
pub struct Moves {
    /// Keys, `SearchSpace::words` each.
    pub keys: Vec<u64>,
    /// What they bring.
    pub effects: Vec<Effect>,
}

/// What is seen of a position at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// The player to move wins by his next move.
    Wins,
    /// Whatever he does, the other wins by the move after.
    Loses,
    /// Neither.
    Open,
}

/// What an option brings, and the mark of its move: moves that change the same bits alike have one.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// Points for the mover.
    pub gain: i64,
    /// Who moves next.
    pub turn: Turn,
    /// A number below `MARKS`.
    pub mark: u16,
    /// How good it looks.
    pub promise: i64,
}

/// How many marks there are.
pub const MARKS: usize = 1 << 12;

/// The positions of one game whose moves lead to one position each, as words; found by whichever engine it has.
pub struct Flat {
    game: Arc<Game>,
    reducer: Arc<Reducer>,
    mover_free: bool,
    acyclic: bool,
    convention: Convention,
    words: usize,
    found: Options,
    plain: Vec<u64>,
    normal: Vec<u64>,
}

impl Flat {
    /// The positions of a game, if its moves are of this kind. Splits are left aside: a position is one whole.
    pub fn new(game: &Arc<Game>, facts: &Facts, reductions: &Reductions, convention: Convention) -> Option<Flat> {
        Flat::fits(game).then(|| Flat {
            game: game.clone(),
            reducer: Arc::new(Reducer::new(game, None, &reductions.images, &reductions.sorted)),
            mover_free: facts.mover_free.is_proved(),
            acyclic: facts.acyclic.is_proved(),
            convention,
            words: game.layout.words(),
            found: Options::default(),
            plain: Vec::new(),
            normal: Vec::new(),
        })
    }

    /// Whether every move leads to one position of the same game.
    pub fn fits(game: &Game) -> bool {
        !game.rules.moves.iter().any(|of| becomes(&of.body))
    }

    fn normalise(&mut self, packed: &[u64], mover: Side, keys: &mut Vec<u64>) {
        if self.reducer.is_identity() {
            push_key(packed, self.mover_bit(mover), self.game.layout.bits, self.words(), keys);
            return;
        }
        self.normal.clear();
        self.reducer.reduce(packed, &mut self.normal);
        push_key(&self.normal, self.mover_bit(mover), self.game.layout.bits, self.words(), keys);
    }

    fn mover_bit(&self, mover: Side) -> Option<bool> {
        (!self.mover_free).then_some(mover == Side::Right)
    }

    /// Copies the words of the position out of its key.
    fn unfold(&mut self, key: &[u64]) {
        self.plain.clear();
        self.plain.extend_from_slice(&key[..self.words]);
        let (word, bit) = (self.game.layout.bits / 64, self.game.layout.bits % 64);
        if !self.mover_free && word < self.words {
            self.plain[word] &= !(1 << bit);
        }
    }
}

/// The mark of a move that changes these bits, word by word.
fn mark(changes: impl IntoIterator<Item = u64>) -> u16 {
    let mixed = |hash: u64, change: u64| (hash.rotate_left(23) ^ change).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (changes.into_iter().fold(0, mixed) >> 52) as u16
}

/// Appends a key: the words of a position, and after its last bit the player to move.
fn push_key(packed: &[u64], mover: Option<bool>, bits: usize, words: usize, keys: &mut Vec<u64>) {
    let from = keys.len();
    keys.extend_from_slice(packed);
    keys.resize(from + words, 0);
    debug_assert!(mover.is_none() || keys[from + bits / 64] >> (bits % 64) == 0, "nothing lies after the last bit");
    if mover == Some(true) {
        keys[from + bits / 64] |= 1 << (bits % 64);
    }
}

/// Whether some verdict of the second trial, which asks for `stuck`, may give the game to the player to move.
fn stuck_may_win(rules: &Rules) -> bool {
    rules.verdicts.iter().any(|verdict| {
        let for_mover = match &verdict.result {
            VerdictResult::Wins(who) => *who != Who::Opp,
            VerdictResult::Loses(who) => *who != Who::Me,
            VerdictResult::Draw | VerdictResult::Score(_) => false,
        };
        for_mover && Uses::of(&verdict.when.expr, &rules.defs).stuck
    })
}

fn becomes(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Become(_) => true,
        StmtKind::If(_, yes, no) => becomes(yes) || becomes(no),
        StmtKind::For(_, _, _, body) => becomes(body),
        _ => false,
    })
}

impl SearchSpace for Flat {
    fn words(&self) -> usize {
        self.bits().div_ceil(64).max(1)
    }

    fn bits(&self) -> usize {
        self.game.layout.bits + usize::from(!self.mover_free)
    }

    fn mover(&self, key: &[u64]) -> Side {
        let bits = self.game.layout.bits;
        if self.mover_free || key[bits / 64] >> (bits % 64) & 1 == 0 { Side::Left } else { Side::Right }
    }

    fn ends_early(&self) -> bool {
        self.convention == Convention::Own
    }

    fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    fn ending(&mut self, key: &[u64]) -> Result<Option<Ending>, Halted> {
        if !self.ends_early() {
            return Ok(None);
        }
        self.unfold(key);
        Ok(self.game.ended(&self.plain, self.mover(key), Stuck::No)?)
    }

    fn stuck(&mut self, key: &[u64]) -> Result<Ending, Halted> {
        let mover = self.mover(key);
        match self.convention {
            Convention::Normal => Ok(Ending::Won(mover.other())),
            Convention::Misere => Ok(Ending::Won(mover)),
            Convention::Score | Convention::Own => {
                self.unfold(key);
                let ending = self.game.ended(&self.plain, mover, Stuck::Yes)?;
                Ok(ending.expect("a stuck position has an ending"))
            }
        }
    }

    fn stuck_may_win(&self) -> bool {
        match self.convention {
            Convention::Normal | Convention::Score => false,
            Convention::Misere => true,
            Convention::Own => stuck_may_win(&self.game.rules),
        }
    }

    fn options(&mut self, key: &[u64], out: &mut Moves) -> Result<(), Halted> {
        self.unfold(key);
        let mover = self.mover(key);
        let mut found = std::mem::take(&mut self.found);
        let done = self.game.options(&self.plain, mover, &mut found);
        out.effects.reserve(found.len());
        out.keys.reserve(found.len() * self.words());
        match self.plain[..] {
            // The usual case, where each option is one word, without calls.
            [here] if self.words() == 1 && self.reducer.is_identity() => {
                let right = if self.mover_free { 0 } else { 1 << self.game.layout.bits };
                for number in 0..found.len() {
                    let (to, turn) = (found.key(number)[0], found.turn(number));
                    let mark = mark([to ^ here]);
                    out.effects.push(Effect { gain: found.gain(number), turn, mark, promise: 0 });
                    out.keys.push(if turn.next(mover) == Side::Right { to | right } else { to });
                }
            }
            _ => {
                for number in 0..found.len() {
                    let (to, turn) = (found.key(number), found.turn(number));
                    let mark = mark(to.iter().zip(&self.plain).map(|(to, from)| to ^ from));
                    out.effects.push(Effect { gain: found.gain(number), turn, mark, promise: 0 });
                    self.normalise(to, turn.next(mover), &mut out.keys);
                }
            }
        }
        self.found = found;
        Ok(done?)
    }

    fn fork(&self) -> Option<Flat> {
        Some(Flat {
            game: self.game.clone(),
            reducer: self.reducer.clone(),
            found: Options::default(),
            plain: Vec::new(),
            normal: Vec::new(),
            ..*self
        })
    }

    fn holds(&self, sum: &[Component]) -> bool {
        matches!(sum, [only] if only.game.id == self.game.id)
    }

    fn place(&mut self, sum: &[Component], mover: Side) -> Result<Vec<u64>, Halted> {
        let mut key = Vec::new();
        self.normalise(&sum[0].packed, mover, &mut key);
        Ok(key)
    }

    fn wins_at_once(&mut self, key: &[u64], side: Side) -> bool {
        self.unfold(key);
        let mut found = std::mem::take(&mut self.found);
        let are_known = self.game.options(&self.plain, side, &mut found).is_ok();
        let wins = |number: usize| {
            let next = found.turn(number).next(side);
            matches!(self.game.ended(found.key(number), next, Stuck::No), Ok(Some(Ending::Won(winner))) if winner == side)
        };
        let wins = are_known && (0..found.len()).any(wins);
        self.found = found;
        wins
    }
}
