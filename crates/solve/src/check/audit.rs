//! `split` and `symmetry` lines are claims. Here they are checked on all positions of an instance, move by move, and
//! refused with a counterexample that can be pasted back. The positions are those that play reaches from the first one,
//! their images under every claimed map, their parts under every claimed split, and what play reaches from those: so
//! what holds of each map at each of them holds of all products of maps.

use crate::parts::Parts;
use crate::work::{Halted, Work};
use grundy_answer::{Standing, Watch, message};
use grundy_rule::syntax::MapKind;
use grundy_run::{
    Adjacency, Claimed, Component, Game, Image, Packed, Side, State, Stuck, Successor, Turn, image_of_side,
};
use std::collections::HashSet;
use std::sync::Arc;

/// What became of one claimed split or symmetry.
#[derive(Clone, Debug)]
pub enum Audited {
    /// It holds.
    Holds(Standing),
    /// It is wrong, because of this; the text names a position to paste back.
    Refused(String),
    /// There were too many positions to look at all of them.
    Undecided(String),
    /// It says nothing at these sizes.
    Idle,
}

impl Audited {
    /// Whether it may be relied on.
    pub fn holds(&self) -> bool {
        matches!(self, Audited::Holds(_))
    }
}

/// What became of all claims of one game.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// One per `split` line.
    pub splits: Vec<Audited>,
    /// One per symmetry.
    pub symmetries: Vec<Audited>,
    /// For the `measure` line, if there is one.
    pub measure: Option<Audited>,
    /// One per `invariant` line.
    pub invariants: Vec<Audited>,
}

/// Checks every claim on every position that moves, maps and splits lead to from `start` inside its game, if there are at
/// most `most`.
pub fn audit(start: &Component, most: usize, watch: &dyn Watch) -> Result<Audit, Halted> {
    let game = &start.game;
    let claimed = game.claimed_symmetries();
    let adjacencies = game.adjacencies()?;
    let rules = &game.rules;
    if claimed.is_empty() && adjacencies.is_empty() && rules.measure.is_none() && rules.invariants.is_empty() {
        return Ok(Audit::default());
    }
    let mut auditor = Auditor {
        game,
        splits: adjacencies.iter().map(|_| None).collect(),
        symmetries: claimed.iter().map(|_| None).collect(),
        measure: None,
        invariants: rules.invariants.iter().map(|_| None).collect(),
    };
    let mut parts = Parts::default();
    let mut waiting = vec![start.clone()];
    parts.intern(start);
    let mut seen = 0usize;
    let mut complete = true;
    let mut work = Work::new(watch);
    while let Some(here) = waiting.pop() {
        seen += 1;
        if seen > most || work.tick(seen as u64, 0) {
            complete = false;
            break;
        }
        let mut meet = |part: Component, waiting: &mut Vec<Component>| {
            let known = parts.len();
            parts.intern(&part);
            if parts.len() > known && part.game.id == game.id {
                waiting.push(part);
            }
        };
        for other in auditor.beside(&here, &claimed, &adjacencies) {
            meet(other, &mut waiting);
        }
        for mover in [Side::Left, Side::Right] {
            auditor.position(&here, mover, &claimed, &adjacencies)?;
            let ended = game.ending(&here.packed, mover, Stuck::No)?.is_some();
            if ended {
                continue;
            }
            for (_, to) in game.moves(&here.packed, mover)? {
                to.parts.into_iter().for_each(|part| meet(part, &mut waiting));
            }
        }
        let mut claims = auditor.splits.iter().chain(&auditor.symmetries).chain(&auditor.invariants);
        if claims.all(Option::is_some) && (rules.measure.is_none() || auditor.measure.is_some()) {
            break;
        }
    }
    let verdict = |refused: Option<String>| match refused {
        Some(cause) => Audited::Refused(cause),
        None if complete => Audited::Holds(Standing::Checked(message!("on all {} positions of this instance", seen))),
        None => Audited::Undecided(format!("no fault in {} positions, but there are more", seen - 1)),
    };
    let symmetries = auditor
        .symmetries
        .into_iter()
        .zip(&claimed)
        .map(|(refused, claim)| if *claim == Claimed::Nothing { Audited::Idle } else { verdict(refused) })
        .collect();
    let measure = rules.measure.is_some().then(|| verdict(auditor.measure));
    let invariants = auditor.invariants.into_iter().map(verdict).collect();
    Ok(Audit { splits: auditor.splits.into_iter().map(verdict).collect(), symmetries, measure, invariants })
}

struct Auditor<'a> {
    game: &'a Arc<Game>,
    splits: Vec<Option<String>>,
    symmetries: Vec<Option<String>>,
    measure: Option<String>,
    invariants: Vec<Option<String>>,
}

/// What a move leads to, as something that can be compared.
type Landing = (Vec<Packed>, i64, bool);

