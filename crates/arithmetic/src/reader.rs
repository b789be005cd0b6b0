//! Formulas read digit by digit, most significant column first.
//!
//! Every part of a formula has a state that says all about the digits read so far: a number for an equation,
//! a row for a table, the states of its parts for a conjunction, and for "exists" the set of states its body may
//! be in over all choices of the bound digits. Nothing is complemented, minimised or built ahead: states are made
//! when they are met. Invariants: a part is in state [`NEVER`] only if no continuation is accepted and in
//! [`ALWAYS`] only if all are; leading zero columns leave the first state of every part as it is.

use crate::Digits;
use crate::lower::Plain;
use crate::{Table, Var};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::ops::Range;
use std::rc::Rc;

pub(crate) const NEVER: u32 = 0;
pub(crate) const ALWAYS: u32 = 1;
const FIRST: u32 = 2;

/// The most variables that may meet in one part.
const MAX_VARS: usize = 16;

/// About what one remembered transition takes.
const TRANSITION_BYTES: u64 = 100;

/// So many members of a set of choices take as much as one transition.
const CHOICES_PER_TRANSITION: u64 = 16;

/// Transitions between two ticks of the watch.
const TICK: u64 = 4096;

/// Why reading stopped.
#[derive(Debug)]
pub enum Trouble {
    /// More transitions than allowed.
    Budget,
    /// The watch said so.
    Stopped(grundy_answer::Stop),
    /// So many variables are read at once, more than [`MAX_VARS`].
    Variables(usize),
    /// The formula cannot be read.
    Formula(String),
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Number(i128, i128),
    /// Whatever follows, a comparison is decided by the number of columns alone: it turns to this after so many.
    Turns(u32, bool),
    Row(u32),
    Parts(Box<[u32]>),
    /// Numbers of choices, ascending.
    Choices(Box<[u32]>),
}

struct Part {
    node: usize,
    /// Where each variable of the part is among the variables of the whole.
    places: Vec<usize>,
}

enum Kind {
    Linear {
        by: Vec<i128>,
        constant: i128,
        equal: bool,
    },
    /// The digits of a number, most significant first.
    Is(Vec<bool>),
    Remainder {
        by: Vec<i128>,
        modulus: i128,
        wanted: i128,
    },
    XorZero,
    Claimed {
        table: usize,
        places: Vec<usize>,
    },
    All(Vec<Part>),
    Any(Vec<Part>),
    Not(Part),
    Exists {
        body: Part,
        bound: usize,
    },
}

/// A state of the body of an "exists", with the bound digits read last (Zeckendorf's words have no two
/// neighbouring ones).
type Choice = (u32, u32);

/// The choices met by an "exists", numbered, with what may follow each.
#[derive(Default)]
struct Choices {
    list: Vec<Choice>,
    numbers: HashMap<Choice, u32>,
    after: HashMap<(u32, u32), Rc<[u32]>>,
}

struct Node {
    kind: Kind,
    vars: Vec<Var>,
    first: u32,
    keys: Vec<Key>,
    numbers: HashMap<Key, u32>,
    after: HashMap<(u32, u32), u32>,
    choices: Choices,
}

/// Reads formulas, each part of them once.
pub struct Reader<'a> {
    digits: Digits,
    tables: &'a [Table],
    nodes: Vec<Node>,
    /// Equal parts, of this or of an earlier formula, are read once.
    known: HashMap<Plain, usize>,
    /// Transitions made, and where to stop.
    spent: Range<u64>,
    watch: &'a dyn grundy_answer::Watch,
}

