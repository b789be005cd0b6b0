use super::{Drawn, Phrase, Sheet, ValueTable, pieces};
use crate::lang::{Lang, Word};
use std::fmt::Write;

/// The document.
pub fn document(sheet: &Sheet) -> String {
    let lang = sheet.lang;
    let say = |phrase: Phrase| escaped(phrase.text(lang));
    let fonts = match lang {
        Lang::English => "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{textcomp}\n",
        Lang::Korean => "% compile with xelatex\n\\usepackage{fontspec}\n\\usepackage{kotex}\n",
        Lang::Chinese => {
            "% compile with xelatex\n\\usepackage{fontspec}\n\\usepackage{xeCJK}\n\\setCJKmainfont{Noto Serif CJK TC}\n"
        }
    };
    let mut text = format!(
        "\\documentclass[a4paper]{{article}}\n{fonts}\\usepackage[margin=25mm]{{geometry}}\n\\usepackage{{tikz,longtable,array}}\n\
         \\setlength{{\\parindent}}{{0pt}}\n\\setlength{{\\parskip}}{{0.5em}}\n\\title{{{}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n",
        escaped(&sheet.title)
    );
    let heading = |text: &mut String, phrase: Phrase| {
        let _ = writeln!(text, "\\section*{{{}}}", say(phrase));
    };
    heading(&mut text, Phrase::Rules);
    text.push_str("\\begin{itemize}\n");
    for sentence in &sheet.rules {
        let _ = writeln!(text, "\\item {}", marked(sentence));
    }
    text.push_str("\\end{itemize}\n");
    if !sheet.tables.is_empty() {
        heading(&mut text, Phrase::Values);
        for one in &sheet.tables {
            text.push_str(&table(one));
        }
    }
    heading(&mut text, Phrase::Pattern);
    if sheet.pattern.is_empty() {
        let _ = writeln!(text, "{}\n", say(Phrase::NoPattern));
    }
    for known in &sheet.pattern {
        let _ = writeln!(text, "{}", marked(&known.text));
        if let Some(standing) = &known.standing {
            let word = match standing.kind() {
                "proved" => Word::Proved,
                "checked" => Word::Checked,
                _ => Word::Assumed,
            };
            let _ = writeln!(text, "\n{{\\small {}: {}}}", escaped(lang.word(word)), escaped(standing.reason()));
        }
        text.push('\n');
    }
    heading(&mut text, Phrase::Worked);
    match &sheet.worked {
        None => {
            let _ = writeln!(text, "{}\n", say(Phrase::NoWorked));
        }
        Some(worked) => {
            let _ = writeln!(text, "{}\n", marked(&Phrase::Lost.with(lang, &[&worked.position])));
            text.push_str(&drawn(&worked.drawn));
            let head = [Phrase::MoveHead, Phrase::Leaves, Phrase::Answer, Phrase::Leaves];
            let head: Vec<String> = head.into_iter().map(say).collect();
            let _ =
                writeln!(text, "\\begin{{longtable}}{{*4{{>{{\\raggedright\\arraybackslash}}p{{0.21\\textwidth}}}}}}");
            let _ = writeln!(text, "{} \\\\ \\hline", head.join(" & "));
            for line in &worked.lines {
                let cells: Vec<String> = line.iter().map(|cell| code(cell)).collect();
                let _ = writeln!(text, "{} \\\\", cells.join(" & "));
            }
            text.push_str("\\end{longtable}\n");
        }
    }
    if !sheet.exercises.is_empty() {
        heading(&mut text, Phrase::Exercises);
        text.push_str("\\begin{enumerate}\n");
        for exercise in &sheet.exercises {
            let _ = writeln!(text, "\\item {}\n\n{}", marked(&exercise.question), drawn(&exercise.drawn));
        }
        text.push_str("\\end{enumerate}\n\\newpage\n");
        heading(&mut text, Phrase::Answers);
        text.push_str("\\begin{enumerate}\n");
        for exercise in &sheet.exercises {
            let _ = writeln!(text, "\\item {}", marked(&exercise.answer));
        }
        text.push_str("\\end{enumerate}\n");
    }
    text.push_str("\\end{document}\n");
    text
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
        for (name, entries) in &table.rows {
            let entries = entries.get(part.clone()).unwrap_or(&[]);
            let entries: Vec<String> = entries.iter().map(|entry| escaped(entry)).collect();
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
