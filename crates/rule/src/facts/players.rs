//! Which words of the rules name a player: impartiality and symmetry between the players are facts of the text.

use super::Fact;
use crate::convention::Convention;
use crate::rules::{Builtin, Comparison, Domain, Expr, Kind, Rules, StmtKind, Target, VerdictResult, Who, Whole};
use crate::syntax::{FoldOp, Mover};
use crate::types::Type;
use crate::uses::{Uses, each_through};
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
        if let VerdictResult::Score(Some(points)) = &verdict.result {
            let uses = Uses::of(&points.expr, &rules.defs);
            if uses.mover || uses.named_player {
                return Fact::Unknown("the points of a verdict line name a player".to_string());
            }
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

/// Exchanging the players, in the fields too, changes nothing. Every operator of the language commutes with the exchange
/// of the two players inside its operands, so this holds if no constant, parameter, verdict or move singles out one of
/// them, nothing is walked in an order that the exchange changes, and fields hold players as plain values.
pub(super) fn symmetric(rules: &Rules) -> Fact {
    for of in &rules.moves {
        if of.mover != Mover::Either {
            return Fact::Unknown(format!("`{}` belongs to one player", of.name));
        }
        let mut ordered = false;
        each_in_body(
            &of.body,
            &mut |stmt| {
                ordered |= matches!(&stmt.kind, StmtKind::For(_, _, set, _) if mentions_players(&set.ty));
            },
            &mut |_| {},
        );
        if ordered {
            return Fact::Unknown(format!("`{}` walks players in a fixed order", of.name));
        }
    }
    for verdict in &rules.verdicts {
        match verdict.result {
            VerdictResult::Wins(Who::Left | Who::Right) | VerdictResult::Loses(Who::Left | Who::Right) => {
                return Fact::Unknown("a verdict line names a player".to_string());
            }
            VerdictResult::Wins(Who::Me | Who::Opp)
            | VerdictResult::Loses(Who::Me | Who::Opp)
            | VerdictResult::Draw
            | VerdictResult::Score(_) => {}
        }
    }
    for field in &rules.fields {
        if !exchanges(&field.domain) {
            return Fact::Unknown(format!("{} holds players other than as plain values", field.name));
        }
    }
    let mut trouble = None;
    each_expr(rules, &mut |expr| expr.each(&mut |part| trouble = trouble.or_else(|| singles_out(rules, part))));
    if let Some(trouble) = trouble {
        return Fact::Unknown(trouble.to_string());
    }
    if rules.fields.iter().any(|field| mentions_players(&field.domain.ty())) {
        return Fact::Proved(
            "players occur only as `me`, `opp` and as values that change places with them".to_string(),
        );
    }
    Fact::Proved("players occur only as `me` and `opp`".to_string())
}

/// Whether exchanging the players maps a field's values onto themselves, one by one: no player occurs in them, or each is a
/// player, a tuple with players among its entries, or an array of such.
fn exchanges(domain: &Domain) -> bool {
    match domain {
        _ if !mentions_players(&domain.ty()) => true,
        Domain::Of(set) => is_closed(set),
        Domain::Optional(inner) => matches!(**inner, Domain::Of(_)) && exchanges(inner),
        Domain::Array { element, index } => {
            !mentions_players(&index.ty)
                && matches!(**element, Domain::Of(_) | Domain::Optional(_))
                && exchanges(element)
        }
        Domain::Nat
        | Domain::Int
        | Domain::From(_)
        | Domain::SetOf(_)
        | Domain::ListOf(_)
        | Domain::Tuple(_)
        | Domain::Graph(_) => false,
    }
}

/// Whether a set of players, or of tuples with players in them, holds whatever the exchange makes of its elements.
fn is_closed(set: &Expr) -> bool {
    !mentions_players(&set.ty)
        || set.kind == Kind::Whole(Whole::Player)
        || crate::reason::product(set).is_some_and(|sets| sets.into_iter().all(is_closed))
}

/// Why an expression, its parts left aside, may tell one player from the other.
fn singles_out(rules: &Rules, expr: &Expr) -> Option<&'static str> {
    match &expr.kind {
        Kind::Who(Who::Left | Who::Right) => Some("a rule names a player other than by `me` and `opp`"),
        Kind::Param(number) => {
            mentions_players(&rules.params[*number].domain.ty()).then_some("a parameter holds players")
        }
        Kind::Compare(Comparison::Lt | Comparison::Le, a, b) => {
            (mentions_players(&a.ty) || mentions_players(&b.ty)).then_some("players are compared by order")
        }
        Kind::Builtin(Builtin::Min | Builtin::Max, _) | Kind::Fold(FoldOp::Min | FoldOp::Max, ..) => {
            mentions_players(&expr.ty).then_some("players are compared by order")
        }
        Kind::Game(game, arguments) => {
            let inside = rules.number == Some(game.game)
                && game.module.is_none()
                && arguments.iter().all(|(target, _)| matches!(target, Target::Field(_)));
            (!inside).then_some("a move leads to another game")
        }
        Kind::Text(_) => Some("a position is written as a picture"),
        Kind::Const(_) | Kind::Broken => Some("something is not looked at"),
        Kind::Int(_)
        | Kind::Bool(_)
        | Kind::None
        | Kind::EnumValue(..)
        | Kind::Who(Who::Me | Who::Opp)
        | Kind::Stuck
        | Kind::Forever
        | Kind::Field(_)
        | Kind::Local(_)
        | Kind::Call(..)
        | Kind::There(_)
        | Kind::Neg(_)
        | Kind::Not(_)
        | Kind::Arith(..)
        | Kind::SetOp(..)
        | Kind::Compare(Comparison::Eq | Comparison::Ne, ..)
        | Kind::In(..)
        | Kind::And(..)
        | Kind::Or(..)
        | Kind::If(..)
        | Kind::Range(..)
        | Kind::Index(..)
        | Kind::Dot(..)
        | Kind::Tuple(_)
        | Kind::List(_)
        | Kind::Set(_)
        | Kind::Build(..)
        | Kind::Fold(FoldOp::Exists | FoldOp::All | FoldOp::Count | FoldOp::Sum | FoldOp::Xor, ..)
        | Kind::Builtin(
            Builtin::Orth
            | Builtin::Diag
            | Builtin::King
            | Builtin::Grid
            | Builtin::Lines
            | Builtin::Reach
            | Builtin::Ray
            | Builtin::Subsets
            | Builtin::Next
            | Builtin::Before
            | Builtin::Edges
            | Builtin::Gcd
            | Builtin::Nodes
            | Builtin::Len
            | Builtin::Abs,
            _,
        )
        | Kind::Whole(_)
        | Kind::Sum(_) => None,
    }
}

