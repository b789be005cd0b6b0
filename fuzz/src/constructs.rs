//! Which constructs of the language checked rules use, each by a name: what the table of constructs by engine counts.

use grundy_rule::syntax::{AssignOp, FoldOp, MapKind, Mover, Stop};
use grundy_rule::{
    ArithOp, Binder, Builtin, ClaimSays, Comparison, Domain, Expr, GraphKind, Kind, Module, Rules, SetOp, Source,
    SplitBy, Stmt, StmtKind, Type, VerdictResult, Who, Whole, each_in_body,
};
use std::collections::BTreeSet;

/// Every name that `of` may give.
pub const ALL: &[&str] = &[
    "domain nat",
    "domain set",
    "domain T?",
    "domain array",
    "domain set of",
    "domain tuple",
    "param int",
    "param a..",
    "param list of",
    "param tuple",
    "param digraph",
    "param graph",
    "param set",
    "default by parameters",
    "none",
    "enum value",
    "me/opp",
    "Left/Right",
    "stuck",
    "forever",
    "param",
    "field",
    "def",
    "def(x)",
    "def of positions",
    "x of T?",
    "ray",
    "subsets",
    "before",
    "edges",
    "gcd",
    "-x",
    "not",
    "+",
    "-",
    "*",
    "//",
    "%",
    "^^",
    "cell arithmetic",
    "A + B",
    "A - B",
    "A & B",
    "==",
    "!=",
    "<",
    "<=",
    "in",
    "and",
    "or",
    "if then else",
    "a..b",
    "array[i]",
    "list[i]",
    ".entry",
    "(a, b)",
    "[a, b]",
    "{a, b}",
    "{x in S if P: e}",
    "exists",
    "all",
    "count",
    "sum",
    "xor",
    "min of",
    "max of",
    "orth",
    "diag",
    "king",
    "grid",
    "lines",
    "reach",
    "next",
    "nodes",
    "len",
    "abs",
    "min",
    "max",
    "player",
    "bool",
    "enum as set",
    "Game(..)",
    "sum of games",
    "x = e",
    "x in S",
    "left/right move",
    "guard",
    "write",
    "+=",
    "-=",
    "write cell",
    "swap",
    "let",
    "if",
    "for",
    "become in for",
    "write of an array",
    "gain",
    "again",
    "then",
    "then or stop",
    "become",
    "pass",
    "wins",
    "loses",
    "draw",
    "score",
    "score e",
    "verdict names player",
    "players",
    "split by steps",
    "split by relation",
    "rotate",
    "mirror",
    "flip",
    "transpose",
    "permute",
    "symmetry by",
    "swapping players",
    "swap players",
    "measure",
    "invariant",
    "claim winner",
    "claim value",
];

/// The constructs of a file.
pub fn of(module: &Module) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for rules in &module.games {
        Finder { found: &mut found }.rules(rules);
    }
    found
}

struct Finder<'f> {
    found: &'f mut BTreeSet<&'static str>,
}

