//! Rule programs as data: expressions, instructions and the checks made before one is run.

pub(crate) mod alike;
pub(crate) mod brief;
pub(crate) mod chain;
pub mod check;
mod cost;
pub mod depends;
pub mod expr;
pub(crate) mod few;
pub(crate) mod given;
pub mod instr;
pub(crate) mod keep;
pub(crate) mod kept;
pub(crate) mod kinds;
pub(crate) mod live;
mod merge;
pub mod node;
mod nodes;
mod numbers;
mod order;
mod pin;
mod places;
pub(crate) mod ranges;
pub(crate) mod reads;
mod share;
pub(crate) mod simplify;
mod spots;
pub(crate) mod standing;
pub(crate) mod vectors;
pub(crate) mod walk;

#[cfg(test)]
mod tests;