impl<'a> Reader<'a> {
    /// At most `budget` transitions are made.
    pub fn new(digits: Digits, tables: &'a [Table], budget: u64, watch: &'a dyn grundy_answer::Watch) -> Reader<'a> {
        Reader { digits, tables, nodes: Vec::new(), known: HashMap::default(), spent: 0..budget, watch }
    }

    /// The number of the part for `formula`, with its first state ready.
    pub fn add(&mut self, formula: &Plain) -> Result<usize, Trouble> {
        if let Some(&node) = self.known.get(formula) {
            return Ok(node);
        }
        let inner = match formula {
            Plain::All(parts) | Plain::Any(parts) => &parts[..],
            Plain::Not(part) | Plain::Exists(_, part) => std::slice::from_ref(&**part),
            _ => &[],
        };
        let inner = inner.iter().map(|part| self.add(part)).collect::<Result<Vec<usize>, Trouble>>()?;
        let vars = match formula {
            Plain::All(_) | Plain::Any(_) | Plain::Not(_) | Plain::Exists(..) => {
                let mut vars: Vec<Var> = inner.iter().flat_map(|part| &self.nodes[*part].vars).copied().collect();
                vars.sort_unstable();
                vars.dedup();
                vars.retain(|var| !matches!(formula, Plain::Exists(bound, _) if bound.contains(var)));
                vars
            }
            atom => atom.free(),
        };
        let by = |terms: &[(Var, i128)]| -> Vec<i128> {
            let of = |var: &Var| terms.iter().filter(|(other, _)| other == var).map(|(_, by)| by).sum();
            vars.iter().map(of).collect()
        };
        let kind = match formula {
            Plain::Equal(terms, constant) => Kind::Linear { by: by(terms), constant: *constant, equal: true },
            Plain::AtMost(terms, constant) => Kind::Linear { by: by(terms), constant: *constant, equal: false },
            Plain::Is(_, number) => Kind::Is(self.digits.write(*number)),
            Plain::Remainder(terms, modulus, wanted) => {
                Kind::Remainder { by: by(terms), modulus: (*modulus).into(), wanted: (*wanted).into() }
            }
            Plain::XorZero(listed) => {
                if self.digits != Digits::Base2 {
                    return Err(Trouble::Formula("a nim-sum outside base 2".to_string()));
                }
                if vars.len() != listed.len() {
                    return Err(Trouble::Formula("a nim-sum of a variable with itself".to_string()));
                }
                Kind::XorZero
            }
            Plain::Claimed(table, listed) => {
                if self.tables[*table].arity() != listed.len() {
                    return Err(Trouble::Formula("a table that reads another number of fields".to_string()));
                }
                Kind::Claimed { table: *table, places: places(listed, &vars) }
            }
            Plain::All(_) => Kind::All(inner.iter().map(|part| self.part(*part, &vars)).collect()),
            Plain::Any(_) => Kind::Any(inner.iter().map(|part| self.part(*part, &vars)).collect()),
            Plain::Not(_) => Kind::Not(self.part(inner[0], &vars)),
            Plain::Exists(bound, _) => {
                let used: Vec<Var> =
                    self.nodes[inner[0]].vars.iter().copied().filter(|var| bound.contains(var)).collect();
                let all = [&vars[..], &used[..]].concat();
                if all.len() > MAX_VARS {
                    return Err(Trouble::Variables(all.len()));
                }
                Kind::Exists { body: self.part(inner[0], &all), bound: used.len() }
            }
        };
        if vars.len() > MAX_VARS {
            return Err(Trouble::Variables(vars.len()));
        }
        self.nodes.push(Node {
            kind,
            vars,
            first: NEVER,
            keys: vec![],
            numbers: HashMap::default(),
            after: HashMap::default(),
            choices: Choices::default(),
        });
        let number = self.nodes.len() - 1;
        self.nodes[number].first = self.start(number)?;
        self.known.insert(formula.clone(), number);
        Ok(number)
    }

    /// A part among the variables of the whole.
    fn part(&self, node: usize, vars: &[Var]) -> Part {
        Part { node, places: places(&self.nodes[node].vars, vars) }
    }

    /// The state of a part before anything is read.
    pub fn first(&self, node: usize) -> u32 {
        self.nodes[node].first
    }

    fn start(&mut self, node: usize) -> Result<u32, Trouble> {
        let key = match &self.nodes[node].kind {
            Kind::Linear { by, constant, equal } => match settled(by, *constant, 0, 0) {
                Some(true) => return Ok(NEVER),
                Some(false) => return Ok(if *equal { NEVER } else { ALWAYS }),
                None => Key::Number(0, 0),
            },
            Kind::Remainder { .. } => Key::Number(0, 0),
            Kind::Claimed { table, .. } => match self.tables[*table].settled(0) {
                Some(false) => return Ok(NEVER),
                Some(true) => return Ok(ALWAYS),
                None => Key::Row(0),
            },
            Kind::XorZero | Kind::Is(_) => Key::Row(0),
            Kind::All(parts) => {
                let states = parts.iter().map(|part| self.first(part.node)).collect::<Vec<_>>();
                return Ok(self.joined(node, states, NEVER, ALWAYS));
            }
            Kind::Any(parts) => {
                let states = parts.iter().map(|part| self.first(part.node)).collect::<Vec<_>>();
                return Ok(self.joined(node, states, ALWAYS, NEVER));
            }
            Kind::Not(part) => {
                let state = self.first(part.node);
                return Ok(self.negated(node, state));
            }
            Kind::Exists { body, .. } => {
                // Everything the body may be in after columns whose free digits are 0.
                let first = self.first(body.node);
                let mut found = self.choice(node, (first, 0)).into_iter().collect::<Vec<_>>();
                let mut seen: HashSet<u32> = found.iter().copied().collect();
                let mut done = 0;
                while done < found.len() {
                    let new = self.follow(node, found[done], 0)?;
                    found.extend(new.iter().filter(|&&choice| seen.insert(choice)));
                    done += 1;
                }
                return self.chosen(node, found);
            }
        };
        Ok(self.number(node, key))
    }

    /// The state of part `node` after `state` and the column of its own variables.
    pub fn after(&mut self, node: usize, state: u32, column: u32) -> Result<u32, Trouble> {
        if state < FIRST {
            return Ok(state);
        }
        if let Some(&after) = self.nodes[node].after.get(&(state, column)) {
            return Ok(after);
        }
        self.spend(1)?;
        let key = self.nodes[node].keys[(state - FIRST) as usize].clone();
        let after = self.step(node, key, column)?;
        self.nodes[node].after.insert((state, column), after);
        Ok(after)
    }

    /// Counts work and what remembers it: transitions, or as many words.
    fn spend(&mut self, amount: u64) -> Result<(), Trouble> {
        let spent = self.spent.start.saturating_add(amount);
        if spent > self.spent.end {
            return Err(Trouble::Budget);
        }
        let tick = spent / TICK > self.spent.start / TICK || self.spent.start == 0;
        self.spent.start = spent;
        let bytes = spent.saturating_mul(TRANSITION_BYTES);
        let progress = grundy_answer::Progress { what: "transitions", done: spent, total: None, bytes };
        match if tick { self.watch.tick(progress) } else { None } {
            Some(stop) => Err(Trouble::Stopped(stop)),
            None => Ok(()),
        }
    }

    /// The state of a comparison that turns to `then` after so many columns.
    fn turning(&mut self, node: usize, columns: u32, then: bool) -> u32 {
        match (columns, then) {
            (0, true) => ALWAYS,
            (0, false) => NEVER,
            (columns, then) => self.number(node, Key::Turns(columns, then)),
        }
    }

    fn step(&mut self, node: usize, key: Key, column: u32) -> Result<u32, Trouble> {
        let digits = self.digits;
        let read = |high: i128, low: i128, by: &[i128]| {
            let digit: i128 = by.iter().enumerate().filter(|(j, _)| column >> j & 1 == 1).map(|(_, by)| by).sum();
            match digits {
                Digits::Base2 => (2 * high + digit, 0),
                Digits::Zeckendorf => (high + low + digit, high),
            }
        };
        match (&self.nodes[node].kind, key) {
            (Kind::Linear { by, constant, equal }, Key::Number(high, low)) => {
                let (high, low) = read(high, low, by);
                let settled = settled(by, *constant, high, low);
                let (above, below) = (NEVER, if *equal { NEVER } else { ALWAYS });
                Ok(match settled {
                    Some(true) => above,
                    Some(false) => below,
                    None if digits == Digits::Base2 => match fate(by, *constant, *equal, high) {
                        Fate::Open => self.number(node, Key::Number(high, low)),
                        Fate::Turns(columns, then) => self.turning(node, columns, then),
                    },
                    None => self.number(node, Key::Number(high, low)),
                })
            }
            (Kind::Linear { .. }, Key::Turns(columns, then)) => Ok(self.turning(node, columns - 1, then)),
            (Kind::Remainder { by, modulus, .. }, Key::Number(high, low)) => {
                let (high, low) = read(high, low, by);
                let key = Key::Number(high.rem_euclid(*modulus), low.rem_euclid(*modulus));
                Ok(self.number(node, key))
            }
            (Kind::Is(_), Key::Row(0)) if column == 0 => Ok(FIRST),
            (Kind::Is(word), Key::Row(read)) => Ok(match word.get(read as usize) {
                Some(&digit) if digit == (column == 1) => self.number(node, Key::Row(read + 1)),
                _ => NEVER,
            }),
            (Kind::XorZero, _) => Ok(if column.count_ones() % 2 == 0 { FIRST } else { NEVER }),
            (Kind::Claimed { table, places }, Key::Row(row)) => {
                let own = gather(column, places) as usize;
                let row = self.tables[*table].after(row as usize, own);
                Ok(match self.tables[*table].settled(row) {
                    Some(false) => NEVER,
                    Some(true) => ALWAYS,
                    None => self.number(node, Key::Row(row as u32)),
                })
            }
            (Kind::All(parts) | Kind::Any(parts), Key::Parts(states)) => {
                let each: Vec<(usize, u32)> =
                    parts.iter().map(|part| (part.node, gather(column, &part.places))).collect();
                let (short, unit) = match self.nodes[node].kind {
                    Kind::All(_) => (NEVER, ALWAYS),
                    _ => (ALWAYS, NEVER),
                };
                let mut after = Vec::with_capacity(states.len());
                for (&state, (part, column)) in states.iter().zip(each) {
                    let state = self.after(part, state, column)?;
                    if state == short {
                        return Ok(short);
                    }
                    after.push(state);
                }
                Ok(self.joined(node, after, short, unit))
            }
            (Kind::Not(part), Key::Parts(states)) => {
                let (part, column) = (part.node, gather(column, &part.places));
                let state = self.after(part, states[0], column)?;
                Ok(self.negated(node, state))
            }
            (Kind::Exists { .. }, Key::Choices(choices)) => {
                let mut after = Vec::new();
                for &choice in &choices {
                    after.extend_from_slice(&self.follow(node, choice, column)?);
                }
                self.chosen(node, after)
            }
            _ => unreachable!("every kind of part has its own kind of state"),
        }
    }

    /// The choices that may follow a choice and a column of the free variables.
    fn follow(&mut self, node: usize, choice: u32, column: u32) -> Result<Rc<[u32]>, Trouble> {
        if let Some(after) = self.nodes[node].choices.after.get(&(choice, column)) {
            return Ok(after.clone());
        }
        let Kind::Exists { body, bound } = &self.nodes[node].kind else { return Ok(Rc::new([])) };
        let (state, last) = self.nodes[node].choices.list[choice as usize];
        let free = self.nodes[node].vars.len();
        let part = body.node;
        let columns: Vec<(u32, u32)> = (0..1u32 << bound)
            .filter(|chosen| chosen & last == 0)
            .map(|chosen| (chosen, gather(column | chosen << free, &body.places)))
            .collect();
        let mut after = Vec::new();
        for (chosen, column) in columns {
            let state = self.after(part, state, column)?;
            let last = if self.digits == Digits::Zeckendorf { chosen } else { 0 };
            after.extend(self.choice(node, (state, last)));
        }
        after.sort_unstable();
        after.dedup();
        let after: Rc<[u32]> = after.into();
        self.nodes[node].choices.after.insert((choice, column), after.clone());
        Ok(after)
    }

    /// The number of a choice; none if it leads nowhere.
    fn choice(&mut self, node: usize, choice: Choice) -> Option<u32> {
        if choice.0 == NEVER {
            return None;
        }
        let Choices { list, numbers, .. } = &mut self.nodes[node].choices;
        Some(*numbers.entry(choice).or_insert_with(|| {
            list.push(choice);
            list.len() as u32 - 1
        }))
    }

    fn chosen(&mut self, node: usize, mut choices: Vec<u32>) -> Result<u32, Trouble> {
        let list = &self.nodes[node].choices.list;
        if choices.iter().any(|&choice| list[choice as usize].0 == ALWAYS) {
            return Ok(ALWAYS);
        }
        if choices.is_empty() {
            return Ok(NEVER);
        }
        choices.sort_unstable();
        choices.dedup();
        self.spend(choices.len() as u64 / CHOICES_PER_TRANSITION)?;
        Ok(self.number(node, Key::Choices(choices.into())))
    }

    /// The state of a conjunction (`short` = NEVER) or disjunction (`short` = ALWAYS) whose parts are in `states`.
    fn joined(&mut self, node: usize, states: Vec<u32>, short: u32, unit: u32) -> u32 {
        if states.contains(&short) {
            short
        } else if states.iter().all(|&state| state == unit) {
            unit
        } else {
            self.number(node, Key::Parts(states.into()))
        }
    }

    fn negated(&mut self, node: usize, state: u32) -> u32 {
        match state {
            NEVER => ALWAYS,
            ALWAYS => NEVER,
            state => self.number(node, Key::Parts([state].into())),
        }
    }

    fn number(&mut self, node: usize, key: Key) -> u32 {
        let node = &mut self.nodes[node];
        let keys = &mut node.keys;
        *node.numbers.entry(key).or_insert_with_key(|key| {
            keys.push(key.clone());
            keys.len() as u32 - 1 + FIRST
        })
    }

    /// Whether the word that led here is accepted.
    pub fn accepts(&self, node: usize, state: u32) -> bool {
        if state < FIRST {
            return state == ALWAYS;
        }
        let node = &self.nodes[node];
        match (&node.kind, &node.keys[(state - FIRST) as usize]) {
            (Kind::Linear { .. }, Key::Turns(_, then)) => !then,
            (Kind::Linear { constant, equal: true, .. }, Key::Number(high, low)) => high + low == *constant,
            (Kind::Linear { constant, .. }, Key::Number(high, low)) => high + low <= *constant,
            (Kind::Remainder { modulus, wanted, .. }, Key::Number(high, low)) => (high + low) % modulus == *wanted,
            (Kind::Is(word), Key::Row(read)) => *read as usize == word.len(),
            (Kind::XorZero, _) => true,
            (Kind::Claimed { table, .. }, Key::Row(row)) => self.tables[*table].accepting(*row as usize),
            (Kind::All(parts), Key::Parts(states)) => {
                parts.iter().zip(states).all(|(part, &state)| self.accepts(part.node, state))
            }
            (Kind::Any(parts), Key::Parts(states)) => {
                parts.iter().zip(states).any(|(part, &state)| self.accepts(part.node, state))
            }
            (Kind::Not(part), Key::Parts(states)) => !self.accepts(part.node, states[0]),
            (Kind::Exists { body, .. }, Key::Choices(choices)) => {
                choices.iter().any(|&choice| self.accepts(body.node, node.choices.list[choice as usize].0))
            }
            _ => unreachable!("every kind of part has its own kind of state"),
        }
    }
}

