//! Values that depend on the bits of a position.

use crate::condition::Condition;
use grundy_run::Value;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The rules cannot be written out, because of this construct or because there would be too much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond(pub &'static str);

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Symbol {
    /// One of some values.
    Cases(Cases),
    /// A number that is counted.
    Count(Count),
    /// A set: each element with when it belongs.
    Set(Rc<BTreeMap<Value, Condition>>),
}

/// Values with when they are it; no two of the conditions hold together.
#[derive(Clone, Debug, PartialEq)]
pub struct Cases {
    /// The values.
    pub each: SmallVec<[(Condition, Value); 1]>,
    /// Whether one of the conditions always holds; where none does, the value is undefined.
    pub total: bool,
}

/// A number: `base`, and the points of every condition that holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// What is certain.
    pub base: i64,
    /// Each condition once.
    pub terms: Vec<(i64, Condition)>,
}

/// A condition that may be undefined: then neither holds.
#[derive(Clone, Debug)]
pub struct Truth {
    /// When it is true.
    pub yes: Condition,
    /// When it is false.
    pub no: Condition,
    /// Whether one of the two always holds.
    pub total: bool,
}

/// No value has more cases than this.
pub const MOST_CASES: usize = 64;

impl Cases {
    /// This value.
    pub fn known(value: Value) -> Cases {
        Cases { each: SmallVec::from_iter([(Condition::Yes, value)]), total: true }
    }

    /// No value.
    pub fn undefined() -> Cases {
        Cases { each: SmallVec::new(), total: false }
    }

    /// The value, if it is the same in all positions.
    pub fn only(&self) -> Option<&Value> {
        match &self.each[..] {
            [(Condition::Yes, value)] => Some(value),
            _ => None,
        }
    }

    /// Cases gathered by value.
    pub fn of(all: impl IntoIterator<Item = (Condition, Value)>, total: bool) -> Result<Cases, Beyond> {
        let mut each: SmallVec<[(Condition, Value); 1]> = SmallVec::new();
        for (when, value) in all {
            if when == Condition::No {
                continue;
            }
            match each.iter_mut().find(|(_, known)| *known == value) {
                Some((known, _)) => *known = known.or(&when),
                None => each.push((when, value)),
            }
            if each.len() > MOST_CASES {
                return Err(Beyond("a value with more than 64 cases"));
            }
        }
        if let [(when, _)] = &mut each[..]
            && total
        {
            *when = Condition::Yes;
        }
        let total = total || each.iter().any(|(when, _)| *when == Condition::Yes);
        Ok(Cases { each, total })
    }

    /// When it has a value.
    pub fn defined(&self) -> Condition {
        if self.total { Condition::Yes } else { Condition::any(self.each.iter().map(|(when, _)| when.clone())) }
    }

    /// This where the condition holds, that where it does not.
    pub fn choose(when: &Condition, yes: &Cases, no: &Cases) -> Result<Cases, Beyond> {
        if yes == no {
            return Ok(yes.clone());
        }
        let not = when.not();
        let under = |when: Condition, of: &Cases| -> Vec<(Condition, Value)> {
            of.each.iter().map(|(case, value)| (when.and(case), value.clone())).collect()
        };
        Cases::of(under(when.clone(), yes).into_iter().chain(under(not, no)), yes.total && no.total)
    }
}

impl Count {
    /// Points of conditions, like ones together.
    pub fn of(base: i64, all: impl IntoIterator<Item = (i64, Condition)>) -> Result<Count, Beyond> {
        let mut count = Count { base, terms: Vec::new() };
        for (points, term) in all {
            match term {
                Condition::No => {}
                Condition::Yes => count.base = count.base.checked_add(points).ok_or(Beyond("numbers too large"))?,
                term => match count.terms.iter_mut().find(|(_, known)| *known == term) {
                    Some((known, _)) => *known = known.checked_add(points).ok_or(Beyond("numbers too large"))?,
                    None => count.terms.push((points, term)),
                },
            }
        }
        count.terms.retain(|(points, _)| *points != 0);
        // Far from the end of the range: sums of these do not overflow.
        let large = |number: i64| number.unsigned_abs() > 1 << 40;
        if large(count.base) || count.terms.iter().any(|(points, _)| large(*points)) || count.terms.len() > 1 << 12 {
            return Err(Beyond("numbers too large"));
        }
        Ok(count)
    }

