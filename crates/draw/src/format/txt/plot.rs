//! Sequences and thermographs as characters.

use super::clean;
use crate::lang::Word;
use crate::sequence::SequencePlot;
use crate::style::Style;
use crate::text::{columns, padded};
use crate::thermograph::{Corner, Thermograph};
use crate::view::sequence::period_text;

const WIDTH: usize = 72;
const HEIGHT: usize = 16;
/// From few values in a bin to many.
const DENSITY: [char; 6] = ['·', ':', '+', '*', '#', '@'];
/// Exceptions named before the rest is counted.
const NAMED: usize = 20;

/// A plot; a character stands for all the values of its bin.
pub fn sequence(plot: &SequencePlot, style: &Style) -> String {
    let bins = plot.binned(WIDTH, HEIGHT);
    let fullest = bins.counts.iter().copied().max().unwrap_or(1).max(2);
    let margin = plot.most().to_string().len();
    let mut out = String::new();
    for row in (0..bins.rows).rev() {
        let mut line = String::new();
        for &count in &bins.counts[row * bins.columns..(row + 1) * bins.columns] {
            let share = f64::from(count).ln_1p() / f64::from(fullest).ln_1p();
            let level = ((share * DENSITY.len() as f64).ceil() as usize).clamp(1, DENSITY.len());
            line.push(if count == 0 {
                ' '
            } else if bins.each == 1 {
                '●'
            } else {
                DENSITY[level - 1]
            });
        }
        let value = (row as u64).saturating_mul(bins.span);
        out.push_str(&format!("{value:>margin$} │{}\n", line.trim_end()));
    }
    let last = plot.start.saturating_add((plot.values.len() as u64).max(1) - 1);
    let start = padded(&plot.start.to_string(), bins.columns.saturating_sub(last.to_string().len()).max(2));
    out.push_str(&format!("{} └{}\n", " ".repeat(margin), "─".repeat(bins.columns)));
    out.push_str(&format!("{}  {start}{last}\n", " ".repeat(margin)));
    if bins.each > 1 {
        out.push_str(&format!("{}\n", style.lang.binned(bins.each as u64)));
    }
    out.push_str(&plot.period.map_or(String::new(), |period| format!("{}\n", period_text(period, style))));
    if !plot.exceptions.is_empty() {
        let named: Vec<String> = plot.exceptions.iter().take(NAMED).map(u64::to_string).collect();
        let more = plot.exceptions.len().saturating_sub(NAMED) as u64;
        let more = if more > 0 { format!(", + {}", style.lang.more(more)) } else { String::new() };
        out.push_str(&format!("{}: {}{more}\n", style.lang.word(Word::Exceptions), named.join(", ")));
    }
    out
}

/// The walls by temperature, larger values to the left.
pub fn thermograph(graph: &Thermograph, style: &Style) -> String {
    let Some(foot) = graph.foot() else { return String::new() };
    let corners: Vec<&Corner> = graph.left.iter().chain(&graph.right).collect();
    let fold = |pick: &dyn Fn(&Corner) -> f64, start: f64, join: fn(f64, f64) -> f64| {
        corners.iter().map(|corner| pick(corner)).fold(start, join)
    };
    let (low, high) =
        (fold(&|c| c.value.at, f64::INFINITY, f64::min), fold(&|c| c.value.at, f64::NEG_INFINITY, f64::max));
    let cold = fold(&|c| c.temperature.at, f64::INFINITY, f64::min);
    let hot = foot.temperature.at + (foot.temperature.at - cold).max(0.5) * 0.3;
    let column = |value: f64| {
        let share = if high > low { ((high - value) / (high - low)).clamp(0.0, 1.0) } else { 0.5 };
        (share * (WIDTH / 2) as f64).round() as usize
    };
    let margin = corners.iter().map(|corner| columns(&corner.temperature.text)).max().unwrap_or(1);
    let mut out = String::new();
    let step = (hot - cold) / (HEIGHT - 1) as f64;
    for row in (0..HEIGHT).rev() {
        let t = cold + step * row as f64;
        let mut line = vec![' '; WIDTH / 2 + 1];
        if t >= foot.temperature.at {
            line[column(foot.value.at)] = '║';
        } else {
            let (left, right) = (column(wall(&graph.left, t)), column(wall(&graph.right, t)));
            line[left.min(right)..=left.max(right)].fill('·');
            line[left] = 'L';
            line[right] = 'R';
        }
        let near = corners.iter().find(|corner| (corner.temperature.at - t).abs() < step / 2.0 + 1e-12);
        let label = near.map_or("", |corner| corner.temperature.text.as_str());
        let free = " ".repeat(margin.saturating_sub(columns(label)));
        let line: String = line.into_iter().collect();
        out.push_str(&format!("{free}{} │{}\n", clean(label), line.trim_end()));
    }
    let extreme = |value: f64| corners.iter().find(|corner| corner.value.at == value).map_or("", |c| &c.value.text);
    let (left, right) = (clean(extreme(high)), clean(extreme(low)));
    out.push_str(&format!("{} └{}\n", " ".repeat(margin), "─".repeat(WIDTH / 2 + 1)));
    let gap = (WIDTH / 2 + 1).saturating_sub(columns(&right));
    out.push_str(&format!("{}  {}{right}\n", " ".repeat(margin), padded(&left, gap)));
    let word = |word| style.lang.word(word);
    let (mean, temperature) = (clean(&foot.value.text), clean(&foot.temperature.text));
    out.push_str(&format!("{}: {mean}; {}: {temperature}\n", word(Word::Mean), word(Word::Temperature)));
    out
}

/// The value of a wall at a temperature between its corners.
fn wall(corners: &[Corner], t: f64) -> f64 {
    let above = corners.partition_point(|corner| corner.temperature.at < t);
    let Some(upper) = corners.get(above) else { return corners.last().map_or(0.0, |corner| corner.value.at) };
    let Some(lower) = above.checked_sub(1).map(|index| &corners[index]) else { return upper.value.at };
    let share = (t - lower.temperature.at) / (upper.temperature.at - lower.temperature.at);
    lower.value.at + (upper.value.at - lower.value.at) * share
}
