//! Canonical values of components under normal play, bottom up: a component is worth the game of the values its moves
//! lead to, a sum the sum of its parts. Every part is valued once, and its negative with it.
//!
//! Several threads walk the same positions in opposite orders and share all values found. A value does not depend on who
//! found it, and when the root has one every position below it has, so neither values nor their number depend on the threads.

mod mask;
mod shapes;
mod space;
mod store;
mod worker;

use crate::answer::Refusal;
use crate::grundy::Impartial;
use crate::work::{Halted, Work};
use grundy_answer::Watch;
use grundy_explicit::Reductions;
use grundy_rule::Convention;
use grundy_run::{Component, Position, World};
use grundy_value::{Game, Halt, Nimber, Values};
use mask::Sign;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use space::{Space, SpaceKey};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};
use worker::Worker;

/// Values found so far, all of one arena.
pub struct CanonicalTable<'a> {
    values: Values<'a>,
    threads: usize,
    /// Give up after so many positions.
    most: u64,
    spaces: RwLock<Spaces>,
    /// Helpers stop when the thread that asks has.
    given_up: AtomicBool,
}

#[derive(Default)]
struct Spaces {
    all: Vec<Arc<Space>>,
    numbers: FxHashMap<(usize, SpaceKey), usize>,
    of_game: FxHashMap<u64, usize>,
    /// Worlds are told apart by where they lie, so none may go while the table lives.
    worlds: Vec<Arc<World>>,
}

/// A position of a space, or its negative: bit 63 is the sign, then 15 bits of space and 48 of its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part(u64);

/// Why a position from which play can return has no canonical value.
pub(super) const CYCLE: &str = "play can go on for ever, so there is no canonical value";

const NEGATED: u64 = 1 << 63;
const SPACE_AT: u32 = 48;

impl Part {
    fn new(space: usize, id: u64, sign: Sign) -> Part {
        Part((space as u64) << SPACE_AT | id | if sign == Sign::Negated { NEGATED } else { 0 })
    }

    fn space(self) -> usize {
        ((self.0 & !NEGATED) >> SPACE_AT) as usize
    }

    fn id(self) -> u64 {
        self.0 & ((1 << SPACE_AT) - 1)
    }

    fn is_negated(self) -> bool {
        self.0 & NEGATED != 0
    }

    fn positive(self) -> Part {
        Part(self.0 & !NEGATED)
    }
}

type Parts = SmallVec<[Part; 2]>;

/// The canonical value of a position in an arena of the caller's, by as many threads as the watch allows. Components that
/// are impartial by proof are worth their nimbers.
pub fn canonical_value(position: &Position, values: Values<'_>, watch: &dyn Watch) -> Result<Game, Refusal> {
    let table = CanonicalTable { threads: watch.threads(), ..CanonicalTable::new(values) };
    let is_nimber = |part: &Component| {
        Convention::of(&part.game.rules) == Convention::Normal && part.game.facts().impartial.is_proved()
    };
    let (nimbers, others): (Vec<_>, Vec<_>) = position.parts.iter().cloned().partition(is_nimber);
    let mut impartial = Impartial::default();
    let sum: Vec<_> = nimbers.iter().map(|component| impartial.parts.intern(component)).collect();
    match impartial.proved_value(&sum, &mut Work::new(watch)) {
        Ok(Some(nimber)) => {
            let rest = table.value(&Position { parts: others })?;
            let nimber = values.nimber(Nimber(nimber.into()));
            nimber.and_then(|nimber| values.sum(nimber, rest)).map_err(|halt| table.halted(halt))
        }
        Ok(None) | Err(Halted::Cycle | Halted::OutOfReach(_)) => table.value(position),
        Err(halted) => Err(Refusal::of(halted, impartial.positions())),
    }
}

impl<'a> CanonicalTable<'a> {
    /// An empty table for one thread, without a limit but those of the watch.
    pub fn new(values: Values<'a>) -> CanonicalTable<'a> {
        CanonicalTable {
            values,
            threads: 1,
            most: u64::MAX,
            spaces: RwLock::default(),
            given_up: AtomicBool::new(false),
        }
    }

    /// The same, out of reach beyond so many positions.
    pub fn most(self, most: u64) -> CanonicalTable<'a> {
        CanonicalTable { most, ..self }
    }

    /// Normalises positions of a component's game by what was checked of it as well.
    pub(crate) fn reduce(&self, component: &Component, reductions: Arc<Reductions>) {
        let mut spaces = self.spaces.write().unwrap_or_else(PoisonError::into_inner);
        if !spaces.of_game.contains_key(&component.game.id) {
            spaces.add(component, Some(reductions));
        }
    }

