//! Outcomes or values over one or two fields or parameters.
//!
//! Fields are varied within one game, set up once at the far corner, so that all cells share one table; parameters
//! make a game of their own for each cell.

use super::lookup::{self, Lookup};
use super::{PictureAnswer, PictureFacts};
use crate::budget::Budget;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::question::starter;
use crate::subject::Ruleset;
use crate::text::Text;
use grundy_answer::{Message, Piece, Progress, Standing, Stop, Watch, message};
use grundy_draw::{Axis, HeatMap, Picture, Shade};
use grundy_run::{Component, Position, Side, Stored, Value};

/// The most cells of a map.
const MOST_CELLS: u64 = 1_000_000;

/// What the cells of a map show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeatShow {
    /// Values where there are any.
    Values,
    /// Who wins.
    Outcome,
}

/// A map over one or two ranges: `p[0]=0..60,p[1]=0..60`; `arguments` are the other arguments of the game.
pub fn heat_picture(
    ruleset: &Ruleset,
    arguments: Option<&str>,
    (over, show, first): (&str, HeatShow, Option<&str>),
    title: Option<&str>,
    engine: Engine,
    budget: &Budget,
) -> Result<PictureAnswer, Problem> {
    let rules = ruleset.rules();
    let first = first.map_or(Ok(Side::Left), |name| starter(name, &rules.players))?;
    let mut axes = over.split(',').map(|text| Varied::parse(text, ruleset)).collect::<Result<Vec<_>, _>>()?;
    if axes.len() > 2 {
        return Err(Problem::bad_input("over", "a map has one or two axes"));
    }
    if axes.iter().map(|axis| axis.count() as u64).try_fold(1, u64::checked_mul).is_none_or(|cells| cells > MOST_CELLS)
    {
        return Err(Problem::bad_input("over", format!("a map holds at most {MOST_CELLS} cells")));
    }
    let (x, y) = (axes.remove(0), axes.pop());
    let mut cells = Cells {
        ruleset,
        arguments,
        engine,
        show,
        first,
        watch: budget,
        common: None,
        standing: None,
        stop: None,
        solved: 0,
    };
    let mut shades = Vec::new();
    for row in y.as_ref().map_or(0..=0, |y| y.low..=y.high) {
        for column in x.low..=x.high {
            let mut values = vec![(&x, column)];
            values.extend(y.as_ref().map(|y| (y, row)));
            shades.push(cells.shade(&values, [Some(&x), y.as_ref()])?);
        }
    }
    let standing = cells.standing();
    let (stopped, solved) = (cells.stop, cells.solved);
    let map = HeatMap {
        title: title.unwrap_or(&rules.name).to_string(),
        standing: Some(standing.clone()),
        width: x.count(),
        height: y.as_ref().map_or(1, Varied::count),
        x: Axis { name: x.name.clone(), start: x.low },
        y: y.map_or_else(Axis::default, |y| Axis { name: y.name, start: y.low }),
        cells: shades,
    };
    let counted = message!("{} of {} cells have a value", solved, map.cells.len());
    let words = Message::row("\n", vec![counted, standing.piece()]);
    let facts = PictureFacts::Heat { cells: map.cells.len(), solved, standing };
    Ok(PictureAnswer { picture: Picture::Heat(map), words, facts, stopped })
}

/// What is varied: one axis.
struct Varied {
    name: String,
    what: What,
    low: i64,
    high: i64,
}

#[derive(Clone, Copy)]
enum What {
    Param,
    Field(usize),
    /// A cell of an array field, by its number.
    Element(usize, usize),
    /// An entry of a field that holds a pair.
    Entry(usize, usize),
}

impl Varied {
    /// Reads `name=low..high`.
    fn parse(text: &str, ruled: &Ruleset) -> Result<Varied, Problem> {
        let wrong = || {
            Problem::bad_input("over", format!("`{text}` is not NAME=LOW..HIGH")).remedy("write --over x=0..60,y=0..60")
        };
        let (name, range) = text.split_once('=').ok_or_else(wrong)?;
        let (low, high) = range.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let (low, high) = (number(low)?, number(high)?);
        if high < low || high.checked_sub(low).is_none_or(|span| span as u64 >= MOST_CELLS) {
            return Err(Problem::bad_input("over", format!("`{}` is empty or too long", range.trim())));
        }
        let name = name.trim();
        let rules = ruled.rules();
        let field = |name: &str| rules.fields.iter().position(|field| field.name == name.trim());
        let indexed = name.strip_suffix(']').and_then(|name| name.split_once('['));
        let dotted = name.split_once('.');
        let what = if let Some(field) = field(name) {
            What::Field(field)
        } else if rules.params.iter().any(|param| param.name == name) {
            What::Param
        } else if let Some((field, element)) =
            indexed.and_then(|(name, index)| Some((field(name)?, index.trim().parse().ok()?)))
        {
            What::Element(field, element)
        } else if let Some((field, entry)) = dotted.and_then(|(name, entry)| {
            Some((
                field(name)?,
                match entry.trim() {
                    "row" | "x" => 0,
                    "col" | "y" => 1,
                    _ => return None,
                },
            ))
        }) {
            What::Entry(field, entry)
        } else {
            let names = rules.fields.iter().chain(&rules.params).map(|one| one.name.clone()).collect::<Vec<_>>();
            return Err(Problem::bad_input("over", format!("{} has no `{name}`", rules.name))
                .remedy(format!("its fields and parameters are {}", names.join(", "))));
        };
        Ok(Varied { name: name.to_string(), what, low, high })
    }

