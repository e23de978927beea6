//! The optimizing compiler of rule programs: checks, analyses, passes.

pub mod analysis;
pub mod check;
pub mod passes;

#[cfg(test)]
mod tests;
