//! The best move in a sum of many values, without adding them up.
//!
//! A move whose incentive is at least that of every other move is best in every respect. Else the stops of the sum are searched, moves
//! of dominated incentive left out: the left stop of a sum is the largest right stop after a move of Left, but at least the sum of the
//! means (it is the sum of the means if the sum is a number).
//!
//! Bounds from the walls (*Winning Ways* ch. 6), at every temperature `t`, for the left stop of a sum: it is at least the sum of the right
//! walls plus the width of one part, and at most the sum of the left walls plus `t`; for the right stop it is the other way round. They
//! hold because stops of sums of cooled games are bounded so by the stops of the parts, and because a left wall falls by at most `t`.
//! Where the search is too much work, the move whose bound is best is advised.

use crate::{Choice, Dyadic, Game, Halt, Side, Thermograph, Values};
use std::collections::HashMap;
use std::rc::Rc;

/// A move in a sum, and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub choice: Choice,
    /// Why it is advised.
    pub merit: Merit,
}

/// How good a move is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merit {
    /// No other move is better in value, whatever the sum is added to.
    Dominates,
    /// It reaches the stop of the sum, which is this number.
    Stop(Dyadic),
    /// Of all moves it has the best bound.
    Between {
        /// The stop of the sum is at least this.
        low: Dyadic,
        /// And at most this.
        high: Dyadic,
        /// What the move loses at most.
        loss: Dyadic,
    },
}

/// How many parts of sums are looked at before a search for a stop is given up: some tens of milliseconds.
const WORK: usize = 1 << 15;

impl Values<'_> {
    /// The best move of `side` in the sum, as far as it can be found; `None` if there is no move.
    pub fn advice(self, components: &[Game], side: Side) -> Result<Option<Advice>, Halt> {
        let mut search = Search::new(self);
        let moves = search.undominated(components, side)?;
        let Some(&first) = moves.first() else { return self.among_numbers(components, side) };
        if moves.len() == 1 {
            return Ok(Some(Advice { choice: first, merit: Merit::Dominates }));
        }
        let [low, high] = search.bounds(components, side)?;
        let (least, most) = side.order(low, high);
        // What each move promises at least.
        let mut promised: Vec<(Dyadic, Choice)> = Vec::new();
        for &(at, option) in &moves {
            let after = replaced(components, at, option);
            let [low, high] = search.bounds(&after, side.other())?;
            promised.push((side.order(low, high).0, (at, option)));
        }
        let best =
            promised.into_iter().reduce(|best, next| if is_better(side, &next.0, &best.0) { next } else { best });
        let (reached, choice) = best.expect("there are moves");
        if reached == most {
            return Ok(Some(Advice { choice, merit: Merit::Stop(most) }));
        }
        let mut best: Option<(Dyadic, Choice)> = None;
        for &(at, option) in &moves {
            let Some(stop) = search.stop(&replaced(components, at, option), side.other())? else {
                let loss = (&most - &reached).abs();
                let least = if is_better(side, &reached, &least) { reached } else { least };
                let (low, high) = side.order(least, most);
                return Ok(Some(Advice { choice, merit: Merit::Between { low, high, loss } }));
            };
            if best.as_ref().is_none_or(|(most, _)| is_better(side, &stop, most)) {
                best = Some((stop, (at, option)));
            }
        }
        Ok(best.map(|(reached, choice)| {
            // In a number the stop is the number, though every move falls short of it.
            let stop = if is_better(side, &least, &reached) { least } else { reached };
            Advice { choice, merit: Merit::Stop(stop) }
        }))
    }

    /// In numbers every move loses: the one that loses least.
    fn among_numbers(self, components: &[Game], side: Side) -> Result<Option<Advice>, Halt> {
        let choice = self.thermostatic_move(components, side)?;
        Ok(choice.map(|choice| Advice { choice, merit: Merit::Dominates }))
    }

    /// Two numbers between which the stop of the sum lies when `side` starts, from the walls of its parts.
    pub fn stop_bounds(self, components: &[Game], side: Side) -> Result<[Dyadic; 2], Halt> {
        Search::new(self).bounds(components, side)
    }
}

fn replaced(components: &[Game], at: usize, option: Game) -> Vec<Game> {
    let mut after = components.to_vec();
    after[at] = option;
    after
}

fn is_better(side: Side, a: &Dyadic, b: &Dyadic) -> bool {
    if side == Side::Left { a > b } else { a < b }
}

/// Stops of sums, each sum once.
struct Search<'a> {
    values: Values<'a>,
    known: HashMap<(Vec<Game>, Side), Dyadic>,
    /// The options of a side with their incentives.
    gains: HashMap<(Game, Side), Vec<(Game, Game)>>,
    thermographs: HashMap<Game, Rc<Thermograph>>,
    /// How many parts may still be looked at.
    left: usize,
}

