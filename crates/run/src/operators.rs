//! Operators over finished values.

use crate::fault::{Eval, Halt};
use crate::value::Value;
use grundy_rule::{ArithOp, SetOp, Span, Type};

/// The number of `none` among names.
pub const NO_NAME: i64 = -1;

/// The number that a value is; `none` is not one.
pub fn number(value: &Value) -> Eval<i64> {
    match value {
        Value::Int(number) => Ok(*number),
        Value::None => Err(Halt::Undefined),
        other => unreachable!("a number is wanted, not {other:?}"),
    }
}

/// Players, values of enumerations and `none` by number; other values have a number that none of these has.
#[inline(always)]
pub fn name_of(value: &Value) -> i64 {
    match value {
        Value::None => NO_NAME,
        Value::Player(side) => *side as i64,
        Value::Name(number) => (*number).into(),
        _ => i64::MIN,
    }
}

/// Whether the values are players, values of an enumeration, or these and `none`.
pub fn is_named(ty: &Type) -> bool {
    match ty {
        Type::Player | Type::Enum(_) => true,
        Type::Optional(inner) => matches!(**inner, Type::Player | Type::Enum(_)),
        _ => false,
    }
}

/// Whether the values are numbers.
pub fn is_int(ty: &Type) -> bool {
    matches!(ty, Type::Int)
}

/// A pair of numbers.
pub fn pair(value: &Value) -> Eval<(i64, i64)> {
    match value {
        Value::Cell(row, col) => Ok(((*row).into(), (*col).into())),
        Value::Tuple(entries) => match entries[..] {
            [Value::Int(row), Value::Int(col)] => Ok((row, col)),
            _ => Err(Halt::Undefined),
        },
        _ => Err(Halt::Undefined),
    }
}

/// Whether the values are pairs of numbers.
pub fn is_cell(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(entries) if matches!(&entries[..], [row, col] if is_int(&row.ty) && is_int(&col.ty)))
}

/// Whether a set or list has an element.
pub fn contains(set: &Value, element: &Value) -> bool {
    match set {
        Value::Set(elements) => element.place_in(elements).is_some(),
        Value::List(elements) => elements.contains(element),
        _ => false,
    }
}

/// How many entries a vector has.
pub fn arity(vector: &Value) -> usize {
    match vector {
        Value::Tuple(entries) => entries.len(),
        _ => 2,
    }
}

/// Arithmetic on numbers, rounding down.
pub fn arith(op: ArithOp, left: i64, right: i64, span: Span) -> Eval<i64> {
    let result = match op {
        ArithOp::Add => left.checked_add(right),
        ArithOp::Sub => left.checked_sub(right),
        ArithOp::Mul => left.checked_mul(right),
        ArithOp::Div | ArithOp::Mod if right == 0 => return Err(Halt::Undefined),
        ArithOp::Div => left.checked_div_euclid(right).map(|quotient| {
            // Euclid rounds towards the divisor's sign; the language rounds down.
            if right < 0 && left.rem_euclid(right) != 0 { quotient - 1 } else { quotient }
        }),
        ArithOp::Mod => {
            left.checked_rem_euclid(right).map(|rest| if right < 0 && rest != 0 { rest + right } else { rest })
        }
        ArithOp::Xor => Some(left ^ right),
    };
    result.ok_or_else(|| Halt::overflow(span))
}

/// Arithmetic on vectors, entry by entry.
pub fn vector_arith(op: ArithOp, left: &Value, right: &Value, span: Span) -> Eval<Value> {
    if let (Value::Cell(a, b), Value::Cell(c, d)) = (left, right) {
        let (a, b, c, d) = (i64::from(*a), i64::from(*b), i64::from(*c), i64::from(*d));
        return Ok(match op {
            ArithOp::Add => Value::pair(a + c, b + d),
            _ => Value::pair(a - c, b - d),
        });
    }
    if let (Value::Int(factor), Value::Cell(row, col)) = (left, right) {
        let times = |entry: i32| arith(ArithOp::Mul, *factor, entry.into(), span);
        return Ok(Value::pair(times(*row)?, times(*col)?));
    }
    let entries = |value: &Value| value.numbers().ok_or(Halt::Undefined);
    let numbers: Vec<i64> = match (left, right) {
        (Value::Int(factor), vector) => {
            entries(vector)?.into_iter().map(|entry| arith(ArithOp::Mul, *factor, entry, span)).collect::<Eval<_>>()?
        }
        (left, right) => {
            entries(left)?.into_iter().zip(entries(right)?).map(|(a, b)| arith(op, a, b, span)).collect::<Eval<_>>()?
        }
    };
    Ok(Value::tuple(numbers.into_iter().map(Value::Int).collect()))
}

/// Union, difference and intersection.
pub fn set_op(op: SetOp, left: &Value, right: &Value) -> Value {
    let empty: &[Value] = &[];
    let (a, b) = (left.elements().unwrap_or(empty), right.elements().unwrap_or(empty));
    match op {
        SetOp::Union => Value::set(a.iter().chain(b).cloned().collect()),
        SetOp::Minus => Value::Set(a.iter().filter(|element| element.place_in(b).is_none()).cloned().collect()),
        SetOp::Meet => Value::Set(a.iter().filter(|element| element.place_in(b).is_some()).cloned().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        let span = Span::default();
        let pairs = [(-1, 5), (7, 3), (-7, 3), (7, -3), (-7, -3), (6, -3), (0, -4)];
        for (a, b) in pairs {
            let quotient = arith(ArithOp::Div, a, b, span).unwrap();
            let rest = arith(ArithOp::Mod, a, b, span).unwrap();
            assert_eq!(quotient, (a as f64 / b as f64).floor() as i64, "{a} // {b}");
            assert_eq!(quotient * b + rest, a, "{a} % {b}");
        }
        assert!(arith(ArithOp::Div, 1, 0, span).is_err());
    }
}
