//! Maps of a board that carry the written-out moves of a game to its moves: shifts, reflections, the transposition. They
//! are not believed but found, by comparing the moves themselves at this board's size.
//!
//! Shifts. Let D be the cells that a shift by one keeps on the board. If the moves that need only cells of D, seen on D,
//! go exactly to the moves that need only cells of the image of D, seen there, then a set inside D and its image have
//! the same moves, and so do all sets that they become. A set that fits somewhere else reaches that place by shifts by
//! one, rows first, staying on the board: so every set may be moved to the corner. A transposition is compared in the
//! same way on the largest square in the corner, where every set lies that fits on the board both ways.

use crate::grundy::taking::Grounded;
use grundy_run::Universe;
use smallvec::SmallVec;
use std::collections::HashSet;

/// The maps of one board.
pub struct Lattice {
    columns: u32,
    shifts: bool,
    /// For each column its cells, for each cell its row; used with shifts alone.
    column: Vec<u64>,
    row: Vec<u32>,
    mirror: Option<Map>,
    flip: Option<Map>,
    transpose: Option<(Map, u64)>,
    /// The numbers of the reflections in `Turned`.
    numbers: SmallVec<[usize; 4]>,
}

/// A set in eight images: as it is, mirrored, upside down, both; then the same of the transposed set.
pub type Turned = [u64; 8];

/// A least image with its other images. A set of the same height and width that is left of it has its images in the same
/// places.
pub struct LeastImage {
    images: Turned,
    /// How far each is shifted to the corner.
    down: [u8; 8],
    /// The outermost rows and columns; none if sets are not moved.
    borders: SmallVec<[u64; 4]>,
    /// Whether it lies where it may be transposed, and whether it is as high as wide besides.
    inside: bool,
    square: bool,
}

/// A partial map of at most 64 cells, one table for each byte of a set.
pub(crate) struct Map(Vec<[u64; 256]>);

impl Map {
    /// The map of so many cells; a cell that goes nowhere is dropped.
    pub fn new(cells: u32, to: impl Fn(u32) -> Option<u32>) -> Map {
        let mut tables = Vec::new();
        for byte in 0..cells.div_ceil(8) {
            let mut table = [0u64; 256];
            for (bits, slot) in table.iter_mut().enumerate() {
                for bit in (0..8).filter(|bit| bits >> bit & 1 == 1) {
                    let cell = byte * 8 + bit;
                    if let Some(to) = Some(cell).filter(|cell| *cell < cells).and_then(&to) {
                        *slot |= 1 << to;
                    }
                }
            }
            tables.push(table);
        }
        Map(tables)
    }

    /// The image of a set.
    pub fn of(&self, set: u64) -> u64 {
        let bytes = set.to_le_bytes();
        self.0.iter().zip(bytes).fold(0, |image, (table, byte)| image | table[byte as usize])
    }
}

impl Lattice {
    /// The maps of a board that these moves allow.
    pub fn of(universe: &Universe, moves: &[Grounded]) -> Lattice {
        let (rows, columns) = match universe {
            Universe::Grid { rows, columns } => (*rows as u32, *columns as u32),
            Universe::Range { .. } => (1, universe.len() as u32),
            Universe::Listed(_) => (1, 0),
        };
        if columns == 0 {
            return Lattice {
                columns: 1,
                shifts: false,
                column: Vec::new(),
                row: Vec::new(),
                mirror: None,
                flip: None,
                transpose: None,
                numbers: [0].into_iter().collect(),
            };
        }
        let cells = rows * columns;
        let all = set(0..cells);
        let place = |cell: u32| (cell / columns, cell % columns);
        let cell = |(row, col): (u32, u32)| (row < rows && col < columns).then_some(row * columns + col);
        let down = Map::new(cells, |at| cell((place(at).0 + 1, place(at).1)));
        let right = Map::new(cells, |at| cell((place(at).0, place(at).1 + 1)));
        let upper = set((0..cells).filter(|&at| place(at).0 + 1 < rows));
        let left = set((0..cells).filter(|&at| place(at).1 + 1 < columns));
        let shifts = carries(moves, upper, &down) && carries(moves, left, &right);
        let mirror = Map::new(cells, |at| cell((place(at).0, columns - 1 - place(at).1)));
        let flip = Map::new(cells, |at| cell((rows - 1 - place(at).0, place(at).1)));
        let transpose = Map::new(cells, |at| cell((place(at).1, place(at).0)));
        let side = rows.min(columns);
        let square = set((0..cells).filter(|&at| place(at).0.max(place(at).1) < side));
        let turns = (shifts || rows == columns) && carries(moves, square, &transpose);
        let mirror = carries(moves, all, &mirror).then_some(mirror);
        let flip = (rows > 1 && carries(moves, all, &flip)).then_some(flip);
        let allowed = |number: &usize| (number & 1 == 0 || mirror.is_some()) && (number & 2 == 0 || flip.is_some());
        Lattice {
            numbers: (0..4).filter(allowed).collect(),
            columns,
            shifts,
            column: (0..columns).map(|col| set((0..rows).map(|row| row * columns + col))).collect(),
            row: (0..cells).map(|at| place(at).0).collect(),
            mirror,
            flip,
            transpose: (side > 1 && turns).then_some((transpose, square)),
        }
    }

