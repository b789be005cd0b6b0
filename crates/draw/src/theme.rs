//! Colours.
//!
//! Invariant: ink on every fill has a contrast of at least 4.5 (WCAG 2 AA). The safe theme uses the palette of
//! Okabe and Ito (2008), which people with any of the common colour blindnesses can tell apart; ramps for
//! numbers are sampled from viridis and cividis, whose lightness rises evenly.

use crate::diagram::{Outcome, Turn};

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Black.
    pub const BLACK: Colour = Colour(0, 0, 0);
    /// White.
    pub const WHITE: Colour = Colour(255, 255, 255);

    /// `self` with `share` (0 to 1) of `other` mixed in.
    pub fn mixed(self, other: Colour, share: f64) -> Colour {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share.clamp(0.0, 1.0)).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The contrast ratio of WCAG 2 between two colours, from 1 to 21.
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Black or white, whichever is read better on `self`.
    pub fn ink(self) -> Colour {
        if self.contrast(Colour::BLACK) >= self.contrast(Colour::WHITE) { Colour::BLACK } else { Colour::WHITE }
    }

    /// The colour as `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

/// Which colours a picture uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The first player red, the second blue.
    #[default]
    Plain,
    /// Safe for the colour-blind: vermilion and blue, and a ramp from blue to yellow.
    Safe,
    /// As plain, on a dark background.
    Dark,
}

/// What fills a node; the other of the two colours its border or its band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourBy {
    /// Whose turn it is.
    #[default]
    Turn,
    /// Who wins.
    Outcome,
}

impl Theme {
    /// The background of the picture.
    pub fn background(self) -> Colour {
        match self {
            Theme::Dark => Colour(0x1b, 0x1e, 0x24),
            _ => Colour::WHITE,
        }
    }

    /// The colour of text and axes.
    pub fn ink(self) -> Colour {
        match self {
            Theme::Dark => Colour(0xec, 0xee, 0xf2),
            _ => Colour(0x1c, 0x22, 0x2b),
        }
    }

    /// The colour of what matters less: edges, captions, grid lines.
    pub fn faint(self) -> Colour {
        match self {
            Theme::Dark => Colour(0x9a, 0xa3, 0xb0),
            _ => Colour(0x64, 0x6d, 0x7a),
        }
    }

    /// The colour of what stands out: exceptions, the period, winning moves.
    pub fn accent(self) -> Colour {
        match self {
            Theme::Safe => Colour(0x00, 0x72, 0x50),
            Theme::Plain => Colour(0x0b, 0x7a, 0x3b),
            Theme::Dark => Colour(0x5f, 0xd0, 0x8a),
        }
    }

    /// The colour of a player's turn.
    pub fn turn(self, turn: Turn) -> Colour {
        match (self, turn) {
            (_, Turn::Nobody) => self.faint(),
            (Theme::Safe, Turn::First | Turn::Left) => Colour(0xd5, 0x5e, 0x00),
            (Theme::Safe, Turn::Second | Turn::Right) => Colour(0x00, 0x72, 0xb2),
            (Theme::Plain, Turn::First) => Colour(0xd0, 0x2f, 0x2f),
            (Theme::Plain, Turn::Second) => Colour(0x24, 0x62, 0xc7),
            // Left is blue and Right red in Winning Ways: bLue Left, Red Right.
            (Theme::Plain, Turn::Left) => Colour(0x24, 0x62, 0xc7),
            (Theme::Plain, Turn::Right) => Colour(0xd0, 0x2f, 0x2f),
            (Theme::Dark, Turn::First | Turn::Right) => Colour(0xff, 0x7b, 0x72),
            (Theme::Dark, Turn::Second | Turn::Left) => Colour(0x79, 0xb0, 0xff),
        }
    }

    /// The colour of an outcome.
    pub fn outcome(self, outcome: Outcome) -> Colour {
        match (self, outcome) {
            (Theme::Safe, Outcome::Win) => Colour(0x00, 0x9e, 0x73),
            (Theme::Safe, Outcome::Loss) => Colour(0xcc, 0x79, 0xa7),
            (Theme::Safe, Outcome::Draw) => Colour(0xe6, 0xc8, 0x30),
            (_, Outcome::Win) => Colour(0x2e, 0xa0, 0x5a),
            (_, Outcome::Loss) => Colour(0x8e, 0x5a, 0xb5),
            (_, Outcome::Draw) => Colour(0xd9, 0xa4, 0x1c),
            (_, Outcome::Left) => self.turn(Turn::Left),
            (_, Outcome::Right) => self.turn(Turn::Right),
            (_, Outcome::Unknown) => self.faint(),
        }
    }

    /// A fill on which [`Theme::ink`] is read well, tinted with `colour`.
    pub fn tint(self, colour: Colour) -> Colour {
        self.background().mixed(colour, if self == Theme::Dark { 0.30 } else { 0.22 })
    }

    /// The colour of a number that lies at `share` (0 to 1) of its range.
    pub fn ramp(self, share: f64) -> Colour {
        const VIRIDIS: [Colour; 9] = [
            Colour(0x44, 0x01, 0x54),
            Colour(0x47, 0x2d, 0x7b),
            Colour(0x3b, 0x52, 0x8b),
            Colour(0x2c, 0x72, 0x8e),
            Colour(0x21, 0x91, 0x8c),
            Colour(0x28, 0xae, 0x80),
            Colour(0x5e, 0xc9, 0x62),
            Colour(0xad, 0xdc, 0x30),
            Colour(0xfd, 0xe7, 0x25),
        ];
        const CIVIDIS: [Colour; 9] = [
            Colour(0x00, 0x22, 0x4e),
            Colour(0x12, 0x35, 0x70),
            Colour(0x3b, 0x49, 0x6c),
            Colour(0x57, 0x5d, 0x6d),
            Colour(0x70, 0x71, 0x73),
            Colour(0x8a, 0x86, 0x78),
            Colour(0xa5, 0x9c, 0x74),
            Colour(0xc3, 0xb3, 0x69),
            Colour(0xfe, 0xe8, 0x38),
        ];
        let table = if self == Theme::Safe { CIVIDIS } else { VIRIDIS };
        let at = share.clamp(0.0, 1.0) * 8.0;
        let low = (at.floor() as usize).min(7);
        table[low].mixed(table[low + 1], at - low as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_readable_on_every_fill() {
        for theme in [Theme::Plain, Theme::Safe, Theme::Dark] {
            let turns = Turn::ALL.map(|turn| theme.turn(turn));
            let outcomes = Outcome::ALL.map(|outcome| theme.outcome(outcome));
            for colour in turns.into_iter().chain(outcomes) {
                assert!(theme.tint(colour).contrast(theme.ink()) >= 4.5, "{theme:?} {}", colour.hex());
                assert!(colour.contrast(theme.background()) >= 1.6, "{theme:?} {}", colour.hex());
            }
            for text in [theme.ink(), theme.faint(), theme.accent()] {
                assert!(text.contrast(theme.background()) >= 4.5);
            }
            for step in 0..=20 {
                let fill = theme.ramp(f64::from(step) / 20.0);
                assert!(fill.contrast(fill.ink()) >= 4.5);
            }
        }
    }
}
