//! The laws on seeded texts, for a few seconds. A failure names its seed; `GRUNDY_FUZZ_SEED` starts elsewhere.

use grundy_fuzz::{dice::Dice, laws, texts};
use std::time::{Duration, Instant};

const PAGE: &str = include_str!("../../../crates/rule/tests/data/language-page.game");

/// Tries `make` with one seed after the other: at least 200, then until the time is up.
fn try_laws(make: impl Fn(&mut Dice) -> String) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seconds = number("GRUNDY_FUZZ_SECONDS").unwrap_or(1);
    let first = number("GRUNDY_FUZZ_SEED").unwrap_or(1);
    let started = Instant::now();
    let mut seed = first;
    while seed < first + 200 || started.elapsed() < Duration::from_secs(seconds) {
        let text = make(&mut Dice::new(seed));
        let case = Instant::now();
        if let Err(panic) = std::panic::catch_unwind(|| laws::of_text(&text)) {
            eprintln!("seed {seed}:\n{text}\n");
            std::panic::resume_unwind(panic);
        }
        assert!(case.elapsed() < Duration::from_secs(5), "seed {seed} took {:?}:\n{text}", case.elapsed());
        seed += 1;
    }
}

#[test]
fn any_characters() {
    try_laws(texts::noise);
}

#[test]
fn words_in_any_order() {
    try_laws(texts::soup);
}

#[test]
fn games_with_words_changed() {
    try_laws(|dice| texts::mutant(texts::excerpt(PAGE, 600, dice), dice));
}

#[test]
fn games_of_the_library_with_words_changed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let mut files: Vec<_> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path()).collect();
    files.sort();
    let games: Vec<String> = files.iter().filter_map(|file| std::fs::read_to_string(file).ok()).collect();
    for game in &games {
        laws::of_text(game);
    }
    if !games.is_empty() {
        try_laws(|dice| texts::mutant(&games[dice.below(games.len())], dice));
    }
}

#[test]
fn nesting_and_length_are_bounded() {
    for unit in ["(", "[", "{", "-", "not ", "if ", "if a then ", "f(", "a[", "a.b", "a + ", "a and ", "x in "] {
        laws::of_text(&format!("def f = {}", unit.repeat(100_000)));
        laws::of_text(&unit.repeat(100_000));
    }
    for unit in ["!", "(]", "game ", "game A\n", "def\n", "x\n", "\"\n", "state n: nat\n", "# remark\n", "\n", ";"] {
        laws::of_text(&unit.repeat(20_000));
        laws::of_text(&format!("game A\n  {}", unit.repeat(20_000)));
    }
    let head = "game A; state n: nat; move m: ";
    for unit in ["n + ; ", "! ; ", "n = me; ", "n = (; ", "x = 1; ", "if a: ", "n -= 1; "] {
        laws::of_text(&format!("{head}{}", unit.repeat(20_000)));
    }
    laws::of_text(&format!("def f = [{}]", "1 + me, ".repeat(20_000)));
    let mut blocks = String::from("game A\n  state n: nat\n  move m:\n");
    for depth in 0..2000 {
        blocks.push_str(&format!("{}if n > 0:\n", " ".repeat(4 + depth)));
    }
    laws::of_text(&blocks);
    laws::of_text(&"if a: ".repeat(50_000));
    laws::of_text(&format!("start {}", "A(1) + ".repeat(100_000)));
    laws::of_text(&"x".repeat((1 << 20) + 1));
}
