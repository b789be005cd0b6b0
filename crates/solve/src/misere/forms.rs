//! Canonical forms of the positions below a sum.

use super::Values;
use crate::parts::{PartId, Parts, Sum};
use crate::work::{Halted, Work};
use grundy_answer::{Standing, Watch, message};
use grundy_misere::{Closure, Forms, MisereForm, MisereOutcome, Ruleset, ZERO};

/// Forms of positions, and of their sums as they are asked for.
pub struct Canonical<'a> {
    closure: &'a Closure<PartId>,
    forms: Forms<'a>,
    own: Vec<MisereForm>,
}

impl<'a> Canonical<'a> {
    /// The forms of all positions below, unless the watch stops them.
    pub fn of(closure: &'a Closure<PartId>, watch: &'a dyn Watch) -> Option<Canonical<'a>> {
        let mut forms = Forms::new(watch);
        let last = closure.positions.last().unwrap_or(0);
        let (own, stopped) = forms.heaps(&closure.positions, last);
        stopped.is_none().then_some(Canonical { closure, forms, own })
    }
}

impl Values for Canonical<'_> {
    type Value = MisereForm;

    fn zero(&self) -> MisereForm {
        ZERO
    }

    fn add(&mut self, a: MisereForm, b: MisereForm) -> Result<MisereForm, Halted> {
        self.forms.sum(a, b).map_err(Halted::Stopped)
    }

    fn of(&mut self, parts: &mut Parts, part: PartId, _: &mut Work) -> Result<Option<MisereForm>, Halted> {
        let mut pieces = Sum::new();
        let component = parts.component(part);
        parts.land(&component, &mut pieces);
        let mut total = ZERO;
        for piece in pieces {
            let Some(&number) = self.closure.numbers.get(&piece) else { return Ok(None) };
            total = self.add(total, self.own[number as usize])?;
        }
        Ok(Some(total))
    }

    fn is_lost(&self, value: MisereForm) -> bool {
        self.forms.outcome(value) == MisereOutcome::P
    }

    fn standing(&self) -> Standing {
        let (positions, forms) = (self.closure.numbers.len(), self.forms.len());
        Standing::Proved(message!(
            "misère canonical forms of the {} positions below it and of sums: {} games",
            positions,
            forms
        ))
    }
}
