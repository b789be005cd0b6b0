//! Sets that the body of a loop makes: their conditions are tried for all elements of the loop at once, before it, and
//! the loop only looks up its own bit.

use crate::cond::Lane;
use crate::maker::{Maker, Res};
use crate::set::{hoisted, rest_of};
use crate::table::{Hull, Table, Val, Var, numbering, words_of};
use crate::word::{ONE, Word, ZERO};
use cranelift_codegen::ir::types::I64;
use grundy_rule::{Binder, Expr, Source};
use grundy_run::Value;

/// Elements that are in the set where a condition holds.
struct Leaf {
    /// Which instance of the first binder it comes from.
    group: usize,
    holds: Vec<Word>,
    elements: Table,
}

impl Maker<'_, '_> {
    /// The set, if it depends on the element of the loop around it and every condition can be tried beforehand.
    pub fn built_in_loop(
        &mut self,
        binders: &[Binder],
        filter: Option<&Expr>,
        body: &Expr,
        hull: &Hull,
    ) -> Res<Option<Vec<Word>>> {
        let Some(real) = self.loop_var.clone() else { return Ok(None) };
        if filter.is_none() || binders.is_empty() {
            return Ok(None);
        }
        let ghost = self.var(real.size, None);
        let swap = |val: &Val, from: &Var, to: &Var| match val {
            Val::Table(table) if table.uses(from.id) => {
                let exchanged = |var: &Var| if var.id == from.id { to.clone() } else { var.clone() };
                let vars = table.vars.iter().map(exchanged).collect();
                Val::Table(Table { vars, cells: table.cells.clone() })
            }
            other => other.clone(),
        };
        let outer = self.env.clone();
        if !outer.iter().flatten().any(|val| matches!(val, Val::Table(table) if table.uses(real.id))) {
            return Ok(None);
        }
        self.env = outer.iter().map(|val| val.as_ref().map(|val| swap(val, &real, &ghost))).collect();
        let lane = Lane::plain(ghost.id, real.size);
        let mut leaves = Vec::new();
        let levels = hoisted(filter, binders);
        let full = self.full(Some(&lane));
        let found = self.leaves(binders, &levels, 0, body, &lane, full, 0, &mut leaves);
        self.env = outer;
        if found.is_err() || leaves.is_empty() {
            return Ok(None);
        }
        for leaf in &mut leaves {
            let Val::Table(table) = swap(&Val::Table(leaf.elements.clone()), &ghost, &real) else { unreachable!() };
            if table.vars.iter().any(|var| var.word.is_none()) {
                return Ok(None);
            }
            leaf.elements = table;
        }
        self.gathered(&leaves, real.word.expect("a loop runs"), hull).map(Some)
    }

    #[allow(clippy::too_many_arguments)]
    fn leaves(
        &mut self,
        binders: &[Binder],
        levels: &[Vec<Expr>],
        level: usize,
        body: &Expr,
        lane: &Lane,
        mut holds: Vec<Word>,
        group: usize,
        leaves: &mut Vec<Leaf>,
    ) -> Res<()> {
        self.step(1)?;
        for conjunct in &levels[level] {
            let cond = self.cond(conjunct, Some(lane))?;
            holds = self.all_and(&holds, &cond.holds);
        }
        if holds.iter().all(|word| *word == ZERO) {
            return Ok(());
        }
        if levels[level + 1..].iter().all(Vec::is_empty) {
            let rest = rest_of(binders, &vec![Vec::new(); levels.len()], level, body);
            let elements = self.tabulate(&rest, false)?.ok_or("not all at once")?;
            leaves.push(Leaf { group, holds, elements });
            return Ok(());
        }
        let Source::In(set) = &binders[level].source else { return Err("not all at once".to_string()) };
        let table = self.tabulate(set, false)?.ok_or("not all at once")?;
        let Some(Some(known)) = table.only() else { return Err("not all at once".to_string()) };
        for (number, element) in known.elements().unwrap_or(&[]).iter().enumerate() {
            self.bind(binders[level].local, Val::Table(Table::known(element.clone())));
            let group = if level == 0 { number } else { group };
            self.leaves(binders, levels, level + 1, body, lane, holds.clone(), group, leaves)?;
        }
        Ok(())
    }

    /// The elements of all leaves whose bit `index` is set; a group none of whose leaves has it is passed over.
    fn gathered(&mut self, leaves: &[Leaf], index: Word, hull: &Hull) -> Res<Vec<Word>> {
        let words = hull.len().div_ceil(64).max(1);
        let zero = self.w.value(ZERO);
        let variables: Vec<_> = (0..words)
            .map(|_| {
                let variable = self.w.b.declare_var(I64);
                self.w.b.def_var(variable, zero);
                variable
            })
            .collect();
        let number = numbering(hull);
        for group in leaves.chunk_by(|a, b| a.group == b.group) {
            let mut any = vec![ZERO; group[0].holds.len()];
            for leaf in group {
                any = self.all_or(&any, &leaf.holds);
            }
            let here = self.bit(&any, index);
            self.when(here, |m| {
                for leaf in group {
                    let masks: Vec<Vec<u64>> = leaf
                        .elements
                        .cells
                        .iter()
                        .map(|cell| {
                            let list = cell.as_ref().and_then(Value::elements).unwrap_or(&[]);
                            words_of(words * 64, list.iter().filter_map(&number))
                        })
                        .collect();
                    let mask = m.look_up_mask(&masks, &leaf.elements.vars)?;
                    let bit = if group.len() == 1 { ONE } else { m.bit(&leaf.holds, index) };
                    let spread = m.w.spread(bit);
                    for (&variable, word) in variables.iter().zip(mask) {
                        let kept = m.w.and(word, spread);
                        let sum = Word::Made(m.w.b.use_var(variable));
                        let sum = m.w.or(sum, kept);
                        let sum = m.w.value(sum);
                        m.w.b.def_var(variable, sum);
                    }
                }
                Ok(())
            })?;
        }
        Ok(variables.iter().map(|&variable| Word::Made(self.w.b.use_var(variable))).collect())
    }
}
