//! The syntax tree: what was written, with spans, before any name is resolved.

use crate::span::Span;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A whole text.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// In order of appearance.
    pub items: Vec<Item>,
}

/// A top-level thing.
#[derive(Clone, Debug)]
pub enum Item {
    /// `game NAME` and its clauses.
    Game(Game),
    /// A `def` that all games of the file see.
    Def(Def),
    /// An enumeration that all games of the file see.
    Enum(Enum),
    /// `start POSITION`.
    Start(Expr),
    /// `expect QUERY POSITION == ANSWER`.
    Expect(Expect),
}

/// `game NAME` and its clauses.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name.
    pub name: Name,
    /// In order of appearance.
    pub clauses: Vec<Clause>,
    /// From `game` to the end of the last clause.
    pub span: Span,
}

/// One clause of a game.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `param NAME [: set] [= expr] [show TEXT]`.
    Param(Declaration),
    /// `state NAME : set [= expr] [show TEXT]`.
    State(Declaration),
    /// `[left|right] move NAME(binders) if guard: body`.
    Move(Move),
    /// `me wins when ...`, `draw when ...`, `score ... when ...`.
    Verdict(Verdict),
    /// `misere play`.
    Misere(Span),
    /// `players NAME, NAME`.
    Players([Name; 2]),
    /// `split FIELD by ...`.
    Split(Split),
    /// `symmetry map, map`.
    Symmetry(Vec<Map>),
    /// `measure expr`.
    Measure(Expr),
    /// `invariant expr`.
    Invariant(Expr),
    /// `type NAME = A | B`.
    Enum(Enum),
    /// `def NAME(args) = expr`.
    Def(Def),
    /// `claim ...`.
    Claim(Claim),
}

/// A parameter or a field.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its name.
    pub name: Name,
    /// Its set, if written.
    pub set: Option<Expr>,
    /// Its default, if written.
    pub default: Option<Expr>,
    /// One character per value.
    pub show: Option<(String, Span)>,
}

/// Who may make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mover {
    /// Whoever is about to move.
    Either,
    /// Only the first-named player.
    Left,
    /// Only the second-named player.
    Right,
}

impl Mover {
    /// Whether one player may make moves of both.
    pub fn meets(self, other: Mover) -> bool {
        self == other || [self, other].contains(&Mover::Either)
    }
}

/// `[left|right] move NAME(binders) if guard: body`, or `step` for `move`.
#[derive(Clone, Debug)]
pub struct Move {
    /// Who may make it.
    pub mover: Mover,
    /// Whether it only follows `then`.
    pub is_step: bool,
    /// Its name.
    pub name: Name,
    /// What it ranges over.
    pub binders: Vec<Binder>,
    /// When it is legal.
    pub guard: Option<Expr>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// The whole clause.
    pub span: Span,
}

/// `NAME in set` or `NAME = expr`.
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name bound.
    pub name: Name,
    /// From where.
    pub source: Source,
}

/// Where a binder takes its value from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Each element in turn.
    In(Expr),
    /// One value.
    Is(Expr),
}

/// A statement of a body.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `place = expr`, `place += expr`, `place -= expr`.
    Assign(Expr, AssignOp, Expr),
    /// `swap place, place`.
    Swap(Expr, Expr),
    /// `let NAME = expr`.
    Let(Name, Expr),
    /// `if expr: body else: body`.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `for NAME in set: body`.
    For(Name, Expr, Vec<Stmt>),
    /// `gain expr`.
    Gain(Expr),
    /// `again`.
    Again,
    /// `become pos`.
    Become(Expr),
    /// `then NAME(expr, ...) or NAME(...) or stop`.
    Then(Vec<Follow>, Stop),
    /// `pass`.
    Pass,
}

/// A move that goes on with a turn: `NAME(expr, ...)`.
#[derive(Clone, Debug)]
pub struct Follow {
    /// The name of the move.
    pub name: Name,
    /// What its first binders are.
    pub values: Vec<Expr>,
}

/// Whether a turn that could go on may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// `or stop`.
    Allowed,
    /// It goes on where it can.
    Forbidden,
}

/// `=`, `+=` or `-=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Sub,
}

/// An ending, tried top to bottom.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What it says.
    pub result: VerdictResult,
    /// When it holds.
    pub when: Expr,
    /// The whole clause.
    pub span: Span,
}

/// What an ending says.
#[derive(Clone, Debug)]
pub enum VerdictResult {
    /// `P wins`.
    Wins(Name),
    /// `P loses`.
    Loses(Name),
    /// `draw`.
    Draw,
    /// `score [expr]`.
    Score(Option<Expr>),
}

/// `split FIELD by ...`.
#[derive(Clone, Debug)]
pub struct Split {
    /// The field.
    pub field: Name,
    /// What keeps two elements together.
    pub by: SplitBy,
    /// The whole clause.
    pub span: Span,
}

/// What keeps two elements of a split field together.
#[derive(Clone, Debug)]
pub enum SplitBy {
    /// They are one of these steps apart.
    Steps(Expr),
    /// This condition holds of the pair.
    Relation(Name, Name, Expr),
}

