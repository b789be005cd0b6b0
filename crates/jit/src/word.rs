//! Machine words while code is made: known ones are computed now, the others by an instruction. A condition is a word
//! that is 0 or 1.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, MemFlags};
use cranelift_frontend::FunctionBuilder;

/// A word: known while code is made, or when it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// This one.
    Known(u64),
    /// What this instruction gives.
    Made(ir::Value),
}

pub const ZERO: Word = Word::Known(0);
pub const ONE: Word = Word::Known(1);

impl Word {
    pub fn of(number: i64) -> Word {
        Word::Known(number as u64)
    }
}

/// A maker of instructions on words.
pub struct Words<'f> {
    pub b: FunctionBuilder<'f>,
}

impl Words<'_> {
    /// The word as an operand.
    pub fn value(&mut self, word: Word) -> ir::Value {
        match word {
            Word::Known(word) => self.b.ins().iconst(I64, word as i64),
            Word::Made(value) => value,
        }
    }

    pub fn and(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a & b),
            (Word::Known(0), _) | (_, Word::Known(0)) => ZERO,
            (Word::Known(u64::MAX), other) | (other, Word::Known(u64::MAX)) => other,
            (Word::Made(a), Word::Known(b)) | (Word::Known(b), Word::Made(a)) => {
                Word::Made(self.b.ins().band_imm(a, b as i64))
            }
            (Word::Made(a), Word::Made(b)) if a == b => Word::Made(a),
            (Word::Made(a), Word::Made(b)) => Word::Made(self.b.ins().band(a, b)),
        }
    }

    pub fn or(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a | b),
            (Word::Known(u64::MAX), _) | (_, Word::Known(u64::MAX)) => Word::Known(u64::MAX),
            (Word::Known(0), other) | (other, Word::Known(0)) => other,
            (Word::Made(a), Word::Known(b)) | (Word::Known(b), Word::Made(a)) => {
                Word::Made(self.b.ins().bor_imm(a, b as i64))
            }
            (Word::Made(a), Word::Made(b)) if a == b => Word::Made(a),
            (Word::Made(a), Word::Made(b)) => Word::Made(self.b.ins().bor(a, b)),
        }
    }

    pub fn xor(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a ^ b),
            (Word::Known(0), other) | (other, Word::Known(0)) => other,
            (Word::Made(a), Word::Known(b)) | (Word::Known(b), Word::Made(a)) => {
                Word::Made(self.b.ins().bxor_imm(a, b as i64))
            }
            (Word::Made(a), Word::Made(b)) if a == b => ZERO,
            (Word::Made(a), Word::Made(b)) => Word::Made(self.b.ins().bxor(a, b)),
        }
    }

    /// `a` without the bits of `b`.
    pub fn without(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (_, Word::Known(b)) => self.and(a, Word::Known(!b)),
            (Word::Known(0), _) => ZERO,
            (a, b) if a == b => ZERO,
            (a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Word::Made(self.b.ins().band_not(a, b))
            }
        }
    }

    /// Not, of a condition.
    pub fn not(&mut self, condition: Word) -> Word {
        self.xor(condition, ONE)
    }

    pub fn shl(&mut self, a: Word, by: u32) -> Word {
        match a {
            a if by == 0 => a,
            _ if by >= 64 => ZERO,
            Word::Known(a) => Word::Known(a << by),
            Word::Made(a) => Word::Made(self.b.ins().ishl_imm(a, i64::from(by))),
        }
    }

    pub fn shr(&mut self, a: Word, by: u32) -> Word {
        match a {
            a if by == 0 => a,
            _ if by >= 64 => ZERO,
            Word::Known(a) => Word::Known(a >> by),
            Word::Made(a) => Word::Made(self.b.ins().ushr_imm(a, i64::from(by))),
        }
    }

    /// Shifted by less than 64.
    pub fn shl_by(&mut self, a: Word, by: Word) -> Word {
        if let Word::Known(by) = by {
            return self.shl(a, by as u32);
        }
        let (a, by) = (self.value(a), self.value(by));
        Word::Made(self.b.ins().ishl(a, by))
    }

    /// Shifted by less than 64.
    pub fn shr_by(&mut self, a: Word, by: Word) -> Word {
        if let Word::Known(by) = by {
            return self.shr(a, by as u32);
        }
        let (a, by) = (self.value(a), self.value(by));
        Word::Made(self.b.ins().ushr(a, by))
    }

    /// Many words shifted right by `by`, which may be negative; `bits` are kept.
    pub fn shifted(&mut self, words: &[Word], by: i64, out: usize) -> Vec<Word> {
        let at = |index: i64| if index < 0 { ZERO } else { words.get(index as usize).copied().unwrap_or(ZERO) };
        let (whole, rest) = (by.div_euclid(64), by.rem_euclid(64) as u32);
        (0..out as i64)
            .map(|word| {
                let low = self.shr(at(word + whole), rest);
                let high = if rest == 0 { ZERO } else { self.shl(at(word + whole + 1), 64 - rest) };
                self.or(low, high)
            })
            .collect()
    }

    pub fn add(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a.wrapping_add(b)),
            (Word::Known(0), other) | (other, Word::Known(0)) => other,
            (Word::Made(a), Word::Known(b)) | (Word::Known(b), Word::Made(a)) => {
                Word::Made(self.b.ins().iadd_imm(a, b as i64))
            }
            (Word::Made(a), Word::Made(b)) => Word::Made(self.b.ins().iadd(a, b)),
        }
    }

    pub fn sub(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (a, Word::Known(b)) => self.add(a, Word::Known(b.wrapping_neg())),
            (a, Word::Made(b)) => {
                let a = self.value(a);
                Word::Made(self.b.ins().isub(a, b))
            }
        }
    }

    pub fn mul(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a.wrapping_mul(b)),
            (Word::Known(0), _) | (_, Word::Known(0)) => ZERO,
            (Word::Known(1), other) | (other, Word::Known(1)) => other,
            (Word::Made(a), Word::Known(b)) | (Word::Known(b), Word::Made(a)) => {
                Word::Made(self.b.ins().imul_imm(a, b as i64))
            }
            (Word::Made(a), Word::Made(b)) => Word::Made(self.b.ins().imul(a, b)),
        }
    }

    /// Quotient or rest of numbers that are not negative by a divisor above 0.
    pub fn divide(&mut self, a: Word, b: Word, rest: bool) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(if rest { a % b } else { a / b }),
            (a, Word::Known(b)) if b.is_power_of_two() && rest => self.and(a, Word::Known(b - 1)),
            (a, Word::Known(b)) if b.is_power_of_two() => self.shr(a, b.trailing_zeros()),
            (a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Word::Made(if rest { self.b.ins().urem(a, b) } else { self.b.ins().udiv(a, b) })
            }
        }
    }

    /// Whether signed numbers compare so.
    pub fn compare(&mut self, code: IntCC, a: Word, b: Word) -> Word {
        if let (Word::Known(a), Word::Known(b)) = (a, b) {
            let (x, y) = (a as i64, b as i64);
            return Word::Known(u64::from(match code {
                IntCC::Equal => a == b,
                IntCC::NotEqual => a != b,
                IntCC::SignedLessThan => x < y,
                IntCC::SignedLessThanOrEqual => x <= y,
                IntCC::UnsignedLessThan => a < b,
                _ => unreachable!("no other comparison is made"),
            }));
        }
        let flag = match b {
            Word::Known(b) => {
                let a = self.value(a);
                self.b.ins().icmp_imm(code, a, b as i64)
            }
            Word::Made(b) => {
                let a = self.value(a);
                self.b.ins().icmp(code, a, b)
            }
        };
        Word::Made(self.b.ins().uextend(I64, flag))
    }

    pub fn is_zero(&mut self, a: Word) -> Word {
        self.compare(IntCC::Equal, a, ZERO)
    }

    pub fn is_not_zero(&mut self, a: Word) -> Word {
        self.compare(IntCC::NotEqual, a, ZERO)
    }

    /// All ones if the condition holds, else 0.
    pub fn spread(&mut self, condition: Word) -> Word {
        self.sub(ZERO, condition)
    }

    pub fn select(&mut self, condition: Word, yes: Word, no: Word) -> Word {
        match condition {
            Word::Known(0) => no,
            Word::Known(_) => yes,
            _ if yes == no => yes,
            Word::Made(condition) => {
                let (yes, no) = (self.value(yes), self.value(no));
                Word::Made(self.b.ins().select(condition, yes, no))
            }
        }
    }

    pub fn count(&mut self, a: Word) -> Word {
        match a {
            Word::Known(a) => Word::Known(a.count_ones().into()),
            Word::Made(a) => Word::Made(self.b.ins().popcnt(a)),
        }
    }

    /// The lowest bit of a word that is not 0.
    pub fn lowest(&mut self, a: Word) -> Word {
        match a {
            Word::Known(a) => Word::Known(a.trailing_zeros().into()),
            Word::Made(a) => Word::Made(self.b.ins().ctz(a)),
        }
    }

    /// Entry `index` of constant data of `width` bytes each, none negative.
    pub fn load(&mut self, data: *const u8, width: u32, index: Word, offset: usize) -> Word {
        let flags = MemFlags::trusted().with_readonly().with_can_move();
        let base = Word::of(data as i64 + offset as i64);
        let scaled = self.shl(index, width.trailing_zeros());
        let address = self.add(base, scaled);
        let address = self.value(address);
        Word::Made(match width {
            1 => self.b.ins().uload8(I64, flags, address, 0),
            2 => self.b.ins().uload16(I64, flags, address, 0),
            _ => self.b.ins().load(I64, flags, address, 0),
        })
    }
}
