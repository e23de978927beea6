//! Errors as values, with the facts of each.

use thiserror::Error;

/// All errors of the engine.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum Error {
    /// A malformed or inconsistent game file.
    #[error("game file: {0}")]
    Game(String),
    /// An action that the rules refuse.
    #[error("{}{text}", named(rule))]
    Illegal {
        /// The id of the rule that refuses; empty if no rule does, as no such action exists.
        rule: String,
        /// The reason, with its facts.
        text: String,
    },
    /// Malformed bytes of a state.
    #[error("state bytes: {0}")]
    Bytes(String),
    /// A state in which a variable is out of range at the pending decision.
    #[error("state bytes: {variable} is {value} in {place}, expected {low} to {high}")]
    OutOfRange {
        /// The name of the variable.
        variable: String,
        /// Its value.
        value: i32,
        /// The waiting procedure.
        place: String,
        /// Its least value there.
        low: i32,
        /// Its greatest value there.
        high: i32,
    },
    /// A defect of a program; the state is unchanged.
    #[error("program: {0}")]
    Program(String),
    /// An unknown name or number.
    #[error("{0}")]
    Unknown(String),
}

/// The beginning of a refusal: the rule, if there is one.
fn named(rule: &str) -> String {
    if rule.is_empty() {
        String::new()
    } else {
        format!("{rule}: ")
    }
}

/// The crate's result.
pub type Result<T> = std::result::Result<T, Error>;

/// A program error with the given text.
pub fn program<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Program(text.into()))
}
