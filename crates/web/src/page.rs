//! A game as one file: the board of the page, and a table of positions instead of a server.
//!
//! Invariant: no request (its content security policy forbids them); texts reach the page as JSON that the script puts into text
//! nodes only, so no text is read as markup.

use crate::assets;
use grundy::words::Say;
use grundy::{Budget, Ended, Engine, Language, PlayTable, Problem, Report, Stop, Subject, Text, play_table};
use grundy_draw::{embedded, escaped, filled};
use serde::Serialize;
use std::fmt::Write;

/// The most bytes of a table inside a page.
pub const MOST_BYTES: usize = 5 << 20;

/// The modules of the page that need no server, in an order in which each comes after what it uses.
const MODULES: [&str; 7] = ["dom.js", "words.js", "pieces.js", "board.js", "boxes.js", "curve.js", "player.js"];

/// A game as one file.
#[derive(Serialize)]
pub struct PageAnswer {
    /// The position it begins with.
    pub position: String,
    /// Positions inside.
    pub positions: usize,
    /// Whether that is all of them.
    pub whole: bool,
    /// Bytes of the file.
    pub bytes: usize,
    /// Where the door wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Why values are missing, if some are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// How sure the values are.
    pub standing: grundy::Standing,
    /// The table inside.
    #[serde(skip)]
    table: PlayTable,
    /// The file.
    #[serde(skip)]
    pub html: String,
}

/// A game as one file to play on.
pub fn page(
    subject: &Subject,
    position: Option<&Text>,
    language: Language,
    engine: Engine,
    budget: &Budget,
) -> Result<PageAnswer, Problem> {
    let table = play_table(subject, position, MOST_BYTES, engine, budget)?;
    let data = embedded(&serde_json::to_string(&table).expect("every answer can be written as JSON"));
    let mut script = String::new();
    for module in MODULES {
        script.push_str(&joined(&assets::text(module)));
    }
    let html = filled(&assets::text("player.html"), |part| match part {
        "lang" => language.tag().to_string(),
        "title" => escaped(&table.game),
        "css" => assets::text("style.css"),
        "script" => script.clone(),
        "data" => data.clone(),
        other => unreachable!("the page has no part named {other}"),
    });
    Ok(PageAnswer {
        position: table.start.clone(),
        positions: table.positions.len(),
        whole: table.whole,
        bytes: html.len(),
        file: None,
        stopped: table.stopped,
        standing: table.standing.clone(),
        table,
        html,
    })
}

impl Report for PageAnswer {
    fn words(&self, language: Language) -> String {
        let Some(file) = &self.file else { return self.html.clone() };
        let mut text = format!("{}\n", self.table.inside(file, MOST_BYTES).say(language));
        if let Some(stop) = self.stopped {
            let _ = writeln!(text, "{}", stop.say(language));
        }
        let _ = writeln!(text, "{}", self.standing.say(language));
        text
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}

/// A module as part of one script: what it takes from others and what it gives stands beside it.
fn joined(module: &str) -> String {
    let kept = module.lines().filter(|line| !line.starts_with("import "));
    let line = |line: &str| format!("{}\n", line.strip_prefix("export ").unwrap_or(line));
    kept.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Modules are joined into one scope, so no two may name a thing alike, and each import is one line without renaming.
    #[test]
    fn modules_can_be_joined() {
        let mut names = HashSet::new();
        for module in MODULES {
            let text = assets::text(module);
            for line in text.lines() {
                let line = line.strip_prefix("export ").unwrap_or(line);
                let named = ["const ", "let ", "class ", "function "].iter().find_map(|word| line.strip_prefix(word));
                let Some(rest) = named else { continue };
                let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                assert!(name.is_empty() || names.insert(name.clone()), "{module}: `{name}` is taken");
            }
            let imports = text.lines().filter(|line| line.starts_with("import "));
            assert!(imports.clone().all(|line| line.ends_with(';') && !line.contains(" as ")), "{module}");
        }
    }

    #[test]
    fn texts_are_no_markup() {
        let rules = "game A\n  players Ann, Bob\n  state n: nat\n  move take(k in 1..n): n -= k\nstart A(3)\n";
        let subject = grundy::Library::standard().subject(rules).expect("the rules are fine");
        let made = page(&subject, None, Language::English, Engine::Interpreted, &Budget::unlimited()).expect("a page");
        // Three is Left's, two is Right's, one and none are either's.
        assert!(made.whole && made.positions == 6, "{}", made.positions);
        assert_eq!(embedded("</script><!--"), "\\u003c/script\\u003e\\u003c!--");
        assert_eq!(made.html.matches("</script>").count(), 2);
    }
}
