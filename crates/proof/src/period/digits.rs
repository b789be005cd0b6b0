//! What a heap game allows, read off its code or off its rules: digit `k` says what a move that takes `k` may leave, bit `j`
//! that the rest may lie as exactly `j` non-empty heaps (Guy and Smith 1956).
//!
//! Invariant: a move makes every heap smaller: digit 0 leaves at least two heaps.

use grundy_answer::Unwatched;
use grundy_arithmetic::{Code, Undecided};
use grundy_rule::{Convention, HeapMove, Takes};
use grundy_run::{Game, Machine, Value};

/// The longest list of digits, and the longest repeating part.
const LONGEST: usize = 1 << 20;

/// The digits of a heap game: `head` and then `tail` again and again, zeros if that is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapDigits {
    head: Vec<u16>,
    tail: Vec<u16>,
    siblings: Siblings,
}

/// Whether heaps left by one move may be of equal size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Siblings {
    /// They may.
    Any,
    /// They all differ.
    Unequal,
}

impl HeapDigits {
    fn new(mut head: Vec<u16>, tail: Vec<u16>, siblings: Siblings) -> Result<HeapDigits, String> {
        if head.len() > LONGEST || tail.len() > LONGEST {
            return Err(format!("more than {LONGEST} digits"));
        }
        let tail = if tail.iter().all(|digit| *digit == 0) { Vec::new() } else { tail };
        while tail.is_empty() && head.last() == Some(&0) {
            head.pop();
        }
        let digits = HeapDigits { head, tail, siblings };
        if digits.at(0) & 3 == 0 { Ok(digits) } else { Err("a move may leave the heap as it is".to_string()) }
    }

    /// What taking `k` may leave.
    pub(crate) fn at(&self, k: usize) -> u16 {
        match self.head.get(k) {
            Some(digit) => *digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[(k - self.head.len()) % self.tail.len()],
        }
    }

    /// The digits before the repeating part.
    pub(crate) fn head(&self) -> &[u16] {
        &self.head
    }

    /// The repeating part.
    pub(crate) fn tail(&self) -> &[u16] {
        &self.tail
    }

    /// Whether heaps left by one move may be equal.
    pub(crate) fn siblings(&self) -> Siblings {
        self.siblings
    }

    /// The most heaps a move leaves.
    pub(crate) fn most_heaps(&self) -> usize {
        let all = self.head.iter().chain(&self.tail).fold(0, |all, digit| all | digit);
        (u16::BITS - all.leading_zeros()).saturating_sub(1) as usize
    }

    /// The digits of a code: `S{1,3,4}`, `AllBut{2}`, `0.77`, `0x0.3f`, `0.1[37]...`, `0.3...`, `4.0u`, `0.(31)`.
    pub fn of_code(code: &str) -> Result<HeapDigits, String> {
        let unread = || format!("`{code}` is no code in its shortest form");
        if let Some(takes) = listed(code, "S{") {
            let takes = takes.ok_or_else(unread)?;
            let mut head = vec![0; takes.iter().max().map_or(0, |most| most + 1)];
            takes.iter().for_each(|take| head[*take] = 3);
            return HeapDigits::new(head, Vec::new(), Siblings::Any);
        }
        if let Some(forbidden) = listed(code, "AllBut{") {
            let forbidden = forbidden.ok_or_else(unread)?;
            let mut head = vec![3; forbidden.iter().max().map_or(1, |most| most + 1)];
            head[0] = 0;
            forbidden.iter().for_each(|take| head[*take] = 0);
            return HeapDigits::new(head, vec![3], Siblings::Any);
        }
        let (code, siblings) = match code.strip_suffix('u') {
            Some(rest) => (rest, Siblings::Unequal),
            None => (code, Siblings::Any),
        };
        let (code, radix) = code.strip_prefix("0x").map_or((code, 8), |rest| (rest, 16));
        let (first, rest) = code.split_once('.').ok_or_else(unread)?;
        let mut head = run(first, radix).filter(|first| first.len() == 1).ok_or_else(unread)?;
        let (written, tail) = match rest.strip_suffix("...") {
            None => (rest, Vec::new()),
            Some(rest) => match rest.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
                Some((before, repeated)) => (before, run(repeated, radix).ok_or_else(unread)?),
                None => {
                    let mut all = run(rest, radix).ok_or_else(unread)?;
                    let last = all.pop().ok_or_else(unread)?;
                    head.extend(all);
                    ("", vec![last])
                }
            },
        };
        head.extend(run(written, radix).ok_or_else(unread)?);
        HeapDigits::new(head, tail, siblings)
    }

    /// The digits that are read off rules at the parameters of `game`, decided to have exactly their moves; normal play only.
    pub fn of_game(game: &Game) -> Result<HeapDigits, String> {
        let form = game.heap_form().ok_or("its rules have no heap form")?;
        if Convention::of(&game.rules) != Convention::Normal {
            return Err("Grundy values belong to normal play".to_string());
        }
        let mut listed: Vec<(usize, u16)> = Vec::new();
        let mut endless: Vec<&HeapMove> = Vec::new();
        let (mut length, mut period) = (1usize, 1i64);
        for of in &form.moves {
            match &of.takes {
                Takes::Exactly(amount) => listed.push((place(*amount)?, of.leaves.into())),
                Takes::Among { set, .. } => {
                    let amounts = machine(game).value(set).map_err(|_| "the set of amounts is undefined")?;
                    for amount in amounts.elements().ok_or("the amounts are no set")? {
                        let Value::Int(amount) = amount else { return Err("an amount is no number".to_string()) };
                        if allows(game, of, *amount)? {
                            listed.push((place(*amount)?, of.leaves.into()));
                        }
                    }
                }
                Takes::From { low, period: own, .. } => {
                    length = length.max(place(*low)?);
                    period = (1..=*own).map(|n| n * period).find(|n| n % own == 0).unwrap_or(period * own);
                    endless.push(of);
                }
            }
        }
        if period > LONGEST as i64 {
            return Err("the amounts repeat after too long".to_string());
        }
        length = listed.iter().map(|(amount, _)| amount + 1).fold(length, usize::max);
        let mut digits = vec![0u16; length + if endless.is_empty() { 0 } else { period as usize }];
        listed.iter().for_each(|(amount, leaves)| digits[*amount] |= leaves);
        for of in endless {
            let Takes::From { low, .. } = of.takes else { continue };
            for (amount, digit) in digits.iter_mut().enumerate().skip(place(low)?) {
                if allows(game, of, amount as i64)? {
                    *digit |= u16::from(of.leaves);
                }
            }
        }
        let tail = digits.split_off(length);
        let digits = HeapDigits::new(digits, tail, if form.unequal { Siblings::Unequal } else { Siblings::Any })?;
        let code = Code { head: digits.head.clone(), tail: digits.tail.clone(), unequal: form.unequal };
        match grundy_arithmetic::decides(game, &code, &Unwatched) {
            Ok(()) => Ok(digits),
            Err(Undecided::Differs(heap)) => Err(format!("heap {heap} has other moves than its code")),
            Err(Undecided::Unknown(why)) => Err(why),
        }
    }
}

