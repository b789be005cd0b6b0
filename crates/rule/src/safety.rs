//! Whether every write of a body stays inside its field's set and every read inside its index set, by the ranges, by
//! the guard, or by an `if x in S` around it.

use crate::bounds;
use crate::diagnostic::Diagnostic;
use crate::inline::inlined;
use crate::linear::Linear;
use crate::paths::{self, Observer, Path, Write};
use crate::print::Printer;
use crate::reason::Context;
use crate::rules::{ArithOp, Builtin, Comparison, Domain, Expr, Kind, Move, Rules};
use crate::span::Span;
use crate::syntax::{AssignOp, FoldOp};
use crate::types::Type;
use crate::uses::Uses;

/// What is wrong with the bodies, and limits on start values that make the rest safe: no start value of such a field
/// may exceed the expression, which depends on parameters alone.
pub(crate) fn check(rules: &Rules) -> (Vec<Diagnostic>, Vec<(usize, Expr)>) {
    let flat = inlined(rules);
    let plain = check_with(&flat, &[]);
    let mut limits = Vec::new();
    let mut diagnostics = plain;
    if diagnostics.iter().any(Diagnostic::is_error) {
        let candidates = default_limits(&flat);
        let limited = check_with(&flat, &candidates);
        if limited.len() < diagnostics.len() {
            diagnostics = limited;
            limits = candidates;
        }
    }
    diagnostics.extend(bounds::check(&flat));
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    diagnostics.dedup_by(|a, b| a.span == b.span && a.code == b.code);
    (diagnostics, limits)
}

/// Fields that never grow and have a default over parameters alone: a start at or below it stays there.
fn default_limits(rules: &Rules) -> Vec<(usize, Expr)> {
    let mut limits = Vec::new();
    for (number, field) in rules.fields.iter().enumerate() {
        if !matches!(field.domain, Domain::Nat) {
            continue;
        }
        let Some(default) = &field.default else { continue };
        let fixed = Uses::of(&default.expr, &rules.defs).is_fixed();
        let never_grows = bounds::sources(rules, number).is_some_and(|bound| {
            bound.fields.iter().all(|&source| source == number) && bound.fixed.is_empty() && bound.total.is_empty()
        });
        if fixed && never_grows {
            limits.push((number, default.expr.clone()));
        }
    }
    limits
}

fn check_with(rules: &Rules, limits: &[(usize, Expr)]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for of in &rules.moves {
        let mut context = paths::entry(rules, of);
        for (field, limit) in limits {
            let value = Expr { kind: Kind::Field(*field), ty: Type::Int, span: of.span };
            let below = Kind::Compare(Comparison::Le, Box::new(value), Box::new(limit.clone()));
            context.assume(&Expr { kind: below, ty: Type::Bool, span: of.span });
        }
        let mut safety = Safety { rules, of, printer: printer(rules, of), diagnostics: Vec::new(), idle: None };
        paths::walk(rules, of, context, &mut safety);
        if let Some(idle) = safety.idle {
            diagnostics.push(idle);
        }
        diagnostics.append(&mut safety.diagnostics);
    }
    diagnostics
}

fn printer<'a>(rules: &'a Rules, of: &Move) -> Printer<'a> {
    let printer = Printer::new(rules, &of.binders);
    crate::walk::each_in_body(
        &of.body,
        &mut |stmt| match &stmt.kind {
            crate::rules::StmtKind::Let(local, name, _) | crate::rules::StmtKind::For(local, name, ..) => {
                printer.name(*local, name);
            }
            _ => {}
        },
        &mut |_| {},
    );
    printer
}

struct Safety<'a> {
    rules: &'a Rules,
    of: &'a Move,
    printer: Printer<'a>,
    diagnostics: Vec<Diagnostic>,
    idle: Option<Diagnostic>,
}

