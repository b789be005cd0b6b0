//! Which method answers which question, chosen from what is proved of the rules.

use crate::answer::{Answer, Done, Refusal};
use crate::court::{Court, court};
use crate::heaps::Heaps;
use crate::impartial::Impartial;
use crate::impartial::loopy::Loopy;
use crate::partizan::canonical::CanonicalTable;
use crate::partizan::hot::{MOST_SUMS, hot_sum};
use crate::parts::{PartId, Parts};
use crate::verdict::{self, Starters};
use crate::work::{Halted, Work};
use grundy_answer::{Allowance, Watch, message};
use grundy_rule::{Convention, VerdictResult};
use grundy_run::{Position, Side};

/// A partizan sum is searched as a whole for so many reports to the watch, before its parts are valued.
const SMALL_SUM_TICKS: u64 = 40;

/// The canonical value is computed unasked when the outcome needed no more nodes than this.
const CHEAP_VALUES: u64 = 500;

/// Moves to the end of a misère sum are computed unasked in this many ticks or not at all.
const CHEAP_TICKS: u64 = 20;

/// And for sums of at most so many parts.
const CHEAP_PARTS: usize = 8;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// Who starts; Left if nobody says otherwise.
    pub first: Option<Side>,
    /// Whether moves to the end are wanted even if that is expensive.
    pub plies: bool,
    /// Whether the canonical value is wanted even if that is expensive.
    pub value: bool,
    /// Who wins when nobody can move.
    pub play: Play,
}

/// Who wins when nobody can move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// As the rules say.
    #[default]
    AsWritten,
    /// The player who cannot move: the same rules under misère play.
    Misere,
}

/// Answers a question about a position.
pub fn solve(position: &Position, question: Question, watch: &dyn Watch) -> Result<Answer, Refusal> {
    solve_among(Parts::default(), &mut None, position, question, watch)
}

/// The same, where something is known of the games already, and perhaps a court sits: one that was made for this
/// position or one that leads to it. The court of this question is left behind.
pub(crate) fn solve_among(
    mut parts: Parts,
    sitting: &mut Option<Box<dyn Court>>,
    position: &Position,
    question: Question,
    watch: &dyn Watch,
) -> Result<Answer, Refusal> {
    let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
    let convention = played(common_convention(&parts, &root)?, question.play)?;
    let impartial = root.iter().all(|&part| parts.facts(part).impartial.is_proved());
    let mover_free = root.iter().all(|&part| parts.facts(part).mover_free.is_proved());
    let mut work = Work::new(watch);
    let scoring = root.iter().any(|&part| {
        parts.game(part).rules.verdicts.iter().any(|verdict| matches!(verdict.result, VerdictResult::Score(_)))
    });
    if impartial && convention == Convention::Normal {
        let mut impartial = Impartial::new(parts);
        let result = match impartial.answer(&root, &mut work) {
            Err(Halted::Cycle) => {
                let games = impartial.parts.alike();
                let answer = Loopy::new(impartial.parts).answer(&root, &mut work);
                let answer = answer.map_err(|halted| refusal(halted, 0));
                if question.plies { with_length(answer?, games, position, convention, &mut work) } else { answer }
            }
            Ok(answer) if question.plies => with_length(answer, impartial.parts, position, convention, &mut work),
            other => other.map_err(|halted| refusal(halted, impartial.positions())),
        };
        return result;
    }
    if impartial && convention == Convention::Misere {
        match crate::misere::answer(&mut parts, &root, &mut work) {
            Ok(Some(answer)) => return timed(answer, parts, position, &root, question, watch),
            Ok(None) | Err(Halted::Cycle | Halted::OutOfReach(_)) => {}
            Err(halted) => return Err(refusal(halted, parts.len() as u64)),
        }
    }
    let alike = mover_free || root.iter().all(|&part| looks_alike_to_both(&parts, part));
    let starters = if alike { Starters::Alike } else { Starters::Apart };
    let start = question.first.unwrap_or(Side::Left);
    let players = root.first().map(|&part| parts.game(part).rules.players.clone()).unwrap_or_default();
    let mut spare = parts.clone();
    sitting.get_or_insert_with(|| court(parts, &root, convention));
    // A small sum is searched as a whole; the parts of a larger one are valued one by one, if they can be.
    let valued = convention == Convention::Normal && !question.plies;
    let mut ticks = if valued { SMALL_SUM_TICKS } else { u64::MAX };
    let mut answer = loop {
        let allowance = Allowance::new(watch, ticks);
        let mut work = Work::new(&allowance);
        let Some(court) = sitting.as_deref_mut() else { return Err(refusal(Halted::Cycle, 0)) };
        let result = match scoring {
            true => verdict::scores(court, &position.parts, start, &mut work),
            false => verdict::outcomes(court, &position.parts, starters, question, &mut work),
        };
        match result {
            Err(Halted::Cycle) if !scoring => {
                *sitting = sitting.take().and_then(Court::layered);
                ticks = u64::MAX;
            }
            Ok(Answer { stopped: Some(_), .. }) | Err(Halted::Stopped(_)) if allowance.is_used_up() => {
                ticks = u64::MAX;
                if let Some(answer) = hot_sum(&mut spare, &root, start, question, MOST_SUMS, watch)? {
                    return Ok(answer);
                }
            }
            Ok(answer) => break answer,
            Err(Halted::Stopped(stop)) => {
                let known = court.known(&position.parts, start).map(|known| match starters {
                    Starters::Alike => known,
                    Starters::Apart => message!("{}, if that is {}", known, players[start as usize]),
                });
                return Err(Refusal::Stopped(stop, Done { positions: court.positions(), known }));
            }
            Err(halted) => return Err(refusal(halted, court.positions())),
        }
    };
    if answer.stopped.is_none()
        && convention == Convention::Normal
        && (question.value || answer.positions <= CHEAP_VALUES)
    {
        match canonical_text(&spare, &root, watch) {
            Err(refused) if question.value => return Err(refused),
            Err(_) => {}
            Ok(text) => answer.value = Some(text),
        }
    }
    Ok(answer)
}

