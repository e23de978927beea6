//! What can go wrong, as values with the facts in them.

use thiserror::Error;

/// Everything the engine refuses or fails at.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum Error {
    /// A game file that cannot be read or contradicts itself.
    #[error("game file: {0}")]
    Game(String),
    /// An action that the rules refuse; `rule` is the id of the rule that forbids it.
    #[error("{}{text}", named(rule))]
    Illegal {
        /// The id of the rule that refuses; empty when none does, as nothing of the kind is offered.
        rule: String,
        /// The reason with its facts.
        text: String,
    },
    /// Bytes that are not a state of this game.
    #[error("state bytes: {0}")]
    Bytes(String),
    /// A state whose variable is not what it can be where the program waits.
    #[error("state bytes: {variable} is {value} in {place}, expected {low} to {high}")]
    OutOfRange {
        /// The name of the variable.
        variable: String,
        /// What it is.
        value: i32,
        /// The procedure that waits.
        place: String,
        /// The least that it can be there.
        low: i32,
        /// The greatest that it can be there.
        high: i32,
    },
    /// A program that did what no sound program does; the state is left as it was.
    #[error("program: {0}")]
    Program(String),
    /// A name or number that means nothing here.
    #[error("{0}")]
    Unknown(String),
}

/// What a refusal begins with: its rule, if one refuses.
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
