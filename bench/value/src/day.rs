//! All values born by day 3: listed, compared, sorted and added pairwise; and the same job of comparing in a plain program.

use crate::Cpu;
use grundy_answer::Unwatched;
use grundy_value::{Arena, Game, Side, Values};
use std::collections::HashMap;

pub fn run() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let started = Cpu::start();
    let games = values.born_by(3).expect("fits");
    println!("values born by day 3: {} listed in {:?}", games.len(), started.elapsed());

    let started = Cpu::start();
    // How many are at most each: an order that agrees with the order of games.
    let mut sorted: Vec<(usize, Game)> = Vec::new();
    for &game in &games {
        let below = games.iter().filter(|&&other| values.at_most(other, game).expect("fits")).count();
        sorted.push((below, game));
    }
    sorted.sort();
    let sorting = started.elapsed();
    println!("  sorted by {} comparisons in {sorting:?}", games.len() * games.len());

    let started = Cpu::start();
    let mut distinct = std::collections::HashSet::new();
    for (at, &g) in games.iter().enumerate() {
        for &h in &games[at..] {
            distinct.insert(values.sum(g, h).expect("fits"));
        }
    }
    let adding = started.elapsed();
    println!(
        "  {} pairs added in {adding:?}: {} distinct sums; sorted and added in {:?}",
        games.len() * (games.len() + 1) / 2,
        distinct.len(),
        sorting + adding
    );
    println!(
        "  the arena holds {} values that are not one word, {:.1} bytes each, tables of orders and sums left out",
        arena.len(),
        arena.bytes_of_values() as f64 / arena.len() as f64
    );
    let words = distinct.len() - distinct.iter().filter(|&&sum| values.height(sum) > 0).count();
    println!("  {words} of the distinct sums are one word");

    let started = Cpu::start();
    let sample: Vec<Game> = games.iter().copied().step_by(5).collect();
    let mut plain = HashMap::new();
    let holds = sample.iter().flat_map(|&g| sample.iter().map(move |&h| (g, h)));
    let holds = holds.filter(|&(g, h)| at_most(values, &mut plain, g, h)).count();
    let (plain, count) = (started.elapsed(), sample.len() * sample.len());
    let started = Cpu::start();
    let fresh = Arena::new();
    let again: Vec<Game> = sample.iter().map(|&game| copied(values, fresh.values(&Unwatched), game)).collect();
    let ours = again.iter().flat_map(|&g| again.iter().map(move |&h| (g, h)));
    let ours = ours.filter(|&(g, h)| fresh.values(&Unwatched).at_most(g, h).expect("fits")).count();
    assert_eq!(holds, ours, "both count the same pairs");
    let time = started.elapsed();
    println!(
        "  {count} comparisons of every fifth: by the definition with a memo table {plain:?}, here {time:?}: ratio {:.1}",
        plain.as_secs_f64() / time.as_secs_f64()
    );
}

/// `g <= h` by the definition over the canonical options.
fn at_most(values: Values<'_>, known: &mut HashMap<(Game, Game), bool>, g: Game, h: Game) -> bool {
    if let Some(&known) = known.get(&(g, h)) {
        return known;
    }
    let left = values.options(g, Side::Left).expect("fits");
    let right = values.options(h, Side::Right).expect("fits");
    let answer = !left.iter().any(|&option| at_most(values, known, h, option))
        && !right.iter().any(|&option| at_most(values, known, option, g));
    known.insert((g, h), answer);
    answer
}

/// The same value in another arena.
fn copied(from: Values<'_>, to: Values<'_>, game: Game) -> Game {
    let options = |side| -> Vec<Game> {
        from.options(game, side).expect("fits").iter().map(|&option| copied(from, to, option)).collect()
    };
    to.game(options(Side::Left), options(Side::Right)).expect("fits")
}

/// The advised move in sums of many hot parts, mean of 100 runs with nothing remembered.
pub fn sums() {
    for (name, threats) in [("100 switches", false), ("30 threats", true)] {
        let mut said = String::new();
        let mut spent = std::time::Duration::ZERO;
        for _ in 0..100 {
            let arena = Arena::new();
            let values = arena.values(&Unwatched);
            let parts = if threats { threats_of(values) } else { switches_of(values) };
            let started = std::time::Instant::now();
            let advice = values.advice(&parts, Side::Left).expect("fits").expect("a move");
            spent += started.elapsed();
            said = format!("summand {}, {:?}", advice.choice.0 + 1, advice.merit);
        }
        println!("  {name}: {:?} by the clock, {said}", spent / 100);
    }
}

fn switch(values: Values<'_>, low: i64, high: i64) -> Game {
    values.game(vec![Game::integer(high as i32)], vec![Game::integer(low as i32)]).expect("fits")
}

fn switches_of(values: Values<'_>) -> Vec<Game> {
    (1..=100).map(|n| switch(values, -n * 7 % 31, n * 13 % 41 + 1)).collect()
}

fn threats_of(values: Values<'_>) -> Vec<Game> {
    let threat = |n: i64| {
        let threatened = switch(values, n % 5, 20 + n);
        values.game(vec![threatened], vec![Game::integer((-n % 7) as i32)]).expect("fits")
    };
    (1..=30).map(threat).collect()
}
