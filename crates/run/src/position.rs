use crate::game::Game;
use crate::layout::Packed;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// One part of a sum: a game and a position of it in machine words.
#[derive(Clone)]
pub struct Component {
    /// Which game.
    pub game: Arc<Game>,
    /// Where it stands.
    pub packed: Packed,
}

impl Component {
    fn key(&self) -> (u64, &[u64]) {
        (self.game.id, &self.packed)
    }
}

impl PartialEq for Component {
    fn eq(&self, other: &Component) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Component {}

impl PartialOrd for Component {
    fn partial_cmp(&self, other: &Component) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Component {
    fn cmp(&self, other: &Component) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Component {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string())
    }
}

impl Component {
    /// As text that names these parameters even where they have their default values.
    pub fn text_naming(&self, params: &[usize]) -> String {
        crate::text::component(self, params)
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::text::component(self, &[]))
    }
}

/// A sum of components, as written; `canonical` gives the multiset.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The summands.
    pub parts: Vec<Component>,
}

impl Position {
    /// The same sum with its parts in canonical order: equal multisets are equal.
    pub fn canonical(mut self) -> Position {
        self.parts.sort_unstable();
        self
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, part) in self.parts.iter().enumerate() {
            if number > 0 {
                f.write_str(" + ")?;
            }
            write!(f, "{part}")?;
        }
        if self.parts.is_empty() {
            f.write_str("nothing")?;
        }
        Ok(())
    }
}
