//! From what is written to a valid position: arguments, sizes read off lists and pictures, defaults, bounds.

use crate::eval::{Flow, Machine};
use crate::fault::{Eval, Halt, defined};
use crate::game::{Bounds, Game};
use crate::moves::Faulty;
use crate::position::{Component, Position};
use crate::shape::{Shape, Values};
use crate::state::{State, Stored};
use crate::universe::Universe;
use crate::value::Value;
use crate::world::World;
use grundy_rule::{ArithOp, Builtin, Closed, Declared, Diagnostic, Domain, Expr, Graph, Kind, Rules, Span, Target};
use std::sync::Arc;

/// The bound of a `nat` field before anything is known of it.
const LOOSE: i64 = i64::MAX - 1;

/// A component as it is written, its arguments evaluated.
struct Setup {
    key: (usize, usize),
    arguments: Vec<(Target, Value)>,
    span: Span,
}

/// The position that a closed expression describes; games named without a module belong to module `home`.
pub fn position(world: &Arc<World>, home: usize, closed: &Closed) -> Faulty<Position> {
    let enums: Vec<_> = world.modules().iter().flat_map(|module| module.enums.iter().cloned()).collect();
    let mut machine = Machine::new(&[], &[], &closed.defs, &enums);
    machine.locals.resize(closed.locals, Value::None);
    let mut setups = Vec::new();
    collect(&mut machine, home, &closed.expr, &mut setups).map_err(|halt| undefined(halt, closed.expr.span))?;
    let mut loose = Vec::with_capacity(setups.len());
    let mut cache = std::collections::HashMap::new();
    for setup in &setups {
        let cached = cache.get(&(setup.key, setup.arguments.clone())).cloned();
        let component: (Arc<Game>, State) = match cached {
            Some(known) => known,
            None => {
                let made = make(world, setup, None)?;
                cache.insert((setup.key, setup.arguments.clone()), made.clone());
                made
            }
        };
        loose.push(component);
    }
    tighten(world, loose)
}

/// Where a game comes from (module and game), and the values of its parameters.
pub type Parameters = ((usize, usize), Vec<Value>);

/// The game that a closed expression names and the values of its parameters, where the expression is one game that is given
/// parameters alone: nothing is set up, so that its board may be of any size.
pub fn parameters(world: &World, home: usize, closed: &Closed) -> Faulty<Option<Parameters>> {
    let enums: Vec<_> = world.modules().iter().flat_map(|module| module.enums.iter().cloned()).collect();
    let mut machine = Machine::new(&[], &[], &closed.defs, &enums);
    machine.locals.resize(closed.locals, Value::None);
    let mut setups = Vec::new();
    collect(&mut machine, home, &closed.expr, &mut setups).map_err(|halt| undefined(halt, closed.expr.span))?;
    match &setups[..] {
        [only] if only.arguments.iter().all(|(target, _)| matches!(target, Target::Param(_))) => {
            Ok(Some((only.key, fix_params(world.rules(only.key), only, None)?)))
        }
        _ => Ok(None),
    }
}

/// The start position of a game with some number parameters set.
pub fn start_with(world: &Arc<World>, key: (usize, usize), numbers: &[(usize, i64)]) -> Faulty<Position> {
    start_given(world, key, numbers.iter().map(|&(number, value)| (number, Value::Int(value))).collect())
}

/// The same where parameters of any kind are given.
pub fn start_given(world: &Arc<World>, key: (usize, usize), given: Vec<(usize, Value)>) -> Faulty<Position> {
    let arguments = given.into_iter().map(|(number, value)| (Target::Param(number), value)).collect();
    let setup = Setup { key, arguments, span: world.rules(key).span };
    let made = make(world, &setup, None)?;
    tighten(world, vec![made])
}

/// The sum of some parts, each a game of this world by its key and parameters, and where it stands.
pub fn joined(world: &Arc<World>, parts: Vec<(Parameters, State)>) -> Faulty<Position> {
    let loose = |((key, params), state): (Parameters, State)| {
        let bounds = vec![LOOSE; world.rules(key).fields.len()];
        Ok((world.game(key, params, bounds)?, state))
    };
    tighten(world, parts.into_iter().map(loose).collect::<Faulty<Vec<_>>>()?)
}

