//! Certificates of periods: published periods accepted, every mutant refused. The values come from a brute force over
//! the rules in words, the periods from *Winning Ways* ch. 4 (Kayles, Dawson's Kayles, Lasker's Nim) and hand.

use grundy_answer::Unwatched;
use grundy_proof::*;

const BUDGET: u64 = 10_000_000;

/// The values of a heap game given by its moves: from `n`, all lists of heaps that a move leaves.
fn values(count: usize, options: impl Fn(usize) -> Vec<Vec<usize>>) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..count {
        let reached: Vec<u32> =
            options(n).iter().map(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ values[*heap])).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

fn taking(takes: &[usize], n: usize) -> Vec<Vec<usize>> {
    takes.iter().filter(|take| **take <= n).map(|take| vec![n - take]).collect()
}

/// Knock down adjacent pins, these many at once; the row falls in two.
fn rows(pins: &[usize], n: usize) -> Vec<Vec<usize>> {
    let each = pins.iter().filter(|take| **take <= n);
    each.flat_map(|take| (0..=n - take).map(move |left| vec![left, n - take - left])).collect()
}

/// Take so many and leave the rest as exactly three heaps.
fn three(take: usize, n: usize) -> Vec<Vec<usize>> {
    let rest = n.saturating_sub(take);
    let first = (1..rest).flat_map(move |a| (1..rest - a).map(move |b| [a, b]));
    first.map(|[a, b]| vec![a, b, rest - a - b]).collect()
}

fn certificate(
    code: &str,
    theorem: Theorem,
    [period, saltus, preperiod, from]: [u32; 4],
    values: Vec<u32>,
) -> PeriodCertificate {
    PeriodCertificate { of: PeriodOf::Code(code.to_string()), theorem, period, saltus, preperiod, from, values }
}

fn known() -> Vec<PeriodCertificate> {
    let split = |n: usize| (1..n).map(move |left| vec![left, n - left]);
    vec![
        certificate("S{1,3,4}", Theorem::Repeat, [7, 0, 0, 1], values(12, |n| taking(&[1, 3, 4], n))),
        certificate("0.77", Theorem::Repeat, [12, 0, 71, 71], values(168, |n| rows(&[1, 2], n))),
        certificate("0.07", Theorem::Repeat, [34, 0, 53, 53], values(176, |n| rows(&[2], n))),
        certificate("0x0.8", Theorem::Heights, [3, 1, 1, 1], values(14, |n| three(1, n))),
        certificate("0x8.a", Theorem::Heights, [1, 1, 1, 1], {
            let one = |n: usize| (n > 1).then(|| vec![n - 1]);
            values(8, |n| three(0, n).into_iter().chain(three(1, n)).chain(one(n)).collect())
        }),
        certificate("AllBut{2}", Theorem::Shift, [4, 2, 0, 4], {
            values(8, |n| taking(&(1..=n).filter(|take| *take != 2).collect::<Vec<_>>(), n))
        }),
        // Odd-even Nim: an even number that leaves something, or an odd heap whole. Only odd takes: a period of q, no saltus.
        certificate("0.[12]...", Theorem::Shift, [2, 1, 1, 2], {
            let some = |n: usize| (1..n).filter(|take| take % 2 == 0).map(move |take| vec![n - take]);
            values(4, |n| some(n).chain((n % 2 == 1).then(Vec::new)).collect())
        }),
        certificate("0.[30]...", Theorem::Shift, [2, 0, 0, 2], {
            values(4, |n| taking(&(1..=n).filter(|take| take % 2 == 1).collect::<Vec<_>>(), n))
        }),
        certificate("4.3...", Theorem::Block, [4, 4, 1, 1], {
            values(5, |n| taking(&(1..=n).collect::<Vec<_>>(), n).into_iter().chain(split(n)).collect())
        }),
    ]
}

fn verdict(text: &str) -> Result<Accepted, String> {
    let certificate = PeriodCertificate::parse(text).map_err(|malformed| malformed.to_string())?;
    let PeriodOf::Code(code) = &certificate.of else { return Err("no code".to_string()) };
    let digits = HeapDigits::of_code(code)?;
    check_period(&certificate, &digits, BUDGET, &Unwatched).map_err(|refusal| refusal.to_string())
}

#[test]
fn published_periods_are_accepted() {
    for certificate in known() {
        let text = certificate.text();
        assert_eq!(PeriodCertificate::parse(&text).as_ref(), Ok(&certificate));
        verdict(&text).unwrap_or_else(|reason| panic!("{:?}: {reason}", certificate.of));
    }
}

