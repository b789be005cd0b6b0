//! A pattern found without a claim: a table of solved positions, an automaton learned from it, a larger table that it
//! must agree with, and a proof for all sizes. Base 2 first, then Zeckendorf's system.
//!
//! What is learned is only a guess; what is returned as found is proved. A negative says how far was looked.

use crate::notions::Notions;
use crate::relations::{certificate_table, relations};
use crate::solved::{Asked, Solved, Unsolved};
use crate::{BUDGET, Subject};
use grundy_answer::Watch;
use grundy_automata::sentence::{self, Moves, OutcomeClaim, Verdict};
use grundy_automata::{Arith, Digits, Learning, Machine, OutOfBudget, Rel, Table, Var, learn};
use grundy_proof::{Certificate, Claim, Convention, Slot, Translated};
use std::cell::RefCell;
use std::fmt;

/// Which pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The P-positions.
    Outcome,
    /// The Grundy function.
    Grundy,
}

/// A pattern proved for all sizes.
#[derive(Clone, Debug)]
pub struct Found {
    /// Which it is.
    pub kind: Kind,
    /// In words, where a known description is equal to it.
    pub name: Option<String>,
    /// States of its automata together.
    pub states: usize,
    /// How numbers are written.
    pub system: Digits,
    /// How many digits the table had that it was learned from.
    pub digits: usize,
    /// What was proved.
    pub pattern: Pattern,
    /// A measure that falls with every move.
    pub weights: Vec<u32>,
}

/// A proved pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// The P-positions, and for each repeated step from where repeating it reaches one.
    Outcome(OutcomeClaim),
    /// The graph of the Grundy function and the variable of the value.
    Graph(Rel, Var),
    /// For each Grundy value the positions that have it.
    Values(Vec<Rel>),
}

/// Why none was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// No automaton with at most so many states fits the table.
    pub states: usize,
    /// The digits of the largest table.
    pub digits: usize,
    /// In words.
    pub reason: String,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// Looks for a pattern of the translated rules.
pub fn pattern(
    subject: &Subject,
    translated: &Translated,
    kind: Kind,
    budget: usize,
    watch: &dyn Watch,
) -> Result<Found, NotFound> {
    if kind == Kind::Grundy && translated.convention != Convention::Normal {
        let sums = if translated.game.splits.is_empty() { "" } else { ", which sums of positions need" };
        let reason = format!("the rules say misère play, in which there are no Grundy values{sums}");
        return Err(NotFound { states: 0, digits: 0, reason });
    }
    let mut best = NotFound { states: 0, digits: 0, reason: String::new() };
    // Sums of positions add their values by nim-sum.
    let sums = kind == Kind::Grundy && !translated.game.splits.is_empty();
    let read = |digits: &Digits| notions(translated).are_read_in(*digits) && !(sums && *digits != Digits::Base2);
    let systems: Vec<Digits> = [Digits::Base2, Digits::Zeckendorf].into_iter().filter(read).collect();
    let fields: Vec<bool> = translated.slots.iter().map(|slot| !matches!(slot, Slot::Param { .. })).collect();
    let every = vec![true; fields.len()];
    let mut choices = vec![fields.clone()];
    if fields != every && every.len() <= 4 {
        choices.push(every);
    }
    for system in systems {
        let arith = Arith::watched(system, budget, watch);
        for learned in &choices {
            let search = Search { subject, translated, kind, arith: &arith, learned, watch };
            match search.run() {
                Ok(found) => return Ok(found),
                Err(failed) => {
                    if failed.states >= best.states {
                        (best.states, best.digits) = (failed.states, failed.digits);
                    }
                    let system = if system == Digits::Base2 { "base 2" } else { "Zeckendorf's system" };
                    let text = format!("in {system}: {}", failed.reason);
                    best.reason = if best.reason.is_empty() { text } else { format!("{}; {text}", best.reason) };
                }
            }
        }
    }
    Err(best)
}

struct Search<'a, 'w> {
    subject: &'a Subject,
    translated: &'a Translated,
    kind: Kind,
    arith: &'a Arith<'w>,
    /// Which slots the automaton reads; the others are parameters that the pattern should not depend on.
    learned: &'a [bool],
    watch: &'w dyn Watch,
}

/// A Grundy value's variable.
pub(crate) const VALUE: Var = Var(1 << 23);

