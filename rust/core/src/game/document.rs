//! The document of a game file of an earlier protocol, in the names of the present one.

use super::{Query, Result};
use crate::error::Error;
use crate::program::expr::{Hexes, Int, Units};
use crate::program::instr::Procedure;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A document as far as names in it have changed; the rest stays as it is.
#[derive(Serialize, Deserialize)]
struct Document {
    views: Vec<Hexes>,
    procedures: Vec<Procedure>,
    queries: Vec<Query>,
    hidden: Vec<Units>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawing: Option<Drawing>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What a picture needs beyond the rules, which the engine does not read.
#[derive(Serialize, Deserialize)]
struct Drawing {
    /// The unit that a decision is about, by procedure and number of the instruction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    subjects: Option<Vec<(u16, u32, Int)>>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The document with names of the present protocol.
pub(super) fn renamed(json: &[u8]) -> Result<Vec<u8>> {
    let told = |e: serde_json::Error| Error::Game(e.to_string());
    let document: Document = serde_json::from_slice(json).map_err(told)?;
    serde_json::to_vec(&document).map_err(told)
}
