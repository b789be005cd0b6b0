//! Games solved from the definitions, without any reduction: what the certificates under test are made of.
#![allow(dead_code)]

use grundy_certify::{Known, Oracle, canonical, loopy, write, written_out};
use grundy_kernel::{Bound, Claim, Measure, PlayedBy, Proves, Unproved, Verified, open};
use grundy_proof::verify_solved;
use grundy_rule::{Convention, Facts, parse_expression, read};
use grundy_run::{Component, Ending, Position, Side, Stuck, Turn, World, position};
use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::Arc;

/// A rule file of the library.
pub fn library(name: &str) -> String {
    let path = format!("{}/../../games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The position that an expression means in a rule text.
pub fn place(rules: &str, text: &str) -> Option<Position> {
    let module = Arc::new(read(rules).module);
    let world = World::new(vec![module.clone()]);
    let expr = parse_expression(text, 1 << 20).ok()?;
    let closed = grundy_rule::check_position(&expr, &[&module]).ok()?;
    position(&world, 0, &closed).ok()
}

/// Everything below the positions asked about, solved backwards.
pub struct Textbook {
    measure: Measure,
    convention: Convention,
    known: HashMap<(Position, Side), Known>,
    values: HashMap<Component, u64>,
}

type Node = (Position, Side);

/// What a node leads to: an ending, or (node, gain) pairs.
enum Turned {
    Over(Ending),
    Moves(Vec<(Node, i64)>),
}

fn turned((sum, mover): &Node) -> Turned {
    let convention = Convention::of(&sum.parts[0].game.rules);
    if let (Convention::Own, [only]) = (convention, &sum.parts[..])
        && let Some(ending) = only.game.ending(&only.packed, *mover, Stuck::No).unwrap()
    {
        return Turned::Over(ending);
    }
    let mut moves = Vec::new();
    for (number, part) in sum.parts.iter().enumerate() {
        for (_, to) in part.game.moves(&part.packed, *mover).unwrap() {
            let mut parts = sum.parts.clone();
            parts.splice(number..=number, to.parts);
            let next = if to.turn == Turn::Stays { *mover } else { mover.other() };
            moves.push(((Position { parts }.canonical(), next), to.gain));
        }
    }
    if !moves.is_empty() {
        return Turned::Moves(moves);
    }
    Turned::Over(match convention {
        Convention::Normal => Ending::Won(mover.other()),
        Convention::Misere => Ending::Won(*mover),
        _ => match sum.parts[0].game.ending(&sum.parts[0].packed, *mover, Stuck::Yes).unwrap().unwrap() {
            Ending::Scored(first) => {
                let points = |part: &Component| match part.game.ending(&part.packed, *mover, Stuck::Yes) {
                    Ok(Some(Ending::Scored(points))) => points,
                    other => panic!("{other:?}"),
                };
                Ending::Scored(first + sum.parts[1..].iter().map(points).sum::<i64>())
            }
            other => other,
        },
    })
}

impl Textbook {
    pub fn new(measure: Measure, position: &Position) -> Textbook {
        let convention = Convention::of(&position.parts[0].game.rules);
        Textbook { measure, convention, known: HashMap::new(), values: HashMap::new() }
    }

    fn solve(&mut self, root: Node) {
        let mut graph: HashMap<Node, Turned> = HashMap::new();
        let mut waiting = vec![root];
        while let Some(node) = waiting.pop() {
            if graph.contains_key(&node) {
                continue;
            }
            let turned = turned(&node);
            if let Turned::Moves(moves) = &turned {
                waiting.extend(moves.iter().map(|(to, _)| to.clone()));
            }
            graph.insert(node, turned);
        }
        // Round after round: what is decided in so many moves. Margins wait for all options.
        let mut known: HashMap<Node, Known> = HashMap::new();
        for round in 0.. {
            let mut found = Vec::new();
            for (node, turned) in &graph {
                if !known.contains_key(node)
                    && let Some(gets) = self.decided(&known, node, turned)
                {
                    found.push((node.clone(), Known { gets, rank: Some(round) }));
                }
            }
            if found.is_empty() {
                break;
            }
            known.extend(found);
        }
        self.known.extend(known);
        for (node, _) in graph {
            let [only] = &node.0.parts[..] else { continue };
            let gets = match only.game.forever(&only.packed, node.1).unwrap() {
                Ending::Won(side) => Bound(if side == node.1 { 1 } else { -1 }),
                _ => Bound::DRAW,
            };
            self.known.entry(node).or_insert(Known { gets, rank: None });
        }
    }

    fn decided(&self, known: &HashMap<Node, Known>, node: &Node, turned: &Turned) -> Option<Bound> {
        let moves = match turned {
            Turned::Over(ending) => return self.measure.ended(*ending, node.1, node.1),
            Turned::Moves(moves) => moves,
        };
        let mut best: Option<Bound> = None;
        let mut open = false;
        for ((to, next), gain) in moves {
            let Some(known) = known.get(&(to.clone(), *next)) else {
                open = true;
                continue;
            };
            let gets = if *next == node.1 { known.gets } else { known.gets.reversed() };
            let here = match self.measure {
                Measure::Outcome => gets,
                Measure::Plies => match gets.0.signum() {
                    0 => gets,
                    sign => Bound::decided(self.measure, sign, gets.plies() + 1),
                },
                Measure::Margin => Bound(gets.0 + *gain as i32),
            };
            best = Some(best.map_or(here, |best| best.max(here)));
        }
        let wins = self.measure != Measure::Margin && best.is_some_and(|best| best > Bound::DRAW);
        best.filter(|_| wins || !open)
    }

    fn grundy_of(&mut self, component: &Component) -> u64 {
        if let Some(&value) = self.values.get(component) {
            return value;
        }
        let mut seen = BTreeSet::new();
        for (_, to) in component.game.moves(&component.packed, Side::Left).unwrap() {
            seen.insert(to.parts.iter().fold(0, |sum, part| sum ^ self.grundy_of(part)));
        }
        let value = (0..).find(|value| !seen.contains(value)).unwrap();
        self.values.insert(component.clone(), value);
        value
    }
}

impl Oracle for Textbook {
    type Failure = Infallible;

    fn worth(&mut self, position: &Position, mover: Side) -> Result<Known, Infallible> {
        if position.parts.is_empty() {
            let sign = if self.convention == Convention::Misere { 1 } else { -1 };
            return Ok(Known { gets: Bound::decided(self.measure, sign, 0), rank: Some(0) });
        }
        let node = (position.clone().canonical(), mover);
        if !self.known.contains_key(&node) {
            self.solve(node.clone());
        }
        Ok(self.known[&node])
    }

    /// Where plays end, as a search would say it; where they may not, moves to the end are counted.
    fn gets(
        &mut self,
        position: &Position,
        mover: Side,
        player: Side,
        at_least: Bound,
    ) -> Result<Option<bool>, Infallible> {
        let ends = |part: &Component| Facts::of(part.game.source()).acyclic.is_proved();
        if !position.parts.iter().all(ends) {
            return Ok(None);
        }
        let gets = self.worth(position, mover)?.gets;
        Ok(Some(if mover == player { gets } else { gets.reversed() } >= at_least))
    }

    // They are counted from the beginning.
    fn count_moves(&mut self) -> bool {
        false
    }

    fn grundy(&mut self, component: &Component) -> Result<u64, Infallible> {
        Ok(self.grundy_of(component))
    }
}

/// What a certificate is to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Results(Measure),
    Grundy,
    Value,
    Loopy,
}

/// The certificate of a position, with both starters.
pub fn certificate(rules: &str, text: &str, about: About) -> String {
    let position = place(rules, text).unwrap_or_else(|| panic!("{text} is no position"));
    let measure = if let About::Results(measure) = about { measure } else { Measure::Outcome };
    let mut oracle = Textbook::new(measure, &position);
    let proves = match about {
        About::Grundy => Proves::Grundy(position.parts.iter().fold(0, |sum, part| sum ^ oracle.grundy_of(part))),
        About::Value => Proves::Value(canonical::<Infallible>(&position, &grundy_answer::Unwatched).unwrap()),
        About::Loopy => Proves::Loopy(loopy::<Infallible>(&position, &grundy_answer::Unwatched).unwrap()),
        About::Results(measure) => {
            let claim = |starts| Claim { starts, gets: oracle.worth(&position, starts).unwrap().gets };
            Proves::Results(measure, [Side::Left, Side::Right].map(claim).to_vec())
        }
    };
    let mut out = Vec::new();
    write(&position, &[rules], (PlayedBy::Rules, proves), &mut oracle, &mut out, &grundy_answer::Unwatched).unwrap();
    String::from_utf8(out).unwrap()
}

/// What the checker says of a certificate, by interpretation and by the moves written out: both say the same.
pub fn verdict(rules: &str, text: &str) -> Result<Verified, Unproved> {
    let opened = || open(text.as_bytes()).map_err(Unproved::Malformed);
    let plain = verify_solved(opened()?, &[rules], None, &grundy_answer::Unwatched);
    let fast = verify_solved(opened()?, &[rules], Some(&written_out), &grundy_answer::Unwatched);
    assert_eq!(plain.is_ok(), fast.is_ok(), "{:?}\n{:?}\n{text}", plain.err(), fast.err());
    plain
}

/// Pseudo-random numbers: splitmix64.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `size`, or 0.
    pub fn below(&mut self, size: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % size.max(1) as u64) as usize
    }

    /// One of them; nothing of none.
    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> Option<&'t T> {
        if all.is_empty() { None } else { all.get(self.below(all.len())) }
    }

    /// One of these words.
    pub fn word<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
    }
}
