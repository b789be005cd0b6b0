//! How long rules are with every definition written out, which is how analyses, code generators and provers read them. A
//! definition that calls another twice doubles it, so a short text can be very long; such a text is refused.

use crate::diagnostic::Diagnostic;
use crate::rules::{ClaimSays, Code, Declared, Def, Domain, Expr, Kind, Rules, SplitBy, VerdictResult};
use crate::walk::each_in_body;

/// No expression of a game has more parts than this.
pub const MOST_PARTS: u64 = 1 << 14;

/// A number of parts that depends on how long the arguments are: `own`, and each argument so many times.
#[derive(Clone, Default)]
struct Extent {
    own: u64,
    times: Vec<u64>,
}

impl Extent {
    fn add(&mut self, other: &Extent, factor: u64) {
        self.own = self.own.saturating_add(other.own.saturating_mul(factor));
        self.times.resize(self.times.len().max(other.times.len()), 0);
        for (times, more) in self.times.iter_mut().zip(&other.times) {
            *times = times.saturating_add(more.saturating_mul(factor));
        }
    }
}

/// The extents of definitions, each worked out once.
struct Extents<'a> {
    defs: &'a [Def],
    known: Vec<Option<Extent>>,
}

impl Extents<'_> {
    /// Of an expression whose first `arguments` locals are the arguments of a definition.
    fn expr(&mut self, expr: &Expr, arguments: usize) -> Extent {
        let mut extent = Extent { own: 1, times: Vec::new() };
        match &expr.kind {
            Kind::Local(slot) if *slot < arguments => {
                extent.times.resize(slot + 1, 0);
                extent.times[*slot] = 1;
            }
            Kind::Call(number, passed) if !self.defs[*number].recursive => {
                let body = self.def(*number);
                extent.own = body.own;
                for (argument, &times) in passed.iter().zip(&body.times) {
                    extent.add(&self.expr(argument, arguments), times);
                }
            }
            _ => {
                let mut parts = Vec::new();
                expr.parts(&mut |part| parts.push(part));
                parts.into_iter().for_each(|part| extent.add(&self.expr(part, arguments), 1));
            }
        }
        extent
    }

    fn def(&mut self, number: usize) -> Extent {
        if let Some(known) = &self.known[number] {
            return known.clone();
        }
        let def = &self.defs[number];
        // Rules with mistakes may call in circles.
        self.known[number] = Some(Extent::default());
        let mut extent = self.expr(&def.code.expr, def.arguments);
        // An argument that the body does not need is written out too: it has to have a value.
        extent.times.resize(def.arguments.max(extent.times.len()), 0);
        extent.times[..def.arguments].iter_mut().for_each(|times| *times = (*times).max(1));
        self.known[number] = Some(extent.clone());
        extent
    }
}

/// Whether an expression is not too long written out.
pub(crate) fn fits(expr: &Expr, defs: &[Def]) -> bool {
    Extents { defs, known: vec![None; defs.len()] }.expr(expr, 0).own <= MOST_PARTS
}

/// Reports the expressions that are too long written out. Cost: the length of the text.
pub(crate) fn check(rules: &Rules) -> Vec<Diagnostic> {
    let mut extents = Extents { defs: &rules.defs, known: vec![None; rules.defs.len()] };
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    each_whole(rules, &mut |expr| {
        if extents.expr(expr, 0).own > MOST_PARTS && diagnostics.is_empty() {
            let cause = format!("with its definitions written out this has more than {MOST_PARTS} parts");
            let remedy = "let definitions call each other less often: `2 * d` for `d + d`, a binder `x = d` for a value used twice";
            diagnostics.push(Diagnostic::new("E04", expr.span, cause, remedy));
        }
    });
    diagnostics
}

/// Every expression of a game that is no part of another.
pub(crate) fn each_whole<'a>(rules: &'a Rules, visit: &mut dyn FnMut(&'a Expr)) {
    let code = |code: &'a Option<Code>, visit: &mut dyn FnMut(&'a Expr)| {
        if let Some(code) = code {
            visit(&code.expr);
        }
    };
    for Declared { domain, default, .. } in rules.params.iter().chain(&rules.fields) {
        each_in_domain(domain, visit);
        code(default, visit);
    }
    for of in &rules.moves {
        of.binders.iter().for_each(|binder| visit(binder.source.expr()));
        of.guard.iter().for_each(&mut *visit);
        each_in_body(&of.body, &mut |_| {}, &mut |expr| visit(expr));
    }
    for verdict in &rules.verdicts {
        visit(&verdict.when.expr);
        if let VerdictResult::Score(points) = &verdict.result {
            code(points, visit);
        }
    }
    for split in &rules.splits {
        let (SplitBy::Steps(by) | SplitBy::Relation(by)) = &split.by;
        visit(&by.expr);
    }
    rules.symmetries.iter().filter_map(|symmetry| symmetry.by.as_ref()).for_each(|by| visit(&by.expr));
    for claim in &rules.claims {
        if let ClaimSays::Grundy(says) | ClaimSays::Plies(says) | ClaimSays::Rounds(says) = &claim.says {
            visit(&says.expr);
        }
        code(&claim.when, visit);
    }
    code(&rules.measure, visit);
    rules.invariants.iter().for_each(|invariant| visit(&invariant.expr));
}

fn each_in_domain<'a>(domain: &'a Domain, visit: &mut dyn FnMut(&'a Expr)) {
    match domain {
        Domain::From(expr) | Domain::Of(expr) => visit(expr),
        Domain::Optional(inner) | Domain::SetOf(inner) | Domain::ListOf(inner) => each_in_domain(inner, visit),
        Domain::Array { element, index } => {
            each_in_domain(element, visit);
            visit(index);
        }
        Domain::Tuple(entries) => entries.iter().for_each(|(_, entry)| each_in_domain(entry, visit)),
        Domain::Nat | Domain::Int | Domain::Graph(_) => {}
    }
}