/// One symmetry.
#[derive(Clone, Debug)]
pub struct Map {
    /// How the field is moved; `None` for a bare `swap players`.
    pub field: Option<(MapKind, Name)>,
    /// Where the element of this name goes, if it is said so.
    pub by: Option<(Name, Expr)>,
    /// Whether the players change places too.
    pub swaps_players: bool,
    /// Where it stands.
    pub span: Span,
}

/// How a symmetry moves an index set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapKind {
    /// A quarter turn.
    Rotate,
    /// Left and right change places.
    Mirror,
    /// Top and bottom change places.
    Flip,
    /// Rows and columns change places.
    Transpose,
    /// Any reordering.
    Permute,
    /// Each element goes where an expression says.
    By,
}

/// `type NAME = A | B`.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Its name.
    pub name: Name,
    /// Its values in order.
    pub values: Vec<Name>,
}

/// `def NAME(args) = expr`.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its name.
    pub name: Name,
    /// Its arguments, each with its set if written.
    pub arguments: Vec<(Name, Option<Expr>)>,
    /// Its meaning.
    pub body: Expr,
    /// The whole clause.
    pub span: Span,
}

/// `claim ...`.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is claimed.
    pub says: ClaimSays,
    /// Of which positions.
    pub when: Option<Expr>,
    /// The whole clause.
    pub span: Span,
}

/// What a claim says.
#[derive(Clone, Debug)]
pub enum ClaimSays {
    /// `first wins`.
    FirstWins,
    /// `second wins`.
    SecondWins,
    /// `grundy == expr`.
    Grundy(Expr),
    /// `plies == expr`.
    Plies(Expr),
    /// `rounds == expr`.
    Rounds(Expr),
}

/// `expect QUERY POSITION == ANSWER`.
#[derive(Clone, Debug)]
pub struct Expect {
    /// What is asked.
    pub query: Query,
    /// Of which position.
    pub position: Expr,
    /// What the answer must be, spelt as in the JSON answers.
    pub answer: String,
    /// The whole line.
    pub span: Span,
}

/// What an `expect` line asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// The Grundy value.
    Grundy,
    /// Who wins.
    Winner,
    /// The outcome class.
    Outcome,
    /// The value in CGSuite's notation.
    Value,
    /// The first player's points less the other's.
    Margin,
    /// Moves to the end.
    Plies,
    /// Rounds to the end.
    Rounds,
}

/// Every query with its word.
pub const QUERIES: &[(&str, Query)] = &[
    ("grundy", Query::Grundy),
    ("winner", Query::Winner),
    ("outcome", Query::Outcome),
    ("value", Query::Value),
    ("margin", Query::Margin),
    ("plies", Query::Plies),
    ("rounds", Query::Rounds),
];

/// An expression, a set or a position: they share one grammar.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number.
    Int(i64),
    /// A picture.
    Text(String),
    /// A name, built in or declared.
    Name(String),
    /// `-x`.
    Neg(Box<Expr>),
    /// `not x`.
    Not(Box<Expr>),
    /// `a op b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a + b + c + d`: a long sum, kept flat.
    Sum(Vec<Expr>),
    /// `a < b <= c`.
    Chain(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `a..b`, or `a..`.
    Range(Box<Expr>, Option<Box<Expr>>),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `place[i, j]`.
    Index(Box<Expr>, Vec<Expr>),
    /// `t.name`.
    Dot(Box<Expr>, Name),
    /// `[NAME in set: expr]`: what an array holds at each index.
    Entries(Box<Binder>, Box<Expr>),
    /// `f(x)`, `Game(args)`.
    Call(Name, Vec<Argument>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `(a, b)`, or with names as a set of tuples.
    Tuple(Vec<(Option<Name>, Expr)>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// `{binders if P: e}`.
    Build(Vec<Binder>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `exists(binders if P: e)` and its like.
    Fold(FoldOp, Vec<Binder>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `set?`.
    Optional(Box<Expr>),
    /// `set[index]` where a set is wanted: all arrays.
    Arrays(Box<Expr>, Vec<Expr>),
    /// `set of set`.
    SetOf(Box<Expr>),
    /// `list of set`.
    ListOf(Box<Expr>),
    /// What could not be read; its diagnostic is already given.
    Broken,
}

/// `value` or `name = value`.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The name, if written.
    pub name: Option<Name>,
    /// The value.
    pub value: Expr,
}

/// Two-place operations other than comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `//`
    Div,
    /// `%`
    Mod,
    /// `&`
    Meet,
    /// `^^`
    Xor,
    /// `and`
    And,
    /// `or`
    Or,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `not in`
    NotIn,
}

/// Operations over binders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoldOp {
    /// Some instance holds.
    Exists,
    /// Every instance holds.
    All,
    /// How many instances hold.
    Count,
    /// Their sum; of positions, their disjunctive sum.
    Sum,
    /// Their exclusive or.
    Xor,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// Every fold with its word.
pub const FOLDS: &[(&str, FoldOp)] = &[
    ("exists", FoldOp::Exists),
    ("all", FoldOp::All),
    ("count", FoldOp::Count),
    ("sum", FoldOp::Sum),
    ("xor", FoldOp::Xor),
    ("min", FoldOp::Min),
    ("max", FoldOp::Max),
];
