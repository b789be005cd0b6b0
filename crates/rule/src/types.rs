use std::fmt;

/// What kind of value an expression has. Types carry no sizes: which values are possible is a [`crate::Domain`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A whole number.
    Int,
    /// `true` or `false`.
    Bool,
    /// One of the two players.
    Player,
    /// A value of the enumeration with this number.
    Enum(usize),
    /// The inner type, or `none`.
    Optional(Box<Type>),
    /// A tuple; a cell is a pair of numbers.
    Tuple(Vec<Entry>),
    /// A finite set.
    Set(Box<Type>),
    /// A list.
    List(Box<Type>),
    /// An array: index type and element type.
    Array(Box<Type>, Box<Type>),
    /// A directed graph.
    Graph,
    /// A picture or other text, before the field it fills gives it a meaning.
    Text,
    /// A sum of components.
    Position,
    /// Not known: the element of `{}`, the inside of `none`, a result that is being inferred, or a mistake
    /// that is already reported. Fits everything.
    Any,
}

/// One entry of a tuple.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its type.
    pub ty: Type,
}

impl Type {
    /// A cell of a grid, or a step between cells.
    pub fn cell() -> Type {
        Type::Tuple(vec![Entry { name: None, ty: Type::Int }, Entry { name: None, ty: Type::Int }])
    }

    /// Whether this is a tuple of numbers, which can be added and multiplied like a step.
    pub fn is_vector(&self) -> bool {
        matches!(self, Type::Tuple(entries) if entries.iter().all(|entry| matches!(entry.ty, Type::Int | Type::Any)))
    }

    /// The least type that both fit, if there is one.
    pub fn join(&self, other: &Type) -> Option<Type> {
        use Type::*;
        Some(match (self, other) {
            (Any, ty) | (ty, Any) => ty.clone(),
            (Optional(a), Optional(b)) => Optional(Box::new(a.join(b)?)),
            (Optional(a), b) | (b, Optional(a)) => Optional(Box::new(a.join(b)?)),
            (Set(a), Set(b)) => Set(Box::new(a.join(b)?)),
            (List(a), List(b)) => List(Box::new(a.join(b)?)),
            (Array(i, a), Array(j, b)) => Array(Box::new(i.join(j)?), Box::new(a.join(b)?)),
            (Tuple(a), Tuple(b)) if a.len() == b.len() => Tuple(
                a.iter()
                    .zip(b)
                    .map(|(x, y)| Some(Entry { name: x.name.clone().or(y.name.clone()), ty: x.ty.join(&y.ty)? }))
                    .collect::<Option<_>>()?,
            ),
            (a, b) if a == b => a.clone(),
            _ => return None,
        })
    }

    /// The type of the elements when walked.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::Set(inner) | Type::List(inner) => Some(inner),
            Type::Any => Some(&Type::Any),
            _ => None,
        }
    }

    /// The number of the entry called `name`, or `0`, `1`, ...; pairs of numbers without names are cells, `row` and `col`.
    pub fn entry(&self, name: &str) -> Option<usize> {
        let Type::Tuple(entries) = self else { return None };
        let named = entries.iter().position(|entry| entry.name.as_deref() == Some(name));
        let nameless = entries.iter().all(|entry| entry.name.is_none());
        named.or(match name {
            "row" if entries.len() == 2 && nameless && self.is_vector() => Some(0),
            "col" if entries.len() == 2 && nameless && self.is_vector() => Some(1),
            _ => name.parse().ok().filter(|number| *number < entries.len()),
        })
    }
}

impl Type {
    /// What several of them are called.
    fn plural(&self) -> &'static str {
        match self {
            Type::Int => "numbers",
            Type::Bool => "conditions",
            Type::Player => "players",
            Type::Enum(_) => "named values",
            Type::Optional(inner) => inner.plural(),
            Type::Tuple(entries) if entries.len() == 2 && self.is_vector() => "cells",
            Type::Tuple(_) => "tuples",
            Type::Set(_) => "sets",
            Type::List(_) => "lists",
            Type::Array(..) => "arrays",
            Type::Graph => "graphs",
            Type::Text => "texts",
            Type::Position => "positions",
            Type::Any => "things",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Int => f.write_str("a number"),
            Type::Bool => f.write_str("a condition"),
            Type::Player => f.write_str("a player"),
            Type::Enum(_) => f.write_str("a named value"),
            Type::Optional(inner) => write!(f, "{inner} or none"),
            Type::Tuple(entries) if entries.len() == 2 && self.is_vector() => f.write_str("a cell"),
            Type::Tuple(entries) => write!(f, "a tuple of {}", entries.len()),
            Type::Set(inner) if **inner != Type::Any => write!(f, "a set of {}", inner.plural()),
            Type::Set(_) => f.write_str("a set"),
            Type::List(inner) if **inner != Type::Any => write!(f, "a list of {}", inner.plural()),
            Type::List(_) => f.write_str("a list"),
            Type::Array(..) => f.write_str("an array"),
            Type::Graph => f.write_str("a graph"),
            Type::Text => f.write_str("a text"),
            Type::Position => f.write_str("a position"),
            Type::Any => f.write_str("something"),
        }
    }
}