/// A game at its default parameters whose `nat` fields are at most `bound`.
pub fn default_game(world: &Arc<World>, key: (usize, usize), bound: i64) -> Faulty<Arc<Game>> {
    let rules = world.rules(key);
    let setup = Setup { key, arguments: Vec::new(), span: rules.span };
    let params = fix_params(rules, &setup, None)?;
    world.game(key, params, vec![bound; rules.fields.len()])
}

/// Gives all components of one game and one choice of parameters common bounds, the least that serve them all.
fn tighten(world: &Arc<World>, loose: Vec<(Arc<Game>, State)>) -> Faulty<Position> {
    let mut bounds: std::collections::HashMap<u64, Bounds> = std::collections::HashMap::new();
    for (game, state) in &loose {
        let least = least_bounds(game, state)?;
        let common = bounds.entry(game.id).or_insert_with(|| vec![0; least.len()]);
        for (common, least) in common.iter_mut().zip(least) {
            *common = (*common).max(least);
        }
    }
    let mut tight: std::collections::HashMap<u64, Arc<Game>> = std::collections::HashMap::new();
    let mut parts = Vec::with_capacity(loose.len());
    for (game, state) in loose {
        let tight_game = match tight.get(&game.id) {
            Some(known) => known.clone(),
            None => {
                let made = world.game(game.key, game.params.clone(), bounds[&game.id].clone())?;
                tight.insert(game.id, made.clone());
                made
            }
        };
        let packed = tight_game.pack(&state).expect("bounds hold the start position");
        tight_game.begin_at(&packed);
        parts.push(Component { game: tight_game, packed });
    }
    Ok(Position { parts })
}

/// How large each `nat` field can become from this state, by what is proved of the rules; 63 bits where nothing is.
fn least_bounds(game: &Game, state: &State) -> Faulty<Bounds> {
    let facts = game.world.bounds(game.key);
    let largest = |field: usize| -> i64 {
        let number = |value: &Value| match value {
            Value::Int(number) => *number,
            _ => 0,
        };
        match &state.fields[field] {
            Stored::One(value) => number(value),
            Stored::Array(cells) => cells.iter().map(number).max().unwrap_or(0),
            Stored::Set(_) => 0,
        }
    };
    let total = |field: usize| -> i64 {
        match &state.fields[field] {
            Stored::Array(cells) => cells.iter().fold(0i64, |sum, cell| match cell {
                Value::Int(number) => sum.saturating_add(*number),
                _ => sum,
            }),
            _ => largest(field),
        }
    };
    let mut bounds = Vec::with_capacity(facts.len());
    for fact in facts.iter() {
        let mut bound = i64::MAX - 1;
        if let Some(fact) = fact {
            bound = 0;
            for &field in &fact.fields {
                bound = bound.max(largest(field));
            }
            let weighed = fact
                .total
                .iter()
                .fold(0i64, |sum, &(field, weight)| sum.saturating_add(total(field).saturating_mul(weight)));
            bound = bound.max(weighed);
            for code in &fact.fixed {
                let mut machine = game.machine(state.clone());
                let value = defined(machine.int(code)).map_err(|halt| undefined(halt, code.span))?;
                bound = bound.max(value.unwrap_or(0));
            }
        }
        bounds.push(bound.clamp(0, i64::MAX - 1));
    }
    Ok(bounds)
}

fn undefined(halt: Halt, span: Span) -> Box<Diagnostic> {
    match halt {
        Halt::Fault(diagnostic) => diagnostic,
        Halt::Undefined => {
            Box::new(Diagnostic::new("E25", span, "this value is undefined", "check its indices and divisors"))
        }
    }
}

