//! Many questions about positions of one game, answered from shared tables: a picture asks for every node it draws.
//!
//! Invariant: whatever a table holds was computed by the method that `solve` would choose for the first position.

use crate::answer::{Answer, Class, Grundy, Refusal};
use crate::court::{AtLeast, Court, Layered, court};
use crate::impartial::Impartial;
use crate::impartial::loopy::Loopy;
use crate::parts::{PartId, Parts, Sum};
use crate::search::goal::Result3;
use crate::solve::{Play, Question, common_convention, played, refusal, solve_among};
use crate::work::{Halted, Work};
use grundy_answer::{Standing, Watch, message};
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
    /// Moves to the end, the winner hurrying, where that was asked or play can return: there a move that wins sooner is
    /// progress, and where infinite play is worse than a draw one that draws sooner.
    pub plies: Option<u32>,
}

/// What the answers of a session are to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Grundy values and margins where the theory gives them, else who wins.
    Values,
    /// Who wins, and where play can return how soon; margins in scoring games.
    Outcomes,
    /// Who wins and how soon; margins in scoring games.
    Plies,
}

/// Tables that outlive one question.
pub struct Session {
    method: Method,
    telling: Telling,
    /// What the court is made for.
    start: Position,
    /// What is known of the games, without positions.
    games: Parts,
    convention: Convention,
    mover_free: bool,
    play: Play,
}

/// A court sits once it is needed.
enum Method {
    Impartial(Box<Impartial>),
    Loopy(Box<Loopy>),
    Outcomes(Option<Box<dyn Court>>),
    Margins(Option<Box<dyn Court>>),
}

impl Session {
    /// A session for positions of the games of `position`: itself, what it leads to, and what lies beside it.
    pub fn new(position: &Position) -> Result<Session, Refusal> {
        Session::telling(position, Play::AsWritten, Telling::Values)
    }

    /// The same, played as asked.
    pub fn under(position: &Position, play: Play) -> Result<Session, Refusal> {
        Session::telling(position, play, Telling::Values)
    }

    /// The same, played as asked, told what is wanted.
    pub fn telling(position: &Position, play: Play, telling: Telling) -> Result<Session, Refusal> {
        let mut parts = Parts::default();
        let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
        let convention = played(common_convention(&parts, &root)?, play)?;
        let impartial = root.iter().all(|&part| parts.facts(part).impartial.is_proved());
        let mover_free = root.iter().all(|&part| parts.facts(part).mover_free.is_proved());
        let scoring = root.iter().any(|&part| {
            let verdicts = &parts.game(part).rules.verdicts;
            verdicts.iter().any(|verdict| matches!(verdict.result, VerdictResult::Score(_)))
        });
        let games = parts.alike();
        let method = match (impartial && convention == Convention::Normal && telling == Telling::Values, scoring) {
            (true, _) => Method::Impartial(Box::new(Impartial::new(parts))),
            (false, true) => Method::Margins(None),
            (false, false) => Method::Outcomes(None),
        };
        let start = position.clone();
        Ok(Session { method, start, games, convention, mover_free, play, telling })
    }

