//! Code that runs where a condition holds, or once for each of many things.

use crate::maker::{Maker, Res};
use crate::word::{ONE, Word, ZERO};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlags, StackSlotData, StackSlotKind};
use cranelift_frontend::Variable;
use grundy_run::MOST_STEPS;

impl Maker<'_, '_> {
    /// Goes on only where a condition holds.
    pub fn when(&mut self, holds: Word, inner: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        match holds {
            Word::Known(0) => Ok(()),
            Word::Known(_) => inner(self),
            Word::Made(holds) => {
                let (on, after) = (self.w.b.create_block(), self.w.b.create_block());
                self.w.b.ins().brif(holds, on, &[], after, &[]);
                self.w.b.switch_to_block(on);
                self.w.enter();
                inner(self)?;
                self.w.leave();
                self.w.b.ins().jump(after, &[]);
                self.w.b.switch_to_block(after);
                Ok(())
            }
        }
    }

    /// Does one thing where a condition holds, another elsewhere.
    pub fn fork(
        &mut self,
        holds: Word,
        yes: impl FnOnce(&mut Self) -> Res<()>,
        no: impl FnOnce(&mut Self) -> Res<()>,
    ) -> Res<()> {
        let holds = match holds {
            Word::Known(0) => return no(self),
            Word::Known(_) => return yes(self),
            Word::Made(holds) => holds,
        };
        let (on, off, after) = (self.w.b.create_block(), self.w.b.create_block(), self.w.b.create_block());
        self.w.b.ins().brif(holds, on, &[], off, &[]);
        self.w.b.switch_to_block(on);
        self.w.enter();
        yes(self)?;
        self.w.leave();
        self.w.b.ins().jump(after, &[]);
        self.w.b.switch_to_block(off);
        self.w.enter();
        no(self)?;
        self.w.leave();
        self.w.b.ins().jump(after, &[]);
        self.w.b.switch_to_block(after);
        Ok(())
    }

    /// Bit `index` of several words.
    pub fn bit(&mut self, words: &[Word], index: Word) -> Word {
        let mut word = words[0];
        let at = if words.len() == 1 { index } else { self.w.and(index, Word::Known(63)) };
        if words.len() > 1 {
            let which = self.w.shr(index, 6);
            for (i, &other) in words.iter().enumerate().skip(1) {
                let here = self.w.compare(IntCC::Equal, which, Word::Known(i as u64));
                word = self.w.select(here, other, word);
            }
        }
        let shifted = self.w.shr_by(word, at);
        self.w.and(shifted, ONE)
    }

    /// Runs `inner` for the number of the only bit that may be set.
    pub fn one_bit(&mut self, word: Word, inner: impl FnOnce(&mut Self, Word, Option<Word>) -> Res<()>) -> Res<()> {
        self.when(word, |m| {
            let index = m.w.lowest(word);
            inner(m, index, Some(word))
        })
    }

