use super::{Drawn, Phrase, Sheet, ValueTable, pieces};
use crate::format::svg::escaped;
use crate::lang::Word;
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 Georgia,'Noto Serif CJK TC','Noto Serif CJK KR',serif;max-width:46em;margin:2em auto;padding:0 1em;\
color:#222;background:#fff}h1,h2{line-height:1.2}h2{margin-top:1.6em;border-bottom:1px solid #bbb}code,pre{font-family:ui-monospace,\
Menlo,Consolas,monospace;font-size:.88em}code{background:#f2f2f2;padding:0 .2em;overflow-wrap:anywhere}pre{background:#f7f7f7;padding:.8em;overflow-x:auto}\
table{border-collapse:collapse;margin:.6em 0}th,td{border:1px solid #bbb;padding:.15em .5em;text-align:center}th{background:#eee}\
td.wide{text-align:left}.standing{color:#555;font-size:.9em}caption{caption-side:top;text-align:left;padding:.3em 0}\
.scroll{overflow-x:auto}svg{max-width:16em;max-height:16em;height:auto}li{margin:.4em 0}\
@media print{body{margin:0;max-width:none}h2{break-after:avoid}details{display:block}}";

/// The page.
pub fn page(sheet: &Sheet) -> String {
    let lang = sheet.lang;
    let say = |phrase: Phrase| phrase.text(lang);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        lang.tag(),
        title = escaped(&sheet.title),
    );
    let heading = |page: &mut String, phrase: Phrase| {
        let _ = writeln!(page, "<h2>{}</h2>", escaped(say(phrase)));
    };
    heading(&mut page, Phrase::Rules);
    page.push_str("<ul>\n");
    for sentence in &sheet.rules {
        let _ = writeln!(page, "<li>{}</li>", marked(sentence));
    }
    let _ = writeln!(page, "</ul>\n<details>\n<summary>{}</summary>", escaped(say(Phrase::File)));
    let _ = writeln!(page, "<pre>{}</pre>\n</details>", escaped(sheet.file.trim_end()));
    if !sheet.tables.is_empty() {
        heading(&mut page, Phrase::Values);
        for one in &sheet.tables {
            page.push_str(&table(one));
        }
    }
    heading(&mut page, Phrase::Pattern);
    if sheet.pattern.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", escaped(say(Phrase::NoPattern)));
    }
    for known in &sheet.pattern {
        let _ = writeln!(page, "<p>{}", marked(&known.text));
        if let Some(standing) = &known.standing {
            let word = match standing.kind() {
                "proved" => Word::Proved,
                "checked" => Word::Checked,
                _ => Word::Assumed,
            };
            let reason = escaped(standing.reason());
            let _ = write!(page, "<br/><span class=\"standing\">{}: {reason}</span>", lang.word(word));
        }
        page.push_str("</p>\n");
    }
    heading(&mut page, Phrase::Worked);
    match &sheet.worked {
        None => {
            let _ = writeln!(page, "<p>{}</p>", escaped(say(Phrase::NoWorked)));
        }
        Some(worked) => {
            let _ = writeln!(page, "<p>{}</p>", marked(&Phrase::Lost.with(lang, &[&worked.position])));
            page.push_str(&drawn(&worked.drawn));
            let head = [Phrase::MoveHead, Phrase::Leaves, Phrase::Answer, Phrase::Leaves];
            let head: String = head.iter().map(|phrase| format!("<th>{}</th>", escaped(say(*phrase)))).collect();
            let _ = writeln!(page, "<div class=\"scroll\"><table>\n<tr>{head}</tr>");
            for line in &worked.lines {
                let cells: String =
                    line.iter().map(|cell| format!("<td class=\"wide\"><code>{}</code></td>", escaped(cell))).collect();
                let _ = writeln!(page, "<tr>{cells}</tr>");
            }
            page.push_str("</table></div>\n");
        }
    }
    if !sheet.exercises.is_empty() {
        heading(&mut page, Phrase::Exercises);
        page.push_str("<ol>\n");
        for exercise in &sheet.exercises {
            let _ = writeln!(page, "<li>{}{}</li>", marked(&exercise.question), drawn(&exercise.drawn));
        }
        let _ = writeln!(page, "</ol>\n<details>\n<summary>{}</summary>\n<ol>", escaped(say(Phrase::Answers)));
        for exercise in &sheet.exercises {
            let _ = writeln!(page, "<li>{}</li>", marked(&exercise.answer));
        }
        page.push_str("</ol>\n</details>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn marked(text: &str) -> String {
    let piece = |(code, piece): (bool, &str)| match code {
        true => format!("<code>{}</code>", escaped(piece)),
        false => escaped(piece),
    };
    pieces(text).map(piece).collect()
}

/// The drawing without the head of its own file.
fn drawn(drawn: &Drawn) -> String {
    match drawn.svg.find("<svg") {
        Some(at) => format!("<div>{}</div>\n", drawn.svg[at..].trim_end()),
        None => String::new(),
    }
}

fn table(table: &ValueTable) -> String {
    let mut text = format!("<div class=\"scroll\"><table>\n<caption>{}</caption>\n", escaped(&table.caption));
    let head: String = table.columns.iter().map(|column| format!("<th>{}</th>", escaped(column))).collect();
    let _ = writeln!(text, "<tr><th>{}</th>{head}</tr>", escaped(&table.corner));
    for (name, entries) in &table.rows {
        let cells: String = entries.iter().map(|entry| format!("<td>{}</td>", escaped(entry))).collect();
        let _ = writeln!(text, "<tr><th>{}</th>{cells}</tr>", escaped(name));
    }
    text.push_str("</table></div>\n");
    text
}
