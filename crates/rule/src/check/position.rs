use super::Checker;
use crate::diagnostic::nearest;
use crate::rules::{Expr, Kind, Target};
use crate::span::Span;
use crate::syntax::{self, ExprKind};
use crate::types::Type;

impl Checker<'_> {
    /// Checks an expression that must be a position.
    pub(super) fn position(&mut self, expr: &syntax::Expr) -> Expr {
        let checked = self.expr(expr);
        if !matches!(checked.ty, Type::Position | Type::Any) {
            let cause = format!("a position is wanted here, not {}", checked.ty);
            self.report("E10", expr.span, cause, "write `Game(arguments)` or a sum of such");
            return self.broken(expr.span);
        }
        checked
    }

    /// `Game(args)`: positional arguments fill fields in order, named ones fields or parameters.
    pub(super) fn game_position(&mut self, name: &syntax::Name, arguments: &[syntax::Argument], span: Span) -> Expr {
        let signature = self.signatures.iter().find(|one| one.name == name.text).expect("caller looked it up").clone();
        let mut filled: Vec<(Target, Expr)> = Vec::new();
        let mut next = 0;
        for argument in arguments {
            let target = match &argument.name {
                None if next < signature.fields.len() => {
                    next += 1;
                    Some((Target::Field(next - 1), signature.fields[next - 1].1.clone()))
                }
                None => {
                    let cause =
                        format!("`{}` has {} fields; this argument fills none", signature.name, signature.fields.len());
                    self.report("E11", argument.value.span, cause, "parameters are set by name: `R = 3`");
                    None
                }
                Some(name) => self.named_target(name, &signature),
            };
            let value = self.argument_value(argument, target.as_ref().map(|(_, ty)| ty), &signature.players);
            let Some((target, ty)) = target else { continue };
            if filled.iter().any(|(other, _)| *other == target) {
                self.report("E11", argument.value.span, "this field or parameter is filled twice", "keep one of them");
                continue;
            }
            if !argument_fits(&value.ty, &ty) {
                let cause = format!("{} stands where {ty} is wanted", value.ty);
                self.report("E25", value.span, cause, format!("write {ty}"));
            }
            filled.push((target, value));
        }
        Expr { kind: Kind::Game(signature.reference, filled), ty: Type::Position, span }
    }

    fn argument_value(&mut self, argument: &syntax::Argument, ty: Option<&Type>, players: &[String; 2]) -> Expr {
        let is_all = matches!(&argument.value.kind, ExprKind::Name(name) if name == "all");
        if is_all && matches!(ty, Some(Type::Set(_))) {
            // The full set is only known with the parameters: a reserved text stands for it.
            return Expr { kind: Kind::Text("all".into()), ty: Type::Text, span: argument.value.span };
        }
        let outer = (std::mem::take(&mut self.wanted_enums), self.wanted_players.take());
        if let Some(ty) = ty {
            collect_enums(ty, &mut self.wanted_enums);
            self.wanted_players = has_players(ty).then(|| players.clone());
        }
        let value = self.expr(&argument.value);
        (self.wanted_enums, self.wanted_players) = outer;
        value
    }

    fn named_target(&mut self, name: &syntax::Name, signature: &super::Signature) -> Option<(Target, Type)> {
        let find = |list: &[(String, Type)]| {
            list.iter().position(|(known, _)| *known == name.text).map(|number| (number, list[number].1.clone()))
        };
        if let Some((number, ty)) = find(&signature.fields) {
            return Some((Target::Field(number), ty));
        }
        if let Some((number, ty)) = find(&signature.params) {
            return Some((Target::Param(number), ty));
        }
        let known = signature.params.iter().chain(&signature.fields).map(|(known, _)| known.as_str());
        let remedy = match nearest(&name.text, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let all: Vec<&str> =
                    signature.params.iter().chain(&signature.fields).map(|(known, _)| known.as_str()).collect();
                format!("it has {}", all.join(", "))
            }
        };
        let cause = format!("`{}` has no parameter or field `{}`", signature.name, name.text);
        self.report("E25", name.span, cause, remedy);
        None
    }
}

/// The enumerations that a type speaks of.
fn collect_enums(ty: &Type, enums: &mut Vec<usize>) {
    match ty {
        Type::Enum(number) => enums.push(*number),
        Type::Optional(inner) | Type::Set(inner) | Type::List(inner) => collect_enums(inner, enums),
        Type::Array(index, inner) => {
            collect_enums(index, enums);
            collect_enums(inner, enums);
        }
        Type::Tuple(entries) => entries.iter().for_each(|entry| collect_enums(&entry.ty, enums)),
        _ => {}
    }
}

/// Whether values of a type are players, or have some in them.
fn has_players(ty: &Type) -> bool {
    match ty {
        Type::Player => true,
        Type::Optional(inner) | Type::Set(inner) | Type::List(inner) => has_players(inner),
        Type::Array(index, inner) => has_players(index) || has_players(inner),
        Type::Tuple(entries) => entries.iter().any(|entry| has_players(&entry.ty)),
        _ => false,
    }
}

fn argument_fits(have: &Type, want: &Type) -> bool {
    match (have, want) {
        (Type::Text, Type::Array(..) | Type::Set(_) | Type::Graph) => true,
        (Type::List(inner), Type::Array(_, element)) => {
            inner.join(element).is_some() || matches!(&**inner, Type::List(nested) if nested.join(element).is_some())
        }
        (Type::List(inner), Type::Set(element)) => inner.join(element).is_some(),
        (Type::Array(..), _) => have.join(want).is_some(),
        (scalar, Type::Array(_, element)) => scalar.join(element).is_some(),
        (Type::Optional(inner), Type::Optional(_)) => inner.join(want).is_some(),
        (Type::Optional(_), _) => false,
        (have, want) => have.join(want).is_some(),
    }
}
