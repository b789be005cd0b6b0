//! Games as hand-built move relations, each beside its options written from the rules.
#![allow(dead_code)]

use grundy_automata::sentence::{MoveRel, Moves, SplitRel};
use grundy_automata::{Arith, Comparison, Digits, Rel, Var};
use std::collections::HashMap;

/// The i-th field, and the same field after a move.
pub fn x(i: usize) -> Var {
    Var(i as u32)
}
pub fn y(i: usize) -> Var {
    Var(100 + i as u32)
}
/// The value of a Grundy relation: after the fields, so that tuples are (position, value).
pub const V: Var = Var(50);
const K: Var = Var(200);

pub type Position = Vec<u128>;
type Options = Box<dyn Fn(&[u128]) -> Vec<Position>>;

pub struct Game {
    pub moves: Moves,
    pub weights: Vec<u32>,
    pub options: Options,
}

pub fn base2() -> Arith<'static> {
    Arith::new(Digits::Base2, 400_000)
}

pub fn zeckendorf() -> Arith<'static> {
    Arith::new(Digits::Zeckendorf, 400_000)
}

impl Game {
    fn new(fields: usize, moves: Vec<MoveRel>, options: impl Fn(&[u128]) -> Vec<Position> + 'static) -> Game {
        let moves = Moves { position: (0..fields).map(x).collect(), moves, ..Moves::default() };
        Game { moves, weights: vec![1; fields], options: Box::new(options) }
    }

    pub fn fields(&self) -> usize {
        self.moves.position.len()
    }

    fn weighted(mut self, weights: &[u32]) -> Game {
        self.weights = weights.to_vec();
        self
    }

    /// Outcomes and Grundy values from the definition.
    pub fn solver(&self) -> Solver<'_> {
        Solver { game: self, misere: false, p: HashMap::new(), grundy: HashMap::new() }
    }

    pub fn misere_solver(&self) -> Solver<'_> {
        Solver { misere: true, ..self.solver() }
    }

    /// The automata have the moves of the option lists, and no others, on a box.
    pub fn check_moves(&self, arith: &Arith, most: u128) {
        let k = self.fields();
        let same: Vec<Rel> = (0..k).map(|i| arith.equal(x(i), y(i)).unwrap()).collect();
        let full: Vec<Rel> = self
            .moves
            .moves
            .iter()
            .map(|one| {
                let unchanged = (0..k).filter(|&i| !one.changed.iter().any(|&(before, _)| before == x(i)));
                let rels: Vec<&Rel> = std::iter::once(&one.rel).chain(unchanged.map(|i| &same[i])).collect();
                let hidden = one.rel.vars().iter().copied().filter(|var| var.0 >= 200).collect::<Vec<_>>();
                let joined = arith.and_exists(&rels, &hidden).unwrap();
                let all: Vec<Var> = (0..k).flat_map(|i| [x(i), y(i)]).collect();
                arith.widen(&joined, &all).unwrap()
            })
            .collect();
        for from in boxed(k, most) {
            let options = (self.options)(&from);
            for to in boxed(k, most + 3) {
                let tuple = [&from[..], &to[..]].concat();
                assert_eq!(full.iter().any(|rel| rel.accepts(&tuple)), options.contains(&to), "{from:?} -> {to:?}");
            }
        }
    }
}

/// All tuples with entries up to `most`.
pub fn boxed(k: usize, most: u128) -> Vec<Position> {
    (0..k).fold(vec![Vec::new()], |tuples, _| {
        tuples.iter().flat_map(|t| (0..=most).map(move |n| [&t[..], &[n]].concat())).collect()
    })
}

pub struct Solver<'g> {
    game: &'g Game,
    misere: bool,
    p: HashMap<Position, bool>,
    grundy: HashMap<Position, u128>,
}

