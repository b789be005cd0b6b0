//! Pictures of real games, computed from their definitions by brute force.

use grundy_answer::{Standing, Unwatched};
use grundy_draw::*;
use std::collections::VecDeque;

fn proved(reason: &str) -> Option<Standing> {
    Some(Standing::Proved(reason.to_string().into()))
}

/// Two players in turn take a number from 1..=most that is left; who brings the sum to the target wins.
pub fn can_i_win(most: u32, target: u32, equal: Equal) -> Diagram {
    let sum = |used: u32| (1..=most).filter(|n| used >> n & 1 == 1).sum::<u32>();
    let describe = |used: &u32, depth: usize| {
        let left: Vec<String> = (1..=most).filter(|n| used >> n & 1 == 0).map(|n| n.to_string()).collect();
        let wins = wins(most, target, *used);
        Node {
            value: if wins { "W" } else { "L" }.to_string(),
            lines: vec![format!("{{{}}}", left.join(",")), format!("Σ {}", sum(*used))],
            turn: if depth % 2 == 0 { Turn::First } else { Turn::Second },
            outcome: if wins { Outcome::Win } else { Outcome::Loss },
            state: if sum(*used) >= target { State::Over } else { State::Open },
            ..Node::default()
        }
    };
    let moves = |&used: &u32| {
        let numbers = (1..=most).filter(|n| sum(used) < target && used >> n & 1 == 0);
        let step = |n: u32| {
            let to = used | 1 << n;
            let quality = if wins(most, target, to) { Quality::Plain } else { Quality::Best };
            Step { text: n.to_string(), quality, to }
        };
        numbers.map(step).collect()
    };
    let diagram = Diagram::unfold(0, equal, usize::MAX, &Unwatched, describe, moves).diagram;
    Diagram {
        title: format!("Can I win ({most}, {target})"),
        standing: proved("every position was searched"),
        ..diagram
    }
}

fn wins(most: u32, target: u32, used: u32) -> bool {
    let sum = (1..=most).filter(|n| used >> n & 1 == 1).sum::<u32>();
    sum < target && (1..=most).any(|n| used >> n & 1 == 0 && !wins(most, target, used | 1 << n))
}

/// Nim with the heaps in order, so that equal positions are one; best moves by Bouton's theorem.
#[allow(dead_code)] // of the gallery
pub fn nim(heaps: &[u32]) -> Diagram {
    let sum = |heaps: &[u32]| heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let describe = |heaps: &Vec<u32>, _: usize| Node {
        value: format!("*{}", sum(heaps)),
        lines: vec![format!("{heaps:?}")],
        outcome: if sum(heaps) == 0 { Outcome::Loss } else { Outcome::Win },
        state: if heaps.is_empty() { State::Over } else { State::Open },
        ..Node::default()
    };
    let moves = |heaps: &Vec<u32>| {
        let mut steps = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            for left in (0..heap).filter(|_| index == 0 || heaps[index - 1] != heap) {
                let mut to = heaps.clone();
                to[index] = left;
                to.retain(|&heap| heap > 0);
                to.sort_unstable();
                let quality = if sum(&to) == 0 { Quality::Best } else { Quality::Plain };
                steps.push(Step { text: format!("{heap}→{left}"), quality, to });
            }
        }
        steps
    };
    let mut start = heaps.to_vec();
    start.sort_unstable();
    let diagram = Diagram::unfold(start, Equal::Merged, usize::MAX, &Unwatched, describe, moves).diagram;
    Diagram { title: format!("Nim {heaps:?}"), standing: proved("Bouton 1901"), ..diagram }
}

