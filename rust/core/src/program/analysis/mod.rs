//! Analyses: each finds facts about a program, and modifies nothing.

pub(crate) mod argument_domains;
pub(crate) mod classes;
pub(crate) mod cost;
pub mod depends;
pub(crate) mod key_layout;
pub(crate) mod lifetimes;
pub(crate) mod liveness;
pub(crate) mod memo_plan;
pub(crate) mod places;
pub(crate) mod pointwise;
pub(crate) mod purity;
pub(crate) mod symmetry;
pub(crate) mod value_range;
