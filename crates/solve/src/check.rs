//! What a rule file says of itself, compared with what is so: claims, splits and symmetries.

pub(crate) mod audit;
pub(crate) mod claims;
