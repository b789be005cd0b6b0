use super::{Strategy, Wins};
use grundy_answer::{Standing, message};
use grundy_run::{Component, Flow, Side};

/// More moves than this are not looked at.
const MOST: usize = 200_000;

/// A move to a sum whose parts are equal in pairs: what is done in one is done in its twin (*Winning Ways*, ch. 1).
/// For impartial games under normal play whose plays end.
pub fn twins(start: &Component) -> Option<Strategy> {
    let mut seen = 0;
    let mut found = None;
    start
        .game
        .each_move(&start.packed, Side::Left, &mut |one, to| {
            seen += 1;
            let mut parts = to.parts;
            parts.sort_unstable();
            let paired = parts.len() >= 2 && parts.len() % 2 == 0 && parts.chunks(2).all(|pair| pair[0] == pair[1]);
            if paired {
                found = Some((one, parts));
            }
            if paired || seen >= MOST { Flow::Stop } else { Flow::On }
        })
        .ok()?;
    let (one, parts) = found?;
    let text = start.game.move_text(&one);
    let sum: Vec<String> = parts.iter().map(Component::to_string).collect();
    let words = vec![
        message!("The first player begins with {}, which leaves {}.", text, sum.join(" + ")),
        message!("The parts are equal in pairs; every move in one is answered by the same move in its twin."),
    ];
    let reason = message!("after {} the parts are equal in pairs, and every move is answered in the twin", text);
    Some(Strategy { wins: Wins::First, first: Some(text), words, standing: Standing::Proved(reason), pairing: None })
}
