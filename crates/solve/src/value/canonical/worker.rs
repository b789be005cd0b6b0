//! One thread's walk: depth first on an explicit stack, what other threads have valued is taken as it is.

use super::space::{After, Space};
use super::{CYCLE, CanonicalTable, Part, Parts};
use crate::answer::Refusal;
use crate::work::Work;
use grundy_answer::Stop;
use grundy_run::{Component, Side};
use grundy_value::{Game, Halt};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// A walk of fewer positions than this is not worth a second thread.
const FEW: u64 = 2000;

/// In which order a worker takes what is waiting: helpers come from the other end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Forwards,
    Backwards,
}

/// A thread's view of the table.
pub struct Worker<'t, 'a> {
    table: &'t CanonicalTable<'a>,
    order: Order,
    spaces: Vec<Option<Arc<Space>>>,
    numbers: FxHashMap<u64, usize>,
    /// Positions on the path: meeting one again is a cycle.
    open: FxHashSet<Part>,
}

struct Frame {
    part: Part,
    options: [Vec<Parts>; 2],
    /// Parts still waiting when the frame was opened; it closes when no more wait.
    mark: usize,
}

impl<'t, 'a> Worker<'t, 'a> {
    /// The worker of the thread that asks.
    pub fn new(table: &'t CanonicalTable<'a>) -> Worker<'t, 'a> {
        let (spaces, numbers, open) = Default::default();
        Worker { table, order: Order::Forwards, spaces, numbers, open }
    }

    /// A worker that helps.
    pub fn helper(table: &'t CanonicalTable<'a>, number: usize) -> Worker<'t, 'a> {
        let order = if number % 2 == 1 { Order::Backwards } else { Order::Forwards };
        Worker { order, ..Worker::new(table) }
    }

    /// The parts of a component.
    pub fn land(&mut self, component: &Component) -> Parts {
        let mut parts = Parts::new();
        self.land_into(component, &mut parts);
        parts
    }

    fn land_into(&mut self, component: &Component, parts: &mut Parts) {
        let number = match self.numbers.get(&component.game.id) {
            Some(&number) => number,
            None => {
                let (number, space) = self.table.space(component);
                self.keep(number, space);
                self.numbers.insert(component.game.id, number);
                number
            }
        };
        self.space(number).land(component, &mut |id, sign| parts.push(Part::new(number, id, sign)));
    }

    fn keep(&mut self, number: usize, space: Arc<Space>) {
        if number >= self.spaces.len() {
            self.spaces.resize(number + 1, None);
        }
        self.spaces[number] = Some(space);
    }

    fn space(&mut self, number: usize) -> Arc<Space> {
        if let Some(Some(space)) = self.spaces.get(number) {
            return space.clone();
        }
        let space = self.table.space_at(number);
        self.keep(number, space.clone());
        space
    }

    /// The value of a part, if it is known.
    pub fn known(&mut self, part: Part) -> Result<Option<Game>, Halt> {
        let value = self.space(part.space()).store.value(part.id());
        match value {
            Some(value) if part.is_negated() => self.table.values.negative(value).map(Some),
            other => Ok(other),
        }
    }

    fn is_known(&mut self, part: Part) -> bool {
        self.space(part.space()).store.value(part.id()).is_some()
    }

    /// Values a part and all below it if these are few; whether they were.
    pub fn few(&mut self, part: Part, work: &mut Work) -> Result<bool, Refusal> {
        self.walk(part, FEW, work)
    }

    /// Values a part and all below it.
    pub fn all(&mut self, part: Part, work: &mut Work) -> Result<(), Refusal> {
        self.walk(part, u64::MAX, work).map(|_| ())
    }

    /// Values a part and all below it, unless that takes more positions than `most`; whether it did not.
    fn walk(&mut self, root: Part, most: u64, work: &mut Work) -> Result<bool, Refusal> {
        let root = root.positive();
        let mut stack: Vec<Frame> = Vec::new();
        let mut waiting = vec![root];
        let mut closed = 0;
        self.open.clear();
        loop {
            if let Some(frame) = stack.last()
                && waiting.len() == frame.mark
            {
                let frame = stack.pop().expect("just seen");
                self.open.remove(&frame.part);
                self.close(frame)?;
                closed += 1;
                self.within_limits(work)?;
                if closed > most {
                    return Ok(false);
                }
                continue;
            }
            let Some(part) = waiting.pop() else { return Ok(true) };
            if self.is_known(part) {
                // Somebody else may have valued the root meanwhile.
                if !stack.is_empty() && self.is_known(root) {
                    return Ok(true);
                }
                continue;
            }
            if !self.open.insert(part) {
                return Err(cycle());
            }
            let mark = waiting.len();
            let options = self.options(part)?;
            for &child in options.iter().flatten().flatten() {
                if self.open.contains(&child.positive()) {
                    return Err(cycle());
                }
                if !self.is_known(child) {
                    waiting.push(child.positive());
                }
            }
            if self.order == Order::Backwards {
                waiting[mark..].reverse();
            }
            stack.push(Frame { part, options, mark });
        }
    }

    fn within_limits(&self, work: &mut Work) -> Result<(), Refusal> {
        let table = self.table;
        if work.is_due() {
            let positions = table.positions();
            if positions > table.most {
                return Err(Refusal::OutOfReach(format!("more than {} positions", table.most)));
            }
            work.report(positions, table.bytes() + table.values.arena().bytes());
            if table.given_up.load(Relaxed) {
                return Err(Refusal::Stopped(Stop::Cancelled, positions.into()));
            }
        }
        match work.stopped {
            Some(stop) => Err(Refusal::Stopped(stop, table.positions().into())),
            None => Ok(()),
        }
    }

    /// What every move of either player leads to.
    fn options(&mut self, part: Part) -> Result<[Vec<Parts>; 2], Refusal> {
        let space = self.space(part.space());
        let mut options = [Vec::new(), Vec::new()];
        let mut stays = false;
        for side in [Side::Left, Side::Right] {
            let visit = &mut |after: After<'_>| {
                let mut parts = Parts::new();
                match after {
                    After::Parts(same) => {
                        parts.extend(same.iter().map(|&(id, sign)| Part::new(part.space(), id, sign)));
                    }
                    After::Components(components, turn) => {
                        stays |= turn == grundy_run::Turn::Stays;
                        components.iter().for_each(|component| self.land_into(component, &mut parts));
                    }
                }
                options[side as usize].push(parts);
            };
            space.each_move(part.id(), side, visit).map_err(Refusal::Wrong)?;
        }
        if stays {
            let cause = "a move keeps the turn, so there is no canonical value";
            return Err(Refusal::Unfit(cause.to_string()));
        }
        Ok(options)
    }

    fn close(&mut self, frame: Frame) -> Result<(), Refusal> {
        let space = self.space(frame.part.space());
        if space.store.value(frame.part.id()).is_some() {
            return Ok(());
        }
        let values = self.table.values;
        let mut worth: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
        for (worth, options) in worth.iter_mut().zip(&frame.options) {
            for option in options {
                let mut total = Game::ZERO;
                for &part in option {
                    let value = self.known(part).map_err(|halt| self.table.halted(halt))?;
                    let value = value.expect("options are closed first");
                    total = values.sum(total, value).map_err(|halt| self.table.halted(halt))?;
                }
                worth.push(total);
            }
        }
        let [left, right] = worth;
        let value = values.game(left, right).map_err(|halt| self.table.halted(halt))?;
        space.store.set(frame.part.id(), value);
        Ok(())
    }
}

fn cycle() -> Refusal {
    Refusal::Unfit(CYCLE.to_string())
}
