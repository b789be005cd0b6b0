//! An answer of the calculator.

use super::Detail;
use crate::json;
use crate::report::{Ended, Language, Report};
use crate::words::{Say, say};
use grundy_answer::{Standing, message};
use grundy_value::{Answer, Dyadic, Game, Halt, KoThermograph, Outcome, Plot, Side, Sided, Thermograph, Values};
use serde::ser::Serializer;
use std::fmt::Write;

/// The value with what else is worth knowing of it.
#[derive(serde::Serialize)]
pub struct ValueAnswer {
    /// What it is.
    #[serde(flatten)]
    pub kind: ValueKind,
    /// How sure it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// How long it took, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "milliseconds_if_any")]
    pub seconds: Option<f64>,
    /// In one line; a canonical form too long to write is described instead.
    #[serde(skip)]
    pub line: String,
    #[serde(skip)]
    ended: Ended,
}

/// What an expression stands for.
#[derive(serde::Serialize)]
#[serde(untagged)]
pub enum ValueKind {
    /// A short game.
    Game {
        /// The canonical form, if it is not too long to write.
        #[serde(skip_serializing_if = "Option::is_none")]
        canonical: Option<String>,
        /// What is known of it.
        #[serde(flatten)]
        properties: Box<GameProperties>,
        /// Why no more is known.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::words_if_any")]
        stopped: Option<Halt>,
    },
    /// A loopy value.
    Loopy {
        /// The canonical form.
        canonical: String,
        /// Who wins.
        outcome: String,
        /// Always true.
        loopy: bool,
        /// Whether it is a stopper.
        stopper: bool,
        /// How simple the form is, in words.
        #[serde(skip)]
        form: &'static str,
    },
    /// How two values compare.
    Comparison {
        /// The relation.
        relation: &'static str,
        /// Whether it is what was claimed.
        holds: bool,
    },
    /// Yes or no.
    Truth {
        /// Which.
        truth: bool,
    },
    /// A thermograph.
    Thermograph(ThermographWalls),
    /// Several values.
    List {
        /// Each in one line.
        list: Vec<String>,
    },
    /// A table.
    Table {
        /// What stands above the columns.
        heads: Vec<String>,
        /// The cells of each row.
        rows: Vec<Vec<String>>,
    },
    /// Numbers over numbers.
    Plot {
        /// What goes along.
        along: String,
        /// What goes up.
        series: Vec<PlotSeries>,
    },
    /// A function was defined.
    Defined {
        /// Its head: `f(n)`.
        defined: String,
    },
    /// A text, such as LaTeX.
    Text {
        /// The text.
        text: String,
    },
}

/// One series of a plot.
#[derive(serde::Serialize)]
pub struct PlotSeries {
    /// What it is of.
    pub name: String,
    /// How far along and how far up, exactly.
    pub points: Vec<[String; 2]>,
}

/// What is known of a short game; nothing where the computation was stopped before.
#[derive(Default, serde::Serialize)]
pub struct GameProperties {
    /// Who wins.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::words_if_any")]
    pub outcome: Option<Outcome>,
    /// The mean value.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::words_if_any")]
    pub mean: Option<Dyadic>,
    /// The temperature.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::words_if_any")]
    pub temperature: Option<Dyadic>,
    /// The number that play stops at when Left begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_stop: Option<String>,
    /// The number that play stops at when Right begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right_stop: Option<String>,
    /// The birthday; in JSON a number where it fits 64 bits, else its digits.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_number")]
    pub birthday: Option<Dyadic>,
    /// The atomic weight, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_weight: Option<String>,
}

/// A thermograph by the corners of its walls.
#[derive(serde::Serialize)]
pub struct ThermographWalls {
    /// Where the mast stands.
    pub mean: String,
    /// Where the mast begins.
    pub temperature: String,
    /// Left's wall.
    pub left_wall: Vec<WallCorner>,
    /// Right's wall.
    pub right_wall: Vec<WallCorner>,
}

/// A corner of a wall.
#[derive(serde::Serialize)]
pub struct WallCorner {
    /// How high.
    pub temperature: String,
    /// Where.
    pub value: String,
}

