//! Definitions that read the fields digit by digit: `def d(b) = ... p[i] // b ... d(2 * b)`.
//!
//! Let the body of d read fields only as `p // b` and `p < b`, and b otherwise only in calls of d itself, as `c * b` with c
//! at least 1. Then d(b) at fields p is e at fields p // b, where e is d with `p` for `p // b` and `p == 0` for `p < b`,
//! and with the fields divided by c in its calls: because p // b // c = p // (c b). So b is gone, and the fields are arguments.

use super::Slot;
use super::expr::{Held, Scope};
use super::value::{Number, Sym};
use crate::{Term, Var};
use grundy_rule::{ArithOp, Comparison, Expr, Kind, Rules, Uses};

/// How a definition reads the fields.
#[derive(Clone, Debug)]
pub struct Places {
    /// Which argument the fields are divided by; it is not among those of the definition in arithmetic.
    pub scale: usize,
    /// The fields, which follow the other arguments.
    pub slots: Vec<Slot>,
}

/// The argument that the fields are divided by, and the body without it.
pub(super) fn places(rules: &Rules, def: usize) -> Option<(usize, Expr)> {
    let code = &rules.defs[def].code;
    if !rules.defs[def].recursive || !Uses::of(&code.expr, &rules.defs).field {
        return None;
    }
    (0..rules.defs[def].arguments).find_map(|scale| {
        let mut rewriting = Rewriting { rules, def, scale, fits: true };
        let body = rewriting.expr(&code.expr);
        rewriting.fits.then_some((scale, body))
    })
}

struct Rewriting<'a> {
    rules: &'a Rules,
    def: usize,
    scale: usize,
    fits: bool,
}

impl Rewriting<'_> {
    fn expr(&mut self, expr: &Expr) -> Expr {
        let number = |value: i64| Box::new(Expr { kind: Kind::Int(value), ..expr.clone() });
        let kind = match &expr.kind {
            Kind::Arith(ArithOp::Div, field, by) if self.is_scale(by) && self.is_field(field) => {
                return (**field).clone();
            }
            Kind::Compare(Comparison::Lt, field, by) if self.is_scale(by) && self.is_field(field) => {
                Kind::Compare(Comparison::Eq, field.clone(), number(0))
            }
            Kind::Compare(Comparison::Le, by, field) if self.is_scale(by) && self.is_field(field) => {
                Kind::Compare(Comparison::Le, number(1), field.clone())
            }
            Kind::Call(called, arguments) if *called == self.def => {
                let each = arguments.iter().enumerate();
                let each = each.map(|(at, one)| if at == self.scale { self.scaled(one) } else { self.expr(one) });
                Kind::Call(*called, each.collect())
            }
            Kind::Call(called, _) => {
                self.fits &= !Uses::of(&self.rules.defs[*called].code.expr, &self.rules.defs).field;
                return expr.map_parts(&mut |part| self.expr(part));
            }
            Kind::Field(_) => {
                self.fits = false;
                return expr.clone();
            }
            Kind::Local(slot) => {
                self.fits &= *slot != self.scale;
                return expr.clone();
            }
            _ => return expr.map_parts(&mut |part| self.expr(part)),
        };
        Expr { kind, ..expr.clone() }
    }

    /// `c` for `c * b`.
    fn scaled(&mut self, expr: &Expr) -> Expr {
        let by = match &expr.kind {
            Kind::Local(_) if self.is_scale(expr) => Some(1),
            Kind::Arith(ArithOp::Mul, a, b) => match (&a.kind, &b.kind) {
                (Kind::Int(by), _) if self.is_scale(b) => Some(*by),
                (_, Kind::Int(by)) if self.is_scale(a) => Some(*by),
                _ => None,
            },
            _ => None,
        };
        self.fits &= by.is_some_and(|by| by >= 1);
        Expr { kind: Kind::Int(by.unwrap_or(1)), ..expr.clone() }
    }

    fn is_scale(&self, expr: &Expr) -> bool {
        matches!(expr.kind, Kind::Local(slot) if slot == self.scale)
    }

    /// Whether this is a number that a position holds, at a place that neither fields nor the argument decide.
    fn is_field(&self, expr: &Expr) -> bool {
        match &expr.kind {
            Kind::Field(_) => true,
            Kind::Dot(of, _) => matches!(of.kind, Kind::Field(_)),
            Kind::Index(of, index) => {
                let fixed = !Uses::of(index, &self.rules.defs).field && !index.any(&|part| self.is_scale(part));
                matches!(of.kind, Kind::Field(_)) && fixed
            }
            _ => false,
        }
    }
}

impl Scope<'_> {
    /// All numbers of the state, divided by a constant.
    pub fn divided(&self, by: u32) -> Vec<Term> {
        let each = |held: &Held| match held {
            Held::One(Sym::Number(number)) => vec![number.term.clone()],
            Held::One(Sym::Vector(terms, _)) => terms.clone(),
            Held::One(_) => Vec::new(),
            Held::Cells(_, terms) => terms.clone(),
        };
        let divided = |term: Term| if by == 1 { term } else { Term::Quotient(Box::new(term), by) };
        self.state.iter().flat_map(each).map(divided).collect()
    }

    /// Puts a variable of its own in the place of each number of the state.
    pub fn renewed(&mut self) -> Vec<Var> {
        let mut state = std::mem::take(&mut self.state);
        let mut vars = Vec::new();
        let mut fresh = |term: &mut Term| {
            vars.push(self.fresh());
            *term = Term::Var(vars[vars.len() - 1]);
        };
        for held in &mut state {
            match held {
                Held::One(Sym::Number(number)) => {
                    fresh(&mut number.term);
                    *number = Number::of(number.term.clone());
                }
                Held::One(Sym::Vector(terms, _)) | Held::Cells(_, terms) => terms.iter_mut().for_each(&mut fresh),
                Held::One(_) => {}
            }
        }
        self.state = state;
        vars
    }
}
