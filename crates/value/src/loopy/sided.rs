//! A loopy value by its two sides, and the arithmetic of such values: sums, negatives and the order go side by side.

use super::graph::{Ending, Graph};
use super::order::{AtLeast, equal};
use super::simplify::onside;
use crate::{Game, Halt, Relation, Side, Values};

/// `s & t`: the simplified onside and offside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sided {
    sides: [Graph; 2],
}

/// Loopy values with names (*Winning Ways* ch. 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// `{pass|}`: larger than every short game.
    On,
    /// `{|pass}`.
    Off,
    /// `{0|pass}`: smaller than every positive number, larger than every short infinitesimal.
    Over,
    /// `{pass|0}`.
    Under,
    /// `{pass|*}`.
    Upon,
    /// `{pass|pass}`: every sum with it is drawn.
    Dud,
    /// `{tisn|}`.
    Tis,
    /// `{|tis}`.
    Tisn,
}

impl Named {
    /// All of them with the words the calculator reads.
    pub const ALL: [(&'static str, Named); 8] = [
        ("on", Named::On),
        ("off", Named::Off),
        ("over", Named::Over),
        ("under", Named::Under),
        ("upon", Named::Upon),
        ("dud", Named::Dud),
        ("tis", Named::Tis),
        ("tisn", Named::Tisn),
    ];

    /// The graph of the definition, vertex 0 the game itself, vertex 1 `0` or what it moves to.
    pub fn graph(self) -> Graph {
        let zero = [vec![], vec![]];
        let options = match self {
            Named::On => vec![[vec![0], vec![]]],
            Named::Off => vec![[vec![], vec![0]]],
            Named::Over => vec![[vec![1], vec![0]], zero],
            Named::Under => vec![[vec![0], vec![1]], zero],
            Named::Upon => vec![[vec![0], vec![1]], [vec![2], vec![2]], zero],
            Named::Dud => vec![[vec![0], vec![0]]],
            Named::Tis => vec![[vec![1], vec![]], [vec![], vec![0]]],
            Named::Tisn => vec![[vec![], vec![1]], [vec![0], vec![]]],
        };
        Graph { options, root: 0 }
    }
}

impl Sided {
    /// The value of a graph.
    pub fn of_graph(values: Values<'_>, graph: &Graph) -> Result<Sided, Halt> {
        Sided::of_sides(values, graph, graph)
    }

    /// The value whose onside is that of the first graph and whose offside is that of the second.
    pub fn of_sides(values: Values<'_>, on: &Graph, off: &Graph) -> Result<Sided, Halt> {
        let on = onside(values, on)?;
        let off = onside(values, &off.negative())?.negative().trimmed();
        // Stoppers are compared without regard to infinite play; equal ones are written as one graph.
        if on.is_stopper() && off.is_stopper() && equal(values, &on, &off)? {
            return Ok(Sided { sides: [on.clone(), on] });
        }
        Ok(Sided { sides: [on, off] })
    }

    /// A short game.
    pub fn of_game(values: Values<'_>, game: Game) -> Result<Sided, Halt> {
        let graph = Graph::from_game(values, game)?;
        Ok(Sided { sides: [graph.clone(), graph] })
    }

    /// The onside (Left) or offside (Right).
    pub fn side(&self, side: Side) -> &Graph {
        &self.sides[side.index()]
    }

    /// The value of one side alone: infinite play decided for one player.
    pub fn one_side(&self, side: Side) -> Sided {
        let graph = self.side(side).clone();
        Sided { sides: [graph.clone(), graph] }
    }

    /// Whether both sides are one stopper, which then is the canonical form.
    pub fn is_stopper(&self) -> bool {
        self.sides.iter().all(Graph::is_stopper) && self.sides[0] == self.sides[1]
    }

    /// Whether each side is a stopper.
    pub fn is_stopper_sided(&self) -> bool {
        self.sides.iter().all(Graph::is_stopper)
    }

    /// The short game this value is, if it is one.
    pub fn as_game(&self, values: Values<'_>) -> Result<Option<Game>, Halt> {
        let mut games = Vec::new();
        for graph in &self.sides {
            games.push(graph.short_values(values)?[graph.root]);
        }
        Ok(games[0].filter(|_| games[0] == games[1]))
    }

    /// The value with this onside and that offside; `None` unless the onside is at least the offside.
    pub fn joined(values: Values<'_>, on: &Sided, off: &Sided) -> Result<Option<Sided>, Halt> {
        let (on, off) = (on.one_side(Side::Left), off.one_side(Side::Right));
        if !off.at_most(values, &on)? {
            return Ok(None);
        }
        Sided::of_sides(values, &on.sides[0], &off.sides[1]).map(Some)
    }

    /// The negative: sides exchanged and negated.
    pub fn negative(&self) -> Sided {
        Sided { sides: [self.sides[1].negative().trimmed(), self.sides[0].negative().trimmed()] }
    }

    /// The sum.
    pub fn sum(&self, values: Values<'_>, other: &Sided) -> Result<Sided, Halt> {
        Sided::of_sides(values, &self.sides[0].sum(&other.sides[0])?, &self.sides[1].sum(&other.sides[1])?)
    }

    /// `self <= other`: on both sides.
    pub fn at_most(&self, values: Values<'_>, other: &Sided) -> Result<bool, Halt> {
        let [on, other_on] = [&self.sides[0], &other.sides[0]];
        // Offsides are compared as the onsides of the negatives.
        let [off, other_off] = [self.sides[1].negative(), other.sides[1].negative()];
        Ok(AtLeast::new(values, other_on, on)?.holds(other_on.root, on.root)
            && AtLeast::new(values, &off, &other_off)?.holds(off.root, other_off.root))
    }

    /// How two values compare.
    pub fn compare(&self, values: Values<'_>, other: &Sided) -> Result<Relation, Halt> {
        Ok(Relation::from_both(self.at_most(values, other)?, other.at_most(values, self)?))
    }

    /// How the game ends for the player who moves first: she wins if she does on the side where infinite play is lost to her, loses if
    /// she does where infinite play is won by her, and otherwise it is drawn.
    pub fn ending(&self, first: Side) -> Ending {
        let on = |side: Side| self.sides[side.index()].endings()[self.sides[side.index()].root][first.index()];
        match (on(first.other()), on(first)) {
            (Ending::Win, _) => Ending::Win,
            (_, Ending::Loss) => Ending::Loss,
            _ => Ending::Draw,
        }
    }

    /// `L`, `R`, `N`, `P` as for short games, `D` when drawn whoever starts; else what Left and then Right reach when starting, as `win/draw`.
    pub fn outcome(&self) -> String {
        let word = |ending| match ending {
            Ending::Win => "win",
            Ending::Loss => "loss",
            Ending::Draw => "draw",
        };
        match (self.ending(Side::Left), self.ending(Side::Right)) {
            (Ending::Win, Ending::Win) => "N".to_string(),
            (Ending::Win, Ending::Loss) => "L".to_string(),
            (Ending::Loss, Ending::Win) => "R".to_string(),
            (Ending::Loss, Ending::Loss) => "P".to_string(),
            (Ending::Draw, Ending::Draw) => "D".to_string(),
            (left, right) => format!("{}/{}", word(left), word(right)),
        }
    }
}
