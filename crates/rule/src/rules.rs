//! Checked rules: every name resolved, every expression typed, every parameter still open. What a rule means is the
//! business of `run`; what is proved about it stands in `facts`.

use crate::graph::GraphKind;
use crate::span::Span;
use crate::syntax::{AssignOp, MapKind, Mover, Query, Stop};
use crate::types::Type;

/// A checked file.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The games in order of appearance.
    pub games: Vec<Rules>,
    /// All enumerations of the file.
    pub enums: Vec<EnumType>,
    /// `start` lines, each a position.
    pub starts: Vec<Closed>,
    /// `expect` lines.
    pub expects: Vec<Expectation>,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumType {
    /// Its name.
    pub name: String,
    /// Its values in order.
    pub values: Vec<String>,
}

/// `expect QUERY POSITION == ANSWER`.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// What is asked.
    pub query: Query,
    /// Of which position.
    pub position: Closed,
    /// The answer, spelt as in the JSON answers.
    pub answer: String,
    /// The whole line.
    pub span: Span,
}

/// A position that stands outside any game: its own definitions and locals go with it.
#[derive(Clone, Debug)]
pub struct Closed {
    /// Of type `Position`.
    pub expr: Expr,
    /// How many locals it needs.
    pub locals: usize,
    /// Definitions it calls.
    pub defs: Vec<Def>,
}

/// One checked game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Its place among the games of its file, by which positions in the same file name it.
    pub number: Option<usize>,
    /// No start value of such a field may exceed the expression, which depends on parameters alone: bodies rely on it.
    pub limits: Vec<(usize, Expr)>,
    /// What Left and Right are called.
    pub players: [String; 2],
    /// Fixed data, in order; later ones may use earlier ones.
    pub params: Vec<Declared>,
    /// The fields of a position, in order.
    pub fields: Vec<Declared>,
    /// In order of appearance, which is the order of generation.
    pub moves: Vec<Move>,
    /// In order of appearance, which is the order of trial.
    pub verdicts: Vec<Verdict>,
    /// Claimed decompositions.
    pub splits: Vec<Split>,
    /// Claimed symmetries.
    pub symmetries: Vec<Symmetry>,
    /// A claimed measure that falls with every move.
    pub measure: Option<Code>,
    /// Claimed invariants.
    pub invariants: Vec<Code>,
    /// Claimed closed forms, in order.
    pub claims: Vec<Claim>,
    /// Definitions, one per name and argument types.
    pub defs: Vec<Def>,
    /// Names and values of the enumerations in use, by number.
    pub enums: Vec<EnumType>,
}

/// A parameter or a field.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Where its declaration stands.
    pub span: Span,
    /// Which values it may take.
    pub domain: Domain,
    /// Its default, if it has one.
    pub default: Option<Code>,
    /// One character per value.
    pub show: Option<Vec<char>>,
}

/// A set of values: known once the parameters are known.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// `0, 1, 2, ...`, its upper end inferred from the start position.
    Nat,
    /// Any number (parameters only).
    Int,
    /// `a, a+1, ...` (parameters only).
    From(Expr),
    /// The elements of a set that depends on parameters alone.
    Of(Expr),
    /// The inner set with `none` before it.
    Optional(Box<Domain>),
    /// All arrays over an index set.
    Array {
        /// What the cells hold.
        element: Box<Domain>,
        /// The index set, which depends on parameters alone.
        index: Expr,
    },
    /// All subsets of a set that depends on parameters alone.
    SetOf(Box<Domain>),
    /// All lists (parameters only).
    ListOf(Box<Domain>),
    /// All tuples (parameters only).
    Tuple(Vec<(Option<String>, Domain)>),
    /// All digraphs (parameters only).
    Graph(GraphKind),
}

impl Domain {
    /// The type of its elements.
    pub fn ty(&self) -> Type {
        match self {
            Domain::Nat | Domain::Int | Domain::From(_) => Type::Int,
            Domain::Of(set) => set.ty.element().cloned().unwrap_or(Type::Any),
            Domain::Optional(inner) => Type::Optional(Box::new(inner.ty())),
            Domain::Array { element, index } => {
                let index = index.ty.element().cloned().unwrap_or(Type::Any);
                Type::Array(Box::new(index), Box::new(element.ty()))
            }
            Domain::SetOf(inner) => Type::Set(Box::new(inner.ty())),
            Domain::ListOf(inner) => Type::List(Box::new(inner.ty())),
            Domain::Tuple(entries) => Type::Tuple(
                entries
                    .iter()
                    .map(|(name, domain)| crate::types::Entry { name: name.clone(), ty: domain.ty() })
                    .collect(),
            ),
            Domain::Graph(_) => Type::Graph,
        }
    }
}

