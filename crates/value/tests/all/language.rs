//! The language of experiments: definitions, lists, loops, and what is refused.

use grundy_answer::Unwatched;
use grundy_value::{
    Answer, Arena, Calculator, Dyadic, Fault, Nimber, NoPositions, Positions, Values, functions, statements,
};

/// Runs statements in one calculation; the text of the last answer.
fn run(statements: &[&str]) -> Result<String, Fault> {
    run_with(&NoPositions, statements)
}

fn run_with(positions: &dyn Positions, statements: &[&str]) -> Result<String, Fault> {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let mut calculator = Calculator::new(positions);
    let mut last = String::new();
    for statement in statements {
        last = calculator.evaluate(values, statement)?.text(values).expect("short");
    }
    Ok(last)
}

#[track_caller]
fn check(statements: &[&str], expected: &str) {
    assert_eq!(run(statements).as_deref(), Ok(expected), "{statements:?}");
}

#[track_caller]
fn refused(statements: &[&str], code: &str, column: usize) {
    let fault = run(statements).expect_err("refused");
    let last = statements.last().expect("one at least");
    assert_eq!((fault.code, fault.column(last)), (code, column), "{statements:?}: {}", fault.message);
}

#[test]
fn every_function_has_an_example_that_holds() {
    let mut wrong = Vec::new();
    for function in functions() {
        let (example, gives) = function.example;
        match run(&[example]) {
            Ok(found) if found == gives => {}
            other => wrong.push(format!("{example}: {other:?}, not {gives}")),
        }
        assert!(example.contains(&format!("{}(", function.name)), "{example}");
        assert!(function.usage.starts_with(&format!("{}(", function.name)), "{}", function.usage);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn lines_and_semicolons_end_statements() {
    let texts = |text: &'static str| -> Vec<(usize, usize, &str)> {
        statements(text).into_iter().map(|piece| (piece.line, piece.column, piece.text)).collect()
    };
    assert_eq!(texts("1; 2 # three\n\n  4\n"), [(1, 0, "1"), (1, 3, "2"), (3, 2, "4")]);
    assert_eq!(texts("[1,\n 2]; 3"), [(1, 0, "[1,\n 2]"), (2, 5, "3")]);
    assert_eq!(texts("\"a;#b\"; c"), [(1, 0, "\"a;#b\""), (1, 8, "c")]);
    assert_eq!(texts("(1\n2\n3"), [(1, 0, "(1"), (2, 0, "2"), (3, 0, "3")], "a bracket never closed");
    assert_eq!(texts("# remark; not a statement\n \n"), []);
}

#[test]
fn definitions() {
    check(&["f(n) := n + 1", "f(2)"], "3");
    check(&["f(n) := if n <= 1 then n else f(n - 1) + f(n - 2)", "f(90)"], "2880067194370816120");
    check(&["f(n) := g(n) + 1", "g(n) := 2 * n", "f(5)"], "11");
    check(&["f(x) := a + b where a := 2 * x, b := a + 1", "f(3)"], "13");
    check(&["x := 5", "f(n) := n + x", "x := 6", "f(1)"], "7");
    check(&["f(n) := n", "f := 3", "f + 1"], "4");
    check(&["a := 7", "f(n) := a", "a{f(1)|}"], "8");
    check(&["G := {1|-1}", "G.Mean + 1"], "1");
    check(&["f(G, t) := Cool(G, t)", "({3|-1}).f(1)"], "{2|0}");
    refused(&["f(n) := f(n + 1)", "f(1)"], "limit", 1);
    refused(&["f(n) := 1/n", "1 + f(3)"], "dyadic", 5);
    refused(&["Mean := 3"], "name", 1);
    refused(&["f(n, n) := n"], "name", 6);
    refused(&["f(n) := n", "f(1, 2)"], "arguments", 1);
    refused(&["1 := 2"], "syntax", 3);
}

#[test]
fn lists_and_loops() {
    check(&["[1, *, {1|-1}]"], "[1, *, +-1]");
    check(&["[]"], "[]");
    check(&["1..4"], "[1, 2, 3, 4]");
    check(&["3..1"], "[]");
    check(&["[n * n for n in 1..5 if n != 3]"], "[1, 4, 16, 25]");
    check(&["[n * n for n in 1..5 where n != 3]"], "[1, 4, 16, 25]");
    check(&["[m * n for m in 1..2 for n in m..3 if m + n != 4]"], "[1, 2, 6]");
    check(&["[n, n + 1 for n in 1..2]"], "[[1, 2], [2, 3]]");
    check(&["[[m for m in 1..n] for n in 1..3]"], "[[1], [1, 2], [1, 2, 3]]");
    check(&["xs := [4, 5, 6]", "xs[2] + xs[3]"], "11");
    check(&["Mean([{3|-1}, +-1])"], "[1, 0]");
    check(&["{[1, 2]|[5, 6]}"], "3");
    check(&["[1, 2] + [3]"], "[1, 2, 3]");
    check(&["2 in [1, 2] and not (3 in [1, 2])"], "true");
    check(&["[if n < 3 then \"small\" else \"big\" for n in 2..3]"], "[small, big]");
    check(&["if 1 < 2 then if 2 < 1 then 1 else 2 else 3"], "2");
    check(&["1 == 1 or 1 / 0 == 1"], "true");
    check(&["1 == 2 and 1 / 0 == 1"], "false");
    check(&["\"n = \" + 3"], "n = 3");
    check(&["[2^n, 1/2^n for n in 2..2]"], "[[4, 1/4]]");
    check(&["[1,  # one\n 2]"], "[1, 2]");
    refused(&["[n for n in 3]"], "kind", 4);
    refused(&["[1, 2][3]"], "arguments", 7);
    refused(&["[n for 3 in 1..2]"], "syntax", 8);
    refused(&["if 1 then 2 else 3"], "kind", 1);
    refused(&["if 1 < 2 then 3"], "syntax", 1);
    refused(&["1 else 2"], "syntax", 3);
    refused(&["1 for n in 1..2"], "syntax", 3);
    refused(&["[1"], "brace", 1);
    refused(&["\"abc"], "syntax", 1);
    refused(&["1..2^40"], "limit", 2);
    refused(&["[m for n in 1..2000 for m in 1..2000]"], "limit", 1);
}

#[test]
fn shown() {
    check(&["print 1 + 1, \"and\", *"], "2 and *");
    check(&["print n, n * n for n in 1..2"], "1 1\n2 4");
    check(&["table n * n, *2 for n in 9..10"], "n   n * n  *2\n9   81     *2\n10  100    *2");
    check(&["table [1, 2], [3]"], "[1, 2]  [3]\n1       3\n2");
    let plot = run(&["plot n * n for n in 0..3"]).expect("a plot");
    let lines: Vec<&str> = plot.lines().collect();
    assert!(lines[0].starts_with("9 |") && lines[0].ends_with('o'), "{plot}");
    assert!(lines[15].starts_with("0 |o"), "{plot}");
    refused(&["plot * for n in 0..3"], "kind", 1);
}

/// Games whose only positions are `Heap(n)`, worth `*n`, and `Word("...")`, worth its length.
struct Heaps;

impl Positions for Heaps {
    fn value(&self, values: Values<'_>, game: &str, arguments: &str) -> Result<Option<Answer>, Fault> {
        let wrong = || Fault::new("position", 0..arguments.len(), arguments);
        match game {
            "Heap" => {
                let n = arguments.trim_start_matches("n=").parse().map_err(|_| wrong())?;
                Ok(Some(Answer::Game(values.nimber(Nimber(n)).expect("small"))))
            }
            "Word" => {
                let text = arguments.strip_prefix('"').and_then(|text| text.strip_suffix('"')).ok_or_else(wrong)?;
                Ok(Some(Answer::Game(values.number(&Dyadic::from(text.len() as i64)).expect("small"))))
            }
            _ => Ok(None),
        }
    }
}

#[test]
fn names_in_positions_stand_for_their_values() {
    let check = |statements: &[&str], expected: &str| {
        assert_eq!(run_with(&Heaps, statements).as_deref(), Ok(expected), "{statements:?}")
    };
    check(&["[Heap(n) for n in 1..3]"], "[*, *2, *3]");
    check(&["[Heap(n=n) for n in 1..3]"], "[*, *2, *3]");
    check(&["f(n) := if n == 0 then 0 else Heap(n) + f(n - 1)", "f(3)"], "0");
    check(&["[Word(b) for b in [\"a\", \"n.b\"]]"], "[1, 3]");
    check(&["n := 2", "Word(\"n\")"], "1");
    let fault = run_with(&Heaps, &["Heap(x) where x := *"]).expect_err("refused");
    assert_eq!((fault.code, fault.span), ("kind", 5..6));
}

/// Whatever words are put together, the calculator answers or refuses with a place inside the text.
#[test]
fn words_in_any_order() {
    let words = [
        "if", "then", "else", "for", "n", "in", "where", "[", "]", "1", "..", ",", "and", "not", "(", ")", "{", "}",
        "|", ":=", "f(", "\"", "*", "^<2>", "Sum(", "print", "table", "plot", ";", "#", "==", "+", "variant",
    ];
    let mut seed = 7u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..10 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(words[(seed >> 33) as usize % words.len()]);
            text.push(' ');
        }
        if let Err(fault) = run(&["f(n) := n", &text]) {
            assert!(fault.span.start <= fault.span.end && fault.span.end <= text.len(), "{text}: {fault:?}");
        }
    }
}
