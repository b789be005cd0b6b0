//! The order of onsides (*Winning Ways* ch. 11; Siegel, *CGT* VI.2): `G >= H` when Left, moving second, survives `G - H`, where
//! infinite play in the component `-H` alone is lost for her, and infinite play in `G` or in both is not.

use super::graph::Graph;
use crate::{Halt, Side, Values};

/// Which pairs `(u, v)` of vertices satisfy `u >= v`.
pub(super) struct AtLeast {
    pairs: Vec<bool>,
    width: usize,
}

impl AtLeast {
    pub(super) fn holds(&self, u: usize, v: usize) -> bool {
        self.pairs[u * self.width + v]
    }

    /// `a` is no better than `b` for `side`.
    pub(super) fn no_better(&self, side: Side, a: usize, b: usize) -> bool {
        let (low, high) = side.order(a, b);
        self.holds(high, low)
    }

    /// All pairs of a vertex of `g` and a vertex of `h`, infinite play counting for Left in both.
    ///
    /// The largest set of states from which Left can always reach, without being stuck, another move in `g` that leads back
    /// into the set (or Right's being stuck). A state is (u, v, mover).
    pub(super) fn new(values: Values<'_>, g: &Graph, h: &Graph) -> Result<AtLeast, Halt> {
        let width = h.options.len();
        let states = g.options.len() * width;
        if states > 4_000_000 {
            return Err(Halt::TooLarge("a loopy comparison of more than 4 million pairs"));
        }
        let minus = h.negative();
        let mut safe = [vec![true; states], vec![true; states]];
        loop {
            let mut reached = [vec![false; states], vec![false; states]];
            loop {
                values.tick_now()?;
                let mut changed = false;
                for mover in Side::BOTH {
                    for state in 0..states {
                        if reached[mover.index()][state] || !safe[mover.index()][state] {
                            continue;
                        }
                        let (u, v) = (state / width, state % width);
                        let next = mover.other().index();
                        let in_g = |&option: &usize| safe[next][option * width + v];
                        let in_h = |&option: &usize| reached[next][u * width + option];
                        let (g_moves, h_moves) = (&g.options[u][mover.index()], &minus.options[v][mover.index()]);
                        let good = match mover {
                            Side::Left => g_moves.iter().any(in_g) || h_moves.iter().any(in_h),
                            Side::Right => g_moves.iter().all(in_g) && h_moves.iter().all(in_h),
                        };
                        if good {
                            reached[mover.index()][state] = true;
                            changed = true;
                        }
                    }
                }
                if !changed {
                    break;
                }
            }
            if reached == safe {
                let [_, pairs] = safe;
                return Ok(AtLeast { pairs, width });
            }
            safe = reached;
        }
    }
}

/// Whether the onsides of two graphs are equal.
pub(super) fn equal(values: Values<'_>, g: &Graph, h: &Graph) -> Result<bool, Halt> {
    Ok(AtLeast::new(values, g, h)?.holds(g.root, h.root) && AtLeast::new(values, h, g)?.holds(h.root, g.root))
}
