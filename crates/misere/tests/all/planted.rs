//! A quotient with a planted error is refused, wherever the error is.

use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_heap::Code;
use grundy_misere::{
    Bounds, Element, Failure, Growth, MisereOutcome, Period, Quotient, Refuted, Solution, check, compare,
};

fn solved(text: &str, to: u32) -> (Code, Solution) {
    let code: Code = text.parse().expect("a code");
    let mut growth = Growth::new(code.rule(), 200);
    growth.grow(to, &Unwatched).expect("finite");
    let solution = growth.solution().clone();
    (code, solution)
}

/// The same monoid with other outcomes and steps. The order of the elements does not change as long as the steps
/// do not, so the pretending function keeps its meaning.
fn rebuilt(
    solution: &Solution,
    outcome: impl Fn(Element) -> bool,
    step: impl Fn(Element, usize) -> u32,
) -> Option<Solution> {
    let quotient = &solution.quotient;
    let steps: Vec<u32> = quotient
        .elements()
        .flat_map(|x| (0..quotient.letters()).map(move |a| (x, a)))
        .map(|(x, a)| step(x, a))
        .collect();
    let losing: Vec<bool> = quotient.elements().map(outcome).collect();
    let quotient = Quotient::new(quotient.letters(), &steps, &losing).ok()?;
    Some(Solution { quotient, ..solution.clone() })
}

fn refused(code: &Code, solution: &Solution) -> bool {
    matches!(check(code.rule(), solution, &Unwatched), Err(Failure::Refuted(_)))
}

#[test]
fn every_wrong_outcome_of_an_element_is_refused() {
    for (text, to) in [("0.77", 30), ("0.07", 26), ("0.123", 12)] {
        let (code, solution) = solved(text, to);
        let quotient = &solution.quotient;
        for wrong in quotient.elements() {
            let outcome = |x: Element| (quotient.outcome(x) == MisereOutcome::P) != (x == wrong);
            let planted = rebuilt(&solution, outcome, |x, a| quotient.step(x, a).0).expect("the same monoid");
            assert!(refused(&code, &planted), "{text}: {}", quotient.name(wrong));
        }
    }
}

#[test]
fn every_wrong_value_of_a_heap_is_refused() {
    let (code, solution) = solved("0.123", 12);
    for heap in 1..=solution.reach() as usize {
        for wrong in solution.quotient.elements() {
            let mut planted = solution.clone();
            planted.pretending[heap] = wrong;
            planted.period = None;
            assert_eq!(refused(&code, &planted), wrong != solution.pretending[heap], "heap {heap}");
        }
    }
}

#[test]
fn every_wrong_product_is_refused() {
    let (code, solution) = solved("0.75", 21);
    let quotient = &solution.quotient;
    for at in quotient.elements() {
        for letter in 0..quotient.letters() {
            for wrong in quotient.elements().filter(|wrong| *wrong != quotient.step(at, letter)) {
                let step = |x: Element, a: usize| if (x, a) == (at, letter) { wrong.0 } else { quotient.step(x, a).0 };
                let outcome = |x: Element| quotient.outcome(x) == MisereOutcome::P;
                if let Some(planted) = rebuilt(&solution, outcome, step) {
                    assert!(
                        refused(&code, &planted),
                        "{} times letter {letter} = {}",
                        quotient.name(at),
                        quotient.name(wrong)
                    );
                }
            }
        }
    }
}

#[test]
fn a_wrong_or_unproved_period_is_refused() {
    let (code, solution) = solved("0.77", 400);
    let right = solution.period.expect("complete");
    for wrong in [
        Period { preperiod: right.preperiod - 1, ..right },
        Period { period: right.period - 1, ..right },
        Period { period: right.period * 2, ..right },
        Period { preperiod: 0, ..right },
        Period { period: 0, ..right },
    ] {
        let planted = Solution { period: Some(wrong), ..solution.clone() };
        assert!(matches!(check(code.rule(), &planted, &Unwatched), Err(Failure::Refuted(Refuted::NotPeriodic(_)))));
    }
}

#[test]
fn a_quotient_that_is_too_large_is_refused() {
    let (code, solution) = solved("0.123", 2);
    assert_eq!(solution.quotient.order(), 2);
    // The cyclic group of order 4 recognises the same outcomes.
    let quotient = Quotient::new(1, &[1, 2, 3, 0], &[false, true, false, true]).expect("a monoid");
    let planted = Solution { quotient, ..solution };
    assert!(matches!(check(code.rule(), &planted, &Unwatched), Err(Failure::Refuted(Refuted::NotReduced(..)))));
}

#[test]
fn direct_search_refuses_a_planted_error_by_itself() {
    let (code, solution) = solved("0.07", 26);
    let quotient = &solution.quotient;
    let wrong = solution.sum(&[4, 10]).expect("in reach");
    let outcome = |x: Element| (quotient.outcome(x) == MisereOutcome::P) != (x == wrong);
    let planted = rebuilt(&solution, outcome, |x, a| quotient.step(x, a).0).expect("the same monoid");
    let bounds = Bounds { beans: 16, random: 0, random_beans: 0, positions: 100_000 };
    assert!(compare(code.rule(), &solution, bounds, &Unwatched).is_ok());
    assert!(matches!(
        compare(code.rule(), &planted, bounds, &Unwatched),
        Err(Failure::Refuted(Refuted::MisereOutcome(..)))
    ));
}

struct Impatient;

impl Watch for Impatient {
    fn tick(&self, _: Progress) -> Option<Stop> {
        Some(Stop::Time)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

#[test]
fn a_stopped_check_accepts_nothing() {
    let (code, solution) = solved("0.07", 30);
    assert_eq!(check(code.rule(), &solution, &Impatient), Err(Failure::Stopped(Stop::Time)));
}
