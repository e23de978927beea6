//! Evaluation of expressions on a state.

pub(super) mod clash;
pub(super) mod component;
pub(super) mod hexes;
pub(super) mod ints;
pub(super) mod membership;
pub(super) mod reach;
pub(super) mod set_ops;
pub(super) mod small_sets;
pub(super) mod stacks;
pub(super) mod units;
