//! Choosing a move: perfectly, by looking some moves ahead, or by Monte Carlo tree search (Kocsis and Szepesvári, Bandit based
//! Monte-Carlo planning, 2006). The same game, strength and seed give the same move.

use crate::answer::{Refusal, Winner};
use crate::outcome::search::goal::Wdl;
use crate::play::playing::{Finish, Playing, Step};
use crate::question::Question;
use crate::session::Session;
use crate::tablebase::TableAnswers;
use grundy_answer::{Message, Progress, Stop, Watch, message};
use grundy_run::{Faulty, Move, Position, Side};

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As the solver plays.
    Perfect,
    /// Looking this many moves ahead; beyond that everything is even.
    Ahead(u32),
    /// Monte Carlo tree search with this many playouts.
    Playouts(u32),
}

/// A move, and how it was found.
pub struct Choice {
    /// The number of the move among the steps.
    pub number: usize,
    /// Why this one, in words.
    pub why: Message,
    /// How sure that is.
    pub basis: Basis,
}

/// What a choice rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The position was solved, or the game is decided within sight.
    Solved,
    /// Not more than some moves ahead or some playouts: a guess.
    Guessed,
}

/// A playout that has not ended after this many moves counts as drawn.
const LONGEST_PLAYOUT: usize = 500;

/// Chooses moves in one game as it goes on; what was worked out for one move serves the next.
pub struct Opponent {
    start: Position,
    session: Option<Session>,
    table: Option<TableAnswers>,
    seed: u64,
}

impl Opponent {
    /// For games that begin with this position.
    pub fn new(start: &Position, seed: u64) -> Opponent {
        Opponent { start: start.clone(), session: None, table: None, seed }
    }

    /// The same, which plays perfectly by a tablebase.
    pub fn by_table(self, table: TableAnswers) -> Opponent {
        Opponent { table: Some(table), ..self }
    }

    /// Chooses one of `steps`, which are those of `playing` and not empty. Perfect play that would take longer than the
    /// watch allows falls back on playouts, and says so.
    pub fn choose(
        &mut self,
        playing: &Playing,
        steps: &[Step],
        strength: Strength,
        watch: &dyn Watch,
    ) -> Result<Choice, Refusal> {
        match strength {
            Strength::Perfect => {
                let why_not = match self.perfect(playing, steps, watch) {
                    Err(Refusal::Stopped(stop, positions)) => {
                        message!("{} after {} positions", stop, positions.positions)
                    }
                    Err(Refusal::OutOfReach(reason)) => reason.into(),
                    other => return other,
                };
                let mut choice = tree(playing, steps, 2_000, self.chance(), &Patient(watch)).map_err(Refusal::Wrong)?;
                choice.why = message!("{}, so {}", why_not, choice.why);
                Ok(choice)
            }
            Strength::Ahead(depth) => ahead(playing, steps, depth, watch).map_err(Refusal::Wrong),
            Strength::Playouts(count) => tree(playing, steps, count, self.chance(), watch).map_err(Refusal::Wrong),
        }
    }

    /// Chance for one choice, other than for the last one.
    fn chance(&mut self) -> u64 {
        self.seed = self.seed.wrapping_add(1);
        self.seed
    }

    fn session(&mut self) -> Result<&mut Session, Refusal> {
        let session = match self.session.take() {
            Some(session) => session,
            None => Session::new(&self.start)?,
        };
        Ok(self.session.insert(session))
    }

    fn perfect(&mut self, playing: &Playing, steps: &[Step], watch: &dyn Watch) -> Result<Choice, Refusal> {
        let question = Question { first: Some(playing.mover), ..Question::default() };
        let answer = match &self.table {
            Some(table) => table.solve(&playing.position, question, watch)?,
            None => self.session()?.solve(&playing.position, question, watch)?,
        };
        let number_of = |component: usize, one: &Move| {
            steps.iter().position(|step| step.component == component && step.one == *one)
        };
        // In a sum the line does not say in which of equal components.
        let first = answer.line.first().filter(|_| playing.position.parts.len() == 1);
        let of_line = first.and_then(|first| number_of(0, &first.one));
        let of_list = answer.winning_moves.first().and_then(|won| number_of(won.component, &won.one));
        let why = match (answer.margin, answer.winner) {
            (Some(margin), _) => message!("from here on it is worth {}", format!("{margin:+}")),
            (None, Some(Winner::First)) => message!("it wins"),
            (None, Some(Winner::Draw)) => message!("it keeps the draw"),
            (None, Some(Winner::Second)) => message!("every move loses; this one holds out"),
            _ => message!("it is best"),
        };
        if let Some(number) = of_line.or(of_list) {
            return Ok(Choice { number, why, basis: Basis::Solved });
        }
        // No line was given: the first move after which the other side does worst.
        let mut best: Option<(Wdl, usize)> = None;
        for (number, step) in steps.iter().enumerate() {
            let next = playing.after(step);
            let worth = match &self.table {
                Some(table) => table.evaluate(&next.position, next.mover)?.result,
                None => self.session()?.evaluate(&next.position, next.mover, watch)?.result,
            };
            let worth = if next.mover == playing.mover { worth } else { worth.reversed() };
            if best.is_none_or(|(best, _)| worth > best) {
                best = Some((worth, number));
            }
        }
        Ok(Choice { number: best.map_or(0, |(_, number)| number), why, basis: Basis::Solved })
    }
}

/// Time is over, yet a move is due: only a cancelled computation stops.
struct Patient<'a>(&'a dyn Watch);

