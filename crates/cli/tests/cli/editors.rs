//! The words that editors and the page colour are those of the language: its own list, `rule::WORDS`, is the only one that counts.

use super::library::root;
use grundy_rule::{WORDS, WordClass, word_class};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

type Words = BTreeSet<String>;

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn words(text: &str) -> Words {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    parts.map(str::to_string).collect()
}

fn of_class(class: WordClass) -> Words {
    let found = WORDS.iter().filter(|(known, _)| *known == class).flat_map(|(_, words)| words.iter());
    found.map(|word| word.to_string()).collect()
}

fn all() -> Words {
    WORDS.iter().flat_map(|(_, words)| words.iter().map(|word| word.to_string())).collect()
}

/// What each list is called in an editor's file.
const CLASSES: [(WordClass, &str, &str); 7] = [
    (WordClass::Clause, "grundyClause", "keyword.control.clause.grundy"),
    (WordClass::Statement, "grundyStatement", "keyword.control.statement.grundy"),
    (WordClass::Operator, "grundyOperator", "keyword.operator.word.grundy"),
    (WordClass::Type, "grundyType", "support.type.grundy"),
    (WordClass::Value, "grundyValue", "constant.language.grundy"),
    (WordClass::Function, "grundyFunction", "support.function.grundy"),
    (WordClass::Free, "grundyFree", "keyword.other.free.grundy"),
];

#[test]
fn vim_has_the_words_of_the_language() {
    let mut found: BTreeMap<String, Words> = BTreeMap::new();
    for line in text("editors/vim/syntax/grundy.vim").lines() {
        if let Some(rest) = line.strip_prefix("syntax keyword ") {
            let (group, list) = rest.split_once(' ').expect("a group and its words");
            let list = list.strip_prefix("contained ").unwrap_or(list);
            found.entry(group.to_string()).or_default().extend(words(list));
        }
    }
    for (class, group, _) in CLASSES {
        assert_eq!(found.remove(group), Some(of_class(class)), "{group}");
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn vs_code_has_the_words_of_the_language() {
    let grammar: Value = serde_json::from_str(&text("editors/vscode/syntaxes/grundy.tmLanguage.json")).expect("JSON");
    let patterns = grammar["patterns"].as_array().expect("patterns");
    let alternatives = |pattern: &str| {
        let list = pattern.strip_prefix("\\b(")?.strip_suffix(")\\b")?;
        list.chars().all(|c| c.is_alphabetic() || c == '|').then(|| words(list))
    };
    for (class, _, scope) in CLASSES {
        let lists = patterns.iter().filter_map(|pattern| match class {
            WordClass::Free if pattern["captures"]["2"]["name"] == scope => {
                let (_, list) = pattern["match"].as_str()?.split_once("\\s+")?;
                alternatives(&format!("\\b{list}"))
            }
            _ if pattern["name"] == scope => alternatives(pattern["match"].as_str()?),
            _ => None,
        });
        let lists: Vec<Words> = lists.collect();
        assert_eq!(lists, [of_class(class)], "{scope}");
    }
}

#[test]
fn tree_sitter_has_the_words_of_the_language() {
    let grammar = text("editors/tree-sitter-grundy/grammar.js");
    let quoted = |code: &str| -> Words {
        let inside = code.split('\'').skip(1).step_by(2);
        inside.filter(|word| word.chars().all(char::is_alphabetic)).map(str::to_string).collect()
    };
    // What stands behind `field(` names a part of a node.
    let (_, rules) = grammar.split_once("rules: {").expect("rules");
    let mut parts = rules.split("field('");
    let first = parts.next().unwrap_or_default().to_string();
    let rules = parts.filter_map(|part| part.split_once('\'')).fold(first, |rules, (_, rest)| rules + rest);
    assert_eq!(quoted(&rules), all());
    for (rule, class) in [("type", WordClass::Type), ("value", WordClass::Value), ("function", WordClass::Function)] {
        let line = rules.lines().find_map(|line| line.trim().strip_prefix(&format!("{rule}: _ => choice(")));
        assert_eq!(quoted(line.expect(rule)), of_class(class), "{rule}");
    }
    // The colours name words too.
    let colours = text("editors/tree-sitter-grundy/queries/highlights.scm");
    let code = colours.lines().filter(|line| !line.starts_with(';')).collect::<Vec<_>>().join("\n");
    let named = code.split('"').skip(1).step_by(2).filter(|word| word.chars().all(char::is_alphabetic));
    let named: Words = named.map(str::to_string).collect();
    let in_nodes = [WordClass::Type, WordClass::Value, WordClass::Function];
    let wanted: Words =
        all().into_iter().filter(|word| !word_class(word).is_some_and(|class| in_nodes.contains(&class))).collect();
    let left: Vec<&String> = wanted.difference(&named).collect();
    assert_eq!(left, ["again", "margin", "outcome", "pass", "value", "winner"], "these are nodes of their own");
    assert!(named.is_subset(&wanted), "{:?}", named.difference(&wanted));
}

#[test]
fn the_page_has_the_words_of_the_language() {
    let ink = text("crates/web/page/ink.js");
    let lists = ink.split("new Set((").skip(1).map(|rest| rest.split(".split").next().unwrap_or_default());
    let found: Words = lists.flat_map(words).collect();
    assert_eq!(found, all());
}

/// The grammar on the page of the language quotes every word of the list, and no other.
#[test]
fn the_language_page_has_the_words_of_the_language() {
    let page = text("docs/language.md");
    let grammar =
        page.split("## Grammar in one page").nth(1).and_then(|rest| rest.split("```").nth(1)).expect("a grammar");
    let quoted =
        grammar.split('"').skip(1).step_by(2).filter(|word| word.chars().all(|c| c.is_alphabetic() || c == ' '));
    let quoted: Words = quoted.flat_map(words).collect();
    let built_in = grammar.lines().find_map(|line| line.strip_prefix("built in = ")).expect("the built-in words");
    let folds = grammar.lines().find(|line| line.contains("exists/all")).expect("the folds");
    let folds = words(folds.split('(').next().unwrap_or_default());
    // Operators stand in a line of their own.
    let operators: Words = ["and", "or", "not", "then", "in"].map(str::to_string).into();
    let found: Words = quoted.into_iter().chain(words(built_in)).chain(folds).chain(operators).collect();
    let missing: Vec<String> = all().difference(&found).cloned().collect();
    let unknown: Vec<String> = found.difference(&all()).filter(|word| *word != "picture").cloned().collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}");
}
