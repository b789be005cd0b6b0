//! Play that never ends, given to one player by a verdict line: every node of random graphs against the definition. What
//! the favoured player can force is the largest set of nodes that he need not leave but for an ending good enough.

use grundy_answer::Unwatched;
use grundy_fuzz::dice::Dice;
use grundy_run::{Position, Side, World};
use grundy_solve::{Audited, Question, Winner, audit, solve};
use std::sync::Arc;

/// A graph for each player; drawn in some vertices.
struct Walks {
    to: [Vec<Vec<usize>>; 2],
    drawn: Vec<bool>,
}

impl Walks {
    fn any(dice: &mut Dice, size: usize) -> Walks {
        let mut graph = || -> Vec<Vec<usize>> {
            let edges = |dice: &mut Dice| (0..size).filter(|_| dice.below(4) == 0).collect();
            (0..size).map(|_| edges(dice)).collect()
        };
        let to = [graph(), graph()];
        Walks { to, drawn: (0..size).map(|_| dice.below(5) == 0).collect() }
    }

    /// As two literals of digraphs and a set.
    fn text(&self) -> String {
        let graph = |to: &[Vec<usize>]| {
            let edges = |next: &Vec<usize>| next.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
            to.iter().enumerate().map(|(from, next)| format!("{from}->{}", edges(next))).collect::<Vec<_>>().join(";")
        };
        let drawn = (0..self.drawn.len()).filter(|&at| self.drawn[at]).map(|at| at.to_string());
        let drawn = drawn.collect::<Vec<_>>().join(", ");
        format!("G = \"{}\", H = \"{}\", D = {{{drawn}}}", graph(&self.to[0]), graph(&self.to[1]))
    }

    /// The nodes where `favoured` can force a win, or at least a draw: those that survive.
    fn safe(&self, favoured: usize, with_draws: bool) -> Vec<[bool; 2]> {
        let mut safe = vec![[true; 2]; self.drawn.len()];
        loop {
            let mut next = safe.clone();
            for (at, place) in next.iter_mut().enumerate() {
                for mover in 0..2 {
                    let options = &self.to[mover][at];
                    let kept = |&to: &usize| safe[to][1 - mover];
                    place[mover] = match () {
                        _ if self.drawn[at] => with_draws,
                        _ if options.is_empty() => mover != favoured,
                        _ if mover == favoured => options.iter().any(kept),
                        _ => options.iter().all(kept),
                    };
                }
            }
            if next == safe {
                return safe;
            }
            safe = next;
        }
    }
}

fn world(favoured: &str) -> Arc<World> {
    let text = format!(
        "game A
  param G: digraph, H: digraph, D: set of 0.. = {{}}
  state at: nodes(G)
  left move l(w in next(G, at)): at = w
  right move r(w in next(H, at)) if w in nodes(G): at = w
  draw when at in D
  {favoured} wins when forever
"
    );
    grundy_kit::world(&text)
}

fn at(world: &Arc<World>, query: &str) -> Position {
    grundy_kit::position(world, query)
}

/// Exchanging the players gives endless play to the other one: no symmetry, though every move and every other ending agree.
#[test]
fn players_do_not_change_places_where_endless_play_is_one_s() {
    let text = "game A
  state x: 0..2 = 0
  move go(d in 1..2): x = (x + d) % 3
  symmetry swap players
";
    for (line, kept) in [("", true), ("  draw when forever\n", true), ("  Left wins when forever\n", false)] {
        let world = grundy_kit::world(&format!("{text}{line}"));
        let found = audit(&at(&world, "A(0)").parts[0], 1_000, &Unwatched).unwrap();
        assert_eq!(!found.symmetries.iter().any(|one| matches!(one, Audited::Refused(_))), kept, "{line}");
    }
}

#[test]
fn endless_play_is_given_to_the_player_named() {
    let mut met = [0; 3];
    for (favoured, name) in ["Left", "Right"].into_iter().enumerate() {
        let world = world(name);
        for seed in 0..60 {
            let dice = &mut Dice::new(seed);
            let size = 3 + seed as usize % 4;
            let walks = Walks::any(dice, size);
            let (wins, holds) = (walks.safe(favoured, false), walks.safe(favoured, true));
            for from in 0..size {
                for (mover, first) in [Side::Left, Side::Right].into_iter().enumerate() {
                    let query = format!("A({from}, {})", walks.text());
                    let position = at(&world, &query);
                    let question = Question { first: Some(first), ..Question::default() };
                    let answer = solve(&position, question, &Unwatched).unwrap();
                    let truth = match (wins[from][mover], holds[from][mover]) {
                        (true, _) if favoured == mover => Winner::First,
                        (true, _) => Winner::Second,
                        (false, true) => Winner::Draw,
                        (false, false) if favoured == mover => Winner::Second,
                        (false, false) => Winner::First,
                    };
                    met[[Winner::First, Winner::Draw].iter().position(|one| *one == truth).unwrap_or(2)] += 1;
                    assert_eq!(answer.winner, Some(truth), "{query}, {first:?} starts, {name} wins when forever");
                }
            }
        }
    }
    assert!(met.iter().all(|&count| count > 50), "{met:?}");
}
