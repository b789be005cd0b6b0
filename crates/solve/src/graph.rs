//! Games that code describes, not rules: every position below the start is reached once, then solved backwards from the ends.
//!
//! Where play can return, positions that no ending reaches are draws, and Grundy values are Smith's and Fraenkel's. What comes out is
//! as true as the functions that describe the game: they are asked once for each position.

use crate::answer::{Class, Grundy, Winner};
use crate::grundy::loopy;
use crate::outcome::search::goal::Wdl;
use crate::question::Play;
use crate::work::Work;
use grundy_answer::{Standing, Stop, Watch, message};
use grundy_run::Side;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;
use std::hash::{BuildHasher, Hash};

/// A game that code describes.
pub trait Playable {
    /// A position; whose turn it is may be part of it.
    type Position: Eq + Hash;
    /// Why a question about a position has no answer.
    type Failure;

    /// Whether the moves or the ending of a position depend on who is about to move.
    fn tells_movers_apart(&self) -> bool;

    /// What `mover` has got where the game is over before a move is looked for.
    fn ending(&mut self, position: &Self::Position, mover: Side) -> Result<Option<Wdl>, Self::Failure>;

    /// Calls `lead` with the position that each move of `mover` leads to, the other player about to move there.
    fn moves(
        &mut self,
        position: &Self::Position,
        mover: Side,
        lead: &mut dyn FnMut(Self::Position),
    ) -> Result<(), Self::Failure>;
}

/// Why a game was not explored.
pub enum Unexplored<F> {
    /// A position could not be asked about.
    Failed(F),
    /// It was told to stop, after so many positions.
    Stopped(Stop, u64),
}

/// All positions below a start, solved. They are numbered in the order in which they were reached, the start first; where movers are
/// told apart the start has the numbers 0, with Left about to move, and 1.
pub struct Graph<P> {
    nodes: Vec<(P, Side)>,
    /// Where the moves of each node begin; one more at the end.
    first: Vec<usize>,
    /// Where each move leads.
    arcs: Vec<u32>,
    results: Vec<Option<(Wdl, u32)>>,
    values: Option<Vec<Grundy>>,
    apart: bool,
}

/// All about the start of a game.
#[derive(Debug)]
pub struct GraphAnswer {
    /// Who wins.
    pub winner: Winner,
    /// The class.
    pub outcome: Option<Class>,
    /// Who wins if Left starts and if Right starts, where movers are told apart.
    pub by_starter: Option<[Winner; 2]>,
    /// Moves to the end, the winner hurrying; none where play goes on for ever.
    pub plies: Option<u32>,
    /// How sure it is.
    pub standing: Standing,
}

impl<P: Eq + Hash> Graph<P> {
    /// Reaches every position from the start and solves them. The start is one node or, where movers are told apart, two: with Left
    /// about to move, and with Right.
    pub fn explore<G>(
        game: &mut G,
        start: Vec<(P, Side)>,
        play: Play,
        watch: &dyn Watch,
    ) -> Result<Graph<P>, Unexplored<G::Failure>>
    where
        G: Playable<Position = P>,
    {
        let mut graph = Graph {
            nodes: Vec::new(),
            first: vec![0],
            arcs: Vec::new(),
            results: Vec::new(),
            values: None,
            apart: game.tells_movers_apart(),
        };
        let mut numbers: HashTable<u32> = HashTable::new();
        for (position, mover) in start {
            graph.number(&mut numbers, position, mover);
        }
        let mut work = Work::new(watch);
        let mut verdicts = false;
        while let Some(&(_, mover)) = graph.nodes.get(graph.results.len()) {
            let number = graph.results.len();
            let over = game.ending(&graph.nodes[number].0, mover).map_err(Unexplored::Failed)?;
            verdicts |= over.is_some();
            if over.is_none() {
                let mut led = Vec::new();
                game.moves(&graph.nodes[number].0, mover, &mut |to| led.push(to)).map_err(Unexplored::Failed)?;
                let next = if graph.apart { mover.other() } else { mover };
                for to in led {
                    let to = graph.number(&mut numbers, to, next);
                    graph.arcs.push(to);
                }
            }
            let stuck = over.is_none() && graph.arcs.len() == graph.first[number];
            let lost = if play == Play::Misere { Wdl::Win } else { Wdl::Loss };
            graph.results.push(over.or(stuck.then_some(lost)).map(|result| (result, 0)));
            graph.first.push(graph.arcs.len());
            if work.tick(number as u64, 48 * graph.nodes.len() as u64 + 4 * graph.arcs.len() as u64) {
                return Err(Unexplored::Stopped(work.stopped.unwrap_or(Stop::Cancelled), number as u64));
            }
        }
        graph.settle();
        if !verdicts && !graph.apart && play == Play::AsWritten {
            graph.values = Some(graph.valued());
        }
        Ok(graph)
    }

