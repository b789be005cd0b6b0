//! Boards that fall apart, at the sizes people ask for: who wins and every winning move. Expected: the programs of
//! `bench/boards`, which search whole boards (Domineering, Clobber) or are written for one game (Cram); outcomes of
//! Domineering also Breuker, Uiterwijk and van den Herik, Solving 8 x 8 Domineering (2000).

use grundy_answer::Unwatched;
use grundy_solve::{Answer, Class, Grundy, Question, solve};

fn answer(file: &str, query: &str) -> Answer {
    let world = grundy_kit::library(file);
    solve(&grundy_kit::position(&world, query), Question::default(), &Unwatched).unwrap()
}

fn moves(answer: &Answer) -> Vec<&str> {
    let mut moves: Vec<&str> = answer.winning_moves.iter().map(|one| one.text.as_str()).collect();
    moves.sort_unstable();
    moves
}

#[test]
fn domineering() {
    let five = answer("domineering", "Domineering(R=5, C=5)");
    assert_eq!((five.outcome, five.winning_move_count), (Some(Class::P), 0));
    let six = answer("domineering", "Domineering(R=6, C=6)");
    let even: Vec<String> =
        [0, 2, 4].iter().flat_map(|r| (0..6).map(move |c| format!("vertical(({r}, {c}))"))).collect();
    assert_eq!((six.outcome, moves(&six)), (Some(Class::N), even.iter().map(String::as_str).collect()));
    for (rows, columns, class) in [(2, 3, Class::N), (4, 2, Class::L), (3, 4, Class::R), (5, 2, Class::R)] {
        let found = answer("domineering", &format!("Domineering(R={rows}, C={columns})"));
        assert_eq!(found.outcome, Some(class), "{rows} x {columns}");
    }
}

#[test]
fn clobber() {
    let found = answer("clobber", "Clobber(\"XOXOX|OXOXO|XOXOX|OXOXO\")");
    assert_eq!(found.outcome, Some(Class::N));
    let lost = [
        (2, 0, "1, 0"),
        (2, 2, "0, -1"),
        (2, 2, "0, 1"),
        (2, 2, "1, 0"),
        (2, 4, "1, 0"),
        (3, 1, "0, -1"),
        (3, 3, "0, 1"),
    ];
    let won = moves(&found);
    assert_eq!(won.len(), 24);
    for (row, column, step) in lost {
        assert!(!won.contains(&format!("clobber(({row}, {column}), ({step}))").as_str()));
    }
}

#[test]
fn cram() {
    let found = answer("cram", "Cram(R=5, C=6)");
    let nine = [
        "lay((0, 2), (0, 1))",
        "lay((1, 1), (1, 0))",
        "lay((1, 2), (0, 1))",
        "lay((1, 4), (1, 0))",
        "lay((2, 1), (1, 0))",
        "lay((2, 2), (0, 1))",
        "lay((2, 4), (1, 0))",
        "lay((3, 2), (0, 1))",
        "lay((4, 2), (0, 1))",
    ];
    assert_eq!((found.grundy.clone(), moves(&found)), (Some(Grundy::Finite(2)), nine.to_vec()));
    let found = answer("cram", "Cram(R=5, C=7)");
    let mut ten: Vec<String> = (0..5).flat_map(|r| [0, 5].map(|c| format!("lay(({r}, {c}), (0, 1))"))).collect();
    ten.sort_unstable();
    assert_eq!(found.grundy, Some(Grundy::Finite(1)));
    assert_eq!(moves(&found), ten);
}
