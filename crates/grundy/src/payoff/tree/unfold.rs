//! A position of a game given by rules, unfolded into an extensive game: a win is worth 1 and a loss -1, points their
//! margin.

use crate::problem::{Problem, ProblemKind};
use crate::question::players;
use grundy_payoff::number::Rational;
use grundy_payoff::tree::{Builder, Kind, NodeId, Tree};
use grundy_rule::{Convention, Verdict, VerdictResult};
use grundy_run::{Component, Ending, Faulty, Position, Side, Stuck};

/// Larger trees are refused.
const MOST_NODES: usize = 200_000;

/// Whether a text is rules and not a tree.
pub(super) fn is_rules(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("game "))
}

/// One node still to be added: where, by which move, and what is known there.
struct Open {
    parent: Option<(NodeId, String)>,
    parts: Vec<Component>,
    mover: Side,
    /// Left's points less Right's.
    points: i64,
}

/// The whole tree below a position, Left to move first.
pub(super) fn tree(position: &Position) -> Result<Tree, Problem> {
    let fault = |diagnostic: Box<grundy_rule::Diagnostic>| Problem::of_position(&diagnostic);
    let mut builder = Builder::new(players(position));
    builder.title(position.to_string());
    let mut waiting = vec![Open { parent: None, parts: position.parts.clone(), mover: Side::Left, points: 0 }];
    while let Some(open) = waiting.pop() {
        if builder.len() >= MOST_NODES {
            let cause = format!("the tree of this position has more than {MOST_NODES} nodes, or goes on for ever");
            let problem = Problem::bad_input("limit", cause).remedy("unfold a smaller position");
            return Err(problem.of_kind(ProblemKind::Limit));
        }
        let (ending, moves) = turn(&open).map_err(fault)?;
        let kind = match ending {
            Some(ending) => Kind::Leaf(payoffs(ending, &open)),
            None => Kind::Decision(open.mover as usize),
        };
        let node = match open.parent {
            None => builder.root(kind),
            Some((parent, label)) => builder.child(parent, label, kind),
        };
        for (label, parts, mover, points) in moves.into_iter().rev() {
            waiting.push(Open { parent: Some((node, label)), parts, mover, points });
        }
    }
    builder.finish().map_err(|flaw| Problem::bad_input("tree", format!("the game has no tree: {flaw:?}")))
}

type Reply = (String, Vec<Component>, Side, i64);

/// The ending, or every move with what it leads to.
fn turn(open: &Open) -> Faulty<(Option<Ending>, Vec<Reply>)> {
    if let [only] = &open.parts[..]
        && let Some(ending) = only.game.ending(&only.packed, open.mover, Stuck::No)?
    {
        return Ok((Some(ending), Vec::new()));
    }
    let mut moves = Vec::new();
    for (number, part) in open.parts.iter().enumerate() {
        for (one, to) in part.game.moves(&part.packed, open.mover)? {
            let mut parts = open.parts.clone();
            parts.splice(number..=number, to.parts);
            let mover = to.turn.next(open.mover);
            let sign = if open.mover == Side::Left { 1 } else { -1 };
            let text = part.game.move_text(&one);
            let label = if open.parts.len() > 1 { format!("{} {text}", number + 1) } else { text };
            moves.push((label, parts, mover, open.points.saturating_add(sign * to.gain)));
        }
    }
    if !moves.is_empty() {
        return Ok((None, moves));
    }
    let ending = match &open.parts[..] {
        [only] => only.game.ending(&only.packed, open.mover, Stuck::Yes)?.expect("a stuck position has an ending"),
        several => match several.first().map(|part| Convention::of(&part.game.rules)) {
            Some(Convention::Misere) => Ending::Won(open.mover),
            Some(Convention::Score) => {
                let mut points = 0i64;
                for part in several {
                    if let Some(Ending::Scored(more)) = part.game.ending(&part.packed, open.mover, Stuck::Yes)? {
                        points = points.saturating_add(more);
                    }
                }
                Ending::Scored(points)
            }
            _ => Ending::Won(open.mover.other()),
        },
    };
    Ok((Some(ending), Vec::new()))
}

fn payoffs(ending: Ending, open: &Open) -> Vec<Rational> {
    let scores = |verdict: &Verdict| matches!(verdict.result, VerdictResult::Score(_));
    let scoring = open.parts.iter().any(|part| part.game.rules.verdicts.iter().any(scores));
    let left = match ending {
        // In a game with points they decide, and other endings add none.
        Ending::Won(_) | Ending::Drawn if scoring => open.points,
        Ending::Won(Side::Left) => 1,
        Ending::Won(Side::Right) => -1,
        Ending::Drawn => 0,
        Ending::Scored(more) if open.mover == Side::Left => open.points.saturating_add(more),
        Ending::Scored(more) => open.points.saturating_sub(more),
    };
    vec![Rational::from(left), Rational::from(-left)]
}
