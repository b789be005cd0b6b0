//! Puts the texts of games/ into the program: tables of (stem, text), sorted by stem. A few lines here instead of a
//! macro crate; a checkout without games/ builds with an empty library.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

/// Each table: its name, its folder below games/, the endings it takes.
const TABLES: &[(&str, &str, &[&str])] =
    &[("RULES", "", &["game"]), ("MATRICES", "matrix", &["txt"]), ("TREES", "tree", &["txt", "efg"])];

fn main() {
    let games = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../games");
    let mut code = String::new();
    for (name, folder, endings) in TABLES {
        let folder = games.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let list = fs::read_dir(&folder).map(|entries| entries.flatten().collect::<Vec<_>>()).unwrap_or_default();
        let mut files: Vec<PathBuf> = list.iter().map(|entry| entry.path()).collect();
        files.retain(|path| {
            path.is_file() && endings.iter().any(|ending| path.extension().is_some_and(|of| of == *ending))
        });
        files.sort();
        let _ =
            writeln!(code, "/// Stem and text of each file, sorted by stem.\npub const {name}: &[(&str, &str)] = &[");
        for path in files {
            println!("cargo::rerun-if-changed={}", path.display());
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let path = path.to_string_lossy().into_owned();
            let _ = writeln!(code, "    ({stem:?}, include_str!({path:?})),");
        }
        code.push_str("];\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("library.rs");
    fs::write(out, code).expect("the build folder is writable");
}
