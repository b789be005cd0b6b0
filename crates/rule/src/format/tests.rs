use super::{WIDTH, format, layout, shape};
use crate::parse::parse_file;
use proptest::prelude::*;

/// The games of docs/language.md, as printed there.
const PAGE: &str = include_str!("../../tests/data/language-page.game");

fn check(text: &str, expected: &str) {
    assert_eq!(layout(text), expected);
    assert_eq!(layout(expected), expected, "formatting twice");
    assert_eq!(format(text).as_deref(), Ok(expected));
}

/// Formatting keeps the tree and the remarks, and doing it twice changes nothing more.
fn laws(text: &str) -> Result<(), TestCaseError> {
    let before = parse_file(text);
    if !before.diagnostics.is_empty() {
        prop_assert!(format(text).is_err());
        return Ok(());
    }
    let result = layout(text);
    let after = parse_file(&result);
    prop_assert_eq!(&after.diagnostics, &[], "{}\n=>\n{}", text, &result);
    prop_assert_eq!(shape::of(&before.file), shape::of(&after.file), "{}\n=>\n{}", text, &result);
    prop_assert_eq!(words_of_remarks(text), words_of_remarks(&result), "{}\n=>\n{}", text, &result);
    prop_assert_eq!(layout(&result), &*result, "{}", text);
    Ok(())
}

/// The words of all remarks in order (two remarks that end up on one line are joined).
fn words_of_remarks(text: &str) -> Vec<String> {
    let comments = parse_file(text).comments;
    let words = comments.iter().flat_map(|comment| text[comment.span.range()].split_whitespace());
    words.map(str::to_string).collect()
}

#[test]
fn the_page_is_in_canonical_style_but_for_its_longest_lines_and_tight_products() {
    let result = layout(PAGE);
    let new: Vec<&str> = result.lines().filter(|line| !PAGE.lines().any(|old| old == *line)).collect();
    let expected = [
        "  def g(j) = if j == m then 0 else if a[j] == 0 then g(j + 1) else if a[j] <= g(j + 1) then a[j] - 1",
        "    else a[j]",
        "  move drop(c in 0..C-1, r in 0..R-1)",
        "    if board[r, c] == none and (r == R - 1 or board[r + 1, c] != none): board[r, c] = me",
        "  def edges = {e in grid(2 * R + 1, 2 * C + 1) if (e.row + e.col) % 2 == 1}",
        "  def boxes(s) = count(r in 0..R-1, c in 0..C-1",
        "    if all(d in orth: (2 * r + 1, 2 * c + 1) + d not in s))",
        "  move slide(i in 0..N-1, j = i + ahead)",
        "    if strip[i] == me and strip[j] == none: swap strip[i], strip[j]",
    ];
    assert_eq!(new, expected);
    assert!(result.lines().all(|line| line.chars().count() <= WIDTH));
    laws(PAGE).unwrap();
}

#[test]
fn a_game_on_one_line_is_spread() {
    check(
        "game Nim;state n:nat;move take(k in 1..n):n-=k;me wins when stuck;",
        "game Nim\n  state n: nat\n  move take(k in 1..n): n -= k\n  me wins when stuck\n",
    );
}

#[test]
fn spaces() {
    check(
        "def f(x)=-x+ - 1*2//3%x^^4 & {1,2}\ndef g = 0 .. x - 1\n",
        "def f(x) = -x + -1 * 2 // 3 % x ^^ 4 & {1, 2}\ndef g = 0..x-1\n",
    );
}

#[test]
fn ranges_are_tight_and_named_arguments_too() {
    check(
        "game A\n  param S:set of 1 ..={1},n:-1 .. 2 * len( S ) - 1=3\n  state a:0 .. n[ n,n ],b:player ? [n]=none show \".XO\"\n  move m(i in 0..n - 1,j=f(k = 3)[i]):a[i,j]-=sum(x in 0..i-1 if x>=-1:x)\nstart A(n = 3)+A( n=- 1 )\n",
        "game A\n  param S: set of 1.. = {1}, n: -1..2*len(S)-1 = 3\n  state a: 0..n[n, n], b: player?[n] = none show \".XO\"\n  move m(i in 0..n-1, j = f(k=3)[i]): a[i, j] -= sum(x in 0..i-1 if x >= -1: x)\nstart A(n=3) + A(n=-1)\n",
    );
}

#[test]
fn remarks_keep_their_places() {
    check(
        "#top\n\n\n# the game\ngame A # header\n\n   # about n\n   state n: nat # trailing\n   move m(k in {1, # one\n  # two follows\n  2}): n -= k\n   move b:\n      # first\n      n -= 1\n      # last of the block\n   # last of the game\n# the end\n",
        "#top\n\n# the game\ngame A  # header\n  # about n\n  state n: nat  # trailing\n  move m(k in {1,  # one\n    # two follows\n    2}): n -= k\n  move b:\n    # first\n    n -= 1\n    # last of the block\n  # last of the game\n# the end\n",
    );
}

