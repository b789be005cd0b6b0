//! Definitions that call themselves, as automata: guessed from their values, and proved by their own equation.
//!
//! Let D be a set of arguments such that, for arguments in D, every call that is made has smaller arguments (a sum of some of
//! them falls) and these lie in D. Then evaluation ends on D, and a function that satisfies the defining equation on D is the
//! one that is defined: by induction. D and the function are learned from a table; both conditions are then decided.

use crate::Subject;
use crate::builder::{Builder, var};
use crate::notions::Notions;
use crate::subject::state;
use grundy_automata::{Arith, Comparison, Learning, OutOfBudget, Rel, Var, learn};
use grundy_proof::{Called, Definition, Formula, Relation, Term};
use grundy_rule::{Expr, Kind, Span, Type};
use grundy_run::{Game, State, Value};
use std::sync::Arc;

/// A definition that is proved to be this function of its arguments.
pub struct Recursive {
    args: Vec<Var>,
    /// Over the arguments and [`RESULT`]: one value for all arguments, 0 where nothing is proved.
    graph: Rel,
    /// Where it is proved.
    domain: Rel,
}

/// The variable of the value, and the first of those that stand for arguments of a call.
const RESULT: Var = Var((1 << 26) - 1);
const ARGUMENTS: u32 = 1 << 26;

/// Values from here on are not learned; the mark of undefined ones.
const MOST: u32 = 25;
const UNDEFINED: u32 = 99;

/// The digits of the tables tried.
fn lengths(arity: usize) -> &'static [usize] {
    match arity {
        1 => &[4, 5, 6, 7, 8, LONGEST],
        2 => &[3, 4, 5],
        3 | 4 => &[2, 3],
        5..=8 => &[2],
        _ => &[],
    }
}

/// Numbers of tables have at most so many digits.
const LONGEST: usize = 9;

impl Recursive {
    /// The function of a definition, if an automaton for it is found and proved; else why not.
    pub fn new(subject: &Subject, definition: &Definition, arith: &Arith) -> Result<Recursive, String> {
        let name = &subject.rules().defs[definition.def].name;
        let unlike = definition.calls.iter().any(|call| call.def != definition.def);
        let mut named = Vec::new();
        definition.calls.iter().for_each(|call| named.push(call.is));
        named.extend(&definition.args);
        if unlike || !speaks_of(&named, definition) || definition.args.is_empty() {
            return Err(format!("`{name}` calls others, or reads more than its arguments"));
        }
        if !Notions::of(&said(definition)).are_read_in(arith.digits()) {
            return Err(format!("`{name}` speaks of what these digits do not show"));
        }
        let args: Vec<Var> = definition.args.iter().copied().map(var).collect();
        let bounds = vec![1 << LONGEST; subject.rules().fields.len()];
        let game = subject.world.game(subject.key, subject.params.clone(), bounds).map_err(|no| no.cause.clone())?;
        let evaluated = Evaluated { game, definition };
        let mut reason = format!("`{name}` calls itself, and no automaton was found for it");
        for &length in lengths(args.len()) {
            let table = arith.table(&args, length, |at| evaluated.value(at));
            let Ok(machine) = table.map(|table| learn(&table, Learning { look_ahead: 1, most: 200 })) else { break };
            let Ok(machine) = machine else { continue };
            if machine.values().iter().any(|value| *value >= MOST && *value != UNDEFINED) {
                break;
            }
            let guess = || -> Result<Option<Recursive>, OutOfBudget> {
                let domain = arith.widen(&arith.learned(&machine, |value| value != UNDEFINED)?, &args)?;
                let mut values = Vec::new();
                for one in machine.values() {
                    let set = arith.learned(&machine, |value| value == one)?;
                    let shown = if one == UNDEFINED { 0 } else { u128::from(one) };
                    values.push(arith.and(&[&set, &arith.constant(RESULT, shown)?])?);
                }
                let graph = arith.or(&values.iter().collect::<Vec<_>>())?;
                let graph = arith.widen(&graph, &[&args[..], &[RESULT]].concat())?;
                let guess = Recursive { args: args.clone(), graph, domain };
                Ok(guess.satisfies(arith, definition)?.then_some(guess))
            };
            match guess() {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => {}
                Err(out) => reason = format!("`{name}` calls itself; {out}"),
            }
        }
        Err(reason)
    }

    /// Whether the function satisfies the equation on its domain, and calls there are smaller and stay there.
    fn satisfies(&self, arith: &Arith, definition: &Definition) -> Result<bool, OutOfBudget> {
        let mut builder = Builder::new(arith);
        for call in &definition.calls {
            self.determine(arith, &mut builder, call)?;
        }
        let value = Formula::Compare(Term::Var(grundy_proof::Var(RESULT.0)), Relation::Equal, definition.value.clone());
        let said = builder.closed(&value)?;
        let defined = builder.closed(&definition.defined)?;
        let wrong = |truth: &[bool]| truth[0] && (!truth[3] || truth[1] != truth[2]);
        if arith.find(&[&self.domain, &self.graph, &said, &defined], wrong)?.is_some() {
            return Ok(false);
        }
        let weights = (1..1u32 << self.args.len()).rev();
        for some in weights {
            let mut ends = true;
            for call in &definition.calls {
                let falls: Vec<(Var, i64)> = (0..self.args.len())
                    .filter(|at| some >> at & 1 == 1)
                    .flat_map(|at| [(argument(at), 1), (self.args[at], -1)])
                    .collect();
                let smaller = arith.linear(&falls, Comparison::Le, -1)?;
                let inside = self.inside(arith, &mut builder, call, Some(&smaller))?;
                let path = builder.closed(&call.path)?;
                let escapes = |truth: &[bool]| truth[0] && truth[1] && !truth[2];
                ends &= arith.find(&[&self.domain, &path, &inside], escapes)?.is_none();
            }
            if ends {
                return Ok(true);
            }
        }
        Ok(definition.calls.is_empty())
    }

