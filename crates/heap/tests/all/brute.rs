//! Every method against the definition: the least number that is not the value of an option.

use grundy_answer::Unwatched;
use grundy_heap::{Code, HeapRule, Kinship, Table};
use proptest::prelude::*;

fn textbook(rule: &HeapRule, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for n in 0..count as u64 {
        let options: Vec<u32> =
            rule.options(n).map(|parts| parts.iter().fold(0, |sum, part| sum ^ values[*part as usize])).collect();
        values.push((0..).find(|value| !options.contains(value)).expect("a mex"));
    }
    values
}

fn computed(rule: &HeapRule, count: usize) -> Vec<u32> {
    let mut table = Table::new(rule);
    table.grow(count, &Unwatched).expect("grows");
    table.values().iter().take(count).collect()
}

fn check(code: &str, count: usize) {
    let code: Code = code.parse().expect(code);
    assert_eq!(computed(code.rule(), count), textbook(code.rule(), count), "{code}");
}

#[test]
fn named_rules() {
    for code in ["S{1,3,4}", "S{2,5,7}", "0.77", "0.07", "0.137", "4.0u", "4.137", "0.6", "0.1233", "S{1,64,200}"] {
        check(code, 400);
    }
    for code in ["AllBut{2,5}", "4.3...", "0.[13]...", "0.12[32]...", "0.7...", "4.7[31]...", "0.1[27]...u"] {
        check(code, 150);
    }
    for code in ["0x0.8", "0x0.3f", "0x8.f1", "0.(31)", "0.3(16)...", "0x8.0u", "0x0.1[8f]..."] {
        check(code, 60);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn octal_codes(mut head in prop::collection::vec(0u16..8, 2..6), unequal: bool) {
        head[0] &= 4;
        let kinship = if unequal { Kinship::Unequal } else { Kinship::Free };
        let rule = HeapRule::new(head, vec![], kinship).unwrap();
        prop_assert_eq!(computed(&rule, 120), textbook(&rule, 120));
    }

    #[test]
    fn taking_codes(mut head in prop::collection::vec(0u16..4, 2..90)) {
        head[0] = 0;
        let rule = HeapRule::new(head, vec![], Kinship::Free).unwrap();
        prop_assert_eq!(computed(&rule, 300), textbook(&rule, 300));
    }

    #[test]
    fn any_codes(mut head in prop::collection::vec(0u16..16, 1..4), tail in prop::collection::vec(0u16..16, 0..3), unequal: bool) {
        head[0] &= 12;
        let kinship = if unequal { Kinship::Unequal } else { Kinship::Free };
        let rule = HeapRule::new(head, tail, kinship).unwrap();
        prop_assert_eq!(computed(&rule, 30), textbook(&rule, 30));
    }
}
