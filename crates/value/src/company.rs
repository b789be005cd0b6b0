//! Several values side by side, decided without adding them up: outcomes by bounds and search, moves by exact outcome, and the
//! thermostatic move where exact play is too dear (*Winning Ways* ch. 6).
//!
//! Bounds used: the right stop of a sum is at least the sum of the right stops, and the left stop at least one left stop plus the other
//! right stops; mirrored for Right. Nobody moves in a number while anything else is left (number avoidance).

use crate::{Dyadic, Game, Halt, Outcome, Side, Thermograph, Values};
use std::cmp::Ordering;
use std::collections::HashMap;

/// A move in one component of a sum: which one, and what it becomes.
pub type Choice = (usize, Game);

impl Values<'_> {
    /// Who wins the sum. Two components are compared as they are; more are searched, hottest first, with stops as bounds.
    pub fn outcome_of_sum(self, components: &[Game]) -> Result<Outcome, Halt> {
        let mut company = Company::new(self);
        Ok(match (company.wins(components, Side::Left)?, company.wins(components, Side::Right)?) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        })
    }

    /// The moves of `side` after which the opponent, to move, loses.
    pub fn winning_moves(self, components: &[Game], side: Side) -> Result<Vec<Choice>, Halt> {
        let mut company = Company::new(self);
        let mut winning = Vec::new();
        for (at, &component) in components.iter().enumerate() {
            for &option in self.options(component, side)?.iter() {
                let mut after = components.to_vec();
                after[at] = option;
                if !company.wins(&after, side.other())? {
                    winning.push((at, option));
                }
            }
        }
        Ok(winning)
    }

    /// Thermostrat's move: in the component whose thermograph is widest at the temperature where the walls promise the most, by an option
    /// on its wall there. Polynomial in the thermographs; loses at most the largest temperature. `None` if there is no move.
    pub fn thermostatic_move(self, components: &[Game], side: Side) -> Result<Option<Choice>, Halt> {
        let Some((at, t)) = self.thermostatic_component(components, side)? else {
            return self.move_in_numbers(components, side);
        };
        let mut choice: Option<(Dyadic, Game)> = None;
        for &option in self.options(components[at], side)?.iter() {
            let promised = self.promised(&[option], side, &t)?;
            if choice.as_ref().is_none_or(|(best, _)| promised > *best) {
                choice = Some((promised, option));
            }
        }
        Ok(choice.map(|(_, option)| (at, option)))
    }

    /// The component in which Thermostrat moves and the temperature it looks at; `None` if all are numbers.
    pub fn thermostatic_component(self, components: &[Game], side: Side) -> Result<Option<(usize, Dyadic)>, Halt> {
        let thermographs: Vec<Thermograph> =
            components.iter().map(|&component| self.thermograph(component)).collect::<Result<_, Halt>>()?;
        let hot: Vec<usize> = (0..components.len()).filter(|&at| !self.is_number(components[at])).collect();
        let Some(&first) = hot.first() else { return Ok(None) };
        let wall =
            |at: usize, side: Side, t: &Dyadic| side.order(&thermographs[at].left, &thermographs[at].right).0.at(t);
        let width = |at: usize, t: &Dyadic| &wall(at, Side::Left, t) - &wall(at, Side::Right, t);
        let mut best: Option<(Dyadic, Dyadic, usize)> = None;
        let corners = thermographs.iter().flat_map(|both| both.left.corners().iter().chain(both.right.corners()));
        let mut temperatures: Vec<Dyadic> = corners.map(|corner| corner.0.clone()).collect();
        temperatures.sort();
        temperatures.dedup();
        for t in temperatures {
            let widest = hot.iter().copied().max_by_key(|&at| width(at, &t)).unwrap_or(first);
            let theirs = (0..components.len()).fold(Dyadic::ZERO, |sum, at| &sum + &wall(at, side.other(), &t));
            let promise = match side {
                Side::Left => &theirs + &width(widest, &t),
                Side::Right => &width(widest, &t) - &theirs,
            };
            if best.as_ref().is_none_or(|(most, ..)| promise > *most) {
                best = Some((promise, t, widest));
            }
        }
        Ok(best.map(|(_, t, at)| (at, t)))
    }

    /// What the opponent's walls at a temperature promise `side` in these components, the opponent being about to move.
    pub fn promised(self, components: &[Game], side: Side, t: &Dyadic) -> Result<Dyadic, Halt> {
        let mut total = Dyadic::ZERO;
        for &component in components {
            let thermograph = self.thermograph(component)?;
            total = &total + &side.other().order(&thermograph.left, &thermograph.right).0.at(t);
        }
        Ok(if side == Side::Left { total } else { -&total })
    }

    /// Among numbers, the move that costs least: in the number of the largest denominator.
    fn move_in_numbers(self, components: &[Game], side: Side) -> Result<Option<Choice>, Halt> {
        let mut cheapest: Option<(u32, Choice)> = None;
        for (at, &component) in components.iter().enumerate() {
            let exponent = self.as_number(component).map_or(0, |number| number.exponent());
            if let Some(&option) = self.options(component, side)?.first()
                && cheapest.as_ref().is_none_or(|(most, _)| exponent > *most)
            {
                cheapest = Some((exponent, (at, option)));
            }
        }
        Ok(cheapest.map(|(_, choice)| choice))
    }
}

