//! The shortest law that passes the test, and the shortest that does not.

use crate::expression::Feature;
use crate::fit::{Candidate, Part};
use crate::law::{Exception, Law};
use crate::samples::{Samples, Shown};
use crate::terms::{properties, terms};
use crate::{lost, product};
use std::sync::Arc;

/// Fewer entries than this are fitted to nothing.
const FEWEST_FITTED: usize = 4;

/// Expressions in the two laws of one table are at most so long, in bits.
const LONGEST_PART: u32 = 9;

/// Entries of another table that a table may be equal to.
#[derive(Clone, Debug)]
pub struct Known {
    /// What it is called.
    pub name: String,
    /// The entries from 0 on.
    pub values: Arc<Vec<i64>>,
}

/// A law that holds on a whole table.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The law in words.
    pub text: String,
    /// What the functions in it mean.
    pub meanings: Vec<(&'static str, &'static str)>,
    /// Where it does not hold.
    pub exceptions: Vec<Exception>,
    /// To how many entries it was fitted.
    pub fitted: usize,
    /// On how many others it was tested.
    pub tested: usize,
    /// The law.
    pub law: Law,
}

/// A law that fits the first entries and fails later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The law in words.
    pub text: String,
    /// Where it fails first.
    pub at: Vec<i64>,
    /// What it says there, if anything.
    pub says: Option<i64>,
    /// What is true there.
    pub is: i64,
}

/// The shortest law that fits the first entries of a table and holds on all others; and the shortest that fits the first
/// entries and fails later. The cost is that of some thousand expressions at the fitted entries.
pub fn guess(samples: &Samples, known: &[Known]) -> (Option<Guess>, Option<Failure>) {
    let fitted = samples.fitted();
    if fitted < FEWEST_FITTED || !(1..=3).contains(&samples.arity()) {
        return (None, None);
    }
    let part = Part { points: &samples.points()[..fitted], values: &samples.values()[..fitted] };
    let mut candidates = part.simple(samples.arity());
    if samples.arity() == 1 {
        candidates.extend(equal(samples, known, part));
    }
    match (samples.arity(), samples.shown) {
        (1, Shown::Property) => candidates.extend(lost::numbers(part)),
        (2, Shown::Property) => {
            candidates.extend(lost::pairs(part));
            candidates.extend(part.grids());
        }
        (2, Shown::Values) => {
            candidates.extend(product::products(part));
            candidates.extend(part.grids());
        }
        _ => {}
    }
    let (best, failure) = tested(candidates, samples);
    if best.is_some() {
        return (best, failure);
    }
    let (best, other) = tested(either(samples.arity(), part), samples);
    (best, failure.or(other))
}

/// The shortest candidate that passes the test, and the shortest that does not.
fn tested(mut candidates: Vec<Candidate>, samples: &Samples) -> (Option<Guess>, Option<Failure>) {
    candidates.sort_by_key(Candidate::cost);
    let (mut best, mut failure) = (None, None);
    for candidate in candidates {
        match (fails(&candidate, samples), &best, &failure) {
            (None, None, _) => best = Some(written(&candidate, samples)),
            (Some(found), _, None) => failure = Some(found),
            _ => {}
        }
        if best.is_some() && failure.is_some() {
            break;
        }
    }
    (best, failure)
}

/// The first entry beyond the fitted ones that is not what the law says.
fn fails(candidate: &Candidate, samples: &Samples) -> Option<Failure> {
    let fitted = samples.fitted();
    let said = candidate.law.entries(&samples.points()[fitted..]);
    let place = (fitted..).zip(&said).find(|(place, said)| **said != Some(samples.values()[*place]))?.0;
    Some(Failure {
        text: candidate.law.text(&samples.names, samples.shown),
        at: samples.points()[place].clone(),
        says: said[place - fitted],
        is: samples.values()[place],
    })
}

fn written(candidate: &Candidate, samples: &Samples) -> Guess {
    let exception = |&place: &usize| Exception { at: samples.points()[place].clone(), is: samples.values()[place] };
    let mut features = Vec::new();
    candidate.law.features(&mut features);
    features.retain(|feature| !feature.is_property());
    Guess {
        text: candidate.law.text(&samples.names, samples.shown),
        meanings: features.into_iter().map(Feature::words).collect(),
        exceptions: candidate.exceptions.iter().map(exception).collect(),
        fitted: samples.fitted(),
        tested: samples.values().len() - samples.fitted(),
        law: candidate.law.clone(),
    }
}

/// Other tables that this one is equal to, moved by at most two places.
fn equal(samples: &Samples, known: &[Known], part: Part) -> Vec<Candidate> {
    let reach = samples.bounds()[0] + 3;
    let long = known.iter().filter(|known| known.values.len() as i64 >= reach);
    let laws = long
        .flat_map(|known| (-2..=2).map(|by| Law::Known { name: known.name.clone(), by, values: known.values.clone() }));
    laws.filter_map(|law| part.candidate(law)).collect()
}

/// One law where a property holds and another elsewhere; each must be met often.
fn either(arity: usize, part: Part) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut short = terms(arity);
    short.retain(|term| term.of.cost() <= LONGEST_PART);
    for when in properties(arity) {
        let sides = [1, 0].map(|side| {
            let chosen = part.points.iter().zip(part.values).filter(|(point, _)| when.at(point) == Some(side));
            let (points, values): (Vec<Vec<i64>>, Vec<i64>) =
                chosen.map(|(point, value)| (point.clone(), *value)).unzip();
            (points, values)
        });
        if sides.iter().any(|(points, _)| points.len() < FEWEST_FITTED) {
            continue;
        }
        let [yes, no] = sides.map(|(points, values)| {
            let laws = Part { points: &points, values: &values }.on_each(&short);
            laws.into_iter().take(2).map(|one| one.law).collect::<Vec<_>>()
        });
        for (yes, no) in yes.iter().flat_map(|yes| no.iter().map(move |no| (yes, no))) {
            let [yes, no] = [yes, no].map(|law| Box::new(law.clone()));
            found.extend(part.candidate(Law::Either { when: when.clone(), yes, no }));
        }
    }
    found
}
