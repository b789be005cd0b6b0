//! Rules in words: what a position is, what a move chooses, asks and does, how the game ends; formulas stay as written.

use grundy_draw::{Lang, Phrase};
use grundy_rule::syntax::{AssignOp, Mover};
use grundy_rule::{Convention, Declared, Domain, Expr, Rules, Source, Span, Stmt, StmtKind, Type};
use grundy_run::Value;

/// Whether what a file says of its source and of what is known is told: not to those who are to find it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remarks {
    /// All of it.
    All,
    /// Only the rules.
    Rules,
}

/// The rules, a sentence each.
pub fn rules(rules: &Rules, params: &[Value], (text, remarks): (&str, Remarks), lang: Lang) -> Vec<String> {
    let mut sentences = Vec::new();
    if lang == Lang::English {
        let is_told = |line: &&str| {
            let told = line.trim_start_matches('#').trim();
            line.starts_with('#')
                && (remarks == Remarks::All || !told.starts_with("Source:") && !told.starts_with("Known:"))
        };
        let told = text.lines().take_while(is_told);
        sentences.extend(told.map(|line| line.trim_start_matches('#').trim().replace('`', "'")));
    }
    let fixed = |(param, value): (&Declared, &Value)| {
        format!("{} = {}", param.name, clipped(&grundy_run::value_text(value, None)))
    };
    let fixed: Vec<String> = rules.params.iter().zip(params).map(fixed).collect();
    if !fixed.is_empty() {
        sentences.push(Phrase::Parameter.with(lang, &[&fixed.join(", ")]));
    }
    for (number, field) in rules.fields.iter().enumerate() {
        let said = declaration(text, field, rules.fields.get(number + 1));
        sentences.push(field_said(rules, field, text, lang).unwrap_or_else(|| Phrase::Field.with(lang, &[&said])));
    }
    for of in &rules.moves {
        let phrase = if of.is_step { Phrase::Step } else { Phrase::Move };
        let mut said = vec![phrase.with(lang, &[&of.name])];
        if of.mover != Mover::Either {
            let player = &rules.players[usize::from(of.mover == Mover::Right)];
            said.push(Phrase::Only.with(lang, &[player]));
        }
        for binder in &of.binders {
            let Some(set) = quoted(text, binder.source.expr().span) else { continue };
            let phrase = match binder.source {
                Source::In(_) => Phrase::Choose,
                Source::Is(_) => Phrase::Let,
            };
            said.push(phrase.with(lang, &[&binder.name, &set]));
        }
        if let Some(guard) = of.guard.as_ref().and_then(|guard| quoted(text, guard.span)) {
            said.push(Phrase::Allowed.with(lang, &[&guard]));
        }
        let body: Vec<String> = of.body.iter().filter_map(|stmt| effect(rules, stmt, text, lang)).collect();
        let (between, end) = if lang == Lang::Chinese { ("；", "。") } else { ("; ", ".") };
        sentences.push(format!("{} {}{end}", said.join(" "), body.join(between)));
    }
    match Convention::of(rules) {
        Convention::Normal => sentences.push(Phrase::StuckLoses.text(lang).to_string()),
        Convention::Misere => sentences.push(Phrase::StuckWins.text(lang).to_string()),
        _ => {
            let ends = rules.verdicts.iter().filter_map(|verdict| quoted(text, verdict.span));
            sentences.extend(ends.map(|line| Phrase::Ends.with(lang, &[&line])));
        }
    }
    sentences
}

