//! Sets of several numbers: residues, nim-sums, digit columns, differences, Wythoff pairs; and two such joined.

use super::{Named, listed, residue};
use crate::arith::Arith;
use crate::{Comparison, Digits, OutOfBudget, Rel, Var};

/// A set with a name.
struct Template {
    text: String,
    rel: Rel,
}

pub(super) fn name(named: &Named) -> Option<String> {
    // Variables that do not matter are left out first.
    let used = residue::used(named.arith, named.rel).ok()?;
    if used.len() < named.rel.vars().len() {
        let unused: Vec<Var> = named.rel.vars().iter().copied().filter(|var| !used.contains(var)).collect();
        let rel = named.arith.exists(named.rel, &unused).ok()?;
        let smaller = Named { rel: &rel, ..*named };
        return match used.len() {
            0 => Some(if rel.is_empty() { "never" } else { "always" }.to_string()),
            1 => super::number::name(&smaller),
            _ => name(&smaller),
        };
    }
    residue::name(named).or_else(|| {
        let templates = templates(named).ok()?;
        let single = templates.iter().find(|template| template.rel == *named.rel);
        single.map(|template| template.text.clone()).or_else(|| joined(named, &templates))
    })
}

/// Two templates joined by "and" or "or", the second perhaps negated; samples choose the candidates.
fn joined(named: &Named, templates: &[Template]) -> Option<String> {
    let samples = samples(named.rel.vars().len());
    let bits = |rel: &Rel| -> Vec<bool> { samples.iter().map(|tuple| rel.accepts(tuple)).collect() };
    let wanted = bits(named.rel);
    let known: Vec<Vec<bool>> = templates.iter().map(|template| bits(&template.rel)).collect();
    let fits = |a: &[bool], b: &[bool], join: &dyn Fn(bool, bool) -> bool| {
        a.iter().zip(b).zip(&wanted).all(|((&a, &b), &w)| join(a, b) == w)
    };
    type Join = (fn(bool, bool) -> bool, fn(&str, &str) -> String);
    let joins: [Join; 4] = [
        (|a, b| a && b, |a, b| format!("{a} and {b}")),
        (|a, b| a || b, |a, b| format!("{a}, or {b}")),
        (|a, b| a && !b, |a, b| format!("{a} and not ({b})")),
        (|a, b| a || !b, |a, b| format!("{a}, or not ({b})")),
    ];
    for (join, text) in joins {
        for i in 0..templates.len() {
            for j in 0..templates.len() {
                if i == j || !fits(&known[i], &known[j], &join) {
                    continue;
                }
                let built =
                    named.arith.combine(&[&templates[i].rel, &templates[j].rel], |truth| join(truth[0], truth[1]));
                if named.is(built) {
                    return Some(text(&templates[i].text, &templates[j].text));
                }
            }
        }
    }
    None
}

/// All tuples of a small box and some larger ones.
fn samples(arity: usize) -> Vec<Vec<u128>> {
    let side: u128 = match arity {
        2 => 16,
        3 => 8,
        4 => 5,
        _ => 3,
    };
    let count = side.pow(arity as u32).min(1000);
    let small = (0..count).map(|i| (0..arity as u32).map(|j| i / side.pow(j) % side).collect());
    let large = (0..64u128).map(|i| (0..arity as u128).map(|j| (i * 37 + j * (i + 11)) % 97).collect());
    small.chain(large).collect()
}

