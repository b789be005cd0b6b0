//! Expressions as postfix code. Parsing keeps its own stack, so nesting costs memory, never the machine's stack.
//!
//! From loosest to tightest: `:=`, comparisons, `&`, `+ - +-`, `* /`, `:` (ordinal sum), prefix `-` and `+-`, `^` (power),
//! `.Name`. Inside braces more bars bind looser than fewer, and bars looser than commas.

use super::fault::Fault;
use super::function::{Function, function};
use super::token::{Placed, Reader, Token};
use crate::Nus;
use std::ops::Range;

/// One instruction; operands are on the evaluator's stack.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Push(Nus),
    Name(String),
    Call(&'static Function, usize),
    /// A position of a game described elsewhere: its name and its argument text.
    Position(String, String),
    Negative,
    Switch,
    Binary(&'static str),
    /// Opens the scope of a brace, so that its name and `pass` may stand inside.
    Enter(Option<String>),
    /// `{...}`: how many operands stand between the separators, and the separators with their places.
    Brace {
        counts: Vec<usize>,
        bars: Vec<(usize, Range<usize>)>,
    },
    Assign(String),
}

/// An instruction and the text it is for.
pub(crate) type Step = (Op, Range<usize>);

enum Frame {
    Operator { op: Op, strength: u8, span: Range<usize> },
    Paren(Range<usize>),
    Call { function: &'static Function, given: usize, span: Range<usize> },
    Brace { counts: Vec<usize>, bars: Vec<(usize, Range<usize>)>, span: Range<usize> },
}

const PREFIX: u8 = 6;

fn strength(operator: &str) -> u8 {
    match operator {
        "&" => 2,
        "+" | "-" | "+-" => 3,
        "*" | "/" => 4,
        ":" => 5,
        "^" => 7,
        _ => 1,
    }
}

/// The code of an expression or assignment.
pub(crate) fn compile(text: &str) -> Result<Vec<Step>, Fault> {
    let mut parser = Parser {
        reader: Reader::new(text),
        peeked: None,
        code: Vec::new(),
        frames: Vec::new(),
        end: text.len(),
        comma: None,
    };
    parser.run()?;
    Ok(parser.code)
}

struct Parser<'a> {
    reader: Reader<'a>,
    peeked: Option<Placed>,
    code: Vec<Step>,
    frames: Vec<Frame>,
    end: usize,
    /// The comma just read, which must be followed by an operand.
    comma: Option<Range<usize>>,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Expect {
    Operand,
    Operator,
}

impl Parser<'_> {
    fn next(&mut self) -> Result<Option<Placed>, Fault> {
        match self.peeked.take() {
            Some(placed) => Ok(Some(placed)),
            None => self.reader.next(),
        }
    }

    fn next_if(&mut self, wanted: &Token) -> Result<Option<Range<usize>>, Fault> {
        match self.next()? {
            Some((token, span)) if token == *wanted => Ok(Some(span)),
            other => {
                self.peeked = other;
                Ok(None)
            }
        }
    }

    fn run(&mut self) -> Result<(), Fault> {
        let mut assigned = None;
        let mut expect = Expect::Operand;
        while let Some((token, span)) = self.next()? {
            expect = match (expect, token) {
                (Expect::Operator, Token::Assign) if self.frames.is_empty() && assigned.is_none() => {
                    match self.code.pop() {
                        Some((Op::Name(name), at)) if self.code.is_empty() => {
                            assigned = Some((name, at.start..span.end))
                        }
                        _ => return Err(Fault::new("syntax", span, "only a name can be given a value")),
                    }
                    Expect::Operand
                }
                (Expect::Operand, token) => self.operand(token, span)?,
                (Expect::Operator, token) => self.operator(token, span)?,
            };
        }
        if expect == Expect::Operand {
            return Err(self.unclosed().unwrap_or_else(|| missing_operand(self.end..self.end)));
        }
        self.reduce(0);
        if let Some(fault) = self.unclosed() {
            return Err(fault);
        }
        if let Some((name, span)) = assigned {
            self.code.push((Op::Assign(name), span));
        }
        Ok(())
    }

    /// The innermost bracket that is still open, as a fault.
    fn unclosed(&self) -> Option<Fault> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Brace { span, .. } => Some(Fault::new("brace", span.clone(), "this brace is never closed")),
            Frame::Paren(span) | Frame::Call { span, .. } => {
                Some(Fault::new("brace", span.clone(), "this bracket is never closed"))
            }
            Frame::Operator { .. } => None,
        })
    }

    fn operand(&mut self, token: Token, span: Range<usize>) -> Result<Expect, Fault> {
        if let (Some(comma), Token::Bars(_) | Token::Close(_)) = (self.comma.take(), &token) {
            return Err(missing_operand(comma.end..comma.end));
        }
        match token {
            Token::Literal(nus) => {
                self.code.push((Op::Push(nus), span));
                Ok(Expect::Operator)
            }
            Token::Name(name) => self.name(name, span),
            Token::Open('(') => {
                self.frames.push(Frame::Paren(span));
                Ok(Expect::Operand)
            }
            Token::Open('{') => Ok(self.open_brace(None, span)),
            Token::Operator("-") => Ok(self.prefix(Op::Negative, span)),
            Token::Operator("+-") => Ok(self.prefix(Op::Switch, span)),
            Token::Operator("+") => Ok(Expect::Operand),
            Token::Bars(count) => self.bars(count, span),
            Token::Close('}') => self.close('}', span),
            Token::Close(')') if matches!(self.frames.last(), Some(Frame::Call { given: 0, .. })) => {
                self.close(')', span)
            }
            Token::Close(bracket) if !self.frames.iter().any(|frame| frame.closes(bracket)) => {
                Err(unopened(bracket, span))
            }
            _ => Err(missing_operand(span)),
        }
    }

    fn prefix(&mut self, op: Op, span: Range<usize>) -> Expect {
        self.frames.push(Frame::Operator { op, strength: PREFIX, span });
        Expect::Operand
    }

    fn open_brace(&mut self, label: Option<String>, span: Range<usize>) -> Expect {
        self.code.push((Op::Enter(label), span.clone()));
        self.frames.push(Frame::Brace { counts: vec![0], bars: Vec::new(), span });
        Expect::Operand
    }

    fn name(&mut self, name: String, span: Range<usize>) -> Result<Expect, Fault> {
        if let Some(open) = self.next_if(&Token::Open('('))? {
            match function(&name) {
                Some(function) => {
                    self.frames.push(Frame::Call { function, given: 0, span: span.start..open.end });
                    return Ok(Expect::Operand);
                }
                None => {
                    let arguments = self.reader.raw_arguments()?.to_string();
                    let end = open.end + arguments.len() + 1;
                    self.code.push((Op::Position(name, arguments), span.start..end));
                }
            }
        } else if let Some(open) = self.next_if(&Token::Open('{'))? {
            return Ok(self.open_brace(Some(name), span.start..open.end));
        } else {
            self.code.push((Op::Name(name), span));
        }
        Ok(Expect::Operator)
    }

    fn operator(&mut self, token: Token, span: Range<usize>) -> Result<Expect, Fault> {
        match token {
            Token::Operator(operator) => {
                let strength = strength(operator);
                let right_to_left = operator == "^";
                self.reduce(if right_to_left { strength + 1 } else { strength });
                if strength == 1 && matches!(self.code.last(), Some((Op::Binary(last), _)) if self::strength(last) == 1)
                {
                    return Err(Fault::new("syntax", span, "comparisons cannot be chained"));
                }
                self.frames.push(Frame::Operator { op: Op::Binary(operator), strength, span });
                Ok(Expect::Operand)
            }
            Token::Dot => self.method(span),
            Token::Bars(count) => {
                self.count();
                self.bars(count, span)
            }
            Token::Comma => {
                self.count();
                self.comma = Some(span.clone());
                self.open_switch();
                match self.frames.last() {
                    Some(Frame::Brace { .. } | Frame::Call { .. }) => Ok(Expect::Operand),
                    _ => Err(Fault::new("syntax", span, "a comma outside braces and arguments")),
                }
            }
            Token::Close(bracket) => {
                self.count();
                self.close(bracket, span)
            }
            _ => Err(Fault::new("syntax", span, "an operator is expected here")
                .remedy("write + between summands, and * with spaces around it for products")),
        }
    }

    /// `+-(a, b)` becomes known for what it is at its first comma: a bracket after a switch sign takes several options.
    fn open_switch(&mut self) {
        let Some(Frame::Paren(open)) = self.frames.last() else { return };
        let open = open.clone();
        let Some(before) = self.frames.len().checked_sub(2) else { return };
        let Frame::Operator { op, strength, span } = &mut self.frames[before] else { return };
        let start = span.start;
        match op {
            Op::Switch => {
                self.frames.remove(before);
            }
            // `G +- (a, b)` is a sum with a switch.
            Op::Binary("+-") => (*op, *strength) = (Op::Binary("+"), self::strength("+")),
            _ => return,
        }
        let function = function("Switch").expect("it is in the list");
        self.frames.pop();
        self.frames.push(Frame::Call { function, given: 1, span: start..open.end });
    }

    fn method(&mut self, span: Range<usize>) -> Result<Expect, Fault> {
        let Some((Token::Name(name), at)) = self.next()? else {
            return Err(Fault::new("syntax", span, "a name is expected after the dot"));
        };
        let Some(function) = function(&name) else { return Err(super::function::unknown(&name, at)) };
        if let Some(open) = self.next_if(&Token::Open('('))? {
            self.frames.push(Frame::Call { function, given: 1, span: at.start..open.end });
            if let Some(close) = self.next_if(&Token::Close(')'))? {
                return self.close(')', close);
            }
            return Ok(Expect::Operand);
        }
        self.call(function, 1, at)?;
        Ok(Expect::Operator)
    }

    fn call(&mut self, function: &'static Function, given: usize, span: Range<usize>) -> Result<(), Fault> {
        if !function.arguments.contains(&given) {
            let wanted = match (function.arguments.start(), function.arguments.end()) {
                (from, to) if from == to => from.to_string(),
                (from, &usize::MAX) => format!("at least {from}"),
                (from, to) => format!("{from} to {to}"),
            };
            let message = format!("{} takes {wanted} arguments, {given} given", function.name);
            return Err(Fault::new("arguments", span, message).remedy(function.usage));
        }
        self.code.push((Op::Call(function, given), span));
        Ok(())
    }

    /// Moves operators at least this strong from the stack to the code, down to the innermost bracket.
    fn reduce(&mut self, strength: u8) {
        while let Some(Frame::Operator { strength: top, .. }) = self.frames.last()
            && *top >= strength
            && let Some(Frame::Operator { op, span, .. }) = self.frames.pop()
        {
            self.code.push((op, span));
        }
    }

    /// An operand of the innermost bracket is complete.
    fn count(&mut self) {
        self.reduce(0);
        match self.frames.last_mut() {
            Some(Frame::Brace { counts, .. }) => {
                if let Some(last) = counts.last_mut() {
                    *last += 1;
                }
            }
            Some(Frame::Call { given, .. }) => *given += 1,
            _ => {}
        }
    }

    fn bars(&mut self, count: usize, span: Range<usize>) -> Result<Expect, Fault> {
        let Some(Frame::Brace { counts, bars, .. }) = self.frames.last_mut() else { return Err(missing_operand(span)) };
        counts.push(0);
        bars.push((count, span));
        Ok(Expect::Operand)
    }

    fn close(&mut self, bracket: char, span: Range<usize>) -> Result<Expect, Fault> {
        if !self.frames.last().is_some_and(|frame| frame.closes(bracket)) {
            return Err(match self.frames.last() {
                Some(Frame::Operator { .. }) => missing_operand(span),
                Some(_) => self.unclosed().unwrap_or_else(|| unopened(bracket, span)),
                None => unopened(bracket, span),
            });
        }
        match self.frames.pop() {
            Some(Frame::Call { function, given, span: from }) => self.call(function, given, from.start..span.end)?,
            Some(Frame::Brace { counts, bars, span: from }) => {
                if bars.is_empty() {
                    return Err(Fault::new("brace", from.start..span.end, "a game needs a bar between its options")
                        .remedy("write {1|-1}, {|} or {0||0|-2}"));
                }
                self.code.push((Op::Brace { counts, bars }, from.start..span.end));
            }
            _ => {}
        }
        Ok(Expect::Operator)
    }
}

impl Frame {
    fn closes(&self, bracket: char) -> bool {
        match self {
            Frame::Paren(_) | Frame::Call { .. } => bracket == ')',
            Frame::Brace { .. } => bracket == '}',
            Frame::Operator { .. } => false,
        }
    }
}

fn missing_operand(span: Range<usize>) -> Fault {
    Fault::new("syntax", span, "a value is expected here").remedy("a value is 3/4, *2, ^, {1|-1}, a name or (...)")
}

fn unopened(bracket: char, span: Range<usize>) -> Fault {
    Fault::new("brace", span, format!("`{bracket}` closes nothing"))
}
