//! Which method answers which question, chosen from what is proved of the rules.

use crate::answer::{Answer, Class, Refusal, Winner};
use crate::audit::{Reductions, audit};
use crate::canonical::CanonicalTable;
use crate::heaps::Heaps;
use crate::hot::{MOST_SUMS, hot_sum};
use crate::impartial::Impartial;
use crate::loopy::Loopy;
use crate::nodes::{NodeId, Nodes};
use crate::parts::{Named, Opt, PartId, Parts, Sum};
use crate::retrograde::Retrograde;
use crate::search::{Margin, Memo, Outcome, Plies, Result3, is_better};
use crate::work::{Halted, Patience, Work};
use crate::writing::{LONGEST_LINE, step_text, winning_move};
use grundy_answer::{Standing, Watch};
use grundy_rule::{Convention, VerdictResult};
use grundy_run::{Position, Side, Turn};

/// A partizan sum is searched as a whole for so many reports to the watch, before its parts are valued.
const SMALL_SUM_TICKS: u64 = 40;

/// Moves to the end are computed unasked when no more nodes than this were needed for the outcome.
const CHEAP_NODES: usize = 30_000;

/// The canonical value is computed unasked when the outcome needed no more nodes than this.
const CHEAP_VALUES: usize = 500;

/// Moves to the end of a misère sum are computed unasked in this many ticks or not at all.
const CHEAP_TICKS: u64 = 20;

/// And for sums of at most so many parts.
const CHEAP_PARTS: usize = 8;

/// Claims that are not proved are audited on instances of at most this many positions.
const AUDITED: usize = 400;

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
    solve_among(Parts::default(), position, question, watch)
}

/// The same, where something is known of the games already.
pub(crate) fn solve_among(
    mut parts: Parts,
    position: &Position,
    question: Question,
    watch: &dyn Watch,
) -> Result<Answer, Refusal> {
    let root: Vec<PartId> = position.parts.iter().map(|component| parts.intern(component)).collect();
    let convention = played(common_convention(&parts, &root)?, question.play)?;
    audit_claims(&mut parts, &root, watch)?;
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
                Loopy::new(impartial.parts).answer(&root, &mut work).map_err(|halted| refusal(halted, 0))
            }
            Ok(mut answer) if question.plies => {
                let mut nodes = Nodes::new(impartial.parts, convention, mover_free);
                let plies = length(&mut nodes, &root, &mut work);
                answer.plies = Some(plies.map_err(|halted| refusal(halted, nodes.len() as u64))?);
                Ok(answer)
            }
            other => other.map_err(|halted| refusal(halted, impartial.positions())),
        };
        return result;
    }
    if impartial && convention == Convention::Misere {
        match crate::misere::answer(&mut parts, &root, &mut work) {
            Ok(Some(answer)) => return timed(answer, parts, &root, question, watch),
            Ok(None) | Err(Halted::Cycle | Halted::OutOfReach(_)) => {}
            Err(halted) => return Err(refusal(halted, parts.len() as u64)),
        }
    }
    let start = question.first.unwrap_or(Side::Left);
    let mut nodes = Nodes::new(parts, convention, mover_free);
    let result = if scoring {
        score(&mut nodes, &root, start, &mut work)
    } else if convention == Convention::Normal && !question.plies {
        // A small sum is searched as a whole; the parts of a larger one are valued one by one, if they can be.
        let patient = Patience::new(watch, SMALL_SUM_TICKS);
        let soon = outcomes(&mut nodes, &root, start, question, mover_free, &mut Work::new(&patient));
        match soon {
            Err(Halted::Stopped(_)) if patient.is_over() => {
                if let Some(answer) = hot_sum(&mut nodes.parts, &root, start, question, MOST_SUMS, watch)? {
                    return Ok(answer);
                }
                outcomes(&mut nodes, &root, start, question, mover_free, &mut work)
            }
            other => other,
        }
    } else {
        outcomes(&mut nodes, &root, start, question, mover_free, &mut work)
    };
    let mut answer = result.map_err(|halted| refusal(halted, nodes.len() as u64))?;
    let cheap = nodes.len() <= CHEAP_VALUES;
    if convention == Convention::Normal && (question.value || cheap) {
        match canonical_text(&nodes.parts, &root, watch) {
            Err(refused) if question.value => return Err(refused),
            Err(_) => {}
            Ok(text) => answer.value = Some(text),
        }
    }
    Ok(answer)
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
        Halted::Stopped(stop) => Refusal::Stopped(stop, positions),
        Halted::Cycle => Refusal::Unfit("play can go on for ever, and this game is decided by points".to_string()),
        Halted::OutOfReach(why) => Refusal::OutOfReach(why),
    }
}

