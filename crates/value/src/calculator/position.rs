//! The arguments of a position are rule language; names of the calculator in them stand for their values.

use super::answer::Answer;
use super::fault::Fault;
use crate::{Halt, Values};

/// The arguments with whole words outside quotes that name a value replaced by it, unless they are labels, as `n` in `n = 3`.
pub(super) fn filled<'v>(
    values: Values<'_>,
    arguments: &str,
    variable: impl Fn(&str) -> Option<&'v Answer>,
) -> Result<String, Fault> {
    let mut text = String::with_capacity(arguments.len());
    let mut quote = None;
    let mut at = 0;
    while let Some(c) = arguments[at..].chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match quote {
            None if is_word(c) => arguments[at..].find(|c| !is_word(c)).unwrap_or(arguments.len() - at),
            _ => c.len_utf8(),
        };
        let word = &arguments[at..at + length];
        let rest = arguments[at + length..].trim_start();
        let is_label = rest.starts_with('=') && !rest.starts_with("==");
        let value = if quote.is_none() && is_word(c) && !is_label { variable(word) } else { None };
        match value {
            Some(answer) => {
                let found = written(values, answer).map_err(|halt| Fault::halt(at..at + length, halt))?;
                let message =
                    || format!("`{word}` is {}; a position is made of whole numbers, texts and lists", answer.kind());
                text.push_str(&found.ok_or_else(|| Fault::new("kind", at..at + length, message()))?);
            }
            None => text.push_str(word),
        }
        match quote {
            Some(open) if open == c => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(c),
            _ => {}
        }
        at += length;
    }
    Ok(text)
}

/// An answer in the rule language; `None` for what cannot be written there.
fn written(values: Values<'_>, answer: &Answer) -> Result<Option<String>, Halt> {
    Ok(match answer {
        Answer::Game(game) => values.as_number(*game).filter(|number| number.is_integer()).map(|n| n.to_string()),
        Answer::Text(text) if !text.contains('"') => Some(format!("\"{text}\"")),
        Answer::List(list) => {
            let each: Result<Option<Vec<String>>, Halt> = list.iter().map(|one| written(values, one)).collect();
            each?.map(|each| format!("[{}]", each.join(", ")))
        }
        _ => answer.truth().map(|truth| truth.to_string()),
    })
}