    /// Runs `inner` for the number of every bit that is set, upwards.
    pub fn each_bit(
        &mut self,
        words: &[Word],
        inner: impl FnOnce(&mut Self, Word, Option<Word>) -> Res<()>,
    ) -> Res<()> {
        let rest = self.w.b.declare_var(I64);
        if let [word] = words {
            let bits = self.w.may(*word);
            let word = self.w.value(*word);
            self.w.b.def_var(rest, word);
            return self.while_bits(rest, bits, ZERO, inner);
        }
        let slot = self.w.b.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            words.len() as u32 * 8,
            3,
        ));
        for (i, &word) in words.iter().enumerate() {
            let word = self.w.value(word);
            self.w.b.ins().stack_store(word, slot, i as i32 * 8);
        }
        let number = self.w.b.declare_var(I64);
        let zero = self.w.b.ins().iconst(I64, 0);
        self.w.b.def_var(number, zero);
        let (head, inside, after) = (self.w.b.create_block(), self.w.b.create_block(), self.w.b.create_block());
        self.w.b.ins().jump(head, &[]);
        self.w.b.switch_to_block(head);
        let at = self.w.b.use_var(number);
        let more = self.w.b.ins().icmp_imm(IntCC::UnsignedLessThan, at, words.len() as i64);
        self.w.b.ins().brif(more, inside, &[], after, &[]);
        self.w.b.switch_to_block(inside);
        self.w.enter();
        let base = self.w.b.ins().stack_addr(I64, slot, 0);
        let offset = self.w.b.ins().ishl_imm(at, 3);
        let address = self.w.b.ins().iadd(base, offset);
        let word = self.w.b.ins().load(I64, MemFlags::trusted(), address, 0);
        self.w.b.def_var(rest, word);
        let first = Word::Made(self.w.b.ins().ishl_imm(at, 6));
        let around = self.runs;
        self.runs = around.saturating_mul(words.len());
        self.while_bits(rest, u64::MAX, first, inner)?;
        self.runs = around;
        self.w.leave();
        let next = self.w.b.ins().iadd_imm(at, 1);
        self.w.b.def_var(number, next);
        self.w.b.ins().jump(head, &[]);
        self.w.b.switch_to_block(after);
        Ok(())
    }

    /// Runs `inner` for every bit of a word, of which only `bits` may be set.
    fn while_bits(
        &mut self,
        rest: Variable,
        bits: u64,
        first: Word,
        inner: impl FnOnce(&mut Self, Word, Option<Word>) -> Res<()>,
    ) -> Res<()> {
        let (inside, after) = (self.w.b.create_block(), self.w.b.create_block());
        let word = self.w.b.use_var(rest);
        self.w.b.ins().brif(word, inside, &[], after, &[]);
        self.w.b.switch_to_block(inside);
        self.w.enter();
        let around = self.runs;
        self.runs = around.saturating_mul(bits.count_ones() as usize);
        let word = self.w.b.use_var(rest);
        let bit = self.w.lowest(Word::Made(word));
        let less = self.w.b.ins().iadd_imm(word, -1);
        let left = self.w.b.ins().band(word, less);
        self.w.b.def_var(rest, left);
        let index = self.w.add(bit, first);
        let minus = self.w.b.ins().ineg(word);
        let alone = self.w.b.ins().band(word, minus);
        self.w.only(Word::Made(alone), bits);
        inner(self, index, (first == ZERO).then_some(Word::Made(alone)))?;
        self.runs = around;
        self.w.leave();
        let word = self.w.b.use_var(rest);
        self.w.b.ins().brif(word, inside, &[], after, &[]);
        self.w.b.switch_to_block(after);
        Ok(())
    }

    /// Runs `inner` for every number between two, both included, at most `most` times. Loops in loops that may take too
    /// many steps together are refused: interpretation counts them.
    pub fn counted(
        &mut self,
        low: Word,
        high: Word,
        most: i64,
        inner: impl FnOnce(&mut Self, Word, Block) -> Res<()>,
    ) -> Res<()> {
        let around = self.walks;
        self.walks = around.saturating_mul(most.max(1));
        if around > 1 && self.walks > MOST_STEPS as i64 {
            return Err("its binders may have too many values together".to_string());
        }
        let runs = match (low, high) {
            (Word::Known(low), Word::Known(high)) => (high as i64).saturating_sub(low as i64).saturating_add(1).max(0),
            _ => i64::MAX,
        };
        let at = self.w.b.declare_var(I64);
        let (low, high) = (self.w.value(low), self.w.value(high));
        self.w.b.def_var(at, low);
        let (inside, after) = (self.w.b.create_block(), self.w.b.create_block());
        let some = self.w.b.ins().icmp(IntCC::SignedLessThanOrEqual, low, high);
        self.w.b.ins().brif(some, inside, &[], after, &[]);
        self.w.b.switch_to_block(inside);
        self.w.enter();
        let now = self.w.b.use_var(at);
        let outer = self.runs;
        self.runs = outer.saturating_mul(runs as usize);
        inner(self, Word::Made(now), after)?;
        (self.walks, self.runs) = (around, outer);
        self.w.leave();
        let next = self.w.b.ins().iadd_imm(now, 1);
        self.w.b.def_var(at, next);
        let more = self.w.b.ins().icmp(IntCC::SignedLessThanOrEqual, next, high);
        self.w.b.ins().brif(more, inside, &[], after, &[]);
        self.w.b.switch_to_block(after);
        Ok(())
    }
}
