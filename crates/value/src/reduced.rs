//! The reduced canonical form: the simplest game that differs by an infinitesimal (Grossman and Siegel, *Reductions of
//! partizan games*; Siegel, *CGT* II.6).
//!
//! `G >= H` up to an infinitesimal when the right stop of `G - H` is at least 0. Options dominated or reversible in that order go,
//! and an option reversible through a number is replaced by the number.

use crate::{Game, Halt, Side, Values};
use std::cmp::Ordering;

impl Values<'_> {
    /// The reduced canonical form.
    pub fn reduced(self, game: Game) -> Result<Game, Halt> {
        let is_numberish = |follower| self.is_numberish(follower);
        self.over_followers_to(game, is_numberish, |follower, reduced| {
            if is_numberish(follower) {
                return Ok(self.stop(follower, Side::Left));
            }
            let options = |side| -> Result<Vec<Game>, Halt> {
                Ok(self.options(follower, side)?.iter().map(|option| reduced[option]).collect())
            };
            self.reduced_form(options(Side::Left)?, options(Side::Right)?)
        })
    }

    fn reduced_form(self, left: Vec<Game>, right: Vec<Game>) -> Result<Game, Halt> {
        let whole = self.game(left.clone(), right.clone())?;
        if self.is_numberish(whole) {
            return Ok(self.stop(whole, Side::Left));
        }
        let mut options = [left, right];
        for side in Side::BOTH {
            let mut kept: Vec<Game> = Vec::new();
            let mut waiting = std::mem::take(&mut options[side.index()]);
            'options: while let Some(option) = waiting.pop() {
                if kept.contains(&option) {
                    continue;
                }
                for &answer in self.options(option, side.other())?.iter() {
                    if !self.nearly_no_better(side, answer, whole)? {
                        continue;
                    }
                    if self.is_number(answer) {
                        if option != answer {
                            kept.push(answer);
                        }
                    } else {
                        waiting.extend(self.options(answer, side)?.iter());
                    }
                    continue 'options;
                }
                kept.push(option);
            }
            options[side.index()] = self.nearly_undominated(side, kept)?;
        }
        let [left, right] = options;
        self.game(left, right)
    }

    /// `a` is no better than `b` for `side`, up to an infinitesimal.
    fn nearly_no_better(self, side: Side, a: Game, b: Game) -> Result<bool, Halt> {
        let (low, high) = side.order(a, b);
        let gap = self.stop(self.difference(high, low)?, Side::Right);
        Ok(self.compare_numbers(gap, Game::ZERO) != Ordering::Less)
    }

    fn nearly_undominated(self, side: Side, options: Vec<Game>) -> Result<Vec<Game>, Halt> {
        let mut kept: Vec<Game> = Vec::new();
        'options: for option in options {
            let mut at = 0;
            while at < kept.len() {
                if self.nearly_no_better(side, option, kept[at])? {
                    continue 'options;
                }
                if self.nearly_no_better(side, kept[at], option)? {
                    kept.swap_remove(at);
                } else {
                    at += 1;
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }
}
