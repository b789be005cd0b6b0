use crate::rules::{Domain, Expr, Rules};

/// What bounds a `nat` field for the whole of play: the greatest of all these.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bound {
    /// The start values of these fields.
    pub fields: Vec<usize>,
    /// The weighted total of the start values of these fields (arrays: of all their cells).
    pub total: Vec<(usize, i64)>,
    /// These expressions over parameters.
    pub fixed: Vec<Expr>,
}

/// For each field, what is proved to bound it; `None` for fields that are no `nat`, or where nothing is proved.
pub fn bounds(rules: &Rules) -> Vec<Option<Bound>> {
    rules.fields.iter().map(|field| bound_of(rules, &field.domain)).collect()
}

fn bound_of(_: &Rules, _: &Domain) -> Option<Bound> {
    None
}