impl Solver<'_> {
    pub fn is_p(&mut self, position: &[u128]) -> bool {
        if let Some(&known) = self.p.get(position) {
            return known;
        }
        let options = (self.game.options)(position);
        let p = if options.is_empty() { !self.misere } else { !options.iter().any(|option| self.is_p(option)) };
        self.p.insert(position.to_vec(), p);
        p
    }

    pub fn grundy(&mut self, position: &[u128]) -> u128 {
        if let Some(&known) = self.grundy.get(position) {
            return known;
        }
        let options: Vec<u128> = (self.game.options)(position).iter().map(|option| self.grundy(option)).collect();
        let value = mex(&options);
        self.grundy.insert(position.to_vec(), value);
        value
    }
}

pub fn mex(values: &[u128]) -> u128 {
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// A move that lowers one field to anything.
pub fn lower(arith: &Arith, i: usize) -> MoveRel {
    MoveRel { changed: vec![(x(i), y(i))], rel: arith.less(y(i), x(i)).unwrap() }
}

/// A move that takes fixed amounts from the fields named.
pub fn take(arith: &Arith, amounts: &[(usize, i64)]) -> MoveRel {
    let each: Vec<Rel> =
        amounts.iter().map(|&(i, by)| arith.linear(&[(x(i), 1), (y(i), -1)], Comparison::Eq, by).unwrap()).collect();
    let rel = arith.and(&each.iter().collect::<Vec<_>>()).unwrap();
    MoveRel { changed: amounts.iter().map(|&(i, _)| (x(i), y(i))).collect(), rel }
}

fn with(position: &[u128], changes: &[(usize, u128)]) -> Position {
    let mut position = position.to_vec();
    changes.iter().for_each(|&(i, value)| position[i] = value);
    position
}

/// Options that take `amounts` from the fields, where there is enough.
fn taken(position: &[u128], amounts: &[(usize, u128)]) -> Option<Position> {
    amounts.iter().try_fold(position.to_vec(), |mut to, &(i, by)| {
        to[i] = to[i].checked_sub(by)?;
        Some(to)
    })
}

pub fn nim(arith: &Arith, piles: usize) -> Game {
    let moves = (0..piles).map(|i| lower(arith, i)).collect();
    Game::new(piles, moves, move |p| (0..p.len()).flat_map(|i| (0..p[i]).map(move |n| with(p, &[(i, n)]))).collect())
}

/// Nim as one relation between two whole positions.
pub fn nim_in_full(arith: &Arith, piles: usize) -> Game {
    let one = |i: usize| {
        let each: Vec<Rel> = (0..piles)
            .map(|j| if i == j { arith.less(y(j), x(j)) } else { arith.equal(y(j), x(j)) }.unwrap())
            .collect();
        arith.and(&each.iter().collect::<Vec<_>>()).unwrap()
    };
    let each: Vec<Rel> = (0..piles).map(one).collect();
    let rel = arith.or(&each.iter().collect::<Vec<_>>()).unwrap();
    let mut game = nim(arith, piles);
    game.moves.moves = vec![MoveRel { changed: (0..piles).map(|i| (x(i), y(i))).collect(), rel }];
    game
}

/// Nim where no pile may be emptied.
pub fn nim_without_zero(arith: &Arith, piles: usize) -> Game {
    let one = |i| {
        let lower = arith.less(y(i), x(i)).unwrap();
        let positive = arith.linear(&[(y(i), -1)], Comparison::Le, -1).unwrap();
        MoveRel { changed: vec![(x(i), y(i))], rel: arith.and(&[&lower, &positive]).unwrap() }
    };
    Game::new(piles, (0..piles).map(one).collect(), move |p| {
        (0..p.len()).flat_map(|i| (1..p[i].max(1)).map(move |n| with(p, &[(i, n)]))).collect()
    })
}

pub fn subtraction(arith: &Arith, set: &'static [i64]) -> Game {
    let moves = set.iter().map(|&by| take(arith, &[(0, by)])).collect();
    Game::new(1, moves, move |p| set.iter().filter_map(|&by| taken(p, &[(0, by as u128)])).collect())
}

/// Steps by fixed amounts from several fields at once.
pub fn vectors(arith: &Arith, fields: usize, steps: &'static [&'static [(usize, i64)]]) -> Game {
    // A step may raise a field: (i, -1) adds 1.
    let moves = steps.iter().map(|step| take(arith, step)).collect();
    Game::new(fields, moves, move |p| {
        let step = |step: &&[(usize, i64)]| {
            step.iter().try_fold(p.to_vec(), |mut to, &(i, by)| {
                to[i] = u128::try_from(to[i] as i128 - i128::from(by)).ok()?;
                Some(to)
            })
        };
        steps.iter().filter_map(step).collect()
    })
}

