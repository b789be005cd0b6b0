//! The book and the other pages of docs/, as HTML: Markdown is read when a page is asked for.
//!
//! Invariant: a page runs nothing and names no other file than docs/ holds; HTML inside Markdown is shown as text.

use crate::assets::kind;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../docs/"]
struct Docs;

/// The first page, by its path in docs/.
pub const CONTENTS: &str = "book/src/SUMMARY.md";

/// The contents of each edition, with its name.
const EDITIONS: [(&str, &str); 3] =
    [("English", CONTENTS), ("한국어", "book/ko/SUMMARY.md"), ("繁體中文", "book/zh/SUMMARY.md")];

/// What is at a path of docs/.
pub enum Found {
    /// A page, as HTML.
    Page(String),
    /// A file as it is, with its kind.
    File(&'static str, Vec<u8>),
    /// The page is another one.
    At(String),
}

/// What is at a path.
pub fn find(path: &str) -> Option<Found> {
    let file = Docs::get(path)?;
    if !path.ends_with(".md") {
        return Some(Found::File(kind(path), file.data.into_owned()));
    }
    let text = String::from_utf8(file.data.into_owned()).ok()?;
    match included(&text).and_then(|other| beside(path, other)) {
        Some(other) => Some(Found::At(other)),
        None => Some(Found::Page(page(&text))),
    }
}

/// The file that a page consists of, if it is another one.
fn included(text: &str) -> Option<&str> {
    let line = text.lines().find(|line| !line.is_empty() && !line.starts_with("<!--"))?;
    line.strip_prefix("{{#include ")?.strip_suffix("}}")
}

/// The path in docs/ of a file that is named from a page there.
fn beside(page: &str, other: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in other.split('/') {
        match part {
            ".." => {
                parts.pop()?;
            }
            "." => {}
            part => parts.push(part),
        }
    }
    Some(parts.join("/")).filter(|path| Docs::get(path).is_some())
}

fn page(markdown: &str) -> String {
    let mut title = String::new();
    let mut is_title = false;
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
        Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
            is_title = title.is_empty();
            event
        }
        Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
            is_title = false;
            event
        }
        Event::Text(ref text) if is_title => {
            title.push_str(text);
            event
        }
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    let mut body = String::new();
    html::push_html(&mut body, events);
    let editions: String =
        EDITIONS.iter().map(|(name, path)| format!("<a href=\"/book/{path}\">{name}</a> ")).collect();
    let mut name = String::new();
    html::push_html(&mut name, std::iter::once(Event::Text(title.into())));
    format!(
        "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\"/>\n<title>{name}</title>\n<link rel=\"stylesheet\" href=\"/book.css\"/>\n</head>\n<body>\n<nav>{editions}<a \
         href=\"/\">Grundy</a></nav>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page that a page of docs/ names by a relative link is there, in the book and outside it.
    #[test]
    fn links_lead_to_pages() {
        let mut broken = Vec::new();
        let mut links = 0;
        for path in Docs::iter().filter(|path| path.ends_with(".md")) {
            let text = String::from_utf8(Docs::get(&path).expect("listed").data.into_owned()).expect("text");
            for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
                let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else { continue };
                let to = dest_url.split('#').next().unwrap_or_default();
                let outside = to.contains(':') || to.is_empty() || leaves_docs(&path, to);
                if !outside && beside(&path, to).is_none() {
                    broken.push(format!("{path} -> {to}"));
                }
                links += usize::from(!outside);
            }
        }
        assert!(links > 100 && broken.is_empty(), "{links} links, broken: {broken:#?}");
    }

    /// Whether a link leads out of docs/, to the rest of the repository.
    fn leaves_docs(page: &str, to: &str) -> bool {
        let up = to.split('/').filter(|part| *part == "..").count();
        up > page.split('/').count() - 1
    }

    #[test]
    fn pages_are_read_from_markdown() {
        let Some(Found::Page(page)) = find(CONTENTS) else { panic!("the contents are a page") };
        assert!(page.contains("<a href=\"01-stones.md\">") && page.contains("한국어"), "{page}");
        let Some(Found::At(other)) = find("book/src/reference/language.md") else { panic!("it is another page") };
        assert_eq!(other, "language.md");
        let Some(Found::Page(page)) = find("book/src/01-stones.md") else { panic!("a page") };
        assert!(
            page.contains("<title>1. Take 1 to 3 stones</title>") && page.contains("<pre><code>$ cat take.game"),
            "{page}"
        );
        assert!(super::page("<script>x</script>").contains("&lt;script&gt;"));
        assert!(find("../README.md").is_none() && find("nothing.md").is_none());
    }
}
