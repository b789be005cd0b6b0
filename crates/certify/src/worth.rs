//! The walk that collects what a Grundy value needs. That a component has a value takes all its moves: one to each
//! smaller value, and of every other that it has not this value. For that one answer is enough where it leads to the
//! value itself; so most components need no value of their own (the position-plus-nimber search of Lemoine and Viennot 2010).

use crate::walk::{Entry, Frame, Listed, NEW, NotWritten, OPEN, Oracle, Origin, Walk, Witness};
use grundy_kernel::{Bound, Parts};
use grundy_run::{Flow, Keys, Position, Side};
use smallvec::SmallVec;

/// The value of a component with at most so many moves is listed itself: it will be asked for again.
const FEW_MOVES: u32 = 4;

/// A component that lacks more values than this has its own listed.
const MOST_DENIALS: u32 = 1;

/// What the moves of a component lead to: numbers of parts.
type Sum = SmallVec<[u32; 2]>;

/// The values of components, as they are asked for.
struct Worths<'w, 'a, O> {
    walk: &'w mut Walk<'a>,
    oracle: &'w mut O,
    /// The value and the number of moves of each part, one more than it is, 0 where it is not known yet.
    values: Vec<u64>,
    moves: Vec<u32>,
    /// How many values each part is listed not to have.
    denials: Vec<u32>,
}

impl Walk<'_> {
    /// Collects the values of the components of a position.
    pub fn values<O: Oracle>(&mut self, roots: &Position, oracle: &mut O) -> Result<Listed, NotWritten<O::Failure>> {
        let mut listed = Listed { keys: Keys::new(None), entries: Vec::new(), cyclic: false };
        let parts = self.landed(roots);
        let mut worths = Worths { walk: self, oracle, values: Vec::new(), moves: Vec::new(), denials: Vec::new() };
        let mut roots = Vec::new();
        for part in &parts {
            let number = worths.walk.intern(part);
            roots.push(add(&mut listed, IS, number));
        }
        let mut rests: Vec<Vec<usize>> = Vec::new();
        order(&mut listed, roots.clone(), |listed, node| {
            worths.walk.tick(listed)?;
            let below = worths.below(listed, node)?;
            put(&mut rests, node as u32, below.clone());
            Ok(below)
        })?;
        Ok(without_idle(listed, roots, &rests))
    }
}

/// Gives the entries that `roots` rest on their levels; `below` says what an entry rests on.
fn order<F>(
    listed: &mut Listed,
    roots: Vec<usize>,
    mut below: impl FnMut(&mut Listed, usize) -> Result<Vec<usize>, NotWritten<F>>,
) -> Result<(), NotWritten<F>> {
    let mut stack = vec![Frame { node: usize::MAX, below: roots, next: 0 }];
    while let Some(frame) = stack.last_mut() {
        let Some(&child) = frame.below.get(frame.next) else {
            let levels = frame.below.iter().map(|&child| listed.entries[child].level);
            let level = levels.max().map_or(0, |level| level + 1);
            if let Some(entry) = listed.entries.get_mut(frame.node) {
                entry.level = level;
            }
            stack.pop();
            continue;
        };
        frame.next += 1;
        match listed.entries[child].level {
            OPEN => return Err(NotWritten::Unfit("play can return to a position".to_string())),
            level if level < NEW => continue,
            _ => {}
        }
        listed.entries[child].level = OPEN;
        let below = below(listed, child)?;
        stack.push(Frame { node: child, below, next: 0 });
    }
    Ok(())
}

