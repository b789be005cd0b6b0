//! Scenes as TikZ: a standalone document for pdfLaTeX, XeLaTeX or LuaLaTeX.
//!
//! Invariant: it compiles whatever the texts are. What TeX reserves is escaped; characters pdfLaTeX has no
//! glyph for are written as their code there, and as themselves by the other two. Chinese and Korean need the CJK
//! package, which is loaded only where such characters occur.

use crate::scene::{Anchor, Dash, Item, Pen, Point, Scene, Segment, Text};
use crate::text::{self, Weight};
use crate::theme::Colour;
use std::collections::BTreeSet;
use std::fmt::Write;

/// `\other` is a character that pdfLaTeX has no glyph for. `\fit` makes a text smaller where TeX's font would make it
/// wider than the room measured for it.
const PREAMBLE: &str = r"\documentclass[border=2pt]{standalone}
\usepackage{iftex}
\usepackage{amssymb}
\ifPDFTeX\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage{textcomp}\else\usepackage{fontspec}\fi
\usepackage{tikz}
\newcommand\other[2]{\ifPDFTeX\texttt{U+#1}\else#2\fi}
\newsavebox\fitbox
\newcommand\fit[2]{\sbox\fitbox{#2}\ifdim\wd\fitbox>#1\resizebox{#1}{!}{\usebox\fitbox}\else\usebox\fitbox\fi}
";

/// `\asian` is a Chinese or Korean character: by the CJK package or a Noto font where there is one, else its code.
const ASIAN: &str = r"\newcommand\asian[3]{\texttt{U+#2}}
\newcommand\asianbegin{}
\newcommand\asianend{}
\newcommand\asiancjk[3]{\CJKfamily{#1}#3}
\newcommand\asiannoto[3]{{\asianfont#3}}
\ifPDFTeX
  \IfFileExists{CJKutf8.sty}{\usepackage{CJKutf8}
    \let\asian\asiancjk
    \renewcommand\asianbegin{\begin{CJK*}{UTF8}{bsmi}}
    \renewcommand\asianend{\end{CJK*}}}{}
\else
  \IfFontExistsTF{Noto Sans CJK TC}{\newfontfamily\asianfont{Noto Sans CJK TC}\let\asian\asiannoto}{}
\fi
";

/// The whole document.
pub fn tikz(scene: &Scene) -> String {
    let mut colours = BTreeSet::new();
    colours.extend(scene.background);
    let mut asian = false;
    survey(&scene.items, &mut colours, &mut asian);
    let mut out = String::from(PREAMBLE);
    if asian {
        out.push_str(ASIAN);
    }
    for colour in &colours {
        let _ = writeln!(out, "\\definecolor{{{}}}{{RGB}}{{{},{},{}}}", name(*colour), colour.0, colour.1, colour.2);
    }
    out.push_str("\\begin{document}\n");
    if asian {
        out.push_str("\\asianbegin\n");
    }
    out.push_str(
        "\\begin{tikzpicture}[x=0.75bp,y=-0.75bp,every node/.style={inner sep=0pt,outer sep=0pt,font=\\sffamily}]\n",
    );
    if let Some(background) = scene.background {
        let _ = writeln!(
            out,
            "\\fill[{}] (0,0) rectangle ({},{});",
            name(background),
            number(scene.width),
            number(scene.height)
        );
    }
    write_items(&mut out, &scene.items, (0.0, 0.0));
    out.push_str("\\end{tikzpicture}\n");
    if asian {
        out.push_str("\\asianend\n");
    }
    out.push_str("\\end{document}\n");
    out
}

fn survey(items: &[Item], colours: &mut BTreeSet<Colour>, asian: &mut bool) {
    for item in items {
        match item {
            Item::Group(group) => survey(&group.items, colours, asian),
            Item::Text(text) => {
                colours.insert(text.colour);
                *asian |= text.text.chars().any(is_asian);
            }
            Item::Rect { pen, .. } | Item::Circle { pen, .. } | Item::Path { pen, .. } => {
                colours.extend(pen.fill);
                colours.extend(pen.stroke);
            }
        }
    }
}

fn write_items(out: &mut String, items: &[Item], origin: Point) {
    let point = |(x, y): Point| format!("({},{})", number(x + origin.0), number(y + origin.1));
    for item in items {
        match item {
            Item::Group(group) => write_items(out, &group.items, (origin.0 + group.at.0, origin.1 + group.at.1)),
            Item::Rect { at, size, radius, pen } => {
                let corner = (at.0 + size.0, at.1 + size.1);
                let round =
                    if *radius > 0.0 { format!(",rounded corners={}bp", number(radius * 0.75)) } else { String::new() };
                let _ = writeln!(out, "\\path[{}{round}] {} rectangle {};", options(pen), point(*at), point(corner));
            }
            Item::Circle { at, radius, pen } => {
                let _ = writeln!(
                    out,
                    "\\path[{}] {} circle[radius={}bp];",
                    options(pen),
                    point(*at),
                    number(radius * 0.75)
                );
            }
            Item::Path { segments, pen } => {
                let _ = write!(out, "\\path[{}]", options(pen));
                for (index, segment) in segments.iter().enumerate() {
                    // TeX reads long lines slowly and some editors not at all.
                    if index % 32 == 31 {
                        out.push('\n');
                    }
                    let _ = match *segment {
                        Segment::Move(to) => write!(out, " {}", point(to)),
                        Segment::Line(to) => write!(out, " -- {}", point(to)),
                        Segment::Curve(a, b, to) => {
                            write!(out, " .. controls {} and {} .. {}", point(a), point(b), point(to))
                        }
                        Segment::Close => write!(out, " -- cycle"),
                    };
                }
                out.push_str(";\n");
            }
            Item::Text(text) => write_text(out, text, point(text.at)),
        }
    }
}

fn write_text(out: &mut String, text: &Text, at: String) {
    let anchor = match text.anchor {
        Anchor::Start => "base west",
        Anchor::Middle => "base",
        Anchor::End => "base east",
    };
    let size = text.size * 0.75;
    let bold = if text.weight == Weight::Bold { "\\bfseries" } else { "" };
    let width = number(text.width() * 0.75 + 0.01);
    let _ = writeln!(
        out,
        "\\node[anchor={anchor},text={}] at {at} {{\\fontsize{{{}}}{{{}}}\\selectfont{bold}\\fit{{{width}bp}}{{{}}}}};",
        name(text.colour),
        number(size),
        number(size * 1.2),
        escaped(&text.text)
    );
}

fn options(pen: &Pen) -> String {
    let mut options = Vec::new();
    if let Some(fill) = pen.fill {
        options.push(format!("fill={}", name(fill)));
    }
    if let Some(stroke) = pen.stroke {
        options.push(format!("draw={}", name(stroke)));
        options.push(format!("line width={}bp", number(pen.width * 0.75)));
        if pen.dash == Dash::Dashed {
            let unit = 0.75 * pen.width.max(1.0);
            options.push(format!("dash pattern=on {}bp off {}bp", number(4.0 * unit), number(3.0 * unit)));
        }
    }
    options.join(",")
}

fn name(colour: Colour) -> String {
    format!("c{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2)
}

fn number(value: f64) -> String {
    crate::format::svg::Number(value).to_string()
}

fn is_asian(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff00}'..='\u{ffef}')
}

/// `text` for TeX's horizontal mode.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().map(text::printable) {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '-' => out.push_str("{-}"),
            ' ' => out.push_str("\\ "),
            ' '..='~' => out.push(c),
            c if is_asian(c) => out.push_str(&asian(c)),
            c => match symbol(c) {
                Some(command) => out.push_str(command),
                None => {
                    let _ = write!(out, "\\other{{{:04X}}}{{{c}}}", u32::from(c));
                }
            },
        }
    }
    out
}

/// Hangul and Chinese come from different fonts in the CJK package.
fn asian(c: char) -> String {
    let family = if matches!(c, '\u{ac00}'..='\u{d7a3}') { "mj" } else { "bsmi" };
    format!("\\asian{{{family}}}{{{:04X}}}{{{c}}}", u32::from(c))
}

fn symbol(c: char) -> Option<&'static str> {
    Some(match c {
        '…' => "\\ldots{}",
        '⋮' => "$\\vdots$",
        '×' => "$\\times$",
        '·' => "$\\cdot$",
        '±' => "$\\pm$",
        '−' => "$-$",
        '∞' => "$\\infty$",
        '⊕' => "$\\oplus$",
        '⊗' => "$\\otimes$",
        '↑' => "$\\uparrow$",
        '↓' => "$\\downarrow$",
        '→' => "$\\rightarrow$",
        '←' => "$\\leftarrow$",
        '⇑' => "$\\Uparrow$",
        '⇓' => "$\\Downarrow$",
        '∗' | '＊' => "$*$",
        '★' => "$\\bigstar$",
        '●' => "$\\bullet$",
        '○' => "$\\circ$",
        '≤' => "$\\leq$",
        '≥' => "$\\geq$",
        '≠' => "$\\neq$",
        '∅' => "$\\emptyset$",
        '½' => "$\\frac12$",
        '¼' => "$\\frac14$",
        '¾' => "$\\frac34$",
        '²' => "$^2$",
        '³' => "$^3$",
        'α' => "$\\alpha$",
        'β' => "$\\beta$",
        'γ' => "$\\gamma$",
        'δ' => "$\\delta$",
        'ε' => "$\\varepsilon$",
        'λ' => "$\\lambda$",
        'μ' => "$\\mu$",
        'π' => "$\\pi$",
        'σ' => "$\\sigma$",
        'φ' => "$\\varphi$",
        'ω' => "$\\omega$",
        'Γ' => "$\\Gamma$",
        'Δ' => "$\\Delta$",
        'Σ' | '∑' => "$\\Sigma$",
        'Φ' => "$\\Phi$",
        'Ω' => "$\\Omega$",
        '∈' => "$\\in$",
        '∧' => "$\\wedge$",
        '∨' => "$\\vee$",
        '⌊' => "$\\lfloor$",
        '⌋' => "$\\rfloor$",
        '⇒' => "$\\Rightarrow$",
        '♠' => "$\\spadesuit$",
        '♥' => "$\\heartsuit$",
        '♦' => "$\\diamondsuit$",
        '♣' => "$\\clubsuit$",
        '■' => "$\\blacksquare$",
        '□' => "$\\square$",
        '\u{fffd}' => "?",
        _ => return None,
    })
}
