//! `claim` lines checked to a bound: every position of a box is valued by the solver and compared with the first claim
//! that applies. The smallest counterexample is found first, because positions are tried in order of size.

use crate::Refusal;
use crate::answer::{Answer, Class, Grundy, Winner};
use crate::grundy::boxes::{Boxed, Held};
use crate::question::{Question, solve};
use crate::work::Halted;
use grundy_answer::{Message, Progress, Standing, Stop, Watch, message};
use grundy_rule::{ClaimSays, Code, Diagnostic, Domain, Expr, Kind, Rules, Source, Span, Type};
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
        bound: Message,
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

impl Answer {
    /// Who wins by a claim, with nothing else known.
    pub fn claimed(winner: Winner, standing: Standing) -> Answer {
        let outcome = match winner {
            Winner::First => Some(Class::N),
            Winner::Second => Some(Class::P),
            Winner::Draw | Winner::Player(_) => None,
        };
        Answer { winner: Some(winner), outcome, ..Answer::unknown(standing) }
    }
}

/// Where every position is solved on its own, at most this many are.
const SOLVED: usize = 300;

/// Other choices of the parameters are compared on this part of the positions each.
const ELSEWHERE: usize = 16;

/// So many moves are looked at for each position of a box, on average.
const MOVES: u64 = 6;

/// And so many choices of binders are tried.
const TRIED: u64 = 24;

/// Compares the claims of a game with the solver at these parameters alone, on at most `most` positions.
pub fn check_claims_at(
    world: &Arc<World>,
    key: (usize, usize),
    params: &[Value],
    most: usize,
    watch: &dyn Watch,
) -> Result<Claimed, Box<Diagnostic>> {
    by_positions(world, key, params, "", most, watch)
}

/// Compares the claims of a game with the solver: at the given parameters on at most `most` positions (fewer where each
/// has to be solved on its own), and at small other values of number parameters; or until the watch stops it.
pub fn check_claims(
    world: &Arc<World>,
    key: (usize, usize),
    params: Option<&[Value]>,
    most: usize,
    watch: &dyn Watch,
) -> Result<Claimed, Box<Diagnostic>> {
    let rules = world.rules(key);
    if rules.claims.is_empty() {
        return Ok(Claimed::Unchecked("there are no claims".to_string()));
    }
    if about_parameters(rules) {
        return by_parameters(world, key, params, most, watch);
    }
    let (given, place) = match params {
        Some(params) => (params.to_vec(), "these parameters"),
        None if rules.params.iter().any(|param| param.default.is_none()) => {
            return Ok(Claimed::Unchecked("a parameter has no default".to_string()));
        }
        None => (grundy_run::default_game(world, key, 1)?.params.clone(), "the default parameters"),
    };
    let place = if rules.params.is_empty() { "" } else { place };
    // Where the smallest box at the given parameters is too large already, smaller ones elsewhere have to do.
    let here = by_positions(world, key, &given, place, most, watch)?;
    let (mut positions, mut bound, elsewhere) = match &here {
        Claimed::Stands { positions, bound } => (*positions, bound.clone(), most / ELSEWHERE),
        Claimed::Unchecked(_) => (0, message!("no box at {}", place), most),
        Claimed::Refuted { .. } => return Ok(here),
    };
    let mut instances = 0;
    for params in nearby(rules, &given) {
        let Ok(found) = by_positions(world, key, &params, place, elsewhere, watch) else { continue };
        match found {
            Claimed::Stands { positions: more, .. } => {
                positions += more;
                instances += 1;
            }
            refuted @ Claimed::Refuted { .. } => return Ok(refuted),
            Claimed::Unchecked(_) => {}
        }
    }
    if positions == 0 {
        return Ok(here);
    }
    if instances > 0 {
        bound = message!("{}, and smaller boxes at {} other choices of the parameters", bound, instances);
    }
    Ok(Claimed::Stands { positions, bound })
}

/// The parameters with one number among them changed to another small one.
fn nearby(rules: &Rules, given: &[Value]) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    for (number, param) in rules.params.iter().enumerate() {
        let Value::Int(value) = given[number] else { continue };
        if !matches!(param.domain, Domain::Int | Domain::Nat | Domain::From(_)) {
            continue;
        }
        for other in (1..=4).chain([value + 1]).filter(|other| *other != value) {
            let mut params = given.to_vec();
            params[number] = Value::Int(other);
            if !found.contains(&params) {
                found.push(params);
            }
        }
    }
    found
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

