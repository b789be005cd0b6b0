//! Thermographs of kos against published counts, and against play: the position beside a stack of coupons, searched to the end under the
//! rules of a komaster, without any thermograph.

use grundy_answer::Unwatched;
use grundy_value::{Arena, Calculator, Graph, KoFight, KoKind, KoRefusal, NoPositions, Rational, Side};
use std::collections::HashMap;

fn fight(text: &str) -> Result<KoFight, KoRefusal> {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let graph = Calculator::new(&NoPositions).graph(values, text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    KoFight::of_graph(values, &graph)
}

#[track_caller]
fn check(text: &str, left: [&str; 2], right: [&str; 2], kind: KoKind) {
    let fight = fight(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    for (side, expected) in [(Side::Left, left), (Side::Right, right)] {
        let found = fight.under(side);
        assert_eq!([found.mean.to_string(), found.temperature.to_string()], expected, "{text} for {side:?}");
    }
    assert_eq!(fight.kind(), kind, "{text}");
}

/// A ko of swing 1 is worth a third of a point a move, whoever is komaster (Berlekamp 1996; every handbook of endgame counting).
#[test]
fn a_plain_ko_is_placid() {
    check("a{1|b{a|0}}", ["2/3", "1/3"], ["2/3", "1/3"], KoKind::Placid);
    check("b{a{1|b}|0}", ["1/3", "1/3"], ["1/3", "1/3"], KoKind::Placid);
    check("a{10|b{a|-17}}", ["1", "9"], ["1", "9"], KoKind::Placid);
}

/// The approach ko of Sensei's Library, page KoMaster (Spight): Left may end it at once for 15, or for 14 after the approach move; Right
/// wins it in three net moves for -12. Published: count 14 if Left is komaster, 8 1/4 with moves of 6 3/4 if Right is.
#[test]
fn an_approach_ko_is_hyperactive() {
    check("a{15|b{a|c{d{14|c}|-12}}}", ["14", "1"], ["33/4", "27/4"], KoKind::Hyperactive);
}

/// By hand: the inner ko has walls 7 - 2t and 7 - t to temperature 6, so that Right, who can move there for 7 - t, does not wait at 4,
/// where the scaffolds part at temperature 3: the mast leans to 1.
#[test]
fn a_mast_may_lean() {
    let fight = fight("b{a{10,c{7|d{c|-11}}|e{7|f{e|-11}},b}|g{h{7|g}|-11}}").unwrap();
    let found = fight.under(Side::Left);
    assert_eq!(found.to_string(), "mean 1, temperature 6; left wall 7 at 0, 1 at 6; right wall 7 at 0, 1 at 6");
}

/// Without cycles both are the ordinary thermograph.
#[test]
fn short_games_have_their_own_thermographs() {
    check("{3|-1}", ["1", "2"], ["1", "2"], KoKind::Placid);
    check("{5||3|-1}", ["3", "2"], ["3", "2"], KoKind::Placid);
    check("1/2", ["1/2", "-1/2"], ["1/2", "-1/2"], KoKind::Placid);
}

#[test]
fn what_is_no_simple_ko_is_refused() {
    assert_eq!(fight("over"), Err(KoRefusal::Cycle));
    assert_eq!(fight("{1|pass}"), Err(KoRefusal::Cycle));
    assert_eq!(fight("a{3|b{2|c{a|0}}}"), Err(KoRefusal::Cycle));
    assert_eq!(fight("a{1|b{a|}}"), Err(KoRefusal::NoMove));
    assert_eq!(fight("a{|b{a|0}}"), Err(KoRefusal::NoMove));
    assert_eq!(fight("a{0|b{a|5}}"), Err(KoRefusal::Cold));
}

/// Coupons of 1/32, 2/32, ... points, from the top one down.
const UNIT: i64 = 32;

/// What the player to move may do besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mode {
    Free,
    /// The komaster has just taken the ko: it may not be taken back.
    Banned,
    /// The komaster took the ko and the opponent played elsewhere: she must end it.
    Must,
}

/// Scores, in units, under best play of the position beside so many coupons.
struct Play<'a> {
    graph: &'a Graph,
    scores: &'a [Option<i64>],
    komaster: Side,
    known: HashMap<(usize, i64, Side, Mode), i64>,
}

