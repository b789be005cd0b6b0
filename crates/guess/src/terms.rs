//! The expressions that laws are tried on, by the number of arguments.

use crate::expression::{Expression, Feature, Join};

/// What laws are tried on, and how rich the laws of each may be.
pub struct Term {
    /// The expression.
    pub of: Expression,
    /// Whether it grows with its arguments without bound, so that its remainders and multiples are worth trying.
    pub is_number: bool,
}

/// All expressions over so many arguments.
pub fn terms(arity: usize) -> Vec<Term> {
    let mut found = Vec::new();
    let mut add = |of: Expression, is_number: bool| found.push(Term { of, is_number });
    for base in bases(arity) {
        let shifts: &[i64] = if arity == 1 { &[0, -1, 1, 2, -2] } else { &[0, -1, 1] };
        for &shift in shifts {
            let shifted = plus(base.clone(), shift);
            for feature in Feature::ALL {
                add(Expression::Feature(feature, Box::new(shifted.clone())), false);
            }
        }
        add(base, true);
    }
    if arity >= 2 {
        joined_features(arity, &mut add);
        by_a_form(arity, &mut add);
    }
    found
}

fn argument(number: usize) -> Expression {
    Expression::Argument(number)
}

/// The expression and a number more.
pub fn plus(of: Expression, more: i64) -> Expression {
    if more == 0 { of } else { Expression::Plus(Box::new(of), more) }
}

/// Arguments, and arguments joined.
fn bases(arity: usize) -> Vec<Expression> {
    let all: Vec<Expression> = (0..arity).map(argument).collect();
    let mut found = all.clone();
    if arity == 1 {
        return found;
    }
    let mut groups = vec![all.clone()];
    if arity > 2 {
        for leave in 0..arity {
            groups.push((0..arity).filter(|number| *number != leave).map(argument).collect());
        }
    }
    for group in groups {
        for join in Join::ALL {
            found.push(Expression::Joined(join, group.clone()));
        }
        let next = group.iter().map(|one| plus(one.clone(), 1)).collect();
        found.push(Expression::Joined(Join::Xor, next));
    }
    for (first, second) in (0..arity).flat_map(|a| (0..arity).map(move |b| (a, b))).filter(|(a, b)| a != b) {
        for times in [2, 3, -1, -2] {
            let many = Expression::Times(times, Box::new(argument(second)));
            found.push(Expression::Joined(Join::Sum, vec![argument(first), many]));
        }
    }
    found
}

/// Functions of each argument, joined.
fn joined_features(arity: usize, add: &mut impl FnMut(Expression, bool)) {
    for feature in Feature::ALL {
        for shift in [0, 1] {
            let parts: Vec<Expression> = (0..arity)
                .map(|number| Expression::Feature(feature, Box::new(plus(argument(number), shift))))
                .collect();
            for join in [Join::Sum, Join::Xor, Join::Min, Join::Max, Join::Spread, Join::Product, Join::NimProduct] {
                add(Expression::Joined(join, parts.clone()), false);
            }
        }
    }
}

/// Remainders of one argument by a linear form of the others, and what shows in them: a period that depends on a parameter.
fn by_a_form(arity: usize, add: &mut impl FnMut(Expression, bool)) {
    for number in 0..arity {
        let others: Vec<Expression> = (0..arity).filter(|other| *other != number).map(argument).collect();
        let mut forms = Vec::new();
        let mut simple = others.clone();
        if others.len() > 1 {
            simple.push(Expression::Joined(Join::Sum, others.clone()));
        }
        for form in simple {
            for shift in -1..=2 {
                forms.push(plus(form.clone(), shift));
                forms.push(plus(Expression::Times(2, Box::new(form.clone())), shift));
            }
        }
        for form in &forms {
            let rest = Expression::Mod(Box::new(argument(number)), Box::new(form.clone()));
            add(rest.clone(), true);
            let quotient = Expression::Div(Box::new(argument(number)), Box::new(form.clone()));
            add(quotient, true);
            for other in &others {
                for part in [other.clone(), plus(other.clone(), 1), plus(other.clone(), -1)] {
                    add(Expression::Div(Box::new(rest.clone()), Box::new(part.clone())), true);
                    add(Expression::Less(Box::new(rest.clone()), Box::new(part.clone())), false);
                    add(Expression::Equal(Box::new(rest.clone()), Box::new(part)), false);
                }
            }
        }
    }
}

/// Properties by which a table may fall into two laws.
pub fn properties(arity: usize) -> Vec<Expression> {
    let residue = |of: Expression, period: i64, rest: i64| {
        let of = Expression::Mod(Box::new(of), Box::new(Expression::Number(period)));
        Expression::Equal(Box::new(of), Box::new(Expression::Number(rest)))
    };
    let mut found = Vec::new();
    for number in 0..arity {
        for (period, rest) in [(2, 0), (3, 0), (4, 0), (4, 3), (4, 2)] {
            found.push(residue(argument(number), period, rest));
        }
        for feature in [Feature::IsPrime, Feature::IsSquare, Feature::IsPower] {
            found.push(Expression::Feature(feature, Box::new(argument(number))));
        }
    }
    if arity >= 2 {
        let all: Vec<Expression> = (0..arity).map(argument).collect();
        found.push(residue(Expression::Joined(Join::Sum, all.clone()), 2, 0));
        let least = Expression::Joined(Join::Min, all.clone());
        found.push(Expression::Equal(Box::new(least), Box::new(Expression::Number(0))));
        for (a, b) in (0..arity).flat_map(|a| (0..arity).map(move |b| (a, b))).filter(|(a, b)| a < b) {
            found.push(Expression::Equal(Box::new(argument(a)), Box::new(argument(b))));
            found.push(Expression::Less(Box::new(argument(a)), Box::new(argument(b))));
        }
    }
    found
}
