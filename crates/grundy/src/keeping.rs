//! Long work that a door keeps between its legs, so that a later run goes on from it.

use crate::problem::Problem;

/// Where long work is kept: what was kept by an earlier run, and who takes what is done now.
pub struct Keeping<'k> {
    /// What the place is called in messages.
    pub name: String,
    /// What an earlier run kept; nothing at the first run.
    pub before: Option<Vec<u8>>,
    /// Replaces what is kept. Called after each leg and at the end, also of work that was stopped.
    pub keep: &'k mut (dyn FnMut(&[u8]) -> Result<(), Problem> + Send),
}
