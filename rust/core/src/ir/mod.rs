//! The language of rule programs: expressions, instructions, and what walks and rewrites them.

pub mod expr;
pub mod instr;
pub mod node;
pub(crate) mod rewrite;
pub(crate) mod visit;
