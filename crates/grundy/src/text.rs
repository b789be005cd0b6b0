//! Texts that a door has read: each once.

/// A text and what to call it in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The path as given, `<stdin>`, `<argument>`, `<position>`, or `games/kayles.game` for one of the library.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A position may have this many bytes; rules at most [`grundy_rule::MAX_BYTES`].
pub const MAX_POSITION_BYTES: usize = 64 << 20;

impl Text {
    /// A text called `name`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Text {
        Text { name: name.into(), text: text.into() }
    }

    /// What was written as the GAME of a question.
    pub fn argument(text: impl Into<String>) -> Text {
        Text::new("<argument>", text)
    }

    /// What was written as the POSITION of a question.
    pub fn position(text: impl Into<String>) -> Text {
        Text::new("<position>", text)
    }
}
