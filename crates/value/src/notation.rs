//! Values as text, in the notation of CGSuite (`{0||0|-2}`, `^2*`, `+-1`, `+-(1,{2|0})`, `Tiny(2)`) or as LaTeX.
//!
//! The text does not depend on the order in which values were made. A side with a single option that is itself a braced
//! form is written without its braces, with one more bar outside: `{2|1||0}`.

use crate::{Dyadic, Game, Halt, Nus, Side, Uptimal, Values};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Longest text of one value.
const LENGTH_LIMIT: usize = 1 << 22;

/// Higher games are not looked at for being uptimals.
const UPTIMAL_HEIGHT: u32 = 12;
/// Nor are those with more options of one player.
const UPTIMAL_OPTIONS: usize = 8;

/// Which notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// What the calculator reads and CGSuite shows.
    Plain,
    /// For `$...$` in LaTeX; needs no packages.
    Latex,
}

/// A written value: `bars` is the number of bars of its outermost form, 0 for what needs no braces.
#[derive(Clone)]
struct Written {
    text: Rc<str>,
    bars: usize,
}

impl Values<'_> {
    /// The value in CGSuite's notation; [`crate::Calculator`] reads it back. Refused above 4 MB.
    pub fn text(self, game: Game) -> Result<String, Halt> {
        self.written(game, Notation::Plain)
    }

    /// The value in LaTeX's mathematics.
    pub fn latex(self, game: Game) -> Result<String, Halt> {
        self.written(game, Notation::Latex)
    }

    /// The value in a notation.
    pub fn written(self, game: Game, notation: Notation) -> Result<String, Halt> {
        let mut writer = Writer { values: self, notation, known: HashMap::new(), uptimals: HashSet::new() };
        let written = writer.write(game)?;
        Ok(writer.closed(&written))
    }
}

struct Writer<'a> {
    values: Values<'a>,
    notation: Notation,
    known: HashMap<Game, Written>,
    /// Those among the written that are uptimals and not number + ups + nimber.
    uptimals: HashSet<Game>,
}

