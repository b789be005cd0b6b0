//! What a law says of small positions beside what is true of them, by interpretation of the rules and the definitions alone. The
//! proof of a law reads the rules as formulas; a rule that is read wrongly shows itself here. Positions are few and the
//! comparison proves nothing, so acceptance needs it and does not rest on it.

use crate::{Claim, Convention, Digits, Slot, Table};
use grundy_answer::{Progress, Stop, Watch};
use grundy_run::{Component, Flow, Game, Led, Packed, Side, State, Stored, Value, World};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// At most so many positions are compared.
const MOST_POSITIONS: usize = 300;
/// At most so many moves are made, over all positions.
const MOST_MOVES: u64 = 1 << 15;
/// Open parameters are given at most so many choices of values.
const MOST_GAMES: usize = 12;
/// The largest number of a `nat` field on the way.
const LARGEST: i64 = 1 << 12;

/// What a law speaks of.
pub(crate) struct Spoken<'a> {
    /// The files.
    pub world: &'a Arc<World>,
    /// The game among them.
    pub key: (usize, usize),
    /// The values of its parameters where they are not open.
    pub params: &'a [Value],
    /// What each number of a position is.
    pub slots: &'a [Slot],
    /// Whether it speaks only of the positions that some claim of the rules applies to.
    pub only_claimed: bool,
}

/// A law and how its tables read numbers.
pub(crate) struct Said<'a> {
    pub claim: &'a Claim,
    pub digits: Digits,
}

impl Spoken<'_> {
    /// A small position of which something else is true than a law says, with words for both; `Err` if the watch stops it.
    pub fn contradiction(&self, said: &Said, watch: &dyn Watch) -> Result<Option<String>, Stop> {
        let mut truths: FxHashMap<Vec<u64>, Option<Truths>> = FxHashMap::default();
        let (mut compared, mut moves, mut tried) = (0, 0, 0);
        let width = self.slots.len();
        for total in (0..=LARGEST as u64 / 8).take(if width == 0 { 0 } else { usize::MAX }) {
            for numbers in tuples(width, total) {
                tried += 1;
                if compared >= MOST_POSITIONS || moves >= MOST_MOVES || tried > 8 * MOST_POSITIONS {
                    return Ok(None);
                }
                let open = self.slots.iter().zip(&numbers).filter(|(slot, _)| matches!(slot, Slot::Param { .. }));
                let open: Vec<u64> = open.map(|(_, &number)| number).collect();
                let games = truths.len();
                let truths = match truths.entry(open) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(_) if games >= MOST_GAMES => continue,
                    Entry::Vacant(entry) => entry.insert(self.game(&numbers).map(|game| Truths::new(game, said.claim))),
                };
                let Some(truths) = truths else { continue };
                let Some(packed) = self.packed(&truths.game, &numbers) else { continue };
                let before = truths.moves;
                let truth = truths.of(&packed);
                moves += truths.moves - before;
                let progress = Progress { what: "positions", done: compared as u64, total: None, bytes: 0 };
                if let Some(stop) = watch.tick(progress) {
                    return Err(stop);
                }
                let Some(truth) = truth else { continue };
                compared += 1;
                if !said.of(&numbers, truth) {
                    let component = Component { game: truths.game.clone(), packed };
                    let truth = said.words(truth);
                    return Ok(Some(format!(
                        "at {component} the rules, interpreted move by move, say otherwise: {truth}"
                    )));
                }
            }
        }
        Ok(None)
    }

    fn game(&self, numbers: &[u64]) -> Option<Arc<Game>> {
        let mut params = self.params.to_vec();
        for (slot, &number) in self.slots.iter().zip(numbers) {
            if let Slot::Param { param, .. } = slot {
                params[*param] = Value::Int(i64::try_from(number).ok()?);
            }
        }
        let rules = self.world.rules(self.key);
        let fields = rules.fields.len();
        if !grundy_run::are_parameters(rules, &params) {
            return None;
        }
        self.world.game(self.key, params, vec![LARGEST; fields]).ok().filter(|game| game.stays_inside())
    }

    /// The position with these numbers, if the law speaks of it.
    fn packed(&self, game: &Game, numbers: &[u64]) -> Option<Packed> {
        let mut fields: Vec<SmallVec<[Value; 2]>> = vec![SmallVec::new(); game.rules.fields.len()];
        let mut is_array = vec![false; fields.len()];
        for (slot, &number) in self.slots.iter().zip(numbers) {
            match slot {
                Slot::Field { field, .. } | Slot::Cell { field, .. } => {
                    fields[*field].push(Value::Int(number as i64));
                    is_array[*field] |= matches!(slot, Slot::Cell { .. });
                }
                Slot::Param { .. } => {}
            }
        }
        let stored = |(mut numbers, is_array): (SmallVec<[Value; 2]>, bool)| match (is_array, numbers.len()) {
            (true, _) | (_, 0) => Stored::Array(numbers.into_vec()),
            (false, 1) => Stored::One(numbers.remove(0)),
            (false, _) => Stored::One(Value::tuple(numbers.into_vec())),
        };
        let state = State { fields: fields.into_iter().zip(is_array).map(stored).collect() };
        let packed = game.pack(&state)?;
        let mut machine = game.machine(state);
        for (field, limit) in &game.rules.limits {
            let limit = machine.int(limit).ok()?;
            let is_within = |stored: &Stored| match stored {
                Stored::One(Value::Int(number)) => *number <= limit,
                _ => true,
            };
            if !is_within(&machine.state.fields[*field]) {
                return None;
            }
        }
        let claims = &game.rules.claims;
        let mut applies = |claim: &grundy_rule::Claim| match &claim.when {
            None => Some(true),
            Some(when) => {
                machine.locals = vec![Value::None; when.locals];
                machine.holds(&when.expr).ok()
            }
        };
        let mut any = !self.only_claimed;
        for claim in claims.iter().filter(|_| self.only_claimed) {
            any |= applies(claim)?;
        }
        any.then_some(packed)
    }
}

