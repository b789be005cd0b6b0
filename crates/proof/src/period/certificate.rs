//! What a certificate of a period says, and its text. The format is specified in `docs/certificates-format.md`.

use crate::Malformed;
use crate::parse::{MAX_BYTES, Page, number};
use std::fmt::Write;

/// The first line of every certificate of a period.
pub const PERIOD_FIRST_LINE: &str = "grundy period 1";

/// The most values, and the largest of any other number.
const MOST: usize = 1 << 24;

/// Values on one line.
const ON_A_LINE: usize = 32;

/// Of which heaps it speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeriodOf {
    /// The heaps of a code, in its shortest form.
    Code(String),
    /// The heaps of rules.
    Rules {
        /// Which game of the rule text, with its parameters: one line.
        game: String,
        /// The SHA-256 digest of the rule text, in hexadecimal.
        rules: String,
    },
}

/// Why finitely many values say something of all heaps. `docs/certificates-format.md` states and proves the theorems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Finitely many digits: a window repeats (Guy and Smith 1956).
    Repeat,
    /// Finitely many digits, three heaps or more may be left: heights chosen digit by digit.
    Heights,
    /// From some amount on it depends on the remainder whether it may be taken, nothing is split: the state of the open
    /// values comes again.
    Shift,
    /// Any amount may be taken, or finitely many before a split: blocks of a power of two.
    Block,
}

/// `g(n + period) = g(n) + saltus` for all `n` from `preperiod` on, and for no smaller period or preperiod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodCertificate {
    /// Of which heaps.
    pub of: PeriodOf,
    /// Why.
    pub theorem: Theorem,
    /// The period.
    pub period: u32,
    /// What is added after a period.
    pub saltus: u32,
    /// The first heap from which the law holds.
    pub preperiod: u32,
    /// The heap from which the theorem speaks.
    pub from: u32,
    /// The values from heap 0, exactly as many as the theorem needs.
    pub values: Vec<u32>,
}

impl Theorem {
    /// The word of the text.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::Repeat => "repeat",
            Theorem::Heights => "heights",
            Theorem::Shift => "shift",
            Theorem::Block => "block",
        }
    }
}

impl PeriodCertificate {
    /// The text, which [`PeriodCertificate::parse`] reads back.
    pub fn text(&self) -> String {
        let mut text = format!("{PERIOD_FIRST_LINE}\n");
        let _ = match &self.of {
            PeriodOf::Code(code) => writeln!(text, "code {code}"),
            PeriodOf::Rules { game, rules } => writeln!(text, "game {game}\nrules sha256 {rules}"),
        };
        let _ = writeln!(text, "theorem {}\nperiod {}\nsaltus {}", self.theorem.name(), self.period, self.saltus);
        let _ = writeln!(text, "preperiod {}\nfrom {}\nvalues {}", self.preperiod, self.from, self.values.len());
        for line in self.values.chunks(ON_A_LINE) {
            let words: Vec<String> = line.iter().map(u32::to_string).collect();
            let _ = writeln!(text, "{}", words.join(" "));
        }
        text.push_str("end\n");
        text
    }

    /// Reads a certificate of a period.
    pub fn parse(text: &str) -> Result<PeriodCertificate, Malformed> {
        if text.len() > MAX_BYTES {
            return Err(Malformed { line: 1, reason: format!("longer than {MAX_BYTES} bytes") });
        }
        let mut page = Page::new(text);
        if page.next()? != PERIOD_FIRST_LINE {
            return Err(page.wrong(&format!("it does not begin with `{PERIOD_FIRST_LINE}`")));
        }
        let head = page.next()?;
        let of = match (head.strip_prefix("code "), head.strip_prefix("game ")) {
            (Some(code), _) if crate::parse::is_line(code) => PeriodOf::Code(code.to_string()),
            (_, Some(game)) if crate::parse::is_line(game) => {
                let game = game.to_string();
                PeriodOf::Rules { game, rules: page.digest()? }
            }
            _ => return Err(page.wrong("expected `code` or `game`")),
        };
        let theorem = match page.after("theorem ")? {
            "repeat" => Theorem::Repeat,
            "heights" => Theorem::Heights,
            "shift" => Theorem::Shift,
            "block" => Theorem::Block,
            _ => return Err(page.wrong("an unknown theorem")),
        };
        let mut count = |head: &str, least: usize| -> Result<u32, Malformed> {
            let found = number(page.after(head)?, MOST).filter(|found| *found >= least);
            found.map(|found| found as u32).ok_or_else(|| page.wrong(&format!("not a number from {least} to {MOST}")))
        };
        let (period, saltus, preperiod) = (count("period ", 1)?, count("saltus ", 0)?, count("preperiod ", 0)?);
        let (from, many) = (count("from ", 1)?, count("values ", 1)? as usize);
        let mut values: Vec<u32> = Vec::new();
        while values.len() < many {
            let wanted = ON_A_LINE.min(many - values.len());
            let line = page.next()?;
            let read: Option<Vec<u32>> =
                line.split(' ').take(wanted + 1).map(|word| number(word, MOST).map(|value| value as u32)).collect();
            let read = read.filter(|read| read.len() == wanted);
            values.extend(read.ok_or_else(|| page.wrong(&format!("expected {wanted} values up to {MOST}")))?);
        }
        page.end(text)?;
        Ok(PeriodCertificate { of, theorem, period, saltus, preperiod, from, values })
    }
}
