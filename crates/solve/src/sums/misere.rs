//! Who wins sums under misère play.
//!
//! Parts have no nimbers there, so sums are decided as wholes. Small parts are replaced by their misère canonical forms, which are equal
//! for equal games, and forms are added while that stays small (Lemoine and Viennot, Analysis of misère Sprouts game with reduced
//! canonical trees, 2009).
//!
//! Invariant: a node is a list of forms that are too large to be added, none of them empty, and a list of parts without a form,
//! both sorted. Equal nodes are the same game.

use super::proving::{Asked, Costs, ENDLESS, Survey};
use super::table::{Table, UNKNOWN};
use super::{Halt, Impartial};
use crate::work::Work;
use grundy_answer::{Stop, Watch};
use grundy_misere::{Forms, MisereForm, MisereOutcome, ZERO};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::rc::Rc;

/// What was found of the sums of a game.
pub struct Misere<'w> {
    forms: Forms<'w>,
    /// The form of each part that was looked for.
    of_part: Vec<Form>,
    nodes: Vec<Node>,
    numbers: HashTable<u32>,
    states: Vec<State>,
    options: Vec<Option<Rc<[u32]>>>,
    /// Bytes of the nodes, and of the options held.
    bytes: u64,
    held: u64,
    most_held: u64,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    forms: Box<[MisereForm]>,
    parts: Box<[u32]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Lost,
    Won,
    Open(Costs),
}

#[derive(Clone, Copy)]
enum Form {
    Unknown,
    Small(MisereForm),
    /// It has too many moves to have its form looked for.
    Large,
}

/// Parts in which at most so many moves are left have their forms looked for.
const SMALL: u32 = 7;

/// Forms are added while at most so many moves are left in the sum.
const ADDED: u32 = 12;

