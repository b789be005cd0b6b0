//! The lines of a certificate as text, which the checker reads back.

use grundy_kernel::{FIRST_LINE, Header, Measure, PlayedBy, Proves, side_word};
use grundy_run::Packed;
use std::fmt::Write;

/// The first lines.
pub fn header(header: &Header) -> String {
    let rules = header.rules.join(" ");
    let play = match header.play {
        PlayedBy::Rules => "rules",
        PlayedBy::Misere => "misere",
    };
    let mut text = format!("{FIRST_LINE}\nposition {}\nrules sha256 {rules}\nplay {play}\n", header.position);
    match &header.proves {
        Proves::Grundy(value) => {
            let _ = writeln!(text, "proves grundy\nclaim {value}");
        }
        Proves::Value(value) => {
            let _ = writeln!(text, "proves value\nclaim {value}");
        }
        Proves::Loopy(value) => {
            let _ = writeln!(text, "proves loopy\nclaim {value}");
        }
        Proves::Results(measure, claims) => {
            let name = match measure {
                Measure::Outcome => "outcome",
                Measure::Plies => "plies",
                Measure::Margin => "margin",
            };
            let _ = writeln!(text, "proves {name}\nclaims {}", claims.len());
            for claim in claims {
                let _ = writeln!(text, "claim {} {}", side_word(claim.starts), measure.text(claim.gets));
            }
        }
    }
    text
}

/// The order of positions in a certificate: by their number.
pub fn number_order(a: &[u64], b: &[u64]) -> std::cmp::Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Writes how much `key` is above `before`, which is not above it; both have as many words.
pub fn write_step(before: &[u64], key: &[u64], text: &mut String) {
    let mut borrow = false;
    let mut step = Packed::new();
    for (&key, &before) in key.iter().zip(before) {
        let (less, under) = key.overflowing_sub(before);
        let (less, under_again) = less.overflowing_sub(u64::from(borrow));
        borrow = under || under_again;
        step.push(less);
    }
    let top = step.iter().rposition(|&word| word != 0).unwrap_or(0);
    let _ = write!(text, "{:x}", step[top]);
    for word in step[..top].iter().rev() {
        let _ = write!(text, "{word:016x}");
    }
}
