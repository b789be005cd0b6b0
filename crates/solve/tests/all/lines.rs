//! Lines of best play replayed by the rules: every step is legal, and the winner leaves lost positions all along.

use grundy_answer::Unwatched;
use grundy_run::{Component, Position, Side};
use grundy_solve::{Grundy, LineMove, Play, Question, Winner, solve};

const RULES: &str = r##"
game Heap
  state n: nat
  move take(k in 1..n): n -= k

game Pins
  state n: nat
  move knock(k in 1..2, a in 0..n-k): become Pins(a) + Pins(n - k - a)

game Token
  param G: digraph = "0->1;1->2;2->0 3;3->4;4->"
  state at: nodes(G)
  move go(w in next(G, at)): at = w
"##;

fn at(text: &str) -> Position {
    let world = grundy_kit::world(RULES);
    grundy_kit::position(&world, text)
}

/// The positions after each step of a line.
fn replayed(start: &Position, line: &[LineMove]) -> Vec<Position> {
    let mut sum: Vec<Component> = start.parts.clone();
    let mut after = Vec::new();
    for step in line {
        let mut next = None;
        for (number, part) in sum.iter().enumerate() {
            let text = match (sum.len(), step.text.split_once(": ")) {
                (1, _) => &*step.text,
                (_, Some((name, text))) if name == part.to_string() => text,
                _ => continue,
            };
            let mut found = None;
            part.game
                .each_move(&part.packed, Side::Left, &mut |one, to| {
                    if part.game.move_text(&one) == text {
                        assert_eq!((&step.one, &step.part), (&one, part), "{}", step.text);
                        found = Some(to.parts);
                        return grundy_run::Flow::Stop;
                    }
                    grundy_run::Flow::On
                })
                .unwrap();
            next = found.map(|parts| (number, parts));
            break;
        }
        let (number, parts) = next.unwrap_or_else(|| panic!("{} is no move", step.text));
        sum.splice(number..=number, parts);
        after.push(Position { parts: sum.clone() });
    }
    after
}

fn heaps(position: &Position) -> Vec<u64> {
    position.parts.iter().map(|part| part.packed[0]).collect()
}

/// Bouton 1901, under normal and misère play.
fn is_lost(heaps: &[u64], play: Play) -> bool {
    let total = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    total == u64::from(play == Play::Misere && heaps.iter().all(|heap| *heap < 2))
}

#[test]
fn large_heaps_are_played_to_the_end() {
    for play in [Play::AsWritten, Play::Misere] {
        for text in
            ["Heap(3000) + Heap(2700) + Heap(3)", "Heap(1000000)", "Heap(500) + Heap(500)", "Heap(700) + Heap(1)"]
        {
            let start = at(text);
            let answer = solve(&start, Question { play, ..Question::default() }, &Unwatched).unwrap();
            let won = answer.winner == Some(Winner::First);
            assert_eq!(won, !is_lost(&heaps(&start), play), "{text}");
            let positions = replayed(&start, &answer.line);
            for (number, position) in positions.iter().enumerate() {
                let by_winner = (number % 2 == 0) == won;
                assert_eq!(is_lost(&heaps(position), play), by_winner, "{text} after {:?}", &answer.line[..=number]);
            }
            let over = positions.last().is_some_and(|last| heaps(last).iter().all(|heap| *heap == 0));
            assert!(over || positions.len() == 60, "{text}: {:?}", answer.line);
        }
    }
}

#[test]
fn rows_too_long_to_search_are_played_on() {
    let start = at("Pins(400) + Pins(301)");
    let answer = solve(&start, Question::default(), &Unwatched).unwrap();
    assert!(answer.line.len() > 10);
    replayed(&start, &answer.line);
}

/// The digraph of Fraenkel's survey: 4 is lost, 3 won, 0, 1, 2 drawn.
#[test]
fn loopy_sums_have_lines() {
    let line = |text: &str| {
        let start = at(text);
        let answer = solve(&start, Question::default(), &Unwatched).unwrap();
        let after = replayed(&start, &answer.line);
        (answer, after)
    };
    let (answer, after) = line("Token(3)");
    assert_eq!((answer.winner, after.len()), (Some(Winner::First), 1));
    let (answer, after) = line("Token(0)");
    assert_eq!(answer.winner, Some(Winner::Draw));
    assert!(after.len() >= 3, "{:?}", answer.line);
    // infinity with 1, plus 1, is infinity with 0: the move to 3 + 3 wins, and is played out.
    let (answer, after) = line("Token(2) + Token(3)");
    assert_eq!(answer.grundy, Some(Grundy::Infinite(vec![0])));
    assert_eq!(answer.winner, Some(Winner::First));
    assert_eq!(after.len(), 3, "{:?}", answer.line);
}