impl<'w> Misere<'w> {
    pub fn new(watch: &'w dyn Watch) -> Misere<'w> {
        Misere {
            forms: Forms::new(watch),
            of_part: Vec::new(),
            nodes: Vec::new(),
            numbers: HashTable::new(),
            states: Vec::new(),
            options: Vec::new(),
            bytes: 0,
            held: 0,
            most_held: watch.table_bytes() / 4,
        }
    }

    /// How many sums were reached.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether who is about to move loses a sum.
    pub fn is_lost<G: Impartial>(
        &mut self,
        sum: &[u32],
        table: &mut Table<G>,
        work: &mut Work,
    ) -> Result<bool, Halt<G::Failure>> {
        let root = self.node(&[], sum, table)?;
        let mut stack: Vec<(Asked<u32>, Rc<[u32]>)> = Vec::new();
        let mut next = Some(Asked { question: root, bounds: Costs::even(ENDLESS) });
        loop {
            if let Some(asked) = next.take() {
                let options = self.options(asked.question, table)?;
                stack.push((asked, options));
            }
            let bytes = table.bytes() + self.bytes + self.held;
            if work.tick((table.len() + self.len()) as u64, bytes) {
                return Err(Halt::Stopped(work.stopped.unwrap_or(Stop::Cancelled)));
            }
            let Some((asked, options)) = stack.last() else { return Ok(self.states[root as usize] == State::Lost) };
            let node = asked.question as usize;
            if matches!(self.states[node], State::Open(_)) {
                let (state, survey) = self.survey(options);
                self.states[node] = state;
                next = survey.and_then(|survey| survey.next(asked.bounds));
            }
            if next.is_none() {
                stack.pop();
            }
        }
    }

    fn survey(&self, options: &[u32]) -> (State, Option<Survey<u32>>) {
        let mut survey = Survey::new();
        for &option in options {
            match self.states[option as usize] {
                State::Lost => return (State::Won, None),
                State::Won => {}
                State::Open(costs) => survey.add(option, costs),
            }
        }
        match survey.is_lost() {
            // Who has no move at all wins.
            true if options.is_empty() => (State::Won, None),
            true => (State::Lost, None),
            false => (State::Open(survey.costs()), Some(survey)),
        }
    }

    /// The node of a sum of forms and parts.
    fn node<G: Impartial>(
        &mut self,
        forms: &[MisereForm],
        parts: &[u32],
        table: &mut Table<G>,
    ) -> Result<u32, Halt<G::Failure>> {
        let mut forms = forms.to_vec();
        let mut large = Vec::new();
        for &part in parts {
            match self.form(part, SMALL, table)? {
                Some(form) => forms.push(form),
                None => large.push(part),
            }
        }
        large.sort_unstable();
        self.add(&mut forms).map_err(Halt::Stopped)?;
        Ok(self.number(Node { forms: forms.into(), parts: large.into() }, table))
    }

    /// Adds forms, the smallest first, and sorts them.
    fn add(&mut self, forms: &mut Vec<MisereForm>) -> Result<(), Stop> {
        forms.retain(|&form| form != ZERO);
        loop {
            forms.sort_unstable_by_key(|&form| (self.forms.moves(form), form));
            let [first, second, ..] = forms[..] else { return Ok(()) };
            if self.forms.moves(first) + self.forms.moves(second) > ADDED {
                return Ok(());
            }
            let sum = self.forms.sum(first, second)?;
            forms.drain(..2);
            if sum != ZERO {
                forms.push(sum);
            }
        }
    }

    fn number<G: Impartial>(&mut self, node: Node, table: &Table<G>) -> u32 {
        let key = FxBuildHasher.hash_one(&node);
        let nodes = &mut self.nodes;
        if let Some(&known) = self.numbers.find(key, |&number| nodes[number as usize] == node) {
            return known;
        }
        let number = u32::try_from(nodes.len()).expect("memory ends before numbers do");
        let state = match (&node.forms[..], &node.parts[..]) {
            ([], []) => State::Won,
            (&[form], []) => match self.forms.outcome(form) {
                MisereOutcome::N => State::Won,
                MisereOutcome::P => State::Lost,
            },
            (forms, parts) => {
                let known = parts.iter().map(|&part| table.most_moves(part)).filter(|&moves| moves != UNKNOWN);
                let left = known.map(|moves| moves.min(1 << 16)).sum::<u32>();
                let all = left + forms.iter().map(|&form| self.forms.moves(form)).sum::<u32>();
                State::Open(Costs::even(1 + all))
            }
        };
        self.bytes += 96 + 4 * (node.forms.len() + node.parts.len()) as u64;
        nodes.push(node);
        self.numbers.insert_unique(key, number, |&number| FxBuildHasher.hash_one(&nodes[number as usize]));
        self.states.push(state);
        self.options.push(None);
        number
    }

    /// Where the moves of a node lead, each once.
    fn options<G: Impartial>(&mut self, number: u32, table: &mut Table<G>) -> Result<Rc<[u32]>, Halt<G::Failure>> {
        if let Some(known) = &self.options[number as usize] {
            return Ok(known.clone());
        }
        let Node { forms, parts } = self.nodes[number as usize].clone();
        let mut led = Vec::new();
        for at in 0..forms.len() {
            if at > 0 && forms[at] == forms[at - 1] {
                continue;
            }
            for option in self.forms.options(forms[at]).to_vec() {
                let left = [&forms[..at], &[option], &forms[at + 1..]].concat();
                led.push(self.node(&left, &parts, table)?);
            }
        }
        for at in 0..parts.len() {
            if at > 0 && parts[at] == parts[at - 1] {
                continue;
            }
            for option in table.options(parts[at]).map_err(Halt::Failed)?.iter() {
                let left = [&parts[..at], option, &parts[at + 1..]].concat();
                led.push(self.node(&forms, &left, table)?);
            }
        }
        led.sort_unstable();
        led.dedup();
        let led: Rc<[u32]> = led.into();
        let bytes = 4 * led.len() as u64 + 32;
        self.held += bytes;
        if self.held > self.most_held {
            self.options.iter_mut().for_each(|options| *options = None);
            self.held = bytes;
        }
        self.options[number as usize] = Some(led.clone());
        Ok(led)
    }

    /// The form of a part, if at most so many moves are left in it and below it, as the game says.
    fn form<G: Impartial>(
        &mut self,
        part: u32,
        most: u32,
        table: &mut Table<G>,
    ) -> Result<Option<MisereForm>, Halt<G::Failure>> {
        let at = part as usize;
        if at >= self.of_part.len() {
            self.of_part.resize(at + 1, Form::Unknown);
        }
        match self.of_part[at] {
            Form::Small(form) => return Ok(Some(form)),
            Form::Large => return Ok(None),
            Form::Unknown if table.most_moves(part) > most => {
                // Below a part of few moves this is a part with more than the game said.
                return Ok(None);
            }
            Form::Unknown => {}
        }
        let mut options = Vec::new();
        for option in table.options(part).map_err(Halt::Failed)?.iter() {
            let mut sum = ZERO;
            for &piece in option {
                let form = match most.checked_sub(1) {
                    Some(fewer) => self.form(piece, fewer, table)?,
                    None => None,
                };
                let Some(form) = form else {
                    self.of_part[at] = Form::Large;
                    return Ok(None);
                };
                sum = self.forms.sum(sum, form).map_err(Halt::Stopped)?;
            }
            options.push(sum);
        }
        let form = self.forms.game(options);
        self.of_part[at] = Form::Small(form);
        Ok(Some(form))
    }
}
