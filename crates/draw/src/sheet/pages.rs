//! Sheets as pages of A4 paper: blocks from the top to the bottom, a new page where there is no room.
//!
//! Invariant: nothing is drawn beyond the margins; a heading stands on the page of what follows it.

use super::blocks::{Block, blocks, title};
use super::{Drawn, Sheet, ValueTable, pieces};
use crate::scene::{Anchor, Group, Item, Pen, Role, Scene, Text, line};
use crate::text::{self, Weight};
use crate::theme::{Colour, Theme};

/// A4 in pixels of 1/96 inch, and its margins.
const PAGE: (f64, f64) = (794.0, 1123.0);
const MARGIN: f64 = 72.0;
const INNER: f64 = PAGE.0 - 2.0 * MARGIN;
const BOTTOM: f64 = PAGE.1 - MARGIN;

const TITLE: f64 = 24.0;
const HEADING: f64 = 16.0;
const BODY: f64 = 12.5;
const SMALL: f64 = 10.5;

/// The height of a line, of its letters.
const LEADING: f64 = 1.5;

/// Room for a line of handwriting.
const WRITING: f64 = 34.0;

/// The largest width and height of a picture.
const DRAWN: (f64, f64) = (INNER, 420.0);

/// The pages.
pub fn pages(sheet: &Sheet) -> Vec<Scene> {
    let mut paper = Paper { title: title(sheet), done: Vec::new(), items: Vec::new(), y: MARGIN };
    paper.text(&title(sheet), TITLE, 0.0, Weight::Bold);
    paper.y += 6.0;
    paper.blocks(&blocks(sheet));
    paper.turn();
    let count = paper.done.len();
    for (number, page) in paper.done.iter_mut().enumerate() {
        let at = (PAGE.0 / 2.0, PAGE.1 - MARGIN / 2.0);
        page.items.push(Text::centred(at, SMALL, faint(), format!("{} / {count}", number + 1)).into());
    }
    paper.done
}

struct Paper {
    title: String,
    done: Vec<Scene>,
    items: Vec<Item>,
    /// Where the next block begins.
    y: f64,
}

fn ink() -> Colour {
    Theme::default().ink()
}

fn faint() -> Colour {
    Theme::default().faint()
}

impl Paper {
    /// The page is full.
    fn turn(&mut self) {
        let items = std::mem::take(&mut self.items);
        if !items.is_empty() {
            let (width, height) = PAGE;
            self.done.push(Scene { width, height, title: self.title.clone(), items, ..Scene::default() });
        }
        self.y = MARGIN;
    }

