//! All positions that play leads to, as sorted numbers, stratum by stratum: forwards from the start, level by level, to
//! find them; backwards from the lowest level to decide them. Only the stratum at hand and what it leads to is read, in
//! chunks, so that memory bounds a chunk and not the game; a stratum in which play can return is held as a whole.
//! Every piece is kept: a build that was ended goes on from the last whole piece. After the tiers of GamesmanOne.
//!
//! ```text
//!   run.LEVEL.NUMBER   positions of a level that were found from a higher one      (until level.LEVEL is there)
//!   level.LEVEL        all positions of a level                 expanded.LEVEL   what they lead to was found
//!   codes.LEVEL        what is known of them                    count.LEVEL      how many are won, drawn, lost
//! ```

use crate::tablebase::code::{Solution, TableKind};
use crate::tablebase::levels::{Levels, Quantity};
use crate::tablebase::numbering::{Numbering, asks_forever};
use crate::tablebase::pieces::{CodeReader, NumberReader, NumberWriter, Pieces, opened, read_all, write_all};
use crate::tablebase::stratum::{Inside, Sight, computed, in_order, over, retrograde};
use crate::work::{Halted, shared_out};
use grundy_answer::{Progress, Watch};
use grundy_run::{Ending, Options, Packed, Side, Stuck, Turn};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions of a chunk at most and at least.
const LARGEST_CHUNK: u64 = 1 << 20;
const SMALLEST_CHUNK: u64 = 1 << 12;

/// Bytes of memory for each position of a chunk.
const CHUNK_BYTES: u64 = 1 << 10;

/// Positions that a thread expands at a time.
const SLICE: usize = 1 << 12;

/// Levels beyond this are read into memory where all are read at once: each open piece takes a descriptor.
const MOST_OPEN: usize = 200;

/// Why a build has no result.
#[derive(Debug)]
pub enum Unbuilt {
    /// It was told to stop, or is out of reach.
    Halted(Halted),
    /// A piece cannot be written or read.
    Outside(io::Error),
}

impl From<Halted> for Unbuilt {
    fn from(halted: Halted) -> Unbuilt {
        Unbuilt::Halted(halted)
    }
}

impl From<io::Error> for Unbuilt {
    fn from(error: io::Error) -> Unbuilt {
        Unbuilt::Outside(error)
    }
}

impl From<io::ErrorKind> for Unbuilt {
    fn from(kind: io::ErrorKind) -> Unbuilt {
        Unbuilt::Outside(kind.into())
    }
}

/// How many positions of a stratum are won, drawn and lost by the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StratumCount {
    /// Its level; play goes from higher to lower ones.
    pub level: i64,
    /// Positions, symmetric ones once.
    pub positions: u64,
    /// The same with all images.
    pub images: u64,
    /// Lost, drawn and won ones.
    pub by_result: [u64; 3],
    /// The greatest code.
    pub greatest: u32,
}

/// A finished build: its pieces hold every position.
pub struct Reached {
    /// From the highest level.
    pub strata: Vec<StratumCount>,
    kind: TableKind,
}

/// Finds and decides everything that play leads to from these positions, or goes on with what an earlier run kept.
pub fn build_reached(
    numbering: &Numbering,
    starts: &[(Packed, Side)],
    kind: TableKind,
    pieces: &dyn Pieces,
    watch: &dyn Watch,
) -> Result<Reached, Unbuilt> {
    let mut excluded = BTreeSet::new();
    loop {
        let levels = Levels::guess(numbering, (&starts[0].0, starts[0].1), &excluded)?;
        let text = format!("{} {}", levels.text(), kind.name());
        if read_all(pieces, "plan")?.is_some_and(|kept| kept != text.as_bytes()) {
            pieces.remove(&pieces.named("")?)?;
        }
        write_all(pieces, "plan", text.as_bytes())?;
        let build = Build {
            numbering,
            levels,
            kind: computed(kind),
            pieces,
            watch,
            done: AtomicU64::new(0),
            found: AtomicU64::new(0),
        };
        match build.run(starts) {
            Err(Failed::Raised(quantities)) => {
                assert!(!quantities.is_empty(), "a level that rises has a quantity that rises");
                excluded.extend(quantities);
            }
            Err(Failed::Unbuilt(unbuilt)) => return Err(unbuilt),
            Ok(strata) => return Ok(Reached { strata, kind }),
        }
    }
}

