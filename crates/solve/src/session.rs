//! Questions about positions of the same games, answered from shared tables. A session follows the plan: it runs the
//! methods of this crate in the order of [`Plan`], and stops at the first that answers.

use crate::answer::{Answer, Class, Done, Grundy, Refusal};
use crate::grundy::Impartial;
use crate::grundy::heaps::Heaps;
use crate::grundy::loopy::Loopy;
use crate::outcome::answers::{self, Starters};
use crate::outcome::decider::{AtLeast, ByRetrograde, Decider, decider};
use crate::outcome::search::goal::Wdl;
use crate::parts::{PartId, Parts, Sum};
use crate::plan::{Limit, MOST_POSITIONS_BEFORE_VALUE, Method, Plan, Step, Traits};
use crate::question::{Play, Question};
use crate::value::canonical::CanonicalTable;
use crate::value::hot::{MOST_SUMS, hot_sum};
use crate::work::{Halted, Work};
use grundy_answer::{Allowance, Standing, Watch, message};
use grundy_run::{Position, Side};
use grundy_value::CanonicalForm;

/// Ticks for the line of an answer whose length was found.
const QUICK_LINE_TICKS: u64 = 100;

/// Sums of more parts get no length that nobody asked for.
const MOST_PARTS_OF_UNASKED_LENGTH: usize = 8;

/// What a position is worth to the player about to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Who wins.
    pub result: Wdl,
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
pub enum Wanted {
    /// Grundy values and margins where the theory gives them, else who wins.
    Values,
    /// Who wins, and where play can return how soon; margins in scoring games.
    Outcomes,
    /// Who wins and how soon; margins in scoring games.
    Plies,
}

/// Tables that outlive one question.
pub struct Session {
    impartial: Box<Impartial>,
    loopy: Option<Box<Loopy>>,
    /// Made once it is needed.
    decider: Option<Box<dyn Decider>>,
    /// Which of the three [`Session::evaluate`] asks.
    asks: Asks,
    wanted: Wanted,
    /// What the decider is made for.
    start: Position,
    /// What is known of the games, without positions.
    games: Parts,
    traits: Traits,
    play: Play,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    Impartial,
    Loopy,
    Decider,
}

/// What became of a step of the plan.
enum Tried {
    /// It answers.
    Answered(Box<Answer>),
    /// Another has to.
    Passed,
    /// Play returns to a position.
    Returned,
}

/// A position that is being solved, its components numbered among the games of the session.
struct Sought<'a> {
    position: &'a Position,
    question: Question,
    parts: Parts,
    root: Vec<PartId>,
    traits: Traits,
}

impl Session {
    /// A session for positions of the games of `position`: itself, what it leads to, and what lies beside it.
    pub fn new(position: &Position) -> Result<Session, Refusal> {
        Session::open(position, Play::AsWritten, Wanted::Values)
    }

    /// The same, played as asked.
    pub fn under(position: &Position, play: Play) -> Result<Session, Refusal> {
        Session::open(position, play, Wanted::Values)
    }

    /// The same, played as asked, told what is wanted.
    pub fn open(position: &Position, play: Play, wanted: Wanted) -> Result<Session, Refusal> {
        let mut parts = Parts::default();
        let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
        let traits = Traits::of(&parts, &root, play)?;
        let games = parts.alike();
        let asks = if traits.has_nimbers() && wanted == Wanted::Values { Asks::Impartial } else { Asks::Decider };
        Ok(Session {
            impartial: Box::new(Impartial::new(parts)),
            loopy: None,
            decider: None,
            asks,
            wanted,
            start: position.clone(),
            games,
            traits,
            play,
        })
    }

    /// The methods that [`Session::solve`] will try for a position, in their order.
    pub fn plan(&mut self, position: &Position, question: Question) -> Result<Plan, Refusal> {
        let question = Question { play: self.play, ..question };
        let sought = self.sought(position, question)?;
        Ok(self.plan_of(&sought))
    }

    /// All about a position.
    pub fn solve(&mut self, position: &Position, question: Question, watch: &dyn Watch) -> Result<Answer, Refusal> {
        let plan = self.plan(position, question)?;
        self.follow(&plan.steps, position, question, watch)
    }

