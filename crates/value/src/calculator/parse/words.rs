//! What the words of the language do: `if`, `and`, `for` and `where`.
//!
//! `[e for x in s if c]` becomes: gather; `s`; each; next x, past the end if there is none; `c`, back to next if it is false; `e`; append;
//! back to next; gathered.

use super::{Clause, Closing, Expect, Frame, List, Parser, missing_operand};
use crate::calculator::code::{COMPARISON, NOT, Op, Step, strength};
use crate::calculator::fault::Fault;
use crate::calculator::token::Token;
use std::ops::Range;

impl List {
    pub(super) fn is_empty(&self) -> bool {
        self.given == 0 && self.element.is_none()
    }
}

impl Parser<'_> {
    pub(super) fn word_for_operand(&mut self, word: &str, span: Range<usize>) -> Result<Expect, Fault> {
        match word {
            "if" => {
                self.frames.push(Frame::If(span));
                Ok(Expect::Operand)
            }
            "not" => Ok(self.prefix(Op::Not, NOT, span)),
            _ => Err(missing_operand(span)),
        }
    }

    pub(super) fn word_for_operator(&mut self, word: &'static str, span: Range<usize>) -> Result<Expect, Fault> {
        match word {
            "and" | "or" => {
                let strength = strength(word);
                self.reduce(strength);
                self.code.push((Op::Decided(word == "or", 0), span.clone()));
                self.frames.push(Frame::Logic { strength, jump: self.code.len() - 1, span });
                Ok(Expect::Operand)
            }
            "in" => {
                self.reduce(COMPARISON);
                self.frames.push(Frame::Operator { op: Op::Binary("in"), strength: COMPARISON, span });
                Ok(Expect::Operand)
            }
            "then" | "else" => self.branch(word, span),
            "for" | "if" | "where" => self.clause(word, span),
            _ => Err(Fault::new("syntax", span, format!("`{word}` means nothing here"))),
        }
    }

    fn branch(&mut self, word: &str, span: Range<usize>) -> Result<Expect, Fault> {
        self.reduce(0);
        let here = self.code.len();
        match (word, self.frames.pop()) {
            ("then", Some(Frame::If(from))) => {
                self.code.push((Op::Unless(0), from.clone()));
                self.frames.push(Frame::Then(here, from));
            }
            ("else", Some(Frame::Then(jump, from))) => {
                self.code.push((Op::Jump(0), from));
                self.land(jump);
                self.frames.push(Frame::Else(here));
            }
            (word, top) => {
                self.frames.extend(top);
                let message = format!("`{word}` belongs to no `if`");
                return Err(Fault::new("syntax", span, message).remedy("write if a < b then c else d"));
            }
        }
        Ok(Expect::Operand)
    }

    pub(super) fn open_list(&mut self, span: Range<usize>, closing: Closing) {
        let list = List { start: self.code.len(), given: 0, element: None, clauses: Vec::new(), span, closing };
        self.frames.push(Frame::List(Box::new(list)));
    }

    /// `for`, `if` or `where` after an element or another clause; `where` outside lists binds names.
    fn clause(&mut self, word: &str, span: Range<usize>) -> Result<Expect, Fault> {
        self.count(span.start);
        let is_filter = word != "for";
        let Some(Frame::List(list)) = self.frames.last_mut() else {
            if word == "where" && self.frames.is_empty() && self.body.is_none() {
                let body = std::mem::take(&mut self.code);
                self.body = Some((body, 0));
                return self.begin_binding(span);
            }
            let message = format!("`{word}` stands in no list");
            return Err(Fault::new("syntax", span, message).remedy("write [n * n for n in 1..5 if n != 3]"));
        };
        if is_filter && list.element.is_none() {
            let message = format!("`{word}` comes after `for`");
            return Err(Fault::new("syntax", span, message).remedy("write [n * n for n in 1..5 if n != 3]"));
        }
        let code = self.code.split_off(list.start);
        match list.clauses.last_mut() {
            Some(last) => *last.code() = code,
            None => list.element = Some((code, list.given)),
        }
        if is_filter {
            list.clauses.push(Clause::If { code: Vec::new(), span });
            return Ok(Expect::Operand);
        }
        let remedy = "write for n in 1..10";
        let name = match self.next()? {
            Some((Token::Name(name), _)) => name,
            other => {
                let place = other.map_or(self.end..self.end, |(_, place)| place);
                return Err(Fault::new("syntax", place, "a name is expected after `for`").remedy(remedy));
            }
        };
        let Some((Token::Word("in"), place)) = self.next()? else {
            return Err(Fault::new("syntax", span, "this `for` has no `in`").remedy(remedy));
        };
        if let Some(Frame::List(list)) = self.frames.last_mut() {
            list.clauses.push(Clause::For { name, code: Vec::new(), span: span.start..place.end });
        }
        Ok(Expect::Operand)
    }

    /// Ends the innermost frame, a list whose last operand was counted.
    pub(super) fn close_list(&mut self, end: Range<usize>) {
        let Some(Frame::List(list)) = self.frames.pop() else { return };
        let mut list = *list;
        let span = list.span.start..end.end;
        let Some((mut element, given)) = list.element else {
            self.code.push((Op::List(list.given), span));
            return;
        };
        let last = self.code.split_off(list.start);
        if let Some(clause) = list.clauses.last_mut() {
            *clause.code() = last;
        }
        let names = list.clauses.iter().filter_map(|clause| match clause {
            Clause::For { name, .. } => Some(name.clone()),
            Clause::If { .. } => None,
        });
        let mut row: Vec<Step> = Vec::new();
        let mut operands = given;
        if list.closing == Closing::Statement {
            self.names = names.collect();
            row.extend(self.names.iter().map(|name| (Op::Name(name.clone()), span.clone())));
            operands += self.names.len();
        }
        row.append(&mut element);
        if operands != 1 || list.closing == Closing::Statement {
            row.push((Op::List(operands), span.clone()));
        }
        self.code.push((Op::Gather, span.clone()));
        self.emit_loops(list.clauses, row, &span);
        self.code.push((Op::Gathered, span));
    }

    fn emit_loops(&mut self, clauses: Vec<Clause>, row: Vec<Step>, whole: &Range<usize>) {
        // The places of the loops' next instructions, outermost first.
        let mut loops: Vec<usize> = Vec::new();
        for clause in clauses {
            match clause {
                Clause::For { name, code, span } => {
                    self.code.extend(code);
                    self.code.push((Op::Each, span.clone()));
                    loops.push(self.code.len());
                    self.code.push((Op::Next(name, 0), span));
                }
                Clause::If { code, span } => {
                    self.code.extend(code);
                    let next = loops.last().copied().unwrap_or_default();
                    let back = next as isize - self.code.len() as isize;
                    self.code.push((Op::Unless(back), span));
                }
            }
        }
        self.code.extend(row);
        self.code.push((Op::Append, whole.clone()));
        for next in loops.into_iter().rev() {
            let back = next as isize - self.code.len() as isize;
            self.code.push((Op::Jump(back), whole.clone()));
            self.land(next);
        }
    }

    /// Reads `name :=` after `where`.
    pub(super) fn begin_binding(&mut self, span: Range<usize>) -> Result<Expect, Fault> {
        let wrong = || {
            let remedy = "write a + b where a := 1, b := 2; in a list, where comes after for n in ...";
            Fault::new("syntax", span.clone(), "`where` needs a name and :=").remedy(remedy)
        };
        let Some((Token::Name(name), at)) = self.next()? else { return Err(wrong()) };
        let Some((Token::Assign, _)) = self.next()? else { return Err(wrong()) };
        self.bound = Some((name, at));
        Ok(Expect::Operand)
    }

    /// The value of a bound name is complete.
    pub(super) fn end_binding_step(&mut self) {
        if let (Some((name, span)), Some((_, bound))) = (self.bound.take(), &mut self.body) {
            *bound += 1;
            self.code.push((Op::Bind(name), span));
        }
    }

    /// Puts the expression after what it needs.
    pub(super) fn end_binding(&mut self) {
        self.end_binding_step();
        if let Some((body, bound)) = self.body.take() {
            self.code.extend(body);
            self.code.push((Op::Unbind(bound), self.end..self.end));
        }
    }
}