    /// The number of a node, new or known.
    fn number(&mut self, numbers: &mut HashTable<u32>, position: P, mover: Side) -> u32 {
        let hash = |position: &P, mover: Side| FxBuildHasher.hash_one((position, mover));
        let key = hash(&position, mover);
        let nodes = &mut self.nodes;
        let known = numbers.find(key, |&number| {
            let (other, side) = &nodes[number as usize];
            *side == mover && *other == position
        });
        if let Some(&known) = known {
            return known;
        }
        let number = u32::try_from(nodes.len()).expect("memory ends before numbers do");
        nodes.push((position, mover));
        numbers.insert_unique(key, number, |&number| {
            let (position, mover) = &nodes[number as usize];
            hash(position, *mover)
        });
        number
    }
}

impl<P> Graph<P> {
    /// Results from the ends on, layer by layer: the first winning move is the quickest, the last losing one the slowest.
    fn settle(&mut self) {
        let before = self.reversed();
        let mut open: Vec<u32> = (0..self.nodes.len()).map(|node| self.options(node).len() as u32).collect();
        let mut drawn = vec![false; self.nodes.len()];
        let over = |result: &Option<(Wdl, u32)>| result.is_some();
        let mut layer: VecDeque<u32> =
            (0..self.nodes.len() as u32).filter(|&node| over(&self.results[node as usize])).collect();
        while let Some(node) = layer.pop_front() {
            let (result, plies) = self.results[node as usize].expect("layers hold solved nodes");
            for &from in &before[node as usize] {
                let at = from as usize;
                if self.results[at].is_some() {
                    continue;
                }
                open[at] -= 1;
                let here = result.reversed();
                drawn[at] |= here == Wdl::Draw;
                let settled = match here {
                    Wdl::Win => Wdl::Win,
                    _ if open[at] > 0 => continue,
                    _ if drawn[at] => Wdl::Draw,
                    _ => Wdl::Loss,
                };
                self.results[at] = Some((settled, plies + 1));
                layer.push_back(from);
            }
        }
    }

    /// The Grundy value of every node: by the mex rule from the ends on and, where play can return, by labels.
    fn valued(&self) -> Vec<Grundy> {
        let size = self.nodes.len();
        let before = self.reversed();
        let mut open: Vec<u32> = (0..size).map(|node| self.options(node).len() as u32).collect();
        let mut values = vec![0u64; size];
        let mut ready: Vec<u32> = (0..size as u32).filter(|&node| open[node as usize] == 0).collect();
        let (mut done, mut seen) = (0, Vec::new());
        while let Some(node) = ready.pop() {
            done += 1;
            seen.clear();
            seen.extend(self.options(node as usize).iter().map(|&option| values[option as usize]));
            seen.sort_unstable();
            seen.dedup();
            values[node as usize] = seen.iter().zip(0..).take_while(|(value, number)| *value == number).count() as u64;
            for &from in &before[node as usize] {
                open[from as usize] -= 1;
                if open[from as usize] == 0 {
                    ready.push(from);
                }
            }
        }
        if done == size {
            return values.into_iter().map(Grundy::Finite).collect();
        }
        let each = |node: usize| {
            let mut options: Vec<usize> = self.options(node).iter().map(|&option| option as usize).collect();
            options.sort_unstable();
            options.dedup();
            options
        };
        let options: Vec<Vec<usize>> = (0..size).map(each).collect();
        let (labels, _) = loopy::labels(&options);
        let value = |node: usize| match labels[node] {
            Some(label) => Grundy::Finite(label),
            None => {
                let mut set: Vec<u64> = options[node].iter().filter_map(|&option| labels[option]).collect();
                set.sort_unstable();
                set.dedup();
                Grundy::Infinite(set)
            }
        };
        (0..size).map(value).collect()
    }

