//! Moves that know the players as `me` and `opp` alone: those of Right are those of Left with the players exchanged
//! before and after. So large code is made once.
//!
//! Sets of players are walked Left first whoever moves, so rules that make one are none of these; nor are arrays over
//! the players, whose cells would have to be exchanged too.

use grundy_rule::syntax::Mover;
use grundy_rule::{Expr, Kind, Rules, Type, Who, Whole, each_in_body};
use grundy_run::{Game, Image, Moved};

/// The exchange of players on packed words, if that changes nothing else about the moves of a game.
pub fn swap(game: &Game) -> Option<Moved> {
    let rules = game.source();
    let fields = rules.fields.iter().all(|field| match field.domain.ty() {
        Type::Array(index, element) => !players(&index) && plain(&element),
        ty => plain(&ty),
    });
    let params = rules.params.iter().all(|param| !players(&param.domain.ty()));
    if !fields || !params || rules.moves.iter().any(|of| of.mover != Mover::Either) || tells_apart(rules) {
        return None;
    }
    Moved::new(game, &Image { cells: vec![None; game.shapes.len()], swaps: true })
}

/// Whether moves, or definitions, tell the players apart otherwise than by whose turn it is.
fn tells_apart(rules: &Rules) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        expr.each(&mut |part| {
            found |= matches!(part.kind, Kind::Who(Who::Left | Who::Right) | Kind::Whole(Whole::Player));
            found |= matches!(&part.ty, Type::Set(_) | Type::List(_) | Type::Tuple(_)) && players(&part.ty);
        });
    };
    for of in &rules.moves {
        of.binders.iter().for_each(|binder| look(binder.source.expr()));
        of.guard.iter().for_each(&mut look);
        each_in_body(&of.body, &mut |_| {}, &mut look);
    }
    rules.defs.iter().for_each(|def| look(&def.code.expr));
    found
}

/// A player, perhaps none, or nothing that has to do with players.
fn plain(ty: &Type) -> bool {
    match ty {
        Type::Player => true,
        Type::Optional(inner) if **inner == Type::Player => true,
        other => !players(other),
    }
}

/// Whether a player can be part of a value of this type.
fn players(ty: &Type) -> bool {
    match ty {
        Type::Player => true,
        Type::Optional(inner) | Type::Set(inner) | Type::List(inner) => players(inner),
        Type::Array(index, element) => players(index) || players(element),
        Type::Tuple(entries) => entries.iter().any(|entry| players(&entry.ty)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_run::{Component, Options, Side};

    fn starts(text: &str) -> Vec<Component> {
        let world = grundy_kit::world(text);
        let module = world.modules()[0].clone();
        let written = module.starts.iter().chain(module.expects.iter().map(|expectation| &expectation.position));
        let mut starts: Vec<_> = written.filter_map(|closed| grundy_run::position(&world, 0, closed).ok()).collect();
        starts.extend((0..module.games.len()).filter_map(|game| grundy_run::start_with(&world, (0, game), &[]).ok()));
        starts.into_iter().flat_map(|position| position.parts).collect()
    }

    /// By interpretation: where the players may be exchanged, Right's options are Left's exchanged, in the same order.
    #[test]
    fn exchanged_moves_are_the_moves_of_the_other_player() {
        let mut exchanged = 0;
        for file in std::fs::read_dir("../../games").unwrap().flatten() {
            let Ok(text) = std::fs::read_to_string(file.path()) else { continue };
            for start in starts(&text).iter().take(4) {
                let game = &start.game;
                let Some(swap) = swap(game).filter(|_| game.stays_inside()) else { continue };
                exchanged += 1;
                let (mut here, mut right, mut left) = (start.packed.to_vec(), Options::default(), Options::default());
                for step in 0..12 {
                    game.interpreted_options(&here, Side::Right, &mut right).unwrap();
                    let mut other = here.clone();
                    swap.turn(&mut other);
                    game.interpreted_options(&other, Side::Left, &mut left).unwrap();
                    left.each_part().for_each(|part| swap.turn(part));
                    assert_eq!(left.len(), right.len(), "{start}");
                    for i in 0..left.len() {
                        assert!(left.parts(i).eq(right.parts(i)), "{start}");
                        assert_eq!((left.gain(i), left.turn(i)), (right.gain(i), right.turn(i)), "{start}");
                    }
                    let mover = if step % 2 == 0 { Side::Left } else { Side::Right };
                    game.interpreted_options(&here, mover, &mut left).unwrap();
                    let parts = if left.is_empty() { 0 } else { left.parts(left.len() / 2).len() };
                    if parts == 0 || left.len() > 200 {
                        break;
                    }
                    here = left.parts(left.len() / 2).next().unwrap().to_vec();
                }
            }
        }
        assert!(exchanged > 50, "{exchanged} positions");
    }

    #[test]
    fn players_that_are_told_apart_are_not_exchanged() {
        let rules = |moves: &str| {
            let text = format!("game G\n  state board: player?[0..3] = none\n  {moves}\n");
            swap(&starts(&text)[0].game).is_some()
        };
        assert!(rules("move set(c in 0..3) if board[c] == none: board[c] = me"));
        assert!(!rules("move set(c in 0..3) if board[c] == none: board[c] = Left"));
        assert!(!rules("move set(c in 0..3, p in player) if board[c] == none: board[c] = p"));
        assert!(!rules("move set(p in {me, opp}, c in 0..3) if board[c] == none: board[c] = p"));
        assert!(!rules("left move set(c in 0..3) if board[c] == none: board[c] = me"));
    }
}
