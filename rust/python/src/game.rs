//! The Python class `Game`.

use crate::errors::{raise, Kind};
use crate::guard::guarded;
use crate::scratch;
use crate::state::{settle, PyState};
use eastfront_core::file::{FormerNames, PROTOCOL};
use eastfront_core::nearest::hint;
use eastfront_core::program::passes::Passes;
use eastfront_core::rng::Rng;
use eastfront_core::state::Parts;
use eastfront_core::{Action, Game, State, Vm};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use std::collections::HashMap;
use std::sync::Arc;

/// A loaded game: map, order of battle, tables and the rules program. Immutable.
#[pyclass(name = "Game", module = "eastfront._core", frozen, weakref)]
pub struct PyGame {
    pub inner: Arc<Game>,
}

impl PyGame {
    /// The dense id of an action of this game; an error for any other number.
    pub fn known(&self, action: u32) -> PyResult<u32> {
        known(&self.inner, action)
    }

    pub fn index_of(list: &[String], name: &str, what: &str) -> PyResult<usize> {
        list.iter()
            .position(|x| x == name)
            .ok_or_else(|| no(what, name, list.iter().map(String::as_str)))
    }
}

/// An error about an unknown name, with the nearest of the known ones.
pub fn no<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> PyErr {
    let hint = hint(name, known);
    Kind::Argument.err(format!("no {what} `{name}`{hint}"))
}

/// Former names in a game: for each kind of named part, the former names with the current ones.
type Former = HashMap<String, HashMap<String, String>>;

fn former_names(mut table: Former) -> FormerNames {
    let mut of = |kind: &str| table.remove(kind).unwrap_or_default();
    FormerNames {
        variables: of("variables"),
        unit_flags: of("unit_flags"),
        unit_fields: of("unit_fields"),
        hex_flags: of("hex_flags"),
        procedures: of("procedures"),
        decisions: of("decisions"),
    }
}

/// The error for a name that the program of a game lacks, with a hint if the file is of an earlier
/// version.
pub fn unknown<'a>(
    game: &Game,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> PyErr {
    let protocol = game.protocol();
    let since = if protocol < PROTOCOL {
        format!(
            "; its game file is of protocol {protocol}, earlier than {PROTOCOL}, and some questions \
             are asked only since then"
        )
    } else {
        String::new()
    };
    let hint = hint(name, known);
    Kind::Argument.err(format!("no {what} `{name}`{hint}{since}"))
}

/// The dense id of an action of a game; an error for any other number.
pub fn known(game: &Game, action: u32) -> PyResult<u32> {
    let id = game.action_id(Action(action));
    id.ok_or_else(|| {
        Kind::Argument.err(format!("action={action}, expected an action of this game"))
    })
}

/// The part of a state that says where the program waits: frames, locals, pending path, outcome and
/// state of the random number generator.
type Running = (
    Vec<(u16, u32)>,
    Vec<i32>,
    Vec<u8>,
    Option<(u8, i32, u16)>,
    u64,
);
/// The canonical part of a state as Python values: places of units, unit flags, unit fields, hex
/// flags, variables, and where the program waits. Flags are bit sets as bytes.
pub type Canonical = (
    Vec<u16>,
    Vec<Vec<u8>>,
    Vec<Vec<i16>>,
    Vec<Vec<u8>>,
    Vec<i32>,
    Running,
);

/// Converts the canonical part for Python.
pub fn canonical(p: Parts) -> Canonical {
    let running = (p.frames, p.locals, p.path, p.outcome, p.generator);
    (
        p.places,
        p.unit_flags,
        p.fields,
        p.hex_flags,
        p.variables,
        running,
    )
}

#[guarded]
#[pymethods]
impl PyGame {
    /// Loads a game file that may contain former names.
    #[classmethod]
    #[pyo3(name = "_from_bytes")]
    fn from_bytes(
        _cls: &Bound<'_, PyType>,
        py: Python<'_>,
        data: &[u8],
        former: Former,
    ) -> PyResult<Self> {
        let former = former_names(former);
        let game = py
            .detach(|| Game::from_bytes_with(data, &former))
            .map_err(raise)?;
        Ok(PyGame {
            inner: Arc::new(game),
        })
    }

    /// Makes a game from the JSON document of a game file.
    #[classmethod]
    fn from_json(_cls: &Bound<'_, PyType>, py: Python<'_>, json: &[u8]) -> PyResult<Self> {
        let game = py.detach(|| Game::from_json(json)).map_err(raise)?;
        Ok(PyGame {
            inner: Arc::new(game),
        })
    }

