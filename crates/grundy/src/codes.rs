//! What the codes of messages mean: the rows of docs/diagnostics.md.

use crate::problem::Problem;
use crate::report::{Language, Report};
use crate::words::catalogue::words;
use crate::words::say;
use grundy_rule::nearest;
use serde::Serialize;

const PAGE: &str = include_str!("../../../docs/diagnostics.md");

/// What a code means.
#[derive(Serialize)]
pub struct CodeAnswer {
    /// The code.
    pub code: String,
    /// What is wrong.
    pub cause: String,
    /// What to do about it.
    pub remedy: String,
    /// What brings it about.
    pub example: String,
}

/// The row of a code, in any case.
pub fn explain_code(code: &str) -> Result<CodeAnswer, Problem> {
    let wanted = code.to_uppercase();
    let mut rows = PAGE.lines().filter_map(row);
    rows.find(|row| row.code == wanted).ok_or_else(|| {
        let codes: Vec<String> = PAGE.lines().filter_map(row).map(|row| row.code).collect();
        let remedy = match nearest(&wanted, codes.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "codes are E01 to E61 and W01 to W08".to_string(),
        };
        Problem::bad_input("usage", format!("no message has the code `{code}`")).remedy(remedy)
    })
}

/// A line of a table of the page: `| E07 | cause | remedy | example |`.
fn row(line: &str) -> Option<CodeAnswer> {
    let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split(" | ").map(str::trim).collect();
    let [code, cause, remedy, rest @ ..] = &cells[..] else { return None };
    let is_code = code.len() == 3 && code.starts_with(['E', 'W']) && code[1..].chars().all(|c| c.is_ascii_digit());
    is_code.then(|| CodeAnswer {
        code: code.to_string(),
        cause: cause.to_string(),
        remedy: remedy.to_string(),
        example: rest.join(" | "),
    })
}

impl Report for CodeAnswer {
    fn words(&self, language: Language) -> String {
        let [cause, remedy] = [&self.cause, &self.remedy].map(|row| words(row, language).unwrap_or(row));
        let mut text = format!("{}: {cause}\n  {}\n", self.code, say!(language, "remedy: {}", remedy));
        if !self.example.is_empty() {
            text.push_str(&format!("  {}\n", say!(language, "example: {}", self.example)));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_rows_of_the_page() {
        assert!(explain_code("e05").expect("a code").cause.contains("brackets"));
        assert!(PAGE.lines().filter_map(row).count() > 40);
        assert!(explain_code("E999").is_err());
    }
}
