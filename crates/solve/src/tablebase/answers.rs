//! Answers from a tablebase: who wins, by which moves, how soon, a line. What the tablebase says of a position is compared
//! with what it says of all its options before it is told on.

use crate::answer::{Answer, Class, Grundy, Refusal, Winner};
use crate::outcome::answers::{self, Starters};
use crate::outcome::decider::Decider;
use crate::outcome::search::goal::Wdl;
use crate::plan::Method;
use crate::question::Question;
use crate::session::Evaluation;
use crate::tablebase::code::{Solution, TableKind};
use crate::tablebase::stratum::{Sight, over};
use crate::work::{Halted, Work};
use grundy_answer::{Message, Standing, Watch, message};
use grundy_run::{Component, Flow, Position, Side, Stuck};
use std::sync::Arc;

/// Where solutions are looked up.
pub trait TableSource: Send + Sync {
    /// What it holds of each position.
    fn kind(&self) -> TableKind;

    /// What it is called.
    fn name(&self) -> String;

    /// What it says of a position; `None` if that is not in it. An error says why it cannot be asked.
    fn solution(&self, part: &Component, mover: Side) -> Result<Option<Solution>, String>;
}

/// Answers questions about the positions of one tablebase.
#[derive(Clone)]
pub struct TableAnswers {
    source: Arc<dyn TableSource>,
}

impl TableAnswers {
    /// By this tablebase.
    pub fn new(source: Arc<dyn TableSource>) -> TableAnswers {
        TableAnswers { source }
    }

    /// All about a position.
    pub fn solve(&self, position: &Position, question: Question, watch: &dyn Watch) -> Result<Answer, Refusal> {
        let [part] = &position.parts[..] else {
            return Err(Refusal::Unfit("a tablebase knows positions of one component, not sums".to_string()));
        };
        let start = question.first.unwrap_or(Side::Left);
        let mut decider = ByTable { source: self.source.clone(), looked_up: 0 };
        self.answer(part, start, question, &mut decider, watch).map_err(|halted| Refusal::of(halted, decider.looked_up))
    }

    fn answer(
        &self,
        part: &Component,
        start: Side,
        question: Question,
        decider: &mut ByTable,
        watch: &dyn Watch,
    ) -> Result<Answer, Halted> {
        let kind = self.source.kind();
        let solution = decider.solution(part, start)?;
        let options = self.agree(part, start, solution, decider)?;
        let sum = std::slice::from_ref(part);
        let mut work = Work::new(watch);
        let other = self.source.solution(part, start.other()).map_err(Halted::OutOfReach)?;
        let apart = !part.game.facts().mover_free.is_proved();
        let mut answer = match kind {
            TableKind::Margin => answers::scores(decider, sum, start, question.aim, &mut work)?,
            _ => {
                let starters = if apart { Starters::Apart } else { Starters::Alike };
                // Of who does not start nothing is said where the tablebase does not know that.
                let first = question.first.or((apart && other.is_none()).then_some(start));
                answers::outcomes(decider, sum, starters, Question { first, ..question }, &mut work)?
            }
        };
        if let Solution::Grundy(value) = solution {
            answer.grundy = Some(Grundy::Finite(value));
            (answer.winner, answer.outcome) = match value {
                0 => (Some(Winner::Second), Some(Class::P)),
                _ => (Some(Winner::First), Some(Class::N)),
            };
        }
        answer.positions = decider.looked_up;
        answer.standing = Standing::Checked(match options {
            0 => message!("the tablebase {} says so, and the rules agree: the game is over", self.source.name()),
            _ => message!(
                "the tablebase {} says so of this position and of its {} options, and these agree by the rules",
                self.source.name(),
                options
            ),
        });
        Ok(answer)
    }