    /// For each node those that lead to it, once for each move.
    fn reversed(&self) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        for node in 0..self.nodes.len() {
            self.options(node).iter().for_each(|&option| before[option as usize].push(node as u32));
        }
        before
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.arcs.len()
    }

    /// A node: its position and who is about to move.
    pub fn node(&self, node: usize) -> &(P, Side) {
        &self.nodes[node]
    }

    /// Where the moves of a node lead, in their order.
    pub fn options(&self, node: usize) -> &[u32] {
        &self.arcs[self.first[node]..self.first[node + 1]]
    }

    /// What a node is worth to who is about to move, and the moves to the end; none where play goes on for ever.
    pub fn result(&self, node: usize) -> (Wdl, Option<u32>) {
        match self.results[node] {
            Some((result, plies)) => (result, Some(plies)),
            None => (Wdl::Draw, None),
        }
    }

    /// The Grundy value of a node, where the game has them: movers are alike, and play ends by having no move, which loses.
    pub fn grundy(&self, node: usize) -> Option<&Grundy> {
        self.values.as_ref().map(|values| &values[node])
    }

    /// The moves of a node by their numbers, the best first: a better result, a quicker win, a slower loss.
    pub fn best(&self, node: usize) -> Vec<usize> {
        let rank = |&number: &usize| {
            let (result, plies) = self.result(self.options(node)[number] as usize);
            let plies = i64::from(plies.unwrap_or(0));
            let late = match result {
                Wdl::Win => -plies,
                Wdl::Draw => 0,
                Wdl::Loss => plies,
            };
            (result, late)
        };
        let mut moves: Vec<usize> = (0..self.options(node).len()).collect();
        moves.sort_by_key(rank);
        moves
    }

    /// One line of best play from a node, at most so long.
    pub fn line(&self, mut node: usize, most: usize) -> Vec<usize> {
        let mut line = Vec::new();
        while line.len() < most
            && let Some(&number) = self.best(node).first()
        {
            node = self.options(node)[number] as usize;
            line.push(node);
        }
        line
    }

    /// All about the start.
    pub fn answer(&self) -> GraphAnswer {
        let winner = |node: usize, mover: Side| match (self.result(node).0, self.apart) {
            (Wdl::Win, true) => Winner::Player(mover),
            (Wdl::Loss, true) => Winner::Player(mover.other()),
            (Wdl::Win, false) => Winner::First,
            (Wdl::Loss, false) => Winner::Second,
            (Wdl::Draw, _) => Winner::Draw,
        };
        let here = winner(0, Side::Left);
        let by_starter = self.apart.then(|| [here, winner(1, Side::Right)]);
        let (winner, outcome) = match by_starter {
            None => (here, Some(alike(here))),
            Some([Winner::Player(left), Winner::Player(right)]) => match (left, right) {
                (Side::Left, Side::Right) => (Winner::First, Some(Class::N)),
                (Side::Right, Side::Left) => (Winner::Second, Some(Class::P)),
                (Side::Left, Side::Left) => (here, Some(Class::L)),
                (Side::Right, Side::Right) => (here, Some(Class::R)),
            },
            Some([Winner::Draw, Winner::Draw]) => (Winner::Draw, Some(Class::D)),
            Some(_) => (here, None),
        };
        let standing =
            Standing::Checked(message!("all {} positions that the functions lead to were solved", self.len()));
        GraphAnswer { winner, outcome, by_starter, plies: self.result(0).1, standing }
    }
}

