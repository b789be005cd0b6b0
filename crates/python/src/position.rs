//! A position as a Python object: a sum of components, and who is about to move where that was said.
//!
//! Two positions are equal where their components are, in any order, and their movers are.

use crate::call::{Told, ask};
use crate::drawing::{Drawing, Picture};
use crate::game::{ENGINE, Game, library, play};
use crate::kept_tables;
use crate::limits::Limits;
use crate::list_of::ListOf;
use crate::problem::Failed;
use crate::questions::{TreeOptions, with_rules};
use crate::reply::{Answered, plain};
use grundy::picture::{DiagramOptions, board_picture, diagram_picture};
use grundy::{
    CertificateKind, Library, LibraryPositions, Packing, PayoffTree, Problem, Question, Ruleset, Session, Side,
    SolveAnswer, Subject, Text, Want,
};
use grundy_draw::Equal;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A position.
#[pyclass(frozen, module = "grundy._grundy")]
#[derive(Clone)]
pub struct Position {
    pub(crate) question: Arc<Question>,
    /// Who is about to move, where somebody said so or play has led here.
    mover: Option<Side>,
    /// The rules it was made by, where those are one file.
    game: Option<Game>,
    /// Its components in order, each with the text of its rules.
    key: Arc<OnceLock<Vec<(String, String)>>>,
}

impl Told for Result<Position, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        Ok(Py::new(py, self?)?.into_any())
    }
}

impl Position {
    pub(crate) fn new(question: Question, game: Option<Game>) -> Position {
        Position { question: Arc::new(question), mover: None, game, key: Arc::default() }
    }

    fn key(&self) -> &[(String, String)] {
        self.key.get_or_init(|| {
            let Question { position, texts, .. } = &*self.question;
            let parts = position.parts.iter();
            let mut key: Vec<(String, String)> =
                parts.map(|part| (part.to_string(), texts[part.game.key.0].text.clone())).collect();
            key.sort_unstable();
            key
        })
    }

    /// Whether it is proved not to matter who is about to move.
    fn is_impartial(&self) -> bool {
        match &self.game {
            Some(game) => game.is_impartial(),
            None => self.question.is_impartial(),
        }
    }

    /// The same with a player about to move.
    pub(crate) fn moved_by(self, mover: Side) -> Position {
        Position { mover: Some(mover), ..self }
    }

    /// Who is about to move, where that was said.
    pub(crate) fn said(&self) -> Option<Side> {
        self.mover
    }

    /// Who is about to move.
    pub(crate) fn side(&self, first: Option<&str>) -> Result<Side, Problem> {
        match (first, self.mover) {
            (None, Some(side)) => Ok(side),
            (first, _) => Ok(self.question.mover(first)?.side),
        }
    }

    /// The name of who is about to move, where that was said.
    fn named(&self, first: Option<String>) -> Option<String> {
        first.or_else(|| self.mover.map(|side| self.question.players()[side as usize].clone()))
    }

    pub(crate) fn want(&self, first: Option<&str>) -> Result<Want, Problem> {
        let named = first.map(|name| self.question.player(name)).transpose()?;
        Ok(Want { first: named.or(self.mover), ..Want::default() })
    }

    /// The same as a subject and a text, for questions that are asked so.
    fn asked(&self) -> Result<(Subject, Option<Text>), Problem> {
        let text = Text::position(self.question.position.to_string());
        match (&self.game, &self.question.texts[..]) {
            (Some(game), _) => Ok((Subject::Rules((*game.ruleset).clone()), Some(text))),
            (None, [only]) => {
                let name = self.question.position.parts.first().map_or("", |part| part.game.rules.name.as_str());
                Ok((Subject::Rules(Ruleset::read(only.clone(), name)?), Some(text)))
            }
            (None, texts) => {
                let all = texts.iter().try_fold(library().clone(), |all: Library, text| all.with(text.clone()))?;
                Ok((all.position(Text::argument(text.text))?, None))
            }
        }
    }
}

