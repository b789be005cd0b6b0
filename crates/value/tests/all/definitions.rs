//! Functions of values against their definitions, written out without the arena's shortcuts.

use grundy_answer::Unwatched;
use grundy_value::{
    Arena, Calculator, Dyadic, Ends, Game, Nimber, NoPositions, Order, Outcome, Parity, Side, Together, Values,
};

fn all_by_day_two(values: Values<'_>) -> Vec<Game> {
    values.born_by(2).expect("small")
}

#[track_caller]
fn value(values: Values<'_>, text: &str) -> Game {
    match Calculator::new(&NoPositions).evaluate(values, text) {
        Ok(grundy_value::Answer::Game(game)) => game,
        other => panic!("{text}: {other:?}"),
    }
}

/// Siegel, CGT III.1: 1, 4, 22 and 1474 values are born by days 0 to 3.
#[test]
fn values_are_listed_by_day() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    for (day, count) in [(0, 1), (1, 4), (2, 22), (3, 1474)] {
        let games = values.born_by(day).expect("small");
        assert_eq!(games.len(), count);
        let latest = games.iter().map(|&game| values.birthday(game).expect("small")).max();
        assert_eq!(latest, Some(Dyadic::from(i64::from(day))));
    }
    assert!(values.born_by(4).is_err());
}

/// The companion is an automorphism of the order that is its own inverse and not the identity; there is one such (CGT III.2).
#[test]
fn the_companion_is_an_automorphism() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let games = all_by_day_two(values);
    let companions: Vec<Game> = games.iter().map(|&game| values.companion(game).expect("small")).collect();
    for (g, &of_g) in games.iter().zip(&companions) {
        assert!(games.contains(&of_g), "born no later");
        assert_eq!(values.companion(of_g), Ok(*g));
        for (h, &of_h) in games.iter().zip(&companions) {
            assert_eq!(values.at_most(*g, *h), values.at_most(of_g, of_h));
        }
    }
    assert_ne!(games, companions);
}

/// The lengths of all lines of play in the canonical form, by following every one.
fn lines(values: Values<'_>, game: Game, ends: Ends, length: u32, found: &mut Vec<u32>) {
    let is_end = match ends {
        Ends::Zero => game == Game::ZERO,
        Ends::Numbers => values.is_number(game),
    };
    if is_end {
        found.push(length);
        return;
    }
    for side in Side::BOTH {
        for &option in values.options(game, side).expect("small").iter() {
            lines(values, option, ends, length + 1, found);
        }
    }
}

#[test]
fn lines_of_play_are_counted() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    for game in values.born_by(3).expect("small").into_iter().step_by(7) {
        for ends in [Ends::Zero, Ends::Numbers] {
            let mut found = Vec::new();
            lines(values, game, ends, 0, &mut found);
            let parity = match found.iter().map(|length| length % 2).collect::<Vec<_>>() {
                all if all.iter().all(|&rest| rest == 0) => Some(Parity::Even),
                all if all.iter().all(|&rest| rest == 1) => Some(Parity::Odd),
                _ => None,
            };
            assert_eq!(values.parity(game, ends), Ok(parity));
            if ends == Ends::Numbers {
                assert_eq!(values.stop_count(game).expect("small").to_string(), found.len().to_string());
            }
        }
    }
}

/// Conway's product is the product of numbers and the nim product of nimbers (ONAG ch. 1 and 6).
#[test]
fn conway_products() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    for a in 0..8u16 {
        for b in 0..8u16 {
            let product = Nimber(a.into()) * Nimber(b.into());
            let found = values.conway_product(Game::nimber(a), Game::nimber(b)).expect("small");
            assert_eq!(values.as_nimber(found), Some(product));
        }
    }
    for (a, i) in [(1, 0), (-3, 0), (3, 2), (-5, 2), (1, 3)] {
        for (b, j) in [(2, 0), (3, 1), (-1, 2)] {
            let (x, y) = (Dyadic::new(a, i), Dyadic::new(b, j));
            let games = [&x, &y].map(|number| values.number(number).expect("small"));
            let found = values.conway_product(games[0], games[1]).expect("small");
            assert_eq!(values.as_number(found), Some(x.times(&y).expect("small")));
        }
    }
    // On ordinals below omega the ordinal product is the product.
    for (m, n) in [(0, 3), (1, 4), (2, 3), (3, 2)] {
        assert_eq!(values.ordinal_product(Game::integer(m), Game::integer(n)), Ok(Game::integer(m * n)));
    }
}

