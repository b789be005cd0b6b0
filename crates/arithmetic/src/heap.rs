//! Whether the moves of rules with one number are those of a heap code, for all heaps: a move from n leaves nothing, one
//! heap, or two, and for each of these the relation of the rules and that of the code are compared as formulas. So it does
//! not matter how the rules are spelt; rules that are not arithmetic are undecided.

use crate::lower::{Lowering, Plain, RESERVED};
use crate::reader::{Reader, Trouble};
use crate::search::search;
use crate::simplify::simplified;
use crate::translate::at_parameters;
use crate::{Digits, Split, Var};
use grundy_answer::Watch;
use grundy_rule::Rules;
use grundy_run::{Component, Flow, Game, Led, Side, State, Stored, Turn, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Transitions of one comparison at most, about a hundred bytes each.
const MOST_TRANSITIONS: u64 = 1 << 20;

/// What may be left after taking k: bit j of digit k, that it may lie as j non-empty heaps (Guy and Smith 1956).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The first digits.
    pub head: Vec<u16>,
    /// Digits that follow again and again; none if all further digits are 0.
    pub tail: Vec<u16>,
    /// Whether two heaps left by one move must differ.
    pub unequal: bool,
}

/// Why it is not known that rules have a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// They have not: here is a heap whose moves differ.
    Differs(u128),
    /// The rules are not arithmetic, or the comparison took too long.
    Unknown(String),
}

const HEAP: Var = Var(RESERVED - 1);
const FIRST: Var = Var(RESERVED - 2);
const SECOND: Var = Var(RESERVED - 3);

/// Heaps to this size are compared move by move as well, by interpretation: rules that are read wrongly as formulas show
/// themselves there.
const SMALL_HEAP: i64 = 10;

/// Decides that the moves of a game's rules at its parameters are exactly those of the code, for every heap.
pub fn decides(game: &Game, code: &Code, watch: &dyn Watch) -> Result<(), Undecided> {
    let unknown = |reason: &str| Undecided::Unknown(reason.to_string());
    let moves = Relations::of(game.source(), &game.params).map_err(Undecided::Unknown)?;
    let digits =
        code.head.iter().fold(0, |all, digit| all | digit) | code.tail.iter().fold(0, |all, digit| all | digit);
    if digits > 7 {
        return Err(unknown("a move of the code leaves more than two heaps"));
    }
    let pairs = [(moves.nothing, code.nothing()), (moves.one, code.one()), (moves.two, code.two())];
    let mut reader = Reader::new(Digits::Base2, &[], MOST_TRANSITIONS, watch);
    for (rules, code) in pairs {
        // Most rules are their code in other words.
        let (rules, code) = (simplified(&rules), simplified(&code));
        if rules == code {
            continue;
        }
        let differ = Plain::Any(vec![
            Plain::All(vec![rules.clone(), code.clone().negated()]),
            Plain::All(vec![rules.negated(), code]),
        ]);
        match search(&mut reader, Digits::Base2, &differ) {
            Ok(searched) => {
                if let Some(at) = searched.found {
                    let heap = at.iter().find(|(var, _)| *var == HEAP).map_or(0, |(_, size)| *size);
                    return Err(Undecided::Differs(heap));
                }
            }
            Err(Trouble::Formula(reason)) => return Err(Undecided::Unknown(reason)),
            Err(Trouble::Variables(met)) => return Err(unknown(&format!("{met} variables at once"))),
            Err(Trouble::Budget) => return Err(unknown("the comparison with the code takes too long")),
            Err(Trouble::Stopped(stop)) => return Err(Undecided::Unknown(stop.to_string())),
        }
    }
    let small = game.world().game(game.key, game.params.clone(), vec![SMALL_HEAP]);
    let small = small.map_err(|mistake| Undecided::Unknown(mistake.cause.to_string()))?;
    for heap in 0..=SMALL_HEAP {
        let left = left_by_rules(&small, heap).ok_or_else(|| unknown("a small heap has moves that are not seen"))?;
        if left != code.left(heap) {
            return Err(Undecided::Differs(heap as u128));
        }
    }
    Ok(())
}

