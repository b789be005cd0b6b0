//! The pages in docs/ and at the root: lines that fit a window.

use super::library::root;
use std::path::PathBuf;

/// Characters of a line; tables, code, pictures and headings are as long as they have to be.
const WIDEST: usize = 100;

#[test]
fn lines_of_prose_fit_a_window() {
    let mut pages: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root().join(page)).into();
    let docs = std::fs::read_dir(root().join("docs")).expect("docs").flatten().map(|entry| entry.path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    let mut long = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("readable");
        let mut code = false;
        for (number, line) in text.lines().enumerate() {
            let fence = line.trim_start().starts_with("```");
            code ^= fence;
            let exempt = code || fence || line.starts_with(['|', '#', '<']) || line.starts_with("![");
            if !exempt && line.chars().count() > WIDEST {
                long.push(format!("{}:{}", page.display(), number + 1));
            }
        }
    }
    assert!(long.is_empty(), "more than {WIDEST} characters: {long:#?}");
}
