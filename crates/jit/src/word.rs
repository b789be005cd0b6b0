//! Machine words while code is made: known ones are computed now, the others by an instruction. A condition is a word
//! that is 0 or 1.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, MemFlags};
use cranelift_frontend::FunctionBuilder;
use rustc_hash::FxHashMap as HashMap;

/// A word: known while code is made, or when it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A maker of instructions on words; what has been computed on the way here is not computed again.
pub struct Words<'f> {
    pub b: FunctionBuilder<'f>,
    known: Vec<HashMap<(Op, Word, Word), ir::Value>>,
    /// How a word was made.
    made_by: HashMap<ir::Value, (Op, Word, Word)>,
    /// Bits that may be set in a word; any, if it is not listed.
    may: HashMap<ir::Value, u64>,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    And,
    Or,
    Xor,
    Without,
    Shl,
    Shr,
    Add,
    Sub,
    Mul,
    Compare(IntCC),
    Count,
}

impl<'f> Words<'f> {
    pub fn new(b: FunctionBuilder<'f>) -> Words<'f> {
        Words { b, known: vec![HashMap::default()], made_by: HashMap::default(), may: HashMap::default() }
    }

    /// What is computed from here on counts until `leave`: code that may not run.
    pub fn enter(&mut self) {
        self.known.push(HashMap::default());
    }

    pub fn leave(&mut self) {
        self.known.pop();
    }

    /// The result of an instruction, made unless it is known.
    fn made(&mut self, op: Op, a: Word, b: Word, make: impl FnOnce(&mut Self) -> ir::Value) -> Word {
        let key = (op, a, b);
        if let Some(&value) = self.known.iter().rev().find_map(|scope| scope.get(&key)) {
            return Word::Made(value);
        }
        let value = make(self);
        self.known.last_mut().expect("there is one").insert(key, value);
        self.made_by.insert(value, key);
        let (x, y) = (self.may(a), self.may(b));
        let shift = if let Word::Known(by) = b { by.min(63) } else { 0 };
        let may = match (op, b) {
            (Op::And, _) => x & y,
            (Op::Or | Op::Xor, _) => x | y,
            (Op::Without, Word::Known(b)) => x & !b,
            (Op::Without, _) => x,
            (Op::Shl, Word::Known(_)) => x << shift,
            (Op::Shr, Word::Known(_)) => x >> shift,
            (Op::Compare(_), _) => 1,
            _ => u64::MAX,
        };
        self.only(Word::Made(value), may);
        Word::Made(value)
    }

    /// Bits that may be set.
    pub fn may(&self, word: Word) -> u64 {
        match word {
            Word::Known(word) => word,
            Word::Made(value) => self.may.get(&value).copied().unwrap_or(u64::MAX),
        }
    }

    /// No other bits than these are ever set.
    pub fn only(&mut self, word: Word, bits: u64) {
        if let (Word::Made(value), true) = (word, bits != u64::MAX) {
            self.may.insert(value, bits);
        }
    }

    /// The bits by which a word was made from another, and how: set, cleared or turned.
    pub fn change(&self, now: Word, from: Word) -> Option<(Op, Word)> {
        let Word::Made(value) = now else { return None };
        match *self.made_by.get(&value)? {
            (Op::And, a, Word::Known(kept)) if a == from => Some((Op::Without, Word::Known(!kept))),
            (Op::Without, a, bits) if a == from => Some((Op::Without, bits)),
            (op @ (Op::Or | Op::Xor), a, bits) if a == from => Some((op, bits)),
            (op @ (Op::Or | Op::Xor), bits, b) if b == from => Some((op, bits)),
            _ => None,
        }
    }

    /// Sets, clears or turns bits.
    pub fn changed(&mut self, word: Word, op: Op, bits: Word) -> Word {
        match op {
            Op::Or => self.or(word, bits),
            Op::Xor => self.xor(word, bits),
            Op::Without => self.without(word, bits),
            _ => unreachable!("no other change is made"),
        }
    }

    /// The word as an operand.
    pub fn value(&mut self, word: Word) -> ir::Value {
        match word {
            Word::Known(word) => self.b.ins().iconst(I64, word as i64),
            Word::Made(value) => value,
        }
    }

    pub fn and(&mut self, a: Word, b: Word) -> Word {
        for (a, b) in [(a, b), (b, a)] {
            if let Some(bits) = self.refused(b, self.may(a)) {
                return self.without(a, bits);
            }
        }
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a & b),
            (Word::Known(0), _) | (_, Word::Known(0)) => ZERO,
            (Word::Known(u64::MAX), other) | (other, Word::Known(u64::MAX)) => other,
            (other, Word::Known(k)) | (Word::Known(k), other) if self.may(other) & !k == 0 => other,
            (other, Word::Known(k)) | (Word::Known(k), other) if self.may(other) & k == 0 => ZERO,
            (Word::Made(x), Word::Known(k)) | (Word::Known(k), Word::Made(x)) => {
                self.made(Op::And, Word::Made(x), Word::Known(k), |w| w.b.ins().band_imm(x, k as i64))
            }
            (Word::Made(a), Word::Made(b)) if a == b => Word::Made(a),
            (Word::Made(x), Word::Made(y)) => self.made(Op::And, a, b, |w| w.b.ins().band(x, y)),
        }
    }

    /// How a word was made.
    fn parts(&self, word: Word) -> Option<(Op, Word, Word)> {
        let Word::Made(value) = word else { return None };
        self.made_by.get(&value).copied()
    }

    /// The bits that are not set in a word, among those looked at: of `K & !x`, or of `K & !x | L`.
    fn refused(&mut self, word: Word, looked_at: u64) -> Option<Word> {
        let (rest, sure) = match self.parts(word)? {
            (Op::Or, rest, Word::Known(sure)) => (rest, sure),
            _ => (word, 0),
        };
        match self.parts(rest)? {
            (Op::Without, Word::Known(all), bits) if looked_at & !(all | sure) == 0 => {
                Some(self.and(bits, Word::Known(!sure)))
            }
            _ => None,
        }
    }

    pub fn or(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a | b),
            (Word::Known(u64::MAX), _) | (_, Word::Known(u64::MAX)) => Word::Known(u64::MAX),
            (Word::Known(0), other) | (other, Word::Known(0)) => other,
            (Word::Made(x), Word::Known(k)) | (Word::Known(k), Word::Made(x)) => {
                self.made(Op::Or, Word::Made(x), Word::Known(k), |w| w.b.ins().bor_imm(x, k as i64))
            }
            (Word::Made(a), Word::Made(b)) if a == b => Word::Made(a),
            (Word::Made(x), Word::Made(y)) => self.made(Op::Or, a, b, |w| w.b.ins().bor(x, y)),
        }
    }

    pub fn xor(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a ^ b),
            (Word::Known(0), other) | (other, Word::Known(0)) => other,
            (Word::Made(x), Word::Known(k)) | (Word::Known(k), Word::Made(x)) => {
                self.made(Op::Xor, Word::Made(x), Word::Known(k), |w| w.b.ins().bxor_imm(x, k as i64))
            }
            (Word::Made(a), Word::Made(b)) if a == b => ZERO,
            (Word::Made(x), Word::Made(y)) => self.made(Op::Xor, a, b, |w| w.b.ins().bxor(x, y)),
        }
    }

    /// `a` without the bits of `b`.
    pub fn without(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (_, Word::Known(b)) => self.and(a, Word::Known(!b)),
            (Word::Known(0), _) => ZERO,
            (a, b) if a == b => ZERO,
            (a, b) if self.may(a) & self.may(b) == 0 => a,
            (a, b) if self.is_common(a, b) => {
                let (Some((_, p, kept)), Some((_, q, _))) = (self.parts(a), self.parts(b)) else {
                    unreachable!("both were made")
                };
                let rest = self.without(p, q);
                self.and(rest, kept)
            }
            (a, b) => self.made(Op::Without, a, b, |w| {
                let (a, b) = (w.value(a), w.value(b));
                w.b.ins().band_not(a, b)
            }),
        }
    }

    /// Whether `p & K` without `q & L` is `p` without `q`, of `K`: that may have been computed already.
    fn is_common(&self, a: Word, b: Word) -> bool {
        match (self.parts(a), self.parts(b)) {
            (Some((Op::And, _, Word::Known(k))), Some((Op::And, q, Word::Known(l)))) => self.may(q) & k & !l == 0,
            _ => false,
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
            Word::Made(x) => self.made(Op::Shl, a, Word::Known(by.into()), |w| w.b.ins().ishl_imm(x, i64::from(by))),
        }
    }

    pub fn shr(&mut self, a: Word, by: u32) -> Word {
        match a {
            a if by == 0 => a,
            _ if by >= 64 => ZERO,
            Word::Known(a) => Word::Known(a >> by),
            Word::Made(x) => self.made(Op::Shr, a, Word::Known(by.into()), |w| w.b.ins().ushr_imm(x, i64::from(by))),
        }
    }

    /// Shifted by less than 64.
    pub fn shl_by(&mut self, a: Word, by: Word) -> Word {
        if let Word::Known(by) = by {
            return self.shl(a, by as u32);
        }
        self.made(Op::Shl, a, by, |w| {
            let (a, by) = (w.value(a), w.value(by));
            w.b.ins().ishl(a, by)
        })
    }

    /// Shifted by less than 64.
    pub fn shr_by(&mut self, a: Word, by: Word) -> Word {
        if let Word::Known(by) = by {
            return self.shr(a, by as u32);
        }
        self.made(Op::Shr, a, by, |w| {
            let (a, by) = (w.value(a), w.value(by));
            w.b.ins().ushr(a, by)
        })
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
            (Word::Made(x), Word::Known(k)) | (Word::Known(k), Word::Made(x)) => {
                self.made(Op::Add, Word::Made(x), Word::Known(k), |w| w.b.ins().iadd_imm(x, k as i64))
            }
            (Word::Made(x), Word::Made(y)) => self.made(Op::Add, a, b, |w| w.b.ins().iadd(x, y)),
        }
    }

    pub fn sub(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (a, Word::Known(b)) => self.add(a, Word::Known(b.wrapping_neg())),
            (a, b) => self.made(Op::Sub, a, b, |w| {
                let (a, b) = (w.value(a), w.value(b));
                w.b.ins().isub(a, b)
            }),
        }
    }

    pub fn mul(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a.wrapping_mul(b)),
            (Word::Known(0), _) | (_, Word::Known(0)) => ZERO,
            (Word::Known(1), other) | (other, Word::Known(1)) => other,
            (Word::Made(x), Word::Known(k)) | (Word::Known(k), Word::Made(x)) => {
                self.made(Op::Mul, Word::Made(x), Word::Known(k), |w| w.b.ins().imul_imm(x, k as i64))
            }
            (Word::Made(x), Word::Made(y)) => self.made(Op::Mul, a, b, |w| w.b.ins().imul(x, y)),
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
        self.made(Op::Compare(code), a, b, |w| {
            let first = w.value(a);
            let flag = match b {
                Word::Known(b) => w.b.ins().icmp_imm(code, first, b as i64),
                Word::Made(b) => w.b.ins().icmp(code, first, b),
            };
            w.b.ins().uextend(I64, flag)
        })
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
            Word::Made(x) => self.made(Op::Count, a, ZERO, |w| w.b.ins().popcnt(x)),
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
