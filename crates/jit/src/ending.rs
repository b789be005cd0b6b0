//! Verdict lines, the first that holds.

use crate::maker::{Maker, Res};
use crate::word::Word;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, MemFlags};
use grundy_rule::{VerdictResult, Who};
use grundy_run::Side;

/// What the code returns for each ending; 0 where no line holds.
pub const LEFT_WON: i64 = 1;
pub const RIGHT_WON: i64 = 2;
pub const DRAWN: i64 = 3;
pub const SCORED: i64 = 4;

impl Maker<'_, '_> {
    /// Tries all verdict lines; the points of `score` are written to `score`.
    pub fn verdicts(&mut self, score: ir::Value) -> Res<()> {
        let game = self.game;
        for verdict in &game.rules.verdicts {
            self.env = vec![None; verdict.when.locals];
            let mut holds = self.holds(&verdict.when.expr)?;
            let mut points = None;
            let code = match &verdict.result {
                VerdictResult::Wins(who) => won(self.side(*who)),
                VerdictResult::Loses(who) => won(self.side(*who).other()),
                VerdictResult::Draw => DRAWN,
                VerdictResult::Score(None) => {
                    points = Some(Word::of(0));
                    SCORED
                }
                VerdictResult::Score(Some(of)) => {
                    if holds == Word::Known(0) {
                        continue;
                    }
                    self.env.resize(of.locals.max(self.env.len()), None);
                    let (val, ok) = self.value(&of.expr)?;
                    let (number, defined) = self.as_number(&val)?;
                    holds = self.w.and(holds, ok);
                    holds = self.w.and(holds, defined);
                    points = Some(number.word);
                    SCORED
                }
            };
            if holds == Word::Known(0) {
                continue;
            }
            let (yes, no) = (self.w.b.create_block(), self.w.b.create_block());
            let holds = self.w.value(holds);
            self.w.b.ins().brif(holds, yes, &[], no, &[]);
            self.w.b.switch_to_block(yes);
            if let Some(points) = points {
                let points = self.w.value(points);
                self.w.b.ins().store(MemFlags::trusted(), points, score, 0);
            }
            let code = self.w.b.ins().iconst(I64, code);
            self.w.b.ins().return_(&[code]);
            self.w.b.switch_to_block(no);
        }
        Ok(())
    }

    fn side(&self, who: Who) -> Side {
        match who {
            Who::Me => self.mover,
            Who::Opp => self.mover.other(),
            Who::Left => Side::Left,
            Who::Right => Side::Right,
        }
    }
}

fn won(side: Side) -> i64 {
    match side {
        Side::Left => LEFT_WON,
        Side::Right => RIGHT_WON,
    }
}
