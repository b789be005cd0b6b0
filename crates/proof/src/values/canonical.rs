//! Canonical values of components in partizan games under normal play. An entry says which form a component is worth:
//! that of its options, which earlier levels list, a sum being worth the sum of its parts. The forms themselves are
//! listed before, each by the numbers of its options, and must be canonical.

use super::forms::{Beyond, Forms, Id, Ids};
use grundy_kernel::{
    Bound, Entries, Event, Games, Headings, Lines, Listing, Malformed, Part, SAMPLED, Section, Shared, Unproved,
    number, tick,
};
use grundy_rule::Convention;
use grundy_run::{Flow, Side};
use std::io::BufRead;

/// The most forms that are listed.
const MOST_FORMS: u64 = 1 << 20;

/// Entries between two looks at the watch.
const OFTEN: u64 = 256;

/// Canonical values being checked.
pub struct Canonical<'a> {
    frame: &'a Shared<'a>,
    forms: Forms<'a>,
    /// How many forms are listed.
    listed: u64,
    entries: Vec<Entries>,
}

impl<'a> Canonical<'a> {
    /// Reads and checks the forms, then the entries: how many of them there are.
    pub fn read(frame: &'a Shared<'a>, lines: &mut Lines<impl BufRead>) -> Result<(Canonical<'a>, u64), Unproved> {
        if frame.convention != Convention::Normal {
            let what = "canonical values belong to games in which who cannot move loses".to_string();
            return Err(Unproved::False { line: lines.line, what });
        }
        let of = |game: usize| Entries::new(Some(frame.games.game(game as u32).layout.words()));
        let entries = (0..frame.games.count()).map(of).collect();
        let mut values = Canonical { frame, forms: Forms::new(frame.watch), listed: 0, entries };
        let count = number(lines.after("forms ")?, MOST_FORMS).ok_or_else(|| lines.wrong("not a number of forms"))?;
        for _ in 0..count {
            let line = lines.read()?.to_string();
            let form = values.form(&line).map_err(|reason| lines.wrong(reason))?;
            let [left, right] = form.clone();
            let made = values.forms.of(left, right).map_err(|beyond| unproved(beyond, lines.line, 0))?;
            let same = values.forms.options(made) == [&form[0][..], &form[1][..]];
            if u64::from(made) != values.listed || !same {
                return Err(lines.wrong("a form is listed twice, or is not canonical").into());
            }
            values.listed += 1;
        }
        let count = number(lines.after("values nodes ")?, u64::from(u32::MAX));
        let count = count.ok_or_else(|| lines.wrong("not a number of entries"))?;
        let mut section = Section::new(frame.games, Headings::Games, 0, count);
        let mut read = 0;
        while let Some(event) = section.next(lines)? {
            match event {
                Event::Closed => return Err(lines.wrong("canonical values have no closed set").into()),
                Event::Level => values.all_earlier(),
                Event::Entry(listing) => {
                    let line = listing.line;
                    let listed = values.list(listing);
                    let (part, claimed) = listed.map_err(|reason| Malformed { line, reason: reason.to_string() })?;
                    values.one(frame.games, &part, claimed, line, read)?;
                    if let Some(sample) = frame.sample.filter(|_| line % SAMPLED == 0) {
                        values.one(sample, &part, claimed, line, read)?;
                    }
                    read += 1;
                    if read % OFTEN == 0 {
                        let bytes = values.entries.iter().map(Entries::bytes).sum::<u64>() + values.forms.bytes();
                        tick(frame.watch, read, bytes)?;
                    }
                }
            }
        }
        Ok((values, count))
    }