#[test]
fn statements_of_a_block_stand_alone_but_bodies_may_stay_on_the_line() {
    check(
        "game A\n  state n: nat\n  move m:\n      n -= 1; n -= 2;\n      if n > 3: n -= 1; n -= 1\n      else: n -= 2\n",
        "game A\n  state n: nat\n  move m:\n    n -= 1\n    n -= 2\n    if n > 3: n -= 1; n -= 1\n    else: n -= 2\n",
    );
}

#[test]
fn long_bodies_become_blocks() {
    check(
        "game A\n  state number_of_counters: nat\n  move m: if number_of_counters > 3: number_of_counters -= 1; number_of_counters -= 2 else: if number_of_counters > 1: number_of_counters -= 3 # why\n",
        "game A\n  state number_of_counters: nat\n  move m:  # why\n    if number_of_counters > 3:\n      number_of_counters -= 1\n      number_of_counters -= 2\n    else:\n      if number_of_counters > 1: number_of_counters -= 3\n",
    );
    check(
        "game A\n  state n: nat\n  move m(first_binder in 0..1000, second_binder in 0..1000) if first_binder + second_binder <= n: n -= first_binder; n -= second_binder; gain first_binder\n",
        "game A\n  state n: nat\n  move m(first_binder in 0..1000, second_binder in 0..1000) if first_binder + second_binder <= n:\n    n -= first_binder\n    n -= second_binder\n    gain first_binder\n",
    );
}

#[test]
fn an_else_stays_with_its_if() {
    let long = "some_rather_long_name_of_a_field";
    let text = format!(
        "game A\n  state {long}: nat\n  move m:\n    if {long} > 1: if {long} > 2: {long} -= 1; {long} -= 2\n    else: {long} -= 3\n"
    );
    laws(&text).unwrap();
}

#[test]
fn long_sums_are_even_and_aligned() {
    let part = "Walls(first_row, first_column, last_row, last_column)";
    check(
        &format!("start {part} + {part} + {part} + {part}"),
        &format!("start {part}\n    + {part}\n    + {part}\n    + {part}\n"),
    );
    let small = "Nim(1000)";
    let sum = [small; 12].join(" + ");
    let row = [small; 6].join(" + ");
    check(&format!("start {sum}"), &format!("start {row}\n    + {row}\n"));
}

#[test]
fn texts_with_mistakes_are_handed_back_as_diagnostics() {
    assert_eq!(format("game").unwrap_err()[0].code, "E05");
    assert_eq!(format("").as_deref(), Ok(""));
    assert_eq!(format("\n\n# only a remark").as_deref(), Ok("# only a remark\n"));
    assert_eq!(format("\u{feff}start\tA\r\n").as_deref(), Ok("start A\n"));
}

/// A change of the layout of a text, by the position of a line: what to insert there.
fn disturb(text: &str, changes: &[(usize, u8)]) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut result = String::new();
    for (number, line) in lines.iter().enumerate() {
        let mut line = line.to_string();
        for (at, change) in changes {
            if at % lines.len() != number {
                continue;
            }
            line = match change % 6 {
                0 => format!("\n{line}"),
                1 => format!("{}# remark {at}\n{line}", " ".repeat(at % 9)),
                2 => format!("{line}   # trailing {at}"),
                3 => line.replace(", ", " , # inner\n                "),
                4 => line.replacen(" + ", "\n                 +   ", 1),
                _ => line.replace(": ", " :    "),
            };
        }
        result.push_str(&line);
        result.push('\n');
    }
    result
}

/// Words, signs and layout of the language in any order.
fn soup() -> impl Strategy<Value = String> {
    let words = "game def type start expect param state move left right if then else and or not in of by when show \
                 let for gain become swap pass again wins draw misere play split symmetry claim n k A x 0 12 1_000 \
                 1e3 \"a|b\" ( ) [ ] { } , : ; . .. ? | = == != <= += -= + - * // % & ^^ => nat set list all sum max";
    let mut pieces: Vec<String> = words.split_whitespace().map(|word| format!("{word} ")).collect();
    pieces.extend(["\n", "\n  ", "\n    ", " # remark\n", "\n\n"].map(String::from));
    proptest::collection::vec(proptest::sample::select(pieces), 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn disturbed_layouts_keep_the_laws(changes in proptest::collection::vec((0usize..400, 0u8..6), 0..60)) {
        laws(&disturb(PAGE, &changes))?;
    }

    #[test]
    fn any_order_of_words_keeps_the_laws(text in soup(), body in soup()) {
        laws(&text)?;
        laws(&format!("game A\n  state n: nat\n  move m: n = 1 {body}"))?;
    }

    #[test]
    fn exchanged_tokens_keep_the_laws(at in 0usize..2000, other in 0usize..2000) {
        let mut words: Vec<&str> = PAGE.split_inclusive([' ', '\n']).collect();
        let (at, other) = (at % words.len(), other % words.len());
        words.swap(at, other);
        laws(&words.concat())?;
    }
}
