use crate::current::Ranks;
use crate::universe::Universe;
use crate::value::{Elements, Value};
use std::ops::RangeInclusive;

/// The elements of a set or list in order; it is fixed beforehand, whatever is written meanwhile.
pub enum Walk<'u> {
    /// Numbers up.
    Range(RangeInclusive<i64>),
    /// Those elements of a universe whose bits are set, from word `word` on.
    Ranks { universe: &'u Universe, ranks: Ranks, word: usize },
    /// Elements that outlast the walk.
    Fixed(std::slice::Iter<'u, Value>),
    /// The elements from `next` on.
    Listed { elements: Elements, next: usize },
}

impl Walk<'_> {
    /// No elements.
    pub fn nothing() -> Walk<'static> {
        Walk::Listed { elements: Elements::default(), next: 0 }
    }
}

impl Iterator for Walk<'_> {
    type Item = Value;

    #[inline(always)]
    fn next(&mut self) -> Option<Value> {
        match self {
            Walk::Range(numbers) => numbers.next().map(Value::Int),
            Walk::Ranks { universe, ranks, word } => loop {
                let bits = ranks.get_mut(*word)?;
                if *bits != 0 {
                    let rank = *word * 64 + bits.trailing_zeros() as usize;
                    *bits &= *bits - 1;
                    return Some(universe.element(rank));
                }
                *word += 1;
            },
            Walk::Fixed(elements) => elements.next().cloned(),
            Walk::Listed { elements, next } => {
                let element = elements.get(*next)?;
                *next += 1;
                Some(element.clone())
            }
        }
    }
}
