//! Places that lie anywhere: hexagons, lines between dots, edges on the ground, vertices, cards, cells with walls.

use super::{Painter, group};
use crate::board::{Owner, Placed, Spot, SpotForm};
use crate::diagram::Turn;
use crate::scene::{Item, Pen, Point, Segment, Text, arrow_head, line};
use crate::style::Shade;
use crate::text::{self, Weight};
use crate::theme::Colour;

impl Painter<'_> {
    /// The parts of a board of places, and its width and height.
    pub fn placed(&self, placed: &Placed) -> (Vec<Item>, Point) {
        let unit = placed.spots.iter().map(|spot| self.least_unit(spot)).fold(self.by_scale(52.0, 20.0), f64::max);
        let at = |(x, y): Point| (x * unit, y * unit);
        let theme = self.style.theme;
        let mut items = Vec::new();
        if let Some(ground) = placed.ground {
            let y = ground * unit + self.by_scale(7.0, 3.0);
            items.push(line((0.0, y), (placed.size.0 * unit, y), Pen::line(theme.ink(), self.by_scale(2.5, 1.0))));
            // The soil below the ground line.
            let step = self.by_scale(14.0, 6.0);
            for number in 0..(placed.size.0 * unit / step) as usize {
                let x = number as f64 * step + step;
                items.push(line(
                    (x, y),
                    (x - 0.5 * step, y + 0.5 * step),
                    Pen::line(theme.faint(), self.by_scale(1.0, 0.5)),
                ));
            }
        }
        for &(from, to, arrow) in &placed.lines {
            let (from, to) = shortened(at(from), at(to), 0.4 * unit);
            items.push(line(from, to, Pen::line(theme.faint(), self.by_scale(1.5, 0.8))));
            if arrow {
                items.push(arrow_head(from, to, theme.faint(), self.by_scale(9.0, 5.0)));
            }
        }
        // Lines lie below, so that no mark is covered.
        for spot in placed.spots.iter().filter(|spot| spot.to.is_some()) {
            items.extend(self.stretch(spot, at(spot.at), at(spot.to.unwrap_or(spot.at))));
        }
        for dot in &placed.dots {
            let pen = Pen::fill(theme.ink());
            items.push(Item::Circle { at: at(*dot), radius: self.by_scale(5.0, 2.2), pen });
        }
        for spot in &placed.spots {
            match spot.to {
                Some(to) => {
                    let (from, to) = (at(spot.at), at(to));
                    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                    let mark = spot.mark.as_ref().filter(|mark| !mark.text.is_empty());
                    items.extend(mark.map(|mark| self.tag(mark, middle)));
                }
                None => items.push(self.spot(spot, at(spot.at), unit)),
            }
        }
        // Walls lie above all cells.
        let wall = Pen::line(theme.ink(), self.by_scale(4.0, 2.0));
        for spot in placed.spots.iter().filter(|spot| spot.form == SpotForm::Cell) {
            let ((x, y), half) = (at(spot.at), unit / 2.0);
            if spot.piece.contains('_') {
                items.push(line((x - half, y + half), (x + half, y + half), wall));
            }
            if spot.piece.contains('I') {
                items.push(line((x + half, y - half), (x + half, y + half), wall));
            }
        }
        // What moves at cards lead to stands below them.
        let mut below = if placed.ground.is_some() { self.by_scale(14.0, 6.0) } else { 0.0 };
        for spot in placed.spots.iter().filter(|spot| spot.form == SpotForm::Card) {
            let Some(mark) = spot.mark.as_ref().filter(|mark| !mark.text.is_empty()) else { continue };
            let (x, y) = at(spot.at);
            items.push(self.tag(mark, (x, y + 0.62 * unit + self.mark_size())));
            below = below.max(2.0 * self.mark_size());
        }
        (items, (placed.size.0 * unit + 1.0, placed.size.1 * unit + 1.0 + below))
    }

    /// The colour that a piece is called by, or of its owner.
    fn hue(&self, spot: &Spot) -> Option<Colour> {
        let theme = self.style.theme;
        match (spot.owner, spot.piece.to_lowercase().as_str()) {
            (Some(Owner::Left), _) => Some(theme.turn(Turn::Left)),
            (Some(Owner::Right), _) => Some(theme.turn(Turn::Right)),
            (None, "blue") => Some(Colour(0x1f, 0x5f, 0xbf)),
            (None, "red") => Some(Colour(0xc8, 0x2a, 0x2a)),
            (None, "green") => Some(Colour(0x2e, 0x8b, 0x3d)),
            _ => None,
        }
    }

    /// An edge in its colour, or a line that is drawn or to be drawn.
    fn stretch(&self, spot: &Spot, from: Point, to: Point) -> Vec<Item> {
        let theme = self.style.theme;
        let (thick, thin) = (self.by_scale(4.0, 1.8), self.by_scale(1.2, 0.6));
        let pen = match (spot.form, spot.gone) {
            (SpotForm::Line, true) => Pen::line(theme.ink(), thick),
            (SpotForm::Line, false) => Pen::line(theme.faint(), thin).dashed(),
            (_, true) => return Vec::new(),
            (_, false) => Pen::line(self.hue(spot).unwrap_or(theme.ink()), thick),
        };
        // An edge from a place to itself is a loop.
        if from == to {
            let r = 4.0 * thick;
            let (a, b) = ((from.0 - 2.0 * r, from.1 - 2.5 * r), (from.0 + 2.0 * r, from.1 - 2.5 * r));
            return vec![Item::Path { segments: vec![Segment::Move(from), Segment::Curve(a, b, to)], pen }];
        }
        let mut items = vec![line(from, to, pen)];
        // A number that lies on an edge stands beside its end, where no mark is.
        if spot.form == SpotForm::Edge && self.hue(spot).is_none() && !spot.piece.is_empty() {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let (length, size) = (dx.hypot(dy), self.by_scale(12.0, 6.5));
            let aside = (-dy / length * 0.8 * size, dx / length * 0.8 * size);
            let at = (from.0 + 0.36 * dx + aside.0, from.1 + 0.36 * dy + aside.1);
            items.push(Text::centred(at, size, theme.ink(), &spot.piece).into());
        }
        items
    }

    fn spot(&self, spot: &Spot, at: Point, unit: f64) -> Item {
        let theme = self.style.theme;
        let shaded = spot.mark.as_ref().filter(|mark| mark.shade != Shade::Blank).map(|mark| self.colours(mark.shade));
        let plain = if spot.gone { theme.background().mixed(theme.faint(), 0.75) } else { theme.background() };
        let hue = self.hue(spot).filter(|_| spot.form == SpotForm::Card && !spot.gone);
        let coloured = hue.map(|hue| (hue, hue.ink())).or(shaded.filter(|_| spot.form != SpotForm::Card));
        let (fill, ink) = coloured.unwrap_or((plain, theme.ink()));
        let pen = Pen::line(theme.faint(), self.by_scale(1.2, 0.6)).filled(fill);
        let mut parts = vec![match spot.form {
            SpotForm::Hexagon => Item::Path { segments: hexagon(unit * 0.577), pen },
            SpotForm::Disc => Item::Circle { at: (0.0, 0.0), radius: 0.4 * unit, pen },
            SpotForm::Card => {
                let size = (0.62 * unit, 1.24 * unit);
                Item::Rect { at: (-size.0 / 2.0, -size.1 / 2.0), size, radius: 0.1 * unit, pen }
            }
            _ => Item::Rect { at: (-unit / 2.0, -unit / 2.0), size: (unit, unit), radius: 0.0, pen },
        }];
        if spot.form == SpotForm::Card && spot.gone {
            parts.clear();
        }
        let signs: String = spot.piece.chars().filter(|sign| !matches!(sign, '_' | 'I')).collect();
        let mark = spot.mark.as_ref().filter(|mark| !mark.text.is_empty() && spot.form != SpotForm::Card);
        let shown = if spot.form == SpotForm::Disc && !spot.gone { &spot.name } else { "" };
        let up = if mark.is_some() && !(signs.is_empty() && shown.is_empty()) { -0.15 * unit } else { 0.0 };
        if !spot.gone && !signs.is_empty() {
            let radius = if mark.is_some() { 0.24 * unit } else { 0.3 * unit };
            parts.extend(self.piece(spot, &signs, ((0.0, up), radius), unit, ink));
        } else if !shown.is_empty() {
            parts.push(Text::centred((0.0, up), self.mark_size() + 2.0, ink, shown).into());
        }
        if let Some(mark) = mark {
            let down = if up < 0.0 { 0.22 * unit } else { 0.0 };
            parts.push(Text::centred((0.0, down), self.mark_size(), ink, &mark.text).bold().into());
        }
        group(at, spot.mark.as_ref(), parts)
    }

    /// The least unit at which the texts of a place fit it.
    fn least_unit(&self, spot: &Spot) -> f64 {
        let of_place = match spot.form {
            SpotForm::Cell | SpotForm::Hexagon => 0.96,
            SpotForm::Disc => 0.56,
            SpotForm::Edge | SpotForm::Line | SpotForm::Card => return 0.0,
        };
        let mark = spot.mark.as_ref().map_or(0.0, |mark| text::width(&mark.text, self.mark_size(), Weight::Bold));
        let bare = self.hue(spot).is_none() && !spot.token;
        let piece = if bare { text::width(&spot.piece, self.by_scale(20.0, 8.0), Weight::Regular) } else { 0.0 };
        mark.max(piece) / of_place
    }

    /// A stone of a player, a token, or the text of a piece.
    fn piece(&self, spot: &Spot, signs: &str, (at, radius): (Point, f64), unit: f64, ink: Colour) -> Vec<Item> {
        let small = self.by_scale(13.0, 7.0);
        match (self.hue(spot), signs) {
            (Some(_), _) if spot.form == SpotForm::Card => {
                vec![Text::centred(at, small, ink, signs.chars().take(1).collect::<String>()).into()]
            }
            (Some(hue), _) => self.stone(signs, (at, radius), ink, hue),
            (None, "●" | "o") => vec![Item::Circle { at, radius: 0.8 * radius, pen: Pen::fill(ink) }],
            (None, _) if spot.token => self.stone(signs, (at, radius), ink, self.style.theme.background()),
            (None, signs) => vec![Text::centred(at, self.piece_size().min(0.4 * unit), ink, signs).into()],
        }
    }

    /// A stone with its letters; a ring in it for a `○` among its other signs, which stand small at its lower right.
    fn stone(&self, signs: &str, (at, radius): (Point, f64), ink: Colour, fill: Colour) -> Vec<Item> {
        let theme = self.style.theme;
        let end = signs.find(|sign: char| !sign.is_alphabetic()).filter(|&end| end > 0).unwrap_or(signs.len());
        let (letters, others) = signs.split_at(end);
        let letters: String = letters.chars().take(2).collect();
        let mut items = vec![Item::Circle { at, radius, pen: Pen::line(ink, 1.0).filled(fill) }];
        if others.contains('○') {
            let pen = Pen::line(fill.ink(), self.by_scale(1.6, 0.8));
            items.push(Item::Circle { at, radius: 0.78 * radius, pen });
        }
        items.push(Text::centred(at, self.by_scale(13.0, 7.0), fill.ink(), letters).into());
        let others: String = others.chars().filter(|&sign| sign != '○').take(2).collect();
        if !others.is_empty() {
            let (aside, size) = ((at.0 + 0.95 * radius, at.1 + 0.85 * radius), self.by_scale(12.0, 6.5));
            let pen = Pen::line(ink, 0.8).filled(theme.background());
            items.push(Item::Circle { at: aside, radius: 0.62 * size, pen });
            items.push(Text::centred(aside, size, theme.ink(), others).bold().into());
        }
        items
    }
}

/// A hexagon standing on a corner.
fn hexagon(radius: f64) -> Vec<Segment> {
    let corner = |number: usize| {
        let angle = std::f64::consts::FRAC_PI_3 * number as f64 + std::f64::consts::FRAC_PI_6;
        (radius * angle.cos(), radius * angle.sin())
    };
    let lines = (1..6).map(|number| Segment::Line(corner(number)));
    std::iter::once(Segment::Move(corner(0))).chain(lines).chain([Segment::Close]).collect()
}

/// The line between two places, `by` shorter at each end.
fn shortened(from: Point, to: Point, by: f64) -> (Point, Point) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (ux, uy) = (dx / length * by, dy / length * by);
    ((from.0 + ux, from.1 + uy), (to.0 - ux, to.1 - uy))
}
