//! Positions of a game as numbers in mixed radix, straight from their machine words: every digit lies in bits of its
//! own, so the number is a sum over bits, and so is the number of each image under a symmetry. Bytes are looked up.

use grundy_run::{Game, Image, Packed, Shape, State, Stored, Value};

/// Where the digits of a position lie, and how they count.
pub struct Radix {
    /// From the one that counts least.
    pub digits: Vec<Digit>,
    /// How many positions there are.
    pub count: u64,
    words: usize,
    runs: Vec<Run>,
}

/// Digits that follow each other: how many values they have together, and the words of each; none where it is one digit
/// of too many values.
struct Run {
    first: usize,
    radix: u64,
    words: Vec<u64>,
}

/// The most values whose words are listed.
const LONGEST_RUN: u64 = 1 << 13;

/// One place of a position that can hold several values.
pub struct Digit {
    /// Its field, and its cell there.
    pub place: (usize, usize),
    /// How many values.
    pub radix: u64,
    /// What one counts.
    pub weight: u64,
    /// The bits that 1, 2, 4, ... set.
    pub bits: Vec<usize>,
}

impl Radix {
    /// The digits of a game, if numbers up to `most` number its positions.
    pub fn new(game: &Game, most: u64) -> Option<Radix> {
        let blank = State {
            fields: game
                .shapes
                .iter()
                .map(|shape| match shape {
                    Shape::One(values) => Stored::One(values.value(0)),
                    Shape::Array(universe, values) => Stored::Array(vec![values.value(0); universe.len()]),
                    Shape::Set(universe) => Stored::Set(vec![0; universe.len().div_ceil(64)]),
                })
                .collect(),
        };
        let (mut digits, mut count) = (Vec::new(), 1u64);
        for (field, shape) in game.shapes.iter().enumerate() {
            let (cells, radix) = match shape {
                Shape::One(values) => (1, values.len()),
                Shape::Array(universe, values) => (universe.len(), values.len()),
                Shape::Set(universe) => (universe.len(), 2),
            };
            let radix = u64::try_from(radix).ok().filter(|radix| (1..=most).contains(radix))?;
            for cell in 0..cells {
                let mut bits = Vec::new();
                for power in (0..63).map(|power| 1u64 << power).take_while(|power| *power < radix) {
                    bits.push(only_bit(&game.pack(&with(&blank, shape, (field, cell), power))?)?);
                }
                digits.push(Digit { place: (field, cell), radix, weight: count, bits });
                count = count.checked_mul(radix).filter(|count| *count <= most)?;
            }
        }
        let mut radix = Radix { digits, count, words: game.layout.words(), runs: Vec::new() };
        radix.run_up();
        Some(radix)
    }

    /// The value of a digit in a number.
    pub fn digit(&self, number: u64, digit: usize) -> u64 {
        number / self.digits[digit].weight % self.digits[digit].radix
    }

    /// Bytes of a position up to the last that a digit lies in.
    pub fn bytes(&self) -> usize {
        self.digits.iter().flat_map(|digit| &digit.bits).max().map_or(0, |bit| bit / 8 + 1)
    }

    /// The words of a number.
    pub fn unrank(&self, number: u64) -> Packed {
        let mut words: Packed = smallvec::smallvec![0; self.words];
        let mut rest = number;
        for run in &self.runs {
            let value = rest % run.radix;
            rest /= run.radix;
            if run.words.is_empty() {
                self.digits[run.first].put(&mut words, value);
                continue;
            }
            let bits = &run.words[value as usize * self.words..];
            for word in 0..self.words {
                words[word] |= bits[word];
            }
        }
        words
    }

    /// Takes the digits in runs of few values together.
    fn run_up(&mut self) {
        let mut from = 0;
        while from < self.digits.len() {
            let (mut to, mut radix) = (from, 1);
            while to < self.digits.len() && (to == from || radix * self.digits[to].radix <= LONGEST_RUN) {
                radix *= self.digits[to].radix;
                to += 1;
            }
            let listed = if radix <= LONGEST_RUN { radix as usize } else { 0 };
            let mut words = vec![0; listed * self.words];
            for (value, words) in words.chunks_exact_mut(self.words).enumerate() {
                let mut rest = value as u64;
                for digit in &self.digits[from..to] {
                    digit.put(words, rest % digit.radix);
                    rest /= digit.radix;
                }
            }
            self.runs.push(Run { first: from, radix, words });
            from = to;
        }
    }

    /// The weights with which the bits of a position count in the number of its image, and what is added.
    pub fn weights(&self, image: &Image, swaps: &[Swap]) -> (Vec<u64>, u64) {
        let mut weights = vec![0u64; self.words * 64];
        let mut base = 0u64;
        for digit in &self.digits {
            let (field, cell) = digit.place;
            let to = match &image.cells[field] {
                Some(from) => from.iter().position(|&from| from as usize == cell).expect("a map of cells is onto"),
                None => cell,
            };
            let target = self.digits.iter().find(|digit| digit.place == (field, to)).expect("a cell has its digit");
            for (power, &bit) in digit.bits.iter().enumerate() {
                weights[bit] = match (image.swaps, swaps[field]) {
                    (true, Swap::Optional) => target.weight << (1 - power),
                    (true, Swap::Always) => target.weight.wrapping_neg(),
                    _ => target.weight << power,
                };
            }
            if image.swaps && swaps[field] == Swap::Always {
                base = base.wrapping_add(target.weight);
            }
        }
        (weights, base)
    }
}

