//! Exact linear programs: maximise `cost . y` subject to `matrix y <= right`, `y >= 0`, over the integers.
//!
//! A basis is a set of tight rows `R` and used columns `C`, equally many, with `M = matrix[R, C]` non-singular; its
//! solutions are `y_C = M^-1 right_R` and `x_R = M^-T cost_C`. The basis is optimal when both are non-negative and
//! satisfy all other constraints: weak duality is the proof. A guessed basis that is not optimal is repaired by the
//! least-index criss-cross method, which needs no feasible start and cannot cycle; a guess that is not repaired in a few
//! pivots is given up for the simplex method in exact arithmetic.
//! Source: Terlaky, *A convergent criss-cross method*, Optimization 16 (1985); Fukuda and Terlaky, Math. Prog. 79 (1997).

use super::lift::{Fractions, Lift};
use super::{exact, guess};
use dashu_base::Signed;
use dashu_int::IBig;
use grundy_answer::{Progress, Stop, Watch};

/// The data; `matrix` row after row.
#[derive(Clone, Debug)]
pub struct Program {
    /// `right.len()` times `cost.len()` coefficients.
    pub matrix: Vec<IBig>,
    /// One bound for every row; not negative.
    pub right: Vec<IBig>,
    /// One gain for every column.
    pub cost: Vec<IBig>,
}

/// Tight rows and used columns, equally many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basis {
    /// The tight rows.
    pub rows: Vec<usize>,
    /// The used columns.
    pub columns: Vec<usize>,
}

/// An optimal pair.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The best `y`.
    pub primal: Fractions,
    /// The best `x` of the dual program.
    pub dual: Fractions,
    /// Where both come from.
    pub basis: Basis,
    /// How many exact pivots the guessed basis needed.
    pub repairs: usize,
}

/// How a program ends.
#[derive(Clone, Debug)]
pub enum End {
    /// Both programs have a best solution.
    Optimal(Optimum),
    /// The gain has no bound.
    Unbounded,
}

/// Where the first basis comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The simplex method in doubles.
    Guess,
    /// The basis of the slacks: exact arithmetic all the way.
    Slack,
}

/// After this many pivots the guess is given up.
const MOST_REPAIRS: usize = 20;

/// Solves the program exactly.
pub fn solve(program: &Program, start: Start, watch: &dyn Watch) -> Result<End, Stop> {
    let mut basis = match start {
        Start::Guess => guess::basis(program, watch)?,
        Start::Slack => Basis::default(),
    };
    let mut primes = 2;
    for repairs in 0.. {
        if repairs == MOST_REPAIRS {
            basis = exact::basis(program, watch)?;
        }
        let progress = Progress { what: "exact pivots", done: repairs as u64, total: None, bytes: 0 };
        if let Some(stop) = watch.tick(progress) {
            return Err(stop);
        }
        let k = basis.rows.len();
        let square: Vec<IBig> = basis
            .rows
            .iter()
            .flat_map(|&row| basis.columns.iter().map(move |&at| program.at(row, at).clone()))
            .collect();
        let lift = match Lift::new(&square, k, primes) {
            Ok(lift) => lift,
            Err(part) => {
                basis = Basis {
                    rows: part.rows.iter().map(|&row| basis.rows[row]).collect(),
                    columns: part.columns.iter().map(|&column| basis.columns[column]).collect(),
                };
                continue;
            }
        };
        // From here on every basis is non-singular (its pivot was not zero), so some prime will do.
        primes = usize::MAX;
        let place = Place::new(program, &basis, lift, watch)?;
        match place.step(watch)? {
            Step::Optimal => {
                let (primal, dual) = place.solutions();
                return Ok(End::Optimal(Optimum { primal, dual, basis, repairs }));
            }
            Step::Exchange(change) => change.apply(&mut basis),
            Step::Unbounded => return Ok(End::Unbounded),
        }
    }
    unreachable!("the criss-cross method ends")
}

impl Program {
    fn at(&self, row: usize, column: usize) -> &IBig {
        &self.matrix[row * self.cost.len() + column]
    }

    fn row(&self, row: usize) -> &[IBig] {
        &self.matrix[row * self.cost.len()..(row + 1) * self.cost.len()]
    }
}

/// A variable of the program: in index order first the columns, then the slacks of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Column(usize),
    Slack(usize),
}

/// `enters` takes the place of `leaves` in the basis.
struct Exchange {
    enters: Variable,
    leaves: Variable,
}

enum Step {
    Optimal,
    Exchange(Exchange),
    Unbounded,
}

impl Exchange {
    fn apply(self, basis: &mut Basis) {
        match self.leaves {
            Variable::Column(column) => basis.columns.retain(|&other| other != column),
            Variable::Slack(row) => basis.rows.push(row),
        }
        match self.enters {
            Variable::Column(column) => basis.columns.push(column),
            Variable::Slack(row) => basis.rows.retain(|&other| other != row),
        }
        basis.rows.sort_unstable();
        basis.columns.sort_unstable();
    }
}

/// A basis with its exact solutions.
struct Place<'a> {
    program: &'a Program,
    basis: &'a Basis,
    lift: Lift,
    transposed: Lift,
    tight: Vec<bool>,
    used: Vec<bool>,
    primal: Fractions,
    dual: Fractions,
}

