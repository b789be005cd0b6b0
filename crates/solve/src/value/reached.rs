//! Every position that play can reach, numbered, with its options: for values of games with cycles and for variants of a game, which need
//! the whole graph of positions (Siegel, *CGT* ch. VI).
//!
//! A position is a sum of components in a fixed order; nothing that was proved of the rules is used.

use super::canonical::{CYCLE, canonical_value};
use crate::answer::Refusal;
use crate::work::Work;
use grundy_answer::Watch;
use grundy_rule::Convention;
use grundy_run::{Component, Flow, Packed, Position, Side, Turn};
use grundy_value::{Game, Graph, Halt, Nimber, Sided, Values};
use rustc_hash::FxHashMap;

/// What a position is worth.
pub enum PositionValue {
    /// Play ends: its canonical value.
    Short(Game),
    /// Play can return: its value by its two sides.
    Loopy(Box<Sided>),
}

/// Another game on the same positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Either player may make the moves of both.
    Impartial,
    /// It ends as soon as one of the players cannot move.
    Dicotic,
}

/// The largest graph that is looked at for a loopy value, and for a variant.
const MOST: [usize; 2] = [4000, 1 << 20];

/// What a position of normal play is worth, whether play ends or can return.
pub fn position_value(position: &Position, values: Values<'_>, watch: &dyn Watch) -> Result<PositionValue, Refusal> {
    match canonical_value(position, values, watch) {
        Ok(value) => Ok(PositionValue::Short(value)),
        Err(Refusal::Unfit(reason)) if reason == CYCLE => {
            let graph = Graph { options: reached(position, MOST[0], watch)?, root: 0 };
            let positions = graph.options.len() as u64;
            let sided = Sided::of_graph(values, &graph).map_err(|halt| halted(halt, positions))?;
            match sided.as_game(values).map_err(|halt| halted(halt, positions))? {
                Some(game) => Ok(PositionValue::Short(game)),
                None => Ok(PositionValue::Loopy(Box::new(sided))),
            }
        }
        Err(refusal) => Err(refusal),
    }
}

/// The value of a variant of a position. Play must end.
pub fn variant_value(
    position: &Position,
    variant: Variant,
    values: Values<'_>,
    watch: &dyn Watch,
) -> Result<Game, Refusal> {
    let options = reached(position, MOST[1], watch)?;
    let Some(order) = options_first(&options) else { return Err(Refusal::Unfit(CYCLE.to_string())) };
    let positions = options.len() as u64;
    let mut worth = vec![Game::ZERO; options.len()];
    for at in order {
        let both = &options[at];
        let of = |side: usize| both[side].iter().map(|&option| worth[option]).collect::<Vec<_>>();
        worth[at] = match variant {
            Variant::Dicotic if both.iter().any(Vec::is_empty) => Game::ZERO,
            Variant::Dicotic => values.game(of(0), of(1)).map_err(|halt| halted(halt, positions))?,
            Variant::Impartial => {
                let all: Vec<Nimber> =
                    [of(0), of(1)].concat().iter().filter_map(|&game| values.as_nimber(game)).collect();
                let least = (0..).map(Nimber).find(|star| !all.contains(star)).expect("options are finitely many");
                values.nimber(least).map_err(|halt| halted(halt, positions))?
            }
        };
    }
    Ok(worth[0])
}

fn halted(halt: Halt, positions: u64) -> Refusal {
    match halt {
        Halt::Stopped(stop) => Refusal::Stopped(stop, positions.into()),
        other => Refusal::OutOfReach(other.to_string()),
    }
}

/// The options of every position reached, the given one first; refused beyond `most` positions.
fn reached(position: &Position, most: usize, watch: &dyn Watch) -> Result<Vec<[Vec<usize>; 2]>, Refusal> {
    if let Some(part) = position.parts.iter().find(|part| Convention::of(&part.game.rules) != Convention::Normal) {
        let rules = &part.game.rules;
        let ends = Convention::of(rules).describe();
        return Err(Refusal::Unfit(format!("{} has no canonical value: it ends {ends}", rules.name)));
    }
    let mut graph = Reached { numbers: FxHashMap::default(), positions: Vec::new() };
    graph.number(position.parts.clone());
    let mut options = Vec::new();
    let mut work = Work::new(watch);
    while options.len() < graph.positions.len() {
        let parts = graph.positions[options.len()].clone();
        let mut both = [Vec::new(), Vec::new()];
        for side in [Side::Left, Side::Right] {
            for (at, part) in parts.iter().enumerate() {
                let mut stays = false;
                part.game
                    .each_move(&part.packed, side, &mut |_, to| {
                        stays |= to.turn == Turn::Stays;
                        let mut after = parts.clone();
                        after.remove(at);
                        after.extend(to.parts);
                        both[side as usize].push(graph.number(after));
                        Flow::On
                    })
                    .map_err(Refusal::Wrong)?;
                if stays {
                    let cause = "a move keeps the turn, so there is no canonical value";
                    return Err(Refusal::Unfit(cause.to_string()));
                }
            }
            both[side as usize].sort_unstable();
            both[side as usize].dedup();
        }
        options.push(both);
        let bytes = graph.positions.len() as u64 * 200;
        if work.tick(options.len() as u64, bytes) {
            let stop = work.stopped.expect("it was told to stop");
            return Err(Refusal::Stopped(stop, (options.len() as u64).into()));
        }
        if graph.positions.len() > most {
            return Err(Refusal::OutOfReach(format!("more than {most} positions")));
        }
    }
    Ok(options)
}

struct Reached {
    numbers: FxHashMap<Vec<(u64, Packed)>, usize>,
    positions: Vec<Vec<Component>>,
}

impl Reached {
    fn number(&mut self, mut parts: Vec<Component>) -> usize {
        let key_of = |part: &Component| (part.game.id, part.packed.clone());
        parts.sort_by_key(key_of);
        let key = parts.iter().map(key_of).collect();
        let next = self.positions.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.positions.push(parts);
        }
        number
    }
}

/// All positions, options before those that have them; `None` if there is a cycle.
fn options_first(options: &[[Vec<usize>; 2]]) -> Option<Vec<usize>> {
    let mut waiting: Vec<usize> = vec![0; options.len()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); options.len()];
    for (at, both) in options.iter().enumerate() {
        for &option in both.iter().flatten() {
            waiting[at] += 1;
            before[option].push(at);
        }
    }
    let mut order: Vec<usize> = (0..options.len()).filter(|&at| waiting[at] == 0).collect();
    let mut done = 0;
    while let Some(&at) = order.get(done) {
        done += 1;
        for &from in &before[at] {
            waiting[from] -= 1;
            if waiting[from] == 0 {
                order.push(from);
            }
        }
    }
    (order.len() == options.len()).then_some(order)
}
