//! `grundy plan` says what `solve` will do, and `solve` does it.

use super::program::{grundy, json, typed};

fn methods(words: &[&str]) -> Vec<String> {
    let (answer, code) = json(words);
    assert_eq!(code, 0, "{words:?}: {answer}");
    let steps = answer["steps"].as_array().expect("steps").iter();
    steps.map(|step| step["method"].as_str().expect("a method").to_string()).collect()
}

/// The reason of a standing names the method that answered: it is one of the plan.
#[test]
fn an_answer_is_given_by_a_method_of_its_plan() {
    let rows: &[(&[&str], &str, &str)] = &[
        (&["kayles", "12"], "nim-sum", "mex rule"),
        (&["nim", "3", "5", "7", "--misere"], "misere-sum", "tame"),
        (&["dodgem"], "retrograde", "retrograde analysis"),
        (&["tic-tac-toe"], "search", "search"),
        (&["Walk(0, G=\"0->0 1;1->\")"], "loopy-values", "Smith"),
        (&["wythoff", "1000000000000", "5"], "pattern", "pattern"),
    ];
    for (words, method, reason) in rows {
        let planned = methods(&[&["plan"], *words].concat());
        assert!(planned.iter().any(|planned| planned == method), "{words:?}: {planned:?}");
        let (answer, _) = json(&[&["solve"], *words].concat());
        let said = answer["standing"]["reason"].as_str().expect("a reason");
        assert!(said.contains(reason), "{words:?}: {said}");
    }
}

#[test]
fn what_is_wanted_changes_the_plan() {
    assert!(!methods(&["plan", "kayles", "5"]).contains(&"length".to_string()));
    assert!(methods(&["plan", "kayles", "5", "--plies"]).contains(&"length".to_string()));
    assert!(methods(&["plan", "domineering"]).contains(&"canonical-value".to_string()));
    assert_eq!(grundy(&["plan", "tic-tac-toe", "--misere"]).code, Some(2));
}

/// A table that was made for one component is not asked about sums, nor one for sums about what they lead to.
#[test]
fn cases_that_are_different_sums_have_the_answers_they_have_alone() {
    let cases = [
        "T.F",
        "ToadsAndFrogs(\"TT.F\") + ToadsAndFrogs(\"T.F\")",
        "TT.F",
        "ToadsAndFrogs(\"T.F\") + ToadsAndFrogs(\"T.F\")",
    ];
    let run = typed(&["solve", "toads-and-frogs", "--cases", "--json"], &format!("{}\n", cases.join("\n")));
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    for (number, case) in cases.iter().enumerate() {
        let (alone, _) = json(&["solve", "toads-and-frogs", case]);
        assert_eq!(answer["cases"][number]["answer"]["outcome"], alone["outcome"], "{case}");
    }
}

#[test]
fn an_explanation_ends_with_the_plan() {
    let said = grundy(&["solve", "nim", "3", "5", "--explain"]).out;
    assert!(said.contains("the plan") && said.contains("1. the nim-sum"), "{said}");
}
