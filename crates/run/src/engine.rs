//! The interface that native code and interpretation share: what all moves of one position lead to, flat in one
//! buffer that is used again, and how it has ended. Option `i` belongs to the `i`-th move of `each_move`, which names
//! it. Interpretation is the meaning: a faster engine gives the same options in the same order, or is wrong.

use crate::eval::Flow;
use crate::game::Game;
use crate::moves::{Ending, Faulty, Led, Stuck, Turn};
use crate::steps::{Turns, stepped};
use crate::value::Side;
use grundy_rule::{Expr, Kind, StmtKind, Target};
use std::sync::Arc;

/// What the moves of one position lead to. All parts are positions of the same game; option `i` has one part unless
/// the rules say `become`. Kept between calls, it allocates nothing once it has grown.
#[derive(Clone, Debug, Default)]
pub struct Options {
    words: usize,
    len: usize,
    /// How many options of which form `room` has made room for.
    most: usize,
    form: OptionForm,
    /// Part after part; valid up to the end of the last option.
    keys: Vec<u64>,
    /// Gain, and 1 where the turn stays; empty where no option has either.
    effects: Vec<[i64; 2]>,
    /// Where the parts of each option end; empty where every option has one part.
    ends: Vec<u64>,
}

/// Which parts of [`Options`] a game uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Some move gains points or keeps the turn.
    pub effects: bool,
    /// Some move leads to a sum.
    pub sums: bool,
}

/// The words of a position and what its game uses, as one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OptionForm(usize);

impl OptionForm {
    /// Of positions of so many words.
    pub fn new(words: usize, uses: Uses) -> OptionForm {
        OptionForm(words << 2 | usize::from(uses.sums) << 1 | usize::from(uses.effects))
    }

    fn words(self) -> usize {
        self.0 >> 2
    }

    fn uses(self) -> Uses {
        Uses { effects: self.0 & 1 == 1, sums: self.0 & 2 == 2 }
    }
}

/// Where options are written.
pub struct Room<'a> {
    /// How many options there is room for.
    pub most: usize,
    /// Part after part.
    pub keys: &'a mut [u64],
    /// Per option: gain, and 1 where the turn stays.
    pub effects: &'a mut [[i64; 2]],
    /// Per option: how many parts it and those before it have.
    pub ends: &'a mut [u64],
}

/// Native code met what interpretation reports as a mistake in the rules: ask that for the diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faulted;

/// Moves and endings of one game on machine words, faster than by interpretation and otherwise the same.
pub trait Engine: Send + Sync {
    /// Replaces `out` by what every legal move of `mover` leads to, in the order of the language.
    fn options(&self, packed: &[u64], mover: Side, out: &mut Options) -> Result<(), Faulted>;

    /// The first verdict line that holds, as `Game::ending`.
    fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Result<Option<Ending>, Faulted>;
}

/// Turns games into engines.
pub trait Compiler: Send + Sync {
    /// The engine of a game, or why it has none.
    fn compile(&self, game: &Game) -> Result<Arc<dyn Engine>, String>;

    /// Whether a game has an engine, or why not: the same answer with less work.
    fn compiles(&self, game: &Game) -> Result<(), String>;
}

/// Why a game of a world without a compiler has no engine.
const NOT_ASKED_FOR: &str = "native code was not asked for";

/// How the moves of a game are found.
pub enum Found {
    /// By an engine.
    Natively(Arc<dyn Engine>),
    /// By interpretation, for this reason.
    Interpreted(String),
}

impl Game {
    /// Whether its moves are found by an engine, or why not, without making one.
    pub fn is_compiled(&self) -> Result<(), String> {
        match (self.found.get(), self.world.compiler()) {
            (Some(Found::Natively(_)), _) => Ok(()),
            (Some(Found::Interpreted(reason)), _) => Err(reason.clone()),
            (None, Some(compiler)) if self.rules.has_steps() => compiler.compiles(&stepped(self)?.0),
            (None, Some(compiler)) => compiler.compiles(self),
            (None, None) => Err(NOT_ASKED_FOR.to_string()),
        }
    }

