//! The moves of a game as relations.
//!
//! Invariant: a move speaks of the position's variables and of one new variable for each field it changes;
//! fields it does not change are shared, which halves the columns. Any further variables (how many were
//! taken, from where) are existentially quantified.

use crate::arith::Arith;
use crate::atom::ascending;
use crate::product::variables;
use crate::{OutOfBudget, Rel, Var};

/// A move from one position to one position.
#[derive(Clone, Debug)]
pub struct MoveRel {
    /// The changed fields: the variable before and the variable after the move.
    pub changed: Vec<(Var, Var)>,
    /// The relation between them.
    pub rel: Rel,
}

/// A move from one position to a sum of positions.
#[derive(Clone, Debug)]
pub struct SplitRel {
    /// The summands, each with one variable for each field of a position, in order. None: the empty sum.
    pub parts: Vec<Vec<Var>>,
    /// The relation between the position's variables and those of the parts.
    pub rel: Rel,
}

/// All moves there are. A position without moves is the end of play.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The fields of a position.
    pub position: Vec<Var>,
    /// The positions spoken of; `None`: all tuples. It must be closed under moves ([`super::closed`]).
    pub domain: Option<Rel>,
    /// Moves to one position.
    pub moves: Vec<MoveRel>,
    /// Steps of which a player makes any number, at least one, in one move: Euclid's game.
    pub repeats: Vec<MoveRel>,
    /// Moves to sums. Only Grundy values are decided with them.
    pub splits: Vec<SplitRel>,
}

impl MoveRel {
    /// `set`, a relation of a position and perhaps of other variables, read after the move.
    fn after(&self, arith: &Arith, set: &Rel) -> Result<Rel, OutOfBudget> {
        arith.rename(set, &self.changed)
    }

    /// The tuples over `kept` from which the move leads into `set`.
    pub(crate) fn leads_into(&self, arith: &Arith, set: &Rel, kept: &[Var]) -> Result<Rel, OutOfBudget> {
        let after = self.after(arith, set)?;
        let rels = [&self.rel, &after];
        arith.and_exists(&rels, &others(&rels, kept))
    }

    /// The positions where the move is possible.
    pub(crate) fn possible(&self, arith: &Arith, position: &[Var]) -> Result<Rel, OutOfBudget> {
        arith.exists(&self.rel, &others(&[&self.rel], position))
    }
}

impl Moves {
    /// Panics unless changed fields are fields, variables after a move are new and all different, and no move
    /// speaks of `value`, the variable of a claimed value: otherwise a sentence would say something else.
    pub(crate) fn assert_apart(&self, value: Option<Var>) {
        let new = |after: &[Var]| {
            let distinct = ascending(after).len() == after.len();
            assert!(distinct, "variables after a move are all different");
            let apart = after.iter().all(|var| !self.position.contains(var) && Some(*var) != value);
            assert!(apart, "variables after a move are no fields and no value");
        };
        assert_eq!(ascending(&self.position).len(), self.position.len(), "fields are all different");
        assert!(value.is_none_or(|value| !self.position.contains(&value)), "the value is no field");
        self.domain.iter().for_each(|domain| self.assert_claim(domain, None));
        let silent = |rel: &Rel| assert!(value.is_none_or(|value| !rel.vars.contains(&value)), "moves know no value");
        for step in self.moves.iter().chain(&self.repeats) {
            let (before, after): (Vec<Var>, Vec<Var>) = step.changed.iter().copied().unzip();
            assert!(before.iter().all(|var| self.position.contains(var)), "changed fields are fields");
            assert_eq!(ascending(&before).len(), before.len(), "a field is changed once");
            new(&after);
            silent(&step.rel);
        }
        for split in &self.splits {
            assert!(split.parts.iter().all(|part| part.len() == self.position.len()), "parts are positions");
            new(&split.parts.concat());
            silent(&split.rel);
        }
    }

    /// Panics if a claim speaks of anything but the fields and `value`.
    pub(crate) fn assert_claim(&self, claim: &Rel, value: Option<Var>) {
        let known = |var: &Var| self.position.contains(var) || Some(*var) == value;
        assert!(claim.vars.iter().all(known), "a claim speaks of fields and values only");
    }

    /// The positions with a move.
    pub(crate) fn alive(&self, arith: &Arith) -> Result<Rel, OutOfBudget> {
        let steps = self.moves.iter().chain(&self.repeats);
        let possible: Vec<Rel> = steps.map(|step| step.possible(arith, &self.position)).collect::<Result<_, _>>()?;
        arith.or(&possible.iter().collect::<Vec<_>>())
    }

    /// The domain over exactly the position's variables.
    pub(crate) fn positions(&self, arith: &Arith) -> Result<Rel, OutOfBudget> {
        match &self.domain {
            Some(domain) => arith.widen(domain, &self.position),
            None => arith.all(&self.position),
        }
    }
}

/// The variables of the relations that are not in `kept`.
pub(crate) fn others(rels: &[&Rel], kept: &[Var]) -> Vec<Var> {
    variables(rels).into_iter().filter(|var| !kept.contains(var)).collect()
}
