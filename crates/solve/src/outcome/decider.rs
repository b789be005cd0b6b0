//! Who decides what a position is worth: a search that cuts, or, where play can return, retrograde analysis. The
//! tables outlive one question.

mod exact;

use crate::outcome::decider::exact::ByExactTable;
use crate::outcome::retrograde::Retrograde;
use crate::outcome::retrograde::dense::Dense;
use crate::outcome::retrograde::nodes::{NodeId, Nodes};
use crate::outcome::search::Search;
use crate::outcome::search::bound::Kind;
use crate::outcome::search::goal::{FAR, FORTUNE, Goal, LengthGoal, MarginGoal, OutcomeGoal, Wdl, length};
use crate::outcome::search::race::Race;
use crate::outcome::search::space::SearchSpace;
use crate::parts::{PartId, Parts};
use crate::plan::{Method, Space, Spaces};
use crate::work::{Halted, Work};
use grundy_answer::{Allowance, Message, message};
use grundy_rule::Convention;
use grundy_run::{Component, Ending, Side, Stuck};

/// Decides positions: a sum it was made for, and all that it leads to.
pub trait Decider: Send {
    /// Who wins.
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Wdl, Halted>;

    /// Whether the player to move does so well or better.
    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Wdl, work: &mut Work) -> Result<bool, Halted>;

    /// Who wins and after how many moves; no number where play is drawn or goes on for ever.
    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Wdl, Option<u32>), Halted>;

    /// The same, and where infinite play is worse than a draw for who draws, moves to the draw that he forces: a move
    /// that is nearer to it is progress.
    fn progress(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Wdl, Option<u32>), Halted> {
        self.length(sum, mover, work)
    }

    /// The mover's points less the other's.
    fn margin(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<i64, Halted>;

    /// Whether the mover gets so many points more than the other.
    fn scores(&mut self, sum: &[Component], mover: Side, at_least: i64, work: &mut Work) -> Result<bool, Halted>;

    /// What is proved of a position so far, in words.
    fn known(&mut self, sum: &[Component], mover: Side) -> Option<Message>;

    /// How many positions were looked at.
    fn positions(&self) -> u64;

    /// How it decides, and how much it looked at.
    fn reason(&self) -> Message;

    /// Whether lengths cost nothing beside outcomes.
    fn knows_lengths(&self) -> bool;

    /// How it decides.
    fn method(&self) -> Method;

    /// Whether it was made for sums like this one: only these may be asked about.
    fn holds(&self, sum: &[Component]) -> bool;

    /// The decider to turn to when play can return.
    fn for_cycles(self: Box<Self>) -> Option<Box<dyn Decider>>;
}

/// So well or better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLeast {
    /// Who wins.
    Result(Wdl),
    /// The mover's points less the other's.
    Points(i64),
}

/// The decider for a sum of parts of one convention.
pub fn decider(parts: Parts, root: &[PartId], convention: Convention) -> Box<dyn Decider> {
    let spaces = Spaces::of(&parts, root, convention);
    let chosen = spaces.chosen();
    let nodes = Nodes::new(parts, root, convention);
    let searched = |flat, nodes| BySearch::new(flat, (convention, Space::Words), Some(nodes));
    let others: Box<dyn Decider> = match spaces.flat {
        Some(flat) if chosen == Space::FewKeys => Box::new(ByExactTable::new(searched(flat, nodes))),
        Some(flat) => Box::new(searched(flat, nodes)),
        None => Box::new(BySearch::new(nodes, (convention, Space::Sums), None)),
    };
    match (spaces.cells, spaces.board) {
        (Some(cells), _) => Box::new(ByMasks { masks: BySearch::new(cells, (convention, chosen), None), others }),
        (None, Some(board)) => Box::new(ByMasks { masks: BySearch::new(board, (convention, chosen), None), others }),
        (None, None) => others,
    }
}

/// Decides by search.
struct BySearch<G> {
    space: G,
    convention: Convention,
    kind: Space,
    outcomes: Search<OutcomeGoal>,
    lengths: Search<LengthGoal>,
    margins: Search<MarginGoal>,
    /// For outcomes where branching is uneven.
    race: Option<Race>,
    /// For the case that play can return.
    spare: Option<Nodes>,
}

