//! Canonical values of components under normal play, bottom up: a component is worth the game of the values its moves
//! lead to, a sum the sum of its parts. Depth first on an explicit stack; parts are valued once.

use crate::answer::Refusal;
use crate::parts::{Column, Opt, PartId, Parts};
use crate::work::{Halted, Work};
use grundy_answer::Watch;
use grundy_run::{Position, Side};
use grundy_value::{Game, Halt, Values};

/// Values found so far.
pub struct CanonicalTable {
    values: Column<State>,
    solved: u64,
}

#[derive(Clone, Copy)]
enum State {
    Unknown,
    Open,
    Known(Game),
}

struct Frame {
    part: PartId,
    options: [Vec<Opt>; 2],
    /// Parts still waiting when the frame was opened; it closes when no more wait.
    mark: usize,
}

impl Default for CanonicalTable {
    fn default() -> CanonicalTable {
        CanonicalTable { values: Column::new(State::Unknown), solved: 0 }
    }
}

/// The canonical value of a position in an arena of the caller's.
pub fn canonical_value(position: &Position, values: Values<'_>, watch: &dyn Watch) -> Result<Game, Refusal> {
    let mut parts = Parts::default();
    let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
    let unfit = root.iter().find(|&&part| parts.convention(part) != grundy_rule::Convention::Normal);
    if let Some(&part) = unfit {
        let name = &parts.game(part).rules.name;
        let ends = parts.convention(part).describe();
        return Err(Refusal::Unfit(format!("{name} has no canonical value: it ends {ends}")));
    }
    let mut work = Work::new(watch);
    CanonicalTable::default().sum(&mut parts, &root, values, &mut work)
}

impl CanonicalTable {
    /// The value of a sum.
    pub fn sum(
        &mut self,
        parts: &mut Parts,
        sum: &[PartId],
        values: Values<'_>,
        work: &mut Work,
    ) -> Result<Game, Refusal> {
        let mut total = Game::ZERO;
        for &part in sum {
            self.compute(parts, part, values, work)?;
            let value = self.known(part).expect("just computed");
            total = values.sum(total, value).map_err(|halt| self.halted(halt))?;
        }
        Ok(total)
    }

    fn known(&self, part: PartId) -> Option<Game> {
        match self.values.at(part) {
            State::Known(value) => Some(value),
            _ => None,
        }
    }

    fn halted(&self, halt: Halt) -> Refusal {
        match halt {
            Halt::Stopped(stop) => Refusal::Stopped(stop, self.solved),
            other => Refusal::Unfit(other.to_string()),
        }
    }

    fn compute(&mut self, parts: &mut Parts, root: PartId, values: Values<'_>, work: &mut Work) -> Result<(), Refusal> {
        let cycle = || Refusal::Unfit("play can go on for ever, so there is no canonical value".to_string());
        let mut stack: Vec<Frame> = Vec::new();
        let mut waiting = vec![root];
        loop {
            if let Some(frame) = stack.last()
                && waiting.len() == frame.mark
            {
                let frame = stack.pop().expect("just seen");
                self.close(frame, values)?;
                if work.tick(self.solved, parts.bytes() + self.values.bytes()) {
                    return Err(refused(work.halted(), self.solved));
                }
                continue;
            }
            let Some(part) = waiting.pop() else { return Ok(()) };
            match self.values.at(part) {
                State::Known(_) => continue,
                State::Open => return Err(cycle()),
                State::Unknown => {}
            }
            self.values.set(part, State::Open);
            let mark = waiting.len();
            let mut options: [Vec<Opt>; 2] = [Vec::new(), Vec::new()];
            for side in [Side::Left, Side::Right] {
                let moves = parts.options(part, side).map_err(Refusal::Wrong)?;
                for &child in moves.iter().flat_map(|option| &option.parts) {
                    match self.values.at(child) {
                        State::Unknown => waiting.push(child),
                        State::Open => return Err(cycle()),
                        State::Known(_) => {}
                    }
                }
                options[side as usize] = moves;
            }
            stack.push(Frame { part, options, mark });
        }
    }

    fn close(&mut self, frame: Frame, values: Values<'_>) -> Result<(), Refusal> {
        let mut worth: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
        for (worth, options) in worth.iter_mut().zip(&frame.options) {
            for option in options {
                let mut total = Game::ZERO;
                for &part in &option.parts {
                    let value = self.known(part).expect("options are closed first");
                    total = values.sum(total, value).map_err(|halt| self.halted(halt))?;
                }
                worth.push(total);
            }
        }
        let [left, right] = worth;
        let value = values.game(left, right).map_err(|halt| self.halted(halt))?;
        self.values.set(frame.part, State::Known(value));
        self.solved += 1;
        Ok(())
    }
}

fn refused(halted: Halted, positions: u64) -> Refusal {
    match halted {
        Halted::Fault(diagnostic) => Refusal::Wrong(diagnostic),
        Halted::Stopped(stop) => Refusal::Stopped(stop, positions),
        Halted::Cycle => Refusal::Unfit("play can go on for ever".to_string()),
        Halted::OutOfReach(why) => Refusal::OutOfReach(why),
    }
}
