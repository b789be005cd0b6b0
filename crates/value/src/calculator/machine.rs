//! Runs code on a stack of answers. Calls of defined functions keep their own stack too, so that recursion costs memory only.
//!
//! It ends: a list is finished before it is gone through, calls nest at most [`DEEPEST`] deep, and every 256 instructions the watch is
//! asked.

use super::answer::Answer;
use super::arithmetic::LONGEST;
use super::code::{Op, Step};
use super::draft::{Draft, Item};
use super::evaluate::{Calculator, Known};
use super::fault::Fault;
use super::function::{self, Call};
use super::position;
use super::token::Reach;
use crate::{Graph, Halt, Named, Side, Sided, Values};
use std::ops::Range;
use std::rc::Rc;

/// How deep calls of defined functions nest.
const DEEPEST: usize = 10_000;

pub(super) struct Machine<'a, 'c, 'p> {
    values: Values<'a>,
    calculator: &'c mut Calculator<'p>,
    stack: Vec<Item>,
    draft: Draft,
    calls: Vec<Frame>,
    locals: Vec<(String, Answer)>,
    /// Lists being gone through; whether their name is bound.
    iterators: Vec<(std::vec::IntoIter<Answer>, bool)>,
    gathered: Vec<Vec<Answer>>,
    steps: u64,
}

/// Code under way.
struct Frame {
    code: Rc<[Step]>,
    at: usize,
    /// Locals below are the caller's.
    base: usize,
    /// What the call is remembered by.
    known: Option<Known>,
    /// The caller's braces under construction.
    draft: Draft,
    /// The function's name and where it is called.
    name: String,
    span: Range<usize>,
}

impl<'a, 'c, 'p> Machine<'a, 'c, 'p> {
    /// What code comes to.
    pub(super) fn run(
        values: Values<'a>,
        calculator: &'c mut Calculator<'p>,
        code: Rc<[Step]>,
        span: Range<usize>,
    ) -> Result<Answer, Fault> {
        let mut machine = Machine::new(values, calculator, Draft::default(), code, span.clone());
        let item = machine.go().map_err(|fault| machine.placed(fault))?;
        item.answer(&span)
    }

    /// The graph of the braces that code writes, not simplified.
    pub(super) fn graph(
        values: Values<'a>,
        calculator: &'c mut Calculator<'p>,
        code: Rc<[Step]>,
        span: Range<usize>,
    ) -> Result<Graph, Fault> {
        let mut machine = Machine::new(values, calculator, Draft::literal(), code, span.clone());
        let item = machine.go().map_err(|fault| machine.placed(fault))?;
        machine.draft.written(values, item, &span)
    }

