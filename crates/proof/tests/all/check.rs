//! Certificates of known theorems accepted, false and foreign ones refused. The tables come from the other
//! implementation of automata, with which the checker shares nothing.

use grundy_answer::Unwatched;
use grundy_automata::{Arith, Comparison, Learning, Periodic, Rel, learn};
use grundy_proof::*;

const BUDGET: u64 = 3_000_000;
const RULES: &str = "game Test\n";

fn x(i: u32) -> Var {
    Var(i)
}
fn y(i: u32) -> Var {
    Var(100 + i)
}
const K: Var = Var(200);

fn var(i: u32) -> grundy_automata::Var {
    grundy_automata::Var(i)
}

fn is(a: impl Into<Term>, relation: Relation, b: impl Into<Term>) -> Formula {
    a.into().is(relation, b.into())
}

use Relation::*;

fn game(fields: u32, moves: Vec<Move>) -> Game {
    Game { fields: (0..fields).map(x).collect(), domain: None, moves, repeats: vec![], splits: vec![] }
}

fn lower(i: u32) -> Move {
    Move { changed: vec![(x(i), y(i))], legal: is(y(i), Less, x(i)) }
}

fn nim(piles: u32) -> Game {
    game(piles, (0..piles).map(lower).collect())
}

/// Take one of these.
fn subtraction(set: &[i64]) -> Game {
    let one = |&s: &i64| Move { changed: vec![(x(0), y(0))], legal: is(Term::from(y(0)).plus(s.into()), Equal, x(0)) };
    game(1, set.iter().map(one).collect())
}

/// Take k from both piles, with a condition on k.
fn diagonal(condition: Formula) -> Move {
    let less = |i| is(Term::from(y(i)).plus(K.into()), Equal, x(i));
    Move { changed: vec![(x(0), y(0)), (x(1), y(1))], legal: Formula::All(vec![less(0), less(1), condition]) }
}

fn wythoff() -> Game {
    game(2, vec![lower(0), lower(1), diagonal(is(K, GreaterOrEqual, 1))])
}

fn rook_and_step() -> Game {
    game(2, vec![lower(0), lower(1), diagonal(is(K, Equal, 1))])
}

fn kayles() -> Game {
    let (a, b) = (Var(101), Var(102));
    let split = |k: i64| Split {
        parts: vec![vec![a], vec![b]],
        legal: is(Term::Sum(vec![a.into(), b.into(), k.into()]), Equal, x(0)),
    };
    Game { splits: vec![split(1), split(2)], ..game(1, vec![]) }
}

fn euclid() -> Game {
    let step = |from, by| Move {
        changed: vec![(x(from), y(from))],
        legal: Formula::All(vec![is(Term::from(y(from)).plus(x(by).into()), Equal, x(from)), is(x(by), Greater, 0)]),
    };
    Game { repeats: vec![step(0, 1), step(1, 0)], ..game(2, vec![]) }
}

fn table(rel: &Rel) -> Table {
    let width = 1 << rel.vars().len();
    let next = (0..rel.states()).flat_map(|s| (0..width).map(move |c| rel.after(s, c) as u32)).collect();
    Table::new(rel.vars().len(), next, (0..rel.states()).map(|s| rel.accepting(s)).collect()).unwrap()
}

fn certificate(digits: Digits, weights: &[u32], claim: Claim) -> Certificate {
    Certificate { game: "Test".into(), rules: sha256(RULES.as_bytes()), digits, weights: weights.to_vec(), claim }
}

fn outcome(p: Table) -> Claim {
    Claim::Outcome { convention: Convention::Normal, p, repeats: vec![] }
}

fn verdict(certificate: &Certificate, game: &Game) -> Result<Accepted, Refusal> {
    // What is checked is what was written and read again.
    let read = parse(&certificate.text()).unwrap();
    assert_eq!(read, *certificate);
    check(&read, RULES, game, BUDGET, &Unwatched)
}

fn base2() -> Arith<'static> {
    Arith::new(grundy_automata::Digits::Base2, 100_000)
}

fn zeckendorf() -> Arith<'static> {
    Arith::new(grundy_automata::Digits::Zeckendorf, 100_000)
}

