//! The calculator's grammar and its refusals.

use grundy_answer::Unwatched;
use grundy_value::{Arena, Calculator, Fault, NoPositions};

fn evaluate(text: &str) -> Result<String, Fault> {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let answer = Calculator::new(&NoPositions).evaluate(values, text)?;
    Ok(answer.text(values).expect("short"))
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(evaluate(text).as_deref(), Ok(expected), "{text}");
}

#[track_caller]
fn refused(text: &str, code: &str, column: usize) {
    let fault = evaluate(text).expect_err(text);
    assert_eq!((fault.code, fault.column(text)), (code, column), "{text}: {}", fault.message);
}

#[test]
fn reads_the_notation() {
    check("{1|-1}", "+-1");
    check("{0||0|-2}", "Tiny(2)");
    check("{2|1||0}", "{2|1||0}");
    check("{{2|1}|0}", "{2|1||0}");
    check("{{3|2},{4|1}|0}", "{{3|2},{4|1}|0}");
    check("^^*", "^2*");
    check("v2*3", "v2*3");
    check("⇑ + ↓ + ∗2", "^*2");
    check("-1^", "-1^");
    check("-(1^)", "-1v");
    check("1*2", "1*2");
    check("2 + ^3", "2+^3");
    check("2+^3", "2+^3");
    check("0.75", "3/4");
    check("{|}", "0");
    check("{{|}|}", "1");
}

#[test]
fn operators_bind_as_documented() {
    check("-2^2", "-4");
    check("3/2^2", "3/4");
    check("2^3^2", "512");
    check("1/2^100", "1/1267650600228229401496703205376");
    check("2 * 3 + 1", "7");
    check("3 * {1|0}", "{2|1}");
    check("1+-1", "{2|0}");
    check("1 + -1", "0");
    check("*4:*5", "*9");
    check("G := {2||1|0}", "{2||1|0}");
    check("{2||1|0}.Mean + 1", "9/4");
    check("(*2).Heat(1).Cool(1)", "*2");
    check("^ <= ^2", "true (<)");
    check("* <> ^", "true (||)");
    check("* || 0", "true (||)");
}

#[test]
fn refuses_with_the_place() {
    refused("{1|-1", "brace", 1);
    refused("{1|{2|3}", "brace", 1);
    refused("1}", "brace", 2);
    refused("(1", "brace", 1);
    refused("{1|-1)", "brace", 1);
    refused("1 + 1/3", "dyadic", 5);
    refused("1 / 0", "dyadic", 3);
    refused("1 / (2 + 1)", "dyadic", 3);
    refused("{1|0|-1}", "brace", 5);
    refused("{1}", "brace", 1);
    refused("{1,|0}", "syntax", 4);
    refused("2^(10^9)", "limit", 2);
    refused("2 ^ 99999999999999999999", "limit", 3);
    refused("*999999999999999999999999999999999999999999", "limit", 1);
    refused("1 +", "syntax", 4);
    refused("", "syntax", 1);
    refused("1 2", "syntax", 3);
    refused("1 | 2", "brace", 3);
    refused("1 < 2 < 3", "syntax", 7);
    refused("Heat()", "arguments", 1);
    refused("Heat(1,2,3)", "arguments", 1);
    refused("Nonsense(3)", "name", 1);
    refused("AtomicWeight(1)", "kind", 1);
    refused("(1 < 2) + 1", "kind", 9);
    refused("é + #", "syntax", 5);
}

#[test]
fn a_million_braces() {
    let deep = |open: &str, core: &str, close: &str, depth: usize| {
        format!("{}{core}{}", open.repeat(depth), close.repeat(depth))
    };
    check(&deep("{", "0", "|}", 1_000_000), "1000000");
    check(&deep("(", "1", ")", 1_000_000), "1");
    check(&deep("-", "1", "", 1_000_000), "1");
    // {0|0} is *, {0|*} is ^, {0|^} is ^2*, and so on (Winning Ways ch. 2).
    assert_eq!(evaluate(&deep("{0|", "0", "}", 100_001)).as_deref(), Ok("^100000*"));
    let hot = evaluate(&deep("{1|", "0", "}", 1_000_000));
    assert_eq!(hot.map_err(|fault| fault.code), Err("limit"));
    let never_closed = "{".repeat(1_000_000);
    assert_eq!(evaluate(&never_closed).map_err(|fault| fault.code), Err("brace"));
    // Each level is hotter than the one inside, so no option reverses and the form really is that deep.
    let mut tower = String::from("0");
    for level in 1..3000 {
        tower = format!("{{{}|{tower}", level * level);
    }
    let tower = format!("{tower}{}", "}".repeat(2999));
    let code = evaluate(&tower).map_err(|fault| fault.code);
    assert_eq!(code, Err("limit"));
}

#[test]
fn switches_of_several_options() {
    check("+-(1,{2|0})", "+-(1,{2|0})");
    check("{1,{2|0}|-1,{0|-2}}", "+-(1,{2|0})");
    check("{*,^|*,v}", "+-(*,^)");
    check("+-(*,^) + 0", "+-(*,^)");
    check("1 +- (1,{2|0})", "{2,{3|1}|0,+-1}");
    check("Switch(1, {2|0})", "+-(1,{2|0})");
    check("{+-(1,{2|0})|-5}", "{+-(1,{2|0})|-5}");
    check("+-(2)", "+-2");
    check("LaTeX(+-(1,{2|0}))", "{\\pm}(1,\\{2 {|} 0\\})");
    refused("+-(1,", "brace", 1);
    refused("+-(1,)", "syntax", 6);
    refused("(1,2)", "syntax", 3);
    refused("2 * (1,2)", "syntax", 7);
}

#[test]
fn loopy_values_in_latex() {
    check("LaTeX(on)", "\\mathbf{on}");
    check("LaTeX(on + off)", "\\mathbf{dud}");
    check("LaTeX({1|pass})", "\\{1 {|} \\mathbf{pass}\\}");
    check("LaTeX(-upon)", "-\\mathbf{upon}");
    check("LaTeX(a{0||||0|||a|*||*})", "a\\{0 {|}{|}{|}{|} 0 {|}{|}{|} a {|} {\\ast} {|}{|} {\\ast}\\}");
}

/// Sign expansions: *ONAG* ch. 3; the simplest number between its options is the number itself.
#[test]
fn numbers_as_steps_of_their_birth() {
    for (number, signs) in
        [("0", ""), ("3", "+++"), ("-2", "--"), ("1/2", "+-"), ("3/4", "+-+"), ("5/8", "+-+-"), ("-5/2", "---+")]
    {
        check(&format!("SignExpansion({number})"), signs);
    }
    refused("SignExpansion(2^100)", "limit", 1);
}

/// Moves in hot sums by hand: of +-3 and +-1 the larger is worth more; 1 and two switches of 1 is decided by the number.
#[test]
fn sums_side_by_side() {
    check("SumOutcome(+-3, +-1, 1)", "N");
    check("SumOutcome(+-1, +-1, 1/2)", "L");
    check("SumOutcome({1|0}, {0|-1}, *)", "N");
    check("LeftMoves(+-3, +-1)", "[1: 3]");
    check("RightMoves(+-3, +-1)", "[1: -3]");
    check("LeftMoves(+-1, +-1)", "[]");
    check("LeftOrthodox(+-1, {9|-9})", "[2: 9]");
    check("RightOrthodox(+-1, {9|-9})", "[2: -9]");
    check("LeftOrthodox(1, 1/2)", "[2: 0]");
}
