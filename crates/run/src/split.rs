//! A claimed decomposition: the parts of a set field that its relation connects. Whether the game is the sum of its
//! parts is proved by `rule` or checked by `solve`; this file only takes positions apart.

use crate::eval::Machine;
use crate::fault::Halt;
use crate::game::Game;
use crate::moves::Faulty;
use crate::state::{State, Stored, ones};
use crate::value::Value;
use grundy_rule::{Diagnostic, SplitBy};

/// Which elements of a field are kept together.
#[derive(Clone, Debug)]
pub struct Adjacency {
    /// The field.
    pub field: usize,
    /// For each element, the others it is kept together with.
    pub neighbours: Vec<Vec<u32>>,
}

impl Game {
    /// What each `split` line keeps together, in order.
    pub fn adjacencies(&self) -> Faulty<Vec<Adjacency>> {
        let mut all = Vec::new();
        for split in &self.rules.splits {
            let universe = self.universe(split.field).expect("only sets are split").clone();
            let mut neighbours = vec![Vec::new(); universe.len()];
            let mut machine = Machine::new(&self.params, &self.constants, &self.rules.defs, &self.rules.enums);
            machine.game = Some(self);
            let mut join = |a: usize, b: usize| {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            };
            match &split.by {
                SplitBy::Steps(code) => {
                    let steps = machine.value(&code.expr).map_err(|halt| fault(halt, split.span))?;
                    for a in 0..universe.len() {
                        for step in steps.elements().unwrap_or(&[]) {
                            if let Some(b) = shifted(&universe.element(a), step).and_then(|to| universe.rank(&to)) {
                                join(a, b);
                            }
                        }
                    }
                }
                SplitBy::Relation(code) => {
                    for a in 0..universe.len() {
                        for b in 0..universe.len() {
                            machine.locals.clear();
                            machine.locals.resize(code.locals.max(2), Value::None);
                            machine.bind(0, universe.element(a));
                            machine.bind(1, universe.element(b));
                            if a != b && machine.holds(&code.expr).map_err(|halt| fault(halt, split.span))? {
                                join(a, b);
                            }
                        }
                    }
                }
            }
            for list in &mut neighbours {
                list.sort_unstable();
                list.dedup();
            }
            all.push(Adjacency { field: split.field, neighbours });
        }
        Ok(all)
    }
}

fn fault(halt: Halt, span: grundy_rule::Span) -> Box<Diagnostic> {
    match halt {
        Halt::Fault(diagnostic) => diagnostic,
        Halt::Undefined => Box::new(Diagnostic::new("E31", span, "this split is undefined", "check its steps")),
    }
}

fn shifted(cell: &Value, step: &Value) -> Option<Value> {
    let (a, b) = (cell.numbers()?, step.numbers()?);
    Some(Value::tuple(a.iter().zip(&b).map(|(a, b)| Value::Int(a + b)).collect()))
}

impl Adjacency {
    /// The connected parts of the field, as states that differ from the given one in that field alone. A state whose
    /// field is empty has no parts.
    pub fn parts(&self, state: &State) -> Vec<State> {
        let Stored::Set(bits) = &state.fields[self.field] else { return vec![state.clone()] };
        let mut left: Vec<u64> = bits.clone();
        let mut parts = Vec::new();
        let mut waiting: Vec<u32> = Vec::new();
        loop {
            let first = ones(&left).next();
            let Some(first) = first else { return parts };
            let mut part = vec![0u64; bits.len()];
            left[first / 64] &= !(1 << (first % 64));
            waiting.push(first as u32);
            while let Some(here) = waiting.pop() {
                part[here as usize / 64] |= 1 << (here % 64);
                for &next in &self.neighbours[here as usize] {
                    let (word, bit) = (next as usize / 64, 1u64 << (next % 64));
                    if left[word] & bit != 0 {
                        left[word] &= !bit;
                        waiting.push(next);
                    }
                }
            }
            let mut copy = state.clone();
            copy.fields[self.field] = Stored::Set(part);
            parts.push(copy);
        }
    }
}