fn templates(named: &Named) -> Result<Vec<Template>, OutOfBudget> {
    let (arith, vars) = (named.arith, named.rel.vars());
    let mut found: Vec<Template> = Vec::new();
    let mut add = |text: String, rel: Rel| -> Result<(), OutOfBudget> {
        found.push(Template { text, rel: arith.widen(&rel, vars)? });
        Ok(())
    };
    let names: Vec<String> = vars.iter().map(|&var| named.of(var)).collect();
    if arith.digits() == Digits::Base2 {
        for subset in (1u32..1 << vars.len().min(8)).rev().filter(|subset| subset.count_ones() >= 2) {
            let chosen: Vec<usize> = (0..vars.len()).filter(|j| subset >> j & 1 == 1).collect();
            let some: Vec<Var> = chosen.iter().map(|&j| vars[j]).collect();
            let text = chosen.iter().map(|&j| names[j].clone()).collect::<Vec<_>>().join(" xor ");
            if some.len() > 2 || vars.len() == 2 {
                add(format!("{text} = 0"), arith.xor(&some)?)?;
            }
            for c in 1..4u128 {
                let sum = Var::inner(9);
                let extended: Vec<Var> = some.iter().copied().chain([sum]).collect();
                let rel = arith.and_exists(&[&arith.xor(&extended)?, &arith.constant(sum, c)?], &[sum])?;
                add(format!("{text} = {c}"), rel)?;
            }
        }
        for modulus in 3..=vars.len() as u32 {
            let rel = arith.bitwise(vars, |column| column.count_ones() % modulus == 0)?;
            add(format!("in base 2 the ones in each place number a multiple of {modulus}"), rel)?;
        }
        add(format!("({}) in base 2 share no one", names.join(", ")), disjoint(arith, vars)?)?;
        let (misere, less) = (misere(arith, vars)?, one_less(arith, vars)?);
        add(format!("{} = 0 if one of them exceeds 1, else = 1", names.join(" xor ")), misere)?;
        let minus: Vec<String> = names.iter().map(|name| format!("max({name} - 1, 0)")).collect();
        add(format!("{} = 0", minus.join(" xor ")), less)?;
    }
    for (i, &a) in vars.iter().enumerate() {
        for (j, &b) in vars.iter().enumerate() {
            let (x, y) = (&names[i], &names[j]);
            if i == j {
                for c in 0..3 {
                    add(format!("{x} = {c}"), arith.constant(a, c)?)?;
                }
                add(format!("{x} even"), arith.modulo(&[(a, 1)], 0, 2, &[0])?)?;
                continue;
            }
            for (p, q) in [(1, 1), (1, 2), (1, 3), (2, 3)] {
                differences(arith, (p, a, x), (q, b, y), i < j, &mut add)?;
            }
            if arith.digits() == Digits::Zeckendorf {
                add(format!("{x} < phi {y}"), arith.golden_less(a, b)?)?;
                add(format!("the least Fibonacci number in {x} exceeds {y}, or {x} = 0"), least_exceeds(arith, a, b)?)?;
            }
        }
    }
    if arith.digits() == Digits::Zeckendorf && vars.len() == 2 {
        golden_pairs(arith, vars, &names, &mut add)?;
    }
    let total: Vec<(Var, i64)> = vars.iter().map(|&var| (var, 1)).collect();
    let sum = names.join(" + ");
    for c in 0..4 {
        add(format!("{sum} = {c}"), arith.linear(&total, Comparison::Eq, c)?)?;
        add(format!("{sum} <= {c}"), arith.linear(&total, Comparison::Le, c)?)?;
    }
    for modulus in 2..=8 {
        for residue in 0..modulus {
            add(format!("({sum}) mod {modulus} = {residue}"), arith.modulo(&total, 0, modulus, &[residue])?)?;
        }
    }
    if vars.len() > 2 {
        let equal: Vec<Rel> = vars[1..].iter().map(|&var| arith.equal(vars[0], var)).collect::<Result<_, _>>()?;
        add(format!("{} are equal", listed(&names)), arith.and(&equal.iter().collect::<Vec<_>>())?)?;
    }
    Ok(found)
}

type Side<'a> = (i64, Var, &'a String);

/// `p a = q b + c` and `p a <= q b + c` for small c.
fn differences(
    arith: &Arith,
    (p, a, x): Side,
    (q, b, y): Side,
    first: bool,
    add: &mut dyn FnMut(String, Rel) -> Result<(), OutOfBudget>,
) -> Result<(), OutOfBudget> {
    let times = |by: i64, name: &String| if by == 1 { name.clone() } else { format!("{by} {name}") };
    let plus = |c: i64| match c {
        0 => String::new(),
        c if c < 0 => format!(" - {}", -c),
        c => format!(" + {c}"),
    };
    for c in -2..=2i64 {
        let terms = [(a, p), (b, -q)];
        let right = format!("{}{}", times(q, y), plus(c));
        // With equal factors x = y + c is also y = x - c: said once, with the sum on the right.
        if p != q || c > 0 || (c == 0 && first) {
            add(format!("{} = {right}", times(p, x)), arith.linear(&terms, Comparison::Eq, c)?)?;
        }
        let at_most =
            if c == -1 { format!("{} < {}", times(p, x), times(q, y)) } else { format!("{} <= {right}", times(p, x)) };
        add(at_most, arith.linear(&terms, Comparison::Le, c)?)?;
    }
    Ok(())
}

