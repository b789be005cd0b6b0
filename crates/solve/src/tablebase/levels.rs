//! The level of a position, which no move raises: how many cells of a field hold a value, or the total of a field, or a
//! sum of such quantities. Which of them never rise is guessed from random play; a build looks at every move and says
//! when a guess was wrong. Quantities are those that symmetries and the exchange of the players leave as they are.

use crate::outcome::retrograde::radix::Swap;
use crate::tablebase::numbering::{Movers, Numbering};
use crate::work::Halted;
use grundy_run::{Options, Packed, Shape, Side, Stuck, Value};
use std::collections::BTreeSet;

/// Random plays that are looked at, and moves of each.
const PLAYS: usize = 64;
const MOVES: usize = 200;

/// A quantity of positions: what each value of a field counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Quantity {
    field: usize,
    counted: Counted,
    /// Whether it is taken with a minus sign, because it never falls.
    grows: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Counted {
    /// The cells that hold this value.
    Cells(u64),
    /// The numbers of the values, added up.
    Total,
}

/// Levels of the positions of a game.
pub(super) struct Levels {
    /// What is added up.
    pub quantities: Vec<Quantity>,
    /// The bits of each digit that counts, and what each value counts.
    digits: Vec<(Vec<usize>, Vec<i64>)>,
    /// The same by bytes, where every bit counts by itself: what none counts, then each byte and value of it.
    bytes: Option<(i64, Vec<[i64; 256]>)>,
}

/// One move: the words before and after it.
type Edge = (Packed, Packed);

impl Levels {
    /// The levels of a numbering's game, guessed from play; quantities of `excluded` were found to rise.
    pub fn guess(
        numbering: &Numbering,
        start: (&[u64], Side),
        excluded: &BTreeSet<Quantity>,
    ) -> Result<Levels, Halted> {
        let edges = sample(numbering, start)?;
        let falling: Vec<Quantity> = candidates(numbering)
            .into_iter()
            .filter(|quantity| !excluded.contains(quantity))
            .filter(|&quantity| {
                let one = Levels::of(numbering, vec![quantity]);
                let changes = || edges.iter().map(|(from, to)| one.level(to) - one.level(from));
                changes().all(|change| change <= 0) && changes().any(|change| change < 0)
            })
            .collect();
        let strict = falling.iter().find(|&&quantity| {
            let one = Levels::of(numbering, vec![quantity]);
            edges.iter().all(|(from, to)| one.level(to) < one.level(from))
        });
        Ok(match strict {
            Some(&only) => Levels::of(numbering, vec![only]),
            None => Levels::of(numbering, falling),
        })
    }

    fn of(numbering: &Numbering, quantities: Vec<Quantity>) -> Levels {
        let mut digits = Vec::new();
        for digit in &numbering.radix.digits {
            let worth = |value: u64| -> i64 {
                let of = |quantity: &Quantity| {
                    let amount = match quantity.counted {
                        _ if quantity.field != digit.place.0 => 0,
                        Counted::Cells(counted) => i64::from(counted == value),
                        Counted::Total => value as i64,
                    };
                    if quantity.grows { -amount } else { amount }
                };
                quantities.iter().map(of).sum()
            };
            let worths: Vec<i64> = (0..digit.radix).map(worth).collect();
            if worths.iter().any(|&worth| worth != 0) {
                digits.push((digit.bits.clone(), worths));
            }
        }
        let bytes = by_bytes(&digits, numbering.radix.bytes());
        Levels { quantities, digits, bytes }
    }

    /// The level of a position.
    #[inline]
    pub fn level(&self, words: &[u64]) -> i64 {
        if let Some((base, bytes)) = &self.bytes {
            let of = |(at, table): (usize, &[i64; 256])| table[(words[at / 8] >> (at % 8 * 8) & 255) as usize];
            return base + bytes.iter().enumerate().map(of).sum::<i64>();
        }
        let mut level = 0;
        for (bits, worths) in &self.digits {
            let mut value = 0;
            for (power, &bit) in bits.iter().enumerate() {
                value |= (words[bit / 64] >> (bit % 64) & 1) << power;
            }
            level += worths[value as usize];
        }
        level
    }

