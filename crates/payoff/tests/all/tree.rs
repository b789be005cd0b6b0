//! Extensive games: published solutions, all pure profiles tried on small trees, and very deep and wide ones.

use dashu_int::UBig;
use grundy_answer::Unwatched;
use grundy_payoff::number::{Rational, parse as number};
use grundy_payoff::tree::drawing::{self, Detail, vector};
use grundy_payoff::tree::force::{self, Verdict};
use grundy_payoff::tree::induction::{self, Induction};
use grundy_payoff::tree::profile::Profiles;
use grundy_payoff::tree::{Builder, Kind, NodeId, Tree, efg, text};

use crate::plain::{Dice, ratio};

/// The outcomes with their counts, as text.
fn solved(tree: &Tree) -> Vec<(String, String)> {
    let induction = Induction::new(tree, &Unwatched).expect("complete");
    let outcomes = induction.outcomes(0).iter().zip(induction.counts());
    let mut found: Vec<_> =
        outcomes.map(|(&outcome, count)| (vector(induction.payoffs(outcome)), count.to_string())).collect();
    found.sort();
    found
}

#[track_caller]
fn check(source: &str, expected: &[(&str, &str)]) {
    let tree = text::parse(source).expect("reads");
    let expected: Vec<_> = expected.iter().map(|(payoffs, count)| (payoffs.to_string(), count.to_string())).collect();
    assert_eq!(solved(&tree), expected);
}

#[test]
fn published_solutions() {
    // The chain store, one town: Selten, The chain store paradox (1978).
    check("players E I\nE\n  out: 1 5\n  in: I\n    fight: 0 0\n    share: 2 2\n", &[("(2, 2)", "1")]);
    // The centipede stops at once: Rosenthal (1981), here with four moves.
    check(
        "players A B\nA\n  stop: 1 0\n  go: B\n    stop: 0 2\n    go: A\n      stop: 3 1\n      go: B\n        stop: 2 4\n        go: 4 3\n",
        &[("(1, 0)", "1")],
    );
    // Sharing two objects: Osborne and Rubinstein (1994), fig. 91.1; two equilibria, example 100.
    check(
        "players P Q\nP\n  2-0: Q\n    y: 2 0\n    n: 0 0\n  1-1: Q\n    y: 1 1\n    n: 0 0\n  0-2: Q\n    y: 0 2\n    n: 0 0\n",
        &[("(1, 1)", "1"), ("(2, 0)", "1")],
    );
}

/// Every choice at every decision node.
fn all_profiles(tree: &Tree) -> Vec<Vec<Option<NodeId>>> {
    let mut profiles = vec![vec![None; tree.len()]];
    for (node, here) in tree.nodes().iter().enumerate() {
        if matches!(here.kind, Kind::Decision(_)) {
            let extend = |profile: &Vec<Option<NodeId>>| {
                let with = |&child: &NodeId| {
                    let mut profile = profile.clone();
                    profile[node] = Some(child);
                    profile
                };
                here.children.iter().map(with).collect::<Vec<_>>()
            };
            profiles = profiles.iter().flat_map(extend).collect();
        }
    }
    profiles
}

fn payoffs(tree: &Tree, node: NodeId, profile: &[Option<NodeId>]) -> Vec<Rational> {
    let here = tree.node(node);
    match &here.kind {
        Kind::Leaf(payoffs) => payoffs.clone(),
        Kind::Decision(_) => payoffs(tree, profile[node].expect("a choice"), profile),
        Kind::Chance => {
            let mut sum = vec![Rational::ZERO; tree.players().len()];
            for &child in &here.children {
                let weight = tree.node(child).probability.clone().expect("a probability");
                sum.iter_mut().zip(payoffs(tree, child, profile)).for_each(|(sum, value)| *sum += &weight * value);
            }
            sum
        }
    }
}

/// Subgame perfection from the definition: in every subgame no player gains by any other strategy.
fn is_perfect(tree: &Tree, profile: &[Option<NodeId>], all: &[Vec<Option<NodeId>>]) -> bool {
    (0..tree.len()).all(|root| {
        let base = payoffs(tree, root, profile);
        (0..tree.players().len()).all(|player| {
            all.iter().all(|other| {
                let mixed: Vec<Option<NodeId>> = (0..tree.len())
                    .map(
                        |node| if tree.node(node).kind == Kind::Decision(player) { other[node] } else { profile[node] },
                    )
                    .collect();
                payoffs(tree, root, &mixed)[player] <= base[player]
            })
        })
    })
}

