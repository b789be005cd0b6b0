//! The game of heaps that a code or rules describe.

use crate::budget::Budget;
use crate::engine::Engine;
use crate::period;
use crate::problem::Problem;
use crate::subject::Subject;
use crate::text::Text;
use grundy_heap::{Code, CodeError, Sequence};
use grundy_rule::{Convention, Domain};
use grundy_run::Game;
use std::sync::Arc;

/// A game with one heap.
pub struct HeapGame {
    form: Form,
    origin: Origin,
}

/// How its values are found.
enum Form {
    /// By a code, written or read off rules.
    Code(Code),
    /// By search: rules with one `nat` field that have no heap form, at their parameters.
    Searched(Arc<Game>),
}

/// Where it comes from.
enum Origin {
    /// A code.
    Written,
    /// Rules, and perhaps the text of their parameters.
    Rules { subject: Box<Subject>, parameters: Option<Text>, engine: Engine },
}

/// Whether a word that is no code looks more like a misspelt code than like the name of a game.
pub fn looks_like_code(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit() || first == '.') || word.contains('{')
}

impl HeapGame {
    /// The game of one written code; several words are what a shell makes of unquoted braces.
    pub fn written(words: &[String]) -> Result<HeapGame, Problem> {
        let [text] = words else {
            let cause = format!("{} codes were given, one is wanted", words.len());
            return Err(Problem::bad_input("code", cause).remedy("quote a set for the shell: 'S{1,3,4}'"));
        };
        let code: Code = text.parse().map_err(|error: CodeError| {
            let cause = format!("`{text}`: {}", error.message);
            let problem = Problem::bad_input("code", cause).at(error.column.to_string());
            match error.remedy {
                Some(remedy) => problem.remedy(remedy),
                None => problem,
            }
        })?;
        Ok(HeapGame { form: Form::Code(code), origin: Origin::Written })
    }

    /// The game of rules with one heap, at the parameters of a text or at the defaults.
    pub fn ruled(subject: Subject, parameters: Option<Text>, engine: Engine) -> Result<HeapGame, Problem> {
        let ruleset = subject.ruleset();
        let name = &ruleset.rules().name;
        if !matches!(&ruleset.rules().fields[..], [only] if matches!(only.domain, Domain::Nat)) {
            return Err(no_heap(name));
        }
        let (game, title) = match &parameters {
            None => {
                let world = engine.world(vec![ruleset.module.clone()]);
                let game = grundy_run::default_game(&world, (0, ruleset.game), 0);
                (game.map_err(|diagnostic| Problem::of_position(&diagnostic))?, name.clone())
            }
            Some(parameters) => {
                let question =
                    at_parameters(&subject, parameters, |position| subject.question(Some(position), engine))?;
                let part = question.position.parts.first().ok_or_else(|| no_heap(name))?;
                (part.game.clone(), format!("{name}, {}", parameters.text))
            }
        };
        let form = match grundy_solve::heap_rule(&game) {
            Some(rule) => Form::Code(Code::named(format!("{title} ({rule})"), rule)),
            None => Form::Searched(game),
        };
        Ok(HeapGame { form, origin: Origin::Rules { subject: Box::new(subject), parameters, engine } })
    }

    /// Its code; the game itself where it has none.
    pub(super) fn code(&self) -> Result<&Code, &Game> {
        match &self.form {
            Form::Code(code) => Ok(code),
            Form::Searched(game) => Err(game),
        }
    }

    /// Whether its rules say that who cannot move wins.
    pub(super) fn is_misere(&self) -> bool {
        matches!(&self.origin, Origin::Rules { subject, .. } if Convention::of(subject.ruleset().rules()) == Convention::Misere)
    }

    /// Its code, or the problem of rules off which none can be read.
    pub fn coded(&self) -> Result<&Code, Problem> {
        self.code().map_err(|game| {
            let cause = format!("no code can be read off the rules of {}", game.rules.name);
            Problem::bad_input("code", cause).remedy("`grundy facts` says why; `grundy solve` searches")
        })
    }

    /// The code whose values are those of the game.
    pub fn valued(&self) -> Result<&Code, Problem> {
        if self.is_misere() { Err(no_values("values of heaps")) } else { self.coded() }
    }

    /// The certificate of its period, or why there is none.
    pub(super) fn certificate(&self, sequence: &Sequence, budget: &Budget) -> Result<Result<String, String>, Problem> {
        let rule = sequence.table().rule();
        let certificate = match &self.origin {
            Origin::Written => period::of_code(rule, sequence, budget),
            Origin::Rules { subject, parameters, engine } => {
                let provable = match parameters {
                    None => subject.provable(None, *engine)?,
                    Some(text) => at_parameters(subject, text, |position| subject.provable(Some(position), *engine))?,
                };
                period::of_rules(&subject.ruleset().text, &provable, rule, sequence, budget)
            }
        };
        Ok(certificate.map(|certificate| certificate.text()))
    }
}

/// What a position with these parameters gives: that of the empty heap, else the one written.
fn at_parameters<T>(
    subject: &Subject,
    parameters: &Text,
    of: impl Fn(&Text) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let heap = subject.ruleset().rules().fields.first().map_or("", |field| field.name.as_str());
    let empty = Text::position(format!("{}, {heap} = 0", parameters.text));
    of(&empty).or_else(|_| of(parameters))
}

/// What is asked for is of normal play, and the rules say otherwise.
pub(super) fn no_values(asked: &str) -> Problem {
    let cause = format!("{asked} are those of normal play, and the rules say misère play");
    Problem::bad_input("code", cause).remedy("without it `grundy sequence` tells who wins each heap alone")
}

fn no_heap(name: &str) -> Problem {
    let cause = format!("{name} is not a game with one heap");
    Problem::bad_input("code", cause).remedy("`grundy table` lists values over fields and parameters")
}
