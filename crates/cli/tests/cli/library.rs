//! The files of games/ as checked rules, their start positions, and play in them by a seeded choice of moves.
#![allow(dead_code)]

use grundy_rule::{Closed, Module};
use grundy_run::{Component, Move, Position, Side, Stuck, Successor, Turn, World};
use std::path::PathBuf;
use std::sync::Arc;

/// One file of the library.
pub struct Entry {
    /// Its name without `.game`.
    pub stem: String,
    /// Its rules.
    pub world: Arc<World>,
}

impl Entry {
    /// Its checked text.
    pub fn module(&self) -> &Module {
        &self.world.modules()[0]
    }

    /// Where game number `game` begins: its `start`, else its defaults, else the first position of which something is
    /// expected.
    pub fn start(&self, game: usize) -> Option<Position> {
        let of_game = |position: &Position| position.parts.iter().any(|part| part.game.key.1 == game);
        let first = |written: &mut dyn Iterator<Item = &Closed>| {
            let mut positions = written.filter_map(|closed| grundy_run::position(&self.world, 0, closed).ok());
            positions.find(of_game)
        };
        first(&mut self.module().starts.iter())
            .or_else(|| grundy_run::start_with(&self.world, (0, game), &[]).ok())
            .or_else(|| first(&mut self.module().expects.iter().map(|expectation| &expectation.position)))
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file of the library, by name.
pub fn entries() -> Vec<Entry> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root().join("games")).expect("games/").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    assert!(files.len() >= 50, "the library is there");
    files
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("readable");
            let module = grundy_rule::read(&text).module;
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            Entry { stem, world: World::new(vec![Arc::new(module)]) }
        })
        .collect()
}

/// Numbers that look random and are the same in every run (Knuth's MMIX generator).
pub struct Seed(pub u64);

impl Seed {
    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

/// A sum with somebody about to move.
#[derive(Clone)]
pub struct Play {
    /// The summands.
    pub parts: Vec<Component>,
    /// Who moves.
    pub mover: Side,
}

impl Play {
    /// Every move: the summand, the move, what the summand becomes. None once the game is over.
    pub fn moves(&self) -> Vec<(usize, Move, Successor)> {
        if let [only] = &self.parts[..]
            && only.game.ending(&only.packed, self.mover, Stuck::No).expect("no fault").is_some()
        {
            return Vec::new();
        }
        let each = self.parts.iter().enumerate().flat_map(|(number, part)| {
            let moves = part.game.moves(&part.packed, self.mover).expect("no fault");
            moves.into_iter().map(move |(one, to)| (number, one, to))
        });
        each.collect()
    }

    /// After a move.
    pub fn after(&self, number: usize, to: &Successor) -> Play {
        let mut parts = self.parts.clone();
        parts.splice(number..=number, to.parts.iter().cloned());
        let mover = if to.turn == Turn::Stays { self.mover } else { self.mover.other() };
        Play { parts, mover }
    }
}
