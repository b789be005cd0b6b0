//! Loopy values: facts of *Winning Ways* ch. 11 and Siegel's *CGT* ch. VI, and laws on generated graphs.

use grundy_answer::Unwatched;
use grundy_value::{Arena, Calculator, Ending, Graph, NoPositions, Side, Sided};
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let answer = Calculator::new(&NoPositions).evaluate(values, text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    assert_eq!(answer.text(values).unwrap(), expected, "{text}");
}

#[test]
fn facts_of_winning_ways() {
    check("on + off", "dud");
    check("on - on", "dud");
    check("dud + 5", "dud");
    check("on + on == on", "true (=)");
    check("over - over", "over & under");
    check("over + over", "over");
    check("over + ^", "over");
    check("over > ^100", "true (>)");
    check("over < 1/1024", "true (<)");
    check("on > 1000", "true (>)");
    check("upon > ^", "true (>)");
    check("upon + *", "{0,pass|0}");
    check("tis", "1 & 0");
    check("tisn", "0 & -1");
    check("tis + tisn", "1 & -1");
    // Tiny-on is its own double: the smallest positive game of all.
    check("{0||0|off} + {0||0|off} == {0||0|off}", "true (=)");
    check("{0||0|off} < {0||0|-1000}", "true (<)");
    check("{0||0|off} > 0", "true (>)");
}

#[test]
fn notation() {
    check("a{0|a}", "over");
    check("{0|pass}", "over");
    check("{|pass}", "off");
    check("-over", "under");
    check("a{b{a|}|}", "on");
    // Siegel, CGT Figure VI.3.2: a stopper with an irreducible cycle of length four.
    check("a{0||||0|||a|*||*}", "a{0||||0|||a|*||*}");
    check("IsStopper(a{0||||0|||a|*||*})", "true");
    check("over & v", "over & v");
    check("Offside(over & v)", "v");
    check("{1|pass} == over + 1", "true (=)");
    // The simplest number above over is 1.
    check("{0|pass||}", "1");
}

#[test]
fn refusals() {
    for (text, code) in [
        ("Mean(on)", "loopy"),
        ("Temperature(over)", "loopy"),
        ("pass", "name"),
        ("a{a + 1|}", "loopy"),
        ("under & over", "loopy"),
        ("on : 1", "loopy"),
        ("on > 1000000", "limit"),
    ] {
        let arena = Arena::new();
        let fault = Calculator::new(&NoPositions).evaluate(arena.values(&Unwatched), text).expect_err(text);
        assert_eq!(fault.code, code, "{text}: {fault}");
    }
}

fn graph(size: usize) -> impl Strategy<Value = Graph> {
    let options = move || prop::collection::vec(0..size, 0..3);
    prop::collection::vec((options(), options()), size)
        .prop_map(|all| Graph { options: all.into_iter().map(|(l, r)| [l, r]).collect(), root: 0 }.trimmed())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    // Simplification, sums and the order against play on the graphs as they are.
    #[test]
    fn values_play_like_their_graphs(a in graph(4), b in graph(3)) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let (g, h) = (Sided::of_graph(v, &a).unwrap(), Sided::of_graph(v, &b).unwrap());
        let played = |graph: &Graph| graph.endings()[graph.root];
        let ends = |sided: &Sided| [sided.ending(Side::Left), sided.ending(Side::Right)];
        prop_assert_eq!(ends(&g), played(&a));
        let sum = g.sum(v, &h).unwrap();
        prop_assert_eq!(ends(&sum), played(&a.sum(&b).unwrap()));
        prop_assert_eq!(sum.at_most(v, &h.sum(v, &g).unwrap()), Ok(true));
        prop_assert_eq!(ends(&g.negative()), { let [left, right] = played(&a); [right, left] });
        prop_assert!(Sided::of_graph(v, &a).unwrap().at_most(v, &g).unwrap());
    }

    // G <= H: in no company does Left fare better with G.
    #[test]
    fn the_order_holds_in_company(a in graph(3), b in graph(3), c in graph(3)) {
        let arena = Arena::new();
        let v = arena.values(&Unwatched);
        let (g, h) = (Sided::of_graph(v, &a).unwrap(), Sided::of_graph(v, &b).unwrap());
        if g.at_most(v, &h).unwrap() {
            let with = |graph: &Graph| { let sum = graph.sum(&c).unwrap(); sum.endings()[sum.root] };
            // From Left's point of view: when she starts, and when Right does.
            let rank = |ending, mover| match (ending, mover) {
                (Ending::Win, Side::Left) | (Ending::Loss, Side::Right) => 2,
                (Ending::Draw, _) => 1,
                _ => 0,
            };
            let (low, high) = (with(&a), with(&b));
            for side in Side::BOTH {
                prop_assert!(rank(low[side.index()], side) <= rank(high[side.index()], side));
            }
        }
    }
}

