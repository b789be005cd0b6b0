//! What the moves of each component of sums lead to, as numbers of components: made once for each, because the same
//! components come back in many sums.

use super::strategy::Frame;
use super::turn;
use grundy_rule::Convention;
use grundy_run::{Flow, Side};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// No more components than this are kept.
const MOST_COMPONENTS: usize = 1 << 20;

/// One move of a component.
pub struct Step {
    /// What it becomes, in order, without parts in which nobody can move.
    pub parts: SmallVec<[u32; 2]>,
    /// Who moves then.
    pub mover: Side,
    /// Points for the mover.
    pub gain: i64,
}

/// The moves of one component, once they are asked for; none if some lead to what is not listed.
type Made = OnceLock<Option<Box<[Step]>>>;

/// The moves of components, for each player.
pub struct Steps {
    table: Vec<[Made; 2]>,
}

impl Steps {
    /// None yet.
    pub fn new(frame: &Frame) -> Steps {
        let ends_stuck = matches!(frame.convention, Convention::Normal | Convention::Misere);
        let size = if ends_stuck { frame.components.len() } else { 0 };
        let size = if size > MOST_COMPONENTS { 0 } else { size };
        Steps { table: std::iter::repeat_with(Default::default).take(size).collect() }
    }

    /// The moves of a component in order, unless some lead to what is not listed.
    pub fn of(&self, frame: &Frame, component: u64, mover: Side) -> Option<&[Step]> {
        let known = &self.table.get(component as usize)?[mover as usize];
        known.get_or_init(|| made(frame, component, mover)).as_deref()
    }
}

fn made(frame: &Frame, component: u64, mover: Side) -> Option<Box<[Step]>> {
    let part = [frame.components.at(component)];
    let mut steps = Vec::new();
    let mut complete = true;
    let all = turn::each(frame.games, &part, mover, &mut |child| {
        let mut parts: SmallVec<[u32; 2]> = SmallVec::new();
        for landed in &child.landed {
            match frame.components.find(landed) {
                Some(number) => parts.push(number as u32),
                None => complete &= matches!(frame.games.is_dead(landed), Ok(true)),
            }
        }
        parts.sort_unstable();
        steps.push(Step { parts, mover: child.mover, gain: child.gain });
        if complete { Flow::On } else { Flow::Stop }
    });
    (all.is_ok() && complete).then(|| steps.into())
}
