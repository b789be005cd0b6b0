//! Canonical values of positions against a plain recursion over moves by interpretation, without parts, images, negatives or threads; sums decided by
//! values against the sum itself.

use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_run::{Component, Packed, Position, Side, World};
use grundy_solve::{CanonicalTable, Class, Question, Refusal, canonical_value, solve};
use grundy_value::{Arena, Game, Outcome, Values};
use std::collections::HashMap;
use std::sync::Arc;

fn world(names: &[&str]) -> Arc<World> {
    let texts: Vec<String> = names.iter().map(|name| grundy_kit::library_text(name)).collect();
    grundy_kit::worlds(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}

fn at(world: &Arc<World>, query: &str) -> Position {
    grundy_kit::position(world, query)
}

/// The definition: the game of the values its moves lead to.
fn plain(part: &Component, values: Values<'_>, known: &mut HashMap<(u64, Packed), Game>) -> Game {
    let key = (part.game.id, part.packed.clone());
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let [left, right] = [Side::Left, Side::Right].map(|side| {
        let moves = part.game.moves(&part.packed, side).unwrap();
        let after = moves.into_iter().map(|(_, to)| {
            let parts = to.parts.iter().map(|part| plain(part, values, known)).collect::<Vec<_>>();
            parts.into_iter().fold(Game::ZERO, |total, value| values.sum(total, value).unwrap())
        });
        after.collect::<Vec<_>>()
    });
    let value = values.game(left, right).unwrap();
    known.insert(key, value);
    value
}

#[test]
fn values_agree_with_plain_recursion() {
    let games = [
        ("domineering", "Domineering(R=3, C=4)"),
        ("domineering", "Domineering(\"..#.|....|.#..|...#\")"),
        ("domineering", "Domineering(R=1, C=9)"),
        ("clobber", "Clobber(\"XOXO|OXOX\")"),
        ("clobber", "Clobber(\"XXO.|O.OX|XOXX\")"),
        ("col", "Col(\"...|..L|...\")"),
        ("snort", "Snort(\".....|..R..\")"),
        ("toads-and-frogs", "ToadsAndFrogs(\"TT..FTF.FF\")"),
        ("konane", "Konane(\"XOX.|O.OX|XOXO\")"),
        ("toppling-dominoes", "TopplingDominoes(row=[Blue, Red, Red, Blue, Green, Red])"),
        ("hackenbush", "Hackenbush(edges=[(0, 1, Blue), (1, 2, Red), (0, 3, Green), (3, 4, Red), (3, 5, Blue)])"),
        ("cutcake", "Cutcake(5, 7)"),
        ("amazons", "Amazons(\"W..|..B\")"),
    ];
    for (name, query) in games {
        let (world, arena) = (world(&[name]), Arena::new());
        let values = arena.values(&Unwatched);
        let position = at(&world, query);
        let table = CanonicalTable::new(values);
        let expected = plain(&position.parts[0], values, &mut HashMap::new());
        let found = table.value(&position).unwrap_or_else(|refusal| panic!("{query}: {refusal:?}"));
        assert_eq!(values.text(found), values.text(expected), "{query}");
        let swaps = ["domineering", "clobber", "col", "snort", "konane"].contains(&name);
        assert_eq!(table.negates(), swaps && !query.contains("C=9"), "{query}: the players are exchanged by a map");
    }
}

/// All boards of one table: a smaller board is among the positions of a larger one.
#[test]
fn boards_of_all_sizes_share_a_table() {
    let (world, arena) = (world(&["domineering"]), Arena::new());
    let values = arena.values(&Unwatched);
    let table = CanonicalTable::new(values);
    let mut known = HashMap::new();
    table.value(&at(&world, "Domineering(R=4, C=4)")).unwrap();
    let positions = table.positions();
    for rows in 1..=4 {
        for columns in 1..=4 {
            let board = at(&world, &format!("Domineering(R={rows}, C={columns})"));
            let expected = plain(&board.parts[0], values, &mut known);
            assert_eq!(table.value(&board).unwrap(), expected, "{rows} x {columns}");
            let turned = at(&world, &format!("Domineering(R={columns}, C={rows})"));
            assert_eq!(table.value(&turned).unwrap(), values.negative(expected).unwrap(), "{rows} x {columns}");
        }
    }
    let added = table.positions() - positions;
    assert!(added < positions / 4, "{added} positions more than the {positions} of the largest board");
}

struct Threads(usize);

impl Watch for Threads {
    fn tick(&self, _: Progress) -> Option<Stop> {
        None
    }
    fn threads(&self) -> usize {
        self.0
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

#[test]
fn threads_change_nothing() {
    for (name, query) in [("domineering", "Domineering(R=4, C=5)"), ("clobber", "Clobber(\"XOXO|OXOX|XOX.\")")] {
        let world = world(&[name]);
        let answers = [1, 2, 3].map(|threads| {
            let (arena, watch) = (Arena::new(), Threads(threads));
            let values = arena.values(&watch);
            let table = CanonicalTable::new(values);
            let value = table.value(&at(&world, query)).unwrap();
            (values.text(value).unwrap(), table.positions())
        });
        assert!(answers[0].1 > 2000, "{query} is too small for a second thread: {}", answers[0].1);
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{query}: {answers:?}");
    }
}

#[test]
fn values_that_do_not_exist_are_refused() {
    let stays = "game A\n  state n: 0..3\n  move stay(k in 1..3): n = k\n";
    let again = "game B\n  state n: nat\n  move take(k in 1..2) if k <= n:\n    n -= k\n    again\n";
    for (text, query, cause) in [(stays, "A(1)", "for ever"), (again, "B(3)", "keeps the turn")] {
        let world = grundy_kit::world(text);
        let arena = Arena::new();
        match CanonicalTable::new(arena.values(&Unwatched)).value(&at(&world, query)) {
            Err(Refusal::Unfit(reason)) => assert!(reason.contains(cause), "{reason}"),
            other => panic!("{query}: {other:?}"),
        }
    }
    let world = world(&["domineering"]);
    let arena = Arena::new();
    let table = CanonicalTable::new(arena.values(&Unwatched)).most(100);
    let large = at(&world, "Domineering(R=6, C=6)");
    assert!(matches!(table.value(&large), Err(Refusal::OutOfReach(_))));
}

/// Sums too large to be searched as a whole: the outcome is that of the added values, and winning moves are those that
/// leave the opponent nothing.
#[test]
fn hot_sums_are_decided_by_values() {
    let world = world(&["domineering", "toads-and-frogs", "hackenbush"]);
    let queries = [
        "Domineering(R=4, C=5) + Domineering(R=5, C=4)",
        "Domineering(R=4, C=4) + Domineering(R=4, C=4) + ToadsAndFrogs(\"TTT...FFF\")",
        "Domineering(R=4, C=4) + Domineering(R=3, C=5) + Domineering(R=2, C=6) + Hackenbush(edges=[(0, 1, Blue), (1, 2, Red)])",
    ];
    for query in queries {
        let position = at(&world, query);
        let arena = Arena::new();
        let values = arena.values(&Unwatched);
        let table = CanonicalTable::new(values);
        for start in [Side::Left, Side::Right] {
            let answer = solve(&position, Question { first: Some(start), ..Question::default() }, &Unwatched).unwrap();
            assert!(answer.standing.to_string().contains("canonical values"), "{query}: {}", answer.standing);
            let total = table.value(&position).unwrap();
            let class = |game| match values.outcome(game).unwrap() {
                Outcome::Next => Class::N,
                Outcome::Previous => Class::P,
                Outcome::Left => Class::L,
                Outcome::Right => Class::R,
            };
            assert_eq!(answer.outcome, Some(class(total)), "{query}");
            let mut wanted = Vec::new();
            for (number, part) in position.parts.iter().enumerate() {
                for (one, to) in part.game.moves(&part.packed, start).unwrap() {
                    let mut after = position.clone();
                    after.parts.splice(number..=number, to.parts);
                    let after = class(table.value(&after).unwrap());
                    let lost = [Class::P, if start == Side::Left { Class::L } else { Class::R }];
                    if lost.contains(&after) {
                        wanted.push((number, part.game.move_text(&one)));
                    }
                }
            }
            let found: Vec<(usize, String)> =
                answer.winning_moves.iter().map(|one| (one.component, one.text.clone())).collect();
            assert_eq!(found, wanted, "{query}");
        }
    }
}

/// Components that are impartial by proof are valued by nimber search and the like: the sum is as by its options.
#[test]
fn impartial_components_are_worth_their_nimbers() {
    let world = world(&["domineering", "cram", "kayles", "nim"]);
    for query in [
        "Cram(R=3, C=4) + Domineering(R=2, C=3)",
        "Domineering(R=3, C=3) + Kayles(9) + Cram(\"..#.|....|.#..\")",
        "Nim(3) + Nim(4) + Nim(6)",
    ] {
        let position = at(&world, query);
        let arena = Arena::new();
        let values = arena.values(&Unwatched);
        let table = CanonicalTable::new(values);
        assert_eq!(canonical_value(&position, values, &Unwatched).unwrap(), table.value(&position).unwrap(), "{query}");
    }
}
