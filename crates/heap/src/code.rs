//! The text of a heap game.
//!
//! ```text
//! code    = set | digits ["u"]               u: the heaps left by one move all differ in size
//! set     = ("S" | "AllBut") "{" item {"," item} "}"      item = number | number ".." number
//! digits  = ["0x"] [digit] "." {digit} [repeat]           0x: hexadecimal digits, else octal
//! repeat  = digit "..." | "[" {digit} "]..."              the last digit, or the bracket, repeats for ever
//! digit   = 0-7 | 0-f after 0x | "(" number ")"           a number in parentheses is a digit of any width
//! ```
//!
//! Spaces are ignored; `AllBut{}` forbids nothing. The digit before the point is `d_0` (Guy and Smith 1956).

use crate::rule::{Digit, HeapRule, Kinship, MAX_HEAPS, MAX_TAKE, RuleError};
use std::fmt;
use std::str::FromStr;

/// A heap game as people write it. Two codes of one game have equal rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    text: String,
    rule: HeapRule,
}

/// What is wrong with a code, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// What is wrong, in one sentence.
    pub message: String,
    /// The character it is about, counted from 1.
    pub column: usize,
    /// What to do about it.
    pub remedy: Option<String>,
}

impl Code {
    /// A rule under a name of its own, such as that of a rule file it was read off.
    pub fn named(name: impl Into<String>, rule: HeapRule) -> Code {
        Code { text: name.into(), rule }
    }

    /// The code as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it means.
    pub fn rule(&self) -> &HeapRule {
        &self.rule
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (character {})", self.message, self.column)
    }
}

impl std::error::Error for CodeError {}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Code, CodeError> {
        let characters = text.chars().zip(1..).filter(|(c, _)| !c.is_whitespace()).collect();
        let mut reader = Reader { characters, at: 0, end: text.chars().count() + 1 };
        let rule = reader.code()?;
        Ok(Code { text: text.trim().to_string(), rule })
    }
}

/// The characters that are not spaces, with their columns.
struct Reader {
    characters: Vec<(char, usize)>,
    at: usize,
    end: usize,
}

impl Reader {
    fn code(&mut self) -> Result<HeapRule, CodeError> {
        if self.word("allbut") {
            let forbidden = self.set()?;
            let mut head = vec![3; forbidden.iter().max().map_or(1, |k| k + 1)];
            head[0] = 0;
            for k in forbidden {
                head[k] = 0;
            }
            return self.finish(head, vec![3], Kinship::Free);
        }
        if self.word("s") {
            let column = self.column();
            let takes = self.set()?;
            if takes.is_empty() {
                return Err(refuse("the set of takes is empty, so there is no move", column)
                    .remedy("name at least one take: S{1,3,4}"));
            }
            let rule = HeapRule::subtraction(takes);
            return self.finish(rule.head().to_vec(), Vec::new(), Kinship::Free);
        }
        self.digits()
    }

    fn set(&mut self) -> Result<Vec<usize>, CodeError> {
        let (open, close) = match self.peek() {
            Some('(') => ('(', ')'),
            Some('[') => ('[', ']'),
            _ => ('{', '}'),
        };
        self.expect(open, "a set of takes: S{1,3,4}")?;
        let mut set = Vec::new();
        while !self.take(close) {
            if !set.is_empty() {
                self.expect(',', "`,` or the end of the set")?;
            }
            let column = self.column();
            let from = self.positive()?;
            let to = if self.word("..") { self.positive()? } else { from };
            if to < from {
                return Err(
                    refuse(format!("the range {from}..{to} is empty"), column).remedy("write the smaller end first")
                );
            }
            set.extend(from..=to);
            if set.len() > MAX_TAKE {
                return Err(refuse(format!("the set has more than {MAX_TAKE} members"), column));
            }
        }
        Ok(set)
    }

    fn positive(&mut self) -> Result<usize, CodeError> {
        let column = self.column();
        match self.number(MAX_TAKE as u64)? {
            0 => Err(refuse("a take of 0 would change nothing", column).remedy("takes are at least 1")),
            take => Ok(take as usize),
        }
    }

