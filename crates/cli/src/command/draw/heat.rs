//! `grundy draw heat GAME --over x=0..60,y=0..60`: outcomes or values over one or two fields or parameters.
//!
//! Fields are varied within one game, set up once at the far corner, so that all cells share one table; parameters
//! make a game of their own for each cell.

use super::lookup::{self, Lookup};
use super::output::{Account, Output};
use crate::asked::{self, Ruled};
use crate::reply::{Failure, Outcome};
use crate::terminal::Terminal;
use grundy_answer::{Progress, Standing, Stop, Watch};
use grundy_draw::{Axis, HeatMap, Picture, Shade};
use grundy_run::{Component, Position, Side, Stored, Value};
use serde_json::json;

/// The most cells of a map.
const MOST: u64 = 1_000_000;

/// Of what, over what.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy draw heat wythoff --over 'p[0]=0..60,p[1]=0..60' -o wythoff.svg
  grundy draw heat queen-walk --over 'at.row=0..7,at.col=0..7'
  grundy draw heat can-i-win --over n=1..10,total=1..40 --show outcome -o win.png
  grundy draw heat kayles --over n=0..100")]
pub struct Args {
    /// A file, `-`, or a name of the library.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// The other arguments of the game.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// One or two ranges: a field, a cell of it (`p[0]`, `at.row`) or a parameter.
    #[arg(long, value_name = "NAME=LOW..HIGH[,NAME=LOW..HIGH]")]
    over: String,
    /// What the cells show: values where there are any, or outcome.
    #[arg(long, value_name = "WHAT", default_value = "values", value_parser = ["values", "outcome"])]
    show: String,
    /// Who starts: a player's name.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    #[command(flatten)]
    output: Output,
}

/// Draws it.
pub fn run(args: Args) -> Outcome {
    args.output.format()?;
    let ruled = asked::rules(&args.game)?;
    let rules = &ruled.module.games[ruled.game];
    let first = match args.first.as_deref() {
        Some(name) => crate::command::solve::starter(name, &rules.players)?,
        None => Side::Left,
    };
    let mut axes = args.over.split(',').map(|text| Varied::parse(text, &ruled)).collect::<Result<Vec<_>, _>>()?;
    if axes.len() > 2 {
        return Err(Failure::bad_input("over", "a map has one or two axes"));
    }
    if axes.iter().map(|axis| axis.count() as u64).try_fold(1, u64::checked_mul).is_none_or(|cells| cells > MOST) {
        return Err(Failure::bad_input("over", format!("a map holds at most {MOST} cells")));
    }
    let watch = args.output.watch();
    let (x, y) = (axes.remove(0), axes.pop());
    let mut cells = Cells { args: &args, first, watch: &watch, common: None, standing: None, stop: None, solved: 0 };
    let mut shades = Vec::new();
    for row in y.as_ref().map_or(0..=0, |y| y.low..=y.high) {
        for column in x.low..=x.high {
            let mut values = vec![(&x, column)];
            values.extend(y.as_ref().map(|y| (y, row)));
            shades.push(cells.shade(&values, [Some(&x), y.as_ref()])?);
        }
    }
    let standing = cells.standing();
    let (stop, solved) = (cells.stop, cells.solved);
    let map = HeatMap {
        title: args.output.title.clone().unwrap_or_else(|| rules.name.clone()),
        standing: Some(standing.clone()),
        width: x.count(),
        height: y.as_ref().map_or(1, Varied::count),
        x: Axis { name: x.name.clone(), start: x.low },
        y: y.map_or_else(Axis::default, |y| Axis { name: y.name, start: y.low }),
        cells: shades,
    };
    let mut account = Account { stop, ..Account::default() };
    account.text = format!("{} of {} cells have a value\n{standing}", solved, map.cells.len());
    account.json.insert("cells".into(), json!(map.cells.len()));
    account.json.insert("solved".into(), json!(solved));
    account.json.insert("standing".into(), json!({ "kind": standing.kind(), "reason": standing.reason() }));
    args.output.finish(&Picture::Heat(map), account, &watch)
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
    fn parse(text: &str, ruled: &Ruled) -> Result<Varied, Failure> {
        let wrong = || {
            Failure::bad_input("over", format!("`{text}` is not NAME=LOW..HIGH")).remedy("write --over x=0..60,y=0..60")
        };
        let (name, range) = text.split_once('=').ok_or_else(wrong)?;
        let (low, high) = range.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let (low, high) = (number(low)?, number(high)?);
        if high < low || high.checked_sub(low).is_none_or(|span| span as u64 >= MOST) {
            return Err(Failure::bad_input("over", format!("`{}` is empty or too long", range.trim())));
        }
        let name = name.trim();
        let rules = &ruled.module.games[ruled.game];
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
            return Err(Failure::bad_input("over", format!("{} has no `{name}`", rules.name))
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
    args: &'a Args,
    first: Side,
    watch: &'a Terminal,
    /// The far corner and its table, where fields alone are varied.
    common: Option<(Component, Lookup<'a>)>,
    standing: Option<Standing>,
    stop: Option<Stop>,
    solved: u64,
}

impl<'a> Cells<'a> {
    fn shade(&mut self, values: &[(&Varied, i64)], axes: [Option<&Varied>; 2]) -> Result<Shade, Failure> {
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
                return Err(Failure::bad_input("over", "fields are varied in one game, not in a sum"));
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
    fn separate(&mut self, values: &[(&Varied, i64)]) -> Result<Shade, Failure> {
        self.stop = self.watch.tick(Progress { what: "cells", done: self.solved, total: None, bytes: 0 });
        let position = match self.position(values) {
            Ok(position) => position,
            Err(failure) if failure.code == "E25" || failure.code == "E24" => return Ok(Shade::Blank),
            Err(failure) => return Err(failure),
        };
        let mut lookup = Lookup::new(&position, self.watch)?;
        self.look(&mut lookup, &position)
    }

    fn look(&mut self, lookup: &mut Lookup, position: &Position) -> Result<Shade, Failure> {
        let worth = lookup.worth(position, self.first)?;
        self.stop = self.stop.or(lookup.stop);
        Ok(worth.map_or(Shade::Blank, |worth| {
            self.solved += 1;
            if self.args.show == "outcome" {
                Shade::Outcome(lookup::outcome(worth.result))
            } else {
                lookup::shade(&worth)
            }
        }))
    }

    /// The position with these fields and parameters, by the game's own setup.
    fn position(&self, values: &[(&Varied, i64)]) -> Result<Position, Failure> {
        let mut arguments: Vec<String> = self.args.position.iter().cloned().collect();
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
        Ok(asked::position(&self.args.game, Some(&arguments.join(", ")))?.position)
    }

    fn standing(&self) -> Standing {
        match (self.stop, &self.standing) {
            (Some(stop), _) => Standing::Checked(format!("{stop} after {} cells", self.solved)),
            (None, Some(standing)) => standing.clone(),
            (None, None) => Standing::Proved(format!("each of {} cells was searched", self.solved)),
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