/// The answer in one line, and whether it could be written.
fn line(answer: &Answer, values: Values<'_>) -> (String, Ended) {
    match answer.text(values) {
        Ok(text) => (text, Ended::Fine),
        Err(halt) => (format!("(not written: {halt})"), Ended::Limit),
    }
}

impl ValueAnswer {
    /// Words that are no value.
    pub(super) fn said(text: String) -> ValueAnswer {
        let kind = ValueKind::Text { text: text.clone() };
        ValueAnswer { kind, standing: None, seconds: None, line: text, ended: Ended::Fine }
    }

    pub(super) fn of(answer: &Answer, values: Values<'_>, detail: Detail) -> ValueAnswer {
        let (line_text, mut ended) = line(answer, values);
        let reason = match answer {
            Answer::Loopy(_) => message!("exact comparison of both sides after every simplification"),
            Answer::KoThermograph(_) => message!("exact scaffolds of the moves as written, for this komaster"),
            _ => message!("exact arithmetic on canonical forms"),
        };
        let texts = |answers: &[Answer]| answers.iter().map(|answer| line(answer, values).0).collect();
        let kind = match answer {
            Answer::Game(game) => {
                let canonical = (ended == Ended::Fine).then(|| line_text.clone());
                let mut properties = Box::new(GameProperties::default());
                let stopped = if detail == Detail::Full { properties.fill(*game, values).err() } else { None };
                if stopped.is_some() {
                    ended = Ended::Limit;
                }
                ValueKind::Game { canonical, properties, stopped }
            }
            Answer::Loopy(sided) => ValueKind::Loopy {
                canonical: line_text.clone(),
                outcome: sided.outcome(),
                loopy: true,
                stopper: sided.is_stopper(),
                form: form(sided),
            },
            Answer::Comparison { relation, holds } => {
                ValueKind::Comparison { relation: relation.symbol(), holds: *holds }
            }
            Answer::Truth(truth) => ValueKind::Truth { truth: *truth },
            Answer::Thermograph(thermograph) => ValueKind::Thermograph(ThermographWalls::of(thermograph)),
            Answer::KoThermograph(thermograph) => ValueKind::Thermograph(ThermographWalls::of_ko(thermograph)),
            Answer::List(answers) | Answer::Row(answers) => ValueKind::List { list: texts(answers) },
            Answer::Table(grid) => {
                ValueKind::Table { heads: grid.heads.clone(), rows: grid.rows.iter().map(|row| texts(row)).collect() }
            }
            Answer::Plot(plot) => ValueKind::Plot { along: plot.along.clone(), series: series(plot) },
            Answer::Defined(head) => ValueKind::Defined { defined: head.clone() },
            Answer::Text(_) => ValueKind::Text { text: line_text.clone() },
        };
        let standing = match answer {
            Answer::Defined(_) => None,
            _ => Some(Standing::Proved(reason)),
        };
        ValueAnswer { kind, standing, seconds: None, line: line_text, ended }
    }

    /// The answer among others: the value alone, and how long it took. Nothing of a definition.
    pub fn line_of(&self, language: Language) -> String {
        if let ValueKind::Defined { .. } = self.kind {
            return String::new();
        }
        let mut text = format!("{}\n", self.line);
        if let Some(seconds) = self.seconds {
            let _ = writeln!(text, "{}", say!(language, "{} s", format!("{seconds:.3}")));
        }
        text
    }
}

fn series(plot: &Plot) -> Vec<PlotSeries> {
    let points = |series: usize| {
        let own = plot.points.iter().filter(move |point| point.0 == series);
        own.map(|(_, x, y)| [x.to_string(), y.to_string()]).collect()
    };
    plot.heads.iter().enumerate().map(|(at, name)| PlotSeries { name: name.clone(), points: points(at) }).collect()
}

fn milliseconds_if_any<S: Serializer>(seconds: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match seconds {
        Some(seconds) => json::milliseconds(seconds, serializer),
        None => serializer.serialize_none(),
    }
}