    /// How its moves are found; compiled at the first call, if its world has a compiler.
    pub fn found(&self) -> &Found {
        self.found.get_or_init(|| match self.world.compiler() {
            None => Found::Interpreted(NOT_ASKED_FOR.to_string()),
            Some(compiler) => match self.compiled(&**compiler) {
                Ok(engine) => Found::Natively(engine),
                Err(reason) => Found::Interpreted(reason),
            },
        })
    }

    fn compiled(&self, compiler: &dyn Compiler) -> Result<Arc<dyn Engine>, String> {
        if !self.rules.has_steps() {
            return compiler.compile(self);
        }
        let (steps, stops) = stepped(self)?;
        let engine = compiler.compile(&steps)?;
        Ok(Arc::new(Turns::new(self, &steps, stops, engine)))
    }

    /// Whether every move leads to positions of the same game, as far as the form of the rules shows: `options` asks
    /// for it.
    pub fn stays_inside(&self) -> bool {
        fn inside(game: &Game, body: &[grundy_rule::Stmt]) -> bool {
            body.iter().all(|stmt| match &stmt.kind {
                StmtKind::Become(to) => same_game(game, to),
                StmtKind::If(_, yes, no) => inside(game, yes) && inside(game, no),
                StmtKind::For(_, _, _, body) => inside(game, body),
                _ => true,
            })
        }
        self.rules.moves.iter().all(|of| inside(self, &of.body))
    }

    /// Whether some move says `become`: then options have any number of parts.
    pub fn makes_sums(&self) -> bool {
        let mut found = false;
        for of in &self.rules.moves {
            let mut look = |stmt: &grundy_rule::Stmt| found |= matches!(stmt.kind, StmtKind::Become(_));
            grundy_rule::each_in_body(&of.body, &mut look, &mut |_| {});
        }
        found
    }

    /// Replaces `out` by what every legal move of `mover` leads to, in the order of `each_move`, by whichever engine
    /// the game has. The game must stay inside itself: see `stays_inside`.
    pub fn options(self: &Arc<Game>, packed: &[u64], mover: Side, out: &mut Options) -> Faulty<()> {
        if let Found::Natively(engine) = self.found()
            && engine.options(packed, mover, out).is_ok()
        {
            return Ok(());
        }
        self.interpreted_options(packed, mover, out)
    }

    /// `ending`, by whichever engine the game has.
    pub fn ended(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Faulty<Option<Ending>> {
        if let Found::Natively(engine) = self.found()
            && let Ok(ending) = engine.ending(packed, mover, stuck)
        {
            return Ok(ending);
        }
        self.ending(packed, mover, stuck)
    }

    /// `options` by interpretation.
    pub fn interpreted_options(self: &Arc<Game>, packed: &[u64], mover: Side, out: &mut Options) -> Faulty<()> {
        out.clear(self.layout.words());
        self.each_led(packed, mover, &mut |_, led, gain, turn| {
            match led {
                Led::Words(words) => out.push(std::iter::once(words), gain, turn),
                Led::Components(parts) => {
                    assert!(parts.iter().all(|part| part.game.id == self.id), "a move leads to another game");
                    out.push(parts.iter().map(|part| &part.packed[..]), gain, turn);
                }
            }
            Flow::On
        })
    }
}

/// Whether a position is built of this game alone, its parameters unchanged.
fn same_game(game: &Game, position: &Expr) -> bool {
    match &position.kind {
        Kind::Game(of, arguments) => {
            of.module.unwrap_or(game.key.0) == game.key.0
                && of.game == game.key.1
                && arguments.len() == game.rules.fields.len()
                && arguments.iter().all(|(target, value)| {
                    matches!(target, Target::Field(_))
                        && !matches!(value.ty, grundy_rule::Type::Text | grundy_rule::Type::List(_))
                })
        }
        Kind::Sum(parts) => parts.iter().all(|part| same_game(game, part)),
        Kind::If(_, yes, no) => same_game(game, yes) && same_game(game, no),
        Kind::Fold(_, _, _, body) => same_game(game, body),
        Kind::Call(number, _) => {
            let def = &game.rules.defs[*number];
            !def.recursive && same_game(game, &def.code.expr)
        }
        _ => false,
    }
}

impl Options {
    /// How many moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Words of one position.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The parts of option `i`, one after the other, each of `words` words.
    #[inline]
    pub fn parts(&self, i: usize) -> std::slice::ChunksExact<'_, u64> {
        let (from, to) = match self.ends.is_empty() {
            true => (i, i + 1),
            false => (if i == 0 { 0 } else { self.ends[i - 1] as usize }, self.ends[i] as usize),
        };
        self.keys[from * self.words..to * self.words].chunks_exact(self.words)
    }