/// An expression with the number of locals its frame needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    /// The expression.
    pub expr: Expr,
    /// Size of its frame.
    pub locals: usize,
}

/// A definition at one choice of argument types.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// How many arguments; they are the first locals.
    pub arguments: usize,
    /// Its body.
    pub code: Code,
    /// Whether it calls itself; then only claims use it.
    pub recursive: bool,
    /// Where it stands.
    pub span: Span,
}

impl Rules {
    /// Whether some turn may take several steps: then its moves are not those that `moves` lists one by one.
    pub fn has_steps(&self) -> bool {
        let mut found = self.moves.iter().any(|of| of.is_step);
        for of in &self.moves {
            let mut look = |stmt: &Stmt| found |= matches!(stmt.kind, StmtKind::Then(..));
            crate::walk::each_in_body(&of.body, &mut look, &mut |_| {});
        }
        found
    }
}

/// One kind of move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// Who may make it.
    pub mover: Mover,
    /// Whether it only follows `then`: no turn begins with it.
    pub is_step: bool,
    /// What it ranges over, outermost first.
    pub binders: Vec<Binder>,
    /// When it is legal.
    pub guard: Option<Expr>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// Size of its frame.
    pub locals: usize,
    /// Where it stands.
    pub span: Span,
}

/// A bound name.
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// Its name.
    pub name: String,
    /// Its place in the frame.
    pub local: usize,
    /// Where its values come from.
    pub source: Source,
    /// Where it stands.
    pub span: Span,
}

/// Where a bound name's values come from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Each element in turn.
    In(Expr),
    /// One value.
    Is(Expr),
}

impl Source {
    /// The set, or the value.
    pub fn expr(&self) -> &Expr {
        match self {
            Source::In(expr) | Source::Is(expr) => expr,
        }
    }
}

/// A statement.
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
    /// Writes a field or a cell.
    Assign(Place, AssignOp, Expr),
    /// Exchanges two places.
    Swap(Place, Place),
    /// Binds a local.
    Let(usize, String, Expr),
    /// One of two bodies.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A body per element, the set fixed beforehand.
    For(usize, String, Expr, Vec<Stmt>),
    /// Points for the mover.
    Gain(Expr),
    /// The mover moves again.
    Again,
    /// The component is replaced.
    Become(Expr),
    /// The turn goes on with one of these moves if there is one, or may stop.
    Then(Vec<Follow>, Stop),
    /// Nothing.
    Pass,
}

/// How a turn goes on.
#[derive(Clone, Debug)]
pub struct Follow {
    /// The moves of one name, by number.
    pub moves: Vec<usize>,
    /// What their first binders are.
    pub values: Vec<Expr>,
}

/// A field, or a cell of an array field.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The field's number.
    pub field: usize,
    /// The cell, if the field is an array.
    pub index: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// An ending.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What it says.
    pub result: VerdictResult,
    /// When it holds.
    pub when: Code,
    /// Where it stands.
    pub span: Span,
}

impl Verdict {
    /// Whether it speaks of play that does not end: only such a line says who wins then.
    pub fn is_about_endless_play(&self, defs: &[Def]) -> bool {
        crate::Uses::of(&self.when.expr, defs).forever
    }
}

/// What an ending says.
#[derive(Clone, Debug)]
pub enum VerdictResult {
    /// This player wins.
    Wins(Who),
    /// This player loses.
    Loses(Who),
    /// Nobody wins.
    Draw,
    /// Points decide; these more go to the player about to move.
    Score(Option<Code>),
}

/// A player as a rule names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The player about to move.
    Me,
    /// The other one.
    Opp,
    /// The first-named player.
    Left,
    /// The second-named player.
    Right,
}

/// A claimed decomposition of a set field.
#[derive(Clone, Debug)]
pub struct Split {
    /// The field's number.
    pub field: usize,
    /// What keeps two elements together.
    pub by: SplitBy,
    /// Where it stands.
    pub span: Span,
}

/// What keeps two elements together.
#[derive(Clone, Debug)]
pub enum SplitBy {
    /// One of these steps (in either direction) leads from one to the other.
    Steps(Code),
    /// This holds with the two elements as locals 0 and 1, in either order.
    Relation(Code),
}

/// A claimed symmetry.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// How which field is moved.
    pub field: Option<(MapKind, usize)>,
    /// Where an element, the first local, goes, if it is said so.
    pub by: Option<Code>,
    /// Whether the players change places.
    pub swaps_players: bool,
    /// Where it stands.
    pub span: Span,
}

/// A claimed closed form.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is claimed.
    pub says: ClaimSays,
    /// Of which positions; all if missing.
    pub when: Option<Code>,
    /// Where it stands.
    pub span: Span,
}

