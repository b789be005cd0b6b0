//! Moves and endings written out as bits beside the same by interpretation, at every position that is known.

use grundy_explicit::Explicit;
use grundy_run::{Component, Flow, Game, Side, Stuck};
use std::sync::Arc;

/// Where the game written out differs from its interpretation, if it does; `Ok(false)` if it cannot be written out.
pub fn difference(game: &Arc<Game>, packed: &[&[u64]]) -> Result<bool, String> {
    if game.makes_sums() {
        return Ok(false);
    }
    let Ok(explicit) = Explicit::of(game) else { return Ok(false) };
    for packed in packed {
        for mover in [Side::Left, Side::Right] {
            let here =
                || format!("{} with {mover:?} to move", Component { game: game.clone(), packed: (*packed).into() });
            for stuck in [Stuck::No, Stuck::Yes] {
                // Where the rules themselves are at fault nothing is promised.
                let Ok(truth) = game.ending(packed, mover, stuck) else { continue };
                let found = explicit.ending(packed, mover, stuck);
                if found != truth {
                    return Err(format!("ending of {}: {found:?}, interpreted {truth:?}", here()));
                }
            }
            if let Ok(truth) = game.forever(packed, mover)
                && explicit.forever(packed, mover) != truth
            {
                return Err(format!("infinite play at {}, interpreted {truth:?}", here()));
            }
            let (mut told, mut written) = (Vec::new(), Vec::new());
            let all = game.each_move(packed, mover, &mut |_, to| {
                told.push((to.parts[0].packed.to_vec(), to.gain, to.turn));
                Flow::On
            });
            if all.is_err() {
                continue;
            }
            let each = explicit.each(packed, mover, &mut |to, gain, turn| {
                written.push((to.to_vec(), gain, turn));
                Flow::On
            });
            if each.is_err() || written != told {
                return Err(format!("moves of {}: {written:?}, interpreted {told:?}", here()));
            }
        }
    }
    Ok(true)
}
