//! A game on paper, one line each: the game, where it began, the moves.
//!
//! ```text
//! game kayles
//! position 7
//! knock(1, 3)
//! ```

use crate::door;
use grundy::Problem;
use std::path::Path;

/// A saved game may have this many bytes.
const MOST_BYTES: usize = 1 << 20;

/// A game so far.
pub struct Record {
    /// The GAME argument.
    pub game: String,
    /// The POSITION argument.
    pub position: Option<String>,
    /// The moves as they are written.
    pub moves: Vec<String>,
}

impl Record {
    /// Reads a saved game.
    pub fn read(path: &Path) -> Result<Record, Problem> {
        let text = door::read(path, MOST_BYTES)?.text;
        let mut lines =
            text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).peekable();
        let Some(game) = lines.next().and_then(|line| line.strip_prefix("game ")) else {
            let cause = format!("`{}` is no saved game", path.display());
            return Err(Problem::bad_input("file", cause).remedy("its first line is `game NAME`"));
        };
        let position = lines.peek().and_then(|line| line.strip_prefix("position ")).map(str::to_string);
        if position.is_some() {
            lines.next();
        }
        Ok(Record { game: game.trim().to_string(), position, moves: lines.map(str::to_string).collect() })
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Problem> {
        let mut text = format!("game {}\n", self.game.replace('\n', " "));
        if let Some(position) = &self.position {
            text.push_str(&format!("position {}\n", position.replace('\n', " ")));
        }
        for one in &self.moves {
            text.push_str(one);
            text.push('\n');
        }
        crate::whole::write(path, text.as_bytes())
    }
}
