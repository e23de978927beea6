//! Game files: a header and a JSON document that says everything about a game.

mod data;
mod document;
mod former;

use crate::error::{Error, Result};

pub use data::*;
pub(crate) use document::renamed;
pub use former::FormerNames;

/// The first bytes of a game file, before the number of its protocol.
const MAGIC: &[u8; 7] = b"eastfr\x00";
/// The protocol by which game files are written: which parts one has, and the names of the nodes of
/// the program and of their fields. Files of all earlier ones are read.
pub const PROTOCOL: u8 = 3;
/// The protocol before lives were declared.
const WITHOUT_LIVES: u8 = 1;
/// The bytes of a game file before its document: the magic ones and the protocol.
const HEAD: usize = MAGIC.len() + 1;

/// The protocol of a game file, and its document.
fn parts(bytes: &[u8]) -> Result<(u8, &[u8])> {
    let Some((&protocol, json)) = (bytes.strip_prefix(MAGIC)).and_then(|b| b.split_first()) else {
        return fail("not a game file");
    };
    if !(1..=PROTOCOL).contains(&protocol) {
        return fail(format!(
            "byte {}: protocol {protocol}, expected 1 to {PROTOCOL}",
            MAGIC.len()
        ));
    }
    Ok((protocol, json))
}

/// The data of a game file.
pub(crate) fn read(bytes: &[u8]) -> Result<GameData> {
    let (protocol, json) = parts(bytes)?;
    let data: GameData = serde_json::from_slice(json).map_err(|e| Error::Game(e.to_string()))?;
    if data.lives.is_none() && protocol != WITHOUT_LIVES {
        return fail("`lives` is missing, expected a life for each flag and variable");
    }
    Ok(data)
}

/// The id of the game that a game file holds; nothing else of the file is read.
pub fn id_in(bytes: &[u8]) -> Result<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        id: String,
    }
    let (_, json) = parts(bytes)?;
    let named: Named = serde_json::from_slice(json).map_err(|e| Error::Game(e.to_string()))?;
    Ok(named.id)
}

/// A JSON document as a game file of the present protocol.
pub(crate) fn with_head(json: &[u8]) -> Vec<u8> {
    [MAGIC.as_slice(), &[PROTOCOL], json].concat()
}

/// The protocol of a game file that has been read.
pub(crate) fn protocol(bytes: &[u8]) -> u8 {
    bytes[MAGIC.len()]
}

/// The JSON document of a game file that has been read.
pub(crate) fn document(bytes: &[u8]) -> &[u8] {
    &bytes[HEAD..]
}

fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Game(text.into()))
}
