//! Heat maps as scenes: single cells while they are few, else one path for each colour.

use super::axis;
use super::{Surround, Swatch, framed};
use crate::diagram::Outcome;
use crate::heat::HeatMap;
use crate::scene::{Anchor, Group, Item, Pen, Role, Scene, Segment, Text};
use crate::style::{Shade, Style};
use crate::text::{self, Weight};
use crate::theme::Colour;
use std::collections::BTreeMap;

/// Up to so many cells each says what it is to those who point at it.
const SINGLE: usize = 4_096;

/// The map with axes and legend.
pub fn scene(map: &HeatMap, style: &Style) -> Scene {
    let theme = style.theme;
    let most = map.most();
    let side = (660 / map.width.max(map.height).max(1)).clamp(1, 30) as f64;
    let (w, h) = (map.width as f64 * side, map.height as f64 * side);
    let (x0, y0) = (map.x.start as i128, map.y.start as i128);
    let (x1, y1) = (x0 + map.width as i128 - 1, y0 + map.height as i128 - 1);
    let name = text::width(&map.y.name, 12.0, Weight::Bold);
    let left = axis::room(y0, y1).max(name + 6.0);
    let top = if map.y.name.is_empty() { 6.0 } else { 22.0 };
    let mut items = if map.cells.len() <= SINGLE {
        single(map, style, side, (left, top), most)
    } else {
        joined(map, style, side, (left, top), most)
    };
    let x_ticks = axis::ticks(x0, x1, ((w / 40.0) as usize).clamp(1, 12));
    let y_ticks = axis::ticks(y0, y1, ((h / 26.0) as usize).clamp(1, 12));
    let bottom = top + h;
    items.extend(axis::level(style, (left, left + w), bottom, &x_ticks, |tick| {
        left + ((tick - x0) as f64 + 0.5) * side
    }));
    items
        .extend(axis::upright(style, (top, bottom), left, &y_ticks, |tick| bottom - ((tick - y0) as f64 + 0.5) * side));
    if !map.y.name.is_empty() {
        let at = (left - 6.0, top - 13.0);
        items.push(Text::centred(at, 12.0, theme.ink(), &map.y.name).anchored(Anchor::End).bold().into());
    }
    let x_name = text::width(&map.x.name, 12.0, Weight::Bold);
    if !map.x.name.is_empty() {
        let at = (left + w + 8.0, bottom);
        items.push(Text::centred(at, 12.0, theme.ink(), &map.x.name).anchored(Anchor::Start).bold().into());
    }
    let mut width = left + w + 8.0 + x_name;
    if most > 0 {
        let bar = bar(style, most, (left + w + 20.0, top), h.max(80.0));
        items.extend(bar.0);
        width = width.max(left + w + 20.0 + bar.1);
    }
    let height = (bottom + 24.0).max(if most > 0 { top + 100.0 } else { 0.0 });
    let surround = Surround {
        title: &map.title,
        description: format!("{} {x0}..{x1}, {} {y0}..{y1}", map.x.name, map.y.name),
        legend: legend(map, style),
        notes: vec![],
        standing: map.standing.as_ref(),
    };
    framed(items, (width, height), style, surround)
}

fn single(map: &HeatMap, style: &Style, side: f64, (left, top): (f64, f64), most: u64) -> Vec<Item> {
    let size = (side * 0.44).min(12.0);
    let fits = |text: &str| size >= 7.0 && text::width(text, size, Weight::Regular) <= side - 2.0;
    let mut items = Vec::with_capacity(map.cells.len());
    for (index, &shade) in map.cells.iter().enumerate() {
        if shade == Shade::Blank {
            continue;
        }
        let (column, row) = (index % map.width, index / map.width);
        let at = (left + column as f64 * side, top + (map.height - 1 - row) as f64 * side);
        let fill = fill(style, shade, most);
        let mut parts = vec![Item::Rect { at: (0.0, 0.0), size: (side, side), radius: 0.0, pen: Pen::fill(fill) }];
        let text = shade.text();
        let title = format!(
            "{}={}, {}={}: {text}",
            map.x.name,
            i128::from(map.x.start) + column as i128,
            map.y.name,
            i128::from(map.y.start) + row as i128
        );
        if fits(&text) {
            parts.push(Text::centred((side / 2.0, side / 2.0), size, fill.ink(), text).into());
        }
        items.push(Group { at, role: Role::Cell, title, items: parts }.into());
    }
    items
}

