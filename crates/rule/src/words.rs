//! Every word of the language, each once, with what it is for. The checker, the page and the highlighting of editors read this list.

/// What a word of the language is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordClass {
    /// Begins an item or a clause, or joins the parts of one.
    Clause,
    /// Begins a statement.
    Statement,
    /// Joins expressions or sets.
    Operator,
    /// A set of values.
    Type,
    /// A value.
    Value,
    /// A function, or an operation over binders.
    Function,
    /// Has a meaning only in a `claim`, `expect`, `symmetry` or `misere` line, before the name of a step, or at the end of a
    /// `then`; elsewhere it is free as a name.
    Free,
}

/// Every class with its words.
pub const WORDS: &[(WordClass, &[&str])] = &[
    (
        WordClass::Clause,
        &[
            "game",
            "def",
            "type",
            "start",
            "expect",
            "param",
            "state",
            "left",
            "right",
            "move",
            "wins",
            "loses",
            "when",
            "draw",
            "score",
            "misere",
            "players",
            "split",
            "by",
            "symmetry",
            "measure",
            "invariant",
            "claim",
            "show",
        ],
    ),
    (WordClass::Statement, &["for", "let", "gain", "again", "become", "pass", "swap"]),
    (WordClass::Operator, &["if", "then", "else", "in", "and", "or", "not", "set", "of", "list"]),
    (WordClass::Type, &["nat", "int", "bool", "player", "digraph"]),
    (
        WordClass::Value,
        &["me", "opp", "Left", "Right", "none", "true", "false", "stuck", "forever", "orth", "diag", "king"],
    ),
    (
        WordClass::Function,
        &[
            "all", "grid", "lines", "reach", "next", "nodes", "len", "abs", "min", "max", "exists", "count", "sum",
            "xor",
        ],
    ),
    (
        WordClass::Free,
        &[
            "play",
            "first",
            "second",
            "grundy",
            "winner",
            "outcome",
            "value",
            "margin",
            "plies",
            "rounds",
            "rotate",
            "mirror",
            "flip",
            "transpose",
            "permute",
            "swapping",
            "step",
            "stop",
        ],
    ),
];

/// Functions, and a set of values, whose names a file may declare: its own meaning counts then.
pub const OPEN_WORDS: &[&str] = &[
    "near", "before", "edges", "ends", "touch", "ray", "until", "flood", "parts", "shapes", "subsets", "gcd", "graph",
];

/// What a word of the language is for; `None` of any other word.
pub fn word_class(word: &str) -> Option<WordClass> {
    WORDS.iter().find(|(_, words)| words.contains(&word)).map(|&(class, _)| class)
}

/// Whether a word may not be declared. `Left` and `Right` are names that every game has, and `players` renames them.
pub(crate) fn is_reserved(word: &str) -> bool {
    word_class(word).is_some_and(|class| class != WordClass::Free) && !["Left", "Right"].contains(&word)
}

/// Words that an expression may use as names.
pub(crate) fn built_in() -> impl Iterator<Item = &'static str> {
    let named = |class| matches!(class, WordClass::Type | WordClass::Value | WordClass::Function);
    let reserved = WORDS.iter().filter(move |&&(class, _)| named(class)).flat_map(|(_, words)| words.iter().copied());
    reserved.chain(OPEN_WORDS.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{FOLDS, QUERIES};

    /// The parser's own tables and this list agree, and no word stands twice.
    #[test]
    fn the_list_is_whole() {
        let all: Vec<&str> = WORDS.iter().flat_map(|(_, words)| words.iter().copied()).collect();
        for word in &all {
            assert_eq!(all.iter().filter(|other| *other == word).count(), 1, "{word}");
        }
        assert!(FOLDS.iter().all(|(word, _)| word_class(word) == Some(WordClass::Function)));
        assert!(QUERIES.iter().all(|(word, _)| word_class(word) == Some(WordClass::Free)));
        assert!(is_reserved("game") && is_reserved("me") && !is_reserved("grundy") && !is_reserved("Left"));
    }
}