/// The same without what nothing needs: where a component is listed with its value, what rests on a value that it has not can
/// rest on that. Everything stays as it is if play can return then.
fn without_idle(listed: Listed, roots: Vec<usize>, rests: &[Vec<usize>]) -> Listed {
    let stands = |node: usize| listed.keys.find(&[IS, listed.keys.at(node)[1]]).unwrap_or(node);
    let stands: Vec<usize> = (0..listed.entries.len()).map(stands).collect();
    if stands.iter().enumerate().all(|(node, by)| node == *by) {
        return listed;
    }
    let entries = listed.entries.iter().map(|entry| Entry { level: NEW, ..*entry }).collect();
    let mut fewer = Listed { keys: Keys::new(None), entries, cyclic: false };
    let ordered = order::<()>(&mut fewer, roots, |_, node| {
        let mut below: Vec<usize> = rests[node].iter().map(|&one| stands[one]).collect();
        below.dedup();
        Ok(below)
    });
    if ordered.is_err() {
        return listed;
    }
    let needed = |node: &usize| fewer.entries[*node].level < NEW;
    (0..listed.entries.len()).filter(needed).for_each(|node| {
        fewer.keys.number(listed.keys.at(node));
    });
    fewer.entries.retain(|entry| entry.level < NEW);
    fewer
}

/// The first word of a key: the value, or one more than what is not the value.
const IS: u64 = 0;

impl<O: Oracle> Worths<'_, '_, O> {
    /// Opens an entry: what is said, and the entries it rests on.
    fn below(&mut self, listed: &mut Listed, node: usize) -> Result<Vec<usize>, NotWritten<O::Failure>> {
        let key = listed.keys.at(node);
        let (said, part) = (key[0], key[1] as u32);
        let sums = self.sums(part)?;
        let mut worth = Vec::with_capacity(sums.len());
        for sum in &sums {
            worth.push(self.sum(sum)?);
        }
        let mut below = Vec::new();
        if let Some(denied) = said.checked_sub(1) {
            let chosen = self.cheapest(listed, &sums, &worth, denied)?;
            let entry = &mut listed.entries[node];
            entry.bound = bound(denied);
            entry.witness = Some(Witness { part, one: chosen as u32 });
            below.extend(sums[chosen].iter().map(|&part| add(listed, IS, part)));
        } else {
            let value = self.value(part)?;
            listed.entries[node].bound = bound(value);
            let mut chosen = Vec::new();
            for smaller in 0..value {
                chosen.push(self.cheapest(listed, &sums, &worth, smaller)?);
            }
            for (number, sum) in sums.iter().enumerate() {
                if chosen.contains(&number) {
                    below.extend(sum.iter().map(|&part| add(listed, IS, part)));
                }
            }
            for (number, sum) in sums.iter().enumerate() {
                if !chosen.contains(&number) {
                    self.deny(listed, sum, value, &mut below)?;
                }
            }
        }
        below.sort_unstable();
        below.dedup();
        Ok(below)
    }

    /// Lists that a sum has not a value.
    fn deny(
        &mut self,
        listed: &mut Listed,
        sum: &[u32],
        value: u64,
        below: &mut Vec<usize>,
    ) -> Result<(), NotWritten<O::Failure>> {
        let total = self.sum(sum)?;
        let mut best: Option<(bool, u32, usize, u64)> = None;
        for (place, &part) in sum.iter().enumerate() {
            if listed.keys.find(&[IS, u64::from(part)]).is_some() {
                continue;
            }
            let left = self.value(part)? ^ total ^ value;
            let is_listed = listed.keys.find(&[left + 1, u64::from(part)]).is_some();
            let moves = self.count(part)?;
            let better = best.is_none_or(|(listed, most, ..)| (listed, most) < (is_listed, moves));
            let denials = self.denials.get(part as usize).copied().unwrap_or(0);
            let pays = is_listed || moves > FEW_MOVES && denials < MOST_DENIALS;
            if self.value(part)? > left && pays && better {
                best = Some((is_listed, moves, place, left));
            }
        }
        for (place, &part) in sum.iter().enumerate() {
            let said = match best {
                Some((is_listed, _, open, left)) if open == place => {
                    if !is_listed {
                        let denials = self.denials.get(part as usize).copied().unwrap_or(0);
                        put(&mut self.denials, part, denials + 1);
                    }
                    left + 1
                }
                _ => IS,
            };
            below.push(add(listed, said, part));
        }
        Ok(())
    }

