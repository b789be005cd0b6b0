//! The crate boundaries of ARCHITECTURE.md, read from `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Which of our crates each of our crates may use. A crate missing here is a failure: say where it belongs.
const MAY_USE: &[(&str, &[&str])] = &[
    ("answer", &[]),
    ("value", &["answer"]),
    ("rule", &["answer"]),
    ("run", &["answer", "rule"]),
    ("explicit", &["rule", "run"]),
    ("arithmetic", &["answer", "rule", "run"]),
    ("jit", &["answer", "rule", "run"]),
    ("heap", &["answer"]),
    ("misere", &["answer", "heap"]),
    ("payoff", &["answer"]),
    ("solve", &["answer", "value", "rule", "run", "explicit", "arithmetic", "heap", "misere"]),
    ("automata", &["answer"]),
    ("prove", &["answer", "automata", "value", "rule", "run", "heap", "solve", "proof"]),
    ("kernel", &["answer", "rule", "run"]),
    ("proof", &["answer", "value", "rule", "run", "arithmetic", "kernel"]),
    ("certify", &["answer", "rule", "run", "explicit", "kernel", "proof"]),
    ("draw", &["answer", "value", "rule", "run"]),
    ("export", &["answer", "automata", "heap", "proof", "prove", "rule", "run", "solve"]),
    ("fuzz", &["answer", "rule", "run"]),
    (
        "grundy",
        &[
            "answer", "value", "rule", "run", "explicit", "jit", "heap", "misere", "payoff", "solve", "automata",
            "prove", "kernel", "proof", "certify", "draw", "export",
        ],
    ),
    ("cli", &["grundy", "draw"]),
];

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
    for (name, used) in uses() {
        let (_, allowed) =
            MAY_USE.iter().find(|(other, _)| *other == name).unwrap_or_else(|| panic!("where does `{name}` belong?"));
        for other in used {
            assert!(allowed.contains(&other.as_str()), "`{name}` may not use `{other}`");
        }
    }
}
