use super::{Pairing, Placed, Reflection};
use std::fmt::Write;

/// The first line of every certificate of a pairing.
pub const PAIRING_FIRST_LINE: &str = "grundy pairing 1";

/// A pairing, of which position of which rules. The text is specified in `docs/certificates-format.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingCertificate {
    /// The position: one line.
    pub game: String,
    /// The SHA-256 digest of the rule text, in hexadecimal.
    pub rules: String,
    /// The strategy.
    pub pairing: Pairing,
}

impl PairingCertificate {
    /// As text.
    pub fn text(&self) -> String {
        let mut text = format!("{PAIRING_FIRST_LINE}\ngame {}\nrules sha256 {}\n", self.game, self.rules);
        let wins = if self.pairing.first.is_some() { "first" } else { "second" };
        let _ = writeln!(text, "claim {wins} wins\nmap {}", self.pairing.by.name());
        if let Some(first) = self.pairing.first {
            let _ = writeln!(text, "begin {} {} {}", first.shape, first.base[0], first.base[1]);
        }
        text.push_str("end\n");
        text
    }

    /// Reads a text; else the line where it goes wrong, from 1, and why.
    pub fn parse(text: &str) -> Result<PairingCertificate, (usize, String)> {
        const LONGEST: usize = 8192;
        if text.len() > LONGEST {
            return Err((1, format!("more than {LONGEST} bytes")));
        }
        let Some(text) = text.strip_suffix('\n') else { return Err((1, "the last line does not end".to_string())) };
        let mut lines = Lines { lines: text.split('\n'), number: 0 };
        lines.exactly(PAIRING_FIRST_LINE)?;
        let game = lines.after("game ")?.to_string();
        let rules = lines.after("rules sha256 ")?.to_string();
        let hex = |letter: u8| letter.is_ascii_digit() || (b'a'..=b'f').contains(&letter);
        if rules.len() != 64 || !rules.bytes().all(hex) {
            return Err((lines.number, "no digest of 64 hexadecimal digits".to_string()));
        }
        let first = match lines.after("claim ")? {
            "first wins" => true,
            "second wins" => false,
            _ => return Err((lines.number, "the claim is `first wins` or `second wins`".to_string())),
        };
        let named = lines.after("map ")?;
        let by = Reflection::ALL.into_iter().find(|map| map.name() == named);
        let by = by.ok_or((lines.number, "the map is `turn`, `mirror` or `flip`".to_string()))?;
        let first = match first {
            false => None,
            true => {
                let numbers = lines.after("begin ")?.split(' ').map(number).collect::<Option<Vec<i64>>>();
                match numbers.as_deref() {
                    Some([shape, row, column]) => Some(Placed { shape: *shape as usize, base: [*row, *column] }),
                    _ => return Err((lines.number, "`begin` is followed by three numbers".to_string())),
                }
            }
        };
        lines.exactly("end")?;
        if lines.lines.next().is_some() {
            return Err((lines.number + 1, "something follows `end`".to_string()));
        }
        Ok(PairingCertificate { game, rules, pairing: Pairing { by, first } })
    }
}

/// A decimal number without sign or leading zeros.
fn number(word: &str) -> Option<i64> {
    let plain = !word.is_empty() && word.len() <= 18 && word.bytes().all(|digit| digit.is_ascii_digit());
    (plain && (word == "0" || !word.starts_with('0'))).then(|| word.parse().ok())?
}

struct Lines<'a> {
    lines: std::str::Split<'a, char>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn line(&mut self) -> Result<&'a str, (usize, String)> {
        self.number += 1;
        self.lines.next().ok_or((self.number, "the text ends too early".to_string()))
    }

    fn exactly(&mut self, wanted: &str) -> Result<(), (usize, String)> {
        let line = self.line()?;
        if line == wanted { Ok(()) } else { Err((self.number, format!("`{wanted}` is expected"))) }
    }

    fn after(&mut self, word: &str) -> Result<&'a str, (usize, String)> {
        let line = self.line()?;
        line.strip_prefix(word).ok_or((self.number, format!("`{}` is expected", word.trim_end())))
    }
}
