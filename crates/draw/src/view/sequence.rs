//! Sequences as scenes: points while they are few, else a grid of bins shaded by how many values each holds.

use super::heat::rectangle;
use super::{Surround, Swatch, axis, framed};
use crate::lang::Word;
use crate::scene::{Group, Item, Pen, Role, Scene, Segment, Text, line};
use crate::sequence::{Period, SequencePlot};
use crate::style::Style;
use crate::theme::Colour;
use std::collections::BTreeMap;

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 300.0;
/// Up to so many values are drawn as points.
const POINTS: usize = 1_200;
/// Up to so many exceptions are drawn; the others are counted.
const EXCEPTIONS: usize = 2_000;
const SHADES: u32 = 12;

/// The plot with axes, period and exceptions.
pub fn scene(plot: &SequencePlot, style: &Style) -> Scene {
    let theme = style.theme;
    let most = plot.most();
    let count = plot.values.len().max(1);
    let area = Area { left: axis::room(0, i128::from(most)), top: 30.0, start: plot.start, count, most };
    let mut items = plot.period.map_or(vec![], |period| period_items(period, &area, style));
    let binned = plot.values.len() > POINTS;
    let mut notes = Vec::new();
    if binned {
        let (bins, each) = bins(plot, &area, style);
        items.extend(bins);
        notes.push(style.lang.binned(each as u64));
    } else {
        let radius = if count <= 300 { 2.4 } else { 1.6 };
        for (index, &value) in plot.values.iter().enumerate() {
            let n = plot.start.saturating_add(index as u64);
            let at = (area.x(n), area.y(value));
            let dot = Item::Circle { at: (0.0, 0.0), radius, pen: Pen::fill(dot_colour(style)) };
            items.push(Group { at, role: Role::Cell, title: format!("{n}: {value}"), items: vec![dot] }.into());
        }
    }
    for &n in plot.exceptions.iter().take(EXCEPTIONS) {
        let Some(&value) = n.checked_sub(plot.start).and_then(|index| plot.values.get(index as usize)) else {
            continue;
        };
        let dot = Item::Circle {
            at: (0.0, 0.0),
            radius: 3.2,
            pen: Pen::line(theme.background(), 0.8).filled(exception(style)),
        };
        let at = (area.x(n), area.y(value));
        items.push(Group { at, role: Role::Cell, title: format!("{n}: {value}"), items: vec![dot] }.into());
    }
    if plot.exceptions.len() > EXCEPTIONS {
        let more = style.lang.more((plot.exceptions.len() - EXCEPTIONS) as u64);
        notes.push(format!("{}: + {more}", style.lang.word(Word::Exceptions)));
    }
    let last = plot.start.saturating_add(count as u64 - 1);
    let bottom = area.top + HEIGHT;
    let x_ticks = axis::ticks(i128::from(plot.start), i128::from(last), 10);
    let y_ticks = axis::ticks(0, i128::from(most), 8);
    items
        .extend(axis::level(style, (area.left, area.left + WIDTH), bottom + 6.0, &x_ticks, |tick| area.x(tick as u64)));
    items.extend(axis::upright(style, (area.top - 4.0, bottom + 6.0), area.left, &y_ticks, |tick| area.y(tick as u64)));
    let mut legend = Vec::new();
    if !plot.exceptions.is_empty() {
        let name = format!("{} ({})", style.lang.word(Word::Exceptions), plot.exceptions.len());
        legend.push((Swatch::Dot(exception(style)), name));
    }
    if let Some(period) = plot.period {
        legend.push((Swatch::Line(theme.accent(), 2.0), period_text(period, style)));
    }
    let surround = Surround {
        title: &plot.title,
        description: format!("{}: {count}; 0..{most}", style.lang.word(Word::Value)),
        legend,
        notes,
        standing: plot.standing.as_ref(),
    };
    framed(items, (area.left + WIDTH + 14.0, bottom + 26.0), style, surround)
}

/// The period in words.
pub fn period_text(period: Period, style: &Style) -> String {
    let word = |word| style.lang.word(word);
    let mut text = format!("{} {}, {} {}", word(Word::Period), period.period, word(Word::Preperiod), period.preperiod);
    if period.saltus > 0 {
        text.push_str(&format!(", {} {}", word(Word::Saltus), period.saltus));
    }
    text
}

fn dot_colour(style: &Style) -> Colour {
    style.theme.turn(crate::diagram::Turn::Second)
}

fn exception(style: &Style) -> Colour {
    style.theme.turn(crate::diagram::Turn::First)
}