impl<G: SearchSpace + Send> BySearch<G> {
    fn new(space: G, (convention, kind): (Convention, Space), spare: Option<Nodes>) -> BySearch<G> {
        let (outcomes, lengths) = (Search::new(OutcomeGoal, &space), Search::new(LengthGoal::on(&space), &space));
        let margins = Search::new(MarginGoal, &space);
        let race = Race::on(&space);
        BySearch { space, convention, kind, outcomes, lengths, margins, race, spare }
    }

    /// Whether a position that is not over is worth so much to the player to move. For the position asked about: what it leads
    /// to is asked in many small questions, of which most have no proof that is near.
    fn is_worth(&mut self, key: &[u64], at_least: i64, work: &mut Work) -> Result<bool, Halted> {
        match &mut self.race {
            Some(race) => race.reaches(&mut self.outcomes, &mut self.space, key, at_least, work),
            None => {
                let window = (at_least - 1, at_least);
                Ok(self.outcomes.within(&mut self.space, key, window, work)? >= at_least)
            }
        }
    }

    fn over(&self, sum: &[Component], mover: Side) -> Result<Option<Ending>, Halted> {
        match (self.convention, sum) {
            (Convention::Own, [only]) => Ok(only.game.ended(&only.packed, mover, Stuck::No)?),
            _ => Ok(None),
        }
    }
}

impl<G: SearchSpace + Send> Decider for BySearch<G> {
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Wdl, Halted> {
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(Wdl::of(ending, mover));
        }
        let key = self.space.place(sum, mover)?;
        Ok(match () {
            _ if self.is_worth(&key, 1, work)? => Wdl::Win,
            _ if self.is_worth(&key, 0, work)? => Wdl::Draw,
            _ => Wdl::Loss,
        })
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Wdl, work: &mut Work) -> Result<bool, Halted> {
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(Wdl::of(ending, mover) >= at_least);
        }
        let key = self.space.place(sum, mover)?;
        let test = at_least as i64 - 1;
        Ok(self.outcomes.within(&mut self.space, &key, (test - 1, test), work)? >= test)
    }

    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Wdl, Option<u32>), Halted> {
        let known = |(result, plies)| (result, (result != Wdl::Draw).then_some(plies));
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(known((Wdl::of(ending, mover), 0)));
        }
        let guess = match self.outcome(sum, mover, work)? {
            Wdl::Draw => return Ok((Wdl::Draw, None)),
            Wdl::Win => self.lengths.goal().most_with_moves(),
            Wdl::Loss => -FAR,
        };
        let key = self.space.place(sum, mover)?;
        Ok(known(length(self.lengths.exact(&mut self.space, &key, guess, work)?)))
    }

    fn margin(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<i64, Halted> {
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(MarginGoal.over(ending, mover));
        }
        let key = self.space.place(sum, mover)?;
        self.margins.within(&mut self.space, &key, (-FORTUNE, FORTUNE), work)
    }

    fn scores(&mut self, sum: &[Component], mover: Side, at_least: i64, work: &mut Work) -> Result<bool, Halted> {
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(MarginGoal.over(ending, mover) >= at_least);
        }
        let key = self.space.place(sum, mover)?;
        Ok(self.margins.within(&mut self.space, &key, (at_least - 1, at_least), work)? >= at_least)
    }

    fn known(&mut self, sum: &[Component], mover: Side) -> Option<Message> {
        let key = self.space.place(sum, mover).ok()?;
        let outcome = self.outcomes.known(&key).map(|bound| match (bound.kind, bound.value) {
            (Kind::Exactly | Kind::AtLeast, 1) => message!("the player who starts wins"),
            (Kind::Exactly | Kind::AtMost, -1) => message!("the player who starts loses"),
            (Kind::Exactly, _) => message!("a draw"),
            (Kind::AtLeast, _) => message!("the player who starts does not lose"),
            (Kind::AtMost, _) => message!("the player who starts does not win"),
        });
        outcome.or(self.margins.known(&key).map(|bound| match bound.kind {
            Kind::Exactly => message!("the margin is {}", bound.value.to_string()),
            Kind::AtLeast => message!("the margin is at least {}", bound.value.to_string()),
            Kind::AtMost => message!("the margin is at most {}", bound.value.to_string()),
        }))
    }

    fn positions(&self) -> u64 {
        let proofs = self.race.as_ref().map_or(0, Race::nodes);
        self.outcomes.nodes() + self.lengths.nodes() + self.margins.nodes() + proofs
    }

    fn reason(&self) -> Message {
        match &self.race {
            Some(race) if race.has_won() => {
                message!("proof-number and alpha-beta search of {} positions", self.positions())
            }
            _ => message!("alpha-beta search of {} positions", self.positions()),
        }
    }

    fn knows_lengths(&self) -> bool {
        false
    }

    fn method(&self) -> Method {
        Method::Search(self.kind)
    }

    fn holds(&self, sum: &[Component]) -> bool {
        self.space.holds(sum)
    }

    fn for_cycles(self: Box<Self>) -> Option<Box<dyn Decider>> {
        let nodes = self.spare.or(self.space.into_nodes())?;
        Some(Box::new(ByRetrograde::of(nodes)))
    }
}

