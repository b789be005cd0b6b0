//! Where options are written, one after the other, as long as there is room.

use crate::body::Effect;
use crate::maker::{Maker, Res};
use crate::word::Word;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, Block, InstBuilder, MemFlags};
use cranelift_frontend::Variable;
use grundy_run::Uses;

/// So many options are written without looking for room: that for them is kept apart.
const MOST_SURE: usize = 1 << 10;

/// Where options go, and how many there are so far.
pub struct Sink {
    pub keys: Variable,
    pub effects: Variable,
    pub ends: Variable,
    pub options: Variable,
    pub parts: Variable,
    pub most_options: Word,
    pub most_parts: Word,
    /// Where the room for keys ends that is not kept apart, if every option has one part.
    pub end: ir::Value,
    /// Where to go when there is no room.
    pub full: Block,
    pub uses: Uses,
}

impl Maker<'_, '_> {
    /// Writes an option down.
    pub fn emit(&mut self, parts: &[Vec<Word>], effect: &Effect, sink: &Sink) -> Res<()> {
        let sure = self.sure.saturating_add(self.runs);
        let keys = self.w.b.use_var(sink.keys);
        match sink.uses.sums {
            // Every option has one part: the place of the next says how many there are.
            false if sure <= MOST_SURE => self.sure = sure,
            false => {
                let on = self.w.b.create_block();
                let full = self.w.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, keys, sink.end);
                self.w.b.ins().brif(full, sink.full, &[], on, &[]);
                self.w.b.switch_to_block(on);
            }
            true => {
                let count = self.w.b.use_var(sink.options);
                self.room(Word::Made(count), 1, sink.most_options, sink.full);
                let used = self.w.b.use_var(sink.parts);
                self.room(Word::Made(used), parts.len() as u64, sink.most_parts, sink.full);
                let now = self.w.b.ins().iadd_imm(used, parts.len() as i64);
                self.w.b.def_var(sink.parts, now);
                let ends = self.w.b.use_var(sink.ends);
                self.w.b.ins().store(MemFlags::trusted(), now, ends, 0);
                let ends = self.w.b.ins().iadd_imm(ends, 8);
                self.w.b.def_var(sink.ends, ends);
                let more = self.w.b.ins().iadd_imm(count, 1);
                self.w.b.def_var(sink.options, more);
            }
        }
        let mut offset = 0;
        for &word in parts.iter().flatten() {
            let word = self.w.value(word);
            self.w.b.ins().store(MemFlags::trusted(), word, keys, offset);
            offset += 8;
        }
        let keys = self.w.b.ins().iadd_imm(keys, i64::from(offset));
        self.w.b.def_var(sink.keys, keys);
        if sink.uses.effects {
            let (gain, _) = self.as_number(&effect.gain)?;
            let effects = self.w.b.use_var(sink.effects);
            let (gain, stays) = (self.w.value(gain.word), self.w.value(effect.stays));
            self.w.b.ins().store(MemFlags::trusted(), gain, effects, 0);
            self.w.b.ins().store(MemFlags::trusted(), stays, effects, 8);
            let effects = self.w.b.ins().iadd_imm(effects, 16);
            self.w.b.def_var(sink.effects, effects);
        }
        Ok(())
    }

    /// Leaves for `full` unless `more` fit after `used`.
    fn room(&mut self, used: Word, more: u64, most: Word, full: Block) {
        let after = self.w.add(used, Word::Known(more));
        let beyond = self.w.compare(IntCC::UnsignedLessThan, most, after);
        let on = self.w.b.create_block();
        let beyond = self.w.value(beyond);
        self.w.b.ins().brif(beyond, full, &[], on, &[]);
        self.w.b.switch_to_block(on);
    }
}