/// What the moves from a heap leave, by interpretation: heaps that are not empty, in order.
fn left_by_rules(game: &Arc<Game>, heap: i64) -> Option<BTreeSet<Vec<i64>>> {
    let size = |game: &Game, words: &[u64]| match &game.unpack(words).fields[..] {
        [Stored::One(Value::Int(size))] => Some(*size),
        _ => None,
    };
    let packed = game.pack(&State { fields: vec![Stored::One(Value::Int(heap))] })?;
    let (mut all, mut seen) = (BTreeSet::new(), true);
    let made = game.each_led(&packed, Side::Left, &mut |_, led, gain, turn| {
        let sizes: Option<Vec<i64>> = match led {
            Led::Words(words) => size(game, words).map(|size| vec![size]),
            Led::Components(parts) => {
                let same = |part: &Component| (part.game.key, &part.game.params) == (game.key, &game.params);
                parts.iter().map(|part| size(&part.game, &part.packed).filter(|_| same(part))).collect()
            }
        };
        seen &= sizes.is_some() && gain == 0 && turn == Turn::Passes;
        let mut sizes: Vec<i64> = sizes.into_iter().flatten().filter(|size| *size > 0).collect();
        sizes.sort_unstable();
        all.insert(sizes);
        Flow::On
    });
    (made.is_ok() && seen).then_some(all)
}

/// What a move from heap `HEAP` may leave: nothing, the heap `FIRST`, the heaps `FIRST` and `SECOND`.
struct Relations {
    nothing: Plain,
    one: Plain,
    two: Plain,
}

impl Relations {
    fn of(rules: &Rules, params: &[Value]) -> Result<Relations, String> {
        let game = at_parameters(rules, params).map_err(|reason| reason.to_string())?;
        let [heap] = game.fields[..] else { return Err("a position is not one number".to_string()) };
        if game.domain.is_some() {
            return Err("not every number is a heap".to_string());
        }
        if !game.repeats.is_empty() {
            return Err("a step is repeated within one move".to_string());
        }
        let mut lowering = Lowering::new(Digits::Base2);
        let (mut nothing, mut one, mut two) = (Vec::new(), Vec::new(), Vec::new());
        for step in &game.moves {
            let legal = simplified(&lowering.formula(&step.legal)?);
            let (legal, after) = match step.changed[..] {
                [] => (Plain::All(vec![legal, equal(heap, FIRST)]), FIRST),
                [(_, after)] => (legal, after),
                _ => return Err("a position is not one number".to_string()),
            };
            let left = legal.renamed(&[(heap, HEAP), (after, FIRST)]);
            nothing.push(Plain::All(vec![left.clone(), Plain::Is(FIRST, 0)]).project(&[HEAP]));
            one.push(left.project(&[HEAP, FIRST]));
        }
        for Split { parts, legal } in &game.splits {
            let [first, second] = &parts[..] else { return Err("a move leaves more than two heaps".to_string()) };
            let ([first], [second]) = (&first[..], &second[..]) else { return Err("a part is no heap".to_string()) };
            let legal = simplified(&lowering.formula(legal)?);
            for (a, b) in [(*first, *second), (*second, *first)] {
                let left = legal.renamed(&[(heap, HEAP), (a, FIRST), (b, SECOND)]);
                let alone = Plain::All(vec![left.clone(), Plain::Is(SECOND, 0)]);
                nothing.push(Plain::All(vec![alone.clone(), Plain::Is(FIRST, 0)]).project(&[HEAP]));
                one.push(alone.project(&[HEAP, FIRST]));
                two.push(left.project(&[HEAP, FIRST, SECOND]));
            }
        }
        let two = vec![positive(FIRST), positive(SECOND), Plain::Any(two)];
        Ok(Relations {
            nothing: Plain::Any(nothing),
            one: Plain::All(vec![positive(FIRST), Plain::Any(one)]),
            two: Plain::All(two),
        })
    }
}

