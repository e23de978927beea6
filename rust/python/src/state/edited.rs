//! Edited copies of positions.

use super::PyState;
use crate::errors::{raise, Kind};
use crate::game::{no, PyGame};
use crate::scratch;
use eastfront_core::ids::{HexFlag, HexId, UnitFlag};
use eastfront_core::{Error, State};
use pyo3::prelude::*;
use std::sync::Arc;

/// The changes: places of units, flags of units and hexes, variables.
pub(super) struct Edits {
    pub(super) places: Vec<(String, String)>,
    pub(super) unit_flags: Vec<(String, String, bool)>,
    pub(super) hex_flags: Vec<(String, String, bool)>,
    pub(super) variables: Vec<(String, i32)>,
}

impl PyState {
    /// A copy with changes, refused under the same conditions as a state read from bytes.
    pub(super) fn edited_soundly(&self, edits: Edits) -> PyResult<PyState> {
        let mut own = self.changed(edits)?;
        let state = Arc::make_mut(&mut own);
        scratch::with(&self.game, |s| state.vouch(&self.game, s)).map_err(|e| match e {
            Error::Bytes(_) | Error::OutOfRange { .. } => {
                let text = e.to_string();
                let told = text.strip_prefix("state bytes: ").unwrap_or(&text);
                Kind::Argument.err(format!("edited: {told}"))
            }
            other => raise(other),
        })?;
        Ok(PyState::wrap(self.game.clone(), own, self.rolls))
    }

    /// A copy with changes and its pending decision computed again, even if play cannot reach the
    /// position.
    pub(super) fn supposed(&self, edits: Edits) -> PyResult<PyState> {
        let mut own = self.changed(edits)?;
        let state = Arc::make_mut(&mut own);
        scratch::with(&self.game, |s| state.reoffer(&self.game, s)).map_err(raise)?;
        Ok(PyState::wrap(self.game.clone(), own, self.rolls))
    }

    fn changed(&self, edits: Edits) -> PyResult<Arc<State>> {
        let mut own = scratch::copy_of(&self.state);
        let state = Arc::make_mut(&mut own);
        let d = &self.game.data;
        for (unit, place) in edits.places {
            let u = self
                .game
                .unit_named(&unit)
                .ok_or_else(|| no("unit", &unit, self.game.unit_names()))?;
            state.edit_place(&self.game, u, self.place_of(&place)?);
        }
        for (unit, flag, on) in edits.unit_flags {
            let u = self
                .game
                .unit_named(&unit)
                .ok_or_else(|| no("unit", &unit, self.game.unit_names()))?;
            let f = PyGame::index_of(&d.unit_flags, &flag, "unit flag")?;
            state.edit_unit_flag(&self.game, UnitFlag(f as u8), u, on);
        }
        for (hex, flag, on) in edits.hex_flags {
            let h = self.place_of(&hex)?;
            let f = PyGame::index_of(&d.hex_flags, &flag, "hex flag")?;
            if h.index() >= d.hex_names.len() {
                return Err(Kind::Argument.err(format!("`{hex}` is not a hex")));
            }
            state.edit_hex_flag(&self.game, HexFlag(f as u8), HexId(h.0), on);
        }
        for (name, value) in edits.variables {
            let v = self
                .game
                .variable_named(&name)
                .ok_or_else(|| no("variable", &name, self.game.variable_names()))?;
            state.edit_var(&self.game, v, value).map_err(raise)?;
        }
        Ok(own)
    }
}