/// n to n - 1 or to floor(n / 2): mark.
pub fn mark(arith: &Arith) -> Game {
    let half = arith.quotient(&[(x(0), 1)], 0, 2, y(0)).unwrap();
    let positive = arith.linear(&[(x(0), -1)], Comparison::Le, -1).unwrap();
    let half = MoveRel { changed: vec![(x(0), y(0))], rel: arith.and(&[&half, &positive]).unwrap() };
    Game::new(1, vec![take(arith, &[(0, 1)]), half], |p| {
        if p[0] == 0 { vec![] } else { vec![vec![p[0] - 1], vec![p[0] / 2]] }
    })
}

/// Take at most half.
pub fn half(arith: &Arith) -> Game {
    // 1 <= k, 2k <= x, y = x - k
    let lower = arith.less(y(0), x(0)).unwrap();
    let enough = arith.linear(&[(x(0), 1), (y(0), -2)], Comparison::Le, 0).unwrap();
    let rel = arith.and(&[&lower, &enough]).unwrap();
    Game::new(1, vec![MoveRel { changed: vec![(x(0), y(0))], rel }], |p| {
        (1..=p[0] / 2).map(|k| vec![p[0] - k]).collect()
    })
}

/// Take an even number but not all, or all if it is odd.
pub fn odd_even(arith: &Arith) -> Game {
    let even = arith.modulo(&[(x(0), 1), (y(0), -1)], 0, 2, &[0]).unwrap();
    let lower = arith.less(y(0), x(0)).unwrap();
    let some_left = arith.linear(&[(y(0), -1)], Comparison::Le, -1).unwrap();
    let some = arith.and(&[&even, &lower, &some_left]).unwrap();
    let odd = arith.modulo(&[(x(0), 1)], 0, 2, &[1]).unwrap();
    let all = arith.and(&[&odd, &arith.constant(y(0), 0).unwrap()]).unwrap();
    let one = |rel| MoveRel { changed: vec![(x(0), y(0))], rel };
    Game::new(1, vec![one(some), one(all)], |p| {
        let n = p[0];
        let even = (1..n).filter(|k| k % 2 == 0).map(|k| vec![n - k]);
        even.chain((n % 2 == 1).then(|| vec![0])).collect()
    })
}

/// Moore's game: take any numbers from up to two piles.
pub fn moore2(arith: &Arith, piles: usize) -> Game {
    let mut moves = Vec::new();
    for i in 0..piles {
        moves.push(lower(arith, i));
        for j in i + 1..piles {
            let rel = arith.and(&[&arith.less(y(i), x(i)).unwrap(), &arith.less(y(j), x(j)).unwrap()]).unwrap();
            moves.push(MoveRel { changed: vec![(x(i), y(i)), (x(j), y(j))], rel });
        }
    }
    Game::new(piles, moves, move |p| {
        let mut options = Vec::new();
        for i in 0..p.len() {
            for a in 0..p[i] {
                options.push(with(p, &[(i, a)]));
                for j in i + 1..p.len() {
                    options.extend((0..p[j]).map(|b| with(p, &[(i, a), (j, b)])));
                }
            }
        }
        options
    })
}