    /// The quantities that a move raises.
    pub fn raised(&self, numbering: &Numbering, from: &[u64], to: &[u64]) -> Vec<Quantity> {
        let raises = |&quantity: &Quantity| {
            let one = Levels::of(numbering, vec![quantity]);
            one.level(to) > one.level(from)
        };
        self.quantities.iter().copied().filter(raises).collect()
    }

    /// As text, by which a later run knows that it has the same levels.
    pub fn text(&self) -> String {
        format!("{:?}", self.quantities)
    }
}

/// What bytes of a position count, if every bit of a digit counts by itself.
fn by_bytes(digits: &[(Vec<usize>, Vec<i64>)], count: usize) -> Option<(i64, Vec<[i64; 256]>)> {
    let mut weights = vec![0i64; count * 8];
    let mut base = 0;
    for (bits, worths) in digits {
        base += worths[0];
        let weight = |power: usize| worths.get(1 << power).map_or(0, |worth| worth - worths[0]);
        let additive = |(value, worth): (usize, &i64)| {
            let powers = (0..bits.len()).filter(|power| value >> power & 1 == 1);
            *worth == worths[0] + powers.map(weight).sum::<i64>()
        };
        if !worths.iter().enumerate().all(additive) {
            return None;
        }
        bits.iter().enumerate().for_each(|(power, &bit)| weights[bit] = weight(power));
    }
    let of =
        |byte: usize, value: usize| (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| weights[byte * 8 + bit]).sum();
    Some((base, (0..count).map(|byte| std::array::from_fn(|value| of(byte, value))).collect()))
}

/// Values of a digit that are counted one by one at most.
const MOST_COUNTED: u128 = 8;

fn candidates(numbering: &Numbering) -> Vec<Quantity> {
    let mut all = Vec::new();
    for (field, shape) in numbering.game.shapes.iter().enumerate() {
        let swap = match numbering.movers {
            Movers::Exchanged => numbering.exchange[field],
            _ => Swap::Never,
        };
        let mut push = |counted: Counted| {
            all.extend([false, true].map(|grows| Quantity { field, counted, grows }));
        };
        match (shape, swap) {
            (_, Swap::Always) => {}
            (Shape::Array(_, values), Swap::Optional) if values.none => push(Counted::Cells(0)),
            (_, Swap::Optional) => {}
            (Shape::Set(_), Swap::Never) => push(Counted::Cells(1)),
            (Shape::One(values) | Shape::Array(_, values), Swap::Never) => {
                let numbers = !values.none && matches!(values.universe.elements().next(), Some(Value::Int(_)));
                if numbers && values.len() > 1 {
                    push(Counted::Total);
                }
                if matches!(shape, Shape::Array(..)) && values.len() <= MOST_COUNTED {
                    (0..values.len() as u64).for_each(|value| push(Counted::Cells(value)));
                }
            }
        }
    }
    all
}

/// Every move from the positions of some random plays.
fn sample(numbering: &Numbering, (words, mover): (&[u64], Side)) -> Result<Vec<Edge>, Halted> {
    let game = &numbering.game;
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    let mut options = Options::default();
    let mut edges = Vec::new();
    for _ in 0..PLAYS {
        let (mut words, mut mover) = (Packed::from(words), mover);
        for _ in 0..MOVES {
            if game.ended(&words, mover, Stuck::No)?.is_some() {
                break;
            }
            game.options(&words, mover, &mut options)?;
            if options.is_empty() {
                break;
            }
            edges.extend((0..options.len()).map(|number| (words.clone(), Packed::from(options.key(number)))));
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = (seed >> 33) as usize % options.len();
            (mover, words) = (options.turn(chosen).next(mover), Packed::from(options.key(chosen)));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    Ok(edges)
}
