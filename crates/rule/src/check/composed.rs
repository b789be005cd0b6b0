//! Functions that are composed of others when rules are read: `until`, `flood`, `ends`, `touch`. No engine knows them.

use super::Checker;
use super::expr::arguments_text;
use crate::rules::{Binder, Builtin, Expr, Kind, Source};
use crate::span::Span;
use crate::syntax::{self, BinaryOp, CompareOp};
use crate::types::{Entry, Type};

impl Checker<'_> {
    /// A call of one of them; nothing for any other name.
    pub(super) fn composed(&mut self, name: &syntax::Name, arguments: &[syntax::Argument], span: Span) -> Option<Expr> {
        let count = match name.text.as_str() {
            "ends" => 1,
            "touch" => 2,
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

    /// `flood(A, S, D)`: what is reached from `A & S` along the pairs of `S` that are one step apart.
    fn flood(&mut self, parts: Vec<Expr>, span: Span) -> Expr {
        let [start, cells, steps] = <[Expr; 3]>::try_from(parts).expect("three were counted");
        let of = |set: &Expr| set.ty.element().cloned().unwrap_or(Type::Any);
        if [&start, &cells, &steps].into_iter().any(|set| !of(set).is_vector()) {
            let remedy = "`flood(A, S, D)` wants two sets of cells and a set of steps";
            self.report("E10", span, "something that is no set of cells", remedy);
            return self.broken(span);
        }
        let mut binder = |name: &str, set: &Expr| {
            let local = self.frame;
            self.frame += 1;
            let value = Expr { kind: Kind::Local(local), ty: of(set), span };
            (Binder { name: name.to_string(), local, source: Source::In(set.clone()), span }, value)
        };
        let ((from, cell), (by, step)) = (binder("c", &cells), binder("d", &steps));
        let next = self.binary(BinaryOp::Add, cell.clone(), step, span);
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
