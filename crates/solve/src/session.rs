//! Many questions about positions of one game, answered from shared tables: a picture asks for every node it draws.
//!
//! Invariant: whatever a table holds was computed by the method that `solve` would choose for the first position.

use crate::answer::{Answer, Class, Grundy, Refusal};
use crate::impartial::Impartial;
use crate::loopy::Loopy;
use crate::nodes::Nodes;
use crate::parts::{PartId, Parts, Sum};
use crate::retrograde::Retrograde;
use crate::search::{Margin, Memo, Outcome, Result3};
use crate::solve::{Play, Question, audit_claims, common_convention, played, refusal, solve_among};
use crate::work::{Halted, Work};
use grundy_answer::{Standing, Watch};
use grundy_rule::{Convention, VerdictResult};
use grundy_run::{Position, Side};

/// What a position is worth to the player about to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Who wins.
    pub result: Result3,
    /// The Grundy value, where the theory gives one.
    pub grundy: Option<Grundy>,
    /// The mover's points less the other's, in scoring games.
    pub margin: Option<i64>,
    /// Moves to the end, the winner hurrying, where play can return: there a move that wins sooner is progress.
    pub plies: Option<u32>,
}

/// Tables that outlive one question.
pub struct Session {
    method: Method,
    convention: Convention,
    mover_free: bool,
    play: Play,
    /// Whether claimed splits and symmetries were looked at.
    audited: bool,
}

enum Method {
    Impartial(Box<Impartial>),
    Loopy(Box<Loopy>),
    Outcomes(Box<Nodes>, Memo<Result3>),
    Layered(Box<Nodes>, Option<Retrograde>),
    Margins(Box<Nodes>, Memo<i64>),
}

impl Session {
    /// A session for positions of the games of `position`: itself, what it leads to, and what lies beside it.
    pub fn new(position: &Position) -> Result<Session, Refusal> {
        Session::under(position, Play::AsWritten)
    }

    /// The same, played as asked.
    pub fn under(position: &Position, play: Play) -> Result<Session, Refusal> {
        let mut parts = Parts::default();
        let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
        let convention = played(common_convention(&parts, &root)?, play)?;
        let impartial = root.iter().all(|&part| parts.facts(part).impartial.is_proved());
        let mover_free = root.iter().all(|&part| parts.facts(part).mover_free.is_proved());
        let scoring = root.iter().any(|&part| {
            let verdicts = &parts.game(part).rules.verdicts;
            verdicts.iter().any(|verdict| matches!(verdict.result, VerdictResult::Score(_)))
        });
        let method = if impartial && convention == Convention::Normal {
            Method::Impartial(Box::new(Impartial::new(parts)))
        } else {
            let nodes = Box::new(Nodes::new(parts, convention, mover_free));
            if scoring { Method::Margins(nodes, Memo::default()) } else { Method::Outcomes(nodes, Memo::default()) }
        };
        Ok(Session { method, convention, mover_free, play, audited: false })
    }

    /// All about a position, as `solve` would say it. Impartial sums under normal play are answered from what the
    /// session knows already.
    pub fn solve(&mut self, position: &Position, question: Question, watch: &dyn Watch) -> Result<Answer, Refusal> {
        let question = Question { play: self.play, ..question };
        if let (Method::Impartial(impartial), false) = (&mut self.method, question.plies) {
            let root: Vec<PartId> = position.parts.iter().map(|component| impartial.parts.intern(component)).collect();
            if !std::mem::replace(&mut self.audited, true) {
                audit_claims(&mut impartial.parts, &root, watch)?;
            }
            match impartial.answer(&root, &mut Work::new(watch)) {
                Err(Halted::Cycle) => {}
                other => return other.map_err(|halted| refusal(halted, self.positions())),
            }
        }
        let parts = match &self.method {
            Method::Impartial(impartial) => &impartial.parts,
            Method::Loopy(loopy) => &loopy.parts,
            Method::Outcomes(nodes, _) | Method::Layered(nodes, _) | Method::Margins(nodes, _) => &nodes.parts,
        };
        solve_among(parts.alike(), position, question, watch)
    }

    /// Whether who moves can matter to what a position is worth or leads to.
    pub fn tells_movers_apart(&self) -> bool {
        !self.mover_free && !matches!(self.method, Method::Impartial(_) | Method::Loopy(_))
    }

