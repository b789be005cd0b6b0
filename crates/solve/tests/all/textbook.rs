//! The textbook solver: fifty lines from the definitions and nothing else, kept for ever. Every answer of the real one
//! is compared with it on small instances.

use grundy_answer::Unwatched;
use grundy_rule::Convention;
use grundy_run::{Component, Ending, Position, Side, Stuck, Turn, World};
use grundy_solve::{Class, Grundy, Question, Session, Wdl, Winner, solve};
use std::collections::HashMap;
use std::sync::Arc;

/// Points of the player to move less the other's under best play; a win is worth a million, less a point per move.
fn value(sum: &[Component], mover: Side, memo: &mut HashMap<(Vec<Component>, Side), i64>) -> i64 {
    let mut key = (sum.to_vec(), mover);
    key.0.sort();
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let worth = |ending: Ending| match ending {
        Ending::Won(side) => {
            if side == mover {
                1_000_000
            } else {
                -1_000_000
            }
        }
        Ending::Drawn => 0,
        Ending::Scored(points) => points,
    };
    let ended = match sum {
        [only] => only.game.ending(&only.packed, mover, Stuck::No).unwrap(),
        _ => None,
    };
    let mut best = ended.map(worth);
    if best.is_none() {
        for (number, part) in sum.iter().enumerate() {
            for (_, to) in part.game.moves(&part.packed, mover).unwrap() {
                let mut next = sum.to_vec();
                next.splice(number..=number, to.parts);
                let rest = match to.turn {
                    Turn::Stays => value(&next, mover, memo),
                    Turn::Passes => -value(&next, mover.other(), memo),
                };
                let late = if rest.abs() > 500_000 { -rest.signum() } else { 0 };
                best = best.max(Some(to.gain + rest + late));
            }
        }
    }
    let result = best.unwrap_or_else(|| match sum {
        [only] => worth(only.game.ending(&only.packed, mover, Stuck::Yes).unwrap().unwrap()),
        [] => -1_000_000,
        several => match Convention::of(&several[0].game.rules) {
            Convention::Normal => -1_000_000,
            Convention::Misere => 1_000_000,
            _ => {
                several.iter().map(|one| worth(one.game.ending(&one.packed, mover, Stuck::Yes).unwrap().unwrap())).sum()
            }
        },
    });
    memo.insert(key, result);
    result
}

/// The least number that no option has; a sum is worth the exclusive or of its parts.
fn grundy(part: &Component, memo: &mut HashMap<Component, u64>) -> u64 {
    if let Some(&known) = memo.get(part) {
        return known;
    }
    let moves = part.game.moves(&part.packed, Side::Left).unwrap();
    let options: Vec<u64> =
        moves.iter().map(|(_, to)| to.parts.iter().fold(0, |sum, part| sum ^ grundy(part, memo))).collect();
    let least = (0..).find(|value| !options.contains(value)).unwrap();
    memo.insert(part.clone(), least);
    least
}

fn world(text: &str) -> Arc<World> {
    grundy_kit::world(text)
}

fn at(world: &Arc<World>, query: &str) -> Position {
    grundy_kit::position(world, query)
}

fn compare(world: &Arc<World>, query: &str) {
    let position = at(world, query);
    let mut memo = HashMap::new();
    for start in [Side::Left, Side::Right] {
        let truth = value(&position.parts, start, &mut memo);
        let answer =
            solve(&position, Question { first: Some(start), plies: true, ..Question::default() }, &Unwatched).unwrap();
        let winner = match truth.signum() {
            1 => Winner::First,
            0 => Winner::Draw,
            _ => Winner::Second,
        };
        assert_eq!(answer.winner, Some(winner), "{query}");
        match answer.margin {
            Some(margin) => assert_eq!(margin, truth, "{query}"),
            None if truth != 0 && answer.plies.is_some() => {
                assert_eq!(answer.plies.map(i64::from), Some(1_000_000 - truth.abs()), "{query}");
            }
            None => {}
        }
        if let Some(Grundy::Finite(found)) = answer.grundy {
            let mut memo = HashMap::new();
            let truth = position.parts.iter().fold(0, |sum, part| sum ^ grundy(part, &mut memo));
            assert_eq!(found, truth, "{query}");
            assert_eq!(answer.outcome, Some(if truth == 0 { Class::P } else { Class::N }), "{query}");
        }
        winning_moves_win(&position, start, truth, &answer, &mut memo);
    }
    let mut session = Session::new(&position).unwrap();
    for start in [Side::Left, Side::Right] {
        session_agrees(&mut session, &position, start, 2, &mut memo);
    }
}