/// Evaluates the arguments of every summand.
fn collect(machine: &mut Machine, home: usize, expr: &Expr, setups: &mut Vec<Setup>) -> Eval<()> {
    match &expr.kind {
        Kind::Game(reference, arguments) => {
            let key = (reference.module.unwrap_or(home), reference.game);
            let mut values = Vec::with_capacity(arguments.len());
            for (target, argument) in arguments {
                values.push((*target, machine.value(argument)?));
            }
            setups.push(Setup { key, arguments: values, span: expr.span });
        }
        Kind::Sum(parts) => {
            for part in parts {
                collect(machine, home, part, setups)?;
            }
        }
        Kind::If(condition, yes, no) => {
            let branch = if machine.truth(condition)? { yes } else { no };
            collect(machine, home, branch, setups)?;
        }
        Kind::Fold(_, binders, filter, body) => {
            machine.instances(binders, filter.as_deref(), &mut |machine| {
                // A summand that is undefined is dropped, as from any sum.
                let before = setups.len();
                match collect(machine, home, body, setups) {
                    Err(Halt::Undefined) => setups.truncate(before),
                    collected => collected?,
                }
                Ok(Flow::On)
            })?;
        }
        Kind::Call(number, arguments) => {
            let mut frame = Vec::new();
            for argument in arguments {
                frame.push(machine.value(argument)?);
            }
            let def = &machine.defs[*number];
            frame.resize(def.code.locals.max(frame.len()), Value::None);
            let outer = std::mem::replace(&mut machine.locals, frame);
            let result = collect(machine, home, &def.code.expr, setups);
            machine.locals = outer;
            result?;
        }
        _ => return Err(Halt::Undefined),
    }
    Ok(())
}

/// What `become` makes of the component being moved in.
pub(crate) fn parts_of<'a>(game: &'a Arc<Game>, machine: &mut Machine<'a>, expr: &Expr) -> Eval<Vec<Component>> {
    let mut setups = Vec::new();
    collect(machine, game.key.0, expr, &mut setups)?;
    let mut parts = Vec::with_capacity(setups.len());
    for setup in setups {
        let plain = setup.key == game.key
            && setup.arguments.len() == game.rules.fields.len()
            && setup.arguments.iter().all(|(target, value)| {
                matches!(target, Target::Field(_)) && !matches!(value, Value::Text(_) | Value::List(_))
            });
        let component = if plain { same_game(game, &setup) } else { other_game(game, &setup) };
        parts.push(component.map_err(Halt::Fault)?);
    }
    Ok(parts)
}

/// The common case of `become`: all fields given, parameters inherited.
fn same_game(game: &Arc<Game>, setup: &Setup) -> Faulty<Component> {
    let mut fields = vec![Stored::One(Value::None); setup.arguments.len()];
    for (target, value) in &setup.arguments {
        if let Target::Field(number) = target {
            let stored = store(value, &game.shapes[*number], None);
            fields[*number] = stored.map_err(|cause| wrong(setup.span, &game.rules.fields[*number].name, &cause))?;
        }
    }
    let packed = game.pack(&State { fields }).expect("stored values lie in their sets");
    Ok(Component { game: game.clone(), packed })
}

fn other_game(game: &Arc<Game>, setup: &Setup) -> Faulty<Component> {
    let (made, state) = make(&game.world, setup, Some(game))?;
    let target = if made.key == game.key && made.params == game.params { game.clone() } else { made };
    match target.pack(&state) {
        Some(packed) => Ok(Component { game: target, packed }),
        None => Err(wrong(setup.span, &target.rules.name, "this position leaves the bounds of the start position")),
    }
}

fn wrong(span: Span, name: &str, cause: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new("E25", span, format!("{name}: {cause}"), "check the arguments"))
}