/// What a field holds, in a sentence; `None` where its domain has none.
fn field_said(rules: &Rules, field: &Declared, text: &str, lang: Lang) -> Option<String> {
    let set = |expr: &Expr| quoted(text, expr.span);
    let is_player = |domain: &Domain| matches!(domain.ty(), Type::Player);
    Some(match &field.domain {
        Domain::Nat => Phrase::FieldNumber.with(lang, &[&field.name]),
        Domain::Of(of) => Phrase::FieldIn.with(lang, &[&field.name, &set(of)?]),
        Domain::SetOf(inner) => match &**inner {
            Domain::Of(of) => Phrase::FieldSet.with(lang, &[&field.name, &set(of)?]),
            _ => return None,
        },
        Domain::Array { element, index } => match &**element {
            Domain::Optional(inner) if is_player(inner) => {
                let [left, right] = &rules.players;
                Phrase::FieldStones.with(lang, &[&field.name, &set(index)?, left, right])
            }
            Domain::Nat if is_count(rules, &set(index)?) => {
                Phrase::FieldNumbers.with(lang, &[&set(index)?, &field.name])
            }
            _ => Phrase::FieldArray.with(lang, &[&field.name, &set(index)?]),
        },
        _ => return None,
    })
}

/// Whether the text of an index set is how many there are: a number, or a parameter that is one.
fn is_count(rules: &Rules, index: &str) -> bool {
    let number = |param: &Declared| param.name == index && matches!(param.domain.ty(), Type::Int);
    index.parse::<u64>().is_ok() || rules.params.iter().any(number)
}

/// What a statement does, in words; its formulas as they are written.
fn effect(rules: &Rules, stmt: &Stmt, text: &str, lang: Lang) -> Option<String> {
    let code = |span: Span| quoted(text, span);
    let body = |stmts: &[Stmt]| {
        let said: Vec<String> = stmts.iter().filter_map(|stmt| effect(rules, stmt, text, lang)).collect();
        said.join(if lang == Lang::Chinese { "，" } else { ", " })
    };
    Some(match &stmt.kind {
        StmtKind::Assign(place, op, value) => {
            let is_set = place.index.is_none() && matches!(rules.fields[place.field].domain, Domain::SetOf(_));
            let phrase = match (op, is_set) {
                (AssignOp::Set, _) => Phrase::Becomes,
                (AssignOp::Add, false) => Phrase::Grows,
                (AssignOp::Sub, false) => Phrase::Falls,
                (AssignOp::Add, true) => Phrase::Join,
                (AssignOp::Sub, true) => Phrase::Leave,
            };
            phrase.with(lang, &[&code(place.span)?, &code(value.span)?])
        }
        StmtKind::Swap(one, other) => Phrase::Swaps.with(lang, &[&code(one.span)?, &code(other.span)?]),
        StmtKind::Let(_, name, value) => {
            Phrase::Let.with(lang, &[name, &code(value.span)?]).trim_end_matches([';', '；']).to_string()
        }
        StmtKind::If(when, then, _) => Phrase::IfThen.with(lang, &[&code(when.span)?, &body(then)]),
        StmtKind::For(_, name, set, inside) => Phrase::ForEach.with(lang, &[name, &code(set.span)?, &body(inside)]),
        StmtKind::Gain(points) => Phrase::Gains.with(lang, &[&code(points.span)?]),
        StmtKind::Again => Phrase::Again.text(lang).to_string(),
        StmtKind::Then(..) => Phrase::GoesOn.with(lang, &[code(stmt.span)?.trim_start_matches("then ")]),
        StmtKind::Become(to) => Phrase::Turns.with(lang, &[&code(to.span)?]),
        StmtKind::Pass => Phrase::Passes.text(lang).to_string(),
    })
}

/// A field as it is declared, without its default and its picture.
fn declaration(text: &str, field: &Declared, next: Option<&Declared>) -> String {
    let start = field.span.start as usize;
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let until = next.map(|next| next.span.start as usize).filter(|&next| next > start && next - start < line.len());
    let own = until.and_then(|next| text.get(start..next)).unwrap_or(line);
    let own = own.split(" show ").next().unwrap_or_default().split(" = ").next().unwrap_or_default();
    own.trim_end_matches([' ', ',']).replace('`', "'")
}

/// A place of the rule text on one line.
pub fn quoted(text: &str, span: Span) -> Option<String> {
    let place = text.get(span.start as usize..span.end as usize)?;
    let line = place.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
    (!line.is_empty()).then_some(line)
}

fn clipped(text: &str) -> String {
    if text.chars().count() <= 120 { text.to_string() } else { text.chars().take(117).chain("...".chars()).collect() }
}
