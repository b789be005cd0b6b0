//! Parsing keeps its own stack, so nesting costs memory, never the machine's stack.
//!
//! From loosest to tightest: `or`, `and`, `not`, comparisons and `in`, `..`, `&`, `+ - +-`, `* /`, `:` (ordinal sum), prefix `-` and
//! `+-`, `^` (power), `.Name` and `[n]`. Inside braces more bars bind looser than fewer, and bars looser than commas. What follows
//! `else` goes to the end of its bracket.

use super::code::{COMPARISON, Op, PREFIX, Step, strength};
use super::fault::Fault;
use super::function::{Function, function};
use super::token::{Placed, Reader, Token};
use std::ops::Range;

mod words;

/// How many parameters the function of a name has, if one was defined.
pub(crate) type Defined<'a> = &'a dyn Fn(&str) -> Option<usize>;

/// What is open.
enum Frame {
    Operator {
        op: Op,
        strength: u8,
        span: Range<usize>,
    },
    /// `and` or `or`, with the place of the jump that its left side may decide.
    Logic {
        strength: u8,
        jump: usize,
        span: Range<usize>,
    },
    Paren(Range<usize>),
    Call {
        callee: Callee,
        given: usize,
        span: Range<usize>,
    },
    Brace {
        counts: Vec<usize>,
        bars: Vec<(usize, Range<usize>)>,
        span: Range<usize>,
    },
    Index(Range<usize>),
    List(Box<List>),
    /// Before `then`.
    If(Range<usize>),
    /// Before `else`, with the place of the jump to it.
    Then(usize, Range<usize>),
    /// After `else`, with the place of the jump past it.
    Else(usize),
}

/// A list, or what `for` makes one of.
struct List {
    /// Where its code begins.
    start: usize,
    given: usize,
    /// The code of an element and how many operands it is of, once `for` was met.
    element: Option<(Vec<Step>, usize)>,
    clauses: Vec<Clause>,
    /// Where it opens.
    span: Range<usize>,
    closing: Closing,
}

/// What ends a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Closing {
    Bracket,
    /// The end of the statement; then an element begins with the names bound.
    Statement,
}

enum Clause {
    For { name: String, code: Vec<Step>, span: Range<usize> },
    If { code: Vec<Step>, span: Range<usize> },
}

impl Clause {
    fn code(&mut self) -> &mut Vec<Step> {
        let (Clause::For { code, .. } | Clause::If { code, .. }) = self;
        code
    }
}

enum Callee {
    Known(&'static Function),
    Defined(String, usize),
}

/// The code of an expression.
pub(crate) fn expression(text: &str, range: Range<usize>, defined: Defined<'_>) -> Result<Vec<Step>, Fault> {
    let mut parser = Parser::new(text, range, defined);
    parser.run()?;
    Ok(parser.code)
}

/// The code of `a, b` or `a, b for n in ...`: a list of operands, or a list of lists that begin with what is bound. Also the names bound
/// and where the operands stand.
pub(crate) fn rows(text: &str, range: Range<usize>, defined: Defined<'_>) -> Result<Rows, Fault> {
    let span = range.start..range.start;
    let mut parser = Parser::new(text, range, defined);
    parser.open_list(span, Closing::Statement);
    parser.run()?;
    Ok(Rows { code: parser.code, names: parser.names, operands: parser.operands })
}

/// See [`rows`].
pub(crate) struct Rows {
    pub(crate) code: Vec<Step>,
    /// Empty without `for`.
    pub(crate) names: Vec<String>,
    pub(crate) operands: Vec<Range<usize>>,
}

struct Parser<'a> {
    reader: Reader<'a>,
    defined: Defined<'a>,
    peeked: Option<Placed>,
    code: Vec<Step>,
    frames: Vec<Frame>,
    end: usize,
    /// The comma just read, which must be followed by an operand.
    comma: Option<Range<usize>>,
    /// The expression before `where name := ...`, and what was bound since.
    body: Option<(Vec<Step>, usize)>,
    bound: Option<(String, Range<usize>)>,
    /// Of [`Rows`].
    names: Vec<String>,
    operands: Vec<Range<usize>>,
    operand_start: usize,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Expect {
    Operand,
    Operator,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, range: Range<usize>, defined: Defined<'a>) -> Parser<'a> {
        Parser {
            end: range.end,
            operand_start: range.start,
            reader: Reader::new(text, range),
            defined,
            peeked: None,
            code: Vec::new(),
            frames: Vec::new(),
            comma: None,
            body: None,
            bound: None,
            names: Vec::new(),
            operands: Vec::new(),
        }
    }

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
        let mut expect = Expect::Operand;
        while let Some((token, span)) = self.next()? {
            expect = match (expect, token) {
                (_, Token::Assign) => return Err(Fault::new("syntax", span, "only a name can be given a value")),
                (Expect::Operand, Token::Word(word)) => self.word_for_operand(word, span)?,
                (Expect::Operator, Token::Word(word)) => self.word_for_operator(word, span)?,
                (Expect::Operand, token) => self.operand(token, span)?,
                (Expect::Operator, token) => self.operator(token, span)?,
            };
        }
        if expect == Expect::Operand {
            return Err(self.unclosed().unwrap_or_else(|| missing_operand(self.end..self.end)));
        }
        self.reduce(0);
        if let Some(Frame::List(list)) = self.frames.last()
            && list.closing == Closing::Statement
        {
            self.count(self.end);
            self.close_list(self.end..self.end);
        }
        if let Some(fault) = self.unclosed() {
            return Err(fault);
        }
        self.end_binding();
        Ok(())
    }

