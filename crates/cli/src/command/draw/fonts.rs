//! Fonts of the system, for the characters the embedded ones lack. Only a PNG needs them.

use grundy_draw::Fonts;
use std::path::{Path, PathBuf};

/// At most this many files are tried.
const MOST_FILES: usize = 300;
/// Larger files are not fonts.
const LARGEST: u64 = 64 << 20;
/// Folders within folders.
const DEEPEST: usize = 5;

/// `fonts` and as many of the system's as `text` needs; with the characters that still none has.
pub fn covering(mut fonts: Fonts, text: &str) -> (Fonts, Vec<char>) {
    let mut missing = fonts.missing(text);
    if missing.is_empty() {
        return (fonts, missing);
    }
    let mut files = Vec::new();
    for folder in folders() {
        collect(&folder, DEEPEST, &mut files);
    }
    files.sort_by_key(|path| (unlikely(path), path.clone()));
    for file in files.into_iter().take(MOST_FILES) {
        let Ok(data) = std::fs::read(&file) else { continue };
        let more = fonts.clone().with(data);
        let still = more.missing(text);
        if still.len() < missing.len() {
            (fonts, missing) = (more, still);
        }
        if missing.is_empty() {
            break;
        }
    }
    (fonts, missing)
}

/// Plain sans-serif faces of the large families come first.
fn unlikely(path: &Path) -> u32 {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let lacks = |words: &[&str]| u32::from(!words.iter().any(|word| name.contains(word)));
    4 * lacks(&["cjk", "nanum", "gothic", "ming", "heiti", "pingfang", "malgun", "msjh", "unifont", "symbol"])
        + 2 * lacks(&["sans", "gothic"])
        + lacks(&["regular"])
}

fn folders() -> Vec<PathBuf> {
    let fixed = ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"];
    let mut folders: Vec<PathBuf> = fixed.iter().map(PathBuf::from).collect();
    if let Some(home) = std::env::var_os("HOME").map(PathBuf::from) {
        folders.extend([".fonts", ".local/share/fonts", "Library/Fonts"].map(|folder| home.join(folder)));
    }
    if let Some(windows) = std::env::var_os("WINDIR").map(PathBuf::from) {
        folders.push(windows.join("Fonts"));
    }
    folders
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.metadata()) else { continue };
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if kind.is_dir() && depth > 0 {
            collect(&path, depth - 1, files);
        } else if matches!(extension.to_ascii_lowercase().as_str(), "ttf" | "otf" | "ttc") && kind.len() <= LARGEST {
            files.push(path);
        }
    }
}
