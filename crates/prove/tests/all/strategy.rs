//! Strategies seen without a search, against the solver on small boards, and where no search can go.

use grundy_answer::{Standing, Unwatched};
use grundy_proof::{Board, PairingCertificate, Sizes, Start, check_pairing};
use grundy_prove::{Effort, Subject, Verdict, Wins, answered, claims, pairing, strategy};
use grundy_run::{Component, Position, Value, World};
use grundy_solve::{Grundy, Question, Winner, solve};
use std::sync::Arc;

fn world(text: &str) -> Arc<World> {
    grundy_kit::world(text)
}

fn library(stem: &str) -> Arc<World> {
    let path = format!("{}/../../games/{stem}.game", env!("CARGO_MANIFEST_DIR"));
    world(&std::fs::read_to_string(path).expect("the library has it"))
}

fn start(world: &Arc<World>, params: &[i64]) -> Component {
    let numbers: Vec<(usize, i64)> = params.iter().copied().enumerate().collect();
    grundy_run::start_with(world, (0, 0), &numbers).expect("a position").parts.remove(0)
}

fn solved(start: &Component) -> Wins {
    let position = Position { parts: vec![start.clone()] };
    match solve(&position, Question::default(), &Unwatched).expect("small").winner {
        Some(Winner::First) => Wins::First,
        Some(Winner::Second) => Wins::Second,
        other => panic!("{other:?}"),
    }
}

/// A wrong strategy would disagree with the solver somewhere among all these.
#[test]
fn what_is_seen_is_what_search_finds() {
    let mut seen = 0;
    for (stem, most) in [("cram", 4), ("table-coins", 4), ("chomp", 4)] {
        let world = library(stem);
        for rows in 1..=most {
            for columns in 1..=most {
                let start = start(&world, &[rows, columns]);
                if let Some(found) = strategy(&start, &Unwatched) {
                    assert_eq!(found.wins, solved(&start), "{start}: {:?}", found.words);
                    seen += 1;
                }
            }
        }
    }
    let knights = library("knights");
    for n in 1..=5 {
        let start = start(&knights, &[n]);
        assert_eq!(strategy(&start, &Unwatched).expect("knights always pair").wins, solved(&start));
        seen += 1;
    }
    assert!(seen >= 30, "{seen} strategies");
}

/// Every game of one or two kinds of small pieces on every small board.
#[test]
fn pieces_of_all_kinds() {
    let steps = ["(0, 1)", "(1, 0)", "(1, 1)", "(1, -1)", "(0, 2)", "(1, 2)"];
    let (mut seen, mut blind) = (0, 0);
    for (i, a) in steps.iter().enumerate() {
        for b in &steps[i..] {
            for takes in ["{c, c + d}", "{c, c + d, c + (0, 1)}", "{c} + {e in orth: c + e}"] {
                let text = format!(
                    "game Pieces\n  param R = 2, C = 2\n  state free: set of grid(R, C) = all\n  \
                     move lay(c in free, d in {{{a}, {b}}}) if c + d in free: free -= {takes}\n"
                );
                let world = world(&text);
                for (rows, columns) in [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (3, 4)] {
                    let start = start(&world, &[rows, columns]);
                    match strategy(&start, &Unwatched) {
                        Some(found) => {
                            assert_eq!(found.wins, solved(&start), "{text}{start}: {:?}", found.words);
                            seen += 1;
                        }
                        None => blind += 1,
                    }
                }
            }
        }
    }
    assert!(seen >= 100 && blind >= 20, "{seen} seen, {blind} not");
}

