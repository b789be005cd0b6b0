//! Certificates from text: every line must be exactly the one expected there.
//!
//! Nothing in the text is executed or allocated on its word: sizes are bounded before anything of that size is
//! read, and rows are read one by one.

use crate::{Certificate, Claim, Convention, Digits, Malformed, Table};
use std::str::Lines;

/// The longest certificate read, in bytes.
pub const MAX_BYTES: usize = 64 << 20;
/// The most tables, and the most states of one.
const MAX_TABLES: usize = 64;
const MAX_STATES: usize = 1 << 20;

/// Reads a certificate.
pub fn parse(text: &str) -> Result<Certificate, Malformed> {
    if text.len() > MAX_BYTES {
        return Err(Malformed { line: 1, reason: format!("longer than {MAX_BYTES} bytes") });
    }
    let mut page = Page::new(text);
    match page.next()? {
        "grundy certificate 1" => {}
        other if other.starts_with("grundy certificate ") => {
            return Err(page.wrong("another version than 1"));
        }
        _ => return Err(page.wrong("not a certificate: it does not begin with `grundy certificate 1`")),
    }
    let game = page.after("game ")?.to_string();
    if !is_line(&game) {
        return Err(page.wrong("not the name of a game"));
    }
    let rules = page.digest()?;
    let kind = page.after("claim ")?;
    let (arity_extra, at_least, at_most) = match kind {
        "outcome normal" | "outcome misere" => (0, 1, 16),
        "grundy relation" | "plies relation" => (1, 1, 1),
        "grundy values" => (0, 1, MAX_TABLES),
        _ => return Err(page.wrong("an unknown kind of claim")),
    };
    let digits = match page.after("digits ")? {
        "base-2" => Digits::Base2,
        "zeckendorf" => Digits::Zeckendorf,
        _ => return Err(page.wrong("an unknown digit system")),
    };
    let listed = page.after("weights ")?;
    let weights: Vec<u32> = listed
        .split(' ')
        .map(|word| number(word, 1 << 20).map(|n| n as u32))
        .collect::<Option<_>>()
        .ok_or_else(|| page.wrong("weights are numbers up to 1048576 with one space between"))?;
    let arity = weights.len() + arity_extra;
    if arity > Table::MAX_ARITY {
        return Err(page.wrong("too many fields"));
    }
    let count = number(page.after("tables ")?, MAX_TABLES).filter(|count| (at_least..=at_most).contains(count));
    let count = count.ok_or_else(|| page.wrong("not a number of tables that this claim has"))?;
    let mut tables = Vec::new();
    for index in 0..count {
        tables.push(table(&mut page, index, arity)?);
    }
    page.end(text)?;
    let mut tables = tables.into_iter();
    let mut first = || tables.next().expect("there is at least one table");
    let claim = match kind {
        "outcome normal" => Claim::Outcome { convention: Convention::Normal, p: first(), repeats: tables.collect() },
        "outcome misere" => Claim::Outcome { convention: Convention::Misere, p: first(), repeats: tables.collect() },
        "grundy relation" => Claim::Grundy(first()),
        "plies relation" => Claim::Plies(first()),
        _ => Claim::Values(tables.collect()),
    };
    Ok(Certificate { game, rules, digits, weights, claim })
}

fn table(page: &mut Page, index: usize, arity: usize) -> Result<Table, Malformed> {
    let head = format!("table {index} numbers {arity} states ");
    let states = number(page.after(&head)?, MAX_STATES).filter(|&states| states > 0);
    let states = states.ok_or_else(|| page.wrong("not a number of states from 1 to 1048576"))?;
    let width = 1usize << arity;
    let (mut next, mut accept) = (Vec::new(), Vec::new());
    for state in 0..states {
        let line = page.next()?;
        let mut words = line.split(' ');
        if words.next().and_then(|word| number(word, MAX_STATES)) != Some(state) {
            return Err(page.wrong(&format!("expected the row of state {state}")));
        }
        accept.push(match words.next() {
            Some("+") => true,
            Some("-") => false,
            _ => return Err(page.wrong("expected + or - after the state")),
        });
        for _ in 0..width {
            let after = words.next().and_then(|word| number(word, states - 1));
            next.push(after.ok_or_else(|| page.wrong(&format!("expected {width} states below {states}")))? as u32);
        }
        if words.next().is_some() {
            return Err(page.wrong(&format!("more than {width} states")));
        }
        if state == 0 && next[0] != 0 {
            return Err(page.wrong("leading zeros leave the first state"));
        }
    }
    Table::new(arity, next, accept).map_err(|reason| page.wrong(&reason))
}

/// A number up to `most` in its shortest decimal form.
pub(crate) fn number(word: &str, most: usize) -> Option<usize> {
    let plain = !word.is_empty() && word.len() <= 9 && word.bytes().all(|byte| byte.is_ascii_digit());
    let short = word == "0" || !word.starts_with('0');
    word.parse().ok().filter(|&n| plain && short && n <= most)
}

/// Whether a text can name a game on one line.
pub(crate) fn is_line(text: &str) -> bool {
    !text.trim().is_empty() && text.len() <= 4096 && !text.chars().any(char::is_control)
}

/// The lines of a certificate, read one by one.
pub(crate) struct Page<'t> {
    lines: Lines<'t>,
    line: usize,
}

impl<'t> Page<'t> {
    pub(crate) fn new(text: &'t str) -> Page<'t> {
        Page { lines: text.lines(), line: 0 }
    }

    pub(crate) fn next(&mut self) -> Result<&'t str, Malformed> {
        self.line += 1;
        self.lines.next().ok_or_else(|| self.wrong("the certificate ends too early"))
    }

    /// What follows `head` on the next line.
    pub(crate) fn after(&mut self, head: &str) -> Result<&'t str, Malformed> {
        let line = self.next()?;
        line.strip_prefix(head).ok_or_else(|| self.wrong(&format!("expected `{}`", head.trim_end())))
    }

    /// The digest of the rule text.
    pub(crate) fn digest(&mut self) -> Result<String, Malformed> {
        let rules = self.after("rules sha256 ")?.to_string();
        if rules.len() != 64 || !rules.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(self.wrong("not 64 hexadecimal digits"));
        }
        Ok(rules)
    }

    /// The last line, after which nothing may follow in `text`.
    pub(crate) fn end(&mut self, text: &str) -> Result<(), Malformed> {
        if self.next()? != "end" {
            return Err(self.wrong("expected `end`"));
        }
        if self.lines.next().is_some() {
            self.line += 1;
            return Err(self.wrong("text after the end"));
        }
        if !text.ends_with("end\n") || text.contains('\r') {
            return Err(self.wrong("lines end with one line feed each"));
        }
        Ok(())
    }

    pub(crate) fn wrong(&self, reason: &str) -> Malformed {
        Malformed { line: self.line, reason: reason.to_string() }
    }
}