    /// What a position is worth with `mover` about to move. Told to stop, the tables stay true.
    pub fn worth(&mut self, position: &Position, mover: Side, watch: &dyn Watch) -> Result<Worth, Refusal> {
        let mut work = Work::new(watch);
        loop {
            match self.attempt(position, mover, &mut work) {
                Err(Halted::Cycle) if self.turn_loopy() => continue,
                Err(halted) => return Err(refusal(halted, self.positions())),
                Ok(worth) => return Ok(worth),
            }
        }
    }

    /// How many positions the tables hold.
    pub fn positions(&self) -> u64 {
        match &self.method {
            Method::Impartial(impartial) => impartial.positions(),
            Method::Loopy(loopy) => loopy.parts.len() as u64,
            Method::Outcomes(nodes, _) | Method::Layered(nodes, _) | Method::Margins(nodes, _) => nodes.len() as u64,
        }
    }

    /// Why the answers given so far hold.
    pub fn standing(&self) -> Standing {
        let positions = self.positions();
        Standing::Proved(match &self.method {
            Method::Impartial(_) => format!("{positions} positions were valued by the mex rule"),
            Method::Loopy(_) => format!("{positions} positions were labelled with Smith and Fraenkel's values"),
            Method::Outcomes(..) => format!("depth-first search of {positions} positions"),
            Method::Layered(..) => format!("retrograde analysis of {positions} positions"),
            Method::Margins(..) => format!("minimax over {positions} positions"),
        })
    }

    fn attempt(&mut self, position: &Position, mover: Side, work: &mut Work) -> Result<Worth, Halted> {
        let sum = |parts: &mut Parts| {
            let mut sum = Sum::new();
            position.parts.iter().for_each(|component| parts.land(component, &mut sum));
            sum
        };
        match &mut self.method {
            Method::Impartial(impartial) => {
                let root: Vec<PartId> = position.parts.iter().map(|one| impartial.parts.intern(one)).collect();
                let total = impartial.value(&root, work)?;
                let result = if total == 0 { Result3::Loss } else { Result3::Win };
                Ok(Worth { result, grundy: Some(Grundy::Finite(total)), margin: None, plies: None })
            }
            Method::Loopy(loopy) => {
                let sum = sum(&mut loopy.parts);
                if sum.iter().any(|&part| !loopy.is_labelled(part)) {
                    for &part in &sum {
                        loopy.add(part, work)?;
                    }
                    loopy.label();
                }
                let value = loopy.sum(&sum);
                let result = match loopy.outcome(&value) {
                    Class::P => Result3::Loss,
                    Class::N => Result3::Win,
                    _ => Result3::Draw,
                };
                Ok(Worth { result, grundy: Some(value), margin: None, plies: None })
            }
            Method::Outcomes(nodes, memo) => {
                let sum = sum(&mut nodes.parts);
                let node = nodes.intern(sum, mover)?;
                Ok(Worth::of_result(memo.search(nodes, node, &Outcome, work)?))
            }
            Method::Layered(nodes, layers) => {
                let sum = sum(&mut nodes.parts);
                let node = nodes.intern(sum, mover)?;
                let solved = match layers.take() {
                    Some(known) if known.covers(node) => known,
                    _ => Retrograde::solve(nodes, &[node], work)?,
                };
                let (result, plies) = solved.result(nodes, node);
                *layers = Some(solved);
                Ok(Worth { plies, ..Worth::of_result(result) })
            }
            Method::Margins(nodes, memo) => {
                let sum = sum(&mut nodes.parts);
                let node = nodes.intern(sum, mover)?;
                let margin = memo.search(nodes, node, &Margin, work)?;
                let ending = grundy_run::Ending::Scored(margin);
                Ok(Worth { result: Result3::of(ending, mover), grundy: None, margin: Some(margin), plies: None })
            }
        }
    }

    /// Turns to the method for play that can return; whether there is one.
    fn turn_loopy(&mut self) -> bool {
        let taken = std::mem::replace(&mut self.method, Method::Impartial(Box::default()));
        let (next, turned) = match taken {
            Method::Impartial(impartial) => (Method::Loopy(Box::new(Loopy::new(impartial.parts))), true),
            Method::Loopy(loopy) => {
                let nodes = Nodes::new(loopy.parts, self.convention, self.mover_free);
                (Method::Layered(Box::new(nodes), None), true)
            }
            Method::Outcomes(nodes, _) => (Method::Layered(nodes, None), true),
            other => (other, false),
        };
        self.method = next;
        turned
    }
}

impl Worth {
    fn of_result(result: Result3) -> Worth {
        Worth { result, grundy: None, margin: None, plies: None }
    }
}
