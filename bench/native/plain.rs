//! What one writes by hand for each game: bitboards and plain loops. Each pushes what every move leads to.

/// Cram on 8 x 8: free cells.
pub fn cram(free: u64, out: &mut Vec<u64>) {
    const LAST: u64 = 0x8080_8080_8080_8080;
    let mut across = free & (free >> 1) & !LAST;
    while across != 0 {
        let c = across & across.wrapping_neg();
        across &= across - 1;
        out.push(free & !(c | c << 1));
    }
    let mut down = free & (free >> 8);
    while down != 0 {
        let c = down & down.wrapping_neg();
        down &= down - 1;
        out.push(free & !(c | c << 8));
    }
}

/// Chomp on 8 x 8: what each bite takes.
pub struct Chomp([u64; 64]);

impl Default for Chomp {
    fn default() -> Chomp {
        let cell = |r: usize, c: usize| 1u64 << (r * 8 + c);
        Chomp(std::array::from_fn(|at| {
            let (row, col) = (at / 8, at % 8);
            (row..8).flat_map(|r| (col..8).map(move |c| cell(r, c))).fold(0, |all, one| all | one)
        }))
    }
}

impl Chomp {
    pub fn moves(&self, bar: u64, out: &mut Vec<u64>) {
        let mut rest = bar & !1;
        while rest != 0 {
            let c = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            out.push(bar & !self.0[c]);
        }
    }
}

/// Can-I-Win: numbers still free.
pub fn can_i_win(free: u64, out: &mut Vec<u64>) {
    let mut rest = free;
    while rest != 0 {
        let k = rest & rest.wrapping_neg();
        rest &= rest - 1;
        out.push(free & !k);
    }
}

/// Connect-4: the mover's men and all men, seven bits a column, from the bottom.
pub fn connect4(mine: u64, all: u64, out: &mut Vec<(u64, u64)>) {
    for column in 0..7 {
        let bottom = 1u64 << (column * 7);
        if all & (bottom << 5) == 0 {
            let filled = all | (all + bottom) & (0x3f << (column * 7));
            out.push((mine ^ all, filled));
        }
    }
}

/// Rays of the 6 x 6 board: the cells from each in each of eight directions, nearest first.
pub struct Amazons(Vec<[Vec<u8>; 8]>);

const KING: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl Default for Amazons {
    fn default() -> Amazons {
        let ray = |cell: i32, (dr, dc): (i32, i32)| -> Vec<u8> {
            let (mut r, mut c) = (cell / 6 + dr, cell % 6 + dc);
            let mut cells = Vec::new();
            while (0..6).contains(&r) && (0..6).contains(&c) {
                cells.push((r * 6 + c) as u8);
                (r, c) = (r + dr, c + dc);
            }
            cells
        };
        Amazons((0..36).map(|cell| KING.map(|step| ray(cell, step))).collect())
    }
}

impl Amazons {
    /// The mover's men, the other's, and burnt cells.
    pub fn moves(&self, mine: u64, other: u64, burnt: u64, out: &mut Vec<[u64; 3]>) {
        let taken = mine | other | burnt;
        let mut rest = mine;
        while rest != 0 {
            let c = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let gone = taken & !(1 << c);
            for ray in &self.0[c] {
                for &t in ray {
                    if taken >> t & 1 == 1 {
                        break;
                    }
                    for shot in &self.0[t as usize] {
                        for &x in shot {
                            if gone >> x & 1 == 1 {
                                break;
                            }
                            out.push([mine & !(1 << c) | 1 << t, other, burnt | 1 << x]);
                        }
                    }
                }
            }
        }
    }
}

const STEPS: [(i32, u64); 8] = [
    (1, 0x7f7f_7f7f_7f7f_7f7f),
    (-1, 0xfefe_fefe_fefe_fefe),
    (8, u64::MAX),
    (-8, u64::MAX),
    (9, 0x7f7f_7f7f_7f7f_7f7f),
    (7, 0xfefe_fefe_fefe_fefe),
    (-7, 0x7f7f_7f7f_7f7f_7f7f),
    (-9, 0xfefe_fefe_fefe_fefe),
];

fn step(bits: u64, (by, mask): (i32, u64)) -> u64 {
    let bits = bits & mask;
    if by > 0 { bits << by } else { bits >> -by }
}

/// Where the first may put a man in reversi.
pub fn reversi_legal(mine: u64, other: u64) -> u64 {
    let empty = !(mine | other);
    let mut legal = 0;
    for direction in STEPS {
        let mut run = step(mine, direction) & other;
        for _ in 0..5 {
            run |= step(run, direction) & other;
        }
        legal |= step(run, direction) & empty;
    }
    legal
}

/// Reversi on 8 x 8: the mover's men and the other's after each move; passing where only the other can move.
pub fn reversi(mine: u64, other: u64, out: &mut Vec<(u64, u64)>) {
    let mut legal = reversi_legal(mine, other);
    if legal == 0 && reversi_legal(other, mine) != 0 {
        out.push((mine, other));
    }
    while legal != 0 {
        let c = legal & legal.wrapping_neg();
        legal &= legal - 1;
        let mut turned = 0;
        for direction in STEPS {
            let mut run = 0;
            let mut at = step(c, direction);
            while at & other != 0 {
                run |= at;
                at = step(at, direction);
            }
            if at & mine != 0 {
                turned |= run;
            }
        }
        out.push((mine | c | turned, other & !turned));
    }
}