    /// The least of the images of a set that has at least one cell. Where a set fits on the board both ways it is first
    /// laid so that it is no higher than wide; so images of images are equal.
    pub fn least(&self, set: u64) -> u64 {
        let mut here = self.corner(set);
        let (height, width) = self.extent(here);
        let mut turn = None;
        if let Some((transpose, square)) = &self.transpose
            && here & !square == 0
            && height >= width
        {
            if height == width {
                turn = Some(transpose);
            } else {
                here = transpose.of(here);
            }
        }
        let least = self.reflected(here);
        turn.map_or(least, |transpose| least.min(self.reflected(transpose.of(here))))
    }

    /// The images of any set by the four reflections, and by these after the transposition, nothing moved to the corner.
    pub fn turned(&self, set: u64) -> Turned {
        let mut images = [0; 8];
        let across = self.transpose.as_ref().map_or(0, |(transpose, _)| transpose.of(set));
        for (half, set) in [set, across].into_iter().enumerate() {
            let mirrored = self.mirror.as_ref().map_or(0, |mirror| mirror.of(set));
            let flip = |set| self.flip.as_ref().map_or(0, |flip| flip.of(set));
            images[4 * half..][..4].copy_from_slice(&[set, mirrored, flip(set), flip(mirrored)]);
        }
        images
    }

    /// What is the same for all sets that are left of a least image.
    pub fn frame(&self, set: u64) -> LeastImage {
        let (height, width) = self.extent(set);
        let mut borders = SmallVec::new();
        if self.shifts {
            let row = |row: u32| u64::MAX >> (64 - self.columns) << (row * self.columns);
            borders.extend([row(0), row(height - 1), self.column[0], self.column[width as usize - 1]]);
        }
        let inside = self.transpose.as_ref().is_some_and(|(_, square)| set & !square == 0);
        let images = self.turned(set);
        let down = images.map(|image| match image {
            0 => 0,
            _ => (image.trailing_zeros() - self.corner(image).trailing_zeros()) as u8,
        });
        LeastImage { images, down, borders, inside, square: inside && height == width }
    }

    /// The least image of `left`, which is not empty and what the frame's set keeps when elements with these images go.
    pub fn least_without(&self, frame: &LeastImage, left: u64, gone: &Turned) -> u64 {
        let kept = |number: usize| frame.images[number] & !gone[number];
        if frame.borders.iter().all(|border| left & border != 0) {
            let images = |half: &[usize]| half.iter().map(|&number| kept(number) >> frame.down[number]).min();
            let here = images(&self.numbers).expect("the set itself");
            return if frame.square { here.min(self.across(images)) } else { here };
        }
        let (height, width) = self.extent(self.corner(left));
        let images = |half: &[usize]| half.iter().map(|&number| self.corner(kept(number))).min();
        match &self.transpose {
            Some(_) if frame.inside && height > width => self.across(images),
            Some(_) if frame.inside && height == width => {
                self.across(images).min(images(&self.numbers).unwrap_or(left))
            }
            // A set that may fit both ways now, and did not before.
            Some((_, square)) if !frame.inside && self.corner(left) & !square == 0 => self.least(left),
            _ => images(&self.numbers).unwrap_or(left),
        }
    }

    /// The least of the images that are transposed.
    fn across(&self, least: impl Fn(&[usize]) -> Option<u64>) -> u64 {
        let numbers: SmallVec<[usize; 4]> = self.numbers.iter().map(|number| number + 4).collect();
        least(&numbers).expect("the transposed set itself")
    }

    /// The least of a set in the corner and its reflections.
    fn reflected(&self, here: u64) -> u64 {
        let mut least = here;
        if let Some(mirror) = &self.mirror {
            let other = self.corner(mirror.of(here));
            least = least.min(other);
            if let Some(flip) = &self.flip {
                least = least.min(self.corner(flip.of(other)));
            }
        }
        if let Some(flip) = &self.flip {
            least = least.min(self.corner(flip.of(here)));
        }
        least
    }

    /// A set moved to the corner, if that is allowed.
    fn corner(&self, set: u64) -> u64 {
        if !self.shifts {
            return set;
        }
        let set = set >> (self.row[set.trailing_zeros() as usize] * self.columns);
        let mut left = 0;
        while self.column[left] & set == 0 {
            left += 1;
        }
        set >> left
    }

    /// The height and width of a set in the corner; both nothing if sets are not moved there.
    fn extent(&self, set: u64) -> (u32, u32) {
        if !self.shifts {
            return (0, 0);
        }
        let mut width = self.columns;
        while self.column[width as usize - 1] & set == 0 {
            width -= 1;
        }
        (self.row[63 - set.leading_zeros() as usize] + 1, width)
    }
}

/// Whether a map carries the moves that need only cells of `domain`, as they are seen there, exactly to the moves that
/// need only cells of its image, as they are seen there.
fn carries(moves: &[Grounded], domain: u64, map: &Map) -> bool {
    let image = map.of(domain);
    let within = |area: u64| {
        let inside = moves.iter().filter(move |one| one.need & !area == 0);
        inside.map(move |one| (one.need, one.take & area))
    };
    let carried: HashSet<(u64, u64)> = within(domain).map(|(need, take)| (map.of(need), map.of(take))).collect();
    carried == within(image).collect()
}

fn set(cells: impl IntoIterator<Item = u32>) -> u64 {
    cells.into_iter().fold(0, |set, cell| set | 1 << cell)
}
