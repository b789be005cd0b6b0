//! A computation told to stop says what it knows, all of it true, and says that it was stopped.

use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_run::{Position, Side};
use grundy_solve::{Opponent, Playing, Question, Refusal, Session, Strength, solve};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const RULES: &str = r##"
game Line
  state board: player?[grid(4, 4)] = none show ".XO"
  move mark(c in grid(4, 4)) if board[c] == none: board[c] = me
  opp wins when exists(L in lines(grid(4, 4), 3): all(c in L: board[c] == opp))
  draw when stuck

game Dominoes
  param R = 4, C = 5
  state free: set of grid(R, C) = all show "#."
  move lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free: free -= {c, t}

game Piles
  state a: 0..14 = 14, b: 0..14 = 14, c: 0..14 = 14
  move first(k in 1..3) if k <= a: gain (a * 7) % 11; a -= k
  move second(k in 1..2) if k <= b: gain (b * 5) % 9; b -= k
  move third if c >= 1: gain (c + a + b) % 4; c -= 1
  score when stuck

game Chain
  param K = 1
  state n: 0..1_000_000_000
  move go(k in 1..K) if k <= n: n -= k
  Left wins when stuck
"##;

/// Stops after so many ticks.
struct Short(AtomicU64);

impl Watch for Short {
    fn tick(&self, _: Progress) -> Option<Stop> {
        let left = self.0.load(Relaxed);
        self.0.store(left.saturating_sub(1), Relaxed);
        (left == 0).then_some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

/// Lengths of very long games: as the definition has them, on a number of positions that grows with the length and not with
/// its square. Left wins in any case, and hurries; Right delays.
#[test]
fn long_games_are_measured_in_steps_that_grow() {
    for (longest, taken, most) in [(30_000, 1, 1_000_000), (20_000, 2, 1_000_000)] {
        let mut moves = vec![[0u32; 2]; longest + 1];
        for n in 1..=longest {
            let options = || moves[n.saturating_sub(taken)..n].iter();
            let left = options().map(|[_, right]| right + 1).min().unwrap();
            let right = options().map(|[left, _]| left + 1).max().unwrap();
            moves[n] = [left, right];
        }
        for n in [1, 2, 63, 64, 65, 130, 1_001, longest] {
            for (place, first) in [Side::Left, Side::Right].into_iter().enumerate() {
                let question = Question { first: Some(first), plies: true, ..Question::default() };
                let answer = solve(&at(&format!("Chain({n}, K = {taken})")), question, &Unwatched).unwrap();
                assert_eq!(answer.plies, Some(moves[n][place]), "{n}, {first:?} starts");
                assert!(answer.positions < most, "{n}, {first:?} starts: {} positions", answer.positions);
            }
        }
    }
}

fn at(query: &str) -> Position {
    let world = grundy_kit::world(RULES);
    grundy_kit::position(&world, query)
}

#[test]
fn what_a_stopped_answer_says_is_true() {
    for query in ["Line", "Dominoes", "Piles"] {
        let position = at(query);
        let whole = solve(&position, Question::default(), &Unwatched).unwrap();
        assert_eq!(whole.stopped, None, "{query}");
        let (mut refused, mut cut) = (0, 0);
        for ticks in [0, 1, 2, 3, 4, 6, 8] {
            match solve(&position, Question::default(), &Short(AtomicU64::new(ticks))) {
                Err(Refusal::Stopped(..)) => refused += 1,
                Err(other) => panic!("{query}, {ticks} ticks: {other:?}"),
                Ok(answer) => {
                    cut += usize::from(answer.stopped.is_some());
                    assert_eq!((answer.winner, answer.margin), (whole.winner, whole.margin), "{query}, {ticks} ticks");
                    let listed = &answer.winning_moves;
                    assert!(listed.iter().all(|one| whole.winning_moves.contains(one)), "{query}, {ticks} ticks");
                    if answer.winning_moves_complete {
                        assert_eq!(listed.len(), whole.winning_moves.len(), "{query}, {ticks} ticks");
                    } else {
                        assert!(answer.stopped.is_some(), "{query}, {ticks} ticks");
                    }
                }
            }
        }
        println!("{query}: {refused} refused, {cut} cut short");
        assert!(refused + cut > 0, "{query} never needed to stop: the test is too small");
    }
}

/// What a position is worth to the player to move, by tables of its own.
fn fresh(playing: &Playing) -> i64 {
    let mut session = Session::new(&playing.position).unwrap();
    let worth = session.evaluate(&playing.position, playing.mover, &Unwatched).unwrap();
    worth.margin.unwrap_or(worth.result as i64 - 1)
}

#[test]
fn an_opponent_remembers() {
    for query in ["Line", "Dominoes", "Piles"] {
        let mut playing = Playing::new(at(query), Side::Left);
        let mut opponent = Opponent::new(&playing.position, 1);
        loop {
            let steps = playing.steps().unwrap();
            if steps.is_empty() {
                break;
            }
            let choice = opponent.choose(&playing, &steps, Strength::Perfect, &Unwatched).unwrap();
            let next = playing.after(&steps[choice.number]);
            let before = fresh(&playing);
            let turned = if next.mover == playing.mover { fresh(&next) } else { -fresh(&next) };
            let gain = (next.lead - playing.lead) * if playing.mover == Side::Left { 1 } else { -1 };
            assert_eq!(gain + turned, before, "{query}: {} is not best", steps[choice.number].text);
            playing = next;
        }
    }
}
