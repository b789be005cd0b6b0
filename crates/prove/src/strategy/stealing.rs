//! Strategy stealing: who wins is proved, the move is not given (Nash for Hex; Gale 1974 for Chomp).

use super::{Strategy, Wins};
use grundy_answer::{Progress, Standing, Watch, message};
use grundy_rule::{Facts, Verdict, VerdictResult};
use grundy_run::{
    Component, Ending, Flow, Game, Move, Packed, Shape, Side, State, Stored, Stuck, Successor, Turn, Universe, Value,
    count, unrank,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Positions with more moves than this are not looked at.
const MOST_MOVES: usize = 3_000;

/// Up to so many moves every one is tried as the one to steal after; else the first and the last.
const ALL_TRIED: usize = 60;

/// A move after which nothing can be reached in one move that could not be reached at once. If it lost, some answer to
/// it would win for the other player, and the first player could make that move instead. For impartial games whose
/// plays end, under normal play.
pub fn stolen(start: &Component, watch: &dyn Watch) -> Option<Strategy> {
    let moves = few_moves(start, &start.packed)?;
    if moves.is_empty() {
        return None;
    }
    let landing = |to: &Successor| -> Option<Packed> {
        match &to.parts[..] {
            [part] if part.game.id == start.game.id => Some(part.packed.clone()),
            _ => None,
        }
    };
    let reached: Option<HashSet<Packed>> = moves.iter().map(|(_, to)| landing(to)).collect();
    let reached = reached?;
    let every = moves.len() <= ALL_TRIED;
    let tried = (0..moves.len()).rev().filter(|&number| every || number == 0 || number + 1 == moves.len());
    for number in tried {
        let progress = Progress { what: "moves", done: number as u64, total: Some(moves.len() as u64), bytes: 0 };
        if watch.tick(progress).is_some() {
            return None;
        }
        let (one, to) = &moves[number];
        let after = landing(to)?;
        let answers = few_moves(start, &after)?;
        if answers.iter().all(|(_, to)| landing(to).is_some_and(|packed| reached.contains(&packed))) {
            let text = start.game.move_text(one);
            let words = vec![
                message!("Think of {}: all {} answers to it could be played at once instead.", text, answers.len()),
                message!("If {} does not win, then the answer that beats it wins as a first move.", text),
                message!("So the first player wins; which move does it is not said."),
            ];
            let reason = message!(
                "strategy stealing: each of the {} answers to {} leads where a first move leads; the move is not given",
                answers.len(),
                text
            );
            return Some(Strategy {
                wins: Wins::First,
                first: None,
                words,
                standing: Standing::Proved(reason),
                pairing: None,
            });
        }
    }
    None
}

/// All moves of a position of this game, unless there are too many to look at.
fn few_moves(of: &Component, packed: &[u64]) -> Option<Vec<(Move, Successor)>> {
    let mut moves = Vec::new();
    let walked = of.game.each_move(packed, Side::Left, &mut |one, to| {
        moves.push((one, to));
        if moves.len() > MOST_MOVES { Flow::Stop } else { Flow::On }
    });
    walked.ok()?;
    (moves.len() <= MOST_MOVES).then_some(moves)
}

/// Boards of small instances that are looked at one by one.
const MOST_BOARDS: u128 = 20_000;

/// Games of stones that stay: the empty board is undecided and no full board is, whoever has won has won at once and has
/// still won with a stone more of his own or a stone less of the other's, and the players may change places. Then the first
/// player wins, by Nash's argument: as an extra stone of the other's never makes a win, nobody wins by it but who puts
/// it. The hypotheses are looked at on all boards of smaller instances, so the answer is checked, not proved.
pub fn extra_stone(start: &Component, facts: &Facts, watch: &dyn Watch) -> Option<Strategy> {
    let game = &start.game;
    let state = game.unpack(&start.packed);
    let [Stored::Array(cells)] = &state.fields[..] else { return None };
    let scores = |verdict: &Verdict| matches!(verdict.result, VerdictResult::Score(_));
    if !cells.iter().all(|cell| *cell == Value::None) || !holds_players(game) || game.rules.verdicts.iter().any(scores)
    {
        return None;
    }
    let mut sizes = Vec::new();
    let mut boards = 0u128;
    for size in 2..=3 {
        let small = |value: &Value| match value {
            Value::Int(number) => Value::Int((*number).min(size)),
            other => other.clone(),
        };
        let params = game.params.iter().map(small).collect();
        let small = game.world().game(game.key, params, vec![1; game.shapes.len()]).ok()?;
        let Some(count) = count(&small.shapes).filter(|&count| count <= MOST_BOARDS) else { break };
        if sizes.last() == Some(&count) {
            break;
        }
        if !Stones::new(&small, watch)?.never_hurt(facts) {
            return None;
        }
        sizes.push(count);
        boards += count;
    }
    if sizes.is_empty() {
        return None;
    }
    let words = vec![
        message!(
            "Suppose the second player had a winning strategy. The first player puts a stone anywhere and then plays it himself"
        ),
        message!(
            "with the players' places exchanged; the extra stone never hurts. So the first player would win: a contradiction."
        ),
        message!("No full board is undecided, so the first player wins. Which move does it is not said."),
    ];
    let reason = message!(
        "strategy stealing: that an extra stone never hurts, that full boards are decided and that players may change places was looked at on all {} boards of smaller instances; the move is not given",
        boards
    );
    Some(Strategy { wins: Wins::First, first: None, words, standing: Standing::Checked(reason), pairing: None })
}

fn holds_players(game: &Game) -> bool {
    let players = |universe: &Universe| universe.elements().all(|value| matches!(value, Value::Player(_)));
    matches!(&game.shapes[..], [Shape::Array(_, values)] if values.none && players(&values.universe))
}

/// All boards of a small instance with who has won on them.
struct Stones<'a> {
    game: &'a Arc<Game>,
    /// By rank, cell by cell: 0 empty, 1 Left, 2 Right.
    boards: Vec<Vec<u8>>,
    /// The rank of a board.
    ranks: HashMap<Vec<u8>, usize>,
    /// By rank: 0 nobody, 1 Left, 2 Right, 3 both.
    won: Vec<u8>,
    /// The same, as it is said when Left and when Right is about to move.
    told: Vec<[u8; 2]>,
}