/// The numbers of `open 1,3,4}`, ascending; `None` if the text does not begin so, `Some(None)` if it goes on wrongly.
fn listed(code: &str, open: &str) -> Option<Option<Vec<usize>>> {
    let inside = code.strip_prefix(open)?;
    let numbers = || -> Option<Vec<usize>> {
        let inside = inside.strip_suffix('}')?;
        if inside.is_empty() {
            return Some(Vec::new());
        }
        let number = |word: &str| crate::parse::number(word, LONGEST - 1).filter(|take| *take > 0);
        let all: Vec<usize> = inside.split(',').map(number).collect::<Option<_>>()?;
        all.windows(2).all(|pair| pair[0] < pair[1]).then_some(all)
    };
    Some(numbers())
}

/// Digits one after the other; a number in parentheses is one digit.
fn run(text: &str, radix: u32) -> Option<Vec<u16>> {
    let mut digits = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(inside) = rest.strip_prefix('(') {
            let (number, after) = inside.split_once(')')?;
            digits.push(crate::parse::number(number, usize::from(u16::MAX))? as u16);
            rest = after;
        } else {
            digits.push(first.to_digit(radix)? as u16);
            rest = &rest[first.len_utf8()..];
        }
    }
    Some(digits)
}

fn place(amount: i64) -> Result<usize, String> {
    usize::try_from(amount).ok().filter(|amount| *amount < LONGEST).ok_or("an amount out of range".to_string())
}

/// A machine that sees the parameters alone; heap forms speak of nothing else.
fn machine(game: &Game) -> Machine<'_> {
    Machine::new(&game.params, &[], &game.source().defs, &game.source().enums)
}

/// Whether the conditions of a move on the amount hold of this one.
fn allows(game: &Game, of: &HeapMove, amount: i64) -> Result<bool, String> {
    let (Takes::Among { local, filters, .. } | Takes::From { local, filters, .. }) = &of.takes else {
        return Ok(true);
    };
    let mut machine = machine(game);
    machine.bind(*local, Value::Int(amount));
    for filter in filters {
        if !machine.holds(filter).map_err(|_| "a condition on the amount is undefined")? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(code: &str) -> (Vec<u16>, Vec<u16>) {
        let digits = HeapDigits::of_code(code).unwrap();
        (digits.head, digits.tail)
    }

    #[test]
    fn codes_are_read() {
        assert_eq!(digits("S{1,3}"), (vec![0, 3, 0, 3], vec![]));
        assert_eq!(digits("AllBut{2}"), (vec![0, 3, 0], vec![3]));
        assert_eq!(digits("0.07"), (vec![0, 0, 7], vec![]));
        assert_eq!(digits("4.3..."), (vec![4], vec![3]));
        assert_eq!(digits("0.1[37]..."), (vec![0, 1], vec![3, 7]));
        assert_eq!(digits("0x0.f(31)"), (vec![0, 15, 31], vec![]));
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for code in ["", "0", "S{", "S{3,1}", "S{0}", "0.8", "0.7z", "2.3", "0....", "00.7", "0.(99999)", "S{01}"] {
            assert!(HeapDigits::of_code(code).is_err(), "{code}");
        }
    }
}
