//! `grundy sheet`: whole pages in three languages, every move of the worked position refuted.

use crate::program::{grundy, json};

/// The first tag that is not closed in order, if there is one.
fn unbalanced(page: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    for piece in page.split('<').skip(1) {
        let Some((tag, _)) = piece.split_once('>') else { return Some(piece.to_string()) };
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        if tag.starts_with('!') || tag.ends_with('/') {
            continue;
        } else if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return Some(tag.to_string());
            }
        } else {
            open.push(name);
        }
    }
    open.pop().map(str::to_string)
}

#[test]
fn pages_are_whole_in_three_languages() {
    for (game, words) in [("kayles", ["Who cannot move loses", "더 둘 수 없는 쪽이 진다", "無法行動者敗"])]
    {
        for (lang, words) in ["en", "ko", "zh"].into_iter().zip(words) {
            let run = grundy(&["sheet", game, "--lang", lang]);
            assert_eq!(run.code, Some(0), "{}", run.err);
            assert!(run.out.contains(words), "{lang}");
            assert_eq!(unbalanced(&run.out), None, "{lang}");
            assert!(!run.out.contains("http"), "a page needs nothing outside it");
            // Guy and Smith 1956.
            assert!(run.out.contains("71") && run.out.contains("period 12") || lang != "en");
        }
    }
}

#[test]
fn sheets_have_all_their_parts() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (game, file) in [("wythoff", "wythoff.html"), ("tic-tac-toe", "ttt.html"), ("cram", "cram.tex")] {
        let path = folder.join(file);
        let (answer, code) = json(&["sheet", game, "-o", path.to_str().unwrap()]);
        assert_eq!(code, 0);
        assert!(answer["moves_refuted"].as_u64().unwrap() >= 3, "{game}: {answer}");
        assert_eq!(answer["exercises"], 6, "{game}");
        let text = std::fs::read_to_string(&path).unwrap();
        match file.ends_with("tex") {
            true => assert!(text.starts_with("\\documentclass") && text.ends_with("\\end{document}\n")),
            false => assert_eq!(unbalanced(&text), None, "{game}"),
        }
    }
    assert_eq!(grundy(&["sheet", "kayles", "-o", "kayles.doc"]).code, Some(2));
}
