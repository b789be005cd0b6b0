//! Functions that are composed of others when rules are read: `until`, `flood`, `parts`, `shapes`, `ends`, `touch`. No
//! engine knows them.

use super::Checker;
use super::expr::arguments_text;
use crate::rules::{Binder, Builtin, Expr, Kind, Source};
use crate::span::Span;
use crate::syntax::{self, BinaryOp, CompareOp, FoldOp};
use crate::types::{Entry, Type};

impl Checker<'_> {
    /// A call of one of them; nothing for any other name.
    pub(super) fn composed(&mut self, name: &syntax::Name, arguments: &[syntax::Argument], span: Span) -> Option<Expr> {
        let count = match name.text.as_str() {
            "ends" => 1,
            "touch" | "parts" | "shapes" => 2,
            "until" | "flood" => 3,
            _ => return None,
        };
        let parts: Vec<Expr> = arguments.iter().map(|argument| self.operand(&argument.value)).collect();
        if parts.len() != count {
            let cause = format!("`{}` takes {}, not {}", name.text, arguments_text(count), parts.len());
            self.report("E11", span, cause, "see docs/language.md");
            return Some(self.broken(span));
        }
        if let Some(known) = parts.iter().find(|part| part.ty == Type::Any) {
            return Some(known.clone());
        }
        Some(match name.text.as_str() {
            "until" => self.until(parts, span),
            "flood" => self.flood(parts, span),
            "parts" => self.parts(parts, span),
            "shapes" => self.shapes(parts, span),
            "ends" => self.ends(&parts[0]),
            _ => {
                let shared = [self.ends(&parts[0]), self.ends(&parts[1])];
                self.touch(shared, parts, span)
            }
        })
    }

    /// `until(c, d, S)`: one step further than the ray.
    fn until(&mut self, parts: Vec<Expr>, span: Span) -> Expr {
        let (cell, step) = (parts[0].clone(), parts[1].clone());
        let ray = self.builtin(Builtin::Ray, parts, span);
        let length = self.builtin(Builtin::Len, vec![ray], span);
        let one = Expr { kind: Kind::Int(1), ty: Type::Int, span };
        let length = self.binary(BinaryOp::Add, length, one, span);
        let steps = self.binary(BinaryOp::Mul, length, step, span);
        self.binary(BinaryOp::Add, cell, steps, span)
    }

    /// A binder over a set, and what it binds.
    fn over(&mut self, name: &str, set: &Expr) -> (Binder, Expr) {
        let (local, span) = (self.frame, set.span);
        self.frame += 1;
        let value = Expr { kind: Kind::Local(local), ty: element(set), span };
        (Binder { name: name.to_string(), local, source: Source::In(set.clone()), span }, value)
    }

    /// `flood(A, S, D)`: what is reached from `A & S` along the pairs of `S` that are one step apart, or neighbours in a
    /// graph.
    fn flood(&mut self, parts: Vec<Expr>, span: Span) -> Expr {
        let [start, cells, steps] = <[Expr; 3]>::try_from(parts).expect("three were counted");
        let along = steps.ty == Type::Graph;
        let fits = |set: &Expr| if along { element(set) == Type::Int } else { element(set).is_vector() };
        if !fits(&start) || !fits(&cells) || !along && !fits(&steps) {
            let remedy = "`flood(A, S, D)` wants two sets of cells and a set of steps, or sets of vertices and a graph";
            self.report("E10", span, "something that is no set of cells", remedy);
            return self.broken(span);
        }
        let (from, cell) = self.over("c", &cells);
        let (by, next) = if along {
            let near = self.builtin(Builtin::Next, vec![steps, cell.clone()], span);
            self.over("d", &near)
        } else {
            let (by, step) = self.over("d", &steps);
            (by, self.binary(BinaryOp::Add, cell.clone(), step, span))
        };
        let inside = Kind::In(Box::new(next.clone()), Box::new(cells.clone()));
        let inside = Expr { kind: inside, ty: Type::Bool, span };
        let entry = |ty: &Type| Entry { name: None, ty: ty.clone() };
        let pair_type = Type::Tuple(vec![entry(&cell.ty), entry(&next.ty)]);
        let pair = Expr { kind: Kind::Tuple(vec![cell, next]), ty: pair_type.clone(), span };
        let pairs = Kind::Build(vec![from, by], Some(Box::new(inside)), Box::new(pair));
        let pairs = Expr { kind: pairs, ty: Type::Set(Box::new(pair_type)), span };
        let start = self.binary(BinaryOp::Meet, start, cells, span);
        self.builtin(Builtin::Reach, vec![start, pairs], span)
    }

    /// `parts(S, D)`: what each element of `S` reaches inside it.
    fn parts(&mut self, parts: Vec<Expr>, span: Span) -> Expr {
        let [cells, steps] = <[Expr; 2]>::try_from(parts).expect("two were counted");
        let (from, cell) = self.over("x", &cells);
        let start = Expr { kind: Kind::Set(vec![cell]), ty: cells.ty.clone(), span };
        let part = self.flood(vec![start, cells, steps], span);
        let ty = Type::Set(Box::new(part.ty.clone()));
        Expr { kind: Kind::Build(vec![from], None, Box::new(part)), ty, span }
    }

    /// `shapes(S, P)`: the sets inside `S` that `P` becomes when it is moved.
    fn shapes(&mut self, parts: Vec<Expr>, span: Span) -> Expr {
        let [cells, shape] = <[Expr; 2]>::try_from(parts).expect("two were counted");
        if !element(&cells).is_vector() || !element(&shape).is_vector() {
            self.report("E10", span, "something that is no set of cells", "`shapes(S, P)` wants two sets of cells");
            return self.broken(span);
        }
        let ((to, there), (from, here)) = (self.over("s", &cells), self.over("q", &shape));
        let by = self.binary(BinaryOp::Sub, there, here, span);
        let moved = |checker: &mut Self| {
            let (each, cell) = checker.over("p", &shape);
            (each, checker.binary(BinaryOp::Add, by.clone(), cell, span))
        };
        let ((one, cell), (each, image)) = (moved(self), moved(self));
        let inside = Expr { kind: Kind::In(Box::new(cell), Box::new(cells.clone())), ty: Type::Bool, span };
        let inside = Expr { kind: Kind::Fold(FoldOp::All, vec![one], None, Box::new(inside)), ty: Type::Bool, span };
        let image = Expr { kind: Kind::Build(vec![each], None, Box::new(image)), ty: cells.ty.clone(), span };
        let ty = Type::Set(Box::new(cells.ty.clone()));
        Expr { kind: Kind::Build(vec![to, from], Some(Box::new(inside)), Box::new(image)), ty, span }
    }

    /// `ends(e)`: the two vertices of an edge.
    fn ends(&mut self, edge: &Expr) -> Expr {
        let entries = match &edge.ty {
            Type::Tuple(entries) if entries.len() >= 2 => entries.clone(),
            _ => {
                self.report("E10", edge.span, format!("{} is no edge", edge.ty), "an edge is a pair: `e in edges(G)`");
                return self.broken(edge.span);
            }
        };
        let span = edge.span;
        let end =
            |entry: usize| Expr { kind: Kind::Dot(Box::new(edge.clone()), entry), ty: entries[entry].ty.clone(), span };
        let ty = Type::Set(Box::new(entries[0].ty.clone()));
        Expr { kind: Kind::Set(vec![end(0), end(1)]), ty, span }
    }

    /// `touch(e, f)`: two edges that share an end and are not the same.
    fn touch(&mut self, ends: [Expr; 2], edges: Vec<Expr>, span: Span) -> Expr {
        let [one, other] = ends;
        if one.ty == Type::Any || other.ty == Type::Any {
            return self.broken(span);
        }
        let nothing = Expr { kind: Kind::Set(Vec::new()), ty: one.ty.clone(), span };
        let shared = self.binary(BinaryOp::Meet, one, other, span);
        let shares = self.compare(CompareOp::Ne, shared, nothing, span);
        let [e, f] = <[Expr; 2]>::try_from(edges).expect("two were counted");
        let differs = self.compare(CompareOp::Ne, e, f, span);
        Expr { kind: Kind::And(Box::new(differs), Box::new(shares)), ty: Type::Bool, span }
    }
}

fn element(set: &Expr) -> Type {
    set.ty.element().cloned().unwrap_or(Type::Any)
}
