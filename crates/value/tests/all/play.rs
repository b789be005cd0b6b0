//! Advice in sums against the sums added up, and play beside coupons searched to the end.

use grundy_answer::Unwatched;
use grundy_value::{Arena, Dyadic, Game, Merit, Side, Values};
use std::collections::HashMap;

fn pick(seed: &mut u64, count: usize) -> usize {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*seed >> 33) as usize % count
}

fn added(values: Values<'_>, parts: &[Game]) -> Game {
    parts.iter().fold(Game::ZERO, |total, &part| values.sum(total, part).unwrap())
}

/// `a >= b` for Left, `a <= b` for Right.
fn is_as_good(values: Values<'_>, side: Side, a: Game, b: Game) -> bool {
    let (high, low) = side.order(a, b);
    values.at_most(low, high).unwrap()
}

/// Games hotter than those of a day: a number, a switch, or a threat, from small integers.
fn hot(values: Values<'_>, seed: &mut u64) -> Game {
    let mut number = |low: i64, count: usize| Game::integer((low + pick(seed, count) as i64) as i32);
    let (a, b, c, d) = (number(0, 8), number(-4, 4), number(-12, 8), number(8, 4));
    let form = match number(0, 5) {
        form if form == Game::ZERO => (vec![a], vec![b]),
        form if form == Game::ONE => (vec![values.game(vec![d], vec![a]).unwrap()], vec![b]),
        form if form == Game::integer(2) => (vec![a], vec![values.game(vec![b], vec![c]).unwrap()]),
        form if form == Game::integer(3) => (vec![a, values.game(vec![d], vec![b]).unwrap()], vec![c]),
        _ => (vec![values.game(vec![d], vec![a]).unwrap()], vec![values.game(vec![b], vec![c]).unwrap()]),
    };
    values.game(form.0, form.1).unwrap()
}

#[test]
fn advised_moves_are_best_in_the_sum() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let day_three = values.born_by(3).unwrap();
    let mut seed = 4;
    let mut met = [0; 2];
    for round in 0..300 {
        let part = |seed: &mut u64| match round % 2 {
            0 => hot(values, seed),
            _ => day_three[pick(seed, day_three.len())],
        };
        let parts = [part(&mut seed), part(&mut seed), part(&mut seed)];
        let sum = added(values, &parts);
        for side in Side::BOTH {
            let stop = values.as_number(values.stop(sum, side)).unwrap();
            let [low, high] = values.stop_bounds(&parts, side).unwrap();
            assert!(low <= stop && stop <= high, "{low} {stop} {high}");
            let after = |at: usize, option: Game| {
                let mut after = parts;
                after[at] = option;
                added(values, &after)
            };
            let mut moves = Vec::new();
            for (at, &part) in parts.iter().enumerate() {
                moves.extend(values.options(part, side).unwrap().iter().map(|&option| after(at, option)));
            }
            let Some(advice) = values.advice(&parts, side).unwrap() else {
                assert!(moves.is_empty());
                continue;
            };
            let advised = after(advice.choice.0, advice.choice.1);
            assert!(moves.contains(&advised));
            match advice.merit {
                Merit::Dominates => {
                    met[0] += 1;
                    assert!(moves.iter().all(|&other| is_as_good(values, side, advised, other)));
                }
                Merit::Stop(found) => {
                    met[1] += 1;
                    assert_eq!(found, stop);
                    // No move of a number keeps it; of others the advised one does.
                    let reached = values.as_number(values.stop(advised, side.other())).unwrap();
                    assert!(values.is_number(sum) || reached == stop, "{reached} for {stop}");
                }
                Merit::Between { .. } => panic!("three small games are searched"),
            }
        }
    }
    assert!(met[0] > 50 && met[1] > 50, "{met:?}");
}