fn generated(dice: &mut Dice) -> Tree {
    let players = 1 + dice.roll(3) as usize;
    let mut builder = Builder::new((1..=players).map(|player| format!("P{player}")));
    let mut decisions = 1;
    let root = builder.root(Kind::Decision(0));
    let mut open = vec![(root, false)];
    while let Some((node, chance)) = open.pop() {
        let moves = 1 + dice.roll(3) as i64;
        for at in 0..moves {
            let leaf = decisions >= 4 || dice.roll(2) == 0;
            let kind = if leaf {
                Kind::Leaf((0..players).map(|_| ratio(dice.range(0, 2), 1)).collect())
            } else if dice.roll(5) == 0 {
                Kind::Chance
            } else {
                decisions += 1;
                Kind::Decision(dice.roll(players as u64) as usize)
            };
            let drawn = kind == Kind::Chance;
            let inner = !leaf;
            let child = if chance {
                builder.outcome(node, format!("m{at}"), ratio(1, moves), kind)
            } else {
                builder.child(node, format!("m{at}"), kind)
            };
            if inner {
                open.push((child, drawn));
            }
        }
    }
    builder.finish().expect("a game")
}

#[test]
fn backward_induction_finds_exactly_the_perfect_profiles() {
    let mut dice = Dice(21);
    let mut tied = 0;
    for _ in 0..400 {
        let tree = generated(&mut dice);
        let all = all_profiles(&tree);
        let mut perfect: Vec<_> = all.iter().filter(|profile| is_perfect(&tree, profile, &all)).cloned().collect();
        let induction = Induction::new(&tree, &Unwatched).expect("complete");
        let profiles: Vec<_> = Profiles::new(&induction).collect();
        for profile in &profiles {
            assert_eq!(payoffs(&tree, 0, &profile.choices), induction.payoffs(profile.outcome));
        }
        assert_eq!(induction.count(), UBig::from(profiles.len()));
        let mut found: Vec<_> = profiles.into_iter().map(|profile| profile.choices).collect();
        perfect.sort();
        found.sort();
        assert_eq!(found, perfect);
        tied += usize::from(found.len() > 1);
        for (node, here) in tree.nodes().iter().enumerate() {
            for &child in here.children.iter().filter(|_| matches!(here.kind, Kind::Decision(_))) {
                assert_eq!(induction.takes(node, child), perfect.iter().any(|choices| choices[node] == Some(child)));
            }
        }
        let (value, choices) = induction::first(&tree);
        assert!(perfect.contains(&choices));
        assert_eq!(payoffs(&tree, 0, &choices), value);
    }
    assert!(tied > 100, "ties are tested: {tied}");
}

#[test]
fn guarantees_agree_with_trying_all_strategies() {
    let mut dice = Dice(22);
    for _ in 0..150 {
        let tree = generated(&mut dice);
        let all = all_profiles(&tree);
        for player in 0..tree.players().len() {
            let worst = |own: &Vec<Option<NodeId>>| {
                let against = |other: &Vec<Option<NodeId>>| {
                    let mixed: Vec<Option<NodeId>> = (0..tree.len())
                        .map(
                            |node| if tree.node(node).kind == Kind::Decision(player) { own[node] } else { other[node] },
                        )
                        .collect();
                    payoffs(&tree, 0, &mixed)[player].clone()
                };
                all.iter().map(against).min().expect("a profile")
            };
            let best = all.iter().map(worst).max().expect("a profile");
            let guarantee = force::guarantee(&tree, player);
            assert_eq!(guarantee.payoff, best);
            assert_eq!(worst(&guarantee.strategy), best);
        }
    }
}

