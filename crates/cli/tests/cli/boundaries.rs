//! The crate boundaries of ARCHITECTURE.md, read from `cargo metadata`.

use super::library::root;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Which of our crates each of our crates may use: the third column of the code map.
fn may_use() -> BTreeMap<String, BTreeSet<String>> {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let map = page.split("## Code map").nth(1).and_then(|rest| rest.split("\n\n").nth(1)).expect("a table");
    let rows = map.lines().filter_map(|line| {
        let mut columns = line.split(" | ");
        let name = columns.next()?.strip_prefix("| `")?.strip_suffix('`')?;
        Some((name.to_string(), columns.nth(1)?.to_string()))
    });
    let rows: Vec<(String, String)> = rows.collect();
    let named = |text: &str| -> BTreeSet<String> { text.split(", ").map(str::to_string).collect() };
    let all: BTreeSet<String> = rows.iter().map(|(name, _)| name.clone()).collect();
    let allowed = |text: &str| match text.strip_prefix("all but ") {
        Some(others) => all.difference(&named(others)).cloned().collect(),
        None if text == "-" => BTreeSet::new(),
        None => named(text),
    };
    rows.iter().map(|(name, text)| (name.clone(), allowed(text))).collect()
}

fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let ours = |name: &str| match name {
        "grundy" => Some("grundy".to_string()),
        name => name.strip_prefix("grundy-").map(str::to_string),
    };
    let mut uses = BTreeMap::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let name = ours(package["name"].as_str().expect("name")).expect("packages are named grundy or grundy-<word>");
        let dependencies = package["dependencies"].as_array().expect("dependencies").iter();
        let named = dependencies
            .filter(|dependency| dependency["kind"].is_null())
            .filter_map(|dependency| ours(dependency["name"].as_str().expect("name")));
        uses.insert(name, named.collect());
    }
    uses
}

#[test]
fn crates_use_only_what_they_may() {
    let may_use = may_use();
    let uses = uses();
    assert!(may_use.keys().eq(uses.keys()), "the code map has {:?}, there are {:?}", may_use.keys(), uses.keys());
    for (name, used) in uses {
        let beyond: Vec<&String> = used.difference(&may_use[&name]).collect();
        assert!(beyond.is_empty(), "`{name}` may not use {beyond:?}");
    }
}
