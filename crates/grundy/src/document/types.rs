//! Types of names in words: what the checker found at each place.

use grundy_rule::{
    Code, Domain, EnumType, Expr, Kind, Module, Rules, Source, Span, SplitBy, Stmt, StmtKind, Type, VerdictResult,
};
use std::collections::HashMap;

/// The type of whatever stands at a span, for names alone: declarations, binders, uses.
pub fn types_of(module: &Module) -> HashMap<Span, Type> {
    let mut found = Found::default();
    for rules in &module.games {
        found.rules(rules);
    }
    for closed in module.starts.iter().chain(module.expects.iter().map(|expect| &expect.position)) {
        found.expr(&closed.expr);
    }
    found.types
}

#[derive(Default)]
struct Found {
    types: HashMap<Span, Type>,
}

impl Found {
    fn rules(&mut self, rules: &Rules) {
        for declared in rules.params.iter().chain(&rules.fields) {
            self.types.insert(declared.span, declared.domain.ty());
            self.domain(&declared.domain);
            self.codes(declared.default.iter());
        }
        for def in &rules.defs {
            // The first choice of argument types speaks for the definition.
            self.types.entry(def.span).or_insert_with(|| def.code.expr.ty.clone());
            self.expr(&def.code.expr);
        }
        for of in &rules.moves {
            self.binders(&of.binders);
            of.guard.iter().for_each(|guard| self.expr(guard));
            self.body(&of.body);
        }
        for verdict in &rules.verdicts {
            self.expr(&verdict.when.expr);
            if let VerdictResult::Score(Some(points)) = &verdict.result {
                self.expr(&points.expr);
            }
        }
        for split in &rules.splits {
            let (SplitBy::Steps(code) | SplitBy::Relation(code)) = &split.by;
            self.expr(&code.expr);
        }
        self.codes(rules.measure.iter().chain(&rules.invariants));
        for claim in &rules.claims {
            use grundy_rule::ClaimSays::{FirstWins, Grundy, Plies, Rounds, SecondWins};
            match &claim.says {
                Grundy(code) | Plies(code) | Rounds(code) => self.expr(&code.expr),
                FirstWins | SecondWins => {}
            }
            self.codes(claim.when.iter());
        }
    }

    fn codes<'a>(&mut self, codes: impl Iterator<Item = &'a Code>) {
        codes.for_each(|code| self.expr(&code.expr));
    }

    fn domain(&mut self, domain: &Domain) {
        match domain {
            Domain::Nat | Domain::Int | Domain::Graph(_) => {}
            Domain::From(expr) | Domain::Of(expr) => self.expr(expr),
            Domain::Optional(inner) | Domain::SetOf(inner) | Domain::ListOf(inner) => self.domain(inner),
            Domain::Array { element, index } => {
                self.domain(element);
                self.expr(index);
            }
            Domain::Tuple(entries) => entries.iter().for_each(|(_, entry)| self.domain(entry)),
        }
    }

    fn binders(&mut self, binders: &[grundy_rule::Binder]) {
        for binder in binders {
            let ty = match &binder.source {
                Source::In(set) => set.ty.element().cloned(),
                Source::Is(value) => Some(value.ty.clone()),
            };
            self.types.extend(ty.map(|ty| (binder.span, ty)));
            self.expr(binder.source.expr());
        }
    }

    fn body(&mut self, body: &[Stmt]) {
        for statement in body {
            match &statement.kind {
                StmtKind::Assign(place, _, value) => {
                    place.index.iter().for_each(|index| self.expr(index));
                    self.expr(value);
                }
                StmtKind::Swap(a, b) => a.index.iter().chain(&b.index).for_each(|index| self.expr(index)),
                StmtKind::Let(_, _, value) => {
                    self.types.insert(statement.span, value.ty.clone());
                    self.expr(value);
                }
                StmtKind::If(condition, yes, no) => {
                    self.expr(condition);
                    self.body(yes);
                    self.body(no);
                }
                StmtKind::For(_, _, set, inner) => {
                    self.expr(set);
                    self.body(inner);
                }
                StmtKind::Gain(value) | StmtKind::Become(value) => self.expr(value),
                StmtKind::Then(follows, _) => {
                    follows.iter().flat_map(|follow| &follow.values).for_each(|value| self.expr(value))
                }
                StmtKind::Again | StmtKind::Pass => {}
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Local(_) | Kind::Param(_) | Kind::Field(_) | Kind::EnumValue(..) => {
                self.types.entry(expr.span).or_insert_with(|| expr.ty.clone());
            }
            Kind::Build(binders, ..) | Kind::Fold(_, binders, ..) => self.binders(binders),
            _ => {}
        }
        expr.parts(&mut |part| self.expr(part));
    }
}

/// One value of a type, in words.
pub fn describe(ty: &Type, enums: &[EnumType]) -> String {
    match ty {
        Type::Enum(number) => match enums.get(*number) {
            Some(of) => format!("a {}: {}", of.name, of.values.join(", ")),
            None => ty.to_string(),
        },
        Type::Optional(inner) => format!("{} or none", describe(inner, enums)),
        Type::Tuple(entries) if !(entries.len() == 2 && ty.is_vector() && entries[0].name.is_none()) => {
            let entry = |entry: &grundy_rule::Entry| match &entry.name {
                Some(name) => format!("{name}: {}", describe(&entry.ty, enums)),
                None => describe(&entry.ty, enums),
            };
            format!("a tuple ({})", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Type::Set(inner) => format!("a set of {}", several(inner, enums)),
        Type::List(inner) => format!("a list of {}", several(inner, enums)),
        Type::Array(index, element) => {
            format!("an array of {} over {}", several(element, enums), several(index, enums))
        }
        _ => ty.to_string(),
    }
}

/// Several values of a type, in words.
fn several(ty: &Type, enums: &[EnumType]) -> String {
    match ty {
        Type::Int => "numbers".to_string(),
        Type::Bool => "conditions".to_string(),
        Type::Player => "players".to_string(),
        Type::Enum(number) => match enums.get(*number) {
            Some(of) => format!("values of {}", of.name),
            None => "named values".to_string(),
        },
        Type::Optional(inner) => format!("{} or none", several(inner, enums)),
        Type::Tuple(entries) if entries.len() == 2 && ty.is_vector() && entries[0].name.is_none() => {
            "cells".to_string()
        }
        Type::Tuple(_) => "tuples".to_string(),
        Type::Set(inner) => format!("sets of {}", several(inner, enums)),
        Type::List(inner) => format!("lists of {}", several(inner, enums)),
        Type::Array(..) => "arrays".to_string(),
        Type::Graph => "digraphs".to_string(),
        Type::Text => "texts".to_string(),
        Type::Position => "positions".to_string(),
        Type::Any => "anything".to_string(),
    }
}