/// A game with loose bounds and the state that a setup describes.
fn make(world: &Arc<World>, setup: &Setup, parent: Option<&Arc<Game>>) -> Faulty<(Arc<Game>, State)> {
    let rules = world.rules(setup.key);
    let params = fix_params(rules, setup, parent)?;
    let loose = vec![LOOSE; rules.fields.len()];
    let game = world.game(setup.key, params, loose).map_err(|mut diagnostic| {
        if diagnostic.span == Span::default() {
            diagnostic.span = setup.span;
        }
        diagnostic
    })?;
    let mut state = State { fields: Vec::new() };
    for (number, field) in rules.fields.iter().enumerate() {
        let given = setup.arguments.iter().find(|(target, _)| *target == Target::Field(number));
        let value = match (given, &field.default) {
            (Some((_, value)), _) => value.clone(),
            (None, Some(default)) => {
                let mut machine = game.machine(state.clone());
                machine.locals.resize(default.locals, Value::None);
                machine.value(&default.expr).map_err(|halt| undefined(halt, default.expr.span))?
            }
            (None, None) => {
                let cause = format!("`{}` of {} is not given", field.name, rules.name);
                let remedy = format!("write {}({})", rules.name, sample_arguments(rules));
                return Err(Box::new(Diagnostic::new("E25", setup.span, cause, remedy)));
            }
        };
        let most = crate::game::most(&mut game.machine(state.clone()), rules, number);
        if let (Some(most), Value::Int(number)) = (most.map_err(|halt| undefined(halt, setup.span))?, &value)
            && *number > most
        {
            let cause =
                format!("`{}` may be at most {most} here: the rules read beyond their data otherwise", field.name);
            return Err(Box::new(Diagnostic::new("E25", setup.span, cause, "make it smaller, or leave it out")));
        }
        let stored = store(&value, &game.shapes[number], field.show.as_deref());
        state.fields.push(stored.map_err(|cause| {
            let code = if matches!(value, Value::Text(_)) { "E24" } else { "E25" };
            Box::new(Diagnostic::new(code, setup.span, format!("`{}`: {cause}", field.name), "check the argument"))
        })?);
    }
    Ok((game, state))
}

fn sample_arguments(rules: &Rules) -> String {
    let needed: Vec<String> = rules
        .fields
        .iter()
        .filter(|field| field.default.is_none())
        .map(|field| format!("{} = ...", field.name))
        .collect();
    needed.join(", ")
}

/// Values of all parameters: named, read off a size, inherited, or by default.
fn fix_params(rules: &Rules, setup: &Setup, parent: Option<&Arc<Game>>) -> Faulty<Vec<Value>> {
    let sizes = sizes(rules, setup)?;
    let inherited = parent.filter(|parent| parent.key == setup.key);
    let mut params: Vec<Value> = Vec::with_capacity(rules.params.len());
    for (number, param) in rules.params.iter().enumerate() {
        let refuse =
            |code, cause: String, remedy: &str| Err(Box::new(Diagnostic::new(code, setup.span, cause, remedy)));
        let given = setup.arguments.iter().find(|(target, _)| *target == Target::Param(number)).map(|(_, value)| value);
        let size = sizes.iter().find(|(param, _)| *param == number).map(|&(_, size)| Value::Int(size));
        let value = match (given, size) {
            (Some(given), Some(size)) if *given != size => {
                let cause = format!("`{}` is given, but the position has another size", param.name);
                return refuse("E24", cause, "leave it out, or mend the picture");
            }
            (Some(given), _) => given.clone(),
            (None, Some(size)) => size,
            (None, None) => match (inherited, &param.default) {
                (Some(parent), _) => parent.params[number].clone(),
                (None, Some(default)) => {
                    let mut machine = Machine::new(&params, &[], &rules.defs, &rules.enums);
                    machine.locals.resize(default.locals, Value::None);
                    machine.value(&default.expr).map_err(|halt| undefined(halt, default.expr.span))?
                }
                (None, None) => {
                    let cause = format!("parameter `{}` of {} is not given", param.name, rules.name);
                    return refuse("E25", cause, "name it in the brackets");
                }
            },
        };
        let mut machine = Machine::new(&params, &[], &rules.defs, &rules.enums);
        match param_value(&mut machine, &value, &param.domain, param.show.as_deref()) {
            Ok(value) => params.push(value),
            Err(cause) => return refuse("E25", format!("parameter `{}`: {cause}", param.name), "check the argument"),
        }
    }
    Ok(params)
}

/// Whether the parameters of rules may have these values.
pub fn are_parameters(rules: &Rules, values: &[Value]) -> bool {
    let is_one = |(number, (param, value)): (usize, (&Declared, &Value))| {
        let mut machine = Machine::new(&values[..number], &[], &rules.defs, &rules.enums);
        param_value(&mut machine, value, &param.domain, param.show.as_deref()).is_ok()
    };
    values.len() == rules.params.len() && rules.params.iter().zip(values).enumerate().all(is_one)
}