/// Decides by search on a board of masks; what the board does not hold, another decider.
struct ByMasks<G> {
    masks: BySearch<G>,
    others: Box<dyn Decider>,
}

impl<G: SearchSpace + Send> ByMasks<G> {
    fn decider(&mut self, sum: &[Component]) -> &mut dyn Decider {
        if self.masks.space.holds(sum) { &mut self.masks } else { &mut *self.others }
    }
}

impl<G: SearchSpace + Send> Decider for ByMasks<G> {
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Wdl, Halted> {
        self.decider(sum).outcome(sum, mover, work)
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Wdl, work: &mut Work) -> Result<bool, Halted> {
        self.decider(sum).reaches(sum, mover, at_least, work)
    }

    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Wdl, Option<u32>), Halted> {
        self.decider(sum).length(sum, mover, work)
    }

    fn progress(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Wdl, Option<u32>), Halted> {
        self.decider(sum).progress(sum, mover, work)
    }

    fn margin(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<i64, Halted> {
        self.others.margin(sum, mover, work)
    }

    fn scores(&mut self, sum: &[Component], mover: Side, at_least: i64, work: &mut Work) -> Result<bool, Halted> {
        self.others.scores(sum, mover, at_least, work)
    }

    fn known(&mut self, sum: &[Component], mover: Side) -> Option<Message> {
        self.decider(sum).known(sum, mover)
    }

    fn positions(&self) -> u64 {
        self.masks.positions() + self.others.positions()
    }

    fn reason(&self) -> Message {
        // How the board decides; how much both looked at.
        let (own, others) = (self.masks.reason(), self.others.positions());
        if others == 0 { own } else { message!("{} and of {} others", own, others) }
    }

    fn knows_lengths(&self) -> bool {
        false
    }

    fn method(&self) -> Method {
        self.masks.method()
    }

    fn holds(&self, sum: &[Component]) -> bool {
        self.others.holds(sum)
    }

    fn for_cycles(self: Box<Self>) -> Option<Box<dyn Decider>> {
        self.others.for_cycles()
    }
}

/// Decides by retrograde analysis: of what can be reached, or of all there is where that is almost the same.
pub struct ByRetrograde {
    nodes: Nodes,
    layers: Option<Retrograde>,
    dense: Option<Dense>,
}

/// Positions are reached for so many reports to the watch, a thousand positions each, before all are numbered.
const REACHED_TICKS: u64 = 20;

/// Numbering is worth while where one position in 64 can be reached: one report in so many.
const SPARSE: u64 = 64 * 1024;

impl ByRetrograde {
    fn of(nodes: Nodes) -> ByRetrograde {
        ByRetrograde { nodes, layers: None, dense: None }
    }

    /// For sums of components that may become anything.
    pub fn new(parts: Parts, convention: Convention, mover_free: bool) -> ByRetrograde {
        ByRetrograde::of(Nodes::unproved(parts, convention, mover_free))
    }

    fn node(&mut self, sum: &[Component], mover: Side) -> Result<NodeId, Halted> {
        Ok(self.nodes.place(sum, mover)?[0] as NodeId)
    }

