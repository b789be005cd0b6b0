//! The translation into arithmetic says the same as `run`, which defines what rules mean: on every position of a box
//! the moves are the same.

use grundy_automata::{Arith, Digits, Var};
use grundy_proof::{Slot, translate};
use grundy_prove::{Builder, Subject, relations};
use grundy_run::Side;
use std::collections::BTreeSet;

fn subject(text: &str) -> Subject {
    Subject::by_default(&grundy_kit::world(text), (0, 0)).unwrap()
}

fn library(name: &str) -> Subject {
    subject(&grundy_kit::library_text(name))
}

/// All tuples below `side`.
fn tuples(arity: usize, side: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for _ in 0..arity {
        all = all.iter().flat_map(|head: &Vec<u64>| (0..side).map(move |n| [&head[..], &[n]].concat())).collect();
    }
    all
}

fn compare(subject: &Subject, side: u64) {
    let translated = translate(subject.rules(), &subject.params).unwrap();
    let game = &translated.game;
    let arith = Arith::new(Digits::Base2, 100_000);
    let moves = relations(&arith, game, None).unwrap();
    let slots = &translated.slots;
    let mut compared = 0;
    for at in tuples(slots.len(), side) {
        let tuple: Vec<u128> = at.iter().map(|&n| u128::from(n)).collect();
        let inside = moves.domain.as_ref().is_none_or(|domain| domain.accepts(&tuple));
        let component = subject.component(slots, &at, 4 * side as i64);
        assert_eq!(inside, component.is_some(), "domain at {at:?}");
        let Some(component) = component else { continue };
        let mut played: BTreeSet<Vec<Vec<u64>>> = BTreeSet::new();
        for (_, to) in component.game.moves(&component.packed, Side::Left).unwrap() {
            played.insert(to.parts.iter().map(|part| numbers(part, slots, &at)).collect());
        }
        let fixed: Vec<(Var, u128)> = moves.position.iter().copied().zip(tuple.iter().copied()).collect();
        let mut derived: BTreeSet<Vec<Vec<u64>>> = BTreeSet::new();
        let elements = |rel: &grundy_automata::Rel| {
            // All elements of a finite relation.
            let mut rest = rel.clone();
            let mut found = Vec::new();
            while let Some(word) = rest.witness() {
                found.push(word.clone());
                rest = arith.and(&[&rest, &arith.not(&arith.only(&word).unwrap()).unwrap()]).unwrap();
            }
            found
        };
        for step in &moves.moves {
            let known: Vec<_> = fixed.iter().copied().filter(|(var, _)| step.rel.vars().contains(var)).collect();
            for word in elements(&arith.fix(&step.rel, &known).unwrap()) {
                let to = moves.position.iter().zip(&at).map(|(var, &old)| {
                    let changed = step.changed.iter().find(|(before, _)| before == var);
                    changed.map_or(old, |(_, after)| word.value(*after).unwrap() as u64)
                });
                derived.insert(vec![to.collect()]);
            }
        }
        for step in &moves.repeats {
            let mut now = at.clone();
            loop {
                let fixed: Vec<(Var, u128)> =
                    moves.position.iter().copied().zip(now.iter().map(|&n| u128::from(n))).collect();
                let Some(word) = arith.fix(&step.rel, &fixed).unwrap().witness() else { break };
                for (i, var) in moves.position.iter().enumerate() {
                    if let Some((_, after)) = step.changed.iter().find(|(before, _)| before == var) {
                        now[i] = word.value(*after).unwrap() as u64;
                    }
                }
                derived.insert(vec![now.clone()]);
            }
        }
        for split in &moves.splits {
            for word in elements(&arith.fix(&split.rel, &fixed).unwrap()) {
                let part = |part: &Vec<Var>| part.iter().map(|&var| word.value(var).unwrap() as u64).collect();
                derived.insert(split.parts.iter().map(part).collect());
            }
        }
        assert_eq!(played, derived, "{} at {at:?} of {:?}", subject.rules().name, translated.names);
        compared += 1;
    }
    assert!(compared > 3, "{} has positions", subject.rules().name);
}

fn numbers(part: &grundy_run::Component, slots: &[Slot], at: &[u64]) -> Vec<u64> {
    let state = part.game.unpack(&part.packed);
    let number = |value: &grundy_run::Value| match value {
        grundy_run::Value::Int(number) => *number as u64,
        other => panic!("{other:?}"),
    };
    slots
        .iter()
        .zip(at)
        .map(|(slot, &old)| match slot {
            Slot::Field { field, entry } => match (&state.fields[*field], entry) {
                (grundy_run::Stored::One(value), None) => number(value),
                (grundy_run::Stored::One(value), Some(entry)) => number(&value.entry(*entry).unwrap()),
                _ => panic!("a field of numbers"),
            },
            Slot::Cell { field, rank } => match &state.fields[*field] {
                grundy_run::Stored::Array(cells) => number(&cells[*rank]),
                _ => panic!("an array"),
            },
            Slot::Param { .. } => old,
        })
        .collect()
}

