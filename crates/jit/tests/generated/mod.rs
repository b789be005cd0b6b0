//! Native code and interpretation agree on games made by chance. `GRUNDY_FUZZ_SECONDS=600` goes on for ten minutes.

use super::{Seed, play, world};
use grundy_fuzz::dice::Dice;
use grundy_fuzz::games;
use grundy_rule::{Diagnostic, check_position, parse_expression};
use grundy_run::Found;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

#[test]
fn generated_games_play_the_same() {
    let seconds = std::env::var("GRUNDY_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let (mut compiled, mut interpreted) = (0, 0);
    for seed in 0.. {
        if until.map_or(seed >= 150, |until| Instant::now() >= until) {
            break;
        }
        let sample = games::any(&mut Dice::new(seed));
        if grundy_rule::read(&sample.text).diagnostics.iter().any(Diagnostic::is_error) {
            continue;
        }
        let world = world(&sample.text);
        for query in &sample.positions {
            let parsed = parse_expression(query, 1 << 20).expect("an expression");
            let closed = check_position(&parsed, &[&world.modules()[0]]).expect("a position");
            let position = grundy_run::position(&world, 0, &closed).expect("no fault");
            for part in &position.parts {
                match part.game.found() {
                    Found::Interpreted(_) => interpreted += 1,
                    Found::Natively(_) => {
                        compiled += 1;
                        let outcome =
                            std::panic::catch_unwind(AssertUnwindSafe(|| play(part, 4, 400, &mut Seed(seed))));
                        assert!(outcome.is_ok(), "seed {seed}, {part}\n{}", sample.text);
                    }
                }
            }
        }
    }
    println!("{compiled} compiled, {interpreted} not");
    assert!(compiled > 9 * interpreted, "{compiled} compiled, {interpreted} not");
}