    /// All about a position, as `solve` would say it. Impartial sums under normal play are answered from what the
    /// session knows already.
    pub fn solve(&mut self, position: &Position, question: Question, watch: &dyn Watch) -> Result<Answer, Refusal> {
        let question = Question { play: self.play, ..question };
        if let (Method::Impartial(impartial), false) = (&mut self.method, question.plies) {
            let root: Vec<PartId> = position.parts.iter().map(|component| impartial.parts.intern(component)).collect();
            match impartial.answer(&root, &mut Work::new(watch)) {
                Err(Halted::Cycle) => {}
                other => return other.map_err(|halted| refusal(halted, self.positions())),
            }
        }
        match &mut self.method {
            Method::Impartial(impartial) => solve_among(impartial.parts.alike(), &mut None, position, question, watch),
            Method::Loopy(loopy) => solve_among(loopy.parts.alike(), &mut None, position, question, watch),
            Method::Outcomes(court) | Method::Margins(court) => {
                solve_among(self.games.alike(), court, position, question, watch)
            }
        }
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

    /// The same session, told that something else is wanted; nothing if its tables do not serve that.
    pub fn retold(mut self, telling: Telling) -> Option<Session> {
        let serves = match &self.method {
            Method::Impartial(_) => telling == self.telling,
            Method::Outcomes(_) | Method::Margins(_) => self.telling == telling || telling != Telling::Values,
            Method::Loopy(_) => false,
        };
        self.telling = telling;
        serves.then_some(self)
    }

    /// Whether `worth` tells moves to the end, which then matter to who wins or were asked for.
    pub fn counts_moves(&self) -> bool {
        match &self.method {
            Method::Outcomes(court) => {
                self.telling == Telling::Plies || court.as_ref().is_some_and(|court| court.knows_lengths())
            }
            _ => false,
        }
    }

    /// Asks that `worth` tell moves to the end from now on, as where play can return; whether it will.
    pub fn count_moves(&mut self) -> bool {
        self.counts_moves() || matches!(self.method, Method::Outcomes(Some(_))) && self.turn_loopy()
    }

    /// Whether the player about to move does so well or better; nothing if `worth` must be asked.
    pub fn gets(
        &mut self,
        position: &Position,
        mover: Side,
        at_least: AtLeast,
        watch: &dyn Watch,
    ) -> Result<Option<bool>, Refusal> {
        let (Method::Outcomes(seat) | Method::Margins(seat)) = &mut self.method else { return Ok(None) };
        let court = seat.get_or_insert_with(|| convened(&self.games, &self.start, self.convention));
        let (sum, mut work) = (&position.parts[..], Work::new(watch));
        let known = match at_least {
            AtLeast::Result(result) => court.reaches(sum, mover, result, &mut work),
            AtLeast::Points(points) => court.scores(sum, mover, points, &mut work),
        };
        match known {
            // Play can return: `worth` turns to the method for that.
            Err(Halted::Cycle) => Ok(None),
            known => known.map(Some).map_err(|halted| refusal(halted, self.positions())),
        }
    }

    /// How many positions the tables hold.
    pub fn positions(&self) -> u64 {
        match &self.method {
            Method::Impartial(impartial) => impartial.positions(),
            Method::Loopy(loopy) => loopy.parts.len() as u64,
            Method::Outcomes(court) | Method::Margins(court) => court.as_ref().map_or(0, |court| court.positions()),
        }
    }

    /// Why the answers given so far hold.
    pub fn standing(&self) -> Standing {
        let positions = self.positions();
        Standing::Proved(match &self.method {
            Method::Impartial(_) => message!("{} positions were valued by the mex rule", positions),
            Method::Loopy(_) => {
                message!("{} positions were labelled with Smith and Fraenkel's values", positions)
            }
            Method::Outcomes(Some(court)) | Method::Margins(Some(court)) => court.grounds(),
            Method::Outcomes(None) | Method::Margins(None) => message!("nothing was asked"),
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
            Method::Outcomes(seat) => {
                let court = seat.get_or_insert_with(|| convened(&self.games, &self.start, self.convention));
                if self.telling == Telling::Plies || court.knows_lengths() {
                    let (result, plies) = court.progress(&position.parts, mover, work)?;
                    return Ok(Worth { plies, ..Worth::of_result(result) });
                }
                Ok(Worth::of_result(court.outcome(&position.parts, mover, work)?))
            }
            Method::Margins(seat) => {
                let court = seat.get_or_insert_with(|| convened(&self.games, &self.start, self.convention));
                let margin = court.margin(&position.parts, mover, work)?;
                Ok(Worth { margin: Some(margin), ..Worth::of_result(Result3::of_sign(margin)) })
            }
        }
    }

    /// Turns to the method for play that can return; whether there is one.
    fn turn_loopy(&mut self) -> bool {
        let taken = std::mem::replace(&mut self.method, Method::Impartial(Box::default()));
        let (next, turned) = match taken {
            Method::Impartial(impartial) => (Method::Loopy(Box::new(Loopy::new(impartial.parts))), true),
            Method::Loopy(loopy) => {
                let layered = Layered::new(loopy.parts, self.convention, self.mover_free);
                (Method::Outcomes(Some(Box::new(layered))), true)
            }
            Method::Outcomes(court) => match court.and_then(Court::layered) {
                Some(layered) => (Method::Outcomes(Some(layered)), true),
                None => return false,
            },
            other => (other, false),
        };
        self.method = next;
        turned
    }
}

/// The court for a position of these games.
fn convened(games: &Parts, position: &Position, convention: Convention) -> Box<dyn Court> {
    let mut parts = games.alike();
    let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
    court(parts, &root, convention)
}

impl Worth {
    fn of_result(result: Result3) -> Worth {
        Worth { result, grundy: None, margin: None, plies: None }
    }
}
