//! A watch that stops what takes too long: what is said until then is compared all the same.

use grundy_answer::{Progress, Stop, Watch};
use std::time::{Duration, Instant};

/// Stops after a while.
pub struct Patience(Instant);

impl Patience {
    pub fn of(time: Duration) -> Patience {
        Patience(Instant::now() + time)
    }
}

impl Watch for Patience {
    fn tick(&self, _: Progress) -> Option<Stop> {
        (Instant::now() >= self.0).then_some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}
