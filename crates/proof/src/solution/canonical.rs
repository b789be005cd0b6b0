//! Canonical values of components in partizan games under normal play. An entry says which form a component is worth:
//! that of its options, which earlier levels list, a sum being worth the sum of its parts. The forms themselves are
//! listed before, each by the numbers of its options, and must be canonical.

use super::books::Shelf;
use super::forms::{Beyond, Forms, Id, Ids};
use super::games::{Games, Part, Parts};
use super::lines::{Lines, number};
use super::measure::Bound;
use super::strategy::{Frame, Group, group_of, next_key};
use super::turn;
use super::verify::Unproved;
use grundy_answer::Progress;
use grundy_rule::Convention;
use grundy_run::{Flow, Packed, Side};
use std::io::BufRead;

/// The most forms that are listed.
const MOST_FORMS: u64 = 1 << 20;

/// Entries between two looks at the watch.
const OFTEN: u64 = 256;

/// Canonical values being checked.
pub struct Canonical<'a> {
    frame: &'a Frame<'a>,
    forms: Forms<'a>,
    /// Whether each listed form is the value of an entry, or an option.
    used: Vec<bool>,
    shelves: Vec<Shelf>,
}

impl<'a> Canonical<'a> {
    /// Reads and checks the forms, then the entries: how many of them there are.
    pub fn read(frame: &'a Frame<'a>, lines: &mut Lines<impl BufRead>) -> Result<(Canonical<'a>, u64), Unproved> {
        if frame.convention != Convention::Normal {
            let what = "canonical values belong to games in which who cannot move loses".to_string();
            return Err(Unproved::False { line: lines.line, what });
        }
        let games = frame.games;
        let shelf = |game: u32| Shelf::new(Some(games.game(game).layout.words()));
        let shelves = (0..games.len() as u32).map(shelf).collect();
        let mut values = Canonical { frame, forms: Forms::new(frame.watch), used: Vec::new(), shelves };
        let count = number(lines.after("forms ")?, MOST_FORMS).ok_or_else(|| lines.wrong("not a number of forms"))?;
        for _ in 0..count {
            let line = lines.read()?.to_string();
            let form = values.form(&line).map_err(|reason| lines.wrong(reason))?;
            let [left, right] = form.clone();
            let made = values.forms.of(left, right).map_err(|beyond| unproved(beyond, lines.line, 0))?;
            let same = values.forms.options(made) == [&form[0][..], &form[1][..]];
            if made as usize != values.used.len() || !same {
                return Err(lines.wrong("a form is listed twice, or is not canonical").into());
            }
            values.used.push(false);
        }
        let count = number(lines.after("values nodes ")?, u64::from(u32::MAX));
        let count = count.ok_or_else(|| lines.wrong("not a number of entries"))?;
        let mut group: Option<Group> = None;
        let (mut begun, mut read) = (false, 0);
        while read < count {
            match lines.read()? {
                "level" => {
                    values.all_earlier();
                    (group, begun) = (None, true);
                }
                text if text.starts_with("of ") => {
                    let begins = group_of(games, &text[3..]);
                    group = Some(begins.map_err(|reason| lines.wrong(reason))?);
                }
                text => {
                    let entry = match &mut group {
                        Some((game, before)) if begun => values.entry(text, *game, before),
                        _ => Err("expected `level` or the game of entries"),
                    };
                    let (part, claimed) = entry.map_err(|reason| lines.wrong(reason))?;
                    values.one(&part, claimed, lines.line, read)?;
                    read += 1;
                    if read % OFTEN == 0 {
                        values.tick(read)?;
                    }
                }
            }
        }
        Ok((values, count))
    }

