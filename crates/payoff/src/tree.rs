//! Extensive games of perfect information.