/// Lengths that are said to differ in nothing that matters do not: every board against the one it is said to be like.
#[test]
fn only_parity_matters_from_some_length_on() {
    let pieces = ["(0, 1)", "(1, 0)", "(1, 1)", "(1, -1)", "(0, 2)"].iter().flat_map(|step| {
        ["{c, c + d}", "{c, c + d, c - d}", "{c} + {e in orth: c + e}"].map(|takes| {
            world(&format!(
                "game Pieces\n  param R = 2, C = 2\n  state free: set of grid(R, C) = all\n  \
                 move lay(c in free, d in {{{step}, (0, 1)}}) if c + d in free: free -= {takes}\n"
            ))
        })
    });
    let (mut won, mut open) = (0, 0);
    for world in ["cram", "table-coins"].map(library).into_iter().chain(pieces) {
        let sizes = Sizes::new(world.rules((0, 0)), &[Value::Int(3), Value::Int(3)]).expect("moves of fixed steps");
        let wins = |rows: i64, columns: i64| pairing(&sizes.board(rows, columns)).map(|found| found.wins);
        for rows in 0..sizes.edge + 6 {
            for columns in 0..sizes.edge + 6 {
                let alike = wins(sizes.least(rows), sizes.least(columns));
                assert_eq!(wins(rows, columns), alike, "{rows} x {columns}");
                match alike {
                    Some(_) => won += 1,
                    None => open += 1,
                }
            }
        }
    }
    assert!(won > 1000 && open > 500, "{won} won, {open} open");
    // A move that a size changes is not looked at for all sizes.
    let text = "game Far\n  param N = 4\n  state free: set of grid(N, N) = all\n  \
                move lay(c in free, t = c + (0, N // 2)) if t in free: free -= {c, t}\n";
    assert!(Sizes::new(world(text).rules((0, 0)), &[Value::Int(4)]).is_err());
}

/// Claims about the start at all sizes: proved by pairings, checked where there is none, refuted at a small size; and they
/// answer for a start that is too large to search, with that standing, and for no other position.
#[test]
fn claims_about_the_start() {
    let effort = Effort { positions: 1 << 15, ..Effort::default() };
    let verdicts = |text: &str| {
        let subject = Subject::by_default(&world(text), (0, 0)).expect("a game");
        let outcome = claims(&subject, text, effort, &Unwatched);
        outcome.decided.iter().map(|one| one.verdict).collect::<Vec<_>>()
    };
    let cram = "game Cram\n  param R = 4, C = 4\n  state free: set of grid(R, C) = all\n  \
                move lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free: free -= {c, t}\n";
    let of = |claims: &[&str]| {
        let lines: String = claims.iter().map(|claim| format!("  claim {claim}\n")).collect();
        verdicts(&format!("{cram}{lines}"))
    };
    let even = "second wins when R % 2 == 0 and C % 2 == 0";
    assert_eq!(of(&[even, "first wins when (R + C) % 2 == 1"]), [Verdict::Proved; 2]);
    // One row is Dawson's Kayles: 1 x 3 is won, though no pairing says so, and 1 x 5 is lost.
    assert_eq!(of(&[even, "first wins when R == 1 and C == 3"]), [Verdict::Proved, Verdict::Checked]);
    assert_eq!(of(&[even, "first wins when R == 1 and C % 2 == 1 and C > 1"]), [Verdict::Proved, Verdict::Refuted]);
    // A heap whose start is its size: the pattern of the positions decides. The length of an array is not open.
    let heap = |claims: &str| {
        verdicts(&format!(
            "game Race\n  param N = 10\n  state n: 0..N = N\n  move take(k in 1..3) if k <= n: n -= k\n{claims}"
        ))
    };
    assert_eq!(heap("  claim second wins when N % 4 == 0\n  claim first wins\n"), [Verdict::Proved; 2]);
    assert_eq!(heap("  claim second wins when N % 4 == 0 and N != 20\n  claim first wins\n")[1], Verdict::Refuted);
    let heaps = "game Ones\n  param m = 3\n  state p: nat[m] = 1\n  move take(i in 0..m-1) if p[i] > 0: p[i] -= 1\n  \
                 claim second wins when m % 2 == 0\n  claim first wins\n";
    assert_eq!(verdicts(heaps), [Verdict::Checked; 2]);
    let said = |stem: &str, params: &[i64]| {
        let start = Position { parts: vec![start(&library(stem), params)] };
        answered(&start, effort, &Unwatched).map(|answer| (answer.winner, answer.standing.kind()))
    };
    assert_eq!(said("cram", &[9, 10]), Some((Some(Winner::First), "proved")));
    assert_eq!(said("cram", &[9, 9]), None);
    assert_eq!(said("knights", &[12]), Some((Some(Winner::Second), "proved")));
    assert_eq!(said("schuh-divisors", &[720]), Some((Some(Winner::First), "checked")));
    // A lost start is worth 0 in a sum, beside what is searched: 2 x 3 has nimber 1.
    let parts = vec![start(&library("cram"), &[10, 12]), start(&library("cram"), &[2, 3])];
    let sum = answered(&Position { parts }, effort, &Unwatched).expect("both have values");
    assert_eq!((sum.winner, sum.grundy), (Some(Winner::First), Some(Grundy::Finite(1))));
    let mut begun = start(&library("knights"), &[12]);
    let (_, mut to) = begun.game.moves(&begun.packed, grundy_run::Side::Left).expect("moves").remove(0);
    begun = to.parts.remove(0);
    assert!(answered(&Position { parts: vec![begun] }, effort, &Unwatched).is_none());
}

