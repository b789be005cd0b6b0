//! Sheets as LaTeX.

use super::blocks::{Block, blocks, title};
use super::{Drawn, Sheet, ValueTable, pieces};
use crate::lang::Lang;
use std::fmt::Write;

/// The document.
pub fn document(sheet: &Sheet) -> String {
    let fonts = match sheet.lang {
        Lang::English => "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{textcomp}\n",
        Lang::Korean => "% compile with xelatex\n\\usepackage{fontspec}\n\\usepackage{kotex}\n",
        Lang::Chinese => {
            "% compile with xelatex\n\\usepackage{fontspec}\n\\usepackage{xeCJK}\n\\setCJKmainfont{Noto Serif CJK TC}\n"
        }
    };
    let mut text = format!(
        "\\documentclass[a4paper]{{article}}\n{fonts}\\usepackage[margin=25mm]{{geometry}}\n\\usepackage{{tikz,longtable,array}}\n\
         \\setlength{{\\parindent}}{{0pt}}\n\\setlength{{\\parskip}}{{0.5em}}\n\\title{{{}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n",
        escaped(&title(sheet))
    );
    for block in blocks(sheet) {
        text.push_str(&written(&block));
    }
    text.push_str("\\end{document}\n");
    text
}

fn written(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("\\section*{{{}}}\n", escaped(text)),
        Block::Text(text) => format!("{}\n\n", marked(text)),
        Block::Small(text) => format!("{{\\small {}}}\n\n", escaped(text)),
        Block::List(sentences) => {
            let items: String = sentences.iter().map(|sentence| format!("\\item {}\n", marked(sentence))).collect();
            format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n")
        }
        Block::Numbered(number, text) => format!("\\textbf{{{number}.}} {}\n\n", marked(text)),
        Block::File(..) => String::new(),
        Block::Table(one) => table(one),
        Block::Rows(head, rows) => {
            let head: Vec<String> = head.iter().map(|name| escaped(name)).collect();
            let mut text = "\\begin{longtable}{*4{>{\\raggedright\\arraybackslash}p{0.21\\textwidth}}}\n".to_string();
            let _ = writeln!(text, "{} \\\\ \\hline", head.join(" & "));
            for row in *rows {
                let cells: Vec<String> = row.iter().map(|cell| code(cell)).collect();
                let _ = writeln!(text, "{} \\\\", cells.join(" & "));
            }
            text + "\\end{longtable}\n"
        }
        Block::Drawn(one) => drawn(one),
        Block::Lines(count) => "\\rule{0pt}{2em}\\hrulefill\n\n".repeat(*count),
        Block::Apart(name, inside) => {
            let inside: String = inside.iter().map(written).collect();
            format!("\\newpage\n\\section*{{{}}}\n{inside}", escaped(name))
        }
    }
}

fn marked(text: &str) -> String {
    pieces(text).map(|(is_code, piece)| if is_code { code(piece) } else { escaped(piece) }).collect()
}

/// Code may be broken anywhere between its words.
fn code(text: &str) -> String {
    format!(
        "\\texttt{{{}}}",
        escaped(text).replace("textbar{}", "textbar{}\\allowbreak{}").replace(", ", ",\\allowbreak{} ")
    )
}

/// The picture environment of a drawing, without the document around it.
fn drawn(drawn: &Drawn) -> String {
    let (Some(from), Some(to)) = (drawn.tikz.find("\\begin{tikzpicture}"), drawn.tikz.find("\\end{tikzpicture}"))
    else {
        return String::new();
    };
    let colours = drawn.tikz.lines().filter(|line| line.starts_with("\\definecolor"));
    let colours: String = colours.map(|line| format!("{line}\n")).collect();
    format!("\\begin{{center}}\n{colours}{}\\end{{tikzpicture}}\n\\end{{center}}\n", &drawn.tikz[from..to])
}

fn table(table: &ValueTable) -> String {
    const WIDEST: usize = 18;
    let mut text = format!("{}\n\n", escaped(&table.caption));
    let width = table.columns.len();
    for start in (0..width).step_by(WIDEST) {
        let part = start..(start + WIDEST).min(width);
        let _ = writeln!(text, "\\begin{{tabular}}{{r|{}}}", "c".repeat(part.len()));
        let head: Vec<String> = table.columns[part.clone()].iter().map(|column| escaped(column)).collect();
        let _ = writeln!(text, "{} & {} \\\\ \\hline", escaped(&table.corner), head.join(" & "));
        for (row, (name, entries)) in table.rows.iter().enumerate() {
            let cell = |(column, entry): (usize, &String)| match table.asked == Some((row, start + column)) {
                true => format!("\\textbf{{{}}}", escaped(entry)),
                false => escaped(entry),
            };
            let entries: Vec<String> = entries.get(part.clone()).unwrap_or(&[]).iter().enumerate().map(cell).collect();
            let _ = writeln!(text, "{} & {} \\\\", escaped(name), entries.join(" & "));
        }
        text.push_str("\\end{tabular}\n\n");
    }
    text
}

/// Text that LaTeX prints as it is.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(letter);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '|' => out.push_str("\\textbar{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            _ => out.push(letter),
        }
    }
    out
}
