//! Laws of move generation on random reachable positions of every game of the library: moves keep types, packing and ranking are
//! undone, positions are written so that they are read back.

use super::library::{Entry, Play, Seed, entries};
use grundy_run::{Component, Position, Side, count, rank, unrank};

/// Playthroughs per game, and moves in each.
const PLAYS: u64 = 3;
const LONGEST: usize = 12;

fn each_reachable(visit: &mut dyn FnMut(&Entry, &Play)) {
    for entry in entries() {
        for number in 0..entry.module().games.len() {
            let Some(start) = entry.start(number) else { continue };
            for seed in 1..=PLAYS {
                let mut seed = Seed(seed);
                let mut play = Play { parts: start.parts.clone(), mover: Side::Left };
                for _ in 0..LONGEST {
                    visit(&entry, &play);
                    let moves = play.moves();
                    if moves.is_empty() {
                        break;
                    }
                    let (number, _, to) = &moves[seed.below(moves.len())];
                    play = play.after(*number, to);
                }
            }
        }
    }
}

#[test]
fn packing_and_ranking_are_undone() {
    each_reachable(&mut |entry, play| {
        for Component { game, packed } in &play.parts {
            let state = game.unpack(packed);
            assert_eq!(game.pack(&state).as_ref(), Some(packed), "{}: {game}", entry.stem, game = game.rules.name);
            if let Some(count) = count(&game.shapes) {
                let rank = rank(&game.shapes, &state).expect("every value lies in its set");
                assert!(rank < count, "{}", entry.stem);
                assert_eq!(unrank(&game.shapes, rank), state, "{}", entry.stem);
            }
        }
    });
}

#[test]
fn positions_are_read_back_as_written() {
    each_reachable(&mut |entry, play| {
        let position = Position { parts: play.parts.clone() };
        if play.parts.is_empty() {
            return;
        }
        let text = position.to_string();
        let expr = grundy_rule::parse_expression(&text, 1 << 20).unwrap_or_else(|_| panic!("{}: {text}", entry.stem));
        let closed = grundy_rule::check_position(&expr, &[entry.module()]);
        let closed = closed.unwrap_or_else(|mistakes| panic!("{}: {text}: {mistakes:?}", entry.stem));
        let again = grundy_run::position(&entry.world, 0, &closed);
        let again = again.unwrap_or_else(|mistake| panic!("{}: {text}: {mistake:?}", entry.stem));
        assert_eq!(again.to_string(), text, "{}", entry.stem);
    });
}

#[test]
fn moves_do_not_depend_on_when_they_are_asked_for() {
    each_reachable(&mut |entry, play| {
        for part in &play.parts {
            let names = |mover: Side| -> Vec<String> {
                let moves = part.game.moves(&part.packed, mover).expect("no fault");
                moves.iter().map(|(one, _)| part.game.move_text(one)).collect()
            };
            let (left, right) = (names(Side::Left), names(Side::Right));
            assert_eq!(names(Side::Left), left, "{}", entry.stem);
            if grundy_rule::Facts::of(part.game.source()).impartial.is_proved() {
                assert_eq!(left, right, "{} is impartial: {part}", entry.stem);
            }
        }
    });
}