impl Auditor<'_> {
    /// The images of a position under the claimed maps, and its parts under the claimed splits.
    fn beside(&self, here: &Component, claimed: &[Claimed], adjacencies: &[Adjacency]) -> Vec<Component> {
        let state = self.game.unpack(&here.packed);
        let images = claimed.iter().flat_map(|claim| self.generators(claim));
        let images = images.map(|image| self.game.image(&image, &state)).collect::<Vec<_>>().into_iter();
        let parts = adjacencies.iter().flat_map(|adjacency| adjacency.parts(&state));
        let packed = images.chain(parts).filter_map(|state| self.game.pack(&state));
        packed.map(|packed| Component { game: self.game.clone(), packed }).collect()
    }

    /// Maps that generate what is claimed: all reorderings are generated by exchanges of neighbours.
    fn generators(&self, claim: &Claimed) -> Vec<Image> {
        match claim {
            Claimed::Nothing => Vec::new(),
            Claimed::Map(image) => vec![image.clone()],
            Claimed::Permute(field) => {
                let size = self.game.universe(*field).map_or(0, |universe| universe.len());
                let exchanged = |place: usize| {
                    let mut cells: Vec<u32> = (0..size as u32).collect();
                    cells.swap(place - 1, place);
                    let mut all = vec![None; self.game.shapes.len()];
                    all[*field] = Some(cells);
                    Image { cells: all, swaps: false }
                };
                (1..size).map(exchanged).collect()
            }
        }
    }

    fn position(
        &mut self,
        here: &Component,
        mover: Side,
        claimed: &[Claimed],
        adjacencies: &[Adjacency],
    ) -> Result<(), Halted> {
        let state = self.game.unpack(&here.packed);
        let moves = self.game.moves(&here.packed, mover)?;
        self.invariants_hold(here, &state, mover)?;
        self.measure_falls(here, &moves, mover)?;
        for (number, adjacency) in adjacencies.iter().enumerate() {
            if self.splits[number].is_none() {
                self.splits[number] = self.split(here, &state, mover, &moves, adjacency)?;
            }
        }
        for (number, claim) in claimed.iter().enumerate() {
            if self.symmetries[number].is_none() {
                for image in self.generators(claim) {
                    if let Some(cause) = self.map(here, &state, mover, &moves, &image)? {
                        self.symmetries[number] = Some(cause);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    fn invariants_hold(&mut self, here: &Component, state: &State, mover: Side) -> Result<(), Halted> {
        for (number, code) in self.game.rules.invariants.iter().enumerate() {
            let mut machine = self.game.machine(state.clone());
            machine.mover = mover;
            let holds = machine.holds(&code.expr).map_err(faulty)?;
            if !holds && self.invariants[number].is_none() {
                self.invariants[number] = Some(format!("it does not hold at {here}"));
            }
        }
        Ok(())
    }

    fn measure_falls(
        &mut self,
        here: &Component,
        moves: &[(grundy_run::Move, Successor)],
        mover: Side,
    ) -> Result<(), Halted> {
        let Some(code) = &self.game.rules.measure else { return Ok(()) };
        let measure = |component: &Component| -> Result<Option<i64>, Halted> {
            let mut machine = self.game.machine(self.game.unpack(&component.packed));
            machine.mover = mover;
            grundy_run::defined(machine.int(&code.expr)).map_err(faulty)
        };
        let before = measure(here)?;
        for (one, to) in moves {
            for part in to.parts.iter().filter(|part| part.game.id == self.game.id) {
                let falls =
                    matches!((before, measure(part)?), (Some(before), Some(after)) if after < before && before > 0);
                if !falls && self.measure.is_none() {
                    let text = self.game.move_text(one);
                    self.measure = Some(format!("it does not fall from {here} by {text} to {part}"));
                }
            }
        }
        Ok(())
    }

    /// Moves of the whole must be the moves of its parts, the other parts left alone.
    fn split(
        &self,
        here: &Component,
        state: &State,
        mover: Side,
        moves: &[(grundy_run::Move, Successor)],
        adjacency: &Adjacency,
    ) -> Result<Option<String>, Halted> {
        let parts = adjacency.parts(state);
        if parts.len() < 2 {
            return Ok(None);
        }
        let mut whole: HashSet<(grundy_run::Move, Packed, i64, bool)> = HashSet::new();
        for (one, to) in moves {
            let [only] = &to.parts[..] else { return Ok(Some(format!("{here} breaks up by itself"))) };
            whole.insert((one.clone(), only.packed.clone(), to.gain, to.turn == Turn::Stays));
        }
        let mut found = 0;
        for part in &parts {
            let packed = self.game.pack(part).expect("a part of a position is a position");
            for (one, to) in self.game.moves(&packed, mover)? {
                let [only] = &to.parts[..] else { return Ok(Some(format!("{here} breaks up by itself"))) };
                let after = self.game.unpack(&only.packed);
                if changes_beside(part, &after, adjacency.field) {
                    let text = self.game.move_text(&one);
                    return Ok(Some(format!(
                        "from {here} {text} changes another field, of which every part has a copy"
                    )));
                }
                let joined = rejoin(state, part, &after, adjacency.field);
                let joined = joined.and_then(|joined| self.game.pack(&joined));
                let text = self.game.move_text(&one);
                match joined {
                    Some(joined) if whole.contains(&(one, joined.clone(), to.gain, to.turn == Turn::Stays)) => {
                        found += 1
                    }
                    _ => {
                        return Ok(Some(format!("{text} in one part of {here} is not the same move in the whole")));
                    }
                }
            }
        }
        if found == whole.len() {
            return Ok(None);
        }
        let odd = moves.iter().find(|(one, _)| {
            !parts.iter().any(|part| {
                let packed = self.game.pack(part).expect("a part of a position is a position");
                self.game.moves(&packed, mover).is_ok_and(|moves| moves.iter().any(|(other, _)| other == one))
            })
        });
        Ok(Some(match odd {
            Some((one, _)) => format!("from {here} {} uses elements of different parts", self.game.move_text(one)),
            None => format!("{here} has other moves than its parts"),
        }))
    }

    fn map(
        &self,
        here: &Component,
        state: &State,
        mover: Side,
        moves: &[(grundy_run::Move, Successor)],
        image: &Image,
    ) -> Result<Option<String>, Halted> {
        let mirrored = self.game.image(image, state);
        let Some(packed) = self.game.pack(&mirrored) else {
            return Ok(Some(format!("the image of {here} is no position")));
        };
        let other = Component { game: self.game.clone(), packed };
        self.compare(here, &other, mover, image_of_side(image, mover), moves, |state| self.game.image(image, state))
    }

    /// The image of every move must be a move of the image, and endings must agree.
    fn compare(
        &self,
        here: &Component,
        other: &Component,
        mover: Side,
        other_mover: Side,
        moves: &[(grundy_run::Move, Successor)],
        image: impl Fn(&State) -> State,
    ) -> Result<Option<String>, Halted> {
        let endings = |here: &Component, mover| {
            let endless = self.game.forever(&here.packed, mover)?;
            let [before, stuck] = [Stuck::No, Stuck::Yes].map(|stuck| self.game.ending(&here.packed, mover, stuck));
            Ok::<_, Halted>([before?, stuck?, Some(endless)])
        };
        for (ending, mirrored) in endings(here, mover)?.into_iter().zip(endings(other, other_mover)?) {
            let same = match (ending, mirrored) {
                (Some(grundy_run::Ending::Won(a)), Some(grundy_run::Ending::Won(b))) => {
                    (a == mover) == (b == other_mover)
                }
                (a, b) => a == b,
            };
            if !same {
                return Ok(Some(format!("{here} and its image {other} end differently")));
            }
        }
        let mut there: HashSet<Landing> = HashSet::new();
        for (_, to) in self.game.moves(&other.packed, other_mover)? {
            there.insert(self.result(&to, |state| state.clone()));
        }
        let here_results: HashSet<Landing> = moves.iter().map(|(_, to)| self.result(to, &image)).collect();
        for (one, to) in moves {
            if !there.contains(&self.result(to, &image)) {
                let text = self.game.move_text(one);
                return Ok(Some(format!("{here} has move {text}; its image {other} has no such move")));
            }
        }
        if here_results.len() != there.len() {
            return Ok(Some(format!("{here} and its image {other} have different numbers of moves")));
        }
        Ok(None)
    }

    fn result(&self, to: &Successor, image: impl Fn(&State) -> State) -> Landing {
        let mut parts: Vec<Packed> = to
            .parts
            .iter()
            .map(|part| match part.game.id == self.game.id {
                true => self.game.pack(&image(&self.game.unpack(&part.packed))).unwrap_or_default(),
                false => part.packed.clone(),
            })
            .collect();
        parts.sort();
        (parts, to.gain, to.turn == Turn::Stays)
    }
}

fn faulty(halt: grundy_run::Halt) -> Halted {
    match halt.into_diagnostic() {
        Some(diagnostic) => Halted::Fault(Box::new(diagnostic)),
        None => Halted::OutOfReach("a claim is undefined".to_string()),
    }
}

/// Whether a move changed a field other than the one that is split.
fn changes_beside(before: &State, after: &State, field: usize) -> bool {
    before.fields.iter().zip(&after.fields).enumerate().any(|(number, (a, b))| number != field && a != b)
}

/// The whole with one part replaced by what it became.
fn rejoin(whole: &State, part: &State, after: &State, field: usize) -> Option<State> {
    use grundy_run::Stored;
    let mut joined = after.clone();
    let (Stored::Set(all), Stored::Set(old), Stored::Set(new)) =
        (&whole.fields[field], &part.fields[field], &after.fields[field])
    else {
        return None;
    };
    let words = all.iter().zip(old).zip(new).map(|((all, old), new)| (all & !old) | new).collect();
    joined.fields[field] = Stored::Set(words);
    Some(joined)
}

/// The word of a symmetry line.
pub fn map_word(kind: MapKind) -> &'static str {
    match kind {
        MapKind::Rotate => "rotate",
        MapKind::Mirror => "mirror",
        MapKind::Flip => "flip",
        MapKind::Transpose => "transpose",
        MapKind::Permute => "permute",
        MapKind::By => "by",
    }
}