/// An answer with the moves to the end, the winner hurrying; none where nobody can force an end.
fn with_length(
    mut answer: Answer,
    mut parts: Parts,
    position: &Position,
    convention: Convention,
    work: &mut Work,
) -> Result<Answer, Refusal> {
    let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
    let mut decider = court(parts, &root, convention);
    loop {
        match decider.length(&position.parts, Side::Left, work) {
            Ok((_, plies)) => {
                answer.plies = plies;
                return Ok(answer);
            }
            Err(Halted::Cycle) => match decider.layered() {
                Some(layered) => decider = layered,
                None => return Err(refusal(Halted::Cycle, 0)),
            },
            Err(halted) => return Err(refusal(halted, decider.positions())),
        }
    }
}

/// The canonical value of a sum as text.
fn canonical_text(parts: &Parts, root: &[PartId], watch: &dyn Watch) -> Result<String, Refusal> {
    let arena = grundy_value::Arena::new();
    let values = arena.values(watch);
    let table = CanonicalTable::new(values);
    for &part in root {
        table.reduce(&parts.component(part), parts.reductions(part).clone());
    }
    let position = Position { parts: root.iter().map(|&part| parts.component(part)).collect() };
    let value = table.value(&position)?;
    values.text(value).map_err(|halt| Refusal::Unfit(halt.to_string()))
}

pub(crate) fn refusal(halted: Halted, positions: u64) -> Refusal {
    match halted {
        Halted::Fault(diagnostic) => Refusal::Wrong(diagnostic),
        Halted::Stopped(stop) => Refusal::Stopped(stop, positions.into()),
        Halted::Cycle => Refusal::Unfit("play can go on for ever, and this game is decided by points".to_string()),
        Halted::OutOfReach(why) => Refusal::OutOfReach(why),
    }
}

/// A misère answer with the moves to the end, if they are asked for or cheap.
fn timed(
    mut answer: Answer,
    parts: Parts,
    position: &Position,
    root: &[PartId],
    question: Question,
    watch: &dyn Watch,
) -> Result<Answer, Refusal> {
    let mut heaps = Heaps::default();
    let large = root.len() > CHEAP_PARTS || root.iter().any(|&part| heaps.large(&parts, part).is_some());
    if large && !question.plies {
        return Ok(answer);
    }
    let allowance = Allowance::new(watch, CHEAP_TICKS);
    let watch = if question.plies { watch } else { &allowance };
    let mut court = court(parts, root, Convention::Misere);
    match court.length(&position.parts, Side::Left, &mut Work::new(watch)) {
        Ok((_, plies)) => answer.plies = plies,
        Err(halted) if question.plies => return Err(refusal(halted, court.positions())),
        Err(_) => {}
    }
    Ok(answer)
}

/// The convention that is played.
pub(crate) fn played(convention: Convention, play: Play) -> Result<Convention, Refusal> {
    match (play, convention) {
        (Play::AsWritten, convention) => Ok(convention),
        (Play::Misere, Convention::Normal | Convention::Misere) => Ok(Convention::Misere),
        (Play::Misere, other) => Err(Refusal::Unfit(format!(
            "misère play turns round who wins when stuck, but this game ends {}",
            other.describe()
        ))),
    }
}

/// The convention of all parts, if they have one and can be added.
pub(crate) fn common_convention(parts: &Parts, root: &[PartId]) -> Result<Convention, Refusal> {
    let Some(&first) = root.first() else { return Ok(Convention::Normal) };
    let convention = parts.convention(first);
    for &part in root {
        let other = parts.convention(part);
        let clash = other != convention || (root.len() > 1 && other == Convention::Own);
        if clash {
            let (a, b) = (&parts.game(first).rules.name, &parts.game(part).rules.name);
            return Err(Refusal::Unfit(format!(
                "these cannot be added: {a} ends {}, {b} {}",
                convention.describe(),
                other.describe()
            )));
        }
    }
    Ok(convention)
}

/// Whether exchanging the players changes nothing here: proved of the rules, and seen of the position. Where players are
/// more than single values, as in an array with a row for each, nothing is seen.
fn looks_alike_to_both(parts: &Parts, part: PartId) -> bool {
    let game = parts.game(part);
    if !parts.facts(part).player_symmetric.is_proved() || crate::retrograde::radix::swaps(game).is_none() {
        return false;
    }
    let state = game.unpack(parts.words(part));
    let swap = grundy_run::Image { cells: vec![None; state.fields.len()], swaps: true };
    game.image(&swap, &state) == state
}