/// A law with exceptions, a long period and a high saltus; and the same theorem where the law that shows is not proved by it.
#[test]
fn three_heaps_are_decided_by_low_parts_and_defects() {
    let two = |n: usize| (1..n.saturating_sub(1)).map(move |a| vec![a, n - 1 - a]);
    let one = |n: usize| (n > 1).then(|| vec![n - 1]);
    let values = |count: usize| values(count, |n| three(2, n).into_iter().chain(one(n)).collect());
    let all = values(400);
    let law = |n: &usize| all[n + 53] != all[*n] + 16;
    let begin = (0..240).filter(law).max().map_or(1, |n| n + 1);
    let count = 3 * (begin + 53) + 3;
    let numbers = [53, 16, begin as u32, begin as u32];
    let found = certificate("0x0.28", Theorem::Heights, numbers, all[..count].to_vec());
    verdict(&found.text()).unwrap();
    // Octal games have no such law (Austin 1976): two heaps are not spoken of.
    let octal = self::values(14, |n| two(n).collect());
    let refused = verdict(&certificate("0.4", Theorem::Heights, [3, 1, 1, 1], octal).text()).unwrap_err();
    assert!(refused.contains("does not speak"), "{refused}");
}

#[test]
fn every_mutant_is_refused() {
    let mut mutants = 0;
    let mut refuse = |text: String, original: &str| {
        if text != original {
            mutants += 1;
            assert!(verdict(&text).is_err(), "accepted a mutant:\n{text}");
        }
    };
    for certificate in known() {
        let original = certificate.text();
        for n in 0..certificate.values.len() {
            let value = certificate.values[n];
            for other in (0..=value + 4).chain([value ^ 16, 1 << 20]) {
                let mut mutant = certificate.clone();
                mutant.values[n] = other;
                refuse(mutant.text(), &original);
            }
            let mut mutant = certificate.clone();
            mutant.values.remove(n);
            refuse(mutant.text(), &original);
            let mut mutant = certificate.clone();
            mutant.values.insert(n, value);
            refuse(mutant.text(), &original);
        }
        for theorem in [Theorem::Repeat, Theorem::Heights, Theorem::Shift, Theorem::Block] {
            refuse(PeriodCertificate { theorem, ..certificate.clone() }.text(), &original);
        }
        // The numbers of the law, alone and with as many values as the theorem then needs.
        for change in [-12i64, -7, -4, -2, -1, 1, 2, 3, 4, 7, 12, 34] {
            let moved = |number: u32| u32::try_from(i64::from(number) + change).unwrap_or(u32::MAX >> 9);
            let (period, saltus) = (moved(certificate.period), moved(certificate.saltus));
            let (preperiod, from) = (moved(certificate.preperiod), moved(certificate.from));
            let laws = [
                PeriodCertificate { period, ..certificate.clone() },
                PeriodCertificate { saltus, ..certificate.clone() },
                PeriodCertificate { preperiod, ..certificate.clone() },
                PeriodCertificate { from, ..certificate.clone() },
                PeriodCertificate { preperiod, from, ..certificate.clone() },
                PeriodCertificate { period, saltus: period, ..certificate.clone() },
            ];
            for mut law in laws {
                refuse(law.text(), &original);
                for _ in 0..40 {
                    law.values.push(*law.values.last().unwrap());
                    refuse(law.text(), &original);
                }
            }
        }
        for code in ["S{1,3}", "S{1,3,5}", "0.7", "0.76", "0.777", "AllBut{3}", "4.31...", "0.77u"] {
            refuse(PeriodCertificate { of: PeriodOf::Code(code.to_string()), ..certificate.clone() }.text(), &original);
        }
    }
    assert!(mutants > 10_000, "{mutants} mutants");
}

#[test]
fn damaged_texts_are_refused_with_their_line() {
    for certificate in known() {
        let text = certificate.text();
        let lines: Vec<&str> = text.lines().collect();
        let refused = |lines: &[&str]| {
            let damaged: String = lines.iter().map(|line| format!("{line}\n")).collect();
            PeriodCertificate::parse(&damaged).expect_err(&damaged).line
        };
        for end in 0..lines.len() {
            assert_eq!(refused(&lines[..end]), end + 1, "cut after {end} lines");
        }
        for one in 0..lines.len() - 1 {
            let mut swapped = lines.clone();
            swapped.swap(one, one + 1);
            if lines[one].split(' ').count() != lines[one + 1].split(' ').count() || one < 8 {
                assert!((one + 1..=one + 2).contains(&refused(&swapped)), "lines {one} and the next exchanged");
            }
            let mut doubled = lines.clone();
            doubled.insert(one, lines[one]);
            refused(&doubled);
        }
        refused(&[&lines[..], &["more"]].concat());
    }
    let oversized =
        "grundy period 1\ncode 0.7\ntheorem repeat\nperiod 2\nsaltus 0\npreperiod 0\nfrom 1\nvalues 99999999\n";
    assert_eq!(PeriodCertificate::parse(oversized).unwrap_err().line, 8);
    for (foreign, line) in [("", 1), ("hello\n", 1), ("grundy certificate 1\n", 1), ("grundy period 1\nrun rm\n", 2)] {
        assert_eq!(PeriodCertificate::parse(foreign).unwrap_err().line, line, "{foreign}");
    }
}
