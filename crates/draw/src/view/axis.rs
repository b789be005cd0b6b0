//! Axes with round numbers.

use crate::scene::{Anchor, Item, Pen, Text, line};
use crate::style::Style;
use crate::text::{self, Weight};

/// The size of the numbers beside an axis.
pub const SIZE: f64 = 11.0;

/// Round whole numbers from `low` to `high`, about `count` of them: steps of 1, 2 or 5 times a power of ten.
pub fn ticks(low: i128, high: i128, count: usize) -> Vec<i128> {
    let span = (high - low).max(1);
    let mut step = 1i128;
    let mut next = [2, 5, 10].into_iter().cycle();
    let mut power = 1i128;
    while span / step > count.max(1) as i128 {
        let factor = next.next().unwrap_or(10);
        step = power * factor;
        if factor == 10 {
            power = step;
        }
    }
    let first = low.div_euclid(step) * step;
    (0..).map(|index| first + index * step).skip_while(|&tick| tick < low).take_while(|&tick| tick <= high).collect()
}

/// The room the numbers up to `high` take left of an upright axis.
pub fn room(low: i128, high: i128) -> f64 {
    let width = |number: i128| text::width(&number.to_string(), SIZE, Weight::Regular);
    width(low).max(width(high)) + 10.0
}

/// A level axis at height `y`, from `left` to `right`; `place` gives where a number stands.
pub fn level(
    style: &Style,
    (left, right): (f64, f64),
    y: f64,
    ticks: &[i128],
    place: impl Fn(i128) -> f64,
) -> Vec<Item> {
    let theme = style.theme;
    let mut items = vec![line((left, y), (right, y), Pen::line(theme.faint(), 1.0))];
    let mut free = f64::NEG_INFINITY;
    for &tick in ticks {
        let x = place(tick);
        let label = Text::centred((x, y + 13.0), SIZE, theme.ink(), tick.to_string());
        let half = label.width() / 2.0;
        items.push(line((x, y), (x, y + 4.0), Pen::line(theme.faint(), 1.0)));
        if x - half > free {
            free = x + half + 6.0;
            items.push(label.into());
        }
    }
    items
}

/// An upright axis at `x`, from `top` to `bottom`.
pub fn upright(
    style: &Style,
    (top, bottom): (f64, f64),
    x: f64,
    ticks: &[i128],
    place: impl Fn(i128) -> f64,
) -> Vec<Item> {
    let theme = style.theme;
    let mut items = vec![line((x, top), (x, bottom), Pen::line(theme.faint(), 1.0))];
    for &tick in ticks {
        let y = place(tick);
        items.push(line((x - 4.0, y), (x, y), Pen::line(theme.faint(), 1.0)));
        items.push(Text::centred((x - 7.0, y), SIZE, theme.ink(), tick.to_string()).anchored(Anchor::End).into());
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers() {
        assert_eq!(ticks(0, 60, 7), [0, 10, 20, 30, 40, 50, 60]);
        assert_eq!(ticks(3, 11, 5), [4, 6, 8, 10]);
        assert_eq!(ticks(0, 0, 5), [0]);
        assert_eq!(ticks(-7, 7, 3), [-5, 0, 5]);
        assert!(ticks(0, i128::from(u64::MAX), 6).len() <= 7);
    }
}