    /// Adds the variable of a call to those that the builder knows.
    pub fn determine(&self, arith: &Arith, builder: &mut Builder, call: &Called) -> Result<(), OutOfBudget> {
        let is = var(call.is);
        let mut rename: Vec<(Var, Var)> = self.args.iter().enumerate().map(|(at, arg)| (*arg, argument(at))).collect();
        rename.push((RESULT, is));
        let graph = arith.rename(&self.graph, &rename)?;
        let some = self.applied(arith, builder, call, &[&graph])?;
        let none = arith.not(&arith.exists(&some, &[is])?)?;
        let zero = arith.and(&[&none, &arith.constant(is, 0)?])?;
        let all = arith.or(&[&some, &zero])?;
        builder.determine(is, all);
        Ok(())
    }

    /// Where the arguments of a call lie in the domain, and `also` holds of them.
    pub fn inside(
        &self,
        arith: &Arith,
        builder: &mut Builder,
        call: &Called,
        also: Option<&Rel>,
    ) -> Result<Rel, OutOfBudget> {
        let rename: Vec<(Var, Var)> = self.args.iter().enumerate().map(|(at, arg)| (*arg, argument(at))).collect();
        let domain = arith.rename(&self.domain, &rename)?;
        let rels: Vec<&Rel> = std::iter::once(&domain).chain(also).collect();
        self.applied(arith, builder, call, &rels)
    }

    /// Relations over the variables of arguments, these replaced by the arguments of a call.
    fn applied(&self, arith: &Arith, builder: &mut Builder, call: &Called, rels: &[&Rel]) -> Result<Rel, OutOfBudget> {
        // One argument after the other: few variables meet at once.
        let mut rel = arith.and(rels)?;
        for (at, term) in call.args.iter().enumerate() {
            let own = argument(at);
            if let Term::Var(of) = term
                && !builder.is_determined(var(*of))
                && !rel.vars().contains(&var(*of))
            {
                rel = arith.rename(&rel, &[(own, var(*of))])?;
                continue;
            }
            let own_term = Term::Var(grundy_proof::Var(own.0));
            let equal = builder.closed(&Formula::Compare(own_term, Relation::Equal, term.clone()))?;
            rel = arith.and_exists(&[&rel, &equal], &[own])?;
        }
        Ok(rel)
    }
}

fn argument(at: usize) -> Var {
    Var(ARGUMENTS + at as u32)
}

/// Whether a definition names no other variables.
fn speaks_of(named: &[grundy_proof::Var], definition: &Definition) -> bool {
    let mut found = Vec::new();
    said(definition).iter().for_each(|formula| grundy_proof::named(formula, &mut found));
    found.iter().all(|var| named.contains(var))
}

/// All formulas of a definition, terms as comparisons.
fn said(definition: &Definition) -> Vec<Formula> {
    let formula = |term: &Term| Formula::Compare(term.clone(), Relation::Equal, Term::Constant(0));
    let calls = definition.calls.iter();
    let calls = calls.flat_map(|call| call.args.iter().map(formula).chain([call.path.clone()]));
    calls.chain([formula(&definition.value), definition.defined.clone()]).collect()
}

/// The values of a definition by the rules themselves.
struct Evaluated<'a> {
    game: Arc<Game>,
    definition: &'a Definition,
}

impl Evaluated<'_> {
    /// The value at these arguments; the mark of undefined ones if it has none in time.
    fn value(&self, at: &[u64]) -> u32 {
        let of = |kind: Kind| Expr { kind, ty: Type::Int, span: Span::default() };
        let number = |number: &u64| of(Kind::Int(*number as i64));
        let mut arguments: Vec<Expr> = at.iter().map(number).collect();
        let mut here = State { fields: Vec::new() };
        if let Some(places) = &self.definition.places {
            let others = at.len() - places.slots.len();
            let Some(fields) = state(&self.game, &places.slots, &at[others..]) else { return UNDEFINED };
            here = fields;
            arguments.truncate(others);
            arguments.insert(places.scale, of(Kind::Int(1)));
        }
        match self.game.machine(here).value(&of(Kind::Call(self.definition.def, arguments))) {
            Ok(Value::Bool(value)) => u32::from(value),
            Ok(Value::Int(value)) => u32::try_from(value).unwrap_or(MOST).min(MOST),
            _ => UNDEFINED,
        }
    }
}