fn alike(winner: Winner) -> Class {
    match winner {
        Winner::First => Class::N,
        Winner::Second => Class::P,
        _ => Class::D,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;

    /// Places joined by arrows.
    struct Arrows(Vec<Vec<usize>>);

    impl Playable for Arrows {
        type Position = usize;
        type Failure = ();

        fn tells_movers_apart(&self) -> bool {
            false
        }

        fn ending(&mut self, _: &usize, _: Side) -> Result<Option<Wdl>, ()> {
            Ok(None)
        }

        fn moves(&mut self, at: &usize, _: Side, lead: &mut dyn FnMut(usize)) -> Result<(), ()> {
            self.0[*at].iter().for_each(|&to| lead(to));
            Ok(())
        }
    }

    fn graph(arrows: &[&[usize]], play: Play) -> Graph<usize> {
        let mut game = Arrows(arrows.iter().map(|to| to.to_vec()).collect());
        match Graph::explore(&mut game, vec![(0, Side::Left)], play, &Unwatched) {
            Ok(graph) => graph,
            Err(_) => panic!("it is explored"),
        }
    }

    fn value(graph: &Graph<usize>, place: usize) -> Option<&Grundy> {
        (0..graph.len()).find(|&node| graph.node(node).0 == place).and_then(|node| graph.grundy(node))
    }

    /// A heap of three: its value is its size, it is won in one move, and lost in misère play by no one but who has one.
    #[test]
    fn a_heap() {
        let heap: [&[usize]; 4] = [&[1, 2, 3], &[2, 3], &[3], &[]];
        let normal = graph(&heap, Play::AsWritten);
        assert_eq!((value(&normal, 0), normal.result(0)), (Some(&Grundy::Finite(3)), (Wdl::Win, Some(1))));
        assert_eq!(normal.answer().winner, Winner::First);
        let misere = graph(&heap, Play::Misere);
        assert_eq!((misere.grundy(0), misere.result(0)), (None, (Wdl::Win, Some(2))));
    }

    /// Two places that lead to each other and one of them to an end: Smith's values are infinity of 0 and of nothing.
    #[test]
    fn play_that_returns() {
        let looped = graph(&[&[1], &[0, 2], &[3], &[]], Play::AsWritten);
        assert_eq!(looped.result(0), (Wdl::Draw, None));
        assert_eq!(value(&looped, 2), Some(&Grundy::Finite(1)));
        assert_eq!(value(&looped, 0), Some(&Grundy::Infinite(vec![])));
        assert_eq!(value(&looped, 1), Some(&Grundy::Infinite(vec![1])));
        assert_eq!(looped.answer().outcome, Some(Class::D));
    }

    /// Who may move matters: only Left can take the one thing there is.
    #[test]
    fn players_apart() {
        struct OneOfLeft;
        impl Playable for OneOfLeft {
            type Position = bool;
            type Failure = ();

            fn tells_movers_apart(&self) -> bool {
                true
            }

            fn ending(&mut self, _: &bool, _: Side) -> Result<Option<Wdl>, ()> {
                Ok(None)
            }

            fn moves(&mut self, there: &bool, mover: Side, lead: &mut dyn FnMut(bool)) -> Result<(), ()> {
                if *there && mover == Side::Left {
                    lead(false);
                }
                Ok(())
            }
        }
        let Ok(graph) =
            Graph::explore(&mut OneOfLeft, vec![(true, Side::Left), (true, Side::Right)], Play::AsWritten, &Unwatched)
        else {
            panic!("it is explored")
        };
        let answer = graph.answer();
        assert_eq!((answer.winner, answer.outcome), (Winner::Player(Side::Left), Some(Class::L)));
    }
}
