//! Game trees and state graphs: every way to play, or every position once.
//!
//! What is left out is counted: in a tree by the positions below, counted without drawing them; in a graph by moves.

use super::label::Labels;
use super::lookup::{self, Lookup, Modest, Step};
use super::{PictureAnswer, PictureFacts, board};
use crate::budget::Budget;
use crate::number::spaced;
use crate::problem::Problem;
use crate::question::Question;
use crate::value::is_partizan;
use grundy_answer::{Message, Piece, Progress, Watch, message};
use grundy_draw::{Diagram, Equal, Format, More, Node, Picture, Quality, State, Step as Drawn, Turn};
use grundy_run::{Component, Position, Side};
use grundy_solve::{Evaluation, Wdl};
use grundy_value::{Arena, Values};
use std::collections::HashMap;

/// Hidden positions are counted as long as no more different ones than this are met.
const MOST_COUNTED: usize = 200_000;
/// Nodes of a picture that may have more than this many carry no drawn boards.
const MOST_BOARDS: u64 = 2_000;
/// Rows of a board, and characters of a line, that a node may show.
const TALLEST: usize = 12;
const WIDEST: usize = 48;

/// How much of a position is drawn.
pub struct DiagramOptions<'a> {
    /// Who starts: a player's name; as the board tells, else Left.
    pub first: Option<&'a str>,
    /// Whether one best move of the player with the better game is kept, and every reply: the strategy.
    pub best: bool,
    /// At most this many moves from the start.
    pub depth: Option<usize>,
    /// At most this many positions; the others are counted.
    pub collapse: u64,
    /// Numbers or conditions to show at every position, in the words of the rules: `EXPR` or `NAME := EXPR`.
    pub labels: &'a [String],
    /// A title instead of the position.
    pub title: Option<&'a str>,
    /// The format it will have: text shows boards as text.
    pub format: Format,
}

/// A tree, where equal positions are apart, or a graph, where they are merged.
pub fn diagram_picture(
    asked: &Question,
    equal: Equal,
    options: &DiagramOptions,
    budget: &Budget,
) -> Result<PictureAnswer, Problem> {
    let first = asked.mover(options.first)?.side;
    let labels = Labels::new(options.labels, asked)?;
    let (arena, modest) = (Arena::new(), Modest(budget));
    let values = arena.values(&modest);
    let mut plan = Plan::new(asked, first, equal, options, labels, (budget, values))?;
    let written = matches!(options.format, Format::Txt | Format::Dot);
    let boards = if written || options.collapse > MOST_BOARDS { Boards::Written } else { Boards::Drawn };
    let diagram = plan.diagram(options, boards)?;
    let title = options.title.map_or_else(|| clip(&asked.position.to_string(), 2 * WIDEST), str::to_string);
    let standing = plan.lookup.standing();
    let (nodes, edges) = (diagram.nodes.len(), diagram.edges.len());
    let mut drawn = vec![message!("{} positions, {} moves", spaced(nodes as u64), spaced(edges as u64))];
    let whole = diagram.nodes.iter().all(|node| node.more == More::None);
    if diagram.hidden > 0 {
        drawn.push(message!("{} positions more are not drawn", spaced(diagram.hidden)));
    } else if !whole {
        drawn.push(message!("more are not drawn"));
    }
    let words = Message::row("\n", vec![Message::row("; ", drawn), standing.piece()]);
    let facts = PictureFacts::Diagram { nodes, edges, hidden: diagram.hidden, whole, standing: standing.clone() };
    let picture = Picture::Diagram(Diagram { title, standing: Some(standing), ..diagram });
    Ok(PictureAnswer { picture, words, facts, stopped: plan.lookup.stop })
}

/// A node: a position, who is about to move, and in a tree how far from the start.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    position: Position,
    mover: Side,
    depth: usize,
}

