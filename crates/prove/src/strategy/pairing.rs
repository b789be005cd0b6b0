use super::{Strategy, Wins};
use grundy_answer::{Standing, message};
use grundy_proof::{Board, Cell, Pairing, Placed, Reflection, Start, check_pairing};
use grundy_rule::syntax::Mover;
use std::collections::BTreeSet;

/// The pairing that wins, for the second player or through a first move that is its own image.
pub fn pairing(board: &Board) -> Option<Strategy> {
    for by in Reflection::ALL {
        let plain = Pairing { by, first: None };
        if check_pairing(board, &plain).is_ok() {
            return Some(told(board, plain));
        }
    }
    let by = Reflection::Turn;
    for shape in 0..board.shapes.len() {
        let Some(base) = middle(board, shape) else { continue };
        let begun = Pairing { by, first: Some(Placed { shape, base }) };
        if check_pairing(board, &begun).is_ok() {
            return Some(told(board, begun));
        }
    }
    None
}

/// Where a move takes cells that lie evenly about the middle of the board.
fn middle(board: &Board, shape: usize) -> Option<Cell> {
    let takes = &board.shapes[shape].takes;
    let mut base = [0; 2];
    for (axis, length) in [board.extent.rows, board.extent.columns].into_iter().enumerate() {
        let least = takes.iter().map(|step| step[axis]).min()?;
        let greatest = takes.iter().map(|step| step[axis]).max()?;
        let twice = length - 1 - least - greatest;
        if twice % 2 != 0 {
            return None;
        }
        base[axis] = twice / 2;
    }
    Some(base)
}

/// Whether a pairing wins every whole board whose sides have the parities of this one's and on which its first move fits: all
/// small ones are looked at, and from the edge on only parity matters.
fn holds_by_parity(board: &Board, pairing: &Pairing) -> bool {
    const MOST: i64 = 1 << 20;
    let few = |edge: &i64| edge * edge * board.shapes.len() as i64 <= MOST;
    let Some(edge) = board.edge.filter(few).filter(|_| matches!(board.start, Start::Full)) else { return false };
    let lengths = |length: i64| (1..=edge + 1).filter(move |other| (other - length) % 2 == 0);
    let heights: Vec<i64> = if board.extent.low.is_some() { vec![1] } else { lengths(board.extent.rows).collect() };
    heights.iter().all(|&height| {
        lengths(board.extent.columns).all(|width| {
            let other = board.whole(height, width);
            match pairing.first {
                None => check_pairing(&other, pairing).is_ok(),
                Some(Placed { shape, .. }) => middle(&other, shape).is_none_or(|base| {
                    let first = Placed { shape, base };
                    let begun = Pairing { first: Some(first), ..*pairing };
                    !other.is_legal(first, &BTreeSet::new()) || check_pairing(&other, &begun).is_ok()
                }),
            }
        })
    })
}

fn told(board: &Board, pairing: Pairing) -> Strategy {
    let extent = &board.extent;
    let example = [0, 0];
    let image = pairing.by.image(example, extent);
    let (a, b) = (extent.text(example), extent.text(image));
    let text = |placed: &Placed| board.shapes[placed.shape].text(placed.base, extent);
    let first = pairing.first.map(|first| match board.shapes[first.shape].mover {
        Mover::Either => text(&first),
        // Each player begins with a move of his own.
        Mover::Left | Mover::Right => {
            let all = (0..board.shapes.len()).filter_map(|shape| Some(Placed { shape, base: middle(board, shape)? }));
            let wins = |placed: &Placed| check_pairing(board, &Pairing { first: Some(*placed), ..pairing }).is_ok();
            all.filter(wins).map(|placed| text(&placed)).collect::<Vec<_>>().join(" / ")
        }
    });
    let is_anybodys = pairing.first.is_none_or(|first| board.shapes[first.shape].mover == Mover::Either);
    let mut words = Vec::new();
    let wins = match &first {
        Some(first) => {
            words.push(message!("The first player begins with {}, which is its own image.", first));
            words.push(message!("From then on every move is answered by its image."));
            Wins::First
        }
        None => {
            words.push(message!("The second player answers every move by its image."));
            Wins::Second
        }
    };
    words.push(message!("The image is taken by {}: {} and {} are a pair.", pairing.by.message(), a, b));
    words.push(message!("No move takes a cell that its image needs, so the answer is always there."));
    let parity = |length: i64| if length % 2 == 0 { message!("even") } else { message!("odd") };
    let size = match extent.low {
        Some(_) => message!("every strip of {} length", parity(extent.columns)),
        None => message!("every board of {} height and {} width", parity(extent.rows), parity(extent.columns)),
    };
    let by_parity = holds_by_parity(board, &pairing);
    if by_parity {
        words.push(match &first {
            Some(_) => {
                message!("The same holds for {} on which the first move fits: only the parity matters.", size)
            }
            None => message!("The same holds for {}: only the parity matters.", size),
        });
    }
    let kinds = board.shapes.len();
    let by = pairing.by.message();
    let mut reason = match kinds {
        1 => message!(
            "a pairing by {}: no move of the 1 kind takes what its image needs, so every move can be answered",
            by
        ),
        _ => message!(
            "a pairing by {}: no move of the {} kinds takes what its image needs, so every move can be answered",
            by,
            kinds
        ),
    };
    if by_parity {
        reason = match &first {
            Some(_) => message!("{}; for {} on which the first move fits", reason, size),
            None => message!("{}; for {}", reason, size),
        };
    }
    let first = first.filter(|_| is_anybodys);
    Strategy { wins, first, words, standing: Standing::Proved(reason), pairing: Some(pairing) }
}
