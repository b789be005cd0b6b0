//! What tests begin with: a text that is right becomes rules, a game or a position. A text that is wrong fails the test with all
//! its mistakes.

use grundy_rule::{check_position, parse_expression, read};
use grundy_run::{Game, Position, World};
use std::path::PathBuf;
use std::sync::Arc;

/// Positions are at most so long.
const MOST_BYTES: usize = 1 << 20;

/// The rules of a text without errors.
pub fn world(text: &str) -> Arc<World> {
    worlds(&[text])
}

/// The rules of several texts, which may lead to each other's games.
pub fn worlds(texts: &[&str]) -> Arc<World> {
    let module = |text: &&str| {
        let reading = read(text);
        let errors: Vec<_> = reading.diagnostics.iter().filter(|one| one.is_error()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{text}");
        Arc::new(reading.module)
    };
    World::new(texts.iter().map(module).collect())
}

/// The first game of a text, at its defaults.
pub fn game(text: &str) -> Arc<Game> {
    grundy_run::default_game(&world(text), (0, 0), 0).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

/// The position that an expression names.
pub fn position(world: &Arc<World>, expression: &str) -> Position {
    let modules: Vec<_> = world.modules().iter().map(|module| &**module).collect();
    let parsed = parse_expression(expression, MOST_BYTES).unwrap_or_else(|fault| panic!("{expression}: {fault:?}"));
    let closed = check_position(&parsed, &modules).unwrap_or_else(|fault| panic!("{expression}: {fault:?}"));
    grundy_run::position(world, 0, &closed).unwrap_or_else(|fault| panic!("{expression}: {fault}"))
}

/// The text of a game of the library.
pub fn library_text(stem: &str) -> String {
    std::fs::read_to_string(folder().join(format!("{stem}.game"))).unwrap_or_else(|error| panic!("{stem}: {error}"))
}

/// The rules of a game of the library.
pub fn library(stem: &str) -> Arc<World> {
    world(&library_text(stem))
}

/// Every game of the library: its name without `.game`, and its text.
pub fn library_texts() -> Vec<(String, String)> {
    let mut stems: Vec<String> = std::fs::read_dir(folder())
        .expect("the library")
        .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".game")?.to_string()))
        .collect();
    stems.sort();
    stems.into_iter().map(|stem| (stem.clone(), library_text(&stem))).collect()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games")
}