/// What is drawn at each place and which moves lead on.
struct Plan<'a> {
    lookup: Lookup<'a>,
    watch: &'a Budget<'a>,
    labels: Labels,
    start: Place,
    equal: Equal,
    movers: Movers,
    turns: Turns,
    /// The player of whom one move is kept.
    strategist: Option<Side>,
    depth: Option<usize>,
    boards: Boards,
    failure: Option<Problem>,
    drawn: Vec<Place>,
}

/// Whether a position is one node for both movers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Movers {
    Apart,
    Merged,
}

/// How a node shows a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Boards {
    Drawn,
    Written,
}

/// How players are named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    FirstSecond,
    LeftRight,
}

impl<'a> Plan<'a> {
    fn new(
        asked: &Question,
        first: Side,
        equal: Equal,
        args: &DiagramOptions,
        labels: Labels,
        (watch, values): (&'a Budget<'a>, Values<'a>),
    ) -> Result<Plan<'a>, Problem> {
        let mut lookup = Lookup::new(&asked.position, watch)?.valued(&asked.position, values);
        lookup.moves(&asked.position, first)?;
        let turns = if is_partizan(&asked.position) { Turns::LeftRight } else { Turns::FirstSecond };
        let strategist = match (args.best, lookup.evaluate(&asked.position, first)?) {
            (false, _) | (_, None) => None,
            (true, Some(worth)) if worth.result == Wdl::Loss => Some(first.other()),
            (true, Some(_)) => Some(first),
        };
        let alike = equal == Equal::Merged && !lookup.tells_movers_apart() && strategist.is_none();
        let movers = if alike { Movers::Merged } else { Movers::Apart };
        let mut position = asked.position.clone();
        if equal == Equal::Merged {
            position = position.canonical();
        }
        Ok(Plan {
            lookup,
            watch,
            labels,
            start: Place { position, mover: first, depth: 0 },
            equal,
            movers,
            turns,
            strategist,
            depth: args.depth,
            boards: Boards::Written,
            failure: None,
            drawn: Vec::new(),
        })
    }

    fn diagram(&mut self, args: &DiagramOptions, boards: Boards) -> Result<Diagram, Problem> {
        self.boards = boards;
        let (start, equal, watch) = (self.start.clone(), self.equal, self.watch);
        let shared = std::cell::RefCell::new(self);
        let unfolded = Diagram::unfold(
            start,
            equal,
            args.collapse as usize,
            &watch.afterwards(),
            |place, _| shared.borrow_mut().describe(place),
            |place| shared.borrow_mut().drawn_moves(place),
        );
        let plan = shared.into_inner();
        if let Some(failure) = plan.failure.take() {
            return Err(failure);
        }
        plan.lookup.stop = plan.lookup.stop.or(unfolded.stop);
        let mut diagram = unfolded.diagram;
        match plan.equal {
            Equal::Apart => plan.count_hidden(&mut diagram)?,
            Equal::Merged => {
                if let Some(depth) = args.depth {
                    diagram = diagram.to_depth(depth);
                }
                if plan.movers == Movers::Merged {
                    plan.colour(&mut diagram);
                }
            }
        }
        Ok(diagram)
    }

    fn describe(&mut self, place: &Place) -> Node {
        self.drawn.push(place.clone());
        self.node(place).unwrap_or_else(|failure| {
            self.failure.get_or_insert(failure);
            Node::default()
        })
    }

    fn node(&mut self, place: &Place) -> Result<Node, Problem> {
        let Place { position, mover, .. } = place;
        let over = self.lookup.moves(position, *mover)?.is_empty();
        let worth = self.lookup.evaluate(position, *mover)?;
        let picture = if self.boards == Boards::Drawn { board::plain_board(position) } else { None };
        let mut lines = if picture.is_some() { Vec::new() } else { position_lines(position) };
        lines.extend(self.labels.lines(position, *mover)?.into_iter().map(|line| clip(&line, WIDEST)));
        let value = self.lookup.value(position)?;
        let (short, long) = match value {
            Some(value) if value.chars().count() <= WIDEST => (Some(value), None),
            other => (None, other),
        };
        let tooltip = match long {
            Some(value) => format!("{position} = {value}"),
            None => position.to_string(),
        };
        Ok(Node {
            value: short.unwrap_or_else(|| worth.as_ref().map_or("?".to_string(), lookup::text)),
            lines,
            turn: self.turn(*mover),
            outcome: worth.map_or(grundy_draw::Outcome::Unknown, |worth| lookup::outcome(worth.result)),
            state: if over { State::Over } else { State::Open },
            tooltip: clip(&tooltip, 400),
            picture,
            more: More::None,
        })
    }

