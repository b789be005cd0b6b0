//! Every mistake and warning of a text while it is being written, and how to put right what can be put right by a rewrite.

use crate::problem::{Placed, Problem};
use crate::subject::{is_rules, too_long};
use crate::text::Text;
use grundy_rule::{Diagnostic, MAX_BYTES, read};
use serde::Serialize;

/// A mistake or warning, and its remedy where that is a rewrite.
#[derive(Clone, Debug, Serialize)]
pub struct Noted {
    /// The mistake.
    #[serde(flatten)]
    pub placed: Placed,
    /// What to write instead, where the remedy says just that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewrite: Option<Rewrite>,
}

/// A stretch of a text, in bytes, and what to write there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rewrite {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// What to write.
    pub text: String,
}

/// Every mistake and warning of rules; none of a text that is a position of the library's games.
pub fn diagnose(text: &Text) -> Result<Vec<Noted>, Problem> {
    if text.text.len() > MAX_BYTES {
        return Err(too_long(&text.name, MAX_BYTES));
    }
    if !is_rules(&text.text) {
        return Ok(Vec::new());
    }
    let noted = |one: &Diagnostic| Noted { placed: Placed::new(text, one), rewrite: Rewrite::of(one, &text.text) };
    Ok(read(&text.text).diagnostics.iter().map(noted).collect())
}

impl Rewrite {
    /// The rewrite that a remedy asks for: another word for one that is nearly right, a sign of the language for a foreign one, or a
    /// condition that a move lacks, or the indentation of lines, a
    /// bracket at the end of its line.
    pub fn of(diagnostic: &Diagnostic, text: &str) -> Option<Rewrite> {
        let span = diagnostic.span;
        let (start, end) = (span.start, span.end);
        let written = text.get(span.range())?;
        if let Some(word) = quoted(&diagnostic.remedy, "did you mean `") {
            let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
            return (is_word(word) && is_word(written)).then(|| Rewrite { start, end, text: word.to_string() });
        }
        if let Some(sign) = sign_instead(diagnostic, written) {
            // A word stands apart from its neighbours.
            let is_word = sign.starts_with(char::is_alphabetic);
            let touches =
                |next: Option<char>| is_word && next.is_some_and(|next| next.is_alphanumeric() || next == '_');
            let before = if touches(text[..start as usize].chars().next_back()) { " " } else { "" };
            let after = if touches(text[end as usize..].chars().next()) { " " } else { "" };
            return Some(Rewrite { start, end, text: format!("{before}{sign}{after}") });
        }
        let before = &text[..start as usize];
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        if diagnostic.remedy.ends_with("stands outside the game, unindented") {
            let is_first = text[line..start as usize].trim().is_empty();
            return is_first.then_some(Rewrite { start: line as u32, end: start, text: String::new() });
        }
        if let Some(sign) = quoted(&diagnostic.remedy, "write the matching `") {
            let rest = &text[end as usize..];
            let at = end as usize + rest.find(['\n', '#']).unwrap_or(rest.len());
            let at = text[..at].trim_end().len() as u32;
            return Some(Rewrite { start: at, end: at, text: sign.to_string() });
        }
        if diagnostic.remedy.starts_with("indent it, and the clauses that follow") {
            let run = run_of_clauses(&text[line..]);
            let indented = text[line..line + run].split_inclusive('\n').map(|one| match one.trim().is_empty() {
                true => one.to_string(),
                false => format!("  {one}"),
            });
            return Some(Rewrite { start: line as u32, end: (line + run) as u32, text: indented.collect() });
        }
        let condition = quoted(&diagnostic.remedy, "add `if ")?;
        let head = before.get(line..)?;
        let colon = line + head.rfind(':')?;
        let is_move = head.split_whitespace().take(2).any(|word| word == "move");
        let guarded = text[line..colon].contains(" if ");
        let added = format!(" {} {condition}", if guarded { "and" } else { "if" });
        is_move.then_some(Rewrite { start: colon as u32, end: colon as u32, text: added })
    }
}

/// How many bytes of a text belong to clauses of a game, from its begin on.
fn run_of_clauses(text: &str) -> usize {
    const OUTSIDE: [&str; 5] = ["game", "def", "type", "start", "expect"];
    let is_outside = |line: &&str| {
        let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        word.is_some_and(|word| OUTSIDE.contains(&word))
    };
    text.split_inclusive('\n').take_while(|line| !is_outside(line)).map(str::len).sum()
}

