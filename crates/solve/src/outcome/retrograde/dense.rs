//! Retrograde analysis of every position of a game, by number: two bytes a position hold the result and the moves to
//! the end. For games in which play can return, too many positions for a graph with its edges, and few enough to be
//! numbered. A stratum at a time is expanded, once; only its own edges are kept, turned round. Ströhlein 1970; Tanaka,
//! Bonnet, Tixeuil and Tamura, "Quixo is solved", 2020 (layers by the number of pieces).
//!
//! ```text
//!   0 not met    1 in the stratum at hand    2 drawn    4 + 2 n lost, 5 + 2 n won, after n moves
//! ```

use crate::answer::Refusal;
use crate::outcome::retrograde::filling::Piece;
use crate::outcome::retrograde::radix::{Radix, Ranker, Swap, swaps};
use crate::outcome::retrograde::strata::{ClassId, Strata};
use crate::outcome::search::goal::Wdl;
use crate::outcome::search::space::Flat;
use crate::work::{Halted, Work, shared_out};
use grundy_answer::{Progress, Watch};
use grundy_explicit::Reductions;
use grundy_rule::{Facts, Uses, VerdictResult};
use grundy_run::{Component, Ending, Game, Image, Options, Side, Stuck, Turn};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

const UNMET: u16 = 0;
const OPEN: u16 = 1;
const DRAWN: u16 = 2;

/// No game takes more moves than this.
const LONGEST: u16 = 32_000;

/// No more positions than this lie in one stratum.
const MOST_MEMBERS: usize = 1 << 31;

/// Positions expanded between two looks at the watch.
const SLICE: usize = 1 << 9;

/// Pieces of classes that a thread gathers at a time, and how often threads do so together.
const PORTION: usize = 64;
const PORTIONS: usize = 256;

/// Positions of each class that are looked at before the first order of strata.
const SAMPLES: usize = 24;

/// All positions of a game, numbered; decided are those asked for and all that play leads to from their classes.
pub struct Dense {
    numbers: Numbers,
    strata: Strata,
    table: Vec<u16>,
    covered: u64,
}

/// Is told of a stratum that is decided: its classes, and what the table says of its members.
pub(crate) type Keep<'k> = dyn FnMut(&[ClassId], &mut dyn Iterator<Item = u16>) -> Result<(), Halted> + 'k;

/// How positions with a player to move are numbered.
struct Numbers {
    game: Arc<Game>,
    radix: Radix,
    /// By the player to move: one ranker for both where the players can change places or nobody asks who moves.
    rankers: [Arc<Ranker>; 2],
    /// Whether each player has numbers of his own.
    apart: bool,
}

impl Numbers {
    fn new(game: &Arc<Game>, facts: &Facts, images: &[Image], most: u64) -> Option<Numbers> {
        let radix = Radix::new(game, most.min(u32::MAX.into()))?;
        let none = vec![None; game.shapes.len()];
        let mut own = vec![Image { cells: none, swaps: false }];
        own.extend(images.iter().filter(|image| !image.swaps).cloned());
        let swap = if facts.player_symmetric.is_proved() { swaps(game) } else { None };
        let still = vec![Swap::Never; game.shapes.len()];
        let left = Arc::new(Ranker::new(&radix, &own, &still));
        let (right, apart) = match (facts.mover_free.is_proved(), &swap) {
            (true, _) => (left.clone(), false),
            (false, Some(swap)) => {
                own.iter_mut().for_each(|image| image.swaps = true);
                (Arc::new(Ranker::new(&radix, &own, swap)), false)
            }
            (false, None) => (left.clone(), true),
        };
        let slots = radix.count.checked_mul(if apart { 2 } else { 1 }).filter(|slots| *slots <= most)?;
        (slots <= u32::MAX.into()).then_some(Numbers { game: game.clone(), radix, rankers: [left, right], apart })
    }

    fn slots(&self) -> u64 {
        self.radix.count * if self.apart { 2 } else { 1 }
    }

    #[inline]
    fn slot(&self, words: &[u64], mover: Side) -> u64 {
        let number = self.rankers[mover as usize].rank(words);
        if self.apart && mover == Side::Right { number + self.radix.count } else { number }
    }
}