impl Reached {
    /// Calls `visit` with the number and the code of every position, in increasing order of numbers.
    pub fn each(&self, pieces: &dyn Pieces, visit: &mut dyn FnMut(u64, u32) -> io::Result<()>) -> io::Result<()> {
        let kept = |name: &str| -> io::Result<Box<dyn io::Read + Send>> {
            match self.strata.len() > MOST_OPEN {
                true => Ok(Box::new(io::Cursor::new(read_all(pieces, name)?.unwrap_or_default()))),
                false => opened(pieces, name),
            }
        };
        let mut readers = Vec::new();
        let mut heads = BinaryHeap::new();
        for stratum in &self.strata {
            let mut numbers = NumberReader::new(kept(&named("level", stratum.level))?);
            let codes = CodeReader::new(kept(&named("codes", stratum.level))?);
            heads.extend(numbers.next()?.map(|first| Reverse((first, readers.len()))));
            readers.push((numbers, codes));
        }
        while let Some(Reverse((number, from))) = heads.pop() {
            let (numbers, codes) = &mut readers[from];
            let code = codes.next()?.ok_or(io::ErrorKind::UnexpectedEof)?;
            visit(number, told(self.kind, code))?;
            heads.extend(numbers.next()?.map(|next| Reverse((next, from))));
        }
        Ok(())
    }

    /// The greatest code.
    pub fn greatest(&self) -> u32 {
        match self.kind {
            TableKind::Outcome => 3,
            _ => self.strata.iter().map(|stratum| stratum.greatest).max().unwrap_or(0),
        }
    }
}

/// A code as the kind that was asked for says it.
fn told(kind: TableKind, code: u32) -> u32 {
    match (kind, Solution::of(computed(kind), code)) {
        (TableKind::Outcome, Some(solution)) => Solution::Outcome(solution.result()).code().unwrap_or(0),
        _ => code,
    }
}

/// Levels in names, so that names sort as levels do.
const ZERO: i64 = 1 << 30;

fn named(what: &str, level: i64) -> String {
    format!("{what}.{:010}", level + ZERO)
}

fn level_of(name: &str) -> Option<i64> {
    name.split('.').nth(1)?.parse::<i64>().ok().map(|number| number - ZERO)
}

struct Build<'a> {
    numbering: &'a Numbering,
    levels: Levels,
    kind: TableKind,
    pieces: &'a dyn Pieces,
    watch: &'a dyn Watch,
    /// Positions expanded forwards and backwards.
    done: AtomicU64,
    /// Positions found.
    found: AtomicU64,
}

/// What was found and is not kept yet: positions by level, and levels all of whose options were found.
#[derive(Default)]
struct Pending {
    found: Found,
    count: usize,
    expanded: Vec<(i64, &'static str)>,
    /// Runs that were kept so far, in this and earlier builds.
    runs: usize,
}

/// Why a run gave nothing.
enum Failed {
    /// These quantities rise with some move.
    Raised(Vec<Quantity>),
    Unbuilt(Unbuilt),
}

impl<T: Into<Unbuilt>> From<T> for Failed {
    fn from(unbuilt: T) -> Failed {
        Failed::Unbuilt(unbuilt.into())
    }
}

/// What some positions lead to, by level.
type Found = BTreeMap<i64, Vec<u64>>;

/// An option: where it leads, the place that it comes from.
#[derive(Clone, Copy)]
struct Leaving {
    to: u64,
    from: u32,
    gain: i32,
    turn: Turn,
}

/// What a range of positions leads to, with its moves.
#[derive(Default)]
struct Expanded {
    /// Codes of positions that are over, else 0.
    codes: Vec<u32>,
    leaving: BTreeMap<i64, Vec<Leaving>>,
    /// Options that stay in the level.
    staying: Vec<Leaving>,
    /// Positions with all images.
    images: u64,
}

impl Build<'_> {
    fn run(&self, starts: &[(Packed, Side)]) -> Result<Vec<StratumCount>, Failed> {
        if read_all(self.pieces, "found")?.is_none() {
            self.find(starts)?;
            write_all(self.pieces, "found", b"all")?;
        }
        let levels: BTreeSet<i64> = self.pieces.named("level.")?.iter().filter_map(|name| level_of(name)).collect();
        let mut strata = Vec::new();
        for &level in &levels {
            let count = match read_all(self.pieces, &named("count", level))? {
                Some(bytes) => StratumCount::read(level, &bytes).ok_or(io::ErrorKind::InvalidData)?,
                None => self.decide(level)?,
            };
            strata.push(count);
        }
        strata.reverse();
        Ok(strata)
    }

