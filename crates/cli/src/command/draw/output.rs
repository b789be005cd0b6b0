//! Where a picture goes and how it looks: a whole file, or standard output.

use super::fonts;
use crate::door::door;
use crate::reply::{Exit, Replied, Reply};
use crate::whole;
use grundy::picture::{PictureAnswer, PictureFacts};
use grundy::words::Say;
use grundy::{Budget, Problem, Stop};
use grundy_draw::layout::Direction;
use grundy_draw::{ColourBy, Fonts, Format, Style, Theme, draw};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Options of every picture.
#[derive(clap::Args)]
pub struct Output {
    /// The file; its extension is the format: svg html dot tikz tex png txt. `-` is standard output.
    #[arg(short = 'o', long = "output", value_name = "FILE", default_value = "-", allow_hyphen_values = true)]
    file: PathBuf,
    /// The format, if the file's name does not say it; standard output is txt otherwise.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,
    /// Colours: plain, safe (for the colour-blind), dark.
    #[arg(long, value_name = "THEME", default_value = "plain", value_parser = theme)]
    theme: Theme,
    /// What fills the nodes of trees and graphs: turn or outcome.
    #[arg(long, value_name = "BY", default_value = "turn", value_parser = colour)]
    colour: ColourBy,
    /// A title instead of the usual one; empty for none.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Which way trees and graphs grow.
    #[arg(skip)]
    direction: Direction,
}

impl Output {
    /// The same for a picture that grows this way.
    pub fn growing(self, direction: Direction) -> Output {
        Output { direction, ..self }
    }

    /// A picture to a file, with the usual look.
    pub fn to(file: &Path) -> Output {
        Output {
            file: file.to_path_buf(),
            format: None,
            theme: Theme::default(),
            colour: ColourBy::default(),
            title: None,
            direction: Direction::default(),
        }
    }

    /// The format of the file; asked before anything is computed.
    pub fn format(&self) -> Result<Format, Problem> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        if self.is_standard() {
            return Ok(Format::Txt);
        }
        let extension = self.file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        Format::of_extension(extension).ok_or_else(|| {
            Problem::bad_input("format", format!("`{}` names no format", self.file.display()))
                .remedy("end it in .svg .html .dot .tikz .tex .png .pdf or .txt, or give --format")
        })
    }

    /// Draws and writes.
    pub fn finish(self, answer: &PictureAnswer, budget: &Budget) -> Replied {
        let format = self.format()?;
        if matches!(format, Format::Png | Format::Pdf) && self.is_standard() {
            return Err(Problem::bad_input("format", "pixels and pages cannot be written to standard output")
                .remedy("name a file: -o FILE.png"));
        }
        let style =
            Style { theme: self.theme, colour_by: self.colour, lang: door().language, direction: self.direction };
        let refused = |refusal: grundy_draw::Refusal| {
            Problem::bad_input("picture", refusal.to_string())
                .remedy("draw less of it (--depth, --collapse), or another format")
        };
        let (mut faces, mut missing) = (Fonts::embedded(), Vec::new());
        if format == Format::Png {
            let svg = draw(&answer.picture, Format::Svg, &style, &faces, budget).map_err(refused)?;
            (faces, missing) = fonts::covering(faces, &String::from_utf8_lossy(&svg));
        }
        let bytes = draw(&answer.picture, format, &style, &faces, budget).map_err(refused)?;
        let text = self.is_standard().then(|| String::from_utf8_lossy(&bytes).into_owned());
        let drawn = Drawn {
            facts: &answer.facts,
            format: name(format),
            bytes: bytes.len(),
            seconds: budget.seconds(),
            missing: missing.iter().collect(),
            stopped: answer.stopped,
            file: self.file.to_string_lossy().into_owned(),
            picture: text.as_deref(),
        };
        if text.is_none() {
            whole::write(&self.file, &bytes)?;
        }
        let json = serde_json::to_value(&drawn).expect("a picture's facts can be written as JSON");
        let exit = if answer.stopped.is_some() { Exit::Limit } else { Exit::Fine };
        let text =
            text.unwrap_or_else(|| told(&self.file, &answer.words.say(door().language), answer.stopped, &missing));
        Ok(Reply { text: text.into(), json, exit })
    }

    fn is_standard(&self) -> bool {
        self.file.as_os_str() == "-"
    }
}

/// A picture that was drawn, for programs.
#[derive(Serialize)]
struct Drawn<'a> {
    #[serde(flatten)]
    facts: &'a PictureFacts,
    format: &'static str,
    bytes: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "String::is_empty")]
    missing: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Stop>,
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<&'a str>,
}

fn told(file: &Path, what: &str, stop: Option<Stop>, missing: &[char]) -> String {
    let mut text = format!("{}: {what}\n", file.display());
    if let Some(stop) = stop {
        text.push_str(&format!("not whole: {stop}\n"));
    }
    if !missing.is_empty() {
        let shown: String = missing.iter().take(40).collect();
        text.push_str(&format!("no font here has {shown}\n"));
    }
    text
}

fn name(format: Format) -> &'static str {
    match format {
        Format::Svg => "svg",
        Format::Html => "html",
        Format::Dot => "dot",
        Format::Tikz => "tikz",
        Format::Png => "png",
        Format::Pdf => "pdf",
        Format::Txt => "txt",
    }
}

fn format(text: &str) -> Result<Format, String> {
    Format::of_extension(text).ok_or_else(|| "the formats are svg html dot tikz png pdf txt".to_string())
}

fn theme(text: &str) -> Result<Theme, String> {
    match text {
        "plain" => Ok(Theme::Plain),
        "safe" => Ok(Theme::Safe),
        "dark" => Ok(Theme::Dark),
        _ => Err("the themes are plain, safe and dark".to_string()),
    }
}

fn colour(text: &str) -> Result<ColourBy, String> {
    match text {
        "turn" => Ok(ColourBy::Turn),
        "outcome" => Ok(ColourBy::Outcome),
        _ => Err("nodes are coloured by turn or outcome".to_string()),
    }
}