impl Observer for Safety<'_> {
    fn value(&mut self, context: &mut Context, value: &Expr) {
        self.reads(context, value);
        if value.ty == Type::Position {
            self.arguments(context, value);
        }
    }

    fn write(&mut self, context: &mut Context, write: &Write) {
        let declared = &self.rules.fields[write.field];
        let domain = match (&write.index, &declared.domain) {
            (Some(index), Domain::Array { element, index: set }) => {
                if !context.is_member(index, set) {
                    let read = format!("{}[{}]", declared.name, self.text(context, index));
                    let place = Expr { kind: Kind::Field(write.field), ty: declared.domain.ty(), span: write.span };
                    let cell = Kind::Index(Box::new(place), Box::new(index.clone()));
                    let cell = Expr { kind: cell, ty: element.ty(), span: write.span };
                    if !context.is_defined(&cell) {
                        self.off_the_board(&read, write.span);
                    }
                }
                (**element).clone()
            }
            _ => declared.domain.clone(),
        };
        let fits = match (&domain, write.op) {
            // Taking elements away keeps a subset a subset.
            (Domain::SetOf(_), AssignOp::Sub) => true,
            (Domain::SetOf(inner), AssignOp::Add) => {
                matches!(&**inner, Domain::Of(set) if context.is_subset(&write.operand, set))
            }
            _ => context.fits(&write.new, &domain),
        };
        if !fits {
            self.out_of_set(context, write, &domain);
        }
    }

    fn end(&mut self, path: &mut Path) {
        let steps = !path.writes.is_empty()
            && path.is_straight()
            && path.becomes.is_none()
            && path.writes.iter().all(|write| write.op != AssignOp::Set && write.operand.ty == Type::Int);
        if !steps || self.idle.is_some() {
            return;
        }
        let nothing = Linear::default();
        let changes = |context: &mut Context, write: &Write| {
            let form = context.linear(&write.operand);
            context.entails(&form.shifted(-1)) || context.entails(&nothing.minus(&form).shifted(-1))
        };
        // Several steps in one direction change something if they do together.
        let together = |context: &mut Context, writes: &[Write]| {
            let total =
                writes.iter().fold(nothing.clone(), |total, write| total.plus(1, &context.linear(&write.operand)));
            writes.iter().all(|write| write.op == writes[0].op) && context.entails(&total.shifted(-1))
        };
        let moves = path.writes.iter().any(|write| changes(&mut path.context, write))
            || together(&mut path.context, &path.writes);
        if !moves {
            let operand = self.text(&path.context, &path.writes[0].operand);
            self.idle = Some(Diagnostic::new(
                "W05",
                path.writes[0].span,
                format!("move {} may leave the position unchanged", self.of.name),
                format!("`{operand}` may be 0, so play may be endless; let it begin at 1"),
            ));
        }
    }
}

