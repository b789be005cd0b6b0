//! What the library says of a text, in the protocol's types.

use crate::asides::{GameFacts, Placed};
use crate::open::Read;
use crate::positions::Lines;
use grundy::{CompletionKind, NameKind, Outline, Problem, Rewrite, Severity, Span, WordClass, format_rules};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CompletionItem, CompletionItemKind, Diagnostic,
    DiagnosticSeverity, DocumentHighlight, DocumentSymbol, Documentation, GotoDefinitionResponse, Hover, HoverContents,
    InlayHint, InlayHintLabel, InlayHintTooltip, Location, MarkupContent, MarkupKind, NumberOrString, Position,
    PrepareRenameResponse, Range, SymbolKind, TextEdit, WorkspaceEdit,
};
use std::collections::HashMap;

/// A mistake as an editor shows it: cause first, remedy last.
pub fn diagnostic(text: &str, lines: &Lines, one: &grundy::Diagnostic) -> Diagnostic {
    let severity = match one.severity() {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    told(lines.range(text, one.span), severity, one.code, format!("{}: {}", one.cause, one.remedy))
}

fn told(range: Range, severity: DiagnosticSeverity, code: &str, message: String) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(code.to_string())),
        source: Some("grundy".to_string()),
        message,
        ..Diagnostic::default()
    }
}

impl Read {
    fn text(&self) -> &str {
        &self.document.text().text
    }

    fn byte(&self, position: Position) -> usize {
        self.lines.byte(self.text(), position)
    }

    fn range(&self, span: Span) -> Range {
        self.lines.range(self.text(), span)
    }

    fn location(&self, span: Span) -> Location {
        Location { uri: self.uri.clone(), range: self.range(span) }
    }

    /// What a check found, as an editor shows it.
    pub fn checked(&self, found: &[Placed]) -> Vec<Diagnostic> {
        let diagnostic = |one: &Placed| {
            let severity = match one.severity.as_str() {
                "warning" => DiagnosticSeverity::WARNING,
                _ => DiagnosticSeverity::ERROR,
            };
            let range = self.range(Span { start: one.span.start, end: one.span.end });
            told(range, severity, &one.code, format!("{}: {}", one.message, one.remedy))
        };
        found.iter().map(diagnostic).collect()
    }

    fn edit(&self, rewrites: impl IntoIterator<Item = Rewrite>) -> WorkspaceEdit {
        let edit = |rewrite: Rewrite| TextEdit {
            range: self.range(Span { start: rewrite.start, end: rewrite.end }),
            new_text: rewrite.text,
        };
        let edits = rewrites.into_iter().map(edit).collect();
        WorkspaceEdit { changes: Some(HashMap::from([(self.uri.clone(), edits)])), ..WorkspaceEdit::default() }
    }

