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
}
