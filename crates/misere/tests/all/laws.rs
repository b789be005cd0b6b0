//! Laws on generated closed sets of positions, against a search written from the definition.

use grundy_answer::{Progress, Stop, Unwatched, Watch};
use grundy_heap::Code;
use grundy_misere::{Bounds, Forms, Growth, MisereOutcome, Positions, Ruleset, Solution, check, compare};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

/// The definition, in ten lines.
fn outcome(rules: &dyn Ruleset, sum: &[u32], seen: &mut HashMap<Vec<u32>, MisereOutcome>) -> MisereOutcome {
    if let Some(outcome) = seen.get(sum) {
        return *outcome;
    }
    let mut options = Vec::new();
    for (at, heap) in sum.iter().enumerate() {
        for option in rules.options(*heap) {
            let mut to: Vec<u32> = sum[..at].iter().chain(&sum[at + 1..]).copied().chain(option).collect();
            to.sort_unstable();
            options.push(to);
        }
    }
    let lost = options.iter().any(|to| outcome(rules, to, seen) == MisereOutcome::P);
    let result = if options.is_empty() || lost { MisereOutcome::N } else { MisereOutcome::P };
    seen.insert(sum.to_vec(), result);
    result
}

/// Up to six positions, each with up to four options of up to two earlier positions.
fn positions() -> impl Strategy<Value = Positions> {
    let seeds = prop::collection::vec(prop::collection::vec(prop::collection::vec(0u32..100, 0..3), 0..4), 1..6);
    seeds.prop_map(|seeds| {
        let below = |(heap, options): (usize, Vec<Vec<u32>>)| {
            let part = |part: u32| 1 + part % heap.max(1) as u32;
            let option = |option: Vec<u32>| if heap == 0 { Vec::new() } else { option.into_iter().map(part).collect() };
            options.into_iter().map(option).collect()
        };
        Positions::new(seeds.into_iter().enumerate().map(below).collect()).expect("options come earlier")
    })
}

/// Sums of three positions at most, sorted.
fn small_sums(last: u32) -> Vec<Vec<u32>> {
    let mut sums = vec![Vec::new()];
    for a in 1..=last {
        sums.push(vec![a]);
        for b in a..=last {
            sums.push(vec![a, b]);
            sums.extend((b..=last).map(|c| vec![a, b, c]));
        }
    }
    sums
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn quotients_give_every_outcome(rules in positions()) {
        let mut growth = Growth::new(&rules, 24);
        let grown = growth.grow(100, &Unwatched);
        let solution = growth.solution();
        prop_assert!(grown.is_err() || Some(solution.reach()) == rules.last());
        prop_assert!(check(&rules, solution, &Unwatched).is_ok());
        let mut seen = HashMap::new();
        for sum in small_sums(solution.reach()) {
            prop_assert_eq!(solution.outcome(&sum), Some(outcome(&rules, &sum, &mut seen)), "{:?}", sum);
            let moves = solution.winning_moves(&rules, &sum).expect("in reach");
            let mut expected = 0;
            for (at, heap) in sum.iter().enumerate() {
                for option in rules.options(*heap) {
                    let mut to: Vec<u32> = sum[..at].iter().chain(&sum[at + 1..]).copied().chain(option).collect();
                    to.sort_unstable();
                    expected += (outcome(&rules, &to, &mut seen) == MisereOutcome::P) as usize;
                }
            }
            prop_assert_eq!(moves.len(), expected);
        }
        let bounds = Bounds { beans: 8, random: 10, random_beans: 14, positions: 100_000 };
        prop_assert!(compare(&rules, solution, bounds, &Unwatched).is_ok());
    }

    #[test]
    fn canonical_forms_give_every_outcome(rules in positions()) {
        let mut forms = Forms::new(&Unwatched);
        let (heaps, stopped) = forms.heaps(&rules, 100);
        prop_assert_eq!(stopped, None);
        let mut seen = HashMap::new();
        for sum in small_sums(heaps.len() as u32 - 1) {
            let form = sum.iter().try_fold(grundy_misere::ZERO, |form, heap| forms.sum(form, heaps[*heap as usize]));
            let form = form.expect("not stopped");
            prop_assert_eq!(forms.outcome(form), outcome(&rules, &sum, &mut seen), "{:?}", sum);
            // The misère Grundy value is the size of the Nim heap that makes the sum a P-position.
            let size = forms.genus(form).misere(0);
            let nim = forms.nim(size);
            let with = forms.sum(form, nim).expect("not stopped");
            prop_assert_eq!(forms.outcome(with), MisereOutcome::P);
        }
    }

    /// Octal and hexadecimal codes of three digits, most of them wild.
    #[test]
    fn quotients_of_codes_are_accepted(digits in prop::collection::vec(0u16..16, 3), splits: bool) {
        let first = if splits { 4 } else { 0 };
        let text = format!("0x{first}.{:x}{:x}{:x}", digits[0], digits[1], digits[2]);
        let code: Code = text.parse().expect("a code");
        let mut growth = Growth::new(code.rule(), 24);
        let _ = growth.grow(12, &StopAt(AtomicU32::new(20)));
        let solution = growth.solution();
        prop_assert!(check(code.rule(), solution, &Unwatched).is_ok(), "{}", text);
        let bounds = Bounds { beans: 11, random: 5, random_beans: 18, positions: 50_000 };
        prop_assert!(compare(code.rule(), solution, bounds, &Unwatched).is_ok(), "{}", text);
    }

    /// Equal forms are equal in all company: their elements agree in every quotient.
    #[test]
    fn equal_forms_have_equal_elements(rules in positions()) {
        let mut growth = Growth::new(&rules, 24);
        let _ = growth.grow(100, &Unwatched);
        let solution = growth.solution();
        let mut forms = Forms::new(&Unwatched);
        let (heaps, _) = forms.heaps(&rules, solution.reach());
        for a in 1..heaps.len() {
            for b in 1..a {
                prop_assert!(heaps[a] != heaps[b] || solution.pretending[a] == solution.pretending[b]);
            }
        }
    }
}

