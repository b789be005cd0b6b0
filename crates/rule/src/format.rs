//! The one way to lay out a rule file, in the style of the games of docs/language.md.
//!
//! The layout follows from the tokens alone: names, numbers, texts, brackets and remarks stay as they are written,
//! and so do blocks and single blank lines; spaces, indentation and the breaks of long lines are ours.
//!
//! - two columns per block; one space around two-place operators, also `*` and `//`; none around `..`, around the
//!   operators of a range's ends (`0..n-1`) and around the `=` of a named argument (`Nim(n=3)`)
//! - clauses and the statements of a block stand on lines of their own; a body on the line of its move stays there
//!   while it fits [`WIDTH`] columns
//! - a long move breaks after its binders, a long body becomes a block, a long sum after `become` or `start` is
//!   continued with aligned `+`, anything else is filled, breaking at the loosest place
//! - a remark on a line of its own stays above what it precedes, one at the end of a line stays at the end

mod lines;
mod shape;
mod spacing;
mod wrap;

use crate::diagnostic::Diagnostic;
use crate::parse::parse_file;

/// Lines longer than this are broken where that is possible.
pub const WIDTH: usize = 100;

/// The text in canonical layout, or what is wrong with it. Formatting twice changes nothing more, and the result
/// parses to the same tree: this is looked at before the result is given, and a text for which it failed (one that
/// outgrows the size limit by being indented, for instance) is given back as it is.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse_file(text);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let result = layout(text);
    let again = parse_file(&result);
    let same = again.diagnostics.is_empty() && shape::of(&again.file) == shape::of(&parsed.file);
    Ok(if same { result } else { text.to_string() })
}

/// The layout of a text that parses.
fn layout(text: &str) -> String {
    wrap::render(&lines::read(text))
}

#[cfg(test)]
mod tests;
