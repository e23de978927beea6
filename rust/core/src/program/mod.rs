//! The optimising compiler of rules programs: checks, analyses and passes.

pub mod analysis;
pub mod check;
pub mod passes;

#[cfg(test)]
mod tests;