impl Watch for Patient<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        self.0.tick(progress).filter(|stop| *stop == Stop::Cancelled)
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.0)
    }
}

/// Who gains what: 1 for a win of `side`, -1 for a loss.
fn worth(finish: Finish, side: Side) -> i32 {
    match finish {
        Finish::Won(winner) if winner == side => 1,
        Finish::Won(_) => -1,
        Finish::Drawn => 0,
    }
}

fn ahead(playing: &Playing, steps: &[Step], depth: u32, watch: &dyn Watch) -> Faulty<Choice> {
    let mut best = (i32::MIN, 0);
    let mut looked = 0;
    for (number, step) in steps.iter().enumerate() {
        let next = playing.after(step);
        let score = look(&next, depth.saturating_sub(1), &mut looked, watch)?;
        let score = if next.mover == playing.mover { score } else { -score };
        if score > best.0 {
            best = (score, number);
        }
    }
    // A game that ends within sight scores 1,000 at least; points that lead so far decide nothing.
    let (word, basis) = match best.0 {
        1_000.. => (message!("a win is in sight"), Basis::Solved),
        ..=-1_000 => (message!("every move loses within sight"), Basis::Solved),
        _ => (message!("nothing is decided within sight"), Basis::Guessed),
    };
    Ok(Choice { number: best.1, why: message!("{}, {} positions looked at", word, looked), basis })
}

/// Minimax for the mover; sooner wins and later losses count more.
fn look(playing: &Playing, depth: u32, looked: &mut u64, watch: &dyn Watch) -> Faulty<i32> {
    *looked += 1;
    let steps = playing.steps()?;
    if steps.is_empty() {
        return Ok(worth(playing.finish()?, playing.mover) * (1_000 + depth as i32));
    }
    let stopped = looked.is_multiple_of(64)
        && watch.tick(Progress { what: "positions", done: *looked, total: None, bytes: 0 }).is_some();
    if depth == 0 || stopped {
        return Ok(playing.lead.clamp(-900, 900) as i32 * if playing.mover == Side::Left { 1 } else { -1 });
    }
    let mut best = i32::MIN;
    for step in &steps {
        let next = playing.after(step);
        let score = look(&next, depth - 1, looked, watch)?;
        best = best.max(if next.mover == playing.mover { score } else { -score });
    }
    Ok(best)
}

/// One position of the search tree.
struct Node {
    playing: Playing,
    /// Who moved into it.
    by: Side,
    visits: f64,
    /// Sum of results, seen by `by`.
    total: f64,
    children: Vec<usize>,
    untried: Vec<Step>,
}

fn tree(playing: &Playing, steps: &[Step], playouts: u32, seed: u64, watch: &dyn Watch) -> Faulty<Choice> {
    let mut chance = Chance(seed);
    let root = Node {
        playing: playing.clone(),
        by: playing.mover,
        visits: 0.0,
        total: 0.0,
        children: Vec::new(),
        untried: steps.to_vec(),
    };
    let mut nodes = vec![root];
    let mut done = 0;
    while done < playouts.max(1) {
        let mut path = vec![0];
        let mut here = 0;
        while nodes[here].untried.is_empty() && !nodes[here].children.is_empty() {
            here = favourite(&nodes, here);
            path.push(here);
        }
        if !nodes[here].untried.is_empty() {
            // The root tries its moves in order, so that every one of them is tried and has its number.
            let choice = if here == 0 { 0 } else { chance.below(nodes[here].untried.len()) };
            let step = nodes[here].untried.remove(choice);
            let next = nodes[here].playing.after(&step);
            let by = nodes[here].playing.mover;
            let untried = next.steps()?;
            nodes.push(Node { playing: next, by, visits: 0.0, total: 0.0, children: Vec::new(), untried });
            let child = nodes.len() - 1;
            nodes[here].children.push(child);
            path.push(child);
            here = child;
        }
        let finish = playout(&nodes[here].playing, &mut chance)?;
        for node in path {
            nodes[node].visits += 1.0;
            nodes[node].total += f64::from(worth(finish, nodes[node].by));
        }
        done += 1;
        let progress = Progress { what: "playouts", done: done.into(), total: Some(playouts.into()), bytes: 0 };
        if watch.tick(progress).is_some() {
            break;
        }
    }
    let tried = nodes[0].children.iter().enumerate();
    let best = tried.max_by(|(a, x), (b, y)| nodes[**x].visits.total_cmp(&nodes[**y].visits).then(b.cmp(a)));
    let (number, mean) = best.map_or((0, 0.0), |(number, &node)| (number, nodes[node].total / nodes[node].visits));
    let why = message!("{} playouts give it {}", done, format!("{mean:+.2}"));
    Ok(Choice { number, why, basis: Basis::Guessed })
}

/// The child with the highest upper confidence bound.
fn favourite(nodes: &[Node], here: usize) -> usize {
    let bound = |&child: &usize| {
        let node = &nodes[child];
        node.total / node.visits + (2.0 * nodes[here].visits.ln() / node.visits).sqrt()
    };
    let children = &nodes[here].children;
    *children.iter().max_by(|a, b| bound(a).total_cmp(&bound(b))).expect("not empty")
}

fn playout(from: &Playing, chance: &mut Chance) -> Faulty<Finish> {
    let mut playing = from.clone();
    for _ in 0..LONGEST_PLAYOUT {
        let steps = playing.steps()?;
        if steps.is_empty() {
            return playing.finish();
        }
        playing = playing.after(&steps[chance.below(steps.len())]);
    }
    Ok(Finish::Drawn)
}

/// Knuth's MMIX generator.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}
