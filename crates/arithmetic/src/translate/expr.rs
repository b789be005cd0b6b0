//! Expressions of the rule language, evaluated before the fields are known. It follows `run`'s evaluation case by case:
//! something undefined makes the condition around it false.

use super::places::places;
use super::term::*;
use super::value::{Number, Set, Sym, Truth};
use super::{Binding, NotDefinable};
use crate::{Formula, Relation, Term, Var};
use grundy_rule::syntax::FoldOp;
use grundy_rule::{ArithOp, Binder, Builtin, Comparison, Domain, Expr, Kind, Rules, Span, Type, Whole};
use grundy_run::Value;

/// At most this many nested calls of definitions.
const MOST_CALLS: usize = 200;
/// A definition that calls itself with known arguments is followed this far.
const MOST_ROUNDS: usize = 24;
/// At most this many steps of evaluation for one game.
const MOST_STEPS: usize = 2_000_000;

/// Why an expression is not arithmetic.
pub(crate) enum Stop {
    /// It would be if this parameter were a number.
    Need(usize),
    /// It is not.
    No(NotDefinable),
}

pub(crate) type Eval<T> = Result<T, Stop>;

/// A reason at a place.
pub(crate) fn refuse<T>(span: Span, reason: impl Into<String>) -> Eval<T> {
    Err(Stop::No(NotDefinable { span, reason: reason.into() }))
}

/// What a field holds now.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    /// A number or a tuple of numbers.
    One(Sym),
    /// The cells of an array: its index set and what they hold.
    Cells(std::rc::Rc<Vec<Value>>, Vec<Term>),
}

/// `k * t`, where `k` is chosen by the mover: a number of its own until the whole move is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Product {
    pub factor: Var,
    pub of: Term,
    pub is: Var,
    pub span: Span,
}

/// A call, in a claim, of a definition that calls itself.
#[derive(Clone, Debug)]
pub struct Called {
    /// The number of the definition.
    pub def: usize,
    /// Its arguments.
    pub args: Vec<Term>,
    /// The variable that stands for its value; 1 for true, 0 for false.
    pub is: Var,
    /// Where the call is made at all.
    pub path: Formula,
    /// Where it stands.
    pub span: Span,
}

/// What becomes of calls of definitions that call themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Recursion {
    /// They are refused.
    Refused,
    /// They are listed, and a variable stands for their value.
    Listed,
}

/// Where expressions are evaluated.
pub(crate) struct Scope<'a> {
    pub rules: &'a Rules,
    pub params: Vec<Binding>,
    pub state: Vec<Held>,
    pub locals: Vec<Option<Sym>>,
    pub products: Vec<Product>,
    pub recursion: Recursion,
    pub called: Vec<Called>,
    /// What holds where the expression at hand is evaluated.
    pub path: Vec<Formula>,
    /// Variables that stand for a binder of the move at hand.
    pub binders: Vec<Var>,
    pub next: u32,
    pub calls: usize,
    pub steps: usize,
}

impl<'a> Scope<'a> {
    /// Parameters with these values, no fields yet.
    pub fn new(rules: &'a Rules, params: &[Value]) -> Scope<'a> {
        Scope {
            rules,
            params: params.iter().cloned().map(Binding::Fixed).collect(),
            state: Vec::new(),
            locals: Vec::new(),
            products: Vec::new(),
            recursion: Recursion::Refused,
            called: Vec::new(),
            path: Vec::new(),
            binders: Vec::new(),
            next: 0,
            calls: 0,
            steps: 0,
        }
    }

    /// Opens some parameters: variables, which are natural numbers, in place of their values. Returns what these are at least.
    pub fn open(&mut self, open: &[bool]) -> Eval<Vec<Formula>> {
        let mut least = Vec::new();
        for (number, param) in self.rules.params.iter().enumerate().filter(|&(number, _)| open[number]) {
            let var = self.fresh();
            self.params[number] = Binding::Open(var);
            if let Domain::From(low) = &param.domain {
                let low = self.number(low)?;
                if !low.term.is_natural() || settled(&low.defined) != Some(true) {
                    return Err(Stop::Need(number));
                }
                least.push(compare(low.term, Relation::LessOrEqual, Term::Var(var)));
            }
        }
        Ok(least)
    }

    /// The open parameters and their variables.
    pub fn opened(&self) -> Vec<(usize, Var)> {
        let each = self.params.iter().enumerate();
        let open = each.filter_map(|(number, binding)| match binding {
            Binding::Open(var) => Some((number, *var)),
            Binding::Fixed(_) => None,
        });
        open.collect()
    }
}

impl Scope<'_> {
    pub fn fresh(&mut self) -> Var {
        self.next += 1;
        Var(self.next - 1)
    }