pub fn loopy() -> Diagram {
    let names = ["a", "b", "c", "d", "e", "f"];
    let outcome = [Outcome::Draw, Outcome::Draw, Outcome::Draw, Outcome::Win, Outcome::Loss, Outcome::Win];
    let node = |(name, outcome): (&&str, Outcome)| Node {
        lines: vec![name.to_string()],
        outcome,
        value: if outcome == Outcome::Draw { "∞".into() } else { u8::from(outcome == Outcome::Win).to_string() },
        ..Node::default()
    };
    let edges = [(0, 1), (1, 2), (2, 0), (1, 3), (3, 4), (2, 5), (5, 4), (0, 0), (0, 4), (1, 2)];
    let edge = |(index, &(from, to)): (usize, &(usize, usize))| Edge {
        from,
        to,
        text: format!("move {index}"),
        ..Edge::default()
    };
    Diagram {
        title: "A loopy game".into(),
        nodes: names.iter().zip(outcome).map(node).collect(),
        edges: edges.iter().enumerate().map(edge).collect(),
        roots: vec![0],
        standing: proved("retrograde analysis"),
        ..Diagram::default()
    }
}

fn line_of(board: &str, piece: char) -> bool {
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let cells: Vec<char> = board.chars().collect();
    LINES.iter().any(|line| line.iter().all(|&at| cells[at] == piece))
}

/// The result for X with best play: 1, 0 or -1.
fn result(board: &str) -> i32 {
    if line_of(board, 'X') {
        return 1;
    }
    if line_of(board, 'O') {
        return -1;
    }
    let piece = to_move(board);
    let results = next(board, piece).into_iter().map(|(_, board)| result(&board));
    (if piece == 'X' { results.max() } else { results.min() }).unwrap_or(0)
}

fn to_move(board: &str) -> char {
    let count = |piece| board.chars().filter(|&c| c == piece).count();
    if count('X') > count('O') { 'O' } else { 'X' }
}

fn next(board: &str, piece: char) -> Vec<(usize, String)> {
    let free = board.char_indices().filter(|&(_, c)| c == '.').map(|(at, _)| at);
    free.map(|at| (at, format!("{}{piece}{}", &board[..at], &board[at + 1..]))).collect()
}

fn picture(board: &str) -> Board {
    let rows = format!("{}|{}|{}", &board[..3], &board[3..6], &board[6..]);
    Board { form: BoardLook::Grid(Grid::of_picture(&rows)), ..Board::default() }
}

pub fn noughts(start: &str) -> Diagram {
    let mut diagram = Diagram { title: "Noughts and crosses, the end".into(), roots: vec![0], ..Diagram::default() };
    let mut queue = VecDeque::from([(start.to_string(), None)]);
    while let Some((board, arrival)) = queue.pop_front() {
        let node = diagram.nodes.len();
        let piece = to_move(&board);
        let value = result(&board);
        let over = line_of(&board, 'X') || line_of(&board, 'O') || !board.contains('.');
        let for_mover = if piece == 'X' { value } else { -value };
        diagram.nodes.push(Node {
            value: ["O wins", "draw", "X wins"][(value + 1) as usize].to_string(),
            turn: if piece == 'X' { Turn::First } else { Turn::Second },
            outcome: [Outcome::Loss, Outcome::Draw, Outcome::Win][(for_mover + 1) as usize],
            state: if over { State::Over } else { State::Open },
            picture: Some(picture(&board)),
            ..Node::default()
        });
        if let Some((from, at, best)) = arrival {
            let quality = if best { Quality::Best } else { Quality::Plain };
            diagram.edges.push(Edge { from, to: node, text: format!("{},{}", at / 3 + 1, at % 3 + 1), quality });
        }
        if !over {
            for (at, board) in next(&board, piece) {
                let best = result(&board) == value;
                queue.push_back((board, Some((node, at, best))));
            }
        }
    }
    diagram
}

pub fn noughts_board() -> Board {
    let start = "XO.......";
    let mut board = picture(start);
    board.title = "X to move: what each move leads to".into();
    board.standing = proved("every position was searched");
    if let BoardLook::Grid(grid) = &mut board.form {
        grid.column_names = ["a", "b", "c"].map(String::from).to_vec();
        grid.row_names = ["3", "2", "1"].map(String::from).to_vec();
        for (at, board) in next(start, 'X') {
            let value = result(&board);
            let (text, outcome) =
                [("loses", Outcome::Loss), ("draw", Outcome::Draw), ("wins", Outcome::Win)][(value + 1) as usize];
            let mark = Mark { text: text.into(), shade: Shade::Outcome(outcome), title: format!("place({at})") };
            grid.rows[at / 3][at % 3].mark = Some(mark);
        }
    }
    board
}

