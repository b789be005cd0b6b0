//! Who wins one heap of a game that splits heaps, when the last move loses: read off the misère quotient, and beyond it searched.

use crate::reply::Failure;
use crate::terminal::Terminal;
use grundy_heap::{Halt, HeapRule, Outcomes, Reach};
use grundy_misere::{Growth, Leaves, Outcome, Search, check};

/// How far to go when nothing is said, and the farthest.
const USUAL: usize = 200;
const FARTHEST: usize = 100_000;

/// Copies of one heap after which a quotient is given up.
const COPIES: u32 = 256;

/// Sums remembered by the search beyond a quotient.
const SUMS: usize = 200_000;

/// The outcomes of single heaps, for all sizes if the quotient is proved complete.
pub fn outcomes(rule: &HeapRule, reach: Reach, watch: &Terminal) -> Result<Outcomes, Failure> {
    let to = match reach {
        Reach::Default => USUAL,
        Reach::To(count) | Reach::All(count) => count.saturating_sub(1).min(FARTHEST),
    };
    let mut growth = Growth::new(rule, COPIES);
    let halt = growth.grow(to as u32, watch).err();
    let solution = growth.solution();
    let code = |outcome: Outcome| u8::from(outcome == Outcome::N);
    if let Some(period) = solution.period {
        if check(rule, solution, watch).is_ok() {
            let (from, length) = (u64::from(period.preperiod), u64::from(period.period));
            let wanted = (from + 2 * length).max(to as u64 + 1);
            let outcomes =
                (0..wanted).filter_map(|heap| solution.value(heap).map(|x| code(solution.quotient.outcome(x))));
            let reason = format!(
                "the misere quotient of order {} is complete, and the heaps' elements repeat with period {length} from {from} on",
                solution.quotient.order()
            );
            let facts = vec![format!(
                "the quotient was checked on the heaps up to {}; with the theorem of Plambeck and Siegel that is enough",
                solution.reach()
            )];
            return Ok(Outcomes::repeating(outcomes.collect(), from, length, reason, facts));
        }
    }
    let mut found: Vec<u8> = (0..=solution.reach()).filter_map(|heap| solution.outcome(&[heap])).map(code).collect();
    let mut search = Search::new(rule, Leaves::Solution(solution), SUMS);
    let stopped = match halt {
        Some(grundy_misere::Halt::Told(stop)) => Some(Halt::Stopped(stop)),
        _ => None,
    };
    while stopped.is_none() && found.len() <= to {
        let Some(outcome) = search.outcome(&[found.len() as u32]) else { break };
        found.push(code(outcome));
    }
    Ok(Outcomes::listed(found, stopped))
}
