//! Updates the document of an older game file to current names.

use crate::error::{Error, Result};
use crate::file::data::{GameData, Query};
use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::instr::Procedure;
use serde::{Deserialize, Serialize};
use serde_json::{json, Map, Value};

/// The parts of a document that contain names; the rest is copied.
#[derive(Serialize, Deserialize)]
struct Document {
    views: Vec<Hexes>,
    procedures: Vec<Procedure>,
    queries: Vec<Query>,
    hidden: Vec<Units>,
    variables: Vec<Variable>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawing: Option<Drawing>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A variable with the fields that the engine itself does not read.
#[derive(Serialize, Deserialize)]
struct Variable {
    name: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Data for pictures, which the engine itself does not read.
#[derive(Serialize, Deserialize)]
struct Drawing {
    /// The unit that each decision is about, by procedure and instruction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    subjects: Option<Vec<(u16, u32, Int)>>,
    /// Markers: side, name and shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    marks: Option<Vec<(String, String, String)>>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Replaces former names in the JSON document of a game file: flags, fields, variables, procedures,
/// decisions and markers get the names of the loaded game `data`.
pub(crate) fn renamed(json: &[u8], data: &GameData) -> Result<Vec<u8>> {
    let told = |e: serde_json::Error| Error::Game(e.to_string());
    let mut document: Document = serde_json::from_slice(json).map_err(told)?;
    if let Some(marks) = document.drawing.as_mut().and_then(|d| d.marks.as_mut()) {
        let flags = as_strings(document.rest.get("hex_flags"));
        for (holder, name, _) in marks {
            let held = match holder.as_str() {
                "hex flag" => (flags.iter().position(|f| f == name)).map(|at| &data.hex_flags[at]),
                _ => (document.variables.iter().position(|v| v.name == *name))
                    .map(|at| &data.variables[at].name),
            };
            if let Some(now) = held {
                name.clone_from(now);
            }
        }
    }
    for (written, read) in document.variables.iter_mut().zip(&data.variables) {
        written.name.clone_from(&read.name);
    }
    for (written, read) in document.procedures.iter_mut().zip(&data.procedures) {
        written.name.clone_from(&read.name);
    }
    for (key, names) in [
        ("unit_flags", json!(data.unit_flags)),
        ("unit_fields", json!(data.unit_fields)),
        ("hex_flags", json!(data.hex_flags)),
        ("decisions", json!(data.decisions)),
    ] {
        document.rest.insert(key.to_string(), names);
    }
    if let Some(look) = &data.lookahead {
        document.rest.insert("lookahead".to_string(), json!(look));
    }
    serde_json::to_vec(&document).map_err(told)
}

fn as_strings(list: Option<&Value>) -> Vec<String> {
    let words = list.and_then(Value::as_array).into_iter().flatten();
    words.filter_map(Value::as_str).map(String::from).collect()
}