/// What one expansion found: options already decided, and those in the stratum at hand.
#[derive(Clone, Copy, Default)]
struct Sight {
    /// The quickest win by a decided option: moves to the end; 0 if there is none.
    wins: u16,
    /// The slowest loss by a decided option.
    loses: u16,
    /// Options in the stratum.
    open: u16,
    /// Whether some decided option draws.
    draws: bool,
}

impl Sight {
    /// What the table says of a position all of whose options are decided.
    fn alone(&self) -> u16 {
        match self {
            Sight { wins: 1.., .. } => decided(Wdl::Win, self.wins),
            Sight { draws: true, .. } => DRAWN,
            _ => decided(Wdl::Loss, self.loses),
        }
    }
}

/// A stratum being decided.
struct Stratum {
    /// Numbers of its positions, increasing within a mover.
    members: Vec<u32>,
    slots: u64,
    /// Made when an option first leads back into the stratum.
    index: OnceLock<Index>,
}

/// Why a pass over a stratum gave nothing.
enum Miss {
    /// Play leads to a class that is neither done nor in the stratum.
    Class(u64, u64),
    Halted(Halted),
}

impl From<Halted> for Miss {
    fn from(halted: Halted) -> Miss {
        Miss::Halted(halted)
    }
}

impl Dense {
    /// A component and what play leads to, if the positions of its game can be numbered in the memory the watch allows.
    pub fn of(component: &Component, watch: &dyn Watch) -> Result<Dense, Refusal> {
        let game = &component.game;
        let facts = game.facts();
        let mut work = Work::new(watch);
        match Dense::fits(game) {
            false => Err(Refusal::Unfit("its positions cannot be decided one by one".to_string())),
            true => {
                let images = Reductions::of(game, crate::parts::players(&facts)).images;
                let mut dense =
                    Dense::new(game, &facts, &images, &mut work).map_err(|halted| Refusal::of(halted, 0))?;
                for mover in [Side::Left, Side::Right] {
                    dense
                        .decide(&component.packed, mover, &mut work)
                        .map_err(|halted| Refusal::of(halted, dense.covered))?;
                }
                Ok(dense)
            }
        }
    }

    /// Whether this game can be decided here: a move leads to one position, infinite play is a draw, points do not count.
    pub(crate) fn fits(game: &Game) -> bool {
        Flat::fits(game)
            && game.rules.verdicts.iter().all(|verdict| {
                !matches!(verdict.result, VerdictResult::Score(_))
                    && !Uses::of(&verdict.when.expr, &game.rules.defs).forever
            })
    }

    /// How many numbers the positions of a game take, if at most `most`.
    pub(crate) fn slots(game: &Arc<Game>, facts: &Facts, most: u64) -> Option<u64> {
        let movers = if facts.mover_free.is_proved() || facts.player_symmetric.is_proved() { 1 } else { 2 };
        Radix::new(game, most).map(|radix| radix.count * movers).filter(|slots| *slots <= most)
    }

    /// Numbers for the positions of a game, none of them decided. `images` are symmetries that hold.
    pub(crate) fn new(game: &Arc<Game>, facts: &Facts, images: &[Image], work: &mut Work) -> Result<Dense, Halted> {
        let numbers = Numbers::new(game, facts, images, work.watch().table_bytes() / 4)
            .ok_or_else(|| Halted::OutOfReach("too many positions to number".to_string()))?;
        let table = vec![UNMET; numbers.slots() as usize];
        let mut strata = Strata::new(&numbers.radix);
        sample(&numbers, &mut strata)?;
        Ok(Dense { numbers, strata, table, covered: 0 })
    }

    /// Decides a position, all of its class, and all that play leads to from there.
    pub(crate) fn decide(&mut self, words: &[u64], mover: Side, work: &mut Work) -> Result<(), Halted> {
        self.decide_keeping(words, mover, work, &mut |_, _| Ok(()))
    }

