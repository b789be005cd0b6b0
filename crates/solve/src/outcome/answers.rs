//! Who wins, by which moves, how soon or by how much, of positions that have no Grundy value: asked of a decider.

use crate::answer::{Answer, Class, LineMove, Winner, WinningMove};
use crate::outcome::decider::Decider;
use crate::outcome::search::goal::Wdl;
use crate::question::{Aim, Question};
use crate::work::{Halted, Work};
use crate::writing::{LONGEST_LINE, sum_text};
use grundy_answer::{Allowance, Standing, Stop};
use grundy_run::{Component, Faulty, Flow, Move, Position, Side, Turn};
use std::collections::HashSet;

/// Moves to the end are computed unasked in this many reports to the watch, or not at all.
const CHEAP_TICKS: u64 = 100;

/// Whether exchanging the players changes nothing in a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Starters {
    /// It is the same for both.
    Alike,
    /// It may matter who starts.
    Apart,
}

/// One move of a sum.
struct Step {
    component: usize,
    part: Component,
    one: Move,
    name: String,
    /// The name, and in a sum the component before it.
    text: String,
    /// What the component becomes, and the whole sum.
    becomes: Vec<Component>,
    after: Vec<Component>,
    gain: i64,
    turn: Turn,
    mover: Side,
}

/// Answers a question about a sum in which points do not count. `Halted::Cycle` asks for another decider.
pub fn outcomes(
    decider: &mut dyn Decider,
    sum: &[Component],
    starters: Starters,
    question: Question,
    work: &mut Work,
) -> Result<Answer, Halted> {
    let start = question.first.unwrap_or(Side::Left);
    let result = decider.outcome(sum, start, work)?;
    let reverse = match (starters, question.first) {
        (Starters::Alike, _) => Some(result),
        (Starters::Apart, Some(_)) => None,
        (Starters::Apart, None) => Some(decider.outcome(sum, start.other(), work)?),
    };
    let by_left = reverse.map(|reverse| if start == Side::Left { [result, reverse] } else { [reverse, result] });
    let outcome = by_left.and_then(class);
    let winner = match (question.first, outcome) {
        (None, Some(Class::L)) => Winner::Player(Side::Left),
        (None, Some(Class::R)) => Winner::Player(Side::Right),
        _ => seen(result),
    };
    let known = Answer {
        winner: Some(winner),
        outcome,
        by_starter: by_left.filter(|_| starters == Starters::Apart).map(|by_left| by_left.map(seen)),
        ..Answer::unknown(Standing::Proved(decider.reason()))
    };
    if question.aim == Aim::Winner {
        return Ok(Answer { winning_moves_complete: false, positions: decider.positions(), ..known });
    }
    let mut winning_moves = Vec::new();
    let (mut complete, mut stopped) = (true, None);
    if result == Wdl::Win {
        for step in steps(sum, start)? {
            match in_time(step.is_worth(Wdl::Win, decider, work), &mut stopped)? {
                None => complete = false,
                Some(true) => winning_moves.push(step.winning()),
                Some(false) => {}
            }
        }
    }
    let (plies, line) =
        in_time(length_and_line(decider, sum, start, result, question, work), &mut stopped)?.unwrap_or_default();
    Ok(Answer {
        plies,
        winning_move_count: winning_moves.len() as u64,
        winning_moves_complete: complete,
        stopped,
        winning_moves,
        line,
        positions: decider.positions(),
        standing: Standing::Proved(decider.reason()),
        ..known
    })
}

/// The result of a computation; none if it had to stop, which is noted.
fn in_time<T>(result: Result<T, Halted>, stopped: &mut Option<Stop>) -> Result<Option<T>, Halted> {
    match result {
        Err(Halted::Stopped(stop)) => {
            *stopped = Some(stop);
            Ok(None)
        }
        other => other.map(Some),
    }
}

