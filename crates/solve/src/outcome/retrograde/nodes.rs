//! Whole positions with the player to move, numbered densely: the product on which sums that have no simpler theory
//! (misère, partizan, loopy, scoring) are searched.

use crate::outcome::search::space::{Effect, Moves, SearchSpace};
use crate::parts::{Column, PartId, Parts, Sum};
use crate::work::Halted;
use grundy_rule::{Convention, Fact, Facts};
use grundy_run::{Component, Ending, Flow, Side, Stuck, Turn, stuck_sum};
use rustc_hash::FxHashMap;

/// The number of a node.
pub type NodeId = u32;

const NEW: NodeId = NodeId::MAX;

/// What a node leads to.
#[derive(Clone, Debug)]
pub enum Expansion {
    /// The game is over here, as the player to move sees it.
    Over(Ending),
    /// The options of the player to move.
    Options(Vec<Edge>),
}

/// One option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Where it leads.
    pub to: NodeId,
    /// Points for the mover.
    pub gain: i64,
    /// Who moves next.
    pub turn: Turn,
}

/// All nodes met so far, of one convention.
pub struct Nodes {
    /// The components.
    pub parts: Parts,
    convention: Convention,
    /// Whether moves and endings never ask who moves; then both movers share one node.
    mover_free: bool,
    acyclic: bool,
    single: [Column<NodeId>; 2],
    several: FxHashMap<(Sum, Side), NodeId>,
    keys: Vec<(Sum, Side)>,
    /// Parts without a move for either player: 1 dead, 2 alive.
    dead: Column<u8>,
}

impl Nodes {
    /// Nodes of sums of these parts, which all end alike.
    pub fn new(parts: Parts, root: &[PartId], convention: Convention) -> Nodes {
        // A proof speaks of one game: of parts that become positions of another nothing is taken for proved.
        let every = |fact: fn(&Facts) -> &Fact| {
            root.iter().all(|&part| fact(parts.facts(part)).is_proved() && parts.game(part).stays_inside())
        };
        let (mover_free, acyclic) = (every(|facts| &facts.mover_free), every(|facts| &facts.acyclic));
        Nodes { acyclic, ..Nodes::unproved(parts, convention, mover_free) }
    }

    /// Nodes of sums in which play may return; `mover_free` only if that is proved.
    pub fn unproved(parts: Parts, convention: Convention, mover_free: bool) -> Nodes {
        Nodes {
            parts,
            convention,
            mover_free,
            acyclic: false,
            single: [Column::new(NEW), Column::new(NEW)],
            several: FxHashMap::default(),
            keys: Vec::new(),
            dead: Column::new(0),
        }
    }

    /// No nodes, but of the same kind and games.
    pub fn alike(&self) -> Nodes {
        Nodes { acyclic: self.acyclic, ..Nodes::unproved(self.parts.alike(), self.convention, self.mover_free) }
    }

    /// Whether a part's game ends here as its rules say.
    pub fn is_as_written(&self, part: PartId) -> bool {
        self.parts.convention(part) == self.convention
    }

    /// How many nodes have been met.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Bytes held.
    pub fn held(&self) -> u64 {
        let singles = self.single[0].bytes() + self.single[1].bytes();
        self.parts.bytes() + singles + (self.keys.capacity() * 32 + self.several.capacity() * 48) as u64
    }

    /// The parts and the mover of a node.
    pub fn key(&self, node: NodeId) -> (&[PartId], Side) {
        let (parts, mover) = &self.keys[node as usize];
        (parts, *mover)
    }

    /// The node of a sum with `mover` about to move. Dead parts are dropped where that is sound.
    pub fn intern(&mut self, mut sum: Sum, mover: Side) -> Result<NodeId, Halted> {
        let mover = if self.mover_free { Side::Left } else { mover };
        if sum.len() > 1 {
            self.drop_dead(&mut sum)?;
            sum.sort_unstable();
        }
        if let [part] = sum[..] {
            let column = &mut self.single[mover as usize];
            let known = column.at(part);
            if known != NEW {
                return Ok(known);
            }
            let node = self.keys.len() as NodeId;
            column.set(part, node);
            self.keys.push((sum, mover));
            return Ok(node);
        }
        if let Some(&node) = self.several.get(&(sum.clone(), mover)) {
            return Ok(node);
        }
        let node = self.keys.len() as NodeId;
        self.several.insert((sum.clone(), mover), node);
        self.keys.push((sum, mover));
        Ok(node)
    }