/// Whether the sum is above the constant whatever follows (`Some(true)`), or below it (`Some(false)`).
///
/// With r digits to come the sum is `high F + low E` plus, for each variable, its coefficient times at most F - 1,
/// with F = 2^r or F(r+2), E = 0 or F(r+1). With a = high - (the negative coefficients) >= 0 and a + low >= 0
/// it is at least a F + low E + (the negative ones) >= a + low + (the negative ones) = high + low.
fn settled(by: &[i128], constant: i128, high: i128, low: i128) -> Option<bool> {
    let minus: i128 = by.iter().filter(|&&by| by < 0).map(|by| -by).sum();
    let plus: i128 = by.iter().filter(|&&by| by > 0).sum();
    let rises = |high: i128, low: i128, against: i128| high >= against && high - against + low >= 0;
    if rises(high, low, minus) && high + low > constant {
        Some(true)
    } else if rises(-high, -low, plus) && high + low < constant {
        Some(false)
    } else {
        None
    }
}

/// What the digits to come may do to a comparison in base 2.
enum Fate {
    /// It depends on them.
    Open,
    /// They matter no more: the comparison turns to this after so many columns, and is the opposite before.
    Turns(u32, bool),
}

/// With r columns to come the sum lies between `high 2^r - minus (2^r - 1)` and `high 2^r + plus (2^r - 1)`. If `high` is at
/// least `minus` both ends never fall with r, if it is at most `-plus` they never rise: so a comparison that is not
/// open turns once. A constant of n digits then has about 2 n states, not 2^n.
fn fate(by: &[i128], constant: i128, equal: bool, high: i128) -> Fate {
    let minus: i128 = by.iter().filter(|&&by| by < 0).map(|by| -by).sum();
    let plus: i128 = by.iter().filter(|&&by| by > 0).sum();
    let (rises, falls) = (high >= minus, high <= -plus);
    let (mut least, mut most) = (high, high);
    // Beyond so many columns the ends are far from any constant, or do not move at all.
    for columns in 0..100 {
        let (above, at_most) = (least > constant, most <= constant);
        match (equal, rises, falls) {
            (true, ..) if least <= constant && constant <= most => return Fate::Open,
            (true, true, _) if above => return Fate::Turns(0, false),
            (true, _, true) if most < constant => return Fate::Turns(0, false),
            (false, true, _) if above => return Fate::Turns(columns, false),
            (false, true, _) if at_most => {}
            (false, _, true) if at_most => return Fate::Turns(columns, true),
            (false, _, true) if above => {}
            (true, true, _) | (true, _, true) => {}
            _ => return Fate::Open,
        }
        (least, most) = (2 * least - minus, 2 * most + plus);
    }
    Fate::Open
}

fn places(vars: &[Var], among: &[Var]) -> Vec<usize> {
    vars.iter().map(|var| among.iter().position(|other| other == var).expect("a variable of the whole")).collect()
}

fn gather(column: u32, places: &[usize]) -> u32 {
    places.iter().enumerate().fold(0, |own, (j, place)| own | (column >> place & 1) << j)
}