    /// The innermost bracket that is still open, as a fault.
    fn unclosed(&self) -> Option<Fault> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Brace { span, .. } => Some(Fault::new("brace", span.clone(), "this brace is never closed")),
            Frame::Paren(span) | Frame::Call { span, .. } | Frame::Index(span) => {
                Some(Fault::new("brace", span.clone(), "this bracket is never closed"))
            }
            Frame::List(list) if list.closing == Closing::Bracket => {
                Some(Fault::new("brace", list.span.clone(), "this bracket is never closed"))
            }
            Frame::If(span) | Frame::Then(_, span) => {
                let what =
                    if matches!(frame, Frame::If(_)) { "this `if` has no `then`" } else { "this `if` has no `else`" };
                Some(Fault::new("syntax", span.clone(), what).remedy("write if a < b then c else d"))
            }
            Frame::List(_) | Frame::Else(_) | Frame::Operator { .. } | Frame::Logic { .. } => None,
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
            Token::Power(side, n, reach) => {
                self.code.push((Op::Power(side, n, reach), span));
                Ok(Expect::Operator)
            }
            Token::Text(text) => {
                self.code.push((Op::Text(text), span));
                Ok(Expect::Operator)
            }
            Token::Name(name) => self.name(name, span),
            Token::Open('(') => {
                self.frames.push(Frame::Paren(span));
                Ok(Expect::Operand)
            }
            Token::Open('[') => {
                self.open_list(span, Closing::Bracket);
                Ok(Expect::Operand)
            }
            Token::Open('{') => Ok(self.open_brace(None, span)),
            Token::Operator("-") => Ok(self.prefix(Op::Negative, PREFIX, span)),
            Token::Operator("+-") => Ok(self.prefix(Op::Switch, PREFIX, span)),
            Token::Operator("+") => Ok(Expect::Operand),
            Token::Bars(count) => self.bars(count, span),
            Token::Close('}') => self.close('}', span),
            Token::Close(']') if matches!(self.frames.last(), Some(Frame::List(list)) if list.is_empty()) => {
                self.close(']', span)
            }
            Token::Close(')') if matches!(self.frames.last(), Some(Frame::Call { given: 0, .. })) => {
                self.close(')', span)
            }
            Token::Close(bracket) if !self.frames.iter().any(|frame| frame.closes(bracket)) => {
                Err(unopened(bracket, span))
            }
            _ => Err(missing_operand(span)),
        }
    }

    fn prefix(&mut self, op: Op, strength: u8, span: Range<usize>) -> Expect {
        self.frames.push(Frame::Operator { op, strength, span });
        Expect::Operand
    }

    fn open_brace(&mut self, label: Option<String>, span: Range<usize>) -> Expect {
        self.code.push((Op::Enter(label), span.clone()));
        self.frames.push(Frame::Brace { counts: vec![0], bars: Vec::new(), span });
        Expect::Operand
    }

    fn name(&mut self, name: String, span: Range<usize>) -> Result<Expect, Fault> {
        if name == "variant"
            && let Some(kind) = self.next_name()?
        {
            return self.variant(kind, span);
        }
        if let Some(open) = self.next_if(&Token::Open('('))? {
            match self.callee(&name) {
                Some(callee) => {
                    self.frames.push(Frame::Call { callee, given: 0, span: span.start..open.end });
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

    fn next_name(&mut self) -> Result<Option<String>, Fault> {
        match self.next()? {
            Some((Token::Name(name), _)) => Ok(Some(name)),
            other => {
                self.peeked = other;
                Ok(None)
            }
        }
    }

    /// `variant kind Name(arguments)`, after the kind.
    fn variant(&mut self, kind: String, span: Range<usize>) -> Result<Expect, Fault> {
        let wrong = || {
            Fault::new("syntax", span.clone(), "a position is expected after `variant`")
                .remedy("write variant impartial Domineering(R=2, C=3)")
        };
        let game = self.next_name()?.ok_or_else(wrong)?;
        let open = self.next_if(&Token::Open('('))?.ok_or_else(wrong)?;
        let arguments = self.reader.raw_arguments()?.to_string();
        let end = open.end + arguments.len() + 1;
        self.code.push((Op::Variant(kind, game, arguments), span.start..end));
        Ok(Expect::Operator)
    }

    fn callee(&self, name: &str) -> Option<Callee> {
        let defined = (self.defined)(name).map(|parameters| Callee::Defined(name.to_string(), parameters));
        defined.or_else(|| function(name).map(Callee::Known))
    }

    fn operator(&mut self, token: Token, span: Range<usize>) -> Result<Expect, Fault> {
        match token {
            Token::Operator(operator) => {
                let strength = strength(operator);
                let right_to_left = operator == "^";
                self.reduce(if right_to_left { strength + 1 } else { strength });
                if strength == COMPARISON
                    && matches!(self.code.last(), Some((Op::Binary(last), _)) if self::strength(last) == COMPARISON)
                {
                    return Err(Fault::new("syntax", span, "comparisons cannot be chained"));
                }
                self.frames.push(Frame::Operator { op: Op::Binary(operator), strength, span });
                Ok(Expect::Operand)
            }
            Token::Dot => self.method(span),
            Token::Open('[') => {
                self.frames.push(Frame::Index(span));
                Ok(Expect::Operand)
            }
            Token::Bars(count) => {
                self.count(span.start);
                self.bars(count, span)
            }
            Token::Comma => {
                self.count(span.start);
                self.comma = Some(span.clone());
                self.open_switch();
                if matches!(self.frames.last(), Some(Frame::List(list)) if list.closing == Closing::Statement) {
                    self.operand_start = span.end;
                }
                match self.frames.last() {
                    Some(Frame::Brace { .. } | Frame::Call { .. }) => Ok(Expect::Operand),
                    Some(Frame::List(list)) if list.element.is_none() => Ok(Expect::Operand),
                    None if self.bound.is_some() => {
                        self.comma = None;
                        self.end_binding_step();
                        self.begin_binding(span)
                    }
                    _ => Err(Fault::new("syntax", span, "a comma outside braces and arguments")),
                }
            }
            Token::Close(bracket) => {
                self.count(span.start);
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
        let callee = Callee::Known(function("Switch").expect("it is in the list"));
        self.frames.pop();
        self.frames.push(Frame::Call { callee, given: 1, span: start..open.end });
    }

    fn method(&mut self, span: Range<usize>) -> Result<Expect, Fault> {
        let Some((Token::Name(name), at)) = self.next()? else {
            return Err(Fault::new("syntax", span, "a name is expected after the dot"));
        };
        let Some(callee) = self.callee(&name) else { return Err(super::function::unknown(&name, at)) };
        if let Some(open) = self.next_if(&Token::Open('('))? {
            self.frames.push(Frame::Call { callee, given: 1, span: at.start..open.end });
            if let Some(close) = self.next_if(&Token::Close(')'))? {
                return self.close(')', close);
            }
            return Ok(Expect::Operand);
        }
        self.call(callee, 1, at)?;
        Ok(Expect::Operator)
    }

    fn call(&mut self, callee: Callee, given: usize, span: Range<usize>) -> Result<(), Fault> {
        let (name, wanted) = match &callee {
            Callee::Known(function) => (function.name, function.arguments.clone()),
            Callee::Defined(name, parameters) => (name.as_str(), *parameters..=*parameters),
        };
        if !wanted.contains(&given) {
            let wanted = match (wanted.start(), wanted.end()) {
                (from, to) if from == to => from.to_string(),
                (from, &usize::MAX) => format!("at least {from}"),
                (from, to) => format!("{from} to {to}"),
            };
            let fault = Fault::new("arguments", span, format!("{name} takes {wanted} arguments, {given} given"));
            return Err(match callee {
                Callee::Known(function) => fault.remedy(function.usage),
                Callee::Defined(..) => fault,
            });
        }
        let op = match callee {
            Callee::Known(function) => Op::Call(function, given),
            Callee::Defined(name, _) => Op::Apply(name, given),
        };
        self.code.push((op, span));
        Ok(())
    }

    /// Moves operators at least this strong from the stack to the code, down to the innermost bracket. What follows `else` ends at 0.
    fn reduce(&mut self, strength: u8) {
        while let Some(top) = self.frames.last() {
            let ends = match top {
                Frame::Operator { strength: top, .. } | Frame::Logic { strength: top, .. } => *top >= strength,
                Frame::Else(_) => strength == 0,
                _ => false,
            };
            if !ends {
                return;
            }
            match self.frames.pop() {
                Some(Frame::Operator { op, span, .. }) => self.code.push((op, span)),
                Some(Frame::Logic { jump, span, .. }) => {
                    self.code.push((Op::Truth, span));
                    self.land(jump);
                }
                Some(Frame::Else(jump)) => self.land(jump),
                _ => {}
            }
        }
    }

    /// The jump at a place leads here.
    pub(super) fn land(&mut self, jump: usize) {
        let here = (self.code.len() - jump) as isize;
        match &mut self.code[jump].0 {
            Op::Jump(by) | Op::Unless(by) | Op::Decided(_, by) | Op::Next(_, by) => *by = here,
            _ => {}
        }
    }

    /// An operand of the innermost bracket is complete; it ends at a place of the text.
    fn count(&mut self, end: usize) {
        self.reduce(0);
        match self.frames.last_mut() {
            Some(Frame::Brace { counts, .. }) => {
                if let Some(last) = counts.last_mut() {
                    *last += 1;
                }
            }
            Some(Frame::Call { given, .. }) => *given += 1,
            Some(Frame::List(list)) if list.element.is_none() => {
                list.given += 1;
                if list.closing == Closing::Statement {
                    self.operands.push(self.operand_start..end);
                }
            }
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
                Some(Frame::Operator { .. } | Frame::Logic { .. }) => missing_operand(span),
                Some(_) => self.unclosed().unwrap_or_else(|| unopened(bracket, span)),
                None => unopened(bracket, span),
            });
        }
        match self.frames.pop() {
            Some(Frame::Call { callee, given, span: from }) => self.call(callee, given, from.start..span.end)?,
            Some(Frame::List(list)) => {
                self.frames.push(Frame::List(list));
                self.close_list(span);
            }
            Some(Frame::Index(from)) => self.code.push((Op::Index, from.start..span.end)),
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
            Frame::Index(_) => bracket == ']',
            Frame::List(list) => bracket == ']' && list.closing == Closing::Bracket,
            _ => false,
        }
    }
}

fn missing_operand(span: Range<usize>) -> Fault {
    Fault::new("syntax", span, "a value is expected here").remedy("a value is 3/4, *2, ^, {1|-1}, a name or (...)")
}

fn unopened(bracket: char, span: Range<usize>) -> Fault {
    Fault::new("brace", span, format!("`{bracket}` closes nothing"))
}