/// The start position at every small value of the number parameters, sizes from 1, until a search looks at about
/// `most` / 16 positions: sizes grow too fast for one more to be worth it. Other parameters are as given, or by default.
fn by_parameters(
    world: &Arc<World>,
    key: (usize, usize),
    given: Option<&[Value]>,
    most: usize,
    watch: &dyn Watch,
) -> Result<Claimed, Box<Diagnostic>> {
    let watch = &Few { most: (most / ELSEWHERE).max(SMALL) as u64, watch };
    let rules = world.rules(key);
    let numbers: Vec<usize> =
        (0..rules.params.len()).filter(|&number| rules.params[number].domain.ty() == Type::Int).collect();
    let fixed = given.map(|given| not_by_default(world, key, &numbers, given)).unwrap_or_default();
    let mut compared = 0;
    let mut largest = 0;
    let most_size = if numbers.is_empty() { 0 } else { 64 };
    'sizes: for size in 0..=most_size {
        // A parameter whose set does not say where it begins is a size: it begins at 1. Others refuse what is outside.
        let lowest = |&number: &usize| match rules.params[number].domain {
            Domain::Int | Domain::Nat => 1,
            _ => -size,
        };
        let Some(all) = tuples(&numbers.iter().map(lowest).collect::<Vec<i64>>(), size) else { break };
        for values in all {
            let sizes = numbers.iter().copied().zip(values.into_iter().map(Value::Int));
            let Ok(position) = grundy_run::start_given(world, key, sizes.chain(fixed.iter().cloned()).collect()) else {
                continue;
            };
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
    let bound =
        if numbers.is_empty() { message!("the start position") } else { message!("parameters up to {}", largest) };
    Ok(Claimed::Stands { positions: compared, bound })
}

/// The parameters beside the numbers that are other than by default.
fn not_by_default(world: &Arc<World>, key: (usize, usize), numbers: &[usize], given: &[Value]) -> Vec<(usize, Value)> {
    let sizes = numbers.iter().map(|&number| (number, given[number].clone())).collect();
    let by_default = grundy_run::start_given(world, key, sizes).ok();
    let default = by_default.as_ref().and_then(|position| position.parts.first()).map(|part| &part.game.params);
    let others = (0..given.len()).filter(|number| !numbers.contains(number));
    others
        .filter(|&number| default.is_none_or(|default| default[number] != given[number]))
        .map(|number| (number, given[number].clone()))
        .collect()
}

/// Searches of so many positions are always let be.
const SMALL: usize = 1 << 18;

/// Stops what takes more steps than this, whatever the watch says.
struct Few<'a> {
    most: u64,
    watch: &'a dyn Watch,
}

impl Watch for Few<'_> {
    fn tick(&self, progress: Progress) -> Option<Stop> {
        let late = progress.done > self.most;
        self.watch.tick(progress).or(late.then_some(Stop::Time))
    }

    fn outer(&self) -> Option<&dyn Watch> {
        Some(self.watch)
    }
}

/// Every position of the largest box within reach.
fn by_positions(
    world: &Arc<World>,
    key: (usize, usize),
    params: &[Value],
    place: &str,
    most: usize,
    watch: &dyn Watch,
) -> Result<Claimed, Box<Diagnostic>> {
    let instance = Instance { world, key, params, most };
    let found = match instance.boxed(watch) {
        Some(found) => found,
        None => Instance { most: most.min(SOLVED), ..instance }.searched(watch)?,
    };
    Ok(match found {
        Swept::Refuted(refuted) => refuted,
        Swept::Unchecked(reason) => Claimed::Unchecked(reason),
        Swept::Stands(0, _) => Claimed::Unchecked("no position could be compared in time".to_string()),
        Swept::Stands(positions, reach) => {
            let bound = if place.is_empty() { reach } else { message!("{} at {}", reach, place) };
            Claimed::Stands { positions, bound }
        }
    })
}

/// A game at some parameters, to be compared on so many positions.
struct Instance<'a> {
    world: &'a Arc<World>,
    key: (usize, usize),
    params: &'a [Value],
    most: usize,
}

enum Swept {
    /// So many positions agree, and these are all that it says in words.
    Stands(usize, Message),
    Refuted(Claimed),
    Unchecked(String),
}