/// A value in the form its domain gives it, or why it does not belong there.
fn param_value(machine: &mut Machine, value: &Value, domain: &Domain, show: Option<&[char]>) -> Result<Value, String> {
    let halted = |halt: Halt| match halt {
        Halt::Undefined => "its set is undefined for these parameters".to_string(),
        Halt::Fault(diagnostic) => diagnostic.cause.clone(),
    };
    match (domain, value) {
        (Domain::Int, Value::Int(_)) => Ok(value.clone()),
        (Domain::Nat, Value::Int(number)) if *number >= 0 => Ok(value.clone()),
        (Domain::From(low), Value::Int(number)) if *number >= machine.int(low).map_err(halted)? => Ok(value.clone()),
        (Domain::Of(set), value) => {
            let universe = crate::game::universe(machine, set).map_err(halted)?;
            universe.rank(value).map(|_| value.clone()).ok_or_else(|| format!("{} is not in its set", plain(value)))
        }
        (Domain::Optional(_), Value::None) => Ok(Value::None),
        (Domain::Optional(inner), value) => param_value(machine, value, inner, show),
        (Domain::SetOf(inner), Value::Text(_)) => match &**inner {
            Domain::Of(set) => {
                let universe = Arc::new(crate::game::universe(machine, set).map_err(halted)?);
                let stored = store(value, &Shape::Set(universe.clone()), show)?;
                Ok(stored.to_value(Some(&universe)))
            }
            _ => Err("a picture needs a board".to_string()),
        },
        (Domain::SetOf(inner), Value::Set(elements) | Value::List(elements)) => {
            let checked: Result<Vec<Value>, String> =
                elements.iter().map(|element| param_value(machine, element, inner, None)).collect();
            Ok(Value::set(checked?))
        }
        (Domain::ListOf(inner), Value::List(elements)) => {
            let checked: Result<Vec<Value>, String> =
                elements.iter().map(|element| param_value(machine, element, inner, None)).collect();
            Ok(Value::List(checked?.into()))
        }
        (Domain::Tuple(entries), value) => {
            let mut checked = Vec::with_capacity(entries.len());
            for (index, (_, domain)) in entries.iter().enumerate() {
                let entry = value.entry(index).ok_or("a tuple is wanted")?;
                checked.push(param_value(machine, &entry, domain, None)?);
            }
            Ok(Value::tuple(checked))
        }
        (Domain::Array { element, index }, value) => {
            let universe = Arc::new(crate::game::universe(machine, index).map_err(halted)?);
            let entries: Vec<Value> = match value {
                Value::List(entries) => flatten(entries),
                Value::Array(array) => array.cells.clone(),
                Value::Set(pairs) => by_index(pairs, &universe)?,
                scalar => vec![scalar.clone(); universe.len()],
            };
            if entries.len() != universe.len() {
                return Err(format!("{} entries are given, {} are wanted", entries.len(), universe.len()));
            }
            let checked: Result<Vec<Value>, String> =
                entries.iter().map(|entry| param_value(machine, entry, element, None)).collect();
            Ok(Value::array(universe, checked?))
        }
        (Domain::Graph(kind), Value::Text(text)) => Ok(Value::Graph(Arc::new(Graph::parse(text, *kind)?))),
        (Domain::Graph(kind), Value::Graph(graph)) if graph.kind == *kind => Ok(value.clone()),
        (_, value) => Err(format!("{} is not in its set", plain(value))),
    }
}

fn plain(value: &Value) -> String {
    crate::text::value(value, None)
}