impl Play<'_> {
    fn score(&mut self, at: usize, coupons: i64, mover: Side, mode: Mode) -> i64 {
        if let Some(score) = self.scores[at] {
            return score * UNIT + mover.sign() * ((coupons + 1) / 2);
        }
        let key = (at, coupons, mover, mode);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut reached = Vec::new();
        for &next in &self.graph.options[at][mover.index()] {
            let takes_ko = self.graph.options[next][mover.other().index()].contains(&at);
            if takes_ko && mode == Mode::Banned {
                continue;
            }
            let then = if takes_ko && mover == self.komaster { Mode::Banned } else { Mode::Free };
            reached.push(self.score(next, coupons, mover.other(), then));
        }
        // When the coupons are gone, only who cannot move passes, or who is forbidden a move: the komaster moves next.
        if mode == Mode::Banned || mode == Mode::Free && (coupons > 0 || reached.is_empty()) {
            let then = if mode == Mode::Banned { Mode::Must } else { Mode::Free };
            let rest = (coupons - 1).max(0);
            reached.push(coupons * mover.sign() + self.score(at, rest, mover.other(), then));
        }
        let best = reached.into_iter().max_by_key(|score| score * mover.sign()).expect("a move or a pass");
        self.known.insert(key, best);
        best
    }
}

/// Two or three positions and kos, one after the other, each leading to earlier ones and to integers.
fn random_graph(seed: &mut u64) -> (Graph, Vec<Option<i64>>) {
    let mut pick = |count: u64| {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*seed >> 33) % count
    };
    // Vertex 0..=24 is the integer -12..=12: a line of integers, so that the graph is one of games.
    let integer = |n: i64| (n + 12) as usize;
    let mut options: Vec<[Vec<usize>; 2]> = Vec::new();
    for n in -12..=12i64 {
        let towards_zero = vec![integer(n - n.signum())];
        options.push(match n.signum() {
            1 => [towards_zero, vec![]],
            -1 => [vec![], towards_zero],
            _ => [vec![], vec![]],
        });
    }
    let mut scores: Vec<Option<i64>> = (-12..=12).map(Some).collect();
    let mut later: Vec<usize> = Vec::new();
    for _ in 0..2 + pick(2) {
        let mut outside = |later: &[usize], side: Side, least: u64| -> Vec<usize> {
            (0..least + pick(3) / 2)
                .map(|_| match later {
                    [.., last] if pick(2) == 0 => *last,
                    [_, ..] if pick(3) == 0 => later[pick(later.len() as u64) as usize],
                    _ => integer(side.sign() * pick(13) as i64),
                })
                .collect()
        };
        let (a, b) = (options.len(), options.len() + 1);
        let is_ko = outside(&[], Side::Left, 1)[0] % 3 != 0;
        if is_ko {
            let mut first = [outside(&later, Side::Left, 1), outside(&later, Side::Right, 0)];
            let mut second = [outside(&later, Side::Left, 0), outside(&later, Side::Right, 1)];
            first[1].push(b);
            second[0].push(a);
            options.extend([first, second]);
            scores.extend([None, None]);
            later.extend([b, a]);
        } else {
            options.push([outside(&later, Side::Left, 1), outside(&later, Side::Right, 1)]);
            scores.push(None);
            later.push(a);
        }
    }
    let root = options.len() - 1;
    (Graph { options, root }, scores)
}

/// Walls at temperature t promise `left wall + t/2` to Left moving first, `right wall - t/2` to Right, beside coupons from t down; each
/// move changes the temperature by at most a coupon.
#[test]
fn walls_are_what_play_beside_coupons_reaches() {
    let arena = Arena::new();
    let values = arena.values(&Unwatched);
    let mut seed = 25;
    let (mut compared, mut hyperactive) = (0, 0);
    for _ in 0..1500 {
        let (graph, scores) = random_graph(&mut seed);
        let Ok(fight) = KoFight::of_graph(values, &graph) else { continue };
        // In a number nobody should be made to move.
        let short = graph.short_values(values).unwrap();
        if short[25..].iter().flatten().any(|&game| values.is_number(game)) {
            continue;
        }
        compared += 1;
        hyperactive += u32::from(fight.kind() == KoKind::Hyperactive);
        for komaster in Side::BOTH {
            let found = fight.under(komaster);
            let mut play = Play { graph: &graph, scores: &scores, komaster, known: HashMap::new() };
            for coupons in (0..16 * UNIT).step_by(40) {
                let t = Rational::from(coupons) / Rational::from(UNIT);
                for (first, wall) in [(Side::Left, &found.left), (Side::Right, &found.right)] {
                    let score = play.score(graph.root, coupons, first, Mode::Free);
                    let promised = wall.at(&t) + Rational::from(first.sign()) * &t / Rational::from(2);
                    let off = Rational::from(score) / Rational::from(UNIT) - &promised;
                    let bound = Rational::from(8) / Rational::from(UNIT);
                    let is_near = off <= bound && -off <= bound;
                    assert!(
                        is_near,
                        "{:?} from {}, {first:?} first, {komaster:?} komaster, t = {t}: {score}/32 for {promised}",
                        &graph.options[25..],
                        graph.root
                    );
                }
            }
        }
    }
    assert!(compared > 300 && hyperactive > 50, "{compared} graphs, {hyperactive} hyperactive");
}
