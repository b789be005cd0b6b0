//! Nimbers of parts, asked one at a time.
//!
//! A part p has nimber v exactly when p + *v is lost: no option has nimber v, and p itself no smaller one (Lemoine and Viennot, Nimbers
//! are inevitable, 2012). Of a sum all parts but the largest are valued and the last is asked one question; equal parts cancel.
//!
//! Invariant: what is known of a part is its nimber, or values that it is proved not to have.

use super::proving::{Asked, Costs, ENDLESS, Survey};
use super::table::{Options, Table, UNKNOWN};
use super::{Halt, Impartial};
use crate::work::Work;
use grundy_answer::Stop;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// What was found of the nimbers of a game.
#[derive(Default)]
pub struct Nimbers {
    known: Vec<Known>,
    /// Questions about larger values than fit with a part that were answered with no.
    far: FxHashSet<Question>,
    costs: FxHashMap<Question, Costs>,
}

#[derive(Clone, Copy)]
enum Known {
    Nimber(u32),
    /// It is none of these, as far as they are below `NEAR`.
    Not(u64),
}

/// Values that fit with a part.
const NEAR: u32 = 64;

/// Whether a part has this nimber: whether who is about to move loses the part and a heap of so many.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Question {
    part: u32,
    value: u32,
}

struct Frame {
    asked: Asked<Question>,
    options: Rc<Options>,
}

/// What is known of a sum for a question about its value.
enum Glance {
    Known(u32),
    Not,
    /// This question is to be decided, and with so much beside where it is not the only one.
    Open(Question, Option<u32>),
}

impl Nimbers {
    /// The nimber of a part.
    pub fn value<G: Impartial>(
        &mut self,
        part: u32,
        table: &mut Table<G>,
        work: &mut Work,
    ) -> Result<u32, Halt<G::Failure>> {
        loop {
            match self.known(part) {
                Known::Nimber(nimber) => return Ok(nimber),
                Known::Not(_) => {
                    let value = self.least_open(part);
                    self.prove(Question { part, value }, table, work)?;
                }
            }
        }
    }

    /// Whether a sum has this nimber.
    pub fn has<G: Impartial>(
        &mut self,
        sum: &[u32],
        value: u32,
        table: &mut Table<G>,
        work: &mut Work,
    ) -> Result<bool, Halt<G::Failure>> {
        loop {
            match self.glance(sum, value, table) {
                Glance::Known(nimber) => return Ok(nimber == value),
                Glance::Not => return Ok(false),
                Glance::Open(question, _) => self.prove(question, table, work)?,
            }
        }
    }

    fn known(&self, part: u32) -> Known {
        self.known.get(part as usize).copied().unwrap_or(Known::Not(0))
    }

    fn learn(&mut self, part: u32, known: Known) {
        let at = part as usize;
        if at >= self.known.len() {
            self.known.resize(at + 1, Known::Not(0));
        }
        self.known[at] = match (self.known[at], known) {
            (Known::Not(before), Known::Not(now)) => Known::Not(before | now),
            (Known::Nimber(nimber), _) | (_, Known::Nimber(nimber)) => Known::Nimber(nimber),
        };
    }

    /// Learns that a part does not have this nimber.
    fn exclude(&mut self, question: Question) {
        if question.value < NEAR {
            self.learn(question.part, Known::Not(1 << question.value));
        } else {
            self.far.insert(question);
        }
    }

    /// Whether a question is decided.
    fn decided(&self, question: Question) -> Option<bool> {
        match self.known(question.part) {
            Known::Nimber(nimber) => Some(nimber == question.value),
            Known::Not(values) => {
                let is_far = question.value >= NEAR;
                let not = if is_far { self.far.contains(&question) } else { values >> question.value & 1 == 1 };
                not.then_some(false)
            }
        }
    }

    /// The least value that an open part may have.
    fn least_open(&self, part: u32) -> u32 {
        (0..).find(|&value| self.decided(Question { part, value }).is_none()).expect("some value is open")
    }