    fn new(
        values: Values<'a>,
        calculator: &'c mut Calculator<'p>,
        draft: Draft,
        code: Rc<[Step]>,
        span: Range<usize>,
    ) -> Machine<'a, 'c, 'p> {
        let (stack, locals, iterators, gathered) = Default::default();
        let whole = Frame { code, at: 0, base: 0, known: None, draft: Draft::default(), name: String::new(), span };
        Machine { values, calculator, stack, draft, calls: vec![whole], locals, iterators, gathered, steps: 0 }
    }

    /// What the whole code leaves on the stack.
    fn go(&mut self) -> Result<Item, Fault> {
        loop {
            let frame = self.calls.last_mut().expect("the last frame ends the loop");
            let Some((op, span)) = frame.code.get(frame.at).cloned() else {
                let span = frame.span.clone();
                if self.calls.len() == 1 {
                    let item = self.stack.pop();
                    return item.ok_or_else(|| Fault::new("syntax", span, "a value is expected here"));
                }
                let answer = self.pop(&span)?;
                let frame = self.calls.pop().expect("just seen");
                self.locals.truncate(frame.base);
                self.draft = frame.draft;
                if let Some(known) = frame.known {
                    self.calculator.remember(known, &answer);
                }
                self.stack.push(Item::Answer(answer));
                continue;
            };
            frame.at += 1;
            self.steps += 1;
            if self.steps % 256 == 0 {
                self.values.tick_now().map_err(|halt| Fault::halt(span.clone(), halt))?;
            }
            self.step(op, span)?;
        }
    }

    /// A fault of the statement: one inside a function is told where that is called.
    fn placed(&self, fault: Fault) -> Fault {
        match &self.calls[..] {
            [_, outermost, ..] => {
                let name = &self.calls.last().expect("one at least").name;
                Fault { message: format!("in {name}: {}", fault.message), span: outermost.span.clone(), ..fault }
            }
            _ => fault,
        }
    }

    fn pop(&mut self, span: &Range<usize>) -> Result<Answer, Fault> {
        let item = self.stack.pop().ok_or_else(|| Fault::new("syntax", span.clone(), "a value is expected here"))?;
        item.answer(span)
    }

    fn pop_truth(&mut self, span: &Range<usize>) -> Result<bool, Fault> {
        let answer = self.pop(span)?;
        let message = || format!("true or false is expected here, this is {}", answer.kind());
        answer.truth().ok_or_else(|| Fault::new("kind", span.clone(), message()))
    }

    fn pop_list(&mut self, span: &Range<usize>) -> Result<Vec<Answer>, Fault> {
        match self.pop(span)? {
            Answer::List(list) => Ok(list),
            other => {
                Err(Fault::new("kind", span.clone(), format!("a list is expected here, this is {}", other.kind())))
            }
        }
    }

    fn jump(&mut self, by: isize) {
        if let Some(frame) = self.calls.last_mut() {
            // The place has been passed already.
            frame.at = frame.at.saturating_add_signed(by - 1);
        }
    }

    fn step(&mut self, op: Op, span: Range<usize>) -> Result<(), Fault> {
        let halt = |halt: Halt| Fault::halt(span.clone(), halt);
        let answer = match op {
            Op::Push(nus) => Answer::Game(self.values.nus(&nus).map_err(halt)?),
            Op::Power(side, n, reach) => {
                let power = match reach {
                    Reach::One => self.values.up_power(n),
                    Reach::All => self.values.up_power_to(n),
                };
                let signed =
                    power.and_then(|power| if side == Side::Left { Ok(power) } else { self.values.negative(power) });
                Answer::Game(signed.map_err(halt)?)
            }
            Op::Text(text) => Answer::Text(text),
            Op::Name(name) => {
                let item = self.named(&name, &span)?;
                self.stack.push(item);
                return Ok(());
            }
            Op::Position(name, arguments) => self.position(None, &name, &arguments, &span)?,
            Op::Variant(kind, name, arguments) => self.position(Some(&kind), &name, &arguments, &span)?,
            Op::Negative => {
                let operand = self.pop(&span)?;
                self.values.negative_answer(&operand, &span)?
            }
            Op::Switch => {
                let operand = self.pop(&span)?;
                self.switch(&operand, &span)?
            }
            Op::Not => Answer::Truth(!self.pop_truth(&span)?),
            Op::Truth => Answer::Truth(self.pop_truth(&span)?),
            Op::Binary(operator) => {
                let right = self.pop(&span)?;
                let left = self.pop(&span)?;
                self.values.binary(operator, &left, &right, &span)?
            }
            Op::Call(function, given) => {
                let arguments = self.arguments(given, &span)?;
                function::apply(function, &Call { values: self.values, arguments, span })?
            }
            Op::Apply(name, given) => return self.apply(name, given, span),
            Op::Enter(label) => {
                self.draft.enter(label);
                return Ok(());
            }
            Op::Brace { counts, bars } => {
                let item = self.brace(&counts, &bars, &span)?;
                self.stack.push(item);
                return Ok(());
            }
            Op::List(given) => Answer::List(self.arguments(given, &span)?),
            Op::Index => {
                let index = self.pop(&span)?;
                let list = self.pop_list(&span)?;
                self.element(list, &index, &span)?
            }
            Op::Gathered => Answer::List(self.gathered.pop().unwrap_or_default()),
            other => return self.flow(other, &span),
        };
        self.stack.push(Item::Answer(answer));
        Ok(())
    }

    /// Instructions that lead elsewhere, bind names or gather lists.
    fn flow(&mut self, op: Op, span: &Range<usize>) -> Result<(), Fault> {
        match op {
            Op::Jump(by) => self.jump(by),
            Op::Unless(by) => {
                let truth = self.pop_truth(span)?;
                self.jump(if truth { 1 } else { by });
            }
            Op::Decided(truth, by) => {
                let is_decided = self.pop_truth(span)? == truth;
                self.stack.extend(is_decided.then_some(Item::Answer(Answer::Truth(truth))));
                self.jump(if is_decided { by } else { 1 });
            }
            Op::Gather => self.gathered.push(Vec::new()),
            Op::Each => {
                let list = self.pop_list(span)?;
                self.iterators.push((list.into_iter(), false));
            }
            Op::Next(name, by) => {
                let Some((iterator, bound)) = self.iterators.last_mut() else { return Ok(()) };
                let (next, was_bound) = (iterator.next(), std::mem::replace(bound, true));
                if was_bound {
                    self.locals.pop();
                }
                match next {
                    Some(answer) => self.locals.push((name, answer)),
                    None => {
                        self.iterators.pop();
                        self.jump(by);
                    }
                }
            }
            Op::Append => {
                let answer = self.pop(span)?;
                if let Some(list) = self.gathered.last_mut() {
                    if list.len() >= LONGEST {
                        return Err(Fault::new("limit", span.clone(), "a list of more than 2^20 elements"));
                    }
                    list.push(answer);
                }
            }
            Op::Bind(name) => {
                let answer = self.pop(span)?;
                self.locals.push((name, answer));
            }
            Op::Unbind(count) => self.locals.truncate(self.locals.len().saturating_sub(count)),
            _ => {}
        }
        Ok(())
    }

    fn arguments(&mut self, given: usize, span: &Range<usize>) -> Result<Vec<Answer>, Fault> {
        let items = self.stack.split_off(self.stack.len().saturating_sub(given));
        items.into_iter().map(|item| item.answer(span)).collect()
    }

    /// Begins the call of a defined function, or takes what it is known to come to.
    fn apply(&mut self, name: String, given: usize, span: Range<usize>) -> Result<(), Fault> {
        let arguments = self.arguments(given, &span)?;
        let known = Known::of(&name, &arguments);
        if let Some(answer) = known.as_ref().and_then(|known| self.calculator.remembered(known)) {
            self.stack.push(Item::Answer(answer));
            return Ok(());
        }
        if self.calls.len() >= DEEPEST {
            let message = format!("calls of {name} nest more than {DEEPEST} deep");
            return Err(Fault::new("limit", span, message).remedy("let it end: f(n) := if n <= 0 then 0 else f(n - 1)"));
        }
        let Some(function) = self.calculator.defined(&name) else {
            return Err(function::unknown(&name, span));
        };
        let base = self.locals.len();
        self.locals.extend(function.parameters.iter().cloned().zip(arguments));
        let draft = std::mem::take(&mut self.draft);
        self.calls.push(Frame { code: function.code.clone(), at: 0, base, known, draft, name, span });
        Ok(())
    }

    fn element(&self, mut list: Vec<Answer>, index: &Answer, span: &Range<usize>) -> Result<Answer, Fault> {
        let number = match index {
            Answer::Game(game) => self.values.as_number(*game).and_then(|number| number.to_i64()),
            _ => None,
        };
        let place = number.and_then(|number| usize::try_from(number).ok()).and_then(|number| number.checked_sub(1));
        let message = || format!("the list has elements 1 to {}", list.len());
        match place.filter(|&place| place < list.len()) {
            Some(place) => Ok(list.swap_remove(place)),
            None => Err(Fault::new("arguments", span.clone(), message())),
        }
    }

    /// The local value of a name.
    fn local(&self, name: &str) -> Option<&Answer> {
        let base = self.calls.last().map_or(0, |frame| frame.base);
        self.locals[base..].iter().rev().find(|(local, _)| local == name).map(|(_, answer)| answer)
    }

    fn variable(&self, name: &str) -> Option<&Answer> {
        self.local(name).or_else(|| self.calculator.variable(name))
    }

    fn named(&mut self, name: &str, span: &Range<usize>) -> Result<Item, Fault> {
        if let Some(open) = self.draft.named(name) {
            return Ok(open);
        }
        if name == "pass" {
            return Err(Fault::new("name", span.clone(), "`pass` means something only among the options of a game"));
        }
        if let Some(answer) = self.variable(name) {
            return Ok(Item::Answer(answer.clone()));
        }
        if matches!(name, "true" | "false") {
            return Ok(Item::Answer(Answer::Truth(name == "true")));
        }
        if let Some((_, named)) = Named::ALL.into_iter().find(|(known, _)| *known == name) {
            let sided = Sided::of_graph(self.values, &named.graph());
            let answer = sided.and_then(|sided| Answer::loopy(self.values, sided));
            return answer.map(Item::Answer).map_err(|halt| Fault::halt(span.clone(), halt));
        }
        match self.calculator.positions().value(self.values, name, "") {
            Ok(Some(answer)) => Ok(Item::Answer(answer)),
            Ok(None) => Err(function::unknown(name, span.clone())),
            Err(fault) => Err(Fault { span: span.clone(), ..fault }),
        }
    }

    fn position(
        &mut self,
        variant: Option<&str>,
        name: &str,
        arguments: &str,
        span: &Range<usize>,
    ) -> Result<Answer, Fault> {
        let start = span.end - 1 - arguments.len();
        let moved = |fault: Fault| Fault { span: start + fault.span.start..start + fault.span.end, ..fault };
        let filled = position::filled(self.values, arguments, |name| self.variable(name)).map_err(moved)?;
        let key = (variant.map(str::to_string), name.to_string(), filled);
        if let Some(answer) = self.calculator.valued(&key) {
            return Ok(answer);
        }
        let filled = &key.2;
        let positions = self.calculator.positions();
        let found = match variant {
            None => positions.value(self.values, name, filled),
            Some(variant) => positions.variant(self.values, variant, name, filled),
        };
        match found {
            Ok(Some(answer)) => {
                self.calculator.keep_value(key, &answer);
                Ok(answer)
            }
            Ok(None) if variant.is_some() => Err(function::unknown(name, span.clone())),
            Ok(None) => Err(function::unknown(name, span.start..span.start + name.len())),
            Err(fault) if *filled != arguments => Err(Fault { span: start..start + arguments.len(), ..fault }),
            Err(fault) => Err(moved(fault)),
        }
    }

    fn switch(&mut self, operand: &Answer, span: &Range<usize>) -> Result<Answer, Fault> {
        let negative = self.values.negative_answer(operand, span)?;
        self.draft.enter(None);
        let mut segments = vec![vec![Item::Answer(operand.clone())], vec![Item::Answer(negative)]];
        self.draft.join(self.values, &mut segments, span)?;
        self.draft.leave(self.values, segments, span)?.answer(span)
    }

    /// Builds the game of a brace: among its bars the fewest bind tightest, and equal ones may not compete.
    fn brace(&mut self, counts: &[usize], bars: &[(usize, Range<usize>)], span: &Range<usize>) -> Result<Item, Fault> {
        let total: usize = counts.iter().sum();
        let mut operands = self.stack.split_off(self.stack.len().saturating_sub(total)).into_iter();
        // A list among the options stands for its elements.
        let mut segment = |count: usize| -> Vec<Item> {
            operands.by_ref().take(count).fold(Vec::new(), |mut all, item| {
                match item {
                    Item::Answer(Answer::List(list)) => all.extend(list.into_iter().map(Item::Answer)),
                    other => all.push(other),
                }
                all
            })
        };
        let mut segments = vec![segment(counts[0])];
        let mut open: Vec<usize> = Vec::new();
        for (&count, (bar, at)) in counts[1..].iter().zip(bars) {
            while open.last().is_some_and(|last| last < bar) {
                open.pop();
                self.draft.join(self.values, &mut segments, span)?;
            }
            if open.last() == Some(bar) {
                return Err(Fault::new("brace", at.clone(), "two bars of the same length compete")
                    .remedy("write {0||0|-2}, or put braces around the inner game"));
            }
            open.push(*bar);
            segments.push(segment(count));
        }
        for _ in open {
            self.draft.join(self.values, &mut segments, span)?;
        }
        self.draft.leave(self.values, segments, span)
    }
}