impl Code {
    /// What the moves from a heap leave: heaps that are not empty, in order.
    fn left(&self, heap: i64) -> BTreeSet<Vec<i64>> {
        let digit = |amount: i64| {
            let beyond = (amount as usize).checked_sub(self.head.len());
            let repeated = beyond.and_then(|beyond| self.tail.get(beyond % self.tail.len().max(1)));
            self.head.get(amount as usize).or(repeated).copied().unwrap_or(0)
        };
        let mut all = BTreeSet::new();
        for (amount, rest) in (0..=heap).map(|amount| (amount, heap - amount)) {
            let digit = digit(amount);
            if digit & 1 != 0 && rest == 0 {
                all.insert(Vec::new());
            }
            if digit & 2 != 0 && rest > 0 {
                all.insert(vec![rest]);
            }
            let halves = (1..=rest / 2).filter(|&less| digit & 4 != 0 && !(self.unequal && less == rest - less));
            all.extend(halves.map(|less| vec![less, rest - less]));
        }
        all
    }

    fn nothing(&self) -> Plain {
        self.taken(&[(HEAP, 1)], 1)
    }

    fn one(&self) -> Plain {
        Plain::All(vec![positive(FIRST), self.taken(&[(HEAP, 1), (FIRST, -1)], 2)])
    }

    fn two(&self) -> Plain {
        let mut all = vec![positive(FIRST), positive(SECOND)];
        all.push(self.taken(&[(HEAP, 1), (FIRST, -1), (SECOND, -1)], 4));
        if self.unequal {
            all.push(equal(FIRST, SECOND).negated());
        }
        Plain::All(all)
    }

    /// The sum is an amount after which the rest may lie as the bit says.
    fn taken(&self, amount: &[(Var, i128)], bit: u16) -> Plain {
        let less: Vec<(Var, i128)> = amount.iter().map(|(var, by)| (*var, -by)).collect();
        let at_least = |low: usize| Plain::AtMost(less.clone(), -(low as i128));
        let at_most = |high: usize| Plain::AtMost(amount.to_vec(), high as i128);
        let mut any = Vec::new();
        let mut place = 0;
        // Codes of large sets are long and almost empty.
        const TOGETHER: usize = 64;
        let is_empty = |from: &usize| {
            self.head[*from..].len() >= TOGETHER
                && self.head[*from..][..TOGETHER].iter().fold(0, |all, digit| all | digit) & bit == 0
        };
        let next = |from: usize, allowed: bool| {
            self.head[from..].iter().position(|digit| (digit & bit != 0) == allowed).map(|more| from + more)
        };
        loop {
            while is_empty(&place) {
                place += TOGETHER;
            }
            let Some(low) = next(place, true) else { break };
            place = next(low, false).unwrap_or(self.head.len());
            any.push(Plain::All(vec![at_least(low), at_most(place - 1)]));
        }
        let period = self.tail.len();
        let residues: Vec<usize> = (0..period).filter(|&place| self.tail[place] & bit != 0).collect();
        let from = at_least(self.head.len());
        if residues.len() == period && period > 0 {
            any.push(from);
        } else if !residues.is_empty() {
            let wanted = residues.iter().map(|place| {
                Plain::Remainder(amount.to_vec(), period as u32, ((self.head.len() + place) % period) as u32)
            });
            any.push(Plain::All(vec![from, Plain::Any(wanted.collect())]));
        }
        Plain::Any(any)
    }
}

fn positive(var: Var) -> Plain {
    Plain::AtMost(vec![(var, -1)], -1)
}

fn equal(a: Var, b: Var) -> Plain {
    Plain::Equal(vec![(a, 1), (b, -1)], 0)
}
