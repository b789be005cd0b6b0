//! Checked rules as a Python object: what is asked of all their positions.

use crate::call::{Told, ask};
use crate::drawing::{Drawing, Picture};
use crate::limits::Limits;
use crate::list_of::ListOf;
use crate::numbers::table_columns;
use crate::position::Position;
use crate::problem::Failed;
use crate::reply::{Answered, language_of, plain, with_columns};
use grundy::picture::{HeatShow, heat_picture};
use grundy::{
    Effort, Engine, ExportMethod, ExportOptions, HeapGame, Library, PatternAnswer, PatternOf, Play, Problem,
    ProgramLanguage, Range, Ruleset, SheetFormat, SheetOptions, Show, Subject, TableAnswer, Text, Unsolved, Want,
    World,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};

/// Rules, and the world in which questions about them are asked.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Clone)]
pub struct Game {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) world: Arc<World>,
    /// Whether the rules are proved impartial, once that was asked.
    impartial: Arc<OnceLock<bool>>,
}

/// How rules are run.
pub const ENGINE: Engine = Engine::Native;

/// The games of `games/`.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(Library::standard)
}

impl Game {
    pub(crate) fn of(ruleset: Ruleset) -> Game {
        Game { world: ruleset.world(ENGINE), ruleset: Arc::new(ruleset), impartial: Arc::default() }
    }

    /// Whether the rules of its file are proved impartial.
    pub(crate) fn is_impartial(&self) -> bool {
        *self.impartial.get_or_init(|| self.ruleset.is_impartial())
    }

    fn subject(&self) -> Subject {
        Subject::Rules((*self.ruleset).clone())
    }
}

impl Told for Result<Game, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        Ok(Py::new(py, self?)?.into_any())
    }
}

/// The game of a name in the library.
#[pyfunction]
pub fn find(py: Python<'_>, limits: Limits, name: String) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |_| library().game(&name).map(Game::of))
}

/// The game that a text of rules describes; of several the one of this name, else the first.
#[pyfunction]
pub fn read(py: Python<'_>, limits: Limits, text: String, file: String, name: String) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |_| Ruleset::read(Text::new(file, text), &name).map(Game::of))
}

/// The library's games that have all these words in their names or remarks.
#[pyfunction]
pub fn entries(py: Python<'_>, limits: Limits, words: ListOf<String>) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |_| Answered(library().list(&words.0), None))
}

#[pymethods]
impl Game {
    /// The name of the game.
    #[getter]
    fn name(&self) -> &str {
        &self.ruleset.rules().name
    }

    /// What its text is called.
    #[getter]
    fn file(&self) -> &str {
        &self.ruleset.text.name
    }

    /// Its rules as they are written.
    #[getter]
    fn text(&self) -> &str {
        &self.ruleset.text.text
    }

    /// The names of its parameters.
    #[getter]
    fn params(&self) -> Vec<&str> {
        self.ruleset.rules().params.iter().map(|param| param.name.as_str()).collect()
    }

    /// The names of its fields.
    #[getter]
    fn fields(&self) -> Vec<&str> {
        self.ruleset.rules().fields.iter().map(|field| field.name.as_str()).collect()
    }