    /// The options of a listed form: numbers of earlier ones, in order.
    fn form(&mut self, line: &str) -> Result<[Ids; 2], &'static str> {
        let wrong = "a form is the numbers of its left options, then | and those of its right options";
        let (left, right) = line.split_once('|').ok_or(wrong)?;
        let mut options = [Ids::new(), Ids::new()];
        for (list, text) in options.iter_mut().zip([left, right]) {
            for word in text.split(',').filter(|_| !text.is_empty()) {
                let most = (self.used.len() as u64).checked_sub(1).ok_or("the first form has no options")?;
                let option = number(word, most).ok_or(wrong)? as Id;
                if list.last().is_some_and(|before| *before >= option) {
                    return Err("options come in order");
                }
                self.used[option as usize] = true;
                list.push(option);
            }
        }
        Ok(options)
    }

    fn entry(&mut self, text: &str, game: u32, before: &mut Option<Packed>) -> Result<(Part, Id), &'static str> {
        let (step, form) = text.split_once(' ').ok_or("an entry is a position and the number of a form")?;
        let most = (self.used.len() as u64).checked_sub(1).ok_or("there is no form")?;
        let form = number(form, most).ok_or("not the number of a form")? as Id;
        let packed = next_key(self.frame.games, game, before, step)?;
        let listed = self.shelves[game as usize].insert(&packed, Some(Bound(form as i32)));
        listed.ok_or("a position is listed twice")?;
        self.used[form as usize] = true;
        Ok((Part { game, packed }, form))
    }

    /// Whether one entry follows from earlier ones.
    fn one(&mut self, part: &Part, claimed: Id, line: usize, done: u64) -> Result<(), Unproved> {
        let mut options = [Ids::new(), Ids::new()];
        let mut wrong = None;
        for (side, list) in [Side::Left, Side::Right].into_iter().zip(&mut options) {
            let (shelves, forms) = (&self.shelves, &mut self.forms);
            let made = turn::each(self.frame.games, std::slice::from_ref(part), side, &mut |child| {
                let text = || self.frame.games.game(part.game).move_text(&child.one);
                let value = match child.mover == side {
                    true => Err(Wrong::Reason(format!("{} keeps the turn", text()))),
                    false => worth(shelves, forms, self.frame.games, &child.landed).map_err(|wrong| wrong.by(&text())),
                };
                match value {
                    Ok(value) => list.push(value),
                    Err(found) => wrong = Some(found),
                }
                if wrong.is_some() { Flow::Stop } else { Flow::On }
            });
            if let Err(trouble) = made {
                wrong = Some(Wrong::Reason(trouble.reason()));
            }
        }
        let [left, right] = options;
        let found = match wrong {
            Some(wrong) => Err(wrong),
            None => self.forms.of(left, right).map_err(Wrong::Beyond),
        };
        let reason = match found {
            Ok(value) if value == claimed => return Ok(()),
            Ok(value) => {
                let text = |id| self.forms.text(id).unwrap_or_else(|| "another form".to_string());
                format!("its options make it {}, not {}", text(value), text(claimed))
            }
            Err(Wrong::Reason(reason)) => reason,
            Err(Wrong::Beyond(beyond)) => return Err(unproved(beyond, line, done)),
        };
        Err(Unproved::False { line, what: format!("{}: {reason}", self.frame.games.component(part)) })
    }

    fn all_earlier(&mut self) {
        self.shelves.iter_mut().for_each(|shelf| shelf.earlier = shelf.keys.len());
    }

    fn tick(&self, done: u64) -> Result<(), Unproved> {
        let bytes = self.shelves.iter().map(Shelf::bytes).sum::<u64>() + self.forms.bytes();
        match self.frame.watch.tick(Progress { what: "positions", done, total: None, bytes }) {
            Some(stop) => Err(Unproved::Stopped { stop, done }),
            None => Ok(()),
        }
    }

    /// Checks that a sum has the value of this text, and that every form and every entry serves another or this sum.
    pub fn gives(mut self, sum: &Parts, claimed: &str) -> Result<(), String> {
        self.all_earlier();
        let value = match worth(&self.shelves, &mut self.forms, self.frame.games, sum) {
            Ok(value) => value,
            Err(Wrong::Reason(reason)) => return Err(reason),
            Err(Wrong::Beyond(_)) => return Err("the sum is beyond any certificate".to_string()),
        };
        let text = self.forms.text(value).ok_or("a value too long to be written")?;
        if text != claimed {
            return Err(format!("the listed value is {text}, not {claimed}"));
        }
        if let Some(idle) = self.used.iter().position(|used| !used) {
            return Err(format!("form {idle} is listed and serves nothing"));
        }
        for (game, shelf) in self.shelves.iter().enumerate() {
            if let Some(number) = shelf.idle(|_| false) {
                let part = Part { game: game as u32, packed: shelf.keys.at(number).into() };
                return Err(format!("{} is listed and serves nothing", self.frame.games.component(&part)));
            }
        }
        Ok(())
    }
}

/// Why an entry does not follow.
enum Wrong {
    Reason(String),
    Beyond(Beyond),
}

impl Wrong {
    /// The same, of a move.
    fn by(self, text: &str) -> Wrong {
        match self {
            Wrong::Reason(reason) => Wrong::Reason(format!("{text}: {reason}")),
            beyond => beyond,
        }
    }
}

/// The value of a sum by earlier levels.
fn worth(shelves: &[Shelf], forms: &mut Forms, games: &Games, sum: &[Part]) -> Result<Id, Wrong> {
    let mut total = 0;
    for part in sum {
        let shelf = &shelves[part.game as usize];
        let Some(number) = shelf.keys.find(&part.packed).filter(|&number| number < shelf.earlier) else {
            return Err(Wrong::Reason(format!("no earlier level lists {}", games.component(part))));
        };
        shelf.note(number);
        total = forms.sum(total, shelf.bounds[number].0 as Id).map_err(Wrong::Beyond)?;
    }
    Ok(total)
}

fn unproved(beyond: Beyond, line: usize, done: u64) -> Unproved {
    match beyond {
        Beyond::Stopped(stop) => Unproved::Stopped { stop, done },
        Beyond::Large => Unproved::False { line, what: "a value beyond any certificate".to_string() },
    }
}
