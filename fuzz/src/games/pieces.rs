//! Pieces: tuples as values of fields, their entries read, compared and written one by one.

use super::Sample;
use super::near::{disturbed, texts};
use crate::dice::Dice;

/// Men and kings on a strip, and a pair of numbers beside them.
pub fn pieces(dice: &mut Dice) -> Sample {
    let guard = disturbed(
        dice,
        "board[c].who == me",
        &[
            "board[c] == (me, 0)",
            "board[c] != none",
            "board[c].who != opp",
            "not (board[c].who == opp)",
            "(board[c].kind == 0 or board[c] == none)",
            "board[c] in {(me, 0), (opp, 1)}",
            "board[c].1 == at.0",
            "hat[c].up",
            "not hat[c].up",
            "(hat[c].up or board[c] != none)",
            "exists(x in cells: hat[x].up and x != c)",
            "all(x in cells: not hat[x].up or board[x].who == me)",
            "board[c] != board[0]",
            "(board[c].kind, 3).1 == 3",
            "not ((at.0, board[c].kind).0 == 1)",
            "(board[c + 1], 1).1 == 1",
            "board[c].who == board[c + 1].who",
            "exists(x in cells: board[x].kind > board[c].kind)",
            "count(x in cells if board[x].who == me) > 1",
            "all(x in cells: board[x].0 == me or x == c)",
        ],
    );
    let mut lines = Vec::new();
    for _ in 0..1 + dice.below(2) {
        lines.push(dice.pick(&[
            "board[c] = none",
            "if board[c] != none: board[c].kind = 1",
            "if board[c] != none: board[c].who = opp",
            "if board[c].kind == 0: board[c].kind += 1",
            "if board[c].1 == 1: board[c].1 -= 1",
            "board[c] = (me, at.0)",
            "board[c] = (opp, 1)",
            "at = (1 - at.0, at.1)",
            "at.0 = 1",
            "hat[c] = (me, true)",
            "if hat[c].up: hat[c].up = false",
            "if not hat[c].up: hat[c] = (opp, c > 0)",
            "if at.1 < 2: at.1 += 1",
            "at.1 = if board[c].kind == 1 then 0 else 2",
            "at.1 = (board[c].kind, 2).1",
            "at = (board[c].1, 2)",
            "if (board[c].kind, 2).1 == 2: at.1 = 0",
            "if board[c + 1] == none: board[c] = (me, (c + 1, 1).1)",
            "let pair = (hat[c].who, 1)\n    board[c] = (me, pair.1)",
            "swap board[c], board[0]",
            "let old = board[c]\n    if old != none and old.who == me: board[0] = (opp, old.kind)",
            "if c < 2: board[c + 1] = board[c]",
        ]));
    }
    let text = format!(
        "game G\n  def cells = 0..2\n  \
         state board: (who: player, kind: 0..1)?[cells] = {} show \".xXoO\", at: (0..1, 0..2) = ({}, 0), last: (player, 0..2)? = none,\n    hat: (who: player, up: bool)?[cells] = none\n  \
         {}move act(c in cells) if {guard}{}:\n    {}\n  \
         move leave(c in cells) if board[c].kind == 1 and last != (me, c):\n    board[c] = none\n    last = (me, c)\n{}{}",
        dice.pick(&[
            "none",
            "(Left, 0)",
            "(Right, 1)",
            "[(Left, 0), none, (Right, 1)]",
            "[c in cells: if c == 1 then none else (Right, c // 2)]",
            "\"xO.\""
        ]),
        dice.below(2),
        dice.pick(&["", "", "left "]),
        dice.pick(&["", " and last == none", " and last.0 != me", " and at.1 < 2"]),
        lines.join("\n    "),
        dice.pick(&["", "  move put(c in cells) if board[c] == none and at.1 < 2: board[c] = (me, 0); at.1 += 1\n"]),
        dice.pick(&[
            "",
            "  misere play\n",
            "  me wins when all(c in cells: board[c].who == me)\n",
            "  symmetry mirror board\n",
            "  symmetry swap players\n",
            "  symmetry mirror board swapping players\n",
        ]),
    );
    let positions = texts(&[
        "G()",
        "G(\"x.O\")",
        "G([(Left, 1), (Right, 0), none])",
        "G(\"XoX\", (1, 1))",
        "G(\"OO.\", (0, 2), (Left, 1))",
    ]);
    Sample { text, positions }
}
