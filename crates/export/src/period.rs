//! A table with its proved period: heap games whose rules are seen to be taking from one heap (Guy and Smith 1956; Austin
//! 1976 for subtraction games).

use crate::program::{Constant, Data, E, Function, Memory, Op, Program, S, Ty};
use grundy_answer::{Standing, Watch};
use grundy_heap::{Reach, Sequence};
use grundy_run::Game;

/// Longer tables are not written.
const LONGEST: u64 = 20_000;

/// The function of a game in heap form whose period is proved; else why there is none.
pub fn period(game: &Game, watch: &dyn Watch) -> Result<(Program, Standing), String> {
    let rule =
        grundy_solve::heap_values(game).ok_or("the rules are not seen to be taking from one heap, last move wins")?;
    let sequence = Sequence::explore(&rule, Reach::Default, watch);
    let period = sequence.period().ok_or("no period was found")?;
    let Standing::Proved(_) = &period.standing else {
        return Err(format!("the period is not proved: {}", period.standing.reason()));
    };
    let length = period.preperiod() + period.period;
    if length > LONGEST {
        return Err(format!("a table of {length} values is too long"));
    }
    let mut values = Vec::new();
    for n in 0..length {
        let (value, _) = sequence.value_at(n).ok_or("the sequence ends too early")?;
        values.push(Data::Int(i64::try_from(value).map_err(|_| "values too large")?));
    }
    let number = |number: u64| i64::try_from(number).map_err(|_| "too large".to_string());
    let (start, period_length, saltus) = (number(period.preperiod())?, number(period.period)?, number(period.saltus)?);
    let field = &game.rules.fields[0].name;
    let n = E::var(field.clone());
    let values_name = if field == "VALUES" { "TABLE" } else { "VALUES" };
    let table = E::var(values_name);
    let beyond = E::bin(Op::Sub, n.clone(), E::Int(start));
    let rest = E::bin(Op::Mod, beyond.clone(), E::Int(period_length));
    let entry = table.clone().at(E::bin(Op::Add, rest, E::Int(start)));
    let rounds = E::bin(Op::Div, beyond, E::Int(period_length));
    let entry = match saltus {
        0 => entry,
        saltus => E::bin(Op::Add, entry, E::bin(Op::Mul, rounds, E::Int(saltus))),
    };
    let inside = E::bin(Op::Lt, n.clone(), E::Int(number(length)?));
    let body = match start {
        0 => vec![S::Return(entry)],
        _ => vec![S::If(inside, vec![S::Return(table.at(n.clone()))], Vec::new()), S::Return(entry)],
    };
    let short = if start == 0 && saltus == 0 { quotient(&values) } else { None };
    let raised = if saltus == 0 { String::new() } else { format!(", raised by {saltus} each time") };
    let constant = Constant {
        name: values_name.into(),
        ty: Ty::List(Box::new(Ty::Int)),
        data: Data::List(values.clone()),
        doc: format!("values from 0 on; from {start} on they repeat with period {period_length}{raised}"),
    };
    let (constants, body) = match short {
        Some(over) => {
            let rest = E::bin(Op::Mod, n, E::Int(period_length));
            let value = if over == 1 { rest } else { E::bin(Op::Div, rest, E::Int(over)) };
            (Vec::new(), vec![S::Return(value)])
        }
        None => (vec![constant], body),
    };
    let function = Function {
        name: "grundy".into(),
        doc: vec![crate::translate::Gives::Grundy.describe().into()],
        params: vec![(field.clone(), Ty::Int)],
        result: Ty::Int,
        body,
        memory: Memory::None,
    };
    let program = Program { constants, functions: vec![function], ..Program::default() };
    Ok((program, period.standing.clone()))
}

/// `d` where the values are `0 // d, 1 // d, 2 // d, ...`.
fn quotient(values: &[Data]) -> Option<i64> {
    let over = values.iter().position(|value| *value != Data::Int(0))? as i64;
    let fits = (0..).zip(values).all(|(place, value)| *value == Data::Int(place / over));
    fits.then_some(over)
}