/// How simple the form of a loopy value is.
fn form(sided: &Sided) -> &'static str {
    match (sided.is_stopper(), sided.is_stopper_sided()) {
        (true, _) => "a stopper in canonical form",
        (false, true) => "onside & offside, both stoppers",
        (false, false) => "onside & offside, simplified; not known to be the simplest",
    }
}

impl GameProperties {
    /// Notes one property after the other, until the computation is stopped.
    fn fill(&mut self, game: Game, values: Values<'_>) -> Result<(), Halt> {
        self.outcome = Some(values.outcome(game)?);
        let thermograph = values.thermograph(game)?;
        self.mean = Some(thermograph.mean.clone());
        self.temperature = Some(thermograph.temperature.clone());
        self.left_stop = Some(values.text(values.stop(game, Side::Left))?);
        self.right_stop = Some(values.text(values.stop(game, Side::Right))?);
        self.birthday = Some(values.birthday(game)?);
        if let Some(weight) = values.atomic_weight(game)? {
            self.atomic_weight = Some(values.text(weight)?);
        }
        Ok(())
    }

    fn text(&self) -> String {
        let known = [
            ("outcome", self.outcome.map(|outcome| outcome.to_string())),
            ("mean", self.mean.as_ref().map(Dyadic::to_string)),
            ("temperature", self.temperature.as_ref().map(Dyadic::to_string)),
            ("left stop", self.left_stop.clone()),
            ("right stop", self.right_stop.clone()),
            ("birthday", self.birthday.as_ref().map(Dyadic::to_string)),
            ("atomic weight", self.atomic_weight.clone()),
        ];
        let known: Vec<String> =
            known.into_iter().filter_map(|(name, value)| value.map(|value| format!("{name} {value}"))).collect();
        known.join(", ")
    }
}

impl ThermographWalls {
    fn of(thermograph: &Thermograph) -> ThermographWalls {
        ThermographWalls {
            mean: thermograph.mean.to_string(),
            temperature: thermograph.temperature.to_string(),
            left_wall: corners(thermograph.left.corners()),
            right_wall: corners(thermograph.right.corners()),
        }
    }

    fn of_ko(thermograph: &KoThermograph) -> ThermographWalls {
        ThermographWalls {
            mean: thermograph.mean.to_string(),
            temperature: thermograph.temperature.to_string(),
            left_wall: corners(thermograph.left.corners()),
            right_wall: corners(thermograph.right.corners()),
        }
    }
}

fn corners<N: ToString>(corners: &[(N, N)]) -> Vec<WallCorner> {
    let corner = |(t, value): &(N, N)| WallCorner { temperature: t.to_string(), value: value.to_string() };
    corners.iter().map(corner).collect()
}

/// A number where it fits 64 bits, else its digits.
fn as_number<S: Serializer>(number: &Option<Dyadic>, serializer: S) -> Result<S::Ok, S::Error> {
    match number.as_ref().map(|number| (number.to_i64(), number)) {
        None => serializer.serialize_none(),
        Some((Some(small), _)) => serializer.serialize_i64(small),
        Some((None, number)) => serializer.collect_str(number),
    }
}

impl Report for ValueAnswer {
    fn words(&self, language: Language) -> String {
        let mut text = self.line.clone();
        match &self.kind {
            ValueKind::Game { properties, stopped, .. } => {
                let _ = write!(text, "\n{}", properties.text());
                if let Some(halt) = stopped {
                    let _ = write!(text, "\nstopped: {halt}");
                }
            }
            ValueKind::Loopy { outcome, form, .. } => {
                let _ = write!(text, "\noutcome {outcome}, loopy: {form}");
            }
            _ => {}
        }
        if let Some(standing) = &self.standing {
            let _ = write!(text, "\n{}", standing.say(language));
        }
        if let Some(seconds) = self.seconds {
            let _ = write!(text, "\n{}", say!(language, "{} s", format!("{seconds:.3}")));
        }
        text
    }

    fn ended(&self) -> Ended {
        self.ended
    }
}