/// Where values lie.
struct Area {
    left: f64,
    top: f64,
    start: u64,
    count: usize,
    most: u64,
}

impl Area {
    fn x(&self, n: u64) -> f64 {
        let share = (n.saturating_sub(self.start) as f64 + 0.5) / self.count as f64;
        self.left + 4.0 + share * (WIDTH - 8.0)
    }

    fn y(&self, value: u64) -> f64 {
        self.top + HEIGHT * (1.0 - value as f64 / self.most.max(1) as f64)
    }
}

fn bins(plot: &SequencePlot, area: &Area, style: &Style) -> (Vec<Item>, usize) {
    let bins = plot.binned(426, 150);
    let fullest = bins.counts.iter().copied().max().unwrap_or(1).max(1);
    let level = |count: u32| {
        let share = f64::from(count).ln_1p() / f64::from(fullest).ln_1p();
        if count == 0 { 0 } else { (share * f64::from(SHADES)).ceil().clamp(1.0, f64::from(SHADES)) as u32 }
    };
    let width = (WIDTH - 8.0) * bins.each as f64 / plot.values.len() as f64;
    let height = (HEIGHT * bins.span as f64 / plot.most().max(1) as f64).min(HEIGHT);
    let mut paths: BTreeMap<u32, Vec<Segment>> = BTreeMap::new();
    for row in 0..bins.rows {
        let counts = &bins.counts[row * bins.columns..(row + 1) * bins.columns];
        // Single values are drawn around their place, wider rows above their lowest value.
        let y = area.y(row as u64 * bins.span) + if bins.span == 1 { height.min(4.0) / 2.0 } else { 0.0 };
        let thick = if bins.span == 1 { height.min(4.0) } else { height };
        let mut from = 0;
        while from < bins.columns {
            let shade = level(counts[from]);
            let run = counts[from..].iter().take_while(|&&count| level(count) == shade).count();
            if shade > 0 {
                let x = area.left + 4.0 + from as f64 * width;
                let end = (x + run as f64 * width).min(area.left + WIDTH - 4.0);
                paths.entry(shade).or_default().extend(rectangle(x, y - thick, end, y));
            }
            from += run;
        }
    }
    let colour = |shade: u32| {
        let share = 0.25 + 0.75 * f64::from(shade) / f64::from(SHADES);
        style.theme.background().mixed(dot_colour(style), share)
    };
    let items = paths.into_iter().map(|(shade, segments)| Item::Path { segments, pen: Pen::fill(colour(shade)) });
    (items.collect(), bins.each)
}

fn period_items(period: Period, area: &Area, style: &Style) -> Vec<Item> {
    let theme = style.theme;
    let last = area.start.saturating_add(area.count as u64);
    let edge = |n: u64| area.left + 4.0 + (n - area.start) as f64 / area.count as f64 * (WIDTH - 8.0);
    let from = period.preperiod.max(area.start);
    if period.period == 0 || from >= last {
        return vec![];
    }
    let to = from.saturating_add(period.period).min(last);
    let (x, end) = (edge(from), edge(to));
    let (top, bottom) = (area.top - 10.0, area.top + HEIGHT + 6.0);
    let mut items = Vec::new();
    let tint = theme.background().mixed(theme.accent(), 0.14);
    let band = rectangle(x, top, end.max(x + 1.0), bottom);
    items.push(Item::Path { segments: band.to_vec(), pen: Pen::fill(tint) });
    items.push(line((x, top), (x, bottom), Pen::line(theme.accent(), 1.2).dashed()));
    let step = (edge(to) - edge(from)).max(0.1);
    if step >= 14.0 {
        let mut n = to;
        while n < last {
            items.push(line((edge(n), top), (edge(n), bottom), Pen::line(tint, 1.0)));
            n = n.saturating_add(period.period);
        }
    }
    let bracket = [
        Segment::Move((x, top + 4.0)),
        Segment::Line((x, top)),
        Segment::Line((end, top)),
        Segment::Line((end, top + 4.0)),
    ];
    items.push(Item::Path { segments: bracket.to_vec(), pen: Pen::line(theme.accent(), 2.0) });
    let text = format!("{} {}", style.lang.word(Word::Period), period.period);
    let label = Text::centred((0.0, top - 9.0), axis::SIZE, theme.accent(), text).bold();
    let half = label.width() / 2.0;
    let middle = ((x + end) / 2.0).clamp(area.left + half, (area.left + WIDTH - half).max(area.left + half));
    items.push(Text { at: (middle, label.at.1), ..label }.into());
    items
}