/// Move any number of coins down one step; from the lowest they leave.
pub fn staircase(arith: &Arith, steps: usize) -> Game {
    let mut moves = vec![lower(arith, 0)];
    for i in 1..steps {
        let kept = arith.linear(&[(x(i), 1), (x(i - 1), 1), (y(i), -1), (y(i - 1), -1)], Comparison::Eq, 0).unwrap();
        let rel = arith.and(&[&kept, &arith.less(y(i), x(i)).unwrap()]).unwrap();
        moves.push(MoveRel { changed: vec![(x(i), y(i)), (x(i - 1), y(i - 1))], rel });
    }
    let weights: Vec<u32> = (1..=steps as u32).collect();
    Game::new(steps, moves, move |p| {
        let mut options = Vec::new();
        for i in 0..p.len() {
            for k in 1..=p[i] {
                let mut to = with(p, &[(i, p[i] - k)]);
                if i > 0 {
                    to[i - 1] += k;
                }
                options.push(to);
            }
        }
        options
    })
    .weighted(&weights)
}

/// Take k from both: with factors (1, 1) the bishop, with (1, 2) the move (a, 2a).
pub fn both(arith: &Arith, a: i64, b: i64) -> MoveRel {
    let first = arith.linear(&[(x(0), 1), (y(0), -1), (K, -a)], Comparison::Eq, 0).unwrap();
    let second = arith.linear(&[(x(1), 1), (y(1), -1), (K, -b)], Comparison::Eq, 0).unwrap();
    let some = arith.linear(&[(K, -1)], Comparison::Le, -1).unwrap();
    let rel = arith.and_exists(&[&first, &second, &some], &[K]).unwrap();
    MoveRel { changed: vec![(x(0), y(0)), (x(1), y(1))], rel }
}

fn both_options(p: &[u128], a: u128, b: u128) -> Vec<Position> {
    (1..).map_while(|k| taken(p, &[(0, a * k), (1, b * k)])).collect()
}

/// The kinds of moves of chess-like games in a corner.
#[derive(Clone, Copy, PartialEq)]
pub enum Piece {
    Rook,
    Step,
    Diagonal,
    DiagonalStep,
    /// (a, 2a) or (2a, a).
    Slant,
}

pub fn corner(arith: &Arith, pieces: &'static [Piece]) -> Game {
    let mut moves = Vec::new();
    for piece in pieces {
        moves.extend(match piece {
            Piece::Rook => vec![lower(arith, 0), lower(arith, 1)],
            Piece::Step => vec![take(arith, &[(0, 1)]), take(arith, &[(1, 1)])],
            Piece::Diagonal => vec![both(arith, 1, 1)],
            Piece::DiagonalStep => vec![take(arith, &[(0, 1), (1, 1)])],
            Piece::Slant => vec![both(arith, 1, 2), both(arith, 2, 1)],
        });
    }
    Game::new(2, moves, move |p| {
        let mut options: Vec<Position> = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Rook => {
                    options.extend((0..p[0]).map(|n| with(p, &[(0, n)])));
                    options.extend((0..p[1]).map(|n| with(p, &[(1, n)])));
                }
                Piece::Step => options.extend([(0, 1), (1, 1)].iter().filter_map(|&one| taken(p, &[one]))),
                Piece::Diagonal => options.extend(both_options(p, 1, 1)),
                Piece::DiagonalStep => options.extend(taken(p, &[(0, 1), (1, 1)])),
                Piece::Slant => options.extend(both_options(p, 1, 2).into_iter().chain(both_options(p, 2, 1))),
            }
        }
        options
    })
}

/// (n, limit): take 1 to limit; the opponent may then take up to `factor` times as many.
pub fn limited(arith: &Arith, factor: i64) -> Game {
    let taken = arith.linear(&[(x(0), 1), (y(0), -1), (K, -1)], Comparison::Eq, 0).unwrap();
    let some = arith.linear(&[(K, -1)], Comparison::Le, -1).unwrap();
    let most = arith.linear(&[(K, 1), (x(1), -1)], Comparison::Le, 0).unwrap();
    let limit = arith.linear(&[(y(1), 1), (K, -factor)], Comparison::Eq, 0).unwrap();
    let rel = arith.and_exists(&[&taken, &some, &most, &limit], &[K]).unwrap();
    let changed = vec![(x(0), y(0)), (x(1), y(1))];
    Game::new(2, vec![MoveRel { changed, rel }], move |p| {
        (1..=p[0].min(p[1])).map(|k| vec![p[0] - k, factor as u128 * k]).collect()
    })
    .weighted(&[1, 0])
}

