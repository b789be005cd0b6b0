use crate::Message;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::fmt;

/// How sure an answer is, and why. Every answer carries one; printers may not drop it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// True for the whole range the answer speaks of; the message is the reason (a theorem and its finite facts).
    Proved(Message),
    /// Found true wherever it was looked at; the message says how far that is.
    Checked(Message),
    /// Taken for granted; the message says by whom.
    Assumed(Message),
}

impl Standing {
    /// The word of the JSON answers: `proved`, `checked` or `assumed`.
    pub fn kind(&self) -> &'static str {
        match self {
            Standing::Proved(_) => "proved",
            Standing::Checked(_) => "checked",
            Standing::Assumed(_) => "assumed",
        }
    }

    /// Why, how far, or by whom.
    pub fn reason(&self) -> &Message {
        match self {
            Standing::Proved(reason) | Standing::Checked(reason) | Standing::Assumed(reason) => reason,
        }
    }

    /// The standing of a conclusion drawn from both: the weaker kind, with the reasons joined.
    pub fn and(self, other: Standing) -> Standing {
        let (mine, others) = (self.reason(), other.reason());
        let reason = if mine == others { mine.clone() } else { Message::row("; ", vec![mine.clone(), others.clone()]) };
        match self.strength().min(other.strength()) {
            2 => Standing::Proved(reason),
            1 => Standing::Checked(reason),
            _ => Standing::Assumed(reason),
        }
    }

    fn strength(&self) -> u8 {
        match self {
            Standing::Proved(_) => 2,
            Standing::Checked(_) => 1,
            Standing::Assumed(_) => 0,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind(), self.reason())
    }
}

/// `{kind, reason}`.
impl Serialize for Standing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut standing = serializer.serialize_struct("Standing", 2)?;
        standing.serialize_field("kind", self.kind())?;
        standing.serialize_field("reason", self.reason())?;
        standing.end()
    }
}

#[cfg(test)]
mod tests {
    use super::Standing::*;

    #[test]
    fn a_conclusion_is_as_weak_as_its_weakest_premise() {
        let both = Proved("a".into()).and(Checked("b".into()));
        assert_eq!(both, Checked("a; b".into()));
        assert_eq!(Checked("a".into()).and(Assumed("a".into())), Assumed("a".into()));
    }
}