fn large(stem: &str, params: &[i64]) -> Option<(Wins, Option<String>)> {
    let world = library(stem);
    let params: Vec<Value> = params.iter().map(|&number| Value::Int(number)).collect();
    let board = Board::new(world.rules((0, 0)), &params, Start::Full).expect("a board");
    pairing(&board).map(|found| (found.wins, found.first))
}

/// A board of 10^8 cells, and more, at once: the size does not matter.
#[test]
fn boards_no_search_can_walk() {
    assert_eq!(large("knights", &[10_000]), Some((Wins::Second, None)));
    assert_eq!(large("knights", &[9_999]), Some((Wins::First, Some("place((4999, 4999))".into()))));
    assert_eq!(large("cram", &[1_000_000, 2_000_000]), Some((Wins::Second, None)));
    assert_eq!(large("cram", &[999, 1000]), Some((Wins::First, Some("lay((499, 499), (0, 1))".into()))));
    assert_eq!(large("cram", &[1000, 999]), Some((Wins::First, Some("lay((499, 499), (1, 0))".into()))));
    assert_eq!(large("table-coins", &[1000, 500]), Some((Wins::First, Some("lay((499, 249))".into()))));
    // Nobody knows who wins Cram on odd boards; no pairing is claimed.
    assert_eq!(large("cram", &[999, 999]), None);
}

/// A row of which a move takes a place and its neighbours: from the middle, on odd rows.
#[test]
fn rows_from_the_middle() {
    let text = "game Seats\n  param n = 9\n  state free: set of 1..n = all\n  move sit(i in free): free -= {i - 1, i, i + 1}\n";
    let world = world(text);
    for n in 1..=12 {
        let start = start(&world, &[n]);
        match strategy(&start, &Unwatched) {
            Some(found) => assert_eq!(found.wins, solved(&start), "{n}"),
            None => assert_eq!(n % 2, 0, "odd rows are won from the middle"),
        }
    }
    let heaps = library("dawsons-chess");
    let nine = grundy_rule::parse_expression("DawsonsChess(9)", 100).expect("a position");
    let closed = grundy_rule::check_position(&nine, &[&heaps.modules()[0]]).expect("a position");
    let nine = grundy_run::position(&heaps, 0, &closed).expect("a position").parts.remove(0);
    let found = strategy(&nine, &Unwatched).expect("the middle");
    assert_eq!((found.wins, found.first.as_deref()), (Wins::First, Some("place(5)")));
}

#[test]
fn thefts_name_no_move() {
    let chomp = start(&library("chomp"), &[8, 9]);
    let found = strategy(&chomp, &Unwatched).expect("the corner");
    assert_eq!((found.wins, found.first), (Wins::First, None));
    assert!(matches!(found.standing, Standing::Proved(_)));
    let hex = start(&library("hex"), &[11]);
    let found = strategy(&hex, &Unwatched).expect("an extra stone");
    assert_eq!((found.wins, found.first), (Wins::First, None));
    assert!(matches!(found.standing, Standing::Checked(_)));
    // Tic-tac-toe is a draw, Maker-Breaker is not symmetric: nothing is stolen.
    assert!(strategy(&start(&library("tic-tac-toe"), &[]), &Unwatched).is_none());
    assert!(strategy(&start(&library("maker-breaker"), &[5, 5, 5]), &Unwatched).is_none());
}