/// Size parameters read off lists and pictures: `Row([1, 5, 2, 3])` has m = 4.
fn sizes(rules: &Rules, setup: &Setup) -> Faulty<Vec<(usize, i64)>> {
    let mut sizes: Vec<(usize, i64)> = Vec::new();
    for (target, value) in &setup.arguments {
        let declared = match target {
            Target::Field(number) => &rules.fields[*number],
            Target::Param(number) => &rules.params[*number],
        };
        let index = match &declared.domain {
            Domain::Array { index, .. } => index,
            Domain::SetOf(inner) => match &**inner {
                Domain::Of(set) if matches!(value, Value::Text(_)) => set,
                _ => continue,
            },
            _ => continue,
        };
        let refuse =
            |cause: String| Err(Box::new(Diagnostic::new("E24", setup.span, cause, "mend the picture or list")));
        let (rows, columns) = match extent(value) {
            Ok(Some(extent)) => extent,
            Ok(None) => continue,
            Err(cause) => return refuse(format!("`{}`: {cause}", declared.name)),
        };
        let found: Vec<(usize, i64)> = match (index_params(index, rules), rows) {
            (IndexParams::Grid(row, column), rows) if rows.is_some() || matches!(value, Value::Text(_)) => {
                let rows = rows.unwrap_or(1);
                row.map(|row| (row, rows)).into_iter().chain(column.map(|column| (column, columns))).collect()
            }
            (IndexParams::Row(length), None) => vec![(length, columns)],
            _ => continue,
        };
        for (param, size) in found {
            match sizes.iter().find(|(known, _)| *known == param) {
                Some(&(_, other)) if other != size => {
                    let name = &rules.params[param].name;
                    return refuse(format!("`{name}` would have to be both {other} and {size}"));
                }
                Some(_) => {}
                None => sizes.push((param, size)),
            }
        }
    }
    Ok(sizes)
}

/// Rows (if there are several dimensions) and columns of a list or picture; `None` for other values.
fn extent(value: &Value) -> Result<Option<(Option<i64>, i64)>, String> {
    match value {
        Value::Text(text) if &**text == "all" => Ok(None),
        Value::Text(text) => {
            let rows: Vec<usize> = text.split('|').map(|row| row.chars().count()).collect();
            if let Some(other) = rows.iter().position(|&length| length != rows[0]) {
                return Err(format!("row {} has {} cells, the first has {}", other + 1, rows[other], rows[0]));
            }
            let several = rows.len() > 1;
            Ok(Some((several.then_some(rows.len() as i64), rows[0] as i64)))
        }
        Value::List(entries) => {
            let nested: Vec<Option<usize>> = entries
                .iter()
                .map(|entry| matches!(entry, Value::List(_)).then(|| entry.elements().map_or(0, <[Value]>::len)))
                .collect();
            match nested.first() {
                Some(Some(first)) => match nested.iter().position(|length| *length != Some(*first)) {
                    Some(other) => Err(format!("row {} has another length than the first", other + 1)),
                    None => Ok(Some((Some(entries.len() as i64), *first as i64))),
                },
                _ => Ok(Some((None, entries.len() as i64))),
            }
        }
        _ => Ok(None),
    }
}

enum IndexParams {
    /// Which parameters say how many rows and columns.
    Grid(Option<usize>, Option<usize>),
    /// Which parameter says how many cells.
    Row(usize),
    Unknown,
}

/// Which parameters are the sizes of an index set, seen through definitions.
fn index_params(index: &Expr, rules: &Rules) -> IndexParams {
    let param = |expr: &Expr| match expr.kind {
        Kind::Param(number) => Some(number),
        _ => None,
    };
    match &index.kind {
        Kind::Call(number, arguments) if arguments.is_empty() => index_params(&rules.defs[*number].code.expr, rules),
        Kind::Builtin(Builtin::Grid, sizes) => IndexParams::Grid(param(&sizes[0]), param(&sizes[1])),
        Kind::Range(low, high) if low.kind == Kind::Int(0) => match &high.kind {
            Kind::Arith(ArithOp::Sub, length, one) if one.kind == Kind::Int(1) => {
                param(length).map_or(IndexParams::Unknown, IndexParams::Row)
            }
            _ => IndexParams::Unknown,
        },
        _ => IndexParams::Unknown,
    }
}

/// The size parameters of an index set.
pub(crate) fn size_params(index: &Expr, rules: &Rules) -> Vec<usize> {
    match index_params(index, rules) {
        IndexParams::Grid(rows, columns) => rows.into_iter().chain(columns).collect(),
        IndexParams::Row(length) => vec![length],
        IndexParams::Unknown => Vec::new(),
    }
}