    fn costs<G: Impartial>(&self, question: Question, table: &Table<G>) -> Costs {
        self.costs.get(&question).copied().unwrap_or_else(|| first_costs(question.part, table))
    }

    /// The sum must be sorted.
    fn glance<G: Impartial>(&self, sum: &[u32], value: u32, table: &Table<G>) -> Glance {
        let mut rest = 0;
        let mut open: SmallVec<[u32; 8]> = SmallVec::new();
        for &part in sum {
            match self.known(part) {
                Known::Nimber(nimber) => rest ^= nimber,
                Known::Not(_) if open.last() == Some(&part) => {
                    open.pop();
                }
                Known::Not(_) => open.push(part),
            }
        }
        match open[..] {
            [] => Glance::Known(rest),
            [part] => {
                let question = Question { part, value: rest ^ value };
                match self.decided(question) {
                    Some(_) => Glance::Not,
                    None => Glance::Open(question, None),
                }
            }
            _ => {
                let &part = open.iter().min_by_key(|&&part| table.most_moves(part)).expect("there are two");
                let others = open.iter().filter(|&&other| other != part);
                let beside = others.map(|&other| first_costs(other, table).win).sum();
                Glance::Open(Question { part, value: self.least_open(part) }, Some(beside))
            }
        }
    }

    /// Decides a question.
    fn prove<G: Impartial>(
        &mut self,
        question: Question,
        table: &mut Table<G>,
        work: &mut Work,
    ) -> Result<(), Halt<G::Failure>> {
        let mut stack = Vec::new();
        let mut next = Some(Asked { question, bounds: Costs::even(ENDLESS) });
        loop {
            if let Some(asked) = next.take() {
                let options = table.options(asked.question.part).map_err(Halt::Failed)?;
                stack.push(Frame { asked, options });
            }
            let bytes = table.bytes() + 24 * self.costs.len() as u64;
            if work.tick(table.len() as u64, bytes) {
                return Err(Halt::Stopped(work.stopped.unwrap_or(Stop::Cancelled)));
            }
            let Some(frame) = stack.last() else { return Ok(()) };
            let (question, bounds) = (frame.asked.question, frame.asked.bounds);
            if self.decided(question).is_none()
                && let Some(survey) = self.survey(question, &frame.options.clone(), table)
            {
                self.costs.insert(question, survey.costs());
                next = survey.next(bounds);
            }
            if next.is_none() {
                stack.pop();
            }
        }
    }

    /// What the options say of an open question; nothing if that decides it.
    fn survey<G: Impartial>(
        &mut self,
        question: Question,
        options: &Options,
        table: &Table<G>,
    ) -> Option<Survey<Question>> {
        let Question { part, value } = question;
        let mut survey = Survey::new();
        let mut excluded: SmallVec<[u32; 16]> = SmallVec::new();
        for sum in options.iter() {
            match self.glance(sum, value, table) {
                Glance::Known(nimber) if excluded.contains(&nimber) => {}
                Glance::Known(nimber) => excluded.push(nimber),
                Glance::Not => {}
                Glance::Open(asked, None) => survey.add(asked, self.costs(asked, table)),
                Glance::Open(asked, Some(beside)) => survey.add_part(asked, self.costs(asked, table), beside),
            }
        }
        excluded.into_iter().for_each(|value| self.exclude(Question { part, value }));
        if self.decided(question).is_some() {
            self.costs.remove(&question);
            return None;
        }
        for smaller in 0..value {
            let asked = Question { part, value: smaller };
            if self.decided(asked).is_none() {
                survey.add(asked, self.costs(asked, table));
            }
        }
        if survey.is_lost() {
            self.learn(part, Known::Nimber(value));
            (0..=value).for_each(|value| {
                self.costs.remove(&Question { part, value });
            });
            return None;
        }
        Some(survey)
    }
}

/// Of a question that was not looked at.
fn first_costs<G: Impartial>(part: u32, table: &Table<G>) -> Costs {
    match table.most_moves(part) {
        UNKNOWN => Costs::even(1),
        moves => Costs::even(1 + moves.min(1 << 16)),
    }
}
