//! Decides by search where that is quick, else by charts of exact values: for games of few keys in which play provably
//! ends.

use crate::court::{Court, Searched};
use crate::search::chart::{Cell, Chart};
use crate::search::goal::{Goal, Length, Margin, Outcome, Result3, length};
use crate::search::ground::{Flat, Ground};
use crate::work::{Halted, Work};
use grundy_answer::{Allowance, Message, message};
use grundy_run::{Component, Side};

/// A search, and the charts to turn to.
pub(super) struct Charted {
    searched: Searched<Flat>,
    /// Whether a search took too long.
    charting: bool,
    outcomes: Chart<Outcome, u8>,
    lengths: Chart<Length, u32>,
    margins: Chart<Margin, u64>,
}

/// Reports to the watch of a search before it is charted.
const QUICK_TICKS: u64 = 24;

impl Charted {
    pub(super) fn new(searched: Searched<Flat>) -> Charted {
        let lengths = Chart::new(searched.lengths.goal());
        let (outcomes, margins) = (Chart::new(Outcome), Chart::new(Margin));
        Charted { searched, charting: false, outcomes, lengths, margins }
    }

    /// What a short search finds; any search, where the charts might take more than an eighth of the memory.
    fn quickly<T>(
        &mut self,
        work: &mut Work,
        search: impl FnOnce(&mut Searched<Flat>, &mut Work) -> Result<T, Halted>,
    ) -> Result<Option<T>, Halted> {
        if self.charting {
            return Ok(None);
        }
        if work.watch().table_bytes() >> (self.searched.ground.bits() + 6) == 0 {
            return search(&mut self.searched, work).map(Some);
        }
        let allowance = Allowance::new(work.watch(), QUICK_TICKS);
        match search(&mut self.searched, &mut Work::new(&allowance)) {
            Err(Halted::Stopped(_)) if allowance.is_used_up() => {
                self.charting = true;
                Ok(None)
            }
            other => other.map(Some),
        }
    }

    /// The value of a sum in a chart.
    fn charted<S: Goal, C: Cell>(
        searched: &mut Searched<Flat>,
        chart: &mut Chart<S, C>,
        goal: S,
        sum: &[Component],
        mover: Side,
        work: &mut Work,
    ) -> Result<i64, Halted> {
        if let Some(ending) = searched.over(sum, mover)? {
            return Ok(goal.over(ending, mover));
        }
        let key = searched.ground.place(sum, mover)?;
        chart.value(&mut searched.ground, &key, work)
    }

    fn margin_of(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<i64, Halted> {
        Charted::charted(&mut self.searched, &mut self.margins, Margin, sum, mover, work)
    }
}

impl Court for Charted {
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Result3, Halted> {
        if let Some(found) = self.quickly(work, |searched, work| searched.outcome(sum, mover, work))? {
            return Ok(found);
        }
        let value = Charted::charted(&mut self.searched, &mut self.outcomes, Outcome, sum, mover, work)?;
        Ok(Result3::of_sign(value))
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Result3, work: &mut Work) -> Result<bool, Halted> {
        match self.quickly(work, |searched, work| searched.reaches(sum, mover, at_least, work))? {
            Some(found) => Ok(found),
            None => Ok(self.outcome(sum, mover, work)? >= at_least),
        }
    }

    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Result3, Option<u32>), Halted> {
        if let Some(found) = self.quickly(work, |searched, work| searched.length(sum, mover, work))? {
            return Ok(found);
        }
        let goal = self.searched.lengths.goal();
        let value = Charted::charted(&mut self.searched, &mut self.lengths, goal, sum, mover, work)?;
        let (result, plies) = length(value);
        Ok((result, (result != Result3::Draw).then_some(plies)))
    }

    fn margin(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<i64, Halted> {
        match self.quickly(work, |searched, work| searched.margin(sum, mover, work))? {
            Some(found) => Ok(found),
            None => self.margin_of(sum, mover, work),
        }
    }

    fn scores(&mut self, sum: &[Component], mover: Side, at_least: i64, work: &mut Work) -> Result<bool, Halted> {
        match self.quickly(work, |searched, work| searched.scores(sum, mover, at_least, work))? {
            Some(found) => Ok(found),
            None => Ok(self.margin_of(sum, mover, work)? >= at_least),
        }
    }

    fn known(&mut self, sum: &[Component], mover: Side) -> Option<Message> {
        self.searched.known(sum, mover)
    }

    fn positions(&self) -> u64 {
        let charted = self.outcomes.positions() + self.lengths.positions() + self.margins.positions();
        self.searched.positions() + charted
    }

    fn grounds(&self) -> Message {
        match self.charting {
            true => message!("depth-first search of {} positions", self.positions()),
            false => self.searched.grounds(),
        }
    }

    fn knows_lengths(&self) -> bool {
        false
    }

    fn layered(self: Box<Self>) -> Option<Box<dyn Court>> {
        Box::new(self.searched).layered()
    }
}
