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
        /// The reason of the refusal, with the facts of the position.
        text: String,
    },
    /// Malformed bytes of a state.
    #[error("state bytes: {0}")]
    Bytes(String),
    /// A state in which a variable is out of the range that play permits at the pending decision.
    #[error("state bytes: {variable} is {value} in {place}, expected {low} to {high}")]
    OutOfRange {
        /// The name of the variable.
        variable: String,
        /// The value of the variable.
        value: i32,
        /// The name of the procedure that waits for an action.
        place: String,
        /// The least value of the variable there.
        low: i32,
        /// The greatest value of the variable there.
        high: i32,
    },
    /// A defect of a program; the state is unchanged.
    #[error("program: {0}")]
    Program(String),
    /// An unknown name or number.
    #[error("{0}")]
    Unknown(String),
}

/// The first words of a refusal: the id of the rule that refuses, if there is one.
fn named(rule: &str) -> String {
    if rule.is_empty() {
        String::new()
    } else {
        format!("{rule}: ")
    }
}

/// The result of a function of this crate: a value or an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// An error about a defect of a rules program, with the given text.
pub fn program<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Program(text.into()))
}
