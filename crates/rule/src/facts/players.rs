//! Which words of the rules name a player: impartiality and symmetry between the players are facts of the text.

use super::Fact;
use crate::convention::Convention;
use crate::rules::{Domain, Kind, Rules, StmtKind, VerdictResult, Who};
use crate::syntax::Mover;
use crate::types::Type;
use crate::uses::Uses;
use crate::walk::each_in_body;

/// Both players have the same moves and, unless points decide, move in turn; verdicts name a player only when nobody can
/// move.
pub(super) fn impartial(rules: &Rules) -> Fact {
    if let Some(word) = word_in_moves(rules) {
        return Fact::Unknown(word);
    }
    // The theory of values lets the players move in turn; points are counted whoever moves.
    if matches!(Convention::of(rules), Convention::Normal | Convention::Misere) {
        for of in &rules.moves {
            let mut again = false;
            each_in_body(&of.body, &mut |stmt| again |= matches!(stmt.kind, StmtKind::Again), &mut |_| {});
            if again {
                return Fact::Unknown(format!("`{}` lets the same player move again", of.name));
            }
        }
    }
    for verdict in &rules.verdicts {
        if verdict.when.expr.kind != Kind::Stuck {
            return Fact::Unknown("a verdict line ends the game while there are moves".to_string());
        }
        if let VerdictResult::Wins(Who::Left | Who::Right) | VerdictResult::Loses(Who::Left | Who::Right) =
            verdict.result
        {
            return Fact::Unknown("a verdict line names a player".to_string());
        }
    }
    Fact::Proved("no rule names a player".to_string())
}

/// Moves never ask who moves, and verdicts, seen by the mover, do not either.
pub(super) fn mover_free(rules: &Rules) -> Fact {
    if let Some(word) = word_in_moves(rules) {
        return Fact::Unknown(word);
    }
    for verdict in &rules.verdicts {
        let uses = Uses::of(&verdict.when.expr, &rules.defs);
        let points = match &verdict.result {
            VerdictResult::Score(Some(points)) => Uses::of(&points.expr, &rules.defs),
            _ => Uses::default(),
        };
        let all = uses.and(points);
        if all.mover || all.named_player {
            return Fact::Unknown("a verdict line asks who moves".to_string());
        }
        if let VerdictResult::Wins(Who::Left | Who::Right) | VerdictResult::Loses(Who::Left | Who::Right) =
            verdict.result
        {
            return Fact::Unknown("a verdict line names a player".to_string());
        }
    }
    Fact::Proved("moves and verdicts never ask who moves".to_string())
}

/// Players occur only as `me` and `opp`, and no field holds a player: exchanging them changes nothing. Fields that hold
/// players are exchanged with them, which is sound when rules compare such values with `me` and `opp` alone.
pub(super) fn symmetric(rules: &Rules) -> Fact {
    for of in &rules.moves {
        if of.mover != Mover::Either {
            return Fact::Unknown(format!("`{}` belongs to one player", of.name));
        }
    }
    let mut uses = Uses::default();
    each_expr(rules, &mut |expr| uses = uses.and(Uses::of(expr, &rules.defs)));
    if uses.named_player {
        return Fact::Unknown("a rule names a player other than by `me` and `opp`".to_string());
    }
    let named = rules.verdicts.iter().any(|verdict| {
        matches!(
            verdict.result,
            VerdictResult::Wins(Who::Left | Who::Right) | VerdictResult::Loses(Who::Left | Who::Right)
        )
    });
    if named {
        return Fact::Unknown("a verdict line names a player".to_string());
    }
    let mut walks_players = false;
    each_expr(rules, &mut |expr| {
        walks_players |= expr.any(&|part| part.kind == Kind::Whole(crate::rules::Whole::Player));
    });
    if walks_players {
        return Fact::Unknown("a rule walks the players in a fixed order".to_string());
    }
    if rules.fields.iter().any(|field| holds_players(&field.domain)) {
        return Fact::Proved(
            "players occur only as `me`, `opp` and as values that change places with them".to_string(),
        );
    }
    Fact::Proved("players occur only as `me` and `opp`".to_string())
}

/// Whether values of this set contain players.
pub(crate) fn holds_players(domain: &Domain) -> bool {
    fn inside(ty: &Type) -> bool {
        match ty {
            Type::Player => true,
            Type::Optional(inner) | Type::Set(inner) | Type::List(inner) => inside(inner),
            Type::Array(index, inner) => inside(index) || inside(inner),
            Type::Tuple(entries) => entries.iter().any(|entry| inside(&entry.ty)),
            _ => false,
        }
    }
    inside(&domain.ty())
}

fn word_in_moves(rules: &Rules) -> Option<String> {
    for of in &rules.moves {
        if of.mover != Mover::Either {
            return Some(format!("`{}` belongs to one player", of.name));
        }
        let mut uses = Uses::default();
        for binder in &of.binders {
            uses = uses.and(Uses::of(binder.source.expr(), &rules.defs));
        }
        if let Some(guard) = &of.guard {
            uses = uses.and(Uses::of(guard, &rules.defs));
        }
        each_in_body(&of.body, &mut |_| {}, &mut |expr| uses = uses.and(Uses::of(expr, &rules.defs)));
        if uses.mover {
            return Some(format!("`{}` uses `me` or `opp`", of.name));
        }
        if uses.named_player {
            return Some(format!("`{}` names a player", of.name));
        }
    }
    None
}

/// Every expression of moves and verdicts.
pub(crate) fn each_expr<'a>(rules: &'a Rules, visit: &mut dyn FnMut(&'a crate::rules::Expr)) {
    for of in &rules.moves {
        for binder in &of.binders {
            visit(binder.source.expr());
        }
        if let Some(guard) = &of.guard {
            visit(guard);
        }
        each_in_body(&of.body, &mut |_| {}, visit);
    }
    for verdict in &rules.verdicts {
        visit(&verdict.when.expr);
        if let VerdictResult::Score(Some(points)) = &verdict.result {
            visit(&points.expr);
        }
    }
    for def in &rules.defs {
        if !def.recursive {
            visit(&def.code.expr);
        }
    }
}
