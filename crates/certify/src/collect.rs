//! The walk that collects canonical values: of every component that can be reached, by either player, since each option
//! counts. Values are those of the checker's own arithmetic.

use crate::walk::{Entry, Listed, NEW, NotWritten, OPEN, Origin, Walk};
use grundy_kernel::Bound;
use grundy_proof::{Beyond, Forms, Id, Ids};
use grundy_run::{Keys, Position, Side, Turn};

/// Components with the numbers of their values among the forms listed, and the value of the position in words.
pub struct Collected {
    /// The components: keys are `[0, part]`.
    pub listed: Listed,
    /// The options of each form.
    pub forms: Vec<[Ids; 2]>,
    /// The value of the whole.
    pub text: String,
}

/// A component on the path, and the sums that each player's moves lead to.
struct Opened {
    node: usize,
    sums: [Vec<Vec<usize>>; 2],
    below: Vec<usize>,
    next: usize,
}

/// Collects the values below a position.
pub fn collect<F>(walk: &mut Walk, position: &Position) -> Result<Collected, NotWritten<F>> {
    let mut listed = Listed { keys: Keys::new(None), entries: Vec::new(), cyclic: false };
    let mut forms = Forms::new(walk.watch());
    let mut roots = Vec::new();
    for part in walk.landed(position) {
        let number = walk.intern(&part);
        roots.push(add(&mut listed, number));
    }
    for &root in &roots {
        let mut stack: Vec<Opened> = Vec::new();
        let mut opening = Some(root).filter(|&root| listed.entries[root].level == NEW);
        loop {
            if let Some(node) = opening.take() {
                walk.tick(&listed)?;
                listed.entries[node].level = OPEN;
                let sums = options(walk, &mut listed, node)?;
                let mut below: Vec<usize> = sums.iter().flatten().flatten().copied().collect();
                below.sort_unstable();
                below.dedup();
                stack.push(Opened { node, sums, below, next: 0 });
            }
            let Some(opened) = stack.last_mut() else { break };
            if let Some(&child) = opened.below.get(opened.next) {
                opened.next += 1;
                match listed.entries[child].level {
                    NEW => opening = Some(child),
                    OPEN => return Err(NotWritten::Unfit("play can return to a position".to_string())),
                    _ => {}
                }
                continue;
            }
            let levels = opened.below.iter().map(|&child| listed.entries[child].level);
            let level = levels.max().map_or(0, |level| level + 1);
            let value = value(&mut forms, &listed, &opened.sums).map_err(unwritten)?;
            let entry = &mut listed.entries[opened.node];
            (entry.level, entry.bound) = (level, Bound(value as i32));
            stack.pop();
        }
    }
    let mut total = 0;
    for &root in &roots {
        total = forms.sum(total, listed.entries[root].bound.0 as Id).map_err(unwritten)?;
    }
    let text = forms.text(total).ok_or_else(|| NotWritten::Unfit("the value is too long to be written".to_string()))?;
    let forms = renumbered(&forms, &mut listed);
    Ok(Collected { listed, forms, text })
}

/// What the moves of a component lead to, for each player.
fn options<F>(walk: &mut Walk, listed: &mut Listed, node: usize) -> Result<[Vec<Vec<usize>>; 2], NotWritten<F>> {
    let of = walk.part(listed.keys.at(node)[1]);
    let game = walk.games.game(of.game).clone();
    let mut sums = [Vec::new(), Vec::new()];
    for (mover, sums) in [Side::Left, Side::Right].into_iter().zip(&mut sums) {
        let moves = game.moves(&of.packed, mover)?;
        for (one, (_, to)) in moves.into_iter().enumerate() {
            if to.turn == Turn::Stays {
                return Err(NotWritten::Unfit("a move keeps the turn".to_string()));
            }
            let mut sum = Vec::new();
            for (place, component) in to.parts.iter().enumerate() {
                let origin = || Origin { part: of.clone(), mover, one, place };
                for landed in walk.land(component, origin) {
                    let number = walk.intern(&landed);
                    sum.push(add(listed, number));
                }
            }
            sums.push(sum);
        }
    }
    Ok(sums)
}

fn value(forms: &mut Forms, listed: &Listed, sums: &[Vec<Vec<usize>>; 2]) -> Result<Id, Beyond> {
    let mut options = [Ids::new(), Ids::new()];
    for (list, sums) in options.iter_mut().zip(sums) {
        for sum in sums {
            let total = sum.iter().try_fold(0, |total, &node| forms.sum(total, listed.entries[node].bound.0 as Id))?;
            list.push(total);
        }
    }
    let [left, right] = options;
    forms.of(left, right)
}

/// The forms that entries have, and their options; entries are given their numbers among these.
fn renumbered(forms: &Forms, listed: &mut Listed) -> Vec<[Ids; 2]> {
    let highest = listed.entries.iter().map(|entry| entry.bound.0 as usize).max().unwrap_or(0);
    let mut needed = vec![false; highest + 1];
    listed.entries.iter().for_each(|entry| needed[entry.bound.0 as usize] = true);
    // Options have smaller numbers.
    for id in (0..=highest).rev() {
        if needed[id] {
            forms.options(id as Id).into_iter().flatten().for_each(|&option| needed[option as usize] = true);
        }
    }
    let mut numbers = vec![0; highest + 1];
    let mut list = Vec::new();
    for id in (0..=highest).filter(|&id| needed[id]) {
        numbers[id] = list.len() as Id;
        list.push(forms.options(id as Id).map(|options| options.iter().map(|&id| numbers[id as usize]).collect()));
    }
    listed.entries.iter_mut().for_each(|entry| entry.bound = Bound(numbers[entry.bound.0 as usize] as i32));
    list
}

fn add(listed: &mut Listed, part: u32) -> usize {
    let key = [0, u64::from(part)];
    let number = listed.keys.number(&key).expect("fewer than 2^32 entries");
    if number == listed.entries.len() {
        listed.entries.push(Entry { bound: Bound::DRAW, witness: None, level: NEW });
    }
    number
}

fn unwritten<F>(beyond: Beyond) -> NotWritten<F> {
    match beyond {
        Beyond::Large => NotWritten::Unfit("values beyond any certificate".to_string()),
        Beyond::Stopped(stop) => NotWritten::Stopped(stop),
    }
}