impl Search<'_, '_> {
    fn run(&self) -> Result<Found, NotFound> {
        let none = |reason: String| NotFound { states: 0, digits: 0, reason };
        let moves = relations(self.arith, &self.translated.game, None).map_err(|out| none(out.to_string()))?;
        let weights = weights(self.arith, &moves).map_err(none)?;
        // Per form, in the order tried.
        let mut worst = [none("no table could be made".to_string()), none("no table could be made".to_string())];
        let arity = self.learned.iter().filter(|learned| **learned).count();
        let mut tables = Tables::new(self);
        let lengths = lengths(self.arith.digits(), arity);
        for (at, &length) in lengths.iter().enumerate() {
            if length > USUAL && tables.moves() > FEW {
                break;
            }
            let larger = lengths.get(at + 1).copied().filter(|&larger| larger <= USUAL || tables.moves() <= FEW);
            for (form, worst) in [Form::Relation, Form::Values].into_iter().zip(&mut worst) {
                // Outcomes have one form only.
                if self.kind == Kind::Outcome && form == Form::Relation {
                    continue;
                }
                match self.attempt(&moves, &weights, &mut tables, form, length, larger) {
                    Ok(found) => return Ok(found),
                    Err(Failed::Enough(reason)) => return Err(none(reason)),
                    Err(Failed::Larger(0, _)) => {}
                    Err(Failed::Larger(states, reason)) => {
                        *worst = NotFound { states: worst.states.max(states), digits: length, reason };
                    }
                }
            }
        }
        // States that are told apart by a table are told apart by every larger one, so fewer do not fit.
        let [relation, values] = worst;
        let mut worst = if (1..=values.states).contains(&relation.states) { relation } else { values };
        if let Some(fewer) = worst.states.checked_sub(1) {
            worst.states = fewer;
            worst.reason = format!(
                "no automaton with at most {fewer} states fits the table of {} digits ({})",
                worst.digits, worst.reason
            );
        }
        Err(worst)
    }

    fn attempt(
        &self,
        moves: &Moves,
        weights: &[u32],
        tables: &mut Tables,
        form: Form,
        length: usize,
        larger: Option<usize>,
    ) -> Result<Found, Failed> {
        let graph = self.kind == Kind::Grundy && form == Form::Relation;
        let arity = self.learned.iter().filter(|learned| **learned).count() + usize::from(graph);
        let cells = |length: usize| (arity * length) as u32;
        if cells(length) > 18 {
            return Err(Failed::Larger(0, "the table is too large".to_string()));
        }
        let table = tables.table(form, length)?;
        let machine = learn(&table, Learning { look_ahead: 1, most: 400 })
            .map_err(|none| Failed::Larger(none.states, "it grows with the table".to_string()))?;
        if let Some(larger) = larger.filter(|&larger| cells(larger) <= 18) {
            let table = tables.table(form, larger)?;
            if let Some(tuple) = machine.disagreement(&table) {
                let place: Vec<String> = tuple.iter().map(u64::to_string).collect();
                let reason = format!("one of {} fits, and fails at ({})", machine.states(), place.join(", "));
                return Err(Failed::Larger(machine.states(), reason));
            }
        }
        let states = machine.states();
        let failed = |reason: String| Failed::Larger(states, format!("one of {states} fits: {reason}"));
        let pattern = self.prove(moves, &machine, form, length).map_err(failed)?;
        let states = pattern.rels().iter().map(|rel| rel.states()).sum();
        let name = self.name(&pattern);
        let system = self.arith.digits();
        Ok(Found { kind: self.kind, name, states, system, digits: length, pattern, weights: weights.to_vec() })
    }

    fn prove(&self, moves: &Moves, machine: &Machine, form: Form, length: usize) -> Result<Pattern, String> {
        let arith = self.arith;
        let out = |out: OutOfBudget| out.to_string();
        let (pattern, verdict) = match (self.kind, form) {
            (Kind::Outcome, _) => {
                let p = arith.learned(machine, |value| value == 1).map_err(out)?;
                let repeats = self.repeats(moves, &p, length)?;
                let claim = OutcomeClaim { p, repeats };
                let verdict = sentence::outcome(arith, moves, &claim, convention(self.translated.convention));
                (Pattern::Outcome(claim), verdict)
            }
            (Kind::Grundy, Form::Relation) => {
                let graph = arith.learned(machine, |value| value == 1).map_err(out)?;
                let verdict = sentence::grundy(arith, moves, VALUE, &graph);
                (Pattern::Graph(graph, VALUE), verdict)
            }
            (Kind::Grundy, Form::Values) => {
                let most = machine.values().into_iter().filter(|&value| value < crate::solved::NO_POSITION).max();
                let most = most.unwrap_or(0);
                if most > 24 {
                    return Err("too many values".to_string());
                }
                let sets: Vec<Rel> = (0..=most)
                    .map(|value| {
                        let set = arith.learned(machine, |other| other == value)?;
                        arith.widen(&set, &moves.position)
                    })
                    .collect::<Result<_, _>>()
                    .map_err(out)?;
                let verdict = sentence::grundy_values(arith, moves, &sets);
                (Pattern::Values(sets), verdict)
            }
        };
        match verdict {
            Verdict::Proved => Ok(pattern),
            Verdict::Refuted(refutation) => Err(format!("it is refuted at {}", refutation.at)),
            Verdict::Undecided(reason) => Err(reason.to_string()),
        }
    }

