//! Rules in words: what a position is, what a move chooses, asks and does, how the game ends; formulas stay as written.

use grundy_draw::{Lang, Phrase};
use grundy_rule::syntax::Mover;
use grundy_rule::{Convention, Declared, Rules, Source, Span};
use grundy_run::Value;

/// The rules, a sentence each.
pub fn rules(rules: &Rules, params: &[Value], text: &str, lang: Lang) -> Vec<String> {
    let mut sentences = Vec::new();
    if lang == Lang::English {
        let told = text.lines().take_while(|line| line.starts_with('#'));
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
        sentences.push(Phrase::Field.with(lang, &[&said]));
    }
    for of in &rules.moves {
        let mut said = vec![Phrase::Move.with(lang, &[&of.name])];
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
        let body: Vec<String> = of.body.iter().filter_map(|stmt| quoted(text, stmt.span)).collect();
        said.push(Phrase::Effect.with(lang, &[&body.join("; ")]));
        sentences.push(said.join(" "));
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