/// Moves to the end if they are asked for or cheap, and a line of best play, of a position with this result.
fn length_and_line(
    decider: &mut dyn Decider,
    sum: &[Component],
    start: Side,
    result: Wdl,
    question: Question,
    work: &mut Work,
) -> Result<(Option<u32>, Vec<LineMove>), Halted> {
    let wanted = decider.knows_lengths() || question.plies;
    let mut timed = |work: &mut Work| {
        let plies = decider.length(sum, start, work)?.1;
        Ok((plies, quick_line(decider, sum, start, work)?))
    };
    if wanted {
        return timed(work);
    }
    let allowance = Allowance::new(work.watch(), CHEAP_TICKS);
    match timed(&mut Work::new(&allowance)) {
        Err(Halted::Stopped(_)) if allowance.is_used_up() => Ok((None, any_line(decider, sum, start, result, work)?)),
        other => other,
    }
}

/// Answers a question about a sum that points decide.
pub fn scores(
    decider: &mut dyn Decider,
    sum: &[Component],
    start: Side,
    aim: Aim,
    work: &mut Work,
) -> Result<Answer, Halted> {
    if aim == Aim::Winner {
        let result = match () {
            _ if decider.scores(sum, start, 1, work)? => Wdl::Win,
            _ if decider.scores(sum, start, 0, work)? => Wdl::Draw,
            _ => Wdl::Loss,
        };
        return Ok(Answer {
            winner: Some(seen(result)),
            winning_moves_complete: false,
            positions: decider.positions(),
            ..Answer::unknown(Standing::Proved(decider.reason()))
        });
    }
    let margin = decider.margin(sum, start, work)?;
    let mut best_moves = Vec::new();
    let (mut complete, mut stopped) = (true, None);
    for step in steps(sum, start)? {
        match in_time(step.scores(margin, decider, work), &mut stopped)? {
            None => complete = false,
            Some(true) => best_moves.push(step.winning()),
            Some(false) => {}
        }
    }
    let line = in_time(scoring_line(decider, sum, start, margin, work), &mut stopped)?.unwrap_or_default();
    Ok(Answer {
        winner: Some(seen(Wdl::of_sign(margin))),
        margin: Some(margin),
        winning_move_count: best_moves.len() as u64,
        winning_moves_complete: complete,
        stopped,
        winning_moves: best_moves,
        line,
        positions: decider.positions(),
        ..Answer::unknown(Standing::Proved(decider.reason()))
    })
}

/// A line of best play, of a position with this margin.
fn scoring_line(
    decider: &mut dyn Decider,
    sum: &[Component],
    start: Side,
    margin: i64,
    work: &mut Work,
) -> Result<Vec<LineMove>, Halted> {
    let mut line = Vec::new();
    let (mut here, mut mover, mut rest) = (sum.to_vec(), start, margin);
    while line.len() < LONGEST_LINE {
        let mut best = None;
        for step in steps(&here, mover)? {
            if step.scores(rest, decider, work)? {
                best = Some(step);
                break;
            }
        }
        let Some(step) = best else { break };
        rest = match step.turn {
            Turn::Stays => rest - step.gain,
            Turn::Passes => step.gain - rest,
        };
        line.push(step.played());
        (here, mover) = (step.after, step.mover);
    }
    Ok(line)
}

fn seen(result: Wdl) -> Winner {
    match result {
        Wdl::Win => Winner::First,
        Wdl::Loss => Winner::Second,
        Wdl::Draw => Winner::Draw,
    }
}

/// The class of a position, from what Left and what Right reaches by starting.
fn class(by_starter: [Wdl; 2]) -> Option<Class> {
    match by_starter {
        [Wdl::Win, Wdl::Win] => Some(Class::N),
        [Wdl::Loss, Wdl::Loss] => Some(Class::P),
        [Wdl::Win, Wdl::Loss] => Some(Class::L),
        [Wdl::Loss, Wdl::Win] => Some(Class::R),
        [Wdl::Draw, Wdl::Draw] => Some(Class::D),
        _ => None,
    }
}

/// Whether a player prefers `a`: a better result, a quicker win, a slower loss. Draws are all alike.
fn is_better(a: (Wdl, Option<u32>), b: (Wdl, Option<u32>)) -> bool {
    if a.0 != b.0 {
        return a.0 > b.0;
    }
    match a.0 {
        Wdl::Win => a.1.unwrap_or(u32::MAX) < b.1.unwrap_or(u32::MAX),
        Wdl::Loss => a.1.unwrap_or(u32::MAX) > b.1.unwrap_or(u32::MAX),
        Wdl::Draw => false,
    }
}

