//! The turn of the language as one remembered function of a position: verdicts, moves, verdicts when stuck.

use super::scope::Scope;
use super::{Res, Translator, body, refuse};
use crate::program::{Axis, Constant, Data, E, Function, Memory, Op, Order, S, Ty};
use grundy_rule::syntax::Mover;
use grundy_rule::{Convention, Expr, Facts, Kind, StmtKind, VerdictResult, Who};

/// What the function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The Grundy value; sums are added with exclusive or.
    Grundy,
    /// 1 if the player to move wins, -1 if he loses, 0 for a draw.
    Outcome,
    /// Points of the player to move less those of the other, from here on.
    Margin,
}

impl Gives {
    /// The function's name.
    pub fn name(self) -> &'static str {
        match self {
            Gives::Grundy => "grundy",
            Gives::Outcome => "outcome",
            Gives::Margin => "margin",
        }
    }

    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Gives::Grundy => {
                "The Grundy value of a position: 0 if the player to move loses; for a sum of positions, xor the values."
            }
            Gives::Outcome => "1 if the player to move wins, -1 if he loses, 0 for a draw.",
            Gives::Margin => "Points the player to move gets from here on, less those of the other, under best play.",
        }
    }
}

impl Translator<'_> {
    /// Adds the function that values a position, and says what it gives and whether it is told who is to move.
    pub(crate) fn turn(&mut self, facts: &Facts) -> Res<(Gives, bool)> {
        let rules = self.rules;
        let convention = Convention::of(rules);
        let scored = rules.verdicts.iter().any(|verdict| matches!(verdict.result, VerdictResult::Score(_)));
        let gives = match (facts.impartial.is_proved(), convention, scored) {
            (true, Convention::Normal, _) => Gives::Grundy,
            (_, _, true) => Gives::Margin,
            _ => Gives::Outcome,
        };
        let mover = gives != Gives::Grundy && self.asks_mover();
        let name = self.fresh(gives.name());
        let scope = self.scope();
        let mut lines = Vec::new();
        let tabled = self.axes.is_some();
        if gives == Gives::Grundy && tabled {
            lines.push(S::ClearMarks);
        } else if gives == Gives::Grundy {
            lines.push(S::Let("options".into(), Ty::Set(Box::new(Ty::Int)), E::SetOf(Ty::Int, Vec::new())));
        } else {
            let data = Data::Int(-(1 << 60));
            let doc = "less than any value".to_string();
            self.program.constants.push(Constant { name: NONE.into(), ty: Ty::Int, data, doc });
            self.verdicts(false, gives, &scope, &mut lines)?;
            lines.push(S::Let("best".into(), Ty::Int, E::var(NONE)));
        }
        for number in 0..rules.moves.len() {
            lines.extend(self.one_move(number, gives, mover, &name, &scope)?);
        }
        if gives == Gives::Grundy {
            lines.push(S::Return(if tabled { E::Unmarked } else { E::Mex(Box::new(E::var("options"))) }));
        } else {
            let mut stuck = Vec::new();
            self.verdicts(true, gives, &scope, &mut stuck)?;
            match gives {
                Gives::Margin if convention != Convention::Score => {
                    return refuse(rules.span, "points beside other endings");
                }
                // Points that are undefined are not added.
                Gives::Margin => stuck.push(S::Return(E::Int(0))),
                _ => stuck.push(S::Return(E::Int(-1))),
            }
            cut(&mut stuck);
            lines.push(S::If(E::bin(Op::Eq, E::var("best"), E::var(NONE)), stuck, Vec::new()));
            lines.push(S::Return(E::var("best")));
        }
        let mut params = self.fields.clone();
        let mut doc = vec![gives.describe().to_string()];
        let mut axes = self.axes.clone();
        if mover {
            // The numbers of a table come first, and who is to move is one of them.
            let place = if tabled { rules.fields.len() } else { params.len() };
            params.insert(place, ("mover".into(), Ty::Int));
            if let Some(axes) = &mut axes {
                let depth = axes.len();
                axes.push(Axis { low: E::Int(0), high: Some(E::Int(1)), order: Order::Rising, depth });
            }
            doc.push(format!("mover: 0 is {}, 1 is {}.", rules.players[0], rules.players[1]));
        }
        doc.extend(self.field_words());
        let mut body = lines;
        crate::cut::cut_loops(&mut body);
        let memory = axes.map_or(Memory::Kept, Memory::Table);
        self.program.functions.push(Function { name, doc, params, result: Ty::Int, body, memory });
        Ok((gives, mover))
    }

    /// What each argument is, where that is not plain.
    pub(crate) fn field_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (number, (name, ty)) in self.fields.iter().enumerate().take(self.rules.fields.len()) {
            let Some(universe) = self.game.universe(number).filter(|_| !self.has_open_size(number)) else { continue };
            let order = match &**universe {
                grundy_run::Universe::Range { low, high } => format!("{low}..{high}"),
                grundy_run::Universe::Grid { rows, columns } => format!("{rows} x {columns} cells, row by row"),
                grundy_run::Universe::Listed(elements) => format!("{} things in increasing order", elements.len()),
            };
            words.push(match ty {
                Ty::Mask => format!("{name}: bit i is the presence of element i of {order}."),
                _ => format!("{name}: one entry for each of {order}; none is -1, players are 0 and 1."),
            });
        }
        words
    }

    fn asks_mover(&self) -> bool {
        let rules = self.rules;
        let who = |expr: &Expr| expr.any(&|part| matches!(part.kind, Kind::Who(_)));
        let named = |who: &Who| matches!(who, Who::Left | Who::Right);
        let mut found = rules.moves.iter().any(|of| of.mover != Mover::Either);
        found |= rules.verdicts.iter().any(|verdict| match &verdict.result {
            VerdictResult::Wins(player) | VerdictResult::Loses(player) => named(player) || who(&verdict.when.expr),
            VerdictResult::Score(Some(points)) => who(&points.expr) || who(&verdict.when.expr),
            VerdictResult::Score(None) | VerdictResult::Draw => who(&verdict.when.expr),
        });
        found |= rules.defs.iter().any(|def| who(&def.code.expr));
        for of in &rules.moves {
            found |= of.binders.iter().any(|binder| who(binder.source.expr())) || of.guard.iter().any(who);
            grundy_rule::each_in_body(&of.body, &mut |_| {}, &mut |expr| found |= who(expr));
        }
        found
    }

    fn one_move(&mut self, number: usize, gives: Gives, mover: bool, name: &str, scope: &Scope) -> Res<Vec<S>> {
        let of = self.rules.moves[number].clone();
        if of.is_step {
            return refuse(of.span, "a turn of several steps");
        }
        let again = body::has(&of.body, |kind| matches!(kind, StmtKind::Again));
        let gain = body::has(&of.body, |kind| matches!(kind, StmtKind::Gain(_)));
        let becomes = body::has(&of.body, |kind| matches!(kind, StmtKind::Become(_)));
        if gain && gives != Gives::Margin {
            return refuse(of.span, "points in a game that they do not decide");
        }
        let (tabled, numbers) = (self.axes.is_some(), self.rules.fields.len());
        let call = |mut arguments: Vec<E>, player: E| {
            if tabled {
                arguments.truncate(numbers);
            }
            if mover {
                arguments.push(player);
            }
            if tabled { E::Known(arguments) } else { E::Call(name.to_string(), arguments) }
        };
        let option = |value: E| if tabled { S::Mark(value) } else { S::Insert("options".into(), value) };
        let then = |arguments: Vec<E>| -> Vec<S> {
            if gives == Gives::Grundy {
                let value = call(arguments, E::Int(0));
                return match becomes {
                    true => vec![S::Set("value".into(), E::bin(Op::Xor, E::var("value"), value))],
                    false => vec![option(value)],
                };
            }
            let (me, opp) = (E::var("mover"), E::bin(Op::Sub, E::Int(1), E::var("mover")));
            let passed = E::Neg(Box::new(call(arguments.clone(), opp)));
            let value = match again {
                true => E::If(Box::new(E::var("again")), Box::new(call(arguments, me)), Box::new(passed)),
                false => passed,
            };
            let value = if gain { E::bin(Op::Add, E::var("gain"), value) } else { value };
            let mut lines = vec![S::Set("best".into(), E::bin(Op::Max, E::var("best"), value))];
            if gives == Gives::Outcome {
                // Nothing is better than a win.
                let won = E::bin(Op::Eq, E::var("best"), E::Int(1));
                lines.push(S::If(won, vec![S::Return(E::Int(1))], Vec::new()));
            }
            lines
        };
        let adds = body::has(&of.body, |kind| match kind {
            StmtKind::Become(position) => position.any(&|part| {
                part.ty == grundy_rule::Type::Position && matches!(part.kind, Kind::Sum(_) | Kind::Fold(..))
            }),
            _ => false,
        });
        if adds && gives != Gives::Grundy {
            return refuse(of.span, "a move to a sum, in a game whose sums are not added by Grundy values");
        }
        let mut inner = scope.clone();
        let loops = self.loops(&of.binders, of.guard.as_ref(), &mut inner, &mut |translator, scope| {
            let mut lines = Vec::new();
            if gain {
                lines.push(S::Let("gain".into(), Ty::Int, E::Int(0)));
            }
            if again {
                lines.push(S::Let("again".into(), Ty::Bool, E::Bool(false)));
            }
            if gives == Gives::Grundy && becomes {
                lines.push(S::Let("value".into(), Ty::Int, E::Int(0)));
            }
            lines.extend(translator.body(&of.body, scope, &then)?);
            if gives == Gives::Grundy && becomes {
                lines.push(option(E::var("value")));
            }
            Ok(lines)
        })?;
        let whose = match of.mover {
            Mover::Either => E::Bool(true),
            Mover::Left => E::bin(Op::Eq, E::var("mover"), E::Int(0)),
            Mover::Right => E::bin(Op::Eq, E::var("mover"), E::Int(1)),
        };
        Ok(S::when(whose, loops))
    }

    fn verdicts(&mut self, stuck: bool, gives: Gives, scope: &Scope, lines: &mut Vec<S>) -> Res<()> {
        for verdict in self.rules.verdicts.clone() {
            let when = known(&verdict.when.expr, stuck);
            let mut condition = self.holds(&when, scope)?;
            if condition == E::Bool(false) {
                continue;
            }
            let won = |who: Who| match who {
                Who::Me => E::Int(1),
                Who::Opp => E::Int(-1),
                Who::Left | Who::Right => {
                    let me = E::bin(Op::Eq, E::var("mover"), E::Int(i64::from(who == Who::Right)));
                    E::If(Box::new(me), Box::new(E::Int(1)), Box::new(E::Int(-1)))
                }
            };
            let lost = |who: Who| match won(who) {
                E::Int(number) => E::Int(-number),
                E::If(me, yes, no) => E::If(me, no, yes),
                other => other,
            };
            let result = match (&verdict.result, gives) {
                (VerdictResult::Score(None), Gives::Margin) => E::Int(0),
                (VerdictResult::Score(Some(points)), Gives::Margin) => {
                    // A line whose points are undefined does not hold.
                    let points = self.int(&points.expr, scope)?;
                    condition = E::all([condition, points.def]);
                    points.e
                }
                (VerdictResult::Draw, Gives::Outcome) => E::Int(0),
                (VerdictResult::Wins(who), Gives::Outcome) => won(*who),
                (VerdictResult::Loses(who), Gives::Outcome) => lost(*who),
                _ => return refuse(verdict.span, "points beside other endings"),
            };
            lines.extend(S::when(condition, vec![S::Return(result)]));
        }
        Ok(())
    }
}

/// What `best` is while no move has been seen.
const NONE: &str = "NO_MOVE";

/// Statements up to the first that returns in any case.
fn cut(lines: &mut Vec<S>) {
    if let Some(end) = lines.iter().position(|line| matches!(line, S::Return(_))) {
        lines.truncate(end + 1);
    }
}

/// A condition with `stuck` known.
fn known(expr: &Expr, stuck: bool) -> Expr {
    match expr.kind {
        Kind::Stuck => Expr { kind: Kind::Bool(stuck), ..expr.clone() },
        _ => expr.map_parts(&mut |part| known(part, stuck)),
    }
}