/// Sums of values looked at side by side; what is found of one helps with the next.
pub struct Company<'a> {
    values: Values<'a>,
    known: HashMap<(Vec<Game>, Side), bool>,
    heats: HashMap<Game, Dyadic>,
}

impl<'a> Company<'a> {
    /// Nothing looked at yet.
    pub fn new(values: Values<'a>) -> Company<'a> {
        Company { values, known: HashMap::new(), heats: HashMap::new() }
    }

    /// Whether `side`, to move, wins the sum. Ticks the watch once for every sum it has to search.
    pub fn wins(&mut self, components: &[Game], side: Side) -> Result<bool, Halt> {
        let sum = self.gathered(components)?;
        self.search(&sum, side)
    }

    /// The same sum with number + ups + nimber added up, opposites cancelled, and the rest in a fixed order, hottest first.
    fn gathered(&mut self, components: &[Game]) -> Result<Vec<Game>, Halt> {
        let mut small = Game::ZERO;
        let mut rest: Vec<Game> = Vec::new();
        for &component in components {
            if self.values.as_nus(component).is_some() {
                small = self.values.sum(small, component)?;
                continue;
            }
            let negative = self.values.negative(component)?;
            match rest.iter().position(|&other| other == negative) {
                Some(at) => {
                    rest.swap_remove(at);
                }
                None => rest.push(component),
            }
        }
        for &component in &rest {
            if !self.heats.contains_key(&component) {
                self.heats.insert(component, self.values.temperature(component)?);
            }
        }
        rest.sort_by(|a, b| self.heats[b].cmp(&self.heats[a]).then(a.cmp(b)));
        if small != Game::ZERO {
            rest.push(small);
        }
        Ok(rest)
    }

    /// Whether `side`, to move, wins the gathered sum.
    fn search(&mut self, sum: &[Game], side: Side) -> Result<bool, Halt> {
        match *sum {
            [] => return Ok(false),
            [only] => return self.values.no_better(side, only, Game::ZERO).map(|lost| !lost),
            [a, b] => {
                let target = self.values.negative(b)?;
                return self.values.no_better(side, a, target).map(|lost| !lost);
            }
            _ => {}
        }
        if let Some(decided) = self.by_stops(sum, side)? {
            return Ok(decided);
        }
        let key = (sum.to_vec(), side);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        self.values.tick_now()?;
        let mut won = false;
        'components: for (at, &component) in sum.iter().enumerate() {
            if self.values.is_number(component) {
                continue;
            }
            for &option in self.values.options(component, side)?.iter() {
                let mut after = sum.to_vec();
                after[at] = option;
                let after = self.gathered(&after)?;
                if !self.search(&after, side.other())? {
                    won = true;
                    break 'components;
                }
            }
        }
        self.known.insert(key, won);
        Ok(won)
    }

    /// What the stops alone decide for the player to move.
    fn by_stops(&self, sum: &[Game], side: Side) -> Result<Option<bool>, Halt> {
        let towards = |game: Game| self.values.as_number(game).map(|x| if side == Side::Left { x } else { -&x });
        let stop =
            |component: Game, whose: Side| towards(self.values.stop(component, whose)).expect("a stop is a number");
        let total = |whose: Side| sum.iter().fold(Dyadic::ZERO, |total, &game| &total + &stop(game, whose));
        let (most, least) = (total(side), total(side.other()));
        let lead = sum.iter().map(|&game| &stop(game, side) - &stop(game, side.other())).max().unwrap_or(Dyadic::ZERO);
        if (&least + &lead).sign() == Ordering::Greater {
            return Ok(Some(true));
        }
        Ok((most.sign() == Ordering::Less).then_some(false))
    }
}
