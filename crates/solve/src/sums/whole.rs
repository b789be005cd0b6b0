//! An impartial game as one whole: sums are positions of their own. For small games, where every position can be reached.

use super::Impartial;
use crate::graph::Playable;
use crate::outcome::search::goal::Wdl;
use grundy_run::Side;

/// A game whose sums are single positions, so that [`crate::Graph`] reaches all of them: with the moves to the end and Grundy values of
/// every position. Positions are sorted lists of parts.
pub struct Whole<G>(pub G);

impl<G: Impartial> Playable for Whole<G>
where
    G::Part: Ord,
{
    type Position = Vec<G::Part>;
    type Failure = G::Failure;

    fn tells_movers_apart(&self) -> bool {
        false
    }

    fn ending(&mut self, _: &Vec<G::Part>, _: Side) -> Result<Option<Wdl>, G::Failure> {
        Ok(None)
    }

    fn moves(&mut self, sum: &Vec<G::Part>, _: Side, lead: &mut dyn FnMut(Vec<G::Part>)) -> Result<(), G::Failure> {
        for (at, part) in sum.iter().enumerate() {
            self.0.moves(part, &mut |parts| {
                let mut to = [&sum[..at], &parts[..], &sum[at + 1..]].concat();
                to.sort_unstable();
                lead(to);
            })?;
        }
        Ok(())
    }
}