impl<'a> Stones<'a> {
    fn new(game: &'a Arc<Game>, watch: &dyn Watch) -> Option<Stones<'a>> {
        let all = count(&game.shapes)?;
        let (mut told, mut boards) = (Vec::new(), Vec::new());
        for rank in 0..all {
            let progress = Progress { what: "boards", done: rank as u64, total: Some(all as u64), bytes: 0 };
            if rank % 64 == 0 && watch.tick(progress).is_some() {
                return None;
            }
            let state = unrank(&game.shapes, rank);
            let packed = game.pack(&state)?;
            let [Stored::Array(cells)] = &state.fields[..] else { return None };
            let digit = |cell: &Value| match cell {
                Value::Player(side) => 1 + *side as u8,
                _ => 0,
            };
            boards.push(cells.iter().map(digit).collect::<Vec<u8>>());
            let mut said = [0; 2];
            for mover in [Side::Left, Side::Right] {
                said[mover as usize] = match game.ending(&packed, mover, Stuck::No).ok()? {
                    None => 0,
                    Some(Ending::Won(Side::Left)) => 1,
                    Some(Ending::Won(Side::Right)) => 2,
                    Some(_) => return None,
                };
            }
            told.push(said);
        }
        let won = told.iter().map(|[left, right]| left | right).collect();
        let ranks = boards.iter().cloned().enumerate().map(|(rank, board)| (board, rank)).collect();
        Some(Stones { game, boards, ranks, won, told })
    }

    /// Who has won on a board.
    fn winner(&self, board: &Vec<u8>) -> u8 {
        self.won[self.ranks[board]]
    }

    fn never_hurt(&self, facts: &Facts) -> bool {
        let full = |board: &Vec<u8>| board.iter().all(|digit| *digit != 0);
        let empty = |board: &Vec<u8>| board.iter().all(|digit| *digit == 0);
        self.boards.iter().all(|board| !full(board) || self.winner(board) != 0)
            && self.boards.iter().all(|board| !empty(board) || self.winner(board) == 0)
            && self.is_told_at_once()
            && self.moves_place_stones()
            && self.is_monotone()
            && (facts.player_symmetric.is_proved() || self.players_change_places())
    }

    /// On every undecided board each player may put a stone on each empty cell, and nothing else; then it is the other's turn.
    fn moves_place_stones(&self) -> bool {
        (0..self.won.len()).filter(|&rank| self.won[rank] == 0).all(|rank| {
            let digits = &self.boards[rank];
            [Side::Left, Side::Right].into_iter().all(|mover| {
                let mut wanted: Vec<usize> = Vec::new();
                for cell in (0..digits.len()).filter(|&cell| digits[cell] == 0) {
                    let mut after = digits.clone();
                    after[cell] = 1 + mover as u8;
                    wanted.push(self.ranks[&after]);
                }
                let Some(state) = self.state(rank) else { return false };
                let Ok(moves) = self.game.moves(&state, mover) else { return false };
                let mut reached: Vec<usize> = Vec::new();
                for (_, to) in &moves {
                    let [part] = &to.parts[..] else { return false };
                    if to.turn != Turn::Passes || to.gain != 0 {
                        return false;
                    }
                    let Some(rank) = grundy_run::rank(&self.game.shapes, &self.game.unpack(&part.packed)) else {
                        return false;
                    };
                    reached.push(rank as usize);
                }
                wanted.sort_unstable();
                reached.sort_unstable();
                wanted == reached
            })
        })
    }

    fn state(&self, rank: usize) -> Option<Packed> {
        let state: State = unrank(&self.game.shapes, rank as u128);
        self.game.pack(&state)
    }

    /// Where one player has won, play is over before the other moves.
    fn is_told_at_once(&self) -> bool {
        (0..self.won.len()).all(|rank| match self.won[rank] {
            1 => self.told[rank][Side::Right as usize] == 1,
            2 => self.told[rank][Side::Left as usize] == 2,
            _ => true,
        })
    }

    /// Whoever has won has still won with one stone more of his own, on an empty cell or in place of the other's, and with
    /// one stone less of the other's.
    fn is_monotone(&self) -> bool {
        (0..self.won.len()).all(|rank| {
            let digits = &self.boards[rank];
            (1..=2u8).filter(|player| self.won[rank] & player != 0).all(|player| {
                (0..digits.len()).filter(|&cell| digits[cell] != player).all(|cell| {
                    let with = |stone: u8| {
                        let mut board = digits.clone();
                        board[cell] = stone;
                        self.winner(&board) & player != 0
                    };
                    with(player) && with(0)
                })
            })
        })
    }

    /// Some reordering of a square board by a diagonal or of any board by nothing exchanges the players' wins.
    fn players_change_places(&self) -> bool {
        let Some(Universe::Grid { rows, columns }) = self.game.universe(0).map(|universe| &**universe) else {
            return false;
        };
        let (rows, columns) = (*rows as usize, *columns as usize);
        let maps: [&dyn Fn(usize) -> usize; 2] = [&|cell| cell, &|cell| (cell % columns) * columns + cell / columns];
        maps.iter().take(if rows == columns { 2 } else { 1 }).any(|map| {
            (0..self.won.len()).all(|rank| {
                let digits = &self.boards[rank];
                let swapped: Vec<u8> = (0..digits.len()).map(|cell| [0, 2, 1][digits[map(cell)] as usize]).collect();
                self.winner(&swapped) == [0, 2, 1, 3][self.won[rank] as usize]
            })
        })
    }
}
