//! Positions as a picture needs them: their moves, what each is worth, and how they read in a small space.

use crate::problem::Problem;
use crate::value::is_partizan;
use grundy_answer::{Progress, Standing, Stop, Watch, message};
use grundy_draw::{Outcome, Shade};
use grundy_rule::{Convention, Diagnostic};
use grundy_run::{Component, Flow, Move, Position, Side, Successor, Turn};
use grundy_solve::{CanonicalTable, Evaluation, Grundy, Refusal, Session, Wdl};
use grundy_value::Values;
use std::collections::HashMap;

/// Positions with more moves than this are not drawn.
const MOST_MOVES: usize = 100_000;

/// Answers about positions of one game.
pub struct Lookup<'a> {
    session: Session,
    watch: &'a dyn Watch,
    /// Why answers are missing, once some are.
    pub stop: Option<Stop>,
    drops: Drops,
    dead: HashMap<Component, bool>,
    /// Canonical values, as long as they are in reach.
    canonical: Option<CanonicalTable<'a>>,
}

/// Positions valued for one picture at most, and bytes of their values.
const MOST_VALUED: u64 = 50_000;
const MOST_BYTES: u64 = 256 << 20;

/// A watch that allows values little memory: they are beside the point of a picture.
pub struct Modest<'a>(pub &'a dyn Watch);

impl Watch for Modest<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        self.0.tick(progress).or((progress.bytes > MOST_BYTES).then_some(Stop::Memory))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.0)
    }
}

/// Whether parts in which nobody can move add nothing to a sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drops {
    Dead,
    Nothing,
}

/// One move in a position.
pub struct Step {
    /// In which summand.
    pub component: usize,
    /// The move.
    pub one: Move,
    /// What it leads to.
    pub to: Position,
    /// What the summand becomes.
    pub made: Vec<Component>,
    /// Who moves then.
    pub mover: Side,
    /// Whether that is another player.
    pub turn: Turn,
    /// Points for the mover.
    pub gain: i64,
}