    /// All parts of all options, one after the other.
    #[inline]
    pub fn all_parts(&self) -> &[u64] {
        &self.keys[..self.part_count() * self.words]
    }

    /// How many parts each option and those before it have; empty where every option has one part.
    #[inline]
    pub fn ends(&self) -> &[u64] {
        if self.ends.is_empty() { &[] } else { &self.ends[..self.len] }
    }

    /// Option `i` of a game without `become`.
    #[inline]
    pub fn key(&self, i: usize) -> &[u64] {
        debug_assert!(self.ends.is_empty(), "option {i} is a sum");
        &self.keys[i * self.words..][..self.words]
    }

    /// All options of a game without `become`, in order.
    #[inline]
    pub fn keys(&self) -> std::slice::ChunksExact<'_, u64> {
        debug_assert!(self.ends.is_empty(), "some option is a sum");
        self.keys[..self.len * self.words].chunks_exact(self.words)
    }

    /// Points for the mover of option `i`.
    #[inline]
    pub fn gain(&self, i: usize) -> i64 {
        if self.effects.is_empty() { 0 } else { self.effects[i][0] }
    }

    /// Who moves after option `i`.
    #[inline]
    pub fn turn(&self, i: usize) -> Turn {
        if self.effects.is_empty() || self.effects[i][1] == 0 { Turn::Passes } else { Turn::Stays }
    }

    /// Forgets all options; those to come have positions of `words` words.
    pub fn clear(&mut self, words: usize) {
        (self.words, self.len, self.most) = (words, 0, 0);
        self.effects.clear();
        self.ends.clear();
    }

    /// Forgets all options and lends room for at least some to come: native code writes there and says with `filled`
    /// how many it has written. There is room for as many parts as options; `effects` and `ends` are empty if the game
    /// has no use for them.
    #[inline]
    pub fn room(&mut self, form: OptionForm, least: usize) -> Room<'_> {
        if self.most < least || self.form != form {
            self.grow(form, least);
        }
        self.len = 0;
        Room { most: self.most, keys: &mut self.keys, effects: &mut self.effects, ends: &mut self.ends }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, form: OptionForm, options: usize) {
        let (words, uses) = (form.words(), form.uses());
        let sized = |used: bool| if used { options } else { 0 };
        self.keys.resize(options * words, 0);
        self.effects.resize(sized(uses.effects), [0, 0]);
        self.ends.resize(sized(uses.sums), 0);
        (self.words, self.most, self.form) = (words, options, form);
    }

    /// Every part of every option, to be replaced by another position.
    pub fn each_part(&mut self) -> std::slice::ChunksExactMut<'_, u64> {
        let parts = if self.len == 0 { 0 } else { self.part_count() };
        self.keys[..parts * self.words].chunks_exact_mut(self.words)
    }

    /// The first `len` options lent by `room` have been written.
    #[inline]
    pub fn filled(&mut self, len: usize) {
        self.len = len;
    }

    /// Adds an option.
    pub fn push<'a>(&mut self, parts: impl Iterator<Item = &'a [u64]>, gain: i64, turn: Turn) {
        let start = self.part_count();
        self.most = 0;
        self.keys.truncate(start * self.words);
        parts.for_each(|part| self.keys.extend_from_slice(part));
        let end = self.keys.len() / self.words;
        if end != start + 1 && self.ends.is_empty() {
            self.ends.extend(1..=self.len as u64);
            self.ends.push(end as u64);
        } else if !self.ends.is_empty() {
            self.ends.push(end as u64);
        }
        if (gain, turn) != (0, Turn::Passes) && self.effects.is_empty() {
            self.effects.resize(self.len, [0, 0]);
        }
        if !self.effects.is_empty() || (gain, turn) != (0, Turn::Passes) {
            self.effects.push([gain, i64::from(turn == Turn::Stays)]);
        }
        self.len += 1;
    }

    fn part_count(&self) -> usize {
        if self.ends.is_empty() || self.len == 0 { self.len } else { self.ends[self.len - 1] as usize }
    }
}