    /// The names of its players.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [left, right] = &self.ruleset.rules().players;
        (left, right)
    }

    /// The position that a text names; without one the start.
    fn position(&self, py: Python<'_>, limits: Limits, text: Option<String>) -> PyResult<Py<PyAny>> {
        let game = self.clone();
        ask(py, limits, move |_| {
            let text = text.map(Text::position);
            let question = game.ruleset.question_in(&game.world, text.as_ref())?;
            Ok::<_, Problem>(Position::new(question, Some(game)))
        })
    }

    /// Answers of several positions, from shared tables.
    fn cases(
        &self,
        py: Python<'_>,
        limits: Limits,
        texts: ListOf<String>,
        first: Option<String>,
        misere: bool,
    ) -> PyResult<Py<PyAny>> {
        let game = self.clone();
        ask(py, limits, move |budget| {
            let texts: Vec<Text> = texts.0.into_iter().map(Text::position).collect();
            let rules = &game.ruleset.rules().players;
            let first = first.as_deref().map(|name| grundy::starter(name, rules)).transpose()?;
            let want = Want { first, ..Want::default() };
            Ok(Answered(grundy::solve_cases(&game.ruleset, &texts, (&want, play(misere)), ENGINE, budget), None))
        })
    }

    /// What is proved of the rules.
    fn facts(&self, py: Python<'_>, limits: Limits) -> PyResult<Py<PyAny>> {
        let game = self.clone();
        ask(py, limits, move |_| Answered(grundy::facts(&game.ruleset, ENGINE), None))
    }

    /// Diagnostics, expectations and claims of the file.
    fn check(&self, py: Python<'_>, limits: Limits, positions: usize, each: f64) -> PyResult<Py<PyAny>> {
        let texts = ListOf(vec![(self.file().to_string(), self.text().to_string())]);
        crate::questions::check(py, limits, texts, positions, each)
    }

    /// Claims proved or refuted for all sizes; the certificate comes along.
    fn prove(
        &self,
        py: Python<'_>,
        limits: Limits,
        at: Option<String>,
        states: usize,
        positions: usize,
    ) -> PyResult<Py<PyAny>> {
        let subject = self.subject();
        let effort = Effort { states: states.clamp(1, 1 << 24), positions: positions.clamp(1, 1 << 26) };
        ask(py, limits, move |budget| {
            let at = at.map(Text::position);
            let answer = grundy::prove(&subject, at.as_ref(), effort, ENGINE, budget)?;
            let certificate = answer.certificate.as_ref().ok().map(|text| text.clone().into_bytes());
            Ok(Answered(answer, certificate))
        })
    }

    /// The pattern of its lost positions or of its values, found and proved without a claim.
    fn pattern(
        &self,
        py: Python<'_>,
        limits: Limits,
        at: Option<String>,
        grundy: bool,
        states: usize,
    ) -> PyResult<Py<PyAny>> {
        let subject = self.subject();
        let of = if grundy { PatternOf::Grundy } else { PatternOf::Outcomes };
        ask(py, limits, move |budget| {
            let at = at.map(Text::position);
            let answer = grundy::pattern(&subject, at.as_ref(), (of, states.clamp(1, 1 << 24)), ENGINE, budget)?;
            let certificate = match &answer {
                PatternAnswer::Found(found) => found.certificate.clone().map(String::into_bytes),
                _ => None,
            };
            Ok(Answered(answer, certificate))
        })
    }

    /// Values or outcomes over one or two ranges, `n=0..100`.
    fn table(
        &self,
        py: Python<'_>,
        limits: Limits,
        at: Option<String>,
        over: ListOf<String>,
        show: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let subject = self.subject();
        let over = ranges(&over.0)?;
        let show = show.map(|name| named(&Show::ALL, &name, "what a cell shows")).transpose()?;
        ask(py, limits, move |budget| {
            let at = at.map(Text::position);
            grundy::table(&subject, at.as_ref(), (&over, show), ENGINE, budget).map(Tabled)
        })
    }

    /// What is seen over one or two ranges of its start positions; not proved.
    fn observe(&self, py: Python<'_>, limits: Limits, at: Option<String>, over: ListOf<String>) -> PyResult<Py<PyAny>> {
        let (subject, over) = (self.subject(), ranges(&over.0)?);
        ask(py, limits, move |budget| {
            let at = at.map(Text::position);
            plain(grundy::observe(&subject, at.as_ref(), &over, ENGINE, budget))
        })
    }

    /// A standalone function in another language.
    #[allow(clippy::too_many_arguments)]
    fn export(
        &self,
        py: Python<'_>,
        limits: Limits,
        at: Option<String>,
        language: &str,
        method: Option<String>,
        tests: usize,
        bound: u32,
    ) -> PyResult<Py<PyAny>> {
        let subject = self.subject();
        let language = named(&LANGUAGES, language, "a language of programs")?;
        let method = method.map(|name| named(&METHODS, &name, "a method")).transpose()?;
        let parameters = grundy::ExportParameters::Fixed;
        let options = ExportOptions { language, method, tests, bound, parameters, main: None };
        ask(py, limits, move |budget| {
            let at = at.map(Text::position);
            plain(grundy::export_game(&subject, at.as_ref(), options, ENGINE, budget))
        })
    }

    /// A page for teaching, as `html` or `tex`.
    fn sheet(
        &self,
        py: Python<'_>,
        limits: Limits,
        at: Option<String>,
        language: &str,
        format: &str,
    ) -> PyResult<Py<PyAny>> {
        let subject = self.subject();
        let language = language_of(language)?;
        let format = named(&SHEETS, format, "a format of sheets")?;
        ask(py, limits, move |budget| {
            let at = at.map(Text::position);
            let (kinds, count) = (Vec::new(), grundy::USUAL_COUNT);
            let options = SheetOptions { lang: language, format, kinds, count, seed: 1, level: 1 };
            let answer = grundy::sheet(&subject, at.as_ref(), &options, ENGINE, budget)?;
            let text = answer.content.clone();
            Ok(Answered(answer, Some(text)))
        })
    }

    /// A map over one or two ranges, `p[0]=0..60,p[1]=0..60`.
    fn heat(
        &self,
        py: Python<'_>,
        limits: Limits,
        of: (Option<String>, String, bool),
        drawing: Drawing,
    ) -> PyResult<Py<PyAny>> {
        let (game, look) = (self.clone(), drawing.look()?);
        let (at, over, outcomes) = of;
        let show = if outcomes { HeatShow::Outcome } else { HeatShow::Values };
        ask(py, limits, move |budget| {
            let how = (over.as_str(), show, None);
            let drawn = heat_picture(&game.ruleset, at.as_deref(), how, look.title.as_deref(), ENGINE, budget)?;
            Picture::drawn(drawn, &look, budget)
        })
    }
}

