//! A small imperative program, the same for every language it is printed in: constants, functions, loops over finite
//! sets. Expressions have no effects; loops live in functions, so that no language needs closures.

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// A number of 64 bits with its sign.
    Int,
    /// A condition.
    Bool,
    /// So many numbers, by value: a cell is a pair.
    Tuple(usize),
    /// A set of at most 64 things, one bit each.
    Mask,
    /// Numbers by place: the cells of a board.
    Array,
    /// A sorted set made while the program runs.
    Set(Box<Ty>),
    /// A constant table.
    List(Box<Ty>),
}

/// Operators between two numbers or two conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded down.
    Div,
    /// Remainder that goes with it.
    Mod,
    /// Bit by bit.
    Xor,
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Both.
    And,
    /// Either.
    Or,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// Of sets.
    Union,
    /// Of sets.
    Minus,
    /// Of sets.
    Meet,
}

/// An expression without effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum E {
    /// A number.
    Int(i64),
    /// A condition.
    Bool(bool),
    /// A variable or constant.
    Var(String),
    /// Less than nothing.
    Neg(Box<E>),
    /// The opposite.
    Not(Box<E>),
    /// Without its sign.
    Abs(Box<E>),
    /// Two operands.
    Bin(Op, Box<E>, Box<E>),
    /// One of two.
    If(Box<E>, Box<E>, Box<E>),
    /// A function of the program.
    Call(String, Vec<E>),
    /// Several numbers.
    Tuple(Vec<E>),
    /// One of them.
    Item(Box<E>, usize),
    /// An entry of an array or a table.
    At(Box<E>, Box<E>),
    /// Bit i of a mask; no if i is negative.
    Has(Box<E>, Box<E>),
    /// How many bits.
    Bits(Box<E>),
    /// How many entries.
    Len(Box<E>),
    /// Whether a table or set has an entry.
    Contains(Box<E>, Box<E>),
    /// The place of an entry in a table; -1 if there is none.
    Find(Box<E>, Box<E>),
    /// The least number that a set of numbers lacks.
    Mex(Box<E>),
    /// A table as a set.
    ToSet(Box<E>),
    /// Any one of these entries, as a set.
    SetOf(Ty, Vec<E>),
    /// A mask of this many low bits.
    Full(usize),
    /// An array that will not change any more.
    Frozen(Box<E>),
    /// An array of these.
    Array(Vec<E>),
    /// A mask written out.
    Mask(u64),
    /// A mask of as many low bits as a number says.
    Ones(Box<E>),
    /// The value of a position in the table that a function fills ([`Memory::Table`]).
    Known(Vec<E>),
    /// The least number that is not marked.
    Unmarked,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum S {
    /// A new variable, which may change.
    Let(String, Ty, E),
    /// A new value.
    Set(String, E),
    /// One entry of an array.
    SetAt(String, E, E),
    /// Bit i of a mask, if i is not negative.
    SetBit(String, E, Bit),
    /// One of two.
    If(E, Vec<S>, Vec<S>),
    /// From the first to the last, both included.
    Range(String, E, E, Vec<S>),
    /// Each entry of a table or set.
    Each(String, Ty, E, Vec<S>),
    /// Each bit of a mask as it is at the beginning.
    EachBit(String, E, Vec<S>),
    /// Adds to a set.
    Insert(String, E),
    /// Nothing is marked any more.
    ClearMarks,
    /// Marks a number.
    Mark(E),
    /// The end of the innermost loop.
    Break,
    /// The next round of the innermost loop.
    Continue,
    /// The result.
    Return(E),
}

/// What becomes of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bit {
    /// Present.
    On,
    /// Absent.
    Off,
}

/// Whether a function remembers its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Every result once.
    Kept,
    /// All results of a box of numbers, in an order in which a result depends on earlier ones only. The first arguments are
    /// the numbers, one for each axis; the others are parameters.
    Table(Vec<Axis>),
    /// None.
    None,
}

/// One number of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The least.
    pub low: E,
    /// The greatest, from what the function is given; without it what was asked for is the greatest.
    pub high: Option<E>,
    /// The order in which the table is filled.
    pub order: Order,
    /// Its place among the loops that fill the table, the outermost first.
    pub depth: usize,
}

/// An order of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Small ones first.
    Rising,
    /// Large ones first.
    Falling,
}

