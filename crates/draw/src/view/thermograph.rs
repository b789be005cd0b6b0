//! Thermographs as scenes: larger values to the left, temperature upwards, the mast on top.

use super::{Surround, Swatch, axis, framed};
use crate::diagram::Turn;
use crate::lang::Word;
use crate::scene::{Anchor, Item, Pen, Point, Scene, Segment, Text, arrow_head, line};
use crate::style::Style;
use crate::thermograph::{Corner, Exact, Thermograph};

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 300.0;

/// The thermograph with the exact coordinates of its corners beside the axes.
pub fn scene(graph: &Thermograph, style: &Style) -> Scene {
    let theme = style.theme;
    let corners: Vec<&Corner> = graph.left.iter().chain(&graph.right).collect();
    let span = |at: &dyn Fn(&Corner) -> f64| {
        let low = corners.iter().map(|corner| at(corner)).fold(f64::INFINITY, f64::min);
        let high = corners.iter().map(|corner| at(corner)).fold(f64::NEG_INFINITY, f64::max);
        if low <= high { (low, high) } else { (0.0, 0.0) }
    };
    let (low, high) = span(&|corner| corner.value.at);
    let (cold, hot) = span(&|corner| corner.temperature.at);
    let side = ((high - low) * 0.12).max(0.5);
    let (low, high) = (low - side, high + side);
    let hot = hot.max(cold + 0.5) + (hot - cold).max(1.0) * 0.35;
    let left = 14.0
        + corners
            .iter()
            .map(|corner| Text::centred((0.0, 0.0), axis::SIZE, theme.ink(), &corner.temperature.text).width())
            .fold(20.0, f64::max);
    let place = |value: f64, temperature: f64| {
        (left + (high - value) / (high - low) * WIDTH, 10.0 + (hot - temperature) / (hot - cold) * HEIGHT)
    };
    let at = |corner: &Corner| place(corner.value.at, corner.temperature.at);

    let mut items = Vec::new();
    let mut inside: Vec<Point> = graph.left.iter().map(at).collect();
    inside.extend(graph.right.iter().rev().map(at));
    if let Some((&first, rest)) = inside.split_first() {
        let mut segments = vec![Segment::Move(first)];
        segments.extend(rest.iter().map(|&to| Segment::Line(to)));
        segments.push(Segment::Close);
        items.push(Item::Path { segments, pen: Pen::fill(theme.background().mixed(theme.faint(), 0.18)) });
    }
    let bottom = 10.0 + HEIGHT;
    for (value, _) in marks(&corners, |corner| &corner.value) {
        let x = place(value.at, cold).0;
        items.push(line((x, 10.0), (x, bottom), Pen::line(theme.background().mixed(theme.faint(), 0.3), 0.7).dashed()));
    }
    for (temperature, _) in marks(&corners, |corner| &corner.temperature) {
        let y = place(low, temperature.at).1;
        items.push(line(
            (left, y),
            (left + WIDTH, y),
            Pen::line(theme.background().mixed(theme.faint(), 0.3), 0.7).dashed(),
        ));
    }
    for (wall, turn) in [(&graph.left, Turn::Left), (&graph.right, Turn::Right)] {
        let mut segments: Vec<Segment> = wall.iter().map(|corner| Segment::Line(at(corner))).collect();
        if let Some(Segment::Line(first)) = segments.first().copied() {
            segments[0] = Segment::Move(first);
            items.push(Item::Path { segments, pen: Pen::line(theme.turn(turn), 3.0) });
        }
    }
    if let Some(foot) = graph.foot() {
        let (from, to) = (at(foot), (at(foot).0, 6.0));
        items.push(line(from, (to.0, to.1 + 6.0), Pen::line(theme.ink(), 3.0)));
        items.push(arrow_head(from, to, theme.ink(), 11.0));
        items.push(Item::Circle { at: from, radius: 4.0, pen: Pen::fill(theme.ink()) });
    }
    items.push(line((left, bottom), (left + WIDTH, bottom), Pen::line(theme.ink(), 1.0)));
    items.push(line((left, 10.0), (left, bottom), Pen::line(theme.ink(), 1.0)));
    items.extend(labels(
        marks(&corners, |corner| &corner.value),
        |value| (place(value.at, cold).0, bottom + 13.0),
        style,
        Anchor::Middle,
    ));
    items.extend(labels(
        marks(&corners, |corner| &corner.temperature),
        |value| (left - 7.0, place(low, value.at).1),
        style,
        Anchor::End,
    ));
    let mut notes = Vec::new();
    if let Some(foot) = graph.foot() {
        let word = |word| style.lang.word(word);
        notes.push(format!(
            "{}: {}; {}: {}",
            word(Word::Mean),
            foot.value.text,
            word(Word::Temperature),
            foot.temperature.text
        ));
    }
    let legend = [Turn::Left, Turn::Right]
        .into_iter()
        .filter_map(|turn| Some((Swatch::Line(theme.turn(turn), 3.0), style.turn(turn)?.to_string())));
    let surround = Surround {
        title: &graph.title,
        description: notes.join("; "),
        legend: legend.collect(),
        notes,
        standing: graph.standing.as_ref(),
    };
    framed(items, (left + WIDTH + 10.0, bottom + 24.0), style, surround)
}

/// The different numbers of the corners, each with how many corners have it; the most frequent first.
fn marks<'a>(corners: &[&'a Corner], number: impl Fn(&'a Corner) -> &'a Exact) -> Vec<(&'a Exact, usize)> {
    let mut marks: Vec<(&Exact, usize)> = Vec::new();
    for corner in corners {
        let exact = number(corner);
        match marks.iter_mut().find(|(other, _)| other.text == exact.text) {
            Some((_, count)) => *count += 1,
            None => marks.push((exact, 1)),
        }
    }
    marks.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    marks
}

/// The numbers at their places; one that would cover another is left to those who read the notes.
fn labels(marks: Vec<(&Exact, usize)>, place: impl Fn(&Exact) -> Point, style: &Style, anchor: Anchor) -> Vec<Item> {
    let mut placed: Vec<(Point, f64)> = Vec::new();
    let mut items = Vec::new();
    for (exact, _) in marks {
        let at = place(exact);
        let text = Text::centred(at, axis::SIZE, style.theme.ink(), &exact.text).anchored(anchor);
        let width = text.width();
        let clear = placed.iter().all(|(other, other_width)| match anchor {
            Anchor::Middle => (other.0 - at.0).abs() > (width + other_width) / 2.0 + 4.0,
            _ => (other.1 - at.1).abs() > axis::SIZE + 1.0,
        });
        if clear {
            placed.push((at, width));
            items.push(text.into());
        }
    }
    items
}
