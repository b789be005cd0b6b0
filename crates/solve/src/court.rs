//! Who decides what a position is worth: a search that cuts, or, where play can return, retrograde analysis. The
//! tables outlive one question.

mod charted;

use crate::court::charted::Charted;
use crate::parts::{PartId, Parts};
use crate::retrograde::Retrograde;
use crate::retrograde::dense::Dense;
use crate::retrograde::nodes::{NodeId, Nodes};
use crate::search::Search;
use crate::search::board::Board;
use crate::search::bound::Kind;
use crate::search::cells::Cells;
use crate::search::chart;
use crate::search::goal::{FAR, FORTUNE, Goal, Length, Margin, Outcome, Result3, length};
use crate::search::ground::{Flat, Ground};
use crate::search::race::Race;
use crate::work::{Halted, Work};
use grundy_answer::{Allowance, Message, message};
use grundy_rule::Convention;
use grundy_run::{Component, Ending, Side, Stuck};

/// Decides positions: a sum it was made for, and all that it leads to.
pub trait Court {
    /// Who wins.
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Result3, Halted>;

    /// Whether the player to move does so well or better.
    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Result3, work: &mut Work) -> Result<bool, Halted>;

    /// Who wins and after how many moves; no number where play is drawn or goes on for ever.
    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Result3, Option<u32>), Halted>;

    /// The same, and where infinite play is worse than a draw for who draws, moves to the draw that he forces: a move
    /// that is nearer to it is progress.
    fn progress(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Result3, Option<u32>), Halted> {
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
    fn grounds(&self) -> Message;

    /// Whether lengths cost nothing beside outcomes.
    fn knows_lengths(&self) -> bool;

    /// The court to turn to when play can return.
    fn layered(self: Box<Self>) -> Option<Box<dyn Court>>;
}

/// So well or better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtLeast {
    /// Who wins.
    Result(Result3),
    /// The mover's points less the other's.
    Points(i64),
}

/// The court for a sum of parts of one convention.
pub fn court(parts: Parts, root: &[PartId], convention: Convention) -> Box<dyn Court> {
    let flat = match root {
        [part] if parts.reductions(*part).split.is_none() => {
            Flat::new(parts.game(*part), parts.facts(*part), parts.reductions(*part), convention)
        }
        _ => None,
    };
    let cells = match root {
        [part] => Cells::new(parts.game(*part), parts.facts(*part), convention),
        _ => None,
    };
    let board = match root {
        [part] if convention == Convention::Own => Board::new(parts.game(*part), parts.reductions(*part)),
        _ => None,
    };
    let nodes = Nodes::new(parts, root, convention);
    let quick =
        |flat: &Flat| cells.is_none() && board.is_none() && flat.is_acyclic() && flat.bits() <= chart::MOST_BITS;
    let others: Box<dyn Court> = match flat {
        Some(flat) if quick(&flat) => Box::new(Charted::new(Searched::new(flat, convention, Some(nodes)))),
        Some(flat) => Box::new(Searched::new(flat, convention, Some(nodes))),
        None => Box::new(Searched::new(nodes, convention, None)),
    };
    match (cells, board) {
        (Some(cells), _) => Box::new(Placed { board: Searched::new(cells, convention, None), others }),
        (None, Some(board)) => Box::new(Placed { board: Searched::new(board, convention, None), others }),
        (None, None) => others,
    }
}

/// Decides by search.
struct Searched<G> {
    ground: G,
    convention: Convention,
    outcomes: Search<Outcome>,
    lengths: Search<Length>,
    margins: Search<Margin>,
    /// For outcomes where branching is uneven.
    race: Option<Race>,
    /// For the case that play can return.
    spare: Option<Nodes>,
}

impl<G: Ground + Send> Searched<G> {
    fn new(ground: G, convention: Convention, spare: Option<Nodes>) -> Searched<G> {
        let (outcomes, lengths) = (Search::new(Outcome, &ground), Search::new(Length::on(&ground), &ground));
        let margins = Search::new(Margin, &ground);
        let race = Race::on(&ground);
        Searched { ground, convention, outcomes, lengths, margins, race, spare }
    }

    /// Whether a position that is not over is worth so much to the player to move. For the position asked about: what it leads
    /// to is asked in many small questions, of which most have no proof that is near.
    fn is_worth(&mut self, key: &[u64], at_least: i64, work: &mut Work) -> Result<bool, Halted> {
        match &mut self.race {
            Some(race) => race.reaches(&mut self.outcomes, &mut self.ground, key, at_least, work),
            None => {
                let window = (at_least - 1, at_least);
                Ok(self.outcomes.within(&mut self.ground, key, window, work)? >= at_least)
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

impl<G: Ground + Send> Court for Searched<G> {
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Result3, Halted> {
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(Result3::of(ending, mover));
        }
        let key = self.ground.place(sum, mover)?;
        Ok(match () {
            _ if self.is_worth(&key, 1, work)? => Result3::Win,
            _ if self.is_worth(&key, 0, work)? => Result3::Draw,
            _ => Result3::Loss,
        })
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Result3, work: &mut Work) -> Result<bool, Halted> {
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(Result3::of(ending, mover) >= at_least);
        }
        let key = self.ground.place(sum, mover)?;
        let test = at_least as i64 - 1;
        Ok(self.outcomes.within(&mut self.ground, &key, (test - 1, test), work)? >= test)
    }

    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Result3, Option<u32>), Halted> {
        let known = |(result, plies)| (result, (result != Result3::Draw).then_some(plies));
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(known((Result3::of(ending, mover), 0)));
        }
        let guess = match self.outcome(sum, mover, work)? {
            Result3::Draw => return Ok((Result3::Draw, None)),
            Result3::Win => self.lengths.goal().most(),
            Result3::Loss => -FAR,
        };
        let key = self.ground.place(sum, mover)?;
        Ok(known(length(self.lengths.exact(&mut self.ground, &key, guess, work)?)))
    }

