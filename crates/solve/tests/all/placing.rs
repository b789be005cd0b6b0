//! Games in which stones are set on a board: what the search sees by masks, compared with play from the definition, on
//! any boards at all: stones in the air, lines already there, rules that only look like such games.

use grundy_answer::Unwatched;
use grundy_run::{Component, Ending, Position, Side, State, Stored, Stuck, Value};
use grundy_solve::{Play, Session, Wanted, Wdl};
use std::collections::HashMap;
use std::sync::Arc;

/// A win of the player to move is a million less a point per move; a draw is 0.
fn value(here: &Component, mover: Side, memo: &mut HashMap<(Component, Side), i64>) -> i64 {
    if let Some(&known) = memo.get(&(here.clone(), mover)) {
        return known;
    }
    let worth = |ending: Ending| match ending {
        Ending::Won(side) if side == mover => 1_000_000,
        Ending::Won(_) => -1_000_000,
        _ => 0,
    };
    let value = match here.game.ending(&here.packed, mover, Stuck::No).unwrap() {
        Some(ending) => worth(ending),
        None => {
            let moves = here.game.moves(&here.packed, mover).unwrap();
            let after = moves.iter().map(|(_, to)| {
                let rest = -value(&to.parts[0], mover.other(), memo);
                rest - rest.signum()
            });
            after.max().unwrap_or_else(|| worth(here.game.ending(&here.packed, mover, Stuck::Yes).unwrap().unwrap()))
        }
    };
    memo.insert((here.clone(), mover), value);
    value
}

fn start(text: &str, query: &str) -> Position {
    let world = grundy_kit::world(text);
    grundy_kit::position(&world, query)
}

/// `board` is filled at random, for the most part, and asked about with either player to move.
fn check(text: &str, query: &str, boards: usize) {
    let first = start(text, query);
    let game = first.parts[0].game.clone();
    let cells = game.universe(0).unwrap().len();
    let (mut memo, mut seed) = (HashMap::new(), 7u64);
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    let mut session = Session::open(&first, Play::AsWritten, Wanted::Plies).unwrap();
    for number in 0..boards {
        let most = (cells as u64).min(8);
        let stones = cells as u64 - most + next(most);
        let mut board = vec![Value::None; cells];
        for stone in 0..stones {
            // Every other board is one that play could lead to, as long as it does.
            let moves = if number % 2 == 0 { Vec::new() } else { moves_at(&game, &board, stone) };
            if !moves.is_empty() {
                board = moves[next(moves.len() as u64) as usize].clone();
                continue;
            }
            let empty: Vec<usize> = (0..cells).filter(|&cell| board[cell] == Value::None).collect();
            board[empty[next(empty.len() as u64) as usize]] =
                Value::Player([Side::Left, Side::Right][next(2) as usize]);
        }
        let packed = game.pack(&State { fields: vec![Stored::Array(board)] }).unwrap();
        let here = Component { game: game.clone(), packed };
        for mover in [Side::Left, Side::Right] {
            let truth = value(&here, mover, &mut memo);
            let asked = Position { parts: vec![here.clone()] };
            let worth = session.evaluate(&asked, mover, &Unwatched).unwrap();
            let result = [Wdl::Loss, Wdl::Draw, Wdl::Win][(truth.signum() + 1) as usize];
            let plies = (truth != 0).then(|| (1_000_000 - truth.abs()) as u32);
            assert_eq!((worth.result, worth.plies), (result, plies), "{here}, {mover:?} to move\n{text}");
        }
    }
}

fn moves_at(game: &Arc<grundy_run::Game>, board: &[Value], stone: u64) -> Vec<Vec<Value>> {
    let packed = game.pack(&State { fields: vec![Stored::Array(board.to_vec())] }).unwrap();
    let mover = [Side::Left, Side::Right][stone as usize % 2];
    let moves = game.moves(&packed, mover).unwrap();
    let to = moves.into_iter().map(|(_, to)| match game.unpack(&to.parts[0].packed).fields.remove(0) {
        Stored::Array(board) => board,
        _ => unreachable!("a board is an array"),
    });
    to.collect()
}

/// A game on 3 x 3 or 3 x 4 with this move and these verdicts.
fn rules(columns: usize, guard: &str, verdicts: &[&str]) -> String {
    let verdicts: String = verdicts.iter().map(|line| format!("  {line}\n")).collect();
    format!(
        "game Stones
  param R = 3, C = {columns}, K = 3
  state board: player?[grid(R, C)] = none show \".XO\"
  def line(p) = exists(L in lines(grid(R, C), K): all(s in L: board[s] == p))
  move set(c in 0..C-1, r in 0..R-1) if {guard}: board[r, c] = me
{verdicts}"
    )
}

const FREE: &str = "board[r, c] == none";
const FALLS: &str = "board[r, c] == none and (r == R - 1 or board[r + 1, c] != none)";

#[test]
fn boards_are_decided_as_by_the_definition() {
    let guards = [
        FREE,
        FALLS,
        // Something undefined on the left: nothing is ever set on the lowest row.
        "board[r, c] == none and (board[r + 1, c] != none or r == R - 1)",
        "(c == 0 or none != board[r, c - 1]) and none == board[r, c]",
        // Two cells needed; a cell needed twice; cells that are never open; a guard that looks at more.
        "board[r, c] == none and (r == 0 or c == 0 or board[r - 1, c] != none and board[r, c - 1] != none)",
        "board[r, c] == none and (r == 0 or board[0, c] != none)",
        "board[r, c] == none and r + c != 2",
        "board[r, c] == none and (r == R - 1 or board[r + 1, c] != none) and r + c != 2",
        "board[r, c] == none and (r == R - 1 or board[r + 1, c] == none)",
    ];
    for guard in guards {
        check(&rules(3, guard, &["opp wins when line(opp)", "draw when stuck"]), "Stones", 12);
    }
    let verdicts: [&[&str]; 9] = [
        &["opp wins when line(opp)"],
        &["me loses when line(opp)", "me wins when stuck"],
        &["draw when stuck", "opp wins when line(opp)"],
        &["Left wins when line(Left)", "Right wins when line(Right)", "draw when stuck"],
        &["Left wins when line(Left)", "Right wins when stuck"],
        &["me wins when line(me)", "draw when stuck"],
        &["me wins when line(opp)", "draw when stuck"],
        &["opp wins when line(opp)", "draw when line(me)"],
        &["opp wins when line(opp) and stuck", "draw when stuck"],
    ];
    for verdicts in verdicts {
        check(&rules(3, FREE, verdicts), "Stones", 12);
        check(&rules(4, FALLS, verdicts), "Stones", 12);
    }
}

#[test]
fn sizes_of_boards_and_lines() {
    let text = rules(3, FALLS, &["opp wins when line(opp)", "draw when stuck"]);
    let free = rules(3, FREE, &["opp wins when line(opp)", "draw when stuck"]);
    for query in ["R = 2, C = 2, K = 1", "R = 2, C = 3, K = 2", "R = 1, C = 6, K = 3", "R = 4, C = 3, K = 4"] {
        check(&text, &format!("Stones({query})"), 12);
        check(&free, &format!("Stones({query})"), 12);
    }
    // Keys of two words, and boards too large for masks.
    check(&free, "Stones(R = 6, C = 6, K = 3)", 6);
    check(&free, "Stones(R = 9, C = 8, K = 3)", 6);
    check(&text, "Stones(R = 8, C = 8, K = 4)", 6);
}
