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
        assert!(answer.get("kinds").is_none());
        let text = std::fs::read_to_string(&path).unwrap();
        match file.ends_with("tex") {
            true => assert!(text.starts_with("\\documentclass") && text.ends_with("\\end{document}\n")),
            false => assert_eq!(unbalanced(&text), None, "{game}"),
        }
    }
    assert_eq!(grundy(&["sheet", "kayles", "-o", "kayles.doc"]).code, Some(2));
}

/// The questions and answers of a sheet for the teacher: each question with what follows it.
fn asked(arguments: &[&str]) -> Vec<(String, String)> {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("asked-{}.html", arguments.join("-").replace(['/', ' ', ','], "")));
    let student = path.with_extension("student.html");
    let files = ["-o", student.to_str().unwrap(), "--answers", path.to_str().unwrap()];
    let run = grundy(&[&["sheet"], arguments, &files].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let page = std::fs::read_to_string(&path).unwrap();
    assert_eq!(unbalanced(&page), None);
    let blank = std::fs::read_to_string(&student).unwrap();
    assert!(!blank.contains("Answer:") && page.contains("Answer:"), "answers stand apart");
    let text = |html: &str| html.replace("<code>", "").replace("</code>", "");
    let tasks = page.split("<p class=\"task\">").skip(1);
    tasks
        .map(|task| {
            let (question, rest) = task.split_once("</p>").unwrap();
            let answer = rest.split("Answer:").nth(1).unwrap_or_default().split("</p>").next().unwrap_or_default();
            (text(question), text(answer).trim().to_string())
        })
        .collect()
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

/// A mex by its definition.
#[test]
fn a_mex_is_the_least_that_is_missing() {
    let asked = asked(&["kayles", "--kind", "mex", "--count", "4", "--seed", "5"]);
    assert!(asked.len() >= 3);
    for (question, answer) in asked {
        let values = numbers(question.split("Grundy values").nth(1).unwrap());
        let mex = (0..).find(|n| !values.contains(n)).unwrap();
        assert_eq!(numbers(&answer), [mex], "{question}");
    }
}

/// Sums of Nim heaps: the nim-sum is the exclusive or, and a heap is lowered to its exclusive or with it (Bouton 1901).
#[test]
fn sums_are_won_and_lost_by_their_nim_sum() {
    let asked = asked(&["nim", "--kind", "sum", "--count", "6", "--level", "2", "--seed", "3"]);
    assert_eq!(asked.len(), 6);
    let mut lost = 0;
    for (question, answer) in asked {
        let heaps: Vec<u64> = question.split("Nim(").skip(1).map(|rest| numbers(rest)[0]).collect();
        assert_eq!(heaps.len(), 3, "{question}");
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        if nim_sum == 0 {
            lost += 1;
            assert!(answer.contains("There is none"), "{question}: {answer}");
            continue;
        }
        let winning: Vec<String> = heaps
            .iter()
            .filter(|&&heap| heap ^ nim_sum < heap)
            .map(|&heap| format!("Nim({heap}): take({})", heap - (heap ^ nim_sum)))
            .collect();
        let said: Vec<&str> = answer.split(". The nim-sum").next().unwrap().split(", ").collect();
        assert_eq!(said, winning, "{question}");
        assert!(answer.ends_with(&format!("The nim-sum is {nim_sum}.")), "{answer}");
    }
    assert_eq!(lost, 3, "every second sum is lost");
}

/// Kayles has period 12 from 71 on (Guy and Smith 1956); the wrong entry of a table of Nim is the one that is not its own size.
#[test]
fn periods_and_mistakes_are_found() {
    let period = asked(&["kayles", "--kind", "period"]);
    assert!(period.len() == 1 && period[0].1 == "From size 71 on they repeat with period 12.", "{period:?}");
    for (_, answer) in asked(&["nim", "--kind", "mistake", "--count", "3"]) {
        let [at, written, truth] = numbers(&answer)[..] else { panic!("{answer}") };
        assert!(truth == at && written.abs_diff(truth) == 1, "{answer}");
    }
}

/// The same seed gives the same sheet, another one another; questions about who wins are not all won.
#[test]
fn exercises_follow_their_seed() {
    let one = |seed: &str| asked(&["kayles", "--kind", "who,sum", "--count", "4", "--seed", seed]);
    assert_eq!(one("1"), one("1"));
    assert_ne!(one("1"), one("2"));
    assert!(one("1").iter().any(|(_, answer)| answer.contains("loses")), "{:?}", one("1"));
    assert!(one("1").iter().any(|(_, answer)| answer.contains("wins")));
    let run = grundy(&["sheet", "tic-tac-toe", "--kind", "period"]);
    assert!(run.code == Some(2) && run.err.contains("no exercise of kind `period`"), "{}", run.err);
    assert_eq!(grundy(&["sheet", "nim", "--kind", "nonsense"]).code, Some(2));
    assert_eq!(grundy(&["sheet", "nim", "--kind", "mex", "--answers", "x.tex", "-o", "x.pdf"]).code, Some(2));
}

/// Pages of paper in every language: a PDF by its head, its end and its pages; the asked instance is marked in its table.
#[test]
fn sheets_are_pages_of_paper() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for lang in ["en", "ko", "zh"] {
        let path = folder.join(format!("sheet-{lang}.pdf"));
        assert_eq!(grundy(&["sheet", "nim", "5", "--lang", lang, "-o", path.to_str().unwrap()]).code, Some(0));
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(b"%PDF-1.4") && bytes.ends_with(b"%%EOF\n"));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.matches("/Type /Page ").count() >= 2, "{lang}");
    }
    let page = grundy(&["sheet", "cram", "R = 2, C = 6"]).out;
    assert_eq!(page.matches("class=\"asked\"").count(), 1);
    assert!(page.contains("<th>6</th>"), "the instance is in its table");
}
