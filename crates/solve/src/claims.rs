//! `claim` lines checked to a bound: every position of a box is valued by the solver and compared with the first claim
//! that applies. The smallest counterexample is found first, because positions are tried in order of size.

use crate::Refusal;
use crate::answer::{Answer, Class, Grundy, Winner};
use crate::solve::{Question, solve};
use grundy_answer::{Progress, Standing, Watch};
use grundy_rule::{ClaimSays, Code, Diagnostic, Domain, Rules, Span};
use grundy_run::{Component, Game, Machine, Position, Side, State, Stored, Value, World, defined};
use std::sync::Arc;

/// What became of the claims of one game.
#[derive(Clone, Debug)]
pub enum Claimed {
    /// No counterexample among this many positions; the text says which.
    Stands {
        /// How many positions were compared.
        positions: usize,
        /// How far was looked.
        bound: String,
    },
    /// The smallest counterexample.
    Refuted {
        /// The position, to paste back.
        position: String,
        /// What the claim says of it.
        claimed: String,
        /// What is true of it.
        actual: String,
        /// The claim.
        span: Span,
    },
    /// Nothing could be compared, because of this.
    Unchecked(String),
}

/// A box with more positions than this is not searched if a claim gives the value.
const SEARCHED: u128 = 20_000_000;

/// The Grundy value that a claim gives to a component too large to search; `None` if no claim speaks of it.
pub fn claimed_value(component: &Component) -> Option<u64> {
    let game = &component.game;
    let large = grundy_run::count(&game.shapes).is_none_or(|count| count > SEARCHED);
    let speaks = game.rules.claims.iter().any(|claim| matches!(claim.says, ClaimSays::Grundy(_)));
    if !large || !speaks {
        return None;
    }
    let state = game.unpack(&component.packed);
    let (claim, value) = applicable(game, &state).ok()??;
    if !matches!(claim.says, ClaimSays::Grundy(_)) {
        return None;
    }
    u64::try_from(value?).ok()
}

/// The standing of a game's claims after a comparison with the solver on small positions; `None` if they are wrong.
pub fn claims_stand(game: &Game, watch: &dyn Watch) -> Option<Standing> {
    match check_claims(game.world(), game.key, 300, watch).ok()? {
        Claimed::Stands { positions, bound } => {
            let how = format!("a claim of {}, compared with search on {positions} positions, {bound}", game.rules.name);
            Some(Standing::Checked(how))
        }
        _ => None,
    }
}

/// Compares the claims of a game with the solver on at most `most` positions, or until the watch stops it.
pub fn check_claims(
    world: &Arc<World>,
    key: (usize, usize),
    most: usize,
    watch: &dyn Watch,
) -> Result<Claimed, Box<Diagnostic>> {
    let rules = world.rules(key);
    if rules.claims.is_empty() {
        return Ok(Claimed::Unchecked("there are no claims".to_string()));
    }
    if about_parameters(rules) { by_parameters(world, key, watch) } else { by_positions(world, key, most, watch) }
}

/// Whether no claim names a field and all fields have defaults: then claims speak of the start position alone.
pub fn about_parameters(rules: &Rules) -> bool {
    let names_field = |code: &Code| grundy_rule::Uses::of(&code.expr, &rules.defs).field;
    let any = rules.claims.iter().any(|claim| {
        let says = match &claim.says {
            ClaimSays::Grundy(code) | ClaimSays::Plies(code) | ClaimSays::Rounds(code) => names_field(code),
            ClaimSays::FirstWins | ClaimSays::SecondWins => false,
        };
        says || claim.when.as_ref().is_some_and(names_field)
    });
    !any && rules.fields.iter().all(|field| field.default.is_some())
}

