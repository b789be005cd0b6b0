//! Constructs by engine: in how many games of each kind an engine met a construct.

use grundy_fuzz::constructs;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

/// Who looked at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// The definition.
    Interpreted,
    /// Native code.
    Native,
    /// Moves written out as bits.
    WrittenOut,
    /// The solver's answers were compared.
    Solved,
    /// A certificate was accepted.
    Certified,
    /// Rules in arithmetic.
    Arithmetic,
    /// A program to take away.
    Exported,
    /// The reading in another language.
    Independent,
}

const ENGINES: [Engine; 8] = [
    Engine::Interpreted,
    Engine::Native,
    Engine::WrittenOut,
    Engine::Solved,
    Engine::Certified,
    Engine::Arithmetic,
    Engine::Exported,
    Engine::Independent,
];

/// How often each construct was met, and what was compared.
#[derive(Default)]
pub struct Table {
    met: BTreeMap<(&'static str, Engine), usize>,
    pub seeds: usize,
    pub games: usize,
    pub positions: usize,
    pub answers: usize,
    pub certificates: usize,
    /// Certificates that the independent checker accepted.
    pub checked: usize,
    pub heaps: usize,
    pub periods: usize,
    pub claims: usize,
    pub refuted: usize,
    pub patterns: usize,
    /// Certificates of claims and patterns.
    pub laws: usize,
    pub strategies: usize,
    pub independent: usize,
    pub exported: usize,
    /// Where the time goes.
    pub spent: BTreeMap<&'static str, Duration>,
    /// How often each fact was proved.
    pub proved: BTreeMap<&'static str, usize>,
}

/// What native code refuses: games with it are interpreted.
const NOT_COMPILED: [&str; 3] = ["become in for", "write of an array", "def of positions"];

impl Table {
    pub fn met(&mut self, engine: Engine, constructs: &BTreeSet<&'static str>) {
        for construct in constructs {
            *self.met.entry((construct, engine)).or_default() += 1;
        }
    }

    /// Does something, and adds up how long it took.
    pub fn timed<T>(&mut self, what: &'static str, work: impl FnOnce(&mut Table) -> T) -> T {
        let begun = Instant::now();
        let done = work(self);
        *self.spent.entry(what).or_default() += begun.elapsed();
        done
    }

    /// Whether so many seeds met every construct with every engine that can meet it.
    pub fn suffices(&self, whole: bool) {
        if !whole {
            return;
        }
        let missing = |engine: Engine| -> Vec<&str> {
            constructs::ALL.iter().copied().filter(|name| !self.met.contains_key(&(*name, engine))).collect()
        };
        for engine in [Engine::Interpreted, Engine::Native, Engine::Solved] {
            let mut missing = missing(engine);
            missing.retain(|name| engine != Engine::Native || !NOT_COMPILED.contains(name));
            assert!(missing.is_empty(), "{engine:?} never met {missing:?}");
        }
        assert!(self.games * 10 > self.seeds * 8, "{} of {} texts are accepted", self.games, self.seeds);
        assert!(self.proved.values().all(|&count| count >= 3), "{:?}", self.proved);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games of {} texts, {} positions, {} answers",
            self.games, self.seeds, self.positions, self.answers
        )?;
        writeln!(
            f,
            "{} certificates, {} of them by the independent checker too; {} certificates of periods, {} of claims and patterns",
            self.certificates, self.checked, self.periods, self.laws
        )?;
        writeln!(
            f,
            "{} heap forms, {} games with proved claims, {} refuted claims, {} patterns, {} strategies, {} positions read \
             independently, {} programs exported",
            self.heaps, self.claims, self.refuted, self.patterns, self.strategies, self.independent, self.exported
        )?;
        writeln!(f, "proved: {:?}", self.proved)?;
        writeln!(f, "spent: {:.1?}", self.spent)?;
        write!(f, "{:24}", "construct")?;
        for engine in ENGINES {
            write!(f, "{:>13}", format!("{engine:?}"))?;
        }
        writeln!(f)?;
        for construct in constructs::ALL {
            write!(f, "{construct:24}")?;
            for engine in ENGINES {
                write!(f, "{:>13}", self.met.get(&(*construct, engine)).copied().unwrap_or(0))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