    fn chunk(&self) -> usize {
        (self.watch.table_bytes() / CHUNK_BYTES).clamp(SMALLEST_CHUNK, LARGEST_CHUNK) as usize
    }

    /// Says how far the work is; an error if it has to stop.
    fn tick(&self, done: usize) -> Result<(), Halted> {
        let done = self.done.fetch_add(done as u64, Relaxed) + done as u64;
        let found = self.found.load(Relaxed);
        let total = (found > 0).then_some(found * 2);
        match self.watch.tick(Progress { what: "positions", done, total, bytes: 0 }) {
            Some(stop) => Err(Halted::Stopped(stop)),
            None => Ok(()),
        }
    }

    /// Finds every position, level by level from the highest.
    fn find(&self, starts: &[(Packed, Side)]) -> Result<(), Failed> {
        let mut first = Found::new();
        for (words, mover) in starts {
            first.entry(self.levels.level(words)).or_default().push(self.numbering.slot(words, *mover));
        }
        let mut pending = Pending { runs: self.pieces.named("run.")?.len(), ..Pending::default() };
        // Names of runs count up from what any earlier build may have used.
        for name in self.pieces.named("run.")? {
            let number = name.rsplit('.').next().and_then(|number| number.parse::<usize>().ok());
            pending.runs = pending.runs.max(number.unwrap_or(0) + 1);
        }
        pending.found = first;
        self.keep(&mut pending)?;
        loop {
            let all = |prefix: &str| -> io::Result<BTreeSet<i64>> {
                Ok(self.pieces.named(prefix)?.iter().filter_map(|name| level_of(name)).collect())
            };
            let (mut runs, whole, mut expanded) = (all("run.")?, all("level.")?, all("expanded.")?);
            runs.extend(pending.found.keys());
            expanded.extend(pending.expanded.iter().map(|(level, _)| *level));
            let unexpanded = whole.difference(&expanded).max();
            let Some(&level) = runs.last().into_iter().chain(unexpanded).max() else {
                return Ok(self.keep(&mut pending)?);
            };
            let more = pending.found.remove(&level).unwrap_or_default();
            if !whole.contains(&level) {
                self.merge_runs(level, more)?;
            }
            self.pieces.remove(&self.pieces.named(&format!("{}.", named("run", level)))?)?;
            if !expanded.contains(&level) {
                self.expand_level(level, &mut pending)?;
            }
        }
    }

    /// Keeps what is pending: positions first, then that all of them were found.
    fn keep(&self, pending: &mut Pending) -> Result<(), Unbuilt> {
        for (level, numbers) in std::mem::take(&mut pending.found) {
            self.write_run(level, numbers, pending)?;
        }
        pending.count = 0;
        for (level, says) in pending.expanded.drain(..) {
            write_all(self.pieces, &named("expanded", level), says.as_bytes())?;
        }
        Ok(())
    }

    fn write_run(&self, level: i64, mut numbers: Vec<u64>, pending: &mut Pending) -> Result<(), Unbuilt> {
        numbers.sort_unstable();
        numbers.dedup();
        let name = format!("{}.{:08}", named("run", level), pending.runs);
        pending.runs += 1;
        let mut writer = NumberWriter::begin(self.pieces, &name)?;
        for number in numbers {
            writer.push(number)?;
        }
        Ok(writer.finish()?)
    }

    /// The runs of a level, and what is pending of it, become one piece.
    fn merge_runs(&self, level: i64, mut pending: Vec<u64>) -> Result<(), Unbuilt> {
        pending.sort_unstable();
        let mut names = self.pieces.named(&format!("{}.", named("run", level)))?;
        let mut round = 0;
        while names.len() > MOST_OPEN {
            let mut longer = Vec::new();
            for group in names.chunks(MOST_OPEN) {
                let name = format!("{}.merged.{round}", named("run", level));
                round += 1;
                self.merge(group, &[], &name)?;
                self.pieces.remove(group)?;
                longer.push(name);
            }
            names = longer;
        }
        self.merge(&names, &pending, &named("level", level))
    }

