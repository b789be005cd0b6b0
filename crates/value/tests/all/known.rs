//! The facts of `tests/known/values.tsv`, those about positions through five games written here from their rules.

use grundy_answer::Unwatched;
use grundy_value::{Answer, Arena, Calculator, Fault, Game, Positions, Side, Values};
use std::collections::HashMap;

const KNOWN: &str = include_str!("../../../../tests/known/values.tsv");

/// A position as rows of letters; the games differ in their moves only.
type Board = Vec<Vec<u8>>;

struct Games;

impl Positions for Games {
    fn value(&self, values: Values<'_>, game: &str, arguments: &str) -> Result<Option<Answer>, Fault> {
        let picture = || -> Board { arguments.trim_matches('"').split('|').map(|row| row.bytes().collect()).collect() };
        let moves: fn(&Board, Side) -> Vec<Vec<Board>> = match game {
            "Domineering" => domineering,
            "ToadsAndFrogs" => toads_and_frogs,
            "Clobber" => clobber,
            "Cutcake" => cutcake,
            "Hackenbush" => hackenbush,
            _ => return Ok(None),
        };
        let start = match game {
            "Domineering" | "Cutcake" => {
                let number = |part: &str| part.rsplit('=').next().unwrap().trim().parse::<usize>().unwrap();
                let sizes: Vec<usize> = arguments.split(',').map(number).collect();
                vec![vec![b'.'; sizes[1]]; sizes[0]]
            }
            // One edge a row: its two ends and its hue.
            "Hackenbush" => {
                let edges = arguments.trim_start_matches("edges=").trim_matches(['[', ']']).split("),");
                edges
                    .map(|edge| {
                        let parts: Vec<&str> = edge.split(',').map(|part| part.trim_matches([' ', '(', ')'])).collect();
                        vec![parts[0].parse().unwrap(), parts[1].parse().unwrap(), parts[2].as_bytes()[0]]
                    })
                    .collect()
            }
            _ => picture(),
        };
        Ok(Some(Answer::Game(value(values, &start, moves, &mut HashMap::new()))))
    }
}

fn value(
    values: Values<'_>,
    board: &Board,
    moves: fn(&Board, Side) -> Vec<Vec<Board>>,
    known: &mut HashMap<Board, Game>,
) -> Game {
    if let Some(&game) = known.get(board) {
        return game;
    }
    // After a move: a sum of boards.
    let mut options = |side| -> Vec<Game> {
        let after = moves(board, side).into_iter();
        after
            .map(|parts| {
                let parts = parts.iter().map(|part| value(values, part, moves, known));
                parts.fold(Game::ZERO, |total, part| values.sum(total, part).unwrap())
            })
            .collect()
    };
    let (left, right) = (options(Side::Left), options(Side::Right));
    let game = values.game(left, right).unwrap();
    known.insert(board.clone(), game);
    game
}

fn domineering(board: &Board, side: Side) -> Vec<Vec<Board>> {
    let (down, along) = if side == Side::Left { (1, 0) } else { (0, 1) };
    let mut after = Vec::new();
    for row in 0..board.len() - down {
        for column in 0..board[0].len() - along {
            if board[row][column] == b'.' && board[row + down][column + along] == b'.' {
                let mut next = board.clone();
                next[row][column] = b'#';
                next[row + down][column + along] = b'#';
                after.push(vec![next]);
            }
        }
    }
    after
}

fn toads_and_frogs(board: &Board, side: Side) -> Vec<Vec<Board>> {
    let (me, opponent, step) = if side == Side::Left { (b'T', b'F', 1) } else { (b'F', b'T', -1) };
    let strip = &board[0];
    let at = |place: i32| usize::try_from(place).ok().and_then(|place| strip.get(place)).copied();
    let mut after = Vec::new();
    for place in 0..strip.len() as i32 {
        if at(place) != Some(me) {
            continue;
        }
        for jump in [step, 2 * step] {
            let over = jump == step || at(place + step) == Some(opponent);
            if over && at(place + jump) == Some(b'.') {
                let mut next = board.clone();
                next[0].swap(place as usize, (place + jump) as usize);
                after.push(vec![next]);
            }
        }
    }
    after
}

