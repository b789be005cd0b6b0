//! Puts the small text games of `games/matrix` and `games/tree` into the program: a new game is one file.

use std::fmt::Write;
use std::path::Path;

fn main() {
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
    }
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("library.rs"), code).expect("the output folder can be written");
}