    /// The same; `keep` is told of every stratum.
    pub(crate) fn decide_keeping(
        &mut self,
        words: &[u64],
        mover: Side,
        work: &mut Work,
        keep: &mut Keep,
    ) -> Result<(), Halted> {
        let (numbers, strata) = (&self.numbers, &mut self.strata);
        let class_of = |strata: &Strata, slot: u64| strata.class(&numbers.radix, slot % numbers.radix.count);
        let goal = class_of(strata, numbers.slot(words, mover));
        while let Some(classes) = strata.next(goal) {
            let (stratum, covered) =
                Stratum::gather(numbers, strata, &classes, &mut self.table, work.watch().threads());
            match stratum.decide(numbers, &mut self.table, self.covered, work) {
                Ok(()) => {
                    self.covered += covered;
                    strata.finish(&classes);
                    keep(&classes, &mut stratum.members.iter().map(|&member| self.table[member as usize]))?;
                }
                Err(Miss::Class(from, to)) => {
                    stratum.members.iter().for_each(|&member| self.table[member as usize] = UNMET);
                    let (from, to) = (class_of(strata, from), class_of(strata, to));
                    assert!(strata.leads(from, to), "a class that is known to be led to is done or in the stratum");
                }
                Err(Miss::Halted(halted)) => return Err(halted),
            }
        }
        Ok(())
    }

    /// Takes a stratum for decided, as `keep` was told of it; false if it is not of this game.
    pub(crate) fn restore(&mut self, classes: &[ClassId], states: &[u16], threads: usize) -> bool {
        if !classes.iter().all(|&class| class < self.strata.classes.len()) {
            return false;
        }
        let (stratum, covered) = Stratum::gather(&self.numbers, &self.strata, classes, &mut self.table, threads);
        if stratum.members.len() != states.len() || states.iter().any(|state| [UNMET, OPEN].contains(state)) {
            return false;
        }
        for (&member, &state) in stratum.members.iter().zip(states) {
            self.table[member as usize] = state;
        }
        self.covered += covered;
        self.strata.finish(classes);
        true
    }

    /// What the table says of each number: 0 where it was not decided or another one stands for it, else as plies are
    /// coded in tablebases.
    pub(crate) fn codes(&self) -> &[u16] {
        &self.table
    }

    /// The result of a position that was decided and, unless it is drawn, the moves to the end.
    pub fn result(&self, words: &[u64], mover: Side) -> (Wdl, Option<u32>) {
        match self.table[self.numbers.slot(words, mover) as usize] {
            known if known >= 4 => (result_of(known), Some(plies(known).into())),
            _ => (Wdl::Draw, None),
        }
    }

    /// How many numbers there are in the classes that were decided.
    pub fn count(&self) -> u64 {
        self.covered
    }
}

fn decided(result: Wdl, plies: u16) -> u16 {
    4 + 2 * plies + u16::from(result == Wdl::Win)
}

/// The moves to the end of what is decided and not drawn.
fn plies(known: u16) -> u16 {
    (known - 4) / 2
}

/// Who wins where it is decided and not drawn.
fn result_of(known: u16) -> Wdl {
    if known & 1 == 1 { Wdl::Win } else { Wdl::Loss }
}

fn crowded() -> Halted {
    Halted::OutOfReach(format!("a position has more than {} options", u16::MAX))
}

