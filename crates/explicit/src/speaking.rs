//! What expressions speak of, themselves or by the definitions they call.

use grundy_rule::{Expr, Kind, Who};
use grundy_run::Game;

/// For each definition of a game what it speaks of.
pub struct Speaking {
    fields: Vec<bool>,
    turns: Vec<bool>,
    ends: Vec<bool>,
}

impl Speaking {
    /// Of the definitions of a game.
    pub fn of(game: &Game) -> Speaking {
        Speaking {
            fields: closed(game, &is_field),
            turns: closed(game, &is_turn),
            ends: closed(game, &|kind| matches!(kind, Kind::Stuck | Kind::Forever)),
        }
    }

    /// Whether a part of an expression, without its own parts, speaks of the position.
    pub fn reads_fields(&self, kind: &Kind) -> bool {
        is_field(kind) || matches!(kind, Kind::Call(number, _) if self.fields[*number])
    }

    /// Whether an expression speaks of who is to move.
    pub fn names_players_by_turn(&self, expr: &Expr) -> bool {
        expr.any(&|part| is_turn(&part.kind) || matches!(part.kind, Kind::Call(number, _) if self.turns[number]))
    }

    /// Whether an expression speaks of there being no move, or of play for ever.
    pub fn asks_how_play_ends(&self, expr: &Expr) -> bool {
        expr.any(&|part| match part.kind {
            Kind::Stuck | Kind::Forever => true,
            Kind::Call(number, _) => self.ends[number],
            _ => false,
        })
    }
}

fn is_field(kind: &Kind) -> bool {
    matches!(kind, Kind::Field(_) | Kind::Game(..) | Kind::Sum(_))
}

fn is_turn(kind: &Kind) -> bool {
    matches!(kind, Kind::Who(Who::Me | Who::Opp))
}

/// For each definition whether it has such a part, itself or in what it calls.
fn closed(game: &Game, of: &dyn Fn(&Kind) -> bool) -> Vec<bool> {
    let mut found = vec![false; game.rules.defs.len()];
    // Definitions call each other: until nothing is new.
    loop {
        let before = found.clone();
        for (number, def) in game.rules.defs.iter().enumerate() {
            found[number] |=
                def.code.expr.any(&|part| of(&part.kind) || matches!(part.kind, Kind::Call(other, _) if found[other]));
        }
        if found == before {
            return found;
        }
    }
}