fn clobber(board: &Board, side: Side) -> Vec<Vec<Board>> {
    let (me, opponent) = if side == Side::Left { (b'X', b'O') } else { (b'O', b'X') };
    let mut after = Vec::new();
    for row in 0..board.len() {
        for column in 0..board[0].len() {
            for (down, along) in [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)] {
                let (r, c) = (row.wrapping_add(down), column.wrapping_add(along));
                let target = board.get(r).and_then(|cells| cells.get(c));
                if board[row][column] == me && target == Some(&opponent) {
                    let mut next = board.clone();
                    next[row][column] = b'.';
                    next[r][c] = me;
                    after.push(vec![next]);
                }
            }
        }
    }
    after
}

fn cutcake(board: &Board, side: Side) -> Vec<Vec<Board>> {
    let (rows, columns) = (board.len(), board[0].len());
    let cake = |rows: usize, columns: usize| vec![vec![b'.'; columns]; rows];
    match side {
        Side::Left => (1..columns).map(|cut| vec![cake(rows, cut), cake(rows, columns - cut)]).collect(),
        Side::Right => (1..rows).map(|cut| vec![cake(cut, columns), cake(rows - cut, columns)]).collect(),
    }
}

fn hackenbush(edges: &Board, side: Side) -> Vec<Vec<Board>> {
    let forbidden = if side == Side::Left { b'R' } else { b'B' };
    let cut = (0..edges.len()).filter(|&edge| edges[edge][2] != forbidden);
    cut.map(|edge| {
        let mut rest = edges.clone();
        rest.remove(edge);
        let mut grounded = vec![0u8];
        let mut at = 0;
        while at < grounded.len() {
            for edge in &rest {
                for (from, to) in [(edge[0], edge[1]), (edge[1], edge[0])] {
                    if from == grounded[at] && !grounded.contains(&to) {
                        grounded.push(to);
                    }
                }
            }
            at += 1;
        }
        rest.retain(|edge| grounded.contains(&edge[0]));
        vec![rest]
    })
    .collect()
}

fn quantity(values: Values<'_>, answer: &Answer, quantity: &str) -> String {
    let game = || if let Answer::Game(game) = answer { *game } else { panic!("a short game for {quantity}") };
    let number = |number: grundy_value::Dyadic| number.to_string();
    match quantity {
        "canonical" | "value" => answer.text(values).unwrap(),
        "outcome" => values.outcome(game()).unwrap().to_string(),
        "mean" => number(values.mean(game()).unwrap()),
        "temperature" => number(values.temperature(game()).unwrap()),
        "left_stop" => values.text(values.stop(game(), Side::Left)).unwrap(),
        "right_stop" => values.text(values.stop(game(), Side::Right)).unwrap(),
        "birthday" => number(values.birthday(game()).unwrap()),
        "atomic_weight" => values.text(values.atomic_weight(game()).unwrap().expect("all-small")).unwrap(),
        "truth" => match answer {
            Answer::Comparison { holds, .. } => holds.to_string(),
            other => panic!("a comparison, not {}", other.kind()),
        },
        other => panic!("no quantity {other}"),
    }
}

#[test]
fn every_published_fact() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [expression, what, expected, source] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("four columns: {line}");
        };
        let mut calculator = Calculator::new(&Games);
        let mut evaluate =
            |text: &str| calculator.evaluate(values, text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let found = quantity(values, &evaluate(expression), what);
        let expected = match what {
            "canonical" | "value" => evaluate(expected).text(values).unwrap(),
            _ => expected.to_string(),
        };
        count += 1;
        if found != expected {
            wrong.push(format!("{expression}: {what} is {found}, published {expected} ({source})"));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 605, "{count} facts");
}