impl Safety<'_> {
    /// An expression as the rules write it.
    fn text(&self, context: &Context, expr: &Expr) -> String {
        self.printer.expr(&context.as_written(expr))
    }

    fn off_the_board(&mut self, read: &str, span: Span) {
        self.diagnostics.push(Diagnostic::new(
            "E14",
            span,
            format!("{read} can be off the board here"),
            format!("reads and writes in a body must be safe; test {read} in the guard"),
        ));
    }

    fn out_of_set(&mut self, context: &mut Context, write: &Write, domain: &Domain) {
        let name = &self.rules.fields[write.field].name;
        let place = match &write.index {
            Some(index) => format!("{name}[{}]", self.text(context, index)),
            None => name.clone(),
        };
        let operand = self.text(context, &write.operand);
        let sign = match write.op {
            AssignOp::Set => "=",
            AssignOp::Add => "+=",
            AssignOp::Sub => "-=",
        };
        let below = match domain {
            Domain::Nat => true,
            Domain::Of(set) => match &set.kind {
                Kind::Range(low, _) => {
                    let (new, low) = (context.linear(&write.new), context.linear(low));
                    !context.entails(&new.minus(&low))
                }
                _ => false,
            },
            _ => false,
        };
        let (cause, remedy) = match (write.op, below) {
            (AssignOp::Sub, true) if self.is_safe_alone(context, write, domain) => (
                format!("`{place} {sign} {operand}` may take {place} below {}", low_end(domain)),
                "an earlier statement may change the same cell: test in the guard that they differ, as in `if i != j`"
                    .to_string(),
            ),
            (AssignOp::Sub, true) => (
                format!("`{place} {sign} {operand}` may take {place} below {}", low_end(domain)),
                format!("add `if {operand} <= {place}` to the guard"),
            ),
            (_, true) if matches!(domain, Domain::Nat) => (
                format!("`{place} {sign} {operand}` may take {place} below 0"),
                "bound it in the guard, or write max(0, ...)".to_string(),
            ),
            _ => (
                format!("`{place} {sign} {operand}` may leave the set of {name}"),
                "test the new value in the guard, or make the set larger".to_string(),
            ),
        };
        self.diagnostics.push(Diagnostic::new("E07", write.span, cause, remedy));
    }

    /// Whether a cell may be lowered that far unless an earlier statement of the move changes it.
    fn is_safe_alone(&self, context: &mut Context, write: &Write, domain: &Domain) -> bool {
        let Some(index) = &write.index else { return false };
        let low = match domain {
            Domain::Nat => Linear::default(),
            Domain::Of(Expr { kind: Kind::Range(low, _), .. }) => context.linear(low),
            _ => return false,
        };
        let cells = self.rules.fields[write.field].domain.ty();
        let cells = Expr { kind: Kind::Field(write.field), ty: cells, span: write.span };
        let before = Kind::Index(Box::new(cells), Box::new(index.clone()));
        let before = context.linear(&Expr { kind: before, ty: Type::Int, span: write.span });
        let operand = context.linear(&write.operand);
        context.entails(&before.minus(&operand).minus(&low))
    }

    /// Arguments of the game's own name must lie in the sets of its fields.
    fn arguments(&mut self, context: &mut Context, position: &Expr) {
        match &position.kind {
            Kind::Game(reference, arguments) => {
                if reference.module.is_some() || !self.is_this_game(*reference) {
                    return;
                }
                for (target, argument) in arguments {
                    let crate::rules::Target::Field(number) = target else { continue };
                    let field = &self.rules.fields[*number];
                    if !context.fits(argument, &field.domain) {
                        let value = self.text(context, argument);
                        self.diagnostics.push(Diagnostic::new(
                            "E07",
                            argument.span,
                            format!("`{value}` may lie outside the set of {}", field.name),
                            "bound it in the guard, or write max(0, ...)",
                        ));
                    }
                }
            }
            Kind::Fold(_, binders, filter, body) => {
                let mut inner = context.clone();
                for binder in binders {
                    match &binder.source {
                        crate::rules::Source::In(set) => {
                            let ty = set.ty.element().cloned().unwrap_or(Type::Any);
                            let local = Expr { kind: Kind::Local(binder.local), ty, span: binder.span };
                            inner.assume_member(&local, set);
                        }
                        crate::rules::Source::Is(value) => inner.bind(binder.local, value.clone()),
                    }
                }
                if let Some(filter) = filter {
                    inner.assume(filter);
                }
                self.arguments(&mut inner, body);
            }
            Kind::Sum(parts) => parts.iter().for_each(|part| self.arguments(context, part)),
            Kind::If(condition, yes, no) => {
                let mut when = context.clone();
                when.assume(condition);
                self.arguments(&mut when, yes);
                let negated = Expr { kind: Kind::Not(condition.clone()), ty: Type::Bool, span: condition.span };
                let mut otherwise = context.clone();
                otherwise.assume(&negated);
                self.arguments(&mut otherwise, no);
            }
            // A call whose arguments have to have values, written out: the last entry is what is called.
            Kind::Dot(base, entry) => {
                if let Kind::Tuple(parts) = &base.kind
                    && let Some(called) = parts.get(*entry)
                {
                    self.arguments(context, called);
                }
            }
            _ => {}
        }
    }

    fn is_this_game(&self, reference: crate::rules::GameRef) -> bool {
        self.rules.number == Some(reference.game)
    }

    /// Reports reads that may be undefined. Filters, folds and builders drop what is undefined, so they need no proof.
    fn reads(&mut self, context: &mut Context, expr: &Expr) {
        match &expr.kind {
            Kind::Build(..) => {}
            Kind::Fold(FoldOp::Min | FoldOp::Max, binders, ..) => {
                for binder in binders {
                    self.reads(context, binder.source.expr());
                }
                self.read(context, expr);
            }
            Kind::Fold(..) => {}
            Kind::If(condition, yes, no) => {
                self.reads(context, condition);
                let mut when = context.clone();
                when.assume(condition);
                self.reads(&mut when, yes);
                let negated = Expr { kind: Kind::Not(condition.clone()), ty: Type::Bool, span: condition.span };
                let mut otherwise = context.clone();
                otherwise.assume(&negated);
                self.reads(&mut otherwise, no);
            }
            _ => {
                let mut parts = Vec::new();
                expr.parts(&mut |part| parts.push(part.clone()));
                parts.iter().for_each(|part| self.reads(context, part));
                self.read(context, expr);
            }
        }
    }

    fn read(&mut self, context: &mut Context, expr: &Expr) {
        match &expr.kind {
            Kind::Index(base, index) => {
                if context.is_defined(expr) || context.is_inside(base, index) {
                    return;
                }
                let read = self.text(context, expr);
                self.off_the_board(&read, expr.span);
            }
            Kind::There(value) if !context.is_there(value) && !context.is_defined(expr) => {
                let value = self.text(context, value);
                self.diagnostics.push(Diagnostic::new(
                    "E14",
                    expr.span,
                    format!("`{value}` may be none here"),
                    format!("test `{value} != none` in the guard, or in an `if` around it"),
                ));
            }
            Kind::Arith(ArithOp::Div | ArithOp::Mod, _, divisor)
                if !context.is_nonzero(divisor) && !context.is_defined(expr) =>
            {
                let divisor = self.text(context, divisor);
                self.diagnostics.push(Diagnostic::new(
                    "E14",
                    expr.span,
                    format!("`{divisor}` may be 0 here"),
                    format!("test `{divisor} != 0` in the guard"),
                ));
            }
            Kind::Fold(FoldOp::Min | FoldOp::Max, ..) if !context.is_total(expr) => {
                let chosen = self.text(context, expr);
                self.diagnostics.push(Diagnostic::new(
                    "E14",
                    expr.span,
                    format!("`{chosen}` may have nothing to choose from here"),
                    format!("bind it: `x = {chosen}` as the last binder, or test in the guard that there is something"),
                ));
            }
            Kind::Builtin(Builtin::Next | Builtin::Before, parts)
                if !context.is_defined(expr) && !context.is_vertex(&parts[0], &parts[1]) =>
            {
                let vertex = self.text(context, &parts[1]);
                self.diagnostics.push(Diagnostic::new(
                    "E14",
                    expr.span,
                    format!("`{vertex}` may be no vertex here"),
                    format!("test `{vertex} in nodes({})` in the guard", self.text(context, &parts[0])),
                ));
            }
            _ => {}
        }
    }
}

fn low_end(domain: &Domain) -> String {
    match domain {
        Domain::Of(set) => match &set.kind {
            Kind::Range(low, _) => match low.kind {
                Kind::Int(number) => number.to_string(),
                _ => "its least value".to_string(),
            },
            _ => "its least value".to_string(),
        },
        _ => "0".to_string(),
    }
}
