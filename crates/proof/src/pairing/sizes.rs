//! Pairings of whole boards of all sizes at once.
//!
//! Let moves name no parameter that depends on sizes, and S be the greatest step of a shape in either direction. Whether a
//! pairing wins a whole board is decided by shapes alone, and by cells near its middle: a collision or a first move at c has
//! c within S of the middle of each axis that is reflected, and what it needs and takes within 2 S. From 4 S + 2 cells on
//! these lie on the board; two cells more on an axis move the middle by one cell and everything near it likewise. Along
//! an axis that is not reflected a move fits somewhere from 2 S + 1 cells on. So a length of at least 4 S + 2 may be
//! replaced by 4 S + 2 or 4 S + 3, whichever has its parity.

use super::{Board, Extent, Footprints, Shape, Start, footprints};
use grundy_rule::{Convention, Domain, Expr, Kind, Rules, each_in_body};
use grundy_run::Value;

/// The whole boards of a game, of every size.
pub struct Sizes {
    shapes: Vec<Shape>,
    low: Option<i64>,
    /// Lengths from here on differ by parity alone.
    pub edge: i64,
}

impl Sizes {
    /// The boards of rules whose other parameters have these values; else why they are not looked at together.
    pub fn new(rules: &Rules, params: &[Value]) -> Result<Sizes, String> {
        if Convention::of(rules) != Convention::Normal {
            return Err("pairing is for games that who cannot move loses".to_string());
        }
        if let Some(named) = names_size(rules) {
            return Err(format!("move {named} depends on a parameter that may depend on sizes"));
        }
        let Footprints { extent, shapes } = footprints(rules, params)?;
        let edge = edge(&shapes).ok_or("moves reach too far")?;
        Ok(Sizes { shapes, low: extent.low, edge })
    }

    /// Whether a board is one row.
    pub fn is_strip(&self) -> bool {
        self.low.is_some()
    }

    /// The board of this size.
    pub fn board(&self, rows: i64, columns: i64) -> Board {
        let extent = Extent { rows, columns, low: self.low };
        Board { extent, shapes: self.shapes.clone(), start: Start::Full, edge: None }
    }

    /// The least length that differs from this one in nothing that matters.
    pub fn least(&self, length: i64) -> i64 {
        if length < self.edge { length.max(0) } else { self.edge + (length - self.edge) % 2 }
    }
}

/// The length from which only parity matters to these moves; nothing where they reach too far.
fn edge(shapes: &[Shape]) -> Option<i64> {
    let steps = shapes.iter().flat_map(|shape| shape.needs.iter().chain(&shape.takes));
    let greatest = steps.flatten().map(|step| step.saturating_abs()).max().unwrap_or(0);
    (greatest <= 16).then_some(4 * greatest + 2)
}

/// The same at given parameters: nothing where a move names a parameter that has to do with the size of the board.
pub(super) fn edge_at(rules: &Rules, shapes: &[Shape]) -> Option<i64> {
    let sizes = sizes(rules);
    naming_move(rules, &|param| sizes[param]).map_or_else(|| edge(shapes), |_| None)
}

/// The parameters that the board names, those that their sets and defaults name, and those that name any of these.
fn sizes(rules: &Rules) -> Vec<bool> {
    let mut sizes = vec![false; rules.params.len()];
    let of_set = |domain: &Domain, visit: &mut dyn FnMut(&Expr)| {
        fn look(domain: &Domain, visit: &mut dyn FnMut(&Expr)) {
            match domain {
                Domain::From(set) | Domain::Of(set) => visit(set),
                Domain::SetOf(inner) | Domain::ListOf(inner) | Domain::Optional(inner) => look(inner, visit),
                Domain::Array { element, index } => {
                    look(element, visit);
                    visit(index);
                }
                Domain::Tuple(entries) => entries.iter().for_each(|(_, entry)| look(entry, visit)),
                Domain::Nat | Domain::Int | Domain::Graph(_) => {}
            }
        }
        look(domain, visit);
    };
    // What each parameter names, through definitions.
    let named = |expr: &Expr| -> Vec<usize> {
        (0..rules.params.len()).filter(|&one| names(rules, &|param| param == one)(expr)).collect()
    };
    let mut names_of: Vec<Vec<usize>> = Vec::new();
    for param in &rules.params {
        let mut found = Vec::new();
        of_set(&param.domain, &mut |set| found.extend(named(set)));
        param.default.iter().for_each(|default| found.extend(named(&default.expr)));
        names_of.push(found);
    }
    for field in &rules.fields {
        of_set(&field.domain, &mut |set| named(set).into_iter().for_each(|param| sizes[param] = true));
    }
    loop {
        let before = sizes.clone();
        for (param, named) in names_of.iter().enumerate() {
            if sizes[param] {
                named.iter().for_each(|&other| sizes[other] = true);
            } else {
                sizes[param] = named.iter().any(|&other| sizes[other]);
            }
        }
        if sizes == before {
            return sizes;
        }
    }
}

/// A move that names, itself or in a definition, a parameter other than one whose set and default name no parameter and
/// that is no number.
fn names_size(rules: &Rules) -> Option<&str> {
    let names_param = |expr: &Expr| expr.any(&|part| matches!(part.kind, Kind::Param(_) | Kind::Call(..)));
    naming_move(rules, &|param| {
        let param = &rules.params[param];
        let fixed = match &param.domain {
            Domain::SetOf(inner) | Domain::ListOf(inner) => match &**inner {
                Domain::Nat | Domain::Int => true,
                Domain::From(set) | Domain::Of(set) => !names_param(set),
                _ => false,
            },
            _ => false,
        };
        !fixed || param.default.as_ref().is_some_and(|code| names_param(&code.expr))
    })
}

/// A move that names one of these parameters, itself or in a definition.
fn naming_move<'r>(rules: &'r Rules, which: &dyn Fn(usize) -> bool) -> Option<&'r str> {
    let names = names(rules, which);
    let found = rules.moves.iter().find(|of| {
        let mut any = of.guard.iter().chain(of.binders.iter().map(|binder| binder.source.expr())).any(&names);
        each_in_body(&of.body, &mut |_| {}, &mut |expr| any |= names(expr));
        any
    });
    found.map(|of| of.name.as_str())
}

/// Whether an expression names one of these parameters, itself or in a definition.
fn names<'r>(rules: &'r Rules, which: &'r dyn Fn(usize) -> bool) -> impl Fn(&Expr) -> bool + 'r {
    let within = move |naming: &[bool], expr: &Expr| {
        expr.any(&|part| match part.kind {
            Kind::Param(param) => which(param),
            Kind::Call(def, _) => naming[def],
            _ => false,
        })
    };
    let mut naming: Vec<bool> = vec![false; rules.defs.len()];
    loop {
        let next: Vec<bool> = rules.defs.iter().map(|def| within(&naming, &def.code.expr)).collect();
        if next == naming {
            return move |expr: &Expr| within(&naming, expr);
        }
        naming = next;
    }
}