impl Instance<'_> {
    fn rules(&self) -> &Rules {
        self.world.rules(self.key)
    }

    fn game(&self, bound: i64) -> Result<Arc<Game>, Box<Diagnostic>> {
        self.world.game(self.key, self.params.to_vec(), vec![bound; self.rules().fields.len()])
    }

    /// How many positions the box has, if that is not too many.
    fn count(&self, bound: i64) -> Option<u128> {
        grundy_run::count(&self.game(bound).ok()?.shapes).filter(|count| *count <= self.most as u128)
    }

    fn has_nat(&self) -> bool {
        self.rules().fields.iter().any(|field| match &field.domain {
            Domain::Nat => true,
            Domain::Array { element, .. } => matches!(**element, Domain::Nat),
            _ => false,
        })
    }

    /// Boxes filled bottom up, each larger than the one before, while their moves are few enough; `None` if the game
    /// does not allow it.
    fn boxed(&self, watch: &dyn Watch) -> Option<Swept> {
        let held = held(self.rules())?;
        let mut bound = if self.has_nat() { 3 } else { 1 };
        let mut best: Option<(usize, i64)> = None;
        let mut before = 1.0;
        let mut stopped = self.count(bound).is_none();
        while !stopped {
            let game = self.game(bound).ok()?;
            let total = self.count(bound)?;
            let mut boxed = Boxed::new(&game, held)?;
            let mut sweep = Sweep { agree: 0, valueless: 0, worst: None };
            for rank in 0..total {
                let state = grundy_run::unrank(&game.shapes, rank);
                match sweep.one(&game, &mut boxed, &state, rank, watch) {
                    Ok(()) => {}
                    Err(Halted::Stopped(_)) => {
                        stopped = true;
                        break;
                    }
                    Err(_) => return None,
                }
                if rank % 256 == 0 {
                    let done = rank as u64;
                    let progress = Progress { what: "positions", done, total: Some(total as u64), bytes: 0 };
                    stopped = watch.tick(progress).is_some();
                    if stopped {
                        break;
                    }
                }
            }
            if let Some((.., refuted)) = sweep.worst {
                return Some(Swept::Refuted(refuted));
            }
            if stopped {
                // What was compared of the unfinished box is not a box.
                let (positions, bound) = best.unwrap_or((0, 0));
                return Some(Swept::Stands(positions, up_to(bound)));
            }
            // From here on every position has to be solved on its own.
            if sweep.valueless > 0 {
                return None;
            }
            best = Some((sweep.agree, bound));
            if !self.has_nat() {
                return Some(Swept::Stands(sweep.agree, message!("all positions")));
            }
            let each = boxed.moves as f64 / total as f64;
            let growing = each > 1.3 * before;
            before = each;
            let limit = (self.most as u64 * MOVES) as f64;
            let wider = [4.0, 2.0, 1.5, 1.25, 1.1].into_iter().find_map(|factor| {
                let wider = ((bound + 1) as f64 * factor) as i64 - 1;
                let total = self.count(wider)? as f64;
                let moves = total * each * if growing { factor } else { 1.0 };
                let few = moves <= limit && total * self.tried(wider)? <= (self.most as u64 * TRIED) as f64;
                (wider > bound && few).then_some(wider)
            });
            match wider {
                Some(wider) => bound = wider,
                None => break,
            }
        }
        best.map(|(positions, bound)| Swept::Stands(positions, up_to(bound)))
    }

    /// About how many choices of binders are tried in a position of a box, legal or not.
    fn tried(&self, bound: i64) -> Option<f64> {
        const SAMPLES: u128 = 9;
        let game = self.game(bound).ok()?;
        let total = self.count(bound)?;
        let mut all = 0.0;
        for sample in 0..SAMPLES {
            let mut machine = game.machine(grundy_run::unrank(&game.shapes, sample * (total - 1) / (SAMPLES - 1)));
            for of in &game.rules.moves {
                machine.locals.clear();
                machine.locals.resize(of.locals, Value::None);
                let sets = of.binders.iter().filter_map(|binder| match &binder.source {
                    Source::In(set) => Some(set),
                    Source::Is(_) => None,
                });
                // A set that another binder decides counts as the longest range.
                let size = |set: &Expr| match &set.kind {
                    Kind::Range(low, high) => match (machine.int(low), machine.int(high)) {
                        (Ok(low), Ok(high)) => (high.saturating_sub(low).saturating_add(1)).max(0) as f64,
                        _ => bound as f64,
                    },
                    _ => machine
                        .value(set)
                        .ok()
                        .and_then(|set| set.elements().map(|all| all.len() as f64))
                        .unwrap_or(1.0),
                };
                all += sets.map(size).product::<f64>();
            }
        }
        Some(all / SAMPLES as f64)
    }

    /// Every position of the largest box solved on its own, small ones first.
    fn searched(&self, watch: &dyn Watch) -> Result<Swept, Box<Diagnostic>> {
        let mut bound = 1i64;
        if self.count(bound).is_none() {
            return Ok(Swept::Unchecked("there are too many positions at these parameters".to_string()));
        }
        while self.has_nat() && self.count(bound + (bound + 3) / 4).is_some() {
            bound += (bound + 3) / 4;
        }
        let game = self.game(bound)?;
        let total = grundy_run::count(&game.shapes).unwrap_or(0);
        let mut ranks: Vec<u128> = (0..total).collect();
        ranks.sort_by_key(|&rank| (size(&grundy_run::unrank(&game.shapes, rank)), rank));
        let watch = &Few { most: SMALL as u64 / 4, watch };
        let mut compared = 0;
        let mut reach = if self.has_nat() { up_to(bound) } else { message!("all positions") };
        for (done, rank) in ranks.into_iter().enumerate() {
            let state = grundy_run::unrank(&game.shapes, rank);
            let before =
                || message!("all positions whose numbers add up to at most {}", (size(&state) - 1).to_string());
            let Some(packed) = game.pack(&state) else { continue };
            let component = Component { game: game.clone(), packed };
            let position = Position { parts: vec![component.clone()] };
            match compare(&component, &position, watch)? {
                Compared::Agrees => compared += 1,
                Compared::Silent => {}
                Compared::Stopped => {
                    reach = before();
                    break;
                }
                Compared::Differs(refuted) => return Ok(Swept::Refuted(refuted)),
            }
            let progress = Progress { what: "positions", done: done as u64, total: Some(total as u64), bytes: 0 };
            if done % 64 == 0 && watch.tick(progress).is_some() {
                reach = before();
                break;
            }
        }
        Ok(Swept::Stands(compared, reach))
    }
}

