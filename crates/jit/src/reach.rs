//! `reach(A, E)`: pairs that are shifts of each other are followed together, until nothing new is found.

use crate::maker::{Maker, Res, hull};
use crate::table::{Hull, Set};
use crate::word::{ONE, Word, ZERO};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::types::I64;
use grundy_rule::{Binder, Expr, Kind};

/// Pairs whose second element comes so many places after the first: the first elements, where the pair is there.
struct Step {
    from: Vec<Word>,
    by: i64,
}

impl Maker<'_, '_> {
    /// All that can be reached from a set along pairs in either direction, among a hull.
    pub fn reach(&mut self, start: &Expr, pairs: &Expr, wanted: &Hull) -> Res<(Vec<Word>, Word)> {
        let (of_start, of_pairs) = (self.hull(start)?, self.hull(pairs)?);
        let ends = of_pairs.iter().flat_map(|pair| [pair.entry(0), pair.entry(1)]).flatten();
        let all = hull(of_start.iter().cloned().chain(ends).collect())?;
        let (first, ok) = self.set(start, &all)?;
        let mut steps = Vec::new();
        let given = self.steps(pairs, &all, &mut steps)?;
        let found = self.flooded(first, &steps)?;
        Ok((self.among(&Set { hull: all, words: found }, wanted), self.w.and(ok, given)))
    }

    /// Adds the steps that pairs make, and whether the pairs are defined.
    fn steps(&mut self, pairs: &Expr, all: &Hull, steps: &mut Vec<Step>) -> Res<Word> {
        match &pairs.kind {
            Kind::Call(number, arguments) => {
                let (ok, given) = self.call(*number, arguments, None, |m, body| m.steps(body, all, steps))?;
                Ok(self.w.and(ok, given[0]))
            }
            Kind::Build(binders, filter, body) => {
                let known = steps.len();
                let pick = self.widest(binders)?;
                if pick.is_some() && self.built_steps(binders, filter.as_deref(), body, pick, all, steps).is_ok() {
                    return Ok(ONE);
                }
                steps.truncate(known);
                self.built_steps(binders, filter.as_deref(), body, None, all, steps)?;
                Ok(ONE)
            }
            _ => Err("`reach` along pairs that are not compiled".to_string()),
        }
    }

    fn built_steps(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        pick: Option<usize>,
        all: &Hull,
        steps: &mut Vec<Step>,
    ) -> Res<()> {
        let words = all.len().div_ceil(64).max(1);
        self.instances(binders, filter, None, pick, &mut |m, condition, lane| {
            let table = m.tabulate(body, false)?.ok_or("`reach` along pairs that are not compiled")?;
            let of_lane = |id: u32| lane.is_some_and(|lane| lane.var == id);
            if table.vars.iter().any(|var| !of_lane(var.id)) {
                return Err("`reach` along pairs that are not compiled".to_string());
            }
            let rank = |cell: &Option<grundy_run::Value>, entry: usize| -> Option<i64> {
                let end = cell.as_ref()?.entry(entry)?;
                all.binary_search(&end).ok().map(|rank| rank as i64)
            };
            let place = |i: usize| lane.map_or(0, |lane| i64::from(lane.place[i]));
            // Where the first lies from its place in the lane, and the second from the first.
            let mut kinds: Vec<((i64, i64), Vec<usize>)> = Vec::new();
            for (i, cell) in table.cells.iter().enumerate() {
                let (Some(a), Some(b)) = (rank(cell, 0), rank(cell, 1)) else { continue };
                let kind = (a - place(i), b - a);
                match kinds.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, list)) => list.push(i),
                    None => kinds.push((kind, vec![i])),
                }
            }
            for ((moved, by), list) in kinds {
                m.step(1)?;
                let kept: Vec<Word> = match lane {
                    Some(lane) if table.uses(lane.var) => {
                        let mask: Vec<Word> = lane.mask(|i| list.contains(&i)).into_iter().map(Word::Known).collect();
                        m.all_and(&condition, &mask)
                    }
                    Some(_) => return Err("not all at once".to_string()),
                    None => condition.clone(),
                };
                let from = m.w.shifted(&kept, -moved, words);
                match steps.iter_mut().find(|step| step.by == by) {
                    Some(step) => step.from = m.all_or(&step.from, &from),
                    None => steps.push(Step { from, by }),
                }
            }
            Ok(())
        })
    }

    fn flooded(&mut self, first: Vec<Word>, steps: &[Step]) -> Res<Vec<Word>> {
        let words = first.len();
        let variables: Vec<_> = first
            .iter()
            .map(|&word| {
                let variable = self.w.b.declare_var(I64);
                let value = self.w.value(word);
                self.w.b.def_var(variable, value);
                variable
            })
            .collect();
        let (head, after) = (self.w.b.create_block(), self.w.b.create_block());
        self.w.b.ins().jump(head, &[]);
        self.w.b.switch_to_block(head);
        let found: Vec<Word> = variables.iter().map(|&variable| Word::Made(self.w.b.use_var(variable))).collect();
        let mut grown = found.clone();
        for step in steps {
            let leave = self.all_and(&found, &step.from);
            let forward = self.w.shifted(&leave, -step.by, words);
            let back = self.w.shifted(&found, step.by, words);
            let back = self.all_and(&back, &step.from);
            let both = self.all_or(&forward, &back);
            grown = self.all_or(&grown, &both);
        }
        let mut changed = ZERO;
        for ((&grown, &found), &variable) in grown.iter().zip(&found).zip(&variables) {
            let more = self.w.xor(grown, found);
            changed = self.w.or(changed, more);
            let value = self.w.value(grown);
            self.w.b.def_var(variable, value);
        }
        let changed = self.w.value(changed);
        self.w.b.ins().brif(changed, head, &[], after, &[]);
        self.w.b.switch_to_block(after);
        Ok(variables.iter().map(|&variable| Word::Made(self.w.b.use_var(variable))).collect())
    }
}
