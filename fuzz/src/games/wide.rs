//! Positions of more than a word, with few stones or numbers in them: what lies in them begins with a new word where it would
//! straddle two, and a search has to find room beside it for who moves.

use super::Sample;
use crate::dice::Dice;

/// A strip of stones, or two large numbers.
pub fn any(dice: &mut Dice) -> Sample {
    if dice.below(4) == 0 { numbers(dice) } else { stones(dice) }
}

/// Stones that take their neighbours; the players have moves of their own, or not.
fn stones(dice: &mut Dice) -> Sample {
    let cells = 33 + dice.below(30);
    let mut text = format!("game G\n  param m = {cells}\n  state board: player?[0..m-1] = none show \".XO\"\n");
    if dice.below(3) == 0 {
        text += "  state flag: bool\n";
    }
    for number in 0..1 + dice.below(3) {
        let who = dice.pick(&["", "", "left ", "right "]);
        let step = dice.pick(&["d in {1, -1}", "d in {1}", "d in {-1, 2}"]);
        let guard = dice.pick(&["board[c] == me and board[c + d] == opp", "board[c] == me and board[c + d] != none"]);
        let body = dice.pick(&[
            "board[c + d] = me; board[c] = none",
            "board[c + d] = none",
            "board[c] = none",
            "board[c] = none; board[c + d] = none",
        ]);
        text += &format!("  {who}move m{number}(c in 0..m-1, {step}) if {guard}: {body}\n");
    }
    text += dice.pick(&["", "", "", "  misere play\n", "  Left wins when stuck\n", "  me wins when board[0] == me\n"]);
    let flagged = text.contains("flag");
    let position = |dice: &mut Dice| {
        let mut board = vec!['.'; cells];
        let from = [0, cells - 6, dice.below(cells - 6), 26][dice.below(4)];
        for _ in 0..2 + dice.below(4) {
            board[from + dice.below(6)] = ['X', 'O'][dice.below(2)];
        }
        let board: String = board.into_iter().collect();
        format!("G(\"{board}\"{})", if flagged { [", true", ", false"][dice.below(2)] } else { "" })
    };
    Sample { text, positions: (0..6).map(|_| position(dice)).collect() }
}

/// Numbers whose ends lie beside the ends of words, and moves that make them small at once.
fn numbers(dice: &mut Dice) -> Sample {
    let mut text = "game G\n  state n: nat, k: nat\n".to_string();
    for number in 0..1 + dice.below(3) {
        let who = dice.pick(&["", "left ", "left ", "right "]);
        let (x, y) = if dice.below(2) == 0 { ("n", "k") } else { ("k", "n") };
        let guard = dice.pick(&["X > 2", "X > Y", "X > 1 and Y < 3"]).replace('X', x).replace('Y', y);
        let body = dice.pick(&["X = 0", "X = 1", "X = min(X - 1, 2)", "X = 0; Y = 0"]).replace('X', x).replace('Y', y);
        text += &format!("  {who}move m{number} if {guard}: {body}\n");
    }
    let number = |dice: &mut Dice| {
        let bits = [1, 2, 31, 32, 33, 39, 40, 41, 62][dice.below(9)];
        (1i64 << bits) - [0, 1, 1, 2][dice.below(4)]
    };
    Sample { text, positions: (0..6).map(|_| format!("G({}, {})", number(dice), number(dice))).collect() }
}