/// The colour of a cell. Positions won by the player to move are the many, so they are pale.
fn fill(style: &Style, shade: Shade, most: u64) -> Colour {
    let colour = style.shade(shade, most);
    if shade == Shade::Outcome(Outcome::Win) { style.theme.background().mixed(colour, 0.3) } else { colour }
}

fn joined(map: &HeatMap, style: &Style, side: f64, (left, top): (f64, f64), most: u64) -> Vec<Item> {
    let mut paths: BTreeMap<Colour, Vec<Segment>> = BTreeMap::new();
    for row in 0..map.height {
        let cells = &map.cells[row * map.width..(row + 1) * map.width];
        let y = top + (map.height - 1 - row) as f64 * side;
        let mut from = 0;
        while from < map.width {
            let run = cells[from..].iter().take_while(|&&shade| shade == cells[from]).count();
            if cells[from] != Shade::Blank {
                let (x, end) = (left + from as f64 * side, left + (from + run) as f64 * side);
                let path = paths.entry(fill(style, cells[from], most)).or_default();
                path.extend(rectangle(x, y, end, y + side));
            }
            from += run;
        }
    }
    paths.into_iter().map(|(colour, segments)| Item::Path { segments, pen: Pen::fill(colour) }).collect()
}

/// The outline of a rectangle.
pub fn rectangle(left: f64, top: f64, right: f64, bottom: f64) -> [Segment; 5] {
    [
        Segment::Move((left, top)),
        Segment::Line((right, top)),
        Segment::Line((right, bottom)),
        Segment::Line((left, bottom)),
        Segment::Close,
    ]
}

/// The ramp of numbers with its ends named, and its width.
fn bar(style: &Style, most: u64, (x, y): (f64, f64), height: f64) -> (Vec<Item>, f64) {
    let height = height.min(240.0);
    let steps = most.saturating_add(1).min(48);
    let each = height / steps as f64;
    let mut items = Vec::new();
    for step in 0..steps {
        let colour = style.theme.ramp(step as f64 / (steps - 1).max(1) as f64);
        let at = (x, y + height - (step + 1) as f64 * each);
        items.push(Item::Rect { at, size: (14.0, each + 0.3), radius: 0.0, pen: Pen::fill(colour) });
    }
    let mut width = 14.0f64;
    for tick in axis::ticks(0, i128::from(most), ((height / 26.0) as usize).clamp(1, 8)) {
        let share = if steps <= 47 { (tick as f64 + 0.5) / (most + 1) as f64 } else { tick as f64 / most as f64 };
        let label =
            Text::centred((x + 19.0, y + height * (1.0 - share)), axis::SIZE, style.theme.ink(), tick.to_string());
        width = width.max(19.0 + label.width());
        items.push(label.anchored(Anchor::Start).into());
    }
    (items, width)
}

fn legend(map: &HeatMap, style: &Style) -> Vec<(Swatch, String)> {
    let mut legend = Vec::new();
    for outcome in Outcome::ALL {
        if map.cells.contains(&Shade::Outcome(outcome)) {
            let colour = fill(style, Shade::Outcome(outcome), 0);
            legend.push((
                Swatch::Box(colour, style.theme.outcome(outcome)),
                format!("{}: {}", outcome.letter(), style.outcome(outcome)),
            ));
        }
    }
    if map.cells.contains(&Shade::Infinite) {
        let colour = style.shade(Shade::Infinite, 0);
        legend.push((Swatch::Box(colour, colour), Shade::Infinite.text()));
    }
    legend
}
