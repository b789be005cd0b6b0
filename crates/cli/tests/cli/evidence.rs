//! `grundy solve --certificate`, `grundy verify` and `grundy refute` as a user runs them. What the certificates say is
//! compared with published values; what is tampered with is refused.

use super::program::{file, grundy, json};
use std::io::Read;

/// A path that tests may write.
fn path(name: &str) -> String {
    file(name, "")
}

#[test]
fn every_kind_of_answer_has_a_certificate_that_is_accepted() {
    // Tic-tac-toe is a draw; Kayles(20) has value 1 (Guy and Smith 1956); the others as the sources in games/ say.
    for (number, (arguments, claims)) in [
        (&["tic-tac-toe"][..], "if Left starts: a draw"),
        (&["kayles", "20"], "Grundy value 1"),
        (&["Nim(3) + Kayles(4) + Nim(7)"], "Grundy value 5"),
        (&["can-i-win", "n = 5, total = 12"], "if Left starts: Left wins in "),
        (&["misere-kayles", "10"], "if Left starts: Left wins in "),
        (&["dots-and-boxes", "R = 1, C = 2"], "if Left starts: margin 0 for Left"),
        (&["quixo", "N = 2"], "if Left starts: Left wins in 3 moves"),
        (&["walk", "1, G = \"0->1;1->2;2->0 3;3->4;4->\"", "--proves", "outcome"], "if Left starts: a draw"),
        // Play can return: 3 has value 1, so 2, from which one can go on round, has infinity with it, and 1 with nothing.
        (&["walk", "1, G = \"0->1;1->2;2->0 3;3->4;4->\""], "Grundy value inf()"),
        (&["walk", "2, G = \"0->1;1->2;2->0 3;3->4;4->\""], "Grundy value inf(1)"),
        (&["walk", "0, G = \"0->1 2;1->0;2->\""], "Grundy value 1"),
        (&["Walk(2, G = \"0->1;1->2;2->0 3;3->4;4->\") + Nim(3)"], "Grundy value inf(2)"),
        (&["domineering", "R = 2, C = 3"], "canonical value {2|-1/2}"),
        (&["hare-and-hounds"], "if Hounds starts: Hounds wins; if Hare starts: Hounds wins"),
        // Canonical values: *Winning Ways* ch. 5 (Domineering) and ch. 1 (Toads and Frogs); the others as games/ say.
        (
            &["domineering", "R = 2, C = 3", "--proves", "outcome"],
            "if Left starts: Left wins; if Right starts: Right wins",
        ),
        (&["toads-and-frogs", "\"T.F\""], "canonical value *"),
        (&["shove"], "canonical value 11/4"),
        (&["push"], "canonical value 2"),
        (&["no-go"], "canonical value *"),
        (&["clobber"], "canonical value 0"),
        (&["Kayles(10)", "--misere"], "under misère play, if Left starts: Left wins"),
    ]
    .into_iter()
    .enumerate()
    {
        let certificate = path(&format!("kind{number}.cert"));
        let (answer, code) = json(&[&["solve"], arguments, &["--certificate", &certificate]].concat());
        assert_eq!(code, 0, "{arguments:?}: {answer}");
        let proves = answer["certificate"]["proves"].as_str().expect("text");
        assert!(proves.starts_with(claims), "{arguments:?} proves {proves}");
        let (verdict, code) = json(&["verify", &certificate]);
        assert_eq!((code, verdict["verdict"].as_str()), (0, Some("accepted")), "{arguments:?}: {verdict}");
        assert_eq!(verdict["positions"], answer["certificate"]["positions"]);
        assert_eq!(verdict["standing"]["kind"], "proved");
    }
}