fn learned(arith: &Arith, arity: u32, digits: usize, holds: impl Fn(&[u64]) -> bool) -> Rel {
    let vars: Vec<_> = (0..arity).map(var).collect();
    let table = arith.table(&vars, digits, |t| holds(t).into()).unwrap();
    arith.learned(&learn(&table, Learning::default()).unwrap(), |v| v == 1).unwrap()
}

/// P-positions of a game of two piles by the definition.
fn p_positions(size: usize, options: impl Fn(usize, usize) -> Vec<(usize, usize)>) -> Vec<Vec<bool>> {
    let mut p = vec![vec![false; size]; size];
    for total in 0..2 * size - 1 {
        for a in total.saturating_sub(size - 1)..=total.min(size - 1) {
            let b = total - a;
            p[a][b] = !options(a, b).into_iter().any(|(a, b)| p[a][b]);
        }
    }
    p
}

/// The proved set of the games of two piles with a diagonal.
fn diagonal_set(arith: &Arith, digits: usize, most: usize) -> Rel {
    let p = p_positions(1 << digits, |a, b| {
        let piles = (0..a).map(|n| (n, b)).chain((0..b).map(|n| (a, n)));
        piles.chain((1..=a.min(b).min(most)).map(|k| (a - k, b - k))).collect()
    });
    learned(arith, 2, digits, |t| p[t[0] as usize][t[1] as usize])
}

#[test]
fn nim_of_several_piles() {
    let arith = base2();
    for piles in [2, 3, 4] {
        let xor = arith.xor(&(0..piles).map(var).collect::<Vec<_>>()).unwrap();
        let claim = certificate(Digits::Base2, &vec![1; piles as usize], outcome(table(&xor)));
        let accepted = verdict(&claim, &nim(piles)).unwrap();
        assert_eq!(accepted.sentences.len(), piles as usize + 1);
    }
    let g = arith.xor(&[var(0), var(1), var(2)]).unwrap();
    verdict(&certificate(Digits::Base2, &[1, 1], Claim::Grundy(table(&g))), &nim(2)).unwrap();
}

#[test]
fn a_false_set_is_refused_where_it_fails() {
    let arith = base2();
    let even = arith.modulo(&[(var(0), 1), (var(1), 1)], 0, 2, &[0]).unwrap();
    let claim = certificate(Digits::Base2, &[1, 1], outcome(table(&even)));
    let Err(Refusal::False { at, .. }) = verdict(&claim, &nim(2)) else { panic!("accepted") };
    let at: Vec<u128> = at.iter().map(|&(_, value)| value).collect();
    assert!(at.iter().all(|&n| n < 4) && at.iter().sum::<u128>() % 2 == 0 && at[0] != at[1]);
    // With no weight on the second pile nothing shows that play ends.
    let xor = arith.xor(&[var(0), var(1)]).unwrap();
    let claim = certificate(Digits::Base2, &[1, 0], outcome(table(&xor)));
    let Err(Refusal::False { sentence, .. }) = verdict(&claim, &nim(2)) else { panic!("accepted") };
    assert_eq!(sentence, "move 1 lowers the measure");
}

#[test]
fn misere_nim() {
    let arith = base2();
    let xor = arith.xor(&[var(0), var(1)]).unwrap();
    let small = [0, 1].map(|i| arith.linear(&[(var(i), 1)], Comparison::Le, 1).unwrap());
    let p = arith.combine(&[&xor, &small[0], &small[1]], |t| t[0] != (t[1] && t[2])).unwrap();
    let claim = |p: &Rel| Claim::Outcome { convention: Convention::Misere, p: table(p), repeats: vec![] };
    verdict(&certificate(Digits::Base2, &[1, 1], claim(&p)), &nim(2)).unwrap();
    let refused = verdict(&certificate(Digits::Base2, &[1, 1], claim(&xor)), &nim(2));
    let Err(Refusal::False { at, .. }) = refused else { panic!("accepted") };
    assert!(at.iter().all(|&(_, value)| value == 0));
}

