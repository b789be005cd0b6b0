//! Algebraic laws on generated games, each against the definition or another method.

use grundy_answer::Unwatched;
use grundy_value::{Arena, Calculator, Dyadic, Game, NoPositions, Nus, Outcome, Relation, Side, Values};
use proptest::prelude::*;
use std::collections::HashMap;

/// A recipe: each step makes a game from options among the small values and the games made before.
type Recipe = Vec<(Vec<usize>, Vec<usize>)>;

fn recipe() -> impl Strategy<Value = Recipe> {
    let options = || prop::collection::vec(0usize..24, 0..4);
    prop::collection::vec((options(), options()), 1..5)
}

fn all_small_recipe() -> impl Strategy<Value = Recipe> {
    let options = || prop::collection::vec(0usize..8, 1..3);
    prop::collection::vec((options(), options()), 1..5)
}

fn small(index: usize) -> Nus {
    let (number, ups, star) = match index {
        0..4 => (Dyadic::from(index as i64 - 2), 0, 0),
        4..8 => (Dyadic::ZERO, 0, index as u128 - 4),
        8..12 => (Dyadic::new(2 * index as i64 - 19, 1), 0, 0),
        12..15 => (Dyadic::ZERO, index as i64 - 13, 1),
        15..18 => (Dyadic::from(index as i64 - 16), 0, 1),
        _ => (Dyadic::from(index as i64 - 20), 1, 0),
    };
    Nus { number, ups, star }
}

fn build(values: Values<'_>, recipe: &Recipe, base: impl Fn(usize) -> Nus) -> Game {
    let mut made = Vec::new();
    for (left, right) in recipe {
        let pick = |options: &Vec<usize>| -> Vec<Game> {
            let choose = |&option: &usize| match option.checked_sub(24 - made.len().min(8)) {
                Some(at) => made[at % made.len()],
                None => values.nus(&base(option)).unwrap(),
            };
            options.iter().map(choose).collect()
        };
        let game = values.game(pick(left), pick(right)).unwrap();
        made.push(game);
    }
    *made.last().unwrap()
}

/// `a + b + ... >= 0` from the definition: Right, moving first, does not win. Plays on option lists only.
fn at_least_zero(values: Values<'_>, sum: &[Game], known: &mut HashMap<(Vec<Game>, Side), bool>) -> bool {
    !wins_moving(values, sum, Side::Right, known)
}

fn wins_moving(values: Values<'_>, sum: &[Game], side: Side, known: &mut HashMap<(Vec<Game>, Side), bool>) -> bool {
    let mut key = sum.to_vec();
    key.sort();
    if let Some(&answer) = known.get(&(key.clone(), side)) {
        return answer;
    }
    let mut answer = false;
    'moves: for at in 0..sum.len() {
        for &option in values.options(sum[at], side).unwrap().iter() {
            let mut next = sum.to_vec();
            next[at] = option;
            if !wins_moving(values, &next, side.other(), known) {
                answer = true;
                break 'moves;
            }
        }
    }
    known.insert((key, side), answer);
    answer
}

fn stop(values: Values<'_>, game: Game, side: Side) -> Dyadic {
    if let Some(number) = values.as_number(game) {
        return number;
    }
    let options = values.options(game, side).unwrap();
    let stops = options.iter().map(|&option| stop(values, option, side.other()));
    if side == Side::Left { stops.max().unwrap() } else { stops.min().unwrap() }
}