/// A position of games of the library and of these texts of rules: `Nim(3) + Kayles(5)`.
#[pyfunction]
pub fn expression(
    py: Python<'_>,
    limits: Limits,
    text: String,
    rules: ListOf<(String, String)>,
) -> PyResult<Py<PyAny>> {
    ask(py, limits, move |_| {
        let subject = with_rules(rules.0)?.position(Text::argument(text))?;
        let game = match subject.files() {
            [only] => Some(Game::of(only.clone())),
            _ => None,
        };
        Ok::<_, Problem>(Position::new(subject.question(None, ENGINE)?, game))
    })
}

#[pymethods]
impl Position {
    /// The position as one line, which can be read back.
    #[getter]
    fn text(&self) -> String {
        self.question.position.to_string()
    }

    /// Its board, a text for each row, where it is one component with a picture.
    #[getter]
    fn board(&self) -> Option<Vec<String>> {
        match &self.question.position.parts[..] {
            [part] => part.game.board(&part.packed),
            _ => None,
        }
    }

    /// The rules it was made by, where those are one file.
    #[getter]
    fn game(&self) -> Option<Game> {
        self.game.clone()
    }

    /// The texts of its rules: pairs of a name and a text.
    #[getter]
    fn rules(&self) -> Vec<(String, String)> {
        self.question.texts.iter().map(|text| (text.name.clone(), text.text.clone())).collect()
    }

    /// The fields of each component: its game, and pairs of a name and a text.
    #[getter]
    fn parts(&self) -> Vec<(String, Vec<(String, String)>)> {
        let parts = self.question.position.parts.iter();
        parts.map(|part| (part.game.rules.name.clone(), part.game.fields_text(&part.packed))).collect()
    }

    /// The names of its players.
    #[getter]
    fn players(&self) -> (String, String) {
        let [left, right] = self.question.players();
        (left, right)
    }

    /// Who is about to move, by name, and whether that was said or is taken for granted.
    fn mover(&self, py: Python<'_>) -> PyResult<(String, bool)> {
        let side = self.side(None).map_err(|problem| Failed::from(problem).raise(py))?;
        Ok((self.question.players()[side as usize].clone(), self.mover.is_some()))
    }

    /// The same position with another player about to move.
    fn with_mover(&self, py: Python<'_>, name: Option<&str>) -> PyResult<Position> {
        let mover = name.map(|name| self.question.player(name)).transpose();
        Ok(Position { mover: mover.map_err(|problem| Failed::from(problem).raise(py))?, ..self.clone() })
    }

