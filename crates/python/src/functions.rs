//! Games that Python functions describe: the functions are asked once for each position, under the interpreter's lock; what comes out
//! is solved without it.

use crate::json::to_python;
use crate::limits::{Limits, resident};
use crate::numbers::Column;
use crate::problem::{interrupted, left};
use grundy::{Budget, Class, Grundy, Machine, Play, Playable, Progress, Side, Stop, Unexplored, Wdl, Winner};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// A position: any object that can be compared and hashed.
pub struct Key {
    hash: isize,
    object: Py<PyAny>,
}

thread_local! {
    /// What comparing two positions last raised.
    static RAISED: Cell<Option<PyErr>> = const { Cell::new(None) };
}

impl Key {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Key> {
        Ok(Key { hash: object.hash()?, object: object.clone().unbind() })
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.hash == other.hash
            && (self.object.is(&other.object)
                || Python::attach(|py| match self.object.bind(py).eq(&other.object) {
                    Ok(equal) => equal,
                    Err(raised) => {
                        RAISED.set(Some(raised));
                        false
                    }
                }))
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

/// The functions of a game.
struct Described<'py> {
    moves: Bound<'py, PyAny>,
    ending: Option<Bound<'py, PyAny>>,
    /// The players' names, where the functions are asked about a player too.
    players: Option<[String; 2]>,
    /// Names of the moves of each position so far, where they have some.
    names: Vec<Option<Vec<Py<PyAny>>>>,
}

impl Described<'_> {
    fn call<'py>(&self, function: &Bound<'py, PyAny>, position: &Key, mover: Side) -> PyResult<Bound<'py, PyAny>> {
        match &self.players {
            None => function.call1((&position.object,)),
            Some(players) => function.call1((&position.object, &players[mover as usize])),
        }
    }
}

impl Playable for Described<'_> {
    type Position = Key;
    type Failure = PyErr;

    fn tells_movers_apart(&self) -> bool {
        self.players.is_some()
    }

    fn ending(&mut self, position: &Key, mover: Side) -> PyResult<Option<Wdl>> {
        if let Some(raised) = RAISED.take() {
            return Err(raised);
        }
        self.names.push(None);
        let Some(ending) = &self.ending else { return Ok(None) };
        let said = self.call(ending, position, mover)?;
        if said.is_none() {
            return Ok(None);
        }
        let word: Option<String> = said.extract().ok();
        let number = if word.is_none() { said.extract::<f64>().ok() } else { None };
        match (word.as_deref(), number) {
            (Some("win"), _) => Ok(Some(Wdl::Win)),
            (Some("draw"), _) => Ok(Some(Wdl::Draw)),
            (Some("loss"), _) => Ok(Some(Wdl::Loss)),
            (None, Some(number)) if number > 0.0 => Ok(Some(Wdl::Win)),
            (None, Some(number)) if number < 0.0 => Ok(Some(Wdl::Loss)),
            (None, Some(0.0)) if !said.is_instance_of::<pyo3::types::PyBool>() => Ok(Some(Wdl::Draw)),
            _ => {
                let cause =
                    "ending(position) is None while play goes on, else 'win', 'draw' or 'loss' of who is about to move";
                Err(PyValueError::new_err(format!("{cause}, or a number of that sign; not {}", said.repr()?)))
            }
        }
    }

    fn moves(&mut self, position: &Key, mover: Side, lead: &mut dyn FnMut(Key)) -> PyResult<()> {
        let listed = self.call(&self.moves, position, mover)?;
        if let Ok(named) = listed.cast::<PyDict>() {
            let mut names = Vec::with_capacity(named.len());
            for (name, to) in named.iter() {
                names.push(name.unbind());
                lead(Key::new(&to)?);
            }
            if let Some(last) = self.names.last_mut() {
                *last = Some(names);
            }
            return Ok(());
        }
        for to in listed.try_iter()? {
            lead(Key::new(&to?)?);
        }
        Ok(())
    }
}

/// The machine of work that is done on the thread that asks.
struct Here {
    asked: Instant,
    before: u64,
    /// Bytes by which the process has grown, and when that was last measured in milliseconds.
    held: AtomicU64,
    measured: AtomicU64,
    is_cancelled: AtomicBool,
    signal: Mutex<Option<PyErr>>,
    last: Mutex<Option<Progress>>,
}

/// Milliseconds between two looks at memory and signals.
const EVERY: u64 = 20;

impl Machine for Here {
    fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Relaxed)
    }

    fn held(&self) -> u64 {
        self.held.load(Relaxed)
    }

    fn show(&self, progress: Progress) {
        let now = self.asked.elapsed().as_millis() as u64;
        if now < self.measured.load(Relaxed) + EVERY {
            return;
        }
        self.measured.store(now, Relaxed);
        self.held.store(resident().saturating_sub(self.before), Relaxed);
        if let Ok(mut last) = self.last.lock() {
            *last = Some(progress);
        }
        if let Err(raised) = Python::attach(|py| py.check_signals())
            && let Ok(mut signal) = self.signal.lock()
        {
            self.is_cancelled.store(true, Relaxed);
            *signal = Some(raised);
        }
    }
}

/// All positions that functions lead to, solved.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Graph {
    graph: grundy::Graph<Key>,
    names: Vec<Option<Vec<Py<PyAny>>>>,
    players: Option<[String; 2]>,
}