    fn margin(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<i64, Halted> {
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(Margin.over(ending, mover));
        }
        let key = self.ground.place(sum, mover)?;
        self.margins.within(&mut self.ground, &key, (-FORTUNE, FORTUNE), work)
    }

    fn scores(&mut self, sum: &[Component], mover: Side, at_least: i64, work: &mut Work) -> Result<bool, Halted> {
        if let Some(ending) = self.over(sum, mover)? {
            return Ok(Margin.over(ending, mover) >= at_least);
        }
        let key = self.ground.place(sum, mover)?;
        Ok(self.margins.within(&mut self.ground, &key, (at_least - 1, at_least), work)? >= at_least)
    }

    fn known(&mut self, sum: &[Component], mover: Side) -> Option<Message> {
        let key = self.ground.place(sum, mover).ok()?;
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

    fn grounds(&self) -> Message {
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

    fn layered(self: Box<Self>) -> Option<Box<dyn Court>> {
        let nodes = self.spare.or(self.ground.into_nodes())?;
        Some(Box::new(Layered::of(nodes)))
    }
}

/// Decides by search on a board of masks; what the board does not hold, another court.
struct Placed<G> {
    board: Searched<G>,
    others: Box<dyn Court>,
}

impl<G: Ground + Send> Placed<G> {
    fn court(&mut self, sum: &[Component]) -> &mut dyn Court {
        if self.board.ground.holds(sum) { &mut self.board } else { &mut *self.others }
    }
}

impl<G: Ground + Send> Court for Placed<G> {
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Result3, Halted> {
        self.court(sum).outcome(sum, mover, work)
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Result3, work: &mut Work) -> Result<bool, Halted> {
        self.court(sum).reaches(sum, mover, at_least, work)
    }

    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Result3, Option<u32>), Halted> {
        self.court(sum).length(sum, mover, work)
    }

    fn progress(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Result3, Option<u32>), Halted> {
        self.court(sum).progress(sum, mover, work)
    }

    fn margin(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<i64, Halted> {
        self.others.margin(sum, mover, work)
    }

    fn scores(&mut self, sum: &[Component], mover: Side, at_least: i64, work: &mut Work) -> Result<bool, Halted> {
        self.others.scores(sum, mover, at_least, work)
    }

    fn known(&mut self, sum: &[Component], mover: Side) -> Option<Message> {
        self.court(sum).known(sum, mover)
    }

    fn positions(&self) -> u64 {
        self.board.positions() + self.others.positions()
    }

    fn grounds(&self) -> Message {
        // How the board decides; how much both looked at.
        let (own, others) = (self.board.grounds(), self.others.positions());
        if others == 0 { own } else { message!("{} and of {} others", own, others) }
    }

    fn knows_lengths(&self) -> bool {
        false
    }

    fn layered(self: Box<Self>) -> Option<Box<dyn Court>> {
        self.others.layered()
    }
}

/// Decides by retrograde analysis: of what can be reached, or of all there is where that is almost the same.
pub struct Layered {
    nodes: Nodes,
    layers: Option<Retrograde>,
    dense: Option<Dense>,
}

/// Positions are reached for so many reports to the watch, a thousand positions each, before all are numbered.
const REACHED_TICKS: u64 = 20;

/// Numbering is worth while where one position in 64 can be reached: one report in so many.
const SPARSE: u64 = 64 * 1024;

impl Layered {
    fn of(nodes: Nodes) -> Layered {
        Layered { nodes, layers: None, dense: None }
    }

    /// For sums of components that may become anything.
    pub fn new(parts: Parts, convention: Convention, mover_free: bool) -> Layered {
        Layered::of(Nodes::unproved(parts, convention, mover_free))
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

impl Court for Layered {
    fn outcome(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<Result3, Halted> {
        Ok(self.length(sum, mover, work)?.0)
    }

    fn reaches(&mut self, sum: &[Component], mover: Side, at_least: Result3, work: &mut Work) -> Result<bool, Halted> {
        Ok(self.outcome(sum, mover, work)? >= at_least)
    }

    fn length(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Result3, Option<u32>), Halted> {
        let (result, plies) = self.progress(sum, mover, work)?;
        Ok((result, plies.filter(|_| result != Result3::Draw)))
    }

    fn progress(&mut self, sum: &[Component], mover: Side, work: &mut Work) -> Result<(Result3, Option<u32>), Halted> {
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
        let counts = result != Result3::Draw || layers.forces_draws();
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

    fn grounds(&self) -> Message {
        match self.dense.is_some() {
            true => message!("retrograde analysis of all {} positions", self.positions()),
            false => message!("retrograde analysis of {} positions", self.positions()),
        }
    }

    fn knows_lengths(&self) -> bool {
        true
    }

    fn layered(self: Box<Self>) -> Option<Box<dyn Court>> {
        None
    }
}