/// One session, asked about a position and all that lies within `depth` moves of it, agrees with the textbook.
fn session_agrees(
    session: &mut Session,
    position: &Position,
    mover: Side,
    depth: u32,
    memo: &mut HashMap<(Vec<Component>, Side), i64>,
) {
    let truth = value(&position.parts, mover, memo);
    let worth = session.evaluate(position, mover, &Unwatched).unwrap();
    let result = match truth.signum() {
        1 => Wdl::Win,
        0 => Wdl::Draw,
        _ => Wdl::Loss,
    };
    assert_eq!(worth.result, result, "{position}");
    assert!(worth.margin.is_none_or(|margin| margin == truth), "{position}");
    if let Some(found) = worth.grundy {
        let mut memo = HashMap::new();
        let truth = position.parts.iter().fold(0, |sum, part| sum ^ grundy(part, &mut memo));
        assert_eq!(found, Grundy::Finite(truth), "{position}");
    }
    let over = match &position.parts[..] {
        [only] => only.game.ending(&only.packed, mover, Stuck::No).unwrap().is_some(),
        _ => false,
    };
    if depth == 0 || over {
        return;
    }
    for (number, part) in position.parts.iter().enumerate() {
        for (_, to) in part.game.moves(&part.packed, mover).unwrap() {
            let mut parts = position.parts.clone();
            parts.splice(number..=number, to.parts);
            let next = if to.turn == Turn::Stays { mover } else { mover.other() };
            session_agrees(session, &Position { parts }, next, depth - 1, memo);
        }
    }
}

/// Exactly the moves after which the textbook says so are listed.
fn winning_moves_win(
    position: &Position,
    start: Side,
    truth: i64,
    answer: &grundy_solve::Answer,
    memo: &mut HashMap<(Vec<Component>, Side), i64>,
) {
    let over = match &position.parts[..] {
        [only] => only.game.ending(&only.packed, start, Stuck::No).unwrap().is_some(),
        _ => false,
    };
    let mut wanted = Vec::new();
    for (number, part) in position.parts.iter().enumerate() {
        if over || (answer.margin.is_none() && truth <= 0) {
            break;
        }
        for (one, to) in part.game.moves(&part.packed, start).unwrap() {
            let mut next = position.parts.clone();
            next.splice(number..=number, to.parts);
            let rest = match to.turn {
                Turn::Stays => value(&next, start, memo),
                Turn::Passes => -value(&next, start.other(), memo),
            };
            let good = if answer.margin.is_some() { to.gain + rest == truth } else { rest > 0 };
            if good {
                wanted.push((number, part.game.move_text(&one)));
            }
        }
    }
    let found: Vec<(usize, String)> =
        answer.winning_moves.iter().map(|one| (one.component, one.text.clone())).collect();
    assert_eq!(found, wanted, "{position}");
}

#[test]
fn every_kind_of_game_agrees_with_the_textbook() {
    let text = std::fs::read_to_string("../../tests/data/language-page.game").unwrap();
    let world = world(&text);
    let queries = [
        "Subtraction(17)",
        "Nim(3) + Nim(5) + Nim(7)",
        "Nim(1) + Nim(4) + Nim(4)",
        "MisereNim(1) + MisereNim(2) + MisereNim(3)",
        "MisereNim(1) + MisereNim(1) + MisereNim(1)",
        "MisereNim(4)",
        "Kayles(11)",
        "Kayles(5) + DawsonsChess(6) + Polygon(7)",
        "Chomp(R = 3, C = 4)",
        "Chomp(\"##|#.\") + Nim(2)",
        "CanIWin(n = 5, total = 12)",
        "CanIWin(n = 4, total = 9)",
        "CanIWin(n = 3, total = 30)",
        "Nawl((3, 0))",
        "Nawl((2, 1)) + Nawl((3, 3)) + Nim(2)",
        "Row([1, 3, 0]) + Row([2, 2, 2]) + Row([0, 5, 1])",
        "OddEvenNim(9) + OddEvenNim(6)",
        "Walls(R = 3, C = 3, mark = {(0, 0), (1, 2)})",
        "EvenAddicts(4, 5)",
        "EvenAddicts(3, 4, 1)",
        "Mats([6, 4])",
        "TicTacToe(\"XX.|OO.|...\")",
        "TicTacToe(\"X..|.O.|..X\")",
        "Connect4(R = 3, C = 4, K = 3)",
        "Domineering(R = 3, C = 3)",
        "Domineering(R = 2, C = 3) + Domineering(\"..|.#\") + Domineering(R = 1, C = 2)",
        "Hackenbush(edges = [(0, 1, Blue), (1, 2, Red), (0, 3, Green), (3, 1, Red)])",
        "DotsAndBoxes(R = 1, C = 2)",
        "DotsAndBoxes(R = 1, C = 1) + CardEnds(a = [3, 1, 4])",
        "ToadsAndFrogs(\"TT.FF\")",
        "ToadsAndFrogs(\"TF.TF..F\")",
        "CardEnds(a = [3, 9, 1, 2, 7, 8])",
        "Walk(0)",
        "FibonacciNim(13)",
        "FibonacciNim(12)",
        "NimWithoutZero([2, 3, 1])",
        "Knights(N = 3)",
        "NodeKayles",
        "Hex(N = 2)",
    ];
    for query in queries {
        compare(&world, query);
    }
}

