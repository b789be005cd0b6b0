//! What follows `then`: moves of the same game, with what their first binders are.

use super::Checker;
use crate::rules::{Follow, Move, Source, StmtKind};
use crate::span::Span;
use crate::syntax;
use crate::walk::each_in_body;

impl Checker<'_> {
    /// The moves of a name that follows `then`.
    pub(super) fn moves_named(&mut self, name: &syntax::Name) -> Vec<usize> {
        let found: Vec<usize> = (0..self.moves.len()).filter(|&number| self.moves[number] == name.text).collect();
        if found.is_empty() {
            let remedy = match crate::nearest(&name.text, self.moves.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the moves are {}", self.moves.join(", ")),
            };
            self.report("E08", name.span, format!("`{}` is no move", name.text), remedy);
        }
        found
    }

    /// Reports what follows `then` and does not fit the binders of the move that goes on, or its player, and steps that
    /// follow nothing.
    pub(super) fn check_turns(&mut self, moves: &[Move]) {
        let mut reached = vec![false; moves.len()];
        for of in moves {
            let mut follows = Vec::new();
            let mut look = |stmt: &crate::rules::Stmt| {
                if let StmtKind::Then(next, _) = &stmt.kind {
                    follows.extend(next.iter().map(|follow| (follow.clone(), stmt.span)));
                }
            };
            each_in_body(&of.body, &mut look, &mut |_| {});
            for (follow, span) in &follows {
                let next: Vec<&Move> = follow.moves.iter().map(|&number| &moves[number]).collect();
                follow.moves.iter().for_each(|&number| reached[number] = true);
                if !next.is_empty() && !next.iter().any(|next| next.mover.meets(of.mover)) {
                    let cause = format!("whoever makes `{}` cannot make `{}`", of.name, next[0].name);
                    self.report("E08", *span, cause, "name a move of the same player");
                }
                next.iter().for_each(|next| self.check_follow(follow, next, *span));
            }
        }
        for (of, _) in moves.iter().zip(reached).filter(|(of, reached)| of.is_step && !reached) {
            let remedy = format!("write `then {}` at the end of a move, or `move {}`", of.name, of.name);
            self.report("E12", of.span, format!("no move goes on with the step `{}`", of.name), remedy);
        }
    }

    fn check_follow(&mut self, follow: &Follow, next: &Move, span: Span) {
        let chosen = next.binders.iter().map_while(|binder| match &binder.source {
            Source::In(set) => Some(set),
            Source::Is(_) => None,
        });
        let chosen: Vec<_> = chosen.collect();
        if follow.values.len() > chosen.len() {
            let cause = format!(
                "`{}` is given {} values, and begins with {} binders",
                next.name,
                follow.values.len(),
                chosen.len()
            );
            self.report("E10", span, cause, "give what its first binders are; the others are chosen");
        }
        for (value, set) in follow.values.iter().zip(chosen) {
            if let Some(element) = set.ty.element()
                && element.join(&value.ty).is_none()
            {
                let cause = format!("`{}` begins with {element}, not with {}", next.name, value.ty);
                self.report("E10", value.span, cause, "give what its first binders range over");
            }
        }
    }
}
