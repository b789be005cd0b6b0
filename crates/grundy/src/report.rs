//! What every answer can do: be written as JSON, be said in words, and tell how it ended.

use serde::Serialize;

/// A language in which answers are said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Korean.
    Korean,
    /// Chinese in traditional characters.
    Chinese,
}

/// How a computation ended; doors turn it into exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With an answer that stands.
    Fine,
    /// With something refuted.
    Refuted,
    /// With mistakes in the input, told in the answer.
    BadInput,
    /// At a limit, or without a verdict.
    Limit,
}

/// An answer. Its JSON is what `Serialize` writes; its words stand in one place, beside its type.
pub trait Report: Serialize {
    /// What a person reads.
    fn words(&self, language: Language) -> String;

    /// How it ended.
    fn ended(&self) -> Ended {
        Ended::Fine
    }
}
