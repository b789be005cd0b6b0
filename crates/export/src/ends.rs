//! Whether play ends in an instance whose rules do not show it: a cycle is looked for among all its positions.

use grundy_answer::{Progress, Watch};
use grundy_run::{Game, Side};
use std::sync::Arc;

/// Instances with more positions are not looked through.
const MOST: u128 = 20_000;

/// What was found.
pub enum Ends {
    /// No play returns; so many positions were looked at.
    Always(u64),
    /// Play can return to this position.
    Not(String),
    /// Not looked, or not to the end.
    Unknown,
}

/// Looks for a cycle through any position of a game.
pub fn ends(game: &Arc<Game>, watch: &dyn Watch) -> Ends {
    let Some(count) = grundy_run::count(&game.shapes).filter(|&count| count <= MOST) else { return Ends::Unknown };
    let nodes = count as usize * 2;
    let mut next: Vec<Vec<u32>> = Vec::with_capacity(nodes);
    for rank in 0..count {
        let progress = Progress { what: "positions", done: rank as u64, total: Some(count as u64), bytes: 0 };
        if rank % 256 == 0 && watch.tick(progress).is_some() {
            return Ends::Unknown;
        }
        let Some(packed) = game.pack(&grundy_run::unrank(&game.shapes, rank)) else { return Ends::Unknown };
        for mover in [Side::Left, Side::Right] {
            let Ok(moves) = game.moves(&packed, mover) else { return Ends::Unknown };
            let mut to = Vec::new();
            for (_, after) in &moves {
                for part in &after.parts {
                    let state = part.game.unpack(&part.packed);
                    let other = grundy_run::rank(&game.shapes, &state).filter(|_| part.game.id == game.id);
                    let Some(other) = other else { return Ends::Unknown };
                    to.extend([other as u32 * 2, other as u32 * 2 + 1]);
                }
            }
            to.sort_unstable();
            to.dedup();
            next.push(to);
        }
    }
    match cycle(&next) {
        None => Ends::Always(count as u64),
        Some(node) => {
            let state = grundy_run::unrank(&game.shapes, (node / 2) as u128);
            let text = game.pack(&state).map(|packed| grundy_run::Component { game: game.clone(), packed }.to_string());
            Ends::Not(text.unwrap_or_default())
        }
    }
}

/// A node on a cycle, depth first on an explicit stack.
fn cycle(next: &[Vec<u32>]) -> Option<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; next.len()];
    for root in 0..next.len() {
        let mut stack: Vec<(usize, usize)> = if marks[root] == Mark::New { vec![(root, 0)] } else { Vec::new() };
        while let Some((node, tried)) = stack.pop() {
            marks[node] = Mark::Open;
            match next[node].get(tried) {
                None => marks[node] = Mark::Done,
                Some(&to) => {
                    stack.push((node, tried + 1));
                    match marks[to as usize] {
                        Mark::Open => return Some(to as usize),
                        Mark::New => stack.push((to as usize, 0)),
                        Mark::Done => {}
                    }
                }
            }
        }
    }
    None
}
