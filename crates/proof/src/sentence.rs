//! The sentences a claim stands on, each as "no tuple satisfies this".
//!
//! - measure: no position of the domain with a move to where the weighted sum is not smaller;
//! - domain: no move from the domain out of it;
//! - outcome: no position where "claimed P" differs from "no move to a claimed P" (in misère play: "has a move, and
//!   none to a claimed P"); no position where the claim about repeating a step differs from "one step leads to a
//!   claimed P or to where the same is claimed";
//! - Grundy: no claimed value that an option has; no claimed value with a smaller one that no option has; no
//!   position without a value;
//! - plies: no claimed number other than 0 at the end of play, one more than the least even number of an option, or
//!   one more than the largest number where no option has an even one; no position without a number.
//!
//! By induction over the measure the claim is then true everywhere (and, for Grundy values, single).

use crate::{Certificate, Claim, Convention, Digits, Formula, Game, Move, Split, Var};
use grundy_arithmetic::{Lowering, Plain, RESERVED};

/// The most choices of values for the parts of one split.
const MAX_CHOICES: usize = 1 << 16;

/// A sentence: its name, and the formula that must have no solution.
pub(crate) struct Sentence {
    pub name: String,
    pub none: Plain,
}

/// All sentences of the certificate about the game; what is wrong with the two otherwise.
pub(crate) fn sentences(certificate: &Certificate, game: &Game) -> Result<Vec<Sentence>, String> {
    let mut builder = Builder::new(game, certificate.digits)?;
    if certificate.weights.len() != game.fields.len() {
        return Err(format!("{} weights for {} fields", certificate.weights.len(), game.fields.len()));
    }
    builder.measure(&certificate.weights);
    builder.domain()?;
    match &certificate.claim {
        Claim::Outcome { convention, repeats, .. } => {
            if !game.splits.is_empty() {
                return Err("moves to sums need Grundy values".to_string());
            }
            if repeats.len() != game.repeats.len() {
                return Err(format!("{} tables for {} repeated steps", repeats.len(), game.repeats.len()));
            }
            builder.outcome(*convention);
        }
        Claim::Grundy(_) | Claim::Values(_) | Claim::Plies(_) if !game.repeats.is_empty() => {
            return Err("repeated steps are decided for outcomes only".to_string());
        }
        Claim::Grundy(_) if !game.splits.is_empty() && certificate.digits != Digits::Base2 => {
            return Err("sums of positions need base 2".to_string());
        }
        Claim::Grundy(_) => builder.grundy(),
        Claim::Plies(_) if !game.splits.is_empty() => return Err("plies of sums are not decided".to_string()),
        Claim::Plies(_) => builder.plies(),
        Claim::Values(tables) => {
            let most = game.splits.iter().map(|split| split.parts.len() as u32).max().unwrap_or(0);
            if tables.len().checked_pow(most).is_none_or(|choices| choices > MAX_CHOICES) {
                return Err("too many choices of values for the parts of a sum".to_string());
            }
            builder.values(tables.len());
        }
    }
    Ok(builder.done)
}

struct Builder<'g> {
    game: &'g Game,
    lowering: Lowering,
    domain: Plain,
    moves: Vec<Plain>,
    repeats: Vec<Plain>,
    splits: Vec<Plain>,
    done: Vec<Sentence>,
}