    /// All that can be reached from a sum, and its node; if that is much, and the game is of that kind, all positions of
    /// its game instead.
    fn reach(
        &mut self,
        sum: &[Component],
        mover: Side,
        work: &mut Work,
    ) -> Result<Option<(Retrograde, NodeId)>, Halted> {
        let node = self.node(sum, mover)?;
        let most = work.watch().table_bytes() / 4;
        let numbered = match self.nodes.key(node).0 {
            [part] if self.nodes.is_as_written(*part) && Dense::fits(self.nodes.parts.game(*part)) => {
                let part = *part;
                let slots = Dense::slots(self.nodes.parts.game(part), self.nodes.parts.facts(part), most);
                slots.map(|slots| (part, slots))
            }
            _ => None,
        };
        let Some((part, slots)) = numbered else {
            return Ok(Some((Retrograde::solve(&mut self.nodes, &[node], work)?, node)));
        };
        let allowance = Allowance::new(work.watch(), REACHED_TICKS.max(slots / SPARSE));
        match Retrograde::solve(&mut self.nodes, &[node], &mut Work::new(&allowance)) {
            Err(Halted::Stopped(_)) if allowance.is_used_up() => {}
            other => return Ok(Some((other?, node))),
        }
        let (component, mover) = (self.nodes.parts.component(part), self.nodes.key(node).1);
        // The table takes all the memory there is: what was reached gives way.
        self.nodes = self.nodes.alike();
        let part = self.nodes.parts.intern(&component);
        let node = self.nodes.intern([part].into_iter().collect(), mover)?;
        let parts = &self.nodes.parts;
        let dense = Dense::new(parts.game(part), parts.facts(part), &parts.reductions(part).images, work);
        match dense.and_then(|mut dense| dense.decide(&component.packed, mover, work).map(|()| dense)) {
            Ok(dense) => {
                self.dense = Some(dense);
                Ok(None)
            }
            // Positions that cannot be reached may be faulty: then only those that can are looked at.
            Err(Halted::Fault(_)) => Ok(Some((Retrograde::solve(&mut self.nodes, &[node], work)?, node))),
            Err(halted) => Err(halted),
        }
    }
}

impl Decider for ByRetrograde {
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Wdl, Halted> {
        Ok(self.length(sum, mover, work)?.0)
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Wdl, work: &mut Work) -> Result<bool, Halted> {
        Ok(self.outcome(sum, mover, work)? >= at_least)
    }

    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Wdl, Option<u32>), Halted> {
        let (result, plies) = self.progress(sum, mover, work)?;
        Ok((result, plies.filter(|_| result != Wdl::Draw)))
    }

    fn progress(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Wdl, Option<u32>), Halted> {
        if let (Some(dense), [only]) = (&mut self.dense, sum) {
            match dense.decide(&only.packed, mover, work) {
                Err(Halted::Fault(_)) => self.dense = None,
                decided => return decided.map(|()| dense.result(&only.packed, mover)),
            }
        }
        let node = self.node(sum, mover)?;
        let (layers, node) = match self.layers.take().filter(|known| known.covers(node)) {
            Some(known) => (known, node),
            None => match self.reach(sum, mover, work)? {
                Some(reached) => reached,
                None => return self.progress(sum, mover, work),
            },
        };
        let (result, plies) = layers.result(&self.nodes, node);
        let counts = result != Wdl::Draw || layers.forces_draws();
        self.layers = Some(layers);
        Ok((result, plies.filter(|_| counts)))
    }

    fn margin(&mut self, _: &[Component], _: Side, _: &mut Work) -> Result<i64, Halted> {
        Err(Halted::Cycle)
    }

    fn scores(&mut self, _: &[Component], _: Side, _: i64, _: &mut Work) -> Result<bool, Halted> {
        Err(Halted::Cycle)
    }

    fn known(&mut self, _: &[Component], _: Side) -> Option<Message> {
        None
    }

    fn positions(&self) -> u64 {
        self.dense.as_ref().map_or(self.nodes.len() as u64, Dense::count)
    }

    fn reason(&self) -> Message {
        match self.dense.is_some() {
            true => message!("retrograde analysis of all {} positions", self.positions()),
            false => message!("retrograde analysis of {} positions", self.positions()),
        }
    }

    fn knows_lengths(&self) -> bool {
        true
    }

    fn method(&self) -> Method {
        Method::Retrograde
    }

    fn holds(&self, _: &[Component]) -> bool {
        true
    }

    fn for_cycles(self: Box<Self>) -> Option<Box<dyn Decider>> {
        None
    }
}
