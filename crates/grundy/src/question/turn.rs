//! Whose turn it is: as the user says, as the stones on the board tell, else Left's.

use super::Question;
use crate::problem::Problem;
use grundy_answer::{Message, message};
use grundy_rule::{Domain, Type};
use grundy_run::{Component, Side, State, Stored, Stuck, Turn, Value};

/// Who is about to move, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mover {
    /// The player.
    pub side: Side,
    /// Why, in words, where that was seen from the board.
    pub reason: Option<Message>,
}

impl Question {
    /// The player that `name` means: a name of the rules, `Left` or `Right`, or a player's stone.
    pub fn player(&self, name: &str) -> Result<Side, Problem> {
        let stones = self.position.parts.first().and_then(stones);
        match stones.map(|(_, stones)| stones.map(|stone| stone.to_string())) {
            Some([left, _]) if name.eq_ignore_ascii_case(&left) => Ok(Side::Left),
            Some([_, right]) if name.eq_ignore_ascii_case(&right) => Ok(Side::Right),
            _ => super::starter(name, &self.players()),
        }
    }

    /// What the players' stones look like, where the first board shows players.
    pub fn stones(&self) -> Option<[char; 2]> {
        self.position.parts.first().and_then(stones).map(|(_, stones)| stones)
    }

    /// Who is about to move: the player that is named; else, where every move of this position adds one stone of its player, the one with fewer
    /// stones; else Left.
    pub fn mover(&self, named: Option<&str>) -> Result<Mover, Problem> {
        if let Some(name) = named {
            return Ok(Mover { side: self.player(name)?, reason: None });
        }
        let [part] = &self.position.parts[..] else { return Ok(Mover { side: Side::Left, reason: None }) };
        Ok(by_stones(part).unwrap_or(Mover { side: Side::Left, reason: None }))
    }
}

/// The field of stones and how each player's look, in games whose first picture shows players.
fn stones(part: &Component) -> Option<(usize, [char; 2])> {
    let is_players =
        |domain: &Domain| matches!(domain, Domain::Of(set) if matches!(&set.ty, Type::Set(of) if **of == Type::Player));
    part.game.rules.fields.iter().enumerate().find_map(|(number, field)| {
        let Domain::Array { element, .. } = &field.domain else { return None };
        match (&**element, field.show.as_deref()?) {
            (Domain::Optional(inner), [_, left, right]) if is_players(inner) => Some((number, [*left, *right])),
            (element, [left, right]) if is_players(element) => Some((number, [*left, *right])),
            _ => None,
        }
    })
}

/// How many stones each player has.
fn count(state: &State, field: usize) -> [i64; 2] {
    let mut counts = [0, 0];
    if let Stored::Array(values) = &state.fields[field] {
        for value in values.iter() {
            if let Value::Player(side) = value {
                counts[*side as usize] += 1;
            }
        }
    }
    counts
}

fn by_stones(part: &Component) -> Option<Mover> {
    let (field, [left, right]) = stones(part)?;
    let game = &part.game;
    let here = count(&game.unpack(&part.packed), field);
    let side = match here[0] - here[1] {
        0 => Side::Left,
        1 => Side::Right,
        _ => return None,
    };
    if here == [0, 0] {
        return None;
    }
    // Seen at this position, for both players: a move sets one stone of one's own, and the other moves next.
    for mover in [Side::Left, Side::Right] {
        if game.ending(&part.packed, mover, Stuck::No).ok()?.is_some() {
            return None;
        }
        for (_, to) in game.moves(&part.packed, mover).ok()? {
            let [next] = &to.parts[..] else { return None };
            let mut expected = here;
            expected[mover as usize] += 1;
            if to.turn != Turn::Passes || count(&next.game.unpack(&next.packed), field) != expected {
                return None;
            }
        }
    }
    let stone = |side: Side| if side == Side::Left { left } else { right };
    let reason = message!(
        "{} to move: {} has {} stones, {} {}, and every move here adds one",
        stone(side),
        left,
        here[0],
        right,
        here[1]
    );
    Some(Mover { side, reason: Some(reason) })
}