/// Says stop at the `n`-th tick, and again at every later one unless asked to go on.
struct StopAt(AtomicU32);

impl Watch for StopAt {
    fn tick(&self, _: Progress) -> Option<Stop> {
        let left = self.0.load(Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), Ordering::Relaxed);
        (left == 0).then_some(Stop::Cancelled)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        None
    }
}

fn grown(code: &Code, to: u32) -> Solution {
    let mut growth = Growth::new(code.rule(), 200);
    growth.grow(to, &Unwatched).expect("finite");
    growth.solution().clone()
}

#[test]
fn a_growth_stopped_saved_and_restored_again_and_again_ends_in_the_same_solution() {
    let code: Code = "0.07".parse().expect("a code");
    let expected = grown(&code, 31);
    let mut text = Growth::new(code.rule(), 200).save("0.07");
    for round in 0.. {
        assert!(round < 200, "no progress from one saving to the next");
        let mut growth = Growth::restore(code.rule(), 200, "0.07", &text).expect("what was saved");
        let ended = growth.grow(31, &StopAt(AtomicU32::new(2 + round))).is_ok();
        text = growth.save("0.07");
        if ended {
            assert_eq!(*growth.solution(), expected);
            assert!(round > 2, "it was stopped on the way");
            break;
        }
    }
}

#[test]
fn damaged_files_are_refused() {
    let code: Code = "0.77".parse().expect("a code");
    let mut growth = Growth::new(code.rule(), 200);
    growth.grow(12, &Unwatched).expect("finite");
    let text = growth.save("0.77");
    assert!(Growth::restore(code.rule(), 200, "0.77", &text).is_ok());
    assert!(Growth::restore(code.rule(), 200, "0.07", &text).is_err());
    for at in 0..text.len() - 1 {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
        let changed = String::from_utf8(bytes).expect("ASCII");
        assert!(Growth::restore(code.rule(), 200, "0.77", &changed).is_err(), "byte {at}");
        assert!(Growth::restore(code.rule(), 200, "0.77", &text[..at]).is_err(), "cut at {at}");
    }
}

/// What the periodicity theorem promises beyond `M`, computed: all octal codes of two digits with small quotients,
/// and some that leave three heaps, to twice as many heaps.
#[test]
fn proved_periods_hold_far_beyond_what_was_computed() {
    let mut proved = 0;
    let octal = (0..64).map(|digits| format!("0.{}{}", digits / 8, digits % 8));
    for text in
        octal.chain(["0x0.8", "0x0.9", "0x0.83", "0x0.13", "4.3", "4.1", "S{1,3,4}", "S{2,5}"].map(String::from))
    {
        let code: Code = text.parse().expect("a code");
        let mut growth = Growth::new(code.rule(), 40);
        let _ = growth.grow(64, &StopAt(AtomicU32::new(40)));
        let short = growth.solution();
        if short.period.is_none() {
            continue;
        }
        proved += 1;
        // Without the moves being known as takes no period is looked for, and every heap is computed.
        let to = short.reach() * 2 + 5;
        let written = (1..=to).map(|heap| Ruleset::options(code.rule(), heap)).collect();
        let rules = Positions::new(written).expect("a heap game");
        let mut growth = Growth::new(&rules, 40);
        growth.grow(to, &Unwatched).expect("finite");
        let long = growth.solution();
        assert_eq!(long.quotient, short.quotient, "{text}");
        for heap in 1..=to {
            assert_eq!(Some(long.pretending[heap as usize]), short.value(heap.into()), "{text}: heap {heap}");
        }
    }
    assert!(proved > 30, "{proved} codes have a proved period");
}
