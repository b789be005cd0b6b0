//! The files of the page, inside the program.

use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "page/"]
struct Files;

/// A file of the page by its path; `index.html` for none.
pub fn file(path: &str) -> Option<EmbeddedFile> {
    Files::get(if path.is_empty() { "index.html" } else { path })
}

/// The text of a file of the page that is known to be there.
pub fn text(path: &str) -> String {
    let file = Files::get(path).unwrap_or_else(|| panic!("the page has a file {path}"));
    String::from_utf8(file.data.into_owned()).unwrap_or_else(|_| panic!("{path} is text"))
}

/// What kind of file it is.
pub fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("html", |(_, ending)| ending) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => "text/html; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The whole page, before any compression.
    const MOST_BYTES: usize = 300 << 10;

    #[test]
    fn the_page_is_small_and_asks_no_other_host() {
        let mut bytes = 0;
        for path in Files::iter() {
            let file = file(&path).expect("it was listed");
            bytes += file.data.len();
            let text = String::from_utf8_lossy(&file.data).replace("http://www.w3.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{path} names another host");
            assert!(!text.contains("innerHTML") && !text.contains("outerHTML"), "{path} reads text as markup");
            assert!(text.lines().count() <= 800, "{path} is too long");
        }
        assert!(bytes <= MOST_BYTES, "{bytes} bytes");
    }
}
