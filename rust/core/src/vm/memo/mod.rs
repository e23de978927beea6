//! Caches of computed values, and their keys.

pub(super) mod incremental;
pub(super) mod keys;
pub(super) mod views;