impl<'a> Place<'a> {
    fn new(program: &'a Program, basis: &'a Basis, lift: Lift, watch: &dyn Watch) -> Result<Place<'a>, Stop> {
        let (mut tight, mut used) = (vec![false; program.right.len()], vec![false; program.cost.len()]);
        basis.rows.iter().for_each(|&row| tight[row] = true);
        basis.columns.iter().for_each(|&column| used[column] = true);
        let transposed = lift.transposed();
        let right: Vec<IBig> = basis.rows.iter().map(|&row| program.right[row].clone()).collect();
        let cost: Vec<IBig> = basis.columns.iter().map(|&column| program.cost[column].clone()).collect();
        let primal = lift.solve(&right, watch)?;
        let dual = transposed.solve(&cost, watch)?;
        Ok(Place { program, basis, lift, transposed, tight, used, primal, dual })
    }

    /// `sum over the basis of row[C] . z`.
    fn along_columns(&self, row: usize, z: &[IBig]) -> IBig {
        let row = self.program.row(row);
        self.basis.columns.iter().zip(z).fold(IBig::ZERO, |sum, (&column, z)| sum + &row[column] * z)
    }

    fn along_rows(&self, column: usize, z: &[IBig]) -> IBig {
        self.basis.rows.iter().zip(z).fold(IBig::ZERO, |sum, (&row, z)| sum + self.program.at(row, column) * z)
    }

    /// The first variable, in index order, that breaks primal or dual feasibility, and the exchange it calls for.
    fn step(&self, watch: &dyn Watch) -> Result<Step, Stop> {
        for (column, &used) in self.used.iter().enumerate() {
            if used {
                let place = self.basis.columns.iter().position(|&other| other == column).expect("used");
                if self.primal.above[place].is_negative() {
                    return self.enter(Variable::Column(column), watch);
                }
            } else if self.along_rows(column, &self.dual.above) < &self.program.cost[column] * &self.dual.below {
                return self.leave(Variable::Column(column), watch);
            }
        }
        for (row, &tight) in self.tight.iter().enumerate() {
            if tight {
                let place = self.basis.rows.iter().position(|&other| other == row).expect("tight");
                if self.dual.above[place].is_negative() {
                    return self.leave(Variable::Slack(row), watch);
                }
            } else if self.along_columns(row, &self.primal.above) > &self.program.right[row] * &self.primal.below {
                return self.enter(Variable::Slack(row), watch);
            }
        }
        Ok(Step::Optimal)
    }

    /// The first free variable that raises the negative basic variable `leaves`. There is one: `y = 0` is feasible.
    fn enter(&self, leaves: Variable, watch: &dyn Watch) -> Result<Step, Stop> {
        let k = self.basis.rows.len();
        // Row of the tableau: the entry of column j is (own - w . A_Rj), of the slack r it is -w_r, up to `sign`.
        let (right, own) = match leaves {
            Variable::Column(column) => (unit(k, self.basis.columns.iter().position(|&c| c == column)), None),
            Variable::Slack(row) => {
                (self.basis.columns.iter().map(|&column| self.program.at(row, column).clone()).collect(), Some(row))
            }
        };
        let w = self.transposed.solve(&right, watch)?;
        for column in (0..self.used.len()).filter(|&column| !self.used[column]) {
            let along = self.along_rows(column, &w.above);
            let entry = match own {
                None => along,
                Some(row) => self.program.at(row, column) * &w.below - along,
            };
            if entry.is_negative() {
                return Ok(Step::Exchange(Exchange { enters: Variable::Column(column), leaves }));
            }
        }
        let mut slacks: Vec<(usize, &IBig)> = self.basis.rows.iter().copied().zip(&w.above).collect();
        slacks.sort_unstable_by_key(|&(row, _)| row);
        for (row, entry) in slacks {
            let negative = match own {
                None => entry.is_negative(),
                Some(_) => !entry.is_zero() && entry.is_positive(),
            };
            if negative {
                return Ok(Step::Exchange(Exchange { enters: Variable::Slack(row), leaves }));
            }
        }
        unreachable!("the program is feasible: its right-hand side is not negative")
    }

    /// The first basic variable that falls when the free variable `enters` grows.
    fn leave(&self, enters: Variable, watch: &dyn Watch) -> Result<Step, Stop> {
        let k = self.basis.rows.len();
        let (right, own) = match enters {
            Variable::Column(column) => {
                (self.basis.rows.iter().map(|&row| self.program.at(row, column).clone()).collect(), Some(column))
            }
            Variable::Slack(row) => (unit(k, self.basis.rows.iter().position(|&r| r == row)), None),
        };
        let w = self.lift.solve(&right, watch)?;
        let mut columns: Vec<(usize, &IBig)> = self.basis.columns.iter().copied().zip(&w.above).collect();
        columns.sort_unstable_by_key(|&(column, _)| column);
        for (column, entry) in columns {
            if !entry.is_zero() && entry.is_positive() {
                return Ok(Step::Exchange(Exchange { enters, leaves: Variable::Column(column) }));
            }
        }
        for row in (0..self.tight.len()).filter(|&row| !self.tight[row]) {
            let along = self.along_columns(row, &w.above);
            let entry = match own {
                Some(column) => self.program.at(row, column) * &w.below - along,
                None => -along,
            };
            if !entry.is_zero() && entry.is_positive() {
                return Ok(Step::Exchange(Exchange { enters, leaves: Variable::Slack(row) }));
            }
        }
        Ok(Step::Unbounded)
    }

    /// Both solutions, spread over all columns and rows.
    fn solutions(&self) -> (Fractions, Fractions) {
        let spread = |places: &[usize], values: &Fractions, length: usize| {
            let mut all = Fractions { above: vec![IBig::ZERO; length], below: values.below.clone() };
            for (&place, value) in places.iter().zip(&values.above) {
                all.above[place] = value.clone();
            }
            all
        };
        (
            spread(&self.basis.columns, &self.primal, self.used.len()),
            spread(&self.basis.rows, &self.dual, self.tight.len()),
        )
    }
}

fn unit(k: usize, place: Option<usize>) -> Vec<IBig> {
    (0..k).map(|other| IBig::from(u8::from(Some(other) == place))).collect()
}
