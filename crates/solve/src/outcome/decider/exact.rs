//! Decides by search where that is quick, else by exact tables of exact values: for games of few keys in which play provably
//! ends.

use crate::outcome::decider::{BySearch, Decider};
use crate::outcome::search::exact::{Cell, ExactTable};
use crate::outcome::search::goal::{Goal, LengthGoal, MarginGoal, OutcomeGoal, Wdl, length};
use crate::outcome::search::space::{Flat, SearchSpace};
use crate::plan::{Method, Space};
use crate::work::{Halted, Work};
use grundy_answer::{Allowance, Message, message};
use grundy_run::{Component, Side};

/// A search, and the exact tables to turn to.
pub(super) struct ByExactTable {
    searched: BySearch<Flat>,
    /// Whether a search took too long.
    tabling: bool,
    outcomes: ExactTable<OutcomeGoal, u8>,
    lengths: ExactTable<LengthGoal, u32>,
    margins: ExactTable<MarginGoal, u64>,
}

/// Reports to the watch of a search before it is charted.
const QUICK_TICKS: u64 = 24;

impl ByExactTable {
    pub(super) fn new(searched: BySearch<Flat>) -> ByExactTable {
        let lengths = ExactTable::new(searched.lengths.goal());
        let (outcomes, margins) = (ExactTable::new(OutcomeGoal), ExactTable::new(MarginGoal));
        ByExactTable { searched, tabling: false, outcomes, lengths, margins }
    }

    /// What a short search finds; any search, where the exact tables might take more than an eighth of the memory.
    fn quickly<T>(
        &mut self,
        work: &mut Work,
        search: impl FnOnce(&mut BySearch<Flat>, &mut Work) -> Result<T, Halted>,
    ) -> Result<Option<T>, Halted> {
        if self.tabling {
            return Ok(None);
        }
        if work.watch().table_bytes() >> (self.searched.space.bits() + 6) == 0 {
            return search(&mut self.searched, work).map(Some);
        }
        let allowance = Allowance::new(work.watch(), QUICK_TICKS);
        match search(&mut self.searched, &mut Work::new(&allowance)) {
            Err(Halted::Stopped(_)) if allowance.is_used_up() => {
                self.tabling = true;
                Ok(None)
            }
            other => other.map(Some),
        }
    }

    /// The value of a sum in a table.
    fn exactly<S: Goal, C: Cell>(
        searched: &mut BySearch<Flat>,
        table: &mut ExactTable<S, C>,
        goal: S,
        sum: &[Component],
        mover: Side,
        work: &mut Work,
    ) -> Result<i64, Halted> {
        if let Some(ending) = searched.over(sum, mover)? {
            return Ok(goal.over(ending, mover));
        }
        let key = searched.space.place(sum, mover)?;
        table.value(&mut searched.space, &key, work)
    }

    fn margin_of(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<i64, Halted> {
        ByExactTable::exactly(&mut self.searched, &mut self.margins, MarginGoal, sum, mover, work)
    }
}

impl Decider for ByExactTable {
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Wdl, Halted> {
        if let Some(found) = self.quickly(work, |searched, work| searched.outcome(sum, mover, work))? {
            return Ok(found);
        }
        let value = ByExactTable::exactly(&mut self.searched, &mut self.outcomes, OutcomeGoal, sum, mover, work)?;
        Ok(Wdl::of_sign(value))
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Wdl, work: &mut Work) -> Result<bool, Halted> {
        match self.quickly(work, |searched, work| searched.reaches(sum, mover, at_least, work))? {
            Some(found) => Ok(found),
            None => Ok(self.outcome(sum, mover, work)? >= at_least),
        }
    }

    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Wdl, Option<u32>), Halted> {
        if let Some(found) = self.quickly(work, |searched, work| searched.length(sum, mover, work))? {
            return Ok(found);
        }
        let goal = self.searched.lengths.goal();
        let value = ByExactTable::exactly(&mut self.searched, &mut self.lengths, goal, sum, mover, work)?;
        let (result, plies) = length(value);
        Ok((result, (result != Wdl::Draw).then_some(plies)))
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

    fn reason(&self) -> Message {
        match self.tabling {
            true => message!("depth-first search of {} positions", self.positions()),
            false => self.searched.reason(),
        }
    }

    fn knows_lengths(&self) -> bool {
        false
    }

    fn method(&self) -> Method {
        Method::Search(Space::FewKeys)
    }

    fn holds(&self, sum: &[Component]) -> bool {
        self.searched.holds(sum)
    }

    fn for_cycles(self: Box<Self>) -> Option<Box<dyn Decider>> {
        Box::new(self.searched).for_cycles()
    }
}