impl Digit {
    /// Writes a value into words.
    pub fn put(&self, words: &mut [u64], value: u64) {
        for (power, &bit) in self.bits.iter().enumerate() {
            words[bit / 64] = words[bit / 64] & !(1 << (bit % 64)) | (value >> power & 1) << (bit % 64);
        }
    }
}

fn with(blank: &State, shape: &Shape, (field, cell): (usize, usize), value: u64) -> State {
    let mut state = blank.clone();
    match (&mut state.fields[field], shape) {
        (Stored::One(stored), Shape::One(values)) => *stored = values.value(value),
        (Stored::Array(cells), Shape::Array(_, values)) => cells[cell] = values.value(value),
        (Stored::Set(bits), _) => bits[cell / 64] |= value << (cell % 64),
        _ => {}
    }
    state
}

fn only_bit(words: &[u64]) -> Option<usize> {
    let ones: u32 = words.iter().map(|word| word.count_ones()).sum();
    let word = words.iter().position(|word| *word != 0)?;
    (ones == 1).then(|| word * 64 + words[word].trailing_zeros() as usize)
}

/// How the values of a field change when the players change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap {
    /// Not at all.
    Never,
    /// The two change places.
    Always,
    /// `none` stays, the others change places.
    Optional,
}

/// How each field changes when the players change places; `None` where that is not a matter of single values.
pub fn swaps(game: &Game) -> Option<Vec<Swap>> {
    let names_players =
        |value: &Value| !matches!(value, Value::Int(_) | Value::Bool(_) | Value::Name(_) | Value::Cell(..));
    let mut all = Vec::new();
    for shape in &game.shapes {
        if shape.universe().is_some_and(|universe| universe.elements().any(|element| names_players(&element))) {
            return None;
        }
        let (Shape::One(values) | Shape::Array(_, values)) = shape else {
            all.push(Swap::Never);
            continue;
        };
        let mut elements = values.universe.elements().take(1 << 16);
        all.push(match (values.universe.len(), elements.any(|element| names_players(&element))) {
            (_, false) => Swap::Never,
            (2, true) if matches!(values.universe.element(0), Value::Player(_)) => {
                if values.none {
                    Swap::Optional
                } else {
                    Swap::Always
                }
            }
            _ => return None,
        });
    }
    Some(all)
}

/// Numbers of positions, each as the least number among its images. Sums are taken modulo two to the 32nd, below which
/// all numbers lie.
pub struct Ranker {
    /// Per byte of a position and value of the byte, the share of each image; eight images at a time.
    shares: Vec<Vec<[[u32; LANES]; 256]>>,
    bases: Vec<[u32; LANES]>,
}

const LANES: usize = 8;

impl Ranker {
    /// Numbers by the least of these images; the first is the identity, or whatever is done to every position. There are at
    /// most 2^32 numbers.
    pub fn new(radix: &Radix, images: &[Image], swaps: &[Swap]) -> Ranker {
        let bytes = radix.bytes();
        let (mut shares, mut bases) = (Vec::new(), Vec::new());
        for lanes in images.chunks(LANES) {
            let weights: Vec<(Vec<u64>, u64)> =
                (0..LANES).map(|lane| radix.weights(lanes.get(lane).unwrap_or(&lanes[0]), swaps)).collect();
            bases.push(std::array::from_fn(|lane| weights[lane].1 as u32));
            let share = |byte: usize, value: usize, lane: usize| {
                let bits = (0..8).filter(|bit| value >> bit & 1 == 1);
                bits.fold(0u32, |sum, bit| sum.wrapping_add(weights[lane].0[byte * 8 + bit] as u32))
            };
            shares.push(
                (0..bytes)
                    .map(|byte| std::array::from_fn(|value| std::array::from_fn(|lane| share(byte, value, lane))))
                    .collect(),
            );
        }
        Ranker { shares, bases }
    }

    /// The least number of a position among its images.
    #[inline]
    pub fn rank(&self, words: &[u64]) -> u64 {
        let mut least = u32::MAX;
        for lanes in 0..self.bases.len() {
            let (mut sums, shares) = (self.bases[lanes], &self.shares[lanes]);
            for byte in 0..shares.len() {
                let share = &shares[byte][(words[byte / 8] >> (byte % 8 * 8) & 255) as usize];
                for lane in 0..LANES {
                    sums[lane] = sums[lane].wrapping_add(share[lane]);
                }
            }
            for sum in sums {
                least = least.min(sum);
            }
        }
        least.into()
    }
}