impl<'g> Builder<'g> {
    fn new(game: &'g Game, digits: Digits) -> Result<Builder<'g>, String> {
        let mut lowering = Lowering::new(digits);
        let domain = game.domain.clone().unwrap_or(Formula::All(vec![]));
        let domain = lowering.formula(&domain)?;
        if domain.free().iter().any(|var| !game.fields.contains(var)) {
            return Err("a domain that speaks of more than the fields".to_string());
        }
        let distinct = |vars: &[Var]| vars.iter().enumerate().all(|(i, var)| !vars[..i].contains(var));
        for one in game.moves.iter().chain(&game.repeats) {
            let (before, after): (Vec<Var>, Vec<Var>) = one.changed.iter().copied().unzip();
            let all = [&game.fields[..], &after[..]].concat();
            if !distinct(&all) || !distinct(&before) || before.iter().any(|var| !game.fields.contains(var)) {
                return Err("a move whose changed fields are no fields, or not new afterwards".to_string());
            }
        }
        for split in &game.splits {
            let all = [&game.fields[..], &split.parts.concat()[..]].concat();
            if !distinct(&all) || split.parts.iter().any(|part| part.len() != game.fields.len()) {
                return Err("a split whose parts are no positions".to_string());
            }
        }
        let used = game.moves.iter().chain(&game.repeats).flat_map(|one| one.changed.iter().map(|&(_, after)| after));
        let parts = game.splits.iter().flat_map(|split| split.parts.iter().flatten().copied());
        if let Some(var) = game.fields.iter().copied().chain(used).chain(parts).find(|var| var.0 > RESERVED) {
            return Err(format!("variable {} is reserved", var.0));
        }
        let mut each = |moves: &[Move]| -> Result<Vec<Plain>, String> {
            moves.iter().map(|one| lowering.formula(&one.legal)).collect()
        };
        let (moves, repeats) = (each(&game.moves)?, each(&game.repeats)?);
        let splits = game.splits.iter().map(|split| lowering.formula(&split.legal)).collect::<Result<_, _>>()?;
        Ok(Builder { game, lowering, domain, moves, repeats, splits, done: Vec::new() })
    }

    fn add(&mut self, name: impl Into<String>, none: Vec<Plain>) {
        let none = Plain::All([vec![self.domain.clone()], none].concat());
        self.done.push(Sentence { name: name.into(), none });
    }

    /// Each move with its legality and the position it leads to, parts of splits one by one.
    fn targets(&self) -> Vec<(Plain, Vec<Var>)> {
        let steps = self.game.moves.iter().zip(&self.moves).chain(self.game.repeats.iter().zip(&self.repeats));
        let one = steps.map(|(step, legal)| (legal.clone(), self.after(step)));
        let parts = |(split, legal): (&Split, &Plain)| {
            split.parts.iter().map(|part| (legal.clone(), part.clone())).collect::<Vec<_>>()
        };
        one.chain(self.game.splits.iter().zip(&self.splits).flat_map(parts)).collect()
    }

    /// The variables of the position after a move.
    fn after(&self, step: &Move) -> Vec<Var> {
        let after = |var: &Var| step.changed.iter().find(|(before, _)| before == var).map_or(*var, |&(_, after)| after);
        self.game.fields.iter().map(after).collect()
    }

    fn measure(&mut self, weights: &[u32]) {
        for (number, (legal, to)) in self.targets().into_iter().enumerate() {
            // before <= after: the sum of weight * (before - after) is at most 0
            let mut terms: Vec<(Var, i128)> = Vec::new();
            for ((&before, &after), &weight) in self.game.fields.iter().zip(&to).zip(weights) {
                if before != after {
                    terms.extend([(before, i128::from(weight)), (after, -i128::from(weight))]);
                }
            }
            self.add(format!("move {number} lowers the measure"), vec![legal, Plain::AtMost(terms, 0)]);
        }
    }

    fn domain(&mut self) -> Result<(), String> {
        let Some(domain) = self.game.domain.clone() else { return Ok(()) };
        for (number, (legal, to)) in self.targets().into_iter().enumerate() {
            let fields = self.game.fields.clone();
            let map: Vec<(Var, Var)> = fields.into_iter().zip(to).collect();
            let there = self.lowering.formula(&domain)?.renamed(&map);
            self.add(format!("move {number} stays in the domain"), vec![legal, there.negated()]);
        }
        Ok(())
    }

    fn at_fields(&self, table: usize) -> Plain {
        Plain::Claimed(table, self.game.fields.clone())
    }

    /// Some move by `step` leads to where `goal` holds.
    fn leads(&self, step: &Move, legal: &Plain, goal: impl Fn(Vec<Var>) -> Plain) -> Plain {
        Plain::All(vec![legal.clone(), goal(self.after(step))]).project(&self.game.fields)
    }

    fn outcome(&mut self, convention: Convention) {
        let claimed = self.at_fields(0);
        let once = self.game.moves.iter().zip(&self.moves);
        let mut reach: Vec<Plain> =
            once.map(|(step, legal)| self.leads(step, legal, |to| Plain::Claimed(0, to))).collect();
        for (index, (step, legal)) in self.game.repeats.iter().zip(&self.repeats).enumerate() {
            let table = index + 1;
            reach.push(self.at_fields(table));
            let goal = |to: Vec<Var>| Plain::Any(vec![Plain::Claimed(0, to.clone()), Plain::Claimed(table, to)]);
            let leads = self.leads(step, legal, goal);
            let differs = differ(self.at_fields(table), leads);
            self.done.push(Sentence {
                name: format!("repeating step {index} reaches a P-position exactly where claimed"),
                none: Plain::All(vec![self.domain.clone(), differs]),
            });
        }
        let stuck = Plain::Any(reach).negated();
        let should = match convention {
            Convention::Normal => stuck,
            Convention::Misere => {
                let possible = self.moves.iter().chain(&self.repeats);
                let some = possible.map(|legal| legal.clone().project(&self.game.fields)).collect();
                Plain::All(vec![Plain::Any(some), stuck])
            }
        };
        self.add("a position is claimed exactly if no move leads to a claimed one", vec![differ(claimed, should)]);
    }

    /// Some option has the value of variable `value`.
    fn options(&mut self, value: Var) -> Plain {
        let kept = [&self.game.fields[..], &[value]].concat();
        let mut any = Vec::new();
        for (step, legal) in self.game.moves.iter().zip(&self.moves) {
            let there = Plain::Claimed(0, [self.after(step), vec![value]].concat());
            any.push(Plain::All(vec![legal.clone(), there]).project(&kept));
        }
        for (split, legal) in self.game.splits.iter().zip(&self.splits) {
            let mut all = vec![legal.clone()];
            let mut summands = vec![value];
            for part in &split.parts {
                let own = self.lowering.fresh();
                all.push(Plain::Claimed(0, [&part[..], &[own]].concat()));
                summands.push(own);
            }
            all.push(Plain::XorZero(summands));
            any.push(Plain::All(all).project(&kept));
        }
        Plain::Any(any)
    }

    fn grundy(&mut self) {
        let (value, smaller) = (self.lowering.fresh(), self.lowering.fresh());
        let claimed = Plain::Claimed(0, [&self.game.fields[..], &[value]].concat());
        let has = self.options(value);
        self.add("no option has the claimed value", vec![claimed.clone(), has]);
        let below = Plain::AtMost(vec![(smaller, 1), (value, -1)], -1);
        let missing = self.options(smaller).negated();
        self.add("options have every smaller value", vec![claimed.clone(), below, missing]);
        let none = claimed.project(&self.game.fields).negated();
        self.add("every position has a value", vec![none]);
    }

    fn plies(&mut self) {
        let (plies, before, other) = (self.lowering.fresh(), self.lowering.fresh(), self.lowering.fresh());
        let claimed = Plain::Claimed(0, [&self.game.fields[..], &[plies]].concat());
        let zero = Plain::Equal(vec![(plies, 1)], 0);
        let one_less = Plain::Equal(vec![(plies, 1), (before, -1)], 1);
        let even = |var| Plain::Remainder(vec![(var, 1)], 2, 0);
        let below = |a, b| Plain::AtMost(vec![(a, 1), (b, -1)], -1);
        let some = |bound: Var, parts: Vec<Plain>| Plain::Exists(vec![bound], Box::new(Plain::All(parts)));
        let (here, there) = (self.options(before), self.options(other));
        let even_option = some(other, vec![even(other), there.clone()]);
        let smaller = some(other, vec![even(other), below(other, before), there.clone()]);
        let larger = some(other, vec![below(before, other), there]);
        let wins = Plain::All(vec![even(before), here.clone(), smaller.negated()]);
        let loses = Plain::All(vec![even_option.negated(), here, larger.negated()]);
        let possible = self.moves.iter().map(|legal| legal.clone().project(&self.game.fields)).collect();
        let alive = Plain::Any(possible);
        let ended = Plain::All(vec![alive.clone().negated(), zero]);
        let played = some(before, vec![one_less, Plain::Any(vec![wins, loses])]);
        let should = Plain::Any(vec![ended, Plain::All(vec![alive, played])]);
        self.add("best play has the claimed number of plies", vec![claimed.clone(), should.negated()]);
        let none = claimed.project(&self.game.fields).negated();
        self.add("every position has a number of plies", vec![none]);
    }

    fn values(&mut self, count: usize) {
        let options: Vec<Plain> = (0..count).map(|value| self.options_of(value, count)).collect();
        for value in 0..count {
            let claimed = self.at_fields(value);
            let name = format!("no option of a position of value {value} has it");
            self.add(name, vec![claimed.clone(), options[value].clone()]);
            let missing = options[..value].iter().map(|has| has.clone().negated()).collect();
            let name = format!("a position of value {value} has options of every smaller value");
            self.add(name, vec![claimed, Plain::Any(missing)]);
        }
        let none = (0..count).map(|value| self.at_fields(value).negated()).collect();
        self.add("every position has a value", none);
    }

    fn options_of(&self, value: usize, count: usize) -> Plain {
        let once = self.game.moves.iter().zip(&self.moves);
        let mut any: Vec<Plain> =
            once.map(|(step, legal)| self.leads(step, legal, |to| Plain::Claimed(value, to))).collect();
        for (split, legal) in self.game.splits.iter().zip(&self.splits) {
            // Every choice of values for the parts with this nim-sum.
            let mut choices: Vec<Vec<usize>> = vec![vec![]];
            for _ in &split.parts {
                choices = choices.iter().flat_map(|c| (0..count).map(move |v| [&c[..], &[v]].concat())).collect();
            }
            let mut sums: Vec<Plain> = Vec::new();
            for choice in choices.iter().filter(|choice| choice.iter().fold(0, |sum, v| sum ^ v) == value) {
                let parts = split.parts.iter().zip(choice).map(|(part, &v)| Plain::Claimed(v, part.clone()));
                sums.push(Plain::All(parts.collect()));
            }
            any.push(Plain::All(vec![legal.clone(), Plain::Any(sums)]).project(&self.game.fields));
        }
        Plain::Any(any)
    }
}

fn differ(a: Plain, b: Plain) -> Plain {
    let both = Plain::All(vec![a.clone(), b.clone().negated()]);
    Plain::Any(vec![both, Plain::All(vec![a.negated(), b])])
}
