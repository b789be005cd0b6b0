//! Proof numbers: which question to look at next (Allis 1994; depth first as by Nagai 2002).
//!
//! The costs of a question are estimates of the work to prove that who is about to move wins, and that he loses. He wins by one option
//! that is lost, so the cheapest counts; he loses if all are won, so the dearest counts and one more for each other: options of games
//! that fall apart have much in common, and a sum would count that again and again.
//!
//! The search keeps its own stack, so that long games are no danger. It ends: a question is left only when it is decided or its costs
//! have passed a bound above those it was entered with.

/// Work to prove that who is about to move wins, and that he loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    pub win: u32,
    pub loss: u32,
}

/// More than any work.
pub const ENDLESS: u32 = u32::MAX / 4;

impl Costs {
    /// The same for both.
    pub fn even(cost: u32) -> Costs {
        Costs { win: cost, loss: cost }
    }
}

/// A question with bounds: it is left when one of its costs reaches its bound.
#[derive(Clone, Debug)]
pub struct Asked<Q> {
    pub question: Q,
    pub bounds: Costs,
}

/// What the options of a question say of it, none of them being lost.
pub struct Survey<Q> {
    best: Option<Best<Q>>,
    /// What the second best costs.
    second: u32,
    dearest: u32,
    open: u32,
}

struct Best<Q> {
    question: Q,
    /// Of the option.
    option: Costs,
    /// Of the question that is asked for its sake, and what else is to be done.
    asked: Costs,
    beside: Option<u32>,
}

impl<Q> Survey<Q> {
    pub fn new() -> Survey<Q> {
        Survey { best: None, second: ENDLESS, dearest: 0, open: 0 }
    }

    /// An option that is a question.
    pub fn add(&mut self, question: Q, costs: Costs) {
        self.insert(Best { question, option: costs, asked: costs, beside: None });
    }

    /// An option of which a question has to be decided first, either way, with so much to be done beside.
    pub fn add_part(&mut self, question: Q, costs: Costs, beside: u32) {
        let option = Costs::even(costs.win.min(costs.loss).saturating_add(beside).min(ENDLESS));
        self.insert(Best { question, option, asked: costs, beside: Some(beside) });
    }

    fn insert(&mut self, new: Best<Q>) {
        self.open += 1;
        self.dearest = self.dearest.max(new.option.win);
        let order = |costs: Costs| (costs.loss, costs.win);
        match &self.best {
            Some(best) if order(best.option) <= order(new.option) => self.second = self.second.min(new.option.loss),
            Some(best) => {
                self.second = best.option.loss;
                self.best = Some(new);
            }
            None => self.best = Some(new),
        }
    }

    /// Whether every option is won: who is about to move loses.
    pub fn is_lost(&self) -> bool {
        self.open == 0
    }

    /// What the question costs.
    pub fn costs(&self) -> Costs {
        let win = self.best.as_ref().map_or(ENDLESS, |best| best.option.loss);
        Costs { win, loss: (self.dearest + self.open.saturating_sub(1)).min(ENDLESS) }
    }

    /// What to ask next, for a question with these bounds; nothing if it is left.
    pub fn next(self, bounds: Costs) -> Option<Asked<Q>> {
        let costs = self.costs();
        if costs.win >= bounds.win || costs.loss >= bounds.loss {
            return None;
        }
        let best = self.best?;
        // A little above the second best, so that the search does not go to and fro.
        let loss = bounds.win.min(self.second.saturating_add(self.second / 4).saturating_add(1));
        let win = bounds.loss - (self.open - 1);
        let given = match best.beside {
            None => Costs { win, loss },
            Some(beside) => Costs::even(win.min(loss).saturating_sub(beside)),
        };
        let bounds = Costs { win: given.win.max(best.asked.win + 1), loss: given.loss.max(best.asked.loss + 1) };
        Some(Asked { question: best.question, bounds })
    }
}