fn birthday(values: Values<'_>, game: Game) -> i64 {
    let options = Side::BOTH.map(|side| values.options(game, side).unwrap().to_vec()).concat();
    options.into_iter().map(|option| 1 + birthday(values, option)).max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_form_an_ordered_group(a in recipe(), b in recipe(), c in recipe()) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let [g, h, k] = [&a, &b, &c].map(|recipe| build(v, recipe, small));
        prop_assert_eq!(v.difference(g, g).unwrap(), Game::ZERO);
        prop_assert_eq!(v.negative(v.negative(g).unwrap()).unwrap(), g);
        let sum = v.sum(g, h).unwrap();
        prop_assert_eq!(sum, v.sum(h, g).unwrap());
        prop_assert_eq!(v.sum(sum, k).unwrap(), v.sum(g, v.sum(h, k).unwrap()).unwrap());
        prop_assert_eq!(v.difference(sum, h).unwrap(), g);
        if v.at_most(g, h).unwrap() && v.at_most(h, k).unwrap() {
            prop_assert!(v.at_most(g, k).unwrap());
        }
        prop_assert_eq!(v.at_most(g, h).unwrap(), v.at_most(v.sum(g, k).unwrap(), v.sum(h, k).unwrap()).unwrap());
    }

    #[test]
    fn the_order_is_that_of_play(a in recipe(), b in recipe()) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let (g, h) = (build(v, &a, small), build(v, &b, small));
        let mut known = HashMap::new();
        let parts = [h, v.negative(g).unwrap()];
        prop_assert_eq!(v.at_most(g, h).unwrap(), at_least_zero(v, &parts, &mut known));
        let outcome = match (wins_moving(v, &[g], Side::Left, &mut known), wins_moving(v, &[g], Side::Right, &mut known)) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        };
        prop_assert_eq!(v.outcome(g).unwrap(), outcome);
        // The canonical sum plays like the two components side by side.
        let sum = v.sum(g, h).unwrap();
        prop_assert_eq!(v.at_most(Game::ZERO, sum).unwrap(), at_least_zero(v, &[g, h], &mut known));
    }

    #[test]
    fn stops_birthdays_and_texts_agree_with_their_definitions(a in recipe()) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let g = build(v, &a, small);
        let [left, right] = Side::BOTH.map(|side| v.as_number(v.stop(g, side)).unwrap());
        prop_assert_eq!(&left, &stop(v, g, Side::Left));
        prop_assert_eq!(&right, &stop(v, g, Side::Right));
        prop_assert!(left >= right);
        prop_assert_eq!(v.birthday(g).unwrap(), Dyadic::from(birthday(v, g)));
        let text = v.text(g).unwrap();
        let read = Calculator::new(&NoPositions).evaluate(v, &text).unwrap().text(v).unwrap();
        prop_assert_eq!(read, text);
    }

    #[test]
    fn thermographs_are_the_stops_of_cooled_games(a in recipe(), b in recipe(), quarters in 0i64..12) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let (g, h) = (build(v, &a, small), build(v, &b, small));
        let [tg, th, sum] = [g, h, v.sum(g, h).unwrap()].map(|game| v.thermograph(game).unwrap());
        prop_assert_eq!(&sum.mean, &(&tg.mean + &th.mean));
        prop_assert!(sum.temperature <= tg.temperature.clone().max(th.temperature.clone()));
        let t = Dyadic::new(quarters, 2);
        let cooled = v.cool(g, &t).unwrap();
        prop_assert_eq!(tg.left.at(&t), v.as_number(v.stop(cooled, Side::Left)).unwrap());
        prop_assert_eq!(tg.right.at(&t), v.as_number(v.stop(cooled, Side::Right)).unwrap());
    }

    #[test]
    fn cooling_is_a_homomorphism_that_undoes_heating(a in recipe(), b in recipe(), quarters in 1i64..8) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let (g, h) = (build(v, &a, small), build(v, &b, small));
        let t = Dyadic::new(quarters, 2);
        let cool = |game| v.cool(game, &t).unwrap();
        prop_assert_eq!(cool(v.sum(g, h).unwrap()), v.sum(cool(g), cool(h)).unwrap());
        let heated = v.heat(g, v.number(&t).unwrap()).unwrap();
        prop_assert_eq!(cool(heated), g);
    }

    // Where the only number reached is 0 (elsewhere {1|1/2} > 0 heats to {2|-1/2}).
    #[test]
    fn heating_all_small_games_is_a_homomorphism(a in all_small_recipe(), b in all_small_recipe(), quarters in 1i64..8) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let nimbers = |index: usize| Nus { number: Dyadic::ZERO, ups: index as i64 / 4, star: index as u128 % 4 };
        let (g, h) = (build(v, &a, nimbers), build(v, &b, nimbers));
        prop_assume!(v.is_all_small(g).unwrap() && v.is_all_small(h).unwrap());
        let t = v.number(&Dyadic::new(quarters, 2)).unwrap();
        let both = v.heat(v.sum(g, h).unwrap(), t).unwrap();
        prop_assert_eq!(both, v.sum(v.heat(g, t).unwrap(), v.heat(h, t).unwrap()).unwrap());
    }

    #[test]
    fn the_norton_product_distributes(a in all_small_recipe(), b in all_small_recipe()) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let (g, h) = (build(v, &a, small), build(v, &b, small));
        for unit in [Game::UP, Game::ONE, v.nus(&Nus { number: Dyadic::ONE, ups: 0, star: 1 }).unwrap()] {
            let times = |game| v.norton(game, unit).unwrap().expect("a positive unit");
            prop_assert_eq!(times(v.sum(g, h).unwrap()), v.sum(times(g), times(h)).unwrap());
            prop_assert_eq!(v.at_most(g, h).unwrap(), v.at_most(times(g), times(h)).unwrap());
        }
    }

    #[test]
    fn reduction_forgets_infinitesimals_and_nothing_else(a in recipe(), infinitesimal in 4usize..8) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let g = build(v, &a, small);
        let reduced = v.reduced(g).unwrap();
        prop_assert!(v.is_infinitesimal(v.difference(g, reduced).unwrap()));
        prop_assert_eq!(v.reduced(reduced).unwrap(), reduced);
        let tiny = v.tiny(Side::Left, Game::ONE).unwrap();
        for small in [v.nus(&small(infinitesimal)).unwrap(), Game::UP, tiny] {
            prop_assert_eq!(v.reduced(v.sum(g, small).unwrap()).unwrap(), reduced);
        }
    }

    #[test]
    fn atomic_weights_add_and_decide(a in all_small_recipe(), b in all_small_recipe()) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let nimbers = |index: usize| Nus { number: Dyadic::ZERO, ups: index as i64 / 4, star: index as u128 % 4 };
        let (g, h) = (build(v, &a, nimbers), build(v, &b, nimbers));
        let weight = |game| v.atomic_weight(game).unwrap();
        if let (Some(x), Some(y)) = (weight(g), weight(h)) {
            let whole = v.sum(g, h).unwrap();
            prop_assert_eq!(weight(whole), Some(v.sum(x, y).unwrap()));
            // The two-ahead rule (Winning Ways ch. 8).
            if v.at_most(Game::integer(2), x).unwrap() {
                prop_assert_eq!(v.compare(g, Game::ZERO).unwrap(), Relation::Greater);
            }
        }
    }

    #[test]
    fn sums_are_decided_without_adding_them_up(a in recipe(), b in recipe(), c in recipe(), d in recipe()) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let parts = [&a, &b, &c, &d].map(|recipe| build(v, recipe, small));
        let add = |parts: &[Game]| parts.iter().fold(Game::ZERO, |total, &part| v.sum(total, part).unwrap());
        prop_assert_eq!(v.outcome_of_sum(&parts).unwrap(), v.outcome(add(&parts)).unwrap());
        for side in Side::BOTH {
            let mut expected = Vec::new();
            for (at, &part) in parts.iter().enumerate() {
                for &option in v.options(part, side).unwrap().iter() {
                    let mut after = parts;
                    after[at] = option;
                    let relation = v.compare(add(&after), Game::ZERO).unwrap();
                    let won = if side == Side::Left { Relation::Greater } else { Relation::Less };
                    if relation == won || relation == Relation::Equal {
                        expected.push((at, option));
                    }
                }
            }
            prop_assert_eq!(v.winning_moves(&parts, side).unwrap(), expected);
        }
    }

    // Thermostrat's promise (Winning Ways ch. 6): at most the largest temperature is lost.
    #[test]
    fn the_thermostatic_move_is_nearly_best(a in recipe(), b in recipe(), c in recipe()) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let parts = [&a, &b, &c].map(|recipe| build(v, recipe, small));
        let add = |parts: &[Game]| parts.iter().fold(Game::ZERO, |total, &part| v.sum(total, part).unwrap());
        let whole = add(&parts);
        prop_assume!(!v.is_number(whole));
        let hottest = parts.iter().map(|&part| v.temperature(part).unwrap()).max().unwrap().max(Dyadic::ZERO);
        for side in Side::BOTH {
            let (at, option) = v.thermostatic_move(&parts, side).unwrap().expect("a game that is not a number has moves");
            let mut after = parts;
            after[at] = option;
            let reached = v.as_number(v.stop(add(&after), side.other())).unwrap();
            let best = v.as_number(v.stop(whole, side)).unwrap();
            prop_assert!((&reached - &best).abs() <= hottest, "{} for {} by {}", reached, best, hottest);
        }
    }

    #[test]
    fn numbers_add_and_compare_as_fractions(a in -1_000_000i64..1_000_000, p in 0u32..70, b in -1_000_000i64..1_000_000, q in 0u32..70) {
        // Against machine integers where the exponents are small, against each other where not.
        let (x, y) = (Dyadic::new(a, p), Dyadic::new(b, q));
        prop_assert_eq!(&(&x + &y) - &y, x.clone());
        prop_assert_eq!(x.cmp(&y), (&x - &y).sign());
        prop_assert_eq!(x.times(&y).unwrap(), Dyadic::new(a * b, p + q));
        if p < 40 && q < 40 {
            prop_assert_eq!(x.cmp(&y), ((a as i128) << (40 - p)).cmp(&((b as i128) << (40 - q))));
        }
        let big = Dyadic::ONE.scaled_up(100);
        prop_assert_eq!(&(&x + &big) - &big, x.clone());
        prop_assert_eq!(&(&x + &big.reciprocal().unwrap()) - &big.reciprocal().unwrap(), x);
    }
}

#[test]
fn the_simplest_number_is_the_earliest_born() {
    use grundy_value::End;
    let numbers: Vec<Dyadic> = (-40..=40).map(|n| Dyadic::new(n, 3)).collect();
    for low in &numbers {
        for high in &numbers {
            for (from, to) in [
                (End::Open(low.clone()), End::Open(high.clone())),
                (End::Closed(low.clone()), End::Open(high.clone())),
                (End::Open(low.clone()), End::Closed(high.clone())),
                (End::Closed(low.clone()), End::Closed(high.clone())),
            ] {
                let inside = |x: &Dyadic| {
                    (x > low || x == low && matches!(from, End::Closed(_)))
                        && (x < high || x == high && matches!(to, End::Closed(_)))
                };
                // Sixteenths suffice: between two eighths there is one.
                let candidates = (-81..=81).map(|n| Dyadic::new(n, 4)).filter(inside);
                let expected = candidates.min_by_key(Dyadic::birthday);
                assert_eq!(Dyadic::simplest(&from, &to), expected, "{from:?} {to:?}");
            }
        }
    }
}