/// Looks at a few positions of each class to see where they lead.
fn sample(numbers: &Numbers, strata: &mut Strata) -> Result<(), Halted> {
    let mut options = Options::default();
    for class in 0..strata.classes.len() {
        let mut seen = 0;
        let mut numbered = Vec::new();
        let mut look = |words: &[u64], _| {
            seen += 1;
            // The first few, then ever more rarely.
            if seen <= SAMPLES / 2 || (seen as u64).is_power_of_two() {
                numbered.push(grundy_run::Packed::from(words));
            }
            if seen > 1 << 12 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let _ = strata.filling.each(&numbers.radix, &strata.classes[class], &mut |piece| piece.each(&mut look));
        for words in numbered {
            for mover in [Side::Left, Side::Right] {
                let from = strata.class(&numbers.radix, numbers.slot(&words, mover) % numbers.radix.count);
                if numbers.game.ended(&words, mover, Stuck::No).is_ok_and(|ending| ending.is_some())
                    || numbers.game.options(&words, mover, &mut options).is_err()
                {
                    continue;
                }
                for number in 0..options.len() {
                    let next = options.turn(number).next(mover);
                    let to = numbers.slot(options.key(number), next) % numbers.radix.count;
                    let to = strata.class(&numbers.radix, to);
                    strata.leads(from, to);
                }
            }
        }
    }
    Ok(())
}

impl Stratum {
    /// Numbers of all positions of these classes that are the least of their images, marked open; and how many numbers the
    /// classes have.
    fn gather(
        numbers: &Numbers,
        strata: &Strata,
        classes: &[ClassId],
        table: &mut [u16],
        threads: usize,
    ) -> (Stratum, u64) {
        let (mut members, mut covered) = (Vec::new(), 0);
        let mut waiting: Vec<Piece> = Vec::new();
        let mut gather = |pieces: &mut Vec<Piece>| {
            let portions: Vec<_> = pieces.chunks(PORTION).collect();
            let found = shared_out(threads, portions.len(), |portion| {
                let (mut members, mut covered) = (Vec::new(), 0);
                let mut take = |words: &[u64], number: u64| {
                    covered += 1 + u64::from(numbers.apart);
                    if numbers.rankers[0].rank(words) == number {
                        members.push(number as u32);
                        // The other player's numbers are the same, after all of these.
                        members.extend(numbers.apart.then_some((number + numbers.radix.count) as u32));
                    }
                    ControlFlow::Continue(())
                };
                let _ = portions[portion].iter().try_for_each(|piece| piece.each(&mut take));
                (members, covered)
            });
            for (more, numbers) in found {
                members.extend(more);
                covered += numbers;
            }
            pieces.clear();
        };
        for &class in classes {
            let _ = strata.filling.each(&numbers.radix, &strata.classes[class], &mut |piece| {
                waiting.push(piece);
                if waiting.len() == PORTION * PORTIONS {
                    gather(&mut waiting);
                }
                ControlFlow::Continue(())
            });
        }
        gather(&mut waiting);
        let index = Index::sorting(&mut members, numbers.slots());
        members.iter().for_each(|&member| table[member as usize] = OPEN);
        (Stratum { members, slots: numbers.slots(), index }, covered)
    }

    /// The place of a member.
    fn local(&self, member: u64) -> u32 {
        self.index.get_or_init(|| Index::new(&self.members, self.slots)).of(member)
    }

    /// Decides its positions: expands each once, then goes backwards from what is decided, in order of moves to the end.
    fn decide(&self, numbers: &Numbers, table: &mut [u16], done: u64, work: &mut Work) -> Result<(), Miss> {
        if self.members.len() > MOST_MEMBERS {
            return Err(Halted::OutOfReach("too many positions depend on one another".to_string()).into());
        }
        let batches = self.expand(numbers, table, done, work)?;
        for batch in &batches {
            for (&state, &member) in batch.states.iter().zip(&self.members[batch.from..]) {
                table[member as usize] = state;
            }
        }
        if batches.iter().all(|batch| batch.sights.is_empty()) {
            return Ok(());
        }
        let before = Before::new(self.members.len(), &batches);
        let mut sights = Vec::with_capacity(self.members.len());
        for batch in batches {
            let sighted = batch.sights.len();
            sights.extend(batch.sights);
            sights.resize(sights.len() + batch.states.len() - sighted, Sight::default());
        }
        let mut layers: Vec<Vec<u32>> = Vec::new();
        let due = |at: u16, local: usize, layers: &mut Vec<Vec<u32>>| {
            let at = usize::from(at);
            if layers.len() <= at {
                layers.resize(at + 1, Vec::new());
            }
            layers[at].push(local as u32);
        };
        for (local, sight) in sights.iter().enumerate() {
            match table[self.members[local] as usize] {
                OPEN if sight.wins > 0 => due(sight.wins, local, &mut layers),
                OPEN | DRAWN => {}
                known if before.of(local).is_empty() => debug_assert!(known >= 4, "it was expanded"),
                known => due(plies(known), local, &mut layers),
            }
        }
        let mut at = 0;
        while at < layers.len() {
            if at > usize::from(LONGEST) {
                return Err(Halted::OutOfReach(format!("play can take more than {LONGEST} moves")).into());
            }
            for local in std::mem::take(&mut layers[at]) {
                let local = local as usize;
                let slot = self.members[local] as usize;
                let sight = sights[local];
                let result = match table[slot] {
                    OPEN if sight.wins > 0 && usize::from(sight.wins) == at => Wdl::Win,
                    OPEN if sight.wins == 0 => Wdl::Loss,
                    known if known >= 4 && usize::from(plies(known)) == at => result_of(known),
                    _ => continue,
                };
                table[slot] = decided(result, at as u16);
                let next = at as u16 + 1;
                for back in before.of(local) {
                    let (from, turn) = (back.from(), back.turn());
                    let sight = &mut sights[from];
                    if table[self.members[from] as usize] != OPEN {
                        continue;
                    }
                    if result.through(turn) == Wdl::Win {
                        if sight.wins == 0 || sight.wins > next {
                            sight.wins = next;
                            due(next, from, &mut layers);
                        }
                        continue;
                    }
                    sight.open -= 1;
                    sight.loses = sight.loses.max(next);
                    if sight.open == 0 && !sight.draws && sight.wins == 0 {
                        due(sight.loses, from, &mut layers);
                    }
                }
            }
            at += 1;
        }
        for &member in &self.members {
            let slot = &mut table[member as usize];
            *slot = if *slot == OPEN { DRAWN } else { *slot };
        }
        Ok(())
    }

    /// Expands every position, in ranges that threads share out. Positions that are over are decided at once.
    fn expand(&self, numbers: &Numbers, table: &[u16], done: u64, work: &mut Work) -> Result<Vec<Batch>, Miss> {
        let slices = self.members.len().div_ceil(SLICE);
        let threads = work.watch().threads().min(slices.div_ceil(16)).max(1);
        let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let watch = work.watch();
        let held = table.len() as u64 * 2;
        let run = |first: bool| -> Result<Vec<Batch>, Miss> {
            let (options, found) = (Options::default(), Vec::new());
            let mut walker = Expander { stratum: self, numbers, table, options, found };
            let mut batches = Vec::new();
            loop {
                let slice = next.fetch_add(1, Relaxed) as usize;
                if slice >= slices || stop.load(Relaxed) {
                    return Ok(batches);
                }
                let from = slice * SLICE;
                let to = (from + SLICE).min(self.members.len());
                let batch = walker.batch(from, to);
                if batch.is_err() {
                    stop.store(true, Relaxed);
                }
                batches.push(batch?);
                let at = done + from as u64;
                let progress = Progress { what: "positions", done: at, total: Some(table.len() as u64), bytes: held };
                if first && let Some(reason) = watch.tick(progress) {
                    stop.store(true, Relaxed);
                    return Err(Halted::Stopped(reason).into());
                }
            }
        };
        let mut batches = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| run(false))).collect();
            let own = run(true);
            let mut all = Vec::new();
            for found in std::iter::once(own).chain(others.into_iter().map(|other| other.join().expect("no panic"))) {
                all.extend(found?);
            }
            Ok::<_, Miss>(all)
        })?;
        batches.sort_unstable_by_key(|batch| batch.from);
        Ok(batches)
    }
}

