//! Thermographs of positions with simple kos, one player being komaster (Berlekamp, "The economist's view of combinatorial games", 1996;
//! Siegel, *CGT* VII.5; the words hyperactive, active and placid are Spight's).
//!
//! A simple ko is two positions `A` and `B` with a move of Right from `A` to `B` and one of Left from `B` to `A`. The komaster has the
//! threats to win it: when she takes the ko the opponent may not take it back, and if he plays elsewhere she ends the ko at once by
//! another move in it. The opponent may take the ko when he likes; she can always take it back.
//!
//! Written for Left as komaster, with `L`, `R` the scaffolds, at every temperature `t`:
//!
//! ```text
//! banned(A) = min(L(A), R(A) without B)        after Left took the ko: Right moves elsewhere in A, or tenukis and she ends it
//! L(B)      = max(L(B) without A, banned(A) - t)
//! R(A)      = min(R(A) without B, left wall(B) + t)
//! ```
//!
//! All other scaffolds are the ordinary ones. The walls are the scaffolds where Left's is at least Right's. Where it is less neither wants
//! to be first, and both walls stand where they stood just below; but a scaffold that runs into them moves them along, since its owner
//! would rather move there than wait. So masts may lean before they are vertical.
//!
//! All of it depends on the form of the game, not only on its loopy value, so graphs are taken as they are.

use super::graph::Graph;
use super::trajectory::{Rational, Trajectory};
use crate::{Halt, Side, Values};
use std::fmt;

/// Both walls from temperature 0 up, the mast value and the temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoThermograph {
    /// Left's wall.
    pub left: Trajectory,
    /// Right's wall.
    pub right: Trajectory,
    /// Where the mast stands: the count.
    pub mean: Rational,
    /// Where the mast begins; below 0 only for short games.
    pub temperature: Rational,
}

/// The thermographs of a position with Left and with Right as komaster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoFight {
    /// Left is komaster.
    pub left: KoThermograph,
    /// Right is komaster.
    pub right: KoThermograph,
}

/// What it matters who is komaster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoKind {
    /// The mast value depends on it.
    Hyperactive,
    /// Only the temperature depends on it.
    Active,
    /// Neither does.
    Placid,
}

/// Why a graph has no thermographs here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoRefusal {
    /// A cycle that is not one move of Right and one of Left between two positions.
    Cycle,
    /// Among the positions that lead to a cycle, or in the ko itself, a player has no move, or none that ends the ko.
    NoMove,
    /// At temperature 0 a position is frozen already: the first mover would rather not move.
    Cold,
    /// The computation was stopped.
    Halt(Halt),
}

impl fmt::Display for KoRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KoRefusal::Cycle => {
                "a cycle other than a move of Right and a move of Left back: only simple kos have thermographs here"
            }
            KoRefusal::NoMove => "a player has no move in a position that leads to a ko, or none that ends the ko",
            KoRefusal::Cold => "at temperature 0 neither player wants to move in a position that leads to a ko",
            KoRefusal::Halt(halt) => return halt.fmt(f),
        })
    }
}

impl From<Halt> for KoRefusal {
    fn from(halt: Halt) -> KoRefusal {
        KoRefusal::Halt(halt)
    }
}

impl KoFight {
    /// The thermographs of a graph, or why there are none. Time grows with the moves times the corners.
    pub fn of_graph(values: Values<'_>, graph: &Graph) -> Result<KoFight, KoRefusal> {
        let graph = graph.trimmed();
        let order = order_of_kos(&graph)?;
        let under = |komaster| thermographs(values, &graph, &order, komaster);
        Ok(KoFight { left: under(Side::Left)?, right: under(Side::Right)? })
    }

    /// Under one assumption.
    pub fn under(&self, komaster: Side) -> &KoThermograph {
        komaster.order(&self.left, &self.right).0
    }

    /// What it matters who is komaster.
    pub fn kind(&self) -> KoKind {
        if self.left.mean != self.right.mean {
            KoKind::Hyperactive
        } else if self.left.temperature != self.right.temperature {
            KoKind::Active
        } else {
            KoKind::Placid
        }
    }
}

impl fmt::Display for KoKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KoKind::Hyperactive => "hyperactive",
            KoKind::Active => "active",
            KoKind::Placid => "placid",
        })
    }
}

impl fmt::Display for KoThermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wall = |wall: &Trajectory| {
            let corners = wall.corners().iter().map(|(t, value)| format!("{value} at {t}"));
            corners.collect::<Vec<_>>().join(", ")
        };
        let (left, right) = (wall(&self.left), wall(&self.right));
        write!(f, "mean {}, temperature {}; left wall {left}; right wall {right}", self.mean, self.temperature)
    }
}

/// A position, or the two of a ko: where Left, and where Right, has taken it last.
#[derive(Clone, Copy)]
enum Part {
    One(usize),
    Ko([usize; 2]),
}

