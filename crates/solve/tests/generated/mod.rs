//! Games made by chance: whatever is proved of their rules holds at every position, and every answer is the one that
//! follows from the definitions. `GRUNDY_FUZZ_SECONDS=600` goes on for ten minutes.

use super::{at, grundy, value, winning_moves_win};
use grundy_answer::Unwatched;
use grundy_explicit::ClaimFacts;
use grundy_fuzz::dice::Dice;
use grundy_fuzz::games;
use grundy_rule::{Diagnostic, Facts, read};
use grundy_run::{Component, Ending, Game, Position, Side, Stuck, Turn, World};
use grundy_solve::{Answer, Audited, Grundy, Question, Refusal, Winner, audit, solve};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Positions with more nodes below them than this are left out.
const MOST_NODES: usize = 3_000;

type Node = (Vec<Component>, Side);

/// All that can be reached from a position when one of these begins.
struct Graph {
    nodes: Vec<Node>,
    endings: Vec<Option<Ending>>,
    edges: Vec<Vec<(usize, Turn, i64)>>,
}

impl Graph {
    fn of(position: &Position, starters: &[Side]) -> Option<Graph> {
        let mut graph = Graph { nodes: Vec::new(), endings: Vec::new(), edges: Vec::new() };
        let mut numbers: HashMap<Node, usize> = HashMap::new();
        for &mover in starters {
            graph.number(&mut numbers, position.parts.clone(), mover);
        }
        while graph.edges.len() < graph.nodes.len() {
            if graph.nodes.len() > MOST_NODES {
                return None;
            }
            let (sum, mover) = graph.nodes[graph.edges.len()].clone();
            let ending = match &sum[..] {
                [only] => only.game.ending(&only.packed, mover, Stuck::No).expect("no fault"),
                _ => None,
            };
            let mut edges = Vec::new();
            if ending.is_none() {
                for (place, part) in sum.iter().enumerate() {
                    for (_, to) in part.game.moves(&part.packed, mover).expect("no fault") {
                        let mut next = sum.clone();
                        next.splice(place..=place, to.parts);
                        let after = if to.turn == Turn::Stays { mover } else { mover.other() };
                        edges.push((graph.number(&mut numbers, next, after), to.turn, to.gain));
                    }
                }
            }
            graph.endings.push(ending);
            graph.edges.push(edges);
        }
        Some(graph)
    }

    fn number(&mut self, numbers: &mut HashMap<Node, usize>, mut sum: Vec<Component>, mover: Side) -> usize {
        sum.sort();
        let next = self.nodes.len();
        *numbers.entry((sum, mover)).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            next
        })
    }

    /// Whether play can return: nodes without a way into the rest are taken away until nothing changes.
    fn has_cycle(&self) -> bool {
        let mut left: HashSet<usize> = (0..self.nodes.len()).collect();
        loop {
            let dead: Vec<usize> = left
                .iter()
                .copied()
                .filter(|&node| self.edges[node].iter().all(|(to, ..)| !left.contains(to)))
                .collect();
            if dead.is_empty() {
                return !left.is_empty();
            }
            dead.iter().for_each(|node| {
                left.remove(node);
            });
        }
    }

    fn components(&self) -> HashSet<Component> {
        self.nodes.iter().flat_map(|(sum, _)| sum.iter().cloned()).collect()
    }
}

/// What a player sees: the moves by name, where they lead, and how it has ended.
fn seen(part: &Component, mover: Side) -> String {
    let moves: Vec<String> = part
        .game
        .moves(&part.packed, mover)
        .expect("no fault")
        .iter()
        .map(|(one, to)| format!("{} {:?} {} {:?}", part.game.move_text(one), to.parts, to.gain, to.turn))
        .collect();
    let endings: Vec<String> = [Stuck::No, Stuck::Yes]
        .map(|stuck| match part.game.ending(&part.packed, mover, stuck).expect("no fault") {
            Some(Ending::Won(side)) => format!("won by me: {}", side == mover),
            other => format!("{other:?}"),
        })
        .into();
    format!("{moves:?} {endings:?}")
}

