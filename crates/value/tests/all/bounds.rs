//! What must hold whatever is typed or however deep: no panic, no overflow of the stack, the same answers on several threads.

use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_value::{Arena, Calculator, Dyadic, Game, HEIGHT_LIMIT, Halt, NoPositions, Side, Values};
use proptest::prelude::*;

/// A game of the given height in which no option reverses: each level is hotter than the one inside.
fn tower(values: Values<'_>, height: i64) -> Game {
    (1..=height).fold(Game::ZERO, |inside, level| {
        let left = values.number(&Dyadic::from(level * level)).unwrap();
        values.game(vec![left], vec![inside]).unwrap()
    })
}

#[test]
fn the_deepest_games_fit_the_stack_of_a_thread() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let deep = tower(values, HEIGHT_LIMIT as i64 - 1);
    assert_eq!(values.height(deep), HEIGHT_LIMIT - 1);
    let negative = values.negative(deep).unwrap();
    assert_eq!(values.sum(deep, negative), Ok(Game::ZERO));
    let other = tower(values, HEIGHT_LIMIT as i64 - 2);
    values.compare(deep, other).unwrap();
    values.sum(deep, Game::ONE).unwrap();
    values.sum(deep, Game::UP).unwrap();
    values.birthday(deep).unwrap();
    values.thermograph(tower(values, 60)).unwrap();
    values.text(deep).unwrap();
    let one_more = values.game(vec![values.number(&Dyadic::from(2_000_000)).unwrap()], vec![deep]).unwrap();
    let two_more = values.game(vec![values.number(&Dyadic::from(3_000_000)).unwrap()], vec![one_more]);
    assert_eq!(two_more, Err(Halt::TooDeep));
}

struct StopAtOnce;

impl Watch for StopAtOnce {
    fn tick(&self, _: Progress) -> Option<Stop> {
        Some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

#[test]
fn a_watch_stops_a_sum_and_leaves_the_arena_whole() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let hot = |n| values.heat(Game::nimber(n), Game::ONE).unwrap();
    let (g, h) = (hot(12), values.heat(Game::nimber(11), values.number(&Dyadic::new(3, 2)).unwrap()).unwrap());
    assert_eq!(arena.values(&StopAtOnce).sum(g, h), Err(Halt::Stopped(Stop::Time)));
    assert_eq!(values.difference(g, g), Ok(Game::ZERO));
}

#[test]
fn threads_share_an_arena() {
    let arena = Arena::new();
    // Each thread builds the same games in another order; handles must agree afterwards.
    let build = |turn: usize| {
        let values = arena.values(&Unwatched);
        let mut games = vec![Game::ZERO, Game::ONE, Game::STAR, Game::UP];
        for step in 0..300 {
            let pick = |salt: usize| games[(step * 7 + salt * 13 + step / 3) % games.len()];
            let (left, right) = (vec![pick(1), pick(2)], vec![pick(3), pick(4)]);
            let game = if turn.is_multiple_of(2) {
                values.game(left, right).unwrap()
            } else {
                let negated = |options: Vec<Game>| options.iter().map(|&game| values.negative(game).unwrap()).collect();
                values.negative(values.game(negated(right), negated(left)).unwrap()).unwrap()
            };
            if values.height(game) < 4 {
                games.push(game);
            }
        }
        games
    };
    let results: Vec<Vec<Game>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|turn| scope.spawn(move || build(turn))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for other in &results[1..] {
        assert_eq!(&results[0], other);
    }
    assert!(results[0].len() > 100);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_typed_is_answered_or_refused(text in "[-0-9{}|,()*^v+:.a<>=& /]{0,24}") {
        answered_or_refused(&text);
    }

    #[test]
    fn words_too(words in prop::collection::vec(prop::sample::select(vec![
        "1", "*", "^", "v", "{", "}", "|", "||", ",", "(", ")", "+-", "-", "+", "on", "pass", "a{", "a", "Heat(", ".Mean", "é", "1/2",
        "Tiny(", "&", "<=", ":", "^2", "0", "Foo(", "\"", " ",
    ]), 0..12)) {
        answered_or_refused(&words.concat());
    }
}

fn answered_or_refused(text: &str) {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    match Calculator::new(&NoPositions).evaluate(values, text) {
        Ok(answer) => {
            let written = answer.text(values).unwrap();
            if let grundy_value::Answer::Game(game) = answer {
                assert!(values.options(game, Side::Left).is_ok() || !written.is_empty());
            }
        }
        Err(fault) => {
            assert!(fault.span.start <= fault.span.end && fault.span.end <= text.len(), "{text}: {fault:?}");
            assert!(fault.column(text) <= text.chars().count() + 1);
        }
    }
}