    /// Makes room for so much, on a new page where it has to be.
    fn room(&mut self, height: f64) {
        if self.y + height > BOTTOM && self.y > MARGIN {
            self.turn();
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for (number, block) in blocks.iter().enumerate() {
            self.block(block, blocks.get(number + 1));
        }
    }

    fn block(&mut self, block: &Block, next: Option<&Block>) {
        match block {
            Block::Heading(text) => {
                self.y += 10.0;
                self.room(HEADING * LEADING + 60.0);
                self.text(text, HEADING, 0.0, Weight::Bold);
                self.items.push(line((MARGIN, self.y), (PAGE.0 - MARGIN, self.y), Pen::line(faint(), 0.7)));
                self.y += 8.0;
            }
            Block::Text(text) => self.paragraph(text, BODY, 0.0),
            Block::Small(text) => self.paragraph(text, SMALL, 0.0),
            Block::List(sentences) => {
                for sentence in sentences {
                    self.room(BODY * LEADING);
                    let at = (MARGIN + 6.0, self.y + BODY * LEADING / 2.0);
                    self.items.push(Item::Circle { at, radius: 1.8, pen: Pen::fill(ink()) });
                    self.paragraph(sentence, BODY, 18.0);
                }
            }
            Block::Numbered(number, text) => {
                self.y += 8.0;
                let below = next.map_or(0.0, height_of);
                self.room(2.0 * BODY * LEADING + below);
                let at = (MARGIN, self.y + BODY * LEADING / 2.0);
                self.items
                    .push(Text::centred(at, BODY, ink(), format!("{number}.")).anchored(Anchor::Start).bold().into());
                self.paragraph(text, BODY, 26.0);
            }
            Block::File(..) => {}
            Block::Table(table) => self.table(table),
            Block::Rows(head, rows) => self.rows(head, rows),
            Block::Drawn(drawn) => self.drawn(drawn),
            Block::Lines(count) => {
                for _ in 0..*count {
                    self.room(WRITING);
                    self.y += WRITING;
                    let (left, right) = ((MARGIN + 26.0, self.y), (PAGE.0 - MARGIN, self.y));
                    self.items.push(line(left, right, Pen::line(faint(), 0.6)));
                }
                self.y += 6.0;
            }
            Block::Apart(name, inside) => {
                self.turn();
                self.text(name, HEADING, 0.0, Weight::Bold);
                self.y += 6.0;
                self.blocks(inside);
            }
        }
    }

    /// One or more lines of one weight.
    fn text(&mut self, text: &str, size: f64, indent: f64, weight: Weight) {
        for row in text::wrapped(text, size, weight, INNER - indent, 200) {
            self.room(size * LEADING);
            let at = (MARGIN + indent, self.y + size * LEADING / 2.0);
            let text = Text { weight, ..Text::centred(at, size, ink(), row).anchored(Anchor::Start) };
            self.items.push(text.into());
            self.y += size * LEADING;
        }
    }

    /// Words and code, broken where a line ends.
    fn paragraph(&mut self, text: &str, size: f64, indent: f64) {
        let code = Colour(0x1b, 0x4f, 0x8a);
        let (mut x, mut begun) = (0.0, false);
        for (is_code, piece) in pieces(text) {
            for word in words(piece) {
                let wide = text::width(word.trim_end(), size, Weight::Regular);
                if !begun || (x > 0.0 && x + wide > INNER - indent) {
                    if begun {
                        self.y += size * LEADING;
                    }
                    self.room(size * LEADING);
                    (x, begun) = (0.0, true);
                }
                // A word longer than a line is cut.
                for (number, row) in text::wrapped(word, size, Weight::Regular, INNER - indent, 200).iter().enumerate()
                {
                    if number > 0 {
                        self.y += size * LEADING;
                        self.room(size * LEADING);
                        x = 0.0;
                    }
                    let at = (MARGIN + indent + x, self.y + size * LEADING / 2.0);
                    let colour = if is_code { code } else { ink() };
                    self.items.push(Text::centred(at, size, colour, row.as_str()).anchored(Anchor::Start).into());
                    x += text::width(row, size, Weight::Regular);
                }
                if word.ends_with(' ') {
                    x += text::width(" ", size, Weight::Regular);
                }
            }
        }
        self.y += size * LEADING + 2.0;
    }

    fn table(&mut self, table: &ValueTable) {
        if !table.caption.is_empty() {
            self.paragraph(&table.caption, SMALL, 0.0);
        }
        let size = BODY - 1.0;
        let wide = |text: &String| text::width(text, size, Weight::Bold) + 14.0;
        let entries = table.rows.iter().flat_map(|(_, entries)| entries).chain(&table.columns);
        let cell = entries.map(wide).fold(26.0, f64::max);
        let left = table.rows.iter().map(|(name, _)| name).chain([&table.corner]).map(wide).fold(26.0, f64::max);
        let most = (((INNER - left) / cell).floor() as usize).max(1);
        let high = 25.0;
        let count = table.columns.len();
        for start in (0..count).step_by(most) {
            let end = (start + most).min(count);
            self.room(high * (table.rows.len() + 1) as f64 + 8.0);
            let shade = Theme::default().background().mixed(faint(), 0.18);
            let (left_x, top) = (MARGIN, self.y);
            let mut square =
                |row: usize, column: usize, width: f64, text: &str, fill: Option<Colour>, weight: Weight| {
                    let x = if column == 0 { left_x } else { left_x + left + (column - 1) as f64 * cell };
                    let y = top + row as f64 * high;
                    let pen = Pen { fill, ..Pen::line(faint(), 0.7) };
                    self.items.push(Item::Rect { at: (x, y), size: (width, high), radius: 0.0, pen });
                    let text = Text::centred((x + width / 2.0, y + high / 2.0), size, ink(), text);
                    self.items.push(Text { weight, ..text }.into());
                };
            square(0, 0, left, &table.corner, Some(shade), Weight::Bold);
            for column in start..end {
                square(0, column - start + 1, cell, &table.columns[column], Some(shade), Weight::Bold);
            }
            for (row, (name, entries)) in table.rows.iter().enumerate() {
                square(row + 1, 0, left, name, Some(shade), Weight::Bold);
                for column in start..end {
                    let entry = entries.get(column).map_or("", String::as_str);
                    let asked = table.asked == Some((row, column));
                    let (fill, weight) =
                        if asked { (Some(Colour(0xff, 0xee, 0x99)), Weight::Bold) } else { (None, Weight::Regular) };
                    square(row + 1, column - start + 1, cell, entry, fill, weight);
                }
            }
            self.y += high * (table.rows.len() + 1) as f64 + 8.0;
        }
    }

    fn rows(&mut self, head: &[String], rows: &[[String; 4]]) {
        let wide = INNER / head.len().max(1) as f64;
        let row = |paper: &mut Paper, cells: Vec<&String>, weight: Weight| {
            let lines: Vec<Vec<String>> =
                cells.iter().map(|cell| text::wrapped(cell, SMALL, weight, wide - 8.0, 40)).collect();
            let high = lines.iter().map(Vec::len).max().unwrap_or(1) as f64 * SMALL * LEADING + 4.0;
            paper.room(high);
            for (column, lines) in lines.iter().enumerate() {
                for (number, text) in lines.iter().enumerate() {
                    let at = (MARGIN + column as f64 * wide, paper.y + (number as f64 + 0.5) * SMALL * LEADING);
                    let text = Text::centred(at, SMALL, ink(), text.as_str()).anchored(Anchor::Start);
                    paper.items.push(Text { weight, ..text }.into());
                }
            }
            paper.y += high;
            paper.items.push(line((MARGIN, paper.y - 2.0), (PAGE.0 - MARGIN, paper.y - 2.0), Pen::line(faint(), 0.4)));
        };
        // The head does not stand alone at the foot of a page.
        self.room(5.0 * SMALL * LEADING);
        row(self, head.iter().collect(), Weight::Bold);
        for cells in rows {
            row(self, cells.iter().collect(), Weight::Regular);
        }
        self.y += 6.0;
    }

    fn drawn(&mut self, drawn: &Drawn) {
        let Some(scene) = &drawn.scene else { return };
        let scale = fit(scene);
        let items = crate::scene::scaled(&scene.items, scale);
        self.room(scene.height * scale + 6.0);
        let at = (MARGIN + 20.0_f64.min(INNER - scene.width * scale).max(0.0), self.y);
        self.items.push(Group { at, role: Role::Part, title: String::new(), items }.into());
        self.y += scene.height * scale + 6.0;
    }
}

/// By how much a picture is made smaller.
fn fit(scene: &Scene) -> f64 {
    (DRAWN.0 / scene.width.max(1.0)).min(DRAWN.1 / scene.height.max(1.0)).min(0.8)
}

/// The room that a block needs to stand on the page of its question.
fn height_of(block: &Block) -> f64 {
    match block {
        Block::Drawn(Drawn { scene: Some(scene), .. }) => scene.height * fit(scene),
        Block::Table(table) => 25.0 * (table.rows.len() + 1) as f64 + 20.0,
        Block::Lines(count) => WRITING * *count as f64,
        _ => 0.0,
    }
}

/// Pieces between which a line may be broken: after a space, and beside every Chinese character.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut last = ' ';
    for (at, sign) in text.char_indices() {
        let breaks =
            last == ' ' || (is_ideograph(sign) && !is_closing(sign)) || (is_ideograph(last) && !is_closing(sign));
        if at > start && breaks {
            words.push(&text[start..at]);
            start = at;
        }
        last = sign;
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

fn is_ideograph(sign: char) -> bool {
    matches!(sign, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// Signs that do not begin a line.
fn is_closing(sign: char) -> bool {
    matches!(
        sign,
        '，' | '。' | '；' | '：' | '、' | '）' | '？' | '！' | '」' | ',' | '.' | ';' | ':' | ')' | '?' | '!'
    )
}