impl Writer<'_> {
    fn write(&mut self, game: Game) -> Result<Written, Halt> {
        if let Some(known) = self.known.get(&game) {
            return Ok(known.clone());
        }
        let written = match self.named(game)? {
            Some(text) => Written { text: text.into(), bars: 0 },
            None => self.braced(game)?,
        };
        if written.text.len() > LENGTH_LIMIT {
            return Err(Halt::TooLarge("a text of more than 4 MB"));
        }
        self.known.insert(game, written.clone());
        Ok(written)
    }

    /// Number + ups + nimber, uptimals, tiny, miny and switches.
    fn named(&mut self, game: Game) -> Result<Option<String>, Halt> {
        if let Some(nus) = self.values.as_nus(game) {
            return Ok(Some(self.nus(&nus)));
        }
        if self.may_be_uptimal(game)?
            && let Some(uptimal) = self.values.uptimal_expansion(game)?
        {
            self.uptimals.insert(game);
            return Ok(Some(self.uptimal(&uptimal)));
        }
        for side in Side::BOTH {
            if let Some(threat) = self.values.tiny_threat(game, side)? {
                return Ok(Some(match (self.notation, side) {
                    (Notation::Plain, Side::Left) => format!("Tiny({threat})"),
                    (Notation::Plain, Side::Right) => format!("Miny({threat})"),
                    (Notation::Latex, Side::Left) => format!("\\mathord{{+}}_{{{}}}", latex_number(&threat)),
                    (Notation::Latex, Side::Right) => format!("\\mathord{{-}}_{{{}}}", latex_number(&threat)),
                }));
            }
        }
        // A node is its own negative exactly when its sides are each other's negatives.
        if self.values.negative(game)? != game {
            return Ok(None);
        }
        let sign = match self.notation {
            Notation::Plain => "+-",
            Notation::Latex => "{\\pm}",
        };
        Ok(Some(match &self.values.options(game, Side::Left)?[..] {
            [only] => {
                let option = self.write(*only)?;
                format!("{sign}{}", self.closed(&option))
            }
            _ => format!("{sign}({})", self.side(game, Side::Left)?.0),
        }))
    }

    /// Whether all options are uptimals that were written, or number + ups + nimber: those of an uptimal are.
    fn may_be_uptimal(&mut self, game: Game) -> Result<bool, Halt> {
        if self.values.height(game) > UPTIMAL_HEIGHT || !self.values.is_numberish(game) {
            return Ok(false);
        }
        for side in Side::BOTH {
            let options = self.values.options(game, side)?;
            if options.len() > UPTIMAL_OPTIONS {
                return Ok(false);
            }
            for &option in options.iter() {
                if self.values.as_nus(option).is_none() {
                    self.write(option)?;
                    if !self.uptimals.contains(&option) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// One power or sum of powers by its sign, others by their digits; with a number or nimber as a sum in brackets.
    fn uptimal(&self, uptimal: &Uptimal) -> String {
        let n = uptimal.digits.len();
        let is_all = |digit: i64| uptimal.digits.iter().all(|&other| other == digit);
        let is_last =
            |digit: i64| uptimal.digits[n - 1] == digit && uptimal.digits[..n - 1].iter().all(|&other| other == 0);
        let (plain, latex) = if is_last(1) {
            (format!("^<{n}>"), format!("\\uparrow^{{{n}}}"))
        } else if is_last(-1) {
            (format!("v<{n}>"), format!("\\downarrow^{{{n}}}"))
        } else if is_all(1) {
            (format!("^[{n}]"), format!("\\uparrow^{{[{n}]}}"))
        } else if is_all(-1) {
            (format!("v[{n}]"), format!("\\downarrow^{{[{n}]}}"))
        } else {
            let digits: Vec<String> = uptimal.digits.iter().map(i64::to_string).collect();
            let power = |(at, digit): (usize, &i64)| match digit {
                0 => None,
                _ => Some(format!("{digit}{{\\cdot}}\\uparrow^{{{}}}", at + 1)),
            };
            let powers: Vec<String> = uptimal.digits.iter().enumerate().filter_map(power).collect();
            (format!("Uptimal({})", digits.join(",")), format!("({})", powers.join("+")))
        };
        let rest = Nus { number: uptimal.number.clone(), ups: 0, star: uptimal.star };
        let powers = if self.notation == Notation::Plain { plain } else { latex };
        match rest.number == Dyadic::ZERO && rest.star == 0 {
            true => powers,
            false => format!("({}+{powers})", self.nus(&rest)),
        }
    }

    fn braced(&mut self, game: Game) -> Result<Written, Halt> {
        let (left, left_bars) = self.side(game, Side::Left)?;
        let (right, right_bars) = self.side(game, Side::Right)?;
        let bars = 1 + left_bars.max(right_bars);
        let bar = match self.notation {
            Notation::Plain => "|".repeat(bars),
            Notation::Latex => format!(" {} ", "|".repeat(bars).replace('|', "{|}")),
        };
        Ok(Written { text: format!("{left}{bar}{right}").into(), bars })
    }

    /// The options of one side and the number of bars that shows unbraced.
    fn side(&mut self, game: Game, side: Side) -> Result<(String, usize), Halt> {
        let mut options = Vec::new();
        for &option in self.values.options(game, side)?.iter() {
            options.push((option, self.write(option)?));
        }
        if let [(_, only)] = &options[..] {
            return Ok((only.text.to_string(), only.bars));
        }
        options.sort_by(|a, b| self.listing_order(a, b));
        let texts: Vec<String> = options.iter().map(|(_, option)| self.closed(option)).collect();
        let length: usize = texts.iter().map(String::len).sum();
        if length > LENGTH_LIMIT {
            return Err(Halt::TooLarge("a text of more than 4 MB"));
        }
        Ok((texts.join(","), 0))
    }

    /// Numbers, ups and nimbers first, in order; then by height and text.
    fn listing_order(&self, a: &(Game, Written), b: &(Game, Written)) -> Ordering {
        match (self.values.as_nus(a.0), self.values.as_nus(b.0)) {
            (Some(a), Some(b)) => (&a.number, a.ups, a.star).cmp(&(&b.number, b.ups, b.star)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => (self.values.height(a.0), &a.1.text).cmp(&(self.values.height(b.0), &b.1.text)),
        }
    }

    fn closed(&self, written: &Written) -> String {
        match (written.bars, self.notation) {
            (0, _) => written.text.to_string(),
            (_, Notation::Plain) => format!("{{{}}}", written.text),
            (_, Notation::Latex) => format!("\\{{{}\\}}", written.text),
        }
    }

    fn nus(&self, nus: &Nus) -> String {
        match self.notation {
            Notation::Plain => nus.to_string(),
            Notation::Latex => latex_nus(nus),
        }
    }
}

fn latex_number(number: &Dyadic) -> String {
    if number.is_integer() {
        return number.to_string();
    }
    let (sign, size) = if number.sign() == Ordering::Less { ("-", number.abs()) } else { ("", number.clone()) };
    let text = size.to_string();
    let (numerator, denominator) = text.split_once('/').expect("not an integer");
    format!("{sign}\\frac{{{numerator}}}{{{denominator}}}")
}

fn latex_nus(nus: &Nus) -> String {
    let mut text = String::new();
    if nus.number != Dyadic::ZERO || nus.is_number() {
        text.push_str(&latex_number(&nus.number));
    }
    let (single, double) = if nus.ups > 0 { ("\\uparrow", "\\Uparrow") } else { ("\\downarrow", "\\Downarrow") };
    match nus.ups.unsigned_abs() {
        0 => {}
        1 => text.push_str(single),
        2 => text.push_str(double),
        n => text.push_str(&format!("{n}{{\\cdot}}{single}")),
    }
    match nus.star {
        0 => {}
        1 => text.push_str("{\\ast}"),
        n => text.push_str(&format!("{{\\ast}}{n}")),
    }
    text
}
