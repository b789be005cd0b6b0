use crate::diagnostic::Diagnostic;
use crate::rules::{Def, Expr, Kind, Module, Rules, StmtKind, VerdictResult, Who};
use crate::types::Type;
use crate::uses::each_through;
use crate::walk::each_in_body;

/// How a game ends, as far as sums are concerned (a sum is stuck when every part is).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
    /// Points decide once nobody can move.
    Score,
    /// By verdicts of its own: it cannot be added to anything.
    Own,
}

impl Convention {
    /// Read off the verdict lines.
    pub fn of(rules: &Rules) -> Convention {
        match rules.verdicts.as_slice() {
            [] => Convention::Normal,
            [only] if only.when.expr.kind == Kind::Stuck => match &only.result {
                VerdictResult::Wins(Who::Opp) | VerdictResult::Loses(Who::Me) => Convention::Normal,
                VerdictResult::Wins(Who::Me) | VerdictResult::Loses(Who::Opp) => Convention::Misere,
                VerdictResult::Score(_) => Convention::Score,
                _ => Convention::Own,
            },
            _ => Convention::Own,
        }
    }

    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Convention::Normal => "by `stuck`: who cannot move loses",
            Convention::Misere => "by `stuck`: who cannot move wins",
            Convention::Score => "by points when stuck",
            Convention::Own => "by a verdict of its own",
        }
    }
}

/// Reports sums inside the file whose parts cannot be added, and moves to games that end in another way.
pub(crate) fn check(module: &Module) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for rules in &module.games {
        for of in &rules.moves {
            each_in_body(
                &of.body,
                &mut |stmt| {
                    if let StmtKind::Become(position) = &stmt.kind {
                        check_sum(position, &rules.defs, module, &mut diagnostics);
                        check_ends(rules, position, module, &mut diagnostics);
                    }
                },
                &mut |_| {},
            );
        }
    }
    let starts = module.starts.iter().chain(module.expects.iter().map(|expect| &expect.position));
    for closed in starts {
        check_sum(&closed.expr, &closed.defs, module, &mut diagnostics);
    }
    diagnostics
}

/// A component that becomes another ends as the first did: a position has one convention, whatever is played in it.
fn check_ends(rules: &Rules, position: &Expr, module: &Module, diagnostics: &mut Vec<Diagnostic>) {
    let own = Convention::of(rules);
    each_through(position, &rules.defs, &mut |part| {
        if let Kind::Game(reference, _) = &part.kind
            && reference.module.is_none()
            && rules.number != Some(reference.game)
        {
            let other = &module.games[reference.game];
            let ends = Convention::of(other);
            if ends != own || own == Convention::Own {
                let remedy = format!("{} ends {}, {} {}", rules.name, own.describe(), other.name, ends.describe());
                let cause = "this move leads to a game that ends in another way";
                diagnostics.push(Diagnostic::new("E23", part.span, cause, remedy));
            }
        }
    });
}

fn check_sum(position: &Expr, defs: &[Def], module: &Module, diagnostics: &mut Vec<Diagnostic>) {
    let mut many = false;
    each_through(position, defs, &mut |part| {
        many |= match &part.kind {
            Kind::Sum(_) => true,
            Kind::Fold(..) => part.ty == Type::Position,
            _ => false,
        }
    });
    if !many {
        return;
    }
    let mut games: Vec<&Rules> = Vec::new();
    each_through(position, defs, &mut |part| {
        if let Kind::Game(reference, _) = &part.kind
            && reference.module.is_none()
        {
            games.push(&module.games[reference.game]);
        }
    });
    let Some(first) = games.first() else { return };
    let clash = games
        .iter()
        .find(|other| Convention::of(other) != Convention::of(first) || Convention::of(other) == Convention::Own);
    if let Some(other) = clash {
        let (a, b) = (Convention::of(first), Convention::of(other));
        let remedy = if a == b {
            format!("{} ends {}", first.name, a.describe())
        } else {
            format!("{} ends {}, {} {}", first.name, a.describe(), other.name, b.describe())
        };
        diagnostics.push(Diagnostic::new("E23", position.span, "these cannot be added", remedy));
    }
}

#[cfg(test)]
mod tests {
    use crate::read;

    fn refused(first: &str) -> bool {
        let misere = "game B\n  state n: 0..9\n  move m if n > 0: n -= 1\n  misere play\n";
        let own = "game C\n  state n: 0..9\n  move m if n > 0: n -= 1\n  draw when n == 1\n";
        let text = format!("game A\n  state n: 0..9\n{first}{misere}{own}");
        read(&text).diagnostics.iter().any(|diagnostic| diagnostic.code == "E23")
    }

    /// Definitions are looked into.
    #[test]
    fn games_that_end_in_different_ways_do_not_meet() {
        for first in [
            "  move m if n > 0: become B(n)\n",
            "  def there(k) = B(k)\n  move m if n > 0: become there(n)\n",
            "  def further(k) = B(k)\n  def there(k) = A(0) + further(k)\n  move m if n > 0: become there(n)\n",
            "  def two(k) = A(k) + A(0)\n  move m if n > 0: become two(n - 1)\n  draw when n == 2\n",
        ] {
            assert!(refused(first), "{first}");
        }
        assert!(!refused("  def two(k) = A(k) + A(0)\n  move m if n > 0: become two(n - 1)\n"));
    }
}
