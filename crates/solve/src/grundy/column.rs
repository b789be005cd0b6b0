//! Grundy values of many components at once, every position below them valued once.

use crate::answer::Refusal;
use crate::grundy::table::GrundyTable;
use crate::parts::Parts;
use crate::work::{Halted, Work};
use grundy_answer::{Stop, Watch};
use grundy_rule::Convention;
use grundy_run::Component;

/// Values of components in order, as many as were found.
pub struct GrundyColumn {
    /// From the first component on.
    pub values: Vec<u32>,
    /// Positions valued.
    pub positions: u64,
    /// Why it ended before the last component, if it did.
    pub stopped: Option<Stop>,
}

/// The Grundy value of each component; `None` unless all of them are impartial, end by being stuck,
/// cannot go on for ever, and are within reach of the mex rule.
pub fn grundy_column(components: &[Component], watch: &dyn Watch) -> Result<Option<GrundyColumn>, Refusal> {
    let mut parts = Parts::default();
    let mut table = GrundyTable::default();
    let mut work = Work::new(watch);
    let mut values = Vec::with_capacity(components.len());
    for component in components {
        let part = parts.intern(component);
        if parts.convention(part) != Convention::Normal || !parts.facts(part).impartial.is_proved() {
            return Ok(None);
        }
        match table.value(&mut parts, part, &mut work) {
            Ok(value) => values.push(value),
            Err(Halted::Cycle | Halted::OutOfReach(_)) => return Ok(None),
            Err(Halted::Fault(diagnostic)) => return Err(Refusal::Wrong(diagnostic)),
            Err(Halted::Stopped(stop)) => {
                return Ok(Some(GrundyColumn { values, positions: table.solved, stopped: Some(stop) }));
            }
        }
    }
    Ok(Some(GrundyColumn { values, positions: table.solved, stopped: None }))
}
