//! Misère sums by theory, against the definition and against Bouton's rule.

use grundy_answer::Unwatched;
use grundy_run::{Component, Position, Side, World};
use grundy_solve::{Aim, Play, Question, Refusal, Winner, solve};
use std::collections::HashMap;
use std::sync::Arc;

const RULES: &str = r##"
game Heap
  state n: nat
  move take(k in 1..n): n -= k

game Pins
  state n: nat
  move knock(k in 1..2, a in 0..n-k): become Pins(a) + Pins(n - k - a)

game Chords
  state n: nat
  move chord(a in 0..n-2): become Chords(a) + Chords(n - 2 - a)

game Some
  param S: set of 1.. = {1, 3, 4}
  state n: nat
  move take(k in S) if k <= n: n -= k

game Unlike
  state n: nat
  move halve(a in 1..n-1) if a * 2 < n: become Unlike(a) + Unlike(n - a)

game Dominoes
  param R = 2, C = 3
  state free: set of grid(R, C) = all show "#."
  move lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free: free -= {c, t}
  split free by orth
  symmetry mirror free, flip free

game Sides
  state n: nat
  left move one if n > 0: n -= 1
  right move two if n > 1: n -= 2

game Reach
  state n: nat = 4
  move take(k in 1..2) if k <= n: n -= k
  opp wins when n == 0
"##;

fn world() -> Arc<World> {
    grundy_kit::world(RULES)
}

fn at(world: &Arc<World>, query: &str) -> Position {
    grundy_kit::position(world, query)
}

/// Who cannot move wins.
fn wins(sum: &[Component], mover: Side, memo: &mut HashMap<(Vec<Component>, Side), bool>) -> bool {
    let mut key = (sum.to_vec(), mover);
    key.0.sort();
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let (mut any, mut won) = (false, false);
    for (number, part) in sum.iter().enumerate() {
        for (_, to) in part.game.moves(&part.packed, mover).unwrap() {
            let mut next = sum.to_vec();
            next.splice(number..=number, to.parts);
            any = true;
            won = won || !wins(&next, mover.other(), memo);
        }
    }
    memo.insert(key, won || !any);
    won || !any
}

const MISERE: Question = Question { first: None, plies: false, value: false, play: Play::Misere, aim: Aim::Moves };

#[test]
fn sums_agree_with_the_definition() {
    let world = world();
    let mut memo = HashMap::new();
    let mut reasons = String::new();
    for query in [
        "Heap(1) + Heap(2) + Heap(3)",
        "Heap(1) + Heap(1) + Heap(1)",
        "Heap(0)",
        "Pins(5)",
        "Pins(9)",
        "Pins(5) + Pins(5) + Heap(2)",
        "Pins(4) + Pins(6) + Pins(3)",
        "Pins(7) + Chords(8)",
        "Chords(9) + Chords(7) + Chords(4)",
        "Chords(13) + Some(7)",
        "Some(9) + Some(6) + Some(11)",
        "Some(9, S = {2, 5, 6}) + Pins(5)",
        "Unlike(13) + Unlike(7)",
        "Unlike(18)",
        "Dominoes(R = 3, C = 3)",
        "Dominoes(R = 2, C = 4) + Pins(3)",
        "Dominoes(R = 2, C = 2) + Dominoes(R = 1, C = 5) + Heap(3)",
        "Sides(4)",
        "Sides(3) + Sides(2)",
    ] {
        let position = at(&world, query);
        let answer = solve(&position, MISERE, &Unwatched).unwrap();
        let won = wins(&position.parts, Side::Left, &mut memo);
        let by_left = answer.by_starter.map_or(answer.winner.unwrap(), |[left, _]| left);
        assert_eq!(by_left == Winner::First, won, "{query}");
        let mut wanted = Vec::new();
        for (number, part) in position.parts.iter().enumerate() {
            for (one, to) in part.game.moves(&part.packed, Side::Left).unwrap() {
                let mut next = position.parts.clone();
                next.splice(number..=number, to.parts);
                if !wins(&next, Side::Right, &mut memo) {
                    wanted.push((number, part.game.move_text(&one)));
                }
            }
        }
        let found: Vec<(usize, String)> =
            answer.winning_moves.iter().map(|one| (one.component, one.text.clone())).collect();
        assert_eq!(found, wanted, "{query}");
        assert!(answer.winning_moves_complete, "{query}");
        reasons += answer.standing.reason().as_str();
    }
    // Every theory was used, and search where players differ.
    for word in ["tame", "quotient", "search"] {
        assert!(reasons.contains(word), "{word}");
    }
}

/// Bouton 1901: play as in Nim until only heaps of one would remain.
#[test]
fn large_heaps_by_boutons_rule() {
    let world = world();
    let mut seed = 5u64;
    for trial in 0..40 {
        let mut heaps: Vec<u64> = (0..trial % 7 + 1)
            .map(|_| {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (seed >> 33) % [2_000_000_000, 2, 400][trial % 3]
            })
            .collect();
        if trial % 2 == 0 {
            heaps.push(heaps.iter().fold(0, |sum, heap| sum ^ heap));
        }
        let text: Vec<String> = heaps.iter().map(|heap| format!("Heap({heap})")).collect();
        let lost = |heaps: &[u64]| {
            let total = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            total == u64::from(heaps.iter().all(|heap| *heap < 2))
        };
        let answer = solve(&at(&world, &text.join(" + ")), MISERE, &Unwatched).unwrap();
        assert_eq!(answer.winner == Some(Winner::Second), lost(&heaps), "{heaps:?}");
        // From one heap at most one size can be left that loses, and it is one of these.
        let total = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let mut wanted = Vec::new();
        for (number, &heap) in heaps.iter().enumerate() {
            let mut rests = vec![0, 1, total ^ heap];
            rests.sort_unstable_by(|a, b| b.cmp(a));
            rests.dedup();
            for rest in rests.into_iter().filter(|rest| *rest < heap) {
                let mut after = heaps.clone();
                after[number] = rest;
                if lost(&after) {
                    wanted.push((number, format!("take({})", heap - rest)));
                }
            }
        }
        let found: Vec<(usize, String)> =
            answer.winning_moves.iter().map(|one| (one.component, one.text.clone())).collect();
        assert_eq!(found, wanted, "{heaps:?}");
    }
}

/// Sibert and Conway 1992: beyond the exceptions a row of pins is lost under misère play as under normal play, that is
/// never; the lost rows are 1, 4, 9, 12, 20.
#[test]
fn long_rows_of_pins() {
    let world = world();
    for n in [1, 4, 9, 12, 20, 21, 24, 300, 1_000, 5_000] {
        let answer = solve(&at(&world, &format!("Pins({n})")), MISERE, &Unwatched).unwrap();
        assert_eq!(answer.winner == Some(Winner::Second), [1, 4, 9, 12, 20].contains(&n), "{n}");
    }
}

#[test]
fn verdicts_of_their_own_are_refused() {
    let refused = solve(&at(&world(), "Reach(4)"), MISERE, &Unwatched);
    assert!(matches!(refused, Err(Refusal::Unfit(_))));
}