    pub fn bind(&mut self, slot: usize, value: Sym) {
        if slot >= self.locals.len() {
            self.locals.resize(slot + 1, None);
        }
        self.locals[slot] = Some(value);
    }

    /// A refusal, or the wish for a parameter if the term depends on one.
    fn wanted<T>(&self, terms: &[&Term], span: Span, reason: &str) -> Eval<T> {
        let mut vars = Vec::new();
        terms.iter().for_each(|term| variables(term, &mut vars));
        let open = |binding: &Binding| matches!(binding, Binding::Open(var) if vars.contains(var));
        match self.params.iter().position(open) {
            Some(param) => Err(Stop::Need(param)),
            None => refuse(span, reason),
        }
    }

    /// A number.
    pub fn number(&mut self, expr: &Expr) -> Eval<Number> {
        match self.eval(expr)? {
            Sym::Number(number) => Ok(number),
            Sym::Known(Value::None) => Ok(Number::undefined()),
            _ => refuse(expr.span, "this is not a number made of numbers"),
        }
    }

    /// A condition.
    pub fn truth(&mut self, expr: &Expr) -> Eval<Truth> {
        match self.eval(expr)? {
            Sym::Truth(truth) => Ok(truth),
            _ => refuse(expr.span, "this condition is not arithmetic"),
        }
    }