    fn number(&mut self, most: u64) -> Result<u64, CodeError> {
        let column = self.column();
        let mut value: Option<u64> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.at += 1;
            value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit.into()));
        }
        match value {
            None => Err(self.unexpected("a number")),
            Some(value) if value > most => {
                Err(refuse(format!("the number is above {most}, the largest taken here"), column))
            }
            Some(value) => Ok(value),
        }
    }

    fn digits(&mut self) -> Result<HeapRule, CodeError> {
        let base = if self.word("0x") { Base::Hexadecimal } else { Base::Octal };
        let mut head = vec![if self.peek() == Some('.') { 0 } else { self.digit(base)? }];
        self.expect('.', "the point of a code: 0.77")?;
        let mut tail = Vec::new();
        loop {
            if self.word("...") {
                if head.len() == 1 {
                    return Err(self.unexpected("a digit to repeat before `...`"));
                }
                tail.extend(head.pop());
                break;
            }
            if self.take('[') {
                while !self.take(']') {
                    tail.push(self.digit(base)?);
                }
                if tail.is_empty() || !self.word("...") {
                    return Err(self.unexpected("digits in brackets and then `...`"));
                }
                break;
            }
            if matches!(self.peek(), None | Some('u' | 'U')) {
                break;
            }
            head.push(self.digit(base)?);
        }
        let kinship = if self.word("u") { Kinship::Unequal } else { Kinship::Free };
        self.finish(head, tail, kinship)
    }

    fn digit(&mut self, base: Base) -> Result<Digit, CodeError> {
        let column = self.column();
        if self.take('(') {
            let digit = self.number((2 << MAX_HEAPS) - 1)?;
            self.expect(')', "`)`")?;
            return Ok(digit as Digit);
        }
        let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) else {
            return Err(self.unexpected("a digit"));
        };
        if digit >= 8 && base == Base::Octal {
            let written = self.characters[self.at].0;
            return Err(refuse(format!("`{written}` is not an octal digit; octal digits are 0 to 7"), column).remedy(
                "write 0x before the code for hexadecimal digits (heaps left in three), or (8) for one wide digit",
            ));
        }
        self.at += 1;
        Ok(digit as Digit)
    }

    fn finish(&mut self, head: Vec<Digit>, tail: Vec<Digit>, kinship: Kinship) -> Result<HeapRule, CodeError> {
        if self.at < self.characters.len() {
            return Err(self.unexpected("the end of the code"));
        }
        HeapRule::new(head, tail, kinship).map_err(|error| match error {
            RuleError::Pass => refuse("the digit before the point may only split the heap (bits 4, 8, ...)", 1)
                .remedy("with 1 or 2 there a move would change nothing"),
            RuleError::TooLong => refuse(format!("the code has more than {MAX_TAKE} digits"), 1),
        })
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).map(|(c, _)| *c)
    }

    fn column(&self) -> usize {
        self.characters.get(self.at).map_or(self.end, |(_, column)| *column)
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += found as usize;
        found
    }

    /// Passes over `word` if it comes next, ignoring case.
    fn word(&mut self, word: &str) -> bool {
        let next = self.characters[self.at..].iter().map(|(c, _)| c.to_ascii_lowercase());
        let found = next.take(word.len()).eq(word.chars());
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, wanted: char, what: &str) -> Result<(), CodeError> {
        if self.take(wanted) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    fn unexpected(&self, wanted: &str) -> CodeError {
        let found = self.peek().map_or("the code ends".to_string(), |c| format!("there is `{c}`"));
        refuse(format!("expected {wanted}, but {found}"), self.column())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    Octal,
    Hexadecimal,
}

fn refuse(message: impl Into<String>, column: usize) -> CodeError {
    CodeError { message: message.into(), column, remedy: None }
}

impl CodeError {
    fn remedy(mut self, remedy: &str) -> CodeError {
        self.remedy = Some(remedy.to_string());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rule(text: &str) -> HeapRule {
        text.parse::<Code>().unwrap_or_else(|error| panic!("{text}: {error}")).rule().clone()
    }

    fn refused(text: &str) -> String {
        text.parse::<Code>().expect_err(text).to_string()
    }

    #[test]
    fn codes_of_one_game_have_equal_rules() {
        for (one, other) in [
            ("S{1,3,4}", "0.3033"),
            ("s{ 4, 1, 3, 3 }", "S{1,3,4}"),
            ("S{1..4,6}", ".333303"),
            ("0.77", "0.770"),
            (".77", "0x0.77"),
            ("AllBut{2,3}", "0.3003..."),
            ("AllBut{}", "0.[33]..."),
            ("0.(31)(8)", "0.(31)(8)0"),
            ("4.0u", "4.u"),
            ("0.33u", "S{1,2}"),
        ] {
            assert_eq!(rule(one), rule(other), "{one} and {other}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        assert_eq!(refused("0.8"), "`8` is not an octal digit; octal digits are 0 to 7 (character 3)");
        assert_eq!(refused("S{}"), "the set of takes is empty, so there is no move (character 2)");
        assert_eq!(refused("S{1,0}"), "a take of 0 would change nothing (character 5)");
        assert_eq!(refused("S{1,"), "expected a number, but the code ends (character 5)");
        assert_eq!(refused("2.3"), "the digit before the point may only split the heap (bits 4, 8, ...) (character 1)");
        assert_eq!(refused("0.7z"), "expected a digit, but there is `z` (character 4)");
        assert!(refused("S{99999999999999999999999}").contains("above 16777216"));
        assert!(refused("0.(99999)").contains("above 65535"));
        assert!(refused("").contains("the code ends"));
        assert!(refused("0....").contains("to repeat"));
        assert!(refused("0.1[]...").contains("in brackets"));
        assert!(refused("S{5..2}").contains("empty"));
    }

    proptest! {
        #[test]
        fn a_rule_is_read_back_from_its_code(
            mut head in prop::collection::vec(0u16..20, 1..6),
            tail in prop::collection::vec(0u16..20, 0..4),
            unequal: bool,
        ) {
            head[0] &= !3;
            let kinship = if unequal { Kinship::Unequal } else { Kinship::Free };
            let written = HeapRule::new(head, tail, kinship).unwrap();
            prop_assert_eq!(rule(&written.to_string()), written);
        }

        #[test]
        fn reading_never_panics(text in "[S0-9.{},u()\\[\\]x a-f]{0,12}") {
            let _ = text.parse::<Code>();
        }
    }
}