    /// This and so many times that.
    pub fn plus(&self, factor: i64, other: &Count) -> Result<Count, Beyond> {
        let base = other
            .base
            .checked_mul(factor)
            .and_then(|more| self.base.checked_add(more))
            .ok_or(Beyond("numbers too large"))?;
        let mut terms = self.terms.clone();
        for (points, term) in &other.terms {
            terms.push((points.checked_mul(factor).ok_or(Beyond("numbers too large"))?, term.clone()));
        }
        Count::of(base, terms)
    }

    /// It is at least 1.
    pub fn positive(&self) -> Result<Condition, Beyond> {
        Condition::positive(self.base, &self.terms).ok_or(Beyond("numbers too large"))
    }
}

impl Symbol {
    /// As cases.
    pub fn cases(self) -> Result<Cases, Beyond> {
        match self {
            Symbol::Cases(cases) => Ok(cases),
            Symbol::Count(count) if count.terms.is_empty() => Ok(Cases::known(Value::Int(count.base))),
            Symbol::Count(_) | Symbol::Set(_) => Err(Beyond("a count or set used as one of few values")),
        }
    }

    /// As a number that is counted.
    pub fn count(self) -> Result<Count, Beyond> {
        match self {
            Symbol::Count(count) => Ok(count),
            Symbol::Cases(Cases { each, total: true }) => {
                let points = each.into_iter().map(|(when, value)| match value {
                    Value::Int(number) => Ok((number, when)),
                    _ => Err(Beyond("a count of something else than numbers")),
                });
                Count::of(0, points.collect::<Result<Vec<_>, Beyond>>()?)
            }
            Symbol::Cases(_) | Symbol::Set(_) => Err(Beyond("a number that may be undefined is counted")),
        }
    }

    /// As a set.
    pub fn set(self) -> Result<Rc<BTreeMap<Value, Condition>>, Beyond> {
        match self {
            Symbol::Set(set) => Ok(set),
            Symbol::Cases(cases) if cases.total => {
                let mut set: BTreeMap<Value, Condition> = BTreeMap::new();
                for (when, value) in cases.each {
                    let Value::Set(elements) = value else { return Err(Beyond("a list chosen by the position")) };
                    for element in elements.iter() {
                        let known = set.entry(element.clone()).or_insert(Condition::No);
                        *known = known.or(&when);
                    }
                }
                Ok(Rc::new(set))
            }
            _ => Err(Beyond("a set that may be undefined")),
        }
    }
}

impl Truth {
    /// How much there is of it.
    pub fn size(&self) -> usize {
        self.yes.size() + self.no.size()
    }

    /// True or false.
    pub fn known(value: bool) -> Truth {
        Truth::when(if value { Condition::Yes } else { Condition::No })
    }

    /// Neither.
    pub fn undefined() -> Truth {
        Truth { yes: Condition::No, no: Condition::No, total: false }
    }

    /// True and false under these conditions; where it is always one of them and never the other, that is certain.
    pub fn of(yes: Condition, no: Condition, total: bool) -> Truth {
        match (&yes, &no) {
            (Condition::No, _) if total => Truth::known(false),
            (_, Condition::No) if total => Truth::known(true),
            (Condition::Yes, _) | (_, Condition::Yes) => Truth { yes, no, total: true },
            _ => Truth { yes, no, total },
        }
    }

    /// True exactly if the condition holds.
    pub fn when(yes: Condition) -> Truth {
        Truth { no: yes.not(), yes, total: true }
    }
}