#[test]
fn false_pairings_are_refused() {
    let world = library("cram");
    let params = [Value::Int(6), Value::Int(6)];
    let board = Board::new(world.rules((0, 0)), &params, Start::Full).expect("a board");
    let found = pairing(&board).and_then(|found| found.pairing).expect("even by even");
    let certificate = PairingCertificate { game: "Cram(R=6, C=6)".into(), rules: "0".repeat(64), pairing: found };
    assert_eq!(PairingCertificate::parse(&certificate.text()), Ok(certificate.clone()));
    for (from, to) in [("second", "first"), ("turn", "spin"), ("turn", "mirror"), ("end\n", ""), ("game", "gane")] {
        let text = certificate.text().replace(from, to);
        let refused = match PairingCertificate::parse(&text) {
            Err(_) => true,
            Ok(other) => check_pairing(&board, &other.pairing).is_err(),
        };
        assert!(refused, "{text}");
    }
    let odd = Board::new(world.rules((0, 0)), &[Value::Int(5), Value::Int(6)], Start::Full).expect("a board");
    assert!(check_pairing(&odd, &found).is_err(), "the middle domino answers itself");
    let hole = Start::Cells([[0, 0], [0, 1], [1, 0]].into());
    let board = Board::new(world.rules((0, 0)), &params, hole).expect("a board");
    assert!(check_pairing(&board, &found).is_err(), "not symmetric");
}

/// Boards of other sizes are spoken of only where every one of the same parities is won so: the moves do not change with the size, and
/// none fits on a larger board alone that takes what its image needs.
#[test]
fn other_sizes_are_spoken_of_where_they_are_alike() {
    let speaks = |world: &Arc<World>, params: &[i64]| {
        let found = strategy(&start(world, params), &Unwatched).expect("a pairing");
        let by_parity = found.words.iter().any(|word| word.contains("The same holds"));
        assert_eq!(matches!(&found.standing, Standing::Proved(why) if why.contains("; for every")), by_parity);
        by_parity
    };
    let cram = library("cram");
    for (rows, columns) in [(4, 4), (2, 6), (3, 4), (20, 20)] {
        assert!(speaks(&cram, &[rows, columns]), "{rows} x {columns}");
    }
    assert!(speaks(&library("knights"), &[6]) && speaks(&library("knights"), &[7]));
    let strip = |head: &str, moves: &str| {
        world(&format!("game A\n  param N = 6{head}\n  state free: set of 0..N-1 = all\n  move m(c in free{moves}\n"))
    };
    // Two neighbours; the step is a parameter that has nothing to do with the length.
    let step = strip(", k = 1", ", t = c + k) if t in free: free -= {c, t}");
    assert!(speaks(&step, &[6, 1]) && speaks(&step, &[2, 1]));
    // Three in a row do not fit on a strip of two; on one of four the first player takes them.
    let three = strip("", ") if c + 1 in free and c + 2 in free: free -= {c, c + 1, c + 2}");
    assert!(!speaks(&three, &[2]));
    assert!(speaks(&three, &[3]) && speaks(&three, &[5]));
    // What may be taken is another thing on a strip of eight.
    for (head, moves) in [
        ("", ") if N != 8 or c + 1 in free: free -= {c}"),
        (", k = 2 * N", ") if k != 16: free -= {c}"),
        ("", ", d in {1, N - 6}) if c + d in free: free -= {c, c + d}"),
    ] {
        let changing = strip(head, moves);
        if strategy(&start(&changing, &[6]), &Unwatched).is_some() {
            assert!(!speaks(&changing, &[6]), "{moves}");
        }
    }
    let rest = "game A\n  param R = 4, C = 4\n  state free: set of grid(R, C) = all\n  move lay(c in free, d in {(0, 1), (1, 0)}, t = c + d) if t in free: free -= {c, t}\n  move rest(c in free) if R == 6: free -= {x in grid(R, C): x}\n";
    assert!(!speaks(&world(rest), &[4, 4]), "on six rows the first player takes all");
}
