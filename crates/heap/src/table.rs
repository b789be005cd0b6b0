//! The values of one rule, grown on demand by the method that fits.

use crate::general::General;
use crate::lane::{Lane, Level};
use crate::mask::{Mask, Twist};
use crate::octal::Octal;
use crate::plain::{Plain, Way};
use crate::rule::HeapRule;
use crate::sparse::{self, Block, Sparse};
use crate::takes::Takes;
use crate::values::{MAX_VALUE, Values};
use grundy_answer::{Progress, Stop, Watch};
use std::fmt;

/// The values of heaps 0, 1, 2, ... of a rule.
pub struct Table {
    rule: HeapRule,
    values: Values,
    engine: Engine,
    method: Method,
}

/// How the latest values were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// No value was needed yet.
    None,
    /// Level by level on bits.
    Bits,
    /// Every value tried against all splits, with vector instructions.
    Quadratic,
    /// Rare and common values.
    Sparse {
        /// The parity mask.
        mask: u32,
        /// Whether the mask is twisted by position.
        twisted: bool,
        /// How many rare positions there are, once for every take of a split.
        rare: usize,
    },
    /// Sets of values, heap by heap.
    Sets,
    /// Read from a saved file.
    Saved,
}

/// Why a table did not grow as far as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The watch said so.
    Stopped(Stop),
    /// The next value is above [`MAX_VALUE`].
    Full,
}

enum Engine {
    Takes(Takes),
    Octal(Octal, Level, Choice),
    Sets(Box<General>),
}

/// In a sparse space at most one position in so many is rare.
const SPARSE: usize = 5;

/// Which method the octal engine is using, and when it chooses again.
enum Choice {
    Plain { plain: Option<Plain>, until: usize },
    Narrow { sparse: Box<Sparse<u8>>, until: usize, most: usize },
    Wide { sparse: Box<Sparse<u16>>, until: usize, most: usize },
}

impl Table {
    /// An empty table.
    pub fn new(rule: &HeapRule) -> Table {
        let engine = if let Some(takes) = Takes::of(rule) {
            Engine::Takes(takes)
        } else if let Some(octal) = Octal::of(rule) {
            Engine::Octal(octal, Level::detect(), Choice::Plain { plain: None, until: 0 })
        } else {
            Engine::Sets(Box::new(General::new(rule)))
        };
        Table { rule: rule.clone(), values: Values::Narrow(Vec::new()), engine, method: Method::None }
    }

    /// A table that begins with values computed before. They are trusted: see [`crate::save`] for how they are kept.
    pub fn resume(rule: &HeapRule, values: Values) -> Table {
        let mut table = Table::new(rule);
        if matches!(table.engine, Engine::Octal(..)) {
            table.values = values;
            table.method = Method::Saved;
        }
        table
    }

    /// The rule.
    pub fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// The values so far.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The values so far, and nothing else.
    pub fn into_values(self) -> Values {
        self.values
    }

    /// How the latest values were found.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Makes sure that at least `count` values are there.
    pub fn grow(&mut self, count: usize, watch: &dyn Watch) -> Result<(), Halt> {
        if self.values.len() >= count {
            return Ok(());
        }
        let Table { values, engine, method, .. } = self;
        match engine {
            Engine::Takes(takes) => {
                *values = takes.values(count, watch).map_err(Halt::Stopped)?;
                *method = Method::Bits;
                Ok(())
            }
            Engine::Sets(general) => {
                *method = Method::Sets;
                let halt = grow_sets(general, count, watch);
                *values = narrowed(general.values());
                halt
            }
            Engine::Octal(octal, level, choice) => {
                while values.len() < count {
                    let halt = match values {
                        Values::Narrow(values) => step(octal, *level, choice, values, count, method, watch),
                        Values::Wide(values) => step(octal, *level, choice, values, count, method, watch),
                    };
                    match (halt, &mut *values) {
                        (Ok(()), _) => {}
                        (Err(Halt::Full), Values::Narrow(narrow)) => {
                            *values = Values::Wide(narrow.iter().map(|value| (*value).into()).collect());
                            *choice = Choice::Plain { plain: None, until: 0 };
                        }
                        (Err(halt), _) => return Err(halt),
                    }
                }
                // A block may go too far; its state goes with what is cut off.
                if values.len() > count {
                    *choice = Choice::Plain { plain: None, until: 0 };
                    match values {
                        Values::Narrow(values) => values.truncate(count),
                        Values::Wide(values) => values.truncate(count),
                    }
                }
                Ok(())
            }
        }
    }
}

fn grow_sets(general: &mut General, count: usize, watch: &dyn Watch) -> Result<(), Halt> {
    while general.values().len() < count {
        let done = general.values().len();
        if let Some(stop) = tick(watch, done, count, 2) {
            return Err(Halt::Stopped(stop));
        }
        if !general.push() {
            return Err(Halt::Full);
        }
    }
    Ok(())
}

/// Which sparse state belongs to this width of values.
trait Stored: Lane {
    fn sparse(choice: &mut Choice) -> Option<(&mut Sparse<Self>, usize, usize)>;
    fn choose(sparse: Sparse<Self>, until: usize, most: usize) -> Choice;
    /// Lanes of one vector instruction, roughly.
    const LANES: usize;
}