    /// Runs and some sorted numbers as one piece.
    fn merge(&self, names: &[String], numbers: &[u64], to: &str) -> Result<(), Unbuilt> {
        let mut readers = Vec::new();
        let mut heads = BinaryHeap::new();
        let mut numbers = numbers.iter();
        heads.extend(numbers.next().map(|&first| Reverse((first, usize::MAX))));
        for name in names {
            let mut reader = NumberReader::open(self.pieces, name)?;
            heads.extend(reader.next()?.map(|first| Reverse((first, readers.len()))));
            readers.push(reader);
        }
        let mut writer = NumberWriter::begin(self.pieces, to)?;
        let mut last = None;
        let mut count = 0;
        while let Some(Reverse((number, from))) = heads.pop() {
            if last != Some(number) {
                writer.push(number)?;
                last = Some(number);
            }
            count += 1;
            if count % (1 << 16) == 0 {
                self.tick(0)?;
            }
            let next = match from {
                usize::MAX => numbers.next().copied(),
                from => readers[from].next()?,
            };
            heads.extend(next.map(|next| Reverse((next, from))));
        }
        Ok(writer.finish()?)
    }

    /// Finds what the positions of a level lead to; where that is the level itself, until nothing is new.
    fn expand_level(&self, level: i64, pending: &mut Pending) -> Result<(), Failed> {
        let mut reader = NumberReader::open(self.pieces, &named("level", level))?;
        let mut same = Vec::new();
        let chunk = self.chunk();
        let mut expand = |numbers: &[u64], same: &mut Vec<u64>| -> Result<(), Failed> {
            for (below, numbers) in self.successors(level, numbers)? {
                if below == level {
                    same.extend(numbers);
                    continue;
                }
                pending.count += numbers.len();
                pending.found.entry(below).or_default().extend(numbers);
            }
            if pending.count >= chunk {
                self.keep(pending)?;
            }
            Ok(())
        };
        let mut count = 0;
        loop {
            let numbers = take(&mut reader, chunk)?;
            if numbers.is_empty() {
                break;
            }
            count += numbers.len() as u64;
            expand(&numbers, &mut same)?;
        }
        let cyclic = !same.is_empty();
        if cyclic {
            let mut known = take(&mut NumberReader::open(self.pieces, &named("level", level))?, usize::MAX)?;
            loop {
                same.sort_unstable();
                same.dedup();
                let new: Vec<u64> = same.drain(..).filter(|number| known.binary_search(number).is_err()).collect();
                if new.is_empty() {
                    break;
                }
                for numbers in new.chunks(chunk) {
                    expand(numbers, &mut same)?;
                }
                known = merged(&known, &new);
            }
            count = known.len() as u64;
            let mut writer = NumberWriter::begin(self.pieces, &named("level", level))?;
            for number in known {
                writer.push(number)?;
            }
            writer.finish()?;
        }
        self.found.fetch_add(count, Relaxed);
        pending.expanded.push((level, if cyclic { "returns" } else { "falls" }));
        Ok(())
    }

    /// What some positions of a level lead to.
    fn successors(&self, level: i64, numbers: &[u64]) -> Result<Found, Failed> {
        let slices: Vec<&[u64]> = numbers.chunks(SLICE).collect();
        let found = shared_out(self.watch.threads(), slices.len(), |slice| -> Result<Found, Failed> {
            let mut found = Found::new();
            let mut options = Options::default();
            for &number in slices[slice] {
                let (words, mover) = self.numbering.position(number);
                if self.options(&words, mover, &mut options)?.is_some() {
                    continue;
                }
                for option in 0..options.len() {
                    let to = options.key(option);
                    let below = self.levels.level(to);
                    if below > level {
                        return Err(Failed::Raised(self.levels.raised(self.numbering, &words, to)));
                    }
                    let next = options.turn(option).next(mover);
                    found.entry(below).or_default().push(self.numbering.slot(to, next));
                }
            }
            for numbers in found.values_mut() {
                numbers.sort_unstable();
                numbers.dedup();
            }
            self.tick(slices[slice].len())?;
            Ok(found)
        });
        let mut all = Found::new();
        for found in found {
            for (level, numbers) in found? {
                all.entry(level).or_default().extend(numbers);
            }
        }
        Ok(all)
    }

    /// How a position has ended; else its options are found.
    fn options(&self, words: &[u64], mover: Side, options: &mut Options) -> Result<Option<Ending>, Halted> {
        let game = &self.numbering.game;
        let mut ending = game.ended(words, mover, Stuck::No)?;
        if ending.is_none() {
            game.options(words, mover, options)?;
            if options.is_empty() {
                ending = game.ended(words, mover, Stuck::Yes)?;
            }
        }
        Ok(ending)
    }