    fn turn(&self, mover: Side) -> Turn {
        match (self.turns, mover) {
            (Turns::LeftRight, Side::Left) => Turn::Left,
            (Turns::LeftRight, Side::Right) => Turn::Right,
            (Turns::FirstSecond, mover) if mover == self.start.mover => Turn::First,
            (Turns::FirstSecond, _) => Turn::Second,
        }
    }

    fn drawn_moves(&mut self, place: &Place) -> Vec<Drawn<Place>> {
        if self.equal == Equal::Apart && Some(place.depth) == self.depth || self.failure.is_some() {
            return Vec::new();
        }
        self.chosen(place).unwrap_or_else(|failure| {
            self.failure.get_or_insert(failure);
            Vec::new()
        })
    }

    /// The moves drawn at a place: all, or one best move of the strategist.
    fn chosen(&mut self, place: &Place) -> Result<Vec<Drawn<Place>>, Problem> {
        let moves = self.lookup.moves(&place.position, place.mover)?;
        let here = self.lookup.evaluate(&place.position, place.mover)?;
        let keeps_one = self.strategist == Some(place.mover);
        let mut drawn = Vec::new();
        for step in moves {
            let there = self.lookup.worth_of(&step)?;
            let best = match (&here, &there) {
                (Some(here), Some(there)) if here.margin.is_some() => here.margin == there.margin,
                (Some(here), Some(there)) => {
                    here.result == there.result && (gains(here, there) || keeps_one && here.result == Wdl::Loss)
                }
                _ => false,
            };
            let text = clip(&lookup::move_text(&place.position, &step), WIDEST);
            let quality = if best { Quality::Best } else { Quality::Plain };
            let one = Drawn { text, quality, to: self.after(place, step) };
            // In a graph, one move in each of several equal summands is one move.
            let twice = |other: &Drawn<Place>| other.text == one.text && other.to == one.to;
            if self.equal == Equal::Merged && drawn.iter().any(twice) {
                continue;
            }
            if keeps_one && best {
                return Ok(vec![one]);
            }
            drawn.push(one);
        }
        Ok(drawn)
    }

    fn after(&self, place: &Place, step: Step) -> Place {
        let mover = if self.movers == Movers::Merged { self.start.mover } else { step.mover };
        match self.equal {
            Equal::Apart => Place { position: step.to, mover, depth: place.depth + 1 },
            Equal::Merged => Place { position: step.to.canonical(), mover, depth: 0 },
        }
    }

    /// Says on every node of a tree how many positions below it are not drawn.
    // Positions compare by their game's number and their words, neither of which changes.
    #[allow(clippy::mutable_key_type)]
    fn count_hidden(&mut self, diagram: &mut Diagram) -> Result<(), Problem> {
        let drawn = std::mem::take(&mut self.drawn);
        let mut counts = HashMap::new();
        let mut unknown = false;
        for (node, place) in diagram.nodes.iter_mut().zip(&drawn) {
            let lost = match node.more {
                More::Moves(lost) => lost as usize,
                _ if Some(place.depth) == self.depth && node.state == State::Open => usize::MAX,
                _ => continue,
            };
            let moves = self.chosen(place)?;
            let hidden = &moves[moves.len().saturating_sub(lost)..];
            let mut below = Some(0u64);
            for one in hidden {
                let one = self.size(&one.to, &mut counts)?;
                below = below.zip(one).map(|(sum, one)| sum.saturating_add(one));
            }
            match below {
                Some(count) => {
                    node.more = More::Positions(count);
                    diagram.hidden = diagram.hidden.saturating_add(count);
                }
                None => {
                    node.more = More::Moves(hidden.len() as u64);
                    unknown = true;
                }
            }
        }
        if unknown {
            diagram.hidden = 0;
        }
        Ok(())
    }

