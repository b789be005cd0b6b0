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
        let steps = shapes.iter().flat_map(|shape| shape.needs.iter().chain(&shape.takes));
        let greatest = steps.flatten().map(|step| step.saturating_abs()).max().unwrap_or(0);
        if greatest > 16 {
            return Err("moves reach too far".to_string());
        }
        Ok(Sizes { shapes, low: extent.low, edge: 4 * greatest + 2 })
    }

    /// Whether a board is one row.
    pub fn is_strip(&self) -> bool {
        self.low.is_some()
    }

    /// The board of this size.
    pub fn board(&self, rows: i64, columns: i64) -> Board {
        Board { extent: Extent { rows, columns, low: self.low }, shapes: self.shapes.clone(), start: Start::Full }
    }

    /// The least length that differs from this one in nothing that matters.
    pub fn least(&self, length: i64) -> i64 {
        if length < self.edge { length.max(0) } else { self.edge + (length - self.edge) % 2 }
    }
}

/// A move that names, itself or in a definition, a parameter other than one whose set and default name no parameter and
/// that is no number.
fn names_size(rules: &Rules) -> Option<&str> {
    let names_param = |expr: &Expr| expr.any(&|part| matches!(part.kind, Kind::Param(_) | Kind::Call(..)));
    let size = |param: usize| {
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
    };
    let mut naming: Vec<bool> = vec![false; rules.defs.len()];
    loop {
        let names = |naming: &[bool], expr: &Expr| {
            expr.any(&|part| match part.kind {
                Kind::Param(param) => size(param),
                Kind::Call(def, _) => naming[def],
                _ => false,
            })
        };
        let next: Vec<bool> = rules.defs.iter().map(|def| names(&naming, &def.code.expr)).collect();
        if next != naming {
            naming = next;
            continue;
        }
        let found = rules.moves.iter().find(|of| {
            let mut found = of.guard.iter().chain(of.binders.iter().map(|binder| binder.source.expr()));
            let mut any = found.any(|expr| names(&naming, expr));
            each_in_body(&of.body, &mut |_| {}, &mut |expr| any |= names(&naming, expr));
            any
        });
        return found.map(|of| of.name.as_str());
    }
}