fn facts_hold(facts: &Facts, position: &Position, graph: &Graph, text: &str) {
    assert!(!facts.acyclic.is_proved() || !graph.has_cycle(), "acyclic: {}\n{text}", facts.acyclic.reason());
    for part in graph.components() {
        if facts.mover_free.is_proved() {
            assert_eq!(seen(&part, Side::Left), seen(&part, Side::Right), "mover free at {part}\n{text}");
        }
        if facts.impartial.is_proved() {
            let moves = |mover| format!("{:?}", part.game.moves(&part.packed, mover).expect("no fault"));
            assert_eq!(moves(Side::Left), moves(Side::Right), "impartial at {part}\n{text}");
        }
    }
    let [only] = &position.parts[..] else { return };
    let Ok(found) = audit(only, MOST_NODES, &Unwatched) else { panic!("an audit ends\n{text}") };
    let refused = |audited: &Audited| matches!(audited, Audited::Refused(_));
    let claims = ClaimFacts::of(&only.game.rules, Some(&only.game));
    assert!(!claims.split_sound.is_proved() || !found.splits.iter().any(refused), "split at {only}\n{text}");
    assert!(!claims.symmetry_sound.is_proved() || !found.symmetries.iter().any(refused), "symmetry at {only}\n{text}");
}

/// Who wins each node of a graph without points, play that never ends being drawn: 1 the mover, -1 the other, 0 nobody.
fn labels(graph: &Graph, text: &str) -> Vec<i8> {
    let mut label = vec![None; graph.nodes.len()];
    loop {
        let mut changed = false;
        for node in 0..graph.nodes.len() {
            if label[node].is_some() {
                continue;
            }
            let (sum, mover) = &graph.nodes[node];
            let ending = graph.endings[node].or_else(|| {
                graph.edges[node].is_empty().then(|| match &sum[..] {
                    [only] => {
                        only.game.ending(&only.packed, *mover, Stuck::Yes).expect("no fault").expect("it is over")
                    }
                    _ if text.contains("misere play") || text.contains("opp loses when stuck") => Ending::Won(*mover),
                    _ => Ending::Won(mover.other()),
                })
            });
            let found = match ending {
                Some(Ending::Won(side)) => Some(if side == *mover { 1 } else { -1 }),
                Some(_) => Some(0),
                None => {
                    let seen = |&(to, turn, _): &(usize, Turn, i64)| -> Option<i8> {
                        let there: i8 = label[to]?;
                        Some(if turn == Turn::Stays { there } else { -there })
                    };
                    let known: Vec<Option<i8>> = graph.edges[node].iter().map(seen).collect();
                    match known.iter().flatten().max() {
                        Some(1) => Some(1),
                        Some(&best) if known.iter().all(Option::is_some) => Some(best),
                        _ => None,
                    }
                }
            };
            if found.is_some() {
                label[node] = found;
                changed = true;
            }
        }
        if !changed {
            return label.into_iter().map(|known| known.unwrap_or(0)).collect();
        }
    }
}

/// What play that never ends is worth, in either direction, when points count.
const ENDLESS: i64 = 1 << 40;

/// The points of the first node's mover less the other's, if play that never ends is worth `endless` to Left.
fn margin(graph: &Graph, endless: i64) -> i64 {
    let side = |node: usize| if graph.nodes[node].1 == Side::Left { 1 } else { -1 };
    let mut worth: Vec<i64> = (0..graph.nodes.len()).map(|node| endless * side(node)).collect();
    for _ in 0..=graph.nodes.len() {
        for node in 0..graph.nodes.len() {
            let (sum, mover) = &graph.nodes[node];
            let over = |stuck| match &sum[..] {
                [only] => only.game.ending(&only.packed, *mover, stuck).expect("no fault"),
                _ => Some(Ending::Scored(0)),
            };
            let points = |ending| if let Some(Ending::Scored(points)) = ending { points } else { 0 };
            let options = graph.edges[node].iter().map(|&(to, turn, gain)| match turn {
                Turn::Stays => gain + worth[to],
                Turn::Passes => gain - worth[to],
            });
            worth[node] = match options.max() {
                Some(best) if graph.endings[node].is_none() => best,
                Some(_) => points(graph.endings[node]),
                None => points(over(Stuck::Yes)),
            };
        }
    }
    worth[0]
}

fn winner(sign: i64) -> Winner {
    match sign.signum() {
        1 => Winner::First,
        0 => Winner::Draw,
        _ => Winner::Second,
    }
}