/// How far was looked where they do not.
fn up_to(bound: i64) -> Message {
    message!("all fields up to {}", bound)
}

/// What a box must hold to decide all claims.
fn held(rules: &Rules) -> Option<Held> {
    let any = |of: fn(&ClaimSays) -> bool| rules.claims.iter().any(|claim| of(&claim.says));
    let grundy = any(|says| matches!(says, ClaimSays::Grundy(_)));
    let plies = any(|says| matches!(says, ClaimSays::Plies(_) | ClaimSays::Rounds(_)));
    match (grundy, plies) {
        (true, true) => None,
        (true, false) => Some(Held::Grundy),
        (false, true) => Some(Held::Plies),
        (false, false) => Some(Held::Outcome),
    }
}

/// What was found in a box so far.
struct Sweep {
    agree: usize,
    /// Positions that a claim speaks of and that the box gives no value.
    valueless: usize,
    /// The smallest position where a claim fails: its size, its rank, the words for it.
    worst: Option<(i64, u128, Claimed)>,
}

impl Sweep {
    fn one(
        &mut self,
        game: &Arc<Game>,
        boxed: &mut Boxed,
        state: &State,
        rank: u128,
        watch: &dyn Watch,
    ) -> Result<(), Halted> {
        let Some((claim, value)) = applicable(game, state)? else { return Ok(()) };
        let Some(packed) = game.pack(state) else { return Ok(()) };
        let Some(truth) = boxed.value(game, &packed, watch)? else {
            self.valueless += 1;
            return Ok(());
        };
        let lost = if matches!(boxed.held(), Held::Plies) { truth % 2 == 0 } else { truth == 0 };
        let winner = if lost { "second wins" } else { "first wins" };
        let said = value.map_or("nothing".to_string(), |value| value.to_string());
        let (claimed, actual) = match &claim.says {
            ClaimSays::FirstWins if !lost => return self.agrees(),
            ClaimSays::SecondWins if lost => return self.agrees(),
            ClaimSays::FirstWins => ("first wins".to_string(), winner.to_string()),
            ClaimSays::SecondWins => ("second wins".to_string(), winner.to_string()),
            ClaimSays::Grundy(_) | ClaimSays::Plies(_) if value == Some(truth.into()) => return self.agrees(),
            ClaimSays::Rounds(_) if value == Some(truth.div_ceil(2).into()) => return self.agrees(),
            ClaimSays::Grundy(_) | ClaimSays::Plies(_) => (said, truth.to_string()),
            ClaimSays::Rounds(_) => (said, truth.div_ceil(2).to_string()),
        };
        let size = size(state);
        if self.worst.as_ref().is_none_or(|(least, ..)| size < *least) {
            let position = Component { game: game.clone(), packed }.to_string();
            self.worst = Some((size, rank, Claimed::Refuted { position, claimed, actual, span: claim.span }));
        }
        Ok(())
    }