/// A line in which the winner hurries and the loser delays.
pub(crate) fn quick_line(
    decider: &mut dyn Decider,
    sum: &[Component],
    start: Side,
    work: &mut Work,
) -> Result<Vec<LineMove>, Halted> {
    let mut line = Vec::new();
    let (mut here, mut mover) = (sum.to_vec(), start);
    let mut seen = HashSet::new();
    while line.len() < LONGEST_LINE && seen.insert((here.clone(), mover)) {
        let mut best: Option<((Wdl, Option<u32>), Step)> = None;
        for step in steps(&here, mover)? {
            let (result, plies) = decider.length(&step.after, step.mover, work)?;
            let worth = (result.through(step.turn), plies.map(|plies| plies + 1));
            if best.as_ref().is_none_or(|(best, _)| is_better(worth, *best)) {
                best = Some((worth, step));
            }
        }
        let Some((_, step)) = best else { break };
        line.push(step.played());
        (here, mover) = (step.after, step.mover);
    }
    Ok(line)
}

/// A line in which nobody does worse than he can, of a position with this result.
fn any_line(
    decider: &mut dyn Decider,
    sum: &[Component],
    start: Side,
    mut result: Wdl,
    work: &mut Work,
) -> Result<Vec<LineMove>, Halted> {
    let mut line = Vec::new();
    let (mut here, mut mover) = (sum.to_vec(), start);
    while line.len() < LONGEST_LINE {
        let mut best = None;
        for step in steps(&here, mover)? {
            if result == Wdl::Loss || step.is_worth(result, decider, work)? {
                best = Some(step);
                break;
            }
        }
        let Some(step) = best else { break };
        result = result.through(step.turn);
        line.push(step.played());
        (here, mover) = (step.after, step.mover);
    }
    Ok(line)
}

/// Every move of `mover`; none once the game is over.
fn steps(sum: &[Component], mover: Side) -> Faulty<Vec<Step>> {
    let position = Position { parts: sum.to_vec() };
    let mut steps = Vec::new();
    position.each_step(mover, &mut |component, one, to| {
        let part = sum[component].clone();
        let name = part.game.move_text(&one);
        let text = if sum.len() > 1 { format!("{part}: {name}") } else { name.clone() };
        let after = position.after(component, &to.parts).parts;
        let (gain, turn, mover) = (to.gain, to.turn, to.turn.next(mover));
        steps.push(Step { component, part, one, name, text, becomes: to.parts, after, gain, turn, mover });
        Flow::On
    })?;
    Ok(steps)
}

impl Step {
    /// Whether it brings its mover so much or more.
    fn is_worth(&self, result: Wdl, decider: &mut dyn Decider, work: &mut Work) -> Result<bool, Halted> {
        match (self.turn, result) {
            (_, Wdl::Loss) => Ok(true),
            (Turn::Stays, _) => decider.reaches(&self.after, self.mover, result, work),
            (Turn::Passes, Wdl::Win) => Ok(!decider.reaches(&self.after, self.mover, Wdl::Draw, work)?),
            (Turn::Passes, Wdl::Draw) => Ok(!decider.reaches(&self.after, self.mover, Wdl::Win, work)?),
        }
    }

    /// Whether it brings its mover this margin or more.
    fn scores(&self, margin: i64, decider: &mut dyn Decider, work: &mut Work) -> Result<bool, Halted> {
        match self.turn {
            Turn::Stays => decider.scores(&self.after, self.mover, margin.saturating_sub(self.gain), work),
            Turn::Passes => {
                let too_much = self.gain.saturating_sub(margin).saturating_add(1);
                Ok(!decider.scores(&self.after, self.mover, too_much, work)?)
            }
        }
    }

    fn winning(&self) -> WinningMove {
        let to = sum_text(self.after.iter().map(Component::to_string), self.after.len());
        let (one, becomes) = (self.one.clone(), self.becomes.clone());
        WinningMove { text: self.name.clone(), component: self.component, to, one, becomes }
    }

    fn played(&self) -> LineMove {
        LineMove { text: self.text.clone(), part: self.part.clone(), one: self.one.clone() }
    }
}
