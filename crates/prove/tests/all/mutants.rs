//! Every certificate that differs from a proved one in one accept bit or one transition, and so describes another set,
//! is refused by the checker; one that describes the same set is accepted.

use grundy_answer::Unwatched;
use grundy_automata::Digits as System;
use grundy_proof::{Certificate, Claim, Digits, Table, check, translate};
use grundy_prove::{BUDGET, Kind, Pattern, Subject, pattern};
use std::collections::HashSet;

/// Whether the tables differ on some tuple of numbers.
fn differ(a: &Table, b: &Table, digits: Digits) -> bool {
    let mut seen = HashSet::from([(0, 0, 0)]);
    let mut open = vec![(0, 0, 0)];
    while let Some((x, y, last)) = open.pop() {
        if a.accepting(x) != b.accepting(y) {
            return true;
        }
        for column in 0..1usize << a.arity() {
            if digits == Digits::Zeckendorf && column & last != 0 {
                continue;
            }
            let last = if digits == Digits::Zeckendorf { column } else { 0 };
            let next = (a.after(x, column), b.after(y, column), last);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

/// All tables that differ from this one in one place, every `stride`-th.
fn mutants(table: &Table, stride: usize) -> Vec<Table> {
    let (states, width) = (table.states(), 1usize << table.arity());
    let next: Vec<u32> = (0..states).flat_map(|s| (0..width).map(move |c| table.after(s, c) as u32)).collect();
    let accept: Vec<bool> = (0..states).map(|state| table.accepting(state)).collect();
    let mut found = Vec::new();
    for state in 0..states {
        let mut other = accept.clone();
        other[state] = !other[state];
        found.extend(Table::new(table.arity(), next.clone(), other));
    }
    for (place, to) in (0..next.len()).flat_map(|place| (0..states as u32).map(move |to| (place, to))).step_by(stride) {
        if next[place] != to {
            let mut other = next.clone();
            other[place] = to;
            found.extend(Table::new(table.arity(), other, accept.clone()));
        }
    }
    found
}

fn with_table(certificate: &Certificate, table: Table) -> Certificate {
    let claim = match &certificate.claim {
        Claim::Outcome { convention, repeats, .. } => {
            Claim::Outcome { convention: *convention, p: table, repeats: repeats.clone() }
        }
        Claim::Grundy(_) => Claim::Grundy(table),
        other => panic!("{}", other.kind()),
    };
    Certificate { claim, ..certificate.clone() }
}

#[test]
fn every_mutant_that_changes_the_set_is_refused() {
    let (mut changed, mut same) = (0, 0);
    for (name, kind, stride) in [
        ("subtraction", Kind::Outcome, 1),
        ("mark", Kind::Outcome, 1),
        ("mark", Kind::Grundy, 1),
        ("hundred-game", Kind::Outcome, 1),
        ("misere-nim", Kind::Outcome, 1),
        ("nim-without-zero", Kind::Outcome, 1),
        ("moore-nim", Kind::Outcome, 1),
        ("laskers-nim", Kind::Grundy, 1),
        ("odd-even-nim", Kind::Grundy, 1),
        ("wythoff", Kind::Outcome, 1),
        ("fibonacci-nim", Kind::Outcome, 1),
        ("euclid-game", Kind::Outcome, 9),
    ] {
        let text = grundy_kit::library_text(name);
        let subject = Subject::by_default(&grundy_kit::world(&text), (0, 0)).unwrap();
        let translated = translate(subject.rules(), &subject.params).unwrap();
        let found = pattern(&subject, &translated, kind, BUDGET, &Unwatched).unwrap();
        assert!(!matches!(found.pattern, Pattern::Values(_)), "{name}");
        assert!(found.system == System::Base2 || ["wythoff", "fibonacci-nim", "euclid-game"].contains(&name));
        let good = found.certificate(&subject, &translated, &text).unwrap();
        check(&good, &text, &translated.game, 5_000_000, &Unwatched).unwrap();
        let table = good.claim.tables()[0].clone();
        for mutant in mutants(&table, stride) {
            let differs = differ(&table, &mutant, good.digits);
            let accepted = check(&with_table(&good, mutant), &text, &translated.game, 5_000_000, &Unwatched).is_ok();
            assert_eq!(accepted, !differs, "{name}");
            changed += usize::from(differs);
            same += usize::from(!differs);
        }
    }
    println!("{changed} mutants refused, {same} describe the same set");
    assert!(changed > 1500, "{changed}");
}
