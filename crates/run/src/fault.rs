use grundy_rule::{Diagnostic, Span};

/// Why an evaluation ended without a value.
#[derive(Clone, Debug)]
pub enum Halt {
    /// Something off the board, a division by 0, the least of nothing: the condition around it is false.
    Undefined,
    /// A limit of the language was passed; reported to the user.
    Fault(Box<Diagnostic>),
}

/// The result of an evaluation.
pub type Eval<T> = Result<T, Halt>;

impl Halt {
    /// A number left the 64-bit range.
    pub fn overflow(span: Span) -> Halt {
        Halt::Fault(Box::new(Diagnostic::new(
            "E26",
            span,
            "a number leaves the range of 64 bits here",
            "keep numbers below 9.2e18",
        )))
    }

    /// A set or board has too many elements.
    pub fn too_large(span: Span, what: &str) -> Halt {
        Halt::Fault(Box::new(Diagnostic::new(
            "E22",
            span,
            format!("{what} has more than {} elements", crate::MOST_ELEMENTS),
            "make it smaller",
        )))
    }

    /// A range holds more numbers than can be numbered.
    pub fn too_wide(span: Span) -> Halt {
        Halt::Fault(Box::new(Diagnostic::new(
            "E22",
            span,
            "this range holds more than 9.2e18 numbers",
            "bring its ends closer together",
        )))
    }

    /// The moves or the ending of one position need too many elements walked.
    pub fn too_many(span: Span) -> Halt {
        Halt::Fault(Box::new(Diagnostic::new(
            "E22",
            span,
            format!("more than {} choices have to be tried at one position", crate::MOST_STEPS),
            "make the sets smaller, or test a binder before the next one is bound",
        )))
    }

    /// A recursive definition ran out of fuel.
    pub fn fuel(span: Span) -> Halt {
        Halt::Fault(Box::new(Diagnostic::new(
            "E27",
            span,
            "this definition calls itself too often",
            "make every call smaller than the one before",
        )))
    }

    /// The diagnostic of a fault; `None` for something undefined.
    pub fn into_diagnostic(self) -> Option<Diagnostic> {
        match self {
            Halt::Undefined => None,
            Halt::Fault(diagnostic) => Some(*diagnostic),
        }
    }
}

/// `None` where the value is undefined.
pub fn defined<T>(result: Eval<T>) -> Result<Option<T>, Halt> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Halt::Undefined) => Ok(None),
        Err(fault) => Err(fault),
    }
}
