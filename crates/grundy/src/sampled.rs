//! Positions of a game over its numbers, valued from one table: the data of sequences and of guesses.

use grundy_answer::{Stop, Watch};
use grundy_guess::{Samples, Shown};
use grundy_prove::Subject as Provable;
use grundy_rule::Diagnostic;
use grundy_run::{Bounds, Component, Game, Position, Shape, Side, State, Stored, Universe, Value};
use grundy_solve::{Play, Refusal, Session, Wanted, Wdl, grundy_column};
use std::sync::Arc;

/// Positions with more numbers are not sampled.
const MOST_NUMBERS: usize = 3;

/// The largest number sampled, by how many numbers there are.
const SIDES: [i64; MOST_NUMBERS] = [10_999, 109, 27];

/// Positions sampled one by one, where there are no Grundy values.
const MOST_SEARCHED: usize = 2_200;

/// What positions are worth.
pub(crate) enum Worths {
    /// Grundy values.
    Grundy(Vec<u32>),
    /// Whether who starts loses.
    Lost(Vec<bool>),
}

/// Positions of a game with what they are worth, small numbers first.
pub(crate) struct Sampled {
    /// What the numbers are called.
    pub names: Vec<String>,
    /// The numbers of each position.
    pub points: Vec<Vec<i64>>,
    /// What each is worth.
    pub worths: Worths,
}

/// A heap of each size below `count` in one game, so that one table values all.
pub(crate) fn heaps(of: &Game, count: u64) -> Result<Vec<Component>, Box<Diagnostic>> {
    let most = count.saturating_sub(1) as i64;
    let game = of.world().game(of.key, of.params.clone(), vec![most])?;
    // The rules may allow fewer.
    let one = |size: u64| {
        let state = State { fields: vec![Stored::One(Value::Int(size as i64))] };
        game.pack(&state).map(|packed| Component { game: game.clone(), packed })
    };
    Ok((0..count).map_while(one).collect())
}

/// The positions of a game whose fields are at most three numbers, as many as the watch leaves time for; else why there are none.
pub(crate) fn sampled(subject: &Provable, watch: &dyn Watch) -> Result<Sampled, String> {
    let (names, shape) = numbers(subject)?;
    let side = SIDES[names.len() - 1];
    let mut points = vec![Vec::new()];
    for _ in &names {
        points =
            points.iter().flat_map(|point: &Vec<i64>| (0..=side).map(|next| [&point[..], &[next]].concat())).collect();
    }
    points.sort_by_cached_key(|point| (point.iter().max().copied(), point.clone()));
    let game = instance(subject, side).map_err(|diagnostic| diagnostic.cause.clone())?;
    let mut components = Vec::new();
    points.retain(|point| match component(&game, &shape, point) {
        Some(component) => {
            components.push(component);
            true
        }
        None => false,
    });
    let worths = worths(&components, watch)?;
    let known = match &worths {
        Worths::Grundy(values) => values.len(),
        Worths::Lost(lost) => lost.len(),
    };
    points.truncate(known);
    Ok(Sampled { names, points, worths })
}

/// The largest parameter and heap sampled, by how many parameters vary.
const OVER: [(i64, i64); 2] = [(30, 109), (12, 60)];

/// One number over one or two number parameters, from 1 on, which come first among the names; else why there are none.
pub(crate) fn over_parameters(subject: &Provable, watch: &dyn Watch) -> Result<Sampled, String> {
    let (fields, shape) = numbers(subject)?;
    let rules = subject.rules();
    let varied: Vec<usize> =
        (0..rules.params.len()).filter(|&number| matches!(subject.params[number], Value::Int(_))).collect();
    let ([_], 1..=2) = (&fields[..], varied.len()) else {
        return Err("one number over one or two parameters is sampled".to_string());
    };
    let (most, side) = OVER[varied.len() - 1];
    let mut choices: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in &varied {
        choices = choices.iter().flat_map(|one| (1..=most).map(|next| [&one[..], &[next]].concat())).collect();
    }
    let (mut points, mut found) = (Vec::new(), Vec::new());
    for choice in choices {
        let mut other = subject.clone();
        varied.iter().zip(&choice).for_each(|(&param, &value)| other.params[param] = Value::Int(value));
        // Parameters outside their set make no game.
        let Ok(game) = instance(&other, side) else { continue };
        let heaps: Vec<Component> = (0..=side).filter_map(|size| component(&game, &shape, &[size])).collect();
        match worths(&heaps, watch)? {
            Worths::Grundy(values) => {
                points.extend((0..values.len() as i64).map(|size| [&choice[..], &[size]].concat()));
                found.extend(values);
            }
            Worths::Lost(_) => return Err("there are no Grundy values".to_string()),
        }
    }
    let names = varied.iter().map(|&param| rules.params[param].name.clone()).chain(fields).collect();
    Ok(Sampled { names, points, worths: Worths::Grundy(found) })
}