impl<'a> Search<'a> {
    fn new(values: Values<'a>) -> Search<'a> {
        Search { values, known: HashMap::new(), gains: HashMap::new(), thermographs: HashMap::new(), left: WORK }
    }

    fn thermograph(&mut self, part: Game) -> Result<Rc<Thermograph>, Halt> {
        if let Some(known) = self.thermographs.get(&part) {
            return Ok(known.clone());
        }
        let found = Rc::new(self.values.thermograph(part)?);
        self.thermographs.insert(part, found.clone());
        Ok(found)
    }

    /// The best bounds from the walls, taken at their corners.
    fn bounds(&mut self, parts: &[Game], side: Side) -> Result<[Dyadic; 2], Halt> {
        let all = parts.iter().map(|&part| self.thermograph(part)).collect::<Result<Vec<_>, Halt>>()?;
        let corners = all.iter().flat_map(|both| both.left.corners().iter().chain(both.right.corners()));
        let mut temperatures: Vec<&Dyadic> = corners.map(|corner| &corner.0).collect();
        temperatures.sort();
        temperatures.dedup();
        let mut bounds: Option<[Dyadic; 2]> = None;
        for t in temperatures {
            let (mut left, mut right, mut widest) = (Dyadic::ZERO, Dyadic::ZERO, Dyadic::ZERO);
            for part in &all {
                let walls = [part.left.at(t), part.right.at(t)];
                left = &left + &walls[0];
                right = &right + &walls[1];
                widest = widest.max(&walls[0] - &walls[1]);
            }
            let [low, high] = match side {
                Side::Left => [&right + &widest, &left + t],
                Side::Right => [&right - t, &left - &widest],
            };
            bounds = Some(match bounds {
                Some([lowest, highest]) => [lowest.max(low), highest.min(high)],
                None => [low, high],
            });
        }
        Ok(bounds.unwrap_or([Dyadic::ZERO, Dyadic::ZERO]))
    }

    /// The moves outside numbers that no other move dominates by its incentive; of moves that gain the same, the first.
    fn undominated(&mut self, components: &[Game], side: Side) -> Result<Vec<Choice>, Halt> {
        let mut kept: Vec<(Choice, Game)> = Vec::new();
        for (at, &component) in components.iter().enumerate() {
            if self.values.is_number(component) || components[..at].contains(&component) {
                continue;
            }
            'options: for (option, gain) in self.gains(component, side)? {
                let mut place = 0;
                while place < kept.len() {
                    if self.values.at_most(gain, kept[place].1)? {
                        continue 'options;
                    }
                    if self.values.at_most(kept[place].1, gain)? {
                        kept.remove(place);
                    } else {
                        place += 1;
                    }
                }
                kept.push(((at, option), gain));
            }
        }
        Ok(kept.into_iter().map(|(choice, _)| choice).collect())
    }

    fn gains(&mut self, component: Game, side: Side) -> Result<Vec<(Game, Game)>, Halt> {
        if let Some(known) = self.gains.get(&(component, side)) {
            return Ok(known.clone());
        }
        let mut gains = Vec::new();
        for &option in self.values.options(component, side)?.iter() {
            let (after, before) = side.order(option, component);
            gains.push((option, self.values.difference(after, before)?));
        }
        self.gains.insert((component, side), gains.clone());
        Ok(gains)
    }

    /// The stop of a sum when `side` starts; `None` if it was too much work. As deep as there are moves before all parts are numbers.
    fn stop(&mut self, components: &[Game], side: Side) -> Result<Option<Dyadic>, Halt> {
        let mut number = Dyadic::ZERO;
        let mut parts: Vec<Game> = Vec::new();
        for &component in components {
            match self.values.as_number(component) {
                Some(x) => number = &number + &x,
                None => parts.push(component),
            }
        }
        parts.sort_unstable();
        let [low, high] = self.bounds(&parts, side)?;
        if low == high {
            return Ok(Some(&number + &low));
        }
        let key = (parts, side);
        if let Some(known) = self.known.get(&key) {
            return Ok(Some(&number + known));
        }
        self.left = self.left.saturating_sub(key.0.len());
        if self.left == 0 {
            return Ok(None);
        }
        self.values.tick_now()?;
        let (mut best, most) = side.order(low, high);
        for (at, option) in self.undominated(&key.0, side)? {
            let Some(stop) = self.stop(&replaced(&key.0, at, option), side.other())? else { return Ok(None) };
            if is_better(side, &stop, &best) {
                best = stop;
            }
            if best == most {
                break;
            }
        }
        self.known.insert(key, best.clone());
        Ok(Some(&number + &best))
    }
}