/// Uptimals are written as they were made, and read back.
#[test]
fn uptimals_are_recognised() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    for digits in [[0, 1, 0], [1, 0, -2], [1, 1, 1], [-1, 2, 0], [2, -1, 1], [0, 0, 3], [0, -1, 1]] {
        for (star, number) in [(0u16, 0), (1, 0), (2, 1), (0, -1)] {
            let powers = values.uptimal(&digits.map(Dyadic::from)).expect("small");
            let game = values.sum(powers, values.sum(Game::nimber(star), Game::integer(number)).expect("small"));
            let game = game.expect("small");
            let mut wanted = digits.to_vec();
            while wanted.last() == Some(&0) {
                wanted.pop();
            }
            let found = values.uptimal_expansion(game).expect("small").expect("an uptimal");
            assert_eq!(
                (found.digits, found.star, found.number),
                (wanted, star.into(), Dyadic::from(i64::from(number)))
            );
            let text = values.text(game).expect("short");
            assert_eq!(value(values, &text), game, "{text}");
        }
    }
    assert_eq!(values.text(value(values, "{0|v*}")).as_deref(), Ok("^<2>"));
    assert_eq!(values.text(value(values, "Uptimal(1,0,-2)")).as_deref(), Ok("Uptimal(1,0,-2)"));
    for text in ["Tiny(1)", "{^|v*}", "{1|-1}", "{0,^<2>|v}", "{0,*2|*}"] {
        let game = value(values, text);
        if let Some(found) = values.uptimal_expansion(game).expect("small") {
            let digits: Vec<Dyadic> = found.digits.iter().map(|&digit| Dyadic::from(digit)).collect();
            let star = values.nimber(Nimber(found.star)).expect("small");
            let again = values.sum(values.uptimal(&digits).expect("small"), star).expect("small");
            assert_eq!(values.sum(again, values.number(&found.number).expect("small")), Ok(game), "{text}");
        }
    }
}

/// Down + far star <= G - W.^ <= up + far star is what it means that W is the weight of G (Siegel, CGT II.7).
#[test]
fn atomic_weights_are_those_of_the_definition() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let (mut with, mut without) = (0, 0);
    for game in values.born_by(3).expect("small").into_iter().filter(|&game| values.is_infinitesimal(game)) {
        let bound = |rest: Game| {
            let up = values.sum(Game::UP, Game::nimber(1 << 6)).expect("small");
            values.at_most(rest, up).expect("small")
                && values.at_most(values.negative(up).unwrap(), rest).expect("small")
        };
        match values.atomic_weight(game).expect("small") {
            Some(weight) => {
                let ups = values.norton(weight, Game::UP).expect("small").expect("up is positive");
                assert!(bound(values.difference(game, ups).expect("small")), "{}", values.text(game).unwrap());
                with += 1;
            }
            None => {
                // No integer does either.
                for ups in -3..=3 {
                    let ups = values.multiple(Game::UP, &Dyadic::from(ups)).expect("small");
                    assert!(!bound(values.difference(game, ups).expect("small")), "{}", values.text(game).unwrap());
                }
                without += 1;
            }
        }
    }
    assert!(with > 50, "{with} with, {without} without");
}

#[test]
fn orders_in_the_group() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let order = |text: &str| values.order(value(values, text)).expect("small");
    assert_eq!(order("0"), Order::Finite(1));
    assert_eq!(order("*3"), Order::Finite(2));
    assert_eq!(order("+-1"), Order::Finite(2));
    assert_eq!(order("^"), Order::Infinite);
    assert_eq!(order("{2|1}"), Order::Infinite);
    // Of every value by day 3: four times it is 0 exactly if its order is said to divide 4.
    for game in values.born_by(3).expect("small").into_iter().step_by(61) {
        let four = values.multiple(game, &Dyadic::from(4)).expect("small");
        let finite = matches!(values.order(game), Ok(Order::Finite(1 | 2 | 4)));
        assert_eq!(finite, four == Game::ZERO, "{}", values.text(game).unwrap());
    }
}

