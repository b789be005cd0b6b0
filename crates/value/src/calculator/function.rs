//! Calls of the named functions: which there are, and what is common to them.

mod ko;
mod list;
mod loopy;
mod ordinal;
mod play;
mod short;
mod table;

use super::answer::Answer;
use super::arithmetic::game;
use super::fault::Fault;
use crate::{Dyadic, Game, Nimber, Values};
use std::ops::{Range, RangeInclusive};
use table::{FUNCTIONS, What};

/// A function of the calculator.
#[derive(Debug)]
pub struct Function {
    /// Its name; case does not matter when it is called.
    pub name: &'static str,
    /// How many arguments it takes.
    pub arguments: RangeInclusive<usize>,
    /// A call and what it gives, on one line.
    pub usage: &'static str,
    /// An expression and what it comes to.
    pub example: (&'static str, &'static str),
    what: What,
}

/// A call under way.
#[derive(Clone)]
pub(super) struct Call<'a> {
    pub(super) values: Values<'a>,
    pub(super) arguments: Vec<Answer>,
    pub(super) span: Range<usize>,
}

/// Other names people use.
static ALSO: [(&str, &str); 20] = [
    ("RCF", "Reduced"),
    ("ReducedCanonicalForm", "Reduced"),
    ("CanonicalForm", "Canonical"),
    ("Mex", "Nimber"),
    ("NortonProduct", "Norton"),
    ("NortonMultiply", "Norton"),
    ("Star", "Nimber"),
    ("OutcomeClass", "Outcome"),
    ("ConjunctiveSum", "Conjunctive"),
    ("ContinuedConjunctiveSum", "ContinuedConjunctive"),
    ("ConwayMultiply", "ConwayProduct"),
    ("DayN", "BornBy"),
    ("DiminishedDisjunctiveSum", "DiminishedDisjunctive"),
    ("Diversity", "FollowerCount"),
    ("Length", "Count"),
    ("NimMultiply", "NimProduct"),
    ("RapidConjunctive", "Conjunctive"),
    ("SelectiveSum", "Selective"),
    ("ShortenedSelectiveSum", "ShortenedSelective"),
    ("Sorted", "Sort"),
];

/// All functions, by name.
pub fn functions() -> &'static [Function] {
    FUNCTIONS
}

pub(super) fn function(name: &str) -> Option<&'static Function> {
    let name = ALSO.iter().find(|also| also.0.eq_ignore_ascii_case(name)).map_or(name, |also| also.1);
    FUNCTIONS.iter().find(|function| function.name.eq_ignore_ascii_case(name))
}

/// A name that means nothing, with the nearest that does.
pub(super) fn unknown(name: &str, span: Range<usize>) -> Fault {
    let fault = Fault::new("name", span, format!("`{name}` is not a name the calculator knows"));
    let distance = |other: &str| edit_distance(&name.to_lowercase(), &other.to_lowercase());
    let nearest = FUNCTIONS.iter().map(|function| (distance(function.name), function)).min_by_key(|near| near.0);
    match nearest {
        Some((near, function)) if near <= 2 && name.len() > 2 => {
            fault.remedy(format!("did you mean {}?", function.usage))
        }
        _ if name.chars().all(|c| c.is_alphabetic()) => {
            fault.remedy(format!("give it a value first: {name} := {{1|-1}}"))
        }
        _ => fault,
    }
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()]
}

impl Call<'_> {
    fn fault(&self, code: &'static str, message: impl Into<String>) -> Fault {
        Fault::new(code, self.span.clone(), message)
    }

    fn game(&self, at: usize) -> Result<Game, Fault> {
        game(&self.arguments[at], &self.span)
    }

    fn games(&self) -> Result<Vec<Game>, Fault> {
        (0..self.arguments.len()).map(|at| self.game(at)).collect()
    }

    /// The number given, or 1 if it was left out.
    fn number(&self, at: usize) -> Result<Dyadic, Fault> {
        if at >= self.arguments.len() {
            return Ok(Dyadic::ONE);
        }
        let number = self.values.as_number(self.game(at)?);
        number.ok_or_else(|| self.fault("kind", format!("argument {} must be a number", at + 1)))
    }

    /// A nimber, or an integer that names one.
    fn nimber(&self, at: usize) -> Result<Nimber, Fault> {
        let game = self.game(at)?;
        let integer = |number: Dyadic| u128::try_from(number.numerator()).ok().filter(|_| number.is_integer());
        let named = || self.values.as_number(game).and_then(integer).map(Nimber);
        let nimber = self.values.as_nimber(game).filter(|nimber| nimber.0 != 0).or_else(named);
        nimber.ok_or_else(|| self.fault("kind", format!("argument {} must be a nimber below 2^128", at + 1)))
    }

    fn count(&self, at: usize) -> Result<u32, Fault> {
        let count = self.number(at)?.to_i64().and_then(|count| u32::try_from(count).ok());
        count.ok_or_else(|| self.fault("kind", format!("argument {} must be a small integer", at + 1)))
    }
}

/// What a call comes to.
pub(super) fn apply(function: &Function, call: &Call<'_>) -> Result<Answer, Fault> {
    let what = function.what;
    if what.takes_lists() {
        return list::apply(what, call);
    }
    if let [Answer::List(all)] = &call.arguments[..]
        && *function.arguments.start() == 1
        && *function.arguments.end() == 1
    {
        let each = all.iter().map(|one| apply(function, &Call { arguments: vec![one.clone()], ..call.clone() }));
        return each.collect::<Result<_, Fault>>().map(Answer::List);
    }
    if ordinal::is_for(what, call) {
        return ordinal::apply(what, call);
    }
    if what.is_advice() {
        return play::apply(what, call);
    }
    if let What::Komaster(_) | What::KoKind = what {
        return ko::apply(what, call);
    }
    if let Some(answer) = loopy::apply(what, call)? {
        return Ok(answer);
    }
    short::apply(what, call)
}
