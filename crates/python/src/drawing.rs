//! Pictures: how they are to look, and what comes out.

use crate::game::named;
use crate::reply::{Answered, language_of};
use grundy::picture::{PictureAnswer, PictureFacts};
use grundy::words::Say;
use grundy::{Budget, Ended, Language, Message, Problem, Report, Stop};
use grundy_draw::layout::Direction;
use grundy_draw::{ColourBy, Fonts, Format, Style, Theme, draw};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

/// `(format, theme, colour, direction, title, language)`.
#[derive(FromPyObject)]
pub struct Drawing(String, String, String, String, Option<String>, String);

/// How a picture looks.
pub struct Look {
    /// Its format.
    pub format: Format,
    /// A title instead of the usual one.
    pub title: Option<String>,
    style: Style,
}

impl Drawing {
    /// What the words mean.
    pub fn look(self) -> PyResult<Look> {
        let Drawing(format, theme, colour, direction, title, language) = self;
        let format = Format::of_extension(&format)
            .ok_or_else(|| PyValueError::new_err("the formats are svg, html, png, txt, tikz and dot"))?;
        let style = Style {
            theme: named(&[("plain", Theme::Plain), ("safe", Theme::Safe), ("dark", Theme::Dark)], &theme, "a theme")?,
            colour_by: named(&[("turn", ColourBy::Turn), ("outcome", ColourBy::Outcome)], &colour, "a colouring")?,
            lang: language_of(&language)?,
            direction: named(&[("down", Direction::Down), ("right", Direction::Right)], &direction, "a direction")?,
        };
        Ok(Look { format, title, style })
    }
}

/// What is said of a picture.
pub struct Picture {
    facts: PictureFacts,
    words: Message,
    stopped: Option<Stop>,
}

impl Picture {
    /// A picture as bytes of its format, with what is said of it.
    pub fn drawn(answer: PictureAnswer, look: &Look, budget: &Budget) -> Result<Answered<Picture>, Problem> {
        let bytes = draw(&answer.picture, look.format, &look.style, &Fonts::embedded(), budget)
            .map_err(|refusal| Problem::bad_input("picture", refusal.to_string()).remedy("draw less of it"))?;
        let PictureAnswer { facts, words, stopped, .. } = answer;
        Ok(Answered(Picture { facts, words, stopped }, Some(bytes)))
    }
}

impl serde::Serialize for Picture {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serde_json::to_value(&self.facts).unwrap_or(Value::Null);
        if let Some(stop) = self.stopped {
            all["stopped"] = json!(stop.to_string());
        }
        all.serialize(serializer)
    }
}

impl Report for Picture {
    fn words(&self, language: Language) -> String {
        self.words.say(language)
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}