/// What a program reads for one case before it calls the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// A number.
    Number(String),
    /// So many numbers.
    Numbers(String, E),
    /// A number, and then as many numbers.
    Counted(String),
    /// Nothing: it follows from what was read.
    Follows(String, Ty, E),
}

/// What a whole program reads and prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// Read once for each case.
    pub parameters: Vec<Read>,
    /// Read once for each position of a case.
    pub fields: Vec<Read>,
    /// Whether a case is a sum: how many positions, then each of them.
    pub sum: bool,
    /// Who is to move first, where the function is told.
    pub mover: bool,
    /// What is printed where the player to move wins, loses, and draws; without it the number itself.
    pub words: Option<[String; 3]>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it says, one line each.
    pub doc: Vec<String>,
    /// What it is given.
    pub params: Vec<(String, Ty)>,
    /// What it gives.
    pub result: Ty,
    /// What it does.
    pub body: Vec<S>,
    /// Whether it remembers.
    pub memory: Memory,
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub ty: Ty,
    /// Its entries; one for a number.
    pub data: Data,
    /// What it says.
    pub doc: String,
}

/// Constant data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// A number.
    Int(i64),
    /// Several numbers.
    Tuple(Vec<i64>),
    /// A table.
    List(Vec<Data>),
}

/// A whole program: functions are declared before they are used or not, the printers do not care.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The comment at its head.
    pub header: Vec<String>,
    /// Constants.
    pub constants: Vec<Constant>,
    /// Functions; the last is the one to take away.
    pub functions: Vec<Function>,
    /// Arguments of the last function and what it must give.
    pub tests: Vec<(Vec<E>, i64)>,
    /// What the program reads, if it is a whole one.
    pub input: Option<Input>,
}

impl E {
    /// A variable.
    pub fn var(name: impl Into<String>) -> E {
        E::Var(name.into())
    }

    /// Two operands.
    pub fn bin(op: Op, a: E, b: E) -> E {
        match (op, &a, &b) {
            (Op::And, E::Bool(true), _) => b,
            (Op::And, _, E::Bool(true)) => a,
            (Op::And, E::Bool(false), _) => E::Bool(false),
            (Op::Or, E::Bool(false), _) => b,
            (Op::Or, _, E::Bool(false)) => a,
            (Op::Or, E::Bool(true), _) => E::Bool(true),
            (Op::Add, _, E::Int(0)) => a,
            (Op::Add, E::Int(0), _) => b,
            (Op::Sub, _, E::Int(0)) => a,
            (Op::Add, E::Int(x), E::Int(y)) if x.checked_add(*y).is_some() => E::Int(x + y),
            (Op::Sub, E::Int(x), E::Int(y)) if x.checked_sub(*y).is_some() => E::Int(x - y),
            _ => E::Bin(op, Box::new(a), Box::new(b)),
        }
    }

    /// All of them.
    pub fn all(parts: impl IntoIterator<Item = E>) -> E {
        parts.into_iter().fold(E::Bool(true), |all, part| E::bin(Op::And, all, part))
    }

    /// The opposite, pushed inwards where that reads better.
    pub fn negated(self) -> E {
        match self {
            E::Bool(value) => E::Bool(!value),
            E::Not(inner) => *inner,
            E::Bin(Op::Eq, a, b) => E::Bin(Op::Ne, a, b),
            E::Bin(Op::Ne, a, b) => E::Bin(Op::Eq, a, b),
            E::Bin(Op::Lt, a, b) => E::Bin(Op::Le, b, a),
            E::Bin(Op::Le, a, b) => E::Bin(Op::Lt, b, a),
            other => E::Not(Box::new(other)),
        }
    }

    /// Number `k` of a tuple.
    pub fn item(self, k: usize) -> E {
        match self {
            E::Tuple(mut parts) => parts.swap_remove(k),
            other => E::Item(Box::new(other), k),
        }
    }

    /// An entry.
    pub fn at(self, index: E) -> E {
        E::At(Box::new(self), Box::new(index))
    }
}

impl S {
    /// Statements under a condition; nothing around them if it always holds.
    pub fn when(condition: E, body: Vec<S>) -> Vec<S> {
        match condition {
            E::Bool(true) => body,
            E::Bool(false) => Vec::new(),
            condition => vec![S::If(condition, body, Vec::new())],
        }
    }
}
