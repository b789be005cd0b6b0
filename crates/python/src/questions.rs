//! Questions that are about no position of rules: values, codes of heap games, matrices, trees, certificates, messages.

use crate::call::{Told, ask};
use crate::drawing::{Drawing, Picture};
use crate::game::{ENGINE, Game, library, named, play};
use crate::limits::Limits;
use crate::list_of::ListOf;
use crate::numbers::Column;
use crate::problem::Failed;
use crate::reply::{Answered, plain, with_columns};
use grundy::picture::{NimTable, nimber_picture, thermograph_picture};
use grundy::{
    CheckEffort, Checking, HeapGame, HeapSum, Inline, Library, LibraryPositions, MATRICES, MatrixWant, Mistakes,
    PayoffTree, Problem, QuotientWant, Reach, SequenceAnswer, SequenceWant, Subject, TREES, Text, TreeDetail, TreeWant,
    Values, Verification, payoff_text,
};
use pyo3::prelude::*;
use std::io::Cursor;
use std::time::Duration;

/// The library and these texts of rules, which come first.
pub fn with_rules(rules: Vec<(String, String)>) -> Result<Library, Problem> {
    rules.into_iter().try_fold(library().clone(), |all, (name, text)| all.with(Text::new(name, text)))
}

/// The value of an expression of the calculator, in which positions of the library and of these rules stand for their values.
#[pyfunction]
pub fn value(py: Python<'_>, limits: Limits, text: String, rules: ListOf<(String, String)>) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |budget| {
        let positions = LibraryPositions::new(with_rules(rules.0)?, ENGINE);
        plain(grundy::value(&text, &positions, budget))
    })
}

/// The picture of a thermograph.
#[pyfunction]
pub fn thermograph(
    py: Python<'_>,
    limits: Limits,
    text: String,
    rules: ListOf<(String, String)>,
    drawing: Drawing,
) -> PyResult<Py<PyAny>> {
    let look = drawing.look()?;
    ask(py, limits, move |budget| {
        let positions = LibraryPositions::new(with_rules(rules.0)?, ENGINE);
        Picture::drawn(thermograph_picture(&text, &positions, look.title.as_deref(), budget)?, &look, budget)
    })
}

/// A heap game: a code, or rules and perhaps their parameters.
#[derive(FromPyObject)]
pub enum Heaps {
    /// A code.
    Code(String),
    /// Rules.
    Rules(Py<Game>, Option<String>),
}

impl Heaps {
    fn game(self) -> Result<HeapGame, Problem> {
        match self {
            Heaps::Code(code) => HeapGame::written(&[code]),
            Heaps::Rules(game, at) => game.get().heap(at),
        }
    }
}

/// What is wanted of a sequence: `(to, all, print, misere, at, count_losing, statistics, certificate)`.
#[derive(FromPyObject)]
pub struct Wanted(Option<u64>, bool, u64, bool, Option<u64>, Option<u64>, bool, bool);

/// The values of a heap game by size, all of them as a column, and the certificate of the period.
#[pyfunction]
pub fn sequence(py: Python<'_>, limits: Limits, of: Heaps, want: Wanted) -> PyResult<Py<PyAny>> {
    let Wanted(to, all, print, misere, at, count_losing, statistics, certificate) = want;
    ask(py, limits, move |budget| {
        let reach = match to {
            Some(to) if all => Reach::All(to as usize),
            Some(to) => Reach::To(to as usize),
            None => Reach::Default,
        };
        let game = of.game()?;
        // The values of a code come as a column, and few of them beside it; what is searched for has no other list.
        let print = if game.valued().is_ok() && !misere { print.min(LISTED) } else { print };
        let want = SequenceWant { reach, print, play: play(misere), at, count_losing, statistics, certificate };
        let mut answer = grundy::sequence(&game, &want, None, budget)?;
        let values = match &mut answer {
            SequenceAnswer::Heaps(found) => found.take_values(to.map_or(found.computed, |to| to as usize)),
            _ => None,
        };
        Ok(Listed(answer, values))
    })
}

/// Values that are listed beside a column of them.
const LISTED: u64 = 40;

/// A sequence and its values, on their way to Python.
struct Listed(SequenceAnswer, Option<Values>);

impl Told for Result<Listed, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        let Listed(mut answer, values) = self?;
        let mut column = values.map(|values| Column::of_values("grundy", values));
        let mut file = None;
        match &mut answer {
            SequenceAnswer::Heaps(found) => {
                file = found.certificate.take().and_then(Result::ok).map(String::into_bytes);
            }
            SequenceAnswer::Searched(found) => {
                let numbers = found.values.iter().map(|&value| u32::try_from(value).unwrap_or(u32::MAX)).collect();
                column = Some(Column::of_numbers("grundy", numbers));
            }
            SequenceAnswer::Unsolved(_) => {}
        }
        let column = column.map(|column| Py::new(py, column).map(Py::into_any)).transpose()?;
        with_columns(py, answer, file, column)
    }
}

/// The picture of a sequence.
#[pyfunction]
pub fn sequence_picture(py: Python<'_>, limits: Limits, of: Heaps, to: u64, drawing: Drawing) -> PyResult<Py<PyAny>> {
    let look = drawing.look()?;
    ask(py, limits, move |budget| {
        let ruleset;
        let of = match of {
            Heaps::Code(code) => Ok(HeapGame::written(&[code])?.coded()?.clone()),
            Heaps::Rules(game, at) => match game.get().heap(at).and_then(|heap| heap.valued().cloned()) {
                Ok(code) => Ok(code),
                Err(_) => {
                    ruleset = game.get().ruleset.clone();
                    Err(&*ruleset)
                }
            },
        };
        let drawn = grundy::picture::sequence_picture(of, to, look.title.as_deref(), ENGINE, budget)?;
        Picture::drawn(drawn, &look, budget)
    })
}