impl Finder<'_> {
    fn add(&mut self, name: &'static str) {
        debug_assert!(ALL.contains(&name), "{name}");
        self.found.insert(name);
    }

    fn rules(&mut self, rules: &Rules) {
        for param in &rules.params {
            self.domain(&param.domain, true);
            if let Some(code) = &param.default {
                self.expr(&code.expr);
                if code.expr.any(&|part| matches!(part.kind, Kind::Param(_))) {
                    self.add("default by parameters");
                }
            }
        }
        for field in &rules.fields {
            self.domain(&field.domain, false);
            field.default.iter().for_each(|code| self.expr(&code.expr));
        }
        if rules.players != ["Left", "Right"] {
            self.add("players");
        }
        for of in &rules.moves {
            if of.mover != Mover::Either {
                self.add("left/right move");
            }
            self.binders(&of.binders);
            if let Some(guard) = &of.guard {
                self.add("guard");
                self.expr(guard);
            }
            self.body(&of.body);
        }
        for verdict in &rules.verdicts {
            self.expr(&verdict.when.expr);
            match &verdict.result {
                VerdictResult::Wins(who) | VerdictResult::Loses(who) => {
                    let wins = matches!(verdict.result, VerdictResult::Wins(_));
                    self.add(if wins { "wins" } else { "loses" });
                    if matches!(who, Who::Left | Who::Right) {
                        self.add("verdict names player");
                    }
                }
                VerdictResult::Draw => self.add("draw"),
                VerdictResult::Score(None) => self.add("score"),
                VerdictResult::Score(Some(points)) => {
                    self.add("score e");
                    self.expr(&points.expr);
                }
            }
        }
        for split in &rules.splits {
            match &split.by {
                SplitBy::Steps(code) => {
                    self.add("split by steps");
                    self.expr(&code.expr);
                }
                SplitBy::Relation(code) => {
                    self.add("split by relation");
                    self.expr(&code.expr);
                }
            }
        }
        for symmetry in &rules.symmetries {
            match symmetry.field {
                None => self.add("swap players"),
                Some((kind, _)) => {
                    self.add(match kind {
                        MapKind::Rotate => "rotate",
                        MapKind::Mirror => "mirror",
                        MapKind::Flip => "flip",
                        MapKind::Transpose => "transpose",
                        MapKind::Permute => "permute",
                        MapKind::By => "symmetry by",
                    });
                    if symmetry.swaps_players {
                        self.add("swapping players");
                    }
                }
            }
        }
        rules.measure.iter().for_each(|_| self.add("measure"));
        rules.invariants.iter().for_each(|_| self.add("invariant"));
        for claim in &rules.claims {
            self.add(match claim.says {
                ClaimSays::FirstWins | ClaimSays::SecondWins => "claim winner",
                _ => "claim value",
            });
        }
        for def in &rules.defs {
            self.add(if def.arguments == 0 { "def" } else { "def(x)" });
            self.expr(&def.code.expr);
        }
    }

    fn domain(&mut self, domain: &Domain, param: bool) {
        match domain {
            Domain::Nat => self.add("domain nat"),
            Domain::Int => self.add("param int"),
            Domain::From(_) => self.add("param a.."),
            Domain::Of(set) => {
                if matches!(set.ty.element(), Some(Type::Tuple(entries)) if entries.iter().any(|entry| entry.name.is_some()))
                {
                    self.add("domain tuple");
                }
                self.add("domain set");
                self.expr(set);
            }
            Domain::Optional(inner) => {
                self.add("domain T?");
                self.domain(inner, param);
            }
            Domain::Array { element, index } => {
                self.add("domain array");
                self.domain(element, param);
                self.expr(index);
            }
            Domain::SetOf(inner) => {
                self.add(if param { "param set" } else { "domain set of" });
                self.domain(inner, param);
            }
            Domain::ListOf(inner) => {
                self.add("param list of");
                self.domain(inner, param);
            }
            Domain::Tuple(entries) => {
                self.add("param tuple");
                entries.iter().for_each(|(_, inner)| self.domain(inner, param));
            }
            Domain::Graph(GraphKind::Directed) => self.add("param digraph"),
            Domain::Graph(GraphKind::Undirected) => self.add("param graph"),
        }
    }

    fn binders(&mut self, binders: &[Binder]) {
        for binder in binders {
            self.add(if matches!(binder.source, Source::In(_)) { "x in S" } else { "x = e" });
            self.expr(binder.source.expr());
        }
    }

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Assign(place, op, value) => {
                    self.add(match op {
                        AssignOp::Set => "write",
                        AssignOp::Add => "+=",
                        AssignOp::Sub => "-=",
                    });
                    if place.index.is_none() && matches!(value.ty, Type::Array(..)) {
                        self.add("write of an array");
                    }
                    if let Some(index) = &place.index {
                        self.add("write cell");
                        self.expr(index);
                    }
                    self.expr(value);
                }
                StmtKind::Swap(..) => self.add("swap"),
                StmtKind::Let(_, _, value) => {
                    self.add("let");
                    self.expr(value);
                }
                StmtKind::If(condition, yes, no) => {
                    self.add("if");
                    self.expr(condition);
                    self.body(yes);
                    self.body(no);
                }
                StmtKind::For(_, _, set, inner) => {
                    self.add("for");
                    let mut statement = |stmt: &Stmt| {
                        if matches!(stmt.kind, StmtKind::Become(_)) {
                            self.add("become in for");
                        }
                    };
                    each_in_body(inner, &mut statement, &mut |_| {});
                    self.expr(set);
                    self.body(inner);
                }
                StmtKind::Gain(points) => {
                    self.add("gain");
                    self.expr(points);
                }
                StmtKind::Again => self.add("again"),
                StmtKind::Become(position) => {
                    self.add("become");
                    self.expr(position);
                }
                StmtKind::Then(follows, stop) => {
                    self.add(if *stop == Stop::Allowed { "then or stop" } else { "then" });
                    follows.iter().flat_map(|follow| &follow.values).for_each(|value| self.expr(value));
                }
                StmtKind::Pass => self.add("pass"),
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        expr.each(&mut |part| {
            if let Some(name) = name(part) {
                self.add(name);
            }
            if let Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) = &part.kind {
                for binder in binders {
                    self.add(if matches!(binder.source, Source::In(_)) { "x in S" } else { "x = e" });
                }
            }
        });
    }
}