    /// For each repeated step, from where repeating it reaches P: learned from what the table of P says.
    fn repeats(&self, moves: &Moves, p: &Rel, length: usize) -> Result<Vec<Rel>, String> {
        let arith = self.arith;
        let out = |out: OutOfBudget| out.to_string();
        let mut found = Vec::new();
        for step in &moves.repeats {
            let position = &moves.position;
            let tuple_of = |at: &[u64]| at.iter().map(|&value| u128::from(value)).collect::<Vec<_>>();
            // One step from a tuple: the step is a function on fields, so its only image is searched for.
            let next = |at: &[u64]| -> Option<Vec<u64>> {
                let fixed: Vec<(Var, u128)> = position.iter().copied().zip(tuple_of(at)).collect();
                let after = arith.fix(&step.rel, &fixed).ok()?.witness()?;
                let value = |(i, var): (usize, &Var)| match step.changed.iter().find(|(before, _)| before == var) {
                    Some((_, to)) => after.value(*to).and_then(|value| u64::try_from(value).ok()),
                    None => Some(at[i]),
                };
                position.iter().enumerate().map(value).collect()
            };
            let reaches = |at: &[u64]| -> u32 {
                let mut at = at.to_vec();
                for _ in 0..1 << 16 {
                    match next(&at) {
                        None => return 0,
                        Some(there) if p.accepts(&tuple_of(&there)) => return 1,
                        Some(there) => at = there,
                    }
                }
                0
            };
            let table = arith.table(position, length, |at| reaches(at)).map_err(out)?;
            let machine = learn(&table, Learning::default())
                .map_err(|none| format!("no automaton of {} states for the repeated step", none.states))?;
            found.push(arith.learned(&machine, |value| value == 1).map_err(out)?);
        }
        Ok(found)
    }

    fn name(&self, pattern: &Pattern) -> Option<String> {
        let names: Vec<(Var, &str)> = self
            .translated
            .game
            .fields
            .iter()
            .zip(&self.translated.names)
            .map(|(var, name)| (Var(var.0), name.as_str()))
            .collect();
        match pattern {
            Pattern::Outcome(claim) => grundy_automata::name(self.arith, &claim.p, &names),
            Pattern::Graph(graph, value) => grundy_automata::name_function(self.arith, graph, *value, &names),
            Pattern::Values(sets) => {
                let each: Option<Vec<String>> = sets
                    .iter()
                    .enumerate()
                    .map(|(value, set)| {
                        grundy_automata::name(self.arith, set, &names).map(|name| format!("{value} where {name}"))
                    })
                    .collect();
                each.map(|each| each.join("; "))
            }
        }
    }
}

/// A convention of the checker as one of the automata.
pub(crate) fn convention(convention: Convention) -> sentence::Convention {
    match convention {
        Convention::Normal => sentence::Convention::Normal,
        Convention::Misere => sentence::Convention::Misere,
    }
}

/// Weights under which every move falls and the domain is kept; else why there is no induction.
pub(crate) fn weights(arith: &Arith, moves: &Moves) -> Result<Vec<u32>, String> {
    let weights = sentence::weigh(arith, moves, 3).map_err(|out| out.to_string())?;
    let weights = weights.ok_or("no sum of the fields with weights up to 3 falls with every move")?;
    match sentence::closed(arith, moves) {
        Verdict::Proved => Ok(weights),
        Verdict::Refuted(refutation) => Err(format!("a move from {} leaves the positions spoken of", refutation.at)),
        Verdict::Undecided(out) => Err(out.to_string()),
    }
}

impl Pattern {
    /// Its automata.
    pub fn rels(&self) -> Vec<&Rel> {
        match self {
            Pattern::Outcome(claim) => std::iter::once(&claim.p).chain(&claim.repeats).collect(),
            Pattern::Graph(graph, _) => vec![graph],
            Pattern::Values(sets) => sets.iter().collect(),
        }
    }
}

