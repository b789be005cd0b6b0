//! Puts the files of games/ into the program: a table of (stem, text), sorted by stem. A few lines here instead of a
//! macro crate; a checkout without games/ builds with an empty library.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../games");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(&root).map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game") && path.is_file());
    files.sort();
    let mut table = String::from("&[\n");
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let path = path.to_string_lossy().into_owned();
        table.push_str(&format!("    ({stem:?}, include_str!({path:?})),\n"));
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("library.rs");
    fs::write(out, table).expect("the build folder is writable");
//! Puts the small text games of `games/matrix` and `games/tree` into the program: a new game is one file.
use std::fmt::Write;
use std::path::Path;
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut code = String::new();
    for folder in ["matrix", "tree"] {
        let from = games.join(folder);
        println!("cargo::rerun-if-changed={}", from.display());
        let files = std::fs::read_dir(&from).map(|list| list.flatten().collect::<Vec<_>>()).unwrap_or_default();
        let mut paths: Vec<_> = files.iter().map(|file| file.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ext| ext == "txt" || ext == "efg"));
        paths.sort();
        let name = folder.to_uppercase();
        let _ = writeln!(code, "/// Name and text of every game of `games/{folder}`.");
        let _ = writeln!(code, "pub const {name}: &[(&str, &str)] = &[");
        for path in paths {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let _ = writeln!(code, "    ({stem:?}, include_str!({:?})),", path.display().to_string());
        }
        code.push_str("];\n");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("library.rs"), code).expect("the output folder can be written");
}