/// Cooling by its definition: {G^L - t | G^R + t} of the cooled options, until that first is a number and an infinitesimal.
#[test]
fn cooling_below_zero() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    for (text, expected) in [
        ("Cool(1/4, -3/8)", "{3/8|1/8}"),
        ("Cool(1/4, -1/8)", "1/4"),
        ("Cool(1/2, -1/2)", "1/2*"),
        ("Cool(5, -3/4)", "5"),
        ("Cool(*, -1/4)", "+-1/4"),
        ("Reduced(2000000)", "2000000"),
        ("Heat(2^70, 3)", "1180591620717411303424"),
        ("Freeze(3000000)", "3000000"),
        ("Overheat(3000000, 1, 1)", "3000000"),
        ("Norton(3000000, 1)", "3000000"),
        ("AtomicWeight(Tiny(1))", "0"),
    ] {
        let game = value(values, text);
        assert_eq!(game, value(values, expected), "{text}");
    }
}

/// The pairs a player can move to when two games are played together.
fn together(values: Values<'_>, how: Together, (a, b): (Game, Game), side: Side) -> Vec<(Game, Game)> {
    let (first, second) = (values.options(a, side).expect("small"), values.options(b, side).expect("small"));
    let both = first.iter().flat_map(|&x| second.iter().map(move |&y| (x, y)));
    let one = first.iter().map(|&x| (x, b)).chain(second.iter().map(|&y| (a, y)));
    let over = first.is_empty() || second.is_empty();
    match how {
        Together::Conjunctive => both.collect(),
        Together::ContinuedConjunctive if over => one.collect(),
        Together::ContinuedConjunctive => both.collect(),
        Together::DiminishedDisjunctive if over => Vec::new(),
        Together::DiminishedDisjunctive => one.collect(),
        Together::Selective => both.chain(one).collect(),
        Together::ShortenedSelective if over => Vec::new(),
        Together::ShortenedSelective => both.chain(one).collect(),
    }
}

fn wins(values: Values<'_>, how: Together, pair: (Game, Game), side: Side) -> bool {
    together(values, how, pair, side).into_iter().any(|next| !wins(values, how, next, side.other()))
}

const EVERY_WAY: [Together; 5] = [
    Together::Conjunctive,
    Together::ContinuedConjunctive,
    Together::DiminishedDisjunctive,
    Together::Selective,
    Together::ShortenedSelective,
];

/// Who wins two games played together, by playing them; and with nimbers the least excluded number.
#[test]
fn compounds_are_played_by_their_rules() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    for how in EVERY_WAY {
        for &a in &all_by_day_two(values) {
            for &b in &all_by_day_two(values) {
                let expected = match Side::BOTH.map(|side| wins(values, how, (a, b), side)) {
                    [true, true] => Outcome::Next,
                    [true, false] => Outcome::Left,
                    [false, true] => Outcome::Right,
                    [false, false] => Outcome::Previous,
                };
                let sum = values.compound(a, b, how).expect("small");
                assert_eq!(values.outcome(sum), Ok(expected), "{how:?}");
            }
        }
        let mut table = vec![vec![0u128; 7]; 7];
        for a in 0..7usize {
            for b in 0..7usize {
                let pairs = together(values, how, (Game::nimber(a as u16), Game::nimber(b as u16)), Side::Left);
                let place = |game| values.as_nimber(game).expect("a nimber").0 as usize;
                let after: Vec<u128> = pairs.into_iter().map(|(x, y)| table[place(x)][place(y)]).collect();
                table[a][b] = (0..).find(|least| !after.contains(least)).expect("one is free");
                let sum = values.compound(Game::nimber(a as u16), Game::nimber(b as u16), how).expect("small");
                assert_eq!(values.as_nimber(sum), Some(Nimber(table[a][b])), "{how:?} {a} {b}");
            }
        }
    }
}
