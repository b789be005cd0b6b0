//! Names of sets, each set built from its definition by other means than the templates, or learned from a game.

use crate::games::*;
use grundy_automata::{Arith, Comparison, Learning, Periodic, Rel, Var, learn, name, name_function};

const NAMES: [(Var, &str); 4] = [(Var(0), "a"), (Var(1), "b"), (Var(2), "c"), (V, "g")];

/// The name of what is learned from a game's P-positions.
fn of_game(arith: &Arith, game: &Game, digits: usize) -> Option<String> {
    let mut solver = game.solver();
    let value = |tuple: &[u64]| u32::from(solver.is_p(&tuple.iter().map(|&n| n.into()).collect::<Vec<u128>>()));
    let table = arith.table(&game.moves.position, digits, value).unwrap();
    let machine = learn(&table, Learning::default()).unwrap();
    name(arith, &arith.learned(&machine, |value| value == 1).unwrap(), &NAMES)
}

#[test]
fn sets_of_one_number() {
    let arith = base2();
    let check = |rel: Rel, expected: &str| assert_eq!(name(&arith, &rel, &NAMES).as_deref(), Some(expected));
    let n = Var(0);
    check(arith.modulo(&[(n, 1)], 0, 7, &[0, 2]).unwrap(), "a mod 7 in {0, 2}");
    check(arith.modulo(&[(n, 1)], 0, 4, &[3]).unwrap(), "a mod 4 = 3");
    check(arith.modulo(&[(n, 1)], 1, 2, &[0]).unwrap(), "a odd");
    check(arith.constant(n, 12).unwrap(), "a = 12");
    check(arith.none(&[n]).unwrap(), "never");
    check(arith.all(&[n]).unwrap(), "always");
    check(arith.linear(&[(n, -1)], Comparison::Le, -5).unwrap(), "a >= 5");
    let values = Periodic { values: vec![1, 1, 0, 0, 1, 0, 0, 1, 0], period: 3 };
    check(arith.eventually(n, &values, |v| v == 1).unwrap(), "a = 0 or a mod 3 = 1 from 1 on");
    assert_eq!(of_game(&arith, &mark(&arith), 7).as_deref(), Some("a = 0 or v2(a) odd"));
    // n & (n - 1) = 0
    let less = Var(9);
    let minus = arith.linear(&[(n, 1), (less, -1)], Comparison::Eq, 1).unwrap();
    let disjoint = arith.bitwise(&[n, less], |column| column != 3).unwrap();
    check(arith.and_exists(&[&minus, &disjoint], &[less]).unwrap(), "a is a power of 2");
}

#[test]
fn sets_of_several_numbers() {
    let arith = base2();
    let check = |found: Option<String>, expected: &str| assert_eq!(found.as_deref(), Some(expected));
    check(of_game(&arith, &nim(&arith, 2), 4), "a xor b = 0");
    check(of_game(&arith, &nim(&arith, 3), 4), "a xor b xor c = 0");
    check(of_game(&arith, &corner(&arith, &[Piece::Step, Piece::DiagonalStep]), 5), "both even");
    let knight: Game =
        vectors(&arith, 2, &[&[(0, 1), (1, 2)], &[(0, 2), (1, 1)], &[(0, 2), (1, -1)], &[(0, -1), (1, 2)]]);
    check(of_game(&arith, &knight, 6), "a, b mod 4 in {0, 1}");
    check(of_game(&arith, &staircase(&arith, 3), 4), "a xor c = 0");
    check(of_game(&arith, &nim_without_zero(&arith, 2), 6), "max(a - 1, 0) xor max(b - 1, 0) = 0");
    let is = |rel: Rel| name(&arith, &rel, &NAMES);
    let (a, b, c) = (Var(0), Var(1), Var(2));
    check(is(arith.linear(&[(a, 1), (b, -1)], Comparison::Eq, 1).unwrap()), "a = b + 1");
    check(is(arith.less(a, b).unwrap()), "a < b");
    check(is(arith.modulo(&[(a, 1), (b, 1)], 0, 3, &[0]).unwrap()), "(a + b) mod 3 = 0");
    let odd = |var| arith.modulo(&[(var, 1)], 0, 2, &[1]).unwrap();
    check(is(arith.and(&[&odd(a), &odd(b)]).unwrap()), "both odd");
    check(is(arith.and(&[&odd(a), &odd(b), &odd(c)]).unwrap()), "all odd");
    let columns = arith.bitwise(&[a, b, c, Var(3)], |column| column.count_ones() % 3 == 0).unwrap();
    check(is(columns), "in base 2 the ones in each place number a multiple of 3");
    let both = arith.and(&[&arith.less(a, b).unwrap(), &odd(a), &arith.all(&[b]).unwrap()]).unwrap();
    check(is(both), "a < b and not (a even)");
}

