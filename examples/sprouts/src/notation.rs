//! Positions as text: `0*2.AB.}1a2a.AB.} + 0.1.}`. A point ends a boundary, a bracket a region, a plus stands between lands.
//!
//! `0*3.` is three boundaries `0.`. A vertex that is met twice is a capital letter where that is in two regions and a small one where it
//! is in one; the twenty-seventh and later ones have primes.

use crate::canonical::lands;
use crate::position::{BOUNDARY, FIRST_NAME, LAST, Land, REGION, SPOT, lives};
use std::fmt;

impl fmt::Display for Land {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let string = self.string();
        for region in string.split_inclusive(|&symbol| symbol == REGION) {
            let is_inside = |name: u8| region.iter().filter(|&&vertex| vertex == name).count() == 2;
            let mut spots = 0;
            for boundary in region[..region.len() - 1].split_inclusive(|&symbol| symbol == BOUNDARY) {
                if boundary == [SPOT, BOUNDARY] {
                    spots += 1;
                    continue;
                }
                write_spots(f, std::mem::take(&mut spots))?;
                for &vertex in &boundary[..boundary.len() - 1] {
                    match vertex.checked_sub(FIRST_NAME) {
                        None => write!(f, "{vertex}")?,
                        Some(name) => {
                            let first = if is_inside(vertex) { b'a' } else { b'A' };
                            let primes = "'".repeat(usize::from(name / 26));
                            write!(f, "{}{primes}", char::from(first + name % 26))?;
                        }
                    }
                }
                f.write_str(".")?;
            }
            write_spots(f, spots)?;
            f.write_str("}")?;
        }
        Ok(())
    }
}

fn write_spots(f: &mut fmt::Formatter<'_>, spots: usize) -> fmt::Result {
    match spots {
        0 => Ok(()),
        1 => f.write_str("0."),
        _ => write!(f, "0*{spots}."),
    }
}

/// A sum of lands as text; `0` if nothing is left.
pub fn text(sum: &[Land]) -> String {
    match sum {
        [] => "0".to_string(),
        _ => sum.iter().map(Land::to_string).collect::<Vec<String>>().join(" + "),
    }
}

/// At most so many spots, or as many lives as they have: names and places of a string are bytes.
pub const MOST: usize = 40;

/// Reads a position: a number of spots, or a sum of lands.
pub fn read(text: &str) -> Result<Vec<Land>, String> {
    if let Ok(spots) = text.trim().parse::<usize>() {
        return if spots <= MOST { Ok(crate::position::start(spots)) } else { Err(format!("at most {MOST} spots")) };
    }
    let mut all = Vec::new();
    for land in text.split('+') {
        all.extend(lands(string(land.trim())?));
    }
    all.sort_unstable();
    Ok(all)
}

/// The string of regions: every letter stands for one vertex and is met once or twice; `a` and `A` are two.
fn string(text: &str) -> Result<Vec<u8>, String> {
    let mut string = Vec::new();
    let mut names: Vec<(String, usize)> = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '0'..='2' => string.push(character as u8 - b'0'),
            '*' => {
                let mut digits = String::new();
                while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                let count = digits.parse::<usize>().ok().filter(|count| (1..=MOST).contains(count));
                let count = count.ok_or("a number of spots stands after `*`")?;
                if string.last() != Some(&SPOT) {
                    return Err("`*` stands after a spot, `0`".to_string());
                }
                (1..count).for_each(|_| string.extend([BOUNDARY, SPOT]));
            }
            '.' => string.push(BOUNDARY),
            '}' => {
                if string.last().is_some_and(|&symbol| symbol < BOUNDARY) {
                    string.push(BOUNDARY);
                }
                string.push(REGION);
            }
            letter if letter.is_ascii_alphabetic() => {
                let mut name = letter.to_string();
                while rest.next_if_eq(&'\'').is_some() {
                    name.push('\'');
                }
                let known = names.iter().position(|(other, _)| *other == name).unwrap_or_else(|| {
                    names.push((name, 0));
                    names.len() - 1
                });
                names[known].1 += 1;
                string.push(FIRST_NAME + known as u8);
            }
            ' ' => {}
            other => return Err(format!("`{other}` means nothing in a position")),
        }
        if string.len() > 6 * MOST {
            return Err(format!("more than {} symbols", 6 * MOST));
        }
    }
    if let Some((name, _)) = names.iter().find(|(_, count)| *count > 2) {
        return Err(format!("`{name}` is met more than twice"));
    }
    if string.last() != Some(&REGION) {
        return Err("a region ends with `}`".to_string());
    }
    if lives(&string) > 3 * MOST as u32 {
        return Err(format!("more than {} lives", 3 * MOST));
    }
    check(&string)?;
    Ok(string)
}

/// A spot is alone on its boundary, and no vertex lies on two boundaries of one region.
fn check(string: &[u8]) -> Result<(), String> {
    for region in string.split(|&symbol| symbol == REGION) {
        let walks: Vec<&[u8]> = region.split(|&symbol| symbol == BOUNDARY).collect();
        for (number, walk) in walks.iter().enumerate() {
            if walk.len() > 1 && walk.contains(&SPOT) {
                return Err("a spot `0` is a boundary by itself".to_string());
            }
            let is_elsewhere = |vertex: &u8| walks[number + 1..].iter().any(|other| other.contains(vertex));
            if walk.iter().any(|vertex| *vertex > LAST && is_elsewhere(vertex)) {
                return Err("a vertex lies on two boundaries of a region".to_string());
            }
        }
    }
    Ok(())
}