    /// The move to a value that asks for least beyond what is listed.
    fn cheapest(
        &mut self,
        listed: &Listed,
        sums: &[Sum],
        worth: &[u64],
        value: u64,
    ) -> Result<usize, NotWritten<O::Failure>> {
        let mut best: Option<(u64, usize)> = None;
        for (number, sum) in sums.iter().enumerate().filter(|(number, _)| worth[*number] == value) {
            let mut cost = 0;
            for &part in sum {
                if listed.keys.find(&[IS, u64::from(part)]).is_none() {
                    cost += u64::from(self.count(part)?).pow(2) + 1;
                }
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, number));
            }
            if cost == 0 {
                break;
            }
        }
        best.map(|(_, number)| number).ok_or_else(|| NotWritten::Unfit(format!("no move leads to the value {value}")))
    }

    fn value(&mut self, part: u32) -> Result<u64, NotWritten<O::Failure>> {
        let known = self.values.get(part as usize).copied().unwrap_or(0);
        if known > 0 {
            return Ok(known - 1);
        }
        let component = self.walk.games.component(&self.walk.part(part.into()));
        let value = self.oracle.grundy(&component).map_err(NotWritten::Unknown)?;
        put(&mut self.values, part, value.saturating_add(1));
        Ok(value)
    }

    fn sum(&mut self, sum: &[u32]) -> Result<u64, NotWritten<O::Failure>> {
        sum.iter().try_fold(0, |total, &part| Ok(total ^ self.value(part)?))
    }

    /// How many moves a part has.
    fn count(&mut self, part: u32) -> Result<u32, NotWritten<O::Failure>> {
        let known = self.moves.get(part as usize).copied().unwrap_or(0);
        if known == 0 {
            self.sums(part)?;
        }
        Ok(self.moves[part as usize] - 1)
    }

    /// What the moves of a part lead to, in order.
    fn sums(&mut self, part: u32) -> Result<Vec<Sum>, NotWritten<O::Failure>> {
        let of = self.walk.part(part.into());
        let mut landed = Vec::new();
        let made = self.walk.games.each_option(&of, Side::Left, &mut |step| {
            landed.push(step.parts.clone());
            Flow::On
        });
        if made.is_err() {
            // Some move leads to a game that is not listed yet.
            landed.clear();
            let game = self.walk.games.game(of.game).clone();
            for (one, (_, to)) in game.moves(&of.packed, Side::Left)?.into_iter().enumerate() {
                let mut parts = Parts::new();
                for (place, component) in to.parts.iter().enumerate() {
                    parts.extend(self.walk.land(component, || Origin {
                        part: of.clone(),
                        mover: Side::Left,
                        one,
                        place,
                    }));
                }
                landed.push(parts);
            }
        }
        let mut sums = Vec::with_capacity(landed.len());
        for parts in &landed {
            let mut sum: Sum = parts.iter().map(|part| self.walk.intern(part)).collect();
            sum.sort_unstable();
            sums.push(sum);
        }
        put(&mut self.moves, part, sums.len() as u32 + 1);
        Ok(sums)
    }
}

fn put<T: Clone + Default>(list: &mut Vec<T>, place: u32, value: T) {
    if place as usize >= list.len() {
        list.resize(place as usize + 1, T::default());
    }
    list[place as usize] = value;
}

fn bound(value: u64) -> Bound {
    Bound(i32::try_from(value).unwrap_or(i32::MAX))
}

/// The number of an entry in the list, new or old.
fn add(listed: &mut Listed, said: u64, part: u32) -> usize {
    let key = [said, u64::from(part)];
    listed.keys.find(&key).unwrap_or_else(|| {
        listed.entries.push(Entry { bound: Bound::DRAW, witness: None, level: NEW });
        listed.keys.insert(&key).expect("fewer than 2^32 entries")
    })
}