/// Chomp on two rows, a >= b, (1, 0) being the poisoned square left: a bite in the upper row shortens b, in
/// the lower row a and with it b. Taking everything is no move.
pub fn chomp2(arith: &Arith) -> Game {
    let position = arith.linear(&[(x(1), 1), (x(0), -1)], Comparison::Le, 0).unwrap();
    let nonempty = arith.linear(&[(x(0), -1)], Comparison::Le, -1).unwrap();
    let domain = arith.and(&[&position, &nonempty]).unwrap();
    let upper = lower(arith, 1);
    let lower_row = arith.less(y(0), x(0)).unwrap();
    let some = arith.linear(&[(y(0), -1)], Comparison::Le, -1).unwrap();
    // b becomes min(b, new a)
    let stays = arith
        .and(&[&arith.equal(y(1), x(1)).unwrap(), &arith.linear(&[(x(1), 1), (y(0), -1)], Comparison::Le, 0).unwrap()])
        .unwrap();
    let cut = arith.and(&[&arith.equal(y(1), y(0)).unwrap(), &arith.less(y(0), x(1)).unwrap()]).unwrap();
    let rel = arith.and(&[&lower_row, &some, &arith.or(&[&stays, &cut]).unwrap()]).unwrap();
    let moves = vec![upper, MoveRel { changed: vec![(x(0), y(0)), (x(1), y(1))], rel }];
    let mut game = Game::new(2, moves, |p| {
        let upper = (0..p[1]).map(|b| vec![p[0], b]);
        let lower = (1..p[0].max(1)).map(|a| vec![a, p[1].min(a)]);
        upper.chain(lower).collect()
    });
    game.moves.domain = Some(domain);
    game
}

/// Nim of two piles and one pass, which either player may use once while a coin is left: (a, b, passes).
pub fn nim2_with_pass(arith: &Arith) -> Game {
    let zero_or_one = arith.linear(&[(x(2), 1)], Comparison::Le, 1).unwrap();
    let coins = arith.linear(&[(x(0), -1), (x(1), -1)], Comparison::Le, -1).unwrap();
    let used = arith.linear(&[(x(2), 1), (y(2), -1)], Comparison::Eq, 1).unwrap();
    let pass = MoveRel { changed: vec![(x(2), y(2))], rel: arith.and(&[&coins, &used]).unwrap() };
    let mut game = Game::new(3, vec![lower(arith, 0), lower(arith, 1), pass], |p| {
        let piles = (0..2).flat_map(|i| (0..p[i]).map(move |n| with(p, &[(i, n)])));
        let pass = (p[2] >= 1 && p[0] + p[1] >= 1).then(|| with(p, &[(2, p[2] - 1)]));
        piles.chain(pass).collect()
    });
    game.moves.domain = Some(zero_or_one);
    game
}

/// Euclid's game: take a positive multiple of one number from the other, both positive after all; the player who
/// makes one of them 0 wins. Positions with a 0 have no move. Repeated steps: x - y and y - x.
pub fn euclid(arith: &Arith) -> Game {
    let step = |from: usize, by: usize| {
        let less = arith.linear(&[(x(from), 1), (y(from), -1), (x(by), -1)], Comparison::Eq, 0).unwrap();
        let positive = arith.linear(&[(x(by), -1)], Comparison::Le, -1).unwrap();
        MoveRel { changed: vec![(x(from), y(from))], rel: arith.and(&[&less, &positive]).unwrap() }
    };
    let mut game = Game::new(2, vec![], |p| {
        let (a, b) = (p[0], p[1]);
        if a == 0 || b == 0 {
            return vec![];
        }
        let first = (1..=a / b).map(|k| vec![a - k * b, b]);
        first.chain((1..=b / a).map(|k| vec![a, b - k * a])).collect()
    });
    game.moves.repeats = vec![step(0, 1), step(1, 0)];
    game
}

