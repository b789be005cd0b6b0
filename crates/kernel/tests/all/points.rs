//! Margins where an ending gives no points: points decide, and other endings add none (docs/language.md, Scores). The
//! certificates and the margins are worked out by hand.

use grundy_answer::Unwatched;
use grundy_kernel::{Unproved, verify};
use grundy_rule::sha256;

/// What the kernel says of the lines after the digest, separated by slashes.
fn verdict(rules: &str, position: &str, lines: &str) -> Result<(), Unproved> {
    let (digest, lines) = (sha256(rules.as_bytes()), lines.replace('/', "\n"));
    let text = format!("grundy solution 2\nposition {position}\nrules sha256 {digest}\n{lines}\n");
    verify(text.as_bytes(), &[rules], &Unwatched).map(|_| ())
}

/// Points at the end are undefined: each taker has one.
const UNDEFINED: &str = "game A\n  param L: list of int = [1]\n  state n: nat\n  move take if n > 0: n -= 1; gain 1\n  score L[3] when stuck\n";

/// Who empties the heap wins, which adds nothing to what was gained.
const NAMED: &str = "game A\n  state n: 0..2\n  move take(k in 1..2) if k <= n: n -= k; gain k\n  opp wins when n == 0\n  score 3 when stuck\n";

/// The stuck part A(1) has 5 points for who cannot move, A(0) none.
const PARTS: &str = "game A\n  state n: 0..2\n  move take if n > 1: n -= 2\n  score 5 // n when stuck\n";

const HEAD: &str = "play rules/proves margin/claims 1";

#[test]
fn endings_without_points_add_none() {
    let undefined = "games 0/alike 0/parts 0/strategy left nodes 3/level/left 0/0 =0/level/right 0/1 =-1/level/left 0/2 0 =0\
        /strategy right nodes 3/level/left 0/0 =0/level/right 0/1 0 =1/level/left 0/2 =0/end";
    let named = "games 0/alike 0/parts 0/strategy left nodes 2/level/right 0/0 =0/level/left 0/2 1 =2\
        /strategy right nodes 4/level/left 0/0 =0/right 0/0 =0/level/right 0/1 0 =1/level/left 0/2 =-2/end";
    let parts = "games 0/alike 0/parts 2/of 0/0/1/strategy left nodes 1/level/left sums/0+1 =5\
        /strategy right nodes 1/level/left sums/0+1 =-5/end";
    for (rules, position, margin, lines) in
        [(UNDEFINED, "A(2)", 0, undefined), (NAMED, "A(2)", 2, named), (PARTS, "A(1) + A(0)", 5, parts)]
    {
        let said = verdict(rules, position, &format!("{HEAD}/claim left ={margin}/{lines}"));
        assert_eq!(said, Ok(()), "{rules}");
        for more in [margin - 1, margin + 1] {
            let said = verdict(rules, position, &format!("{HEAD}/claim left ={more}/{lines}"));
            assert!(matches!(said, Err(Unproved::False { .. })), "{rules} {more}: {said:?}");
            // The same in the entries: some of them does not follow.
            let lines = lines.replace(&format!("={margin}"), &format!("={more}"));
            let said = verdict(rules, position, &format!("{HEAD}/claim left ={more}/{lines}"));
            assert!(matches!(said, Err(Unproved::False { .. })), "{rules} {more}: {said:?}");
        }
    }
}

#[test]
fn a_game_without_a_score_line_has_no_margin() {
    let rules = "game A\n  state n: 0..2\n  move take if n > 0: n -= 1; gain 1\n";
    let lines = "claim left =1/games 0/alike 0/parts 0/strategy left nodes 2/level/right 0/0 =0/level/left 0/1 0 =1\
        /strategy right nodes 2/level/right 0/0 =0/level/left 0/1 =-1/end";
    let said = verdict(rules, "A(1)", &format!("{HEAD}/{lines}"));
    assert!(matches!(said, Err(Unproved::False { .. })), "{said:?}");
    let scored = format!("{rules}  score when stuck\n");
    assert_eq!(verdict(&scored, "A(1)", &format!("{HEAD}/{lines}")), Ok(()));
}