/// What a claim says.
#[derive(Clone, Debug)]
pub enum ClaimSays {
    /// Who moves next wins.
    FirstWins,
    /// Who moves next loses.
    SecondWins,
    /// The Grundy value.
    Grundy(Code),
    /// Moves to the end.
    Plies(Code),
    /// Rounds to the end.
    Rounds(Code),
}

/// A typed expression. Two are equal when they say the same, wherever they stand.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

/// A game named in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameRef {
    /// Which file of the library; `None` is the file the name stands in.
    pub module: Option<usize>,
    /// Which game of that file.
    pub game: usize,
}

/// What an argument of `Game(...)` fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A field.
    Field(usize),
    /// A parameter.
    Param(usize),
}

/// What a typed expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Int(i64),
    /// A condition.
    Bool(bool),
    /// `none`.
    None,
    /// A picture.
    Text(String),
    /// A value of an enumeration.
    EnumValue(usize, usize),
    /// `me`, `opp`, `Left`, `Right`.
    Who(Who),
    /// There is no move.
    Stuck,
    /// Play never ends.
    Forever,
    /// A parameter.
    Param(usize),
    /// A field as it is now.
    Field(usize),
    /// A bound name.
    Local(usize),
    /// A value already computed; made only when parameters are known.
    Const(usize),
    /// A definition with its arguments.
    Call(usize, Vec<Expr>),
    /// A value that may be `none` where one is wanted that is not: undefined where it is `none`. Nobody writes it.
    There(Box<Expr>),
    /// `-x`.
    Neg(Box<Expr>),
    /// `not x`.
    Not(Box<Expr>),
    /// Arithmetic on numbers and cells.
    Arith(ArithOp, Box<Expr>, Box<Expr>),
    /// Union, difference, intersection.
    SetOp(SetOp, Box<Expr>, Box<Expr>),
    /// A comparison.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// Membership.
    In(Box<Expr>, Box<Expr>),
    /// True if both are, false if one is.
    And(Box<Expr>, Box<Expr>),
    /// True if one is, false if both are.
    Or(Box<Expr>, Box<Expr>),
    /// One of two.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a..b` as a set.
    Range(Box<Expr>, Box<Expr>),
    /// A cell of an array, an entry of a list.
    Index(Box<Expr>, Box<Expr>),
    /// An entry of a tuple.
    Dot(Box<Expr>, usize),
    /// `(a, b)`.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    List(Vec<Expr>),
    /// `{a, b}`.
    Set(Vec<Expr>),
    /// `{binders if P: e}`.
    Build(Vec<Binder>, Option<Box<Expr>>, Box<Expr>),
    /// `exists(binders if P: e)` and its like; the body of `exists`, `all` and `count` is a condition.
    Fold(crate::syntax::FoldOp, Vec<Binder>, Option<Box<Expr>>, Box<Expr>),
    /// A built-in function.
    Builtin(Builtin, Vec<Expr>),
    /// `player`, `bool`, or an enumeration, as a set.
    Whole(Whole),
    /// `Game(args)`.
    Game(GameRef, Vec<(Target, Expr)>),
    /// A sum of positions.
    Sum(Vec<Expr>),
    /// What could not be checked; its diagnostic is already given.
    Broken,
}

/// Arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `//`, rounding down
    Div,
    /// `%`, never negative for a positive divisor
    Mod,
    /// `^^`
    Xor,
}

/// Operations on sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetOp {
    /// `+`
    Union,
    /// `-`
    Minus,
    /// `&`
    Meet,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
}

/// Built-in functions and constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// The four steps to a side.
    Orth,
    /// The four steps to a corner.
    Diag,
    /// All eight.
    King,
    /// All cells of R rows and C columns.
    Grid,
    /// All straight runs of k cells in a set, in all eight directions or by given steps.
    Lines,
    /// All that can be reached from a set along pairs.
    Reach,
    /// The cells that one step after the other reaches while they are in a set; none where the step is nothing.
    Ray,
    /// All subsets of a set, or those of some sizes.
    Subsets,
    /// Where the edges of a vertex lead.
    Next,
    /// From where edges lead to a vertex.
    Before,
    /// The vertices of a graph.
    Nodes,
    /// The edges of a graph, as pairs of vertices.
    Edges,
    /// The greatest common divisor of two numbers, 0 of two zeros.
    Gcd,
    /// How many entries a list or set has.
    Len,
    /// Without its sign.
    Abs,
    /// The least of several.
    Min,
    /// The greatest of several.
    Max,
}

/// A type as the set of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whole {
    /// `Left`, `Right`.
    Player,
    /// `false`, `true`.
    Bool,
    /// The values of an enumeration.
    Enum(usize),
}