#[test]
fn golden_sets() {
    let arith = zeckendorf();
    let queen = of_game(&arith, &corner(&arith, &[Piece::Rook, Piece::Diagonal]), 7);
    assert_eq!(queen.as_deref(), Some("{a, b} = {floor(k phi), floor(k phi^2)} for some k"));
    let fibonacci = of_game(&arith, &limited(&arith, 2), 7);
    assert_eq!(fibonacci.as_deref(), Some("the least Fibonacci number in a exceeds b, or a = 0"));
    let game = euclid(&arith);
    let expected = "a != b and 1/phi < a/b < phi, or a = 0 or b = 0";
    assert_eq!(of_game(&arith, &game, 8).as_deref(), Some(expected));
    // The lower members of Wythoff's pairs are the numbers whose word ends in an even number of zeros.
    let table = arith
        .table(&[Var(0)], 12, |t| {
            u32::from(t[0] > 0 && arith.digits().write(t[0].into()).iter().rev().take_while(|d| !**d).count() % 2 == 0)
        })
        .unwrap();
    let rel = arith.learned(&learn(&table, Learning::default()).unwrap(), |v| v == 1).unwrap();
    assert_eq!(name(&arith, &rel, &NAMES).as_deref(), Some("a = floor(k phi) for some k >= 1"));
}

#[test]
fn functions() {
    let arith = base2();
    let check =
        |rel: Rel, expected: &str| assert_eq!(name_function(&arith, &rel, V, &NAMES).as_deref(), Some(expected));
    let (a, b) = (Var(0), Var(1));
    check(arith.xor(&[a, b, V]).unwrap(), "a xor b");
    check(arith.equal(a, V).unwrap(), "a");
    check(arith.quotient(&[(a, 1)], 0, 2, V).unwrap(), "floor(a / 2)");
    let values = Periodic { values: vec![0, 1, 0, 1, 2, 3, 2], period: 7 };
    check(arith.eventually_function(a, V, &values).unwrap(), "period 7: 0, 1, 0, 1, 2, 3, 2");
    let values = Periodic { values: vec![0, 1, 2, 3], period: 4 };
    check(arith.eventually_function(a, V, &values).unwrap(), "a mod 4");
    // Lasker's Nim, from the definition.
    let mut g: Vec<u128> = Vec::new();
    for n in 0..128usize {
        let takes = g.iter().copied();
        let splits = (1..n).map(|i| g[i] ^ g[n - i]);
        let options: Vec<u128> = takes.chain(splits).collect();
        g.push(mex(&options));
    }
    let table = arith.table(&[a, V], 7, |t| u32::from(g[t[0] as usize] == t[1].into())).unwrap();
    let lasker = arith.learned(&learn(&table, Learning::default()).unwrap(), |v| v == 1).unwrap();
    check(lasker, "g(a + 4) = g(a) + 4 from a = 1 on, beginning 0, 1, 2, 4, 3");
}

#[test]
fn no_name_is_given_to_a_neighbour() {
    let arith = base2();
    let xor = arith.xor(&[Var(0), Var(1)]).unwrap();
    let far = arith.and(&[&arith.constant(Var(0), 1000).unwrap(), &arith.constant(Var(1), 1000).unwrap()]).unwrap();
    let dented = arith.combine(&[&xor, &far], |truth| truth[0] && !truth[1]).unwrap();
    assert_eq!(name(&arith, &dented, &NAMES), None);
    let mod7 = arith.modulo(&[(Var(0), 1)], 0, 7, &[0, 2]).unwrap();
    let dented = arith.combine(&[&mod7, &arith.constant(Var(0), 70_000).unwrap()], |t| t[0] && !t[1]).unwrap();
    assert_eq!(name(&arith, &dented, &NAMES), None);
}