    /// What is said of the word at a position; of a game also what is proved of it.
    pub fn hover(&self, position: Position, facts: &[GameFacts]) -> Option<Hover> {
        let hover = self.document.hover(self.byte(position))?;
        let mut value = format!("```grundy\n{}\n```\n\n{}\n", hover.code, hover.words);
        let known = facts.iter().find(|known| Some(&known.game) == hover.game.as_ref());
        if let Some(known) = known {
            value.push_str(&format!("\nends {}\n\n", known.ends));
            for fact in known.facts.iter().filter(|fact| fact.standing == "proved") {
                value.push_str(&format!("- **{}** ({}): {}\n", fact.fact, fact.standing, fact.reason));
            }
        }
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: Some(self.range(hover.span)) })
    }

    /// What can be written at a position, in the order in which it is offered.
    pub fn completion(&self, position: Position) -> Vec<CompletionItem> {
        let all = self.document.completions(self.byte(position)).into_iter().enumerate();
        let item = |(number, one): (usize, grundy::Completion)| CompletionItem {
            label: one.text,
            kind: Some(completion_kind(one.kind)),
            detail: (!one.form.is_empty()).then_some(one.form),
            documentation: (!one.words.is_empty()).then_some(Documentation::String(one.words)),
            sort_text: Some(format!("{number:05}")),
            ..CompletionItem::default()
        };
        all.map(item).collect()
    }

    /// Where the name at a position is declared.
    pub fn definition(&self, position: Position) -> Option<GotoDefinitionResponse> {
        let (named, _) = self.document.named_at(self.byte(position))?;
        Some(GotoDefinitionResponse::Scalar(self.location(named.declared)))
    }

    /// Where the name at a position is used.
    pub fn references(&self, position: Position, with_declaration: bool) -> Vec<Location> {
        let place = self.byte(position);
        let declared = self.document.named_at(place).map(|(named, _)| named.declared);
        let wanted = |span: &Span| with_declaration || Some(*span) != declared;
        self.document.references(place).into_iter().filter(wanted).map(|span| self.location(span)).collect()
    }

    /// The same, as stretches to be marked.
    pub fn highlights(&self, position: Position) -> Vec<DocumentHighlight> {
        let highlight = |span| DocumentHighlight { range: self.range(span), kind: None };
        self.document.references(self.byte(position)).into_iter().map(highlight).collect()
    }

    /// The name at a position that could be called otherwise.
    pub fn prepare_rename(&self, position: Position) -> Option<PrepareRenameResponse> {
        let (named, span) = self.document.named_at(self.byte(position))?;
        let (range, placeholder) = (self.range(span), named.name.clone());
        Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
    }

    /// The edits that call the name at a position otherwise.
    pub fn rename(&self, position: Position, new: &str) -> Result<WorkspaceEdit, Problem> {
        self.document.rename(self.byte(position), new).map(|rewrites| self.edit(rewrites))
    }

    /// The edits that lay the text out; `None` if it has mistakes. Lines that stay as they are at both ends are left out of it.
    pub fn formatting(&self) -> Option<Vec<TextEdit>> {
        let (old, new) = (self.text(), format_rules(self.text()).ok()?);
        if old == new {
            return Some(Vec::new());
        }
        let (before, after) = (old.split_inclusive('\n'), new.split_inclusive('\n'));
        let head: usize = before.zip(after).take_while(|(a, b)| a == b).map(|(line, _)| line.len()).sum();
        let (before, after) = (old[head..].split_inclusive('\n').rev(), new[head..].split_inclusive('\n').rev());
        let tail: usize = before.zip(after).take_while(|(a, b)| a == b).map(|(line, _)| line.len()).sum();
        let range = self.range(Span::new(head, old.len() - tail));
        Some(vec![TextEdit { range, new_text: new[head..new.len() - tail].to_string() }])
    }

    /// The remedies that are rewrites, of the mistakes that a range touches.
    pub fn code_actions(&self, range: Range) -> Vec<CodeActionOrCommand> {
        let wanted = self.lines.span(self.text(), range);
        let touches = |span: Span| span.start as usize <= wanted.end && wanted.start <= span.end as usize;
        let rewrites = self.document.rewrites().filter(|(one, _)| touches(one.span));
        let action = |(one, rewrite): (&grundy::Diagnostic, Rewrite)| {
            let text = rewrite.text.trim();
            let title = match rewrite.start == rewrite.end {
                true => format!("Insert `{text}`"),
                false => format!("Write `{text}`"),
            };
            CodeActionOrCommand::CodeAction(CodeAction {
                title,
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic(self.text(), &self.lines, one)]),
                edit: Some(self.edit([rewrite])),
                is_preferred: Some(true),
                ..CodeAction::default()
            })
        };
        rewrites.map(action).collect()
    }

    /// What is proved of each game, behind the line on which it begins.
    pub fn inlay_hints(&self, range: Range, facts: &[GameFacts]) -> Vec<InlayHint> {
        let wanted = self.lines.span(self.text(), range);
        let outline = self.document.outline();
        let games = outline.iter().filter(|row| row.kind == NameKind::Game);
        let hint = |row: &Outline| {
            let known = facts.iter().find(|known| known.game == row.name && !known.brief.is_empty())?;
            let place = row.declared.end as usize;
            let reasons = known.facts.iter().filter(|fact| fact.standing == "proved");
            let reasons: Vec<String> = reasons.map(|fact| format!("{}: {}", fact.fact, fact.reason)).collect();
            let hint = InlayHint {
                position: self.lines.position(self.text(), place),
                label: InlayHintLabel::String(known.brief.join(", ")),
                kind: None,
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(reasons.join("\n"))),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            };
            (wanted.start <= place && place <= wanted.end).then_some(hint)
        };
        games.filter_map(hint).collect()
    }

    /// The games of the text and what each declares.
    pub fn symbols(&self) -> Vec<DocumentSymbol> {
        self.document.outline().into_iter().map(|row| self.symbol(row)).collect()
    }

    // The protocol's type has a field that is no longer used.
    #[allow(deprecated)]
    fn symbol(&self, row: Outline) -> DocumentSymbol {
        let inner: Vec<DocumentSymbol> = row.inner.into_iter().map(|row| self.symbol(row)).collect();
        DocumentSymbol {
            name: row.name,
            detail: Some(row.form),
            kind: symbol_kind(row.kind),
            tags: None,
            deprecated: None,
            range: self.range(row.span),
            selection_range: self.range(row.declared),
            children: (!inner.is_empty()).then_some(inner),
        }
    }
}

fn symbol_kind(kind: NameKind) -> SymbolKind {
    match kind {
        NameKind::Game => SymbolKind::CLASS,
        NameKind::Parameter => SymbolKind::CONSTANT,
        NameKind::Field | NameKind::Entry => SymbolKind::FIELD,
        NameKind::Definition => SymbolKind::FUNCTION,
        NameKind::Move => SymbolKind::METHOD,
        NameKind::Type => SymbolKind::ENUM,
        NameKind::TypeValue => SymbolKind::ENUM_MEMBER,
        NameKind::Player => SymbolKind::INTERFACE,
        NameKind::Argument | NameKind::Bound => SymbolKind::VARIABLE,
    }
}

fn completion_kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Name(kind) => match kind {
            NameKind::Game => CompletionItemKind::CLASS,
            NameKind::Parameter => CompletionItemKind::CONSTANT,
            NameKind::Field | NameKind::Entry => CompletionItemKind::FIELD,
            NameKind::Definition => CompletionItemKind::FUNCTION,
            NameKind::Move => CompletionItemKind::METHOD,
            NameKind::Type => CompletionItemKind::ENUM,
            NameKind::TypeValue => CompletionItemKind::ENUM_MEMBER,
            NameKind::Player | NameKind::Argument | NameKind::Bound => CompletionItemKind::VARIABLE,
        },
        CompletionKind::Word(WordClass::Function) => CompletionItemKind::FUNCTION,
        CompletionKind::Word(WordClass::Value) => CompletionItemKind::VALUE,
        CompletionKind::Word(_) => CompletionItemKind::KEYWORD,
        CompletionKind::Seen => CompletionItemKind::TEXT,
    }
}
