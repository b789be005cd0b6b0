//! Published counts of move sequences, by interpretation.

use grundy_run::{Component, Flow, Side, Stuck, Turn};

fn start(text: &str, query: &str) -> Component {
    grundy_kit::position(&grundy_kit::world(text), query).parts.remove(0)
}

/// Sequences of `depth` moves, and sequences of exactly that length that end the game.
fn perft(component: &Component, mover: Side, depth: usize) -> (u64, u64) {
    let game = &component.game;
    let ended = game.ending(&component.packed, mover, Stuck::No).unwrap().is_some();
    let moves = if ended { Vec::new() } else { game.moves(&component.packed, mover).unwrap() };
    if depth == 0 {
        return (1, u64::from(moves.is_empty()));
    }
    let mut total = (0, 0);
    for (_, to) in moves {
        let next = if to.turn == Turn::Stays { mover } else { mover.other() };
        let (nodes, finished) = perft(&to.parts[0], next, depth - 1);
        total = (total.0 + nodes, total.1 + finished);
    }
    total
}

const TIC_TAC_TOE: &str = "game TicTacToe
  state board: player?[grid(3, 3)] = none show \".XO\"
  def three(p: player) = exists(L in lines(grid(3, 3), 3): all(c in L: board[c] == p))
  move mark(c in grid(3, 3)) if board[c] == none: board[c] = me
  opp wins when three(opp)
  draw when stuck
";

#[test]
fn tic_tac_toe_has_255168_plays() {
    let component = start(TIC_TAC_TOE, "TicTacToe");
    let finished: Vec<u64> = (0..=6).map(|depth| perft(&component, Side::Left, depth).1).collect();
    // 1440, 5328, 47952, 72576, 127872 finished plays of 5 to 9 moves (Steven Schaefer, 2002).
    assert_eq!(finished, [0, 0, 0, 0, 0, 1440, 5328]);
}

const REVERSI: &str = "game Reversi
  param N = 8
  def cells = grid(N, N)
  state board: player?[cells] show \".XO\"
  def turned(c, p, q) = cells & {d in king, k in 1..N-2, s in 1..k
    if board[c + (k + 1) * d] == p and all(i in 1..k: board[c + i * d] == q): c + s * d}
  def can(p, q) = exists(c in cells if board[c] == none and turned(c, p, q) != {})
  move put(c in cells) if board[c] == none and turned(c, me, opp) != {}:
    for x in turned(c, me, opp) + {c}: board[x] = me
  move skip if not can(me, opp) and can(opp, me): pass
  score count(c in cells if board[c] == me) - count(c in cells if board[c] == opp) when stuck
";

#[test]
fn reversi_openings() {
    let board = "........|........|........|...OX...|...XO...|........|........|........";
    let component = start(REVERSI, &format!("Reversi(\"{board}\")"));
    let nodes: Vec<u64> = (1..=3).map(|depth| perft(&component, Side::Left, depth).0).collect();
    assert_eq!(nodes, [4, 12, 56]);
    assert_eq!(component.to_string(), format!("Reversi(\"{board}\")"));
}

#[test]
fn a_walk_stops_when_told() {
    let component = start(TIC_TAC_TOE, "TicTacToe(\"XX.|OO.|...\")");
    let mut seen = Vec::new();
    component
        .game
        .each_move(&component.packed, Side::Left, &mut |one, _| {
            seen.push(component.game.move_text(&one));
            if seen.len() == 2 { Flow::Stop } else { Flow::On }
        })
        .unwrap();
    assert_eq!(seen, ["mark((0, 2))", "mark((1, 2))"]);
}
