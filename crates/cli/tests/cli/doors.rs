//! Files, clocks, terminals and the environment are touched by doors alone: no other crate names them.

use super::library::root;
use std::path::{Path, PathBuf};

/// What only a door may name.
const OF_DOORS: &[&str] = &[
    "std::fs",
    "File::open",
    "File::create",
    "Instant::now",
    "SystemTime",
    "println!",
    "eprintln!",
    "std::env::",
    "std::process",
    "io::stdin",
    "io::stdout",
    "io::stderr",
];

/// Crates that are doors, and `kit`, which only tests use.
const DOORS: &[&str] = &["cli", "kit", "lsp", "python", "store", "web"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A line without what stands between quotes.
fn without_texts(line: &str) -> String {
    let (mut code, mut quoted, mut escaped) = (String::new(), false, false);
    for character in line.chars() {
        match character {
            '"' if !escaped => quoted = !quoted,
            _ if !quoted => code.push(character),
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    code
}

#[test]
fn only_doors_touch_the_outside_world() {
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for crate_folder in std::fs::read_dir(root().join("crates")).expect("crates").flatten() {
        let name = crate_folder.file_name().to_string_lossy().into_owned();
        if DOORS.contains(&name.as_str()) {
            continue;
        }
        let mut files = Vec::new();
        sources(&crate_folder.path().join("src"), &mut files);
        for file in files {
            looked_at += 1;
            let text = std::fs::read_to_string(&file).expect("readable");
            // Tests inside a file come last and may look at the environment.
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
            for (number, line) in lines {
                let code = without_texts(line);
                if OF_DOORS.iter().any(|word| code.contains(word)) {
                    wrong.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
                }
            }
        }
    }
    assert!(looked_at > 300, "only {looked_at} files were looked at");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
