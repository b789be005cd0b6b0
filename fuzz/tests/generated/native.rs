//! Moves and endings in native code beside the same by interpretation, at every position that is known.

use grundy_run::{Component, Found, Game, Options, Side, Stuck, Turn};
use std::sync::Arc;

/// What the options of a position are.
type Rows = Vec<(Vec<Vec<u64>>, i64, Turn)>;

fn rows(options: &Options) -> Rows {
    let parts = |i| options.parts(i).map(<[u64]>::to_vec).collect();
    (0..options.len()).map(|i| (parts(i), options.gain(i), options.turn(i))).collect()
}

/// Where native code differs from interpretation, if it does; nothing if there is no native code.
pub fn difference(game: &Arc<Game>, packed: &[&[u64]]) -> Option<String> {
    let Found::Natively(engine) = game.found() else { return None };
    let (mut native, mut plain) = (Options::default(), Options::default());
    for packed in packed {
        for mover in [Side::Left, Side::Right] {
            let here =
                || format!("{} with {mover:?} to move", Component { game: game.clone(), packed: (*packed).into() });
            for stuck in [Stuck::No, Stuck::Yes] {
                let (found, truth) = (engine.ending(packed, mover, stuck).ok(), game.ending(packed, mover, stuck).ok());
                if found != truth {
                    return Some(format!("ending of {}: {found:?}, interpreted {truth:?}", here()));
                }
            }
            let truth = game.interpreted_options(packed, mover, &mut plain).is_ok();
            let found = engine.options(packed, mover, &mut native).is_ok();
            if found != truth {
                return Some(format!("faults of {}: {found}, interpreted {truth}", here()));
            }
            if found && rows(&native) != rows(&plain) {
                return Some(format!("moves of {}: {:?}, interpreted {:?}", here(), rows(&native), rows(&plain)));
            }
        }
    }
    None
}
