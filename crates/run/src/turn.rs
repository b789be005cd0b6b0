//! One turn of a sum: whether it is over before anybody moves, the moves of each part, who moves next, and what it means that
//! nobody can move. Search, retrograde analysis, play, counting, trees, pictures and certificates all follow this.

use crate::eval::Flow;
use crate::moves::{Ending, Faulty, Move, Stuck, Successor, Turn};
use crate::position::{Component, Position};
use crate::value::Side;
use grundy_rule::Convention;

impl Turn {
    /// Who moves after a move of `mover`.
    pub fn next(self, mover: Side) -> Side {
        match self {
            Turn::Stays => mover,
            Turn::Passes => mover.other(),
        }
    }
}

impl Position {
    /// The convention of its first part; the parts of a sum have one convention. Nothing to move in is normal play.
    pub fn convention(&self) -> Convention {
        self.parts.first().map_or(Convention::Normal, |part| Convention::of(&part.game.rules))
    }

    /// How it has ended before `mover` looks for a move: verdict lines speak of one component that is the whole position.
    pub fn ended(&self, mover: Side) -> Faulty<Option<Ending>> {
        match &self.parts[..] {
            [only] => only.game.ending(&only.packed, mover, Stuck::No),
            _ => Ok(None),
        }
    }

    /// Calls `visit` with every legal move of `mover`, the part it is made in and what that becomes, part by part, until it breaks.
    /// There is none once the game is over.
    pub fn each_step(&self, mover: Side, visit: &mut dyn FnMut(usize, Move, Successor) -> Flow) -> Faulty<()> {
        if self.ended(mover)?.is_some() {
            return Ok(());
        }
        for (number, part) in self.parts.iter().enumerate() {
            let mut flow = Flow::On;
            part.game.each_move(&part.packed, mover, &mut |one, to| {
                flow = visit(number, one, to);
                flow
            })?;
            if flow == Flow::Stop {
                break;
            }
        }
        Ok(())
    }

    /// The sum after a move by which part `number` becomes `made`.
    pub fn after(&self, number: usize, made: &[Component]) -> Position {
        let (before, rest) = self.parts.split_at(number);
        Position { parts: before.iter().chain(made).chain(&rest[1..]).cloned().collect() }
    }

    /// How it has ended where `mover` has no move, under this convention.
    pub fn stuck(&self, convention: Convention, mover: Side) -> Faulty<Ending> {
        let ending = |part: &Component| part.game.ending(&part.packed, mover, Stuck::Yes);
        stuck_sum(convention, mover, self.parts.iter().map(ending))
    }
}

/// How a sum has ended where `mover` has no move in any part; `endings` are those of its parts where nobody can move in them.
pub fn stuck_sum<E>(
    convention: Convention,
    mover: Side,
    mut endings: impl Iterator<Item = Result<Option<Ending>, E>>,
) -> Result<Ending, E> {
    Ok(match convention {
        Convention::Normal => Ending::Won(mover.other()),
        Convention::Misere => Ending::Won(mover),
        // Such a game is no sum: it has one part, and a part in which nobody can move has an ending.
        Convention::Own => endings.next().transpose()?.flatten().unwrap_or(Ending::Won(mover.other())),
        Convention::Score => {
            let mut points = 0i64;
            for ending in endings {
                // Points that are undefined are not added.
                if let Some(Ending::Scored(more)) = ending? {
                    points = points.saturating_add(more);
                }
            }
            Ending::Scored(points)
        }
    })
}