    /// A part without moves adds nothing to a sum that ends when every part is stuck, unless it scores.
    fn drop_dead(&mut self, sum: &mut Sum) -> Result<(), Halted> {
        if !matches!(self.convention, Convention::Normal | Convention::Misere) {
            return Ok(());
        }
        let mut kept = Sum::new();
        for &part in sum.iter() {
            if !self.is_dead(part)? {
                kept.push(part);
            }
        }
        *sum = kept;
        Ok(())
    }

    fn is_dead(&mut self, part: PartId) -> Result<bool, Halted> {
        if self.dead.at(part) == 0 {
            let mut alive = false;
            for mover in [Side::Left, Side::Right] {
                self.parts.each_option(part, mover, &mut |_| {
                    alive = true;
                    Flow::Stop
                })?;
                if alive || self.mover_free {
                    break;
                }
            }
            self.dead.set(part, if alive { 2 } else { 1 });
        }
        Ok(self.dead.at(part) == 1)
    }

    /// What a node leads to: the turn of the language.
    pub fn expand(&mut self, node: NodeId) -> Result<Expansion, Halted> {
        if let Some(ending) = self.verdict(node)? {
            return Ok(Expansion::Over(ending));
        }
        let edges = self.edges(node)?;
        if edges.is_empty() {
            let (sum, mover) = self.key(node);
            return Ok(Expansion::Over(self.over(sum, mover)?));
        }
        Ok(Expansion::Options(edges))
    }

    /// The verdict of the first trial.
    fn verdict(&self, node: NodeId) -> Result<Option<Ending>, Halted> {
        match (self.convention, self.key(node)) {
            (Convention::Own, ([part], mover)) => Ok(self.parts.ending(*part, mover, Stuck::No)?),
            _ => Ok(None),
        }
    }

    /// The options of the player to move.
    fn edges(&mut self, node: NodeId) -> Result<Vec<Edge>, Halted> {
        let (sum, mover) = self.keys[node as usize].clone();
        let mut edges = Vec::new();
        for (place, &part) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == part {
                continue;
            }
            for option in self.parts.options(part, mover)? {
                let mut next: Sum = sum.clone();
                next.remove(place);
                next.extend(option.parts);
                let turn = option.turn;
                let to = self.intern(next, turn.next(mover))?;
                edges.push(Edge { to, gain: option.gain, turn });
            }
        }
        Ok(edges)
    }

    /// The ending of a sum in which nobody can move.
    fn over(&self, sum: &[PartId], mover: Side) -> Result<Ending, Halted> {
        let endings = sum.iter().map(|&part| self.parts.ending(part, mover, Stuck::Yes));
        Ok(stuck_sum(self.convention, mover, endings)?)
    }
}

impl SearchSpace for Nodes {
    fn words(&self) -> usize {
        1
    }

    fn bits(&self) -> usize {
        NodeId::BITS as usize
    }

    fn mover(&self, key: &[u64]) -> Side {
        self.key(key[0] as NodeId).1
    }

    fn ends_early(&self) -> bool {
        self.convention == Convention::Own
    }

    fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    fn ending(&mut self, key: &[u64]) -> Result<Option<Ending>, Halted> {
        self.verdict(key[0] as NodeId)
    }

    fn stuck(&mut self, key: &[u64]) -> Result<Ending, Halted> {
        let (sum, mover) = self.key(key[0] as NodeId);
        self.over(sum, mover)
    }

    fn stuck_may_win(&self) -> bool {
        !matches!(self.convention, Convention::Normal | Convention::Score)
    }

    fn options(&mut self, key: &[u64], out: &mut Moves) -> Result<(), Halted> {
        for edge in self.edges(key[0] as NodeId)? {
            out.keys.push(edge.to.into());
            out.effects.push(Effect { gain: edge.gain, turn: edge.turn, mark: 0, promise: 0 });
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.held()
    }

    fn into_nodes(self) -> Option<Nodes> {
        Some(self)
    }

    fn holds(&self, _: &[Component]) -> bool {
        true
    }

    fn place(&mut self, sum: &[Component], mover: Side) -> Result<Vec<u64>, Halted> {
        let mut landed = Sum::new();
        sum.iter().for_each(|component| self.parts.land(component, &mut landed));
        Ok(vec![self.intern(landed, mover)?.into()])
    }
}