    /// All about a position, by these steps of its plan.
    pub fn follow(
        &mut self,
        steps: &[Step],
        position: &Position,
        question: Question,
        watch: &dyn Watch,
    ) -> Result<Answer, Refusal> {
        let mut sought = self.sought(position, Question { play: self.play, ..question })?;
        let mut found: Option<Box<Answer>> = None;
        let mut returned = false;
        for step in steps {
            let method = step.method;
            if method.adds() != found.is_some() || (returned && !method.allows_return()) {
                continue;
            }
            let ticks = match step.limit {
                Limit::Budget => u64::MAX,
                Limit::Ticks(ticks) => ticks,
            };
            let allowance = Allowance::new(watch, ticks);
            match self.run(method, found.take(), &mut sought, &allowance)? {
                Tried::Answered(answer) => found = Some(answer),
                Tried::Passed => {}
                Tried::Returned => returned = true,
            }
        }
        match found {
            Some(answer) => Ok(*answer),
            None if returned => Err(Refusal::of(Halted::Cycle, 0)),
            None => Err(Refusal::OutOfReach("no method of the plan decides it".to_string())),
        }
    }

    fn sought<'a>(&self, position: &'a Position, question: Question) -> Result<Sought<'a>, Refusal> {
        let mut parts = self.games.alike();
        let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
        let traits = Traits::of(&parts, &root, question.play)?;
        Ok(Sought { position, question, parts, root, traits })
    }

    fn plan_of(&mut self, sought: &Sought) -> Plan {
        Plan::of_search(&sought.traits, sought.question, || self.decider_of(sought).method())
    }

    /// The decider of this session if it was made for sums like this one, else a new one, which stays.
    fn decider_of(&mut self, sought: &Sought) -> &mut dyn Decider {
        let known = self.decider.take().filter(|known| known.holds(&sought.position.parts));
        let known = known.unwrap_or_else(|| decider(sought.parts.clone(), &sought.root, sought.traits.convention));
        &mut **self.decider.insert(known)
    }

    /// Tries one method. An answer that is there already is added to.
    fn run(
        &mut self,
        method: Method,
        found: Option<Box<Answer>>,
        sought: &mut Sought,
        watch: &Allowance,
    ) -> Result<Tried, Refusal> {
        let mut work = Work::new(watch);
        match (method, found) {
            (Method::Length, Some(answer)) => self.with_length(answer, sought, watch),
            (Method::CanonicalValue, Some(answer)) => with_value(answer, sought, watch),
            (Method::NimSum, _) => {
                let intern = |component| self.impartial.parts.intern(component);
                let root: Vec<PartId> = sought.position.parts.iter().map(intern).collect();
                let answer = self.impartial.answer(&root, sought.question.aim, &mut work);
                tried(answer, watch, || self.impartial.positions())
            }
            (Method::LoopyValues, _) => {
                let loopy = Loopy::new(sought.parts.clone());
                match loopy.answer(&sought.root, &mut work) {
                    // A part that falls into several has no label there: who wins is decided all the same.
                    Err(Halted::Cycle) => self.decide(Method::Retrograde, sought, watch),
                    answer => tried(answer, watch, || 0),
                }
            }
            (Method::MisereSum, _) => match crate::misere::answer(&mut sought.parts, &sought.root, &mut work) {
                Ok(Some(answer)) => Ok(Tried::Answered(Box::new(answer))),
                // Search decides whether play that returns matters.
                Ok(None) | Err(Halted::Cycle | Halted::OutOfReach(_)) => Ok(Tried::Passed),
                Err(halted) => tried(Err(halted), watch, || sought.parts.len() as u64),
            },
            (Method::HotSum, _) => {
                let start = sought.question.first.unwrap_or(Side::Left);
                let (parts, root) = (&mut sought.parts, &sought.root[..]);
                let answer = hot_sum(parts, root, start, sought.question, MOST_SUMS, watch)?;
                Ok(answer.map_or(Tried::Passed, |answer| Tried::Answered(Box::new(answer))))
            }
            (Method::Search(_) | Method::Retrograde, _) => self.decide(method, sought, watch),
            _ => Ok(Tried::Passed),
        }
    }

    /// Who wins, by the decider.
    fn decide(&mut self, method: Method, sought: &Sought, watch: &Allowance) -> Result<Tried, Refusal> {
        if method == Method::Retrograde && self.decider_of(sought).method() != Method::Retrograde {
            match self.decider.take().and_then(Decider::for_cycles) {
                Some(next) => self.decider = Some(next),
                None => return Ok(Tried::Returned),
            }
        }
        let Sought { position, question, .. } = sought;
        let start = question.first.unwrap_or(Side::Left);
        let alike =
            sought.traits.mover_free || sought.root.iter().all(|&part| looks_alike_to_both(&sought.parts, part));
        let starters = if alike { Starters::Alike } else { Starters::Apart };
        let mut work = Work::new(watch);
        let decider = self.decider_of(sought);
        let result = match sought.traits.scoring {
            true => answers::scores(decider, &position.parts, start, question.aim, &mut work),
            false => answers::outcomes(decider, &position.parts, starters, *question, &mut work),
        };
        match result {
            // A limit of this step alone: what follows may say all.
            Ok(Answer { stopped: Some(_), .. }) if watch.is_used_up() => Ok(Tried::Passed),
            Err(Halted::Stopped(stop)) if !watch.is_used_up() => {
                let players = sought.root.first().map(|&part| sought.parts.game(part).rules.players.clone());
                let known = decider.known(&position.parts, start).map(|known| match (starters, players) {
                    (Starters::Apart, Some(players)) => {
                        message!("{}, if that is {}", known, players[start as usize])
                    }
                    _ => known,
                });
                Err(Refusal::Stopped(stop, Done { positions: decider.positions(), known }))
            }
            result => tried(result, watch, || decider.positions()),
        }
    }

    /// An answer with the moves to the end, the winner hurrying, and a line of that length where one is
    /// found soon; none where nobody can force an end.
    fn with_length(&mut self, mut answer: Box<Answer>, sought: &Sought, watch: &Allowance) -> Result<Tried, Refusal> {
        let asked = sought.question.plies;
        let mut heaps = Heaps::default();
        let parts = &sought.root;
        let is_large = |&part: &PartId| heaps.large(&sought.parts, part).is_some();
        let told = answer.plies.is_some() || answer.stopped.is_some();
        if told || !asked && (parts.len() > MOST_PARTS_OF_UNASKED_LENGTH || parts.iter().any(is_large)) {
            return Ok(Tried::Answered(answer));
        }
        let mut work = Work::new(watch);
        loop {
            let decider = self.decider_of(sought);
            let sum = &sought.position.parts;
            match decider.length(sum, Side::Left, &mut work) {
                Ok((_, None)) => {}
                Ok((_, plies)) => {
                    // The line that was found by values alone may be longer or shorter: another one, or none.
                    let allowance = Allowance::new(watch, QUICK_LINE_TICKS);
                    answer.plies = plies;
                    answer.line = match parts.len() <= MOST_PARTS_OF_UNASKED_LENGTH {
                        true => answers::quick_line(decider, sum, Side::Left, &mut Work::new(&allowance))
                            .unwrap_or_default(),
                        false => Vec::new(),
                    };
                }
                Err(Halted::Cycle) if decider.method() != Method::Retrograde => {
                    self.decider = self.decider.take().and_then(Decider::for_cycles);
                    continue;
                }
                Err(halted) if asked => return Err(Refusal::of(halted, decider.positions())),
                Err(_) => {}
            }
            return Ok(Tried::Answered(answer));
        }
    }

    /// Whether who moves can matter to what a position is worth or leads to.
    pub fn tells_movers_apart(&self) -> bool {
        !self.traits.mover_free && self.asks == Asks::Decider
    }

    /// What a position is worth with `mover` about to move. Told to stop, the tables stay true.
    pub fn evaluate(&mut self, position: &Position, mover: Side, watch: &dyn Watch) -> Result<Evaluation, Refusal> {
        let mut work = Work::new(watch);
        loop {
            match self.attempt(position, mover, &mut work) {
                Err(Halted::Cycle) if self.turn_to_returns() => continue,
                Err(halted) => return Err(Refusal::of(halted, self.positions())),
                Ok(worth) => return Ok(worth),
            }
        }
    }

    /// The same session, told that something else is wanted; nothing if its tables do not serve that.
    pub fn now_wanting(mut self, wanted: Wanted) -> Option<Session> {
        let serves = match self.asks {
            Asks::Impartial => wanted == self.wanted,
            Asks::Decider => self.wanted == wanted || wanted != Wanted::Values,
            Asks::Loopy => false,
        };
        self.wanted = wanted;
        serves.then_some(self)
    }

    /// Whether `evaluate` tells moves to the end, which then matter to who wins or were asked for.
    pub fn counts_moves(&self) -> bool {
        let knows = || self.decider.as_ref().is_some_and(|decider| decider.knows_lengths());
        self.asks == Asks::Decider && !self.traits.scoring && (self.wanted == Wanted::Plies || knows())
    }

    /// Asks that `evaluate` tell moves to the end from now on, those to a draw that has to be forced among them, as where play
    /// can return; false if it does so already or never will.
    pub fn count_moves(&mut self) -> bool {
        let counts_wins_alone = self.decider.as_ref().is_some_and(|decider| !decider.knows_lengths());
        self.asks == Asks::Decider && !self.traits.scoring && counts_wins_alone && self.turn_to_returns()
    }

    /// Whether the player about to move does so well or better; nothing if `evaluate` must be asked.
    pub fn gets(
        &mut self,
        position: &Position,
        mover: Side,
        at_least: AtLeast,
        watch: &dyn Watch,
    ) -> Result<Option<bool>, Refusal> {
        if self.asks != Asks::Decider {
            return Ok(None);
        }
        let decider = self.decider_at(position);
        let (sum, mut work) = (&position.parts[..], Work::new(watch));
        let known = match at_least {
            AtLeast::Result(result) => decider.reaches(sum, mover, result, &mut work),
            AtLeast::Points(points) => decider.scores(sum, mover, points, &mut work),
        };
        match known {
            // Play can return: `evaluate` turns to the method for that.
            Err(Halted::Cycle) => Ok(None),
            known => known.map(Some).map_err(|halted| Refusal::of(halted, self.positions())),
        }
    }

    /// How many positions the tables hold.
    pub fn positions(&self) -> u64 {
        match self.asks {
            Asks::Impartial => self.impartial.positions(),
            Asks::Loopy => self.loopy.as_ref().map_or(0, |loopy| loopy.parts.len() as u64),
            Asks::Decider => self.decider.as_ref().map_or(0, |decider| decider.positions()),
        }
    }

    /// Why the answers given so far hold.
    pub fn standing(&self) -> Standing {
        let positions = self.positions();
        Standing::Proved(match self.asks {
            Asks::Impartial => return self.impartial.standing_so_far(),
            Asks::Loopy => message!("{} positions were labelled with Smith and Fraenkel's values", positions),
            Asks::Decider => self.decider.as_ref().map_or(message!("nothing was asked"), |decider| decider.reason()),
        })
    }

    fn attempt(&mut self, position: &Position, mover: Side, work: &mut Work) -> Result<Evaluation, Halted> {
        match self.asks {
            Asks::Impartial => {
                let impartial = &mut self.impartial;
                let root: Vec<PartId> = position.parts.iter().map(|one| impartial.parts.intern(one)).collect();
                let total = impartial.value(&root, work)?;
                let result = if total == 0 { Wdl::Loss } else { Wdl::Win };
                Ok(Evaluation { grundy: Some(Grundy::Finite(total)), ..Evaluation::of_result(result) })
            }
            Asks::Loopy => {
                let loopy = self.loopy.get_or_insert_with(|| Box::new(Loopy::new(self.games.alike())));
                let mut sum = Sum::new();
                position.parts.iter().for_each(|component| loopy.parts.land(component, &mut sum));
                if sum.iter().any(|&part| !loopy.is_labelled(part)) {
                    for &part in &sum {
                        loopy.add(part, work)?;
                    }
                    loopy.label();
                }
                let value = loopy.sum(&sum);
                let result = match loopy.outcome(&value) {
                    Class::P => Wdl::Loss,
                    Class::N => Wdl::Win,
                    _ => Wdl::Draw,
                };
                Ok(Evaluation { grundy: Some(value), ..Evaluation::of_result(result) })
            }
            Asks::Decider => {
                let (scoring, plies) = (self.traits.scoring, self.wanted == Wanted::Plies);
                let decider = self.decider_at(position);
                if scoring {
                    let margin = decider.margin(&position.parts, mover, work)?;
                    return Ok(Evaluation { margin: Some(margin), ..Evaluation::of_result(Wdl::of_sign(margin)) });
                }
                if plies || decider.knows_lengths() {
                    let (result, plies) = decider.progress(&position.parts, mover, work)?;
                    return Ok(Evaluation { plies, ..Evaluation::of_result(result) });
                }
                Ok(Evaluation::of_result(decider.outcome(&position.parts, mover, work)?))
            }
        }
    }

    /// The decider of the session's start if that leads to this position, else one for this position.
    fn decider_at(&mut self, position: &Position) -> &mut dyn Decider {
        if self.decider.as_ref().is_some_and(|known| !known.holds(&position.parts)) {
            (self.decider, self.start) = (None, position.clone());
        }
        let made = || {
            let mut parts = self.games.alike();
            let root: Vec<PartId> = self.start.parts.iter().map(|component| parts.intern(component)).collect();
            decider(parts, &root, self.traits.convention)
        };
        &mut **self.decider.get_or_insert_with(made)
    }

    /// Turns to the method for play that can return; whether there is one.
    fn turn_to_returns(&mut self) -> bool {
        match self.asks {
            Asks::Impartial => {
                // Its table gives way.
                *self.impartial = Impartial::new(self.games.alike());
                self.asks = Asks::Loopy;
                true
            }
            Asks::Loopy => {
                self.loopy = None;
                let Traits { convention, mover_free, .. } = self.traits;
                self.decider = Some(Box::new(ByRetrograde::new(self.games.alike(), convention, mover_free)));
                self.asks = Asks::Decider;
                true
            }
            Asks::Decider if self.traits.scoring => false,
            Asks::Decider => {
                self.decider = self.decider.take().and_then(Decider::for_cycles);
                self.decider.is_some()
            }
        }
    }
}