#[test]
fn subtraction_and_mark() {
    let arith = base2();
    let p = arith.modulo(&[(var(0), 1)], 0, 7, &[0, 2]).unwrap();
    verdict(&certificate(Digits::Base2, &[1], outcome(table(&p))), &subtraction(&[1, 3, 4])).unwrap();
    let values = Periodic { values: vec![0, 1, 0, 1, 2, 3, 2], period: 7 };
    let sets = (0..4).map(|v| table(&arith.eventually(var(0), &values, |w| v == w).unwrap())).collect();
    verdict(&certificate(Digits::Base2, &[1], Claim::Values(sets)), &subtraction(&[1, 3, 4])).unwrap();
    // Mark: n - 1 or floor(n / 2); P exactly for 0 and an odd number of zeros at the end.
    let half = Formula::All(vec![is(y(0), Equal, Term::Quotient(Box::new(x(0).into()), 2)), is(x(0), Greater, 0)]);
    let mut mark = subtraction(&[1]);
    mark.moves.push(Move { changed: vec![(x(0), y(0))], legal: half });
    let p = learned(&arith, 1, 7, |t| t[0] == 0 || t[0].trailing_zeros() % 2 == 1);
    verdict(&certificate(Digits::Base2, &[1], outcome(table(&p))), &mark).unwrap();
}