    /// The operations on its values.
    pub fn values(&self) -> Values<'a> {
        self.values
    }

    /// How many positions have a value; negatives that share one are not counted again.
    pub fn positions(&self) -> u64 {
        let spaces = self.spaces.read().unwrap_or_else(PoisonError::into_inner);
        spaces.all.iter().map(|space| space.store.solved()).sum()
    }

    /// Whether some negative shares an entry with its position.
    pub fn negates(&self) -> bool {
        let spaces = self.spaces.read().unwrap_or_else(PoisonError::into_inner);
        spaces.all.iter().any(|space| space.negates())
    }

    fn bytes(&self) -> u64 {
        let spaces = self.spaces.read().unwrap_or_else(PoisonError::into_inner);
        spaces.all.iter().map(|space| space.store.bytes()).sum()
    }

    /// The value of a position.
    pub fn value(&self, position: &Position) -> Result<Game, Refusal> {
        let mut total = Game::ZERO;
        for value in self.part_values(&position.parts)? {
            total = self.values.sum(total, value).map_err(|halt| self.halted(halt))?;
        }
        Ok(total)
    }

    /// The values of what a sum of components falls into, number by number; their sum is not made.
    pub fn part_values(&self, components: &[Component]) -> Result<Vec<Game>, Refusal> {
        let unfit = components.iter().find(|part| Convention::of(&part.game.rules) != Convention::Normal);
        if let Some(part) = unfit {
            let rules = &part.game.rules;
            let ends = Convention::of(rules).describe();
            return Err(Refusal::Unfit(format!("{} has no canonical value: it ends {ends}", rules.name)));
        }
        let mut worker = Worker::new(self);
        let mut all = Vec::new();
        for component in components {
            for part in worker.land(component) {
                self.solve(&mut worker, part)?;
                all.push(worker.known(part).map_err(|halt| self.halted(halt))?.expect("just computed"));
            }
        }
        Ok(all)
    }

    /// How many parts a sum of components falls into.
    pub fn part_count(&self, components: &[Component]) -> usize {
        let mut worker = Worker::new(self);
        components.iter().map(|component| worker.land(component).len()).sum()
    }

    /// Values a part, with help once it turns out to be large.
    fn solve(&self, worker: &mut Worker<'_, 'a>, part: Part) -> Result<(), Refusal> {
        let watch: &dyn Watch = self.values.watch();
        if self.threads < 2 || worker.few(part, &mut Work::new(watch))? {
            return worker.all(part, &mut Work::new(watch));
        }
        self.given_up.store(false, Relaxed);
        std::thread::scope(|scope| {
            for number in 1..self.threads {
                let help = move || {
                    // What stops a helper stops the one who asked as well.
                    let _ = Worker::helper(self, number).all(part, &mut Work::new(watch));
                };
                // Values may nest deeply, and so do the calls that compare them.
                let _ = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, help);
            }
            let result = worker.all(part, &mut Work::new(watch));
            self.given_up.store(result.is_err(), Relaxed);
            result
        })
    }

    fn halted(&self, halt: Halt) -> Refusal {
        match halt {
            Halt::Stopped(stop) => Refusal::Stopped(stop, self.positions().into()),
            other => Refusal::Unfit(other.to_string()),
        }
    }

    /// The number and the space of a component's kind.
    fn space(&self, component: &Component) -> (usize, Arc<Space>) {
        let found = {
            let spaces = self.spaces.read().unwrap_or_else(PoisonError::into_inner);
            spaces.of_game.get(&component.game.id).map(|&number| (number, spaces.all[number].clone()))
        };
        found.unwrap_or_else(|| self.spaces.write().unwrap_or_else(PoisonError::into_inner).add(component, None))
    }

    fn space_at(&self, number: usize) -> Arc<Space> {
        self.spaces.read().unwrap_or_else(PoisonError::into_inner).all[number].clone()
    }
}

impl Spaces {
    fn add(&mut self, component: &Component, reductions: Option<Arc<Reductions>>) -> (usize, Arc<Space>) {
        if let Some(&number) = self.of_game.get(&component.game.id) {
            return (number, self.all[number].clone());
        }
        let (key, space) = Space::boards(component).unwrap_or_else(|| Space::instance(&component.game, reductions));
        let world = component.game.world();
        let key = (Arc::as_ptr(world) as usize, key);
        let number = match self.numbers.get(&key) {
            Some(&number) => number,
            None => {
                self.all.push(Arc::new(space));
                self.worlds.push(world.clone());
                self.numbers.insert(key, self.all.len() - 1);
                self.all.len() - 1
            }
        };
        self.of_game.insert(component.game.id, number);
        (number, self.all[number].clone())
    }
}