/// The start position at every small value of the number parameters, sizes from 1.
fn by_parameters(world: &Arc<World>, key: (usize, usize), watch: &dyn Watch) -> Result<Claimed, Box<Diagnostic>> {
    let rules = world.rules(key);
    let numbers: Vec<usize> = (0..rules.params.len())
        .filter(|&number| matches!(rules.params[number].domain, Domain::Int | Domain::Nat | Domain::From(_)))
        .collect();
    let mut compared = 0;
    let mut largest = 0;
    'sizes: for size in 0..=64i64 {
        for values in tuples(numbers.len(), size) {
            let arguments: Vec<(usize, i64)> = numbers.iter().copied().zip(values.iter().copied()).collect();
            // A parameter without a set is a size: it begins at 1. Others refuse what is outside their set.
            let is_size =
                |&(number, value): &(usize, i64)| value < 1 && matches!(rules.params[number].domain, Domain::Int);
            if arguments.iter().any(is_size) {
                continue;
            }
            let Ok(position) = grundy_run::start_with(world, key, &arguments) else { continue };
            let [component] = &position.parts[..] else { continue };
            match compare(component, &position, watch)? {
                Compared::Agrees => compared += 1,
                Compared::Silent => {}
                Compared::Stopped => break 'sizes,
                Compared::Differs(refuted) => return Ok(refuted),
            }
            let progress = Progress { what: "positions", done: compared as u64, total: None, bytes: 0 };
            if watch.tick(progress).is_some() {
                break 'sizes;
            }
        }
        largest = size;
    }
    if compared == 0 {
        return Ok(Claimed::Unchecked("no start position could be solved in time".to_string()));
    }
    Ok(Claimed::Stands { positions: compared, bound: format!("parameters up to {largest}") })
}

/// Every position of the largest box that has at most `most` of them.
fn by_positions(
    world: &Arc<World>,
    key: (usize, usize),
    most: usize,
    watch: &dyn Watch,
) -> Result<Claimed, Box<Diagnostic>> {
    let rules = world.rules(key);
    if rules.params.iter().any(|param| param.default.is_none()) {
        return Ok(Claimed::Unchecked("a parameter has no default".to_string()));
    }
    let mut bound = 1i64;
    let count = |bound: i64| -> Option<u128> {
        let game = grundy_run::default_game(world, key, bound).ok()?;
        grundy_run::count(&game.shapes)
    };
    if count(bound).is_none_or(|count| count > most as u128) {
        return Ok(Claimed::Unchecked("there are too many positions at the default parameters".to_string()));
    }
    let has_nat = rules.fields.iter().any(|field| match &field.domain {
        Domain::Nat => true,
        Domain::Array { element, .. } => matches!(**element, Domain::Nat),
        _ => false,
    });
    while has_nat && count(bound + (bound + 3) / 4).is_some_and(|count| count <= most as u128) {
        bound += (bound + 3) / 4;
    }
    let game = grundy_run::default_game(world, key, bound)?;
    let total = grundy_run::count(&game.shapes).unwrap_or(0);
    let mut ranks: Vec<u128> = (0..total).collect();
    ranks.sort_by_key(|&rank| (size(&grundy_run::unrank(&game.shapes, rank)), rank));
    let mut compared = 0;
    for (done, rank) in ranks.into_iter().enumerate() {
        let state = grundy_run::unrank(&game.shapes, rank);
        let Some(packed) = game.pack(&state) else { continue };
        let component = Component { game: game.clone(), packed };
        let position = Position { parts: vec![component.clone()] };
        match compare(&component, &position, watch)? {
            Compared::Agrees => compared += 1,
            Compared::Silent => {}
            Compared::Stopped => break,
            Compared::Differs(refuted) => return Ok(refuted),
        }
        let progress = Progress { what: "positions", done: done as u64, total: Some(total as u64), bytes: 0 };
        if done % 64 == 0 && watch.tick(progress).is_some() {
            break;
        }
    }
    if compared == 0 {
        return Ok(Claimed::Unchecked("no position could be compared in time".to_string()));
    }
    let bound = if has_nat {
        format!("all fields up to {bound} at the default parameters")
    } else {
        "the default parameters".to_string()
    };
    Ok(Claimed::Stands { positions: compared, bound })
}

/// The sum of all numbers and set sizes of a state, by which positions are tried.
fn size(state: &State) -> i64 {
    let number = |value: &Value| match value {
        Value::Int(number) => number.abs(),
        _ => 0,
    };
    let stored = |stored: &Stored| match stored {
        Stored::One(value) => number(value),
        Stored::Array(cells) => cells.iter().map(number).sum(),
        Stored::Set(bits) => bits.iter().map(|word| i64::from(word.count_ones())).sum(),
    };
    state.fields.iter().map(stored).sum()
}