/// Who cannot move may win, lose or draw, by the first verdict line that holds then: winner and length are those of the
/// definition, for positions that are one whole and for those that become another.
#[test]
fn lengths_agree_however_the_stuck_end() {
    let verdicts = [
        "Left wins when stuck",
        "Right wins when stuck",
        "Left loses when stuck",
        "me wins when stuck",
        "opp loses when stuck",
        "draw when stuck and a == 1\n  me wins when stuck",
        "Right wins when stuck and a == 0\n  Left wins when stuck",
        "opp wins when a == 2\n  Left wins when stuck",
        "opp wins when stuck and a == 1\n  Right loses when stuck",
        "Left wins when a == 3\n  draw when stuck and a == 0\n  opp loses when stuck",
    ];
    let moves = [
        "move m(k in 1..2) if k <= a: a -= k",
        "move m(k in 2..3) if k <= a: a -= k",
        "left move m(k in 1..2) if k <= a: a -= k\n  right move r(k in 2..3) if k <= a: a -= k",
        "move m(k in 1..3) if k <= a:\n    a -= k\n    if k == 2: again",
        "move m(k in 2..3) if k <= a: become A(a - k)",
    ];
    for verdict in verdicts {
        for of in moves {
            let world = world(&format!("game A\n  state a: nat\n  {of}\n  {verdict}\n"));
            for a in 0..=9 {
                compare(&world, &format!("A({a})"));
            }
        }
    }
}

/// Large heaps go by their sequence, not by search: values and every winning move are compared all the same.
#[test]
fn large_heaps_agree_with_the_textbook() {
    let text = std::fs::read_to_string("../../tests/data/language-page.game").unwrap();
    let world = world(&text);
    let queries = [
        "Subtraction(301)",
        "Subtraction(302, S = {2, 5, 7}) + Subtraction(260, S = {2, 5, 7})",
        "Nim(300) + Nim(270) + Nim(3)",
        "Kayles(259)",
        "Kayles(256) + Kayles(300) + Nim(7)",
        "Polygon(260)",
        "OddEvenNim(301) + OddEvenNim(300) + OddEvenNim(2)",
    ];
    for query in queries {
        let position = at(&world, query);
        let mut memo = HashMap::new();
        let values: Vec<u64> = position.parts.iter().map(|part| grundy(part, &mut memo)).collect();
        let total = values.iter().fold(0, |sum, value| sum ^ value);
        let answer = solve(&position, Question::default(), &Unwatched).unwrap();
        assert_eq!(answer.grundy, Some(Grundy::Finite(total)), "{query}");
        assert!(answer.winning_moves_complete, "{query}");
        let mut wanted = Vec::new();
        for (number, part) in position.parts.iter().enumerate() {
            for (one, to) in part.game.moves(&part.packed, Side::Left).unwrap() {
                let after = to.parts.iter().fold(0, |sum, part| sum ^ grundy(part, &mut memo));
                if total != 0 && after == values[number] ^ total {
                    wanted.push((number, part.game.move_text(&one)));
                }
            }
        }
        let mut found: Vec<(usize, String)> =
            answer.winning_moves.iter().map(|one| (one.component, one.text.clone())).collect();
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted, "{query}");
    }
}