    /// The options of a listed form: numbers of earlier ones, in order.
    fn form(&self, line: &str) -> Result<[Ids; 2], &'static str> {
        let wrong = "a form is the numbers of its left options, then | and those of its right options";
        let (left, right) = line.split_once('|').ok_or(wrong)?;
        let mut options = [Ids::new(), Ids::new()];
        for (list, text) in options.iter_mut().zip([left, right]) {
            for word in text.split(',').filter(|_| !text.is_empty()) {
                let most = self.listed.checked_sub(1).ok_or("the first form has no options")?;
                let option = number(word, most).ok_or(wrong)? as Id;
                if list.last().is_some_and(|before| *before >= option) {
                    return Err("options come in order");
                }
                list.push(option);
            }
        }
        Ok(options)
    }

    fn list(&mut self, listing: Listing) -> Result<(Part, Id), &'static str> {
        let Listing { game: Some(game), key, rest, again: false, .. } = listing else {
            return Err("a position is listed twice");
        };
        let most = self.listed.checked_sub(1).ok_or("there is no form")?;
        let form = number(rest, most).ok_or("not the number of a form")? as Id;
        let listed = self.entries[game as usize].insert(&key, Some(Bound(form as i32)));
        listed.ok_or("a position is listed twice")?;
        Ok((Part { game, packed: key }, form))
    }

    /// Whether one entry follows from earlier ones.
    fn one(&mut self, games: &Games, part: &Part, claimed: Id, line: usize, done: u64) -> Result<(), Unproved> {
        let mut options = [Ids::new(), Ids::new()];
        let mut wrong = None;
        for (side, list) in [Side::Left, Side::Right].into_iter().zip(&mut options) {
            let (entries, forms) = (&self.entries, &mut self.forms);
            let mut count = 0;
            let made = games.each_option(part, side, &mut |step| {
                let value = match step.mover == side {
                    true => Err(Wrong::Reason("it keeps the turn".to_string())),
                    false => worth(entries, forms, games, &step.parts),
                };
                match value {
                    Ok(value) => list.push(value),
                    Err(found) => wrong = Some(found.by(|| games.move_text(part, side, count))),
                }
                count += 1;
                if wrong.is_some() { Flow::Stop } else { Flow::On }
            });
            if let Err(reason) = made {
                wrong = Some(Wrong::Reason(reason));
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
        self.entries.iter_mut().for_each(|entries| entries.earlier = entries.keys.count());
    }

    /// Checks that a sum has the value of this text.
    pub fn gives(mut self, sum: &[Part], claimed: &str) -> Result<(), String> {
        self.all_earlier();
        let value = match worth(&self.entries, &mut self.forms, self.frame.games, sum) {
            Ok(value) => value,
            Err(Wrong::Reason(reason)) => return Err(reason),
            Err(Wrong::Beyond(_)) => return Err("the sum is beyond any certificate".to_string()),
        };
        let text = self.forms.text(value).ok_or("a value too long to be written")?;
        if text != claimed {
            return Err(format!("the listed value is {text}, not {claimed}"));
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
    fn by(self, text: impl Fn() -> String) -> Wrong {
        match self {
            Wrong::Reason(reason) => Wrong::Reason(format!("{}: {reason}", text())),
            beyond => beyond,
        }
    }
}

/// The value of a sum by earlier levels.
fn worth(entries: &[Entries], forms: &mut Forms, games: &Games, sum: &[Part]) -> Result<Id, Wrong> {
    let mut total = 0;
    for part in sum {
        let of = &entries[part.game as usize];
        let Some(number) = of.keys.find(&part.packed).filter(|&number| number < of.earlier) else {
            return Err(Wrong::Reason(format!("no earlier level lists {}", games.component(part))));
        };
        total = forms.sum(total, of.bounds[number].0 as Id).map_err(Wrong::Beyond)?;
    }
    Ok(total)
}

fn unproved(beyond: Beyond, line: usize, done: u64) -> Unproved {
    match beyond {
        Beyond::Stopped(stop) => Unproved::Stopped { stop, done },
        Beyond::Large => Unproved::False { line, what: "a value beyond any certificate".to_string() },
    }
}