impl<'a> Lookup<'a> {
    /// Answers about `position` and its like.
    pub fn new(position: &Position, watch: &'a dyn Watch) -> Result<Lookup<'a>, Problem> {
        let session = Session::new(position).map_err(refused)?;
        let normal =
            |part: &Component| matches!(Convention::of(&part.game.rules), Convention::Normal | Convention::Misere);
        let drops = if position.parts.iter().all(normal) { Drops::Dead } else { Drops::Nothing };
        Ok(Lookup { session, watch, stop: None, drops, dead: HashMap::new(), canonical: None })
    }

    /// The same with canonical values, where the game is partizan and has them.
    pub fn valued(mut self, position: &Position, values: Values<'a>) -> Lookup<'a> {
        if is_partizan(position) {
            self.canonical = Some(CanonicalTable::new(values).most(MOST_VALUED));
        }
        self
    }

    /// The canonical value of a position; `None` where there is none, or none in reach.
    pub fn value(&mut self, position: &Position) -> Result<Option<String>, Problem> {
        let Some(table) = &self.canonical else { return Ok(None) };
        match table.value(position) {
            Ok(value) => Ok(table.values().text(value).ok()),
            Err(Refusal::Wrong(diagnostic)) => Err(fault(diagnostic)),
            // Other positions of the game would fare no better.
            Err(_) => {
                self.canonical = None;
                Ok(None)
            }
        }
    }

    /// What a position is worth to `mover`, about to move; `None` once told to stop.
    pub fn evaluate(&mut self, position: &Position, mover: Side) -> Result<Option<Evaluation>, Problem> {
        if self.stop.is_some() {
            return Ok(None);
        }
        match self.session.evaluate(position, mover, self.watch) {
            Ok(worth) => Ok(Some(worth)),
            Err(Refusal::Stopped(stop, _)) => {
                self.stop = Some(stop);
                Ok(None)
            }
            Err(refusal) => Err(refused(refusal)),
        }
    }

    /// What a move is worth to the player who makes it: the result, and the points.
    pub fn worth_of(&mut self, step: &Step) -> Result<Option<Evaluation>, Problem> {
        Ok(self.evaluate(&step.to, step.mover)?.map(|after| {
            let margin = after.margin.map(|margin| match step.turn {
                Turn::Stays => step.gain.saturating_add(margin),
                Turn::Passes => step.gain.saturating_sub(margin),
            });
            let result = match margin {
                Some(margin) => Wdl::of(grundy_run::Ending::Scored(margin), step.mover),
                None => after.result.through(step.turn),
            };
            Evaluation { result, margin, ..after }
        }))
    }

    /// Every move of `mover`; none where the game is over.
    pub fn moves(&mut self, position: &Position, mover: Side) -> Result<Vec<Step>, Problem> {
        if position.ended(mover).map_err(fault)?.is_some() {
            return Ok(Vec::new());
        }
        let mut steps = Vec::new();
        for (component, part) in position.parts.iter().enumerate() {
            let room = MOST_MOVES - steps.len();
            for (one, successor) in listed(part, mover, room)? {
                let to = self.lively(position.after(component, &successor.parts).parts)?;
                let next = successor.turn.next(mover);
                let (made, turn, gain) = (successor.parts, successor.turn, successor.gain);
                steps.push(Step { component, one, to, made, mover: next, turn, gain });
            }
        }
        Ok(steps)
    }

    /// Whether who moves can matter.
    pub fn tells_movers_apart(&self) -> bool {
        self.session.tells_movers_apart()
    }

    /// Why the answers hold, or that some are missing.
    pub fn standing(&self) -> Standing {
        match self.stop {
            Some(stop) => Standing::Checked(message!("{} after {} positions", stop, self.session.positions())),
            None => self.session.standing(),
        }
    }

    /// The sum without the parts in which nobody can move, unless there are no others.
    fn lively(&mut self, parts: Vec<Component>) -> Result<Position, Problem> {
        if self.drops == Drops::Nothing || parts.len() < 2 {
            return Ok(Position { parts });
        }
        let mut kept = Vec::new();
        for part in &parts {
            if !self.is_dead(part)? {
                kept.push(part.clone());
            }
        }
        if kept.is_empty() {
            kept.extend(parts.into_iter().take(1));
        }
        Ok(Position { parts: kept })
    }

    fn is_dead(&mut self, part: &Component) -> Result<bool, Problem> {
        if let Some(&known) = self.dead.get(part) {
            return Ok(known);
        }
        let mut dead = true;
        for mover in [Side::Left, Side::Right] {
            let visit = &mut |_, _| {
                dead = false;
                Flow::Stop
            };
            part.game.each_move(&part.packed, mover, visit).map_err(fault)?;
        }
        self.dead.insert(part.clone(), dead);
        Ok(dead)
    }
}

/// The moves in one component, if there are at most `room`.
fn listed(part: &Component, mover: Side, room: usize) -> Result<Vec<(Move, Successor)>, Problem> {
    let mut moves = Vec::new();
    let visit = &mut |one, to| {
        moves.push((one, to));
        if moves.len() > room { Flow::Stop } else { Flow::On }
    };
    part.game.each_move(&part.packed, mover, visit).map_err(fault)?;
    if moves.len() > room {
        let cause = format!("a position with more than {MOST_MOVES} moves is too large to draw");
        return Err(Problem::bad_input("picture", cause).remedy("draw a smaller position"));
    }
    Ok(moves)
}

/// What a value says, in the fewest characters: a Grundy value, points, or 1 and 0 for a won and a lost position.
pub fn text(worth: &Evaluation) -> String {
    match (&worth.grundy, worth.margin) {
        (Some(grundy), _) => grundy_text(grundy),
        (_, Some(margin)) if margin > 0 => format!("+{margin}"),
        (_, Some(margin)) => margin.to_string(),
        _ => match worth.result {
            Wdl::Win => "1".to_string(),
            Wdl::Loss => "0".to_string(),
            Wdl::Draw => "½".to_string(),
        },
    }
}

fn grundy_text(grundy: &Grundy) -> String {
    match grundy {
        Grundy::Finite(value) => value.to_string(),
        Grundy::Infinite(set) => {
            let set: Vec<String> = set.iter().map(u64::to_string).collect();
            format!("∞{{{}}}", set.join(","))
        }
    }
}

/// What a position is coloured by.
pub fn shade(worth: &Evaluation) -> Shade {
    match &worth.grundy {
        Some(Grundy::Finite(value)) => Shade::Number(*value),
        Some(Grundy::Infinite(_)) => Shade::Infinite,
        None => Shade::Outcome(outcome(worth.result)),
    }
}

/// Who wins, as a picture says it.
pub fn outcome(result: Wdl) -> Outcome {
    match result {
        Wdl::Win => Outcome::Win,
        Wdl::Loss => Outcome::Loss,
        Wdl::Draw => Outcome::Draw,
    }
}

/// A component without the name of its game: its fields.
pub fn short(part: &Component) -> String {
    let fields = part.game.fields_text(&part.packed);
    match &fields[..] {
        [] => part.game.rules.name.clone(),
        [(_, only)] => only.clone(),
        several => several.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", "),
    }
}

/// A move with its component, where there are several.
pub fn move_text(position: &Position, step: &Step) -> String {
    let part = &position.parts[step.component];
    let text = part.game.move_text(&step.one);
    if position.parts.len() > 1 { format!("{}: {text}", short(part)) } else { text }
}

/// A fault of the rules that a position brought to light.
pub fn fault(diagnostic: Box<Diagnostic>) -> Problem {
    Problem::of_position(&diagnostic)
}

fn refused(refusal: Refusal) -> Problem {
    match refusal {
        Refusal::Wrong(diagnostic) => fault(diagnostic),
        Refusal::Unfit(reason) | Refusal::OutOfReach(reason) => {
            Problem::bad_input("E23", reason).remedy("draw the parts one by one")
        }
        Refusal::Stopped(stop, positions) => {
            Problem::bad_input("limit", format!("no picture: {stop} after {positions} positions"))
        }
    }
}
