//! The canonical form of a game given by its options (Siegel, *CGT* II.2): first the simplicity theorem, then dominated
//! options are removed and reversible ones bypassed until neither is left.

use crate::{Dyadic, Game, Halt, Side, Values};
use std::cmp::Ordering;
use std::collections::HashMap;

/// Option lists under reduction. Reductions keep the value, so answers about it stay true while the lists change.
struct Form<'a> {
    values: Values<'a>,
    options: [Vec<Game>; 2],
    stops: [Game; 2],
    known: HashMap<(Game, Side), bool>,
}

impl Values<'_> {
    /// The value of `{left | right}`. Options may repeat and come in any order; the lists are used up.
    pub fn game(self, mut left: Vec<Game>, mut right: Vec<Game>) -> Result<Game, Halt> {
        for options in [&mut left, &mut right] {
            options.sort_unstable();
            options.dedup();
        }
        if let Some(number) = self.number_of_form(&left, &right)? {
            return self.number(&number);
        }
        let stops = [self.stop_of_form(&left, Side::Left), self.stop_of_form(&right, Side::Right)];
        let mut form = Form { values: self, options: [left, right], stops, known: HashMap::new() };
        for side in Side::BOTH {
            form.remove_dominated(side)?;
        }
        for side in Side::BOTH {
            if form.bypass_reversible(side)? {
                form.remove_dominated(side)?;
            }
        }
        let [mut left, mut right] = form.options;
        left.sort_unstable();
        right.sort_unstable();
        self.intern(&left, &right)
    }

    /// The simplicity theorem: the simplest number `x` such that no Left option is `>= x` and no Right option is `<= x`,
    /// if there is such a number.
    fn number_of_form(self, left: &[Game], right: &[Game]) -> Result<Option<Dyadic>, Halt> {
        use crate::End;
        if !left.is_empty() && !right.is_empty() {
            let (low, high) = (self.stop_of_form(left, Side::Left), self.stop_of_form(right, Side::Right));
            if self.compare_numbers(low, high) == Ordering::Greater {
                return Ok(None);
            }
        }
        let mut ends = [End::Unbounded, End::Unbounded];
        for side in Side::BOTH {
            let options = side.order(left, right).0;
            if options.is_empty() {
                continue;
            }
            let bound = self.stop_of_form(options, side);
            let mut open = false;
            for &option in options {
                open = open || self.stop(option, side.other()) == bound && self.no_better(side, bound, option)?;
            }
            let number = self.as_number(bound).expect("a stop is a number");
            ends[side.index()] = if open { End::Open(number) } else { End::Closed(number) };
        }
        Ok(Dyadic::simplest(&ends[0], &ends[1]))
    }
}

impl Form<'_> {
    /// Keeps the options no other option of that side is at least as good as.
    fn remove_dominated(&mut self, side: Side) -> Result<(), Halt> {
        let mut kept: Vec<Game> = Vec::with_capacity(self.options[side.index()].len());
        'options: for option in std::mem::take(&mut self.options[side.index()]) {
            let mut at = 0;
            while at < kept.len() {
                if self.values.no_better(side, option, kept[at])? {
                    continue 'options;
                }
                if self.values.no_better(side, kept[at], option)? {
                    kept.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            kept.push(option);
        }
        self.options[side.index()] = kept;
        Ok(())
    }

    /// Replaces each option that the opponent can answer at no loss by what follows the answer, until none is left.
    /// It ends because replacements are strictly shorter games. Says whether anything changed.
    fn bypass_reversible(&mut self, side: Side) -> Result<bool, Halt> {
        let mut changed = false;
        let mut kept = Vec::new();
        let mut waiting = self.options[side.index()].clone();
        'options: while let Some(option) = waiting.pop() {
            if kept.contains(&option) {
                continue;
            }
            for &answer in self.values.options(option, side.other())?.iter() {
                if self.no_better_than_form(side, answer)? {
                    waiting.extend(self.values.options(answer, side)?.iter());
                    changed = true;
                    continue 'options;
                }
            }
            kept.push(option);
        }
        self.options[side.index()] = kept;
        Ok(changed)
    }

    /// `x` is no better for `side` than the form: `x <= form` for Left.
    fn no_better_than_form(&mut self, side: Side, x: Game) -> Result<bool, Halt> {
        if let Some(decided) = self.by_stops(side, x) {
            return Ok(decided);
        }
        if let Some(&known) = self.known.get(&(x, side)) {
            return Ok(known);
        }
        let answer = self.no_better_by_options(side, x)?;
        self.known.insert((x, side), answer);
        Ok(answer)
    }

    /// `x <= G` (seen from Left) unless a Right option of `G` is `<= x` or a Left option of `x` is `>= G`.
    fn no_better_by_options(&mut self, side: Side, x: Game) -> Result<bool, Halt> {
        for &option in &self.options[side.other().index()] {
            if self.values.no_better(side, option, x)? {
                return Ok(false);
            }
        }
        if self.values.is_number(x) {
            return Ok(true);
        }
        for &option in self.values.options(x, side)?.iter() {
            if self.no_better_than_form(side.other(), option)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn by_stops(&self, side: Side, x: Game) -> Option<bool> {
        let worse = match side {
            Side::Left => Ordering::Less,
            Side::Right => Ordering::Greater,
        };
        let stop = |side: Side| self.values.stop(x, side);
        let (mine, theirs) = (side.index(), side.other().index());
        let against = |a, b| self.values.compare_numbers(a, b);
        if against(stop(side), self.stops[mine]) == worse.reverse()
            || against(stop(side.other()), self.stops[theirs]) == worse.reverse()
        {
            return Some(false);
        }
        (against(stop(side), self.stops[theirs]) == worse).then_some(true)
    }
}
