//! What a worker keeps between its questions: the latest games it was asked about with what it found out, and the tablebases it was
//! given. A game that was read and compiled once, and tables that hold its positions, serve every move of whoever plays it.

use crate::answer::Checked;
use crate::ask::Matter;
use grundy::tablebase::OpenTable;
use grundy::{Budget, Question, Tables, Watch};
use std::sync::Arc;

/// How many games are kept.
const KEPT: usize = 3;

/// What a worker knows beside the question.
#[derive(Default)]
pub struct Known {
    tablebases: Vec<Arc<OpenTable>>,
    /// The latest come last.
    games: Vec<KnownGame>,
}

/// A game that was asked about.
pub struct KnownGame {
    rules: String,
    position: String,
    /// What was said of its rules.
    pub checked: Checked,
    /// The position it begins with.
    pub start: Question,
    /// What was found out about it.
    pub tables: Option<Tables>,
}

impl KnownGame {
    /// A game of which nothing is found out yet.
    pub fn new(matter: &Matter, checked: Checked, start: Question) -> KnownGame {
        let Matter { rules, position, .. } = matter;
        KnownGame { rules: rules.clone(), position: position.clone(), checked, start, tables: None }
    }
}

impl Known {
    /// Nothing but these tablebases.
    pub fn new(tablebases: Vec<Arc<OpenTable>>) -> Known {
        Known { tablebases, games: Vec::new() }
    }

    /// Takes what is known of a game. Whoever takes it puts it back, unless what he did with it failed.
    pub fn take(&mut self, matter: &Matter) -> Option<KnownGame> {
        let same = |game: &KnownGame| game.rules == matter.rules && game.position == matter.position;
        self.games.iter().position(same).map(|at| self.games.remove(at))
    }

    /// Keeps a game; nothing once half of the memory is used up.
    pub fn put(&mut self, game: KnownGame, budget: &Budget) {
        self.games.push(game);
        if self.games.len() > KEPT {
            self.games.remove(0);
        }
        if budget.room() < budget.memory / 2 {
            self.games.clear();
        }
    }

    /// The tablebase that answers for a position.
    pub fn tablebase(&self, question: &Question) -> Option<&Arc<OpenTable>> {
        self.tablebases.iter().find(|table| table.answers(question).is_ok())
    }
}
