use crate::{Diagnostic, Facts, read};

fn ends(text: &str) -> bool {
    let reading = read(text);
    assert!(!reading.diagnostics.iter().any(Diagnostic::is_error), "{text}: {:?}", reading.diagnostics);
    Facts::of(&reading.module.games[0]).acyclic.is_proved()
}

/// `d` of the set and `b` of the move have the same number, each where it is bound.
#[test]
fn names_of_sets_are_not_those_of_moves() {
    for text in [
        "  param S: set of {c in 0..9 if all(d in 1..3: c != d)} = {5}\n  state n: 0..1 = 0\n  move m(k in 1..1, b in S, to in 0..1): n = to\n",
        "  state s: set of {c in 0..9 if all(d in 1..3: c != d)} = all, n: 0..9 = 0\n  move m(k in 1..3, b in s): n = (n + 1) % 10\n",
        "  state n: 0..9 = 0, s: set of 0..9 = all\n  def apart(c) = all(d in s: d != c)\n  move m(b in s) if all(c in s: c == b or all(d in s: d != b or c == d)): n = (n + b) % 10\n",
    ] {
        assert!(!ends(&format!("game A\n{text}")), "{text}");
    }
}

/// A body reads what was written before it; what it was before that is not written into it again.
#[test]
fn terms_of_a_sum_are_read_once() {
    let head = "game A\n  state n: 0..10 = 0, m: 0..100 = 1\n";
    for text in [
        "  move t if m > 0:\n    m = max(0, min(100, m - 1 - sum(i in 0..0: n - 3)))\n    n = 10\n  move u if m > 0 and n == 10:\n    m -= 1\n    n = 0\n",
        "  move t if m > 0:\n    n = 10\n    m = max(0, min(100, m - 1 - sum(i in 0..0: n - 13)))\n",
    ] {
        assert!(!ends(&format!("{head}{text}")), "{text}");
    }
    let falls = "  move t if m > 0:\n    n = 10\n    m = max(0, min(100, m - 1 - sum(i in 0..0, j = n: j - 3)))\n";
    assert!(ends(&format!("{head}{falls}")));
}

/// A set that is undefined has no elements, whatever is written in it.
#[test]
fn sets_without_a_value_have_no_elements() {
    for text in [
        "  state s: set of 0..2 = all, z: 0..3 = 0\n  move m(c in s): s -= {d in {5 // z} + {c} if d == c}\n",
        "  state n: 0..9 = 5, z: 0..3 = 0\n  move m(c in 0..2) if all(x in {5 // z} + {c}: x > 5): n = (n + 1) % 10\n",
    ] {
        assert!(!ends(&format!("game A\n{text}")), "{text}");
    }
}

#[test]
fn numbers_beyond_what_is_reckoned_with_are_left_alone() {
    let text = "  state n: 0..9 = 5\n  move m if n > 0 and n * 4611686018427387904 * 4611686018427387904 * 16 <= 0: n -= 1\n  move u if n > 0 and n + 4611686018427387904 * 4611686018427387904 * 4611686018427387904 * 4611686018427387904 > 9: n -= 1\n";
    assert!(ends(&format!("game A\n{text}")));
}

/// After a write nothing is known of the cells of an array: not even that they are alike.
#[test]
fn unknown_cells_are_not_one_value() {
    let text = "  state a: (0..1)[2] = [0, 1], n: 0..9 = 5\n  move m(j in 0..1) if n > 0:\n    a[j] = j\n    let s = {i in 0..1 if a[i] == i}\n    if 0 in s and 1 in s: a[j] = j\n    else: n -= 1\n";
    assert!(!ends(&format!("game A\n{text}")));
}

#[test]
fn what_a_value_names_is_not_caught() {
    let text = "game A\n  state s: set of 0..9 = all, n: nat = 0\n  move m(b in s) if all(c in s: all(d in s: c <= d + 9)): n += b\n";
    let module = read(text).module;
    let guard = module.games[0].moves[0].guard.clone().expect("a guard");
    let super::Kind::Fold(_, binders, _, body) = &guard.kind else { panic!("a fold") };
    let super::Kind::Fold(_, inner, _, _) = &body.kind else { panic!("a fold") };
    let of = |slot| super::Expr { kind: super::Kind::Local(slot), ty: super::Type::Int, span: guard.span };
    let replaced = super::replace_local(body, binders[0].local, &of(inner[0].local));
    let super::Kind::Fold(_, renamed, _, under) = &replaced.kind else { panic!("a fold") };
    assert_ne!(renamed[0].local, inner[0].local, "it gave way");
    assert!(
        under.any(&|part| part.kind == of(inner[0].local).kind)
            && under.any(&|part| part.kind == of(renamed[0].local).kind)
    );
}
