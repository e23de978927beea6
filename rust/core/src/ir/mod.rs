//! Intermediate representation of rules programs: expressions, instructions, traversals and
//! rewrites.

pub mod expr;
pub mod instr;
pub mod node;
pub(crate) mod rewrite;
pub(crate) mod visit;
