//! A proved pattern as code: numbers are read digit by digit, most significant first, and a table says where each
//! column of digits leads. Digits weigh powers of two, or Fibonacci numbers, and are found by taking the weight away.

use crate::program::{Constant, Data, E, Function, Memory, Op, Program, S, Ty};
use crate::translate::Gives;
use grundy_proof::{Certificate, Claim, Digits, Slot, Table, Translated};

/// Larger automata are not written.
const LARGEST: usize = 400;

/// The function of a certified pattern, its arguments the fields and then the parameters that stay open; else why
/// there is none.
pub fn automaton(
    certificate: &Certificate,
    translated: &Translated,
    fields: &[(String, Ty)],
) -> Result<(Program, Gives), String> {
    let mut params = fields.to_vec();
    let mut digits = Vec::new();
    for (slot, name) in translated.slots.iter().zip(&translated.names) {
        digits.push(match slot {
            Slot::Field { field, entry: None } => E::var(fields[*field].0.clone()),
            Slot::Field { field, entry: Some(entry) } => E::var(fields[*field].0.clone()).item(*entry),
            Slot::Cell { field, rank } => E::var(fields[*field].0.clone()).at(E::Int(*rank as i64)),
            Slot::Param { .. } => {
                params.push((name.clone(), Ty::Int));
                E::var(name.clone())
            }
        });
    }
    let mut program = Program::default();
    let weights = match certificate.digits {
        Digits::Base2 => (0..=62).rev().map(|power| 1i64 << power).collect(),
        Digits::Zeckendorf => {
            let mut weights = vec![1i64, 2];
            while let [.., a, b] = weights[..]
                && let Some(next) = a.checked_add(b)
            {
                weights.push(next);
            }
            weights.reverse();
            weights
        }
    };
    let what = if certificate.digits == Digits::Base2 { "powers of two" } else { "Fibonacci numbers" };
    program.constants.push(list("WEIGHTS", weights, format!("what the digits weigh: {what}")));
    let mut body = Vec::new();
    let gives = match &certificate.claim {
        Claim::Outcome { p, .. } => {
            add(&mut program, "", p)?;
            body.extend(walk(p, "", &digits));
            let lost = E::bin(Op::Eq, E::var("ACCEPT").at(E::var("state")), E::Int(1));
            body.push(S::Return(E::If(Box::new(lost), Box::new(E::Int(-1)), Box::new(E::Int(1)))));
            Gives::Outcome
        }
        Claim::Values(tables) => {
            for (value, table) in tables.iter().enumerate() {
                let mark = value.to_string();
                add(&mut program, &mark, table)?;
                let name = format!("is{value}");
                let mut inner = walk(table, &mark, &digits);
                let accepted = E::var(format!("ACCEPT{mark}")).at(E::var("state"));
                inner.push(S::Return(E::bin(Op::Eq, accepted, E::Int(1))));
                program.functions.push(Function {
                    name: name.clone(),
                    doc: vec![format!("Whether the value is {value}.")],
                    params: params.clone(),
                    result: Ty::Bool,
                    body: inner,
                    memory: Memory::None,
                });
                let asked = E::Call(name, params.iter().map(|(name, _)| E::var(name.clone())).collect());
                body.extend(S::when(asked, vec![S::Return(E::Int(value as i64))]));
            }
            body.push(S::Return(E::Int(-1)));
            Gives::Grundy
        }
        Claim::Grundy(graph) if certificate.digits == Digits::Base2 => {
            add(&mut program, "", graph)?;
            body.extend(follow(graph, &digits));
            Gives::Grundy
        }
        Claim::Grundy(_) => return Err("a function in Zeckendorf's system".to_string()),
        Claim::Plies(_) => return Err("plies, not values".to_string()),
    };
    program.functions.push(Function {
        name: gives.name().into(),
        doc: vec![gives.describe().into()],
        params,
        result: Ty::Int,
        body,
        memory: Memory::None,
    });
    Ok((program, gives))
}

fn list(name: &str, numbers: Vec<i64>, doc: String) -> Constant {
    let data = Data::List(numbers.into_iter().map(Data::Int).collect());
    Constant { name: name.into(), ty: Ty::List(Box::new(Ty::Int)), data, doc }
}