impl Stored for u8 {
    fn sparse(choice: &mut Choice) -> Option<(&mut Sparse<u8>, usize, usize)> {
        if let Choice::Narrow { sparse, until, most } = choice { Some((sparse, *until, *most)) } else { None }
    }

    fn choose(sparse: Sparse<u8>, until: usize, most: usize) -> Choice {
        Choice::Narrow { sparse: Box::new(sparse), until, most }
    }

    const LANES: usize = 48;
}

impl Stored for u16 {
    fn sparse(choice: &mut Choice) -> Option<(&mut Sparse<u16>, usize, usize)> {
        if let Choice::Wide { sparse, until, most } = choice { Some((sparse, *until, *most)) } else { None }
    }

    fn choose(sparse: Sparse<u16>, until: usize, most: usize) -> Choice {
        Choice::Wide { sparse: Box::new(sparse), until, most }
    }

    const LANES: usize = 24;
}

/// Adds some values: a block, or a strip of the plain method.
fn step<T: Stored>(
    octal: &Octal,
    level: Level,
    choice: &mut Choice,
    values: &mut Vec<T>,
    count: usize,
    method: &mut Method,
    watch: &dyn Watch,
) -> Result<(), Halt> {
    let width = std::mem::size_of::<T>() as u64;
    if let Some(stop) = tick(watch, values.len(), count, width) {
        return Err(Halt::Stopped(stop));
    }
    if let Some((sparse, until, most)) = T::sparse(choice) {
        if values.len() < until && sparse.sources() <= most {
            let before = values.len();
            match sparse.block(octal, level, values) {
                Block::Done => {
                    // A space that is not sparse may leave much to be looked up.
                    let looked = std::mem::take(&mut sparse.looked) / T::LANES * 3;
                    if looked > marking(octal, values.len()) * (values.len() - before) {
                        *choice = Choice::Plain { plain: None, until: values.len() + values.len() / 4 };
                    }
                }
                Block::Outgrown => *choice = Choice::Plain { plain: None, until: values.len() },
                Block::Overflow => return Err(Halt::Full),
            }
            return Ok(());
        }
        *choice = Choice::Plain { plain: None, until: values.len() };
    }
    let Choice::Plain { plain, until } = choice else {
        unreachable!("states of the other width are dropped on widening")
    };
    let least = sparse::START + 2 * octal.largest();
    if values.len() >= *until && values.len() >= least {
        let (mask, rare) = Mask::best(values, 0, &octal.splits);
        let recent =
            values[values.len() - 1024..].iter().map(|value| Into::<u32>::into(*value) as usize).sum::<usize>();
        // In cycles, roughly: one pass over all splits, and a short search for every smaller value.
        let quadratic = octal.splits.len() * values.len() / 2 / T::LANES * 3 + recent / 1024 * 50;
        let sources = octal.splits.len() * rare;
        let again = 2 * values.len();
        if rare <= values.len() / SPARSE && sparse::cycles(&mask, level, values, sources) < quadratic {
            let twisted = mask.twist == Twist::Alternating;
            *method = Method::Sparse { mask: mask.mask, twisted, rare: sources };
            *choice = T::choose(Sparse::new(octal, mask, values), again, 2 * sources + 2000);
            return Ok(());
        }
        // The space may become sparse while the splits grow: look again soon.
        *until = values.len() + values.len() / 4;
        *plain = None;
    }
    *method = Method::Quadratic;
    let plain = plain.get_or_insert_with(|| Plain::new(Way::Search, values));
    let strip = ((1 << 22) / (values.len() + 4096) + 1).min(count - values.len());
    for _ in 0..strip {
        values.push(plain.value(octal, level, values).ok_or(Halt::Full)?);
    }
    if std::mem::take(&mut plain.looked) / T::LANES * 3 > marking(octal, values.len()) * strip {
        plain.way = Way::Mark;
    }
    Ok(())
}

/// What marking the values of all moves from a heap of `n` costs, in cycles, roughly.
fn marking(octal: &Octal, n: usize) -> usize {
    octal.splits.len() * n / 2 * 3 / 2
}

fn tick(watch: &dyn Watch, done: usize, count: usize, width: u64) -> Option<Stop> {
    watch.tick(Progress {
        what: "values",
        done: done as u64,
        total: Some(count as u64),
        bytes: done.max(count.min(2 * done)) as u64 * width,
    })
}

fn narrowed(values: &[u16]) -> Values {
    match values.iter().map(|value| u8::try_from(*value)).collect() {
        Ok(narrow) => Values::Narrow(narrow),
        Err(_) => Values::Wide(values.to_vec()),
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::None => f.write_str("none needed"),
            Method::Bits => f.write_str("bit-parallel, one level per value"),
            Method::Quadratic => f.write_str("quadratic with vector instructions"),
            Method::Sparse { mask, twisted, rare } => {
                let twist = if *twisted { " twisted by position" } else { "" };
                write!(f, "sparse space, mask {mask}{twist}, {rare} rare sources")
            }
            Method::Sets => f.write_str("sets of values heap by heap"),
            Method::Saved => f.write_str("read from a file"),
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Stopped(stop) => stop.fmt(f),
            Halt::Full => write!(f, "the next value is above {MAX_VALUE}"),
        }
    }
}