fn kayles_values() -> Periodic {
    let mut g: Vec<u64> = vec![];
    for n in 0..200usize {
        let option = |left: usize| (0..=left).map(|a| (a, left - a)).collect::<Vec<_>>();
        let both = [1, 2].iter().filter(|&&k| k <= n).flat_map(|k| option(n - k)).collect::<Vec<_>>();
        let seen: Vec<u64> = both.iter().map(|&(a, b)| g[a] ^ g[b]).collect();
        g.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    Periodic { values: g[..83].to_vec(), period: 12 }
}

#[test]
fn kayles_both_ways() {
    let arith = base2();
    let values = kayles_values();
    let by_value = |values: &Periodic| {
        let set = |v| table(&arith.eventually(var(0), values, |w| v == w).unwrap());
        verdict(&certificate(Digits::Base2, &[1], Claim::Values((0..10).map(set).collect())), &kayles())
    };
    by_value(&values).unwrap();
    let g = arith.eventually_function(var(0), var(1), &values).unwrap();
    verdict(&certificate(Digits::Base2, &[1], Claim::Grundy(table(&g))), &kayles()).unwrap();
    let mut wrong = values;
    wrong.values[57] ^= 1;
    let refused = by_value(&wrong);
    assert!(matches!(refused, Err(Refusal::False { .. })), "{refused:?}");
}

#[test]
fn lengths_of_best_play() {
    // Taking 1 or 2: 3k lasts 2k plies, 3k + 1 and 3k + 2 one more; the loser delays by taking 1.
    let arith = base2();
    let table_of = |plies: fn(u64) -> u64| table(&learned(&arith, 2, 7, |t| plies(t[0]) == t[1]));
    let claim = |table| certificate(Digits::Base2, &[1], Claim::Plies(table));
    verdict(&claim(table_of(|n| n / 3 * 2 + u64::from(n % 3 > 0))), &subtraction(&[1, 2])).unwrap();
    let refused = verdict(&claim(table_of(|n| n / 3 * 2 + n % 3)), &subtraction(&[1, 2]));
    assert!(matches!(refused, Err(Refusal::False { .. })), "{refused:?}");
}

#[test]
fn a_domain_must_be_kept() {
    // Two-row chomp, a >= b >= 0, a >= 1: P exactly if a = b + 1.
    let cut = Term::Choose(Box::new(is(x(1), Less, y(0))), Box::new(x(1).into()), Box::new(y(0).into()));
    let bite = Formula::All(vec![is(y(0), Less, x(0)), is(y(0), GreaterOrEqual, 1), is(y(1), Equal, cut)]);
    let mut chomp = game(2, vec![lower(1), Move { changed: vec![(x(0), y(0)), (x(1), y(1))], legal: bite }]);
    chomp.domain = Some(Formula::All(vec![is(x(1), LessOrEqual, x(0)), is(x(0), GreaterOrEqual, 1)]));
    let p = base2().linear(&[(var(0), 1), (var(1), -1)], Comparison::Eq, 1).unwrap();
    let claim = certificate(Digits::Base2, &[1, 1], outcome(table(&p)));
    verdict(&claim, &chomp).unwrap();
    chomp.domain = Some(is(x(1), Greater, 2));
    let Err(Refusal::False { sentence, .. }) = verdict(&claim, &chomp) else { panic!("accepted") };
    assert_eq!(sentence, "move 0 stays in the domain");
}

#[test]
fn wythoff_in_zeckendorf() {
    let arith = zeckendorf();
    let p = p_positions(60, |a, b| {
        let piles = (0..a).map(|n| (n, b)).chain((0..b).map(|n| (a, n)));
        piles.chain((1..=a.min(b)).map(|k| (a - k, b - k))).collect()
    });
    let rel = learned(&arith, 2, 7, |t| p[t[0] as usize][t[1] as usize]);
    let claim = certificate(Digits::Zeckendorf, &[1, 1], outcome(table(&rel)));
    verdict(&claim, &wythoff()).unwrap();
    assert!(matches!(verdict(&claim, &rook_and_step()), Err(Refusal::False { .. })));
}

#[test]
fn euclid_with_repeated_steps() {
    let arith = zeckendorf();
    let p = p_positions(90, |a, b| {
        if a == 0 || b == 0 {
            return vec![];
        }
        (1..=a / b).map(|k| (a - k * b, b)).chain((1..=b / a).map(|k| (a, b - k * a))).collect()
    });
    let first = |a: u64, b: u64| b > 0 && (1..=a / b).any(|k| p[(a - k * b) as usize][b as usize]);
    let rel = learned(&arith, 2, 8, |t| p[t[0] as usize][t[1] as usize]);
    let repeats = vec![
        table(&learned(&arith, 2, 8, |t| first(t[0], t[1]))),
        table(&learned(&arith, 2, 8, |t| first(t[1], t[0]))),
    ];
    let claim = |p: &Rel, repeats: Vec<Table>| {
        let claim = Claim::Outcome { convention: Convention::Normal, p: table(p), repeats };
        certificate(Digits::Zeckendorf, &[1, 1], claim)
    };
    verdict(&claim(&rel, repeats.clone()), &euclid()).unwrap();
    let swapped = repeats.iter().rev().cloned().collect();
    assert!(matches!(verdict(&claim(&rel, swapped), &euclid()), Err(Refusal::False { .. })));
    let refused = verdict(&claim(&rel, vec![]), &euclid());
    assert_eq!(refused, Err(Refusal::Unfit("0 tables for 2 repeated steps".into())));
}

/// Every single change of an accept bit or a transition; minimal tables, so every change is another set.
fn mutants(rel: &Rel, mut refused: impl FnMut(Table)) -> usize {
    let width = 1 << rel.vars().len();
    let states = rel.states();
    let next: Vec<u32> = (0..states).flat_map(|s| (0..width).map(move |c| rel.after(s, c) as u32)).collect();
    let accept: Vec<bool> = (0..states).map(|s| rel.accepting(s)).collect();
    let mut count = 0;
    let mut try_one = |next: Vec<u32>, accept: Vec<bool>| {
        // Tables that leading zeros change are refused before any search.
        if let Ok(table) = Table::new(rel.vars().len(), next, accept) {
            refused(table);
        }
        count += 1;
    };
    for state in 0..states {
        let mut flipped = accept.clone();
        flipped[state] ^= true;
        try_one(next.clone(), flipped);
    }
    for edge in 0..next.len() {
        for after in (0..states as u32).filter(|&after| after != next[edge]) {
            let mut turned = next.clone();
            turned[edge] = after;
            try_one(turned, accept.clone());
        }
    }
    count
}

#[test]
fn every_mutant_is_refused() {
    let arith = base2();
    let false_claim = |game: &Game, weights: &[u32], claim: Claim, digits: Digits| {
        let certificate = certificate(digits, weights, claim);
        let refused = check(&certificate, RULES, game, BUDGET, &Unwatched);
        assert!(matches!(refused, Err(Refusal::False { .. })), "{refused:?}");
    };
    let mut count = 0;
    let mut all = |rel: &Rel, game: &Game, weights: &[u32], claim: &dyn Fn(Table) -> Claim| {
        verdict(&certificate(Digits::Base2, weights, claim(table(rel))), game).unwrap();
        count += mutants(rel, |mutant| false_claim(game, weights, claim(mutant), Digits::Base2));
    };
    let p = arith.modulo(&[(var(0), 1)], 0, 7, &[0, 2]).unwrap();
    all(&p, &subtraction(&[1, 3, 4]), &[1], &outcome);
    for piles in [2, 3] {
        let xor = arith.xor(&(0..piles).map(var).collect::<Vec<_>>()).unwrap();
        all(&xor, &nim(piles), &vec![1; piles as usize], &outcome);
    }
    let g = arith.xor(&[var(0), var(1), var(2)]).unwrap();
    all(&g, &nim(2), &[1, 1], &Claim::Grundy);
    let rook = diagonal_set(&arith, 7, 1);
    assert_eq!(rook.states(), 8);
    all(&rook, &rook_and_step(), &[1, 1], &outcome);
    let set = learned(&arith, 1, 10, |t| subtraction_p(&[2, 5, 8, 13], t[0]));
    all(&set, &subtraction(&[2, 5, 8, 13]), &[1], &outcome);
    let values = Periodic { values: vec![0, 1, 0, 1, 2, 3, 2], period: 7 };
    let g = arith.eventually_function(var(0), var(1), &values).unwrap();
    all(&g, &subtraction(&[1, 3, 4]), &[1], &Claim::Grundy);
    assert!(count > 1_800, "{count}");
}

/// In Zeckendorf's system a change may touch invalid words only: then the set is the same and is accepted.
#[test]
fn mutants_of_wythoffs_pairs() {
    let arith = zeckendorf();
    let p = p_positions(40, |a, b| {
        let piles = (0..a).map(|n| (n, b)).chain((0..b).map(|n| (a, n)));
        piles.chain((1..=a.min(b)).map(|k| (a - k, b - k))).collect()
    });
    let rel = learned(&arith, 2, 7, |t| p[t[0] as usize][t[1] as usize]);
    let (mut same, mut other) = (0, 0);
    mutants(&rel, |mutant| {
        let width = 1 << mutant.arity();
        let next: Vec<u32> = (0..mutant.states())
            .flat_map(|s| (0..width).map(|c| mutant.after(s, c) as u32).collect::<Vec<_>>())
            .collect();
        let accept: Vec<bool> = (0..mutant.states()).map(|s| mutant.accepting(s)).collect();
        let set = arith.automaton(rel.vars(), &next, &accept).unwrap();
        let claim = certificate(Digits::Zeckendorf, &[1, 1], outcome(mutant));
        let verdict = check(&claim, RULES, &wythoff(), BUDGET, &Unwatched);
        if set.as_ref() == Some(&rel) {
            same += 1;
            assert!(verdict.is_ok(), "{verdict:?}");
        } else {
            other += 1;
            assert!(matches!(verdict, Err(Refusal::False { .. })), "{verdict:?}");
        }
    });
    assert!(same > 0 && other > 100, "{same} {other}");
}

fn subtraction_p(set: &[u64], n: u64) -> bool {
    let mut p: Vec<bool> = Vec::new();
    for n in 0..=n {
        p.push(!set.iter().any(|&s| s <= n && p[(n - s) as usize]));
    }
    p[n as usize]
}

#[test]
fn other_rules_and_limits() {
    let xor = base2().xor(&[var(0), var(1)]).unwrap();
    let claim = certificate(Digits::Base2, &[1, 1], outcome(table(&xor)));
    let other = check(&claim, "game Other\n", &nim(2), BUDGET, &Unwatched);
    assert!(matches!(other, Err(Refusal::OtherRules { .. })));
    let short = check(&claim, RULES, &nim(2), 10, &Unwatched);
    assert!(matches!(short, Err(Refusal::NoVerdict { limit: Limit::Transitions, .. })));
    assert!(matches!(check(&claim, RULES, &nim(3), BUDGET, &Unwatched), Err(Refusal::Unfit(_))));
    let wrong_sums =
        verdict(&certificate(Digits::Base2, &[1], outcome(table(&base2().none(&[var(0)]).unwrap()))), &kayles());
    assert_eq!(wrong_sums, Err(Refusal::Unfit("moves to sums need Grundy values".into())));
    struct Impatient;
    impl grundy_answer::Watch for Impatient {
        fn tick(&self, _: grundy_answer::Progress) -> Option<grundy_answer::Stop> {
            Some(grundy_answer::Stop::Time)
        }

        fn outer(&self) -> Option<&dyn grundy_answer::Watch> {
            None
        }
    }
    let stopped = check(&claim, RULES, &nim(2), BUDGET, &Impatient);
    let expected = Limit::Stopped(grundy_answer::Stop::Time);
    assert!(matches!(stopped, Err(Refusal::NoVerdict { limit, .. }) if limit == expected));
}