/// Answers of a position agree with the definitions; how many were compared.
fn answers_hold(facts: &Facts, position: &Position, text: &str) -> usize {
    let mut memo = HashMap::new();
    let mut compared = 0;
    let mut winners = Vec::new();
    for start in [Side::Left, Side::Right] {
        let graph = Graph::of(position, &[start]).expect("no larger than for both");
        let cyclic = graph.has_cycle();
        let question = Question { first: Some(start), plies: !cyclic, ..Question::default() };
        let answer: Answer = match solve(position, question, &Unwatched) {
            Ok(answer) => answer,
            Err(Refusal::Unfit(_)) => continue,
            Err(other) => panic!("{position}: {other:?}\n{text}"),
        };
        compared += 1;
        winners.push(answer.winner);
        if let (true, Some(found)) = (cyclic, answer.margin) {
            let truth = [ENDLESS, -ENDLESS].map(|endless| margin(&graph, endless));
            assert_eq!([found; 2], truth, "{position}, {start:?} starts\n{text}");
            continue;
        }
        if cyclic {
            let truth = labels(&graph, text)[0];
            assert_eq!(answer.winner, Some(winner(truth.into())), "{position}, {start:?} starts\n{text}");
            continue;
        }
        let truth = value(&position.parts, start, &mut memo);
        assert_eq!(answer.winner, Some(winner(truth)), "{position}, {start:?} starts\n{text}");
        if let Some(margin) = answer.margin {
            assert_eq!(margin, truth, "{position}\n{text}");
        } else if let (Some(plies), true) = (answer.plies, truth != 0) {
            assert_eq!(i64::from(plies), 1_000_000 - truth.abs(), "{position}\n{text}");
        }
        if let Some(Grundy::Finite(found)) = answer.grundy {
            let truth = position.parts.iter().fold(0, |sum, part| sum ^ grundy(part, &mut HashMap::new()));
            assert_eq!(found, truth, "{position}\n{text}");
        }
        winning_moves_win(position, start, truth, &answer, &mut memo);
    }
    let without_players = !position.to_string().contains(['X', 'O']);
    if let ([left, right], true, true) = (&winners[..], facts.player_symmetric.is_proved(), without_players) {
        assert_eq!(left, right, "the same whoever starts: {position}\n{text}");
    }
    compared
}

/// The values of a heap game are those of the code that was read off its rules.
fn heap_form_holds(world: &Arc<World>, game: &Arc<Game>, text: &str) -> bool {
    let Some(rule) = grundy_solve::heap_rule(game) else { return false };
    if !Facts::of(&game.rules).impartial.is_proved() || text.contains("when") || text.contains("misere") {
        return false;
    }
    let sequence = grundy_heap::Sequence::explore(&rule, grundy_heap::Reach::All(64), &Unwatched);
    let mut memo = HashMap::new();
    for n in 0..=14u64 {
        let position = at(world, &format!("G({n})"));
        let truth = grundy(&position.parts[0], &mut memo);
        assert_eq!(sequence.value_at(n).map(|found| found.0), Some(truth.into()), "heap {n}\n{text}");
    }
    true
}

#[test]
fn what_is_proved_of_generated_games_holds() {
    let seconds = std::env::var("GRUNDY_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let (mut accepted, mut compared, mut heaps) = (0, 0, 0);
    let mut proved = [0; 3];
    for seed in 0.. {
        if until.map_or(seed >= 1_000, |until| Instant::now() >= until) {
            break;
        }
        let sample = games::any(&mut Dice::new(seed));
        let text = format!("# seed {seed}\n{}", sample.text);
        let reading = read(&text);
        if reading.diagnostics.iter().any(Diagnostic::is_error) {
            continue;
        }
        accepted += 1;
        let facts = Facts::of(&reading.module.games[0]);
        let all = [&facts.impartial, &facts.mover_free, &facts.acyclic];
        all.iter().zip(&mut proved).for_each(|(fact, count)| *count += usize::from(fact.is_proved()));
        let world = World::new(vec![Arc::new(reading.module)]);
        for query in &sample.positions {
            let position = at(&world, query);
            let Some(graph) = Graph::of(&position, &[Side::Left, Side::Right]) else { continue };
            facts_hold(&facts, &position, &graph, &text);
            compared += answers_hold(&facts, &position, &text);
        }
        let game = at(&world, &sample.positions[0]).parts[0].game.clone();
        heaps += usize::from(heap_form_holds(&world, &game, &text));
    }
    println!("{accepted} games, {compared} answers, {heaps} heap forms, proved {proved:?}");
    assert!(accepted >= 200 && compared >= 2_000 && heaps >= 10, "{accepted} {compared} {heaps}");
    assert!(proved.iter().all(|&count| count >= 10), "{proved:?}");
}