/// What became of a step: an answer, or why there is none. A limit of the step's own lets the plan go on.
fn tried(result: Result<Answer, Halted>, watch: &Allowance, positions: impl Fn() -> u64) -> Result<Tried, Refusal> {
    match result {
        Ok(answer) => Ok(Tried::Answered(Box::new(answer))),
        Err(Halted::Cycle) => Ok(Tried::Returned),
        Err(Halted::Stopped(_)) if watch.is_used_up() => Ok(Tried::Passed),
        Err(halted) => Err(Refusal::of(halted, positions())),
    }
}

/// An answer with the canonical value, if it is asked for or cheap.
fn with_value(mut answer: Box<Answer>, sought: &Sought, watch: &dyn Watch) -> Result<Tried, Refusal> {
    let asked = sought.question.value;
    if answer.stopped.is_some() || answer.value.is_some() || !asked && answer.positions > MOST_POSITIONS_BEFORE_VALUE {
        return Ok(Tried::Answered(answer));
    }
    match canonical_form(&sought.parts, &sought.root, watch) {
        Err(refused) if asked => return Err(refused),
        Err(_) => {}
        Ok(form) => answer.value = Some(form),
    }
    Ok(Tried::Answered(answer))
}

/// The canonical value of a sum.
fn canonical_form(parts: &Parts, root: &[PartId], watch: &dyn Watch) -> Result<CanonicalForm, Refusal> {
    let arena = grundy_value::Arena::new();
    let values = arena.values(watch);
    let table = CanonicalTable::new(values);
    for &part in root {
        table.reduce(&parts.component(part), parts.reductions(part).clone());
    }
    let position = Position { parts: root.iter().map(|&part| parts.component(part)).collect() };
    let value = table.value(&position)?;
    values.form(value).map_err(|halt| Refusal::Unfit(halt.to_string()))
}

/// Whether exchanging the players changes nothing here: proved of the rules, and seen of the position. Where players are
/// more than single values, as in an array with a row for each, nothing is seen.
fn looks_alike_to_both(parts: &Parts, part: PartId) -> bool {
    let game = parts.game(part);
    if !parts.facts(part).player_symmetric.is_proved() || crate::outcome::retrograde::radix::swaps(game).is_none() {
        return false;
    }
    let state = game.unpack(parts.words(part));
    let swap = grundy_run::Image { cells: vec![None; state.fields.len()], swaps: true };
    game.image(&swap, &state) == state
}

impl Evaluation {
    fn of_result(result: Wdl) -> Evaluation {
        Evaluation { result, grundy: None, margin: None, plies: None }
    }
}