    fn count(&self) -> usize {
        (self.high - self.low + 1) as usize
    }
}

/// Cells as they are asked for.
struct Cells<'a> {
    ruleset: &'a Ruleset,
    arguments: Option<&'a str>,
    engine: Engine,
    show: HeatShow,
    first: Side,
    watch: &'a Budget<'a>,
    /// The far corner and its table, where fields alone are varied.
    common: Option<(Component, Lookup<'a>)>,
    standing: Option<Standing>,
    stop: Option<Stop>,
    solved: u64,
}

impl<'a> Cells<'a> {
    fn shade(&mut self, values: &[(&Varied, i64)], axes: [Option<&Varied>; 2]) -> Result<Shade, Problem> {
        if self.stop.is_some() {
            return Ok(Shade::Blank);
        }
        if values.iter().any(|(axis, _)| matches!(axis.what, What::Param)) {
            return self.separate(values);
        }
        if self.common.is_none() {
            let corner: Vec<(&Varied, i64)> = axes.into_iter().flatten().map(|axis| (axis, axis.high)).collect();
            let position = self.position(&corner)?;
            let [part] = &position.parts[..] else {
                return Err(Problem::bad_input("over", "fields are varied in one game, not in a sum"));
            };
            self.common = Some((part.clone(), Lookup::new(&position, self.watch)?));
        }
        let (part, mut lookup) = self.common.take().expect("set up above");
        let shade = match at(&part, values) {
            Some(position) => self.look(&mut lookup, &position),
            None => Ok(Shade::Blank),
        };
        self.standing = Some(lookup.standing());
        self.common = Some((part, lookup));
        shade
    }

    /// A cell that is a game of its own. Arguments that describe no game leave the cell blank.
    fn separate(&mut self, values: &[(&Varied, i64)]) -> Result<Shade, Problem> {
        self.stop = self.watch.tick(Progress { what: "cells", done: self.solved, total: None, bytes: 0 });
        let position = match self.position(values) {
            Ok(position) => position,
            Err(failure) if failure.code == "E25" || failure.code == "E24" => return Ok(Shade::Blank),
            Err(failure) => return Err(failure),
        };
        let mut lookup = Lookup::new(&position, self.watch)?;
        self.look(&mut lookup, &position)
    }

    fn look(&mut self, lookup: &mut Lookup, position: &Position) -> Result<Shade, Problem> {
        let worth = lookup.evaluate(position, self.first)?;
        self.stop = self.stop.or(lookup.stop);
        Ok(worth.map_or(Shade::Blank, |worth| {
            self.solved += 1;
            if self.show == HeatShow::Outcome {
                Shade::Outcome(lookup::outcome(worth.result))
            } else {
                lookup::shade(&worth)
            }
        }))
    }

    /// The position with these fields and parameters, by the game's own setup.
    fn position(&self, values: &[(&Varied, i64)]) -> Result<Position, Problem> {
        let mut arguments: Vec<String> = self.arguments.iter().map(|text| text.to_string()).collect();
        let given = !arguments.is_empty();
        let mut lists: Vec<(String, Vec<i64>)> = Vec::new();
        for (axis, value) in values {
            match axis.what {
                What::Param | What::Field(_) => arguments.push(format!("{} = {value}", axis.name)),
                What::Element(..) | What::Entry(..) if given => {}
                What::Element(_, place) | What::Entry(_, place) => {
                    let name = axis.name.split(['[', '.']).next().unwrap_or_default().to_string();
                    let known = lists.iter().position(|(other, _)| *other == name).unwrap_or(lists.len());
                    if known == lists.len() {
                        lists.push((name, Vec::new()));
                    }
                    let list = &mut lists[known].1;
                    list.resize(list.len().max(place.min(4096) + 1), 0);
                    list[place.min(4096)] = *value;
                }
            }
        }
        for (name, list) in lists {
            let pair =
                values.iter().any(|(axis, _)| matches!(axis.what, What::Entry(..)) && axis.name.starts_with(&name));
            let entries = list.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            let text = if pair {
                format!("{name} = ({entries}{})", if list.len() < 2 { ", 0" } else { "" })
            } else {
                format!("{name} = [{entries}]")
            };
            arguments.push(text);
        }
        let text = Text::position(arguments.join(", "));
        Ok(self.ruleset.question(Some(&text), self.engine)?.position)
    }

    fn standing(&self) -> Standing {
        match (self.stop, &self.standing) {
            (Some(stop), _) => Standing::Checked(message!("{} after {} cells", stop, self.solved)),
            (None, Some(standing)) => standing.clone(),
            (None, None) => Standing::Proved(message!("each of {} cells was searched", self.solved)),
        }
    }
}

/// The component with other numbers in its fields; `None` where they do not belong.
fn at(part: &Component, values: &[(&Varied, i64)]) -> Option<Position> {
    let mut state = part.game.unpack(&part.packed);
    for (axis, value) in values {
        match axis.what {
            What::Param => return None,
            What::Field(field) => state.fields[field] = Stored::One(Value::Int(*value)),
            What::Element(field, place) => match &mut state.fields[field] {
                Stored::Array(cells) => *cells.get_mut(place)? = Value::Int(*value),
                _ => return None,
            },
            What::Entry(field, place) => match &mut state.fields[field] {
                Stored::One(Value::Cell(row, column)) => {
                    let entry = if place == 0 { row } else { column };
                    *entry = i32::try_from(*value).ok()?;
                }
                _ => return None,
            },
        }
    }
    let packed = part.game.pack(&state)?;
    Some(Position { parts: vec![Component { game: part.game.clone(), packed }] })
}