/// The sign or word that a remedy asks for instead of a sign, where it names just one.
fn sign_instead<'a>(diagnostic: &'a Diagnostic, written: &str) -> Option<&'a str> {
    const ASKING: [&str; 4] = ["write", "equality is", "exclusive or is", "division that rounds down is"];
    let (asked, sign) = diagnostic.remedy.strip_suffix('`')?.split_once('`')?;
    let asks = ASKING.iter().any(|words| asked.trim_end().ends_with(words));
    let is_sign = |text: &str| !text.is_empty() && !text.contains(|c: char| c.is_alphanumeric() || c.is_whitespace());
    let known = is_sign(sign) && !sign.contains('`') || ["and", "or", "in", "not"].contains(&sign);
    (asks && known && is_sign(written)).then_some(sign)
}

/// What stands between an opening and the next backquote.
fn quoted<'a>(text: &'a str, opening: &str) -> Option<&'a str> {
    let rest = &text[text.find(opening)? + opening.len()..];
    rest.split_once('`').map(|(quoted, _)| quoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(rules: &str) -> String {
        let noted = diagnose(&Text::new("my.game", rules)).expect("the text is short");
        let rewrite = noted.iter().find_map(|one| one.rewrite.clone()).expect("a rewrite");
        let mut text = rules.to_string();
        text.replace_range(rewrite.start as usize..rewrite.end as usize, &rewrite.text);
        text
    }

    /// What a rewrite leaves has no mistake.
    #[test]
    fn rewrites_put_right() {
        for rules in [
            "game A\n  state n: nat\n  move take(k in 1..3): n -= k\n",
            "game A\n  state n: nat\n  move take(k in 1..3) if k != 2: n -= k\n",
            "game A\n  sate n: nat\n  move take(k in 1..n): n -= k\n",
            "game A\n  state n: int\n  move take(k in 1..n): n -= k\n",
            "game A\n  state n: nat\n  move cut(a in 1..n-1): becom A(a) + A(n - a)\n",
            "game A\n  state n: nat\n  move take(k in 1..n):\n    lett left = n - k\n    n = left\n",
            "game A\n  state n: nat\n  move take(k in 1..n):\n    n -= k\n    fi n > 3: again\n",
            "game A\n  state n: nat\n  move take(k in 1..n):\n    n -= k\n    if n > 3: agian\n",
            "game A\n  state heap: nat\n  move take(k in 1..heep): heap -= k\n",
            "game A\n  state n: nat\n  move take(k in 1..n) if k≤3: n -= k\n",
            "game A\n  state n: nat\n  move take(k in 1..n) if k<3∧n>3: n -= k\n",
            "game A\n  state n: nat\n  move take(k ∈ 1..n): n -= k\n",
            "game A\n  state n: nat\n  move take(k in 1..n) if k = 2: n -= k\n",
            "game A\n  state n: nat\n  move take(k in 1..n) if k =< 2: n -= k\n",
            "game A\n  state n: nat\n  move half if n > 1: n = n / 2\n",
            "game A\n  state n: nat\n  move take(k in 1..n) if k ^ n > n: n -= k\n",
            "game A\n  state n: nat\n  move take(k in {1, 2)) if k <= n: n -= k\n",
            "game A\n  state n: nat\n  move take(k in 1..n): n -= k\n  start A(9)\n",
            "game A\n  state n: nat\n  move take(k in 1..n): n -= min(k, n # all\n",
            "game A\nstate n: nat\nmove take(k in 1..n): n -= k\n\nstart A(9)\n",
        ] {
            let text = rewritten(rules);
            let left = diagnose(&Text::new("my.game", &text)).expect("the text is short");
            assert!(left.is_empty(), "{text}\n{left:?}");
        }
    }

    #[test]
    fn what_is_no_rewrite_has_none() {
        let rules = "game A\n  state n: nat\n  move more: n += 1\n";
        let noted = diagnose(&Text::new("my.game", rules)).expect("the text is short");
        assert!(!noted.is_empty() && noted.iter().all(|one| one.rewrite.is_none()));
    }
}