/// Mats: take one from a pile, or take from a pile what the other has, if that is not 0.
pub fn mats(arith: &Arith) -> Game {
    let matched = |from: usize, by: usize| {
        let less = arith.linear(&[(x(from), 1), (y(from), -1), (x(by), -1)], Comparison::Eq, 0).unwrap();
        let positive = arith.linear(&[(x(by), -1)], Comparison::Le, -1).unwrap();
        MoveRel { changed: vec![(x(from), y(from))], rel: arith.and(&[&less, &positive]).unwrap() }
    };
    let moves = vec![take(arith, &[(0, 1)]), take(arith, &[(1, 1)]), matched(0, 1), matched(1, 0)];
    Game::new(2, moves, |p| {
        let one = (0..2).filter_map(|i| taken(p, &[(i, 1)]));
        let matched = (0..2).filter(|&i| p[1 - i] > 0).filter_map(|i| taken(p, &[(i, p[1 - i])]));
        one.chain(matched).collect()
    })
}

/// One heap: take 1 or 2 neighbouring, leaving two heaps (an octal game with `code[k]`, bit 0: leave none, bit
/// 1: leave one heap, bit 2: leave two).
pub fn octal(arith: &Arith, code: &[u8]) -> Moves {
    let n = x(0);
    let (a, b) = (Var(101), Var(102));
    let mut moves = Vec::new();
    let mut splits = Vec::new();
    for (k, digit) in code.iter().enumerate() {
        let k = k as i64 + 1;
        let whole = arith.constant(n, k as u128).unwrap();
        let none = arith.constant(y(0), 0).unwrap();
        if digit & 1 == 1 {
            moves.push(MoveRel { changed: vec![(n, y(0))], rel: arith.and(&[&whole, &none]).unwrap() });
        }
        if digit & 2 == 2 {
            let less = arith.linear(&[(n, 1), (y(0), -1)], Comparison::Eq, k).unwrap();
            let some = arith.linear(&[(y(0), -1)], Comparison::Le, -1).unwrap();
            moves.push(MoveRel { changed: vec![(n, y(0))], rel: arith.and(&[&less, &some]).unwrap() });
        }
        if digit & 4 == 4 {
            let sum = arith.linear(&[(n, 1), (a, -1), (b, -1)], Comparison::Eq, k).unwrap();
            let order = arith.linear(&[(a, 1), (b, -1)], Comparison::Le, 0).unwrap();
            let some = arith.linear(&[(a, -1)], Comparison::Le, -1).unwrap();
            let rel = arith.and(&[&sum, &order, &some]).unwrap();
            splits.push(SplitRel { parts: vec![vec![a], vec![b]], rel });
        }
    }
    Moves { position: vec![n], moves, splits, ..Moves::default() }
}

/// Grundy values of an octal game from the definition.
pub fn octal_values(code: &[u8], count: usize) -> Vec<u64> {
    let mut g: Vec<u64> = Vec::new();
    for n in 0..count {
        let mut seen = vec![false; 2 * n + 4];
        for (k, digit) in code.iter().enumerate().map(|(k, digit)| (k + 1, digit)) {
            if digit & 1 == 1 && n == k {
                seen[0] = true;
            }
            if digit & 2 == 2 && n > k {
                seen[g[n - k] as usize] = true;
            }
            if digit & 4 == 4 && n > k {
                for a in 1..n - k {
                    seen[(g[a] ^ g[n - k - a]) as usize] = true;
                }
            }
        }
        g.push(seen.iter().position(|&s| !s).unwrap() as u64);
    }
    g
}
