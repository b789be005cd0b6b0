//! Set games valued by the nimber search, against the definition: every option of every position, without splitting,
//! symmetry or cancelling.

use grundy_answer::Unwatched;
use grundy_run::{Position, Side};
use grundy_solve::{Grundy, Question, solve};
use std::collections::HashMap;

/// Dominoes and squares on a board, knights, moves that need more than they take, that ask for absence, and at absolute places.
const RULES: &str = r##"
game Dominoes
  param R = 4, C = 4
  state free: set of grid(R, C) = all show "#."
  move lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free: free -= {c, t}

game Squares
  param R = 4, C = 5
  state free: set of grid(R, C) = all show "#."
  move lay(c in free, coin = {c, c + (0, 1), c + (1, 0), c + (1, 1)}) if all(x in coin: x in free): free -= coin

game Hops
  param R = 4, C = 4
  def hops = {(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)}
  state free: set of grid(R, C) = all show "#."
  move place(c in free): free -= {c} + {d in hops: c + d}

game Eat
  param R = 4, C = 4
  state bar: set of grid(R, C) = all show ".#"
  move bite(c in bar) if c != (0, 0): bar -= {d in bar if d.row >= c.row and d.col >= c.col}

game Lean
  state row: set of 0..17 = all
  move pull(i in row) if i + 1 in row and i + 2 in row: row -= {i + 1}

game Absent
  state row: set of 0..16 = all
  move pull(i in row) if i + 1 not in row: row -= {i}

game Last
  state row: set of 0..16 = all
  move pull(i in row) if exists(x in row: x > i + 2): row -= {i}

game Corner
  param R = 4, C = 4
  state free: set of grid(R, C) = all show "#."
  move lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free and c.row + c.col < 4: free -= {c, t}
"##;

/// The mex rule and nothing else.
fn value(set: u64, part: &grundy_run::Component, memo: &mut HashMap<u64, u64>) -> u64 {
    if let Some(&known) = memo.get(&set) {
        return known;
    }
    let moves = part.game.moves(&[set], Side::Left).unwrap();
    let options: Vec<u64> = moves.into_iter().map(|(_, to)| value(to.parts[0].packed[0], part, memo)).collect();
    let mex = (0..).find(|value| !options.contains(value)).unwrap();
    memo.insert(set, mex);
    mex
}

#[test]
fn set_games_agree_with_the_definition() {
    let world = grundy_kit::world(RULES);
    for (query, dead) in [
        ("Dominoes", 0),
        ("Dominoes(R = 3, C = 6)", 0),
        ("Dominoes(R = 5, C = 5)", 11),
        ("Squares", 0),
        ("Squares(R = 5, C = 5)", 3),
        ("Hops", 0),
        ("Eat", 0),
        ("Lean", 0),
        ("Absent", 3),
        ("Last", 6),
        ("Corner", 0),
        ("Corner(R = 3, C = 6)", 0),
        ("Dominoes(R = 1, C = 40)", 22),
    ] {
        let whole = grundy_kit::position(&world, query);
        let mut memo = HashMap::new();
        let mut seed = 7u64;
        for trial in 0..6 {
            let mut at: Position = whole.clone();
            // The whole board once if it is small, else with some elements missing, a different set each time.
            for _ in 0..dead + trial {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let size = at.parts[0].game.universe(0).unwrap().len() as u64;
                at.parts[0].packed[0] &= !(1 << ((seed >> 33) % size));
            }
            let part = at.parts[0].clone();
            let wanted = value(part.packed[0], &part, &mut memo);
            let answer = solve(&at, Question::default(), &Unwatched).unwrap();
            assert_eq!(answer.grundy, Some(Grundy::Finite(wanted)), "{at}");
            // What the rules ask besides presence is not written out.
            let written = !["Absent", "Last"].contains(&query);
            // The whole bar is a staircase; those are valued one after the other.
            let staircase = query == "Eat" && trial == 0;
            let by_nimbers = answer.standing.reason().contains("nimber search");
            assert_eq!(by_nimbers, written && !staircase, "{at}: {}", answer.standing);
            let moves = part.game.moves(&part.packed, Side::Left).unwrap();
            let winning = moves.into_iter().filter(|(_, to)| value(to.parts[0].packed[0], &part, &mut memo) == 0);
            let winning: Vec<String> = winning.map(|(one, _)| part.game.move_text(&one)).collect();
            let found: Vec<String> = answer.winning_moves.iter().map(|one| one.text.clone()).collect();
            assert_eq!(found, if wanted == 0 { Vec::new() } else { winning }, "{at}");
        }
    }
}