    /// Decides the positions of a level; all lower ones are decided.
    fn decide(&self, level: i64) -> Result<StratumCount, Failed> {
        let says = read_all(self.pieces, &named("expanded", level))?;
        let mut reader = NumberReader::open(self.pieces, &named("level", level))?;
        let mut piece = self.pieces.begin(&named("codes", level))?;
        let mut count = StratumCount { level, ..StratumCount::default() };
        let mut write = |codes: &[u32], images: u64| -> io::Result<()> {
            count.add(self.kind, codes, images);
            let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
            piece.write_all(&bytes)
        };
        if says.as_deref() == Some(b"returns") {
            let numbers = take(&mut reader, usize::MAX)?;
            let (codes, images) = self.decide_together(level, &numbers)?;
            write(&codes, images)?;
        } else {
            let threads = self.watch.threads();
            let chunk = self.chunk().div_ceil(threads);
            loop {
                let mut chunks = Vec::new();
                for _ in 0..threads {
                    let numbers = take(&mut reader, chunk)?;
                    chunks.extend((!numbers.is_empty()).then_some(numbers));
                }
                if chunks.is_empty() {
                    break;
                }
                for decided in shared_out(threads, chunks.len(), |at| self.decide_alone(level, &chunks[at])) {
                    let (codes, images) = decided?;
                    write(&codes, images)?;
                }
            }
        }
        piece.finish()?;
        write_all(self.pieces, &named("count", level), count.text().as_bytes())?;
        Ok(count)
    }

    /// Codes of positions whose options lie below, and how many positions they are with all images.
    fn decide_alone(&self, level: i64, numbers: &[u64]) -> Result<(Vec<u32>, u64), Failed> {
        let mut expanded = self.expand(level, numbers, 0)?;
        assert!(expanded.staying.is_empty(), "a level that falls leads to lower ones only");
        let mut sights = vec![Sight::default(); numbers.len()];
        self.look_up(&mut expanded.leaving, &mut sights)?;
        for (code, sight) in expanded.codes.iter_mut().zip(&sights) {
            if *code == 0 {
                *code = sight.alone(self.kind).ok_or_else(too_large)?;
            }
        }
        Ok((expanded.codes, expanded.images))
    }

    /// The same for all positions of a level in which play can return.
    fn decide_together(&self, level: i64, numbers: &[u64]) -> Result<(Vec<u32>, u64), Failed> {
        if numbers.len() > u32::MAX as usize {
            return Err(Halted::OutOfReach("too many positions depend on one another".to_string()).into());
        }
        let chunks: Vec<(usize, &[u64])> =
            numbers.chunks(SLICE * 4).enumerate().map(|(at, chunk)| (at * SLICE * 4, chunk)).collect();
        let expanded = shared_out(self.watch.threads(), chunks.len(), |at| {
            let (first, chunk) = chunks[at];
            self.expand(level, chunk, first as u32).map(|expanded| {
                let place = |to: u64| numbers.binary_search(&to).expect("all of the level was found") as u32;
                let inside = |&Leaving { to, from, gain, turn }: &Leaving| Inside { to: place(to), from, turn, gain };
                let inside: Vec<Inside> = expanded.staying.iter().map(inside).collect();
                (expanded, inside)
            })
        });
        let (mut codes, mut edges, mut images) = (Vec::new(), Vec::new(), 0);
        let mut leaving: BTreeMap<i64, Vec<Leaving>> = BTreeMap::new();
        for found in expanded {
            let (expanded, inside) = found?;
            codes.extend(expanded.codes);
            edges.extend(inside);
            images += expanded.images;
            for (level, more) in expanded.leaving {
                leaving.entry(level).or_default().extend(more);
            }
        }
        let mut sights = vec![Sight::default(); numbers.len()];
        self.look_up(&mut leaving, &mut sights)?;
        drop(leaving);
        if self.kind != TableKind::Plies {
            if !in_order(self.kind, &mut sights, &mut codes, &edges)? {
                let why = "play can return to a position, and points or Grundy values are asked for";
                return Err(Halted::OutOfReach(why.to_string()).into());
            }
            return Ok((codes, images));
        }
        let mover = |local: usize| self.numbering.position(numbers[local]).1;
        retrograde(&mut sights, &mut codes, &edges, &mover, &|open| self.favoured(numbers, open))?;
        Ok((codes, images))
    }

