//! Two searches for one answer where branching is uneven: alpha-beta and, once that has taken long, proof numbers, as long
//! as a proof seems near. Threats that leave few answers are followed to a win much sooner by the latter (4 in a row on
//! boards of 5 x 6 and more); where nobody wins it is far slower, which its numbers mostly show early.

use crate::outcome::search::Search;
use crate::outcome::search::goal::OutcomeGoal;
use crate::outcome::search::proof::{Found, Proof, WORDS};
use crate::outcome::search::space::SearchSpace;
use crate::work::{Halted, Work};
use grundy_answer::Allowance;
use grundy_run::Side;

/// Of some hundred positions each.
const FIRST: u64 = 1 << 9;

/// One position opened for a proof for so many of alpha-beta: it takes about four times as long.
const SHARE: u64 = 8;

/// Positions opened for a proof at first where the last answer came from one.
const AHEAD: u64 = 1 << 15;

/// What is known of the wins of each player.
pub struct Race {
    proofs: [Proof; 2],
    /// Reports to the watch that alpha-beta is given at first.
    first: u64,
    /// Whether the last answer came from a proof.
    ahead: bool,
    /// Whether any did.
    won: bool,
}

impl Race {
    /// For reasons on which threats leave few replies.
    pub fn on(space: &impl SearchSpace) -> Option<Race> {
        let fits = space.is_forcing() && space.is_acyclic() && space.words() <= WORDS;
        fits.then(|| Race { proofs: [Side::Left, Side::Right].map(Proof::of), first: FIRST, ahead: false, won: false })
    }

    /// How many positions were opened for proofs.
    pub fn nodes(&self) -> u64 {
        self.proofs.iter().map(Proof::nodes).sum()
    }

    /// Whether some answer came from a proof.
    pub fn has_won(&self) -> bool {
        self.won
    }

    /// Whether the player to move wins (`at_least` 1), or does not lose (0).
    pub fn reaches<G: SearchSpace + Send>(
        &mut self,
        search: &mut Search<OutcomeGoal>,
        space: &mut G,
        key: &[u64],
        at_least: i64,
        work: &mut Work,
    ) -> Result<bool, Halted> {
        let window = (at_least - 1, at_least);
        let mover = space.mover(key);
        let player = if at_least == 1 { mover } else { mover.other() };
        let (from, mut reports, mut opened) = (search.nodes(), self.first, 0);
        let mut next = if self.ahead { AHEAD } else { 0 };
        loop {
            if next > 0 {
                let proof = &mut self.proofs[player as usize];
                let before = proof.nodes();
                let found = proof.search(space, key, next, work)?;
                opened += proof.nodes() - before;
                self.ahead = matches!(found, Found::Proved | Found::Refuted);
                match found {
                    Found::Proved | Found::Refuted => {
                        self.won = true;
                        let reaches = (found == Found::Proved) == (player == mover);
                        search.learn(key, if reaches { at_least } else { at_least - 1 }, window);
                        return Ok(reaches);
                    }
                    Found::Promising => {}
                    Found::Open => return Ok(search.within(space, key, window, work)? >= at_least),
                }
            }
            let allowance = Allowance::new(work.watch(), reports);
            match search.within(space, key, window, &mut Work::new(&allowance)) {
                Err(Halted::Stopped(_)) if allowance.is_used_up() => {}
                other => return Ok(other? >= at_least),
            }
            reports *= 2;
            next = ((search.nodes() - from) / SHARE).saturating_sub(opened).max(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::search::board::Board;
    use crate::outcome::search::space::Flat;
    use crate::parts::Parts;
    use grundy_answer::Unwatched;
    use grundy_rule::Convention;
    use grundy_run::Component;

    /// Proofs, alpha-beta and both in turns agree on positions of play by chance, in games that are won, lost and drawn.
    #[test]
    fn proofs_agree_with_alpha_beta() {
        for (file, query) in [
            ("mnk", "Mnk(R = 3, C = 3, K = 3)"),
            ("mnk", "Mnk(R = 3, C = 4, K = 3)"),
            ("connect4", "Connect4(R = 4, C = 3, K = 3)"),
            ("connect4", "Connect4(\"XOX.|OXO.|....|....\", K = 4)"),
            ("hex", "Hex(\"X..|...|..O\")"),
        ] {
            let world = grundy_kit::library(file);
            let start = grundy_kit::position(&world, query).parts[0].clone();
            let mut parts = Parts::default();
            let root = parts.intern(&start);
            let convention = Convention::of(&start.game.rules);
            let flat = Flat::new(parts.game(root), parts.facts(root), parts.reductions(root), convention).unwrap();
            let mut compared = walked(flat, &start, query);
            if let Some(board) = Board::new(parts.game(root), parts.reductions(root)) {
                compared += walked(board, &start, query);
            }
            assert!(compared > 20, "{query}: {compared}");
        }
    }

    fn walked(mut space: impl SearchSpace + Send, start: &Component, query: &str) -> u64 {
        let mut search = Search::new(OutcomeGoal, &space);
        let mut race = Race::on(&space);
        let mut work = Work::new(&Unwatched);
        let (mut seed, mut compared) = (7u64, 0);
        for _ in 0..6 {
            let (mut at, mut mover) = (start.clone(), Side::Left);
            loop {
                let moves = at.game.moves(&at.packed, mover).unwrap();
                if moves.is_empty() || at.game.ended(&at.packed, mover, grundy_run::Stuck::No).unwrap().is_some() {
                    break;
                }
                let key = space.place(std::slice::from_ref(&at), mover).unwrap();
                let truth = search.exact(&mut space, &key, 1, &mut work).unwrap();
                for side in [Side::Left, Side::Right] {
                    let wins = truth == if side == mover { 1 } else { -1 };
                    let found = Proof::of(side).search(&mut space, &key, u64::MAX / 2, &mut work).unwrap();
                    assert_eq!(found, if wins { Found::Proved } else { Found::Refuted }, "{query}: {at}, {side:?}");
                    compared += 1;
                }
                if let Some(race) = &mut race {
                    race.first = 1;
                    let mut fresh = Search::new(OutcomeGoal, &space);
                    for at_least in [1, 0] {
                        let found = race.reaches(&mut fresh, &mut space, &key, at_least, &mut work).unwrap();
                        assert_eq!(found, truth >= at_least, "{query}: {at}");
                    }
                }
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let chosen = (seed >> 33) as usize % moves.len();
                at = moves.into_iter().nth(chosen).expect("one of them").1.parts[0].clone();
                mover = mover.other();
            }
        }
        compared
    }
}