fn add(program: &mut Program, mark: &str, table: &Table) -> Result<(), String> {
    if table.states() << table.arity() > LARGEST * 8 || table.states() > LARGEST {
        return Err(format!("an automaton of {} states is too large to write out", table.states()));
    }
    let columns = 1usize << table.arity();
    let next = (0..table.states()).flat_map(|state| (0..columns).map(move |column| table.after(state, column) as i64));
    let accept = (0..table.states()).map(|state| i64::from(table.accepting(state)));
    let how = format!("the state after state s and column c is entry {columns} * s + c");
    program.constants.push(list(&format!("NEXT{mark}"), next.collect(), how));
    program.constants.push(list(&format!("ACCEPT{mark}"), accept.collect(), "1 where a word may end".into()));
    Ok(())
}

/// Copies of the arguments, which lose their digits on the way.
fn rests(digits: &[E]) -> Vec<S> {
    let one = |(number, digit): (usize, &E)| S::Let(format!("rest{number}"), Ty::Int, digit.clone());
    digits.iter().enumerate().map(one).collect()
}

/// The column of the digits that weigh `weight`.
fn column(digits: &[E]) -> Vec<S> {
    let mut lines = vec![S::Let("column".into(), Ty::Int, E::Int(0))];
    for number in 0..digits.len() {
        let name = format!("rest{number}");
        let rest = E::var(name.clone());
        let taken = E::bin(Op::Sub, rest.clone(), E::var("weight"));
        let digit = E::bin(Op::Add, E::var("column"), E::Int(1 << number));
        let lines_of_one = vec![S::Set(name, taken), S::Set("column".into(), digit)];
        lines.push(S::If(E::bin(Op::Le, E::var("weight"), rest), lines_of_one, Vec::new()));
    }
    lines
}

/// Reads the arguments; afterwards `state` is where they lead.
fn walk(table: &Table, mark: &str, digits: &[E]) -> Vec<S> {
    let columns = 1i64 << table.arity();
    let mut lines = rests(digits);
    lines.push(S::Let("state".into(), Ty::Int, E::Int(0)));
    let mut inner = column(digits);
    let at = E::bin(Op::Add, E::bin(Op::Mul, E::var("state"), E::Int(columns)), E::var("column"));
    inner.push(S::Set("state".into(), E::var(format!("NEXT{mark}")).at(at)));
    lines.push(S::Each("weight".into(), Ty::Int, E::var("WEIGHTS"), inner));
    lines
}

/// Reads the arguments and finds the number that makes the last state accept: for every state the number read so far.
/// Two numbers that meet in one state are both wrong, because there is only one value.
fn follow(graph: &Table, digits: &[E]) -> Vec<S> {
    let (states, columns) = (graph.states(), 1i64 << graph.arity());
    let none = || E::Array(vec![E::Int(-1); states]);
    let mut lines = rests(digits);
    lines.push(S::Let("values".into(), Ty::Array, E::Array((0..states).map(|s| E::Int(-i64::from(s > 0))).collect())));
    let last = states as i64 - 1;
    let mut inner = column(digits);
    inner.push(S::Let("after".into(), Ty::Array, none()));
    let so_far = E::var("values").at(E::var("s"));
    let step = |digit: i64| {
        let at = E::bin(Op::Add, E::bin(Op::Mul, E::var("s"), E::Int(columns)), E::var("column"));
        let at = E::bin(Op::Add, at, E::Int(digit * columns / 2));
        let value = if digit == 1 { E::bin(Op::Add, so_far.clone(), E::var("weight")) } else { so_far.clone() };
        S::SetAt("after".into(), E::var("NEXT").at(at), value)
    };
    let live = E::bin(Op::Le, E::Int(0), so_far.clone());
    inner.push(S::Range("s".into(), E::Int(0), E::Int(last), S::when(live, vec![step(0), step(1)])));
    let back = S::SetAt("values".into(), E::var("s"), E::var("after").at(E::var("s")));
    inner.push(S::Range("s".into(), E::Int(0), E::Int(last), vec![back]));
    lines.push(S::Each("weight".into(), Ty::Int, E::var("WEIGHTS"), inner));
    let accepts = E::bin(Op::Eq, E::var("ACCEPT").at(E::var("s")), E::Int(1));
    let found = E::all([accepts, E::bin(Op::Le, E::Int(0), so_far.clone())]);
    lines.push(S::Range("s".into(), E::Int(0), E::Int(last), S::when(found, vec![S::Return(so_far)])));
    lines.push(S::Return(E::Int(-1)));
    lines
}
