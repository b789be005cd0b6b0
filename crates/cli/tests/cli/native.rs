//! Compiled rules give the answers of interpreted ones, and `facts` says which games are compiled.

use crate::program::{grundy, json};

#[test]
fn compiled_and_interpreted_counts_agree() {
    for (game, depth) in [("reversi", "4"), ("connect4", "4"), ("dots-and-boxes", "4"), ("walls", "3")] {
        let asked = ["perft", game, "--depth", depth];
        let interpreted = grundy(&["perft", game, "--depth", depth, "--interpret"]);
        assert_eq!(grundy(&asked).out, interpreted.out, "{game}");
        assert_eq!(interpreted.code, Some(0), "{game}: {}", interpreted.err);
    }
}

#[test]
fn facts_say_what_is_compiled() {
    let native = |game: &str, more: &[&str]| {
        let (answer, code) = json(&[&["facts", game], more].concat());
        assert_eq!(code, 0);
        answer["games"][0]["native"].clone()
    };
    assert_eq!(native("cram", &[])["compiled"], true);
    assert_eq!(native("maundy-cake", &[])["compiled"], false);
    assert_eq!(native("cram", &["--interpret"])["compiled"], false);
}
