//! A position written as numbers alone: `3 5 7`, `3,5,7`, `3x4`, `3+5+7`. Numbers fill the fields in order, or the array that is
//! the only field; more numbers than the only field takes are a sum; numbers for a game whose fields all have defaults fill
//! its parameters.

use super::call;
use grundy_rule::syntax::{Argument, Expr, ExprKind, Name};
use grundy_rule::{Diagnostic, Domain, Module, Rules, Span, check_position};

/// The position that a text of numbers names; `None` if the text is anything else.
pub fn read(text: &str, module: &Module, rules: &Rules) -> Option<Result<Expr, Vec<Diagnostic>>> {
    let list = List::parse(text)?;
    let expr = match list.joined {
        Joined::Sum => sum(rules, &list.numbers),
        Joined::List => {
            let mut readings = vec![fields(rules, &list.numbers)];
            if let ([only], true) = (&rules.fields[..], list.numbers.len() > 1) {
                readings.push(match only.domain {
                    Domain::Array { .. } => array(rules, &list.numbers),
                    _ => sum(rules, &list.numbers),
                });
            }
            readings.extend(parameters(rules, &list.numbers));
            let fits = |expr: &Expr| check_position(expr, &[module]).is_ok();
            let at = readings.iter().position(fits).unwrap_or(0);
            readings.swap_remove(at)
        }
    };
    Some(Ok(expr))
}

/// How numbers are joined.
#[derive(PartialEq, Eq)]
enum Joined {
    /// By spaces, commas or `x`.
    List,
    /// By `+`.
    Sum,
}

struct List {
    numbers: Vec<Expr>,
    joined: Joined,
}

impl List {
    fn parse(text: &str) -> Option<List> {
        let is_plus = |c: char| c == '+';
        let is_mark = |c: char| c == ',' || c == 'x' || c == '×' || c.is_whitespace();
        let sum = text.contains(is_plus);
        if !text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || if sum { is_plus(c) } else { is_mark(c) }) {
            return None;
        }
        let mut numbers = Vec::new();
        let mut at = 0;
        for token in text.split(|c: char| !c.is_ascii_digit()) {
            if !token.is_empty() {
                let span = Span::new(at, at + token.len());
                numbers.push(Expr { kind: ExprKind::Int(token.parse().ok()?), span });
            }
            at += token.len();
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
        // `3 + 5 7` and `3,,5` are neither.
        let marks = text.chars().filter(|c| is_plus(*c) || matches!(c, ',' | 'x' | '×')).count();
        let wrong = match sum {
            true => marks + 1 != numbers.len(),
            false => marks > 0 && marks + 1 != numbers.len(),
        };
        let joined = if sum { Joined::Sum } else { Joined::List };
        (!numbers.is_empty() && !wrong).then_some(List { numbers, joined })
    }
}

fn argument(value: &Expr) -> Argument {
    Argument { name: None, value: value.clone() }
}

fn fields(rules: &Rules, numbers: &[Expr]) -> Expr {
    call(&rules.name, numbers.iter().map(argument).collect())
}

fn array(rules: &Rules, numbers: &[Expr]) -> Expr {
    let span = numbers[0].span.to(numbers[numbers.len() - 1].span);
    call(&rules.name, vec![Argument { name: None, value: Expr { kind: ExprKind::List(numbers.to_vec()), span } }])
}

fn sum(rules: &Rules, numbers: &[Expr]) -> Expr {
    let terms: Vec<Expr> = numbers.iter().map(|number| call(&rules.name, vec![argument(number)])).collect();
    let span = terms[0].span.to(terms[terms.len() - 1].span);
    Expr { kind: ExprKind::Sum(terms), span }
}

/// The first parameters that are numbers, in order, of a game whose fields all have defaults.
fn parameters(rules: &Rules, numbers: &[Expr]) -> Option<Expr> {
    let is_number = |domain: &Domain| matches!(domain, Domain::Nat | Domain::Int | Domain::From(_) | Domain::Of(_));
    let names: Vec<&str> =
        rules.params.iter().filter(|param| is_number(&param.domain)).map(|param| param.name.as_str()).collect();
    if rules.fields.iter().any(|field| field.default.is_none()) || names.len() < numbers.len() {
        return None;
    }
    let named = |(name, value): (&&str, &Expr)| Argument {
        name: Some(Name { text: name.to_string(), span: value.span }),
        value: value.clone(),
    };
    Some(call(&rules.name, names.iter().zip(numbers).map(named).collect()))
}
