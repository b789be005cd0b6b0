//! Rules whose parts are cut off by `max` and `min`, made by a template: where a heap form is read, the values are those of
//! the definition, and far moves are the moves of the rules.

use grundy_answer::Unwatched;
use grundy_fuzz::dice::Dice;
use grundy_rule::{Diagnostic, read};
use grundy_run::{World, position};
use grundy_solve::{Grundy, Question, heap_rule, solve};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Beyond the sizes that are searched, within those whose pairs are all tried.
const FAR: i64 = 270;

/// One binder `i` in `low..n-high`; the parts are cut at 0.
struct Template {
    low: i64,
    high: i64,
    first: i64,
    second: i64,
}

impl Template {
    fn text(&self) -> String {
        let Template { low, high, first, second } = self;
        let parts = format!("G(max(0, i - {first})) + G(n - min(n, i + {second}))");
        format!("game G\n  state n: nat\n  move cut(i in {low}..n-{high}): become {parts}\n")
    }

    /// Each `i` and what it leaves.
    fn moves(&self, n: i64) -> impl Iterator<Item = (i64, [usize; 2])> {
        let (first, second) = (self.first, self.second);
        let part = move |size: i64| usize::try_from(size.max(0)).expect("not negative");
        (self.low..=n - self.high).map(move |i| (i, [part(i - first), part(n - n.min(i + second))]))
    }

    /// The values of heaps up to `FAR`, by the mex rule; `None` if a heap is its own option.
    fn values(&self) -> Option<Vec<u64>> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=FAR {
            let mut seen = BTreeSet::new();
            for (_, [a, b]) in self.moves(n) {
                seen.insert(values.get(a)? ^ values.get(b)?);
            }
            values.push((0..).find(|value| !seen.contains(value)).expect("finitely many"));
        }
        Some(values)
    }
}

#[test]
fn forms_read_region_by_region_hold() {
    let mut read_forms = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut roll = |sides: usize| dice.below(sides) as i64;
        let template = Template { low: roll(3), high: roll(3), first: roll(5), second: roll(5) };
        let text = template.text();
        let reading = read(&text);
        if reading.diagnostics.iter().any(Diagnostic::is_error) {
            continue;
        }
        let world = World::new(vec![Arc::new(reading.module)]);
        let at = |n: i64| {
            let expr = grundy_rule::parse_expression(&format!("G({n})"), 1 << 16).unwrap();
            let closed = grundy_rule::check_position(&expr, &[&world.modules()[0]]).unwrap();
            position(&world, 0, &closed).unwrap()
        };
        let Some(rule) = heap_rule(&at(1).parts[0].game) else { continue };
        read_forms += 1;
        let values = template.values().unwrap_or_else(|| panic!("a heap is its own option\n{text}"));
        let sequence = grundy_heap::Sequence::explore(&rule, grundy_heap::Reach::To(FAR as usize + 1), &Unwatched);
        for (n, &value) in values.iter().enumerate() {
            assert_eq!(sequence.value_at(n as u64).map(|found| found.0), Some(value.into()), "heap {n}\n{text}");
        }
        let answer = solve(&at(FAR), Question::default(), &Unwatched).unwrap();
        assert_eq!(answer.grundy, Some(Grundy::Finite(values[FAR as usize])), "{text}");
        let wins = template.moves(FAR).filter(|(_, [a, b])| values[*a] == values[*b]);
        let wanted: BTreeSet<String> = wins.map(|(i, _)| format!("cut({i})")).collect();
        let found: Vec<String> = answer.winning_moves.iter().map(|one| one.text.clone()).collect();
        assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), wanted, "{text}");
        assert_eq!(found.len(), wanted.len(), "each once\n{text}");
    }
    assert!(read_forms >= 5, "{read_forms}");
}