    /// Any value.
    pub fn eval(&mut self, expr: &Expr) -> Eval<Sym> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return refuse(expr.span, "the rules are too long once written out");
        }
        let span = expr.span;
        Ok(match &expr.kind {
            Kind::Int(number) => Sym::Number(Number::of(Term::Constant(*number))),
            Kind::Bool(value) => Sym::Truth(Truth::of(if *value { yes() } else { no() })),
            Kind::None => Sym::Known(Value::None),
            Kind::Param(number) => match &self.params[*number] {
                Binding::Open(var) => Sym::Number(Number::of(Term::Var(*var))),
                Binding::Fixed(value) => Sym::known(value.clone()),
            },
            Kind::Field(number) => match &self.state[*number] {
                Held::One(value) => value.clone(),
                Held::Cells(keys, cells) => Sym::Cells(*number, keys.clone(), cells.clone()),
            },
            Kind::Local(slot) => match self.locals.get(*slot).cloned().flatten() {
                Some(value) => value,
                None => return refuse(span, "a name without a value"),
            },
            Kind::Call(number, arguments) => {
                if let Some(value) = self.listed(*number, arguments, span)? {
                    return Ok(value);
                }
                return self.call(*number, arguments, span, Scope::eval);
            }
            Kind::There(inner) => match self.eval(inner)? {
                Sym::Known(Value::None) => return refuse(span, "a value that is `none`"),
                there => there,
            },
            Kind::Neg(inner) => {
                let value = self.eval(inner)?;
                return self.scaled(-1, value, span);
            }
            Kind::Not(inner) => {
                let truth = self.truth(inner)?;
                Sym::Truth(Truth::within(not(truth.holds), truth.defined))
            }
            Kind::And(left, right) => {
                let a = self.truth(left)?;
                if settled(&a.holds) == Some(false) && settled(&a.defined) == Some(true) {
                    return Ok(Sym::Truth(a));
                }
                let b = self.within(not(a.fails()), |scope| scope.truth(right))?;
                let defined = any([all([a.defined.clone(), b.defined.clone()]), a.fails(), b.fails()]);
                Sym::Truth(Truth { holds: all([a.holds, b.holds]), defined })
            }
            Kind::Or(left, right) => {
                let a = self.truth(left)?;
                if settled(&a.holds) == Some(true) {
                    return Ok(Sym::Truth(a));
                }
                let b = self.within(not(a.holds.clone()), |scope| scope.truth(right))?;
                let defined = any([all([a.defined, b.defined]), a.holds.clone(), b.holds.clone()]);
                Sym::Truth(Truth { holds: any([a.holds, b.holds]), defined })
            }
            Kind::Compare(op, left, right) => Sym::Truth(self.compare(*op, left, right, span)?),
            Kind::In(element, set) => {
                let element = self.eval(element)?;
                let set = self.set(set)?;
                Sym::Truth(self.member(&element, &set, span)?)
            }
            Kind::If(condition, first, second) => return self.choose(condition, first, second, span),
            Kind::Arith(op, left, right) => {
                let (left, right) = (self.eval(left)?, self.eval(right)?);
                return self.arith(*op, left, right, span);
            }
            Kind::Range(low, high) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                Sym::Set(Set::Range(low.term, high.term, all([low.defined, high.defined])))
            }
            Kind::Index(base, index) => return self.index(base, index, span),
            Kind::Dot(base, entry) => match self.eval(base)? {
                Sym::Vector(terms, defined) => match terms.get(*entry) {
                    Some(term) => Sym::Number(Number { term: term.clone(), defined }),
                    None => Sym::Number(Number::undefined()),
                },
                other => match other.as_known().and_then(|value| value.entry(*entry)) {
                    Some(value) => Sym::known(value),
                    None => return refuse(span, "an entry of something that is not a tuple of numbers"),
                },
            },
            Kind::Tuple(parts) => {
                let mut terms = Vec::new();
                let mut defined = Vec::new();
                for part in parts {
                    let number = self.number(part)?;
                    terms.push(number.term);
                    defined.push(number.defined);
                }
                Sym::Vector(terms, all(defined))
            }
            Kind::Set(parts) => {
                let mut item =
                    |part: &Expr| Ok((yes(), surely(self.eval(part)?, part.span, "an element that may be undefined")?));
                let items: Eval<Vec<_>> = parts.iter().map(&mut item).collect();
                Sym::Set(Set::Items(self.distinct(items?, span)?))
            }
            Kind::List(parts) => {
                let mut values = Vec::new();
                for part in parts {
                    match self.eval(part)?.as_known() {
                        Some(value) => values.push(value),
                        None => return refuse(part.span, "a list of what is not known beforehand"),
                    }
                }
                Sym::Known(Value::List(values.into()))
            }
            Kind::Build(binders, filter, body) => Sym::Set(self.build(binders, filter.as_deref(), body, span)?),
            Kind::Fold(op, binders, filter, body) => return self.fold(*op, binders, filter.as_deref(), body, span),
            Kind::Builtin(builtin, parts) => return self.builtin(*builtin, parts, span),
            Kind::SetOp(op, left, right) => Sym::Set(self.set_op(*op, left, right, span)?),
            Kind::Whole(Whole::Bool) => Sym::known(Value::set(vec![Value::Bool(false), Value::Bool(true)])),
            Kind::Who(_) => return refuse(span, "this depends on who is to move"),
            Kind::Stuck | Kind::Forever => return refuse(span, "this speaks of the course of play"),
            Kind::Game(..) | Kind::Sum(_) => return refuse(span, "a position where a number is wanted"),
            _ => return refuse(span, "this is not arithmetic"),
        })
    }

    /// The body of a definition with its arguments.
    pub fn call<T>(
        &mut self,
        number: usize,
        arguments: &[Expr],
        span: Span,
        evaluate: impl Fn(&mut Self, &Expr) -> Eval<T>,
    ) -> Eval<T> {
        let def = &self.rules.defs[number];
        let mut frame = Vec::new();
        let mut known = true;
        for argument in arguments {
            let value = self.eval(argument)?;
            known &= value.as_known().is_some();
            frame.push(Some(surely(value, argument.span, "an argument that may be undefined")?));
        }
        if def.recursive && (!known || self.calls > MOST_ROUNDS) {
            return refuse(span, format!("`{}` calls itself", def.name));
        }
        if self.calls >= MOST_CALLS {
            return refuse(span, format!("`{}` calls itself too often", def.name));
        }
        let body = def.code.expr.clone();
        frame.resize(def.code.locals.max(frame.len()), None);
        self.calls += 1;
        let outer = std::mem::replace(&mut self.locals, frame);
        let result = evaluate(self, &body);
        self.locals = outer;
        self.calls -= 1;
        result
    }

    /// Evaluates something that is evaluated only where `condition` holds.
    fn within<T>(&mut self, condition: Formula, evaluate: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        self.path.push(condition);
        let result = evaluate(self);
        self.path.pop();
        result
    }

    /// The variable for the value of a definition that calls itself; `None` if the call is followed as any other.
    fn listed(&mut self, number: usize, arguments: &[Expr], span: Span) -> Eval<Option<Sym>> {
        let def = &self.rules.defs[number];
        if !def.recursive || self.recursion == Recursion::Refused {
            return Ok(None);
        }
        let ty = def.code.expr.ty.clone();
        let mut args = Vec::new();
        for argument in arguments {
            match self.eval(argument)? {
                Sym::Number(number) if settled(&number.defined) == Some(true) => args.push(number.term),
                _ => return Ok(None),
            }
        }
        if let Some((scale, _)) = places(self.rules, number) {
            match constant(&args.remove(scale)).and_then(|by| u32::try_from(by).ok()) {
                Some(by) if by >= 1 => args.extend(self.divided(by)),
                _ => return Ok(None),
            }
        } else if args.iter().all(|term| constant(term).is_some()) {
            return Ok(None);
        }
        let is = self.fresh();
        self.called.push(Called { def: number, args, is, path: all(self.path.clone()), span });
        Ok(match ty {
            Type::Bool => Some(Sym::Truth(Truth::of(compare(Term::Var(is), Relation::Equal, Term::Constant(1))))),
            Type::Int => Some(Sym::Number(Number::of(Term::Var(is)))),
            _ => None,
        })
    }

    fn scaled(&mut self, by: i64, value: Sym, span: Span) -> Eval<Sym> {
        let large = || Stop::No(NotDefinable { span, reason: "a number beyond 64 bits".to_string() });
        match value {
            Sym::Number(number) => {
                Ok(Sym::Number(Number { term: times(by, number.term).ok_or_else(large)?, ..number }))
            }
            Sym::Vector(terms, defined) => {
                let terms: Option<Vec<Term>> = terms.into_iter().map(|term| times(by, term)).collect();
                Ok(Sym::Vector(terms.ok_or_else(large)?, defined))
            }
            _ => refuse(span, "this is not a number made of numbers"),
        }
    }

    fn arith(&mut self, op: ArithOp, left: Sym, right: Sym, span: Span) -> Eval<Sym> {
        match (left, right) {
            (Sym::Number(a), Sym::Number(b)) => Ok(Sym::Number(self.on_numbers(op, a, b, span)?)),
            (Sym::Vector(a, da), Sym::Vector(b, db)) if matches!(op, ArithOp::Add | ArithOp::Sub) => {
                let mut terms = Vec::new();
                for (a, b) in a.into_iter().zip(b) {
                    terms.push(self.on_numbers(op, Number::of(a), Number::of(b), span)?.term);
                }
                Ok(Sym::Vector(terms, all([da, db])))
            }
            (Sym::Number(factor), Sym::Vector(entries, defined)) if op == ArithOp::Mul => {
                let mut terms = Vec::new();
                for entry in entries {
                    let product = self.on_numbers(op, Number::of(factor.term.clone()), Number::of(entry), span)?;
                    terms.push(product.term);
                }
                Ok(Sym::Vector(terms, all([factor.defined, defined])))
            }
            _ => refuse(span, "arithmetic on what is not a number"),
        }
    }

    fn on_numbers(&mut self, op: ArithOp, a: Number, b: Number, span: Span) -> Eval<Number> {
        let mut defined = all([a.defined, b.defined]);
        let (a, b) = (a.term, b.term);
        let large = || Stop::No(NotDefinable { span, reason: "a number beyond 64 bits".to_string() });
        let term = match op {
            ArithOp::Add => plus(a, b).ok_or_else(large)?,
            ArithOp::Sub => minus(a, b).ok_or_else(large)?,
            ArithOp::Mul => match (constant(&a), constant(&b)) {
                (Some(by), _) => times(by, b).ok_or_else(large)?,
                (_, Some(by)) => times(by, a).ok_or_else(large)?,
                (None, None) => self.product(a, b, span)?,
            },
            ArithOp::Div | ArithOp::Mod => match constant(&b) {
                Some(0) => {
                    defined = no();
                    Term::Constant(0)
                }
                Some(by) if by > 0 && by <= i64::from(u32::MAX) => match (constant(&a), op) {
                    (Some(a), ArithOp::Div) => Term::Constant(a.div_euclid(by)),
                    (Some(a), _) => Term::Constant(a.rem_euclid(by)),
                    (None, ArithOp::Div) => Term::Quotient(Box::new(a), by as u32),
                    (None, _) => Term::Remainder(Box::new(a), by as u32),
                },
                Some(_) => return refuse(span, "a division by a negative or very large number"),
                None => return self.wanted(&[&b], span, "a division by a number that is not fixed"),
            },
            ArithOp::Xor => match (constant(&a), constant(&b)) {
                (Some(a), Some(b)) => Term::Constant(a ^ b),
                _ => self.xor(vec![a, b], span)?,
            },
        };
        Ok(Number { term, defined })
    }

    fn xor(&mut self, terms: Vec<Term>, span: Span) -> Eval<Term> {
        if let Some(term) = terms.iter().find(|term| !term.is_natural()) {
            return self.wanted(&[term], span, "an exclusive or of a number that may be negative");
        }
        let mut flat = Vec::new();
        for term in terms {
            match term {
                Term::Xor(inner) => flat.extend(inner),
                Term::Constant(0) => {}
                other => flat.push(other),
            }
        }
        // Equal terms cancel.
        let mut kept: Vec<Term> = Vec::new();
        for term in flat {
            match kept.iter().position(|other| *other == term) {
                Some(at) => {
                    kept.remove(at);
                }
                None => kept.push(term),
            }
        }
        Ok(match kept.len() {
            0 => Term::Constant(0),
            1 => kept.remove(0),
            _ => Term::Xor(kept),
        })
    }

    /// `a * b` with neither fixed: of a binder of the move, a repeated step perhaps.
    fn product(&mut self, a: Term, b: Term, span: Span) -> Eval<Term> {
        let binder = |term: &Term| match term {
            Term::Var(var) if self.binders.contains(var) => Some(*var),
            _ => None,
        };
        let (factor, of) = match (binder(&a), binder(&b)) {
            (Some(factor), None) => (factor, b),
            (None, Some(factor)) => (factor, a),
            _ => return self.wanted(&[&a, &b], span, "a product of two numbers that are not fixed"),
        };
        if let Some(known) = self.products.iter().find(|known| known.factor == factor && known.of == of) {
            return Ok(Term::Var(known.is));
        }
        let is = self.fresh();
        self.products.push(Product { factor, of, is, span });
        Ok(Term::Var(is))
    }

    fn compare(&mut self, op: Comparison, left: &Expr, right: &Expr, span: Span) -> Eval<Truth> {
        let relation = match op {
            Comparison::Eq => Relation::Equal,
            Comparison::Ne => Relation::Unequal,
            Comparison::Lt => Relation::Less,
            Comparison::Le => Relation::LessOrEqual,
        };
        let before = self.called.len();
        let (a, b) = match self.eval(left).and_then(|a| Ok((a, self.eval(right)?))) {
            // Claims may speak of products, because nothing has to be done with them but compare.
            Err(Stop::No(_)) if self.recursion == Recursion::Listed && left.ty == Type::Int => {
                self.called.truncate(before);
                return self.squares(op, left, right, span);
            }
            both => both?,
        };
        match (&a, &b) {
            (Sym::Number(a), Sym::Number(b)) => {
                let holds = compare(a.term.clone(), relation, b.term.clone());
                Ok(Truth::within(holds, all([a.defined.clone(), b.defined.clone()])))
            }
            _ => {
                let equal = self.equal(&a, &b, span)?;
                Ok(if op == Comparison::Ne { Truth::within(not(equal.holds), equal.defined) } else { equal })
            }
        }
    }

    /// Whether two values are the same.
    pub fn equal(&mut self, a: &Sym, b: &Sym, span: Span) -> Eval<Truth> {
        match (a, b) {
            (Sym::Number(a), Sym::Number(b)) => {
                let holds = compare(a.term.clone(), Relation::Equal, b.term.clone());
                Ok(Truth::within(holds, all([a.defined.clone(), b.defined.clone()])))
            }
            (Sym::Vector(a, da), Sym::Vector(b, db)) => {
                let same = a.len() == b.len();
                let pairs = a.iter().zip(b).map(|(a, b)| compare(a.clone(), Relation::Equal, b.clone()));
                let holds = if same { all(pairs) } else { no() };
                Ok(Truth::within(holds, all([da.clone(), db.clone()])))
            }
            (Sym::Truth(a), Sym::Truth(b)) => {
                let both = all([a.holds.clone(), b.holds.clone()]);
                let neither = all([not(a.holds.clone()), not(b.holds.clone())]);
                Ok(Truth::within(any([both, neither]), all([a.defined.clone(), b.defined.clone()])))
            }
            _ => match (whole(a), whole(b)) {
                (Some(a), Some(b)) => Ok(Truth::of(if a == b { yes() } else { no() })),
                _ => refuse(span, "a comparison of what is not numbers"),
            },
        }
    }

    fn choose(&mut self, condition: &Expr, first: &Expr, second: &Expr, span: Span) -> Eval<Sym> {
        let condition = self.truth(condition)?;
        if settled(&condition.defined) == Some(true) {
            match settled(&condition.holds) {
                Some(true) => return self.eval(first),
                Some(false) => return self.eval(second),
                None => {}
            }
        }
        let Truth { holds, defined } = condition;
        let first = self.within(holds.clone(), |scope| scope.eval(first))?;
        let otherwise = all([defined.clone(), not(holds.clone())]);
        let second = self.within(otherwise, |scope| scope.eval(second))?;
        let either = |a: Formula, b: Formula| {
            if settled(&a) == Some(true) && settled(&b) == Some(true) {
                return defined.clone();
            }
            any([all([holds.clone(), a]), all([defined.clone(), not(holds.clone()), b])])
        };
        match (first, second) {
            (Sym::Number(a), Sym::Number(b)) => {
                let defined = either(a.defined, b.defined);
                Ok(Sym::Number(Number { term: choose(holds, a.term, b.term), defined }))
            }
            (Sym::Truth(a), Sym::Truth(b)) => {
                let truth = any([all([holds.clone(), a.holds]), all([defined.clone(), not(holds.clone()), b.holds])]);
                Ok(Sym::Truth(Truth { holds: truth, defined: either(a.defined, b.defined) }))
            }
            (Sym::Vector(a, da), Sym::Vector(b, db)) if a.len() == b.len() => {
                let terms = a.into_iter().zip(b).map(|(a, b)| choose(holds.clone(), a, b)).collect();
                Ok(Sym::Vector(terms, either(da, db)))
            }
            _ => refuse(span, "a choice between what is not numbers"),
        }
    }

    fn index(&mut self, base: &Expr, index: &Expr, span: Span) -> Eval<Sym> {
        let base = self.eval(base)?;
        let index = self.eval(index)?;
        let (keys, cells): (Vec<Value>, Vec<Sym>) = match &base {
            Sym::Cells(_, keys, cells) => {
                (keys.to_vec(), cells.iter().map(|cell| Sym::Number(Number::of(cell.clone()))).collect())
            }
            Sym::Known(Value::List(entries)) => {
                let keys = (0..entries.len() as i64).map(Value::Int).collect();
                (keys, entries.iter().map(|entry| Sym::known(entry.clone())).collect())
            }
            Sym::Known(Value::Array(array)) => {
                let keys = (0..array.cells.len()).map(|rank| array.universe.element(rank)).collect();
                (keys, array.cells.iter().map(|entry| Sym::known(entry.clone())).collect())
            }
            _ => return refuse(span, "an index into what is no array of numbers"),
        };
        if let Some(index) = index.as_known() {
            let at = keys.iter().position(|key| *key == index);
            return Ok(at.map_or(Sym::Number(Number::undefined()), |at| cells[at].clone()));
        }
        // Which cell is not known: one of them.
        let mut result = Number::undefined();
        for (key, cell) in keys.into_iter().zip(cells) {
            let Sym::Number(cell) = cell else { return refuse(span, "an index into what is no array of numbers") };
            let here = self.equal(&index, &Sym::known(key), span)?.holds;
            let defined = any([all([here.clone(), cell.defined]), result.defined]);
            result = Number { term: choose(here, cell.term, result.term), defined };
        }
        Ok(Sym::Number(result))
    }

    fn fold(&mut self, op: FoldOp, binders: &[Binder], filter: Option<&Expr>, body: &Expr, span: Span) -> Eval<Sym> {
        let mut parts: Vec<Formula> = Vec::new();
        let mut numbers: Vec<(Formula, Number)> = Vec::new();
        self.instances(binders, filter, yes(), Vec::new(), &mut |scope, when, fresh| {
            match op {
                FoldOp::Exists => {
                    let holds = scope.truth(body)?.holds;
                    parts.push(some(fresh, all([when, holds])));
                }
                FoldOp::All => {
                    let holds = scope.truth(body)?.holds;
                    parts.push(not(some(fresh, all([when, not(holds)]))));
                }
                _ if !fresh.is_empty() => {
                    let mut vars = Vec::new();
                    named(&when, &mut vars);
                    let terms: Vec<Term> = vars.into_iter().map(Term::Var).collect();
                    let terms: Vec<&Term> = terms.iter().collect();
                    return scope.wanted(&terms, span, "a sum or count over a range that depends on the fields");
                }
                FoldOp::Count => {
                    let holds = scope.truth(body)?.holds;
                    let term = choose(all([when, holds]), Term::Constant(1), Term::Constant(0));
                    numbers.push((yes(), Number::of(term)));
                }
                _ => {
                    let number = scope.number(body)?;
                    numbers.push((all([when, number.defined.clone()]), number));
                }
            }
            Ok(())
        })?;
        let large = || Stop::No(NotDefinable { span, reason: "a number beyond 64 bits".to_string() });
        Ok(match op {
            FoldOp::Exists => Sym::Truth(Truth::of(any(parts))),
            FoldOp::All => Sym::Truth(Truth::of(all(parts))),
            FoldOp::Sum | FoldOp::Count => {
                let mut total = Term::Constant(0);
                for (when, number) in numbers {
                    total = plus(total, choose(when, number.term, Term::Constant(0))).ok_or_else(large)?;
                }
                Sym::Number(Number::of(total))
            }
            FoldOp::Xor => {
                let terms = numbers.into_iter().map(|(when, n)| choose(when, n.term, Term::Constant(0))).collect();
                Sym::Number(Number::of(self.xor(terms, span)?))
            }
            FoldOp::Min | FoldOp::Max => {
                let mut best = Number::undefined();
                for (when, number) in numbers {
                    let better = if op == FoldOp::Min { Relation::Less } else { Relation::Greater };
                    let replaces = compare(number.term.clone(), better, best.term.clone());
                    let takes = all([when.clone(), any([not(best.defined.clone()), replaces])]);
                    best = Number { term: choose(takes, number.term, best.term), defined: any([when, best.defined]) };
                }
                Sym::Number(best)
            }
        })
    }

    fn builtin(&mut self, builtin: Builtin, parts: &[Expr], span: Span) -> Eval<Sym> {
        match builtin {
            Builtin::Min | Builtin::Max => {
                let mut best = self.number(&parts[0])?;
                for part in &parts[1..] {
                    let next = self.number(part)?;
                    let keeps = match builtin {
                        Builtin::Min => compare(best.term.clone(), Relation::LessOrEqual, next.term.clone()),
                        _ => compare(next.term.clone(), Relation::LessOrEqual, best.term.clone()),
                    };
                    let defined = all([best.defined, next.defined]);
                    best = Number { term: choose(keeps, best.term, next.term), defined };
                }
                Ok(Sym::Number(best))
            }
            Builtin::Abs => {
                let number = self.number(&parts[0])?;
                let large = || Stop::No(NotDefinable { span, reason: "a number beyond 64 bits".to_string() });
                let negative = compare(number.term.clone(), Relation::Less, Term::Constant(0));
                let turned = times(-1, number.term.clone()).ok_or_else(large)?;
                Ok(Sym::Number(Number { term: choose(negative, turned, number.term), defined: number.defined }))
            }
            Builtin::Grid => {
                let (rows, columns) = (self.number(&parts[0])?, self.number(&parts[1])?);
                if settled(&rows.defined) != Some(true) || settled(&columns.defined) != Some(true) {
                    return refuse(span, "a board whose size may be undefined");
                }
                Ok(Sym::Set(Set::Grid(rows.term, columns.term)))
            }
            Builtin::Len => match self.eval(&parts[0])? {
                Sym::Known(Value::List(entries)) => Ok(Sym::known(Value::Int(entries.len() as i64))),
                Sym::Set(Set::Items(items)) if items.iter().all(|(when, _)| settled(when) == Some(true)) => {
                    Ok(Sym::known(Value::Int(items.len() as i64)))
                }
                _ => refuse(span, "the size of a set that is not known"),
            },
            Builtin::Orth | Builtin::Diag | Builtin::King => {
                let steps: &[(i64, i64)] = match builtin {
                    Builtin::Orth => &[(-1, 0), (0, -1), (0, 1), (1, 0)],
                    Builtin::Diag => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
                    _ => &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
                };
                Ok(Sym::known(Value::set(steps.iter().map(|&(row, column)| Value::pair(row, column)).collect())))
            }
            _ => refuse(span, "this function is not arithmetic"),
        }
    }
}

/// Where a value is defined.
pub(crate) fn defined(value: &Sym) -> Formula {
    match value {
        Sym::Number(number) => number.defined.clone(),
        Sym::Truth(truth) => truth.defined.clone(),
        Sym::Vector(_, defined) => defined.clone(),
        Sym::Set(set) => set.defined(),
        Sym::Cells(..) | Sym::Known(_) => yes(),
    }
}

/// A value that is defined in every position; anything else is refused for this reason.
pub(crate) fn surely(value: Sym, span: Span, reason: &str) -> Eval<Sym> {
    if settled(&defined(&value)) == Some(true) { Ok(value) } else { refuse(span, reason) }
}

/// A known value; a set all of whose elements are known too.
fn whole(value: &Sym) -> Option<Value> {
    let Sym::Set(Set::Items(items)) = value else { return value.as_known() };
    let known = |(when, item): &(Formula, Sym)| if settled(when) == Some(true) { item.as_known() } else { None };
    items.iter().map(known).collect::<Option<Vec<Value>>>().map(Value::set)
}
