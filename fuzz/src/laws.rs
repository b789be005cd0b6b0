//! Each law panics when it is broken, with the text that broke it.

use grundy_rule::{Diagnostic, MAX_BYTES, check_file, format, parse_expression, parse_file, read};

/// The laws for any bytes: those that are no UTF-8 are the caller's business, the rest is a text.
pub fn of_bytes(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        of_text(text);
    }
}

/// Parsing, checking and formatting a text end without a panic; every diagnostic points into the text and says
/// something; formatting keeps the tree and is idempotent.
pub fn of_text(text: &str) {
    let reading = read(text);
    let parsed = reading.parsed;
    let (_, checked) = check_file(&parsed.file);
    let any = |list: &[Diagnostic]| list.iter().any(Diagnostic::is_error);
    assert_eq!(any(&reading.diagnostics), any(&parsed.diagnostics) || any(&checked), "a mistake is lost: {text:?}");
    for diagnostic in parsed.diagnostics.iter().chain(&checked) {
        let span = diagnostic.span.range();
        assert!(span.start <= span.end && span.end <= text.len() + 1, "{diagnostic:?} of {text:?}");
        assert!(!diagnostic.cause.is_empty() && !diagnostic.remedy.is_empty(), "{diagnostic:?} of {text:?}");
    }
    let _ = parse_expression(text, MAX_BYTES);
    let Ok(result) = format(text) else {
        assert!(!parsed.diagnostics.is_empty(), "not formatted, but nothing is wrong: {text:?}");
        return;
    };
    assert_eq!(format(&result).as_deref(), Ok(&*result), "formatting twice: {text:?}");
    let again = parse_file(&result);
    assert_eq!(again.diagnostics, [], "{text:?} => {result:?}");
    let (_, after) = check_file(&again.file);
    let codes = |list: &[Diagnostic]| list.iter().map(|one| one.code).collect::<Vec<_>>();
    assert_eq!(codes(&checked), codes(&after), "{text:?} => {result:?}");
}