    /// How many nodes the tree below and with a place has; `None` if it has no end or too many different positions.
    #[allow(clippy::mutable_key_type)]
    fn size(
        &mut self,
        root: &Place,
        counts: &mut HashMap<(Position, Side), Option<u64>>,
    ) -> Result<Option<u64>, Problem> {
        let key = |place: &Place| (place.position.clone().canonical(), place.mover);
        let mut stack: Vec<(Place, Vec<Place>, u64)> = Vec::new();
        let mut arrived = None;
        let mut next = Some(root.clone());
        loop {
            if let Some(place) = next.take() {
                match counts.get(&key(&place)) {
                    Some(Some(known)) => arrived = Some(*known),
                    Some(None) => return Ok(None),
                    None if counts.len() >= MOST_COUNTED => return Ok(None),
                    None => {
                        let progress =
                            Progress { what: "hidden positions", done: counts.len() as u64, total: None, bytes: 0 };
                        if self.watch.tick(progress).is_some() {
                            return Ok(None);
                        }
                        counts.insert(key(&place), None);
                        let below = self.chosen(&place)?.into_iter().map(|one| one.to).collect();
                        stack.push((place, below, 1));
                    }
                }
            }
            let Some((place, below, sum)) = stack.last_mut() else { return Ok(arrived) };
            *sum = sum.saturating_add(arrived.take().unwrap_or(0));
            match below.pop() {
                Some(place) => next = Some(place),
                None => {
                    arrived = Some(*sum);
                    let key = key(place);
                    counts.insert(key, arrived);
                    stack.pop();
                }
            }
        }
    }

    /// Colours the nodes of a graph by turn where only one player can be about to move there.
    fn colour(&self, diagram: &mut Diagram) {
        let moves = diagram.moves();
        let mut reached = vec![[false; 2]; diagram.nodes.len()];
        let mut waiting = vec![(0, 0)];
        while let Some((node, turn)) = waiting.pop() {
            if !std::mem::replace(&mut reached[node][turn], true) {
                // Games whose moves keep the turn tell their movers apart, so the turn passes here.
                waiting.extend(moves[node].iter().map(|&edge| (diagram.edges[edge].to, 1 - turn)));
            }
        }
        for (node, reached) in diagram.nodes.iter_mut().zip(reached) {
            node.turn = match reached {
                [true, false] => Turn::First,
                [false, true] => Turn::Second,
                _ => Turn::Nobody,
            };
        }
    }
}

/// Whether a move that keeps the result is a good one: it is not lost anyway, and where play can return it leads on.
fn gains(here: &Evaluation, there: &Evaluation) -> bool {
    match here.result {
        Wdl::Loss => false,
        Wdl::Draw => true,
        Wdl::Win => here.plies.zip(there.plies).is_none_or(|(here, there)| there < here),
    }
}

/// A position in a few lines: its board, or its fields.
fn position_lines(position: &Position) -> Vec<String> {
    if let [part] = &position.parts[..] {
        if let Some(rows) = part.game.board(&part.packed).filter(|rows| rows.len() <= TALLEST) {
            return rows.iter().map(|row| clip(row, WIDEST)).collect();
        }
        let fields = part.game.fields_text(&part.packed);
        return match &fields[..] {
            [(_, only)] => vec![clip(only, WIDEST)],
            several => several.iter().map(|(name, value)| clip(&format!("{name} = {value}"), WIDEST)).collect(),
        };
    }
    let alike = position.parts.windows(2).all(|two| two[0].game.key == two[1].game.key);
    let text = |part: &Component| if alike { lookup::short(part) } else { part.to_string() };
    vec![clip(&position.parts.iter().map(text).collect::<Vec<_>>().join(" + "), WIDEST)]
}

fn clip(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_string();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