    /// Whether its canonical value is asked for by `value`, not its Grundy value.
    #[getter]
    fn partizan(&self) -> bool {
        grundy::is_partizan(&self.question.position)
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.mover == other.mover && self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.mover.map(|side| side as u8), self.key().iter().map(|(part, _)| part).collect::<Vec<_>>())
            .hash(&mut hasher);
        hasher.finish()
    }

    /// The sum of this and other positions.
    fn sum(&self, py: Python<'_>, limits: Limits, others: ListOf<Py<Position>>) -> PyResult<Py<PyAny>> {
        let mut terms = vec![self.question.clone()];
        terms.extend(others.0.iter().map(|other| other.get().question.clone()));
        let game = self.game.clone().filter(|_| terms.iter().all(|term| term.texts == self.question.texts));
        ask(py, limits, move |_| {
            let terms: Vec<&Question> = terms.iter().map(|term| &**term).collect();
            Ok::<_, Problem>(Position::new(Question::sum(&terms, ENGINE)?, game))
        })
    }

    /// Who wins, by which moves, how soon, by how much.
    #[allow(clippy::too_many_arguments)]
    fn solve(
        &self,
        py: Python<'_>,
        limits: Limits,
        first: Option<String>,
        misere: bool,
        plies: bool,
        value: bool,
        explain: bool,
    ) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| {
            let want = Want { plies, value, explain, ..position.want(first.as_deref())? };
            let question = (*position.question).clone();
            let tables = kept_tables::take(&question, play(misere));
            let mut session = Session::resume(question, play(misere), tables, budget)?;
            let answer = session.solve(&want)?;
            kept_tables::put(session.into_tables());
            Ok(Answered(answer, None))
        })
    }

    /// Its canonical value under normal play, as the calculator tells values.
    fn value(&self, py: Python<'_>, limits: Limits) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| {
            let positions = match &position.game {
                Some(game) => LibraryPositions::new(library().clone(), ENGINE).with_world(&game.ruleset, &game.world),
                None => LibraryPositions::new(with_rules(position.rules())?, ENGINE),
            };
            plain(grundy::value(&position.text(), &positions, budget))
        })
    }

    /// The same with a certificate, packed with gzip or not.
    #[allow(clippy::too_many_arguments)]
    fn certificate(
        &self,
        py: Python<'_>,
        limits: Limits,
        first: Option<String>,
        misere: bool,
        proves: Option<String>,
        gzip: bool,
        name: String,
    ) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        let proves = proves.map(|kind| crate::game::named(&CertificateKind::ALL, &kind, "what a certificate proves"));
        let proves = proves.transpose()?;
        let packing = if gzip { Packing::Gzip } else { Packing::Plain };
        ask(py, limits, move |budget| {
            let want = Want { proves, certificate: true, ..position.want(first.as_deref())? };
            let mut session = Session::open((*position.question).clone(), play(misere), budget)?;
            match session.solve(&want)? {
                SolveAnswer::Solved(mut solved) => {
                    let mut bytes = Vec::new();
                    session.certify(&mut solved, &want, (&mut bytes, packing, &name))?;
                    Ok(Answered(SolveAnswer::Solved(solved), Some(bytes)))
                }
                SolveAnswer::Strategy(mut seen) => {
                    let bytes = seen.pairing_certificate()?.text().into_bytes();
                    seen.certificate = Some(name);
                    Ok(Answered(SolveAnswer::Strategy(seen), Some(bytes)))
                }
                unsolved => Ok(Answered(unsolved, None)),
            }
        })
    }

    /// Every legal move, the best first with what it is worth, or in the order of the rules without.
    fn moves(&self, py: Python<'_>, limits: Limits, first: Option<String>, worth: bool) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| {
            let mover = position.side(first.as_deref())?;
            if !worth {
                return plain(grundy::legal_moves(&position.question, mover, budget));
            }
            let play = grundy::Play::AsWritten;
            let tables = kept_tables::take(&position.question, play);
            let (answer, tables) = grundy::moves_with(&position.question, mover, play, tables, budget)?;
            kept_tables::put(tables);
            Ok(Answered(answer, None))
        })
    }

    /// The position after a move: as `moves` writes it and the summand it is made in, or its number in the order of the rules.
    fn play(
        &self,
        py: Python<'_>,
        limits: Limits,
        one: (Option<String>, Option<usize>, Option<usize>),
        first: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        let (text, component, number) = one;
        ask(py, limits, move |budget| {
            let mover = position.side(first.as_deref())?;
            let list = grundy::legal_moves(&position.question, mover, budget)?.moves;
            let meant = |(at, one): &(usize, &grundy::LegalMove)| {
                number.is_none_or(|number| number == *at)
                    && component.is_none_or(|component| component == one.component)
                    && text.as_ref().is_none_or(|text| *text == one.text)
            };
            let Some((_, one)) = list.iter().enumerate().find(meant) else {
                let asked = text.or(number.map(|number| number.to_string())).unwrap_or_default();
                let cause = format!("`{asked}` is no move of {}", position.question.position);
                let few: Vec<&str> = list.iter().take(8).map(|one| one.text.as_str()).collect();
                let remedy =
                    if few.is_empty() { "there are none".into() } else { format!("moves are {}", few.join(", ")) };
                return Err(Problem::bad_input("move", cause).remedy(remedy));
            };
            let after = position.question.position.after(one.component, &one.becomes.parts);
            let next = if one.again { mover } else { mover.other() };
            let matters = position.mover.is_some() || !position.is_impartial();
            let mut to = Position::new(position.question.at(after), position.game.clone());
            to.mover = matters.then_some(next);
            Ok(to)
        })
    }

    /// Which methods will be tried, in which order, and why.
    fn plan(&self, py: Python<'_>, limits: Limits, misere: bool) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| {
            let mut session = Session::open((*position.question).clone(), play(misere), budget)?;
            plain(grundy::plan(&mut session, &position.want(None)?))
        })
    }

    /// Who wins without a search.
    fn strategy(&self, py: Python<'_>, limits: Limits) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| plain(grundy::strategy::seen(&position.question, budget, budget)))
    }

    /// How many sequences of moves there are, by length.
    fn perft(&self, py: Python<'_>, limits: Limits, depth: usize) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| plain(grundy::perft(&position.question, depth, budget)))
    }

    /// Why a move is bad; with a certificate where one is asked for.
    fn refute(
        &self,
        py: Python<'_>,
        limits: Limits,
        text: String,
        first: Option<String>,
        certificate: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| {
            let mover = position.side(first.as_deref())?;
            match grundy::refute(&position.question, &text, mover, budget)? {
                Ok(mut answer) => {
                    let mut bytes = None;
                    if let Some(name) = certificate {
                        let written = bytes.insert(Vec::new());
                        answer.certify((written, Packing::Gzip, &name), budget)?;
                    }
                    Ok(Refuted::Line(Box::new(Answered(answer, bytes))))
                }
                Err(unsolved) => Ok(Refuted::Unsolved(Box::new(Answered(unsolved, None)))),
            }
        })
    }

    /// The positions that play can reach, at most so many, and the moves between them.
    fn states(&self, py: Python<'_>, limits: Limits, most: usize, first: Option<String>) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| {
            let mover = position.side(first.as_deref())?;
            plain(grundy::states(&position.question, mover, most.max(1), budget))
        })
    }

    /// Solved by backward induction as a tree of payoffs.
    fn tree(&self, py: Python<'_>, limits: Limits, want: TreeOptions) -> PyResult<Py<PyAny>> {
        let position = self.clone();
        ask(py, limits, move |budget| {
            let tree = PayoffTree::unfold(&position.question)?;
            Ok(Answered(grundy::tree(tree, &want.want(), budget), None))
        })
    }

    /// A picture of it: `board`, `pairs`, `tree` or `graph`.
    fn picture(
        &self,
        py: Python<'_>,
        limits: Limits,
        kind: String,
        of: (Option<String>, bool, Option<usize>, u64, ListOf<String>),
        drawing: Drawing,
    ) -> PyResult<Py<PyAny>> {
        let (position, look) = (self.clone(), drawing.look()?);
        let (first, best, depth, most, labels) = of;
        if !["board", "pairs", "tree", "graph"].contains(&kind.as_str()) {
            return Err(PyValueError::new_err(format!("`{kind}` is no picture: write board, pairs, tree or graph")));
        }
        ask(py, limits, move |budget| {
            let (first, title) = (position.named(first), look.title.as_deref());
            let drawn = match kind.as_str() {
                "board" | "pairs" => {
                    let (subject, text) = position.asked()?;
                    let how = (first.as_deref(), kind == "pairs");
                    board_picture(&subject, text.as_ref(), how, title, ENGINE, budget)?
                }
                _ => {
                    let options = DiagramOptions {
                        first: first.as_deref(),
                        best,
                        depth,
                        collapse: most.clamp(1, 200_000),
                        labels: &labels.0,
                        title,
                        format: look.format,
                    };
                    let equal = if kind == "tree" { Equal::Apart } else { Equal::Merged };
                    diagram_picture(&position.question, equal, &options, budget)?
                }
            };
            Picture::drawn(drawn, &look, budget)
        })
    }
}

/// The line against a move, or why there is none.
enum Refuted {
    Line(Box<Answered<grundy::RefuteAnswer>>),
    Unsolved(Box<Answered<grundy::Unsolved>>),
}

impl Told for Result<Refuted, Problem> {
    fn told(self, py: Python<'_>) -> Result<Py<PyAny>, Failed> {
        match self? {
            Refuted::Line(line) => line.told(py),
            Refuted::Unsolved(unsolved) => unsolved.told(py),
        }
    }
}