/// Taking one or two from a heap, the last taker wins: the mover loses exactly at multiples of three (Bouton 1901).
#[test]
fn zermelo_on_a_small_heap() {
    for heap in 1..=9usize {
        let mut source = "players First Second\n".to_string();
        let name = |left: usize, mover: usize| format!("h{left}{mover}");
        source.push_str(&format!("start = First\n  begin: @{}\n", name(heap, 0)));
        let mut needed = vec![(heap, 0)];
        let mut written = Vec::new();
        while let Some((left, mover)) = needed.pop() {
            if written.contains(&(left, mover)) {
                continue;
            }
            written.push((left, mover));
            let names = ["First", "Second"];
            if left == 0 {
                source.push_str(&format!("{} = win {}\n", name(0, mover), names[1 - mover]));
                continue;
            }
            source.push_str(&format!("{} = {}\n", name(left, mover), names[mover]));
            for take in 1..=left.min(2) {
                source.push_str(&format!("  take {take}: @{}\n", name(left - take, 1 - mover)));
                needed.push((left - take, 1 - mover));
            }
        }
        let tree = text::parse(&source).expect("reads");
        let expected = if heap % 3 == 0 { Verdict::Win(1) } else { Verdict::Win(0) };
        assert_eq!(force::verdict(&tree), Some(expected), "heap {heap}");
    }
}

/// At every one of 100,000 levels the mover is indifferent between stopping and going on.
#[test]
fn a_deep_tree_needs_no_stack() {
    let depth = 100_000;
    let mut builder = Builder::new(["A", "B"]);
    let mut node = builder.root(Kind::Decision(0));
    for level in 0..depth {
        builder.child(node, "stop", Kind::Leaf(vec![Rational::ONE, Rational::ONE]));
        let last = level + 1 == depth;
        let kind = if last { Kind::Leaf(vec![Rational::ONE; 2]) } else { Kind::Decision(1 - level % 2) };
        node = builder.child(node, "go", kind);
    }
    let tree = builder.finish().expect("a game");
    let induction = Induction::new(&tree, &Unwatched).expect("complete");
    assert_eq!(induction.count(), UBig::ONE << depth);
    assert_eq!(Profiles::new(&induction).take(3).count(), 3);
    assert_eq!(force::verdict(&tree), None);
    assert_eq!(drawing::text(&induction, Detail::Full, 50).lines().count(), 51);
    let again = efg::parse(&efg::write(&tree)).expect("reads");
    assert_eq!(again.len(), tree.len());
}

#[test]
fn a_wide_tree_with_ties() {
    let width = 200_000u32;
    let mut builder = Builder::new(["A"]);
    let root = builder.root(Kind::Decision(0));
    for at in 0..width {
        builder.child(root, at.to_string(), Kind::Leaf(vec![ratio(i64::from(at % 2), 1)]));
    }
    let tree = builder.finish().expect("a game");
    let induction = Induction::new(&tree, &Unwatched).expect("complete");
    assert_eq!(induction.count(), UBig::from(width / 2));
}

/// The reduced drawing and the marks, written by hand.
#[test]
fn the_drawing() {
    let source =
        "players E I\nE\n  out: 1 5\n  in: I\n    fight: 0 0\n    share: 2 2\n  deep: I\n    x: 0 1\n    y: 0 0\n";
    let tree = text::parse(source).expect("reads");
    let induction = Induction::new(&tree, &Unwatched).expect("complete");
    let expected = "E (2, 2)\n├─ out: (1, 5)\n├─> in: I (2, 2)\n│  ├─ fight: (0, 0)\n│  └─> share: (2, 2)\n└─ deep: folded (0, 1)\n";
    assert_eq!(drawing::text(&induction, Detail::Reduced, 100), expected);
}

#[test]
fn chance_takes_the_mean() {
    check("players A\nA\n  safe: 1\n  risk: chance\n    up [1/3]: 4\n    down [2/3]: 0\n", &[("(4/3)", "1")]);
    assert_eq!(number("4/3"), Ok(ratio(4, 3)));
}

/// B is indifferent between stopping and going on, A always goes on: each level adds an outcome, until there are too
/// many. One equilibrium is still known.
#[test]
fn too_many_outcomes_are_said_so() {
    let depth = 3_000;
    let mut builder = Builder::new(["A", "B"]);
    let mut node = builder.root(Kind::Decision(0));
    for level in 0..depth {
        builder.child(node, "stop", Kind::Leaf(vec![level.into(), Rational::ZERO]));
        let last = level + 1 == depth;
        let kind =
            if last { Kind::Leaf(vec![depth.into(), 0.into()]) } else { Kind::Decision((level + 1) as usize % 2) };
        node = builder.child(node, "go", kind);
    }
    let tree = builder.finish().expect("a game");
    let crowded = Induction::new(&tree, &Unwatched).expect_err("crowded");
    assert!(matches!(crowded, induction::Incomplete::Crowded(_)));
    assert_eq!(induction::first(&tree).0, vec![ratio(1, 1), ratio(0, 1)]);
}