/// The positions, kos as one, each after all that it leads to.
fn order_of_kos(graph: &Graph) -> Result<Vec<Part>, KoRefusal> {
    let count = graph.options.len();
    let both = |vertex: usize| graph.options[vertex].iter().flatten().copied();
    let mut placed = vec![false; count];
    let mut order = Vec::new();
    while order.len() < count {
        let before = order.len();
        for vertex in 0..count {
            let waits = |vertex: usize, without: usize| both(vertex).any(|next| next != without && !placed[next]);
            if placed[vertex] {
                continue;
            }
            if !waits(vertex, count) {
                placed[vertex] = true;
                order.push(Part::One(vertex));
                continue;
            }
            // The other position of a ko that Right may take here.
            let other = graph.options[vertex][1].iter().copied().find(|&other| {
                let is_ko = graph.options[other][0].contains(&vertex)
                    && !graph.options[other][1].contains(&vertex)
                    && !graph.options[vertex][0].contains(&other);
                is_ko && other != vertex && !placed[other] && !waits(vertex, other) && !waits(other, vertex)
            });
            if let Some(other) = other {
                placed[vertex] = true;
                placed[other] = true;
                order.push(Part::Ko([vertex, other]));
            }
        }
        if placed.iter().all(|&placed| placed) {
            return Ok(order);
        }
        if order.len() == before {
            return Err(KoRefusal::Cycle);
        }
    }
    Ok(order)
}

/// The thermograph of the root.
fn thermographs(values: Values<'_>, graph: &Graph, order: &[Part], komaster: Side) -> Result<KoThermograph, KoRefusal> {
    let short = graph.short_values(values)?;
    let mut walls: Vec<Option<KoThermograph>> = Vec::new();
    for game in &short {
        let Some(game) = game else {
            walls.push(None);
            continue;
        };
        let found = values.thermograph(*game)?;
        let [mean, temperature] =
            [&found.mean, &found.temperature].map(|number| Trajectory::from(&crate::Wall::constant(number.clone())));
        let [mean, temperature] = [mean, temperature].map(|constant| constant.at(&Rational::ZERO));
        walls.push(Some(KoThermograph { left: (&found.left).into(), right: (&found.right).into(), mean, temperature }));
    }
    for part in order {
        values.tick_now()?;
        match *part {
            Part::One(vertex) if walls[vertex].is_some() => {}
            Part::One(vertex) => {
                let [left, right] = Side::BOTH.map(|side| scaffold(graph, &walls, vertex, side, None));
                walls[vertex] = Some(frozen(left, right)?);
            }
            Part::Ko(taken) => {
                let [high, low] = [komaster, komaster.other()].map(|side| taken[side.index()]);
                let opponent = komaster.other();
                let one = |vertex, side, without| scaffold(graph, &walls, vertex, side, Some(without));
                let ending = one(high, komaster, low).ok_or(KoRefusal::NoMove)?;
                let elsewhere = one(high, opponent, low);
                let banned = better(Some(ending.clone()), elsewhere.clone(), opponent);
                let takes = banned.map(|banned| banned.taxed(komaster));
                let mine = better(one(low, komaster, high), takes, komaster);
                let theirs = one(low, opponent, high);
                let (left, right) = komaster.order(mine, theirs);
                let below = frozen(left, right)?;
                let wall = komaster.order(&below.left, &below.right).0.taxed(opponent);
                let theirs = better(elsewhere, Some(wall), opponent);
                let (left, right) = komaster.order(Some(ending), theirs);
                walls[high] = Some(frozen(left, right)?);
                walls[low] = Some(below);
            }
        }
    }
    Ok(walls.swap_remove(graph.root).expect("every position has been placed"))
}

fn better(a: Option<Trajectory>, b: Option<Trajectory>, side: Side) -> Option<Trajectory> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.better(&b, side)),
        (a, b) => a.or(b),
    }
}

/// What the moves of a side promise, one of them left out; `None` if there is none.
fn scaffold(
    graph: &Graph,
    walls: &[Option<KoThermograph>],
    vertex: usize,
    side: Side,
    without: Option<usize>,
) -> Option<Trajectory> {
    let options = graph.options[vertex][side.index()].iter().filter(|&&option| Some(option) != without);
    let promised = options.map(|&option| {
        let after = walls[option].as_ref().expect("what a position leads to is placed before it");
        side.other().order(&after.left, &after.right).0.taxed(side)
    });
    promised.reduce(|best, next| best.better(&next, side))
}

/// The walls from the scaffolds.
fn frozen(left: Option<Trajectory>, right: Option<Trajectory>) -> Result<KoThermograph, KoRefusal> {
    let (Some(left), Some(right)) = (left, right) else { return Err(KoRefusal::NoMove) };
    if left.at(&Rational::ZERO) < right.at(&Rational::ZERO) {
        return Err(KoRefusal::Cold);
    }
    let [left, right] = left.walls(&right);
    // Far up every scaffold of Left falls and every one of Right rises, so they part.
    assert!(left.has_mast() && right.has_mast(), "a thermograph has a mast");
    let last = |wall: &Trajectory| wall.corners().last().expect("a wall has a corner at 0").clone();
    let (temperature, mean) = last(&left).max(last(&right));
    Ok(KoThermograph { left, right, mean, temperature })
}