/// An option inside a stratum, turned round: where it leads, and where it comes from.
type Edge = (u32, Back);

/// Where an option comes from and whose turn is next, in one word.
#[derive(Clone, Copy, Default)]
struct Back(u32);

impl Back {
    fn new(from: usize, turn: Turn) -> Back {
        Back((from as u32) << 1 | u32::from(turn == Turn::Stays))
    }

    fn from(self) -> usize {
        self.0 as usize >> 1
    }

    fn turn(self) -> Turn {
        if self.0 & 1 == 1 { Turn::Stays } else { Turn::Passes }
    }
}

/// What a range of a stratum leads to.
struct Batch {
    from: usize,
    /// What the table is to say: open where an option stays in the stratum.
    states: Vec<u16>,
    /// Up to the last position that is open.
    sights: Vec<Sight>,
    edges: Vec<Edge>,
}

struct Expander<'a> {
    stratum: &'a Stratum,
    numbers: &'a Numbers,
    table: &'a [u16],
    options: Options,
    /// Numbers of options and what the table says of them.
    found: Vec<(u64, u16)>,
}

impl Expander<'_> {
    fn batch(&mut self, from: usize, to: usize) -> Result<Batch, Miss> {
        let states = Vec::with_capacity(to - from);
        let mut batch = Batch { from, states, sights: Vec::new(), edges: Vec::new() };
        for local in from..to {
            let slot = u64::from(self.stratum.members[local]);
            let count = self.numbers.radix.count;
            let (mover, number) = if slot < count { (Side::Left, slot) } else { (Side::Right, slot - count) };
            let words = self.numbers.radix.unrank(number);
            let state = match self.over(&words, mover)? {
                Some(state) => state,
                None => {
                    let sight = self.sight(slot, local, mover, &mut batch.edges)?;
                    if sight.wins.max(sight.loses) > LONGEST {
                        return Err(Halted::OutOfReach(format!("play can take more than {LONGEST} moves")).into());
                    }
                    if sight.open > 0 {
                        batch.sights.resize(local - from, Sight::default());
                        batch.sights.push(sight);
                    }
                    if sight.open > 0 { OPEN } else { sight.alone() }
                }
            };
            batch.states.push(state);
        }
        batch.edges.shrink_to_fit();
        Ok(batch)
    }

    /// Where the game is over: how the table says it. Else the options are found.
    fn over(&mut self, words: &[u64], mover: Side) -> Result<Option<u16>, Halted> {
        let game = &self.numbers.game;
        let mut ending = game.ended(words, mover, Stuck::No)?;
        if ending.is_none() {
            game.options(words, mover, &mut self.options)?;
            if self.options.is_empty() {
                ending = game.ended(words, mover, Stuck::Yes)?;
            }
        }
        Ok(ending.map(|ending: Ending| match Wdl::of(ending, mover) {
            Wdl::Draw => DRAWN,
            result => decided(result, 0),
        }))
    }

    fn sight(&mut self, slot: u64, local: usize, mover: Side, edges: &mut Vec<Edge>) -> Result<Sight, Miss> {
        let mut sight = Sight::default();
        // All numbers, then all look-ups, then what they say: memory answers them together.
        self.found.clear();
        for number in 0..self.options.len() {
            let turn = self.options.turn(number);
            let next = turn.next(mover);
            self.found.push((self.numbers.slot(self.options.key(number), next), UNMET));
        }
        self.found.iter_mut().for_each(|(to, state)| *state = self.table[*to as usize]);
        for (number, &(to, state)) in self.found.iter().enumerate() {
            let turn = self.options.turn(number);
            match state {
                UNMET => return Err(Miss::Class(slot, to)),
                OPEN => {
                    edges.push((self.stratum.local(to), Back::new(local, turn)));
                    sight.open = sight.open.checked_add(1).ok_or_else(crowded)?;
                }
                DRAWN => sight.draws = true,
                known => {
                    let plies = plies(known) + 1;
                    match result_of(known).through(turn) {
                        Wdl::Win if sight.wins == 0 || plies < sight.wins => sight.wins = plies,
                        Wdl::Win => {}
                        _ => sight.loses = sight.loses.max(plies),
                    }
                }
            }
        }
        Ok(sight)
    }
}