/// Whether values of this type may contain players; a type that is not known may.
fn mentions_players(ty: &Type) -> bool {
    match ty {
        Type::Player | Type::Any => true,
        Type::Optional(inner) | Type::Set(inner) | Type::List(inner) => mentions_players(inner),
        Type::Array(index, inner) => mentions_players(index) || mentions_players(inner),
        Type::Tuple(entries) => entries.iter().any(|entry| mentions_players(&entry.ty)),
        Type::Int | Type::Bool | Type::Enum(_) | Type::Graph | Type::Text | Type::Position => false,
    }
}

/// Why the moves of a game, or of one that they lead to, may differ between the players.
fn word_in_moves(rules: &Rules) -> Option<String> {
    for of in &rules.moves {
        let mut leaves = false;
        each_in_body(&of.body, &mut |_| {}, &mut |expr| {
            each_through(expr, &rules.defs, &mut |part| {
                leaves |= matches!(&part.kind, Kind::Game(game, _) if game.module.is_some() || rules.number != Some(game.game));
            });
        });
        if leaves {
            return Some(format!("`{}` leads to another game", of.name));
        }
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

/// Every expression of moves and verdicts, the defaults of fields that a move may leave to them among these.
fn each_expr<'a>(rules: &'a Rules, visit: &mut dyn FnMut(&'a crate::rules::Expr)) {
    for of in &rules.moves {
        for binder in &of.binders {
            visit(binder.source.expr());
        }
        if let Some(guard) = &of.guard {
            visit(guard);
        }
        each_in_body(&of.body, &mut |_| {}, visit);
    }
    let mut becomes = false;
    for of in &rules.moves {
        each_in_body(&of.body, &mut |stmt| becomes |= matches!(stmt.kind, StmtKind::Become(_)), &mut |_| {});
    }
    if becomes {
        rules.fields.iter().filter_map(|field| field.default.as_ref()).for_each(|default| visit(&default.expr));
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