/// Stops by hand: over is a pseudonumber itself; {on|-1} stops at on or -1; {2|over} + 1 at 3 or 1 + over.
#[test]
fn stops_of_stoppers() {
    let arena = grundy_value::Arena::new();
    let values = arena.values(&grundy_answer::Unwatched);
    let mut calculator = grundy_value::Calculator::new(&grundy_value::NoPositions);
    for (text, expected) in [
        ("LeftStop(over)", "over"),
        ("LeftStop({on|-1})", "on"),
        ("RightStop({on|-1})", "-1"),
        ("LeftStop({2|over} + 1)", "3"),
        ("RightStop({2|over} + 1) == 1 + over", "true (=)"),
        ("IsPseudonumber(upon)", "false"),
        ("IsPseudonumber(on)", "true"),
        ("IsPseudonumber({on|off})", "false"),
        ("StrongLeftStop({1 + over|-1})", "1"),
        ("StrongRightStop({1|under})", "0"),
        ("StrongLeftStop(on)", "on"),
        ("StrongLeftStop({3|-1})", "3"),
        // Cycles are passes in on and upon, of length four in the stopper of CGT VI.3, and dud is no stopper.
        ("IsPlumtree(on)", "true"),
        ("IsPlumtree({0||upon|-1})", "true"),
        ("IsPlumtree(a{0||||0|||a|*||*})", "false"),
        ("IsPlumtree(dud)", "false"),
        ("IsPlumtree(1/2)", "true"),
        ("IsStable(over)", "true"),
        ("IsStable({on|-1})", "true"),
    ] {
        let found = calculator.evaluate(values, text).map(|found| found.text(values).expect("short"));
        assert_eq!(found.as_deref(), Ok(expected), "{text}");
    }
}

/// Stoppers of *Winning Ways* ch. 11 and *CGT* ch. VI, with short games beside them, as they are written.
const STOPPERS: [&str; 26] = [
    "0",
    "1",
    "-1",
    "1/2",
    "*",
    "*2",
    "^",
    "v",
    "^2*",
    "+-1",
    "Tiny(1)",
    "{pass|}",
    "{|pass}",
    "{0|pass}",
    "{pass|0}",
    "{pass|*}",
    "{*|pass}",
    "{0,pass|0}",
    "{1|pass}",
    "{0||0|{|pass}}",
    "{{pass|}|0||0}",
    "{{pass|}|{|pass}}",
    "{{pass|}|-1}",
    "{0|*,pass}",
    "a{0||||0|||a|*||*}",
    "a{a|}",
];

/// Whether Left, moving second, survives `g - h`: she always has an answer, for ever if need be. For stoppers that is `g >= h` (CGT VI.2).
fn survives(g: &Graph, h: &Graph) -> bool {
    let minus = h.negative();
    let width = h.options.len();
    let count = g.options.len() * width;
    // Positions with Right to move from which Left was not seen to be stuck yet.
    let mut safe = vec![true; count];
    let moves = |at: usize, side: Side| -> Vec<usize> {
        let (u, v) = (at / width, at % width);
        let first = g.options[u][side.index()].iter().map(|&option| option * width + v);
        let second = minus.options[v][side.index()].iter().map(|&option| u * width + option);
        first.chain(second).collect()
    };
    loop {
        let answered = |at: usize| moves(at, Side::Left).into_iter().any(|next| safe[next]);
        let next: Vec<bool> = (0..count).map(|at| moves(at, Side::Right).into_iter().all(answered)).collect();
        if next == safe {
            return safe[g.root * width + h.root];
        }
        safe = next;
    }
}

/// Every comparison of two of them by two methods: simplified sides, and play on the graphs as they are written.
#[test]
fn stoppers_compare_as_they_play() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let mut calculator = Calculator::new(&NoPositions);
    let written: Vec<(Graph, Sided)> = STOPPERS
        .iter()
        .map(|text| {
            let graph = calculator.graph(values, text).unwrap();
            assert!(graph.is_stopper(), "{text}");
            let sided = calculator.evaluate(values, text).unwrap().sided(values).unwrap().unwrap();
            (graph, sided)
        })
        .collect();
    let mut loopy = 0;
    for (a, (first, g)) in written.iter().enumerate() {
        for (b, (second, h)) in written.iter().enumerate() {
            assert_eq!(h.at_most(values, g), Ok(survives(first, second)), "{} >= {}", STOPPERS[a], STOPPERS[b]);
            loopy += u32::from(a > 10 || b > 10);
        }
    }
    assert_eq!(loopy, 26 * 26 - 11 * 11);
}
