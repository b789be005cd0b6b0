//! One turn of a sum of components, as the language defines it: endings before moves, moves of every part in order,
//! endings when there is none.

use super::games::{Games, Part, Parts};
use grundy_rule::Convention;
use grundy_run::{Ending, Flow, Game, Move, Side, Stuck, Turn};
use std::sync::Arc;

/// One move and what it leads to.
pub struct Child {
    /// Which part it moves in.
    pub place: usize,
    /// The move.
    pub one: Move,
    /// What that part becomes.
    pub landed: Parts,
    /// Who moves then.
    pub mover: Side,
    /// Points for the mover.
    pub gain: i64,
}

/// Why a turn cannot be made.
pub enum Trouble {
    /// The rules are wrong here.
    Fault(String),
    /// A move leads to a game that is not in the list.
    Unlisted(Arc<Game>),
}

impl Trouble {
    /// In words.
    pub fn reason(&self) -> String {
        match self {
            Trouble::Fault(reason) => reason.clone(),
            Trouble::Unlisted(game) => format!("a move leads to {}, a game that is not listed", game.rules.name),
        }
    }
}

impl From<Box<grundy_rule::Diagnostic>> for Trouble {
    fn from(diagnostic: Box<grundy_rule::Diagnostic>) -> Trouble {
        Trouble::Fault(format!("[{}] {}", diagnostic.code, diagnostic.cause))
    }
}

/// How the game has ended before anybody looks for a move.
pub fn ended(games: &Games, parts: &[Part], mover: Side) -> Result<Option<Ending>, Trouble> {
    match parts {
        [only] if games.convention(only.game) == Convention::Own => Ok(games.ending(only, mover, Stuck::No)?),
        _ => Ok(None),
    }
}

/// Calls `visit` with every move of `mover`, in order, until it stops.
pub fn each(games: &Games, parts: &[Part], mover: Side, visit: &mut dyn FnMut(Child) -> Flow) -> Result<(), Trouble> {
    for place in 0..parts.len() {
        if each_in(games, parts, place, mover, visit)? == Flow::Stop {
            break;
        }
    }
    Ok(())
}

/// Calls `visit` with every move of `mover` in one part, in order, until it stops.
pub fn each_in(
    games: &Games,
    parts: &[Part],
    place: usize,
    mover: Side,
    visit: &mut dyn FnMut(Child) -> Flow,
) -> Result<Flow, Trouble> {
    let (mut unlisted, mut flow) = (None, Flow::On);
    let part = &parts[place];
    games.game(part.game).each_move(&part.packed, mover, &mut |one, to| {
        let mut landed = Parts::new();
        for component in &to.parts {
            if let Err(game) = games.land(component, &mut landed) {
                unlisted = Some(Trouble::Unlisted(game));
                return Flow::Stop;
            }
        }
        let next = if to.turn == Turn::Stays { mover } else { mover.other() };
        flow = visit(Child { place, one, landed, mover: next, gain: to.gain });
        flow
    })?;
    unlisted.map_or(Ok(flow), Err)
}

/// How the game has ended where nobody can move in any part.
pub fn stuck(games: &Games, convention: Convention, parts: &[Part], mover: Side) -> Result<Ending, Trouble> {
    match (convention, parts) {
        (Convention::Normal, _) => Ok(Ending::Won(mover.other())),
        (Convention::Misere, _) => Ok(Ending::Won(mover)),
        (Convention::Own, [only]) => {
            let ending = games.ending(only, mover, Stuck::Yes)?;
            ending.ok_or_else(|| Trouble::Fault("a stuck position has no verdict".to_string()))
        }
        (Convention::Own, _) => Err(Trouble::Fault("a game with verdicts of its own is no sum".to_string())),
        (Convention::Score, parts) => {
            let mut points = 0i64;
            for part in parts {
                match games.ending(part, mover, Stuck::Yes)? {
                    Some(Ending::Scored(more)) => points = points.saturating_add(more),
                    _ => return Err(Trouble::Fault("a stuck part has no points".to_string())),
                }
            }
            Ok(Ending::Scored(points))
        }
    }
}
