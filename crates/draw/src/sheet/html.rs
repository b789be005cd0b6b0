//! Sheets as pages.

use super::blocks::{Block, blocks, title};
use super::{Drawn, Sheet, ValueTable, pieces};
use crate::format::svg::escaped;
use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 Georgia,'Noto Serif CJK TC','Noto Serif CJK KR',serif;max-width:46em;margin:2em auto;padding:0 1em;\
color:#222;background:#fff}h1,h2{line-height:1.2}h2{margin-top:1.6em;border-bottom:1px solid #bbb}code,pre{font-family:ui-monospace,\
Menlo,Consolas,monospace;font-size:.88em}code{background:#f2f2f2;padding:0 .2em;overflow-wrap:anywhere}pre{background:#f7f7f7;padding:.8em;overflow-x:auto}\
table{border-collapse:collapse;margin:.6em 0}th,td{border:1px solid #bbb;padding:.15em .5em;text-align:center}th{background:#eee}\
td.wide{text-align:left}.standing{color:#555;font-size:.9em}caption{caption-side:top;text-align:left;padding:.3em 0}\
.scroll{overflow-x:auto}td.asked{background:#fe9;font-weight:bold}.write{border-bottom:1px solid #999;height:1.9em}.task{margin:1em 0 .3em}td{min-width:1.4em;height:1.4em}svg{max-width:16em;max-height:16em;height:auto}li{margin:.4em 0}\
@media print{body{margin:0;max-width:none}h2,.task{break-after:avoid}table,svg{break-inside:avoid}details{display:block}}";

/// The page.
pub fn page(sheet: &Sheet) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"/>\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        sheet.lang.tag(),
        title = escaped(&title(sheet)),
    );
    for block in blocks(sheet) {
        page.push_str(&written(&block));
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn written(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>\n", escaped(text)),
        Block::Text(text) => format!("<p>{}</p>\n", marked(text)),
        Block::Small(text) => format!("<p class=\"standing\">{}</p>\n", escaped(text)),
        Block::List(sentences) => {
            let items: String = sentences.iter().map(|sentence| format!("<li>{}</li>\n", marked(sentence))).collect();
            format!("<ul>\n{items}</ul>\n")
        }
        Block::Numbered(number, text) => format!("<p class=\"task\"><b>{number}.</b> {}</p>\n", marked(text)),
        Block::File(name, text) => {
            format!("<details>\n<summary>{}</summary>\n<pre>{}</pre>\n</details>\n", escaped(name), escaped(text))
        }
        Block::Table(one) => table(one),
        Block::Rows(head, rows) => {
            let head: String = head.iter().map(|name| format!("<th>{}</th>", escaped(name))).collect();
            let mut text = format!("<div class=\"scroll\"><table>\n<tr>{head}</tr>\n");
            for row in *rows {
                let cell = |cell: &String| format!("<td class=\"wide\"><code>{}</code></td>", escaped(cell));
                let _ = writeln!(text, "<tr>{}</tr>", row.iter().map(cell).collect::<String>());
            }
            text + "</table></div>\n"
        }
        Block::Drawn(one) => drawn(one),
        Block::Lines(count) => "<div class=\"write\"></div>\n".repeat(*count),
        Block::Apart(name, inside) => {
            let inside: String = inside.iter().map(written).collect();
            format!("<details>\n<summary>{}</summary>\n{inside}</details>\n", escaped(name))
        }
    }
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
    for (row, (name, entries)) in table.rows.iter().enumerate() {
        let cell = |(column, entry): (usize, &String)| match table.asked == Some((row, column)) {
            true => format!("<td class=\"asked\">{}</td>", escaped(entry)),
            false => format!("<td>{}</td>", escaped(entry)),
        };
        let cells: String = entries.iter().enumerate().map(cell).collect();
        let _ = writeln!(text, "<tr><th>{}</th>{cells}</tr>", escaped(name));
    }
    text.push_str("</table></div>\n");
    text
}