    /// Compares a position with its options by interpretation; how many there are.
    fn agree(&self, part: &Component, mover: Side, says: Solution, decider: &mut ByTable) -> Result<u64, Halted> {
        let kind = self.source.kind();
        let game = &part.game;
        let (mut sight, mut options, mut trouble) = (Sight::default(), 0, None);
        let mut ending = game.ending(&part.packed, mover, Stuck::No)?;
        if ending.is_none() {
            game.each_move(&part.packed, mover, &mut |_, to| {
                let [after] = &to.parts[..] else { return Flow::Stop };
                let worth = decider.solution(after, to.turn.next(mover));
                let added = worth.and_then(|worth| {
                    let code = worth.code().unwrap_or(0);
                    sight.add_of(kind, code, to.turn, to.gain)
                });
                options += 1;
                trouble = added.err();
                if trouble.is_some() { Flow::Stop } else { Flow::On }
            })?;
            if let Some(halted) = trouble {
                return Err(halted);
            }
            if options == 0 {
                ending = game.ending(&part.packed, mover, Stuck::Yes)?;
            }
        }
        let right = match ending {
            Some(ending) => match kind {
                TableKind::Outcome => Solution::Outcome(Wdl::of(ending, mover)).code(),
                _ => over(kind, ending, mover),
            },
            None => sight.alone_of(kind),
        };
        match right == says.code() {
            true => Ok(options),
            false => {
                let why = format!("the tablebase {} contradicts itself at {part}", self.source.name());
                Err(Halted::OutOfReach(why))
            }
        }
    }

    /// What a position is worth with `mover` about to move.
    pub fn evaluate(&self, position: &Position, mover: Side) -> Result<Evaluation, Refusal> {
        let [part] = &position.parts[..] else {
            return Err(Refusal::Unfit("a tablebase knows positions of one component, not sums".to_string()));
        };
        let mut decider = ByTable { source: self.source.clone(), looked_up: 0 };
        let solution = decider.solution(part, mover).map_err(|halted| Refusal::of(halted, 0))?;
        Ok(Evaluation {
            result: solution.result(),
            grundy: if let Solution::Grundy(value) = solution { Some(Grundy::Finite(value)) } else { None },
            margin: if let Solution::Margin(margin) = solution { Some(margin) } else { None },
            plies: solution.plies(),
        })
    }

    /// How sure what [`TableAnswers::evaluate`] says is.
    pub fn standing(&self) -> Standing {
        Standing::Assumed(message!("as the tablebase {} says", self.source.name()))
    }
}

/// Decides by looking up.
struct ByTable {
    source: Arc<dyn TableSource>,
    looked_up: u64,
}

impl ByTable {
    fn solution(&mut self, part: &Component, mover: Side) -> Result<Solution, Halted> {
        self.looked_up += 1;
        let found = self.source.solution(part, mover).map_err(Halted::OutOfReach)?;
        found.ok_or_else(|| {
            let player = &part.game.rules.players[mover as usize];
            let name = self.source.name();
            Halted::OutOfReach(format!("{part} with {player} to move is not in the tablebase {name}"))
        })
    }
}

impl Decider for ByTable {
    fn outcome(&mut self, sum: &[Component], mover: Side, _: &mut Work) -> Result<Wdl, Halted> {
        self.solution(&sum[0], mover).map(Solution::result)
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Wdl, work: &mut Work) -> Result<bool, Halted> {
        Ok(self.outcome(sum, mover, work)? >= at_least)
    }

    fn length(&mut self, sum: &[Component], mover: Side, _: &mut Work) -> Result<(Wdl, Option<u32>), Halted> {
        self.solution(&sum[0], mover).map(|solution| (solution.result(), solution.plies()))
    }

    fn margin(&mut self, sum: &[Component], mover: Side, _: &mut Work) -> Result<i64, Halted> {
        match self.solution(&sum[0], mover)? {
            Solution::Margin(margin) => Ok(margin),
            _ => Err(Halted::OutOfReach("the tablebase holds no margins".to_string())),
        }
    }

    fn scores(&mut self, sum: &[Component], mover: Side, at_least: i64, work: &mut Work) -> Result<bool, Halted> {
        Ok(self.margin(sum, mover, work)? >= at_least)
    }

    fn known(&mut self, _: &[Component], _: Side) -> Option<Message> {
        None
    }

    fn positions(&self) -> u64 {
        self.looked_up
    }

    fn reason(&self) -> Message {
        message!("as the tablebase {} says", self.source.name())
    }

    fn knows_lengths(&self) -> bool {
        true
    }

    fn method(&self) -> Method {
        Method::Retrograde
    }

    fn holds(&self, sum: &[Component]) -> bool {
        sum.len() == 1
    }

    fn for_cycles(self: Box<Self>) -> Option<Box<dyn Decider>> {
        None
    }
}