/// Components of several games beyond any search: the law of each, in one file.
#[test]
fn sums_of_several_laws_are_certified_together() {
    let certificate = path("laws.cert");
    let sum = "Kayles(1e15) + Subtraction(1e16, S={1,3,4}) + Kayles(7)";
    let (answer, code) = json(&["solve", sum, "--certificate", &certificate]);
    assert_eq!(code, 0, "{answer}");
    let (verdict, code) = json(&["verify", &certificate]);
    assert_eq!((code, verdict["verdict"].as_str()), (0, Some("accepted")), "{verdict}");
    assert_eq!(verdict["certificates"].as_array().map(Vec::len), Some(2));
    let text = std::fs::read_to_string(&certificate).expect("text");
    for (from, to, code) in [("period 7\n", "period 14\n", 1), ("\nend\ngrundy", "\nend\ngrudy", 2)] {
        assert!(text.contains(from), "{text}");
        let wrong = file("laws-wrong.cert", &text.replacen(from, to, 1));
        assert_eq!(grundy(&["verify", &wrong]).code, Some(code), "{to}");
    }
    let many = file("laws-many.cert", &text.repeat(40));
    assert_eq!(grundy(&["verify", &many]).code, Some(2));
}

#[test]
fn a_kind_of_evidence_can_be_chosen() {
    let certificate = path("chosen.txt");
    let (answer, code) =
        json(&["solve", "chomp", "R = 2, C = 3", "--certificate", &certificate, "--proves", "outcome"]);
    assert_eq!((code, answer["certificate"]["proves"].as_str()), (0, Some("if Left starts: Left wins")));
    let text = std::fs::read_to_string(&certificate).expect("plain text");
    assert!(text.starts_with("grundy solution 2\nposition Chomp(\"###|###\")\n"), "{text}");
    assert!(text.contains("strategy left win nodes "), "{text}");
    assert_eq!(grundy(&["verify", &certificate]).code, Some(0));
}

/// The text of a packed certificate, changed.
fn tampered(name: &str, from: &str, change: impl Fn(String) -> String) -> String {
    let mut text = String::new();
    let packed = std::fs::File::open(from).expect("there");
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).expect("gzip");
    file(name, &change(text))
}

#[test]
fn what_is_tampered_with_is_refused_with_the_line() {
    let good = path("good.cert");
    grundy(&["solve", "kayles", "6", "--certificate", &good]);
    let claim = tampered("claim.txt", &good, |text| text.replace("claim 3\n", "claim 4\n"));
    let run = grundy(&["verify", &claim]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains(": refused: line ") && run.out.contains("the listed value is 3, not 4"), "{}", run.out);
    let value = tampered("value.txt", &good, |text| text.replace("\n3 3\n", "\n3 2\n"));
    let (answer, code) = json(&["verify", &value]);
    assert_eq!((code, answer["verdict"].as_str()), (1, Some("refused")));
    assert!(answer["line"].is_u64() && answer["reason"].as_str().expect("text").contains("Kayles(3)"), "{answer}");
    let rules = tampered("rules.txt", &good, |text| {
        let (head, rest) = text.split_once("sha256 ").expect("a digest");
        format!("{head}sha256 {}{}", "0".repeat(64), &rest[64..])
    });
    let run = grundy(&["verify", &rules]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("made for another rule text"), "{}", run.out);
}

#[test]
fn what_is_no_certificate_is_bad_input_with_the_line() {
    let good = path("whole.cert");
    grundy(&["solve", "kayles", "6", "--certificate", &good]);
    let bytes = std::fs::read(&good).expect("there");
    let cut = path("cut.cert");
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).expect("writable");
    let foreign = path("foreign.cert");
    std::fs::write(&foreign, b"\x1f\x8b no gzip at all").expect("writable");
    let nested = file(
        "nested.txt",
        &format!(
            "grundy solution 2\nposition {}\nrules sha256 {}\nplay rules\nproves grundy\nclaim 1\n",
            "Nim(1)+(".repeat(100_000),
            "0".repeat(64)
        ),
    );
    let endless = file("endless.txt", &format!("grundy solution 2\nposition {}", "(".repeat(2_000_000)));
    for (bad, line) in [(&cut, ":"), (&foreign, ":1"), (&nested, ""), (&endless, ":2")] {
        let run = grundy(&["verify", bad]);
        assert_eq!(run.code, Some(2), "{bad}: {}{}", run.out, run.err);
        assert!(run.err.contains(&format!("{bad}{line}")) || line.is_empty(), "{bad}: {}", run.err);
        assert!(run.took.as_secs() < 20);
    }
}