/// Of many switches the hottest is always best, and the stop is known at once.
#[test]
fn many_parts_are_no_obstacle() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let switches: Vec<Game> =
        (1..=200).map(|n| values.switch(values.number(&Dyadic::new(n, 3)).unwrap()).unwrap()).collect();
    let advice = values.advice(&switches, Side::Left).unwrap().unwrap();
    assert_eq!((advice.choice.0, advice.merit), (199, Merit::Dominates));
    // Threats of many sizes: whatever is said holds, here by the bounds alone.
    let mut seed = 9;
    let parts: Vec<Game> = (0..40).map(|_| hot(values, &mut seed)).collect();
    for side in Side::BOTH {
        let advice = values.advice(&parts, side).unwrap().unwrap();
        let [low, high] = values.stop_bounds(&parts, side).unwrap();
        assert!(low <= high);
        assert!(values.options(parts[advice.choice.0], side).unwrap().contains(&advice.choice.1));
        if let Merit::Stop(stop) = advice.merit {
            assert!(low <= stop && stop <= high);
        }
    }
}

/// Scores in 64ths of a game beside coupons of 1/64, 2/64, ...; numbers are not played in.
fn score(
    values: Values<'_>,
    game: Game,
    coupons: i64,
    mover: Side,
    known: &mut HashMap<(Game, i64, Side), Dyadic>,
) -> Dyadic {
    if let Some(number) = values.as_number(game) {
        return &number.scaled_up(6) + &Dyadic::from(mover.sign() * ((coupons + 1) / 2));
    }
    if let Some(found) = known.get(&(game, coupons, mover)) {
        return found.clone();
    }
    let mut reached = Vec::new();
    for &option in values.options(game, mover).unwrap().iter() {
        reached.push(score(values, option, coupons, mover.other(), known));
    }
    if coupons > 0 {
        let rest = score(values, game, coupons - 1, mover.other(), known);
        reached.push(&rest + &Dyadic::from(mover.sign() * coupons));
    }
    let best = if mover == Side::Left { reached.iter().max() } else { reached.iter().min() };
    let best = best.unwrap().clone();
    known.insert((game, coupons, mover), best.clone());
    best
}

#[test]
fn environments_promise_what_coupons_give() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let mut seed = 77;
    for _ in 0..60 {
        let game = hot(values, &mut seed);
        let mut known = HashMap::new();
        for coupons in (0..12 * 64).step_by(96) {
            let t = Dyadic::new(coupons, 6);
            let [left, right] = values.enriched(game, &t).unwrap();
            for (first, promised) in [(Side::Left, left), (Side::Right, right)] {
                let found = score(values, game, coupons, first, &mut known).scaled_down(6);
                assert!((&found - &promised).abs() <= Dyadic::new(6, 6), "{found} for {promised} at {t}");
            }
        }
    }
}

/// The definitions again: options at least as good as a canonical one; lines whose answers keep what the game is worth.
#[test]
fn sensible_options_and_lines() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let day_two = values.born_by(2).unwrap();
    let mut seed = 5;
    for _ in 0..4000 {
        let mut some = || -> Vec<Game> { (0..3).map(|_| day_two[pick(&mut seed, day_two.len())]).collect() };
        let (left, right) = (some(), some());
        let game = values.game(left.clone(), right.clone()).unwrap();
        for side in Side::BOTH {
            let canonical = values.options(game, side).unwrap();
            let form = side.order(&left, &right).0;
            let sensible = values.sensible_options(&left, &right, side).unwrap();
            for &option in form {
                let expected = canonical.iter().any(|&best| is_as_good(values, side, option, best));
                assert_eq!(sensible.contains(&option), expected);
            }
            let lines = values.sensible_lines(&left, &right, side).unwrap();
            assert_eq!(lines.len(), canonical.len());
            for (line, &best) in lines.iter().zip(canonical.iter()) {
                assert!(line.last() == Some(&best) && line.len() % 2 == 1 && form.contains(&line[0]));
                for (at, step) in line.windows(2).enumerate() {
                    let mover = if at % 2 == 0 { side.other() } else { side };
                    assert!(values.options(step[0], mover).unwrap().contains(&step[1]));
                    assert!(at % 2 == 1 || is_as_good(values, side, game, step[1]));
                }
            }
        }
    }
}