impl Game {
    /// The heap game that the rules are at some parameters.
    pub(crate) fn heap(&self, at: Option<String>) -> Result<HeapGame, Problem> {
        HeapGame::ruled(self.subject(), at.map(Text::position), ENGINE)
    }
}

/// A table or why there is none, on its way to Python.
struct Tabled(Result<TableAnswer, Unsolved>);

impl Told for Result<Tabled, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        match self?.0 {
            Ok(table) => {
                let columns = table_columns(&table);
                with_columns(py, table, None, Some(Py::new(py, columns)?.into_any()))
            }
            Err(unsolved) => with_columns(py, unsolved, None, None),
        }
    }
}

/// The play that is meant.
pub fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::AsWritten }
}

fn ranges(over: &[String]) -> PyResult<Vec<Range>> {
    over.iter().map(|text| text.parse().map_err(PyValueError::new_err)).collect()
}

/// One of several named things.
pub fn named<T: Copy>(all: &[(&str, T)], name: &str, what: &str) -> PyResult<T> {
    all.iter().find(|(other, _)| *other == name).map(|(_, one)| *one).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        PyValueError::new_err(format!("`{name}` is not {what}: write one of {}", names.join(", ")))
    })
}

const LANGUAGES: [(&str, ProgramLanguage); 3] =
    [("cpp", ProgramLanguage::Cpp), ("python", ProgramLanguage::Python), ("rust", ProgramLanguage::Rust)];

const METHODS: [(&str, ExportMethod); 4] = [
    ("formula", ExportMethod::Formula),
    ("period", ExportMethod::Period),
    ("automaton", ExportMethod::Automaton),
    ("recursion", ExportMethod::Recursion),
];

const SHEETS: [(&str, SheetFormat); 2] = [("html", SheetFormat::Html), ("tex", SheetFormat::Tex)];