pub fn heaps(sizes: &[u64]) -> Board {
    let total = sizes.iter().fold(0, |sum, size| sum ^ size);
    let heap = |&size: &u64| Heap {
        size,
        name: String::new(),
        marks: (0..size)
            .map(|left| {
                let value = total ^ size ^ left;
                (
                    left,
                    Mark {
                        text: value.to_string(),
                        shade: Shade::Number(value),
                        title: format!("take({})", size - left),
                    },
                )
            })
            .collect(),
    };
    Board {
        title: "Nim 3, 5, 7".into(),
        standing: proved("Bouton 1901"),
        form: BoardLook::Heaps(sizes.iter().map(heap).collect()),
        ..Board::default()
    }
}

pub fn strip(length: usize) -> Board {
    let cell = |index: usize| {
        let mut cell = Cell::of(if index % 4 == 1 { "●" } else { "" });
        if cell.piece.is_empty() {
            let value = (index % 4) as u64;
            cell.mark =
                Some(Mark { text: format!("*{value}"), shade: Shade::Number(value), title: format!("to {index}") });
        }
        cell
    };
    let grid = Grid {
        rows: vec![(0..length).map(cell).collect()],
        column_names: (0..length).map(|n| n.to_string()).collect(),
        ..Grid::default()
    };
    Board { title: "A strip".into(), form: BoardLook::Grid(grid), ..Board::default() }
}

pub fn digraph() -> Board {
    let arcs = [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5), (1, 5)];
    let mut grundy = [0u64; 6];
    for from in (0..6).rev() {
        let after: Vec<u64> = arcs.iter().filter(|arc| arc.0 == from).map(|arc| grundy[arc.1]).collect();
        grundy[from] = (0..).find(|value| !after.contains(value)).unwrap_or(0);
    }
    let links = Links {
        cells: grundy
            .iter()
            .enumerate()
            .map(|(index, value)| Cell {
                piece: if index == 0 { "♞".into() } else { String::new() },
                mark: Some(Mark {
                    text: value.to_string(),
                    shade: Shade::Number(*value),
                    title: format!("place {index}"),
                }),
                ..Cell::default()
            })
            .collect(),
        links: arcs.iter().map(|&(from, to)| Link { from, to, ..Link::default() }).collect(),
    };
    Board { title: "A token on a digraph".into(), form: BoardLook::Digraph(links), ..Board::default() }
}

pub fn polygon(corners: usize) -> Board {
    let mut links = Vec::new();
    for corner in 0..corners {
        links.push(Link { from: corner, to: (corner + 1) % corners, ..Link::default() });
    }
    links.push(Link { from: 0, to: 3, ..Link::default() });
    for (from, to, value) in [(0, 2, 1), (1, 3, 0), (3, 5, 2), (4, 6, 2), (0, 5, 3), (3, 6, 0)] {
        let mark = Mark { text: format!("*{value}"), shade: Shade::Number(value), title: format!("join({from},{to})") };
        links.push(Link { from, to, dash: scene::Dash::Dashed, mark: Some(mark) });
    }
    let cells = (0..corners).map(|corner| Cell::of(corner.to_string())).collect();
    Board { title: "Chords of a polygon".into(), form: BoardLook::Polygon(Links { cells, links }), ..Board::default() }
}

#[derive(Clone, Copy)]
pub enum Show {
    Grundy,
    Outcome,
}