    fn agrees(&mut self) -> Result<(), Halted> {
        self.agree += 1;
        Ok(())
    }
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

/// All tuples of numbers from these on whose largest entry, without its sign, is `size`; `None` if they are too many.
fn tuples(lowest: &[i64], size: i64) -> Option<Vec<Vec<i64>>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for &low in lowest {
        let longer = |head: Vec<i64>| (low..=size).map(move |next| [head.clone(), vec![next]].concat());
        all = all.into_iter().flat_map(longer).collect();
        if all.len() > 100_000 {
            return None;
        }
    }
    all.retain(|tuple| tuple.iter().map(|value| value.abs()).max().unwrap_or(size) == size);
    Some(all)
}

enum Compared {
    Agrees,
    /// No claim speaks of this position.
    Silent,
    Stopped,
    Differs(Claimed),
}

/// What the claims of a game say of one position.
pub enum Spoken<'a> {
    /// Nothing: no claim applies.
    Nothing,
    /// Nothing: the condition of this claim holds, but its value is undefined, and no later claim applies.
    Undefined(&'a grundy_rule::Claim),
    /// What the first claim says that applies, with its value where it has one.
    Says(&'a grundy_rule::Claim, Option<i64>),
}

/// What the claims say of a state.
pub fn spoken<'a>(game: &'a Game, state: &State) -> Result<Spoken<'a>, Box<Diagnostic>> {
    let mut machine: Machine = game.machine(state.clone());
    let fault = |halt: grundy_run::Halt| {
        halt.into_diagnostic().map(Box::new).unwrap_or_else(|| {
            Box::new(Diagnostic::new("E41", game.rules.span, "this claim is undefined here", "mend the claim"))
        })
    };
    let mut undefined = None;
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
                    None => {
                        undefined = undefined.or(Some(claim));
                        continue;
                    }
                }
            }
            ClaimSays::FirstWins | ClaimSays::SecondWins => None,
        };
        return Ok(Spoken::Says(claim, value));
    }
    Ok(undefined.map_or(Spoken::Nothing, Spoken::Undefined))
}

/// The first claim that applies to a state, with its value where it has one.
pub fn applicable<'a>(
    game: &'a Game,
    state: &State,
) -> Result<Option<(&'a grundy_rule::Claim, Option<i64>)>, Box<Diagnostic>> {
    Ok(match spoken(game, state)? {
        Spoken::Says(claim, value) => Some((claim, value)),
        Spoken::Nothing | Spoken::Undefined(_) => None,
    })
}

/// What the claims say of a position and what is true of it, whoever starts where that can matter; of the position that play
/// begins with, where Left does.
fn compare(component: &Component, position: &Position, watch: &dyn Watch) -> Result<Compared, Box<Diagnostic>> {
    let state = component.game.unpack(&component.packed);
    let Some((claim, value)) = applicable(&component.game, &state)? else { return Ok(Compared::Silent) };
    let both = [Side::Left, Side::Right];
    let alike = component.game.facts().mover_free.is_proved() || about_parameters(component.game.source());
    let starts = if alike { &both[..1] } else { &both };
    for &first in starts {
        let plies = matches!(claim.says, ClaimSays::Plies(_) | ClaimSays::Rounds(_));
        let answer = match solve(position, Question { first: Some(first), plies, ..Question::default() }, watch) {
            Ok(answer) => answer,
            Err(Refusal::Stopped(..) | Refusal::OutOfReach(_)) => return Ok(Compared::Stopped),
            Err(Refusal::Wrong(diagnostic)) => return Err(diagnostic),
            Err(Refusal::Unfit(_)) => return Ok(Compared::Silent),
        };
        // A length that nobody had the time to find is not known to be another.
        if plies && answer.plies.is_none() && answer.stopped.is_some() {
            return Ok(Compared::Stopped);
        }
        let (claimed, mut actual) = words(&claim.says, value, first, &answer);
        if claimed != actual {
            if first == Side::Right {
                actual = format!("{actual} if {} starts", component.game.rules.players[1]);
            }
            let position = component.to_string();
            return Ok(Compared::Differs(Claimed::Refuted { position, claimed, actual, span: claim.span }));
        }
    }
    Ok(Compared::Agrees)
}

/// What a claim says and what is true where `first` starts, in the same words.
fn words(says: &ClaimSays, value: Option<i64>, first: Side, answer: &Answer) -> (String, String) {
    let winner = match answer.winner {
        Some(Winner::First) => "first wins".to_string(),
        Some(Winner::Second) => "second wins".to_string(),
        Some(Winner::Player(side)) if side == first => "first wins".to_string(),
        Some(Winner::Player(_)) => "second wins".to_string(),
        Some(Winner::Draw) => "a draw".to_string(),
        None => match answer.outcome {
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
