//! Game files: a header and a JSON document with the complete data of a game.

mod data;
mod document;
mod former;

use crate::error::{Error, Result};

pub use data::*;
pub(crate) use document::renamed;
pub use former::FormerNames;

/// The first bytes of a game file, before the protocol number.
const MAGIC: &[u8; 7] = b"eastfr\x00";
/// The current protocol of game files, which defines the parts of a file, and the names of the
/// nodes of the program and of their fields. Files of all earlier protocols can be read.
pub const PROTOCOL: u8 = 3;
/// The number of the protocol in which flags and variables had no declared lifetimes.
const WITHOUT_LIVES: u8 = 1;
/// The length of the header: magic bytes and protocol.
const HEAD: usize = MAGIC.len() + 1;

/// Splits a game file into the number of its protocol and its JSON document.
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

/// Decodes a game file.
pub(crate) fn read(bytes: &[u8]) -> Result<GameData> {
    let (protocol, json) = parts(bytes)?;
    let data: GameData = serde_json::from_slice(json).map_err(|e| Error::Game(e.to_string()))?;
    if data.lives.is_none() && protocol != WITHOUT_LIVES {
        return fail("`lives` is missing, expected a life for each flag and variable");
    }
    Ok(data)
}

/// The id of the game in a game file, without decoding the rest.
pub fn id_in(bytes: &[u8]) -> Result<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        id: String,
    }
    let (_, json) = parts(bytes)?;
    let named: Named = serde_json::from_slice(json).map_err(|e| Error::Game(e.to_string()))?;
    Ok(named.id)
}

/// A JSON document as a game file of the current protocol.
pub(crate) fn with_head(json: &[u8]) -> Vec<u8> {
    [MAGIC.as_slice(), &[PROTOCOL], json].concat()
}

/// The protocol of a valid game file.
pub(crate) fn protocol(bytes: &[u8]) -> u8 {
    bytes[MAGIC.len()]
}

/// The JSON document of a valid game file.
pub(crate) fn document(bytes: &[u8]) -> &[u8] {
    &bytes[HEAD..]
}

fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Game(text.into()))
}