/// What pairs of an index and a value say of each index.
fn by_index(pairs: &[Value], universe: &Universe) -> Result<Vec<Value>, String> {
    let mut cells = vec![None; universe.len()];
    for pair in pairs {
        let (Some(index), Some(value)) = (pair.entry(0), pair.entry(1)) else {
            return Err(format!("{} is no value of a cell", plain(pair)));
        };
        let rank = universe.rank(&index).ok_or_else(|| format!("there is no cell {}", plain(&index)))?;
        cells[rank] = Some(value);
    }
    let missing = |rank: usize| format!("nothing is said of the cell {}", plain(&universe.element(rank)));
    cells.into_iter().enumerate().map(|(rank, cell)| cell.ok_or_else(|| missing(rank))).collect()
}

/// A value as a field holds it, or why it cannot.
pub(crate) fn store(value: &Value, shape: &Shape, show: Option<&[char]>) -> Result<Stored, String> {
    let belongs = |values: &Values, value: &Value| {
        if values.rank(value).is_some() { Ok(()) } else { Err(format!("{} is not in its set", plain(value))) }
    };
    match shape {
        Shape::One(values) => {
            belongs(values, value)?;
            Ok(Stored::One(value.clone()))
        }
        Shape::Array(universe, values) => {
            let cells: Vec<Value> = match value {
                Value::Text(text) => {
                    let show = show.ok_or("a picture needs `show` on the field")?;
                    let digits = picture(text, universe)?;
                    let value_of = |digit: char| -> Result<Value, String> {
                        let rank = show.iter().position(|&shown| shown == digit);
                        let rank =
                            rank.ok_or_else(|| format!("`{digit}` is none of {:?}", show.iter().collect::<String>()))?;
                        if rank as u128 >= values.len() {
                            return Err(format!("`{digit}` stands for no value"));
                        }
                        Ok(values.value(rank as u64))
                    };
                    digits.into_iter().map(value_of).collect::<Result<_, _>>()?
                }
                Value::List(entries) => flatten(entries),
                Value::Array(array) => array.cells.clone(),
                Value::Set(pairs) => by_index(pairs, universe)?,
                scalar => vec![scalar.clone(); universe.len()],
            };
            if cells.len() != universe.len() {
                return Err(format!("{} cells are given, {} are wanted", cells.len(), universe.len()));
            }
            for cell in &cells {
                belongs(values, cell)?;
            }
            Ok(Stored::Array(cells))
        }
        Shape::Set(universe) => {
            let mut bits = vec![0u64; universe.len().div_ceil(64)];
            let mut add = |rank: usize| bits[rank / 64] |= 1 << (rank % 64);
            match value {
                Value::Text(text) if &**text == "all" => (0..universe.len()).for_each(add),
                Value::Text(text) => {
                    let show = show.ok_or("a picture needs `show` on the field")?;
                    for (rank, digit) in picture(text, universe)?.into_iter().enumerate() {
                        match show.iter().position(|&shown| shown == digit) {
                            Some(1) => add(rank),
                            Some(0) => {}
                            _ => return Err(format!("`{digit}` is none of {:?}", show.iter().collect::<String>())),
                        }
                    }
                }
                Value::Set(elements) | Value::List(elements) => {
                    for element in elements.iter() {
                        let rank = universe.rank(element);
                        add(rank.ok_or_else(|| format!("{} is not in its set", plain(element)))?);
                    }
                }
                other => return Err(format!("{} is no set", plain(other))),
            }
            Ok(Stored::Set(bits))
        }
    }
}

fn flatten(entries: &[Value]) -> Vec<Value> {
    entries
        .iter()
        .flat_map(|entry| match entry {
            Value::List(inner) => inner.to_vec(),
            other => vec![other.clone()],
        })
        .collect()
}

/// The characters of a picture in the order of the index set.
fn picture(text: &str, universe: &Universe) -> Result<Vec<char>, String> {
    extent(&Value::Text(text.to_string().into()))?;
    let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
    let (height, width) = match universe {
        Universe::Grid { rows, columns } => (*rows as usize, *columns as usize),
        other => (1, other.len()),
    };
    if rows.len() != height || rows[0].len() != width {
        return Err(format!("the picture has {} x {} cells, {height} x {width} are wanted", rows.len(), rows[0].len()));
    }
    Ok(rows.into_iter().flatten().collect())
}
