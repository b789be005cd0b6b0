//! A growth as text, to be carried further by another process.
//!
//! ```text
//! grundy-misere 1
//! game 0.07                     whose heaps
//! forced 3 5                    heaps that must be kinds of their own
//! nodes 2                       diagrams in the order of their making, from number 2 (0 nothing, 1 everything)
//! 1 1 1 0                       level, loop start, entries
//! 2 1 2 0
//! solved 1                      what is known of `solve`: level, won set, losing set
//! 1 2 3
//! check 0123456789abcdef        of all bytes before this line
//! ```
//!
//! Reading repeats the growth; the saved results make every finished step of it immediate. The check line guards against
//! damage, not against lies: the [check](crate::check) of a solution trusts neither.

use crate::diagram::Set;
use crate::growth::Growth;
use crate::hash::fold;
use crate::ruleset::Ruleset;
use std::fmt::Write;

const HEADER: &str = "grundy-misere 1";

/// What is wrong with a saved growth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged(pub String);

impl Growth<'_> {
    /// The growth as text; `game` is any one-line name of its rules.
    pub fn save(&self, game: &str) -> String {
        let mut text = format!("{HEADER}\ngame {game}\nforced");
        for heap in &self.forced {
            let _ = write!(text, " {heap}");
        }
        let _ = write!(text, "\nnodes {}\n", self.losing.diagrams.nodes().count());
        for (level, start, entries) in self.losing.diagrams.nodes() {
            let _ = write!(text, "{level} {start}");
            for entry in entries {
                let _ = write!(text, " {}", entry.0);
            }
            text.push('\n');
        }
        let mut solved: Vec<(u64, u32)> = self.losing.solved.iter().map(|(key, set)| (*key, set.0)).collect();
        solved.sort_unstable();
        let _ = writeln!(text, "solved {}", solved.len());
        for (key, set) in solved {
            let _ = writeln!(text, "{} {} {set}", key >> 32, key & 0xFFFF_FFFF);
        }
        let _ = writeln!(text, "check {:016x}", digest(&text));
        text
    }
}

impl<'a> Growth<'a> {
    /// The growth that was saved; `game` must be the name it was saved under.
    pub fn restore(rules: &'a dyn Ruleset, most_copies: u32, game: &str, text: &str) -> Result<Growth<'a>, Damaged> {
        let damaged = |what: &str| Damaged(what.to_string());
        let end = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let (body, check) = text.split_at(end);
        let mut lines = body.lines();
        if lines.next() != Some(HEADER) {
            return Err(damaged("it is not a saved quotient of this version"));
        }
        if check.trim_end() != format!("check {:016x}", digest(body)) {
            return Err(damaged("its check line does not fit: the file is damaged or not whole"));
        }
        let name = lines.next().and_then(|line| line.strip_prefix("game ")).ok_or_else(|| damaged("no game"))?;
        if name != game {
            return Err(Damaged(format!("it belongs to the game {name}")));
        }
        let mut growth = Growth::new(rules, most_copies);
        let forced =
            numbers(lines.next().and_then(|line| line.strip_prefix("forced"))).ok_or_else(|| damaged("heaps"))?;
        growth.forced.extend(forced);
        let count = lines.next().and_then(|line| line.strip_prefix("nodes ")?.parse().ok());
        for _ in 0..count.ok_or_else(|| damaged("no nodes"))? {
            let node = numbers(lines.next()).filter(|node| node.len() > 2).ok_or_else(|| damaged("a node"))?;
            let entries = node[2..].iter().map(|entry| Set(*entry)).collect();
            growth.losing.diagrams.restore(node[0], node[1], entries).ok_or_else(|| damaged("a node"))?;
        }
        let nodes = growth.losing.diagrams.nodes().count() as u32 + 2;
        let count = lines.next().and_then(|line| line.strip_prefix("solved ")?.parse().ok());
        for _ in 0..count.ok_or_else(|| damaged("no results"))? {
            match numbers(lines.next()).as_deref() {
                Some([level, won, losing]) if *won < nodes && *losing < nodes => {
                    growth.losing.solved.insert(u64::from(*level) << 32 | u64::from(*won), Set(*losing));
                }
                _ => return Err(damaged("a result")),
            }
        }
        Ok(growth)
    }
}

fn numbers(line: Option<&str>) -> Option<Vec<u32>> {
    line?.split_whitespace().map(|word| word.parse().ok()).collect()
}

fn digest(text: &str) -> u64 {
    text.as_bytes().chunks(8).fold(text.len() as u64, |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        fold(state, u64::from_le_bytes(word))
    })
}