impl Said<'_> {
    /// Whether the law says this of the position with these numbers.
    fn of(&self, numbers: &[u64], truth: u32) -> bool {
        let with = |number: u32| [numbers, &[u64::from(number)]].concat();
        match self.claim {
            Claim::Outcome { p, .. } => self.accepts(p, numbers) == (truth == LOST),
            Claim::Grundy(table) | Claim::Plies(table) => self.accepts(table, &with(truth)),
            Claim::Values(tables) => tables.get(truth as usize).is_some_and(|table| self.accepts(table, numbers)),
        }
    }

    fn words(&self, truth: u32) -> String {
        match self.claim {
            Claim::Outcome { .. } => format!("the {} player wins", if truth == LOST { "second" } else { "first" }),
            Claim::Grundy(_) | Claim::Values(_) => format!("the Grundy value is {truth}"),
            Claim::Plies(_) => format!("best play takes {truth} moves"),
        }
    }

    fn accepts(&self, table: &Table, numbers: &[u64]) -> bool {
        let words: Vec<Vec<bool>> = numbers.iter().map(|&number| self.digits.write(number.into())).collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        let column = |place: usize| {
            let digit = |word: &Vec<bool>| (place + word.len()).checked_sub(longest).is_some_and(|at| word[at]);
            words.iter().enumerate().fold(0, |column, (number, word)| column | usize::from(digit(word)) << number)
        };
        table.accepting((0..longest).fold(0, |state, place| table.after(state, column(place))))
    }
}

/// The value of a position that is lost for who moves, and of one that is won.
const LOST: u32 = 1;
const WON: u32 = 0;

/// What is asked of positions.
#[derive(Clone, Copy)]
enum Asked {
    Outcome(Convention),
    Grundy,
    Plies,
}

/// What is true of the positions of a game, by the definitions.
struct Truths {
    game: Arc<Game>,
    asked: Asked,
    /// Nothing while the positions that a position leads to are looked at, and where nothing is known.
    known: FxHashMap<Packed, Option<u32>>,
    moves: u64,
}

/// The parts that each move leaves.
type Options = Vec<SmallVec<[Packed; 1]>>;

impl Truths {
    fn new(game: Arc<Game>, claim: &Claim) -> Truths {
        let asked = match claim {
            Claim::Outcome { convention, .. } => Asked::Outcome(*convention),
            Claim::Grundy(_) | Claim::Values(_) => Asked::Grundy,
            Claim::Plies(_) => Asked::Plies,
        };
        Truths { game, asked, known: FxHashMap::default(), moves: 0 }
    }

    /// What is true of a position; nothing if play returns to one on the way, leaves the game, or takes too many moves.
    fn of(&mut self, position: &Packed) -> Option<u32> {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        let least = self.moves;
        let mut waiting = vec![(position.clone(), self.options(position)?, 0, 0)];
        self.known.insert(position.clone(), None);
        while let Some((_, options, number, part)) = waiting.last_mut() {
            let Some(option) = options.get(*number) else {
                let (position, options, ..) = waiting.pop()?;
                let value = self.value(&options)?;
                self.known.insert(position, Some(value));
                continue;
            };
            let Some(next) = option.get(*part).cloned() else {
                (*number, *part) = (*number + 1, 0);
                continue;
            };
            *part += 1;
            match self.known.get(&next) {
                Some(Some(_)) => {}
                Some(None) => return None,
                None => {
                    let options = self.options(&next)?;
                    if self.moves - least > MOST_MOVES / 8 {
                        return None;
                    }
                    self.known.insert(next.clone(), None);
                    waiting.push((next, options, 0, 0));
                }
            }
        }
        self.known.get(position).copied().flatten()
    }