#[pymethods]
impl Graph {
    /// Reaches every position from the start. `players` are the names that the functions are asked with, if they are.
    #[new]
    fn explore(
        py: Python<'_>,
        limits: Limits,
        start: Bound<'_, PyAny>,
        moves: Bound<'_, PyAny>,
        ending: Option<Bound<'_, PyAny>>,
        players: Option<(String, String)>,
        misere: bool,
    ) -> PyResult<Graph> {
        if !moves.is_callable() || ending.as_ref().is_some_and(|ending| !ending.is_callable()) {
            return Err(PyTypeError::new_err("moves and ending are functions of a position"));
        }
        let players = players.map(|(left, right)| [left, right]);
        let here = Here {
            asked: Instant::now(),
            before: resident(),
            held: AtomicU64::new(0),
            measured: AtomicU64::new(0),
            is_cancelled: AtomicBool::new(false),
            signal: Mutex::new(None),
            last: Mutex::new(None),
        };
        let mut budget = Budget::on(&here);
        limits.allowed().give(&mut budget);
        let mut roots = vec![(Key::new(&start)?, Side::Left)];
        if players.is_some() {
            roots.push((Key::new(&start)?, Side::Right));
        }
        let mut game = Described { moves, ending, players: players.clone(), names: Vec::new() };
        let play = if misere { Play::Misere } else { Play::AsWritten };
        let explored = grundy::Graph::explore(&mut game, roots, play, &budget);
        let last = here.last.lock().map(|last| *last).unwrap_or_default();
        if let Some(raised) = here.signal.lock().ok().and_then(|mut signal| signal.take()) {
            let is_ctrl_c = raised.is_instance_of::<PyKeyboardInterrupt>(py);
            return Err(if is_ctrl_c { interrupted(py, None, &last) } else { raised });
        }
        match explored {
            Ok(graph) => match RAISED.take() {
                Some(raised) => Err(raised),
                None => Ok(Graph { graph, names: game.names, players }),
            },
            Err(Unexplored::Failed(raised)) if raised.is_instance_of::<PyKeyboardInterrupt>(py) => {
                Err(interrupted(py, None, &last))
            }
            Err(Unexplored::Failed(raised)) => Err(raised),
            Err(Unexplored::Stopped(Stop::Cancelled, _)) => Err(interrupted(py, None, &last)),
            Err(Unexplored::Stopped(stop, done)) => {
                let reached = Progress { what: "positions", done, total: None, bytes: 0 };
                Err(left(py, stop, &Some(reached)))
            }
        }
    }

    fn __len__(&self) -> usize {
        self.graph.len()
    }

    /// How many moves there are.
    #[getter]
    fn move_count(&self) -> usize {
        self.graph.moves()
    }

    /// The position of a node.
    fn position(&self, py: Python<'_>, node: usize) -> PyResult<Py<PyAny>> {
        self.known(node)?;
        Ok(self.graph.node(node).0.object.clone_ref(py))
    }

    /// Who is about to move at a node, where the functions are asked with players.
    fn mover(&self, node: usize) -> PyResult<Option<&str>> {
        self.known(node)?;
        Ok(self.players.as_ref().map(|players| players[self.graph.node(node).1 as usize].as_str()))
    }

    /// What a node is worth to who is about to move: `(result, plies, grundy)`.
    fn worth<'py>(&self, py: Python<'py>, node: usize) -> PyResult<(&'static str, Option<u32>, Bound<'py, PyAny>)> {
        self.known(node)?;
        let (result, plies) = self.graph.result(node);
        let grundy = match self.graph.grundy(node) {
            None => serde_json::Value::Null,
            Some(Grundy::Finite(value)) => serde_json::json!(value),
            Some(Grundy::Infinite(set)) => serde_json::json!({ "infinity": set }),
        };
        Ok((word(result), plies, to_python(py, &grundy)?))
    }

    /// The moves of a node, the best first: `(name, node)`; without a name where the functions give none.
    fn moves(&self, py: Python<'_>, node: usize) -> PyResult<Vec<(Option<Py<PyAny>>, u32)>> {
        self.known(node)?;
        let names = self.names.get(node).and_then(Option::as_ref);
        let name = |number: usize| names.map(|names| names[number].clone_ref(py));
        Ok(self.graph.best(node).into_iter().map(|number| (name(number), self.graph.options(node)[number])).collect())
    }

    /// One line of best play from a node.
    fn line(&self, node: usize, most: usize) -> PyResult<Vec<usize>> {
        self.known(node)?;
        Ok(self.graph.line(node, most))
    }

    /// Who wins from the start: `(winner, outcome, by_starter, standing)`.
    #[allow(clippy::type_complexity)]
    fn answer<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(String, Option<&'static str>, Option<(String, String)>, Bound<'py, PyAny>)> {
        let answer = self.graph.answer();
        let outcome = answer.outcome.map(|class| match class {
            Class::N => "N",
            Class::P => "P",
            Class::L => "L",
            Class::R => "R",
            Class::D => "D",
        });
        let by_starter = answer.by_starter.map(|[left, right]| (self.winner(left), self.winner(right)));
        let standing = serde_json::json!(answer.standing);
        Ok((self.winner(answer.winner), outcome, by_starter, to_python(py, &standing)?))
    }

    /// Where each move begins, and where it leads, as two columns.
    fn edges(&self) -> (Column, Column) {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for node in 0..self.graph.len() {
            for &option in self.graph.options(node) {
                from.push(node as u32);
                to.push(option);
            }
        }
        (Column::of_numbers("from", from), Column::of_numbers("to", to))
    }
}

impl Graph {
    fn known(&self, node: usize) -> PyResult<()> {
        if node < self.graph.len() { Ok(()) } else { Err(PyValueError::new_err("there is no such node")) }
    }

    fn winner(&self, winner: Winner) -> String {
        match (winner, &self.players) {
            (Winner::First, _) => "first".to_string(),
            (Winner::Second, _) => "second".to_string(),
            (Winner::Player(side), Some(players)) => players[side as usize].clone(),
            (Winner::Player(_) | Winner::Draw, _) => "draw".to_string(),
        }
    }
}

fn word(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}
