//! Rules whose parts are cut off by `max` and `min`, made by a template: where a heap form is read, the values are those of
//! the definition, and far moves are the moves of the rules.

use grundy_answer::Unwatched;
use grundy_fuzz::dice::Dice;
use grundy_rule::{Diagnostic, read};
use grundy_run::World;
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
}

/// What each move from a heap is called, and the heaps it leaves.
type Moves<'a> = &'a dyn Fn(i64) -> Vec<(String, Vec<usize>)>;

/// The values of heaps up to `FAR`, by the mex rule; `None` if a heap is its own option.
fn values(moves: Moves) -> Option<Vec<u64>> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=FAR {
        let mut seen = BTreeSet::new();
        for (_, parts) in moves(n) {
            let sum = parts.into_iter().map(|part| values.get(part).copied());
            seen.insert(sum.reduce(|a, b| Some(a? ^ b?)).unwrap_or(Some(0))?);
        }
        values.push((0..).find(|value| !seen.contains(value)).expect("finitely many"));
    }
    Some(values)
}

/// Whether a heap form is read off `text`, whose game `G` is given its heap and `parameters`. If so, its values are compared with
/// those of the moves, and the winning moves of a heap that is not searched.
fn holds(text: &str, parameters: &str, moves: Moves) -> bool {
    let reading = read(text);
    if reading.diagnostics.iter().any(Diagnostic::is_error) {
        return false;
    }
    let world = World::new(vec![Arc::new(reading.module)]);
    let at = |n: i64| grundy_kit::position(&world, &format!("G({n}{parameters})"));
    let Some(rule) = heap_rule(&at(1).parts[0].game) else { return false };
    let values = values(moves).unwrap_or_else(|| panic!("a heap is its own option\n{text}"));
    let sequence = grundy_heap::Sequence::explore(&rule, grundy_heap::Reach::To(FAR as usize + 1), &Unwatched);
    for (n, &value) in values.iter().enumerate() {
        assert_eq!(
            sequence.value_at(n as u64).map(|found| found.0),
            Some(value.into()),
            "heap {n}{parameters}\n{text}"
        );
    }
    let answer = solve(&at(FAR), Question::default(), &Unwatched).unwrap();
    assert_eq!(answer.grundy, Some(Grundy::Finite(values[FAR as usize])), "{parameters}\n{text}");
    let wins = moves(FAR).into_iter().filter(|(_, parts)| parts.iter().fold(0, |sum, part| sum ^ values[*part]) == 0);
    let wanted: BTreeSet<String> = wins.map(|(name, _)| name).collect();
    let found: Vec<String> = answer.winning_moves.iter().map(|one| one.text.clone()).collect();
    assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), wanted, "{parameters}\n{text}");
    assert_eq!(found.len(), wanted.len(), "each once{parameters}\n{text}");
    true
}

#[test]
fn forms_read_region_by_region_hold() {
    let mut read_forms = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let mut roll = |sides: usize| dice.below(sides) as i64;
        let template = Template { low: roll(3), high: roll(3), first: roll(5), second: roll(5) };
        let moves = |n: i64| template.moves(n).map(|(i, parts)| (format!("cut({i})"), parts.to_vec())).collect();
        read_forms += usize::from(holds(&template.text(), "", &moves));
    }
    assert!(read_forms >= 5, "{read_forms}");
}

fn heaps(parts: &[i64]) -> Vec<usize> {
    parts.iter().map(|part| usize::try_from(*part).expect("not negative")).collect()
}

#[test]
fn forms_at_parameters_hold() {
    let game = |lines: &str| format!("game G\n  {lines}\n");
    for k in 1..=4 {
        let parameters = format!(", k={k}");
        let cut = game("param k: 1..9 = 2\n  state n: nat\n  move cut(a in 1..n - k): become G(a - 1) + G(n - k - a)");
        let cuts = |n: i64| (1..=n - k).map(|a| (format!("cut({a})"), heaps(&[a - 1, n - k - a]))).collect();
        assert!(holds(&cut, &parameters, &cuts), "{cut}");

        let bar = "param k: 1..9 = 2\n  state n: nat\n  move bar(i in 1..n): become G(max(0, i - k)) + G(max(0, n - i - k + 1))";
        let bars = |n: i64| {
            let parts = |i: i64| heaps(&[(i - k).max(0), (n - i - k + 1).max(0)]);
            (1..=n).map(|i| (format!("bar({i})"), parts(i))).collect()
        };
        assert!(holds(&game(bar), &parameters, &bars), "{bar}");

        // A take and a mark in one move.
        let two = "param k: 1..9 = 2\n  state n: nat\n  move two(d in 1..k, i in 1..n): become G(max(0, i - d)) + G(max(0, n - i - d + 1))";
        let twos = |n: i64| {
            let parts = |d: i64, i: i64| heaps(&[(i - d).max(0), (n - i - d + 1).max(0)]);
            (1..=k).flat_map(|d| (1..=n).map(move |i| (format!("two({d}, {i})"), parts(d, i)))).collect()
        };
        assert!(holds(&game(two), &parameters, &twos), "{two}");
    }
    // A set made of a parameter.
    let odd = "param k: 1..9 = 2\n  state n: nat\n  move odd(d in {x in 1..k if x % 2 == 1: x}, a in 0..n - d) if d <= n: become G(a) + G(n - d - a)";
    let odds = |n: i64| {
        let parts = |d: i64| (0..=n - d).map(move |a| (format!("odd({d}, {a})"), heaps(&[a, n - d - a])));
        [1, 3, 5].into_iter().filter(|d| *d <= n).flat_map(parts).collect()
    };
    assert!(holds(&game(odd), ", k=6", &odds), "{odd}");
    // Digits of an octal code, read off its list (Winning Ways ch. 4).
    let octal = include_str!("../../../../games/octal.game").replace("Octal", "G");
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let digits: Vec<i64> = (0..1 + dice.below(4)).map(|_| dice.below(8) as i64).collect();
        let allowed: Vec<(i64, i64)> = (1..).zip(digits.clone()).collect();
        let moves = |n: i64| {
            let mut moves = Vec::new();
            for &(k, digit) in allowed.iter().filter(|(k, _)| *k <= n) {
                if digit & 1 != 0 && k == n {
                    moves.push((format!("whole({k})"), vec![0]));
                }
                if digit & 2 != 0 && k < n {
                    moves.push((format!("some({k})"), heaps(&[n - k])));
                }
                if digit & 4 != 0 {
                    moves.extend((1..=(n - k) / 2).map(|a| (format!("part({k}, {a})"), heaps(&[a, n - k - a]))));
                }
            }
            moves
        };
        assert!(holds(&octal, &format!(", code={digits:?}"), &moves), "{digits:?}");
    }
}

/// The amount of such a move is no binder.
#[test]
fn heaps_taken_whole_by_their_remainder() {
    let text =
        "game G\n  state n: nat\n  move some(k in 1..n-1) if k % 3 == 1: n -= k\n  move whole if n % 3 == 2: n = 0\n";
    let moves = |n: i64| {
        let mut moves: Vec<(String, Vec<usize>)> =
            (1..n).filter(|k| k % 3 == 1).map(|k| (format!("some({k})"), heaps(&[n - k]))).collect();
        moves.extend((n % 3 == 2).then(|| ("whole".to_string(), vec![0])));
        moves
    };
    assert!(holds(text, "", &moves));
}
