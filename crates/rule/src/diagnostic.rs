use crate::span::Span;
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The game cannot be run.
    Error,
    /// The game runs, but probably not as meant.
    Warning,
}

/// One user mistake: a stable code, where, one cause, one remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// `E07`, `W05`: stable; docs/diagnostics.md lists them all.
    pub code: &'static str,
    /// Where.
    pub span: Span,
    /// What is wrong, in one sentence without a full stop.
    pub cause: String,
    /// What to write instead, in one sentence without a full stop.
    pub remedy: String,
}

impl Diagnostic {
    /// A mistake at `span`.
    pub fn new(code: &'static str, span: Span, cause: impl Into<String>, remedy: impl Into<String>) -> Diagnostic {
        Diagnostic { code, span, cause: cause.into(), remedy: remedy.into() }
    }

    /// Errors are coded `E..`, warnings `W..`.
    pub fn severity(&self) -> Severity {
        if self.code.starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// Whether the game cannot be run.
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.code, self.cause, self.remedy)
    }
}

/// The candidate nearest to a misspelt `word`, if it is near enough to be worth suggesting:
/// at most a third of the letters differ (Damerau-Levenshtein, adjacent swaps count one); of a single letter, only the
/// case may differ.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
    if word.len() > 64 {
        return None;
    }
    let limit = if word.len() < 2 { 0 } else { word.len().div_ceil(3) };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 256)
        .map(|candidate| {
            let letters: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
            (distance(&word, &letters), candidate)
        })
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn suggests_only_what_is_near() {
        assert_eq!(nearest("mvoe", ["move", "state", "param"]), Some("move"));
        assert_eq!(nearest("stat", ["move", "state", "param"]), Some("state"));
        assert_eq!(nearest("zebra", ["move", "state", "param"]), None);
        assert_eq!(nearest("m", ["k", "n"]), None);
        assert_eq!(nearest("r", ["R", "n"]), Some("R"));
    }
}
