//! Games.

use crate::errors::{raise, Kind};
use crate::guard::guarded;
use crate::scratch;
use crate::state::{settle, PyState};
use eastfront_core::file::{FormerNames, PROTOCOL};
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
    /// The dense id of an action, which must be one.
    pub fn known(&self, action: u32) -> PyResult<u32> {
        known(&self.inner, action)
    }

    pub fn index_of(list: &[String], name: &str, what: &str) -> PyResult<usize> {
        list.iter()
            .position(|x| x == name)
            .ok_or_else(|| Kind::Argument.err(format!("no {what} `{name}`")))
    }
}

/// What things of a game were called in earlier versions: for each kind the former names and those
/// of today.
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

/// An error about a name that the program of a game lacks; an earlier one may have lacked it.
pub fn unknown(game: &Game, what: &str, name: &str) -> PyErr {
    let protocol = game.protocol();
    let since = if protocol < PROTOCOL {
        format!(
            "; its game file is of protocol {protocol}, earlier than {PROTOCOL}, and some questions \
             are asked only since then"
        )
    } else {
        String::new()
    };
    Kind::Argument.err(format!("no {what} `{name}`{since}"))
}

/// The dense id of an action of a game.
pub fn known(game: &Game, action: u32) -> PyResult<u32> {
    let id = game.action_id(Action(action));
    id.ok_or_else(|| {
        Kind::Argument.err(format!("action={action}, expected an action of this game"))
    })
}

/// Running procedures, locals, path, outcome, generator.
type Running = (
    Vec<(u16, u32)>,
    Vec<i32>,
    Vec<u8>,
    Option<(u8, i32, u16)>,
    u64,
);
/// The canonical part of a state as Python has it; flags are bytes of bits.
pub type Canonical = (
    Vec<u16>,
    Vec<Vec<u8>>,
    Vec<Vec<i16>>,
    Vec<Vec<u8>>,
    Vec<i32>,
    Running,
);

/// The same as Python takes it.
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
    /// Reads a game file with the former names of its things.
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

    /// Makes a game of the JSON document of a game file.
    #[classmethod]
    fn from_json(_cls: &Bound<'_, PyType>, py: Python<'_>, json: &[u8]) -> PyResult<Self> {
        let game = py.detach(|| Game::from_json(json)).map_err(raise)?;
        Ok(PyGame {
            inner: Arc::new(game),
        })
    }

    /// The game file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.inner.to_bytes())
    }

    /// The protocol by which the game file was written: 3 for one of this version.
    #[getter]
    fn protocol(&self) -> u8 {
        self.inner.protocol()
    }

    /// The JSON document of the game file, with names of the present protocol in a file of any.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let document = self.inner.document().map_err(raise)?;
        Ok(PyBytes::new(py, &document))
    }

    /// The canonical part of a state from its bytes, whether or not play can come to it.
    #[pyo3(name = "_parts")]
    fn parts(&self, data: &[u8]) -> PyResult<Canonical> {
        let parts = Parts::from_bytes(&self.inner, data).map_err(raise)?;
        Ok(canonical(parts))
    }

    /// The bytes of a state with such a canonical part.
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

    /// The locals that running procedures may still read, by their index among those of all.
    #[pyo3(name = "_live_locals")]
    fn live_locals(&self, frames: Vec<(u16, u32)>) -> PyResult<Vec<usize>> {
        self.inner.live_locals(&frames).map_err(raise)
    }

    /// The program as text: after all passes of the compiler or up to one, all of it or the procedures,
    /// views and queries of a name.
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

    /// `game/scenario`.
    #[getter]
    fn id(&self) -> &str {
        &self.inner.data.id
    }

    /// The title.
    #[getter]
    fn title(&self) -> &str {
        &self.inner.data.title
    }

    /// The name of the game file: a digest of its content.
    #[getter]
    fn digest(&self) -> String {
        format!("{:016x}", self.inner.digest)
    }

    /// The sides, in the order of their numbers.
    #[getter]
    fn sides(&self) -> Vec<String> {
        self.inner.data.sides.clone()
    }

    /// Printed ids of the hexes on the map.
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

    /// Short names of the units, in the order of their numbers.
    #[getter]
    fn units(&self) -> Vec<String> {
        self.inner.data.units.names.clone()
    }

    /// Ids of the units, in the order of their numbers.
    #[getter]
    fn unit_ids(&self) -> Vec<String> {
        self.inner.data.units.ids.clone()
    }

    /// Rule ids that stand in the program.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.inner.data.rules.iter().skip(1).cloned().collect()
    }

    /// Names of steps answered by Python; empty for every game that ships.
    #[getter]
    fn python_steps(&self) -> Vec<String> {
        self.inner.data.python_steps.clone()
    }

    /// Names of the queries that states answer.
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

    /// The action that a notation names.
    fn parse(&self, text: &str) -> PyResult<u32> {
        self.inner.parse(text).map(|a| a.0).map_err(raise)
    }

    /// A new game. With a seed the game rolls for itself; without one chance is left to the
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

/// The id of the game that a game file holds.
#[guarded]
#[pyfunction]
pub fn game_id(py: Python<'_>, data: &[u8]) -> PyResult<String> {
    py.detach(|| eastfront_core::file::id_in(data))
        .map_err(raise)
}
