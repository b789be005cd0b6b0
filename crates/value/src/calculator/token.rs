//! The words of an expression. Number + ups + nimber written without spaces is one word: `3/4`, `1^*`, `v2*3`, `2*5`.
//!
//! `^`, `*` and `-` mean different things before and after an operand, so the reader keeps track of which is expected.

use super::fault::Fault;
use crate::{BITS_LIMIT, Dyadic, Nus, Side};
use dashu_int::IBig;
use std::ops::Range;

/// One word.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Literal(Nus),
    Name(String),
    /// One of [`WORDS`].
    Word(&'static str),
    /// `^<n>`, a power of up, or `^[n]`, the sum of the first; of down for Right.
    Power(Side, u32, Reach),
    /// What stands between double quotes.
    Text(String),
    Open(char),
    Close(char),
    Bars(usize),
    Comma,
    Dot,
    Assign,
    Operator(&'static str),
}

/// Whether a power stands for itself or for the sum up to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    One,
    All,
}

/// A word and its place.
pub(crate) type Placed = (Token, Range<usize>);

/// The words of the language; no value can be called like one.
pub(crate) const WORDS: [&str; 9] = ["and", "else", "for", "if", "in", "not", "or", "then", "where"];

const OPERATORS: [(&str, &str); 26] = [
    ("..", ".."),
    ("==", "=="),
    ("!=", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("<>", "||"),
    ("<|", "<|"),
    ("|>", "|>"),
    ("||", "||"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("∥", "||"),
    ("=", "=="),
    ("<", "<"),
    (">", ">"),
    ("+-", "+-"),
    ("±", "+-"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("/", "/"),
    (":", ":"),
    ("^", "^"),
    ("&", "&"),
];

/// Reads words from the start of a text to its end.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    open: Vec<(char, usize)>,
    operand_expected: bool,
}

impl<'a> Reader<'a> {
    /// Reads what stands in a range of a text.
    pub(crate) fn new(text: &'a str, range: Range<usize>) -> Reader<'a> {
        Reader { text: &text[..range.end], at: range.start, open: Vec::new(), operand_expected: true }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The next word, `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Placed>, Fault> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            // A remark inside a statement of several lines.
            let remark = if self.rest().starts_with('#') { self.rest().find('\n') } else { None };
            match remark {
                Some(end) => self.at += end,
                None => break,
            }
        }
        let start = self.at;
        let Some(first) = self.peek() else { return Ok(None) };
        let token = self.token(first)?;
        self.operand_expected =
            !matches!(token, Token::Literal(_) | Token::Power(..) | Token::Name(_) | Token::Text(_) | Token::Close(_));
        Ok(Some((token, start..self.at)))
    }

    fn token(&mut self, first: char) -> Result<Token, Fault> {
        if self.operand_expected
            && let Some(power) = self.power(first)
        {
            return Ok(power);
        }
        if self.operand_expected
            && let Some(nus) = self.literal()?
        {
            return Ok(Token::Literal(nus));
        }
        let start = self.at;
        match first {
            '(' | '{' | '[' => {
                self.open.push((first, start));
                self.at += 1;
                return Ok(Token::Open(first));
            }
            ')' | '}' | ']' => {
                self.at += 1;
                self.open.pop();
                return Ok(Token::Close(first));
            }
            ',' => {
                self.at += 1;
                return Ok(Token::Comma);
            }
            '.' if !self.rest().starts_with("..") => {
                self.at += 1;
                return Ok(Token::Dot);
            }
            '"' => return self.quoted(),
            '|' if self.open.last().is_some_and(|open| open.0 == '{') => {
                let bars = self.rest().len() - self.rest().trim_start_matches('|').len();
                self.at += bars;
                return Ok(Token::Bars(bars));
            }
            _ if first.is_alphabetic() || first == '_' => {
                let length = self.rest().find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest().len());
                self.at += length;
                let name = &self.text[start..self.at];
                let word = WORDS.into_iter().find(|word| *word == name);
                return Ok(word.map_or_else(|| Token::Name(name.to_string()), Token::Word));
            }
            _ => {}
        }
        if self.rest().starts_with(":=") {
            self.at += 2;
            return Ok(Token::Assign);
        }
        for (written, operator) in OPERATORS {
            if self.rest().starts_with(written) {
                self.at += written.len();
                return Ok(Token::Operator(operator));
            }
        }
        if first == '|' {
            return Err(Fault::new("brace", start..start + 1, "a bar outside braces")
                .remedy("write a game as {1|-1}, and \"confused with\" as || or <>"));
        }
        let end = start + first.len_utf8();
        Err(Fault::new("syntax", start..end, format!("`{first}` means nothing here")))
    }

    /// `^<2>`, `v<2>`, `^[2]` or `v[2]`, if one begins here.
    fn power(&mut self, first: char) -> Option<Token> {
        let side = match first {
            '^' | '↑' => Side::Left,
            'v' | '↓' => Side::Right,
            _ => return None,
        };
        let after = &self.rest()[first.len_utf8()..];
        let (reach, close) = match after.chars().next()? {
            '<' => (Reach::One, '>'),
            '[' => (Reach::All, ']'),
            _ => return None,
        };
        let digits = &after[1..after.find(close)?];
        let n = digits.parse().ok().filter(|_| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
        self.at += first.len_utf8() + digits.len() + 2;
        Some(Token::Power(side, n, reach))
    }

    /// A text between double quotes, which cannot hold one.
    fn quoted(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        match self.rest()[1..].find('"') {
            Some(length) => {
                self.at += length + 2;
                Ok(Token::Text(self.text[start + 1..self.at - 1].to_string()))
            }
            None => Err(Fault::new("syntax", start..start + 1, "this text is never closed")),
        }
    }

    /// A number + ups + nimber literal at an operand's place, if one begins here.
    fn literal(&mut self) -> Result<Option<Nus>, Fault> {
        let start = self.at;
        let mut nus = Nus::number(Dyadic::ZERO);
        let minus = ["-", "−"].into_iter().find(|minus| self.rest().starts_with(minus)).map_or(0, str::len);
        self.at += minus;
        let number = if self.peek().is_some_and(|c| c.is_ascii_digit()) { Some(self.number()?) } else { None };
        let ups = if minus > 0 && number.is_none() { 0 } else { self.ups(number.is_some())? };
        let star = if minus > 0 && number.is_none() { None } else { self.star(number.is_some() || ups != 0)? };
        let has_suffix = ups != 0 || star.is_some();
        if (minus > 0 || number.is_none()) && !has_suffix {
            // A bare minus is an operator: -2^2 is -(2^2).
            self.at = start;
            return Ok(None);
        }
        if let Some(number) = number {
            nus.number = if minus > 0 { -&number } else { number };
        }
        nus.ups = ups;
        nus.star = star.unwrap_or(0);
        Ok(Some(nus))
    }

    fn digits(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn integer(&self, digits: &str, start: usize) -> Result<IBig, Fault> {
        // log2(10) < 10/3
        if digits.len() * 10 / 3 > BITS_LIMIT {
            return Err(Fault::new("limit", start..self.at, "a number of more than 2^20 bits"));
        }
        digits.parse().map_err(|_| Fault::new("syntax", start..self.at, "not a number"))
    }

    /// `12`, `3/4` or `0.75`; a fraction only where no power follows its denominator.
    fn number(&mut self) -> Result<Dyadic, Fault> {
        let start = self.at;
        let whole = self.digits();
        let after = self.rest();
        if after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            let decimals = self.digits();
            let numerator = self.integer(&format!("{whole}{decimals}"), start)?;
            return self.fraction(numerator, IBig::from(10).pow(decimals.len()), start);
        }
        let numerator = self.integer(whole, start)?;
        if after.starts_with('/') && after[1..].starts_with(|c: char| c.is_ascii_digit()) {
            let slash = self.at;
            self.at += 1;
            let denominator = self.digits();
            if !self.power_follows() {
                let denominator = self.integer(denominator, start)?;
                return self.fraction(numerator, denominator, start);
            }
            self.at = slash;
        }
        Ok(Dyadic::from_big(numerator, 0))
    }

    fn power_follows(&self) -> bool {
        let rest = self.rest();
        rest.starts_with('^') && rest[1..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | '_'))
    }

    fn fraction(&self, numerator: IBig, denominator: IBig, start: usize) -> Result<Dyadic, Fault> {
        let span = start..self.at;
        if denominator == IBig::ZERO {
            return Err(Fault::new("dyadic", span, "division by zero"));
        }
        divide(&Dyadic::from_big(numerator, 0), &Dyadic::from_big(denominator, 0))
            .ok_or_else(|| not_dyadic(span, self.text))
    }

    /// `^`, `^^`, `^3`, `v`, `vv`, `v3`, and the arrows; 0 if none begins here.
    fn ups(&mut self, after_number: bool) -> Result<i64, Fault> {
        let start = self.at;
        let Some(first) = self.peek() else { return Ok(0) };
        let each = match first {
            '^' | '↑' => 1,
            'v' | '↓' => -1,
            '⇑' => 2,
            '⇓' => -2,
            _ => return Ok(0),
        };
        if first == '^' && after_number && self.power_follows() {
            return Ok(0);
        }
        let run = self.rest().len() - self.rest().trim_start_matches(first).len();
        self.at += run;
        let count = (run / first.len_utf8()) as i64;
        let digits = if count == 1 { self.digits() } else { "" };
        if first == 'v' && self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            // A name that happens to begin with v.
            self.at = start;
            return Ok(0);
        }
        let count = match digits {
            "" => Some(count),
            _ => digits.parse::<i64>().ok(),
        };
        match count.and_then(|count| count.checked_mul(each)) {
            Some(ups) => Ok(ups),
            None => Err(Fault::new("limit", start..self.at, "more than 2^63 ups")),
        }
    }

    /// `*`, `*5`; after a number or ups only where it cannot be a product.
    fn star(&mut self, joined: bool) -> Result<Option<u128>, Fault> {
        let start = self.at;
        let Some(first @ ('*' | '∗' | '⋆')) = self.peek() else { return Ok(None) };
        let after = &self.rest()[first.len_utf8()..];
        if joined && after.starts_with(|c: char| c.is_alphabetic() || "({[_^*".contains(c)) {
            return Ok(None);
        }
        self.at += first.len_utf8();
        match self.digits() {
            "" => Ok(Some(1)),
            digits => match digits.parse() {
                Ok(nimber) => Ok(Some(nimber)),
                Err(_) => Err(Fault::new("limit", start..self.at, "a nimber of more than 128 bits")),
            },
        }
    }

    /// The text up to the bracket that closes the one just opened, for arguments in another language. Quotes and
    /// brackets inside are respected.
    pub(crate) fn raw_arguments(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        let (mut depth, mut quote) = (0usize, None);
        for (offset, c) in self.rest().char_indices() {
            match (quote, c) {
                (Some(open), _) if open == c => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some(c),
                (None, '(' | '[' | '{') => depth += 1,
                (None, ')' | ']' | '}') if depth > 0 => depth -= 1,
                (None, ')') => {
                    let text = &self.text[start..start + offset];
                    self.at = start + offset + 1;
                    self.open.pop();
                    self.operand_expected = false;
                    return Ok(text);
                }
                _ => {}
            }
        }
        Err(Fault::new("brace", start.saturating_sub(1)..start, "this bracket is never closed"))
    }
}

/// `a / b` where that is dyadic.
pub(crate) fn divide(a: &Dyadic, b: &Dyadic) -> Option<Dyadic> {
    let (mut numerator, mut denominator) = (a.numerator(), b.numerator());
    if denominator == IBig::ZERO {
        return None;
    }
    if denominator < IBig::ZERO {
        (numerator, denominator) = (-numerator, -denominator);
    }
    let twos = denominator.trailing_zeros().unwrap_or(0);
    let odd = denominator >> twos;
    if &numerator % &odd != IBig::ZERO {
        return None;
    }
    let quotient = Dyadic::from_big(numerator / odd, 0);
    Some(quotient.scaled_up(b.exponent()).scaled_down(a.exponent() + u32::try_from(twos).ok()?))
}

pub(crate) fn not_dyadic(span: Range<usize>, text: &str) -> Fault {
    let written = text.get(span.clone()).unwrap_or("this");
    let written = if written.len() > 40 { "this number" } else { written };
    Fault::new("dyadic", span, format!("{written} is not dyadic, so it is not the value of a short game"))
        .remedy("the denominator of a number must be a power of two, as in 3/4")
}
