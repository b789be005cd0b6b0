//! Published periods.

use grundy_answer::Unwatched;
use grundy_heap::{Code, Period, Reach, Sequence};

fn period(code: &str, reach: Reach) -> Option<Period> {
    let code: Code = code.parse().expect(code);
    let sequence = Sequence::explore(code.rule(), reach, &Unwatched);
    sequence.period().filter(|period| period.standing.kind() == "proved").cloned()
}

#[test]
fn published_octal_periods_are_proved() {
    let table = include_str!("../../../../tests/known/octal.tsv");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [code, length, preperiod, _] = fields[..] else { panic!("{line}") };
        let found = period(code, Reach::Default).unwrap_or_else(|| panic!("{code}: no period proved"));
        assert_eq!(found.period.to_string(), length, "{code}");
        assert_eq!(found.preperiod().to_string(), preperiod, "{code}");
    }
}

/// The values of a code of octal digits after the point, or of a set of takes, by the textbook loop.
fn quadratic(code: &str, count: usize) -> Vec<u32> {
    let digits: Vec<u32> = match code.strip_prefix("0.") {
        Some(digits) => digits.chars().map(|digit| digit.to_digit(8).expect("octal")).collect(),
        None => {
            let takes: Vec<usize> =
                code[2..code.len() - 1].split(',').map(|take| take.parse().expect("a take")).collect();
            (1..=takes.iter().copied().max().expect("a take")).map(|k| if takes.contains(&k) { 3 } else { 0 }).collect()
        }
    };
    let mut values = vec![0u32];
    let mut seen = [0usize; 1024];
    for n in 1..count {
        for (k, digit) in (1..=n).zip(&digits) {
            let rest = n - k;
            if digit & 1 != 0 && rest == 0 {
                seen[0] = n;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[values[rest] as usize] = n;
            }
            if digit & 4 != 0 {
                for part in 1..=rest / 2 {
                    seen[(values[part] ^ values[rest - part]) as usize] = n;
                }
            }
        }
        values.push((0..).find(|value| seen[*value as usize] != n).expect("a mex"));
    }
    values
}

#[test]
fn the_published_table_is_what_the_definition_gives() {
    let table = include_str!("../../../../tests/known/octal.tsv");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse::<usize>().expect("a number");
        let (code, length, preperiod) = (fields[0], number(1), number(2));
        if fields[3] == "T" {
            let sequence = Sequence::explore(code.parse::<Code>().unwrap().rule(), Reach::All(10_000), &Unwatched);
            assert!(sequence.table().values().iter().eq(quadratic(code, 10_000)), "{code}");
            continue;
        }
        let count = 2 * preperiod.max(1) + 2 * length + code.len();
        let values = quadratic(code, count);
        let holds = |p: usize, from: usize| (from..count - p).all(|n| values[n] == values[n + p]);
        assert!(holds(length, preperiod), "{code}: the law");
        assert!(preperiod == 0 || !holds(length, preperiod - 1), "{code}: the last exception");
        assert!((1..length).all(|p| !holds(p, preperiod)), "{code}: the least period");
    }
}

#[test]
fn arithmetic_periods_are_proved() {
    // Nim: g(n) = n. Taking any number or splitting (Lasker): g(4k+3) = 4k+4, g(4k+4) = 4k+3 (Winning Ways ch. 4).
    for (code, length, saltus, preperiod) in [("AllBut{}", 1, 1, 0), ("4.3...", 4, 4, 1), ("AllBut{1}", 2, 1, 0)] {
        let found = period(code, Reach::Default).unwrap_or_else(|| panic!("{code}"));
        assert_eq!((found.period, found.saltus, found.preperiod()), (length, saltus, preperiod), "{code}");
    }
}

#[test]
fn no_period_is_claimed_where_none_is_known() {
    for code in ["0.6", "0.06", "4.0u"] {
        assert_eq!(period(code, Reach::To(30_000)), None, "{code}");
    }
}

#[test]
fn every_small_subtraction_set_is_proved_at_once() {
    // All subsets of 1..=9, and the far answers against a longer table.
    for bits in 1u32..512 {
        let takes: Vec<usize> = (1..=9).filter(|k| bits >> (k - 1) & 1 == 1).collect();
        let rule = grundy_heap::HeapRule::subtraction(takes);
        let short = Sequence::explore(&rule, Reach::Default, &Unwatched);
        assert_eq!(short.standing().kind(), "proved", "{rule}");
        let long = Sequence::explore(&rule, Reach::All(3000), &Unwatched);
        for n in [700, 1999, 2999] {
            assert_eq!(short.value_at(n).unwrap().0, long.table().values().at(n as usize) as u128, "{rule} at {n}");
        }
        let zeros = (1..=2500).filter(|n| long.table().values().at(*n) == 0).count();
        assert_eq!(short.count_losing(2500).unwrap().0, zeros as u64, "{rule}");
    }
}