    /// The game file as bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.inner.to_bytes())
    }

    /// The protocol of the game file: 3 for one written by this version.
    #[getter]
    fn protocol(&self) -> u8 {
        self.inner.protocol()
    }

    /// The JSON document of the game file, with the names of the current protocol.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let document = self.inner.document().map_err(raise)?;
        Ok(PyBytes::new(py, &document))
    }

    /// The canonical part of a state from its bytes, whether or not play can reach it.
    #[pyo3(name = "_parts")]
    fn parts(&self, data: &[u8]) -> PyResult<Canonical> {
        let parts = Parts::from_bytes(&self.inner, data).map_err(raise)?;
        Ok(canonical(parts))
    }

    /// The bytes of a state with a given canonical part.
    #[pyo3(name = "_bytes")]
    fn bytes<'py>(&self, py: Python<'py>, parts: Canonical) -> PyResult<Bound<'py, PyBytes>> {
        let (places, unit_flags, fields, hex_flags, variables, rest) = parts;
        let (frames, locals, path, outcome, generator) = rest;
        let parts = Parts {
            places,
            unit_flags,
            fields,
            hex_flags,
            variables,
            frames,
            locals,
            path,
            outcome,
            generator,
        };
        let bytes = parts.to_bytes(&self.inner).map_err(raise)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The live locals of running procedures, by index among the locals of all frames.
    #[pyo3(name = "_live_locals")]
    fn live_locals(&self, frames: Vec<(u16, u32)>) -> PyResult<Vec<usize>> {
        self.inner.live_locals(&frames).map_err(raise)
    }

    /// The program as text, compiled by all passes or by those up to `after`: all of it, or the
    /// procedures, views and queries named `part`.
    #[pyo3(signature = (after=None, part=None))]
    fn program_text(
        &self,
        py: Python<'_>,
        after: Option<&str>,
        part: Option<&str>,
    ) -> PyResult<String> {
        let Some(after) = after else {
            return Ok(self.inner.program_text(part));
        };
        let passes = match after {
            "none" => Passes::NONE,
            pass => Passes::up_to(pass).map_err(raise)?,
        };
        let bytes = self.inner.to_bytes();
        py.detach(|| Game::compiled(bytes, &FormerNames::default(), passes))
            .map(|game| game.program_text(part))
            .map_err(raise)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((
            py.get_type::<PyGame>().getattr("from_bytes")?,
            (PyBytes::new(py, self.inner.to_bytes()),),
        ))
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.inner.digest == other.inner.digest
    }

    fn __hash__(&self) -> u64 {
        self.inner.digest
    }

    fn __repr__(&self) -> String {
        format!("<Game {} {:016x}>", self.inner.data.id, self.inner.digest)
    }

    /// The id, as `game/scenario`.
    #[getter]
    fn id(&self) -> &str {
        &self.inner.data.id
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        &self.inner.data.title
    }

    /// A digest of the game file, which identifies the game.
    #[getter]
    fn digest(&self) -> String {
        format!("{:016x}", self.inner.digest)
    }

    /// The sides, by index.
    #[getter]
    fn sides(&self) -> Vec<String> {
        self.inner.data.sides.clone()
    }

    /// The printed ids of the hexes on the map.
    #[getter]
    fn hexes(&self) -> Vec<String> {
        self.inner
            .data
            .hex_names
            .iter()
            .filter(|n| !n.is_empty())
            .cloned()
            .collect()
    }

    /// Boxes off the map.
    #[getter]
    fn boxes(&self) -> Vec<String> {
        self.inner.data.boxes.clone()
    }

    /// The short names of the units, by index.
    #[getter]
    fn units(&self) -> Vec<String> {
        self.inner.data.units.names.clone()
    }

    /// The ids of the units, by index.
    #[getter]
    fn unit_ids(&self) -> Vec<String> {
        self.inner.data.units.ids.clone()
    }

    /// The rule ids in the program.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.inner.data.rules.iter().skip(1).cloned().collect()
    }

    /// The names of procedures implemented in Python; empty in all games of this package.
    #[getter]
    fn python_steps(&self) -> Vec<String> {
        self.inner.data.python_steps.clone()
    }

    /// The names of the queries.
    #[getter]
    fn queries(&self) -> Vec<String> {
        self.inner
            .data
            .queries
            .iter()
            .map(|q| q.name.clone())
            .collect()
    }

    /// The number of dense action ids.
    #[getter]
    fn num_actions(&self) -> u32 {
        self.inner.num_actions()
    }

    /// The dense id of an action, from 0 to `num_actions`.
    fn action_id(&self, action: u32) -> PyResult<u32> {
        self.known(action)
    }

    /// The action of a dense id.
    fn action_of(&self, id: u32) -> PyResult<u32> {
        self.inner.action_of(id).map(|a| a.0).ok_or_else(|| {
            let last = self.inner.num_actions().saturating_sub(1);
            Kind::Argument.err(format!("id={id}, expected a whole number from 0 to {last}"))
        })
    }

    /// An action in notation.
    fn notation(&self, action: u32) -> PyResult<String> {
        self.known(action)?;
        Ok(self.inner.notation(Action(action)))
    }

    /// The action with a given notation.
    fn parse(&self, text: &str) -> PyResult<u32> {
        self.inner.parse(text).map(|a| a.0).map_err(raise)
    }

    /// A new game. With a seed the state rolls its own dice; without one, chance is left to the
    /// caller, as actions of the player `chance`.
    #[pyo3(name = "new", signature = (seed=None))]
    fn new_state(&self, seed: Option<u64>) -> PyResult<PyState> {
        let game = &self.inner;
        let mut state = State::blank(game, Rng::stream(seed.unwrap_or(0), 0));
        scratch::with(game, |s| Vm::new(game, s).start(&mut state)).map_err(raise)?;
        settle(game, &mut state, seed.is_some()).map_err(raise)?;
        Ok(PyState::wrap(game.clone(), Arc::new(state), seed.is_some()))
    }

    /// A state from its bytes.
    #[pyo3(signature = (data, self_rolling=false))]
    fn state_from_bytes(&self, data: &[u8], self_rolling: bool) -> PyResult<PyState> {
        let game = &self.inner;
        let state = scratch::with(game, |s| State::from_bytes(game, data, s)).map_err(raise)?;
        Ok(PyState::wrap(game.clone(), Arc::new(state), self_rolling))
    }
}

/// The id of the game in a game file.
#[guarded]
#[pyfunction]
pub fn game_id(py: Python<'_>, data: &[u8]) -> PyResult<String> {
    py.detach(|| eastfront_core::file::id_in(data))
        .map_err(raise)
}