impl Found {
    /// The certificate; `None` where the pattern is larger than the format allows.
    pub fn certificate(&self, subject: &Subject, translated: &Translated, rules: &str) -> Option<Certificate> {
        let position: Vec<Var> = translated.game.fields.iter().map(|var| Var(var.0)).collect();
        let arith = Arith::new(self.system, BUDGET);
        let table = |rel: &Rel, more: &[Var]| {
            let wide = arith.widen(rel, &[&position[..], more].concat()).ok()?;
            certificate_table(&wide).ok()
        };
        let claim = match &self.pattern {
            Pattern::Outcome(claim) => Claim::Outcome {
                convention: translated.convention,
                p: table(&claim.p, &[])?,
                repeats: claim.repeats.iter().map(|rel| table(rel, &[])).collect::<Option<_>>()?,
            },
            Pattern::Graph(graph, value) => Claim::Grundy(table(graph, &[*value])?),
            Pattern::Values(sets) => Claim::Values(sets.iter().map(|set| table(set, &[])).collect::<Option<_>>()?),
        };
        Some(Certificate {
            game: subject.text(),
            rules: grundy_proof::sha256(rules.as_bytes()),
            digits: match self.system {
                Digits::Base2 => grundy_proof::Digits::Base2,
                Digits::Zeckendorf => grundy_proof::Digits::Zeckendorf,
            },
            weights: self.weights.clone(),
            claim,
        })
    }
}

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Whether a tuple, for Grundy functions with its value, belongs to the pattern.
    Relation,
    /// The value itself.
    Values,
}

enum Failed {
    /// A larger table may do.
    Larger(usize, String),
    /// None will.
    Enough(String),
}

struct Tables<'a, 'w> {
    search: &'a Search<'a, 'w>,
    solved: RefCell<Solved<'a>>,
}

/// Tables of more digits are made only where the smaller ones took few moves.
const USUAL: usize = 11;
const FEW: u64 = 60_000;

/// Number fields stay below this on the way to the end of play.
const LARGE: i64 = 1 << 20;

impl<'a, 'w> Tables<'a, 'w>
where
    'w: 'a,
{
    fn new(search: &'a Search<'a, 'w>) -> Self {
        let asked = match search.kind {
            Kind::Outcome => Asked::Outcome(search.translated.convention),
            Kind::Grundy => Asked::Grundy,
        };
        let slots = &search.translated.slots;
        let solved = Solved::new(search.subject, slots, asked, LARGE, search.watch);
        Tables { search, solved: RefCell::new(solved) }
    }

    /// How many moves were looked at.
    fn moves(&self) -> u64 {
        self.solved.borrow().moves()
    }

    fn table(&mut self, form: Form, length: usize) -> Result<Table, Failed> {
        let search = self.search;
        let graph = search.kind == Kind::Grundy && form == Form::Relation;
        let fields = &search.translated.game.fields;
        let learned: Vec<Var> =
            fields.iter().zip(search.learned).filter(|(_, learned)| **learned).map(|(var, _)| Var(var.0)).collect();
        let vars: Vec<Var> = learned.iter().copied().chain(graph.then_some(VALUE)).collect();
        let failure: RefCell<Option<Unsolved>> = RefCell::new(None);
        let value = |tuple: &[u64]| -> u32 {
            if failure.borrow().is_some() {
                return 0;
            }
            let mut given = tuple.iter();
            let next = |learned: &bool| if *learned { *given.next().expect("one for each") } else { OPEN };
            let at: Vec<u64> = search.learned.iter().map(next).collect();
            match self.solved.borrow_mut().value(&at) {
                Ok(value) if graph => u32::from(Some(&u64::from(value)) == tuple.last()),
                Ok(value) if search.kind == Kind::Outcome => u32::from(value == 1),
                Ok(value) => value,
                Err(unsolved) => {
                    *failure.borrow_mut() = Some(unsolved);
                    0
                }
            }
        };
        let table = search.arith.table(&vars, length, value);
        match failure.into_inner() {
            Some(Unsolved::Stopped(stop)) => return Err(Failed::Enough(stop.to_string())),
            Some(Unsolved::Unfit(reason)) => return Err(Failed::Enough(reason)),
            None => {}
        }
        table.map_err(|out| Failed::Enough(out.to_string()))
    }
}

/// A parameter that the pattern should not depend on: well above the numbers of a table, and small enough for its
/// sets to be written out.
const OPEN: u64 = 300;

/// The digits of the tables tried, in order.
fn lengths(system: Digits, arity: usize) -> Vec<usize> {
    match (system, arity) {
        (Digits::Base2, 0 | 1) => vec![4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
        (Digits::Base2, 2) => vec![2, 3, 4, 5, 6],
        (Digits::Base2, 3) => vec![2, 3, 4],
        (Digits::Base2, 4) => vec![2, 3],
        (Digits::Base2, _) => vec![2],
        (Digits::Zeckendorf, 0 | 1) => vec![5, 6, 7, 8, 9, 10],
        (Digits::Zeckendorf, 2) => vec![4, 5, 6, 7, 8],
        (Digits::Zeckendorf, 3) => vec![4, 5],
        (Digits::Zeckendorf, _) => vec![3],
    }
}

/// What the moves and the domain speak of.
fn notions(translated: &Translated) -> Notions {
    let game = &translated.game;
    let steps = game.moves.iter().chain(&game.repeats).map(|step| &step.legal);
    Notions::of(steps.chain(game.splits.iter().map(|split| &split.legal)).chain(&game.domain))
}
