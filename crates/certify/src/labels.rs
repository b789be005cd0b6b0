//! The labels of a game whose play can return, for its certificate (Fraenkel's algorithm): the number m goes, round by
//! round, to positions with options of all smaller labels and none of m, whose every other option that is not labelled has
//! an option of m. The round is the level. What gets none, once no number fits, is infinity.

use crate::walk::{CLOSED, Entry, Listed, NEW, NotWritten, Origin, Walk};
use grundy_answer::Progress;
use grundy_kernel::Bound;
use grundy_proof::LoopyValue;
use grundy_rule::Convention;
use grundy_run::{Keys, Position, Side, Turn};

/// Every component that can be reached with its label, infinity being closed; and what the position is worth.
pub struct Labelled {
    /// The components: keys are `[0, part]`.
    pub listed: Listed,
    /// The value of the whole.
    pub worth: LoopyValue,
}

/// A number and its round.
type Label = Option<(u32, u32)>;

/// Labels all that can be reached from a position.
pub fn labelled<F>(walk: &mut Walk, position: &Position) -> Result<Labelled, NotWritten<F>> {
    let mut listed = Listed { keys: Keys::new(None), entries: Vec::new(), cyclic: true };
    let mut options: Vec<Vec<u32>> = Vec::new();
    let mut roots = Vec::new();
    for part in walk.landed(position) {
        let number = walk.intern(&part);
        roots.push(add(&mut listed, number) as usize);
    }
    while let Some(node) = Some(options.len()).filter(|&node| node < listed.entries.len()) {
        walk.tick(&listed)?;
        options.push(moves(walk, &mut listed, node)?);
    }
    if !walk.games.are_impartial() || walk.convention() != Convention::Normal {
        let reason = "Grundy values belong to impartial games in which who cannot move loses";
        return Err(NotWritten::Unfit(reason.to_string()));
    }
    let labels = given(walk, &options)?;
    let value = |node: usize| labels[node].map(|(value, _)| u64::from(value));
    let worth = roots.into_iter().fold(LoopyValue::Finite(0), |sum, root| {
        sum.plus(LoopyValue::of(value(root), options[root].iter().map(|&option| value(option as usize))))
    });
    for (entry, label) in listed.entries.iter_mut().zip(&labels) {
        (entry.bound, entry.level) = match *label {
            Some((value, round)) => (Bound(value as i32), round),
            None => (Bound::DRAW, CLOSED),
        };
    }
    Ok(Labelled { listed, worth })
}

/// What the moves of a component lead to.
fn moves<F>(walk: &mut Walk, listed: &mut Listed, node: usize) -> Result<Vec<u32>, NotWritten<F>> {
    let of = walk.part(listed.keys.at(node)[1]);
    let game = walk.games.game(of.game).clone();
    let mut options = Vec::new();
    for (one, (_, to)) in game.moves(&of.packed, Side::Left)?.into_iter().enumerate() {
        let mut landed = Vec::new();
        for (place, component) in to.parts.iter().enumerate() {
            let origin = || Origin { part: of.clone(), mover: Side::Left, one, place };
            landed.extend(walk.land(component, origin));
        }
        let [only] = &landed[..] else {
            return Err(NotWritten::Unfit("a move leads to no single component".to_string()));
        };
        if to.turn == Turn::Stays {
            return Err(NotWritten::Unfit("a move keeps the turn".to_string()));
        }
        let number = walk.intern(only);
        options.push(add(listed, number));
    }
    options.sort_unstable();
    options.dedup();
    Ok(options)
}

fn given<F>(walk: &Walk, options: &[Vec<u32>]) -> Result<Vec<Label>, NotWritten<F>> {
    let size = options.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); size];
    for (node, options) in options.iter().enumerate() {
        options.iter().for_each(|&option| before[option as usize].push(node as u32));
    }
    let mut labels: Vec<Label> = vec![None; size];
    // Those with options of all smaller labels and none themselves.
    let mut fit = vec![true; size];
    for value in 0.. {
        let done = labels.iter().filter(|label| label.is_some()).count() as u64;
        let progress = Progress { what: "labels", done, total: Some(size as u64), bytes: 64 * size as u64 };
        if let Some(stop) = walk.watch().tick(progress) {
            return Err(NotWritten::Stopped(stop));
        }
        // Options without a label that have no option of this value yet.
        let open = |options: &Vec<u32>| options.iter().filter(|&&option| labels[option as usize].is_none()).count();
        let mut lasting: Vec<usize> = options.iter().map(open).collect();
        let mut leads = vec![false; size];
        let mut ready: Vec<u32> = (0..size as u32).filter(|&node| lasting[node as usize] == 0).collect();
        for round in 0.. {
            ready.retain(|&node| fit[node as usize] && !leads[node as usize]);
            if ready.is_empty() {
                break;
            }
            ready.iter().for_each(|&node| labels[node as usize] = Some((value, round)));
            let mut next = Vec::new();
            for &back in ready.iter().flat_map(|&node| &before[node as usize]) {
                if std::mem::replace(&mut leads[back as usize], true) || labels[back as usize].is_some() {
                    continue;
                }
                for &node in &before[back as usize] {
                    lasting[node as usize] -= 1;
                    if lasting[node as usize] == 0 {
                        next.push(node);
                    }
                }
            }
            ready = next;
        }
        for node in 0..size {
            fit[node] = fit[node] && leads[node] && labels[node].is_none();
        }
        if !fit.contains(&true) {
            break;
        }
    }
    Ok(labels)
}

fn add(listed: &mut Listed, part: u32) -> u32 {
    let number = listed.keys.number(&[0, u64::from(part)]).expect("fewer than 2^32 entries");
    if number == listed.entries.len() {
        listed.entries.push(Entry { bound: Bound::DRAW, witness: None, level: NEW });
    }
    number as u32
}