/// Misère play of a heap game: its quotient, genus, and sums.
#[pyfunction]
pub fn misere(
    py: Python<'_>,
    limits: Limits,
    of: Heaps,
    want: (Option<u32>, u32, Option<ListOf<u32>>, bool, bool),
) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |budget| {
        let (to, copies, sum, genus, table) = want;
        let want = QuotientWant { to, copies, sum: sum.map(|heaps| HeapSum(heaps.0)), genus, table };
        plain(grundy::quotient(&of.game()?, &want, None, budget))
    })
}

/// All octal codes of so many digits, each by its values to a bound.
#[pyfunction]
pub fn survey(py: Python<'_>, limits: Limits, digits: u32, to: u64) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |budget| plain(grundy::survey(digits.clamp(1, 4), to, None, budget)))
}

/// A table of nimbers, `nim` or `nimproduct`, as a picture.
#[pyfunction]
pub fn nimbers(py: Python<'_>, limits: Limits, table: &str, size: u64, drawing: Drawing) -> PyResult<Py<PyAny>> {
    let look = drawing.look()?;
    let table = named(&[("nim", NimTable::Sum), ("nimproduct", NimTable::Product)], table, "a table")?;
    ask(py, limits, move |budget| {
        Picture::drawn(nimber_picture(table, size.clamp(1, 256), look.title.as_deref()), &look, budget)
    })
}

/// A matrix game: rows as text, or the name of one.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn matrix(
    py: Python<'_>,
    limits: Limits,
    text: String,
    all: bool,
    explain: bool,
    dominated: bool,
    against: (Option<String>, Option<String>),
    label: usize,
) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |budget| {
        let text = payoff_text(&text, MATRICES, Inline::Allowed)?;
        let mix = |name: &str, mix: Option<String>| mix.map(|mix| Text::new(name, mix));
        let want = MatrixWant {
            all,
            explain,
            dominated,
            against_row: mix("against_row", against.0),
            against_column: mix("against_column", against.1),
            label,
        };
        let answer = grundy::matrix(&text, &want, budget)?;
        let picture = answer.file("matrix.svg").ok().flatten().map(String::into_bytes);
        Ok(Answered(answer, picture))
    })
}

/// `(limit, explain, full, lines)`: how many equilibria are listed, and how much of the tree is drawn.
#[derive(FromPyObject)]
pub struct TreeOptions(usize, bool, bool, usize);

impl TreeOptions {
    /// The same for the library.
    pub fn want(&self) -> TreeWant {
        let &TreeOptions(limit, explain, full, lines) = self;
        TreeWant { limit, explain, detail: if full { TreeDetail::Full } else { TreeDetail::Reduced }, lines }
    }
}

/// A tree of payoffs: indented text, Gambit's format, or the name of one.
#[pyfunction]
pub fn tree(py: Python<'_>, limits: Limits, text: String, want: TreeOptions) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |budget| {
        let text = match text.contains('\n') {
            true => Text::argument(text),
            false => payoff_text(&text, TREES, Inline::Refused)?,
        };
        Ok::<_, Problem>(Answered(grundy::tree(PayoffTree::read(&text)?, &want.want(), budget), None))
    })
}

/// Whether the small checkers accept a certificate.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn verify(
    py: Python<'_>,
    limits: Limits,
    bytes: Vec<u8>,
    place: String,
    rules: Option<Py<Game>>,
    fast: bool,
    transitions: u64,
) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |budget| {
        let rules = rules.map(|game| Subject::Rules((*game.get().ruleset).clone()));
        let by = if fast { Checking::WrittenOut } else { Checking::Interpretation };
        let how = Verification { place, rules: rules.as_ref(), by, transitions };
        plain(grundy::verify(library(), Box::new(Cursor::new(bytes)), &how, budget))
    })
}

/// Diagnostics, expectations and claims of texts of rules: pairs of a name and a text.
#[pyfunction]
pub fn check(
    py: Python<'_>,
    limits: Limits,
    texts: ListOf<(String, String)>,
    positions: usize,
    each: f64,
) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |budget| {
        let texts = texts.0.into_iter().map(|(name, text)| Text::new(name, text)).collect();
        let each = if each.is_finite() { each.clamp(0.0, 1e9) } else { 1e9 };
        let effort = CheckEffort { positions, each: Duration::from_secs_f64(each) };
        Answered(grundy::check(texts, effort, ENGINE, budget), None)
    })
}

/// What a code of a message means.
#[pyfunction]
pub fn explain(py: Python<'_>, limits: Limits, code: String) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |_| plain(grundy::explain_code(&code)))
}

/// A question whose work fails by a mistake of this package, so that a test can see what becomes of one.
#[pyfunction]
pub fn mistake(py: Python<'_>, limits: Limits, said: String) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |_| -> Result<Laid, Problem> { panic!("{said}") })
}

/// Rules in the one layout.
#[pyfunction]
pub fn format_rules(py: Python<'_>, limits: Limits, text: String) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |_| {
        grundy::format_rules(&text)
            .map(Laid)
            .map_err(|diagnostics| Problem::of_texts(vec![Mistakes { text: Text::argument(&*text), diagnostics }]))
    })
}

/// A text on its way to Python.
struct Laid(String);

impl Told for Result<Laid, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        Ok(self?.0.into_pyobject(py).map_err(PyErr::from)?.into_any().unbind())
    }
}
