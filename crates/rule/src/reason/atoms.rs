//! Numbers as linear forms: what is not linear is an atom, with what its kind says of it.

use super::*;

impl Context<'_> {
    pub(super) fn atom(&mut self, expr: &Expr) -> Linear {
        let known = self.atoms.iter().position(|atom| atom == expr);
        let atom: Atom = known.unwrap_or(self.atoms.len());
        if known.is_none() {
            self.atoms.push(expr.clone());
            self.bare.push(atom);
        }
        // A read that may be off the board has no value, of which nothing is true.
        let reads = matches!(expr.kind, Kind::Index(..) | Kind::Dot(..) | Kind::There(_));
        if self.nested < MOST_NESTED && self.bare.contains(&atom) && (!reads || self.is_total(expr)) {
            self.bare.retain(|other| *other != atom);
            self.nested += 1;
            self.axioms(expr, &Linear::atom(atom));
            self.nested -= 1;
        }
        Linear::atom(atom)
    }

    /// What is true of an atom by what it is.
    pub(super) fn axioms(&mut self, expr: &Expr, this: &Linear) {
        match &expr.kind {
            Kind::Field(number) => {
                let domain = self.rules.fields[*number].domain.clone();
                self.assume_in_domain(expr, &domain);
            }
            Kind::Param(number) => {
                let domain = self.rules.params[*number].domain.clone();
                self.assume_in_domain(expr, &domain);
            }
            Kind::Index(base, _) => {
                if let Some(Domain::Array { element, .. } | Domain::ListOf(element)) = self.declared(base) {
                    self.assume_in_domain(expr, &element);
                }
            }
            Kind::There(_) => {
                if let Some(domain) = self.declared(expr) {
                    self.assume_in_domain(expr, &domain);
                }
            }
            Kind::Dot(base, entry) => {
                if let Kind::Index(list, _) = &base.kind
                    && let Kind::Param(number) = list.kind
                    && let Domain::ListOf(element) = &self.rules.params[number].domain
                    && let Domain::Tuple(entries) = &**element
                {
                    let domain = entries[*entry].1.clone();
                    self.assume_in_domain(expr, &domain);
                } else if let Some(domain) = self.declared(expr) {
                    self.assume_in_domain(expr, &domain);
                }
            }
            Kind::Builtin(Builtin::Len, _) | Kind::Fold(FoldOp::Count, ..) => self.facts.push(this.clone()),
            Kind::Builtin(builtin @ (Builtin::Min | Builtin::Max), parts) => {
                let sign = if *builtin == Builtin::Min { -1 } else { 1 };
                let mut cases = Vec::new();
                for part in parts {
                    let part = self.linear(part);
                    let difference = this.minus(&part);
                    self.facts.push(Linear::default().plus(sign, &difference));
                    cases.push(vec![difference.clone(), Linear::default().plus(-1, &difference)]);
                }
                self.cases.push(cases);
            }
            Kind::Builtin(Builtin::Abs, parts) => {
                let part = self.linear(&parts[0]);
                let (same, negated) = (this.minus(&part), this.plus(1, &part));
                self.facts.extend([this.clone(), same.clone(), negated.clone()]);
                let equal = |form: &Linear| vec![form.clone(), Linear::default().plus(-1, form)];
                self.cases.push(vec![equal(&same), equal(&negated)]);
            }
            Kind::If(condition, yes, no) => {
                let (yes, no) = (this.minus(&self.linear(yes)), this.minus(&self.linear(no)));
                let mut when_yes = vec![yes.clone(), Linear::default().plus(-1, &yes)];
                let mut when_no = vec![no.clone(), Linear::default().plus(-1, &no)];
                when_yes.extend(self.consequences(condition, true));
                when_no.extend(self.consequences(condition, false));
                self.cases.push(vec![when_yes, when_no]);
            }
            Kind::Arith(ArithOp::Div, a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                match b.as_number() {
                    Some(divisor) if divisor > 0 => {
                        let product = Linear::default().plus(divisor, this);
                        self.facts.push(a.minus(&product));
                        self.facts.push(product.shifted(divisor - 1).minus(&a));
                    }
                    _ if self.entails(&b.shifted(-1)) && self.entails(&a) => {
                        self.facts.push(this.clone());
                        self.facts.push(a.minus(this));
                    }
                    _ => {}
                }
            }
            Kind::Arith(ArithOp::Mod, a, b) => {
                let (a_form, b_form) = (self.linear(a), self.linear(b));
                if self.entails(&b_form.shifted(-1)) {
                    self.facts.push(this.clone());
                    self.facts.push(b_form.shifted(-1).minus(this));
                    if self.entails(&a_form) {
                        self.facts.push(a_form.minus(this));
                    }
                    if let Some(divisor) = b_form.as_number() {
                        let quotient = Kind::Arith(ArithOp::Div, a.clone(), b.clone());
                        let quotient = Expr { kind: quotient, ty: Type::Int, span: expr.span };
                        let quotient = self.atom(&quotient);
                        let equal = a_form.plus(-divisor, &quotient).minus(this);
                        self.facts.push(Linear::default().plus(-1, &equal));
                        self.facts.push(equal);
                    }
                }
            }
            Kind::Arith(op @ (ArithOp::Xor | ArithOp::Mul), a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                if self.entails(&a) && self.entails(&b) {
                    self.facts.push(this.clone());
                    for (one, other) in [(&a, &b), (&b, &a)] {
                        if *op == ArithOp::Mul && self.entails(&one.shifted(-1)) {
                            self.facts.push(this.minus(other));
                        }
                    }
                }
            }
            Kind::Fold(op @ (FoldOp::Sum | FoldOp::Xor | FoldOp::Min | FoldOp::Max), binders, filter, body) => {
                // Every term is at least 0: so is the fold.
                let mut inner = self.clone();
                inner.cases.clear();
                let term = inner.enter(binders, filter.as_deref(), body);
                let term = inner.linear(&term);
                if *op != FoldOp::Count && inner.entails(&term) {
                    self.facts.push(this.clone());
                }
            }
            _ => {}
        }
    }

    /// Assumes what is said of the names that a set or a fold binds, and gives its body. The names become others than those
    /// of which something is known.
    pub(super) fn enter(&mut self, binders: &[Binder], filter: Option<&Expr>, body: &Expr) -> Expr {
        let parts = binders.iter().map(|binder| binder.source.expr()).chain(filter).chain([body]);
        let fresh = parts.map(|part| 1 + highest_local(part)).fold(self.next_unknown, usize::max);
        self.next_unknown = fresh + binders.len();
        let mut names: Vec<(usize, Expr)> = Vec::new();
        let named = |part: &Expr, names: &[(usize, Expr)]| {
            names.iter().fold(part.clone(), |part, (local, value)| replace_local(&part, *local, value))
        };
        for (number, binder) in binders.iter().enumerate() {
            match &binder.source {
                Source::In(set) => {
                    let set = named(set, &names);
                    let local = Expr { kind: Kind::Local(fresh + number), ty: element(&set), span: binder.span };
                    self.assume_member(&local, &set);
                    names.push((binder.local, local));
                }
                Source::Is(value) => names.push((binder.local, named(value, &names))),
            }
        }
        if let Some(filter) = filter {
            self.assume(&named(filter, &names));
        }
        named(body, &names)
    }

    /// A number as a linear form; what is not linear becomes an atom with what is known of it.
    pub fn linear(&mut self, expr: &Expr) -> Linear {
        // A number that is written is what it is; what is reckoned from such numbers may not fit.
        let form = self.sum_of_atoms(expr);
        if form.is_huge() && form.as_number().is_none_or(|number| i64::try_from(number).is_err()) {
            self.atom(expr)
        } else {
            form
        }
    }

    pub(super) fn sum_of_atoms(&mut self, expr: &Expr) -> Linear {
        match &expr.kind {
            Kind::Int(number) => Linear::number(i128::from(*number)),
            Kind::Neg(inner) => Linear::default().minus(&self.linear(inner)),
            Kind::Arith(ArithOp::Add, a, b) => self.linear(a).plus(1, &self.linear(b)),
            Kind::Arith(ArithOp::Sub, a, b) => self.linear(a).minus(&self.linear(b)),
            Kind::Arith(ArithOp::Mul, a, b) => {
                let (left, right) = (self.linear(a), self.linear(b));
                match (left.as_number(), right.as_number()) {
                    (Some(factor), _) => Linear::default().plus(factor, &right),
                    (_, Some(factor)) => Linear::default().plus(factor, &left),
                    _ => self.atom(expr),
                }
            }
            Kind::Dot(base, entry) => match self.vector(base) {
                Some(entries) if *entry < entries.len() => entries[*entry].clone(),
                _ => self.atom(expr),
            },
            Kind::Builtin(Builtin::Min | Builtin::Max, parts) if parts.len() == 1 => self.linear(&parts[0]),
            Kind::Builtin(Builtin::Len, parts) => match &parts[0].kind {
                Kind::List(entries) => Linear::number(entries.len() as i128),
                _ => self.atom(expr),
            },
            _ => self.atom(expr),
        }
    }

    /// A tuple of numbers, entry by entry.
    pub fn vector(&mut self, expr: &Expr) -> Option<Vec<Linear>> {
        let Type::Tuple(entries) = &expr.ty else { return None };
        if !expr.ty.is_vector() {
            return None;
        }
        match &expr.kind {
            Kind::Tuple(parts) => Some(parts.iter().map(|part| self.linear(part)).collect()),
            Kind::Neg(inner) => Some(self.vector(inner)?.iter().map(|entry| Linear::default().minus(entry)).collect()),
            Kind::Arith(op @ (ArithOp::Add | ArithOp::Sub), a, b) => {
                let sign = if *op == ArithOp::Add { 1 } else { -1 };
                let (a, b) = (self.vector(a)?, self.vector(b)?);
                Some(a.iter().zip(&b).map(|(a, b)| a.plus(sign, b)).collect())
            }
            Kind::Arith(ArithOp::Mul, factor, vector) => {
                let factor = self.linear(factor).as_number()?;
                Some(self.vector(vector)?.iter().map(|entry| Linear::default().plus(factor, entry)).collect())
            }
            _ => Some(
                (0..entries.len())
                    .map(|entry| {
                        let kind = Kind::Dot(Box::new(expr.clone()), entry);
                        self.atom(&Expr { kind, ty: Type::Int, span: expr.span })
                    })
                    .collect(),
            ),
        }
    }
}
