//! What a certificate of a solved position claims, and of which rules: its first lines.

use crate::lines::{Lines, number};
use crate::measure::{Bound, Measure};
use crate::{FIRST_LINE, Malformed};
use grundy_rule::Convention;
use grundy_run::Side;
use std::io::BufRead;

/// The first lines of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The position, as it is written.
    pub position: String,
    /// The SHA-256 digest of each rule file, in the order in which the position names them.
    pub rules: Vec<String>,
    /// How it is played.
    pub play: PlayedBy,
    /// What is claimed.
    pub proves: Proves,
}

/// Whose word decides how play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedBy {
    /// That of the rules.
    Rules,
    /// Nobody's: the rules say that who cannot move loses, and here he wins.
    Misere,
}

impl PlayedBy {
    /// How a game of this convention ends when played so; nothing if it cannot be.
    pub fn convention(self, written: Convention) -> Option<Convention> {
        match (self, written) {
            (PlayedBy::Rules, written) => Some(written),
            (PlayedBy::Misere, Convention::Normal) => Some(Convention::Misere),
            (PlayedBy::Misere, _) => None,
        }
    }
}

/// What is claimed of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proves {
    /// What the players get, exactly.
    Results(Measure, Vec<Claim>),
    /// The Grundy value.
    Grundy(u64),
    /// The canonical value, in braces, numbers and nimbers by their names.
    Value(String),
    /// The Grundy value where play can return: a number, or `inf(0, 2)` with the numbers among the options.
    Loopy(String),
}

/// What the player who starts gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who starts.
    pub starts: Side,
    /// What that player gets; the other gets the opposite.
    pub gets: Bound,
}

/// A player's strategy that a claim rests on, and what it must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Whose it is.
    pub player: Side,
    /// What it reaches, where that is the same in every position.
    pub bound: Option<Bound>,
}

impl Header {
    /// The digest of a rule file is at most this often in a header.
    const MOST_RULES: usize = 64;

    /// Reads the first lines.
    pub fn read(lines: &mut Lines<impl BufRead>) -> Result<Header, Malformed> {
        match lines.read()? {
            FIRST_LINE => {}
            other if other.starts_with("grundy solution ") => return Err(lines.wrong("another version than 2")),
            _ => return Err(lines.wrong("not a certificate of a solved position")),
        }
        let position = lines.after("position ")?.to_string();
        if position.trim().is_empty() || position.chars().any(char::is_control) {
            return Err(lines.wrong("not a position"));
        }
        let rules: Vec<String> = lines.after("rules sha256 ")?.split(' ').map(str::to_string).collect();
        let digest = |word: &String| word.len() == 64 && word.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if rules.len() > Header::MOST_RULES || !rules.iter().all(digest) {
            return Err(lines.wrong("not digests of 64 hexadecimal digits"));
        }
        let play = match lines.after("play ")? {
            "rules" => PlayedBy::Rules,
            "misere" => PlayedBy::Misere,
            _ => return Err(lines.wrong("play is by the rules or misere")),
        };
        let measure = match lines.after("proves ")? {
            "outcome" => Measure::Outcome,
            "plies" => Measure::Plies,
            "margin" => Measure::Margin,
            "grundy" => {
                let value = number(lines.after("claim ")?, u64::from(u32::MAX));
                let value = value.ok_or_else(|| lines.wrong("not a Grundy value"))?;
                return Ok(Header { position, rules, play, proves: Proves::Grundy(value) });
            }
            kind @ ("value" | "loopy") => {
                let (signs, what): (&[u8], _) =
                    if kind == "value" { (b"{|},*-/", "not a value") } else { (b"inf(, )", "not a Grundy value") };
                let make = if kind == "value" { Proves::Value } else { Proves::Loopy };
                let text = lines.after("claim ")?.to_string();
                if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit() || signs.contains(&byte)) {
                    return Err(lines.wrong(what));
                }
                return Ok(Header { position, rules, play, proves: make(text) });
            }
            _ => return Err(lines.wrong("an unknown kind of claim")),
        };
        let count = number(lines.after("claims ")?, 2).filter(|&count| count > 0);
        let count = count.ok_or_else(|| lines.wrong("there are one or two claims"))?;
        let mut claims: Vec<Claim> = Vec::new();
        for _ in 0..count {
            let read = starter(lines.after("claim ")?).and_then(|(starts, word)| Some((starts, measure.bound(word)?)));
            let (starts, gets) = read.ok_or_else(|| lines.wrong("not who starts and what he gets"))?;
            if claims.last().is_some_and(|before| before.starts == starts || starts == Side::Left) {
                return Err(lines.wrong("left comes before right"));
            }
            claims.push(Claim { starts, gets });
        }
        Ok(Header { position, rules, play, proves: Proves::Results(measure, claims) })
    }
}

impl Claim {
    /// The strategies it rests on: each player gets at least his share, unless that is nothing.
    pub fn needs(self, measure: Measure) -> impl Iterator<Item = (Needs, Bound)> {
        let shares = [(self.starts, self.gets), (self.starts.other(), self.gets.reversed())];
        shares.into_iter().filter(move |(_, bound)| measure != Measure::Outcome || *bound != Bound(-1)).map(
            move |(player, bound)| {
                let common = (measure == Measure::Outcome).then_some(bound);
                (Needs { player, bound: common }, bound)
            },
        )
    }
}

/// The word for a player.
pub fn side_word(side: Side) -> &'static str {
    if side == Side::Left { "left" } else { "right" }
}

/// A player and what follows the word for him.
pub fn starter(text: &str) -> Option<(Side, &str)> {
    let (word, rest) = text.split_once(' ')?;
    match word {
        "left" => Some((Side::Left, rest)),
        "right" => Some((Side::Right, rest)),
        _ => None,
    }
}
