//! What is proved of a game, in the words of a language: what matters most, and the names of all facts.

use super::GameFacts;
use crate::report::Language;
use crate::words::say;
use serde::Serialize;

/// What is said of a game, and why it is so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// A few words: `ends after at most 12 moves`.
    pub text: String,
    /// Why.
    pub reason: String,
    /// `proved`, `unknown`, or what it is in this language.
    pub standing: String,
}

impl GameFacts {
    /// What matters most of what is proved; where play ends, after how many moves at most, if that is known.
    pub fn summary(&self, longest: Option<u64>, language: Language) -> Vec<Remark> {
        let reason = |name: &str| {
            let fits = |fact: &str| fact == name || fact.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
            let known = self.facts.iter().find(|row| row.standing == "proved" && fits(row.fact));
            known.map(|row| row.reason.clone()).unwrap_or_default()
        };
        let proved = say!(language, "proved");
        let of = |name: &String| {
            let (text, fact) = match (name.as_str(), longest) {
                ("acyclic", Some(moves)) => (say!(language, "ends after at most {} moves", moves), "acyclic"),
                ("acyclic", None) => (say!(language, "play ends"), "acyclic"),
                (name, _) => match name.strip_prefix("heap form ") {
                    Some(code) => (say!(language, "heap form {}", code), "heap form"),
                    None => (fact_name(name, language), name),
                },
            };
            Remark { text, reason: reason(fact), standing: proved.clone() }
        };
        self.brief.iter().map(of).collect()
    }

    /// Every fact by its name in a language.
    pub fn remarks(&self, language: Language) -> Vec<Remark> {
        let standing = |word: &str| match word {
            "proved" => say!(language, "proved"),
            _ => say!(language, "unknown"),
        };
        let row = |row: &super::FactRow| Remark {
            text: fact_name(row.fact, language),
            reason: row.reason.clone(),
            standing: standing(row.standing),
        };
        self.facts.iter().map(row).collect()
    }

    /// How the game ends, in a language.
    pub fn ending(&self, language: Language) -> String {
        match self.ends {
            "by `stuck`: who cannot move loses" => say!(language, "who cannot move loses"),
            "by `stuck`: who cannot move wins" => say!(language, "who cannot move wins"),
            "by points when stuck" => say!(language, "points decide when nobody can move"),
            _ => say!(language, "the rules say when it ends and who wins"),
        }
    }
}

/// The name of a fact in a language.
fn fact_name(fact: &str, language: Language) -> String {
    match fact {
        "impartial" => say!(language, "impartial"),
        "mover free" => say!(language, "mover free"),
        "player-symmetric" => say!(language, "player-symmetric"),
        "acyclic" => say!(language, "play ends"),
        "bounds" => say!(language, "bounded fields"),
        "independent axes" => say!(language, "independent axes"),
        "heap form" => say!(language, "heap form"),
        "split sound" => say!(language, "claimed split holds"),
        "symmetry sound" => say!(language, "claimed symmetry holds"),
        "split found" => say!(language, "split found"),
        "symmetry found" => say!(language, "symmetry found"),
        "split" => say!(language, "falls apart into a sum"),
        "symmetry" => say!(language, "has symmetries"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::facts::facts;
    use crate::library::Library;

    #[test]
    fn what_matters_is_said_in_words() {
        let kayles = Library::standard().game("kayles").expect("a game of the library");
        let of = facts(&kayles, Engine::Interpreted);
        let said = |longest, language| -> Vec<String> {
            of.games[0].summary(longest, language).into_iter().map(|one| one.text).collect()
        };
        assert_eq!(said(Some(7), Language::English), ["impartial", "ends after at most 7 moves", "heap form 0.77"]);
        assert_eq!(said(None, Language::English)[1], "play ends");
        assert!(said(Some(7), Language::Korean).iter().all(|text| text.chars().any(|c| c > '\u{1000}')));
        assert!(of.games[0].summary(None, Language::English).iter().all(|one| !one.reason.is_empty()));
        let every = [of.games[0].remarks(Language::Chinese), of.games[0].remarks(Language::Korean)].concat();
        assert!(every.iter().all(|one| !one.text.is_ascii() && !one.standing.is_ascii()), "{every:?}");
    }
}
