//! Constants of laws, from the entries that are fitted. What comes early may be an exception; a law is read off the end.

use crate::law::{Law, Surd};
use crate::terms::{Term, terms};
use std::collections::HashMap;

/// More exceptions than this are no exceptions.
const MOST_EXCEPTIONS: usize = 8;

/// Periods of other expressions than arguments are at most this.
const SHORT_PERIOD: usize = 12;

/// Each class of a table of cases is met at least this often.
const SEEN: usize = 2;

/// So many surds are tried.
const SURDS: usize = 64;

/// A law that says what the entries are, but for a few early ones.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The law.
    pub law: Law,
    /// The places of the entries that are exceptions.
    pub exceptions: Vec<usize>,
}

/// The entries that laws are fitted to: points in their order, and which of them a law speaks of.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// The points.
    pub points: &'a [Vec<i64>],
    /// The entries.
    pub values: &'a [i64],
}

impl Part<'_> {
    /// The candidate, if the entries that it does not give are few and early.
    pub fn candidate(&self, law: Law) -> Option<Candidate> {
        let said = law.entries(self.points);
        let mut exceptions = Vec::new();
        for (place, (said, &is)) in said.iter().zip(self.values).enumerate() {
            if *said != Some(is) {
                exceptions.push(place);
                if exceptions.len() > MOST_EXCEPTIONS || 2 * place >= self.values.len() {
                    return None;
                }
            }
        }
        Some(Candidate { law, exceptions })
    }

    /// Every law on one expression that gives the entries, but for a few early ones.
    pub fn on(&self, term: &Term) -> Vec<Candidate> {
        let at: Vec<Option<i64>> = self.points.iter().map(|point| term.of.at(point)).collect();
        let mut found: Vec<Law> = Vec::new();
        let late = self.values.len() / 2;
        let pairs: Vec<(i64, i64)> =
            at[late..].iter().zip(&self.values[late..]).filter_map(|(at, &value)| at.map(|at| (at, value))).collect();
        // What is not defined late is no exception.
        if pairs.len() + late < self.values.len() || pairs.is_empty() {
            return Vec::new();
        }
        found.extend(cases(&pairs).map(|values| Law::Cases { of: term.of.clone(), values }));
        let (times, overs): (&[i64], _) = if term.is_number { (&[1, 2, 3, -1], 1..=4) } else { (&[1, 2, -1], 1..=2) };
        for over in overs {
            for &times in times.iter().filter(|&&times| over == 1 || times == 1 || times == 2 && over == 3) {
                let plus = affine(&pairs, times, over);
                found.extend(plus.map(|plus| Law::Affine { of: term.of.clone(), times, plus, over }));
            }
        }
        let plain = matches!(term.of, crate::expression::Expression::Argument(_));
        let longest = if plain { self.values.len() / 3 } else { SHORT_PERIOD.min(self.values.len() / 4) };
        let pairs: Vec<(i64, i64)> =
            at.iter().zip(self.values).filter_map(|(at, &value)| at.map(|at| (at, value))).collect();
        let read = |period: usize| match term.is_number {
            true => residues(&pairs, late, period),
            false => classes(&pairs, late, period).map(|values| (0, values)),
        };
        let mut periods = (1..=longest).filter_map(read);
        let of = || term.of.clone();
        // Multiples of a period are periods: the first is enough.
        found.extend(periods.next().map(|(rise, values)| Law::Residues { of: of(), rise, values }));
        if term.is_number {
            found.extend(quadratic(&pairs).map(|(square, times, plus, over)| Law::Quadratic {
                of: of(),
                square,
                times,
                plus,
                over,
            }));
        }
        found.into_iter().filter_map(|law| self.candidate(law)).collect()
    }

    /// Every law on every expression, the shortest first.
    pub fn simple(&self, arity: usize) -> Vec<Candidate> {
        self.on_each(&terms(arity))
    }

    /// Every law on each of these expressions, the shortest first.
    pub fn on_each(&self, terms: &[Term]) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = terms.iter().flat_map(|term| self.on(term)).collect();
        found.sort_by_key(Candidate::cost);
        found
    }

    /// By the remainders of both arguments.
    pub fn grids(&self) -> Vec<Candidate> {
        let mut periods: Vec<(i64, i64)> = (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))).collect();
        periods.sort_by_key(|(a, b)| a * b);
        let late = self.values.len() / 2;
        let one = |(rows, columns): (i64, i64)| {
            let class = |point: &[i64]| (point[0].rem_euclid(rows) * columns + point[1].rem_euclid(columns)) as usize;
            let mut values: Vec<Option<i64>> = vec![None; (rows * columns) as usize];
            for (point, &value) in self.points[late..].iter().zip(&self.values[late..]) {
                let known = values[class(point)].get_or_insert(value);
                if *known != value {
                    return None;
                }
            }
            let values: Option<Vec<i64>> = values.into_iter().collect();
            self.candidate(Law::Grid { periods: (rows, columns), values: values? })
        };
        periods.into_iter().find_map(one).into_iter().collect()
    }
}

impl Candidate {
    /// How long it is to say, exceptions included, in bits.
    pub fn cost(&self) -> u32 {
        self.law.cost() + 8 * self.exceptions.len() as u32
    }
}