#[test]
fn an_answer_by_a_law_has_the_certificate_of_the_law() {
    // Subtraction of 1, 3, 4 has period 7; the claims of Mark are Fraenkel's (2011).
    for (number, (arguments, law)) in [
        (&["Subtraction(1e12, S = {1, 3, 4})"][..], "the period of Subtraction"),
        (&["kayles", "1e18"], "the period of Kayles"),
        (&["mark", "1000000000000000000"], "the claims of Mark"),
        (&["Kayles(1e18) + Nim(5)"], "the period of Kayles"),
    ]
    .into_iter()
    .enumerate()
    {
        let certificate = path(&format!("law{number}.cert"));
        let (answer, code) = json(&[&["solve"], arguments, &["--certificate", &certificate]].concat());
        assert_eq!(code, 0, "{answer}");
        let proves = answer["certificate"]["proves"].as_str().expect("text");
        assert!(proves.starts_with(law), "{arguments:?} proves {proves}");
        let (verdict, code) = json(&["verify", &certificate]);
        assert_eq!((code, verdict["verdict"].as_str()), (0, Some("accepted")), "{arguments:?}: {verdict}");
    }
}

#[test]
fn a_bad_move_is_refuted_and_a_good_one_is_not() {
    // After the corner, only the middle saves the draw.
    let certificate = path("refuted.cert");
    let picture = path("refuted.svg");
    let (answer, code) = json(&[
        "refute",
        "tic-tac-toe",
        "X..|...|...",
        "mark((0,1))",
        "--first",
        "Right",
        "--certificate",
        &certificate,
        "--draw",
        &picture,
    ]);
    assert_eq!((code, answer["bad"].as_bool()), (0, Some(true)), "{answer}");
    assert_eq!((answer["before"].as_str(), answer["after"].as_str()), (Some("draw"), Some("loss")));
    assert_eq!(answer["ends"], "Left wins");
    assert_eq!(answer["line"].as_array().expect("a line").len(), 5);
    assert!(std::fs::read_to_string(&picture).expect("drawn").contains("<svg"));
    let (verdict, code) = json(&["verify", &certificate]);
    assert_eq!((code, verdict["claims"][0].as_str()), (0, Some("if Left starts: Left wins in 5 moves")), "{verdict}");
    let run = grundy(&["refute", "tic-tac-toe", "X..|...|...", "mark((1, 1))", "--first", "Right"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("not bad: it keeps the draw"), "{}", run.out);
    let run = grundy(&["refute", "Nim(3) + Nim(5) + Nim(7)", "0: take(1)"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("not bad: it wins"), "{}", run.out);
    let run = grundy(&["refute", "chomp", "R = 2, C = 2", "gnaw"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("`gnaw` is no move here"), "{}", run.err);
}

/// Kayles has period 12 from 71 on (Guy and Smith 1956), and large heaps are valued by it; no period of Officers is known.
#[test]
fn values_that_rest_on_a_period_are_certified_by_it() {
    let (period, list) = (path("period.cert"), path("list.txt"));
    let (answer, code) = json(&["solve", "kayles", "1000", "--certificate", &period]);
    assert_eq!((code, answer["certificate"]["proves"].as_str()), (0, Some("the period of Kayles(0), all heaps")));
    let text = std::fs::read_to_string(&period).expect("plain text");
    assert!(text.contains("\nperiod 12\n") && text.contains("\npreperiod 71\n"), "{text}");
    assert_eq!(grundy(&["verify", &period]).code, Some(0));
    let asked = [
        &["solve", "kayles", "300", "--proves", "grundy", "--certificate", &list][..],
        &["solve", "kayles", "100", "--certificate", &list],
        &["solve", "officers", "300", "--certificate", &list],
    ];
    for asked in asked {
        let (answer, code) = json(asked);
        assert_eq!(code, 0, "{asked:?}: {answer}");
        let text = std::fs::read_to_string(&list).expect("plain text");
        assert!(text.starts_with("grundy solution 2\n") && text.contains("\nproves grundy\n"), "{asked:?}");
    }
    assert_eq!(grundy(&["verify", &list]).code, Some(0));
}