/// Edges by where they lead.
struct Before {
    /// Where the edges to each position end; they begin where those to the one before end.
    ends: Vec<u32>,
    from: Vec<Back>,
}

impl Before {
    fn new(size: usize, batches: &[Batch]) -> Before {
        let edges = || batches.iter().flat_map(|batch| &batch.edges);
        let mut ends = vec![0u32; size];
        edges().for_each(|edge| ends[edge.0 as usize] += 1);
        let mut first = 0;
        for end in &mut ends {
            (first, *end) = (first + *end, first);
        }
        let mut from = vec![Back::default(); first as usize];
        for &(to, back) in edges() {
            let end = &mut ends[to as usize];
            from[*end as usize] = back;
            *end += 1;
        }
        Before { ends, from }
    }

    fn of(&self, local: usize) -> &[Back] {
        let first = if local == 0 { 0 } else { self.ends[local - 1] };
        &self.from[first as usize..self.ends[local] as usize]
    }
}

/// The place of a number among the members of a stratum, by counting bits.
struct Index {
    bits: Vec<u64>,
    /// Made when a place is first asked for.
    before: OnceLock<Vec<u32>>,
}

impl Index {
    /// Sorts the members: as bits, unless there are few or they are sorted.
    fn sorting(members: &mut [u32], slots: u64) -> OnceLock<Index> {
        let few = members.len() < slots.div_ceil(1024) as usize;
        if few || members.is_sorted() {
            members.sort_unstable();
            return OnceLock::new();
        }
        let index = Index::new(members, slots);
        let mut place = members.iter_mut();
        for (word, &bits) in index.bits.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                *place.next().expect("as many bits as members") = word as u32 * 64 + rest.trailing_zeros();
                rest &= rest - 1;
            }
        }
        OnceLock::from(index)
    }

    fn new(members: &[u32], slots: u64) -> Index {
        let mut bits = vec![0u64; slots.div_ceil(64) as usize];
        members.iter().for_each(|&member| bits[member as usize / 64] |= 1 << (member % 64));
        Index { bits, before: OnceLock::new() }
    }

    fn of(&self, member: u64) -> u32 {
        let before = self.before.get_or_init(|| {
            let counts = self.bits.iter().scan(0, |count, word| {
                let before = *count;
                *count += word.count_ones();
                Some(before)
            });
            counts.collect()
        });
        let (word, bit) = (member as usize / 64, member % 64);
        before[word] + (self.bits[word] & ((1 << bit) - 1)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::retrograde::Retrograde;
    use crate::outcome::retrograde::nodes::{NodeId, Nodes};
    use crate::parts::Parts;
    use crate::work::Threads;
    use grundy_answer::Unwatched;
    use grundy_rule::Convention;

    /// Every position that can be reached is decided as the graph with all its edges decides it, by any number of threads.
    #[test]
    fn numbers_agree_with_the_graph() {
        let cases = [
            ("quixo", "Quixo(N = 2)"),
            ("quixo", "Quixo(N = 3)"),
            ("mu-torere", "MuTorere(\"XXXXOOOO\")"),
            ("pong-hau-ki", "PongHauKi(\"XXOO.\")"),
            ("chopsticks", "Chopsticks"),
            ("dodgem", "Dodgem(\"X..|X..|.OO\")"),
            ("three-mens-morris", "ThreeMensMorris"),
        ];
        for (file, query) in cases {
            let world = grundy_kit::library(file);
            let start = grundy_kit::position(&world, query);
            let mut parts = Parts::default();
            let root = parts.intern(&start.parts[0]);
            let (game, facts) = (parts.game(root).clone(), Facts::of(parts.game(root).source()));
            assert!(Dense::fits(&game), "{query}");
            let images = Reductions::of(&game, crate::parts::players(&facts)).images;
            let mut nodes = Nodes::new(parts, &[root], Convention::of(&game.rules));
            let mut work = Work::new(&Unwatched);
            let roots: Vec<NodeId> = [Side::Left, Side::Right]
                .map(|mover| nodes.intern([root].into_iter().collect(), mover).unwrap())
                .to_vec();
            let graph = Retrograde::solve(&mut nodes, &roots, &mut work).unwrap();
            for threads in [1, 3] {
                let watch = Threads(threads, 1 << 30);
                let mut work = Work::new(&watch);
                let mut dense = Dense::new(&game, &facts, &images, &mut work).unwrap();
                for node in 0..nodes.len() as NodeId {
                    let (sum, mover) = nodes.key(node);
                    let (result, plies) = graph.result(&nodes, node);
                    let plies = plies.filter(|_| result != Wdl::Draw);
                    dense.decide(nodes.parts.words(sum[0]), mover, &mut work).unwrap();
                    assert_eq!(dense.result(nodes.parts.words(sum[0]), mover), (result, plies), "{query} {node}");
                }
                assert!(dense.count() >= nodes.len() as u64 / 2, "{query}");
            }
        }
    }
}