/// The entries of 0, 1, 2, ... where the entry depends on the number alone; those after the last change are one.
fn cases(pairs: &[(i64, i64)]) -> Option<Vec<i64>> {
    let mut known: HashMap<i64, (i64, usize)> = HashMap::new();
    for &(at, value) in pairs {
        let seen = known.entry(at).or_insert((value, 0));
        if seen.0 != value || at < 0 {
            return None;
        }
        seen.1 += 1;
    }
    let most = *known.keys().max()?;
    if most > pairs.len() as i64 {
        return None;
    }
    let last = known[&most].0;
    let mut values: Vec<i64> = Vec::new();
    for at in 0..=most {
        values.push(known.get(&at).map_or(last, |seen| seen.0));
    }
    while values.len() > 1 && values[values.len() - 2] == last {
        values.pop();
    }
    let few = values.len() * SEEN <= pairs.len() && values.len() <= SHORT_PERIOD;
    let met = (0..values.len() as i64).all(|at| known.get(&at).is_none_or(|seen| seen.1 >= SEEN));
    (few && met).then_some(values)
}

/// What is added, where `(times * at + plus) // over` is the value; the shortest that does.
fn affine(pairs: &[(i64, i64)], times: i64, over: i64) -> Option<i64> {
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for &(at, value) in pairs {
        let least = value.checked_mul(over)?.checked_sub(at.checked_mul(times)?)?;
        low = low.max(least);
        high = high.min(least.checked_add(over - 1)?);
        if low > high {
            return None;
        }
    }
    // The nearest to 0.
    Some(0i64.clamp(low, high))
}

/// What each period adds, and the entries of the first one, read off the late entries.
fn residues(pairs: &[(i64, i64)], late: usize, period: usize) -> Option<(i64, Vec<i64>)> {
    let length = period as i64;
    let mut seen: Vec<Vec<(i64, i64)>> = vec![Vec::new(); period];
    for &(at, value) in pairs.iter().rev() {
        let class = &mut seen[at.rem_euclid(length) as usize];
        if class.len() < 3 && class.last().is_none_or(|last| last.0 != at) {
            class.push((at, value));
        }
    }
    // Three times each, so that what a period adds was seen twice.
    if seen.iter().any(|class| class.len() < 3) {
        return None;
    }
    let [(b, after), (a, before), ..] = seen[0][..] else { return None };
    let (rises, rounds) = (after - before, (b - a) / length);
    if rounds == 0 || rises % rounds != 0 {
        return None;
    }
    let rise = rises / rounds;
    let values: Vec<i64> = seen.iter().map(|class| class[0].1 - rise * class[0].0.div_euclid(length)).collect();
    let fits =
        |&(at, value): &(i64, i64)| values[at.rem_euclid(length) as usize] + rise * at.div_euclid(length) == value;
    pairs[late.min(pairs.len())..].iter().all(fits).then_some((rise, values))
}

/// The entries of the remainders of a number that takes few values, where two more values than remainders are met.
fn classes(pairs: &[(i64, i64)], late: usize, period: usize) -> Option<Vec<i64>> {
    let mut known: Vec<Option<i64>> = vec![None; period];
    for &(at, value) in &pairs[late.min(pairs.len())..] {
        if *known[at.rem_euclid(period as i64) as usize].get_or_insert(value) != value {
            return None;
        }
    }
    let mut numbers: Vec<i64> = Vec::new();
    for &(at, _) in pairs {
        if numbers.len() < period + 2 && !numbers.contains(&at) {
            numbers.push(at);
        }
    }
    if numbers.len() < period + 2 { None } else { known.into_iter().collect() }
}

/// Factors of a form of the second degree, through the last three different numbers.
fn quadratic(pairs: &[(i64, i64)]) -> Option<(i64, i64, i64, i64)> {
    let mut last: Vec<(i64, i64)> = Vec::new();
    for &(at, value) in pairs.iter().rev() {
        if last.iter().all(|known| known.0 != at) {
            last.push((at, value));
        }
        if last.len() == 3 {
            break;
        }
    }
    let [(c, fc), (b, fb), (a, fa)] = last[..] else { return None };
    // Newton's form, twice over: 2 f(x) = square x^2 + times x + plus.
    let slope = |x: i64, fx: i64, y: i64, fy: i64| {
        let (top, under) = (2 * (fy - fx), y - x);
        (top % under == 0).then(|| top / under)
    };
    let (first, second) = (slope(a, fa, b, fb)?, slope(b, fb, c, fc)?);
    if (second - first) % (c - a) != 0 {
        return None;
    }
    let square = (second - first) / (c - a);
    let times = first - square * (a + b);
    let plus = 2 * fa - square.checked_mul(a)?.checked_mul(a)? - times.checked_mul(a)?;
    let half = [square, times, plus].iter().all(|factor| factor % 2 == 0);
    let small = [square, times, plus].iter().all(|factor| factor.abs() <= 1000);
    let (d, over) = if half { (2, 1) } else { (1, 2) };
    (square != 0 && small).then_some((square / d, times / d, plus / d, over))
}

/// The surds through the numbers for k = 0, 1, 2, ..., the shortest first; at most [`SURDS`].
pub fn surds(numbers: &[i64]) -> Vec<Surd> {
    let mut found: Vec<Surd> = Vec::new();
    for root in (2..=40i64).filter(|root| root.isqrt().pow(2) != *root) {
        for over in 1..=4 {
            for (times, plus) in (-8..=8).flat_map(|times| (-3..=3).map(move |plus| (times, plus))) {
                let surd = Surd { times, root, plus, over };
                if (0..).zip(numbers).all(|(k, &number)| surd.at(k) == Some(number)) {
                    found.push(surd);
                }
            }
        }
    }
    found.sort_by_key(Surd::cost);
    found.truncate(SURDS);
    found
}
