//! Who wins one heap of a game that splits heaps, when the last move loses: read off the misère quotient, and beyond it searched.

use crate::budget::Budget;
use grundy_heap::{Halt, HeapRule, Outcomes, Reach};
use grundy_misere::{Growth, Leaves, MisereOutcome, Search, check};

/// The largest heap when nothing is said.
const USUAL_HEAP: usize = 200;

/// The largest heap that is ever looked at.
const LARGEST_HEAP: usize = 100_000;

/// Copies of one heap after which a quotient is given up.
const MOST_COPIES: u32 = 256;

/// Sums remembered by the search beyond a quotient.
const REMEMBERED_SUMS: usize = 200_000;

/// The outcomes of single heaps, for all sizes if the quotient is proved complete.
pub fn outcomes(rule: &HeapRule, reach: Reach, budget: &Budget) -> Outcomes {
    let to = match reach {
        Reach::Default => USUAL_HEAP,
        Reach::To(count) | Reach::All(count) => count.saturating_sub(1).min(LARGEST_HEAP),
    };
    let mut growth = Growth::new(rule, MOST_COPIES);
    let halt = growth.grow(to as u32, budget).err();
    let solution = growth.solution();
    let code = |outcome: MisereOutcome| u8::from(outcome == MisereOutcome::N);
    if let Some(period) = solution.period {
        if check(rule, solution, budget).is_ok() {
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
            return Outcomes::repeating(outcomes.collect(), from, length, reason.into(), facts);
        }
    }
    let mut found: Vec<u8> = (0..=solution.reach()).filter_map(|heap| solution.outcome(&[heap])).map(code).collect();
    let mut search = Search::new(rule, Leaves::Solution(solution), REMEMBERED_SUMS);
    let stopped = match halt {
        Some(grundy_misere::Halt::Told(stop)) => Some(Halt::Stopped(stop)),
        _ => None,
    };
    while stopped.is_none() && found.len() <= to {
        let Some(outcome) = search.outcome(&[found.len() as u32]) else { break };
        found.push(code(outcome));
    }
    Outcomes::listed(found, stopped)
}