#[test]
fn games_of_the_library() {
    for (name, side) in [
        ("nim", 12),
        ("subtraction", 20),
        ("laskers-nim", 12),
        ("kayles", 10),
        ("dawsons-kayles", 10),
        ("dawsons-chess", 9),
        ("odd-even-nim", 14),
        ("mark", 14),
        ("hundred-game", 14),
        ("thirty-one", 10),
        ("at-most-half", 14),
        ("wythoff", 5),
        ("euclid-game", 7),
        ("mats", 6),
        ("fibonacci-nim", 6),
        ("nim-without-zero", 3),
        ("moore-nim", 3),
        ("staircase-nim", 3),
        ("king-walk", 3),
        ("rook-walk", 3),
        ("knight-walk", 4),
        ("octal", 8),
    ] {
        compare(&library(name), side);
    }
}

#[test]
fn conditions_loops_and_choices() {
    let texts = [
        "game A\n  state x: nat, y: nat\n  move go(k in 1..x) if k % 3 != 1 or y > x:\n    x -= k\n    if y > 2: y = y // 2\n    else: y += k\n",
        "game B\n  def some = 0..5\n  state p: some[3]\n  move both if all(i in 0..1: p[i] >= 1):\n    for i in 0..1: p[i] = max(0, p[i] - 1)\n  move turn if p[2] > 0: swap p[0], p[1]; p[2] -= 1\n",
        "game C\n  state n: nat\n  move part(a in 1..n//3) if not (a % 2 == 0 and n > 7): become C(a) + C(n - 2 * a) + C(if a > 1 then a - 1 else 0)\n  move out if n == 5: become C(n // 2)\n",
        "game D\n  state x: 0..9, y: 2..6\n  move f if exists(k in 1..x: k + k == x): x = x // 2\n  move g if all(k in 3..y: k != x) and y > 2: y -= 1\n  move h if count(i in {x, y, 4} if i % 2 == 0) == 2 and x > 0: x -= 1\n",
        "game E\n  state x: 0..20, y: nat\n  move f(k in -1..1) if x + k in 0..20 and y > 0: x += k; y -= 1\n  move g(t = max(0, (max(0, x - y) ^^ 1) - 1)) if abs(x - y) > 2 and t < x: x = t\n",
    ];
    for text in texts {
        compare(&subject(text), 6);
    }
}

/// a x^2 + b x y + c y^2 compared with 0, against whole numbers. Refused are exactly the forms whose roots are neither rational
/// (or not real) nor of the golden ratio.
#[test]
fn comparisons_of_products() {
    let square = |number: i64| number.isqrt() * number.isqrt() == number;
    let (mut read, mut refused) = (0, 0);
    for (a, b, c) in tuples(3, 6).into_iter().map(|at| (at[0] as i64 - 2, at[1] as i64 - 3, at[2] as i64 - 2)) {
        let op = ["<", "<=", "==", "!="][(a + 2 * b + c).rem_euclid(4) as usize];
        let form = format!("{a} * x * x + {b} * (x * y) {op} y * y * ({})", -c);
        let text = format!(
            "game G\n  state x: nat, y: nat\n  move f(k in 1..x): x -= k\n  move g if y > 0: y -= 1\n  \
             claim second wins when {form}\n  claim first wins\n"
        );
        let subject = subject(&text);
        let translated = translate(subject.rules(), &subject.params).unwrap();
        let d = b * b - 4 * a * c;
        let golden = d > 0 && d % 5 == 0 && square(d / 5);
        let Ok(claim) = &translated.claims[0] else {
            assert!(d > 0 && !square(d) && !golden, "{form}");
            refused += 1;
            continue;
        };
        assert!(d < 0 || square(d) || golden, "{form}");
        let arith = Arith::new(Digits::Zeckendorf, 20_000);
        let rel = Builder::new(&arith).formula(&claim.when).unwrap();
        let rel = arith.widen(&rel, &[Var(0), Var(1)]).unwrap();
        for at in tuples(2, 25) {
            let (x, y) = (at[0] as i64, at[1] as i64);
            let value = a * x * x + b * x * y + c * y * y;
            let holds = match op {
                "<" => value < 0,
                "<=" => value <= 0,
                "==" => value == 0,
                _ => value != 0,
            };
            assert_eq!(rel.accepts(&[at[0].into(), at[1].into()]), holds, "{form} at {at:?}");
        }
        read += 1;
    }
    assert!(read > 100 && refused > 20, "{read} read, {refused} refused");
}
