//! Where a picture goes and how it looks: a whole file, or standard output.

use super::fonts;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::terminal::{self, Terminal};
use crate::whole;
use grundy_answer::Stop;
use grundy_draw::layout::Direction;
use grundy_draw::{ColourBy, Fonts, Format, Lang, Picture, Style, Theme, draw};
use serde_json::{Map, Value, json};
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
    #[arg(long, visible_alias = "color", value_name = "BY", default_value = "turn", value_parser = colour)]
    colour: ColourBy,
    /// The language of the words a picture adds: en, ko, zh.
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = lang)]
    lang: Lang,
    /// A title instead of the usual one; empty for none.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Which way trees and graphs grow.
    #[arg(skip)]
    direction: Direction,
}

/// What is said of a picture beside the picture.
#[derive(Default)]
pub struct Account {
    /// For people, after the file's name: `53 positions, 52 moves`.
    pub text: String,
    /// For programs.
    pub json: Map<String, Value>,
    /// Why it is not whole, if it is not.
    pub stop: Option<Stop>,
}

impl Output {
    /// The same for a picture that grows this way.
    pub fn growing(self, direction: Direction) -> Output {
        Output { direction, ..self }
    }

    /// The watch of the work behind the picture.
    pub fn watch(&self) -> Terminal {
        terminal::watch()
    }

    /// The format of the file; asked before anything is computed.
    pub fn format(&self) -> Result<Format, Failure> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        if self.is_standard() {
            return Ok(Format::Txt);
        }
        let extension = self.file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        Format::of_extension(extension).ok_or_else(|| {
            Failure::bad_input("format", format!("`{}` names no format", self.file.display()))
                .remedy("end it in .svg .html .dot .tikz .tex .png or .txt, or give --format")
        })
    }

    /// Draws and writes.
    pub fn finish(self, picture: &Picture, account: Account, watch: &Terminal) -> Outcome {
        let format = self.format()?;
        if format == Format::Png && self.is_standard() {
            return Err(Failure::bad_input("format", "pixels cannot be written to standard output")
                .remedy("name a file: -o FILE.png"));
        }
        let style = Style { theme: self.theme, colour_by: self.colour, lang: self.lang, direction: self.direction };
        let refused = |refusal: grundy_draw::Refusal| {
            Failure::bad_input("picture", refusal.to_string())
                .remedy("draw less of it (--depth, --collapse), or another format")
        };
        let (mut faces, mut missing) = (Fonts::embedded(), Vec::new());
        if format == Format::Png {
            let svg = draw(picture, Format::Svg, &style, &faces, watch).map_err(refused)?;
            (faces, missing) = fonts::covering(faces, &String::from_utf8_lossy(&svg));
        }
        let bytes = draw(picture, format, &style, &faces, watch).map_err(refused)?;
        let mut json = account.json;
        json.insert("format".into(), json!(name(format)));
        json.insert("bytes".into(), json!(bytes.len()));
        json.insert("seconds".into(), json!(watch.seconds()));
        if !missing.is_empty() {
            json.insert("missing".into(), json!(missing.iter().collect::<String>()));
        }
        if let Some(stop) = account.stop {
            json.insert("stopped".into(), json!(stop.to_string()));
        }
        let exit = if account.stop.is_some() { Exit::Limit } else { Exit::Fine };
        if self.is_standard() {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            json.insert("file".into(), json!("-"));
            json.insert("picture".into(), json!(text));
            return Ok(Reply { text, json: Value::Object(json), exit });
        }
        whole::write(&self.file, &bytes)?;
        json.insert("file".into(), json!(self.file.to_string_lossy()));
        Ok(Reply { text: told(&self.file, &account.text, account.stop, &missing), json: Value::Object(json), exit })
    }

    fn is_standard(&self) -> bool {
        self.file.as_os_str() == "-"
    }
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
        Format::Txt => "txt",
    }
}

fn format(text: &str) -> Result<Format, String> {
    Format::of_extension(text).ok_or_else(|| "the formats are svg html dot tikz png txt".to_string())
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

fn lang(text: &str) -> Result<Lang, String> {
    Lang::of_tag(text).ok_or_else(|| "the languages are en, ko and zh".to_string())
}
