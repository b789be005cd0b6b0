//! Parameters that are arguments of the function: where they stand, and fields whose size depends on them. What does not fit is
//! refused, and the parameter stays a constant.

use super::scope::Scope;
use super::{Ex, Res, Translator, refuse};
use crate::program::{Axis, E, Input, Op, Order, Read, Ty};
use grundy_rule::{Direction, Domain, Expr, Kind, Type, bounds, walk_order};
use grundy_run::Value;

impl Translator<'_> {
    /// The place of an open parameter among the arguments.
    pub(super) fn open_place(&self, param: usize) -> Option<usize> {
        let place = self.open.iter().position(|open| *open == param)?;
        Some(self.rules.fields.len() + place)
    }

    /// Whether an expression depends on an open parameter, through definitions too.
    pub(super) fn is_open(&self, expr: &Expr) -> bool {
        if self.open.is_empty() {
            return false;
        }
        let mut seen = vec![false; self.rules.defs.len()];
        let mut waiting = vec![expr];
        let mut found = false;
        while let Some(next) = waiting.pop() {
            let mut calls = Vec::new();
            next.each(&mut |part| match &part.kind {
                Kind::Param(number) => found |= self.open.contains(number),
                Kind::Call(number, _) => calls.push(*number),
                _ => {}
            });
            for number in calls {
                if !std::mem::replace(&mut seen[number], true) {
                    waiting.push(&self.rules.defs[number].code.expr);
                }
            }
        }
        found
    }

    /// An open parameter that is a set or list of numbers, as a variable.
    pub(super) fn open_list(&self, expr: &Expr, scope: &Scope) -> Option<E> {
        let Kind::Param(number) = expr.kind else { return None };
        let place = self.open_place(number)?;
        (self.fields[place].1 == Ty::Array).then(|| E::var(scope.fields[place].clone()))
    }

    /// The set that indexes a field, or that it is a subset of.
    pub(super) fn index_set(&self, field: usize) -> Option<&Expr> {
        match &self.rules.fields[field].domain {
            Domain::Array { index, .. } => Some(index),
            Domain::SetOf(inner) => match &**inner {
                Domain::Of(set) => Some(set),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the size of a field depends on an open parameter.
    pub(super) fn has_open_size(&self, field: usize) -> bool {
        self.index_set(field).is_some_and(|set| self.is_open(set))
    }

    /// The ends of the index set of a field of open size: the first is a number.
    fn ends(&mut self, field: usize, scope: &Scope) -> Res<(i64, E)> {
        let span = self.rules.fields[field].span;
        let Some(Expr { kind: Kind::Range(low, high), .. }) = self.index_set(field).cloned() else {
            return refuse(span, "a size that depends on a parameter, of other things than a range");
        };
        let Some(Value::Int(low)) = self.fixed(&low) else {
            return refuse(span, "an index set that begins at a parameter");
        };
        Ok((low, self.int(&high, &scope.safe())?.e))
    }

    /// The number of an index of a field, and when it lies there.
    pub(super) fn field_rank(&mut self, field: usize, index: &Expr, scope: &Scope) -> Res<(E, E)> {
        if !self.has_open_size(field) {
            let Some(universe) = self.game.universe(field).cloned() else { return refuse(index.span, "no array") };
            return self.rank(&universe, index, scope);
        }
        let (low, high) = self.ends(field, scope)?;
        let ex = self.int(index, scope)?;
        let inside = E::all([E::bin(Op::Le, E::Int(low), ex.e.clone()), E::bin(Op::Le, ex.e.clone(), high)]);
        Ok((E::all([ex.def, inside]), E::bin(Op::Sub, ex.e, E::Int(low))))
    }

    /// The number of an index of a field, -1 outside: one expression.
    pub(super) fn field_place(&mut self, field: usize, index: &Expr, scope: &Scope) -> Res<Ex> {
        if !self.has_open_size(field) {
            let Some(universe) = self.game.universe(field).cloned() else { return refuse(index.span, "no set") };
            return self.place(&universe, index, scope);
        }
        let def = self.int(index, scope)?.def;
        let (inside, rank) = self.field_rank(field, index, scope)?;
        Ok(Ex { def, e: E::If(Box::new(inside), Box::new(rank), Box::new(E::Int(-1))) })
    }

    /// The numbers of a table of all values, where positions can be walked in an order in which each depends only on those that
    /// came before. Whether there is one.
    pub(crate) fn tabulate(&mut self) -> Res<bool> {
        let rules = self.rules;
        let Some(walks) = walk_order(self.game.source()).filter(|walks| !walks.is_empty()) else { return Ok(false) };
        let known = bounds(self.game.source());
        let scope = self.scope().safe();
        let mut axes = Vec::new();
        for (field, known) in known.into_iter().enumerate() {
            let Some(depth) = walks.iter().position(|walk| walk.field == field) else { return Ok(false) };
            let walk = walks[depth];
            let (low, top) = match &rules.fields[field].domain {
                Domain::Nat => (E::Int(0), None),
                Domain::Of(Expr { kind: Kind::Range(low, high), .. }) => {
                    (self.int(low, &scope)?.e, Some(self.int(high, &scope)?.e))
                }
                _ => return Ok(false),
            };
            let high = match (walk.direction, walk.always, top) {
                // No move goes above what was asked for; one number is then filled in as far as it is asked for.
                (Direction::Up, true, None) => None,
                (Direction::Up, true, Some(_)) if walks.len() == 1 => None,
                (_, _, Some(top)) => Some(top),
                (_, _, None) => {
                    let Some(bound) = known.filter(|bound| bound.total.is_empty()) else {
                        return Ok(false);
                    };
                    let fields = bound.fields.iter().map(|&other| E::var(self.fields[other].0.clone()));
                    let mut most: Vec<E> = fields.collect();
                    for fixed in &bound.fixed {
                        most.push(self.int(fixed, &scope)?.e);
                    }
                    most.into_iter().reduce(|a, b| E::bin(Op::Max, a, b))
                }
            };
            let order = if walk.direction == Direction::Down { Order::Falling } else { Order::Rising };
            axes.push(Axis { low, high, order, depth });
        }
        self.axes = Some(axes);
        Ok(true)
    }

    /// What a whole program reads: open parameters, then the fields; what has a default is not read.
    pub(crate) fn input(&mut self) -> Res<Input> {
        let rules = self.rules;
        let scope = self.scope().safe();
        let mut input = Input::default();
        for (place, &param) in self.open.clone().iter().enumerate() {
            let (name, ty) = self.fields[rules.fields.len() + place].clone();
            let computed = rules.params[param].default.as_ref().filter(|code| self.is_open(&code.expr));
            input.parameters.push(match (ty, computed) {
                (Ty::Int, Some(code)) => Read::Follows(name, Ty::Int, self.int(&code.expr.clone(), &scope)?.e),
                (Ty::Int, None) => Read::Number(name),
                _ => Read::Counted(name),
            });
        }
        for (field, declared) in rules.fields.iter().enumerate() {
            let (name, ty) = self.fields[field].clone();
            input.fields.push(match (&declared.default, ty) {
                (Some(code), ty) => {
                    let value = self.default_value(field, &code.expr, &ty, &scope)?;
                    Read::Follows(name, ty, value)
                }
                (None, Ty::Int) => Read::Number(name),
                (None, Ty::Array) => {
                    let count = match self.has_open_size(field) {
                        true => {
                            let (low, high) = self.ends(field, &scope)?;
                            E::bin(Op::Sub, E::bin(Op::Add, high, E::Int(1)), E::Int(low))
                        }
                        false => E::Int(self.game.universe(field).map_or(0, |universe| universe.len() as i64)),
                    };
                    Read::Numbers(name, count)
                }
                (None, _) => return refuse(declared.span, "a field that cannot be read from a line of numbers"),
            });
        }
        Ok(input)
    }

    fn default_value(&mut self, field: usize, default: &Expr, ty: &Ty, scope: &Scope) -> Res<E> {
        match (ty, &default.kind) {
            (Ty::Mask, Kind::Range(from, to)) if self.has_open_size(field) => {
                let (low, _) = self.ends(field, scope)?;
                if self.fixed(from) != Some(Value::Int(low)) {
                    return refuse(default.span, "a default that does not begin with the first element");
                }
                let high = self.int(to, scope)?.e;
                Ok(E::Ones(Box::new(E::bin(Op::Sub, E::bin(Op::Add, high, E::Int(1)), E::Int(low)))))
            }
            (Ty::Mask, _) => {
                let (Some(Value::Set(elements)), Some(universe)) = (self.fixed(default), self.game.universe(field))
                else {
                    return refuse(default.span, "a default that is not translated");
                };
                let bit = |element: &Value| universe.rank(element).map(|place| 1u64 << place);
                let bits: Option<Vec<u64>> = elements.iter().map(bit).collect();
                Ok(E::Mask(bits.unwrap_or_default().into_iter().fold(0, |mask, bit| mask | bit)))
            }
            (Ty::Int, _) => Ok(self.int(default, scope)?.e),
            (Ty::Bool, _) => Ok(self.value(default, scope)?.e),
            _ => refuse(default.span, "a default that is not translated"),
        }
    }

    /// The value of an open parameter as an argument.
    pub(crate) fn open_arguments(&self) -> Option<Vec<E>> {
        let one = |param: &usize| match &self.game.params[*param] {
            Value::Int(number) => Some(E::Int(*number)),
            Value::Set(entries) | Value::List(entries) => {
                let number = |entry: &Value| match entry {
                    Value::Int(number) => Some(E::Int(*number)),
                    _ => None,
                };
                entries.iter().map(number).collect::<Option<_>>().map(E::Array)
            }
            _ => None,
        };
        self.open.iter().map(one).collect()
    }
}

/// The parameters that may be arguments by their type.
pub(crate) fn openable(rules: &grundy_rule::Rules) -> Vec<usize> {
    let fits = |ty: Type| match ty {
        Type::Int => true,
        Type::Set(inner) | Type::List(inner) => *inner == Type::Int,
        _ => false,
    };
    (0..rules.params.len()).filter(|&param| fits(rules.params[param].domain.ty())).collect()
}