impl Sampled {
    /// The lost positions, as a property.
    pub fn lost(&self) -> Samples {
        let lost: Vec<i64> = match &self.worths {
            Worths::Grundy(values) => values.iter().map(|value| i64::from(*value == 0)).collect(),
            Worths::Lost(lost) => lost.iter().map(|lost| i64::from(*lost)).collect(),
        };
        Samples::new(self.names.clone(), Shown::Property, self.points.iter().cloned().zip(lost))
    }

    /// The Grundy values, where there are any.
    pub fn values(&self) -> Option<Samples> {
        let Worths::Grundy(values) = &self.worths else { return None };
        let values = values.iter().map(|value| i64::from(*value));
        Some(Samples::new(self.names.clone(), Shown::Values, self.points.iter().cloned().zip(values)))
    }
}

fn instance(subject: &Provable, side: i64) -> Result<Arc<Game>, Box<Diagnostic>> {
    let bounds: Bounds = vec![side; subject.rules().fields.len()];
    subject.world.game(subject.key, subject.params.clone(), bounds)
}

/// The names of the numbers of a position, and how many each field has; `None` for a field that is one number.
fn numbers(subject: &Provable) -> Result<(Vec<String>, Vec<Option<usize>>), String> {
    let game = instance(subject, 1).map_err(|diagnostic| diagnostic.cause.clone())?;
    let (mut names, mut shape) = (Vec::new(), Vec::new());
    for (field, of) in game.rules.fields.iter().zip(&game.shapes) {
        match of {
            Shape::One(values) if matches!(values.universe, Universe::Range { .. }) && !values.none => {
                names.push(field.name.clone());
                shape.push(None);
            }
            Shape::Array(index, values) if matches!(values.universe, Universe::Range { .. }) && !values.none => {
                names.extend((0..index.len()).map(|place| format!("{}[{place}]", field.name)));
                shape.push(Some(index.len()));
            }
            _ => return Err(format!("the field {} is no number", field.name)),
        }
    }
    if names.is_empty() || names.len() > MOST_NUMBERS {
        return Err(format!("a position has {} numbers; tables have one to {MOST_NUMBERS}", names.len()));
    }
    Ok((names, shape))
}

fn component(game: &Arc<Game>, shape: &[Option<usize>], point: &[i64]) -> Option<Component> {
    let mut rest = point.iter().map(|&number| Value::Int(number));
    let fields = shape.iter().map(|many| match many {
        None => rest.next().map(Stored::One),
        Some(many) => Some(Stored::Array(rest.by_ref().take(*many).collect())),
    });
    let packed = game.pack(&State { fields: fields.collect::<Option<_>>()? })?;
    Some(Component { game: game.clone(), packed })
}

/// What the components are worth, as many as the watch leaves time for.
fn worths(components: &[Component], watch: &dyn Watch) -> Result<Worths, String> {
    match grundy_column(components, watch) {
        Ok(Some(column)) if matches!(column.stopped, None | Some(Stop::Time)) => {
            return Ok(Worths::Grundy(column.values));
        }
        Ok(Some(column)) => return Err(column.stopped.map_or(String::new(), |stop| stop.to_string())),
        Ok(None) => {}
        Err(refusal) => return Err(refused(refusal)),
    }
    let first = components.first().ok_or("there is no position")?;
    let position = |component: &Component| Position { parts: vec![component.clone()] };
    let open = Session::open(&position(first), Play::AsWritten, Wanted::Outcomes);
    let mut session = open.map_err(refused)?;
    let mut lost = Vec::new();
    for component in components.iter().take(MOST_SEARCHED) {
        match session.evaluate(&position(component), Side::Left, watch).map(|worth| worth.result) {
            Ok(Wdl::Loss) => lost.push(true),
            Ok(Wdl::Win) => lost.push(false),
            Ok(Wdl::Draw) => return Err("some positions are drawn".to_string()),
            Err(Refusal::Stopped(Stop::Time, _)) => break,
            Err(refusal) => return Err(refused(refusal)),
        }
    }
    Ok(Worths::Lost(lost))
}

fn refused(refusal: Refusal) -> String {
    match refusal {
        Refusal::Wrong(diagnostic) => diagnostic.cause.clone(),
        Refusal::Unfit(why) | Refusal::OutOfReach(why) => why,
        Refusal::Stopped(stop, _) => stop.to_string(),
    }
}