/// Normalises by splits and symmetries that are not proved of the rules but hold on every position of a small instance.
pub(crate) fn audit_claims(parts: &mut Parts, root: &[PartId], watch: &dyn Watch) -> Result<(), Refusal> {
    let mut seen: Vec<usize> = Vec::new();
    for &part in root {
        if seen.contains(&part.game()) {
            continue;
        }
        seen.push(part.game());
        let (game, facts) = (parts.game(part).clone(), parts.facts(part));
        let open = (!game.rules.splits.is_empty() && !facts.split_sound.is_proved())
            || (!game.rules.symmetries.is_empty() && !facts.symmetry_sound.is_proved());
        // The other components of this game must be among the positions that the audit looks at.
        let alone = root.iter().filter(|other| other.game() == part.game()).count() == 1;
        if !open || !alone {
            continue;
        }
        let audit = audit(&parts.component(part), AUDITED, watch).map_err(|halted| refusal(halted, 0))?;
        let reductions = Reductions::audited(&game, parts.facts(part), &audit);
        parts.reduce(part, reductions);
    }
    Ok(())
}

/// A misère answer with the moves to the end, if they are asked for or cheap.
fn timed(
    mut answer: Answer,
    parts: Parts,
    root: &[PartId],
    question: Question,
    watch: &dyn Watch,
) -> Result<Answer, Refusal> {
    let mut heaps = Heaps::default();
    let large = root.len() > CHEAP_PARTS || root.iter().any(|&part| heaps.large(&parts, part).is_some());
    if large && !question.plies {
        return Ok(answer);
    }
    let patience = Patience::new(watch, CHEAP_TICKS);
    let watch = if question.plies { watch } else { &patience };
    let mut nodes = Nodes::new(parts, Convention::Misere, true);
    match length(&mut nodes, root, &mut Work::new(watch)) {
        Ok(plies) => answer.plies = Some(plies),
        Err(halted) if question.plies => return Err(refusal(halted, nodes.len() as u64)),
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

/// Moves to the end of a sum under normal play, the winner hurrying and the loser delaying.
fn length(nodes: &mut Nodes, root: &[PartId], work: &mut Work) -> Result<u32, Halted> {
    let node = nodes.intern(root.iter().copied().collect(), Side::Left)?;
    let mut memo = Memo::default();
    Ok(memo.search(nodes, node, &Plies, work)?.1)
}

/// How a node was decided.
enum Method {
    Searched(Memo<Result3>),
    Timed(Memo<(Result3, u32)>),
    Layered(Retrograde),
}

impl Method {
    /// The result of a node and, if known, the moves to the end. A cycle met on the way turns to retrograde analysis.
    fn result(&mut self, nodes: &mut Nodes, node: NodeId, work: &mut Work) -> Result<(Result3, Option<u32>), Halted> {
        let found = match self {
            Method::Searched(memo) => memo.search(nodes, node, &Outcome, work).map(|result| (result, None)),
            Method::Timed(memo) => memo.search(nodes, node, &Plies, work).map(|(result, plies)| (result, Some(plies))),
            Method::Layered(layers) if layers.covers(node) => Ok(layers.result(nodes, node)),
            Method::Layered(_) => Err(Halted::Cycle),
        };
        match found {
            Err(Halted::Cycle) => {
                let layers = Retrograde::solve(nodes, &[node], work)?;
                let result = layers.result(nodes, node);
                *self = Method::Layered(layers);
                Ok(result)
            }
            other => other,
        }
    }
}

fn outcomes(
    nodes: &mut Nodes,
    root: &[PartId],
    start: Side,
    question: Question,
    mover_free: bool,
    work: &mut Work,
) -> Result<Answer, Halted> {
    let sum: Sum = root.iter().copied().collect();
    let first = nodes.intern(sum.clone(), start)?;
    let alike = mover_free || root.iter().all(|&part| looks_alike_to_both(&nodes.parts, part));
    let other = if alike { first } else { nodes.intern(sum, start.other())? };
    let mut method = decide(nodes, &[first, other], question, work)?;
    let (result, plies) = method.result(nodes, first, work)?;
    let (reverse, _) = method.result(nodes, other, work)?;
    let seen = |result: Result3| match result {
        Result3::Win => Winner::First,
        Result3::Loss => Winner::Second,
        Result3::Draw => Winner::Draw,
    };
    let by_left = if start == Side::Left { [result, reverse] } else { [reverse, result] };
    let outcome = match by_left {
        [Result3::Win, Result3::Win] => Some(Class::N),
        [Result3::Loss, Result3::Loss] => Some(Class::P),
        [Result3::Win, Result3::Loss] => Some(Class::L),
        [Result3::Loss, Result3::Win] => Some(Class::R),
        [Result3::Draw, Result3::Draw] => Some(Class::D),
        _ => None,
    };
    let winner = match (question.first, outcome) {
        (None, Some(Class::L)) => Winner::Player(Side::Left),
        (None, Some(Class::R)) => Winner::Player(Side::Right),
        _ => seen(result),
    };
    let mut winning_moves = Vec::new();
    if result == Result3::Win {
        for (number, named, node) in root_moves(nodes, root, start)? {
            if method.result(nodes, node, work)?.0.through(named.option.turn) == Result3::Win {
                winning_moves.push(winning_move(&nodes.parts, root, number, &named));
            }
        }
    }
    let line = outcome_line(nodes, root, start, &mut method, work)?;
    let positions = nodes.len() as u64;
    let how = match method {
        Method::Layered(_) => "retrograde analysis of",
        _ => "depth-first search of",
    };
    Ok(Answer {
        winner: Some(winner),
        outcome,
        by_starter: (!alike).then(|| by_left.map(seen)),
        grundy: None,
        value: None,
        margin: None,
        plies: plies.filter(|_| result != Result3::Draw),
        winning_move_count: winning_moves.len() as u64,
        winning_moves_complete: true,
        winning_moves,
        line,
        positions,
        standing: Standing::Proved(format!("{how} {positions} positions")),
    })
}

/// Whether exchanging the players changes nothing here: proved of the rules, and seen of the position.
fn looks_alike_to_both(parts: &Parts, part: PartId) -> bool {
    if !parts.facts(part).player_symmetric.is_proved() {
        return false;
    }
    let game = parts.game(part);
    let state = game.unpack(parts.words(part));
    let swap = grundy_run::Image { cells: vec![None; state.fields.len()], swaps: true };
    game.image(&swap, &state) == state
}

fn decide(nodes: &mut Nodes, roots: &[NodeId], question: Question, work: &mut Work) -> Result<Method, Halted> {
    let mut memo = Memo::default();
    let mut cyclic = false;
    for &root in roots {
        match memo.search(nodes, root, &Outcome, work) {
            Ok(_) => {}
            Err(Halted::Cycle) => {
                cyclic = true;
                break;
            }
            Err(other) => return Err(other),
        }
    }
    if cyclic {
        return Ok(Method::Layered(Retrograde::solve(nodes, roots, work)?));
    }
    if !question.plies && nodes.len() > CHEAP_NODES {
        return Ok(Method::Searched(memo));
    }
    let mut timed = Memo::default();
    for &root in roots {
        match timed.search(nodes, root, &Plies, work) {
            Ok(_) => {}
            Err(Halted::Cycle) => return Ok(Method::Layered(Retrograde::solve(nodes, roots, work)?)),
            Err(other) => return Err(other),
        }
    }
    Ok(Method::Timed(timed))
}

/// Every move of the starter: the summand, the move, what it leads to, and the node after it.
fn root_moves(nodes: &mut Nodes, root: &[PartId], start: Side) -> Result<Vec<(usize, Named, NodeId)>, Halted> {
    let over = match root {
        [part] if nodes.parts.convention(*part) == Convention::Own => {
            nodes.parts.ending(*part, start, grundy_run::Stuck::No)?.is_some()
        }
        _ => false,
    };
    if over {
        return Ok(Vec::new());
    }
    let mut moves = Vec::new();
    for (number, &part) in root.iter().enumerate() {
        let mut others = Sum::new();
        for (place, &other) in root.iter().enumerate() {
            if place != number {
                let component = nodes.parts.component(other);
                nodes.parts.land(&component, &mut others);
            }
        }
        for named in nodes.parts.moves(part, start)? {
            let mut after = others.clone();
            after.extend(named.option.parts.iter().copied());
            let mover = if named.option.turn == Turn::Stays { start } else { start.other() };
            let node = nodes.intern(after, mover)?;
            moves.push((number, named, node));
        }
    }
    Ok(moves)
}

fn outcome_line(
    nodes: &mut Nodes,
    root: &[PartId],
    start: Side,
    method: &mut Method,
    work: &mut Work,
) -> Result<Vec<String>, Halted> {
    let mut line = Vec::new();
    let (mut sum, mut mover) = (root.to_vec(), start);
    let mut seen = std::collections::HashSet::new();
    while line.len() < LONGEST_LINE && seen.insert((sum.clone(), mover)) {
        let mut best: Option<((Result3, u32), usize, Named)> = None;
        for (number, named, node) in root_moves(nodes, &sum, mover)? {
            let (result, plies) = method.result(nodes, node, work)?;
            let here = (result.through(named.option.turn), plies.unwrap_or(0) + 1);
            if best.as_ref().is_none_or(|(best, ..)| is_better(here, *best)) {
                best = Some((here, number, named));
            }
        }
        let Some((_, number, named)) = best else { break };
        follow(nodes, &mut sum, &mut mover, &mut line, number, &named);
    }
    Ok(line)
}

/// Makes a move in a line of play, on the positions as they lie.
fn follow(
    nodes: &mut Nodes,
    sum: &mut Vec<PartId>,
    mover: &mut Side,
    line: &mut Vec<String>,
    number: usize,
    named: &Named,
) {
    line.push(step_text(&nodes.parts, sum, number, &named.one));
    if named.option.turn == Turn::Passes {
        *mover = mover.other();
    }
    let exactly: Vec<PartId> = named.exactly.iter().map(|component| nodes.parts.intern(component)).collect();
    sum.splice(number..=number, exactly);
}

fn score(nodes: &mut Nodes, root: &[PartId], start: Side, work: &mut Work) -> Result<Answer, Halted> {
    let sum: Sum = root.iter().copied().collect();
    let node = nodes.intern(sum, start)?;
    let mut memo: Memo<i64> = Memo::default();
    let margin = memo.search(nodes, node, &Margin, work)?;
    let worth = |option: &Opt, child: i64| match option.turn {
        Turn::Stays => option.gain + child,
        Turn::Passes => option.gain - child,
    };
    let mut winning_moves = Vec::new();
    for (number, named, node) in root_moves(nodes, root, start)? {
        let child = memo.search(nodes, node, &Margin, work)?;
        if worth(&named.option, child) == margin {
            winning_moves.push(winning_move(&nodes.parts, root, number, &named));
        }
    }
    let mut line = Vec::new();
    let (mut sum, mut mover) = (root.to_vec(), start);
    while line.len() < LONGEST_LINE {
        let mut best: Option<(i64, usize, Named)> = None;
        for (number, named, node) in root_moves(nodes, &sum, mover)? {
            let here = worth(&named.option, memo.search(nodes, node, &Margin, work)?);
            if best.as_ref().is_none_or(|(best, ..)| here > *best) {
                best = Some((here, number, named));
            }
        }
        let Some((_, number, named)) = best else { break };
        follow(nodes, &mut sum, &mut mover, &mut line, number, &named);
    }
    let positions = nodes.len() as u64;
    Ok(Answer {
        winner: Some(match margin.signum() {
            1 => Winner::First,
            0 => Winner::Draw,
            _ => Winner::Second,
        }),
        outcome: None,
        by_starter: None,
        grundy: None,
        value: None,
        margin: Some(margin),
        plies: None,
        winning_move_count: winning_moves.len() as u64,
        winning_moves_complete: true,
        winning_moves,
        line,
        positions,
        standing: Standing::Proved(format!("minimax over {positions} positions")),
    })
}
