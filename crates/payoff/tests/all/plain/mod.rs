//! Textbook linear algebra for the tests: Gauss on fractions, and vertices as feasible intersections of `d` planes.
#![allow(dead_code)]

use grundy_payoff::number::Rational;

/// A fixed sequence of pseudo-random numbers.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % below
    }

    pub fn range(&mut self, from: i64, to: i64) -> i64 {
        from + self.roll((to - from + 1) as u64) as i64
    }
}

pub fn ratio(above: i64, below: i64) -> Rational {
    Rational::from_parts_signed(above.into(), below.into())
}

pub fn mix(text: &str) -> Vec<Rational> {
    text.split_whitespace().map(|word| grundy_payoff::number::parse(word).expect("a number")).collect()
}

/// The only solution of a system of `width` unknowns (each row ends with its right-hand side), if there is just one.
pub fn gauss(mut rows: Vec<Vec<Rational>>, width: usize) -> Option<Vec<Rational>> {
    for column in 0..width {
        let pivot = (column..rows.len()).find(|&row| !rows[row][column].is_zero())?;
        rows.swap(pivot, column);
        let factor = Rational::ONE / &rows[column][column];
        rows[column].iter_mut().for_each(|entry| *entry *= &factor);
        let line = rows[column].clone();
        for row in (0..rows.len()).filter(|&row| row != column) {
            let factor = rows[row][column].clone();
            for (entry, other) in rows[row].iter_mut().zip(&line) {
                *entry -= &factor * other;
            }
        }
    }
    rows[width..]
        .iter()
        .all(|row| row[width].is_zero())
        .then(|| rows[..width].iter().map(|row| row[width].clone()).collect())
}

/// The vertices of `{x : sum x = 1, planes . x >= 0}`, by trying all sets of planes.
pub fn vertices(planes: &[Vec<Rational>], width: usize) -> Vec<Vec<Rational>> {
    let mut found: Vec<Vec<Rational>> = Vec::new();
    for set in 0u32..1 << planes.len() {
        if set.count_ones() as usize != width - 1 {
            continue;
        }
        let mut rows = vec![vec![Rational::ONE; width + 1]];
        for (place, plane) in planes.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1) {
            let _ = place;
            rows.push(plane.iter().cloned().chain([Rational::ZERO]).collect());
        }
        let Some(point) = gauss(rows, width) else { continue };
        let inside = planes.iter().all(|plane| {
            plane.iter().zip(&point).fold(Rational::ZERO, |sum, (left, right)| sum + left * right) >= Rational::ZERO
        });
        if inside && !found.contains(&point) {
            found.push(point);
        }
    }
    found.sort_by(|left, right| right.cmp(left));
    found
}