#[test]
fn arithmetic_periods_agree_with_longer_tables() {
    let rules = (1u32..64).map(|bits| {
        let forbidden: Vec<String> = (1..=6).filter(|k| bits >> (k - 1) & 1 == 1).map(|k: u32| k.to_string()).collect();
        format!("AllBut{{{}}}", forbidden.join(","))
    });
    let splits = ["4.3...", "4.73...", "4.37...", "0.73...", "0.373...", "4.3373..."].map(str::to_string);
    let mut proved = 0;
    for code in rules.chain(splits) {
        let Some(found) = period(&code, Reach::To(800)) else { continue };
        proved += 1;
        let long = Sequence::explore(code.parse::<Code>().unwrap().rule(), Reach::All(3000), &Unwatched);
        let values = long.table().values();
        for n in found.preperiod()..3000 - found.period {
            let (n, next) = (n as usize, (n + found.period) as usize);
            assert_eq!(values.at(next) as u64, values.at(n) as u64 + found.saltus, "{code} at {n}");
        }
    }
    assert!(proved >= 63, "only {proved} proved");
}

/// Three heaps left: the law that is proved from few values holds in a table three times as long, and where the theorem does
/// not speak no law is claimed.
#[test]
fn hexadecimal_laws_agree_with_longer_tables() {
    let codes = ["0x0.8", "0x0.c", "0x0.08", "0x0.0e", "0x0.48", "0x8.4", "0x8.a", "0xc.e", "0x0.28"];
    for code in codes {
        let few = if code == "0x0.28" { 220 } else { 80 };
        let found = period(code, Reach::To(few)).unwrap_or_else(|| panic!("{code}"));
        assert!(found.saltus > 0, "{code}");
        let long = Sequence::explore(code.parse::<Code>().unwrap().rule(), Reach::All(3 * few), &Unwatched);
        for n in found.preperiod() as usize..3 * few - found.period as usize {
            let values = long.table().values();
            let next = values.at(n + found.period as usize) as u64;
            assert_eq!(next, values.at(n) as u64 + found.saltus, "{code} at {n}");
        }
    }
    let sequence = Sequence::explore("0x0.28".parse::<Code>().unwrap().rule(), Reach::Default, &Unwatched);
    let moves = sequence.winning_moves(10u64.pow(18), 3).expect("values far out").moves;
    assert!(moves.iter().any(|parts| parts.len() == 3), "{moves:?}");
    for parts in &moves {
        assert_eq!(parts.iter().fold(0, |sum, part| sum ^ sequence.value_at(*part).unwrap().0), 0, "{parts:?}");
        assert!([1, 2].contains(&(10u64.pow(18) - parts.iter().sum::<u64>())), "{parts:?}");
    }
    assert_eq!(period("0x0.28", Reach::To(220)).map(|law| (law.period, law.saltus)), Some((53, 16)));
    for code in ["0x0.0b", "0x8.d", "0x8.2"] {
        assert_eq!(period(code, Reach::To(120)), None, "{code}");
    }
}

#[test]
fn two_codes_that_look_alike_first_differ_at_519() {
    let values = |code: &str| Sequence::explore(code.parse::<Code>().unwrap().rule(), Reach::All(600), &Unwatched);
    let (one, other) = (values("0.161"), values("0.36"));
    let first = (0..600).find(|n| one.table().values().at(*n) != other.table().values().at(*n));
    assert_eq!(first, Some(519));
    assert_eq!(values("0.27").table().values(), values("0.26").table().values());
}

/// Against checksums printed by `bench/heap/sparse.cpp` (`100000 0 1 s` and `100000 0 0 u`), which shares nothing with us.
#[test]
fn long_tables_have_the_checksums_of_another_program() {
    for (code, wanted) in [("0.6", 0x8970_4aec_c4a9_c760), ("4.0u", 0x586e_f85c_f758_28f5)] {
        let sequence = Sequence::explore(code.parse::<Code>().unwrap().rule(), Reach::All(100_000), &Unwatched);
        let sum = |sum: u64, value: u32| sum.wrapping_mul(31).wrapping_add(value.into());
        assert_eq!(sequence.table().values().iter().fold(0, sum), wanted, "{code}");
    }
}

#[test]
fn a_take_beyond_the_first_block_is_no_trouble() {
    const TAKE: usize = 17_000;
    let mut head = vec![0; TAKE + 1];
    (head[1], head[TAKE]) = (3, 7);
    let rule = grundy_heap::HeapRule::new(head, vec![], grundy_heap::Kinship::Free).unwrap();
    let found = Sequence::explore(&rule, Reach::All(TAKE + 4000), &Unwatched);
    let mut wanted: Vec<u32> = vec![0];
    for n in 1..TAKE + 4000 {
        let mut options = vec![wanted[n - 1]];
        if let Some(rest) = n.checked_sub(TAKE) {
            options.push(wanted[rest]);
            options.extend((1..rest).map(|i| wanted[i] ^ wanted[rest - i]));
        }
        wanted.push((0..).find(|value| !options.contains(value)).expect("a mex"));
    }
    assert!(found.table().values().iter().eq(wanted));
}
