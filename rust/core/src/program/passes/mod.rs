//! Passes: each rewrites a program into one that does the same with less work.

pub(crate) mod common_subexpressions;
pub(crate) mod constant_folding;
pub(crate) mod flatten_chains;
pub(crate) mod materialise_sets;
pub(crate) mod memoise;
pub(crate) mod merge_alternatives;
pub(crate) mod peephole;
pub(crate) mod query_arguments;
pub(crate) mod reorder_operands;
pub(crate) mod simplify;
pub(crate) mod singletons;
pub(crate) mod small_sets;
pub(crate) mod vectorise_filters;