    /// Whom endless play through these positions favours.
    fn favoured(&self, numbers: &[u64], open: &[usize]) -> Result<Option<Side>, Halted> {
        if !asks_forever(&self.numbering.game) {
            return Ok(None);
        }
        let mut all = None;
        for &local in open {
            let (words, mover) = self.numbering.position(numbers[local]);
            let here = match self.numbering.game.forever(&words, mover)? {
                Ending::Won(side) => Some(side),
                _ => None,
            };
            if all.is_some_and(|all| all != here) {
                return Err(Halted::OutOfReach("endless play favours now one player, now the other".to_string()));
            }
            all = Some(here);
        }
        Ok(all.flatten())
    }

    /// Where some positions lead, with their moves; places count from `first`.
    fn expand(&self, level: i64, numbers: &[u64], first: u32) -> Result<Expanded, Halted> {
        let mut expanded = Expanded::default();
        let mut options = Options::default();
        for (local, &number) in numbers.iter().enumerate() {
            let (words, mover) = self.numbering.position(number);
            expanded.images += self.numbering.orbit(&words);
            if let Some(ending) = self.options(&words, mover, &mut options)? {
                expanded.codes.push(over(self.kind, ending, mover).ok_or_else(too_large)?);
                continue;
            }
            expanded.codes.push(0);
            let from = first + local as u32;
            for option in 0..options.len() {
                let (to, turn) = (options.key(option), options.turn(option));
                let (below, number) = (self.levels.level(to), self.numbering.slot(to, turn.next(mover)));
                let gain = i32::try_from(options.gain(option)).map_err(|_| too_large())?;
                let leaving = Leaving { to: number, from, gain, turn };
                match below == level {
                    true => expanded.staying.push(leaving),
                    false => expanded.leaving.entry(below).or_default().push(leaving),
                }
            }
            if local % SLICE == SLICE - 1 {
                self.tick(SLICE)?;
            }
        }
        self.tick(numbers.len() % SLICE)?;
        Ok(expanded)
    }

    /// Tells every position what the options that leave its level are worth. The pieces of a level are read once, in order.
    fn look_up(&self, leaving: &mut BTreeMap<i64, Vec<Leaving>>, sights: &mut [Sight]) -> Result<(), Failed> {
        for (&level, edges) in leaving {
            edges.sort_unstable_by_key(|edge| edge.to);
            let mut numbers = NumberReader::open(self.pieces, &named("level", level))?;
            let mut codes = CodeReader::open(self.pieces, &named("codes", level))?;
            let (mut at, mut code) = (None, 0);
            for edge in &*edges {
                while at.is_none_or(|at| at < edge.to) {
                    at = Some(numbers.next()?.ok_or(io::ErrorKind::UnexpectedEof)?);
                    code = codes.next()?.ok_or(io::ErrorKind::UnexpectedEof)?;
                }
                assert!(at == Some(edge.to), "every option was found");
                let from = edge.from as usize;
                sights[from].add(self.kind, code, edge.turn, edge.gain.into())?;
            }
        }
        Ok(())
    }
}

fn too_large() -> Halted {
    Halted::OutOfReach("a margin, a length or a Grundy value is too large to be kept".to_string())
}

/// The next numbers, at most so many.
fn take(reader: &mut NumberReader, most: usize) -> io::Result<Vec<u64>> {
    let mut numbers = Vec::new();
    while numbers.len() < most {
        match reader.next()? {
            Some(number) => numbers.push(number),
            None => break,
        }
    }
    Ok(numbers)
}

/// Two sorted lists without common elements as one.
fn merged(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut all = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) if x < y => a.next(),
            (_, Some(_)) => b.next(),
            (Some(_), None) => a.next(),
            (None, None) => return all,
        };
        all.extend(next);
    }
}

impl StratumCount {
    fn add(&mut self, kind: TableKind, codes: &[u32], images: u64) {
        self.images += images;
        self.positions += codes.len() as u64;
        for &code in codes {
            let result = Solution::of(kind, code).map_or(0, |solution| solution.result() as usize);
            self.by_result[result] += 1;
            self.greatest = self.greatest.max(code);
        }
    }

    fn text(&self) -> String {
        let [lost, drawn, won] = self.by_result;
        format!("{} {} {lost} {drawn} {won} {}", self.positions, self.images, self.greatest)
    }

    fn read(level: i64, bytes: &[u8]) -> Option<StratumCount> {
        let text = std::str::from_utf8(bytes).ok()?;
        let numbers: Vec<u64> = text.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let [positions, images, lost, drawn, won, greatest] = numbers[..] else { return None };
        let greatest = u32::try_from(greatest).ok()?;
        Some(StratumCount { level, positions, images, by_result: [lost, drawn, won], greatest })
    }
}