pub fn wythoff(size: usize, show: Show) -> HeatMap {
    let mut grundy = vec![vec![0u64; size]; size];
    for a in 0..size {
        for b in 0..size {
            let mut after: Vec<u64> = (0..a).map(|i| grundy[i][b]).chain((0..b).map(|j| grundy[a][j])).collect();
            after.extend((1..=a.min(b)).map(|k| grundy[a - k][b - k]));
            after.sort_unstable();
            after.dedup();
            let gap = after.iter().enumerate().find(|(index, value)| *index as u64 != **value);
            grundy[a][b] = gap.map_or(after.len() as u64, |(index, _)| index as u64);
        }
    }
    let axis = |name: &str| (Axis { name: name.into(), start: 0 }, size);
    let mut map = HeatMap::of(axis("x"), axis("y"), |x, y| {
        let value = grundy[x as usize][y as usize];
        match show {
            Show::Grundy => Shade::Number(value),
            Show::Outcome if value == 0 => Shade::Outcome(Outcome::Loss),
            Show::Outcome => Shade::Outcome(Outcome::Win),
        }
    });
    map.title = "Wythoff's game".into();
    map.standing = proved("computed from the definition");
    map
}

fn mex(values: &[u64]) -> u64 {
    (0..).find(|value| !values.contains(value)).unwrap_or(0)
}

#[allow(dead_code)] // of the gallery
pub fn subtraction(set: &[usize], count: usize) -> SequencePlot {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let after: Vec<u64> = set.iter().filter(|&&take| take <= n).map(|&take| values[n - take]).collect();
        values.push(mex(&after));
    }
    SequencePlot {
        title: format!("Subtraction {set:?}"),
        values,
        period: Some(Period { preperiod: 0, period: 22, saltus: 0 }),
        standing: Some(Standing::Checked(format!("{count} values").into())),
        ..SequencePlot::default()
    }
}

/// The octal game 0.77, whose period of 12 has its last exception at 70 (Guy and Smith 1956).
pub fn octal_77(count: usize) -> SequencePlot {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..count {
        let mut after = Vec::new();
        for take in 1..=n.min(2) {
            after.extend((0..=n - take).map(|left| values[left] ^ values[n - take - left]));
        }
        values.push(mex(&after));
    }
    const PERIOD: [u64; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    let exceptions = (0..count.min(72) as u64).filter(|&n| values[n as usize] != PERIOD[n as usize % 12]).collect();
    SequencePlot {
        title: "0.77".into(),
        values,
        period: Some(Period { preperiod: 72, period: 12, saltus: 0 }),
        exceptions,
        standing: proved("Guy and Smith 1956"),
        ..SequencePlot::default()
    }
}

pub fn large(count: u64) -> SequencePlot {
    let value = |n: u64| (n / 2000) + (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) * 2;
    let exceptions: Vec<u64> = (0..40).map(|k| k * k * 300).collect();
    SequencePlot {
        title: "Two million values".into(),
        values: (0..count).map(|n| if exceptions.contains(&n) { 1_000 } else { value(n) }).collect(),
        period: Some(Period { preperiod: 500_000, period: 250_000, saltus: 125 }),
        exceptions,
        ..SequencePlot::default()
    }
}

/// {{5|2}|{-1|-4}} by hand: {5|2} has mean 7/2 and temperature 3/2, {-1|-4} mean -5/2 and the same temperature.
/// Left's wall is the right wall of {5|2} less t, Right's the left wall of {-1|-4} plus t.
pub fn thermograph() -> Thermograph {
    let corner = |value: (i64, i64), temperature: (i64, i64)| Corner {
        value: Exact::fraction(value.0, value.1),
        temperature: Exact::fraction(temperature.0, temperature.1),
    };
    Thermograph {
        title: "{{5|2}|{-1|-4}}".into(),
        left: vec![corner((2, 1), (0, 1)), corner((2, 1), (3, 2)), corner((1, 2), (3, 1))],
        right: vec![corner((-1, 1), (0, 1)), corner((-1, 1), (3, 2)), corner((1, 2), (3, 1))],
        standing: proved("drawn from the definition"),
    }
}
