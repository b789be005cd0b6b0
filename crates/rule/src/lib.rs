//! Rule files: text in, checked rules and every diagnostic out. Nothing here evaluates a move, and nothing fails:
//! what is wrong with a text is a list of [`Diagnostic`]s.
#![forbid(unsafe_code)]

mod bounds;
mod check;
mod convention;
mod diagnostic;
mod extent;
mod facts;
mod format;
mod graph;
mod inline;
mod lex;
mod linear;
mod parse;
mod paths;
mod print;
mod reading;
mod reason;
mod rules;
mod safety;
mod sha256;
mod share;
mod span;
pub mod syntax;
mod token;
mod types;
mod uses;
mod walk;
mod words;

pub use bounds::{Bound, bounds};
pub use check::{check_expression, check_file, check_position};
pub use convention::Convention;
pub use diagnostic::{Diagnostic, Severity, nearest};
pub use facts::{
    Choice, Direction, Fact, Facts, HeapForm, HeapMove, Settled, Takes, Walk, describe_heap, heap_form, heap_form_at,
    walk_order,
};
pub use format::{WIDTH, format};
pub use graph::{Graph, GraphKind};
pub use lex::{Comment, lex, parse_number};
pub use parse::{MAX_BYTES, Parsed, parse_arguments, parse_expression, parse_file};
pub use reading::{Reading, read};
pub use rules::*;
pub use sha256::sha256;
pub use span::{Span, line_and_column};
pub use token::{Token, TokenKind};
pub use types::{Entry, Type};
pub use uses::Uses;
pub use walk::{each_in_body, map_body};
pub use words::{OPEN_WORDS, WORDS, WordClass, word_class};