fn golden_pairs(
    arith: &Arith,
    vars: &[Var],
    names: &[String],
    add: &mut dyn FnMut(String, Rel) -> Result<(), OutOfBudget>,
) -> Result<(), OutOfBudget> {
    let (k, x, y) = (Var::inner(9), &names[0], &names[1]);
    let pair = |a, b| arith.and_exists(&[&arith.golden_floor(k, a)?, &arith.golden_square_floor(k, b)?], &[k]);
    let (up, down) = (pair(vars[0], vars[1])?, pair(vars[1], vars[0])?);
    let either = arith.or(&[&up, &down])?;
    add(format!("{{{x}, {y}}} = {{floor(k phi), floor(k phi^2)}} for some k"), either)?;
    add(format!("{x} = floor(k phi) and {y} = floor(k phi^2) for some k"), up)?;
    add(format!("{y} = floor(k phi) and {x} = floor(k phi^2) for some k"), down)?;
    add(format!("{y} = floor({x} phi)"), arith.golden_floor(vars[0], vars[1])?)?;
    add(format!("{x} = floor({y} phi)"), arith.golden_floor(vars[1], vars[0])?)?;
    let near = arith.and(&[&arith.golden_less(vars[0], vars[1])?, &arith.golden_less(vars[1], vars[0])?])?;
    let distinct = arith.combine(&[&near, &arith.equal(vars[0], vars[1])?], |truth| truth[0] && !truth[1])?;
    add(format!("1/phi < {x}/{y} < phi"), near)?;
    add(format!("{x} != {y} and 1/phi < {x}/{y} < phi"), distinct)?;
    let zero = arith.or(&[&arith.constant(vars[0], 0)?, &arith.constant(vars[1], 0)?])?;
    add(format!("{x} = 0 or {y} = 0"), arith.widen(&zero, vars)?)
}

/// No place where two of them have a one.
fn disjoint(arith: &Arith, vars: &[Var]) -> Result<Rel, OutOfBudget> {
    arith.bitwise(vars, |column| column.count_ones() <= 1)
}

/// The P-positions of misère Nim (Bouton 1901).
fn misere(arith: &Arith, vars: &[Var]) -> Result<Rel, OutOfBudget> {
    let small: Vec<Rel> =
        vars.iter().map(|&var| arith.linear(&[(var, 1)], Comparison::Le, 1)).collect::<Result<_, _>>()?;
    let xor = arith.xor(vars)?;
    let rels: Vec<&Rel> = small.iter().chain([&xor]).collect();
    arith.combine(&rels, |truth| {
        let (xor, small) = truth.split_last().expect("the nim-sum is last");
        *xor != small.iter().all(|&small| small)
    })
}

/// The nim-sum of the numbers less one, 0 staying 0, is 0.
fn one_less(arith: &Arith, vars: &[Var]) -> Result<Rel, OutOfBudget> {
    let lesser: Vec<Var> = (0..vars.len() as u32).map(|i| Var::inner(16 + i)).collect();
    let mut rel = arith.xor(&lesser)?;
    for (&var, &less) in vars.iter().zip(&lesser) {
        let one = arith.linear(&[(var, 1), (less, -1)], Comparison::Eq, 1)?;
        let zero = arith.linear(&[(var, 1), (less, 1)], Comparison::Eq, 0)?;
        rel = arith.and_exists(&[&rel, &arith.or(&[&one, &zero])?], &[less])?;
    }
    Ok(rel)
}

/// The least Fibonacci number in the Zeckendorf sum of `n` exceeds `limit`; so it does for n = 0.
fn least_exceeds(arith: &Arith, n: Var, limit: Var) -> Result<Rel, OutOfBudget> {
    // The word of `least` has one digit 1, where the last 1 of n is.
    let least = Var::inner(9);
    let step = |&done: &bool, column: u32| match (done, column) {
        (false, 0 | 1) => Some(false),
        (false, 3) => Some(true),
        (true, 0) => Some(true),
        _ => None,
    };
    let last_one = arith.explored(vec![n, least], false, step, |&done| done)?;
    let exceeds = arith.less(limit, least)?;
    let some = arith.and_exists(&[&last_one, &exceeds], &[least])?;
    arith.or(&[&some, &arith.constant(n, 0)?])
}
