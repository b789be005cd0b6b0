//! Scenes as SVG.
//!
//! Invariant: a document of its own, without scripts, links or outside fonts; every text is escaped; the same
//! scene gives the same bytes. Lines of text whose width is only estimated have their length fixed.

use crate::lang::Lang;
use crate::scene::{Anchor, Group, Item, Pen, Point, Role, Scene, Segment, Text};
use crate::text::{self, Certainty, Weight};
use std::fmt::Write;

/// The families named in every picture: the embedded ones first, narrower ones after.
pub const FAMILIES: &str = "'DejaVu Sans',Verdana,Arial,'Noto Sans CJK TC','Noto Sans CJK KR','Noto Sans TC','Noto Sans KR','Microsoft JhengHei','Malgun Gothic','PingFang TC','Apple SD Gothic Neo',sans-serif";

/// The whole document.
pub fn svg(scene: &Scene, lang: Lang) -> String {
    let mut out = String::new();
    let (w, h) = (Number(scene.width), Number(scene.height));
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"{FAMILIES}\" lang=\"{}\" role=\"img\" aria-labelledby=\"title desc\">",
        lang.tag()
    );
    let _ = writeln!(out, "<title id=\"title\">{}</title>", escaped(&scene.title));
    let _ = writeln!(out, "<desc id=\"desc\">{}</desc>", escaped(&scene.description));
    if let Some(background) = scene.background {
        let _ = writeln!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>", background.hex());
    }
    for item in &scene.items {
        write_item(&mut out, item);
    }
    out.push_str("</svg>\n");
    out
}

/// The items alone, for a document that has its own root.
pub fn fragment(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        write_item(&mut out, item);
    }
    out
}

/// `text` with what XML reserves or forbids replaced.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push('\n'),
            c => out.push(text::printable(c)),
        }
    }
    out
}

fn write_item(out: &mut String, item: &Item) {
    match item {
        Item::Group(group) => write_group(out, group),
        Item::Rect { at, size, radius, pen } => {
            let _ = write!(out, "<rect x=\"{}\" y=\"{}\"", Number(at.0), Number(at.1));
            let _ = write!(out, " width=\"{}\" height=\"{}\"", Number(size.0), Number(size.1));
            if *radius > 0.0 {
                let _ = write!(out, " rx=\"{}\"", Number(*radius));
            }
            write_pen(out, pen);
            out.push_str("/>\n");
        }
        Item::Circle { at, radius, pen } => {
            let (x, y, r) = (Number(at.0), Number(at.1), Number(*radius));
            let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"");
            write_pen(out, pen);
            out.push_str("/>\n");
        }
        Item::Path { segments, pen } => {
            let _ = write!(out, "<path d=\"{}\"", path(segments));
            write_pen(out, pen);
            out.push_str("/>\n");
        }
        Item::Text(text) => write_text(out, text),
    }
}

fn write_group(out: &mut String, group: &Group) {
    out.push_str("<g");
    match group.role {
        Role::Node(index) => {
            let _ = write!(out, " class=\"node\" data-node=\"{index}\"");
        }
        Role::Edge(index) => {
            let _ = write!(out, " class=\"edge\" data-edge=\"{index}\"");
        }
        Role::Label(index) => {
            let _ = write!(out, " class=\"label\" data-label=\"{index}\"");
        }
        Role::Cell => out.push_str(" class=\"cell\""),
        Role::Part => {}
    }
    if group.at != (0.0, 0.0) {
        let _ = write!(out, " transform=\"translate({} {})\"", Number(group.at.0), Number(group.at.1));
    }
    out.push('>');
    if !group.title.is_empty() {
        let _ = write!(out, "<title>{}</title>", escaped(&group.title));
    }
    out.push('\n');
    for item in &group.items {
        write_item(out, item);
    }
    out.push_str("</g>\n");
}

fn write_pen(out: &mut String, pen: &Pen) {
    match pen.fill {
        Some(fill) => {
            let _ = write!(out, " fill=\"{}\"", fill.hex());
        }
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = pen.stroke {
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", stroke.hex(), Number(pen.width));
        if let Some((on, off)) = pen.dashes() {
            let _ = write!(out, " stroke-dasharray=\"{} {}\"", Number(on), Number(off));
        }
    }
}

fn write_text(out: &mut String, text: &Text) {
    let (x, y, size) = (Number(text.at.0), Number(text.at.1), Number(text.size));
    let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\"", text.colour.hex());
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
        Anchor::End => out.push_str(" text-anchor=\"end\""),
    }
    if text.weight == Weight::Bold {
        out.push_str(" font-weight=\"bold\"");
    }
    if text::certainty(&text.text) == Certainty::Estimated {
        let _ = write!(out, " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", Number(text.width()));
    }
    let _ = writeln!(out, " xml:space=\"preserve\">{}</text>", escaped(&text.text));
}

/// The `d` attribute of a path.
pub fn path(segments: &[Segment]) -> String {
    let mut out = String::new();
    let point = |(x, y): Point| format!("{} {}", Number(x), Number(y));
    for segment in segments {
        let _ = match *segment {
            Segment::Move(to) => write!(out, "M{}", point(to)),
            Segment::Line(to) => write!(out, "L{}", point(to)),
            Segment::Curve(a, b, to) => write!(out, "C{} {} {}", point(a), point(b), point(to)),
            Segment::Close => write!(out, "Z"),
        };
    }
    out
}

/// A coordinate with at most two decimals.
pub struct Number(pub f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = (self.0 * 100.0).round();
        let value = if hundredths == 0.0 { 0.0 } else { hundredths / 100.0 };
        write!(f, "{value}")
    }
}