fn name(expr: &Expr) -> Option<&'static str> {
    let cells = !matches!(expr.ty, grundy_rule::Type::Int);
    Some(match &expr.kind {
        Kind::Int(_) | Kind::Bool(_) | Kind::Text(_) | Kind::Local(_) | Kind::Const(_) | Kind::Broken => return None,
        Kind::None => "none",
        Kind::EnumValue(..) => "enum value",
        Kind::Who(Who::Me | Who::Opp) => "me/opp",
        Kind::Who(_) => "Left/Right",
        Kind::Stuck => "stuck",
        Kind::Forever => "forever",
        Kind::Param(_) => "param",
        Kind::Field(_) => "field",
        Kind::Call(_, arguments) => {
            if expr.ty == Type::Position {
                "def of positions"
            } else if arguments.is_empty() {
                "def"
            } else {
                "def(x)"
            }
        }
        Kind::There(_) => "x of T?",
        Kind::Neg(_) => "-x",
        Kind::Not(_) => "not",
        Kind::Arith(..) if cells => "cell arithmetic",
        Kind::Arith(op, ..) => match op {
            ArithOp::Add => "+",
            ArithOp::Sub => "-",
            ArithOp::Mul => "*",
            ArithOp::Div => "//",
            ArithOp::Mod => "%",
            ArithOp::Xor => "^^",
        },
        Kind::SetOp(op, ..) => match op {
            SetOp::Union => "A + B",
            SetOp::Minus => "A - B",
            SetOp::Meet => "A & B",
        },
        Kind::Compare(op, ..) => match op {
            Comparison::Eq => "==",
            Comparison::Ne => "!=",
            Comparison::Lt => "<",
            Comparison::Le => "<=",
        },
        Kind::In(..) => "in",
        Kind::And(..) => "and",
        Kind::Or(..) => "or",
        Kind::If(..) => "if then else",
        Kind::Range(..) => "a..b",
        Kind::Index(base, _) => {
            if matches!(base.ty, grundy_rule::Type::List(_)) {
                "list[i]"
            } else {
                "array[i]"
            }
        }
        Kind::Dot(..) => ".entry",
        Kind::Tuple(_) => "(a, b)",
        Kind::List(_) => "[a, b]",
        Kind::Set(_) => "{a, b}",
        Kind::Build(..) => "{x in S if P: e}",
        Kind::Fold(op, ..) => match op {
            FoldOp::Exists => "exists",
            FoldOp::All => "all",
            FoldOp::Count => "count",
            FoldOp::Sum => "sum",
            FoldOp::Xor => "xor",
            FoldOp::Min => "min of",
            FoldOp::Max => "max of",
        },
        Kind::Builtin(builtin, _) => match builtin {
            Builtin::Orth => "orth",
            Builtin::Diag => "diag",
            Builtin::King => "king",
            Builtin::Grid => "grid",
            Builtin::Lines => "lines",
            Builtin::Reach => "reach",
            Builtin::Ray => "ray",
            Builtin::Subsets => "subsets",
            Builtin::Next => "next",
            Builtin::Before => "before",
            Builtin::Edges => "edges",
            Builtin::Gcd => "gcd",
            Builtin::Nodes => "nodes",
            Builtin::Len => "len",
            Builtin::Abs => "abs",
            Builtin::Min => "min",
            Builtin::Max => "max",
        },
        Kind::Whole(Whole::Player) => "player",
        Kind::Whole(Whole::Bool) => "bool",
        Kind::Whole(Whole::Enum(_)) => "enum as set",
        Kind::Game(..) => "Game(..)",
        Kind::Sum(_) => "sum of games",
    })
}