    fn options(&mut self, position: &[u64]) -> Option<Options> {
        let (mut options, mut is_inside) = (Options::new(), true);
        let same = |part: &Component| Arc::ptr_eq(&part.game, &self.game);
        let made = self.game.each_led(position, Side::Left, &mut |_, led, _, _| {
            match led {
                Led::Words(words) => options.push(SmallVec::from_iter([Packed::from_slice(words)])),
                Led::Components(parts) => {
                    is_inside &= parts.iter().all(same);
                    options.push(parts.into_iter().map(|part| part.packed).collect());
                }
            }
            Flow::On
        });
        self.moves += options.len() as u64;
        (made.is_ok() && is_inside).then_some(options)
    }

    /// What follows from what is known of the options.
    fn value(&self, options: &Options) -> Option<u32> {
        let known = |part: &Packed| self.known.get(part).copied().flatten();
        let alone = |option: &SmallVec<[Packed; 1]>| if let [part] = &option[..] { known(part) } else { None };
        match self.asked {
            Asked::Outcome(convention) => {
                let each: Vec<u32> = options.iter().map(alone).collect::<Option<_>>()?;
                let stuck = if convention == Convention::Normal { LOST } else { WON };
                let lost = if each.contains(&LOST) { WON } else { LOST };
                Some(if each.is_empty() { stuck } else { lost })
            }
            Asked::Grundy => {
                let sum =
                    |option: &SmallVec<[Packed; 1]>| option.iter().try_fold(0, |sum, part| Some(sum ^ known(part)?));
                let each: Vec<u32> = options.iter().map(sum).collect::<Option<_>>()?;
                (0..).find(|value| !each.contains(value))
            }
            Asked::Plies => {
                let each: Vec<u32> = options.iter().map(alone).collect::<Option<_>>()?;
                let won = each.iter().filter(|plies| *plies % 2 == 0).min();
                Some(match won.or(each.iter().max()) {
                    Some(plies) => plies + 1,
                    None => 0,
                })
            }
        }
    }
}

/// All tuples of so many numbers with this sum.
fn tuples(width: usize, total: u64) -> Vec<Vec<u64>> {
    if width <= 1 {
        return vec![vec![total; width]];
    }
    let begun =
        |first: u64| tuples(width - 1, total - first).into_iter().map(move |rest| [&[first], &rest[..]].concat());
    (0..=total).rev().flat_map(begun).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translate;
    use grundy_answer::Unwatched;

    /// What is found against the claim that positions are lost where their first number has one of these remainders by 4.
    fn contradiction(text: &str, remainders: [bool; 4]) -> Option<String> {
        let world = grundy_kit::world(text);
        let params = grundy_run::default_game(&world, (0, 0), 1).expect("defaults").params.clone();
        let slots = translate(world.rules((0, 0)), &params).expect("arithmetic").slots;
        // The states are the last two digits of the first number.
        let next = |state: u32| (0..1 << slots.len()).map(move |column: u32| (2 * state + (column & 1)) % 4);
        let p = Table::new(slots.len(), (0..4).flat_map(next).collect(), remainders.to_vec()).expect("a table");
        let claim = Claim::Outcome { convention: Convention::Normal, p, repeats: Vec::new() };
        let spoken = Spoken { world: &world, key: (0, 0), params: &params, slots: &slots, only_claimed: false };
        spoken.contradiction(&Said { claim: &claim, digits: Digits::Base2 }, &Unwatched).expect("not stopped")
    }

    const THREE: &str = "game A\n  state n: nat\n  move take(k in 1..3) if k <= n: n -= k\n";

    #[test]
    fn what_is_true_is_not_contradicted() {
        assert_eq!(contradiction(THREE, [true, false, false, false]), None);
        let open = "game A\n  param m = 2\n  state n: nat\n  move take(k in 1..3) if k <= n and m >= 0: n -= k\n";
        assert_eq!(contradiction(open, [true, false, false, false]), None);
    }

    #[test]
    fn the_smallest_position_against_it_is_named() {
        let found = contradiction(THREE, [true, false, true, false]).expect("it is false");
        assert!(found.contains("A(2)") && found.contains("the first player wins"), "{found}");
        // With an open parameter of 0 there is no move.
        let open = "game A\n  param m = 2\n  state n: nat\n  move take(k in 1..3) if k <= n and m > 0: n -= k\n";
        let found = contradiction(open, [true, false, false, false]).expect("it is false");
        assert!(found.contains("m = 0") && found.contains("the second player wins"), "{found}");
    }
}
