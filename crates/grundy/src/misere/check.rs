//! How sure a quotient is: the check accepts it, and direct search agrees.

use crate::budget::Budget;
use crate::problem::{Problem, ProblemKind};
use grundy_answer::{Allowance, Message, Standing, Stop, message};
use grundy_heap::Code;
use grundy_misere::{Bounds, Failure, Halt, Solution, check, compare};

/// Direct search: all sums of this many beans, and random ones.
const BOUNDS: Bounds = Bounds { beans: 16, random: 100, random_beans: 32, positions: 300_000 };

/// Ticks for the check of a quotient whose growth was stopped.
const CHECK_TICKS: u64 = 1 << 16;

/// How sure a quotient is; a problem if it is wrong.
pub fn standing(code: &Code, solution: &Solution, halt: Option<Halt>, budget: &Budget) -> Result<Standing, Problem> {
    // A limit ends the search for more heaps; what was found is still checked, for a while.
    let late = budget.afterwards();
    let grace = Allowance::new(&late, if halt.is_some() { CHECK_TICKS } else { u64::MAX });
    let reach = solution.reach();
    let accepted = match check(code.rule(), solution, &grace) {
        Ok(accepted) => accepted,
        Err(failure) => {
            let stop = stopped(failure)?;
            return Ok(Standing::Checked(message!(
                "the P-positions of all sums of heaps to {} were computed exactly; {} before the check was done",
                reach,
                stop
            )));
        }
    };
    let compared = match compare(code.rule(), solution, BOUNDS, &grace) {
        Ok(compared) => message!(
            "direct search agrees on all {} sums of at most {} beans and {} random larger ones",
            compared.small,
            BOUNDS.beans,
            compared.random
        ),
        Err(failure) => {
            let stop = stopped(failure)?;
            message!("direct search was cut short ({})", stop)
        }
    };
    let scope = match solution.period {
        Some(period) => message!(
            "for all heaps: the values repeat to heap {}, as far as the periodicity theorem asks (preperiod {}, period {})",
            reach,
            period.preperiod,
            period.period
        ),
        None => message!("for all sums of heaps to {}", reach),
    };
    let accepts = message!("the check went through {} states and accepts", accepted.states);
    Ok(Standing::Proved(Message::row("; ", vec![scope, accepts, compared])))
}

/// Why a check was stopped; a problem if it refutes the quotient.
fn stopped(failure: Failure) -> Result<Stop, Problem> {
    match failure {
        Failure::Stopped(stop) => Ok(stop),
        Failure::Refuted(reason) => {
            let cause = format!("the quotient that was found is wrong: {reason}");
            let problem = Problem::bad_input("refuted", cause).of_kind(ProblemKind::Refuted);
            Err(problem.remedy("please report this code: it is a defect of the program"))
        }
    }
}
