//! How answers write parts whose types have no JSON of their own.

use serde::ser::{Serialize, Serializer};
use std::fmt::Display;

/// Writes something as its words.
pub(crate) fn words<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Writes something as its words, if it is there.
pub(crate) fn words_if_any<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(T::to_string).serialize(serializer)
}

/// Writes several things, each as its words.
pub(crate) fn each_in_words<T: Display, S: Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(T::to_string))
}

/// Writes seconds to the millisecond.
pub(crate) fn milliseconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((seconds * 1e3).round() / 1e3)
}