/// All tuples of naturals whose largest entry is `size`.
fn tuples(length: usize, size: i64) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..length {
        all =
            all.into_iter().flat_map(|head| (0..=size).map(move |next| [head.clone(), vec![next]].concat())).collect();
        if all.len() > 100_000 {
            return Vec::new();
        }
    }
    all.retain(|tuple| tuple.iter().max().copied().unwrap_or(size) == size);
    all
}

enum Compared {
    Agrees,
    /// No claim speaks of this position.
    Silent,
    Stopped,
    Differs(Claimed),
}

/// The first claim that applies to a state, with its value where it has one.
pub fn applicable<'a>(
    game: &'a Game,
    state: &State,
) -> Result<Option<(&'a grundy_rule::Claim, Option<i64>)>, Box<Diagnostic>> {
    let mut machine: Machine = game.machine(state.clone());
    let fault = |halt: grundy_run::Halt| {
        halt.into_diagnostic().map(Box::new).unwrap_or_else(|| {
            Box::new(Diagnostic::new("E41", game.rules.span, "this claim is undefined here", "mend the claim"))
        })
    };
    for claim in &game.rules.claims {
        if let Some(when) = &claim.when {
            machine.locals.clear();
            machine.locals.resize(when.locals, Value::None);
            if !machine.holds(&when.expr).map_err(fault)? {
                continue;
            }
        }
        let value = match &claim.says {
            ClaimSays::Grundy(code) | ClaimSays::Plies(code) | ClaimSays::Rounds(code) => {
                machine.locals.clear();
                machine.locals.resize(code.locals, Value::None);
                match defined(machine.int(&code.expr)).map_err(fault)? {
                    Some(value) => Some(value),
                    None => continue,
                }
            }
            ClaimSays::FirstWins | ClaimSays::SecondWins => None,
        };
        return Ok(Some((claim, value)));
    }
    Ok(None)
}

fn compare(component: &Component, position: &Position, watch: &dyn Watch) -> Result<Compared, Box<Diagnostic>> {
    let state = component.game.unpack(&component.packed);
    let Some((claim, value)) = applicable(&component.game, &state)? else { return Ok(Compared::Silent) };
    let plies = matches!(claim.says, ClaimSays::Plies(_) | ClaimSays::Rounds(_));
    let answer = match solve(position, Question { first: Some(Side::Left), plies, ..Question::default() }, watch) {
        Ok(answer) => answer,
        Err(Refusal::Stopped(..)) => return Ok(Compared::Stopped),
        Err(Refusal::Wrong(diagnostic)) => return Err(diagnostic),
        Err(Refusal::Unfit(_) | Refusal::OutOfReach(_)) => return Ok(Compared::Silent),
    };
    let (claimed, actual) = words(&claim.says, value, &answer);
    if claimed == actual {
        return Ok(Compared::Agrees);
    }
    let position = component.to_string();
    Ok(Compared::Differs(Claimed::Refuted { position, claimed, actual, span: claim.span }))
}

/// What a claim says and what is true, in the same words.
fn words(says: &ClaimSays, value: Option<i64>, answer: &Answer) -> (String, String) {
    let winner = match answer.winner {
        Some(Winner::First) => "first wins".to_string(),
        Some(Winner::Second) => "second wins".to_string(),
        Some(Winner::Draw) => "a draw".to_string(),
        Some(Winner::Player(_)) | None => match answer.outcome {
            Some(Class::P) => "second wins".to_string(),
            _ => "first wins".to_string(),
        },
    };
    let number = |value: Option<i64>| value.map_or("nothing".to_string(), |value| value.to_string());
    match says {
        ClaimSays::FirstWins => ("first wins".to_string(), winner),
        ClaimSays::SecondWins => ("second wins".to_string(), winner),
        ClaimSays::Grundy(_) => {
            let actual = match &answer.grundy {
                Some(Grundy::Finite(value)) => value.to_string(),
                Some(Grundy::Infinite(_)) => "infinite".to_string(),
                None => "no Grundy value".to_string(),
            };
            (number(value), actual)
        }
        ClaimSays::Plies(_) => (number(value), number(answer.plies.map(i64::from))),
        ClaimSays::Rounds(_) => (number(value), number(answer.plies.map(|plies| i64::from(plies.div_ceil(2))))),
    }
}
